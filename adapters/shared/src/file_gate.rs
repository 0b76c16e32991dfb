//! The one way in for files that were written outside the house: tables, e-invoices, statements, answers of banks.
//!
//! A file is made plain first where it can do no harm (see [`FileTrial`]); what is plain is read here, few at a time. Of one account
//! one file is in memory and one is read: however many it sends, the next file of another one is read after it.

use async_trait::async_trait;
use bytes::Bytes;
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::kernel::ids::UserId;
use std::{
    collections::HashMap,
    fmt::Display,
    fs::File,
    io::{self, Read, Seek, Write},
    sync::{Arc, Mutex, PoisonError, Weak},
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
            // The file alone may have 32 MiB.
            Self::Statement => 192 * MIB,
        }
    }

    /// How many seconds of processor time it may take.
    pub const fn processor_seconds(self) -> u64 {
        match self {
            Self::Table | Self::Invoice | Self::Answer => 2,
            Self::Statement => 10,
        }
    }

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
pub struct Room(#[expect(dead_code, reason = "it is held, not read")] [OwnedSemaphorePermit; 2]);

/// An account's turn to have a file read, until this is dropped.
pub struct Turn(OwnedSemaphorePermit);

/// One place for each account, as long as a file holds it or waits for it.
#[derive(Default)]
struct OneEach(Mutex<HashMap<UserId, Weak<Semaphore>>>);

impl OneEach {
    async fn take(&self, account: UserId) -> Result<OwnedSemaphorePermit, Unavailable> {
        acquired(self.of(account).acquire_owned().await)
    }

    fn of(&self, account: UserId) -> Arc<Semaphore> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.retain(|_, place| place.strong_count() > 0);
        places.get(&account).and_then(Weak::upgrade).unwrap_or_else(|| {
            let place = Arc::new(Semaphore::new(1));
            places.insert(account, Arc::downgrade(&place));
            place
        })
    }
}

fn acquired(permit: Result<OwnedSemaphorePermit, AcquireError>) -> Result<OwnedSemaphorePermit, Unavailable> {
    permit.map_err(|error| Unavailable::Failed(error.to_string()))
}

/// Reads files that were written outside the house.
#[derive(Clone)]
pub struct FileGate {
    trial: Arc<dyn FileTrial>,
    turns: Arc<Semaphore>,
    /// In KiB.
    room: Arc<Semaphore>,
    in_memory: Arc<OneEach>,
    reading: Arc<OneEach>,
}

impl FileGate {
    /// As many files are read at a time. A turn lasts until the reading ends, also when its request went away.
    const AT_ONCE: usize = 2;

    /// What all files that are in memory have together, in KiB: the largest one finds room.
    const ROOM: u32 = 48 * 1024;

    pub fn new(trial: Arc<dyn FileTrial>) -> Self {
        let (turns, room) = (Semaphore::new(Self::AT_ONCE), Semaphore::new(Self::ROOM as usize));
        let (in_memory, reading) = Default::default();
        Self { trial, turns: Arc::new(turns), room: Arc::new(room), in_memory, reading }
    }

    /// Waits until no other file of this account is in memory, and there is room for one of so many bytes. Who holds room never waits for
    /// more.
    ///
    /// # Errors
    /// When the gate is closed.
    pub async fn room(&self, account: UserId, bytes: u64) -> Result<Room, Unavailable> {
        let wanted = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX).min(Self::ROOM);
        let own = self.in_memory.take(account).await?;
        Ok(Room([own, acquired(self.room.clone().acquire_many_owned(wanted).await)?]))
    }

    /// Waits until no other file of this account is read.
    ///
    /// # Errors
    /// When the gate is closed.
    pub async fn turn(&self, account: UserId) -> Result<Turn, Unavailable> {
        self.reading.take(account).await.map(Turn)
    }

    /// Reads a file, by its plain form, on a thread that serves no requests. Where that takes too much, the answer is `too_much`, as if
    /// the reader had given it.
    ///
    /// # Errors
    /// When nothing could be read.
    pub async fn read<T, E>(
        &self,
        Turn(own): Turn,
        kind: FileKind,
        file: Bytes,
        too_much: E,
        reader: impl FnOnce(&[u8]) -> Result<T, E> + Send + 'static,
    ) -> Result<Result<T, E>, Unavailable>
    where
        T: Send + 'static,
        E: Send + 'static,
    {
        let plain = match self.trial.plain(kind, &file).await {
            Ok(plain) => plain,
            Err(NotBorne::TooMuch) => return Ok(Err(too_much)),
            Err(NotBorne::Unavailable(unavailable)) => return Err(unavailable),
        };
        let failed = |error: &dyn Display| Unavailable::Failed(error.to_string());
        let turn = acquired(self.turns.clone().acquire_owned().await)?;
        let reading = spawn_blocking(move || {
            let _turns = [own, turn];
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
    use std::{sync::mpsc, thread};
    use uuid::Uuid;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    const ANNA: UserId = UserId(Uuid::from_u128(1));
    const BEN: UserId = UserId(Uuid::from_u128(2));

    async fn read(gate: FileGate, account: UserId, reader: impl FnOnce() + Send + 'static) -> Result<(), Unavailable> {
        let turn = gate.turn(account).await?;
        let read = gate.read(turn, FileKind::Table, Bytes::new(), (), move |_| {
            reader();
            Ok(())
        });
        read.await.map(|_| ())
    }

    #[tokio::test]
    async fn an_account_that_sends_many_files_keeps_no_other_one_waiting() -> Checked {
        let gate = FileGate::new(Arc::new(NoTrial(|_, _| None)));
        let (end, ends) = mpsc::channel::<()>();
        let ends = Arc::new(Mutex::new(ends));
        let many: Vec<_> = (0..16)
            .map(|_| {
                let ends = ends.clone();
                tokio::spawn(read(gate.clone(), ANNA, move || {
                    let _ = ends.lock().map(|ends| ends.recv());
                }))
            })
            .collect();
        while gate.turns.available_permits() == FileGate::AT_ONCE {
            tokio::task::yield_now().await;
        }
        assert_eq!(gate.turns.available_permits(), FileGate::AT_ONCE - 1, "one of them is read");
        read(gate.clone(), BEN, || {}).await?;
        thread::spawn(move || (0..16).for_each(|_| end.send(()).unwrap_or_default()));
        for read in many {
            read.await??;
        }
        assert_eq!(gate.turns.available_permits(), FileGate::AT_ONCE);
        Ok(())
    }

    #[tokio::test]
    async fn one_file_of_an_account_has_room_at_a_time() -> Checked {
        let gate = FileGate::new(Arc::new(NoTrial(|_, _| None)));
        let whole = u64::from(FileGate::ROOM) * 1024;
        let held = gate.room(ANNA, 1).await?;
        let waiting = tokio::spawn({
            let gate = gate.clone();
            async move { gate.room(ANNA, whole).await.map(drop) }
        });
        // What waits for its own turn takes no room from others.
        drop(gate.room(BEN, whole - 1024).await?);
        assert!(!waiting.is_finished());
        drop(held);
        waiting.await??;
        assert!(gate.in_memory.0.lock().unwrap_or_else(PoisonError::into_inner).values().all(|place| place.strong_count() == 0));
        Ok(())
    }
}
