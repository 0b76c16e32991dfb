//! Files of the bank, over HTTP.

use super::{client_in, documents::invoice_upload, matrix::written};
use actix_web::{
    http::{StatusCode, header},
    test::TestRequest,
};
use serde_json::json;
use sooner_application::{
    approvals::FourEyes,
    identity::ports::AccessTokens,
    parties::Member,
    payments::statements::StatementFile,
    testing::{World, house_account, payments::statements::file},
};
use sooner_domain::house::accounts::HouseAccounts;

/// Imports a file into a house that has the account of it.
pub(super) async fn import(world: &World, olga: &Member, file: StatementFile) {
    let (olga, cases) = (world.stepped_up(olga).await.unwrap(), world.use_cases());
    let mut accounts = HouseAccounts::default();
    accounts.add(house_account("EUR", "DE02120300000000202051")).unwrap();
    let version = world.house().settings().await.unwrap().version();
    world.approvals().change_house_accounts(&olga, version, accounts).await.unwrap();
    cases.cash.import_statements(file, &cases.cash.by_hand(&olga).unwrap()).await.unwrap();
}

#[actix_web::test]
async fn a_file_of_the_bank_is_confirmed_by_what_is_in_it() {
    let client = client_in(World::default()).await;
    let token = client.operator().await;
    for path in ["/operator/bank-statements", "/operator/bank-answers"] {
        let send = async |key: &str, boundary: &str, content: &str| {
            let form = String::from_utf8(invoice_upload("bank.xml", "application/xml", content.as_bytes())).unwrap();
            let request = TestRequest::post()
                .uri(path)
                .insert_header((header::AUTHORIZATION, format!("Bearer {token}")))
                .insert_header((header::CONTENT_TYPE, format!("multipart/form-data; boundary={boundary}")))
                .insert_header(("Idempotency-Key", key));
            client.send(request.set_payload(form.replace("--edge", &format!("--{boundary}")))).await
        };
        let before = written(&client.world).await;
        // It is no statement: it is not read before it was confirmed.
        let asked = send("one", "edge", "<Document/>").await;
        assert_eq!((asked.status, asked.code().as_str()), (StatusCode::FORBIDDEN, "step_up_required"), "{path}: {}", asked.json());
        client.confirm(&asked, Some(&token)).await;
        for (key, content) in [("two", "<Document/>"), ("one", "<Document />")] {
            let other = send(key, "edge", content).await;
            assert_eq!(other.code(), "step_up_required", "{path}: another file, or another time");
            assert_ne!(other.json()["confirm"], asked.json()["confirm"], "{path}");
        }
        let read = send("one", "another-edge", "<Document/>").await;
        assert_eq!(read.code(), "file_refused", "{path}: the form around it is not what is confirmed: {}", read.json());
        assert_eq!(written(&client.world).await, before, "{path}");
    }
}

#[actix_web::test]
async fn who_brought_a_statement_or_entered_a_receipt_is_shown() {
    let client = client_in(World { four_eyes: FourEyes::Off, ..World::default() }).await;
    let olga = client.world.operator().await.unwrap();
    let token = client.world.tokens.sign(&olga.session).unwrap();
    import(&client.world, &olga, file(1, Vec::new()).unwrap()).await;
    let on = client.world.clock_now().date_naive();
    let entered = client.post("/operator/receipts", &token, json!({ "on": on, "amount": 700, "currency": "EUR" })).await;
    assert_eq!(entered.status, StatusCode::CREATED, "{}", entered.json());
    let olga = json!({ "id": olga.user.id().0, "name": olga.user.name() });
    let statement = client.get("/operator/bank-statements", &token).await.json()["data"][0].clone();
    assert_eq!((&statement["importedBy"], statement["importedAt"].is_string()), (&olga, true), "{statement}");
    let receipt = client.get("/operator/receipts", &token).await.json()["data"][0].clone();
    assert_eq!((&receipt["isByHand"], &receipt["enteredBy"], receipt["enteredAt"].is_string()), (&json!(true), &olga, true), "{receipt}");
}
