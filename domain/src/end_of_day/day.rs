//! How far the end of a day is: what is kept of it with every page, so that whoever goes on after a crash does nothing twice.

use super::step::{EndOfDayState, EndOfDayStep, Failure, StepState};
use crate::kernel::coded::Coded;
use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

/// One step of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepRun {
    pub step: EndOfDayStep,
    pub state: StepState,
    /// Where it goes on: behind this one.
    pub after: Option<Uuid>,
    /// How much it looked at.
    pub seen: i64,
    /// How much it changed or wrote down.
    pub changed: i64,
    /// How often it failed.
    pub failures: i64,
    /// Of the last time, until it is done.
    pub failure: Option<Failure>,
    /// When it was done, or failed last, by the machine's clock.
    pub ended_at: Option<DateTime<Utc>>,
}

/// All that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    pub on: NaiveDate,
    /// Counts every write; 0 before the first.
    pub version: i64,
    pub started_at: DateTime<Utc>,
    /// In their order, each once.
    pub steps: Vec<StepRun>,
}

/// The end of a business date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndOfDay {
    parts: Parts,
}

impl StepRun {
    fn open(step: EndOfDayStep) -> Self {
        Self { step, state: StepState::Open, after: None, seen: 0, changed: 0, failures: 0, failure: None, ended_at: None }
    }
}

impl EndOfDay {
    pub fn begin(on: NaiveDate, now: DateTime<Utc>) -> Self {
        let steps = EndOfDayStep::ALL.iter().map(|step| StepRun::open(*step)).collect();
        Self { parts: Parts { on, version: 0, started_at: now, steps } }
    }

    /// As it was stored. A step that only this release knows is still to be done, unless the day was over before it came: such a day
    /// stays as it ended.
    pub fn restore(parts: Parts) -> Self {
        let was_over = !parts.steps.is_empty() && parts.steps.iter().all(|run| run.state == StepState::Done);
        let mut stored = parts.steps;
        let mut of = |step: EndOfDayStep| match stored.iter().position(|run| run.step == step) {
            Some(place) => Some(stored.swap_remove(place)),
            None => (!was_over).then(|| StepRun::open(step)),
        };
        let steps = EndOfDayStep::ALL.iter().filter_map(|step| of(*step)).collect();
        Self { parts: Parts { steps, ..parts } }
    }

    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    pub fn on(&self) -> NaiveDate {
        self.parts.on
    }

    /// How far it is in all.
    pub fn state(&self) -> EndOfDayState {
        let is_any = |state: StepState| self.parts.steps.iter().any(|run| run.state == state);
        if is_any(StepState::Open) {
            EndOfDayState::Running
        } else if is_any(StepState::Failed) {
            EndOfDayState::Failed
        } else {
            EndOfDayState::Done
        }
    }

    /// When the last step was done, or failed; none while it runs.
    pub fn ended_at(&self) -> Option<DateTime<Utc>> {
        match self.state() {
            EndOfDayState::Running => None,
            EndOfDayState::Failed | EndOfDayState::Done => self.parts.steps.iter().filter_map(|run| run.ended_at).max(),
        }
    }

    /// What is left to do for whoever began at this moment: what failed since then they, or somebody beside them, tried.
    pub fn next_step(&self, begun: DateTime<Utc>) -> Option<EndOfDayStep> {
        let is_left = |run: &&StepRun| match run.state {
            StepState::Open => true,
            StepState::Failed => run.ended_at.is_none_or(|failed| failed < begun),
            StepState::Done => false,
        };
        self.parts.steps.iter().find(is_left).map(|run| run.step)
    }

    pub fn is_done(&self, step: EndOfDayStep) -> bool {
        self.parts.steps.iter().any(|run| run.step == step && run.state == StepState::Done)
    }

    /// Where a step goes on.
    pub fn after(&self, step: EndOfDayStep) -> Option<Uuid> {
        self.parts.steps.iter().find(|run| run.step == step).and_then(|run| run.after)
    }

    fn run_mut(&mut self, step: EndOfDayStep) -> impl Iterator<Item = &mut StepRun> {
        self.parts.steps.iter_mut().filter(move |run| run.step == step)
    }

    /// A step looked at one thing, and goes on behind it.
    pub fn saw(&mut self, step: EndOfDayStep, last: Uuid) {
        for run in self.run_mut(step) {
            run.after = Some(last);
            run.seen += 1;
        }
    }

    /// A step changed so much of what it looked at.
    pub fn changed(&mut self, step: EndOfDayStep, number: i64) {
        self.run_mut(step).for_each(|run| run.changed += number);
    }

