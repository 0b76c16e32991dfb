//! What a company is paid, as it sees it.

use crate::{
    cash::payout_body::{PayoutBody, PayoutListBody, parse_payout},
    cash::refused::not_done,
    kernel::{api::Api, body::Data, error::Problem, query::Query},
    receivables::body::parse_id,
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use serde::{Deserialize, Serialize};
use sooner_application::cash::{PaidFor, PayoutPage, ToldPayout};
use sooner_shared::{
    coded_body::{Code, PayoutStatusCode, member},
    fields::Fields,
};
use utoipa::ToSchema;

#[derive(Deserialize)]
struct OwnPayoutQuery {
    status: Option<String>,
    after: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "What the company is paid", description = "The payout that was due last comes first.",
    params(("status" = Option<PayoutStatusCode>, Query),
        ("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = PayoutListBody)))]
#[get("/semi-private/payments")]
pub(crate) async fn list_own_payouts(me: SignedIn, api: web::Data<Api>, query: Query<OwnPayoutQuery>) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let status = fields.optional("status", query.0.status.as_deref(), member);
    let after = fields.optional("after", query.0.after.as_deref(), parse_payout);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let PayoutPage { payouts, next } = api.cash.own_payouts(&me.membership, status, after).await?;
    let data = with_stops(&payouts, &api).await?;
    let stops = api.approvals.stops_of(me.membership.company).await?;
    let stops = Some(stops.into_iter().map(Code).collect());
    Ok(HttpResponse::Ok().json(PayoutListBody { data, batches: None, stops, next: next.map(|id| id.0) }))
}

/// A company's own payouts, each with what stops it.
async fn with_stops(shown: &[ToldPayout], api: &Api) -> Result<Vec<PayoutBody>, Problem> {
    let payouts: Vec<_> = shown.iter().map(|one| one.payout.clone()).collect();
    let releasable = api.approvals.releasable(&payouts).await?;
    Ok(shown.iter().map(|one| PayoutBody::from(one).stopped(releasable.get(&one.payout.id))).collect())
}

/// What the company was paid for an invoice, and what was kept back for it.
#[derive(Serialize, ToSchema)]
struct PaidForBody {
    /// Those for it, and those of which something was kept back for it, the oldest first
    payouts: Vec<PayoutBody>,
    /// What the company owes the house for it now, in minor units of its currency
    owed: i64,
}

#[utoipa::path(tag = "payments", summary = "What the company is paid for an invoice",
    description = "With the payouts of other invoices of which something was kept back for this one. To the buyer whose programme paid it early: its share of the discount.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<PaidForBody>)))]
#[get("/semi-private/receivables/{id}/payments")]
pub(crate) async fn read_paid_for(me: SignedIn, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let PaidFor { payouts, owed } = api.cash.paid_for_own(parse_id(&id)?, &me.membership).await.map_err(not_done)?;
    let payouts = with_stops(&payouts, &api).await?;
    Ok(HttpResponse::Ok().json(Data { data: PaidForBody { payouts, owed: owed.get() } }))
}
