//! An application as it is stored, without its documents.

use super::{
    forms::{form_from, form_json},
    schema::applications,
};
use crate::kernel::{
    failure::{Failure, corrupt},
    sql_types::{Id, Json, Time},
};
use chrono::DateTime;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, UserId},
        text::Note,
    },
    onboarding::{
        application::{Application, ApplicationId, Parts},
        decision::DocumentRequest,
        document::{Document, DocumentId, DocumentKind},
        status::OnboardingStatus,
    },
};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = applications, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct ApplicationRow {
    pub(super) id: Id,
    company_id: Id,
    applicant_id: Id,
    status: i16,
    version: i64,
    submissions: i32,
    form: Json,
    requests: Json,
    waiting_since: Time,
    reviewer_id: Option<Id>,
    company_key: String,
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

impl ApplicationRow {
    /// The row one version on.
    pub(super) fn next(application: &Application) -> Self {
        let Parts {
            id,
            company,
            applicant,
            status,
            version,
            submissions,
            form,
            requests,
            reviewer,
            waiting_since,
            documents: _,
            buyer_count: _,
        } = application.parts();
        Self {
            id: Id(id.0),
            company_id: Id(company.0),
            applicant_id: Id(applicant.0),
            status: status.number(),
            version: version + 1,
            submissions: *submissions,
            form: form_json(form),
            requests: Json(json!(requests.iter().map(RequestJson::of).collect::<Vec<_>>())),
            waiting_since: Time(*waiting_since),
            reviewer_id: reviewer.map(|reviewer| Id(reviewer.0)),
            company_key: form.company.folded_name(),
        }
    }

    pub(super) fn company(&self) -> CompanyId {
        CompanyId(self.company_id.0)
    }

    /// The application with what does not lie in its row.
    pub(super) fn into_application<E: From<Unavailable>>(
        self,
        documents: Vec<Document>,
        buyer_count: usize,
    ) -> Result<Application, Failure<E>> {
        let parts = || {
            let requests: Vec<RequestJson> = serde_json::from_value(self.requests.0).ok()?;
            Some(Parts {
                id: ApplicationId(self.id.0),
                company: CompanyId(self.company_id.0),
                applicant: UserId(self.applicant_id.0),
                status: OnboardingStatus::from_number(self.status)?,
                version: self.version,
                submissions: self.submissions,
                form: form_from(self.form)?,
                documents,
                requests: requests.into_iter().map(RequestJson::into_request).collect::<Option<_>>()?,
                reviewer: self.reviewer_id.map(|id| UserId(id.0)),
                buyer_count,
                waiting_since: self.waiting_since.0,
            })
        };
        parts().map(Application::restore).ok_or_else(|| corrupt("application"))
    }
}
