//! Whose request is served next, where many accounts want more than can be done at once. Whoever used least comes first: an account that
//! asks without end waits for itself, and the first request of a quiet one waits for what runs already.
//!
//! Each account's use is added up on one scale. Nobody saves up by being away: an account that comes begins where the scale has got to
//! (`reached`), so that it is neither behind those who go on asking nor ahead of them by more than one request.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    time::Duration,
};

/// One request, from when it comes until it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(u64);

/// How much is done at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Of all accounts together.
    pub places: usize,
    /// Of one account.
    pub each: usize,
    /// Of all newcomers together: anyone can make as many of them as they like.
    pub newcomers: usize,
    /// How many more of one account may wait.
    pub waiting: usize,
}

impl Bounds {
    /// A screen asks for a dozen when it opens, and a person opens several.
    pub const WAITING: usize = 64;

    /// As many as there are places, of which one account has half at most.
    pub fn of(places: usize) -> Self {
        Self { places, each: (places / 2).max(1), newcomers: places, waiting: Self::WAITING }
    }
}

/// The requests that run and those that wait.
#[derive(Debug)]
pub struct Turns<A> {
    bounds: Bounds,
    accounts: HashMap<A, Account>,
    tickets: HashMap<Ticket, (A, State)>,
    running: usize,
    /// Of newcomers: those that have a place, and those that stepped aside.
    begun_of_newcomers: usize,
    /// What the account had used whose turn came last.
    reached: Duration,
    last: u64,
    /// How many accounts there are before those that ask for nothing are forgotten.
    forget_at: usize,
}

#[derive(Debug, Default)]
struct Account {
    used: Duration,
    is_newcomer: bool,
    waiting: VecDeque<Ticket>,
    /// Those that have a place, and those that stepped aside.
    begun: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Waits,
    Runs,
    /// It gave its place to others, but not its account's turn.
    Aside,
}

impl<A: Copy + Eq + Hash> Turns<A> {
    const FEW: usize = 1_024;
    /// No request is free, or an account could go on for ever without using anything.
    const LEAST: Duration = Duration::from_micros(1);

    pub fn new(bounds: Bounds) -> Self {
        let (accounts, tickets) = (HashMap::new(), HashMap::new());
        Self { bounds, accounts, tickets, running: 0, begun_of_newcomers: 0, reached: Duration::ZERO, last: 0, forget_at: Self::FEW }
    }

    /// A request of this account comes. None where too many of it wait already.
    pub fn arrive(&mut self, account: A) -> Option<Ticket> {
        self.arrive_as(account, false)
    }

    /// The same, of one that may be a newcomer's. What an account is it stays while it has requests here.
    pub fn arrive_as(&mut self, account: A, is_newcomer: bool) -> Option<Ticket> {
        let reached = self.reached;
        if self.accounts.get(&account).map_or(0, |of| of.waiting.len()) >= self.bounds.waiting {
            return None;
        }
        let of = self.accounts.entry(account).or_default();
        of.used = of.used.max(reached);
        if of.begun == 0 && of.waiting.is_empty() {
            of.is_newcomer = is_newcomer;
        }
        self.last += 1;
        let ticket = Ticket(self.last);
        of.waiting.push_back(ticket);
        self.tickets.insert(ticket, (account, State::Waits));
        Some(ticket)
    }

    /// Begins the request whose turn it is, where there is a place for one that waits.
    pub fn begin_next(&mut self) -> Option<Ticket> {
        if self.running >= self.bounds.places {
            return None;
        }
        let newcomers_may = self.begun_of_newcomers < self.bounds.newcomers;
        let may_begin = |of: &&mut Account| of.begun < self.bounds.each && !of.waiting.is_empty() && (newcomers_may || !of.is_newcomer);
        let next = self.accounts.values_mut().filter(may_begin).min_by_key(|of| (of.used, of.waiting.front().copied()))?;
        let ticket = next.waiting.pop_front()?;
        next.begun += 1;
        self.begun_of_newcomers += usize::from(next.is_newcomer);
        self.reached = self.reached.max(next.used);
        self.running += 1;
        if let Some((_, state)) = self.tickets.get_mut(&ticket) {
            *state = State::Runs;
        }
        Some(ticket)
    }

