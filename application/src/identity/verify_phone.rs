//! Proving a phone with the identity provider's token.

use super::{
    Identity, SignedIn,
    changes::{Change, PROOF, VERIFIED_PHONE},
    ports::{Proof, ProofError},
};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    rate_limits::RateLimit,
    too_many::TooMany,
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::user::{PhoneRefused, User},
    kernel::{
        audit::{AuditAction, Entry},
        country::CountryCode,
        phone::PhoneNumber,
    },
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyPhoneError {
    #[error("the proof is refused: {0}")]
    Refused(&'static str),
    #[error("another account has this phone")]
    PhoneTaken,
    #[error("the phone is verified already")]
    AlreadyVerified,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangePhoneError {
    #[error("the phone is verified already")]
    AlreadyVerified,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Identity {
    /// Marks the account's phone as verified and swaps the session for a new one, whose token is the answer. The phone
    /// step was opened when the session was: a proof made before is somebody else's, or stale.
    ///
    /// # Errors
    /// `Refused` when the token does not prove this account's number now, `PhoneTaken`, `AlreadyVerified`, `TooMany`.
    pub async fn verify_phone(&self, me: &SignedIn, provider_token: &str) -> Result<String, VerifyPhoneError> {
        let now = self.clock.now();
        self.rate_limits.spend(RateLimit::PHONE_BY_ACCOUNT, &me.user.id().to_string(), now).await?.or_too_many()?;
        let proof = self.provider.check(provider_token, now).await.map_err(|error| match error {
            ProofError::Refused(reason) => VerifyPhoneError::Refused(reason),
            ProofError::Unavailable(unavailable) => unavailable.into(),
        })?;
        let mut user = me.user.clone();
        for _ in 0..MAX_ATTEMPTS {
            user.verify_phone(&proof, me.session.created_at).map_err(|refused| match refused {
                PhoneRefused::OtherNumber => VerifyPhoneError::Refused("another number"),
                PhoneRefused::TooOld => VerifyPhoneError::Refused("proved before this phone step"),
                PhoneRefused::AlreadyVerified => VerifyPhoneError::AlreadyVerified,
            })?;
            let opened = self.new_session(user.id(), now).on(me.session.client);
            let (token, seen) = (self.tokens.sign(&opened)?, user.parts().version);
            let changes = vec![
                Change::ProofUsed(Proof { user: user.id(), proof: proof.clone() }),
                Change::UserChanged(user),
                Change::SessionEnded { id: me.session.id, of: me.user.id() },
                Change::SessionOpened(opened),
            ];
            let entry = Entry::own(me.user.id(), AuditAction::PhoneVerified, now);
            let entry = entry.change("phoneVerified", Some("false".into()), Some("true".into()));
            user = match self.commit.commit(changes, WriteContext::of(entry)).await {
                Ok(()) => return Ok(token),
                Err(CommitError::Taken(PROOF)) => return Err(VerifyPhoneError::Refused("used before")),
                Err(CommitError::Taken(VERIFIED_PHONE)) => return Err(VerifyPhoneError::PhoneTaken),
                Err(CommitError::Stale) => self.again(me).await?,
                Err(error) => return Err(error.unexpected().into()),
            };
            if user.parts().version == seen {
                return Err(VerifyPhoneError::Refused("the session has ended"));
            }
        }
        Err(Unavailable::Conflicted("account").into())
    }

    /// The account as it is after somebody changed it meanwhile.
    pub(super) async fn again(&self, me: &SignedIn) -> Result<User, Unavailable> {
        self.users.by_id(me.user.id()).await?.ok_or_else(|| Unavailable::Failed(format!("account {} is gone", me.user.id())))
    }

    /// Corrects a number that is not verified yet.
    ///
    /// # Errors
    /// `AlreadyVerified` once it is.
    pub async fn change_phone(&self, me: &SignedIn, phone: PhoneNumber, country: CountryCode) -> Result<(), ChangePhoneError> {
        let number = |user: &User| user.parts().phone.as_ref().map(|phone| phone.as_str().to_owned());
        let mut before = me.user.clone();
        for _ in 0..MAX_ATTEMPTS {
            let mut user = before.clone();
            user.change_phone(phone.clone(), country).map_err(|_| ChangePhoneError::AlreadyVerified)?;
            if user == before {
                return Ok(());
            }
            let entry = Entry::own(user.id(), AuditAction::PhoneChanged, self.clock.now());
            let entry = entry.change("phone", number(&before), number(&user));
            before = match self.commit.commit(vec![Change::UserChanged(user)], WriteContext::of(entry)).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Stale) => self.again(me).await?,
                Err(error) => return Err(error.unexpected().into()),
            };
        }
        Err(Unavailable::Conflicted("account").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user};
    use chrono::TimeDelta;

    #[tokio::test]
    async fn a_proof_verifies_the_phone_and_swaps_the_session() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let old = world.signed_up(a_user()).await?;
        let me = world.parties().member(&old).await?.ok_or("not signed in")?;
        let proof = world.proof_of("+4915112345678");
        let new = world.identity().verify_phone(&me, &proof).await?;
        assert!(world.parties().member(&old).await?.is_none(), "the old session has ended");
        let me = world.parties().member(&new).await?.ok_or("not signed in")?;
        assert!(me.user.parts().phone_verified);
        assert_eq!(world.identity().verify_phone(&me, &proof).await, Err(VerifyPhoneError::AlreadyVerified));
        Ok(())
    }

    #[tokio::test]
    async fn another_number_or_an_older_proof_is_refused() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let early = world.proof_of("+4915112345678");
        world.clock.advance(TimeDelta::seconds(1));
        let token = world.signed_up(a_user()).await?;
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        let identity = world.identity();
        assert!(matches!(identity.verify_phone(&me, &early).await, Err(VerifyPhoneError::Refused(_))));
        assert!(matches!(identity.verify_phone(&me, &world.proof_of("+4915112345679")).await, Err(VerifyPhoneError::Refused(_))));
        assert!(matches!(identity.verify_phone(&me, "garbage").await, Err(VerifyPhoneError::Refused(_))));
        assert!(world.parties().member(&token).await?.is_some(), "the session goes on");
        Ok(())
    }

    #[tokio::test]
    async fn a_verified_number_belongs_to_one_account() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        for (email, expected) in [("ada@example.com", None), ("bob@example.com", Some(VerifyPhoneError::PhoneTaken))] {
            let token = world.signed_up(a_user().email(email)).await?;
            let me = world.parties().member(&token).await?.ok_or("not signed in")?;
            world.clock.advance(TimeDelta::seconds(1));
            let answer = world.identity().verify_phone(&me, &world.proof_of("+4915112345678")).await;
            assert_eq!(answer.err(), expected);
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_mistyped_number_can_be_corrected_until_it_is_verified() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        let germany = CountryCode::parse("DE")?;
        let right = PhoneNumber::parse("+4915112345679", germany)?;
        world.identity().change_phone(&me, right.clone(), germany).await?;
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        let trail = world.records().await?.len();
        world.identity().change_phone(&me, right.clone(), germany).await?;
        assert_eq!(world.records().await?.len(), trail, "what changes nothing leaves no record");
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        let token = world.identity().verify_phone(&me, &world.proof_of("+4915112345679")).await?;
        let me = world.parties().member(&token).await?.ok_or("not signed in")?;
        assert_eq!(world.identity().change_phone(&me, right, germany).await, Err(ChangePhoneError::AlreadyVerified));
        Ok(())
    }
}
