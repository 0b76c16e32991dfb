//! Document files in a folder or an S3-compatible bucket, through `object_store`. The object's name is the document's
//! id: nothing a person typed ever becomes a path.

use async_trait::async_trait;
use aws_lc_rs::digest;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt};
use object_store::{
    MultipartUpload, ObjectStore, ObjectStoreExt, PutPayload, aws::AmazonS3Builder, local::LocalFileSystem, path::Path, prefix::PrefixStore,
};
use sooner_application::{
    kernel::{readiness::Readiness, unavailable::Unavailable},
    onboarding::ports::{ByteStream, DocumentFiles, NewFile},
};
use sooner_domain::onboarding::document::DocumentId;
use std::{future::ready, io::Write, path::PathBuf, sync::Arc, time::Duration};

/// S3 takes parts of at least this size.
const BUCKET_PART_BYTES: usize = 5 * 1024 * 1024;
/// A folder takes any: little memory for many uploads at once.
const FOLDER_PART_BYTES: usize = 64 * 1024;

/// Longer than any upload may take.
const ORPHANED_AFTER: Duration = Duration::from_secs(3600);

/// Files in an object store.
pub struct ObjectFiles {
    store: Arc<dyn ObjectStore>,
    part_bytes: usize,
    /// None: a bucket.
    folder: Option<PathBuf>,
}

/// What is written to see whether anything can be: a full disk may have room for nothing.
const TRIED_BYTES: usize = 4096;
/// A killed process's are cleared away as any upload's.
const TRIED: &str = "tried#";

impl ObjectFiles {
    /// `file://folder` or `s3://bucket/prefix`, the latter with the usual AWS variables given as `(name, value)`.
    ///
    /// # Errors
    /// When the folder cannot be made or the settings are incomplete.
    pub fn open(url: &str, aws: impl IntoIterator<Item = (String, String)>) -> Result<Self, String> {
        if let Some(folder) = url.strip_prefix("file://") {
            std::fs::create_dir_all(folder).map_err(|error| format!("cannot make the folder {folder}: {error}"))?;
            clear_away_orphans(folder).map_err(|error| format!("cannot read the folder {folder}: {error}"))?;
            let store = LocalFileSystem::new_with_prefix(folder).map_err(|error| error.to_string())?;
            return Ok(Self { store: Arc::new(store.with_fsync(true)), part_bytes: FOLDER_PART_BYTES, folder: Some(folder.into()) });
        }
        let rest = url.strip_prefix("s3://").ok_or("must begin with file:// or s3://")?;
        let prefix = rest.split_once('/').map_or("", |(_, prefix)| prefix);
        let settings = aws.into_iter().filter_map(|(name, value)| Some((name.to_ascii_lowercase().parse().ok()?, value)));
        let builder = settings.fold(AmazonS3Builder::new().with_url(url), |builder, (key, value)| builder.with_config(key, value));
        let store = builder.build().map_err(|error| error.to_string())?;
        Ok(Self { store: Arc::new(PrefixStore::new(store, prefix)), part_bytes: BUCKET_PART_BYTES, folder: None })
    }

    /// Writes a file and takes it away again.
    ///
    /// # Errors
    /// When it could not be.
    pub async fn try_out(&self) -> Result<(), Unavailable> {
        let Some(folder) = self.folder.clone() else {
            let path = Path::from("tried");
            self.store.put(&path, PutPayload::from_static(&[1; TRIED_BYTES])).await.map_err(failed)?;
            return self.store.delete(&path).await.map_err(failed);
        };
        let tried = tokio::task::spawn_blocking(move || try_folder(&folder)).await;
        tried
            .map_err(|error| error.to_string())
            .and_then(|tried| tried.map_err(|error| error.to_string()))
            .map_err(|error| Unavailable::Failed(format!("documents cannot be written: {error}")))
    }
}

fn try_folder(folder: &std::path::Path) -> std::io::Result<()> {
    let mut file = tempfile::Builder::new().prefix(TRIED).tempfile_in(folder)?;
    file.write_all(&[1; TRIED_BYTES])?;
    file.as_file().sync_all()?;
    file.close()
}

#[async_trait]
impl Readiness for ObjectFiles {
    /// A bucket is not written to: each write is paid for, and it does not fill up.
    async fn ready(&self) -> Result<(), Unavailable> {
        if self.folder.is_some() { self.try_out().await } else { Ok(()) }
    }
}

