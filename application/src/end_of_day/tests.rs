mod one_mail;
mod pages;
mod reminders;
mod trying_again;

use super::*;
use crate::{
    facilities::changes::Change as FacilityChange,
    kernel::{
        commit::CommitError,
        jobs::{Job, Report},
        outbox::{Content, Figure},
    },
    ledger::ports::{Found, LedgerChecks, OddBalance},
    servicing::{HouseCommand, HouseDecision},
    testing::{ClockMode, World, confirmed, end_of_day::BusyDay, house_details},
};
use async_trait::async_trait;
use chrono::TimeDelta;
use sooner_domain::{
    end_of_day::{
        step::{EndOfDayStep, StepState},
        task::TaskKind,
    },
    facilities::exposure::{Exposure, InUse, Scope},
    house::local_time::TimeZone,
    kernel::{minor::Minor, money::Currency, test_clock::MoveRefused},
};
use uuid::Uuid;

type Checked = Result<(), Box<dyn std::error::Error>>;

fn context() -> WriteContext {
    WriteContext::of(Entry::new(DateTime::UNIX_EPOCH, Actor::CommandLine, AuditAction::EndOfDayRun, Subjects::house(HOUSE)))
}

/// A store that cannot write what this names.
struct Broken {
    store: Arc<dyn Commit<Change>>,
    is_broken: fn(&Change) -> bool,
}

#[async_trait]
impl Commit<Change> for Broken {
    async fn commit(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), CommitError> {
        if changes.iter().any(self.is_broken) {
            return Err(Unavailable::Failed("no room on the device".to_owned()).into());
        }
        self.store.commit(changes, context).await
    }
}

impl Broken {
    fn at(day: &BusyDay, is_broken: fn(&Change) -> bool) -> EndOfDays {
        let store = day.world.store().end_of_day;
        EndOfDays { commit: Arc::new(Self { store, is_broken }), ..day.paged(2) }
    }
}

/// Each step whose state this is.
fn at(day: &EndOfDay, state: StepState) -> Vec<EndOfDayStep> {
    day.parts().steps.iter().filter(|run| run.state == state).map(|run| run.step).collect()
}

fn failure_of(day: &EndOfDay, step: EndOfDayStep) -> Option<(FailureCode, Option<String>)> {
    let failure = day.parts().steps.iter().find(|run| run.step == step)?.failure.clone()?;
    Some((failure.code, failure.about))
}

#[tokio::test]
async fn a_step_that_fails_stops_no_other_and_is_tried_again() -> Checked {
    type Fault = (EndOfDayStep, fn(&Change) -> bool);
    let is_lapse = |change: &Change| matches!(change, Change::Receivables(_));
    let faults: [Fault; 3] = [
        (EndOfDayStep::Checks, is_lapse),
        (EndOfDayStep::Overdue, |change| matches!(change, Change::TasksRaised(_))),
        (EndOfDayStep::Positions, |change| matches!(change, Change::PositionsAdded { .. })),
    ];
    for (step, fault) in faults {
        let day = BusyDay::new(World::default()).await?;
        let ended = Broken::at(&day, fault).end(day.on, Actor::System).await?;
        assert_eq!(ended.state(), EndOfDayState::Failed, "{step:?}");
        let failed = if step == EndOfDayStep::Checks { vec![step, EndOfDayStep::Lapse, EndOfDayStep::Letters] } else { vec![step] };
        assert_eq!(at(&ended, StepState::Failed), failed);
        assert_eq!(day.day().await?, ended);
        let (code, about) = failure_of(&ended, step).ok_or("no failure")?;
        assert_eq!((code, about.as_deref()), (FailureCode::Unavailable, Some("unavailable: no room on the device")));
        // Nobody is told to; then an hour has passed.
        let (jobs, clock) = (day.world.end_of_day(), &day.world.clock);
        assert!(!jobs.has_work().await?);
        clock.advance(EndOfDays::TRIED_AGAIN_AFTER);
        assert!(jobs.has_work().await?);
        let Report { warning, .. } = Job::run(&jobs).await?;
        assert_eq!(warning, None);
        day.is_done_once().await?;
        assert!(!jobs.has_work().await?);
    }
    Ok(())
}

