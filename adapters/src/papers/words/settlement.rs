//! What a seller is told of how an invoice ended: what was offered for it, what happened, and why this cent.

use super::{AMOUNT, DEBTOR, DUE_ON, FACE, INVOICE, columns, discount, fact, heading, paragraph, row, terms::percent, whereabouts};
use crate::language::{Text, amount, day, figure, short_day};
use sooner_application::papers::{
    facts::Settlement,
    paper::{ColumnKind, Part, RowKind, Table},
};
use sooner_domain::{
    facilities::terms::FacilityKind,
    kernel::{interest::YearlyRate, language::Language, minor::Minor, money::Currency},
    pricing::{
        offer::{Formula, Line, OfferLine},
        statement::{Cause, Difference},
    },
    receivables::book::{DeductionCause, Fact as Happened, MoneyFrom, Receipt},
};

const ITEM: Text = Text { en: "Item", de: "Position" };

pub(super) fn settlement(settlement: &Settlement, reader: Language) -> (String, Vec<Part>) {
    const TITLE: Text = Text { en: "Settlement of invoice {invoice}", de: "Abrechnung der Rechnung {invoice}" };
    const LEAD: Text = Text {
        en: "Nothing is open on this invoice any more. This is how we settled it: what we offered, what happened, and each difference between the two.",
        de: "Auf diese Rechnung ist nichts mehr offen. So haben wir sie abgerechnet: was wir angeboten haben, was geschehen ist, und jeder Unterschied zwischen beidem.",
    };
    const SOLD_ON: Text = Text { en: "Sold on", de: "Verkauft am" };
    const SETTLED_ON: Text = Text { en: "Settled on", de: "Abgerechnet am" };
    const OFFER: Text = Text { en: "What we offered", de: "Was wir angeboten haben" };
    const HAPPENED: Text = Text { en: "What happened", de: "Was geschehen ist" };
    const RESULT: Text = Text { en: "Result", de: "Ergebnis" };
    const PAID: Text = Text {
        en: "As of {day}. We pay this amount out with the next payout after that day, less what your company owes us.",
        de: "Stand {day}. Diesen Betrag zahlen wir mit der nächsten Auszahlung nach diesem Tag aus, abzüglich dessen, was Ihr Unternehmen uns schuldet.",
    };
    const KEPT: Text = Text {
        en: "As of {day}. We set this amount off against the payouts after that day.",
        de: "Stand {day}. Diesen Betrag verrechnen wir mit den Auszahlungen nach diesem Tag.",
    };
    let debtor = [Some(settlement.debtor.name.clone()), whereabouts(&settlement.debtor, reader)];
    let facts = vec![
        fact(&INVOICE, reader, settlement.invoice.clone()),
        fact(&DEBTOR, reader, debtor.into_iter().flatten().collect::<Vec<_>>().join("\n")),
        fact(&FACE, reader, amount(settlement.face, settlement.currency, reader)),
        fact(&SOLD_ON, reader, day(settlement.sold_on, reader)),
        fact(&DUE_ON, reader, day(settlement.due_on, reader)),
        fact(&SETTLED_ON, reader, day(settlement.settled_on, reader)),
    ];
    let mut parts = vec![paragraph(&LEAD, reader), Part::Facts(facts)];
    parts.extend([heading(&OFFER, reader), Part::Table(offer(&OFFER, settlement, reader))]);
    parts.extend([heading(&HAPPENED, reader), Part::Table(happened(&HAPPENED, settlement, reader))]);
    parts.extend([heading(&RESULT, reader), Part::Table(result(&RESULT, settlement, reader))]);
    if !settlement.result.is_zero() {
        let then = if settlement.result.is_negative() { &KEPT } else { &PAID };
        parts.push(Part::Paragraph(then.with(reader, &[("day", &day(settlement.settled_on, reader))])));
    }
    (TITLE.with(reader, &[("invoice", &settlement.invoice)]), parts)
}

fn amounts(currency: Currency, reader: Language) -> (String, ColumnKind) {
    (AMOUNT.with(reader, &[("currency", currency.code())]), ColumnKind::Figure)
}

