//! What receipts may pay, how that is confirmed, what is learnt of it, and who looks after what nobody can explain.

use super::{
    Client, client_in,
    payments::{stepped_up, two_sold},
};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode},
};
use serde_json::{Value, json};
use uuid::Uuid;

/// The id of a receipt of this amount and text; all of it lies in suspense.
async fn received<B: MessageBody, S>(client: &Client<S>, token: &str, (amount, text): (i64, &str)) -> String
where
    S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>,
{
    let on = client.world.clock_now().date_naive().to_string();
    let payer = json!({ "name": "Wind Holding SE", "iban": "NL91ABNA0417164300" });
    let receipt = json!({ "on": on, "amount": amount, "currency": "EUR", "payer": payer, "text": text, "receivables": [] });
    let entered = client.post("/operator/receipts", token, receipt).await;
    assert_eq!(entered.status, StatusCode::CREATED, "{}", entered.json());
    entered.json()["data"]["id"].as_str().unwrap().to_owned()
}

async fn listed<B: MessageBody, S>(client: &Client<S>, token: &str, id: &str) -> Value
where
    S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>,
{
    let all = client.get("/operator/receipts", token).await.json()["data"].clone();
    all.as_array().unwrap().iter().find(|receipt| receipt["id"] == id).unwrap().clone()
}

