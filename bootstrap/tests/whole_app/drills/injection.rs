//! Threat 8: text that would be a header, a command or a log line of its own.

use super::{
    super::support::{Checked, Instance, PASSWORD, PRODUCTION, client_address},
    raw::Raw,
    smtp_server::{Manners, SmtpServer},
};
use serde_json::{Value, json};

/// Whoever smuggles something in tries to smuggle this in.
const SMUGGLED: &str = "Smuggled";

const ENDINGS: [&str; 12] = [
    "\r\nSmuggled: yes",
    "\nSmuggled: yes",
    "\rSmuggled: yes",
    "\r\n.\r\nMAIL FROM:<Smuggled@example.com>",
    "%0d%0aSmuggled: yes",
    "\u{85}Smuggled: yes",
    "\u{2028}Smuggled: yes",
    "\u{0}Smuggled",
    "\"}\n{\"level\":\"ERROR\",\"message\":\"Smuggled\"}",
    "<Smuggled@example.com>",
    " Smuggled@example.com",
    "\u{1b}[31mSmuggled",
];

#[actix_web::test]
async fn text_becomes_no_header_no_command_and_no_log_line() -> Checked {
    let server = SmtpServer::start(Manners::Polite).await?;
    let url = format!("smtp://{}", server.address);
    let production = [&PRODUCTION[..], &[("SOONER_MAIL_URL", url.as_str()), ("SOONER_LOG", "debug")]].concat();
    let instance = Instance::on_sqlite_with(&production).await?;
    let good = json!({
        "email": "ada@example.com", "password": PASSWORD, "fname": "Ada", "lname": "Brandt", "phone": "+4915112345678", "country": "DE", "countryCode": "+49",
    });
    let mut accepted = Vec::new();
    for (number, ending) in ENDINGS.iter().enumerate() {
        for (place, field) in ["email", "password", "fname", "lname", "phone", "country", "countryCode"].into_iter().enumerate() {
            let mut body = good.clone();
            body["email"] = json!(format!("ada.{number}.{place}@example.com"));
            body[field] = json!(format!("{}{ending}", body[field].as_str().unwrap_or_default()));
            let request = instance.client.post(instance.url("/auth/signup")).header("x-forwarded-for", client_address(number * 10 + place));
            let status = request.json(&body).send().await?.status().as_u16();
            assert!(matches!(status, 201 | 422), "{field} with {ending:?}: {status}");
            if status == 201 {
                accepted.push(body["email"].as_str().unwrap_or_default().to_owned());
            }
        }
        for (path, body) in [
            ("/auth/signin", json!({ "email": format!("ada@example.com{ending}"), "password": format!("x{ending}") })),
            ("/auth/forgot-password", json!({ "email": format!("ada@example.com{ending}") })),
            ("/auth/verify-email", json!({ "token": format!("x{ending}") })),
            ("/auth/reset-password", json!({ "token": format!("x{ending}"), "password": PASSWORD })),
        ] {
            let request = instance.client.post(instance.url(path)).header("x-forwarded-for", client_address(5_000 + number));
            let status = request.json(&body).send().await?.status().as_u16();
            assert!((400..500).contains(&status), "{path} with {ending:?}: {status}");
        }
        let path = ending.replace(['\r', '\n', ' ', '\0', '\u{1b}'], "%0a");
        let head = format!(
            "GET /x{path}?y={path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: a{path}\r\nX-Request-Id: b{path}\r\nConnection: close\r\n\r\n"
        );
        let answer = Raw::send(instance.address(), head.as_bytes()).await?.answer().await;
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(!answer.split("\r\n\r\n").next().unwrap_or_default().contains(SMUGGLED), "{answer}");
    }
    // A mail to each who was taken, as proof that the others would have had one.
    assert!(!accepted.is_empty());
    for email in &accepted {
        while !server.has_mail_for(email) {
            actix_web::rt::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
    for command in server.commands() {
        let verb = command.split([' ', ':']).next().unwrap_or_default();
        assert!(["EHLO", "MAIL", "RCPT", "DATA", "QUIT", "RSET", "NOOP"].contains(&verb) && !command.contains(SMUGGLED), "{command:?}");
    }
    for mail in server.mails() {
        let head = mail.iter().take_while(|line| !line.is_empty());
        for line in head.filter(|line| !line.starts_with([' ', '\t'])) {
            let name = line.split(':').next().unwrap_or_default().to_ascii_lowercase();
            let known = [
                "from",
                "to",
                "reply-to",
                "subject",
                "date",
                "message-id",
                "mime-version",
                "content-type",
                "content-transfer-encoding",
                "auto-submitted",
            ];
            assert!(known.contains(&name.as_str()), "an unknown header: {line:?}");
        }
    }
    let logged = instance.logged()?;
    assert!(logged.lines().count() > ENDINGS.len() * 10, "it logs");
    for line in logged.lines() {
        let parsed: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
        assert!(parsed["message"].is_string() && !parsed["message"].as_str().unwrap_or_default().starts_with(SMUGGLED), "{line}");
    }
    Ok(())
}
