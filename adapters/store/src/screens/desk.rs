//! What the house begins its day with: sums, each read off one index that has nothing else.

use super::{ScreenStore, setting_up};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt},
        sql_types::{DbUuid, Id},
    },
    receivables::sold::is_at,
};
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::{
    QueryableByName, RunQueryDsl, sql_query,
    sql_types::{BigInt, Date, Text},
};
use sooner_application::{
    kernel::unavailable::Unavailable,
    receivables::ports::Hidden,
    screens::ports::{DeskSums, Desks, DueSum, LimitSum, PaymentSums, SetUpRow, Sum},
};
use sooner_domain::{
    kernel::{ids::CompanyId, minor::Minor, money::Currency},
    receivables::status::ReceivableStatus,
};
use uuid::Uuid;

/// How the two databases say what they say differently.
struct Dialect {
    /// The company that is left out.
    but: &'static str,
    /// The debtor that is this company.
    owing: &'static str,
    /// Reads the limit out of the JSON in which terms are kept.
    limit: &'static str,
    /// SQLite, which knows nothing of how many there are of what, would look up a status and put the rows in order.
    by: fn(&str) -> String,
}

const SQLITE: Dialect = Dialect {
    but: "?1",
    owing: "?2",
    limit: "CAST(json_extract(terms_versions.terms, '$.limit') AS BIGINT)",
    by: |index| format!(" INDEXED BY {index}"),
};

const POSTGRES: Dialect =
    Dialect { but: "$1", owing: "$2", limit: "CAST(CAST(terms_versions.terms AS json) ->> 'limit' AS BIGINT)", by: |_| String::new() };

#[derive(QueryableByName)]
struct DueRow {
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = Date)]
    owed_due_on: NaiveDate,
    #[diesel(sql_type = BigInt)]
    bought: i64,
    #[diesel(sql_type = BigInt)]
    bought_open: i64,
    #[diesel(sql_type = BigInt)]
    committed: i64,
    #[diesel(sql_type = BigInt)]
    committed_owed: i64,
}

#[derive(QueryableByName)]
struct SumRow {
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = BigInt)]
    count: i64,
    #[diesel(sql_type = BigInt)]
    amount: i64,
}

impl Dialect {
    /// The statuses stand in the statement as the index says them. A sum of amounts is a number of any size to PostgreSQL.
    fn due(&self) -> String {
        let (by, but, owing) = ((self.by)("receivables_out"), self.but, self.owing);
        let at = is_at(&[DueSum::COMMITTED, DueSum::BOUGHT]);
        let sums = |status: ReceivableStatus, name: &str, amount: &str| {
            let is_it = is_at(&[status]);
            let sum = |what: &str| format!("CAST(SUM(CASE WHEN {is_it} THEN {what} ELSE 0 END) AS BIGINT)");
            format!("{} AS {name}, {} AS {name}_{amount}", sum("1"), sum(amount))
        };
        let is_committed = is_at(&[DueSum::COMMITTED]);
        let (bought, committed) = (sums(DueSum::BOUGHT, "bought", "open"), sums(DueSum::COMMITTED, "committed", "owed"));
        format!(
            "SELECT currency, owed_due_on, {bought}, {committed} FROM receivables{by} \
             WHERE {at} AND ({is_committed} OR open > 0) AND seller_id <> {but} AND (programme_buyer_id IS NULL OR programme_buyer_id <> {but}) \
             AND (debtor_id IS NULL OR debtor_id <> {owing}) \
             GROUP BY currency, owed_due_on ORDER BY currency, owed_due_on"
        )
    }

    fn payouts(&self) -> String {
        let (by, but) = ((self.by)("payouts_due"), self.but);
        format!(
            "SELECT currency, COUNT(*) AS count, CAST(SUM(gross) AS BIGINT) AS amount FROM payouts{by} \
             WHERE status = 'due' AND (company_id IS NULL OR company_id <> {but}) GROUP BY currency ORDER BY currency"
        )
    }

    fn unexplained(&self) -> String {
        let by = (self.by)("receipts_suspense");
        format!(
            "SELECT currency, COUNT(*) AS count, CAST(SUM(unexplained) AS BIGINT) AS amount FROM receipts{by} \
             WHERE unexplained > 0 GROUP BY currency ORDER BY currency"
        )
    }

    /// What was received of what is accepted and not paid out yet.
    fn early(&self) -> String {
        let (by, at, is_it) = ((self.by)("receivables_out"), is_at(&[DueSum::COMMITTED, DueSum::BOUGHT]), is_at(&[DueSum::COMMITTED]));
        format!(
            "SELECT currency, COUNT(DISTINCT receivables.id) AS count, CAST(SUM(receivable_facts.amount) AS BIGINT) AS amount \
             FROM receivables{by} JOIN receivable_facts ON receivable_facts.receivable_id = receivables.id \
             AND receivable_facts.kind = 'received' AND NOT receivable_facts.taken_back WHERE {at} AND {is_it} GROUP BY currency ORDER BY currency"
        )
    }

