//! Money that goes back, over HTTP.

use super::{Answer, Client, bank_files::import, client_in, with};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode},
};
use serde_json::{Value, json};
use sooner_application::{
    approvals::FourEyes,
    identity::ports::AccessTokens,
    parties::Member,
    receivables::{AcceptCommand, Look},
    servicing::{HouseCommand, HouseDecision},
    testing::{
        World,
        facilities::terms,
        house_account,
        payments::statements::{Told, file},
        receivables::{Seller, invoice},
    },
};
use sooner_domain::{
    house::accounts::HouseAccounts,
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::text::Line,
    payments::receipt::Payer,
};
use uuid::Uuid;

const IBAN: &str = "NL91ABNA0417164300";

fn one_is_enough() -> World {
    World { four_eyes: FourEyes::Off, ..World::default() }
}

/// The token of an operator who proved who they are.
pub(super) async fn stepped_up(world: &World, olga: &Member) -> String {
    let olga = world.stepped_up(olga).await.unwrap();
    world.tokens.sign(&olga.session).unwrap()
}

/// The id of a receipt of 10.00 from this payer; all of it lies in suspense.
async fn received<B: MessageBody, S>(client: &Client<S>, token: &str, payer: Value) -> String
where
    S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>,
{
    let on = client.world.clock_now().date_naive().to_string();
    let receipt =
        json!({ "on": on, "amount": 1_000, "currency": "EUR", "payer": payer, "text": null, "receivables": [], "isAnother": true });
    let entered = client.post("/operator/receipts", token, receipt).await;
    assert_eq!(entered.status, StatusCode::CREATED, "{}", entered.json());
    entered.json()["data"]["id"].as_str().unwrap().to_owned()
}

fn nordwind() -> Value {
    json!({ "name": "Nordwind AG", "iban": IBAN })
}

fn field(answer: &Answer, name: &str) -> (StatusCode, Value) {
    (answer.status, answer.json()["fieldCodes"][name][0].clone())
}

#[actix_web::test]
async fn what_lies_in_suspense_goes_back_and_what_came_back_lies_there_again() {
    let client = client_in(one_is_enough()).await;
    let olga = client.world.operator().await.unwrap();
    let token = stepped_up(&client.world, &olga).await;
    let id = received(&client, &token, nordwind()).await;
    let path = format!("/operator/receipts/{id}/return");
    let body = json!({ "amount": 1_001, "note": "Paid twice." });
    let too_much = (StatusCode::UNPROCESSABLE_ENTITY, json!({ "code": "amount_too_large", "params": { "max": 1_000 } }));
    assert_eq!(field(&client.post(&path, &token, body.clone()).await, "amount"), too_much);
    let nothing = client.post(&path, &token, with(body.clone(), "amount", json!(0))).await;
    assert_eq!(field(&nothing, "amount").1["code"], "amount_too_small");
    assert_eq!(field(&client.post(&path, &token, with(body.clone(), "note", json!(" "))).await, "note").1["code"], "required");

    let sent = client.post(&path, &token, with(body, "amount", json!(400))).await;
    assert_eq!(sent.status, StatusCode::OK, "{}", sent.json());
    let payout = sent.json()["data"].clone();
    let seen = ["status", "purpose", "amount", "companyId", "receivableId", "receiptId", "debtorId"].map(|name| payout[name].clone());
    assert_eq!(seen, [json!("released"), json!("sent_back"), json!(400), Value::Null, Value::Null, json!(id), Value::Null]);
    assert_eq!((&payout["released"]["account"]["iban"], &payout["released"]["setOff"]), (&json!(IBAN), &json!(0)));
    let receipts = client.get("/operator/receipts?unexplained=true", &token).await.json();
    let receipt = &receipts["data"][0];
    assert_eq!((&receipt["left"], &receipt["sentBack"], &receipt["allocations"][0]["payoutId"]), (&json!(600), &json!(400), &payout["id"]));
    let names = client.get(&format!("/operator/names?ids={id},{}", payout["id"].as_str().unwrap()), &token).await.json();
    let named = |of: &Value, kind: &str| json!({ "id": of, "kind": kind, "name": "Nordwind AG", "seller": null });
    assert_eq!(names["data"], json!([named(&payout["id"], "payout"), named(&json!(id), "receipt")]));
    let found = client.get(&format!("/operator/payouts?receiptId={id}"), &token).await.json();
    assert_eq!(found["data"], json!([payout]));

    let on = client.world.clock_now().date_naive().to_string();
    let batch = payout["released"]["batchId"].as_str().unwrap();
    let executed = client.post(&format!("/operator/payouts/batches/{batch}/executed"), &token, json!({ "on": on })).await;
    assert_eq!((executed.status, &executed.json()["data"][0]["status"]), (StatusCode::OK, &json!("executed")));
    let back = json!({ "on": on, "reason": "Account closed." });
    let back = client.post(&format!("/operator/payouts/{}/returned", payout["id"].as_str().unwrap()), &token, back).await;
    let answer = back.json()["data"].clone();
    assert_eq!((back.status, &answer["id"], &answer["status"]), (StatusCode::OK, &payout["id"], &json!("returned")));
    let receipts = client.get("/operator/receipts?unexplained=true", &token).await.json();
    assert_eq!((&receipts["data"][0]["left"], &receipts["data"][0]["sentBack"]), (&json!(1_000), &json!(0)));
}

