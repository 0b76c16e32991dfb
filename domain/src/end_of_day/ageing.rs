//! How long something is overdue.

use crate::kernel::coded::coded_enum;
use chrono::NaiveDate;

coded_enum!(
    /// Days since something was due, in ranges.
    AgeingBucket {
        NotDue = "not_due",
        Days1To30 = "days_1_30",
        Days31To60 = "days_31_60",
        Days61To90 = "days_61_90",
        Over90 = "over_90",
    }
);

impl AgeingBucket {
    /// Of what is due on one day, seen on another. On the day it is due nothing is late.
    pub fn of(due_on: NaiveDate, on: NaiveDate) -> Self {
        match (on - due_on).num_days() {
            ..=0 => Self::NotDue,
            1..=30 => Self::Days1To30,
            31..=60 => Self::Days31To60,
            61..=90 => Self::Days61To90,
            91.. => Self::Over90,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    #[test]
    fn each_range_begins_and_ends_on_its_day() {
        let due_on = NaiveDate::from_ymd_opt(2028, 2, 1).unwrap();
        use AgeingBucket as B;
        for (days, bucket) in [
            (-400, B::NotDue),
            (0, B::NotDue),
            (1, B::Days1To30),
            (30, B::Days1To30),
            (31, B::Days31To60),
            (60, B::Days31To60),
            (61, B::Days61To90),
            (90, B::Days61To90),
            (91, B::Over90),
            (4_000, B::Over90),
        ] {
            assert_eq!(B::of(due_on, due_on + TimeDelta::days(days)), bucket, "{days}");
        }
    }
}
