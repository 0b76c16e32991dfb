//! The applicant's form, documents and buyers.

pub(crate) mod buyers;
pub(crate) mod documents;
pub(crate) mod form;
pub(crate) mod requirements;
pub(crate) mod user_body;
