//! What holds for every operation, read off the contract: an operation added later is tested with the rest.

use super::{WEB, client, client_in, valid_body};
use actix_web::{
    http::{Method, StatusCode, header},
    test::TestRequest,
};
use serde_json::{Value, json};
use sooner_application::{approvals::FourEyes, testing::World};
use sooner_domain::{kernel::coded::Coded, onboarding::document::DocumentKind};

/// Operations anybody may call.
const OPEN: [&str; 14] = [
    "POST /auth/signup",
    "POST /auth/signin",
    "POST /auth/forgot-password",
    "POST /auth/reset-password",
    "POST /auth/verify-email",
    "GET /invitation",
    "POST /invitation/accept",
    "GET /confirmation",
    "POST /confirmation",
    "POST /letters/check",
    "GET /quote",
    "POST /quote",
    "GET /health/live",
    "GET /health/ready",
];

pub(super) fn operations() -> Vec<(Method, String, Value)> {
    let contract: Value = serde_json::to_value(super::super::openapi()).unwrap();
    let paths = contract["paths"].as_object().unwrap().clone();
    let all = paths.into_iter().flat_map(|(path, operations)| {
        let operations = operations.as_object().unwrap().clone();
        operations.into_iter().map(move |(method, operation)| (method.to_uppercase().parse().unwrap(), path.clone(), operation))
    });
    all.collect()
}

/// What docs/adding-a-rule.md promises: one more needs no touch here.
#[test]
fn the_contract_knows_every_document_kind() {
    let contract: Value = serde_json::to_value(super::super::openapi()).unwrap();
    let codes: Vec<_> = DocumentKind::ALL.iter().map(|kind| kind.code()).collect();
    assert_eq!(contract["components"]["schemas"]["DocumentKind"]["enum"], json!(codes));
}

/// The address with ids of nothing in it.
fn some(path: &str) -> String {
    let id = "01900000-0000-7000-8000-000000000000";
    let filled = path.replace("{id}", id).replace("{document}", id).replace("{buyer}", id).replace("{number}", "1");
    filled.replace("{date}", "2026-06-14")
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

/// The words in the name of a parameter that is a secret.
const SECRETS: [&str; 15] = [
    "token",
    "secret",
    "password",
    "passphrase",
    "code",
    "otp",
    "pin",
    "nonce",
    "signature",
    "session",
    "key",
    "jwt",
    "ticket",
    "proof",
    "credential",
];

/// Every proxy, history and referrer has addresses: a secret comes in a header or a body.
#[test]
fn no_secret_is_in_an_address() {
    let words = |name: &str| {
        let spaced =
            name.chars().flat_map(|c| [c.is_uppercase().then_some(' '), Some(c.to_ascii_lowercase())]).flatten().collect::<String>();
        spaced.split([' ', '-', '_']).map(str::to_owned).collect::<Vec<_>>()
    };
    for (method, path, operation) in operations() {
        let open = OPEN.contains(&format!("{method} {path}").as_str());
        assert!(!open || !path.contains('{'), "{method} {path}: who may call it is known by its address");
        let in_path = path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).map(str::to_owned);
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        let addressed = parameters.iter().filter(|parameter| matches!(parameter["in"].as_str(), Some("path" | "query")));
        let named = addressed.map(|parameter| {
            assert_ne!(parameter["schema"]["format"], "password", "{method} {path}");
            parameter["name"].as_str().unwrap().to_owned()
        });
        for name in in_path.chain(named) {
            let secret = words(&name).into_iter().find(|word| SECRETS.contains(&word.as_str()));
            assert_eq!(secret, None, "{method} {path}: {name} is in the address");
        }
    }
}

#[test]
fn every_operation_has_an_id_of_its_own() {
    let mut ids: Vec<_> = operations().into_iter().map(|(.., operation)| operation["operationId"].as_str().unwrap().to_owned()).collect();
    ids.sort();
    let twice: Vec<_> = ids.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone()).collect();
    assert_eq!(twice, Vec::<String>::new(), "clients are generated by these ids");
}

#[actix_web::test]
async fn no_body_is_read_before_its_sender_is_known() {
    let client = client().await;
    let is_closed = |path: &str| !OPEN.contains(&format!("POST {path}").as_str());
    for (method, path, _) in operations().into_iter().filter(|(method, path, _)| *method == Method::POST && is_closed(path)) {
        let request =
            TestRequest::with_uri(&path).method(method).insert_header(header::ContentType::plaintext()).set_payload(vec![0; 100_000]);
        assert_eq!(client.send(request).await.status, StatusCode::UNAUTHORIZED, "{path}");
    }
}

