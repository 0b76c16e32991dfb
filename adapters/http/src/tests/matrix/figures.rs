//! Figures beyond all bounds and currencies that are none, in every place of every body: each is refused, and nothing is written.

use super::{
    super::{client_in, contract::operations, valid_body},
    OWNER,
    deciding::written,
    scene,
};
use actix_web::http::Method;
use serde_json::{Value, json};
use sooner_application::identity::ports::AccessTokens;
use sooner_domain::identity::operator::OperatorRoles;

/// The places of a body that hold a value like this, as JSON pointers.
fn places(body: &Value, is_it: fn(&Value) -> bool, at: &str, found: &mut Vec<String>) {
    match body {
        Value::Object(members) => members.iter().for_each(|(name, value)| places(value, is_it, &format!("{at}/{name}"), found)),
        Value::Array(items) => items.iter().enumerate().for_each(|(place, value)| places(value, is_it, &format!("{at}/{place}"), found)),
        value if is_it(value) => found.push(at.to_owned()),
        _ => {}
    }
}

#[actix_web::test]
async fn no_figure_overflows_and_no_currency_is_none_in_any_body() {
    let (world, scene, owner) = scene(OWNER).await;
    let operator = world.operator_of("all@example.com", OperatorRoles::all()).await.unwrap();
    let operator = world.tokens.sign(&operator.session).unwrap();
    let client = client_in(world).await;
    let beyond = [json!(i64::MAX), json!(i64::MIN), json!(u64::MAX), json!(1e30), json!(0.5), json!("7")];
    let no_money = ["XXX", "XTS", "XAU", "XDR", "BOV", "EURO", "€", ""].map(Value::from);
    let (mut tried, mut wrong) = (0, Vec::new());
    let bodies = operations().into_iter().filter(|(_, _, operation)| !operation["requestBody"]["content"]["application/json"].is_null());
    for (method, template, _) in bodies {
        let (name, body) = (format!("{method} {template}"), valid_body(&format!("{method} {template}")));
        let (mut figures, mut currencies) = (Vec::new(), Vec::new());
        places(&body, Value::is_number, "", &mut figures);
        places(&body, |value| value == "EUR", "", &mut currencies);
        let values = |places: Vec<String>, values: &[Value]| -> Vec<(String, Value)> {
            places.into_iter().flat_map(|place| values.iter().map(move |value| (place.clone(), value.clone()))).collect()
        };
        for (place, value) in values(figures, &beyond).into_iter().chain(values(currencies, &no_money)) {
            let mut with_it = body.clone();
            *with_it.pointer_mut(&place).unwrap() = value.clone();
            let token = if template.starts_with("/operator") { &operator } else { owner.as_ref().unwrap() };
            let address = scene.address(&client.world, &template).await;
            let before = written(&client.world).await;
            let method: Method = method.clone();
            let answer = client.call(method, &address, Some(token), Some(with_it)).await;
            tried += 1;
            // What is sent in rows is refused row by row.
            let rows = || answer.json()["data"].as_array().cloned().unwrap_or_default();
            let is_row_refused = || !rows().is_empty() && rows().iter().all(|row| row["problem"].is_object());
            if !(answer.status.is_client_error() || answer.status.is_success() && is_row_refused())
                || written(&client.world).await != before
            {
                wrong.push(format!("{name} {place} {value}: {}", answer.status));
            }
        }
    }
    assert!(wrong.is_empty() && tried > 500, "{tried}: {}", wrong.join("\n"));
}
