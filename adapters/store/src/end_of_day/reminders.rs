//! What somebody was reminded of.

use super::schema::end_of_day_reminders;
use crate::kernel::{
    conn::{Conn, on},
    failure::Failure,
    sql_types::Id,
};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::kernel::{commit::CommitError, unavailable::Unavailable};
use sooner_domain::{end_of_day::reminder::Reminder, kernel::ids::ReceivableId};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = end_of_day_reminders)]
struct ReminderRow {
    receivable_id: Id,
    due_on: NaiveDate,
    days: i64,
    sent_on: NaiveDate,
}

impl From<&Reminder> for ReminderRow {
    fn from(&Reminder { receivable, due_on, days, sent_on }: &Reminder) -> Self {
        Self { receivable_id: Id(receivable.0), due_on, days, sent_on }
    }
}

impl From<ReminderRow> for Reminder {
    fn from(ReminderRow { receivable_id, due_on, days, sent_on }: ReminderRow) -> Self {
        Self { receivable: ReceivableId(receivable_id.0), due_on, days, sent_on }
    }
}

pub(super) fn add(conn: &mut Conn, sent: &[Reminder]) -> Result<(), Failure<CommitError>> {
    let rows: Vec<_> = sent.iter().map(ReminderRow::from).collect();
    on!(conn, |c| diesel::insert_into(end_of_day_reminders::table).values(&rows).execute(c))?;
    Ok(())
}

pub(super) fn of(conn: &mut Conn, receivables: Vec<Id>) -> Result<Vec<Reminder>, Failure<Unavailable>> {
    let query = end_of_day_reminders::table.filter(end_of_day_reminders::receivable_id.eq_any(receivables));
    Ok(on!(conn, |c| query.select(ReminderRow::as_select()).load(c))?.into_iter().map(Reminder::from).collect())
}

pub(super) fn page(
    conn: &mut Conn,
    sent_on: NaiveDate,
    after: Option<ReceivableId>,
    most: i64,
) -> Result<Vec<Reminder>, Failure<Unavailable>> {
    let after = Id(after.map_or(Uuid::nil(), |id| id.0));
    let of_day = end_of_day_reminders::sent_on.eq(sent_on).and(end_of_day_reminders::receivable_id.gt(after));
    let query = end_of_day_reminders::table.filter(of_day).order(end_of_day_reminders::receivable_id).limit(most);
    Ok(on!(conn, |c| query.select(ReminderRow::as_select()).load(c))?.into_iter().map(Reminder::from).collect())
}
