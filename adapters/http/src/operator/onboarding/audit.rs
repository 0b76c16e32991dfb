//! The audit trail of a case, as JSON and as CSV.

use super::case::{ChangedBody, not_done, parse_id};
use crate::{
    kernel::{api::Api, body::Data, error::Problem, query::Query},
    onboarding::user_body::NamedPersonBody,
    session::CaseReader,
};
use actix_web::{
    HttpResponse, get,
    http::header::{ContentDisposition, DispositionParam, DispositionType},
    web,
};
use chrono::{DateTime, Utc};
use futures_util::stream::{Stream, try_unfold};
use serde::{Deserialize, Serialize};
use sooner_application::{kernel::audit::Record, screens::TrailPage};
use sooner_domain::{
    kernel::{
        Invalid,
        audit::{Actor, Entry},
    },
    onboarding::application::ApplicationId,
    parties::operator::Operator,
};
use sooner_shared::{
    audit_csv,
    coded_body::{AuditActionCode, Code},
};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecordBody {
    id: Uuid,
    /// Its number in the chain; absent for the moment until it has one
    number: Option<i64>,
    at: DateTime<Utc>,
    /// Absent where the person is unknown, or runs the instance
    by: Option<NamedPersonBody>,
    #[schema(pattern = "^(user|stranger|command_line|system)$")]
    actor: &'static str,
    action: AuditActionCode,
    subject: Uuid,
    changes: Vec<ChangedBody>,
    request_id: String,
    /// SHA-256 over this record and the one before; absent as long as its number
    hash: Option<String>,
}

impl RecordBody {
    fn new(record: &Record, page: &TrailPage) -> Self {
        let Record { entry: Entry { at, by, action, about, changes }, id, request, seal, .. } = record;
        let (by, actor) = match by {
            Actor::User(id) => (page.people.get(id).map(NamedPersonBody::from), "user"),
            Actor::Stranger => (None, "stranger"),
            Actor::CommandLine => (None, "command_line"),
            Actor::System => (None, "system"),
        };
        Self {
            id: *id,
            number: seal.map(|seal| seal.number),
            at: *at,
            by,
            actor,
            action: Code(*action),
            subject: about.thing,
            changes: changes.iter().map(ChangedBody::from).collect(),
            request_id: request.clone(),
            hash: seal.map(|seal| seal.hash.to_string()),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct TrailBody {
    /// The newest first
    records: Vec<RecordBody>,
    /// Names the next page; absent on the last one.
    next: Option<Uuid>,
}

#[derive(Deserialize)]
struct TrailQuery {
    before: Option<String>,
}

#[utoipa::path(tag = "operator", summary = "The audit trail of a case", description = "Everything that was done to the applicant's account, application, documents and buyers, a hundred a page.", params(("id" = Uuid, Path), ("before" = Option<Uuid>, Query, description = "`next` of the page before")),
    responses((status = 200, body = Data<TrailBody>)))]
#[get("/operator/applications/{id}/audit")]
pub(crate) async fn read_audit(
    me: CaseReader,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<TrailQuery>,
) -> Result<HttpResponse, Problem> {
    let before = query.0.before.map(|text| Uuid::try_parse(&text)).transpose();
    let before = before.map_err(|_| Problem::field("before", Invalid::CursorUnknown))?;
    let page = api.screens.case_trail(&me.operator(), parse_id(&id)?, before).await.map_err(not_done)?;
    let records = page.records.iter().map(|record| RecordBody::new(record, &page)).collect();
    Ok(HttpResponse::Ok().json(Data { data: TrailBody { records, next: page.next } }))
}

#[utoipa::path(tag = "operator", summary = "The audit trail of a case as CSV", description = "All of it, the newest first, a line for each change.", params(("id" = Uuid, Path)),
    responses((status = 200, body = String, content_type = "text/csv")))]
#[get("/operator/applications/{id}/audit.csv")]
pub(crate) async fn export_audit(me: CaseReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    // Asked before the answer begins, so that a refusal is answered as one.
    let first = api.screens.case_trail(&me.operator(), id, None).await.map_err(not_done)?;
    let pages = pages_of(api, me.operator(), id, first);
    let name = DispositionParam::Filename(format!("audit-{id}.csv"));
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters: vec![name] };
    Ok(HttpResponse::Ok().content_type("text/csv; charset=utf-8").insert_header(disposition).streaming(pages))
}

/// What of an export is still to be written.
enum Left {
    First(TrailPage),
    Before(Uuid),
    Nothing,
}

/// The trail a page at a time, so that never more than one is in memory.
pub(crate) fn pages_of(
    api: web::Data<Api>,
    by: Operator,
    id: ApplicationId,
    first: TrailPage,
) -> impl Stream<Item = Result<web::Bytes, std::io::Error>> {
    try_unfold((api, Left::First(first)), move |(api, left)| async move {
        let (mut csv, page) = match left {
            Left::First(page) => (audit_csv::Writer::begin(), page),
            Left::Before(before) => {
                let page = api.screens.case_trail(&by, id, Some(before)).await;
                (audit_csv::Writer::go_on(), page.map_err(|error| std::io::Error::other(error.to_string()))?)
            }
            Left::Nothing => return Ok(None),
        };
        for record in &page.records {
            csv.write(record);
        }
        let left = page.next.map_or(Left::Nothing, Left::Before);
        Ok(Some((web::Bytes::from(csv.end()), (api, left))))
    })
}
