//! Confirming with the password or a code, before what cannot be taken back. What is confirmed is one act: a request with all that it
//! names. It counts for no other.

use super::{CodeError, Identity, SignedIn, changes::Change};
use crate::{
    identity::codes::Trier,
    kernel::{
        commit::{CommitError, WriteContext},
        rate_limits::RateLimit,
        too_many::TooMany,
        unavailable::Unavailable,
    },
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{password::PlainPassword, session::Confirmed},
    kernel::{
        audit::{AuditAction, Entry},
        canonical::Digest,
    },
};

/// What somebody proves it with.
pub enum StepUpProof {
    Password(PlainPassword),
    /// Of the authenticator app, or a recovery code.
    Code(String),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StepUpError {
    /// It is wrong, used before, or a code of an account that has no second factor.
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
            CodeError::Refused
            | CodeError::AlreadyOn
            | CodeError::BegunElsewhere
            | CodeError::NotOn
            | CodeError::EmailUnproven
            | CodeError::StepUpRequired(_) => Self::Refused,
        }
    }
}

/// Whoever asks has not confirmed this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("confirm it first")]
pub struct StepUpRequired {
    /// What is to be confirmed; none where nothing of the request could be.
    pub act: Option<Digest>,
}

impl SignedIn {
    /// Whether they confirmed what they ask for, and that counts at this moment.
    ///
    /// # Errors
    /// When not, with what is to be confirmed.
    pub(crate) fn confirmed(&self, now: DateTime<Utc>) -> Result<(), StepUpRequired> {
        if self.act.is_some_and(|act| self.session.has_confirmed(act, now)) { Ok(()) } else { Err(StepUpRequired { act: self.act }) }
    }
}

