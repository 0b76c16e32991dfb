//! One fact: what it may follow, what it changes and what it posts.

use super::{Basis, BookStatus, Fact, Overpayment, Posted, Refused, State};
use crate::{
    facilities::terms::DiscountTiming,
    kernel::minor::Minor,
    ledger::entry::{Draft, Event, Place},
    pricing::price::{self, Components},
};
use chrono::NaiveDate;

/// A state on its way to the next one.
pub(super) struct Step<'a> {
    pub(super) basis: &'a Basis,
    pub(super) state: State,
    pub(super) posted: Vec<Posted>,
}

/// The places of one receivable's entries.
pub(super) struct Places {
    pub(super) purchased: Place,
    pub(super) reserves: Place,
    pub(super) unearned: Place,
    pub(super) payable: Place,
    pub(super) owe: Place,
    pub(super) rebates: Place,
    pub(super) credits: Place,
    pub(super) late_due: Place,
}

impl<'a> Step<'a> {
    pub(super) fn of(basis: &'a Basis, state: State) -> Self {
        Self { basis, state, posted: Vec::new() }
    }

    pub(super) fn take(mut self, fact: Fact) -> Result<(State, Vec<Posted>), Refused> {
        match fact {
            Fact::Received(receipt) => self.received(receipt)?,
            Fact::Rejected { on, overpayment } => self.rejected(on, overpayment)?,
            Fact::Funded { on } => self.funded(on)?,
            Fact::Executed { on } => self.executed(on)?,
            Fact::Returned { on: _ } => self.returned()?,
            Fact::Credited { on, booked_on, amount } => self.credited((on, booked_on), amount)?,
            Fact::Deducted { on, amount, cause } => self.deducted(on, amount, cause)?,
            Fact::PaidToSeller { on: _, amount } => self.paid_to_seller(amount)?,
            Fact::Extended { on: _, due_on } => self.extended(due_on)?,
            Fact::ClosedShort { on } => self.closed_short(on)?,
            Fact::ChargedBack { on } => self.charged_back(on)?,
            Fact::WrittenOff { on, cause, late } => self.written_off(on, cause, late)?,
        }
        Ok((self.state, self.posted))
    }

    pub(super) fn places(&self) -> Places {
        let parties = &self.basis.parties;
        Places {
            purchased: Place::receivables_purchased(parties.receivable),
            reserves: Place::reserves(parties.receivable),
            unearned: Place::unearned_discount(parties.receivable),
            payable: Place::sellers_payable(parties.seller, parties.receivable),
            owe: Place::sellers_owe(parties.seller, parties.receivable),
            rebates: Place::buyer_rebates(parties.holder, parties.receivable),
            credits: Place::debtor_credits(parties.debtor),
            late_due: Place::late_charges_due(parties.debtor),
        }
    }

    pub(super) fn draft(&self) -> Draft {
        Draft::new(self.basis.terms.parts().currency)
    }

    /// Keeps an entry to be made, unless it posts nothing.
    pub(super) fn post(&mut self, event: Event, on: NaiveDate, draft: Draft) {
        let posted = Posted { event, on, draft };
        if !posted.draft.postings().is_empty() {
            self.state.booked(&posted);
            self.posted.push(posted);
        }
    }

    pub(super) fn is_programme(&self) -> bool {
        self.basis.terms.timing() == DiscountTiming::InAdvance
    }

    /// It must be funded, and not at its end.
    pub(super) fn must_be_funded(&self) -> Result<(), Refused> {
        match self.state.status {
            BookStatus::Accepted => Err(Refused::NotFunded),
            BookStatus::Funded => Ok(()),
            BookStatus::Rejected | BookStatus::Settled | BookStatus::ChargedBack | BookStatus::WrittenOff => Err(Refused::Ended),
        }
    }

    pub(super) fn must_be_factoring(&self) -> Result<(), Refused> {
        if self.is_programme() { Err(Refused::NotInProgramme) } else { Ok(()) }
    }

