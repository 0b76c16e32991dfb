//! Signing up.

use super::{
    Identity, KnownAddress,
    ports::{AddUserError, Beginning},
};
use crate::kernel::{
    commit::WriteContext,
    outbox::Content,
    rate_limits::{RateLimit, TooMany, address_key},
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::{
        link::LinkPurpose,
        password::PlainPassword,
        user::{NewMember, User},
    },
    kernel::{
        audit::{AuditAction, Entry},
        ids::UserId,
    },
};
use std::net::IpAddr;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignUpError {
    #[error("the e-mail address has an account")]
    EmailTaken,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Identity {
    /// Makes an account, signs it in and mails a link to verify the address. Answers the access token.
    ///
    /// # Errors
    /// `EmailTaken`, `TooMany` sign-ups from this address, or `Unavailable`.
    pub async fn sign_up(&self, member: NewMember, password: PlainPassword, from: IpAddr) -> Result<String, SignUpError> {
        let now = self.clock.now();
        self.budgets.spend(RateLimit::SIGN_UP_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        let turn = self.passwords.turn()?;
        if self.users.by_email(&member.email).await?.is_some() {
            return Err(SignUpError::EmailTaken);
        }
        let hash = self.passwords.hash(turn, password).await?;
        let user = User::sign_up(UserId(self.ids.next()), member, hash, now);
        let session = self.new_session(user.id(), now);
        let token = self.tokens.sign(&session)?;
        let issued = self.new_link(&user, LinkPurpose::VerifyEmail, now);
        let entry = Entry::own(user.id(), AuditAction::SignedUp, now).new_values(user.answers());
        let effects = WriteContext::of(entry)
            .at(KnownAddress::of(user.id(), from))
            .and_mail(self.link_mail(&user, &issued, |link| Content::VerifyEmail { link }));
        // The first mail counts, so that an impatient resend does not make two.
        self.budgets.spend(RateLimit::MAIL_BY_RECIPIENT, user.email().as_str(), now).await?;
        match self.users.add(&user, Beginning { session: Some(session), link: Some(issued) }, effects).await {
            Ok(()) => Ok(token),
            Err(AddUserError::EmailTaken) => Err(SignUpError::EmailTaken),
            Err(AddUserError::Unavailable(unavailable)) => Err(unavailable.into()),
        }
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
        let me = world.identity().signed_in(&token).await?.ok_or("not signed in")?;
        assert_eq!(me.user.name(), "Ada Brandt");
        assert!(!me.user.is_verified());
        world.delivery().round().await?;
        assert_eq!(world.mailer.sent()[0].to.as_str(), "ada@example.com");
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
        world.store.hide_users_by_email();
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
        assert_eq!(over, Err(SignUpError::TooMany(TooMany { retry_after_seconds: 3600 })));
        let elsewhere = a_user().email("ada21@example.com").from("192.0.2.9");
        assert_ne!(elsewhere.from, HOME);
        assert!(world.signed_up(elsewhere).await.is_ok());
        Ok(())
    }
}
