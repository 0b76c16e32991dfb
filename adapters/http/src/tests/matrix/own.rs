//! What concerns an operator's own company is for colleagues: every operation of the back office that changes something is listed here.

use super::{super::client_in, OWNER, Scene, scene_of};
use crate::tests::{matrix::written, valid_body};
use actix_web::http::{Method, StatusCode};
use serde_json::{Value, json};
use sooner_application::{
    identity::ports::AccessTokens,
    kernel::{commit::WriteContext, ids::Ids},
    parties::{Member, changes::Change as PartyChange},
    testing::World,
};
use sooner_domain::{
    identity::operator::OperatorRoles,
    kernel::{
        audit::{AuditAction, Entry},
        country::CountryCode,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
        text::Line,
    },
    ledger::entry::{Booking, Draft, Entry as LedgerEntry, EntryId, Event, Place},
    parties::{
        buyer::{Buyer, BuyerStatus},
        debtor::Debtor,
        legal_entity::LegalEntity,
    },
};
use std::collections::BTreeSet;

/// Whether an operation can concern a company, and so an operator's own.
enum Own {
    /// It is refused of the company's thing that its address or body names.
    Refused,
    /// It is refused, as this test shows, which has what it is about.
    In(&'static str),
    /// It concerns no company more than any other, because…
    Never(&'static str),
}

const HOUSE: Own = Own::Never("it is of the house itself");
const READS: Own = Own::Never("it writes nothing");
const CARES: Own = Own::Never("it says who looks after a receipt or what was found out, and moves nothing");
const MONEY: Own = Own::In("nobody_says_what_became_of_money_of_their_own_company");
const LINES: Own = Own::In("lines_of_their_own_company_are_for_colleagues");
const HELD: Own = Own::In("lines_of_their_own_company_that_wait_are_for_colleagues");
const PAID: Own = Own::In("nobody_sends_back_what_concerns_their_own_company");

const OPERATIONS: &[(&str, Own)] = &[
    ("POST /operator/quote", READS),
    ("POST /operator/payouts/release/preview", READS),
    ("POST /operator/applications/{id}/approve", Own::Refused),
    ("POST /operator/applications/{id}/buyers/{buyer}/decision", Own::Refused),
    ("PUT /operator/applications/{id}/buyers/{buyer}/debtor", Own::Refused),
    ("POST /operator/applications/{id}/disapprove", Own::Refused),
    ("POST /operator/applications/{id}/documents/{document}/verdict", Own::Refused),
    ("POST /operator/applications/{id}/give-back", Own::Refused),
    ("POST /operator/applications/{id}/reopen", Own::Refused),
    ("POST /operator/applications/{id}/request-documents", Own::Refused),
    ("POST /operator/applications/{id}/take", Own::Refused),
    ("POST /operator/approvals/{id}/approve", Own::Refused),
    ("POST /operator/approvals/{id}/refuse", Own::Refused),
    ("POST /operator/approvals/{id}/withdraw", Own::Never("it takes back what they proposed themselves")),
    ("POST /operator/bank-answers", Own::In("an_answer_about_what_their_own_company_is_paid_is_for_colleagues")),
    ("POST /operator/bank-statements", Own::Never("the bank wrote the file, and what concerns their company in it waits for colleagues")),
    ("POST /operator/clock", HOUSE),
    ("PUT /operator/debtors/{id}", Own::Refused),
    ("POST /operator/debtors/{id}/merge", Own::Refused),
    ("POST /operator/debtors/{id}/payers/{payer}/forget", Own::Refused),
    ("POST /operator/debtors/{id}/refund", PAID),
    ("POST /operator/end-of-day/{date}/retry", HOUSE),
    ("POST /operator/facilities", Own::Refused),
    ("POST /operator/facilities/{id}/close", Own::Refused),
    ("POST /operator/facilities/{id}/resume", Own::Refused),
    ("POST /operator/facilities/{id}/suspend", Own::Refused),
    ("POST /operator/facilities/{id}/terms", Own::Refused),
    ("POST /operator/facilities/{id}/withdraw", Own::Refused),
    ("POST /operator/held-lines/{id}/decide", HELD),
    ("POST /operator/held-lines/{id}/reopen", HELD),
    ("POST /operator/ledger/entries", MONEY),
    ("POST /operator/ledger/entries/{id}/reverse", Own::Never("what was booked by hand is on accounts of the house alone")),
    ("PUT /operator/operators/{id}/roles", HOUSE),
    ("POST /operator/payouts/batches/{id}/executed", Own::Refused),
    ("POST /operator/payouts/release", Own::In("nobody_releases_what_their_own_company_is_paid")),
    ("POST /operator/payouts/{id}/returned", PAID),
    ("POST /operator/receipts", MONEY),
    ("POST /operator/receipts/match", MONEY),
    ("POST /operator/receipts/{id}/bring-back", MONEY),
    ("POST /operator/receipts/{id}/match", MONEY),
    ("POST /operator/receipts/{id}/notes", CARES),
    ("PUT /operator/receipts/{id}/owner", CARES),
    ("POST /operator/receipts/{id}/return", PAID),
    ("POST /operator/receipts/{id}/take-back", MONEY),
    ("POST /operator/receipts/{id}/undo", MONEY),
    ("POST /operator/receipts/{id}/unmatch", MONEY),
    ("POST /operator/receivables/{id}/ask-debtor", Own::Refused),
    ("POST /operator/receivables/{id}/charge-back", Own::Refused),
    ("POST /operator/receivables/{id}/close-short", Own::Refused),
    ("POST /operator/receivables/{id}/credit-note", Own::Refused),
    ("POST /operator/receivables/{id}/dispute", Own::Refused),
    ("POST /operator/receivables/{id}/extend", Own::Refused),
    ("POST /operator/receivables/{id}/give-up", Own::Refused),
    ("POST /operator/receivables/{id}/hold", Own::Refused),
    ("POST /operator/receivables/{id}/lift-duplicate", Own::Refused),
    ("POST /operator/receivables/{id}/paid-to-seller", Own::Refused),
    ("POST /operator/receivables/{id}/reject", Own::Refused),
    ("POST /operator/receivables/{id}/release", Own::Refused),
    ("POST /operator/receivables/{id}/resolve", Own::Refused),
    ("POST /operator/receivables/{id}/undo", Own::Refused),
    ("POST /operator/receivables/{id}/undo-give-up", Own::Refused),
    ("POST /operator/receivables/{id}/use-credit", Own::Refused),
    ("POST /operator/receivables/{id}/verify", Own::Refused),
    ("POST /operator/receivables/{id}/write-off", Own::Refused),
    ("PUT /operator/settings", HOUSE),
    ("PUT /operator/settings/accounts", HOUSE),
    ("POST /operator/statement-lines/{id}/match", MONEY),
    ("POST /operator/statement-lines/{id}/reopen", LINES),
    ("POST /operator/statement-lines/{id}/settle", LINES),
    ("POST /operator/suppliers/{id}/rate", Own::Refused),
    ("PUT /operator/terms/advertised", HOUSE),
];

const PROPOSALS: Own = Own::In("what_waits_about_their_own_company_is_offered_to_colleagues_alone");
const ENTRIES: Own = Own::In("entries_about_their_own_company_are_for_colleagues");
const LISTED: Own = Own::In("a_company_lists_its_own_and_the_house_all_but_its_own");
const SUMS: Own = Own::Never("sums stay whole: with a part left out they would prove nothing");
const BOOKS: Own = Own::In("books_and_files_leave_their_own_company_out");
const LETTERS: Own = Own::Never("a letter says what its debtor and its seller read as well");
const LISTED_AGREED: Own = Own::In("an_operator_lists_the_facilities_of_others");
const LISTED_DEBTORS: Own = Own::In("an_operator_lists_debtors_that_do_not_concern_their_own_company");
const BANK: Own = Own::Never("the bank told it, or is told it: what a line or a payout is, colleagues decide");

/// What is read in the back office: whether it is kept from an operator's own company.
const READ: &[(&str, Own)] = &[
    ("/operator/applications", LISTED),
    ("/operator/applications/next", LISTED),
    ("/operator/applications/{id}", Own::Refused),
    ("/operator/applications/{id}/audit", Own::Refused),
    ("/operator/applications/{id}/audit.csv", Own::Refused),
    ("/operator/applications/{id}/buyers/{buyer}/debtors", Own::Refused),
    ("/operator/applications/{id}/submissions/{number}", Own::Refused),
    ("/operator/approvals", PROPOSALS),
    ("/operator/approvals/{id}", PROPOSALS),
    ("/operator/bank-statements", BANK),
    ("/operator/bank-statements/gaps", BANK),
    ("/operator/bank-statements/{id}/lines", BANK),
    ("/operator/clock", HOUSE),
    ("/operator/companies/{id}", Own::Refused),
    ("/operator/companies/{id}/first-cash", Own::Refused),
    ("/operator/debtor-credits", MONEY),
    ("/operator/debtors", LISTED_DEBTORS),
    ("/operator/debtors/{id}", Own::Refused),
    ("/operator/debtors/{id}/alike", Own::Refused),
    ("/operator/debtors/{id}/letters", Own::Refused),
    ("/operator/debtors/{id}/merge", Own::Refused),
    ("/operator/debtors/{id}/payers", Own::Refused),
    ("/operator/desk", SUMS),
    ("/operator/end-of-day", HOUSE),
    ("/operator/facilities", LISTED_AGREED),
    ("/operator/facilities/{id}", Own::Refused),
    ("/operator/facilities/{id}/suppliers", Own::Refused),
    ("/operator/facilities/{id}/terms/{number}/paper", Own::Refused),
    ("/operator/funds", SUMS),
    ("/operator/held-lines", BANK),
    ("/operator/held-lines/{id}/candidates", BANK),
    ("/operator/ledger/accounts", BOOKS),
    ("/operator/ledger/accounts/{account}/entries", ENTRIES),
    ("/operator/ledger/entries", ENTRIES),
    ("/operator/ledger/entries/{id}", ENTRIES),
    ("/operator/ledger/export", BOOKS),
    ("/operator/ledger/trial-balance", SUMS),
    ("/operator/letters/unreachable", LETTERS),
    ("/operator/letters/{id}/paper", LETTERS),
    ("/operator/names", HOUSE),
    ("/operator/operators", HOUSE),
    ("/operator/payouts", BANK),
    ("/operator/payouts/batches/{id}/file", BANK),
    ("/operator/receipts", BANK),
    ("/operator/receipts/{id}/entries", BANK),
    ("/operator/receivables", LISTED),
    ("/operator/receivables/{id}", Own::Refused),
    ("/operator/receivables/{id}/acts", Own::Refused),
    ("/operator/receivables/{id}/correspondence", Own::Refused),
    ("/operator/setting-up", LISTED),
    ("/operator/settings", HOUSE),
    ("/operator/statement-lines", BANK),
    ("/operator/statement-lines/{id}/candidates", BANK),
    ("/operator/terms/advertised", HOUSE),
];

#[actix_web::test]
async fn what_is_read_of_their_own_company_is_for_colleagues_or_says_why_not() {
    let contract: Value = serde_json::to_value(crate::openapi()).unwrap();
    let paths = contract["paths"].as_object().unwrap().iter();
    let reading: BTreeSet<_> =
        paths.filter(|(path, of)| path.starts_with("/operator") && of["get"].is_object()).map(|(path, _)| path.as_str()).collect();
    assert_eq!(
        READ.iter().map(|(path, _)| *path).collect::<BTreeSet<_>>(),
        reading,
        "say of each whether it can concern an operator's own company"
    );
    let (world, scene, me, another) = insiders().await;
    let token = world.tokens.sign(&me.session).unwrap();
    let client = client_in(world).await;
    let mut wrong = Vec::new();
    for (path, own) in READ {
        if !matches!(own, Own::Refused) {
            continue;
        }
        let address = scene.address(&client.world, path).await;
        let address = address.split('?').next().unwrap();
        let address = if path.ends_with("/merge") { format!("{address}?into={another}") } else { address.to_owned() };
        let answer = client.get(&address, &token).await;
        if (answer.status, answer.code().as_str()) != (StatusCode::FORBIDDEN, "own_company") {
            wrong.push(format!("{path}: {}", answer.status));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is answered as a file. Of each it is known that it is refused, leaves their own company out, or is what both sides have.
#[actix_web::test]
async fn no_file_is_whole_because_it_is_a_sum() {
    let contract: Value = serde_json::to_value(crate::openapi()).unwrap();
    let is_file =
        |of: &Value| of["get"]["responses"]["200"]["content"].as_object().is_some_and(|all| !all.contains_key("application/json"));
    let paths = contract["paths"].as_object().unwrap().iter();
    let files: BTreeSet<_> =
        paths.filter(|(path, of)| path.starts_with("/operator") && is_file(of)).map(|(path, _)| path.as_str()).collect();
    assert!(files.contains("/operator/ledger/export") && files.contains("/operator/applications/{id}/audit.csv"), "{files:?}");
    let no_reasons = [SUMS, HOUSE].map(|own| match own {
        Own::Never(why) => why,
        Own::Refused | Own::In(_) => "",
    });
    for (path, own) in READ.iter().filter(|(path, _)| files.contains(path)) {
        assert!(!matches!(own, Own::Never(why) if no_reasons.contains(why)), "{path}");
    }
}

/// Accounts and entries of their company, and of the debtor that it names, are in no list and no file that they read.
#[actix_web::test]
async fn books_and_files_leave_their_own_company_out() {
    let (world, scene, me, _) = insiders().await;
    let colleague = world.operator_of("other@example.com", OperatorRoles::all()).await.unwrap();
    let (company, debtor) = (me.membership.company, DebtorId(scene.debtor.parse().unwrap()));
    let (euro, others, receivable) = (Currency::parse("EUR").unwrap(), CompanyId(world.ids.next()), ReceivableId(world.ids.next()));
    let places = [Place::sellers_payable(company, receivable), Place::debtor_credits(debtor), Place::sellers_payable(others, receivable)];
    for place in places {
        let draft = Draft::new(euro).transfer(Place::bank(), place, Minor::new(4_711));
        let (id, now, subject) = (EntryId(world.ids.next()), world.clock_now(), world.ids.next());
        let booking = Booking { id, on: now.date_naive(), booked_at: now, event: Event::Funded, subject, cause: None };
        let context = WriteContext::of(Entry::own(me.user.id(), AuditAction::LedgerEntryBooked, now));
        world.store().ledger.commit(vec![LedgerEntry::new(booking, &draft).unwrap().into()], context).await.unwrap();
    }
    let tokens = [&me, &colleague].map(|one| world.tokens.sign(&one.session).unwrap());
    let client = client_in(world).await;
    let own = [company.to_string(), debtor.0.to_string()];
    let files = ["csv", "hledger", "beancount"].map(|format| format!("/operator/ledger/export?format={format}"));
    for address in files.iter().map(String::as_str).chain(["/operator/ledger/accounts"]) {
        let [mine, theirs] = [0, 1].map(|reader| client.get(address, &tokens[reader]));
        let [mine, theirs] = [mine.await, theirs.await].map(|answer| String::from_utf8_lossy(&answer.body).to_lowercase());
        for id in &own {
            assert!(!mine.contains(id), "{address}: {mine}");
            assert!(theirs.contains(id), "{address}: a colleague reads it");
        }
        assert!(mine.contains(&others.to_string()), "{address}: what is others' stays");
    }
    for (account, refused) in [(format!("sellers_payable.EUR.{company}"), true), ("bank.EUR".to_owned(), false)] {
        let address = format!("/operator/ledger/accounts/{account}/entries");
        let [mine, theirs] = [0, 1].map(|reader| client.get(&address, &tokens[reader]));
        let (mine, theirs) = (mine.await, theirs.await);
        assert_eq!((mine.status == StatusCode::FORBIDDEN, theirs.status), (refused, StatusCode::OK), "{account}");
    }
}

/// The company of somebody who works for the house in every role, and that names the scene's debtor as a buyer; and another debtor.
async fn insiders() -> (World, Scene, Member, DebtorId) {
    let world = World::default();
    let me = world.operator_of("ada@example.com", OperatorRoles::all()).await.unwrap();
    world.fill_in(&me).await.unwrap();
    world.onboarding().submit(&me, None).await.unwrap();
    let (scene, _) = scene_of(&world, me.clone(), OWNER).await;
    let buyer = world.onboarding().buyers(me.membership.company).await.unwrap().remove(0);
    let debtor = Some(DebtorId(scene.debtor.parse().unwrap()));
    let seen = buyer.status;
    let (number, name) = (Line::parse("KVK 7654").unwrap(), Line::parse("Südwind AG").unwrap());
    let entity = LegalEntity::registered(CountryCode::parse("NL").unwrap(), &number);
    let other = Debtor::new(DebtorId(world.ids.next()), entity, name, world.clock_now());
    let other_id = other.id();
    let named = PartyChange::BuyerDecided { buyer: Buyer { debtor, status: BuyerStatus::Approved, ..buyer }, seen };
    let context = WriteContext::of(Entry::own(me.user.id(), AuditAction::BuyerDecided, world.clock_now()));
    world.store().parties.commit(vec![named, PartyChange::DebtorAdded(other)], context).await.unwrap();
    (world, scene, me, other_id)
}

/// What names their own company where the address does not.
fn body_of(name: &str, me: &Member, version: &Value) -> Value {
    let mut body = valid_body(name);
    match name {
        "POST /operator/facilities" => body["companyId"] = json!(me.membership.company.to_string()),
        "POST /operator/facilities/{id}/terms" | "POST /operator/debtors/{id}/merge" => body["version"] = version.clone(),
        _ => {}
    }
    body
}

#[actix_web::test]
async fn every_operation_of_the_back_office_leaves_their_own_company_to_colleagues() {
    let contract: Value = serde_json::to_value(crate::openapi()).unwrap();
    let mut changing = BTreeSet::new();
    for (path, methods) in contract["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with("/operator")) {
        let methods = methods.as_object().unwrap().keys().filter(|method| *method != "get" && *method != "parameters");
        changing.extend(methods.map(|method| format!("{} {path}", method.to_uppercase())));
    }
    let listed: BTreeSet<_> = OPERATIONS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(listed, changing, "say of each whether it can concern an operator's own company");

    let (world, scene, me, another) = insiders().await;
    let other = world.operator_of("other@example.com", OperatorRoles::all()).await.unwrap();
    let debtor = world.store().debtors.by_id(DebtorId(scene.debtor.parse().unwrap())).await.unwrap().unwrap();
    assert!(world.parties().debtor(&other, debtor.id()).await.unwrap().1.is_ok(), "a colleague may");
    let (token, version) = (world.tokens.sign(&me.session).unwrap(), json!(debtor.parts().version));
    let client = client_in(world).await;
    let mut wrong = Vec::new();
    for (name, own) in OPERATIONS {
        match own {
            Own::Refused => {}
            Own::In(where_to) | Own::Never(where_to) => {
                assert!(!where_to.is_empty(), "{name}");
                continue;
            }
        }
        let (method, path) = name.split_once(' ').unwrap();
        let method: Method = method.parse().unwrap();
        let address = scene.address(&client.world, path).await;
        let before = written(&client.world).await;
        let mut body = body_of(name, &me, &version);
        if name.ends_with("/merge") {
            body["into"] = json!(another.to_string());
        }
        let address = address.split('?').next().unwrap();
        let answer = client.call(method, address, Some(&token), Some(body).filter(|body| !body.is_null())).await;
        let is_refused = (answer.status, answer.code().as_str()) == (StatusCode::FORBIDDEN, "own_company");
        if !is_refused || written(&client.world).await != before {
            wrong.push(format!("{name}: {} {}", answer.status, String::from_utf8_lossy(&answer.body)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
