//! Making an operator, and saying what they are to the house, on the command line.

use super::Parties;
use crate::{
    identity::changes::{Change as AccountChange, EMAIL},
    kernel::{
        commit::{CommitError, WriteContext},
        unavailable::Unavailable,
    },
};
use sooner_domain::{
    identity::{
        link::LinkPurpose,
        operator::{OperatorRole, OperatorRoles},
        user::{NewOperator, User},
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

impl Parties {
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
    use crate::testing::{HOME, World, a_user};
    use sooner_domain::identity::{password::PlainPassword, user::Role};

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
}
