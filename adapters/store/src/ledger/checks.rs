//! Looking for what a hand in the database did.

use super::{LedgerStore, rows::AccountKey};
use crate::kernel::{
    conn::{Conn, on},
    db::CHECK,
    failure::Failure,
    sql_types::{DbUuid, Id},
};
use async_trait::async_trait;
use diesel::{
    QueryableByName,
    prelude::*,
    result::Error,
    sql_types::{BigInt, Nullable, Text},
};
use sooner_application::{
    kernel::unavailable::Unavailable,
    ledger::ports::{Found, LedgerChecks, OddBalance},
};
use sooner_domain::{kernel::ids::ReceivableId, ledger::entry::EntryId};
use uuid::Uuid;

/// The sum of all postings of each account beside what is kept for it. The house's balances hold what is sealed, so what
/// waits is taken off again. On SQLite nothing waits.
const ODD_BALANCE: &str = "
    SELECT kind, currency, owner_id, kept, posted FROM (
        SELECT kind, currency, owner_id, CAST(SUM(posted) AS BIGINT) AS posted, CAST(MAX(kept) AS BIGINT) AS kept FROM (
            SELECT kind, currency, owner_id, SUM(amount) AS posted, CAST(NULL AS BIGINT) AS kept FROM ledger_postings
                GROUP BY kind, currency, owner_id
            UNION ALL
            SELECT kind, currency, owner_id, -SUM(amount), CAST(NULL AS BIGINT) FROM ledger_postings
                INNER JOIN ledger_entries ON ledger_entries.id = entry_id
                WHERE number IS NULL AND owner_id = $1 GROUP BY kind, currency, owner_id
            UNION ALL
            SELECT kind, currency, owner_id, 0, balance FROM ledger_balances
        ) AS found GROUP BY kind, currency, owner_id
    ) AS accounts
    WHERE COALESCE(kept, 0) <> posted ORDER BY kind, currency, owner_id LIMIT 1";

/// What the postings about each receivable add up to beside what is kept of it, and what is below nothing.
const ODD_SHARE: &str = "
    SELECT kind, currency, owner_id, receivable_id, kept, posted FROM (
        SELECT kind, currency, owner_id, receivable_id, CAST(SUM(posted) AS BIGINT) AS posted, CAST(MAX(kept) AS BIGINT) AS kept FROM (
            SELECT kind, currency, owner_id, COALESCE(receivable_id, $1) AS receivable_id,
                SUM(CASE WHEN kind IN ('sellers_owe', 'debtors_owe') THEN amount ELSE -amount END) AS posted, CAST(NULL AS BIGINT) AS kept
                FROM ledger_postings WHERE kind IN ('sellers_owe', 'sellers_payable', 'buyer_rebates', 'debtors_owe')
                GROUP BY kind, currency, owner_id, COALESCE(receivable_id, $1)
            UNION ALL
            SELECT kind, currency, owner_id, receivable_id, 0, held FROM ledger_shares
        ) AS found GROUP BY kind, currency, owner_id, receivable_id
    ) AS shares
    WHERE COALESCE(kept, 0) <> posted OR posted < 0 ORDER BY kind, currency, owner_id, receivable_id LIMIT 1";

/// Postings that are not on the other side in their place, an entry that says something else or is not there, one that is reversed twice.
const ODD_REVERSAL: &str = "
    SELECT back.id AS id FROM ledger_entries AS back LEFT JOIN ledger_entries AS first ON first.id = back.reverses
    WHERE back.reverses IS NOT NULL AND (
        first.id IS NULL
        OR back.lines <> first.lines
        OR back.event <> first.event
        OR back.subject <> first.subject
        OR EXISTS (SELECT 1 FROM ledger_entries AS again WHERE again.reverses = back.reverses AND again.id <> back.id)
        OR EXISTS (
            SELECT 1 FROM ledger_postings AS one
            LEFT JOIN ledger_postings AS other ON other.entry_id = back.id AND other.line = one.line AND other.kind = one.kind
                AND other.currency = one.currency AND other.owner_id = one.owner_id
                AND other.receivable_id IS NOT DISTINCT FROM one.receivable_id AND other.amount = -one.amount
            WHERE one.entry_id = first.id AND other.line IS NULL
        )
    )
    ORDER BY back.id LIMIT 1";

const STRAY_POSTING: &str = "
    SELECT entry_id, CAST(line AS BIGINT) AS line FROM ledger_postings
    WHERE NOT EXISTS (SELECT 1 FROM ledger_entries WHERE ledger_entries.id = entry_id) ORDER BY entry_id, line LIMIT 1";

#[derive(QueryableByName)]
struct OddRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = DbUuid)]
    owner_id: Id,
    #[diesel(sql_type = Nullable<BigInt>)]
    kept: Option<i64>,
    #[diesel(sql_type = BigInt)]
    posted: i64,
}

impl OddRow {
    fn named(self) -> OddBalance {
        let Self { kind, currency, owner_id, kept, posted } = self;
        OddBalance { account: AccountKey { kind, currency, owner: owner_id.0 }.name(), kept, posted }
    }
}

