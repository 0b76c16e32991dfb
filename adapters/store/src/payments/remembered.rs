//! For whom payers pay, as people found out by matching.

use super::{PaymentStore, schema::remembered_payers};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::ports::RememberedPayers,
};
use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{DebtorId, UserId},
        text::Line,
    },
    payments::remembered::{PayerMark, Remembered, RememberedId},
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = remembered_payers, treat_none_as_default_value = false)]
struct RememberedRow {
    id: Id,
    debtor_id: Id,
    mark: String,
    value: String,
    remembered_by: Id,
    remembered_at: Time,
    forgotten_by: Option<Id>,
    forgotten_at: Option<Time>,
}

impl From<&Remembered> for RememberedRow {
    fn from(remembered: &Remembered) -> Self {
        let Remembered { id, debtor, mark, value, by, at, forgotten } = remembered;
        Self {
            id: Id(id.0),
            debtor_id: Id(debtor.0),
            mark: mark.code().to_owned(),
            value: value.as_str().to_owned(),
            remembered_by: Id(by.0),
            remembered_at: Time(*at),
            forgotten_by: forgotten.map(|(by, _)| Id(by.0)),
            forgotten_at: forgotten.map(|(_, at)| Time(at)),
        }
    }
}

impl RememberedRow {
    fn remembered(self) -> Result<Remembered, Failure<Unavailable>> {
        let read = || {
            Some(Remembered {
                id: RememberedId(self.id.0),
                debtor: DebtorId(self.debtor_id.0),
                mark: PayerMark::from_code(&self.mark)?,
                value: Line::parse(&self.value).ok()?,
                by: UserId(self.remembered_by.0),
                at: self.remembered_at.0,
                forgotten: self.forgotten_by.map(|by| UserId(by.0)).zip(self.forgotten_at.map(|at| at.0)),
            })
        };
        read().ok_or_else(|| corrupt("remembered payer"))
    }
}

/// Keeps it, unless it is kept and holds.
pub(super) fn remember(conn: &mut Conn, remembered: &Remembered) -> Result<(), diesel::result::Error> {
    let row = RememberedRow::from(remembered);
    let insert = diesel::insert_into(remembered_payers::table).values(row).on_conflict_do_nothing();
    on!(conn, |c| insert.execute(c)).map(|_| ())
}

/// Takes it back, where it holds.
pub(super) fn forget(conn: &mut Conn, id: RememberedId, by: UserId, at: DateTime<Utc>) -> Result<(), Failure<CommitError>> {
    let holds = remembered_payers::table.find(Id(id.0)).filter(remembered_payers::forgotten_at.is_null());
    let forgotten = (remembered_payers::forgotten_by.eq(Some(Id(by.0))), remembered_payers::forgotten_at.eq(Some(Time(at))));
    let update = diesel::update(holds).set(forgotten);
    unless_stale(on!(conn, |c| update.execute(c))?)
}

/// Who pays for one debtor pays for another one; what is remembered of that one, too, is taken back.
pub(super) fn replace_debtor(
    conn: &mut Conn,
    (before, after): (DebtorId, DebtorId),
    (by, at): (UserId, DateTime<Utc>),
) -> Result<(), diesel::result::Error> {
    let of = |debtor: DebtorId| remembered_payers::table.filter(remembered_payers::debtor_id.eq(Id(debtor.0)));
    let known = of(after).filter(remembered_payers::forgotten_at.is_null()).select((remembered_payers::mark, remembered_payers::value));
    let known: Vec<(String, String)> = on!(&mut *conn, |c| known.load(c))?;
    for (mark, value) in known {
        let same = of(before).filter(remembered_payers::mark.eq(mark).and(remembered_payers::value.eq(value)));
        let forgotten = (remembered_payers::forgotten_by.eq(Some(Id(by.0))), remembered_payers::forgotten_at.eq(Some(Time(at))));
        let update = diesel::update(same.filter(remembered_payers::forgotten_at.is_null())).set(forgotten);
        on!(&mut *conn, |c| update.execute(c))?;
    }
    on!(conn, |c| diesel::update(of(before)).set(remembered_payers::debtor_id.eq(Id(after.0))).execute(c)).map(drop)
}

#[async_trait]
impl RememberedPayers for PaymentStore {
    async fn all(&self) -> Result<Vec<Remembered>, Unavailable> {
        let read = |conn: &mut Conn| {
            let query = remembered_payers::table.order(remembered_payers::id);
            let rows: Vec<RememberedRow> = on!(conn, |c| query.select(RememberedRow::as_select()).load(c))?;
            rows.into_iter().map(RememberedRow::remembered).collect()
        };
        self.db.read(read).await
    }

    async fn of_debtor(&self, debtor: DebtorId) -> Result<Vec<Remembered>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let of_debtor = remembered_payers::table.filter(remembered_payers::debtor_id.eq(Id(debtor.0)));
            let query = of_debtor.order(remembered_payers::id);
            let rows: Vec<RememberedRow> = on!(conn, |c| query.select(RememberedRow::as_select()).load(c))?;
            rows.into_iter().map(RememberedRow::remembered).collect()
        };
        self.db.read(read).await
    }
}
