//! Taking back what happened to a receivable, the newest first, with what came of it since: a debt that was paid goes back to the
//! seller, a credit that was used reopens what it paid, and one that was refunded is claimed from the debtor. It takes two people.
//! (finance.md, section 16)

use crate::{
    cash::{Cash, CashError},
    payments::{changes::Change as PaymentChange, ports::PayoutFilter},
    receivables::{
        Prepared, ReceivableError, Receivables,
        changes::Change,
        ports::{ReceivableFilter, Side},
        recording::{Pen, Recording, anew, given, written},
        trail,
    },
    servicing::{Seen, debtor_credit::credit_moved},
};
use chrono::NaiveDate;
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        change::Changed,
        ids::{DebtorId, FactId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Draft, Entry, EntryId, Event, Place, Posting},
    },
    parties::operator::Operator,
    payments::{
        payout::{Payout, PayoutId, PayoutStatus, Purpose},
        receipt::{Allocation, AllocationId, Explained, ReceiptId, Target},
    },
    receivables::{
        actions::OperatorAction,
        book::{BookStatus, DeductionCause, Fact, MoneyFrom, PaidOut, Posted, Receipt, Refused, Undone as BookUndone},
        conditions::DisputeEnd,
        debt::{Debt, Restored, Returned},
        position::Recorded,
        receivable::{Blocked, Change as ReceivableChange, Receivable},
        status::ReceivableStatus,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// What is taken back in one write.
struct Undoing<'a> {
    cash: &'a Cash,
    by: &'a Operator,
    reopens: Reopens,
    pen: Pen,
    today: NaiveDate,
    recordings: BTreeMap<ReceivableId, Recording>,
    entries: Vec<Entry>,
    payments: Vec<PaymentChange>,
    followed: bool,
}

/// How a receivable that is at its end is open again: by whose right.
pub(in crate::cash) type Reopens = fn(&mut Receivable, &Operator) -> Result<ReceivableChange, Blocked>;

/// What taking something back writes.
pub(in crate::cash) struct Undone {
    pub(in crate::cash) changes: Vec<Change>,
    /// The numbers of other invoices that are open again.
    reopened: Vec<String>,
    /// That the dispute about it lasts again.
    disputed: Vec<Changed>,
    /// Some of what it gave was paid out, set off or spent since.
    pub(in crate::cash) followed: bool,
}

/// A fact that was taken back, what it had brought its debtor as credit, and the entry that brought it.
struct TakenBack {
    fact: Recorded,
    credit: Minor,
    brought_by: Option<EntryId>,
}

/// A debtor's credit that is taken back.
struct Credited {
    debtor: DebtorId,
    currency: Currency,
    credit: Minor,
    /// What had brought it; none where that was no receipt.
    receipt: Option<ReceiptId>,
    /// The entry that brought it.
    brought_by: Option<EntryId>,
    /// What the entries are about, and caused by.
    about: (Uuid, Option<Uuid>),
}

impl Cash {
    /// What is written when the newest fact is taken back.
    ///
    /// # Errors
    /// `NotFound`; `Stale` at another version; `Blocked`; `Refused` when there is no fact that can be taken back; `UndoFirst` where
    /// something happened since to a receivable that was paid with the credit this fact brought.
    pub async fn undone(&self, seen: Seen, by: &Operator) -> Result<Prepared, CashError> {
        let (look, pen) = (self.servicing.as_seen(seen, by).await?, self.receivables.pen(Some(by.user())));
        look.operator_may(OperatorAction::Undo, by)?;
        let entry = trail::entry(&look, AuditAction::ReceivableUndone, Actor::User(by.user()), pen.at);
        let newest = if came_with_payment(&look.undoable()?) { 2 } else { 1 };
        let undone = self.undo(Recording::open(look)?, newest, (by, Receivable::undo), &pen).await?;
        let entry = undone.told(entry);
        Ok(Prepared { changes: undone.changes, entry, mails: Vec::new() })
    }

    /// Takes so many of the newest facts back. The caller has seen to it that this operator may.
    ///
    /// # Errors
    /// Those of [`Self::undone`].
    pub(in crate::cash) async fn undo(
        &self,
        recording: Recording,
        newest: usize,
        by: (&Operator, Reopens),
        pen: &Pen,
    ) -> Result<Undone, CashError> {
        let id = recording.id();
        let mut undoing = self.undoing(BTreeMap::from([(id, recording)]), by, pen).await?;
        for _ in 0..newest {
            let taken_back = undoing.take_back(id).await?;
            undoing.cover_credit(id, taken_back).await?;
        }
        undoing.undone(Some(id)).await
    }

