//! The queue of applications that wait for an operator.

use crate::{
    kernel::{
        api::Api,
        body::Data,
        error::Problem,
        query::{Query, parse_flag},
    },
    onboarding::user_body::{NamedPersonBody, UserDetailsBody},
    receivables::list_query::DirectionCode,
    session::CaseReader,
};
use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    kernel::paging::Direction,
    onboarding::{
        QueueSearch, Whose,
        ports::{QueueCursor, QueueEntry, QueueOrder, QueueSort},
    },
};
use sooner_domain::{
    kernel::{Invalid, coded::Coded, search::folded},
    onboarding::{application::ApplicationId, status::OnboardingStatus},
};
use sooner_shared::{
    coded_body::{Code, StatusNumber, WantCode},
    fields::Fields,
    form_body::MoneyBody,
};
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
    company_id: Uuid,
    company_name: Option<String>,
    registration_number: Option<String>,
    applicant: UserDetailsBody,
    /// ISO 3166-1 alpha-2
    country: Option<String>,
    wants: Vec<WantCode>,
    /// Of the last year
    turnover: Option<MoneyBody>,
    waiting_since: DateTime<Utc>,
    /// How often it was handed in: more than once, and it comes again
    submissions: i32,
    /// The operator who is on it
    reviewer: Option<NamedPersonBody>,
    /// Buyers that wait for a decision
    pending_buyers: i64,
}

