//! The one way in for files that were written outside the house: tables, e-invoices, statements, answers of banks.
//!
//! A file is made plain first where it can do no harm (see [`FileTrial`]); what is plain is read here, few at a time. Files take turns:
//! the one is read next whose sender has used the least time. Of one company one file is in memory and one is read, and all companies
//! that are not approved have one place together: however many files they send, the next file of another one waits for what is read
//! already. Large ones, which only the house sends, wait for each other alone.
//!
//! Who waits no more leaves the queue and ends the process that reads. An account whose files take too much time and again is refused for
//! a while, before anything of them is read.

use crate::{
    client,
    event::Event,
    file_queue::{FileQueue, Place},
};
use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use sooner_application::{
    identity::Allowance,
    kernel::{sender::Sender, too_many::TooMany, turns::Bounds, unavailable::Unavailable},
};
use sooner_domain::kernel::ids::UserId;
use std::{
    fmt::Display,
    fs::File,
    future::Future,
    io::{self, Read, Seek, Write},
    num::NonZero,
    sync::Arc,
    thread::available_parallelism,
    time::{Duration, Instant},
};
use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore},
    task::spawn_blocking,
};

/// What a file is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FileKind {
    /// CSV or a workbook.
    Table,
    /// XML, or a PDF that holds it.
    Invoice,
    /// `camt.053`.
    Statement,
    /// `pain.002`.
    Answer,
}

impl FileKind {
    pub const ALL: [Self; 4] = [Self::Table, Self::Invoice, Self::Statement, Self::Answer];

    /// How many bytes reading such a file may take, the file itself among them.
    pub const fn memory(self) -> u64 {
        const MIB: u64 = 1024 * 1024;
        match self {
            Self::Table | Self::Invoice | Self::Answer => 64 * MIB,
            // The file itself may have 32 MiB.
            Self::Statement => 96 * MIB,
        }
    }

    /// How many seconds of processor time any file may take. An unoptimised build reads ten times slower.
    pub const PROCESSOR_SECONDS: u64 = if cfg!(debug_assertions) { 20 } else { 2 };

    /// How long it may take in all, from when its process was started: about as many are read as there are processors, so that each has
    /// half of one at least.
    pub const LONGEST: Duration = Duration::from_secs(2 * Self::PROCESSOR_SECONDS + 1);

    /// Whether it is read by another form than its own.
    pub const fn has_plain_form(self) -> bool {
        matches!(self, Self::Table | Self::Invoice)
    }

    /// As the command line calls it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Invoice => "invoice",
            Self::Statement => "statement",
            Self::Answer => "answer",
        }
    }
}

/// Why a file is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotBorne {
    /// Reading it takes more memory or processor time than a file of its kind is given.
    #[error("reading the file takes too much")]
    TooMuch,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Turns a file into what is plain to read, where nothing else ends with it: the rows of a table, the XML of an invoice. What is plain
/// already is only read to its end there.
#[async_trait]
pub trait FileTrial: Send + Sync {
    /// The plain form, in a file of its own; or nothing where that is the file itself. What the file says is not asked: of one that is
    /// no file of its kind the plain form says so.
    ///
    /// # Errors
    /// When it takes too much, or could not be tried.
    async fn plain(&self, kind: FileKind, file: &Bytes) -> Result<Option<File>, NotBorne>;
}

/// Room in memory for a file; free again when this is dropped.
pub struct Room(#[expect(dead_code, reason = "it is held, not read")] Place);

/// A sender's turn to have a file read, until this is dropped.
pub struct Turn {
    place: Place,
    account: UserId,
}

fn acquired(permit: Result<OwnedSemaphorePermit, AcquireError>) -> Result<OwnedSemaphorePermit, Unavailable> {
    permit.map_err(|error| Unavailable::Failed(error.to_string()))
}

/// Counts a file against its account where reading it ends at a limit, or is given up after a while.
struct InVain<'a> {
    gate: &'a FileGate,
    account: UserId,
    began: Instant,
    ended: bool,
}

