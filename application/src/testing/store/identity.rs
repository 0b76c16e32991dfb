//! Accounts, sessions, links, second factors.

use super::{super::fakes::lock, InMemoryStore};
use crate::{
    identity::ports::{
        AddUserError, Beginning, Ended, IssuedLink, Links, NewSession, PhoneVerified, SecondFactors, Sessions, TokenHash, Users,
        VerifyPhoneStoreError,
    },
    kernel::{commit::WriteContext, unavailable::Unavailable},
};
use async_trait::async_trait;
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        password::PasswordHash,
        second_factor::SecondFactor,
        session::Session,
        user::{Parts as UserParts, User},
    },
    kernel::{
        email::EmailAddress,
        ids::{SessionId, UserId},
    },
};

#[async_trait]
impl Users for InMemoryStore {
    async fn by_id(&self, id: UserId) -> Result<Option<User>, Unavailable> {
        Ok(lock(&self.state).users.iter().find(|user| user.id() == id).cloned())
    }

    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, Unavailable> {
        let state = lock(&self.state);
        Ok(state.users.iter().find(|user| user.email() == email && !state.hide_users_by_email).cloned())
    }

    async fn add(&self, user: &User, begin: Beginning, effects: WriteContext) -> Result<(), AddUserError> {
        let mut state = lock(&self.state);
        if state.users.iter().any(|other| other.email() == user.email()) {
            return Err(AddUserError::EmailTaken);
        }
        state.users.push(user.clone());
        state.sessions.extend(begin.session);
        state.links.extend(begin.link);
        state.apply(effects);
        Ok(())
    }

    async fn change_phone(&self, user: &User, effects: WriteContext) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        state.apply(effects);
        state.change_user(user.id(), |stored| {
            let UserParts { phone, country, .. } = user.parts().clone();
            *stored = User::restore(UserParts { phone, country, ..stored.parts().clone() });
        });
        Ok(())
    }

    async fn verify_phone(&self, verified: PhoneVerified, effects: WriteContext) -> Result<(), VerifyPhoneStoreError> {
        let mut state = lock(&self.state);
        let PhoneVerified { user, proof, ended, opened } = verified;
        if state.proofs.contains(&proof) {
            return Err(VerifyPhoneStoreError::ProofUsed);
        }
        if state.users.iter().any(|other| other.parts().phone_verified && other.parts().phone == user.parts().phone) {
            return Err(VerifyPhoneStoreError::PhoneTaken);
        }
        state.proofs.push(proof);
        state.apply(effects);
        state.sessions.retain(|session| session.id != ended);
        state.sessions.push(opened);
        state.change_user(user.id(), |stored| *stored = User::restore(UserParts { phone_verified: true, ..stored.parts().clone() }));
        Ok(())
    }
}

#[async_trait]
impl Sessions for InMemoryStore {
    async fn open(&self, session: &Session, effects: WriteContext) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        state.sessions.push(*session);
        state.apply(effects);
        Ok(())
    }

    async fn find(&self, id: SessionId) -> Result<Option<(Session, User)>, Unavailable> {
        let state = lock(&self.state);
        let session = state.sessions.iter().find(|session| session.id == id).copied();
        Ok(session.and_then(|session| state.users.iter().find(|user| user.id() == session.user).map(|user| (session, user.clone()))))
    }

    async fn end(&self, id: SessionId, effects: WriteContext) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        if state.sessions.iter().any(|session| session.id == id) {
            state.sessions.retain(|session| session.id != id);
            state.apply(effects);
        }
        Ok(())
    }
}

#[async_trait]
impl Links for InMemoryStore {
    async fn issue(&self, issued: &IssuedLink, effects: WriteContext) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        let same = |old: &MailedLink| old.user == issued.link.user && old.purpose == issued.link.purpose;
        state.links.retain(|old| !same(&old.link));
        state.links.push(issued.clone());
        state.apply(effects);
        Ok(())
    }

    async fn find(&self, hash: TokenHash, purposes: &[LinkPurpose]) -> Result<Option<MailedLink>, Unavailable> {
        let state = lock(&self.state);
        let found = state.links.iter().find(|issued| issued.hash == hash && purposes.contains(&issued.link.purpose));
        Ok(found.map(|issued| issued.link.clone()))
    }

    async fn redeem_for_email(&self, link: &MailedLink, effects: WriteContext) -> Result<bool, Unavailable> {
        let mut state = lock(&self.state);
        let current = state.users.iter().any(|user| user.id() == link.user && *user.email() == link.email);
        let redeemed = state.take_link(link) && current;
        if redeemed {
            state.change_user(link.user, User::verify_email);
            state.apply(effects);
        }
        Ok(redeemed)
    }

    async fn redeem_for_password(&self, link: &MailedLink, password: &PasswordHash, effects: WriteContext) -> Result<bool, Unavailable> {
        let mut state = lock(&self.state);
        let redeemed = state.take_link(link);
        if redeemed {
            state.change_user(link.user, |user| user.change_password(password.clone()));
            state.apply(effects);
            state.sessions.retain(|session| session.user != link.user);
        }
        Ok(redeemed)
    }
}

#[async_trait]
impl SecondFactors for InMemoryStore {
    async fn of(&self, user: UserId) -> Result<Option<SecondFactor>, Unavailable> {
        Ok(lock(&self.state).factors.iter().find(|factor| factor.user == user).copied())
    }

    async fn begin(&self, factor: &SecondFactor, effects: WriteContext) -> Result<bool, Unavailable> {
        let mut state = lock(&self.state);
        if state.factors.iter().any(|other| other.user == factor.user && other.confirmed) {
            return Ok(false);
        }
        state.factors.retain(|other| other.user != factor.user);
        state.factors.push(*factor);
        state.apply(effects);
        Ok(true)
    }

    async fn used(
        &self,
        before: &SecondFactor,
        after: &SecondFactor,
        sessions: NewSession,
        effects: WriteContext,
    ) -> Result<bool, Unavailable> {
        let mut state = lock(&self.state);
        let Some(stored) = state.factors.iter_mut().find(|stored| *stored == before) else { return Ok(false) };
        *stored = *after;
        state.change_user(before.user, |user| *user = User::restore(UserParts { second_factor: true, ..user.parts().clone() }));
        state.sessions.retain(|session| match sessions.ended {
            Ended::One(id) => session.id != id,
            Ended::AllOfTheAccount => session.user != before.user,
        });
        state.sessions.push(sessions.opened);
        state.apply(effects);
        Ok(true)
    }

    async fn remove(&self, user: UserId, keep: Option<SessionId>, effects: WriteContext) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        state.factors.retain(|factor| factor.user != user);
        state.change_user(user, |user| *user = User::restore(UserParts { second_factor: false, ..user.parts().clone() }));
        state.sessions.retain(|session| session.user != user || Some(session.id) == keep);
        state.apply(effects);
        Ok(())
    }
}
