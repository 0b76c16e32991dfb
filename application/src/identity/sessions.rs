//! Where somebody is signed in, and ending it.

use super::{Identity, SignedIn, changes::Change};
use crate::kernel::{
    commit::{CommitError, WriteContext},
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::session::Session,
    kernel::{
        audit::{AuditAction, Entry, Subjects},
        ids::SessionId,
    },
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndSessionError {
    #[error("the account has no such session")]
    NotFound,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Identity {
    /// The sessions somebody has, the one used last first. One between password and code is none yet.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn sessions(&self, me: &SignedIn) -> Result<Vec<Session>, Unavailable> {
        let now = self.clock.now();
        let all = self.sessions.of(me.user.id(), now).await?;
        Ok(all.into_iter().filter(|session| session.is_live(now, self.session_idle)).collect())
    }

    /// Ends one of somebody's sessions. Ending the one they speak from is signing out.
    ///
    /// # Errors
    /// `NotFound` when it has ended, or is another's.
    pub async fn end_session(&self, me: &SignedIn, id: SessionId) -> Result<(), EndSessionError> {
        let (of, now) = (me.user.id(), self.clock.now());
        let entry = if id == me.session.id {
            Entry::own(of, AuditAction::SignedOut, now)
        } else {
            let about = Subjects { thing: id.0, ..Subjects::user(of) };
            Entry { about, ..Entry::own(of, AuditAction::SessionEnded, now) }
        };
        match self.commit.commit(vec![Change::SessionEnded { id, of }], WriteContext::of(entry)).await {
            Ok(()) => Ok(()),
            Err(CommitError::Stale) => Err(EndSessionError::NotFound),
            Err(error) => Err(error.unexpected().into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user};
    use chrono::TimeDelta;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    #[tokio::test]
    async fn somebody_sees_their_sessions_and_ends_them_one_by_one() -> Checked {
        let world = World::default();
        let first = world.member(a_user()).await?;
        world.clock.advance(TimeDelta::seconds(1));
        let second = world.signed_in(&first.user).await?;
        let identity = world.identity();
        let ids = |sessions: Vec<Session>| sessions.iter().map(|session| session.id).collect::<Vec<_>>();
        assert_eq!(ids(identity.sessions(&first).await?), [second.session.id, first.session.id]);
        identity.end_session(&first, second.session.id).await?;
        let entry = world.last_entry().await?;
        assert_eq!((entry.action, entry.about.thing), (AuditAction::SessionEnded, second.session.id.0));
        assert_eq!(ids(identity.sessions(&first).await?), [first.session.id]);
        assert_eq!(identity.end_session(&first, second.session.id).await, Err(EndSessionError::NotFound));
        identity.end_session(&first, first.session.id).await?;
        assert_eq!(world.last_entry().await?.action, AuditAction::SignedOut);
        assert_eq!(identity.sessions(&first).await?, []);
        Ok(())
    }

    #[tokio::test]
    async fn nobody_ends_anothers_session_or_sees_it() -> Checked {
        let world = World::default();
        let ada = world.member(a_user()).await?;
        let eve = world.member(a_user().email("eve@example.com")).await?;
        let identity = world.identity();
        assert_eq!(identity.end_session(&eve, ada.session.id).await, Err(EndSessionError::NotFound));
        assert_eq!(identity.sessions(&eve).await?, [eve.session]);
        assert_eq!(identity.sessions(&ada).await?, [ada.session]);
        Ok(())
    }

    #[tokio::test]
    async fn asvs_7_3_1_a_session_ends_once_nobody_has_used_it_for_two_hours() -> Checked {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        for _ in 0..4 {
            world.clock.advance(TimeDelta::minutes(119));
            assert!(world.parties().member(&token).await?.is_some(), "it is in use");
        }
        world.clock.advance(TimeDelta::minutes(120));
        assert!(world.parties().member(&token).await?.is_none());
        Ok(())
    }

    #[tokio::test]
    async fn the_first_screen_is_a_use_too_and_an_idle_session_has_none() -> Checked {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        for minutes in [119, 119] {
            world.clock.advance(TimeDelta::minutes(minutes));
            let screen = world.screens().first(&world.parties(), &token).await?;
            assert!(matches!(screen, Some((crate::parties::Holder::Known(_), _))));
        }
        world.clock.advance(TimeDelta::minutes(120));
        let screen = world.screens().first(&world.parties(), &token).await?;
        assert!(matches!(screen, Some((crate::parties::Holder::Nobody, _))));
        Ok(())
    }

    #[tokio::test]
    async fn using_a_session_costs_a_write_every_five_minutes_at_most() -> Checked {
        let world = World::default();
        let token = world.signed_up(a_user()).await?;
        let mut calls = Vec::new();
        for seconds in [0, 299, 1, 0, 299, 1] {
            world.clock.advance(TimeDelta::seconds(seconds));
            world.memory.calls();
            world.parties().member(&token).await?;
            calls.push(world.memory.calls());
        }
        assert_eq!(calls, [1, 1, 2, 1, 1, 2]);
        Ok(())
    }
}
