//! Lines of statements that nobody could explain: money that went out, and is not in the books.

use crate::{
    cash::{
        Cash, CashError,
        movements::Movements,
        payouts::release::{may_manage, may_read},
    },
    kernel::{
        commit::WriteContext,
        idempotency::{RequestKey, once},
        paging::cut,
        unavailable::Unavailable,
    },
    parties::Member,
    payments::{changes::Change as PaymentChange, statements::LineRecord},
    receivables::ReceivableError,
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        calendar::around,
        coded::Coded,
        ids::CompanyId,
        minor::Minor,
        money::Currency,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Booking, Draft, Entry, EntryId, Event, Place},
        manual::{ManualEntry, ManualEvent, NotCharge},
    },
    parties::operator::Operator,
    payments::{
        charges::{MOST_CHARGED, may_be_charges},
        payout::{BatchId, Payout, PayoutId},
        receipt::{APART, Allocation, AllocationId, Explained, ReceiptId, Target},
        statement::{LineId, LineOutcome},
        transfer::transfers,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// A page of open lines, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinePage {
    pub lines: Vec<LineRecord>,
    /// The entries that some of them perhaps are, of as much and a day near theirs: people see them before they say what the line is.
    pub perhaps: BTreeMap<LineId, Entry>,
    pub next: Option<LineId>,
}

/// What an open line is.
#[derive(Debug, Clone, PartialEq)]
pub struct SettleLineCommand {
    pub by: Member,
    pub what: LineIs,
    pub request: Option<RequestKey>,
}

/// What a person can say of a line that nobody could explain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineIs {
    /// The bank took it for itself: it is booked as that.
    Charge,
    /// These entries book it, and no other line tells of them.
    Booked(BTreeSet<EntryId>),
    /// The same, and what went out beyond them the bank took for itself: it is booked as that.
    BookedWithCharge(BTreeSet<EntryId>),
    /// The bank took back what it had credited by mistake: of this receipt as much did not stay.
    TakenBack(ReceiptId),
    /// The bank took back all of this receipt, and what went out beyond it it took for itself: it is booked as its charge.
    TakenBackWithCharge(ReceiptId),
}

/// What in the books may be what an open line says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineCandidates {
    /// What fits best first.
    pub booked: Vec<BookedCandidate>,
    /// Receipts of which as much lies in suspense.
    pub receipts: Vec<ReceiptId>,
    /// Receipts of a little less, of which all lies in suspense: the bank may have taken them back with its charge.
    pub with_charge: Vec<ReturnedWithCharge>,
    /// Receipts of as much, or of a little less, that were used: what they were used for is undone first.
    pub used: Vec<Explained>,
}

/// A receipt that the bank may have taken back, and its charge for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReturnedWithCharge {
    pub receipt: ReceiptId,
    pub charge: Minor,
}

pub(in crate::cash) fn came(explained: &Explained) -> Minor {
    Minor::new(explained.receipt.amount.amount_minor())
}

/// Whether so much of what went out may be a charge beside the rest: a charge is less than what it is taken for.
fn is_charge_of(charge: Minor, went: Minor) -> bool {
    charge.is_positive() && charge + charge <= went
}

/// Entries that went out together, of which no statement told: one, or those of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookedCandidate {
    pub entries: BTreeSet<EntryId>,
    pub event: Event,
    /// It takes back what such an event booked.
    pub is_reversal: bool,
    pub on: NaiveDate,
    /// Below zero, as the line's.
    pub amount: Minor,
    /// The company that was paid.
    pub company: Option<CompanyId>,
}

/// How many days a bank and the books may be apart.
pub(in crate::cash) const DAYS_APART: TimeDelta = TimeDelta::days(31);

/// The transfers that payouts went out with, by payout.
#[derive(Default)]
pub(in crate::cash) struct Sent(BTreeMap<PayoutId, (BatchId, Vec<PayoutId>, Option<CompanyId>)>);

impl Sent {
    fn add(&mut self, batch: BatchId, all: &[Payout]) {
        let mut of_currency: BTreeMap<Currency, Vec<Payout>> = BTreeMap::new();
        for payout in all {
            of_currency.entry(payout.currency).or_default().push(payout.clone());
        }
        for transfer in of_currency.values().flat_map(|payouts| transfers(payouts)) {
            for payout in &transfer.payouts {
                self.0.insert(*payout, (batch, transfer.payouts.clone(), transfer.company));
            }
        }
    }

