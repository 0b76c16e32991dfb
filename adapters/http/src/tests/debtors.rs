//! What debtors see and say, and what operators see of it, over HTTP.

use super::{
    client_in,
    payments::{stepped_up, two_sold},
    with,
};
use actix_web::http::{Method, StatusCode, header};
use chrono::TimeDelta;
use serde_json::{Value, json};
use sooner_application::{identity::ports::AccessTokens, kernel::clock::BusinessClock, testing::World};
use sooner_domain::{kernel::audit::Actor, receivables::confirmation::Confirmation};

const BOOKS: &str = "books@nordwind.example";

async fn end_of_day(world: &World) {
    let days = world.house().business_days().await.unwrap();
    let on = days.date_of(world.business().now().await.unwrap());
    world.business().advance(TimeDelta::hours(24));
    world.end_of_day().end(on, Actor::System).await.unwrap();
}

#[actix_web::test]
async fn a_debtor_reads_and_answers_by_its_link_and_the_operator_sees_it() {
    let (world, olga, seller, [look, _]) = two_sold().await;
    world.house_says_who_it_is(&olga).await.unwrap();
    world.debtor_contact(&olga, seller.debtor, BOOKS).await.unwrap();
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let path = format!("/operator/receivables/{}", look.receivable().id());
    let version = client.get(&path, &token).await.json()["data"]["version"].clone();
    let asked = client.post(&format!("{path}/ask-debtor"), &token, json!({ "version": version })).await;
    assert_eq!(asked.status, StatusCode::OK, "{}", asked.json());
    assert!(asked.json()["data"]["allowedActions"].as_array().unwrap().contains(&json!("ask_debtor")));
    let link = client.world.mailed_token().await.unwrap();

    let read = client.by_link(&link, Method::GET, "/confirmation", None, None).await;
    let seen = read.json()["data"].clone();
    assert_eq!(read.headers.get(header::CACHE_CONTROL).unwrap(), "no-store");
    assert_eq!(read.headers.get(header::REFERRER_POLICY).unwrap(), "no-referrer");
    let told =
        ["invoiceNumber", "face", "paid", "currency", "language", "open", "disputed", "house", "houseEmail"].map(|name| seen[name].clone());
    let expected = json!(["RE-1", 1_000_000, 0, "EUR", "en", true, false, "Sooner Finance GmbH", "service@sooner.example"]);
    assert_eq!(json!(told), expected);
    assert_eq!((&seen["payTo"]["iban"], &seen["statements"]), (&json!("DE02120300000000202051"), &json!([])));
    let names: Vec<_> = seen.as_object().unwrap().keys().cloned().collect();
    assert!(!names.iter().any(|name| ["id", "sellerId", "offer", "documents", "note"].contains(&name.as_str())), "{names:?}");

    let seen = seen["hash"].clone();
    let answer =
        async |body: Value| client.by_link(&link, Method::POST, "/confirmation", None, Some(with(body, "seen", seen.clone()))).await;
    let other = with(json!({ "answer": "confirm" }), "seen", json!("0".repeat(64)));
    let stale = client.by_link(&link, Method::POST, "/confirmation", None, Some(other)).await;
    assert_eq!((stale.status, stale.code().as_str()), (StatusCode::CONFLICT, "stale_version"));
    for (body, field) in [
        (json!({ "answer": "perhaps" }), "answer"),
        (json!({ "answer": "change" }), "amount"),
        (json!({ "answer": "change", "amount": 0 }), "amount"),
        (json!({ "answer": "change", "dueOn": "soon" }), "dueOn"),
        (json!({ "answer": "dispute" }), "reason"),
        (json!({ "answer": "dispute", "reason": "dislike" }), "reason"),
        (json!({ "answer": "confirm", "note": "x".repeat(5_000) }), "note"),
    ] {
        let refused = answer(body.clone()).await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"), "{body}");
        assert!(refused.json()["fields"].to_string().contains(field), "{}", refused.json());
    }
    assert_eq!(answer(json!({ "answer": "confirm", "iban": "DE02120300000000202051" })).await.status, StatusCode::BAD_REQUEST);
    for _ in 0..2 {
        let confirmed = answer(json!({ "answer": "confirm" })).await;
        assert_eq!((confirmed.status, confirmed.json()["data"]["statements"].as_array().unwrap().len()), (StatusCode::OK, 1));
    }
    let disputed = answer(json!({ "answer": "dispute", "reason": "defective", "amount": 40_000, "note": "Two are broken." })).await;
    assert_eq!((&disputed.json()["data"]["disputed"], &disputed.json()["data"]["open"]), (&json!(true), &json!(true)));
    let again = answer(json!({ "answer": "not_ours" })).await;
    assert_eq!((again.status, &again.json()["reason"]), (StatusCode::CONFLICT, &json!("disputed")));

    let shown = client.get(&format!("{path}/correspondence"), &token).await.json()["data"].clone();
    assert_eq!((&shown["asked"][0]["sentTo"], shown["statements"].as_array().unwrap().len()), (&json!(BOOKS), 2));
    let dispute = &shown["statements"][1];
    assert_eq!((&dispute["answer"], &dispute["reason"], &dispute["amount"]), (&json!("dispute"), &json!("defective"), &json!(40_000)));
    assert!(dispute["address"].is_string());
    let kept = client.get(&path, &token).await.json()["data"].clone();
    assert_eq!((&kept["dispute"]["by"], &kept["evidence"][0]["kind"]), (&Value::Null, &json!("debtor_confirmed")));
    let owner = client.world.tokens.sign(&seller.me.session).unwrap();
    let own = client.get(&format!("/semi-private/receivables/{}", look.receivable().id()), &owner).await.json()["data"].clone();
    assert_eq!((&own["disputed"]["amount"], &own["disputed"]["remark"]), (&json!(40_000), &json!("Two are broken.")));

    client.world.clock.advance(Confirmation::LIFE);
    let expired = client.by_link(&link, Method::GET, "/confirmation", None, None).await;
    assert_eq!((expired.code().as_str(), &expired.json()["expired"]), ("link_invalid", &json!(true)));
    let unknown = client.by_link("guess", Method::GET, "/confirmation", None, None).await;
    assert_eq!((unknown.code().as_str(), &unknown.json()["expired"]), ("link_invalid", &Value::Null));
    for _ in 0..19 {
        client.by_link("guess", Method::GET, "/confirmation", None, None).await;
    }
    let over = client.by_link("guess", Method::GET, "/confirmation", None, None).await;
    assert_eq!((over.status, over.headers.contains_key(header::RETRY_AFTER)), (StatusCode::TOO_MANY_REQUESTS, true));
}

