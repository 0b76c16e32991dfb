//! What may be done with a facility now. Whoever offers an action and whoever performs it ask here.

use super::{
    facility::{Facility, FacilityRefusal, TermsVersion},
    status::{FacilityAction, FacilityStatus},
    terms::FacilityKind,
};
use crate::{
    identity::operator::OperatorRight,
    kernel::coded::Coded,
    onboarding::{application::Application, company::Want, status::OnboardingStatus},
    parties::{
        membership::{MemberRight, Membership},
        operator::Operator,
    },
};

impl FacilityKind {
    /// What a company applied for that gets one.
    pub fn want(self) -> Want {
        match self {
            Self::Factoring => Want::Seller,
            Self::ReverseFactoring => Want::Buyer,
        }
    }

    /// Whether terms of this kind may be offered to the company of this application.
    ///
    /// # Errors
    /// `CompanyNotApproved`, `NotWanted`.
    pub fn may_be_offered(self, to: &Application) -> Result<(), FacilityRefusal> {
        approved(to.status())?;
        if to.form().company.wants.contains(&self.want()) { Ok(()) } else { Err(FacilityRefusal::NotWanted) }
    }
}

impl Facility {
    /// Whether something new may be bought under it while its company is at this status; answers the terms that rule.
    ///
    /// # Errors
    /// `CompanyNotApproved`, `NotActive`.
    pub fn may_take_new(&self, company: OnboardingStatus) -> Result<&TermsVersion, FacilityRefusal> {
        approved(company)?;
        let ruling = self.ruling().filter(|_| self.status() == FacilityStatus::Active);
        ruling.ok_or(FacilityRefusal::NotActive)
    }

    /// Whether this member of its company may do this now, while the company is at this status.
    ///
    /// # Errors
    /// Why not: `NotMembers` before anything else.
    pub fn member_may(&self, action: FacilityAction, me: &Membership, company: OnboardingStatus) -> Result<(), FacilityRefusal> {
        if !me.may(MemberRight::AcceptTerms) {
            return Err(FacilityRefusal::NotMembers(MemberRight::AcceptTerms));
        }
        if !action.is_members() {
            return Err(FacilityRefusal::NotPossible);
        }
        if action == FacilityAction::AcceptTerms {
            approved(company)?;
        }
        self.possible(action).map(drop)
    }

    /// Whether an operator may look at it in the back office.
    ///
    /// # Errors
    /// `OwnCompany` where it is of the company they belong to.
    pub fn operator_may_look(&self, me: &Operator) -> Result<(), FacilityRefusal> {
        if self.parts().company == me.membership.company { Err(FacilityRefusal::OwnCompany) } else { Ok(()) }
    }

    /// Whether this operator may do this now, while its company is at this status.
    ///
    /// # Errors
    /// Why not: `NotOperators` and `OwnCompany` before anything else.
    pub fn operator_may(&self, action: FacilityAction, me: &Operator, company: OnboardingStatus) -> Result<(), FacilityRefusal> {
        if !me.may(OperatorRight::ManageFacilities) {
            return Err(FacilityRefusal::NotOperators(OperatorRight::ManageFacilities));
        }
        self.operator_may_look(me)?;
        if action.is_members() {
            return Err(FacilityRefusal::NotPossible);
        }
        if action == FacilityAction::ProposeTerms {
            approved(company)?;
        }
        self.possible(action).map(drop)
    }

    /// What this member may do with it now.
    pub fn members_actions(&self, me: &Membership, company: OnboardingStatus) -> Vec<FacilityAction> {
        FacilityAction::ALL.iter().copied().filter(|action| self.member_may(*action, me, company).is_ok()).collect()
    }

    /// What this operator may do with it now.
    pub fn operators_actions(&self, me: &Operator, company: OnboardingStatus) -> Vec<FacilityAction> {
        FacilityAction::ALL.iter().copied().filter(|action| self.operator_may(*action, me, company).is_ok()).collect()
    }
}

