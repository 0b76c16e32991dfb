//! Receipts that are matched as was suggested, and matches that were wrong.

use super::{
    receipt_body::ReceiptBody,
    receipts::{PaidBody, count, parse_id},
};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{Problem, ProblemBody},
        idempotency::Key,
    },
    receivables::refused::not_done,
    session::PaymentManager,
};
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::receivables::{ConfirmedSuggestion, MatchedRow, UnmatchCommand};
use sooner_domain::{
    kernel::{Invalid, ids::ReceivableId, minor::Minor},
    payments::receipt::ReceiptId,
};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ConfirmedBody {
    receipt_id: Uuid,
    /// As it was suggested, in its order
    #[schema(min_items = 1, max_items = 200)]
    receivables: Vec<PaidBody>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MatchManyBody {
    #[schema(min_items = 1, max_items = 100)]
    matches: Vec<ConfirmedBody>,
}

/// What came of one of many: the receipt as it is matched, or why it is not
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MatchedRowBody {
    receipt_id: Uuid,
    receipt: Option<ReceiptBody>,
    problem: Option<ProblemBody>,
}

/// As many suggestions are confirmed at once.
const MOST_MATCHES: usize = 100;

#[utoipa::path(tag = "payments", summary = "Match receipts as suggested",
    description = "Each is a decision of its own, one after the other; the audit trail says what spoke for it. A row for each says what came of it, such as `stale_version` where something else is suggested by now.",
    params(("Idempotency-Key" = String, Header)), request_body = MatchManyBody,
    responses((status = 200, body = Data<Vec<MatchedRowBody>>)))]
#[post("/operator/receipts/match")]
pub(crate) async fn match_receipts(
    me: PaymentManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<MatchManyBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    if body.value.matches.is_empty() {
        fields.refuse("matches", Invalid::Required);
    }
    if body.value.matches.len() > MOST_MATCHES {
        fields.refuse("matches", Invalid::TooMany { max: i64::try_from(MOST_MATCHES).unwrap_or(i64::MAX) });
    }
    for (place, ConfirmedBody { receivables, .. }) in body.value.matches.iter().enumerate() {
        count(&mut fields, &format!("matches[{place}].receivables"), receivables.len());
    }
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    let confirmed = body.value.matches.iter().map(|ConfirmedBody { receipt_id, receivables }| ConfirmedSuggestion {
        receipt: ReceiptId(*receipt_id),
        parts: receivables.iter().map(|PaidBody { id, amount }| (ReceivableId(*id), Minor::new(*amount))).collect(),
    });
    let rows = api.financing.match_suggested(confirmed.collect(), &me, request).await.map_err(not_done)?;
    let row = |MatchedRow { receipt, answer }| match answer {
        Ok(explained) => MatchedRowBody { receipt_id: receipt.0, receipt: Some(ReceiptBody::from(&explained)), problem: None },
        Err(error) => MatchedRowBody { receipt_id: receipt.0, receipt: None, problem: Some(not_done(error).body()) },
    };
    let rows: Vec<_> = rows.into_iter().map(|one: MatchedRow| row(one)).collect();
    Ok(HttpResponse::Ok().json(Data { data: rows }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UnmatchBody {
    /// What it was matched to
    receivable_id: Uuid,
}

#[utoipa::path(tag = "payments", summary = "Undo a match of one’s own",
    description = "By the person who matched it by hand, as long as nothing followed and the receivable is not settled: 409 `not_possible` otherwise. Then two people undo it, on the receivable.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = UnmatchBody,
    responses((status = 200, body = Data<ReceiptBody>)))]
#[post("/operator/receipts/{id}/unmatch")]
pub(crate) async fn unmatch_receipt(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<UnmatchBody>,
) -> Result<HttpResponse, Problem> {
    let (id, receivable) = (parse_id(&id)?, ReceivableId(body.value.receivable_id));
    let request = key.required(me.user.id(), body.content)?;
    let receipt = api.financing.unmatch(id, UnmatchCommand { by: me.clone(), receivable, request }).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ReceiptBody::from(&receipt) }))
}
