//! Papers in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    papers::{
        changes::Change,
        ports::{PaperFile, PaperFiles, PaperKey},
    },
};
use async_trait::async_trait;
use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};

#[derive(Default, Clone)]
pub(crate) struct Rows {
    papers: HashMap<PaperKey, PaperFile>,
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        match self {
            Self::PaperMade(paper) => match state.papers.papers.entry(paper.key) {
                Entry::Vacant(place) => {
                    place.insert(*paper);
                    Ok(())
                }
                Entry::Occupied(_) => Err(CommitError::Stale),
            },
        }
    }
}

/// Keeps the contracts of papers.
pub(crate) struct InMemoryPapers(pub(crate) Arc<Memory>);

#[async_trait]
impl PaperFiles for InMemoryPapers {
    async fn paper(&self, key: PaperKey) -> Result<Option<PaperFile>, Unavailable> {
        Ok(self.0.call().await.papers.papers.get(&key).cloned())
    }
}
