//! What happens to sold receivables: told to their books, and written with everything that follows from it.

use crate::{
    facilities::changes::Change as FacilityChange,
    kernel::{ids::Ids, outbox::Mail},
    ledger::changes::Change as LedgerChange,
    payments::changes::Change as PaymentChange,
    receivables::{ReceivableError, Receivables, changes::Change, look::Look, ports::Kept},
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    facilities::exposure::{Exposure, InUse},
    kernel::{
        audit::Entry as AuditEntry,
        coded::Coded,
        ids::{FactId, ReceivableId, UserId},
        minor::Minor,
    },
    ledger::{
        account::AccountKind,
        entry::{Booking, Draft, Entry, EntryId, Event, Posting},
    },
    payments::payout::{Owed, Payout, PayoutId, Purpose},
    receivables::{
        actions::Ground,
        book::{Book, BookStatus, DeductionCause, Fact, MoneyFrom, PaidOut, Parties, Posted, Receipt, Undone},
        conditions,
        position::{self, Position, Recorded},
        receivable::Blocked,
        status::ReceivableStatus,
    },
};
use std::{collections::BTreeMap, sync::Arc};
use uuid::Uuid;

/// What is written, once a second person has agreed.
#[derive(Debug, Clone)]
pub struct Prepared {
    pub changes: Vec<Change>,
    pub entry: AuditEntry,
    pub mails: Vec<Mail>,
}

/// Who tells what happened, and when.
#[derive(Clone)]
pub(crate) struct Pen {
    ids: Arc<dyn Ids>,
    /// None where it comes by itself.
    by: Option<UserId>,
    /// The machine's time, at which it is booked.
    pub(crate) at: DateTime<Utc>,
}

impl Pen {
    /// Who tells it; none where it comes by itself.
    pub(crate) fn by(&self) -> Option<UserId> {
        self.by
    }

    pub(crate) fn next(&self) -> Uuid {
        self.ids.next()
    }

    /// An entry that is not a receivable's own; none when it posts nothing.
    pub(crate) fn entry(&self, (event, on): (Event, NaiveDate), subject: Uuid, cause: Option<Uuid>, draft: &Draft) -> Option<Entry> {
        Entry::new(Booking { id: EntryId(self.next()), on, booked_at: self.at, event, subject, cause }, draft)
    }

    /// What takes an entry back.
    pub(crate) fn reversal(&self, of: &Entry, on: NaiveDate) -> Entry {
        of.reversal(Booking { id: EntryId(self.next()), on, booked_at: self.at, cause: None, ..*of.booking() })
    }
}

/// A sold receivable, and what happens to it in one write.
#[derive(Clone)]
pub(crate) struct Recording {
    pub(crate) look: Look,
    book: Book,
    before: InUse,
    was: BookStatus,
    facts: Vec<Recorded>,
    taken_back: Vec<Recorded>,
    entries: Vec<Entry>,
    payouts: Vec<Payout>,
    /// What is owed for it more than before.
    owed: Minor,
}