#[actix_web::test]
async fn suggestions_are_confirmed_together_learnt_from_undone_and_forgotten() {
    let (world, olga, seller, [first, second]) = two_sold().await;
    let [first, second] = [&first, &second].map(|look| look.receivable().clone());
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let quoted = received(&client, &token, (400_000, &first.parts().reference.grouped())).await;
    let exact = received(&client, &token, (900_000, "thank you")).await;
    let told = listed(&client, &token, &quoted).await;
    let part = json!({ "id": first.id().0, "amount": 400_000, "leavesOpen": 600_000, "surplus": 0 });
    let signs = json!(["reference", "part_payment"]);
    assert_eq!(told["suggestions"], json!([{ "signs": signs, "warns": false, "isSure": false, "receivables": [part] }]));
    assert_eq!(told["namesClosed"], json!([]));
    let told = listed(&client, &token, &exact).await;
    assert_eq!(told["suggestions"][0]["signs"], json!(["exact_amount"]));

    let confirmed = |receipt: &str, (id, leaves_open): (Uuid, i64), signs: &[&str]| {
        let amount = if id == first.id().0 { 400_000 } else { 900_000 };
        let part = json!({ "id": id, "amount": amount, "leavesOpen": leaves_open, "surplus": 0 });
        json!({ "receiptId": receipt, "signs": signs, "receivables": [part] })
    };
    let first_seen = confirmed(&quoted, (first.id().0, 600_000), &["part_payment", "reference"]);
    let rows = json!([first_seen, confirmed(&exact, (second.id().0, 1), &["exact_amount"])]);
    let done = client.post("/operator/receipts/match", &token, json!({ "matches": rows })).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.json());
    let rows = done.json()["data"].clone();
    assert_eq!((&rows[0]["receiptId"], &rows[0]["receipt"]["left"], &rows[0]["problem"]), (&json!(quoted), &json!(0), &Value::Null));
    assert_eq!((&rows[1]["receipt"], &rows[1]["problem"]["code"]), (&Value::Null, &json!("stale_version")));
    let unknown = json!([confirmed(&quoted, (first.id().0, 1), &["perhaps"])]);
    for matches in [json!([]), json!(vec![first_seen; 101]), unknown] {
        let refused = client.post("/operator/receipts/match", &token, json!({ "matches": matches })).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    }

    let path = format!("/operator/debtors/{}/payers", seller.debtor.0);
    let payers = async || client.get(&path, &token).await.json()["data"].clone();
    let known = payers().await;
    let marks: Vec<_> = known.as_array().unwrap().iter().map(|payer| (payer["mark"].clone(), payer["value"].clone())).collect();
    assert_eq!(marks, [(json!("account"), json!("NL91ABNA0417164300")), (json!("name"), json!("Wind Holding SE"))]);
    let forget = format!("{path}/{}/forget", known[0]["id"].as_str().unwrap());
    assert_eq!(client.post(&forget, &token, json!({})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(client.post(&forget, &token, json!({})).await.status, StatusCode::NOT_FOUND, "it is forgotten");
    assert_eq!(payers().await.as_array().unwrap().len(), 1);

    let unmatch = format!("/operator/receipts/{quoted}/unmatch");
    let other = client.post(&unmatch, &token, json!({ "receivableId": second.id().0 })).await;
    assert_eq!(other.status, StatusCode::CONFLICT, "nothing was matched to it");
    let undone = client.post(&unmatch, &token, json!({ "receivableId": first.id().0 })).await;
    assert_eq!((undone.status, &undone.json()["data"]["left"]), (StatusCode::OK, &json!(400_000)));
    assert_eq!(payers().await, json!([]), "what was learnt is forgotten with it");
}

#[actix_web::test]
async fn a_receipt_has_an_owner_and_notes() {
    let (world, olga, ..) = two_sold().await;
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let id = received(&client, &token, (700, "?")).await;
    let told = listed(&client, &token, &id).await;
    assert_eq!((&told["owner"], &told["notes"]), (&Value::Null, &json!([])));
    let path = format!("/operator/receipts/{id}");
    let noted = client.post(&format!("{path}/notes"), &token, json!({ "text": "Asked the bank." })).await;
    assert_eq!(noted.status, StatusCode::NO_CONTENT);
    let empty = client.post(&format!("{path}/notes"), &token, json!({ "text": " " })).await;
    assert_eq!(empty.status, StatusCode::UNPROCESSABLE_ENTITY);
    for is_mine in [true, true, false, false] {
        assert_eq!(
            client.call(Method::PUT, &format!("{path}/owner"), Some(&token), Some(json!({ "isMine": is_mine }))).await.status,
            StatusCode::NO_CONTENT
        );
        let told = listed(&client, &token, &id).await;
        let me = json!({ "id": olga.user.id().0, "name": olga.user.name() });
        assert_eq!(told["owner"], if is_mine { me.clone() } else { Value::Null });
        assert_eq!((&told["notes"][0]["text"], &told["notes"][0]["by"]), (&json!("Asked the bank."), &me));
    }
    let nothing = client.post("/operator/receipts/00000000-0000-0000-0000-000000000007/notes", &token, json!({ "text": "?" })).await;
    assert_eq!(nothing.status, StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn debtors_with_credit_are_listed_by_their_names() {
    let (world, olga, seller, ..) = two_sold().await;
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let credits = async || client.get("/operator/debtor-credits", &token).await.json()["data"].clone();
    assert_eq!(credits().await, json!([]));
    let receipt = received(&client, &token, (700, "too much")).await;
    let credit = json!([{ "debtorId": seller.debtor.0, "amount": 700 }]);
    let explained =
        client.post(&format!("/operator/receipts/{receipt}/match"), &token, json!({ "receivables": [], "credit": credit })).await;
    assert_eq!(explained.status, StatusCode::OK, "{}", explained.json());
    let debtor = client.get(&format!("/operator/debtors/{}", seller.debtor.0), &token).await.json()["data"].clone();
    let row = json!({ "debtorId": seller.debtor.0, "name": debtor["legalName"], "amount": 700, "currency": "EUR" });
    assert!(debtor["legalName"].is_string());
    assert_eq!(credits().await, json!([row]));
}

#[actix_web::test]
async fn what_is_wrong_with_a_part_of_a_receipt_is_said_of_the_list_it_was_sent_in() {
    let (world, olga, seller, sold) = two_sold().await;
    let [first, second] = sold.map(|look| look.receivable().id().0);
    let client = client_in(world).await;
    let token = stepped_up(&client.world, &olga).await;
    let look = client.get(&format!("/operator/receivables/{first}"), &token).await.json()["data"].clone();
    let debtor = client.get(&format!("/operator/debtors/{}", seller.debtor.0), &token).await.json()["data"].clone();
    assert_eq!((&look["debtorId"], &look["debtorLegalName"]), (&json!(seller.debtor.0), &debtor["legalName"]));
    let receipt = received(&client, &token, (700, "too much")).await;
    let paid = |id: &Value, amount: i64| json!({ "id": id, "amount": amount });
    let passed_on = |amount: i64| json!({ "companyId": look["sellerId"], "receivableId": look["id"], "amount": amount });
    let credit = |amount: i64| json!({ "debtorId": seller.debtor.0, "amount": amount });
    let (first, second) = (json!(first), json!(second));
    for (body, field) in [
        (json!({ "receivables": [], "credit": [credit(701)] }), "credit"),
        (json!({ "receivables": [paid(&first, 400)], "credit": [credit(301)] }), "credit"),
        (json!({ "receivables": [paid(&first, 400)], "passOn": [passed_on(301)], "credit": [credit(1)] }), "passOn"),
        (json!({ "receivables": [paid(&first, 400), paid(&second, 301)], "credit": [credit(1)] }), "receivables"),
        (json!({ "receivables": [paid(&first, 400)], "passOn": [passed_on(0)] }), "passOn[0].amount"),
        (json!({ "receivables": [paid(&first, 1)], "passOn": [passed_on(1)], "credit": [credit(1), credit(0)] }), "credit[1].amount"),
        (json!({ "receivables": [paid(&first, 1), paid(&second, 0)], "credit": [credit(1)] }), "receivables[1].amount"),
        (json!({ "receivables": [paid(&first, 1), paid(&first, 1)] }), "receivables[1].id"),
    ] {
        let refused = client.post(&format!("/operator/receipts/{receipt}/match"), &token, body.clone()).await;
        let fields = refused.json()["fields"].as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
        assert_eq!((refused.status, fields), (StatusCode::UNPROCESSABLE_ENTITY, Some(vec![field.to_owned()])), "{body}");
    }
}
