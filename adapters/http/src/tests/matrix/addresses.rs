//! What is mailed only where an address has an account changes no answer to anybody else: every way in for whoever names an address
//! without being signed in, before every operation that takes an address from somebody who is.

use super::{super::client_in, For, OWNER, TABLE, scene};
use crate::tests::valid_body;
use actix_web::{http::Method, rt::task::yield_now};
use chrono::TimeDelta;
use serde_json::{Value, json};
use sooner_application::{
    identity::ports::AccessTokens,
    testing::{World, a_user},
};
use sooner_domain::identity::operator::OperatorRoles;

const SOMEONE: &str = "zoe@example.com";

/// More than an account gets in an hour.
const TIMES: usize = 21;

/// The body with this address wherever it has one; none where it has none.
fn naming(body: &Value, address: &str) -> Option<Value> {
    match body {
        Value::String(text) if text.contains('@') => Some(json!(address)),
        Value::Object(fields) => {
            let changed: Vec<_> = fields.iter().filter_map(|(name, value)| Some((name.clone(), naming(value, address)?))).collect();
            let mut body = fields.clone();
            body.extend(changed.iter().cloned());
            (!changed.is_empty()).then_some(Value::Object(body))
        }
        Value::Array(all) => {
            let changed: Vec<_> = all.iter().filter_map(|value| naming(value, address)).collect();
            (!changed.is_empty()).then_some(Value::Array(changed))
        }
        _ => None,
    }
}

/// The operations that take an address: those for anybody, or the others.
fn doors(for_anybody: bool) -> Vec<(&'static str, For, Value)> {
    let is_asked = |whom: For| (whom == For::Anybody) == for_anybody;
    let of = TABLE.iter().filter(|(operation, whom)| !operation.starts_with("GET ") && is_asked(*whom));
    of.filter_map(|(operation, whom)| Some((*operation, *whom, naming(&valid_body(operation), SOMEONE)?))).collect()
}

/// The answer to a signed-in caller, after an anonymous one named the same address all the time.
async fn answered(before: &(&str, For, Value), (operation, whom, body): &(&str, For, Value), has_account: bool) -> (u16, Value) {
    let (world, scene, _) = scene(OWNER).await;
    if has_account {
        world.verified(a_user().email(SOMEONE).phone("+4915112345670")).await.unwrap();
    }
    world.clock.advance(TimeDelta::minutes(1));
    let me = match whom {
        For::Operator | For::OperatorWith(_) | For::OperatorsOwn => {
            world.operator_of("all@example.com", OperatorRoles::all()).await.unwrap()
        }
        _ => scene.owner.clone(),
    };
    let (method, path) = operation.split_once(' ').unwrap();
    let address = scene.address(&world, path).await;
    let token = world.tokens.sign(&me.session).unwrap();
    let client = client_in(world).await;
    let (anonymous, named) = before.0.split_once(' ').unwrap();
    for time in 0..TIMES {
        client.call(anonymous.parse::<Method>().unwrap(), named, None, Some(before.2.clone())).await;
        yield_now().await;
        if time + 1 < TIMES {
            client.world.clock.advance(TimeDelta::seconds(61));
        }
    }
    client.world.clock.advance(TimeDelta::seconds(2));
    let mut body = body.clone();
    if body["version"] == 9 {
        body["version"] = json!(1);
    }
    let answer = client.call(method.parse::<Method>().unwrap(), &address, Some(&token), Some(body)).await;
    let said = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
    (answer.status.as_u16(), json!([said["code"], said["usedUp"], said["fieldCodes"]]))
}

#[actix_web::test]
async fn no_answer_says_whether_an_address_has_an_account_by_what_was_mailed_there() {
    let (anonymous, signed_in) = (doors(true), doors(false));
    assert!(anonymous.iter().any(|(operation, ..)| *operation == "POST /auth/forgot-password"));
    let mut done = Vec::new();
    for before in &anonymous {
        for door in &signed_in {
            let (with, without) = (answered(before, door, true).await, answered(before, door, false).await);
            assert_eq!(with, without, "{} after {}", door.0, before.0);
            if with.0 < 300 {
                done.push((before.0, door.0));
            }
        }
    }
    let operation = "POST /semi-private/invitations";
    assert_eq!(done.iter().filter(|(_, door)| *door == operation).count(), anonymous.len(), "{operation} mails: {done:?}");
}

#[actix_web::test]
async fn nobody_uses_up_what_an_account_may_mail_by_asking_for_its_links() {
    let world = World::default();
    let token = world.verified(a_user().email(SOMEONE)).await.unwrap();
    let client = client_in(world).await;
    for _ in 0..TIMES {
        client.world.clock.advance(TimeDelta::seconds(61));
        client.call(Method::POST, "/auth/forgot-password", None, Some(json!({ "email": SOMEONE }))).await;
        yield_now().await;
    }
    let invitation = json!({ "email": "vera@example.com", "role": "viewer" });
    assert_eq!(client.post("/semi-private/invitations", &token, invitation).await.status.as_u16(), 201);
}
