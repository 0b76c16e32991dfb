//! Looking at receivables.

use super::body::ExaminedReceivableBody;
use crate::{
    kernel::{api::Api, body::Data, error::Problem, query::Query},
    receivables::{
        body::parse_id,
        list_query::{DirectionCode, ListQuery, ListTotalBody, ReceivableSortCode, with_totals},
        members::parse_cursor,
        refused::not_done,
    },
    session::ReceivableReader,
};
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use sooner_application::receivables::{HouseSearch, ReceivablePage};
use sooner_domain::kernel::{
    Invalid,
    ids::{CompanyId, DebtorId, FacilityId},
};
use sooner_shared::{coded_body::ReceivableStatusCode, fields::Fields};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReceivableQuery {
    status: Option<String>,
    company_id: Option<String>,
    debtor_id: Option<String>,
    facility_id: Option<String>,
    due_from: Option<String>,
    due_to: Option<String>,
    number: Option<String>,
    disputed: Option<String>,
    open: Option<String>,
    sort: Option<String>,
    order: Option<String>,
    totals: Option<String>,
    after: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct ExaminedListBody {
    data: Vec<ExaminedReceivableBody>,
    /// What all pages come to, by currency; absent unless asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    totals: Option<Vec<ListTotalBody>>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[utoipa::path(tag = "receivables", summary = "Receivables",
    description = "The one entered last first, unless sorted otherwise, those of one’s own company left out. `status` takes several, separated by commas.",
    params(("status" = Option<ReceivableStatusCode>, Query), ("companyId" = Option<Uuid>, Query, description = "Of the seller"),
        ("debtorId" = Option<Uuid>, Query), ("facilityId" = Option<Uuid>, Query),
        ("dueFrom" = Option<NaiveDate>, Query, description = "Due on this day or later"),
        ("dueTo" = Option<NaiveDate>, Query, description = "Due on this day or before"),
        ("number" = Option<String>, Query, description = "What the invoice’s number has in it, or how its payment reference begins, however it is written"),
        ("disputed" = Option<bool>, Query, description = "Only those of which a dispute lasts"),
        ("open" = Option<bool>, Query, description = "Only those of which something of what was sold is still open"),
        ("sort" = inline(Option<ReceivableSortCode>), Query, description = "`entered` unless given; `face` is in minor units of whatever currency"),
        ("order" = inline(Option<DirectionCode>), Query, description = "`desc` unless given"),
        ("totals" = Option<bool>, Query, description = "Whether the answer says what all pages come to (`totals`)"),
        ("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before, in the same order")),
    responses((status = 200, body = ExaminedListBody)))]
#[get("/operator/receivables")]
pub(crate) async fn search_receivables(
    me: ReceivableReader,
    api: web::Data<Api>,
    query: Query<ReceivableQuery>,
) -> Result<HttpResponse, Problem> {
    let Query(ReceivableQuery {
        status,
        company_id,
        debtor_id,
        facility_id,
        due_from,
        due_to,
        number,
        disputed,
        open,
        sort,
        order,
        totals,
        after,
    }) = query;
    let mut fields = Fields::default();
    let list = ListQuery { status, due_from, due_to, number, disputed, open, sort, order }.parse(&mut fields);
    let mut id = |name: &str, text: Option<String>| {
        fields.optional(name, text.as_deref(), |text| Uuid::try_parse(text).map_err(|_| Invalid::Malformed))
    };
    let company = id("companyId", company_id).map(CompanyId);
    let debtor = id("debtorId", debtor_id).map(DebtorId);
    let facility = id("facilityId", facility_id).map(FacilityId);
    let totals = with_totals(&mut fields, totals.as_deref());
    let after = fields.optional("after", after.as_deref(), parse_cursor);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let (me, search) = (me.operator(), HouseSearch { company, debtor, facility, list });
    let totals = match totals {
        true => Some(api.receivables.totals_of_all(&me, search.clone()).await.map_err(not_done)?.iter().map(ListTotalBody::from).collect()),
        false => None,
    };
    let ReceivablePage { looks, next } = api.receivables.all(&me, search, after).await.map_err(not_done)?;
    let data = looks.iter().map(|look| ExaminedReceivableBody::new(look, &me)).collect();
    Ok(HttpResponse::Ok().json(ExaminedListBody { data, totals, next: next.map(|id| id.0) }))
}

#[utoipa::path(tag = "receivables", summary = "One receivable", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[get("/operator/receivables/{id}")]
pub(crate) async fn examine_receivable(me: ReceivableReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let me = me.operator();
    let look = api.receivables.examined(parse_id(&id)?, &me).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ExaminedReceivableBody::new(&look, &me) }))
}
