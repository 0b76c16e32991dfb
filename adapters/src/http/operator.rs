//! The review back office: the queue, a case, the decisions.

use super::{
    Api,
    body::{Data, Json},
    buyers::BuyerBody,
    error::{ErrorCode, Problem, ProblemBody},
    idempotency::Key,
    onboarding::{OnboardingBody, blocked},
    session::Operator,
    user::UserDetailsBody,
};
use crate::{
    coded_body::{DisapprovalReasonCode, DocumentKindCode},
    fields::{FieldErrors, Fields},
};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    onboarding::{
        Case, DecideError, Ruling,
        ports::{QueueEntry, QueuePlace},
    },
    once::Once,
};
use sooner_domain::{
    Invalid,
    coded::Coded,
    ids::ApplicationId,
    onboarding::{
        application::{Decision, DisapprovalReason},
        document::DocumentKind,
        status::OnboardingStatus,
    },
    text::Note,
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QueueEntryBody {
    id: Uuid,
    #[schema(minimum = 0, maximum = 4)]
    status: i16,
    version: i64,
    company_name: Option<String>,
    applicant: UserDetailsBody,
    waiting_since: DateTime<Utc>,
}

impl From<&QueueEntry> for QueueEntryBody {
    fn from(entry: &QueueEntry) -> Self {
        Self {
            id: entry.place.id.0,
            status: entry.status.number(),
            version: entry.version,
            company_name: entry.company.legal_name.as_ref().map(|name| name.as_str().to_owned()),
            applicant: UserDetailsBody::new(&entry.applicant, entry.status.number()),
            waiting_since: entry.place.waiting_since,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct QueueBody {
    applications: Vec<QueueEntryBody>,
    /// Names the next page; absent on the last one.
    next: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct CaseBody {
    id: Uuid,
    applicant: UserDetailsBody,
    onboarding: OnboardingBody,
    buyers: Vec<BuyerBody>,
}

impl From<&Case> for CaseBody {
    fn from(case: &Case) -> Self {
        let application = &case.view.application;
        Self {
            id: application.parts().id.0,
            applicant: UserDetailsBody::new(&case.applicant, application.status().number()),
            onboarding: OnboardingBody::from(&case.view),
            buyers: case.buyers.iter().map(BuyerBody::from).collect(),
        }
    }
}

#[derive(Deserialize)]
struct QueueQuery {
    status: Option<String>,
    cursor: Option<String>,
}

fn cursor(place: QueuePlace) -> String {
    format!("{}.{}", place.waiting_since.timestamp_micros(), place.id)
}

fn parse_cursor(text: &str) -> Result<QueuePlace, Invalid> {
    let place = || {
        let (micros, id) = text.split_once('.')?;
        let waiting_since = DateTime::from_timestamp_micros(micros.parse().ok()?)?;
        Some(QueuePlace { waiting_since, id: ApplicationId(Uuid::try_parse(id).ok()?) })
    };
    place().ok_or(Invalid("This is no cursor of the queue."))
}

fn parse_status(text: &str) -> Result<OnboardingStatus, Invalid> {
    text.parse().ok().and_then(OnboardingStatus::from_number).ok_or(Invalid("A status is a number from 0 to 4."))
}

#[utoipa::path(tag = "operator", summary = "The queue", description = "The applications of a status, the longest waiting first, fifty a page.",
    security(("bearer" = [])),
    params(("status" = Option<i16>, Query, description = "0 to 4; 1 unless given"), ("cursor" = Option<String>, Query, description = "`next` of the page before")),
    responses((status = 200, body = Data<QueueBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[get("/operator/applications")]
pub(super) async fn list_applications(_me: Operator, api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query =
        web::Query::<QueueQuery>::from_query(request.query_string()).map_err(|_| Problem::malformed("The query cannot be read."))?;
    let mut fields = Fields::default();
    let status = fields.take("status", parse_status(query.status.as_deref().unwrap_or("1")));
    let after = fields.optional("cursor", query.cursor.as_deref(), parse_cursor);
    let status = fields.finish(status).map_err(Problem::invalid)?;
    let page = api.onboarding.queue(status, after).await?;
    let data = QueueBody { applications: page.entries.iter().map(QueueEntryBody::from).collect(), next: page.next.map(cursor) };
    Ok(HttpResponse::Ok().json(Data { data }))
}

fn parse_id(text: &str) -> Result<ApplicationId, Problem> {
    Uuid::try_parse(text).map(ApplicationId).map_err(|_| Problem::not_found())
}

#[utoipa::path(tag = "operator", summary = "A case", security(("bearer" = [])), params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<CaseBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[get("/operator/applications/{id}")]
pub(super) async fn read_application(_me: Operator, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let case = api.onboarding.case(parse_id(&id)?).await?.ok_or_else(Problem::not_found)?;
    Ok(HttpResponse::Ok().json(Data { data: CaseBody::from(&case) }))
}

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
        let kind = DocumentKind::from_code(&body.kind).ok_or(Invalid("Choose what the document is."));
        let kind = fields.take(format!("documents[{index}].kind"), kind);
        kind.zip(fields.take(format!("documents[{index}].reason"), Note::parse(&body.reason)))
    };
    bodies.iter().enumerate().filter_map(parse).collect()
}

impl DisapproveBody {
    fn parse(&self) -> Result<Decision, FieldErrors> {
        let mut fields = Fields::default();
        let reason =
            |text: &String| fields.take("reasons", DisapprovalReason::from_code(text).ok_or(Invalid("Choose reasons of the list.")));
        let reasons: Vec<_> = self.reasons.iter().filter_map(reason).collect();
        if self.reasons.is_empty() {
            fields.refuse("reasons", "Give at least one reason.");
        }
        let note = note(&mut fields, self.note.as_deref());
        fields.finish(Some(Decision::Disapprove { reasons, note }))
    }
}

/// What an operator's idempotency keys are for.
const OPERATION: &str = "applications.decide";

fn ruling(me: &Operator, version: i64, decision: Decision, once: Option<Once>) -> Ruling {
    Ruling { by: me.user.id(), version, decision, once }
}

/// Decides, or says why not.
async fn decide(api: &Api, id: &str, ruling: Ruling) -> Result<HttpResponse, Problem> {
    let case = api.onboarding.decide(parse_id(id)?, ruling).await.map_err(|error| match error {
        DecideError::NotFound => Problem::not_found(),
        DecideError::Stale => Problem::new(ErrorCode::StaleVersion, "Somebody decided meanwhile. Look at the case once more."),
        DecideError::Blocked(reason) => blocked(reason),
        DecideError::OtherContent => Problem::idempotency_mismatch(),
        DecideError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Ok().json(Data { data: CaseBody::from(&case) }))
}

#[utoipa::path(tag = "operator", summary = "Approve", security(("bearer" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = ApproveBody, responses((status = 200, body = Data<CaseBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[post("/operator/applications/{id}/approve")]
pub(super) async fn approve(
    me: Operator,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ApproveBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let note = note(&mut fields, body.value.note.as_deref());
    let decision = fields.finish(Some(Decision::Approve { note })).map_err(Problem::invalid)?;
    decide(&api, &id, ruling(&me, body.value.version, decision, key.once(me.user.id(), OPERATION, body.content))).await
}

#[utoipa::path(tag = "operator", summary = "Disapprove", security(("bearer" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = DisapproveBody, responses((status = 200, body = Data<CaseBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[post("/operator/applications/{id}/disapprove")]
pub(super) async fn disapprove(
    me: Operator,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<DisapproveBody>,
) -> Result<HttpResponse, Problem> {
    let decision = body.value.parse().map_err(Problem::invalid)?;
    decide(&api, &id, ruling(&me, body.value.version, decision, key.once(me.user.id(), OPERATION, body.content))).await
}

#[utoipa::path(tag = "operator", summary = "Ask for documents", security(("bearer" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = RequestDocumentsBody, responses((status = 200, body = Data<CaseBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[post("/operator/applications/{id}/request-documents")]
pub(super) async fn request_documents(
    me: Operator,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<RequestDocumentsBody>,
) -> Result<HttpResponse, Problem> {
    let RequestDocumentsBody { version, documents: bodies, note: text } = &body.value;
    let mut fields = Fields::default();
    if bodies.is_empty() {
        fields.refuse("documents", "Ask for at least one document.");
    }
    let documents = documents(&mut fields, bodies);
    let note = note(&mut fields, text.as_deref());
    let decision = fields.finish(Some(Decision::RequestDocuments { documents, note })).map_err(Problem::invalid)?;
    decide(&api, &id, ruling(&me, *version, decision, key.once(me.user.id(), OPERATION, body.content))).await
}

#[utoipa::path(tag = "operator", summary = "Reopen", security(("bearer" = [])), params(("id" = Uuid, Path), ("Idempotency-Key" = Option<String>, Header)),
    request_body = ReopenBody, responses((status = 200, body = Data<CaseBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[post("/operator/applications/{id}/reopen")]
pub(super) async fn reopen(
    me: Operator,
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
    decide(&api, &id, ruling(&me, *version, decision, key.once(me.user.id(), OPERATION, body.content))).await
}
