//! What lies in the audit trail's tables, and what a hand in the database does to the chain.

use super::{Checked, Database, database::on_each_database, use_cases};
use crate::{
    Store,
    kernel::{
        conn::{Conn, on},
        schema::{audit_records, audit_values},
    },
};
use diesel::prelude::*;
use sooner_application::{
    kernel::{
        audit::{ERASED, Format, Record, Subject},
        chain::Chain,
    },
    testing::{PASSWORD, a_user},
};
use sooner_domain::{identity::password::NewPassword, kernel::email::EmailAddress};
use std::error::Error;

const ADA: &str = "ada@example.com";

/// Ada's sign-up, as the trail tells of it.
async fn signed_up(store: &Store) -> Result<Record, Box<dyn Error>> {
    let ports = store.ports();
    let email = EmailAddress::parse(ADA)?;
    if ports.users.by_email(&email).await?.is_none() {
        let user = a_user();
        use_cases(store).parties.sign_up(user.member, NewPassword::parse(PASSWORD, &[])?, user.from).await?;
    }
    let ada = ports.users.by_email(&email).await?.ok_or("no Ada")?;
    let mut records = ports.trail.about(&[Subject::User(ada.id())], None, 9).await?;
    records.pop().ok_or_else(|| "no record".into())
}

async fn chain(store: &Store) -> Result<Chain, Box<dyn Error>> {
    Ok(store.ports().audit().verify(None).await?)
}

/// What the record tells of Ada's address.
fn email_of(record: &Record) -> Option<&str> {
    record.entry.changes.iter().find(|change| change.field == "email")?.after.as_deref()
}

async fn personal_values_lie_apart_from_the_chain(database: &Database) -> Checked {
    let record = signed_up(&database.store()?).await?;
    assert_eq!((record.format, email_of(&record)), (Format::Second, Some(ADA)));
    let mut conn = Conn::open(&database.url)?;
    let changes: Vec<String> = on!(&mut conn, |c| audit_records::table.select(audit_records::changes).load(c))?;
    let opened: Vec<String> = on!(&mut conn, |c| audit_values::table.select(audit_values::opened).load(c))?;
    assert!(changes.iter().all(|changes| !changes.contains(ADA)), "{changes:?}");
    assert!(changes.iter().any(|changes| changes.contains(r#"{"field":"role","after":"member"}"#)), "{changes:?}");
    assert!(opened.iter().any(|opened| opened.contains(ADA)), "{opened:?}");
    Ok(())
}

async fn an_erased_value_leaves_the_chain_whole(database: &Database) -> Checked {
    let store = database.store()?;
    let before = signed_up(&store).await?;
    let whole = chain(&store).await?;
    assert_eq!(whole.broken_at, None);

    // The first of the values is the address.
    let mut conn = Conn::open(&database.url)?;
    let opened: String = on!(&mut conn, |c| audit_values::table.select(audit_values::opened).get_result(c))?;
    let mut values: Vec<serde_json::Value> = serde_json::from_str(&opened)?;
    values[0] = serde_json::Value::Null;
    let one = diesel::update(audit_values::table).set(audit_values::opened.eq(serde_json::to_string(&values)?));
    on!(&mut conn, |c| one.execute(c))?;
    let erased = signed_up(&store).await?;
    assert_eq!((email_of(&erased), erased.commitments[0].salt), (Some(ERASED), None));
    assert_eq!(erased.entry.changes[1..], before.entry.changes[1..], "the others are still there");
    assert_eq!(chain(&store).await?, whole);

    database.run("DELETE FROM audit_values")?;
    let erased = signed_up(&store).await?;
    assert!(erased.commitments.iter().all(|commitment| commitment.salt.is_none()));
    assert_eq!(chain(&store).await?, whole);
    Ok(())
}

async fn a_changed_value_breaks_the_chain(database: &Database) -> Checked {
    let store = database.store()?;
    let number = signed_up(&store).await?.number();
    database.run("UPDATE audit_values SET opened = replace(opened, 'ada@', 'eve@')")?;
    assert_eq!(chain(&store).await?.broken_at, number);
    database.run("UPDATE audit_values SET opened = '[]'")?;
    assert_eq!(chain(&store).await?.broken_at, number, "as many as there are commitments");
    database.run("UPDATE audit_values SET opened = 'nonsense'")?;
    assert_eq!(chain(&store).await?.broken_at, number);
    Ok(())
}

async fn records_are_only_added(database: &Database) -> Checked {
    let store = database.store()?;
    signed_up(&store).await?;
    assert!(database.run("UPDATE audit_records SET request = 'another'").is_err());
    assert!(database.run("DELETE FROM audit_values; DELETE FROM audit_records").is_err());
    let whole = chain(&store).await?;
    assert!(whole.whole > 0 && whole.broken_at.is_none());
    Ok(())
}

on_each_database!(
    personal_values_lie_apart_from_the_chain,
    an_erased_value_leaves_the_chain_whole,
    a_changed_value_breaks_the_chain,
    records_are_only_added,
);
