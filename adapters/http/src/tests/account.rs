//! What people change about their own account, and where they are signed in.

use super::{client, sign_up_body};
use actix_web::{
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use chrono::TimeDelta;
use serde_json::{Value, json};
use sooner_application::testing::{PASSWORD, a_user};
use sooner_domain::{identity::user::Role, kernel::email::EmailAddress};

const LINUX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

#[actix_web::test]
async fn a_mistyped_address_is_corrected_until_it_is_proven() {
    let client = client().await;
    let token = client.world.signed_up(a_user()).await.unwrap();
    client.world.signed_up(a_user().email("bob@example.com")).await.unwrap();
    let put = async |email: &str| client.call(Method::PUT, "/semi-private/auth/email", Some(&token), Some(json!({ "email": email }))).await;
    assert_eq!(put("bob@example.com").await.code(), "email_taken");
    let bad = put("bob").await;
    assert_eq!(
        (bad.status, bad.json()["fieldCodes"]["email"][0]["code"].clone()),
        (StatusCode::UNPROCESSABLE_ENTITY, json!("email_implausible"))
    );
    assert_eq!(put("ada@example.org").await.status, StatusCode::NO_CONTENT);
    let me = client.get("/semi-private/user", &token).await;
    assert_eq!(me.json()["data"]["userDetails"]["email"], "ada@example.org");
    client.world.identity().verify_email(&client.world.mailed_token().await.unwrap(), "192.0.2.1".parse().unwrap()).await.unwrap();
    let late = put("ada@example.net").await;
    assert_eq!((late.status, late.code().as_str()), (StatusCode::CONFLICT, "email_already_verified"));
}

#[actix_web::test]
async fn sessions_are_shown_in_words_of_ours_and_ended_one_by_one() {
    let client = client().await;
    let sign_up = TestRequest::post().uri("/auth/signup").insert_header((header::USER_AGENT, LINUX)).set_json(sign_up_body());
    let first = client.send(sign_up).await.json()["token"].as_str().unwrap().to_owned();
    client.world.clock.advance(TimeDelta::minutes(1));
    let credentials = json!({ "email": "ada@example.com", "password": PASSWORD });
    let odd = TestRequest::post().uri("/auth/signin").insert_header((header::USER_AGENT, "<b>Eve</b> on Windows")).set_json(credentials);
    let second = client.send(odd).await.json()["data"]["token"].as_str().unwrap().to_owned();

    let list =
        async |token: &str| client.get("/semi-private/auth/sessions", token).await.json()["data"].as_array().cloned().unwrap_or_default();
    let listed = list(&first).await;
    let shown: Vec<_> = listed.iter().map(|session| (session["client"].clone(), session["isCurrent"].clone())).collect();
    assert_eq!(shown, [(json!("Windows"), json!(false)), (json!("Firefox on Linux"), json!(true))]);
    assert!(listed.iter().all(|session| session["startedAt"].is_string() && session["lastUsedAt"] == session["startedAt"]));

    let end = async |token: &str, id: &Value| {
        client.call(Method::DELETE, &format!("/semi-private/auth/sessions/{}", id.as_str().unwrap()), Some(token), None).await.status
    };
    let eve = client.world.signed_up(a_user().email("eve@example.com")).await.unwrap();
    assert_eq!(end(&eve, &listed[0]["id"]).await, StatusCode::NOT_FOUND, "another's");
    assert_eq!(end(&first, &json!("nonsense")).await, StatusCode::NOT_FOUND);
    assert_eq!(end(&first, &listed[0]["id"]).await, StatusCode::NO_CONTENT);
    assert_eq!(client.get("/semi-private/user", &second).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(end(&first, &listed[0]["id"]).await, StatusCode::NOT_FOUND, "it has ended");
    assert_eq!(end(&first, &listed[1]["id"]).await, StatusCode::NO_CONTENT);
    assert_eq!(client.get("/semi-private/user", &first).await.status, StatusCode::UNAUTHORIZED, "signed out");
}

#[actix_web::test]
async fn the_password_is_changed_with_the_old_one_and_every_bad_field_is_named() {
    let client = client().await;
    let token = client.world.signed_up(a_user()).await.unwrap();
    let put = async |old: &str, new: &str| {
        client.call(Method::PUT, "/semi-private/auth/password", Some(&token), Some(json!({ "old": old, "new": new }))).await
    };
    let wrong = put("guess", "passwordpassword").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let codes = &wrong.json()["fieldCodes"];
    assert_eq!((&codes["old"][0]["code"], &codes["new"][0]["code"]), (&json!("password_wrong"), &json!("password_common")));
    assert_eq!(put(PASSWORD, "seven quiet harbours").await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.get("/semi-private/user", &token).await.status, StatusCode::OK, "this session goes on");
    let old = client.call(Method::POST, "/auth/signin", None, Some(json!({ "email": "ada@example.com", "password": PASSWORD }))).await;
    assert_eq!(old.status, StatusCode::UNAUTHORIZED);
}

#[actix_web::test]
async fn a_common_password_is_named_beside_the_other_bad_fields_and_judged_behind_the_limit() {
    let client = client().await;
    let mut body = sign_up_body();
    (body["password"], body["country"]) = (json!("passwordpassword"), json!("ZZ"));
    let mut answers = Vec::new();
    for _ in 0..40 {
        answers.push(client.call(Method::POST, "/auth/signup", None, Some(body.clone())).await);
    }
    let codes = &answers[0].json()["fieldCodes"];
    assert_eq!((&codes["password"][0]["code"], &codes["country"][0]["code"]), (&json!("password_common"), &json!("country_unknown")));
    assert_eq!(client.world.passwords.judged(), 30, "so many from one address");
    assert!(answers[30..].iter().all(|answer| answer.status == StatusCode::TOO_MANY_REQUESTS));
    body["country"] = json!("DE");
    let alone = client.call(Method::POST, "/auth/signup", None, Some(body)).await;
    assert_eq!(
        (alone.status, &alone.json()["fieldCodes"]["password"][0]["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("password_common"))
    );
}

#[actix_web::test]
async fn a_role_that_changed_counts_from_the_next_call_on() {
    let client = client().await;
    let token = client.operator().await;
    let olga = client.world.identity().users.by_email(&EmailAddress::parse("olga@example.com").unwrap()).await.unwrap().unwrap().id();
    for (role, status) in [(Role::Operator, StatusCode::OK), (Role::Member, StatusCode::FORBIDDEN), (Role::Operator, StatusCode::OK)] {
        client.world.memory.set_role(olga, role);
        assert_eq!(client.get("/operator/applications", &token).await.status, status, "{role:?}");
    }
}

#[actix_web::test]
async fn somebody_elses_sign_up_with_ones_address_is_undone_by_a_new_password() {
    let client = client().await;
    // A stranger signs up with Ada's address and proves a phone of their own.
    let stranger = client.world.signed_up(a_user()).await.unwrap();
    let proof = client.world.proof_of("+4915112345678");
    let answer = client.post("/semi-private/auth/verify-gtoken", &stranger, json!({ "gToken": proof })).await;
    let stranger = answer.json()["token"].as_str().unwrap().to_owned();
    let enrolment = client.post("/semi-private/auth/second-factor/enrolment", &stranger, json!({})).await;
    assert_eq!((enrolment.status, enrolment.code().as_str()), (StatusCode::FORBIDDEN, "verification_required"));
    // One that an earlier release let them set.
    let ada = client.world.identity().users.by_email(&a_user().member.email).await.unwrap().unwrap();
    client.world.memory.set_factor(ada.id(), client.world.clock_now());

    client.world.clock.advance(TimeDelta::minutes(1));
    client.call(Method::POST, "/auth/forgot-password", None, Some(json!({ "email": "ada@example.com" }))).await;
    actix_web::rt::task::yield_now().await;
    let link = client.world.mailed_token().await.unwrap();
    assert!(client.world.mailer.sent().iter().all(|mail| mail.name.is_empty()), "no name that a stranger typed is mailed");
    let body = json!({ "token": link, "password": "seven quiet harbours" });
    assert_eq!(client.call(Method::POST, "/auth/reset-password", None, Some(body)).await.status, StatusCode::ACCEPTED);

    assert_eq!(client.get("/semi-private/user", &stranger).await.status, StatusCode::UNAUTHORIZED);
    let body = json!({ "email": "ada@example.com", "password": "seven quiet harbours" });
    let token = client.call(Method::POST, "/auth/signin", None, Some(body)).await.json()["data"]["token"].as_str().unwrap().to_owned();
    let me = client.get("/semi-private/user", &token).await.json()["data"]["userDetails"].clone();
    assert_eq!((&me["emailVerified"], &me["phoneVerified"], &me["secondFactor"]), (&json!(true), &json!(false), &json!(false)));
    let phone = json!({ "phone": "+4915112345679", "country": "DE", "countryCode": "+49" });
    assert_eq!(client.call(Method::PUT, "/semi-private/auth/phone", Some(&token), Some(phone)).await.status, StatusCode::NO_CONTENT);
    // Their own password is asked for, and no proof of the address any more.
    let enrolment = client.unconfirmed(Method::POST, "/semi-private/auth/second-factor/enrolment", &token, json!({})).await;
    assert_eq!((enrolment.status, enrolment.code().as_str()), (StatusCode::FORBIDDEN, "step_up_required"));
}

#[actix_web::test]
async fn a_language_is_told_at_sign_up_and_at_sign_in_and_changed_at_any_time() {
    let client = client().await;
    let sign_up = async |email: &str, language: Value| {
        let mut body = sign_up_body();
        (body["email"], body["language"]) = (json!(email), language);
        client.call(Method::POST, "/auth/signup", None, Some(body)).await
    };
    let bad = sign_up("ada@example.com", json!("fr")).await;
    assert_eq!(
        (bad.status, bad.json()["fieldCodes"]["language"][0]["code"].clone()),
        (StatusCode::UNPROCESSABLE_ENTITY, json!("not_listed"))
    );
    let german = sign_up("ada@example.com", json!("de")).await.json()["token"].as_str().unwrap().to_owned();
    let silent = sign_up("bob@example.com", Value::Null).await.json()["token"].as_str().unwrap().to_owned();
    let language = async |token: &str| client.get("/semi-private/user", token).await.json()["data"]["userDetails"]["language"].clone();
    assert_eq!((language(&german).await, language(&silent).await), (json!("de"), json!("en")));

    let put =
        async |code: &str| client.call(Method::PUT, "/semi-private/auth/language", Some(&silent), Some(json!({ "language": code }))).await;
    let bad = put("DE").await;
    assert_eq!(
        (bad.status, bad.json()["fieldCodes"]["language"][0]["code"].clone()),
        (StatusCode::UNPROCESSABLE_ENTITY, json!("not_listed"))
    );
    for _ in 0..2 {
        assert_eq!(put("de").await.status, StatusCode::NO_CONTENT);
        assert_eq!(language(&silent).await, "de");
    }
    let credentials = json!({ "email": "bob@example.com", "password": PASSWORD });
    let welcome = client.call(Method::POST, "/auth/signin", None, Some(credentials)).await;
    assert_eq!(welcome.json()["data"]["language"], "de");
}