/// Deletes what a killed process was still writing: such files carry a `#`, and no upload lasts an hour.
fn clear_away_orphans(folder: &str) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let is_old = entry.metadata()?.modified()?.elapsed().is_ok_and(|age| age > ORPHANED_AFTER);
        if is_old && entry.file_name().to_string_lossy().contains('#') {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn path(id: DocumentId) -> Path {
    Path::from(id.to_string())
}

fn failed(error: object_store::Error) -> Unavailable {
    Unavailable::Failed(format!("document files: {error}"))
}

struct NewObject {
    upload: Box<dyn MultipartUpload>,
    /// What waits until it makes a part, as it came: nothing is copied.
    part: Vec<Bytes>,
    waiting_bytes: usize,
    part_bytes: usize,
    /// Of all that was written. On processors without SHA instructions this library is the faster one.
    sha256: digest::Context,
}

impl NewObject {
    async fn flush(&mut self) -> Result<(), Unavailable> {
        self.waiting_bytes = 0;
        let part = PutPayload::from_iter(self.part.drain(..));
        self.upload.put_part(part).await.map_err(failed)
    }
}

#[async_trait]
impl NewFile for NewObject {
    async fn write(&mut self, chunk: Bytes) -> Result<(), Unavailable> {
        self.sha256.update(&chunk);
        self.waiting_bytes += chunk.len();
        self.part.push(chunk);
        if self.waiting_bytes >= self.part_bytes { self.flush().await } else { Ok(()) }
    }

    fn sha256(&self) -> [u8; 32] {
        let mut hash = [0; 32];
        hash.copy_from_slice(self.sha256.clone().finish().as_ref());
        hash
    }

    async fn keep(mut self: Box<Self>) -> Result<(), Unavailable> {
        if !self.part.is_empty() {
            self.flush().await?;
        }
        self.upload.complete().await.map(drop).map_err(failed)
    }

    async fn abandon(mut self: Box<Self>) {
        if let Err(error) = self.upload.abort().await {
            tracing::warn!(%error, "an abandoned upload could not be cleared away");
        }
    }
}

#[async_trait]
impl DocumentFiles for ObjectFiles {
    async fn create(&self, id: DocumentId) -> Result<Box<dyn NewFile>, Unavailable> {
        let upload = self.store.put_multipart(&path(id)).await.map_err(failed)?;
        let sha256 = digest::Context::new(&digest::SHA256);
        Ok(Box::new(NewObject { upload, part: Vec::new(), waiting_bytes: 0, part_bytes: self.part_bytes, sha256 }))
    }

    async fn read(&self, id: DocumentId) -> Result<ByteStream, Unavailable> {
        let found = self.store.get(&path(id)).await.map_err(failed)?;
        Ok(found.into_stream().map_err(failed).boxed())
    }

    async fn delete(&self, id: DocumentId) -> Result<(), Unavailable> {
        match self.store.delete(&path(id)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(failed(error)),
        }
    }

    async fn kept_before(&self, then: DateTime<Utc>) -> Result<Vec<DocumentId>, Unavailable> {
        let old = self.store.list(None).try_filter(|file| ready(file.last_modified < then));
        // What is not named like one of ours is none of ours.
        let ours = old.try_filter_map(|file| ready(Ok(file.location.filename().and_then(|name| name.parse().ok()).map(DocumentId))));
        ours.try_collect().await.map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::SystemClock;
    use sooner_application::kernel::clock::Clock;
    use std::error::Error;
    use uuid::Uuid;

    const ID: DocumentId = DocumentId(Uuid::from_u128(7));

    fn names(folder: &std::path::Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[tokio::test]
    async fn a_kept_file_reads_back_and_a_deleted_one_is_gone() -> Result<(), Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let files = ObjectFiles::open(&format!("file://{}", folder.path().display()), [])?;
        let mut file = files.create(ID).await?;
        let chunk = Bytes::from(vec![7; 3 * 1024 * 1024]);
        for _ in 0..3 {
            file.write(chunk.clone()).await?;
        }
        assert!(files.read(ID).await.is_err(), "nothing shows before it is kept");
        file.keep().await?;
        let back: Vec<Bytes> = files.read(ID).await?.try_collect().await?;
        assert_eq!(back.concat().len(), 3 * chunk.len());
        assert_eq!(names(folder.path()), [ID.to_string()]);
        std::fs::write(folder.path().join("notes.txt"), "somebody else's")?;
        let (now, hour) = (SystemClock.now(), chrono::TimeDelta::hours(1));
        assert_eq!(files.kept_before(now + hour).await?, [ID]);
        assert_eq!(files.kept_before(now - hour).await?, []);
        std::fs::remove_file(folder.path().join("notes.txt"))?;
        files.delete(ID).await?;
        files.delete(ID).await?;
        assert!(names(folder.path()).is_empty());
        Ok(())
    }

    #[tokio::test]
    async fn whether_a_folder_can_be_written_is_tried_and_leaves_nothing() -> Result<(), Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let inside = folder.path().join("documents");
        let files = ObjectFiles::open(&format!("file://{}", inside.display()), [])?;
        files.ready().await?;
        assert!(names(&inside).is_empty());
        std::fs::remove_dir(&inside)?;
        assert!(files.ready().await.is_err());
        Ok(())
    }

    #[tokio::test]
    async fn an_abandoned_or_dropped_file_leaves_nothing() -> Result<(), Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let files = ObjectFiles::open(&format!("file://{}", folder.path().display()), [])?;
        for drop_it in [true, false] {
            let mut file = files.create(ID).await?;
            file.write(Bytes::from(vec![7; FOLDER_PART_BYTES])).await?;
            if drop_it {
                drop(file)
            } else {
                file.abandon().await
            }
            // A dropped upload is cleared away in the background.
            while !names(folder.path()).is_empty() {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
        }
        Ok(())
    }

    #[test]
    fn what_a_killed_process_left_is_cleared_away_once_it_is_old() -> Result<(), Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        for (name, hours) in [("kept", 9), ("orphan#1", 9), ("under way#2", 0)] {
            let file = std::fs::File::create(folder.path().join(name))?;
            let modified = file.metadata()?.modified()?;
            file.set_modified(modified - Duration::from_secs(hours * 3600))?;
        }
        ObjectFiles::open(&format!("file://{}", folder.path().display()), [])?;
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, ["kept", "under way#2"]);
        Ok(())
    }

    #[test]
    fn other_addresses_are_refused() {
        assert!(ObjectFiles::open("ftp://somewhere", []).is_err());
        let aws = [("AWS_REGION", "eu-central-1"), ("AWS_ACCESS_KEY_ID", "a"), ("AWS_SECRET_ACCESS_KEY", "b")];
        assert!(ObjectFiles::open("s3://bucket/prefix", aws.map(|(name, value)| (name.to_owned(), value.to_owned()))).is_ok());
    }
}