#[actix_web::test]
async fn a_batch_is_downloaded_as_it_was_written_for_the_bank() {
    let client = client_in(one_is_enough()).await;
    let olga = client.world.operator().await.unwrap();
    let token = stepped_up(&client.world, &olga).await;
    let id = received(&client, &token, nordwind()).await;
    let sent = client.post(&format!("/operator/receipts/{id}/return"), &token, json!({ "amount": 400, "note": "Paid twice." })).await;
    let payout = sent.json()["data"].clone();
    let batch = payout["released"]["batchId"].as_str().unwrap();
    let path = format!("/operator/payouts/batches/{batch}/file");
    let refused = client.get(&path, &token).await;
    assert_eq!((refused.status, &refused.json()["reason"]), (StatusCode::CONFLICT, &json!("no_house_account")));
    let mut accounts = HouseAccounts::default();
    accounts.add(house_account("EUR", "DE02120300000000202051")).unwrap();
    let proven = client.world.stepped_up(&olga).await.unwrap();
    let version = client.world.house().settings().await.unwrap().version();
    client.world.approvals().change_house_accounts(&proven, version, accounts).await.unwrap();

    let batches = async || client.get(&format!("/operator/payouts?receiptId={id}"), &token).await.json()["batches"].clone();
    assert_eq!(
        batches().await,
        json!([{ "id": batch, "number": 1, "files": [], "sums": [{ "currency": "EUR", "net": 400, "payouts": 1, "waiting": 1, "waitingNet": 400 }] }])
    );
    let file = client.get(&path, &token).await;
    assert_eq!(file.status, StatusCode::OK);
    let fetched = batches().await[0]["files"][0].clone();
    assert_eq!((&fetched["currency"], &fetched["by"]), (&json!("EUR"), &json!(olga.user.name())), "who fetched it first is told");
    assert!(fetched["firstAt"].is_string(), "{fetched}");
    assert_eq!(file.headers.get("content-type").unwrap(), "application/xml; charset=utf-8");
    let name = format!("attachment; filename=\"payouts-{}-EUR.xml\"", batch.replace('-', ""));
    assert_eq!(file.headers.get("content-disposition").unwrap(), &name);
    let end_to_end = payout["id"].as_str().unwrap().replace('-', "");
    let text = String::from_utf8(file.body.to_vec()).unwrap();
    assert!(text.contains(&format!("{end_to_end} Nordwind AG {IBAN} 400")), "{text}");
    assert_eq!(client.get(&format!("{path}?currency=EUR"), &token).await.body, file.body);
    assert_eq!(client.get(&format!("{path}?currency=USD"), &token).await.status, StatusCode::NOT_FOUND);
    assert_eq!(field(&client.get(&format!("{path}?currency=Euro"), &token).await, "currency").1["code"], "currency_unknown");
}

