//! Payouts and receipts in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use crate::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::{
        bank::{BankFile, BatchRecord, BatchSum, Batched, FileWritten},
        changes::Change,
        differences::{ClosingDay, OddEntry, Outstanding, Unread},
        ports::{
            BankAnswers, BankFiles, HeldLines, PaidFrom, PayoutFilter, PayoutOrder, Payouts, ReceiptCare, ReceiptRecords, Receipts,
            RememberedPayers, Statements,
        },
        statements::{AccountDay, BankAccountOf, DayTold, FoundStatement, HeldLine, LineRecord, Proof, StatementRecord},
    },
};
use async_trait::async_trait;
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        canonical::Digest,
        ids::{DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::EntryId,
    onboarding::bank_account::Iban,
    payments::{
        answer::Answered,
        care::Care,
        payout::{BatchId, Payee, Payout, PayoutId, Purpose},
        receipt::{Allocation, AllocationId, Explained, Receipt, ReceiptId, Target},
        remembered::{Remembered, RememberedId},
        statement::{
            HeldDecision, HeldReason, LineId, LineOutcome, StatementId,
            told::{Piece, Stretch},
        },
    },
};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, btree_map::Entry},
    sync::Arc,
};
use uuid::Uuid;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    pub(crate) payouts: BTreeMap<PayoutId, Payout>,
    pub(crate) receipts: BTreeMap<ReceiptId, Explained>,
    /// In the order of their numbers.
    pub(crate) batches: Vec<BatchId>,
    pub(crate) bank_files: BTreeMap<(BatchId, &'static str), BankFile>,
    /// By payout: the account it was to go to, and what the bank answered.
    pub(crate) answers: BTreeMap<PayoutId, (Option<Iban>, Answered)>,
    pub(crate) statements: BTreeMap<StatementId, StatementRecord>,
    pub(crate) lines: BTreeMap<LineId, LineRecord>,
    pub(crate) remembered: BTreeMap<RememberedId, Remembered>,
    pub(crate) care: HashMap<ReceiptId, Care>,
    pub(crate) held: BTreeMap<LineId, HeldLine>,
    pub(crate) days: BTreeMap<(StatementId, NaiveDate), DayTold>,
    /// How often something of an account was written that was weighed.
    pub(crate) moves: BTreeMap<BankAccountOf, i64>,
    /// By entry: the line of which a person said that it books it.
    pub(crate) told: BTreeMap<EntryId, LineId>,
    pub(crate) together: BTreeMap<ReceiptId, LineId>,
}

impl Rows {
    /// Whether a statement tells of a receipt, by itself or with others.
    fn is_on_statement(&self, id: ReceiptId) -> bool {
        self.together.contains_key(&id) || self.lines.values().any(|line| line.id.0 == id.0 || line.about == Some(id.0))
    }

    /// Whether another line tells of this entry.
    fn is_told(&self, entry: EntryId, of: LineId) -> bool {
        let tells = |line: &LineRecord| line.id != of && line.outcome != LineOutcome::Open && line.about == Some(entry.0);
        self.lines.values().any(tells) || self.told.get(&entry).is_some_and(|line| *line != of)
    }

    /// What of a statement's difference no person entered or named.
    fn unread(&self, record: &StatementRecord) -> Unread {
        let of_statement = || self.held.values().filter(|held| (held.statement, held.why) == (record.id, HeldReason::Unreadable));
        let entered = |held: &HeldLine| self.lines.values().find(|line| (line.statement, line.place) == (held.statement, held.place));
        let known = |held: &HeldLine| {
            let known = held.decided.as_ref().map_or(held.perhaps, |decided| decided.known_as);
            self.lines.get(&known?)
        };
        let closed_on = record.closing.filter(|_| record.excludes_later).map(|closing| closing.on);
        let is_held = |line: &&LineRecord| closed_on.is_none_or(|on| line.line.booked_on <= on);
        let settled = of_statement().filter_map(|held| known(held).or_else(|| entered(held))).filter(is_held);
        let settled: Minor = settled.map(|record| record.line.amount).sum();
        let closing = record.closing.map(|closing| ClosingDay { on: closing.on, excludes_later: record.excludes_later });
        let odd: Vec<_> = of_statement().filter_map(|held| OddEntry::of_held(held, closing)).collect();
        let elsewhere = of_statement().filter(|held| held.perhaps.is_some_and(|perhaps| self.held.contains_key(&perhaps)));
        let elsewhere: Minor = elsewhere.filter_map(|held| OddEntry::told_elsewhere(held, closing)).sum();
        Unread::of(record.differs - settled - elsewhere, &odd)
    }

    fn is_of(&self, statement: StatementId, account: &BankAccountOf) -> bool {
        let record = self.statements.get(&statement);
        record.is_some_and(|record| (&record.account, record.currency) == (&account.account, account.currency))
    }

