//! Forms as JSON.

use crate::kernel::sql_types::{Json, JsonText};
use serde_json::json;
use sooner_domain::onboarding::{application::Form, company::CompanyDetails};
use sooner_shared::form_body::{FormBody, StoredCompany};

pub(super) fn form_json(form: &Form) -> Json {
    Json(json!(FormBody::from(form)))
}

/// A stored form. What a rule made stricter since no longer accepts is left out, and so shown as missing.
pub(super) fn form_from(Json(stored): Json) -> Option<Form> {
    let body: FormBody = serde_json::from_value(stored).ok()?;
    Some(body.parse_leniently())
}

/// The company alone.
pub(crate) fn company_from(JsonText(stored): &JsonText) -> Option<CompanyDetails> {
    let body: StoredCompany = serde_json::from_str(stored).ok()?;
    Some(body.parse_leniently())
}
