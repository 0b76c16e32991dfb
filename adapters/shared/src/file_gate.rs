//! The one way in for files that were written outside the house: tables, e-invoices, statements, answers of banks.
//!
//! A file is made plain first where it can do no harm (see [`FileTrial`]); what is plain is read here, few at a time.

use async_trait::async_trait;
use bytes::Bytes;
use sooner_application::kernel::unavailable::Unavailable;
use std::{
    fmt::Display,
    fs::File,
    io::{self, Read, Seek, Write},
    sync::Arc,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
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
pub struct Room(#[expect(dead_code, reason = "it is held, not read")] OwnedSemaphorePermit);

/// Reads files that were written outside the house.
#[derive(Clone)]
pub struct FileGate {
    trial: Arc<dyn FileTrial>,
    turns: Arc<Semaphore>,
    /// In KiB.
    room: Arc<Semaphore>,
}

impl FileGate {
    /// As many files are read at a time. A turn lasts until the reading ends, also when its request went away.
    const AT_ONCE: usize = 2;

    /// What all files that are in memory have together, in KiB: the largest one finds room.
    const ROOM: u32 = 48 * 1024;

    pub fn new(trial: Arc<dyn FileTrial>) -> Self {
        Self { trial, turns: Arc::new(Semaphore::new(Self::AT_ONCE)), room: Arc::new(Semaphore::new(Self::ROOM as usize)) }
    }

    /// Waits until there is room in memory for a file of so many bytes. Who holds room never waits for more.
    ///
    /// # Errors
    /// When the gate is closed.
    pub async fn room(&self, bytes: u64) -> Result<Room, Unavailable> {
        let wanted = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX).min(Self::ROOM);
        self.room.clone().acquire_many_owned(wanted).await.map(Room).map_err(|error| Unavailable::Failed(error.to_string()))
    }

    /// Reads a file, by its plain form, on a thread that serves no requests. Where that takes too much, the answer is `too_much`, as if
    /// the reader had given it.
    ///
    /// # Errors
    /// When nothing could be read.
    pub async fn read<T, E>(
        &self,
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
        let turn = self.turns.clone().acquire_owned().await.map_err(|error| failed(&error))?;
        let reading = spawn_blocking(move || {
            let _turn = turn;
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
