//! `sooner demo`: an empty instance becomes one that people have worked with for ten weeks.

mod book;
mod cast;
mod door;
mod house;
mod meet;
mod paper;
mod told;

use crate::{
    app::{self, Stage},
    config::{ClockMode, Config},
};
use house::House;
use sooner_application::kernel::jobs::Job;
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

/// Fills an empty instance, through what everybody may do, and prints who can sign in. It is the same every time.
///
/// # Errors
/// When the instance is not empty, or its business time cannot be moved; when somebody is refused something.
pub async fn run(config: &Config) -> Made<()> {
    if config.clock != ClockMode::Test {
        return Err("SOONER_CLOCK: is not test, and a demo moves business time".into());
    }
    let stage = app::stage(config).await?;
    if !is_empty(&stage).await? {
        return Err("This instance is not empty; a demo fills an empty one. Nothing was changed.".into());
    }
    eprintln!("Filling the instance; this takes up to a minute.");
    let mut house = House::new(&stage).await?;
    meet::open(&stage, &mut house).await?;
    meet::everybody(&stage, &mut house).await?;
    book::happens(&mut house).await?;
    house.deliver(&stage).await?;
    let sealing = stage.kept.sealing();
    while sealing.has_work().await? {
        sealing.run().await?;
    }
    told::tell(config, house.today()?);
    Ok(())
}

/// Whether nothing ever happened here: whatever does is in the trail.
async fn is_empty(stage: &Stage) -> Made<bool> {
    Ok(stage.kept.trail.chain(0, 1).await?.is_empty() && stage.kept.audit_chain.waiting().await?.count == 0)
}
