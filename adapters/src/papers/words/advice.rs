//! What a company is told of a payout, fee by fee and set-off by set-off.

use super::{AMOUNT, DEBTOR, HELLO, INVOICE, columns, discount, fact, grouped, heading, paragraph, row};
use crate::{
    language::{Text, amount, day, figure},
    return_reason,
};
use sooner_application::{
    cash::{AdvisedPayout, AdvisedTransfer, BatchAdvice, SetOff},
    papers::paper::{ColumnKind, Part, Row, RowKind, Table},
};
use sooner_domain::{
    facilities::terms::FacilityKind,
    kernel::{language::Language, minor::Minor, money::Currency},
    onboarding::bank_account::BankAccount,
    payments::{advice::AdvicePart, payout::Returned},
};

pub(super) fn advice(BatchAdvice { transfers, set_off_whole, .. }: &BatchAdvice, reader: Language) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Payout advice", de: "Auszahlungsavis" };
    const LEAD: Text = Text {
        en: "We have paid out to your company. Each transfer below is one amount on your bank statement.",
        de: "wir haben an Ihr Unternehmen ausgezahlt. Jede Überweisung unten ist ein Betrag auf Ihrem Kontoauszug.",
    };
    const CAME_BACK: Text = Text {
        en: "We ordered the transfers below for your company. What came back from the bank is marked: it isn’t in your bank account, and another payout takes its place. Each other transfer is one amount on your bank statement.",
        de: "wir haben die Überweisungen unten an Ihr Unternehmen beauftragt. Was von der Bank zurückgekommen ist, ist gekennzeichnet: Es ist nicht auf Ihrem Bankkonto, und an seine Stelle tritt eine andere Auszahlung. Jede andere Überweisung ist ein Betrag auf Ihrem Kontoauszug.",
    };
    const SET_OFF_WHOLE: Text = Text { en: "Set off in full", de: "Vollständig verrechnet" };
    const NOT_PAID: Text = Text {
        en: "These amounts are not part of a transfer, because we set them off in full against what your company owed us.",
        de: "Diese Beträge sind in keiner Überweisung enthalten, weil wir sie ganz mit dem verrechnet haben, was Ihr Unternehmen uns schuldete.",
    };
    let is_any_back = transfers.iter().flat_map(|transfer| &transfer.payouts).any(|payout| payout.told.payout.returned.is_some());
    let mut parts = vec![paragraph(&HELLO, reader), paragraph(if is_any_back { &CAME_BACK } else { &LEAD }, reader)];
    for transfer in transfers {
        parts.extend(told(transfer, reader));
    }
    if !set_off_whole.is_empty() {
        parts.extend([heading(&SET_OFF_WHOLE, reader), paragraph(&NOT_PAID, reader)]);
        for payouts in set_off_whole.chunk_by(|one, next| one.told.payout.currency == next.told.payout.currency) {
            let Some(first) = payouts.first() else { continue };
            let currency = first.told.payout.currency;
            parts.push(Part::Table(table(&SET_OFF_WHOLE, payouts, (currency, None), reader)));
        }
    }
    (TITLE.to(reader).to_owned(), parts)
}

fn told(AdvisedTransfer { transfer, currency, payouts }: &AdvisedTransfer, reader: Language) -> [Part; 3] {
    const TRANSFER: Text = Text { en: "Transfer of {amount}", de: "Überweisung über {amount}" };
    const CONSISTS_OF: Text = Text { en: "What the transfer consists of", de: "Zusammensetzung der Überweisung" };
    const SENT: Text = Text { en: "Transfer amount", de: "Überweisungsbetrag" };
    const ON: Text = Text { en: "Ordered on", de: "Beauftragt am" };
    const TO: Text = Text { en: "To account", de: "Auf Bankkonto" };
    const HOLDER: Text = Text { en: "Account holder", de: "Kontoinhaber" };
    const ID: Text = Text { en: "End-to-end reference", de: "End-to-End-Referenz" };
    let sent = amount(transfer.amount, *currency, reader);
    let holder = transfer.to.holder.as_ref().map(|holder| fact(&HOLDER, reader, holder.as_str().to_owned()));
    let facts = [
        Some(fact(&SENT, reader, sent.clone())),
        Some(fact(&ON, reader, day(transfer.on, reader))),
        holder,
        Some(fact(&TO, reader, number(&transfer.to, reader))),
        transfer.id().map(|id| fact(&ID, reader, id)),
    ];
    [
        Part::Heading(TRANSFER.with(reader, &[("amount", &sent)])),
        Part::Highlight(facts.into_iter().flatten().collect()),
        Part::Table(table(&CONSISTS_OF, payouts, (*currency, Some(transfer.amount)), reader)),
    ]
}

