//! What a seller is told of its invoices: which it sold, and how one ended.

use super::{AMOUNT, DEBTOR, DUE_ON, FACE, INVOICE, TOTAL, columns, fact, heading, paragraph, row};
use crate::language::{Text, amount, day, figure, short_day};
use sooner_application::papers::{
    facts::{Sale, Schedule, Settlement},
    paper::{Align, Part, RowKind, Table},
};
use sooner_domain::{
    kernel::{language::Language, minor::Minor},
    pricing::statement::{Cause, Difference},
};

pub(super) fn schedule(Schedule { sold_on, accepted_by, currency, sales }: &Schedule, reader: Language) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Assignment schedule", de: "Abtretungsliste" };
    const LEAD: Text = Text {
        en: "Your company accepted our offers for the invoices below. With that it sold and assigned the claims to us, on the terms of your facility.",
        de: "Ihr Unternehmen hat unsere Angebote für die folgenden Rechnungen angenommen. Damit hat es die Forderungen zu den Konditionen Ihres Rahmenvertrags an uns verkauft und abgetreten.",
    };
    const SOLD_ON: Text = Text { en: "Sold on", de: "Verkauft am" };
    const BY: Text = Text { en: "Accepted by", de: "Angenommen von" };
    const BY_ITSELF: Text = Text { en: "Automatic early payment", de: "Automatische vorzeitige Zahlung" };
    const COUNT: Text = Text { en: "Number of invoices", de: "Anzahl der Rechnungen" };
    const CLAIMS: Text = Text { en: "Claims sold", de: "Verkaufte Forderungen" };
    const RESERVE: Text = Text { en: "Reserve", de: "Einbehalt" };
    const CHARGES: Text = Text { en: "Fees", de: "Gebühren" };
    const PAYOUT: Text = Text { en: "Payout", de: "Auszahlung" };
    const PAYOUT_ON: Text = Text { en: "Paid out on", de: "Auszahlung am" };
    const IN: Text = Text {
        en: "All amounts in {currency}. Fees include tax and, where it is taken at payout, the discount.",
        de: "Alle Beträge in {currency}. Die Gebühren enthalten Steuern und, sofern bei Auszahlung berechnet, die Zinsen.",
    };
    let written = |amount| figure(amount, *currency, reader);
    let entries = sales.iter().map(|Sale { debtor, invoice, due_on, face, reserve, charges, payout, payout_on }| {
        let days = [*due_on, *payout_on].map(|on| short_day(on, reader));
        let [due_on, payout_on] = days;
        let amounts = [*face, -*reserve, -*charges, *payout].map(written);
        row(RowKind::Entry, [debtor.clone(), invoice.clone(), due_on, payout_on].into_iter().chain(amounts).collect())
    });
    let sum = |of: fn(&Sale) -> Minor| written(sales.iter().map(of).sum());
    let sums = [sum(|sale| sale.face), sum(|sale| -sale.reserve), sum(|sale| -sale.charges), sum(|sale| sale.payout)];
    let blank = String::new;
    let total = row(RowKind::Total, [TOTAL.to(reader).to_owned(), blank(), blank(), blank()].into_iter().chain(sums).collect());
    let left = |text: &Text| (text.to(reader).to_owned(), Align::Left);
    let right = |text: &Text| (text.to(reader).to_owned(), Align::Right);
    let headers =
        [left(&DEBTOR), left(&INVOICE), left(&DUE_ON), left(&PAYOUT_ON), right(&FACE), right(&RESERVE), right(&CHARGES), right(&PAYOUT)];
    let table = Table { summary: CLAIMS.to(reader).to_owned(), columns: columns(&headers), rows: entries.chain([total]).collect() };
    let facts = vec![
        fact(&SOLD_ON, reader, day(*sold_on, reader)),
        fact(&BY, reader, accepted_by.clone().unwrap_or_else(|| BY_ITSELF.to(reader).to_owned())),
        fact(&COUNT, reader, sales.len().to_string()),
    ];
    let note = Part::Paragraph(IN.with(reader, &[("currency", currency.code())]));
    (TITLE.to(reader).to_owned(), vec![paragraph(&LEAD, reader), Part::Facts(facts), heading(&CLAIMS, reader), Part::Table(table), note])
}

