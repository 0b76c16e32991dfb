//! What a seller is told of the invoices that it sold.

use super::{DUE_ON, FACE, TOTAL, columns, fact, heading, paragraph, parties, row};
use crate::language::{Text, day, figure, short_day};
use sooner_application::papers::{
    facts::{Sale, Schedule},
    paper::{ColumnKind, Part, RowKind, Table},
};
use sooner_domain::kernel::{language::Language, minor::Minor};

pub(super) fn schedule(Schedule { sold_on, accepted_by, currency, sales, debtors }: &Schedule, reader: Language) -> (String, Vec<Part>) {
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
    const DEBTORS: Text = Text { en: "Buyers", de: "Abnehmer" };
    const SOLD: Text = Text { en: "Buyer and invoice", de: "Abnehmer und Rechnung" };
    const RESERVE: Text = Text { en: "Reserve", de: "Einbehalt" };
    const CHARGES: Text = Text { en: "Fees", de: "Gebühren" };
    const PAYOUT: Text = Text { en: "Payout", de: "Auszahlung" };
    const PAYOUT_ON: Text = Text { en: "Payout on", de: "Auszahlung am" };
    const IN: Text = Text {
        en: "All amounts in {currency}. Fees include tax and, where it is taken at payout, the discount.",
        de: "Alle Beträge in {currency}. Die Gebühren enthalten Steuern und, sofern bei Auszahlung berechnet, Zinsen oder Diskont.",
    };
    let written = |amount| figure(amount, *currency, reader);
    let entries = sales.iter().map(|Sale { debtor, invoice, due_on, face, reserve, charges, payout, payout_on }| {
        let days = [*due_on, *payout_on].map(|on| short_day(on, reader));
        let [due_on, payout_on] = days;
        let amounts = [*face, -*reserve, -*charges, *payout].map(written);
        row(RowKind::Entry, [format!("{debtor}\n{invoice}"), due_on, payout_on].into_iter().chain(amounts).collect())
    });
    let sum = |of: fn(&Sale) -> Minor| written(sales.iter().map(of).sum());
    let sums = [sum(|sale| sale.face), sum(|sale| -sale.reserve), sum(|sale| -sale.charges), sum(|sale| sale.payout)];
    let blank = String::new;
    let total = row(RowKind::Total, [TOTAL.to(reader).to_owned(), blank(), blank()].into_iter().chain(sums).collect());
    let of = |text: &Text, kind| (text.to(reader).to_owned(), kind);
    let (left, code) = (|text| of(text, ColumnKind::Text), |text| of(text, ColumnKind::Code));
    let right = |text: &Text| (text.to(reader).to_owned(), ColumnKind::Figure);
    let headers = [left(&SOLD), code(&DUE_ON), code(&PAYOUT_ON), right(&FACE), right(&RESERVE), right(&CHARGES), right(&PAYOUT)];
    let table = Table { summary: CLAIMS.to(reader).to_owned(), columns: columns(&headers), rows: entries.chain([total]).collect() };
    let facts = vec![
        fact(&SOLD_ON, reader, day(*sold_on, reader)),
        fact(&BY, reader, accepted_by.clone().unwrap_or_else(|| BY_ITSELF.to(reader).to_owned())),
        fact(&COUNT, reader, sales.len().to_string()),
    ];
    let note = Part::Paragraph(IN.with(reader, &[("currency", currency.code())]));
    let mut parts = vec![paragraph(&LEAD, reader), Part::Facts(facts), heading(&CLAIMS, reader), Part::Table(table), note];
    if let Some(debtors) = parties(debtors, reader) {
        parts.extend([heading(&DEBTORS, reader), debtors]);
    }
    (TITLE.to(reader).to_owned(), parts)
}
