//! What was handed in, as it was: never updated, never deleted.

use super::{
    forms::{form_from, form_json},
    schema::submissions,
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{Id, Json, Time},
};
use diesel::prelude::*;
use serde_json::json;
use sooner_application::{kernel::unavailable::Unavailable, onboarding::ports::Submission};
use sooner_domain::{
    onboarding::{application::ApplicationId, document::DocumentId},
    parties::buyer::BuyerId,
};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = submissions, treat_none_as_default_value = false)]
struct SubmissionRow {
    application_id: Id,
    number: i32,
    form: Json,
    documents: Json,
    buyers: Json,
    submitted_at: Time,
}

impl SubmissionRow {
    fn of(id: ApplicationId, submission: &Submission) -> Self {
        let Submission { number, submitted_at, form, documents, buyers } = submission;
        Self {
            application_id: Id(id.0),
            number: *number,
            form: form_json(form),
            documents: Json(json!(documents.iter().map(|id| id.0).collect::<Vec<_>>())),
            buyers: Json(json!(buyers.iter().map(|id| id.0).collect::<Vec<_>>())),
            submitted_at: Time(*submitted_at),
        }
    }

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

pub(super) fn insert(conn: &mut Conn, of: ApplicationId, submission: &Submission) -> QueryResult<()> {
    let insert = diesel::insert_into(submissions::table).values(SubmissionRow::of(of, submission));
    on!(conn, |c| insert.execute(c)).map(drop)
}

/// Every version of an application, the first one first.
pub(super) fn of<E: From<Unavailable>>(conn: &mut Conn, application: Id) -> Result<Vec<Submission>, Failure<E>> {
    let query = submissions::table.filter(submissions::application_id.eq(application)).order(submissions::number);
    let rows: Vec<SubmissionRow> = on!(conn, |c| query.select(SubmissionRow::as_select()).load(c))?;
    rows.into_iter().map(|row| row.into_submission().ok_or_else(|| corrupt("submission"))).collect()
}
