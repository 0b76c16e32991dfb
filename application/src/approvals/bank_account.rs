//! The account a company is paid to.

use super::{Approvals, Performed, ProposeError};
use crate::{approvals::asked::Asked, cash::DuePayouts, kernel::unavailable::Unavailable, parties::Member};
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalState},
        proposal::{ApprovalAction, Proposal},
    },
    onboarding::{
        actions::ApplicantAction,
        application::{Application, Blocked},
        bank_account::BankAccount,
    },
};

/// The account that counts, and what is to take its place.
#[derive(Debug, Clone, PartialEq)]
pub struct BankAccountView {
    pub account: BankAccount,
    /// Whether whoever looks may change it now, or why not.
    pub may_change: Result<(), Blocked>,
    /// What waits, with the account that is proposed.
    pub waiting: Option<(Approval, BankAccount)>,
    /// What is due to the company: it waits while another account is checked.
    pub due: Vec<DuePayouts>,
}

/// Another account for a company.
#[derive(Debug, Clone, PartialEq)]
pub struct AccountCommand {
    /// The one that counted when they looked.
    pub seen: BankAccount,
    pub account: BankAccount,
}

impl Approvals {
    /// The account somebody's company is paid to.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn bank_account(&self, me: &Member) -> Result<BankAccountView, Unavailable> {
        let company = me.membership.company;
        let filed = self.applications.filed(company).await?;
        let waiting = self.records.waiting(ApprovalAction::ChangeBankAccount, vec![company.0]).await?.pop();
        let now = self.identity.clock.now();
        let waiting = waiting.filter(|approval| approval.state(now) == ApprovalState::Pending).and_then(|approval| {
            let Proposal::BankAccount { after, .. } = &approval.proposal else { return None };
            let after = (**after).clone();
            Some((approval, after))
        });
        let may = |application: &Application| application.member_may(ApplicantAction::ChangeBankAccount, &me.membership);
        let may_change = filed.application.as_ref().map_or(Err(Blocked::NotEditable), may);
        let account = filed.application.map(|application| application.form().bank_account.clone()).unwrap_or_default();
        let due = self.cash.due_to(company).await?;
        Ok(BankAccountView { account, may_change, waiting, due })
    }

    /// Proposes another account for somebody's company, or changes it at once where nobody has to approve.
    ///
    /// # Errors
    /// `Blocked`, `StepUpRequired`, `AlreadyProposed`; `Stale` when another account counts than was seen.
    pub async fn change_bank_account(&self, me: &Member, command: AccountCommand) -> Result<Performed<()>, ProposeError> {
        let AccountCommand { seen, account } = command;
        let company = me.membership.company;
        ApplicantAction::ChangeBankAccount.is_open_to(&me.membership)?;
        let application = self.applications.filed(company).await?.application.ok_or(Blocked::NotEditable)?;
        application.member_may(ApplicantAction::ChangeBankAccount, &me.membership)?;
        let before = application.form().bank_account.clone();
        if before == account {
            return Ok(Performed::Done(()));
        }
        if before != seen {
            return Err(ProposeError::Stale);
        }
        let proposal = Proposal::BankAccount { company, before: Box::new(before), after: Box::new(account) };
        Ok(self.propose(Asked::of(proposal), me).await?.map(drop))
    }
}
