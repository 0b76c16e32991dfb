//! What a company is told of a month.

use super::{AMOUNT, DEBTOR, INVOICE, columns, discount, heading, paragraph, row};
use crate::language::{Text, figure, month as named, short_day};
use sooner_application::papers::{
    facts::{Month, MonthEntry, MonthEvent, MonthFigure},
    paper::{ColumnKind, Part, RowKind, Table},
};
use sooner_domain::{facilities::terms::FacilityKind, kernel::language::Language};

pub(super) fn month(month: &Month, reader: Language) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Monthly statement {month}", de: "Monatsabrechnung {month}" };
    const NOTHING: Text = Text { en: "Nothing happened in this month.", de: "In diesem Monat gab es keine Vorgänge." };
    const KNOWN: Text = Text {
        en: "This statement holds what we had booked when it was made. What banks report later with a date in this month is in the balances of your next statement.",
        de: "Diese Abrechnung enthält, was bei ihrer Erstellung gebucht war. Was Banken später mit einem Datum dieses Monats melden, steht in den Salden Ihrer nächsten Abrechnung.",
    };
    const BALANCES: Text = Text { en: "Balances", de: "Salden" };
    const MOVEMENTS: Text = Text { en: "Movements", de: "Vorgänge" };
    let mut parts = vec![heading(&BALANCES, reader), Part::Table(balances(&BALANCES, month, reader)), heading(&MOVEMENTS, reader)];
    parts.push(if month.entries.is_empty() { paragraph(&NOTHING, reader) } else { Part::Table(movements(&MOVEMENTS, month, reader)) });
    parts.push(paragraph(&KNOWN, reader));
    (TITLE.with(reader, &[("month", &named(month.first, reader))]), parts)
}

fn balances(summary: &Text, Month { first, last, currency, figures, .. }: &Month, reader: Language) -> Table {
    const BALANCE: Text = Text { en: "Balance", de: "Saldo" };
    const AT_BEGIN: Text = Text { en: "Before {day} ({currency})", de: "Vor dem {day} ({currency})" };
    const AT_END: Text = Text { en: "After {day} ({currency})", de: "Nach dem {day} ({currency})" };
    let written = |amount| figure(amount, *currency, reader);
    let dated =
        |text: &Text, on| (text.with(reader, &[("day", &short_day(on, reader)), ("currency", currency.code())]), ColumnKind::Figure);
    let rows = figures.iter().map(|(figure, before, after)| {
        row(RowKind::Entry, vec![balance(*figure).to(reader).to_owned(), written(*before), written(*after)])
    });
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&[(BALANCE.to(reader).to_owned(), ColumnKind::Text), dated(&AT_BEGIN, *first), dated(&AT_END, *last)]),
        rows: rows.collect(),
    }
}

/// Day by day, each kind with its sum at the end.
fn movements(summary: &Text, Month { currency, entries, .. }: &Month, reader: Language) -> Table {
    const ON: Text = Text { en: "Date", de: "Datum" };
    const WHAT: Text = Text { en: "Movement", de: "Vorgang" };
    const SUMS: Text = Text { en: "Sums of the month", de: "Summen des Monats" };
    let written = |amount| figure(amount, *currency, reader);
    let blank = String::new;
    let called = |entry: &MonthEntry| event(entry.event, entry.kind).to(reader);
    let told = entries.iter().map(|entry| {
        let (invoice, debtor) = (entry.invoice.clone().unwrap_or_default(), entry.debtor.clone().unwrap_or_default());
        row(RowKind::Entry, vec![short_day(entry.on, reader), called(entry).to_owned(), invoice, debtor, written(entry.amount)])
    });
    let mut names: Vec<&str> = Vec::new();
    for name in entries.iter().map(called) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let sums = names.into_iter().map(|name| {
        let sum = entries.iter().filter(|entry| called(entry) == name).map(|entry| entry.amount).sum();
        row(RowKind::Subtotal, vec![name.to_owned(), blank(), blank(), blank(), written(sum)])
    });
    let heading = row(RowKind::Group, vec![SUMS.to(reader).to_owned(), blank(), blank(), blank(), blank()]);
    let of = |text: &Text, kind| (text.to(reader).to_owned(), kind);
    let (left, code) = (|text| of(text, ColumnKind::Text), |text| of(text, ColumnKind::Code));
    let amount = (AMOUNT.with(reader, &[("currency", currency.code())]), ColumnKind::Figure);
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&[code(&ON), left(&WHAT), left(&INVOICE), left(&DEBTOR), amount]),
        rows: told.chain([heading]).chain(sums).collect(),
    }
}

fn event(event: MonthEvent, kind: Option<FacilityKind>) -> &'static Text {
    match event {
        MonthEvent::Sold => &Text { en: "Invoice sold", de: "Rechnung verkauft" },
        MonthEvent::PaidOut => &Text { en: "Payout", de: "Auszahlung" },
        MonthEvent::PayoutReturned => &Text { en: "Returned payout, due again", de: "Zurückgekommene Auszahlung, wieder fällig" },
        MonthEvent::Received => &Text { en: "Payment from buyer", de: "Zahlung des Abnehmers" },
        MonthEvent::Credited => &Text { en: "Credit note or deduction", de: "Rechnungskorrektur oder Abzug" },
        MonthEvent::Fee => &Text { en: "Fees", de: "Gebühren" },
        MonthEvent::Discount => discount(kind),
        MonthEvent::LateCharge => &Text { en: "Late charge", de: "Zinsaufschlag nach Fälligkeit" },
        MonthEvent::Tax => &Text { en: "Tax on fees", de: "Steuer auf Gebühren" },
        MonthEvent::Released => &Text { en: "Reserve released", de: "Sicherheitseinbehalt freigegeben" },
        MonthEvent::OwedAtEnd => &Text { en: "Owed at the settlement", de: "Bei der Abrechnung geschuldet" },
        MonthEvent::SetOff => &Text { en: "Set-off", de: "Verrechnung" },
        MonthEvent::ChargedBack => &Text { en: "Charged back", de: "Rückbelastung" },
        MonthEvent::WrittenOff => &Text { en: "Written off", de: "Ausbuchung" },
        MonthEvent::Paid => &Text { en: "Your payment to us", de: "Ihre Zahlung an uns" },
        MonthEvent::GivenUp => &Text { en: "Debt waived", de: "Forderungsverzicht" },
    }
}

fn balance(figure: MonthFigure) -> &'static Text {
    match figure {
        MonthFigure::Open => &Text { en: "Open on invoices sold", de: "Offen auf verkaufte Rechnungen" },
        MonthFigure::Out => &Text { en: "Outstanding advance", de: "Ausstehender Vorschuss" },
        MonthFigure::Reserve => &Text { en: "Reserve", de: "Sicherheitseinbehalt" },
        MonthFigure::Payable => &Text { en: "We owe you", de: "Wir schulden Ihnen" },
        MonthFigure::Owed => &Text { en: "You owe us", de: "Sie schulden uns" },
    }
}