pub(super) fn settlement(settlement: &Settlement, reader: Language) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Settlement of invoice {invoice}", de: "Abrechnung der Rechnung {invoice}" };
    const LEAD: Text = Text {
        en: "Nothing is open on this invoice any more. This is how we settled it.",
        de: "Auf diese Rechnung ist nichts mehr offen. So haben wir sie abgerechnet.",
    };
    const SOLD_ON: Text = Text { en: "Sold on", de: "Verkauft am" };
    const SETTLED_ON: Text = Text { en: "Settled on", de: "Abgerechnet am" };
    const PAID_OUT: Text = Text { en: "Advance", de: "Vorschuss" };
    const CREDIT: Text = Text { en: "Paid too much: the buyer’s credit, not yours", de: "Zu viel gezahlt: Guthaben Ihres Abnehmers" };
    const RECEIPTS: Text = Text { en: "Payments received", de: "Zahlungseingänge" };
    const RECEIVED_ON: Text = Text { en: "Value day", de: "Wertstellung" };
    const RESULT: Text = Text { en: "Result", de: "Ergebnis" };
    const ITEM: Text = Text { en: "Item", de: "Position" };
    const OFFERED: Text = Text { en: "Release as offered", de: "Restauszahlung laut Angebot" };
    const WE_PAY: Text = Text { en: "We owe you", de: "Wir schulden Ihnen" };
    const YOU_OWE: Text = Text { en: "You owe us", de: "Sie schulden uns" };
    const PAID: Text = Text {
        en: "As of {day}. We pay this amount out with the next payout after that day, less what your company owes us.",
        de: "Stand {day}. Diesen Betrag zahlen wir mit der nächsten Auszahlung nach diesem Tag aus, abzüglich dessen, was Ihr Unternehmen uns schuldet.",
    };
    const KEPT: Text = Text {
        en: "As of {day}. We set this amount off against the payouts after that day.",
        de: "Stand {day}. Diesen Betrag verrechnen wir mit den Auszahlungen nach diesem Tag.",
    };
    let currency = settlement.currency;
    let written = |amount| figure(amount, currency, reader);
    let amounts = (AMOUNT.with(reader, &[("currency", currency.code())]), Align::Right);
    let left = |text: &Text| (text.to(reader).to_owned(), Align::Left);
    let facts = vec![
        fact(&INVOICE, reader, settlement.invoice.clone()),
        fact(&DEBTOR, reader, settlement.debtor.clone()),
        fact(&FACE, reader, amount(settlement.face, currency, reader)),
        fact(&SOLD_ON, reader, day(settlement.sold_on, reader)),
        fact(&DUE_ON, reader, day(settlement.due_on, reader)),
        fact(&SETTLED_ON, reader, day(settlement.settled_on, reader)),
        fact(&PAID_OUT, reader, amount(settlement.paid_out, currency, reader)),
    ];
    let mut parts = vec![paragraph(&LEAD, reader), Part::Facts(facts)];
    if !settlement.receipts.is_empty() {
        let rows = settlement.receipts.iter().map(|(on, amount)| row(RowKind::Entry, vec![day(*on, reader), written(*amount)]));
        let total = written(settlement.receipts.iter().map(|(_, amount)| *amount).sum());
        let total = row(RowKind::Total, vec![TOTAL.to(reader).to_owned(), total]);
        let columns = columns(&[left(&RECEIVED_ON), amounts.clone()]);
        let credit = (!settlement.debtor_credit.is_zero())
            .then(|| row(RowKind::Entry, vec![CREDIT.to(reader).to_owned(), written(settlement.debtor_credit)]));
        let rows = rows.chain([total]).chain(credit).collect();
        let table = Table { summary: RECEIPTS.to(reader).to_owned(), columns, rows };
        parts.extend([heading(&RECEIPTS, reader), Part::Table(table)]);
    }
    let offered = row(RowKind::Entry, vec![OFFERED.to(reader).to_owned(), written(settlement.offered)]);
    let causes =
        settlement.differences.iter().map(|difference| row(RowKind::Entry, vec![cause(difference, reader), written(difference.amount)]));
    let owes = settlement.result.is_negative();
    let (what, then) = if owes { (&YOU_OWE, &KEPT) } else { (&WE_PAY, &PAID) };
    let total = if owes { -settlement.result } else { settlement.result };
    let total = row(RowKind::Total, vec![what.to(reader).to_owned(), written(total)]);
    let rows = [offered].into_iter().chain(causes).chain([total]).collect();
    let table = Table { summary: RESULT.to(reader).to_owned(), columns: columns(&[left(&ITEM), amounts]), rows };
    parts.extend([heading(&RESULT, reader), Part::Table(table)]);
    if !settlement.result.is_zero() {
        parts.push(Part::Paragraph(then.with(reader, &[("day", &day(settlement.settled_on, reader))])));
    }
    (TITLE.with(reader, &[("invoice", &settlement.invoice)]), parts)
}

/// Why it is more or less than was offered.
fn cause(Difference { cause, .. }: &Difference, reader: Language) -> String {
    const EXECUTED: Text =
        Text { en: "Payout carried out on {on} instead of {planned}", de: "Auszahlung am {on} statt am {planned} ausgeführt" };
    const EXTENDED: Text = Text { en: "Due date extended from {from} to {to}", de: "Fälligkeit vom {from} auf den {to} verschoben" };
    const PAID: Text = Text { en: "Paid on other days than the due date", de: "Nicht am Fälligkeitstag bezahlt" };
    const LATE: Text = Text { en: "Late charge from {from} on", de: "Zinsaufschlag nach Fälligkeit ab {from}" };
    const CREDITED: Text = Text { en: "Credit notes", de: "Rechnungskorrekturen" };
    const DEDUCTED: Text = Text { en: "Deductions", de: "Abzüge" };
    const CHARGED_BACK: Text = Text { en: "Charged back", de: "Rückbelastung" };
    const NOT_COVERED: Text = Text { en: "Written off and not covered", de: "Ausgebucht und nicht vom Ausfallschutz gedeckt" };
    let written = |on| short_day(on, reader);
    match *cause {
        Cause::Executed { planned, on } => EXECUTED.with(reader, &[("on", &written(on)), ("planned", &written(planned))]),
        Cause::Extended { from, to } => EXTENDED.with(reader, &[("from", &written(from)), ("to", &written(to))]),
        Cause::Late { from, .. } => LATE.with(reader, &[("from", &written(from))]),
        Cause::Paid { .. } => PAID.to(reader).to_owned(),
        Cause::Credited => CREDITED.to(reader).to_owned(),
        Cause::Deducted => DEDUCTED.to(reader).to_owned(),
        Cause::ChargedBack => CHARGED_BACK.to(reader).to_owned(),
        Cause::NotCovered => NOT_COVERED.to(reader).to_owned(),
    }
}
