//! What each call answers, on the way from sign-up to submission.

use super::{buyer_body, client, sign_up_body};
use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use sooner_application::testing::{PASSWORD, a_user};

#[actix_web::test]
async fn sign_up_answers_a_token_and_the_user_is_who_signed_up() {
    let client = client().await;
    let answer = client.call(Method::POST, "/auth/signup", None, Some(sign_up_body())).await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    insta::assert_json_snapshot!(client.get("/semi-private/user", &token).await.json());
    let again = client.call(Method::POST, "/auth/signup", None, Some(sign_up_body())).await;
    insta::assert_json_snapshot!(again.json());
}

#[actix_web::test]
async fn sign_up_names_every_bad_field_at_once() {
    let client = client().await;
    let mut body = sign_up_body();
    for field in ["email", "password", "fname", "phone"] {
        body[field] = json!("x\r\n");
    }
    body.as_object_mut().unwrap().remove("lname");
    let answer = client.call(Method::POST, "/auth/signup", None, Some(body)).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    insta::assert_json_snapshot!(answer.json());
}

#[actix_web::test]
async fn a_bad_phone_of_no_country_is_named_beside_the_country() {
    let client = client().await;
    let mut body = sign_up_body();
    (body["country"], body["phone"]) = (json!("ZZ"), json!("+3161234567800"));
    let answer = client.call(Method::POST, "/auth/signup", None, Some(body)).await.json();
    let fields: Vec<_> = answer["fields"].as_object().unwrap().keys().collect();
    assert_eq!(fields, ["country", "phone"]);
}

#[actix_web::test]
async fn sign_in_answers_token_and_name() {
    let client = client().await;
    client.world.signed_up(a_user()).await.unwrap();
    let body = json!({ "email": "ada@example.com", "password": PASSWORD });
    let answer = client.call(Method::POST, "/auth/signin", None, Some(body)).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.json()["data"]["name"], "Ada Brandt");
    assert!(answer.json()["data"]["token"].is_string());
}

#[actix_web::test]
async fn asvs_6_3_8_an_unknown_address_and_a_wrong_password_get_the_same_answer() {
    let client = client().await;
    client.world.signed_up(a_user()).await.unwrap();
    let mut answers = Vec::new();
    for (email, password) in [("ada@example.com", "wrong"), ("eve@example.com", "wrong")] {
        let answer = client.call(Method::POST, "/auth/signin", None, Some(json!({ "email": email, "password": password }))).await;
        let mut body = answer.json();
        body["requestId"] = Value::Null;
        answers.push((answer.status, body));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].0, StatusCode::UNAUTHORIZED);
    for email in ["ada@example.com", "eve@example.com"] {
        let answer = client.call(Method::POST, "/auth/forgot-password", None, Some(json!({ "email": email }))).await;
        assert_eq!((answer.status, answer.body), (StatusCode::ACCEPTED, Vec::new()));
    }
}

#[actix_web::test]
async fn phone_and_address_are_proved() {
    let client = client().await;
    let token = client.world.signed_up(a_user()).await.unwrap();
    let refused = client.post("/semi-private/auth/verify-gtoken", &token, json!({ "gToken": "made up" })).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::UNPROCESSABLE_ENTITY, "phone_proof_refused".to_owned()));
    let proof = client.world.proof_of("+4915112345678");
    let answer = client.post("/semi-private/auth/verify-gtoken", &token, json!({ "gToken": proof })).await;
    let new = answer.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(client.get("/semi-private/user", &token).await.status, StatusCode::UNAUTHORIZED);

    let link = client.world.mailed_token().await.unwrap();
    let confirm = |token: String| client.call(Method::POST, "/auth/verify-email", None, Some(json!({ "token": token })));
    assert_eq!(confirm(link.clone()).await.status, StatusCode::NO_CONTENT);
    assert_eq!(confirm(link).await.code(), "link_invalid");
    let user = client.get("/semi-private/user", &new).await.json();
    assert_eq!(user["data"]["userDetails"]["phoneVerified"], true);
    assert_eq!(user["data"]["userDetails"]["emailVerified"], true);
}

#[actix_web::test]
async fn a_verification_mail_goes_to_the_own_address_alone_and_the_old_query_is_explained() {
    let client = client().await;
    let token = client.world.signed_up(a_user()).await.unwrap();
    let ask = |query: &str| format!("/semi-private/auth/send-email-verification?{query}");
    let answer = client.get(&ask("email=ada%40example.com"), &token).await;
    assert_eq!(answer.json(), json!({ "data": { "email": "ada@example.com", "sent": false, "nextInSeconds": 60 } }));
    assert_eq!(client.get(&ask("email=eve%40example.com"), &token).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    for malformed in ["emailada@example.com", "", "mail=ada@example.com"] {
        let answer = client.get(&ask(malformed), &token).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::BAD_REQUEST, "malformed_request".to_owned()), "{malformed}");
    }
}

