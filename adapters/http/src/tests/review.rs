//! What operators do besides deciding: take cases, judge documents and buyers, look things up.

use super::{Client, client};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::StatusCode,
};
use serde_json::{Value, json};
use sooner_application::testing::{a_user, buyer_details};
use sooner_domain::kernel::text::Line;

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
