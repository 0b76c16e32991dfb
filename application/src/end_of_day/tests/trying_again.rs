//! Whoever asks for all that is due tries at once what failed.

use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};

#[tokio::test]
async fn the_command_line_tries_again_at_once_what_failed() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let failed = Broken::at(&day, |change| matches!(change, Change::TasksRaised(_))).end(day.on, Actor::System).await?;
    assert_eq!(at(&failed, StepState::Failed), [EndOfDayStep::Overdue]);
    day.world.clock.advance(TimeDelta::microseconds(1));
    assert!(!day.world.end_of_day().has_work().await?, "by itself in an hour");
    let ended = day.world.end_of_day().make_up(Actor::CommandLine).await?;
    assert_eq!(ended.iter().map(|ended| (ended.on(), ended.state())).collect::<Vec<_>>(), [(day.on, EndOfDayState::Done)]);
    day.is_done_once().await
}

/// A store in which somebody else goes on with the day before each write, so many times.
struct Rival {
    day: NaiveDate,
    records: Arc<dyn EndOfDayRecords>,
    store: Arc<dyn Commit<Change>>,
    times: AtomicUsize,
}

#[async_trait]
impl Commit<Change> for Rival {
    async fn commit(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), CommitError> {
        let left = self.times.load(Ordering::Relaxed);
        if let Some(day) = self.records.day(self.day).await?.filter(|_| left > 0) {
            self.times.store(left - 1, Ordering::Relaxed);
            self.store.commit(vec![Change::DaySaved(Box::new(day))], super::context()).await?;
        }
        self.store.commit(changes, context).await
    }
}

#[tokio::test]
async fn whoever_is_overtaken_again_and_again_goes_on_as_long_as_the_day_does() -> Checked {
    let day = BusyDay::new(World::default()).await?;
    let store = day.world.store();
    let times = AtomicUsize::new(3 * MAX_ATTEMPTS);
    let rival = Arc::new(Rival { day: day.on, records: store.end_of_day_records, store: store.end_of_day, times });
    let days = EndOfDays { commit: rival.clone(), ..day.paged(1) };
    assert_eq!(days.end(day.on, Actor::System).await?.state(), EndOfDayState::Done);
    assert_eq!(rival.times.load(Ordering::Relaxed), 0, "it was overtaken each time");
    day.is_done_once().await
}
