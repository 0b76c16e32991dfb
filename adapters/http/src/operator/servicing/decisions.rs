//! What an operator decides on a receivable alone, while it may still be paid as it stands.

use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    operator::{
        receivables::body::ExaminedReceivableBody,
        servicing::deciding::{NotedBody, amount, decide, note},
    },
    session::ReceivableManager,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::servicing::{HouseDecision, Resolution};
use sooner_domain::{
    kernel::{Invalid, text::Note},
    receivables::facts::InvoiceDocumentId,
};
use sooner_shared::{
    coded_body::{DisputeReasonCode, EvidenceKindCode, member},
    form_body::parse_date,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VerifyBody {
    /// The version of the receivable one saw
    version: i64,
    #[schema(value_type = EvidenceKindCode)]
    kind: String,
    /// What was confirmed, in minor units of its currency
    amount: i64,
    /// When it will be paid, where that was said
    #[schema(value_type = Option<NaiveDate>)]
    due_on: Option<String>,
    note: Option<String>,
    /// One of its documents
    file: Option<Uuid>,
}

#[utoipa::path(tag = "receivables", summary = "Enter a verification",
    description = "Before the sale it goes on with what was confirmed, where that is less or later; after it, what is missing is disputed.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = VerifyBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/verify")]
pub(crate) async fn verify_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<VerifyBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        let kind = fields.take("kind", member(&said.kind));
        let amount = amount(fields, said.amount);
        let due_on = fields.optional("dueOn", said.due_on.as_deref(), parse_date);
        let note = note(fields, said.note.as_deref());
        Some(HouseDecision::Verify { kind: kind?, amount: amount?, due_on, note, file: said.file.map(InvoiceDocumentId) })
    })
    .await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RejectBody {
    /// The version of the receivable one saw
    version: i64,
    /// The seller reads it
    reason: String,
}

#[utoipa::path(tag = "receivables", summary = "Reject a receivable", description = "Also one that was accepted, until it is paid out.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = RejectBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/reject")]
pub(crate) async fn reject_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<RejectBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        Some(HouseDecision::Reject { reason: fields.take("reason", Note::parse(&said.reason))? })
    })
    .await
}

#[utoipa::path(tag = "receivables", summary = "Hold a receivable", description = "Nothing of it is offered or paid out until it is released.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = NotedBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/hold")]
pub(crate) async fn hold_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<NotedBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| Some(HouseDecision::Hold { note: note(fields, said.note.as_deref()) }))
        .await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReleaseReceivableBody {
    /// The version of the receivable one saw
    version: i64,
}

#[utoipa::path(tag = "receivables", summary = "Release a receivable", description = "It goes on.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ReleaseReceivableBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/release")]
pub(crate) async fn release_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ReleaseReceivableBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |_| Some(HouseDecision::Release)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EnterDisputeBody {
    /// The version of the receivable one saw
    version: i64,
    /// What the debtor does not want to pay, in minor units of its currency
    amount: i64,
    #[schema(value_type = DisputeReasonCode)]
    reason: String,
    /// Colleagues read it, the seller does not
    note: Option<String>,
}

#[utoipa::path(tag = "receivables", summary = "Enter a dispute", description = "What is disputed is not offered, and its payout waits.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = EnterDisputeBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/dispute")]
pub(crate) async fn dispute_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<EnterDisputeBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        let amount = amount(fields, said.amount);
        let reason = fields.take("reason", member(&said.reason));
        let note = note(fields, said.note.as_deref());
        Some(HouseDecision::Dispute { amount: amount?, reason: reason?, note })
    })
    .await
}

/// How a dispute ends by an operator’s word.
#[derive(ToSchema)]
#[schema(rename_all = "snake_case")]
#[expect(dead_code, reason = "describes the codes in the contract")]
enum DisputeResolution {
    Won,
    PartlyLost,
    Lost,
}

fn resolution(code: &str) -> Result<Resolution, Invalid> {
    match code {
        "won" => Ok(Resolution::Won),
        "partly_lost" => Ok(Resolution::PartlyLost),
        "lost" => Ok(Resolution::Lost),
        _ => Err(Invalid::NotListed),
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResolveBody {
    /// The version of the receivable one saw
    version: i64,
    #[schema(value_type = DisputeResolution)]
    resolution: String,
}

#[utoipa::path(tag = "receivables", summary = "End a dispute",
    description = "`won`: all of it is owed. `partly_lost`: what was disputed is not, and before the sale it goes on with the rest. `lost`: nothing is.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ResolveBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/resolve")]
pub(crate) async fn resolve_dispute(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ResolveBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        Some(HouseDecision::Resolve { resolution: fields.take("resolution", resolution(&said.resolution))? })
    })
    .await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreditNoteBody {
    /// The version of the receivable one saw
    version: i64,
    #[schema(value_type = NaiveDate)]
    on: String,
    /// In minor units of its currency
    amount: i64,
    reason: String,
}

#[utoipa::path(tag = "receivables", summary = "Enter a credit note",
    description = "Of a part, it is offered anew with what is left; of the whole amount, it ends it.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = CreditNoteBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/credit-note")]
pub(crate) async fn credit_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<CreditNoteBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        let on = fields.take("on", parse_date(&said.on));
        let amount = amount(fields, said.amount);
        let reason = fields.take("reason", Note::parse(&said.reason));
        Some(HouseDecision::CreditNote { on: on?, amount: amount?, reason: reason? })
    })
    .await
}
