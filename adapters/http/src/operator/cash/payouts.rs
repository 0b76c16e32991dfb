//! What is paid out: what is due, what was ordered, what the bank did.

use crate::{
    cash::payout_body::{PayoutBatchBody, PayoutBody, PayoutListBody, parse_payout},
    cash::refused::not_done,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
    },
    session::{PaymentManager, PaymentReader},
};
use actix_web::{
    HttpResponse, get,
    http::header::{ContentDisposition, DispositionParam, DispositionType, HeaderName},
    post, web,
};
use serde::Deserialize;
use sooner_application::{
    cash::{ExecutedCommand, OrderedBatch, PayoutPage, ReturnedCommand, ToldPayout},
    payments::{bank::BankFile, ports::PayoutFilter},
};
use sooner_domain::{
    kernel::{
        Invalid,
        ids::{CompanyId, ReceivableId},
        money::Currency,
        text::Note,
    },
    payments::{
        payout::{BatchId, Payout, PayoutId, PayoutStatus, Returned},
        receipt::ReceiptId,
    },
};
use sooner_shared::{
    coded_body::{PayoutStatusCode, member},
    fields::Fields,
    form_body::parse_date,
};
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PayoutQuery {
    status: Option<String>,
    company_id: Option<String>,
    batch_id: Option<String>,
    receivable_id: Option<String>,
    receipt_id: Option<String>,
    after: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "Payouts", description = "The one that was due first comes first, of a status that is over (`executed`, `returned`, `cancelled`) the newest; those to one’s own company are left out.",
    params(("status" = Option<PayoutStatusCode>, Query), ("companyId" = Option<Uuid>, Query), ("batchId" = Option<Uuid>, Query),
        ("receivableId" = Option<Uuid>, Query, description = "Given alone, also those for other invoices of which something was kept back for this one"), ("receiptId" = Option<Uuid>, Query, description = "What went back to its payer"),
        ("after" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = PayoutListBody)))]
#[get("/operator/payouts")]
pub(crate) async fn list_payouts(me: PaymentReader, api: web::Data<Api>, query: Query<PayoutQuery>) -> Result<HttpResponse, Problem> {
    let Query(PayoutQuery { status, company_id, batch_id, receivable_id, receipt_id, after }) = query;
    let mut fields = Fields::default();
    let status = fields.optional("status", status.as_deref(), member);
    let mut id = |name: &str, text: Option<String>| {
        fields.optional(name, text.as_deref(), |text| Uuid::try_parse(text).map_err(|_| Invalid::Malformed))
    };
    let company = id("companyId", company_id).map(CompanyId);
    let batch = id("batchId", batch_id).map(BatchId);
    let about = id("receivableId", receivable_id).map(ReceivableId);
    let receipt = id("receiptId", receipt_id).map(ReceiptId);
    let after = fields.optional("after", after.as_deref(), parse_payout);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let filter = PayoutFilter { status, company, batch, about, receipt, ..PayoutFilter::default() };
    let PayoutPage { payouts, next } = api.cash.payouts_of_all(&me.operator(), filter, after).await.map_err(not_done)?;
    let waiting: BTreeMap<_, _> = match status {
        None | Some(PayoutStatus::Due) => {
            api.approvals.proposed_payouts().await?.into_iter().map(|proposed| (proposed.payout, proposed.approval)).collect()
        }
        Some(_) => BTreeMap::new(),
    };
    let answers = api.cash.answers_to(payouts.iter().map(|told| &told.payout)).await?;
    let releasable = api.approvals.releasable(&payouts.iter().map(|told| told.payout.clone()).collect::<Vec<_>>()).await?;
    let shown = |told: &ToldPayout| {
        let id = &told.payout.id;
        PayoutBody::from(told).waiting(waiting.get(id).copied()).answered(answers.get(id)).releasable(releasable.get(id))
    };
    let data = payouts.iter().map(shown).collect();
    let batches = api.cash.batches_of(payouts.iter().map(|told| &told.payout)).await?;
    let batches = Some(batches.iter().map(PayoutBatchBody::from).collect());
    Ok(HttpResponse::Ok().json(PayoutListBody { data, batches, stops: None, next: next.map(|id| id.0) }))
}

/// One payout, as people know it.
pub(crate) async fn shown(api: &Api, payout: Payout) -> Result<HttpResponse, Problem> {
    let told = api.cash.as_told(vec![payout]).await?;
    Ok(HttpResponse::Ok().json(Data { data: told.first().map(PayoutBody::from) }))
}

