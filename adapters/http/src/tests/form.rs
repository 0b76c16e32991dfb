//! The draft and the list of buyers, changed by several at once.

use super::{buyer_body, client};
use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use sooner_application::{
    receivables::EnterCommand,
    testing::{buyer_details, receivables::invoice},
};

const FORM: &str = "/semi-private/onboarding";

#[actix_web::test]
async fn two_tabs_change_a_form_and_neither_overwrites_the_other() {
    let client = client().await;
    let token = client.verified().await;
    let edit = |version: &Value, changes: Value| json!({ "version": version, "changes": changes });
    let draft = json!({ "company": { "legalName": "Mühle GmbH" }, "people": [{ "id": "ada", "fname": "Ada" }] });
    let read = client.call(Method::PUT, FORM, Some(&token), Some(draft)).await.json();
    let seen = &read["data"]["version"];

    let one = json!([{ "field": "company.legalName", "before": "Mühle GmbH", "after": "Mühle AG" }, { "field": "people[ada].lname", "after": "Brandt" }]);
    assert_eq!(client.call(Method::PATCH, FORM, Some(&token), Some(edit(seen, one))).await.status, StatusCode::OK);
    let other = json!([{ "field": "company.address.city", "before": null, "after": "Kiel" }, { "field": "people[bob]", "after": { "fname": "Bob" } }]);
    let both = client.call(Method::PATCH, FORM, Some(&token), Some(edit(seen, other))).await.json();
    let form = &both["data"]["form"];
    assert_eq!((&form["company"]["legalName"], &form["company"]["address"]["city"]), (&json!("Mühle AG"), &json!("Kiel")));
    let names: Vec<_> =
        form["people"].as_array().unwrap().iter().map(|person| (&person["id"], &person["fname"], &person["lname"])).collect();
    assert_eq!(names, [(&json!("ada"), &json!("Ada"), &json!("Brandt")), (&json!("bob"), &json!("Bob"), &Value::Null)]);

    let late = json!([{ "field": "company.legalName", "before": "Mühle GmbH", "after": "Mühle KG" }, { "field": "company.website", "after": "https://example.com" }]);
    let refused = client.call(Method::PATCH, FORM, Some(&token), Some(edit(seen, late))).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "conflict".to_owned()));
    let conflict = json!([{ "field": "company.legalName", "before": "Mühle GmbH", "theirs": "Mühle AG", "mine": "Mühle KG" }]);
    assert_eq!(refused.json()["conflicts"], conflict);
    assert_eq!(client.get(FORM, &token).await.json(), both, "nothing of it was saved");
}

#[actix_web::test]
async fn a_version_that_is_named_is_the_one_that_is_replaced() {
    let client = client().await;
    let token = client.verified().await;
    let put = |version: Value| {
        client.call(Method::PUT, FORM, Some(&token), Some(json!({ "company": { "website": "https://example.com" }, "version": version })))
    };
    let other = json!({ "company": { "legalName": "Mühle GmbH" } });
    let version = client.call(Method::PUT, FORM, Some(&token), Some(other)).await.json()["data"]["version"].clone();
    let old = put(json!(0)).await;
    assert_eq!((old.status, old.code()), (StatusCode::CONFLICT, "stale_version".to_owned()));
    assert_eq!(put(version).await.status, StatusCode::OK);
    assert_eq!(put(Value::Null).await.status, StatusCode::OK);
}

