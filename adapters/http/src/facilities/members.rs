//! What a company says to terms.

use super::body::{FacilityBody, not_done, parse_id};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        client_address::ClientAddress,
        error::Problem,
        idempotency::Key,
    },
    session::{SignedIn, TermsSigner},
};
use actix_web::{HttpResponse, get, post, web};
use serde::Deserialize;
use sooner_application::{
    facilities::{AcceptCommand, DeclineCommand, ports::FacilityFound},
    parties::Member,
};
use sooner_domain::kernel::{Invalid, canonical::Digest, text::Line};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;

fn shown(me: &Member, found: &FacilityFound) -> FacilityBody {
    FacilityBody::new(found, &found.facility.members_actions(&me.membership, found.status))
}

#[utoipa::path(tag = "facilities", summary = "The company’s facilities", description = "The one proposed last first.",
    responses((status = 200, body = Data<Vec<FacilityBody>>)))]
#[get("/semi-private/facilities")]
pub(crate) async fn list_facilities(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let found = api.facilities.of_company(&me.membership).await?;
    let data: Vec<_> = found.iter().map(|found| shown(&me, found)).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AcceptTermsBody {
    /// The version of the facility one saw
    version: i64,
    /// Of the terms one saw: 64 hexadecimal digits
    hash: String,
    /// The caller’s name as it is in their account, typed; case, accents and blanks do not count
    #[schema(max_length = 200)]
    signed_name: String,
}

#[utoipa::path(tag = "facilities", summary = "Accept terms",
    description = "By an owner or approver who confirms it (403 `step_up_required` otherwise). Accepts exactly the terms of this hash; when others wait by now, 409 `stale_version`.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = AcceptTermsBody,
    responses((status = 200, body = Data<FacilityBody>)))]
#[post("/semi-private/facilities/{id}/accept-terms")]
pub(crate) async fn accept_terms(
    me: TermsSigner,
    api: web::Data<Api>,
    (id, from): (web::Path<String>, ClientAddress),
    key: Key,
    body: Json<AcceptTermsBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let hash = fields.take("hash", Digest::from_hex(&body.value.hash).ok_or(Invalid::Malformed));
    let signed_name = fields.take("signedName", Line::parse(&body.value.signed_name));
    let (hash, signed_name) = fields.finish(hash.zip(signed_name)).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let command = AcceptCommand { by: me.clone(), version: body.value.version, hash, signed_name, address: from.0, request };
    let found = api.facilities.accept_terms(parse_id(&id)?, command).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: shown(&me, &found) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DeclineTermsBody {
    /// The version of the facility one saw
    version: i64,
}

#[utoipa::path(tag = "facilities", summary = "Decline terms", description = "Terms accepted before stay in effect.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = DeclineTermsBody,
    responses((status = 200, body = Data<FacilityBody>)))]
#[post("/semi-private/facilities/{id}/decline-terms")]
pub(crate) async fn decline_terms(
    me: TermsSigner,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<DeclineTermsBody>,
) -> Result<HttpResponse, Problem> {
    let request = key.required(me.user.id(), body.content)?;
    let command = DeclineCommand { by: me.clone(), version: body.value.version, request };
    let found = api.facilities.decline_terms(parse_id(&id)?, command).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: shown(&me, &found) }))
}
