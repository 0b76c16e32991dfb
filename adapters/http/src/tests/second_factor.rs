//! Two-factor sign-in over HTTP.

use super::{Client, client, client_behind_a_proxy, client_in};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use chrono::TimeDelta;
use serde_json::{Value, json};
use sooner_application::{
    identity::{OperatorAccess, ports::AccessTokens},
    testing::{PASSWORD, PlainTokens, World, a_user},
};
use sooner_domain::kernel::email::EmailAddress;

const BASE: &str = "/semi-private/auth/second-factor";

impl<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>> Client<S> {
    /// What the authenticator app of this account shows now.
    async fn app_code(&self, email: &str) -> String {
        let identity = self.world.identity();
        let user = identity.users.by_email(&EmailAddress::parse(email).unwrap()).await.unwrap().unwrap();
        let factor = identity.second_factors.of(user.id()).await.unwrap().unwrap();
        PlainTokens::code(factor.id, self.world.clock_now())
    }

    /// Switches it on; the answer.
    async fn switch_on(&self, token: &str, email: &str) -> Value {
        let begun = self.post(&format!("{BASE}/enrolment"), token, json!({})).await.json()["data"]["id"].clone();
        let code = self.app_code(email).await;
        let answer = self.post(&format!("{BASE}/confirmation"), token, json!({ "id": begun, "code": code })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
        answer.json()["data"].clone()
    }

    /// The token of somebody with a proven address.
    async fn proven(&self) -> String {
        self.world.tokens.sign(&self.world.proven(a_user()).await.unwrap().session).unwrap()
    }

    async fn half_signed_in(&self, email: &str) -> String {
        let answer = self.call(Method::POST, "/auth/signin", None, Some(json!({ "email": email, "password": PASSWORD }))).await;
        answer.json()["data"]["token"].as_str().unwrap().to_owned()
    }
}

/// A thief with the same session waits for the owner to confirm, and asks too.
#[actix_web::test]
async fn who_did_not_confirm_gets_no_secret_beside_the_owner() {
    let client = client().await;
    let (token, path) = (client.proven().await, format!("{BASE}/enrolment"));
    let begun = async |key: &str| client.under(key, (Method::POST, &path), Some(&token), None).await;
    let asked = begun("owner").await;
    let proof = json!({ "password": PASSWORD, "confirm": asked.json()["confirm"] });
    assert_eq!(client.post("/semi-private/auth/step-up", &token, proof).await.status, StatusCode::NO_CONTENT);
    assert_eq!(begun("thief").await.code(), "step_up_required");
    let without = client.asked(TestRequest::post().uri(&path), Some(&token), None).await;
    assert_eq!((without.status, without.code().as_str()), (StatusCode::BAD_REQUEST, "idempotency_key_required"));
    assert_eq!(begun("owner").await.status, StatusCode::OK);
}

#[actix_web::test]
async fn a_code_counts_for_the_address_it_is_entered_at() {
    let client = client_behind_a_proxy().await;
    let on = client.switch_on(&client.proven().await, "ada@example.com").await;
    assert!(on["token"].is_string());
    let enters = async |from: &str, code: String| {
        let post = |uri: &'static str, token: Option<&str>, body: Value| {
            let request = TestRequest::post().uri(uri).insert_header(("x-forwarded-for", from.to_owned())).set_json(body);
            match token {
                Some(token) => request.insert_header((header::AUTHORIZATION, format!("Bearer {token}"))),
                None => request,
            }
        };
        let begun = client.send(post("/auth/signin", None, json!({ "email": "ada@example.com", "password": PASSWORD }))).await.json();
        client.send(post(BASE, begun["data"]["token"].as_str(), json!({ "code": code }))).await.status
    };
    let app = async || {
        client.world.clock.advance(TimeDelta::seconds(30));
        client.app_code("ada@example.com").await
    };
    assert_eq!(enters("192.0.2.9", app().await).await, StatusCode::OK);
    client.world.clock.advance(TimeDelta::minutes(5));
    for _ in 0..5 {
        assert_eq!(enters("203.0.113.7", "000000".into()).await, StatusCode::UNPROCESSABLE_ENTITY);
    }
    assert_eq!(enters("203.0.113.8", app().await).await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(enters("192.0.2.9", app().await).await, StatusCode::OK);
}

#[actix_web::test]
async fn from_the_qr_code_to_a_sign_in_with_a_code() {
    let client = client().await;
    let token = client.proven().await;
    assert_eq!(client.get(BASE, &token).await.json()["data"], json!({ "on": false, "recoveryCodesLeft": 0 }));
    let enrolment = client.post(&format!("{BASE}/enrolment"), &token, json!({})).await.json()["data"].clone();
    assert!(enrolment["uri"].as_str().unwrap().starts_with("otpauth://totp/"));
    let wrong = json!({ "id": enrolment["id"], "code": "000000" });
    assert_eq!(client.post(&format!("{BASE}/confirmation"), &token, wrong.clone()).await.code(), "code_refused");
    // Begun again in another tab, the one before counts no more, and it says so.
    client.post(&format!("{BASE}/enrolment"), &token, json!({})).await;
    let late = client.post(&format!("{BASE}/confirmation"), &token, wrong).await;
    assert_eq!((late.status, late.code().as_str()), (StatusCode::CONFLICT, "conflict"));
    let on = client.switch_on(&token, "ada@example.com").await;
    assert_eq!(on["recoveryCodes"].as_array().unwrap().len(), 10);
    assert_eq!(client.get("/semi-private/user", &token).await.status, StatusCode::UNAUTHORIZED, "the session without it ended");
    let full = on["token"].as_str().unwrap();
    assert_eq!(client.get("/semi-private/user", full).await.json()["data"]["userDetails"]["secondFactor"], true);
    assert_eq!(client.post(&format!("{BASE}/enrolment"), full, json!({})).await.code(), "second_factor_on");

    client.world.clock.advance(TimeDelta::minutes(1));
    let half = client.half_signed_in("ada@example.com").await;
    assert_eq!(client.get("/semi-private/user", &half).await.code(), "second_factor_required");
    let code = client.app_code("ada@example.com").await;
    let passed = client.post(BASE, &half, json!({ "code": code })).await.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(client.get("/semi-private/user", &passed).await.status, StatusCode::OK);
    assert_eq!(client.get("/semi-private/user", &half).await.status, StatusCode::UNAUTHORIZED);

    // Each try counts, right or wrong.
    client.world.clock.advance(TimeDelta::minutes(5));
    let recovery = on["recoveryCodes"][0].as_str().unwrap();
    assert_eq!(client.post(&format!("{BASE}/removal"), &passed, json!({ "code": "000000" })).await.code(), "code_refused");
    assert_eq!(client.post(&format!("{BASE}/removal"), &passed, json!({ "code": recovery })).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.post(&format!("{BASE}/removal"), &passed, json!({ "code": recovery })).await.code(), "second_factor_off");
    assert_eq!(client.get("/semi-private/user", full).await.status, StatusCode::UNAUTHORIZED, "other sessions end");
}

#[actix_web::test]
async fn guessing_codes_is_told_to_wait() {
    let client = client().await;
    let token = client.proven().await;
    client.switch_on(&token, "ada@example.com").await;
    let half = client.half_signed_in("ada@example.com").await;
    for _ in 0..10 {
        client.post(BASE, &half, json!({ "code": "000000" })).await;
    }
    let answer = client.post(BASE, &half, json!({ "code": "000000" })).await;
    assert_eq!((answer.status, answer.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"));
    assert!(answer.headers.contains_key("retry-after"));
}

#[actix_web::test]
async fn asvs_6_3_3_an_operator_in_production_reviews_with_a_second_factor_only() {
    let client = client_in(World { operators: OperatorAccess::BySecondFactor, ..World::default() }).await;
    let token = client.operator().await;
    assert_eq!(client.get("/operator/applications", &token).await.code(), "second_factor_missing");
    assert_eq!(client.get("/semi-private/user", &token).await.status, StatusCode::OK);
    let on = client.switch_on(&token, "olga@example.com").await;
    let token = on["token"].as_str().unwrap();
    assert_eq!(client.get("/operator/applications", token).await.status, StatusCode::OK);
}
