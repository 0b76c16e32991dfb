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
    kernel::{
        coded::Coded,
        ids::{CompanyId, ReceivableId},
        minor::Minor,
    },
    ledger::{account::AccountKind, entry},
    receivables::month::{Balances, Outlay},
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
const ABOUT: [&str; 3] = [
    "FROM receivables INNER JOIN ledger_postings ON owner_id = receivables.id INNER JOIN ledger_entries ON ledger_entries.id = entry_id \
     WHERE seller_id = $1 AND ledger_postings.currency = $2 AND kind IN ('receivables_purchased', 'reserves', 'unearned_discount')",
    "FROM ledger_postings INNER JOIN ledger_entries ON ledger_entries.id = entry_id \
     WHERE owner_id = $1 AND ledger_postings.currency = $2 AND kind IN ('sellers_owe', 'sellers_payable')",
    // Money that closes nothing is on neither.
    "FROM receivables INNER JOIN ledger_entries ON subject = receivables.id INNER JOIN ledger_postings ON entry_id = ledger_entries.id \
     WHERE seller_id = $1 AND ledger_postings.currency = $2 AND event IN ('funded', 'receipt', 'receipt_explained', 'forwarded', \
     'debtor_credit_used', 'set_off', 'passed_on', 'settled')",
];

#[derive(QueryableByName)]
struct OutlayRow {
    #[diesel(sql_type = DbUuid)]
    receivable: Id,
    #[diesel(sql_type = BigInt)]
    advance: i64,
    #[diesel(sql_type = BigInt)]
    money: i64,
    #[diesel(sql_type = BigInt)]
    settled: i64,
}

/// What `Outlay` reads off each entry, added up: the last of `ABOUT` follows.
const OUTLAYS: &str = "SELECT subject AS receivable, \
     CAST(SUM(CASE WHEN event = 'funded' AND kind IN ('receivables_purchased', 'reserves') THEN amount ELSE 0 END) AS BIGINT) AS advance, \
     CAST(-SUM(CASE \
        WHEN event IN ('receipt', 'receipt_explained', 'forwarded') \
            AND kind IN ('receivables_purchased', 'debtor_credits', 'sellers_payable', 'sellers_owe') THEN amount \
        WHEN event IN ('debtor_credit_used', 'set_off') AND kind = 'receivables_purchased' THEN amount \
        WHEN event = 'passed_on' AND kind IN ('sellers_payable', 'sellers_owe') THEN amount \
        ELSE 0 END) AS BIGINT) AS money, \
     CAST(COUNT(DISTINCT CASE WHEN event = 'settled' AND reverses IS NULL \
            AND kind NOT IN ('sellers_owe', 'sellers_payable', 'buyer_rebates') THEN entry_id END) \
        - COUNT(DISTINCT CASE WHEN event = 'settled' AND reverses IS NOT NULL \
            AND kind NOT IN ('sellers_owe', 'sellers_payable', 'buyer_rebates') THEN entry_id END) AS BIGINT) AS settled";

/// An entry that passes on what the seller sent of its own, or takes that back: its cause is the receipt, and no fact of the receivable.
const IS_OWN: &str = "event = 'passed_on' AND EXISTS (SELECT 1 FROM ledger_entries AS first INNER JOIN receipts ON receipts.id = first.cause \
     WHERE first.id = COALESCE(ledger_entries.reverses, ledger_entries.id))";

#[derive(QueryableByName)]
struct SilentRow {
    #[diesel(sql_type = DbUuid)]
    receivable: Id,
}

const SILENT: &str = "SELECT id AS receivable FROM receivables WHERE seller_id = $1 \
     AND status IN ('settled', 'charged_back', 'written_off') \
     AND NOT EXISTS (SELECT 1 FROM ledger_entries AS entries INNER JOIN ledger_postings AS postings ON postings.entry_id = entries.id \
        WHERE entries.subject = receivables.id AND entries.event = 'settled' AND entries.reverses IS NULL \
            AND postings.kind NOT IN ('sellers_owe', 'sellers_payable', 'buyer_rebates') \
            AND NOT EXISTS (SELECT 1 FROM ledger_entries AS back WHERE back.reverses = entries.id))";

/// What came of the advances of a seller, by what is dated before a day.
fn outlays(conn: &mut Conn, BookedOf { seller, currency, first, .. }: BookedOf) -> QueryResult<Vec<(ReceivableId, Outlay)>> {
    let [.., about] = ABOUT;
    let query = diesel::sql_query(format!("{OUTLAYS} {about} AND dated_on < $3 AND NOT ({IS_OWN}) GROUP BY subject"));
    let query = query.bind::<DbUuid, _>(Id(seller.0)).bind::<Text, _>(currency.code()).bind::<Date, _>(first);
    let rows: Vec<OutlayRow> = on!(&mut *conn, |c| query.load(c))?;
    let outlay = |OutlayRow { receivable, advance, money, settled }: OutlayRow| {
        (ReceivableId(receivable.0), Outlay { advance: Minor::new(advance), money: Minor::new(money), settled })
    };
    Ok(rows.into_iter().map(outlay).collect())
}

/// What passes on within these days what the seller sent of its own.
fn own(conn: &mut Conn, BookedOf { seller, currency, first, last }: BookedOf) -> QueryResult<Vec<entry::EntryId>> {
    let [.., about] = ABOUT;
    let query = diesel::sql_query(format!("SELECT DISTINCT entry_id {about} AND dated_on >= $3 AND dated_on <= $4 AND {IS_OWN}"));
    let query = query.bind::<DbUuid, _>(Id(seller.0)).bind::<Text, _>(currency.code()).bind::<Date, _>(first).bind::<Date, _>(last);
    let rows: Vec<EntryId> = on!(&mut *conn, |c| query.load(c))?;
    Ok(rows.into_iter().map(|row| entry::EntryId(row.entry_id.0)).collect())
}

/// Those at their end whose settlement moved nothing.
fn silent(conn: &mut Conn, seller: CompanyId) -> QueryResult<Vec<ReceivableId>> {
    let query = diesel::sql_query(SILENT).bind::<DbUuid, _>(Id(seller.0));
    let rows: Vec<SilentRow> = on!(&mut *conn, |c| query.load(c))?;
    Ok(rows.into_iter().map(|row| ReceivableId(row.receivable.0)).collect())
}

pub(super) fn of(conn: &mut Conn, asked: BookedOf) -> Result<Booked, Failure<Unavailable>> {
    let BookedOf { seller, currency, first, last } = asked;
    let (mut ids, mut held) = (Vec::new(), Vec::new());
    for (about, receivable) in ABOUT.into_iter().zip([Some("owner_id"), Some("NULL"), None]) {
        let query = diesel::sql_query(format!("SELECT DISTINCT entry_id {about} AND dated_on >= $3 AND dated_on <= $4"));
        let query = query.bind::<DbUuid, _>(Id(seller.0)).bind::<Text, _>(currency.code()).bind::<Date, _>(first).bind::<Date, _>(last);
        let found: Vec<EntryId> = on!(&mut *conn, |c| query.load(c))?;
        ids.extend(found.into_iter().map(|row| row.entry_id));
        let Some(receivable) = receivable else { continue };
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
    let before = before.with_outlays(outlays(conn, asked)?).with_silent(silent(conn, seller)?).with_own(own(conn, asked)?);
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
