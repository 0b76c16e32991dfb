//! What lies in the audit trail's tables, and what a hand in the database does to the chain.

use super::{Checked, Database, database::on_each_database, use_cases};
use crate::{
    Store,
    kernel::{
        conn::{Conn, on},
        ids::id_at,
        schema::{audit_records, audit_values},
    },
};
use chrono::DateTime;
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
    ports.sealing().all().await?;
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
    assert!(database.run("UPDATE audit_records SET number = NULL, previous = NULL, hash = NULL").is_err());
    assert!(database.run("UPDATE audit_records SET number = 7").is_err());
    assert!(database.run("DELETE FROM audit_values; DELETE FROM audit_records").is_err());
    let whole = chain(&store).await?;
    assert!(whole.whole > 0 && whole.broken_at.is_none());
    Ok(())
}

/// How this database spells an id, a moment, a hash of nothing and an id of nobody.
fn spelling(database: &Database) -> [&'static str; 4] {
    if database.url.starts_with("sqlite") {
        ["X'{}'", "1000000", "zeroblob(32)", "randomblob(16)"]
    } else {
        ["'{}'::uuid", "to_timestamp(1)", "decode(repeat('00', 32), 'hex')", "gen_random_uuid()"]
    }
}

/// A record that waits for its place, as a crash between a commit and the sealing leaves it; its id in SQL.
fn left_unsealed(database: &Database, action: &str) -> Result<String, Box<dyn Error>> {
    let [id, at, ..] = spelling(database);
    let id = id.replace("{}", &id_at(DateTime::UNIX_EPOCH)?.simple().to_string());
    database.run(&format!(
        "INSERT INTO audit_records (id, format, at, actor, action, user_id, thing, changes, request)
           VALUES ({id}, 2, {at}, 'stranger', '{action}', {id}, {id}, '[]', 'a crash')"
    ))?;
    Ok(id)
}

async fn what_waits_for_its_place_can_only_get_it_once(database: &Database) -> Checked {
    let store = database.store()?;
    signed_up(&store).await?;
    let number = chain(&store).await?.whole + 1;
    let waits = left_unsealed(database, "signed_in")?;
    let [.., bytes, nobody] = spelling(database);
    let place = |number: &str| format!("number = {number}, previous = {bytes}, hash = {bytes}");
    let all = place(&number.to_string());
    assert!(database.run(&format!("UPDATE audit_records SET at = at WHERE id = {waits}")).is_err(), "no place");
    let later = "at = (SELECT MAX(at) FROM audit_records)";
    for column in ["format = 1", later, "actor = 'command_line'", "action = 'signed_out'", "request = 'another'", "changes = '[{}]'"] {
        assert!(database.run(&format!("UPDATE audit_records SET {column} WHERE id = {waits}")).is_err(), "{column}");
        assert!(database.run(&format!("UPDATE audit_records SET {column}, {all} WHERE id = {waits}")).is_err(), "{column}, sealed");
    }
    for subject in ["id", "user_id", "company_id", "debtor_id", "thing"] {
        assert!(database.run(&format!("UPDATE audit_records SET {subject} = {nobody}, {all} WHERE id = {waits}")).is_err(), "{subject}");
    }
    for part in [format!("number = {number}"), format!("number = {number}, hash = {bytes}"), format!("previous = {bytes}, hash = {bytes}")]
    {
        assert!(database.run(&format!("UPDATE audit_records SET {part} WHERE id = {waits}")).is_err(), "{part}");
    }
    assert!(database.run(&format!("UPDATE audit_records SET {} WHERE id = {waits}", place("1"))).is_err(), "the place is taken");
    assert!(database.run(&format!("DELETE FROM audit_records WHERE id = {waits}")).is_err());
    let again = "INSERT INTO audit_records (id, number, format, at, actor, action, thing, changes, request, previous, hash) \
                 SELECT id, NULL, format, at, 'another', action, thing, changes, request, NULL, NULL FROM audit_records";
    assert!(database.run(&format!("{again} WHERE id = {waits}")).is_err());
    if database.url.starts_with("sqlite") {
        let replace = again.replacen("INSERT", "INSERT OR REPLACE", 1);
        assert!(database.run(&format!("{replace} WHERE id = {waits}")).is_err(), "replacing is deleting");
        let update = format!("UPDATE OR REPLACE audit_records SET {} WHERE id = {waits}", place("1"));
        assert!(database.run(&update).is_err(), "replacing is deleting");
    } else {
        assert!(database.run("TRUNCATE audit_records CASCADE").is_err());
    }
    let half = again.replacen("NULL", &number.to_string(), 1).replacen("SELECT id", "SELECT thing", 1);
    assert!(database.run(&format!("{half} WHERE number = 1")).is_err(), "a number without hashes");

    assert_eq!(store.ports().audit_chain.waiting().await?.count, 1);
    assert_eq!(store.ports().sealing().all().await?, 1);
    let whole = chain(&store).await?;
    assert_eq!((whole.whole, whole.broken_at), (number, None));
    assert!(database.run(&format!("UPDATE audit_records SET {} WHERE id = {waits}", place("99"))).is_err());
    Ok(())
}

