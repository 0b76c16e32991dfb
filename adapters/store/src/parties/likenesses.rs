//! What debtors look alike by.

use super::{
    debtors,
    schema::{buyers, debtor_marks},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::Id,
};
use diesel::{connection::SimpleConnection, prelude::*};
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    parties::{changes::LIKENESS, ports::AlikeDebtor},
};
use sooner_domain::{
    kernel::{coded::Coded, ids::DebtorId},
    parties::likeness::{Mark, MarkKind},
};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Who has one of these marks.
macro_rules! marked {
    ($values:expr) => {
        debtor_marks::table.filter(debtor_marks::kind.eq_any(kinds()).and(debtor_marks::value.eq_any($values))).select((
            debtor_marks::kind,
            debtor_marks::value,
            debtor_marks::debtor_id,
        ))
    };
}

/// The sellers of a debtor.
macro_rules! sellers {
    ($debtors:expr) => {
        buyers::table.filter(buyers::debtor_id.eq_any($debtors)).select((buyers::debtor_id.assume_not_null(), buyers::company_id))
    };
}

fn kinds() -> Vec<&'static str> {
    MarkKind::ALL.iter().map(|kind| kind.code()).collect()
}

/// What each debtor has in common with these.
fn found<E: From<Unavailable>>(conn: &mut Conn, marks: &BTreeSet<Mark>) -> Result<BTreeMap<DebtorId, BTreeSet<MarkKind>>, Failure<E>> {
    let values: Vec<&str> = marks.iter().map(|mark| mark.value.as_str()).collect();
    let rows: Vec<(String, String, Id)> = on!(conn, |c| marked!(values).load(c))?;
    let mut found: BTreeMap<DebtorId, BTreeSet<MarkKind>> = BTreeMap::new();
    for (kind, value, debtor) in rows {
        let kind = MarkKind::from_code(&kind).ok_or_else(|| corrupt("mark of a debtor"))?;
        if marks.contains(&Mark { kind, value }) {
            found.entry(DebtorId(debtor.0)).or_default().insert(kind);
        }
    }
    Ok(found)
}

/// The debtors that have one of these marks.
pub(crate) fn to(conn: &mut Conn, marks: &BTreeSet<Mark>) -> Result<Vec<AlikeDebtor>, Failure<Unavailable>> {
    let mut by = found::<Unavailable>(conn, marks)?;
    let ids: Vec<DebtorId> = by.keys().copied().collect();
    let sellers: BTreeMap<DebtorId, i64> = ids.iter().copied().zip(sellers_of(conn, &ids)?).collect();
    let alike = debtors::by_ids(conn, &ids)?.into_iter().map(|debtor| {
        let by = by.remove(&debtor.id()).unwrap_or_default();
        let sellers = sellers.get(&debtor.id()).copied().unwrap_or_default();
        AlikeDebtor { debtor, by, sellers }
    });
    Ok(AlikeDebtor::in_order(alike.collect()))
}

/// How many sellers name each of these.
pub(super) fn sellers_of(conn: &mut Conn, ids: &[DebtorId]) -> QueryResult<Vec<i64>> {
    let rows: Vec<(Id, Id)> = on!(conn, |c| sellers!(ids.iter().map(|id| Id(id.0)).collect::<Vec<_>>()).load(c))?;
    let sellers: HashSet<(DebtorId, Id)> = rows.into_iter().map(|(debtor, seller)| (DebtorId(debtor.0), seller)).collect();
    let of = |id: &DebtorId| i64::try_from(sellers.iter().filter(|(of, _)| of == id).count()).unwrap_or(i64::MAX);
    Ok(ids.iter().map(of).collect())
}

/// What one debtor is found by, another one is.
pub(super) fn pass_on(conn: &mut Conn, from: Id, to: Id) -> QueryResult<()> {
    let own = debtor_marks::table.filter(debtor_marks::debtor_id.eq(from)).select((debtor_marks::kind, debtor_marks::value));
    let marks: Vec<(String, String)> = on!(&mut *conn, |c| own.load(c))?;
    let delete = diesel::delete(debtor_marks::table.filter(debtor_marks::debtor_id.eq(from)));
    on!(&mut *conn, |c| delete.execute(c))?;
    for (kind, value) in marks {
        let row = (debtor_marks::kind.eq(kind), debtor_marks::value.eq(value), debtor_marks::debtor_id.eq(to));
        let insert = diesel::insert_into(debtor_marks::table).values(row).on_conflict_do_nothing();
        on!(&mut *conn, |c| insert.execute(c))?;
    }
    Ok(())
}

/// A debtor is not found by these any more.
pub(super) fn unmark(conn: &mut Conn, debtor: DebtorId, marks: &BTreeSet<Mark>) -> QueryResult<()> {
    for Mark { kind, value } in marks {
        let row = debtor_marks::table.find((kind.code(), value, Id(debtor.0)));
        on!(&mut *conn, |c| diesel::delete(row).execute(c))?;
    }
    Ok(())
}

/// Whether no debtor but these has one of these marks. Of many who make debtors at once each sees those before it: PostgreSQL
/// makes the next writer of such a mark wait, SQLite has one writer anyway.
pub(super) fn none(conn: &mut Conn, marks: &BTreeSet<Mark>, but: &[DebtorId]) -> Result<(), Failure<CommitError>> {
    if let Conn::Postgres(conn) = conn {
        conn.batch_execute("LOCK TABLE debtor_marks IN SHARE ROW EXCLUSIVE MODE")?;
    }
    let is_other = |debtor: &DebtorId| !but.contains(debtor);
    if found::<CommitError>(conn, marks)?.keys().any(is_other) { Err(Failure::Refused(CommitError::Taken(LIKENESS))) } else { Ok(()) }
}

/// Keeps what a debtor is found by.
pub(crate) fn mark(conn: &mut Conn, debtor: DebtorId, marks: &BTreeSet<Mark>) -> QueryResult<()> {
    for Mark { kind, value } in marks {
        let row = (debtor_marks::kind.eq(kind.code()), debtor_marks::value.eq(value), debtor_marks::debtor_id.eq(Id(debtor.0)));
        let insert = diesel::insert_into(debtor_marks::table).values(row).on_conflict_do_nothing();
        on!(&mut *conn, |c| insert.execute(c))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::{assert_by_key, assert_one_range};
    use uuid::Uuid;

    #[test]
    fn debtors_that_look_alike_are_looked_up_by_their_marks() {
        assert_by_key(&marked!(vec![String::new(); 2]), "kind=? AND value=?");
        assert_one_range(&sellers!(vec![Id(Uuid::nil()); 2]), "buyers_debtor");
    }
}
