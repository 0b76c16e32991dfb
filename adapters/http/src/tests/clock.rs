//! Business time, told and moved.

use super::{Client, client, client_in, new_key};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{StatusCode, header},
    test::TestRequest,
};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use sooner_application::testing::{ClockMode, World};

const CLOCK: &str = "/operator/clock";

async fn movable() -> (Client<impl Service<actix_http::Request, Response = ServiceResponse<impl MessageBody>, Error = Error>>, String) {
    let client = client_in(World { clock_mode: ClockMode::Movable, ..World::default() }).await;
    let admin = client.operator().await;
    (client, admin)
}

fn at(body: &Value) -> DateTime<Utc> {
    body["data"]["now"].as_str().unwrap().parse().unwrap()
}

#[actix_web::test]
async fn business_time_is_told_and_moved_forward() {
    let (client, admin) = movable().await;
    let now = client.get(CLOCK, &admin).await.json();
    assert_eq!((at(&now), &now["data"]["movable"]), (client.world.clock_now(), &json!(true)));
    let to = "2027-01-04T13:59:59.5Z";
    let moved = client.post(CLOCK, &admin, json!({ "to": to })).await;
    assert_eq!((moved.status, moved.json()), (StatusCode::OK, json!({ "data": { "now": "2027-01-04T13:59:59.500Z", "movable": true } })));
    client.world.clock.advance(TimeDelta::seconds(1));
    assert_eq!(at(&client.get(CLOCK, &admin).await.json()), to.parse::<DateTime<Utc>>().unwrap() + TimeDelta::seconds(1));
    let me = client.get("/semi-private/user", &admin).await.json();
    assert_eq!(me["data"]["businessTime"], "2027-01-04T14:00:00.500Z", "everybody reads what time it is");
    for back in [to, "2026-12-31T00:00:00Z", "0001-01-01T00:00:00+00:00"] {
        let answer = client.post(CLOCK, &admin, json!({ "to": back })).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::CONFLICT, "clock_backwards"), "{back}");
    }
}

#[actix_web::test]
async fn only_an_instant_in_utc_that_is_near_enough_is_taken() {
    let (client, admin) = movable().await;
    for (to, code) in [
        ("", "instant_malformed"),
        ("2027-01-04", "instant_malformed"),
        ("2027-01-04T12:00:00", "instant_malformed"),
        ("2027-01-04T12:00:00+01:00", "instant_malformed"),
        ("2027-02-29T12:00:00Z", "instant_malformed"),
        ("99999-01-04T12:00:00Z", "instant_malformed"),
        ("2036-06-17T12:00:00Z", "too_far_ahead"),
        ("9999-12-31T23:59:59Z", "too_far_ahead"),
    ] {
        let answer = client.post(CLOCK, &admin, json!({ "to": to })).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{to}");
        assert_eq!(answer.json()["fieldCodes"]["to"][0]["code"], code, "{to}");
    }
    for odd in [json!({}), json!({ "to": 1_800_000_000 }), json!({ "to": "2027-01-04T12:00:00Z", "from": "2026-06-15T12:00:00Z" })] {
        assert_eq!(client.post(CLOCK, &admin, odd.clone()).await.status, StatusCode::BAD_REQUEST, "{odd}");
    }
    assert_eq!(at(&client.get(CLOCK, &admin).await.json()), client.world.clock_now());
}

#[actix_web::test]
async fn the_clock_is_moved_under_a_key_once() {
    let (client, admin) = movable().await;
    let post = async |key: Option<&str>, to: &str| {
        let request = TestRequest::post().uri(CLOCK).insert_header((header::AUTHORIZATION, format!("Bearer {admin}")));
        let request = if let Some(key) = key { request.insert_header(("Idempotency-Key", key)) } else { request };
        client.send(request.set_json(json!({ "to": to }))).await
    };
    let none = post(None, "2027-01-04T12:00:00Z").await;
    assert_eq!((none.status, none.code().as_str()), (StatusCode::BAD_REQUEST, "idempotency_key_required"));
    let key = new_key();
    for _ in 0..2 {
        assert_eq!(post(Some(&key), "2027-01-04T12:00:00Z").await.status, StatusCode::OK);
    }
    let other = post(Some(&key), "2027-01-05T12:00:00Z").await;
    assert_eq!((other.status, other.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "idempotency_mismatch"));
    assert_eq!(at(&client.get(CLOCK, &admin).await.json()), "2027-01-04T12:00:00Z".parse::<DateTime<Utc>>().unwrap());
}

#[actix_web::test]
async fn a_clock_that_is_the_machines_is_not_moved() {
    let client = client().await;
    let admin = client.operator().await;
    let answer = client.post(CLOCK, &admin, json!({ "to": "2027-01-04T12:00:00Z" })).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::CONFLICT, "clock_not_movable"));
    let now = client.get(CLOCK, &admin).await.json();
    assert_eq!((at(&now), &now["data"]["movable"]), (client.world.clock_now(), &json!(false)));
    assert_eq!(client.get("/semi-private/user", &admin).await.json()["data"]["businessTime"], Value::Null);
}
