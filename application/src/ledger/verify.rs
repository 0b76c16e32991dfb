//! Checking the ledger: nothing in it was changed, left out or slipped in.

use super::{
    LedgerAudit,
    ports::{Found, OddBalance},
};
use crate::kernel::{
    chain::{self, Backlog, Chain, Hash, Stored},
    unavailable::Unavailable,
};
use sooner_domain::{kernel::ids::ReceivableId, ledger::entry::EntryId};
use uuid::Uuid;

/// What checking found.
#[derive(Debug, Clone, PartialEq)]
pub struct Proof {
    /// The chain of the entries.
    pub chain: Chain,
    /// The first that does not fit; none when all does.
    pub flaw: Option<Flaw>,
    /// What is committed and has no place in the chain yet.
    pub waiting: Backlog,
}

/// What does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Flaw {
    /// No entry has this number, and a later one is there.
    NumberMissing {
        number: i64,
    },
    /// The entry says that it has this posting.
    PostingMissing {
        number: i64,
        line: i64,
    },
    /// The entry says that it has fewer.
    PostingTooMany {
        number: i64,
        line: i64,
    },
    Unbalanced {
        number: i64,
        currency: String,
    },
    /// It holds what no release writes.
    Unreadable {
        number: i64,
    },
    /// It is not what was sealed, or was put where another one stood.
    Altered {
        number: i64,
        entry: EntryId,
    },
    /// Its entry is not there.
    StrayPosting {
        entry: Uuid,
        line: i64,
    },
    Balance(OddBalance),
    /// What a company is owed, or owes, for this receivable.
    Share {
        receivable: ReceivableId,
        of: OddBalance,
    },
    /// It reverses another entry, and does not mirror it.
    Reversal {
        entry: EntryId,
    },
}

impl LedgerAudit {
    /// Checks everything: that numbers have no gaps, that entries are what was sealed and add up, that each posting has its
    /// entry and each balance its postings, and that what reverses an entry mirrors it; and whether a head noted earlier is still in the chain.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn verify(&self, noted: Option<Hash>) -> Result<Proof, Unavailable> {
        let chain = chain::verify(self.journal.as_ref(), noted).await?;
        let flaw = match chain.broken_at {
            Some(number) => Some(self.flaw_at(number).await?),
            None => self.flaw_beside().await?,
        };
        Ok(Proof { chain, flaw, waiting: self.seals.waiting().await? })
    }

    async fn flaw_at(&self, number: i64) -> Result<Flaw, Unavailable> {
        let Some(found) = self.checks.found_at(number).await? else { return Ok(Flaw::NumberMissing { number }) };
        let stored = self.journal.chain(number - 1, 1).await?.pop();
        let readable = if let Some(Stored::Record(record)) = stored { Some(record.entry.booking().id) } else { None };
        Ok(flaw_of(number, &found, readable))
    }

    async fn flaw_beside(&self) -> Result<Option<Flaw>, Unavailable> {
        if let Some((entry, line)) = self.checks.stray_posting().await? {
            return Ok(Some(Flaw::StrayPosting { entry, line }));
        }
        if let Some(odd) = self.checks.odd_balance().await? {
            return Ok(Some(Flaw::Balance(odd)));
        }
        if let Some((receivable, of)) = self.checks.odd_share().await? {
            return Ok(Some(Flaw::Share { receivable, of }));
        }
        Ok(self.checks.odd_reversal().await?.map(|entry| Flaw::Reversal { entry }))
    }
}

fn flaw_of(number: i64, found: &Found, readable: Option<EntryId>) -> Flaw {
    let expected = 1..=found.lines;
    if let Some(line) = found.found.iter().copied().find(|line| !expected.contains(line)) {
        return Flaw::PostingTooMany { number, line };
    }
    if let Some(line) = expected.clone().find(|line| !found.found.contains(line)) {
        return Flaw::PostingMissing { number, line };
    }
    match (&found.unbalanced_in, readable) {
        (Some(currency), _) => Flaw::Unbalanced { number, currency: currency.clone() },
        (None, Some(entry)) => Flaw::Altered { number, entry },
        (None, None) => Flaw::Unreadable { number },
    }
}
