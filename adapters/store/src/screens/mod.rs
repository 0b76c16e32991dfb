//! Reads across modules, each for one screen.

mod desk;
mod first_screen;
mod setting_up;

use crate::kernel::db::Db;

/// Keeps the contracts of screens.
#[derive(Clone)]
pub(crate) struct ScreenStore {
    pub(crate) db: Db,
}
