//! Who may do what: every operation of the contract × every kind of caller, none left out. An operation that is not in
//! the table fails the test.

use super::{Client, buyer_body, client_in, valid_body};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode},
    test::TestRequest,
};
use serde_json::Value;
use sooner_application::{
    identity::{OperatorAccess, ports::AccessTokens},
    testing::{PASSWORD, PlainTokens, World, a_user},
};
use sooner_domain::{identity::password::PlainPassword, kernel::email::EmailAddress, parties::membership::Membership};
use std::net::IpAddr;

/// Whom an operation is for.
#[derive(Debug, Clone, Copy, PartialEq)]
enum For {
    Anybody,
    /// Whoever has a session, even one that waits for a code.
    Begun,
    SignedIn,
    /// Whoever has proven their e-mail address.
    Proven,
    Verified,
    /// What whoever has it may have without being verified; nobody else learns that it exists.
    Own,
    /// What belongs to the owner: nobody else learns that it exists.
    Owner,
    /// The same, and operators may look.
    OwnerOrOperator,
    Operator,
}

const TABLE: &[(&str, For)] = &[
    ("POST /auth/signup", For::Anybody),
    ("POST /auth/signin", For::Anybody),
    ("POST /auth/forgot-password", For::Anybody),
    ("POST /auth/reset-password", For::Anybody),
    ("POST /auth/verify-email", For::Anybody),
    ("GET /health/live", For::Anybody),
    ("GET /health/ready", For::Anybody),
    ("GET /metrics", For::Anybody),
    ("POST /semi-private/auth/signout", For::Begun),
    ("POST /semi-private/auth/second-factor", For::Begun),
    ("GET /semi-private/auth/second-factor", For::SignedIn),
    ("POST /semi-private/auth/second-factor/enrolment", For::Proven),
    ("POST /semi-private/auth/second-factor/confirmation", For::Proven),
    ("POST /semi-private/auth/second-factor/removal", For::SignedIn),
    ("POST /semi-private/auth/verify-gtoken", For::SignedIn),
    ("PUT /semi-private/auth/phone", For::SignedIn),
    ("PUT /semi-private/auth/email", For::SignedIn),
    ("PUT /semi-private/auth/password", For::SignedIn),
    ("PUT /semi-private/auth/language", For::SignedIn),
    ("GET /semi-private/auth/sessions", For::SignedIn),
    ("DELETE /semi-private/auth/sessions/{id}", For::Own),
    ("GET /semi-private/auth/send-email-verification", For::SignedIn),
    ("GET /semi-private/user", For::SignedIn),
    ("GET /semi-private/onboarding", For::SignedIn),
    ("PUT /semi-private/onboarding", For::Verified),
    ("PATCH /semi-private/onboarding", For::Verified),
    ("POST /semi-private/onboarding/submit", For::Verified),
    ("POST /semi-private/documents", For::Verified),
    ("GET /semi-private/documents/{id}", For::OwnerOrOperator),
    ("DELETE /semi-private/documents/{id}", For::Owner),
    ("GET /semi-private/buyers", For::SignedIn),
    ("POST /semi-private/buyers", For::Verified),
    ("PUT /semi-private/buyers/{id}", For::Owner),
    ("DELETE /semi-private/buyers/{id}", For::Owner),
    ("GET /operator/applications", For::Operator),
    ("GET /operator/applications/next", For::Operator),
    ("GET /operator/applications/{id}", For::Operator),
    ("GET /operator/applications/{id}/submissions/{number}", For::Operator),
    ("GET /operator/applications/{id}/audit", For::Operator),
    ("GET /operator/applications/{id}/audit.csv", For::Operator),
    ("POST /operator/applications/{id}/take", For::Operator),
    ("POST /operator/applications/{id}/give-back", For::Operator),
    ("POST /operator/applications/{id}/documents/{document}/verdict", For::Operator),
    ("POST /operator/applications/{id}/buyers/{buyer}/decision", For::Operator),
    ("POST /operator/applications/{id}/approve", For::Operator),
    ("POST /operator/applications/{id}/disapprove", For::Operator),
    ("POST /operator/applications/{id}/request-documents", For::Operator),
    ("POST /operator/applications/{id}/reopen", For::Operator),
];

/// Who calls.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Caller {
    Nobody,
    /// With the right password and no code yet.
    AwaitsCode,
    Unverified,
    /// Whose application, documents and buyers they are.
    Owner,
    /// Verified, with nothing of their own.
    Stranger,
    Operator,
    /// Where the second factor is compulsory, and this one has none.
    OperatorWithoutFactor,
}

