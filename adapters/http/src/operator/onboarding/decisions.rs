//! What operators do on a case: take it, judge its documents and buyers, decide.

use super::{
    alike::{CaseBuyerBody, which_debtor},
    case::{CaseBody, not_done, parse_id, stale},
};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::Key,
    },
    onboarding::{buyers, form::blocked},
    session::Reviewer,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::onboarding::{BuyerRuling, DecideBuyerError, ReviewCommand};
use sooner_domain::{
    kernel::{Invalid, coded::Coded, text::Note},
    onboarding::{
        application::Blocked,
        decision::{Decision, DisapprovalReason, Review},
        document::{DocumentId, DocumentKind, Judgement, Verdict},
    },
    parties::buyer::{BuyerDecision, BuyerStatus},
};
use sooner_shared::{
    coded_body::{BuyerDecisionCode, BuyerStatusCode, DisapprovalReasonCode, DocumentKindCode, VerdictCode},
    fields::{FieldErrors, Fields},
};
use utoipa::ToSchema;
use uuid::Uuid;

/// What every decision says: which version the operator saw, and perhaps a note for the applicant.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ApproveBody {
    version: i64,
    note: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DisapproveBody {
    version: i64,
    #[schema(value_type = Vec<DisapprovalReasonCode>, min_items = 1)]
    reasons: Vec<String>,
    note: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RequestedDocumentBody {
    #[schema(value_type = DocumentKindCode)]
    kind: String,
    /// Why; the applicant reads it.
    reason: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RequestDocumentsBody {
    version: i64,
    #[schema(min_items = 1)]
    documents: Vec<RequestedDocumentBody>,
    note: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ReopenBody {
    version: i64,
    /// Documents to ask for at once; none asks for nothing but another submission.
    #[serde(default)]
    documents: Vec<RequestedDocumentBody>,
    note: Option<String>,
}

fn note(fields: &mut Fields, text: Option<&str>) -> Option<Note> {
    fields.optional("note", text, Note::parse)
}

fn documents(fields: &mut Fields, bodies: &[RequestedDocumentBody]) -> Vec<(DocumentKind, Note)> {
    let parse = |(index, body): (usize, &RequestedDocumentBody)| {
        let kind = DocumentKind::from_code(&body.kind).ok_or(Invalid::DocumentKindUnknown);
        let kind = fields.take(format!("documents[{index}].kind"), kind);
        kind.zip(fields.take(format!("documents[{index}].reason"), Note::parse(&body.reason)))
    };
    bodies.iter().enumerate().filter_map(parse).collect()
}

impl DisapproveBody {
    fn parse(&self) -> Result<Decision, FieldErrors> {
        let mut fields = Fields::default();
        let reason = |text: &String| fields.take("reasons", DisapprovalReason::from_code(text).ok_or(Invalid::DisapprovalReasonUnknown));
        let reasons: Vec<_> = self.reasons.iter().filter_map(reason).collect();
        let note = note(&mut fields, self.note.as_deref());
        // What was refused above is not missing besides.
        let decision = if reasons.len() == self.reasons.len() { fields.take("reasons", Decision::disapprove(reasons, note)) } else { None };
        fields.finish(decision)
    }
}

/// Does it, or says why not.
async fn review(api: &Api, id: &str, command: ReviewCommand) -> Result<HttpResponse, Problem> {
    let by = command.by.operator();
    let case = api.onboarding.review(parse_id(id)?, command).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: CaseBody::new(&case, &by) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SeenBody {
    /// The version the operator saw
    version: i64,
}

#[utoipa::path(tag = "operator", summary = "Take a case", description = "Shows colleagues who is on it; a case a colleague is on is taken over.", params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = SeenBody, responses((status = 200, body = Data<CaseBody>)))]
#[post("/operator/applications/{id}/take")]
pub(crate) async fn take(
    me: Reviewer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SeenBody>,
) -> Result<HttpResponse, Problem> {
    let (request, by) = (key.request(me.user.id(), body.content)?, me.clone());
    review(&api, &id, ReviewCommand { by, version: body.value.version, review: Review::Take, request }).await
}

#[utoipa::path(tag = "operator", summary = "Give a case back", params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = SeenBody, responses((status = 200, body = Data<CaseBody>)))]
#[post("/operator/applications/{id}/give-back")]
pub(crate) async fn give_back(
    me: Reviewer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SeenBody>,
) -> Result<HttpResponse, Problem> {
    let (request, by) = (key.request(me.user.id(), body.content)?, me.clone());
    review(&api, &id, ReviewCommand { by, version: body.value.version, review: Review::GiveBack, request }).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VerdictBody {
    version: i64,
    #[schema(value_type = VerdictCode)]
    verdict: String,
    /// Required where the document is rejected; the applicant reads it.
    reason: Option<String>,
}

#[utoipa::path(tag = "operator", summary = "Judge a document",
    params(("id" = Uuid, Path), ("document" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = VerdictBody, responses((status = 200, body = Data<CaseBody>)))]
#[post("/operator/applications/{id}/documents/{document}/verdict")]
pub(crate) async fn judge_document(
    me: Reviewer,
    api: web::Data<Api>,
    path: web::Path<(String, String)>,
    key: Key,
    body: Json<VerdictBody>,
) -> Result<HttpResponse, Problem> {
    let (id, document) = path.into_inner();
    let document = Uuid::try_parse(&document).map(DocumentId).map_err(|_| Problem::not_found())?;
    let VerdictBody { version, verdict, reason } = &body.value;
    let mut fields = Fields::default();
    let verdict = fields.take("verdict", Verdict::from_code(verdict).ok_or(Invalid::VerdictUnknown));
    let reason = fields.optional("reason", reason.as_deref(), Note::parse);
    let judgement = verdict.and_then(|verdict| fields.take("reason", Judgement::of(verdict, reason)));
    let judge = Review::Judge { document, judgement: fields.finish(judgement).map_err(Problem::invalid)? };
    let (request, by) = (key.request(me.user.id(), body.content)?, me.clone());
    review(&api, &id, ReviewCommand { by, version: *version, review: judge, request }).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BuyerDecisionBody {
    /// How the operator saw the buyer
    #[schema(value_type = BuyerStatusCode)]
    seen: String,
    #[schema(value_type = BuyerDecisionCode)]
    decision: String,
    /// The debtor that the buyer is, of the similar ones
    debtor: Option<Uuid>,
    /// Or else the similar ones, none of which it is: a new debtor is made
    #[serde(default)]
    none_of: Vec<Uuid>,
}

pub(super) fn buyer_undecided(error: DecideBuyerError) -> Problem {
    match error {
        DecideBuyerError::NotFound => Problem::not_found(),
        DecideBuyerError::NotThatDebtor => Problem::field("debtor", Invalid::NotListed),
        DecideBuyerError::Undecided(_) => {
            Problem::new(ErrorCode::DebtorUndecided, "Other debtors look like this buyer. Say whether it is one of them.")
        }
        DecideBuyerError::Stale => stale(),
        DecideBuyerError::Blocked(Blocked::NotEditable) => {
            Problem::new(ErrorCode::NotEditable, "You can’t decide on buyers at this stage.")
        }
        DecideBuyerError::Blocked(reason) => blocked(reason),
        DecideBuyerError::Idempotency(error) => error.into(),
        DecideBuyerError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "operator", summary = "Approve or decline a buyer",
    description = "An approved buyer is tied to a debtor: the one of its country and number. Where there is none and others are similar, the request says which of them it is, or that it is none of them.",
    params(("id" = Uuid, Path), ("buyer" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = BuyerDecisionBody, responses((status = 200, body = Data<CaseBuyerBody>)))]
#[post("/operator/applications/{id}/buyers/{buyer}/decision")]
pub(crate) async fn decide_buyer(
    me: Reviewer,
    api: web::Data<Api>,
    path: web::Path<(String, String)>,
    key: Key,
    body: Json<BuyerDecisionBody>,
) -> Result<HttpResponse, Problem> {
    let (id, buyer) = path.into_inner();
    let buyer = buyers::parse_id(&buyer)?;
    let BuyerDecisionBody { seen, decision, debtor, none_of } = &body.value;
    let mut fields = Fields::default();
    let seen = fields.take("seen", BuyerStatus::from_code(seen).ok_or(Invalid::BuyerStatusUnknown));
    let decision = fields.take("decision", BuyerDecision::from_code(decision).ok_or(Invalid::BuyerDecisionUnknown));
    let (seen, decision) = fields.finish(seen.zip(decision)).map_err(Problem::invalid)?;
    let debtor = which_debtor(*debtor, none_of);
    let ruling = BuyerRuling { by: me.operator(), seen, decision, debtor, request: key.required(me.user.id(), body.content)? };
    let buyer = api.onboarding.decide_buyer(parse_id(&id)?, buyer, ruling).await.map_err(buyer_undecided)?;
    Ok(HttpResponse::Ok().json(Data { data: CaseBuyerBody::from(&buyer) }))
}

#[utoipa::path(tag = "operator", summary = "Approve", description = "By a reviewer who confirms it (403 `step_up_required` otherwise).",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ApproveBody, responses((status = 200, body = Data<CaseBody>)))]
#[post("/operator/applications/{id}/approve")]
pub(crate) async fn approve(
    me: Reviewer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ApproveBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let note = note(&mut fields, body.value.note.as_deref());
    let decision = fields.finish(Some(Decision::Approve { note })).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let (request, by) = (key.required(me.user.id(), body.content)?, me.clone());
    review(&api, &id, ReviewCommand { by, version: body.value.version, review: Review::Decide(decision), request }).await
}

#[utoipa::path(tag = "operator", summary = "Disapprove", params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = DisapproveBody, responses((status = 200, body = Data<CaseBody>)))]
#[post("/operator/applications/{id}/disapprove")]
pub(crate) async fn disapprove(
    me: Reviewer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<DisapproveBody>,
) -> Result<HttpResponse, Problem> {
    let decision = body.value.parse().map_err(Problem::invalid)?;
    let (request, by) = (key.required(me.user.id(), body.content)?, me.clone());
    review(&api, &id, ReviewCommand { by, version: body.value.version, review: Review::Decide(decision), request }).await
}

#[utoipa::path(tag = "operator", summary = "Ask for documents", params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = RequestDocumentsBody, responses((status = 200, body = Data<CaseBody>)))]
#[post("/operator/applications/{id}/request-documents")]
pub(crate) async fn request_documents(
    me: Reviewer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<RequestDocumentsBody>,
) -> Result<HttpResponse, Problem> {
    let RequestDocumentsBody { version, documents: bodies, note: text } = &body.value;
    let mut fields = Fields::default();
    let documents = documents(&mut fields, bodies);
    let note = note(&mut fields, text.as_deref());
    let decision =
        if documents.len() == bodies.len() { fields.take("documents", Decision::request_documents(documents, note)) } else { None };
    let decision = fields.finish(decision).map_err(Problem::invalid)?;
    let (request, by) = (key.required(me.user.id(), body.content)?, me.clone());
    review(&api, &id, ReviewCommand { by, version: *version, review: Review::Decide(decision), request }).await
}

#[utoipa::path(tag = "operator", summary = "Reopen", params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = ReopenBody, responses((status = 200, body = Data<CaseBody>)))]
#[post("/operator/applications/{id}/reopen")]
pub(crate) async fn reopen(
    me: Reviewer,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ReopenBody>,
) -> Result<HttpResponse, Problem> {
    let ReopenBody { version, documents: bodies, note: text } = &body.value;
    let mut fields = Fields::default();
    let documents = documents(&mut fields, bodies);
    let note = note(&mut fields, text.as_deref());
    let decision = fields.finish(Some(Decision::Reopen { documents, note })).map_err(Problem::invalid)?;
    let (request, by) = (key.required(me.user.id(), body.content)?, me.clone());
    review(&api, &id, ReviewCommand { by, version: *version, review: Review::Decide(decision), request }).await
}
