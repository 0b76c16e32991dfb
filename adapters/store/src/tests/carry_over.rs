//! What SQL cannot compute when a database of the previous release is brought up to date.

use super::{
    Checked, Store,
    database::{Database, on_each_database},
    previous_release::{ADA, ADAS_APPLICATION, BOB, BOBS_NORDWIND, CYD, NORDWIND, OLGA, PENDING, lay_down},
    sent_back::downgraded,
    upgrade::upgraded,
};
use crate::{
    kernel::{
        conn::{Conn, on},
        schema::carry_overs,
        sql_types::Id,
    },
    onboarding::schema::applications,
    parties::schema::{companies, debtors},
    receivables::schema::receivables,
};
use diesel::prelude::*;
use sooner_application::{
    StorePorts,
    kernel::commit::WriteContext,
    parties::changes::Change,
    receivables::EnterCommand,
    testing::{World, a_user, buyer_details, receivables::invoice},
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::{CompanyId, DebtorId},
        text::PersonName,
    },
    onboarding::application::ApplicationId,
    parties::buyer::{Buyer, BuyerDetails, BuyerId, BuyerStatus},
};
use std::{collections::BTreeSet, error::Error};
use uuid::Uuid;

/// Id, legal name and legal entity of every company.
type CompanyRow = (Id, Option<String>, Option<String>);

fn company_rows(database: &Database) -> Result<Vec<CompanyRow>, Box<dyn Error>> {
    let query = companies::table.order(companies::id).select((companies::id, companies::legal_name, companies::legal_entity));
    Ok(on!(&mut Conn::open(&database.url)?, |c| query.load(c))?)
}

fn company(id: Uuid, name: &str, entity: &str) -> CompanyRow {
    (Id(id), Some(name.to_owned()), Some(entity.to_owned()))
}

async fn a_company_is_called_what_it_handed_in(database: &Database) -> Checked {
    upgraded(database)?;
    let expected = [
        company(ADA, "Mühle Brandt GmbH", "DE:R:HRB12345"),
        company(BOB, "Bob & Söhne", "DE:T:112233"),
        (Id(CYD), None, None), // a draft
        (Id(OLGA), None, None),
    ];
    assert_eq!(company_rows(database)?, expected);
    Ok(())
}

/// The debtor of each of the buyers that are one legal entity.
async fn nordwinds(ports: &StorePorts) -> Result<[Option<DebtorId>; 2], Box<dyn Error>> {
    let buyer =
        async |seller, id| ports.buyers.by_id(CompanyId(seller), BuyerId(id)).await?.ok_or("no buyer").map_err(Box::<dyn Error>::from);
    let (one, other): (Buyer, Buyer) = (buyer(ADA, NORDWIND).await?, buyer(BOB, BOBS_NORDWIND).await?);
    assert_eq!([one.status, other.status], [BuyerStatus::Approved; 2]);
    assert_ne!(one.details.registration_number, other.details.registration_number);
    Ok([one.debtor, other.debtor])
}

/// Id, legal entity and name.
type DebtorRow = (Id, String, String);

fn debtor_rows(database: &Database) -> Result<Vec<DebtorRow>, Box<dyn Error>> {
    let query = debtors::table.select((debtors::id, debtors::legal_entity, debtors::legal_name));
    Ok(on!(&mut Conn::open(&database.url)?, |c| query.load(c))?)
}

async fn approved_buyers_that_are_one_legal_entity_are_one_debtor(database: &Database) -> Checked {
    let (ports, dialect) = upgraded(database)?;
    let rows = debtor_rows(database)?;
    let [(id, ..)] = rows.as_slice() else { return Err(format!("{rows:?}").into()) };
    assert_eq!(rows, [(*id, "NL:R:123456".to_owned(), "Nordwind B.V.".to_owned())]);
    assert_eq!(nordwinds(&ports).await?, [Some(DebtorId(id.0)); 2]);
    let pending = ports.buyers.by_id(CompanyId(ADA), BuyerId(PENDING)).await?.ok_or("no buyer")?;
    assert_eq!((pending.status, pending.debtor), (BuyerStatus::Pending, None));
    let in_case = ports.applications.buyer_in_case(ApplicationId(ADAS_APPLICATION), BuyerId(NORDWIND)).await?.ok_or("not in the case")?;
    assert_eq!(in_case.debtor, Some(DebtorId(id.0)));

    // A start that was cut short before it came to Bob's is taken up by the next.
    let untied = dialect.id(BOBS_NORDWIND);
    database.run(&format!("INSERT INTO carry_overs VALUES ('legal_entities'); UPDATE buyers SET debtor_id = NULL WHERE id = {untied}"))?;
    Store::migrate(&database.url)?;
    assert_eq!((nordwinds(&ports).await?, debtor_rows(database)?), ([Some(DebtorId(id.0)); 2], rows));
    let left: i64 = on!(&mut Conn::open(&database.url)?, |c| carry_overs::table.count().get_result(c))?;
    assert_eq!(left, 0);
    Ok(())
}

/// Id and folded name of every application.
fn names(database: &Database) -> Result<Vec<(Id, String)>, Box<dyn Error>> {
    let query = applications::table.order(applications::id).select((applications::id, applications::company_key));
    Ok(on!(&mut Conn::open(&database.url)?, |c| query.load(c))?)
}

