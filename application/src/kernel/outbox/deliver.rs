//! Emptying the outbox.

use super::{Due, MailDays, MailError, Mailer, Outbox, Sending};
use crate::kernel::{
    clock::Clock,
    jobs::{Count, Job, Lease, Level, Report, Schedule},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::TimeDelta;
use sooner_domain::kernel::ids::MailId;
use std::{sync::Arc, time::Duration};

/// Delivers what waits in the outbox.
#[derive(Clone)]
pub struct Delivery {
    pub outbox: Arc<dyn Outbox>,
    pub mailer: Arc<dyn Mailer>,
    pub clock: Arc<dyn Clock>,
    /// Which day a mail counts to.
    pub days: Arc<dyn MailDays>,
}

/// What one round did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Round {
    pub sent: usize,
    /// For a digest.
    pub kept: usize,
    pub postponed: usize,
    pub buried: usize,
}

impl Round {
    pub(super) fn report(self) -> Report {
        let Self { sent, kept, postponed, buried } = self;
        let count = |(outcome, number): (_, usize)| Count { metric: "mails_total", label: ("outcome", outcome), number: number as u64 };
        Report {
            counts: [("sent", sent), ("kept", kept), ("postponed", postponed), ("buried", buried)].map(count).into(),
            levels: Vec::new(),
            warning: (postponed + buried > 0).then_some("mails could not be delivered"),
        }
    }
}

impl Delivery {
    const INTERVAL: Duration = Duration::from_millis(500);
    const BATCH: i64 = 20;
    /// Longer than a batch can take with every mail running into its time limit.
    pub(super) const HIDDEN: TimeDelta = TimeDelta::minutes(15);
    const FIRST_WAIT_SECONDS: i64 = 2;
    const LONGEST_WAIT_SECONDS: i64 = 15 * 60;
    /// With the waits above a mail is tried for about four days: longer than a weekend without a mail server.
    const MAX_ATTEMPTS: i32 = 400;

    /// Sends what is due, once.
    ///
    /// # Errors
    /// When the outbox is unavailable. A mail that was sent but not ticked off will be sent again.
    pub async fn round(&self) -> Result<Round, Unavailable> {
        let now = self.clock.now();
        let mut round = Round::default();
        for Due { id, mail, attempts } in self.outbox.take(now, now + Self::HIDDEN, Self::BATCH).await? {
            if self.sending(id, &mail, now).await? == Sending::InDigest {
                round.kept += 1;
                continue;
            }
            let sent = match mail {
                Ok(mail) => self.mailer.send(&mail).await,
                Err(unreadable) => Err(MailError::ForGood(unreadable.to_string())),
            };
            self.settle(&[id], attempts, sent, &mut round).await?;
        }
        Ok(round)
    }

    /// Ticks off what was sent as one, or puts it back, or gives it up.
    pub(super) async fn settle(
        &self,
        ids: &[MailId],
        attempts: i32,
        sent: Result<(), MailError>,
        round: &mut Round,
    ) -> Result<(), Unavailable> {
        match sent {
            Ok(()) => {
                self.outbox.delivered(ids).await?;
                round.sent += 1;
            }
            Err(MailError::ForNow(reason)) if attempts + 1 < Self::MAX_ATTEMPTS => {
                self.outbox.postpone(ids, self.clock.now() + Self::wait(attempts), &reason).await?;
                round.postponed += 1;
            }
            Err(MailError::ForNow(reason) | MailError::ForGood(reason)) => {
                self.outbox.bury(ids, &reason).await?;
                round.buried += 1;
            }
        }
        Ok(())
    }

    /// Twice as long after each attempt, up to a quarter of an hour.
    fn wait(attempts: i32) -> TimeDelta {
        let doublings = u32::try_from(attempts).unwrap_or(0).min(20);
        TimeDelta::seconds((Self::FIRST_WAIT_SECONDS << doublings).min(Self::LONGEST_WAIT_SECONDS))
    }
}

#[async_trait]
impl Job for Delivery {
    /// Each mail is taken by one node, so each node may send.
    fn schedule(&self) -> Schedule {
        Schedule { name: "deliver_mails", interval: Self::INTERVAL, lease: Lease::EachNode }
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        let report = self.round().await?.report();
        let depth = self.outbox.depth().await.ok().and_then(|depth| u64::try_from(depth).ok());
        Ok(Report { levels: depth.map(|number| Level { metric: "outbox_depth", number }).into_iter().collect(), ..report })
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
        assert_eq!(world.store().outbox.depth().await?, 0);
        let reasons: Vec<_> = world.store().outbox.given_up().await?.into_iter().map(|mail| mail.reason).collect();
        assert_eq!(reasons, ["550 no such mailbox"]);
        Ok(())
    }

    #[tokio::test]
    async fn a_mail_that_cannot_be_read_is_kept_aside_and_holds_up_no_other() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.memory.put_unreadable_mail("ada@example.com", world.clock_now());
        world.signed_up(a_user()).await?;
        let delivery = world.delivery();
        assert_eq!(delivery.round().await?, Round { sent: 1, buried: 1, ..Round::default() });
        assert_eq!(world.mailer.sent().len(), 1);
        let given_up = world.store().outbox.given_up().await?;
        assert_eq!(given_up.iter().map(|mail| mail.reason.as_str()).collect::<Vec<_>>(), ["this version does not know such a mail"]);
        // Trying again does no harm.
        assert_eq!(world.store().outbox.try_again(world.clock_now()).await?, 1);
        assert_eq!(delivery.round().await?, Round { buried: 1, ..Round::default() });
        assert_eq!(world.store().outbox.given_up().await?, given_up);
        Ok(())
    }

    #[tokio::test]
    async fn a_round_reports_what_became_of_each_mail_and_how_many_wait() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let count = |outcome, number| Count { metric: "mails_total", label: ("outcome", outcome), number };
        world.mailer.fail_with(MailError::ForNow("421 later".into()));
        let report = world.delivery().run().await?;
        assert_eq!(report.counts, [count("sent", 0), count("kept", 0), count("postponed", 1), count("buried", 0)]);
        assert_eq!(report.levels, [Level { metric: "outbox_depth", number: 1 }]);
        assert_eq!(report.warning, Some("mails could not be delivered"));
        world.mailer.work();
        world.clock.advance(TimeDelta::seconds(3));
        let report = world.delivery().run().await?;
        assert_eq!(report.counts, [count("sent", 1), count("kept", 0), count("postponed", 0), count("buried", 0)]);
        assert_eq!((report.levels, report.warning), (vec![Level { metric: "outbox_depth", number: 0 }], None));
        Ok(())
    }

    #[test]
    fn waits_double_up_to_a_limit() {
        let waits: Vec<_> = [0, 1, 2, 8, 9, 399].map(Delivery::wait).map(|wait| wait.num_seconds()).into();
        assert_eq!(waits, [2, 4, 8, 512, 900, 900]);
    }
}
