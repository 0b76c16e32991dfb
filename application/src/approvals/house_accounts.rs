//! The accounts the house is paid to: whoever owes it money is told of them, so two people see to each.

use super::{Approvals, Performed, ProposeError};
use crate::{approvals::asked::Asked, kernel::unavailable::Unavailable, parties::Member};
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalState},
        proposal::{ApprovalAction, Proposal},
    },
    house::{
        accounts::HouseAccounts,
        local_time::TimeZone,
        settings::{HOUSE, HouseSettings, NotTheirs},
    },
};

/// What is set for the house, as an operator sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct HouseView {
    pub settings: HouseSettings,
    /// The one that counts, be it set or the instance's.
    pub time_zone: TimeZone,
    /// Whether whoever looks may change it.
    pub may_change: Result<(), NotTheirs>,
    /// The change of the accounts that waits, with the accounts that are proposed.
    pub waiting: Option<(Approval, HouseAccounts)>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum HouseAccountsError {
    #[error("it takes another role")]
    Forbidden,
    #[error(transparent)]
    Propose(#[from] ProposeError),
}

impl From<NotTheirs> for HouseAccountsError {
    fn from(NotTheirs: NotTheirs) -> Self {
        Self::Forbidden
    }
}

impl Approvals {
    /// What is set for the house, and what waits to be.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn house(&self, me: &Member) -> Result<HouseView, Unavailable> {
        let settings = self.house.settings().await?;
        let waiting = self.records.waiting(ApprovalAction::ChangeHouseAccounts, vec![HOUSE]).await?.pop();
        let now = self.identity.clock.now();
        let waiting = waiting.filter(|approval| approval.state(now) == ApprovalState::Pending).and_then(|approval| {
            let Proposal::HouseAccounts { after, .. } = &approval.proposal else { return None };
            let after = after.clone();
            Some((approval, after))
        });
        let may_change = HouseSettings::may_change(&me.operator());
        Ok(HouseView { time_zone: settings.time_zone(self.house.time_zone), settings, may_change, waiting })
    }

    /// Proposes other accounts for the house, or takes them at once where nobody has to approve. `version` is that of the settings
    /// whoever asks saw; accounts that are the house's already need neither.
    ///
    /// # Errors
    /// `Forbidden`; `Propose` with `StepUpRequired`, `Stale`, `AlreadyProposed`.
    pub async fn change_house_accounts(
        &self,
        me: &Member,
        version: i64,
        accounts: HouseAccounts,
    ) -> Result<Performed<()>, HouseAccountsError> {
        HouseSettings::may_change(&me.operator())?;
        let settings = self.house.settings().await.map_err(ProposeError::from)?;
        let before = settings.accounts().clone();
        if before == accounts {
            return Ok(Performed::Done(()));
        }
        if settings.version() != version {
            return Err(ProposeError::Stale.into());
        }
        let proposal = Proposal::HouseAccounts { before, after: accounts };
        Ok(self.propose(Asked::of(proposal), me).await?.map(drop))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        approvals::{DecideError, FourEyes, Ruling, hash_of},
        house::SettingsCommand,
        testing::{LAPSED, World, confirmed, house_account, house_details},
    };
    use chrono::TimeDelta;
    use sooner_domain::{
        approvals::approval::{ApprovalMove, Verdict},
        identity::operator::{OperatorRole, OperatorRoles},
        kernel::audit::{Actor, AuditAction},
    };
    use std::error::Error;

    type Checked = Result<(), Box<dyn Error>>;

    fn only(role: OperatorRole) -> OperatorRoles {
        [role].into_iter().collect()
    }

    fn accounts(iban: &str) -> Result<HouseAccounts, Box<dyn Error>> {
        let mut accounts = HouseAccounts::default();
        accounts.add(house_account("EUR", iban))?;
        Ok(accounts)
    }

    fn first() -> Result<HouseAccounts, Box<dyn Error>> {
        accounts("DE89370400440532013000")
    }

    fn second() -> Result<HouseAccounts, Box<dyn Error>> {
        accounts("NL91ABNA0417164300")
    }

    fn awaits(performed: Performed<()>) -> Result<Approval, Box<dyn Error>> {
        match performed {
            Performed::Awaits(approval) => Ok(*approval),
            Performed::Done(()) => Err("it was performed at once".into()),
        }
    }

    /// An operator in these roles, who proved who they are.
    async fn at_work(world: &World, email: &str, roles: OperatorRoles) -> Result<Member, Box<dyn Error>> {
        let me = world.operator_of(email, roles).await?;
        world.stepped_up(&me).await
    }

    async fn admins(world: &World) -> Result<(Member, Member), Box<dyn Error>> {
        let olga = at_work(world, "olga@example.com", OperatorRoles::all()).await?;
        Ok((olga, at_work(world, "omar@example.com", only(OperatorRole::Admin)).await?))
    }

    async fn approve(world: &World, approval: &Approval, by: &Member) -> Result<Approval, DecideError> {
        let ruling = Ruling { by: confirmed(by), verdict: Verdict::Approve, hash: hash_of(approval), note: None, request: None };
        world.approvals().decide(approval.id, ruling).await
    }

    async fn set(world: &World) -> Result<HouseAccounts, Box<dyn Error>> {
        Ok(world.house().settings().await?.accounts().clone())
    }

    #[tokio::test]
    async fn two_admins_see_to_an_account_before_anybody_is_told_of_it() -> Checked {
        let world = World::default();
        let (olga, omar) = admins(&world).await?;
        let otto = at_work(&world, "otto@example.com", only(OperatorRole::Treasury)).await?;
        let approval = awaits(world.approvals().change_house_accounts(&olga, 0, first()?).await?)?;
        assert_eq!(set(&world).await?, HouseAccounts::default());
        let entry = world.last_entry().await?;
        assert_eq!((entry.action, entry.about.thing), (AuditAction::ApprovalProposed, approval.id.0));
        let view = world.approvals().house(&otto).await?;
        assert_eq!((view.may_change, view.waiting), (Err(NotTheirs), Some((approval.clone(), first()?))));
        let again = world.approvals().change_house_accounts(&olga, 0, first()?).await?;
        assert_eq!(awaits(again)?, approval, "asked again, it is the same");
        let other = world.approvals().change_house_accounts(&omar, 0, second()?).await;
        assert_eq!(other, Err(ProposeError::AlreadyProposed.into()));

        assert!(matches!(approve(&world, &approval, &olga).await, Err(DecideError::FourEyes(who)) if who == [omar.user.clone()]));
        assert_eq!(approve(&world, &approval, &otto).await, Err(DecideError::Forbidden));
        assert_eq!(world.approvals().approval(&omar, approval.id).await?.moves, [ApprovalMove::Approve, ApprovalMove::Refuse]);
        assert_eq!(world.approvals().approval(&otto, approval.id).await, Err(DecideError::Forbidden));
        approve(&world, &approval, &omar).await?;
        assert_eq!(set(&world).await?, first()?);
        let entry = world.last_entry().await?;
        assert_eq!((entry.action, entry.by), (AuditAction::HouseAccountsChanged, Actor::User(omar.user.id())));
        let iban = entry.changes.iter().find(|change| change.field == "house.accounts.EUR.iban").ok_or("not told")?;
        assert_eq!((iban.before.as_deref(), iban.after.as_deref()), (None, Some("DE89370400440532013000")));
        let view = world.approvals().house(&olga).await?;
        assert_eq!((view.may_change, view.waiting, view.settings.version()), (Ok(()), None, 1));
        Ok(())
    }

    #[tokio::test]
    async fn what_else_is_set_meanwhile_stands_beside_the_accounts_that_were_proposed() -> Checked {
        let world = World::default();
        let (olga, omar) = admins(&world).await?;
        let approval = awaits(world.approvals().change_house_accounts(&olga, 0, first()?).await?)?;
        world.house().change_settings(SettingsCommand { by: confirmed(&omar), version: 0, details: house_details() }).await?;
        approve(&world, &approval, &omar).await?;
        let settings = world.house().settings().await?;
        assert_eq!((settings.version(), settings.details(), settings.accounts()), (2, &house_details(), &first()?));
        Ok(())
    }

    #[tokio::test]
    async fn accounts_that_took_another_way_are_not_written_over() -> Checked {
        let world = World::default();
        let (olga, omar) = admins(&world).await?;
        let approval = awaits(world.approvals().change_house_accounts(&olga, 0, first()?).await?)?;
        let at_once = Approvals { four_eyes: FourEyes::Off, ..Approvals::clone(&world.approvals()) };
        assert_eq!(at_once.change_house_accounts(&omar, 0, second()?).await?, Performed::Done(()));
        assert_eq!(world.last_entry().await?.action, AuditAction::HouseAccountsChanged);
        assert_eq!(approve(&world, &approval, &omar).await, Err(DecideError::Outdated));
        assert_eq!(set(&world).await?, second()?);
        let seen_before = at_once.change_house_accounts(&omar, 0, first()?).await;
        assert_eq!(seen_before, Err(ProposeError::Stale.into()));
        assert_eq!(at_once.change_house_accounts(&omar, 0, second()?).await?, Performed::Done(()), "they are the ones");
        Ok(())
    }

    #[tokio::test]
    async fn it_takes_an_admin_who_proved_lately_who_they_are_and_still_is_one() -> Checked {
        let world = World::default();
        let (olga, omar) = admins(&world).await?;
        let otto = at_work(&world, "otto@example.com", only(OperatorRole::Treasury)).await?;
        let approvals = world.approvals();
        assert_eq!(approvals.change_house_accounts(&otto, 0, first()?).await, Err(HouseAccountsError::Forbidden));
        world.clock.advance(TimeDelta::minutes(5));
        let late = approvals.change_house_accounts(&olga, 0, first()?).await;
        assert_eq!(late, Err(ProposeError::StepUpRequired(LAPSED).into()));
        let olga = world.stepped_up(&olga).await?;
        let approval = awaits(approvals.change_house_accounts(&olga, 0, first()?).await?)?;
        world.parties().set_roles(olga.user.email(), only(OperatorRole::Treasury)).await?;
        assert_eq!(approve(&world, &approval, &omar).await, Err(DecideError::Outdated), "she may not propose it any more");
        assert_eq!(set(&world).await?, HouseAccounts::default());
        Ok(())
    }
}