    /// How many of the newest entries about a receivable are looked through for the newest that stands.
    const ABOUT_ONE: i64 = 100;

    /// Takes back what a receipt paid of what a receivable's seller owes, and what of it is the seller's own.
    ///
    /// # Errors
    /// Those of [`Self::part_undone`].
    pub(in crate::cash) async fn undo_beside_book(
        &self,
        explained: &Explained,
        id: ReceivableId,
        by: (&Operator, Reopens),
        pen: &Pen,
    ) -> Result<Undone, CashError> {
        let target = Target::Receivable(id);
        let made = self.made_for(explained.receipt.id, target).await?;
        // What was taken back since is as if it had not been.
        let newest = self.journal.about(id.0, None, Self::ABOUT_ONE).await?;
        let reversed: BTreeSet<_> = newest.iter().filter_map(|record| record.entry.reverses()).collect();
        let stands = |entry: &&Entry| entry.reverses().is_none() && !reversed.contains(&entry.booking().id);
        let newest = newest.iter().map(|record| &record.entry).find(stands);
        let followed = newest.is_none_or(|newest| made.iter().all(|made| made.booking().id != newest.booking().id));
        let undone = self.take_part((explained, target), &made, self.undoing(BTreeMap::new(), by, pen).await?).await?;
        Ok(Undone { followed: undone.followed || followed, ..undone })
    }

    async fn undoing<'a>(
        &'a self,
        recordings: BTreeMap<ReceivableId, Recording>,
        (by, reopens): (&'a Operator, Reopens),
        pen: &Pen,
    ) -> Result<Undoing<'a>, CashError> {
        let (today, pen, followed) = (self.receivables.today().await?, pen.clone(), false);
        Ok(Undoing { cash: self, by, reopens, pen, today, recordings, entries: Vec::new(), payments: Vec::new(), followed })
    }

    /// More than any fact makes.
    const ENTRIES_OF_A_FACT: i64 = 50;
    /// So many movements of a debtor's credit are read at once.
    const MOVEMENTS: i64 = 100;

    /// The entries of the newest fact, and those of what stays since that fall with it; the newest first.
    async fn made_by(&self, newest: &Recorded, since: &[FactId], falls: &[Posted]) -> Result<Vec<Entry>, CashError> {
        let mut made = Vec::new();
        for later in since {
            for entry in self.caused_by(*later).await? {
                let (event, postings) = (entry.booking().event, entry.postings());
                let falls = falls.iter().any(|posted| posted.event == event && posted.draft.postings() == postings);
                if falls && self.journal.reversal_of(entry.booking().id).await?.is_none() {
                    made.push(entry);
                }
            }
        }
        made.extend(self.caused_by(newest.id).await?);
        Ok(made)
    }

    async fn caused_by(&self, fact: FactId) -> Result<Vec<Entry>, CashError> {
        let about = self.journal.about(fact.0, None, Self::ENTRIES_OF_A_FACT).await?;
        Ok(about.into_iter().map(|record| record.entry).filter(|entry| entry.booking().cause == Some(fact.0)).collect())
    }

    /// How much of what these entries gave was paid out, or set off, where that is not given all the same; what was not is not paid any
    /// more.
    async fn paid_out(
        &self,
        (about, facts): (ReceivableId, &[FactId]),
        made: &[Entry],
        without: &BookUndone,
    ) -> Result<(PaidOut, Vec<PaymentChange>), CashError> {
        let all = self.payouts.page(PayoutFilter { about: Some(about), ..PayoutFilter::default() }, None, i64::MAX).await?;
        let (mut paid_out, mut payments) = (PaidOut::default(), Vec::new());
        for purpose in anew(made, without) {
            let given = given(purpose, made.iter().map(|entry| (entry.booking().event, entry.postings())));
            let sum = if purpose == Purpose::BuyerShare { &mut paid_out.to_holder } else { &mut paid_out.to_seller };
            let is_like = |payout: &&Payout| payout.purpose == purpose && payout.replaces.is_none() && payout.gross == given;
            let stands = |payout| Some(last_in_place(&all, payout)).filter(|last| last.status != PayoutStatus::Cancelled);
            let names_it = |payout: &&Payout| payout.fact.is_some_and(|fact| facts.contains(&fact));
            // What an upgrade could not link is told by purpose and amount.
            let named = all.iter().rev().filter(is_like).filter(names_it).find_map(stands);
            let last = named.or_else(|| all.iter().rev().filter(is_like).filter(|payout| payout.fact.is_none()).find_map(stands));
            let Some(last) = last.filter(|_| given.is_positive()) else { continue };
            if last.status == PayoutStatus::Due {
                *sum += given - last.gross;
                let payout = Box::new(last.clone().cancelled()?);
                payments.push(PaymentChange::PayoutChanged { payout, seen: PayoutStatus::Due });
            } else {
                *sum += given;
            }
        }
        Ok((paid_out, payments))
    }
}

