//! The onboarding form.

use super::documents::DocumentBody;
use crate::{
    Api,
    identity::session::{SignedIn, Verified},
    kernel::{
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::Key,
    },
};
use actix_web::{HttpResponse, get, post, put, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_application::onboarding::{ApplicantAction, ChangeError, SubmitError, View};
use sooner_domain::onboarding::{
    application::Blocked,
    decision::{DisapprovalReason, Transition},
    requirements::{Progress, Requirement},
};
use sooner_shared::{
    coded_body::{Code, DisapprovalReasonCode, RequirementCodeCode},
    form_body::FormBody,
};
use utoipa::ToSchema;

#[derive(Debug, Serialize, ToSchema)]
pub struct RequirementBody {
    code: RequirementCodeCode,
    /// Where in the form, such as `company.legalName`, `people[0].bornOn` or `documents.bank_statement`
    field: String,
    message: String,
}

impl From<&Requirement> for RequirementBody {
    fn from(requirement: &Requirement) -> Self {
        let Requirement { code, field, message } = requirement;
        Self { code: Code(*code), field: field.clone(), message: message.clone() }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransitionBody {
    at: DateTime<Utc>,
    from: i16,
    to: i16,
    #[schema(pattern = "^(applicant|operator)$")]
    by: &'static str,
    reasons: Vec<DisapprovalReasonCode>,
    note: Option<String>,
}

/// Who reads.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    Applicant,
    Operator,
}

impl TransitionBody {
    fn new(step: &Transition, reader: Reader) -> Self {
        let told = |reason: &DisapprovalReason| matches!(reader, Reader::Operator) || reason.may_be_told();
        Self {
            at: step.at,
            from: step.from.number(),
            to: step.to.number(),
            // Which operator it was is not the applicant's business.
            by: if step.action.is_applicants() { "applicant" } else { "operator" },
            reasons: step.reasons.iter().copied().filter(told).map(Code).collect(),
            note: step.note.as_ref().map(|note| note.as_str().to_owned()),
        }
    }
}

/// What the applicant may do now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AllowedAction {
    EditForm,
    AttachDocuments,
    AddBuyers,
    Submit,
    Resubmit,
}

impl AllowedAction {
    fn of(action: ApplicantAction) -> Option<Self> {
        use sooner_domain::onboarding::status::Action;
        match action {
            ApplicantAction::EditForm => Some(Self::EditForm),
            ApplicantAction::AttachDocuments => Some(Self::AttachDocuments),
            ApplicantAction::AddBuyers => Some(Self::AddBuyers),
            ApplicantAction::Move(Action::Submit) => Some(Self::Submit),
            ApplicantAction::Move(Action::Resubmit) => Some(Self::Resubmit),
            ApplicantAction::Move(Action::Approve | Action::Disapprove | Action::RequestDocuments | Action::Reopen) => None,
        }
    }
}

/// How far the application is.
#[derive(Serialize, ToSchema)]
struct ProgressBody {
    /// How many of the things asked for are there.
    met: usize,
    /// How many things are asked for, as the answers stand now.
    asked: usize,
}

impl From<Progress> for ProgressBody {
    fn from(Progress { met, asked }: Progress) -> Self {
        Self { met, asked }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OnboardingBody {
    #[schema(minimum = 0, maximum = 4)]
    status: i16,
    version: i64,
    form: FormBody,
    documents: Vec<DocumentBody>,
    missing: Vec<RequirementBody>,
    progress: ProgressBody,
    allowed_actions: Vec<AllowedAction>,
    history: Vec<TransitionBody>,
}

impl OnboardingBody {
    pub(crate) fn new(view: &View, reader: Reader) -> Self {
        let application = &view.application;
        Self {
            status: application.status().number(),
            version: application.parts().version,
            form: FormBody::from(application.form()),
            documents: application.documents().iter().map(DocumentBody::from).collect(),
            missing: view.missing().iter().map(RequirementBody::from).collect(),
            progress: ProgressBody::from(application.progress()),
            allowed_actions: view.allowed_actions().into_iter().filter_map(AllowedAction::of).collect(),
            history: view.history.iter().map(|step| TransitionBody::new(step, reader)).collect(),
        }
    }
}

pub(crate) fn blocked(blocked: Blocked) -> Problem {
    match blocked {
        Blocked::NotEditable => Problem::new(ErrorCode::NotEditable, "The application cannot be changed at this stage."),
        Blocked::NotOnIt => Problem::new(ErrorCode::NotEditable, "You are not on this case."),
        Blocked::TooManyDocuments => Problem::new(ErrorCode::TooManyDocuments, "An application holds at most 20 documents."),
        Blocked::NoSuchDocument => Problem::not_found(),
        Blocked::Incomplete(missing) => Problem::incomplete(missing),
    }
}

pub(crate) fn not_changed(error: ChangeError) -> Problem {
    match error {
        ChangeError::Blocked(reason) => blocked(reason),
        ChangeError::Unavailable(unavailable) => unavailable.into(),
    }
}

fn answer(view: &View) -> HttpResponse {
    HttpResponse::Ok().json(Data { data: OnboardingBody::new(view, Reader::Applicant) })
}

#[utoipa::path(tag = "onboarding", summary = "The application",
    responses((status = 200, body = Data<OnboardingBody>)))]
#[get("/semi-private/onboarding")]
pub(crate) async fn read_onboarding(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    Ok(answer(&api.onboarding.view(me.user.id()).await?))
}

#[utoipa::path(tag = "onboarding", summary = "Save the draft", description = "Replaces the form; parts may be missing. Nothing is saved when a field is wrong.", request_body = FormBody,
    responses((status = 200, body = Data<OnboardingBody>)))]
#[put("/semi-private/onboarding")]
pub(crate) async fn save_onboarding(me: Verified, api: web::Data<Api>, body: Json<FormBody>) -> Result<HttpResponse, Problem> {
    let form = body.value.parse().map_err(Problem::invalid)?;
    Ok(answer(&api.onboarding.save_form(me.user.id(), form).await.map_err(not_changed)?))
}

#[utoipa::path(tag = "onboarding", summary = "Hand the application in",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent twice under one key, it is handed in once")),
    responses((status = 200, body = Data<OnboardingBody>)))]
#[post("/semi-private/onboarding/submit")]
pub(crate) async fn submit_onboarding(me: Verified, api: web::Data<Api>, key: Key) -> Result<HttpResponse, Problem> {
    let once = key.once(me.user.id(), "onboarding.submit", [0; 32]);
    let view = api.onboarding.submit(&me.user, once).await.map_err(|error| match error {
        SubmitError::Blocked(reason) => blocked(reason),
        SubmitError::Stale => {
            Problem::new(ErrorCode::StaleVersion, "The application changed meanwhile. Look at it once more and submit again.")
        }
        SubmitError::Idempotency(once) => once.into(),
        SubmitError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(answer(&view))
}
