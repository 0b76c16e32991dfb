//! All that is open in a currency, found by whatever money may say of it.

use super::{
    Named, Owing, Party, Payers,
    written::{Written, as_written},
};
use crate::{
    kernel::minor::Minor,
    receivables::{fingerprint::NormalisedNumber, reference::Reference},
};
use std::collections::{BTreeSet, HashMap};

/// All that is open in a currency.
#[derive(Debug, Default)]
pub struct OpenBook {
    all: Vec<Owing>,
    by_reference: HashMap<Reference, usize>,
    by_number: HashMap<NormalisedNumber, Vec<usize>>,
    /// Numbers as they stand within words.
    by_written: HashMap<String, Vec<usize>>,
    /// How many letters those have.
    lengths: BTreeSet<usize>,
    by_amount: HashMap<Minor, Vec<usize>>,
    by_party: HashMap<Party, Vec<usize>>,
}

impl OpenBook {
    /// What is due first comes first.
    pub fn of(mut all: Vec<Owing>) -> Self {
        all.sort_by_key(|owing| (owing.due_on, owing.id));
        let mut book = Self::default();
        for (place, owing) in all.iter().enumerate() {
            book.by_reference.insert(owing.reference.clone(), place);
            book.by_number.entry(owing.number.normalised()).or_default().push(place);
            if let Some(written) = as_written(&owing.number) {
                book.lengths.insert(written.chars().count());
                book.by_written.entry(written).or_default().push(place);
            }
            let nets = owing.discount.iter().flat_map(|discount| &discount.steps).map(|(_, amount)| owing.open - *amount);
            for amount in nets.chain([owing.open]).collect::<BTreeSet<_>>() {
                book.by_amount.entry(amount).or_default().push(place);
            }
            for party in owing.parties() {
                book.by_party.entry(party).or_default().push(place);
            }
        }
        book.all = all;
        book
    }

    /// All of it, what is due first before.
    pub fn all(&self) -> &[Owing] {
        &self.all
    }

    fn at<'a>(&'a self, places: Option<&'a Vec<usize>>) -> impl Iterator<Item = &'a Owing> {
        places.into_iter().flatten().filter_map(|place| self.all.get(*place))
    }

    /// What is named by these references, and by the numbers in a text, each once.
    pub fn named(&self, references: &[Reference], written: &Written) -> Named {
        let quoted: BTreeSet<usize> = references.iter().filter_map(|reference| self.by_reference.get(reference)).copied().collect();
        let whole = written.pieces().filter_map(|number| self.by_number.get(number));
        let whole: BTreeSet<usize> = whole.flatten().copied().collect();
        let within = written.within(&self.lengths).filter_map(|within| self.by_written.get(within)).flatten();
        let within: BTreeSet<usize> = within.copied().filter(|place| !whole.contains(place)).collect();
        let in_words = within.iter().filter(|place| !quoted.contains(place)).filter_map(|place| self.all.get(*place));
        let within_words = in_words.map(|owing| owing.id).collect();
        let numbered = whole.into_iter().chain(within).collect();
        let get = |places: BTreeSet<usize>| places.into_iter().filter_map(|place| self.all.get(place)).cloned().collect();
        Named { by_reference: get(quoted), by_number: get(numbered), within_words, closed: Vec::new() }
    }

    /// What is open of those who may have paid, what is due first before.
    pub(super) fn of_payers(&self, payers: &Payers) -> Vec<(Party, Vec<&Owing>)> {
        payers.all().into_iter().map(|party| (party, self.at(self.by_party.get(&party)).collect())).collect()
    }

    /// Those of which exactly this is open, or would be less a cash discount.
    pub(super) fn of_amount(&self, amount: Minor) -> impl Iterator<Item = &Owing> {
        self.at(self.by_amount.get(&amount))
    }
}
