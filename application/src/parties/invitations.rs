//! Asking people to join a company, and joining it.

use super::{
    Member, Parties,
    changes::Change,
    members::{about, changed},
    ports::{InvitationFound, IssuedInvitation},
};
use crate::{
    identity::{
        KnownAddress, StepUpRequired, Visitor,
        changes::{Change as AccountChange, EMAIL},
        hash_of,
        ports::NewPasswordError,
    },
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        outbox::{Content, Details, Invited, Mail},
        rate_limits::{RateLimit, address_key},
        too_many::TooMany,
        unavailable::Unavailable,
    },
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{
        password::NewPassword,
        user::{NewMember, User},
    },
    kernel::{
        Invalid,
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
        email::EmailAddress,
        ids::{LinkId, MailId, UserId},
    },
    parties::{
        invitation::Invitation,
        membership::{MemberRole, Membership},
        team::TeamRefusal,
    },
};
use std::net::IpAddr;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InviteError {
    #[error("this address is a member's")]
    AlreadyMember,
    #[error(transparent)]
    Refused(#[from] TeamRefusal),
    /// As many invitations are open as may be.
    #[error("too many invitations are open")]
    TooManyOpen,
    #[error("there is no such invitation")]
    NotFound,
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AcceptError {
    #[error("the link is unknown, used, replaced or too old")]
    LinkInvalid,
    /// Whoever has an account joins by saying yes, signed in.
    #[error("the e-mail address has an account")]
    EmailTaken,
    #[error("the password is refused: {0}")]
    Password(Invalid),
    #[error(transparent)]
    Refused(#[from] TeamRefusal),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<NewPasswordError> for AcceptError {
    fn from(error: NewPasswordError) -> Self {
        match error {
            NewPasswordError::Refused(invalid) => Self::Password(invalid),
            NewPasswordError::Unavailable(unavailable) => Self::Unavailable(unavailable),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    #[error("the link is unknown, used, replaced or too old")]
    LinkInvalid,
    /// The invitation is for somebody else.
    #[error("the invitation is for another address")]
    OtherAddress,
    #[error(transparent)]
    Refused(#[from] TeamRefusal),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Parties {
    /// Mails somebody a link to join the company. A second one for the same address replaces the first.
    ///
    /// # Errors
    /// `Refused(Forbidden)`, `Refused(Full)`, `AlreadyMember`, `TooManyOpen`, `TooMany`; `StepUpRequired` where they didn’t confirm
    /// this very request: the link gives rights in the company.
    pub async fn invite(&self, me: &Member, email: EmailAddress, role: MemberRole) -> Result<Invitation, InviteError> {
        let (identity, now) = (&self.identity, self.identity.clock.now());
        let company = me.membership.company;
        let team = self.teams.team(company).await?.ok_or(TeamRefusal::NoSuchMember)?;
        team.may_manage(me.user.id())?;
        team.has_room()?;
        let invited = identity.users.by_email(&email).await?;
        if invited.as_ref().is_some_and(|invited| team.member(invited.id()).is_ok()) {
            return Err(InviteError::AlreadyMember);
        }
        identity.stepped_up(me)?;
        let known = self.teams.companies(&[company]).await?.pop();
        identity.may_mail(&email, me.user.id(), now).await?.or_too_many_mails()?;
        let id = LinkId(identity.ids.next());
        let (created_at, expires_at, invited_by) = (now, now + Invitation::LIFE, me.user.id());
        let invitation = Invitation { id, company, email, role, invited_by, created_at, expires_at };
        let issued = IssuedInvitation { invitation: invitation.clone(), hash: hash_of(&identity.link_tokens.token(id)) };
        let entry = Entry::new(now, Actor::User(me.user.id()), AuditAction::MemberInvited, Subjects::of_company(company, id.0));
        let entry = entry.new_values([("email", invitation.email.as_str().to_owned()), ("memberRole", role.code().to_owned())]);
        let company_name = known.and_then(|company| company.name().cloned());
        let details =
            Details { person: Some(me.user.name()), company: company_name, role: Some(role.code().to_owned()), ..Details::default() };
        let mail = Mail {
            id: MailId(identity.ids.next()),
            to: invitation.email.clone(),
            name: String::new(),
            // What somebody without an account reads is not known: most likely what their colleague does.
            language: invited.as_ref().unwrap_or(&me.user).parts().language,
            content: Content::Invitation { invitation: Invited { link: id, details } },
            created_at: now,
        };
        let changes = vec![Change::MembershipStands(me.membership), Change::Invited { issued, max: Invitation::MAX_OPEN }];
        match self.commit.commit(changes, WriteContext::of(entry).and_mail(mail)).await {
            Ok(()) => Ok(invitation),
            Err(CommitError::Full) => Err(InviteError::TooManyOpen),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// Takes an invitation back: its link leads nowhere any more.
    ///
    /// # Errors
    /// `Refused(Forbidden)`, `NotFound`.
    pub async fn withdraw_invitation(&self, me: &Member, id: LinkId) -> Result<(), InviteError> {
        let company = me.membership.company;
        let team = self.teams.team(company).await?.ok_or(TeamRefusal::NoSuchMember)?;
        team.may_manage(me.user.id())?;
        let now = self.identity.clock.now();
        let entry = Entry::new(now, Actor::User(me.user.id()), AuditAction::InvitationWithdrawn, Subjects::of_company(company, id.0));
        let changes = vec![Change::InvitationEnded(company, id), Change::MembershipStands(me.membership)];
        match self.commit.commit(changes, WriteContext::of(entry)).await {
            Ok(()) => Ok(()),
            Err(CommitError::Stale) => Err(InviteError::NotFound),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// What a link invites to, for whoever holds it.
    ///
    /// # Errors
    /// `LinkInvalid`, `TooMany`.
    pub async fn invitation(&self, token: &str, from: IpAddr) -> Result<InvitationFound, JoinError> {
        let now = self.identity.clock.now();
        self.identity.rate_limits.spend(RateLimit::LINK_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        self.live(token, now).await?.ok_or(JoinError::LinkInvalid)
    }

    async fn live(&self, token: &str, now: DateTime<Utc>) -> Result<Option<InvitationFound>, Unavailable> {
        let found = self.teams.invitation(hash_of(token)).await?;
        Ok(found.filter(|found| found.invitation.is_live(now)))
    }

    /// Makes an account for whoever holds the link and signs it in: the link proves the address, which is the account's whatever
    /// else was said. Answers the access token.
    ///
    /// # Errors
    /// `LinkInvalid`, `EmailTaken` when the address has an account by now, `Password`, `Refused(Full)`, `TooMany`.
    pub async fn accept_invitation(
        &self,
        token: &str,
        person: NewMember,
        password: NewPassword,
        from: impl Into<Visitor>,
    ) -> Result<String, AcceptError> {
        let Visitor { address: from, client } = from.into();
        let (identity, now) = (&self.identity, self.identity.clock.now());
        identity.rate_limits.spend(RateLimit::LINK_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        let slot = identity.passwords.slot()?;
        let found = self.live(token, now).await?.ok_or(AcceptError::LinkInvalid)?;
        let InvitationFound { invitation, invited, .. } = found;
        if invited.is_some() {
            return Err(AcceptError::EmailTaken);
        }
        let person = NewMember { email: invitation.email.clone(), ..person };
        let hash = identity.passwords.hash(slot, password).await?;
        let user = User::invited(UserId(identity.ids.next()), person, hash, now);
        let place = invitation.accepted(user.id(), now);
        for _ in 0..MAX_ATTEMPTS {
            let team = self.teams.team(invitation.company).await?.ok_or(AcceptError::LinkInvalid)?;
            team.has_room()?;
            let session = identity.new_session(user.id(), now).on(client);
            let access = identity.tokens.sign(&session)?;
            let changes = vec![
                Change::InvitationEnded(invitation.company, invitation.id),
                AccountChange::UserAdded(user.clone()).into(),
                AccountChange::SessionOpened(session).into(),
                AccountChange::AddressSeen { address: KnownAddress::of(user.id(), from), at: now }.into(),
                Change::MemberAdded(place),
                changed(&team),
            ];
            let mut joined = self.joined(&user, &place, now).await?;
            joined.entry = joined.entry.new_values(self.agreement.values());
            match self.commit.commit(changes, joined).await {
                Ok(()) => return Ok(access),
                Err(CommitError::Taken(EMAIL)) => return Err(AcceptError::EmailTaken),
                // Somebody else joined, or the link was used: looking again tells.
                Err(CommitError::Stale) if self.live(token, now).await?.is_some() => {}
                Err(CommitError::Stale) => return Err(AcceptError::LinkInvalid),
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("team").into())
    }

    /// Lets somebody who has an account join, out of a company for which nothing was handed in and in which they are alone.
    /// That is closed.
    ///
    /// # Errors
    /// `LinkInvalid`, `OtherAddress`, `Refused(InUse)`, `Refused(Full)`, `TooMany`.
    pub async fn join(&self, me: &Member, token: &str, from: IpAddr) -> Result<(), JoinError> {
        let now = self.identity.clock.now();
        for _ in 0..MAX_ATTEMPTS {
            let InvitationFound { invitation, .. } = self.invitation(token, from).await?;
            if invitation.email != *me.user.email() {
                return Err(JoinError::OtherAddress);
            }
            if invitation.company == me.membership.company {
                return Err(JoinError::LinkInvalid);
            }
            let team = self.teams.team(invitation.company).await?.ok_or(JoinError::LinkInvalid)?;
            team.has_room()?;
            let own = self.teams.team(me.membership.company).await?.ok_or(TeamRefusal::InUse)?;
            own.may_close(me.user.id())?;
            let place = invitation.accepted(me.user.id(), now);
            let mut changes = vec![Change::InvitationEnded(invitation.company, invitation.id)];
            let mut user = me.user.clone();
            if !user.parts().email_verified {
                user.verify_email(&invitation.email).map_err(|_| JoinError::OtherAddress)?;
                changes.push(AccountChange::UserChanged(user.clone()).into());
            }
            changes.push(Change::MemberPlaced(place));
            let mut teams = [changed(&team), changed(&own)];
            teams.sort_by_key(|change| if let Change::TeamChanged { company, .. } = change { Some(*company) } else { None });
            changes.extend(teams);
            changes.push(Change::CompanyClosed(own.company, now));
            match self.commit.commit(changes, self.joined(&user, &place, now).await?).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Stale) if self.has_applied(&me.membership).await? => return Err(TeamRefusal::InUse.into()),
                Err(CommitError::Stale) => {}
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("team").into())
    }

    async fn has_applied(&self, me: &Membership) -> Result<bool, Unavailable> {
        Ok(self.teams.owners(me.company).await?.is_none_or(|(company, _)| company.has_applied()))
    }

    /// What is written with somebody's joining: the owners are told.
    async fn joined(&self, user: &User, place: &Membership, now: DateTime<Utc>) -> Result<WriteContext, Unavailable> {
        let entry = Entry::new(now, Actor::User(user.id()), AuditAction::MemberJoined, about(place)).new_values(user.answers());
        let entry = entry.change("memberRole", None, Some(place.role.code().to_owned()));
        let (_, owners) = self.teams.owners(place.company).await?.ok_or(Unavailable::Busy("team"))?;
        let details = Some(Details { person: Some(user.name()), role: Some(place.role.code().to_owned()), ..Details::default() });
        let mails = self.told_to_owners(&owners, &Content::MemberJoined { details }, now);
        let awaited = self.awaits.awaiting(place).await?.and_then(|content| self.identity.notice(user, content, now));
        Ok(WriteContext { mails, ..WriteContext::of(entry) }.and(awaited))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOME, PASSWORD, UNCONFIRMED, World, a_user, confirmed};
    use sooner_domain::parties::membership::MemberRight;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    async fn accepted(world: &World, token: &str) -> Result<String, AcceptError> {
        let password = NewPassword::parse(PASSWORD, &[]).unwrap();
        world.parties().accept_invitation(token, a_user().member, password, HOME).await
    }

    fn vera() -> EmailAddress {
        EmailAddress::parse("vera@example.com").unwrap()
    }

    #[tokio::test]
    async fn somebody_without_an_account_joins_with_the_link_once() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let parties = world.parties();
        let invitation = parties.invite(&confirmed(&ada), vera(), MemberRole::Preparer).await?;
        let token = world.mailed_token().await?;
        let found = parties.invitation(&token, HOME).await?;
        assert_eq!((found.invitation, found.by.id(), found.invited), (invitation, ada.user.id(), None));
        let access = accepted(&world, &token).await?;
        let me = parties.member(&access).await?.ok_or("not signed in")?;
        assert_eq!((me.user.email(), me.membership.company), (&vera(), ada.membership.company));
        assert!(me.user.parts().email_verified && !me.user.is_verified(), "the phone is still to come");
        assert!(me.membership.may(MemberRight::NameBuyers) && !me.membership.may(MemberRight::EditApplication));
        assert_eq!(accepted(&world, &token).await, Err(AcceptError::LinkInvalid));
        world.delivery().round().await?;
        let mail = world.mailer.sent().pop().ok_or("no mail")?;
        assert_eq!((mail.to.as_str(), mail.content.code()), ("ada@example.com", "member_joined"));
        let entry = world.last_entry().await?;
        assert_eq!(entry.action, AuditAction::MemberJoined);
        let kept = |field: &str| entry.changes.iter().find(|change| change.field == field).and_then(|change| change.after.clone());
        let accepted = [kept("acceptedTerms"), kept("acceptedPrivacy")];
        assert_eq!(accepted, ["terms", "privacy"].map(|page| Some(format!("https://house.example/{page}"))), "an account is made with it");
        Ok(())
    }

    #[tokio::test]
    async fn owners_invite_and_nobody_else() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let parties = world.parties();
        for role in [MemberRole::Approver, MemberRole::Preparer, MemberRole::Viewer] {
            let other = world.joined(&ada, &format!("{}@example.com", role.code()), role).await?;
            let refused = parties.invite(&other, vera(), MemberRole::Viewer).await;
            assert_eq!(refused, Err(TeamRefusal::Forbidden.into()), "{role:?}");
            world.clock.advance(chrono::TimeDelta::minutes(1));
        }
        let twice = parties.invite(&confirmed(&ada), EmailAddress::parse("viewer@example.com")?, MemberRole::Owner).await;
        assert_eq!(twice, Err(InviteError::AlreadyMember));
        Ok(())
    }

    #[tokio::test]
    async fn whoever_invites_confirms_that() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let parties = world.parties();
        for role in MemberRole::ALL {
            assert_eq!(parties.invite(&ada, vera(), *role).await, Err(UNCONFIRMED.into()), "{role:?}");
        }
        assert_eq!(parties.invitations(&ada.membership).await?, []);
        parties.invite(&confirmed(&ada), vera(), MemberRole::Viewer).await?;
        Ok(())
    }

    #[tokio::test]
    async fn a_link_is_replaced_taken_back_and_expires_after_a_week() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let parties = world.parties();
        parties.invite(&confirmed(&ada), vera(), MemberRole::Viewer).await?;
        let first = world.mailed_token().await?;
        assert!(
            matches!(parties.invite(&confirmed(&ada), vera(), MemberRole::Viewer).await, Err(InviteError::TooMany(_))),
            "no flood of mails"
        );
        world.clock.advance(chrono::TimeDelta::minutes(1));
        let second = parties.invite(&confirmed(&ada), vera(), MemberRole::Owner).await?;
        let token = world.mailed_token().await?;
        assert_eq!(parties.invitation(&first, HOME).await.err(), Some(JoinError::LinkInvalid));
        world.clock.advance(Invitation::LIFE - chrono::TimeDelta::seconds(1));
        assert!(parties.invitation(&token, HOME).await.is_ok());
        world.clock.advance(chrono::TimeDelta::seconds(1));
        assert_eq!(parties.invitation(&token, HOME).await.err(), Some(JoinError::LinkInvalid));
        assert_eq!(accepted(&world, &token).await, Err(AcceptError::LinkInvalid));
        parties.withdraw_invitation(&ada, second.id).await?;
        assert_eq!(parties.withdraw_invitation(&ada, second.id).await, Err(InviteError::NotFound));
        assert_eq!(parties.invitations(&ada.membership).await?, []);
        Ok(())
    }

    #[tokio::test]
    async fn somebody_with_an_account_joins_by_saying_yes_and_gives_up_an_unused_company() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let bob = world.member(a_user().email("bob@example.com")).await?;
        let parties = world.parties();
        world.clock.advance(chrono::TimeDelta::minutes(1));
        parties.invite(&confirmed(&ada), bob.user.email().clone(), MemberRole::Approver).await?;
        let token = world.mailed_token().await?;
        assert_eq!(accepted(&world, &token).await, Err(AcceptError::EmailTaken));
        let eve = world.proven(a_user().email("eve@example.com")).await?;
        assert_eq!(parties.join(&eve, &token, HOME).await, Err(JoinError::OtherAddress));
        parties.join(&bob, &token, HOME).await?;
        let me = world.signed_in_again(&bob).await?;
        assert_eq!((me.membership.company, me.membership.role), (ada.membership.company, MemberRole::Approver));
        assert!(me.user.parts().email_verified, "the link proves the address");
        let left = world.memory.company(bob.membership.company).ok_or("no company")?;
        assert_eq!(left.closed_at, Some(world.clock_now()));
        assert_eq!(parties.join(&me, &token, HOME).await, Err(JoinError::LinkInvalid));
        Ok(())
    }

    #[tokio::test]
    async fn nobody_leaves_people_or_an_application_behind() -> Checked {
        let world = World::default();
        let ada = world.proven(a_user()).await?;
        let parties = world.parties();
        let bob = world.ready_to_submit(a_user().email("bob@example.com")).await?;
        world.onboarding().submit(&bob, None).await?;
        let omar = world.proven(a_user().email("omar@example.com")).await?;
        world.joined(&omar, "otto@example.com", MemberRole::Viewer).await?;
        for me in [&bob, &omar] {
            world.clock.advance(chrono::TimeDelta::minutes(1));
            parties.invite(&confirmed(&ada), me.user.email().clone(), MemberRole::Viewer).await?;
            let token = world.mailed_token().await?;
            assert_eq!(parties.join(me, &token, HOME).await, Err(TeamRefusal::InUse.into()));
            assert_eq!(world.signed_in_again(me).await?.membership, me.membership);
        }
        Ok(())
    }
}
