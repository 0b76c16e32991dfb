//! Proving an e-mail address with a mailed link.

use super::{Identity, SignedIn, changes::Change, reset_password::LinkError};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    outbox::Content,
    rate_limits::{RateLimit, Spent, address_key},
    too_many::TooMany,
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::link::LinkPurpose,
    kernel::{
        audit::{Actor, AuditAction, Entry},
        email::EmailAddress,
    },
};
use std::net::IpAddr;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendVerificationError {
    #[error("this is not the account's own address")]
    OtherAddress,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// What came of asking for a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resent {
    /// It is on its way; the next one may follow after this many seconds.
    Mailed { next_after_seconds: i64 },
    /// Nothing was mailed: one was a short while ago.
    TooSoon { retry_after_seconds: i64 },
    /// Nothing was mailed: the address is proven.
    Proven,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyEmailError {
    #[error("the link is unknown, used, replaced or too old")]
    LinkInvalid,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Identity {
    /// Mails a fresh link to the account's address. An address that is verified already, or got a mail within the
    /// minute, gets none, and the answer says so.
    ///
    /// # Errors
    /// `OtherAddress` when asked for another address than the account's.
    pub async fn send_email_verification(&self, me: &SignedIn, email: &EmailAddress) -> Result<Resent, SendVerificationError> {
        if me.user.email() != email {
            return Err(SendVerificationError::OtherAddress);
        }
        if me.user.parts().email_verified {
            return Ok(Resent::Proven);
        }
        let (by, purpose) = (Actor::User(me.user.id()), LinkPurpose::VerifyEmail);
        Ok(match self.mail_link(&me.user, by, purpose, |link| Content::VerifyEmail { link }).await? {
            Spent::Within => Resent::Mailed { next_after_seconds: RateLimit::LINK_MAIL_BY_RECIPIENT.window.num_seconds() },
            Spent::Over { retry_after_seconds } => Resent::TooSoon { retry_after_seconds },
        })
    }

    /// Uses a link up. Whoever opens it, the account it was made for is the one verified.
    ///
    /// # Errors
    /// `LinkInvalid` when the link is unknown, used, replaced or too old.
    pub async fn verify_email(&self, token: &str, from: IpAddr) -> Result<(), VerifyEmailError> {
        let now = self.clock.now();
        self.rate_limits.spend(RateLimit::LINK_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        for _ in 0..MAX_ATTEMPTS {
            let (link, mut user) = self.link_and_owner(token, &[LinkPurpose::VerifyEmail]).await?;
            user.verify_email(&link.email).map_err(|_| VerifyEmailError::LinkInvalid)?;
            let entry = Entry::own(link.user, AuditAction::EmailVerified, now);
            let entry = entry.change("emailVerified", Some("false".into()), Some("true".into()));
            let changes = vec![Change::LinkUsed(link.id), Change::UserChanged(user)];
            match self.commit.commit(changes, WriteContext::of(entry)).await {
                Ok(()) => return Ok(()),
                // The link was used by somebody else, or the account changed in between: looking again tells.
                Err(CommitError::Stale) => {}
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("account").into())
    }
}

impl From<LinkError> for VerifyEmailError {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::Invalid => Self::LinkInvalid,
            LinkError::Unavailable(unavailable) => Self::Unavailable(unavailable),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOME, World, a_user};
    use chrono::TimeDelta;

    async fn resend(world: &World, token: &str) -> Result<Resent, Box<dyn std::error::Error>> {
        let me = world.parties().member(token).await?.ok_or("not signed in")?;
        let email = me.user.email().clone();
        let came = world.identity().send_email_verification(&me, &email).await?;
        world.delivery().round().await?;
        Ok(came)
    }

    #[tokio::test]
    async fn a_link_works_once_within_a_day() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        let link = world.mailed_token().await?;
        assert_eq!(world.identity().verify_email("made-up", HOME).await, Err(VerifyEmailError::LinkInvalid));
        assert_eq!(world.identity().verify_email(&link, HOME).await, Ok(()));
        assert_eq!(world.identity().verify_email(&link, HOME).await, Err(VerifyEmailError::LinkInvalid));
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        assert!(me.user.parts().email_verified);
        Ok(())
    }

    #[tokio::test]
    async fn a_link_is_too_old_after_a_day() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let link = world.mailed_token().await?;
        world.clock.advance(TimeDelta::hours(24));
        assert_eq!(world.identity().verify_email(&link, HOME).await, Err(VerifyEmailError::LinkInvalid));
        Ok(())
    }

    #[tokio::test]
    async fn a_resend_kills_the_earlier_link_and_comes_once_a_minute() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        let first = world.mailed_token().await?;
        world.clock.advance(TimeDelta::seconds(20));
        assert_eq!(resend(&world, &token).await?, Resent::TooSoon { retry_after_seconds: 40 });
        assert_eq!(world.mailer.sent().len(), 1, "not within the minute");
        world.clock.advance(TimeDelta::seconds(40));
        assert_eq!(resend(&world, &token).await?, Resent::Mailed { next_after_seconds: 60 });
        assert_eq!(world.mailer.sent().len(), 2);
        assert_eq!(world.identity().verify_email(&first, HOME).await, Err(VerifyEmailError::LinkInvalid));
        assert_eq!(world.identity().verify_email(&world.mailed_token().await?, HOME).await, Ok(()));
        assert_eq!(resend(&world, &token).await?, Resent::Proven);
        assert_eq!(world.mailer.sent().len(), 2);
        Ok(())
    }

    #[tokio::test]
    async fn a_hundred_resends_in_a_minute_are_one_mail() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        for _ in 0..100 {
            resend(&world, &token).await?;
        }
        assert_eq!(world.mailer.sent().len(), 1, "the one of the sign-up");
        Ok(())
    }

    #[tokio::test]
    async fn twenty_mails_an_hour_are_enough_for_an_account() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        for _ in 0..30 {
            world.clock.advance(TimeDelta::seconds(61));
            resend(&world, &token).await?;
        }
        assert_eq!(world.mailer.sent().len(), 21, "the one of the sign-up and twenty resends");
        Ok(())
    }

    #[tokio::test]
    async fn only_the_accounts_own_address_is_mailed() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        let other = EmailAddress::parse("eve@example.com")?;
        let answer = world.identity().send_email_verification(&me, &other).await;
        assert_eq!(answer, Err(SendVerificationError::OtherAddress));
        Ok(())
    }
}
