//! What the database itself sees to in the ledger, and what a hand in the database leaves for whoever checks.

use super::{Checked, Database, database::on_each_database};
use crate::Store;
use chrono::{DateTime, NaiveDate};
use sooner_application::{
    kernel::commit::WriteContext,
    ledger::{Flaw, Proof, ports::OddBalance},
};
use sooner_domain::{
    kernel::{
        audit::{AuditAction, Entry as AuditEntry},
        ids::{CompanyId, DebtorId, ReceivableId, UserId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::{Booking, Draft, Entry, EntryId, Event, Place},
};
use std::error::Error;
use uuid::Uuid;

const SELLER: u128 = 0x5e;
const RECEIVABLE: u128 = 0xfe;

fn entry(id: u128, draft: Draft) -> Entry {
    let on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
    let booking = Booking {
        id: EntryId(Uuid::from_u128(id)),
        on,
        booked_at: DateTime::UNIX_EPOCH,
        event: Event::Funded,
        subject: Uuid::nil(),
        cause: None,
    };
    Entry::new(booking, &draft).unwrap()
}

fn draft() -> Draft {
    Draft::new(Currency::parse("EUR").unwrap())
}

async fn book(store: &Store, entries: Vec<Entry>) -> Checked {
    let context = WriteContext::of(AuditEntry::own(UserId(Uuid::nil()), AuditAction::LedgerEntryBooked, DateTime::UNIX_EPOCH));
    Ok(store.ports().ledger.commit(vec![sooner_application::ledger::changes::Change::Booked(entries)], context).await?)
}

/// Capital, a funding, a payout: five entries' worth of postings in three, sealed.
async fn booked(database: &Database) -> Result<Store, Box<dyn Error>> {
    let store = database.store()?;
    let (seller, receivable) = (CompanyId(Uuid::from_u128(SELLER)), ReceivableId(Uuid::from_u128(RECEIVABLE)));
    let (owed, payable) = (Place::receivables_purchased(receivable), Place::sellers_payable(seller, receivable));
    let capital = draft().transfer(Place::bank(), Place::capital(), Minor::new(5_000));
    let funded = draft().transfer(owed, Place::reserves(receivable), Minor::new(200)).transfer(owed, payable, Minor::new(800));
    let paid = draft().transfer(payable, Place::bank(), Minor::new(800));
    for (id, draft) in [(1, capital), (2, funded), (3, paid)] {
        book(&store, vec![entry(id, draft)]).await?;
    }
    store.ports().sealing().all().await?;
    let proof = proof(&store).await?;
    assert_eq!((proof.flaw, proof.chain.whole), (None, 3));
    Ok(store)
}

async fn proof(store: &Store) -> Result<Proof, Box<dyn Error>> {
    Ok(store.ports().ledger_audit().verify(None).await?)
}

fn is_sqlite(database: &Database) -> bool {
    database.url.starts_with("sqlite")
}

/// An id as this database spells it.
fn spelled(database: &Database, id: u128) -> String {
    let id = Uuid::from_u128(id);
    if is_sqlite(database) { format!("X'{}'", id.simple()) } else { format!("'{id}'") }
}

/// SQL that posts these amounts and then writes the entry that says how many there are, as somebody would who respects every
/// trigger. Without its place in the chain.
fn posted(database: &Database, id: u128, postings: &[(&str, &str, i64)], lines: usize, reverses: Option<u128>) -> String {
    let (entry, nobody) = (spelled(database, id), spelled(database, 0));
    let mut sql = String::from("BEGIN;");
    for (line, (kind, currency, amount)) in (1..).zip(postings) {
        let line: i32 = line;
        sql += &format!(
            "INSERT INTO ledger_postings (entry_id, line, kind, currency, owner_id, amount)
               VALUES ({entry}, {line}, '{kind}', '{currency}', {nobody}, {amount});"
        );
    }
    let reverses = reverses.map_or("NULL".to_owned(), |id| spelled(database, id));
    let subject = format!("COALESCE((SELECT subject FROM ledger_entries WHERE id = {reverses}), {nobody})");
    let event = format!("COALESCE((SELECT event FROM ledger_entries WHERE id = {reverses}), 'capital')");
    let at = if is_sqlite(database) { "0" } else { "to_timestamp(0)" };
    sql + &format!(
        "INSERT INTO ledger_entries (id, dated_on, booked_at, event, subject, reverses, lines)
           VALUES ({entry}, '2027-01-05', {at}, {event}, {subject}, {reverses}, {lines}); COMMIT"
    )
}

async fn an_entry_adds_up_at_its_commit(database: &Database) -> Checked {
    let store = booked(database).await?;
    // What it is, the postings of kind, currency and amount, and at which of them it is refused.
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str, i64)], usize);
    let refused: [Case; 7] = [
        ("too little", &[("bank", "EUR", 5), ("capital", "EUR", -4)], 2),
        ("two currencies", &[("bank", "EUR", 5), ("capital", "USD", -5)], 2),
        ("nothing", &[("bank", "EUR", 0), ("capital", "EUR", 0)], 2),
        ("one posting too few", &[("bank", "EUR", 5), ("capital", "EUR", -5)], 3),
        ("one posting too many", &[("bank", "EUR", 5), ("bank", "EUR", -5), ("capital", "EUR", 5), ("capital", "EUR", -5)], 3),
        ("no posting", &[], 2),
        ("one alone", &[("bank", "EUR", 5)], 1),
    ];
    for (what, postings, lines) in refused {
        assert!(database.run(&posted(database, 9, postings, lines, None)).is_err(), "{what}");
    }
    let lonely = posted(database, 9, &[("bank", "EUR", 5), ("capital", "EUR", -5)], 2, None);
    let (postings, _) = lonely.split_once("INSERT INTO ledger_entries").ok_or("no entry")?;
    // The shell does not look at references unless it is asked to.
    let foreign_keys = if is_sqlite(database) { "PRAGMA foreign_keys = ON;" } else { "" };
    assert!(database.run(&format!("{foreign_keys} {postings} COMMIT")).is_err(), "postings without an entry");
    assert_eq!(proof(&store).await?.flaw, None);
    database.run(&posted(database, 9, &[("bank", "EUR", 5), ("capital", "EUR", -5)], 2, None))?;
    store.ports().sealing().all().await?;
    assert_eq!(proof(&store).await?.chain.whole, 4, "what keeps all of it is an entry");
    Ok(())
}