impl Undone {
    /// The trail's entry with what it changes beside.
    pub(in crate::cash) fn told(&self, entry: AuditEntry) -> AuditEntry {
        let disputed =
            self.disputed.iter().fold(entry, |entry, Changed { field, before, after }| entry.change(field, before.clone(), after.clone()));
        if self.reopened.is_empty() { disputed } else { disputed.new_values([("reopened", self.reopened.join(", "))]) }
    }
}

impl Undoing<'_> {
    /// What all of it writes. `of`: what it was about.
    async fn undone(self, of: Option<ReceivableId>) -> Result<Undone, CashError> {
        let Undoing { cash, pen, today, recordings, mut entries, payments, followed, .. } = self;
        let others = recordings.values().filter(|recording| Some(recording.id()) != of);
        let reopened = others.map(|recording| recording.look.receivable().parts().facts.number.as_str().to_owned()).collect();
        let disputed = of.and_then(|of| recordings.get(&of)).map(|of| trail::dispute_reopened(&of.look)).unwrap_or_default();
        let recordings: Vec<_> = recordings.into_values().collect();
        entries.extend(cash.servicing.reclaims_paid(&recordings, &entries, (&pen, today)).await?);
        Ok(Undone { changes: written(&recordings, entries, payments), reopened, disputed, followed })
    }

    fn recording(&mut self, id: ReceivableId) -> Result<&mut Recording, CashError> {
        self.recordings.get_mut(&id).ok_or(ReceivableError::NotFound.into())
    }

    /// Takes the newest fact of a receivable back.
    async fn take_back(&mut self, id: ReceivableId) -> Result<TakenBack, CashError> {
        let (cash, by, reopens, pen) = (self.cash, self.by, self.reopens, self.pen.clone());
        let recording = self.recording(id)?;
        let (newest, without) = recording.without_newest()?;
        let since: Vec<_> = recording.since_newest().map(|recorded| recorded.id).collect();
        let made = cash.made_by(&newest, &since, &without.reversed).await?;
        let facts: Vec<_> = since.into_iter().chain([newest.id]).collect();
        let (paid_out, payments) = cash.paid_out((id, &facts), &made, &without).await?;
        let on =
            |kind| made.iter().flat_map(Entry::postings).filter(move |of| of.account.kind() == kind).map(|of| of.amount).sum::<Minor>();
        // What is booked instead is owed, and credited, as before.
        let anew = |kind| without.instead.iter().map(|(_, posted)| posted.draft.total(kind)).sum::<Minor>();
        let left = |kind| on(kind) - anew(kind);
        let (debt, credit) = (left(AccountKind::SellersOwe), -left(AccountKind::DebtorCredits));
        let restored = match debt.is_positive() {
            true => cash.receivables.debt_of(recording.look.receivable()).await?.take_back(debt - paid_out.to_seller),
            false => Restored::default(),
        };
        let followed = paid_out != PaidOut::default() || restored != Restored::default();
        let was_over = recording.book().state().status.is_end();
        recording.take_back(&made, paid_out, &pen)?;
        recording.restore(restored, newest.id, &pen);
        if was_over && recording.book().state().status == BookStatus::Funded {
            recording.look.change(|receivable| reopens(receivable, by).map(|change| vec![change]))?;
        }
        let state = recording.book().state();
        let ended = match newest.fact {
            Fact::Deducted { cause: DeductionCause::Dispute, .. } => Some(DisputeEnd::PartlyLost),
            _ if state.status.is_live() && state.unpaid().is_positive() => Some(DisputeEnd::Paid),
            _ => None,
        };
        if let Some(ended) = ended {
            recording.look.change(|receivable| Ok::<_, Blocked>(receivable.reopen_dispute(ended).into_iter().collect()))?;
        }
        if let Fact::Extended { .. } = newest.fact {
            let due_on = recording.book().state().due_on;
            recording.look.change(|receivable| receivable.take_extension_back(due_on, by).map(|change| vec![change]))?;
        }
        self.followed |= followed;
        self.payments.extend(payments);
        self.unexplained(id, &newest).await?;
        Ok(TakenBack { fact: newest, credit, brought_by: credited_by(&made) })
    }

    /// Money stays on the house's account, or in suspense, when what it was for is taken back; what was kept back from a payout is
    /// due again.
    async fn unexplained(&mut self, id: ReceivableId, fact: &Recorded) -> Result<(), CashError> {
        let (Fact::Received(Receipt { amount, from, .. }), Some(receipt)) = (fact.fact, fact.cause) else { return Ok(()) };
        let (pen, recording) = (self.pen.clone(), self.recording(id)?);
        if from == MoneyFrom::SetOff {
            let again = Payout { fact: Some(fact.id), ..recording.due(Purpose::PassedOn, amount, &pen) };
            self.payments.push(PaymentChange::PayoutAdded(Box::new(again)));
            return Ok(());
        }
        if matches!(from, MoneyFrom::Debtor | MoneyFrom::Seller) {
            let (currency, today) = (recording.look.receivable().currency(), recording.look.today());
            let draft = Draft::new(currency).transfer(Place::bank(), Place::suspense(), amount);
            self.entries.extend(pen.entry((Event::ReceiptUnexplained, today), receipt, None, &draft));
        }
        if let Some(explained) = self.cash.receipts.by_id(ReceiptId(receipt)).await? {
            let unlearnt = self.cash.unlearnt(&explained, Target::Receivable(id), &pen).await?;
            self.payments.extend(unlearnt);
            self.payments.extend(no_longer_paid(&explained, (id, amount), &pen));
        }
        Ok(())
    }

    /// What a fact had brought its debtor as credit is taken back with it.
    async fn cover_credit(&mut self, id: ReceivableId, taken_back: TakenBack) -> Result<(), CashError> {
        let TakenBack { fact, credit, brought_by } = taken_back;
        let recording = self.recording(id)?;
        let (currency, debtor) = (recording.look.receivable().currency(), recording.look.receivable().account_holder());
        let Some((debtor, true)) = debtor.map(|debtor| (debtor, credit.is_positive())) else { return Ok(()) };
        let receipt = fact.cause.filter(|_| matches!(fact.fact, Fact::Received(_))).map(ReceiptId);
        self.cover(Credited { debtor, currency, credit, receipt, brought_by, about: (id.0, Some(fact.id.0)) }).await
    }

    /// Of a credit that is taken back more may have been spent than is left: what was refunded to its own payer is claimed from the
    /// debtor, what else was paid with it is open again, the newest first, and what is short still is claimed as well.
    async fn cover(&mut self, credited: Credited) -> Result<(), CashError> {
        let Credited { debtor, currency, credit, receipt, brought_by, about: (subject, cause) } = credited;
        let (pen, today) = (self.pen.clone(), self.today);
        let short = (credit - self.cash.servicing.credit_of(debtor, currency).await?).or_zero();
        let (brought, moved) = self.cash.servicing.credit_brought((debtor, currency), short, (&pen, today)).await?;
        self.entries.extend(moved);
        let short = short - brought;
        self.followed |= short.is_positive();
        let accounts = if short.is_positive() { self.cash.servicing.accounts_beside(debtor).await? } else { Vec::new() };
        let refunded = match receipt.filter(|_| short.is_positive()) {
            Some(receipt) => self.cash.refunded(receipt, &accounts).await?.min(short),
            None => Minor::ZERO,
        };
        // A use goes back whole: what that is more than was spent lowers what is claimed.
        let (mut spent, mut claimed) = (short - refunded, short);
        for holder in accounts {
            let account = Account::of(AccountKind::DebtorCredits, currency, Owner::Debtor(holder));
            let Some(account) = account.filter(|_| spent.is_positive()) else { continue };
            let given_back = self.reopen((account, brought_by), spent).await?;
            let covers = given_back.min(claimed);
            if holder != debtor {
                // No more than is missing: the rest stays where it was taken from.
                self.entries.extend(credit_moved((holder, debtor), currency, covers, (&pen, today)));
            }
            spent -= given_back;
            claimed -= covers;
        }
        let draft = Draft::new(currency).transfer(Place::debtors_owe(debtor), Place::debtor_credits(debtor), claimed);
        self.entries.extend(pen.entry((Event::RefundReclaimed, today), subject, cause, &draft));
        Ok(())
    }

    /// Takes back what was paid with a debtor's credit since this entry brought it, the newest first, until at least so much is a credit
    /// again: answers how much.
    async fn reopen(&mut self, (credit, brought_by): (Account, Option<EntryId>), spent: Minor) -> Result<Minor, CashError> {
        let (mut reopened, mut before, mut reversed) = (Minor::ZERO, None, BTreeSet::new());
        loop {
            let lines = self.cash.journal.lines(credit, None, before, Cash::MOVEMENTS).await?;
            let Some(last) = lines.last() else { return Ok(reopened) };
            before = Some(last.id());
            for line in &lines {
                let entry = line.booking.id;
                // What was paid before this credit came was not paid with it.
                if reopened >= spent || Some(entry) < brought_by {
                    return Ok(reopened);
                }
                // What takes one back comes before it.
                reversed.extend(line.reverses);
                if line.booking.event == Event::DebtorCreditUsed && line.reverses.is_none() && !reversed.contains(&entry) {
                    reopened += self.reopen_one(ReceivableId(line.booking.subject)).await?;
                }
            }
        }
    }

    /// Takes back the newest use of credit on a receivable: answers how much is a credit again, nothing where none stands.
    async fn reopen_one(&mut self, id: ReceivableId) -> Result<Minor, CashError> {
        if let std::collections::btree_map::Entry::Vacant(free) = self.recordings.entry(id) {
            let opened = self.cash.receivables.recordings(vec![id]).await?.remove(&id);
            free.insert(opened.ok_or(ReceivableError::NotFound)?);
        }
        let (by, recording) = (self.by, self.recording(id)?);
        let is_use = |recorded: &Recorded| matches!(recorded.fact, Fact::Received(Receipt { from: MoneyFrom::DebtorCredit, .. }));
        if !recording.look.scene.facts.iter().any(is_use) {
            return Ok(Minor::ZERO);
        }
        if !recording.look.undoable().is_ok_and(|newest| is_use(&newest)) {
            let number = recording.look.receivable().parts().facts.number.as_str().to_owned();
            return Err(CashError::UndoFirst(number));
        }
        recording.look.operator_may_look(by)?;
        recording.look.receivable().operator_may(OperatorAction::Undo, by, None)?;
        Ok(-self.take_back(id).await?.credit)
    }
}

