//! What was done with a receivable.

use crate::{
    kernel::{api::Api, error::Problem, query::Query},
    onboarding::user_body::NamedPersonBody,
    operator::onboarding::case::ChangedBody,
    receivables::{body::parse_id, refused::not_done},
    session::ReceivableReader,
};
use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    approvals::PROPOSED_BY,
    kernel::audit::Record,
    screens::{TrailPage, proposer},
};
use sooner_domain::kernel::{
    Invalid,
    audit::{Actor, Entry},
};
use sooner_shared::coded_body::{AuditActionCode, Code};
use utoipa::ToSchema;
use uuid::Uuid;

/// One thing that was done. Amounts among its changes are in minor units of the receivable’s currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReceivableActBody {
    id: Uuid,
    at: DateTime<Utc>,
    /// None where it was the debtor, the end of a day, or the command line
    by: Option<NamedPersonBody>,
    /// Where it took two people
    proposed_by: Option<NamedPersonBody>,
    action: AuditActionCode,
    /// What was noted
    note: Option<String>,
    changes: Vec<ChangedBody>,
}

/// Left out of the changes: they have fields of their own.
const NOTE: &str = "note";
const APPROVAL: &str = "approval";

impl ReceivableActBody {
    fn new(record: &Record, page: &TrailPage) -> Self {
        let Record { entry: Entry { at, by, action, about: _, changes }, id, .. } = record;
        let by = if let Actor::User(id) = by { page.people.get(id).map(NamedPersonBody::from) } else { None };
        let proposed_by = proposer(record).and_then(|id| page.people.get(&id)).map(NamedPersonBody::from);
        let note = changes.iter().find(|change| change.field == NOTE).and_then(|change| change.after.clone());
        let changes = changes
            .iter()
            .filter(|change| ![NOTE, PROPOSED_BY, APPROVAL].contains(&change.field.as_str()))
            .map(ChangedBody::from)
            .collect();
        Self { id: *id, at: *at, by, proposed_by, action: Code(*action), note, changes }
    }
}

#[derive(Serialize, ToSchema)]
struct ReceivableActListBody {
    /// The newest first
    data: Vec<ReceivableActBody>,
    /// Names the next page; none on the last one
    next: Option<Uuid>,
}

#[derive(Deserialize)]
struct ActsQuery {
    before: Option<String>,
}

#[utoipa::path(tag = "receivables", summary = "What was done with a receivable",
    description = "Who did what, when and why: the newest first, a hundred a page. With the right to read payments, also what became of its payouts.",
    params(("id" = Uuid, Path), ("before" = Option<Uuid>, Query, description = "`next` of the page before")),
    responses((status = 200, body = ReceivableActListBody)))]
#[get("/operator/receivables/{id}/acts")]
pub(crate) async fn list_acts(
    me: ReceivableReader,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<ActsQuery>,
) -> Result<HttpResponse, Problem> {
    let before = query.0.before.map(|text| Uuid::try_parse(&text)).transpose();
    let before = before.map_err(|_| Problem::field("before", Invalid::CursorUnknown))?;
    let page = api.screens.receivable_acts(&me.operator(), parse_id(&id)?, before).await.map_err(not_done)?;
    let data = page.records.iter().map(|record| ReceivableActBody::new(record, &page)).collect();
    Ok(HttpResponse::Ok().json(ReceivableActListBody { data, next: page.next }))
}