    /// `Outstanding::on_another`, of a line that is no money of another one.
    fn on_another(&self, record: &StatementRecord, line: &LineRecord) -> Vec<Outstanding> {
        let (Some(opening), Some(closing)) = (record.opening, record.closing) else { return Vec::new() };
        let (booked_on, about) = (line.line.booked_on, line.about.filter(|about| *about != line.id.0));
        let goes_on = |other: &StatementRecord| {
            (&other.account, other.currency, other.closing) == (&record.account, record.currency, Some(opening)) && other.id != record.id
        };
        let is_behind =
            booked_on < opening.on || (booked_on == opening.on && closing.on > opening.on && self.statements.values().any(goes_on));
        let is_own = !about.is_some_and(|about| self.lines.contains_key(&LineId(about)));
        let is_open = line.outcome == LineOutcome::Open;
        let found = (is_behind && is_own).then(|| Outstanding::on_another(booked_on, opening, is_open, line.line.amount));
        found.into_iter().flatten().collect()
    }

    /// Lines that wait for a decision.
    fn waiting(&self) -> impl Iterator<Item = &HeldLine> {
        self.held.values().filter(|held| held.decided.is_none())
    }
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        let rows = &mut state.payments;
        match self {
            Self::ReceiptNoted(note) => rows.care.entry(note.receipt).or_default().notes.push(*note),
            Self::ReceiptOwned { receipt, owner, seen } => {
                let care = rows.care.entry(receipt).or_default();
                if care.owner != seen {
                    return Err(CommitError::Stale);
                }
                care.owner = owner;
            }
            Self::DebtorReplaced { before, after, by, at } => {
                let all: Vec<_> = rows.remembered.values().cloned().collect();
                let is_known = |own: &Remembered| {
                    let same = |kept: &Remembered| (kept.debtor, kept.mark, &kept.value) == (after, own.mark, &own.value);
                    all.iter().any(|kept| kept.holds() && same(kept))
                };
                for own in rows.remembered.values_mut().filter(|kept| kept.debtor == before) {
                    if own.holds() && is_known(own) {
                        own.forgotten = Some((by, at));
                    }
                    own.debtor = after;
                }
            }
            Self::PayerRemembered(mut payer) => {
                payer.debtor = state.parties.debtor_now(payer.debtor);
                let same = |kept: &Remembered| (kept.debtor, kept.mark, &kept.value) == (payer.debtor, payer.mark, &payer.value);
                if !rows.remembered.values().any(|kept| kept.holds() && same(kept)) {
                    rows.remembered.insert(payer.id, *payer);
                }
            }
            Self::PayerForgotten { id, by, at } => {
                let kept = rows.remembered.get_mut(&id).filter(|kept| kept.holds()).ok_or(CommitError::Stale)?;
                kept.forgotten = Some((by, at));
            }
            Self::PayoutAdded(payout) => {
                rows.payouts.insert(payout.id, *payout);
            }
            Self::PayoutChanged { payout, seen } => {
                let stored = rows.payouts.get_mut(&payout.id).filter(|stored| stored.status == seen);
                *stored.ok_or(CommitError::Stale)? = *payout;
            }
            Self::BatchMade(batch) => rows.batches.push(batch),
            Self::BankFileWritten(file) => match rows.bank_files.entry((file.batch, file.currency.code())) {
                Entry::Vacant(place) => {
                    place.insert(*file);
                }
                Entry::Occupied(_) => return Err(CommitError::Stale),
            },
            Self::ReceiptAdded(receipt) => {
                rows.receipts.insert(receipt.id, Explained { receipt: *receipt, allocations: Vec::new(), sent_back: Minor::ZERO });
            }
            Self::Allocated { allocation, left } => {
                let stored = rows.receipts.get_mut(&allocation.receipt).filter(|stored| stored.left() == left);
                stored.ok_or(CommitError::Stale)?.allocations.push(allocation);
            }
            Self::AllocationUndone(undone) => {
                let stored = rows.receipts.get_mut(&undone.receipt).ok_or(CommitError::Stale)?;
                let part = stored.allocations.iter_mut().find(|part| part.id == undone.id && part.undone_at.is_none());
                *part.ok_or(CommitError::Stale)? = undone;
            }
            Self::SentBack { receipt, amount, seen } => {
                let stored = rows.receipts.get_mut(&receipt).filter(|stored| stored.sent_back == seen);
                stored.ok_or(CommitError::Stale)?.sent_back += amount;
            }
            Self::BankAnswered { payout, iban, answered } => {
                rows.answers.insert(payout, (iban, answered));
            }
            Self::StatementAdded(record) => {
                let is_there = |other: &StatementRecord| (other.sha256, other.place) == (record.sha256, record.place);
                if rows.statements.values().any(is_there) {
                    return Err(CommitError::Stale);
                }
                rows.statements.insert(record.id, *record);
            }
            Self::StatementTaken { id, taken } => {
                let stored = rows.statements.get_mut(&id).filter(|stored| stored.taken < taken);
                stored.into_iter().for_each(|stored| stored.taken = taken);
            }
            Self::LaterLeftOut(id) => {
                let stored = rows.statements.get_mut(&id).filter(|stored| !stored.excludes_later);
                stored.into_iter().for_each(|stored| {
                    stored.excludes_later = true;
                    stored.differs += stored.later;
                });
            }
            Self::AccountMoved { account, seen } => {
                let moves = rows.moves.entry(account).or_default();
                if *moves != seen {
                    return Err(CommitError::Stale);
                }
                *moves += 1;
            }
            Self::DayTold { told, joined } => {
                let of_day = rows.days.values_mut().filter(|other| other.on == told.on && joined.contains(&other.stretch.id));
                of_day.for_each(|other| other.stretch = told.stretch);
                rows.days.entry((told.statement, told.on)).or_insert(told);
            }
            Self::LineHeld(held) => {
                if rows.held.values().any(|other| (other.statement, other.place) == (held.statement, held.place)) {
                    return Err(CommitError::Stale);
                }
                rows.held.insert(held.id, *held);
            }
            Self::HeldDecided { id, decided } => {
                let held = rows.held.get_mut(&id).filter(|held| held.decided.is_none());
                held.ok_or(CommitError::Stale)?.decided = Some(decided);
            }
            Self::HeldLikened { id, why, perhaps, was } => {
                let held = rows.held.get_mut(&id).filter(|held| held.decided.is_none()).ok_or(CommitError::Stale)?;
                (held.why, held.perhaps, held.was) = (why, Some(perhaps), was);
            }
            Self::HeldReopened { id, seen } => {
                let held = rows.held.get_mut(&id).filter(|held| held.decided.as_ref().is_some_and(|decided| decided.is == seen));
                held.ok_or(CommitError::Stale)?.decided = None;
            }
            Self::DayUntold { statement, on } => {
                let Some(untold) = rows.days.remove(&(statement, on)) else { return Ok(()) };
                for other in rows.days.values_mut().filter(|other| other.on == on && other.stretch.id == untold.stretch.id) {
                    other.stretch = Stretch { id: other.statement.0, opening: other.from, closing: other.to };
                }
            }
            Self::LineRemoved { id, seen } => {
                rows.lines.get(&id).filter(|line| line.outcome == seen).ok_or(CommitError::Stale)?;
                rows.lines.remove(&id);
            }
            Self::EntryUntold(entry) => {
                let tells = |line: &LineRecord| line.outcome != LineOutcome::Open && line.about == Some(entry.0);
                if rows.told.contains_key(&entry) || rows.lines.values().any(tells) {
                    return Err(CommitError::Stale);
                }
            }
            Self::LineAdded(record) => {
                let about = record.about.filter(|_| record.outcome == LineOutcome::Noted);
                let about = about.map(EntryId).filter(|about| state.ledger.has(*about));
                if about.is_some_and(|about| state.ledger.is_reversed(about) || rows.is_told(about, record.id)) {
                    return Err(CommitError::Stale);
                }
                if rows.lines.values().any(|other| other.line.key == record.line.key) {
                    return Err(CommitError::Stale);
                }
                rows.lines.insert(record.id, *record);
            }
            Self::LineSettled { id, seen, outcome, about, entries, receipts } => {
                let about_entry = about.filter(|_| outcome == LineOutcome::Noted).map(EntryId);
                let mut all = entries.iter().copied().chain(about_entry).filter(|entry| state.ledger.has(*entry));
                if all.any(|entry| state.ledger.is_reversed(entry) || rows.is_told(entry, id)) {
                    return Err(CommitError::Stale);
                }
                let named = rows.told.values().chain(rows.together.values()).any(|line| *line == id);
                let is_told = named || rows.lines.get(&id).is_some_and(|stored| stored.about.is_some());
                if seen == LineOutcome::Open && is_told {
                    return Err(CommitError::Stale);
                }
                rows.told.retain(|_, line| *line != id);
                rows.together.retain(|_, line| *line != id);
                let is_told = entries.iter().any(|entry| rows.told.contains_key(entry));
                if is_told || receipts.iter().any(|receipt| rows.together.contains_key(receipt)) {
                    return Err(CommitError::Stale);
                }
                let stored = rows.lines.get_mut(&id).filter(|stored| stored.outcome == seen).ok_or(CommitError::Stale)?;
                (stored.outcome, stored.about) = (outcome, about);
                rows.told.extend(entries.into_iter().map(|entry| (entry, id)));
                rows.together.extend(receipts.into_iter().map(|receipt| (receipt, id)));
            }
        }
        Ok(())
    }
}

