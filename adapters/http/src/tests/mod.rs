//! The API on the application's fakes: real use cases, no database, no network.

mod account;
mod advice;
mod approvals;
mod bank_files;
mod clock;
mod companies;
mod contract;
mod debtors;
mod defences;
mod desk;
mod disclosure;
mod documents;
mod end_of_day;
mod facilities;
mod form;
mod house;
mod idempotency;
mod journey;
mod ledger;
mod matching;
mod matrix;
mod operator;
mod payments;
mod pricing;
mod receivables;
mod release;
mod review;
mod second_factor;
mod tables;
mod team;

use super::{Api, Host, Readers, Settings, TrustedProxies, api_app, kernel::link_secret};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode, header},
    test::{self, TestRequest},
};
use async_trait::async_trait;
use serde_json::{Value, json};
use sooner_application::{
    identity::ports::AccessTokens,
    kernel::{readiness::Readiness, turns::Bounds, unavailable::Unavailable},
    testing::{PASSWORD, World, a_user},
};
use sooner_shared::file_gate::{FileGate, FileKind, NoTrial};
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Whom every request comes from.
const PEER: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)), 50_000);

pub(crate) const WEB: &str = "http://localhost:3000";

struct AlwaysReady;

#[async_trait]
impl Readiness for AlwaysReady {
    async fn ready(&self) -> Result<(), Unavailable> {
        Ok(())
    }
}

/// The plain form of a file, made in this process.
pub(crate) fn plain_here(kind: FileKind, file: &[u8]) -> Option<Vec<u8>> {
    (kind == FileKind::Table).then(|| crate::plain_table(file))
}

pub(crate) fn api(world: &World) -> Api {
    let settings = Settings {
        web_origin: WEB.into(),
        trusted_proxies: TrustedProxies::default(),
        log_client_address: false,
        hsts: true,
        deadline: Settings::DEADLINE,
    };
    let host = Host {
        ready: Arc::new(AlwaysReady),
        ids: world.ids.clone(),
        files: FileGate::new(Arc::new(NoTrial(plain_here))),
        readers: Readers::new(Bounds::of(4)),
        imports: Readers::that_import(Bounds::of(4)),
        settings,
    };
    Api { use_cases: world.use_cases(), host }
}

/// An answer, read.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: header::HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", String::from_utf8_lossy(&self.body)))
    }

    pub(crate) fn code(&self) -> String {
        self.json()["code"].as_str().unwrap_or("no code").to_owned()
    }
}

static KEYS: AtomicUsize = AtomicUsize::new(0);

fn new_key() -> String {
    format!("key-{}", KEYS.fetch_add(1, Ordering::Relaxed))
}

/// The API, called as a client would.
pub(crate) struct Client<S> {
    service: S,
    pub(crate) world: World,
}

pub(crate) async fn client() -> Client<impl Service<actix_http::Request, Response = ServiceResponse<impl MessageBody>, Error = Error>> {
    client_in(World::default()).await
}

pub(crate) async fn client_in(
    world: World,
) -> Client<impl Service<actix_http::Request, Response = ServiceResponse<impl MessageBody>, Error = Error>> {
    let service = test::init_service(api_app(api(&world))).await;
    Client { service, world }
}

/// The API, where so many reads are answered at once.
pub(crate) async fn client_that_reads(
    world: World,
    bounds: Bounds,
) -> Client<impl Service<actix_http::Request, Response = ServiceResponse<impl MessageBody>, Error = Error>> {
    let mut api = api(&world);
    api.host.readers = Readers::new(bounds);
    let service = test::init_service(api_app(api)).await;
    Client { service, world }
}

/// The API behind a proxy: every request of a [`Client`] comes from it.
pub(crate) async fn client_behind_a_proxy()
-> Client<impl Service<actix_http::Request, Response = ServiceResponse<impl MessageBody>, Error = Error>> {
    let world = World::default();
    let mut api = api(&world);
    api.host.settings.trusted_proxies = TrustedProxies(vec![PEER.ip().into()]);
    Client { service: test::init_service(api_app(api)).await, world }
}

