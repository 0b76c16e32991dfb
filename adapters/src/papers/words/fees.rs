//! What a company is told of the fees with tax that it was charged.

use super::{AMOUNT, DEBTOR, INVOICE, TOTAL, columns, fact, heading, is_vat_id, paragraph, row, terms::percent};
use crate::language::{Text, amount, day, figure, month as named, short_day};
use sooner_application::papers::{
    facts::{Cover, Fees},
    paper::{ColumnKind, Part, RowKind, Table},
};
use sooner_domain::{
    kernel::language::Language,
    receivables::fee_invoice::{ChargedFor, FeeLine, FeeSum, by_rate},
};

pub(super) fn fees(fees: &Fees, cover: &Cover) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Invoice {number}", de: "Rechnung {number}" };
    const CORRECTION: Text = Text { en: "Credit note {number}", de: "Rechnungskorrektur {number}" };
    const LEAD: Text = Text {
        en: "We charged your company the fees below. We have already taken them from your payouts and settlements: there is nothing to pay.",
        de: "Wir haben Ihrem Unternehmen die folgenden Gebühren berechnet. Sie sind mit Ihren Auszahlungen und Abrechnungen bereits verrechnet: Es ist nichts zu zahlen.",
    };
    const TAKEN_BACK: Text = Text {
        en: "We took back the fees below. The amount is already part of your settlements.",
        de: "Wir haben die folgenden Gebühren zurückgenommen. Der Betrag ist in Ihren Abrechnungen bereits enthalten.",
    };
    const NUMBER: Text = Text { en: "Invoice number", de: "Rechnungsnummer" };
    const ON: Text = Text { en: "Invoice date", de: "Rechnungsdatum" };
    const FOR: Text = Text { en: "Month of service", de: "Leistungsmonat" };
    const TAX_NUMBER: Text = Text { en: "Our tax number", de: "Unsere Steuernummer" };
    const VAT_ID: Text = Text { en: "Our VAT ID", de: "Unsere USt-IdNr." };
    const GROSS: Text = Text { en: "Total with tax", de: "Gesamtbetrag" };
    const CHARGED: Text = Text { en: "Fees", de: "Gebühren" };
    const TAX: Text = Text { en: "Tax", de: "Steuer" };
    const ROUNDED: Text = Text {
        en: "Tax is rounded to the cent fee by fee. What is dated in an earlier month was booked after that month’s invoice.",
        de: "Die Steuer ist je Gebühr auf den Cent gerundet. Was ein Datum aus einem früheren Monat trägt, wurde nach dessen Rechnung gebucht.",
    };
    let reader = cover.language;
    let number = fees.number.to_string();
    let sum = FeeSum::of(&fees.lines);
    let is_taken_back = sum.gross().is_negative();
    let (title, lead) = if is_taken_back { (&CORRECTION, &TAKEN_BACK) } else { (&TITLE, &LEAD) };
    let facts = vec![
        fact(&NUMBER, reader, number.clone()),
        fact(&ON, reader, day(cover.on, reader)),
        fact(&FOR, reader, named(fees.month, reader)),
        fact(if is_vat_id(&fees.tax_number) { &VAT_ID } else { &TAX_NUMBER }, reader, fees.tax_number.clone()),
        fact(&GROSS, reader, amount(sum.gross(), fees.currency, reader)),
    ];
    let parts = vec![
        paragraph(lead, reader),
        Part::Facts(facts),
        heading(&CHARGED, reader),
        Part::Table(lines(&CHARGED, fees, reader)),
        heading(&TAX, reader),
        Part::Table(rates(&TAX, fees, reader)),
        paragraph(&ROUNDED, reader),
    ];
    (title.with(reader, &[("number", &number)]), parts)
}

fn lines(summary: &Text, Fees { currency, lines, .. }: &Fees, reader: Language) -> Table {
    const ON: Text = Text { en: "Date", de: "Datum" };
    const WHAT: Text = Text { en: "Fee", de: "Gebühr" };
    let of = |text: &Text, kind| (text.to(reader).to_owned(), kind);
    let (left, code) = (|text| of(text, ColumnKind::Text), |text| of(text, ColumnKind::Code));
    let right = |text: &Text| (text.with(reader, &[("currency", currency.code())]), ColumnKind::Figure);
    let written = |amount| figure(amount, *currency, reader);
    let told = lines.iter().map(|FeeLine { on, invoice, debtor, charged_for, net, .. }| {
        let what = charged(*charged_for).to(reader).to_owned();
        row(RowKind::Entry, vec![short_day(*on, reader), what, invoice.clone(), debtor.clone(), written(*net)])
    });
    let blank = String::new;
    let total = row(RowKind::Total, vec![NET.to(reader).to_owned(), blank(), blank(), blank(), written(FeeSum::of(lines).net)]);
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&[code(&ON), left(&WHAT), left(&INVOICE), left(&DEBTOR), right(&AMOUNT)]),
        rows: told.chain([total]).collect(),
    }
}

const NET: Text = Text { en: "Net total", de: "Nettosumme" };

fn rates(summary: &Text, Fees { currency, lines, .. }: &Fees, reader: Language) -> Table {
    const RATE: Text = Text { en: "Rate", de: "Steuersatz" };
    const NET: Text = Text { en: "Net\u{a0}({currency})", de: "Netto\u{a0}({currency})" };
    const TAX: Text = Text { en: "Tax\u{a0}({currency})", de: "Steuer\u{a0}({currency})" };
    const GROSS: Text = Text { en: "Gross\u{a0}({currency})", de: "Brutto\u{a0}({currency})" };
    let right = |text: &Text| (text.with(reader, &[("currency", currency.code())]), ColumnKind::Figure);
    let written = |sum: FeeSum| [sum.net, sum.tax, sum.gross()].map(|amount| figure(amount, *currency, reader));
    let told = by_rate(lines)
        .into_iter()
        .map(|(rate, sum)| row(RowKind::Entry, [percent(rate, reader)].into_iter().chain(written(sum)).collect()));
    let total = [TOTAL.to(reader).to_owned()].into_iter().chain(written(FeeSum::of(lines)));
    let total = row(RowKind::Total, total.collect());
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&[(RATE.to(reader).to_owned(), ColumnKind::Text), right(&NET), right(&TAX), right(&GROSS)]),
        rows: told.chain([total]).collect(),
    }
}

fn charged(charged_for: ChargedFor) -> &'static Text {
    match charged_for {
        ChargedFor::Service => &Text { en: "Service fee", de: "Factoringgebühr" },
        ChargedFor::Payout => &Text { en: "Payout fee", de: "Auszahlungsgebühr" },
        ChargedFor::Both => &Text { en: "Service and payout fee", de: "Factoring- und Auszahlungsgebühr" },
    }
}
