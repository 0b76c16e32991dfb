//! Putting an instance in place from a copy of one: nothing before the copy was read to its end.

use crate::{
    backup::{BackupError, DATABASE, DATABASE_SHA256, DOCUMENTS, UNFINISHED, at, cut_off, folder_of, pass},
    kernel::conn::is_postgres,
    moving,
    snapshot::{self, Kept},
};
use sooner_application::onboarding::ports::DocumentFiles;
use sooner_domain::onboarding::document::DocumentId;
use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};
use tar::{Archive, Entry, EntryType};
use tempfile::TempDir;
use uuid::Uuid;

/// A tar file is made of blocks, and ends with two empty ones.
const BLOCK: u64 = 512;

/// A copy that was read to its end and holds what its database names.
pub struct CheckedCopy {
    file: PathBuf,
    target: String,
    database: PathBuf,
    kept: HashMap<DocumentId, Vec<u8>>,
    // Gone with the value, and what is left in it too.
    _scratch: TempDir,
}

impl CheckedCopy {
    /// Reads a copy to its end, for a database that must not be there yet. Nothing is put in place.
    ///
    /// # Errors
    /// When there is an instance already, the file is no copy of one, or it is damaged.
    pub fn read(file: &Path, target: &str) -> Result<Self, BackupError> {
        let copy = File::open(file).map_err(at(file, false))?;
        require_room(target)?;
        // Where the database is renamed to its place, or else beside the copy.
        let folder = target.strip_prefix("sqlite://").map_or_else(|| folder_of(file), |path| folder_of(Path::new(path)));
        let is_new = !folder.exists();
        fs::create_dir_all(folder).map_err(at(folder, true))?;
        let scratch = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(folder).map_err(at(folder, true))?;
        let database = scratch.path().join(DATABASE);
        match check(&copy, &database) {
            Ok(kept) => Ok(Self { file: file.to_owned(), target: target.to_owned(), database, kept, _scratch: scratch }),
            Err(error) => {
                drop(scratch);
                if is_new {
                    fs::remove_dir(folder).ok();
                }
                Err(error)
            }
        }
    }

    /// Puts documents and database in place, and answers how many documents came back. What was put there is taken away again
    /// when not all can be.
    ///
    /// # Errors
    /// When there are documents already, or something cannot be written.
    pub async fn put_in_place(self, files: &dyn DocumentFiles) -> Result<usize, BackupError> {
        let there = files.kept_before(chrono::DateTime::<chrono::Utc>::MAX_UTC).await?.len();
        if there > 0 {
            return Err(BackupError::DocumentsExist(there));
        }
        let mut put = Vec::new();
        let all = match self.put_documents(files, &mut put).await {
            // Last, so that there is an instance only once it is whole.
            Ok(()) => self.put_database(),
            Err(error) => Err(error),
        };
        if let Err(error) = all {
            for id in put {
                files.delete(id).await.ok();
            }
            return Err(error);
        }
        Ok(self.kept.len())
    }

    async fn put_documents(&self, files: &dyn DocumentFiles, put: &mut Vec<DocumentId>) -> Result<(), BackupError> {
        for entry in Archive::new(File::open(&self.file)?).entries()? {
            let mut entry = entry?;
            let Part::Document(id) = part_of(&entry)? else { continue };
            let Some(sha256) = self.kept.get(&id) else { continue };
            let mut content = Vec::new();
            entry.read_to_end(&mut content)?;
            let mut file = files.create(id).await?;
            file.write(content.into()).await?;
            if file.sha256().as_slice() != sha256.as_slice() {
                file.abandon().await;
                return Err(damaged(id));
            }
            put.push(id);
            file.keep().await?;
        }
        Ok(())
    }

    fn put_database(&self) -> Result<(), BackupError> {
        match self.target.strip_prefix("sqlite://") {
            Some(path) => {
                // Its connections are closed, and with them their logs.
                File::open(&self.database)?.sync_all()?;
                Ok(fs::rename(&self.database, path)?)
            }
            None => Ok(moving::file_into_postgres(&self.database, &self.target).map(drop)?),
        }
    }
}

/// Whether nothing is in the way of a database.
fn require_room(target: &str) -> Result<(), BackupError> {
    if is_postgres(target) {
        return Ok(moving::require_empty(target)?);
    }
    // A log left over from another database would be replayed into this one.
    for end in ["", "-wal", "-shm", "-journal"] {
        let there = with_end(Path::new(target.trim_start_matches("sqlite://")), end);
        if fs::symlink_metadata(&there).is_ok() {
            return Err(BackupError::Exists(there));
        }
    }
    Ok(())
}

/// What a part of a copy is. Names are ours alone: nothing is written where its maker would like it.
enum Part {
    Database,
    DatabaseSha256,
    Document(DocumentId),
}

fn part_of(entry: &Entry<'_, File>) -> Result<Part, BackupError> {
    part_named(&entry.path().map_err(cut_off)?, entry.header().entry_type())
}

fn part_named(name: &Path, kind: EntryType) -> Result<Part, BackupError> {
    let text = name.to_str().filter(|_| kind == EntryType::Regular);
    let document = |text: &str| Uuid::try_parse(text.strip_prefix(DOCUMENTS)?).ok();
    match text {
        Some(DATABASE) => Ok(Part::Database),
        Some(DATABASE_SHA256) => Ok(Part::DatabaseSha256),
        text => match text.and_then(document) {
            Some(id) => Ok(Part::Document(DocumentId(id))),
            None => Err(BackupError::Foreign(name.display().to_string().escape_debug().to_string())),
        },
    }
}

/// Reads the whole copy, unpacks its database there, and answers the documents that one names, each of which is in the copy
/// and is what it was.
fn check(copy: &File, database: &Path) -> Result<HashMap<DocumentId, Vec<u8>>, BackupError> {
    let length = copy.metadata()?.len();
    let (mut end, mut sha256, mut noted) = (0, None, None);
    let mut documents = HashMap::new();
    for entry in Archive::new(copy.try_clone()?).entries()? {
        let mut entry = entry.map_err(cut_off)?;
        let part = part_of(&entry)?;
        end = entry.raw_file_position() + entry.size().div_ceil(BLOCK) * BLOCK;
        match part {
            Part::Database => sha256 = Some(pass(&mut entry, &mut create(database)?)?),
            Part::DatabaseSha256 => {
                let mut content = Vec::new();
                pass(&mut entry, &mut content)?;
                noted = Some(content);
            }
            Part::Document(id) => drop(documents.insert(id, pass(&mut entry, &mut io::sink())?)),
        }
    }
    // A copy that was cut off between two of its parts, or behind the last.
    if length != end + 2 * BLOCK {
        return Err(BackupError::Damaged("its end is missing".to_owned()));
    }
    let Some(sha256) = sha256 else { return Err(BackupError::Foreign("no database".to_owned())) };
    if noted.is_some_and(|noted| noted != sha256) {
        return Err(BackupError::Damaged("the database is not what it was".to_owned()));
    }
    let kept = snapshot::kept_documents(database).map_err(|_| BackupError::Damaged("the database cannot be read".to_owned()))?;
    let kept: HashMap<_, _> = kept.into_iter().map(|Kept { id, sha256 }| (id, sha256)).collect();
    match kept.iter().find(|(id, sha256)| documents.get(id) != Some(*sha256)) {
        Some((id, _)) => Err(damaged(*id)),
        None => Ok(kept),
    }
}

fn damaged(id: DocumentId) -> BackupError {
    BackupError::Damaged(format!("document {id} is missing or not what it was"))
}

pub(crate) fn with_end(path: &Path, end: &str) -> PathBuf {
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
