//! What debtors are told of claims that changed hands.

use super::{AMOUNT, DUE_ON, HELLO, INVOICE, TOTAL, columns, fact, grouped, heading, paragraph, parties, row};
use crate::language::{Text, figure, short_day};
use sooner_application::papers::{
    facts::{Check, Claim, Cover, Notice, Release},
    paper::{ColumnKind, Part, RowKind, Table},
};
use sooner_domain::{
    house::accounts::HouseAccount,
    kernel::{language::Language, minor::Minor, money::Currency},
};

const SUPPLIER: Text = Text { en: "Supplier", de: "Lieferant" };
const ISSUED_ON: Text = Text { en: "Invoice date", de: "Rechnungsdatum" };
const REFERENCE: Text = Text { en: "Payment reference", de: "Verwendungszweck" };

pub(super) fn notice(notice: &Notice, cover: &Cover) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Notice of assignment", de: "Abtretungsanzeige" };
    const SOLD: Text = Text {
        en: "The suppliers named below have sold their claims against you on the invoices listed to us and have assigned them to us. We hereby give you notice of this assignment.",
        de: "die unten genannten Lieferanten haben ihre Forderungen gegen Sie aus den aufgeführten Rechnungen an uns verkauft und abgetreten. Wir zeigen Ihnen diese Abtretung hiermit an.",
    };
    const PAY: Text = Text {
        en: "Please pay each invoice in full by its due date, and to this account only:",
        de: "Bitte zahlen Sie jede Rechnung bei Fälligkeit in voller Höhe und ausschließlich auf dieses Bankkonto:",
    };
    const PAY_BY_CURRENCY: Text = Text {
        en: "Please pay each invoice in full by its due date, and only to the account for its currency:",
        de: "Bitte zahlen Sie jede Rechnung bei Fälligkeit in voller Höhe und ausschließlich auf das Bankkonto für ihre Währung:",
    };
    const DISCHARGE: Text = Text {
        en: "Only a payment to this account discharges your debt. A payment to your supplier or to any other account does not.",
        de: "Mit schuldbefreiender Wirkung können Sie nur auf dieses Bankkonto zahlen. Eine Zahlung an Ihren Lieferanten oder auf ein anderes Bankkonto befreit Sie nicht von Ihrer Zahlungspflicht.",
    };
    const DISCHARGE_BY_CURRENCY: Text = Text {
        en: "Only a payment to these accounts discharges your debt. A payment to your supplier or to any other account does not.",
        de: "Mit schuldbefreiender Wirkung können Sie nur auf diese Bankkonten zahlen. Eine Zahlung an Ihren Lieferanten oder auf ein anderes Bankkonto befreit Sie nicht von Ihrer Zahlungspflicht.",
    };
    const CLAIMS: Text = Text { en: "Claims assigned to us", de: "An uns abgetretene Forderungen" };
    const CONFIRM: Text = Text { en: "Confirm the invoices", de: "Rechnungen bestätigen" };
    const CONFIRM_BY: Text = Text {
        en: "Please confirm or dispute each invoice by its link in the e-mail this notice came with. You do not need an account for it.",
        de: "Bitte bestätigen oder beanstanden Sie jede Rechnung über ihren Link in der E-Mail, mit der dieses Schreiben kam. Ein Benutzerkonto brauchen Sie dafür nicht.",
    };
    const WRONG: Text = Text { en: "If an invoice is not correct", de: "Wenn eine Rechnung nicht stimmt" };
    const DISPUTE: Text = Text {
        en: "Please tell us before the due date what you dispute, with the reason and the amount, by e-mail to {email}. Your objections and the terms of payment agreed with your supplier remain unaffected.",
        de: "Bitte teilen Sie uns vor Fälligkeit mit, was Sie beanstanden, mit Grund und Betrag, per E-Mail an {email}. Ihre Einwendungen und das mit Ihrem Lieferanten vereinbarte Zahlungsziel bleiben unberührt.",
    };
    const GENUINE: Text = Text { en: "Check that this notice is genuine", de: "Echtheit prüfen" };
    const CHECK: Text = Text {
        en: "Enter the check code {code} at {address} to see whether this notice comes from us. We never announce other bank details by e-mail or telephone.",
        de: "Ob dieses Schreiben von uns stammt, erfahren Sie auf {address} mit dem Prüfcode {code}. Andere Bankverbindungen teilen wir nie per E-Mail oder Telefon mit.",
    };
    let reader = cover.language;
    let are_several = notice.claims.len() > 1;
    let (pay, discharge) = if are_several { (&PAY_BY_CURRENCY, &DISCHARGE_BY_CURRENCY) } else { (&PAY, &DISCHARGE) };
    let mut parts = vec![paragraph(&HELLO, reader), paragraph(&SOLD, reader), paragraph(pay, reader)];
    for (account, _) in &notice.claims {
        parts.push(pay_to(account, are_several, reader));
    }
    parts.extend([paragraph(discharge, reader), heading(&CLAIMS, reader)]);
    for (account, claims) in &notice.claims {
        parts.push(Part::Table(table((&CLAIMS, &REFERENCE, &AMOUNT), claims, account.currency, reader)));
    }
    parts.extend(parties(&notice.sellers, reader));
    parts.extend([heading(&CONFIRM, reader), paragraph(&CONFIRM_BY, reader)]);
    parts.extend([heading(&WRONG, reader), Part::Paragraph(DISPUTE.with(reader, &[("email", cover.house.email.as_str())]))]);
    if let Some(Check { code, address }) = &cover.check {
        let check = CHECK.with(reader, &[("code", code), ("address", address)]);
        parts.extend([heading(&GENUINE, reader), Part::Paragraph(check)]);
    }
    (TITLE.to(reader).to_owned(), parts)
}