async fn nothing_is_changed_deleted_or_added_later(database: &Database) -> Checked {
    let store = booked(database).await?;
    let (two, nobody) = (spelled(database, 2), spelled(database, 0));
    let mut refused = vec![
        "UPDATE ledger_postings SET amount = amount + 1".to_owned(),
        "UPDATE ledger_postings SET kind = 'suspense'".to_owned(),
        "DELETE FROM ledger_postings".to_owned(),
        "DELETE FROM ledger_entries".to_owned(),
        "DELETE FROM ledger_balances".to_owned(),
        "UPDATE ledger_entries SET event = 'receipt'".to_owned(),
        "UPDATE ledger_entries SET dated_on = '2027-01-01'".to_owned(),
        "UPDATE ledger_entries SET number = number + 10".to_owned(),
        "UPDATE ledger_entries SET number = NULL, previous = NULL, hash = NULL".to_owned(),
        format!("UPDATE ledger_entries SET reverses = {two}"),
        format!(
            "INSERT INTO ledger_postings (entry_id, line, kind, currency, owner_id, amount) VALUES
               ({two}, 4, 'bank', 'EUR', {nobody}, 5), ({two}, 5, 'capital', 'EUR', {nobody}, -5)"
        ),
    ];
    if is_sqlite(database) {
        refused.push(format!(
            "INSERT OR REPLACE INTO ledger_postings (entry_id, line, kind, currency, owner_id, amount)
               VALUES ({two}, 1, 'receivables_purchased', 'EUR', {nobody}, 1000)"
        ));
        refused.push("INSERT OR REPLACE INTO ledger_entries SELECT * FROM ledger_entries".to_owned());
    } else {
        refused.push("UPDATE ledger_balances SET balance = balance".to_owned());
        refused.push("TRUNCATE ledger_entries CASCADE".to_owned());
        refused.push("TRUNCATE ledger_balances".to_owned());
    }
    for sql in refused {
        assert!(database.run(&sql).is_err(), "{sql}");
    }
    let known = store.ports().journal.known_now(DateTime::UNIX_EPOCH).await?;
    assert_eq!(known.last_number, 3);
    for sql in ["DELETE FROM ledger_horizons", "UPDATE ledger_horizons SET number = 2"] {
        assert!(database.run(sql).is_err(), "{sql}");
    }
    assert_eq!(proof(&store).await?.flaw, None);
    Ok(())
}

