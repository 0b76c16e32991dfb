//! A clock that is moved forward, and never back.

use crate::{
    StorePorts,
    business_time::changes::Change,
    kernel::commit::CommitError,
    testing::contracts::{Checked, context, noon},
};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use sooner_domain::kernel::test_clock::{MoveRefused, TestClock};
use std::{cell::Cell, error::Error};

async fn moved(ports: &StorePorts, seen: TestClock, moved: TestClock) -> Result<(), CommitError> {
    ports.business_time.commit(vec![Change::Moved { seen, moved }], context()).await
}

fn ahead(days: i64) -> Result<TestClock, MoveRefused> {
    TestClock::default().moved(noon() + TimeDelta::days(days), noon())
}

pub async fn a_clock_is_read_as_it_was_moved(ports: &StorePorts) -> Checked {
    assert_eq!(ports.test_clocks.test_clock().await?, TestClock::default(), "nobody moved it");
    let (one, two) = (ahead(1)?, ahead(2)?.moved(noon() + TimeDelta::days(2) + TimeDelta::microseconds(1), noon())?);
    moved(ports, TestClock::default(), one).await?;
    assert_eq!(ports.test_clocks.test_clock().await?, one);
    moved(ports, one, two).await?;
    assert_eq!(ports.test_clocks.test_clock().await?, two, "to the microsecond");
    let furthest = TestClock::restore(315_619_200_000_000).ok_or("not far enough")?;
    moved(ports, two, furthest).await?;
    assert_eq!(ports.test_clocks.test_clock().await?, furthest);
    Ok(())
}

pub async fn a_clock_is_moved_by_whoever_knows_how_it_is_and_not_back(ports: &StorePorts) -> Checked {
    let (two, three) = (ahead(2)?, ahead(3)?);
    moved(ports, TestClock::default(), two).await?;
    for (seen, to) in [(TestClock::default(), three), (three, ahead(4)?), (two, ahead(1)?), (two, two), (two, TestClock::default())] {
        assert_eq!(moved(ports, seen, to).await, Err(CommitError::Stale), "{seen:?} to {to:?}");
        assert_eq!(ports.test_clocks.test_clock().await?, two);
    }
    Ok(())
}

/// As the use case does, until it is told that the clock is further already.
async fn move_to(ports: &StorePorts, to: DateTime<Utc>) -> Result<bool, Box<dyn Error>> {
    loop {
        let seen = ports.test_clocks.test_clock().await?;
        let Ok(next) = seen.moved(to, noon()) else { return Ok(false) };
        match moved(ports, seen, next).await {
            Ok(()) => return Ok(true),
            Err(CommitError::Stale) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

pub async fn of_many_moves_at_once_none_goes_back(ports: &StorePorts) -> Checked {
    const MOVES: i64 = 32;
    let furthest = noon() + TimeDelta::days(MOVES);
    // In no order: 7 has no factor in common with 33.
    let done = Cell::new(false);
    let movers = async {
        let moved = join_all((1..=MOVES).map(|number| move_to(ports, noon() + TimeDelta::days(number * 7 % (MOVES + 1))))).await;
        done.set(true);
        moved
    };
    let watch = async {
        let mut last = TestClock::default();
        // Until they are done, and not until it is there: a clock that went back might never be.
        while !done.get() {
            let now = ports.test_clocks.test_clock().await?;
            assert!(now >= last, "{now:?} after {last:?}");
            last = now;
        }
        Ok::<_, Box<dyn Error>>(())
    };
    let (moved, watched) = futures_util::future::join(movers, watch).await;
    watched?;
    let moved = moved.into_iter().collect::<Result<Vec<_>, _>>()?;
    assert!(moved.iter().any(|moved| *moved));
    assert_eq!(ports.test_clocks.test_clock().await?.at(noon()), furthest);
    // Of many who saw the same, one moves it.
    let (seen, again) = (ahead(MOVES)?, ahead(MOVES + 1)?);
    let answers = join_all((0..MOVES).map(|_| self::moved(ports, seen, again))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1, "{answers:?}");
    Ok(())
}
