//! What may be done with a receivable now. Whoever offers an action and whoever performs it ask here.

use super::{
    book::LossCause,
    conditions::{self, Unmet, Unpaid},
    facts::InvoiceDocument,
    receivable::{Blocked, Entered, Origin, Parts, Receivable},
    status::{Action, ReceivableStatus},
};
use crate::kernel::calendar::LAST_DAY;
use crate::{
    facilities::terms::{FacilityKind, Terms},
    identity::operator::OperatorRight,
    kernel::{
        coded::{Coded, coded_enum},
        ids::{CompanyId, UserId},
        minor::Minor,
    },
    parties::{
        approvers::Approvers,
        membership::{MemberRight, Membership},
        operator::Operator,
    },
};
use chrono::NaiveDate;

coded_enum!(
    /// What members of the two companies do.
    MemberAction {
        Edit = "edit",
        AttachDocuments = "attach_documents",
        /// In a programme: approve what is to be paid.
        Submit = "submit",
        Withdraw = "withdraw",
        /// In a programme: the buyer's own, before it is sold.
        CreditNote = "credit_note",
        Accept = "accept",
    }
);

coded_enum!(
    /// What operators do.
    OperatorAction {
        Verify = "verify",
        Reject = "reject",
        Hold = "hold",
        Release = "release",
        Dispute = "dispute",
        Resolve = "resolve",
        CreditNote = "credit_note",
        /// Lets it be sold in spite of what a check finds, such as a number that was sold before.
        LiftDuplicate = "lift_duplicate",
        Extend = "extend",
        CloseShort = "close_short",
        ChargeBack = "charge_back",
        WriteOff = "write_off",
        Undo = "undo",
        /// Pays it with what its debtor has paid too much elsewhere.
        UseCredit = "use_credit",
        /// Notes that its debtor paid the seller.
        PaidToSeller = "paid_to_seller",
        /// Lets the seller off what it owes for it.
        GiveUp = "give_up",
        /// Has the seller owe again what it was let off last.
        UndoGiveUp = "undo_give_up",
        /// Has its debtor asked by mail whether it is owed.
        AskDebtor = "ask_debtor",
    }
);

impl OperatorAction {
    /// Whether it says how it ends, or takes back how it did: while one of these waits for a second person, no other one is done.
    pub fn is_ending(self) -> bool {
        matches!(self, Self::Reject | Self::CloseShort | Self::ChargeBack | Self::WriteOff | Self::Undo | Self::GiveUp | Self::UndoGiveUp)
    }
}

/// What the house's actions depend on, once something was sold, besides the receivable.
#[derive(Debug, Clone, Copy)]
pub struct Ground {
    /// Those it was sold under.
    pub terms: Terms,
    pub today: NaiveDate,
    /// Neither paid nor deducted.
    pub open: Minor,
    /// The most that the house lets go; none where it lets nothing go.
    pub short_below: Option<Minor>,
}

impl Receivable {
    /// The company whose members enter it, submit it and take it back.
    pub fn entered_for(&self) -> CompanyId {
        match self.parts.origin {
            Origin::Seller { .. } => self.parts.seller,
            Origin::Programme { buyer } => buyer,
        }
    }

    /// Whether members of this company see it: a supplier sees nothing before the buyer promised to pay.
    pub fn is_seen_by(&self, company: CompanyId) -> bool {
        let is_shown = self.kind() == FacilityKind::Factoring || self.is_handed_in();
        company == self.entered_for() || company == self.parts.seller && is_shown
    }

    /// The right it takes, and the company it takes it in.
    fn side(&self, action: MemberAction) -> (CompanyId, MemberRight) {
        let is_programme = self.kind() == FacilityKind::ReverseFactoring;
        match action {
            MemberAction::Accept => (self.parts.seller, MemberRight::AcceptOffers),
            MemberAction::Submit if is_programme => (self.entered_for(), MemberRight::ApprovePayables),
            // What was promised is lowered by those who promise.
            MemberAction::CreditNote if self.parts.submitted.is_some() => (self.entered_for(), MemberRight::ApprovePayables),
            MemberAction::Edit
            | MemberAction::AttachDocuments
            | MemberAction::Submit
            | MemberAction::Withdraw
            | MemberAction::CreditNote => (self.entered_for(), MemberRight::EnterInvoices),
        }
    }

