//! Ends of days: how far each is, what failed, and trying that again.

use crate::{
    kernel::{api::Api, body::Data, error::Problem, query::Query},
    session::{ReceivableManager, ReceivableReader, not_their_role},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::end_of_day::{EndOfDayError, EndOfDayPage};
use sooner_domain::end_of_day::{
    day::{EndOfDay, StepRun},
    step::{Failure, FailureCode},
};
use sooner_shared::{
    coded_body::{Code, EndOfDayStateCode, EndOfDayStepCode, FailureCodeCode, StepStateCode},
    form_body::parse_date,
};
use utoipa::ToSchema;

/// Why a step failed
#[derive(Serialize, ToSchema)]
struct EndOfDayFailureBody {
    code: FailureCodeCode,
    /// What the code names: the number of an entry, an account, or the id of a payout, receivable, receipt, facility or company
    about: Option<String>,
}

impl From<&Failure> for EndOfDayFailureBody {
    fn from(Failure { code, about }: &Failure) -> Self {
        // What does not answer says things that are for whoever runs the instance alone.
        let about = about.clone().filter(|_| *code != FailureCode::Unavailable);
        Self { code: Code(*code), about }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EndOfDayStepBody {
    step: EndOfDayStepCode,
    state: StepStateCode,
    /// How much it looked at
    seen: i64,
    /// How much it changed or wrote down
    changed: i64,
    /// How often it failed
    failures: i64,
    /// Of the last time, until it is done
    failure: Option<EndOfDayFailureBody>,
    /// When it was done, or failed last
    ended_at: Option<DateTime<Utc>>,
}

impl From<&StepRun> for EndOfDayStepBody {
    fn from(StepRun { step, state, after: _, seen, changed, failures, failure, ended_at }: &StepRun) -> Self {
        let failure = failure.as_ref().map(EndOfDayFailureBody::from);
        Self { step: Code(*step), state: Code(*state), seen: *seen, changed: *changed, failures: *failures, failure, ended_at: *ended_at }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EndOfDayBody {
    /// The business date
    date: NaiveDate,
    state: EndOfDayStateCode,
    /// By the machine’s clock
    started_at: DateTime<Utc>,
    /// When the last step was done, or failed; absent while it runs
    ended_at: Option<DateTime<Utc>>,
    /// In the order in which they are done
    steps: Vec<EndOfDayStepBody>,
}

impl From<&EndOfDay> for EndOfDayBody {
    fn from(day: &EndOfDay) -> Self {
        let steps = day.parts().steps.iter().map(EndOfDayStepBody::from).collect();
        Self { date: day.on(), state: Code(day.state()), started_at: day.parts().started_at, ended_at: day.ended_at(), steps }
    }
}

#[derive(Serialize, ToSchema)]
struct EndOfDayListBody {
    data: Vec<EndOfDayBody>,
    /// Where the next page begins
    next: Option<NaiveDate>,
}

#[derive(Deserialize)]
struct EndOfDayQuery {
    after: Option<String>,
}

#[utoipa::path(tag = "operator", summary = "Ends of days",
    description = "The newest date first, with each step and what failed. A date ends by itself after the house’s cut-off, be the house open or not.",
    params(("after" = Option<NaiveDate>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = EndOfDayListBody)))]
#[get("/operator/end-of-day")]
pub(crate) async fn list_ends_of_days(
    _me: ReceivableReader,
    api: web::Data<Api>,
    query: Query<EndOfDayQuery>,
) -> Result<HttpResponse, Problem> {
    let after = query.0.after.as_deref().map(parse_date).transpose().map_err(|invalid| Problem::field("after", invalid))?;
    let EndOfDayPage { days, next } = api.end_of_day.list(after).await?;
    Ok(HttpResponse::Ok().json(EndOfDayListBody { data: days.iter().map(EndOfDayBody::from).collect(), next }))
}

fn not_ended(error: EndOfDayError) -> Problem {
    match error {
        EndOfDayError::Forbidden(right) => not_their_role(right),
        // Neither of the last two happens to a day that was begun.
        EndOfDayError::NotFound | EndOfDayError::TooEarly(_) | EndOfDayError::PassedOver(_) | EndOfDayError::TooLongAgo(_) => {
            Problem::not_found()
        }
        EndOfDayError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "operator", summary = "Try an end of day again",
    description = "At once: what failed, and what is left. What is done is not done again, so asking twice does no harm. The answer says how far it is then.",
    params(("date" = NaiveDate, Path)), responses((status = 200, body = Data<EndOfDayBody>)))]
#[post("/operator/end-of-day/{date}/retry")]
pub(crate) async fn retry_end_of_day(me: ReceivableManager, api: web::Data<Api>, date: web::Path<String>) -> Result<HttpResponse, Problem> {
    let date = parse_date(&date).map_err(|_| Problem::not_found())?;
    let day = api.end_of_day.retry(&me, date).await.map_err(not_ended)?;
    Ok(HttpResponse::Ok().json(Data { data: EndOfDayBody::from(&day) }))
}
