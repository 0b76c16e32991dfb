//! Telling business time, and moving it where it is there to try things out.

pub mod changes;

use crate::{
    identity::changes::Change as AccountChange,
    kernel::{
        clock::{BusinessClock, Clock, TestClocks},
        commit::{Commit, CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{Idempotency, IdempotencyError, RequestKey, once},
        ids::Ids,
        unavailable::Unavailable,
    },
    parties::Member,
};
use changes::Change;
use chrono::{DateTime, SecondsFormat, Utc};
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        test_clock::MoveRefused,
    },
};
use std::sync::Arc;

/// The use cases of business time and their ports.
#[derive(Clone)]
pub struct BusinessTime {
    pub clock: Arc<dyn Clock>,
    pub business: Arc<dyn BusinessClock>,
    pub test_clocks: Arc<dyn TestClocks>,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
    pub ids: Arc<dyn Ids>,
}

/// The business clock, as operators see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockView {
    pub now: DateTime<Utc>,
    pub movable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveClockError {
    #[error("it takes another role")]
    Forbidden,
    /// Business time is the machine's here.
    #[error("this clock is not there to be moved")]
    NotMovable,
    #[error(transparent)]
    Refused(#[from] MoveRefused),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl BusinessTime {
    /// What time it is for the business.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn view(&self) -> Result<ClockView, Unavailable> {
        Ok(ClockView { now: self.business.now().await?, movable: self.business.is_movable() })
    }

    /// Whether they may move it to `to` now.
    ///
    /// # Errors
    /// As for moving it.
    pub async fn may_move(&self, me: &Member, to: DateTime<Utc>) -> Result<(), MoveClockError> {
        if !me.operator().may(OperatorRight::MoveClock) {
            return Err(MoveClockError::Forbidden);
        }
        if !self.business.is_movable() {
            return Err(MoveClockError::NotMovable);
        }
        self.test_clocks.test_clock().await?.moved(to, self.clock.now())?;
        Ok(())
    }

    /// What time it is for the business where that can be moved; nothing, and nothing read, where it is the machine's.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn movable(&self) -> Result<Option<DateTime<Utc>>, Unavailable> {
        if self.business.is_movable() { Ok(Some(self.business.now().await?)) } else { Ok(None) }
    }

    /// Moves business time ahead to `to`, from where it goes on. It does nothing else: whoever has work for the days on the way
    /// moves it from one to the next.
    ///
    /// # Errors
    /// `Forbidden`, `NotMovable`, `Refused` when it would go back or too far.
    pub async fn move_to(&self, me: &Member, to: DateTime<Utc>, request: Option<RequestKey>) -> Result<ClockView, MoveClockError> {
        let by = me.operator();
        if !by.may(OperatorRight::MoveClock) {
            return Err(MoveClockError::Forbidden);
        }
        if !self.business.is_movable() {
            return Err(MoveClockError::NotMovable);
        }
        let repeat = async |_| Ok(self.view().await?);
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            for _ in 0..MAX_ATTEMPTS {
                let (seen, now) = (self.test_clocks.test_clock().await?, self.clock.now());
                let moved = seen.moved(to, now)?;
                let id = self.ids.next();
                let entry = Entry::new(now, Actor::User(me.user.id()), AuditAction::ClockMoved, Subjects::house(id));
                let entry = entry.change("businessTime", Some(written(seen.at(now))), Some(written(moved.at(now))));
                let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(id, now)));
                let stands = AccountChange::OperatorStands { id: by.user(), roles: by.roles };
                match self.commit.commit(vec![stands.into(), Change::Moved { seen, moved }], context).await {
                    Ok(()) => return Ok(ClockView { now: moved.at(now), movable: true }),
                    // Somebody else moved it meanwhile: perhaps beyond `to`.
                    Err(CommitError::Stale) => {}
                    Err(error) => return Err(error.unexpected().into()),
                }
            }
            Err(Unavailable::Conflicted("clock").into())
        })
        .await
    }
}

/// An instant as the trail has it.
fn written(instant: DateTime<Utc>) -> String {
    instant.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

#[cfg(test)]
mod tests;
