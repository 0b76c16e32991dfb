//! Choices against those of trying every set.

use super::*;
use proptest::prelude::*;
use uuid::Uuid;

const HERE: FacilityId = FacilityId(Uuid::from_u128(1));

fn debtor(number: u128) -> DebtorId {
    DebtorId(Uuid::from_u128(number))
}

fn offer(number: u128, owed_by: u128, payout: i64, cost: i64) -> Candidate {
    let [face, advance] = [payout + 2 * cost, payout + cost].map(Minor::new);
    let (payout, cost) = (Minor::new(payout), Minor::new(cost));
    Candidate { receivable: ReceivableId(Uuid::from_u128(number)), facility: HERE, debtor: debtor(owed_by), face, advance, payout, cost }
}

fn rooms(facility: i64, debtors: &[(u128, i64, i64)]) -> Rooms {
    let of = |(number, concentration, limit): &(u128, i64, i64)| {
        [(Limit::Concentration(HERE, debtor(*number)), Minor::new(*concentration)), (Limit::Debtor(debtor(*number)), Minor::new(*limit))]
    };
    debtors.iter().flat_map(of).chain([(Limit::Facility(HERE), Minor::new(facility))]).collect()
}

fn fits(chosen: &[&Candidate], rooms: &Rooms) -> bool {
    let mut used = Rooms::new();
    chosen.iter().flat_map(|candidate| candidate.uses()).for_each(|(limit, amount)| *used.entry(limit).or_default() += amount);
    used.iter().all(|(limit, amount)| rooms.get(limit).is_some_and(|room| amount <= room))
}

/// Every set of offers that fits, with what it pays and costs.
fn all(candidates: &[Candidate], rooms: &Rooms) -> Vec<(i64, i64)> {
    let chosen = |set: u32| candidates.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1).map(|(_, one)| one);
    let sets = (0..1_u32 << candidates.len()).filter(|set| fits(&chosen(*set).collect::<Vec<_>>(), rooms));
    let sum = |set: u32, of: fn(&Candidate) -> Minor| chosen(set).map(of).sum::<Minor>().get();
    sets.map(|set| (sum(set, |one| one.payout), sum(set, |one| one.cost))).collect()
}

/// Whether it is what it says it is: of these offers, each once, fitting, adding up.
fn is_sound(choice: &Choice, candidates: &[Candidate], rooms: &Rooms) -> bool {
    let chosen: Vec<_> = candidates.iter().filter(|one| choice.receivables.contains(&one.receivable)).collect();
    fits(&chosen, rooms)
        && chosen.len() == choice.receivables.len()
        && chosen.iter().map(|one| one.payout).sum::<Minor>() == choice.payout
        && chosen.iter().map(|one| one.cost).sum::<Minor>() == choice.cost
}

#[test]
fn the_cheapest_offers_that_reach_it_are_chosen() {
    let offers = [offer(1, 1, 30_000, 300), offer(2, 2, 25_000, 100), offer(3, 2, 20_000, 90), offer(4, 3, 45_000, 500)];
    let wide = rooms(1_000_000, &[(1, 1_000_000, 1_000_000), (2, 1_000_000, 1_000_000), (3, 1_000_000, 1_000_000)]);
    let chosen = |rooms: &Rooms, target| match cheapest(&offers, rooms, Minor::new(target)) {
        Answer::Reached(choice) => Ok((choice.cost.get(), choice.receivables.len(), choice.proof)),
        Answer::OutOfReach(choice) => Err(choice.payout.get()),
    };
    assert_eq!(chosen(&wide, 40_000), Ok((190, 2, Proof::Best)));
    assert_eq!(chosen(&wide, 0), Ok((0, 0, Proof::Best)));
    assert_eq!(chosen(&wide, 120_001), Err(120_000));
    let narrow = rooms(1_000_000, &[(1, 1_000_000, 1_000_000), (2, 30_000, 1_000_000), (3, 1_000_000, 1_000_000)]);
    assert_eq!(chosen(&narrow, 40_000), Ok((390, 2, Proof::Best)), "both of debtor 2 are too much on one debtor");
}

#[test]
fn nothing_fits_under_a_limit_that_is_not_there() {
    let choice = most(&[offer(1, 1, 30_000, 300)], &rooms(1_000_000, &[(2, 1_000_000, 1_000_000)]));
    assert_eq!((choice.receivables.len(), choice.proof), (0, Proof::Best));
}