#[tokio::test]
async fn what_fails_again_is_told_each_time_and_an_operator_tries_at_once() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let broken = Broken::at(&day, |change| matches!(change, Change::TasksRaised(_)));
    for failures in 1..=2 {
        let ended = broken.end(day.on, Actor::System).await?;
        let run = ended.parts().steps.iter().find(|run| run.step == EndOfDayStep::Overdue).ok_or("no step")?;
        assert_eq!((run.failures, run.state), (failures, StepState::Failed));
        day.world.clock.advance(TimeDelta::minutes(1));
    }
    let ended = day.world.end_of_day().retry(&day.olga, day.on).await?;
    assert_eq!(ended.state(), EndOfDayState::Done);
    let entry = day.world.last_entry().await?;
    assert_eq!((entry.by, entry.action), (Actor::User(day.olga.user.id()), AuditAction::EndOfDayRun));
    day.is_done_once().await?;
    let nothing = day.world.end_of_day().retry(&day.olga, day.on - TimeDelta::days(1)).await;
    assert_eq!(nothing, Err(EndOfDayError::NotFound));
    let stranger = day.world.end_of_day().retry(&day.seller.me, day.on).await;
    assert_eq!(stranger, Err(EndOfDayError::Forbidden(OperatorRight::ManageReceivables)));
    Ok(())
}

#[tokio::test]
async fn the_trail_tells_of_each_receivable_and_of_the_day() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let before = day.world.records().await?.len();
    day.world.end_of_day().end(day.on, Actor::System).await?;
    let entries: Vec<_> = day.world.records().await?.into_iter().skip(before).map(|record| record.entry).collect();
    let told = |action| entries.iter().filter(move |entry: &&Entry| entry.action == action);
    let seller = day.seller.me.membership.company;
    for entry in told(AuditAction::ReceivableTakenBack).chain(told(AuditAction::ReceivableLapsed)) {
        assert_eq!((entry.by, entry.about.company), (Actor::System, Some(seller)));
        assert!(entry.changes.iter().any(|change| change.field == "status"), "{:?}", entry.changes);
    }
    let lapsed: Vec<_> = told(AuditAction::ReceivableLapsed).map(|entry| entry.about.thing).collect();
    assert_eq!(lapsed, [day.too_late.0]);
    let last = entries.last().ok_or("nothing told")?;
    assert_eq!((last.action, last.about.company), (AuditAction::EndOfDayRun, None));
    let of_day = told(AuditAction::EndOfDayRun).flat_map(|entry| &entry.changes);
    let steps: Vec<_> = of_day.filter(|change| change.after.as_deref().is_some_and(|after| after.starts_with("done"))).collect();
    let told: Vec<_> = steps.iter().map(|change| (change.field.as_str(), change.after.as_deref().unwrap_or_default())).collect();
    assert_eq!(
        told,
        [
            ("endOfDay.checks", "done 2/3"),
            ("endOfDay.lapse", "done 1/3"),
            ("endOfDay.letters", "done 4/1"),
            ("endOfDay.invoices", "done 0/0"),
            ("endOfDay.overdue", "done 7/4"),
            ("endOfDay.positions", "done 3/4"),
            ("endOfDay.balances", "done 0/1"),
        ]
    );
    Ok(())
}

#[tokio::test]
async fn what_is_in_use_of_a_limit_and_is_not_what_receivables_have_in_use_is_found() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let scope = Scope { facility: day.seller.facility, debtor: day.seller.debtor, currency: Currency::parse("EUR")? };
    let one = Minor::new(1);
    let wrong = [
        InUse { facility: one, ..InUse::default() },
        InUse { concentration: one, ..InUse::default() },
        InUse { debtor: one, ..InUse::default() },
    ];
    for change in wrong {
        let back = InUse::default().since(change);
        day.world
            .store()
            .facilities
            .commit(vec![FacilityChange::Exposed(vec![Exposure { scope, change, within: None }])], context())
            .await?;
        let ended = day.world.end_of_day().end(day.on, Actor::System).await?;
        let about = Some(day.seller.facility.0.to_string());
        assert_eq!(failure_of(&ended, EndOfDayStep::Balances), Some((FailureCode::Exposure, about)), "{change:?}");
        let back = Exposure { scope, change: back, within: None };
        day.world.store().facilities.commit(vec![FacilityChange::Exposed(vec![back])], context()).await?;
        day.world.clock.advance(TimeDelta::minutes(1));
    }
    assert_eq!(day.world.end_of_day().end(day.on, Actor::System).await?.state(), EndOfDayState::Done);
    day.is_done_once().await
}

