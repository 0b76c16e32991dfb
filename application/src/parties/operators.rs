//! Making an operator, and saying what they are to the house, on the command line.

use super::Parties;
use crate::{
    identity::{
        changes::{Change as AccountChange, EMAIL, LAST_ADMIN},
        ports::Seen,
    },
    kernel::{
        commit::{CommitError, WriteContext},
        unavailable::Unavailable,
    },
};
use sooner_domain::{
    identity::{
        link::LinkPurpose,
        operator::{OperatorRole, OperatorRoles},
        user::{NewOperator, Role, User},
    },
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        email::EmailAddress,
        ids::UserId,
        text::PersonName,
    },
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddOperatorError {
    #[error("this e-mail address has an account already")]
    EmailTaken,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetRolesError {
    #[error("no operator has this e-mail address")]
    NotFound,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RemoveOperatorError {
    #[error("no operator has this e-mail address")]
    NotFound,
    #[error("nobody else is an admin: give somebody that role first")]
    LastAdmin,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OperatorLinkError {
    #[error("no operator has this e-mail address")]
    NotFound,
    #[error("this operator was removed: give them roles first")]
    Removed,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// What else opens an operator's account.
const PASSWORD_LINKS: &[LinkPurpose] = &[LinkPurpose::ResetPassword, LinkPurpose::SetPassword];

impl Parties {
    /// Everybody who works for the house, or did, the first one first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn operators(&self) -> Result<Vec<Seen>, Unavailable> {
        self.identity.users.operators().await
    }

    async fn operator(&self, email: &EmailAddress) -> Result<Option<User>, Unavailable> {
        Ok(self.identity.users.by_email(email).await?.filter(|user| user.parts().role == Role::Operator))
    }

    /// Closes an operator's account: roles, password, second factor, links and sessions end. What they did stays, and so does
    /// the account, so that nobody else gets their address; roles open it again.
    ///
    /// # Errors
    /// `NotFound`; `LastAdmin` when nobody would be left to say who the operators are.
    pub async fn remove_operator(&self, email: &EmailAddress) -> Result<(), RemoveOperatorError> {
        let mut user = self.operator(email).await?.ok_or(RemoveOperatorError::NotFound)?;
        let (id, before) = (user.id(), user.parts().clone());
        user.leave_the_house().map_err(|_| RemoveOperatorError::NotFound)?;
        let was_admin = before.operator_roles.contains(OperatorRole::Admin);
        let entry = Entry::new(self.identity.clock.now(), Actor::CommandLine, AuditAction::OperatorRemoved, Subjects::user(id));
        let roles = Some(before.operator_roles.codes()).filter(|codes| !codes.is_empty());
        let factor = |on: bool| Some(if on { "on" } else { "off" }.to_owned());
        let mut entry = entry.change("operatorRoles", roles, None);
        if before.second_factor {
            entry = entry.change("secondFactor", factor(true), factor(false));
        }
        let changes = [
            AccountChange::AdminsHeld { without: was_admin.then_some(id) },
            AccountChange::LinksEnded { of: id, purposes: PASSWORD_LINKS },
            AccountChange::FactorRemoved(id),
            AccountChange::UserChanged(user),
            AccountChange::SessionsEnded { of: id, but: None },
        ];
        match self.commit.commit(changes.map(Into::into).into(), WriteContext::of(entry)).await {
            Ok(()) => Ok(()),
            Err(CommitError::Taken(LAST_ADMIN)) => Err(RemoveOperatorError::LastAdmin),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// The secret of a new link that sets an operator's password, once, within a day; those from before work no more.
    ///
    /// # Errors
    /// `NotFound`, `Removed`.
    pub async fn operator_link(&self, email: &EmailAddress) -> Result<String, OperatorLinkError> {
        let identity = &self.identity;
        let user = self.operator(email).await?.ok_or(OperatorLinkError::NotFound)?;
        if user.is_closed() {
            return Err(OperatorLinkError::Removed);
        }
        let now = identity.clock.now();
        let issued = identity.new_link(&user, LinkPurpose::SetPassword, now);
        let token = identity.link_tokens.token(issued.link.id);
        let entry = Entry::new(now, Actor::CommandLine, AuditAction::PasswordLinkSent, Subjects::user(user.id()));
        let ended = AccountChange::LinksEnded { of: user.id(), purposes: PASSWORD_LINKS };
        let changes = vec![ended.into(), AccountChange::LinkIssued(issued).into()];
        self.commit.commit(changes, WriteContext::of(entry)).await.map_err(CommitError::unexpected)?;
        Ok(token)
    }

    /// Makes an operator without a password and answers the secret of the link that sets it, once, within a day. Without
    /// roles, the first one of an instance gets all of them, and any other reviews.
    ///
    /// # Errors
    /// `EmailTaken`.
    pub async fn add_operator(
        &self,
        email: EmailAddress,
        fname: PersonName,
        lname: PersonName,
        roles: OperatorRoles,
    ) -> Result<String, AddOperatorError> {
        let identity = &self.identity;
        let now = identity.clock.now();
        let roles = match roles {
            given if !given.is_empty() => given,
            _ if identity.users.operators().await?.is_empty() => OperatorRoles::all(),
            _ => [OperatorRole::Reviewer].into_iter().collect(),
        };
        let user = User::operator(UserId(identity.ids.next()), NewOperator { email, fname, lname, roles }, now);
        let issued = identity.new_link(&user, LinkPurpose::SetPassword, now);
        let token = identity.link_tokens.token(issued.link.id);
        let (company, mut changes) = self.new_account(user.clone(), now);
        let about = Subjects::founder(user.id(), company);
        let entry = Entry::new(now, Actor::CommandLine, AuditAction::OperatorAdded, about).new_values(user.answers());
        changes.push(AccountChange::LinkIssued(issued).into());
        match self.commit.commit(changes, WriteContext::of(entry)).await {
            Ok(()) => Ok(token),
            Err(CommitError::Taken(EMAIL)) => Err(AddOperatorError::EmailTaken),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// Gives an operator these roles: for whoever runs the instance, who is asked by nobody. It is how an instance gets an
    /// admin again that has none.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn set_roles(&self, email: &EmailAddress, roles: OperatorRoles) -> Result<(), SetRolesError> {
        let mut user = self.identity.users.by_email(email).await?.ok_or(SetRolesError::NotFound)?;
        let (id, before) = (user.id(), user.parts().operator_roles);
        user.work_as(roles).map_err(|_| SetRolesError::NotFound)?;
        let codes = |roles: OperatorRoles| Some(roles.codes()).filter(|codes| !codes.is_empty());
        let entry = Entry::new(self.identity.clock.now(), Actor::CommandLine, AuditAction::OperatorRolesChanged, Subjects::user(id));
        let entry = entry.change("operatorRoles", codes(before), codes(roles));
        let changes = vec![AccountChange::UserChanged(user).into()];
        self.commit.commit(changes, WriteContext::of(entry)).await.map_err(|error| error.unexpected().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::ResetPasswordError;
    use crate::testing::{HOME, World, a_user};
    use sooner_domain::identity::password::PlainPassword;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    async fn added(world: &World, email: &str, roles: OperatorRoles) -> Result<User, Box<dyn std::error::Error>> {
        let email = EmailAddress::parse(email)?;
        world.parties().add_operator(email.clone(), PersonName::parse("Olga")?, PersonName::parse("Reyes")?, roles).await?;
        world.identity().users.by_email(&email).await?.ok_or_else(|| "no account".into())
    }

    #[tokio::test]
    async fn an_operator_sets_the_password_with_the_link() -> Checked {
        let world = World::default();
        let identity = world.identity();
        let email = EmailAddress::parse("olga@example.com")?;
        let none = OperatorRoles::default();
        let token = world.parties().add_operator(email.clone(), PersonName::parse("Olga")?, PersonName::parse("Reyes")?, none).await?;
        assert_eq!(world.last_entry().await?.by, Actor::CommandLine);
        assert!(identity.sign_in(&email, PlainPassword::parse_typed("anything")?, HOME).await.is_err(), "no password yet");
        identity.reset_password(&token, "seven quiet harbours", HOME).await?;
        let welcome = identity.sign_in(&email, PlainPassword::parse_typed("seven quiet harbours")?, HOME).await?;
        let me = world.parties().member(&welcome.token).await?.ok_or("not signed in")?;
        assert_eq!(me.user.parts().role, Role::Operator);
        Ok(())
    }

    #[tokio::test]
    async fn the_first_one_has_every_role_and_a_later_one_reviews_unless_told_otherwise() -> Checked {
        let world = World::default();
        let (none, treasury) = (OperatorRoles::default(), [OperatorRole::Treasury].into_iter().collect());
        assert_eq!(added(&world, "olga@example.com", none).await?.parts().operator_roles, OperatorRoles::all());
        let reviewer = [OperatorRole::Reviewer].into_iter().collect();
        assert_eq!(added(&world, "omar@example.com", none).await?.parts().operator_roles, reviewer);
        assert_eq!(added(&world, "otto@example.com", treasury).await?.parts().operator_roles, treasury);
        Ok(())
    }

    #[tokio::test]
    async fn whoever_runs_the_instance_gives_an_operator_any_role_and_a_member_none() -> Checked {
        let world = World::default();
        let olga = added(&world, "olga@example.com", [OperatorRole::Auditor].into_iter().collect()).await?;
        world.parties().set_roles(olga.email(), OperatorRoles::all()).await?;
        let entry = world.last_entry().await?;
        assert_eq!((entry.by, entry.action), (Actor::CommandLine, AuditAction::OperatorRolesChanged));
        let olga = world.identity().users.by_id(olga.id()).await?.ok_or("no account")?;
        assert_eq!(olga.parts().operator_roles, OperatorRoles::all());
        let ada = world.member(a_user()).await?;
        assert_eq!(world.parties().set_roles(ada.user.email(), OperatorRoles::all()).await, Err(SetRolesError::NotFound));
        let nobody = EmailAddress::parse("nobody@example.com")?;
        assert_eq!(world.parties().set_roles(&nobody, OperatorRoles::all()).await, Err(SetRolesError::NotFound));
        Ok(())
    }

    #[tokio::test]
    async fn a_new_link_ends_the_ones_before_and_is_for_operators_alone() -> Checked {
        let world = World::default();
        let email = EmailAddress::parse("olga@example.com")?;
        let (fname, lname) = (PersonName::parse("Olga")?, PersonName::parse("Reyes")?);
        let first = world.parties().add_operator(email.clone(), fname, lname, OperatorRoles::default()).await?;
        let second = world.parties().operator_link(&email).await?;
        assert_eq!(world.last_entry().await?.by, Actor::CommandLine);
        let identity = world.identity();
        assert_eq!(identity.reset_password(&first, "seven quiet harbours", HOME).await, Err(ResetPasswordError::LinkInvalid));
        identity.reset_password(&second, "seven quiet harbours", HOME).await?;
        let ada = world.member(a_user()).await?;
        assert_eq!(world.parties().operator_link(ada.user.email()).await, Err(OperatorLinkError::NotFound));
        Ok(())
    }

    #[tokio::test]
    async fn a_removed_operator_gets_in_by_nothing_until_they_have_roles_again() -> Checked {
        let world = World::default();
        let identity = world.identity();
        let olga = added(&world, "olga@example.com", OperatorRoles::default()).await?;
        let omar = added(&world, "omar@example.com", OperatorRoles::all()).await?;
        let waiting = world.parties().operator_link(omar.email()).await?;
        identity.reset_password(&waiting, "seven quiet harbours", HOME).await?;
        let welcome = identity.sign_in(omar.email(), PlainPassword::parse_typed("seven quiet harbours")?, HOME).await?;
        let open = world.parties().operator_link(omar.email()).await?;

        world.parties().remove_operator(omar.email()).await?;
        let entry = world.last_entry().await?;
        assert_eq!((entry.by, entry.action, entry.about.thing), (Actor::CommandLine, AuditAction::OperatorRemoved, omar.id().0));
        assert_eq!(world.parties().member(&welcome.token).await?, None, "the session ended");
        assert!(identity.sign_in(omar.email(), PlainPassword::parse_typed("seven quiet harbours")?, HOME).await.is_err());
        assert_eq!(identity.reset_password(&open, "eight quiet harbours", HOME).await, Err(ResetPasswordError::LinkInvalid));
        identity.mail_reset_link(omar.email()).await?;
        assert!(world.mailed_token().await.is_err(), "no link is mailed for a forgotten password");
        assert_eq!(world.parties().operator_link(omar.email()).await, Err(OperatorLinkError::Removed));
        let seen: Vec<_> = world.parties().operators().await?.into_iter().map(|seen| (seen.user.id(), seen.user.is_closed())).collect();
        assert_eq!(seen, [(olga.id(), false), (omar.id(), true)]);

        world.parties().set_roles(omar.email(), [OperatorRole::Auditor].into_iter().collect()).await?;
        let again = world.parties().operator_link(omar.email()).await?;
        identity.reset_password(&again, "eight quiet harbours", HOME).await?;
        assert!(identity.sign_in(omar.email(), PlainPassword::parse_typed("eight quiet harbours")?, HOME).await.is_ok());
        Ok(())
    }

    #[tokio::test]
    async fn the_last_admin_is_not_removed_and_anybody_else_is() -> Checked {
        let world = World::default();
        let olga = added(&world, "olga@example.com", OperatorRoles::all()).await?;
        let omar = added(&world, "omar@example.com", OperatorRoles::default()).await?;
        assert_eq!(world.parties().remove_operator(olga.email()).await, Err(RemoveOperatorError::LastAdmin));
        world.parties().set_roles(omar.email(), [OperatorRole::Admin].into_iter().collect()).await?;
        world.parties().remove_operator(olga.email()).await?;
        assert_eq!(world.parties().remove_operator(omar.email()).await, Err(RemoveOperatorError::LastAdmin));
        let ada = world.member(a_user()).await?;
        assert_eq!(world.parties().remove_operator(ada.user.email()).await, Err(RemoveOperatorError::NotFound));
        Ok(())
    }
}
