//! The ledger in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    kernel::{
        chain::{Backlog, Head, Links, Sealed, Seals, Stored},
        commit::CommitError,
        unavailable::Unavailable,
    },
    ledger::{
        Record,
        changes::{Change, REVERSED},
        ports::{AccountFilter, AccountLine, Balance, Found, Journal, Known, LedgerChecks, LineId, OddBalance, Total},
    },
};
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use sooner_domain::kernel::calendar::LAST_DAY;
use sooner_domain::{
    kernel::{coded::Coded, ids::ReceivableId, minor::Minor},
    ledger::{
        account::{Account, AccountKind, OwnerKind},
        entry::{Entry, EntryId, Event, Posting},
    },
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};
use uuid::Uuid;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    /// In the order in which they were booked.
    records: Vec<Record>,
    /// The last number of what is known by a moment.
    horizons: BTreeMap<DateTime<Utc>, i64>,
}

impl Rows {
    fn find(&self, id: EntryId) -> Option<&Record> {
        self.records.iter().find(|record| record.entry.booking().id == id)
    }

    /// All that was booked, in its order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.records.iter().map(|record| &record.entry)
    }

    fn reversal_of(&self, id: EntryId) -> Option<EntryId> {
        self.records.iter().find(|record| record.entry.reverses() == Some(id)).map(|record| record.entry.booking().id)
    }

    pub(crate) fn has(&self, id: EntryId) -> bool {
        self.records.iter().any(|record| record.entry.booking().id == id)
    }

    pub(crate) fn is_reversed(&self, id: EntryId) -> bool {
        self.reversal_of(id).is_some()
    }

    /// The house's accounts hold what is sealed, the others all there is.
    fn balances(&self) -> HashMap<Account, Minor> {
        let mut balances: HashMap<Account, Minor> = HashMap::new();
        for record in &self.records {
            let counts = |posting: &&Posting| record.seal.is_some() || posting.account.kind().owner() != OwnerKind::House;
            for Posting { account, amount, .. } in record.entry.postings().iter().filter(counts) {
                *balances.entry(*account).or_default() += *amount;
            }
        }
        balances
    }

    /// What the entries dated on this day or earlier add up to.
    fn held_on(&self, on: NaiveDate) -> HashMap<Account, Minor> {
        let mut held: HashMap<Account, Minor> = HashMap::new();
        for record in self.records.iter().filter(|record| record.entry.booking().on <= on) {
            for Posting { account, amount, .. } in record.entry.postings() {
                *held.entry(*account).or_default() += *amount;
            }
        }
        held
    }

    fn book(&mut self, entry: Entry) -> Result<(), CommitError> {
        if self.find(entry.booking().id).is_some() {
            return Err(refused("is there already"));
        }
        if let Some(reversed) = entry.reverses() {
            if self.reversal_of(reversed).is_some() {
                return Err(CommitError::Taken(REVERSED));
            }
            let is_exact = self.find(reversed).is_some_and(|record| record.entry.reversal(*entry.booking()) == entry);
            if !is_exact {
                return Err(refused("takes back something else"));
            }
        }
        self.records.push(Record { entry, seal: None });
        Ok(())
    }

    /// What must hold once all entries of a commit are booked, in whatever order they were.
    fn holds(&self) -> Result<(), CommitError> {
        // Others took of it what was read: it is read anew.
        let is_enough = |(account, balance): (&Account, &Minor)| match account.kind() {
            AccountKind::SellersOwe | AccountKind::ReceivablesPurchased | AccountKind::DebtorsOwe => !balance.is_negative(),
            AccountKind::SellersPayable | AccountKind::DebtorCredits => !balance.is_positive(),
            AccountKind::Reserves | AccountKind::UnearnedDiscount => !balance.is_positive(),
            _ => true,
        };
        let shares_are_enough = self.shares().values().all(|held| !held.is_negative());
        if self.balances().iter().all(is_enough) && shares_are_enough { Ok(()) } else { Err(CommitError::Stale) }
    }

    /// What the bank charged and did not give back, be it sealed or not.
    fn charges(&self) -> HashMap<Account, Minor> {
        self.held_on(LAST_DAY).into_iter().filter(|(account, _)| account.kind() == AccountKind::BankCharges).collect()
    }

    /// What companies are owed and owe for each receivable, in what the account is there to hold.
    fn shares(&self) -> HashMap<(Account, Option<ReceivableId>), Minor> {
        let mut shares: HashMap<_, Minor> = HashMap::new();
        for posting in self.records.iter().flat_map(|record| record.entry.postings()) {
            if posting.account.kind().owner() == OwnerKind::Company {
                let held = if posting.account.kind().is_debit() { posting.amount } else { -posting.amount };
                *shares.entry((posting.account, posting.receivable)).or_default() += held;
            }
        }
        shares
    }

    fn fix(&mut self, moment: DateTime<Utc>) -> Known {
        self.seal(0, usize::MAX);
        let last_number = self.records.iter().filter_map(Record::number).max().unwrap_or(0);
        self.horizons.insert(moment, last_number);
        Known { moment, last_number }
    }

    /// What arrived after this, up to `most`, gets its places.
    fn seal(&mut self, after: i64, most: usize) -> Sealed {
        let last = self.records.iter().filter_map(|record| record.seal).max_by_key(|seal| seal.number);
        let mut head = last.map_or(Head::BEGINNING, Head::from);
        let arrived = (1..).zip(&mut self.records).skip_while(|(arrival, _)| *arrival <= after);
        let mut unsealed = arrived.filter(|(_, record)| record.seal.is_none());
        let mut done = Sealed::default();
        for (arrival, record) in unsealed.by_ref().take(most) {
            let seal = head.followed_by(record);
            record.seal = Some(seal);
            head = seal.into();
            done = Sealed { sealed: done.sealed + 1, last: Some(arrival) };
        }
        if unsealed.next().is_some() { done } else { Sealed { last: None, ..done } }
    }
}

