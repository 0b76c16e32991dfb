//! Two pairs of eyes, and proving once more who one is.

use super::{Client, client, new_key, with};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use serde_json::{Value, json};
use sooner_application::{identity::ports::AccessTokens, testing::PASSWORD};
use sooner_domain::identity::operator::{OperatorRole, OperatorRoles};

fn new_account() -> Value {
    let account = |iban: &str| json!({ "holder": "Mühle Brandt GmbH", "iban": iban, "currency": "EUR" });
    json!({ "bankAccount": account("NL91 ABNA 0417 1643 00"), "seen": account("DE89370400440532013000") })
}

/// An owner of an approved company, and the operator who approved it.
async fn approved<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
) -> (String, String) {
    let (owner, operator) = (client.verified().await, client.operator().await);
    let me = client.world.parties().member(&owner).await.unwrap().unwrap();
    client.world.fill_in(&me).await.unwrap();
    client.world.onboarding().submit(&me, None).await.unwrap();
    let (path, case) = client.case(&operator).await;
    let version = case["onboarding"]["version"].clone();
    let answer = client.post(&format!("{path}/approve"), &operator, json!({ "version": version })).await;
    assert_eq!(answer.status, StatusCode::OK);
    (owner, operator)
}

async fn change_account<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    owner: &str,
) -> super::Answer {
    client.call(Method::PUT, "/semi-private/bank-account", Some(owner), Some(new_account())).await
}

