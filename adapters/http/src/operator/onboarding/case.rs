//! One application as an operator sees it.

use super::{alike::CaseBuyerBody, noticed::NoticeBody};
use crate::{
    identity::step_up::step_up_required,
    kernel::{
        api::Api,
        body::Data,
        error::{ErrorCode, Problem},
    },
    onboarding::{
        form::{OnboardingBody, Reader, blocked},
        user_body::{NamedPersonBody, UserDetailsBody},
    },
    session::CaseReader,
};
use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_application::onboarding::{Case, ReviewError, SubmissionDiff, ports::Submission};
use sooner_domain::{
    kernel::change::Changed,
    onboarding::{actions::OperatorAction, application::ApplicationId},
    parties::operator::Operator,
};
use sooner_shared::form_body::FormBody;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};
use uuid::Uuid;

/// What the operator may do now.
#[derive(Serialize)]
#[serde(transparent)]
struct AllowedReview(&'static str);

impl PartialSchema for AllowedReview {
    fn schema() -> RefOr<Schema> {
        let codes = OperatorAction::all().map(OperatorAction::code);
        ObjectBuilder::new().schema_type(Type::String).description(Some("What the operator may do now.")).enum_values(Some(codes)).into()
    }
}

impl ToSchema for AllowedReview {}

/// One answer, before and after
#[derive(Serialize, ToSchema)]
pub(crate) struct ChangedBody {
    /// Such as `company.legalName` or `people[0].bornOn`
    field: String,
    before: Option<String>,
    after: Option<String>,
}

impl From<&Changed> for ChangedBody {
    fn from(Changed { field, before, after }: &Changed) -> Self {
        Self { field: field.clone(), before: before.clone(), after: after.clone() }
    }
}

/// What changed since the version before
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SinceBody {
    number: i32,
    submitted_at: DateTime<Utc>,
    answers: Vec<ChangedBody>,
    /// New ones
    documents: Vec<Uuid>,
    /// New ones
    buyers: Vec<Uuid>,
}

impl From<&SubmissionDiff> for SinceBody {
    fn from(since: &SubmissionDiff) -> Self {
        Self {
            number: since.number,
            submitted_at: since.submitted_at,
            answers: since.answers.iter().map(ChangedBody::from).collect(),
            documents: since.documents.iter().map(|id| id.0).collect(),
            buyers: since.buyers.iter().map(|id| id.0).collect(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct VersionBody {
    number: i32,
    submitted_at: DateTime<Utc>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CaseBody {
    id: Uuid,
    /// Whose it is: what a facility is offered to
    company_id: Uuid,
    applicant: UserDetailsBody,
    onboarding: OnboardingBody,
    buyers: Vec<CaseBuyerBody>,
    /// The operator who is on it
    reviewer: Option<NamedPersonBody>,
    /// The versions handed in, the first one first
    submissions: Vec<VersionBody>,
    since: Option<SinceBody>,
    /// What the machine noticed
    noticed: Vec<NoticeBody>,
    allowed_actions: Vec<AllowedReview>,
}

impl CaseBody {
    pub(crate) fn new(case: &Case, me: &Operator) -> Self {
        let application = &case.view.application;
        let version = |version: &Submission| VersionBody { number: version.number, submitted_at: version.submitted_at };
        Self {
            id: application.parts().id.0,
            company_id: application.parts().company.0,
            applicant: UserDetailsBody::new(&case.applicant, application.status()),
            onboarding: OnboardingBody::new(&case.view, Reader::Operator),
            buyers: case.buyers.iter().map(CaseBuyerBody::from).collect(),
            reviewer: case.reviewer.as_ref().map(NamedPersonBody::from),
            submissions: case.submissions.iter().map(version).collect(),
            since: case.since.as_ref().map(SinceBody::from),
            noticed: case.noticed.iter().map(NoticeBody::from).collect(),
            allowed_actions: case.allowed_actions(me).into_iter().map(|action| AllowedReview(action.code())).collect(),
        }
    }
}

pub(crate) fn parse_id(text: &str) -> Result<ApplicationId, Problem> {
    Uuid::try_parse(text).map(ApplicationId).map_err(|_| Problem::not_found())
}

pub(crate) fn stale() -> Problem {
    Problem::new(ErrorCode::StaleVersion, "This case has changed in the meantime. Check it again.")
}

pub(crate) fn not_done(error: ReviewError) -> Problem {
    match error {
        ReviewError::NotFound => Problem::not_found(),
        ReviewError::Stale => stale(),
        ReviewError::Blocked(reason) => blocked(reason),
        ReviewError::StepUpRequired(required) => step_up_required(required),
        ReviewError::Idempotency(error) => error.into(),
        ReviewError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "operator", summary = "A case", params(("id" = Uuid, Path)),
    responses((status = 200, body = Data<CaseBody>)))]
#[get("/operator/applications/{id}")]
pub(crate) async fn read_application(me: CaseReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let case = api.onboarding.case(&me.operator(), parse_id(&id)?).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: CaseBody::new(&case, &me.operator()) }))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SubmissionBody {
    number: i32,
    submitted_at: DateTime<Utc>,
    form: FormBody,
    documents: Vec<Uuid>,
    buyers: Vec<Uuid>,
}

#[utoipa::path(tag = "operator", summary = "A version as it was handed in",
    params(("id" = Uuid, Path), ("number" = i32, Path, minimum = 1)),
    responses((status = 200, body = Data<SubmissionBody>)))]
#[get("/operator/applications/{id}/submissions/{number}")]
pub(crate) async fn read_submission(
    me: CaseReader,
    api: web::Data<Api>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, number) = path.into_inner();
    let number = number.parse().map_err(|_| Problem::not_found())?;
    let version = api.onboarding.submission(&me.operator(), parse_id(&id)?, number).await.map_err(not_done)?;
    let Submission { number, submitted_at, form, documents, buyers } = version;
    let (documents, buyers) = (documents.into_iter().map(|id| id.0).collect(), buyers.into_iter().map(|id| id.0).collect());
    Ok(HttpResponse::Ok().json(Data { data: SubmissionBody { number, submitted_at, form: FormBody::from(&form), documents, buyers } }))
}
