//! Terms from the house's offer to the company's yes, and debtors.

use super::{Answer, Client, client_in, new_key, terms_body, with};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use serde_json::{Value, json};
use sooner_application::{
    approvals::FourEyes,
    facilities::changes::Change,
    identity::ports::AccessTokens,
    kernel::commit::WriteContext,
    onboarding::BuyerRuling,
    parties::Member,
    testing::{
        World, a_user,
        facilities::terms as financing_terms,
        receivables::{Buying, payable, programme_terms},
    },
};
use sooner_domain::{
    facilities::supplier::{Parts, Supplier, SupplierId},
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::{
        audit::{AuditAction, Entry},
        text::Line,
    },
    parties::buyer::{BuyerDecision, BuyerStatus},
};

/// An operator's and an owner's tokens, the owner of an approved company.
async fn people<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
) -> (String, String, Member) {
    let olga = client.world.operator().await.unwrap();
    let ada = client.world.approved(a_user(), &olga).await.unwrap();
    client.world.memory.verify(ada.user.id());
    let sign = |me: &Member| client.world.tokens.sign(&me.session).unwrap();
    (sign(&olga), sign(&ada), ada)
}

fn at_once() -> World {
    World { four_eyes: FourEyes::Off, ..World::default() }
}

fn says(answer: &Answer) -> (StatusCode, String) {
    (answer.status, answer.code())
}

#[actix_web::test]
async fn terms_are_offered_and_accepted() {
    let client = client_in(at_once()).await;
    let (operator, owner, ada) = people(&client).await;
    let body = json!({ "companyId": ada.membership.company.to_string(), "terms": terms_body() });
    let offered = client.post("/operator/facilities", &operator, body.clone()).await;
    assert_eq!(offered.status, StatusCode::CREATED);
    let facility = offered.json()["data"].clone();
    assert_eq!((&facility["version"], &facility["status"]), (&json!(1), &json!("proposed")));
    assert_eq!(facility["terms"], with(terms_body(), "discountTiming", json!("in_arrears")), "what was left out is filled in");
    assert_eq!(facility["hash"].as_str().map(str::len), Some(64));
    assert_eq!(facility["hash"], facility["proposed"]["hash"]);
    assert_eq!((&facility["companyName"], &facility["allowedActions"]), (&json!("Mühle Brandt GmbH"), &json!(["withdraw"])));
    assert_eq!(says(&client.post("/operator/facilities", &operator, body).await), (StatusCode::CONFLICT, "conflict".into()));

    let listed = client.get("/semi-private/facilities", &owner).await.json()["data"][0].clone();
    assert_eq!(listed["allowedActions"], json!(["accept_terms", "decline_terms"]));
    let path = format!("/semi-private/facilities/{}/accept-terms", facility["id"].as_str().unwrap());
    let right = json!({ "version": 1, "hash": facility["hash"], "signedName": "Ada Brandt" });
    let unconfirmed = client.unconfirmed(Method::POST, &path, &owner, right.clone()).await;
    assert_eq!(says(&unconfirmed), (StatusCode::FORBIDDEN, "step_up_required".into()));
    let refused = client.post(&path, &owner, json!({ "version": 1, "hash": "x", "signedName": " " })).await;
    assert!(refused.json()["fields"]["hash"].is_array() && refused.json()["fields"]["signedName"].is_array());
    let other = client.post(&path, &owner, json!({ "version": 1, "hash": facility["hash"], "signedName": "x" })).await;
    assert_eq!(
        (other.status, &other.json()["fieldCodes"]["signedName"][0]["code"]),
        (StatusCode::UNPROCESSABLE_ENTITY, &json!("other_name"))
    );
    let other = with(right.clone(), "hash", json!("0".repeat(64)));
    assert_eq!(says(&client.post(&path, &owner, other).await), (StatusCode::CONFLICT, "stale_version".into()));
    let accept = |key: Option<String>| {
        let request = TestRequest::post().uri(&path).insert_header((header::AUTHORIZATION, format!("Bearer {owner}"))).set_json(&right);
        client.send(match key {
            Some(key) => request.insert_header(("idempotency-key", key)),
            None => request,
        })
    };
    assert_eq!(says(&accept(None).await), (StatusCode::BAD_REQUEST, "idempotency_key_required".into()));
    let key = new_key();
    client.confirm(&accept(Some(key.clone())).await, Some(&owner)).await;
    let accepted = accept(Some(key.clone())).await;
    assert_eq!(accepted.status, StatusCode::OK);
    assert_eq!(accept(Some(key)).await.json(), accepted.json(), "once under one key");
    let data = accepted.json()["data"].clone();
    assert_eq!((&data["status"], &data["version"], &data["takesNew"]), (&json!("active"), &json!(2), &json!(true)));
    assert_eq!((&data["proposed"], &data["versions"][0]["signedName"]), (&Value::Null, &json!("Ada Brandt")));
    assert_eq!(says(&client.post(&path, &owner, right.clone()).await), (StatusCode::CONFLICT, "stale_version".into()));
    let again = with(right.clone(), "version", json!(2));
    assert_eq!(says(&client.post(&path, &owner, again).await), (StatusCode::CONFLICT, "facility_inactive".into()), "nothing waits");
}

