//! What every store must keep of ends of days.

use super::BusyDay;
use crate::{
    StorePorts,
    end_of_day::changes::Change,
    kernel::commit::CommitError,
    testing::contracts::{Checked, context, noon},
};
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::join_all;
use sooner_domain::{
    end_of_day::{
        ageing::AgeingBucket,
        day::EndOfDay,
        position::{PositionFigures, PositionKey, PositionRow},
        reminder::Reminder,
        result::{DayResult, DayResultKind},
        step::{EndOfDayStep, Failure, FailureCode},
        task::{Task, TaskKind},
    },
    kernel::{coded::Coded, minor::Minor, money::Currency},
};
use uuid::Uuid;

async fn commit(ports: &StorePorts, change: Change) -> Result<(), CommitError> {
    ports.end_of_day.commit(vec![change], context()).await
}

async fn save(ports: &StorePorts, day: &EndOfDay) -> Result<(), CommitError> {
    commit(ports, Change::DaySaved(Box::new(day.clone()))).await
}

fn date(day: i64) -> NaiveDate {
    noon().date_naive() + TimeDelta::days(day)
}

/// With something in every field.
fn half_done(on: NaiveDate) -> EndOfDay {
    let mut day = EndOfDay::begin(on, noon());
    day.saw(EndOfDayStep::Checks, Uuid::from_u128(9));
    day.changed(EndOfDayStep::Checks, 1);
    day.done(EndOfDayStep::Checks, noon() + TimeDelta::microseconds(7));
    day.saw(EndOfDayStep::Lapse, Uuid::from_u128(8));
    let failure = Failure { code: FailureCode::Balance, about: Some("bank EUR \u{fc}".to_owned()) };
    day.failed(EndOfDayStep::Lapse, failure, noon() + TimeDelta::microseconds(8));
    day.saw(EndOfDayStep::Overdue, Uuid::from_u128(7));
    day
}

pub async fn a_day_is_kept_as_far_as_it_is_and_goes_on_by_whoever_knows_how_far(ports: &StorePorts) -> Checked {
    let records = &ports.end_of_day_records;
    assert_eq!(records.day(date(0)).await?, None);
    let mut day = half_done(date(0));
    save(ports, &day).await?;
    assert_eq!(save(ports, &day).await, Err(CommitError::Stale), "it is begun once");
    day.stored();
    assert_eq!(records.day(date(0)).await?, Some(day.clone()));
    let stale = day.clone();
    day.done(EndOfDayStep::Lapse, noon() + TimeDelta::microseconds(9));
    save(ports, &day).await?;
    day.stored();
    assert_eq!(save(ports, &stale).await, Err(CommitError::Stale));
    assert_eq!(records.day(date(0)).await?, Some(day.clone()), "what is stale changes nothing");
    for again in join_all((0..8).map(|_| save(ports, &day))).await.into_iter().filter(Result::is_err) {
        assert_eq!(again, Err(CommitError::Stale));
    }
    day.stored();
    assert_eq!(records.day(date(0)).await?, Some(day), "of many at once one goes on");
    Ok(())
}

pub async fn days_are_listed_newest_first_and_what_is_left_to_do_is_found(ports: &StorePorts) -> Checked {
    let records = &ports.end_of_day_records;
    let mut done = EndOfDay::begin(date(1), noon());
    EndOfDayStep::ALL.iter().for_each(|step| done.done(*step, noon()));
    let mut failed = done.clone();
    failed.failed(EndOfDayStep::Balances, Failure { code: FailureCode::Unavailable, about: None }, noon());
    let failed = EndOfDay::restore(sooner_domain::end_of_day::day::Parts { on: date(2), ..failed.parts().clone() });
    // In no order.
    for day in [&failed, &half_done(date(3)), &half_done(date(0)), &done] {
        save(ports, day).await?;
    }
    let on = |days: Vec<EndOfDay>| days.iter().map(EndOfDay::on).collect::<Vec<_>>();
    assert_eq!(on(records.page(None, 3).await?), [date(3), date(2), date(1)]);
    assert_eq!(on(records.page(Some(date(1)), 3).await?), [date(0)]);
    assert_eq!(on(records.unfinished().await?), [date(0), date(2), date(3)], "oldest first");
    let listed = records.page(Some(date(3)), 1).await?.pop().ok_or("no day")?;
    assert_eq!(Some(listed), records.day(date(2)).await?, "with its steps");
    Ok(())
}

pub async fn a_task_is_raised_once_for_a_due_date_and_found_by_day_and_receivable(ports: &StorePorts) -> Checked {
    let (busy, records) = (BusyDay::on(ports).await?, &ports.end_of_day_records);
    let task = |receivable, kind, due: i64, raised: i64| Task { raised_on: date(raised), receivable, kind, due_on: date(due) };
    let (one, other) = (busy.long_overdue, busy.not_due);
    let first = [
        task(other, TaskKind::Overdue, 0, 1),
        task(one, TaskKind::Recourse, 0, 1),
        task(one, TaskKind::Overdue, 0, 1),
        // Its debtor was given more time.
        task(one, TaskKind::Overdue, 5, 6),
    ];
    commit(ports, Change::TasksRaised(first.to_vec())).await?;
    let again = vec![task(other, TaskKind::Recourse, 0, 1), task(one, TaskKind::Recourse, 0, 2)];
    assert!(commit(ports, Change::TasksRaised(again)).await.is_err(), "raised twice");
    assert_eq!(records.tasks(date(1), None, 10).await?, [first[2], first[1], first[0]]);
    assert_eq!(records.tasks(date(1), None, 2).await?, [first[2], first[1]]);
    assert_eq!(records.tasks(date(1), Some((one, TaskKind::Overdue)), 10).await?, [first[1], first[0]]);
    assert_eq!(records.tasks(date(2), None, 10).await?, []);
    let mut of = records.raised_of(vec![one, busy.offered]).await?;
    of.sort_by_key(|task| (task.raised_on, task.kind));
    assert_eq!(of, [first[2], first[1], first[3]]);
    Ok(())
}