/// Keeps the contracts of payments.
pub(crate) struct InMemoryPayments(pub(crate) Arc<Memory>);

fn is_wanted(payout: &Payout, filter: &PayoutFilter) -> bool {
    let PayoutFilter { status, company, companies, batch, about, advance_of, receipt, order: _ } = filter;
    let is_advance = |of: &Vec<ReceivableId>| payout.purpose == Purpose::Advance && payout.about().is_some_and(|about| of.contains(&about));
    let is_of = |wanted: ReceiptId| matches!(payout.payee, Payee::Payer { receipt, .. } if receipt == wanted);
    let of_batch = |batch| payout.release.as_ref().is_some_and(|release| release.batch == Some(batch));
    status.is_none_or(|status| payout.status == status)
        && company.is_none_or(|company| payout.company() == Some(company))
        && companies.as_ref().is_none_or(|companies| payout.company().is_some_and(|company| companies.contains(&company)))
        && batch.is_none_or(of_batch)
        && about.is_none_or(|about| payout.about() == Some(about))
        && advance_of.as_ref().is_none_or(is_advance)
        && receipt.is_none_or(is_of)
}

#[async_trait]
impl Payouts for InMemoryPayments {
    async fn by_id(&self, id: PayoutId) -> Result<Option<Payout>, Unavailable> {
        Ok(self.0.call().await.payments.payouts.get(&id).cloned())
    }

