//! When something may be done with what was sold, besides its status: by the terms it was sold under, and by its dates.

use super::{
    book::LossCause,
    cash_discount::{CashDiscount, granted},
};
use crate::kernel::calendar::LAST_DAY;
use crate::{
    facilities::terms::{FacilityKind, Terms},
    kernel::{coded::coded_enum, minor::Minor},
    payments::charges::may_be_charges,
};
use chrono::{Days, NaiveDate};

/// Why something cannot be done, or not yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unmet {
    #[error("never in a programme: the buyer promised to pay, and the supplier keeps what it got")]
    InProgramme,
    #[error("in a programme the house bears what is left, and this is more than banks keep of a payment")]
    RestTooLarge,
    #[error("the house bears a part of the loss")]
    Covered,
    #[error("not before {0}")]
    TooEarly(NaiveDate),
    #[error("not after the day it is due now")]
    NotLater,
    /// The last day that is possible.
    #[error("not after {0}")]
    TooFar(NaiveDate),
    /// A dispute over a part, lost, is a deduction.
    #[error("the dispute is not over all that is open")]
    OnlyPart,
}

/// A funded receivable that somebody wants to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpaid {
    /// As it stands, extended or not.
    pub due_on: NaiveDate,
    pub today: NaiveDate,
    /// How the last dispute ended, if there was one.
    pub dispute: Option<DisputeEnd>,
}

coded_enum!(
    /// How a dispute ended.
    DisputeEnd {
        /// The debtor owes what it owed.
        Won = "won",
        /// A part of what is open will not be paid: a deduction.
        PartlyLost = "partly_lost",
        /// Nothing of what is open will be paid.
        Lost = "lost",
        /// All of it was paid.
        Paid = "paid",
        /// It lasted until the receivable ended in another way: closed short, charged back, written off, or not sold.
        Closed = "closed",
    }
);

/// The first day on which an unpaid receivable may be charged back, or counts as a default.
pub fn recourse_from(terms: &Terms, due_on: NaiveDate) -> NaiveDate {
    let days = u64::try_from(terms.parts().recourse_after_days).unwrap_or_default();
    due_on.checked_add_days(Days::new(days)).unwrap_or(LAST_DAY)
}

/// Whether it goes back to the seller: at once when a dispute was lost, for then there was nothing to sell; else where the
/// house bears no part of a loss, once it is overdue long enough.
///
/// # Errors
/// `InProgramme`, `Covered`, `TooEarly`.
pub fn charge_back(terms: &Terms, unpaid: &Unpaid) -> Result<(), Unmet> {
    if terms.parts().kind == FacilityKind::ReverseFactoring {
        return Err(Unmet::InProgramme);
    }
    if unpaid.dispute == Some(DisputeEnd::Lost) {
        return Ok(());
    }
    if terms.parts().cover.basis_points() > 0 {
        return Err(Unmet::Covered);
    }
    overdue(terms, unpaid)
}

/// Whether the house gives up on it for this cause: on a default once it is one, on the rest at any time.
///
/// # Errors
/// `TooEarly`.
pub fn write_off(terms: &Terms, unpaid: &Unpaid, cause: LossCause) -> Result<(), Unmet> {
    match cause {
        LossCause::Insolvency | LossCause::Other => Ok(()),
        LossCause::Default => overdue(terms, unpaid),
    }
}

fn overdue(terms: &Terms, unpaid: &Unpaid) -> Result<(), Unmet> {
    let from = recourse_from(terms, unpaid.due_on);
    if unpaid.today >= from { Ok(()) } else { Err(Unmet::TooEarly(from)) }
}

/// Whether what is left of the face may be closed. In factoring it is a deduction from what the seller gets. In a programme the house
/// bears it, so that it can be no more than what banks keep of a payment, or what the house lets go by itself.
///
/// # Errors
/// `RestTooLarge`.
pub fn close_short(terms: &Terms, (face, open): (Minor, Minor), short_below: Option<Minor>) -> Result<(), Unmet> {
    let is_let_go = open < face && closes_by_itself(open, short_below);
    if may_be_charges(open, face) || is_let_go { Ok(()) } else { outside_programme(terms).map_err(|_| Unmet::RestTooLarge) }
}

