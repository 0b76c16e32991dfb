//! Applications, their steps and their submissions.

use super::{documents, queue};
use crate::kernel::failure::{Failure, corrupt, unless_taken};
use crate::{
    DieselStore,
    kernel::{
        commit::Carried,
        db::{Conn, on},
        types::{Id, Json, JsonText, Time},
    },
    parties::buyers,
    schema::{applications, submissions, transitions},
    screens::first_screen,
};
use async_trait::async_trait;
use chrono::DateTime;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sooner_application::{
    kernel::{commit::WriteContext, unavailable::Unavailable},
    onboarding::ports::{Applications, Overview, QueueFilter, QueuePlace, QueueSlice, SaveError, Submission},
};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::{
        coded::Coded,
        ids::{ApplicationId, BuyerId, DocumentId, SessionId, UserId},
        text::Note,
    },
    onboarding::{
        application::{Application, Change, Form, Parts},
        company::Company,
        decision::{DisapprovalReason, DocumentRequest, Transition},
        document::{Document, DocumentKind},
        status::{Action, OnboardingStatus},
    },
};
use sooner_shared::form_body::{FormBody, StoredCompany};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = applications, treat_none_as_null = true)]
struct ApplicationRow {
    id: Id,
    user_id: Id,
    status: i16,
    version: i64,
    submissions: i32,
    form: Json,
    requests: Json,
    updated_at: Time,
    reviewer_id: Option<Id>,
}

#[derive(Serialize, Deserialize)]
struct RequestJson {
    kind: String,
    reason: String,
    requested_at: DateTime<chrono::Utc>,
    replaced_by: Option<Uuid>,
}

impl RequestJson {
    fn of(request: &DocumentRequest) -> Self {
        Self {
            kind: request.kind.code().to_owned(),
            reason: request.reason.as_str().to_owned(),
            requested_at: request.requested_at,
            replaced_by: request.replaced_by.map(|id| id.0),
        }
    }

    fn into_request(self) -> Option<DocumentRequest> {
        Some(DocumentRequest {
            kind: DocumentKind::from_code(&self.kind)?,
            reason: Note::parse(&self.reason).ok()?,
            requested_at: self.requested_at,
            replaced_by: self.replaced_by.map(DocumentId),
        })
    }
}

fn form_json(form: &Form) -> Json {
    Json(json!(FormBody::from(form)))
}

/// A stored form. What a rule made stricter since no longer accepts is left out, and so shown as missing.
fn form_from(Json(stored): Json) -> Option<Form> {
    let body: FormBody = serde_json::from_value(stored).ok()?;
    Some(body.parse_leniently())
}

/// The company alone.
pub(crate) fn company_from(JsonText(stored): &JsonText) -> Option<Company> {
    let body: StoredCompany = serde_json::from_str(stored).ok()?;
    Some(body.parse_leniently())
}

impl ApplicationRow {
    /// The row one version on.
    fn next(application: &Application) -> Self {
        let Parts { id, applicant, status, version, submissions, form, requests, reviewer, updated_at, documents: _, buyer_count: _ } =
            application.parts();
        Self {
            id: Id(id.0),
            user_id: Id(applicant.0),
            status: status.number(),
            version: version + 1,
            submissions: *submissions,
            form: form_json(form),
            requests: Json(json!(requests.iter().map(RequestJson::of).collect::<Vec<_>>())),
            updated_at: Time(*updated_at),
            reviewer_id: reviewer.map(|reviewer| Id(reviewer.0)),
        }
    }

    fn into_application<E: From<Unavailable>>(self, documents: Vec<Document>, buyer_count: i64) -> Result<Application, Failure<E>> {
        let parts = || {
            let requests: Vec<RequestJson> = serde_json::from_value(self.requests.0).ok()?;
            Some(Parts {
                id: ApplicationId(self.id.0),
                applicant: UserId(self.user_id.0),
                status: OnboardingStatus::from_number(self.status)?,
                version: self.version,
                submissions: self.submissions,
                form: form_from(self.form)?,
                documents,
                requests: requests.into_iter().map(RequestJson::into_request).collect::<Option<_>>()?,
                reviewer: self.reviewer_id.map(|id| UserId(id.0)),
                buyer_count: buyer_count.try_into().ok()?,
                updated_at: self.updated_at.0,
            })
        };
        parts().map(Application::restore).ok_or_else(|| corrupt("application"))
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = transitions)]
struct TransitionRow {
    at: Time,
    action: String,
    from_status: i16,
    to_status: i16,
    by_user: Id,
    reasons: Json,
    note: Option<String>,
}