#[tokio::test]
async fn a_date_ends_at_its_cut_off_once_and_in_order() -> Checked {
    let world = World::default();
    let days = world.end_of_day();
    let today = world.clock_now().date_naive();
    let day = |number: i64| today + TimeDelta::days(number);
    let at = |on: NaiveDate, time: &str| format!("{on}T{time}:00Z").parse::<DateTime<Utc>>();
    // 12:00, two hours before.
    assert_eq!((days.due().await?, days.has_work().await?), (vec![], false));
    for on in [today, day(1)] {
        assert_eq!(days.end(on, Actor::System).await, Err(EndOfDayError::TooEarly(at(on, "14:00")?)));
    }
    world.clock.advance(TimeDelta::hours(2) - TimeDelta::microseconds(1) - (world.clock_now() - at(today, "12:00")?));
    assert_eq!(days.due().await?, []);
    world.clock.advance(TimeDelta::microseconds(1));
    assert_eq!(days.due().await?, [today]);
    assert_eq!(days.catch_up(Actor::System).await?.len(), 1);
    assert_eq!(days.due().await?, []);
    // Nobody was there for four days, over a weekend.
    world.clock.advance(TimeDelta::days(4));
    assert_eq!(days.due().await?, [day(1), day(2), day(3), day(4)]);
    assert_eq!(days.end(day(2), Actor::CommandLine).await?.state(), EndOfDayState::Done, "by whoever wants it");
    assert_eq!(days.end(day(1), Actor::CommandLine).await, Err(EndOfDayError::PassedOver(day(2))));
    assert_eq!(days.due().await?, [day(3), day(4)]);
    let ended: Vec<_> = days.catch_up(Actor::System).await?.iter().map(EndOfDay::on).collect();
    assert_eq!((ended, days.due().await?), (vec![day(3), day(4)], vec![]));
    let listed: Vec<_> = days.list(None).await?.days.iter().map(EndOfDay::on).collect();
    assert_eq!(listed, [day(4), day(3), day(2), today]);
    Ok(())
}

#[tokio::test]
async fn a_clock_that_is_wrong_or_a_date_mistyped_ends_no_years() -> Checked {
    let world = World::default();
    let days = world.end_of_day();
    let today = world.clock_now().date_naive();
    let most = TimeDelta::days(EndOfDays::MOST_DAYS.into());
    let earliest = today - most;
    for on in [earliest - TimeDelta::days(1), "1026-11-25".parse()?] {
        assert_eq!(days.end(on, Actor::CommandLine).await, Err(EndOfDayError::TooLongAgo(earliest)));
    }
    assert_eq!(days.end(earliest, Actor::CommandLine).await?.state(), EndOfDayState::Done, "an instance may begin then");
    assert_eq!(days.run().await?.counts[0].number, 30, "all but today, which has not ended");
    world.clock.advance(most);
    assert_eq!(days.run().await?.counts[0].number, 31);
    world.clock.advance(most + TimeDelta::days(1));
    let report = days.run().await?;
    assert!(report.warning.is_some() && report.counts.is_empty());
    assert_eq!(days.due().await?.len(), 32, "nothing was ended");
    assert_eq!(days.make_up(Actor::CommandLine).await?.len(), 32, "a person knows that it is right");
    Ok(())
}

#[tokio::test]
async fn what_was_broken_off_goes_on_before_the_next_date() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let mut broken_off = EndOfDay::begin(day.on, day.world.clock_now());
    broken_off.done(EndOfDayStep::Checks, day.world.clock_now());
    day.world.store().end_of_day.commit(vec![Change::DaySaved(Box::new(broken_off))], context()).await?;
    day.world.business().advance(TimeDelta::days(1));
    let days = day.world.end_of_day();
    assert_eq!(days.due().await?, [day.on, day.on + TimeDelta::days(1)]);
    let report = Job::run(&days).await?;
    assert_eq!(report.counts.iter().map(|count| count.number).collect::<Vec<_>>(), [2, 0]);
    assert_eq!(day.status(day.blocked).await?.code(), "submitted", "by the second");
    assert_eq!(day.tasks(day.on).await?.len(), 4);
    assert_eq!(day.tasks(day.on + TimeDelta::days(1)).await?, [], "raised once");
    assert_eq!(day.positions(day.on + TimeDelta::days(1)).await?.len(), 3, "of each day");
    Ok(())
}

