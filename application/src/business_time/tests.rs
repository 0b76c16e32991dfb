use super::*;
use crate::{
    kernel::{clock::MachineTime, idempotency::IdempotencyKey},
    testing::{ClockMode, World, a_user},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{
    identity::operator::{OperatorRole, OperatorRoles},
    kernel::{audit::is_personal, change::Changed, coded::Coded, ids::UserId, test_clock::TestClock},
};

type Checked = Result<(), Box<dyn std::error::Error>>;

fn movable() -> World {
    World { clock_mode: ClockMode::Movable, ..World::default() }
}

fn key(user: UserId, text: &str) -> Option<RequestKey> {
    let key = IdempotencyKey::parse(text).ok()?;
    Some(RequestKey { user, key, fingerprint: [0; 32] })
}

#[tokio::test]
async fn a_moved_clock_goes_on_from_there_and_the_trail_says_who_moved_it() -> Checked {
    let world = movable();
    let (me, time) = (world.operator().await?, world.use_cases().business_time);
    let before = world.clock_now();
    assert_eq!(time.view().await?, ClockView { now: before, movable: true });
    let to = before + TimeDelta::days(45);
    assert_eq!(time.move_to(&me, to, None).await?, ClockView { now: to, movable: true });
    let entry = world.last_entry().await?;
    assert_eq!((entry.by, entry.action, entry.at), (Actor::User(me.user.id()), AuditAction::ClockMoved, before));
    assert_eq!((entry.about.user, entry.about.company, entry.about.debtor), (None, None, None));
    let changed = Changed::new("businessTime", Some("2026-06-15T12:00:00Z".into()), Some("2026-07-30T12:00:00Z".into()));
    assert_eq!(entry.changes, [changed]);
    assert!(!is_personal("businessTime"));
    world.clock.advance(TimeDelta::minutes(7));
    assert_eq!(time.view().await?.now, to + TimeDelta::minutes(7));
    Ok(())
}

#[tokio::test]
async fn sessions_go_by_the_machines_clock_however_far_business_time_is_moved() -> Checked {
    let world = movable();
    let me = world.operator().await?;
    world.use_cases().business_time.move_to(&me, world.clock_now() + TimeDelta::days(3_000), None).await?;
    assert_eq!(world.signed_in_again(&me).await?.session.id, me.session.id);
    Ok(())
}

#[tokio::test]
async fn a_clock_goes_neither_back_nor_too_far_and_then_nothing_is_written() -> Checked {
    let world = movable();
    let (me, time) = (world.operator().await?, world.use_cases().business_time);
    let to = world.clock_now() + TimeDelta::days(2);
    time.move_to(&me, to, None).await?;
    let before = world.last_entry().await?;
    for back in [to, to - TimeDelta::days(1), world.clock_now(), DateTime::<Utc>::MIN_UTC] {
        assert_eq!(time.move_to(&me, back, None).await, Err(MoveRefused::Back.into()), "{back}");
    }
    let far = world.clock_now() + TimeDelta::days(366 * TestClock::MAX_YEARS);
    for too_far in [far, DateTime::<Utc>::MAX_UTC] {
        assert_eq!(time.move_to(&me, too_far, None).await, Err(MoveRefused::TooFar.into()), "{too_far}");
    }
    assert_eq!((time.view().await?.now, world.last_entry().await?), (to, before));
    Ok(())
}

#[tokio::test]
async fn the_machines_time_is_moved_by_nobody_and_costs_no_call_of_the_store() -> Checked {
    let world = World::default();
    let me = world.operator().await?;
    let time = BusinessTime { business: Arc::new(MachineTime(world.clock.clone())), ..world.use_cases().business_time };
    world.memory.calls();
    assert_eq!(time.view().await?, ClockView { now: world.clock_now(), movable: false });
    let to = world.clock_now() + TimeDelta::days(1);
    assert_eq!(time.move_to(&me, to, key(me.user.id(), "move")).await, Err(MoveClockError::NotMovable));
    assert_eq!(world.memory.calls(), 0);
    Ok(())
}

#[tokio::test]
async fn admins_move_the_clock_and_nobody_else() -> Checked {
    let world = movable();
    let time = world.use_cases().business_time;
    let ada = world.member(a_user()).await?;
    let to = world.clock_now() + TimeDelta::days(1);
    assert_eq!(time.move_to(&ada, to, None).await, Err(MoveClockError::Forbidden));
    for role in OperatorRole::ALL.iter().filter(|role| **role != OperatorRole::Admin) {
        let email = format!("{role:?}@example.com").to_lowercase();
        let operator = world.operator_of(&email, [*role].into_iter().collect()).await?;
        assert_eq!(time.move_to(&operator, to, None).await, Err(MoveClockError::Forbidden), "{role:?}");
    }
    let admin = world.operator_of("amir@example.com", [OperatorRole::Admin].into_iter().collect()).await?;
    assert_eq!(time.move_to(&admin, to, None).await?.now, to);
    Ok(())
}

#[tokio::test]
async fn whoever_lost_the_role_meanwhile_moves_nothing() -> Checked {
    let world = movable();
    let (me, time) = (world.operator().await?, world.use_cases().business_time);
    let was = world.clock_now();
    world.parties().set_roles(me.user.email(), OperatorRoles::default()).await?;
    let refused = time.move_to(&me, was + TimeDelta::days(1), None).await;
    assert_eq!(refused, Err(Unavailable::Busy("write").into()), "asked again, they are told");
    assert_eq!(time.view().await?.now, was);
    Ok(())
}

#[tokio::test]
async fn a_request_sent_again_moves_the_clock_once() -> Checked {
    let world = movable();
    let (me, time) = (world.operator().await?, world.use_cases().business_time);
    let (to, request) = (world.clock_now() + TimeDelta::days(1), key(me.user.id(), "move"));
    let first = time.move_to(&me, to, request.clone()).await?;
    world.clock.advance(TimeDelta::minutes(1));
    let again = time.move_to(&me, to, request.clone()).await?;
    assert_eq!((first.now, again.now), (to, to + TimeDelta::minutes(1)), "told as it is by then, and not as going back");
    let other = request.map(|request| request.and(b"another body"));
    assert_eq!(time.move_to(&me, to, other).await, Err(IdempotencyError::OtherContent.into()));
    world.memory.calls();
    time.move_to(&me, to + TimeDelta::days(1), key(me.user.id(), "another")).await?;
    assert_eq!(world.memory.calls(), 3, "the key, the clock, the commit");
    Ok(())
}

#[tokio::test]
async fn of_many_moves_at_once_the_furthest_is_where_the_clock_ends() -> Checked {
    let world = movable();
    let (me, time) = (world.operator().await?, world.use_cases().business_time);
    let start = world.clock_now();
    let moves = (1..=16).map(|days| time.move_to(&me, start + TimeDelta::days(days * 7 % 17), None));
    let answers = join_all(moves).await;
    assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(MoveClockError::Refused(MoveRefused::Back)))), "{answers:?}");
    assert_eq!(time.view().await?.now, start + TimeDelta::days(16));
    Ok(())
}

#[tokio::test]
async fn a_test_moves_business_time_by_hand() -> Checked {
    let world = World::default();
    let business = world.business();
    business.advance(TimeDelta::days(3));
    world.clock.advance(TimeDelta::hours(1));
    let now = world.use_cases().business_time.view().await?.now;
    assert_eq!(now, world.clock_now() + TimeDelta::days(3));
    assert_eq!(business.now().await?, now);
    Ok(())
}