#[actix_web::test]
async fn changes_that_cannot_be_made_are_named() {
    let client = client().await;
    let token = client.verified().await;
    let edit = |version: i64, changes: Value| {
        client.call(Method::PATCH, FORM, Some(&token), Some(json!({ "version": version, "changes": changes })))
    };
    let bad =
        edit(0, json!([{ "field": "company.shoeSize", "after": 40 }, { "field": "people[ada]", "after": { "bornOn": "yesterday" } }]))
            .await;
    assert_eq!((bad.status, bad.code()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input".to_owned()));
    let fields: Vec<_> = bad.json()["fields"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["changes[0].field", "people[ada].bornOn"]);
    let many: Vec<_> = (0..51).map(|number| json!({ "field": format!("people[{number}]"), "after": { "fname": "Ada" } })).collect();
    assert_eq!(edit(0, json!(many)).await.json()["fieldCodes"]["people"][0]["code"], "too_many_people");
    assert_eq!(edit(0, json!(many[..50])).await.status, StatusCode::OK);
    assert_eq!(edit(1, json!(many[50..])).await.json()["fieldCodes"]["people"][0]["code"], "too_many_people");
    assert_eq!(edit(2, json!([])).await.code(), "stale_version");
}

#[actix_web::test]
async fn more_changes_than_a_form_has_fields_are_not_looked_through() {
    let client = client().await;
    let token = client.verified().await;
    let changes: Vec<_> = (0..375).map(|number| json!({ "field": format!("people[{number}]"), "after": {} })).collect();
    let refused = client.call(Method::PATCH, FORM, Some(&token), Some(json!({ "version": 0, "changes": changes }))).await;
    assert_eq!(refused.json()["fields"].as_object().map(|fields| fields.keys().collect::<Vec<_>>()), Some(vec![&"changes".to_owned()]));
    let most = client.call(Method::PATCH, FORM, Some(&token), Some(json!({ "version": 0, "changes": changes[..50] }))).await;
    assert_eq!(most.status, StatusCode::OK);
}

#[actix_web::test]
async fn an_account_is_named_by_the_numbers_of_its_country() {
    let client = client().await;
    let token = client.verified().await;
    let edit = async |version: i64, changes: Value| {
        client.call(Method::PATCH, FORM, Some(&token), Some(json!({ "version": version, "changes": changes }))).await
    };
    let asked = |answer: &Value| -> Vec<String> {
        let fields = answer["data"]["missing"].as_array().unwrap().iter().map(|item| item["field"].as_str().unwrap().to_owned());
        fields.filter(|field| field.starts_with("bankAccount.") && !field.ends_with("holder") && !field.ends_with("currency")).collect()
    };
    let british = json!([{ "field": "company.country", "after": "GB" }, { "field": "company.address.country", "after": "ie" }]);
    assert_eq!(asked(&edit(0, british).await.json()), ["bankAccount.sortCode", "bankAccount.accountNumber"]);
    let code = json!([{ "field": "bankAccount.sortCode", "after": "60-16-13" }]);
    let saved = edit(1, code.clone()).await.json();
    assert_eq!(asked(&saved), ["bankAccount.accountNumber"]);
    let form = &saved["data"]["form"];
    assert_eq!((&form["bankAccount"]["sortCode"], &form["company"]["address"]["country"]), (&json!("601613"), &json!("IE")));
    assert_eq!(edit(1, code).await.status, StatusCode::OK, "the same once more changes nothing, however it is written");
    let american = json!([{ "field": "bankAccount.routingNumber", "after": "0210-0002-1" }, { "field": "bankAccount.accountNumber", "after": "1234" }]);
    let both = edit(2, american).await.json();
    let conflicts: Vec<_> =
        both["data"]["missing"].as_array().unwrap().iter().filter_map(|item| item["params"]["conflict"].as_str()).collect();
    assert_eq!(conflicts, ["routing_number_abroad", "number_not_british"]);
    let mistyped =
        json!([{ "field": "bankAccount.sortCode", "after": "60161" }, { "field": "bankAccount.routingNumber", "after": "021000022" }]);
    let codes = edit(3, mistyped).await.json()["fieldCodes"].clone();
    let code = |field: &str| codes[field][0]["code"].as_str().map(str::to_owned);
    assert_eq!(code("bankAccount.sortCode").as_deref(), Some("sort_code_incomplete"));
    assert_eq!(code("bankAccount.routingNumber").as_deref(), Some("routing_number_mistyped"));
}

#[actix_web::test]
async fn a_person_is_told_as_a_whole_or_in_parts() {
    let client = client().await;
    let token = client.verified().await;
    let changes = json!([{ "field": "people[ada]", "after": { "fname": "Ada" } }, { "field": "people[ada].lname", "after": "Brandt" }]);
    let refused = client.call(Method::PATCH, FORM, Some(&token), Some(json!({ "version": 0, "changes": changes }))).await;
    assert_eq!(refused.json()["fieldCodes"]["people[ada].lname"][0]["code"], "malformed");
}

#[actix_web::test]
async fn a_buyer_on_an_invoice_stays_on_the_list() {
    let client = client().await;
    let token = client.verified().await;
    let by = client.world.parties().member(&token).await.unwrap().unwrap().membership;
    let buyer = client.world.onboarding().add_buyer(by, buyer_details("Nordwind AG"), None).await.unwrap().id;
    let command = EnterCommand { by, buyer, facts: invoice("RE-1", 1_000_000).unwrap(), request: None };
    client.world.receivables().enter(command).await.unwrap();
    let refused = client.call(Method::DELETE, &format!("/semi-private/buyers/{buyer}"), Some(&token), None).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "not_editable".to_owned()));
}

