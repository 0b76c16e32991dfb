//! Companies as teams, and how one joins them.

use super::contracts::buyer;
use crate::{
    StorePorts,
    identity::{changes::Change as AccountChange, ports::TokenHash},
    kernel::commit::CommitError,
    parties::{
        changes::Change,
        ports::{InvitationFound, IssuedInvitation, TeamMember},
    },
    testing::contracts::{Checked, context, id, identity, member, noon, parties, session, user},
};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use sooner_domain::{
    identity::user::User,
    kernel::{
        email::EmailAddress,
        ids::{CompanyId, LinkId},
        text::Line,
    },
    parties::{
        company::Company,
        invitation::Invitation,
        membership::{MemberRole, Membership},
        team::Team,
    },
};
use std::error::Error;

/// Somebody added to a company.
async fn colleague(ports: &StorePorts, email: &str, of: Membership, role: MemberRole) -> Result<(User, Membership), Box<dyn Error>> {
    let user = user(email)?;
    let since = noon() + TimeDelta::seconds(i64::from(role as u8));
    let place = Membership { user: user.id(), company: of.company, role, since };
    let changes = vec![AccountChange::UserAdded(user.clone()).into(), Change::MemberAdded(place)];
    ports.parties.commit(changes, context()).await?;
    Ok((user, place))
}

async fn team(ports: &StorePorts, company: CompanyId) -> Result<Team, Box<dyn Error>> {
    ports.teams.team(company).await?.ok_or_else(|| "no such company".into())
}

pub async fn a_team_is_read_with_all_that_is_known_of_its_members(ports: &StorePorts) -> Checked {
    let (ada, owner) = member(ports, "team.ada@example.com").await?;
    let (_, other) = member(ports, "team.bob@example.com").await?;
    let (vera, place) = colleague(ports, "team.vera@example.com", owner, MemberRole::Viewer).await?;
    let company = owner.company;
    assert_eq!(team(ports, company).await?, Team { company, version: 0, members: vec![owner, place] });
    assert_eq!(ports.teams.team(CompanyId(id())).await?, None);
    identity(ports, AccountChange::SessionOpened(session(&vera))).await?;
    let known = |user: &User, membership, last_sign_in_at| TeamMember { user: user.clone(), membership, last_sign_in_at };
    assert_eq!(ports.teams.members(company).await?, [known(&ada, owner, None), known(&vera, place, Some(noon()))]);
    let (found, owners) = ports.teams.owners(company).await?.ok_or("no company")?;
    assert_eq!((found.id, owners), (company, vec![ada]));
    assert_eq!(ports.teams.owners(CompanyId(id())).await?, None);
    let mut both = ports.teams.companies(&[company, CompanyId(id()), other.company]).await?;
    both.sort_by_key(|company| company.id);
    assert_eq!(both, [Company::new(company, noon()), Company::new(other.company, noon())]);
    Ok(())
}

pub async fn of_many_changes_to_one_version_of_a_team_one_wins(ports: &StorePorts) -> Checked {
    let (_, owner) = member(ports, "version.ada@example.com").await?;
    let (_, place) = colleague(ports, "version.vera@example.com", owner, MemberRole::Viewer).await?;
    let seen = team(ports, owner.company).await?.version;
    let change = |role| {
        let changes = vec![Change::MemberPlaced(Membership { role, ..place }), Change::TeamChanged { company: owner.company, seen }];
        ports.parties.commit(changes, context())
    };
    let roles = [MemberRole::Owner, MemberRole::Approver, MemberRole::Preparer, MemberRole::Viewer].repeat(4);
    let answers = join_all(roles.iter().map(|role| change(*role))).await;
    let winners: Vec<_> = roles.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(role, _)| *role).collect();
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    let after = team(ports, owner.company).await?;
    let roles: Vec<_> = after.members.iter().filter(|member| member.user == place.user).map(|member| member.role).collect();
    assert_eq!((after.version, roles), (seen + 1, winners));
    Ok(())
}

