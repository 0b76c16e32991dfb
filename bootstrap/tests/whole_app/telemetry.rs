//! Traces, where somebody collects them, and measurements.

use super::support::{Checked, Instance};
use actix_web::rt;
use std::{cell::RefCell, rc::Rc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

#[actix_web::test]
async fn a_request_is_traced_to_the_database_without_anything_personal() -> Checked {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let endpoint = format!("http://{}", listener.local_addr()?);
    let received: Rc<RefCell<Vec<u8>>> = Rc::default();
    let collected = received.clone();
    rt::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let collected = collected.clone();
            rt::spawn(async move {
                let mut buffer = [0; 65_536];
                while let Ok(read) = stream.read(&mut buffer).await {
                    if read == 0 {
                        break;
                    }
                    collected.borrow_mut().extend(&buffer[..read]);
                    stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await.ok();
                }
            });
        }
    });
    let mut instance = Instance::on_sqlite_with(&[("SOONER_OTLP_ENDPOINT", &endpoint)]).await?;
    let token = instance.sign_up("ada@example.com").await?;
    let answer = instance.client.get(instance.url("/semi-private/user")).bearer_auth(&token).send().await?;
    let id = answer.headers()["x-request-id"].to_str()?.to_owned();
    // What is left is sent at the end.
    instance.terminate().await?;
    let received = received.borrow();
    let holds = |text: &str| received.windows(text.len()).any(|window| window == text.as_bytes());
    for expected in ["POST /v1/traces", "sooner", "request", "/semi-private/user", "database", id.as_str()] {
        assert!(holds(expected), "{expected} was not collected");
    }
    for private in ["ada@example.com", "Brandt", token.as_str()] {
        assert!(!holds(private), "{private} was collected");
    }
    Ok(())
}

#[actix_web::test]
async fn a_collector_that_is_away_troubles_nobody() -> Checked {
    let mut instance = Instance::on_sqlite_with(&[("SOONER_OTLP_ENDPOINT", "http://127.0.0.1:1")]).await?;
    instance.sign_up("ada@example.com").await?;
    assert!(instance.terminate().await?.success());
    Ok(())
}

#[actix_web::test]
async fn the_golden_signals_and_the_outbox_are_measured() -> Checked {
    let instance = Instance::on_sqlite().await?;
    let token = instance.sign_up("ada@example.com").await?;
    instance.get("/semi-private/user", &token).await?;
    instance.get("/semi-private/documents/nothing", &token).await?;
    instance.mailed_link("ada@example.com").await?;
    let mut measured = instance.measured().await?;
    // A mail that arrived is counted a moment later.
    for _ in 0..100 {
        if measured.contains("\nmails_total") && measured.contains("\noutbox_depth") {
            break;
        }
        rt::time::sleep(Duration::from_millis(50)).await;
        measured = instance.measured().await?;
    }
    let through_the_api = instance.client.get(instance.url("/metrics")).send().await?;
    assert_eq!(through_the_api.status(), 404, "whoever comes through a proxy sees none of it");
    let value = |name: &str| measured.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<f64>().ok());
    // Traffic and errors by route, never by address.
    let read = r#"http_requests_total{method="GET",route="/semi-private/user",status="200"}"#;
    let missing = r#"http_requests_total{method="GET",route="/semi-private/documents/{id}",status="404"}"#;
    assert_eq!((value(read), value(missing)), (Some(1.0), Some(1.0)), "{measured}");
    // Latency.
    assert_eq!(value(r#"http_request_seconds_bucket{method="GET",route="/semi-private/user",le="+Inf"}"#), Some(1.0), "{measured}");
    // Saturation.
    assert_eq!(value("http_requests_in_flight"), Some(0.0), "{measured}");
    for name in ["hashing_seconds_count", r#"database_seconds_count{does="read"}"#, r#"database_seconds_count{does="write"}"#] {
        assert!(value(name).is_some_and(|count| count >= 1.0), "{name}; {measured}");
    }
    assert!(value("outbox_depth").is_some() && value(r#"mails_total{outcome="sent"}"#).is_some(), "{measured}");
    assert!(!measured.contains("ada@example.com"));
    Ok(())
}