#[actix_web::test]
async fn a_buyer_is_changed_and_taken_away_and_listed_once() {
    let client = client().await;
    let token = client.verified().await;
    let added = client.post("/semi-private/buyers", &token, buyer_body()).await.json()["data"].clone();
    let place = format!("/semi-private/buyers/{}", added["id"].as_str().unwrap());
    let twice = client.post("/semi-private/buyers", &token, buyer_body()).await;
    assert_eq!(
        (twice.status, twice.json()["fieldCodes"]["registrationNumber"][0]["code"].clone()),
        (StatusCode::UNPROCESSABLE_ENTITY, json!("buyer_listed"))
    );
    let mut body = buyer_body();
    body["contactName"] = json!("Grace Jansen");
    let changed = client.call(Method::PUT, &place, Some(&token), Some(body)).await;
    let mut expected = added.clone();
    expected["contactName"] = json!("Grace Jansen");
    assert_eq!((changed.status, changed.json()["data"].clone()), (StatusCode::OK, expected));
    let mut mixed = buyer_body();
    mixed["registrationNumber"] = json!("\u{41d}RB 1");
    let before = json!({ "before": mixed.clone() });
    let refused = client.post("/semi-private/buyers", &token, mixed).await;
    assert_eq!(refused.json()["fieldCodes"]["registrationNumber"][0]["code"], "scripts_mixed");
    // One that stands there from before can still be corrected.
    let mut corrected = buyer_body();
    corrected["before"] = before["before"].clone();
    let told = client.call(Method::PUT, &place, Some(&token), Some(corrected)).await;
    assert!(told.json()["fieldCodes"]["before.registrationNumber"].is_null(), "{}", told.json());
    let bad = client.call(Method::PUT, &place, Some(&token), Some(json!({ "contactEmail": "x" }))).await;
    assert_eq!(bad.json()["fields"].as_object().map(serde_json::Map::len), Some(7));
    assert_eq!(client.call(Method::DELETE, &place, Some(&token), None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.call(Method::DELETE, &place, Some(&token), None).await.status, StatusCode::NOT_FOUND);
    assert_eq!(client.get("/semi-private/buyers", &token).await.json()["data"], json!([]));
}

#[actix_web::test]
async fn changes_of_one_buyer_merge_and_a_conflict_shows_both_values() {
    let client = client().await;
    let token = client.verified().await;
    let added = client.post("/semi-private/buyers", &token, buyer_body()).await.json()["data"].clone();
    let place = format!("/semi-private/buyers/{}", added["id"].as_str().unwrap());
    let change = async |name: &str, days: i64, before: Value| {
        let mut body = buyer_body();
        (body["contactName"], body["paymentTermsDays"], body["before"]) = (json!(name), json!(days), before);
        client.call(Method::PUT, &place, Some(&token), Some(body)).await
    };
    let (name, days) = (added["contactName"].as_str().unwrap(), added["paymentTermsDays"].as_i64().unwrap());
    assert_eq!(change("Grace Jansen", days, buyer_body()).await.status, StatusCode::OK);
    let merged = change(name, days + 1, buyer_body()).await.json()["data"].clone();
    assert_eq!((&merged["contactName"], &merged["paymentTermsDays"]), (&json!("Grace Jansen"), &json!(days + 1)));
    let refused = change("Eve Jansen", days, buyer_body()).await;
    assert_eq!((refused.status, refused.code()), (StatusCode::CONFLICT, "conflict".to_owned()));
    let both = json!([{ "field": "contactName", "before": name, "theirs": "Grace Jansen", "mine": "Eve Jansen" }]);
    assert_eq!(refused.json()["conflicts"], both);
    let odd = change(name, days, json!({ "contactEmail": "x" })).await.json()["fields"].clone();
    assert!(odd.as_object().is_some_and(|fields| fields.len() == 7 && fields.keys().all(|field| field.starts_with("before."))), "{odd}");
}