async fn the_largest_amounts_overflow_into_nothing(database: &Database) -> Checked {
    let store = booked(database).await?;
    let payable = Place::sellers_payable(CompanyId(Uuid::from_u128(7)), ReceivableId(Uuid::from_u128(8)));
    let largest = |id| entry(id, draft().transfer(Place::suspense(), payable, Minor::new(i64::MAX)));
    book(&store, vec![largest(10)]).await?;
    assert!(book(&store, vec![largest(11)]).await.is_err());
    store.ports().sealing().all().await?;
    assert_eq!(proof(&store).await?.flaw, None);
    Ok(())
}

/// Takes every guard away, as whoever owns the database can.
fn let_go(database: &Database) -> Checked {
    if is_sqlite(database) {
        for trigger in [
            "ledger_postings_new",
            "ledger_postings_balance",
            "ledger_postings_no_update",
            "ledger_postings_no_delete",
            "ledger_entries_new",
            "ledger_entries_whole",
            "ledger_entries_reversal",
            "ledger_entries_sealed_once",
            "ledger_entries_no_delete",
            "ledger_balances_no_delete",
            "ledger_shares_no_delete",
        ] {
            database.run(&format!("DROP TRIGGER {trigger}"))?;
        }
        return Ok(());
    }
    for table in ["ledger_entries", "ledger_postings", "ledger_balances", "ledger_shares"] {
        // With those that keep references.
        database.run(&format!("ALTER TABLE {table} DISABLE TRIGGER ALL"))?;
    }
    Ok(())
}

/// Does this without any guard and answers what whoever checks is told.
async fn flaw_after(database: &Database, forgery: &str) -> Result<Option<Flaw>, Box<dyn Error>> {
    let store = booked(database).await?;
    let_go(database)?;
    let foreign_keys = if is_sqlite(database) { "PRAGMA foreign_keys = OFF;" } else { "" };
    database.run(&format!("{foreign_keys} {forgery}"))?;
    Ok(proof(&store).await?.flaw)
}

async fn a_changed_amount_is_named(database: &Database) -> Checked {
    let flaw = flaw_after(database, "UPDATE ledger_postings SET amount = amount + 1 WHERE kind = 'reserves'").await?;
    assert_eq!(flaw, Some(Flaw::Unbalanced { number: 2, currency: "EUR".to_owned() }));
    Ok(())
}

async fn amounts_that_were_changed_together_are_named(database: &Database) -> Checked {
    let flaw = flaw_after(database, "UPDATE ledger_postings SET amount = 2 * amount WHERE kind IN ('bank', 'capital')").await?;
    assert_eq!(flaw, Some(Flaw::Altered { number: 1, entry: EntryId(Uuid::from_u128(1)) }));
    Ok(())
}

