//! What terms would come to: the vectors of the finance page over HTTP.

use super::{client_in, terms_body};
use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use sooner_application::{kernel::rate_limits::RateLimit, testing::World};

fn with(mut body: Value, changes: &Value) -> Value {
    if let (Some(body), Some(changes)) = (body.as_object_mut(), changes.as_object()) {
        body.extend(changes.clone());
    }
    body
}

/// 80 %, 12 % a year, 1.5 %, in arrears, without a late charge.
fn factoring() -> Value {
    with(terms_body(), &json!({ "serviceFeeMinimum": 0, "graceDays": 0, "lateRate": 0 }))
}

fn late() -> Value {
    with(factoring(), &json!({ "graceDays": 5, "lateRate": 600 }))
}

fn covered(cover: i64) -> Value {
    with(late(), &json!({ "cover": cover }))
}

/// 100 %, in advance, at this rate a year.
fn programme(rate: i64) -> Value {
    let all = json!({ "kind": "reverse_factoring", "advanceRate": 10_000, "cover": 10_000, "serviceFee": 0, "discountRate": rate });
    with(factoring(), &all)
}

/// So many days after 4 January 2027.
fn day(days: i64) -> String {
    (chrono::NaiveDate::from_ymd_opt(2027, 1, 4).unwrap() + chrono::TimeDelta::days(days)).to_string()
}

fn receipt(days: i64, amount: i64) -> Value {
    json!({ "on": day(days), "kind": "receipt", "amount": amount })
}

fn credit_note(days: i64, amount: i64) -> Value {
    json!({ "on": day(days), "kind": "credit_note", "amount": amount })
}

fn asked(terms: Value, face: i64, days: i64, events: &[Value]) -> Value {
    json!({ "terms": terms, "face": face, "payoutOn": day(0), "dueOn": day(days), "events": events })
}

fn closed(terms: Value, how: &Value) -> Value {
    with(with(asked(terms, 1_000_000, 45, &[]), &json!({ "closeOn": day(105) })), how)
}

