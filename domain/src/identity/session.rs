//! Sessions: what an access token stands for.

use crate::kernel::ids::{SessionId, UserId};
use chrono::{DateTime, TimeDelta, Utc};

/// A signed-in session, kept on the server so that it can be ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user: UserId,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// The password was right and the second factor's code is still to come: nothing else is open to this session.
    pub awaits_code: bool,
}

impl Session {
    /// How long a session lives unless configured otherwise: a working day.
    pub const DEFAULT_LIFE_HOURS: i64 = 12;
    /// Long enough to find the phone.
    const CODE_LIFE: TimeDelta = TimeDelta::minutes(10);

    pub fn open(id: SessionId, user: UserId, life: TimeDelta, now: DateTime<Utc>) -> Self {
        Self { id, user, created_at: now, expires_at: now + life, awaits_code: false }
    }

    /// A session between password and code.
    pub fn await_code(id: SessionId, user: UserId, now: DateTime<Utc>) -> Self {
        Self { awaits_code: true, ..Self::open(id, user, Self::CODE_LIFE, now) }
    }

    pub fn is_live(&self, now: DateTime<Utc>) -> bool {
        now < self.expires_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_session_lives_for_its_life_and_one_that_awaits_a_code_for_ten_minutes() {
        let (id, user, now) = (SessionId(Uuid::nil()), UserId(Uuid::nil()), DateTime::UNIX_EPOCH);
        for (session, life) in [
            (Session::open(id, user, TimeDelta::hours(12), now), TimeDelta::hours(12)),
            (Session::await_code(id, user, now), TimeDelta::minutes(10)),
        ] {
            assert!(session.is_live(now + life - TimeDelta::microseconds(1)));
            assert!(!session.is_live(now + life));
        }
    }
}
