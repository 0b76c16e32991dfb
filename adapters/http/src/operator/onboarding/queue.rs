//! The queue of applications that wait for an operator.

use crate::{
    kernel::{api::Api, body::Data, error::Problem},
    onboarding::user_body::{NamedPersonBody, UserDetailsBody},
    session::Operator,
};
use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::onboarding::{
    QueueSearch,
    ports::{QueueCursor, QueueEntry},
};
use sooner_domain::{
    kernel::Invalid,
    onboarding::{application::ApplicationId, status::OnboardingStatus},
};
use sooner_shared::{coded_body::StatusNumber, fields::Fields};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{Array, schema::ArrayBuilder},
};
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QueueEntryBody {
    id: Uuid,
    #[schema(inline)]
    status: StatusNumber,
    version: i64,
    company_name: Option<String>,
    registration_number: Option<String>,
    applicant: UserDetailsBody,
    waiting_since: DateTime<Utc>,
    /// The operator who is on it
    reviewer: Option<NamedPersonBody>,
    /// Buyers nobody has decided on yet
    pending_buyers: i64,
}

impl From<&QueueEntry> for QueueEntryBody {
    fn from(entry: &QueueEntry) -> Self {
        let QueueEntry { place, status, version, company, applicant, reviewer, pending_buyers } = entry;
        let text = |line: &Option<sooner_domain::kernel::text::Line>| line.as_ref().map(|line| line.as_str().to_owned());
        Self {
            id: place.id.0,
            status: StatusNumber(*status),
            version: *version,
            company_name: text(&company.legal_name),
            registration_number: text(&company.registration_number),
            applicant: UserDetailsBody::new(applicant, *status),
            waiting_since: place.waiting_since,
            reviewer: reviewer.as_ref().map(NamedPersonBody::from),
            pending_buyers: *pending_buyers,
        }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QueueBody {
    applications: Vec<QueueEntryBody>,
    /// Names the next page; absent on the last one.
    next: Option<String>,
    /// The words are too common: not all that match are listed.
    too_many: bool,
    #[schema(schema_with = counts)]
    counts: Vec<i64>,
}

/// A count for each status there is.
fn counts() -> Array {
    let numbers = OnboardingStatus::ALL.map(|status| status.number().to_string());
    let description = match numbers.split_last() {
        Some((last, others)) => format!("How many applications are at status {} and {last}. Counting ends at 1,000.", others.join(", ")),
        None => String::new(),
    };
    ArrayBuilder::new()
        .items(i64::schema())
        .min_items(Some(numbers.len()))
        .max_items(Some(numbers.len()))
        .description(Some(description))
        .build()
}

#[derive(Deserialize)]
struct QueueQuery {
    status: Option<String>,
    search: Option<String>,
    mine: Option<String>,
    cursor: Option<String>,
}

fn cursor(place: QueueCursor) -> String {
    format!("{}.{}", place.waiting_since.timestamp_micros(), place.id)
}

fn parse_cursor(text: &str) -> Result<QueueCursor, Invalid> {
    let place = || {
        let (micros, id) = text.split_once('.')?;
        let waiting_since = DateTime::from_timestamp_micros(micros.parse().ok()?)?;
        Some(QueueCursor { waiting_since, id: ApplicationId(Uuid::try_parse(id).ok()?) })
    };
    place().ok_or(Invalid::CursorUnknown)
}

fn parse_status(text: &str) -> Result<OnboardingStatus, Invalid> {
    let (min, max) = StatusNumber::range();
    let unknown = Invalid::StatusUnknown { min: min.into(), max: max.into() };
    text.parse().ok().and_then(OnboardingStatus::from_number).ok_or(unknown)
}

fn parse_flag(text: &str) -> Result<bool, Invalid> {
    text.parse().map_err(|_| Invalid::FlagMalformed)
}

/// The longest name a company can have, and then some.
const MAX_SEARCH_CHARS: usize = 300;

fn parse_search(text: &str) -> Result<String, Invalid> {
    if text.chars().count() > MAX_SEARCH_CHARS { Err(Invalid::SearchTooLong { max: MAX_SEARCH_CHARS as i64 }) } else { Ok(text.to_owned()) }
}

#[utoipa::path(tag = "operator", summary = "The queue", description = "The applications of a status, the longest waiting first, fifty a page.",
    params(("status" = inline(Option<StatusNumber>), Query, description = "1 unless given; with `search`, any unless given"),
        ("search" = Option<String>, Query, description = "Words that begin one of the company's, a person's, the address's or the registration number's"),
        ("mine" = Option<bool>, Query, description = "Only those the caller is on; `search` looks among all"),
        ("cursor" = Option<String>, Query, description = "`next` of the page before")),
    responses((status = 200, body = Data<QueueBody>)))]
#[get("/operator/applications")]
pub(crate) async fn list_applications(me: Operator, api: web::Data<Api>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query =
        web::Query::<QueueQuery>::from_query(request.query_string()).map_err(|_| Problem::malformed("The query cannot be read."))?;
    let mut fields = Fields::default();
    let status = fields.optional("status", query.status.as_deref(), parse_status);
    let words = fields.optional("search", query.search.as_deref(), parse_search).unwrap_or_default();
    let mine = fields.optional("mine", query.mine.as_deref(), parse_flag).unwrap_or_default();
    let after = fields.optional("cursor", query.cursor.as_deref(), parse_cursor);
    let wanted = QueueSearch { status, words, reviewer: mine.then(|| me.user.id()) };
    let wanted = fields.finish(Some(wanted)).map_err(Problem::invalid)?;
    let page = api.onboarding.queue(wanted, after).await?;
    let data = QueueBody {
        applications: page.entries.iter().map(QueueEntryBody::from).collect(),
        next: page.next.map(cursor),
        too_many: page.too_many,
        counts: page.counts,
    };
    Ok(HttpResponse::Ok().json(Data { data }))
}