/// Line by line, each with how it comes about.
fn offer(summary: &Text, Settlement { kind: sold_under, offer, currency, .. }: &Settlement, reader: Language) -> Table {
    const HOW: Text = Text { en: "How it comes about", de: "Berechnung" };
    let text = |text: &Text| (text.to(reader).to_owned(), ColumnKind::Text);
    let is_told = |line: &&Line| line.code != OfferLine::Cost && !line.amount.is_zero();
    let told = |line: &Line| {
        let kind = match line.code {
            OfferLine::Payout | OfferLine::Release => RowKind::Subtotal,
            _ => RowKind::Entry,
        };
        row(
            kind,
            vec![
                called(line.code, *sold_under).to(reader).to_owned(),
                formula(line, (offer, *currency), *sold_under, reader),
                figure(line.amount, *currency, reader),
            ],
        )
    };
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&[text(&ITEM), text(&HOW), amounts(*currency, reader)]),
        rows: offer.iter().filter(is_told).map(told).collect(),
    }
}

/// What a line of an offer is, as the client calls it.
fn called(line: OfferLine, kind: FacilityKind) -> &'static Text {
    match line {
        OfferLine::Face => &FACE,
        OfferLine::Advance => &Text { en: "Advance", de: "Vorschuss" },
        OfferLine::Reserve => &Text { en: "Reserve", de: "Sicherheitseinbehalt" },
        OfferLine::ServiceFee => &Text { en: "Service fee", de: "Factoringgebühr" },
        OfferLine::ServiceFeeTax => &Text { en: "Tax on the service fee", de: "Steuer auf die Factoringgebühr" },
        OfferLine::PayoutFee => &Text { en: "Payout fee", de: "Auszahlungsgebühr" },
        OfferLine::PayoutFeeTax => &Text { en: "Tax on the payout fee", de: "Steuer auf die Auszahlungsgebühr" },
        OfferLine::Discount => discount(Some(kind)),
        OfferLine::Payout => &Text { en: "Payout", de: "Auszahlung" },
        OfferLine::Release => &Text { en: "Release when your buyer pays", de: "Restauszahlung bei Zahlung Ihres Abnehmers" },
        OfferLine::Cost => &Text { en: "Cost", de: "Kosten" },
    }
}

/// How the amount of a line comes about. What is nothing is left out of a sum.
fn formula(line: &Line, (lines, currency): (&[Line], Currency), kind: FacilityKind, reader: Language) -> String {
    const INVOICE: Text = Text { en: "as on the invoice", de: "laut Rechnung" };
    const TERMS: Text = Text { en: "as in your terms", de: "laut Ihren Konditionen" };
    const SHARE: Text = Text { en: "{share} of {of}", de: "{share} von {of}" };
    const AT_LEAST: Text = Text {
        en: "the minimum of {minimum}, as {share} of {of} would be less",
        de: "mindestens {minimum}, da {share} von {of} weniger wären",
    };
    const TIME: Text = Text { en: "{of} × {days} days × {rate} ÷ {basis}", de: "{of} × {days} Tage × {rate} ÷ {basis}" };
    const DAY: Text = Text { en: "{of} × 1 day × {rate} ÷ {basis}", de: "{of} × 1 Tag × {rate} ÷ {basis}" };
    let money = |minor: Minor| amount(minor, currency, reader);
    let is_something = |code: &OfferLine| lines.iter().any(|line| line.code == *code && !line.amount.is_zero());
    let joined = |all: Vec<OfferLine>, sign: &str| all.into_iter().map(|code| called(code, kind).to(reader)).collect::<Vec<_>>().join(sign);
    match line.formula {
        Formula::Given => (if line.code == OfferLine::Face { &INVOICE } else { &TERMS }).to(reader).to_owned(),
        Formula::Share { of, share } => SHARE.with(reader, &[("share", &percent(share, reader)), ("of", &money(of))]),
        Formula::AtLeast { of, share, minimum } => {
            AT_LEAST.with(reader, &[("minimum", &money(minimum)), ("share", &percent(share, reader)), ("of", &money(of))])
        }
        Formula::Time { of, days, rate, count } => {
            let (days_told, basis) = (days.to_string(), count.basis().to_string());
            let values = [("of", money(of)), ("days", days_told), ("rate", yearly(rate, reader)), ("basis", basis)];
            let values = values.each_ref().map(|(name, value)| (*name, value.as_str()));
            (if days == 1 { &DAY } else { &TIME }).with(reader, &values)
        }
        Formula::Less { from, less } => joined([from].into_iter().chain(less.iter().copied().filter(is_something)).collect(), " − "),
        Formula::Sum { of } => joined(of.iter().copied().filter(is_something).collect(), " + "),
    }
}

fn yearly(rate: YearlyRate, reader: Language) -> String {
    super::terms::points(rate.basis_points().into(), reader)
}

