//! Threat 21: no secret in a log, whatever is logged, nor in the database.

use super::{
    super::{
        applicant::emulator_token,
        support::{Checked, Instance, PASSWORD, PHONE, Process, fresh_database, output, sooner},
    },
    smtp_server::{Manners, SmtpServer},
};
use actix_web::rt::time::sleep;
use data_encoding::{BASE32_NOPAD, HEXLOWER};
use serde_json::json;
use std::{path::Path, process::Stdio, time::Duration};

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

/// What a server says until it ends, or waits for its database.
async fn served(database: &str, folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let log = folder.join("log");
    let variables = [("SOONER_DATABASE_URL", database), ("SOONER_LOG", "trace"), ("SOONER_WEB_ADDR", "")];
    let mut serve = sooner(&["serve"], &variables, folder);
    let mut server = Process::start(serve.stdout(Stdio::null()).stderr(std::fs::File::create(&log)?))?;
    while server.try_wait()?.is_none() {
        if std::fs::read_to_string(&log)?.contains("waiting for the database") {
            server.kill()?;
            server.wait()?;
        }
        sleep(Duration::from_millis(20)).await;
    }
    Ok(std::fs::read_to_string(&log)?)
}

/// What an authenticator app shows now.
#[expect(clippy::disallowed_methods, reason = "the binary under test has the real clock")]
pub fn authenticator_code(secret: &str) -> Result<String, Box<dyn std::error::Error>> {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs();
    let output = std::process::Command::new("python3").args(["-c", TOTP, secret, &(seconds / 30).to_string()]).output()?;
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

const TOTP: &str = "import base64,hmac,struct,sys
s=sys.argv[1]; k=base64.b32decode(s+'='*(-len(s)%8))
h=hmac.digest(k,struct.pack('>Q',int(sys.argv[2])),'sha1'); o=h[-1]&15
print('%06d'%((struct.unpack('>I',h[o:o+4])[0]&0x7fffffff)%10**6))";

/// Passwords of the instance itself, each in the address of something that cannot be reached or does not take it.
#[actix_web::test]
async fn no_password_of_the_instance_is_shown() -> Checked {
    const CANARY: &str = "Kanarienvogel";
    let mail_server = SmtpServer::start(Manners::Polite).await?;
    // It offers no encryption, so the password is not sent and the mail waits.
    let mail = format!("smtp://sooner:{CANARY}@{}", mail_server.address);
    let logging = [("SOONER_LOG", "trace"), ("SOONER_MAIL_URL", mail.as_str())];
    let mut instance = Instance::on_sqlite_with(&logging).await?;
    instance.sign_up("ada@example.com").await?;
    while !instance.logged()?.contains("postponed") && !instance.logged()?.contains("not sent") && !instance.logged()?.contains("STARTTLS")
    {
        sleep(Duration::from_millis(50)).await;
    }
    instance.terminate().await?;
    let mut found = Vec::new();
    files(instance.folder(), &mut found)?;
    let mut shown: Vec<_> = found.iter().map(|(name, content)| (name.clone(), String::from_utf8_lossy(content).into_owned())).collect();
    shown.push(("mail server".to_owned(), mail_server.commands().join("\n")));

    if let Some(url) = fresh_database("secrets")? {
        // Taken with any password, as the server trusts this machine.
        let url = format!("{url}&password={CANARY}");
        let instance = Instance::start_on(tempfile::tempdir()?, url, &[("SOONER_LOG", "trace")]).await?;
        instance.sign_up("ada@example.com").await?;
        shown.push(("the log on PostgreSQL".to_owned(), instance.logged()?));
    }
    let folder = tempfile::tempdir()?;
    for database in [
        format!("postgres://sooner:{CANARY}@127.0.0.1:1/sooner"),
        format!("postgres://sooner:{CANARY}/{CANARY}@127.0.0.1:1/sooner"),
        format!("postgres://sooner:{CANARY}@{CANARY}@127.0.0.1:1/sooner"),
        format!("postgres://sooner:{CANARY}%zz@127.0.0.1:1/sooner"),
        format!("postgres://sooner:{CANARY}#{CANARY}@127.0.0.1:1/sooner"),
        format!("postgres://sooner:{CANARY}?{CANARY}@127.0.0.1:1/sooner"),
        format!("postgres://sooner@127.0.0.1:1/sooner?password={CANARY}&odd={CANARY}"),
        format!("postgres://sooner@127.0.0.1:1/sooner?password=x&{CANARY}"),
        format!("postgres://sooner@127.0.0.1:1/sooner?password=x={CANARY}"),
        format!("mysql://sooner:{CANARY}@127.0.0.1/sooner"),
    ] {
        shown.push((format!("serve on {database}"), served(&database, folder.path()).await?));
        for command in [["check"].as_slice(), &["migrate"], &["audit", "verify"], &["backup", "copy.tar"], &["mail", "given-up"]] {
            let said = output(command, &[("SOONER_DATABASE_URL", &database), ("SOONER_LOG", "trace")], folder.path())?;
            let text = [said.stdout, said.stderr].concat();
            assert!(command == ["check"] || !said.status.success(), "{command:?} on {database}");
            shown.push((format!("{command:?} on {database}"), String::from_utf8_lossy(&text).into_owned()));
        }
    }
    for (name, content) in shown {
        assert!(!content.contains(CANARY), "{name}: {content}");
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
    let (_, enrolment) = instance.post_confirmed("/semi-private/auth/second-factor/enrolment", (&token, PASSWORD), &json!({})).await?;
    let factor = enrolment["data"]["secret"].as_str().ok_or("no secret")?.replace(' ', "");
    let code = authenticator_code(&factor)?;
    let (status, on) = instance
        .post("/semi-private/auth/second-factor/confirmation", Some(&token), &json!({ "id": enrolment["data"]["id"], "code": code }))
        .await?;
    assert_eq!(status, 200, "{on}");
    let recovery: Vec<_> = on["data"]["recoveryCodes"].as_array().ok_or("no codes")?.iter().filter_map(|code| code.as_str()).collect();
    let recovery: Vec<_> = recovery.into_iter().map(str::to_owned).collect();
    assert!(recovery.len() >= 8, "{recovery:?}");
    let second = on["data"]["token"].as_str().ok_or("no token")?.to_owned();
    // A recovery code and a link that were used, and others that were not.
    let (_, begun) = instance.post("/auth/signin", None, &json!({ "email": "ada@example.com", "password": PASSWORD })).await?;
    let begun = begun["data"]["token"].as_str().ok_or("no token")?.to_owned();
    let passed = instance.post("/semi-private/auth/second-factor", Some(&begun), &json!({ "code": recovery[0] })).await?;
    assert_eq!(passed.0, 200, "{passed:?}");
    instance.sql("DELETE FROM rate_limits WHERE name LIKE '%mail/recipient'")?;
    assert_eq!(instance.post("/auth/forgot-password", None, &json!({ "email": "ada@example.com" })).await?.0, 202);
    let reset = loop {
        let mails = server.mails().iter().map(|mail| mail.join("\r\n").replace("=\r\n", "").replace("=3D", "=")).collect::<Vec<_>>();
        let link = mails.iter().find_map(|mail| mail.split_once("/reset-password#token=")).map(|(_, rest)| rest);
        if let Some(link) = link {
            break link.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect::<String>();
        }
        sleep(Duration::from_millis(20)).await;
    };
    let (status, _) = instance.post("/auth/signin", None, &json!({ "email": "ada@example.com", "password": "Kanarienvogel-7" })).await?;
    assert_eq!(status, 401);
    instance.terminate().await?;

    let raw_factor = BASE32_NOPAD.decode(factor.as_bytes())?;
    let mut canaries = vec![
        ("token after the second factor", second),
        ("half a session's token", begun),
        ("link that resets the password", reset),
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
    canaries.extend(recovery.iter().map(|code| ("recovery code", code.clone())));
    canaries.extend(recovery.iter().map(|code| ("recovery code without its dashes", code.replace('-', ""))));
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
