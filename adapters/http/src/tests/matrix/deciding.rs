//! Whoever decides names what they saw: every operation that changes something is listed here, and each that decides refuses what is
//! not as it was seen.

use super::{
    super::{
        Client,
        bank_files::import,
        client_in,
        payments::{due, two_sold},
        valid_body,
    },
    OWNER, scene,
};
use actix_web::{
    Error,
    body::MessageBody,
    dev::{Service, ServiceResponse},
    http::{Method, StatusCode},
};
use serde_json::{Value, json};
use sooner_application::{
    identity::ports::AccessTokens,
    testing::{World, payments::statements::file},
};
use sooner_domain::{
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::audit::AuditAction,
    parties::membership::MemberRole,
    payments::statement::{Legible, Odd},
};
use std::collections::BTreeSet;

/// What an operation decides on.
#[derive(Clone, Copy)]
enum Decides {
    /// On what was seen, which this member of its body names.
    By(&'static str),
    /// On nothing that could be another thing than was seen, because…
    Nothing(&'static str),
}

const VERSION: Decides = Decides::By("version");
const HASH: Decides = Decides::By("hash");
const SEEN: Decides = Decides::By("seen");
const ENTERS: Decides = Decides::Nothing("it enters what it says, and changes nothing that was there");
const OWN: Decides = Decides::Nothing("it concerns the account of whoever sends it alone");
const READS: Decides = Decides::Nothing("it writes nothing");
const DRAFT: Decides = Decides::Nothing("it is of a draft, which a reviewer or an approver decides on by its version");
const OFF: Decides = Decides::Nothing("it takes away what it names, whatever that is by now");
const FIXED: Decides = Decides::Nothing("what it names never changes, and amounts it names are compared with what is there");

const OPERATIONS: &[(&str, Decides)] = &[
    ("POST /auth/forgot-password", OWN),
    ("POST /auth/reset-password", OWN),
    ("POST /auth/signin", OWN),
    ("POST /auth/signup", OWN),
    ("POST /auth/verify-email", OWN),
    ("PUT /semi-private/auth/email", OWN),
    ("PUT /semi-private/auth/language", OWN),
    ("PUT /semi-private/auth/password", OWN),
    ("PUT /semi-private/auth/phone", OWN),
    ("POST /semi-private/auth/second-factor", OWN),
    ("POST /semi-private/auth/second-factor/confirmation", OWN),
    ("POST /semi-private/auth/second-factor/enrolment", OWN),
    ("POST /semi-private/auth/second-factor/removal", OWN),
    ("DELETE /semi-private/auth/sessions/{id}", OWN),
    ("POST /semi-private/auth/signout", OWN),
    ("POST /semi-private/auth/step-up", OWN),
    ("POST /semi-private/auth/verify-gtoken", OWN),
    ("POST /confirmation", SEEN),
    ("POST /invitation/accept", FIXED),
    ("POST /semi-private/invitation/accept", FIXED),
    ("POST /semi-private/invitation/enrol", FIXED),
    ("POST /semi-private/invitations", ENTERS),
    ("DELETE /semi-private/invitations/{id}", OFF),
    ("PUT /semi-private/members/{id}", SEEN),
    ("DELETE /semi-private/members/{id}", OFF),
    ("POST /letters/check", READS),
    ("POST /quote", READS),
    ("POST /operator/quote", READS),
    ("POST /semi-private/quote", READS),
    ("POST /semi-private/receivables/quote", READS),
    ("POST /semi-private/e-invoices/read", READS),
    ("POST /semi-private/payables/import/read", READS),
    ("POST /semi-private/receivables/import/read", READS),
    ("POST /semi-private/suppliers/import/read", READS),
    ("POST /operator/payouts/release/preview", READS),
    ("POST /operator/applications/{id}/approve", VERSION),
    ("POST /operator/applications/{id}/buyers/{buyer}/decision", SEEN),
    ("PUT /operator/applications/{id}/buyers/{buyer}/debtor", SEEN),
    ("POST /operator/applications/{id}/disapprove", VERSION),
    ("POST /operator/applications/{id}/documents/{document}/verdict", VERSION),
    ("POST /operator/applications/{id}/give-back", VERSION),
    ("POST /operator/applications/{id}/reopen", VERSION),
    ("POST /operator/applications/{id}/request-documents", VERSION),
    ("POST /operator/applications/{id}/take", VERSION),
    ("POST /operator/approvals/{id}/approve", HASH),
    ("POST /operator/approvals/{id}/refuse", HASH),
    ("POST /operator/approvals/{id}/withdraw", OFF),
    ("POST /semi-private/approvals/{id}/withdraw", OFF),
    ("POST /operator/bank-answers", ENTERS),
    ("POST /operator/bank-statements", ENTERS),
    ("POST /operator/clock", Decides::Nothing("business time goes forward to where it says, in tests alone")),
    ("PUT /operator/debtors/{id}", VERSION),
    ("POST /operator/debtors/{id}/merge", VERSION),
    ("POST /operator/debtors/{id}/payers/{payer}/forget", OFF),
    ("POST /operator/debtors/{id}/refund", FIXED),
    ("POST /operator/end-of-day/{date}/retry", Decides::Nothing("it does once more what failed")),
    ("POST /operator/facilities", ENTERS),
    ("POST /operator/facilities/{id}/close", VERSION),
    ("POST /operator/facilities/{id}/resume", VERSION),
    ("POST /operator/facilities/{id}/suspend", VERSION),
    ("POST /operator/facilities/{id}/terms", VERSION),
    ("POST /operator/facilities/{id}/withdraw", VERSION),
    ("POST /operator/held-lines/{id}/decide", VERSION),
    ("POST /operator/held-lines/{id}/reopen", VERSION),
    ("POST /operator/ledger/entries", ENTERS),
    ("POST /operator/ledger/entries/{id}/reverse", FIXED),
    ("PUT /operator/operators/{id}/roles", SEEN),
    ("POST /operator/payouts/batches/{id}/executed", FIXED),
    ("POST /operator/payouts/release", HASH),
    ("POST /operator/payouts/{id}/returned", FIXED),
    ("POST /operator/receipts", ENTERS),
    ("POST /operator/receipts/match", FIXED),
    ("POST /operator/receipts/{id}/bring-back", FIXED),
    ("POST /operator/receipts/{id}/match", FIXED),
    ("POST /operator/receipts/{id}/notes", ENTERS),
    ("PUT /operator/receipts/{id}/owner", Decides::Nothing("it says who looks after it, and moves nothing")),
    ("POST /operator/receipts/{id}/return", FIXED),
    ("POST /operator/receipts/{id}/take-back", FIXED),
    ("POST /operator/receipts/{id}/undo", FIXED),
    ("POST /operator/receipts/{id}/unmatch", FIXED),
    ("POST /operator/receivables/{id}/ask-debtor", VERSION),
    ("POST /operator/receivables/{id}/charge-back", VERSION),
    ("POST /operator/receivables/{id}/close-short", VERSION),
    ("POST /operator/receivables/{id}/credit-note", VERSION),
    ("POST /operator/receivables/{id}/dispute", VERSION),
    ("POST /operator/receivables/{id}/extend", VERSION),
    ("POST /operator/receivables/{id}/give-up", VERSION),
    ("POST /operator/receivables/{id}/hold", VERSION),
    ("POST /operator/receivables/{id}/lift-duplicate", VERSION),
    ("POST /operator/receivables/{id}/paid-to-seller", VERSION),
    ("POST /operator/receivables/{id}/reject", VERSION),
    ("POST /operator/receivables/{id}/release", VERSION),
    ("POST /operator/receivables/{id}/resolve", VERSION),
    ("POST /operator/receivables/{id}/undo", VERSION),
    ("POST /operator/receivables/{id}/undo-give-up", VERSION),
    ("POST /operator/receivables/{id}/use-credit", VERSION),
    ("POST /operator/receivables/{id}/verify", VERSION),
    ("POST /operator/receivables/{id}/write-off", VERSION),
    ("PUT /operator/settings", VERSION),
    ("PUT /operator/settings/accounts", VERSION),
    ("POST /operator/statement-lines/{id}/match", FIXED),
    ("POST /operator/statement-lines/{id}/reopen", OFF),
    ("POST /operator/statement-lines/{id}/settle", FIXED),
    ("POST /operator/suppliers/{id}/rate", VERSION),
    ("PUT /operator/terms/advertised", Decides::Nothing("what is advertised binds nobody: a company gets terms of its own")),
    ("PUT /semi-private/bank-account", SEEN),
    ("POST /semi-private/buyers", DRAFT),
    ("PUT /semi-private/buyers/{id}", DRAFT),
    ("DELETE /semi-private/buyers/{id}", DRAFT),
    ("POST /semi-private/documents", DRAFT),
    ("DELETE /semi-private/documents/{id}", DRAFT),
    ("PUT /semi-private/onboarding", DRAFT),
    ("PATCH /semi-private/onboarding", VERSION),
    ("POST /semi-private/onboarding/submit", DRAFT),
    ("POST /semi-private/e-invoices", ENTERS),
    ("POST /semi-private/facilities/{id}/accept-terms", HASH),
    ("POST /semi-private/facilities/{id}/decline-terms", VERSION),
    ("POST /semi-private/payables", ENTERS),
    ("POST /semi-private/payables/approve", Decides::By("payables.version")),
    ("POST /semi-private/payables/import", ENTERS),
    ("POST /semi-private/payables/{id}/credit-note", VERSION),
    ("POST /semi-private/receivables", ENTERS),
    ("POST /semi-private/receivables/accept", Decides::By("offers.hash")),
    ("POST /semi-private/receivables/import", ENTERS),
    ("PUT /semi-private/receivables/{id}", VERSION),
    ("POST /semi-private/receivables/{id}/accept", HASH),
    ("POST /semi-private/receivables/{id}/documents", DRAFT),
    ("DELETE /semi-private/receivables/{id}/documents/{document}", DRAFT),
    ("POST /semi-private/receivables/{id}/submit", VERSION),
    ("POST /semi-private/receivables/{id}/withdraw", VERSION),
    ("PUT /semi-private/supplier-programmes/{id}/automatic", VERSION),
    ("POST /semi-private/supplier-programmes/{id}/leave", VERSION),
    ("POST /semi-private/suppliers", ENTERS),
    ("POST /semi-private/suppliers/import", ENTERS),
    ("POST /semi-private/suppliers/{id}/invite", VERSION),
    ("POST /semi-private/suppliers/{id}/remove", VERSION),
];

/// What the scene has nothing of that could be stale: another test sends it a stale one.
const ELSEWHERE: &[(&str, &str)] = &[
    ("PUT /operator/applications/{id}/buyers/{buyer}/debtor", "a_buyer_is_linked_to_another_debtor_as_long_as_nothing_was_sold"),
    ("POST /confirmation", "a_debtor_reads_and_answers_by_its_link_and_the_operator_sees_it"),
    ("POST /operator/held-lines/{id}/reopen", "what_was_set_aside_or_known_waits_again"),
    ("POST /operator/held-lines/{id}/decide", "a_person_decides_what_they_saw_and_once_under_a_key"),
    ("PUT /operator/operators/{id}/roles", "whoever_proposed_is_told_who_can_approve"),
    ("POST /operator/payouts/release", "a_release_is_looked_at_before_and_beyond_what_the_bank_holds_needs_a_reason"),
    ("PUT /semi-private/bank-account", "another_account_waits_for_an_operator"),
    ("POST /semi-private/facilities/{id}/accept-terms", "terms_are_offered_and_accepted"),
    ("POST /semi-private/payables/approve", "a_payable_is_approved_as_it_was_seen"),
    ("POST /semi-private/receivables/accept", "many_are_accepted_one_by_one"),
    ("POST /semi-private/receivables/{id}/accept", "only_the_offer_that_stands_is_accepted_and_by_whom_may"),
];

fn schema<'a>(contract: &'a Value, body: &'a Value) -> &'a Value {
    let name = body["$ref"].as_str().and_then(|reference| reference.rsplit('/').next());
    name.map_or(body, |name| &contract["components"]["schemas"][name])
}

#[test]
fn every_operation_that_decides_needs_what_was_seen() {
    let contract: Value = serde_json::to_value(crate::openapi()).unwrap();
    let mut told = BTreeSet::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap().iter().filter(|(method, _)| *method != "get" && *method != "parameters") {
            let name = format!("{} {path}", method.to_uppercase());
            let listed = OPERATIONS.iter().find(|(operation, _)| *operation == name);
            let (_, decides) = listed.unwrap_or_else(|| panic!("{name}: say whether it decides, and on what"));
            told.insert(name.clone());
            let member = match decides {
                Decides::By(member) => member,
                Decides::Nothing(because) => {
                    assert!(!because.is_empty(), "{name}");
                    continue;
                }
            };
            let mut body = schema(&contract, &operation["requestBody"]["content"]["application/json"]["schema"]);
            for part in member.split('.') {
                let required = body["required"].as_array().is_some_and(|required| required.contains(&json!(part)));
                assert!(required, "{name} can be sent without {member}");
                let within = &body["properties"][part];
                body = schema(&contract, if within["items"].is_object() { &within["items"] } else { within });
            }
        }
    }
    let listed: BTreeSet<_> = OPERATIONS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(listed, told, "the list has operations that the contract has not");
}

/// What nobody saw.
fn stale(name: &str, member: &str) -> Value {
    let mut body = valid_body(name);
    let (within, member) = member.split_once('.').unwrap_or(("", member));
    let body_of = if within.is_empty() { &mut body } else { &mut body[within][0] };
    let other = match (member, &body_of[member]) {
        ("version", _) => json!(99),
        ("hash", _) => json!("f".repeat(64)),
        ("seen", Value::Array(_)) => json!(["auditor"]),
        ("seen", Value::Object(_)) => json!({ "iban": "DE02120300000000202051" }),
        ("seen", seen) if *seen == "pending" => json!("approved"),
        ("seen", seen) if *seen == "viewer" => json!("approver"),
        _ => json!("f".repeat(64)),
    };
    body_of[member] = other;
    if name == "PUT /semi-private/members/{id}" {
        // Another role than they have.
        body["role"] = json!("preparer");
    }
    body
}

#[actix_web::test]
async fn every_operation_that_decides_refuses_what_is_not_as_it_was_seen() {
    let (world, scene, owner) = scene(OWNER).await;
    let operator = world.operator_of("all@example.com", OperatorRoles::all()).await.unwrap();
    let operator = world.tokens.sign(&operator.session).unwrap();
    let client = client_in(world).await;
    let mut wrong = Vec::new();
    for (name, decides) in OPERATIONS {
        let Decides::By(member) = decides else { continue };
        if ELSEWHERE.iter().any(|(elsewhere, _)| elsewhere == name) {
            continue;
        }
        let (method, path) = name.split_once(' ').unwrap();
        let token = if path.starts_with("/operator") { &operator } else { owner.as_ref().unwrap() };
        let address = scene.address(&client.world, path).await;
        let before = written(&client.world).await;
        let method: Method = method.parse().unwrap();
        let answer = client.call(method, &address, Some(token), Some(stale(name, member))).await;
        let after = written(&client.world).await;
        if answer.body.is_empty() || (answer.status, answer.code().as_str(), after) != (StatusCode::CONFLICT, "stale_version", before) {
            wrong.push(format!("{name}: {} {} {}", answer.status, String::from_utf8_lossy(&answer.body), after - before));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is confirmed before it is done, and where it is tried.
const CONFIRMED: &[(&str, Tried)] = &[
    ("POST /operator/applications/{id}/approve", Tried::Here),
    ("POST /operator/approvals/{id}/approve", Tried::Here),
    ("PUT /operator/debtors/{id}", Tried::Here),
    ("PUT /operator/operators/{id}/roles", Tried::Here),
    ("PUT /operator/settings", Tried::Here),
    ("PUT /operator/settings/accounts", Tried::Here),
    ("POST /semi-private/auth/second-factor/enrolment", Tried::Here),
    ("PUT /semi-private/bank-account", Tried::Here),
    ("POST /semi-private/invitations", Tried::Here),
    ("PUT /semi-private/members/{id}", Tried::Here),
    ("DELETE /semi-private/members/{id}", Tried::Here),
    ("POST /semi-private/facilities/{id}/accept-terms", Tried::Here),
    ("POST /semi-private/payables/approve", Tried::Here),
    ("PUT /semi-private/supplier-programmes/{id}/automatic", Tried::Here),
    ("POST /semi-private/suppliers/{id}/invite", Tried::Here),
    ("POST /operator/payouts/release", Tried::Here),
    ("POST /operator/receipts/{id}/return", Tried::Here),
    ("POST /operator/receipts", Tried::Here),
    ("POST /operator/held-lines/{id}/decide", Tried::Here),
    ("POST /operator/payouts/batches/{id}/executed", Tried::Here),
    ("POST /operator/payouts/{id}/returned", Tried::Here),
    ("POST /operator/bank-statements", Tried::In("a_file_of_the_bank_is_confirmed_by_what_is_in_it")),
    ("POST /operator/bank-answers", Tried::In("a_file_of_the_bank_is_confirmed_by_what_is_in_it")),
    ("POST /operator/debtors/{id}/merge", Tried::In("two_people_merge_debtors_and_both_prove_who_they_are")),
    ("POST /operator/debtors/{id}/refund", Tried::In("two_people_send_money_back_and_both_prove_who_they_are")),
    ("POST /semi-private/receivables/accept", Tried::In("only_the_offer_that_stands_is_accepted_and_by_whom_may")),
    ("POST /semi-private/receivables/{id}/accept", Tried::In("only_the_offer_that_stands_is_accepted_and_by_whom_may")),
];

/// What says who somebody is, where they are written to or paid: what stands on papers, in mails and in bank files.
const WHO_AND_WHERE: &[&str] =
    &["legalName", "registrationNumber", "taxNumber", "address", "email", "contactEmail", "iban", "accountNumber"];

/// What gives somebody rights.
const MAY: &[&str] = &["role", "roles", "rights"];

const ACCOUNT: &str = "it is of the sender’s own account, by a password, a code or a mailed link";
const REVIEWED: &str = "it counts once an operator decided on it as it was, and approving takes a step-up";

/// What takes such a thing, and no confirmation, because…
const WITHOUT: &[(&str, &str)] = &[
    ("POST /auth/forgot-password", ACCOUNT),
    ("POST /auth/signin", ACCOUNT),
    ("POST /auth/signup", ACCOUNT),
    ("PUT /semi-private/auth/email", "it corrects an address that was not proven, and an account without a proven one has no rights"),
    ("PUT /semi-private/onboarding", REVIEWED),
    ("POST /semi-private/buyers", REVIEWED),
    ("PUT /semi-private/buyers/{id}", REVIEWED),
    ("POST /semi-private/suppliers", "a place is of the company that is named, not of the reader of the mail"),
    ("POST /semi-private/suppliers/import", "as one by one"),
];

#[derive(Clone, Copy, PartialEq)]
enum Tried {
    Here,
    /// By another test, of this name.
    In(&'static str),
}

/// What was written but for confirmations.
pub(crate) async fn written(world: &World) -> usize {
    let is_confirmation = |action| matches!(action, AuditAction::SteppedUp | AuditAction::StepUpFailed);
    world.records().await.unwrap().iter().filter(|record| !is_confirmation(record.entry.action)).count()
}

/// Tries it from a session that confirmed nothing, and from one that confirmed something else; answers what it is.
async fn is_refused<B: MessageBody, S: Service<actix_http::Request, Response = ServiceResponse<B>, Error = Error>>(
    client: &Client<S>,
    (method, address): (&str, &str),
    token: &str,
    body: &Value,
) -> String {
    let (method, before): (Method, _) = (method.parse().unwrap(), written(&client.world).await);
    let asked = client.unconfirmed(method.clone(), address, token, body.clone()).await;
    assert_eq!((asked.status, asked.code().as_str()), (StatusCode::FORBIDDEN, "step_up_required"), "{address}: {}", asked.json());
    assert_eq!(asked.json()["confirm"].as_str().map(str::len), Some(64), "{address} says what is to be confirmed");
    let mut other = body.clone();
    match other.as_object_mut() {
        // Confirmed is that request, and this is another one: under another key, or with another body.
        Some(other) => {
            client.confirm(&asked, Some(token)).await;
            if !address.starts_with("/operator/approvals") {
                other.insert("nothing".into(), Value::Null);
            }
        }
        None => client.confirm_act(&json!("f".repeat(64)), Some(token)).await,
    }
    let other = client.unconfirmed(method, address, token, other).await;
    assert!(
        (other.status, other.code().as_str()) == (StatusCode::FORBIDDEN, "step_up_required") || other.status == StatusCode::BAD_REQUEST,
        "{address}: {}",
        other.json()
    );
    assert_eq!(written(&client.world).await, before, "{address}");
    asked.json()["confirm"].as_str().unwrap().to_owned()
}

#[actix_web::test]
async fn what_is_to_be_confirmed_is_refused_from_a_session_that_confirmed_nothing_and_from_one_that_confirmed_another() {
    let (world, scene, owner) = scene(OWNER).await;
    let olga = world.operator_of("all@example.com", OperatorRoles::all()).await.unwrap();
    let reviewer = world.operator_of("rita@example.com", [OperatorRole::Reviewer].into_iter().collect()).await.unwrap();
    let (operator, owner) = (world.tokens.sign(&olga.session).unwrap(), owner.unwrap());
    let client = client_in(world).await;
    let data = async |path: &str, token: &str| client.get(path, token).await.json()["data"].clone();
    let mut acts = BTreeSet::new();
    let mut tried = BTreeSet::new();
    let address = async |path: &str| scene.address(&client.world, path).await;
    macro_rules! takes {
        ($client:expr, $name:literal, $address:expr, $token:expr, $body:expr) => {{
            let (method, _) = $name.split_once(' ').unwrap();
            tried.insert($name);
            assert!(acts.insert(is_refused($client, (method, &$address), $token, &$body).await), "each act is one of its own");
        }};
    }
    let waits = data(&format!("/operator/approvals/{}", scene.approval), &operator).await;
    let approve = format!("/operator/approvals/{}/approve", scene.approval);
    takes!(&client, "POST /operator/approvals/{id}/approve", approve, &operator, json!({ "hash": waits["hash"] }));
    assert_eq!(client.rule_on(&scene.approval, "refuse", &operator).await.status, StatusCode::OK);

    let case = address("/operator/applications/{id}").await;
    let version = data(&case, &operator).await["onboarding"]["version"].clone();
    takes!(&client, "POST /operator/applications/{id}/approve", format!("{case}/approve"), &operator, json!({ "version": version }));
    let done = client.post(&format!("{case}/approve"), &operator, json!({ "version": version })).await;
    assert_eq!(done.status, StatusCode::OK, "{}", done.json());

    let debtor = address("/operator/debtors/{id}").await;
    let contact = json!({ "name": "Piet Smit", "email": "piet@example.net" });
    let other_contact = json!({ "version": data(&debtor, &operator).await["version"], "state": "open", "limits": [], "contact": contact });
    takes!(&client, "PUT /operator/debtors/{id}", debtor, &operator, other_contact);
    let roles = format!("/operator/operators/{}/roles", reviewer.user.id());
    takes!(&client, "PUT /operator/operators/{id}/roles", roles, &operator, json!({ "roles": ["credit"], "seen": ["reviewer"] }));
    takes!(&client, "PUT /operator/settings", "/operator/settings", &operator, valid_body("PUT /operator/settings"));
    takes!(
        &client,
        "PUT /operator/settings/accounts",
        "/operator/settings/accounts",
        &operator,
        valid_body("PUT /operator/settings/accounts")
    );

    let enrolment = "/semi-private/auth/second-factor/enrolment";
    takes!(&client, "POST /semi-private/auth/second-factor/enrolment", enrolment, &owner, Value::Null);
    let seen = data("/semi-private/bank-account", &owner).await["bankAccount"].clone();
    let account = json!({ "bankAccount": { "holder": "Ada", "iban": "NL91ABNA0417164300", "currency": "EUR" }, "seen": seen });
    takes!(&client, "PUT /semi-private/bank-account", "/semi-private/bank-account", &owner, account);
    let facility = data("/semi-private/facilities", &owner).await[0].clone();
    let terms = json!({ "version": facility["version"], "hash": facility["hash"], "signedName": "Ada Brandt" });
    takes!(
        &client,
        "POST /semi-private/facilities/{id}/accept-terms",
        address("/semi-private/facilities/{id}/accept-terms").await,
        &owner,
        terms
    );
    let payable = data(&format!("/semi-private/receivables/{}", scene.payable), &owner).await;
    let seen = json!({ "payables": [{ "id": payable["id"], "version": payable["version"] }] });
    takes!(&client, "POST /semi-private/payables/approve", "/semi-private/payables/approve", &owner, seen);
    let place = data("/semi-private/supplier-programmes", &owner).await[0].clone();
    let automatic = format!("/semi-private/supplier-programmes/{}/automatic", scene.place);
    takes!(
        &client,
        "PUT /semi-private/supplier-programmes/{id}/automatic",
        automatic,
        &owner,
        json!({ "version": place["version"], "mode": "all" })
    );
    let supplier = data("/semi-private/suppliers", &owner).await[0].clone();
    let again = json!({ "version": supplier["version"], "email": "eve@lind.example" });
    takes!(
        &client,
        "POST /semi-private/suppliers/{id}/invite",
        format!("/semi-private/suppliers/{}/invite", scene.supplier),
        &owner,
        again
    );

    let colleague = json!({ "email": "otto@example.com", "role": "viewer" });
    takes!(&client, "POST /semi-private/invitations", "/semi-private/invitations", &owner, colleague);
    let vera = client.world.joined(&scene.owner, "vera@example.com", MemberRole::Approver).await.unwrap();
    let vera = format!("/semi-private/members/{}", vera.user.id());
    for role in ["viewer", "owner"] {
        takes!(&client, "PUT /semi-private/members/{id}", vera, &owner, json!({ "role": role, "seen": "approver" }));
    }
    takes!(&client, "DELETE /semi-private/members/{id}", vera, &owner, Value::Null);

    let receipt = json!({ "on": client.world.clock_now().date_naive(), "amount": 1_000, "currency": "EUR", "text": null, "receivables": [],
        "payer": { "name": "Nordwind AG", "iban": "NL91ABNA0417164300" } });
    takes!(&client, "POST /operator/receipts", "/operator/receipts", &operator, receipt.clone());
    let receipt = client.post("/operator/receipts", &operator, receipt).await.json()["data"]["id"].as_str().unwrap().to_owned();
    let back = format!("/operator/receipts/{receipt}/return");
    takes!(&client, "POST /operator/receipts/{id}/return", back, &operator, json!({ "amount": 1_000, "note": "Paid twice." }));

    let (world, olga, ..) = two_sold().await;
    let client = client_in(world).await;
    let operator = client.world.tokens.sign(&olga.session).unwrap();
    let payouts = json!([due(&client, &operator).await[0]["id"]]);
    let seen = client.post("/operator/payouts/release/preview", &operator, json!({ "payouts": payouts })).await.json();
    let order = json!({ "payouts": payouts, "reason": "Agreed.", "hash": seen["data"]["hash"] });
    takes!(&client, "POST /operator/payouts/release", "/operator/payouts/release", &operator, order);
    assert_eq!(client.release(&operator, &payouts).await.status, StatusCode::OK);
    let released = client.get("/operator/payouts?status=released", &operator).await.json()["data"][0].clone();
    let (payout, batch) = (released["id"].as_str().unwrap(), released["released"]["batchId"].as_str().unwrap());
    let executed = format!("/operator/payouts/batches/{batch}/executed");
    let on = client.world.clock_now().date_naive();
    takes!(&client, "POST /operator/payouts/batches/{id}/executed", executed, &operator, json!({ "on": on }));
    let returned = format!("/operator/payouts/{payout}/returned");
    takes!(&client, "POST /operator/payouts/{id}/returned", returned, &operator, json!({ "on": on, "reason": "Account closed." }));

    let mut unread = file(1, Vec::new()).unwrap();
    unread.statements[0].odd = vec![Odd { line: 77, what: "Amt", legible: Legible::default() }];
    import(&client.world, &olga, unread).await;
    let line = client.get("/operator/held-lines", &operator).await.json()["data"][0].clone();
    let decide = format!("/operator/held-lines/{}/decide", line["id"].as_str().unwrap());
    let typed = json!({ "as": "entered", "on": on, "valueOn": on, "amount": 75 });
    let entered = json!({ "version": line["version"], "decision": typed });
    takes!(&client, "POST /operator/held-lines/{id}/decide", decide, &operator, entered);
    let known = json!({ "version": line["version"], "decision": { "as": "set_aside", "reason": "Twice in the file." } });
    assert_eq!(client.unconfirmed(Method::POST, &decide, &operator, known).await.status, StatusCode::OK, "nothing of it is typed");

    let here: BTreeSet<_> = CONFIRMED.iter().filter(|(_, where_to)| *where_to == Tried::Here).map(|(name, _)| *name).collect();
    assert_eq!(tried, here);
    let elsewhere = CONFIRMED.iter().filter_map(|(_, tried)| if let Tried::In(test) = tried { Some(*test) } else { None });
    assert!(elsewhere.into_iter().all(|test| !test.is_empty()));
}

/// Every member of a body, however deep.
fn members(contract: &Value, body: &Value, found: &mut BTreeSet<String>) {
    let body = schema(contract, body);
    for (name, within) in body["properties"].as_object().into_iter().flatten() {
        if found.insert(name.clone()) {
            members(contract, within, found);
        }
    }
    members_of_parts(contract, body, found);
}

fn members_of_parts(contract: &Value, body: &Value, found: &mut BTreeSet<String>) {
    for part in ["allOf", "anyOf", "oneOf"].iter().filter_map(|part| body[*part].as_array()).flatten().chain(body.get("items")) {
        members(contract, part, found);
    }
}

#[test]
fn what_says_who_somebody_is_or_where_they_are_paid_or_gives_rights_is_confirmed_or_has_a_reason() {
    let contract: Value = serde_json::to_value(crate::openapi()).unwrap();
    let mut found_in = BTreeSet::new();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap().iter().filter(|(method, _)| *method != "get" && *method != "parameters") {
            let name = format!("{} {path}", method.to_uppercase());
            let mut found = BTreeSet::new();
            for (_, content) in operation["requestBody"]["content"].as_object().into_iter().flatten() {
                members(&contract, &content["schema"], &mut found);
            }
            let reads = OPERATIONS.iter().any(|(operation, decides)| {
                *operation == name && matches!(decides, Decides::Nothing(because) if *because == "it writes nothing")
            });
            let says = WHO_AND_WHERE.iter().chain(MAY).any(|member| found.contains(*member));
            if says && !reads && CONFIRMED.iter().all(|(confirmed, _)| *confirmed != name) {
                found_in.insert(name);
            }
        }
    }
    assert_eq!(found_in, WITHOUT.iter().map(|(name, _)| (*name).to_owned()).collect());
}

#[test]
fn every_operation_that_takes_a_step_up_says_so_and_no_other() {
    let contract: Value = serde_json::to_value(crate::openapi()).unwrap();
    for (path, methods) in contract["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let name = format!("{} {path}", method.to_uppercase());
            let says = operation["description"].as_str().is_some_and(|said| said.contains("step_up_required"));
            let is_confirmed = CONFIRMED.iter().any(|(confirmed, _)| *confirmed == name);
            assert_eq!(says, is_confirmed || name == "POST /semi-private/auth/step-up", "{name}");
        }
    }
}
