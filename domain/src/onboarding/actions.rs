//! What may be done with an application now. Whoever offers an action and whoever performs it ask here.

use super::{
    application::{Application, Blocked},
    document::DocumentKind,
    status::{Action, OnboardingStatus},
};
use crate::{
    identity::operator::OperatorRight,
    kernel::coded::Coded,
    parties::{
        membership::{MemberRight, Membership},
        operator::Operator,
    },
};

/// What an applicant does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicantAction {
    EditForm,
    AttachDocuments,
    AddBuyers,
    /// Those who are on the list already.
    EditBuyers,
    /// To be paid to another one than the company was approved with.
    ChangeBankAccount,
    Move(Action),
}

/// What an operator does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperatorAction {
    Take,
    GiveBack,
    JudgeDocuments,
    DecideBuyers,
    Move(Action),
}

impl ApplicantAction {
    /// Every one, in the order shown to people.
    pub fn all() -> impl Iterator<Item = Self> {
        let moves = Action::ALL.iter().copied().filter(|action| action.is_applicants());
        let rest = [Self::EditForm, Self::AttachDocuments, Self::AddBuyers, Self::EditBuyers, Self::ChangeBankAccount];
        rest.into_iter().chain(moves.map(Self::Move))
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::EditForm => "edit_form",
            Self::AttachDocuments => "attach_documents",
            Self::AddBuyers => "add_buyers",
            Self::EditBuyers => "edit_buyers",
            Self::ChangeBankAccount => "change_bank_account",
            Self::Move(action) => action.code(),
        }
    }

    /// What a member must be allowed in general to do it at all.
    pub fn right(self) -> MemberRight {
        match self {
            Self::EditForm | Self::AttachDocuments | Self::Move(_) => MemberRight::EditApplication,
            Self::AddBuyers | Self::EditBuyers => MemberRight::NameBuyers,
            Self::ChangeBankAccount => MemberRight::ChangeBankAccount,
        }
    }

    /// Whether this member may do it at all.
    ///
    /// # Errors
    /// `NotMembers`.
    pub fn is_open_to(self, me: &Membership) -> Result<(), Blocked> {
        if me.may(self.right()) { Ok(()) } else { Err(Blocked::NotMembers(self.right())) }
    }
}

impl OperatorAction {
    /// Every one, in the order shown to people.
    pub fn all() -> impl Iterator<Item = Self> {
        let moves = Action::ALL.iter().copied().filter(|action| !action.is_applicants());
        [Self::Take, Self::GiveBack, Self::JudgeDocuments, Self::DecideBuyers].into_iter().chain(moves.map(Self::Move))
    }

    pub fn code(self) -> &'static str {
        match self {
            Self::Take => "take",
            Self::GiveBack => "give_back",
            Self::JudgeDocuments => "judge_documents",
            Self::DecideBuyers => "decide_buyers",
            Self::Move(action) => action.code(),
        }
    }
}

impl Application {
    /// Whether this member of its company may do this now.
    ///
    /// # Errors
    /// Why not: `NotMembers` before anything else.
    pub fn member_may(&self, action: ApplicantAction, me: &Membership) -> Result<(), Blocked> {
        action.is_open_to(me)?;
        self.applicant_may(action)
    }

    /// Whether its company may do this now.
    ///
    /// # Errors
    /// Why not.
    pub fn applicant_may(&self, action: ApplicantAction) -> Result<(), Blocked> {
        let status = self.status();
        possible(match action {
            ApplicantAction::EditForm | ApplicantAction::EditBuyers => status == OnboardingStatus::NotCompleted,
            ApplicantAction::AttachDocuments => DocumentKind::ALL.iter().any(|kind| self.accepts(*kind)),
            ApplicantAction::AddBuyers => status.accepts_buyers(),
            ApplicantAction::ChangeBankAccount => status == OnboardingStatus::Approved,
            ApplicantAction::Move(action) => action.is_applicants() && status.after(action).is_some(),
        })
    }

    /// Whether this operator may look at it as operators do: nobody learns what colleagues make of their own company.
    ///
    /// # Errors
    /// `NotOperators`, `OwnCompany`.
    pub fn operator_may_look(&self, me: &Operator) -> Result<(), Blocked> {
        if !me.may(OperatorRight::ReadApplications) {
            return Err(Blocked::NotOperators(OperatorRight::ReadApplications));
        }
        if self.parts().company == me.membership.company { Err(Blocked::OwnCompany) } else { Ok(()) }
    }

