//! Time as clocks show it where the house is.

use crate::kernel::Invalid;
use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeZone as _, Utc};
use chrono_tz::{GapInfo, Tz};
use std::fmt;

/// A time zone by its IANA name, such as `Europe/Berlin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeZone(Tz);

impl Default for TimeZone {
    fn default() -> Self {
        Self(Tz::UTC)
    }
}

impl TimeZone {
    /// # Errors
    /// When no time zone has this name, written exactly so.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        text.trim().parse().map(Self).map_err(|_| Invalid::NotListed)
    }

    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// What clocks there show at this instant. It is one time, whatever is done to them.
    pub fn local(self, at: DateTime<Utc>) -> NaiveDateTime {
        at.with_timezone(&self.0).naive_local()
    }

    /// The date there at this instant.
    pub fn date_of(self, at: DateTime<Utc>) -> NaiveDate {
        self.local(at).date()
    }

    /// The first instant at which clocks there show this time of this day, or a later one: where they are put forward over it,
    /// when that is done; where they show it twice, the first time.
    pub fn reaches(self, day: NaiveDate, time: NaiveTime) -> DateTime<Utc> {
        let local = day.and_time(time);
        let shown = self.0.from_local_datetime(&local).earliest();
        let put_forward = || GapInfo::new(&local, &self.0).and_then(|gap| gap.end);
        // A time that is not shown lies in a gap that ends: what is left for the compiler is the end of the calendar.
        shown.or_else(put_forward).map_or(local.and_utc(), |at| at.with_timezone(&Utc))
    }
}

/// The time of day until which what is asked for is still done that day, to the minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CutOff(NaiveTime);

impl Default for CutOff {
    /// 14:00, while banks still take payments for the day.
    fn default() -> Self {
        Self(NaiveTime::from_hms_opt(14, 0, 0).unwrap_or(NaiveTime::MIN))
    }
}

impl CutOff {
    /// # Errors
    /// When the text is no time of day such as `14:00`, of two digits each.
    pub fn parse(text: &str) -> Result<Self, Invalid> {
        let number = |text: &str| text.parse().ok().filter(|_| text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit()));
        let time = || {
            let (hours, minutes) = text.trim().split_once(':')?;
            NaiveTime::from_hms_opt(number(hours)?, number(minutes)?, 0)
        };
        time().map(Self).ok_or(Invalid::TimeMalformed)
    }

    pub fn time(self) -> NaiveTime {
        self.0
    }
}

impl fmt::Display for CutOff {
    /// As in `14:00`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%H:%M"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_zone_is_one_of_the_iana_database() {
        for good in ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", " Asia/Kathmandu "] {
            assert_eq!(TimeZone::parse(good).map(TimeZone::name), Ok(good.trim()));
        }
        for bad in ["", "Berlin", "europe/berlin", "Europe/Atlantis", "+01:00", "Europe/Berlin\u{0}", "../../etc/localtime"] {
            assert_eq!(TimeZone::parse(bad), Err(Invalid::NotListed), "{bad:?}");
        }
        assert_eq!(TimeZone::default().name(), "UTC");
    }

    #[test]
    fn a_cut_off_is_a_time_of_day_to_the_minute() {
        for good in ["00:00", "09:05", "14:00", "23:59"] {
            assert_eq!(CutOff::parse(good).map(|cut_off| cut_off.to_string()), Ok(good.to_owned()));
        }
        for bad in ["", "24:00", "14:60", "9:05", "14", "14:0", "14:00:00", "+9:00", "2 pm", "-1:00", "\u{661}4:00", "14.00", "1400"] {
            assert_eq!(CutOff::parse(bad), Err(Invalid::TimeMalformed), "{bad:?}");
        }
        assert_eq!(CutOff::default().to_string(), "14:00");
    }
}
