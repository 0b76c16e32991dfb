//! The house's desk, over HTTP: its sums are those of the lists it leads to.

use super::{Client, client_in};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::StatusCode,
};
use serde_json::{Value, json};
use sooner_application::{
    identity::ports::AccessTokens,
    testing::{World, end_of_day::BusyDay},
};
use sooner_domain::identity::operator::OperatorRole;
use std::collections::BTreeMap;

const DESK: &str = "/operator/desk";

/// How many rows a list has, and what is open of them: as its totals say, too.
async fn listed<B: MessageBody, S>(client: &Client<S>, token: &str, path: &str) -> (i64, i64)
where
    S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>,
{
    let list = client.get(&format!("{path}&totals=true"), token).await.json();
    let rows = list["data"].as_array().unwrap();
    assert_eq!(list["next"], Value::Null);
    let added: (i64, i64) =
        (i64::try_from(rows.len()).unwrap(), rows.iter().map(|row| row["position"]["open"].as_i64().unwrap_or_default()).sum());
    let totals = list["totals"].as_array().unwrap().first().map_or((0, 0), |total| (sum_of(total, "count"), sum_of(total, "open")));
    assert_eq!(totals, added, "{path}");
    added
}

fn sum_of(all: &Value, figure: &str) -> i64 {
    all[figure].as_i64().unwrap()
}

fn sum(of: &Value) -> (i64, i64) {
    (sum_of(of, "count"), sum_of(of, "amount"))
}

#[actix_web::test]
async fn each_sum_is_that_of_the_list_it_leads_to() {
    let busy = BusyDay::new(World::default()).await.unwrap();
    let olga = busy.world.tokens.sign(&busy.olga.session).unwrap();
    let client = client_in(busy.world).await;
    let answer = client.get(DESK, &olga).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let desk = answer.json()["data"].clone();
    assert_eq!(desk["date"], json!("2026-09-04"));
    insta::assert_json_snapshot!(desk);

    let to_check = listed(&client, &olga, "/operator/receivables?status=submitted").await;
    assert_eq!(json!(to_check.0), desk["toCheck"]);
    let sold = "/operator/receivables?status=funded";
    let overdue = listed(&client, &olga, &format!("{sold}&dueTo=2026-09-03")).await;
    assert_eq!((overdue.0, sum(&desk["overdue"][0])), (3, overdue));
    for week in desk["weeks"].as_array().unwrap() {
        let (from, to) = (week["from"].as_str().unwrap(), week["to"].as_str().unwrap());
        let found = listed(&client, &olga, &format!("{sold}&dueFrom={from}&dueTo={to}")).await;
        let told = week["due"].as_array().unwrap().first().map_or((0, 0), sum);
        assert_eq!(told, found, "{from}");
    }
    let aged: Vec<_> = desk["ageing"].as_array().unwrap().iter().map(|aged| (aged["bucket"].as_str().unwrap(), sum(aged))).collect();
    let days_31_60 = listed(&client, &olga, &format!("{sold}&dueFrom=2026-07-06&dueTo=2026-08-04")).await;
    assert_eq!((days_31_60.0, aged[1]), (2, ("days_31_60", days_31_60)));
}

#[actix_web::test]
async fn what_is_in_use_and_free_is_the_sum_of_the_facilities() {
    let busy = BusyDay::new(World::default()).await.unwrap();
    let olga = busy.world.tokens.sign(&busy.olga.session).unwrap();
    let (facility, debtor) = (busy.seller.facility, busy.seller.debtor);
    let client = client_in(busy.world).await;
    let desk = client.get(DESK, &olga).await.json()["data"].clone();
    let rows = client.get("/operator/facilities", &olga).await.json()["data"].as_array().unwrap().clone();
    let mut sums = BTreeMap::new();
    for row in &rows {
        let sum: &mut (i64, i64) = sums.entry(row["currency"].as_str().unwrap()).or_default();
        *sum = (sum.0 + row["inUse"].as_i64().unwrap(), sum.1 + row["free"].as_i64().unwrap());
    }
    let mut limits = BTreeMap::new();
    for limit in desk["limits"].as_array().unwrap() {
        let both = (limit["inUse"].as_i64().unwrap(), limit["headroom"].as_i64().unwrap());
        limits.insert(limit["currency"].as_str().unwrap(), both);
    }
    assert_eq!(sums, limits);
    assert!(sums.values().any(|(in_use, free)| *in_use > 0 && *free > 0), "{sums:?}");
    let one = client.get(&format!("/operator/facilities/{facility}"), &olga).await.json()["data"].clone();
    let row = rows.iter().find(|row| row["id"] == one["id"]).unwrap();
    assert_eq!([&one["inUse"], &one["free"]], [&row["inUse"], &row["free"]]);

    let one = client.get(&format!("/operator/debtors/{debtor}"), &olga).await.json()["data"].clone();
    let listed = client.get("/operator/debtors", &olga).await.json()["data"].as_array().unwrap().clone();
    let row = listed.into_iter().find(|row| row["id"] == one["id"]).unwrap();
    assert_eq!(row["limitsUse"], one["limitsUse"]);
    for used in one["limitsUse"].as_array().unwrap() {
        let limit = one["limits"].as_array().unwrap().iter().find(|limit| limit["currency"] == used["currency"]).unwrap();
        let (in_use, free) = (used["inUse"].as_i64().unwrap(), used["free"].as_i64().unwrap());
        assert_eq!(in_use + free, limit["amount"].as_i64().unwrap());
    }
    assert!(one["limitsUse"].as_array().unwrap().iter().any(|used| used["inUse"].as_i64() > Some(0)), "{one}");
}

#[actix_web::test]
async fn a_day_that_is_none_is_refused_by_name() {
    let client = client_in(World::default()).await;
    let olga = client.operator().await;
    let answer = client.get("/operator/receivables?dueFrom=2026-02-30&dueTo=soon", &olga).await;
    let codes = answer.json()["fieldCodes"].clone();
    let named = ["dueFrom", "dueTo"].map(|name| codes[name][0]["code"].clone());
    assert_eq!((answer.status, named), (StatusCode::UNPROCESSABLE_ENTITY, [json!("date_malformed"), json!("date_malformed")]));
}

#[actix_web::test]
async fn what_ones_roles_do_not_let_one_see_is_left_out() {
    let client = client_in(World::default()).await;
    super::end_of_day::failed(&client.world, "bank EUR").await;
    for (role, sees) in
        [(OperatorRole::Reviewer, false), (OperatorRole::Admin, false), (OperatorRole::Auditor, true), (OperatorRole::Treasury, true)]
    {
        let email = format!("{role:?}@example.com").to_lowercase();
        let me = client.world.operator_of(&email, [role].into_iter().collect()).await.unwrap();
        let desk = client.get(DESK, &client.world.tokens.sign(&me.session).unwrap()).await.json()["data"].clone();
        let payments = if sees { json!({ "payouts": [], "suspense": [] }) } else { Value::Null };
        assert_eq!((&desk["payments"], &desk["overdue"]), (&payments, &json!([])), "{role:?}");
        let days = &desk["endsOfDays"];
        assert_eq!((&days["last"]["date"], &days["failed"][0]["state"]), (&json!(super::end_of_day::FAILED), &json!("failed")));
        let steps = days["failed"][0]["steps"].as_array().unwrap();
        let about: Vec<_> = steps.iter().filter_map(|step| step["failure"]["about"].as_str()).collect();
        assert_eq!(about, ["bank EUR"]);
    }
}
