//! What a seller gets in writing of what it sells: which invoices it sold at once, and how one ended.

use super::file::{PaperQuery, not_made, pdf};
use crate::{
    kernel::{api::Api, body::Data, error::Problem, query::Query},
    receivables::body::parse_id,
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use chrono::NaiveDate;
use serde::Serialize;
use sooner_application::papers::facts::{Sale, Schedule};
use sooner_shared::coded_body::LanguageCode;
use utoipa::ToSchema;

/// An invoice that was sold, as it was offered. Amounts are in minor units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ScheduledSaleBody {
    debtor: String,
    invoice: String,
    due_on: NaiveDate,
    face: i64,
    reserve: i64,
    /// What is taken off the payout, tax included
    charges: i64,
    payout: i64,
    payout_on: NaiveDate,
}

impl From<&Sale> for ScheduledSaleBody {
    fn from(Sale { debtor, invoice, due_on, face, reserve, charges, payout, payout_on }: &Sale) -> Self {
        Self {
            debtor: debtor.clone(),
            invoice: invoice.clone(),
            due_on: *due_on,
            face: face.get(),
            reserve: reserve.get(),
            charges: charges.get(),
            payout: payout.get(),
            payout_on: *payout_on,
        }
    }
}

/// What a company sold at once, in one currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ScheduleBody {
    sold_on: NaiveDate,
    /// None where it is settled for all payables
    accepted_by: Option<String>,
    /// ISO 4217
    currency: &'static str,
    sales: Vec<ScheduledSaleBody>,
}

impl From<&Schedule> for ScheduleBody {
    fn from(Schedule { sold_on, accepted_by, currency, sales, debtors: _ }: &Schedule) -> Self {
        let sales = sales.iter().map(ScheduledSaleBody::from).collect();
        Self { sold_on: *sold_on, accepted_by: accepted_by.clone(), currency: currency.code(), sales }
    }
}

#[utoipa::path(tag = "receivables", summary = "What was sold together with an invoice",
    description = "The assignment schedule of one acceptance: all invoices in this currency whose offers were accepted in the same request. 409 `not_possible` with `wrong_status` before it was sold.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<ScheduleBody>)))]
#[get("/semi-private/receivables/{id}/schedule")]
pub(crate) async fn read_schedule(me: SignedIn, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let scheduled = api.papers.own_schedule(parse_id(&id)?, &me.membership).await.map_err(not_made)?;
    Ok(HttpResponse::Ok().json(Data { data: ScheduleBody::from(&scheduled.schedule) }))
}

#[utoipa::path(tag = "receivables", summary = "The assignment schedule as a paper",
    description = "PDF/A, made when it is asked for first and the same ever after; its SHA-256 is in the trail.",
    params(("id" = Uuid, Path), ("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/semi-private/receivables/{id}/schedule/paper")]
pub(crate) async fn read_schedule_paper(
    me: SignedIn,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, Problem> {
    let (id, language) = (parse_id(&id)?, query.0.language(&me)?);
    let paper = Box::pin(api.papers.schedule(id, language, &me)).await.map_err(not_made)?;
    Ok(pdf(paper))
}

#[utoipa::path(tag = "receivables", summary = "The settlement of an invoice as a paper",
    description = "PDF/A, made when it is asked for first and the same until something else happens to the invoice. 409 `not_possible` with `wrong_status` before it is settled.",
    params(("id" = Uuid, Path), ("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/semi-private/receivables/{id}/settlement/paper")]
pub(crate) async fn read_settlement_paper(
    me: SignedIn,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, Problem> {
    let (id, language) = (parse_id(&id)?, query.0.language(&me)?);
    let paper = Box::pin(api.papers.settlement(id, language, &me)).await.map_err(not_made)?;
    Ok(pdf(paper))
}