/// Day by day, as it counts.
fn happened(summary: &Text, settlement: &Settlement, reader: Language) -> Table {
    const ON: Text = Text { en: "Date", de: "Datum" };
    const EVENT: Text = Text { en: "Event", de: "Vorgang" };
    const RECEIVED: Text = Text { en: "Payments received", de: "Zahlungseingänge" };
    const CREDIT: Text =
        Text { en: "Paid too much: the buyer’s credit, not yours", de: "Zu viel gezahlt: Guthaben Ihres Abnehmers, nicht Ihres" };
    let Settlement { happened, currency, debtor_credit, .. } = settlement;
    let told = happened.iter().filter_map(|fact| {
        let (what, amount) = event(fact, settlement.paid_out, reader)?;
        let amount = amount.map(|amount| figure(amount, *currency, reader)).unwrap_or_default();
        Some(row(RowKind::Entry, vec![short_day(fact.counts_from(), reader), what, amount]))
    });
    let money = happened.iter().filter_map(|fact| if let Happened::Received(receipt) = fact { Some(receipt.amount) } else { None });
    let sum = |kind, text: &Text, sum| row(kind, vec![text.to(reader).to_owned(), String::new(), figure(sum, *currency, reader)]);
    let received = sum(RowKind::Total, &RECEIVED, money.sum());
    let credit = (!debtor_credit.is_zero()).then(|| sum(RowKind::Subtotal, &CREDIT, *debtor_credit));
    let headers = [(ON.to(reader).to_owned(), ColumnKind::Code), (EVENT.to(reader).to_owned(), ColumnKind::Text)];
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&headers.into_iter().chain([amounts(*currency, reader)]).collect::<Vec<_>>()),
        rows: told.chain([received]).chain(credit).collect(),
    }
}

/// What it is, and of how much; none of what only the house does.
fn event(fact: &Happened, paid_out: Minor, reader: Language) -> Option<(String, Option<Minor>)> {
    const EXTENDED: Text = Text { en: "Due date extended to {day}", de: "Fälligkeit auf den {day} verschoben" };
    const TAKEN_BACK: Text = Text { en: "{payment}, taken back", de: "{payment}, zurückgenommen" };
    let (text, amount) = match *fact {
        Happened::Funded { .. } => return None,
        Happened::Extended { due_on, .. } => return Some((EXTENDED.with(reader, &[("day", &short_day(due_on, reader))]), None)),
        Happened::Received(Receipt { amount, from, .. }) if amount.is_negative() => {
            return Some((TAKEN_BACK.with(reader, &[("payment", paid_by(from).to(reader))]), Some(amount)));
        }
        Happened::Received(Receipt { amount, from, .. }) => (paid_by(from), Some(amount)),
        Happened::Executed { .. } => (&Text { en: "Payout executed", de: "Auszahlung ausgeführt" }, Some(paid_out)),
        Happened::Returned { .. } => (&Text { en: "Payout returned", de: "Auszahlung zurückgekommen" }, Some(paid_out)),
        Happened::Credited { amount, .. } => (&Text { en: "Credit note", de: "Rechnungskorrektur" }, Some(amount)),
        Happened::Deducted { amount, cause: DeductionCause::CashDiscount, .. } => {
            (&Text { en: "Cash discount taken by your buyer", de: "Skonto Ihres Abnehmers" }, Some(amount))
        }
        Happened::Deducted { amount, cause: DeductionCause::Dispute, .. } => {
            (&Text { en: "Deduction by your buyer", de: "Abzug Ihres Abnehmers" }, Some(amount))
        }
        Happened::PaidToSeller { amount, .. } => {
            (&Text { en: "Your buyer paid you instead of us", de: "Ihr Abnehmer zahlte an Sie statt an uns" }, Some(amount))
        }
        Happened::ClosedShort { .. } => (&Text { en: "Settled with shortfall", de: "Mit Fehlbetrag abgerechnet" }, None),
        Happened::ChargedBack { .. } => (&Text { en: "Charged back", de: "Rückbelastung" }, None),
        Happened::WrittenOff { .. } => (&Text { en: "Written off", de: "Ausbuchung" }, None),
        Happened::Rejected { .. } => (&Text { en: "Declined", de: "Abgelehnt" }, None),
    };
    Some((text.to(reader).to_owned(), amount))
}

fn paid_by(from: MoneyFrom) -> &'static Text {
    match from {
        MoneyFrom::Debtor | MoneyFrom::Suspense => &Text { en: "Payment by your buyer", de: "Zahlung Ihres Abnehmers" },
        MoneyFrom::DebtorCredit => &Text { en: "Your buyer’s credit, used for it", de: "Guthaben Ihres Abnehmers, verrechnet" },
        MoneyFrom::Seller | MoneyFrom::SellerSuspense => &Text { en: "Payment by you", de: "Zahlung von Ihnen" },
        MoneyFrom::SetOff => &Text { en: "Set off against what we owed you", de: "Verrechnung mit dem, was wir Ihnen schuldeten" },
    }
}

