//! What operators do besides deciding: take cases, judge documents and buyers, look things up.

use super::{Client, api, buyer_body, client, client_in, with};
use crate::operator::onboarding::audit::pages_of;
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode},
    web,
};
use futures_util::TryStreamExt;
use serde_json::{Value, json};
use sooner_application::{
    identity::ports::AccessTokens,
    kernel::commit::WriteContext,
    testing::{PASSWORD, World, a_user, buyer_details},
};
use sooner_domain::{
    identity::operator::OperatorRoles,
    kernel::{
        audit::{AuditAction, Entry},
        text::Line,
    },
};

impl<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>> Client<S> {
    /// The address of the one case there is, and the case.
    pub(super) async fn case(&self, operator: &str) -> (String, Value) {
        let queue = self.get("/operator/applications", operator).await.json();
        let path = format!("/operator/applications/{}", queue["data"]["applications"][0]["id"].as_str().unwrap());
        let case = self.get(&path, operator).await.json()["data"].clone();
        (path, case)
    }
}

#[actix_web::test]
async fn a_case_is_taken_and_given_back() {
    let client = client().await;
    let operator = client.operator().await;
    client.world.submitted(a_user()).await.unwrap();
    let (path, case) = client.case(&operator).await;
    let version = case["onboarding"]["version"].clone();
    let not_mine = client.post(&format!("{path}/give-back"), &operator, json!({ "version": version })).await;
    assert_eq!((not_mine.status, not_mine.code().as_str()), (StatusCode::CONFLICT, "not_editable"));
    let taken = client.post(&format!("{path}/take"), &operator, json!({ "version": version })).await.json()["data"].clone();
    assert_eq!(taken["reviewer"]["name"], "Olga Reyes");
    assert!(taken["allowedActions"].as_array().unwrap().contains(&json!("give_back")));
    assert_eq!(client.post(&format!("{path}/take"), &operator, json!({ "version": version })).await.code(), "stale_version");
    for (query, expected) in [("", 1), ("?mine=true", 1), ("?mine=true&status=2", 0), ("?search=muhle", 1), ("?search=nobody", 0)] {
        let queue = client.get(&format!("/operator/applications{query}"), &operator).await.json();
        assert_eq!(queue["data"]["applications"].as_array().unwrap().len(), expected, "{query}");
    }
    let version = taken["onboarding"]["version"].clone();
    let given = client.post(&format!("{path}/give-back"), &operator, json!({ "version": version })).await.json();
    assert_eq!(given["data"]["reviewer"], Value::Null);
    assert_eq!(client.get("/operator/applications?mine=yes", &operator).await.code(), "invalid_input");
}

#[actix_web::test]
async fn each_document_gets_its_verdict_and_a_rejection_says_why() {
    let client = client().await;
    let operator = client.operator().await;
    client.world.submitted(a_user()).await.unwrap();
    let (path, case) = client.case(&operator).await;
    let document = case["onboarding"]["documents"][0]["id"].as_str().unwrap().to_owned();
    let verdict = |version: Value, verdict: &str, reason: Option<&str>| {
        let body = json!({ "version": version, "verdict": verdict, "reason": reason });
        let address = format!("{path}/documents/{document}/verdict");
        let (client, operator) = (&client, &operator);
        async move { client.post(&address, operator, body).await }
    };
    let version = case["onboarding"]["version"].clone();
    for (wrong, field) in [("rejected", "reason"), ("perhaps", "verdict")] {
        assert!(verdict(version.clone(), wrong, None).await.json()["fields"][field].is_array(), "{wrong}");
    }
    let judged = verdict(version.clone(), "rejected", Some("The stamp is missing.")).await.json()["data"].clone();
    assert_eq!(judged["onboarding"]["documents"][0]["verdict"], "rejected");
    assert_eq!(judged["onboarding"]["documents"][0]["verdictReason"], "The stamp is missing.");
    assert_eq!(verdict(version, "accepted", None).await.code(), "stale_version");
    let again = verdict(judged["onboarding"]["version"].clone(), "accepted", None).await.json();
    assert_eq!(again["data"]["onboarding"]["documents"][0]["verdictReason"], Value::Null);
    let unknown = format!("{path}/documents/01900000-0000-7000-8000-000000000000/verdict");
    let version = again["data"]["onboarding"]["version"].clone();
    assert_eq!(client.post(&unknown, &operator, json!({ "version": version, "verdict": "accepted" })).await.code(), "not_found");
}

