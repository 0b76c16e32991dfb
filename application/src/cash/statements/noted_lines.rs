//! Lines that were taken by themselves for what the books told before, and are something else.

use crate::{
    cash::{Cash, CashError, payouts::payout_building::Source, statements::statement_page::receipt_of},
    payments::{changes::Change as PaymentChange, statements::LineRecord},
    receivables::ReceivableError,
};
use sooner_domain::{parties::operator::Operator, payments::statement::LineOutcome};
use std::collections::BTreeSet;

impl Cash {
    /// Money that came in is a receipt of its own, which lies in suspense, entered by the person who imported its statement; what went out
    /// waits until a person says what it is. What was in the books before stays as it is.
    ///
    /// # Errors
    /// `NothingSaid` where it was not taken for that.
    pub(in crate::cash) async fn reopen_noted(&self, record: LineRecord, by: &Operator) -> Result<LineRecord, CashError> {
        if record.outcome != LineOutcome::Noted {
            return Err(CashError::NothingSaid);
        }
        let pen = self.receivables.pen(Some(by.user()));
        let imported = self.statements.by_id(record.statement).await?.ok_or(ReceivableError::NotFound)?;
        let of = (record.id.0, imported.imported_by, imported.imported_at);
        let receipt = receipt_of(&record.line, record.currency, of);
        let mut movements = self.movements((&[], &[]), (pen, by)).await?;
        // What the bank charged beside it.
        self.reverse_charge(record.id, &mut movements).await?;
        let (outcome, about) = match &receipt {
            Some(receipt) => {
                movements.payments.push(PaymentChange::ReceiptAdded(Box::new(receipt.clone())));
                movements.rest_waits(&Source::came(receipt));
                (LineOutcome::Receipt, Some(receipt.id.0))
            }
            None => (LineOutcome::Open, None),
        };
        let (id, seen, entries, receipts) = (record.id, record.outcome, BTreeSet::new(), BTreeSet::new());
        movements.payments.push(PaymentChange::LineSettled { id, seen, outcome, about, entries, receipts });
        self.write_line(LineRecord { outcome, about, ..record }, movements, None).await
    }
}
