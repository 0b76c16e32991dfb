//! One company, as the house knows it.

use super::client_in;
use actix_web::http::StatusCode;
use serde_json::{Value, json};
use sooner_application::{
    approvals::FourEyes,
    identity::ports::AccessTokens,
    testing::{World, facilities::terms},
};

#[actix_web::test]
async fn a_company_is_told_with_its_application_and_its_team() {
    let client = client_in(World { four_eyes: FourEyes::Off, ..World::default() }).await;
    let olga = client.world.operator().await.unwrap();
    let seller = client.world.seller(&olga, "Muehle", terms("EUR", 1_200).unwrap()).await.unwrap();
    let token = client.world.tokens.sign(&olga.session).unwrap();
    let id = seller.me.membership.company;
    let answer = client.get(&format!("/operator/companies/{id}"), &token).await;
    let company = answer.json()["data"].clone();
    assert_eq!((answer.status, &company["id"]), (StatusCode::OK, &json!(id.0)));
    // The way from the queue and the way back.
    let queue = client.get("/operator/applications?status=2", &token).await.json()["data"]["applications"].clone();
    let entry = queue.as_array().unwrap().iter().find(|entry| entry["companyId"] == company["id"]).unwrap().clone();
    assert_eq!((&company["application"], &company["name"]), (&json!({ "id": entry["id"], "status": 2 }), &entry["companyName"]));
    let members = company["members"].as_array().unwrap();
    assert_eq!((members.len(), &members[0]["id"], &members[0]["role"]), (1, &json!(seller.me.user.id().0), &json!("owner")));

    let own = client.get(&format!("/operator/companies/{}", olga.membership.company), &token).await;
    assert_eq!((own.status, own.code().as_str()), (StatusCode::FORBIDDEN, "own_company"));
    for unknown in ["00000000-0000-7000-8000-00000000ffff", "muehle"] {
        let answer = client.get(&format!("/operator/companies/{unknown}"), &token).await;
        assert_eq!((answer.status, answer.json()["data"].clone()), (StatusCode::NOT_FOUND, Value::Null), "{unknown}");
    }
}
