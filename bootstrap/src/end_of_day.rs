//! The end of day at the command line.

use crate::{app, config::Config};
use chrono::NaiveDate;
use sooner_application::end_of_day::EndOfDays;
use sooner_domain::{
    end_of_day::{
        day::{EndOfDay, StepRun},
        step::EndOfDayState,
    },
    kernel::{audit::Actor, coded::Coded},
};
use std::error::Error;

/// Ends this date, or every one that is due: more than a month's only where `all` are wanted. A step that fails is an error, once all
/// are tried.
pub async fn run(config: &Config, date: Option<NaiveDate>, all: bool) -> Result<(), Box<dyn Error>> {
    let end_of_day = app::use_cases_in_time(config).await?.end_of_day;
    if date.is_none()
        && !all
        && let due = end_of_day.due().await?
        && EndOfDays::too_many(&due)
        && let [first, .., last] = due.as_slice()
    {
        let many = due.len();
        return Err(format!(
            "{many} dates are due, from {first} to {last}, and what was ended stays so. Is the clock right? Then add --all"
        )
        .into());
    }
    let days = match date {
        Some(on) => vec![end_of_day.end(on, Actor::CommandLine).await?],
        None => end_of_day.make_up(Actor::CommandLine).await?,
    };
    if days.is_empty() {
        say!("No date is due.");
    }
    days.iter().for_each(tell);
    let failed = days.iter().filter(|day| day.state() != EndOfDayState::Done).count();
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} dates have a step that failed.", days.len()).into()) }
}

fn tell(day: &EndOfDay) {
    say!("{}: {}", day.on(), day.state().code());
    for StepRun { step, state, seen, changed, failure, .. } in &day.parts().steps {
        let why = failure.as_ref().map(|failure| format!(": {} {}", failure.code.code(), failure.about.as_deref().unwrap_or_default()));
        say!("  {:<9} {:<6} {changed} of {seen}{}", step.code(), state.code(), why.unwrap_or_default());
    }
}
