//! What it means that a receivable was not paid in time, and what comes of it.

use super::{Book, BookStatus, Fact};
use crate::{
    facilities::terms::DiscountTiming,
    kernel::{interest::YearlyRate, minor::Minor},
    receivables::conditions::{self, DisputeEnd, Unmet, Unpaid},
};
use chrono::NaiveDate;

/// What becomes of it if it is not paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// From this day it may go back to the seller, who would then owe as much, were nothing paid before.
    ChargeBack { from: NaiveDate, seller_owes: Minor },
    /// From this day it counts as a default: the house bears its share of the loss.
    Default { from: NaiveDate },
}

/// How late it is, and what that costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lateness {
    /// Since the day it was due.
    pub days: i64,
    /// The first day that counts for the late charge: the day it was due, and the days of grace.
    pub late_from: NaiveDate,
    pub late_rate: YearlyRate,
    /// The late charge so far, as if all of it were paid today. In factoring the seller bears it, in a programme the buyer.
    pub late: Minor,
    /// The discount since the day it was due, so far, as if all of it were paid today: the seller bears it. Nothing where it was taken
    /// at once.
    pub discount: Minor,
    /// What one more day costs the same one, discount included where it goes on.
    pub per_day: Minor,
    /// What the seller gets beyond the payout, were all of it paid today; below zero it owes as much.
    pub release: Minor,
    pub remedy: Remedy,
}

impl Book {
    /// How late it is today. None before it is overdue, before it was paid out, and at its end. `dispute`: how the last one
    /// ended, if there was one.
    pub fn lateness(&self, today: NaiveDate, dispute: Option<DisputeEnd>) -> Option<Lateness> {
        let (terms, due_on) = (&self.basis.terms, self.state.due_on);
        let days = (today - due_on).num_days();
        let (discount, late) = self.accrued(today).filter(|_| days > 0 && self.state.status == BookStatus::Funded)?;
        let (more_discount, more_late) = self.accrued(today.succ_opt()?)?;
        let (until_due, _) = self.accrued(due_on)?;
        let (since_due, further) = match terms.timing() {
            DiscountTiming::InArrears => (discount - until_due, more_discount - discount),
            DiscountTiming::InAdvance => (Minor::ZERO, Minor::ZERO),
        };
        let late_from = self.state.course(&self.basis)?.late_from();
        let release = self.coming(today, None)?.at_end.amount;
        let remedy = self.remedy(&Unpaid { due_on, today, dispute });
        let (late_rate, per_day) = (terms.parts().late_rate, further + more_late - late);
        Some(Lateness { days, late_from, late_rate, late, discount: since_due, per_day, release, remedy })
    }

