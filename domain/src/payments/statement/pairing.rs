//! Finds what two tellings of a day have in common.

use super::told::{KnownEntry, Likeness, Standing, Told};
use crate::kernel::minor::Minor;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Entries on both sides that are the same: one each, or a batch and its parts.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    pub(super) ours: Vec<usize>,
    pub(super) theirs: Vec<usize>,
    pub(super) sum: Minor,
    /// By the bank's reference.
    pub(super) is_sure: bool,
}

/// Entries of one amount are compared with so many of the other side at most.
pub(super) const LOOKED_AT: usize = 64;

/// The entries of both sides that are the same, by how much they have in common: each level has those before in it. The last one is
/// that of amounts alone, the one before that of amounts that nothing contradicts. Places are those of all entries of a side.
pub(super) fn levels((told, ours): (&[Told], Vec<usize>), (known, theirs): (&[KnownEntry], Vec<usize>)) -> Vec<Vec<Pair>> {
    let mut matching = Matching { told, known, ours, theirs, pairs: Vec::new() };
    let mut levels = Vec::new();
    for step in [Likeness::Same, Likeness::Named, Likeness::Alike, Likeness::Amount] {
        matching.one_by_one(step);
        levels.push(matching.pairs.clone());
        if step == Likeness::Named {
            matching.batches();
            levels.push(matching.pairs.clone());
        }
    }
    levels
}

/// All but as many of one amount as make this sum: the last ones. None where that can be done in no way, or in several.
pub(super) fn without(pairs: &[Pair], sum: Minor) -> Option<Vec<Pair>> {
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    for pair in pairs {
        *counts.entry(pair.sum.get()).or_default() += 1;
    }
    let count = |(amount, there): (&i64, &i64)| {
        let is_whole = *amount != 0 && sum.get().checked_rem(*amount) == Some(0);
        let count = is_whole.then(|| sum.get() / amount).filter(|count| (1..=*there).contains(count))?;
        Some((*amount, count))
    };
    let found: Vec<(i64, i64)> = counts.iter().filter_map(count).collect();
    let [(amount, left)] = found.as_slice() else { return None };
    let mut left = *left;
    let mut kept = Vec::new();
    for pair in pairs.iter().rev() {
        if pair.sum.get() == *amount && left > 0 {
            left -= 1;
        } else {
            kept.push(pair.clone());
        }
    }
    (!kept.is_empty()).then_some(kept)
}

/// Finds what is the same on both sides.
struct Matching<'a> {
    told: &'a [Told],
    known: &'a [KnownEntry],
    ours: Vec<usize>,
    theirs: Vec<usize>,
    pairs: Vec<Pair>,
}