async fn a_place_that_was_made_up_is_named(database: &Database) -> Checked {
    let store = database.store()?;
    signed_up(&store).await?;
    let whole = chain(&store).await?.whole;
    let waits = left_unsealed(database, "signed_in")?;
    let [.., bytes, _] = spelling(database);
    // The next number, but no hash that fits; a number further on, which leaves a hole.
    let number = whole + 2;
    database.run(&format!("UPDATE audit_records SET number = {number}, previous = {bytes}, hash = {bytes} WHERE id = {waits}"))?;
    assert_eq!(chain(&store).await?.broken_at, Some(whole + 1));
    left_unsealed(database, "signed_in")?;
    assert_eq!(store.ports().sealing().all().await?, 1, "the sealer goes on");
    assert_eq!(chain(&store).await?.broken_at, Some(whole + 1), "and the hole stays");
    Ok(())
}

async fn a_record_that_cannot_be_read_keeps_no_other_from_its_place(database: &Database) -> Checked {
    let store = database.store()?;
    let ports = store.ports();
    signed_up(&store).await?;
    let whole = chain(&store).await?.whole;
    for action in ["nonsense", "signed_in", "nonsense", "signed_out"] {
        left_unsealed(database, action)?;
    }
    if database.url.starts_with("sqlite") {
        // SQLite takes a text for a number.
        let odd = "INSERT INTO audit_records (id, format, at, actor, action, thing, changes, request)";
        database.run(&format!("{odd} VALUES (X'00', 2, 'yesterday', 'stranger', 'signed_in', X'00', '[]', '')"))?;
        assert_eq!(ports.audit_chain.waiting().await?.count, 5);
    }
    assert_eq!(ports.sealing().all().await?, 2);
    // One at a time, it is passed over as well.
    left_unsealed(database, "signed_in")?;
    let (mut sealed, mut after) = (0, 0);
    loop {
        let step = ports.audit_chain.seal(after, 1).await?;
        sealed += step.sealed;
        let Some(last) = step.last else { break };
        after = last;
    }
    assert_eq!(sealed, 1);
    let now = chain(&store).await?;
    assert_eq!((now.whole, now.broken_at), (whole + 3, None));
    Ok(())
}

on_each_database!(
    personal_values_lie_apart_from_the_chain,
    an_erased_value_leaves_the_chain_whole,
    a_changed_value_breaks_the_chain,
    records_are_only_added,
    what_waits_for_its_place_can_only_get_it_once,
    a_place_that_was_made_up_is_named,
    a_record_that_cannot_be_read_keeps_no_other_from_its_place,
);
