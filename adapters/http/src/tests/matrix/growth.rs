//! What makes the product keep more or mail uses a budget of its account: tried with every operation of the contract, reads included.

use super::{super::client_in, For, OWNER, Scene, TABLE, UPLOAD, scene, upload};
use crate::tests::valid_body;
use actix_web::http::{Method, StatusCode};
use serde_json::Value;
use sooner_application::{identity::ports::AccessTokens, parties::Member, testing::World};
use sooner_domain::{
    identity::operator::OperatorRoles,
    kernel::audit::{Actor, AuditAction},
};
use std::collections::BTreeSet;

/// What grows though every budget of the account is used up, and what bounds it instead.
const BOUNDED_ELSEWHERE: &[(&str, &str)] = &[
    ("POST /auth/signup", "20 an hour by client address"),
    ("POST /auth/signin", "10 a minute by account, 30 by client address"),
    ("POST /auth/forgot-password", "30 a minute by client address, a mail a minute and 20 an hour to an address"),
    ("GET /semi-private/auth/send-email-verification", "a mail a minute and 20 an hour to an address"),
    ("PUT /semi-private/auth/password", "5 in five minutes by account: it guards the account"),
    ("POST /semi-private/auth/signout", "a session ends once: it guards the account"),
    ("DELETE /semi-private/auth/sessions/{id}", "a session ends once: it guards the account"),
    ("POST /semi-private/auth/second-factor", "5 in five minutes by account: it guards the account"),
    ("POST /semi-private/auth/second-factor/confirmation", "5 in five minutes by account: it guards the account"),
    ("POST /semi-private/auth/second-factor/removal", "5 in five minutes by account: it guards the account"),
];

/// Records that were written; what confirms a request beforehand is none of it.
async fn records(world: &World) -> usize {
    let is_confirmation = |action| matches!(action, AuditAction::SteppedUp | AuditAction::StepUpFailed);
    let by_people = |by: &Actor| matches!(by, Actor::User(_) | Actor::Stranger);
    let records = world.records().await.unwrap();
    records.iter().filter(|record| by_people(&record.entry.by) && !is_confirmation(record.entry.action)).count()
}

/// Who may do it: an operator in every role, or an owner.
async fn caller(world: &World, scene: &Scene, whom: For) -> (Option<Member>, Option<String>) {
    let member = match whom {
        For::Anybody => return (None, None),
        For::Operator | For::OperatorWith(_) | For::OperatorsOwn => {
            world.operator_of("all@example.com", OperatorRoles::all()).await.unwrap()
        }
        _ => scene.owner.clone(),
    };
    let token = world.tokens.sign(&member.session).unwrap();
    (Some(member), Some(token))
}

/// How many records an operation writes, and what it answers; with or without something left of the budgets.
async fn tried(name: &str, whom: For, is_used_up: bool) -> (usize, StatusCode, String) {
    let (world, scene, _) = scene(OWNER).await;
    let (member, token) = caller(&world, &scene, whom).await;
    let (method, path) = name.split_once(' ').unwrap();
    let address = scene.address(&world, path).await;
    let client = client_in(world).await;
    if let Some(member) = member.filter(|_| is_used_up) {
        client.world.memory.use_up(member.user.id(), client.world.clock_now());
    }
    let before = records(&client.world).await;
    let answer = match name {
        UPLOAD => upload(&client, &address, token.as_deref()).await,
        _ => {
            let body = Some(valid_body(name)).filter(|body| !body.is_null() && method != "GET");
            client.call(method.parse::<Method>().unwrap(), &address, token.as_deref(), body).await
        }
    };
    let code = serde_json::from_slice::<Value>(&answer.body).map(|body| body["code"].as_str().unwrap_or_default().to_owned());
    (records(&client.world).await - before, answer.status, code.unwrap_or_default())
}

#[test]
fn what_an_operation_writes_uses_a_budget_of_its_account_or_has_another_bound() {
    let shares: Vec<_> = TABLE.chunks(TABLE.len().div_ceil(4)).collect();
    let (grown, wrong) = std::thread::scope(|scope| {
        let threads = shares.iter().map(|share| scope.spawn(move || actix_web::rt::System::new().block_on(of_share(share))));
        let found: Vec<_> = threads.collect::<Vec<_>>().into_iter().map(|thread| thread.join().unwrap()).collect();
        let (grown, wrong): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        (grown.concat(), wrong.concat())
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(grown.len() > 20, "{}: {grown:?}", grown.len());
    let listed: BTreeSet<_> = BOUNDED_ELSEWHERE.iter().map(|(name, _)| *name).collect();
    assert!(listed.iter().all(|name| TABLE.iter().any(|(operation, _)| operation == name)), "no such operation");
}

/// The operations that wrote something, and those that wrote something beyond every budget.
async fn of_share(share: &[(&'static str, For)]) -> (Vec<&'static str>, Vec<String>) {
    let (mut grown, mut wrong) = (Vec::new(), Vec::new());
    for (name, whom) in share {
        let (written, ..) = tried(name, *whom, false).await;
        if written == 0 {
            continue;
        }
        grown.push(*name);
        let (beyond, status, code) = tried(name, *whom, true).await;
        let is_listed = BOUNDED_ELSEWHERE.iter().any(|(listed, bound)| listed == name && !bound.is_empty());
        let is_refused = beyond == 0 && (status, code.as_str()) == (StatusCode::TOO_MANY_REQUESTS, "too_many_requests");
        if is_listed == is_refused {
            wrong.push(format!("{name}: {beyond} of {written} records beyond the budgets, {status} {code}"));
        }
    }
    (grown, wrong)
}
