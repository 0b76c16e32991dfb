//! What the bank did: money came in, payouts were carried out, or came back.

use crate::{
    cash::{CashError, movements::Movements, payouts::payout_building::Source, receipts::by_hand::Attested},
    payments::changes::Change as PaymentChange,
    receivables::{ReceivableError, recording::Recording},
};
use chrono::NaiveDate;
use sooner_domain::{
    ledger::entry::{Draft, Event, Place},
    payments::{
        payout::{Payout, PayoutId, PayoutStatus, Purpose, Returned},
        receipt::Receipt,
    },
    receivables::book::Fact,
};

impl Movements<'_> {
    /// Money came in, and is to be explained.
    pub(in crate::cash) fn come_in<'r>(&mut self, receipt: &'r Receipt, _: Attested) -> Source<'r> {
        self.payments.push(PaymentChange::ReceiptAdded(Box::new(receipt.clone())));
        Source::came(receipt)
    }

    /// What a payout advances money for.
    fn advanced(&mut self, payout: &Payout) -> Result<&mut Recording, CashError> {
        payout.about().and_then(|about| self.recordings.get_mut(&about)).ok_or(ReceivableError::NotFound.into())
    }

    /// It was carried out on a day: answers the payout as it is then.
    ///
    /// # Errors
    /// `Payout` when it does not wait for the bank; `Day`.
    pub(in crate::cash) fn execute(&mut self, payout: &Payout, on: NaiveDate, _: Attested) -> Result<Payout, CashError> {
        let executed = payout.clone().executed(on, self.open)?;
        let draft = Draft::new(payout.currency).transfer(Place::payouts_in_transit(), Place::bank(), payout.net());
        let batch = payout.release.as_ref().and_then(|release| release.batch).map(|batch| batch.0);
        if payout.purpose == Purpose::Advance {
            let pen = self.pen.clone();
            self.advanced(payout)?.tell(Fact::Executed { on }, Some(payout.id.0), &pen)?;
        }
        self.entries.extend(self.pen.entry((Event::PayoutExecuted, on), payout.id.0, batch, &draft));
        self.payments.push(PaymentChange::PayoutChanged { payout: Box::new(executed.clone()), seen: payout.status });
        self.by_bank.push(executed.clone());
        Ok(executed)
    }

    /// It came back: answers the payout as it is then, and the one that is due in its place. `to`: where the money lies then, and what
    /// that changes.
    ///
    /// # Errors
    /// `Payout`; `Day`.
    pub(in crate::cash) fn come_back(
        &mut self,
        payout: &Payout,
        back: Returned,
        (to, undone): (Place, Vec<PaymentChange>),
        _: Attested,
    ) -> Result<(Payout, Option<Payout>), CashError> {
        let (seen, on) = (payout.status, back.on);
        let (returned, again) = payout.clone().returned(back, PayoutId(self.pen.next()), self.open)?;
        let was_executed = seen == PayoutStatus::Executed;
        if was_executed && payout.purpose == Purpose::Advance {
            let pen = self.pen.clone();
            self.advanced(payout)?.tell(Fact::Returned { on }, Some(payout.id.0), &pen)?;
        }
        let from = if was_executed { Place::bank() } else { Place::payouts_in_transit() };
        let draft = Draft::new(payout.currency).transfer(from, to, payout.net());
        self.entries.extend(self.pen.entry((Event::PayoutReturned, on), payout.id.0, None, &draft));
        self.payments.push(PaymentChange::PayoutChanged { payout: Box::new(returned.clone()), seen });
        self.payments.extend(again.clone().map(|again| PaymentChange::PayoutAdded(Box::new(again))));
        self.payments.extend(undone);
        self.by_bank.push(returned.clone());
        Ok((returned, again))
    }
}
