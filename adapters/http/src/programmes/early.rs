//! What a supplier does in a programme, besides selling what is offered.

use crate::{
    facilities::suppliers::{SupplierPlaceBody, automatic, parse_id, refused},
    kernel::{api::Api, body::Data, client_address::ClientAddress, error::Problem, link_secret::LinkSecret, query::Query},
    parties::invitations::not_joined,
    receivables::refused::not_done,
    session::{SignedIn, TermsSigner},
};
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::programmes::{AutomaticPreview, JoinProgrammeError};
use sooner_shared::{coded_body::AutomaticModeCode, fields::Fields, form_body::MoneyBody};
use utoipa::ToSchema;

#[derive(Deserialize)]
struct PreviewQuery {
    mode: Option<String>,
    above: Option<i64>,
    currency: Option<String>,
}

/// What automatic early payment would have come to in the last 30 days, in one currency.
#[derive(Serialize, ToSchema)]
struct AutomaticPreviewBody {
    currency: &'static str,
    payables: i64,
    face: i64,
    /// Discount and fees
    cost: i64,
    payout: i64,
}

impl From<&AutomaticPreview> for AutomaticPreviewBody {
    fn from(AutomaticPreview { currency, payables, face, cost, payout }: &AutomaticPreview) -> Self {
        Self { currency: currency.code(), payables: *payables, face: face.get(), cost: cost.get(), payout: payout.get() }
    }
}

#[utoipa::path(tag = "programmes", summary = "What automatic early payment would have cost",
    description = "Of the payables approved in the last 30 days, each priced for the day it was approved on.",
    params(("id" = Uuid, Path), ("mode" = AutomaticModeCode, Query), ("above" = Option<i64>, Query, description = "In minor units of `currency`"),
        ("currency" = Option<String>, Query)),
    responses((status = 200, body = Data<Vec<AutomaticPreviewBody>>)))]
#[get("/semi-private/supplier-programmes/{id}/automatic")]
pub(crate) async fn preview_automatic(
    me: SignedIn,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<PreviewQuery>,
) -> Result<HttpResponse, Problem> {
    let PreviewQuery { mode, above, currency } = query.0;
    let above = above.zip(currency).map(|(amount, currency)| MoneyBody { amount, currency });
    let mut fields = Fields::default();
    let which = automatic(&mut fields, mode.as_deref().unwrap_or_default(), above.as_ref());
    let which = fields.finish(which).map_err(Problem::invalid)?;
    let previews = api.programmes.automatic_preview(parse_id(&id)?, &me.membership, which).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: previews.iter().map(AutomaticPreviewBody::from).collect::<Vec<_>>() }))
}

#[utoipa::path(tag = "programmes", summary = "Join a programme with the company one has",
    description = "For a supplier that a buyer invited and that has an account under the invited address. What the buyer entered so far becomes the company’s.",
    params(("Link-Secret" = String, Header)), responses((status = 200, body = Data<SupplierPlaceBody>)))]
#[post("/semi-private/invitation/enrol")]
pub(crate) async fn enrol(me: TermsSigner, api: web::Data<Api>, from: ClientAddress, secret: LinkSecret) -> Result<HttpResponse, Problem> {
    let found = api.parties.invitation(secret.as_str(), from.0).await.map_err(not_joined)?;
    let place = api.programmes.join_programme(&me, found).await.map_err(|error| match error {
        JoinProgrammeError::Join(error) => not_joined(error),
        JoinProgrammeError::Supplier(error) => refused(error),
        JoinProgrammeError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Ok().json(Data { data: SupplierPlaceBody::from(&place) }))
}