/// By what the bank finds the account.
fn number(account: &BankAccount, reader: Language) -> String {
    const SORT_CODE: Text = Text { en: "Sort code {number}", de: "Sort Code {number}" };
    const ROUTING: Text = Text { en: "Routing number {number}", de: "Routing Number {number}" };
    const NUMBER: Text = Text { en: "Account number {number}", de: "Kontonummer {number}" };
    let numbered = |text: &Text, number: &str| text.with(reader, &[("number", number)]);
    let parts = [
        account.iban.as_ref().map(|iban| format!("IBAN {}", grouped(iban.as_str()))),
        account.sort_code.as_ref().map(|code| numbered(&SORT_CODE, code.as_str())),
        account.routing_number.as_ref().map(|routing| numbered(&ROUTING, routing.as_str())),
        account.account_number.as_ref().map(|number| numbered(&NUMBER, number.as_str())),
        account.bic.as_ref().map(|bic| format!("BIC {}", bic.as_str())),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Each payout with its parts; what is left of each adds up to the transfer, where there is one.
fn table(summary: &Text, payouts: &[AdvisedPayout], (currency, sum): (Currency, Option<Minor>), reader: Language) -> Table {
    const PART: Text = Text { en: "Item", de: "Position" };
    const TOTAL: Text = Text { en: "Transferred", de: "Überwiesen" };
    const ORDERED: Text = Text { en: "Transfer ordered", de: "Überweisung beauftragt" };
    let total = if payouts.iter().any(|payout| payout.told.payout.returned.is_some()) { ORDERED } else { TOTAL };
    let rows = payouts.iter().flat_map(|payout| rows(payout, currency, reader));
    let total = sum.map(|sum| row(RowKind::Total, vec![total.to(reader).to_owned(), figure(sum, currency, reader)]));
    let amount = (AMOUNT.with(reader, &[("currency", currency.code())]), ColumnKind::Figure);
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&[(PART.to(reader).to_owned(), ColumnKind::Text), amount]),
        rows: rows.chain(total).collect(),
    }
}

fn rows(AdvisedPayout { told, advice }: &AdvisedPayout, currency: Currency, reader: Language) -> Vec<Row> {
    const NET: Text = Text { en: "Paid to you", de: "An Sie gezahlt" };
    const SET_OFF: Text = Text { en: "Set-off for invoice {invoice}", de: "Verrechnung für Rechnung {invoice}" };
    const NO_INVOICE: Text = Text { en: "Payout without invoice", de: "Auszahlung ohne Rechnung" };
    let written = |amount| figure(amount, currency, reader);
    let invoice = told.invoice.as_ref().map(|number| format!("{} {number}", INVOICE.to(reader)));
    let debtor = told.debtor.as_ref().map(|debtor| format!("{} {debtor}", DEBTOR.to(reader)));
    let about: Vec<_> = invoice.into_iter().chain(debtor).collect();
    let about = if about.is_empty() { NO_INVOICE.to(reader).to_owned() } else { about.join(" · ") };
    let parts = advice
        .parts()
        .map(|(part, amount)| row(RowKind::Entry, vec![label(part, amount, told.kind).to(reader).to_owned(), written(amount)]));
    let set_offs = told
        .set_offs
        .iter()
        .map(|SetOff { number, amount, .. }| row(RowKind::Entry, vec![SET_OFF.with(reader, &[("invoice", number)]), written(-*amount)]));
    let net = match &told.payout.returned {
        Some(back) => came_back(back, reader),
        None => NET.to(reader).to_owned(),
    };
    let net = row(RowKind::Subtotal, vec![net, written(told.payout.net())]);
    [row(RowKind::Group, vec![about, String::new()])].into_iter().chain(parts).chain(set_offs).chain([net]).collect()
}

/// That it is not with its payee: since when, and why as far as the bank says.
fn came_back(Returned { on, reason }: &Returned, reader: Language) -> String {
    const BACK: Text = Text { en: "Returned on {day}, not paid to you", de: "Am {day} zurückgekommen, nicht an Sie ausgezahlt" };
    const BACK_FOR: Text =
        Text { en: "Returned on {day}, not paid to you: {reason}", de: "Am {day} zurückgekommen, nicht an Sie ausgezahlt: {reason}" };
    let on = day(*on, reader);
    match reason {
        Some(reason) => BACK_FOR.with(reader, &[("day", &on), ("reason", &return_reason::told(reason.as_str(), reader))]),
        None => BACK.with(reader, &[("day", &on)]),
    }
}

/// What a part is, as the client calls it.
fn label(part: AdvicePart, amount: Minor, kind: Option<FacilityKind>) -> &'static Text {
    match part {
        AdvicePart::Face => &Text { en: "Invoice amount", de: "Rechnungsbetrag (brutto)" },
        AdvicePart::Reserve if amount.is_positive() => &Text { en: "Remaining reserve", de: "Verbleibender Sicherheitseinbehalt" },
        AdvicePart::Reserve => &Text { en: "Reserve", de: "Sicherheitseinbehalt" },
        AdvicePart::Discount if amount.is_positive() => match kind {
            Some(FacilityKind::ReverseFactoring) => &Text { en: "Discount given back", de: "Erstatteter Diskont" },
            Some(FacilityKind::Factoring) | None => &Text { en: "Discount given back", de: "Erstattete Zinsen" },
        },
        AdvicePart::Discount => discount(kind),
        AdvicePart::ServiceFee => &Text { en: "Service fee", de: "Factoringgebühr" },
        AdvicePart::PayoutFee => &Text { en: "Payout fee", de: "Auszahlungsgebühr" },
        AdvicePart::Tax => &Text { en: "Tax on fees", de: "Steuer auf Gebühren" },
        AdvicePart::LateCharge => &Text { en: "Late charge", de: "Zinsaufschlag nach Fälligkeit" },
        AdvicePart::PassedOn => &Text { en: "Money that was yours", de: "Weitergeleiteter Zahlungseingang" },
        AdvicePart::DebtReturned => {
            &Text { en: "What you had paid of a debt that no longer exists", de: "Ihre Zahlung auf eine weggefallene Schuld" }
        }
        AdvicePart::BuyerShare => &Text { en: "Your share of the discount", de: "Ihr Anteil am Diskont" },
        AdvicePart::CameBack => &Text { en: "Returned payout, sent again", de: "Zurückgekommene Auszahlung, erneut überwiesen" },
        AdvicePart::Other => &Text { en: "Other", de: "Sonstiges" },
    }
}