#[actix_web::test]
async fn the_form_is_for_the_verified() {
    let client = client().await;
    let token = client.world.signed_up(a_user()).await.unwrap();
    for (method, path, body) in [
        (Method::PUT, "/semi-private/onboarding", Some(json!({}))),
        (Method::POST, "/semi-private/onboarding/submit", None),
        (Method::POST, "/semi-private/buyers", Some(buyer_body())),
    ] {
        assert_eq!(client.call(method, path, Some(&token), body).await.code(), "verification_required", "{path}");
    }
    assert_eq!(client.get("/semi-private/onboarding", &token).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn a_draft_is_saved_and_an_incomplete_one_is_told_what_is_missing() {
    let client = client().await;
    let token = client.verified().await;
    let form = json!({ "company": { "legalName": "Mühle Brandt GmbH", "legalForm": "sole_trader", "wants": ["buyer"] } });
    let saved = client.call(Method::PUT, "/semi-private/onboarding", Some(&token), Some(form)).await;
    assert_eq!(saved.status, StatusCode::OK);
    insta::assert_json_snapshot!(saved.json());
    let refused = client.call(Method::POST, "/semi-private/onboarding/submit", Some(&token), None).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::UNPROCESSABLE_ENTITY, "onboarding_incomplete".to_owned()));
    assert_eq!(refused.json()["missing"], saved.json()["data"]["missing"]);
    let bad =
        client.call(Method::PUT, "/semi-private/onboarding", Some(&token), Some(json!({ "bankAccount": { "iban": "DE8937" } }))).await;
    assert_eq!(bad.json()["fields"], json!({ "bankAccount.iban": ["Enter the complete IBAN."] }));
    let kept = client.get("/semi-private/onboarding", &token).await.json();
    assert_eq!(kept["data"]["form"]["company"]["legalName"], "Mühle Brandt GmbH");
}

#[actix_web::test]
async fn a_supplier_of_a_programme_is_asked_for_little_and_for_the_rest_once_it_wants_more() {
    let client = client().await;
    let token = client.verified().await;
    let missing = async |wants: serde_json::Value| {
        let form = json!({ "company": { "wants": wants }, "people": [{ "roles": ["signatory"] }] });
        let saved = client.call(Method::PUT, "/semi-private/onboarding", Some(&token), Some(form)).await.json();
        assert_eq!(saved["data"]["form"]["company"]["wants"].as_array().map(Vec::len), wants.as_array().map(Vec::len));
        saved["data"]["missing"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(missing(json!(["supplier"])).await, 18);
    assert_eq!(missing(json!(["supplier", "seller"])).await, missing(json!(["seller"])).await);
}

#[actix_web::test]
async fn buyers_are_appended_once_under_a_key() {
    let client = client().await;
    let token = client.verified().await;
    let mut answers = Vec::new();
    for _ in 0..2 {
        let request = actix_web::test::TestRequest::post()
            .uri("/semi-private/buyers")
            .insert_header(("authorization", format!("Bearer {token}")))
            .insert_header(("idempotency-key", "one"))
            .set_json(buyer_body());
        let answer = client.send(request).await;
        assert_eq!(answer.status, StatusCode::CREATED);
        answers.push(answer.json());
    }
    assert_eq!(answers[0], answers[1]);
    insta::assert_json_snapshot!(answers[0]);
    let mut other = buyer_body();
    other["legalName"] = json!("Südwind BV");
    let request = actix_web::test::TestRequest::post()
        .uri("/semi-private/buyers")
        .insert_header(("authorization", format!("Bearer {token}")))
        .insert_header(("idempotency-key", "one"))
        .set_json(other);
    assert_eq!(client.send(request).await.code(), "idempotency_mismatch");
    let list = client.get("/semi-private/buyers", &token).await.json();
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(client.get("/semi-private/user", &token).await.json()["data"]["pendingBuyers"], list["data"]);
}

#[actix_web::test]
async fn a_buyers_bad_fields_are_named_at_once() {
    let client = client().await;
    let token = client.verified().await;
    let answer = client.post("/semi-private/buyers", &token, json!({ "contactEmail": "x" })).await;
    insta::assert_json_snapshot!(answer.json()["fields"]);
    insta::assert_json_snapshot!("a_buyers_bad_fields_are_named_by_code", answer.json()["fieldCodes"]);
}

#[actix_web::test]
async fn signing_out_ends_the_session_at_the_server() {
    let client = client().await;
    let token = client.world.signed_up(a_user()).await.unwrap();
    let answer = client.call(Method::POST, "/semi-private/auth/signout", Some(&token), None).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(client.get("/semi-private/user", &token).await.status, StatusCode::UNAUTHORIZED);
}
