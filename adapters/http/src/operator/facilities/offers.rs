//! Offering terms to a company.

use super::shown;
use crate::{
    approvals::body::{AwaitsBody, awaits, not_proposed},
    facilities::body::{FacilityBody, parse_id},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    session::FacilityManager,
};
use actix_web::{HttpResponse, http::StatusCode, post, web};
use serde::Deserialize;
use sooner_application::approvals::{OfferCommand, OfferTo, Performed};
use sooner_domain::{facilities::terms::Terms, kernel::ids::CompanyId};
use sooner_shared::{fields::Fields, terms_body::TermsBody};
use utoipa::ToSchema;
use uuid::Uuid;

pub(super) fn parse_terms(body: &TermsBody) -> Result<Terms, Problem> {
    let mut fields = Fields::default();
    let terms = body.parse(&mut fields);
    fields.finish(terms).map_err(Problem::invalid)
}

async fn offer(api: &Api, command: OfferCommand, done: StatusCode) -> Result<HttpResponse, Problem> {
    let me = command.by.clone();
    match api.approvals.offer_terms(command).await.map_err(not_proposed)? {
        Performed::Done(found) => Ok(HttpResponse::build(done).json(Data { data: shown(&me, &found) })),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NewFacilityBody {
    company_id: Uuid,
    terms: TermsBody,
}

#[utoipa::path(tag = "facilities", summary = "Offer a facility",
    description = "To an approved company that applied for this kind. Approved by a second person before the company sees it, where an approval is needed.",
    params(("Idempotency-Key" = String, Header)), request_body = NewFacilityBody,
    responses((status = 201, body = Data<FacilityBody>), (status = 202, body = Data<AwaitsBody>, description = "It waits for a second person")))]
#[post("/operator/facilities")]
pub(crate) async fn offer_facility(
    me: FacilityManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<NewFacilityBody>,
) -> Result<HttpResponse, Problem> {
    let terms = parse_terms(&body.value.terms)?;
    let (to, request) = (OfferTo::Company(CompanyId(body.value.company_id)), key.required(me.user.id(), body.content)?);
    offer(&api, OfferCommand { by: me.clone(), to, terms, request }, StatusCode::CREATED).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewTermsBody {
    /// The version of the facility one saw
    version: i64,
    terms: TermsBody,
}

#[utoipa::path(tag = "facilities", summary = "Offer other terms",
    description = "Of the same kind and in the same currency. Current terms apply until the company accepts the new ones.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = NewTermsBody,
    responses((status = 200, body = Data<FacilityBody>), (status = 202, body = Data<AwaitsBody>, description = "It waits for a second person")))]
#[post("/operator/facilities/{id}/terms")]
pub(crate) async fn offer_terms(
    me: FacilityManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<NewTermsBody>,
) -> Result<HttpResponse, Problem> {
    let terms = parse_terms(&body.value.terms)?;
    let (to, request) = (OfferTo::Facility { id: parse_id(&id)?, version: body.value.version }, key.required(me.user.id(), body.content)?);
    offer(&api, OfferCommand { by: me.clone(), to, terms, request }, StatusCode::OK).await
}