#[actix_web::test]
async fn every_json_body_is_refused_when_it_is_none() {
    // One account sends all of them.
    let client = client_in(World { account_writes: i32::MAX, ..World::default() }).await;
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
        // Matching many receipts at once takes more.
        let most = if path == "/operator/receipts/match" { 512 * 1024 } else { 64 * 1024 };
        assert_eq!(send("application/json", vec![b' '; most]).await.code(), "malformed_request", "{path}");
        assert_eq!(send("application/json", vec![b' '; most + 1]).await.code(), "body_too_large", "{path}");
        for other in [
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data",
            "application/jsonx",
            "application/json; charset=utf-16",
            "application/json; charset=utf-8; charset=utf-16",
            "application/json; CHARSET=\"latin1\"",
        ] {
            assert_eq!(send(other, b"{}".to_vec()).await.code(), "unsupported_media_type", "{method} {path} took {other}");
        }
        for same in ["Application/JSON", "application/json;charset=UTF-8", "application/json; charset=\"utf-8\""] {
            assert_eq!(send(same, b"[]".to_vec()).await.code(), "malformed_request", "{method} {path} refused {same}");
        }
    }
}

#[actix_web::test]
async fn no_encoded_body_is_unpacked() {
    let client = client().await;
    let (token, operator) = (client.verified().await, client.operator().await);
    for (method, path, operation) in operations().into_iter().filter(|(_, _, operation)| !operation["requestBody"].is_null()) {
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
        let is_upload = !operation["requestBody"]["content"]["multipart/form-data"].is_null();
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
    for (method, path) in [(Method::GET, "/nowhere"), (Method::DELETE, "/auth/signin"), (Method::PATCH, "/semi-private/user")] {
        let answer = client.call(method, path, None, None).await;
        assert_eq!((answer.status, answer.code()), (StatusCode::NOT_FOUND, "not_found".to_owned()), "{path}");
        assert_eq!(answer.headers.get(header::CONTENT_TYPE).map(|value| value.as_bytes()), Some(&b"application/problem+json"[..]));
    }
}

/// Every day that can be sent, and what becomes of one that cannot be.
const DAYS: [(&str, &str, Day); 28] = [
    ("POST /confirmation", "dueOn", Day::Thing),
    ("POST /operator/ledger/entries", "on", Day::Entry),
    ("POST /operator/payouts/batches/{id}/executed", "on", Day::EntryOf),
    ("POST /operator/payouts/{id}/returned", "on", Day::EntryOf),
    ("POST /operator/quote", "closeOn", Day::Thought),
    ("POST /operator/quote", "dueOn", Day::Thought),
    ("POST /operator/quote", "events.on", Day::Thought),
    ("POST /operator/quote", "payoutOn", Day::Thought),
    ("POST /operator/receipts", "on", Day::Entry),
    ("POST /operator/receivables/{id}/credit-note", "on", Day::EntryOf),
    ("POST /operator/receivables/{id}/extend", "dueOn", Day::Thing),
    ("POST /operator/receivables/{id}/verify", "dueOn", Day::Thing),
    ("POST /quote", "dueOn", Day::Thought),
    ("POST /quote", "payoutOn", Day::Thought),
    ("POST /semi-private/payables", "dueOn", Day::Thing),
    ("POST /semi-private/payables", "issuedOn", Day::Thing),
    ("POST /semi-private/payables/import", "payables.dueOn", Day::Thing),
    ("POST /semi-private/payables/import", "payables.issuedOn", Day::Thing),
    ("POST /semi-private/quote", "dueOn", Day::Thought),
    ("POST /semi-private/receivables", "dueOn", Day::Thing),
    ("POST /semi-private/receivables", "issuedOn", Day::Thing),
    ("POST /semi-private/receivables/import", "receivables.dueOn", Day::Thing),
    ("POST /semi-private/receivables/import", "receivables.issuedOn", Day::Thing),
    ("PUT /operator/settings", "extraHolidays.date", Day::Thing),
    ("PUT /semi-private/onboarding", "company.incorporatedOn", Day::Thing),
    ("PUT /semi-private/onboarding", "people.bornOn", Day::Thing),
    ("PUT /semi-private/receivables/{id}", "dueOn", Day::Thing),
    ("PUT /semi-private/receivables/{id}", "issuedOn", Day::Thing),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Day {
    /// An entry is dated by it, or follows from it, and it is of nothing that is there before.
    Entry,
    /// The same of something that is there: the use cases and the payout prove when it is refused.
    EntryOf,
    /// It says when something was or will be. Nothing is dated by it.
    Thing,
    /// Nothing is stored.
    Thought,
}

/// The fields of a body that are days, with those they are in.
fn days(contract: &Value, schema: &Value, path: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return days(contract, &contract["components"]["schemas"][name], path, found);
    }
    if schema["format"] == "date" {
        found.push(path.trim_start_matches('.').to_owned());
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        days(contract, field, &format!("{path}.{name}"), found);
    }
    let parts = ["allOf", "oneOf", "anyOf"].into_iter().flat_map(|of| schema[of].as_array().cloned().unwrap_or_default());
    for part in parts.chain(schema.get("items").cloned()) {
        days(contract, &part, path, found);
    }
}

#[actix_web::test]
async fn nothing_is_booked_of_tomorrow_or_long_ago_and_every_day_that_is_sent_is_of_a_kind() {
    let contract: Value = serde_json::to_value(super::super::openapi()).unwrap();
    let mut all = Vec::new();
    for (method, path, operation) in operations() {
        for (_, content) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
            let mut found = Vec::new();
            days(&contract, &content["schema"], "", &mut found);
            all.extend(found.into_iter().map(|field| (format!("{method} {path}"), field)));
        }
    }
    all.sort();
    all.dedup();
    let known: Vec<_> = DAYS.iter().map(|(operation, field, _)| ((*operation).to_owned(), (*field).to_owned())).collect();
    assert_eq!(all, known, "say of a day that is new what becomes of one that cannot be");

    let client = client_in(World { four_eyes: FourEyes::Off, ..World::default() }).await;
    let operator = client.operator().await;
    for (operation, field, _) in DAYS.iter().filter(|(.., day)| *day == Day::Entry) {
        let path = operation.split_once(' ').unwrap().1;
        for (on, code) in [("1999-01-01", "date_too_early"), ("2026-06-16", "date_in_future"), ("2099-12-31", "date_in_future")] {
            let mut body = valid_body(operation);
            body[*field] = json!(on);
            let answer = client.post(path, &operator, body).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{operation} {on}: {}", answer.json());
            assert_eq!(answer.json()["fieldCodes"][*field][0]["code"], code, "{operation} {on}");
        }
    }
}

