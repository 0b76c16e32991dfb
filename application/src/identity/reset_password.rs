//! A forgotten password.

use super::{Identity, KnownAddress, changes::Change, hash_of, ports::NewPasswordError};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    outbox::Content,
    rate_limits::{RateLimit, address_key},
    too_many::TooMany,
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        password::NewPassword,
        user::{Reset, User},
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
        match self.users.by_email(email).await?.filter(|user| !user.is_closed()) {
            Some(user) => {
                self.mail_link(&user, Actor::Stranger, LinkPurpose::ResetPassword, |link| Content::ResetPassword { link }).await.map(drop)
            }
            None => Ok(()),
        }
    }

    /// Sets a new password with a mailed link and ends every session of the account. The link proves the address too: where
    /// it was unproven, the account becomes its owner's, and what a stranger may have set up is gone.
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
        let password = NewPassword::parse(password, &about).map_err(ResetPasswordError::Password)?;
        let hash = self.passwords.hash(slot, password).await?;
        for _ in 0..MAX_ATTEMPTS {
            let (was, mut entry) = (user.clone(), Entry::own(link.user, AuditAction::PasswordChanged, now));
            let mut changes = vec![
                Change::LinkUsed(link.id),
                Change::LinksEnded { of: link.user, purposes: &[LinkPurpose::ResetPassword, LinkPurpose::SetPassword] },
            ];
            if user.reset_password(hash.clone(), &link.email).map_err(|_| ResetPasswordError::LinkInvalid)? == Reset::Claimed {
                changes.push(Change::FactorRemoved(link.user));
                entry = claimed(entry, &was, &user);
            }
            changes.extend([
                Change::UserChanged(user),
                Change::SessionsEnded { of: link.user, but: None },
                Change::AddressSeen { address: KnownAddress::of(link.user, from), at: now },
            ]);
            match self.commit.commit(changes, WriteContext::of(entry)).await {
                Ok(()) => return Ok(()),
                // The link was used by somebody else, or the account changed in between: looking again tells.
                Err(CommitError::Stale) => (_, user) = self.link_and_owner(token, &[link.purpose]).await?,
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("account").into())
    }

    /// The live link with this secret and the account it was made for.
    pub(super) async fn link_and_owner(&self, token: &str, purposes: &[LinkPurpose]) -> Result<(MailedLink, User), LinkError> {
        let link = self.links.find(hash_of(token), purposes).await?;
        let link = link.filter(|link| link.is_live(self.clock.now())).ok_or(LinkError::Invalid)?;
        let user = self.users.by_id(link.user).await?.filter(|user| !user.is_closed()).ok_or(LinkError::Invalid)?;
        Ok((link, user))
    }
}

/// The entry with what goes when an account becomes its owner's.
fn claimed(entry: Entry, was: &User, is: &User) -> Entry {
    let (was, is) = (was.parts(), is.parts());
    let on = |on: bool| Some(if on { "on" } else { "off" }.to_owned());
    let changed = [
        ("emailVerified", Some(was.email_verified.to_string()), Some(is.email_verified.to_string())),
        ("phoneVerified", Some(was.phone_verified.to_string()), Some(is.phone_verified.to_string())),
        ("secondFactor", on(was.second_factor), on(is.second_factor)),
    ];
    changed
        .into_iter()
        .filter(|(_, before, after)| before != after)
        .fold(entry, |entry, (field, before, after)| entry.change(field, before, after))
}

/// Why a link leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum LinkError {
    #[error("the link is unknown, used, replaced or too old")]
    Invalid,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<NewPasswordError> for ResetPasswordError {
    fn from(error: NewPasswordError) -> Self {
        match error {
            NewPasswordError::Refused(invalid) => Self::Password(invalid),
            NewPasswordError::Unavailable(unavailable) => Self::Unavailable(unavailable),
        }
    }
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
    use crate::identity::ports::IssuedLink;
    use crate::testing::{HOME, World, a_user};
    use chrono::TimeDelta;
    use sooner_domain::identity::password::PlainPassword;

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
    async fn a_reset_ends_every_link_that_could_set_another() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?.user.clone();
        let first = "the other link";
        let issued = world.identity().new_link(&me, LinkPurpose::SetPassword, world.clock_now());
        let issued = IssuedLink { hash: hash_of(first), ..issued };
        let context = WriteContext::of(Entry::own(me.id(), AuditAction::PasswordLinkSent, world.clock_now()));
        world.identity().commit.commit(vec![Change::LinkIssued(issued)], context).await?;
        assert!(world.identity().link_and_owner(first, &[LinkPurpose::SetPassword]).await.is_ok());
        let second = asked(&world).await?;
        world.identity().reset_password(&second, NEW, HOME).await?;
        assert_eq!(world.identity().reset_password(first, NEW, HOME).await, Err(ResetPasswordError::LinkInvalid));
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

    #[tokio::test]
    async fn a_reset_makes_an_unproven_account_its_owners_and_what_a_stranger_set_up_is_gone() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        // A stranger signs up with Ada's address, with a phone of their own, and a factor, as an earlier release let them.
        let me = world.member(a_user()).await?;
        let token = world.identity().verify_phone(&me, &world.proof_of("+4915112345678")).await?;
        world.memory.set_factor(me.user.id(), world.clock_now());
        let link = asked(&world).await?;
        world.identity().reset_password(&link, NEW, HOME).await?;
        assert!(world.parties().member(&token).await?.is_none());
        let entry = world.last_entry().await?;
        assert_eq!(
            entry.changes.iter().map(|change| change.field.as_str()).collect::<Vec<_>>(),
            ["emailVerified", "phoneVerified", "secondFactor"]
        );
        let email = EmailAddress::parse("ada@example.com")?;
        let welcome = world.identity().sign_in(&email, PlainPassword::parse_typed(NEW)?, HOME).await?;
        let ada = world.parties().member(&welcome.token).await?.ok_or("a code is asked for")?;
        assert!(ada.user.parts().email_verified && !ada.user.parts().phone_verified);
        assert_eq!(world.identity().recovery_codes_left(&ada).await?, None);
        Ok(())
    }

    #[tokio::test]
    async fn a_common_password_is_refused_where_it_is_hashed_and_the_link_lives_on() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let (link, judged) = (asked(&world).await?, world.passwords.judged());
        let refused = world.identity().reset_password(&link, "passwordpassword", HOME).await;
        assert_eq!(refused, Err(ResetPasswordError::Password(Invalid::PasswordCommon)));
        assert_eq!(world.passwords.judged(), judged + 1);
        assert!(world.identity().reset_password(&link, NEW, HOME).await.is_ok());
        Ok(())
    }
}