const CALLERS: [Caller; 7] = [
    Caller::Nobody,
    Caller::AwaitsCode,
    Caller::Unverified,
    Caller::Owner,
    Caller::Stranger,
    Caller::Operator,
    Caller::OperatorWithoutFactor,
];

/// What the cell says: a refusal by status and code, or none for "let in".
fn cell(operation: For, caller: Caller) -> Option<(StatusCode, &'static str)> {
    const SIGN_IN: Option<(StatusCode, &str)> = Some((StatusCode::UNAUTHORIZED, "unauthenticated"));
    const CODE: Option<(StatusCode, &str)> = Some((StatusCode::FORBIDDEN, "second_factor_required"));
    const VERIFY: Option<(StatusCode, &str)> = Some((StatusCode::FORBIDDEN, "verification_required"));
    const FORBIDDEN: Option<(StatusCode, &str)> = Some((StatusCode::FORBIDDEN, "forbidden"));
    const FACTOR: Option<(StatusCode, &str)> = Some((StatusCode::FORBIDDEN, "second_factor_missing"));
    const NOT_FOUND: Option<(StatusCode, &str)> = Some((StatusCode::NOT_FOUND, "not_found"));
    match (operation, caller) {
        (For::Anybody, _) => None,
        (_, Caller::Nobody) => SIGN_IN,
        (For::Begun, _) => None,
        (_, Caller::AwaitsCode) => CODE,
        (For::SignedIn, _) => None,
        (For::Verified | For::Proven, Caller::Unverified) => VERIFY,
        (For::Verified | For::Proven, _) => None,
        (For::Own, Caller::Owner) => None,
        (For::Own, _) => NOT_FOUND,
        (For::Owner, Caller::Owner) => None,
        (For::Owner, Caller::Unverified) => VERIFY,
        (For::Owner, _) => NOT_FOUND,
        (For::OwnerOrOperator, Caller::Owner | Caller::Operator) => None,
        (For::OwnerOrOperator, _) => NOT_FOUND,
        (For::Operator, Caller::Operator) => None,
        (For::Operator, Caller::OperatorWithoutFactor) => FACTOR,
        (For::Operator, _) => FORBIDDEN,
    }
}

/// A world with an owner's submitted application, and the token of one caller.
async fn scene(caller: Caller) -> (World, Option<String>) {
    let operators = if caller == Caller::OperatorWithoutFactor { OperatorAccess::BySecondFactor } else { OperatorAccess::ByPassword };
    let world = World { operators, ..World::default() };
    let owner = world.verified(a_user()).await.unwrap();
    let me = world.parties().member(&owner).await.unwrap().unwrap();
    world.fill_in(&me).await.unwrap();
    world.onboarding().submit(&me, None).await.unwrap();
    let other = a_user().email("bob@example.com").phone("+4915112345679");
    let token = match caller {
        Caller::Nobody => None,
        Caller::Owner => Some(owner),
        Caller::Unverified => Some(world.signed_up(other).await.unwrap()),
        Caller::Stranger => Some(world.verified(other).await.unwrap()),
        Caller::Operator | Caller::OperatorWithoutFactor => Some(world.tokens.sign(&world.operator().await.unwrap().session).unwrap()),
        Caller::AwaitsCode => {
            let identity = world.identity();
            let me = world.proven(other).await.unwrap();
            identity.begin_second_factor(&me).await.unwrap();
            let factor = identity.second_factors.of(me.user.id()).await.unwrap().unwrap();
            identity.confirm_second_factor(&me, &PlainTokens::code(factor.id, world.clock_now())).await.unwrap();
            let (email, password) = (EmailAddress::parse("bob@example.com").unwrap(), PlainPassword::parse_typed(PASSWORD).unwrap());
            Some(identity.sign_in(&email, password, IpAddr::from([192, 0, 2, 9])).await.unwrap().token)
        }
    };
    (world, token)
}

/// The address of the owner's thing.
async fn address<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    path: &str,
) -> String {
    let email = EmailAddress::parse("ada@example.com").unwrap();
    let owner = client.world.identity().users.by_email(&email).await.unwrap().unwrap().id();
    address_of(client, client.world.membership(owner).await.unwrap(), path).await
}

