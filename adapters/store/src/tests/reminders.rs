//! What buyers of programmes were told before reminders were kept by themselves.

use super::{
    Checked, Store,
    database::{Database, on_each_database},
    sent_back::downgraded,
};
use chrono::NaiveDate;
use sooner_application::testing::end_of_day::BusyDay;
use sooner_domain::{
    end_of_day::{reminder::Reminder, task::TaskKind},
    kernel::ids::ReceivableId,
};
use std::error::Error;

/// What is kept of one: its reminders, and the kinds of its tasks.
async fn kept(database: &Database, id: ReceivableId) -> Result<(Vec<Reminder>, Vec<TaskKind>), Box<dyn Error>> {
    let records = database.store()?.ports().end_of_day_records;
    let tasks = records.raised_of(vec![id]).await?.into_iter().map(|task| task.kind);
    Ok((records.reminders_of(vec![id]).await?, tasks.collect()))
}

async fn a_notice_of_the_release_before_is_a_reminder_five_days_before_and_is_not_sent_again(database: &Database) -> Checked {
    let id = BusyDay::on(&database.store()?.ports()).await?.not_due;
    downgraded(database, "0044")?;
    let spelled = if database.url.starts_with("sqlite") { format!("x'{}'", id.0.simple()) } else { format!("'{}'", id.0) };
    database.run(&format!(
        "INSERT INTO end_of_day_tasks (receivable_id, kind, due_on, raised_on)
           VALUES ({spelled}, 'payment_notice', '2027-01-11', '2027-01-07'), ({spelled}, 'overdue', '2027-01-11', '2027-01-12')"
    ))?;
    Store::migrate(&database.url)?;
    let day = |day| NaiveDate::from_ymd_opt(2027, 1, day).ok_or("no day");
    let carried = (vec![Reminder { receivable: id, due_on: day(11)?, days: -5, sent_on: day(7)? }], vec![TaskKind::Overdue]);
    assert_eq!(kept(database, id).await?, carried);
    downgraded(database, "0044")?;
    Store::migrate(&database.url)?;
    assert_eq!(kept(database, id).await?, carried, "there and back");
    Ok(())
}

on_each_database!(a_notice_of_the_release_before_is_a_reminder_five_days_before_and_is_not_sent_again);
