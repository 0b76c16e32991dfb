//! The end of day at the command line.

use crate::{app, config::Config};
use chrono::NaiveDate;
use sooner_domain::{
    end_of_day::{
        day::{EndOfDay, StepRun},
        step::EndOfDayState,
    },
    kernel::{audit::Actor, coded::Coded},
};
use std::error::Error;

/// Ends this date, or every one that is due. A step that fails is an error, once all are tried.
pub async fn run(config: &Config, date: Option<NaiveDate>) -> Result<(), Box<dyn Error>> {
    let end_of_day = app::use_cases_in_time(config).await?.end_of_day;
    let days = match date {
        Some(on) => vec![end_of_day.end(on, Actor::CommandLine).await?],
        None => end_of_day.make_up(Actor::CommandLine).await?,
    };
    if days.is_empty() {
        println!("No date is due.");
    }
    days.iter().for_each(tell);
    let failed = days.iter().filter(|day| day.state() != EndOfDayState::Done).count();
    if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} dates have a step that failed.", days.len()).into()) }
}

fn tell(day: &EndOfDay) {
    println!("{}: {}", day.on(), day.state().code());
    for StepRun { step, state, seen, changed, failure, .. } in &day.parts().steps {
        let why = failure.as_ref().map(|failure| format!(": {} {}", failure.code.code(), failure.about.as_deref().unwrap_or_default()));
        println!("  {:<9} {:<6} {changed} of {seen}{}", step.code(), state.code(), why.unwrap_or_default());
    }
}
