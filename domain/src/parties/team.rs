//! Who belongs to a company, and how that changes.

use super::membership::{MemberRight, MemberRole, Membership};
use crate::kernel::{
    coded::{Coded, coded_enum},
    ids::{CompanyId, UserId},
};

coded_enum!(
    /// What one member may do with another one's place, or with their own.
    TeamMove {
        ChangeRole = "change_role",
        /// Takes them out of the company; with oneself, leaves it.
        Remove = "remove",
    }
);

/// The members of one company, the first one first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Team {
    pub company: CompanyId,
    /// Counts changes; a writer names the one it saw.
    pub version: i64,
    pub members: Vec<Membership>,
}

/// Why a company's members stay as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TeamRefusal {
    #[error("it takes another role")]
    Forbidden,
    #[error("there is no such member")]
    NoSuchMember,
    /// Somebody has to be able to say who the others are.
    #[error("the last owner stays one")]
    LastOwner,
    #[error("the company has as many members as it can hold")]
    Full,
    /// Whoever joins another company must not leave people or an application behind.
    #[error("the company is in use")]
    InUse,
    /// Staff of the house could decide on a company that they leave for a moment.
    #[error("they work for the house")]
    WorksForHouse,
}

impl Team {
    /// As many as anybody would want to look through on one screen.
    pub const MAX: usize = 100;

    /// The place of a member.
    ///
    /// # Errors
    /// `NoSuchMember`.
    pub fn member(&self, user: UserId) -> Result<Membership, TeamRefusal> {
        self.members.iter().find(|member| member.user == user).copied().ok_or(TeamRefusal::NoSuchMember)
    }

    /// Whether this member says who the others are.
    ///
    /// # Errors
    /// `Forbidden`.
    pub fn may_manage(&self, by: UserId) -> Result<(), TeamRefusal> {
        let may = self.member(by).is_ok_and(|member| member.may(MemberRight::ManageMembers));
        if may { Ok(()) } else { Err(TeamRefusal::Forbidden) }
    }

    /// Whether there is room for one more.
    ///
    /// # Errors
    /// `Full`.
    pub fn has_room(&self) -> Result<(), TeamRefusal> {
        if self.members.len() < Self::MAX { Ok(()) } else { Err(TeamRefusal::Full) }
    }

    /// Gives a member another role; answers their place as it is then.
    ///
    /// # Errors
    /// `Forbidden`, `NoSuchMember`, `LastOwner`.
    pub fn change_role(&self, by: UserId, who: UserId, role: MemberRole) -> Result<Membership, TeamRefusal> {
        self.may_manage(by)?;
        let member = self.member(who)?;
        if role != MemberRole::Owner {
            self.can_do_without(who)?;
        }
        Ok(Membership { role, ..member })
    }

    /// Whether this member may go: of their own will, or because somebody else says so.
    ///
    /// # Errors
    /// `Forbidden`, `NoSuchMember`, `LastOwner`.
    pub fn may_go(&self, by: UserId, who: UserId) -> Result<Membership, TeamRefusal> {
        if by != who {
            self.may_manage(by)?;
        }
        let member = self.member(who)?;
        self.can_do_without(who)?;
        Ok(member)
    }

    /// What one member may do with another one's place now.
    pub fn moves(&self, by: UserId, who: UserId) -> Vec<TeamMove> {
        let may = |what: &TeamMove| match what {
            // One role in place of another; the same one again is no change.
            TeamMove::ChangeRole => MemberRole::ALL.iter().all(|role| self.change_role(by, who, *role).is_ok()),
            TeamMove::Remove => self.may_go(by, who).is_ok(),
        };
        TeamMove::ALL.iter().copied().filter(may).collect()
    }

    /// Whether the company can be given up for another one: its only member is the one who goes.
    ///
    /// # Errors
    /// `InUse`.
    pub fn may_close(&self, by: UserId) -> Result<(), TeamRefusal> {
        let is_alone = matches!(self.members.as_slice(), [only] if only.user == by);
        if is_alone { Ok(()) } else { Err(TeamRefusal::InUse) }
    }