/// Every text of the contract, with where it is.
fn texts(value: &Value, at: &str) -> Vec<(String, String)> {
    match value {
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, inner)| match (name.as_str(), inner) {
                ("description" | "summary", Value::String(text)) => vec![(at.to_owned(), text.clone())],
                _ => texts(inner, &format!("{at}/{name}")),
            })
            .collect(),
        Value::Array(items) => items.iter().enumerate().flat_map(|(index, item)| texts(item, &format!("{at}/{index}"))).collect(),
        _ => Vec::new(),
    }
}

/// docs/writing.md: a text of the contract names who does what.
#[test]
fn the_contract_uses_no_words_that_hide_who_acts() {
    const HIDING: [&str; 9] = ["whoever", "somebody", "nobody", "anybody", "everybody", "told", "tells", "meanwhile", "whom"];
    let contract: Value = serde_json::to_value(super::super::openapi()).unwrap();
    let found: Vec<_> = texts(&contract, "")
        .into_iter()
        .filter(|(_, text)| text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).any(|word| HIDING.contains(&word)))
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// A handler that takes a `Key` reads the header, and the step-up of a request is bound to it: each says so in the contract.
#[test]
fn the_contract_names_the_idempotency_key_of_each_handler_that_reads_it() {
    let mut wrong = Vec::new();
    let mut handlers = 0;
    for file in sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = std::fs::read_to_string(&file).unwrap();
        for operation in text.split("#[utoipa::path(").skip(1) {
            let Some((contract, rest)) = operation.split_once("async fn ") else { continue };
            let (name, rest) = rest.split_once('(').unwrap();
            let arguments = rest.split_once(") ->").unwrap().0;
            let (takes, says) = (arguments.contains(": Key"), contract.contains("\"Idempotency-Key\""));
            handlers += usize::from(takes);
            if takes != says {
                wrong.push(format!("{}: {name}", file.display()));
            }
        }
    }
    assert!(handlers > 50, "{handlers}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn sources(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let inside = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    inside
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}
