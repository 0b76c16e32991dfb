//! Mails count to the house's dates.

use super::House;
use crate::kernel::{
    outbox::{MailDay, MailDays},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::{DateTime, NaiveTime, Utc};

impl House {
    /// When digests go out: before people begin their day, and before any cut-off that offers go by.
    fn digest_time() -> NaiveTime {
        NaiveTime::from_hms_opt(7, 0, 0).unwrap_or(NaiveTime::MIN)
    }
}

#[async_trait]
impl MailDays for House {
    /// The house's date, whose digest goes out the next morning. The machine's clock counts: a moved business clock fills no
    /// mailbox faster.
    async fn day_of(&self, at: DateTime<Utc>) -> Result<MailDay, Unavailable> {
        let days = self.business_days().await?;
        let date = days.date_of(at);
        let digest_at = days.at(date.succ_opt().unwrap_or(date), Self::digest_time());
        Ok(MailDay { date, digest_at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::World;
    use sooner_domain::house::local_time::TimeZone;

    #[tokio::test]
    async fn a_mail_counts_to_the_houses_date_and_waits_for_its_next_morning() -> Result<(), Box<dyn std::error::Error>> {
        for (zone, at, date, digest_at) in [
            ("UTC", "2027-01-04T23:59:59Z", "2027-01-04", "2027-01-05T07:00:00Z"),
            ("UTC", "2027-01-05T00:00:00Z", "2027-01-05", "2027-01-06T07:00:00Z"),
            ("Europe/Berlin", "2027-01-04T23:00:00Z", "2027-01-05", "2027-01-06T06:00:00Z"),
            // The night in which clocks are put forward.
            ("Europe/Berlin", "2027-03-27T12:00:00Z", "2027-03-27", "2027-03-28T05:00:00Z"),
        ] {
            let house = House { time_zone: TimeZone::parse(zone)?, ..World::default().house() };
            let expected = MailDay { date: date.parse()?, digest_at: digest_at.parse()? };
            assert_eq!(house.day_of(at.parse()?).await?, expected, "{zone} {at}");
        }
        Ok(())
    }
}
