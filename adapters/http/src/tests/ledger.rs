//! The ledger over HTTP.

use super::{Client, client, client_in};
use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use sooner_application::{
    approvals::FourEyes,
    identity::ports::AccessTokens,
    kernel::{commit::WriteContext, ids::Ids},
    ledger::changes::Change,
    testing::World,
};
use sooner_domain::{
    identity::operator::OperatorRole,
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        ids::{CompanyId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::{Booking, Draft, Entry, EntryId, Event, Place},
};
use uuid::Uuid;

/// Books a funding, as the modules above do, and answers the id of the entry.
pub(super) async fn booked(world: &World) -> EntryId {
    let (id, now) = (EntryId(world.ids.next()), world.clock_now());
    let (seller, receivable) = (CompanyId(world.ids.next()), ReceivableId(world.ids.next()));
    let owed = Place::receivables_purchased(receivable);
    let draft = Draft::new(Currency::parse("EUR").unwrap()).transfer(owed, Place::reserves(receivable), Minor::new(20_000)).transfer(
        owed,
        Place::sellers_payable(seller, receivable),
        Minor::new(80_000),
    );
    let booking = Booking { id, on: now.date_naive(), booked_at: now, event: Event::Funded, subject: receivable.0, cause: None };
    let entry = Entry::new(booking, &draft).unwrap();
    let context = WriteContext::of(AuditEntry::new(now, Actor::CommandLine, AuditAction::LedgerEntryBooked, Subjects::house(id.0)));
    world.store().ledger.commit(vec![Change::Booked(vec![entry])], context).await.unwrap();
    id
}

fn charge(on: &str) -> Value {
    json!({ "on": on, "event": "bank_charge", "amount": 1_250, "currency": "EUR", "note": "Account 7", "overdraw": true })
}

async fn token_of(world: &World, email: &str, role: OperatorRole) -> String {
    let me = world.operator_of(email, [role].into_iter().collect()).await.unwrap();
    world.tokens.sign(&me.session).unwrap()
}

#[actix_web::test]
async fn an_entry_by_hand_waits_for_a_second_person_and_is_found_from_the_trial_balance() {
    let client = client().await;
    let today = client.world.clock_now().date_naive().to_string();
    let tina = token_of(&client.world, "tina@example.com", OperatorRole::Treasury).await;
    let tom = token_of(&client.world, "tom@example.com", OperatorRole::Treasury).await;
    let waits = client.post("/operator/ledger/entries", &tina, charge(&today)).await;
    assert_eq!(waits.status, StatusCode::ACCEPTED);
    let approval = waits.json()["data"]["approval"].clone();
    assert_eq!(approval["action"], "book_ledger_entry");
    let id = approval["id"].as_str().unwrap();
    let shown = client.get(&format!("/operator/approvals/{id}"), &tom).await.json();
    assert_eq!((&shown["data"]["about"], &shown["data"]["allowedActions"]), (&json!("12.50 EUR"), &json!(["approve", "refuse"])));
    assert_eq!(shown["data"]["takenOut"], json!({ "currency": "EUR", "amount": 1_250 }));
    assert_eq!(client.get("/operator/ledger/trial-balance", &tom).await.json()["data"], json!([]));
    assert_eq!(client.rule_on(id, "approve", &tom).await.status, StatusCode::OK);

    let balance = client.get("/operator/ledger/trial-balance", &tom).await.json();
    let of = |account: &str, debit: i64, credit: i64| json!({ "account": account, "currency": "EUR", "debit": debit, "credit": credit });
    assert_eq!(balance["data"], json!([of("bank", 0, 1_250), of("bank_charges", 1_250, 0)]));
    assert!(balance["known"].is_string() && balance["on"].is_null());
    let accounts = client.get("/operator/ledger/accounts?kind=bank", &tom).await.json();
    assert_eq!((&accounts["data"][0]["accountId"], &accounts["data"][0]["credit"]), (&json!("bank.EUR"), &json!(1_250)));
    assert_eq!((&accounts["data"][0]["owner"], &accounts["next"]), (&json!({ "kind": "house", "id": null }), &Value::Null));
    let lines = client.get("/operator/ledger/accounts/bank.EUR/entries", &tom).await.json();
    assert_eq!((&lines["data"][0]["number"], &lines["data"][0]["credit"]), (&json!(1), &json!(1_250)));
    let entry = lines["data"][0]["entryId"].as_str().unwrap();
    let entry = client.get(&format!("/operator/ledger/entries/{entry}"), &tom).await.json();
    assert_eq!((&entry["data"]["cause"], &entry["data"]["reversedBy"]), (&approval["id"], &Value::Null));
    assert_eq!(entry["data"]["postings"].as_array().map(Vec::len), Some(2));
    let about = client.get(&format!("/operator/ledger/entries?about={id}"), &tom).await.json();
    assert_eq!(about["data"][0]["id"], entry["data"]["id"]);
}

#[actix_web::test]
async fn with_four_eyes_off_it_is_booked_at_once() {
    let client = client_in(World { four_eyes: FourEyes::Off, ..World::default() }).await;
    let today = client.world.clock_now().date_naive().to_string();
    let tina = token_of(&client.world, "tina@example.com", OperatorRole::Treasury).await;
    let done = client.post("/operator/ledger/entries", &tina, charge(&today)).await;
    assert_eq!(done.status, StatusCode::CREATED);
    let path = format!("/operator/ledger/entries/{}", done.json()["data"]["id"].as_str().unwrap());
    assert_eq!(client.get(&path, &tina).await.json()["data"]["event"], "bank_charge");
}

#[actix_web::test]
async fn more_than_there_is_at_the_bank_is_booked_out_or_reversed_only_where_the_request_says_that_it_is_meant() {
    let client = client_in(World { four_eyes: FourEyes::Off, ..World::default() }).await;
    let today = client.world.clock_now().date_naive().to_string();
    let tina = token_of(&client.world, "tina@example.com", OperatorRole::Treasury).await;
    let unsaid = |mut body: Value| {
        body.as_object_mut().unwrap().remove("overdraw");
        body
    };
    let refused = client.post("/operator/ledger/entries", &tina, unsaid(charge(&today))).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "not_possible"));
    assert_eq!(refused.json()["reason"], "bank_overdrawn");
    let capital = json!({ "on": today, "event": "capital", "amount": 1_300, "currency": "EUR", "note": "Paid in" });
    let paid_in = client.post("/operator/ledger/entries", &tina, capital).await.json()["data"]["id"].clone();
    assert_eq!(client.post("/operator/ledger/entries", &tina, unsaid(charge(&today))).await.status, StatusCode::CREATED, "there is enough");
    let reverse = format!("/operator/ledger/entries/{}/reverse", paid_in.as_str().unwrap());
    let refused = client.post(&reverse, &tina, json!({ "note": "Not ours" })).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (StatusCode::CONFLICT, &json!("bank_overdrawn")));
    let done = client.post(&reverse, &tina, json!({ "note": "Not ours", "overdraw": true })).await;
    assert_eq!(done.status, StatusCode::CREATED, "{}", done.json());
}