/// A part of a receipt, as it was seen: what it was said to be for, and how much of the receipt is for that in all.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartSeen {
    pub receipt: ReceiptId,
    pub part: AllocationId,
    pub target: Target,
    pub amount: Money,
}

impl Cash {
    /// Whether what this is about is not of the operator's own company.
    ///
    /// # Errors
    /// `NotFound`; `Blocked` with `NotOperators` and `OwnCompany`.
    pub async fn is_theirs_to_undo(&self, target: Target, by: &Operator) -> Result<(), CashError> {
        match target {
            Target::Receivable(id) | Target::PassOn(_, id) => {
                let kept = self.records.by_ids(vec![id]).await?.pop().ok_or(ReceivableError::NotFound)?;
                Ok(self.receivables.look(kept).await?.operator_may_look(by)?)
            }
            Target::Credit(debtor) => self.is_not_their_own_debtor(debtor, by).await,
            Target::SentBack(_) | Target::Entry(_) => Ok(()),
        }
    }

    /// What is written when a part of a receipt is not for what was said, with all else of the receipt that is for the same: it lies in
    /// suspense again. What the seller paid of its debt with it is owed again, what it got of it is owed where it was paid out, and a
    /// credit is taken back with what was paid with it. What is in the book of a receivable is undone there.
    ///
    /// # Errors
    /// `NotFound`; `Stale` where it is not as it was seen; `Blocked`; `UndoFirst` where the receipt is in the book of what it paid, or
    /// something happened since to what was paid with the credit; `Refused` with `NotUndoable` where it went back, or an entry by hand
    /// explains it.
    pub async fn part_undone(&self, seen: &PartSeen, by: &Operator) -> Result<Prepared, CashError> {
        let PartSeen { receipt, part, target, amount } = seen;
        if !by.may(OperatorRight::ManageReceivables) {
            return Err(Blocked::NotOperators(OperatorRight::ManageReceivables).into());
        }
        self.is_theirs_to_undo(*target, by).await?;
        let explained = self.receipts.by_id(*receipt).await?.ok_or(ReceivableError::NotFound)?;
        if explained.all_for(*part) != Some((*target, *amount)) {
            return Err(ReceivableError::Stale.into());
        }
        let pen = self.receivables.pen(Some(by.user()));
        let undoing = self.undoing(BTreeMap::new(), (by, Receivable::undo), &pen).await?;
        let made = self.made_for(*receipt, *target).await?;
        let undone = self.take_part((&explained, *target), &made, undoing).await?;
        let about = match *target {
            Target::PassOn(company, _) => Subjects::of_company(company, receipt.0),
            Target::Credit(debtor) => Subjects { thing: receipt.0, ..Subjects::debtor(debtor) },
            _ => Subjects::house(receipt.0),
        };
        let entry = AuditEntry::new(pen.at, Actor::User(by.user()), AuditAction::ReceiptPartUndone, about);
        let entry = undone.told(entry);
        Ok(Prepared { changes: undone.changes, entry, mails: Vec::new() })
    }

