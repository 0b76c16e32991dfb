//! Sessions: what an access token stands for.

use super::client::Client;
use crate::kernel::{
    canonical::Digest,
    ids::{SessionId, UserId},
};
use chrono::{DateTime, TimeDelta, Utc};

/// What somebody confirmed with their password or a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confirmed {
    /// Of the request that was confirmed: of no other.
    pub act: Digest,
    pub at: DateTime<Utc>,
}

/// A signed-in session, kept on the server so that it can be ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user: UserId,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// When it was used, to within [`Session::USE_NOTED_EVERY`].
    pub last_used_at: DateTime<Utc>,
    /// What it was opened with.
    pub client: Client,
    /// The password was right and the second factor's code is still to come: nothing else is open to this session.
    pub awaits_code: bool,
    /// What whoever uses it confirmed last.
    pub confirmed: Option<Confirmed>,
}

impl Session {
    /// How long a session lives unless configured otherwise: a working day.
    pub const DEFAULT_LIFE_HOURS: i64 = 12;
    /// How long a session may lie unused unless configured otherwise: a long meeting.
    pub const DEFAULT_IDLE_MINUTES: i64 = 120;
    /// So often, and not at each request, the last use is written down.
    pub const USE_NOTED_EVERY: TimeDelta = TimeDelta::minutes(5);
    /// How long a confirmation counts for what it was given for: long enough for an answer that was lost to be asked for again.
    pub const STEP_UP_LIFE: TimeDelta = TimeDelta::minutes(5);
    /// Long enough to find the phone.
    const CODE_LIFE: TimeDelta = TimeDelta::minutes(10);

    pub fn open(id: SessionId, user: UserId, life: TimeDelta, now: DateTime<Utc>) -> Self {
        Self {
            id,
            user,
            created_at: now,
            expires_at: now + life,
            last_used_at: now,
            client: Client::default(),
            awaits_code: false,
            confirmed: None,
        }
    }

    /// A session between password and code.
    pub fn await_code(id: SessionId, user: UserId, now: DateTime<Utc>) -> Self {
        Self { awaits_code: true, ..Self::open(id, user, Self::CODE_LIFE, now) }
    }

    /// The same, opened with this.
    pub fn on(self, client: Client) -> Self {
        Self { client, ..self }
    }

    /// Whether it goes on: its time is not up, and it has not lain unused for longer than it may.
    pub fn is_live(&self, now: DateTime<Utc>, idle: TimeDelta) -> bool {
        now < self.expires_at && now - self.last_used_at < idle
    }

    /// Whether this very act was confirmed in it, and that counts at this moment.
    pub fn has_confirmed(&self, act: Digest, now: DateTime<Utc>) -> bool {
        self.confirmed.is_some_and(|confirmed| confirmed.act == act && now - confirmed.at < Self::STEP_UP_LIFE)
    }

    /// Whether its use at this moment is to be written down.
    pub fn is_use_news(&self, now: DateTime<Utc>) -> bool {
        now - self.last_used_at >= Self::USE_NOTED_EVERY
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
            assert!(session.is_live(now + life - TimeDelta::microseconds(1), TimeDelta::days(1)));
            assert!(!session.is_live(now + life, TimeDelta::days(1)));
        }
    }

    #[test]
    fn a_confirmation_counts_for_five_minutes_and_for_what_it_was_given_for() {
        let at = |seconds| DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds);
        let session = Session::open(SessionId(Uuid::nil()), UserId(Uuid::nil()), TimeDelta::hours(12), at(0));
        let (act, other) = (Digest([1; 32]), Digest([2; 32]));
        assert!(!session.has_confirmed(act, at(0)), "signing in is none");
        let proven = Session { confirmed: Some(Confirmed { act, at: at(10) }), ..session };
        assert!(proven.has_confirmed(act, at(10)) && proven.has_confirmed(act, at(309)) && !proven.has_confirmed(act, at(310)));
        assert!(!proven.has_confirmed(other, at(10)), "it was given for another act");
    }

    #[test]
    fn a_session_ends_when_it_lies_unused_and_its_use_is_news_every_five_minutes() {
        let (at, idle) = (|minutes| DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes), TimeDelta::hours(2));
        let opened = Session::open(SessionId(Uuid::nil()), UserId(Uuid::nil()), TimeDelta::hours(12), at(0));
        assert!(opened.is_live(at(119), idle) && !opened.is_live(at(120), idle));
        let used = Session { last_used_at: at(100), ..opened };
        assert!(used.is_live(at(219), idle) && !used.is_live(at(220), idle));
        assert!(!used.is_use_news(at(104)) && used.is_use_news(at(105)));
    }
}
