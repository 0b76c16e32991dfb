//! What any terms would come to: the same code that runs the book, on events that are only thought of. It asks for no
//! life cycle: what happens when is up to whoever asks.

use super::book::{Basis, Book, BookStatus, Fact, LateCharge, LossCause, MoneyFrom, Parties, Posted, Receipt, Refused};
use crate::{
    facilities::terms::{DiscountTiming, Terms},
    kernel::{
        coded::{Coded, coded_enum},
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
    },
    pricing::{
        offer::Offer,
        price::{Case, NoOffer},
        settlement::Settlement,
        statement::Difference,
    },
};
use chrono::{NaiveDate, TimeDelta};
use uuid::Uuid;

coded_enum!(
    /// What comes in a quote, in the order in which it counts on one day.
    QuoteEventKind {
        CreditNote = "credit_note",
        Receipt = "receipt",
    }
);

/// Something that comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuoteEvent {
    pub on: NaiveDate,
    pub kind: QuoteEventKind,
    /// In minor units.
    pub amount: Minor,
}

coded_enum!(
    /// How what is open is closed, without its cause.
    CloseKind {
        Short = "short",
        ChargeBack = "charge_back",
        WriteOff = "write_off",
    }
);

/// How what is open then is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseAs {
    Short,
    ChargeBack,
    WriteOff(LossCause),
}

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuoteRequest {
    pub terms: Terms,
    /// The payout is carried out on its day.
    pub case: Case,
    pub events: Vec<QuoteEvent>,
    /// After the events of its day. Where nothing is open then, nothing is closed.
    pub close: Option<(NaiveDate, CloseAs)>,
}

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub offer: Offer,
    /// None while something is open.
    pub settled: Option<Settled>,
    /// The entries, but for the payout's own.
    pub entries: Vec<Posted>,
}

/// How it ended, and why the seller does not get what was offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settled {
    pub settlement: Settlement,
    pub differences: Vec<Difference>,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuoteRefused {
    NoOffer(NoOffer),
    /// This one's day is too far from the payout.
    TooFar(QuotePart),
    /// In a programme there are no credit notes, and nothing is closed.
    NotInProgramme(QuotePart),
    /// What cannot be, and why.
    Fact(QuotePart, Refused),
}

/// A part of what is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuotePart {
    Payout,
    /// The due date.
    Due,
    /// Which one, counted from zero as they were given.
    Event(usize),
    Close,
}

/// Either side of the payout: for so long figures are exact.
pub const MAX_YEARS: i64 = Terms::LONGEST_DAYS / 365;

/// Prices a receivable, and settles it with what comes. Events on one day may be given in any order.
///
/// # Errors
/// Why there is no answer.
pub fn quote(request: &QuoteRequest) -> Result<Quote, QuoteRefused> {
    let QuoteRequest { terms, case, events, close } = request;
    let is_near = |on: NaiveDate| (on - case.payout_on).abs() <= TimeDelta::days(Terms::LONGEST_DAYS);
    let of_events = events.iter().enumerate().map(|(place, event)| (QuotePart::Event(place), event.on));
    let of_close = close.map(|(on, _)| (QuotePart::Close, on));
    if let Some((part, _)) = [(QuotePart::Due, case.due_on)].into_iter().chain(of_events).chain(of_close).find(|(_, on)| !is_near(*on)) {
        return Err(QuoteRefused::TooFar(part));
    }
    let credit_note = events.iter().position(|event| event.kind == QuoteEventKind::CreditNote).map(QuotePart::Event);
    if let Some(part) = credit_note.or(close.map(|_| QuotePart::Close)).filter(|_| terms.timing() == DiscountTiming::InAdvance) {
        return Err(QuoteRefused::NotInProgramme(part));
    }
    let offer = Offer::of(None, *terms, *case).map_err(QuoteRefused::NoOffer)?;
    let mut book = Book::open(Basis::of(nobody(), *terms, *case).map_err(QuoteRefused::NoOffer)?);
    let entries = run(&mut book, request)?;
    let settled = book.settlement().zip(book.differences());
    let settled = settled.map(|(settlement, differences)| Settled { settlement, differences });
    Ok(Quote { offer, settled, entries })
}

fn run(book: &mut Book, request: &QuoteRequest) -> Result<Vec<Posted>, QuoteRefused> {
    let mut entries = Vec::new();
    for (part, fact) in facts(request) {
        // Where nothing is open, nothing is closed.
        if part != QuotePart::Close || (book.state().status == BookStatus::Funded && book.state().open.is_positive()) {
            entries.extend(book.record(fact).map_err(|refused| QuoteRefused::Fact(part, refused))?);
        }
    }
    Ok(entries)
}

/// In the order in which they count. The book knows what to do with what came before the payout.
fn facts(QuoteRequest { case, events, close, .. }: &QuoteRequest) -> Vec<(QuotePart, Fact)> {
    let mut later: Vec<(NaiveDate, usize, QuotePart, Fact)> = Vec::new();
    for (place, event) in events.iter().enumerate() {
        later.push((event.on, event.kind as usize, QuotePart::Event(place), fact(event)));
    }
    if let Some((on, how)) = *close {
        let fact = match how {
            CloseAs::Short => Fact::ClosedShort { on },
            CloseAs::ChargeBack => Fact::ChargedBack { on },
            CloseAs::WriteOff(cause) => Fact::WrittenOff { on, cause, late: LateCharge::Claimed },
        };
        later.push((on, QuoteEventKind::ALL.len(), QuotePart::Close, fact));
    }
    later.sort_by_key(|(on, rank, ..)| (*on, *rank));
    let on = case.payout_on;
    let payout = [Fact::Funded { on }, Fact::Executed { on }].map(|fact| (QuotePart::Payout, fact));
    payout.into_iter().chain(later.into_iter().map(|(_, _, part, fact)| (part, fact))).collect()
}

fn fact(event: &QuoteEvent) -> Fact {
    let QuoteEvent { on, kind, amount } = *event;
    match kind {
        QuoteEventKind::CreditNote => Fact::Credited { on, booked_on: on, amount },
        QuoteEventKind::Receipt => Fact::Received(Receipt { value_on: on, booked_on: on, amount, from: MoneyFrom::Debtor }),
    }
}

/// A quote is nobody's.
fn nobody() -> Parties {
    let company = CompanyId(Uuid::nil());
    Parties { receivable: ReceivableId(Uuid::nil()), seller: company, debtor: DebtorId(Uuid::nil()), holder: company }
}

#[cfg(test)]
mod tests;