impl InVain<'_> {
    /// Who leaves that soon has taken nothing worth counting.
    const SOON: Duration = Duration::from_secs(1);

    fn count(&self) {
        // Where nothing is left, nothing more is read of the account either.
        self.gate.in_vain.spend(self.account, 1, self.gate.now()).ok();
    }
}

impl Drop for InVain<'_> {
    fn drop(&mut self) {
        if !self.ended && self.began.elapsed() >= Self::SOON {
            self.count();
        }
    }
}

/// Reads files that were written outside the house.
#[derive(Clone)]
pub struct FileGate {
    trial: Arc<dyn FileTrial>,
    in_memory: FileQueue,
    large_in_memory: FileQueue,
    reading: FileQueue,
    turns: Arc<Semaphore>,
    in_vain: Arc<Allowance>,
    closed: Arc<Event>,
    since: Instant,
}

impl FileGate {
    /// As many plain forms are read at a time. A turn lasts until the reading ends, also when its request went away.
    const AT_ONCE: usize = 2;

    /// What is larger waits for a place that is there for such files alone.
    const LARGE: u64 = 10 * 1024 * 1024;

    /// Four of 10 MiB and one of the largest are in memory at most: 72 MiB.
    const IN_MEMORY: Bounds = Bounds { places: 4, each: 1, newcomers: 1, waiting: Bounds::WAITING };
    const LARGE_IN_MEMORY: Bounds = Bounds { places: 1, ..Self::IN_MEMORY };

    /// One more than there are processors, so that a small file is done soon beside large ones, and each has its share of a processor.
    fn read_at_once() -> Bounds {
        let processors = available_parallelism().map_or(1, NonZero::get);
        Bounds { places: (processors + 1).clamp(3, 8), ..Self::IN_MEMORY }
    }

    pub fn new(trial: Arc<dyn FileTrial>) -> Self {
        Self {
            trial,
            in_memory: FileQueue::new(Self::IN_MEMORY),
            large_in_memory: FileQueue::new(Self::LARGE_IN_MEMORY),
            reading: FileQueue::new(Self::read_at_once()),
            turns: Arc::new(Semaphore::new(Self::AT_ONCE)),
            in_vain: Arc::new(Allowance::in_vain()),
            closed: Arc::default(),
            since: Instant::now(),
        }
    }

    /// Reads nothing any more: what waits is refused, and the processes that read are ended.
    pub fn close(&self) {
        self.closed.happen();
    }

