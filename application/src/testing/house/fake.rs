//! The house in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    house::{changes::Change, ports::Settings},
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use async_trait::async_trait;
use sooner_domain::house::settings::{HouseSettings, Parts};
use std::sync::Arc;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    pub(crate) settings: HouseSettings,
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        match self {
            Self::Identity(change) => change.apply(state)?,
            Self::SettingsChanged(settings) => {
                let stored = &mut state.house.settings;
                if stored.version() != settings.version() {
                    return Err(CommitError::Stale);
                }
                let (details, accounts) = (settings.details().clone(), settings.accounts().clone());
                let (version, reference_code) = (settings.version() + 1, stored.reference_code());
                *stored = HouseSettings::restore(Parts { version, details, accounts, reference_code });
            }
            Self::ReferenceCodeMade(code) => {
                let stored = &mut state.house.settings;
                if stored.reference_code().is_some() {
                    return Err(CommitError::Stale);
                }
                let (details, accounts) = (stored.details().clone(), stored.accounts().clone());
                let (version, reference_code) = (stored.version(), Some(code));
                *stored = HouseSettings::restore(Parts { version, details, accounts, reference_code });
            }
        }
        Ok(())
    }
}

/// Keeps the contracts of the house.
pub(crate) struct InMemoryHouse(pub(crate) Arc<Memory>);

#[async_trait]
impl Settings for InMemoryHouse {
    async fn settings(&self) -> Result<HouseSettings, Unavailable> {
        Ok(self.0.call().await.house.settings.clone())
    }
}