async fn another_account_is_named(database: &Database) -> Checked {
    let flaw = flaw_after(database, "UPDATE ledger_postings SET kind = 'suspense' WHERE kind = 'capital'").await?;
    assert_eq!(flaw, Some(Flaw::Altered { number: 1, entry: EntryId(Uuid::from_u128(1)) }));
    Ok(())
}

async fn an_account_there_is_not_is_named(database: &Database) -> Checked {
    let flaw = flaw_after(database, "UPDATE ledger_postings SET kind = 'mattress' WHERE kind = 'capital'").await?;
    assert_eq!(flaw, Some(Flaw::Unreadable { number: 1 }));
    Ok(())
}

async fn another_date_is_named(database: &Database) -> Checked {
    let flaw = flaw_after(database, "UPDATE ledger_entries SET dated_on = '2026-12-31' WHERE number = 3").await?;
    assert_eq!(flaw, Some(Flaw::Altered { number: 3, entry: EntryId(Uuid::from_u128(3)) }));
    Ok(())
}

async fn a_deleted_posting_is_named(database: &Database) -> Checked {
    let flaw = flaw_after(database, "DELETE FROM ledger_postings WHERE kind = 'sellers_payable' AND amount < 0").await?;
    assert_eq!(flaw, Some(Flaw::PostingMissing { number: 2, line: 3 }));
    Ok(())
}

async fn an_added_posting_is_named(database: &Database) -> Checked {
    let (two, nobody) = (spelled(database, 2), spelled(database, 0));
    let added = format!(
        "INSERT INTO ledger_postings (entry_id, line, kind, currency, owner_id, amount) VALUES
           ({two}, 4, 'bank', 'EUR', {nobody}, 5), ({two}, 5, 'capital', 'EUR', {nobody}, -5)"
    );
    assert_eq!(flaw_after(database, &added).await?, Some(Flaw::PostingTooMany { number: 2, line: 4 }));
    Ok(())
}

async fn a_deleted_entry_is_named(database: &Database) -> Checked {
    let two = spelled(database, 2);
    let deleted = format!("DELETE FROM ledger_postings WHERE entry_id = {two}; DELETE FROM ledger_entries WHERE number = 2");
    assert_eq!(flaw_after(database, &deleted).await?, Some(Flaw::NumberMissing { number: 2 }));
    Ok(())
}

async fn a_last_entry_that_was_cut_off_leaves_its_postings_or_its_balances(database: &Database) -> Checked {
    let flaw = flaw_after(database, "DELETE FROM ledger_entries WHERE number = 3").await?;
    assert_eq!(flaw, Some(Flaw::StrayPosting { entry: Uuid::from_u128(3), line: 1 }));
    let three = spelled(database, 3);
    database.run(&format!("DELETE FROM ledger_postings WHERE entry_id = {three}"))?;
    let bank = OddBalance { account: "bank.EUR".to_owned(), kept: Some(4_200), posted: 5_000 };
    assert_eq!(proof(&database.store()?).await?.flaw, Some(Flaw::Balance(bank)));
    Ok(())
}

async fn an_end_that_was_cut_off_with_all_its_traces_is_seen_by_a_noted_head(database: &Database) -> Checked {
    let store = booked(database).await?;
    let head = proof(&store).await?.chain.head;
    let_go(database)?;
    let three = spelled(database, 3);
    database.run(&format!(
        "DELETE FROM ledger_postings WHERE entry_id = {three}; DELETE FROM ledger_entries WHERE number = 3;
         UPDATE ledger_balances SET balance = 5000 WHERE kind = 'bank'; UPDATE ledger_balances SET balance = -800 WHERE kind = 'sellers_payable';
         UPDATE ledger_shares SET held = 800 WHERE kind = 'sellers_payable'"
    ))?;
    let proof = store.ports().ledger_audit().verify(Some(head)).await?;
    assert_eq!((proof.flaw, proof.chain.contains_noted), (None, false));
    Ok(())
}

