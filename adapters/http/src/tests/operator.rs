//! The review over HTTP.

use super::{Answer, Client, client};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::StatusCode,
};
use serde_json::{Value, json};
use sooner_application::testing::a_user;
use sooner_domain::{
    kernel::coded::Coded,
    onboarding::status::{Action, OnboardingStatus},
};

/// Every action of an operator's, by the end of its address: one without an operation is noticed.
pub(super) fn actions() -> impl Iterator<Item = (String, Action)> {
    Action::ALL.iter().filter(|action| !action.is_applicants()).map(|action| (action.code().replace('_', "-"), *action))
}

pub(super) fn body(action: &str, version: i64) -> Value {
    match action {
        "disapprove" => json!({ "version": version, "reasons": ["unverifiable"], "note": "The register does not know the company." }),
        "request-documents" => {
            json!({ "version": version, "documents": [{ "kind": "bank_statement", "reason": "It is older than three months." }] })
        }
        _ => json!({ "version": version }),
    }
}

impl<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>> Client<S> {
    async fn queue(&self, operator: &str, status: i16) -> Value {
        self.get(&format!("/operator/applications?status={status}"), operator).await.json()["data"].clone()
    }

    async fn decide(&self, operator: &str, id: &str, action: &str, body: Value) -> Answer {
        self.post(&format!("/operator/applications/{id}/{action}"), operator, body).await
    }

    /// An application brought to this status by the operator; its id and version.
    async fn application_at(&self, operator: &str, status: OnboardingStatus, email: &str) -> (String, i64) {
        self.world.submitted(a_user().email(email)).await.unwrap();
        let entry = self.queue(operator, 1).await["applications"][0].clone();
        let (id, mut version) = (entry["id"].as_str().unwrap().to_owned(), entry["version"].as_i64().unwrap());
        let way: &[&str] = match status {
            OnboardingStatus::NotCompleted | OnboardingStatus::Pending => &[],
            OnboardingStatus::Approved => &["approve"],
            OnboardingStatus::Disapproved => &["disapprove"],
            OnboardingStatus::DocumentsMissing => &["request-documents"],
        };
        for action in way {
            let answer = self.decide(operator, &id, action, body(action, version)).await;
            assert_eq!(answer.status, StatusCode::OK);
            version = answer.json()["data"]["onboarding"]["version"].as_i64().unwrap();
        }
        (id, version)
    }
}

#[actix_web::test]
async fn every_action_from_every_status_follows_the_table() {
    for from in OnboardingStatus::ALL.into_iter().filter(|status| *status != OnboardingStatus::NotCompleted) {
        // From one address so many can sign up in an hour: each status has a world of its own.
        let client = client().await;
        let operator = client.operator().await;
        for (name, action) in actions() {
            let name = name.as_str();
            let email = format!("{name}.from.{}@example.com", from.number());
            let (id, version) = client.application_at(&operator, from, &email).await;
            let answer = client.decide(&operator, &id, name, body(name, version)).await;
            match from.after(action) {
                Some(to) => assert_eq!(answer.json()["data"]["onboarding"]["status"], to.number(), "{name} from {}", from.number()),
                None => assert_eq!(
                    (answer.status, answer.code()),
                    (StatusCode::CONFLICT, "not_editable".to_owned()),
                    "{name} from {}",
                    from.number()
                ),
            }
            // The next one is the only one that waits.
            let case = client.get(&format!("/operator/applications/{id}"), &operator).await.json()["data"]["onboarding"].clone();
            if case["status"] == 1 {
                client.decide(&operator, &id, "approve", body("approve", case["version"].as_i64().unwrap())).await;
            }
        }
    }
}

