//! The onboarding form.

use super::{documents::DocumentBody, requirements::RequirementBody};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::Key,
    },
    session::{Editor, SignedIn, not_their_right, not_their_role},
};
use actix_web::{HttpResponse, get, patch, post, put, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::onboarding::{ChangeError, SubmitError, View};
use sooner_domain::{
    kernel::Invalid,
    onboarding::{
        actions::ApplicantAction,
        application::Blocked,
        decision::{DisapprovalReason, Transition},
        document::Document,
        people::Person,
        requirements::Progress,
    },
};
use sooner_shared::{
    coded_body::{Code, DisapprovalReasonCode, StatusNumber},
    edit_body::EditBody,
    form_body::{BankAccountBody, CompanyBody, FormBody, PersonBody},
};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, schema::Type},
};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TransitionBody {
    at: DateTime<Utc>,
    #[schema(inline)]
    from: StatusNumber,
    #[schema(inline)]
    to: StatusNumber,
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
        let told = match reader {
            Reader::Applicant => DisapprovalReason::told(&step.reasons),
            Reader::Operator => step.reasons.clone(),
        };
        Self {
            at: step.at,
            from: StatusNumber(step.from),
            to: StatusNumber(step.to),
            // Which operator it was is not the applicant's business.
            by: if step.action.is_applicants() { "applicant" } else { "operator" },
            reasons: told.into_iter().map(Code).collect(),
            note: step.note.as_ref().map(|note| note.as_str().to_owned()),
        }
    }
}

/// What the applicant may do now.
#[derive(Serialize)]
#[serde(transparent)]
struct AllowedAction(&'static str);

impl PartialSchema for AllowedAction {
    fn schema() -> RefOr<Schema> {
        let codes = ApplicantAction::all().map(ApplicantAction::code);
        ObjectBuilder::new().schema_type(Type::String).description(Some("What the applicant may do now.")).enum_values(Some(codes)).into()
    }
}

impl ToSchema for AllowedAction {}

/// How far the application is.
#[derive(Serialize, ToSchema)]
struct ProgressBody {
    /// How many of the things asked for are there.
    met: usize,
    /// How many things are asked for, with the answers given so far.
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
    #[schema(inline)]
    status: StatusNumber,
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
            status: StatusNumber(application.status()),
            version: application.parts().version,
            form: FormBody::from(application.form()),
            documents: application.documents().iter().map(DocumentBody::from).collect(),
            missing: view.missing().iter().map(RequirementBody::from).collect(),
            progress: ProgressBody::from(view.progress()),
            allowed_actions: view.allowed_actions().into_iter().map(|action| AllowedAction(action.code())).collect(),
            history: view.history.iter().map(|step| TransitionBody::new(step, reader)).collect(),
        }
    }
}

pub(crate) const CHANGED_MEANWHILE: &str = "This was changed in the meantime.";

/// What a problem names what an application lacks.
pub(crate) const MISSING: &str = "missing";

pub(crate) fn blocked(blocked: Blocked) -> Problem {
    match blocked {
        Blocked::NotEditable => Problem::new(ErrorCode::NotEditable, "You can’t change the application at this stage."),
        Blocked::NotOnIt => Problem::new(ErrorCode::NotEditable, "This case isn’t assigned to you."),
        Blocked::TooManyDocuments => {
            let detail = format!("You’ve reached the maximum of {} documents.", Document::MAX_PER_APPLICATION);
            Problem::new(ErrorCode::TooManyDocuments, detail)
        }
        Blocked::NoSuchDocument => Problem::not_found(),
        Blocked::NotMembers(right) => not_their_right(right),
        Blocked::NotOperators(right) => not_their_role(right),
        Blocked::OwnCompany => Problem::new(ErrorCode::OwnCompany, "This concerns your own company. A colleague has to decide."),
        Blocked::TooManyPeople => Problem::field("people", Invalid::TooManyPeople { max: Person::MAX as i64 }),
        Blocked::Conflict { .. } => Problem::new(ErrorCode::Conflict, CHANGED_MEANWHILE),
        Blocked::Incomplete(missing) => {
            let missing: Vec<_> = missing.iter().map(RequirementBody::from).collect();
            Problem::new(ErrorCode::OnboardingIncomplete, "The application is not complete yet.").with(MISSING, missing)
        }
    }
}

