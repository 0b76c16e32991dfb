//! What a proposal changes. Proposing, performing at once and approving all ask here.

use super::{Approvals, ProposeError, changes::Change, ledger_entries::of_receipt};
use crate::{
    house::changes::Change as HouseChange,
    identity::changes::Change as AccountChange,
    kernel::{
        outbox::{Content, Mail},
        unavailable::Unavailable,
    },
    ledger::changes::Change as LedgerChange,
    onboarding::changes::Change as ApplicationChange,
    parties::changes::Change as PartyChange,
    receivables::changes::Change as ReceivablesChange,
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::proposal::Proposal,
    house::{accounts::HouseAccounts, settings::HOUSE},
    identity::{
        operator::{OperatorRight, OperatorRole, OperatorRoles},
        user::Role,
    },
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::{ApprovalId, CompanyId, UserId},
    },
    ledger::manual::ManualEntry,
    onboarding::bank_account::BankAccount,
    parties::{membership::MemberRight, operator::Operator},
};

/// What takes effect.
pub(super) struct Effect {
    /// What is held before anything else is.
    pub(super) first: Vec<Change>,
    pub(super) changes: Vec<Change>,
    pub(super) entry: Entry,
    pub(super) mails: Vec<Mail>,
}

impl Approvals {
    /// What this proposal changes, as things stand, done by `operator`; `approval` is the one it takes effect by, where it takes one.
    ///
    /// # Errors
    /// `NotFound`; `Stale` when what it was based on is something else; `Blocked` when it cannot be; `Unavailable`.
    pub(super) async fn effect(
        &self,
        proposal: &Proposal,
        operator: &Operator,
        now: DateTime<Utc>,
        approval: Option<ApprovalId>,
    ) -> Result<Effect, ProposeError> {
        let by = operator.user();
        let mut effect = match proposal {
            Proposal::OperatorRoles { operator, before, after } => self.roles(*operator, *before, *after, by, now).await?,
            Proposal::BankAccount { company, before, after } => self.account(*company, before, after, by, now).await?,
            Proposal::HouseAccounts { before, after } => self.house_accounts(before, after, by, now).await?,
            Proposal::LedgerEntry(manual) => self.by_hand(manual, operator, now, approval).await?,
            Proposal::Terms(terms) => self.offer(terms, by, now).await?,
            Proposal::DebtorLimits { debtor, before, after, contact } => {
                self.limits(*debtor, (before, after), contact.as_deref(), (by, now)).await?
            }
            Proposal::DebtorMerge(merge) => self.merged(merge, operator, now).await?,
            Proposal::SupplierRate(rate) => self.supplier_rate(rate, by, now).await?,
            Proposal::Payouts(ordered) => Box::pin(self.paid_out(ordered, by)).await?,
            Proposal::SentBack(back) => self.sent_back(back, operator).await?,
            Proposal::Receivable(ending) => Box::pin(self.receivable(ending, operator)).await?,
            Proposal::PartUndone(undone) => Box::pin(self.part_undone(undone, operator)).await?,
        };
        effect.entry.changes.extend(proposal.changes());
        Ok(effect)
    }

    async fn roles(
        &self,
        id: UserId,
        before: OperatorRoles,
        after: OperatorRoles,
        by: UserId,
        now: DateTime<Utc>,
    ) -> Result<Effect, ProposeError> {
        let user = self.identity.users.by_id(id).await?.filter(|user| user.parts().role == Role::Operator);
        let mut user = user.ok_or(ProposeError::NotFound)?;
        if user.parts().operator_roles != before {
            return Err(ProposeError::Stale);
        }
        user.work_as(after).map_err(|_| ProposeError::NotFound)?;
        let is_admin = |roles: OperatorRoles| roles.contains(OperatorRole::Admin);
        let without = (is_admin(before) && !is_admin(after)).then_some(id);
        let mut changes = vec![AccountChange::UserChanged(user).into()];
        if after.is_empty() {
            changes.push(AccountChange::SessionsEnded { of: id, but: None }.into());
        }
        Ok(Effect {
            first: vec![AccountChange::AdminsHeld { without }.into()],
            changes,
            entry: Entry::new(now, Actor::User(by), AuditAction::OperatorRolesChanged, Subjects::user(id)),
            mails: Vec::new(),
        })
    }

