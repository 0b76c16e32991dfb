//! What holds for every operation, read off the contract: an operation added later is tested with the rest.

use super::{WEB, client, valid_body};
use actix_web::{
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use serde_json::{Value, json};

/// Operations anybody may call.
const OPEN: [&str; 8] = [
    "POST /auth/signup",
    "POST /auth/signin",
    "POST /auth/forgot-password",
    "POST /auth/reset-password",
    "POST /auth/verify-email",
    "GET /health/live",
    "GET /health/ready",
    "GET /metrics",
];

fn operations() -> Vec<(Method, String, Value)> {
    let contract: Value = serde_json::to_value(super::super::openapi()).unwrap();
    let paths = contract["paths"].as_object().unwrap().clone();
    let all = paths.into_iter().flat_map(|(path, operations)| {
        let operations = operations.as_object().unwrap().clone();
        operations.into_iter().map(move |(method, operation)| (method.to_uppercase().parse().unwrap(), path.clone(), operation))
    });
    all.collect()
}

/// The address with ids of nothing in it.
fn some(path: &str) -> String {
    let id = "01900000-0000-7000-8000-000000000000";
    path.replace("{id}", id).replace("{document}", id).replace("{buyer}", id).replace("{number}", "1")
}

#[actix_web::test]
async fn every_operation_wants_a_session_unless_it_is_on_the_list() {
    let client = client().await;
    for (method, path, operation) in operations() {
        let name = format!("{method} {path}");
        let open = OPEN.contains(&name.as_str());
        assert_eq!(operation["security"].is_null(), open, "{name}: the contract and the list differ");
        let path = some(&path);
        for token in [None, Some("made up"), Some("session 00000000-0000-0000-0000-000000000000 until 99999999999")] {
            let answer = client.call(method.clone(), &path, token, None).await;
            assert_eq!(answer.status == StatusCode::UNAUTHORIZED, !open, "{name} answered {}", answer.status);
            if !open {
                assert_eq!(answer.code(), "unauthenticated");
                assert_eq!(answer.headers.get(header::WWW_AUTHENTICATE).map(|value| value.as_bytes()), Some(&b"Bearer"[..]));
            }
        }
    }
}

#[actix_web::test]
async fn no_body_is_read_before_its_sender_is_known() {
    let client = client().await;
    for (method, path, _) in operations().into_iter().filter(|(method, path, _)| *method == Method::POST && !path.starts_with("/auth")) {
        let request =
            TestRequest::with_uri(&path).method(method).insert_header(header::ContentType::plaintext()).set_payload(vec![0; 100_000]);
        assert_eq!(client.send(request).await.status, StatusCode::UNAUTHORIZED, "{path}");
    }
}

#[actix_web::test]
async fn every_json_body_is_refused_when_it_is_none() {
    let client = client().await;
    let token = client.verified().await;
    let json_bodies =
        operations().into_iter().filter(|(_, _, operation)| !operation["requestBody"]["content"]["application/json"].is_null());
    let operator = client.operator().await;
    for (method, path, _) in json_bodies {
        let path = some(&path);
        let token = if path.starts_with("/operator") { &operator } else { &token };
        let send = |content_type: &'static str, body: Vec<u8>| {
            let request = TestRequest::with_uri(&path).method(method.clone()).insert_header((header::CONTENT_TYPE, content_type));
            client.send(request.insert_header((header::AUTHORIZATION, format!("Bearer {token}"))).set_payload(body))
        };
        let deep = [vec![b'['; 5_000], vec![b']'; 5_000]].concat();
        let broken: [Vec<u8>; 9] = [
            vec![],
            b"{".to_vec(),
            b"null".to_vec(),
            b"[]".to_vec(),
            b"\"x\"".to_vec(),
            deep,
            b"{\"\\ud800\": 1}".to_vec(),
            vec![0xff, 0xfe],
            b"{} {}".to_vec(),
        ];
        for body in broken {
            let answer = send("application/json", body.clone()).await;
            assert_eq!(answer.code(), "malformed_request", "{method} {path} took {}", String::from_utf8_lossy(&body));
        }
        assert_eq!(send("application/json", vec![b' '; 70_000]).await.code(), "body_too_large", "{path}");
        for other in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonx"] {
            assert_eq!(send(other, b"{}".to_vec()).await.code(), "unsupported_media_type", "{method} {path} took {other}");
        }
    }
}

