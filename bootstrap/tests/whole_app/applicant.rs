//! Somebody who applies, over HTTP.

use super::support::{Checked, Instance, PHONE, client_address, phone};
use data_encoding::BASE64URL_NOPAD;
use futures_util::future::join_all;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use std::{
    error::Error,
    time::{SystemTime, UNIX_EPOCH},
};

const KINDS: [&str; 6] =
    ["incorporation_certificate", "proof_of_address", "identity_document", "bank_statement", "annual_accounts", "aged_receivables"];

/// What the emulator would say of this phone, now.
#[expect(clippy::disallowed_methods, reason = "the binary under test has the real clock")]
pub fn emulator_token(phone: &str) -> Result<String, Box<dyn Error>> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let claims = json!({
        "iss": "https://securetoken.google.com/demo-sooner", "aud": "demo-sooner", "sub": phone, "iat": seconds, "exp": seconds + 3600,
        "auth_time": seconds, "phone_number": phone, "firebase": { "identities": { "phone": [phone] }, "sign_in_provider": "phone" },
    });
    let part = |value: Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
    Ok(format!("{}.{}.", part(json!({ "alg": "none", "typ": "JWT" })), part(claims)))
}

pub fn form() -> Value {
    json!({
        "company": {
            "legalName": "Mühle Brandt GmbH", "legalForm": "private_limited", "registrationNumber": "HRB 12345", "taxNumber": "DE123456789",
            "incorporatedOn": "2010-01-31", "country": "DE", "industry": "manufacturing", "wants": ["seller"],
            "address": { "line1": "Mühlweg 1", "city": "Freiburg", "postalCode": "79098", "country": "DE" },
            "yearlyTurnover": { "amount": 120_000_000, "currency": "EUR" },
        },
        "people": [{ "fname": "Ada", "lname": "Brandt", "bornOn": "1980-02-29", "nationality": "DE", "roles": ["director", "signatory", "owner"], "ownershipPercent": 60 }],
        "bankAccount": { "holder": "Mühle Brandt GmbH", "iban": "DE89370400440532013000", "currency": "EUR" },
    })
}

pub fn buyer(name: &str) -> Value {
    json!({
        "legalName": name, "country": "NL", "registrationNumber": name, "contactName": "Piet Smit",
        "contactEmail": "piet@example.net", "expectedYearlyVolume": { "amount": 50_000_000, "currency": "EUR" }, "paymentTermsDays": 45,
    })
}

/// A PDF of so many bytes or somewhat more.
pub fn pdf(bytes: usize) -> Vec<u8> {
    [b"%PDF-1.7\n1 0 obj\nendobj\n".as_slice(), &vec![b' '; bytes], b"\n%%EOF\n"].concat()
}

pub async fn upload(instance: &Instance, token: &str, kind: &str, content: Vec<u8>) -> Result<reqwest::Response, reqwest::Error> {
    let file = Part::bytes(content).file_name(format!("{kind}.pdf")).mime_str("application/pdf")?;
    let request = instance.client.post(instance.url("/semi-private/documents")).bearer_auth(token);
    request.multipart(Form::new().text("kind", kind.to_owned()).part("file", file)).send().await
}

pub async fn verified(instance: &Instance, email: &str) -> Result<String, Box<dyn Error>> {
    let token = instance.sign_up(email).await?;
    proven(instance, &token, email, PHONE, 0).await
}

/// Somebody nobody has met, with phone and address proved.
pub async fn verified_somebody(instance: &Instance, number: usize) -> Result<String, Box<dyn Error>> {
    let answer: Value = instance.sign_up_somebody(number).await?.error_for_status()?.json().await?;
    proven(instance, answer["token"].as_str().ok_or("no token")?, &format!("somebody.{number}@example.com"), &phone(number), number).await
}

async fn proven(instance: &Instance, token: &str, email: &str, phone: &str, number: usize) -> Result<String, Box<dyn Error>> {
    let proof = json!({ "gToken": emulator_token(phone)? });
    let (status, answer) = instance.post("/semi-private/auth/verify-gtoken", Some(token), &proof).await?;
    assert_eq!(status, 200, "{answer}");
    let token = answer["token"].as_str().ok_or("no token")?.to_owned();
    let link = instance.mailed_link(email).await?;
    let confirm = instance.client.post(instance.url("/auth/verify-email")).header("x-forwarded-for", client_address(number));
    assert_eq!(confirm.json(&json!({ "token": link })).send().await?.status(), 204);
    Ok(token)
}

/// Gives the application all it needs.
pub async fn fill_in(instance: &Instance, token: &str) -> Checked {
    fill_in_with(instance, token, &form(), "Nordwind AG").await
}

/// The same with these answers, and one buyer of this name.
pub async fn fill_in_with(instance: &Instance, token: &str, form: &Value, buyer_name: &str) -> Checked {
    let save = instance.client.put(instance.url("/semi-private/onboarding")).bearer_auth(token).json(form).send().await?;
    assert_eq!(save.status().as_u16(), 200, "{}", save.text().await?);
    assert_eq!(instance.post("/semi-private/buyers", Some(token), &buyer(buyer_name)).await?.0, 201);
    // All at once: they meet on one application.
    let uploads = KINDS.map(|kind| upload(instance, token, kind, pdf(0)));
    for answer in join_all(uploads).await {
        assert_eq!(answer?.status().as_u16(), 201);
    }
    Ok(())
}

/// Somebody whose application was handed in; the token.
pub async fn submitted(instance: &Instance, email: &str) -> Result<String, Box<dyn Error>> {
    let token = verified(instance, email).await?;
    fill_in(instance, &token).await?;
    let (status, answer) = instance.post("/semi-private/onboarding/submit", Some(&token), &json!({})).await?;
    assert_eq!((status, &answer["data"]["status"]), (200, &json!(1)), "{answer}");
    Ok(token)
}