    async fn account(
        &self,
        company: CompanyId,
        before: &BankAccount,
        after: &BankAccount,
        by: UserId,
        now: DateTime<Utc>,
    ) -> Result<Effect, ProposeError> {
        let filed = self.applications.filed(company).await?;
        let mut application = filed.application.ok_or(ProposeError::NotFound)?;
        if application.form().bank_account != *before {
            return Err(ProposeError::Stale);
        }
        let change = application.change_bank_account(after.clone(), now.date_naive())?;
        let entry =
            Entry::new(now, Actor::User(by), AuditAction::BankAccountChanged, Subjects::of_company(company, application.parts().id.0));
        Ok(Effect {
            first: Vec::new(),
            changes: vec![ApplicationChange::Application(Box::new((application, change))).into()],
            entry,
            mails: self.mails_to_owners(company, &Content::AccountChanged, now).await?,
        })
    }

    async fn house_accounts(
        &self,
        before: &HouseAccounts,
        after: &HouseAccounts,
        by: UserId,
        now: DateTime<Utc>,
    ) -> Result<Effect, ProposeError> {
        let mut settings = self.house.settings().await?;
        if settings.accounts() != before {
            return Err(ProposeError::Stale);
        }
        settings.take_accounts(after.clone());
        Ok(Effect {
            first: Vec::new(),
            changes: vec![HouseChange::SettingsChanged(Box::new(settings)).into()],
            entry: Entry::new(now, Actor::User(by), AuditAction::HouseAccountsChanged, Subjects::house(HOUSE)),
            mails: Vec::new(),
        })
    }

    async fn by_hand(
        &self,
        manual: &ManualEntry,
        operator: &Operator,
        now: DateTime<Utc>,
        approval: Option<ApprovalId>,
    ) -> Result<Effect, ProposeError> {
        let by = operator.user();
        if let Some(reversed) = manual.reverses() {
            return self.reversed_by_hand((manual, reversed), by, now, approval).await;
        }
        if self.cash.not_charge(manual).await?.is_some() {
            return Err(ProposeError::Stale);
        }
        let explained = self.cash.explained_by(manual, operator, now).await.map_err(of_receipt)?;
        let days = self.house.open_days(self.business_date().await?);
        let entry = manual.entry(days, now, approval).map_err(|_| ProposeError::Stale)?;
        let explained = explained.map(|explained| ReceivablesChange::from(explained).into());
        Ok(Effect {
            first: Vec::new(),
            changes: explained.into_iter().chain([LedgerChange::from(entry).into()]).collect(),
            entry: Entry::new(now, Actor::User(by), AuditAction::LedgerEntryBooked, Subjects::house(manual.id().0)),
            mails: Vec::new(),
        })
    }

    /// Whoever proposes it, or did, may propose it now, and still does when it is written; none when they may not.
    pub(super) async fn proposers_place(&self, proposal: &Proposal, by: UserId) -> Result<Option<Change>, Unavailable> {
        match proposal {
            Proposal::OperatorRoles { .. }
            | Proposal::HouseAccounts { .. }
            | Proposal::LedgerEntry(_)
            | Proposal::Terms(_)
            | Proposal::DebtorLimits { .. }
            | Proposal::DebtorMerge(_)
            | Proposal::SupplierRate(_)
            | Proposal::Payouts(_)
            | Proposal::SentBack(_)
            | Proposal::Receivable(_)
            | Proposal::PartUndone(_) => self.operators_place(by, proposal.action().decided_with()).await,
            Proposal::BankAccount { company, .. } => {
                let team = self.teams.team(*company).await?;
                let place = team.and_then(|team| team.member(by).ok()).filter(|place| place.may(MemberRight::ChangeBankAccount));
                Ok(place.map(|place| PartyChange::MembershipStands(place).into()))
            }
        }
    }

    async fn operators_place(&self, by: UserId, right: OperatorRight) -> Result<Option<Change>, Unavailable> {
        let user = self.identity.users.by_id(by).await?;
        let roles = user.map(|user| user.parts().operator_roles).unwrap_or_default();
        Ok(roles.may(right).then(|| AccountChange::OperatorStands { id: by, roles }.into()))
    }

    pub(super) async fn mails_to_owners(&self, company: CompanyId, said: &Content, now: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        let found = self.teams.owners(company).await?;
        let owners = found.map(|(_, owners)| owners).unwrap_or_default();
        Ok(owners.iter().filter_map(|owner| self.identity.notice(owner, said.clone(), now)).collect())
    }
}
