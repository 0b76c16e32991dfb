//! The sale of a receivable, and how it ends.

use super::{
    actions::{Ground, MemberAction, OperatorAction},
    book::LossCause,
    conditions::{self, DisputeEnd},
    evidence::Dispute,
    receivable::{Acceptance, Agreement, Blocked, Change, Receivable},
    status::{Action, ReceivableStatus},
    stops::Surroundings,
};
use crate::{
    facilities::terms::{FacilityKind, Terms},
    identity::operator::OperatorRight,
    kernel::minor::Minor,
    parties::{
        approvers::Approvers,
        membership::{MemberRight, Membership},
        operator::Operator,
    },
};
use chrono::NaiveDate;

/// Who accepts an offer.
#[derive(Debug, Clone, Copy)]
pub enum Acceptor<'a> {
    /// With everybody of their company who may, themselves among them.
    Member { me: &'a Membership, approvers: &'a Approvers },
    /// By what the supplier of a programme settled for all its payables.
    Automatic,
}

impl Receivable {
    /// Sells it, under this agreement to its end. That the offer still stands, and fits, is for whoever calls to see to.
    ///
    /// # Errors
    /// `FourEyes`, `Held`, `Disputed`; `NoAgreement` when it is not offered under this one; see [`Self::member_may`].
    pub fn accept(&mut self, by: Acceptor, agreement: Agreement, acceptance: Acceptance) -> Result<Change, Blocked> {
        let by = match by {
            Acceptor::Member { me, approvers } => {
                self.member_may(MemberAction::Accept, me, approvers)?;
                Some(me.user)
            }
            Acceptor::Automatic if self.kind() == FacilityKind::ReverseFactoring => None,
            // Nothing of a seller's own is sold unless somebody says so.
            Acceptor::Automatic => return Err(Blocked::NotMembers(MemberRight::AcceptOffers)),
        };
        self.may_be_sold()?;
        if self.parts.agreement != Some(agreement) {
            return Err(Blocked::NoAgreement);
        }
        self.parts.accepted = Some(Acceptance { by, ..acceptance });
        self.go(Action::Accept)
    }

    /// It was not sold in time.
    ///
    /// # Errors
    /// `NotNow`, also while there are days enough left.
    pub fn lapse(&mut self, terms: &Terms, payout_on: NaiveDate) -> Result<Change, Blocked> {
        if !conditions::lapses(terms, payout_on, self.due_on()) {
            return Err(Blocked::NotNow(self.status()));
        }
        self.go(Action::Lapse)
    }

    /// Its payout is released, or set off to nothing.
    ///
    /// # Errors
    /// `NotNow`, `Stopped` with everything that stops it.
    pub fn fund(&mut self, around: &Surroundings) -> Result<Change, Blocked> {
        self.leads_on(Action::Fund)?;
        let stops = self.payout_stops(around);
        if stops.is_empty() { self.go(Action::Fund) } else { Err(Blocked::Stopped(stops)) }
    }

    /// Nothing is open any more: whoever disputed paid, or what was disputed was deducted.
    ///
    /// # Errors
    /// `NotNow`, `StillOpen`.
    pub fn settle(&mut self, open: Minor) -> Result<Vec<Change>, Blocked> {
        self.leads_on(Action::Settle)?;
        if !open.is_zero() {
            return Err(Blocked::StillOpen(open));
        }
        let ended = self.paid_up();
        Ok([self.go(Action::Settle)?].into_iter().chain(ended).collect())
    }

    /// Nothing is open any more, whether or not its payout was carried out: that ends a dispute, if one lasts.
    pub fn paid_up(&mut self) -> Option<Change> {
        let before = self.dispute().cloned()?;
        self.parts.dispute = Some(Dispute { end: Some(DisputeEnd::Paid), ..before.clone() });
        Some(Change::DisputeEnded { before })
    }

    /// What ended the last dispute in this way was taken back: it lasts as before. Nothing where it ended in another way.
    pub fn reopen_dispute(&mut self, ended: DisputeEnd) -> Option<Change> {
        let dispute = self.parts.dispute.as_mut().filter(|dispute| dispute.end == Some(ended))?;
        let before = dispute.clone();
        dispute.end = None;
        Some(Change::DisputeReopened { before })
    }

    /// What is left is closed by itself: so little is left.
    ///
    /// # Errors
    /// `NotNow`, `StillOpen` when more is left than the house lets go.
    pub fn close_small_rest(&mut self, ground: &Ground) -> Result<Change, Blocked> {
        self.leads_on(Action::CloseShort)?;
        let is_small = conditions::closes_by_itself(ground.open, ground.short_below);
        if is_small { self.go(Action::CloseShort) } else { Err(Blocked::StillOpen(ground.open)) }
    }

    /// What is left is closed by an operator's word.
    ///
    /// # Errors
    /// See [`Self::operator_may`].
    pub fn close_short(&mut self, ground: &Ground, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::CloseShort, me, Some(ground))?;
        self.go(Action::CloseShort)
    }

    /// It goes back to the seller.
    ///
    /// # Errors
    /// `Unmet`; see [`Self::operator_may`].
    pub fn charge_back(&mut self, ground: &Ground, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::ChargeBack, me, Some(ground))?;
        self.go(Action::ChargeBack)
    }

    /// The house gives up on it.
    ///
    /// # Errors
    /// `Unmet`; see [`Self::operator_may`].
    pub fn write_off(&mut self, cause: LossCause, ground: &Ground, me: &Operator) -> Result<Change, Blocked> {
        self.may_write_off(cause, ground, me)?;
        self.go(Action::WriteOff)
    }

    /// Whether the house may give up on it now for this cause.
    ///
    /// # Errors
    /// `Unmet`; see [`Self::operator_may`].
    pub fn may_write_off(&self, cause: LossCause, ground: &Ground, me: &Operator) -> Result<(), Blocked> {
        self.operator_may(OperatorAction::WriteOff, me, Some(ground))?;
        Ok(conditions::write_off(&ground.terms, &self.unpaid(ground.today), cause)?)
    }

    /// What ended it is taken back: the newest that happened to it, which is for whoever calls to see to.
    ///
    /// # Errors
    /// See [`Self::operator_may`].
    pub fn undo(&mut self, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::Undo, me, None)?;
        self.go(Action::Undo)
    }

    /// The same, where a match settled it that the person who made it takes back before anything followed, which the caller
    /// checks.
    ///
    /// # Errors
    /// `NotOperators`; `OwnCompany`; `NotNow` unless it is settled.
    pub fn unmatch(&mut self, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may_look(me)?;
        if !me.may(OperatorRight::ManagePayments) {
            return Err(Blocked::NotOperators(OperatorRight::ManagePayments));
        }
        self.is_at(&[ReceivableStatus::Settled])?;
        self.go(Action::Undo)
    }
}
