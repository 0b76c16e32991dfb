//! Threats 3 and 9: guessing passwords from one and from many addresses; uploads that never end.

use super::{
    super::{
        applicant::{upload, verified},
        support::{Checked, Instance, PASSWORD, client_address},
    },
    raw::{Raw, head},
};
use futures_util::{StreamExt, stream};
use serde_json::json;
use std::{collections::BTreeMap, error::Error};

const TRIES: usize = 1_000;
const MULTIPART: &str = "multipart/form-data; boundary=edge";

async fn sign_in(instance: &Instance, email: &str, password: &str, from: usize) -> Result<(u16, bool), reqwest::Error> {
    let request = instance.client.post(instance.url("/auth/signin")).header("x-forwarded-for", client_address(from));
    let answer = request.json(&json!({ "email": email, "password": password })).send().await?;
    Ok((answer.status().as_u16(), answer.headers().contains_key("retry-after")))
}

/// How often each status was answered; a refusal without a time to wait counts as 0.
async fn guesses(tries: impl Iterator<Item = (String, usize)>, instance: &Instance) -> Result<BTreeMap<u16, usize>, Box<dyn Error>> {
    let mut statuses = BTreeMap::new();
    let mut answers = stream::iter(tries.map(async |(email, from)| sign_in(instance, &email, "a guess", from).await)).buffer_unordered(16);
    while let Some(answer) = answers.next().await {
        let (status, waits) = answer?;
        let status = if matches!(status, 429 | 503) && !waits { 0 } else { status };
        *statuses.entry(status).or_default() += 1;
    }
    Ok(statuses)
}

/// Of so many tries at most two windows' limit was looked at, the rest refused.
fn within(statuses: &BTreeMap<u16, usize>, limit: usize) -> bool {
    let count = |status: u16| statuses.get(&status).copied().unwrap_or(0);
    count(401) >= 1 && count(401) <= 2 * limit && count(401) + count(429) + count(503) == TRIES
}

#[actix_web::test]
async fn guessing_is_stopped_and_locks_nobody_out() -> Checked {
    let instance = Instance::on_sqlite().await?;
    instance.sign_up("ada@example.com").await?;
    // Somebody with a list of addresses and passwords.
    let one = guesses((0..TRIES).map(|number| (format!("somebody.{number}@example.com"), 1)), &instance).await?;
    println!("1,000 guesses from one address: {one:?}");
    assert!(within(&one, 30), "{one:?}");
    // Somebody with many machines, who wants one account.
    let many = guesses((0..TRIES).map(|number| ("ada@example.com".to_owned(), 10 + number)), &instance).await?;
    println!("1,000 guesses at one account from 1,000 addresses: {many:?}");
    assert!(within(&many, 10), "{many:?}");
    assert_eq!(sign_in(&instance, "ada@example.com", PASSWORD, 5_000).await?.0, 429, "the account's limit is spent for strangers");
    // Its owner gets in all the same, from where she signed up.
    let request = instance.client.post(instance.url("/auth/signin")).json(&json!({ "email": "ada@example.com", "password": PASSWORD }));
    assert_eq!(request.send().await?.status(), 200);
    // And from elsewhere with a mailed link, a minute after the last mail.
    instance.sql("DELETE FROM rate_limits WHERE name LIKE '%mail/recipient'")?;
    assert_eq!(instance.post("/auth/forgot-password", None, &json!({ "email": "ada@example.com" })).await?.0, 202);
    let link = loop {
        // The first mail confirms the address; its link opens no password.
        let link = instance.mailed_link("ada@example.com").await?;
        let body = json!({ "token": link, "password": "seven quiet harbours" });
        let request = instance.client.post(instance.url("/auth/reset-password")).header("x-forwarded-for", client_address(6_000));
        match request.json(&body).send().await?.status().as_u16() {
            202 => break link,
            _ => actix_web::rt::time::sleep(std::time::Duration::from_millis(200)).await,
        }
    };
    assert!(!link.is_empty());
    assert_eq!(sign_in(&instance, "ada@example.com", "seven quiet harbours", 6_000).await?.0, 200);
    Ok(())
}

/// What is left in the folder of documents.
fn files(instance: &Instance) -> Result<usize, std::io::Error> {
    Ok(std::fs::read_dir(instance.folder().join("var/documents"))?.count())
}

fn part(name: &str) -> String {
    format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\nbank_statement\r\n")
}

const FILE: &str =
    "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.7\n";

/// Sends chunks until the server has had enough; the status it answered.
async fn endless(instance: &Instance, token: &str) -> Result<(Option<u16>, usize), Box<dyn Error>> {
    let head = head("POST", "/semi-private/documents", token, MULTIPART, 0).replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let start = format!("{}{FILE}", part("kind"));
    let mut raw = Raw::send(instance.address(), format!("{head}{:x}\r\n{start}\r\n", start.len()).as_bytes()).await?;
    let chunk = [format!("{:x}\r\n", 65_536).as_bytes(), &[b' '; 65_536], b"\r\n"].concat();
    let mut sent = 0;
    // Somebody has to stop; the server should.
    while sent < 8 << 30 && raw.go_on(&chunk).await.is_ok() {
        sent += chunk.len();
    }
    Ok((raw.status().await, sent))
}

#[actix_web::test]
async fn uploads_without_end_are_cut_and_leave_nothing() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let token = verified(&instance, "ada@example.com").await?;
    let before = instance.memory("VmRSS")?;

    let declared = head("POST", "/semi-private/documents", &token, MULTIPART, 10_737_418_240_u64);
    let mut declared = Raw::send(instance.address(), format!("{declared}{}{FILE}", part("kind")).as_bytes()).await?;
    assert_eq!(declared.status().await, Some(413), "10 GB declared");

    for _ in 0..2 {
        let (status, sent) = endless(&instance, &token).await?;
        assert!(matches!(status, Some(413) | None), "{status:?}");
        assert!(sent < 8 << 30, "{sent} bytes were taken of a file without end");
    }

    let parts = part("kind").repeat(10_000);
    let head = head("POST", "/semi-private/documents", &token, MULTIPART, parts.len());
    let mut many = Raw::send(instance.address(), format!("{head}{parts}").as_bytes()).await?;
    assert!(matches!(many.status().await, Some(413 | 422)), "10,000 parts");

    let mut picture = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR".to_vec();
    picture.extend([60_000_u32.to_be_bytes(), 60_000_u32.to_be_bytes()].concat());
    picture.extend(b"\x08\x02\0\0\0\0\0\0\0\0\0\0\0IEND\xAE\x42\x60\x82");
    let form = reqwest::multipart::Form::new().text("kind", "bank_statement");
    let file = reqwest::multipart::Part::bytes(picture).file_name("large.png").mime_str("image/png")?;
    let request = instance.client.post(instance.url("/semi-private/documents")).bearer_auth(&token).multipart(form.part("file", file));
    assert_eq!(request.send().await?.status(), 422, "60,000 by 60,000 pixels");

    while files(&instance)? > 0 {
        // What is dropped is cleared away in the background.
        actix_web::rt::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let grown = instance.memory("VmHWM")?.saturating_sub(before);
    println!("uploads without end: memory grew by at most {grown} KiB, no file left");
    assert!(grown < 32 * 1024, "{grown} KiB");
    assert_eq!(upload(&instance, &token, "bank_statement", super::super::applicant::pdf(0)).await?.status(), 201);
    Ok(())
}
