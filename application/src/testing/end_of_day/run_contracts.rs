//! What holds of the end of a day, whoever dies at it and however many are at it.

use super::BusyDay;
use crate::{
    StorePorts,
    end_of_day::{EndOfDayError, EndOfDays, changes::Change},
    kernel::{
        commit::{Commit, CommitError, WriteContext},
        unavailable::Unavailable,
    },
    testing::contracts::Checked,
};
use async_trait::async_trait;
use futures_util::future::join_all;
use sooner_domain::{end_of_day::step::EndOfDayState, kernel::audit::Actor};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// The store as a process sees it that is killed after so many writes, perhaps before it hears that the last was done.
pub struct Mortal {
    pub store: Arc<dyn Commit<Change>>,
    pub writes_left: AtomicUsize,
    pub hears_of_last: bool,
}

#[async_trait]
impl Commit<Change> for Mortal {
    async fn commit(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), CommitError> {
        let left = self.writes_left.load(Ordering::Relaxed);
        let dead = || Unavailable::Failed("the process is dead".to_owned());
        self.writes_left.store(left.checked_sub(1).ok_or_else(dead)?, Ordering::Relaxed);
        self.store.commit(changes, context).await?;
        if left == 1 && !self.hears_of_last {
            return Err(Unavailable::OutcomeUnknown("killed meanwhile".to_owned()).into());
        }
        Ok(())
    }
}

/// As many rows as are on a page, and killed after its first write.
fn mortal(day: &BusyDay, page: i64, hears_of_last: bool) -> EndOfDays {
    let store = day.world.store().end_of_day;
    EndOfDays { commit: Arc::new(Mortal { store, writes_left: AtomicUsize::new(1), hears_of_last }), ..day.paged(page) }
}

pub async fn a_day_at_which_everybody_dies_after_one_write_is_done_once(ports: &StorePorts) -> Checked {
    let day = BusyDay::on(ports).await?;
    let mut deaths = 0;
    loop {
        match mortal(&day, 1, deaths % 2 == 0).end(day.on, Actor::System).await {
            Ok(done) => {
                assert_eq!(done.state(), EndOfDayState::Done);
                break;
            }
            Err(EndOfDayError::Unavailable(_)) => deaths += 1,
            Err(other) => return Err(other.into()),
        }
        assert!(deaths < 100, "it gets nowhere");
    }
    // Each receivable that is taken back, lapses, raises something or is counted, and the end.
    assert!(deaths > 9, "{deaths}");
    day.is_done_once().await
}

pub async fn a_day_at_which_many_are_together_is_done_once(ports: &StorePorts) -> Checked {
    const MANY: usize = 6;
    let day = BusyDay::on(ports).await?;
    let ended = join_all((0..MANY).map(|_| async { day.paged(1).end(day.on, Actor::System).await })).await;
    for ended in ended {
        assert_eq!(ended?.state(), EndOfDayState::Done);
    }
    day.is_done_once().await
}

pub async fn a_day_that_is_done_is_not_done_again(ports: &StorePorts) -> Checked {
    let day = BusyDay::on(ports).await?;
    day.world.end_of_day().end(day.on, Actor::System).await?;
    day.is_done_once().await?;
    let (stored, trail) = (day.day().await?, day.world.records().await?.len());
    assert_eq!(day.world.end_of_day().end(day.on, Actor::CommandLine).await?, stored);
    assert_eq!((day.day().await?, day.world.records().await?.len()), (stored, trail));
    day.is_done_once().await
}
