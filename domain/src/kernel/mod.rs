//! What every module stands on: values, ids, closed sets, and what the audit trail says. It knows none of the modules.

pub mod audit;
pub mod change;
pub mod coded;
pub mod country;
pub mod email;
pub mod ids;
pub mod money;
pub mod phone;
pub mod search;
pub mod text;

/// Why a value was refused, as a sentence for the person who typed it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(pub &'static str);
