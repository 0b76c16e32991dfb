//! Who belongs to a company: looking, changing a role, taking somebody out, leaving.

use super::{Member, Parties, changes::Change, ports::TeamMember};
use crate::{
    identity::{StepUpRequired, changes::Change as AccountChange},
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        outbox::{Content, Details, Mail},
        unavailable::Unavailable,
    },
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::user::User,
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
        ids::{CompanyId, UserId},
    },
    parties::{
        approvers::Approvers,
        company::Company,
        invitation::Invitation,
        membership::{MemberRight, MemberRole, Membership},
        team::{Team, TeamMove, TeamRefusal},
    },
};

/// A member, and what whoever looks may do with their place.
pub type SeenMember = (TeamMember, Vec<TeamMove>);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeTeamError {
    #[error(transparent)]
    Refused(#[from] TeamRefusal),
    /// They have another role than was seen.
    #[error("changed meanwhile")]
    Stale,
    /// Somebody would have other rights, or fewer would approve.
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A change to a team, worked out from how it stands.
struct Planned {
    changes: Vec<Change>,
    context: WriteContext,
}

impl Parties {
    /// The people of somebody's company. Every member sees them: whoever may not do a thing sees who can.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn members(&self, me: &Membership) -> Result<Vec<SeenMember>, Unavailable> {
        let members = self.teams.members(me.company).await?;
        let places = members.iter().map(|member| member.membership).collect();
        // It is looked at, and never written: no version is needed.
        let team = Team { company: me.company, version: 0, members: places };
        let seen = |member: TeamMember| {
            let moves = team.moves(me.user, member.user.id());
            (member, moves)
        };
        Ok(members.into_iter().map(seen).collect())
    }

    /// Whom the company asked to join: invitations that are open, and those that expired lately, the last one first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn invitations(&self, me: &Membership) -> Result<Vec<Invitation>, Unavailable> {
        self.teams.invitations(me.company).await
    }

    /// Gives a member another role, and tells them.
    ///
    /// # Errors
    /// `Forbidden`, `NoSuchMember`, `LastOwner`; `Stale` when they have another role than was seen; `StepUpRequired` where this very
    /// request was not confirmed.
    pub async fn change_role(&self, me: &Member, who: UserId, seen: MemberRole, role: MemberRole) -> Result<(), ChangeTeamError> {
        if !me.membership.may(MemberRight::ManageMembers) {
            return Err(TeamRefusal::Forbidden.into());
        }
        let (user, business_now) = (self.member_account(who).await?, self.business.now().await?);
        let becomes = Membership { user: who, company: me.membership.company, role, since: business_now };
        let awaited = if seen.approves() { None } else { self.awaits.awaiting(&becomes).await? };
        self.change_team(me.membership.company, |team| {
            let (is, was) = (team.change_role(me.user.id(), who, role)?, team.member(who)?);
            if was == is {
                return Ok(None);
            }
            if was.role != seen {
                return Err(ChangeTeamError::Stale);
            }
            self.identity.stepped_up(me)?;
            let now = self.identity.clock.now();
            let gone = stops_approving(was, Some(is.role), business_now);
            let entry = Entry::new(now, Actor::User(me.user.id()), AuditAction::MemberRoleChanged, about(&is));
            let entry = entry.change("memberRole", Some(was.role.code().to_owned()), Some(is.role.code().to_owned()));
            let details = Some(Details { person: Some(me.user.name()), role: Some(role.code().to_owned()), ..Details::default() });
            let context = WriteContext::of(entry);
            let context =
                if who == me.user.id() { context } else { context.and(self.identity.notice(&user, Content::RoleChanged { details }, now)) };
            let context = context.and(awaited.clone().and_then(|content| self.identity.notice(&user, content, now)));
            let changes = [Change::MemberPlaced(is), changed(team)].into_iter().chain(gone).collect();
            Ok(Some(Planned { changes, context }))
        })
        .await
    }

    /// Takes a member out of the company, or lets somebody leave it. Their sessions end at once; their account stays, with
    /// a company of its own, as after signing up.
    ///
    /// # Errors
    /// `Forbidden`, `NoSuchMember`, `LastOwner`, `WorksForHouse`; `StepUpRequired` where they would approve no more.
    pub async fn remove_member(&self, me: &Member, who: UserId) -> Result<(), ChangeTeamError> {
        if who != me.user.id() && !me.membership.may(MemberRight::ManageMembers) {
            return Err(TeamRefusal::Forbidden.into());
        }
        let (user, business_now) = (self.member_account(who).await?, self.business.now().await?);
        self.change_team(me.membership.company, |team| {
            let member = team.may_go(me.user.id(), who)?;
            if !user.parts().operator_roles.is_empty() {
                return Err(TeamRefusal::WorksForHouse.into());
            }
            let (now, is_me) = (self.identity.clock.now(), who == me.user.id());
            let gone = stops_approving(member, None, business_now);
            if gone.is_some() {
                self.identity.stepped_up(me)?;
            }
            let action = if is_me { AuditAction::MemberLeft } else { AuditAction::MemberRemoved };
            let entry = Entry::new(now, Actor::User(me.user.id()), action, about(&member));
            let context = WriteContext::of(entry.change("memberRole", Some(member.role.code().to_owned()), None));
            let details = Some(Details { person: Some(me.user.name()), ..Details::default() });
            let context = if is_me { context } else { context.and(self.identity.notice(&user, Content::MemberRemoved { details }, now)) };
            let own = Company::new(CompanyId(self.identity.ids.next()), now);
            let changes = [
                AccountChange::SessionsEnded { of: who, but: None }.into(),
                Change::CompanyAdded(own.clone()),
                Change::MemberPlaced(Membership::founder(who, own.id, now)),
                changed(team),
            ];
            Ok(Some(Planned { changes: changes.into_iter().chain(gone).collect(), context }))
        })
        .await
    }

    async fn member_account(&self, who: UserId) -> Result<User, ChangeTeamError> {
        self.identity.users.by_id(who).await?.ok_or(ChangeTeamError::Refused(TeamRefusal::NoSuchMember))
    }

    /// Changes a team as it stands; once more when somebody else changed it meanwhile.
    async fn change_team(
        &self,
        company: CompanyId,
        plan: impl Fn(&Team) -> Result<Option<Planned>, ChangeTeamError>,
    ) -> Result<(), ChangeTeamError> {
        for _ in 0..MAX_ATTEMPTS {
            let team = self.teams.team(company).await?.ok_or(TeamRefusal::NoSuchMember)?;
            let Some(Planned { changes, context }) = plan(&team)? else { return Ok(()) };
            match self.commit.commit(changes, context).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Stale) => {}
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("team").into())
    }

    /// The mails that tell every owner of a company.
    pub(super) fn told_to_owners(&self, owners: &[User], content: &Content, now: DateTime<Utc>) -> Vec<Mail> {
        owners.iter().filter_map(|owner| self.identity.notice(owner, content.clone(), now)).collect()
    }
}

