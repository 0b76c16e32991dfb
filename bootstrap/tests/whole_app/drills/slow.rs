//! Threats 18 and 32: clients that send or read a byte now and then to keep the server waiting.

use super::{
    super::{
        applicant::{pdf, upload, verified},
        support::{Checked, Instance, free_address},
    },
    outage::Probe,
    raw::{Raw, head},
    soaking,
};
use futures_util::future::{join, join_all, join4};
use serde_json::Value;
use std::{net::SocketAddr, time::Duration};
use tokio::time::timeout;

/// Longer than any deadline of theirs: who is not cut off by then never is.
const TOO_LONG: Duration = Duration::from_secs(100);

/// What an honest reader on a slow line takes in a second.
const PATIENT_BYTES: usize = 16_000;

const FIRST: &str = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
const FIRST_OF_WEB: &str = "GET /config.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
const SLOW: &str = "GET /semi-private/user HTTP/1.1\r\nHost: localhost\r\nX-Slow: ";

/// Where a slow head comes: first on its connection, or after an answered request, or begun behind one in the same breath.
async fn slow_heads(address: SocketAddr, first: &str, each: usize) -> Result<Vec<Raw>, std::io::Error> {
    let mut heads = Vec::new();
    for number in 0..3 * each {
        let mut raw = match number % 3 {
            0 => Raw::send(address, SLOW.as_bytes()).await?,
            1 => Raw::send(address, first.as_bytes()).await?,
            _ => Raw::send(address, format!("{first}{SLOW}").as_bytes()).await?,
        };
        if number % 3 > 0 {
            assert!(raw.first_answer().await?.starts_with("HTTP/1.1 200"));
        }
        if number % 3 == 1 {
            raw.go_on(SLOW.as_bytes()).await?;
        }
        heads.push(raw);
    }
    Ok(heads)
}

#[actix_web::test]
async fn slow_clients_are_cut_off_and_nobody_else_notices() -> Checked {
    let (heads, bodies, readers) = if soaking() { (250, 200, 125) } else { (12, 20, 6) };
    let web = free_address()?;
    let instance = Instance::on_sqlite_with(&[("SOONER_WEB_ADDR", &web.to_string())]).await?;
    let token = verified(&instance, "ada@example.com").await?;
    let document: Value = upload(&instance, &token, "bank_statement", pdf(10_000_000)).await?.json().await?;
    let document = format!("/semi-private/documents/{}", document["data"]["id"].as_str().ok_or("no document")?);
    let quiet = Probe::start(&instance, "/semi-private/user", &token);
    actix_web::rt::time::sleep(Duration::from_millis(500)).await;
    let quiet = quiet.stop().await?;

    let probe = Probe::start(&instance, "/semi-private/user", &token);
    let mut slow_heads_sent = slow_heads(instance.address(), FIRST, heads).await?;
    slow_heads_sent.extend(slow_heads(web, FIRST_OF_WEB, heads).await?);
    let mut slow_bodies = Vec::new();
    for _ in 0..bodies {
        let head = head("PUT", "/semi-private/auth/phone", &token, "application/json", 1_000);
        slow_bodies.push(Raw::send(instance.address(), format!("{head}{{").as_bytes()).await?);
    }
    // Answered before anybody looks at their body, which never ends.
    let endless = "OPTIONS /health/live HTTP/1.1\r\nHost: localhost\r\nOrigin: http://elsewhere.example\r\nAccess-Control-Request-Method: GET\r\n\
                   Transfer-Encoding: chunked\r\n\r\n";
    let mut endless_bodies = Vec::new();
    for address in [instance.address(), instance.address(), web, web] {
        let mut raw = Raw::send(address, endless.as_bytes()).await?;
        raw.first_answer().await?;
        endless_bodies.push(raw);
    }
    let endless_bodies = join_all(endless_bodies.into_iter().enumerate().map(async |(number, mut raw)| {
        // Be it in silence or byte by byte.
        if number % 2 == 0 {
            timeout(TOO_LONG, raw.answer()).await.map(|_| ())
        } else {
            timeout(TOO_LONG, raw.trickle(b'0')).await.map(|_| ())
        }
    }));
    // One large answer, and many small ones: whatever the client does not read fills the server's side.
    let large = format!("GET {document} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n");
    let patient = Raw::send(instance.address(), large.as_bytes()).await?.read_at(PATIENT_BYTES, 45);
    let requests = [(instance.address(), large), (instance.address(), FIRST.repeat(20_000)), (web, FIRST_OF_WEB.repeat(20_000))];
    let slow_readers = (0..readers).flat_map(|_| &requests).map(|(address, text)| Raw::send_and_take_little(*address, text.as_bytes()));
    let slow_readers = join_all(slow_readers).await.into_iter().collect::<Result<Vec<_>, _>>()?;
    let heads = join_all(slow_heads_sent.into_iter().map(|raw| timeout(TOO_LONG, raw.trickle(b'x'))));
    let bodies = join_all(slow_bodies.into_iter().map(|raw| timeout(TOO_LONG, raw.trickle(b' '))));
    let readers = join_all(slow_readers.into_iter().map(|raw| timeout(TOO_LONG, raw.sip())));
    let (heads, bodies, readers, (endless_bodies, patient)) = join4(heads, bodies, readers, join(endless_bodies, patient)).await;
    let outage = probe.stop().await?;
    println!(
        "{} slow heads, {} slow bodies, {} slow readers, all cut; others meanwhile: {outage}; before: {quiet}",
        heads.len(),
        bodies.len(),
        readers.len()
    );
    assert!(heads.iter().all(|status| matches!(status, Ok(None | Some(408)))), "{heads:?}");
    assert!(bodies.iter().all(|status| *status == Ok(Some(408))), "{bodies:?}");
    assert!(readers.iter().all(|sips| sips.is_ok()), "{readers:?}");
    assert!(endless_bodies.iter().all(Result::is_ok), "{endless_bodies:?}");
    assert_eq!(patient?, PATIENT_BYTES * 45, "a slow line is no attack");
    assert_eq!(outage.failed, 0);
    Ok(())
}