async fn other_numbers_are_named(database: &Database) -> Checked {
    let flaw = flaw_after(database, "UPDATE ledger_entries SET number = 4 WHERE number = 3").await?;
    assert_eq!(flaw, Some(Flaw::NumberMissing { number: 3 }));
    let swapped = "UPDATE ledger_entries SET number = 9 WHERE number = 1; UPDATE ledger_entries SET number = 1 WHERE number = 2;
                   UPDATE ledger_entries SET number = 2 WHERE number = 9";
    database.run(swapped)?;
    let flaw = proof(&database.store()?).await?.flaw;
    assert_eq!(flaw, Some(Flaw::Altered { number: 1, entry: EntryId(Uuid::from_u128(2)) }));
    Ok(())
}

async fn an_inserted_entry_is_named(database: &Database) -> Checked {
    let store = booked(database).await?;
    let_go(database)?;
    let bytes = if is_sqlite(database) { "zeroblob(32)" } else { "decode(repeat('00', 32), 'hex')" };
    database.run(&posted(database, 9, &[("bank", "EUR", 5), ("capital", "EUR", -5)], 2, None))?;
    let nine = spelled(database, 9);
    database.run(&format!("UPDATE ledger_entries SET number = 4, previous = {bytes}, hash = {bytes} WHERE id = {nine}"))?;
    assert_eq!(proof(&store).await?.flaw, Some(Flaw::Altered { number: 4, entry: EntryId(Uuid::from_u128(9)) }));
    Ok(())
}

async fn a_changed_or_a_missing_balance_is_named(database: &Database) -> Checked {
    let flaw = flaw_after(database, "UPDATE ledger_balances SET balance = balance - 1 WHERE kind = 'reserves'").await?;
    let account = format!("reserves.EUR.{}", Uuid::from_u128(RECEIVABLE));
    assert_eq!(flaw, Some(Flaw::Balance(OddBalance { account: account.clone(), kept: Some(-201), posted: -200 })));
    database.run("DELETE FROM ledger_balances WHERE kind = 'reserves'")?;
    let flaw = proof(&database.store()?).await?.flaw;
    assert_eq!(flaw, Some(Flaw::Balance(OddBalance { account, kept: None, posted: -200 })));
    database.run("UPDATE ledger_balances SET balance = 1 WHERE kind = 'bank'")?;
    let bank = OddBalance { account: "bank.EUR".to_owned(), kept: Some(1), posted: 4_200 };
    assert_eq!(proof(&database.store()?).await?.flaw, Some(Flaw::Balance(bank)), "the first of them");
    Ok(())
}