/// What is kept of it when a member approves no more: the others could approve alone what they entered.
fn stops_approving(was: Membership, becomes: Option<MemberRole>, business_now: DateTime<Utc>) -> Option<Change> {
    let stops = was.role.approves() && !becomes.is_some_and(MemberRole::approves);
    stops.then(|| Change::ApproverGone { company: was.company, alone_from: Approvers::alone_from(business_now) })
}

/// A member's place, in the trail of the company and of the member.
pub(super) fn about(member: &Membership) -> Subjects {
    Subjects::founder(member.user, member.company)
}

pub(super) fn changed(team: &Team) -> Change {
    Change::TeamChanged { company: team.company, seen: team.version }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOME, UNCONFIRMED, World, a_user, confirmed};
    use sooner_domain::{
        identity::operator::{OperatorRole, OperatorRoles},
        onboarding::application::Form,
    };

    type Checked = Result<(), Box<dyn std::error::Error>>;

    #[tokio::test]
    async fn a_role_is_changed_by_an_owner_and_told_to_whom_it_concerns() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let vera = world.joined(&ada, "vera@example.com", MemberRole::Viewer).await?;
        let parties = world.parties();
        let forbidden = parties.change_role(&vera, vera.user.id(), MemberRole::Viewer, MemberRole::Owner).await;
        assert_eq!(forbidden, Err(TeamRefusal::Forbidden.into()));
        assert_eq!(
            parties.change_role(&ada, ada.user.id(), MemberRole::Owner, MemberRole::Viewer).await,
            Err(TeamRefusal::LastOwner.into())
        );
        let stale = parties.change_role(&ada, vera.user.id(), MemberRole::Approver, MemberRole::Preparer).await;
        assert_eq!(stale, Err(ChangeTeamError::Stale), "not what was seen");
        let unconfirmed = parties.change_role(&ada, vera.user.id(), MemberRole::Viewer, MemberRole::Preparer).await;
        assert_eq!(unconfirmed, Err(UNCONFIRMED.into()), "more rights for somebody");
        parties.change_role(&confirmed(&ada), vera.user.id(), MemberRole::Viewer, MemberRole::Preparer).await?;
        assert_eq!(world.last_entry().await?.action, AuditAction::MemberRoleChanged);
        assert_eq!(world.signed_in_again(&vera).await?.membership.role, MemberRole::Preparer);
        world.delivery().round().await?;
        let mail = world.mailer.sent().pop().ok_or("no mail")?;
        assert_eq!((mail.to.as_str(), mail.content.code()), ("vera@example.com", "role_changed"));
        let records = world.records().await?.len();
        parties.change_role(&ada, vera.user.id(), MemberRole::Viewer, MemberRole::Preparer).await?;
        assert_eq!(world.records().await?.len(), records, "nothing changed");
        Ok(())
    }

    #[tokio::test]
    async fn whoever_is_taken_out_is_signed_out_at_once_and_begins_anew() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let vera = world.joined(&ada, "vera@example.com", MemberRole::Viewer).await?;
        let parties = world.parties();
        assert_eq!(parties.remove_member(&vera, ada.user.id()).await, Err(TeamRefusal::Forbidden.into()));
        parties.remove_member(&ada, vera.user.id()).await?;
        assert!(world.signed_in_again(&vera).await.is_err(), "the session ended");
        let again = world.signed_in(&vera.user).await?;
        assert_ne!(again.membership.company, ada.membership.company);
        assert_eq!(again.membership.role, MemberRole::Owner);
        assert_eq!(world.onboarding().view(again.membership).await?.application.form(), &Form::default());
        assert_eq!(parties.members(&ada.membership).await?.len(), 1);
        assert_eq!(parties.remove_member(&ada, vera.user.id()).await, Err(TeamRefusal::NoSuchMember.into()));
        Ok(())
    }

    #[tokio::test]
    async fn anybody_leaves_but_the_last_owner() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let vera = world.joined(&ada, "vera@example.com", MemberRole::Viewer).await?;
        let parties = world.parties();
        assert_eq!(parties.remove_member(&ada, ada.user.id()).await, Err(TeamRefusal::LastOwner.into()));
        parties.remove_member(&vera, vera.user.id()).await?;
        assert_eq!(world.last_entry().await?.action, AuditAction::MemberLeft);
        let omar = world.joined(&ada, "omar@example.com", MemberRole::Owner).await?;
        assert_eq!(parties.remove_member(&ada, ada.user.id()).await, Err(UNCONFIRMED.into()), "one approver less");
        parties.remove_member(&world.stepped_up(&ada).await?, ada.user.id()).await?;
        assert_eq!(parties.remove_member(&omar, omar.user.id()).await, Err(TeamRefusal::LastOwner.into()));
        Ok(())
    }

    #[tokio::test]
    async fn staff_of_the_house_stay_members_until_they_are_staff_no_more() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let rita = world.operator_of("rita@example.com", [OperatorRole::Reviewer].into_iter().collect()).await?;
        let parties = world.parties();
        parties.invite(&confirmed(&ada), rita.user.email().clone(), MemberRole::Preparer).await?;
        parties.join(&rita, &world.mailed_token().await?, HOME).await?;
        let rita = world.signed_in(&rita.user).await?;
        for by in [&rita, &ada] {
            assert_eq!(parties.remove_member(by, rita.user.id()).await, Err(TeamRefusal::WorksForHouse.into()));
        }
        parties.set_roles(rita.user.email(), OperatorRoles::default()).await?;
        parties.remove_member(&ada, rita.user.id()).await?;
        Ok(())
    }

    #[tokio::test]
    async fn a_member_of_another_company_is_nobodys_here() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let bob = world.proven(a_user().email("bob@example.com")).await?;
        let parties = world.parties();
        assert_eq!(
            parties.change_role(&ada, bob.user.id(), MemberRole::Owner, MemberRole::Viewer).await,
            Err(TeamRefusal::NoSuchMember.into())
        );
        assert_eq!(parties.remove_member(&ada, bob.user.id()).await, Err(TeamRefusal::NoSuchMember.into()));
        Ok(())
    }
}