#[actix_web::test]
async fn each_buyer_is_approved_or_declined() {
    let client = client().await;
    let operator = client.operator().await;
    client.world.submitted(a_user()).await.unwrap();
    let (path, case) = client.case(&operator).await;
    let address = format!("{path}/buyers/{}/decision", case["buyers"][0]["id"].as_str().unwrap());
    let decide = |seen: &str, decision: &str| {
        let body = json!({ "seen": seen, "decision": decision });
        let (client, operator, address) = (&client, &operator, &address);
        async move { client.post(address, operator, body).await }
    };
    assert!(decide("pending", "pending").await.json()["fields"]["decision"].is_array());
    assert_eq!(decide("pending", "approved").await.json()["data"]["status"], "approved");
    assert_eq!(decide("pending", "declined").await.code(), "stale_version");
    assert_eq!(decide("approved", "declined").await.json()["data"]["status"], "declined");
}

#[actix_web::test]
async fn a_buyer_that_looks_like_a_debtor_is_that_one_or_another_as_an_operator_says() {
    let client = client().await;
    let operator = client.operator().await;
    let mut debtors = Vec::new();
    for (email, number, none_of) in
        [("ada@example.com", "HRB 1", false), ("bob@example.com", "HRB 01", false), ("cyd@example.com", "HRB 001", true)]
    {
        let seller = client.world.member(a_user().email(email)).await.unwrap();
        client.world.fill_in(&seller).await.unwrap();
        let mut details = buyer_details("Babbage Retail GmbH");
        details.registration_number = Line::parse(number).unwrap();
        let buyer = client.world.onboarding().add_buyer(seller.membership, details, None).await.unwrap();
        client.world.onboarding().submit(&seller, None).await.unwrap();
        let case = client.world.onboarding().view(seller.membership).await.unwrap().application.parts().id;
        let place = format!("/operator/applications/{case}/buyers/{}", buyer.id);
        let decide = async |mut body: Value| {
            body["seen"] = json!("pending");
            body["decision"] = json!("approved");
            client.post(&format!("{place}/decision"), &operator, body).await
        };
        let found = client.get(&format!("{place}/debtors"), &operator).await.json()["data"].clone();
        assert_eq!(found["same"], Value::Null);
        assert_eq!(found["alike"].as_array().map(Vec::len), Some(debtors.len().min(1)), "{number}");
        if let Some(known) = debtors.first().cloned() {
            let one = &found["alike"][0];
            assert_eq!(
                (&one["id"], &one["by"], &one["state"], &one["inUse"]),
                (&known, &json!(["number", "name"]), &json!("open"), &json!([]))
            );
            assert_eq!(decide(json!({})).await.code(), "debtor_undecided");
            let wrong = decide(json!({ "debtor": "01900000-0000-7000-8000-000000000000" })).await;
            assert!(wrong.json()["fields"]["debtor"].is_array());
            let said = if none_of { json!({ "noneOf": [known] }) } else { json!({ "debtor": known }) };
            assert_eq!(decide(said).await.json()["data"]["status"], "approved");
        } else {
            assert_eq!(decide(json!({})).await.json()["data"]["status"], "approved");
        }
        let listed = client.world.onboarding().buyers(seller.membership.company).await.unwrap();
        debtors.extend(listed.iter().filter(|one| one.id == buyer.id).map(|one| json!(one.debtor.unwrap().0)));
    }
    assert_eq!((debtors[0] == debtors[1], debtors[0] == debtors[2]), (true, false));
}