impl Recording {
    /// # Errors
    /// `NotNow` when it was never sold.
    pub(crate) fn open(look: Look) -> Result<Self, ReceivableError> {
        let book = look.book().ok_or(Blocked::NotNow(look.receivable().status()))??;
        let (before, was) = (position::in_use(&book), book.state().status);
        let (facts, entries, payouts) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { look, book, before, was, facts, taken_back: Vec::new(), entries, payouts, owed: Minor::ZERO })
    }

    pub(crate) fn book(&self) -> &Book {
        &self.book
    }

    pub(crate) fn id(&self) -> ReceivableId {
        self.look.receivable().id()
    }

    /// How it came to its end in this write; none where it did not.
    pub(crate) fn ended_as(&self) -> Option<BookStatus> {
        let is = self.book.state().status;
        (is != self.was && is.is_end()).then_some(is)
    }

    /// Takes a fact with all that follows from it: its entries, what is to be paid, and its end. `cause` is the receipt or the payout
    /// it comes of.
    ///
    /// # Errors
    /// `Refused` when it cannot be.
    pub(crate) fn tell(&mut self, fact: Fact, cause: Option<Uuid>, pen: &Pen) -> Result<(), ReceivableError> {
        let posted = self.book.record(fact)?;
        let (id, receivable) = (FactId(pen.next()), self.id());
        for posted in &posted {
            self.keep(posted, id, pen);
        }
        self.pay_out(&posted, id, pen);
        let recorded = Recorded { id, receivable, fact, cause, by: pen.by, at: self.look.now };
        self.facts.push(recorded);
        self.look.scene.facts.push(recorded);
        self.look.kept.position = Position::of(&self.book);
        self.follow(fact, cause, pen)
    }

    /// An entry beside the book: what it says is owed.
    pub(crate) fn post(&mut self, event: (Event, NaiveDate), cause: Option<Uuid>, draft: &Draft, pen: &Pen) {
        self.owed += draft.total(AccountKind::SellersOwe);
        self.entries.extend(pen.entry(event, self.id().0, cause, draft));
    }

    fn keep(&mut self, Posted { event, on, draft }: &Posted, fact: FactId, pen: &Pen) {
        self.post((*event, *on), Some(fact.0), draft, pen);
    }

    /// What a fact gives the seller, or the buyer of its share, is due on the next payout day.
    fn pay_out(&mut self, posted: &[Posted], fact: FactId, pen: &Pen) {
        for purpose in Purpose::ALL {
            self.pay_out_as(*purpose, (posted, fact), pen);
        }
    }

    fn pay_out_as(&mut self, purpose: Purpose, (posted, fact): (&[Posted], FactId), pen: &Pen) {
        let gross = given_by(purpose, posted);
        if gross.is_positive() {
            self.payouts.push(Payout { fact: Some(fact), ..self.due(purpose, gross, pen) });
        }
    }

    /// What is booked of it in this write.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// This is due too.
    pub(crate) fn pay(&mut self, payout: Payout) {
        self.payouts.push(payout);
    }

    /// A payout for it that is due on the next payout day.
    pub(crate) fn due(&self, purpose: Purpose, gross: Minor, pen: &Pen) -> Payout {
        due(&self.look, self.book.basis().parties(), PayoutId(pen.next()), (purpose, gross))
    }

    /// What comes by itself: it ends when nothing is open, and a small rest is let go.
    fn follow(&mut self, fact: Fact, cause: Option<Uuid>, pen: &Pen) -> Result<(), ReceivableError> {
        if self.book.state().status == BookStatus::Settled && self.look.receivable().status() == ReceivableStatus::Funded {
            return Ok(self.look.change(|receivable| receivable.settle(Minor::ZERO))?);
        }
        if self.book.state().unpaid().is_zero() && self.look.receivable().dispute().is_some() {
            return self.look.change(|receivable| Ok(receivable.paid_up().into_iter().collect()));
        }
        // Not before what left so little is in the books.
        let on = left_on(fact).map(|on| self.book.state().booked_to().map_or(on, |booked_to| booked_to.max(on)));
        match on {
            // What the seller holds of it is ours, however little it is.
            Some(_) if self.book.state().with_seller().is_positive() => Ok(()),
            Some(on) if self.is_granted() => {
                let amount = self.book.state().unpaid();
                self.tell(Fact::Deducted { on, amount, cause: DeductionCause::CashDiscount }, cause, pen)
            }
            Some(on) if self.is_small_rest() => self.let_go(on, cause, pen),
            _ => Ok(()),
        }
    }

    /// Whether what is open is a cash discount that the invoice grants, by the value day of the last money for it.
    fn is_granted(&self) -> bool {
        let (state, receivable) = (self.book.state(), self.look.receivable());
        let paid_on = self.look.scene.facts.iter().rev().find_map(|recorded| match recorded.fact {
            // What the seller sends on the debtor had paid by then.
            Fact::Received(Receipt { value_on, from, .. }) if !matches!(from, MoneyFrom::DebtorCredit | MoneyFrom::SetOff) => {
                Some(value_on)
            }
            _ => None,
        });
        let Some(paid_on) = paid_on.filter(|_| state.status.is_live()) else { return false };
        let (terms, discounts) = (self.book.basis().terms(), receivable.cash_discounts());
        conditions::is_cash_discount(terms, (receivable.face() - state.credited, state.unpaid()), &discounts, paid_on)
    }

    /// What money or a credit note left, once it was paid out. An invoice of which nothing was paid is no rest.
    fn is_small_rest(&self) -> bool {
        let state = self.book.state();
        let is_paid_out = state.status == BookStatus::Funded && state.executed_on.is_some();
        let is_rest = (state.received + state.credited).is_positive();
        is_paid_out && is_rest && conditions::closes_by_itself(state.open, Some(self.look.short_below()))
    }

    fn let_go(&mut self, on: NaiveDate, cause: Option<Uuid>, pen: &Pen) -> Result<(), ReceivableError> {
        let (terms, today, open) = (*self.book.basis().terms(), self.look.today(), self.book.state().open);
        let ground = Ground { terms, today, open, short_below: Some(self.look.short_below()) };
        self.look.change(|receivable| receivable.close_small_rest(&ground).map(|change| vec![change]))?;
        self.tell(Fact::ClosedShort { on }, cause, pen)
    }

    /// Takes the newest fact back that can be, with the entries that it made and that what stays since would not make without it. What it gave and was paid out since is owed.
    ///
    /// # Errors
    /// `Refused`.
    pub(crate) fn take_back(&mut self, made: &[Entry], paid_out: PaidOut, pen: &Pen) -> Result<(), ReceivableError> {
        let today = self.look.today();
        let undone = self.book.undo(today, paid_out)?;
        let taken_back = self.look.scene.facts.remove(undone.place);
        // Those who got it owe first what they then do not get.
        for owed in &undone.owed {
            self.keep(owed, taken_back.id, pen);
        }
        for entry in made {
            self.reverse(entry, pen);
        }
        let anew = anew(made, &undone);
        for (place, posted) in &undone.instead {
            if let Some(of) = self.look.scene.facts.get(*place).map(|recorded| recorded.id) {
                self.keep(posted, of, pen);
                anew.iter().for_each(|purpose| self.pay_out_as(*purpose, (std::slice::from_ref(posted), of), pen));
            }
        }
        self.taken_back.push(taken_back);
        self.look.kept.position = Position::of(&self.book);
        Ok(())
    }

    /// Takes an entry about it back.
    pub(crate) fn reverse(&mut self, entry: &Entry, pen: &Pen) {
        let reversal = pen.reversal(entry, self.look.today());
        let owed = reversal.postings().iter().filter(|posting| posting.account.kind() == AccountKind::SellersOwe);
        self.owed += owed.map(|posting| posting.amount).sum();
        self.entries.push(reversal);
    }

    /// What taking the newest fact back that can be would mean, were nothing of it paid out.
    ///
    /// # Errors
    /// `Refused`.
    pub(crate) fn without_newest(&self) -> Result<(Recorded, Undone), ReceivableError> {
        let newest = self.look.undoable()?;
        Ok((newest, self.book.clone().undo(self.look.today(), PaidOut::default())?))
    }

    /// What came since the newest fact that can be taken back, and stays.
    pub(crate) fn since_newest(&self) -> impl Iterator<Item = &Recorded> {
        self.look.scene.facts.iter().rev().take_while(|recorded| recorded.fact.stays())
    }

    /// What it has in use more than before, with what is owed for it more.
    fn more_in_use(&self) -> InUse {
        let change = position::in_use(&self.book).since(self.before);
        InUse { facility: change.facility + self.owed, ..change }
    }

    /// As it is once this is written.
    pub(crate) fn told(&self) -> Look {
        let mut look = self.look.clone();
        look.scene.use_more(self.more_in_use());
        look
    }

    /// What is owed for it is a change of it: who takes the same debt at the same time is too late.
    fn has_changed(&self) -> bool {
        !self.facts.is_empty() || !self.taken_back.is_empty() || !self.look.changes.is_empty() || !self.owed.is_zero()
    }
}