impl TransitionRow {
    fn into_transition(self) -> Option<Transition> {
        let reasons: Vec<String> = serde_json::from_value(self.reasons.0).ok()?;
        Some(Transition {
            at: self.at.0,
            action: Action::from_code(&self.action)?,
            from: OnboardingStatus::from_number(self.from_status)?,
            to: OnboardingStatus::from_number(self.to_status)?,
            by: UserId(self.by_user.0),
            reasons: reasons.iter().map(|code| DisapprovalReason::from_code(code)).collect::<Option<_>>()?,
            note: self.note.and_then(|note| Note::parse(&note).ok()),
        })
    }
}

fn with_the_rest<E: From<Unavailable>>(conn: &mut Conn, row: ApplicationRow) -> Result<Application, Failure<E>> {
    let documents = documents::of(conn, row.id)?;
    let buyers = buyers::count(conn, UserId(row.user_id.0))?;
    row.into_application(documents, buyers)
}

/// Writes the row if nobody did since it was read.
fn compare_and_set(conn: &mut Conn, application: &Application) -> Result<(), Failure<SaveError>> {
    let seen = application.parts().version;
    let row = ApplicationRow::next(application);
    if seen == 0 {
        let insert = diesel::insert_into(applications::table).values(row);
        return unless_taken(on!(conn, |c| insert.execute(c)), "applications", SaveError::Stale).map(drop);
    }
    let unchanged = applications::table.find(row.id).filter(applications::version.eq(seen));
    let update = diesel::update(unchanged).set(row);
    match on!(conn, |c| update.execute(c))? {
        1 => Ok(()),
        _ => Err(Failure::Refused(SaveError::Stale)),
    }
}

fn insert_step(conn: &mut Conn, of: ApplicationId, step: &Transition) -> QueryResult<()> {
    let reasons: Vec<_> = step.reasons.iter().map(|reason| reason.code()).collect();
    let insert = diesel::insert_into(transitions::table).values((
        transitions::application_id.eq(Id(of.0)),
        transitions::at.eq(Time(step.at)),
        transitions::action.eq(step.action.code()),
        transitions::from_status.eq(step.from.number()),
        transitions::to_status.eq(step.to.number()),
        transitions::by_user.eq(Id(step.by.0)),
        transitions::reasons.eq(Json(json!(reasons))),
        transitions::note.eq(step.note.as_ref().map(|note| note.as_str().to_owned())),
    ));
    on!(conn, |c| insert.execute(c)).map(drop)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = submissions)]
struct SubmissionRow {
    number: i32,
    form: Json,
    documents: Json,
    buyers: Json,
    submitted_at: Time,
}

impl SubmissionRow {
    fn into_submission(self) -> Option<Submission> {
        let documents: Vec<Uuid> = serde_json::from_value(self.documents.0).ok()?;
        let buyers: Vec<Uuid> = serde_json::from_value(self.buyers.0).ok()?;
        Some(Submission {
            number: self.number,
            submitted_at: self.submitted_at.0,
            form: form_from(self.form)?,
            documents: documents.into_iter().map(DocumentId).collect(),
            buyers: buyers.into_iter().map(BuyerId).collect(),
        })
    }
}