async fn address_of<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    owner: Membership,
    path: &str,
) -> String {
    let application = client.world.onboarding().view(owner).await.unwrap().application;
    let document = application.documents()[0].id.to_string();
    let buyer = client.world.onboarding().buyers(owner.company).await.unwrap()[0].id.to_string();
    let session = client.world.store().sessions.of(owner.user, client.world.clock_now()).await.unwrap()[0].id.to_string();
    let id = match path {
        _ if path.starts_with("/semi-private/documents") => document.clone(),
        _ if path.starts_with("/semi-private/buyers") => buyer.clone(),
        _ if path.starts_with("/semi-private/auth/sessions") => session,
        _ => application.parts().id.to_string(),
    };
    path.replace("{id}", &id).replace("{document}", &document).replace("{buyer}", &buyer).replace("{number}", "1")
}

#[actix_web::test]
async fn every_operation_lets_in_whom_it_is_for_and_nobody_else() {
    let contract: Value = serde_json::to_value(super::super::openapi()).unwrap();
    let mut cells = 0;
    for (path, operations) in contract["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            let method: Method = method.to_uppercase().parse().unwrap();
            let name = format!("{method} {path}");
            // For these the body is looked at before whose the thing is.
            let body = (name == "PUT /semi-private/buyers/{id}").then(buyer_body);
            let (_, whom) = TABLE.iter().find(|(operation, _)| *operation == name).unwrap_or_else(|| panic!("{name} is not in the table"));
            for caller in CALLERS {
                let (world, token) = scene(caller).await;
                let client = client_in(world).await;
                let answer = client.call(method.clone(), &address(&client, path).await, token.as_deref(), body.clone()).await;
                match cell(*whom, caller) {
                    Some((status, code)) => assert_eq!((answer.status, answer.code().as_str()), (status, code), "{name} by {caller:?}"),
                    // What it then says of an empty request is another test's business.
                    None => assert!(
                        !matches!(answer.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN | StatusCode::NOT_FOUND)
                            || path == "/metrics",
                        "{name} by {caller:?}: {}",
                        answer.status
                    ),
                }
                cells += 1;
            }
        }
    }
    assert_eq!(cells, TABLE.len() * CALLERS.len(), "the table has operations that the contract has not");
}

#[actix_web::test]
async fn no_operator_looks_at_or_decides_on_their_own_company() {
    let world = World::default();
    let me = world.operator().await.unwrap();
    world.fill_in(&me).await.unwrap();
    world.onboarding().submit(&me, None).await.unwrap();
    let client = client_in(world).await;
    let token = client.world.tokens.sign(&me.session).unwrap();
    let before = client.world.onboarding().view(me.membership).await.unwrap();
    for (operation, _) in TABLE.iter().filter(|(operation, whom)| *whom == For::Operator && operation.contains("{id}")) {
        let (method, path) = operation.split_once(' ').unwrap();
        let request = TestRequest::default()
            .method(method.parse().unwrap())
            .uri(&address_of(&client, me.membership, path).await)
            .insert_header(("authorization", format!("Bearer {token}")))
            .insert_header(("idempotency-key", operation.replace(' ', "-")));
        let answer = client.send(if method == "GET" { request } else { request.set_json(valid_body(operation)) }).await;
        assert_eq!((answer.status, answer.code().as_str()), (StatusCode::FORBIDDEN, "own_company"), "{operation}");
    }
    assert_eq!(client.world.onboarding().view(me.membership).await.unwrap(), before);
}

#[actix_web::test]
async fn no_write_of_the_contract_is_without_the_accounts_limit() {
    let contract: Value = serde_json::to_value(super::super::openapi()).unwrap();
    let mut writes = 0;
    for (path, operations) in contract["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys().filter(|method| *method != "get") {
            let name = format!("{} {path}", method.to_uppercase());
            let (_, whom) = TABLE.iter().find(|(operation, _)| *operation == name).unwrap();
            if *whom == For::Anybody {
                continue;
            }
            let (world, token) = scene(if *whom == For::Operator { Caller::Operator } else { Caller::Owner }).await;
            let client = client_in(World { account_writes: 0, ..world }).await;
            let address = address(&client, path).await;
            let answer = client.call(method.to_uppercase().parse().unwrap(), &address, token.as_deref(), None).await;
            assert_eq!((answer.status, answer.code().as_str()), (StatusCode::TOO_MANY_REQUESTS, "too_many_requests"), "{name}");
            assert!(answer.headers.contains_key("retry-after"), "{name}");
            writes += 1;
        }
    }
    assert!(writes >= 20, "{writes}");
}
