//! Emptying the outbox.

use super::{Due, MailError, Mailer, Outbox};
use crate::kernel::{clock::Clock, unavailable::Unavailable};
use chrono::TimeDelta;
use std::sync::Arc;

/// Delivers what waits in the outbox.
#[derive(Clone)]
pub struct Delivery {
    pub outbox: Arc<dyn Outbox>,
    pub mailer: Arc<dyn Mailer>,
    pub clock: Arc<dyn Clock>,
}

/// What one round did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Round {
    pub sent: usize,
    pub postponed: usize,
    pub buried: usize,
}

impl Delivery {
    const BATCH: i64 = 20;
    /// Longer than a batch can take with every mail running into its time limit.
    const HIDDEN: TimeDelta = TimeDelta::minutes(15);
    const FIRST_WAIT_SECONDS: i64 = 2;
    const LONGEST_WAIT_SECONDS: i64 = 15 * 60;
    /// With the waits above a mail is tried for about four days: longer than a weekend without a mail server.
    const MOST_ATTEMPTS: i32 = 400;

    /// Sends what is due, once.
    ///
    /// # Errors
    /// When the outbox is unavailable. A mail that was sent but not ticked off will be sent again.
    pub async fn round(&self) -> Result<Round, Unavailable> {
        let now = self.clock.now();
        let mut round = Round::default();
        for Due { mail, attempts } in self.outbox.take(now, now + Self::HIDDEN, Self::BATCH).await? {
            match self.mailer.send(&mail).await {
                Ok(()) => {
                    self.outbox.delivered(mail.id).await?;
                    round.sent += 1;
                }
                Err(MailError::ForNow(reason)) if attempts + 1 < Self::MOST_ATTEMPTS => {
                    self.outbox.postpone(mail.id, self.clock.now() + Self::wait(attempts), &reason).await?;
                    round.postponed += 1;
                }
                Err(MailError::ForNow(reason) | MailError::ForGood(reason)) => {
                    self.outbox.bury(mail.id, &reason).await?;
                    round.buried += 1;
                }
            }
        }
        Ok(round)
    }

    /// Twice as long after each attempt, up to a quarter of an hour.
    fn wait(attempts: i32) -> TimeDelta {
        let doublings = u32::try_from(attempts).unwrap_or(0).min(20);
        TimeDelta::seconds((Self::FIRST_WAIT_SECONDS << doublings).min(Self::LONGEST_WAIT_SECONDS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user};

    #[tokio::test]
    async fn a_mail_waits_for_its_server_and_arrives_once() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let delivery = world.delivery();
        world.mailer.fail_with(MailError::ForNow("421 later".into()));
        assert_eq!(delivery.round().await?, Round { postponed: 1, ..Round::default() });
        world.mailer.work();
        assert_eq!(delivery.round().await?, Round::default(), "it waits before it tries again");
        world.clock.advance(TimeDelta::seconds(3));
        assert_eq!(delivery.round().await?, Round { sent: 1, ..Round::default() });
        world.clock.advance(TimeDelta::days(1));
        assert_eq!(delivery.round().await?, Round::default());
        assert_eq!(world.mailer.sent().len(), 1);
        Ok(())
    }

    #[tokio::test]
    async fn a_mail_refused_for_good_is_kept_aside() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        world.mailer.fail_with(MailError::ForGood("550 no such mailbox".into()));
        assert_eq!(world.delivery().round().await?, Round { buried: 1, ..Round::default() });
        assert_eq!(world.store.depth().await?, 0);
        let reasons: Vec<_> = world.store.given_up().await?.into_iter().map(|mail| mail.reason).collect();
        assert_eq!(reasons, ["550 no such mailbox"]);
        Ok(())
    }

    #[test]
    fn waits_double_up_to_a_limit() {
        let waits: Vec<_> = [0, 1, 2, 8, 9, 399].map(Delivery::wait).map(|wait| wait.num_seconds()).into();
        assert_eq!(waits, [2, 4, 8, 512, 900, 900]);
    }
}
