//! Business time, and moving it where it is there to try things out.

use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::Key,
    },
    session::{ClockMover, Operator, not_their_role},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::business_time::{ClockView, MoveClockError};
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::{
        Invalid,
        test_clock::{MoveRefused, TestClock},
    },
};
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
struct ClockBody {
    /// Business time: dates, offers and the end of day go by it
    now: DateTime<Utc>,
    /// Whether it can be moved here: with `SOONER_CLOCK=test`
    movable: bool,
}

fn answer(ClockView { now, movable }: ClockView) -> HttpResponse {
    HttpResponse::Ok().json(Data { data: ClockBody { now, movable } })
}

#[utoipa::path(tag = "operator", summary = "Business time",
    description = "What time it is for the business: the machine’s time, unless it was moved.",
    responses((status = 200, body = Data<ClockBody>)))]
#[get("/operator/clock")]
pub(crate) async fn read_clock(_me: Operator, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    Ok(answer(api.business_time.view().await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MoveBody {
    /// Later than it is, and at most ten years ahead of the machine’s time
    #[schema(value_type = DateTime<Utc>)]
    to: String,
}

fn parse_instant(text: &str) -> Result<DateTime<Utc>, Invalid> {
    // An offset other than UTC's may be meant, or be left over from somebody's own clock.
    let in_utc = DateTime::parse_from_rfc3339(text).ok().filter(|instant| instant.offset().local_minus_utc() == 0);
    in_utc.map(|instant| instant.to_utc()).ok_or(Invalid::InstantMalformed)
}

fn not_moved(error: MoveClockError) -> Problem {
    match error {
        MoveClockError::Forbidden => not_their_role(OperatorRight::MoveClock),
        MoveClockError::NotMovable => Problem::new(ErrorCode::ClockNotMovable, "Business time is the machine’s time here."),
        MoveClockError::Refused(MoveRefused::Back) => Problem::new(ErrorCode::ClockBackwards, "Business time only moves forward."),
        MoveClockError::Refused(MoveRefused::TooFar) => Problem::field("to", Invalid::TooFarAhead { years: TestClock::MAX_YEARS }),
        MoveClockError::Idempotency(once) => once.into(),
        MoveClockError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "operator", summary = "Move business time",
    description = "Forward alone: 409 `clock_backwards` unless `to` is later than it is. It goes on from there. Each date whose cut-off lies on the way is ended when it is reached. Where `SOONER_CLOCK` is not `test`, as in production, 409 `clock_not_movable`. Sessions, codes and links go by the machine’s time.",
    params(("Idempotency-Key" = String, Header)), request_body = MoveBody, responses((status = 200, body = Data<ClockBody>)))]
#[post("/operator/clock")]
pub(crate) async fn move_clock(me: ClockMover, api: web::Data<Api>, key: Key, body: Json<MoveBody>) -> Result<HttpResponse, Problem> {
    let to = parse_instant(&body.value.to).map_err(|invalid| Problem::field("to", invalid))?;
    let request = key.required(me.user.id(), body.content)?;
    Ok(answer(api.end_of_day.move_clock(&me, to, request).await.map_err(not_moved)?))
}