    /// Takes back what of a receipt is for this, by the entries that it made for that.
    async fn take_part(
        &self,
        (explained, target): (&Explained, Target),
        made: &[Entry],
        mut undoing: Undoing<'_>,
    ) -> Result<Undone, CashError> {
        let (receipt, currency, pen) = (explained.receipt.id, explained.receipt.amount.currency(), undoing.pen.clone());
        let standing: Vec<_> = explained.standing().filter(|standing| standing.target == target).collect();
        let amount: Minor = standing.iter().map(|standing| standing.amount).sum();
        if explained_by(made) != amount {
            return Err(Refused::NotUndoable.into());
        }
        match target {
            Target::Receivable(about) | Target::PassOn(_, about) => undoing.take_part_back(receipt, about, made).await?,
            Target::Credit(debtor) => {
                undoing.entries.extend(made.iter().map(|entry| pen.reversal(entry, undoing.today)));
                let (receipt, about, brought_by) = (Some(receipt), (receipt.0, None), credited_by(made));
                undoing.cover(Credited { debtor, currency, credit: amount, receipt, brought_by, about }).await?;
            }
            Target::SentBack(_) | Target::Entry(_) => return Err(Refused::NotUndoable.into()),
        }
        let came: Minor =
            made.iter().flat_map(Entry::postings).filter(|of| of.account.kind() == AccountKind::Bank).map(|of| of.amount).sum();
        let waits = Draft::new(currency).transfer(Place::bank(), Place::suspense(), came);
        undoing.entries.extend(pen.entry((Event::ReceiptUnexplained, undoing.today), receipt.0, None, &waits));
        undoing.payments.extend(self.unlearnt(explained, target, &pen).await?);
        let taken = |standing: &Allocation| Allocation { undone_at: Some(pen.at), ..standing.clone() };
        undoing.payments.extend(standing.into_iter().map(|standing| PaymentChange::AllocationUndone(taken(standing))));
        let of = if let Target::Receivable(id) | Target::PassOn(_, id) = target { Some(id) } else { None };
        undoing.undone(of).await
    }

