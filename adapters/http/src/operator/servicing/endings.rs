//! What two people do with a receivable.

use crate::{
    approvals::body::{AwaitsBody, awaits, not_proposed},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    operator::{receivables::body::ExaminedReceivableBody, servicing::deciding::NotedBody},
    receivables::body::parse_id,
    session::ReceivableManager,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::approvals::{EndingCommand, Performed};
use sooner_domain::{
    approvals::proposal::Ending,
    kernel::{
        Invalid,
        money::{Currency, Money},
        text::Note,
    },
    receivables::evidence::Liftable,
};
use sooner_shared::{
    coded_body::{LiftableCode, LossCauseCode, member},
    fields::Fields,
};
use utoipa::ToSchema;

async fn end(
    me: ReceivableManager,
    api: &Api,
    id: &str,
    (key, content): (Key, [u8; 32]),
    (version, what, note): (i64, Ending, Option<Note>),
) -> Result<HttpResponse, Problem> {
    let id = parse_id(id)?;
    let request = key.required(me.user.id(), content)?;
    let command = EndingCommand { by: me.clone(), version, what, note, request };
    match api.approvals.end_receivable(id, command).await.map_err(not_proposed)? {
        Performed::Done(look) => {
            let look = Box::pin(api.receivables.with_its_holdings(look)).await?;
            Ok(HttpResponse::Ok().json(Data { data: ExaminedReceivableBody::new(&look, &me.operator()) }))
        }
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct WriteOffBody {
    /// The version of the receivable one saw
    version: i64,
    #[schema(value_type = LossCauseCode)]
    cause: String,
    note: Option<String>,
}

#[utoipa::path(tag = "receivables", summary = "Write a receivable off",
    description = "The house gives up on it, and bears its cover of what is open. Where a second person has to approve, 202 with the approval.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = WriteOffBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/receivables/{id}/write-off")]
pub(crate) async fn write_off_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<WriteOffBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let cause = fields.take("cause", member(&body.value.cause));
    let note = fields.optional("note", body.value.note.as_deref(), Note::parse);
    let what = fields.finish(cause.map(Ending::WriteOff)).map_err(Problem::invalid)?;
    end(me, &api, &id, (key, body.content), (body.value.version, what, note)).await
}

#[utoipa::path(tag = "receivables", summary = "Take back the newest that happened to a receivable",
    description = "By reversing entries, never by deletion. Where a second person has to approve, 202 with the approval.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = NotedBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/receivables/{id}/undo")]
pub(crate) async fn undo_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<NotedBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let note = fields.optional("note", body.value.note.as_deref(), Note::parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    end(me, &api, &id, (key, body.content), (body.value.version, Ending::Undo, note)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GiveUpBody {
    /// The version of the receivable one saw
    version: i64,
    /// In minor units of `currency`
    amount: i64,
    /// The receivable’s
    currency: String,
    note: Option<String>,
}

#[utoipa::path(tag = "receivables", summary = "Waive what a seller owes for a receivable",
    description = "The house bears it as a loss. Where a second person has to approve, 202 with the approval.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = GiveUpBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/receivables/{id}/give-up")]
pub(crate) async fn give_up_debt(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<GiveUpBody>,
) -> Result<HttpResponse, Problem> {
    let Json { value: said, content } = body;
    let mut fields = Fields::default();
    let currency = fields.take("currency", Currency::parse(&said.currency));
    let money = currency.and_then(|currency| fields.take("amount", some_of(said.amount, currency)));
    let note = fields.optional("note", said.note.as_deref(), Note::parse);
    let what = fields.finish(money.map(Ending::GiveUp)).map_err(Problem::invalid)?;
    end(me, &api, &id, (key, content), (said.version, what, note)).await
}

#[utoipa::path(tag = "receivables", summary = "Undo the waiver of a seller’s debt",
    description = "What was given up last of what it owes for the receivable, as far as it did not go back with the debt since: 409 `not_possible` where nothing of it is left. By a reversing entry. Where a second person has to approve, 202 with the approval.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = NotedBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/receivables/{id}/undo-give-up")]
pub(crate) async fn undo_give_up(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<NotedBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let note = fields.optional("note", body.value.note.as_deref(), Note::parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    end(me, &api, &id, (key, body.content), (body.value.version, Ending::UndoGiveUp, note)).await
}

/// More than nothing.
fn some_of(amount: i64, currency: Currency) -> Result<Money, Invalid> {
    if amount > 0 { Money::parse(amount, currency) } else { Err(Invalid::AmountTooSmall { min: 1 }) }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LiftBody {
    /// The version of the receivable one saw
    version: i64,
    /// What it is sold in spite of; `duplicate_exact` unless given
    #[schema(value_type = Option<LiftableCode>)]
    check: Option<String>,
    /// Why it can be sold all the same
    note: String,
}

#[utoipa::path(tag = "receivables", summary = "Lift a check",
    description = "Lets it be sold in spite of what a check finds: a number that starts again each year, a final invoice that names the invoices before it, or an invoice that was to be collected and is to be transferred. Where a second person has to approve, 202 with the approval.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = LiftBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/receivables/{id}/lift-duplicate")]
pub(crate) async fn lift_duplicate(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<LiftBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let check = fields.take("check", body.value.check.as_deref().map_or(Ok(Liftable::DuplicateExact), member));
    let note = fields.take("note", Note::parse(&body.value.note));
    let (check, note) = fields.finish(check.zip(note)).map_err(Problem::invalid)?;
    end(me, &api, &id, (key, body.content), (body.value.version, Ending::Lift(check), Some(note))).await
}
