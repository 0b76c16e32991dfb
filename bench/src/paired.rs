//! Two figures taken in turn, so that whatever else the machine does falls on both.

use crate::Failed;

/// Medians of both sides and the ratios of each pair.
#[derive(Debug, Clone)]
pub struct Paired {
    pub ours: f64,
    pub theirs: f64,
    /// Ours to theirs, pair by pair, sorted.
    ratios: Vec<f64>,
}

impl Paired {
    /// Takes `rounds` pairs, one figure after the other: A B A B.
    ///
    /// # Errors
    /// When a figure cannot be taken.
    pub fn take(
        rounds: usize,
        mut ours: impl FnMut() -> Result<f64, Failed>,
        mut theirs: impl FnMut() -> Result<f64, Failed>,
    ) -> Result<Self, Failed> {
        let pairs = (0..rounds).map(|_| Ok((ours()?, theirs()?))).collect::<Result<Vec<_>, Failed>>()?;
        Ok(Self::of(&pairs))
    }

    /// Of pairs taken already: ours, theirs.
    pub fn of(pairs: &[(f64, f64)]) -> Self {
        let ratios = sorted(pairs.iter().map(|(ours, theirs)| ours / theirs));
        Self { ours: median(pairs.iter().map(|pair| pair.0)), theirs: median(pairs.iter().map(|pair| pair.1)), ratios }
    }

    /// The median of the ratios.
    pub fn ratio(&self) -> f64 {
        median(self.ratios.iter().copied())
    }

    /// The ratio with its spread.
    pub fn shown(&self) -> String {
        let ends = self.ratios.first().zip(self.ratios.last());
        let (least, most) = ends.map_or((f64::NAN, f64::NAN), |(least, most)| (*least, *most));
        format!("**{:.2}** [{least:.2}–{most:.2}]", self.ratio())
    }
}

fn sorted(figures: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures
}

/// The middle one; of an even number, the upper of the two.
pub fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let figures = sorted(figures);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_the_median_of_the_pairs_ratios() {
        let paired = Paired::of(&[(1.0, 2.0), (30.0, 10.0), (4.0, 4.0)]);
        assert_eq!((paired.ours, paired.theirs, paired.ratio()), (4.0, 4.0, 1.0));
        assert_eq!(paired.shown(), "**1.00** [0.50–3.00]");
    }
}