#[actix_web::test]
async fn vectors_of_the_finance_page() {
    let client = client_in(World::default()).await;
    let operator = client.operator().await;
    let insolvency = json!({ "closeAs": "write_off", "cause": "insolvency" });
    let first =
        json!({ "advance": 800_000, "reserve": 200_000, "discount": 12_000, "serviceFee": 15_000, "release": 173_000, "apr": 2_738 });
    let sixth = with(factoring(), &json!({ "advanceRate": 9_000, "discountRate": 1_825, "dayCount": "act_365" }));
    for (name, body, offer, settlement) in [
        ("1", asked(factoring(), 1_000_000, 45, &[receipt(45, 1_000_000)]), first.clone(), json!({ "toSeller": 173_000 })),
        ("1, open", asked(factoring(), 1_000_000, 45, &[]), first, Value::Null),
        (
            "2",
            asked(factoring(), 1_000_000, 45, &[receipt(45, 950_000), credit_note(45, 50_000)]),
            json!({}),
            json!({ "toSeller": 123_000, "sellerOwes": 0, "dilution": 50_000 }),
        ),
        (
            "3",
            asked(factoring(), 1_000_000, 45, &[receipt(45, 790_000), credit_note(45, 210_000)]),
            json!({}),
            json!({ "toSeller": 0, "sellerOwes": 37_000 }),
        ),
        (
            "late",
            asked(late(), 1_000_000, 45, &[receipt(75, 1_000_000)]),
            json!({}),
            json!({ "discount": 20_000, "late": 3_333, "toSeller": 161_667 }),
        ),
        (
            "late, in parts",
            asked(late(), 1_000_000, 45, &[receipt(60, 500_000), receipt(30, 500_000)]),
            json!({}),
            json!({ "discount": 11_000, "late": 500, "toSeller": 173_500 }),
        ),
        (
            "charged back",
            closed(late(), &json!({ "closeAs": "charge_back" })),
            json!({}),
            json!({ "discount": 28_000, "late": 7_333, "sellerOwes": 850_333, "chargedBack": 1_000_000 }),
        ),
        (
            "half covered",
            closed(covered(5_000), &insolvency),
            json!({}),
            json!({ "loss": 500_000, "notCovered": 500_000, "dilution": 0, "sellerOwes": 350_333 }),
        ),
        ("covered", closed(covered(10_000), &insolvency), json!({}), json!({ "loss": 1_000_000, "toSeller": 149_667 })),
        ("not covered", closed(covered(0), &insolvency), json!({}), json!({ "loss": 0, "notCovered": 1_000_000, "sellerOwes": 850_333 })),
        (
            "short",
            with(asked(factoring(), 1_000_000, 45, &[receipt(45, 999_000)]), &json!({ "closeOn": day(45), "closeAs": "short" })),
            json!({}),
            json!({ "dilution": 1_000, "toSeller": 172_000 }),
        ),
        ("too much", asked(factoring(), 1_000_000, 45, &[receipt(45, 1_000_007)]), json!({}), json!({ "debtorCredit": 7 })),
        ("4", asked(programme(600), 100_000, 20, &[]), json!({ "discount": 333, "payout": 99_667 }), Value::Null),
        ("5", asked(programme(2_400), 1_000_000, 14, &[]), json!({ "discount": 9_333, "payout": 990_667 }), Value::Null),
        (
            "6",
            asked(sixth, 1_000_000, 45, &[receipt(45, 1_000_000)]),
            json!({ "advance": 900_000, "discount": 20_250, "serviceFee": 15_000, "release": 64_750 }),
            json!({ "toSeller": 64_750 }),
        ),
        ("7, act_360", asked(programme(500), 10_000_000, 90, &[]), json!({ "discount": 125_000 }), Value::Null),
        (
            "7, act_365",
            asked(with(programme(500), &json!({ "dayCount": "act_365" })), 10_000_000, 90, &[]),
            json!({ "discount": 123_288 }),
            Value::Null,
        ),
    ] {
        let answer = client.post("/operator/quote", &operator, body).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.json());
        let data = answer.json()["data"].clone();
        assert_eq!(with(data["offer"].clone(), &offer), data["offer"], "{name}");
        assert_eq!(data.get("settlement").is_none(), settlement.is_null(), "{name}");
        if let Some(settled) = data.get("settlement") {
            assert_eq!(&with(settled.clone(), &settlement), settled, "{name}");
            says_why(name, &data);
        }
    }
}

/// The statement leads from what was offered to what the seller gets, and every entry adds up.
fn says_why(name: &str, data: &Value) {
    let settlement = &data["settlement"];
    let lines = settlement["lines"].as_array().unwrap();
    let (last, before) = lines.split_last().unwrap();
    let amount = |line: &Value| line["amount"].as_i64().unwrap();
    assert_eq!((&before[0]["code"], &before[0]["amount"]), (&json!("offered"), &data["offer"]["release"]), "{name}");
    assert_eq!(before.iter().map(amount).sum::<i64>(), amount(last), "{name}");
    let net = settlement["toSeller"].as_i64().unwrap() - settlement["sellerOwes"].as_i64().unwrap();
    assert_eq!((&last["code"], amount(last)), (&json!("settled"), net), "{name}");
    for entry in settlement["entries"].as_array().unwrap() {
        let sum = |side: &str| entry["postings"].as_array().unwrap().iter().map(|posting| posting[side].as_i64().unwrap()).sum::<i64>();
        assert!(sum("debit") > 0 && sum("debit") == sum("credit"), "{name}: {entry}");
    }
}

