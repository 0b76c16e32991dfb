//! What the ledger says of a seller.

use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt},
        sql_types::{DbUuid, Id},
    },
    ledger::journal,
};
use diesel::{
    QueryableByName,
    prelude::*,
    sql_types::{BigInt, Date, Nullable, Text},
};
use sooner_application::{
    kernel::unavailable::Unavailable,
    receivables::ports::{Booked, BookedOf},
};
use sooner_domain::{
    kernel::{coded::Coded, ids::ReceivableId, minor::Minor},
    ledger::account::AccountKind,
    receivables::month::Balances,
};

#[derive(QueryableByName)]
struct EntryId {
    #[diesel(sql_type = DbUuid)]
    entry_id: Id,
}

#[derive(QueryableByName)]
struct HeldRow {
    #[diesel(sql_type = Text)]
    kind: String,
    /// None of an account of the seller's own.
    #[diesel(sql_type = Nullable<DbUuid>)]
    receivable: Option<Id>,
    #[diesel(sql_type = BigInt)]
    amount: i64,
}

/// Postings about what a seller sells, and those on accounts of its own: `$1` is the seller, `$2` the currency.
const ABOUT: [&str; 2] = [
    "FROM receivables INNER JOIN ledger_postings ON owner_id = receivables.id INNER JOIN ledger_entries ON ledger_entries.id = entry_id \
     WHERE seller_id = $1 AND ledger_postings.currency = $2 AND kind IN ('receivables_purchased', 'reserves', 'unearned_discount')",
    "FROM ledger_postings INNER JOIN ledger_entries ON ledger_entries.id = entry_id \
     WHERE owner_id = $1 AND ledger_postings.currency = $2 AND kind IN ('sellers_owe', 'sellers_payable')",
];

pub(super) fn of(conn: &mut Conn, BookedOf { seller, currency, first, last }: BookedOf) -> Result<Booked, Failure<Unavailable>> {
    let (mut ids, mut held) = (Vec::new(), Vec::new());
    for (about, receivable) in ABOUT.into_iter().zip(["owner_id", "NULL"]) {
        let query = diesel::sql_query(format!("SELECT DISTINCT entry_id {about} AND dated_on >= $3 AND dated_on <= $4"));
        let query = query.bind::<DbUuid, _>(Id(seller.0)).bind::<Text, _>(currency.code()).bind::<Date, _>(first).bind::<Date, _>(last);
        let found: Vec<EntryId> = on!(&mut *conn, |c| query.load(c))?;
        ids.extend(found.into_iter().map(|row| row.entry_id));
        let query = diesel::sql_query(format!(
            "SELECT kind, CAST({receivable} AS {}) AS receivable, CAST(SUM(amount) AS BIGINT) AS amount {about} AND dated_on < $3 \
             GROUP BY kind, owner_id HAVING SUM(amount) <> 0",
            uuid_type(conn),
        ));
        let query = query.bind::<DbUuid, _>(Id(seller.0)).bind::<Text, _>(currency.code()).bind::<Date, _>(first);
        let rows: Vec<HeldRow> = on!(&mut *conn, |c| query.load(c))?;
        held.extend(rows);
    }
    let before = held.into_iter().map(|HeldRow { kind, receivable, amount }| {
        let kind = AccountKind::from_code(&kind).ok_or_else(|| corrupt("posting"))?;
        Ok(((kind, receivable.map(|id| ReceivableId(id.0))), Minor::new(amount)))
    });
    let before = Balances::new(before.collect::<Result<Vec<_>, Failure<Unavailable>>>()?);
    ids.sort_unstable_by_key(|id| id.0);
    ids.dedup();
    let mut entries = journal::entries(conn, ids)?;
    entries.sort_by_key(|entry| (entry.booking().on, entry.booking().id));
    Ok(Booked { before, entries })
}

/// What a column of ids is called.
fn uuid_type(conn: &Conn) -> &'static str {
    match conn {
        Conn::Sqlite(_) => "BLOB",
        Conn::Postgres(_) => "UUID",
    }
}
