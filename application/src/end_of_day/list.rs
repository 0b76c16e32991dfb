//! What operators see of ends of days, and trying again.

use super::{EndOfDayError, EndOfDays};
use crate::{
    kernel::{paging::cut, unavailable::Unavailable},
    parties::Member,
};
use chrono::NaiveDate;
use sooner_domain::{end_of_day::day::EndOfDay, identity::operator::OperatorRight, kernel::audit::Actor};

/// A page, newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndOfDayPage {
    pub days: Vec<EndOfDay>,
    /// Where the next one begins.
    pub next: Option<NaiveDate>,
}

impl EndOfDays {
    /// Days of a page.
    const LIST: i64 = 50;

    /// Ends of days, newest first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn list(&self, before: Option<NaiveDate>) -> Result<EndOfDayPage, Unavailable> {
        let mut days = self.records.page(before, Self::LIST + 1).await?;
        let next = cut(&mut days, Self::LIST, EndOfDay::on);
        Ok(EndOfDayPage { days, next })
    }

    /// Tries again what failed of a day, and goes on with what is left of it, at once.
    ///
    /// # Errors
    /// `Forbidden`, `NotFound`.
    pub async fn retry(&self, me: &Member, on: NaiveDate) -> Result<EndOfDay, EndOfDayError> {
        const RIGHT: OperatorRight = OperatorRight::ManageReceivables;
        if !me.operator().may(RIGHT) {
            return Err(EndOfDayError::Forbidden(RIGHT));
        }
        if self.records.day(on).await?.is_none() {
            return Err(EndOfDayError::NotFound);
        }
        self.end(on, Actor::User(me.user.id())).await
    }
}