    /// The entries that a receipt made for what a part of it is for, but for those of facts, and that stand.
    async fn made_for(&self, receipt: ReceiptId, target: Target) -> Result<Vec<Entry>, CashError> {
        let about = match target {
            Target::Receivable(id) => {
                let facts = self.records.facts(id).await?;
                if facts.iter().any(|recorded| matches!(recorded.fact, Fact::Received(_)) && recorded.cause == Some(receipt.0)) {
                    let kept = self.records.by_ids(vec![id]).await?.pop().ok_or(ReceivableError::NotFound)?;
                    return Err(CashError::UndoFirst(kept.receivable.parts().facts.number.as_str().to_owned()));
                }
                id.0
            }
            _ => receipt.0,
        };
        let is_it = |entry: &Entry| {
            let (booking, of) = (entry.booking(), |kind| entry.postings().iter().filter(move |of| of.account.kind() == kind));
            let comes = of(AccountKind::Bank).chain(of(AccountKind::Suspense)).any(|of| of.amount.is_positive());
            let is_for = match target {
                Target::Receivable(id) => {
                    let is_of = matches!(booking.event, Event::SellerPaid | Event::PassedOn);
                    is_of && booking.subject == id.0 && booking.cause == Some(receipt.0)
                }
                Target::PassOn(company, id) => {
                    let payable = Place::sellers_payable(company, id);
                    booking.event == Event::PassedOn
                        && booking.subject == receipt.0
                        && of(payable.kind()).any(|of| of.receivable == Some(id))
                }
                Target::Credit(debtor) => {
                    let own = |of: &Posting| of.account.owner() == Owner::Debtor(debtor);
                    booking.event == Event::ReceiptExplained && booking.subject == receipt.0 && of(AccountKind::DebtorCredits).any(own)
                }
                Target::SentBack(_) | Target::Entry(_) => false,
            };
            comes && is_for && entry.reverses().is_none()
        };
        let mut made = Vec::new();
        for record in self.journal.about(about, None, Receivables::ENTRIES_OF_ONE).await? {
            if is_it(&record.entry) && self.journal.reversal_of(record.entry.booking().id).await?.is_none() {
                made.push(record.entry);
            }
        }
        Ok(made)
    }

