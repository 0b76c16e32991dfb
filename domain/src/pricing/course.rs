//! What time makes of a receivable: what was out and what was open, from which day to which, and what that costs.

use crate::kernel::calendar::LAST_DAY;
use crate::{
    facilities::terms::{DiscountTiming, Terms},
    kernel::{
        interest::{AmountDays, DayCount},
        minor::Minor,
    },
};
use chrono::{Days, NaiveDate};
use std::collections::BTreeMap;

/// What is out of an advance once money came, from debtor or seller: money goes to the advance first, and credit notes leave it.
pub fn out(advance: Minor, money: Minor) -> Minor {
    (advance - money).or_zero()
}

/// An amount that did not change from one day to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    pub from: NaiveDate,
    /// The day on which it changed, or ended.
    pub to: NaiveDate,
    pub amount: Minor,
}

/// Money that came, added up by the value day from which it counts: so no order among those of a day can matter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Money(BTreeMap<NaiveDate, Minor>);

impl Money {
    pub fn add(&mut self, value_on: NaiveDate, amount: Minor) {
        *self.0.entry(value_on).or_default() += amount;
    }

    /// All of it.
    pub fn total(&self) -> Minor {
        self.0.values().copied().sum()
    }

    /// The latest value day.
    pub fn last_on(&self) -> Option<NaiveDate> {
        self.0.last_key_value().map(|(on, _)| *on)
    }

    /// What is left of an amount, piece by piece, while money comes. What came before the first day counts from it;
    /// money that is more than the amount leaves nothing. Pieces of nothing are left out.
    pub fn left_of(&self, amount: Minor, from: NaiveDate, until: NaiveDate) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let came: Minor = self.0.range(..=from).map(|(_, amount)| *amount).sum();
        let mut piece = Piece { from, to: until, amount: amount - came };
        // Asked for by hand: a range that ends before it begins is a panic.
        for (on, amount) in self.0.iter().filter(|(on, _)| **on > from && **on < until) {
            pieces.push(Piece { to: *on, ..piece });
            piece = Piece { from: *on, to: until, amount: piece.amount - *amount };
        }
        pieces.push(piece);
        pieces.retain(|piece| piece.amount.is_positive() && piece.from < piece.to);
        pieces
    }
}

/// How a receivable went.
#[derive(Debug, Clone, Copy)]
pub struct Course<'a> {
    pub terms: &'a Terms,
    pub face: Minor,
    pub advance: Minor,
    /// The day on which the bank carried out the payout.
    pub executed_on: NaiveDate,
    /// With every extension.
    pub due_on: NaiveDate,
    pub money: &'a Money,
}

impl Course<'_> {
    /// What the seller had of the house's money, piece by piece, until a day.
    pub fn out(&self, until: NaiveDate) -> Vec<Piece> {
        self.money.left_of(self.advance, self.executed_on, until)
    }

    /// What that costs until a day, in arrears: one rounding for the sum.
    pub fn discount(&self, until: NaiveDate) -> Minor {
        let parts = self.terms.parts();
        amount_days(&self.out(until), parts.day_count).at(parts.discount_rate, parts.day_count)
    }

    /// The first day that counts as late: the due date and the days of grace after it.
    pub fn late_from(&self) -> NaiveDate {
        let grace = u64::try_from(self.terms.parts().grace_days).unwrap_or_default();
        self.due_on.checked_add_days(Days::new(grace)).unwrap_or(LAST_DAY)
    }

    /// What is charged late until a day, piece by piece: in factoring on what is out, in a programme on what is open.
    pub fn late_pieces(&self, until: NaiveDate) -> Vec<Piece> {
        match self.terms.timing() {
            DiscountTiming::InArrears => self.money.left_of(self.advance, self.executed_on.max(self.late_from()), until),
            DiscountTiming::InAdvance => self.money.left_of(self.face, self.late_from(), until),
        }
    }

    /// The late charge until a day: one rounding for the sum.
    pub fn late(&self, until: NaiveDate) -> Minor {
        let parts = self.terms.parts();
        amount_days(&self.late_pieces(until), parts.day_count).at(parts.late_rate, parts.day_count)
    }
}

