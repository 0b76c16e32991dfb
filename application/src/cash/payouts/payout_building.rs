//! What receipts pay: told to what they are for.

use crate::cash::movements::is_sellers;
use crate::{cash::CashError, cash::movements::Movements, payments::changes::Change as PaymentChange, receivables::ReceivableError};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::{Draft, Event, Place},
    payments::{
        payout::{Owed, Payout, PayoutId, Purpose},
        receipt::{Allocation, AllocationId, Explained, Receipt, Recognised, Target},
    },
    receivables::{
        book::{Fact, MoneyFrom, Receipt as Told},
        receivable::Blocked,
    },
};

/// A receipt, of which something is left to explain.
pub(in crate::cash) struct Source<'a> {
    receipt: &'a Receipt,
    /// Where the money lies: on the bank's account, or in suspense.
    from: (MoneyFrom, Place),
    /// The day of the entries.
    on: NaiveDate,
    left: Minor,
    /// By what it was recognised what is booked by itself.
    recognised: &'a [(ReceivableId, Recognised)],
}

impl<'a> Source<'a> {
    /// One that comes now.
    pub(in crate::cash) fn came(receipt: &'a Receipt) -> Self {
        let left = Minor::new(receipt.amount.amount_minor());
        Self { receipt, from: (MoneyFrom::Debtor, Place::bank()), on: receipt.booked_on, left, recognised: &[] }
    }

    /// The same, of which parts are booked by themselves.
    pub(in crate::cash) fn recognised(self, recognised: &'a [(ReceivableId, Recognised)]) -> Self {
        Self { recognised, ..self }
    }

    /// One that lies in suspense, explained today.
    pub(in crate::cash) fn waited(explained: &'a Explained, today: NaiveDate) -> Self {
        let (receipt, from) = (&explained.receipt, (MoneyFrom::Suspense, Place::suspense()));
        Self { receipt, from, on: today, left: explained.left(), recognised: &[] }
    }

    fn currency(&self) -> Currency {
        self.receipt.amount.currency()
    }

    fn draft(&self, to: Place, amount: Minor) -> Draft {
        Draft::new(self.currency()).transfer(self.from.1, to, amount)
    }
}