pub async fn a_team_stands_until_its_members_change(ports: &StorePorts) -> Checked {
    let (_, place) = member(ports, "standing.team@example.com").await?;
    let stands = |seen| parties(ports, Change::TeamStands { company: place.company, seen });
    let seen = ports.teams.team(place.company).await?.ok_or("no team")?.version;
    stands(seen).await?;
    parties(ports, Change::TeamChanged { company: place.company, seen }).await?;
    assert_eq!(stands(seen).await, Err(CommitError::Stale));
    stands(seen + 1).await?;
    Ok(())
}

pub async fn a_place_stands_until_it_changes(ports: &StorePorts) -> Checked {
    let (_, owner) = member(ports, "stands.ada@example.com").await?;
    let (_, place) = colleague(ports, "stands.vera@example.com", owner, MemberRole::Preparer).await?;
    parties(ports, Change::MembershipStands(place)).await?;
    let other_role = Membership { role: MemberRole::Approver, ..place };
    assert_eq!(parties(ports, Change::MembershipStands(other_role)).await, Err(CommitError::NotAllowed));
    parties(ports, Change::MemberPlaced(other_role)).await?;
    assert_eq!(parties(ports, Change::MembershipStands(place)).await, Err(CommitError::NotAllowed));
    let own = Company::new(CompanyId(id()), noon());
    let changes = vec![Change::CompanyAdded(own.clone()), Change::MemberPlaced(Membership::founder(place.user, own.id, noon()))];
    ports.parties.commit(changes, context()).await?;
    assert_eq!(parties(ports, Change::MembershipStands(other_role)).await, Err(CommitError::NotAllowed));
    assert_eq!(team(ports, owner.company).await?.members, [owner]);
    Ok(())
}

pub async fn nobody_writes_for_a_company_once_they_are_out(ports: &StorePorts) -> Checked {
    let (_, owner) = member(ports, "out.ada@example.com").await?;
    let (_, place) = colleague(ports, "out.vera@example.com", owner, MemberRole::Preparer).await?;
    let seen = team(ports, owner.company).await?.version;
    let write = |number: usize| {
        let added = Change::BuyerAdded { buyer: buyer(owner.company, &format!("Buyer {number}")), max: 100 };
        ports.parties.commit(vec![Change::MembershipStands(place), added], context())
    };
    let own = Company::new(CompanyId(id()), noon());
    let out = vec![
        Change::CompanyAdded(own.clone()),
        Change::MemberPlaced(Membership::founder(place.user, own.id, noon())),
        Change::TeamChanged { company: owner.company, seen },
    ];
    let removed = async {
        ports.parties.commit(out, context()).await?;
        // Whatever is on the list now is all there will ever be.
        Ok::<_, Box<dyn Error>>(ports.buyers.of(owner.company).await?.len())
    };
    let (answers, at_removal) = futures_util::future::join(join_all((0..32).map(write)), removed).await;
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::NotAllowed))), "{answers:?}");
    assert_eq!(ports.buyers.of(owner.company).await?.len(), at_removal?);
    assert_eq!(write(99).await, Err(CommitError::NotAllowed));
    Ok(())
}

/// An invitation whose link has the secret of this number.
fn invited(by: Membership, email: &str, number: u8, at: DateTime<Utc>) -> Result<IssuedInvitation, Box<dyn Error>> {
    let (company, invited_by) = (by.company, by.user);
    let email = EmailAddress::parse(email)?;
    let expires_at = at + Invitation::LIFE;
    let invitation = Invitation { id: LinkId(id()), company, email, role: MemberRole::Preparer, invited_by, created_at: at, expires_at };
    Ok(IssuedInvitation { invitation, hash: TokenHash([number; 32]) })
}

fn issued(issued: &IssuedInvitation) -> Change {
    Change::Invited { issued: issued.clone(), max: 3 }
}

