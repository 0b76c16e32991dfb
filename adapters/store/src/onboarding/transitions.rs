//! The steps of applications: appended to, never changed.

use super::schema::transitions;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{Id, Json, Time},
};
use diesel::prelude::*;
use serde_json::json;
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{coded::Coded, ids::UserId, text::Note},
    onboarding::{
        application::ApplicationId,
        decision::{DisapprovalReason, Transition},
        status::{Action, OnboardingStatus},
    },
};

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

pub(super) fn insert(conn: &mut Conn, of: ApplicationId, step: &Transition) -> QueryResult<()> {
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

/// The steps of an application, the oldest first.
pub(super) fn of<E: From<Unavailable>>(conn: &mut Conn, application: Id) -> Result<Vec<Transition>, Failure<E>> {
    let query = transitions::table.filter(transitions::application_id.eq(application)).order(transitions::id);
    let rows: Vec<TransitionRow> = on!(conn, |c| query.select(TransitionRow::as_select()).load(c))?;
    rows.into_iter().map(|row| row.into_transition().ok_or_else(|| corrupt("transition"))).collect()
}
