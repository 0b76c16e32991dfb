//! Which offers to accept to get a certain amount at the least cost, under every limit: branch and bound, in whole numbers, so
//! that the answer is the best one or says how far from the best it can be.

mod search;

use self::search::{Found, Goal, Item, Search};
use crate::kernel::{
    ids::{DebtorId, FacilityId, ReceivableId},
    minor::Minor,
};
use std::collections::BTreeMap;

/// A limit under which an accepted offer takes room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// What a facility may have in use, in advances.
    Facility(FacilityId),
    /// What it may have in use on one debtor, in advances.
    Concentration(FacilityId, DebtorId),
    /// What a debtor may owe, in faces, whoever sold it.
    Debtor(DebtorId),
}

/// What fits under each limit. Under one that is not here, nothing does.
pub type Rooms = BTreeMap<Limit, Minor>;

/// An offer that could be accepted now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    pub receivable: ReceivableId,
    pub facility: FacilityId,
    pub debtor: DebtorId,
    pub face: Minor,
    pub advance: Minor,
    /// Above zero: without a payout there is no offer.
    pub payout: Minor,
    /// Not below zero.
    pub cost: Minor,
}

impl Candidate {
    /// The room it takes.
    pub fn uses(&self) -> [(Limit, Minor); 3] {
        [
            (Limit::Facility(self.facility), self.advance),
            (Limit::Concentration(self.facility, self.debtor), self.advance),
            (Limit::Debtor(self.debtor), self.face),
        ]
    }
}

/// How good a choice is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    Best,
    /// The search ended first. A better one would save so much at the most, or bring so much more where the most was looked for.
    Within(Minor),
}

/// Offers that fit together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// In the order of their ids.
    pub receivables: Vec<ReceivableId>,
    pub payout: Minor,
    pub cost: Minor,
    pub proof: Proof,
}

/// What was found for an amount somebody needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// At the least cost, as far as it was proven.
    Reached(Choice),
    /// The most that was found to fit is less.
    OutOfReach(Choice),
}

impl Proof {
    /// By how much a better choice could differ.
    pub fn of(gap: Minor) -> Self {
        if gap.is_zero() { Self::Best } else { Self::Within(gap) }
    }
}

impl Answer {
    /// The same where there are offers that were not looked at: one of them may cost nothing, and they may fill the room.
    pub fn of_some(self, room: Minor) -> Self {
        match self {
            Self::Reached(choice) => Self::Reached(Choice { proof: Proof::of(choice.cost), ..choice }),
            Self::OutOfReach(choice) => {
                let proof = Proof::of((room - choice.payout).or_zero());
                Self::OutOfReach(Choice { proof, ..choice })
            }
        }
    }
}

/// How many partial choices are looked at before the best so far has to do: some milliseconds.
pub const MAX_NODES: usize = 50_000;

/// The cheapest of these offers that pay so much together, all limits kept.
pub fn cheapest(candidates: &[Candidate], rooms: &Rooms, target: Minor) -> Answer {
    within(candidates, rooms, target, MAX_NODES)
}

/// Those of these offers that pay the most together, all limits kept.
pub fn most(candidates: &[Candidate], rooms: &Rooms) -> Choice {
    let items = items(candidates, rooms, |one, other| other.payout.cmp(&one.payout));
    choice(&Search::new(items, rooms, Goal::Most { enough: None }).run(None, MAX_NODES))
}

fn within(candidates: &[Candidate], rooms: &Rooms, target: Minor, max_nodes: usize) -> Answer {
    let target = i128::from(target.or_zero().get());
    // First whether it can be reached at all: the largest offers first find that out soonest.
    let largest = items(candidates, rooms, |one, other| other.payout.cmp(&one.payout));
    let some = Search::new(largest, rooms, Goal::Most { enough: Some(target) }).run(None, max_nodes);
    if some.payout() < target {
        return Answer::OutOfReach(choice(&some));
    }
    let cheapest_first = |one: &Item, other: &Item| one.costs_more_than(other);
    let items = items(candidates, rooms, cheapest_first);
    let left = max_nodes.saturating_sub(some.nodes);
    Answer::Reached(choice(&Search::new(items, rooms, Goal::Reach(target)).run(Some(some.items), left)))
}

fn items(candidates: &[Candidate], rooms: &Rooms, order: impl Fn(&Item, &Item) -> std::cmp::Ordering) -> Vec<Item> {
    let places: Vec<&Limit> = rooms.keys().collect();
    // What does not fit by itself fits with nothing.
    let fits = |candidate: &&Candidate| candidate.uses().iter().all(|(limit, amount)| rooms.get(limit).is_some_and(|room| amount <= room));
    let mut items: Vec<Item> = candidates.iter().filter(fits).filter_map(|candidate| Item::of(candidate, &places)).collect();
    items.sort_by(|one, other| order(one, other).then(one.receivable.cmp(&other.receivable)));
    items
}

fn choice(found: &Found) -> Choice {
    let mut receivables: Vec<ReceivableId> = found.items.iter().map(|item| item.receivable).collect();
    receivables.sort_unstable();
    Choice { receivables, payout: amount(found.payout()), cost: amount(found.cost()), proof: Proof::of(amount(found.gap)) }
}

/// What is chosen fits under limits, and so into an amount; what is only estimated may be cut off at the largest.
fn amount(sum: i128) -> Minor {
    Minor::new(i64::try_from(sum).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests;