fn parse_id(id: &str) -> Result<Uuid, Problem> {
    Uuid::try_parse(id).map_err(|_| Problem::not_found())
}

/// Names the payouts of a batch that its file does not order.
pub(crate) const LEFT_OUT: HeaderName = HeaderName::from_static("left-out");

#[derive(Deserialize)]
struct FileQuery {
    currency: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "A batch as a bank file",
    description = "`pain.001.001.09`: a transfer for all that a payee gets of the batch. It is written once, when it is asked for first, and the same bytes ever after; its SHA-256 is in the trail. Payouts that no bank would take are not in it: the header `Left-Out` names them, by their ids. 409 `not_possible` with `bank_answered` where the bank has said something of the batch before, `no_house_account`, `no_iban` of a payee that is paid in euro, `no_payee_account` in another currency, `bank_would_refuse`.",
    params(("id" = Uuid, Path, description = "Of the batch"), ("currency" = Option<String>, Query, description = "Where the batch has several")),
    responses((status = 200, body = String, content_type = "application/xml")))]
#[get("/operator/payouts/batches/{id}/file")]
pub(crate) async fn bank_file(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<FileQuery>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let currency = fields.optional("currency", query.0.currency.as_deref(), Currency::parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let OrderedBatch { file, left_out } = api.cash.bank_file(BatchId(parse_id(&id)?), currency, &me).await.map_err(not_done)?;
    let BankFile { batch, currency, content, .. } = file;
    let name = DispositionParam::Filename(format!("payouts-{}-{}.xml", batch.0.simple(), currency.code()));
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters: vec![name] };
    let mut answer = HttpResponse::Ok();
    answer.content_type("application/xml; charset=utf-8").insert_header(disposition);
    if !left_out.is_empty() {
        let ids: Vec<_> = left_out.iter().map(|payout| payout.0.to_string()).collect();
        answer.insert_header((LEFT_OUT, ids.join(",")));
    }
    Ok(answer.body(content))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExecutedBody {
    /// The day on which the bank carried it out
    #[schema(value_type = NaiveDate)]
    on: String,
}

#[utoipa::path(tag = "payments", summary = "Record that a batch was executed", description = "What of it still waits for the bank. It takes a step-up (403 `step_up_required`).",
    params(("id" = Uuid, Path, description = "Of the batch"), ("Idempotency-Key" = String, Header)), request_body = ExecutedBody,
    responses((status = 200, body = Data<Vec<PayoutBody>>)))]
#[post("/operator/payouts/batches/{id}/executed")]
pub(crate) async fn execute_batch(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ExecutedBody>,
) -> Result<HttpResponse, Problem> {
    let batch = BatchId(parse_id(&id)?);
    let mut fields = Fields::default();
    let on = fields.take("on", parse_date(&body.value.on));
    let on = fields.finish(on).map_err(Problem::invalid)?;
    let by = key.asked_by(me, body.content);
    let request = key.required(by.user.id(), body.content)?;
    let payouts = api.cash.executed(batch, ExecutedCommand { by, on, request }).await.map_err(not_done)?;
    let told = api.cash.as_told(payouts).await?;
    Ok(HttpResponse::Ok().json(Data { data: told.iter().map(PayoutBody::from).collect::<Vec<_>>() }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReturnedBody {
    /// The day on which it came back
    #[schema(value_type = NaiveDate)]
    on: String,
    /// What the bank says
    reason: String,
}

#[utoipa::path(tag = "payments", summary = "Record that a payout came back", description = "Answers the one that is due to a seller in its place. What went back to a payer lies where it was taken from: that answers what came back. It takes a step-up (403 `step_up_required`).",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ReturnedBody,
    responses((status = 200, body = Data<PayoutBody>)))]
#[post("/operator/payouts/{id}/returned")]
pub(crate) async fn return_payout(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ReturnedBody>,
) -> Result<HttpResponse, Problem> {
    let id = PayoutId(parse_id(&id)?);
    let mut fields = Fields::default();
    let on = fields.take("on", parse_date(&body.value.on));
    let reason = fields.take("reason", Note::parse(&body.value.reason));
    let back = fields.finish(on.zip(reason).map(|(on, reason)| Returned { on, reason: Some(reason) })).map_err(Problem::invalid)?;
    let by = key.asked_by(me, body.content);
    let request = key.required(by.user.id(), body.content)?;
    let again = api.cash.returned(id, ReturnedCommand { by, back, request }).await.map_err(not_done)?;
    shown(&api, again).await
}