#[actix_web::test]
async fn with_two_pairs_of_eyes_an_offer_waits_and_is_read_before_it_is_approved() {
    let client = client_in(World::default()).await;
    let (operator, owner, ada) = people(&client).await;
    let omar = client.world.operator_of("omar@example.com", [OperatorRole::Credit].into_iter().collect()).await.unwrap();
    let omar = client.world.tokens.sign(&omar.session).unwrap();
    let body = json!({ "companyId": ada.membership.company.to_string(), "terms": terms_body() });
    let waits = client.post("/operator/facilities", &operator, body).await;
    assert_eq!(waits.status, StatusCode::ACCEPTED);
    let approval = waits.json()["data"]["approval"].clone();
    assert_eq!(approval["action"], "propose_terms");
    assert_eq!(client.get("/semi-private/facilities", &owner).await.json()["data"], json!([]));
    let entry = client.get("/operator/approvals", &omar).await.json()["data"][0].clone();
    assert_eq!(entry["about"], "Mühle Brandt GmbH");
    assert!(entry["changes"].as_array().unwrap().contains(&json!({ "field": "terms.limit", "before": null, "after": "100000000" })));
    let id = approval["id"].as_str().unwrap();
    assert_eq!(says(&client.rule_on(id, "approve", &operator).await), (StatusCode::FORBIDDEN, "four_eyes".into()));
    assert_eq!(client.rule_on(id, "approve", &omar).await.status, StatusCode::OK);
    let facility = client.get("/operator/facilities?status=proposed", &omar).await.json();
    assert_eq!((&facility["data"][0]["status"], &facility["next"]), (&json!("proposed"), &Value::Null));
    assert_eq!(client.get("/semi-private/facilities", &owner).await.json()["data"][0]["id"], facility["data"][0]["id"]);
}