    fn can_do_without(&self, who: UserId) -> Result<(), TeamRefusal> {
        let owns = |member: &&Membership| member.role == MemberRole::Owner;
        let is_last = self.member(who).is_ok_and(|member| owns(&&member)) && self.members.iter().filter(owns).count() == 1;
        if is_last { Err(TeamRefusal::LastOwner) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::coded::Coded;
    use chrono::DateTime;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn user(number: u128) -> UserId {
        UserId(Uuid::from_u128(number))
    }

    fn team(roles: &[MemberRole]) -> Team {
        let company = CompanyId(Uuid::nil());
        let place = |(number, role): (usize, &MemberRole)| Membership {
            user: user(number as u128),
            company,
            role: *role,
            since: DateTime::UNIX_EPOCH,
        };
        Team { company, version: 0, members: roles.iter().enumerate().map(place).collect() }
    }

    #[test]
    fn owners_say_who_the_others_are_and_anybody_may_go() {
        let roles = [MemberRole::Owner, MemberRole::Owner, MemberRole::Approver, MemberRole::Viewer];
        let team = team(&roles);
        assert_eq!(team.change_role(user(0), user(3), MemberRole::Preparer).map(|member| member.role), Ok(MemberRole::Preparer));
        assert_eq!(team.change_role(user(2), user(3), MemberRole::Preparer), Err(TeamRefusal::Forbidden));
        assert_eq!(team.change_role(user(9), user(3), MemberRole::Preparer), Err(TeamRefusal::Forbidden));
        assert_eq!(team.change_role(user(0), user(9), MemberRole::Preparer), Err(TeamRefusal::NoSuchMember));
        assert_eq!(team.may_go(user(2), user(3)), Err(TeamRefusal::Forbidden));
        for who in 0..4 {
            assert!(team.may_go(user(who), user(who)).is_ok());
        }
        assert_eq!(team.may_go(user(9), user(9)), Err(TeamRefusal::NoSuchMember));
    }

    #[test]
    fn the_last_owner_stays_one() {
        let team = team(&[MemberRole::Owner, MemberRole::Approver]);
        assert_eq!(team.may_go(user(0), user(0)), Err(TeamRefusal::LastOwner));
        assert_eq!(team.change_role(user(0), user(0), MemberRole::Viewer), Err(TeamRefusal::LastOwner));
        assert!(team.change_role(user(0), user(0), MemberRole::Owner).is_ok());
        assert!(team.change_role(user(0), user(1), MemberRole::Owner).is_ok());
    }

    #[test]
    fn what_may_be_done_with_a_place_is_what_would_be_done() {
        let two = team(&[MemberRole::Owner, MemberRole::Owner, MemberRole::Viewer]);
        let both = TeamMove::ALL;
        for (by, who, expected) in [(0, 0, both), (0, 1, both), (0, 2, both), (2, 2, &[TeamMove::Remove]), (2, 0, &[])] {
            assert_eq!(two.moves(user(by), user(who)), expected, "{by} {who}");
        }
        let one = team(&[MemberRole::Owner, MemberRole::Viewer]);
        assert_eq!(one.moves(user(0), user(0)), [], "the last owner");
        assert_eq!(one.moves(user(0), user(1)), both);
    }

    #[test]
    fn a_company_is_closed_by_its_only_member() {
        assert_eq!(team(&[MemberRole::Owner]).may_close(user(0)), Ok(()));
        assert_eq!(team(&[MemberRole::Owner]).may_close(user(1)), Err(TeamRefusal::InUse));
        assert_eq!(team(&[MemberRole::Owner, MemberRole::Viewer]).may_close(user(0)), Err(TeamRefusal::InUse));
    }

    #[test]
    fn a_team_has_an_end() {
        assert_eq!(team(&[MemberRole::Owner; Team::MAX - 1]).has_room(), Ok(()));
        assert_eq!(team(&[MemberRole::Owner; Team::MAX]).has_room(), Err(TeamRefusal::Full));
    }

    proptest! {
        /// Whatever people do to each other, one who may say who the others are is left.
        #[test]
        fn an_owner_remains(steps in proptest::collection::vec((0u128..6, 0u128..6, 0usize..5), 1..60)) {
            let mut team = team(&[MemberRole::Owner, MemberRole::Owner, MemberRole::Approver, MemberRole::Preparer, MemberRole::Viewer]);
            for (by, who, what) in steps {
                let (by, who) = (user(by), user(who));
                match MemberRole::ALL.get(what) {
                    Some(role) => if let Ok(changed) = team.change_role(by, who, *role) {
                        prop_assert!(team.member(by).is_ok_and(|member| member.role == MemberRole::Owner));
                        team.members.iter_mut().filter(|member| member.user == who).for_each(|member| *member = changed);
                    },
                    None => if team.may_go(by, who).is_ok() {
                        team.members.retain(|member| member.user != who);
                    },
                }
                prop_assert!(team.members.iter().any(|member| member.role == MemberRole::Owner));
            }
        }
    }
}
