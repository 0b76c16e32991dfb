//! What was sold.

use super::schema::receivables;
use crate::kernel::{
    conn::{Conn, on},
    sql_types::Id,
};
use diesel::{dsl::sql, prelude::*, sql_types::Bool};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{CompanyId, ReceivableId},
        money::Currency,
    },
    receivables::{fingerprint::Fingerprint, status::ReceivableStatus},
};

/// At one of these statuses: in the statement itself, for an index of the rows that are sold alone answers only what names them
/// as it does, and SQLite plans a statement with a list that is bound anew each time.
pub(crate) fn is_at(statuses: &[ReceivableStatus]) -> String {
    let codes: Vec<String> = statuses.iter().map(|status| format!("'{}'", status.code())).collect();
    format!("receivables.status IN ({})", codes.join(", "))
}

macro_rules! same {
    ($fingerprints:expr) => {
        receivables::table
            .filter(receivables::fingerprint.eq_any($fingerprints))
            .filter(sql::<Bool>(&is_at(ReceivableStatus::SOLD)))
            .select((receivables::fingerprint.assume_not_null(), receivables::id))
    };
}

/// For each receivable that has a fingerprint others of it that are sold, oldest first. There is one for each series.
pub(super) fn others(conn: &mut Conn, asked: &[(ReceivableId, Option<Fingerprint>)]) -> QueryResult<Vec<Vec<ReceivableId>>> {
    let mut fingerprints: Vec<Fingerprint> = asked.iter().filter_map(|(_, fingerprint)| *fingerprint).collect();
    fingerprints.sort_unstable();
    fingerprints.dedup();
    let mut sold: Vec<(Vec<u8>, Id)> = Vec::new();
    if !fingerprints.is_empty() {
        let fingerprints: Vec<Vec<u8>> = fingerprints.iter().map(|fingerprint| fingerprint.0.0.to_vec()).collect();
        sold = on!(conn, |c| same!(fingerprints).load(c))?;
    }
    sold.sort_unstable_by_key(|(_, id)| id.0);
    let of = |(but, fingerprint): &(ReceivableId, Option<Fingerprint>)| {
        let Some(fingerprint) = fingerprint else { return Vec::new() };
        let same = sold.iter().filter(|(found, id)| found[..] == fingerprint.0.0 && id.0 != but.0);
        same.map(|(_, id)| ReceivableId(id.0)).collect()
    };
    Ok(asked.iter().map(of).collect())
}

macro_rules! with_seller {
    ($seller:expr, $currency:expr) => {
        receivables::table
            .filter(receivables::seller_id.eq(Id($seller.0)))
            .filter(receivables::currency.eq($currency.code().to_owned()))
            // In the statement itself, for the same reason.
            .filter(sql::<Bool>("receivables.with_seller > 0"))
            .order(receivables::id)
            .select(receivables::id)
    };
}

/// Those of which the seller has money, oldest first.
pub(super) fn paid_to_seller(conn: &mut Conn, seller: CompanyId, currency: Currency) -> QueryResult<Vec<ReceivableId>> {
    let found: Vec<Id> = on!(conn, |c| with_seller!(seller, currency).load(c))?;
    Ok(found.into_iter().map(|id| ReceivableId(id.0)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;
    use uuid::Uuid;

    #[test]
    fn what_was_sold_is_one_range_of_an_index() {
        let nil = Uuid::nil();
        assert_one_range(&same!(vec![vec![0; 32]; 2]), "receivables_fingerprint");
        let currency = Currency::parse("EUR").unwrap();
        assert_one_range(&with_seller!(CompanyId(nil), currency), "receivables_with_seller");
    }
}
