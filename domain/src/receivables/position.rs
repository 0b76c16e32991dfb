//! What a sold receivable has in use of the limits, and what is left of it: read off its book.

use super::book::{Book, BookStatus, Fact};
use crate::{
    facilities::exposure::InUse,
    kernel::{
        coded::coded_enum,
        ids::{FactId, ReceivableId, UserId},
        minor::Minor,
    },
};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// A fact as it is kept: the journal entries that it made name it as their cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recorded {
    pub id: FactId,
    pub receivable: ReceivableId,
    pub fact: Fact,
    /// The receipt or the payout that it came of.
    pub cause: Option<Uuid>,
    /// None where it came by itself.
    pub by: Option<UserId>,
    pub at: DateTime<Utc>,
}

coded_enum!(
    /// A figure of a [`Position`].
    PositionFigure {
        Open = "open",
        Out = "out",
        Diluted = "diluted",
        WithSeller = "with_seller",
    }
);

/// What is left of a receivable, in minor units of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Of the face: neither paid, credited, deducted, charged back nor written off.
    pub open: Minor,
    /// Of the advance: not come back.
    pub out: Minor,
    /// Credited or deducted.
    pub diluted: Minor,
    /// Of what is open: what the debtor paid to the seller.
    pub with_seller: Minor,
}

impl Position {
    /// Each of them by what it is called.
    pub fn figures(self) -> [(PositionFigure, Minor); 4] {
        let Self { open, out, diluted, with_seller } = self;
        [
            (PositionFigure::Open, open),
            (PositionFigure::Out, out),
            (PositionFigure::Diluted, diluted),
            (PositionFigure::WithSeller, with_seller),
        ]
    }

    pub fn of(book: &Book) -> Self {
        let state = book.state();
        Self {
            open: if state.status.is_live() { state.unpaid() } else { Minor::ZERO },
            out: state.out(book.basis()),
            diluted: state.credited + state.deducted,
            with_seller: state.with_seller(),
        }
    }
}

/// What it has in use, but for what its seller owes, which the ledger knows: from the acceptance on what is going to be out.
pub fn in_use(book: &Book) -> InUse {
    let state = book.state();
    let out = match state.status {
        BookStatus::Accepted => book.basis().price().components().advance,
        _ => state.out(book.basis()),
    };
    InUse { facility: out, concentration: out, debtor: Position::of(book).open }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facilities::{examples::factoring, terms::Terms},
        kernel::ids::{CompanyId, DebtorId},
        pricing::price::Case,
        receivables::book::{Basis, MoneyFrom, Overpayment, Parties, Receipt},
    };
    use chrono::NaiveDate;

    fn day(number: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 1, number).unwrap()
    }

    fn accepted() -> Book {
        let (id, company) = (Uuid::nil(), CompanyId(Uuid::nil()));
        let parties = Parties { receivable: ReceivableId(id), seller: company, debtor: DebtorId(id), holder: company };
        let case = Case { face: Minor::new(1_000), certain: Minor::new(1_000), payout_on: day(4), due_on: day(29) };
        Book::open(Basis::of(parties, Terms::parse(factoring()).unwrap(), case).unwrap())
    }

    #[test]
    fn what_is_accepted_counts_like_what_is_out() {
        let mut book = accepted();
        let whole = InUse { facility: Minor::new(800), concentration: Minor::new(800), debtor: Minor::new(1_000) };
        assert_eq!((in_use(&book), Position::of(&book).out), (whole, Minor::ZERO));
        book.record(Fact::Funded { on: day(4) }).unwrap();
        assert_eq!((in_use(&book), Position::of(&book).out), (whole, Minor::new(800)));
    }

    #[test]
    fn what_is_paid_is_no_longer_in_use_and_nothing_is_at_the_end() {
        let mut book = accepted();
        let receipt =
            |amount| Fact::Received(Receipt { value_on: day(9), booked_on: day(9), amount: Minor::new(amount), from: MoneyFrom::Debtor });
        for fact in [Fact::Funded { on: day(4) }, Fact::Executed { on: day(4) }, receipt(300)] {
            book.record(fact).unwrap();
        }
        assert_eq!(in_use(&book), InUse { facility: Minor::new(500), concentration: Minor::new(500), debtor: Minor::new(700) });
        book.record(Fact::Credited { on: day(9), booked_on: day(9), amount: Minor::new(100) }).unwrap();
        assert_eq!(
            Position::of(&book),
            Position { open: Minor::new(600), out: Minor::new(500), diluted: Minor::new(100), ..Position::default() }
        );
        book.record(receipt(600)).unwrap();
        assert_eq!(in_use(&book), InUse::default());
        assert_eq!(Position::of(&book), Position { diluted: Minor::new(100), ..Position::default() });
    }

    #[test]
    fn what_came_before_the_funding_is_not_open() {
        let mut book = accepted();
        let early = Receipt { value_on: day(2), booked_on: day(2), amount: Minor::new(300), from: MoneyFrom::Debtor };
        book.record(Fact::Received(early)).unwrap();
        assert_eq!((Position::of(&book).open, in_use(&book).debtor), (Minor::new(700), Minor::new(700)));
        book.record(Fact::Received(Receipt { amount: Minor::new(800), ..early })).unwrap();
        assert_eq!(Position::of(&book).open, Minor::ZERO);
        book.record(Fact::Funded { on: day(4) }).unwrap();
        assert_eq!(Position::of(&book), Position::default());
    }

    #[test]
    fn what_was_rejected_has_nothing_in_use() {
        let mut book = accepted();
        book.record(Fact::Rejected { on: day(5), overpayment: Overpayment::Credited }).unwrap();
        assert_eq!((in_use(&book), Position::of(&book)), (InUse::default(), Position::default()));
    }
}
