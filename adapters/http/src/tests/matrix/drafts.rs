//! What a company did not hand in is its own: nothing that the house reads says anything of it, and nothing it does reaches it.

use super::{super::client_in, OWNER, TABLE, scene};
use crate::tests::valid_body;
use actix_web::http::{Method, StatusCode};
use serde_json::Value;
use sooner_application::{identity::ports::AccessTokens, receivables::SeenCommand, testing::World};
use sooner_domain::{identity::operator::OperatorRoles, kernel::ids::ReceivableId};
use std::collections::BTreeSet;

/// The audit log says who did what to which thing by ids: it is the evidence of both sides.
const EVIDENCE: &[&str] = &["/operator/applications/{id}/audit", "/operator/applications/{id}/audit.csv"];

/// What the lists are asked for besides all of them.
const ASKED: &[(&str, &[&str])] = &[
    (
        "/operator/receivables",
        &["?status=draft", "?status=withdrawn", "?number=RE-1", "?number=L-1", "?sort=due", "?sort=face", "?companyId={company}"],
    ),
    ("/operator/names", &["?ids={drafts}"]),
];

/// Takes the draft back: it was never handed in, whatever its status is.
async fn withdrawn(world: &World, scene: &super::Scene) {
    let (by, id) = (scene.owner.membership, ReceivableId(scene.receivable.parse().unwrap()));
    let version = world.receivables().shown(id, &by).await.unwrap().receivable().parts().version;
    world.receivables().withdraw(id, SeenCommand { by, version, request: None }).await.unwrap();
}

#[actix_web::test]
async fn nothing_of_the_house_says_anything_of_what_was_not_handed_in() {
    for is_withdrawn in [false, true] {
        let (world, scene, _) = scene(OWNER).await;
        if is_withdrawn {
            withdrawn(&world, &scene).await;
        }
        let olga = world.operator_of("all@example.com", OperatorRoles::all()).await.unwrap();
        let token = world.tokens.sign(&olga.session).unwrap();
        let client = client_in(world).await;
        let hidden = [&scene.receivable, &scene.payable, &scene.file];
        let (mut wrong, mut read) = (Vec::new(), BTreeSet::new());
        for (operation, _) in TABLE.iter().filter(|(operation, _)| operation.starts_with("GET /operator")) {
            let path = operation.trim_start_matches("GET ");
            if EVIDENCE.contains(&path) {
                continue;
            }
            let plain = scene.address(&client.world, path).await;
            let more = ASKED.iter().filter(|(asked, _)| *asked == path).flat_map(|(_, queries)| *queries);
            let more = more.map(|query| {
                let drafts = format!("{},{},{}", scene.receivable, scene.payable, scene.examined);
                let query = query.replace("{drafts}", &drafts).replace("{company}", &scene.owner.membership.company.to_string());
                format!("{plain}{query}")
            });
            for address in [plain.clone()].into_iter().chain(more) {
                let answer = client.get(&address, &token).await;
                let said = String::from_utf8_lossy(&answer.body);
                read.extend(said.contains(&scene.examined).then_some(path));
                wrong.extend(hidden.iter().filter(|id| said.contains(**id)).map(|id| format!("{address} names {id}")));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        // What was handed in is there: the lists are not empty for another reason.
        assert!(
            ["/operator/receivables", "/operator/names", "/operator/receivables/{id}"].iter().all(|path| read.contains(path)),
            "{read:?}"
        );

        let totals = client.get("/operator/receivables?totals=true", &token).await.json()["totals"].clone();
        let counts: Vec<_> = totals.as_array().unwrap().iter().map(|total| total["count"].clone()).collect();
        assert_eq!(counts, [Value::from(1)], "{totals}");
        let file = format!("/semi-private/receivables/{}/documents/{}", scene.receivable, scene.file);
        assert_eq!(client.get(&file, &token).await.status, StatusCode::NOT_FOUND, "its file");
    }
}

#[actix_web::test]
async fn nothing_the_house_does_reaches_what_was_not_handed_in() {
    let (world, scene, _) = scene(OWNER).await;
    let olga = world.operator_of("all@example.com", OperatorRoles::all()).await.unwrap();
    let token = world.tokens.sign(&olga.session).unwrap();
    let client = client_in(world).await;
    let mut tried = 0;
    for (operation, _) in TABLE.iter().filter(|(operation, _)| operation.contains(" /operator/receivables/{id}")) {
        let (method, path) = operation.split_once(' ').unwrap();
        for id in [&scene.receivable, &scene.payable] {
            let body = (method != "GET").then(|| valid_body(operation));
            let answer = client.call(method.parse::<Method>().unwrap(), &path.replace("{id}", id), Some(&token), body).await;
            assert_eq!((answer.status, answer.code().as_str()), (StatusCode::NOT_FOUND, "not_found"), "{operation}");
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}