    /// The request needs its place no more, after it ran for so long, but its account is not to begin another one instead yet.
    pub fn step_aside(&mut self, ticket: Ticket, ran: Duration) {
        let Some((account, state @ State::Runs)) = self.tickets.get_mut(&ticket) else { return };
        *state = State::Aside;
        let account = *account;
        self.running -= 1;
        self.charge(account, ran);
    }

    /// The request is over, or its sender waits no more. `ran`: since it was begun, where it did not step aside.
    pub fn leave(&mut self, ticket: Ticket, ran: Duration) {
        let Some((account, state)) = self.tickets.remove(&ticket) else { return };
        if state == State::Runs {
            self.running -= 1;
            self.charge(account, ran);
        }
        let reached = self.reached;
        if let Some(of) = self.accounts.get_mut(&account) {
            match state {
                State::Waits => of.waiting.retain(|waiting| *waiting != ticket),
                State::Runs | State::Aside => {
                    of.begun -= 1;
                    self.begun_of_newcomers -= usize::from(of.is_newcomer);
                    of.used = of.used.max(reached);
                }
            }
        }
        self.forget();
    }

    fn charge(&mut self, account: A, ran: Duration) {
        if let Some(of) = self.accounts.get_mut(&account) {
            of.used += ran.max(Self::LEAST);
        }
    }

