//! What a transfer consists of, over HTTP.

use super::{
    client_in,
    payments::{due, stepped_up, two_sold},
};
use actix_web::http::StatusCode;
use serde_json::json;
use sooner_application::{house::SettingsCommand, identity::ports::AccessTokens, testing::house_details};

#[actix_web::test]
async fn an_advice_tells_its_company_what_a_transfer_consists_of() {
    let (world, olga, seller, _) = two_sold().await;
    let client = client_in(world).await;
    let (token, owner) = (stepped_up(&client.world, &olga).await, client.world.tokens.sign(&seller.me.session).unwrap());
    let all = due(&client, &token).await;
    let released = client.post("/operator/payouts/release", &token, json!({ "payouts": [all[0]["id"], all[1]["id"]] })).await.json();
    let batch = released["data"]["batch"]["id"].as_str().unwrap();
    let path = format!("/semi-private/payments/advices/{batch}");
    let advice = client.get(&path, &owner).await;
    assert_eq!(advice.status, StatusCode::OK, "{}", advice.json());
    let told = advice.json()["data"].clone();
    let transfer = &told["transfers"][0];
    let end_to_end = all[0]["id"].as_str().unwrap().replace('-', "");
    assert_eq!((&told["batch"], &told["setOffWhole"], &transfer["id"]), (&json!(batch), &json!([]), &json!(end_to_end)));
    assert_eq!((&transfer["currency"], &transfer["amount"]), (&json!("EUR"), &json!(1_520_000)));
    assert!(transfer["account"]["iban"].is_string() && transfer["on"].is_string(), "{transfer}");
    let part = |kind: &str, amount: i64| json!({ "kind": kind, "amount": amount });
    for (place, (number, face)) in [("RE-1", 1_000_000), ("AB-77", 900_000)].into_iter().enumerate() {
        let expected = json!({
            "id": all[place]["id"], "receivableId": all[place]["receivableId"], "invoice": number, "debtor": all[place]["debtorName"],
            "purpose": "advance", "status": "released", "gross": face / 5 * 4, "net": face / 5 * 4, "setOffs": [],
            "parts": [part("face", face), part("reserve", -face / 5)],
        });
        assert_eq!(transfer["payouts"][place], expected);
    }
    assert_eq!(client.get(&path, &token).await.status, StatusCode::NOT_FOUND, "it is another company's");
    assert_eq!(client.get("/semi-private/payments/advices/1", &owner).await.status, StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn an_advice_becomes_a_paper_once_the_bank_has_answered() {
    let (world, olga, seller, _) = two_sold().await;
    let details = SettingsCommand { by: olga.clone(), version: 0, details: house_details() };
    world.house().change_settings(details).await.unwrap();
    let client = client_in(world).await;
    let (token, owner) = (stepped_up(&client.world, &olga).await, client.world.tokens.sign(&seller.me.session).unwrap());
    let all = due(&client, &token).await;
    let released = client.post("/operator/payouts/release", &token, json!({ "payouts": [all[0]["id"], all[1]["id"]] })).await.json();
    let batch = released["data"]["batch"]["id"].as_str().unwrap();
    let path = format!("/semi-private/payments/advices/{batch}/paper");
    let early = client.get(&path, &owner).await;
    assert_eq!((early.code(), &early.json()["reason"]), ("not_possible".to_owned(), &json!("wrong_status")));
    let executed = client.post(&format!("/operator/payouts/batches/{batch}/executed"), &token, json!({ "on": all[0]["dueOn"] })).await;
    assert_eq!(executed.status, StatusCode::OK, "{}", executed.json());
    let paper = client.get(&path, &owner).await;
    assert_eq!(paper.status, StatusCode::OK, "{}", String::from_utf8_lossy(&paper.body));
    assert!(String::from_utf8_lossy(&paper.body).contains("1 transfers"), "{}", String::from_utf8_lossy(&paper.body));
    assert_eq!(client.get(&path, &owner).await.body, paper.body, "the same ever after");
    assert_eq!(client.get(&format!("{path}?language=xx"), &owner).await.code(), "invalid_input");
    assert_eq!(client.get(&format!("{path}?language=de"), &owner).await.status, StatusCode::OK);
    assert_eq!(client.get(&path, &token).await.status, StatusCode::NOT_FOUND, "it is another company's");
}
