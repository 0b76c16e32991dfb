//! Moving business time ahead, with each end of day on the way.

use super::EndOfDays;
use crate::{
    business_time::{ClockView, MoveClockError},
    kernel::idempotency::{RequestKey, once},
    parties::Member,
};
use chrono::{DateTime, Utc};
use sooner_domain::kernel::{audit::Actor, test_clock::MoveRefused};

impl EndOfDays {
    /// Moves business time ahead to `to`, from cut-off to cut-off, and ends each date when it is reached. Where a step of a day
    /// fails the day says so, and time goes on. What is broken off on the way goes on from there when it is asked for again.
    ///
    /// # Errors
    /// See [`crate::business_time::BusinessTime::move_to`].
    pub async fn move_clock(&self, me: &Member, to: DateTime<Utc>, request: Option<RequestKey>) -> Result<ClockView, MoveClockError> {
        let by = Actor::User(me.user.id());
        let repeat = async |_| Ok(self.time.view().await?);
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            self.time.may_move(me, to).await?;
            self.catch_up(by).await?;
            loop {
                let days = self.house.business_days().await?;
                let cut_off = days.next_cut_off(self.business.now().await?);
                if cut_off >= to {
                    break;
                }
                match self.time.move_to(me, cut_off, None).await {
                    // Somebody else is beyond it already.
                    Ok(_) | Err(MoveClockError::Refused(MoveRefused::Back)) => {}
                    Err(error) => return Err(error),
                }
                self.catch_up(by).await?;
            }
            let moved = self.time.move_to(me, to, request.clone()).await?;
            self.catch_up(by).await?;
            Ok(moved)
        })
        .await
    }
}
