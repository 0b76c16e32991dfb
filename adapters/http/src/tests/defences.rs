//! Headers, origins, rate limits.

use super::{WEB, client, client_behind_a_proxy, client_in, sign_up_body};
use actix_web::{
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use chrono::TimeDelta;
use serde_json::json;
use sooner_application::{
    kernel::outbox::MailError,
    testing::{World, a_user},
};

#[actix_web::test]
async fn every_answer_carries_its_protection_and_an_id_of_our_own() {
    let client = client().await;
    for (path, status) in
        [("/health/live", StatusCode::OK), ("/semi-private/user", StatusCode::UNAUTHORIZED), ("/nowhere", StatusCode::NOT_FOUND)]
    {
        let answer = client.send(TestRequest::get().uri(path).insert_header(("x-request-id", "forged\tid"))).await;
        assert_eq!(answer.status, status);
        let header = |name: &str| answer.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("missing").to_owned();
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("strict-transport-security"), "max-age=63072000; includeSubDomains");
        assert_eq!(header("x-request-id").len(), 36);
        if status != StatusCode::OK {
            assert_eq!(answer.json()["requestId"], header("x-request-id"));
        }
    }
}

fn allowed_origin(answer: &super::Answer) -> Option<&str> {
    answer.headers.get(header::ACCESS_CONTROL_ALLOW_ORIGIN).and_then(|value| value.to_str().ok())
}

#[actix_web::test]
async fn the_web_origin_may_call() {
    let client = client().await;
    let preflight = |origin: &str| {
        let request = TestRequest::with_uri("/auth/signin").method(Method::OPTIONS).insert_header((header::ORIGIN, origin));
        client.send(
            request
                .insert_header((header::ACCESS_CONTROL_REQUEST_METHOD, "POST"))
                .insert_header((header::ACCESS_CONTROL_REQUEST_HEADERS, "content-type, authorization, idempotency-key")),
        )
    };
    let answer = preflight(WEB).await;
    assert_eq!((answer.status, allowed_origin(&answer)), (StatusCode::OK, Some(WEB)));
}

#[actix_web::test]
async fn no_cookie_signs_anybody_in() {
    let client = client().await;
    let token = client.world.signed_up(a_user()).await.unwrap();
    let request =
        TestRequest::get().uri("/semi-private/user").insert_header((header::COOKIE, format!("accessToken={token}; token={token}")));
    assert_eq!(client.send(request).await.status, StatusCode::UNAUTHORIZED);
}

#[actix_web::test]
async fn over_the_limit_is_said_with_the_time_to_wait_and_a_forged_address_is_no_way_out() {
    let client = client().await;
    let attempt = |number: usize| {
        let body = json!({ "email": format!("ada{number}@example.com"), "password": "guess" });
        client
            .send(TestRequest::post().uri("/auth/signin").insert_header(("x-forwarded-for", format!("203.0.113.{number}"))).set_json(body))
    };
    for number in 0..30 {
        assert_eq!(attempt(number).await.status, StatusCode::UNAUTHORIZED);
    }
    let over = attempt(30).await;
    assert_eq!((over.status, over.code()), (StatusCode::TOO_MANY_REQUESTS, "too_many_requests".to_owned()));
    assert_eq!(over.json().get("usedUp"), None, "nobody learns how many guesses are left");
    assert_eq!(over.headers.get(header::RETRY_AFTER).map(|value| value.as_bytes()), Some(&b"60"[..]));
}

#[actix_web::test]
async fn what_a_client_forwards_in_front_of_a_proxys_line_is_no_way_out() {
    let client = client_behind_a_proxy().await;
    let attempt = |number: usize, client_said: String| {
        let body = json!({ "email": format!("ada{number}@example.com"), "password": "guess" });
        let request = TestRequest::post().uri("/auth/signin").append_header(("x-forwarded-for", client_said));
        client.send(request.append_header(("x-forwarded-for", "198.51.100.7")).set_json(body))
    };
    for number in 0..30 {
        assert_eq!(attempt(number, format!("203.0.113.{number}")).await.status, StatusCode::UNAUTHORIZED);
    }
    assert_eq!(attempt(30, "203.0.113.30".to_owned()).await.status, StatusCode::TOO_MANY_REQUESTS);
}

#[actix_web::test]
async fn line_breaks_get_nowhere_near_a_mail() {
    let client = client().await;
    for odd in ["\r\nBcc: eve@example.com", "\n.\r\nMAIL FROM:<x>", "\u{0}", "\u{2028}", "a b@example.com", "<x@example.com>"] {
        client.world.clock.advance(TimeDelta::minutes(1));
        for field in ["email", "fname", "lname", "phone", "country", "countryCode"] {
            let mut body = sign_up_body();
            body[field] = json!(format!("{}{odd}x", body[field].as_str().unwrap_or_default()));
            let answer = client.call(Method::POST, "/auth/signup", None, Some(body)).await;
            if field.ends_with("name") && odd.chars().all(|c| !c.is_control() && c != '\u{2028}') {
                continue;
            }
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{field} took {odd:?}");
        }
    }
}

#[actix_web::test]
async fn a_mail_server_that_is_away_is_not_noticed_by_who_signs_up() {
    let client = client().await;
    client.world.mailer.fail_with(MailError::ForNow("away".into()));
    let answer = client.call(Method::POST, "/auth/signup", None, Some(sign_up_body())).await;
    assert_eq!(answer.status, StatusCode::CREATED);
}

#[actix_web::test]
async fn an_account_reads_so_much_and_what_is_dear_counts_as_twenty() {
    let client = client_in(World { account_reads: 1_200, ..World::default() }).await;
    let ada = client.world.signed_up(a_user()).await.unwrap();
    let bob = client.world.signed_up(a_user().email("bob@example.com")).await.unwrap();
    let month = async |token: &str| client.get("/semi-private/statements/2026-05?currency=EUR", token).await.status;
    for read in 0..14 {
        assert_eq!(month(&ada).await, StatusCode::OK, "{read}");
    }
    for read in 0..20 {
        assert_eq!(client.get("/semi-private/user", &ada).await.status, StatusCode::OK, "{read}");
    }
    let refused = client.get("/semi-private/user", &ada).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(client.get("/semi-private/user", &bob).await.status, StatusCode::OK, "another account has its own");
    client.world.clock.advance(TimeDelta::seconds(1));
    assert_eq!(month(&ada).await, StatusCode::OK, "twenty come back in a second");
}

#[actix_web::test]
async fn an_account_writes_600_times_and_then_waits_and_reads_go_on() {
    let client = client().await;
    let token = client.world.signed_up(a_user()).await.unwrap();
    let number = async |last: usize| {
        let phone = json!({ "phone": format!("+49151123456{last:02}"), "country": "DE", "countryCode": "+49" });
        client.call(Method::PUT, "/semi-private/auth/phone", Some(&token), Some(phone)).await
    };
    for change in 0..600 {
        assert_eq!(number(change % 2).await.status, StatusCode::NO_CONTENT, "{change}");
    }
    let trail = async || client.world.records().await.unwrap().len();
    let before = trail().await;
    for change in 0..100 {
        assert_eq!(number(change % 2).await.status, StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(trail().await, before, "nothing is written down of what is refused");
    assert_eq!(client.get("/semi-private/user", &token).await.status, StatusCode::OK);
    client.world.clock.advance(TimeDelta::seconds(6));
    assert_eq!(number(2).await.status, StatusCode::NO_CONTENT);
}
