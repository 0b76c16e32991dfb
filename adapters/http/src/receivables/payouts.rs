//! What a company is paid, as it sees it.

use crate::{
    kernel::{api::Api, error::Problem, query::Query},
    payments::body::{PayoutBody, PayoutListBody, parse_payout},
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use serde::Deserialize;
use sooner_application::receivables::PayoutPage;
use sooner_shared::fields::Fields;

#[derive(Deserialize)]
struct OwnPayoutQuery {
    after: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "What the company is paid", description = "The payout that was due first comes first.",
    params(("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = PayoutListBody)))]
#[get("/semi-private/payments")]
pub(crate) async fn list_own_payouts(me: SignedIn, api: web::Data<Api>, query: Query<OwnPayoutQuery>) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let after = fields.optional("after", query.0.after.as_deref(), parse_payout);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let PayoutPage { payouts, next } = api.financing.own_payouts(&me.membership, after).await?;
    let data = payouts.iter().map(PayoutBody::from).collect();
    Ok(HttpResponse::Ok().json(PayoutListBody { data, next: next.map(|id| id.0) }))
}
