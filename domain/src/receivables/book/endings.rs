//! What takes something off a receivable other than money, and how it ends.

use super::{BookStatus, DeductionCause, Ended, LateCharge, LossCause, Refused, step::Step};
use crate::{
    facilities::terms::DiscountTiming,
    kernel::{minor::Minor, money::Percentage},
    ledger::entry::{Draft, Event, Place},
    pricing::price::Components,
};
use chrono::NaiveDate;

impl Step<'_> {
    /// A credit note closes what is open. What it credits beyond was paid, and is the seller's as far as it sent it, else the debtor's;
    /// or it had been deducted or charged back, and only gets its papers.
    pub(super) fn credited(&mut self, (on, booked_on): (NaiveDate, NaiveDate), amount: Minor) -> Result<(), Refused> {
        self.must_be_factoring()?;
        match self.state.status {
            BookStatus::Accepted => return Err(Refused::NotFunded),
            // A credit note there is no loss that was covered: the write-off has to be undone first.
            BookStatus::Rejected | BookStatus::WrittenOff => return Err(Refused::Ended),
            BookStatus::Funded | BookStatus::Settled | BookStatus::ChargedBack => {}
        }
        if !amount.is_positive() {
            return Err(Refused::NoAmount);
        }
        if self.state.credited + amount > self.face() {
            return Err(Refused::MoreThanFace);
        }
        let overpaid = self.state.overpaid(self.basis);
        self.state.credited += amount;
        let excess = self.state.overpaid(self.basis) - overpaid;
        let back = self.state.back_to_seller(excess);
        let closes = amount.min(self.state.open);
        self.state.open -= closes;
        self.bears_no_longer(amount - closes - excess);
        let places = self.places();
        if self.state.status != BookStatus::Funded {
            let draft = self.draft().transfer(places.owe, places.credits, excess - back).transfer(places.owe, places.payable, back);
            self.post(Event::CreditedAfterSettlement, booked_on.max(self.state.booked_to), draft);
            return Ok(());
        }
        let draft = self.draft().transfer(places.reserves, places.credits, excess - back).transfer(places.reserves, places.payable, back);
        let draft = self.borne_by_seller(draft.transfer(places.reserves, places.purchased, closes), excess + closes);
        self.post(Event::CreditNote, self.after_funding(booked_on), draft);
        self.state.last_on = self.state.last_on.max(on);
        self.settle_if_nothing_is_open(booked_on);
        Ok(())
    }

    /// A cash discount comes with its payment, which may be there before the funding.
    pub(super) fn deducted(&mut self, on: NaiveDate, amount: Minor, cause: DeductionCause) -> Result<(), Refused> {
        self.must_be_factoring()?;
        let is_early = self.state.status == BookStatus::Accepted && cause == DeductionCause::CashDiscount;
        if !is_early {
            self.must_be_funded()?;
        }
        if !amount.is_positive() {
            return Err(Refused::NoAmount);
        }
        if amount > self.state.unpaid() {
            return Err(Refused::MoreThanOpen);
        }
        self.state.deducted += amount;
        self.state.last_on = self.state.last_on.max(on);
        if is_early {
            self.state.early_deducted += amount;
            return Ok(());
        }
        self.deduct(on, amount);
        Ok(())
    }

    fn deduct(&mut self, on: NaiveDate, amount: Minor) {
        let draft = self.seller_bears(amount);
        self.post(Event::Deduction, self.after_funding(on), draft);
        self.state.open -= amount;
        self.settle_if_nothing_is_open(on);
    }

    /// In a programme the supplier keeps what it got: there the house loses the rest.
    pub(super) fn closed_short(&mut self, on: NaiveDate) -> Result<(), Refused> {
        let open = self.must_be_open_and_paid_out()?;
        if self.is_programme() {
            self.lose(on, open, Some(self.basis.terms.parts().cover));
            self.close(on, BookStatus::Settled);
        } else {
            self.state.deducted += open;
            self.state.last_on = self.state.last_on.max(on);
            self.deduct(on, open);
        }
        Ok(())
    }

    pub(super) fn charged_back(&mut self, on: NaiveDate) -> Result<(), Refused> {
        self.must_be_factoring()?;
        let open = self.must_be_open_and_paid_out()?;
        let draft = self.seller_bears(open);
        self.post(Event::ChargedBack, self.after_funding(on), draft);
        self.state.charged_back = open;
        self.close(on, BookStatus::ChargedBack);
        Ok(())
    }

    /// In a programme the house bears all of it, whatever the cause: nothing is ever charged back there.
    pub(super) fn written_off(&mut self, on: NaiveDate, cause: LossCause, late: LateCharge) -> Result<(), Refused> {
        let open = self.must_be_open_and_paid_out()?;
        let cover = match cause {
            LossCause::Other if !self.is_programme() => None,
            LossCause::Insolvency | LossCause::Default | LossCause::Other => Some(self.basis.terms.parts().cover),
        };
        self.lose(on, open, cover);
        self.state.late_charge = late;
        self.close(on, BookStatus::WrittenOff);
        Ok(())
    }

    /// The house bears this share of what is open, and the seller the rest.
    fn lose(&mut self, on: NaiveDate, open: Minor, cover: Option<Percentage>) {
        self.state.cover = cover;
        let loss = self.house_part(open);
        let draft = self.seller_bears(open - loss).transfer(Place::credit_losses(), self.places().purchased, loss);
        self.post(Event::WrittenOff, self.after_funding(on), draft);
        self.state.written_off_at_first = open;
        self.state.written_off = open;
        self.state.loss = loss;
    }

    /// The house's part of what was lost or recovered, rounded half up.
    pub(super) fn house_part(&self, amount: Minor) -> Minor {
        self.state.cover.map_or(Minor::ZERO, |cover| amount.share(cover))
    }

    fn must_be_open_and_paid_out(&self) -> Result<Minor, Refused> {
        self.must_be_funded()?;
        match (self.state.open, self.state.executed_on) {
            (open, _) if open.is_zero() => Err(Refused::NothingOpen),
            (_, None) => Err(Refused::NotExecuted),
            (open, Some(_)) => Ok(open),
        }
    }

    /// A posting is never dated before there was something to post it to.
    fn after_funding(&self, on: NaiveDate) -> NaiveDate {
        self.state.funded_on.map_or(on, |funded_on| funded_on.max(on))
    }

    /// Takes an amount of what is open from the reserve, and what that does not hold from the seller.
    pub(super) fn seller_bears(&mut self, amount: Minor) -> Draft {
        let places = self.places();
        let draft = self.draft().transfer(places.reserves, places.purchased, amount);
        self.borne_by_seller(draft, amount)
    }

    /// Puts the seller in the place of the reserve for what that does not hold.
    fn borne_by_seller(&mut self, draft: Draft, amount: Minor) -> Draft {
        let places = self.places();
        let from_reserve = amount.min(self.state.reserve);
        self.state.reserve -= from_reserve;
        draft.transfer(places.owe, places.reserves, amount - from_reserve)
    }

    fn close(&mut self, on: NaiveDate, status: BookStatus) {
        self.state.open = Minor::ZERO;
        self.state.last_on = self.state.last_on.max(on);
        self.settle(on, status);
    }

    /// It waits for the payout's execution, without which nobody knows how long what was out.
    pub(super) fn settle_if_nothing_is_open(&mut self, on: NaiveDate) {
        if self.state.status == BookStatus::Funded && self.state.open.is_zero() {
            self.settle(on, BookStatus::Settled);
        }
    }

    fn settle(&mut self, on: NaiveDate, status: BookStatus) {
        let Some(course) = self.state.course(self.basis) else { return };
        let until = self.state.last_on.max(course.executed_on);
        let on = on.max(self.state.booked_to);
        let late = course.late(until);
        match self.basis.terms.timing() {
            DiscountTiming::InArrears => {
                let ended = Ended::of(&course, (until, on), (course.discount(until), late));
                self.settle_in_arrears(on, ended);
                self.state.ended = Some(ended);
            }
            DiscountTiming::InAdvance => {
                let late = if self.state.late_charge == LateCharge::Forgone { Minor::ZERO } else { late };
                let ended = Ended::of(&course, (until, on), (self.state.discount, late));
                self.settle_in_advance(on, ended);
                self.state.ended = Some(ended);
            }
        }
        self.state.status = status;
    }

    fn settle_in_arrears(&mut self, on: NaiveDate, Ended { discount, late, .. }: Ended) {
        let Components { service_fee, service_fee_tax, .. } = *self.basis.price.components();
        let places = self.places();
        let release = self.state.reserve - discount - service_fee - service_fee_tax - late;
        let draft = self
            .draft()
            .transfer(places.reserves, Place::discount_income(), discount)
            .transfer(places.reserves, Place::service_fees(), service_fee)
            .transfer(places.reserves, Place::tax_payable(), service_fee_tax)
            .transfer(places.reserves, Place::late_charges(), late)
            .transfer(places.reserves, places.payable, release.or_zero())
            .transfer(places.owe, places.reserves, (-release).or_zero());
        self.post(Event::Settled, on, draft);
        self.state.reserve = Minor::ZERO;
    }

    fn settle_in_advance(&mut self, on: NaiveDate, Ended { discount, late, .. }: Ended) {
        let places = self.places();
        let charged = self.draft().transfer(places.late_due, Place::late_charges(), late);
        self.post(Event::LateCharge, on, charged);
        self.state.late_due = late;
        let rebate = discount.share(self.basis.terms.parts().buyer_share);
        let draft = self.draft().transfer(places.unearned, Place::discount_income(), discount - rebate).transfer(
            places.unearned,
            places.rebates,
            rebate,
        );
        self.post(Event::Settled, on, draft);
    }
}
