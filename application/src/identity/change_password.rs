//! Changing the password with the old one.

use super::{
    Identity, KnownAddress, SignedIn,
    changes::Change,
    ports::{HashingSlot, NewPasswordError},
};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    outbox::Content,
    rate_limits::{RateLimit, address_key},
    too_many::TooMany,
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::{
        link::LinkPurpose,
        password::{NewPassword, PasswordHash, PlainPassword},
        user::User,
    },
    kernel::{
        Invalid,
        audit::{AuditAction, Entry},
    },
};
use std::net::IpAddr;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangePasswordError {
    /// What is wrong with either, at once.
    #[error("the old password or the new one is refused")]
    Refused { old: Option<Invalid>, new: Option<Invalid> },
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

const OLD_WRONG: ChangePasswordError = ChangePasswordError::Refused { old: Some(Invalid::PasswordWrong), new: None };

impl Identity {
    /// Sets a new password for somebody who knows the old one, ends their other sessions and every link that could set
    /// another, and tells the owner by mail.
    ///
    /// # Errors
    /// `Refused` with everything that is wrong, `TooMany` before anything is hashed.
    pub async fn change_password(&self, me: &SignedIn, old: &str, new: &str, from: IpAddr) -> Result<(), ChangePasswordError> {
        let (now, account) = (self.clock.now(), me.user.id());
        self.rate_limits.spend(RateLimit::PASSWORD_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        self.rate_limits.spend(RateLimit::PASSWORD_BY_ACCOUNT, &account.to_string(), now).await?.or_too_many()?;
        let checked = me.user.parts().password.clone();
        let seen = Change::AddressSeen { address: KnownAddress::of(account, from), at: now };
        let hash = self.replacing(&me.user, old, new).await?;
        let mut user = me.user.clone();
        for _ in 0..MAX_ATTEMPTS {
            // The old one was compared with what it was then: whoever reset it meanwhile wins.
            if user.parts().password != checked {
                return Err(OLD_WRONG);
            }
            user.change_password(hash.clone());
            let context = WriteContext::of(Entry::own(account, AuditAction::PasswordChanged, now));
            let context = WriteContext { mails: self.notice(&user, Content::PasswordChanged, now).into_iter().collect(), ..context };
            let changes = vec![
                Change::LinksEnded { of: account, purposes: &[LinkPurpose::ResetPassword, LinkPurpose::SetPassword] },
                Change::UserChanged(user),
                Change::SessionsEnded { of: account, but: Some(me.session.id) },
                seen.clone(),
            ];
            user = match self.commit.commit(changes, context).await {
                Ok(()) => return Ok(()),
                // The account may have changed; whoever ended this session meant it.
                Err(CommitError::Stale) if self.sessions.goes_on(me.session.id, account).await? => self.again(me).await?,
                Err(CommitError::Stale) => return Err(OLD_WRONG),
                Err(error) => return Err(error.unexpected().into()),
            };
        }
        Err(Unavailable::Conflicted("account").into())
    }

    /// The hash of the new password, if it may be taken and the old one is right.
    async fn replacing(&self, user: &User, old: &str, new: &str) -> Result<PasswordHash, ChangePasswordError> {
        let parts = user.parts();
        let about = [parts.email.as_str(), parts.fname.as_str(), parts.lname.as_str()];
        let slot = self.passwords.slot()?;
        let (old, slot) = match PlainPassword::parse_typed(old) {
            Ok(old) => {
                let is_right = self.passwords.verify(slot, old, parts.password.clone()).await?;
                (if is_right { None } else { Some(Invalid::PasswordWrong) }, self.passwords.slot()?)
            }
            Err(invalid) => (Some(invalid), slot),
        };
        match (old, self.judged(slot, NewPassword::parse(new, &about), old.is_none()).await?) {
            (None, Ok(Some(hash))) => Ok(hash),
            (old, new) => Err(ChangePasswordError::Refused { old, new: new.err() }),
        }
    }

    /// What the hashing threads say of a new password: its hash, if one is wanted.
    async fn judged(
        &self,
        slot: HashingSlot,
        new: Result<NewPassword, Invalid>,
        hash: bool,
    ) -> Result<Result<Option<PasswordHash>, Invalid>, Unavailable> {
        let new = match new {
            Ok(new) => new,
            Err(invalid) => return Ok(Err(invalid)),
        };
        let said = if hash { self.passwords.hash(slot, new).await.map(Some) } else { self.passwords.judge(slot, new).await.map(|()| None) };
        match said {
            Ok(hash) => Ok(Ok(hash)),
            Err(NewPasswordError::Refused(invalid)) => Ok(Err(invalid)),
            Err(NewPasswordError::Unavailable(unavailable)) => Err(unavailable),
        }
    }

    /// What is wrong with a new password of somebody whose form is refused in any case.
    ///
    /// # Errors
    /// `TooMany` before anything is judged, `Unavailable`.
    pub async fn judge_password(&self, password: NewPassword, from: IpAddr) -> Result<Option<Invalid>, JudgeError> {
        self.rate_limits.spend(RateLimit::PASSWORD_BY_ADDRESS, &address_key(from), self.clock.now()).await?.or_too_many()?;
        let slot = self.passwords.slot()?;
        Ok(self.judged(slot, Ok(password), false).await?.err())
    }
}

/// Why a password was not judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JudgeError {
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        identity::{ResetPasswordError, SignInError},
        testing::{HOME, PASSWORD, World, a_user},
    };
    use chrono::TimeDelta;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    const NEW: &str = "seven quiet harbours";

    #[tokio::test]
    async fn asvs_6_2_3_the_password_is_changed_with_the_old_one_and_other_sessions_end() -> Checked {
        let world = World::default();
        let token = world.verified(a_user()).await?;
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        let other = world.session(me.user.id()).await?;
        world.clock.advance(TimeDelta::minutes(1));
        world.identity().mail_reset_link(me.user.email()).await?;
        let reset = world.mailed_token().await?;
        let identity = world.identity();
        identity.change_password(&me, PASSWORD, NEW, HOME).await?;
        assert_eq!(world.last_entry().await?.action, AuditAction::PasswordChanged);
        assert!(world.parties().member(&token).await?.is_some() && world.parties().member(&other).await?.is_none());
        assert_eq!(identity.reset_password(&reset, "another quiet harbour", HOME).await, Err(ResetPasswordError::LinkInvalid));
        let sign_in = async |password| identity.sign_in(me.user.email(), PlainPassword::parse_typed(password).unwrap(), HOME).await;
        assert_eq!(sign_in(PASSWORD).await, Err(SignInError::WrongCredentials));
        assert!(sign_in(NEW).await.is_ok());
        world.delivery().round().await?;
        let last = world.mailer.sent().pop().ok_or("no mail")?;
        assert_eq!((last.content, last.name.as_str()), (Content::PasswordChanged, "Ada Brandt"));
        Ok(())
    }

    #[tokio::test]
    async fn everything_that_is_wrong_is_said_at_once() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let (wrong, missing, common) = (Some(Invalid::PasswordWrong), Some(Invalid::PasswordMissing), Some(Invalid::PasswordCommon));
        for (old, new, expected) in [
            ("guess", NEW, (wrong, None)),
            ("guess", "passwordpassword", (wrong, common)),
            ("", "passwordpassword", (missing, common)),
            (PASSWORD, "passwordpassword", (None, common)),
            (PASSWORD, "short", (None, Some(Invalid::TooShort { min: 12 }))),
            ("guess", "my brandt mill 77", (wrong, Some(Invalid::PasswordPersonal))),
        ] {
            let refused = ChangePasswordError::Refused { old: expected.0, new: expected.1 };
            assert_eq!(world.identity().change_password(&me, old, new, HOME).await, Err(refused), "{old}, {new}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn the_old_password_is_not_guessed_for_long() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let mut answers = Vec::new();
        for _ in 0..20 {
            answers.push(world.identity().change_password(&me, "guess", NEW, HOME).await);
        }
        assert_eq!(world.passwords.verified(), 10);
        assert!(answers[10..].iter().all(|answer| matches!(answer, Err(ChangePasswordError::TooMany(_)))));
        Ok(())
    }

    #[tokio::test]
    async fn from_a_session_that_was_ended_meanwhile_nothing_is_changed() -> Checked {
        let world = World::default();
        let owner = world.member(a_user()).await?;
        let thief = world.signed_in(&owner.user).await?;
        world.identity().end_session(&owner, thief.session.id).await?;
        let late = world.identity().change_password(&thief, PASSWORD, NEW, HOME).await;
        assert_eq!(late, Err(OLD_WRONG));
        assert!(world.identity().sign_in(owner.user.email(), PlainPassword::parse_typed(PASSWORD)?, HOME).await.is_ok());
        Ok(())
    }

    #[tokio::test]
    async fn where_a_password_was_chosen_one_is_known() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let here = IpAddr::from([203, 0, 113, 1]);
        world.identity().change_password(&me, PASSWORD, NEW, here).await?;
        let since = world.clock_now() - KnownAddress::REMEMBERED;
        assert!(world.identity().users.at_address(me.user.email(), here, since).await?.is_known);
        Ok(())
    }

    #[tokio::test]
    async fn a_password_that_was_reset_meanwhile_stays() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        world.clock.advance(TimeDelta::minutes(1));
        world.identity().mail_reset_link(me.user.email()).await?;
        world.identity().reset_password(&world.mailed_token().await?, NEW, HOME).await?;
        // `me` is the account as it was before, as a request that takes long has it.
        let late = world.identity().change_password(&me, PASSWORD, "the thief came too late", HOME).await;
        assert_eq!(late, Err(OLD_WRONG));
        assert!(world.identity().sign_in(me.user.email(), PlainPassword::parse_typed(NEW)?, HOME).await.is_ok());
        Ok(())
    }
}
