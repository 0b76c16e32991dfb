//! What changes facilities.

use sooner_domain::facilities::exposure::Exposure;

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    /// What is in use changes. Refused as `Over` the first ceiling that it would pass: of many at the same time each counts
    /// those before it.
    Exposed(Exposure),
}
