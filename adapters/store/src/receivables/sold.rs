//! What was sold.

use super::schema::receivables;
use crate::kernel::{
    conn::{Conn, on},
    sql_types::Id,
};
use diesel::{
    dsl::sql,
    expression::SqlLiteral,
    prelude::*,
    sql_types::{BigInt, Bool, Nullable},
};
use sooner_application::receivables::ports::{History, HistoryOf};
use sooner_domain::{
    kernel::{coded::Coded, ids::ReceivableId, minor::Minor},
    receivables::{checks::Dilution, fingerprint::Fingerprint, status::ReceivableStatus},
};

/// At one of the statuses that count as sold: in the statement itself, for an index of these rows alone answers only what names
/// them as it does.
fn is_sold() -> SqlLiteral<Bool> {
    let codes: Vec<String> = ReceivableStatus::SOLD.iter().map(|status| format!("'{}'", status.code())).collect();
    sql(&format!("receivables.status IN ({})", codes.join(", ")))
}

macro_rules! same {
    ($fingerprint:expr) => {
        receivables::table.filter(receivables::fingerprint.eq($fingerprint.0.0.to_vec())).filter(is_sold())
    };
}

macro_rules! between {
    ($of:expr) => {{
        let HistoryOf { seller, debtor, currency, but } = $of;
        let pair = receivables::seller_id.eq(Id(seller.0)).and(receivables::debtor_id.eq(Id(debtor.0)));
        let pair = receivables::table.filter(pair.and(receivables::currency.eq(currency.code().to_owned())));
        let counted: Vec<&str> = History::COUNTED.iter().map(|status| status.code()).collect();
        pair.filter(receivables::status.eq_any(counted)).filter(receivables::id.ne(Id(but.0)))
    }};
}

/// Others of this fingerprint that are sold, oldest first. There is one for each series.
pub(super) fn others(conn: &mut Conn, but: ReceivableId, fingerprint: Fingerprint) -> QueryResult<Vec<ReceivableId>> {
    let mut found: Vec<Id> = on!(conn, |c| same!(fingerprint).select(receivables::id).load(c))?;
    found.retain(|id| id.0 != but.0);
    found.sort_unstable_by_key(|id| id.0);
    Ok(found.into_iter().map(|id| ReceivableId(id.0)).collect())
}

/// Sums of amounts are numbers of any size to PostgreSQL.
fn sum_of(column: &str) -> SqlLiteral<Nullable<BigInt>> {
    sql(&format!("CAST(SUM({column}) AS BIGINT)"))
}

pub(super) fn history(conn: &mut Conn, of: HistoryOf) -> QueryResult<History> {
    let sums = (diesel::dsl::count_star(), sum_of("owed"), sum_of("diluted"));
    let (bought, faces, diluted): (i64, Option<i64>, Option<i64>) = on!(conn, |c| between!(of).select(sums).get_result(c))?;
    let dilution = Dilution { faces: Minor::new(faces.unwrap_or(0)), diluted: Minor::new(diluted.unwrap_or(0)) };
    Ok(History { bought, dilution })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;
    use sooner_domain::kernel::{
        canonical::Digest,
        ids::{CompanyId, DebtorId},
        money::Currency,
    };
    use uuid::Uuid;

    #[test]
    fn what_was_sold_is_one_range_of_an_index() {
        let nil = Uuid::nil();
        assert_one_range(&same!(Fingerprint(Digest([0; 32]))).select(receivables::id), "receivables_fingerprint");
        let currency = Currency::parse("EUR").unwrap();
        let of = HistoryOf { seller: CompanyId(nil), debtor: DebtorId(nil), currency, but: ReceivableId(nil) };
        assert_one_range(&between!(of).select(receivables::id), "receivables_pair");
    }
}
