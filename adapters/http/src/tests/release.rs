//! What a release shows before it is confirmed, and needs.

use super::{
    client_in,
    payments::{due, stepped_up, two_sold},
};
use actix_web::http::StatusCode;
use serde_json::json;
use sooner_application::approvals::FourEyes;

#[actix_web::test]
async fn a_release_is_looked_at_before_and_beyond_what_the_bank_holds_needs_a_reason() {
    let (world, olga, _, _) = two_sold().await;
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let all = due(&client, &token).await;
    let both = json!([all[0]["id"], all[1]["id"]]);
    let gross = all[0]["gross"].as_i64().unwrap() + all[1]["gross"].as_i64().unwrap();

    let looked = client.post("/operator/payouts/release/preview", &token, json!({ "payouts": both })).await;
    let told = looked.json()["data"].clone();
    assert_eq!(looked.status, StatusCode::OK, "{told}");
    let balance = json!([{ "currency": "EUR", "bank": 0, "statement": null, "untold": 0, "inTransit": 0, "before": 0, "released": gross, "after": -gross }]);
    assert_eq!(told["balances"], balance);
    let payee = &told["payees"][0];
    assert_eq!((&payee["payouts"], &payee["net"], &payee["setOff"]), (&json!(2), &json!(gross), &json!(0)), "{payee}");
    assert!(payee["companyName"].is_string() && payee["account"]["iban"].is_string(), "{payee}");
    let overdrawn = json!([{ "code": "overdrawn", "count": 1, "needsReason": true }]);
    assert_eq!((&told["warnings"], &told["needsReason"]), (&overdrawn, &json!(true)));
    assert_eq!(told["needsApproval"], json!(false), "with four eyes off");

    let refused = client.post("/operator/payouts/release", &token, json!({ "payouts": both, "hash": told["hash"] })).await;
    let said = refused.json();
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"));
    assert_eq!((&said["fieldCodes"]["reason"][0]["code"], &said["warnings"]), (&json!("required"), &json!(["overdrawn"])), "{said}");
    let blind = json!({ "payouts": both, "reason": "A credit line", "hash": "0".repeat(64) });
    assert_eq!(client.post("/operator/payouts/release", &token, blind).await.code(), "stale_version");
    let order = json!({ "payouts": both, "reason": "A credit line", "hash": told["hash"] });
    assert_eq!(client.get("/operator/funds", &token).await.json()["data"], json!([]), "nothing was paid yet");
    assert_eq!(client.post("/operator/payouts/release", &token, order).await.status, StatusCode::OK);
    let left = json!([{ "currency": "EUR", "bank": 0, "statement": null, "untold": 0, "inTransit": gross, "left": -gross }]);
    assert_eq!(client.get("/operator/funds", &token).await.json()["data"], left);
}

#[actix_web::test]
async fn whoever_approves_a_release_sees_what_it_does_and_why() {
    let (mut world, olga, _, _) = two_sold().await;
    world.four_eyes = FourEyes::On;
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let all = due(&client, &token).await;
    let looked = client.post("/operator/payouts/release/preview", &token, json!({ "payouts": [all[0]["id"]] })).await.json();
    assert_eq!(looked["data"]["needsApproval"], json!(true));
    let order = json!({ "payouts": [all[0]["id"]], "reason": "A credit line", "hash": looked["data"]["hash"] });
    let waits = client.post("/operator/payouts/release", &token, order).await.json();
    let approval = waits["data"]["approval"]["id"].as_str().unwrap().to_owned();
    let shown = client.get(&format!("/operator/approvals/{approval}"), &token).await.json();
    assert_eq!(shown["data"]["release"], json!({ "now": looked["data"], "isOvertaken": false }));
    let changes = shown["data"]["changes"].as_array().unwrap();
    let after = |field: &str| changes.iter().find(|change| change["field"] == field).map(|change| change["after"].clone());
    assert_eq!(after("reason"), Some(json!("A credit line")));
    let account = after("payout.account").unwrap();
    assert!(account.as_str().unwrap().contains(looked["data"]["payees"][0]["account"]["iban"].as_str().unwrap()), "{account}");
}