    async fn by_ids(&self, ids: Vec<PayoutId>) -> Result<Vec<Payout>, Unavailable> {
        Ok(self.0.call().await.payments.payouts.values().filter(|payout| ids.contains(&payout.id)).cloned().collect())
    }

    async fn page(&self, filter: PayoutFilter, after: Option<PayoutId>, most: i64) -> Result<Vec<Payout>, Unavailable> {
        let state = self.0.call().await;
        let mut wanted: Vec<_> = state.payments.payouts.values().filter(|payout| is_wanted(payout, &filter)).cloned().collect();
        match filter.order {
            PayoutOrder::OldestFirst => wanted.retain(|payout| after.is_none_or(|after| payout.id > after)),
            PayoutOrder::NewestFirst => {
                wanted.retain(|payout| after.is_none_or(|after| payout.id < after));
                wanted.reverse();
            }
        }
        wanted.truncate(usize::try_from(most).unwrap_or(0));
        Ok(wanted)
    }
}

#[async_trait]
impl ReceiptRecords for InMemoryPayments {
    async fn by_id(&self, id: ReceiptId) -> Result<Option<Explained>, Unavailable> {
        Ok(self.0.call().await.payments.receipts.get(&id).cloned())
    }

    async fn by_ids(&self, ids: Vec<ReceiptId>) -> Result<Vec<Explained>, Unavailable> {
        Ok(self.0.call().await.payments.receipts.values().filter(|found| ids.contains(&found.receipt.id)).cloned().collect())
    }

    async fn of_allocation(&self, id: AllocationId) -> Result<Option<Explained>, Unavailable> {
        let has = |receipt: &&Explained| receipt.allocations.iter().any(|part| part.id == id);
        Ok(self.0.call().await.payments.receipts.values().find(has).cloned())
    }

    async fn page(&self, which: Receipts, before: Option<ReceiptId>, most: i64) -> Result<Vec<Explained>, Unavailable> {
        let state = self.0.call().await;
        let is_wanted = |receipt: &&Explained| {
            before.is_none_or(|before| receipt.receipt.id < before) && (which == Receipts::All || receipt.left().is_positive())
        };
        let wanted = state.payments.receipts.values().rev().filter(is_wanted);
        Ok(wanted.take(usize::try_from(most).unwrap_or(0)).cloned().collect())
    }

    async fn by_hand(&self, currency: Currency, days: Vec<NaiveDate>, amounts: Vec<Minor>) -> Result<Vec<Explained>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let is_wanted = |found: &&Explained| {
            let receipt = &found.receipt;
            let is_of_amount = amounts.contains(&Minor::new(receipt.amount.amount_minor()));
            let is_told = receipt.amount.currency() == currency && days.contains(&receipt.booked_on) && is_of_amount;
            is_told && !rows.is_on_statement(receipt.id)
        };
        Ok(rows.receipts.values().filter(is_wanted).cloned().collect())
    }

    async fn entered_for(&self, receivables: Vec<ReceivableId>, (from, to): (NaiveDate, NaiveDate)) -> Result<Vec<Explained>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let pays = |part: &Allocation| matches!(part.target, Target::Receivable(id) if receivables.contains(&id));
        let is_wanted = |found: &&Explained| {
            (from..=to).contains(&found.receipt.booked_on) && found.standing().any(pays) && !rows.is_on_statement(found.receipt.id)
        };
        Ok(rows.receipts.values().filter(is_wanted).cloned().collect())
    }

    async fn of_amounts(
        &self,
        currency: Currency,
        amounts: Vec<Minor>,
        (from, to): (NaiveDate, NaiveDate),
        most: i64,
    ) -> Result<Vec<Explained>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let is_wanted = |found: &&Explained| {
            let Receipt { amount, booked_on, .. } = &found.receipt;
            let is_of_amount = amounts.contains(&Minor::new(amount.amount_minor()));
            amount.currency() == currency && is_of_amount && (from..=to).contains(booked_on)
        };
        let mut newest: Vec<_> =
            rows.receipts.values().rev().filter(is_wanted).take(usize::try_from(most).unwrap_or_default()).cloned().collect();
        newest.reverse();
        Ok(newest)
    }

    async fn of_size(
        &self,
        currency: Currency,
        (least, largest): (Minor, Minor),
        (from, to): (NaiveDate, NaiveDate),
        most: i64,
    ) -> Result<Vec<Explained>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let is_wanted = |found: &&Explained| {
            let Receipt { amount, booked_on, .. } = &found.receipt;
            let is_of_size = (least..=largest).contains(&Minor::new(amount.amount_minor()));
            amount.currency() == currency && is_of_size && (from..=to).contains(booked_on)
        };
        let mut found: Vec<_> = rows.receipts.values().filter(is_wanted).cloned().collect();
        found.sort_by_key(|found| (Reverse(found.receipt.amount.amount_minor()), found.receipt.id));
        found.truncate(usize::try_from(most).unwrap_or(0));
        Ok(found)
    }

    async fn between(&self, currency: Currency, (from, to): (NaiveDate, NaiveDate), most: i64) -> Result<Vec<Explained>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let is_wanted = |found: &&Explained| found.receipt.amount.currency() == currency && (from..=to).contains(&found.receipt.booked_on);
        let most = usize::try_from(most).unwrap_or_default();
        Ok(rows.receipts.values().rev().filter(is_wanted).take(most).cloned().collect())
    }

    async fn paid_from(&self, ibans: Vec<String>) -> Result<Vec<(String, ReceivableId)>, Unavailable> {
        let state = self.0.call().await;
        let paid = state.payments.receipts.values().rev().flat_map(|found| {
            let iban = found.receipt.payer.iban.as_ref().map(|iban| iban.as_str().to_owned()).filter(|iban| ibans.contains(iban));
            let paid = found.standing().filter_map(|part| if let Target::Receivable(id) = part.target { Some(id) } else { None });
            paid.filter_map(move |id| Some((iban.clone()?, id)))
        });
        Ok(paid.collect())
    }

    async fn paid_for(&self, debtor: DebtorId) -> Result<Vec<PaidFrom>, Unavailable> {
        let state = self.0.call().await;
        let is_owed =
            |id: ReceivableId| state.receivables.receivables.get(&id).is_some_and(|kept| kept.receivable.parts().debtor == Some(debtor));
        let is_for = |part: &&Allocation| matches!(part.target, Target::Receivable(id) if is_owed(id));
        let from = |found: &Explained| {
            let iban = found.receipt.payer.iban.as_ref().map(|iban| iban.as_str().to_owned());
            let parts = found.standing().filter(is_for).cloned().collect::<Vec<_>>().into_iter();
            parts.filter_map(move |part| Some(PaidFrom { iban: iban.clone()?, part: part.id, by: part.by, at: part.at }))
        };
        let mut paid: Vec<_> = state.payments.receipts.values().flat_map(from).collect();
        paid.sort_by_key(|paid| std::cmp::Reverse(paid.part));
        Ok(paid)
    }
}