async fn every_application_has_its_name_folded(database: &Database) -> Checked {
    let (_, dialect) = upgraded(database)?;
    let folded = names(database)?;
    assert!(folded.contains(&(Id(ADAS_APPLICATION), "muhle brandt gmbh".to_owned())), "{folded:?}");

    // A start that was cut short is taken up by the next, which leaves alone what was saved meanwhile.
    database.run("INSERT INTO carry_overs VALUES ('company_keys'); UPDATE applications SET company_key = ''")?;
    let saved = "UPDATE applications SET company_key = 'anew' WHERE id <> ";
    database.run(&format!("{saved}{}", dialect.id(ADAS_APPLICATION)))?;
    Store::migrate(&database.url)?;
    for (id, name) in names(database)? {
        assert_eq!(name, if id == Id(ADAS_APPLICATION) { "muhle brandt gmbh" } else { "anew" });
    }
    Ok(())
}

async fn a_buyer_who_was_listed_twice_can_still_be_corrected(database: &Database) -> Checked {
    let (ports, dialect) = upgraded(database)?;
    let (one, other) = (dialect.id(NORDWIND), dialect.id(PENDING));
    let twin = |column: &str| format!("{column} = (SELECT {column} FROM buyers WHERE id = {one})");
    database.run(&format!("UPDATE buyers SET {}, {} WHERE id = {other}", twin("country"), twin("registration_number")))?;
    let twin = ports.buyers.by_id(CompanyId(ADA), BuyerId(PENDING)).await?.ok_or("no buyer")?;
    let details = BuyerDetails { contact_name: PersonName::parse("Grace Jansen")?, ..twin.details.clone() };
    let entry = Entry::new(twin.created_at, Actor::CommandLine, AuditAction::BuyerChanged, Subjects::of_company(twin.seller, PENDING));
    let corrected = Buyer { details, ..twin };
    ports.parties.commit(vec![Change::BuyerChanged(corrected.clone())], WriteContext::of(entry)).await?;
    assert_eq!(ports.buyers.by_id(CompanyId(ADA), BuyerId(PENDING)).await?, Some(corrected));
    Ok(())
}

async fn a_row_that_cannot_be_read_holds_up_no_other(database: &Database) -> Checked {
    let dialect = lay_down(database)?;
    let (buyer, application) = (dialect.id(NORDWIND), dialect.id(ADAS_APPLICATION));
    database.run(&format!("UPDATE buyers SET contact_email = 'nobody' WHERE id = {buyer}"))?;
    database.run(&format!("UPDATE applications SET form = '7' WHERE id = {application}"))?;
    Store::migrate(&database.url)?;
    let names = company_rows(database)?;
    assert_eq!(names[..2], [(Id(ADA), None, None), company(BOB, "Bob & Söhne", "DE:T:112233")]);
    let bobs = database.store()?.ports().buyers.by_id(CompanyId(BOB), BuyerId(BOBS_NORDWIND)).await?.ok_or("no buyer")?;
    assert!(bobs.debtor.is_some());
    Ok(())
}

/// A receivable's id, its number and what that looks like.
type Numbered = (Id, String, String);

fn numbers(database: &Database) -> Result<Vec<Numbered>, Box<dyn Error>> {
    let query = receivables::table.order(receivables::invoice_number);
    let query = query.select((receivables::id, receivables::invoice_number, receivables::visible_number));
    Ok(on!(&mut Conn::open(&database.url)?, |c| query.load(c))?)
}

async fn every_receivable_is_found_by_what_its_number_looks_like(database: &Database) -> Checked {
    Store::migrate(&database.url)?;
    let world = World { instead: Some(database.store()?.ports()), ..World::default() };
    let by = world.member(a_user()).await?.membership;
    let buyer = world.onboarding().add_buyer(by, buyer_details("Nordwind AG"), None).await?.id;
    for number in ["RE-100", "RE-1OO", "RE-l00"] {
        let command = EnterCommand { by, buyer, facts: invoice(number, 1_000_000)?, request: None };
        world.financing().enter(command).await?;
    }
    let entered = numbers(database)?;
    let seen: BTreeSet<_> = entered.iter().map(|(.., visible)| visible.as_str()).collect();
    assert_eq!((entered.len(), seen.len()), (3, 1), "{entered:?}");

    downgraded(database, "0076")?;
    assert!(!Store::migrate(&database.url)?.is_empty());
    assert_eq!(numbers(database)?, entered);

    // A start that was cut short is taken up by the next, which leaves alone what was saved meanwhile.
    database.run("INSERT INTO carry_overs VALUES ('visible_numbers'); UPDATE receivables SET visible_number = ''")?;
    database.run("UPDATE receivables SET visible_number = 'saved' WHERE invoice_number = 'RE-l00'")?;
    Store::migrate(&database.url)?;
    for ((_, number, visible), (.., before)) in numbers(database)?.iter().zip(&entered) {
        assert_eq!(visible, if number == "RE-l00" { "saved" } else { before });
    }
    // A number that no release ever took holds up no other.
    database.run("INSERT INTO carry_overs VALUES ('visible_numbers'); UPDATE receivables SET visible_number = ''")?;
    database.run("UPDATE receivables SET invoice_number = '' WHERE invoice_number = 'RE-100'")?;
    Store::migrate(&database.url)?;
    let blank = numbers(database)?.into_iter().filter(|(.., visible)| visible.is_empty()).map(|(_, number, _)| number);
    assert_eq!(blank.collect::<Vec<_>>(), [""]);
    Ok(())
}

on_each_database!(
    blank: a_company_is_called_what_it_handed_in,
    approved_buyers_that_are_one_legal_entity_are_one_debtor,
    every_application_has_its_name_folded,
    a_buyer_who_was_listed_twice_can_still_be_corrected,
    a_row_that_cannot_be_read_holds_up_no_other,
    every_receivable_is_found_by_what_its_number_looks_like,
);