    fn of(&self, entry: &Entry) -> Option<&(BatchId, Vec<PayoutId>, Option<CompanyId>)> {
        self.0.get(&PayoutId(entry.booking().subject))
    }

    /// The payouts that went out with that of an entry, itself among them.
    pub(in crate::cash) fn with(&self, entry: &Entry) -> Option<&[PayoutId]> {
        self.of(entry).map(|(_, payouts, _)| payouts.as_slice())
    }

    /// By what a line may tell of what the bank did with the payout of an entry: a line that tells of the payout, and moved money the same
    /// way, tells of the entry.
    fn names(&self, entry: &Entry) -> Vec<Uuid> {
        let sent = self.of(entry).into_iter().flat_map(|(batch, payouts, _)| payouts.iter().map(|id| id.0).chain([batch.0]));
        [entry.booking().subject].into_iter().chain(sent).collect()
    }
}

impl Cash {
    const OPEN_LINES: i64 = 100;
    /// As many entries are looked through.
    const CANDIDATES: i64 = 2_000;
    /// As many are shown.
    const SHOWN: usize = 50;

    /// Lines without an explanation, and that are not in the books.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn open_lines(&self, by: &Operator, before: Option<LineId>) -> Result<LinePage, CashError> {
        may_read(by)?;
        let mut lines = self.statements.open(before, Self::OPEN_LINES + 1).await?;
        let next = cut(&mut lines, Self::OPEN_LINES, |record| record.id);
        let currencies: BTreeSet<Currency> = lines.iter().map(|record| record.currency).collect();
        let mut perhaps = BTreeMap::new();
        for currency in currencies {
            let of_currency = lines.iter().filter(|record| record.currency == currency);
            let went: Vec<_> = of_currency.map(|record| (record.id, record.line.booked_on, record.line.amount)).collect();
            perhaps.extend(self.perhaps_booked(currency, &went, &BTreeSet::new()).await?);
        }
        Ok(LinePage { lines, perhaps, next })
    }

    async fn line(&self, id: LineId) -> Result<LineRecord, CashError> {
        self.statements.line(id).await?.ok_or(ReceivableError::NotFound.into())
    }

    /// What in the books may be what an open line says, of days near it.
    ///
    /// # Errors
    /// `NotFound`; `LineSettled`; `Blocked` for whoever's roles are others.
    pub async fn candidates(&self, id: LineId, by: &Operator) -> Result<LineCandidates, CashError> {
        may_read(by)?;
        let record = self.line(id).await?;
        if record.outcome != LineOutcome::Open {
            return Err(CashError::LineSettled);
        }
        let (on, amount, days) = (record.line.booked_on, record.line.amount, around(record.line.booked_on, DAYS_APART));
        let Some(bank) = bank(record.currency) else { return Ok(LineCandidates::default()) };
        let found = self.journal.taken_from(bank, days, Vec::new(), Self::CANDIDATES).await?;
        let (untold, sent) = self.untold(found.into_iter().map(|record| record.entry).collect(), record.currency).await?;
        let mut booked: Vec<BookedCandidate> = Vec::new();
        for entry in &untold {
            let Booking { id, on, event, subject, .. } = *entry.booking();
            let (with, company) = sent.of(entry).map_or((vec![PayoutId(subject)], None), |(_, with, company)| (with.clone(), *company));
            let same = |other: &&mut BookedCandidate| {
                let mates = || untold.iter().filter(|mate| other.entries.contains(&mate.booking().id));
                other.on == on && mates().any(|mate| with.contains(&PayoutId(mate.booking().subject)))
            };
            match booked.iter_mut().find(same) {
                Some(together) => {
                    together.entries.insert(id);
                    together.amount += entry.moves(bank);
                }
                None => {
                    let (entries, is_reversal, amount) = (BTreeSet::from([id]), entry.reverses().is_some(), entry.moves(bank));
                    booked.push(BookedCandidate { entries, event, is_reversal, on, amount, company });
                }
            }
        }
        // Several together may make the line, and none that took more than it.
        booked.retain(|found| found.amount >= amount);
        booked.sort_by_key(|found| (found.amount != amount, (found.on - on).num_days().abs()));
        booked.truncate(Self::SHOWN);
        let went = -amount;
        let mut found = self.receipts.of_size(record.currency, (went - MOST_CHARGED, went), days, Self::CANDIDATES).await?;
        found.retain(|found| came(found) == went || may_be_charges(went - came(found), came(found)));
        let (waiting, used): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| found.left() == came(found));
        let (exact, less): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|found| came(found) == went);
        let receipts = exact.iter().map(|found| found.receipt.id).collect();
        let with_charge = less.iter().map(|found| ReturnedWithCharge { receipt: found.receipt.id, charge: went - came(found) });
        let (with_charge, used) = (with_charge.take(Self::SHOWN).collect(), used.into_iter().filter(Explained::is_used));
        Ok(LineCandidates { booked, receipts, with_charge, used: used.take(Self::SHOWN).collect() })
    }

    /// Those of these entries of which a line in this currency may tell, and none does; and with what they went out.
    pub(in crate::cash) async fn untold(&self, entries: Vec<Entry>, currency: Currency) -> Result<(Vec<Entry>, Sent), Unavailable> {
        let entries: Vec<Entry> = entries.into_iter().filter(Entry::may_be_a_line).collect();
        let is_payouts = |entry: &&Entry| matches!(entry.booking().event, Event::PayoutExecuted | Event::PayoutReturned);
        let paid = entries.iter().filter(is_payouts);
        let payouts = self.payouts.by_ids(paid.map(|entry| PayoutId(entry.booking().subject)).collect()).await?;
        let batches: BTreeSet<_> = payouts.iter().filter_map(|payout| payout.release.as_ref()?.batch).collect();
        let mut sent = Sent::default();
        for batch in batches {
            sent.add(batch, &self.of_batch(batch).await?);
        }
        let bookings = || entries.iter().map(Entry::booking);
        let told = self.statements.told(bookings().flat_map(|booking| [booking.id.0, booking.subject]).collect()).await?;
        let told: BTreeSet<_> = told.into_iter().filter(|(_, of)| *of == currency).map(|(thing, _)| thing).collect();
        let names: BTreeSet<_> = entries.iter().filter(is_payouts).flat_map(|entry| sent.names(entry)).collect();
        let lines = if names.is_empty() { Vec::new() } else { self.statements.about(names.into_iter().collect()).await? };
        let ways = lines.iter().filter(|line| line.currency == currency && line.outcome != LineOutcome::Open);
        let ways: BTreeSet<_> = ways.filter_map(|line| Some((line.about?, line.line.amount.is_positive()))).collect();
        let is_told = |entry: &Entry| {
            let (booking, is_in) = (entry.booking(), bank(currency).is_some_and(|bank| entry.moves(bank).is_positive()));
            let by_payout = || sent.names(entry).into_iter().any(|name| ways.contains(&(name, is_in)));
            told.contains(&booking.id.0) || if is_payouts(&entry) { by_payout() } else { told.contains(&booking.subject) }
        };
        let untold = entries.iter().filter(|entry| !is_told(entry)).cloned().collect();
        Ok((untold, sent))
    }

    /// Says what an open line is. What a bank took for itself is money that went out; what is in the books is proven by its entries.
    ///
    /// # Errors
    /// `NotFound`; `LineSettled` when somebody has said so before; `NotBooked` when the entries do not make the line's amount, were taken
    /// back, or another line tells of them; `NotThatReceipt`; `Explained` where the receipt was used, which is undone first; `Blocked`.
    pub async fn settle_line(&self, id: LineId, command: SettleLineCommand) -> Result<LineRecord, CashError> {
        let SettleLineCommand { by, what, request } = command;
        let operator = by.operator();
        may_manage(&operator)?;
        let repeat = async |made| self.line(LineId(made)).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let record = self.line(id).await?;
            if record.outcome != LineOutcome::Open || !record.line.amount.is_negative() {
                return Err(CashError::LineSettled);
            }
            self.is_not_their_own_money([&record.line.other].into_iter(), &[], &operator).await?;
            let mut movements = self.movements((&[], &[]), (self.receivables.pen(Some(operator.user())), &operator)).await?;
            let (outcome, about, entries) = match &what {
                LineIs::Charge => {
                    movements.charge(&record);
                    (LineOutcome::Charge, None, BTreeSet::new())
                }
                LineIs::Booked(entries) => {
                    if self.booked_by(&record, entries).await? != record.line.amount {
                        return Err(CashError::NotBooked);
                    }
                    (LineOutcome::Noted, None, entries.clone())
                }
                LineIs::BookedWithCharge(entries) => {
                    let charge = self.booked_by(&record, entries).await? - record.line.amount;
                    if !is_charge_of(charge, -record.line.amount) {
                        return Err(CashError::NotBooked);
                    }
                    movements.charge_of(&record, charge);
                    (LineOutcome::Noted, None, entries.clone())
                }
                LineIs::TakenBack(receipt) => {
                    let (amount, on) = (-record.line.amount, record.line.booked_on);
                    let explained = self.to_take_back(*receipt, &record, &operator).await?;
                    stays_free(&explained, amount)?;
                    (LineOutcome::Noted, Some(receipt.0), movements.take_back(&explained, (amount, on), Some(id.0)))
                }
                LineIs::TakenBackWithCharge(receipt) => {
                    let (went, on) = (-record.line.amount, record.line.booked_on);
                    let explained = self.to_take_back(*receipt, &record, &operator).await?;
                    let amount = came(&explained);
                    if !is_charge_of(went - amount, went) {
                        return Err(CashError::NotThatReceipt);
                    }
                    stays_free(&explained, amount)?;
                    movements.charge_of(&record, went - amount);
                    (LineOutcome::Noted, Some(receipt.0), movements.take_back(&explained, (amount, on), Some(id.0)))
                }
            };
            movements.payments.push(PaymentChange::LineSettled {
                id,
                seen: record.outcome,
                outcome,
                about,
                entries,
                receipts: BTreeSet::new(),
            });
            self.write_line(LineRecord { outcome, about, ..record }, movements, request.as_ref()).await
        })
        .await
    }

    /// The receipt that a line says was taken back.
    ///
    /// # Errors
    /// `NotThatReceipt` where it is none in the line's currency; `Blocked`.
    async fn to_take_back(&self, receipt: ReceiptId, record: &LineRecord, by: &Operator) -> Result<Explained, CashError> {
        let explained = self.receipts.by_id(receipt).await?.ok_or(CashError::NotThatReceipt)?;
        self.is_not_their_own_money([&explained.receipt.payer].into_iter(), &[], by).await?;
        let is_in_currency = explained.receipt.amount.currency() == record.currency;
        if is_in_currency { Ok(explained) } else { Err(CashError::NotThatReceipt) }
    }

    /// Takes back what a line was said to be, by a person, the books or the bank as its charge, with what was booked for it.
    ///
    /// # Errors
    /// `NotFound`; `NothingSaid` of a line that is not [`is_reopenable`]; `Blocked`.
    pub async fn reopen_line(&self, id: LineId, by: &Member) -> Result<LineRecord, CashError> {
        let operator = by.operator();
        may_manage(&operator)?;
        let record = self.line(id).await?;
        self.is_not_their_own_money([&record.line.other].into_iter(), &[], &operator).await?;
        let told = self.statements.entries_of(vec![id]).await?.remove(&id).unwrap_or_default();
        if told.is_empty() && record.outcome != LineOutcome::Charge {
            return self.reopen_noted(record, &operator).await;
        }
        let mut movements = self.movements((&[], &[]), (self.receivables.pen(Some(operator.user())), &operator)).await?;
        // What it told of may have been charged beside.
        self.reverse_charge(id, &mut movements).await?;
        let mut given_back = None;
        for entry in told {
            given_back = self.give_back(&record, entry, &mut movements).await?.or(given_back);
        }
        let (outcome, about) = match given_back.filter(|_| record.line.amount.is_positive()) {
            // What came in is a receipt of the same id, or was entered by hand before.
            Some(receipt) if receipt.0 == id.0 => (LineOutcome::Receipt, Some(id.0)),
            Some(receipt) => (LineOutcome::Noted, Some(receipt.0)),
            None => (LineOutcome::Open, None),
        };
        let settled =
            PaymentChange::LineSettled { id, seen: record.outcome, outcome, about, entries: BTreeSet::new(), receipts: BTreeSet::new() };
        movements.payments.push(settled);
        self.write_line(LineRecord { outcome, about, ..record }, movements, None).await
    }

    pub(in crate::cash) async fn write_line(
        &self,
        record: LineRecord,
        movements: Movements<'_>,
        request: Option<&RequestKey>,
    ) -> Result<LineRecord, CashError> {
        let (at, by) = (movements.pen.at, movements.by.user());
        let (changes, _) = self.moved(movements).await?;
        let entry = AuditEntry::new(at, Actor::User(by), AuditAction::StatementLineSettled, Subjects::house(record.id.0));
        let entry = entry.new_values([("outcome", record.outcome.code().to_owned()), ("amount", record.line.amount.get().to_string())]);
        self.receivables.put(changes, WriteContext::of(entry).under(request.map(|request| request.made(record.id.0, at)))).await?;
        Ok(record)
    }

    /// What these entries, which stand and of which no line tells, take from the bank's account: below zero.
    ///
    /// # Errors
    /// `NotBooked` where they are not such, or one takes nothing.
    async fn booked_by(&self, record: &LineRecord, ids: &BTreeSet<EntryId>) -> Result<Minor, CashError> {
        let mut entries = Vec::with_capacity(ids.len());
        for id in ids {
            let entry = self.journal.entry(*id).await?.ok_or(CashError::NotBooked)?.entry;
            if self.journal.reversal_of(*id).await?.is_some() {
                return Err(CashError::NotBooked);
            }
            entries.push(entry);
        }
        let bank = bank(record.currency).ok_or(CashError::NotBooked)?;
        let moved: Vec<Minor> = entries.iter().map(|entry| entry.moves(bank)).collect();
        if moved.is_empty() || !moved.iter().all(|moved| moved.is_negative()) {
            return Err(CashError::NotBooked);
        }
        let (untold, _) = self.untold(entries, record.currency).await?;
        if untold.len() == ids.len() { Ok(moved.into_iter().sum()) } else { Err(CashError::NotBooked) }
    }

    pub(in crate::cash) async fn reverse_charge(&self, line: LineId, movements: &mut Movements<'_>) -> Result<(), CashError> {
        for record in self.journal.of_event(Event::BankCharge, vec![line.0]).await? {
            let id = record.entry.booking().id;
            if record.entry.reverses().is_none() && self.journal.reversal_of(id).await?.is_none() {
                movements.reverse(&record.entry);
            }
        }
        Ok(())
    }

    /// What was booked with the decision on this line is reversed, where it took something back of a receipt: that lies in suspense again.
    /// Answers the receipt. Other entries stay as they are.
    async fn give_back(&self, line: &LineRecord, entry: EntryId, movements: &mut Movements<'_>) -> Result<Option<ReceiptId>, CashError> {
        let entry = self.journal.entry(entry).await?.ok_or(ReceivableError::NotFound)?.entry;
        // A debit that was decided to be in the books names no receipt: it booked nothing.
        let is_of_line = line.line.amount.is_positive() || line.about == Some(entry.booking().subject);
        if entry.booking().event != Event::ReceiptTakenBack || !is_of_line {
            return Ok(None);
        }
        let explained = self.receipts.by_id(ReceiptId(entry.booking().subject)).await?.ok_or(ReceivableError::NotFound)?;
        movements.bring_back(&explained, &entry)?;
        Ok(Some(explained.receipt.id))
    }
}

