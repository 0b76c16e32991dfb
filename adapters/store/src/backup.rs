//! Copies of an instance: its database and its documents in one tar file, whatever it keeps them in.
//!
//! A copy is made while the instance runs. The database is copied first, as it is at one moment; the files of the documents
//! that copy names never change, so they are taken after. One that was taken away in between makes it start over. The database
//! is a SQLite file in each copy, so that a copy of any instance is restored to any other.

use crate::{
    moving::{self, MoveError},
    snapshot::{self, Kept},
};
use bytes::Bytes;
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use sooner_application::{kernel::unavailable::Unavailable, onboarding::ports::DocumentFiles};
use sooner_domain::onboarding::document::DocumentId;
use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};
use tar::{Builder, Header};

/// How what is not whole yet begins: left over by a kill, it is nothing to restore from.
pub(crate) const UNFINISHED: &str = ".sooner-unfinished-";
pub(crate) const DATABASE: &str = "sooner.db";
/// The hash of the database, for what is not cut off but altered.
pub(crate) const DATABASE_SHA256: &str = "sooner.db.sha256";
pub(crate) const DOCUMENTS: &str = "documents/";
/// How often a copy starts over because a draft's document was taken away meanwhile.
const ATTEMPTS: usize = 10;

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("{} is there already; nothing was written over it", .0.display())]
    Exists(PathBuf),
    #[error(
        "there are {0} documents already; nothing was written over them. Put their folder away first, also where a restore was broken off: all of them are in the copy"
    )]
    DocumentsExist(usize),
    #[error("this is no copy of an instance, and nothing was put in place: it holds {0}")]
    Foreign(String),
    #[error("the copy is damaged; nothing was put in place: {0}")]
    Damaged(String),
    #[error("document {0} is not what it was when it was uploaded; no copy was made")]
    Altered(DocumentId),
    #[error("documents were taken away as fast as they were copied; try again")]
    Restless,
    #[error(transparent)]
    Database(#[from] MoveError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
    #[error("{}: {error}; this command runs as the owner of the data, who must be able to {} there", .file.display(), if *.writes { "write" } else { "read" })]
    File { file: PathBuf, writes: bool, error: io::Error },
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What goes wrong with a file that somebody named.
pub(crate) fn at(file: &Path, writes: bool) -> impl FnOnce(io::Error) -> BackupError {
    let file = file.to_owned();
    move |error| BackupError::File { file, writes, error }
}

/// Copies a running instance into a new file, and answers how many documents are in it.
///
/// # Errors
/// When the file exists, or something cannot be read or written.
pub async fn back_up(database: &str, files: &dyn DocumentFiles, file: &Path) -> Result<usize, BackupError> {
    if file.exists() {
        return Err(BackupError::Exists(file.to_owned()));
    }
    let folder = folder_of(file);
    let mut missing = None;
    for _ in 0..ATTEMPTS {
        // Not named as asked for until all of it is there and on the disk.
        let copy = tempfile::Builder::new().prefix(UNFINISHED).tempfile_in(folder).map_err(at(folder, true))?;
        match copy_into(database, files, copy.as_file(), folder).await? {
            Attempt::Whole(documents) => {
                copy.as_file().sync_all()?;
                copy.persist_noclobber(file).map_err(|error| error.error)?;
                return Ok(documents);
            }
            // The database still names it: it was not taken away, it cannot be read.
            Attempt::Missing(id, error) if missing == Some(id) => return Err(error.into()),
            Attempt::Missing(id, _) => missing = Some(id),
        }
    }
    Err(BackupError::Restless)
}

enum Attempt {
    Whole(usize),
    Missing(DocumentId, Unavailable),
}

async fn copy_into(database: &str, files: &dyn DocumentFiles, file: &File, folder: &Path) -> Result<Attempt, BackupError> {
    let scratch = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(folder).map_err(at(folder, true))?;
    let snapshot = scratch.path().join(DATABASE);
    match database.strip_prefix("sqlite://") {
        Some(path) => snapshot::snapshot(Path::new(path), &snapshot)?,
        None => drop(moving::postgres_into_file(database, &snapshot)?),
    }
    let kept = snapshot::kept_documents(&snapshot)?;
    let mut archive = Builder::new(file);
    archive.append_path_with_name(&snapshot, DATABASE)?;
    append(&mut archive, DATABASE_SHA256, &pass(File::open(&snapshot)?, &mut io::sink())?)?;
    for Kept { id, sha256 } in &kept {
        let content = match read(files, *id).await {
            Ok(content) => content,
            Err(error) => return Ok(Attempt::Missing(*id, error)),
        };
        // Better told now than when it is needed.
        if Sha256::digest(&content).as_slice() != sha256.as_slice() {
            return Err(BackupError::Altered(*id));
        }
        append(&mut archive, &format!("{DOCUMENTS}{id}"), &content)?;
    }
    archive.finish()?;
    Ok(Attempt::Whole(kept.len()))
}

async fn read(files: &dyn DocumentFiles, id: DocumentId) -> Result<Vec<u8>, Unavailable> {
    let chunks: Vec<Bytes> = files.read(id).await?.try_collect().await?;
    Ok(chunks.concat())
}

fn append(archive: &mut Builder<&File>, name: &str, content: &[u8]) -> io::Result<()> {
    let mut header = Header::new_gnu();
    header.set_size(content.len() as u64);
    header.set_mode(0o600);
    archive.append_data(&mut header, name, content)
}

pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Hands all of it on, and answers its hash.
pub(crate) fn pass(mut from: impl Read, to: &mut impl Write) -> Result<Vec<u8>, BackupError> {
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 64 * 1024]);
    loop {
        let read = from.read(&mut buffer).map_err(cut_off)?;
        let Some(chunk) = buffer.get(..read).filter(|chunk| !chunk.is_empty()) else { return Ok(hash.finalize().to_vec()) };
        hash.update(chunk);
        to.write_all(chunk)?;
    }
}

pub(crate) fn cut_off(error: io::Error) -> BackupError {
    BackupError::Damaged(error.to_string())
}

#[cfg(test)]
mod tests;
