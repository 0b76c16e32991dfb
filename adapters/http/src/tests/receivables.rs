//! Invoices over HTTP: from their entry to their sale, what the house does with them, and what a seller is never told.

use super::{Answer, Client, client_in, documents::invoice_upload, invoice_body, with};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use chrono::{DateTime, TimeDelta};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sooner_application::{
    approvals::FourEyes,
    identity::ports::AccessTokens,
    parties::Member,
    receivables::Look,
    testing::{
        PDF, World,
        facilities::terms,
        receivables::{Seller, invoice, payable, programme_terms},
    },
};
use sooner_domain::{
    facilities::terms::{Parts, Terms},
    identity::operator::OperatorRoles,
    kernel::{minor::Minor, money::Currency},
    parties::membership::MemberRole,
    receivables::einvoice::{InvoiceData, InvoiceParty, Syntax, Totals},
};
use std::fmt::Write;
use uuid::Uuid;

/// What the debtor may owe, where it does not matter.
const PLENTY: i64 = 1_000_000_000;

/// A seller, and somebody of the house.
struct Scene {
    seller: Seller,
    olga: Member,
    /// Their tokens.
    owner: String,
    operator: String,
}

fn sign(world: &World, me: &Member) -> String {
    world.memory.verify(me.user.id());
    world.tokens.sign(&me.session).unwrap()
}

/// One operator is enough, and the debtor may owe this much.
async fn scene(limit: i64) -> (World, Scene) {
    scene_under(terms("EUR", 1_200).unwrap(), limit).await
}

async fn scene_under(terms: Terms, limit: i64) -> (World, Scene) {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await.unwrap();
    let seller = world.seller(&olga, "Muehle", terms).await.unwrap();
    world.limit(&olga, seller.debtor, limit).await.unwrap();
    let (owner, operator) = (sign(&world, &seller.me), sign(&world, &olga));
    (world, Scene { seller, olga, owner, operator })
}

fn says(answer: &Answer) -> (StatusCode, String) {
    (answer.status, answer.code())
}

fn refused(status: u16, code: &str) -> (StatusCode, String) {
    (StatusCode::from_u16(status).unwrap(), code.to_owned())
}

fn id(look: &Look) -> String {
    look.receivable().id().to_string()
}

fn one(look: &Look) -> String {
    format!("/semi-private/receivables/{}", id(look))
}

fn houses(look: &Look, action: &str) -> String {
    format!("/operator/receivables/{}/{action}", id(look))
}

/// The offer that stands, as it is accepted.
fn accepting(look: &Look) -> Value {
    let offer = &look.offer.as_ref().unwrap().as_ref().unwrap().offer;
    json!({ "offerId": offer.id().to_string(), "hash": offer.hash().to_string() })
}

async fn attach<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    token: &str,
    path: &str,
    form: Vec<u8>,
) -> Answer {
    let request = TestRequest::post()
        .uri(path)
        .insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
        .insert_header((header::CONTENT_TYPE, "multipart/form-data; boundary=edge"));
    client.send(request.set_payload(form)).await
}

#[actix_web::test]
async fn an_invoice_goes_from_its_entry_to_its_sale() {
    let (world, scene) = scene(PLENTY).await;
    let (client, token) = (client_in(world).await, &scene.owner);
    let body = with(invoice_body(), "buyerId", json!(scene.seller.buyer.id.to_string()));
    let entered = client.post("/semi-private/receivables", token, body).await;
    assert_eq!(entered.status, StatusCode::CREATED, "{}", entered.json());
    let draft = entered.json()["data"].clone();
    assert_eq!((&draft["status"], &draft["allowedActions"]), (&json!("draft"), &json!(["edit", "attach_documents", "withdraw"])));
    let missing = draft["checks"].as_array().unwrap().iter().find(|check| check["code"] == "invoice_attached").unwrap();
    assert_eq!((&missing["outcome"], &missing["cure"]), (&json!("block"), &json!("attach_invoice")));

    let path = format!("/semi-private/receivables/{}", draft["id"].as_str().unwrap());
    let form = invoice_upload("invoice.pdf", "application/pdf", PDF);
    let attached = attach(&client, token, &format!("{path}/documents"), form).await;
    assert_eq!((attached.status, &attached.json()["data"]["version"]), (StatusCode::CREATED, &json!(1)));
    let changed = with(with(invoice_body(), "version", json!(1)), "note", json!("By post too."));
    let saved = client.call(Method::PUT, &path, Some(token), Some(changed)).await.json();
    assert_eq!((&saved["data"]["note"], &saved["data"]["version"]), (&json!("By post too."), &json!(2)));

    let submitted = client.post(&format!("{path}/submit"), token, json!({ "version": 2 })).await;
    assert_eq!(submitted.status, StatusCode::OK);
    insta::assert_json_snapshot!("offered", submitted.json());
    let offered = submitted.json()["data"].clone();
    let figures = ["face", "advance", "discount", "serviceFee", "payout"].map(|name| offered["offer"][name].as_i64().unwrap());
    assert_eq!(figures, [1_000_000, 800_000, 12_533, 15_000, 800_000]);

    let bytes = client.get(&format!("{path}/offer"), token).await;
    let hash: String = Sha256::digest(&bytes.body).iter().fold(String::new(), |mut hex, byte| {
        write!(hex, "{byte:02x}").unwrap();
        hex
    });
    assert_eq!(offered["offer"]["hash"], json!(hash), "what is accepted can be read and hashed by anybody");
    assert_eq!(bytes.headers.get("content-type").unwrap(), "application/json");

    let accept = json!({ "offerId": offered["offer"]["id"], "hash": hash });
    let sold = client.post(&format!("{path}/accept"), token, accept).await;
    assert_eq!(sold.status, StatusCode::OK, "{}", sold.json());
    let sold = sold.json()["data"].clone();
    assert_eq!((&sold["status"], &sold["position"]["open"]), (&json!("accepted"), &json!(1_000_000)));
    assert_eq!((&sold["payoutOn"], &sold["checks"]), (&json!("2026-06-15"), &json!([])));
    assert_eq!((&sold["offer"]["hash"], &sold["offer"]["validUntil"]), (&json!(hash), &Value::Null), "what was accepted stays to be read");
    assert_eq!(client.get(&path, token).await.json()["data"], sold);
    assert_eq!(client.get(&format!("{path}/offer"), token).await.body, bytes.body);

    let listed = client.get("/semi-private/receivables?status=accepted,funded&totals=true", token).await.json();
    assert_eq!((&listed["data"], &listed["next"]), (&json!([sold]), &Value::Null));
    assert_eq!(listed["totals"], json!([{ "currency": "EUR", "count": 1, "face": 1_000_000, "open": 1_000_000 }]));
    assert_eq!(client.get("/semi-private/receivables?status=draft", token).await.json()["data"], json!([]));
    for (query, field) in [("status=sold", "status"), ("status=draft,", "status"), ("after=7", "after")] {
        let answer = client.get(&format!("/semi-private/receivables?{query}"), token).await;
        assert!(answer.json()["fields"][field].is_array(), "{query}: {}", answer.json());
    }
}