/// That so much of a receipt lies in suspense.
///
/// # Errors
/// `Explained` where it came and was used; `NotThatReceipt`.
fn stays_free(explained: &Explained, amount: Minor) -> Result<(), CashError> {
    match explained.left() >= amount {
        true => Ok(()),
        false if came(explained) >= amount && explained.is_used() => Err(CashError::Explained),
        false => Err(CashError::NotThatReceipt),
    }
}

/// Whether a line that became this can be reopened: it moved nothing but the bank's account.
pub(in crate::cash) fn is_reopenable(outcome: LineOutcome) -> bool {
    match outcome {
        LineOutcome::Charge | LineOutcome::Noted => true,
        LineOutcome::Open | LineOutcome::Receipt | LineOutcome::Executed | LineOutcome::Returned => false,
    }
}

impl Cash {
    /// Why a charge, or one that was given back, cannot be booked by hand, as the books stand.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn not_charge(&self, manual: &ManualEntry) -> Result<Option<NotCharge>, Unavailable> {
        let (currency, amount) = (manual.amount().currency(), Minor::new(manual.amount().amount_minor()));
        match manual.event() {
            ManualEvent::Capital => Ok(None),
            ManualEvent::CapitalOut | ManualEvent::BankCharge => {
                let Some(bank) = bank(currency) else { return Ok(None) };
                let apart = |on: NaiveDate| (on - manual.on()).num_days().abs();
                let taken = self.journal.taken_from(bank, around(manual.on(), APART), vec![-amount], i64::MAX).await?;
                let bookings = taken.iter().map(|record| record.entry.booking());
                let of_lines = bookings.filter(|booking| booking.event == Event::BankCharge && !booking.is_by_hand());
                let nearest = of_lines.map(|booking| booking.on).min_by_key(|on| (apart(*on), *on));
                Ok(nearest.and_then(|on| match manual.event() {
                    // The statement proves its day.
                    ManualEvent::BankCharge if on == manual.on() => Some(NotCharge::OnStatement),
                    _ => (manual.beside() != Some(on)).then_some(NotCharge::Near(on)),
                }))
            }
            ManualEvent::ChargeReturned => {
                let most = self.charged(currency).await?;
                Ok((amount > most).then_some(NotCharge::Above(most)))
            }
        }
    }

    /// What the bank charged in this currency and did not give back.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn charged(&self, currency: Currency) -> Result<Minor, Unavailable> {
        let Some(charges) = Account::of(AccountKind::BankCharges, currency, Owner::House) else { return Ok(Minor::ZERO) };
        self.journal.balance_on(charges, self.receivables.today().await?).await
    }

    /// That these entries take back no more charges than the bank did not give back.
    ///
    /// # Errors
    /// `ChargeGivenBack`.
    pub(in crate::cash) async fn charges_remain(&self, entries: &[Entry]) -> Result<(), CashError> {
        let postings = entries.iter().flat_map(Entry::postings).filter(|posting| posting.account.kind() == AccountKind::BankCharges);
        let mut moved: Vec<(Currency, Minor)> = Vec::new();
        for posting in postings {
            let currency = posting.account.currency();
            match moved.iter_mut().find(|(of, _)| *of == currency) {
                Some((_, sum)) => *sum += posting.amount,
                None => moved.push((currency, posting.amount)),
            }
        }
        for (currency, moved) in moved.into_iter().filter(|(_, moved)| moved.is_negative()) {
            if self.charged(currency).await? + moved < Minor::ZERO {
                return Err(CashError::ChargeGivenBack);
            }
        }
        Ok(())
    }
}