/// Whether so little is left that it closes by itself. `short_below` is the house's, in the receivable's currency: the most
/// that may be left; without it nothing does.
pub fn closes_by_itself(open: Minor, short_below: Option<Minor>) -> bool {
    short_below.is_some_and(|most| open.is_positive() && open <= most)
}

/// Whether what is open is no more than a cash discount that the invoice grants on a payment of this value day: then it is paid. What
/// is owed is the face less what was credited. A programme's buyer promised all of it.
pub fn is_cash_discount(terms: &Terms, (owed, open): (Minor, Minor), discounts: &[CashDiscount], paid_on: NaiveDate) -> bool {
    let granted = granted(discounts, owed, paid_on);
    outside_programme(terms).is_ok() && open.is_positive() && granted.is_some_and(|granted| open <= granted)
}

/// Whether it was not sold in time: too few days are left from the payout to the day it is due.
pub fn lapses(terms: &Terms, payout_on: NaiveDate, due_on: NaiveDate) -> bool {
    (due_on - payout_on).num_days() < terms.parts().min_days
}

/// Whether the debtor gets more time. In a programme the buyer promised a day, and the discount was fixed for it.
///
/// # Errors
/// `InProgramme`, `NotLater`.
pub fn extend(terms: &Terms, due_on: NaiveDate, to: NaiveDate) -> Result<(), Unmet> {
    outside_programme(terms)?;
    if to > due_on { Ok(()) } else { Err(Unmet::NotLater) }
}

