//! What somebody is to see to.

use super::schema::end_of_day_tasks;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    first::First,
    sql_types::Id,
};
use chrono::NaiveDate;
use diesel::prelude::*;
use sooner_application::{
    end_of_day::ports::TaskPlace,
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    end_of_day::task::{Task, TaskKind},
    kernel::{coded::Coded, ids::ReceivableId},
};
use uuid::Uuid;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = end_of_day_tasks)]
struct TaskRow {
    receivable_id: Id,
    kind: String,
    due_on: NaiveDate,
    raised_on: NaiveDate,
}

impl TaskRow {
    fn of(task: &Task) -> Self {
        let Task { raised_on, receivable, kind, due_on } = *task;
        Self { receivable_id: Id(receivable.0), kind: kind.code().to_owned(), due_on, raised_on }
    }

    fn task(self) -> Option<Task> {
        let kind = TaskKind::from_code(&self.kind)?;
        Some(Task { raised_on: self.raised_on, receivable: ReceivableId(self.receivable_id.0), kind, due_on: self.due_on })
    }
}

fn parsed(rows: Vec<TaskRow>) -> Result<Vec<Task>, Failure<Unavailable>> {
    rows.into_iter().map(|row| row.task().ok_or_else(|| corrupt("task"))).collect()
}

pub(super) fn raise(conn: &mut Conn, tasks: &[Task]) -> Result<(), Failure<CommitError>> {
    let rows: Vec<_> = tasks.iter().map(TaskRow::of).collect();
    on!(conn, |c| diesel::insert_into(end_of_day_tasks::table).values(&rows).execute(c))?;
    Ok(())
}

pub(super) fn raised_of(conn: &mut Conn, receivables: Vec<Id>) -> Result<Vec<Task>, Failure<Unavailable>> {
    let query = end_of_day_tasks::table.filter(end_of_day_tasks::receivable_id.eq_any(receivables));
    parsed(on!(conn, |c| query.select(TaskRow::as_select()).load(c))?)
}

/// Behind this place; every place is behind that of nobody.
macro_rules! raised_on {
    ($day:expr, $after:expr) => {{
        let (id, kind) = $after.map_or((Uuid::nil(), ""), |(id, kind): TaskPlace| (id.0, kind.code()));
        let behind = end_of_day_tasks::receivable_id.eq(Id(id)).and(end_of_day_tasks::kind.gt(kind));
        end_of_day_tasks::table
            .filter(end_of_day_tasks::raised_on.eq($day))
            .filter(end_of_day_tasks::receivable_id.ge(Id(id)))
            .filter(end_of_day_tasks::receivable_id.gt(Id(id)).or(behind))
            .order((end_of_day_tasks::receivable_id, end_of_day_tasks::kind))
            .select(TaskRow::as_select())
    }};
}

pub(super) fn page(conn: &mut Conn, raised_on: NaiveDate, after: Option<TaskPlace>, most: i64) -> Result<Vec<Task>, Failure<Unavailable>> {
    parsed(on!(conn, |c| First(most, raised_on!(raised_on, after)).load(c))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;

    #[test]
    fn the_tasks_of_a_day_are_one_range_of_an_index() {
        assert_one_range(&First(2, raised_on!(NaiveDate::default(), None::<TaskPlace>)), "end_of_day_tasks_raised");
    }
}