impl<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>> Client<S> {
    pub(crate) async fn send(&self, request: TestRequest) -> Answer {
        match self.service.call(request.peer_addr(PEER).to_request()).await {
            Ok(response) => {
                let (status, headers) = (response.status(), response.headers().clone());
                Answer { status, headers, body: test::read_body(response).await.to_vec() }
            }
            Err(error) => {
                let response = error.error_response();
                let (status, headers) = (response.status(), response.headers().clone());
                let body = actix_web::body::to_bytes(response.into_body()).await.unwrap_or_default().to_vec();
                Answer { status, headers, body }
            }
        }
    }

    /// As a person does it who confirms what they are asked to, as long as their budget lasts.
    pub(crate) async fn call(&self, method: Method, path: &str, token: Option<&str>, body: Option<Value>) -> Answer {
        let key = new_key();
        let answer = self.under(&key, (method.clone(), path), token, body.clone()).await;
        if answer.status != StatusCode::FORBIDDEN || answer.body.is_empty() || answer.code() != "step_up_required" {
            return answer;
        }
        let confirmed = self.confirmation(&answer.json()["confirm"], token).await;
        if confirmed.status == StatusCode::TOO_MANY_REQUESTS {
            return confirmed;
        }
        assert_eq!(confirmed.status, StatusCode::NO_CONTENT);
        self.under(&key, (method, path), token, body).await
    }

    /// Confirms what this answer asks to.
    pub(crate) async fn confirm(&self, asked: &Answer, token: Option<&str>) {
        self.confirm_act(&asked.json()["confirm"], token).await;
    }

    pub(crate) async fn confirm_act(&self, act: &Value, token: Option<&str>) {
        assert_eq!(self.confirmation(act, token).await.status, StatusCode::NO_CONTENT);
    }

    async fn confirmation(&self, act: &Value, token: Option<&str>) -> Answer {
        let proof = json!({ "password": PASSWORD, "confirm": act });
        self.under(&new_key(), (Method::POST, "/semi-private/auth/step-up"), token, Some(proof)).await
    }

    /// As a person does it who confirms nothing; null is no body.
    pub(crate) async fn unconfirmed(&self, method: Method, path: &str, token: &str, body: Value) -> Answer {
        self.under(&new_key(), (method, path), Some(token), (!body.is_null()).then_some(body)).await
    }

    pub(crate) async fn under(&self, key: &str, (method, path): (Method, &str), token: Option<&str>, body: Option<Value>) -> Answer {
        let mut request = TestRequest::with_uri(path).method(method);
        // What operators do is done once, and so is what binds a company: the client sends a key of its own with each.
        let binding = ["/facilities/", "/receivables", "/payables", "/supplier-programmes/", "/second-factor/enrolment"];
        if path.starts_with("/operator") || binding.iter().any(|part| path.contains(part)) {
            request = request.insert_header(("Idempotency-Key", key));
        }
        self.asked(request, token, body).await
    }

    /// As who holds a mailed link calls.
    pub(crate) async fn by_link(&self, secret: &str, method: Method, path: &str, token: Option<&str>, body: Option<Value>) -> Answer {
        let request = TestRequest::with_uri(path).method(method).insert_header((link_secret::HEADER, secret));
        self.asked(request, token, body).await
    }

