//! What changes the house.

use crate::identity;
use sooner_domain::house::{reference_code::ReferenceCode, settings::HouseSettings};

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Identity(identity::changes::Change),
    /// The settings as they are now, with the version that was read: stale when they changed since. They are stored under the
    /// next version.
    SettingsChanged(Box<HouseSettings>),
    /// What tells the house's references from others: stale when there is one already.
    ReferenceCodeMade(ReferenceCode),
}

impl From<identity::changes::Change> for Change {
    fn from(change: identity::changes::Change) -> Self {
        Self::Identity(change)
    }
}
