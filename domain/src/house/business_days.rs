//! The house's clock: which date an instant falls on, and on which day what is asked for is done.

use super::local_time::{CutOff, TimeZone};
use crate::kernel::calendar::Calendar;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};

/// The days the house works, told by the clock of its time zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BusinessDays {
    zone: TimeZone,
    cut_off: CutOff,
    calendar: Calendar,
}

impl BusinessDays {
    pub fn new(zone: TimeZone, cut_off: CutOff, calendar: Calendar) -> Self {
        Self { zone, cut_off, calendar }
    }

    pub fn calendar(&self) -> &Calendar {
        &self.calendar
    }

    /// The house's date at this instant, be it open that day or not.
    pub fn date_of(&self, at: DateTime<Utc>) -> NaiveDate {
        self.zone.date_of(at)
    }

    /// The instant at which the house's clocks reach this time of this day.
    pub fn at(&self, day: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
        self.zone.reaches(day, time)
    }

    /// The instant from which on it is too late for this day.
    pub fn cut_off_on(&self, day: NaiveDate) -> DateTime<Utc> {
        self.at(day, self.cut_off.time())
    }

    /// The newest date, open or not, that is past its cut-off at this instant.
    pub fn last_ended(&self, at: DateTime<Utc>) -> NaiveDate {
        let today = self.date_of(at);
        if at < self.cut_off_on(today) { today.pred_opt().unwrap_or(today) } else { today }
    }

    /// The first cut-off behind this instant, of whichever date.
    pub fn next_cut_off(&self, at: DateTime<Utc>) -> DateTime<Utc> {
        let today = self.date_of(at);
        let cut_off = self.cut_off_on(today);
        if at < cut_off { cut_off } else { self.cut_off_on(today.succ_opt().unwrap_or(today)) }
    }