    fn rejected(&mut self, on: NaiveDate, overpayment: Overpayment) -> Result<(), Refused> {
        match self.state.status {
            BookStatus::Accepted => {}
            BookStatus::Funded => return Err(Refused::AlreadyFunded),
            _ => return Err(Refused::Ended),
        }
        self.state.overpayment = overpayment;
        let early = std::mem::take(&mut self.state.early);
        let passed_on = self.passed_on(Place::suspense(), early);
        self.post(Event::ReceiptExplained, on.max(self.state.booked_to), passed_on);
        self.state.status = BookStatus::Rejected;
        self.state.deducted -= std::mem::take(&mut self.state.early_deducted);
        self.state.open = Minor::ZERO;
        Ok(())
    }

    fn funded(&mut self, on: NaiveDate) -> Result<(), Refused> {
        match self.state.status {
            BookStatus::Accepted => {}
            BookStatus::Funded => return Err(Refused::AlreadyFunded),
            _ => return Err(Refused::Ended),
        }
        // Nothing of a receivable is explained before it is there.
        let on = on.max(self.state.booked_to);
        let funding = self.funding();
        self.post(Event::Funded, on, funding);
        self.state.status = BookStatus::Funded;
        self.state.funded_on = Some(on);
        self.explain_early(on);
        Ok(())
    }

    fn funding(&self) -> Draft {
        let figures = self.basis.price.components();
        let places = self.places();
        let common = self
            .draft()
            .transfer(places.purchased, Place::payout_fees(), figures.payout_fee)
            .transfer(places.purchased, Place::tax_payable(), figures.payout_fee_tax)
            .transfer(places.purchased, places.payable, figures.payout);
        match self.basis.terms.timing() {
            DiscountTiming::InArrears => common.transfer(places.purchased, places.reserves, figures.reserve),
            DiscountTiming::InAdvance => common
                .transfer(places.purchased, places.unearned, figures.discount)
                .transfer(places.purchased, Place::service_fees(), figures.service_fee)
                .transfer(places.purchased, Place::tax_payable(), figures.service_fee_tax),
        }
    }

    /// Once it is at its end, a payout that came back and is carried out anew changes nothing here any more.
    fn executed(&mut self, on: NaiveDate) -> Result<(), Refused> {
        if self.state.status.is_end() {
            return Ok(());
        }
        self.must_be_funded()?;
        match (self.state.executed_on, self.state.funded_on) {
            (Some(_), _) => return Err(Refused::AlreadyExecuted),
            (None, Some(funded_on)) if on < funded_on => return Err(Refused::BeforeFunding),
            (None, _) => self.state.executed_on = Some(on),
        }
        if self.is_programme() {
            let repriced = price::repriced(&self.basis.terms, &self.basis.price, self.state.discount, on);
            let places = self.places();
            let draft = self.draft().transfer(places.unearned, places.payable, self.state.discount - repriced);
            self.post(Event::PayoutRepriced, on, draft);
            self.state.discount = repriced;
        }
        self.settle_if_nothing_is_open(on);
        Ok(())
    }

    fn returned(&mut self) -> Result<(), Refused> {
        if self.state.status.is_end() {
            return Ok(());
        }
        self.must_be_funded()?;
        self.state.executed_on = None;
        Ok(())
    }

    /// What the seller sent before that is known was this money, and not its own.
    fn paid_to_seller(&mut self, amount: Minor) -> Result<(), Refused> {
        self.must_be_funded()?;
        if !amount.is_positive() {
            return Err(Refused::NoAmount);
        }
        let (has, passed_on) = (self.state.with_seller(), amount.min(self.state.sellers_own));
        if amount - passed_on > self.state.open - has {
            return Err(Refused::MoreThanOpen);
        }
        self.state.sellers_own -= passed_on;
        self.state.paid_to_seller = has + amount - passed_on;
        Ok(())
    }

    fn extended(&mut self, due_on: NaiveDate) -> Result<(), Refused> {
        self.must_be_factoring()?;
        if !matches!(self.state.status, BookStatus::Accepted | BookStatus::Funded) {
            return Err(Refused::Ended);
        }
        if due_on <= self.state.due_on {
            return Err(Refused::NotLater);
        }
        self.state.due_on = due_on;
        Ok(())
    }

    /// The face of the invoice.
    pub(super) fn face(&self) -> Minor {
        let Components { case, .. } = self.basis.price.components();
        case.face
    }
}
