//! What one operator does with a facility alone.

use super::shown;
use crate::{
    facilities::body::{FacilityBody, not_done, parse_id},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    session::FacilityManager,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::facilities::HouseCommand;
use sooner_domain::{facilities::facility::HouseAction, kernel::text::Note};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ActBody {
    /// The version of the facility one saw
    version: i64,
    /// Why; colleagues read it
    note: Option<String>,
}

async fn act(
    me: FacilityManager,
    api: &Api,
    id: &str,
    what: HouseAction,
    (key, body): (Key, Json<ActBody>),
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let note = fields.optional("note", body.value.note.as_deref(), Note::parse);
    let note = fields.finish(Some(note)).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    let command = HouseCommand { by: me.clone(), what, version: body.value.version, note, request };
    let found = api.facilities.act(parse_id(id)?, command).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: shown(&me, &found) }))
}

#[utoipa::path(tag = "facilities", summary = "Withdraw terms", description = "Those that wait for the company.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ActBody,
    responses((status = 200, body = Data<FacilityBody>)))]
#[post("/operator/facilities/{id}/withdraw")]
pub(crate) async fn withdraw_terms(
    me: FacilityManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ActBody>,
) -> Result<HttpResponse, Problem> {
    act(me, &api, &id, HouseAction::Withdraw, (key, body)).await
}

#[utoipa::path(tag = "facilities", summary = "Suspend a facility", description = "Nothing new is bought under it; what was bought goes on.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ActBody,
    responses((status = 200, body = Data<FacilityBody>)))]
#[post("/operator/facilities/{id}/suspend")]
pub(crate) async fn suspend_facility(
    me: FacilityManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ActBody>,
) -> Result<HttpResponse, Problem> {
    act(me, &api, &id, HouseAction::Suspend, (key, body)).await
}

#[utoipa::path(tag = "facilities", summary = "Resume a facility",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ActBody,
    responses((status = 200, body = Data<FacilityBody>)))]
#[post("/operator/facilities/{id}/resume")]
pub(crate) async fn resume_facility(
    me: FacilityManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ActBody>,
) -> Result<HttpResponse, Problem> {
    act(me, &api, &id, HouseAction::Resume, (key, body)).await
}

#[utoipa::path(tag = "facilities", summary = "Close a facility", description = "For good. Terms that wait are withdrawn with it.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ActBody,
    responses((status = 200, body = Data<FacilityBody>)))]
#[post("/operator/facilities/{id}/close")]
pub(crate) async fn close_facility(
    me: FacilityManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ActBody>,
) -> Result<HttpResponse, Problem> {
    act(me, &api, &id, HouseAction::Close, (key, body)).await
}
