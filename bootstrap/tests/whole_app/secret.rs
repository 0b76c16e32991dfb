//! The instance's secret is changed, and nobody notices but who should.

use super::{
    drills::secrets::authenticator_code,
    review::operator,
    support::{Checked, Instance, PASSWORD},
};
use serde_json::json;

const BEFORE: &str = "a secret of the tests, long enough for production";
const AFTER: &str = "another secret of the tests, long enough for production";

#[actix_web::test]
async fn a_new_secret_signs_nobody_out_breaks_no_link_and_takes_no_factor_while_the_one_before_is_named() -> Checked {
    // Mails wait: nobody takes them.
    let mut instance = Instance::on_sqlite_with(&[("SOONER_MAIL_URL", "smtp://127.0.0.1:1")]).await?;
    let ada = instance.sign_up("ada@example.com").await?;
    let olga = operator(&instance).await?;
    let (_, enrolment) = instance.post_confirmed("/semi-private/auth/second-factor/enrolment", (&olga, PASSWORD), &json!({})).await?;
    let code = authenticator_code(&enrolment["data"]["secret"].as_str().ok_or("no secret")?.replace(' ', ""))?;
    let (status, on) = instance
        .post("/semi-private/auth/second-factor/confirmation", Some(&olga), &json!({ "id": enrolment["data"]["id"], "code": code }))
        .await?;
    assert_eq!(status, 200, "{on}");
    let recovery = on["data"]["recoveryCodes"].clone();
    let olga = on["data"]["token"].as_str().ok_or("no token")?.to_owned();

    let rotated = [("SOONER_JWT_SECRET", AFTER), ("SOONER_JWT_SECRET_BEFORE", BEFORE), ("SOONER_MAIL_URL", "file://var/mail")];
    instance.restart_with(&rotated).await?;
    for token in [&ada, &olga] {
        assert_eq!(instance.get("/semi-private/user", token).await?.0, 200);
    }
    instance.sql("UPDATE outbox SET due_at = 0")?;
    let link = instance.mailed_link("ada@example.com").await?;
    assert_eq!(instance.post("/auth/verify-email", None, &json!({ "token": link })).await?.0, 204);
    let (_, begun) = instance.post("/auth/signin", None, &json!({ "email": "olga@example.com", "password": PASSWORD })).await?;
    let begun = begun["data"]["token"].as_str().ok_or("no token")?;
    let (status, passed) = instance.post("/semi-private/auth/second-factor", Some(begun), &json!({ "code": recovery[0] })).await?;
    assert_eq!(status, 200, "{passed}");
    let newer = passed["token"].as_str().ok_or("no token")?;
    assert_eq!(instance.get("/semi-private/user", newer).await?.0, 200);

    instance.restart_with(&[("SOONER_JWT_SECRET_BEFORE", "")]).await?;
    assert_eq!(instance.get("/semi-private/user", &ada).await?.0, 401, "the one before counts no more");
    assert_eq!(instance.get("/semi-private/user", newer).await?.0, 200, "it was made under the new one");
    Ok(())
}
