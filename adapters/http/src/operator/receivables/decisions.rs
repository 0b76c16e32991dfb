//! What an operator decides on a receivable alone.

use super::body::ExaminedReceivableBody;
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    receivables::{body::parse_id, refused::not_done},
    session::ReceivableManager,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::receivables::{HouseCommand, HouseDecision, ReceivableError, Resolution};
use sooner_domain::{
    kernel::{Invalid, minor::Minor, money::Money, text::Note},
    receivables::{facts::InvoiceDocumentId, receivable::Blocked},
};
use sooner_shared::{
    coded_body::{DisputeReasonCode, EvidenceKindCode, member},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A body that says what is decided, and on which version.
trait Decision {
    fn version(&self) -> i64;

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision>;
}

async fn decide<B: Decision>(me: ReceivableManager, api: &Api, id: &str, (key, body): (Key, Json<B>)) -> Result<HttpResponse, Problem> {
    let id = parse_id(id)?;
    let mut fields = Fields::default();
    let what = body.value.parse(&mut fields);
    let what = fields.finish(what).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    let command = HouseCommand { by: me.clone(), version: body.value.version(), what, request };
    let look = api.financing.decide(id, command).await.map_err(|error| match error {
        ReceivableError::Blocked(Blocked::NoSuchDocument) => Problem::field("file", Invalid::NotListed),
        other => not_done(other),
    })?;
    Ok(HttpResponse::Ok().json(Data { data: ExaminedReceivableBody::new(&look, &me.operator()) }))
}

/// Whether an amount is one of its receivable is for the domain to say.
fn amount(fields: &mut Fields, amount: i64) -> Option<Minor> {
    let is_amount = (1..=Money::MAX_MINOR).contains(&amount);
    fields.take("amount", if is_amount { Ok(Minor::new(amount)) } else { Err(Invalid::OutOfRange { min: 1, max: Money::MAX_MINOR }) })
}

fn note(fields: &mut Fields, note: Option<&str>) -> Option<Note> {
    fields.optional("note", note, Note::parse)
}

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

impl Decision for VerifyBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        let kind = fields.take("kind", member(&self.kind));
        let amount = amount(fields, self.amount);
        let due_on = fields.optional("dueOn", self.due_on.as_deref(), parse_date);
        let note = note(fields, self.note.as_deref());
        Some(HouseDecision::Verify { kind: kind?, amount: amount?, due_on, note, file: self.file.map(InvoiceDocumentId) })
    }
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
    decide(me, &api, &id, (key, body)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RejectBody {
    /// The version of the receivable one saw
    version: i64,
    /// The seller reads it
    reason: String,
}

impl Decision for RejectBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        Some(HouseDecision::Reject { reason: fields.take("reason", Note::parse(&self.reason))? })
    }
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
    decide(me, &api, &id, (key, body)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HoldReceivableBody {
    /// The version of the receivable one saw
    version: i64,
    /// Colleagues read it, the seller does not
    note: Option<String>,
}

impl Decision for HoldReceivableBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        Some(HouseDecision::Hold { note: note(fields, self.note.as_deref()) })
    }
}

#[utoipa::path(tag = "receivables", summary = "Hold a receivable", description = "Nothing of it is offered or paid out until it is released.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = HoldReceivableBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/hold")]
pub(crate) async fn hold_receivable(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<HoldReceivableBody>,
) -> Result<HttpResponse, Problem> {
    decide(me, &api, &id, (key, body)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReleaseReceivableBody {
    /// The version of the receivable one saw
    version: i64,
}

impl Decision for ReleaseReceivableBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, _: &mut Fields) -> Option<HouseDecision> {
        Some(HouseDecision::Release)
    }
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
    decide(me, &api, &id, (key, body)).await
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

impl Decision for EnterDisputeBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        let amount = amount(fields, self.amount);
        let reason = fields.take("reason", member(&self.reason));
        let note = note(fields, self.note.as_deref());
        Some(HouseDecision::Dispute { amount: amount?, reason: reason?, note })
    }
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
    decide(me, &api, &id, (key, body)).await
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

impl Decision for ResolveBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        Some(HouseDecision::Resolve { resolution: fields.take("resolution", resolution(&self.resolution))? })
    }
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
    decide(me, &api, &id, (key, body)).await
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

impl Decision for CreditNoteBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        let on = fields.take("on", parse_date(&self.on));
        let amount = amount(fields, self.amount);
        let reason = fields.take("reason", Note::parse(&self.reason));
        Some(HouseDecision::CreditNote { on: on?, amount: amount?, reason: reason? })
    }
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
    decide(me, &api, &id, (key, body)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CloseShortBody {
    /// The version of the receivable one saw
    version: i64,
    note: Option<String>,
}

impl Decision for CloseShortBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        Some(HouseDecision::CloseShort { note: note(fields, self.note.as_deref()) })
    }
}

#[utoipa::path(tag = "receivables", summary = "Close a receivable short", description = "What is open is a deduction, which the seller bears.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = CloseShortBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/close-short")]
pub(crate) async fn close_short(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<CloseShortBody>,
) -> Result<HttpResponse, Problem> {
    decide(me, &api, &id, (key, body)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChargeBackBody {
    /// The version of the receivable one saw
    version: i64,
    note: Option<String>,
}

impl Decision for ChargeBackBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        Some(HouseDecision::ChargeBack { note: note(fields, self.note.as_deref()) })
    }
}

#[utoipa::path(tag = "receivables", summary = "Charge a receivable back", description = "It goes back to the seller, who owes what the reserve does not hold.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ChargeBackBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/charge-back")]
pub(crate) async fn charge_back(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ChargeBackBody>,
) -> Result<HttpResponse, Problem> {
    decide(me, &api, &id, (key, body)).await
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

impl Decision for ExtendBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        let due_on = fields.take("dueOn", parse_date(&self.due_on));
        let note = note(fields, self.note.as_deref());
        Some(HouseDecision::Extend { due_on: due_on?, note })
    }
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
    decide(me, &api, &id, (key, body)).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UseCreditBody {
    /// The version of the receivable one saw
    version: i64,
    /// In minor units of its currency
    amount: i64,
}

impl Decision for UseCreditBody {
    fn version(&self) -> i64 {
        self.version
    }

    fn parse(&self, fields: &mut Fields) -> Option<HouseDecision> {
        Some(HouseDecision::UseCredit { amount: amount(fields, self.amount)? })
    }
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
    decide(me, &api, &id, (key, body)).await
}