fn pay_to(account: &HouseAccount, is_one_of_several: bool, reader: Language) -> Part {
    const PAYEE: Text = Text { en: "Payee", de: "Zahlungsempfänger" };
    const CURRENCY: Text = Text { en: "Currency", de: "Währung" };
    const QUOTE: Text =
        Text { en: "The reference of the invoice, RF…, as listed below", de: "die Referenz der Rechnung, RF…, wie unten aufgeführt" };
    const IBAN: Text = Text { en: "IBAN", de: "IBAN" };
    const BIC: Text = Text { en: "BIC", de: "BIC" };
    let currency = is_one_of_several.then(|| fact(&CURRENCY, reader, account.currency.code().to_owned()));
    let bic = account.bic.as_ref().map(|bic| fact(&BIC, reader, bic.as_str().to_owned()));
    let account = [fact(&PAYEE, reader, account.holder.as_str().to_owned()), fact(&IBAN, reader, grouped(account.iban.as_str()))];
    let quote = fact(&REFERENCE, reader, QUOTE.to(reader).to_owned());
    Part::Highlight(currency.into_iter().chain(account).chain(bic).chain([quote]).collect())
}

pub(super) fn release(release: &Release, cover: &Cover) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Release of claims", de: "Freigabeerklärung" };
    const OURS_NO_MORE: Text = Text {
        en: "The claims listed below had been assigned to us. We hereby release them: they belong to the supplier named again, and we have no rights in them any more.",
        de: "die unten aufgeführten Forderungen waren an uns abgetreten. Wir geben sie hiermit frei: Sie stehen wieder dem genannten Lieferanten zu, Rechte daran haben wir nicht mehr.",
    };
    const PAY: Text = Text {
        en: "Please pay what is still open to the supplier, to the account stated on its invoice. Payments which you have already made to us remain valid.",
        de: "Bitte zahlen Sie den offenen Betrag an den Lieferanten, und zwar auf das Bankkonto, das auf seiner Rechnung steht. Zahlungen, die Sie bereits an uns geleistet haben, bleiben wirksam.",
    };
    const OTHERS: Text = Text {
        en: "This release covers these claims only. All other claims assigned to us are still to be paid to us.",
        de: "Diese Freigabe gilt nur für diese Forderungen. Alle anderen an uns abgetretenen Forderungen sind weiterhin an uns zu zahlen.",
    };
    const CLAIMS: Text = Text { en: "Claims released", de: "Freigegebene Forderungen" };
    const QUOTED: Text = Text { en: "Reference", de: "Referenz" };
    const OPEN: Text = Text { en: "Open\u{a0}({currency})", de: "Offen\u{a0}({currency})" };
    const QUESTIONS: Text = Text { en: "Questions? Please write to {email}.", de: "Fragen? Schreiben Sie bitte an {email}." };
    let reader = cover.language;
    let mut parts = vec![paragraph(&HELLO, reader), paragraph(&OURS_NO_MORE, reader), paragraph(&PAY, reader), heading(&CLAIMS, reader)];
    for (currency, claims) in &release.claims {
        parts.push(Part::Table(table((&CLAIMS, &QUOTED, &OPEN), claims, *currency, reader)));
    }
    parts.extend(parties(&release.sellers, reader));
    let questions = Part::Paragraph(QUESTIONS.with(reader, &[("email", cover.house.email.as_str())]));
    parts.extend([paragraph(&OTHERS, reader), questions]);
    (TITLE.to(reader).to_owned(), parts)
}

fn table((summary, reference, amount): (&Text, &Text, &Text), claims: &[Claim], currency: Currency, reader: Language) -> Table {
    let written = |amount| figure(amount, currency, reader);
    let entries = claims.iter().map(|Claim { seller, invoice, issued_on, due_on, open, reference }| {
        let reference = reference.grouped().replace(' ', "\u{a0}");
        let dates = [*issued_on, *due_on].map(|on| short_day(on, reader));
        let [issued_on, due_on] = dates;
        row(RowKind::Entry, vec![seller.clone(), invoice.clone(), issued_on, due_on, reference, written(*open)])
    });
    let total = written(claims.iter().map(|claim| claim.open).sum::<Minor>());
    let blank = String::new;
    let total = row(RowKind::Total, vec![TOTAL.to(reader).to_owned(), blank(), blank(), blank(), blank(), total]);
    let of = |text: &Text, kind| (text.to(reader).to_owned(), kind);
    let (left, code) = (|text| of(text, ColumnKind::Text), |text| of(text, ColumnKind::Code));
    let amount = (amount.with(reader, &[("currency", currency.code())]), ColumnKind::Figure);
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&[left(&SUPPLIER), left(&INVOICE), code(&ISSUED_ON), code(&DUE_ON), code(reference), amount]),
        rows: entries.chain([total]).collect(),
    }
}
