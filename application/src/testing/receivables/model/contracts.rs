//! What the use cases book is what the contract says, whatever is done and in whatever order.

use super::{
    course::{Course, Deed},
    seen::Seen,
    town::{Made, stalls},
};
use crate::{
    StorePorts,
    approvals::FourEyes,
    house::SettingsCommand,
    parties::Member,
    testing::{World, confirmed, contracts::Checked, house_details},
};
use chrono::TimeDelta;
use sooner_domain::identity::operator::OperatorRoles;
use std::{collections::BTreeMap, ops::Range};

/// How many towns there are on every store, unless it is asked for commands.
const TOWNS: u64 = 4;
/// In which a long run found something, once: the monthly figure of what is out.
const FOUND: [u64; 1] = [395];
/// In which a long run found what did not depend on a store.
const FOUND_IN_MEMORY: [u64; 7] = [190, 322, 537, 557, 662, 742, 780];
/// Courses in each: every one sells more to a book that grows.
const COURSES: u64 = 10;
/// What is done in each.
const STEPS: u64 = 10;

#[expect(clippy::disallowed_methods, reason = "tests have no configuration")]
fn asked(what: &str) -> Option<u64> {
    std::env::var(what).ok().and_then(|many| many.parse().ok())
}

/// Those of these numbers and what was found, or as many as make so many commands; one alone where it is asked for.
fn towns(numbers: Range<u64>, found: &[u64]) -> Vec<u64> {
    match (asked("TOWN"), asked("COMMANDS")) {
        (Some(one), _) => vec![one],
        (None, Some(commands)) => (numbers.start..numbers.start + commands.div_ceil(COURSES * STEPS)).collect(),
        (None, None) => numbers.chain(found.iter().copied()).collect(),
    }
}

/// What was done, and what came of it.
#[derive(Debug, Default)]
struct Happened {
    done: BTreeMap<Deed, u64>,
    seen: BTreeMap<Seen, u64>,
}

impl Happened {
    fn and(&mut self, course: Course<'_>) {
        for (deed, times) in course.done {
            *self.done.entry(deed).or_default() += times;
        }
        for (seen, times) in course.model.seen {
            *self.seen.entry(seen).or_default() += times;
        }
    }

    fn commands(&self) -> u64 {
        self.done.values().sum()
    }
}

/// # Errors
/// Where the use cases and the model differ, with all that led there.
async fn run(world: &World, (olga, paul): (&Member, &Member), number: u64, happened: &mut Happened) -> Made<()> {
    let stalls = stalls(world, olga, number).await?;
    // What was found is drawn as it was then.
    let by_hand = !FOUND.iter().chain(&FOUND_IN_MEMORY).any(|found| *found == number);
    let mut course = Course::of(world, (olga, paul), stalls, (number, by_hand)).await?;
    for _ in 0..COURSES {
        let mut differs = course.begin().await.err();
        for _ in 0..STEPS {
            if differs.is_none() {
                differs = course.go_on().await.err();
            }
        }
        let differs = match differs {
            None => course.statements_agree().await.err(),
            differs => differs,
        };
        if let Some(odd) = differs {
            return Err(format!("town {number}: {odd}\n{}", course.told.join("\n")).into());
        }
    }
    if let Err(odd) = Box::pin(course.unwind()).await {
        return Err(format!("town {number}, unwound: {odd}\n{}", course.told.join("\n")).into());
    }
    if let Err(odd) = Box::pin(course.reverse_all()).await {
        return Err(format!("town {number}, reversed: {odd}\n{}", course.told.join("\n")).into());
    }
    happened.and(course);
    Ok(())
}

/// Runs these towns, one after the other, on one store.
async fn all(ports: &StorePorts, towns: Vec<u64>) -> Made<Happened> {
    let world = World { instead: Some(ports.clone()), four_eyes: FourEyes::Off, ..World::default() };
    let olga = world.stepped_up(&world.operator().await?).await?;
    world.house().change_settings(SettingsCommand { by: confirmed(&olga), version: 0, details: house_details() }).await?;
    let paul = world.operator_of("paul@example.com", OperatorRoles::all()).await?;
    let mut happened = Happened::default();
    for number in towns {
        // Not all of them sign up within a minute.
        world.clock.advance(TimeDelta::minutes(1));
        world.business().advance(TimeDelta::days(1));
        let olga = world.stepped_up(&olga).await?;
        run(&world, (&olga, &paul), number, &mut happened).await?;
    }
    assert_eq!((ports.ledger_audit().verify(None).await?.flaw, ports.money_audit().verify().await?), (None, None));
    Ok(happened)
}

pub async fn what_is_booked_is_what_the_contract_says(ports: &StorePorts) -> Checked {
    let towns = towns(0..TOWNS, &FOUND);
    let tried = towns.len() as u64 * COURSES * STEPS;
    let happened = all(ports, towns).await?;
    assert!(happened.commands() > tried / 2, "most is possible: {happened:?}");
    println!("{} of {tried} commands: {happened:?}", happened.commands());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{
        Memory,
        receivables::model::course::{BY_HAND, DEEDS},
        store_ports,
    };

    /// The rest of 300 courses, each town in a store of its own; and nothing that may be done is left undone in all of them.
    #[tokio::test]
    async fn whatever_is_done_is_booked_as_the_contract_says() -> Checked {
        let mut happened = Happened::default();
        for number in towns(TOWNS..30, &FOUND_IN_MEMORY) {
            let Happened { done, seen } = all(&store_ports(&Memory::default().into()), vec![number]).await?;
            done.into_iter().for_each(|(deed, times)| *happened.done.entry(deed).or_default() += times);
            seen.into_iter().for_each(|(seen, times)| *happened.seen.entry(seen).or_default() += times);
        }
        if asked("TOWN").is_none() {
            let deeds = DEEDS.iter().map(|(deed, _)| deed).chain(&BY_HAND);
            let undone: Vec<_> = deeds.filter(|deed| !happened.done.contains_key(deed)).collect();
            let unseen: Vec<_> = Seen::ALL.iter().filter(|seen| !happened.seen.contains_key(seen)).collect();
            assert!(undone.is_empty() && unseen.is_empty(), "{undone:?} {unseen:?} of {happened:?}");
        }
        println!("{} commands: {happened:?}", happened.commands());
        Ok(())
    }
}
