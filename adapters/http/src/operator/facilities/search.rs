//! Looking at facilities.

use super::shown;
use crate::{
    facilities::body::{FacilityBody, not_done, parse_id},
    kernel::{api::Api, body::Data, error::Problem, query::Query},
    session::FacilityReader,
};
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use sooner_application::{
    facilities::{
        FacilityPage,
        ports::{FacilityFilter, FacilityFound},
    },
    parties::Member,
};
use sooner_domain::kernel::{
    Invalid,
    ids::{CompanyId, FacilityId},
    minor::Minor,
};
use sooner_shared::{
    coded_body::{FacilityStatusCode, member},
    fields::Fields,
};
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FacilityQuery {
    status: Option<String>,
    company_id: Option<String>,
    after: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct FacilityListBody {
    data: Vec<FacilityBody>,
    next: Option<Uuid>,
}

/// What is in use of the limit of each of these.
async fn in_use<'a>(api: &Api, facilities: impl IntoIterator<Item = &'a FacilityFound>) -> Result<HashMap<FacilityId, Minor>, Problem> {
    let ids: Vec<_> = facilities.into_iter().map(|found| found.facility.parts().id).collect();
    Ok(api.cash.in_use_under(&ids).await?.into_iter().collect())
}

/// A facility, with what is in use of its limit.
fn with_use(me: &Member, found: &FacilityFound, in_use: &HashMap<FacilityId, Minor>) -> FacilityBody {
    let in_use = in_use.get(&found.facility.parts().id).copied().unwrap_or_default();
    shown(me, found).with_use(&found.facility, in_use)
}

#[utoipa::path(tag = "facilities", summary = "Facilities", description = "Of all companies but one’s own, the one proposed last first.",
    params(("status" = Option<FacilityStatusCode>, Query), ("companyId" = Option<Uuid>, Query),
        ("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = FacilityListBody)))]
#[get("/operator/facilities")]
pub(crate) async fn search_facilities(
    me: FacilityReader,
    api: web::Data<Api>,
    query: Query<FacilityQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(FacilityQuery { status, company_id, after }) = query;
    let mut fields = Fields::default();
    let status = fields.optional("status", status.as_deref(), member);
    let company = fields.optional("companyId", company_id.as_deref(), |text| Uuid::try_parse(text).map_err(|_| Invalid::Malformed));
    let after = fields.optional("after", after.as_deref(), |text| Uuid::try_parse(text).map_err(|_| Invalid::CursorUnknown));
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let filter = FacilityFilter { company: company.map(CompanyId), status, but: None };
    let FacilityPage { facilities, next } = api.facilities.page(&me.operator(), filter, after.map(FacilityId)).await?;
    let in_use = in_use(&api, &facilities).await?;
    let data = facilities.iter().map(|found| with_use(&me, found, &in_use)).collect();
    Ok(HttpResponse::Ok().json(FacilityListBody { data, next: next.map(|id| id.0) }))
}

#[utoipa::path(tag = "facilities", summary = "One facility", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<FacilityBody>)))]
#[get("/operator/facilities/{id}")]
pub(crate) async fn read_facility(me: FacilityReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let found = api.facilities.one(&me.operator(), parse_id(&id)?).await.map_err(not_done)?;
    let data = with_use(&me, &found, &in_use(&api, [&found]).await?);
    Ok(HttpResponse::Ok().json(Data { data }))
}