#[test]
fn many_offers_alike_end_the_search_and_it_says_so() {
    // All alike but for a cent here and there: hardly anything can be ruled out.
    let offers: Vec<_> = (0..400).map(|n| offer(n, n % 7, 10_000 + (n as i64 * 37) % 101, 100 + (n as i64 * 53) % 17)).collect();
    let debtors: Vec<_> = (0..7).map(|number| (number, 250_000, 250_000)).collect();
    let rooms = rooms(1_500_000, &debtors);
    let Answer::Reached(choice) = cheapest(&offers, &rooms, Minor::new(1_234_567)) else { panic!("it can be reached") };
    assert!(is_sound(&choice, &offers, &rooms) && choice.payout >= Minor::new(1_234_567));
    assert!(matches!(choice.proof, Proof::Within(gap) if gap < Minor::new(400)), "{:?}", choice.proof);
}

#[test]
fn as_many_offers_as_a_large_seller_has_are_no_trouble() {
    let offers: Vec<_> = (0..20_000).map(|n| offer(n, 1, 10_000, 100)).collect();
    let wide = rooms(i64::MAX / 4, &[(1, i64::MAX / 4, i64::MAX / 4)]);
    assert_eq!(most(&offers, &wide).receivables.len(), 20_000);
    assert!(matches!(cheapest(&offers, &wide, Minor::new(100_000_000)), Answer::Reached(choice) if choice.receivables.len() == 10_000));
}

#[test]
fn no_search_looks_at_more_than_it_may() {
    let offers: Vec<_> = (0..60).map(|n| offer(n, 1, 10_000 + (n as i64 * 37) % 101, 100 + (n as i64 * 53) % 17)).collect();
    let rooms = rooms(300_000, &[(1, 300_000, 300_000)]);
    for nodes in [0, 1, 1_000] {
        for goal in [Goal::Most { enough: None }, Goal::Reach(150_000)] {
            let items = items(&offers, &rooms, |one, other| one.costs_more_than(other));
            let known = matches!(goal, Goal::Reach(_)).then(|| items.clone());
            let looked_at = Search::new(items, &rooms, goal).run(known, nodes).nodes;
            assert!(looked_at <= nodes, "{looked_at} of {nodes}");
        }
    }
}

fn candidates() -> impl Strategy<Value = Vec<Candidate>> {
    let one = (0_u128..3, 1_i64..60, 0_i64..12);
    prop::collection::vec(one, 0..=12)
        .prop_map(|all| (0..).zip(all).map(|(number, (owed_by, payout, cost))| offer(number, owed_by, payout, cost)).collect())
}

fn some_rooms() -> impl Strategy<Value = Rooms> {
    (0_i64..400, prop::collection::vec((0_i64..200, 0_i64..250), 3))
        .prop_map(|(facility, debtors)| rooms(facility, &(0..).zip(debtors).map(|(n, (c, l))| (n, c, l)).collect::<Vec<_>>()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_choice_is_that_of_trying_every_set(candidates in candidates(), rooms in some_rooms(), target in 0_i64..400) {
        let sets = all(&candidates, &rooms);
        let best = sets.iter().filter(|(payout, _)| *payout >= target).map(|(_, cost)| *cost).min();
        let highest = sets.iter().map(|(payout, _)| *payout).max();
        match cheapest(&candidates, &rooms, Minor::new(target)) {
            Answer::Reached(choice) => {
                prop_assert!(is_sound(&choice, &candidates, &rooms) && choice.payout.get() >= target);
                prop_assert_eq!((Some(choice.cost.get()), choice.proof), (best, Proof::Best));
            }
            Answer::OutOfReach(choice) => {
                prop_assert!(is_sound(&choice, &candidates, &rooms) && best.is_none());
                prop_assert_eq!((Some(choice.payout.get()), choice.proof), (highest, Proof::Best));
            }
        }
        let choice = most(&candidates, &rooms);
        prop_assert!(is_sound(&choice, &candidates, &rooms));
        prop_assert_eq!((Some(choice.payout.get()), choice.proof), (highest, Proof::Best));
    }

    /// However early the search ends, nothing better than it says is left.
    #[test]
    fn a_search_cut_short_says_how_good_it_is(
        candidates in candidates(), rooms in some_rooms(), target in 0_i64..400, nodes in 0_usize..60,
    ) {
        let sets = all(&candidates, &rooms);
        let gap = |choice: &Choice| match choice.proof { Proof::Best => 0, Proof::Within(gap) => gap.get() };
        match within(&candidates, &rooms, Minor::new(target), nodes) {
            Answer::Reached(choice) => {
                let best = sets.iter().filter(|(payout, _)| *payout >= target).map(|(_, cost)| *cost).min().unwrap();
                prop_assert!(is_sound(&choice, &candidates, &rooms) && choice.payout.get() >= target);
                prop_assert!(choice.cost.get() - gap(&choice) <= best && best <= choice.cost.get());
            }
            Answer::OutOfReach(choice) => {
                let highest = sets.iter().map(|(payout, _)| *payout).max().unwrap();
                prop_assert!(is_sound(&choice, &candidates, &rooms) && choice.payout.get() < target);
                prop_assert!(highest.min(target) <= choice.payout.get() + gap(&choice));
            }
        }
    }
}