    async fn asked(&self, mut request: TestRequest, token: Option<&str>, body: Option<Value>) -> Answer {
        if let Some(token) = token {
            request = request.insert_header((header::AUTHORIZATION, format!("Bearer {token}")));
        }
        if let Some(body) = body {
            request = request.set_json(body);
        }
        self.send(request).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(token), Some(body)).await
    }

    /// Approves or refuses what waits, as it is shown.
    pub(crate) async fn rule_on(&self, approval: &str, what: &str, token: &str) -> Answer {
        let path = format!("/operator/approvals/{approval}");
        let hash = self.get(&path, token).await.json()["data"]["hash"].clone();
        self.post(&format!("{path}/{what}"), token, json!({ "hash": hash })).await
    }

    /// Releases these, as the preview shows it; what it shows nothing of under a hash of nothing.
    pub(crate) async fn release(&self, token: &str, payouts: &Value) -> Answer {
        let seen = self.post("/operator/payouts/release/preview", token, json!({ "payouts": payouts })).await.json();
        let hash = seen["data"]["hash"].as_str().unwrap_or_default();
        self.post("/operator/payouts/release", token, json!({ "payouts": payouts, "reason": "Agreed with the bank.", "hash": hash })).await
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Answer {
        self.call(Method::GET, path, Some(token), None).await
    }

    /// The token of an operator.
    pub(crate) async fn operator(&self) -> String {
        let operator = self.world.operator().await.unwrap();
        self.world.tokens.sign(&operator.session).unwrap()
    }

    /// The token of somebody with a verified phone and address.
    pub(crate) async fn verified(&self) -> String {
        self.world.verified(a_user()).await.unwrap()
    }
}

/// The id of nothing.
const SOME_ID: &str = "01900000-0000-7000-8000-000000000000";

/// A body with something else in it.
pub(crate) fn with(mut body: Value, field: &str, value: Value) -> Value {
    body[field] = value;
    body
}

pub(crate) fn sign_up_body() -> Value {
    json!({
        "email": "ada@example.com", "password": "correct horse battery staple", "fname": "Ada", "lname": "Brandt",
        "phone": "+4915112345678", "country": "DE", "countryCode": "+49",
    })
}

pub(crate) fn buyer_body() -> Value {
    json!({
        "legalName": "Nordwind AG", "country": "NL", "registrationNumber": "12345678", "contactName": "Piet Smit",
        "contactEmail": "piet@example.net", "expectedYearlyVolume": { "amount": 50_000_000, "currency": "EUR" }, "paymentTermsDays": 45,
    })
}

pub(crate) fn terms_body() -> Value {
    json!({
        "kind": "factoring", "currency": "EUR", "limit": 100_000_000, "advanceRate": 8_000, "discountRate": 1_200, "dayCount": "act_360",
        "serviceFee": 150, "serviceFeeMinimum": 500, "payoutFee": 0, "feeTax": 0, "cover": 0, "graceDays": 5, "lateRate": 600,
        "recourseAfterDays": 60, "minDays": 1, "maxDays": 180, "maxInvoiceAgeDays": 90, "concentration": 10_000,
        "verification": "above", "verificationAbove": 2_000_000, "notification": "disclosed", "buyerShare": 0,
    })
}

pub(crate) fn invoice_body() -> Value {
    json!({
        "invoiceNumber": "RE-1", "issuedOn": "2026-06-01", "dueOn": "2026-08-01", "face": 1_000_000, "currency": "EUR",
        "orderReference": "PO 7", "note": null,
    })
}