pub(crate) fn not_changed(error: ChangeError) -> Problem {
    match error {
        ChangeError::Blocked(reason) => blocked(reason),
        ChangeError::Stale => Problem::new(ErrorCode::StaleVersion, "The application has changed in the meantime. Check it again."),
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
    Ok(answer(&api.onboarding.view(me.membership).await?))
}

/// A form that replaces the draft.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DraftBody {
    #[serde(default)]
    company: CompanyBody,
    #[serde(default)]
    people: Vec<PersonBody>,
    #[serde(default)]
    bank_account: BankAccountBody,
    /// The version that is replaced; whichever there is without it
    version: Option<i64>,
}

#[utoipa::path(tag = "onboarding", summary = "Save the draft", description = "Replaces the form; parts may be missing. Nothing is saved when a field is wrong, nor when a `version` is named and it is not the one there is.", request_body = DraftBody,
    responses((status = 200, body = Data<OnboardingBody>)))]
#[put("/semi-private/onboarding")]
pub(crate) async fn save_onboarding(me: Editor, api: web::Data<Api>, body: Json<DraftBody>) -> Result<HttpResponse, Problem> {
    let DraftBody { company, people, bank_account, version } = body.value;
    let form = FormBody { company, people, bank_account }.parse().map_err(Problem::invalid)?;
    Ok(answer(&api.onboarding.save_form(me.membership, form, version).await.map_err(not_changed)?))
}

/// What a problem names the fields that somebody else changed.
pub(crate) const CONFLICTS: &str = "conflicts";

#[utoipa::path(tag = "onboarding", summary = "Change fields of the draft",
    description = "Changes of different fields merge, whatever their order. When the value that a change was made from is there no more, nothing is saved: the answer is 409 `conflict`, with both values in `conflicts`.",
    request_body = EditBody, responses((status = 200, body = Data<OnboardingBody>)))]
#[patch("/semi-private/onboarding")]
pub(crate) async fn edit_onboarding(me: Editor, api: web::Data<Api>, body: Json<EditBody>) -> Result<HttpResponse, Problem> {
    let edit = body.value.parse().map_err(Problem::invalid)?;
    let view = api.onboarding.edit_form(me.membership, edit, body.value.version).await.map_err(|error| {
        let conflicts = match &error {
            ChangeError::Blocked(Blocked::Conflict { fields, now }) => body.value.conflicts(fields, now),
            _ => Vec::new(),
        };
        let problem = not_changed(error);
        if conflicts.is_empty() { problem } else { problem.with(CONFLICTS, conflicts) }
    })?;
    Ok(answer(&view))
}

#[utoipa::path(tag = "onboarding", summary = "Hand the application in",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent twice under one key, it is handed in once")),
    responses((status = 200, body = Data<OnboardingBody>)))]
#[post("/semi-private/onboarding/submit")]
pub(crate) async fn submit_onboarding(me: Editor, api: web::Data<Api>, key: Key) -> Result<HttpResponse, Problem> {
    let request = key.request(me.user.id(), [0; 32])?;
    let view = api.onboarding.submit(&me, request).await.map_err(|error| match error {
        SubmitError::Blocked(reason) => blocked(reason),
        SubmitError::Stale => {
            Problem::new(ErrorCode::StaleVersion, "The application has changed in the meantime. Check it and submit again.")
        }
        SubmitError::Idempotency(once) => once.into(),
        SubmitError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(answer(&view))
}