#[actix_web::test]
async fn a_stale_decision_is_told_and_changes_nothing() {
    let client = client().await;
    let operator = client.operator().await;
    let (id, version) = client.application_at(&operator, OnboardingStatus::Pending, "ada@example.com").await;
    assert_eq!(client.decide(&operator, &id, "approve", body("approve", version)).await.status, StatusCode::OK);
    let stale = client.decide(&operator, &id, "disapprove", body("disapprove", version)).await;
    assert_eq!((stale.status, stale.code()), (StatusCode::CONFLICT, "stale_version".to_owned()));
    let case = client.get(&format!("/operator/applications/{id}"), &operator).await.json();
    assert_eq!(case["data"]["onboarding"]["status"], 2);
    assert_eq!(case["data"]["buyers"][0]["legalName"], "Nordwind AG");
    client.world.delivery().round().await.unwrap();
    assert_eq!(client.world.mailer.sent().last().map(|mail| mail.content.code()), Some("approved"));
}

#[actix_web::test]
async fn nobody_is_tipped_off() {
    let client = client().await;
    let operator = client.operator().await;
    let ada = client.world.submitted(a_user()).await.unwrap();
    let entry = client.queue(&operator, 1).await["applications"][0].clone();
    let (id, version) = (entry["id"].as_str().unwrap(), entry["version"].as_i64().unwrap());
    let body = json!({ "version": version, "reasons": ["fraud_suspected", "unverifiable", "sanctions"] });
    let case = client.decide(&operator, id, "disapprove", body).await.json();
    assert_eq!(case["data"]["onboarding"]["history"][1]["reasons"].as_array().map(Vec::len), Some(3));
    let session = client.world.session(ada.user).await.unwrap();
    let mine = client.get("/semi-private/onboarding", &session).await.json();
    assert_eq!(mine["data"]["history"][1]["reasons"], json!(["unverifiable"]));
}

#[actix_web::test]
async fn the_queue_tells_who_waits_for_how_long() {
    let client = client().await;
    let operator = client.operator().await;
    client.application_at(&operator, OnboardingStatus::Pending, "ada@example.com").await;
    let queue = client.queue(&operator, 1).await;
    insta::assert_json_snapshot!(queue);
    assert_eq!(client.queue(&operator, 2).await["applications"], json!([]));
    for (query, field) in [("status=99", "status"), ("status=x", "status"), ("cursor=x", "cursor"), ("cursor=1.x", "cursor")] {
        let answer = client.get(&format!("/operator/applications?{query}"), &operator).await;
        assert!(answer.json()["fields"][field].is_array(), "{query}");
    }
}

#[actix_web::test]
async fn the_queue_goes_on_where_a_page_ended_in_the_order_it_was_asked_for() {
    let client = client().await;
    let operator = client.operator().await;
    for number in 0..51 {
        let from = a_user().email(&format!("ada.{number}@example.com")).from(&format!("192.0.2.{}", number + 10));
        client.world.submitted(from).await.unwrap();
    }
    let mut cursors = Vec::new();
    for order in ["", "&sort=waiting&order=desc", "&sort=company", "&sort=company&order=desc"] {
        let page = async |rest: &str| client.get(&format!("/operator/applications?status=1{order}{rest}"), &operator).await;
        let first = page("").await.json()["data"].clone();
        let next = first["next"].as_str().unwrap().to_owned();
        let query = next.replace(' ', "%20");
        let second = page(&format!("&cursor={query}")).await.json()["data"].clone();
        let ids = [&first, &second].into_iter().flat_map(|page| page["applications"].as_array().unwrap());
        let ids: std::collections::BTreeSet<_> = ids.map(|entry| entry["id"].as_str().unwrap().to_owned()).collect();
        assert_eq!((ids.len(), second["next"].is_null()), (51, true), "{order}");
        cursors.push((order, query));
    }
    for (order, _) in &cursors {
        for (other, cursor) in cursors.iter().filter(|(other, _)| other != order) {
            let answer = client.get(&format!("/operator/applications?status=1{order}&cursor={cursor}"), &operator).await;
            assert_eq!(answer.json()["fieldCodes"]["cursor"][0]["code"], "cursor_of_other_order", "{order} with one of {other}");
        }
    }
    for (query, field) in [("sort=mood", "sort"), ("order=up", "order"), ("unassigned=perhaps", "unassigned")] {
        let answer = client.get(&format!("/operator/applications?{query}"), &operator).await;
        assert!(answer.json()["fields"][field].is_array(), "{query}");
    }
}

