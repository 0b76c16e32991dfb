//! Heads of requests that no browser sends: too long, in every part of them, or no heads at all.

use super::{
    super::support::{Checked, Instance, free_address},
    raw::Raw,
};

/// On both sides of each limit that anybody in the way of a request could have.
const LENGTHS: [usize; 7] = [8_191, 16_383, 16_384, 65_535, 65_536, 65_537, 131_072];

fn odd_heads() -> Vec<(String, Vec<u8>)> {
    let mut heads = Vec::new();
    for length in LENGTHS {
        let long = "a".repeat(length);
        heads.extend([
            (format!("a name of {length}"), format!("GET / HTTP/1.1\r\nHost: localhost\r\n{long}: x\r\n\r\n").into_bytes()),
            (format!("a value of {length}"), format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {long}\r\n\r\n").into_bytes()),
            (format!("a path of {length}"), format!("GET /{long} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()),
            (format!("a query of {length}"), format!("GET /?{long} HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()),
            (format!("a method of {length}"), format!("{long} / HTTP/1.1\r\nHost: localhost\r\n\r\n").into_bytes()),
            (format!("a host of {length}"), format!("GET / HTTP/1.1\r\nHost: {long}\r\n\r\n").into_bytes()),
            (format!("{length} and no end"), format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {long}").into_bytes()),
        ]);
    }
    for number in [95, 96, 97, 1_000, 100_000] {
        let many: String = (0..number).map(|number| format!("x-{number}: y\r\n")).collect();
        heads.push((format!("{number} headers"), format!("GET / HTTP/1.1\r\nHost: localhost\r\n{many}\r\n").into_bytes()));
    }
    // Each byte where a name, a value, a target and a method may have it, and in front of everything.
    for byte in 0..=u8::MAX {
        for (before, after) in [
            ("GET / HTTP/1.1\r\nHost: localhost\r\nx-", "y: z\r\n\r\n"),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nx: y", "z\r\n\r\n"),
            ("GET /", " HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            ("G", "T / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
            ("", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        ] {
            heads.push((format!("byte {byte} in {before:?}"), [before.as_bytes(), &[byte], after.as_bytes()].concat()));
        }
    }
    for odd in [
        "GET / HTTP/1.1\r\rHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\nHost: localhost\n\n",
        "GET http://[::1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET // HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 18446744073709551615\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 18446744073709551616\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\nx",
    ] {
        heads.push((odd.to_owned(), odd.as_bytes().to_vec()));
    }
    heads
}

#[actix_web::test]
async fn odd_heads_are_answered_and_stop_no_thread() -> Checked {
    let web = free_address()?;
    let instance = Instance::on_sqlite_with(&[("SOONER_WEB_ADDR", &web.to_string())]).await?;
    for address in [instance.address(), web] {
        let heads = odd_heads();
        let answers = heads.iter().map(async |(_, head)| {
            let mut raw = Raw::send_some(address, head).await?;
            Ok::<_, std::io::Error>(raw.status().await)
        });
        let mut open: Vec<_> = futures_util::future::join_all(answers).await.into_iter().collect::<Result<Vec<_>, _>>()?;
        for ((what, head), status) in heads.iter().zip(open.drain(..)) {
            // A client that closed its side in the midst of a head gets no answer; every other one gets one.
            let whole = head.windows(4).any(|window| window == b"\r\n\r\n") || head.windows(2).any(|window| window == b"\n\n");
            if head.len() > 16_384 {
                assert_eq!(status, Some(431), "{what}");
            } else if whole {
                assert!(status.is_some_and(|status| status < 600 && status != 500), "{what}: {status:?}");
            }
        }
    }
    let logged = instance.logged()?;
    assert!(!logged.contains("panicked"), "{logged}");
    Ok(())
}

#[actix_web::test]
async fn requests_behind_each_other_on_a_connection_are_each_answered() -> Checked {
    let web = free_address()?;
    let instance = Instance::on_sqlite_with(&[("SOONER_WEB_ADDR", &web.to_string())]).await?;
    let body = r#"{"email":"ada@example.com","password":"a guess"}"#;
    let post = format!(
        "POST /auth/signin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let get = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    for (address, requests, expected) in [
        (instance.address(), format!("{get}{post}\r\n{get}{post}{get}"), "200 401 200 401 200"),
        (web, "GET /config.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(5), "200 200 200 200 200"),
    ] {
        // In one piece, and byte by byte.
        for piece in [requests.len(), 1] {
            let mut raw = Raw::send(address, b"").await?;
            for piece in requests.as_bytes().chunks(piece) {
                raw.go_on(piece).await?;
            }
            let mut statuses = Vec::new();
            for _ in 0..5 {
                statuses.push(raw.first_answer().await?.get(9..12).unwrap_or_default().to_owned());
            }
            assert_eq!(statuses.join(" "), expected);
        }
    }
    Ok(())
}
