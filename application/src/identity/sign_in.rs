//! Signing in.

use super::{Identity, KnownAddress, Visitor, changes::Change, ports::AtAddress};
use crate::kernel::{
    commit::{CommitError, WriteContext},
    rate_limits::{RateLimit, address_key},
    too_many::TooMany,
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::{password::PlainPassword, session::Session},
    kernel::{
        audit::{AuditAction, Entry},
        email::EmailAddress,
        ids::SessionId,
        language::Language,
    },
};

/// The answer to a successful sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Welcome {
    pub token: String,
    pub name: String,
    /// What the account's owner reads.
    pub language: Language,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SignInError {
    #[error("unknown address or wrong password")]
    WrongCredentials,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Identity {
    /// Opens a session; with a second factor, one that waits for its code. An unknown address and a wrong password take the same time and get the same answer.
    ///
    /// # Errors
    /// `WrongCredentials`; `TooMany` before anything is hashed; `Unavailable`.
    pub async fn sign_in(&self, email: &EmailAddress, password: PlainPassword, from: impl Into<Visitor>) -> Result<Welcome, SignInError> {
        let Visitor { address: from, client } = from.into();
        let now = self.clock.now();
        self.rate_limits.spend(RateLimit::SIGN_IN_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        let slot = self.passwords.slot()?;
        let AtAddress { user, is_known } = self.users.at_address(email, from, now - KnownAddress::REMEMBERED).await?;
        let spent = if is_known {
            self.rate_limits.spend(RateLimit::SIGN_IN_BY_KNOWN_ADDRESS, &format!("{} {}", email.as_str(), address_key(from)), now).await?
        } else {
            self.rate_limits.spend(RateLimit::SIGN_IN_BY_ACCOUNT, email.as_str(), now).await?
        };
        spent.or_too_many()?;
        let hash = user.as_ref().and_then(|user| user.parts().password.clone());
        let right = self.passwords.verify(slot, password, hash.clone()).await?;
        let user = user.filter(|_| right).ok_or(SignInError::WrongCredentials)?;
        // With a second factor, the password alone uses up nothing of its owner's and makes no address known.
        let awaits_code = user.parts().second_factor;
        let session = if awaits_code {
            Session::await_code(SessionId(self.ids.next()), user.id(), now)
        } else {
            self.spend_write(user.id())?;
            self.new_session(user.id(), now)
        };
        let session = session.on(client);
        let token = self.tokens.sign(&session)?;
        // Hashing takes long enough for somebody to reset the password, or to switch the second factor on.
        let stands = Change::AccountStands { id: user.id(), password: hash, second_factor: user.parts().second_factor };
        let seen = Change::AddressSeen { address: KnownAddress::of(user.id(), from), at: now };
        let changes = [stands, Change::SessionOpened(session)].into_iter().chain((!awaits_code).then_some(seen)).collect();
        let context = WriteContext::of(Entry::own(user.id(), AuditAction::SignedIn, now));
        // What was checked is not so any more: signing in again finds what holds now.
        self.commit.commit(changes, context).await.map_err(|error| match error {
            CommitError::Stale => Unavailable::Busy("session"),
            error => error.unexpected(),
        })?;
        Ok(Welcome { token, name: user.name(), language: user.parts().language })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::ports::{HashingSlot, NewPasswordError, Passwords};
    use crate::testing::{HOME, PASSWORD, World, a_user};
    use chrono::TimeDelta;
    use sooner_domain::identity::password::{NewPassword, PasswordHash};
    use std::{net::IpAddr, pin::Pin, sync::Arc};

    async fn sign_in(world: &World, email: &str, password: &str) -> Result<Welcome, SignInError> {
        sign_in_from(world, email, password, HOME).await
    }

    async fn sign_in_from(world: &World, email: &str, password: &str, from: IpAddr) -> Result<Welcome, SignInError> {
        let email = EmailAddress::parse(email).unwrap();
        world.identity().sign_in(&email, PlainPassword::parse_typed(password).unwrap(), from).await
    }

    fn elsewhere(number: u8) -> IpAddr {
        IpAddr::from([198, 51, 100, number])
    }

    #[tokio::test]
    async fn the_right_password_gets_in_and_nothing_else_does() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let welcome = sign_in(&world, "ADA@example.com", PASSWORD).await?;
        assert_eq!(welcome.name, "Ada Brandt");
        assert!(world.parties().member(&welcome.token).await?.is_some());
        assert_eq!(sign_in(&world, "ada@example.com", "wrong").await, Err(SignInError::WrongCredentials));
        assert_eq!(sign_in(&world, "eve@example.com", PASSWORD).await, Err(SignInError::WrongCredentials));
        Ok(())
    }

    #[tokio::test]
    async fn an_unknown_address_costs_a_hash_too() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        sign_in(&world, "eve@example.com", PASSWORD).await.ok();
        assert_eq!(world.passwords.verified(), 1);
        Ok(())
    }

    #[tokio::test]
    async fn guessing_ends_before_hashing_and_the_owner_gets_in_a_minute_later() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        for _ in 0..10 {
            assert_eq!(sign_in(&world, "ada@example.com", "guess").await, Err(SignInError::WrongCredentials));
        }
        let over = sign_in(&world, "ada@example.com", PASSWORD).await;
        assert_eq!(over, Err(SignInError::TooMany(TooMany { of: None, retry_after_seconds: 60 })));
        assert_eq!(world.passwords.verified(), 10);
        world.clock.advance(TimeDelta::seconds(60));
        assert!(sign_in(&world, "ada@example.com", PASSWORD).await.is_ok());
        Ok(())
    }

    #[tokio::test]
    async fn signing_in_leaves_a_record_and_counts_as_a_write() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let identity = world.identity();
        let sign_in = async |password| identity.sign_in(me.user.email(), PlainPassword::parse_typed(password).unwrap(), HOME).await;
        let written = (0..).take_while(|_| identity.spend_write(me.user.id()).is_ok()).count();
        assert_eq!(written, 600);
        assert!(matches!(sign_in(PASSWORD).await, Err(SignInError::TooMany(_))));
        assert_eq!(sign_in("wrong").await, Err(SignInError::WrongCredentials), "no stranger learns of it");
        world.clock.advance(TimeDelta::minutes(1));
        assert!(sign_in(PASSWORD).await.is_ok());
        Ok(())
    }

    #[tokio::test]
    async fn guessing_from_everywhere_locks_nobody_out() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        for number in 0..50 {
            sign_in_from(&world, "ada@example.com", "guess", elsewhere(number)).await.ok();
        }
        assert_eq!(world.passwords.verified(), 10, "strangers share one limit");
        assert!(matches!(sign_in_from(&world, "ada@example.com", PASSWORD, elsewhere(99)).await, Err(SignInError::TooMany(_))));
        assert!(sign_in(&world, "ada@example.com", PASSWORD).await.is_ok(), "where she signed up she has a limit of her own");
        world.clock.advance(TimeDelta::seconds(60));
        assert!(sign_in_from(&world, "ada@example.com", PASSWORD, elsewhere(99)).await.is_ok());
        for number in 0..50 {
            sign_in_from(&world, "ada@example.com", "guess", elsewhere(number)).await.ok();
        }
        assert!(sign_in_from(&world, "ada@example.com", PASSWORD, elsewhere(99)).await.is_ok(), "and where she signed in");
        Ok(())
    }

    #[tokio::test]
    async fn an_address_is_forgotten_in_time_and_has_a_limit_too() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        for _ in 0..20 {
            sign_in(&world, "ada@example.com", "guess").await.ok();
        }
        assert_eq!(world.passwords.verified(), 10);
        world.clock.advance(KnownAddress::REMEMBERED + TimeDelta::seconds(1));
        for number in 0..50 {
            sign_in_from(&world, "ada@example.com", "guess", elsewhere(number)).await.ok();
        }
        assert!(matches!(sign_in(&world, "ada@example.com", PASSWORD).await, Err(SignInError::TooMany(_))));
        Ok(())
    }

    #[tokio::test]
    async fn a_session_ends_when_its_time_is_up() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let welcome = sign_in(&world, "ada@example.com", PASSWORD).await?;
        for _ in 0..11 {
            world.clock.advance(TimeDelta::hours(1));
            assert!(world.parties().member(&welcome.token).await?.is_some(), "it is in use");
        }
        world.clock.advance(TimeDelta::hours(1) - TimeDelta::seconds(1));
        assert!(world.parties().member(&welcome.token).await?.is_some());
        world.clock.advance(TimeDelta::seconds(1));
        assert!(world.parties().member(&welcome.token).await?.is_none());
        Ok(())
    }

    #[tokio::test]
    async fn a_busy_hasher_is_said_so() {
        let mut identity = World::default().identity();
        let mut passwords = crate::testing::MockPasswords::new();
        passwords.expect_slot().returning(|| Err(Unavailable::Busy("hashing")));
        identity.passwords = std::sync::Arc::new(passwords);
        let email = EmailAddress::parse("ada@example.com").unwrap();
        let answer = identity.sign_in(&email, PlainPassword::parse_typed(PASSWORD).unwrap(), HOME).await;
        assert_eq!(answer, Err(SignInError::Unavailable(Unavailable::Busy("hashing"))));
    }

    /// While one password is compared, the account's owner sets another, or switches a second factor on.
    struct Meanwhile<F>(F);

    #[async_trait::async_trait]
    impl<F: Fn() -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync> Passwords for Meanwhile<F> {
        fn slot(&self) -> Result<HashingSlot, Unavailable> {
            Ok(HashingSlot::holding(()))
        }

        async fn judge(&self, _: HashingSlot, _: NewPassword) -> Result<(), NewPasswordError> {
            Ok(())
        }

        async fn hash(&self, _: HashingSlot, _: NewPassword) -> Result<PasswordHash, NewPasswordError> {
            Ok(PasswordHash::restore(String::new()))
        }

        async fn verify(&self, _: HashingSlot, _: PlainPassword, hash: Option<PasswordHash>) -> Result<bool, Unavailable> {
            (self.0)().await;
            Ok(hash.is_some())
        }
    }

    #[tokio::test]
    async fn no_session_comes_of_a_password_that_was_reset_while_it_was_compared() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        world.signed_up(a_user()).await?;
        let email = a_user().member.email;
        world.clock.advance(TimeDelta::minutes(1));
        world.identity().mail_reset_link(&email).await?;
        let (link, calm) = (world.mailed_token().await?, world.identity());
        let reset = move || -> Pin<Box<dyn Future<Output = ()> + Send>> {
            let (calm, link) = (calm.clone(), link.clone());
            Box::pin(async move { calm.reset_password(&link, "seven quiet harbours", HOME).await.unwrap_or_default() })
        };
        let identity = Identity { passwords: Arc::new(Meanwhile(reset)), ..world.identity() };
        let answer = identity.sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, HOME).await;
        assert_eq!(answer, Err(SignInError::Unavailable(Unavailable::Busy("session"))), "asking again tells that it is wrong now");
        let user = identity.users.by_email(&email).await?.ok_or("no account")?;
        assert_eq!(identity.sessions.of(user.id(), world.clock_now()).await?, []);
        Ok(())
    }

    #[tokio::test]
    async fn no_whole_session_comes_of_a_password_alone_when_a_code_is_asked_for_by_then() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let (memory, user, now) = (world.memory.clone(), me.user.id(), world.clock_now());
        let switch_on = move || -> Pin<Box<dyn Future<Output = ()> + Send>> {
            memory.set_factor(user, now);
            Box::pin(async {})
        };
        let identity = Identity { passwords: Arc::new(Meanwhile(switch_on)), ..world.identity() };
        let answer = identity.sign_in(me.user.email(), PlainPassword::parse_typed(PASSWORD)?, HOME).await;
        assert_eq!(answer, Err(SignInError::Unavailable(Unavailable::Busy("session"))));
        assert_eq!(identity.sessions.of(user, world.clock_now()).await?, [me.session]);
        Ok(())
    }
}
