//! What the house begins its day with: sums, each read off one index that has nothing else.

use super::ScreenStore;
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt},
        sql_types::Id,
    },
    payments::schema::{payouts, receipts},
    receivables::{schema::receivables, sold::is_at},
};
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::{
    QueryableByName,
    dsl::{count_star, sql},
    prelude::*,
    sql_query,
    sql_types::{BigInt, Bool, Text},
};
use sooner_application::{
    kernel::unavailable::Unavailable,
    screens::ports::{DeskSums, Desks, DueSum, LimitSum, PaymentSums, Sum},
};
use sooner_domain::kernel::{ids::CompanyId, minor::Minor, money::Currency};

/// Which is bound, so that these stand in the statements themselves, as their indexes say them.
macro_rules! due {
    ($but:expr) => {
        receivables::table
            .filter(sql::<Bool>(&is_at(DueSum::COUNTED)))
            .filter(receivables::seller_id.ne(Id($but.0)))
            .filter(receivables::programme_buyer_id.is_null().or(receivables::programme_buyer_id.ne(Id($but.0))))
            .group_by((receivables::currency, receivables::owed_due_on))
            .order((receivables::currency, receivables::owed_due_on))
            .select((
                receivables::currency,
                receivables::owed_due_on,
                count_star(),
                // A sum of amounts is a number of any size to PostgreSQL.
                sql::<BigInt>("CAST(SUM(receivables.open) AS BIGINT)"),
            ))
    };
}

macro_rules! payouts_due {
    ($but:expr) => {
        payouts::table
            .filter(sql::<Bool>("payouts.status = 'due'"))
            .filter(payouts::company_id.is_null().or(payouts::company_id.ne(Id($but.0))))
            .group_by(payouts::currency)
            .order(payouts::currency)
            .select((payouts::currency, count_star(), sql::<BigInt>("CAST(SUM(payouts.gross) AS BIGINT)")))
    };
}

macro_rules! suspense {
    () => {
        receipts::table.filter(sql::<Bool>("receipts.unexplained > 0")).group_by(receipts::currency).order(receipts::currency).select((
            receipts::currency,
            count_star(),
            sql::<BigInt>("CAST(SUM(receipts.unexplained) AS BIGINT)"),
        ))
    };
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

/// Of each facility that terms rule, or ruled: what is in use, and what is left of the limit of the terms that do. `limit` reads it
/// out of the JSON in which the terms are kept.
fn limits(limit: &str) -> String {
    format!(
        "SELECT currency, CAST(SUM(in_use) AS BIGINT) AS in_use, \
         CAST(SUM(CASE WHEN status = 'active' AND most > in_use THEN most - in_use ELSE 0 END) AS BIGINT) AS headroom \
         FROM (SELECT facilities.currency, facilities.status, {limit} AS most, COALESCE(exposures.in_use, 0) AS in_use FROM facilities \
         JOIN terms_versions ON terms_versions.facility_id = facilities.id AND terms_versions.number = (SELECT MAX(ruling.number) \
         FROM terms_versions ruling WHERE ruling.facility_id = facilities.id AND ruling.state = 'accepted') \
         LEFT JOIN exposures ON exposures.owner_id = facilities.id AND exposures.ceiling = 'facility_limit' AND exposures.part = '' \
         WHERE facilities.status IN ('active', 'suspended', 'closed')) found GROUP BY currency ORDER BY currency"
    )
}

const LIMIT_SQLITE: &str = "CAST(json_extract(terms_versions.terms, '$.limit') AS BIGINT)";
const LIMIT_POSTGRES: &str = "CAST(CAST(terms_versions.terms AS json) ->> 'limit' AS BIGINT)";

fn currency(code: &str) -> Result<Currency, Failure<Unavailable>> {
    Currency::parse(code).map_err(|_| corrupt("currency"))
}

fn sum((code, count, amount): (String, i64, i64)) -> Result<Sum, Failure<Unavailable>> {
    Ok(Sum { currency: currency(&code)?, count, amount: Minor::new(amount) })
}

fn load(conn: &mut Conn, but: CompanyId, has_payments: bool) -> Result<DeskSums, Failure<Unavailable>> {
    let limit_rows: Vec<LimitRow> = match conn {
        Conn::Sqlite(c) => sql_query(limits(LIMIT_SQLITE)).load(c)?,
        Conn::Postgres(c) => sql_query(limits(LIMIT_POSTGRES)).load(c)?,
    };
    let due_rows: Vec<(String, NaiveDate, i64, i64)> = on!(&mut *conn, |c| due!(but).load(c))?;
    let mut payments = None;
    if has_payments {
        let payouts: Vec<(String, i64, i64)> = on!(&mut *conn, |c| payouts_due!(but).load(c))?;
        let suspense: Vec<(String, i64, i64)> = on!(&mut *conn, |c| suspense!().load(c))?;
        let sums = |rows: Vec<_>| rows.into_iter().map(sum).collect::<Result<Vec<_>, _>>();
        payments = Some(PaymentSums { payouts: sums(payouts)?, suspense: sums(suspense)? });
    }
    let limit = |LimitRow { currency: code, in_use, headroom }: LimitRow| {
        Ok(LimitSum { currency: currency(&code)?, in_use: Minor::new(in_use), headroom: Minor::new(headroom) })
    };
    let due = |(code, due_on, count, open)| Ok(DueSum { due_on, open: sum((code, count, open))? });
    Ok(DeskSums {
        limits: limit_rows.into_iter().map(limit).collect::<Result<_, Failure<Unavailable>>>()?,
        due: due_rows.into_iter().map(due).collect::<Result<_, Failure<Unavailable>>>()?,
        payments,
    })
}

#[async_trait]
impl Desks for ScreenStore {
    async fn desk_sums(&self, but: CompanyId, has_payments: bool) -> Result<DeskSums, Unavailable> {
        self.db.read(move |conn| conn.at_one_moment(|conn| load(conn, but, has_payments))).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::{assert_indexed, assert_whole};
    use uuid::Uuid;

    #[test]
    fn each_sum_is_read_off_an_index_that_has_nothing_else() {
        let but = CompanyId(Uuid::nil());
        assert_whole(&due!(but), "receivables_out");
        assert_whole(&payouts_due!(but), "payouts_due");
        assert_whole(&suspense!(), "receipts_suspense");
        assert_indexed(&sql_query(limits(LIMIT_SQLITE)));
    }
}