#[actix_web::test]
async fn an_invoices_bad_fields_are_named_at_once() {
    let (world, scene) = scene(PLENTY).await;
    let client = client_in(world).await;
    let body = json!({
        "buyerId": scene.seller.buyer.id.to_string(), "invoiceNumber": " ", "issuedOn": "1 June", "dueOn": "2026-02-30", "face": 0,
        "currency": "EUR", "orderReference": "\u{7}",
    });
    let answer = client.post("/semi-private/receivables", &scene.owner, body).await.json();
    let fields: Vec<_> = answer["fields"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(fields, ["dueOn", "face", "invoiceNumber", "issuedOn", "orderReference"]);
    let unknown = with(invoice_body(), "buyerId", json!("01900000-0000-7000-8000-000000000000"));
    let answer = client.post("/semi-private/receivables", &scene.owner, unknown).await.json();
    assert!(answer["fields"]["buyerId"].is_array(), "{answer}");
}

#[actix_web::test]
async fn a_file_of_an_invoice_goes_up_comes_down_and_goes_away() {
    let (world, scene) = scene(PLENTY).await;
    let look = world.draft(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let (client, token) = (client_in(world).await, &scene.owner);
    let documents = format!("{}/documents", one(&look));
    for (form, field) in [
        (super::documents::form(&[]), "file"),
        (super::documents::form(&[("kind", None, b"invoice")]), "kind"),
        (invoice_upload("invoice.pdf", "application/pdf", b"<html>"), "file"),
        (invoice_upload("invoice.xml", "application/xml", b"<Invoice/>"), "file"),
    ] {
        let answer = attach(&client, token, &documents, form).await;
        assert!(answer.json()["fields"][field].is_array(), "{field}: {}", answer.json());
    }
    let order = [&PDF[..8], b"\n% order\n", &PDF[8..]].concat();
    let added = attach(&client, token, &documents, invoice_upload("Bestellung 7.pdf", "application/pdf", &order)).await.json();
    let file = added["data"]["documents"][1].clone();
    assert_eq!((&file["name"], &file["contentType"]), (&json!("Bestellung 7.pdf"), &json!("application/pdf")));
    let path = format!("{documents}/{}", file["id"].as_str().unwrap());
    let content = client.get(&path, token).await;
    assert_eq!((content.status, content.body.as_slice()), (StatusCode::OK, order.as_slice()));
    let policy = content.headers.get("content-security-policy").unwrap();
    assert_eq!(policy, "sandbox; default-src 'none'; frame-ancestors 'none'");
    assert_eq!(client.get(&path, &scene.operator).await.code(), "not_found", "the house has no file of a draft");
    let take = async |version: &str| client.call(Method::DELETE, &format!("{path}{version}"), Some(token), None).await;
    assert_eq!(says(&take("").await), refused(422, "invalid_input"));
    assert_eq!(says(&take("?version=1").await), refused(409, "stale_version"));
    let left = take("?version=2").await.json();
    assert_eq!((left["data"]["documents"].as_array().map(Vec::len), &left["data"]["version"]), (Some(1), &json!(3)));
    assert_eq!(client.get(&path, token).await.code(), "not_found");
}

#[actix_web::test]
async fn only_the_offer_that_stands_is_accepted_and_by_whom_may() {
    let (world, scene) = scene(PLENTY).await;
    let vera = world.joined(&scene.seller.me, "vera@example.com", MemberRole::Approver).await.unwrap();
    let look = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let vera_later = sign(&world, &vera);
    let client = client_in(world).await;
    let path = format!("{}/accept", one(&look));
    let own = client.post(&path, &scene.owner, accepting(&look)).await;
    assert_eq!(says(&own), refused(403, "four_eyes"), "whoever entered it");
    assert_eq!(own.json()["people"][0]["id"], json!(vera.user.id().to_string()), "{}", own.json());
    assert_eq!(says(&client.unconfirmed(Method::POST, &path, &vera_later, accepting(&look)).await), refused(403, "step_up_required"));
    let many = json!({ "offers": [with(accepting(&look), "id", json!(id(&look)))] });
    let answer = client.unconfirmed(Method::POST, "/semi-private/receivables/accept", &vera_later, many).await;
    assert_eq!(says(&answer), refused(403, "step_up_required"));

    let vera = client.world.stepped_up(&vera).await.unwrap();
    let vera = sign(&client.world, &vera);
    let request = TestRequest::post().uri(&path).insert_header((header::AUTHORIZATION, format!("Bearer {vera}")));
    assert_eq!(says(&client.send(request.set_json(accepting(&look))).await), refused(400, "idempotency_key_required"));
    let other = with(accepting(&look), "hash", json!("0".repeat(64)));
    let changed = client.post(&path, &vera, other).await;
    assert_eq!(says(&changed), refused(409, "offer_changed"));
    let now = changed.json()["receivable"]["offer"].clone();
    assert_eq!(json!({ "offerId": now["id"], "hash": now["hash"] }), accepting(&look), "the one that stands comes with it");
    assert!(client.post(&path, &vera, json!({ "offerId": now["id"], "hash": "abc" })).await.json()["fields"]["hash"].is_array());
    assert_eq!(client.post(&path, &vera, accepting(&look)).await.status, StatusCode::OK);
    let again = client.post(&path, &vera, accepting(&look)).await;
    assert_eq!((says(&again), &again.json()["reason"]), (refused(409, "not_possible"), &json!("wrong_status")));
}

#[actix_web::test]
async fn an_offer_is_accepted_before_the_second_it_says_and_not_at_it() {
    for (seconds_before, expected) in [(1, StatusCode::OK), (0, StatusCode::CONFLICT)] {
        let (world, scene) = scene(PLENTY).await;
        let owner = sign(&world, &world.stepped_up(&scene.seller.me).await.unwrap());
        let look = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
        let client = client_in(world).await;
        let shown = client.get(&one(&look), &owner).await.json();
        let ends = |of: &Value| DateTime::parse_from_rfc3339(of["offer"]["validUntil"].as_str().unwrap()).unwrap().to_utc();
        let valid_until = ends(&shown["data"]);
        client.world.business().advance(valid_until - look.now - TimeDelta::seconds(seconds_before));
        let answer = client.post(&format!("{}/accept", one(&look)), &owner, accepting(&look)).await;
        assert_eq!(answer.status, expected, "{seconds_before} s before");
        if expected == StatusCode::CONFLICT {
            assert_eq!(answer.code(), "offer_changed");
            assert_eq!(ends(&answer.json()["receivable"]), valid_until + TimeDelta::days(1), "the new one comes with it");
        }
    }
}

#[actix_web::test]
async fn a_number_is_sold_once() {
    let (world, scene) = scene(PLENTY).await;
    let first = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let (client, token) = (client_in(world).await, &scene.owner);
    assert_eq!(client.post(&format!("{}/accept", one(&first)), token, accepting(&first)).await.status, StatusCode::OK);
    let second = client.world.handed_in(&scene.seller, invoice("re 001", 500_000).unwrap()).await.unwrap();
    let answer = client.post(&format!("{}/accept", one(&second)), token, accepting(&first)).await;
    assert_eq!(says(&answer), refused(409, "duplicate_receivable"));
    let offer = client.get(&format!("{}/offer", one(&second)), token).await;
    assert_eq!(says(&offer), refused(409, "not_possible"), "there is none to download");
}

#[actix_web::test]
async fn what_does_not_fit_is_told_with_what_would_but_never_what_a_debtor_may_owe() {
    // No other figure is one of these.
    const LIMIT: i64 = 1_234_567;
    const LEFT: i64 = LIMIT - 400_000;
    let (world, scene) = scene(LIMIT).await;
    let small = world.handed_in(&scene.seller, invoice("AB-77", 400_000).unwrap()).await.unwrap();
    let large = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let (client, token) = (client_in(world).await, &scene.owner);
    let mut answers = vec![client.post(&format!("{}/accept", one(&small)), token, accepting(&small)).await];
    assert_eq!(answers[0].status, StatusCode::OK, "{}", answers[0].json());
    let over = client.post(&format!("{}/accept", one(&large)), token, accepting(&large)).await;
    assert_eq!(says(&over), refused(409, "limit_reached"));
    assert_eq!(over.json()["limit"], json!({ "ceiling": "debtor_limit", "fits": null }));
    answers.push(over);
    let many = json!({ "offers": [with(accepting(&large), "id", json!(id(&large)))] });
    let rows = client.post("/semi-private/receivables/accept", token, many).await;
    assert_eq!(rows.json()["data"][0]["problem"]["code"], "limit_reached");
    answers.push(rows);
    let changed = with(accepting(&large), "hash", json!("0".repeat(64)));
    answers.push(client.post(&format!("{}/accept", one(&large)), token, changed).await);
    answers.push(client.post("/semi-private/receivables/quote", token, json!({ "amount": 700_000, "currency": "EUR" })).await);
    for path in ["/semi-private/receivables", &one(&large), &one(&small), "/semi-private/availability", "/semi-private/buyers"] {
        answers.push(client.get(path, token).await);
    }
    for path in ["/semi-private/facilities", &format!("{}/offer", one(&large))] {
        answers.push(client.get(path, token).await);
    }
    let houses = client.get(&format!("/operator/receivables/{}", id(&large)), &scene.operator).await;
    assert!(tells(&houses, LEFT), "the house sees what is left");
    for answer in answers {
        for secret in [LIMIT, LEFT] {
            assert!(!tells(&answer, secret), "{secret} in {}", answer.json());
        }
    }
}

#[actix_web::test]
async fn a_supplier_learns_nothing_of_its_buyers_limit() {
    const LIMIT: i64 = 1_234_567;
    const LEFT: i64 = LIMIT - 400_000;
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await.unwrap();
    let parts = *programme_terms(2_400).unwrap().parts();
    let terms = Terms::parse(Parts { limit: Minor::new(LIMIT), ..parts }).unwrap();
    let buying = world.buying(&olga, "Solarwerk", terms).await.unwrap();
    let (id, supplier) = world.supplier(&olga, &buying, "Lind").await.unwrap();
    let mut looks = Vec::new();
    for (number, face) in [("L-1", 400_000), ("Z-9000", 1_000_000)] {
        let promised = world.promised(&buying, id, payable(number, face, "2026-06-29").unwrap()).await.unwrap();
        looks.push(world.receivables().shown(promised.receivable().id(), &supplier.membership).await.unwrap());
    }
    let token = &sign(&world, &supplier);
    let client = client_in(world).await;
    let mut answers = vec![client.post(&format!("{}/accept", one(&looks[0])), token, accepting(&looks[0])).await];
    assert_eq!(answers[0].status, StatusCode::OK, "{}", answers[0].json());
    let over = client.post(&format!("{}/accept", one(&looks[1])), token, accepting(&looks[1])).await;
    assert_eq!(says(&over), refused(409, "limit_reached"));
    answers.push(over);
    answers.push(client.post("/semi-private/receivables/quote", token, json!({ "amount": 500_000, "currency": "EUR" })).await);
    let available = client.get("/semi-private/availability", token).await;
    let found = &available.json()["data"][0];
    assert_eq!((&found["kind"], &found["programmeOf"]), (&json!("reverse_factoring"), &json!("Solarwerk")));
    assert_eq!((found.get("limit"), found.get("inUse")), (None, None));
    let steps: Vec<_> = found["steps"].as_array().unwrap().iter().map(|step| (step["code"].clone(), step["amount"].clone())).collect();
    let told = [("offered", 1_000_000), ("over_debtor_limit", -1_000_000), ("deducted", 0), ("available", 0)];
    assert_eq!(steps, told.map(|(code, amount)| (json!(code), json!(amount))));
    answers.push(available);
    for path in ["/semi-private/receivables", &one(&looks[0]), &one(&looks[1]), "/semi-private/facilities"] {
        answers.push(client.get(path, token).await);
    }
    for answer in answers {
        for secret in [LIMIT, LEFT] {
            assert!(!tells(&answer, secret), "{secret} in {}", answer.json());
        }
    }
}

/// Whether this figure is in an answer, whatever it is called there.
fn tells(answer: &Answer, figure: i64) -> bool {
    fn has(value: &Value, figure: i64) -> bool {
        match value {
            Value::Array(values) => values.iter().any(|value| has(value, figure)),
            Value::Object(members) => members.values().any(|value| has(value, figure)),
            Value::String(text) => text.contains(&figure.to_string()),
            other => other.as_i64() == Some(figure),
        }
    }
    has(&answer.json(), figure)
}

#[actix_web::test]
async fn a_full_facility_says_how_much_would_fit() {
    let mut parts = *terms("EUR", 1_200).unwrap().parts();
    parts.limit = Minor::new(700_000);
    let (world, scene) = scene_under(Terms::parse(parts).unwrap(), PLENTY).await;
    // 800,000 of it would be advanced.
    let look = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let client = client_in(world).await;
    let answer = client.post(&format!("{}/accept", one(&look)), &scene.owner, accepting(&look)).await;
    assert_eq!(says(&answer), refused(409, "limit_reached"));
    assert_eq!(answer.json()["limit"], json!({ "ceiling": "facility_limit", "fits": 700_000 }));
}

#[actix_web::test]
async fn many_are_accepted_one_by_one() {
    let (world, scene) = scene(PLENTY).await;
    let mut looks = Vec::new();
    for (number, face) in [("RE-1", 1_000_000), ("AB-77", 700_000), ("XY-500", 400_000)] {
        looks.push(world.handed_in(&scene.seller, invoice(number, face).unwrap()).await.unwrap());
    }
    let (client, token) = (client_in(world).await, &scene.owner);
    let row = |look: &Look| with(accepting(look), "id", json!(id(look)));
    let outdated = with(row(&looks[1]), "hash", json!("0".repeat(64)));
    let nobodys = with(row(&looks[0]), "id", json!("01900000-0000-7000-8000-000000000000"));
    let offers = json!({ "offers": [row(&looks[0]), outdated, row(&looks[2]), nobodys] });
    let answer = client.post("/semi-private/receivables/accept", token, offers).await;
    assert_eq!(answer.status, StatusCode::OK);
    let rows = answer.json()["data"].as_array().unwrap().clone();
    let outcome = |row: &Value| (row["receivable"]["status"].clone(), row["problem"]["code"].clone());
    let (sold, none) = (json!("accepted"), Value::Null);
    assert_eq!(
        rows.iter().map(outcome).collect::<Vec<_>>(),
        [(sold.clone(), none.clone()), (none.clone(), json!("offer_changed")), (sold, none.clone()), (none, json!("not_found"))]
    );
    assert_eq!(rows[1]["problem"]["receivable"]["id"], json!(id(&looks[1])), "with the offer that stands");
    let (none, many) = (json!({ "offers": [] }), json!({ "offers": vec![row(&looks[1]); 101] }));
    for offers in [none, many] {
        let answer = client.post("/semi-private/receivables/accept", token, offers).await;
        assert!(answer.json()["fields"]["offers"].is_array(), "{}", answer.json());
    }
}

#[actix_web::test]
async fn what_is_available_adds_up_and_so_much_is_found_at_the_least_cost() {
    let (world, scene) = scene(PLENTY).await;
    let mut looks = Vec::new();
    for (number, face) in [("RE-1", 1_000_000), ("AB-77", 900_000), ("XY-500", 400_000)] {
        looks.push(world.handed_in(&scene.seller, invoice(number, face).unwrap()).await.unwrap());
    }
    let (client, token) = (client_in(world).await, &scene.owner);
    client.post(&format!("{}/accept", one(&looks[0])), token, accepting(&looks[0])).await;
    let found = client.get("/semi-private/availability", token).await.json()["data"][0].clone();
    assert_eq!((&found["currency"], &found["inUse"], &found["offered"]), (&json!("EUR"), &json!(800_000), &json!(1_040_000)));
    let steps = found["steps"].as_array().unwrap();
    let sum = |range: std::ops::Range<usize>| steps[range].iter().map(|step| step["amount"].as_i64().unwrap()).sum::<i64>();
    assert_eq!((json!(sum(0..4)), json!(sum(5..10))), (steps[4]["amount"].clone(), found["available"].clone()));
    assert!(steps.iter().all(|step| step["label"].is_string()));
    assert_eq!(found["fitting"], json!([id(&looks[1]), id(&looks[2])]));

    let quote = async |amount: i64, currency: &str| {
        client.post("/semi-private/receivables/quote", token, json!({ "amount": amount, "currency": currency })).await
    };
    let choice = quote(300_000, "EUR").await.json()["data"].clone();
    assert_eq!((&choice["reached"], &choice["payout"], &choice["unproven"]), (&json!(true), &json!(320_000), &json!(0)));
    let offer = choice["offers"][0].clone();
    assert_eq!(json!({ "offerId": offer["offerId"], "hash": offer["hash"] }), accepting(&looks[2]), "ready to be accepted");
    assert_eq!(quote(1_040_001, "EUR").await.json()["data"]["reached"], json!(false));
    assert_eq!(says(&quote(5, "USD").await), refused(409, "facility_inactive"));
    assert_eq!(says(&quote(0, "EUR").await), refused(422, "invalid_input"));
}

#[actix_web::test]
async fn the_house_sees_everything_and_decides_on_what_it_saw() {
    let (world, scene) = scene(PLENTY).await;
    let look = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let (client, token) = (client_in(world).await, &scene.operator);
    let path = format!("/operator/receivables/{}", id(&look));
    let act = async |what: &str, body: Value| {
        let answer = client.post(&houses(&look, what), token, body).await;
        (answer.status, answer.json())
    };
    insta::assert_json_snapshot!("examined", client.get(&path, token).await.json());

    let (_, stale) = act("hold", json!({ "version": 0 })).await;
    assert_eq!(stale["code"], "stale_version");
    let version = look.receivable().parts().version;
    let (_, held) = act("hold", json!({ "version": version, "note": "Two sellers, one number." })).await;
    assert_eq!((&held["data"]["status"], &held["data"]["hold"]["note"]), (&json!("submitted"), &json!("Two sellers, one number.")));
    let seller = client.get(&one(&look), &scene.owner).await;
    assert_eq!((&seller.json()["data"]["beingLookedAt"], &seller.json()["data"]["hold"]), (&json!(true), &Value::Null));
    assert!(!String::from_utf8_lossy(&seller.body).contains("Two sellers"), "what colleagues write to each other");
    assert_eq!(act("hold", json!({ "version": version + 1 })).await.1["reason"], "held");
    let (_, released) = act("release", json!({ "version": version + 1 })).await;
    assert_eq!(released["data"]["status"], "offered");

    let verify = |version: i64, amount: i64| json!({ "version": version, "kind": "call", "amount": amount, "note": "Ms Smit" });
    let (_, less) = act("verify", with(verify(version + 2, 900_000), "dueOn", json!("2026-08-15"))).await;
    assert_eq!(less["data"]["figures"], json!({ "face": 900_000, "dueOn": "2026-08-15" }));
    assert_eq!((&less["data"]["evidence"][0]["note"], &less["data"]["face"]), (&json!("Ms Smit"), &json!(1_000_000)));
    let seller = client.get(&one(&look), &scene.owner).await;
    assert!(!String::from_utf8_lossy(&seller.body).contains("Ms Smit"));
    let dispute = json!({ "version": version + 3, "amount": 100_000, "reason": "defective", "note": "One of ten." });
    let (_, disputed) = act("dispute", dispute.clone()).await;
    assert_eq!(disputed["data"]["dispute"]["reason"], "defective");
    let seller = client.get(&one(&look), &scene.owner).await.json()["data"].clone();
    assert_eq!((&seller["disputed"]["amount"], &seller["disputed"]["remark"]), (&json!(100_000), &Value::Null), "it is the house's note");
    let (_, resolved) = act("resolve", json!({ "version": version + 4, "resolution": "partly_lost" })).await;
    assert_eq!((&resolved["data"]["figures"]["face"], &resolved["data"]["dispute"]["end"]), (&json!(800_000), &json!("partly_lost")));
    let credit = |version: i64, amount: i64| json!({ "version": version, "on": "2026-06-15", "amount": amount, "reason": "Returned." });
    let (_, credited) = act("credit-note", credit(version + 5, 300_000)).await;
    assert_eq!(credited["data"]["figures"]["face"], 500_000);

    let version = version + 6;
    for (what, body, field) in [
        ("verify", verify(version, 0), "amount"),
        ("verify", with(verify(version, 5), "kind", json!("rumour")), "kind"),
        ("verify", with(verify(version, 5), "file", json!("01900000-0000-7000-8000-000000000000")), "file"),
        ("verify", with(verify(version, 5), "dueOn", json!("soon")), "dueOn"),
        ("dispute", with(dispute.clone(), "amount", json!(-1)), "amount"),
        ("dispute", with(with(dispute.clone(), "version", json!(version)), "amount", json!(500_001)), "amount"),
        ("dispute", with(dispute, "reason", json!("bored")), "reason"),
        ("resolve", json!({ "version": version, "resolution": "paid" }), "resolution"),
        ("credit-note", credit(version, 500_001), "amount"),
        ("credit-note", with(credit(version, 5), "on", json!("today")), "on"),
        ("reject", json!({ "version": version, "reason": "" }), "reason"),
    ] {
        let (status, answer) = act(what, body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{what}: {answer}");
        assert!(answer["fields"][field].is_array(), "{what}: {answer}");
    }
    for (what, body, reason) in [
        ("release", json!({ "version": version }), "not_held"),
        ("resolve", json!({ "version": version, "resolution": "won" }), "not_disputed"),
        ("reject", json!({ "version": version, "reason": "A mistake." }), "wrong_status"),
    ] {
        let (status, answer) = act(what, body).await;
        assert_eq!((status, &answer["code"], &answer["reason"]), (StatusCode::CONFLICT, &json!("not_possible"), &json!(reason)), "{what}");
    }
}

/// An invoice as data over 10,000.00 that is collected, and grants three per cent for 30 days.
async fn collected(world: &World, seller: &Seller) -> InvoiceData {
    let company = world.store().teams.companies(&[seller.me.membership.company]).await.unwrap().pop().unwrap();
    let party = |name: &str| InvoiceParty { name: Some(name.to_owned()), ..InvoiceParty::default() };
    let amount = Some(Minor::new(1_000_000));
    InvoiceData {
        number: Some("RE-1".to_owned()),
        issued_on: "2026-06-01".parse().ok(),
        due_on: "2026-08-01".parse().ok(),
        type_code: Some(384),
        preceding: vec!["RE-0".to_owned()],
        currency: Some(Currency::parse("EUR").unwrap()),
        seller: party(company.legal_name.unwrap().as_str()),
        buyer: party("Nordwind AG"),
        payment_terms: Some("#SKONTO#TAGE=30#PROZENT=3.00#".to_owned()),
        means: vec![59],
        totals: Totals { lines: amount, net: amount, gross: amount, due: amount, ..Totals::default() },
        ..InvoiceData::new(Syntax::UblInvoice)
    }
}

#[actix_web::test]
async fn an_e_invoice_that_is_payable_at_once_is_refused_for_that_alone() {
    const FILE: &[u8] = b"<?xml version='1.0'?><Invoice/>";
    const OTHER: &[u8] = b"<?xml version='1.0'?><Other/>";
    let (world, scene) = scene(PLENTY).await;
    let data = collected(&world, &scene.seller).await;
    let at_once = InvoiceData { due_on: data.issued_on, ..data };
    let contradicts = InvoiceData { totals: Totals { due: Some(Minor::new(1)), ..at_once.totals }, ..at_once.clone() };
    world.invoices.tell(FILE, at_once);
    world.invoices.tell(OTHER, contradicts);
    let (client, token) = (client_in(world).await, &scene.owner);
    let enter = format!("/semi-private/e-invoices?buyerId={}", scene.seller.buyer.id.0);
    for (file, code) in [(FILE, "e_invoice_due_too_early"), (OTHER, "e_invoice_wrong")] {
        let request = TestRequest::post()
            .uri(&enter)
            .insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
            .insert_header(("Idempotency-Key", super::new_key()))
            .insert_header((header::CONTENT_TYPE, "multipart/form-data; boundary=edge"));
        let refused = client.send(request.set_payload(invoice_upload("RE-1.xml", "application/xml", file))).await;
        assert_eq!(refused.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
        assert_eq!(refused.json()["fieldCodes"]["file"][0]["code"], code);
    }
}

#[actix_web::test]
async fn what_an_invoice_grants_and_how_it_is_paid_is_told_and_credit_lifts_the_check() {
    const FILE: &[u8] = b"<?xml version='1.0'?><Invoice/>";
    let (world, scene) = scene(PLENTY).await;
    let data = collected(&world, &scene.seller).await;
    world.invoices.tell(FILE, data);
    let (client, token) = (client_in(world).await, &scene.owner);
    let form = invoice_upload("RE-1.xml", "application/xml", FILE);
    let found = attach(&client, token, "/semi-private/e-invoices/read", form.clone()).await.json()["data"].clone();
    let discounts = json!([{ "until": "2026-07-01", "rate": 300, "off": 30_000, "comes": 970_000 }]);
    assert_eq!((&found["problems"], &found["cashDiscounts"]), (&json!([]), &discounts));
    let odd: Vec<_> = found["warnings"].as_array().unwrap().iter().map(|one| (&one["code"], &one["term"], &one["text"])).collect();
    let (before, means) =
        ((&json!("corrects"), &json!("BT-25"), &json!("RE-0")), (&json!("not_transferred"), &json!("BT-81"), &json!("59")));
    assert_eq!(odd, [before, means]);

    let enter = format!("/semi-private/e-invoices?buyerId={}", scene.seller.buyer.id.0);
    let request = TestRequest::post()
        .uri(&enter)
        .insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
        .insert_header(("Idempotency-Key", super::new_key()))
        .insert_header((header::CONTENT_TYPE, "multipart/form-data; boundary=edge"));
    let entered = client.send(request.set_payload(form)).await.json()["data"].clone();
    let path = |of: &str| format!("/{of}/receivables/{}", entered["id"].as_str().unwrap());
    let check = |shown: &Value, code: &str| {
        let all = shown["data"]["checks"].as_array().unwrap();
        all.iter().find(|check| check["code"] == code).cloned().unwrap_or_default()
    };
    let shown = client.get(&path("semi-private"), token).await.json();
    assert_eq!(shown["data"]["cashDiscounts"], discounts);
    let found = check(&shown, "payment_means");
    assert_eq!((&found["outcome"], &found["figures"]), (&json!("block"), &json!([{ "name": "means_code", "count": 59 }])));
    let submit = json!({ "version": shown["data"]["version"] });
    assert_eq!(client.post(&format!("{}/submit", path("semi-private")), token, submit).await.status, StatusCode::OK);

    let lift = async |check: Value| {
        let version = client.get(&path("operator"), &scene.operator).await.json()["data"]["version"].clone();
        let body = json!({ "version": version, "check": check, "note": "It is transferred, the code is wrong." });
        client.post(&format!("{}/lift-duplicate", path("operator")), &scene.operator, body).await
    };
    let refused = lift(json!("tenor")).await;
    assert_eq!(
        (refused.status, refused.json()["fieldCodes"]["check"][0]["code"].clone()),
        (StatusCode::UNPROCESSABLE_ENTITY, json!("not_listed"))
    );
    let lifted = lift(json!("payment_means")).await.json();
    let exception = &lifted["data"]["exceptions"][0];
    assert_eq!((&exception["check"], &exception["note"]), (&json!("payment_means"), &json!("It is transferred, the code is wrong.")));
    assert_eq!((check(&lifted, "payment_means")["outcome"].clone(), &lifted["data"]["cashDiscounts"]), (json!("pass"), &discounts));
    let offered = client.get(&path("semi-private"), token).await.json();
    assert_eq!(check(&offered, "payment_means")["outcome"], "pass");
    // Advanced is on what comes for certain.
    assert_eq!((&offered["data"]["status"], &offered["data"]["offer"]["advance"]), (&json!("offered"), &json!(776_000)));
}

#[actix_web::test]
async fn the_house_rejects_what_was_sold_and_the_seller_reads_why() {
    let (world, scene) = scene(PLENTY).await;
    let look = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let client = client_in(world).await;
    client.post(&format!("{}/accept", one(&look)), &scene.owner, accepting(&look)).await;
    let version = look.receivable().parts().version + 1;
    let credit = json!({ "version": version, "on": "2026-06-15", "amount": 5, "reason": "Returned." });
    let moved = client.post(&houses(&look, "credit-note"), &scene.operator, credit).await;
    assert_eq!((says(&moved), &moved.json()["reason"]), (refused(409, "not_possible"), &json!("wrong_status")));
    let reject = json!({ "version": version, "reason": "It is an order, not an invoice." });
    let request =
        TestRequest::post().uri(&houses(&look, "reject")).insert_header((header::AUTHORIZATION, format!("Bearer {}", scene.operator)));
    assert_eq!(says(&client.send(request.set_json(&reject)).await), refused(400, "idempotency_key_required"));
    let rejected = client.post(&houses(&look, "reject"), &scene.operator, reject).await.json();
    assert_eq!(rejected["data"]["status"], "rejected");
    let read = client.get(&one(&look), &scene.owner).await.json()["data"].clone();
    assert_eq!((&read["rejection"], &read["allowedActions"]), (&json!("It is an order, not an invoice."), &json!([])));
}

#[actix_web::test]
async fn the_house_finds_receivables_but_not_its_own_peoples() {
    let (world, scene) = scene(PLENTY).await;
    let other = world.seller(&scene.olga, "Nebenan", terms("EUR", 900).unwrap()).await.unwrap();
    let look = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let theirs = world.draft(&other, invoice("AB-1", 5_000).unwrap()).await.unwrap();
    let client = client_in(world).await;
    let seller = scene.seller.me.membership.company;
    let found = async |query: &str| {
        let listed = client.get(&format!("/operator/receivables{query}"), &scene.operator).await.json();
        let ids = listed["data"]
            .as_array()
            .unwrap_or_else(|| panic!("{query}: {listed}"))
            .iter()
            .map(|one| one["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    let (first, second) = (id(&look), id(&theirs));
    assert_eq!(found("").await, [first.as_str()], "a draft is its company's own");
    assert_eq!(client.get(&format!("/operator/receivables/{second}"), &scene.operator).await.code(), "not_found");
    for (query, ids) in [
        ("status=draft".to_owned(), vec![]),
        (format!("companyId={seller}"), vec![&first]),
        (format!("debtorId={}&status=offered,accepted", other.debtor), vec![&first]),
        (format!("facilityId={}", scene.seller.facility), vec![&first]),
        (format!("after={first}"), vec![]),
    ] {
        assert_eq!(found(&format!("?{query}")).await.iter().collect::<Vec<_>>(), ids, "{query}");
    }
    let totals =
        async |query: String| client.get(&format!("/operator/receivables?{query}"), &scene.operator).await.json()["totals"].clone();
    let of_seller = json!([{ "currency": "EUR", "count": 1, "face": 1_000_000, "open": 0 }]);
    assert_eq!(totals(format!("totals=true&companyId={seller}")).await, of_seller);
    assert_eq!(totals(format!("totals=true&after={first}")).await[0]["count"], 1, "of all pages");
    assert_eq!(totals(format!("after={first}")).await, Value::Null, "unless asked for");
    for (query, field) in [
        ("companyId=7", "companyId"),
        ("debtorId=7", "debtorId"),
        ("facilityId=7", "facilityId"),
        ("totals=7", "totals"),
        ("after=7", "after"),
    ] {
        let answer = client.get(&format!("/operator/receivables?{query}"), &scene.operator).await;
        assert!(answer.json()["fields"][field].is_array(), "{query}");
    }
}

#[actix_web::test]
async fn ids_are_told_as_people_call_them() {
    let (world, scene) = scene(PLENTY).await;
    let look = world.handed_in(&scene.seller, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await.unwrap();
    world.fill_in(&omar).await.unwrap();
    let buyer = world.onboarding().buyers(omar.membership.company).await.unwrap().remove(0);
    let own = world.handed_in(&Seller { me: omar.clone(), buyer, ..scene.seller.clone() }, invoice("RE-2", 5_000).unwrap()).await.unwrap();
    let omar = sign(&world, &omar);
    let client = client_in(world).await;
    let (seller, debtor) = (scene.seller.me.membership.company.to_string(), scene.seller.debtor.to_string());
    let names = async |token: &str, ids: &[&str]| {
        let answer = client.get(&format!("/operator/names?ids={}", ids.join(",")), token).await.json();
        let name = |one: &Value| ["kind", "name", "seller"].map(|field| one[field].as_str().unwrap_or_default().to_owned());
        answer["data"].as_array().unwrap_or_else(|| panic!("{answer}")).iter().map(name).collect::<Vec<_>>()
    };
    let nothing = scene.olga.user.id().to_string();
    let (first, second) = (id(&look), id(&own));
    let [company, owing, invoice] = names(&scene.operator, &[&first, &debtor, &nothing, &seller]).await.try_into().unwrap();
    assert_eq!((company[0].as_str(), owing[0].as_str(), invoice[0].as_str()), ("company", "debtor", "receivable"));
    assert_eq!((invoice[1].as_str(), &invoice[2]), ("RE-1", &company[1]));
    assert!(!company[1].is_empty() && !owing[1].is_empty());
    assert_eq!(names(&scene.operator, &[&second]).await.len(), 1);
    assert_eq!(names(&omar, &[&second]).await.len(), 0, "their own company's");
    let many = |count: u128| (1..=count).map(|number| Uuid::from_u128(number).to_string()).collect::<Vec<_>>().join(",");
    for (ids, code) in [("7", "malformed"), ("", "malformed"), (&many(101), "too_many"), (&many(100), "")] {
        let answer = client.get(&format!("/operator/names?ids={ids}"), &scene.operator).await;
        assert_eq!(answer.json()["fieldCodes"]["ids"][0]["code"].as_str().unwrap_or_default(), code, "{ids}");
    }
}

#[actix_web::test]
async fn nobody_of_the_house_looks_at_or_decides_on_what_their_own_company_sells() {
    let (world, scene) = scene(PLENTY).await;
    let omar = world.operator_of("omar@example.com", OperatorRoles::all()).await.unwrap();
    world.fill_in(&omar).await.unwrap();
    let buyer = world.onboarding().buyers(omar.membership.company).await.unwrap().remove(0);
    let own = Seller { me: omar.clone(), buyer, ..scene.seller.clone() };
    let look = world.handed_in(&own, invoice("RE-1", 1_000_000).unwrap()).await.unwrap();
    let version = look.receivable().parts().version;
    let token = sign(&world, &omar);
    let client = client_in(world).await;
    let path = format!("/operator/receivables/{}", id(&look));
    assert_eq!(says(&client.get(&path, &token).await), refused(403, "own_company"));
    for action in ["verify", "reject", "hold", "release", "dispute", "resolve", "credit-note"] {
        let body = super::valid_body(&format!("POST /operator/receivables/{{id}}/{action}"));
        assert_eq!(says(&client.post(&houses(&look, action), &token, body).await), refused(403, "own_company"), "{action}");
    }
    assert_eq!(client.get("/operator/receivables", &token).await.json()["data"], json!([]));
    assert_eq!(client.get(&path, &scene.operator).await.json()["data"]["version"], json!(version), "nothing was done");
}