impl Identity {
    /// Takes a proof for an act. It counts for [`Session::STEP_UP_LIFE`](sooner_domain::identity::session::Session::STEP_UP_LIFE), in this
    /// session and in no other, and until another act is confirmed.
    ///
    /// # Errors
    /// `Refused`, `TooMany` before anything is hashed.
    pub async fn step_up(&self, me: &SignedIn, proof: StepUpProof, act: Digest) -> Result<(), StepUpError> {
        let of = me.user.id();
        let mut changes = match proof {
            StepUpProof::Code(code) => vec![self.code_proves(me, &code).await?],
            StepUpProof::Password(password) => vec![self.password_proves(me, password).await?],
        };
        let now = self.clock.now();
        changes.push(Change::SessionSteppedUp { id: me.session.id, of, confirmed: Confirmed { act, at: now } });
        let entry = Entry::own(of, AuditAction::SteppedUp, now).change("hash", None, Some(act.to_string()));
        let context = WriteContext::of(entry);
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(()),
            // The code was used, or the account changed, at this moment.
            Err(CommitError::Stale) => Err(StepUpError::Refused),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// Whether somebody confirmed, in this session, what they ask for.
    ///
    /// # Errors
    /// When not, with what is to be confirmed.
    pub fn stepped_up(&self, me: &SignedIn) -> Result<(), StepUpRequired> {
        me.confirmed(self.clock.now())
    }

    /// Whoever knows it does not guess: those who confirm many acts a minute are not kept out.
    async fn no_guess(&self, limit: RateLimit, key: &str) -> Result<(), Unavailable> {
        self.rate_limits.give_back(limit, key).await
    }

    async fn code_proves(&self, me: &SignedIn, code: &str) -> Result<Change, StepUpError> {
        let factor = self.second_factors.of(me.user.id()).await?.ok_or(StepUpError::Refused)?;
        let trier = Trier::SignedIn(me.user.id());
        let (after, action) = self.try_code(&trier, &factor, code).await?;
        if action == AuditAction::SecondFactorPassed {
            let (limit, key) = trier.tries();
            self.no_guess(limit, &key).await?;
        }
        Ok(Change::FactorUsed { before: factor, after })
    }

    async fn password_proves(&self, me: &SignedIn, password: PlainPassword) -> Result<Change, StepUpError> {
        let (id, now, parts) = (me.user.id(), self.clock.now(), me.user.parts());
        self.rate_limits.spend(RateLimit::PASSWORD_BY_ACCOUNT, &id.to_string(), now).await?.or_too_many()?;
        let slot = self.passwords.slot()?;
        let is_right = self.passwords.verify(slot, password, parts.password.clone()).await?;
        if is_right {
            self.no_guess(RateLimit::PASSWORD_BY_ACCOUNT, &id.to_string()).await?;
            // Where there is a second factor, the session was opened with it.
            return Ok(Change::AccountStands { id, password: parts.password.clone(), second_factor: parts.second_factor });
        }
        let context = WriteContext::of(Entry::own(id, AuditAction::StepUpFailed, now));
        self.commit.commit(Vec::new(), context).await.map_err(CommitError::unexpected)?;
        Err(StepUpError::Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        parties::Member,
        testing::{PASSWORD, PlainTokens, World, a_user},
    };
    use chrono::TimeDelta;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    fn password(text: &str) -> StepUpProof {
        StepUpProof::Password(PlainPassword::parse_typed(text).unwrap())
    }

    const ACT: Digest = Digest([1; 32]);
    const OTHER: Digest = Digest([2; 32]);

    fn asks(me: &Member, act: Digest) -> Member {
        Member { signed_in: SignedIn { act: Some(act), ..me.signed_in.clone() }, membership: me.membership }
    }

    #[tokio::test]
    async fn a_password_confirms_one_act_for_five_minutes_of_this_session() -> Checked {
        let world = World::default();
        let me = asks(&world.member(a_user()).await?, ACT);
        let other = world.signed_in(&me.user).await?;
        let identity = world.identity();
        let refused = |act| Err(StepUpRequired { act: Some(act) });
        assert_eq!(identity.stepped_up(&me), refused(ACT), "signing in is none");
        assert_eq!(identity.step_up(&me, password("wrong"), ACT).await, Err(StepUpError::Refused));
        assert_eq!(world.last_entry().await?.action, AuditAction::StepUpFailed);
        identity.step_up(&me, password(PASSWORD), ACT).await?;
        let entry = world.last_entry().await?;
        assert_eq!((entry.action, entry.changes[0].after.clone()), (AuditAction::SteppedUp, Some(ACT.to_string())));
        let me = world.signed_in_again(&me).await?;
        assert_eq!(identity.stepped_up(&me), Err(StepUpRequired { act: None }), "what names no act is not confirmed");
        assert_eq!(identity.stepped_up(&asks(&me, OTHER)), refused(OTHER), "another act");
        let me = asks(&me, ACT);
        assert_eq!(identity.stepped_up(&me), Ok(()));
        assert_eq!(identity.stepped_up(&asks(&world.signed_in_again(&other).await?, ACT)), refused(ACT), "in no other session");
        world.clock.advance(TimeDelta::minutes(5));
        assert_eq!(identity.stepped_up(&me), refused(ACT));
        identity.step_up(&me, password(PASSWORD), ACT).await?;
        identity.step_up(&me, password(PASSWORD), OTHER).await?;
        let me = asks(&world.signed_in_again(&me).await?, ACT);
        assert_eq!(identity.stepped_up(&me), refused(ACT), "the last one counts");
        Ok(())
    }

    #[tokio::test]
    async fn whoever_confirms_many_acts_is_not_kept_out_and_gives_nobody_another_guess() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        for _ in 0..30 {
            world.identity().step_up(&me, password(PASSWORD), ACT).await?;
        }
        for _ in 0..9 {
            assert_eq!(world.identity().step_up(&me, password("wrong"), ACT).await, Err(StepUpError::Refused));
        }
        world.identity().step_up(&me, password(PASSWORD), ACT).await?;
        assert_eq!(world.identity().step_up(&me, password("wrong"), ACT).await, Err(StepUpError::Refused));
        assert!(matches!(world.identity().step_up(&me, password("wrong"), ACT).await, Err(StepUpError::TooMany(_))));
        Ok(())
    }

    #[tokio::test]
    async fn with_a_second_factor_the_password_confirms_act_after_act_and_a_code_once() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        world.memory.set_factor(me.user.id(), world.clock_now());
        let me = world.signed_in_again(&me).await?;
        let identity = world.identity();
        let factor = identity.second_factors.of(me.user.id()).await?.ok_or("no factor")?;
        assert_eq!(identity.step_up(&me, password("wrong"), ACT).await, Err(StepUpError::Refused));
        assert_eq!(world.last_entry().await?.action, AuditAction::StepUpFailed);
        for act in [ACT, OTHER] {
            identity.step_up(&me, password(PASSWORD), act).await?;
            assert_eq!(identity.stepped_up(&asks(&world.signed_in_again(&me).await?, act)), Ok(()));
        }
        assert_eq!(identity.step_up(&me, StepUpProof::Code("000000".into()), ACT).await, Err(StepUpError::Refused));
        let code = PlainTokens::code(factor.id, world.clock_now());
        identity.step_up(&me, StepUpProof::Code(code.clone()), ACT).await?;
        assert_eq!(identity.stepped_up(&asks(&world.signed_in_again(&me).await?, ACT)), Ok(()));
        assert_eq!(identity.step_up(&me, StepUpProof::Code(code), ACT).await, Err(StepUpError::Refused), "it was used");
        Ok(())
    }

    #[tokio::test]
    async fn without_a_second_factor_no_code_proves_anything() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        assert_eq!(world.identity().step_up(&me, StepUpProof::Code("123456".into()), ACT).await, Err(StepUpError::Refused));
        Ok(())
    }

    #[tokio::test]
    async fn guessing_ends() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        for _ in 0..10 {
            assert_eq!(world.identity().step_up(&me, password("wrong"), ACT).await, Err(StepUpError::Refused));
        }
        let hashed = world.passwords.verified();
        assert!(matches!(world.identity().step_up(&me, password(PASSWORD), ACT).await, Err(StepUpError::TooMany(_))));
        assert_eq!(world.passwords.verified(), hashed);
        Ok(())
    }

    #[tokio::test]
    async fn an_ended_session_proves_nothing() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        world.identity().end_session(&me, me.session.id).await?;
        assert_eq!(world.identity().step_up(&me, password(PASSWORD), ACT).await, Err(StepUpError::Refused));
        Ok(())
    }
}
