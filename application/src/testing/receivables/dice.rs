//! Numbers that look like chance and are the same every time.

/// A generator by Steele, Lea and Flood (SplitMix64): a seed gives one row of numbers for ever.
#[derive(Debug, Clone)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn of(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From zero up to less than this; zero where there is nothing less.
    pub(super) fn below(&mut self, end: i64) -> i64 {
        let drawn = u64::try_from(end).ok().and_then(|end| self.next().checked_rem(end));
        drawn.and_then(|drawn| i64::try_from(drawn).ok()).unwrap_or(0)
    }

    /// From one up to this.
    pub(super) fn up_to(&mut self, most: i64) -> i64 {
        1 + self.below(most)
    }

    /// True once in so many times.
    pub(super) fn once_in(&mut self, times: i64) -> bool {
        self.below(times) == 0
    }

    /// None of none.
    pub(super) fn one_of<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let place = self.below(i64::try_from(all.len()).unwrap_or(i64::MAX));
        all.get(usize::try_from(place).ok()?).cloned()
    }
}
