//! A forgotten password.

use super::{Identity, KnownAddress, changes::Change, hash_of};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    outbox::Content,
    rate_limits::{RateLimit, TooMany, address_key},
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        password::PlainPassword,
        user::User,
    },
    kernel::{
        Invalid,
        audit::{Actor, AuditAction, Entry},
        email::EmailAddress,
    },
};
use std::net::IpAddr;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResetPasswordError {
    #[error("the link is unknown, used, replaced or too old")]
    LinkInvalid,
    #[error("the new password is refused: {0}")]
    Password(Invalid),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// What to do about a forgotten password. The answer is the same in either case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forgotten {
    MailLink,
    /// Somebody asks too often.
    Ignore,
}

impl Identity {
    /// Takes somebody's word that a password is forgotten. What is left to do takes longer for an address that has an
    /// account: it is for whoever answers to do it apart, so that the time of the answer tells nothing.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn forgot_password(&self, from: IpAddr) -> Result<Forgotten, Unavailable> {
        let spent = self.rate_limits.spend(RateLimit::FORGOT_BY_ADDRESS, &address_key(from), self.clock.now()).await?;
        Ok(if spent.or_too_many().is_ok() { Forgotten::MailLink } else { Forgotten::Ignore })
    }

    /// Mails a link for a new password if the address has an account.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn mail_reset_link(&self, email: &EmailAddress) -> Result<(), Unavailable> {
        match self.users.by_email(email).await? {
            Some(user) => self.mail_link(&user, Actor::Stranger, LinkPurpose::ResetPassword, |link| Content::ResetPassword { link }).await,
            None => Ok(()),
        }
    }

    /// Sets a new password with a mailed link and ends every session of the account.
    ///
    /// # Errors
    /// `LinkInvalid`; `Password` when the new one breaks the rules, which leaves the link alive.
    pub async fn reset_password(&self, token: &str, password: &str, from: IpAddr) -> Result<(), ResetPasswordError> {
        let now = self.clock.now();
        self.rate_limits.spend(RateLimit::LINK_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        let slot = self.passwords.slot()?;
        let (link, mut user) = self.link_and_owner(token, &[LinkPurpose::ResetPassword, LinkPurpose::SetPassword]).await?;
        let parts = user.parts();
        let about = [parts.email.as_str(), parts.fname.as_str(), parts.lname.as_str()];
        let password = PlainPassword::parse_new(password, &about).map_err(ResetPasswordError::Password)?;
        let hash = self.passwords.hash(slot, password).await?;
        for _ in 0..MAX_ATTEMPTS {
            user.change_password(hash.clone());
            let changes = vec![
                Change::LinkUsed(link.id),
                Change::UserChanged(user),
                Change::SessionsEnded { of: link.user, but: None },
                Change::AddressSeen { address: KnownAddress::of(link.user, from), at: now },
            ];
            let context = WriteContext::of(Entry::own(link.user, AuditAction::PasswordChanged, now));
            match self.commit.commit(changes, context).await {
                Ok(()) => return Ok(()),
                // The link was used by somebody else, or the account changed in between: looking again tells.
                Err(CommitError::Stale) => (_, user) = self.link_and_owner(token, &[link.purpose]).await?,
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Busy("account").into())
    }

    /// The live link with this secret and the account it was made for.
    pub(super) async fn link_and_owner(&self, token: &str, purposes: &[LinkPurpose]) -> Result<(MailedLink, User), LinkError> {
        let link = self.links.find(hash_of(token), purposes).await?;
        let link = link.filter(|link| link.is_live(self.clock.now())).ok_or(LinkError::Invalid)?;
        let user = self.users.by_id(link.user).await?.ok_or(LinkError::Invalid)?;
        Ok((link, user))
    }
}

/// Why a link leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum LinkError {
    #[error("the link is unknown, used, replaced or too old")]
    Invalid,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<LinkError> for ResetPasswordError {
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

    const NEW: &str = "seven quiet harbours";

    async fn asked(world: &World) -> Result<String, Box<dyn std::error::Error>> {
        world.clock.advance(TimeDelta::minutes(1));
        assert_eq!(world.identity().forgot_password(HOME).await?, Forgotten::MailLink);
        world.identity().mail_reset_link(&EmailAddress::parse("ada@example.com")?).await?;
        assert_eq!(world.last_entry().await?.by, Actor::Stranger, "nobody knows who asks");
        world.mailed_token().await
    }

    #[tokio::test]
    async fn a_reset_sets_the_password_once_and_ends_all_sessions() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let session = world.signed_up(a_user()).await?;
        let link = asked(&world).await?;
        let identity = world.identity();
        assert!(matches!(identity.reset_password(&link, "short", HOME).await, Err(ResetPasswordError::Password(_))));
        identity.reset_password(&link, NEW, HOME).await?;
        assert_eq!(identity.reset_password(&link, NEW, HOME).await, Err(ResetPasswordError::LinkInvalid));
        assert!(world.parties().member(&session).await?.is_none());
        let email = EmailAddress::parse("ada@example.com")?;
        assert!(identity.sign_in(&email, PlainPassword::parse_typed(NEW)?, HOME).await.is_ok());
        Ok(())
    }

    #[tokio::test]
    async fn asking_too_often_is_ignored() -> Result<(), Box<dyn std::error::Error>> {
        let identity = World::default().identity();
        for _ in 0..30 {
            assert_eq!(identity.forgot_password(HOME).await?, Forgotten::MailLink);
        }
        assert_eq!(identity.forgot_password(HOME).await?, Forgotten::Ignore);
        Ok(())
    }

    #[tokio::test]
    async fn whoever_chose_a_password_here_is_known_here() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let link = asked(&world).await?;
        let (here, email) = (IpAddr::from([203, 0, 113, 1]), EmailAddress::parse("ada@example.com")?);
        let identity = world.identity();
        identity.reset_password(&link, NEW, here).await?;
        for number in 0..50 {
            identity.sign_in(&email, PlainPassword::parse_typed("guess")?, IpAddr::from([198, 51, 100, number])).await.ok();
        }
        assert!(identity.sign_in(&email, PlainPassword::parse_typed(NEW)?, here).await.is_ok());
        Ok(())
    }

    #[tokio::test]
    async fn a_reset_link_lives_an_hour() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let link = asked(&world).await?;
        world.clock.advance(TimeDelta::hours(1));
        assert_eq!(world.identity().reset_password(&link, NEW, HOME).await, Err(ResetPasswordError::LinkInvalid));
        Ok(())
    }

    #[tokio::test]
    async fn a_link_for_the_address_does_not_open_the_password() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let link = world.mailed_token().await?;
        assert_eq!(world.identity().reset_password(&link, NEW, HOME).await, Err(ResetPasswordError::LinkInvalid));
        Ok(())
    }

    #[tokio::test]
    async fn an_unknown_address_gets_no_mail() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        assert_eq!(world.identity().mail_reset_link(&EmailAddress::parse("eve@example.com")?).await, Ok(()));
        world.delivery().round().await?;
        assert!(world.mailer.sent().is_empty());
        Ok(())
    }
}