    /// What a company owes for that was paid for an invoice it never sold: the invoice it sold last, under whose facility that counts.
    /// Of a company that sold nothing, the invoice itself, once it can't be sold any more.
    async fn owes_for(&self, paid_for: &Receivable) -> Result<ReceivableId, CashError> {
        /// As many of the newest are looked at for one in its currency.
        const NEWEST: i64 = 200;
        let statuses = ReceivableStatus::SOLD.iter().copied().chain([ReceivableStatus::ChargedBack]).collect();
        let company = Some((paid_for.parts().seller, Side::Selling));
        let filter = ReceivableFilter { company, statuses, ..ReceivableFilter::default() };
        let sold = self.records.page(filter, None, NEWEST).await?;
        match sold.iter().find(|kept| kept.receivable.currency() == paid_for.currency()) {
            Some(kept) => Ok(kept.receivable.id()),
            None if !paid_for.status().is_checked() => Ok(paid_for.id()),
            None => Err(Refused::NotUndoable.into()),
        }
    }

    /// How much of what was passed on of a receipt was paid out, or set off; what was not is not paid any more.
    async fn passed_on(
        &self,
        (receipt, about): (ReceiptId, ReceivableId),
        made: &[Entry],
    ) -> Result<(Minor, Vec<PaymentChange>), CashError> {
        let all = self.payouts.page(PayoutFilter { about: Some(about), ..PayoutFilter::default() }, None, i64::MAX).await?;
        let is_first = |payout: &&Payout| payout.purpose == Purpose::PassedOn && payout.replaces.is_none() && payout.fact.is_none();
        let (mut paid, mut payments, mut taken) = (Minor::ZERO, Vec::new(), BTreeSet::new());
        for given in made.iter().map(|entry| given(Purpose::PassedOn, [(entry.booking().event, entry.postings())].into_iter())) {
            if !given.is_positive() {
                continue;
            }
            let is_like = |payout: &&Payout| payout.gross == given && !taken.contains(&payout.id);
            let stands = |payout: &&Payout| last_in_place(&all, payout).status != PayoutStatus::Cancelled;
            let of = |named: Option<ReceiptId>| {
                all.iter().rev().filter(is_first).filter(is_like).filter(stands).find(|payout| payout.passed_on_of == named)
            };
            // What an upgrade could not link is told by its amount. Of what is not found at all, nobody knows that it was not paid.
            let Some(first) = of(Some(receipt)).or_else(|| of(None)) else {
                paid += given;
                continue;
            };
            let last = last_in_place(&all, first);
            if last.status == PayoutStatus::Due {
                paid += given - last.gross;
                let payout = Box::new(last.clone().cancelled()?);
                payments.push(PaymentChange::PayoutChanged { payout, seen: PayoutStatus::Due });
            } else {
                paid += given;
            }
            taken.insert(first.id);
        }
        Ok((paid, payments))
    }
}

impl Undoing<'_> {
    /// What the seller paid of its debts with a part of a receipt, and what was passed on to it of that, is taken back. Where a debt it
    /// paid was taken back before, the seller was to get that back: as far as it did not yet, it neither gets nor owes it.
    async fn take_part_back(&mut self, receipt: ReceiptId, about: ReceivableId, made: &[Entry]) -> Result<(), CashError> {
        let (cash, pen, today) = (self.cash, self.pen.clone(), self.today);
        let (paid, payments) = cash.passed_on((receipt, about), made).await?;
        self.payments.extend(payments);
        self.followed |= paid.is_positive();
        let kept = cash.records.by_ids(vec![about]).await?.pop().ok_or(ReceivableError::NotFound)?;
        let (seller, currency) = (kept.receivable.parts().seller, kept.receivable.currency());
        let is_sold = kept.receivable.parts().accepted.is_some();
        let owes_for = if is_sold || paid.is_zero() { about } else { cash.owes_for(&kept.receivable).await? };
        let mut recordings = cash.receivables.sold_of(BTreeSet::from([about, owes_for]).into_iter().collect()).await?.0;
        // Who got it owes first what it then does not get.
        let owed = Draft::new(currency).transfer(Place::sellers_owe(seller, owes_for), Place::sellers_payable(seller, about), paid);
        match recordings.get_mut(&owes_for) {
            Some(recording) => recording.post((Event::PassedOn, today), Some(receipt.0), &owed, &pen),
            None => self.entries.extend(pen.entry((Event::PassedOn, today), owes_for.0, Some(receipt.0), &owed)),
        }
        match recordings.get_mut(&about) {
            Some(recording) => {
                made.iter().for_each(|entry| recording.reverse(entry, &pen));
                self.return_no_more(recording, made).await?;
            }
            None => self.entries.extend(made.iter().map(|entry| pen.reversal(entry, today))),
        }
        self.recordings.extend(recordings);
        Ok(())
    }

    /// Of what these payments paid of a debt that was taken back before, nothing is due to the seller any more.
    async fn return_no_more(&mut self, recording: &mut Recording, made: &[Entry]) -> Result<(), CashError> {
        let (id, seller, currency) = {
            let receivable = recording.look.receivable();
            (receivable.id(), receivable.parts().seller, receivable.currency())
        };
        let is_of_these = |returned: &Returned| made.iter().any(|entry| entry.booking().id == returned.payment);
        let mut returned = BTreeMap::<FactId, Minor>::new();
        for part in Debt::returned(seller, id, &self.cash.receivables.booked_about(id).await?).into_iter().filter(is_of_these) {
            *returned.entry(part.fact).or_default() += part.amount;
        }
        if returned.is_empty() {
            return Ok(());
        }
        let filter = PayoutFilter { about: Some(id), status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
        let due = self.cash.payouts.page(filter, None, i64::MAX).await?;
        for (fact, amount) in returned {
            let gives_back = due.iter().find(|payout| payout.purpose == Purpose::DebtReturned && payout.fact == Some(fact));
            let kept = gives_back.map_or(Minor::ZERO, |payout| payout.gross.min(amount));
            self.followed |= amount > kept;
            let Some(payout) = gives_back else { continue };
            let draft = Draft::new(currency).transfer(Place::sellers_payable(seller, id), Place::sellers_owe(seller, id), kept);
            recording.post((Event::DebtTakenBack, self.today), Some(fact.0), &draft, &self.pen);
            let cancelled = Box::new(payout.clone().cancelled()?);
            self.payments.push(PaymentChange::PayoutChanged { payout: cancelled, seen: PayoutStatus::Due });
            let rest = payout.gross - kept;
            if rest.is_positive() {
                recording.pay(Payout { id: PayoutId(self.pen.next()), gross: rest, replaces: None, ..payout.clone() });
            }
        }
        Ok(())
    }
}