    pub fn done(&mut self, step: EndOfDayStep, now: DateTime<Utc>) {
        for run in self.run_mut(step) {
            (run.state, run.failure, run.ended_at) = (StepState::Done, None, Some(now));
        }
    }

    /// It failed, and goes on from where it was when it is tried again.
    pub fn failed(&mut self, step: EndOfDayStep, failure: Failure, now: DateTime<Utc>) {
        for run in self.run_mut(step) {
            (run.state, run.failure, run.ended_at) = (StepState::Failed, Some(failure.clone()), Some(now));
            run.failures += 1;
        }
    }

    /// As it is once it is stored.
    pub fn stored(&mut self) {
        self.parts.version += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{super::step::FailureCode, *};
    use EndOfDayStep as S;
    use chrono::TimeDelta;

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp(1_781_524_800, 0).unwrap()
    }

    fn day() -> EndOfDay {
        EndOfDay::begin(noon().date_naive(), noon())
    }

    fn failure() -> Failure {
        Failure { code: FailureCode::Balance, about: Some("bank EUR".to_owned()) }
    }

    #[test]
    fn steps_are_done_in_their_order_and_then_the_day_is() {
        let (mut day, mut done) = (day(), Vec::new());
        while let Some(step) = day.next_step(noon()) {
            assert_eq!((day.state(), day.ended_at()), (EndOfDayState::Running, None));
            done.push(step);
            day.done(step, noon() + TimeDelta::seconds(i64::try_from(done.len()).unwrap()));
        }
        assert_eq!(done, EndOfDayStep::ALL);
        assert_eq!((day.state(), day.ended_at()), (EndOfDayState::Done, Some(noon() + TimeDelta::seconds(7))));
    }

    #[test]
    fn what_fails_stops_no_other_step_and_is_left_for_whoever_begins_later() {
        let mut day = day();
        let later = noon() + TimeDelta::minutes(1);
        day.failed(S::Checks, failure(), later);
        assert_eq!((day.next_step(noon()), day.is_done(S::Checks)), (Some(S::Lapse), false));
        [S::Lapse, S::Letters, S::Invoices, S::Overdue, S::Positions, S::Balances].iter().for_each(|step| day.done(*step, later));
        assert_eq!((day.state(), day.ended_at()), (EndOfDayState::Failed, Some(later)));
        assert_eq!(day.next_step(noon()), None, "it was tried");
        assert_eq!(day.next_step(later), None, "by somebody beside them");
        let again = later + TimeDelta::microseconds(1);
        assert_eq!(day.next_step(again), Some(S::Checks));
        day.done(S::Checks, again);
        assert_eq!((day.state(), day.next_step(again), day.is_done(S::Checks)), (EndOfDayState::Done, None, true));
        let checks = &day.parts().steps[0];
        assert_eq!((checks.failures, &checks.failure), (1, &None));
    }

    #[test]
    fn a_step_goes_on_from_where_it_failed() {
        let (mut day, last) = (day(), Uuid::from_u128(7));
        day.saw(S::Overdue, Uuid::from_u128(9));
        day.saw(S::Overdue, last);
        day.changed(S::Overdue, 2);
        day.failed(S::Overdue, failure(), noon());
        let run = day.parts().steps.iter().find(|run| run.step == S::Overdue).unwrap();
        assert_eq!((run.after, run.seen, run.changed, &run.failure), (Some(last), 2, 2, &Some(failure())));
        assert_eq!((day.after(S::Overdue), day.after(S::Checks)), (Some(last), None));
    }

    #[test]
    fn a_step_that_an_older_release_did_not_know_is_still_to_be_done_unless_the_day_was_over() {
        let mut day = day();
        EndOfDayStep::ALL.iter().filter(|step| **step != S::Checks).for_each(|step| day.done(*step, noon()));
        let older = |day: &EndOfDay| {
            let mut parts = day.parts().clone();
            parts.steps.retain(|run| run.step != S::Positions);
            parts.steps.reverse();
            EndOfDay::restore(parts)
        };
        let mut open = older(&day);
        assert_eq!(open.parts().steps.iter().map(|run| run.step).collect::<Vec<_>>(), EndOfDayStep::ALL);
        open.done(S::Checks, noon());
        assert_eq!((open.next_step(noon()), open.state()), (Some(S::Positions), EndOfDayState::Running));

        day.done(S::Checks, noon());
        let over = older(&day);
        assert_eq!((over.next_step(noon()), over.state(), over.ended_at()), (None, EndOfDayState::Done, Some(noon())));
    }
}
