//! Document files in memory.

use super::fakes::lock;
use crate::{
    kernel::unavailable::Unavailable,
    onboarding::ports::{ByteStream, DocumentFiles, NewFile},
};
use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_core::Stream;
use sha2::{Digest, Sha256};
use sooner_domain::onboarding::document::DocumentId;
use std::{
    collections::HashMap,
    pin::Pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll},
};

type Kept = Arc<Mutex<HashMap<DocumentId, (Vec<u8>, DateTime<Utc>)>>>;

/// Files that last as long as the test.
#[derive(Default, Clone)]
pub struct InMemoryFiles {
    kept: Kept,
    /// Files begun, and neither kept nor abandoned.
    under_way: Arc<AtomicUsize>,
    now: Arc<Mutex<DateTime<Utc>>>,
}

impl InMemoryFiles {
    pub fn content(&self, id: DocumentId) -> Option<Vec<u8>> {
        lock(&self.kept).get(&id).map(|(content, _)| content.clone())
    }

    /// Tells what time it is where the files lie.
    pub fn is(&self, now: DateTime<Utc>) {
        *lock(&self.now) = now;
    }

    pub fn count(&self) -> usize {
        lock(&self.kept).len()
    }

    /// How many were begun that were neither kept nor abandoned: where they lie in parts, those would stay.
    pub fn under_way(&self) -> usize {
        self.under_way.load(Ordering::Relaxed)
    }
}

struct NewInMemoryFile {
    id: DocumentId,
    files: InMemoryFiles,
    content: Vec<u8>,
}

#[async_trait]
impl NewFile for NewInMemoryFile {
    async fn write(&mut self, chunk: Bytes) -> Result<(), Unavailable> {
        self.content.extend_from_slice(&chunk);
        Ok(())
    }

    fn sha256(&self) -> [u8; 32] {
        Sha256::digest(&self.content).into()
    }

    async fn keep(self: Box<Self>) -> Result<(), Unavailable> {
        self.files.under_way.fetch_sub(1, Ordering::Relaxed);
        let now = *lock(&self.files.now);
        lock(&self.files.kept).insert(self.id, (self.content, now));
        Ok(())
    }

    async fn abandon(self: Box<Self>) {
        self.files.under_way.fetch_sub(1, Ordering::Relaxed);
    }
}

struct Whole(Option<Bytes>);

impl Stream for Whole {
    type Item = Result<Bytes, Unavailable>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.take().map(Ok))
    }
}

#[async_trait]
impl DocumentFiles for InMemoryFiles {
    async fn create(&self, id: DocumentId) -> Result<Box<dyn NewFile>, Unavailable> {
        self.under_way.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(NewInMemoryFile { id, files: self.clone(), content: Vec::new() }))
    }

    async fn read(&self, id: DocumentId) -> Result<ByteStream, Unavailable> {
        let content = self.content(id).ok_or_else(|| Unavailable::Failed("no such file".into()))?;
        Ok(Box::pin(Whole(Some(content.into()))))
    }

    async fn delete(&self, id: DocumentId) -> Result<(), Unavailable> {
        lock(&self.kept).remove(&id);
        Ok(())
    }

    async fn kept_before(&self, then: DateTime<Utc>) -> Result<Vec<DocumentId>, Unavailable> {
        Ok(lock(&self.kept).iter().filter(|(_, (_, at))| *at < then).map(|(id, _)| *id).collect())
    }
}