async fn a_reversal_that_is_no_mirror_is_named(database: &Database) -> Checked {
    let store = booked(database).await?;
    let_go(database)?;
    // Each is of the house's own accounts, and waits for its place: no balance knows it yet.
    database.run(&posted(database, 9, &[("bank", "EUR", 5_000), ("capital", "EUR", -5_000)], 2, None))?;
    database.run(&posted(database, 10, &[("bank", "EUR", -5_000), ("capital", "EUR", 5_000)], 2, Some(9)))?;
    assert_eq!(proof(&store).await?.flaw, None, "the mirror");
    let flaw = Some(Flaw::Reversal { entry: EntryId(Uuid::from_u128(10)) });
    let ten = spelled(database, 10);
    for (forged, as_before) in [
        (format!("UPDATE ledger_postings SET kind = 'suspense' WHERE entry_id = {ten} AND line = 2"), "kind = 'capital' WHERE line = 2"),
        (format!("UPDATE ledger_postings SET amount = amount / 2 WHERE entry_id = {ten}"), "amount = amount * 2"),
        (format!("UPDATE ledger_postings SET amount = -amount WHERE entry_id = {ten}"), "amount = -amount"),
    ] {
        database.run(&forged)?;
        assert_eq!(proof(&store).await?.flaw, flaw, "{forged}");
        let (set, place) = as_before.split_once(" WHERE ").unwrap_or((as_before, "TRUE"));
        database.run(&format!("UPDATE ledger_postings SET {set} WHERE entry_id = {ten} AND {place}"))?;
        assert_eq!(proof(&store).await?.flaw, None);
    }
    let [nobody, nine, twelve] = [0, 9, 12].map(|id| spelled(database, id));
    for (forged, as_before) in [
        ("event = 'bank_charge'".to_owned(), "event = 'capital'".to_owned()),
        ("lines = 3".to_owned(), "lines = 2".to_owned()),
        (format!("subject = {twelve}"), format!("subject = {nobody}")),
        // Of what is not there.
        (format!("reverses = {twelve}"), format!("reverses = {nine}")),
    ] {
        for (set, expected) in [(forged, &flaw), (as_before, &None)] {
            let unbound = if is_sqlite(database) { "PRAGMA foreign_keys = OFF; " } else { "" };
            database.run(&format!("{unbound}UPDATE ledger_entries SET {set} WHERE id = {ten}"))?;
            assert_eq!(proof(&store).await?.flaw, *expected, "{set}");
        }
    }
    // Balances that do not add up are named first, so this one is asked for by itself.
    let odd = async || store.ports().ledger_checks.odd_reversal().await;
    for (owner, expected) in [(&twelve, Some(EntryId(Uuid::from_u128(10)))), (&nobody, None)] {
        database.run(&format!("UPDATE ledger_postings SET owner_id = {owner} WHERE entry_id = {ten} AND line = 2"))?;
        assert_eq!(odd().await?, expected);
    }
    without_keys(database)?;
    database.run(&posted(database, 11, &[("bank", "EUR", -5_000), ("capital", "EUR", 5_000)], 2, Some(9)))?;
    assert_eq!(proof(&store).await?.flaw, flaw, "twice, by its mirror each time");
    Ok(())
}

/// Entries without their keys: a second one may reverse what is reversed.
fn without_keys(database: &Database) -> Checked {
    if is_sqlite(database) {
        database.run(
            "PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON;
             CREATE TABLE kept AS SELECT * FROM ledger_entries; DROP TABLE ledger_entries; ALTER TABLE kept RENAME TO ledger_entries;
             CREATE UNIQUE INDEX ledger_entries_id ON ledger_entries (id)",
        )
    } else {
        database.run("ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_reverses_key")
    }
}

async fn what_is_kept_of_a_receivable_is_proven_and_never_below_nothing(database: &Database) -> Checked {
    let flaw = flaw_after(database, "UPDATE ledger_shares SET held = held + 1 WHERE kind = 'sellers_payable'").await?;
    let Some(Flaw::Share { of: OddBalance { account, kept: Some(kept), posted }, .. }) = flaw else {
        return Err(format!("{flaw:?}").into());
    };
    assert!(account.starts_with("sellers_payable.EUR."), "{account}");
    assert_eq!(kept, posted + 1);
    Ok(())
}

/// Two debts of one company: its account holds enough, what it owes for each does not.
async fn no_debt_is_taken_twice_though_the_account_holds_enough(database: &Database) -> Checked {
    let store = booked(database).await?;
    let company = CompanyId(Uuid::from_u128(7));
    let owe = |receivable| Place::sellers_owe(company, ReceivableId(Uuid::from_u128(receivable)));
    book(&store, vec![entry(20, draft().transfer(owe(1), Place::capital(), Minor::new(100)))]).await?;
    book(&store, vec![entry(21, draft().transfer(owe(2), Place::capital(), Minor::new(100)))]).await?;
    let pays = |id| entry(id, draft().transfer(Place::bank(), owe(1), Minor::new(100)));
    book(&store, vec![pays(22)]).await?;
    assert!(book(&store, vec![pays(23)]).await.is_err());
    let reclaimed = draft().transfer(Place::debtors_owe(DebtorId(Uuid::from_u128(9))), Place::capital(), Minor::new(5));
    book(&store, vec![entry(24, reclaimed)]).await?;
    let paid = |id| entry(id, draft().transfer(Place::bank(), Place::debtors_owe(DebtorId(Uuid::from_u128(9))), Minor::new(5)));
    book(&store, vec![paid(25)]).await?;
    assert!(book(&store, vec![paid(26)]).await.is_err());
    store.ports().sealing().all().await?;
    assert_eq!(proof(&store).await?.flaw, None);
    Ok(())
}