#[actix_web::test]
async fn each_field_of_the_terms_is_refused_by_its_name() {
    let client = client_in(at_once()).await;
    let (operator, _, ada) = people(&client).await;
    let offer = async |terms: Value| {
        let body = json!({ "companyId": ada.membership.company.to_string(), "terms": terms });
        client.post("/operator/facilities", &operator, body).await
    };
    for (field, value) in [
        ("kind", json!("loan")),
        ("discountTiming", json!("in_advance")),
        ("currency", json!("EURO")),
        ("limit", json!(0)),
        ("limit", json!(-1)),
        ("advanceRate", json!(10_001)),
        ("discountRate", json!(-1)),
        ("dayCount", json!("act_act")),
        ("maxDays", json!(0)),
        ("verification", json!("sometimes")),
        ("verificationAbove", Value::Null),
        ("buyerShare", json!(1)),
    ] {
        let answer = offer(with(terms_body(), field, value)).await;
        assert_eq!(says(&answer), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input".into()), "{field}");
        assert!(answer.json()["fields"][format!("terms.{field}")].is_array(), "{field}: {}", answer.json());
    }
    for (field, value) in [("rate", json!(1)), ("offerHours", json!(72)), ("limit", json!("5")), ("limit", json!(0.5))] {
        assert_eq!(says(&offer(with(terms_body(), field, value)).await), (StatusCode::BAD_REQUEST, "malformed_request".into()), "{field}");
    }
    let programme = json!({ "kind": "reverse_factoring", "discountTiming": "in_advance", "advanceRate": 10_000, "cover": 10_000 });
    let mut terms = terms_body();
    terms.as_object_mut().unwrap().extend(programme.as_object().unwrap().clone());
    let unwanted = offer(terms).await;
    assert_eq!(unwanted.json()["fieldCodes"]["terms.kind"][0]["code"], "not_listed", "the company did not apply for it");
}

#[actix_web::test]
async fn other_terms_wait_while_the_old_ones_rule_and_the_house_suspends_and_closes() {
    let client = client_in(at_once()).await;
    let (operator, owner, ada) = people(&client).await;
    let body = json!({ "companyId": ada.membership.company.to_string(), "terms": terms_body() });
    let facility = client.post("/operator/facilities", &operator, body).await.json()["data"].clone();
    let path = |side: &str, what: &str| format!("/{side}/facilities/{}/{what}", facility["id"].as_str().unwrap());
    let signed = json!({ "version": 1, "hash": facility["hash"], "signedName": "Ada Brandt" });
    client.post(&path("semi-private", "accept-terms"), &owner, signed).await;
    let cheaper = with(terms_body(), "discountRate", json!(900));
    let new = |version: i64| json!({ "version": version, "terms": cheaper });
    let terms = path("operator", "terms");
    assert_eq!(says(&client.post(&terms, &operator, new(1)).await), (StatusCode::CONFLICT, "stale_version".into()));
    let proposed = client.post(&terms, &operator, new(2)).await.json()["data"].clone();
    assert_eq!((&proposed["hash"], &proposed["proposed"]["number"]), (&facility["hash"], &json!(2)), "the old ones rule");
    assert_eq!(says(&client.post(&terms, &operator, new(3)).await), (StatusCode::CONFLICT, "approval_pending".into()));
    let declined = client.post(&path("semi-private", "decline-terms"), &owner, json!({ "version": 3 })).await.json();
    assert_eq!((&declined["data"]["status"], &declined["data"]["hash"]), (&json!("active"), &facility["hash"]));

    let act = async |what: &str, version: i64| client.post(&path("operator", what), &operator, json!({ "version": version })).await;
    assert_eq!(act("suspend", 4).await.json()["data"]["status"], "suspended");
    assert_eq!(says(&act("suspend", 5).await), (StatusCode::CONFLICT, "facility_inactive".into()));
    assert_eq!(act("resume", 5).await.json()["data"]["allowedActions"], json!(["propose_terms", "suspend", "close"]));
    assert_eq!(says(&act("close", 5).await), (StatusCode::CONFLICT, "stale_version".into()));
    let closed = act("close", 6).await.json();
    assert_eq!((&closed["data"]["status"], &closed["data"]["takesNew"]), (&json!("closed"), &json!(false)));
    let found = client.get(&format!("/operator/facilities?companyId={}&status=closed", ada.membership.company), &operator).await.json();
    assert_eq!(found["data"].as_array().map(Vec::len), Some(1));
    for (query, field) in [("status=open", "status"), ("companyId=7", "companyId"), ("after=7", "after")] {
        assert!(client.get(&format!("/operator/facilities?{query}"), &operator).await.json()["fields"][field].is_array(), "{query}");
    }
}

#[actix_web::test]
async fn nobody_of_the_house_acts_on_their_own_company() {
    let client = client_in(at_once()).await;
    let olga = client.world.operator().await.unwrap();
    let omar = client.world.operator_of("omar@example.com", OperatorRoles::all()).await.unwrap();
    client.world.fill_in(&omar).await.unwrap();
    let submitted = client.world.onboarding().submit(&omar, None).await.unwrap();
    let sign = |me: &Member| client.world.tokens.sign(&me.session).unwrap();
    let path = format!("/operator/applications/{}/approve", submitted.application.parts().id);
    client.post(&path, &sign(&olga), json!({ "version": submitted.application.parts().version })).await;
    let body = json!({ "companyId": omar.membership.company.to_string(), "terms": terms_body() });
    let own = client.post("/operator/facilities", &sign(&omar), body.clone()).await;
    assert_eq!(says(&own), (StatusCode::FORBIDDEN, "own_company".into()));
    let facility = client.post("/operator/facilities", &sign(&olga), body).await.json()["data"].clone();
    let id = facility["id"].as_str().unwrap();
    for what in ["withdraw", "suspend", "resume", "close"] {
        let answer = client.post(&format!("/operator/facilities/{id}/{what}"), &sign(&omar), json!({ "version": 1 })).await;
        assert_eq!(says(&answer), (StatusCode::FORBIDDEN, "own_company".into()), "{what}");
    }
    let terms = json!({ "version": 1, "terms": terms_body() });
    let answer = client.post(&format!("/operator/facilities/{id}/terms"), &sign(&omar), terms).await;
    assert_eq!(says(&answer), (StatusCode::FORBIDDEN, "own_company".into()));
}

#[actix_web::test]
async fn a_debtor_is_blocked_at_once_and_limited_by_two() {
    let client = client_in(World::default()).await;
    let (operator, owner, ada) = people(&client).await;
    let omar = client.world.operator_of("omar@example.com", OperatorRoles::all()).await.unwrap();
    let omar = client.world.tokens.sign(&omar.session).unwrap();
    let olga = client.world.parties().member(&operator).await.unwrap().unwrap();
    let case = client.world.onboarding().view(ada.membership).await.unwrap().application.parts().id;
    let buyer = client.world.onboarding().buyers(ada.membership.company).await.unwrap().remove(0);
    let ruling = BuyerRuling {
        by: olga.operator(),
        seen: BuyerStatus::Pending,
        decision: BuyerDecision::Approve,
        debtor: Default::default(),
        request: None,
    };
    client.world.onboarding().decide_buyer(case, buyer.id, ruling).await.unwrap();

    let listed = client.get("/operator/debtors?state=open", &operator).await.json();
    for (name, found) in [("wind", 1), ("westwind", 0)] {
        let by_name = client.get(&format!("/operator/debtors?name={name}"), &operator).await.json();
        assert_eq!(by_name["data"].as_array().map(Vec::len), Some(found), "{name}");
    }
    let debtor = listed["data"][0].clone();
    assert_eq!((&debtor["legalName"], &debtor["limits"], &debtor["version"]), (&json!("Nordwind AG"), &json!([]), &json!(1)));
    assert_eq!((&debtor["mayChange"], &listed["next"]), (&json!(true), &Value::Null));
    let path = format!("/operator/debtors/{}", debtor["id"].as_str().unwrap());
    let put = async |body: Value| client.call(Method::PUT, &path, Some(&operator), Some(body)).await;
    let blocked = put(json!({ "version": 1, "state": "blocked", "limits": [] })).await.json()["data"].clone();
    assert_eq!((&blocked["state"], &blocked["version"]), (&json!("blocked"), &json!(2)));
    let euro = |amount: i64| json!({ "amount": amount, "currency": "EUR" });
    let contact = json!({ "name": "Zoë Smit", "email": "zoe@example.net" });
    let waits = put(json!({ "version": 2, "state": "watch", "limits": [euro(5_000_000)], "contact": contact })).await;
    assert_eq!((waits.status, &waits.json()["data"]["approval"]["action"]), (StatusCode::ACCEPTED, &json!("change_debtor_limits")));
    let now = client.get(&path, &operator).await.json()["data"].clone();
    assert_eq!((&now["state"], &now["contact"], &now["limits"]), (&json!("watch"), &debtor["contact"], &json!([])));
    assert_eq!(says(&put(json!({ "version": 2, "state": "open", "limits": [] })).await), (StatusCode::CONFLICT, "stale_version".into()));
    let waiting = waits.json()["data"]["approval"]["id"].as_str().unwrap().to_owned();
    assert_eq!(client.rule_on(&waiting, "approve", &omar).await.status, StatusCode::OK);
    let now = client.get(&path, &operator).await.json()["data"].clone();
    assert_eq!((&now["limits"], &now["contact"]), (&json!([euro(5_000_000)]), &contact));

    for (field, body) in [
        ("state", json!({ "version": 4, "state": "closed", "limits": [] })),
        ("limits[1].currency", json!({ "version": 4, "state": "open", "limits": [euro(1), euro(2)] })),
        ("limits[0].amount", json!({ "version": 4, "state": "open", "limits": [euro(-1)] })),
        ("contact.email", json!({ "version": 4, "state": "open", "limits": [], "contact": { "name": "Zoë", "email": "zoe" } })),
    ] {
        let answer = put(body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
        assert!(answer.json()["fields"][field].is_array(), "{field}: {}", answer.json());
    }
    let buyers = client.get("/semi-private/buyers", &owner).await;
    assert!(!String::from_utf8_lossy(&buyers.body).contains("5000000\""), "no seller learns of a limit");
    assert!(!String::from_utf8_lossy(&buyers.body).contains("watch"));
}

#[actix_web::test]
async fn terms_are_advertised() {
    let client = client_in(World::default()).await;
    let operator = client.operator().await;
    let put =
        async |terms: Value| client.call(Method::PUT, "/operator/terms/advertised", Some(&operator), Some(json!({ "terms": terms }))).await;
    assert_eq!(put(terms_body()).await.status, StatusCode::NO_CONTENT);
    assert_eq!(put(with(terms_body(), "limit", json!(5))).await.status, StatusCode::NO_CONTENT);
    let shown = client.get("/operator/terms/advertised", &operator).await.json()["data"].clone();
    assert_eq!((shown.as_array().map(Vec::len), &shown[0]["limit"]), (Some(1), &json!(5)));
    assert_eq!(put(with(terms_body(), "limit", json!(0))).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

/// A buyer’s programme at 24 % a year, with one supplier who joined, and after it one who did not.
async fn a_programme(world: &World) -> (Member, Buying, [SupplierId; 2]) {
    let olga = world.operator().await.unwrap();
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400).unwrap()).await.unwrap();
    let (joined, _) = world.supplier(&olga, &buying, "Lind").await.unwrap();
    let invited = world.invited_supplier(&buying, "Weber").await.unwrap().supplier.id();
    (olga, buying, [joined, invited])
}

#[actix_web::test]
async fn the_house_sees_the_suppliers_of_a_programme() {
    let world = at_once();
    let (olga, buying, [joined, invited]) = a_programme(&world).await;
    world.promised(&buying, joined, payable("L-1", 1_000_000, "2026-06-29").unwrap()).await.unwrap();
    let token = world.tokens.sign(&olga.session).unwrap();
    let client = client_in(world).await;
    let path = format!("/operator/facilities/{}/suppliers", buying.facility);
    let page = client.get(&path, &token).await.json();
    assert_eq!(page["next"], Value::Null);
    let [second, first] = [0, 1].map(|place| page["data"][place].clone());
    let told = |row: &Value| ["id", "name", "enrolment", "waitsFor"].map(|field| row[field].as_str().unwrap_or_default().to_owned());
    assert_eq!(told(&second), [&invited.to_string(), "Weber", "invited", "join"].map(ToString::to_string));
    assert_eq!(told(&first), [&joined.to_string(), "Lind", "enrolled", ""].map(ToString::to_string));
    assert_eq!((&second["companyId"], &second["promised"]), (&Value::Null, &json!([])), "nobody belongs to it yet");
    assert!(first["companyId"].is_string());
    assert_eq!((&first["discountRate"], &first["automatic"]), (&Value::Null, &json!("off")));
    assert_eq!(first["promised"], json!([{ "currency": "EUR", "waiting": 1_000_000, "committed": 0, "paidEarly": 0, "open": 0 }]));
    let behind = client.get(&format!("{path}?after={invited}"), &token).await.json();
    assert_eq!(behind["data"], json!([first]));
    assert!(client.get(&format!("{path}?after=7"), &token).await.json()["fields"]["after"].is_array());
    assert_eq!(client.get("/operator/facilities/7/suppliers", &token).await.status, StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn a_supplier_which_nobody_joined_is_called_what_its_buyer_calls_it() {
    let world = at_once();
    let (olga, buying, [_, invited]) = a_programme(&world).await;
    let look = world.promised(&buying, invited, payable("W-1", 1_000_000, "2026-06-29").unwrap()).await.unwrap();
    let company = look.receivable().parts().seller;
    let token = world.tokens.sign(&olga.session).unwrap();
    let client = client_in(world).await;
    let listed = client.get("/operator/receivables", &token).await.json();
    assert_eq!(listed["data"][0]["sellerName"], "Weber");
    assert_eq!(client.get(&format!("/operator/companies/{company}"), &token).await.json()["data"]["name"], "Weber");
    let receivable = look.receivable().id();
    let names = client.get(&format!("/operator/names?ids={company},{receivable}"), &token).await.json();
    let called = names["data"].as_array().unwrap().iter().map(|one| (one["name"].clone(), one["seller"].clone())).collect::<Vec<_>>();
    assert_eq!(called, [(json!("Weber"), Value::Null), (json!("W-1"), json!("Weber"))]);
}

#[actix_web::test]
async fn a_supplier_gets_a_rate_of_its_own_by_two_people() {
    let mut world = at_once();
    let (olga, buying, [joined, _]) = a_programme(&world).await;
    let omar = world.operator_of("omar@example.com", [OperatorRole::Credit].into_iter().collect()).await.unwrap();
    world.four_eyes = FourEyes::On;
    let [olga, omar] = [&olga, &omar].map(|me| world.tokens.sign(&me.session).unwrap());
    let client = client_in(world).await;
    let path = format!("/operator/suppliers/{joined}/rate");
    let body = json!({ "version": 1, "discountRate": 600, "note": "They deliver what nobody else does." });
    for (field, value) in [("discountRate", json!(-1)), ("discountRate", json!(10_001)), ("note", json!(" "))] {
        let answer = client.post(&path, &omar, with(body.clone(), field, value)).await;
        assert_eq!(says(&answer), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input".into()), "{field}");
        assert!(answer.json()["fields"][field].is_array(), "{field}");
    }
    let without = json!({ "version": 1, "note": "x" });
    assert_eq!(
        says(&client.post(&path, &omar, without).await),
        (StatusCode::BAD_REQUEST, "malformed_request".into()),
        "no rate is not null"
    );
    let none = with(body.clone(), "discountRate", Value::Null);
    assert_eq!(says(&client.post(&path, &omar, none).await), (StatusCode::CONFLICT, "not_possible".into()), "it has none");

    let waits = client.post(&path, &omar, body.clone()).await;
    assert_eq!(waits.status, StatusCode::ACCEPTED);
    let approval = waits.json()["data"]["approval"]["id"].as_str().unwrap().to_owned();
    let list = format!("/operator/facilities/{}/suppliers", buying.facility);
    let row = async |token: &str| client.get(&list, token).await.json()["data"][1].clone();
    let before = row(&olga).await;
    assert_eq!((&before["discountRate"], &before["mayChangeRate"]), (&Value::Null, &json!(true)));
    assert_eq!((&before["proposedRate"]["discountRate"], &before["proposedRate"]["approvalId"]), (&json!(600), &json!(approval)));
    let entry = client.get("/operator/approvals", &olga).await.json()["data"][0].clone();
    assert_eq!(["action", "about", "buyerName"].map(|field| entry[field].as_str().unwrap()), ["change_supplier_rate", "Lind", "Solarwerk"]);
    assert_eq!(entry["changes"][0], json!({ "field": "discountRate", "before": null, "after": "600" }));
    assert_eq!(client.rule_on(&approval.to_string(), "approve", &olga).await.status, StatusCode::OK);
    let after = row(&omar).await;
    assert_eq!((&after["discountRate"], &after["proposedRate"], &after["version"]), (&json!(600), &Value::Null, &json!(2)));
    assert_eq!(says(&client.post(&path, &omar, body).await), (StatusCode::CONFLICT, "stale_version".into()));
}

#[actix_web::test]
async fn where_nobody_has_to_approve_a_rate_counts_at_once() {
    let world = at_once();
    let (olga, _, [_, invited]) = a_programme(&world).await;
    let token = world.tokens.sign(&olga.session).unwrap();
    let client = client_in(world).await;
    let body = json!({ "version": 1, "discountRate": 0, "note": "The buyer bears it." });
    let done = client.post(&format!("/operator/suppliers/{invited}/rate"), &token, body).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
}

#[actix_web::test]
async fn signed_terms_are_given_in_writing_to_whose_they_are_and_to_the_house() {
    let world = at_once();
    let olga = world.operator().await.unwrap();
    let seller = world.seller(&olga, "Muehle", financing_terms("EUR", 1_200).unwrap()).await.unwrap();
    let other = world.seller(&olga, "Baecker", financing_terms("EUR", 900).unwrap()).await.unwrap();
    let client = client_in(world).await;
    let [operator, owner, stranger] = [&olga, &seller.me, &other.me].map(|me| client.world.tokens.sign(&me.session).unwrap());
    let facility = client.get("/semi-private/facilities", &owner).await.json()["data"][0].clone();
    let path = |of: &str, number: &str| format!("/{of}/facilities/{}/terms/{number}/paper", facility["id"].as_str().unwrap());
    let own = path("semi-private", "1");
    let no_house = client.get(&own, &owner).await;
    assert_eq!((no_house.code(), &no_house.json()["reason"]), ("not_possible".to_owned(), &json!("no_house_details")));
    client.world.house_says_who_it_is(&olga).await.unwrap();
    let paper = client.get(&own, &owner).await;
    let text = String::from_utf8_lossy(&paper.body).into_owned();
    assert_eq!(paper.status, StatusCode::OK, "{text}");
    assert!(text.contains("version: 1") && text.contains("signed_name: ") && text.contains("hash: Digest("), "{text}");
    assert_eq!(client.get(&path("operator", "1"), &operator).await.body, paper.body, "the house has the same file");
    assert_eq!(client.get(&format!("{own}?language=de"), &owner).await.status, StatusCode::OK);
    assert_eq!(client.get(&own, &owner).await.body, paper.body, "the same ever after");

    assert_eq!(client.get(&own, &stranger).await.status, StatusCode::NOT_FOUND, "it is another company’s");
    for number in ["2", "0", "-1", "x", "99999999999"] {
        assert_eq!(client.get(&path("semi-private", number), &owner).await.status, StatusCode::NOT_FOUND, "{number}");
        assert_eq!(client.get(&path("operator", number), &operator).await.status, StatusCode::NOT_FOUND, "{number}");
    }
    let offer = format!("/operator/facilities/{}/terms", facility["id"].as_str().unwrap());
    let offered = client.post(&offer, &operator, json!({ "version": 2, "terms": terms_body() })).await;
    assert_eq!(offered.status, StatusCode::OK, "{}", offered.json());
    let unsigned = client.get(&path("semi-private", "2"), &owner).await;
    assert_eq!((unsigned.code(), &unsigned.json()["reason"]), ("not_possible".to_owned(), &json!("wrong_status")), "nobody signed them");
}

#[actix_web::test]
async fn only_the_company_that_was_named_takes_the_place_of_a_supplier() {
    let client = client_in(at_once()).await;
    let olga = client.world.operator().await.unwrap();
    let buying = client.world.buying(&olga, "Solarwerk", programme_terms(2_400).unwrap()).await.unwrap();
    let other = client.world.applicant(&olga, "Hafen").await.unwrap();
    client.world.memory.verify(other.user.id());
    let token = client.world.tokens.sign(&other.session).unwrap();
    let enrol = async || {
        let secret = client.world.mailed_token().await.unwrap();
        client.by_link(&secret, Method::POST, "/semi-private/invitation/enrol", Some(&token), None).await
    };
    client.world.invited_supplier_at(&buying, "Lind", "hafen").await.unwrap();
    let refused = enrol().await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"));
    assert_eq!(refused.json()["fieldCodes"]["registrationNumber"][0]["code"], "company_not_named");
    // Minutes later, for one mail goes to an address in a minute.
    client.world.clock.advance(chrono::TimeDelta::minutes(2));
    client.world.invited_supplier(&buying, "Hafen").await.unwrap();
    let joined = enrol().await;
    assert_eq!((joined.status, &joined.json()["data"]["enrolment"]), (StatusCode::OK, &json!("enrolled")), "{}", joined.json());
}

#[actix_web::test]
async fn a_buyer_takes_the_place_of_its_supplier_back_from_another_company() {
    let client = client_in(at_once()).await;
    let (_, buying, [enrolled, _]) = a_programme(&client.world).await;
    client.world.memory.verify(buying.me.user.id());
    let (store, owner) = (client.world.store(), client.world.tokens.sign(&buying.me.session).unwrap());
    let parts = store.suppliers.by_id(enrolled).await.unwrap().unwrap().supplier.parts().clone();
    let invite = format!("/semi-private/suppliers/{enrolled}/invite");
    let email = parts.details.email.as_str().to_owned();
    let again = |version: i64| json!({ "version": version, "email": email });
    client.world.clock.advance(chrono::TimeDelta::minutes(2));
    let named = client.post(&invite, &owner, again(1)).await;
    assert_eq!((named.status, named.code().as_str()), (StatusCode::CONFLICT, "not_possible"), "the one that was named stays");

    let mut details = parts.details.clone();
    details.registration_number = Line::parse("HRB 99").unwrap();
    let change = Change::SupplierChanged(Box::new(Supplier::restore(Parts { details, ..parts })));
    let context = WriteContext::of(Entry::own(buying.me.user.id(), AuditAction::SupplierInvited, client.world.clock_now()));
    store.facilities.commit(vec![change], context).await.unwrap();
    let seen = async || client.get("/semi-private/suppliers", &owner).await.json()["data"][1].clone();
    assert_eq!(seen().await["enrolment"], "other_company");
    let asked = client.unconfirmed(Method::POST, &invite, &owner, again(2)).await;
    assert_eq!((asked.status, asked.code().as_str()), (StatusCode::FORBIDDEN, "step_up_required"), "also to the same address");
    let given = client.post(&invite, &owner, again(2)).await;
    assert_eq!((given.status, &given.json()["data"]["enrolment"]), (StatusCode::OK, &json!("invited")), "{}", given.json());
    assert_eq!((given.json()["data"]["version"].clone(), seen().await["version"].clone()), (json!(3), json!(3)));
}