/// The house's account at the bank, in the ledger.
pub(in crate::cash) fn bank(currency: Currency) -> Option<Account> {
    Account::of(AccountKind::Bank, currency, Owner::House)
}

impl Movements<'_> {
    /// The bank took it for itself.
    pub(in crate::cash) fn charge(&mut self, record: &LineRecord) {
        self.charge_of(record, -record.line.amount);
    }

    /// The bank took so much of it for itself.
    pub(in crate::cash) fn charge_of(&mut self, record: &LineRecord, amount: Minor) {
        let draft = Draft::new(record.currency).transfer(Place::bank_charges(), Place::bank(), amount);
        self.entries.extend(self.pen.entry((Event::BankCharge, record.line.booked_on), record.id.0, None, &draft));
    }

    /// So much of a receipt did not stay: answers the entry. `line`: the one that says so.
    pub(in crate::cash) fn take_back(
        &mut self,
        explained: &Explained,
        (amount, on): (Minor, NaiveDate),
        line: Option<Uuid>,
    ) -> BTreeSet<EntryId> {
        let receipt = &explained.receipt;
        let draft = Draft::new(receipt.amount.currency()).transfer(Place::suspense(), Place::bank(), amount);
        let entry = self.pen.entry((Event::ReceiptTakenBack, on), receipt.id.0, line, &draft);
        let made: BTreeSet<_> = entry.iter().map(|entry| entry.booking().id).collect();
        for entry in &made {
            let (id, target, by, at) = (AllocationId(self.pen.next()), Target::Entry(*entry), self.by.user(), self.pen.at);
            let allocation = Allocation { id, receipt: receipt.id, target, amount, by, at, undone_at: None, recognised: None };
            self.payments.push(PaymentChange::Allocated { allocation, left: explained.left() });
        }
        self.entries.extend(entry);
        made
    }

    /// What this entry took back of a receipt lies in suspense again.
    ///
    /// # Errors
    /// `Stale` where it does not stand.
    pub(in crate::cash) fn bring_back(&mut self, explained: &Explained, entry: &Entry) -> Result<(), CashError> {
        let part = explained.standing().find(|part| part.target == Target::Entry(entry.booking().id)).ok_or(ReceivableError::Stale)?;
        self.payments.push(PaymentChange::AllocationUndone(Allocation { undone_at: Some(self.pen.at), ..part.clone() }));
        self.reverse(entry);
        Ok(())
    }

    /// Takes an entry back on its own day: the bank's day stays as it is, whatever was thought of it.
    fn reverse(&mut self, entry: &Entry) {
        let booking = Booking { id: EntryId(self.pen.next()), booked_at: self.pen.at, cause: None, ..*entry.booking() };
        self.entries.push(entry.reversal(booking));
    }
}