/// Keeps what was handed in, as it was.
fn insert_submission(conn: &mut Conn, application: &Application, step: &Transition) -> Result<(), Failure<SaveError>> {
    let Parts { id, applicant, submissions: number, form, documents, .. } = application.parts();
    let buyers = buyers::of::<SaveError>(conn, *applicant, None)?;
    let buyers: Vec<_> = buyers.iter().map(|buyer| buyer.id.0).collect();
    let documents: Vec<_> = documents.iter().map(|document| document.id.0).collect();
    let insert = diesel::insert_into(submissions::table).values((
        submissions::application_id.eq(Id(id.0)),
        submissions::number.eq(*number),
        submissions::form.eq(form_json(form)),
        submissions::documents.eq(Json(json!(documents))),
        submissions::buyers.eq(Json(json!(buyers))),
        submissions::submitted_at.eq(Time(step.at)),
    ));
    on!(conn, |c| insert.execute(c))?;
    Ok(())
}

#[async_trait]
impl Applications for DieselStore {
    async fn of(&self, applicant: UserId) -> Result<Option<Application>, Unavailable> {
        self.db
            .read(move |conn| {
                let mine = applications::table.filter(applications::user_id.eq(Id(applicant.0)));
                let row: Option<ApplicationRow> = on!(conn, |c| mine.select(ApplicationRow::as_select()).get_result(c)).optional()?;
                row.map(|row| with_the_rest(conn, row)).transpose()
            })
            .await
    }

    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = applications::table.find(Id(id.0));
                let row: Option<ApplicationRow> = on!(conn, |c| query.select(ApplicationRow::as_select()).get_result(c)).optional()?;
                row.map(|row| with_the_rest(conn, row)).transpose()
            })
            .await
    }

    async fn queue(&self, filter: QueueFilter, after: Option<QueuePlace>, most: i64) -> Result<QueueSlice, Unavailable> {
        self.db.read(move |conn| queue::page(conn, filter, after, most)).await
    }

    async fn counts(&self, most: i64) -> Result<Vec<i64>, Unavailable> {
        self.db.read(move |conn| Ok(queue::counts(conn, most)?)).await
    }

    async fn submissions(&self, id: ApplicationId) -> Result<Vec<Submission>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = submissions::table.filter(submissions::application_id.eq(Id(id.0))).order(submissions::number);
                let rows: Vec<SubmissionRow> = on!(conn, |c| query.select(SubmissionRow::as_select()).load(c))?;
                rows.into_iter().map(|row| row.into_submission().ok_or_else(|| corrupt("submission"))).collect()
            })
            .await
    }

    async fn save(&self, application: &Application, change: &Change, effects: WriteContext) -> Result<(), SaveError> {
        let (application, change, effects) = (application.clone(), change.clone(), Carried::from(effects));
        self.db
            .write(move |conn| {
                let rest = effects.begin(conn, SaveError::Repeated)?;
                compare_and_set(conn, &application)?;
                let id = application.parts().id;
                match &change {
                    Change::FormSaved { .. } | Change::ReviewerChanged { .. } => {}
                    Change::DocumentJudged { after, .. } => documents::judge(conn, after)?,
                    Change::DocumentAttached(document) => documents::insert(conn, id, document)?,
                    Change::DocumentRemoved(document) => documents::delete(conn, document.id)?,
                    Change::Moved(step) => {
                        insert_step(conn, id, step)?;
                        if step.action.is_applicants() {
                            insert_submission(conn, &application, step)?;
                        }
                    }
                }
                if matches!(change, Change::FormSaved { .. }) || application.parts().version == 0 {
                    queue::index_words(conn, &application)?;
                }
                rest.write(conn)
            })
            .await
    }

    async fn history(&self, id: ApplicationId) -> Result<Vec<Transition>, Unavailable> {
        self.db
            .read(move |conn| {
                let query = transitions::table.filter(transitions::application_id.eq(Id(id.0))).order(transitions::id);
                let rows: Vec<TransitionRow> = on!(conn, |c| query.select(TransitionRow::as_select()).load(c))?;
                rows.into_iter().map(|row| row.into_transition().ok_or_else(|| corrupt("transition"))).collect()
            })
            .await
    }

    async fn document(&self, id: DocumentId) -> Result<Option<(UserId, Document)>, Unavailable> {
        self.db.read(move |conn| documents::with_owner(conn, id)).await
    }

    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Overview)>, Unavailable> {
        self.db.read(move |conn| first_screen::load(conn, session)).await
    }
}
