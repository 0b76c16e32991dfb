//! What time it is.

use chrono::{DateTime, Utc};

/// What time it is.
pub trait Clock: Send + Sync {
    /// Now, in whole microseconds: what a database keeps.
    fn now(&self) -> DateTime<Utc>;
}
