//! What the house does with a receivable, and what it hears from the debtor.

use super::{
    actions::{Ground, OperatorAction},
    checks::{Finding, Standing, standing},
    conditions::{self, DisputeEnd, Unmet},
    evidence::{Dispute, DisputeReason, Evidence, Exception, Hold},
    facts::{Figures, due_after_issue},
    receivable::{Agreement, Blocked, Change, Receivable},
    status::{Action, ReceivableStatus},
};
use crate::kernel::calendar::LAST_DAY;
use crate::{
    facilities::terms::Terms,
    kernel::{minor::Minor, text::Note},
    parties::operator::Operator,
};
use chrono::{DateTime, Days, NaiveDate, Utc};

impl Receivable {
    /// Offers it, or takes the offer back, by what the checks found now. What is neither submitted nor offered stays as it is.
    pub fn assess(&mut self, agreement: Option<Agreement>, findings: &[Finding]) -> Vec<Change> {
        if self.is_at(&[ReceivableStatus::Submitted, ReceivableStatus::Offered]).is_err() {
            return Vec::new();
        }
        let before = std::mem::replace(&mut self.parts.agreement, agreement);
        let changed = (before != agreement).then_some(Change::AgreementChanged { before });
        let moved = match standing(self, findings) {
            Standing::Offered => self.go(Action::Offer).ok(),
            Standing::Submitted => self.take_back(),
        };
        changed.into_iter().chain(moved).collect()
    }

    /// An operator found out that it is owed. `ground` is there once it was sold.
    ///
    /// # Errors
    /// See [`Self::operator_may`] and [`Self::confirmed`].
    pub fn verify(&mut self, evidence: Evidence, me: &Operator, ground: Option<&Ground>) -> Result<Vec<Change>, Blocked> {
        self.operator_may(OperatorAction::Verify, me, ground)?;
        self.confirmed(evidence, ground.map_or(self.face(), |ground| ground.open))
    }

    /// Somebody confirmed it, the debtor by itself for one. Before the sale it goes on with what was confirmed, where that is
    /// less or later. After it the difference is disputed, as far as it is `open`: neither paid nor deducted; more time is for the house to give.
    ///
    /// # Errors
    /// `NotNow`, `AmountOutOfRange` when nothing was confirmed: that is a dispute; `DueNotAfterIssue`.
    pub fn confirmed(&mut self, evidence: Evidence, open: Minor) -> Result<Vec<Change>, Blocked> {
        use ReceivableStatus as S;
        self.is_at(&[S::Submitted, S::Offered, S::Accepted, S::Funded])?;
        if !evidence.amount.is_positive() {
            return Err(Blocked::AmountOutOfRange(self.face()));
        }
        due_after_issue(Some(self.parts.facts.issued_on), evidence.due_on).map_err(|_| Blocked::DueNotAfterIssue)?;
        let is_sold = S::SOLD.contains(&self.status());
        let Figures { face, due_on } = self.parts.figures;
        let confirmed =
            Figures { face: face.min(evidence.amount), due_on: evidence.due_on.map_or(due_on, |confirmed| confirmed.max(due_on)) };
        let mut changes = vec![Change::EvidenceAdded(evidence.clone())];
        let rest = (face - confirmed.face).min(open);
        if is_sold && rest.is_positive() {
            changes.push(self.dispute_rest(rest, &evidence));
        } else if !is_sold && confirmed != self.parts.figures {
            changes.extend(self.correct(confirmed)?);
        }
        self.parts.evidence.push(evidence);
        Ok(changes)
    }

    /// The debtor owes less than was sold. A dispute that lasts grows to that, and keeps its reason.
    fn dispute_rest(&mut self, rest: Minor, evidence: &Evidence) -> Change {
        let before = self.parts.dispute.clone();
        let Evidence { by, at, ref note, .. } = *evidence;
        let new = Dispute { amount: rest, reason: DisputeReason::WrongTotal, since: at, by, note: note.clone(), end: None };
        let dispute = match self.dispute() {
            Some(lasting) => Dispute { amount: lasting.amount.max(rest), ..lasting.clone() },
            None => new,
        };
        self.parts.dispute = Some(dispute);
        Change::Disputed { before }
    }

