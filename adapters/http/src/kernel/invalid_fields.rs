//! What is wrong with the fields of an input: in words, and as codes for clients with words of their own.

use serde::Serialize;
use sooner_domain::kernel::Invalid;
use sooner_shared::{
    coded_body::{Code, InvalidCodeCode},
    fields::FieldErrors,
    sentences::sentence,
};
use std::collections::BTreeMap;
use utoipa::ToSchema;

pub(crate) type Sentences = BTreeMap<String, Vec<String>>;

/// Why a value is refused.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct InvalidBody {
    code: InvalidCodeCode,
    /// The limits it broke, such as `max`.
    params: BTreeMap<&'static str, i64>,
}

impl From<Invalid> for InvalidBody {
    fn from(invalid: Invalid) -> Self {
        Self { code: Code(invalid.code()), params: invalid.limits().into_iter().collect() }
    }
}

/// What is wrong, by field, said both ways.
#[derive(Debug, Clone, Default)]
pub(crate) struct InvalidFields {
    pub(crate) sentences: Sentences,
    pub(crate) codes: BTreeMap<String, Vec<InvalidBody>>,
}

impl InvalidFields {
    /// A field the parser of bodies does not understand, in its words.
    pub(crate) fn malformed(field: String, message: String) -> Self {
        Self { sentences: [(field.clone(), vec![message])].into(), codes: [(field, vec![Invalid::Malformed.into()])].into() }
    }
}

impl From<FieldErrors> for InvalidFields {
    fn from(errors: FieldErrors) -> Self {
        let mut fields = Self::default();
        for (field, invalid) in errors {
            fields.sentences.insert(field.clone(), invalid.iter().copied().map(sentence).collect());
            fields.codes.insert(field, invalid.into_iter().map(InvalidBody::from).collect());
        }
        fields
    }
}
