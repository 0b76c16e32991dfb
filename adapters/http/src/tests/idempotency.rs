//! A key stands for one effect: who asks for what, at which address, with which body.

use super::{WEB, buyer_body, client, operator};
use crate::{Api, Host, Readers, Settings, TrustedProxies, api_app};
use actix_http::BoxedPayloadStream;
use actix_web::{
    dev::Payload,
    http::{Method, StatusCode, header},
    test::{self, TestRequest},
};
use async_trait::async_trait;
use futures_util::stream;
use serde_json::{Value, json};
use sooner_application::{
    kernel::{
        commit::{Commit, CommitError, WriteContext},
        turns::Bounds,
        unavailable::Unavailable,
    },
    onboarding::changes::Change,
    testing::{World, a_user},
};
use sooner_shared::file_gate::{FileGate, NoTrial};
use std::{future::pending, sync::Arc, time::Duration};

fn request(method: Method, path: &str, token: &str, body: Value) -> TestRequest {
    TestRequest::with_uri(path).method(method).insert_header((header::AUTHORIZATION, format!("Bearer {token}"))).set_json(body)
}

#[actix_web::test]
async fn a_decision_without_a_key_is_refused_and_changes_nothing() {
    let client = client().await;
    let operator = client.operator().await;
    client.world.submitted(a_user()).await.unwrap();
    let entry = client.get("/operator/applications", &operator).await.json()["data"]["applications"][0].clone();
    let id = entry["id"].as_str().unwrap();
    let case = client.get(&format!("/operator/applications/{id}"), &operator).await.json()["data"].clone();
    let buyer = case["buyers"][0]["id"].as_str().unwrap();
    let version = entry["version"].as_i64().unwrap();
    let on_buyer = (format!("buyers/{buyer}/decision"), json!({ "seen": "pending", "decision": "approved" }));
    let moves = operator::actions().map(|(action, _)| (action.clone(), operator::body(&action, version)));
    for (action, body) in moves.chain([on_buyer]) {
        let path = format!("/operator/applications/{id}/{action}");
        let answer = client.send(request(Method::POST, &path, &operator, body)).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::BAD_REQUEST, "idempotency_key_required".to_owned()), "{action}");
    }
    assert_eq!(client.get(&format!("/operator/applications/{id}"), &operator).await.json()["data"], case);
}

#[actix_web::test]
async fn the_same_key_for_another_address_or_body_is_a_mistake() {
    let client = client().await;
    let operator = client.operator().await;
    for email in ["ada@example.com", "bob@example.com"] {
        client.world.submitted(a_user().email(email)).await.unwrap();
    }
    let queue = client.get("/operator/applications", &operator).await.json()["data"]["applications"].clone();
    let take = |entry: usize, body: Value| {
        let path = format!("/operator/applications/{}/take", queue[entry]["id"].as_str().unwrap());
        client.send(request(Method::POST, &path, &operator, body).insert_header(("Idempotency-Key", "one")))
    };
    let seen = json!({ "version": queue[0]["version"] });
    let first = take(0, seen.clone()).await;
    assert_eq!(first.status, StatusCode::OK);
    assert_eq!(take(0, seen.clone()).await.json(), first.json(), "a repetition");
    assert_eq!(take(1, seen).await.code(), "idempotency_mismatch", "another application");
    assert_eq!(take(0, json!({ "version": 99 })).await.code(), "idempotency_mismatch", "another body");
    let path = format!("/operator/applications/{}/give-back", queue[0]["id"].as_str().unwrap());
    let give_back = request(Method::POST, &path, &operator, json!({ "version": queue[0]["version"] }));
    assert_eq!(client.send(give_back.insert_header(("Idempotency-Key", "one"))).await.code(), "idempotency_mismatch", "another route");
}

/// Takes every write and never answers whether it was done.
struct Silent;

#[async_trait]
impl Commit<Change> for Silent {
    async fn commit(&self, _: Vec<Change>, _: WriteContext) -> Result<(), CommitError> {
        Err(Unavailable::OutcomeUnknown("no answer".to_owned()).into())
    }
}