async fn what_takes_back_something_else_is_refused(database: &Database) -> Checked {
    let store = booked(database).await?;
    for postings in [
        [("bank", "EUR", -4_999), ("capital", "EUR", 4_999)],
        [("capital", "EUR", 5_000), ("bank", "EUR", -5_000)],
        [("suspense", "EUR", -5_000), ("capital", "EUR", 5_000)],
    ] {
        assert!(database.run(&posted(database, 9, &postings, 2, Some(1))).is_err(), "{postings:?}");
    }
    let exact = [("bank", "EUR", -5_000), ("capital", "EUR", 5_000)];
    database.run(&posted(database, 9, &exact, 2, Some(1)))?;
    assert!(database.run(&posted(database, 10, &exact, 2, Some(1))).is_err(), "once");
    store.ports().sealing().all().await?;
    assert_eq!(proof(&store).await?.flaw, None);
    Ok(())
}

on_each_database!(
    an_entry_adds_up_at_its_commit,
    nothing_is_changed_deleted_or_added_later,
    the_largest_amounts_overflow_into_nothing,
    what_takes_back_something_else_is_refused,
    a_changed_amount_is_named,
    amounts_that_were_changed_together_are_named,
    another_account_is_named,
    an_account_there_is_not_is_named,
    another_date_is_named,
    a_deleted_posting_is_named,
    an_added_posting_is_named,
    a_deleted_entry_is_named,
    a_last_entry_that_was_cut_off_leaves_its_postings_or_its_balances,
    an_end_that_was_cut_off_with_all_its_traces_is_seen_by_a_noted_head,
    other_numbers_are_named,
    an_inserted_entry_is_named,
    a_changed_or_a_missing_balance_is_named,
    a_reversal_that_is_no_mirror_is_named,
    what_is_kept_of_a_receivable_is_proven_and_never_below_nothing,
    no_debt_is_taken_twice_though_the_account_holds_enough,
);

/// Somebody adds a posting while its entry is being written, and commits after it.
#[actix_web::test]
async fn nobody_adds_a_posting_beside_an_entry_that_is_being_written() -> Checked {
    use crate::kernel::conn::Conn;
    use diesel::connection::SimpleConnection;
    let Some(database) = Database::postgres()? else { return Ok(()) };
    let (Conn::Postgres(mut one), Conn::Postgres(mut other)) = (Conn::open(&database.url)?, Conn::open(&database.url)?) else {
        return Err("not PostgreSQL".into());
    };
    let (nine, nobody) = (spelled(&database, 9), spelled(&database, 0));
    one.batch_execute(posted(&database, 9, &[("bank", "EUR", 5), ("capital", "EUR", -5)], 2, None).trim_end_matches("COMMIT"))?;
    other.batch_execute(&format!(
        "BEGIN; INSERT INTO ledger_postings (entry_id, line, kind, currency, owner_id, amount) VALUES
           ({nine}, 3, 'bank', 'EUR', {nobody}, 5), ({nine}, 4, 'capital', 'EUR', {nobody}, -5)"
    ))?;
    one.batch_execute("COMMIT")?;
    assert!(other.batch_execute("COMMIT").is_err());
    let store = database.store()?;
    store.ports().sealing().all().await?;
    assert_eq!((proof(&store).await?.flaw, proof(&store).await?.chain.whole), (None, 1));
    Ok(())
}