    /// Does not buy it, or no more: a fraud or a mistake that came to light before the payout.
    ///
    /// # Errors
    /// See [`Self::operator_may`].
    pub fn reject(&mut self, reason: Note, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::Reject, me, None)?;
        self.parts.rejection = Some(reason);
        self.go(Action::Reject)
    }

    /// Stops everything until it is released.
    ///
    /// # Errors
    /// `Held`; see [`Self::operator_may`].
    pub fn hold(&mut self, note: Option<Note>, me: &Operator, now: DateTime<Utc>) -> Result<Vec<Change>, Blocked> {
        self.operator_may(OperatorAction::Hold, me, None)?;
        self.parts.hold = Some(Hold { by: me.user(), since: now, note });
        Ok([Change::Held].into_iter().chain(self.take_back()).collect())
    }

    /// Lets it go on.
    ///
    /// # Errors
    /// `NotHeld`; see [`Self::operator_may`].
    pub fn release(&mut self, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::Release, me, None)?;
        let before = self.parts.hold.take().ok_or(Blocked::NotHeld)?;
        Ok(Change::Released { before })
    }

    /// An operator heard that the debtor does not want to pay all that is open. `ground` is there once it was sold.
    ///
    /// # Errors
    /// `Disputed`, `NothingOpen`, `AmountOutOfRange`; see [`Self::operator_may`].
    pub fn enter_dispute(&mut self, dispute: Dispute, me: &Operator, ground: Option<&Ground>) -> Result<Vec<Change>, Blocked> {
        self.operator_may(OperatorAction::Dispute, me, ground)?;
        let open = ground.map_or(self.face(), |ground| ground.open);
        self.disputed(Dispute { by: Some(me.user()), ..dispute }, open)
    }

    /// The debtor does not want to pay all that is `open`: neither paid nor deducted.
    ///
    /// # Errors
    /// `NotNow`, `Disputed` while another dispute lasts, `NothingOpen`, `AmountOutOfRange`.
    pub fn disputed(&mut self, dispute: Dispute, open: Minor) -> Result<Vec<Change>, Blocked> {
        use ReceivableStatus as S;
        self.is_at(&[S::Submitted, S::Offered, S::Accepted, S::Funded])?;
        if self.dispute().is_some() {
            return Err(Blocked::Disputed);
        }
        if !open.is_positive() {
            return Err(Blocked::NothingOpen);
        }
        if !dispute.amount.is_positive() || dispute.amount > open {
            return Err(Blocked::AmountOutOfRange(open));
        }
        let before = self.parts.dispute.replace(Dispute { end: None, ..dispute });
        Ok([Change::Disputed { before }].into_iter().chain(self.take_back()).collect())
    }

    /// Ends the dispute. What was lost of it is a deduction, which is booked beside; lost over all that is open, the receivable
    /// can be charged back at once. `open`: what of it is neither paid nor deducted.
    ///
    /// # Errors
    /// `Unmet(OnlyPart)` when it is lost and more is open than it is over; see [`Self::operator_may`].
    pub fn resolve(&mut self, end: DisputeEnd, open: Minor, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::Resolve, me, None)?;
        let before = self.dispute().cloned().ok_or(Blocked::NotDisputed)?;
        if end == DisputeEnd::Lost && before.amount < open {
            return Err(Blocked::Unmet(Unmet::OnlyPart));
        }
        self.parts.dispute = Some(Dispute { end: Some(end), ..before.clone() });
        Ok(Change::DisputeEnded { before })
    }

    /// A credit note before the sale; what was sold is lowered in the book. `on` is the business date.
    ///
    /// # Errors
    /// `AmountOutOfRange`, `NotNow` once it was sold; see [`Self::operator_may`].
    pub fn credit_note(&mut self, amount: Minor, on: NaiveDate, me: &Operator) -> Result<Vec<Change>, Blocked> {
        self.operator_may(OperatorAction::CreditNote, me, None)?;
        self.credit(amount, on)
    }

    /// Gives the debtor of what was sold more time.
    ///
    /// # Errors
    /// `Unmet`; see [`Self::operator_may`].
    pub fn extend(&mut self, to: NaiveDate, ground: &Ground, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::Extend, me, Some(ground))?;
        conditions::extend(&ground.terms, self.due_on(), to)?;
        let last = ground.today.checked_add_days(Days::new(Terms::MAX_DAYS.unsigned_abs())).unwrap_or(LAST_DAY);
        if to > last {
            return Err(Blocked::Unmet(Unmet::TooFar(last)));
        }
        let before = self.parts.figures;
        self.parts.figures.due_on = to;
        Ok(Change::FiguresChanged { before })
    }

    /// The time its debtor was given is taken back: it is due on this day again.
    ///
    /// # Errors
    /// See [`Self::operator_may`].
    pub fn take_extension_back(&mut self, due_on: NaiveDate, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::Undo, me, None)?;
        let before = self.parts.figures;
        self.parts.figures.due_on = due_on;
        Ok(Change::FiguresChanged { before })
    }

    /// Lets it be sold in spite of what a check finds. It takes two people, which the caller sees to.
    ///
    /// # Errors
    /// See [`Self::operator_may`].
    pub fn lift(&mut self, exception: Exception, me: &Operator) -> Result<Change, Blocked> {
        self.operator_may(OperatorAction::LiftDuplicate, me, None)?;
        self.parts.exceptions.retain(|before| before.check != exception.check);
        self.parts.exceptions.push(exception.clone());
        Ok(Change::ExceptionMade(exception))
    }
}
