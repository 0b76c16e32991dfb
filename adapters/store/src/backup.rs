//! Copies of an embedded instance, one that keeps its data in a SQLite file and a folder: both in one tar file.
//!
//! A copy is made while the instance runs. The database is copied first, as it is at one moment; the files of the documents
//! that copy names never change, so they are taken after. One that was taken away in between makes it start over.

use crate::snapshot::{self, Kept};
use sha2::{Digest, Sha256};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::onboarding::document::DocumentId;
use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};
use tar::{Archive, Builder, EntryType};
use tempfile::NamedTempFile;
use uuid::Uuid;

const DATABASE: &str = "sooner.db";
const DOCUMENTS: &str = "documents";
/// How often a copy starts over because a draft's document was taken away meanwhile.
const ATTEMPTS: usize = 10;

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("only an instance on sqlite:// and file:// is copied this way; see docs/operating.md for PostgreSQL and S3")]
    NotEmbedded,
    #[error("{} is there already; nothing was written over it", .0.display())]
    Exists(PathBuf),
    #[error("this is no copy of an instance: it holds {0}")]
    Foreign(String),
    #[error("document {0} is missing or not what it was")]
    Damaged(DocumentId),
    #[error("documents were taken away as fast as they were copied; try again")]
    Restless,
    #[error(transparent)]
    Database(#[from] Unavailable),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Where an embedded instance keeps its data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embedded {
    database: PathBuf,
    documents: PathBuf,
}

impl Embedded {
    /// # Errors
    /// When the instance keeps its data elsewhere.
    pub fn of(database_url: &str, documents_url: &str) -> Result<Self, BackupError> {
        match (database_url.strip_prefix("sqlite://"), documents_url.strip_prefix("file://")) {
            (Some(database), Some(documents)) => Ok(Self { database: database.into(), documents: documents.into() }),
            _ => Err(BackupError::NotEmbedded),
        }
    }