impl Movements<'_> {
    pub(in crate::cash) fn split(&mut self, source: &mut Source<'_>, parts: &[(Target, Minor)]) -> Result<(), CashError> {
        for (place, (target, amount)) in parts.iter().enumerate() {
            match target {
                Target::Receivable(id) => self.pay(source, (place, *id), *amount)?,
                Target::PassOn(company, about) => self.pass_on(source, (*company, *about), *amount)?,
                Target::Credit(debtor) => self.credit(source, *debtor, *amount),
                // These take two people: see `Cash::send_back` and `Cash::capital_told`.
                Target::SentBack(_) | Target::Entry(_) => return Err(ReceivableError::NotFound.into()),
            }
            self.allocate(source, *target, *amount);
        }
        Ok(())
    }

    /// The same of what is matched by itself: where that is not possible, nothing of it is.
    pub(in crate::cash) fn try_split(&mut self, source: &mut Source<'_>, parts: &[(Target, Minor)]) -> Result<(), CashError> {
        let named = parts.iter().filter_map(|(target, _)| if let Target::Receivable(id) = target { Some(*id) } else { None });
        let (mark, left) = (self.mark(named), source.left);
        let split = self.split(source, parts);
        if split.is_err() {
            source.left = left;
            self.back_to(mark);
        }
        split
    }

    /// It pays a receivable. What its seller sends pays first what the seller owes for it, then what is open. What is left of that is the
    /// seller's own. (finance.md, section 16)
    fn pay(&mut self, source: &Source<'_>, (place, id): (usize, ReceivableId), amount: Minor) -> Result<(), CashError> {
        let look = self.recordings.get(&id).map(|recording| &recording.look).or_else(|| self.unsold.get(&id));
        let look = look.ok_or(ReceivableError::NotFound)?;
        look.operator_may_look(self.by)?;
        let receivable = look.receivable();
        if receivable.currency() != source.currency() {
            return Err(CashError::OtherCurrency(place));
        }
        let is_sellers = is_sellers(source.receipt, look);
        let Some(recording) = self.recordings.get(&id) else {
            let owes = self.owed.get(&id).is_some_and(|owed| owed.is_positive());
            if !is_sellers || !owes {
                return Err(Blocked::NotNow(receivable.status()).into());
            }
            let left = amount - self.pay_debt(source, id, amount)?;
            return self.excess(source, id, left);
        };
        if !is_sellers {
            self.paid.entry(id).or_insert((Minor::ZERO, source.receipt.value_on)).0 += amount;
            return self.tell_received(source, id, (amount, source.from.0));
        }
        let state = recording.book().state();
        let unpaid = if state.status.is_live() { state.unpaid() } else { Minor::ZERO };
        let left = amount - self.pay_debt(source, id, amount)?;
        let pays = left.min(unpaid);
        if pays.is_positive() {
            self.tell_received(source, id, (pays, source.from.0.by_seller()))?;
        }
        self.excess(source, id, left - pays)
    }

    fn tell_received(&mut self, source: &Source<'_>, id: ReceivableId, (amount, from): (Minor, MoneyFrom)) -> Result<(), CashError> {
        let recording = self.recordings.get_mut(&id).ok_or(ReceivableError::NotFound)?;
        let told = Told { value_on: source.receipt.value_on, booked_on: source.on, amount, from };
        Ok(recording.tell(Fact::Received(told), Some(source.receipt.id.0), &self.pen)?)
    }

    /// Pays what the seller owes for a receivable: answers how much of the amount that takes.
    fn pay_debt(&mut self, source: &Source<'_>, id: ReceivableId, amount: Minor) -> Result<Minor, CashError> {
        let owed = self.owed.get(&id).copied().unwrap_or_default().min(amount);
        if owed.is_positive() {
            let draft = source.draft(Place::sellers_owe(self.seller_of(id)?, id), owed);
            self.post((Event::SellerPaid, source), id, &draft);
            *self.owed.entry(id).or_default() -= owed;
        }
        Ok(owed)
    }

    /// What a seller paid beyond what is open and what it owes goes back to it.
    fn excess(&mut self, source: &Source<'_>, id: ReceivableId, amount: Minor) -> Result<(), CashError> {
        if amount.is_positive() {
            let company = self.seller_of(id)?;
            let draft = source.draft(Place::sellers_payable(company, id), amount);
            self.post((Event::PassedOn, source), id, &draft);
            self.pass_on_to((company, id), amount, source);
        }
        Ok(())
    }

    fn seller_of(&self, id: ReceivableId) -> Result<CompanyId, CashError> {
        let look = self.recordings.get(&id).map(|recording| &recording.look).or_else(|| self.unsold.get(&id));
        Ok(look.ok_or(ReceivableError::NotFound)?.receivable().parts().seller)
    }

    /// An entry about a receivable that a receipt makes, beside its book where it was sold.
    fn post(&mut self, (event, source): (Event, &Source<'_>), id: ReceivableId, draft: &Draft) {
        let (event, cause) = ((event, source.on), Some(source.receipt.id.0));
        match self.recordings.get_mut(&id) {
            Some(recording) => recording.post(event, cause, draft, &self.pen),
            None => self.entries.extend(self.pen.entry(event, id.0, cause, draft)),
        }
    }

    /// So much of a receipt is due to a company.
    fn pass_on_to(&mut self, (company, about): (CompanyId, ReceivableId), amount: Minor, source: &Source<'_>) {
        let (id, currency) = (PayoutId(self.pen.next()), source.currency());
        let (purpose, on) = (Purpose::PassedOn, self.due_on);
        let due = Payout::due(id, Owed { company, about, fact: None, purpose, currency, gross: amount, on });
        let due = Payout { passed_on_of: Some(source.receipt.id), ..due };
        self.payments.push(PaymentChange::PayoutAdded(Box::new(due)));
    }

    /// It is the seller's, for an invoice the house did not buy or gave back.
    fn pass_on(&mut self, source: &Source<'_>, (company, about): (CompanyId, ReceivableId), amount: Minor) -> Result<(), CashError> {
        let receivable = self.others.get(&about).filter(|receivable| receivable.parts().seller == company);
        receivable.ok_or(ReceivableError::NotFound)?.operator_may_look(self.by)?;
        let draft = source.draft(Place::sellers_payable(company, about), amount);
        self.entries.extend(self.pen.entry((Event::PassedOn, source.on), source.receipt.id.0, None, &draft));
        self.pass_on_to((company, about), amount, source);
        Ok(())
    }

    fn credit(&mut self, source: &Source<'_>, debtor: DebtorId, amount: Minor) {
        let draft = source.draft(Place::debtor_credits(debtor), amount);
        self.entries.extend(self.pen.entry((Event::ReceiptExplained, source.on), source.receipt.id.0, None, &draft));
    }

    fn allocate(&mut self, source: &mut Source<'_>, target: Target, amount: Minor) {
        let (id, receipt) = (AllocationId(self.pen.next()), source.receipt.id);
        let (by, at) = (self.by.user(), self.pen.at);
        let found = source.recognised.iter().find(|(id, _)| target == Target::Receivable(*id));
        let recognised = found.map(|(_, recognised)| recognised.clone());
        let allocation = Allocation { id, receipt, target, amount, by, at, undone_at: None, recognised };
        self.payments.push(PaymentChange::Allocated { allocation, left: source.left });
        source.left -= amount;
    }

    /// What nobody has explained lies in suspense.
    pub(in crate::cash) fn rest_waits(&mut self, source: &Source<'_>) {
        let draft = source.draft(Place::suspense(), source.left);
        self.entries.extend(self.pen.entry((Event::ReceiptUnexplained, source.on), source.receipt.id.0, None, &draft));
    }
}
