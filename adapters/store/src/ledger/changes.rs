//! Booking. What must hold of an entry is seen to by the database, and balances are added up there.

use super::{
    chain::LedgerRows,
    rows::{EntryRow, PostingRow},
    schema::{ledger_entries, ledger_postings},
};
use crate::kernel::{
    commit::Apply,
    conn::{Conn, on},
    failure::{Failure, unless_another_has, unless_broken},
    sealing::places_at_once,
    sql_types::Id,
};
use diesel::{
    dsl::sql,
    prelude::*,
    sql_query,
    sql_types::{BigInt, Text},
};
use sooner_application::{
    kernel::commit::CommitError,
    ledger::{
        Record,
        changes::{Change, REVERSED},
    },
};
use sooner_domain::{
    kernel::{coded::Coded, minor::Minor, money::Currency},
    ledger::{account::AccountKind, entry::Entry},
};
use std::collections::BTreeMap;
use uuid::Uuid;

/// As many rows as fit into a statement of SQLite, many times.
const ROWS: usize = 1_000;

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Booked(entries) => book(conn, entries),
        }
    }
}

/// Of several who take back the same entry each waits here for the one before, not at an account, and then finds that one.
fn hold_reversed(conn: &mut Conn, entries: &[Entry]) -> Result<(), Failure<CommitError>> {
    let reversed: Vec<_> = entries.iter().filter_map(Entry::reverses).map(|id| Id(id.0)).collect();
    if reversed.is_empty() {
        return Ok(());
    }
    if let Conn::Postgres(conn) = conn {
        let held = ledger_entries::table.filter(ledger_entries::id.eq_any(&reversed)).order(ledger_entries::id);
        held.select(ledger_entries::id).for_no_key_update().load::<Id>(conn)?;
    }
    let query = ledger_entries::table.filter(ledger_entries::reverses.eq_any(reversed)).select(ledger_entries::id);
    let found: Vec<Id> = on!(conn, |c| query.load(c))?;
    if found.is_empty() { Ok(()) } else { Err(Failure::Refused(CommitError::Taken(REVERSED))) }
}

/// What must hold of what accounts hold: where it does not, others were faster, and what there is, or what is open, is not as it
/// was read.
const ENOUGH: [&str; 3] = ["ledger_balances_enough", "ledger_balances_sign", "ledger_shares_enough"];

/// The currencies in which the bank's charges are less once these entries are booked.
fn charges_less(entries: &[Entry]) -> Vec<Currency> {
    let mut moved = BTreeMap::<Currency, Minor>::new();
    for posting in entries.iter().flat_map(Entry::postings).filter(|posting| posting.account.kind() == AccountKind::BankCharges) {
        *moved.entry(posting.account.currency()).or_default() += posting.amount;
    }
    moved.into_iter().filter(|(_, moved)| moved.is_negative()).map(|(currency, _)| currency).collect()
}

/// Of several who take back charges of a currency one goes on at a time. The account is the house's, so no balance of it is kept in the
/// commit that would hold them up.
fn hold_charges(conn: &mut Conn, currencies: &[Currency]) -> QueryResult<()> {
    let Conn::Postgres(conn) = conn else { return Ok(()) };
    for currency in currencies {
        let lock = sql_query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))");
        lock.bind::<Text, _>(format!("bank charges {}", currency.code())).execute(conn)?;
    }
    Ok(())
}

/// That no more charges were taken back than there were.
fn charges_are_enough(conn: &mut Conn, currencies: &[Currency]) -> Result<(), Failure<CommitError>> {
    for currency in currencies {
        let of_account = ledger_postings::kind
            .eq(AccountKind::BankCharges.code())
            .and(ledger_postings::currency.eq(currency.code()))
            .and(ledger_postings::owner_id.eq(Id(Uuid::nil())));
        let amounts = ledger_postings::table.filter(of_account).select(sql::<BigInt>("CAST(COALESCE(SUM(amount), 0) AS BIGINT)"));
        let left: i64 = on!(&mut *conn, |c| amounts.get_result(c))?;
        if left < 0 {
            return Err(Failure::Refused(CommitError::Stale));
        }
    }
    Ok(())
}

fn book(conn: &mut Conn, entries: Vec<Entry>) -> Result<(), Failure<CommitError>> {
    hold_reversed(conn, &entries)?;
    let charges = charges_less(&entries);
    hold_charges(conn, &charges)?;
    let mut postings: Vec<_> = entries.iter().flat_map(PostingRow::all_of).collect();
    // Balances are locked in the order of the accounts. Each gets before it gives: SQLite looks at it after every row.
    postings.sort_by_cached_key(|posting| (posting.key(), posting.takes()));
    for rows in postings.chunks(ROWS) {
        let insert = diesel::insert_into(ledger_postings::table).values(rows);
        unless_broken(&ENOUGH, on!(&mut *conn, |c| insert.execute(c)), CommitError::Stale)?;
    }
    charges_are_enough(conn, &charges)?;
    // An entry closes its postings, so it comes after them.
    let records: Vec<_> = entries.into_iter().map(|entry| Record { entry, seal: None }).collect();
    let places = places_at_once::<LedgerRows>(conn, &records)?;
    let rows: Vec<_> = records.iter().zip(places).map(|(record, place)| EntryRow::of(&record.entry).at_place(place)).collect();
    for rows in rows.chunks(ROWS) {
        let insert = diesel::insert_into(ledger_entries::table).values(rows);
        unless_another_has(REVERSED, on!(&mut *conn, |c| insert.execute(c)))?;
    }
    Ok(())
}