    /// For what passes by alone.
    fn now(&self) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::from_std(self.since.elapsed()).unwrap_or_default()
    }

    /// Whether more of this account is read now.
    fn may_send(&self, account: UserId) -> Result<(), TooMany> {
        self.in_vain.left(account, 1, self.now())
    }

    /// Does this as long as somebody waits for it.
    async fn wanted<T, E: From<Unavailable>>(&self, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        tokio::select! {
            biased;
            () = client::left() => Err(Unavailable::Busy("files: the client left").into()),
            () = self.closed.happened() => Err(Unavailable::Busy("files: the server stops").into()),
            done = work => done,
        }
    }

    /// Waits until no other file of this sender's company is in memory, and there is room for one of so many bytes: beside files that are
    /// not large, or beside no other large one. Who holds room never waits for more.
    ///
    /// # Errors
    /// `OverBudget` when too many files of this account took too much, `Busy` when nobody waits for it any more.
    pub async fn room(&self, sender: Sender, bytes: u64) -> Result<Room, Unavailable> {
        self.may_send(sender.account)?;
        let queue = if bytes > Self::LARGE { &self.large_in_memory } else { &self.in_memory };
        self.wanted(queue.place(sender)).await.map(Room)
    }

    /// Waits until it is the turn of this sender's company to have a file read.
    ///
    /// # Errors
    /// As for `room`.
    pub async fn turn(&self, sender: Sender) -> Result<Turn, Unavailable> {
        self.may_send(sender.account)?;
        let place = self.wanted(self.reading.place(sender)).await?;
        // Those before it in the queue may have taken too much meanwhile.
        self.may_send(sender.account)?;
        Ok(Turn { place, account: sender.account })
    }

    /// The plain form of a file; see [`FileTrial::plain`].
    async fn plain(&self, account: UserId, kind: FileKind, file: &Bytes) -> Result<Option<File>, NotBorne> {
        let mut in_vain = InVain { gate: self, account, began: Instant::now(), ended: false };
        let trial = async {
            let plain = self.trial.plain(kind, file).await;
            in_vain.ended = true;
            if matches!(plain, Err(NotBorne::TooMuch)) {
                in_vain.count();
            }
            plain
        };
        self.wanted(trial).await
    }

    /// Does what the content of a file takes beyond reading it, on a thread that serves no requests: as many at a time as are read.
    ///
    /// # Errors
    /// When it could not be done, or its request is gone.
    pub async fn apart<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Unavailable> {
        let turn = self.wanted(async { acquired(self.turns.clone().acquire_owned().await) }).await?;
        let done = spawn_blocking(move || {
            let _held = turn;
            work()
        });
        done.await.map_err(|error| Unavailable::Failed(error.to_string()))
    }

    /// Reads a file, by its plain form, on a thread that serves no requests. Where that takes too much, the answer is `too_much`, as if
    /// the reader had given it.
    ///
    /// # Errors
    /// When nothing could be read, or nobody waits for it any more.
    pub async fn read<T, E>(
        &self,
        Turn { place, account }: Turn,
        kind: FileKind,
        file: Bytes,
        too_much: E,
        reader: impl FnOnce(&[u8]) -> Result<T, E> + Send + 'static,
    ) -> Result<Result<T, E>, Unavailable>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let plain = match self.plain(account, kind, &file).await {
            Ok(plain) => plain,
            Err(NotBorne::TooMuch) => return Ok(Err(too_much)),
            Err(NotBorne::Unavailable(unavailable)) => return Err(unavailable),
        };
        let failed = |error: &dyn Display| Unavailable::Failed(error.to_string());
        let turn = self.wanted(async { acquired(self.turns.clone().acquire_owned().await) }).await?;
        let reading = spawn_blocking(move || {
            let _held = (place, turn);
            match plain {
                Some(mut plain) => {
                    let mut content = Vec::new();
                    plain.rewind()?;
                    plain.read_to_end(&mut content)?;
                    Ok(reader(&content))
                }
                None => Ok(reader(&file)),
            }
        });
        reading.await.map_err(|error| failed(&error))?.map_err(|error: io::Error| failed(&error))
    }
}

/// Makes the plain form in this process, without a limit: for tests of what comes after.
pub struct NoTrial(pub fn(FileKind, &[u8]) -> Option<Vec<u8>>);

