//! Reads, so many at once and whose turn it is: see [`Turns`]. A read waits for its turn before its caller is looked up, so that one that
//! is refused takes its turn too. Requests that enter many rows take turns of their own.

use super::error::Problem;
use sooner_application::kernel::{
    too_many::TooMany,
    turns::{Bounds, Ticket, Turns},
    unavailable::Unavailable,
};
use sooner_domain::kernel::{
    allotment::Allotment,
    ids::{SessionId, UserId},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;
use uuid::Uuid;

/// Requests of one kind that this node answers in turn.
#[derive(Clone)]
pub struct Readers {
    state: Arc<Mutex<State>>,
    kind: Kind,
}

/// What takes turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Reads,
    Imports,
}

impl Kind {
    /// How long one waits for its turn. What is left of a request's deadline then is enough for the most rows.
    fn patience(self) -> Duration {
        match self {
            Self::Reads => Duration::from_secs(2),
            Self::Imports => Duration::from_secs(10),
        }
    }

    /// That its turn did not come.
    fn too_late(self) -> Problem {
        match self {
            Self::Reads => Unavailable::Busy("reads").into(),
            Self::Imports => Problem::too_many_imports(),
        }
    }

    /// That too many of its account wait.
    fn too_many(self) -> Problem {
        match self {
            Self::Reads => TooMany { of: Some(Allotment::Reads), retry_after_seconds: 1 }.into(),
            Self::Imports => Problem::too_many_imports(),
        }
    }
}

struct State {
    turns: Turns<Uuid>,
    waiting: HashMap<Ticket, oneshot::Sender<()>>,
    /// Whose session it is never changes. The first read of a session counts as one of an account of its own.
    accounts: HashMap<SessionId, UserId>,
}

impl State {
    /// Begins what there is a place for.
    fn go_on(&mut self) {
        while let Some(next) = self.turns.begin_next() {
            if let Some(begun) = self.waiting.remove(&next) {
                // Who waits no more gives the turn back by itself.
                begun.send(()).ok();
            }
        }
    }
}

impl Readers {
    /// How many sessions are remembered before all are forgotten.
    const SESSIONS: usize = 10_000;

    /// Those that read.
    pub fn new(bounds: Bounds) -> Self {
        Self::of(Kind::Reads, bounds)
    }

    /// Those that enter many rows.
    pub fn that_import(bounds: Bounds) -> Self {
        Self::of(Kind::Imports, bounds)
    }

    fn of(kind: Kind, bounds: Bounds) -> Self {
        let state = State { turns: Turns::new(bounds), waiting: HashMap::new(), accounts: HashMap::new() };
        Self { state: Arc::new(Mutex::new(state)), kind }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a read of this session has its turn.
    ///
    /// # Errors
    /// 429 where too many reads of the account wait already, 503 when its turn does not come.
    pub(crate) async fn turn(&self, session: SessionId) -> Result<Turn, Problem> {
        let account = self.state().accounts.get(&session).map_or(session.0, |account| account.0);
        self.turn_of(account).await
    }

    /// Waits until a request of this account has its turn.
    ///
    /// # Errors
    /// As of [`Self::turn`]; of those that enter many rows always 503, with when to ask again.
    pub(crate) async fn turn_of(&self, account: Uuid) -> Result<Turn, Problem> {
        let (begun, has_begun) = oneshot::channel();
        let arrived = {
            let mut state = self.state();
            let ticket = state.turns.arrive(account);
            if let Some(ticket) = ticket {
                state.waiting.insert(ticket, begun);
                state.go_on();
            }
            ticket
        };
        let Some(ticket) = arrived else {
            tokio::time::sleep(Turn::REST).await;
            return Err(self.kind.too_many());
        };
        let mut turn = Turn { readers: self.clone(), ticket, began: None };
        match tokio::time::timeout(self.kind.patience(), has_begun).await {
            Ok(Ok(())) => {
                turn.began = Some(Instant::now());
                Ok(turn)
            }
            Ok(Err(_)) | Err(_) => Err(self.kind.too_late()),
        }
    }

    /// Whose session it is: its reads count as those of the account from now on.
    pub(crate) fn belongs(&self, session: SessionId, account: UserId) {
        let mut state = self.state();
        if state.accounts.len() >= Self::SESSIONS {
            state.accounts.clear();
        }
        state.accounts.insert(session, account);
    }
}

/// A read that has its turn, until this is dropped.
pub(crate) struct Turn {
    readers: Readers,
    ticket: Ticket,
    began: Option<Instant>,
}

impl Turn {
    /// How long a refusal takes, so that it invites no faster requests.
    const REST: Duration = Duration::from_millis(100);

    /// Lets others have the place, and no other read of the account begin for a while.
    pub(crate) async fn rest(mut self) {
        {
            let mut state = self.readers.state();
            state.turns.step_aside(self.ticket, ran(self.began.take()));
            state.go_on();
        }
        tokio::time::sleep(Self::REST).await;
    }
}

fn ran(began: Option<Instant>) -> Duration {
    began.map_or(Duration::ZERO, |began| began.elapsed())
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.readers.state();
        state.waiting.remove(&self.ticket);
        state.turns.leave(self.ticket, ran(self.began));
        state.go_on();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::{
        ResponseError,
        http::StatusCode,
        rt::{spawn, task::yield_now},
    };

    const SMALL: Bounds = Bounds { places: 2, each: 1, newcomers: 2, waiting: 2 };

    fn session(number: u128) -> SessionId {
        SessionId(Uuid::from_u128(number))
    }

    #[actix_web::test]
    async fn reads_of_an_account_follow_each_other_and_anothers_runs_beside_them() {
        let readers = Readers::new(SMALL);
        // Two sessions of one account.
        for number in [1, 2] {
            readers.belongs(session(number), UserId(Uuid::from_u128(10)));
        }
        let first = readers.turn(session(1)).await.unwrap();
        let second = spawn({
            let readers = readers.clone();
            async move { readers.turn(session(2)).await.is_ok() }
        });
        let others = readers.turn(session(3)).await.unwrap();
        yield_now().await;
        assert!(!second.is_finished(), "it waits for the first, not for a place");
        drop(first);
        assert!(second.await.unwrap());
        drop(others);
    }

    #[actix_web::test]
    async fn who_waits_no_more_gives_the_turn_back_and_too_many_do_not_wait() {
        let readers = Readers::new(SMALL);
        let first = readers.turn(session(1)).await.unwrap();
        let wait = || {
            let readers = readers.clone();
            spawn(async move { readers.turn(session(1)).await.map(drop).map_err(|problem| problem.error_response().status()) })
        };
        let (gone, stays) = (wait(), wait());
        yield_now().await;
        assert_eq!(wait().await.unwrap(), Err(StatusCode::TOO_MANY_REQUESTS));
        gone.abort();
        assert!(gone.await.is_err());
        drop(first);
        assert_eq!(stays.await.unwrap(), Ok(()));
    }

    #[actix_web::test]
    async fn who_is_refused_leaves_the_place_to_others_and_waits() {
        let readers = Readers::new(Bounds { places: 1, ..SMALL });
        let refused = readers.turn(session(1)).await.unwrap();
        let began = Instant::now();
        let rests = spawn(refused.rest());
        yield_now().await;
        readers.turn(session(2)).await.unwrap();
        assert!(began.elapsed() < Turn::REST, "another one goes on");
        readers.turn(session(1)).await.unwrap();
        assert!(began.elapsed() >= Turn::REST, "its own next one does not");
        rests.await.unwrap();
    }
}
