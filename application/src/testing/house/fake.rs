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
                *stored = HouseSettings::restore(Parts { version: settings.version() + 1, details, accounts });
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