fn outside_programme(terms: &Terms) -> Result<(), Unmet> {
    match terms.parts().kind {
        FacilityKind::Factoring => Ok(()),
        FacilityKind::ReverseFactoring => Err(Unmet::InProgramme),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facilities::{
            examples::{factoring, programme, share},
            terms::Parts,
        },
        kernel::coded::Coded,
    };

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// Due on 18 February 2027; overdue for recourse 60 days later, on 19 April.
    fn unpaid(today: &str) -> Unpaid {
        Unpaid { due_on: day("2027-02-18"), today: day(today), dispute: None }
    }

    fn terms(parts: Parts) -> Terms {
        Terms::parse(parts).unwrap()
    }

    #[test]
    fn what_is_open_of_an_invoice_is_the_discount_it_grants_and_of_a_payable_never() {
        let granted = CashDiscount::to(day("2027-01-14"), 200, None).unwrap();
        let is_discount = |parts: Parts, open: i64, paid_on: &str| {
            is_cash_discount(&terms(parts), (Minor::new(100_000), Minor::new(open)), &[granted], day(paid_on))
        };
        for (open, paid_on, expected) in [
            (2_000, "2027-01-14", true),
            (1, "2027-01-01", true),
            (2_001, "2027-01-14", false),
            (2_000, "2027-01-15", false),
            (0, "2027-01-14", false),
        ] {
            assert_eq!(is_discount(factoring(), open, paid_on), expected, "{open} {paid_on}");
            assert!(!is_discount(programme(), open, paid_on), "its buyer promised all of it");
        }
    }

    #[test]
    fn what_is_unpaid_long_enough_goes_back_to_a_seller_who_bears_the_loss() {
        let terms = terms(factoring());
        assert_eq!(charge_back(&terms, &unpaid("2027-04-18")), Err(Unmet::TooEarly(day("2027-04-19"))));
        assert_eq!(charge_back(&terms, &unpaid("2027-04-19")), Ok(()));
        let extended = Unpaid { due_on: day("2027-02-19"), ..unpaid("2027-04-19") };
        assert_eq!(charge_back(&terms, &extended), Err(Unmet::TooEarly(day("2027-04-20"))));
    }

    #[test]
    fn what_the_house_bears_a_part_of_goes_back_only_when_a_dispute_was_lost() {
        let terms = terms(Parts { cover: share(1), ..factoring() });
        for end in [None, Some(DisputeEnd::Won), Some(DisputeEnd::PartlyLost), Some(DisputeEnd::Paid)] {
            let unpaid = Unpaid { dispute: end, ..unpaid("2028-01-01") };
            assert_eq!(charge_back(&terms, &unpaid), Err(Unmet::Covered), "{end:?}");
        }
        assert_eq!(charge_back(&terms, &Unpaid { dispute: Some(DisputeEnd::Lost), ..unpaid("2027-01-05") }), Ok(()));
    }

    #[test]
    fn a_programme_gives_nothing_back() {
        let terms = terms(programme());
        let lost = Unpaid { dispute: Some(DisputeEnd::Lost), ..unpaid("2028-01-01") };
        assert_eq!(charge_back(&terms, &lost), Err(Unmet::InProgramme));
        assert_eq!(extend(&terms, day("2027-02-18"), day("2027-03-18")), Err(Unmet::InProgramme));
    }

    #[test]
    fn a_programme_closes_what_banks_keep_of_a_payment_and_factoring_any_rest() {
        let (programme, factoring, whole) = (terms(programme()), terms(factoring()), Minor::new(1_000_000));
        for (open, in_programme) in [(1, Ok(())), (5_000, Ok(())), (5_001, Err(Unmet::RestTooLarge)), (1_000_000, Err(Unmet::RestTooLarge))]
        {
            assert_eq!(close_short(&programme, (whole, Minor::new(open)), None), in_programme, "{open}");
            assert_eq!(close_short(&factoring, (whole, Minor::new(open)), None), Ok(()), "{open}");
        }
        let small = Minor::new(10_000);
        assert_eq!(close_short(&programme, (small, small), Some(small)), Err(Unmet::RestTooLarge), "nothing was paid");
        let let_go = |open| close_short(&programme, (whole, Minor::new(open)), Some(small));
        assert_eq!((let_go(10_000), let_go(10_001)), (Ok(()), Err(Unmet::RestTooLarge)), "what closes by itself is closed by hand, too");
    }

    #[test]
    fn a_default_takes_its_time_and_every_other_cause_none() {
        for terms in [terms(factoring()), terms(Parts { cover: share(10_000), ..factoring() }), terms(programme())] {
            for cause in [LossCause::Insolvency, LossCause::Other] {
                assert_eq!(write_off(&terms, &unpaid("2027-01-05"), cause), Ok(()));
            }
            let early = write_off(&terms, &unpaid("2027-04-18"), LossCause::Default);
            assert_eq!(early, Err(Unmet::TooEarly(day("2027-04-19"))));
            assert_eq!(write_off(&terms, &unpaid("2027-04-19"), LossCause::Default), Ok(()));
        }
        assert_eq!(LossCause::ALL.len(), 3);
    }

    #[test]
    fn a_few_cents_close_by_themselves_where_the_house_says_so() {
        for (open, most, expected) in
            [(500, Some(500), true), (501, Some(500), false), (1, None, false), (0, Some(500), false), (1, Some(0), false)]
        {
            assert_eq!(closes_by_itself(Minor::new(open), most.map(Minor::new)), expected, "{open} of {most:?}");
        }
    }

    #[test]
    fn what_is_due_too_soon_lapses() {
        let terms = terms(Parts { min_days: 10, ..factoring() });
        assert!(!lapses(&terms, day("2027-02-08"), day("2027-02-18")));
        assert!(lapses(&terms, day("2027-02-09"), day("2027-02-18")));
    }

    #[test]
    fn more_time_ends_later() {
        let terms = terms(factoring());
        assert_eq!(extend(&terms, day("2027-02-18"), day("2027-02-18")), Err(Unmet::NotLater));
        assert_eq!(extend(&terms, day("2027-02-18"), day("2027-02-19")), Ok(()));
    }
}