#[actix_web::test]
async fn an_entry_by_hand_is_reversed_by_two_people_and_offered_only_where_it_can_be() {
    let client = client().await;
    let today = client.world.clock_now().date_naive().to_string();
    let tina = token_of(&client.world, "tina@example.com", OperatorRole::Treasury).await;
    let tom = token_of(&client.world, "tom@example.com", OperatorRole::Treasury).await;
    let auditor = token_of(&client.world, "otto@example.com", OperatorRole::Auditor).await;
    let proposed = client.post("/operator/ledger/entries", &tina, charge(&today)).await.json()["data"]["approval"]["id"].clone();
    assert_eq!(client.rule_on(proposed.as_str().unwrap(), "approve", &tom).await.status, StatusCode::OK);
    let lines = client.get("/operator/ledger/accounts/bank.EUR/entries", &tom).await.json();
    let path = format!("/operator/ledger/entries/{}", lines["data"][0]["entryId"].as_str().unwrap());
    let seen = async |path: &str, token: &str| client.get(path, token).await.json()["data"].clone();
    assert_eq!(seen(&path, &auditor).await["allowedActions"], json!([]), "who may not is not offered it");
    assert_eq!(seen(&path, &tina).await["allowedActions"], json!(["reverse"]));

    let reverse = format!("{path}/reverse");
    for (body, field) in [(json!({ "note": " " }), "note")] {
        let refused = client.post(&reverse, &tina, body).await;
        assert_eq!(
            (refused.status, &refused.json()["fieldCodes"][field][0]["code"]),
            (StatusCode::UNPROCESSABLE_ENTITY, &json!("required"))
        );
    }
    let why = || json!({ "note": "Typed twice" });
    assert_eq!(client.post(&reverse, &auditor, why()).await.status, StatusCode::FORBIDDEN);
    let waits = client.post(&reverse, &tina, why()).await;
    assert_eq!(waits.status, StatusCode::ACCEPTED);
    assert_eq!(seen(&path, &tom).await["allowedActions"], json!([]), "it is proposed");
    let again = client.post(&reverse, &tom, why()).await;
    assert_eq!((again.status, again.code().as_str()), (StatusCode::CONFLICT, "approval_pending"));
    let id = waits.json()["data"]["approval"]["id"].as_str().unwrap().to_owned();
    let shown = client.get(&format!("/operator/approvals/{id}"), &tom).await.json();
    let original = path.rsplit('/').next().unwrap();
    let fields = shown["data"]["changes"].as_array().unwrap();
    assert!(fields.iter().any(|change| change["field"] == "ledger.reverses" && change["after"] == original), "{shown}");
    assert_eq!(client.rule_on(&id, "approve", &tina).await.code(), "four_eyes");
    assert_eq!(client.rule_on(&id, "approve", &tom).await.status, StatusCode::OK);

    let entry = seen(&path, &tina).await;
    let by = format!("/operator/ledger/entries/{}", entry["reversedBy"].as_str().unwrap());
    let reversal = seen(&by, &tina).await;
    assert_eq!((&reversal["reverses"], &reversal["cause"], &reversal["on"]), (&json!(original), &json!(id), &json!(today)));
    assert_eq!((&entry["allowedActions"], &reversal["allowedActions"]), (&json!([]), &json!([])));
    for (path, reason) in [(&path, "reversed"), (&by, "is_reversal")] {
        let refused = client.post(&format!("{path}/reverse"), &tina, why()).await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::CONFLICT, "not_possible"));
        assert_eq!(refused.json()["reason"], reason);
    }
    let funded = format!("/operator/ledger/entries/{}", booked(&client.world).await);
    assert_eq!(client.post(&format!("{funded}/reverse"), &tina, why()).await.json()["reason"], "not_by_hand");
    assert_eq!(seen(&funded, &tina).await["allowedActions"], json!([]));
    let nothing = "/operator/ledger/entries/01900000-0000-7000-8000-000000000000/reverse";
    assert_eq!(client.post(nothing, &tina, why()).await.status, StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn what_cannot_be_booked_is_named_field_by_field_and_leaves_nothing() {
    let client = client_in(World { four_eyes: FourEyes::Off, ..World::default() }).await;
    let tina = token_of(&client.world, "tina@example.com", OperatorRole::Treasury).await;
    let today = client.world.clock_now().date_naive();
    let with = |field: &str, value: Value| {
        let mut body = charge(&today.to_string());
        body[field] = value;
        body
    };
    let tomorrow = today.succ_opt().unwrap().to_string();
    for (field, value, code) in [
        ("on", json!(tomorrow), "date_in_future"),
        ("on", json!("2026-02-30"), "date_malformed"),
        ("event", json!("funded"), "not_listed"),
        ("amount", json!(0), "amount_zero"),
        ("amount", json!(-5), "amount_negative"),
        ("amount", json!(i64::MAX), "amount_too_large"),
        ("currency", json!("EURO"), "currency_unknown"),
        ("note", json!(" "), "required"),
    ] {
        let refused = client.post("/operator/ledger/entries", &tina, with(field, value.clone())).await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"), "{field} {value}");
        assert_eq!(refused.json()["fieldCodes"][field][0]["code"], code, "{field} {value}");
    }
    for body in [with("account", json!("bank")), with("amount", json!(1.5)), json!({ "on": "2026-01-05" })] {
        assert_eq!(client.post("/operator/ledger/entries", &tina, body).await.status, StatusCode::BAD_REQUEST);
    }
    let auditor = token_of(&client.world, "otto@example.com", OperatorRole::Auditor).await;
    let forbidden = client.post("/operator/ledger/entries", &auditor, charge(&today.to_string())).await;
    assert_eq!((forbidden.status, &forbidden.json()["right"]), (StatusCode::FORBIDDEN, &json!("book_entries")));
    assert_eq!(client.get("/operator/ledger/trial-balance", &auditor).await.json()["data"], json!([]));
}

#[actix_web::test]
async fn what_an_address_asks_for_is_refused_by_its_name() {
    let client = client().await;
    let olga = client.operator().await;
    for (path, field) in [
        ("trial-balance?on=2026-02-30", "on"),
        ("trial-balance?known=yesterday", "known"),
        ("accounts?kind=mattress", "kind"),
        ("accounts?holdsSomething=perhaps", "holdsSomething"),
        ("accounts?on=2026-02-30", "on"),
        ("accounts?after=bank", "after"),
        ("accounts/bank.EUR/entries?on=someday", "on"),
        ("accounts/bank.EUR/entries?before=7", "before"),
        ("entries", "about"),
        ("entries?about=7", "about"),
        ("export", "format"),
        ("export?format=xlsx", "format"),
    ] {
        let refused = client.get(&format!("/operator/ledger/{path}"), &olga).await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"), "{path}");
        assert!(refused.json()["fields"][field].is_array(), "{path}");
    }
    for path in ["accounts/bank/entries", "accounts/reserves.EUR/entries", "entries/7", &format!("entries/{}", Uuid::nil())] {
        assert_eq!(client.get(&format!("/operator/ledger/{path}"), &olga).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[actix_web::test]
async fn a_day_and_a_moment_are_asked_for_again() {
    let client = client().await;
    let olga = client.operator().await;
    booked(&client.world).await;
    let first = client.get("/operator/ledger/trial-balance", &olga).await.json();
    assert_eq!(first["data"].as_array().map(Vec::len), Some(3));
    booked(&client.world).await;
    let known = first["known"].as_str().unwrap();
    assert_eq!(client.get(&format!("/operator/ledger/trial-balance?known={known}"), &olga).await.json(), first);
    let spaced = known.replace('Z', "+00:00");
    assert_eq!(client.get(&format!("/operator/ledger/trial-balance?known={spaced}"), &olga).await.json(), first);
    let now = client.get("/operator/ledger/trial-balance?known=2999-01-01T00:00:00Z", &olga).await.json();
    assert_eq!(now["data"][0]["debit"], json!(200_000), "what is still to come is now");
    let before = client.get("/operator/ledger/trial-balance?on=2000-01-01", &olga).await.json();
    assert_eq!(before["data"], json!([]));
}

/// Whoever goes on from the trial balance of a day meets the same figures.
#[actix_web::test]
async fn accounts_and_their_entries_are_told_as_of_a_day() {
    let client = client().await;
    let today = client.world.clock_now().date_naive();
    let later = today + chrono::TimeDelta::days(1);
    let tina = token_of(&client.world, "tina@example.com", OperatorRole::Treasury).await;
    let tom = token_of(&client.world, "tom@example.com", OperatorRole::Treasury).await;
    for on in [today - chrono::TimeDelta::days(2), today] {
        let waits = client.post("/operator/ledger/entries", &tina, charge(&on.to_string())).await.json();
        let id = waits["data"]["approval"]["id"].as_str().unwrap().to_owned();
        assert_eq!(client.rule_on(&id, "approve", &tom).await.status, StatusCode::OK);
    }
    client.get("/operator/ledger/trial-balance", &tom).await;
    let days = [
        (None, 2, 2_500),
        (Some(later), 2, 2_500),
        (Some(today - chrono::TimeDelta::days(1)), 1, 1_250),
        (Some(today - chrono::TimeDelta::days(9)), 0, 0),
    ];
    for (on, entries, held) in days {
        let on = on.map_or_else(String::new, |on| format!("on={on}"));
        let accounts = client.get(&format!("/operator/ledger/accounts?kind=bank&{on}"), &tom).await.json();
        let credit = accounts["data"].as_array().unwrap().first().map_or(0, |bank| bank["credit"].as_i64().unwrap());
        assert_eq!(credit, held, "{on}");
        let lines = client.get(&format!("/operator/ledger/accounts/bank.EUR/entries?{on}"), &tom).await.json();
        assert_eq!(lines["data"].as_array().map(Vec::len), Some(entries), "{on}");
        assert_eq!(lines["balance"], json!({ "debit": 0, "credit": held }), "{on}");
    }
}

#[actix_web::test]
async fn the_ledger_is_a_file_in_each_format() {
    let client = client().await;
    let olga = client.operator().await;
    booked(&client.world).await;
    for (format, kind, name, begins) in [
        ("csv", "text/csv; charset=utf-8", "ledger.csv", "number,on,"),
        ("hledger", "text/plain; charset=utf-8", "ledger.journal", "; The ledger"),
        ("beancount", "text/plain; charset=utf-8", "ledger.beancount", "; The ledger"),
    ] {
        let file = client.call(Method::GET, &format!("/operator/ledger/export?format={format}"), Some(&olga), None).await;
        assert_eq!(file.status, StatusCode::OK);
        assert_eq!(file.headers.get("content-type").unwrap(), kind);
        assert_eq!(file.headers.get("content-disposition").unwrap(), &format!("attachment; filename=\"{name}\""));
        let text = String::from_utf8(file.body.to_vec()).unwrap();
        assert!(text.starts_with(begins) && text.contains("1000.00"), "{text}");
    }
}

/// What a whole account holds is read from page to page.
#[actix_web::test]
async fn pages_lead_to_the_next() {
    let client: Client<_> = client().await;
    let olga = client.operator().await;
    for _ in 0..60 {
        booked(&client.world).await;
    }
    let first = client.get("/operator/ledger/accounts?holdsSomething=true", &olga).await.json();
    let next = first["next"].as_str().unwrap();
    let second = client.get(&format!("/operator/ledger/accounts?holdsSomething=true&after={next}"), &olga).await.json();
    assert_eq!((first["data"].as_array().map(Vec::len), second["data"].as_array().map(Vec::len)), (Some(100), Some(80)));
    assert_eq!(second["next"], Value::Null);
}
