//! Something that waits for a second person, and what becomes of it.

use super::proposal::Proposal;
use crate::{
    kernel::{
        coded::{Coded, coded_enum},
        ids::{ApprovalId, UserId},
        text::Note,
    },
    parties::operator::Operator,
};
use chrono::{DateTime, TimeDelta, Utc};

coded_enum!(
    /// Where an approval stands.
    ApprovalState {
        Pending = "pending",
        /// It was approved, and took effect with that.
        Approved = "approved",
        Refused = "refused",
        /// Whoever proposed it took it back.
        Withdrawn = "withdrawn",
        /// Nobody decided in time.
        Expired = "expired",
        /// What it was to change had changed by the time it was approved, or whoever proposed it might not propose it any more.
        Outdated = "outdated",
    }
);

coded_enum!(
    /// What an operator may do with an approval.
    ApprovalMove {
        Approve = "approve",
        Refuse = "refuse",
        Withdraw = "withdraw",
    }
);

/// How somebody decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Approve,
    Refuse,
}

/// Who ended it, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub by: UserId,
    pub at: DateTime<Utc>,
    pub note: Option<Note>,
}

/// A proposal that waits for a second person, or did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approval {
    pub id: ApprovalId,
    pub proposal: Proposal,
    pub proposed_by: UserId,
    pub proposed_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    /// As it is stored: what expired is found out by looking, see [`Self::state`].
    pub state: ApprovalState,
    pub decided: Option<Decided>,
}

/// Why nobody decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DecisionRefused {
    #[error("it was decided, withdrawn or has expired")]
    Closed,
    /// Whoever proposes does not approve.
    #[error("it takes another person")]
    SamePerson,
    #[error("it takes another role")]
    Forbidden,
    #[error("it concerns the company they belong to")]
    OwnCompany,
}

impl Approval {
    /// How long it waits: a second person may be away for some days, and what was right a week ago may be wrong.
    pub const LIFE: TimeDelta = TimeDelta::days(7);

    pub fn propose(id: ApprovalId, proposal: Proposal, by: UserId, now: DateTime<Utc>) -> Self {
        let expires_at = now + Self::LIFE;
        Self { id, proposal, proposed_by: by, proposed_at: now, expires_at, state: ApprovalState::Pending, decided: None }
    }

    /// Where it stands at this moment.
    pub fn state(&self, now: DateTime<Utc>) -> ApprovalState {
        match self.state {
            ApprovalState::Pending if now >= self.expires_at => ApprovalState::Expired,
            state => state,
        }
    }

    /// Whether this operator may decide on it now.
    ///
    /// # Errors
    /// Why not.
    pub fn may_decide(&self, by: &Operator, now: DateTime<Utc>) -> Result<(), DecisionRefused> {
        if !by.may(self.proposal.action().decided_with()) {
            return Err(DecisionRefused::Forbidden);
        }
        if self.proposal.companies().contains(&by.membership.company) {
            return Err(DecisionRefused::OwnCompany);
        }
        if by.user() == self.proposed_by {
            return Err(DecisionRefused::SamePerson);
        }
        self.is_open(now)
    }

    /// Whether whoever this is may take it back now.
    ///
    /// # Errors
    /// `SamePerson` when somebody else proposed it, `Closed`.
    pub fn may_withdraw(&self, by: UserId, now: DateTime<Utc>) -> Result<(), DecisionRefused> {
        if by == self.proposed_by { self.is_open(now) } else { Err(DecisionRefused::Forbidden) }
    }

    /// What this operator may do with it now; `may_decide` is whether they may approve and refuse it, which also depends on what the
    /// proposal concerns.
    pub fn moves(&self, by: UserId, may_decide: bool, now: DateTime<Utc>) -> Vec<ApprovalMove> {
        let is_open_to_them = |what: &ApprovalMove| match what {
            ApprovalMove::Approve | ApprovalMove::Refuse => may_decide,
            ApprovalMove::Withdraw => self.may_withdraw(by, now).is_ok(),
        };
        ApprovalMove::ALL.iter().copied().filter(is_open_to_them).collect()
    }

    fn is_open(&self, now: DateTime<Utc>) -> Result<(), DecisionRefused> {
        if self.state(now) == ApprovalState::Pending { Ok(()) } else { Err(DecisionRefused::Closed) }
    }

