//! The search itself: depth first, taking each offer before leaving it, on a stack of its own, for there may be thousands.

use super::{Candidate, Limit, Rooms};
use crate::kernel::{ids::ReceivableId, minor::Minor};
use std::cmp::Ordering;

/// An offer, with the places of the limits it takes room under.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) receivable: ReceivableId,
    pub(super) payout: i128,
    cost: i128,
    uses: [(usize, i128); 3],
}

impl Item {
    /// None when one of its limits is not there: it cannot fit.
    pub(super) fn of(candidate: &Candidate, places: &[&Limit]) -> Option<Self> {
        let place = |(limit, amount): (Limit, Minor)| Some((places.binary_search(&&limit).ok()?, i128::from(amount.get())));
        let [facility, concentration, debtor] = candidate.uses().map(place);
        let [payout, cost] = [candidate.payout, candidate.cost].map(|amount| i128::from(amount.get()));
        (payout > 0).then_some(Self { receivable: candidate.receivable, payout, cost, uses: [facility?, concentration?, debtor?] })
    }

    /// By what each unit of payout costs.
    pub(super) fn costs_more_than(&self, other: &Self) -> Ordering {
        (self.cost * other.payout).cmp(&(other.cost * self.payout))
    }
}

/// What is looked for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal {
    /// The least cost of a payout of so much. Items are in order of what a unit of payout costs.
    Reach(i128),
    /// The highest payout, or the first one found that is enough.
    Most { enough: Option<i128> },
}

/// The best that was found.
pub(super) struct Found {
    pub(super) items: Vec<Item>,
    /// What a better one would be better by, at the most; zero when there is none.
    pub(super) gap: i128,
    /// How many partial choices were looked at.
    pub(super) nodes: usize,
}

impl Found {
    pub(super) fn payout(&self) -> i128 {
        self.items.iter().map(|item| item.payout).sum()
    }

    pub(super) fn cost(&self) -> i128 {
        self.items.iter().map(|item| item.cost).sum()
    }
}

pub(super) struct Search {
    goal: Goal,
    items: Vec<Item>,
    /// Of all items before each place: what they pay, and what they cost.
    paid_before: Vec<i128>,
    cost_before: Vec<i128>,
    /// A limit under which every item takes room, with the most that one unit of it pays: payout and use of that item.
    common: Option<(usize, i128, i128)>,
    rooms: Vec<i128>,
    /// What was decided of the first items: taken, or left. Sums are wider than amounts: nobody bounds how many there are.
    taken: Vec<bool>,
    payout: i128,
    cost: i128,
}

impl Search {
    pub(super) fn new(items: Vec<Item>, rooms: &Rooms, goal: Goal) -> Self {
        let sums = |of: fn(&Item) -> i128| {
            let sum = |sum: &mut i128, item: &Item| {
                *sum += of(item);
                Some(*sum)
            };
            [0].into_iter().chain(items.iter().scan(0, sum)).collect::<Vec<i128>>()
        };
        let (paid_before, cost_before) = (sums(|item| item.payout), sums(|item| item.cost));
        let rooms: Vec<i128> = rooms.values().map(|room| room.get().into()).collect();
        let common = common_limit(&items, rooms.len());
        Self { goal, items, paid_before, cost_before, common, rooms, taken: Vec::new(), payout: 0, cost: 0 }
    }

    /// Looks at so many partial choices at the most. `known`: a choice that reaches the goal.
    pub(super) fn run(mut self, known: Option<Vec<Item>>, max_nodes: usize) -> Found {
        let mut best = known.unwrap_or_default();
        let mut best_value = match self.goal {
            Goal::Reach(_) => best.iter().map(|item| item.cost).sum(),
            Goal::Most { .. } => 0,
        };
        let mut nodes = 0;
        loop {
            let is_over = nodes == max_nodes;
            nodes += usize::from(!is_over);
            let is_better = self.value().is_some_and(|value| value < best_value);
            let is_promising = self.bound().is_some_and(|bound| bound < best_value.min(self.value().unwrap_or(best_value)));
            let goes_deeper = is_promising && !is_over && !self.is_reached();
            // Whoever goes deeper finds one at least as good there: it is written down once, at the end of the way.
            if is_better && !goes_deeper {
                best_value = self.value().unwrap_or(best_value);
                best = self.chosen();
            }
            if self.is_enough(best_value) {
                return Found { items: best, gap: 0, nodes };
            }
            if is_over {
                return Found { items: best, gap: best_value - self.least_left(best_value), nodes };
            }
            if goes_deeper {
                self.decide();
            } else if !self.turn_back() {
                return Found { items: best, gap: 0, nodes };
            }
        }
    }

