//! One value that changed: for the reviewer and for the audit trail.

/// One answer that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Where it stands, such as `company.legalName` or `people[0].bornOn`.
    pub field: String,
    /// None where there was nothing.
    pub before: Option<String>,
    /// None where there is nothing any more.
    pub after: Option<String>,
}

impl Changed {
    pub fn new(field: impl Into<String>, before: Option<String>, after: Option<String>) -> Self {
        Self { field: field.into(), before, after }
    }
}