#[actix_web::test]
async fn the_trail_tells_who_did_what_by_which_request() {
    let client = client().await;
    let operator = client.operator().await;
    client.world.submitted(a_user()).await.unwrap();
    let (path, case) = client.case(&operator).await;
    let taken = client.post(&format!("{path}/take"), &operator, json!({ "version": case["onboarding"]["version"] })).await;
    assert_eq!(taken.status, StatusCode::OK);
    let trail = client.get(&format!("{path}/audit"), &operator).await.json()["data"].clone();
    let newest = &trail["records"][0];
    assert_eq!((&newest["action"], &newest["by"]["name"]), (&json!("case_taken"), &json!("Olga Reyes")));
    assert_eq!(newest["changes"][0]["field"], "reviewer");
    assert_eq!((&newest["number"], &newest["hash"]), (&Value::Null, &Value::Null), "it waits for its place");
    client.world.store().sealing().all().await.unwrap();
    let sealed = client.get(&format!("{path}/audit"), &operator).await.json()["data"]["records"][0].clone();
    assert!(sealed["number"].as_i64() > Some(8) && sealed["hash"].as_str().unwrap().len() == 64, "{sealed}");
    let older = client.get(&format!("{path}/audit?before={}", sealed["id"].as_str().unwrap()), &operator).await.json();
    assert_eq!(older["data"]["records"][0]["id"], trail["records"][1]["id"], "pages go on behind it");
    let actions: Vec<_> = trail["records"].as_array().unwrap().iter().map(|record| record["action"].as_str().unwrap()).collect();
    assert_eq!(actions.last(), Some(&"signed_up"));
    assert!(["submitted", "document_added", "buyer_added", "form_saved"].iter().all(|action| actions.contains(action)), "{actions:?}");
    let csv = client.get(&format!("{path}/audit.csv"), &operator).await;
    assert_eq!(csv.headers.get("content-type").map(|value| value.as_bytes()), Some(&b"text/csv; charset=utf-8"[..]));
    let text = String::from_utf8(csv.body).unwrap();
    assert!(text.starts_with("number,at,actor,action,"));
    assert!(text.lines().count() > actions.len());
    assert_eq!(client.get(&format!("{path}/audit?before=x"), &operator).await.code(), "invalid_input");
    let first = client.get(&format!("{path}/submissions/1"), &operator).await.json()["data"].clone();
    assert_eq!((&first["number"], &first["form"]["company"]["legalName"]), (&json!(1), &json!("Mühle Brandt GmbH")));
    assert_eq!(client.get(&format!("{path}/submissions/2"), &operator).await.code(), "not_found");
}

#[actix_web::test]
async fn the_trail_of_a_case_is_exported_a_page_at_a_time() {
    let world = World::default();
    let olga = world.operator().await.unwrap().operator();
    let ada = world.submitted(a_user()).await.unwrap();
    for _ in 0..250 {
        let entry = Entry::own(ada.user, AuditAction::FormSaved, world.clock_now());
        world.store().identity.commit(Vec::new(), WriteContext::of(entry)).await.unwrap();
    }
    let case = world.onboarding().view(ada).await.unwrap().application.parts().id;
    let api = web::Data::new(api(&world));
    let first = api.screens.case_trail(&olga, case, None).await.unwrap();
    let pages: Vec<_> = pages_of(api, olga, case, first).try_collect().await.unwrap();
    let lines = pages.iter().map(|page| String::from_utf8_lossy(page).matches("form_saved").count());
    assert!(pages.len() >= 3 && lines.clone().all(|lines| lines <= 100), "{:?}", lines.collect::<Vec<_>>());
    assert!(lines.sum::<usize>() >= 250);
}

/// What was used up is named in the answer.
#[actix_web::test]
async fn whoever_used_up_a_budget_reads_which() {
    let world = World::default();
    let ada = world.member(a_user()).await.unwrap();
    world.memory.verify(ada.user.id());
    world.memory.use_up(ada.user.id(), world.clock_now());
    let token = world.tokens.sign(&ada.session).unwrap();
    let client = client_in(world).await;
    let over = client.post("/semi-private/buyers", &token, buyer_body()).await;
    assert_eq!((over.status, &over.json()["usedUp"]), (StatusCode::TOO_MANY_REQUESTS, &json!("records")));
    let confirmed = json!({ "confirm": "f".repeat(64), "password": PASSWORD });
    let over = client.post("/semi-private/auth/step-up", &token, confirmed).await;
    assert_eq!((over.status, &over.json()["usedUp"]), (StatusCode::TOO_MANY_REQUESTS, &json!("records")), "a confirmation is a record");
}

