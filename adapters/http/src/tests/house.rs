//! What is set for the house.

use super::{Answer, Client, client, client_in, valid_body};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode},
};
use serde_json::{Value, json};
use sooner_application::{approvals::FourEyes, identity::ports::AccessTokens, testing::World};
use sooner_domain::identity::operator::{OperatorRole, OperatorRoles};

/// Everything but the accounts, as an admin sends it.
fn settings() -> Value {
    valid_body("PUT /operator/settings")
}

impl<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>> Client<S> {
    async fn put(&self, path: &str, token: &str, body: Value) -> Answer {
        self.call(Method::PUT, path, Some(token), Some(body)).await
    }

    async fn operator_in(&self, email: &str, roles: OperatorRoles) -> String {
        self.world.tokens.sign(&self.world.operator_of(email, roles).await.unwrap().session).unwrap()
    }
}

fn problem(answer: &Answer) -> (StatusCode, String) {
    (answer.status, answer.code())
}

#[actix_web::test]
async fn an_admin_sets_what_holds_for_the_house_and_every_operator_reads_it() {
    let client = client().await;
    let admin = client.operator().await;
    let treasurer = client.operator_in("otto@example.com", [OperatorRole::Treasury].into_iter().collect()).await;
    insta::assert_json_snapshot!(client.get("/operator/settings", &treasurer).await.json());
    let set = client.put("/operator/settings", &admin, settings()).await;
    assert_eq!(set.status, StatusCode::OK);
    insta::assert_json_snapshot!(set.json());
    let mut read = client.get("/operator/settings", &treasurer).await.json();
    assert_eq!(read["data"]["mayChange"].take(), json!(false));
    read["data"]["mayChange"] = json!(true);
    assert_eq!(read, set.json());
}

#[actix_web::test]
async fn what_changed_meanwhile_is_not_written_over() {
    let client = client().await;
    let admin = client.operator().await;
    assert_eq!(client.put("/operator/settings", &admin, settings()).await.status, StatusCode::OK);
    let again = client.put("/operator/settings", &admin, settings()).await;
    assert_eq!((again.status, &again.json()["data"]["version"]), (StatusCode::OK, &json!(1)), "it is set already");
    let mut other = settings();
    other["cutOff"] = json!("12:00");
    assert_eq!(problem(&client.put("/operator/settings", &admin, other).await), (StatusCode::CONFLICT, "stale_version".into()));
    let read = client.get("/operator/settings", &admin).await.json();
    assert_eq!((&read["data"]["version"], &read["data"]["cutOff"]), (&json!(1), &json!("15:00")));
    let mut accounts = valid_body("PUT /operator/settings/accounts");
    accounts["version"] = json!(0);
    let stale = client.put("/operator/settings/accounts", &admin, accounts).await;
    assert_eq!(problem(&stale), (StatusCode::CONFLICT, "stale_version".into()));
}

#[actix_web::test]
async fn every_field_that_is_refused_is_named() {
    let client = client().await;
    let admin = client.operator().await;
    let body = json!({
        "version": 0,
        "profile": {
            "legalName": " ", "address": { "street": "", "city": "", "country": "XX" }, "email": "nobody", "phone": "+4940123456",
        },
        "timeZone": "Middle/Earth", "cutOff": "25:00",
        "extraHolidays": [
            { "date": "2026-12-24", "name": "Christmas Eve" }, { "date": "2026-12-24", "name": "Again" }, { "date": "2026-02-29", "name": "" },
        ],
        "shortBelow": [
            { "amount": 500, "currency": "EUR" }, { "amount": 1, "currency": "EUR" }, { "amount": 100_001, "currency": "USD" },
            { "amount": -1, "currency": "CHF" }, { "amount": 1, "currency": "XYZ" },
        ],
        "reminders": { "beforeDue": [5, 91], "afterDue": [3, 3] },
    });
    let refused = client.put("/operator/settings", &admin, body).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    insta::assert_json_snapshot!(refused.json()["fieldCodes"]);
    let mut abroad = settings();
    abroad["profile"]["phone"] = json!("+31612345678");
    let abroad = client.put("/operator/settings", &admin, abroad).await;
    assert_eq!(abroad.json()["fieldCodes"]["profile.phone"][0]["code"], "phone_implausible");
    let days: Vec<_> = (0..201).map(|day| json!({ "date": format!("{}-01-02", 2000 + day % 200), "name": "A" })).collect();
    let mut many = settings();
    many["extraHolidays"] = json!(days);
    let many = client.put("/operator/settings", &admin, many).await;
    assert_eq!(many.json()["fieldCodes"], json!({ "extraHolidays": [{ "code": "too_many", "params": { "max": 200 } }] }));

    let accounts = json!({ "version": 0, "accounts": [
        { "holder": "Sooner Finance GmbH", "iban": "DE89370400440532013000", "currency": "EUR" },
        { "holder": "Sooner Finance GmbH", "iban": "NL91ABNA0417164300", "bic": "ABNANL2A", "currency": "EUR" },
        { "holder": "", "iban": "DE8937", "bic": "?", "currency": "" },
    ] });
    let refused = client.put("/operator/settings/accounts", &admin, accounts).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    insta::assert_json_snapshot!(refused.json()["fieldCodes"]);
    for (path, key) in [("/operator/settings", "accounts"), ("/operator/settings/accounts", "profile")] {
        let mut more = valid_body(&format!("PUT {path}"));
        more[key] = json!([]);
        let answer = client.put(path, &admin, more).await;
        assert_eq!(problem(&answer), (StatusCode::BAD_REQUEST, "malformed_request".into()), "{path} takes no {key}");
    }
    assert_eq!(client.get("/operator/settings", &admin).await.json()["data"]["version"], 0);
}