fn approved(company: OnboardingStatus) -> Result<(), FacilityRefusal> {
    if company == OnboardingStatus::Approved { Ok(()) } else { Err(FacilityRefusal::CompanyNotApproved) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        facilities::examples::{accepted, proposed},
        identity::operator::{OperatorRole, OperatorRoles},
        kernel::ids::CompanyId,
        onboarding::examples::{blank, operator},
        parties::membership::MemberRole,
    };
    use OnboardingStatus::Approved;
    use uuid::Uuid;

    fn member(role: MemberRole) -> Membership {
        Membership { role, company: proposed().parts().company, ..operator(1).membership }
    }

    #[test]
    fn owners_and_approvers_say_yes_or_no_while_the_company_is_approved() {
        let both = [FacilityAction::AcceptTerms, FacilityAction::DeclineTerms];
        for role in [MemberRole::Owner, MemberRole::Approver] {
            assert_eq!(proposed().members_actions(&member(role), Approved), both);
            assert_eq!(accepted().members_actions(&member(role), Approved), [], "nothing waits");
            let later = proposed().members_actions(&member(role), OnboardingStatus::DocumentsMissing);
            assert_eq!(later, [FacilityAction::DeclineTerms]);
        }
        for role in [MemberRole::Preparer, MemberRole::Viewer] {
            let refused = proposed().member_may(FacilityAction::AcceptTerms, &member(role), Approved);
            assert_eq!(refused, Err(FacilityRefusal::NotMembers(MemberRight::AcceptTerms)));
            assert_eq!(proposed().members_actions(&member(role), Approved), []);
        }
    }

    #[test]
    fn credit_alone_does_the_rest_and_never_for_their_own_company() {
        use FacilityAction as A;
        let only = |role: OperatorRole| Operator { roles: [role].into_iter().collect(), ..operator(1) };
        assert_eq!(proposed().operators_actions(&only(OperatorRole::Credit), Approved), [A::Withdraw]);
        assert_eq!(accepted().operators_actions(&only(OperatorRole::Credit), Approved), [A::ProposeTerms, A::Suspend, A::Close]);
        let missing = OnboardingStatus::DocumentsMissing;
        assert_eq!(accepted().operators_actions(&only(OperatorRole::Credit), missing), [A::Suspend, A::Close]);
        for role in OperatorRole::ALL.iter().filter(|role| **role != OperatorRole::Credit) {
            assert_eq!(accepted().operators_actions(&only(*role), Approved), [], "{role:?}");
        }
        let insider = Operator { membership: member(MemberRole::Viewer), roles: OperatorRoles::all() };
        assert_eq!(accepted().operator_may(A::Suspend, &insider, Approved), Err(FacilityRefusal::OwnCompany));
        assert_eq!(accepted().operators_actions(&insider, Approved), []);
    }

    #[test]
    fn nobody_does_what_is_the_other_sides() {
        for action in FacilityAction::ALL {
            let (member, operator) = (member(MemberRole::Owner), operator(1));
            let by_both =
                proposed().member_may(*action, &member, Approved).is_ok() && proposed().operator_may(*action, &operator, Approved).is_ok();
            assert!(!by_both, "{action:?}");
        }
    }

    #[test]
    fn terms_are_offered_to_an_approved_company_that_wants_them() -> Result<(), crate::kernel::Invalid> {
        let complete = crate::onboarding::examples::complete()?;
        let at = |status| Application::restore(crate::onboarding::application::Parts { status, ..complete.parts().clone() });
        assert_eq!(FacilityKind::Factoring.may_be_offered(&at(Approved)), Ok(()));
        assert_eq!(FacilityKind::ReverseFactoring.may_be_offered(&at(Approved)), Err(FacilityRefusal::NotWanted));
        for status in OnboardingStatus::ALL.into_iter().filter(|status| *status != Approved) {
            assert_eq!(FacilityKind::Factoring.may_be_offered(&at(status)), Err(FacilityRefusal::CompanyNotApproved), "{status:?}");
        }
        assert_eq!(FacilityKind::Factoring.may_be_offered(&blank()), Err(FacilityRefusal::CompanyNotApproved));
        Ok(())
    }

    #[test]
    fn a_company_that_only_supplies_is_offered_no_terms() -> Result<(), crate::kernel::Invalid> {
        let mut parts = crate::onboarding::examples::complete()?.parts().clone();
        parts.status = Approved;
        let mut wanting = |wants: &[Want]| {
            parts.form.company.wants = wants.iter().copied().collect();
            Application::restore(parts.clone())
        };
        for kind in FacilityKind::ALL.iter().copied() {
            assert_eq!(kind.may_be_offered(&wanting(&[Want::Supplier])), Err(FacilityRefusal::NotWanted), "{kind:?}");
            assert_eq!(kind.may_be_offered(&wanting(&[Want::Supplier, kind.want()])), Ok(()), "{kind:?}");
        }
        Ok(())
    }

    #[test]
    fn an_operator_of_another_company_is_no_insider() {
        let other = CompanyId(Uuid::from_u128(77));
        let outsider = Operator { membership: Membership { company: other, ..member(MemberRole::Owner) }, roles: OperatorRoles::all() };
        assert_eq!(accepted().operator_may(FacilityAction::Suspend, &outsider, Approved), Ok(()));
    }
}