    /// What a choice is worth that reaches the goal: the less the better.
    fn value(&self) -> Option<i128> {
        match self.goal {
            Goal::Reach(_) => self.is_reached().then_some(self.cost),
            Goal::Most { .. } => Some(-self.payout),
        }
    }

    /// Whether taking more cannot make it better.
    fn is_reached(&self) -> bool {
        match self.goal {
            Goal::Reach(target) => self.payout >= target,
            Goal::Most { enough } => enough.is_some_and(|enough| self.payout >= enough),
        }
    }

    fn is_enough(&self, value: i128) -> bool {
        matches!(self.goal, Goal::Most { enough: Some(enough) } if -value >= enough)
    }

    /// No choice that begins like this is worth less; none when none reaches the goal.
    fn bound(&self) -> Option<i128> {
        let next = self.taken.len();
        let left = self.paid_before[self.items.len()] - self.paid_before[next];
        match self.goal {
            Goal::Most { .. } => Some(-self.payout - left.min(self.room_pays())),
            Goal::Reach(target) => {
                let need = target - self.payout;
                if need <= 0 {
                    return Some(self.cost);
                }
                if left < need {
                    return None;
                }
                // As if offers could be divided and limits were none: the cheapest units first.
                let upto = self.paid_before[next] + need;
                let last = self.paid_before.partition_point(|paid| *paid < upto) - 1;
                let whole = self.cost_before[last] - self.cost_before[next];
                let item = &self.items[last];
                let rest = (upto - self.paid_before[last]) * item.cost;
                let part = (rest + item.payout - 1) / item.payout;
                Some(self.cost + whole + part)
            }
        }
    }

    /// What fits under the limit that all share, if all of it paid as the best unit does.
    fn room_pays(&self) -> i128 {
        let Some((place, payout, used)) = self.common else { return i128::MAX };
        self.rooms[place].max(0) * payout / used
    }

    /// Takes the next item if it fits, and else leaves it.
    fn decide(&mut self) {
        let item = &self.items[self.taken.len()];
        let mut rooms = item.uses.iter().map(|(place, amount)| (self.rooms[*place], *amount));
        let fits = rooms.all(|(room, amount)| amount <= room);
        if fits {
            self.shift(self.taken.len(), 1);
        }
        self.taken.push(fits);
    }

    /// Takes an item in, or out again.
    fn shift(&mut self, place: usize, times: i128) {
        let item = &self.items[place];
        self.payout += times * item.payout;
        self.cost += times * item.cost;
        item.uses.iter().for_each(|(room, amount)| self.rooms[*room] -= times * amount);
    }

    /// Leaves the last item that was taken, and forgets what was decided after it; false when none is left.
    fn turn_back(&mut self) -> bool {
        while let Some(taken) = self.taken.pop() {
            if taken {
                self.shift(self.taken.len(), -1);
                self.taken.push(false);
                return true;
            }
        }
        false
    }

    /// The least that anything not looked at could be worth, or `best` when nothing less is left.
    fn least_left(&mut self, best: i128) -> i128 {
        let mut least = best;
        loop {
            least = least.min(self.bound().unwrap_or(best));
            if !self.turn_back() {
                return least;
            }
        }
    }

    fn chosen(&self) -> Vec<Item> {
        self.items.iter().zip(&self.taken).filter(|(_, taken)| **taken).map(|(item, _)| item.clone()).collect()
    }
}

/// A limit under which each of these takes room, and what a unit of it pays at the best.
fn common_limit(items: &[Item], limits: usize) -> Option<(usize, i128, i128)> {
    let of = |item: &Item, limit: usize| item.uses.iter().find(|(place, amount)| *place == limit && *amount > 0).map(|(_, used)| *used);
    let shared = (0..limits).find(|limit| !items.is_empty() && items.iter().all(|item| of(item, *limit).is_some()))?;
    let rates = items.iter().filter_map(|item| of(item, shared).map(|used| (item.payout, used)));
    let best = rates.max_by(|(payout, used), (other, others)| (*payout * *others).cmp(&(*other * *used)))?;
    Some((shared, best.0, best.1))
}