fn refused(why: &str) -> CommitError {
    Unavailable::Failed(format!("an entry of the ledger {why}")).into()
}

fn most_of<T>(mut found: Vec<T>, most: i64) -> Vec<T> {
    found.truncate(usize::try_from(most).unwrap_or(0));
    found
}

/// By the codes, as a store sorts them.
fn key(account: &Account) -> (&'static str, &'static str, Option<Uuid>) {
    (account.kind().code(), account.currency().code(), account.owner().id())
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        match self {
            Self::Booked(entries) => {
                let before = state.ledger.charges();
                entries.into_iter().try_for_each(|entry| state.ledger.book(entry))?;
                let charges = state.ledger.charges();
                let are_less =
                    |(of, charged): (&Account, &Minor)| charged.is_negative() && before.get(of).is_none_or(|before| charged < before);
                if charges.iter().any(are_less) {
                    return Err(CommitError::Stale);
                }
                state.ledger.holds()
            }
        }
    }
}

/// Keeps the contracts of the ledger.
pub(crate) struct InMemoryLedger(pub(crate) Arc<Memory>);

#[async_trait]
impl Links<Record> for InMemoryLedger {
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored<Record>>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let mut behind: Vec<_> = state.records.iter().filter(|record| record.number() > Some(after)).cloned().collect();
        behind.sort_by_key(Record::number);
        Ok(most_of(behind, most).into_iter().map(Box::new).map(Stored::Record).collect())
    }
}

#[async_trait]
impl Seals for InMemoryLedger {
    fn name(&self) -> &'static str {
        "ledger"
    }

    async fn waiting(&self) -> Result<Backlog, Unavailable> {
        let state = &self.0.call().await.ledger;
        let unsealed = || state.records.iter().filter(|record| record.seal.is_none());
        Ok(Backlog { count: unsealed().count() as u64, since: unsealed().map(|record| record.entry.booking().booked_at).min() })
    }

    async fn seal(&self, after: i64, most: i64) -> Result<Sealed, Unavailable> {
        Ok(self.0.call().await.ledger.seal(after, usize::try_from(most).unwrap_or(0)))
    }
}

#[async_trait]
impl Journal for InMemoryLedger {
    async fn entry(&self, id: EntryId) -> Result<Option<Record>, Unavailable> {
        Ok(self.0.call().await.ledger.find(id).cloned())
    }

    async fn reversal_of(&self, id: EntryId) -> Result<Option<EntryId>, Unavailable> {
        Ok(self.0.call().await.ledger.reversal_of(id))
    }

    async fn reversed(&self, ids: Vec<EntryId>) -> Result<BTreeSet<EntryId>, Unavailable> {
        let ledger = &self.0.call().await.ledger;
        Ok(ids.into_iter().filter(|id| ledger.reversal_of(*id).is_some()).collect())
    }

