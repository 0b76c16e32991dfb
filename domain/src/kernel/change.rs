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

    /// What differs between two lists of fields with their values, in the order of the second; what is gone comes last.
    pub fn between(before: &[(String, String)], after: &[(String, String)]) -> Vec<Self> {
        let value = |list: &[(String, String)], field: &str| list.iter().find(|(name, _)| name == field).map(|(_, value)| value.clone());
        let now = after.iter().map(|(field, now)| Self::new(field, value(before, field), Some(now.clone())));
        let gone = before.iter().filter(|(field, _)| value(after, field).is_none());
        let gone = gone.map(|(field, was)| Self::new(field, Some(was.clone()), None));
        now.filter(|changed| changed.before != changed.after).chain(gone).collect()
    }
}
