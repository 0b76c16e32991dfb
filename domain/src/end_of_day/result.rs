//! What the end of a day made of a receivable, as those it concerns are to read.

use crate::kernel::{coded::coded_enum, ids::ReceivableId};
use chrono::NaiveDate;

coded_enum!(
    /// What became of it.
    DayResultKind {
        /// It was not sold in time.
        Lapsed = "lapsed",
        /// It was sold as its supplier settled for all its payables.
        Sold = "sold",
    }
);

/// Of a receivable a day has one result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DayResult {
    /// The end of day.
    pub on: NaiveDate,
    pub receivable: ReceivableId,
    pub kind: DayResultKind,
}