/// The day on which it is let go what a fact left: that of its entry, whatever the value day. None where it left nothing of the
/// invoice.
fn left_on(fact: Fact) -> Option<NaiveDate> {
    match fact {
        Fact::Received(Receipt { booked_on: on, .. })
        | Fact::Credited { booked_on: on, .. }
        | Fact::Deducted { on, .. }
        | Fact::Executed { on } => Some(on),
        _ => None,
    }
}

/// As what a company is paid what a posting gives it; none where that is due already: the advance is from the sale on.
fn given_as(event: Event, to: AccountKind) -> Option<Purpose> {
    match (event, to) {
        (_, AccountKind::BuyerRebates) => Some(Purpose::BuyerShare),
        (Event::Funded | Event::SetOff, AccountKind::SellersPayable) => None,
        (Event::Settled, AccountKind::SellersPayable) => Some(Purpose::Release),
        (Event::PayoutRepriced, AccountKind::SellersPayable) => Some(Purpose::DiscountReturned),
        (_, AccountKind::SellersPayable) => Some(Purpose::PassedOn),
        _ => None,
    }
}

/// What a fact's entries give a company as this.
pub(crate) fn given<'a>(purpose: Purpose, entries: impl Iterator<Item = (Event, &'a [Posting])>) -> Minor {
    let of = entries.flat_map(|(event, postings)| postings.iter().map(move |posting| (event, posting)));
    of.filter(|(event, posting)| given_as(*event, posting.account.kind()) == Some(purpose)).map(|(_, posting)| -posting.amount).sum()
}