/// Takes every write and is never done with it.
struct Endless;

#[async_trait]
impl Commit<Change> for Endless {
    async fn commit(&self, _: Vec<Change>, _: WriteContext) -> Result<(), CommitError> {
        pending().await
    }
}

/// At its deadline, of a request that came whole nobody knows whether it was done; of one that did not, nothing was.
#[actix_web::test]
async fn what_takes_too_long_is_told_from_what_comes_too_slowly() {
    let world = World::default();
    let token = world.verified(a_user()).await.unwrap();
    let mut api = super::api(&world);
    api.host.settings.deadline = Duration::from_millis(200);
    api.use_cases.onboarding.commit = Arc::new(Endless);
    let service = test::init_service(api_app(api)).await;
    let add = || {
        let add = request(Method::POST, "/semi-private/buyers", &token, buyer_body());
        add.peer_addr("192.0.2.1:50000".parse().unwrap())
    };
    let told = async |request: actix_http::Request| {
        let answer = match test::try_call_service(&service, request).await {
            Ok(answer) => answer.into_parts().1.map_into_boxed_body(),
            Err(error) => error.error_response(),
        };
        let (status, again) = (answer.status(), answer.headers().contains_key(header::RETRY_AFTER));
        let body = actix_web::body::to_bytes(answer.into_body()).await.unwrap();
        let problem: Value = serde_json::from_slice(&body).unwrap();
        (status, problem["code"].as_str().unwrap_or_default().to_owned(), again)
    };
    assert_eq!(told(add().to_request()).await, (StatusCode::SERVICE_UNAVAILABLE, "outcome_unknown".to_owned(), true));
    let never: BoxedPayloadStream = Box::pin(stream::pending());
    let slow = add().insert_header((header::CONTENT_LENGTH, "100"));
    let (slow, _) = slow.to_request().replace_payload(Payload::Stream { payload: never });
    assert_eq!(told(slow).await, (StatusCode::REQUEST_TIMEOUT, "request_timeout".to_owned(), false));
}

#[actix_web::test]
async fn a_header_that_stands_twice_counts_as_none() {
    let client = client().await;
    let owner = client.verified().await;
    let twice = |name: &'static str, value: &str| {
        let request = request(Method::POST, "/semi-private/buyers", &owner, buyer_body()).insert_header(("Idempotency-Key", "one"));
        request.append_header((name, value.to_owned()))
    };
    let keys = client.send(twice("Idempotency-Key", "other")).await;
    assert_eq!((keys.status, keys.code().as_str()), (StatusCode::BAD_REQUEST, "malformed_request"));
    let sessions = client.send(twice("Authorization", &format!("Bearer {owner}"))).await;
    assert_eq!(sessions.status, StatusCode::UNAUTHORIZED);
    assert_eq!(client.get("/semi-private/buyers", &owner).await.json()["data"], json!([]));
}

#[actix_web::test]
async fn an_unknown_outcome_is_said_to_be_one() {
    let world = World::default();
    let token = world.verified(a_user()).await.unwrap();
    let settings = Settings {
        web_origin: WEB.into(),
        trusted_proxies: TrustedProxies::default(),
        log_client_address: false,
        hsts: true,
        deadline: Settings::DEADLINE,
    };
    let host = Host {
        ready: Arc::new(super::AlwaysReady),
        ids: world.ids.clone(),
        files: FileGate::new(Arc::new(NoTrial(super::plain_here))),
        readers: Readers::new(Bounds::of(4)),
        imports: Readers::that_import(Bounds::of(4)),
        settings,
    };
    let mut use_cases = world.use_cases();
    use_cases.onboarding.commit = Arc::new(Silent);
    let service = test::init_service(api_app(Api { use_cases, host })).await;
    let add = request(Method::POST, "/semi-private/buyers", &token, buyer_body());
    let answer = test::call_service(&service, add.peer_addr("192.0.2.1:50000".parse().unwrap()).to_request()).await;
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.headers().contains_key(header::RETRY_AFTER));
    let problem: Value = test::read_body_json(answer).await;
    assert_eq!(problem["code"], "outcome_unknown");
}