#[actix_web::test]
async fn an_offer_is_shown_line_by_line_and_by_the_day_it_is_paid() {
    let client = client_in(World::default()).await;
    let operator = client.operator().await;
    let terms = with(late(), &json!({ "serviceFee": 1, "serviceFeeMinimum": 500 }));
    let body = asked(terms, 1_000_000, 45, &[receipt(75, 1_000_000)]);
    let data = client.post("/operator/quote", &operator, body).await.json()["data"].clone();
    let offer = &data["offer"];
    let line = |code: &str| offer["lines"].as_array().unwrap().iter().find(|line| line["code"] == code).unwrap().clone();
    assert_eq!(line("face")["formula"], json!({ "kind": "given" }));
    assert_eq!(line("advance")["formula"], json!({ "kind": "share", "of": 1_000_000, "share": 8_000 }));
    assert_eq!(line("service_fee")["formula"], json!({ "kind": "at_least", "of": 1_000_000, "share": 1, "minimum": 500 }));
    let time = json!({ "kind": "time", "of": 800_000, "days": 45, "rate": 1_200, "dayCount": "act_360", "basis": 360 });
    assert_eq!((&line("discount")["formula"], &line("discount")["amount"]), (&time, &json!(12_000)));
    assert_eq!(line("reserve")["formula"], json!({ "kind": "less", "from": "face", "less": ["advance"] }));
    assert_eq!(line("cost")["formula"], json!({ "kind": "sum", "lines": ["discount", "service_fee", "payout_fee"] }));
    assert!(offer["lines"].as_array().unwrap().iter().all(|line| line["label"].as_str().is_some_and(|label| !label.is_empty())));
    let curve: Vec<_> = offer["curve"].as_array().unwrap().iter().map(|point| point["paidOn"].as_str().unwrap()).collect();
    assert_eq!(curve, [day(35), day(45), day(60), day(75), day(105), day(135)]);
    assert_eq!((&offer["curve"][3]["discount"], &offer["curve"][3]["late"]), (&json!(20_000), &json!(3_333)));
    let lines: Vec<_> = data["settlement"]["lines"].as_array().unwrap().iter().map(|line| line["code"].clone()).collect();
    assert_eq!(lines, ["offered", "paid", "late", "settled"]);
    let why = &data["settlement"]["lines"];
    assert_eq!((&why[1]["from"], &why[1]["to"], &why[1]["amount"]), (&json!(day(45)), &json!(day(75)), &json!(-8_000)));
    assert_eq!((&why[2]["from"], &why[2]["rate"], &why[2]["amount"]), (&json!(day(50)), &json!(600), &json!(-3_333)));
}

