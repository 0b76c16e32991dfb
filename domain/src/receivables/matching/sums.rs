//! Several amounts of which some add up to what was paid.

use crate::kernel::minor::Minor;

/// As many amounts are searched: the first ones.
pub const MOST_SEARCHED: usize = 60;
/// As many steps are taken. What isn't found by then is left to a person.
pub const MOST_STEPS: usize = 50_000;

struct Search<'a> {
    amounts: &'a [Minor],
    /// What is left from each place on.
    rest: Vec<Minor>,
    steps: usize,
    taken: Vec<usize>,
}

/// The places of amounts above zero that add up to the sum, the first ones that do; none where there are none, or the search was given up.
pub fn adding_up(amounts: &[Minor], sum: Minor) -> Option<Vec<usize>> {
    let amounts = amounts.get(..MOST_SEARCHED).unwrap_or(amounts);
    let mut rest = vec![Minor::ZERO; amounts.len() + 1];
    for (place, amount) in amounts.iter().enumerate().rev() {
        let behind = rest.get(place + 1).copied().unwrap_or_default();
        if let Some(here) = rest.get_mut(place) {
            *here = behind + *amount;
        }
    }
    let mut search = Search { amounts, rest, steps: 0, taken: Vec::new() };
    search.from(0, sum).then_some(search.taken)
}

impl Search<'_> {
    fn from(&mut self, place: usize, left: Minor) -> bool {
        if left.is_zero() {
            return !self.taken.is_empty();
        }
        self.steps += 1;
        let is_reachable = left.is_positive() && self.rest.get(place).is_some_and(|rest| *rest >= left);
        let Some(amount) = self.amounts.get(place).copied().filter(|_| is_reachable && self.steps <= MOST_STEPS) else { return false };
        if amount <= left {
            self.taken.push(place);
            if self.from(place + 1, left - amount) {
                return true;
            }
            self.taken.pop();
        }
        self.from(place + 1, left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn minor(all: &[i64]) -> Vec<Minor> {
        all.iter().map(|amount| Minor::new(*amount)).collect()
    }

    #[test]
    fn amounts_that_add_up_are_found_the_first_ones_first() {
        let amounts = minor(&[500, 300, 200, 700]);
        assert_eq!(adding_up(&amounts, Minor::new(700)), Some(vec![0, 2]));
        assert_eq!(adding_up(&amounts, Minor::new(1_700)), Some(vec![0, 1, 2, 3]));
        assert_eq!(adding_up(&amounts, Minor::new(600)), None);
        assert_eq!(adding_up(&amounts, Minor::ZERO), None);
        assert_eq!(adding_up(&[], Minor::new(1)), None);
    }

    #[test]
    fn a_search_without_end_is_given_up() {
        let even = vec![Minor::new(2); 2_000];
        assert_eq!(adding_up(&even, Minor::new(61)), None);
        assert_eq!(adding_up(&even, Minor::new(120)).map(|found| found.len()), Some(60));
        assert_eq!(adding_up(&even, Minor::new(122)), None, "only the first are searched");
    }

    proptest! {
        #[test]
        fn what_is_found_adds_up_and_what_adds_up_is_found(
            amounts in prop::collection::vec(1_i64..500, 1..12), chosen in prop::collection::vec(any::<bool>(), 12), by in 0_i64..3,
        ) {
            let sum: i64 = amounts.iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(amount, _)| amount).sum::<i64>() + by;
            let found = adding_up(&minor(&amounts), Minor::new(sum));
            let all = 0..1_u32 << amounts.len();
            let of = |mask: u32| amounts.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1).map(|(_, amount)| amount).sum::<i64>();
            prop_assert_eq!(found.is_some(), sum > 0 && all.into_iter().any(|mask| of(mask) == sum));
            if let Some(found) = found {
                prop_assert_eq!(found.iter().map(|place| amounts[*place]).sum::<i64>(), sum);
            }
        }
    }
}
