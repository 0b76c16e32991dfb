//! How far each day is, with its steps.

use super::schema::{end_of_day_steps, end_of_days};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    first::First,
    sql_types::{Id, Time},
};
use chrono::NaiveDate;
use diesel::{dsl::sql, prelude::*, sql_types::Bool};
use sooner_application::kernel::{commit::CommitError, unavailable::Unavailable};
use sooner_domain::{
    end_of_day::{
        day::{EndOfDay, Parts, StepRun},
        step::{EndOfDayStep, Failure as StepFailure, FailureCode, StepState},
    },
    kernel::{calendar::LAST_DAY, coded::Coded},
};

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = end_of_days)]
pub(super) struct DayRow {
    pub(super) business_date: NaiveDate,
    version: i64,
    state: String,
    started_at: Time,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = end_of_day_steps)]
struct StepRow {
    business_date: NaiveDate,
    step: String,
    state: String,
    after_id: Option<Id>,
    seen: i64,
    changed: i64,
    failures: i64,
    failure: Option<String>,
    failure_about: Option<String>,
    ended_at: Option<Time>,
}

impl StepRow {
    fn of(on: NaiveDate, run: &StepRun) -> Self {
        let StepRun { step, state, after, seen, changed, failures, failure, ended_at } = run;
        Self {
            business_date: on,
            step: step.code().to_owned(),
            state: state.code().to_owned(),
            after_id: after.map(Id),
            seen: *seen,
            changed: *changed,
            failures: *failures,
            failure: failure.as_ref().map(|failure| failure.code.code().to_owned()),
            failure_about: failure.as_ref().and_then(|failure| failure.about.clone()),
            ended_at: ended_at.map(Time),
        }
    }

    /// None for what no release writes.
    fn run(self, step: EndOfDayStep) -> Option<StepRun> {
        let failure = match self.failure {
            Some(code) => Some(StepFailure { code: FailureCode::from_code(&code)?, about: self.failure_about }),
            None => None,
        };
        Some(StepRun {
            step,
            state: StepState::from_code(&self.state)?,
            after: self.after_id.map(|id| id.0),
            seen: self.seen,
            changed: self.changed,
            failures: self.failures,
            failure,
            ended_at: self.ended_at.map(|at| at.0),
        })
    }
}

/// Writes it over the version that was read. Of several who begin a day, or go on with it, one does.
pub(super) fn save(conn: &mut Conn, day: &EndOfDay) -> Result<(), Failure<CommitError>> {
    let Parts { on: date, version, started_at, steps } = day.parts();
    let row = DayRow { business_date: *date, version: version + 1, state: day.state().code().to_owned(), started_at: Time(*started_at) };
    if *version == 0 {
        let insert = diesel::insert_into(end_of_days::table).values(row).on_conflict_do_nothing();
        unless_stale(on!(&mut *conn, |c| insert.execute(c))?)?;
    } else {
        let seen = end_of_days::table.find(*date).filter(end_of_days::version.eq(*version));
        unless_stale(on!(&mut *conn, |c| diesel::update(seen).set(row).execute(c))?)?;
        // Steps of a newer release stay.
        let known: Vec<_> = EndOfDayStep::ALL.iter().map(|step| step.code()).collect();
        let old = end_of_day_steps::table.filter(end_of_day_steps::business_date.eq(*date).and(end_of_day_steps::step.eq_any(known)));
        on!(&mut *conn, |c| diesel::delete(old).execute(c))?;
    }
    let rows: Vec<_> = steps.iter().map(|run| StepRow::of(*date, run)).collect();
    on!(conn, |c| diesel::insert_into(end_of_day_steps::table).values(&rows).execute(c))?;
    Ok(())
}

macro_rules! before {
    ($before:expr) => {
        end_of_days::table
            .filter(end_of_days::business_date.lt($before.unwrap_or(LAST_DAY)))
            .order(end_of_days::business_date.desc())
            .select(DayRow::as_select())
    };
}

macro_rules! unfinished {
    () => {
        // In the statement itself, as the index says it, which has these alone.
        end_of_days::table.filter(sql::<Bool>("state <> 'done'")).order(end_of_days::business_date).select(DayRow::as_select())
    };
}

pub(super) fn one(conn: &mut Conn, date: NaiveDate) -> Result<Option<EndOfDay>, Failure<Unavailable>> {
    let row: Option<DayRow> = on!(&mut *conn, |c| end_of_days::table.find(date).select(DayRow::as_select()).get_result(c)).optional()?;
    Ok(whole(conn, row.into_iter().collect())?.pop())
}

pub(super) fn page(conn: &mut Conn, before: Option<NaiveDate>, most: i64) -> Result<Vec<EndOfDay>, Failure<Unavailable>> {
    let rows = on!(&mut *conn, |c| First(most, before!(before)).load(c))?;
    whole(conn, rows)
}

pub(super) fn unfinished(conn: &mut Conn) -> Result<Vec<EndOfDay>, Failure<Unavailable>> {
    let rows = on!(&mut *conn, |c| unfinished!().load(c))?;
    whole(conn, rows)
}

/// The same with their steps.
fn whole(conn: &mut Conn, days: Vec<DayRow>) -> Result<Vec<EndOfDay>, Failure<Unavailable>> {
    let dates: Vec<_> = days.iter().map(|day| day.business_date).collect();
    let query = end_of_day_steps::table.filter(end_of_day_steps::business_date.eq_any(dates));
    let mut rows: Vec<StepRow> = on!(conn, |c| query.select(StepRow::as_select()).load(c))?;
    let mut day = |DayRow { business_date, version, started_at, .. }: DayRow| {
        let own: Vec<StepRow> = rows.extract_if(.., |row| row.business_date == business_date).collect();
        // A step that only another release knows is its own to see to.
        let known = own.into_iter().filter_map(|row| EndOfDayStep::from_code(&row.step).map(|step| row.run(step)));
        let steps = known.collect::<Option<Vec<_>>>().ok_or_else(|| corrupt("end of day"))?;
        Ok(EndOfDay::restore(Parts { on: business_date, version, started_at: started_at.0, steps }))
    };
    days.into_iter().map(&mut day).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;

    #[test]
    fn a_page_of_days_is_one_range() {
        assert_one_range(&First(2, before!(None::<NaiveDate>)), "sqlite_autoindex_end_of_days_1");
    }
}