    /// Whether this member may do this now. `approvers`: those of their company, themselves among them.
    ///
    /// # Errors
    /// Why not: `NotTheirs` and `NotMembers` before anything else.
    pub fn member_may(&self, action: MemberAction, me: &Membership, approvers: &Approvers) -> Result<(), Blocked> {
        let (company, right) = self.side(action);
        if !self.is_seen_by(me.company) || me.company != company {
            return Err(Blocked::NotTheirs);
        }
        if !me.may(right) {
            return Err(Blocked::NotMembers(right));
        }
        let is_programme = self.kind() == FacilityKind::ReverseFactoring;
        match action {
            MemberAction::Edit => self.is_at(&[ReceivableStatus::Draft]),
            MemberAction::AttachDocuments => {
                self.is_at(&[ReceivableStatus::Draft, ReceivableStatus::Submitted])?;
                let is_full = self.parts.documents.len() >= InvoiceDocument::MAX_PER_RECEIVABLE;
                if is_full { Err(Blocked::TooManyDocuments) } else { Ok(()) }
            }
            MemberAction::Withdraw if is_programme => Err(Blocked::OnlyByCreditNote),
            MemberAction::CreditNote if !is_programme => Err(Blocked::HouseEnters),
            MemberAction::Withdraw | MemberAction::CreditNote => self.leads_on(Action::Withdraw),
            MemberAction::Submit => {
                self.leads_on(Action::Submit)?;
                if !is_programme {
                    return if self.parts.documents.is_empty() { Err(Blocked::NoDocument) } else { Ok(()) };
                }
                self.four_eyes(me.user, approvers)
            }
            MemberAction::Accept => {
                self.may_be_sold()?;
                self.four_eyes(me.user, approvers)
            }
        }
    }

    /// Whether this person may approve what was entered. A person who wrote the facts, only where it takes no one else. One who only added to
    /// what proves them or took some of it away, only where no approver is left who entered nothing: two people have seen the facts then.
    ///
    /// # Errors
    /// `FourEyes` with those who may.
    fn four_eyes(&self, me: UserId, approvers: &Approvers) -> Result<(), Blocked> {
        let Parts { entered, documented, .. } = &self.parts;
        let wrote = |person: UserId| person == entered.by;
        let added = |person: UserId| documented.iter().any(|documented| documented.by == person);
        let (mut neither, mut only_added) = (Vec::new(), Vec::new());
        for person in approvers.people.iter().copied().filter(|person| !wrote(*person)) {
            if added(person) { only_added.push(person) } else { neither.push(person) }
        }
        let others = if neither.is_empty() { &only_added } else { &neither };
        if wrote(me) {
            approvers.approved_alone(entered.by, entered.at).map_err(|_| Blocked::FourEyes(others.clone()))?;
        }
        let could_another = |documented: &Entered| !neither.is_empty() || approvers.could_another(documented.at);
        match documented.iter().any(|documented| documented.by == me && could_another(documented)) {
            true => Err(Blocked::FourEyes(neither)),
            false => Ok(()),
        }
    }

    /// Whether it can be sold now, whoever does it.
    ///
    /// # Errors
    /// `NotNow`, `Held`, `Disputed`, `NoAgreement`.
    pub(super) fn may_be_sold(&self) -> Result<(), Blocked> {
        self.leads_on(Action::Accept)?;
        if self.is_held() {
            return Err(Blocked::Held);
        }
        if self.dispute().is_some() {
            return Err(Blocked::Disputed);
        }
        if self.parts.agreement.is_none() || self.parts.debtor.is_none() { Err(Blocked::NoAgreement) } else { Ok(()) }
    }

    /// Whether it was handed in, or promised: until then it is its company's own.
    pub fn is_handed_in(&self) -> bool {
        self.parts.submitted.is_some()
    }

    /// Whether this operator may look at it as operators do.
    ///
    /// # Errors
    /// `NotOperators`; `OwnCompany`, of either side; `NotTheirs` before it is handed in.
    pub fn operator_may_look(&self, me: &Operator) -> Result<(), Blocked> {
        if !me.may(OperatorRight::ReadReceivables) {
            return Err(Blocked::NotOperators(OperatorRight::ReadReceivables));
        }
        if self.is_of(me.membership.company) {
            return Err(Blocked::OwnCompany);
        }
        if self.is_handed_in() { Ok(()) } else { Err(Blocked::NotTheirs) }
    }

    /// Whether this company sells it or entered it.
    pub fn is_of(&self, company: CompanyId) -> bool {
        company == self.parts.seller || company == self.entered_for()
    }