impl<'a> Matching<'a> {
    fn our(&self, place: usize) -> Option<&'a Told> {
        self.told.get(place)
    }

    fn their(&self, place: usize) -> Option<&'a Told> {
        self.known.get(place).map(|entry| &entry.told)
    }

    fn is_old(&self, place: usize) -> bool {
        self.known.get(place).is_some_and(|entry| entry.standing == Standing::CountedBefore)
    }

    fn pair(&mut self, ours: Vec<usize>, theirs: Vec<usize>) {
        let told = ours.iter().filter_map(|place| self.our(*place));
        let sum = told.clone().map(|told| told.amount).sum();
        let is_sure = told.clone().all(Told::is_sure) && theirs.iter().filter_map(|place| self.their(*place)).all(Told::is_sure);
        self.ours.retain(|place| !ours.contains(place));
        self.theirs.retain(|place| !theirs.contains(place));
        self.pairs.push(Pair { ours, theirs, sum, is_sure });
    }

    fn one_by_one(&mut self, least: Likeness) {
        let mut of_amount: HashMap<(Minor, Option<&Told>), Vec<usize>> = HashMap::new();
        for place in self.theirs.iter().rev() {
            let Some(told) = self.their(*place) else { continue };
            // What is the same in all is found at once, however much there is of one amount.
            let whole = (least == Likeness::Same && !self.is_old(*place)).then_some(told);
            of_amount.entry((told.amount, whole)).or_default().push(*place);
        }
        let mut found = Vec::new();
        for place in &self.ours {
            let Some(told) = self.our(*place) else { continue };
            let keys = [(told.amount, Some(told).filter(|_| least == Likeness::Same)), (told.amount, None)];
            for key in keys {
                let Some(others) = of_amount.get_mut(&key) else { continue };
                let fits = |other: &usize| self.likeness(told, *other).is_some_and(|likeness| likeness <= least);
                let from = others.len().saturating_sub(LOOKED_AT);
                let at = others.get(from..).and_then(|last| last.iter().rposition(fits)).map(|at| at + from);
                if let Some(at) = at {
                    found.push((*place, others.remove(at)));
                    break;
                }
            }
        }
        let (ours, theirs): (BTreeSet<usize>, BTreeSet<usize>) = found.iter().copied().unzip();
        for (our, their) in found {
            let Some((told, other)) = self.our(our).zip(self.their(their)) else { continue };
            let (sum, is_sure) = (told.amount, told.is_sure() && (other.is_sure() && told.likeness(other) <= Some(Likeness::Named)));
            self.pairs.push(Pair { ours: vec![our], theirs: vec![their], sum, is_sure });
        }
        self.ours.retain(|place| !ours.contains(place));
        self.theirs.retain(|place| !theirs.contains(place));
    }

    /// What was counted before references were kept is the same by all the rest.
    fn likeness(&self, told: &Told, other: usize) -> Option<Likeness> {
        let theirs = self.their(other)?;
        if self.is_old(other) && told.amount == theirs.amount && told.parts() == theirs.parts() {
            return Some(Likeness::Same);
        }
        told.likeness(theirs)
    }

    /// A batch in one sum, and its parts as entries of their own: by the bank's reference, or by all that is told of the parts.
    fn batches(&mut self) {
        let mut of_reference: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
        for place in &self.ours {
            let reference = self.our(*place).and_then(|told| told.reference.clone());
            reference.into_iter().for_each(|reference| of_reference.entry(reference).or_default().0.push(*place));
        }
        for place in &self.theirs {
            let reference = self.their(*place).and_then(|told| told.reference.clone());
            reference.into_iter().for_each(|reference| of_reference.entry(reference).or_default().1.push(*place));
        }
        for (ours, theirs) in of_reference.into_values() {
            let sum_of_ours: Minor = ours.iter().filter_map(|place| self.our(*place)).map(|told| told.amount).sum();
            let sum_of_theirs: Minor = theirs.iter().filter_map(|place| self.their(*place)).map(|told| told.amount).sum();
            if !ours.is_empty() && !theirs.is_empty() && sum_of_ours == sum_of_theirs {
                self.pair(ours, theirs);
            }
        }
        self.parts_of_ours();
        self.parts_of_theirs();
    }

    fn parts_of_ours(&mut self) {
        for place in self.ours.clone() {
            let Some(told) = self.our(place).filter(|told| told.parts().len() > 1) else { continue };
            let theirs = self.theirs.iter().filter_map(|place| Some((*place, self.their(*place)?)));
            if let Some(theirs) = singles(told, theirs) {
                self.pair(vec![place], theirs);
            }
        }
    }

    fn parts_of_theirs(&mut self) {
        for place in self.theirs.clone() {
            let Some(told) = self.their(place).filter(|told| told.parts().len() > 1) else { continue };
            let ours = self.ours.iter().filter_map(|place| Some((*place, self.our(*place)?)));
            if let Some(ours) = singles(told, ours) {
                self.pair(ours, vec![place]);
            }
        }
    }
}

/// Those that are the parts of an entry, one each.
fn singles<'t>(whole: &Told, others: impl Iterator<Item = (usize, &'t Told)>) -> Option<Vec<usize>> {
    let mut left: Vec<_> = whole.parts().iter().collect();
    let mut found = Vec::new();
    for (place, told) in others {
        if let [part] = told.parts()
            && let Some(at) = left.iter().position(|wanted| *wanted == part)
        {
            left.swap_remove(at);
            found.push(place);
        }
    }
    left.is_empty().then_some(found)
}
