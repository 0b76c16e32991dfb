//! Money: it closes what is open, then what was lost and what the seller has borne. Of the rest, what the seller sent of its own goes
//! back to it, whoever paid last; what is left pays what the buyer owes for being late, and then is the debtor's.

use super::{BookStatus, MoneyFrom, Overpayment, Posted, Receipt, Refused, step::Step};
use crate::{
    kernel::minor::Minor,
    ledger::entry::{Draft, Event, Place},
};
use chrono::NaiveDate;

/// Money on its way to where it belongs.
struct Incoming {
    event: Event,
    on: NaiveDate,
    /// The account it is taken from.
    from: Place,
}

impl Step<'_> {
    pub(super) fn received(&mut self, receipt: Receipt) -> Result<(), Refused> {
        if !receipt.amount.is_positive() {
            return Err(Refused::NoAmount);
        }
        // What is used or set off is chosen to fit; what a bank books is not.
        let is_chosen = matches!(receipt.from, MoneyFrom::DebtorCredit | MoneyFrom::SetOff);
        match self.state.status {
            BookStatus::Accepted if is_chosen => return Err(Refused::NotFunded),
            _ if is_chosen && receipt.amount > self.state.open => return Err(Refused::MoreThanOpen),
            BookStatus::Accepted => {
                self.early(receipt);
                return Ok(());
            }
            BookStatus::Rejected => {
                let incoming = self.incoming(receipt);
                let draft = self.passed_on(incoming.from, receipt.amount);
                self.post(Event::PassedOn, incoming.on, draft);
            }
            BookStatus::Funded | BookStatus::Settled | BookStatus::ChargedBack | BookStatus::WrittenOff => {
                let incoming = self.incoming(receipt);
                self.allocate(incoming, receipt);
            }
        }
        self.state.received += receipt.amount;
        Ok(())
    }

    /// Money that comes before the receivable is funded waits in suspense.
    fn early(&mut self, receipt: Receipt) {
        if !receipt.from.lay_in_suspense() {
            let draft = self.draft().transfer(Place::bank(), Place::suspense(), receipt.amount);
            self.post(Event::ReceiptUnexplained, receipt.booked_on, draft);
        }
        self.state.early += receipt.amount;
        self.state.received += receipt.amount;
        // What is paid after all was not kept.
        let kept = self.state.early_deducted.min((self.state.open - self.state.early).or_zero());
        self.state.deducted -= self.state.early_deducted - kept;
        self.state.early_deducted = kept;
        self.sent_by_seller(receipt);
        self.counts(receipt);
    }

    /// What came early belongs to the receivable as soon as that is there.
    pub(super) fn explain_early(&mut self, on: NaiveDate) {
        let closes = self.state.early.min(self.state.open);
        let excess = self.state.early - closes;
        let back = self.state.back_to_seller(excess);
        let places = self.places();
        let draft = self
            .draft()
            .transfer(Place::suspense(), places.purchased, closes)
            .transfer(Place::suspense(), places.payable, back)
            .transfer(Place::suspense(), places.credits, excess - back);
        self.post(Event::ReceiptExplained, on, draft);
        self.state.open -= closes;
        self.state.early = Minor::ZERO;
        let deducted = std::mem::take(&mut self.state.early_deducted);
        let draft = self.seller_bears(deducted);
        self.post(Event::Deduction, on, draft);
        self.state.open -= deducted;
    }

    /// Of money for what the house did not buy the seller gets as much as it is owed. The rest goes where any excess goes.
    pub(super) fn passed_on(&mut self, from: Place, amount: Minor) -> Draft {
        let to_seller = match self.state.overpayment {
            Overpayment::PassedOn => amount,
            Overpayment::Credited => {
                let owed = amount.min((self.face() - self.state.passed_on).or_zero());
                self.state.passed_on += owed;
                owed + self.state.back_to_seller(amount - owed)
            }
        };
        let places = self.places();
        self.draft().transfer(from, places.payable, to_seller).transfer(from, places.credits, amount - to_seller)
    }

    /// A receipt of the days before the funding that is told after it is booked as it would have been in time.
    fn incoming(&mut self, receipt: Receipt) -> Incoming {
        let (event, from) = match receipt.from {
            MoneyFrom::Debtor => (Event::Receipt, Place::bank()),
            MoneyFrom::Suspense => (Event::ReceiptExplained, Place::suspense()),
            MoneyFrom::DebtorCredit => (Event::DebtorCreditUsed, self.places().credits),
            MoneyFrom::Seller => (Event::Forwarded, Place::bank()),
            MoneyFrom::SellerSuspense => (Event::Forwarded, Place::suspense()),
            MoneyFrom::SetOff => (Event::SetOff, self.places().payable),
        };
        let on = self.state.funded_on.map_or(receipt.booked_on, |funded_on| receipt.booked_on.max(funded_on));
        if on == receipt.booked_on || !matches!(receipt.from, MoneyFrom::Debtor | MoneyFrom::Seller) {
            return Incoming { event, on, from };
        }
        let unexplained = self.draft().transfer(from, Place::suspense(), receipt.amount);
        self.post(Event::ReceiptUnexplained, receipt.booked_on, unexplained);
        Incoming { event: Event::ReceiptExplained, on, from: Place::suspense() }
    }

    fn counts(&mut self, receipt: Receipt) {
        self.state.money.add(receipt.value_on, receipt.amount);
        self.state.last_on = self.state.last_on.max(receipt.value_on);
    }

    /// What the seller sends is first what the debtor is known to have paid it, then its own.
    fn sent_by_seller(&mut self, receipt: Receipt) {
        if receipt.from.is_sellers() {
            let has = self.state.with_seller();
            self.state.paid_to_seller = (has - receipt.amount).or_zero();
            self.state.sellers_own += (receipt.amount - has).or_zero();
        }
    }

    fn allocate(&mut self, Incoming { event, on, from }: Incoming, receipt: Receipt) {
        let places = self.places();
        self.sent_by_seller(receipt);
        if self.state.status == BookStatus::Funded {
            self.counts(receipt);
        }
        let closes = receipt.amount.min(self.state.open);
        self.state.open -= closes;
        // The settlement may leave a late charge, which comes before the debtor's credit; both are one entry's other
        // side.
        let place = self.posted.len();
        self.state.booked_to = self.state.booked_to.max(on);
        self.settle_if_nothing_is_open(on);
        let mut rest = receipt.amount - closes;
        rest -= self.recover(&Incoming { event, on, from }, rest);
        let borne = rest.min(self.state.charged_back + self.state.deducted);
        self.bears_no_longer(borne);
        rest -= borne;
        // What the seller sent never pays what the buyer owes for being late.
        let back = self.state.back_to_seller(rest);
        rest -= back;
        let late = rest.min(self.state.late_due);
        self.state.late_due -= late;
        self.state.late_paid += late;
        rest -= late;
        let paid_late = self.draft().transfer(from, places.late_due, late);
        self.post(Event::LateChargePaid, on, paid_late);
        let passed_on = self.draft().transfer(from, places.payable, borne + back);
        self.post(Event::PassedOn, on, passed_on);
        let draft = self.draft().transfer(from, places.purchased, closes).transfer(from, places.credits, rest);
        if !draft.postings().is_empty() {
            self.posted.insert(place, Posted { event, on, draft });
        }
    }

    /// Shares what comes back of a loss as the loss was shared: the house's part is rounded for all that came so far.
    fn recover(&mut self, Incoming { on, from, .. }: &Incoming, rest: Minor) -> Minor {
        let recovered = rest.min(self.state.written_off);
        self.state.written_off -= recovered;
        let all = self.state.written_off_at_first;
        let had_before = self.house_part(all) - self.state.loss;
        let part = self.house_part(all - self.state.written_off) - had_before;
        self.state.loss -= part;
        let draft = self.draft().transfer(*from, Place::credit_losses(), part).transfer(*from, self.places().payable, recovered - part);
        self.post(Event::Recovered, *on, draft);
        recovered
    }

    /// Takes off what the seller has borne that was paid or credited after all.
    pub(super) fn bears_no_longer(&mut self, amount: Minor) {
        let charged_back = amount.min(self.state.charged_back);
        self.state.charged_back -= charged_back;
        self.state.deducted -= amount - charged_back;
    }
}
