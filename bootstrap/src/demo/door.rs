//! The API without a network: whatever the people of the demo do goes through the same door as everybody else's requests.

use super::Made;
use actix_web::{
    http::{Method, header},
    test::{TestRequest, init_service, try_call_service, try_read_body},
    web::Bytes,
};
use serde_json::{Value, json};
use sooner_http::{Api, api_app};
use std::{
    net::{Ipv4Addr, SocketAddr},
    pin::Pin,
    rc::Rc,
    sync::atomic::{AtomicU16, AtomicUsize, Ordering},
};

type Answer = Pin<Box<dyn Future<Output = Made<(u16, Bytes)>>>>;

/// Separates the parts of an upload; no file of the demo holds it.
const BOUNDARY: &str = "a-part-of-the-demo";

/// Where requests go in.
pub struct Door {
    call: Box<dyn Fn(TestRequest) -> Answer>,
    keys: AtomicUsize,
    places: AtomicU16,
}

/// Somebody's session, and where they sit: everybody has an address of their own.
#[derive(Clone)]
pub struct Session {
    token: String,
    from: SocketAddr,
    password: &'static str,
    /// Of the mailed link they opened.
    link_secret: Option<String>,
}

impl Door {
    pub async fn open(api: Api) -> Self {
        let app = Rc::new(init_service(api_app(api)).await);
        let call = move |request: TestRequest| -> Answer {
            let app = app.clone();
            Box::pin(async move {
                let answer = try_call_service(&*app, request.to_request()).await?;
                let status = answer.status().as_u16();
                Ok((status, try_read_body(answer).await.map_err(Into::into)?))
            })
        };
        Self { call: Box::new(call), keys: AtomicUsize::default(), places: AtomicU16::default() }
    }

    /// Somebody who has not signed in yet, and will by this password.
    pub fn somebody(&self, password: &'static str) -> Session {
        let [high, low] = self.places.fetch_add(1, Ordering::Relaxed).to_be_bytes();
        Session { token: String::new(), from: (Ipv4Addr::new(10, 20, high, low), 40_000).into(), password, link_secret: None }
    }

    /// The status, and the whole answer.
    async fn once(&self, who: &Session, request: TestRequest, path: &str) -> Made<(u16, Value)> {
        self.under(&self.new_key(), who, request, path).await
    }

    fn new_key(&self) -> String {
        format!("demo-{}", self.keys.fetch_add(1, Ordering::Relaxed))
    }

    async fn under(&self, key: &str, who: &Session, request: TestRequest, path: &str) -> Made<(u16, Value)> {
        let mut request = request.uri(path).peer_addr(who.from).insert_header(("idempotency-key", key));
        if !who.token.is_empty() {
            request = request.insert_header((header::AUTHORIZATION, format!("Bearer {}", who.token)));
        }
        if let Some(secret) = &who.link_secret {
            request = request.insert_header(("link-secret", secret.as_str()));
        }
        let (status, body) = (self.call)(request).await?;
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    }

    /// What is answered, whatever it stands in. Whoever is asked to confirm it does so, and goes on.
    async fn asked(&self, who: &Session, method: Method, path: &str, body: Option<&Value>) -> Made<Value> {
        let request = || {
            let request = TestRequest::default().method(method.clone());
            if let Some(body) = body { request.set_json(body) } else { request }
        };
        let key = self.new_key();
        let (mut status, mut answer) = self.under(&key, who, request(), path).await?;
        if answer["code"] == "step_up_required" {
            let proof = TestRequest::post().set_json(json!({ "password": who.password, "confirm": answer["confirm"] }));
            self.once(who, proof, "/semi-private/auth/step-up").await?;
            (status, answer) = self.under(&key, who, request(), path).await?;
        }
        taken(status, answer, || format!("{method} {path} {}", body.unwrap_or(&Value::Null)))
    }

    /// What is posted to this path.
    pub async fn post(&self, who: &Session, path: &str, body: Value) -> Made<Value> {
        self.asked(who, Method::POST, path, Some(&body)).await
    }

    pub async fn put(&self, who: &Session, path: &str, body: Value) -> Made<Value> {
        self.asked(who, Method::PUT, path, Some(&body)).await
    }

    pub async fn get(&self, who: &Session, path: &str) -> Made<Value> {
        self.asked(who, Method::GET, path, None).await
    }

    /// Sends a PDF of this name, with what is said of it.
    pub async fn upload(&self, who: &Session, path: &str, (name, file): (&str, &[u8]), kind: Option<&str>) -> Made<Value> {
        let kind = kind
            .map_or_else(String::new, |kind| format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\n{kind}\r\n"));
        let head = format!(
            "{kind}--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\nContent-Type: application/pdf\r\n\r\n"
        );
        let body = [head.as_bytes(), file, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
        let request = TestRequest::post()
            .insert_header((header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}")))
            .insert_header((header::CONTENT_LENGTH, body.len()))
            .set_payload(body);
        let (status, answer) = self.once(who, request, path).await?;
        taken(status, answer, || format!("POST {path} {name}"))
    }
}

impl Session {
    /// The same person, once there is a token for them.
    pub fn with(self, answer: &Value) -> Made<Self> {
        Ok(Self { token: text(answer, "token")?, link_secret: None, ..self })
    }

    /// The same person, who opened a mailed link.
    pub fn by_link(self, secret: String) -> Self {
        Self { link_secret: Some(secret), ..self }
    }

    pub fn token(&self) -> &str {
        &self.token
    }
}

fn taken(status: u16, mut answer: Value, asked: impl FnOnce() -> String) -> Made<Value> {
    match status {
        // A sign-up answers its token without an envelope.
        200..=202 if answer["data"].is_null() => Ok(answer),
        200..=202 => Ok(answer["data"].take()),
        204 => Ok(Value::Null),
        _ => Err(format!("{}: {status} {answer}", asked()).into()),
    }
}

/// A text that has to be there.
pub fn text(answer: &Value, field: &str) -> Made<String> {
    Ok(answer[field].as_str().ok_or_else(|| format!("no {field} in {answer}"))?.to_owned())
}
