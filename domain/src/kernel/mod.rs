//! What every module stands on: values, ids, closed sets, and what the audit trail says. It knows none of the modules.

pub mod allotment;
pub mod audit;
pub mod calendar;
pub mod canonical;
pub mod change;
pub mod charset;
pub mod coded;
pub mod country;
pub mod email;
pub(crate) mod fields;
pub mod ids;
pub mod interest;
mod invalid;
pub mod language;
pub mod minor;
pub mod money;
pub mod phone;
pub mod return_reason;
pub mod search;
pub mod table;
pub mod test_clock;
pub mod text;
pub(crate) mod writing;

pub use invalid::{Invalid, InvalidCode};