    /// The same, ended like this.
    pub fn ended(self, state: ApprovalState, decided: Option<Decided>) -> Self {
        Self { state, decided, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::super::proposal::{ProposedTerms, SupplierRate};
    use super::*;
    use crate::{
        facilities::{examples::factoring, supplier::SupplierId, terms::Terms},
        house::accounts::HouseAccounts,
        identity::operator::{OperatorRole, OperatorRoles},
        kernel::{
            ids::{CompanyId, DebtorId},
            interest::YearlyRate,
            money::{Currency, Money},
        },
        ledger::{
            entry::EntryId,
            manual::{ManualEntry, ManualEvent, Parts},
        },
        onboarding::{bank_account::BankAccount, examples::operator},
        parties::{debtor::Limits, membership::Membership},
    };
    use uuid::Uuid;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    fn roles() -> Proposal {
        let (before, after) = (OperatorRoles::default(), OperatorRoles::all());
        Proposal::OperatorRoles { operator: operator(3).user(), before, after }
    }

    fn account(company: CompanyId) -> Proposal {
        Proposal::BankAccount { company, before: Box::default(), after: Box::new(BankAccount::default()) }
    }

    fn booked() -> Proposal {
        let amount = Money::parse(500, Currency::parse("EUR").unwrap()).unwrap();
        let (on, note) = (DateTime::UNIX_EPOCH.date_naive(), Note::parse("Account 7").unwrap());
        let parts = Parts {
            id: EntryId(Uuid::nil()),
            event: ManualEvent::BankCharge,
            on,
            amount,
            note,
            reverses: None,
            explains: None,
            beside: None,
        };
        Proposal::LedgerEntry(Box::new(ManualEntry::parse(parts).unwrap()))
    }

    fn rate(buyer: CompanyId, company: CompanyId) -> Proposal {
        let (supplier, note) = (SupplierId(Uuid::nil()), Note::parse("As agreed").unwrap());
        let after = YearlyRate::parse_basis_points(600).ok();
        Proposal::SupplierRate(Box::new(SupplierRate { supplier, buyer, company, before: None, after, note }))
    }

    fn proposed(proposal: Proposal) -> Approval {
        Approval::propose(ApprovalId(Uuid::nil()), proposal, operator(1).user(), at(0))
    }

    #[test]
    fn another_person_decides_and_whoever_proposed_takes_back() {
        let approval = proposed(roles());
        assert_eq!(approval.may_decide(&operator(2), at(1)), Ok(()));
        assert_eq!(approval.may_decide(&operator(1), at(1)), Err(DecisionRefused::SamePerson));
        assert_eq!(approval.may_withdraw(operator(1).user(), at(1)), Ok(()));
        assert_eq!(approval.may_withdraw(operator(2).user(), at(1)), Err(DecisionRefused::Forbidden));
        assert_eq!(approval.moves(operator(2).user(), true, at(1)), [ApprovalMove::Approve, ApprovalMove::Refuse]);
        assert_eq!(approval.moves(operator(2).user(), false, at(1)), []);
        assert_eq!(approval.moves(operator(1).user(), false, at(1)), [ApprovalMove::Withdraw]);
    }

    #[test]
    fn it_takes_the_role_for_the_action_and_another_company() {
        let terms =
            ProposedTerms { facility: None, company: CompanyId(Uuid::nil()), before: None, after: Terms::parse(factoring()).unwrap() };
        let limits =
            Proposal::DebtorLimits { debtor: DebtorId(Uuid::nil()), before: Limits::default(), after: Limits::default(), contact: None };
        let of_house = Proposal::HouseAccounts { before: HouseAccounts::default(), after: HouseAccounts::default() };
        for (proposal, deciders) in [
            (roles(), vec![OperatorRole::Admin]),
            (account(CompanyId(Uuid::nil())), vec![OperatorRole::Reviewer]),
            (Proposal::Terms(Box::new(terms)), vec![OperatorRole::Credit]),
            (limits, vec![OperatorRole::Credit]),
            (of_house, vec![OperatorRole::Admin]),
            (booked(), vec![OperatorRole::Treasury]),
        ] {
            for role in OperatorRole::ALL {
                let by = Operator { roles: [*role].into_iter().collect(), ..operator(2) };
                let expected = if deciders.contains(role) { Ok(()) } else { Err(DecisionRefused::Forbidden) };
                assert_eq!(proposed(proposal.clone()).may_decide(&by, at(1)), expected, "{role:?}");
            }
        }
        let own = CompanyId(Uuid::from_u128(5));
        let membership = Membership { company: own, ..operator(2).membership };
        let insider = Operator { membership, ..operator(2) };
        assert_eq!(proposed(account(own)).may_decide(&insider, at(1)), Err(DecisionRefused::OwnCompany));
        for (buyer, company) in [(own, CompanyId(Uuid::nil())), (CompanyId(Uuid::nil()), own)] {
            assert_eq!(proposed(rate(buyer, company)).may_decide(&insider, at(1)), Err(DecisionRefused::OwnCompany), "on either side");
        }
    }

    #[test]
    fn whoever_decides_may_see_what_they_decide_on() {
        use super::super::proposal::ApprovalAction;
        for action in ApprovalAction::ALL {
            for role in OperatorRole::ALL.iter().filter(|role| role.may(action.decided_with())) {
                assert!(role.may(action.seen_with()), "{action:?} {role:?}");
            }
        }
    }

    #[test]
    fn it_is_decided_once_and_within_a_week() {
        let approval = proposed(roles());
        let last = at(7 * 24 * 3600);
        assert_eq!(approval.state(last - TimeDelta::microseconds(1)), ApprovalState::Pending);
        assert_eq!(approval.state(last), ApprovalState::Expired);
        assert_eq!(approval.may_decide(&operator(2), last), Err(DecisionRefused::Closed));
        assert_eq!(approval.may_withdraw(operator(1).user(), last), Err(DecisionRefused::Closed));
        for state in ApprovalState::ALL.iter().filter(|state| **state != ApprovalState::Pending) {
            let ended = proposed(roles()).ended(*state, None);
            assert_eq!(ended.may_decide(&operator(2), at(1)), Err(DecisionRefused::Closed), "{state:?}");
            assert_eq!(ended.state(last), *state);
        }
    }
}