#[async_trait]
impl ReceiptCare for InMemoryPayments {
    async fn care_of(&self, receipts: Vec<ReceiptId>) -> Result<HashMap<ReceiptId, Care>, Unavailable> {
        let state = self.0.call().await;
        let of = |(id, care): (&ReceiptId, &Care)| (receipts.contains(id) && *care != Care::default()).then(|| (*id, care.clone()));
        Ok(state.payments.care.iter().filter_map(of).collect())
    }
}

#[async_trait]
impl RememberedPayers for InMemoryPayments {
    async fn all(&self) -> Result<Vec<Remembered>, Unavailable> {
        Ok(self.0.call().await.payments.remembered.values().cloned().collect())
    }

    async fn of_debtor(&self, debtor: DebtorId) -> Result<Vec<Remembered>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.payments.remembered.values().filter(|kept| kept.debtor == debtor).cloned().collect())
    }
}

#[async_trait]
impl Statements for InMemoryPayments {
    async fn of_file(&self, sha256: Digest, place: i32) -> Result<Option<StatementRecord>, Unavailable> {
        let is_it = |record: &&StatementRecord| (record.sha256, record.place) == (sha256, place);
        Ok(self.0.call().await.payments.statements.values().find(is_it).cloned())
    }

    async fn of_content(&self, content: Digest) -> Result<Option<StatementRecord>, Unavailable> {
        let mut all = self.0.call().await.payments.statements.values().cloned().collect::<Vec<_>>();
        all.sort_by_key(|record| record.id);
        Ok(all.into_iter().find(|record| record.content == Some(content)))
    }