    fn remedy(&self, unpaid: &Unpaid) -> Remedy {
        let terms = &self.basis.terms;
        let from = match conditions::charge_back(terms, unpaid) {
            Ok(()) => unpaid.today,
            Err(Unmet::TooEarly(from)) => from,
            Err(_) => return Remedy::Default { from: conditions::recourse_from(terms, unpaid.due_on) },
        };
        let seller_owes = self.ended_by(Fact::ChargedBack { on: from }).map_or(Minor::ZERO, |settlement| settlement.seller_owes);
        Remedy::ChargeBack { from, seller_owes }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            Basis, MoneyFrom, Receipt,
            tests::{day, parties},
        },
        *,
    };
    use crate::{
        facilities::{
            examples::{factoring, programme, rate, share},
            terms::{Parts, Terms},
        },
        pricing::price::Case,
    };

    fn funded(parts: Parts) -> Book {
        let case = Case { face: Minor::new(1_000_000), certain: Minor::new(1_000_000), payout_on: day(0), due_on: day(45) };
        let mut book = Book::open(Basis::of(parties(), Terms::parse(parts).unwrap(), case).unwrap());
        book.record(Fact::Funded { on: day(0) }).unwrap();
        book.record(Fact::Executed { on: day(0) }).unwrap();
        book
    }

    /// Vector 1 of the rules with grace 5 and a late charge of 6 %.
    fn late_terms() -> Parts {
        Parts { grace_days: 5, late_rate: rate(600), ..factoring() }
    }

    #[test]
    fn what_is_told_is_what_is_charged() {
        let book = funded(late_terms());
        assert_eq!(book.lateness(day(45), None), None, "due today");
        let told = book.lateness(day(75), None).unwrap();
        assert_eq!((told.days, told.late_from, told.late.get(), told.release.get()), (30, day(50), 3_333, 161_667));
        let offered = book.basis().price().components().release;
        assert_eq!(offered - told.discount - told.late, told.release, "the lines add up");
        assert_eq!(told.discount.get(), 8_000, "30 days of 800,000 at 12 % a year");
        assert_eq!(told.remedy, Remedy::ChargeBack { from: day(105), seller_owes: Minor::new(850_333) });
        let settled = |on: i64, fact: Fact| {
            let settlement = book.ended_by(fact).unwrap();
            (on, settlement.late.get(), settlement.to_seller.get(), settlement.seller_owes.get())
        };
        let paid =
            |on| Fact::Received(Receipt { value_on: day(on), booked_on: day(on), amount: Minor::new(1_000_000), from: MoneyFrom::Debtor });
        assert_eq!(settled(75, paid(75)), (75, 3_333, 161_667, 0));
        let (_, _, tomorrow, _) = settled(76, paid(76));
        assert_eq!(told.per_day.get(), 161_667 - tomorrow);
        assert_eq!(settled(105, Fact::ChargedBack { on: day(105) }).3, 850_333);
    }

    #[test]
    fn within_the_days_of_grace_only_the_discount_goes_on() {
        let told = funded(late_terms()).lateness(day(46), None).unwrap();
        assert_eq!((told.days, told.late.get(), told.per_day.get()), (1, 0, 266), "122.67 after 46 days, 125.33 after 47");
    }

    #[test]
    fn once_it_may_be_charged_back_it_is_today() {
        let told = funded(late_terms()).lateness(day(110), None).unwrap();
        let Remedy::ChargeBack { from, seller_owes } = told.remedy else { panic!("{told:?}") };
        assert_eq!(from, day(110));
        assert!(seller_owes > Minor::new(850_333), "{seller_owes:?}");
    }

    #[test]
    fn what_the_house_covers_becomes_a_default() {
        let told = funded(Parts { cover: share(8_000), ..late_terms() }).lateness(day(46), None).unwrap();
        assert_eq!(told.remedy, Remedy::Default { from: day(105) });
        let lost = funded(Parts { cover: share(8_000), ..late_terms() }).lateness(day(46), Some(DisputeEnd::Lost)).unwrap();
        assert!(matches!(lost.remedy, Remedy::ChargeBack { from, .. } if from == day(46)), "{lost:?}");
    }

    #[test]
    fn in_a_programme_the_discount_was_fixed_and_the_late_charge_goes_on() {
        let book = funded(Parts { grace_days: 0, late_rate: rate(3_600), ..programme() });
        let told = book.lateness(day(46), None).unwrap();
        assert_eq!((told.late.get(), told.per_day.get()), (1_000, 1_000), "10,000.00 for a day at 36 %");
        assert_eq!(told.remedy, Remedy::Default { from: day(45 + programme().recourse_after_days) });
    }

    #[test]
    fn before_it_was_paid_out_and_at_its_end_nothing_is_late() {
        let case = Case { face: Minor::new(1_000_000), certain: Minor::new(1_000_000), payout_on: day(0), due_on: day(45) };
        let waiting = Book::open(Basis::of(parties(), Terms::parse(factoring()).unwrap(), case).unwrap());
        assert_eq!(waiting.lateness(day(50), None), None);
        let mut ended = funded(factoring());
        ended.record(Fact::ClosedShort { on: day(50) }).unwrap();
        assert_eq!(ended.lateness(day(60), None), None);
    }
}