    /// The day on which what is released at this instant is paid out: today, if it is a business day and the cut-off is still to
    /// come, else the next business day.
    pub fn payout_day(&self, at: DateTime<Utc>) -> NaiveDate {
        let today = self.date_of(at);
        let is_in_time = self.calendar.is_business_day(today) && at < self.cut_off_on(today);
        if is_in_time { today } else { self.calendar.next_business_day(today) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use proptest::prelude::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn zone(name: &str) -> TimeZone {
        TimeZone::parse(name).unwrap()
    }

    fn days(name: &str, cut_off: &str) -> BusinessDays {
        BusinessDays::new(zone(name), CutOff::parse(cut_off).unwrap(), Calendar::default())
    }

    #[test]
    fn a_date_is_the_houses() {
        for (instant, name, expected) in [
            ("2027-01-31T22:59:59.999999Z", "Europe/Berlin", "2027-01-31"),
            ("2027-01-31T23:00:00Z", "Europe/Berlin", "2027-02-01"),
            ("2027-07-31T22:00:00Z", "Europe/Berlin", "2027-08-01"),
            ("2027-07-31T21:59:59Z", "Europe/Berlin", "2027-07-31"),
            ("2028-02-28T22:59:59Z", "Europe/Berlin", "2028-02-28"),
            ("2028-02-28T23:00:00Z", "Europe/Berlin", "2028-02-29"),
            ("2028-02-29T22:59:59Z", "Europe/Berlin", "2028-02-29"),
            ("2028-02-29T23:00:00Z", "Europe/Berlin", "2028-03-01"),
            ("2027-02-28T23:00:00Z", "Europe/Berlin", "2027-03-01"),
            ("2027-01-31T23:30:00Z", "UTC", "2027-01-31"),
            ("2027-02-01T04:59:59Z", "America/New_York", "2027-01-31"),
            ("2027-01-31T18:15:00Z", "Asia/Kathmandu", "2027-02-01"),
            // Samoa left out a day.
            ("2011-12-30T09:59:59Z", "Pacific/Apia", "2011-12-29"),
            ("2011-12-30T10:00:00Z", "Pacific/Apia", "2011-12-31"),
        ] {
            assert_eq!(zone(name).date_of(at(instant)), day(expected), "{instant} in {name}");
        }
    }

    #[test]
    fn a_cut_off_is_the_instant_at_which_clocks_reach_it() {
        for (name, on, cut_off, expected) in [
            ("Europe/Berlin", "2027-01-04", "14:00", "2027-01-04T13:00:00Z"),
            ("Europe/Berlin", "2027-07-05", "14:00", "2027-07-05T12:00:00Z"),
            ("Europe/Berlin", "2028-02-29", "14:00", "2028-02-29T13:00:00Z"),
            // Clocks go from 02:00 to 03:00.
            ("Europe/Berlin", "2027-03-28", "01:59", "2027-03-28T00:59:00Z"),
            ("Europe/Berlin", "2027-03-28", "02:00", "2027-03-28T01:00:00Z"),
            ("Europe/Berlin", "2027-03-28", "02:30", "2027-03-28T01:00:00Z"),
            ("Europe/Berlin", "2027-03-28", "03:00", "2027-03-28T01:00:00Z"),
            ("Europe/Berlin", "2027-03-28", "03:01", "2027-03-28T01:01:00Z"),
            // Clocks go from 03:00 back to 02:00.
            ("Europe/Berlin", "2027-10-31", "02:00", "2027-10-31T00:00:00Z"),
            ("Europe/Berlin", "2027-10-31", "02:30", "2027-10-31T00:30:00Z"),
            ("Europe/Berlin", "2027-10-31", "02:59", "2027-10-31T00:59:00Z"),
            ("Europe/Berlin", "2027-10-31", "03:00", "2027-10-31T02:00:00Z"),
            // Midnight itself is left out.
            ("America/Santiago", "2027-09-05", "00:00", "2027-09-05T04:00:00Z"),
            ("Pacific/Apia", "2011-12-30", "14:00", "2011-12-30T10:00:00Z"),
        ] {
            assert_eq!(days(name, cut_off).cut_off_on(day(on)), at(expected), "{cut_off} on {on} in {name}");
        }
    }

    #[test]
    fn what_comes_before_the_cut_off_of_a_business_day_is_paid_that_day() {
        let berlin = days("Europe/Berlin", "14:00");
        for (released, paid) in [
            ("2027-01-04T12:59:59.999999Z", "2027-01-04"),
            ("2027-01-04T13:00:00Z", "2027-01-05"),
            ("2027-07-05T11:59:59Z", "2027-07-05"),
            ("2027-07-05T12:00:00Z", "2027-07-06"),
            // It is Tuesday there before it is in Greenwich.
            ("2027-01-04T23:30:00Z", "2027-01-05"),
            ("2027-01-08T13:00:00Z", "2027-01-11"),
            ("2027-01-09T08:00:00Z", "2027-01-11"),
            ("2028-02-29T12:00:00Z", "2028-02-29"),
            ("2028-02-29T13:00:00Z", "2028-03-01"),
            // Good Friday to Easter Monday.
            ("2027-03-25T13:00:00Z", "2027-03-30"),
            ("2027-03-26T08:00:00Z", "2027-03-30"),
        ] {
            assert_eq!(berlin.payout_day(at(released)), day(paid), "{released}");
        }
        let closed = BusinessDays { calendar: Calendar::new([day("2027-01-04")].into()), ..berlin };
        assert_eq!(closed.payout_day(at("2027-01-04T08:00:00Z")), day("2027-01-05"));
    }

    #[test]
    fn a_date_ends_at_its_cut_off_be_it_open_or_not() {
        let berlin = days("Europe/Berlin", "14:00");
        for (now, ended, next) in [
            ("2027-01-04T12:59:59.999999Z", "2027-01-03", "2027-01-04T13:00:00Z"),
            ("2027-01-04T13:00:00Z", "2027-01-04", "2027-01-05T13:00:00Z"),
            // A Saturday, and Good Friday.
            ("2027-01-09T13:00:00Z", "2027-01-09", "2027-01-10T13:00:00Z"),
            ("2027-03-26T14:00:00Z", "2027-03-26", "2027-03-27T13:00:00Z"),
            // Clocks were put forward.
            ("2027-03-27T14:00:00Z", "2027-03-27", "2027-03-28T12:00:00Z"),
            // It is Tuesday there already.
            ("2027-01-04T23:30:00Z", "2027-01-04", "2027-01-05T13:00:00Z"),
        ] {
            assert_eq!((berlin.last_ended(at(now)), berlin.next_cut_off(at(now))), (day(ended), at(next)), "{now}");
        }
    }

    const ZONES: [&str; 8] = [
        "UTC",
        "Europe/Berlin",
        "America/New_York",
        "America/Santiago",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "Asia/Kathmandu",
        "Africa/Casablanca",
    ];

    proptest! {
        /// Clocks are put back over midnight nowhere in these years, so that days follow each other.
        #[test]
        fn a_later_instant_is_never_paid_earlier(
            name in 0..ZONES.len(),
            seconds in 0i64..1_600_000_000,
            later in 0i64..400_000,
            minute in 0u32..1_440,
        ) {
            let days = days(ZONES[name], &format!("{:02}:{:02}", minute / 60, minute % 60));
            let first = at("2012-01-01T00:00:00Z") + TimeDelta::seconds(seconds);
            let second = first + TimeDelta::seconds(later);
            prop_assert!(days.date_of(first) <= days.date_of(second));
            prop_assert!(days.payout_day(first) <= days.payout_day(second));
            prop_assert!(days.payout_day(first) >= days.date_of(first));
            prop_assert!(days.calendar().is_business_day(days.payout_day(first)));
        }

        /// Whoever goes from cut-off to cut-off ends every date, each once.
        #[test]
        fn from_cut_off_to_cut_off_one_more_date_has_ended(name in 0..ZONES.len(), seconds in 0i64..1_600_000_000, minute in 0u32..1_440) {
            let days = days(ZONES[name], &format!("{:02}:{:02}", minute / 60, minute % 60));
            let now = at("2012-01-01T00:00:00Z") + TimeDelta::seconds(seconds);
            let next = days.next_cut_off(now);
            prop_assert!(next > now);
            prop_assert_eq!(days.last_ended(next), days.last_ended(now).succ_opt().unwrap());
            prop_assert_eq!(days.last_ended(next - TimeDelta::microseconds(1)), days.last_ended(now));
        }

        /// Right before the cut-off clocks show an earlier time; it is reached at no later instant than this.
        #[test]
        fn the_cut_off_is_the_first_instant_that_reaches_it(name in 0..ZONES.len(), after in 0u64..18_000, minute in 0u32..1_440) {
            let days = days(ZONES[name], &format!("{:02}:{:02}", minute / 60, minute % 60));
            let day = day("2012-01-01") + chrono::Days::new(after);
            let reached = days.cut_off_on(day);
            let shown = |at: DateTime<Utc>| days.zone.local(at);
            let wanted = day.and_time(days.cut_off.time());
            prop_assert!(shown(reached) >= wanted);
            prop_assert!(shown(reached - TimeDelta::microseconds(1)) < wanted);
        }
    }
}
