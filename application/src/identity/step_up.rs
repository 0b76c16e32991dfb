//! Proving once more who one is, before what cannot be taken back.

use super::{CodeError, Identity, SignedIn, changes::Change};
use crate::kernel::{
    commit::{CommitError, WriteContext},
    rate_limits::{RateLimit, TooMany},
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::password::PlainPassword,
    kernel::audit::{AuditAction, Entry},
};

/// What somebody proves it with.
pub enum StepUpProof {
    Password(PlainPassword),
    /// Of the authenticator app, or a recovery code.
    Code(String),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepUpError {
    /// It is wrong, used before, or not what this account proves it with: a code where there is a second factor, the
    /// password where there is none.
    #[error("the proof is refused")]
    Refused,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<CodeError> for StepUpError {
    fn from(error: CodeError) -> Self {
        match error {
            CodeError::TooMany(too_many) => Self::TooMany(too_many),
            CodeError::Unavailable(unavailable) => Self::Unavailable(unavailable),
            CodeError::Refused | CodeError::AlreadyOn | CodeError::NotOn | CodeError::EmailUnproven => Self::Refused,
        }
    }
}

/// Whoever asks has not proven lately who they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("prove once more who you are")]
pub struct StepUpRequired;

impl Identity {
    /// Takes a proof, which counts for [`Session::STEP_UP_LIFE`](sooner_domain::identity::session::Session::STEP_UP_LIFE) in
    /// this session and in no other.
    ///
    /// # Errors
    /// `Refused`, `TooMany` before anything is hashed.
    pub async fn step_up(&self, me: &SignedIn, proof: StepUpProof) -> Result<(), StepUpError> {
        let of = me.user.id();
        let mut changes = match proof {
            StepUpProof::Code(code) => vec![self.code_proves(me, &code).await?],
            StepUpProof::Password(password) => vec![self.password_proves(me, password).await?],
        };
        let now = self.clock.now();
        changes.push(Change::SessionSteppedUp { id: me.session.id, of, at: now });
        let context = WriteContext::of(Entry::own(of, AuditAction::SteppedUp, now));
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(()),
            // The code was used, or the account changed, at this moment.
            Err(CommitError::Stale) => Err(StepUpError::Refused),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// Whether somebody proved lately, in this session, who they are.
    ///
    /// # Errors
    /// When not.
    pub fn stepped_up(&self, me: &SignedIn) -> Result<(), StepUpRequired> {
        if me.session.is_stepped_up(self.clock.now()) { Ok(()) } else { Err(StepUpRequired) }
    }

    async fn code_proves(&self, me: &SignedIn, code: &str) -> Result<Change, StepUpError> {
        let factor = self.guess(me.user.id()).await?;
        match self.after(&factor, code).filter(|_| factor.confirmed) {
            Some((after, _)) => Ok(Change::FactorUsed { before: factor, after }),
            None => Ok(self.wrong_code(me.user.id()).await?),
        }
    }

    async fn password_proves(&self, me: &SignedIn, password: PlainPassword) -> Result<Change, StepUpError> {
        let (id, now, parts) = (me.user.id(), self.clock.now(), me.user.parts());
        self.rate_limits.spend(RateLimit::PASSWORD_BY_ACCOUNT, &id.to_string(), now).await?.or_too_many()?;
        let slot = self.passwords.slot()?;
        let is_right = self.passwords.verify(slot, password, parts.password.clone()).await?;
        if is_right && !parts.second_factor {
            return Ok(Change::AccountStands { id, password: parts.password.clone(), second_factor: false });
        }
        let context = WriteContext::of(Entry::own(id, AuditAction::StepUpFailed, now));
        self.commit.commit(Vec::new(), context).await.map_err(CommitError::unexpected)?;
        Err(StepUpError::Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PASSWORD, PlainTokens, World, a_user};
    use chrono::TimeDelta;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    fn password(text: &str) -> StepUpProof {
        StepUpProof::Password(PlainPassword::parse_typed(text).unwrap())
    }

    #[tokio::test]
    async fn a_password_proves_it_for_five_minutes_of_this_session() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let other = world.signed_in(&me.user).await?;
        let identity = world.identity();
        assert_eq!(identity.stepped_up(&me), Err(StepUpRequired), "signing in is none");
        assert_eq!(identity.step_up(&me, password("wrong")).await, Err(StepUpError::Refused));
        assert_eq!(world.last_entry().await?.action, AuditAction::StepUpFailed);
        identity.step_up(&me, password(PASSWORD)).await?;
        assert_eq!(world.last_entry().await?.action, AuditAction::SteppedUp);
        let me = world.signed_in_again(&me).await?;
        assert_eq!(identity.stepped_up(&me), Ok(()));
        assert_eq!(identity.stepped_up(&world.signed_in_again(&other).await?.signed_in), Err(StepUpRequired), "in no other session");
        world.clock.advance(TimeDelta::minutes(5));
        assert_eq!(identity.stepped_up(&me), Err(StepUpRequired));
        Ok(())
    }

    #[tokio::test]
    async fn with_a_second_factor_a_code_proves_it_once_and_the_password_does_not() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        world.memory.set_factor(me.user.id(), world.clock_now());
        let me = world.signed_in_again(&me).await?;
        let identity = world.identity();
        let factor = identity.second_factors.of(me.user.id()).await?.ok_or("no factor")?;
        assert_eq!(identity.step_up(&me, password(PASSWORD)).await, Err(StepUpError::Refused));
        assert_eq!(world.last_entry().await?.action, AuditAction::StepUpFailed);
        assert_eq!(identity.step_up(&me, StepUpProof::Code("000000".into())).await, Err(StepUpError::Refused));
        let code = PlainTokens::code(factor.id, world.clock_now());
        identity.step_up(&me, StepUpProof::Code(code.clone())).await?;
        assert_eq!(identity.stepped_up(&world.signed_in_again(&me).await?.signed_in), Ok(()));
        assert_eq!(identity.step_up(&me, StepUpProof::Code(code)).await, Err(StepUpError::Refused), "it was used");
        Ok(())
    }

    #[tokio::test]
    async fn without_a_second_factor_no_code_proves_anything() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        assert_eq!(world.identity().step_up(&me, StepUpProof::Code("123456".into())).await, Err(StepUpError::Refused));
        Ok(())
    }

    #[tokio::test]
    async fn guessing_ends() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        for _ in 0..10 {
            assert_eq!(world.identity().step_up(&me, password("wrong")).await, Err(StepUpError::Refused));
        }
        let hashed = world.passwords.verified();
        assert!(matches!(world.identity().step_up(&me, password(PASSWORD)).await, Err(StepUpError::TooMany(_))));
        assert_eq!(world.passwords.verified(), hashed);
        Ok(())
    }

    #[tokio::test]
    async fn an_ended_session_proves_nothing() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        world.identity().end_session(&me, me.session.id).await?;
        assert_eq!(world.identity().step_up(&me, password(PASSWORD)).await, Err(StepUpError::Refused));
        Ok(())
    }
}