    /// Whether this operator may do this now. `ground` is there once it was sold.
    ///
    /// # Errors
    /// Why not: `NotOperators` and `OwnCompany` before anything else.
    pub fn operator_may(&self, action: OperatorAction, me: &Operator, ground: Option<&Ground>) -> Result<(), Blocked> {
        use {OperatorAction as O, ReceivableStatus as S};
        self.operator_may_look(me)?;
        if !me.may(OperatorRight::ManageReceivables) {
            return Err(Blocked::NotOperators(OperatorRight::ManageReceivables));
        }
        match action {
            O::Verify => self.is_at(&[S::Submitted, S::Offered, S::Accepted, S::Funded]),
            O::Reject => self.leads_on(Action::Reject),
            O::Hold | O::Release => {
                self.is_at(&[S::Submitted, S::Offered, S::Accepted])?;
                match (action, self.is_held()) {
                    (O::Hold, true) => Err(Blocked::Held),
                    (O::Release, false) => Err(Blocked::NotHeld),
                    _ => Ok(()),
                }
            }
            O::Dispute => {
                self.is_at(&[S::Submitted, S::Offered, S::Accepted, S::Funded])?;
                if self.dispute().is_some() {
                    return Err(Blocked::Disputed);
                }
                // What is paid ended the dispute: there is none to begin.
                if ground.is_some_and(|ground| !ground.open.is_positive()) { Err(Blocked::NothingOpen) } else { Ok(()) }
            }
            O::Resolve => {
                self.is_at(&[S::Submitted, S::Offered, S::Accepted, S::Funded])?;
                if self.dispute().is_none() { Err(Blocked::NotDisputed) } else { Ok(()) }
            }
            O::LiftDuplicate => self.is_at(&[S::Submitted]),
            // What was sold in a programme stays whole: the buyer promised.
            O::CreditNote if self.kind() == FacilityKind::ReverseFactoring => self.is_at(&[S::Submitted, S::Offered]),
            O::CreditNote => self.is_at(&[S::Submitted, S::Offered, S::Funded, S::Settled]),
            O::Extend => {
                self.is_at(&[S::Accepted, S::Funded])?;
                let (Some(ground), due_on) = (ground, self.due_on()) else { return Err(Blocked::NoAgreement) };
                Ok(conditions::extend(&ground.terms, due_on, LAST_DAY)?)
            }
            O::CloseShort | O::ChargeBack | O::WriteOff => self.may_end(action, ground),
            O::Undo => self.is_at(&[S::Accepted, S::Rejected, S::Funded, S::Settled, S::ChargedBack, S::WrittenOff]),
            O::UseCredit | O::PaidToSeller => self.is_at(&[S::Funded]),
            O::AskDebtor if self.kind() == FacilityKind::ReverseFactoring => Err(Blocked::Unmet(Unmet::InProgramme)),
            O::AskDebtor => self.is_at(&[S::Submitted, S::Offered, S::Accepted, S::Funded]),
            O::GiveUp | O::UndoGiveUp => self.is_at(&[S::Rejected, S::Funded, S::Settled, S::ChargedBack, S::WrittenOff]),
        }
    }

    fn may_end(&self, action: OperatorAction, ground: Option<&Ground>) -> Result<(), Blocked> {
        self.is_at(&[ReceivableStatus::Funded])?;
        let ground = ground.ok_or(Blocked::NoAgreement)?;
        let unpaid = self.unpaid(ground.today);
        let met = match action {
            OperatorAction::CloseShort => conditions::close_short(&ground.terms, (self.face(), ground.open), ground.short_below),
            OperatorAction::ChargeBack => conditions::charge_back(&ground.terms, &unpaid),
            // An insolvency may come to light on any day.
            _ => conditions::write_off(&ground.terms, &unpaid, LossCause::Insolvency),
        };
        Ok(met?)
    }

    /// What its end is judged by.
    pub(super) fn unpaid(&self, today: NaiveDate) -> Unpaid {
        Unpaid { due_on: self.due_on(), today, dispute: self.parts.dispute.as_ref().and_then(|dispute| dispute.end) }
    }

    /// What this member may do now.
    pub fn members_actions(&self, me: &Membership, approvers: &Approvers) -> Vec<MemberAction> {
        MemberAction::ALL.iter().copied().filter(|action| self.member_may(*action, me, approvers).is_ok()).collect()
    }

    /// What this operator may do now.
    pub fn operators_actions(&self, me: &Operator, ground: Option<&Ground>) -> Vec<OperatorAction> {
        OperatorAction::ALL.iter().copied().filter(|action| self.operator_may(*action, me, ground).is_ok()).collect()
    }

    pub(super) fn is_at(&self, statuses: &[ReceivableStatus]) -> Result<(), Blocked> {
        if statuses.contains(&self.status()) { Ok(()) } else { Err(Blocked::NotNow(self.status())) }
    }

    pub(super) fn leads_on(&self, action: Action) -> Result<(), Blocked> {
        self.status().after(action).map(|_| ()).ok_or(Blocked::NotNow(self.status()))
    }
}