pub async fn a_reminder_is_sent_once_for_a_day_and_a_due_date(ports: &StorePorts) -> Checked {
    let (busy, records) = (BusyDay::on(ports).await?, &ports.end_of_day_records);
    let reminder = |receivable, due: i64, days, sent: i64| Reminder { receivable, due_on: date(due), days, sent_on: date(sent) };
    let (one, other) = (busy.long_overdue, busy.not_due);
    let first = [
        reminder(one, 0, -5, -5),
        reminder(one, 0, 3, 4),
        // Its debtor was given more time.
        reminder(one, 9, -5, 5),
    ];
    commit(ports, Change::RemindersSent(first.to_vec())).await?;
    commit(ports, Change::RemindersSent(vec![reminder(other, 0, 3, 3)])).await?;
    let again = vec![reminder(other, 0, 7, 7), reminder(one, 0, 3, 5)];
    assert!(commit(ports, Change::RemindersSent(again)).await.is_err(), "sent twice");
    let mut of = records.reminders_of(vec![one, busy.offered]).await?;
    of.sort_by_key(|reminder| (reminder.due_on, reminder.days));
    assert_eq!(of, first);
    assert_eq!(records.reminders_of(vec![other]).await?, [reminder(other, 0, 3, 3)], "all or nothing");
    // By the day on which they were sent.
    commit(ports, Change::RemindersSent(vec![reminder(other, 0, 4, 4)])).await?;
    let mut sent = [reminder(one, 0, 3, 4), reminder(other, 0, 4, 4)];
    sent.sort_by_key(|reminder| reminder.receivable);
    assert_eq!(records.reminders(date(4), None, 10).await?, sent);
    assert_eq!(records.reminders(date(4), None, 1).await?, sent[..1]);
    assert_eq!(records.reminders(date(4), Some(sent[0].receivable), 10).await?, sent[1..]);
    assert_eq!(records.reminders(date(6), None, 10).await?, []);
    Ok(())
}

pub async fn a_day_has_one_result_of_a_receivable(ports: &StorePorts) -> Checked {
    let (busy, records) = (BusyDay::on(ports).await?, &ports.end_of_day_records);
    let result = |on: i64, receivable, kind| DayResult { on: date(on), receivable, kind };
    let mut of_day = [result(1, busy.too_late, DayResultKind::Lapsed), result(1, busy.not_due, DayResultKind::Sold)];
    let another = result(2, busy.too_late, DayResultKind::Lapsed);
    for noted in [of_day[0], another, of_day[1]] {
        commit(ports, Change::ResultNoted(noted)).await?;
    }
    assert!(commit(ports, Change::ResultNoted(of_day[0])).await.is_err(), "noted twice");
    of_day.sort_by_key(|noted| noted.receivable);
    assert_eq!(records.results(date(1), None, 10).await?, of_day);
    assert_eq!(records.results(date(1), None, 1).await?, of_day[..1]);
    assert_eq!(records.results(date(1), Some(of_day[0].receivable), 10).await?, of_day[1..]);
    assert_eq!(records.results(date(2), None, 10).await?, [another]);
    assert_eq!(records.results(date(3), None, 10).await?, []);
    Ok(())
}

pub async fn what_is_outstanding_is_added_to_the_rows_of_its_day(ports: &StorePorts) -> Checked {
    use AgeingBucket as B;
    let (busy, records) = (BusyDay::on(ports).await?, &ports.end_of_day_records);
    let row = |currency: &str, bucket, amount: i64| {
        let key = PositionKey { facility: busy.seller.facility, debtor: busy.seller.debtor, currency: Currency::parse(currency)?, bucket };
        let [open, out, reserve] = [amount, amount - 1, -amount].map(Minor::new);
        Ok::<_, Box<dyn std::error::Error>>(PositionRow { key, figures: PositionFigures { receivables: 1, open, out, reserve } })
    };
    let (euro, late, dollars) = (row("EUR", B::NotDue, 5)?, row("EUR", B::Days31To60, 7)?, row("USD", B::NotDue, 9)?);
    for (on, rows) in [(date(1), vec![euro, dollars]), (date(1), vec![late, euro]), (date(2), vec![late])] {
        commit(ports, Change::PositionsAdded { on, rows }).await?;
    }
    let twice = PositionRow { figures: euro.figures.and(euro.figures), ..euro };
    // By codes.
    assert_eq!(records.positions(date(1), None, 10).await?, [late, twice, dollars]);
    assert_eq!(records.positions(date(1), None, 1).await?, [late]);
    assert_eq!(records.positions(date(1), Some(late.key), 10).await?, [twice, dollars]);
    assert_eq!(records.positions(date(1), Some(twice.key), 10).await?, [dollars]);
    assert_eq!(records.positions(date(2), None, 10).await?, [late]);
    Ok(())
}
