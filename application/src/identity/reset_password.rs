//! A forgotten password.

use super::{Identity, hash_of};
use crate::{
    budgets::{Budget, TooMany, address_key},
    mail::Content,
    ports::{Effects, Unavailable},
};
use sooner_domain::{
    Invalid,
    audit::{Actor, AuditAction, Entry},
    email::EmailAddress,
    identity::{link::LinkPurpose, password::PlainPassword},
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

impl Identity {
    /// Mails a link if the address has an account; nobody learns whether it has. Over budget nothing is sent, and the
    /// answer is the same too.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn forgot_password(&self, email: &EmailAddress, from: IpAddr) -> Result<(), Unavailable> {
        let now = self.clock.now();
        let spent = self.budgets.spend(Budget::FORGOT_BY_ADDRESS, &address_key(from), now).await?;
        let user = self.users.by_email(email).await?;
        match user {
            Some(user) if spent.or_too_many().is_ok() => {
                self.mail_link(&user, Actor::Stranger, LinkPurpose::ResetPassword, |link| Content::ResetPassword { link }).await
            }
            _ => Ok(()),
        }
    }

    /// Sets a new password with a mailed link and ends every session of the account.
    ///
    /// # Errors
    /// `LinkInvalid`; `Password` when the new one breaks the rules, which leaves the link alive.
    pub async fn reset_password(&self, token: &str, password: &str, from: IpAddr) -> Result<(), ResetPasswordError> {
        let now = self.clock.now();
        self.budgets.spend(Budget::LINK_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        let purposes = [LinkPurpose::ResetPassword, LinkPurpose::SetPassword];
        let link = self.links.find(hash_of(token), &purposes).await?;
        let link = link.filter(|link| link.is_live(now)).ok_or(ResetPasswordError::LinkInvalid)?;
        let user = self.users.by_id(link.user).await?.ok_or(ResetPasswordError::LinkInvalid)?;
        let parts = user.parts();
        let about = [parts.email.as_str(), parts.fname.as_str(), parts.lname.as_str()];
        let password = PlainPassword::parse_new(password, &about).map_err(ResetPasswordError::Password)?;
        let hash = self.passwords.hash(password).await?;
        let effects = Effects::of(Entry::own(link.user, AuditAction::PasswordChanged, now));
        if self.links.redeem_for_password(&link, &hash, effects).await? { Ok(()) } else { Err(ResetPasswordError::LinkInvalid) }
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
        world.identity().forgot_password(&EmailAddress::parse("ada@example.com")?, HOME).await?;
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
        assert!(identity.signed_in(&session).await?.is_none());
        let email = EmailAddress::parse("ada@example.com")?;
        assert!(identity.sign_in(&email, PlainPassword::parse_typed(NEW)?, HOME).await.is_ok());
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
    async fn an_unknown_address_gets_the_same_answer_and_no_mail() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        assert_eq!(world.identity().forgot_password(&EmailAddress::parse("eve@example.com")?, HOME).await, Ok(()));
        world.delivery().round().await?;
        assert!(world.mailer.sent().is_empty());
        Ok(())
    }
}
