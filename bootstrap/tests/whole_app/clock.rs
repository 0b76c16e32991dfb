//! Business time on the real binary: moved by operators, kept by the database, never back.

use super::{
    review::operator,
    support::{Checked, Instance, output},
};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::error::Error;

const CLOCK: &str = "/operator/clock";
const TEST: &[(&str, &str)] = &[("SOONER_CLOCK", "test")];
/// What any of the requests here may take.
const PATIENCE: TimeDelta = TimeDelta::minutes(5);

async fn now(instance: &Instance, token: &str) -> Result<DateTime<Utc>, Box<dyn Error>> {
    let (status, answer) = instance.get(CLOCK, token).await?;
    assert_eq!((status, &answer["data"]["movable"]), (200, &json!(true)), "{answer}");
    Ok(answer["data"]["now"].as_str().ok_or("no time")?.parse()?)
}

async fn move_to(instance: &Instance, token: &str, to: DateTime<Utc>) -> Result<(u16, Value), Box<dyn Error>> {
    instance.post(CLOCK, Some(token), &json!({ "to": to })).await
}

async fn business_time_is_moved_forward_and_outlives_a_restart(mut instance: Instance) -> Checked {
    let admin = operator(&instance).await?;
    let start = now(&instance, &admin).await?;
    let (status, answer) = move_to(&instance, &admin, start + TimeDelta::days(45)).await?;
    assert_eq!(status, 200, "{answer}");
    let (status, answer) = move_to(&instance, &admin, start + TimeDelta::days(44)).await?;
    assert_eq!((status, &answer["code"]), (409, &json!("clock_backwards")));

    // Of many at once none takes it back, and nobody's session ends by it.
    let moves = (1..=16).map(|day| move_to(&instance, &admin, start + TimeDelta::days(45 + day * 7 % 17)));
    for answer in join_all(moves).await {
        assert!(matches!(answer?.0, 200 | 409));
    }
    let furthest = start + TimeDelta::days(45 + 16);
    assert!((furthest..furthest + PATIENCE).contains(&now(&instance, &admin).await?));

    instance.kill()?;
    instance.start().await?;
    assert!((furthest..furthest + PATIENCE).contains(&now(&instance, &admin).await?));
    let verified = output(&["audit", "verify"], &instance.variables(), instance.folder())?;
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));

    // Without the test clock it would go back.
    instance.kill()?;
    let variables: Vec<_> = instance.variables().into_iter().filter(|(name, _)| *name != "SOONER_CLOCK").collect();
    let refused = output(&["serve"], &variables, instance.folder())?;
    assert!(!refused.status.success());
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("SOONER_CLOCK: ") && said.contains("cannot go back"), "{said}");
    Ok(())
}

#[actix_web::test]
async fn business_time_is_moved_forward_and_outlives_a_restart_on_sqlite() -> Checked {
    business_time_is_moved_forward_and_outlives_a_restart(Instance::on_sqlite_with(TEST).await?).await
}

#[actix_web::test]
async fn business_time_is_moved_forward_and_outlives_a_restart_on_postgresql() -> Checked {
    match Instance::on_postgresql_with("clock", TEST).await? {
        Some(instance) => business_time_is_moved_forward_and_outlives_a_restart(instance).await,
        None => Ok(()),
    }
}

#[actix_web::test]
async fn an_instance_without_the_test_clock_is_moved_by_nobody() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let admin = operator(&instance).await?;
    let (_, before) = instance.get(CLOCK, &admin).await?;
    assert_eq!(before["data"]["movable"], json!(false));
    let now: DateTime<Utc> = before["data"]["now"].as_str().ok_or("no time")?.parse()?;
    let (status, answer) = move_to(&instance, &admin, now + TimeDelta::days(1)).await?;
    assert_eq!((status, &answer["code"]), (409, &json!("clock_not_movable")));
    Ok(())
}
