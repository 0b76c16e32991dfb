//! How an operator alone brings a receivable to its end, or puts it off.

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
use sooner_application::servicing::HouseDecision;
use sooner_shared::form_body::parse_date;
use utoipa::ToSchema;

#[utoipa::path(tag = "receivables", summary = "Close a receivable short", description = "What is open is closed: in factoring a deduction, which the seller bears; in a programme the house’s loss, of no more than banks keep of a payment or the house lets go by itself.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = NotedBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/close-short")]
pub(crate) async fn close_short(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<NotedBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        Some(HouseDecision::CloseShort { note: note(fields, said.note.as_deref()) })
    })
    .await
}

#[utoipa::path(tag = "receivables", summary = "Charge a receivable back", description = "It goes back to the seller, who owes what the reserve does not hold.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = NotedBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/charge-back")]
pub(crate) async fn charge_back(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<NotedBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        Some(HouseDecision::ChargeBack { note: note(fields, said.note.as_deref()) })
    })
    .await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ExtendBody {
    /// The version of the receivable one saw
    version: i64,
    /// The new due date
    #[schema(value_type = NaiveDate)]
    due_on: String,
    note: Option<String>,
}

#[utoipa::path(tag = "receivables", summary = "Give the debtor more time", description = "The discount runs on to the new due date.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ExtendBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/extend")]
pub(crate) async fn extend_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ExtendBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        let due_on = fields.take("dueOn", parse_date(&said.due_on));
        let note = note(fields, said.note.as_deref());
        Some(HouseDecision::Extend { due_on: due_on?, note })
    })
    .await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PaidToSellerBody {
    /// The version of the receivable one saw
    version: i64,
    /// In minor units of its currency
    amount: i64,
    note: Option<String>,
}

#[utoipa::path(tag = "receivables", summary = "Note that the debtor paid the seller",
    description = "It stays open until the seller passes it on, or as much is kept back from its next payouts.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = PaidToSellerBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/paid-to-seller")]
pub(crate) async fn paid_to_seller(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<PaidToSellerBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| {
        let amount = amount(fields, said.amount);
        let note = note(fields, said.note.as_deref());
        Some(HouseDecision::PaidToSeller { amount: amount?, note })
    })
    .await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UseCreditBody {
    /// The version of the receivable one saw
    version: i64,
    /// In minor units of its currency
    amount: i64,
}

#[utoipa::path(tag = "receivables", summary = "Pay a receivable with its debtor’s credit", description = "With what the debtor has paid too much elsewhere.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = UseCreditBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/use-credit")]
pub(crate) async fn use_debtor_credit(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<UseCreditBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    decide(me, &api, &id, (key, content, said.version), |fields| Some(HouseDecision::UseCredit { amount: amount(fields, said.amount)? }))
        .await
}
