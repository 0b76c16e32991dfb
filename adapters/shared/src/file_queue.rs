//! The files that wait for a place, and whose turn it is: see [`Turns`].

use sooner_application::kernel::{
    sender::Sender,
    turns::{Bounds, Ticket, Turns},
    unavailable::Unavailable,
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::oneshot;
use uuid::Uuid;

#[derive(Clone)]
pub(crate) struct FileQueue(Arc<Mutex<State>>);

struct State {
    turns: Turns<Uuid>,
    waiting: HashMap<Ticket, oneshot::Sender<()>>,
}

impl State {
    /// Begins what there is a place for.
    fn go_on(&mut self) {
        while let Some(next) = self.turns.begin_next() {
            if let Some(begun) = self.waiting.remove(&next) {
                // Who waits no more gives the place back by itself.
                begun.send(()).ok();
            }
        }
    }
}

impl FileQueue {
    pub(crate) fn new(bounds: Bounds) -> Self {
        Self(Arc::new(Mutex::new(State { turns: Turns::new(bounds), waiting: HashMap::new() })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until a file of this sender has a place.
    ///
    /// # Errors
    /// `Busy` where too many of its files wait already.
    pub(crate) async fn place(&self, sender: Sender) -> Result<Place, Unavailable> {
        const FULL: Unavailable = Unavailable::Busy("files");
        let (begun, has_begun) = oneshot::channel();
        let ticket = {
            let mut state = self.state();
            let ticket = state.turns.arrive_as(sender.party, sender.is_newcomer).ok_or(FULL)?;
            state.waiting.insert(ticket, begun);
            state.go_on();
            ticket
        };
        let mut place = Place { queue: self.clone(), ticket, began: None };
        has_begun.await.map_err(|_| FULL)?;
        place.began = Some(Instant::now());
        Ok(place)
    }

    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.state().waiting.len()
    }
}

/// A place, or where one waits for it, until this is dropped.
pub(crate) struct Place {
    queue: FileQueue,
    ticket: Ticket,
    began: Option<Instant>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let had = self.began.map_or(Duration::ZERO, |began| began.elapsed());
        let mut state = self.queue.state();
        state.waiting.remove(&self.ticket);
        state.turns.leave(self.ticket, had);
        state.go_on();
    }
}
