//! The queue of applications that wait for an operator.

use crate::{
    Api,
    identity::session::Operator,
    kernel::{body::Data, error::Problem},
    screens::user::{NamedPersonBody, UserDetailsBody},
};
use actix_web::{HttpRequest, HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::onboarding::{
    QueueSearch,
    ports::{QueueEntry, QueuePlace},
};
use sooner_domain::{
    kernel::{Invalid, ids::ApplicationId},
    onboarding::status::OnboardingStatus,
};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QueueEntryBody {
    id: Uuid,
    #[schema(minimum = 0, maximum = 4)]
    status: i16,
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
            status: status.number(),
            version: *version,
            company_name: text(&company.legal_name),
            registration_number: text(&company.registration_number),
            applicant: UserDetailsBody::new(applicant, status.number()),
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
    /// How many applications are at status 0, 1, 2, 3 and 4. Counting ends at 1,000.
    #[schema(min_items = 5, max_items = 5)]
    counts: Vec<i64>,
}

#[derive(Deserialize)]
struct QueueQuery {
    status: Option<String>,
    search: Option<String>,
    mine: Option<String>,
    cursor: Option<String>,
}

fn cursor(place: QueuePlace) -> String {
    format!("{}.{}", place.waiting_since.timestamp_micros(), place.id)
}

fn parse_cursor(text: &str) -> Result<QueuePlace, Invalid> {
    let place = || {
        let (micros, id) = text.split_once('.')?;
        let waiting_since = DateTime::from_timestamp_micros(micros.parse().ok()?)?;
        Some(QueuePlace { waiting_since, id: ApplicationId(Uuid::try_parse(id).ok()?) })
    };
    place().ok_or(Invalid("This is no cursor of the queue."))
}

fn parse_status(text: &str) -> Result<OnboardingStatus, Invalid> {
    text.parse().ok().and_then(OnboardingStatus::from_number).ok_or(Invalid("A status is a number from 0 to 4."))
}

fn parse_flag(text: &str) -> Result<bool, Invalid> {
    text.parse().map_err(|_| Invalid("This is true or false."))
}

/// The longest name a company can have, and then some.
const MOST_SEARCH_CHARS: usize = 300;

fn parse_search(text: &str) -> Result<String, Invalid> {
    if text.chars().count() > MOST_SEARCH_CHARS { Err(Invalid("Look for fewer words.")) } else { Ok(text.to_owned()) }
}

#[utoipa::path(tag = "operator", summary = "The queue", description = "The applications of a status, the longest waiting first, fifty a page.",
    params(("status" = Option<i16>, Query, minimum = 0, maximum = 4, description = "1 unless given; with `search`, any unless given"),
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
