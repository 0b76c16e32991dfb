//! Sessions: what an access token stands for.

use crate::ids::{SessionId, UserId};
use chrono::{DateTime, TimeDelta, Utc};

/// A signed-in session, kept on the server so that it can be ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user: UserId,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

impl Session {
    /// How long a session lives unless configured otherwise: a working day.
    pub const DEFAULT_LIFE_HOURS: i64 = 12;

    pub fn open(id: SessionId, user: UserId, life: TimeDelta, now: DateTime<Utc>) -> Self {
        Self { id, user, created_at: now, expires_at: now + life }
    }

    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at
    }
}
