//! Mails about money beyond the few that a person gets a day one by one: kept, and sent together the next morning.

use super::{Content, Delivery, Due, Mail, MailError, Round, Unreadable};
use crate::kernel::outbox::mail_days::Sending;
use crate::kernel::{
    jobs::{Job, Lease, Report, Schedule},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::kernel::ids::MailId;
use std::time::Duration;

impl Delivery {
    /// So many mails about money a person gets a day one by one.
    pub const ALONE_A_DAY: i32 = 3;

    /// How this mail goes. Decided once for each, so that one that is tried again is not counted again.
    pub(super) async fn sending(&self, id: MailId, mail: &Result<Mail, Unreadable>, now: DateTime<Utc>) -> Result<Sending, Unavailable> {
        match mail {
            Ok(mail) if mail.content.is_about_money() => {
                let day = self.days.day_of(now).await?;
                let most = if mail.content.waits_for_digest() { 0 } else { Self::ALONE_A_DAY };
                self.outbox.admit(id, &day, most).await
            }
            _ => Ok(Sending::Alone),
        }
    }

    /// Sends each digest that is due, once.
    ///
    /// # Errors
    /// When the outbox is unavailable. A digest that was sent but not ticked off will be sent again.
    pub async fn digests(&self) -> Result<Round, Unavailable> {
        let mut round = Round::default();
        loop {
            let now = self.clock.now();
            let due = self.outbox.take_digest(now, now + Self::HIDDEN).await?;
            if due.is_empty() {
                return Ok(round);
            }
            let attempts = due.iter().map(|due| due.attempts).max().unwrap_or_default();
            let mut mails = Vec::new();
            for Due { id, mail, .. } in due {
                match mail {
                    Ok(mail) => mails.push(mail),
                    Err(unreadable) => self.settle(&[id], attempts, Err(MailError::ForGood(unreadable.to_string())), &mut round).await?,
                }
            }
            let ids: Vec<_> = mails.iter().map(|mail| mail.id).collect();
            if let Some(letter) = together(mails) {
                let sent = self.mailer.send(&letter).await;
                self.settle(&ids, attempts, sent, &mut round).await?;
            }
        }
    }
}

/// These in one, to whom they go, as their reader was called and read last; the only one as it is. Under the newest's id: what
/// is sent again with more in it is another mail.
fn together(mut mails: Vec<Mail>) -> Option<Mail> {
    mails.sort_by_key(|mail| (mail.created_at, mail.id));
    let last = mails.pop()?;
    if mails.is_empty() {
        return Some(last);
    }
    let digest = mails.into_iter().map(|mail| mail.content).chain([last.content]).flat_map(Content::into_parts).collect();
    Some(Mail { content: Content::Digest { digest }, ..last })
}

/// Sends what was kept back.
#[derive(Clone)]
pub struct Digests(pub Delivery);

impl Digests {
    const INTERVAL: Duration = Duration::from_secs(10);
}

#[async_trait]
impl Job for Digests {
    /// All that is in a digest is taken by one node, so each node may send.
    fn schedule(&self) -> Schedule {
        Schedule { name: "deliver_digests", interval: Self::INTERVAL, lease: Lease::EachNode }
    }

    async fn run(&self) -> Result<Report, Unavailable> {
        Ok(self.0.digests().await?.report())
    }
}

#[cfg(test)]
mod tests {
    mod law;

    use super::*;
    use crate::{
        identity::changes::Change,
        kernel::commit::WriteContext,
        testing::{World, a_user},
    };
    use chrono::TimeDelta;
    use sooner_domain::{
        identity::session::Session,
        kernel::{
            audit::{AuditAction, Entry},
            ids::SessionId,
        },
    };
    use uuid::Uuid;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    /// Somebody with a proven address, and no mail waiting.
    async fn reader(world: &World) -> Result<crate::parties::Member, Box<dyn std::error::Error>> {
        let me = world.proven(a_user()).await?;
        world.delivery().round().await?;
        Ok(me)
    }

    /// Writes these mails to somebody, each in a write of its own.
    async fn write(world: &World, me: &crate::parties::Member, contents: impl IntoIterator<Item = Content>) -> Checked {
        let identity = world.identity();
        for content in contents {
            let now = world.clock_now();
            let mail = identity.mail(&me.user, content, now);
            let session = Session::open(SessionId(Uuid::from_u128(1 << 100 | mail.id.0.as_u128())), me.user.id(), TimeDelta::hours(1), now);
            let context = WriteContext::of(Entry::own(me.user.id(), AuditAction::SignedIn, now)).and_mail(mail);
            identity.commit.commit(vec![Change::SessionOpened(session)], context).await?;
        }
        Ok(())
    }

    fn receipts(number: usize) -> Vec<Content> {
        vec![Content::Receipt { details: None }; number]
    }

    /// The codes of what was sent since, each digest with what is in it.
    fn codes(world: &World, since: usize) -> Vec<String> {
        let code = |mail: &Mail| match &mail.content {
            Content::Digest { digest } => format!("{:?}", digest.iter().map(Content::code).collect::<Vec<_>>()),
            other => other.code().to_owned(),
        };
        world.mailer.sent()[since..].iter().map(code).collect()
    }

    /// At this hour of so many days later.
    fn go_to(world: &World, days: i64, hour: i64) {
        let now = world.clock_now();
        let midnight = now.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
        world.clock.advance(midnight + TimeDelta::days(days) + TimeDelta::hours(hour) - now);
    }

    #[tokio::test]
    async fn three_go_one_by_one_and_the_rest_the_next_morning_in_one() -> Checked {
        let world = World::default();
        let me = reader(&world).await?;
        let (delivery, since) = (world.delivery(), world.mailer.sent().len());
        write(&world, &me, receipts(4)).await?;
        write(&world, &me, [Content::PasswordChanged, Content::Overdue { details: None }, Content::TermsAccepted]).await?;
        assert_eq!(delivery.round().await?, Round { sent: 5, kept: 2, ..Round::default() });
        assert_eq!(codes(&world, since), ["receipt", "receipt", "receipt", "password_changed", "terms_accepted"]);
        go_to(&world, 1, 6);
        assert_eq!((delivery.round().await?, delivery.digests().await?), (Round::default(), Round::default()));
        // A new day counts anew, whatever waits of the one before.
        write(&world, &me, receipts(1)).await?;
        assert_eq!(delivery.round().await?, Round { sent: 1, ..Round::default() });
        go_to(&world, 0, 7);
        assert_eq!(delivery.digests().await?, Round { sent: 1, ..Round::default() });
        assert_eq!(codes(&world, since + 6), [r#"["receipt", "overdue"]"#]);
        let digest = world.mailer.sent().pop().ok_or("nothing sent")?;
        assert_eq!((&digest.to, digest.name), (me.user.email(), me.user.name_in_mails()));
        go_to(&world, 5, 7);
        assert_eq!((delivery.round().await?, delivery.digests().await?), (Round::default(), Round::default()));
        Ok(())
    }

    #[tokio::test]
    async fn what_came_as_several_kinds_at_once_is_in_the_digest_by_kind() -> Checked {
        let world = World::default();
        let me = reader(&world).await?;
        write(&world, &me, receipts(3)).await?;
        let kinds = [Content::Overdue { details: None }, Content::PaymentDue { details: None }];
        write(&world, &me, Content::together(kinds.to_vec())).await?;
        write(&world, &me, receipts(1)).await?;
        assert_eq!(world.delivery().round().await?, Round { sent: 3, kept: 2, ..Round::default() });
        go_to(&world, 1, 7);
        world.delivery().digests().await?;
        let digest = world.mailer.sent().pop().ok_or("nothing sent")?;
        let Content::Digest { digest } = digest.content else { return Err("no digest".into()) };
        assert_eq!(digest.iter().map(Content::code).collect::<Vec<_>>(), ["overdue", "payment_due", "receipt"]);
        Ok(())
    }

    #[tokio::test]
    async fn one_that_waits_alone_goes_as_it_is_and_each_address_gets_its_own() -> Checked {
        let world = World::default();
        let me = reader(&world).await?;
        let other = world.operator().await?;
        world.delivery().round().await?;
        let since = world.mailer.sent().len();
        write(&world, &me, receipts(4)).await?;
        write(&world, &other, receipts(5)).await?;
        assert_eq!(world.delivery().round().await?, Round { sent: 6, kept: 3, ..Round::default() });
        go_to(&world, 1, 7);
        assert_eq!(world.delivery().digests().await?, Round { sent: 2, ..Round::default() });
        assert_eq!(codes(&world, since + 6), ["receipt", r#"["receipt", "receipt"]"#]);
        Ok(())
    }

    #[tokio::test]
    async fn what_is_tried_again_is_counted_once_and_a_digest_stays_together() -> Checked {
        let world = World::default();
        let me = reader(&world).await?;
        let (delivery, since) = (world.delivery(), world.mailer.sent().len());
        write(&world, &me, receipts(5)).await?;
        world.mailer.fail_with(MailError::ForNow("421 later".into()));
        assert_eq!(delivery.round().await?, Round { kept: 2, postponed: 3, ..Round::default() });
        world.clock.advance(TimeDelta::minutes(1));
        assert_eq!(delivery.round().await?, Round { postponed: 3, ..Round::default() });
        go_to(&world, 1, 7);
        assert_eq!(delivery.digests().await?, Round { postponed: 1, ..Round::default() });
        world.mailer.work();
        assert_eq!(delivery.digests().await?, Round::default(), "it waits before it is tried again");
        world.clock.advance(TimeDelta::minutes(1));
        assert_eq!(delivery.digests().await?, Round { sent: 1, ..Round::default() });
        assert_eq!(delivery.round().await?, Round { sent: 3, ..Round::default() });
        assert_eq!(codes(&world, since), [r#"["receipt", "receipt"]"#, "receipt", "receipt", "receipt"]);
        Ok(())
    }

    #[tokio::test]
    async fn a_digest_refused_for_good_is_kept_aside_with_all_in_it() -> Checked {
        let world = World::default();
        let me = reader(&world).await?;
        write(&world, &me, receipts(5)).await?;
        world.delivery().round().await?;
        go_to(&world, 1, 7);
        world.mailer.fail_with(MailError::ForGood("550 no such mailbox".into()));
        let report = Job::run(&Digests(world.delivery())).await?;
        assert_eq!(report.warning, Some("mails could not be delivered"));
        assert_eq!(world.store().outbox.given_up().await?.len(), 2);
        world.mailer.work();
        assert_eq!(world.store().outbox.try_again(world.clock_now()).await?, 2);
        assert_eq!(world.delivery().digests().await?, Round { sent: 1, ..Round::default() });
        Ok(())
    }

    #[tokio::test]
    async fn a_digest_that_was_sent_and_not_ticked_off_is_another_mail_once_there_is_more_in_it() -> Checked {
        let world = World::default();
        let me = reader(&world).await?;
        write(&world, &me, receipts(5)).await?;
        let delivery = world.delivery();
        delivery.round().await?;
        go_to(&world, 1, 7);
        let taken = delivery.outbox.take_digest(world.clock_now(), world.clock_now() + Delivery::HIDDEN).await?;
        let first = together(taken.into_iter().filter_map(|due| due.mail.ok()).collect()).ok_or("nothing taken")?;
        write(&world, &me, receipts(4)).await?;
        delivery.round().await?;
        go_to(&world, 1, 7);
        delivery.digests().await?;
        let second = world.mailer.sent().pop().ok_or("nothing sent")?;
        assert_ne!(first.id, second.id);
        assert!(matches!(second.content, Content::Digest { digest } if digest.len() == 3));
        Ok(())
    }
}
