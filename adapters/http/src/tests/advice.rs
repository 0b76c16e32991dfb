//! What a transfer consists of, over HTTP.

use super::{
    client_in,
    payments::{due, stepped_up, two_sold},
};
use actix_web::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;
use sooner_application::{
    house::SettingsCommand,
    identity::ports::AccessTokens,
    testing::{confirmed, house_details},
};

#[actix_web::test]
async fn an_advice_tells_its_company_what_a_transfer_consists_of() {
    let (world, olga, seller, _) = two_sold().await;
    let client = client_in(world).await;
    let (token, owner) = (stepped_up(&client.world, &olga).await, client.world.tokens.sign(&seller.me.session).unwrap());
    let all = due(&client, &token).await;
    let released = client.release(&token, &json!([all[0]["id"], all[1]["id"]])).await.json();
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
    assert_eq!((&told["from"], told["to"][0].as_str().map(str::is_empty)), (&serde_json::Value::Null, Some(false)), "{told}");
    let part = |kind: &str, amount: i64| json!({ "kind": kind, "amount": amount });
    for (place, (number, face)) in [("RE-1", 1_000_000), ("AB-77", 900_000)].into_iter().enumerate() {
        let expected = json!({
            "id": all[place]["id"], "receivableId": all[place]["receivableId"], "invoice": number, "debtor": all[place]["debtorName"], "facilityKind": "factoring",
            "purpose": "advance", "status": "released", "gross": face / 5 * 4, "net": face / 5 * 4, "setOffs": [], "returnedOn": null, "returnReason": null,
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
    let details = SettingsCommand { by: confirmed(&olga), version: 0, details: house_details() };
    world.house().change_settings(details).await.unwrap();
    let client = client_in(world).await;
    let (token, owner) = (stepped_up(&client.world, &olga).await, client.world.tokens.sign(&seller.me.session).unwrap());
    let all = due(&client, &token).await;
    let released = client.release(&token, &json!([all[0]["id"], all[1]["id"]])).await.json();
    let batch = released["data"]["batch"]["id"].as_str().unwrap();
    let path = format!("/semi-private/payments/advices/{batch}/paper");
    let early = client.get(&path, &owner).await;
    assert_eq!((early.code(), &early.json()["reason"]), ("not_possible".to_owned(), &json!("wrong_status")));
    let executed = client.post(&format!("/operator/payouts/batches/{batch}/executed"), &token, json!({ "on": all[0]["dueOn"] })).await;
    assert_eq!(executed.status, StatusCode::OK, "{}", executed.json());
    let told = client.get(path.trim_end_matches("/paper"), &owner).await.json()["data"].clone();
    assert!(told["from"]["legalName"].is_string() && told["from"]["address"]["city"].is_string(), "{told}");
    let paper = client.get(&path, &owner).await;
    assert_eq!(paper.status, StatusCode::OK, "{}", String::from_utf8_lossy(&paper.body));
    assert!(String::from_utf8_lossy(&paper.body).contains("1 transfers"), "{}", String::from_utf8_lossy(&paper.body));
    assert_eq!(client.get(&path, &owner).await.body, paper.body, "the same ever after");
    assert_eq!(client.get(&format!("{path}?language=xx"), &owner).await.code(), "invalid_input");
    assert_eq!(client.get(&format!("{path}?language=de"), &owner).await.status, StatusCode::OK);
    assert_eq!(client.get(&path, &token).await.status, StatusCode::NOT_FOUND, "it is another company's");
}

#[actix_web::test]
async fn a_seller_gets_its_schedule_settlement_and_month_in_writing() {
    let (world, olga, seller, _) = two_sold().await;
    let details = SettingsCommand { by: confirmed(&olga), version: 0, details: house_details() };
    world.house().change_settings(details).await.unwrap();
    let client = client_in(world).await;
    let (token, owner) = (stepped_up(&client.world, &olga).await, client.world.tokens.sign(&seller.me.session).unwrap());
    let all = due(&client, &token).await;
    let id = all[0]["receivableId"].as_str().unwrap();
    let of = |what: &str| format!("/semi-private/receivables/{id}/{what}");

    let schedule = client.get(&of("schedule"), &owner).await.json()["data"].clone();
    let sale = &schedule["sales"][0];
    assert_eq!((&schedule["currency"], schedule["sales"].as_array().unwrap().len()), (&json!("EUR"), 1), "accepted alone");
    let figures = ["invoice", "face", "reserve", "charges", "payout"].map(|name| sale[name].clone());
    assert_eq!(figures, [json!("RE-1"), json!(1_000_000), json!(200_000), json!(0), json!(800_000)]);
    let paper = client.get(&of("schedule/paper"), &owner).await;
    assert_eq!(paper.status, StatusCode::OK, "{}", String::from_utf8_lossy(&paper.body));
    assert_eq!(client.get(&of("schedule/paper"), &owner).await.body, paper.body, "the same ever after");
    assert_eq!(client.get(&of("schedule/paper"), &token).await.status, StatusCode::NOT_FOUND, "it is another company's");
    assert_eq!(client.get(&of("schedule"), &token).await.status, StatusCode::NOT_FOUND);
    let early = client.get(&of("settlement/paper"), &owner).await;
    assert_eq!((early.code(), &early.json()["reason"]), ("not_possible".to_owned(), &json!("wrong_status")));

    let released = client.release(&token, &json!([all[0]["id"], all[1]["id"]])).await.json();
    let batch = released["data"]["batch"]["id"].as_str().unwrap();
    client.post(&format!("/operator/payouts/batches/{batch}/executed"), &token, json!({ "on": all[0]["dueOn"] })).await;
    let day = all[0]["dueOn"].as_str().unwrap();
    let month = format!("/semi-private/statements/{}", &day[..7]);
    let told = client.get(&format!("{month}?currency=EUR"), &owner).await.json()["data"].clone();
    let entry = |event: &str, invoice: &str, amount: i64| {
        let of = told["entries"].as_array().unwrap().iter();
        of.filter(|one| (&one["event"], &one["invoice"], &one["amount"]) == (&json!(event), &json!(invoice), &json!(amount))).count()
    };
    assert_eq!(
        (entry("sold", "RE-1", 1_000_000), entry("paid_out", "RE-1", 800_000), entry("sold", "AB-77", 900_000)),
        (1, 1, 1),
        "{told}"
    );
    let figure = |name: &str| told["figures"].as_array().unwrap().iter().find(|one| one["figure"] == name).unwrap().clone();
    assert_eq!(figure("open"), json!({ "figure": "open", "before": 0, "after": 1_900_000 }));
    assert_eq!(figure("out"), json!({ "figure": "out", "before": 0, "after": 1_520_000 }));
    for (treatment, role) in [("sale", "reserve"), ("borrowing", "loan")] {
        let journal = client.get(&format!("{month}/journal?currency=EUR&treatment={treatment}"), &owner).await.json()["data"].clone();
        let lines = journal.as_array().unwrap();
        let sum = |side: &str| lines.iter().map(|line| line[side].as_i64().unwrap()).sum::<i64>();
        assert_eq!(sum("debit"), sum("credit"), "{journal}");
        assert!(lines.iter().any(|line| line["role"] == role && line["reference"].is_string()), "{journal}");
    }
    let early = client.get(&format!("{month}/paper?currency=EUR"), &owner).await;
    assert_eq!((early.code(), &early.json()["reason"]), ("not_possible".to_owned(), &json!("wrong_status")), "it is not over");
    for (query, field) in [("?treatment=sale", "currency"), ("?currency=EUR", "treatment"), ("?currency=EUR&treatment=gift", "treatment")] {
        let answer = client.get(&format!("{month}/journal{query}"), &owner).await;
        assert!(answer.json()["fieldCodes"][field].is_array(), "{query}: {}", answer.json());
    }
    for month in ["2026-13", "2026-1", "26-01", "9999-12", "2026-06-01"] {
        let answer = client.get(&format!("/semi-private/statements/{month}?currency=EUR"), &owner).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{month}");
    }
    let version = client.get(&format!("/semi-private/receivables/{id}"), &owner).await.json()["data"]["version"].clone();
    let short = json!({ "version": version, "note": "The rest is disputed." });
    let closed = client.post(&format!("/operator/receivables/{id}/close-short"), &token, short).await;
    assert_eq!(closed.status, StatusCode::OK, "{}", closed.json());
    let paper = client.get(&of("settlement/paper"), &owner).await;
    assert_eq!(paper.status, StatusCode::OK, "{}", String::from_utf8_lossy(&paper.body));
    assert_eq!(client.get(&of("settlement/paper"), &owner).await.body, paper.body, "the same ever after");
    assert_eq!(client.get(&of("settlement/paper"), &token).await.status, StatusCode::NOT_FOUND, "it is another company's");
    let none = client.get(&format!("{month}?currency=EUR"), &token).await.json()["data"].clone();
    assert_eq!(none["entries"], json!([]), "whoever is of another company reads its own");
    for past in ["2026-01", "0001-01", "2026-05"] {
        let nothing = client.get(&format!("/semi-private/statements/{past}/paper?currency=EUR"), &owner).await;
        assert_eq!(nothing.status, StatusCode::NOT_FOUND, "{past}");
    }
    let made = client.world.records().await.unwrap().len();
    client.world.business().advance(TimeDelta::days(31));
    let over = format!("{month}/paper?currency=EUR");
    let paper = client.get(&over, &owner).await;
    assert_eq!(paper.status, StatusCode::OK, "{}", String::from_utf8_lossy(&paper.body));
    assert_eq!(client.get(&over, &owner).await.body, paper.body, "the same ever after");
    assert_eq!(client.world.records().await.unwrap().len(), made + 1, "made once");
    assert_eq!(client.get(&format!("{month}/paper?currency=USD"), &owner).await.status, StatusCode::NOT_FOUND);
}
