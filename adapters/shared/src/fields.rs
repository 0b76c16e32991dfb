//! Collecting what is wrong with an input, field by field, so that a person is told everything at once.

use sooner_domain::kernel::Invalid;
use std::{collections::BTreeMap, fmt::Display};

/// What is wrong, by field.
pub type FieldErrors = BTreeMap<String, Vec<Invalid>>;

/// Parses fields and remembers the failures.
#[derive(Default)]
pub struct Fields {
    errors: FieldErrors,
}

impl Fields {
    pub fn refuse(&mut self, field: impl Display, invalid: Invalid) {
        self.errors.entry(field.to_string()).or_default().push(invalid);
    }

    /// The value, or none with the failure remembered. The field's name is written out only then.
    pub fn take<T>(&mut self, field: impl Display, result: Result<T, Invalid>) -> Option<T> {
        result.map_err(|invalid| self.refuse(field, invalid)).ok()
    }

    /// A text that may be absent; an empty one is.
    pub fn optional<T>(&mut self, field: impl Display, text: Option<&str>, parse: impl FnOnce(&str) -> Result<T, Invalid>) -> Option<T> {
        let text = text.filter(|text| !text.trim().is_empty())?;
        self.take(field, parse(text))
    }

    /// What was refused so far.
    pub fn into_errors(self) -> FieldErrors {
        self.errors
    }

    /// The value built from fields that all parsed.
    ///
    /// # Errors
    /// With every failure, when there was one.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, FieldErrors> {
        match value {
            Some(value) if self.errors.is_empty() => Ok(value),
            _ => Err(self.errors),
        }
    }
}
