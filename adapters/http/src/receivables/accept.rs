//! The sale: accepting one offer, or many.

use super::{
    body::{ReceivableBody, parse_id},
    refused::not_accepted,
};
use crate::{
    identity::step_up::step_up_required,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{Problem, ProblemBody},
        idempotency::Key,
    },
    session::OfferAccepter,
};
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::receivables::{AcceptCommand, AcceptError, AcceptedRow};
use sooner_domain::{
    kernel::{Invalid, canonical::Digest, ids::ReceivableId},
    pricing::offer::OfferId,
};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;
use uuid::Uuid;

/// Offers accepted at once.
const MOST: usize = 100;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AcceptOfferBody {
    offer_id: Uuid,
    /// Of the offer one saw: 64 hexadecimal digits
    hash: String,
}

#[utoipa::path(tag = "receivables", summary = "Accept an offer",
    description = "By an owner or approver who confirms it (403 `step_up_required` otherwise), and did not enter it where a colleague could accept (403 `four_eyes`, with their names). Accepts exactly the offer of this hash: where the offer is another one now, 409 `offer_changed` with `receivable` as it is. 409 `limit_reached` names the `limit`.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = AcceptOfferBody,
    responses((status = 200, body = Data<ReceivableBody>)))]
#[post("/semi-private/receivables/{id}/accept")]
pub(crate) async fn accept_offer(
    me: OfferAccepter,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<AcceptOfferBody>,
) -> Result<HttpResponse, Problem> {
    let hash = Digest::from_hex(&body.value.hash).ok_or_else(|| Problem::field("hash", Invalid::Malformed))?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let command = AcceptCommand { by: me.clone(), offer: OfferId(body.value.offer_id), hash, request };
    match api.receivables.accept(parse_id(&id)?, command).await {
        Ok(look) => Ok(HttpResponse::Ok().json(Data { data: ReceivableBody::new(&look, &me.membership) })),
        Err(error) => Err(not_accepted(&api, &me, error).await),
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OneOfManyBody {
    /// Of the receivable
    id: Uuid,
    offer_id: Uuid,
    /// Of the offer one saw: 64 hexadecimal digits
    hash: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AcceptOffersBody {
    #[schema(min_items = 1, max_items = 100)]
    offers: Vec<OneOfManyBody>,
}

/// What came of one of many: the receivable that was sold, or why it was not.
#[derive(Serialize, ToSchema)]
struct AcceptedRowBody {
    id: Uuid,
    receivable: Option<ReceivableBody>,
    problem: Option<ProblemBody>,
}

fn hashes(offers: &[OneOfManyBody]) -> Result<Vec<Digest>, Problem> {
    let mut fields = Fields::default();
    if offers.is_empty() {
        fields.refuse("offers", Invalid::Required);
    }
    if offers.len() > MOST {
        fields.refuse("offers", Invalid::TooMany { max: MOST as i64 });
    }
    let hash = |(place, offer): (usize, &OneOfManyBody)| {
        fields.take(format_args!("offers[{place}].hash"), Digest::from_hex(&offer.hash).ok_or(Invalid::Malformed))
    };
    let hashes: Vec<_> = offers.iter().enumerate().map(hash).collect();
    fields.finish(hashes.into_iter().collect()).map_err(Problem::invalid)
}

#[utoipa::path(tag = "receivables", summary = "Accept offers",
    description = "One after the other, each by itself: a row for each says what came of it. By an owner or approver who confirms it (403 `step_up_required` otherwise).",
    params(("Idempotency-Key" = String, Header)), request_body = AcceptOffersBody,
    responses((status = 200, body = Data<Vec<AcceptedRowBody>>)))]
#[post("/semi-private/receivables/accept")]
pub(crate) async fn accept_offers(
    me: OfferAccepter,
    api: web::Data<Api>,
    key: Key,
    body: Json<AcceptOffersBody>,
) -> Result<HttpResponse, Problem> {
    let hashes = hashes(&body.value.offers)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let command = |(offer, hash): (&OneOfManyBody, Digest)| {
        let command = AcceptCommand { by: me.clone(), offer: OfferId(offer.offer_id), hash, request: request.clone() };
        (ReceivableId(offer.id), command)
    };
    let rows = api.receivables.accept_many(body.value.offers.iter().zip(hashes).map(command).collect()).await;
    // Whoever confirms who they are asks again, under the same key: what was done is done once.
    let required =
        rows.iter().find_map(|row| if let Err(AcceptError::StepUpRequired(required)) = row.answer { Some(required) } else { None });
    if let Some(required) = required {
        return Err(step_up_required(required));
    }
    let mut data = Vec::with_capacity(rows.len());
    for AcceptedRow { id, answer } in rows {
        data.push(match answer {
            Ok(look) => AcceptedRowBody { id: id.0, receivable: Some(ReceivableBody::new(&look, &me.membership)), problem: None },
            Err(error) => AcceptedRowBody { id: id.0, receivable: None, problem: Some(not_accepted(&api, &me, error).await.body()) },
        });
    }
    Ok(HttpResponse::Ok().json(Data { data }))
}
