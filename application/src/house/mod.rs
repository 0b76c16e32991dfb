//! The house: what is set for it, and who changes that.

pub mod changes;
pub mod ports;

mod change_settings;
mod four_eyes;
mod mail_days;
mod reference_code;

use crate::kernel::{clock::Clock, commit::Commit, unavailable::Unavailable};
use changes::Change;
use chrono::NaiveDate;
use ports::Settings;
use sooner_domain::{
    house::open_days::OpenDays,
    house::{business_days::BusinessDays, local_time::TimeZone, settings::HouseSettings},
};
use std::sync::Arc;

pub use change_settings::{ChangeSettingsError, SettingsCommand};

/// The use cases of the house and their ports.
#[derive(Clone)]
pub struct House {
    pub settings: Arc<dyn Settings>,
    pub commit: Arc<dyn Commit<Change>>,
    pub clock: Arc<dyn Clock>,
    /// The one the instance is set up with: it counts until an admin sets another one.
    pub time_zone: TimeZone,
}

impl House {
    /// What is set for the house.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn settings(&self) -> Result<HouseSettings, Unavailable> {
        self.settings.settings().await
    }

    /// The days the house works, told by its clock.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn business_days(&self) -> Result<BusinessDays, Unavailable> {
        Ok(self.settings.settings().await?.business_days(self.time_zone))
    }

    /// The days that something may be booked on, as of a business date: no month is closed yet.
    pub fn open_days(&self, today: NaiveDate) -> OpenDays {
        OpenDays::new(today, None)
    }
}
