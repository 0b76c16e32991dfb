//! The disclosure of supplier finance, over HTTP.

use super::client_in;
use actix_web::http::StatusCode;
use serde_json::json;
use sooner_application::{
    approvals::FourEyes,
    identity::ports::AccessTokens,
    testing::{
        World,
        receivables::{payable, programme_terms},
    },
};

const DISCLOSURE: &str = "/semi-private/programme/disclosure";

#[actix_web::test]
async fn a_buyer_reads_its_figures_with_the_payables_behind_them() {
    let world = World { four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.operator().await.unwrap();
    let buying = world.buying(&olga, "Solarwerk", programme_terms(2_400).unwrap()).await.unwrap();
    let supplier = world.invited_supplier(&buying, "Lind").await.unwrap().supplier.id();
    let promised = world.promised(&buying, supplier, payable("L-1", 1_000_000, "2026-07-06").unwrap()).await.unwrap();
    world.memory.verify(buying.me.user.id());
    let token = world.tokens.sign(&buying.me.session).unwrap();
    let client = client_in(world).await;

    let answer = client.get(&format!("{DISCLOSURE}?from=2026-06-10&to=2026-06-15"), &token).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let disclosed = answer.json()["data"][0].clone();
    let figures = json!({
        "opening": { "owed": 0, "paidEarly": 0, "outside": 1_000_000 },
        "confirmed": 1_000_000, "paid": 0, "credited": 0, "corrected": 0, "waived": 0, "leftToBuyer": 0,
        "closing": { "owed": 1_000_000, "paidEarly": 0, "outside": 0 },
    });
    assert_eq!((&disclosed["currency"], &disclosed["figures"]), (&json!("EUR"), &figures));
    assert_eq!(disclosed["openingDays"], json!({ "inside": null, "outside": { "least": 35, "most": 35 } }));
    assert_eq!(disclosed["closingDays"], json!({ "inside": { "least": 35, "most": 35 }, "outside": null }));
    assert_eq!(disclosed["terms"]["kind"], "reverse_factoring");
    let row = json!({
        "id": promised.receivable().id().to_string(), "invoiceNumber": "L-1", "supplierName": "Lind",
        "issuedOn": "2026-06-01", "dueOn": "2026-07-06", "confirmedOn": "2026-06-15",
        "figures": figures, "openingDays": 35, "closingDays": 35,
    });
    assert_eq!(disclosed["payables"], json!([row]));
    let before = client.get(DISCLOSURE, &token).await;
    let expected = json!({ "from": "2025-01-01", "to": "2025-12-31", "today": "2026-06-15", "data": [] });
    assert_eq!(before.json(), expected, "of last year, when there was no programme");

    for (query, field, code) in [
        ("?to=2026-06-15", "from", "required"),
        ("?from=2026-06-31&to=2026-06-15", "from", "date_malformed"),
        ("?from=2026-06-10&to=soon", "to", "date_malformed"),
        ("?from=2026-06-10&to=2026-06-09", "to", "date_before_first"),
        ("?from=2026-06-10&to=2199-12-31", "to", "date_in_future"),
        ("?from=2199-12-30&to=2199-12-31", "to", "date_in_future"),
    ] {
        let refused = client.get(&format!("{DISCLOSURE}{query}"), &token).await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "invalid_input"), "{query}");
        assert_eq!(refused.json()["fieldCodes"][field][0]["code"], code, "{query}");
    }
}