    async fn about(&self, thing: Uuid, before: Option<EntryId>, most: i64) -> Result<Vec<Record>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let is_wanted = |record: &&Record| {
            let booking = record.entry.booking();
            (booking.subject == thing || booking.cause == Some(thing)) && before.is_none_or(|before| booking.id < before)
        };
        let mut found: Vec<_> = state.records.iter().filter(is_wanted).cloned().collect();
        found.sort_by_key(|record| Reverse(record.entry.booking().id));
        Ok(most_of(found, most))
    }

    async fn of_event(&self, event: Event, things: Vec<Uuid>) -> Result<Vec<Record>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let is_wanted = |record: &&Record| {
            let booking = record.entry.booking();
            booking.event == event && (things.contains(&booking.subject) || booking.cause.is_some_and(|cause| things.contains(&cause)))
        };
        let mut found: Vec<_> = state.records.iter().filter(is_wanted).cloned().collect();
        found.sort_by_key(|record| record.entry.booking().id);
        Ok(found)
    }

    async fn by_hand(&self, days: Vec<NaiveDate>) -> Result<Vec<Record>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let is_wanted = |record: &&Record| record.entry.booking().is_by_hand() && days.contains(&record.entry.booking().on);
        let mut found: Vec<_> = state.records.iter().filter(is_wanted).cloned().collect();
        found.sort_by_key(|record| record.entry.booking().id);
        Ok(found)
    }

    async fn taken_from(
        &self,
        account: Account,
        (from, to): (NaiveDate, NaiveDate),
        amounts: Vec<Minor>,
        most: i64,
    ) -> Result<Vec<Record>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let is_reversed = |id: EntryId| state.records.iter().any(|record| record.entry.reverses() == Some(id));
        let is_wanted = |record: &&Record| {
            let (entry, on) = (&record.entry, record.entry.booking().on);
            let stands = entry.reverses().is_none() && !is_reversed(entry.booking().id);
            let is_of_size = |amount: Minor| amount.is_negative() && (amounts.is_empty() || amounts.contains(&amount));
            let takes = entry.postings().iter().any(|posting| posting.account == account && is_of_size(posting.amount));
            takes && (from..=to).contains(&on) && stands
        };
        let mut found: Vec<_> = state.records.iter().filter(is_wanted).cloned().collect();
        found.sort_by_key(|record| record.entry.booking().id);
        found.truncate(usize::try_from(most).unwrap_or(0));
        Ok(found)
    }

    async fn balance(&self, account: Account) -> Result<Minor, Unavailable> {
        Ok(self.0.call().await.ledger.balances().get(&account).copied().unwrap_or_default())
    }

    async fn balances(&self, accounts: Vec<Account>) -> Result<Vec<Minor>, Unavailable> {
        let balances = self.0.call().await.ledger.balances();
        Ok(accounts.iter().map(|account| balances.get(account).copied().unwrap_or_default()).collect())
    }

    async fn by_receivable(&self, account: Account) -> Result<Vec<(ReceivableId, Minor)>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let mut sums = BTreeMap::<_, Minor>::new();
        for posting in state.records.iter().flat_map(|record| record.entry.postings()).filter(|posting| posting.account == account) {
            if let Some(receivable) = posting.receivable {
                *sums.entry(receivable).or_default() += posting.amount;
            }
        }
        Ok(sums.into_iter().filter(|(_, amount)| !amount.is_zero()).collect())
    }

    async fn shares(&self, of: Vec<(Account, ReceivableId)>) -> Result<Vec<((Account, ReceivableId), Minor)>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let mut sums = BTreeMap::<_, Minor>::new();
        for posting in state.records.iter().flat_map(|record| record.entry.postings()) {
            let share = posting.receivable.map(|receivable| (posting.account, receivable));
            if let Some(share) = share.filter(|share| of.contains(share)) {
                *sums.entry(share).or_default() += posting.amount;
            }
        }
        Ok(sums.into_iter().filter(|(_, amount)| !amount.is_zero()).collect())
    }

    async fn balance_on(&self, account: Account, on: NaiveDate) -> Result<Minor, Unavailable> {
        Ok(self.0.call().await.ledger.held_on(on).get(&account).copied().unwrap_or_default())
    }

    async fn lines(
        &self,
        account: Account,
        on: Option<NaiveDate>,
        before: Option<LineId>,
        most: i64,
    ) -> Result<Vec<AccountLine>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let mut found = Vec::new();
        for record in state.records.iter().filter(|record| on.is_none_or(|on| record.entry.booking().on <= on)) {
            let postings = (1..).zip(record.entry.postings()).filter(|(_, posting)| posting.account == account);
            found.extend(postings.map(|(line, posting)| AccountLine {
                booking: *record.entry.booking(),
                reverses: record.entry.reverses(),
                number: record.number(),
                line,
                posting: *posting,
            }));
        }
        found.retain(|line| before.is_none_or(|before| line.id() < before));
        found.sort_by_key(|line| Reverse(line.id()));
        Ok(most_of(found, most))
    }

    async fn accounts(&self, filter: AccountFilter, after: Option<Account>, most: i64) -> Result<Vec<Balance>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let balances = filter.on.map_or_else(|| state.balances(), |on| state.held_on(on)).into_iter();
        let is_wanted = |Balance { account, amount }: &Balance| {
            filter.kind.is_none_or(|kind| account.kind() == kind)
                && !(filter.holds_something && amount.is_zero())
                && after.is_none_or(|after| key(account) > key(&after))
        };
        let mut found: Vec<_> = balances.map(|(account, amount)| Balance { account, amount }).filter(is_wanted).collect();
        found.sort_by_key(|balance| key(&balance.account));
        Ok(most_of(found, most))
    }

    async fn known_by(&self, moment: DateTime<Utc>) -> Result<Known, Unavailable> {
        let mut state = self.0.call().await;
        let state = &mut state.ledger;
        let fixed = state.horizons.range(moment..).next().map(|(_, number)| *number);
        Ok(fixed.map_or_else(|| state.fix(moment), |last_number| Known { moment, last_number }))
    }

    async fn known_now(&self, now: DateTime<Utc>) -> Result<Known, Unavailable> {
        let mut state = self.0.call().await;
        let state = &mut state.ledger;
        let last = state.horizons.keys().next_back().map(|last| *last + TimeDelta::microseconds(1));
        Ok(state.fix(last.map_or(now, |last| last.max(now))))
    }

    async fn totals(&self, on: Option<NaiveDate>, known: Known) -> Result<Vec<Total>, Unavailable> {
        let Known { moment: known, last_number } = known;
        let state = &self.0.call().await.ledger;
        let counts = |record: &&Record| {
            let booking = record.entry.booking();
            let is_known = booking.booked_at <= known && record.number().is_some_and(|number| number <= last_number);
            is_known && on.is_none_or(|on| booking.on <= on)
        };
        let mut totals: HashMap<_, Minor> = HashMap::new();
        for Posting { account, amount, .. } in state.records.iter().filter(counts).flat_map(|record| record.entry.postings()) {
            *totals.entry((account.kind(), account.currency())).or_default() += *amount;
        }
        let mut totals: Vec<_> = totals.into_iter().map(|((kind, currency), amount)| Total { kind, currency, amount }).collect();
        totals.sort_by_key(|total| (total.kind.code(), total.currency.code()));
        Ok(totals)
    }
}

/// Nobody lays a hand on what is in memory.
#[async_trait]
impl LedgerChecks for InMemoryLedger {
    async fn found_at(&self, number: i64) -> Result<Option<Found>, Unavailable> {
        let state = &self.0.call().await.ledger;
        let found = state.records.iter().find(|record| record.number() == Some(number));
        Ok(found.map(|record| {
            let lines = i64::try_from(record.entry.postings().len()).unwrap_or_default();
            Found { entry: Some(record.entry.booking().id), lines, found: (1..=lines).collect(), unbalanced_in: None }
        }))
    }

    async fn stray_posting(&self) -> Result<Option<(Uuid, i64)>, Unavailable> {
        Ok(None)
    }

    async fn odd_balance(&self) -> Result<Option<OddBalance>, Unavailable> {
        Ok(None)
    }

    async fn odd_share(&self) -> Result<Option<(ReceivableId, OddBalance)>, Unavailable> {
        // As for balances: they are added up when they are asked for.
        Ok(None)
    }

    async fn odd_reversal(&self) -> Result<Option<EntryId>, Unavailable> {
        Ok(None)
    }
}
