//! Threat 21: no secret in a log, whatever is logged, nor in the database.

use super::{
    super::{
        applicant::emulator_token,
        support::{Checked, Instance, PASSWORD, PHONE},
    },
    smtp_server::{Manners, SmtpServer},
};
use actix_web::rt::time::sleep;
use data_encoding::{BASE32_NOPAD, HEXLOWER};
use serde_json::json;
use std::{path::Path, time::Duration};

/// Every file below the folder.
fn files(folder: &Path, found: &mut Vec<(String, Vec<u8>)>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files(&path, found)?;
        } else {
            found.push((path.display().to_string(), std::fs::read(&path)?));
        }
    }
    Ok(())
}

#[actix_web::test]
async fn no_secret_is_logged_or_stored() -> Checked {
    let server = SmtpServer::start(Manners::Polite).await?;
    let url = format!("smtp://{}", server.address);
    let mut instance = Instance::on_sqlite_with(&[("SOONER_LOG", "trace"), ("SOONER_MAIL_URL", &url)]).await?;
    let first = instance.sign_up("ada@example.com").await?;
    while !server.has_mail_for("ada@example.com") {
        sleep(Duration::from_millis(20)).await;
    }
    let mail = server.mails().concat().join("\r\n").replace("=\r\n", "").replace("=3D", "=");
    let link = mail.split_once("token=").ok_or("no link")?.1;
    let confirmation: String = link.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect();
    let proof = emulator_token(PHONE)?;
    let (_, proven) = instance.post("/semi-private/auth/verify-gtoken", Some(&first), &json!({ "gToken": proof })).await?;
    let token = proven["token"].as_str().ok_or("no token")?.to_owned();
    assert_eq!(instance.post("/auth/verify-email", None, &json!({ "token": confirmation })).await?.0, 204);
    let (_, enrolment) = instance.post("/semi-private/auth/second-factor/enrolment", Some(&token), &json!({})).await?;
    let factor = enrolment["data"]["secret"].as_str().ok_or("no secret")?.replace(' ', "");
    let (status, _) = instance.post("/auth/signin", None, &json!({ "email": "ada@example.com", "password": "Kanarienvogel-7" })).await?;
    assert_eq!(status, 401);
    instance.terminate().await?;

    let raw_factor = BASE32_NOPAD.decode(factor.as_bytes())?;
    let canaries = [
        ("password", PASSWORD.to_owned()),
        ("guessed password", "Kanarienvogel-7".to_owned()),
        ("ended token", first),
        ("token", token),
        ("mailed link", confirmation),
        ("phone proof", proof),
        ("second factor", factor),
        ("second factor in hexadecimal", HEXLOWER.encode(&raw_factor)),
        ("key of the instance", "a secret of the tests, long enough for production".to_owned()),
    ];
    let mut found = Vec::new();
    files(instance.folder(), &mut found)?;
    assert!(found.iter().any(|(name, content)| name.ends_with("/log") && content.len() > 10_000), "it logs");
    assert!(found.iter().any(|(name, _)| name.ends_with("sooner.db")));
    for (name, content) in &found {
        for (what, canary) in &canaries {
            let there = content.windows(canary.len()).any(|window| window == canary.as_bytes());
            assert!(!there, "the {what} is in {name}");
        }
        assert!(!content.windows(raw_factor.len()).any(|window| window == raw_factor), "the second factor is in {name}");
    }
    Ok(())
}