/// The address of the one buyer of a seller, a debtor of this number.
async fn naming<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    (email, number): (&str, &str),
) -> String {
    let seller = client.world.member(a_user().email(email)).await.unwrap();
    client.world.fill_in(&seller).await.unwrap();
    let mut details = buyer_details("Babbage Retail GmbH");
    details.registration_number = Line::parse(number).unwrap();
    let buyer = client.world.onboarding().add_buyer(seller.membership, details, None).await.unwrap();
    client.world.onboarding().submit(&seller, None).await.unwrap();
    let case = client.world.onboarding().view(seller.membership).await.unwrap().application.parts().id;
    format!("/operator/applications/{case}/buyers/{}", buyer.id)
}

#[actix_web::test]
async fn a_buyer_is_linked_to_another_debtor_as_long_as_nothing_was_sold() {
    let client = client().await;
    let operator = client.operator().await;
    let first = naming(&client, ("ada@example.com", "HRB 1")).await;
    let second = naming(&client, ("bob@example.com", "HRB 77")).await;
    let approve = async |place: &str, mut body: Value| {
        body["seen"] = json!("pending");
        body["decision"] = json!("approved");
        client.post(&format!("{place}/decision"), &operator, body).await
    };
    let approved = approve(&first, json!({})).await;
    assert_eq!(approved.status, StatusCode::OK);
    let found = async |place: &str| client.get(&format!("{place}/debtors"), &operator).await.json()["data"].clone();
    let debtor = found(&first).await["linked"].clone();
    assert_eq!(approved.json()["data"]["debtorId"], debtor);
    // The case says it of each of its buyers.
    let told = async |place: &str| {
        let (case, id) = place.split_once("/buyers/").unwrap();
        let case = client.get(case, &operator).await.json();
        let buyers = case["data"]["buyers"].as_array().unwrap();
        buyers.iter().find(|buyer| buyer["id"] == id).unwrap()["debtorId"].clone()
    };
    assert_eq!(told(&second).await, Value::Null, "it is not approved");
    assert_eq!(approve(&second, json!({ "debtor": debtor })).await.status, StatusCode::OK);
    assert_eq!(told(&second).await, debtor);
    assert_eq!(found(&second).await["linked"], debtor);
    let correct = async |place: &str, body: Value| client.call(Method::PUT, &format!("{place}/debtor"), Some(&operator), Some(body)).await;
    let unknown = json!("01900000-0000-7000-8000-000000000000");
    let stale = correct(&second, json!({ "seen": unknown, "noneOf": [] })).await;
    assert_eq!((stale.status, stale.code().as_str()), (StatusCode::CONFLICT, "stale_version"));
    let wrong = correct(&second, json!({ "seen": debtor, "debtor": unknown })).await;
    assert!(wrong.json()["fields"]["debtor"].is_array(), "{}", wrong.json());
    let own = correct(&first, json!({ "seen": debtor, "noneOf": [] })).await;
    assert_eq!((own.status, own.code().as_str()), (StatusCode::CONFLICT, "buyers_own_debtor"));
    let done = correct(&second, json!({ "seen": debtor, "noneOf": [] })).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.json());
    let linked = found(&second).await["linked"].clone();
    assert!(linked.is_string() && linked != debtor);
    assert_eq!((&done.json()["data"]["debtorId"], told(&second).await), (&linked, linked.clone()));
    assert_eq!(told(&first).await, debtor, "and the other one stays");
}

