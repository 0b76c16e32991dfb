//! What was sold before, added up.

use super::sold::is_at;
use crate::kernel::{
    conn::{Conn, on},
    sql_types::{DbUuid, Id},
};
use diesel::{
    pg::Pg,
    prelude::*,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    sql_types::{Array, BigInt, Nullable, Text},
    sqlite::Sqlite,
};
use sooner_application::receivables::ports::{History, HistoryOf};
use sooner_domain::{kernel::minor::Minor, receivables::checks::Dilution};
use std::collections::HashMap;

/// The sums of each of several, with its place: each added up of its own range of an index, one after the other.
struct Sums {
    places: Vec<i64>,
    sellers: Vec<Id>,
    debtors: Vec<Id>,
    currencies: Vec<String>,
}

/// Place, how many, what they came to, and what was not owed in the end.
type SumsRow = (i64, i64, Option<i64>, Option<i64>);

impl Sums {
    /// Sums of amounts are numbers of any size to PostgreSQL.
    const SUMS: &str = "COUNT(*) AS bought, CAST(SUM(owed) AS BIGINT) AS faces, CAST(SUM(diluted) AS BIGINT) AS diluted";

    fn of(asked: &[HistoryOf]) -> Self {
        Self {
            places: (0..).zip(asked).map(|(place, _)| place).collect(),
            sellers: asked.iter().map(|of| Id(of.seller.0)).collect(),
            debtors: asked.iter().map(|of| Id(of.debtor.0)).collect(),
            currencies: asked.iter().map(|of| of.currency.code().to_owned()).collect(),
        }
    }
}

/// As arrays: one text, however many they are.
impl QueryFragment<Pg> for Sums {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("SELECT wanted.place, bought, faces, diluted FROM unnest(");
        out.push_bind_param::<Array<BigInt>, _>(&self.places)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<DbUuid>, _>(&self.sellers)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<DbUuid>, _>(&self.debtors)?;
        out.push_sql(", ");
        out.push_bind_param::<Array<Text>, _>(&self.currencies)?;
        let (sums, counted) = (Self::SUMS, is_at(History::COUNTED));
        out.push_sql(&format!(
            ") AS wanted (place, seller, debtor, currency) CROSS JOIN LATERAL (SELECT {sums} FROM receivables \
             WHERE seller_id = wanted.seller AND debtor_id = wanted.debtor AND currency = wanted.currency AND {counted}) found"
        ));
        Ok(())
    }
}

/// SQLite, which has no `LATERAL`, would put all rows in order before it adds up those of one.
impl QueryFragment<Sqlite> for Sums {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        // Its text is another one for each count.
        out.unsafe_to_cache_prepared();
        let (sums, counted) = (Self::SUMS, is_at(History::COUNTED));
        for (number, place) in self.places.iter().enumerate() {
            let and = if number == 0 { "" } else { " UNION ALL " };
            out.push_sql(&format!("{and}SELECT {place}, {sums} FROM receivables WHERE {counted} AND seller_id = "));
            out.push_bind_param::<DbUuid, _>(&self.sellers[number])?;
            out.push_sql(" AND debtor_id = ");
            out.push_bind_param::<DbUuid, _>(&self.debtors[number])?;
            out.push_sql(" AND currency = ");
            out.push_bind_param::<Text, _>(&self.currencies[number])?;
        }
        Ok(())
    }
}

impl QueryId for Sums {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Sums {
    type SqlType = (BigInt, BigInt, Nullable<BigInt>, Nullable<BigInt>);
}

impl<Conn> RunQueryDsl<Conn> for Sums {}

/// SQLite puts no more than 500 queries together.
const TOGETHER: usize = 100;

pub(super) fn of(conn: &mut Conn, asked: &[HistoryOf]) -> QueryResult<HashMap<HistoryOf, History>> {
    let mut found = HashMap::new();
    for asked in asked.chunks(TOGETHER) {
        let sums = Sums::of(asked);
        let rows: Vec<SumsRow> = on!(&mut *conn, |c| sums.load(c))?;
        for (place, bought, faces, diluted) in rows {
            let dilution = Dilution { faces: Minor::new(faces.unwrap_or(0)), diluted: Minor::new(diluted.unwrap_or(0)) };
            let of = usize::try_from(place).ok().and_then(|place| asked.get(place));
            found.extend(of.map(|of| (*of, History { bought, dilution })));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_ranges;
    use sooner_domain::kernel::{
        ids::{CompanyId, DebtorId},
        money::Currency,
    };
    use uuid::Uuid;

    #[test]
    fn what_was_sold_between_two_is_one_range_of_an_index_for_each_status() {
        let nil = Uuid::nil();
        let of = HistoryOf { seller: CompanyId(nil), debtor: DebtorId(nil), currency: Currency::parse("EUR").unwrap() };
        let range = "receivables_pair (seller_id=? AND debtor_id=? AND currency=? AND status=?)";
        for count in [1, 2, TOGETHER] {
            assert_ranges(&Sums::of(&vec![of; count]), &[range], "none");
        }
    }
}