#[actix_web::test]
async fn the_houses_accounts_take_a_second_admin() {
    let client = client().await;
    let admin = client.operator().await;
    let second = client.operator_in("omar@example.com", [OperatorRole::Admin].into_iter().collect()).await;
    let accounts = || valid_body("PUT /operator/settings/accounts");
    let unconfirmed = client.unconfirmed(Method::PUT, "/operator/settings/accounts", &admin, accounts()).await;
    assert_eq!(problem(&unconfirmed), (StatusCode::FORBIDDEN, "step_up_required".into()));
    let waits = client.put("/operator/settings/accounts", &admin, accounts()).await;
    assert_eq!(waits.status, StatusCode::ACCEPTED);
    let approval = waits.json()["data"]["approval"].clone();
    assert_eq!((&approval["action"], approval["hash"].as_str().map(str::len)), (&json!("change_house_accounts"), Some(64)));
    let read = client.get("/operator/settings", &second).await.json();
    assert_eq!((&read["data"]["version"], &read["data"]["accounts"]), (&json!(0), &json!([])));
    assert_eq!(read["data"]["waiting"]["approval"], approval);
    assert_eq!(read["data"]["waiting"]["accounts"][0]["iban"], "DE89370400440532013000");
    let inbox = client.get("/operator/approvals", &second).await.json();
    assert_eq!(inbox["data"][0]["changes"][1]["field"], "house.accounts.EUR.iban");
    assert_eq!(inbox["data"][0]["allowedActions"], json!(["approve", "refuse"]));
    let path = format!("/operator/approvals/{}/approve", approval["id"].as_str().unwrap());
    assert_eq!(
        problem(&client.post(&path, &admin, json!({ "hash": approval["hash"] })).await),
        (StatusCode::FORBIDDEN, "four_eyes".into())
    );
    assert_eq!(client.post(&path, &second, json!({ "hash": approval["hash"] })).await.status, StatusCode::OK);
    let read = client.get("/operator/settings", &second).await.json();
    assert_eq!((&read["data"]["version"], &read["data"]["waiting"]), (&json!(1), &Value::Null));
    let account = json!([{ "holder": "Sooner Finance GmbH", "iban": "DE89370400440532013000", "bic": "COBADEFF", "currency": "EUR" }]);
    assert_eq!(read["data"]["accounts"], account);
}

#[actix_web::test]
async fn with_four_eyes_off_the_houses_accounts_count_at_once() {
    let client = client_in(World { four_eyes: FourEyes::Off, ..World::default() }).await;
    let admin = client.operator().await;
    let set = client.put("/operator/settings/accounts", &admin, valid_body("PUT /operator/settings/accounts")).await;
    assert_eq!((set.status, &set.json()["data"]["version"]), (StatusCode::OK, &json!(1)));
    assert_eq!(set.json()["data"]["accounts"][0]["iban"], "DE89370400440532013000");
}