#[actix_web::test]
async fn a_step_up_takes_the_password_and_never_ends_a_session() {
    let client = client().await;
    let token = client.verified().await;
    let act = "1".repeat(64);
    let step_up = async |body: Value| client.post("/semi-private/auth/step-up", &token, with(body, "confirm", json!(act))).await;
    let wrong = step_up(json!({ "password": "not it" })).await;
    assert_eq!((wrong.status, wrong.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "code_refused"));
    let code = step_up(json!({ "code": "123456" })).await;
    assert_eq!((code.status, code.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "code_refused"));
    let none = step_up(json!({})).await;
    assert_eq!((none.status, none.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"));
    assert_eq!(step_up(json!({ "password": PASSWORD, "code": "123456" })).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(step_up(json!({ "password": PASSWORD })).await.status, StatusCode::NO_CONTENT);
    let answers: Vec<_> = futures_util::future::join_all((0..10).map(|_| step_up(json!({ "password": "guess" })))).await;
    assert!(answers.iter().any(|answer| answer.status == StatusCode::TOO_MANY_REQUESTS), "guessing ends");
    assert_eq!(client.get("/semi-private/user", &token).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn what_an_address_asks_for_is_refused_by_its_name_and_as_a_problem() {
    let client = client().await;
    let operator = client.operator().await;
    for (query, field) in [("ended=perhaps", "ended"), ("after=7", "after")] {
        let answer = client.get(&format!("/operator/approvals?{query}"), &operator).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"), "{query}");
        assert!(answer.json()["fields"][field].is_array(), "{query}");
    }
    for path in ["approvals?ended=true&ended=true", "applications?status=1&status=1", "applications/next?after=1&after=1"] {
        let answer = client.get(&format!("/operator/{path}"), &operator).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::BAD_REQUEST, "malformed_request"), "{path}");
    }
}

#[actix_web::test]
async fn another_account_waits_for_an_operator() {
    let client = client().await;
    let (owner, operator) = approved(&client).await;
    let asked = client.unconfirmed(Method::PUT, "/semi-private/bank-account", &owner, new_account()).await;
    assert_eq!((asked.status, asked.code().as_str()), (StatusCode::FORBIDDEN, "step_up_required"));
    let incomplete = client
        .call(Method::PUT, "/semi-private/bank-account", Some(&owner), Some(json!({ "bankAccount": {}, "seen": new_account()["seen"] })))
        .await;
    assert_eq!((incomplete.status, incomplete.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "onboarding_incomplete"));
    let odd = json!({ "bankAccount": { "iban": "NL91" }, "seen": new_account()["seen"] });
    let stale = json!({ "bankAccount": new_account()["bankAccount"], "seen": new_account()["bankAccount"] });
    let stale = client.call(Method::PUT, "/semi-private/bank-account", Some(&owner), Some(stale)).await;
    assert_eq!((stale.status, stale.code().as_str()), (StatusCode::CONFLICT, "stale_version"));
    let odd = client.call(Method::PUT, "/semi-private/bank-account", Some(&owner), Some(odd)).await;
    assert!(odd.json()["fields"]["bankAccount.iban"].is_array());

    let stops = async || client.get("/semi-private/payments", &owner).await.json()["stops"].clone();
    assert_eq!(stops().await, json!([]));
    let waits = change_account(&client, &owner).await;
    assert_eq!(waits.status, StatusCode::ACCEPTED);
    assert_eq!(stops().await, json!(["account_changing"]), "nothing that the company sells now has a day");
    let approval = waits.json()["data"]["approval"].clone();
    assert_eq!(approval["action"], "change_bank_account");
    assert_eq!(approval["hash"].as_str().map(str::len), Some(64));
    assert!(approval["expiresAt"].is_string() && approval["id"].is_string());
    let shown = client.get("/semi-private/bank-account", &owner).await.json();
    assert_eq!(shown["data"]["bankAccount"]["iban"], "DE89370400440532013000");
    assert_eq!(shown["data"]["waiting"]["bankAccount"]["iban"], "NL91ABNA0417164300");
    assert_eq!((&shown["data"]["waiting"]["isYours"], &shown["data"]["mayChange"]), (&json!(true), &json!(true)));
    assert_eq!(change_account(&client, &owner).await.json()["data"]["approval"], approval, "asked again, it is the same");

    let inbox = client.get("/operator/approvals", &operator).await.json();
    assert_eq!((&inbox["waiting"], &inbox["next"]), (&json!(1), &Value::Null));
    let entry = &inbox["data"][0];
    assert_eq!(entry["allowedActions"], json!(["approve", "refuse"]));
    assert_eq!((&entry["about"], &entry["state"], &entry["hash"]), (&json!("Mühle Brandt GmbH"), &json!("pending"), &approval["hash"]));
    let iban = json!({ "field": "bankAccount.iban", "before": "DE89370400440532013000", "after": "NL91ABNA0417164300" });
    assert_eq!(entry["changes"], json!([iban]));

    let path = format!("/operator/approvals/{}/approve", approval["id"].as_str().unwrap());
    let seen = || json!({ "hash": approval["hash"] });
    let bearer = (header::AUTHORIZATION, format!("Bearer {operator}"));
    let keyless = client.send(TestRequest::with_uri(&path).method(Method::POST).insert_header(bearer).set_json(seen())).await;
    assert_eq!((keyless.status, keyless.code().as_str()), (StatusCode::BAD_REQUEST, "idempotency_key_required"));
    let key = new_key();
    let under = async |key: &str, body: Value| client.under(key, (Method::POST, &path), Some(&operator), Some(body)).await;
    let asked = under(&key, seen()).await;
    assert_eq!((asked.status, asked.code().as_str()), (StatusCode::FORBIDDEN, "step_up_required"));
    client.confirm(&asked, Some(&operator)).await;
    let another = under(&key, with(seen(), "note", json!("Checked by phone."))).await;
    assert_eq!(another.code(), "step_up_required", "something else was confirmed");
    assert_eq!(under(&new_key(), seen()).await.code(), "step_up_required", "once more is another act");
    let done = under(&key, seen()).await;
    assert_eq!((done.status, done.json()["data"]["state"].clone()), (StatusCode::OK, json!("approved")));
    assert_eq!(under(&key, seen()).await.json(), done.json(), "once under one key");
    let twice = under(&new_key(), seen()).await;
    assert_eq!((twice.status, twice.code().as_str()), (StatusCode::CONFLICT, "approval_closed"));
    assert_eq!(client.get("/semi-private/bank-account", &owner).await.json()["data"]["bankAccount"]["iban"], "NL91ABNA0417164300");
    let ended = client.get("/operator/approvals?ended=true", &operator).await.json();
    assert_eq!(ended["data"][0]["decidedBy"]["name"], "Olga Reyes");
}

#[actix_web::test]
async fn whoever_proposed_is_told_who_can_approve() {
    let client = client().await;
    let olga = client.operator().await;
    let omar = client.world.operator_of("omar@example.com", [OperatorRole::Admin].into_iter().collect()).await.unwrap();
    let omars = client.world.tokens.sign(&omar.session).unwrap();
    let path = format!("/operator/operators/{}/roles", omar.user.id());
    let change = async |token: &str, roles: Value| client.call(Method::PUT, &path, Some(token), Some(roles)).await;
    let stale = change(&olga, json!({ "roles": ["admin", "credit"], "seen": ["credit"] })).await;
    assert_eq!((stale.status, stale.code().as_str()), (StatusCode::CONFLICT, "stale_version"));
    let unknown = change(&olga, json!({ "roles": ["chair"], "seen": ["admin"] })).await;
    assert_eq!(unknown.json()["fieldCodes"]["roles"][0]["code"], "not_listed");
    let waits = change(&olga, json!({ "roles": ["admin", "credit"], "seen": ["admin"] })).await;
    assert_eq!(waits.status, StatusCode::ACCEPTED);
    let pending = change(&omars, json!({ "roles": ["credit"], "seen": ["admin"] })).await;
    assert_eq!((pending.status, pending.code().as_str()), (StatusCode::CONFLICT, "approval_pending"));
    let id = waits.json()["data"]["approval"]["id"].as_str().unwrap().to_owned();
    let decide = async |token: &str, what: &str, body: Value| client.post(&format!("/operator/approvals/{id}/{what}"), token, body).await;
    let own = client.rule_on(&id, "approve", &olga).await;
    assert_eq!((own.status, own.code().as_str()), (StatusCode::FORBIDDEN, "four_eyes"));
    assert_eq!(own.json()["people"], json!([{ "id": omar.user.id().to_string(), "name": "Olga Reyes" }]));
    let listed = client.get("/operator/operators", &omars).await.json();
    assert_eq!(listed["data"][1]["roles"], json!(["admin"]));
    assert_eq!(listed["data"][1]["waiting"]["roles"], json!(["credit", "admin"]));
    let other = decide(&omars, "approve", json!({ "hash": "0".repeat(64) })).await;
    assert_eq!((other.status, other.code().as_str()), (StatusCode::CONFLICT, "stale_version"));
    assert_eq!(decide(&omars, "withdraw", Value::Null).await.status, StatusCode::NOT_FOUND, "another's");
    assert_eq!(
        decide(&omars, "refuse", json!({ "note": "Not yet.", "hash": waits.json()["data"]["approval"]["hash"] })).await.json()["data"]["note"],
        "Not yet."
    );
    let listed = client.get("/operator/operators", &omars).await.json();
    assert_eq!((&listed["data"][1]["roles"], &listed["data"][1]["waiting"]), (&json!(["admin"]), &Value::Null));
    assert_eq!(omar.user.parts().operator_roles, OperatorRoles::from_codes("admin"));
}
