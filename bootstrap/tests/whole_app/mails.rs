//! Mails as a real server hears them.

use super::{
    applicant::{emulator_token, fill_in},
    drills::smtp_server::{Manners, SmtpServer},
    review::operator,
    support::{Checked, Instance, PASSWORD, PHONE},
};
use actix_web::rt::time::sleep;
use serde_json::{Value, json};
use std::{error::Error, time::Duration};

/// The newest mail that has this in its plain text, as a mail program shows it: its headers, and that text.
async fn arrived(server: &SmtpServer, text: &str) -> (Vec<String>, String) {
    loop {
        for mail in server.mails().iter().rev() {
            let head: Vec<_> = mail.iter().take_while(|line| !line.is_empty()).cloned().collect();
            // The plain text is the first part.
            let body: Vec<_> = mail.iter().skip_while(|line| !line.starts_with("Content-Type: text/plain")).collect();
            let body: Vec<_> =
                body.into_iter().skip_while(|line| !line.is_empty()).skip(1).take_while(|line| !line.starts_with("--")).collect();
            let shown = unquoted(&body.into_iter().map(|line| format!("{line}\n")).collect::<String>());
            if shown.contains(text) {
                return (head, shown);
            }
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// Undoes quoted-printable.
fn unquoted(text: &str) -> String {
    let text = text.replace("=\n", "");
    let mut parts = text.split('=');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        bytes.push(u8::from_str_radix(digits, 16).unwrap_or(b'?'));
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn header<'a>(head: &'a [String], name: &str) -> Option<&'a str> {
    head.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

/// Whoever signed up in German, with everything handed in.
async fn handed_in(instance: &Instance, server: &SmtpServer) -> Result<(), Box<dyn Error>> {
    let body = json!({
        "email": "ada@example.com", "password": PASSWORD, "fname": "Ada", "lname": "Müller", "phone": PHONE, "country": "DE",
        "countryCode": "+49", "language": "de",
    });
    let (status, answer) = instance.post("/auth/signup", None, &body).await?;
    assert_eq!(status, 201, "{answer}");
    let (head, text) = arrived(server, "Willkommen bei Sooner.").await;
    assert_eq!(header(&head, "Reply-To"), Some("<hilfe@sooner.example>"), "{head:?}");
    assert!(text.starts_with("Guten Tag,\n"), "nobody has proven the address: {text}");
    assert!(text.contains("Fragen? Schreiben Sie an hilfe@sooner.example."), "{text}");
    let link: String = text.split_once("token=").ok_or("no link")?.1.split_whitespace().next().unwrap_or_default().to_owned();
    assert_eq!(instance.post("/auth/verify-email", None, &json!({ "token": link })).await?.0, 204);
    let proof = json!({ "gToken": emulator_token(PHONE)? });
    let (_, answer) = instance.post("/semi-private/auth/verify-gtoken", answer["token"].as_str(), &proof).await?;
    let token = answer["token"].as_str().ok_or("no token")?;
    fill_in(instance, token).await?;
    assert_eq!(instance.post("/semi-private/onboarding/submit", Some(token), &json!({})).await?.0, 200);
    Ok(())
}

#[actix_web::test]
async fn somebody_who_reads_german_is_asked_for_documents_in_german_and_answers_to_support() -> Checked {
    let server = SmtpServer::start(Manners::Polite).await?;
    let url = format!("smtp://{}", server.address);
    let variables = [("SOONER_MAIL_URL", url.as_str()), ("SOONER_SUPPORT_EMAIL", "hilfe@sooner.example"), ("SOONER_LOG", "off")];
    let instance = Instance::on_sqlite_with(&variables).await?;
    handed_in(&instance, &server).await?;
    let (_, text) = arrived(&server, "wir prüfen jetzt Ihre Dokumente").await;
    assert!(text.starts_with("Guten Tag Ada Müller,\n"), "{text}");

    let operator = operator(&instance).await?;
    let (_, queue) = instance.get("/operator/applications", &operator).await?;
    let waiting: &Value = &queue["data"]["applications"][0];
    let case = format!("/operator/applications/{}/request-documents", waiting["id"].as_str().ok_or("nothing waits")?);
    let ask = json!({
        "version": waiting["version"], "note": "Bitte bis Freitag.\n.\nReply-To: eve@example.com\nhttps://evil.example/",
        "documents": [{ "kind": "bank_statement", "reason": "Älter als drei Monate.\nAlle Seiten, bitte." }],
    });
    let (status, answer) = instance.post(&case, Some(&operator), &ask).await?;
    assert_eq!(status, 200, "{answer}");
    let (head, text) = arrived(&server, "Wir benötigen diese Dokumente von Ihnen:").await;
    assert_eq!(header(&head, "Subject"), Some("Bitte reichen Sie Dokumente nach"));
    assert_eq!(header(&head, "Reply-To"), Some("<hilfe@sooner.example>"), "{head:?}");
    assert_eq!(head.iter().filter(|line| line.to_ascii_lowercase().starts_with("reply-to")).count(), 1, "{head:?}");
    let listed = "- Letzter Kontoauszug\n  > Älter als drei Monate.\n  > Alle Seiten, bitte.\n";
    assert!(text.contains(listed), "{text}");
    let note = "Unsere Anmerkung:\n  > Bitte bis Freitag.\n  > .\n  > Reply-To: eve@example. com\n  > https: //evil. example/\n";
    assert!(text.contains(note), "{text}");
    assert!(text.contains("Dokumente hochladen:\nhttp://localhost:3000/onboarding\n"), "{text}");
    Ok(())
}