    /// Forgets accounts that ask for nothing once there are many of them, and all of them once nobody asks for anything.
    fn forget(&mut self) {
        if self.tickets.is_empty() {
            self.accounts.clear();
            self.reached = Duration::ZERO;
            self.forget_at = Self::FEW;
        } else if self.accounts.len() > self.forget_at {
            self.accounts.retain(|_, of| of.begun > 0 || !of.waiting.is_empty());
            self.forget_at = Self::FEW.max(2 * self.accounts.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*};

    const BOUNDS: Bounds = Bounds { places: 3, each: 2, newcomers: 1, waiting: 4 };

    /// An account that asks for nothing at first.
    const QUIET: u8 = 5;

    #[derive(Debug, Clone)]
    enum Step {
        Arrives(u8),
        /// One of those that have begun, after so many microseconds.
        Ends(prop::sample::Index, u64),
        StepsAside(prop::sample::Index, u64),
        GivesUp(prop::sample::Index),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let index = any::<prop::sample::Index>;
        let step = prop_oneof![
            4 => (0..5_u8).prop_map(Step::Arrives),
            3 => (index(), 0..1_000_u64).prop_map(|(which, ran)| Step::Ends(which, ran)),
            1 => (index(), 0..1_000_u64).prop_map(|(which, ran)| Step::StepsAside(which, ran)),
            1 => index().prop_map(Step::GivesUp),
        ];
        vec(step, 1..200)
    }

    fn is_newcomer(account: u8) -> bool {
        account >= 3 && account != QUIET
    }

    /// The turns as seen from outside.
    struct Watched {
        turns: Turns<u8>,
        waiting: Vec<(Ticket, u8)>,
        running: Vec<(Ticket, u8)>,
        aside: Vec<(Ticket, u8)>,
    }

    impl Watched {
        fn new() -> Self {
            Self { turns: Turns::new(BOUNDS), waiting: vec![], running: vec![], aside: vec![] }
        }

        fn arrives(&mut self, account: u8) {
            let waits = self.waiting.iter().filter(|(_, of)| *of == account).count();
            let ticket = self.turns.arrive_as(account, is_newcomer(account));
            assert_eq!(ticket.is_none(), waits >= BOUNDS.waiting);
            self.waiting.extend(ticket.map(|ticket| (ticket, account)));
        }

        /// Does the step and answers whose turns came then.
        fn does(&mut self, step: &Step) -> Vec<u8> {
            match step {
                Step::Arrives(account) => self.arrives(*account),
                Step::Ends(which, ran) => {
                    let begun = self.running.len() + self.aside.len();
                    if begun > 0 {
                        let at = which.index(begun);
                        let from = if at < self.running.len() { &mut self.running } else { &mut self.aside };
                        let at = at % from.len();
                        let (ticket, _) = from.remove(at);
                        self.turns.leave(ticket, Duration::from_micros(*ran));
                    }
                }
                Step::StepsAside(which, ran) if !self.running.is_empty() => {
                    let at = which.index(self.running.len());
                    let (ticket, account) = self.running.remove(at);
                    self.turns.step_aside(ticket, Duration::from_micros(*ran));
                    self.aside.push((ticket, account));
                }
                Step::GivesUp(which) if !self.waiting.is_empty() => {
                    let at = which.index(self.waiting.len());
                    let (ticket, _) = self.waiting.remove(at);
                    self.turns.leave(ticket, Duration::ZERO);
                }
                Step::StepsAside(..) | Step::GivesUp(_) => {}
            }
            let mut begun = Vec::new();
            while let Some(ticket) = self.turns.begin_next() {
                let at = self.waiting.iter().position(|(waiting, _)| *waiting == ticket).expect("it waited");
                let (_, account) = self.waiting.remove(at);
                self.running.push((ticket, account));
                begun.push(account);
            }
            begun
        }

        fn begun_of_newcomers(&self) -> usize {
            self.running.iter().chain(&self.aside).filter(|(_, of)| is_newcomer(*of)).count()
        }

        fn begun_of(&self, account: u8) -> usize {
            self.running.iter().chain(&self.aside).filter(|(_, of)| *of == account).count()
        }
    }

    proptest! {
        #[test]
        fn never_more_run_than_there_are_places_and_no_place_is_idle_for_whom_it_is_free(steps in steps()) {
            let mut watched = Watched::new();
            for step in steps {
                watched.does(&step);
                prop_assert!(watched.running.len() <= BOUNDS.places);
                for account in 0..5 {
                    prop_assert!(watched.begun_of(account) <= BOUNDS.each);
                }
                prop_assert!(watched.begun_of_newcomers() <= BOUNDS.newcomers);
                let newcomers_may = watched.begun_of_newcomers() < BOUNDS.newcomers;
                let may_begin = |of: u8| watched.begun_of(of) < BOUNDS.each && (newcomers_may || !is_newcomer(of));
                let could_begin = watched.waiting.iter().any(|(_, account)| may_begin(*account));
                prop_assert!(watched.running.len() == BOUNDS.places || !could_begin);
            }
        }

        #[test]
        fn before_the_first_of_a_quiet_account_each_other_one_begins_no_more_than_it_may_have_at_once(
            before in steps(),
            after in steps(),
        ) {
            let mut watched = Watched::new();
            for step in before {
                watched.does(&step);
            }
            let mut begun = watched.does(&Step::Arrives(QUIET));
            for step in after {
                if !watched.waiting.iter().any(|(_, of)| *of == QUIET) {
                    break;
                }
                begun.extend(watched.does(&step));
            }
            let first = begun.iter().position(|account| *account == QUIET).unwrap_or(begun.len());
            for account in 0..5 {
                prop_assert!(begun.iter().take(first).filter(|of| **of == account).count() <= BOUNDS.each, "{account} of {begun:?}");
            }
        }

        #[test]
        fn once_all_is_over_nothing_is_remembered(steps in steps()) {
            let mut watched = Watched::new();
            for step in steps {
                watched.does(&step);
            }
            for (ticket, _) in watched.waiting.iter().chain(&watched.running).chain(&watched.aside) {
                watched.turns.leave(*ticket, Duration::from_millis(1));
            }
            prop_assert!(watched.turns.accounts.is_empty());
            prop_assert_eq!((watched.turns.running, watched.turns.tickets.len()), (0, 0));
        }

        #[test]
        fn those_who_ask_without_end_use_the_same_whatever_each_of_their_requests_takes(ran in vec(1..1_000_u64, 3)) {
            let mut turns = Turns::new(Bounds { places: 1, each: 1, newcomers: 1, waiting: 2 });
            let mut used = [0_u64; 3];
            let mut tickets = HashMap::new();
            for account in [0, 1, 2, 0, 1, 2] {
                tickets.extend(turns.arrive(account).map(|ticket| (ticket, account)));
            }
            for _ in 0..3_000 {
                let ticket = turns.begin_next().expect("three wait");
                let account = tickets.remove(&ticket).expect("it waited");
                used[account] += ran[account];
                turns.leave(ticket, Duration::from_micros(ran[account]));
                tickets.extend(turns.arrive(account).map(|ticket| (ticket, account)));
            }
            let (least, most) = (used.iter().min().copied().unwrap_or(0), used.iter().max().copied().unwrap_or(0));
            prop_assert!(most - least <= 1_000, "{:?}", used);
        }
    }

    #[test]
    fn a_quiet_account_is_next_whatever_others_wait_for() {
        let mut turns = Turns::new(Bounds { places: 1, each: 1, newcomers: 1, waiting: 100 });
        let loud: Vec<_> = (0..100).filter_map(|_| turns.arrive("loud")).collect();
        for ticket in &loud[..50] {
            assert_eq!((turns.begin_next(), turns.begin_next()), (Some(*ticket), None));
            turns.leave(*ticket, Duration::from_millis(10));
        }
        assert_eq!(turns.begin_next(), Some(loud[50]));
        let quiet = turns.arrive("quiet");
        turns.leave(loud[50], Duration::from_millis(10));
        assert_eq!(turns.begin_next(), quiet);
    }

    #[test]
    fn one_account_has_half_of_the_places_and_at_least_one() {
        let each = [1, 2, 3, 4, 16].map(|places| Bounds::of(places).each);
        assert_eq!(each, [1, 1, 1, 2, 8]);
        let mut turns = Turns::new(Bounds::of(4));
        for _ in 0..9 {
            turns.arrive("loud");
        }
        assert_eq!(std::iter::from_fn(|| turns.begin_next()).count(), 2);
        let quiet = turns.arrive("quiet");
        assert!(quiet.is_some() && turns.begin_next() == quiet, "the first of others waits for none of them");
    }

    #[test]
    fn however_many_newcomers_there_are_a_place_stays_free_of_them() {
        let mut turns = Turns::new(Bounds { places: 2, each: 1, newcomers: 1, waiting: 1 });
        let newcomers: Vec<_> = (0..100).filter_map(|account| turns.arrive_as(account, true)).collect();
        assert_eq!((turns.begin_next(), turns.begin_next()), (Some(newcomers[0]), None));
        let customer = turns.arrive_as(100, false);
        assert_eq!(turns.begin_next(), customer);
        turns.leave(newcomers[0], Duration::from_secs(2));
        assert_eq!((turns.begin_next(), turns.begin_next()), (Some(newcomers[1]), None));
    }

    #[test]
    fn accounts_that_ask_for_no_more_are_forgotten() {
        let mut turns = Turns::new(Bounds { places: 2, each: 1, newcomers: 2, waiting: 1 });
        let _goes_on = turns.arrive(0_u64).and_then(|_| turns.begin_next());
        for account in 1..100_000_u64 {
            let ticket = turns.arrive(account).expect("it waits");
            assert_eq!(turns.begin_next(), Some(ticket));
            turns.leave(ticket, Duration::from_micros(account % 7));
        }
        assert!(turns.accounts.len() <= 1_025, "{}", turns.accounts.len());
    }
}
