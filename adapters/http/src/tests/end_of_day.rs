//! Ends of days: on the way of a moved clock, listed, and tried again.

use super::{Client, client_in};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::StatusCode,
};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use sooner_application::{
    end_of_day::changes::Change,
    kernel::commit::WriteContext,
    testing::{ClockMode, World},
};
use sooner_domain::{
    end_of_day::{
        day::EndOfDay,
        step::{EndOfDayStep, Failure, FailureCode},
    },
    house::settings::HOUSE,
    kernel::audit::{Actor, AuditAction, Entry, Subjects},
};

const DAYS: &str = "/operator/end-of-day";

async fn movable() -> (Client<impl Service<actix_http::Request, Response = ServiceResponse<impl MessageBody>, Error = Error>>, String) {
    let client = client_in(World { clock_mode: ClockMode::Movable, ..World::default() }).await;
    let olga = client.operator().await;
    (client, olga)
}

fn dates(listed: &Value) -> Vec<&str> {
    listed["data"].as_array().unwrap().iter().map(|day| day["date"].as_str().unwrap()).collect()
}

#[actix_web::test]
async fn each_day_on_the_way_of_a_moved_clock_is_listed_newest_first() {
    let (client, olga) = movable().await;
    assert_eq!(client.get(DAYS, &olga).await.json(), json!({ "data": [], "next": null }));
    let moved = client.post("/operator/clock", &olga, json!({ "to": "2026-08-15T12:00:00Z" })).await;
    assert_eq!(moved.status, StatusCode::OK);
    let first = client.get(DAYS, &olga).await.json();
    assert_eq!((dates(&first).len(), dates(&first)[0], &first["next"]), (50, "2026-08-14", &json!("2026-06-26")));
    let rest = client.get(&format!("{DAYS}?after=2026-06-26"), &olga).await.json();
    assert_eq!((dates(&rest).len(), dates(&rest)[10], &rest["next"]), (11, "2026-06-15", &Value::Null));
    insta::assert_json_snapshot!(rest["data"][10]);
    for odd in ["2026-06-31", "yesterday", ""] {
        let answer = client.get(&format!("{DAYS}?after={odd}"), &olga).await;
        assert_eq!(
            (answer.status, answer.json()["fieldCodes"]["after"][0]["code"].as_str().unwrap().to_owned()),
            (StatusCode::UNPROCESSABLE_ENTITY, "date_malformed".to_owned()),
            "{odd}"
        );
    }
}

/// The day of [`failed`].
pub(super) const FAILED: &str = "2026-06-14";

/// A day of which something failed.
pub(super) async fn failed(world: &World, about: &str) {
    failed_by(world, Failure { code: FailureCode::Balance, about: Some(about.to_owned()) }).await;
}

async fn failed_by(world: &World, failure: Failure) {
    let now: DateTime<Utc> = world.clock_now() - TimeDelta::days(1);
    let mut day = EndOfDay::begin(now.date_naive(), now);
    for step in [
        EndOfDayStep::Checks,
        EndOfDayStep::Lapse,
        EndOfDayStep::Letters,
        EndOfDayStep::Invoices,
        EndOfDayStep::Overdue,
        EndOfDayStep::Positions,
    ] {
        day.done(step, now);
    }
    day.failed(EndOfDayStep::Balances, failure, now);
    let entry = Entry::new(now, Actor::System, AuditAction::EndOfDayRun, Subjects::house(HOUSE));
    world.store().end_of_day.commit(vec![Change::DaySaved(Box::new(day))], WriteContext::of(entry)).await.unwrap();
}

#[actix_web::test]
async fn what_failed_is_shown_with_its_reason_and_tried_again() {
    let (client, olga) = movable().await;
    failed(&client.world, "bank EUR").await;
    let listed = client.get(DAYS, &olga).await.json();
    let day = &listed["data"][0];
    assert_eq!((&day["date"], &day["state"]), (&json!(FAILED), &json!("failed")));
    assert_eq!(day["steps"][6]["failure"], json!({ "code": "balance", "about": "bank EUR" }));
    for _ in 0..2 {
        let again = client.post(&format!("{DAYS}/{FAILED}/retry"), &olga, json!({})).await;
        let day = again.json()["data"].clone();
        assert_eq!((again.status, &day["state"], &day["steps"][6]["failures"]), (StatusCode::OK, &json!("done"), &json!(1)));
    }
    for unknown in ["2026-06-15", "2026-02-30", "today"] {
        let answer = client.post(&format!("{DAYS}/{unknown}/retry"), &olga, json!({})).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::NOT_FOUND, "not_found"), "{unknown}");
    }
}

#[actix_web::test]
async fn what_a_database_says_is_told_to_nobody() {
    let (client, olga) = movable().await;
    failed_by(&client.world, Failure { code: FailureCode::Unavailable, about: Some("database: secrets".to_owned()) }).await;
    let listed = client.get(DAYS, &olga).await;
    assert_eq!(listed.json()["data"][0]["steps"][6]["failure"], json!({ "code": "unavailable", "about": null }));
}
