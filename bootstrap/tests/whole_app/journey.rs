//! The main job on the real binary, on both databases, with a kill in between.

use super::{
    applicant::{fill_in, verified},
    support::{Checked, Instance},
};
use futures_util::future::join_all;
use serde_json::json;

async fn from_sign_up_to_status_1(mut instance: Instance) -> Checked {
    let token = verified(&instance, "ada@example.com").await?;
    fill_in(&instance, &token).await?;

    let before = instance.get("/semi-private/onboarding", &token).await?;
    assert_eq!(before.1["data"]["missing"], json!([]));
    instance.kill()?;
    instance.start().await?;
    assert_eq!(
        instance.get("/semi-private/onboarding", &token).await?,
        before,
        "what was acknowledged outlives kill -9, and so does the session"
    );

    let (status, answer) = instance.post("/semi-private/onboarding/submit", Some(&token), &json!({})).await?;
    assert_eq!((status, &answer["data"]["status"]), (200, &json!(1)), "{answer}");
    instance.kill()?;
    instance.start().await?;
    let (_, user) = instance.get("/semi-private/user", &token).await?;
    assert_eq!(user["data"]["userDetails"]["onboarding_status"], 1);
    assert_eq!(user["data"]["pendingBuyers"][0]["legalName"], "Nordwind AG");
    Ok(())
}

#[actix_web::test]
async fn from_sign_up_to_status_1_on_sqlite() -> Checked {
    from_sign_up_to_status_1(Instance::on_sqlite().await?).await
}

#[actix_web::test]
async fn from_sign_up_to_status_1_on_postgresql() -> Checked {
    match Instance::on_postgresql("journey").await? {
        Some(instance) => from_sign_up_to_status_1(instance).await,
        None => Ok(()),
    }
}

async fn only_one_uses_a_link(instance: Instance) -> Checked {
    instance.sign_up("bob@example.com").await?;
    let link = instance.mailed_link("bob@example.com").await?;
    // Looking does not use it up: mail scanners look.
    let page = instance.client.get(instance.url(&format!("/auth/verify-email?token={link}"))).send().await?;
    assert_eq!(page.status().as_u16(), 404);
    let body = json!({ "token": link });
    let attempts: [_; 50] = std::array::from_fn(|_| instance.post("/auth/verify-email", None, &body));
    let mut statuses = Vec::new();
    for answer in join_all(attempts).await {
        statuses.push(answer?.0);
    }
    assert_eq!(statuses.iter().filter(|status| **status == 204).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| matches!(status, 204 | 422)), "{statuses:?}");
    Ok(())
}

#[actix_web::test]
async fn one_of_many_uses_a_link_on_sqlite() -> Checked {
    only_one_uses_a_link(Instance::on_sqlite().await?).await
}

#[actix_web::test]
async fn one_of_many_uses_a_link_on_postgresql() -> Checked {
    match Instance::on_postgresql("links").await? {
        Some(instance) => only_one_uses_a_link(instance).await,
        None => Ok(()),
    }
}