    /// Whether this operator may do this now.
    ///
    /// # Errors
    /// Why not: `NotOperators` and `OwnCompany` before anything else.
    pub fn operator_may(&self, action: OperatorAction, me: &Operator) -> Result<(), Blocked> {
        self.operator_may_look(me)?;
        if !me.may(OperatorRight::Review) {
            return Err(Blocked::NotOperators(OperatorRight::Review));
        }
        let (status, on_it) = (self.status(), self.parts().reviewer == Some(me.user()));
        match action {
            OperatorAction::GiveBack if !on_it => Err(Blocked::NotOnIt),
            OperatorAction::GiveBack => Ok(()),
            OperatorAction::Take => possible(self.parts().submissions > 0),
            OperatorAction::JudgeDocuments => possible(status == OnboardingStatus::Pending),
            OperatorAction::DecideBuyers => possible(status.decides_buyers()),
            OperatorAction::Move(action) => possible(!action.is_applicants() && status.after(action).is_some()),
        }
    }

    /// What this member of its company may do now.
    pub fn members_actions(&self, me: &Membership) -> Vec<ApplicantAction> {
        ApplicantAction::all().filter(|action| self.member_may(*action, me).is_ok()).collect()
    }

    /// What this operator may do now. Taking a case one is on already is no mistake, and is not offered.
    pub fn operators_actions(&self, me: &Operator) -> Vec<OperatorAction> {
        let is_idle = |action| action == OperatorAction::Take && self.parts().reviewer == Some(me.user());
        OperatorAction::all().filter(|action| self.operator_may(*action, me).is_ok() && !is_idle(*action)).collect()
    }
}

fn possible(is_possible: bool) -> Result<(), Blocked> {
    if is_possible { Ok(()) } else { Err(Blocked::NotEditable) }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{application::Parts, examples::*},
        *,
    };
    use crate::{identity::operator::OperatorRole, kernel::Invalid, parties::membership::MemberRole};
    use std::fmt::Write;

    #[test]
    fn who_may_do_what_at_each_status() -> Result<(), Invalid> {
        let me = operator(9);
        let mut table = String::new();
        for status in OnboardingStatus::ALL {
            for reviewer in [None, Some(me.user())] {
                let submissions = i32::from(status != OnboardingStatus::NotCompleted);
                let parts = Parts { status, submissions, reviewer, ..complete()?.parts().clone() };
                let application = Application::restore(parts);
                let owner = Membership::founder(ADA, application.parts().company, NOON);
                let applicant: Vec<_> = application.members_actions(&owner).into_iter().map(ApplicantAction::code).collect();
                let operator: Vec<_> = application.operators_actions(&me).into_iter().map(OperatorAction::code).collect();
                let on_it = if reviewer.is_some() { "on it" } else { "-----" };
                writeln!(table, "{} {on_it} | {} | {}", status.number(), applicant.join(" "), operator.join(" ")).ok();
            }
        }
        insta::assert_snapshot!(table);
        Ok(())
    }

    #[test]
    fn nobody_does_anything_on_a_company_they_belong_to() -> Result<(), Invalid> {
        for status in OnboardingStatus::ALL {
            let membership = Membership { company: blank().parts().company, ..operator(9).membership };
            let mine = Operator { membership, ..operator(9) };
            let parts = Parts { status, submissions: 1, reviewer: Some(mine.user()), ..complete()?.parts().clone() };
            let application = Application::restore(parts);
            assert_eq!(application.operator_may_look(&mine), Err(Blocked::OwnCompany));
            assert_eq!(application.operators_actions(&mine), []);
            for action in OperatorAction::all() {
                assert_eq!(application.operator_may(action, &mine), Err(Blocked::OwnCompany), "{status:?} {action:?}");
            }
        }
        Ok(())
    }

    #[test]
    fn each_role_does_of_what_its_status_allows_what_its_rights_allow() -> Result<(), Invalid> {
        for status in OnboardingStatus::ALL {
            let application = Application::restore(Parts { status, submissions: 1, ..complete()?.parts().clone() });
            for role in MemberRole::ALL {
                let me = Membership { role: *role, ..Membership::founder(ADA, application.parts().company, NOON) };
                for action in ApplicantAction::all() {
                    let expected =
                        if role.may(action.right()) { application.applicant_may(action) } else { Err(Blocked::NotMembers(action.right())) };
                    assert_eq!(application.member_may(action, &me), expected, "{status:?} {role:?} {action:?}");
                }
            }
            for role in OperatorRole::ALL {
                let me = Operator { roles: [*role].into_iter().collect(), ..operator(9) };
                assert_eq!(application.operator_may_look(&me).is_ok(), role.may(OperatorRight::ReadApplications), "{role:?}");
                assert!(role.may(OperatorRight::Review) || application.operators_actions(&me).is_empty(), "{role:?}");
            }
        }
        Ok(())
    }
}