#[tokio::test]
async fn a_debtor_who_was_given_more_time_is_late_anew() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let days = day.world.end_of_day();
    days.end(day.on, Actor::System).await?;
    let [id, _] = day.overdue;
    let look = day.world.receivables().examined(id, &day.olga.operator()).await?;
    let (version, until) = (look.receivable().parts().version, day.on + TimeDelta::days(3));
    let what = HouseDecision::Extend { due_on: until, note: None };
    day.world.servicing().decide(id, HouseCommand { by: day.olga.clone(), version, what, request: None }).await?;
    day.world.business().advance(TimeDelta::days(5));
    days.catch_up(Actor::System).await?;
    let raised = |on: i64| day.tasks(day.on + TimeDelta::days(on));
    assert_eq!(raised(3).await?, [], "it is due today");
    let tasks = raised(4).await?;
    assert_eq!(tasks.iter().map(|task| (task.receivable, task.due_on)).collect::<Vec<_>>(), [(id, until)]);
    assert_eq!(raised(5).await?, []);
    Ok(())
}

fn movable() -> World {
    World { clock_mode: ClockMode::Movable, ..World::default() }
}

#[tokio::test]
async fn each_end_of_day_on_the_way_of_a_moved_clock_comes_at_its_cut_off() -> Checked {
    let world = movable();
    let olga = world.operator().await?;
    let mut details = house_details();
    details.time_zone = Some(TimeZone::parse("Europe/Berlin")?);
    let command = crate::house::SettingsCommand { by: confirmed(&olga), version: 0, details };
    world.house().change_settings(command).await?;
    let before = world.records().await?.len();
    // From Monday noon to the next Monday, half past three in the afternoon in Berlin: the cut-off is at three.
    let to = "2026-06-22T13:30:00Z".parse::<DateTime<Utc>>()?;
    let view = world.end_of_day().move_clock(&olga, to, None).await?;
    assert_eq!(view.now, to);
    let days = world.end_of_day().list(None).await?.days;
    let dates: Vec<_> = days.iter().rev().map(|day| day.on().to_string()).collect();
    let expected: Vec<_> = (15..=22).map(|day| format!("2026-06-{day}")).collect();
    assert_eq!(dates, expected, "every date, and the weekend");
    assert!(days.iter().all(|day| day.state() == EndOfDayState::Done));
    // Each comes when business time is there, before it goes on.
    let mut told = Vec::new();
    for entry in world.records().await?.into_iter().skip(before).map(|record| record.entry) {
        assert_eq!(entry.by, Actor::User(olga.user.id()));
        let first = entry.changes.first().and_then(|change| change.after.clone()).unwrap_or_default();
        told.push((entry.action, first));
    }
    let mut way: Vec<_> = Vec::new();
    for day in 15..=22 {
        way.push((AuditAction::ClockMoved, format!("2026-06-{day}T13:00:00Z")));
        way.push((AuditAction::EndOfDayRun, format!("2026-06-{day}")));
    }
    way.push((AuditAction::ClockMoved, "2026-06-22T13:30:00Z".to_owned()));
    assert_eq!(told, way);
    Ok(())
}

#[tokio::test]
async fn a_clock_that_stops_at_a_cut_off_ends_that_date_and_one_that_is_refused_ends_none() -> Checked {
    let world = movable();
    let (olga, days) = (world.operator().await?, world.end_of_day());
    let cut_off = "2026-06-16T14:00:00Z".parse::<DateTime<Utc>>()?;
    days.move_clock(&olga, cut_off, None).await?;
    assert_eq!(days.list(None).await?.days.len(), 2);
    let before = world.records().await?.len();
    assert_eq!(days.move_clock(&olga, cut_off, None).await, Err(MoveRefused::Back.into()));
    let far = cut_off + TimeDelta::days(5_000);
    assert_eq!(days.move_clock(&olga, far, None).await, Err(MoveRefused::TooFar.into()));
    let nobody = world.operator_of("rita@example.com", Default::default()).await?;
    let stood = world.records().await?.len();
    let later = cut_off + TimeDelta::days(5);
    assert_eq!(days.move_clock(&nobody, later, None).await, Err(crate::business_time::MoveClockError::Forbidden));
    assert!(before < stood);
    assert_eq!((world.records().await?.len(), days.list(None).await?.days.len()), (stood, 2));
    Ok(())
}