#[actix_web::test]
async fn what_is_noticed_is_told_to_operators_alone() {
    let client = client().await;
    let operator = client.operator().await;
    let ada = client.world.submitted(a_user()).await.unwrap();
    client.world.submitted(a_user().email("bob@example.com")).await.unwrap();
    let entry = client.queue(&operator, 1).await["applications"][0].clone();
    let (id, version) = (entry["id"].as_str().unwrap(), entry["version"].as_i64().unwrap());
    let case = client.get(&format!("/operator/applications/{id}"), &operator).await.json();
    insta::assert_json_snapshot!(case["data"]["noticed"]);
    let asked = client.decide(&operator, id, "request-documents", body("request-documents", version)).await.json();
    assert_eq!(asked["data"]["noticed"], case["data"]["noticed"]);
    let session = client.world.session(ada.user).await.unwrap();
    for path in ["/semi-private/onboarding", "/semi-private/user", "/semi-private/buyers"] {
        let told = client.get(path, &session).await.json().to_string();
        assert!(!told.contains("noticed") && !told.contains("vat_check_digit_wrong"), "{path}: {told}");
    }
    let contract = serde_json::to_value(super::super::openapi()).unwrap();
    let schemas = contract["components"]["schemas"].as_object().unwrap();
    let holders = schemas.iter().filter(|(_, schema)| schema.to_string().contains("NoticeBody"));
    assert_eq!(holders.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["CaseBody", "Data_CaseBody"]);
}

#[actix_web::test]
async fn the_next_case_is_found_without_the_queue() {
    let client = client().await;
    let operator = client.operator().await;
    let next = async |after: &str| client.get(&format!("/operator/applications/next{after}"), &operator).await.json();
    assert_eq!(next("").await["data"]["id"], Value::Null);
    for email in ["ada@example.com", "bob@example.com"] {
        client.world.submitted(a_user().email(email)).await.unwrap();
    }
    let queue = client.queue(&operator, 1).await["applications"].clone();
    assert_eq!(next("").await["data"]["id"], queue[0]["id"]);
    let after = |place: usize| format!("?after={}", queue[place]["id"].as_str().unwrap());
    assert_eq!(next(&after(0)).await["data"]["id"], queue[1]["id"]);
    assert_eq!(next(&after(1)).await["data"]["id"], queue[0]["id"]);
    assert_eq!(next("?after=x").await["fieldCodes"]["after"][0]["code"], "malformed");
}

#[actix_web::test]
async fn an_incomplete_decision_names_its_fields() {
    let client = client().await;
    let operator = client.operator().await;
    let (id, version) = client.application_at(&operator, OnboardingStatus::Pending, "ada@example.com").await;
    for (action, body, field) in [
        ("disapprove", json!({ "version": version, "reasons": [] }), "reasons"),
        ("disapprove", json!({ "version": version, "reasons": ["mood"] }), "reasons"),
        ("request-documents", json!({ "version": version, "documents": [] }), "documents"),
        ("request-documents", json!({ "version": version, "documents": [{ "kind": "diary", "reason": "x" }] }), "documents[0].kind"),
        (
            "request-documents",
            json!({ "version": version, "documents": [{ "kind": "bank_statement", "reason": " " }] }),
            "documents[0].reason",
        ),
        ("approve", json!({ "version": version, "note": "a\u{7}b" }), "note"),
    ] {
        let answer = client.decide(&operator, &id, action, body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(answer.json()["fields"][field].is_array(), "{action} {field}: {}", answer.json());
    }
    assert_eq!(client.decide(&operator, "not-an-id", "approve", body("approve", 1)).await.code(), "not_found");
}
