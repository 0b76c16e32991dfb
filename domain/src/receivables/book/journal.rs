//! What the entries of one receivable come to, for tests.

use super::*;
use crate::{kernel::coded::Coded, ledger::account::AccountKind};
use std::collections::BTreeMap;

/// The balances of one receivable's accounts by kind, debit positive.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Balances(BTreeMap<AccountKind, Minor>);

impl Balances {
    pub(super) fn of(posted: &[Posted]) -> Self {
        let mut balances = Self::default();
        posted.iter().for_each(|posted| balances.add(posted));
        balances
    }

    pub(super) fn add(&mut self, posted: &Posted) {
        for posting in posted.draft.postings() {
            *self.0.entry(posting.account.kind()).or_default() += posting.amount;
        }
    }

    pub(super) fn take_back(&mut self, posted: &Posted) {
        for posting in posted.draft.postings() {
            *self.0.entry(posting.account.kind()).or_default() -= posting.amount;
        }
    }

    pub(super) fn get(&self, kind: AccountKind) -> i64 {
        self.0.get(&kind).map_or(0, |amount| amount.get())
    }

    /// What the seller gets, less what it owes.
    pub(super) fn seller(&self) -> i64 {
        -self.get(AccountKind::SellersPayable) - self.get(AccountKind::SellersOwe)
    }

    /// Those that are not nothing.
    pub(super) fn some(&self) -> Vec<(&'static str, i64)> {
        self.0.iter().filter(|(_, amount)| !amount.is_zero()).map(|(kind, amount)| (kind.code(), amount.get())).collect()
    }
}

/// Each entry as a line: event, day, postings.
pub(super) fn lines(posted: &[Posted]) -> Vec<String> {
    let side = |posting: &crate::ledger::entry::Posting| format!("{} {}", posting.account.kind().code(), posting.amount.get());
    let line = |posted: &Posted| {
        let postings: Vec<_> = posted.draft.postings().iter().map(side).collect();
        format!("{} {}: {}", posted.on.format("%m-%d"), posted.event.code(), postings.join(", "))
    };
    posted.iter().map(line).collect()
}