#[tokio::test]
async fn a_clock_moved_under_a_key_is_moved_once() -> Checked {
    use crate::kernel::idempotency::{IdempotencyError, IdempotencyKey, RequestKey};
    let world = movable();
    let (olga, days) = (world.operator().await?, world.end_of_day());
    let key = |fingerprint| -> Result<_, Box<dyn std::error::Error>> {
        Ok(Some(RequestKey { user: olga.user.id(), key: IdempotencyKey::parse("move")?, fingerprint: [fingerprint; 32] }))
    };
    let to = "2026-06-18T12:00:00Z".parse::<DateTime<Utc>>()?;
    days.move_clock(&olga, to, key(1)?).await?;
    let before = world.records().await?.len();
    assert_eq!(days.move_clock(&olga, to, key(1)?).await?.now, to);
    let other = days.move_clock(&olga, to + TimeDelta::days(9), key(2)?).await;
    assert_eq!(other, Err(IdempotencyError::OtherContent.into()));
    assert_eq!((world.records().await?.len(), days.list(None).await?.days.len()), (before, 3));
    Ok(())
}

/// A ledger in which somebody had a hand.
struct Tampered;

#[async_trait]
impl LedgerChecks for Tampered {
    async fn found_at(&self, _: i64) -> Result<Option<Found>, Unavailable> {
        Ok(None)
    }

    async fn stray_posting(&self) -> Result<Option<(Uuid, i64)>, Unavailable> {
        Ok(None)
    }

    async fn odd_balance(&self) -> Result<Option<OddBalance>, Unavailable> {
        Ok(Some(OddBalance { account: "bank EUR".to_owned(), kept: Some(7), posted: 5 }))
    }

    async fn odd_share(&self) -> Result<Option<(sooner_domain::kernel::ids::ReceivableId, OddBalance)>, Unavailable> {
        Ok(None)
    }

    async fn odd_reversal(&self) -> Result<Option<sooner_domain::ledger::entry::EntryId>, Unavailable> {
        Ok(None)
    }
}

#[tokio::test]
async fn a_balance_that_is_not_what_was_posted_is_named() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let whole = day.world.end_of_day();
    let days = EndOfDays { ledger: LedgerAudit { checks: Arc::new(Tampered), ..whole.ledger.clone() }, ..whole };
    let ended = days.end(day.on, Actor::System).await?;
    assert_eq!(at(&ended, StepState::Failed), [EndOfDayStep::Balances]);
    assert_eq!(failure_of(&ended, EndOfDayStep::Balances), Some((FailureCode::Balance, Some("bank EUR".to_owned()))));
    Ok(())
}

#[tokio::test]
async fn sellers_are_told_once_of_what_is_overdue_however_the_day_was_broken_off() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let delivery = day.world.delivery();
    delivery.round().await?;
    let before = day.world.mailer.sent().len();
    // The first page is written, the second is not.
    let broken =
        Broken::at(&day, |change| matches!(change, Change::TasksRaised(tasks) if tasks.iter().any(|task| task.kind == TaskKind::Recourse)));
    broken.end(day.on, Actor::System).await?;
    day.world.clock.advance(TimeDelta::minutes(1));
    day.world.end_of_day().end(day.on, Actor::System).await?;
    day.world.end_of_day().end(day.on, Actor::System).await?;
    // Whatever is kept back for the morning counts too.
    delivery.round().await?;
    day.world.clock.advance(TimeDelta::days(2));
    delivery.digests().await?;
    let mut sent = day.world.mailer.sent().split_off(before);
    // Its debtor is written to as well.
    sent.retain(|mail| !matches!(mail.content, Content::ClaimsAssigned { .. } | Content::DebtorReminder { .. }));
    // So is the house, of buyers.
    sent.retain(|mail| mail.to.as_str() != "olga@example.com");
    let contents = sent.iter().flat_map(|mail| match &mail.content {
        Content::Digest { digest } => digest.clone(),
        other => vec![other.clone()],
    });
    let overdue: Vec<_> = contents.filter(|content| matches!(content, Content::Overdue { .. })).collect();
    let mut told: Vec<_> = overdue.iter().flat_map(|content| content.details()).flat_map(|details| &details.matters).collect();
    told.sort_by_key(|matter| matter.receivable);
    let late = [day.long_overdue, day.overdue[0], day.overdue[1]];
    assert_eq!(told.iter().map(|matter| matter.receivable).collect::<Vec<_>>(), late.map(Some));
    assert_eq!(overdue.len(), 1, "one for all pages");
    for matter in told {
        assert_eq!(matter.amounts.iter().map(|amount| amount.figure).collect::<Vec<_>>(), [Figure::Open]);
        assert!(matter.on.is_some_and(|due_on| due_on < day.on));
    }
    let to: Vec<_> = sent.iter().map(|mail| mail.to.as_str()).collect();
    assert!(to.iter().all(|to| *to == "muehle@example.com"), "{to:?}");
    Ok(())
}
