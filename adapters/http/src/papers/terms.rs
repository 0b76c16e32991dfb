//! Terms in writing, as a company signed them.

use super::file::{PaperQuery, not_made, pdf};
use crate::{
    facilities::body::parse_id,
    kernel::{api::Api, error::Problem, query::Query},
    session::{FacilityReader, SignedIn},
};
use actix_web::{HttpResponse, get, web};
use sooner_domain::kernel::ids::FacilityId;
use sooner_shared::coded_body::LanguageCode;

fn of((id, number): (String, String)) -> Result<(FacilityId, i32), Problem> {
    Ok((parse_id(&id)?, number.parse().map_err(|_| Problem::not_found())?))
}

#[utoipa::path(tag = "facilities", summary = "Signed terms as a paper",
    description = "All terms of a version in words, who signed it, when, and its hash. PDF/A, made when it is asked for first and the same ever after; its SHA-256 is in the trail. 409 `not_possible` with `wrong_status` where this version is not signed, and with `no_house_details` where the finance company has not said who it is.",
    params(("id" = Uuid, Path), ("number" = i32, Path, description = "Of the version"),
        ("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/semi-private/facilities/{id}/terms/{number}/paper")]
pub(crate) async fn read_own_terms_paper(
    me: SignedIn,
    api: web::Data<Api>,
    path: web::Path<(String, String)>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, Problem> {
    let (of, language) = (of(path.into_inner())?, query.0.language(&me)?);
    let paper = Box::pin(api.papers.own_terms(of, language, &me)).await.map_err(not_made)?;
    Ok(pdf(paper))
}

#[utoipa::path(tag = "facilities", summary = "A company’s signed terms as a paper",
    description = "The same file as the company gets. 409 `not_possible` with `wrong_status` where this version is not signed.",
    params(("id" = Uuid, Path), ("number" = i32, Path, description = "Of the version"),
        ("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/operator/facilities/{id}/terms/{number}/paper")]
pub(crate) async fn read_terms_paper(
    me: FacilityReader,
    api: web::Data<Api>,
    path: web::Path<(String, String)>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, Problem> {
    let (of, language) = (of(path.into_inner())?, query.0.language(&me)?);
    let paper = Box::pin(api.papers.terms(of, language, &me.operator())).await.map_err(not_made)?;
    Ok(pdf(paper))
}