#[actix_web::test]
async fn what_cannot_be_priced_is_refused_by_its_field() {
    let client = client_in(World::default()).await;
    let operator = client.operator().await;
    let plain = || asked(factoring(), 1_000_000, 45, &[]);
    let events = |events: Value| with(plain(), &json!({ "events": events }));
    let far = "2200-01-01";
    for (field, code, body) in [
        ("terms.limit", "amount_zero", with(plain(), &json!({ "terms": with(factoring(), &json!({ "limit": 0 })) }))),
        (
            "terms.limit",
            "amount_too_large",
            with(
                plain(),
                &json!({ "terms": with(factoring(), &json!({ "limit": 300_000_000_000_000_i64, "discountRate": 10_000, "lateRate": 10_000 })) }),
            ),
        ),
        (
            "face",
            "not_possible",
            with(
                plain(),
                &json!({ "face": 300_000_000_000_000_i64, "terms": with(factoring(), &json!({ "discountRate": 10_000, "lateRate": 10_000 })) }),
            ),
        ),
        ("face", "amount_negative", with(plain(), &json!({ "face": -1 }))),
        ("face", "nothing_to_pay", with(plain(), &json!({ "face": 0 }))),
        ("payoutOn", "date_malformed", with(plain(), &json!({ "payoutOn": "4 January" }))),
        ("dueOn", "due_before_payout", with(plain(), &json!({ "dueOn": day(0) }))),
        ("dueOn", "too_far_ahead", with(plain(), &json!({ "dueOn": far }))),
        ("events[1].on", "too_far_ahead", events(json!([receipt(1, 1), { "on": far, "kind": "receipt", "amount": 1 }]))),
        ("events[0].kind", "not_listed", events(json!([{ "on": day(1), "kind": "gift", "amount": 1 }]))),
        ("events[0].amount", "amount_too_small", events(json!([receipt(1, 0)]))),
        ("events[0].amount", "amount_negative", events(json!([receipt(1, -5)]))),
        ("events[1].amount", "amount_too_large", events(json!([credit_note(1, 600_000), credit_note(2, 600_000)]))),
        ("closeAs", "required", with(plain(), &json!({ "closeOn": day(60) }))),
        ("closeOn", "required", with(plain(), &json!({ "closeAs": "short" }))),
        ("closeOn", "too_far_ahead", with(plain(), &json!({ "closeOn": far, "closeAs": "short" }))),
        ("cause", "required", with(plain(), &json!({ "closeOn": day(60), "closeAs": "write_off" }))),
        ("cause", "not_possible", with(plain(), &json!({ "closeOn": day(60), "closeAs": "short", "cause": "other" }))),
        ("events[0].kind", "not_possible", asked(programme(600), 100_000, 20, &[credit_note(20, 1)])),
        (
            "closeAs",
            "not_possible",
            with(asked(programme(600), 100_000, 20, &[]), &json!({ "closeOn": day(60), "closeAs": "charge_back" })),
        ),
    ] {
        let answer = client.post("/operator/quote", &operator, body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}: {}", answer.json());
        assert_eq!(answer.json()["fieldCodes"][field][0]["code"], code, "{field}: {}", answer.json());
    }
    let answer = client.post("/operator/quote", &operator, with(plain(), &json!({ "buyer": "Nordwind AG" }))).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST, "an unknown field");
}

#[actix_web::test]
async fn everybody_may_ask_what_the_advertised_terms_come_to() {
    let client = client_in(World::default()).await;
    let operator = client.operator().await;
    let advertise = json!({ "terms": factoring() });
    client.call(Method::PUT, "/operator/terms/advertised", Some(&operator), Some(advertise)).await;
    let body = json!({ "kind": "factoring", "currency": "EUR", "face": 1_000_000, "payoutOn": day(0), "dueOn": day(45) });
    let ask = async |body: Value| client.call(Method::POST, "/quote", None, Some(body)).await;
    let offer = ask(body.clone()).await.json()["data"]["offer"].clone();
    assert_eq!((&offer["release"], &offer["apr"], &offer["effectiveRate"]), (&json!(173_000), &json!(2_738), &json!(3_090)));
    assert!(offer.get("id").is_none() && offer.get("hash").is_none() && offer.get("validUntil").is_none());
    let next = client.world.house().business_days().await.unwrap().payout_day(client.world.clock_now());
    let unsaid = ask(with(body.clone(), &json!({ "payoutOn": null, "dueOn": "2100-12-31" }))).await.json()["data"]["offer"].clone();
    assert_eq!(unsaid["payoutOn"], json!(next));

    assert_eq!(ask(with(body.clone(), &json!({ "currency": "USD" }))).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ask(with(body.clone(), &json!({ "kind": "reverse_factoring" }))).await.status, StatusCode::NOT_FOUND);
    for (field, value) in [
        ("kind", json!("loan")),
        ("currency", json!("EURO")),
        ("face", json!(-1)),
        ("face", json!(0)),
        ("payoutOn", json!("soon")),
        ("dueOn", json!(day(-1))),
    ] {
        let answer = ask(with(body.clone(), &json!({ field: value }))).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert!(answer.json()["fieldCodes"][field].is_array(), "{field}: {}", answer.json());
    }
    for _ in 0..RateLimit::QUOTE_BY_ADDRESS.limit {
        ask(body.clone()).await;
    }
    let over = ask(body).await;
    assert_eq!((over.status, over.headers.contains_key("retry-after")), (StatusCode::TOO_MANY_REQUESTS, true));
}