fn amount_days(pieces: &[Piece], count: DayCount) -> AmountDays {
    pieces.iter().fold(AmountDays::default(), |sum, piece| sum + AmountDays::of(piece.amount, count.days(piece.from, piece.to)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facilities::{
            examples::{factoring, programme, rate},
            terms::Parts,
        },
        kernel::coded::Coded,
    };
    use proptest::prelude::*;

    fn day(offset: i64) -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 1, 4).unwrap() + chrono::TimeDelta::days(offset)
    }

    fn money(came: &[(i64, i64)]) -> Money {
        let mut money = Money::default();
        came.iter().for_each(|(on, amount)| money.add(day(*on), Minor::new(*amount)));
        money
    }

    #[test]
    fn what_came_before_the_payout_counts_from_it() {
        let money = money(&[(-3, 100), (0, 50), (5, 200), (9, 1_000)]);
        let pieces = money.left_of(Minor::new(800), day(0), day(20));
        let figures: Vec<_> = pieces.iter().map(|piece| ((piece.to - piece.from).num_days(), piece.amount.get())).collect();
        assert_eq!(figures, [(5, 650), (4, 450)]);
        assert_eq!(money.left_of(Minor::new(800), day(3), day(3)), []);
        assert_eq!(money.left_of(Minor::new(800), day(3), day(1)), []);
    }

    #[test]
    fn late_days_begin_after_due_date_and_grace_and_not_before_the_payout() {
        let terms = Terms::parse(Parts { grace_days: 5, late_rate: rate(600), ..factoring() }).unwrap();
        let none = Money::default();
        let course = |executed, due| Course {
            terms: &terms,
            face: Minor::new(1_000_000),
            advance: Minor::new(800_000),
            executed_on: day(executed),
            due_on: day(due),
            money: &none,
        };
        assert_eq!(course(0, 45).late(day(50)), Minor::ZERO);
        assert_eq!(course(0, 45).late(day(75)), Minor::new(3_333));
        // Extended by ten days.
        assert_eq!(course(0, 55).late(day(75)), Minor::new(2_000));
        assert_eq!(course(60, 45).late(day(75)), Minor::new(2_000));
    }

    #[test]
    fn a_programmes_buyer_is_late_with_what_is_open_whenever_the_payout_was() {
        let terms = Terms::parse(Parts { late_rate: rate(3_600), ..programme() }).unwrap();
        let money = money(&[(25, 400)]);
        let course = |executed| Course {
            terms: &terms,
            face: Minor::new(1_000),
            advance: Minor::new(1_000),
            executed_on: day(executed),
            due_on: day(20),
            money: &money,
        };
        assert_eq!(course(0).late(day(30)), Minor::new(8));
        assert_eq!(course(28).late(day(30)), Minor::new(8));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        /// The other way to do it: look at each day.
        #[test]
        fn pieces_cost_what_the_days_cost_one_by_one(
            count in prop::sample::select(DayCount::ALL),
            came in prop::collection::vec((-20_i64..150, 1_i64..600_000), 0..6),
            (until, due, grace) in (0_i64..140, 1_i64..60, 0_i64..20),
            advance in 1_i64..1_000_000,
        ) {
            let parts = Parts { day_count: count, grace_days: grace, late_rate: rate(777), ..factoring() };
            let (terms, money) = (Terms::parse(parts).unwrap(), money(&came));
            let (executed_on, due_on) = (day(0), day(due));
            let (face, advanced) = (Minor::new(1_000_000), Minor::new(advance));
            let course = Course { terms: &terms, face, advance: advanced, executed_on, due_on, money: &money };
            let out = |on: i64| advance - came.iter().filter(|(value, _)| *value <= on).map(|(_, amount)| amount).sum::<i64>();
            let cost = |from: i64| {
                let days = (from.max(0)..until).map(|on| AmountDays::of(Minor::new(out(on)).or_zero(), count.days(day(on), day(on + 1))));
                days.fold(AmountDays::default(), |sum, days| sum + days)
            };
            prop_assert_eq!(course.discount(day(until)), cost(0).at(parts.discount_rate, count));
            prop_assert_eq!(course.late(day(until)), cost(due + grace).at(parts.late_rate, count));
        }
    }
}
