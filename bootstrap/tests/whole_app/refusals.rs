//! Whoever may not call is told so, whatever is wrong with the request besides: read off the contract, over HTTP, with the
//! real look-ups, which take their time.

use super::{
    applicant::{verified, verified_somebody},
    drills::raw::Raw,
    support::{Checked, Instance, free_address},
};
use reqwest::Method;
use serde_json::Value;
use std::{error::Error, path::Path};

type Operation = (Method, String, Value);

fn operations() -> Result<Vec<Operation>, Box<dyn Error>> {
    let contract = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json"))?;
    let contract: Value = serde_json::from_str(&contract)?;
    let mut all = Vec::new();
    for (path, operations) in contract["paths"].as_object().ok_or("no paths")? {
        for (method, operation) in operations.as_object().ok_or("no operations")? {
            all.push((method.to_uppercase().parse()?, path.clone(), operation.clone()));
        }
    }
    Ok(all)
}

/// Each way in which a request can be wrong.
fn wrong(instance: &Instance, method: &Method, path: &str) -> Vec<(&'static str, reqwest::RequestBuilder)> {
    let fill =
        |id: &str| ["{id}", "{document}", "{buyer}", "{number}"].into_iter().fold(path.to_owned(), |path, name| path.replace(name, id));
    let at = |path: &str| instance.client.request(method.clone(), instance.url(path));
    let (some, json) = (fill("01900000-0000-7000-8000-000000000000"), ("content-type", "application/json"));
    let mut wrong = vec![
        ("nothing", at(&some)),
        ("an id that is none", at(&fill("none")).header(json.0, json.1).body("{}")),
        ("an id that is no text", at(&fill("%ff")).header(json.0, json.1).body("{}")),
        ("an odd query", at(&format!("{some}?before=x&status=%ff&cursor=%00&email=%ff")).header(json.0, json.1).body("{}")),
    ];
    if method != Method::GET {
        wrong.extend([
            ("no JSON", at(&some).header(json.0, json.1).body("{")),
            ("another type", at(&some).header("content-type", "text/plain").body("x")),
            ("an encoding", at(&some).header(json.0, json.1).header("content-encoding", "gzip").body("{}")),
            ("too much", at(&some).header(json.0, json.1).body(" ".repeat(70_000))),
            ("no form", at(&some).header("content-type", "multipart/form-data; boundary=x").body("--x")),
            ("an odd key", at(&some).header(json.0, json.1).header("idempotency-key", "x".repeat(200)).body("{}")),
        ]);
    }
    wrong
}

#[actix_web::test]
async fn whoever_may_not_call_is_told_so_before_what_is_wrong_with_the_request() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let member = verified(&instance, "ada@example.com").await?;
    let ended = verified_somebody(&instance, 1).await?;
    assert_eq!(instance.post("/semi-private/auth/signout", Some(&ended), &Value::Null).await?.0, 204);
    let answer: Value = instance.sign_up_somebody(2).await?.json().await?;
    let unverified = answer["token"].as_str().ok_or("no token")?;
    let needs_verifying =
        ["/semi-private/onboarding", "/semi-private/onboarding/submit", "/semi-private/documents", "/semi-private/buyers"];
    let mut asked = 0;
    for (method, path, operation) in operations()? {
        if operation["security"].is_null() {
            continue;
        }
        let mut callers = vec![(None, 401, "unauthenticated"), (Some(ended.as_str()), 401, "unauthenticated")];
        if path.starts_with("/operator/") {
            callers.push((Some(&member), 403, "forbidden"));
        }
        if method != Method::GET && needs_verifying.contains(&path.as_str()) {
            callers.push((Some(unverified), 403, "verification_required"));
        }
        for (token, status, code) in callers {
            for (what, request) in wrong(&instance, &method, &path) {
                let request = if let Some(token) = token { request.bearer_auth(token) } else { request };
                let answer = request.send().await?;
                let answered = answer.status();
                let problem: Value = answer.json().await.unwrap_or_default();
                assert_eq!((answered.as_u16(), problem["code"].as_str()), (status, Some(code)), "{method} {path} with {what}: {problem}");
                asked += 1;
            }
        }
    }
    assert!(asked > 500, "{asked}");
    Ok(())
}

#[actix_web::test]
async fn head_is_answered_on_both_hosts_and_sends_no_body() -> Checked {
    let web = free_address()?;
    let instance = Instance::on_sqlite_with(&[("SOONER_WEB_ADDR", &web.to_string())]).await?;
    for (address, path) in
        [(instance.address(), "/health/live"), (instance.address(), "/semi-private/user"), (web, "/config.json"), (web, "/")]
    {
        let ask = async |method: &str| {
            let text = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            let answer = Raw::send(address, text.as_bytes()).await?.answer().await;
            let answer = String::from_utf8_lossy(&answer).into_owned();
            let (head, body) = answer.split_once("\r\n\r\n").ok_or("no head")?;
            // What differs with each answer, or in its order with each worker.
            const OWN: [&str; 4] = ["date:", "x-request-id:", "content-security-policy:", "access-control-expose-headers:"];
            let differs = |line: &&str| !OWN.iter().any(|name| line.starts_with(name));
            let mut lines: Vec<_> = head.lines().filter(differs).map(str::to_owned).collect();
            lines.sort();
            Ok::<_, Box<dyn Error>>((lines, body.len()))
        };
        let (get, head) = (ask("GET").await?, ask("HEAD").await?);
        assert_eq!(get.0, head.0, "{path}");
        assert!(get.1 > 0 && head.1 == 0, "{path}: {} and {}", get.1, head.1);
        assert!(head.0.contains(&format!("content-length: {}", get.1)), "{:?}", head.0);
    }
    Ok(())
}