/// From the release that was offered to what came of it, each difference with its cause.
fn result(summary: &Text, settlement: &Settlement, reader: Language) -> Table {
    const OFFERED: Text = Text { en: "Release as offered", de: "Restauszahlung laut Angebot" };
    const WE_PAY: Text = Text { en: "We owe you", de: "Wir schulden Ihnen" };
    const YOU_OWE: Text = Text { en: "You owe us", de: "Sie schulden uns" };
    let written = |amount| figure(amount, settlement.currency, reader);
    let offered = row(RowKind::Entry, vec![OFFERED.to(reader).to_owned(), written(settlement.offered)]);
    let causes =
        settlement.differences.iter().map(|difference| row(RowKind::Entry, vec![cause(difference, reader), written(difference.amount)]));
    let owes = settlement.result.is_negative();
    let what = if owes { &YOU_OWE } else { &WE_PAY };
    let total = if owes { -settlement.result } else { settlement.result };
    let total = row(RowKind::Total, vec![what.to(reader).to_owned(), written(total)]);
    Table {
        summary: summary.to(reader).to_owned(),
        columns: columns(&[(ITEM.to(reader).to_owned(), ColumnKind::Text), amounts(settlement.currency, reader)]),
        rows: [offered].into_iter().chain(causes).chain([total]).collect(),
    }
}

/// Why it is more or less than was offered.
fn cause(Difference { cause, .. }: &Difference, reader: Language) -> String {
    const EXECUTED: Text =
        Text { en: "Payout executed on {on} instead of {planned}", de: "Auszahlung am {on} statt am {planned} ausgeführt" };
    const EXTENDED: Text = Text { en: "Due date extended from {from} to {to}", de: "Fälligkeit vom {from} auf den {to} verschoben" };
    const PAID: Text = Text {
        en: "Paid on other days than the due date: the last on {on} instead of {due}",
        de: "Nicht am Fälligkeitstag bezahlt: zuletzt am {on} statt am {due}",
    };
    const PAID_AND_CLOSED: Text = Text {
        en: "Paid on other days than the due date, {due}: the last on {on}, counted until {until}",
        de: "Nicht am Fälligkeitstag ({due}) bezahlt: zuletzt am {on}, berechnet bis {until}",
    };
    const CLOSED: Text = Text {
        en: "Closed without a payment: counted until {until} instead of {due}",
        de: "Ohne Zahlung abgeschlossen: berechnet bis {until} statt bis {due}",
    };
    const LATE: Text =
        Text { en: "Late charge: {rate} a year from {from}", de: "Zinsaufschlag nach Fälligkeit: {rate} im Jahr ab {from}" };
    const CREDITED: Text = Text { en: "Credit notes", de: "Rechnungskorrekturen" };
    const DEDUCTED: Text = Text { en: "Deductions", de: "Abzüge" };
    const CHARGED_BACK: Text = Text { en: "Charged back", de: "Rückbelastung" };
    const NOT_COVERED: Text = Text { en: "Written off and not covered", de: "Ausgebucht und nicht vom Ausfallschutz gedeckt" };
    let written = |on| short_day(on, reader);
    match *cause {
        Cause::Executed { planned, on } => EXECUTED.with(reader, &[("on", &written(on)), ("planned", &written(planned))]),
        Cause::Extended { from, to } => EXTENDED.with(reader, &[("from", &written(from)), ("to", &written(to))]),
        Cause::Late { from, rate } => LATE.with(reader, &[("from", &written(from)), ("rate", &yearly(rate, reader))]),
        Cause::Paid { due_on, paid_on: Some(on), ended_on } => {
            let text = if on == ended_on { &PAID } else { &PAID_AND_CLOSED };
            text.with(reader, &[("on", &written(on)), ("due", &written(due_on)), ("until", &written(ended_on))])
        }
        Cause::Paid { due_on, paid_on: None, ended_on } => CLOSED.with(reader, &[("until", &written(ended_on)), ("due", &written(due_on))]),
        Cause::Credited => CREDITED.to(reader).to_owned(),
        Cause::Deducted => DEDUCTED.to(reader).to_owned(),
        Cause::ChargedBack => CHARGED_BACK.to(reader).to_owned(),
        Cause::NotCovered => NOT_COVERED.to(reader).to_owned(),
    }
}