#[derive(QueryableByName)]
struct OddShareRow {
    #[diesel(embed)]
    of: OddRow,
    #[diesel(sql_type = DbUuid)]
    receivable_id: Id,
}

#[derive(QueryableByName)]
struct StrayRow {
    #[diesel(sql_type = DbUuid)]
    entry_id: Id,
    #[diesel(sql_type = BigInt)]
    line: i64,
}

#[derive(QueryableByName)]
struct LinesRow {
    #[diesel(sql_type = BigInt)]
    lines: i64,
}

#[derive(QueryableByName)]
struct LineRow {
    #[diesel(sql_type = BigInt)]
    line: i64,
}

#[derive(QueryableByName)]
struct IdRow {
    #[diesel(sql_type = DbUuid)]
    id: Id,
}

#[derive(QueryableByName)]
struct CurrencyRow {
    #[diesel(sql_type = Text)]
    currency: String,
}

/// Whoever checks waits for as long as it takes.
pub(crate) fn at_length<T>(conn: &mut Conn, work: impl FnOnce(&mut Conn) -> QueryResult<T>) -> Result<T, Failure<Unavailable>> {
    if let Conn::Sqlite(_) = conn {
        return Ok(work(conn)?);
    }
    conn.transaction(|conn| {
        on!(&mut *conn, |c| diesel::sql_query("SET LOCAL statement_timeout = 0").execute(c))?;
        Ok(work(conn)?)
    })
}

fn found_at(conn: &mut Conn, number: i64) -> QueryResult<Option<Found>> {
    let of = |what: &str| diesel::sql_query(what).bind::<BigInt, _>(number);
    let lines = of("SELECT CAST(lines AS BIGINT) AS lines FROM ledger_entries WHERE number = $1");
    let lines: Option<LinesRow> = on!(&mut *conn, |c| lines.get_result(c)).optional()?;
    let Some(LinesRow { lines }) = lines else { return Ok(None) };
    let id = of("SELECT id FROM ledger_entries WHERE number = $1");
    let entry = match on!(&mut *conn, |c| id.get_result::<IdRow>(c)) {
        Err(Error::DeserializationError(_)) => None,
        id => Some(EntryId(id?.id.0)),
    };
    let found = of("SELECT CAST(line AS BIGINT) AS line FROM ledger_postings \
                    WHERE entry_id = (SELECT id FROM ledger_entries WHERE number = $1) ORDER BY line");
    let found: Vec<LineRow> = on!(&mut *conn, |c| found.load(c))?;
    let unbalanced = of("SELECT currency FROM ledger_postings WHERE entry_id = (SELECT id FROM ledger_entries WHERE number = $1) \
                         GROUP BY currency HAVING SUM(amount) <> 0 ORDER BY currency LIMIT 1");
    let unbalanced: Option<CurrencyRow> = on!(conn, |c| unbalanced.get_result(c)).optional()?;
    let found = found.into_iter().map(|row| row.line).collect();
    Ok(Some(Found { entry, lines, found, unbalanced_in: unbalanced.map(|row| row.currency) }))
}

#[async_trait]
impl LedgerChecks for LedgerStore {
    async fn found_at(&self, number: i64) -> Result<Option<Found>, Unavailable> {
        self.db.read(move |conn| Ok(found_at(conn, number)?)).await
    }

    async fn stray_posting(&self) -> Result<Option<(Uuid, i64)>, Unavailable> {
        self.db
            .patient_for(CHECK)
            .read(|conn| {
                let stray = |conn: &mut Conn| on!(conn, |c| diesel::sql_query(STRAY_POSTING).get_result::<StrayRow>(c)).optional();
                Ok(at_length(conn, stray)?.map(|stray| (stray.entry_id.0, stray.line)))
            })
            .await
    }

    async fn odd_balance(&self) -> Result<Option<OddBalance>, Unavailable> {
        self.db
            .patient_for(CHECK)
            .read(|conn| {
                let query = diesel::sql_query(ODD_BALANCE).bind::<DbUuid, _>(Id(Uuid::nil()));
                let odd = at_length(conn, |conn| on!(conn, |c| query.get_result::<OddRow>(c)).optional())?;
                Ok(odd.map(OddRow::named))
            })
            .await
    }

    async fn odd_share(&self) -> Result<Option<(ReceivableId, OddBalance)>, Unavailable> {
        self.db
            .patient_for(CHECK)
            .read(|conn| {
                let query = diesel::sql_query(ODD_SHARE).bind::<DbUuid, _>(Id(Uuid::nil()));
                let odd = at_length(conn, |conn| on!(conn, |c| query.get_result::<OddShareRow>(c)).optional())?;
                Ok(odd.map(|OddShareRow { of, receivable_id }| (ReceivableId(receivable_id.0), of.named())))
            })
            .await
    }

    async fn odd_reversal(&self) -> Result<Option<EntryId>, Unavailable> {
        self.db
            .patient_for(CHECK)
            .read(|conn| {
                let odd = |conn: &mut Conn| on!(conn, |c| diesel::sql_query(ODD_REVERSAL).get_result::<IdRow>(c)).optional();
                Ok(at_length(conn, odd)?.map(|odd| EntryId(odd.id.0)))
            })
            .await
    }
}