    /// Copies the running instance into a new file, and answers how many documents are in it.
    ///
    /// # Errors
    /// When the file exists, or something cannot be read or written.
    pub fn back_up(&self, file: &Path) -> Result<usize, BackupError> {
        if file.exists() {
            return Err(BackupError::Exists(file.to_owned()));
        }
        let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        for _ in 0..ATTEMPTS {
            // Not named as asked for until all of it is there and on the disk.
            let copy = NamedTempFile::new_in(folder)?;
            match self.copy_into(copy.as_file(), folder) {
                Ok(documents) => {
                    copy.as_file().sync_all()?;
                    copy.persist_noclobber(file).map_err(|error| error.error)?;
                    return Ok(documents);
                }
                Err(BackupError::Damaged(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Err(BackupError::Restless)
    }

    fn copy_into(&self, file: &File, folder: &Path) -> Result<usize, BackupError> {
        let scratch = tempfile::tempdir_in(folder)?;
        let snapshot = scratch.path().join(DATABASE);
        snapshot::snapshot(&self.database, &snapshot)?;
        let kept = snapshot::kept_documents(&snapshot)?;
        let mut archive = Builder::new(file);
        archive.append_path_with_name(&snapshot, DATABASE)?;
        for Kept { id, .. } in &kept {
            let mut document = File::open(self.document(*id)).map_err(|error| missing(*id, error))?;
            archive.append_file(format!("{DOCUMENTS}/{id}"), &mut document)?;
        }
        archive.finish()?;
        Ok(kept.len())
    }

    fn document(&self, id: DocumentId) -> PathBuf {
        self.documents.join(id.to_string())
    }

    /// Puts an instance in place from a copy, and answers how many documents came back. Each is compared with what the
    /// database says of it.
    ///
    /// # Errors
    /// When there is an instance already, the file is no copy of one, or a document in it is damaged.
    pub fn restore(&self, file: &Path) -> Result<usize, BackupError> {
        let copy = File::open(file)?;
        // A log left over from another database would be replayed into this one.
        for end in ["", "-wal", "-shm", "-journal"] {
            let there = with_end(&self.database, end);
            if fs::symlink_metadata(&there).is_ok() {
                return Err(BackupError::Exists(there));
            }
        }
        if self.documents.exists() && fs::read_dir(&self.documents)?.next().is_some() {
            return Err(BackupError::Exists(self.documents.clone()));
        }
        let folder = self.database.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        fs::create_dir_all(&self.documents)?;
        let scratch = tempfile::tempdir_in(folder)?;
        let database = scratch.path().join(DATABASE);
        for entry in Archive::new(copy).entries()? {
            let mut entry = entry?;
            let place = self.place_of(&entry.path()?, entry.header().entry_type(), &database)?;
            let mut restored = create(&place)?;
            io::copy(&mut entry, &mut restored)?;
            restored.sync_all()?;
        }
        if !database.exists() {
            return Err(BackupError::Foreign("no database".to_owned()));
        }
        let kept = snapshot::kept_documents(&database)?;
        for Kept { id, sha256 } in &kept {
            let content = fs::read(self.document(*id)).map_err(|error| missing(*id, error))?;
            if Sha256::digest(content).as_slice() != sha256.as_slice() {
                return Err(BackupError::Damaged(*id));
            }
        }
        // Last, so that there is an instance only once it is whole.
        fs::rename(&database, &self.database)?;
        Ok(kept.len())
    }

    /// Where an entry belongs. Names are ours alone: nothing is written where its maker would like it.
    fn place_of(&self, name: &Path, kind: EntryType, database: &Path) -> Result<PathBuf, BackupError> {
        let text = name.to_str().filter(|_| kind == EntryType::Regular);
        let document = |text: &str| Uuid::try_parse(text.strip_prefix(DOCUMENTS)?.strip_prefix('/')?).ok();
        match text {
            Some(DATABASE) => Ok(database.to_owned()),
            Some(text) => {
                let id = document(text).ok_or_else(|| BackupError::Foreign(text.to_owned()))?;
                Ok(self.document(DocumentId(id)))
            }
            None => Err(BackupError::Foreign(name.display().to_string())),
        }
    }
}

fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// A new file for its owner alone.
fn create(place: &Path) -> io::Result<File> {
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(place)
}

fn missing(id: DocumentId, error: io::Error) -> BackupError {
    if error.kind() == ErrorKind::NotFound { BackupError::Damaged(id) } else { error.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::error::Error;

    type Checked = Result<(), Box<dyn Error>>;

    fn embedded(folder: &Path) -> Embedded {
        Embedded { database: folder.join("sooner.db"), documents: folder.join("documents") }
    }

    fn archive(at: &Path, entries: &[(&str, &[u8])]) -> Checked {
        let mut archive = Builder::new(File::create(at)?);
        for (name, content) in entries {
            let mut header = tar::Header::new_gnu();
            header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
            header.set_size(content.len() as u64);
            header.set_cksum();
            archive.append(&header, *content)?;
        }
        Ok(archive.finish()?)
    }

    #[test]
    fn only_an_embedded_instance_is_copied_this_way() {
        assert!(Embedded::of("sqlite://a.db", "file://documents").is_ok());
        assert!(matches!(Embedded::of("postgres://host/a", "file://documents"), Err(BackupError::NotEmbedded)));
        assert!(matches!(Embedded::of("sqlite://a.db", "s3://bucket"), Err(BackupError::NotEmbedded)));
    }

    #[test]
    fn nothing_is_written_outside_its_place_nor_over_anything() -> Checked {
        let folder = tempfile::tempdir()?;
        let (file, instance) = (folder.path().join("copy.tar"), embedded(&folder.path().join("new")));
        for name in ["../evil", "/tmp/evil", "documents/../../evil", "documents/name", "documents", "other.db"] {
            archive(&file, &[(name, b"evil")])?;
            assert!(matches!(instance.restore(&file), Err(BackupError::Foreign(_))), "{name}");
        }
        archive(&file, &[])?;
        assert!(matches!(instance.restore(&file), Err(BackupError::Foreign(_))), "without a database");
        assert!(!folder.path().join("evil").exists() && !folder.path().join("new/sooner.db").exists());

        archive(&file, &[])?;
        for end in ["-wal", "-shm", "-journal"] {
            let left_over = with_end(&instance.database, end);
            fs::write(&left_over, "")?;
            let refused = instance.restore(&file);
            assert!(matches!(&refused, Err(BackupError::Exists(named)) if *named == left_over), "{refused:?}");
            fs::remove_file(left_over)?;
        }

        fs::write(folder.path().join("new/sooner.db"), "somebody's")?;
        assert!(matches!(instance.restore(&file), Err(BackupError::Exists(_))));
        assert!(matches!(instance.back_up(&file), Err(BackupError::Exists(_))));
        Ok(())
    }
}