#[async_trait]
impl FileTrial for NoTrial {
    async fn plain(&self, kind: FileKind, file: &Bytes) -> Result<Option<File>, NotBorne> {
        let written = |plain: Vec<u8>| {
            let mut written = tempfile::tempfile()?;
            written.write_all(&plain)?;
            Ok(written)
        };
        let written = (self.0)(kind, file).map(written).transpose();
        written.map_err(|error: io::Error| Unavailable::Failed(error.to_string()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::kernel::{allotment::Allotment, ids::CompanyId};
    use std::sync::{Mutex, PoisonError};
    use tokio::{
        task::{JoinHandle, yield_now},
        time::sleep,
    };
    use uuid::Uuid;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    fn sender(number: u128, is_approved: bool) -> Sender {
        Sender::of_company(UserId(Uuid::from_u128(number)), CompanyId(Uuid::from_u128(number)), is_approved)
    }

    fn customer(number: u128) -> Sender {
        sender(number, true)
    }

    fn newcomer(number: u128) -> Sender {
        sender(number, false)
    }

    /// Notes which files begin to be tried; each takes too much once it is let go. [`HONEST`] takes nothing.
    struct Noted {
        begun: Mutex<Vec<Bytes>>,
        ended: Mutex<usize>,
        go: Semaphore,
    }

    impl Noted {
        fn gate() -> (Arc<Self>, FileGate) {
            let noted = Arc::new(Self { begun: Mutex::default(), ended: Mutex::default(), go: Semaphore::new(0) });
            (noted.clone(), FileGate::new(noted))
        }

        fn begun(&self) -> Vec<Bytes> {
            self.begun.lock().unwrap_or_else(PoisonError::into_inner).clone()
        }

        fn ended(&self) -> usize {
            *self.ended.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }

    const HONEST: &[u8] = b"honest";
    const BOMB: &[u8] = b"bomb";

    struct Ends<'a>(&'a Noted);

    impl Drop for Ends<'_> {
        fn drop(&mut self) {
            *self.0.ended.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        }
    }

    #[async_trait]
    impl FileTrial for Noted {
        async fn plain(&self, _: FileKind, file: &Bytes) -> Result<Option<File>, NotBorne> {
            self.begun.lock().unwrap_or_else(PoisonError::into_inner).push(file.clone());
            if file == HONEST {
                return Ok(None);
            }
            let _ends = Ends(self);
            let go = self.go.acquire().await.map_err(|error| Unavailable::Failed(error.to_string()))?;
            go.forget();
            Err(NotBorne::TooMuch)
        }
    }

    async fn read(gate: FileGate, sender: Sender, file: &'static [u8]) -> Result<Result<(), ()>, Unavailable> {
        let _room = gate.room(sender, 1).await?;
        let turn = gate.turn(sender).await?;
        gate.read(turn, FileKind::Table, Bytes::from_static(file), (), |_| Ok(())).await
    }

    type Reading = JoinHandle<Result<Result<(), ()>, Unavailable>>;

    fn sent(gate: &FileGate, sender: Sender, file: &'static [u8]) -> Reading {
        tokio::spawn(read(gate.clone(), sender, file))
    }

    async fn settled() {
        for _ in 0..1_000 {
            yield_now().await;
        }
    }

    #[tokio::test]
    async fn nine_newcomers_whose_files_take_too_much_keep_no_customer_waiting() -> Checked {
        let (noted, gate) = Noted::gate();
        let many: Vec<_> = (0..9).map(|number| sent(&gate, newcomer(number), BOMB)).collect();
        settled().await;
        assert_eq!(noted.begun(), [BOMB], "all newcomers have one place together");
        assert_eq!(sent(&gate, customer(100), HONEST).await??, Ok(()));
        assert_eq!(noted.begun(), [BOMB, HONEST]);
        noted.go.add_permits(9);
        for read in many {
            assert_eq!(read.await??, Err(()));
        }
        Ok(())
    }

    #[tokio::test]
    async fn a_company_that_sends_many_files_keeps_no_other_one_waiting() -> Checked {
        let (noted, gate) = Noted::gate();
        let colleague = |number| Sender { account: UserId(Uuid::from_u128(number)), ..customer(1) };
        let many: Vec<_> = (0..16).map(|number| sent(&gate, colleague(number), BOMB)).collect();
        settled().await;
        assert_eq!(noted.begun(), [BOMB], "one of them is read");
        assert_eq!(sent(&gate, customer(2), HONEST).await??, Ok(()));
        noted.go.add_permits(16);
        for read in many {
            assert_eq!(read.await??, Err(()));
        }
        Ok(())
    }

    #[tokio::test]
    async fn an_account_whose_files_take_too_much_is_refused_before_more_are_read() -> Checked {
        let (noted, gate) = Noted::gate();
        noted.go.add_permits(100);
        for _ in 0..Allowance::IN_VAIN_AN_HOUR {
            assert_eq!(read(gate.clone(), newcomer(1), BOMB).await?, Err(()));
        }
        let begun = noted.begun().len();
        let refused = read(gate.clone(), newcomer(1), HONEST).await;
        let Err(Unavailable::OverBudget(TooMany { of: Some(Allotment::Readings), retry_after_seconds })) = refused else {
            return Err(format!("{refused:?}").into());
        };
        assert!((1..=3_600).contains(&retry_after_seconds), "{retry_after_seconds}");
        assert_eq!(noted.begun().len(), begun);
        assert_eq!(read(gate, newcomer(2), HONEST).await?, Ok(()), "another account has its own");
        Ok(())
    }

    #[tokio::test]
    async fn files_of_an_account_that_wait_behind_too_many_are_refused_too() -> Checked {
        let (noted, gate) = Noted::gate();
        let all: Vec<_> = (0..16).map(|_| sent(&gate, customer(1), BOMB)).collect();
        noted.go.add_permits(100);
        let mut refused = 0;
        for read in all {
            refused += usize::from(read.await?.is_err());
        }
        let allowed = usize::try_from(Allowance::IN_VAIN_AN_HOUR)?;
        assert_eq!((noted.begun().len(), refused), (allowed, 16 - allowed));
        Ok(())
    }

    #[tokio::test]
    async fn who_leaves_gives_the_place_up_and_ends_the_reading() -> Checked {
        let (noted, gate) = Noted::gate();
        let (stays, leaves) = (Arc::new(Event::default()), Arc::new(Event::default()));
        let of = |left: &Arc<Event>, number| tokio::spawn(client::scope(left.clone(), read(gate.clone(), newcomer(number), BOMB)));
        let (first, second, third) = (of(&leaves, 1), of(&leaves, 2), of(&stays, 3));
        settled().await;
        assert_eq!((noted.begun().len(), noted.ended()), (1, 0));
        leaves.happen();
        for left in [first, second] {
            assert!(matches!(left.await?, Err(Unavailable::Busy(_))));
        }
        settled().await;
        assert_eq!((noted.begun().len(), noted.ended()), (2, 1), "the one that stays is read now");
        assert_eq!((gate.in_memory.waiting(), gate.reading.waiting()), (0, 0));
        noted.go.add_permits(1);
        assert_eq!(third.await??, Err(()));
        Ok(())
    }

    #[tokio::test]
    async fn who_leaves_after_a_while_has_taken_as_much_as_one_whose_file_takes_too_much() -> Checked {
        let (_, gate) = Noted::gate();
        let left = Arc::new(Event::default());
        let leaving = tokio::spawn(client::scope(left.clone(), read(gate.clone(), newcomer(1), BOMB)));
        sleep(InVain::SOON + Duration::from_millis(100)).await;
        left.happen();
        assert!(leaving.await?.is_err());
        let account = newcomer(1).account;
        assert!(gate.in_vain.left(account, Allowance::IN_VAIN_AN_HOUR, gate.now()).is_err());
        assert!(gate.in_vain.left(account, Allowance::IN_VAIN_AN_HOUR - 1, gate.now()).is_ok());
        Ok(())
    }

    #[tokio::test]
    async fn a_gate_that_is_closed_ends_what_is_read_and_what_waits() -> Checked {
        let (noted, gate) = Noted::gate();
        let all: Vec<_> = (0..9).map(|number| sent(&gate, customer(number), BOMB)).collect();
        settled().await;
        gate.close();
        for read in all {
            assert!(matches!(read.await?, Err(Unavailable::Busy(_))));
        }
        assert_eq!(noted.begun().len(), noted.ended());
        Ok(())
    }

    #[tokio::test]
    async fn one_file_of_a_company_has_room_at_a_time() -> Checked {
        let gate = FileGate::new(Arc::new(NoTrial(|_, _| None)));
        let held = gate.room(customer(1), 1).await?;
        let waiting = tokio::spawn({
            let gate = gate.clone();
            async move { gate.room(customer(1), FileGate::LARGE).await.map(drop) }
        });
        settled().await;
        // What waits for its own turn takes no room from others.
        drop(gate.room(customer(2), FileGate::LARGE).await?);
        assert!(!waiting.is_finished());
        drop(held);
        waiting.await??;
        Ok(())
    }

    #[tokio::test]
    async fn large_files_wait_for_each_other_and_keep_no_small_one_waiting() -> Checked {
        let gate = FileGate::new(Arc::new(NoTrial(|_, _| None)));
        let held = gate.room(customer(1), FileGate::LARGE + 1).await?;
        let large: Vec<_> = (2..9)
            .map(|number| {
                let gate = gate.clone();
                tokio::spawn(async move { gate.room(customer(number), FileGate::LARGE + 1).await.map(drop) })
            })
            .collect();
        settled().await;
        assert!(large.iter().all(|waiting| !waiting.is_finished()));
        drop(gate.room(customer(9), FileGate::LARGE).await?);
        drop(held);
        for waiting in large {
            waiting.await??;
        }
        Ok(())
    }
}
