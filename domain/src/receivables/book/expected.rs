//! A settlement worked out another way: from the facts alone, and without pieces of time. Each sum of money spares what
//! it would have cost from its value day to the end.

use super::{properties::is_programme, story::Run, *};
use crate::kernel::minor::half_up;

pub(super) struct Expected {
    pub discount: i64,
    pub late: i64,
    pub loss: i64,
    /// Payout and all, less what the seller owes.
    pub seller: i64,
    /// Of what came too much: what the debtor gets, and what goes back to the seller, which sent as much of its own.
    pub overpaid: i64,
    pub back: i64,
}

/// What the facts add up to.
#[derive(Default)]
struct Sums {
    /// Before the end.
    money: Vec<(NaiveDate, i64)>,
    after: i64,
    /// What the seller sent beyond what it was known to have of the debtor's, and did not get back; and what it got back.
    sellers_own: i64,
    back: i64,
    credited: i64,
    written_off: i64,
    /// The house's share of what was written off, in basis points.
    cover: i64,
    due_on: NaiveDate,
    executed_on: NaiveDate,
    last_payout_on: NaiveDate,
    last_on: NaiveDate,
}

fn sums(book: &Book) -> Sums {
    let mut sums = Sums {
        due_on: book.basis.price.components().case.due_on,
        last_on: NaiveDate::MIN,
        last_payout_on: NaiveDate::MIN,
        ..Sums::default()
    };
    let mut replayed = Book::open(book.basis);
    for fact in &book.facts {
        let (open, has_ended) = (replayed.state.open.get(), replayed.state.status.is_end());
        if let Fact::Received(receipt) = fact {
            let own = if receipt.from.is_sellers() { receipt.amount - replayed.state.with_seller() } else { Minor::ZERO };
            sums.sellers_own += own.or_zero().get();
        }
        let overpaid = sums.overpaid(&replayed);
        replayed.record(*fact).unwrap();
        let mattered = match *fact {
            Fact::Received(receipt) if has_ended => {
                sums.after += receipt.amount.get();
                None
            }
            Fact::Received(receipt) => {
                sums.money.push((receipt.value_on, receipt.amount.get()));
                Some(receipt.value_on)
            }
            Fact::Credited { on, amount, .. } => {
                sums.credited += amount.get();
                Some(on)
            }
            Fact::WrittenOff { on, cause, .. } => {
                sums.written_off = open;
                let is_covered = cause != LossCause::Other || is_programme(book);
                sums.cover = if is_covered { book.basis.terms.parts().cover.basis_points().into() } else { 0 };
                Some(on)
            }
            // A programme has nothing to deduct it from.
            Fact::ClosedShort { on } if is_programme(book) => {
                (sums.written_off, sums.cover) = (open, 10_000);
                Some(on)
            }
            Fact::Deducted { on, .. } | Fact::ClosedShort { on } | Fact::ChargedBack { on } => Some(on),
            Fact::Executed { on } => {
                if !has_ended {
                    sums.executed_on = on;
                    // Each time later, and for the days that are left.
                    sums.last_payout_on = sums.last_payout_on.max(on);
                }
                None
            }
            Fact::Extended { due_on, .. } => {
                sums.due_on = due_on;
                None
            }
            Fact::PaidToSeller { amount, .. } => {
                // Whenever that is known.
                sums.sellers_own -= sums.sellers_own.min(amount.get());
                None
            }
            Fact::Returned { .. } | Fact::Funded { .. } | Fact::Rejected { .. } => None,
        };
        let back = (sums.overpaid(&replayed) - overpaid).min(sums.sellers_own).max(0);
        sums.sellers_own -= back;
        sums.back += back;
        sums.last_on = mattered.filter(|_| !has_ended).map_or(sums.last_on, |on| on.max(sums.last_on));
    }
    sums
}

impl Sums {
    /// What came and was credited beyond the face.
    fn overpaid(&self, book: &Book) -> i64 {
        let before: i64 = self.money.iter().map(|(_, amount)| amount).sum();
        let face = book.basis.price.components().case.face.get();
        (before + self.after - book.state.late_paid.get() + self.credited - face).max(0)
    }

    /// Amount times days from a day to the end, in units of nothing.
    fn cost(&self, book: &Book, amount: Minor, from: NaiveDate) -> i128 {
        let (count, to) = (book.basis.terms.parts().day_count, self.last_on.max(self.executed_on));
        let days = |on: NaiveDate| i128::from(count.days(on.max(from), to).max(0));
        let mut left = i128::from(amount.get());
        let mut sum = left * days(from);
        let mut money = self.money.clone();
        money.sort();
        for (on, came) in money {
            let counts = left.min(came.into());
            left -= counts;
            sum -= counts * days(on);
        }
        sum
    }

    fn charges(&self, book: &Book) -> (i64, i64) {
        let (figures, parts) = (book.basis.price.components(), book.basis.terms.parts());
        let year = 10_000 * i128::from(parts.day_count.basis());
        let charge = |cost: i128, rate: u16| half_up(cost * i128::from(rate), year).get();
        let late_from = self.due_on + chrono::TimeDelta::days(parts.grace_days);
        let late = |amount, from| charge(self.cost(book, amount, from), parts.late_rate.basis_points());
        match is_programme(book) {
            false => {
                let discount = charge(self.cost(book, figures.advance, self.executed_on), parts.discount_rate.basis_points());
                (discount, late(figures.advance, self.executed_on.max(late_from)))
            }
            true => {
                let late = late(figures.case.face, late_from);
                let days = parts.day_count.days(self.last_payout_on.max(figures.case.payout_on), figures.case.due_on).max(0);
                let cost = i128::from(figures.advance.get()) * i128::from(days);
                (charge(cost, parts.discount_rate.basis_points()), late)
            }
        }
    }
}

/// What must have come of a run that has ended.
pub(super) fn expected(Run { book, .. }: &Run) -> Expected {
    let (figures, sums) = (book.basis.price.components(), sums(book));
    let face = figures.case.face.get();
    let (discount, late) = sums.charges(book);
    let part = |amount: i64| half_up(i128::from(amount) * i128::from(sums.cover), 10_000).get();
    let loss = part(sums.written_off) - part(sums.after.min(sums.written_off));
    let before: i64 = sums.money.iter().map(|(_, amount)| amount).sum();
    let came = before + sums.after - book.state.late_paid.get();
    let charges = match is_programme(book) {
        false => discount + late + figures.service_fee.get() + figures.service_fee_tax.get(),
        true => discount - figures.discount.get(),
    };
    let unpaid = sums.credited.max(face - came);
    let seller = figures.payout.get() + figures.reserve.get() - (unpaid - loss) - charges;
    Expected { discount, late, loss, seller, overpaid: sums.overpaid(book) - sums.back, back: sums.back }
}