/// Whether it was granted by itself on the payment before it, with which it falls.
fn came_with_payment(newest: &Recorded) -> bool {
    matches!(newest.fact, Fact::Deducted { cause: DeductionCause::CashDiscount, .. })
}

/// The first of these that brings a debtor a credit.
fn credited_by(made: &[Entry]) -> Option<EntryId> {
    let credits = |of: &Posting| of.account.kind() == AccountKind::DebtorCredits && of.amount.is_negative();
    made.iter().filter(|entry| entry.postings().iter().any(credits)).map(|entry| entry.booking().id).min()
}

/// How much of a receipt these entries are for.
fn explained_by(made: &[Entry]) -> Minor {
    let postings = made.iter().flat_map(Entry::postings);
    let comes = postings.filter(|of| matches!(of.account.kind(), AccountKind::Bank | AccountKind::Suspense));
    comes.map(|of| of.amount).sum()
}

impl Recording {
    /// What was paid of a debt that is no more is due to the seller, and what was given up of it is no loss.
    fn restore(&mut self, restored: Restored, fact: FactId, pen: &Pen) {
        let (id, seller, currency) = {
            let receivable = self.look.receivable();
            (receivable.id(), receivable.parts().seller, receivable.currency())
        };
        let owe = Place::sellers_owe(seller, id);
        let draft = Draft::new(currency).transfer(owe, Place::sellers_payable(seller, id), restored.to_company).transfer(
            owe,
            Place::credit_losses(),
            restored.given_up,
        );
        self.post((Event::DebtTakenBack, self.look.today()), Some(fact.0), &draft, pen);
        if restored.to_company.is_positive() {
            let due = self.due(Purpose::DebtReturned, restored.to_company, pen);
            self.pay(Payout { fact: Some(fact), ..due });
        }
    }
}

/// The part of a receipt that paid this receivable, taken back but for what its seller paid of its debts with it.
fn no_longer_paid(explained: &Explained, (paid, amount): (ReceivableId, Minor), pen: &Pen) -> Vec<PaymentChange> {
    let is_it = |part: &&Allocation| part.target == Target::Receivable(paid) && part.undone_at.is_none() && part.amount >= amount;
    let Some(part) = explained.allocations.iter().rev().find(is_it) else { return Vec::new() };
    let (left, stays) = (explained.left() + part.amount, part.amount - amount);
    let undone = PaymentChange::AllocationUndone(Allocation { undone_at: Some(pen.at), ..part.clone() });
    let rest = stays.is_positive().then(|| {
        let allocation = Allocation { id: AllocationId(pen.next()), amount: stays, at: pen.at, ..part.clone() };
        PaymentChange::Allocated { allocation, left }
    });
    [undone].into_iter().chain(rest).collect()
}

/// The payout that is paid in place of this one, if it came back.
fn last_in_place<'a>(all: &'a [Payout], payout: &'a Payout) -> &'a Payout {
    all.iter().find(|other| other.replaces == Some(payout.id)).map_or(payout, |next| last_in_place(all, next))
}
