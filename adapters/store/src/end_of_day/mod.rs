//! Ends of days, and what they wrote down.

mod changes;
mod days;
mod port;
mod positions;
mod reminders;
mod results;
mod schema;
mod tasks;

use crate::kernel::db::Db;

/// Keeps the contracts of the end of day.
#[derive(Clone)]
pub(crate) struct EndOfDayStore {
    pub(crate) db: Db,
}