impl From<&QueueEntry> for QueueEntryBody {
    fn from(entry: &QueueEntry) -> Self {
        let QueueEntry { place, of, status, version, submissions, company, applicant, reviewer, pending_buyers } = entry;
        let text = |line: &Option<sooner_domain::kernel::text::Line>| line.as_ref().map(|line| line.as_str().to_owned());
        Self {
            id: place.id.0,
            status: StatusNumber(*status),
            version: *version,
            company_id: of.0,
            company_name: text(&company.legal_name),
            registration_number: text(&company.registration_number),
            applicant: UserDetailsBody::new(applicant, *status),
            country: company.country.map(|country| country.as_str().to_owned()),
            wants: company.wants.iter().copied().map(Code).collect(),
            turnover: company.yearly_turnover.map(MoneyBody::from),
            waiting_since: place.waiting_since,
            submissions: *submissions,
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

// By name, for the contract's derives do not look into type arguments.
type QueueSortCode = Code<QueueSort>;

#[derive(Deserialize)]
struct QueueQuery {
    status: Option<String>,
    search: Option<String>,
    mine: Option<String>,
    unassigned: Option<String>,
    sort: Option<String>,
    order: Option<String>,
    cursor: Option<String>,
}

/// A place as text: the order it is a place in, the id, and what the order is by, which is the last as it may hold anything.
fn cursor(order: QueueOrder, place: &QueueCursor) -> String {
    let by = match order.sort {
        QueueSort::Waiting => place.waiting_since.timestamp_micros().to_string(),
        QueueSort::Company => place.company.clone(),
    };
    format!("{}.{}.{}.{by}", order.sort.code(), order.direction.code(), place.id)
}

fn parse_cursor(text: &str) -> Result<(QueueOrder, QueueCursor), Invalid> {
    let place = || {
        let mut parts = text.splitn(4, '.');
        let order = QueueOrder { sort: QueueSort::from_code(parts.next()?)?, direction: Direction::from_code(parts.next()?)? };
        let id = ApplicationId(Uuid::try_parse(parts.next()?).ok()?);
        let by = parts.next()?;
        let nowhere = QueueCursor { waiting_since: DateTime::UNIX_EPOCH, company: String::new(), id };
        let place = match order.sort {
            QueueSort::Waiting => QueueCursor { waiting_since: DateTime::from_timestamp_micros(by.parse().ok()?)?, ..nowhere },
            // A name that was folded stays as it is.
            QueueSort::Company => Some(QueueCursor { company: folded(by), ..nowhere }).filter(|place| place.company == by)?,
        };
        Some((order, place))
    };
    place().ok_or(Invalid::CursorUnknown)
}

fn parse_code<T: Coded>(text: &str) -> Result<T, Invalid> {
    T::from_code(text).ok_or(Invalid::NotListed)
}

fn parse_status(text: &str) -> Result<OnboardingStatus, Invalid> {
    let (min, max) = StatusNumber::range();
    let unknown = Invalid::StatusUnknown { min: min.into(), max: max.into() };
    text.parse().ok().and_then(OnboardingStatus::from_number).ok_or(unknown)
}

/// The longest name a company can have, and then some.
const MAX_SEARCH_CHARS: usize = 300;

fn parse_search(text: &str) -> Result<String, Invalid> {
    if text.chars().count() > MAX_SEARCH_CHARS { Err(Invalid::SearchTooLong { max: MAX_SEARCH_CHARS as i64 }) } else { Ok(text.to_owned()) }
}

#[utoipa::path(tag = "operator", summary = "The queue", description = "The applications of a status, fifty a page; the longest waiting first, unless another order is asked for.",
    params(("status" = inline(Option<StatusNumber>), Query, description = "1 unless given; with `search`, any unless given"),
        ("search" = Option<String>, Query, description = "Words that begin one of the company's, a person's, the address's or the registration number's"),
        ("mine" = Option<bool>, Query, description = "Only those the caller is on; `search` searches all of them"),
        ("unassigned" = Option<bool>, Query, description = "Only those no operator is on; `mine` goes before it, and `search` searches all of them"),
        ("sort" = inline(Option<QueueSortCode>), Query, description = "`waiting` unless given. `company` is the legal name without regard to case and accents; those without one come first"),
        ("order" = inline(Option<DirectionCode>), Query, description = "`asc` unless given"),
        ("cursor" = Option<String>, Query, description = "`next` of the page before, in the same order")),
    responses((status = 200, body = Data<QueueBody>)))]
#[get("/operator/applications")]
pub(crate) async fn list_applications(me: CaseReader, api: web::Data<Api>, query: Query<QueueQuery>) -> Result<HttpResponse, Problem> {
    let Query(query) = query;
    let mut fields = Fields::default();
    let status = fields.optional("status", query.status.as_deref(), parse_status);
    let words = fields.optional("search", query.search.as_deref(), parse_search).unwrap_or_default();
    let mine = fields.optional("mine", query.mine.as_deref(), parse_flag).unwrap_or_default();
    let unassigned = fields.optional("unassigned", query.unassigned.as_deref(), parse_flag).unwrap_or_default();
    let sort = fields.optional("sort", query.sort.as_deref(), parse_code).unwrap_or_default();
    let direction = fields.optional("order", query.order.as_deref(), parse_code).unwrap_or_default();
    let order = QueueOrder { sort, direction };
    let after = fields.optional("cursor", query.cursor.as_deref(), |text| match parse_cursor(text)? {
        (of, place) if of == order => Ok(place),
        _ => Err(Invalid::CursorOfOtherOrder),
    });
    let whose = match (mine, unassigned) {
        (true, _) => Whose::Mine(me.user.id()),
        (false, true) => Whose::Nobodys,
        (false, false) => Whose::Anybodys,
    };
    let wanted = QueueSearch { status, words, whose, order, own: Some(me.membership.company) };
    let wanted = fields.finish(Some(wanted)).map_err(Problem::invalid)?;
    let page = api.onboarding.queue(wanted, after).await?;
    let data = QueueBody {
        applications: page.entries.iter().map(QueueEntryBody::from).collect(),
        next: page.next.map(|place| cursor(order, &place)),
        too_many: page.too_many,
        counts: page.counts,
    };
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Serialize, ToSchema)]
struct NextBody {
    /// The case's id; none when there is no other
    id: Option<Uuid>,
}

#[derive(Deserialize)]
struct NextQuery {
    after: Option<String>,
}

#[utoipa::path(tag = "operator", summary = "The next case", description = "The longest waiting of the cases that wait for a decision and that the caller, or no operator, is on: behind the case `after`, or else from the beginning. Neither that case itself nor one of the caller's own company.",
    params(("after" = Option<Uuid>, Query, description = "The case the caller comes from")),
    responses((status = 200, body = Data<NextBody>)))]
#[get("/operator/applications/next")]
pub(crate) async fn next_application(me: CaseReader, api: web::Data<Api>, query: Query<NextQuery>) -> Result<HttpResponse, Problem> {
    let Query(query) = query;
    let mut fields = Fields::default();
    let parse = |text: &str| Uuid::try_parse(text).map(ApplicationId).map_err(|_| Invalid::Malformed);
    let after = fields.optional("after", query.after.as_deref(), parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let next = api.onboarding.next_case(&me.membership, after).await?;
    Ok(HttpResponse::Ok().json(Data { data: NextBody { id: next.map(|id| id.0) } }))
}
