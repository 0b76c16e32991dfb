//! A file on its way in: its bytes are counted and judged as they pass, never held in memory.

use super::ports::NewFile;
use crate::kernel::unavailable::Unavailable;
use bytes::Bytes;
use sooner_domain::onboarding::{
    document::{Document, FileType},
    inspection::{Inspection, Refused},
};

/// Why a file is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IncomingError {
    #[error("the file is larger than 10 MiB")]
    TooLarge,
    #[error(transparent)]
    Refused(#[from] Refused),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A file that is being written and judged: it is to be kept or abandoned.
pub struct Incoming {
    file: Box<dyn NewFile>,
    came_bytes: u64,
    size_bytes: u64,
    inspection: Inspection,
}

impl Incoming {
    /// One that is said to be of this type.
    pub fn new(file: Box<dyn NewFile>, declared: FileType) -> Self {
        Self { file, came_bytes: 0, size_bytes: 0, inspection: Inspection::of(declared) }
    }

    /// Takes the next bytes; what is behind the end of an image is left out.
    ///
    /// # Errors
    /// `TooLarge` past 10 MiB. After an error it is to be abandoned.
    pub async fn push(&mut self, mut chunk: Bytes) -> Result<(), IncomingError> {
        self.came_bytes += chunk.len() as u64;
        if self.came_bytes > Document::MAX_BYTES {
            return Err(IncomingError::TooLarge);
        }
        chunk.truncate(self.inspection.take(&chunk));
        if chunk.is_empty() {
            return Ok(());
        }
        self.size_bytes += chunk.len() as u64;
        Ok(self.file.write(chunk).await?)
    }

    /// The SHA-256 of what is kept so far.
    pub fn sha256(&self) -> [u8; 32] {
        self.file.sha256()
    }

    pub fn size_bytes(&self) -> u64 {
        self.size_bytes
    }

    /// Judges what came, and makes it durable and visible; what is refused leaves nothing behind.
    ///
    /// # Errors
    /// `Refused` when the content is not what it claims.
    pub async fn keep(self) -> Result<(), IncomingError> {
        if let Err(refused) = self.inspection.verdict() {
            self.file.abandon().await;
            return Err(refused.into());
        }
        Ok(self.file.keep().await?)
    }

    /// Leaves nothing behind.
    pub async fn abandon(self) {
        self.file.abandon().await;
    }
}
