//! Days and prices of the model: whole numbers, by section 5 of the contract.

use super::Cents;

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Day {
    pub(super) year: i128,
    pub(super) month: i128,
    pub(super) day: i128,
}

/// How days are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    Act360,
    Act365,
    ThirtyE360,
}

const DAYS_BEFORE: [i128; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];

fn is_leap(year: i128) -> bool {
    year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
}

fn month_length(year: i128, month: i128) -> i128 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 31,
    }
}

impl Day {
    pub(super) const fn of(year: i128, month: i128, day: i128) -> Self {
        Self { year, month, day }
    }

    /// Days since some day long ago.
    pub(super) fn number(self) -> i128 {
        let before = self.year - 1;
        let years = 365 * before + before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400);
        let months: i128 = usize::try_from(self.month - 1).ok().and_then(|place| DAYS_BEFORE.get(place)).copied().unwrap_or_default();
        years + months + i128::from(self.month > 2 && is_leap(self.year)) + self.day
    }

    /// So many days later, one after the other.
    pub(super) fn after(self, days: i128) -> Self {
        let mut day = self;
        for _ in 0..days {
            day.day += 1;
            if day.day > month_length(day.year, day.month) {
                (day.day, day.month) = (1, day.month + 1);
            }
            if day.month > 12 {
                (day.month, day.year) = (1, day.year + 1);
            }
        }
        day
    }
}

impl Count {
    fn number(self, day: Day) -> i128 {
        match self {
            Self::Act360 | Self::Act365 => day.number(),
            Self::ThirtyE360 => 360 * day.year + 30 * day.month + day.day.min(30),
        }
    }

    pub(super) fn days(self, from: Day, to: Day) -> i128 {
        self.number(to) - self.number(from)
    }

    fn basis(self) -> i128 {
        if self == Self::Act365 { 365 } else { 360 }
    }
}

/// Rounded half up.
pub(super) fn half_up(above: i128, below: i128) -> Cents {
    (2 * above + below).div_euclid(2 * below)
}

/// A share in basis points.
pub(super) fn share(amount: Cents, points: i128) -> Cents {
    half_up(amount * points, 10_000)
}

/// What a seller and the house agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Deal {
    /// A programme: the price is taken at once.
    pub(super) in_advance: bool,
    pub(super) advance_rate: i128,
    pub(super) discount_rate: i128,
    pub(super) count: Count,
    pub(super) service_fee: i128,
    pub(super) service_fee_minimum: Cents,
    pub(super) payout_fee: Cents,
    pub(super) fee_tax: i128,
    pub(super) cover: i128,
    pub(super) grace_days: i128,
    pub(super) late_rate: i128,
    pub(super) buyer_share: i128,
}

/// What an offer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Price {
    pub(super) face: Cents,
    pub(super) advance: Cents,
    pub(super) reserve: Cents,
    pub(super) service_fee: Cents,
    pub(super) service_tax: Cents,
    pub(super) payout_fee: Cents,
    pub(super) payout_tax: Cents,
    pub(super) discount: Cents,
    pub(super) payout: Cents,
}

impl Deal {
    pub(super) fn price(&self, face: Cents, payout_on: Day, due_on: Day) -> Price {
        let advance = share(face, self.advance_rate);
        let service_fee = share(face, self.service_fee).max(self.service_fee_minimum);
        let (service_tax, payout_tax) = (share(service_fee, self.fee_tax), share(self.payout_fee, self.fee_tax));
        let discount = self.discount_of(if self.in_advance { face } else { advance }, payout_on, due_on);
        let at_once = if self.in_advance { discount + service_fee + service_tax } else { 0 };
        let payout = advance - self.payout_fee - payout_tax - at_once;
        let (reserve, payout_fee) = (face - advance, self.payout_fee);
        Price { face, advance, reserve, service_fee, service_tax, payout_fee, payout_tax, discount, payout }
    }

    /// The discount on one amount for one time.
    pub(super) fn discount_of(&self, amount: Cents, from: Day, to: Day) -> Cents {
        self.charge(self.discount_rate, amount * self.count.days(from, to).max(0))
    }

    /// So much a year, for the sum of amounts times days.
    fn charge(&self, rate: i128, amount_days: i128) -> Cents {
        half_up(amount_days * rate, 10_000 * self.count.basis())
    }

    /// The discount on what is out from a day to another one, while this comes back.
    pub(super) fn discount(&self, advance: Cents, came: &[(Day, Cents)], (from, to): (Day, Day)) -> Cents {
        self.charge(self.discount_rate, self.amount_days(advance, came, (from, to)))
    }

    /// The charge on what is left of an amount for the days after due and grace.
    pub(super) fn late(&self, amount: Cents, came: &[(Day, Cents)], due_on: Day, (from, to): (Day, Day)) -> Cents {
        self.charge(self.late_rate, self.amount_days(amount, came, (from.max(due_on.after(self.grace_days)), to)))
    }

    /// Day by day of those on which something came: what was left, times the days it was.
    fn amount_days(&self, amount: Cents, came: &[(Day, Cents)], (from, to): (Day, Day)) -> i128 {
        let mut days: Vec<Day> = came.iter().map(|(day, _)| *day).filter(|day| *day > from && *day < to).collect();
        days.extend([from, to]);
        days.sort();
        let pieces = days.iter().zip(days.iter().skip(1)).filter(|(start, _)| **start < to);
        let left = |on: Day| (amount - came.iter().filter(|(day, _)| *day <= on).map(|(_, part)| part).sum::<Cents>()).max(0);
        pieces.map(|(start, end)| left(*start) * self.count.days(*start, *end)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_numbered_and_counted_as_calendars_have_them() {
        assert_eq!(Day::of(1970, 1, 1).number(), 719_163);
        assert_eq!(Day::of(2027, 1, 4).after(45), Day::of(2027, 2, 18));
        assert_eq!(Day::of(2027, 12, 31).after(60), Day::of(2028, 2, 29));
        let mut day = Day::of(1999, 12, 30);
        for number in day.number()..day.number() + 3_000 {
            assert_eq!((day.number(), day), (number, Day::of(1999, 12, 30).after(number - Day::of(1999, 12, 30).number())));
            day = day.after(1);
        }
        assert_eq!(Count::Act360.days(Day::of(2027, 1, 31), Day::of(2027, 3, 1)), 29);
        assert_eq!(Count::ThirtyE360.days(Day::of(2027, 1, 31), Day::of(2027, 3, 1)), 31);
        assert_eq!(Count::ThirtyE360.days(Day::of(2028, 2, 29), Day::of(2028, 3, 31)), 31);
    }

    #[test]
    fn halves_are_rounded_up() {
        assert_eq!([half_up(1, 2), half_up(-1, 2), half_up(49, 100), half_up(-51, 100)], [1, 0, 0, -1]);
    }
}
