//! Receipts that are matched as was suggested, and matches that were wrong.

use super::{
    receipt_body::ReceiptBody,
    receipts::{count, parse_id},
};
use crate::{
    cash::refused::not_done,
    kernel::{
        api::Api,
        body::{Data, Json, MANY_BYTES},
        error::{Problem, ProblemBody},
        idempotency::Key,
    },
    session::PaymentManager,
};
use actix_web::{HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::cash::{ConfirmedSuggestion, MatchedRow, UnmatchCommand};
use sooner_domain::{
    kernel::{Invalid, ids::ReceivableId, minor::Minor},
    payments::receipt::ReceiptId,
    receivables::matching::{Suggested, Suggestion},
};
use sooner_shared::{
    coded_body::{MatchSignCode, member},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ConfirmedBody {
    receipt_id: Uuid,
    /// What was seen to speak for it, or against it
    #[schema(value_type = Vec<MatchSignCode>, max_items = 40)]
    signs: Vec<String>,
    /// As it was suggested, in its order
    #[schema(min_items = 1, max_items = 200)]
    receivables: Vec<SeenPartBody>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeenPartBody {
    /// A receivable
    id: Uuid,
    amount: i64,
    /// What it was seen to leave open
    leaves_open: i64,
    /// What of the amount was seen to be more than what is open
    surplus: i64,
}

impl ConfirmedBody {
    fn parse(&self, fields: &mut Fields, name: &str) -> ConfirmedSuggestion {
        count(fields, &format!("{name}.receivables"), self.receivables.len());
        let sign = |(place, sign): (usize, &String)| fields.take(format!("{name}.signs[{place}]"), member(sign));
        let signs = self.signs.iter().enumerate().filter_map(sign).collect();
        let part = |SeenPartBody { id, amount, leaves_open, surplus }: &SeenPartBody| Suggested {
            id: ReceivableId(*id),
            amount: Minor::new(*amount),
            leaves_open: Minor::new(*leaves_open),
            surplus: Minor::new(*surplus),
        };
        let parts = self.receivables.iter().map(part).collect();
        ConfirmedSuggestion { receipt: ReceiptId(self.receipt_id), seen: Suggestion { signs, parts } }
    }
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
    description = "Each is a decision of its own, one after the other; the audit trail says what spoke for it. A row for each says what came of it, such as `stale_version` where it is not suggested by now as it was seen, 409 `same_invoice` where a row before it was matched to the same invoice, or 409 `same_money` where something else may be the same money (`may_be_twice`): that is decided of each by itself.",
    params(("Idempotency-Key" = String, Header)), request_body = MatchManyBody,
    responses((status = 200, body = Data<Vec<MatchedRowBody>>)))]
#[post("/operator/receipts/match")]
pub(crate) async fn match_receipts(
    me: PaymentManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<MatchManyBody, MANY_BYTES>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    if body.value.matches.is_empty() {
        fields.refuse("matches", Invalid::Required);
    }
    if body.value.matches.len() > MOST_MATCHES {
        fields.refuse("matches", Invalid::TooMany { max: i64::try_from(MOST_MATCHES).unwrap_or(i64::MAX) });
    }
    let matches = body.value.matches.iter().take(MOST_MATCHES).enumerate();
    let confirmed: Vec<_> = matches.map(|(place, one)| one.parse(&mut fields, &format!("matches[{place}]"))).collect();
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    let rows = api.cash.match_suggested(confirmed, &me, request).await.map_err(not_done)?;
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
    description = "By the person who matched it by hand, as long as nothing of what it gave was paid out: 409 `takes_two` otherwise. Then two people undo it, on the receivable. What happened to the receivable since, such as a charge back, is undone there first (409 `undo_first`). What it settled is open again.",
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
    let receipt = api.cash.unmatch(id, UnmatchCommand { by: me.clone(), receivable, request }).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ReceiptBody::from(&receipt) }))
}
