//! Terms the house shows to everybody.

use super::offers::parse_terms;
use crate::{
    facilities::body::not_done,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
    },
    session::{FacilityManager, FacilityReader},
};
use actix_web::{HttpResponse, get, put, web};
use serde::Deserialize;
use sooner_shared::terms_body::TermsBody;
use utoipa::ToSchema;

#[utoipa::path(tag = "facilities", summary = "Advertised terms", description = "One set for each kind and currency at most.",
    responses((status = 200, body = Data<Vec<TermsBody>>)))]
#[get("/operator/terms/advertised")]
pub(crate) async fn read_advertised(_me: FacilityReader, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let terms = api.facilities.advertised().await?;
    let data: Vec<_> = terms.iter().map(TermsBody::from).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AdvertiseBody {
    terms: TermsBody,
}

#[utoipa::path(tag = "facilities", summary = "Advertise terms",
    description = "In place of those of the same kind and currency. They are not binding: a company gets terms of its own.",
    request_body = AdvertiseBody, responses((status = 204)))]
#[put("/operator/terms/advertised")]
pub(crate) async fn advertise(me: FacilityManager, api: web::Data<Api>, body: Json<AdvertiseBody>) -> Result<HttpResponse, Problem> {
    let terms = parse_terms(&body.value.terms)?;
    api.facilities.advertise(&me, terms).await.map_err(not_done)?;
    Ok(HttpResponse::NoContent().finish())
}
