//! What a bank did, on the word of one person: they type it, or bring the file that says it. Nothing else proves it, so it is confirmed.

use crate::{
    cash::{Cash, CashError, payouts::release::may_manage},
    parties::Member,
    payments::statements::StatementRecord,
};
use sooner_domain::parties::operator::Operator;

/// An operator who says what a bank did and confirmed that. [`Cash::by_hand`] alone makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByHand(Operator);

impl ByHand {
    pub(in crate::cash) fn operator(&self) -> &Operator {
        &self.0
    }

    pub(in crate::cash) fn attested(&self) -> Attested {
        Attested(())
    }
}

/// That an operator confirmed what a bank did. What writes that money came, went out or came back takes one, so that none of it is written
/// on an open session alone.
#[derive(Debug, Clone, Copy)]
pub(in crate::cash) struct Attested(());

impl From<&StatementRecord> for Attested {
    /// It was confirmed when the statement was imported.
    fn from(_: &StatementRecord) -> Self {
        Self(())
    }
}

impl Cash {
    /// An operator who says what a bank did.
    ///
    /// # Errors
    /// `Blocked`; `StepUpRequired` where they didn’t confirm this very request.
    pub fn by_hand(&self, me: &Member) -> Result<ByHand, CashError> {
        let operator = me.operator();
        may_manage(&operator)?;
        self.identity.stepped_up(me)?;
        Ok(ByHand(operator))
    }
}