pub async fn an_invitation_is_found_by_its_secret_until_it_ends(ports: &StorePorts) -> Checked {
    let (ada, owner) = member(ports, "invited.ada@example.com").await?;
    let (bob, other) = member(ports, "invited.bob@example.com").await?;
    let (first, second) = (invited(owner, "vera@example.net", 1, noon())?, invited(owner, bob.email().as_str(), 2, noon())?);
    parties(ports, issued(&first)).await?;
    parties(ports, issued(&second)).await?;
    let company = Company::new(owner.company, noon());
    let found = |invitation: &IssuedInvitation, invited| {
        let invitation = invitation.invitation.clone();
        Some(InvitationFound { invitation, company: company.clone(), by: ada.clone(), invited, introducer: None })
    };
    assert_eq!(ports.teams.invitation(first.hash).await?, found(&first, None));
    assert_eq!(ports.teams.invitation(second.hash).await?, found(&second, Some(bob)));
    assert_eq!(ports.teams.invitation(TokenHash([9; 32])).await?, None);
    assert_eq!(ports.teams.invitations(owner.company).await?, [second.invitation.clone(), first.invitation.clone()]);
    let again = invited(owner, "vera@example.net", 3, noon() + TimeDelta::seconds(1))?;
    parties(ports, issued(&again)).await?;
    assert_eq!(ports.teams.invitation(first.hash).await?, None, "a newer one kills the older");
    assert_eq!(parties(ports, Change::InvitationEnded(other.company, again.invitation.id)).await, Err(CommitError::Stale));
    parties(ports, Change::InvitationEnded(owner.company, again.invitation.id)).await?;
    assert_eq!(parties(ports, Change::InvitationEnded(owner.company, again.invitation.id)).await, Err(CommitError::Stale));
    assert_eq!(ports.teams.invitations(owner.company).await?, [second.invitation]);
    Ok(())
}

pub async fn of_many_invitations_at_once_as_many_are_open_as_may(ports: &StorePorts) -> Checked {
    let (_, owner) = member(ports, "many.ada@example.com").await?;
    let late = noon() + Invitation::LIFE;
    for number in 0..3 {
        parties(ports, issued(&invited(owner, &format!("old.{number}@example.net"), 100 + number, noon())?)).await?;
    }
    let all = (0..12).map(|number| invited(owner, &format!("new.{number}@example.net"), number, late)).collect::<Result<Vec<_>, _>>()?;
    let answers = join_all(all.iter().map(|one| parties(ports, issued(one)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3, "those that expired do not count");
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Full))));
    Ok(())
}

pub async fn of_many_who_follow_one_invitation_one_joins(ports: &StorePorts) -> Checked {
    let (_, owner) = member(ports, "follow.ada@example.com").await?;
    let invitation = invited(owner, "vera@example.net", 7, noon())?;
    parties(ports, issued(&invitation)).await?;
    let people = (0..12).map(|number| user(&format!("follow.{number}@example.com"))).collect::<Result<Vec<_>, _>>()?;
    let join = |user: &User| {
        let changes = vec![
            Change::InvitationEnded(owner.company, invitation.invitation.id),
            AccountChange::UserAdded(user.clone()).into(),
            Change::MemberAdded(invitation.invitation.accepted(user.id(), noon())),
            Change::TeamChanged { company: owner.company, seen: 0 },
        ];
        ports.parties.commit(changes, context())
    };
    let answers = join_all(people.iter().map(join)).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    assert_eq!(team(ports, owner.company).await?.members.len(), 2);
    Ok(())
}

pub async fn a_company_is_given_up_once_and_only_before_anything_was_handed_in(ports: &StorePorts) -> Checked {
    let (_, blank) = member(ports, "given.ada@example.com").await?;
    let (_, used) = member(ports, "given.bob@example.com").await?;
    let named = Change::CompanyNamed { id: used.company, legal_name: Line::parse("Mühle Brandt GmbH").ok(), legal_entity: None };
    parties(ports, named).await?;
    assert_eq!(parties(ports, Change::CompanyClosed(used.company, noon())).await, Err(CommitError::Stale));
    parties(ports, Change::CompanyClosed(blank.company, noon())).await?;
    assert_eq!(parties(ports, Change::CompanyClosed(blank.company, noon())).await, Err(CommitError::Stale));
    let (closed, _) = ports.teams.owners(blank.company).await?.ok_or("no company")?;
    assert_eq!(closed.closed_at, Some(noon()));
    Ok(())
}