    async fn page(&self, before: Option<StatementId>, most: i64) -> Result<Vec<FoundStatement>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let open = |id| rows.lines.values().filter(|line| line.statement == id && line.outcome == LineOutcome::Open).count();
        let has_own = |id| rows.lines.values().any(|line| line.statement == id) || rows.held.values().any(|held| held.statement == id);
        let is_known = |record: &StatementRecord| !has_own(record.id) && rows.statements.values().any(|earlier| record.repeats(earlier));
        let place = |record: &StatementRecord| (record.closing.map(|closing| closing.on), record.id);
        let before = before.map(|before| rows.statements.get(&before).map(place));
        let behind =
            rows.statements.values().filter(|record| before.is_none_or(|before| before.is_some_and(|before| place(record) < before)));
        let mut wanted: Vec<_> = behind.filter(|record| !is_known(record)).collect();
        wanted.sort_by_key(|record| Reverse(place(record)));
        let wanted = wanted.into_iter();
        let found = wanted.map(|record| FoundStatement {
            record: record.clone(),
            open: i64::try_from(open(record.id)).unwrap_or(i64::MAX),
            held: i64::try_from(rows.waiting().filter(|held| held.statement == record.id).count()).unwrap_or(i64::MAX),
            unread: rows.unread(record).waiting,
            is_continued: rows.statements.values().any(|other| record.is_continued_by(other)),
        });
        Ok(found.take(usize::try_from(most).unwrap_or(0)).collect())
    }

    async fn by_id(&self, id: StatementId) -> Result<Option<StatementRecord>, Unavailable> {
        Ok(self.0.call().await.payments.statements.get(&id).cloned())
    }

    async fn latest(&self, most: i64) -> Result<Vec<StatementRecord>, Unavailable> {
        let state = self.0.call().await;
        let mut ended: Vec<_> = state.payments.statements.values().filter(|record| record.closing.is_some()).cloned().collect();
        ended.sort_by_key(|record| Reverse((record.closing.map(|closing| closing.on), record.id)));
        ended.truncate(usize::try_from(most).unwrap_or(0));
        Ok(ended)
    }

    async fn of_last_day(&self, account: BankAccountOf, by: NaiveDate) -> Result<Vec<StatementRecord>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let of_account = rows.statements.values().filter(|record| rows.is_of(record.id, &account));
        let ended: Vec<_> = of_account.filter_map(|record| Some((record.closing?.on, record))).filter(|(on, _)| *on <= by).collect();
        let last = ended.iter().map(|(on, _)| *on).max();
        Ok(ended.into_iter().filter(|(on, _)| Some(*on) == last).map(|(_, record)| record.clone()).collect())
    }

    async fn first_day(&self, account: BankAccountOf) -> Result<Option<NaiveDate>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let of_account = rows.statements.values().filter(|record| rows.is_of(record.id, &account));
        Ok(of_account.filter_map(|record| record.opening).map(|opening| opening.on).min())
    }

    async fn moves(&self, account: BankAccountOf) -> Result<i64, Unavailable> {
        Ok(self.0.call().await.payments.moves.get(&account).copied().unwrap_or_default())
    }

    async fn day(&self, account: BankAccountOf, on: NaiveDate) -> Result<AccountDay, Unavailable> {
        let rows = &self.0.call().await.payments;
        let mut lines: Vec<_> =
            rows.lines.values().filter(|record| record.line.booked_on == on && rows.is_of(record.statement, &account)).collect();
        lines.sort_by_key(|record| (record.statement, record.place));
        let is_of_day =
            |held: &&HeldLine| held.line.as_ref().is_some_and(|line| line.booked_on == on) && rows.is_of(held.statement, &account);
        let mut held: Vec<_> = rows.waiting().filter(is_of_day).cloned().collect();
        held.sort_by_key(|held| (held.statement, held.place));
        let told = rows.days.values().filter(|told| told.on == on && rows.is_of(told.statement, &account));
        let name = |id| rows.statements.get(&id).map(|record| record.name.clone()).unwrap_or_default();
        let piece = |DayTold { statement, from, to, stretch, .. }: &DayTold| Piece {
            statement: *statement,
            name: name(*statement),
            from: *from,
            to: *to,
            stretch: *stretch,
            is_open: false,
        };
        let is_aside = |held: &&HeldLine| {
            let of_day = held.line.as_ref().is_some_and(|line| line.booked_on == on) && rows.is_of(held.statement, &account);
            of_day && held.decided.as_ref().is_some_and(|decided| decided.is == HeldDecision::SetAside)
        };
        let set_aside = rows.held.values().filter(is_aside).map(|held| held.statement).collect();
        let is_covered = rows.statements.values().any(|record| rows.is_of(record.id, &account) && record.covers(on));
        let is_beyond = |record: &&StatementRecord| rows.is_of(record.id, &account) && record.may_leave_out(on);
        let beyond = rows.statements.values().filter(is_beyond).map(|record| record.id);
        let beyond = beyond.filter(|id| lines.iter().any(|record| record.statement == *id)).collect();
        let lines = lines.into_iter().cloned().collect();
        Ok(AccountDay { lines, held, set_aside, beyond, pieces: told.map(piece).collect(), is_covered })
    }

    async fn places(&self, statement: StatementId) -> Result<(BTreeSet<i32>, BTreeSet<i32>), Unavailable> {
        let rows = &self.0.call().await.payments;
        let counted = rows.lines.values().filter(|record| record.statement == statement).map(|record| record.place);
        let held = rows.held.values().filter(|held| held.statement == statement).map(|held| held.place);
        Ok((counted.collect(), held.collect()))
    }

    async fn due(&self, on: NaiveDate) -> Result<Vec<StatementRecord>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let is_due = |held: &&HeldLine| held.why == HeldReason::Ahead && held.line.as_ref().is_some_and(|line| line.booked_on <= on);
        let due: BTreeSet<_> = rows.waiting().filter(is_due).map(|held| held.statement).collect();
        Ok(due.iter().rev().filter_map(|id| rows.statements.get(id).cloned()).collect())
    }

    async fn held_line(&self, id: LineId) -> Result<Option<HeldLine>, Unavailable> {
        Ok(self.0.call().await.payments.held.get(&id).cloned())
    }

    async fn held(&self, which: HeldLines, before: Option<LineId>, most: i64) -> Result<Vec<HeldLine>, Unavailable> {
        let state = self.0.call().await;
        let is_one = |held: &&HeldLine| match which {
            HeldLines::Waiting => held.decided.is_none(),
            HeldLines::Decided => held.is_decided_by_person(),
        };
        let wanted = state.payments.held.values().rev().filter(is_one).filter(|held| before.is_none_or(|before| held.id < before));
        Ok(wanted.take(usize::try_from(most).unwrap_or(0)).cloned().collect())
    }

    async fn held_in(&self, statement: StatementId) -> Result<Vec<HeldLine>, Unavailable> {
        let mut found: Vec<_> = self.0.call().await.payments.held.values().filter(|held| held.statement == statement).cloned().collect();
        found.sort_by_key(|held| held.place);
        Ok(found)
    }

    async fn liked(&self, lines: Vec<LineId>) -> Result<BTreeSet<LineId>, Unavailable> {
        let like = |held: &HeldLine| match &held.decided {
            None => held.perhaps,
            Some(decided) => decided.known_as,
        };
        Ok(self.0.call().await.payments.held.values().filter_map(like).filter(|line| lines.contains(line)).collect())
    }

    async fn decided_with(&self, lines: Vec<LineId>) -> Result<Vec<(HeldLine, Option<LineRecord>)>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let of_entry = |held: &&HeldLine| {
            let mut same = lines.iter().filter_map(|line| rows.held.get(line));
            held.decided.is_some() && same.any(|one| (one.statement, one.entry.number) == (held.statement, held.entry.number))
        };
        let counted = |held: &HeldLine| {
            let mut all = rows.lines.values();
            all.find(|line| (line.statement, line.place) == (held.statement, held.place)).cloned()
        };
        let mut found: Vec<_> = rows.held.values().filter(of_entry).map(|held| (held.clone(), counted(held))).collect();
        found.sort_by_key(|(held, _)| (held.statement, held.place));
        Ok(found)
    }

    async fn held_of(&self, account: BankAccountOf) -> Result<Vec<HeldLine>, Unavailable> {
        let rows = &self.0.call().await.payments;
        Ok(rows.waiting().filter(|held| rows.is_of(held.statement, &account)).cloned().collect())
    }

    async fn unread_of(&self, account: BankAccountOf) -> Result<Vec<HeldLine>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let unread = rows.held.values().filter(|held| held.why == HeldReason::Unreadable);
        Ok(unread.filter(|held| rows.is_of(held.statement, &account)).cloned().collect())
    }

    async fn known_in(&self, statement: StatementId) -> Result<BTreeSet<LineId>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let of_statement = rows.held.values().filter(|held| held.statement == statement);
        Ok(of_statement.filter_map(|held| held.decided.as_ref()?.known_as).collect())
    }

    async fn near(
        &self,
        account: BankAccountOf,
        (from, to): (NaiveDate, NaiveDate),
        amounts: Vec<Minor>,
        most: i64,
    ) -> Result<Vec<LineRecord>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let is_one = |record: &LineRecord| {
            let whole = record.entry.as_ref().is_some_and(|entry| amounts.contains(&entry.amount));
            amounts.is_empty() || whole || amounts.contains(&record.line.amount)
        };
        let is_near = |record: &&LineRecord| (from..=to).contains(&record.line.booked_on) && rows.is_of(record.statement, &account);
        let mut found: Vec<_> = rows.lines.values().filter(is_near).filter(|record| is_one(record)).cloned().collect();
        found.sort_by_key(|record| (record.line.booked_on, record.id));
        found.truncate(usize::try_from(most).unwrap_or(0));
        Ok(found)
    }

    async fn line(&self, id: LineId) -> Result<Option<LineRecord>, Unavailable> {
        Ok(self.0.call().await.payments.lines.get(&id).cloned())
    }

    async fn proofs(&self, lines: Vec<LineId>) -> Result<Vec<Proof>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let proof = |record: &LineRecord| {
            let of = rows.statements.get(&record.statement)?;
            let is_shared = rows.lines.values().any(|other| other.about == Some(record.id.0) && other.id != record.id);
            let mut told = rows.days.values();
            let is_proven = told.any(|told| (told.statement, told.on) == (record.statement, record.line.booked_on));
            let account = BankAccountOf { account: of.account.clone(), currency: of.currency };
            Some(Proof { line: record.id, statement: record.statement, account, is_proven, is_shared })
        };
        Ok(lines.iter().filter_map(|id| rows.lines.get(id)).filter_map(proof).collect())
    }

    async fn about(&self, things: Vec<Uuid>) -> Result<Vec<LineRecord>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.payments.lines.values().filter(|line| line.about.is_some_and(|about| things.contains(&about))).cloned().collect())
    }

    async fn told(&self, things: Vec<Uuid>) -> Result<Vec<(Uuid, Currency)>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let settled = rows.lines.values().filter(|line| line.outcome != LineOutcome::Open);
        let named = settled.flat_map(|line| [Some(line.id.0), line.about].into_iter().flatten().map(|thing| (thing, line.currency)));
        let found = rows.told.iter().filter_map(|(entry, line)| Some((entry.0, rows.lines.get(line)?.currency)));
        let together = rows.together.iter().filter_map(|(receipt, line)| Some((receipt.0, rows.lines.get(line)?.currency)));
        let told: BTreeSet<_> = named.chain(found).chain(together).filter(|(thing, _)| things.contains(thing)).collect();
        Ok(told.into_iter().collect())
    }

    async fn entries_of(&self, lines: Vec<LineId>) -> Result<HashMap<LineId, BTreeSet<EntryId>>, Unavailable> {
        let told = &self.0.call().await.payments.told;
        let mut found: HashMap<LineId, BTreeSet<EntryId>> = HashMap::new();
        for (entry, line) in told.iter().filter(|(_, line)| lines.contains(line)) {
            found.entry(*line).or_default().insert(*entry);
        }
        Ok(found)
    }

    async fn lines_of(&self, statement: StatementId, after: Option<i32>, most: i64) -> Result<Vec<LineRecord>, Unavailable> {
        let state = self.0.call().await;
        let of_statement = state.payments.lines.values().filter(|line| line.statement == statement);
        let mut found: Vec<_> = of_statement.filter(|line| after.is_none_or(|after| line.place > after)).cloned().collect();
        found.sort_by_key(|line| line.place);
        found.truncate(usize::try_from(most).unwrap_or(0));
        Ok(found)
    }

    async fn unexplained(&self, currency: Currency) -> Result<Vec<(NaiveDate, Minor)>, Unavailable> {
        let state = self.0.call().await;
        let open = state.payments.lines.values().filter(|line| line.outcome == LineOutcome::Open && line.currency == currency);
        Ok(open.map(|line| (line.line.booked_on, line.line.amount)).collect())
    }

    async fn outstanding(&self, currency: Currency) -> Result<Vec<Outstanding>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let of_currency = || rows.statements.values().filter(|record| record.currency == currency);
        let mut found = Vec::new();
        let mut held = Vec::new();
        for (record, on) in of_currency().filter_map(|record| Some((record, record.closing?.on))) {
            let closing = ClosingDay { on, excludes_later: record.excludes_later };
            held.extend(rows.held.values().filter(|held| held.statement == record.id).map(|held| (held.clone(), closing)));
            found.extend(Outstanding::of_unread(on, rows.unread(record)));
            let later =
                rows.lines.values().filter(|line| line.statement == record.id && line.line.booked_on > on && !record.excludes_later);
            found.extend(later.map(|line| Outstanding::later(on, line.line.booked_on, line.line.amount)));
        }
        found.extend(Outstanding::of_held(&held));
        for record in of_currency() {
            let lines = rows.lines.values().filter(|line| line.statement == record.id);
            found.extend(lines.flat_map(|line| rows.on_another(record, line)));
        }
        found.retain(|one| !one.amount.is_zero());
        Ok(found)
    }

    async fn open(&self, before: Option<LineId>, most: i64) -> Result<Vec<LineRecord>, Unavailable> {
        let state = self.0.call().await;
        let is_wanted = |line: &&LineRecord| line.outcome == LineOutcome::Open && before.is_none_or(|before| line.id < before);
        let wanted = state.payments.lines.values().rev().filter(is_wanted);
        Ok(wanted.take(usize::try_from(most).unwrap_or(0)).cloned().collect())
    }
}

