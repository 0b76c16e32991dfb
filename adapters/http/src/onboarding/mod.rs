//! The applicant's form, documents and buyers.

pub(crate) mod buyers;
pub(crate) mod documents;
pub(crate) mod form;