/// A body that the operation takes for what it is, whatever it then says of what is in it.
pub(crate) fn valid_body(operation: &str) -> Value {
    let documents = json!([{ "kind": "bank_statement", "reason": "It is too old." }]);
    match operation {
        "POST /auth/signup" => sign_up_body(),
        "POST /auth/signin" => json!({ "email": "ada@example.com", "password": "correct horse battery staple" }),
        "POST /auth/forgot-password" => json!({ "email": "ada@example.com" }),
        "POST /auth/reset-password" => json!({ "token": "made up", "password": "correct horse battery staple" }),
        "POST /auth/verify-email" => json!({ "token": "made up" }),
        "PUT /semi-private/auth/email" => json!({ "email": "eve@example.com" }),
        "PUT /semi-private/auth/password" => json!({ "old": "correct horse battery staple", "new": "seven quiet harbours at dawn" }),
        "PUT /semi-private/auth/language" => json!({ "language": "de" }),
        "PUT /semi-private/auth/phone" => json!({ "phone": "+4915112345679", "country": "DE", "countryCode": "+49" }),
        "POST /semi-private/auth/verify-gtoken" => json!({ "gToken": "made up" }),
        "POST /semi-private/buyers" | "PUT /semi-private/buyers/{id}" => buyer_body(),
        "POST /invitation/accept" => {
            let mut body = sign_up_body();
            if let Some(fields) = body.as_object_mut() {
                fields.remove("email");
            }
            body
        }
        "POST /confirmation" => json!({ "seen": "0".repeat(64), "answer": "confirm" }),
        "POST /letters/check" => json!({ "code": "0000-0000-0000-0000" }),
        "POST /operator/receivables/{id}/ask-debtor" => json!({ "version": 9 }),
        "POST /semi-private/suppliers" => json!({
            "legalName": "Schraubenwerk Lind GmbH", "country": "DE", "registrationNumber": "HRB 4711", "email": "lena@lind.example",
        }),
        "POST /operator/suppliers/{id}/rate" => json!({ "version": 1, "discountRate": 600, "note": "They deliver what nobody else does." }),
        "POST /semi-private/suppliers/{id}/invite" => json!({ "version": 9, "email": "lena@lind.example" }),
        "POST /semi-private/suppliers/{id}/remove" | "POST /semi-private/supplier-programmes/{id}/leave" => json!({ "version": 9 }),
        "PUT /semi-private/supplier-programmes/{id}/automatic" => {
            json!({ "version": 9, "mode": "above", "above": { "amount": 5_000, "currency": "EUR" } })
        }
        "POST /semi-private/payables" => json!({
            "supplierId": "01900000-0000-7000-8000-000000000000", "invoiceNumber": "L-1", "issuedOn": "2026-06-01",
            "dueOn": "2026-07-31", "face": 1_000_000, "currency": "EUR",
        }),
        "POST /semi-private/suppliers/import" => json!({ "suppliers": [valid_body("POST /semi-private/suppliers")] }),
        "POST /semi-private/receivables/import" => json!({ "receivables": [valid_body("POST /semi-private/receivables")] }),
        "POST /semi-private/payables/import" => json!({ "payables": [valid_body("POST /semi-private/payables")] }),
        "POST /semi-private/payables/approve" => json!({ "payables": [{ "id": SOME_ID, "version": 1 }] }),
        "POST /semi-private/payables/{id}/credit-note" => json!({ "version": 9, "amount": 100 }),
        "POST /semi-private/auth/step-up" => json!({ "password": "correct horse battery staple", "confirm": "0".repeat(64) }),
        "POST /semi-private/invitations" => json!({ "email": "vera@example.com", "role": "viewer" }),
        "PUT /semi-private/members/{id}" => json!({ "role": "viewer", "seen": "viewer" }),
        "PUT /semi-private/bank-account" => {
            let account = |iban: &str| json!({ "holder": "Mühle Brandt GmbH", "iban": iban, "currency": "EUR" });
            json!({ "bankAccount": account("NL91ABNA0417164300"), "seen": account("DE89370400440532013000") })
        }
        "POST /operator/ledger/entries" => {
            json!({ "on": "2026-01-05", "event": "bank_charge", "amount": 500, "currency": "EUR", "note": "Account 7", "overdraw": true })
        }
        "POST /operator/ledger/entries/{id}/reverse" => json!({ "note": "Typed twice", "overdraw": true }),
        "POST /operator/facilities" => json!({ "companyId": "01900000-0000-7000-8000-000000000000", "terms": terms_body() }),
        "POST /operator/facilities/{id}/terms" => json!({ "version": 1, "terms": terms_body() }),
        "PUT /operator/terms/advertised" => json!({ "terms": terms_body() }),
        "POST /operator/quote" => {
            json!({ "terms": terms_body(), "face": 1_000_000, "payoutOn": "2027-01-04", "dueOn": "2027-02-18" })
        }
        "POST /quote" => {
            json!({ "kind": "factoring", "currency": "EUR", "face": 1_000_000, "payoutOn": "2027-01-04", "dueOn": "2027-02-18" })
        }
        "PUT /operator/debtors/{id}" => json!({
            "version": 1, "state": "watch", "limits": [{ "amount": 5_000_000, "currency": "EUR" }],
            "contact": { "name": "Piet Smit", "email": "piet@example.net" },
        }),
        "POST /operator/debtors/{id}/merge" => {
            json!({ "into": SOME_ID, "version": 1, "intoVersion": 1, "note": "One company." })
        }
        "PUT /operator/applications/{id}/buyers/{buyer}/debtor" => json!({ "seen": SOME_ID, "noneOf": [] }),
        "POST /semi-private/facilities/{id}/accept-terms" => {
            json!({ "version": 1, "hash": "0".repeat(64), "signedName": "Ada Brandt" })
        }
        "PUT /operator/operators/{id}/roles" => json!({ "roles": ["credit"], "seen": ["reviewer"] }),
        "POST /operator/clock" => json!({ "to": "2027-01-04T12:00:00Z" }),
        "PUT /operator/settings" => json!({
            "version": 0,
            "profile": {
                "legalName": "Sooner Finance GmbH",
                "address": { "street": "Hafenstr. 7", "postalCode": "20457", "city": "Hamburg", "country": "DE" },
                "registrationNumber": "HRB 4711", "taxNumber": null, "email": "service@sooner.example", "phone": "+4940123456",
            },
            "timeZone": "Europe/Berlin", "cutOff": "15:00",
            "extraHolidays": [{ "date": "2026-12-24", "name": "Christmas Eve" }],
            "shortBelow": [{ "amount": 500, "currency": "EUR" }], "reminders": { "beforeDue": [10, 3], "afterDue": [7] },
        }),
        "PUT /operator/settings/accounts" => json!({ "version": 0, "accounts": [
            { "holder": "Sooner Finance GmbH", "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFF", "currency": "EUR" },
        ] }),
        "POST /semi-private/receivables" => with(invoice_body(), "buyerId", json!(SOME_ID)),
        "PUT /semi-private/receivables/{id}" => with(invoice_body(), "version", json!(1)),
        "POST /semi-private/receivables/{id}/submit" | "POST /semi-private/receivables/{id}/withdraw" => json!({ "version": 1 }),
        "POST /semi-private/receivables/{id}/accept" => json!({ "offerId": SOME_ID, "hash": "0".repeat(64) }),
        "POST /semi-private/receivables/accept" => {
            json!({ "offers": [{ "id": SOME_ID, "offerId": SOME_ID, "hash": "0".repeat(64) }] })
        }
        "POST /semi-private/quote" => json!({ "currency": "EUR", "face": 1_000_000, "dueOn": "2027-02-18" }),
        "POST /semi-private/receivables/quote" => json!({ "amount": 4_000_000, "currency": "EUR" }),
        "POST /operator/receivables/{id}/verify" => json!({ "version": 1, "kind": "call", "amount": 1_000_000, "note": "Ms Smit" }),
        "POST /operator/receivables/{id}/reject" => json!({ "version": 1, "reason": "Not an invoice." }),
        "POST /operator/receivables/{id}/hold" => json!({ "version": 1, "note": "Ask first." }),
        "POST /operator/receivables/{id}/release" => json!({ "version": 1 }),
        "POST /operator/receivables/{id}/dispute" => {
            json!({ "version": 1, "amount": 5, "reason": "defective", "note": "One of ten." })
        }
        "POST /operator/receivables/{id}/resolve" => json!({ "version": 1, "resolution": "won" }),
        "POST /operator/receivables/{id}/close-short" | "POST /operator/receivables/{id}/charge-back" => {
            json!({ "version": 1, "note": "After two reminders." })
        }
        "POST /operator/receivables/{id}/extend" => json!({ "version": 1, "dueOn": "2026-12-31" }),
        "POST /operator/receivables/{id}/use-credit" => json!({ "version": 1, "amount": 100 }),
        "POST /operator/receivables/{id}/write-off" => json!({ "version": 1, "cause": "insolvency" }),
        "POST /operator/receivables/{id}/undo" | "POST /operator/receivables/{id}/undo-give-up" => json!({ "version": 1 }),
        "POST /operator/receivables/{id}/paid-to-seller" => json!({ "version": 1, "amount": 100 }),
        "POST /operator/receivables/{id}/give-up" => json!({ "version": 1, "amount": 100, "currency": "EUR" }),
        "POST /operator/receivables/{id}/lift-duplicate" => json!({ "version": 1, "note": "Numbers start again each year." }),
        "POST /operator/payouts/release" => json!({ "payouts": [SOME_ID], "reason": "Agreed with the bank.", "hash": "0".repeat(64) }),
        "POST /operator/payouts/release/preview" => json!({ "payouts": [SOME_ID] }),
        "POST /operator/payouts/batches/{id}/executed" => json!({ "on": "2026-06-15" }),
        "POST /operator/payouts/{id}/returned" => json!({ "on": "2026-06-15", "reason": "Account closed." }),
        "POST /operator/receipts" => {
            let payer = json!({ "name": "Nordwind AG", "iban": "NL91ABNA0417164300" });
            json!({ "on": "2026-06-15", "amount": 1_000, "currency": "EUR", "payer": payer, "text": "RE-1", "receivables": [] })
        }
        "POST /operator/held-lines/{id}/decide" => json!({ "version": 1, "decision": { "as": "set_aside", "reason": "twice" } }),
        "POST /operator/held-lines/{id}/reopen" => json!({ "version": 1 }),
        "POST /operator/statement-lines/{id}/settle" => json!({ "as": "charge" }),
        "POST /operator/receipts/{id}/take-back" => json!({}),
        "POST /operator/receipts/match" => {
            let part = json!({ "id": SOME_ID, "amount": 1, "leavesOpen": 0, "surplus": 0 });
            json!({ "matches": [{ "receiptId": SOME_ID, "signs": ["exact_amount"], "receivables": [part] }] })
        }
        "POST /operator/receipts/{id}/unmatch" => json!({ "receivableId": SOME_ID }),
        "POST /operator/receipts/{id}/notes" => json!({ "text": "Asked the payer." }),
        "PUT /operator/receipts/{id}/owner" => json!({ "isMine": true }),
        "POST /operator/receipts/{id}/match" | "POST /operator/statement-lines/{id}/match" => {
            json!({ "receivables": [{ "id": SOME_ID, "amount": 1_000 }] })
        }
        "POST /operator/receipts/{id}/undo" => json!({ "allocationId": SOME_ID, "amount": 1, "note": "Another invoice was meant." }),
        "POST /operator/receipts/{id}/return" => json!({ "amount": 1_000, "note": "Paid twice." }),
        "POST /operator/debtors/{id}/refund" => {
            json!({ "amount": 1_000, "currency": "EUR", "receiptId": SOME_ID, "note": "Paid twice." })
        }
        "POST /operator/receivables/{id}/credit-note" => {
            json!({ "version": 1, "on": "2026-06-15", "amount": 5, "reason": "Returned." })
        }
        "POST /operator/approvals/{id}/approve" | "POST /operator/approvals/{id}/refuse" => {
            json!({ "hash": "0".repeat(64), "note": "Checked by phone." })
        }
        "POST /semi-private/auth/second-factor/confirmation" => json!({ "id": SOME_ID, "code": "123456" }),
        "PUT /semi-private/onboarding" => json!({ "company": {}, "people": [], "bankAccount": {} }),
        "PATCH /semi-private/onboarding" => json!({ "version": 0, "changes": [] }),
        _ => match operation.rsplit('/').next() {
            Some("second-factor" | "confirmation" | "removal") => json!({ "code": "123456" }),
            Some("take" | "give-back" | "approve" | "decline-terms") => json!({ "version": 1 }),
            Some("withdraw" | "suspend" | "resume" | "close") => json!({ "version": 1, "note": "Accounts are late." }),
            Some("verdict") => json!({ "version": 1, "verdict": "accepted" }),
            Some("decision") => json!({ "seen": "pending", "decision": "approved" }),
            Some("disapprove") => json!({ "version": 1, "reasons": ["other"] }),
            Some("request-documents" | "reopen") => json!({ "version": 1, "documents": documents }),
            _ => Value::Null,
        },
    }
}