#[actix_web::test]
async fn no_encoded_body_is_unpacked() {
    let client = client().await;
    let (token, operator) = (client.verified().await, client.operator().await);
    for (method, path, _) in operations().into_iter().filter(|(_, _, operation)| !operation["requestBody"].is_null()) {
        let path = some(&path);
        let token = if path.starts_with("/operator") { &operator } else { &token };
        let send = |encoding: &'static str| {
            let request = TestRequest::with_uri(&path).method(method.clone()).insert_header((header::CONTENT_ENCODING, encoding));
            client.send(request.insert_header((header::AUTHORIZATION, format!("Bearer {token}"))).set_json(json!({})))
        };
        for encoding in ["gzip", "br", "deflate", "zstd", "GZIP", "identity, gzip", "", "made up"] {
            let answer = send(encoding).await;
            let refused = (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type".to_owned());
            assert_eq!((answer.status, answer.code()), refused, "{method} {path} took {encoding:?}");
        }
        let plain = send("Identity").await;
        let is_upload = path == "/semi-private/documents";
        assert_eq!(plain.status == StatusCode::UNSUPPORTED_MEDIA_TYPE, is_upload, "{method} {path}: {}", plain.status);
    }
}

#[actix_web::test]
async fn whatever_can_be_read_answers_head_with_the_same_headers_and_no_body() {
    let client = client().await;
    let (token, operator) = (client.verified().await, client.operator().await);
    for (_, path, _) in operations().into_iter().filter(|(method, _, _)| *method == Method::GET) {
        let path = some(&path);
        for token in [None, Some(&token), Some(&operator)].map(|token| token.map(String::as_str)) {
            let (get, head) = (client.call(Method::GET, &path, token, None).await, client.call(Method::HEAD, &path, token, None).await);
            assert_eq!(head.status, get.status, "{path}");
            assert!(!get.body.is_empty() || get.status == StatusCode::ACCEPTED, "{path}");
            assert!(head.body.is_empty(), "{path}");
            let headers = |answer: &super::Answer| {
                let named = answer.headers.iter().filter(|(name, _)| *name != "x-request-id");
                let mut all: Vec<_> = named.map(|(name, value)| (name.to_string(), value.as_bytes().to_vec())).collect();
                all.sort();
                all
            };
            assert_eq!(headers(&head), headers(&get), "{path}");
        }
    }
    for path in ["/auth/signin", "/nowhere"] {
        assert_eq!(client.call(Method::HEAD, path, None, None).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[actix_web::test]
async fn no_body_takes_what_the_server_owns() {
    // What the server owns of anything, under the names it has on the wire and in the store.
    const OWNED: &[&str] = &[
        "id",
        "userId",
        "user_id",
        "companyId",
        "company_id",
        "sellerId",
        "applicant",
        "reviewer",
        "role",
        "roles",
        "status",
        "onboarding_status",
        "submissions",
        "emailVerified",
        "phoneVerified",
        "secondFactor",
        "session",
        "verdict",
        "replacedAt",
        "debtorId",
        "createdAt",
        "history",
        "documents",
        "allowedActions",
        "by",
        "at",
        "now",
    ];
    let json_bodies =
        operations().into_iter().filter(|(_, _, operation)| !operation["requestBody"]["content"]["application/json"].is_null());
    for (method, template, _) in json_bodies {
        let client = client().await;
        let (token, operator) = (client.verified().await, client.operator().await);
        let (name, path) = (format!("{method} {template}"), some(&template));
        let token = if path.starts_with("/operator") { &operator } else { &token };
        let send = async |body: &Value| {
            let request =
                TestRequest::with_uri(&path).method(method.clone()).insert_header((header::AUTHORIZATION, format!("Bearer {token}")));
            let answer = client.send(request.insert_header(("idempotency-key", body.to_string().len().to_string())).set_json(body)).await;
            if answer.status.is_success() { (true, String::new()) } else { (false, answer.code()) }
        };
        let body = valid_body(&name);
        let members = body.as_object().unwrap_or_else(|| panic!("{name} has no valid body here"));
        let user = async || client.get("/semi-private/user", token).await.json();
        let before = user().await;
        for owned in OWNED.iter().filter(|owned| !members.contains_key(**owned)) {
            for value in [json!("operator"), json!(2), json!(true), Value::Null] {
                let mut with_it = members.clone();
                with_it.insert((*owned).to_owned(), value);
                assert_eq!(send(&Value::Object(with_it)).await, (false, "malformed_request".to_owned()), "{name} took {owned}");
            }
        }
        for (part, inner) in members.iter().filter(|(_, value)| value.is_object()) {
            for owned in OWNED.iter().filter(|owned| **owned != "roles") {
                let mut with_it = body.clone();
                with_it[part][*owned] = json!("operator");
                assert_eq!(send(&with_it).await, (false, "malformed_request".to_owned()), "{name} took {part}.{owned} beside {inner}");
            }
        }
        assert_eq!(user().await, before, "{name}");
        let (done, code) = send(&body).await;
        assert!(done || code != "malformed_request", "without it {name} is as it should be");
    }
}

/// Origins that are not the one allowed, each for a way to compare them wrongly.
fn odd_origins() -> Vec<String> {
    let (scheme, host) = WEB.split_once("://").unwrap();
    let mut odd = vec![
        "null".to_owned(),
        "*".to_owned(),
        String::new(),
        host.to_owned(),
        format!("//{host}"),
        format!("{WEB}, {WEB}"),
        format!("{WEB} {WEB}"),
    ];
    odd.extend(["https", "HTTP", "ftp", "file", "chrome-extension", "data", "blob", "ws"].map(|other| format!("{other}://{host}")));
    odd.extend(
        ["/", "/x", "?", "#", ".", ":80", "0", "1", "@evil.example", ".evil.example", "%00", "%2eevil.example", "\\evil.example"]
            .map(|end| format!("{WEB}{end}")),
    );
    odd.extend(["evil", "evil.", "evil-", "user@", "user:pass@", "evil.example@", "www."].map(|start| format!("{scheme}://{start}{host}")));
    let hosts = [
        "localhost",
        "LOCALHOST:3000",
        "localhost:3001",
        "localhost:03000",
        "localhost:30000",
        "127.0.0.1:3000",
        "[::1]:3000",
        "0.0.0.0:3000",
        "localhos:3000",
        "localhostt:3000",
        "xn--localhost:3000",
        "evil.example",
        "evil.example:3000",
        "localhost.:3000",
        "l\u{f6}calhost:3000",
    ];
    odd.extend(hosts.map(|other| format!("{scheme}://{other}")));
    odd
}

#[actix_web::test]
async fn no_odd_origin_may_call_any_operation() {
    let client = client().await;
    assert!(odd_origins().len() >= 50);
    for (method, path, _) in operations() {
        let path = some(&path);
        for origin in odd_origins() {
            let preflight = TestRequest::with_uri(&path)
                .method(Method::OPTIONS)
                .insert_header((header::ACCESS_CONTROL_REQUEST_METHOD, method.as_str()));
            for request in [preflight, TestRequest::with_uri(&path).method(method.clone())] {
                let Ok(value) = header::HeaderValue::from_bytes(origin.as_bytes()) else { continue };
                let answer = client.send(request.insert_header((header::ORIGIN, value))).await;
                let allowed = answer.headers.get(header::ACCESS_CONTROL_ALLOW_ORIGIN);
                assert_eq!(allowed, None, "{method} {path} from {origin:?}");
            }
        }
    }
}

#[actix_web::test]
async fn what_is_not_there_is_a_problem_too() {
    let client = client().await;
    for (method, path) in
        [(Method::GET, "/nowhere"), (Method::DELETE, "/auth/signin"), (Method::GET, "/metrics"), (Method::PATCH, "/semi-private/user")]
    {
        let answer = client.call(method, path, None, None).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::NOT_FOUND, "not_found".to_owned()), "{path}");
        assert_eq!(answer.headers.get(header::CONTENT_TYPE).map(|value| value.as_bytes()), Some(&b"application/problem+json"[..]));
    }
}