#[async_trait]
impl BankAnswers for InMemoryPayments {
    async fn of_payouts(&self, payouts: Vec<PayoutId>) -> Result<Vec<(PayoutId, Answered)>, Unavailable> {
        let state = self.0.call().await;
        let wanted = state.payments.answers.iter().filter(|(id, _)| payouts.contains(id));
        Ok(wanted.map(|(id, (_, answered))| (*id, answered.clone())).collect())
    }

    async fn latest_check(&self, iban: Iban) -> Result<Option<Answered>, Unavailable> {
        let state = self.0.call().await;
        let of_account = state.payments.answers.values().filter(|(of, answered)| *of == Some(iban.clone()) && answered.check.is_some());
        Ok(of_account.map(|(_, answered)| answered).max_by_key(|answered| answered.at).cloned())
    }
}

#[async_trait]
impl BankFiles for InMemoryPayments {
    async fn of_batch(&self, batch: BatchId, currency: Currency) -> Result<Option<BankFile>, Unavailable> {
        Ok(self.0.call().await.payments.bank_files.get(&(batch, currency.code())).cloned())
    }

    async fn batches(&self, ids: Vec<BatchId>) -> Result<Vec<BatchRecord>, Unavailable> {
        let rows = &self.0.call().await.payments;
        let written = |file: &BankFile| FileWritten { currency: file.currency, by: file.written_by, at: file.written_at };
        let of = |batch: BatchId| rows.bank_files.values().filter(move |file| file.batch == batch);
        let numbered = (1..).zip(&rows.batches).filter(|(_, id)| ids.contains(id));
        let in_it = |payout: &&Payout, id: BatchId| payout.release.as_ref().is_some_and(|release| release.batch == Some(id));
        let sums = |id: BatchId| {
            let batched = rows.payouts.values().filter(|payout| in_it(payout, id)).map(|payout| {
                let set_off = payout.release.as_ref().map(|release| release.set_off).unwrap_or_default();
                Batched { currency: payout.currency, status: payout.status, net: payout.gross - set_off }
            });
            BatchSum::of(batched)
        };
        let record =
            |(number, id): (i64, &BatchId)| BatchRecord { id: *id, number, files: of(*id).map(written).collect(), sums: sums(*id) };
        Ok(numbered.map(record).collect())
    }
}
