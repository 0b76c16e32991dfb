//! Whoever asks for all that is due tries at once what failed.

use super::*;

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