#[actix_web::test]
async fn a_debtors_credit_goes_back_to_whoever_paid_it() {
    let world = one_is_enough();
    let olga = world.operator().await.unwrap();
    let debtor = world.seller(&olga, "Muehle", terms("EUR", 1_200).unwrap()).await.unwrap().debtor;
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let (id, other) = (received(&client, &token, nordwind()).await, received(&client, &token, nordwind()).await);
    let credit = json!({ "credit": [{ "debtorId": debtor.0, "amount": 300 }] });
    assert_eq!(client.post(&format!("/operator/receipts/{id}/match"), &token, credit).await.status, StatusCode::OK);
    let path = format!("/operator/debtors/{}/refund", debtor.0);
    let body = json!({ "amount": 300, "currency": "EUR", "receiptId": id, "note": "Paid twice." });
    for (name, value, code) in [
        ("amount", json!(301), "amount_too_large"),
        ("amount", json!(0), "amount_too_small"),
        ("currency", json!("USD"), "not_possible"),
        ("receiptId", json!(other), "not_possible"),
    ] {
        let refused = client.post(&path, &token, with(body.clone(), name, value)).await;
        assert_eq!((refused.status, &field(&refused, name).1["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!(code)), "{name}");
    }
    let shown = client.get(&format!("/operator/debtors/{}", debtor.0), &token).await.json();
    let on = client.world.clock_now().date_naive().to_string();
    let receipt = json!({ "receiptId": id, "on": on, "payerName": "Nordwind AG", "payerIban": IBAN, "amount": 1_000, "most": 300, "owner": "debtor" });
    assert_eq!(shown["data"]["credits"], json!([{ "amount": 300, "currency": "EUR", "receipts": [receipt] }]));
    let rolf = client.world.operator_of("rolf@example.com", [OperatorRole::Reviewer].into_iter().collect()).await.unwrap();
    let rolf = client.world.tokens.sign(&rolf.session).unwrap();
    let hidden = client.get(&format!("/operator/debtors/{}", debtor.0), &rolf).await;
    assert_eq!((hidden.status, hidden.json()["data"].get("credits")), (StatusCode::OK, None), "payments are not theirs to see");
    let nobody = client.post(&format!("/operator/debtors/{other}/refund"), &token, body.clone()).await;
    assert_eq!(nobody.status, StatusCode::NOT_FOUND);
    let sent = client.post(&path, &token, body).await;
    let payout = sent.json()["data"].clone();
    assert_eq!((sent.status, &payout["receiptId"], &payout["debtorId"]), (StatusCode::OK, &json!(id), &json!(debtor.0)));
    let shown = client.get(&format!("/operator/debtors/{}", debtor.0), &token).await.json();
    assert_eq!(shown["data"]["credits"], json!([]));
    let receipts = client.get("/operator/receipts", &token).await.json();
    let receipt = receipts["data"].as_array().unwrap().iter().find(|receipt| receipt["id"] == json!(id)).unwrap().clone();
    let parts: i64 = receipt["allocations"].as_array().unwrap().iter().map(|part| part["amount"].as_i64().unwrap()).sum();
    assert_eq!((&receipt["sentBack"], &receipt["refunded"]), (&json!(0), &json!(300)), "{receipt}");
    assert_eq!(receipt["left"].as_i64().unwrap() + parts, receipt["amount"].as_i64().unwrap(), "the refund is beside that");
}

#[actix_web::test]
async fn nothing_goes_back_to_whom_nobody_knows_nor_by_whom_nobody_knows() {
    let client = client_in(one_is_enough()).await;
    let olga = client.world.operator().await.unwrap();
    let token = client.world.tokens.sign(&olga.session).unwrap();
    let body = json!({ "amount": 1, "note": "Paid twice." });
    for (payer, reason) in
        [(json!({ "name": null, "iban": IBAN }), "no_payer_name"), (json!({ "name": "Nordwind AG", "iban": null }), "no_payer_account")]
    {
        let id = received(&client, &token, payer).await;
        let refused = client.post(&format!("/operator/receipts/{id}/return"), &token, body.clone()).await;
        assert_eq!((refused.status, &refused.json()["reason"]), (StatusCode::CONFLICT, &json!(reason)));
    }
    let id = received(&client, &token, nordwind()).await;
    let asked = client.unconfirmed(Method::POST, &format!("/operator/receipts/{id}/return"), &token, body.clone()).await;
    assert_eq!((asked.status, asked.code().as_str()), (StatusCode::FORBIDDEN, "step_up_required"));
    let token = stepped_up(&client.world, &olga).await;
    let id = received(&client, &token, json!({ "name": "Nordwind AG", "iban": null })).await;
    let to = |iban: &str| with(body.clone(), "account", json!({ "holder": "Nordwind AG", "iban": iban }));
    let mistyped = client.post(&format!("/operator/receipts/{id}/return"), &token, to("NL92ABNA0417164300")).await;
    assert_eq!(mistyped.status, StatusCode::UNPROCESSABLE_ENTITY);
    let sent = client.post(&format!("/operator/receipts/{id}/return"), &token, to(IBAN)).await;
    assert_eq!(sent.json()["data"]["released"]["account"]["iban"], IBAN, "{}", sent.json());
    let id = received(&client, &token, nordwind()).await;
    let other = client.post(&format!("/operator/receipts/{id}/return"), &token, to("DE02120300000000202051")).await;
    assert_eq!(field(&other, "account.iban").1["code"], "not_possible", "it is known from where it came");
}

#[actix_web::test]
async fn an_iban_that_a_person_enters_for_a_payer_is_one_that_there_can_be() {
    let client = client_in(one_is_enough()).await;
    let olga = client.world.operator().await.unwrap();
    let token = stepped_up(&client.world, &olga).await;
    let on = client.world.clock_now().date_naive().to_string();
    let line = format!("/operator/held-lines/{}/decide", Uuid::from_u128(7));
    for (iban, code) in [
        ("NL92ABNA0417164300", "iban_mistyped"),
        ("NL58ABNA041716430", "iban_incomplete"),
        ("DE9837040044053201300000", "iban_incomplete"),
        ("US64SVBKUS6S3300958879", "country_without_ibans"),
        ("Nordwind AG", "iban_incomplete"),
    ] {
        let payer = json!({ "name": "Nordwind AG", "iban": iban });
        let receipt = json!({ "on": on, "amount": 1_000, "currency": "EUR", "payer": payer });
        let refused = client.post("/operator/receipts", &token, receipt).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{iban}");
        assert_eq!(field(&refused, "payer.iban").1["code"], code, "{iban}");
        let decision = json!({ "as": "entered", "on": on, "valueOn": on, "amount": 1_000, "name": "Nordwind AG", "iban": iban });
        let refused = client.post(&line, &token, json!({ "version": 0, "decision": decision })).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{iban}");
        assert_eq!(field(&refused, "iban").1["code"], code, "{iban}");
    }
    let spaced = json!({ "name": null, "iban": "nl91 abna 0417 1643 00" });
    let receipt = json!({ "on": on, "amount": 1_000, "currency": "EUR", "payer": spaced });
    let entered = client.post("/operator/receipts", &token, receipt).await.json();
    assert_eq!(entered["data"]["payer"]["iban"], IBAN);
    assert_eq!(client.get("/operator/receipts", &token).await.json()["data"].as_array().unwrap().len(), 1, "and nothing else");
}

#[actix_web::test]
async fn it_waits_for_a_second_person() {
    let client = client_in(World::default()).await;
    let olga = client.world.operator().await.unwrap();
    let token = stepped_up(&client.world, &olga).await;
    let id = received(&client, &token, nordwind()).await;
    let path = format!("/operator/receipts/{id}/return");
    let waits = client.post(&path, &token, json!({ "amount": 400, "note": "Paid twice." })).await;
    let approval = waits.json()["data"]["approval"].clone();
    assert_eq!((waits.status, &approval["action"]), (StatusCode::ACCEPTED, &json!("send_back")));
    let more = client.post(&path, &token, json!({ "amount": 401, "note": "Paid twice." })).await;
    assert_eq!((more.status, more.code().as_str()), (StatusCode::CONFLICT, "approval_pending"));
    let shown = client.get(&format!("/operator/approvals/{}", approval["id"].as_str().unwrap()), &token).await.json();
    let changes: Vec<_> = shown["data"]["changes"].as_array().unwrap().iter().map(|change| (&change["field"], &change["after"])).collect();
    let expected = [
        ("receipt", json!(id)),
        ("amount", json!("4.00 EUR")),
        ("payer.name", json!("Nordwind AG")),
        ("payer.iban", json!(IBAN)),
        ("note", json!("Paid twice.")),
    ];
    let expected: Vec<_> = expected.iter().map(|(field, after)| (json!(field), after.clone())).collect();
    assert_eq!(changes, expected.iter().map(|(field, after)| (field, after)).collect::<Vec<_>>());
}

/// Somebody of the house, a seller, and two of its invoices that were sold and are to be paid out.
pub(super) async fn two_sold() -> (World, Member, Seller, [Look; 2]) {
    let world = one_is_enough();
    let olga = world.operator().await.unwrap();
    let seller = world.seller(&olga, "Muehle", terms("EUR", 1_200).unwrap()).await.unwrap();
    world.limit(&olga, seller.debtor, 1_000_000_000).await.unwrap();
    let mut sold = Vec::new();
    for (number, face) in [("RE-1", 1_000_000), ("AB-77", 900_000)] {
        let look = world.handed_in(&seller, invoice(number, face).unwrap()).await.unwrap();
        let offer = look.offer.clone().unwrap().unwrap().offer;
        let accept = AcceptCommand { by: seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        world.receivables().accept(look.receivable().id(), accept).await.unwrap();
        sold.push(world.receivables().examined(look.receivable().id(), &olga.operator()).await.unwrap());
    }
    let [first, second] = sold.try_into().unwrap();
    (world, olga, seller, [first, second])
}

pub(super) async fn due<B: MessageBody, S>(client: &Client<S>, token: &str) -> Value
where
    S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>,
{
    client.get("/operator/payouts?status=due", token).await.json()["data"].clone()
}

#[actix_web::test]
async fn a_payout_that_waits_for_a_second_person_says_so_and_is_not_proposed_again() {
    let (mut world, olga, _, _) = two_sold().await;
    world.four_eyes = FourEyes::On;
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let all = due(&client, &token).await;
    assert_eq!((&all[0]["approvalId"], &all[0]["invoiceNumber"]), (&Value::Null, &json!("RE-1")), "{all}");
    let waits = client.release(&token, &json!([all[0]["id"]])).await;
    let approval = waits.json()["data"]["approval"]["id"].clone();
    assert_eq!(waits.status, StatusCode::ACCEPTED);
    let now = due(&client, &token).await;
    assert_eq!([&now[0]["approvalId"], &now[1]["approvalId"]], [&approval, &Value::Null]);

    let again = client.release(&token, &json!([all[0]["id"], all[1]["id"]])).await;
    assert_eq!((again.status, again.code().as_str()), (StatusCode::CONFLICT, "approval_pending"));
    let named = json!([{ "id": all[0]["id"], "receivableId": null, "stops": [], "approvalId": approval }]);
    assert_eq!(again.json()["payouts"], named);

    let shown = client.get(&format!("/operator/approvals/{}", approval.as_str().unwrap()), &token).await.json();
    let payout = &shown["data"]["payouts"][0];
    let told = ["id", "invoiceNumber", "purpose", "gross", "receivableId"].map(|name| payout[name].clone());
    assert_eq!(told, ["id", "invoiceNumber", "purpose", "gross", "receivableId"].map(|name| all[0][name].clone()));
    assert!(payout["account"]["iban"].is_string() && payout["companyName"].is_string(), "{payout}");
}

#[actix_web::test]
async fn what_is_due_comes_oldest_first_and_what_is_over_newest_first() {
    let (world, olga, _, _) = two_sold().await;
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let ids = |all: &Value| all.as_array().unwrap().iter().map(|payout| payout["id"].clone()).collect::<Vec<_>>();
    let mut all = ids(&due(&client, &token).await);
    let released = client.release(&token, &json!(all)).await.json();
    let batch = released["data"]["batch"]["id"].as_str().unwrap();
    let on = client.world.clock_now().date_naive().to_string();
    client.post(&format!("/operator/payouts/batches/{batch}/executed"), &token, json!({ "on": on })).await;
    all.reverse();
    assert_eq!(ids(&client.get("/operator/payouts?status=executed", &token).await.json()["data"]), all);
}

#[actix_web::test]
async fn what_keeps_payouts_from_being_released_is_named_one_by_one() {
    let (world, olga, seller, [first, second]) = two_sold().await;
    let version = second.receivable().parts().version;
    let hold = HouseCommand { by: olga.clone(), version, what: HouseDecision::Hold { note: None }, request: None };
    world.servicing().decide(second.receivable().id(), hold).await.unwrap();
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let all = due(&client, &token).await;
    let refused = client.release(&token, &json!([all[0]["id"], all[1]["id"]])).await;
    let said = refused.json();
    assert_eq!((refused.status, &said["reason"], &said["stops"]), (StatusCode::CONFLICT, &json!("payout_waits"), &json!(["held"])));
    let id = second.receivable().id().0;
    assert_eq!(said["payouts"], json!([{ "id": all[1]["id"], "receivableId": id, "stops": ["held"], "approvalId": null }]));
    assert_eq!([&all[0]["stops"], &all[1]["stops"]], [&json!([]), &json!(["held"])], "as the list said before");
    let mut releasable = all.as_array().unwrap().iter().map(|payout| &payout["releasable"]);
    assert!(releasable.all(|one| one["account"]["iban"].is_string() && one["stops"].is_null()), "{all}");

    // The newest comes first for the company, which learns what each is for.
    let owner = client.world.tokens.sign(&seller.me.session).unwrap();
    let own = client.get("/semi-private/payments", &owner).await.json();
    let told: Vec<_> = own["data"].as_array().unwrap().iter().map(|payout| payout["invoiceNumber"].clone()).collect();
    assert_eq!(told, [json!("AB-77"), json!("RE-1")]);
    assert!(own["data"][0]["debtorName"].is_string(), "{own}");
    assert_eq!([&own["data"][0]["stops"], &own["data"][1]["stops"]], [&json!(["held"]), &json!([])], "and why one waits");
    let ids = async |query: &str| {
        let answer = client.get(&format!("/semi-private/payments?{query}"), &owner).await.json();
        answer["data"].as_array().unwrap().iter().map(|payout| payout["id"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(ids("status=due").await, [own["data"][0]["id"].clone(), own["data"][1]["id"].clone()]);
    assert_eq!(ids("status=executed").await, [Value::Null; 0]);
    assert_eq!(client.get("/semi-private/payments?status=soon", &owner).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let paid = |id: Uuid| format!("/semi-private/receivables/{id}/payments");
    let about = client.get(&paid(first.receivable().id().0), &owner).await.json();
    assert_eq!((&about["data"]["payouts"], &about["data"]["owed"]), (&json!([own["data"][1]]), &json!(0)));
    assert_eq!(client.get(&paid(Uuid::max()), &owner).await.status, StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn an_entry_by_hand_explains_the_receipt_that_is_named_and_no_other_one() {
    let client = client_in(World::default()).await;
    let olga = client.world.operator().await.unwrap();
    let token = stepped_up(&client.world, &olga).await;
    let omar = client.world.operator_of("omar@example.com", OperatorRoles::all()).await.unwrap();
    let omar = stepped_up(&client.world, &omar).await;
    let (id, other) = (received(&client, &token, nordwind()).await, received(&client, &token, nordwind()).await);
    let today = client.world.clock_now().date_naive();
    let entry = json!({ "on": today, "event": "capital", "amount": 1_000, "currency": "EUR", "note": "Paid in", "receiptId": id });
    let book = async |body: Value| client.post("/operator/ledger/entries", &token, body).await;
    let unfit = [
        ("amount", json!(999)),
        ("on", json!(today.pred_opt())),
        ("event", json!("capital_out")),
        ("currency", json!("USD")),
        ("receiptId", json!(Uuid::max())),
    ];
    for (name, value) in unfit {
        let refused = field(&book(with(entry.clone(), name, value)).await, "receiptId");
        assert_eq!((refused.0, &refused.1["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("not_possible")), "{name}");
    }
    assert_eq!(book(with(entry.clone(), "receiptId", json!("RE-1"))).await.status, StatusCode::BAD_REQUEST);

    let waits = book(entry.clone()).await;
    assert_eq!(waits.status, StatusCode::ACCEPTED, "{}", waits.json());
    let approval = waits.json()["data"]["approval"].clone();
    let shown = client.get(&format!("/operator/approvals/{}", approval["id"].as_str().unwrap()), &omar).await.json();
    let changes = shown["data"]["changes"].as_array().unwrap();
    for (name, value) in [("receipt", id.as_str()), ("receipt.payer", "Nordwind AG"), ("receipt.iban", IBAN)] {
        assert!(changes.iter().any(|change| change["field"] == name && change["after"] == value), "{name}: {changes:?}");
    }
    let second = book(with(entry.clone(), "note", json!("Paid in, once more"))).await.json()["data"]["approval"]["id"].clone();
    assert_eq!(client.rule_on(approval["id"].as_str().unwrap(), "approve", &omar).await.status, StatusCode::OK);
    let waiting = client.get("/operator/receipts?unexplained=true", &token).await.json()["data"].clone();
    let ids: Vec<_> = waiting.as_array().unwrap().iter().map(|receipt| &receipt["id"]).collect();
    assert_eq!(ids, [&json!(other)], "of two alike the one that is named is explained");
    let used = book(entry.clone()).await;
    assert_eq!((used.status, &used.json()["reason"]), (StatusCode::CONFLICT, &json!("receipt_used")));
    let about = client.get(&format!("/operator/ledger/entries?about={}", approval["id"].as_str().unwrap()), &omar).await.json();
    let path = format!("/operator/ledger/entries/{}", about["data"][0]["id"].as_str().unwrap());
    let told = client.get(&path, &token).await.json()["data"]["receipt"].clone();
    assert_eq!((&told["id"], &told["name"], &told["iban"]), (&json!(id), &json!("Nordwind AG"), &json!(IBAN)));

    // It is approved as it was seen: meanwhile the receipt is explained, or went.
    let late = client.rule_on(second.as_str().unwrap(), "approve", &omar).await;
    assert_eq!((late.status, late.code().as_str()), (StatusCode::CONFLICT, "stale_version"), "{}", late.json());
    let third = book(with(entry, "receiptId", json!(other))).await.json()["data"]["approval"]["id"].clone();
    let taken = client.post(&format!("/operator/receipts/{other}/take-back"), &omar, json!({})).await;
    assert_eq!(taken.status, StatusCode::OK, "{}", taken.json());
    let late = client.rule_on(third.as_str().unwrap(), "approve", &omar).await;
    assert_eq!((late.status, late.code().as_str()), (StatusCode::CONFLICT, "stale_version"), "{}", late.json());
}

#[actix_web::test]
async fn a_receipt_is_an_entry_by_hand_that_is_named_and_fits() {
    let client = client_in(one_is_enough()).await;
    let olga = client.world.operator().await.unwrap();
    let token = stepped_up(&client.world, &olga).await;
    let today = client.world.clock_now().date_naive();
    let book = async |event: &str, amount: i64, on: chrono::NaiveDate| {
        let body = json!({ "on": on, "event": event, "amount": amount, "currency": "EUR", "note": "Paid in", "overdraw": true });
        client.post("/operator/ledger/entries", &token, body).await.json()["data"]["id"].as_str().unwrap().to_owned()
    };
    let day = |back: i64| today - chrono::TimeDelta::days(back);
    let (less, out) = (book("capital", 999, today).await, book("capital_out", 1_000, today).await);
    book("capital", 1_000, day(32)).await;
    let fits = book("capital", 1_000, day(31)).await;
    let payer = Payer { name: Line::parse("Nordwind AG").ok(), iban: None };
    let told = || Told { on: today, amount: 1_000, text: "paid".to_owned(), payer: payer.clone() };
    import(&client.world, &olga, file(1, vec![told(), told()]).unwrap()).await;
    let waiting = client.get("/operator/receipts?unexplained=true", &token).await.json()["data"].clone();
    let [id, other] = [0, 1].map(|place| waiting[place]["id"].as_str().unwrap().to_owned());
    let path = format!("/operator/receipts/{id}/take-back");
    let like = async |receipt: &str| client.get(&format!("/operator/receipts/{receipt}/entries"), &token).await.json()["data"].clone();
    let again = json!({ "on": day(7), "amount": 1_000, "currency": "EUR" });
    let near = client.post("/operator/receipts", &token, again).await;
    let said = near.json();
    assert_eq!((near.status, &said["reason"], &said["receivedOn"]), (StatusCode::CONFLICT, &json!("receipt_near"), &json!(today)));
    let by_hand = received(&client, &token, nordwind()).await;
    assert_eq!(like(&by_hand).await, json!([]), "it is on no statement");
    let refused =
        field(&client.post(&format!("/operator/receipts/{by_hand}/take-back"), &token, json!({ "entryIds": [fits] })).await, "entryIds");
    assert_eq!((refused.0, &refused.1["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("not_possible")));
    let offered = like(&id).await;
    assert_eq!(offered.as_array().map(Vec::len), Some(1), "{offered}");
    let entry = &offered[0]["entries"][0];
    assert_eq!((&entry["id"], &entry["amount"], &entry["event"]), (&json!(fits), &json!(1_000), &json!("capital")));
    for wrong in [&less, &out, &id, &Uuid::max().to_string()] {
        let refused = field(&client.post(&path, &token, json!({ "entryIds": [wrong] })).await, "entryIds");
        assert_eq!((refused.0, &refused.1["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("not_possible")), "{wrong}");
    }
    let both = field(&client.post(&path, &token, json!({ "entryIds": [fits], "receiptId": other })).await, "entryIds");
    assert_eq!((both.0, &both.1["code"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("not_possible")));
    let unknown = format!("/operator/receipts/{}/take-back", Uuid::max());
    assert_eq!(client.post(&unknown, &token, json!({ "entryIds": [fits] })).await.status, StatusCode::NOT_FOUND);

    let taken = client.post(&path, &token, json!({ "entryIds": [fits] })).await;
    assert_eq!((taken.status, &taken.json()["data"]["left"]), (StatusCode::OK, &json!(0)), "{}", taken.json());
    let again = client.post(&path, &token, json!({ "entryIds": [fits] })).await;
    assert_eq!((again.status, &again.json()["reason"]), (StatusCode::CONFLICT, &json!("receipt_used")));
    assert_eq!(like(&id).await, json!([]), "nothing of it is left");
    let reopened = client.post(&format!("/operator/statement-lines/{id}/reopen"), &token, json!({})).await;
    assert_eq!(reopened.status, StatusCode::OK, "{}", reopened.json());
    assert_eq!(like(&id).await[0]["entries"][0]["id"], json!(fits), "it is offered again");
}

#[actix_web::test]
async fn a_charge_near_that_of_a_statement_says_which_one_and_is_booked_as_another_one() {
    let client = client_in(one_is_enough()).await;
    let olga = client.world.operator().await.unwrap();
    let token = stepped_up(&client.world, &olga).await;
    let today = client.world.clock_now().date_naive();
    let (near, day) = (today - chrono::TimeDelta::days(2), today - chrono::TimeDelta::days(4));
    let told = |amount: i64| Told { on: near, amount, text: "fee".to_owned(), payer: Payer::default() };
    let mut charged = file(1, vec![told(-700), told(-900)]).unwrap();
    for entry in charged.statements.iter_mut().flat_map(|statement| &mut statement.entries) {
        entry.charges = entry.amount;
    }
    let plain = |amount: i64| json!({ "on": day, "event": "bank_charge", "amount": amount, "currency": "EUR", "note": "Fee" });
    let entry = |amount: i64| with(plain(amount), "overdraw", json!(true));
    let book = async |body: Value| client.post("/operator/ledger/entries", &token, body).await;
    let first = book(entry(900)).await.json()["data"]["id"].clone();
    import(&client.world, &olga, charged).await;
    let refused = book(entry(700)).await;
    let told = refused.json();
    assert_eq!(
        (refused.status, &told["reason"], &told["chargedOn"]),
        (StatusCode::CONFLICT, &json!("charge_near"), &json!(near)),
        "{told}"
    );
    let overdrawn = book(with(plain(700), "isAnother", json!(true))).await;
    assert_eq!((overdrawn.status, &overdrawn.json()["reason"]), (StatusCode::CONFLICT, &json!("bank_overdrawn")));
    let booked = book(with(entry(700), "isAnother", json!(true))).await;
    assert_eq!(booked.status, StatusCode::CREATED, "{}", booked.json());
    let same_day = book(with(with(entry(700), "isAnother", json!(true)), "on", json!(near))).await;
    assert_eq!((same_day.status, &same_day.json()["reason"]), (StatusCode::CONFLICT, &json!("charge_on_statement")));

    // The other way round: the line waits, and names what it perhaps is.
    let open = client.get("/operator/statement-lines", &token).await.json()["data"].clone();
    let perhaps = json!({ "entry": first, "event": "bank_charge", "on": day });
    assert_eq!((open.as_array().map(Vec::len), &open[0]["amount"], &open[0]["perhaps"]), (Some(1), &json!(-900), &perhaps), "{open}");
    let path = format!("/operator/statement-lines/{}/settle", open[0]["id"].as_str().unwrap());
    let settled = client.post(&path, &token, json!({ "as": "noted", "entries": [first] })).await;
    assert_eq!(settled.status, StatusCode::OK, "{}", settled.json());
    assert_eq!(client.get("/operator/statement-lines", &token).await.json()["data"], json!([]));
}
