//! Signing up.

use super::{Parties, changes::Change};
use crate::{
    identity::{
        KnownAddress, Visitor,
        changes::{Change as AccountChange, EMAIL},
        ports::NewPasswordError,
    },
    kernel::{
        commit::{CommitError, WriteContext},
        outbox::Content,
        rate_limits::{RateLimit, address_key},
        too_many::TooMany,
        unavailable::Unavailable,
    },
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{
        link::LinkPurpose,
        password::NewPassword,
        user::{NewMember, User},
    },
    kernel::{
        Invalid,
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::{CompanyId, UserId},
    },
    parties::{company::Company, membership::Membership},
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignUpError {
    #[error("the e-mail address has an account")]
    EmailTaken,
    #[error("the password is refused: {0}")]
    Password(Invalid),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<NewPasswordError> for SignUpError {
    fn from(error: NewPasswordError) -> Self {
        match error {
            NewPasswordError::Refused(invalid) => Self::Password(invalid),
            NewPasswordError::Unavailable(unavailable) => Self::Unavailable(unavailable),
        }
    }
}

impl Parties {
    /// Makes an account and its company, signs it in and mails a link to verify the address. Answers the access token.
    ///
    /// # Errors
    /// `Password` when it is a common one, `EmailTaken`, `TooMany` sign-ups from this address, or `Unavailable`.
    pub async fn sign_up(&self, member: NewMember, password: NewPassword, from: impl Into<Visitor>) -> Result<String, SignUpError> {
        let Visitor { address: from, client } = from.into();
        let identity = &self.identity;
        let now = identity.clock.now();
        identity.rate_limits.spend(RateLimit::SIGN_UP_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        let slot = identity.passwords.slot()?;
        if identity.users.by_email(&member.email).await?.is_some() {
            return Err(SignUpError::EmailTaken);
        }
        let hash = identity.passwords.hash(slot, password).await?;
        let user = User::sign_up(UserId(identity.ids.next()), member, hash, now);
        let session = identity.new_session(user.id(), now).on(client);
        let token = identity.tokens.sign(&session)?;
        let issued = identity.new_link(&user, LinkPurpose::VerifyEmail, now);
        let mail = identity.link_mail(&user, &issued, |link| Content::VerifyEmail { link });
        // The first mail counts, so that an impatient resend does not make two.
        identity.rate_limits.spend(RateLimit::LINK_MAIL_BY_RECIPIENT, user.email().as_str(), now).await?;
        let (company, mut changes) = self.new_account(user.clone(), now);
        let entry = Entry::new(now, Actor::User(user.id()), AuditAction::SignedUp, Subjects::founder(user.id(), company));
        let entry = entry.new_values(user.answers()).new_values(self.agreement.values());
        let seen = AccountChange::AddressSeen { address: KnownAddress::of(user.id(), from), at: now };
        changes.extend([AccountChange::SessionOpened(session), AccountChange::LinkIssued(issued), seen].map(Change::from));
        match self.commit.commit(changes, WriteContext::of(entry).and_mail(mail)).await {
            Ok(()) => Ok(token),
            Err(CommitError::Taken(EMAIL)) => Err(SignUpError::EmailTaken),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// An account and its company: everybody has one, be it empty.
    pub(super) fn new_account(&self, user: User, now: DateTime<Utc>) -> (CompanyId, Vec<Change>) {
        let company = Company::new(CompanyId(self.identity.ids.next()), now);
        let membership = Membership::founder(user.id(), company.id, now);
        (company.id, vec![AccountChange::UserAdded(user).into(), Change::CompanyFounded(company, membership)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOME, World, a_user};

    #[tokio::test]
    async fn signing_up_signs_in_and_mails_a_link() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        assert_eq!(me.user.name(), "Ada Brandt");
        assert!(!me.user.is_verified());
        world.delivery().round().await?;
        assert_eq!(world.mailer.sent()[0].to.as_str(), "ada@example.com");
        Ok(())
    }

    #[tokio::test]
    async fn the_trail_keeps_what_was_accepted_by_signing_up() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let entry = world.last_entry().await?;
        assert_eq!(entry.action, AuditAction::SignedUp);
        let kept = |field: &str| entry.changes.iter().find(|change| change.field == field).and_then(|change| change.after.clone());
        assert_eq!(kept("acceptedTerms").as_deref(), Some("https://house.example/terms"));
        assert_eq!(kept("acceptedPrivacy").as_deref(), Some("https://house.example/privacy"));
        Ok(())
    }

    #[tokio::test]
    async fn an_address_has_one_account() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        assert_eq!(world.signed_up(a_user()).await, Err(SignUpError::EmailTaken));
        Ok(())
    }

    #[tokio::test]
    async fn of_two_at_once_the_store_lets_one_in() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.memory.hide_users_by_email();
        world.signed_up(a_user()).await?;
        assert_eq!(world.signed_up(a_user()).await, Err(SignUpError::EmailTaken));
        Ok(())
    }

    #[tokio::test]
    async fn one_address_cannot_make_accounts_without_end() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        for number in 0..20 {
            world.signed_up(a_user().email(&format!("ada{number}@example.com"))).await?;
        }
        let over = world.signed_up(a_user().email("ada20@example.com")).await;
        assert_eq!(over, Err(SignUpError::TooMany(TooMany { of: None, retry_after_seconds: 3600 })));
        let elsewhere = a_user().email("ada21@example.com").from("192.0.2.9");
        assert_ne!(elsewhere.from, HOME);
        assert!(world.signed_up(elsewhere).await.is_ok());
        Ok(())
    }
}