#[actix_web::test]
async fn two_people_merge_debtors_and_both_prove_who_they_are() {
    let client = client().await;
    let sign = async |email: &str| {
        let operator = client.world.operator_of(email, OperatorRoles::all()).await.unwrap();
        client.world.tokens.sign(&operator.session).unwrap()
    };
    let (olga, omar) = (sign("olga@house.example").await, sign("omar@house.example").await);
    let mut debtors = Vec::new();
    for (email, number) in [("ada@example.com", "HRB 1"), ("bob@example.com", "HRB 77")] {
        let place = naming(&client, (email, number)).await;
        let body = json!({ "seen": "pending", "decision": "approved", "noneOf": debtors });
        assert_eq!(client.post(&format!("{place}/decision"), &olga, body).await.status, StatusCode::OK);
        debtors.push(client.get(&format!("{place}/debtors"), &olga).await.json()["data"]["linked"].clone());
    }
    let [gone, stays] = [0, 1].map(|place: usize| format!("/operator/debtors/{}", debtors[place].as_str().unwrap()));
    let alike = client.get(&format!("{gone}/alike"), &olga).await.json()["data"]["alike"].clone();
    assert_eq!((&alike[0]["id"], &alike[0]["by"]), (&debtors[1], &json!(["name"])));
    let outlook = client.get(&format!("{gone}/merge?into={}", debtors[1].as_str().unwrap()), &olga).await.json()["data"].clone();
    assert_eq!((&outlook["gone"]["legalEntity"], &outlook["stays"]["sellers"]), (&json!("NL:R:HRB1"), &json!(1)));
    assert_eq!((&outlook["soldOnBoth"], &outlook["state"]), (&json!([]), &json!("open")));

    let merge = format!("{gone}/merge");
    let body = json!({ "into": debtors[1], "version": 1, "intoVersion": 1, "note": "One company." });
    let unconfirmed = client.unconfirmed(Method::POST, &merge, &olga, body.clone()).await;
    assert_eq!((unconfirmed.status, unconfirmed.code().as_str()), (StatusCode::FORBIDDEN, "step_up_required"));
    for (member, other) in [("version", 9), ("intoVersion", 9)] {
        let stale = client.post(&merge, &olga, with(body.clone(), member, json!(other))).await;
        assert_eq!((stale.status, stale.code().as_str()), (StatusCode::CONFLICT, "stale_version"), "{member}");
    }
    for (member, other) in [("into", debtors[0].clone()), ("note", json!(""))] {
        let refused = client.post(&merge, &olga, with(body.clone(), member, other)).await;
        assert!(refused.json()["fields"][member].is_array(), "{}", refused.json());
    }
    let waits = client.post(&merge, &olga, body.clone()).await;
    assert_eq!((waits.status, &waits.json()["data"]["approval"]["action"]), (StatusCode::ACCEPTED, &json!("merge_debtors")));
    let id = waits.json()["data"]["approval"]["id"].as_str().unwrap().to_owned();
    let shown = client.get(&format!("/operator/approvals/{id}"), &omar).await.json()["data"].clone();
    assert_eq!((&shown["merge"]["gone"]["id"], &shown["merge"]["stays"]["id"]), (&debtors[0], &debtors[1]));
    assert_eq!(client.rule_on(&id, "approve", &olga).await.code(), "four_eyes");
    let approve = format!("/operator/approvals/{id}/approve");
    let unconfirmed = client.unconfirmed(Method::POST, &approve, &omar, json!({ "hash": shown["hash"] })).await;
    assert_eq!(unconfirmed.code(), "step_up_required");
    assert_eq!(client.rule_on(&id, "approve", &omar).await.status, StatusCode::OK);

    let away = client.get(&gone, &olga).await.json()["data"].clone();
    assert_eq!((&away["mergedInto"], &away["mayChange"]), (&debtors[1], &json!(false)));
    let stayed = client.get(&stays, &olga).await.json()["data"].clone();
    assert_eq!((&stayed["mergedInto"], &stayed["merged"][0]["id"]), (&Value::Null, &debtors[0]));
    let change = json!({ "version": away["version"], "state": "blocked", "limits": [] });
    let refused = client.call(Method::PUT, &gone, Some(&olga), Some(change)).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "debtor_merged"));
    let body = json!({ "into": debtors[1], "version": away["version"], "intoVersion": stayed["version"], "note": "One company." });
    assert_eq!(client.post(&merge, &olga, body).await.code(), "debtor_merged");
}