fn given_by(purpose: Purpose, posted: &[Posted]) -> Minor {
    let postings: Vec<_> = posted.iter().map(|posted| (posted.event, posted.draft.postings())).collect();
    given(purpose, postings.iter().map(|(event, postings)| (*event, postings.as_slice())))
}

/// What is paid as is another amount once a fact is taken back. Where what stays gives as much as before, its payout stays too.
pub(crate) fn anew(made: &[Entry], undone: &Undone) -> Vec<Purpose> {
    let before = |purpose| given(purpose, made.iter().map(|entry| (entry.booking().event, entry.postings())));
    let instead: Vec<_> = undone.instead.iter().map(|(_, posted)| posted.clone()).collect();
    Purpose::ALL.iter().copied().filter(|purpose| before(*purpose) != given_by(*purpose, &instead)).collect()
}

/// A payout that is due on the next payout day.
pub(crate) fn due(look: &Look, parties: &Parties, id: PayoutId, (purpose, gross): (Purpose, Minor)) -> Payout {
    let company = if purpose == Purpose::BuyerShare { parties.holder } else { parties.seller };
    let (about, currency) = (parties.receivable, look.receivable().currency());
    Payout::due(id, Owed { company, about, fact: None, purpose, currency, gross, on: look.days.payout_day(look.now) })
}

/// All that these change together with entries and payments beside them, from the bottom up.
pub(crate) fn written(recordings: &[Recording], entries: Vec<Entry>, payments: Vec<PaymentChange>) -> Vec<Change> {
    let entries: Vec<_> = recordings.iter().flat_map(|recording| recording.entries.clone()).chain(entries).collect();
    let booked = (!entries.is_empty()).then(|| LedgerChange::Booked(entries).into());
    let exposed: Vec<_> = recordings.iter().filter_map(exposure).collect();
    let exposed = (!exposed.is_empty()).then(|| FacilityChange::Exposed(exposed).into());
    let due = recordings.iter().flat_map(|recording| &recording.payouts).cloned();
    let due = due.map(|payout| PaymentChange::PayoutAdded(Box::new(payout)).into());
    let payments = payments.into_iter().map(Change::from);
    let changed = recordings.iter().filter(|recording| recording.has_changed());
    let changed: Vec<_> = changed.flat_map(|recording| recording.changes()).collect();
    booked.into_iter().chain(exposed).chain(payments).chain(due).chain(changed).collect()
}

fn exposure(recording: &Recording) -> Option<Exposure> {
    let change = recording.more_in_use();
    let scope = recording.look.scope().filter(|_| change != InUse::default())?;
    Some(Exposure { scope, change, within: None })
}

impl Recording {
    fn changes(&self) -> Vec<Change> {
        let kept: Box<Kept> = Box::new(self.look.kept.clone());
        let taken_back = self.taken_back.iter().copied().map(Change::FactTakenBack);
        let told = self.facts.iter().copied().map(Change::FactRecorded);
        [Change::ReceivableChanged(kept)].into_iter().chain(taken_back).chain(told).collect()
    }
}

/// Those of what these look at, in the order of their ids.
pub(crate) fn open_all(looks: Vec<Look>) -> Result<BTreeMap<ReceivableId, Recording>, ReceivableError> {
    looks.into_iter().map(|look| Ok((look.receivable().id(), Recording::open(look)?))).collect()
}

impl Receivables {
    pub(crate) fn pen(&self, by: Option<UserId>) -> Pen {
        Pen { ids: self.identity.ids.clone(), by, at: self.identity.clock.now() }
    }

    /// Of these receivables those that were sold, and the others as they stand.
    pub(crate) async fn sold_of(&self, ids: Vec<ReceivableId>) -> Result<(BTreeMap<ReceivableId, Recording>, Vec<Look>), ReceivableError> {
        let looks = self.looks(self.records.by_ids(ids).await?).await?;
        let (sold, unsold): (Vec<_>, Vec<_>) = looks.into_iter().partition(|look| look.receivable().parts().accepted.is_some());
        Ok((open_all(sold)?, unsold))
    }

    /// Those that are about these receivables, in their order.
    pub(crate) async fn recordings(&self, ids: Vec<ReceivableId>) -> Result<BTreeMap<ReceivableId, Recording>, ReceivableError> {
        let kept = self.records.by_ids(ids).await?;
        open_all(self.looks(kept).await?)
    }
}
