//! A page of a statement: what each line is, found out and written together.

use crate::{
    cash::{
        Cash, CashError,
        movements::{Movements, Split},
        payouts::ordered::{Ordered, OrderedFound},
        receipts::{
            match_book::{MatchBook, Sure},
            sending_back::Own,
        },
        statements::{
            counting::{Page, account_of, several},
            open_lines::bank,
            perhaps_booked::{EnteredFor, WentOut},
        },
    },
    kernel::{commit::WriteContext, unavailable::Unavailable},
    payments::{
        changes::Change as PaymentChange,
        statements::{LineRecord, OfEntry, StatementRecord},
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        coded::Coded,
        ids::{ReceivableId, UserId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::{Draft, Entry, EntryId, Event, Place},
    parties::operator::Operator,
    payments::{
        charges::may_be_charges,
        payout::{PayoutId, Returned},
        receipt::{Explained, Receipt, ReceiptId, Recognised, Target},
        statement::{LineId, LineOutcome, StatementLine},
    },
    receivables::quoting::readable,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use uuid::Uuid;

/// What came of a page.
#[derive(Debug, Default)]
pub(in crate::cash) struct PageDone {
    pub(in crate::cash) repeated: usize,
    pub(in crate::cash) matched: usize,
    pub(in crate::cash) open: usize,
    /// Nothing proves whether they were told before.
    pub(in crate::cash) perhaps: usize,
    /// Ahead of today, long ago, or odd.
    pub(in crate::cash) set_aside: usize,
    /// What lies in suspense.
    pub(in crate::cash) waiting: Vec<Explained>,
}

impl PageDone {
    pub(in crate::cash) fn add(&mut self, other: Self) {
        self.repeated += other.repeated;
        self.matched += other.matched;
        self.open += other.open;
        self.perhaps += other.perhaps;
        self.set_aside += other.set_aside;
        self.waiting.extend(other.waiting);
    }
}

/// A new line, with what money that came in is for.
struct New<'a> {
    line: &'a StatementLine,
    place: i32,
    entry: &'a OfEntry,
    id: Uuid,
    /// What it is if it is money that came in.
    receipt: Option<Receipt>,
    parts: Vec<(Target, Minor)>,
    /// By what each was recognised.
    recognised: Vec<(ReceivableId, Recognised)>,
    /// It names something of ours.
    names: bool,
}

/// What a line is if it is money that came in, of the line's own id.
pub(in crate::cash) fn receipt_of(
    line: &StatementLine,
    currency: Currency,
    (id, by, at): (Uuid, UserId, DateTime<Utc>),
) -> Option<Receipt> {
    let amount = line.amount.is_positive().then(|| line.money(currency)).flatten()?;
    Some(Receipt {
        id: ReceiptId(id),
        booked_on: line.booked_on,
        value_on: line.value_on,
        amount,
        payer: line.other.clone(),
        text: readable(line),
        entered_by: by,
        entered_at: at,
    })
}

/// All that the lines of a page are compared with.
struct Known {
    ordered: OrderedFound,
    /// Receipts of these days and amounts that were entered by hand, and stand on no statement.
    by_hand: Vec<Explained>,
    /// Lines that name something else than such a receipt pays or says, and which.
    others: BTreeSet<(Uuid, ReceiptId)>,
    /// What was entered by hand to pay what lines are for, in another sum.
    entered_for: EnteredFor,
    /// The entries by hand that lines say they are.
    booked: BTreeMap<Uuid, EntryId>,
    /// Lines whose charge is perhaps in the books by something of another day.
    perhaps: BTreeSet<Uuid>,
    own: Own,
    /// Where the money of a payout lies if it came back.
    lies: HashMap<PayoutId, (Place, Vec<PaymentChange>)>,
}

impl Cash {
    /// Writes what is new of a page, all of it or nothing.
    ///
    /// # Errors
    /// `Stale` when something changed since it was read.
    pub(in crate::cash) async fn take_page(
        &self,
        record: &StatementRecord,
        page: Page,
        (by, book): (&Operator, &MatchBook),
    ) -> Result<PageDone, CashError> {
        let Page { fresh, several, changes, said, repeated, perhaps, set_aside } = page;
        let pen = self.receivables.pen(Some(by.user()));
        let mut done = PageDone { repeated, perhaps, set_aside, ..PageDone::default() };
        let lines: Vec<_> = fresh.iter().map(|fresh| &fresh.line).collect();
        let sure = self.sure(&lines, (book, record.currency)).await?;
        let new = fresh.iter().zip(sure).map(|(fresh, Sure { parts, recognised, names })| {
            let (line, id) = (&fresh.line, pen.next());
            let receipt = receipt_of(line, record.currency, (id, by.user(), pen.at));
            New { line, place: fresh.place, entry: &fresh.entry, id, parts, recognised, names, receipt }
        });
        let new: Vec<_> = new.collect();
        let mut known = self.known(record, &lines, by).await?;
        let sure: Vec<_> = new.iter().filter(|new| !new.parts.is_empty()).filter_map(|new| new.receipt.as_ref()).collect();
        let near = self.perhaps_entered(&sure, record.currency).await?;
        let is_more = |found: &Explained| !known.by_hand.iter().any(|other| other.receipt.id == found.receipt.id);
        let near: Vec<_> = near.into_iter().filter(is_more).collect();
        known.by_hand.extend(near);
        known.entered_for = self.entered_for_same(&new).await?;
        known.others = self.others(&new, &known.by_hand, (book, record.currency)).await?;
        known.booked = self.booked_as(record, &new, (book, several)).await?;
        known.perhaps = self.perhaps(record, &new, &known).await?;
        let split: Vec<Split<'_>> = new.iter().filter_map(|new| Some((new.receipt.as_ref()?, new.parts.as_slice()))).collect();
        let payouts: Vec<_> = known.ordered.payouts.values().cloned().collect();
        let mut movements = self.movements((&split, &payouts), (pen, by)).await?;
        for new in &new {
            movements.take(record, new, (&mut known, &mut done));
        }
        movements.payments.extend(changes);
        let at = movements.pen.at;
        let (changes, mails) = self.moved(movements).await?;
        let lines = new.len().to_string();
        let (entry, made) = match said {
            Some((line, decided, request)) => {
                let entry = AuditEntry::new(at, Actor::User(by.user()), AuditAction::StatementLineSettled, Subjects::house(line.0));
                let made = request.map(|request| request.made(line.0, at));
                let known_as = decided.known_as.map(|known| ("known_as", known.to_string()));
                let reason = decided.reason.map(|reason| ("reason", reason.as_str().to_owned()));
                let values = [("decision", decided.is.code().to_owned()), ("lines", lines)];
                (entry.new_values(values.into_iter().chain(known_as).chain(reason)), made)
            }
            None => {
                let entry = AuditEntry::new(at, Actor::User(by.user()), AuditAction::StatementImported, Subjects::house(record.id.0));
                (entry.new_values([("lines", lines)]), None)
            }
        };
        self.receivables.put(changes, WriteContext { mails, ..WriteContext::of(entry) }.under(made)).await?;
        Ok(done)
    }

    /// What was entered by hand to pay what these lines pay, and that none of them tells.
    async fn entered_for_same(&self, new: &[New<'_>]) -> Result<EnteredFor, Unavailable> {
        let sure = || new.iter().filter(|new| !new.parts.is_empty());
        let targets = sure().flat_map(|new| &new.parts).filter_map(|(target, _)| match target {
            Target::Receivable(id) => Some(*id),
            Target::PassOn(..) | Target::Credit(_) | Target::SentBack(_) | Target::Entry(_) => None,
        });
        let entered = self.entered_for(targets.collect(), sure().map(|new| new.line.booked_on)).await?;
        Ok(entered.without(|receipt| new.iter().filter_map(|new| new.receipt.as_ref()).any(|told| receipt.is_told_by(told))))
    }

    /// Which of these lines name something else than a receipt by hand pays or says that could be the same money.
    async fn others(
        &self,
        new: &[New<'_>],
        by_hand: &[Explained],
        (book, currency): (&MatchBook, Currency),
    ) -> Result<BTreeSet<(Uuid, ReceiptId)>, Unavailable> {
        let pairs = new.iter().flat_map(|new| {
            let found = by_hand.iter().filter_map(move |found| Some((new, new.receipt.as_ref()?, found)));
            found.filter(|(_, receipt, found)| found.receipt.is_told_by(receipt) || found.receipt.may_be(receipt))
        });
        let pairs: Vec<_> = pairs.collect();
        let says = pairs.iter().flat_map(|(new, receipt, found)| [(*receipt, new.line.names.as_slice()), (&found.receipt, &[])]);
        let says: Vec<_> = says.collect();
        let named = self.named_by((book, currency), &says).await?;
        let payers = self.payers(book, &says.iter().map(|(receipt, _)| &receipt.payer).collect::<Vec<_>>()).await?;
        let mut others = BTreeSet::new();
        for ((new, _, found), (named, payers)) in pairs.into_iter().zip(named.chunks(2).zip(payers.chunks(2))) {
            let ([named, said], [payers, entered]) = (named, payers) else { continue };
            let paid = found.standing().filter_map(|part| match part.target {
                Target::Receivable(id) | Target::PassOn(_, id) => Some(id),
                Target::Credit(_) | Target::SentBack(_) | Target::Entry(_) => None,
            });
            if named.contradicts(payers, &paid.chain(said.ids(entered)).collect()) {
                others.insert((new.id, found.receipt.id));
            }
        }
        Ok(others)
    }

    /// The entries by hand that these lines say they are. Day and amount are one sign; the other one is the bank's own code for a charge, or
    /// that the bank names the house itself for capital. Charges of a day and amount are all the same; of capital there has to be one entry
    /// and one line. All else is for a person.
    async fn booked_as(
        &self,
        record: &StatementRecord,
        new: &[New<'_>],
        (book, mut alike): (&MatchBook, BTreeSet<(NaiveDate, Minor)>),
    ) -> Result<BTreeMap<Uuid, EntryId>, Unavailable> {
        let mut booked_as = BTreeMap::new();
        let Some(bank) = bank(record.currency) else { return Ok(booked_as) };
        let days: BTreeSet<_> = new.iter().map(|new| new.line.booked_on).collect();
        let mut booked = self.booked_by_hand(days.into_iter().collect()).await?;
        if booked.is_empty() {
            return Ok(booked_as);
        }
        alike.extend(several(new.iter().map(|new| new.line)));
        for New { line, id, .. } in new {
            let is_it = |entry: &Entry| entry.booking().on == line.booked_on && entry.moves(bank) == line.amount;
            let is_of = |entry: &Entry, events: &[Event]| events.contains(&entry.booking().event);
            if line.is_charge {
                let place = booked.iter().position(|entry| is_it(entry) && is_of(entry, &[Event::BankCharge]));
                booked_as.extend(place.map(|place| (*id, booked.remove(place).booking().id)));
                continue;
            }
            let mut capital = booked.iter().filter(|entry| is_it(entry) && is_of(entry, &[Event::CapitalPaidIn, Event::CapitalPaidOut]));
            let (Some(entry), None) = (capital.next(), capital.next()) else { continue };
            if !alike.contains(&(line.booked_on, line.amount)) && self.is_of_house(record, line, book).await? {
                booked_as.insert(*id, entry.booking().id);
            }
        }
        Ok(booked_as)
    }

    /// Those of these lines whose charge is perhaps in the books by something of another day.
    async fn perhaps(&self, record: &StatementRecord, new: &[New<'_>], known: &Known) -> Result<BTreeSet<Uuid>, Unavailable> {
        let charged = new.iter().filter_map(|new| Some((new.id, new.line.booked_on, -known.charge(new)?)));
        let charged: Vec<WentOut<Uuid>> = charged.collect();
        let taken = known.booked.values().copied().collect();
        Ok(self.perhaps_booked(record.currency, &charged, &taken).await?.into_keys().collect())
    }

    /// Whether this line alone of its day and amount is between the house and itself.
    async fn is_of_house(&self, record: &StatementRecord, line: &StatementLine, book: &MatchBook) -> Result<bool, Unavailable> {
        if !book.itself.is(&line.other) || self.payers(book, &[&line.other]).await?.iter().any(|payers| !payers.account.is_empty()) {
            return Ok(false);
        }
        let days = (line.booked_on, line.booked_on);
        Ok(self.statements.near(account_of(record), days, vec![line.amount], 1).await?.is_empty())
    }

    async fn booked_by_hand(&self, days: Vec<NaiveDate>) -> Result<Vec<Entry>, Unavailable> {
        let booked = self.journal.by_hand(days).await?;
        self.without_line(booked.into_iter().map(|record| record.entry).collect()).await
    }

    /// Those of these things of which a line of a statement tells.
    pub(in crate::cash) async fn on_statements(&self, things: impl Iterator<Item = Uuid>) -> Result<BTreeSet<Uuid>, Unavailable> {
        let things: Vec<Uuid> = things.collect();
        let found = if things.is_empty() { Vec::new() } else { self.statements.told(things).await? };
        Ok(found.into_iter().map(|(thing, _)| thing).collect())
    }

    /// Those of these entries that stand and of which no line tells.
    pub(in crate::cash) async fn without_line(&self, mut booked: Vec<Entry>) -> Result<Vec<Entry>, Unavailable> {
        booked.retain(Entry::may_be_a_line);
        if booked.is_empty() {
            return Ok(booked);
        }
        let ids: Vec<EntryId> = booked.iter().map(|entry| entry.booking().id).collect();
        let with_line = self.on_statements(ids.iter().map(|id| id.0)).await?;
        let reversed = self.journal.reversed(ids).await?;
        booked.retain(|entry| !with_line.contains(&entry.booking().id.0) && !reversed.contains(&entry.booking().id));
        Ok(booked)
    }

    async fn known(&self, record: &StatementRecord, lines: &[&StatementLine], by: &Operator) -> Result<Known, CashError> {
        let names = lines.iter().flat_map(|line| line.names.iter().map(String::as_str)).collect();
        let ordered = self.ordered_by(names, record.currency).await?;
        let came = lines.iter().filter(|line| line.amount.is_positive());
        let (days, amounts): (BTreeSet<_>, BTreeSet<_>) = came.map(|line| (line.booked_on, line.amount)).unzip();
        let by_hand = self.receipts.by_hand(record.currency, days.into_iter().collect(), amounts.into_iter().collect()).await?;
        // What was taken back did not come.
        let by_hand = self.staying(by_hand).await?;
        let payouts: Vec<_> = ordered.payouts.values().cloned().collect();
        let own = self.own_among(&payouts, by).await?;
        let mut lies = HashMap::new();
        for payout in &payouts {
            lies.insert(payout.id, self.lies_then(payout, self.identity.clock.now()).await?);
        }
        let (others, booked, perhaps) = (BTreeSet::new(), BTreeMap::new(), BTreeSet::new());
        Ok(Known { ordered, by_hand, entered_for: EnteredFor::default(), others, booked, perhaps, own, lies })
    }
}

impl Known {
    /// The entry by hand that this line says it is.
    fn booked(&self, new: &New<'_>) -> Option<EntryId> {
        self.booked.get(&new.id).copied()
    }

    /// What this line names as ordered, where it is that, or that with a charge of the bank.
    fn went(&self, line: &StatementLine) -> Option<&Ordered> {
        let is_it = |ordered: &&Ordered| ordered.amount == -line.amount || may_be_charges(-line.amount - ordered.amount, ordered.amount);
        self.ordered.of(line).filter(|ordered| !line.is_charge && is_it(ordered))
    }

    /// What this line names as ordered, where it is that which came back. The bank may have kept something of it, where it says that it
    /// came back.
    fn back(&self, line: &StatementLine) -> Option<&Ordered> {
        let is_less = |ordered: &Ordered| line.returned.is_some() && may_be_charges(ordered.amount - line.amount, ordered.amount);
        self.ordered.of(line).filter(|ordered| ordered.amount == line.amount || is_less(ordered))
    }

    /// What would be booked of this line as a charge of the bank: of money that went out, or that came back.
    fn charge(&self, new: &New<'_>) -> Option<Minor> {
        let went = -new.line.amount;
        if went.is_negative() {
            return self.back(new.line).map(|back| back.amount + went).filter(|kept| kept.is_positive());
        }
        let charge = match self.went(new.line) {
            Some(ordered) => went - ordered.amount,
            None if new.line.is_charge && !self.booked.contains_key(&new.id) => went,
            None => return None,
        };
        Some(charge).filter(|charge| went.is_positive() && charge.is_positive())
    }
}

impl Movements<'_> {
    fn take(&mut self, record: &StatementRecord, new: &New<'_>, (known, done): (&mut Known, &mut PageDone)) {
        let (outcome, about) = match &new.receipt {
            Some(receipt) => self.take_in(record, (new, receipt), (known, done)),
            None => self.take_out(record, new, known),
        };
        match outcome {
            LineOutcome::Receipt => {}
            LineOutcome::Open => done.open += 1,
            LineOutcome::Executed | LineOutcome::Returned | LineOutcome::Charge | LineOutcome::Noted => done.matched += 1,
        }
        let (id, entry, line) = (LineId(new.id), Some(new.entry.clone()), new.line.clone());
        let (statement, currency) = (record.id, record.currency);
        let record = LineRecord { id, statement, place: new.place, currency, entry, line, outcome, about };
        if outcome == LineOutcome::Charge {
            self.charge(&record);
        }
        self.payments.push(PaymentChange::LineAdded(Box::new(record)));
    }

    /// Money that went out: what was ordered, what the bank took for itself, or nobody knows.
    fn take_out(&mut self, record: &StatementRecord, new: &New<'_>, known: &mut Known) -> (LineOutcome, Option<Uuid>) {
        let line = new.line;
        let is_perhaps_booked = known.perhaps.contains(&new.id);
        // What the bank charged for it may be in the same sum.
        let Some(ordered) = known.went(line).cloned() else {
            let unknown = if line.is_charge && !is_perhaps_booked { LineOutcome::Charge } else { LineOutcome::Open };
            let booked = known.booked(new);
            return booked.map_or((unknown, None), |booked| (LineOutcome::Noted, Some(booked.0)));
        };
        if is_perhaps_booked || known.ordered.is_seen(&ordered) || !self.may_move(&ordered, known) {
            return (LineOutcome::Open, None);
        }
        let outcome =
            if known.ordered.is_executed(&ordered) { Some(LineOutcome::Noted) } else { self.carried_out(record, (&ordered, line), known) };
        match outcome {
            Some(outcome) => {
                self.kept_by_bank((record, new), -line.amount - ordered.amount);
                known.ordered.see(&ordered);
                (outcome, Some(ordered.id))
            }
            None => (LineOutcome::Open, None),
        }
    }

    /// What the bank took for itself beside what was ordered: this line tells of it, and no other one does.
    fn kept_by_bank(&mut self, (record, new): (&StatementRecord, &New<'_>), charges: Minor) {
        let draft = Draft::new(record.currency).transfer(Place::bank_charges(), Place::bank(), charges);
        self.entries.extend(self.pen.entry((Event::BankCharge, new.line.booked_on), new.id, None, &draft));
    }

    /// Nobody books what their own company is paid.
    fn may_move(&self, ordered: &Ordered, known: &Known) -> bool {
        known.ordered.all(ordered).all(|payout| known.own.is_not_paid(payout).is_ok())
    }

    fn carried_out(
        &mut self,
        record: &StatementRecord,
        (ordered, line): (&Ordered, &StatementLine),
        known: &mut Known,
    ) -> Option<LineOutcome> {
        let payouts: Vec<_> = known.ordered.all(ordered).cloned().collect();
        let about = payouts.iter().filter_map(|payout| payout.about());
        let mark = self.mark(about);
        let executed: Result<Vec<_>, _> = payouts.iter().map(|payout| self.execute(payout, line.booked_on, record.into())).collect();
        match executed {
            Ok(executed) => {
                known.ordered.payouts.extend(executed.into_iter().map(|payout| (payout.id, payout)));
                Some(LineOutcome::Executed)
            }
            Err(_) => {
                self.back_to(mark);
                None
            }
        }
    }

    /// Money that came in: what went out and came back, what was entered by hand, or a receipt.
    fn take_in(
        &mut self,
        record: &StatementRecord,
        (new, receipt): (&New<'_>, &Receipt),
        (known, done): (&mut Known, &mut PageDone),
    ) -> (LineOutcome, Option<Uuid>) {
        let line = new.line;
        let came = line.amount;
        // What the bank kept of it is perhaps booked.
        let ordered = known.back(line).filter(|_| !known.perhaps.contains(&new.id)).cloned();
        let ordered = ordered.filter(|ordered| self.may_move(ordered, known));
        // A person said so before.
        if let Some(back) = ordered.as_ref().filter(|ordered| ordered.amount == came && known.ordered.is_back(ordered)) {
            known.ordered.see_back(back);
            return (LineOutcome::Noted, Some(back.id));
        }
        if let Some(ordered) = ordered
            && self.came_back(record, (&ordered, line), known)
        {
            self.kept_by_bank((record, new), ordered.amount - came);
            known.ordered.see_back(&ordered);
            return (LineOutcome::Returned, Some(ordered.id));
        }
        // What names something else is for a person: both may have come.
        let is_told = |found: &Explained| found.receipt.is_told_by(receipt) && !known.others.contains(&(new.id, found.receipt.id));
        if let Some(place) = known.by_hand.iter().position(is_told) {
            return (LineOutcome::Noted, Some(known.by_hand.remove(place).receipt.id.0));
        }
        // What names something of ours is no capital, whatever else has its amount.
        if new.parts.is_empty()
            && !new.names
            && let Some(booked) = known.booked(new)
        {
            return (LineOutcome::Noted, Some(booked.0));
        }
        // What was entered by hand on another day, or from another account, and used: perhaps it is that.
        let may_be = |found: &Explained| found.receipt.may_be(receipt) && !found.is_untouched();
        let is_perhaps_told = known.by_hand.iter().any(|found| may_be(found) && !known.others.contains(&(new.id, found.receipt.id)));
        // So it is with what was entered in another sum to pay the same.
        let pays_same = |(target, _): &(Target, Minor)| matches!(target, Target::Receivable(id) if known.entered_for.pays(*id, receipt));
        let is_perhaps_told = is_perhaps_told || new.parts.iter().any(pays_same);
        let mut source = self.come_in(receipt, record.into()).recognised(&new.recognised);
        // What cannot be booked waits for a person, and so does money that came back: it pays nothing.
        let is_paid =
            !new.parts.is_empty() && !is_perhaps_told && line.returned.is_none() && self.try_split(&mut source, &new.parts).is_ok();
        self.rest_waits(&source);
        if is_paid {
            done.matched += 1;
        } else {
            done.waiting.push(Explained { receipt: receipt.clone(), allocations: Vec::new(), sent_back: Minor::ZERO });
        }
        (LineOutcome::Receipt, Some(receipt.id.0))
    }

    fn came_back(&mut self, record: &StatementRecord, (ordered, line): (&Ordered, &StatementLine), known: &mut Known) -> bool {
        let payouts: Vec<_> = known.ordered.all(ordered).cloned().collect();
        let mark = self.mark(payouts.iter().filter_map(|payout| payout.about()));
        let mut came = Vec::new();
        for payout in &payouts {
            let back = Returned { on: line.booked_on, reason: line.reason() };
            match known.lies.remove(&payout.id).map(|lies| self.come_back(payout, back, lies, record.into())) {
                Some(Ok((returned, _))) => came.push(returned),
                Some(Err(_)) | None => {
                    self.back_to(mark);
                    return false;
                }
            }
        }
        known.ordered.payouts.extend(came.into_iter().map(|payout| (payout.id, payout)));
        !payouts.is_empty()
    }
}