#[actix_web::test]
async fn a_letter_is_made_at_the_end_of_the_day_and_its_code_is_checked_by_anybody() {
    let (world, olga, seller, [look, _]) = two_sold().await;
    world.no_contact(&olga, seller.debtor).await.unwrap();
    world.house_says_who_it_is(&olga).await.unwrap();
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    end_of_day(&client.world).await;
    let unreachable = client.get("/operator/letters/unreachable", &token).await.json()["data"].clone();
    assert_eq!((&unreachable[0]["why"], &unreachable[0]["claims"]), (&json!("no_contact"), &json!(2)));
    client.world.debtor_contact(&olga, seller.debtor, BOOKS).await.unwrap();
    end_of_day(&client.world).await;
    let token = stepped_up(&client.world, &olga).await;
    assert_eq!(client.get("/operator/letters/unreachable", &token).await.json()["data"], json!([]));

    let letters = client.get(&format!("/operator/debtors/{}/letters", seller.debtor), &token).await.json()["data"].clone();
    let told = ["kind", "claims", "sentTo", "language"].map(|name| letters[0][name].clone());
    assert_eq!(json!(told), json!(["assignment", 2, BOOKS, "en"]));
    let path = format!("/operator/receivables/{}/correspondence", look.receivable().id());
    let shown = client.get(&path, &token).await.json()["data"].clone();
    assert_eq!((&shown["told"], &shown["letters"]), (&json!("assigned"), &letters));
    let paper = client.get(&format!("/operator/letters/{}/paper", letters[0]["id"].as_str().unwrap()), &token).await;
    assert_eq!((paper.status, paper.headers.get(header::CONTENT_TYPE).unwrap().to_str().unwrap()), (StatusCode::OK, "application/pdf"));
    assert!(paper.headers.get(header::CONTENT_DISPOSITION).unwrap().to_str().unwrap().starts_with("attachment; filename=\"assignment-"));
    let text = String::from_utf8(paper.body).unwrap();
    let code = text.split("code ").nth(1).unwrap().get(..19).unwrap();

    let check = async |code: &str| client.call(Method::POST, "/letters/check", None, Some(json!({ "code": code }))).await;
    let genuine = check(&code.to_lowercase()).await.json()["data"].clone();
    let expected = json!({
        "kind": "assignment", "madeOn": letters[0]["madeOn"], "house": "Sooner Finance GmbH", "debtor": genuine["debtor"], "claims": 2,
        "accounts": ["2051"],
    });
    assert_eq!(genuine, expected, "and nothing else");
    assert_eq!(check("0000-0000-0000-0000").await.code(), "link_invalid");
    assert_eq!(check("x").await.code(), "link_invalid");

    let owner = client.world.tokens.sign(&seller.me.session).unwrap();
    let foreign = client.get(&format!("/operator/letters/{}/paper", letters[0]["id"].as_str().unwrap()), &owner).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert_eq!(client.get("/operator/letters/01900000-0000-7000-8000-000000000000/paper", &token).await.status, StatusCode::NOT_FOUND);
    assert_eq!(client.get("/operator/letters/1/paper", &token).await.status, StatusCode::NOT_FOUND);
}