    /// Of each facility that terms rule, or ruled, but those of one company: what is in use, and what is left of the limit of the terms that do.
    fn limits(&self) -> String {
        let (limit, but) = (self.limit, self.but);
        format!(
            "SELECT currency, CAST(SUM(in_use) AS BIGINT) AS in_use, \
             CAST(SUM(CASE WHEN status = 'active' AND most > in_use THEN most - in_use ELSE 0 END) AS BIGINT) AS headroom \
             FROM (SELECT facilities.currency, facilities.status, {limit} AS most, COALESCE(exposures.in_use, 0) AS in_use \
             FROM facilities \
             JOIN terms_versions ON terms_versions.facility_id = facilities.id AND terms_versions.number = (SELECT MAX(ruling.number) \
             FROM terms_versions ruling WHERE ruling.facility_id = facilities.id AND ruling.state = 'accepted') \
             LEFT JOIN exposures ON exposures.owner_id = facilities.id AND exposures.ceiling = 'facility_limit' AND exposures.part = '' \
             WHERE facilities.status IN ('active', 'suspended', 'closed') AND facilities.company_id <> {but}) found GROUP BY currency ORDER BY currency"
        )
    }
}

#[derive(QueryableByName)]
struct LimitRow {
    #[diesel(sql_type = Text)]
    currency: String,
    #[diesel(sql_type = BigInt)]
    in_use: i64,
    #[diesel(sql_type = BigInt)]
    headroom: i64,
}

fn currency(code: &str) -> Result<Currency, Failure<Unavailable>> {
    Currency::parse(code).map_err(|_| corrupt("currency"))
}

fn sum(SumRow { currency: code, count, amount }: SumRow) -> Result<Sum, Failure<Unavailable>> {
    Ok(Sum { currency: currency(&code)?, count, amount: Minor::new(amount) })
}

fn sums(rows: Vec<SumRow>) -> Result<Vec<Sum>, Failure<Unavailable>> {
    rows.into_iter().map(sum).collect()
}

/// What no row has as its id.
const NOTHING: Id = Id(Uuid::nil());

fn load(conn: &mut Conn, but: Hidden, has_payments: bool) -> Result<DeskSums, Failure<Unavailable>> {
    let dialect = match conn {
        Conn::Sqlite(_) => SQLITE,
        Conn::Postgres(_) => POSTGRES,
    };
    let (but, owing) = (Id(but.company.0), but.debtor.map_or(NOTHING, |debtor| Id(debtor.0)));
    let limits: Vec<LimitRow> = on!(&mut *conn, |c| sql_query(dialect.limits()).bind::<DbUuid, _>(but).load(c))?;
    let due: Vec<DueRow> = on!(&mut *conn, |c| sql_query(dialect.due()).bind::<DbUuid, _>(but).bind::<DbUuid, _>(owing).load(c))?;
    let mut payments = None;
    if has_payments {
        let payouts: Vec<SumRow> = on!(&mut *conn, |c| sql_query(dialect.payouts()).bind::<DbUuid, _>(but).load(c))?;
        let unexplained: Vec<SumRow> = on!(&mut *conn, |c| sql_query(dialect.unexplained()).load(c))?;
        let early: Vec<SumRow> = on!(&mut *conn, |c| sql_query(dialect.early()).load(c))?;
        payments = Some(PaymentSums { payouts: sums(payouts)?, unexplained: sums(unexplained)?, early: sums(early)? });
    }
    let limit = |LimitRow { currency: code, in_use, headroom }: LimitRow| {
        Ok(LimitSum { currency: currency(&code)?, in_use: Minor::new(in_use), headroom: Minor::new(headroom) })
    };
    let due_on = |row: DueRow| {
        let currency = currency(&row.currency)?;
        let sum = |count: i64, amount: i64| Sum { currency, count, amount: Minor::new(amount) };
        let (bought, committed) = (sum(row.bought, row.bought_open), sum(row.committed, row.committed_owed));
        Ok(DueSum { due_on: row.owed_due_on, bought, committed })
    };
    Ok(DeskSums {
        limits: limits.into_iter().map(limit).collect::<Result<_, Failure<Unavailable>>>()?,
        due: due.into_iter().map(due_on).collect::<Result<_, Failure<Unavailable>>>()?,
        payments,
    })
}

#[async_trait]
impl Desks for ScreenStore {
    async fn desk_sums(&self, but: Hidden, has_payments: bool) -> Result<DeskSums, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(|conn| load(conn, but, has_payments))).await
    }

    async fn setting_up(&self, but: CompanyId, most: i64) -> Result<Vec<SetUpRow>, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(|conn| setting_up::load(conn, but, most))).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::{assert_indexed, assert_whole};

    #[test]
    fn each_sum_is_read_off_an_index_that_has_nothing_else() {
        assert_whole(&sql_query(SQLITE.due()).bind::<DbUuid, _>(NOTHING).bind::<DbUuid, _>(NOTHING), "receivables_out");
        assert_whole(&sql_query(SQLITE.payouts()).bind::<DbUuid, _>(NOTHING), "payouts_due");
        assert_whole(&sql_query(SQLITE.unexplained()), "receipts_suspense");
        assert_indexed(&sql_query(SQLITE.limits()).bind::<DbUuid, _>(NOTHING));
        assert_indexed(&sql_query(SQLITE.early()));
    }
}
