//! Making an operator, on the command line.

use super::Parties;
use crate::{
    identity::changes::{Change as AccountChange, EMAIL},
    kernel::{
        commit::{CommitError, WriteContext},
        unavailable::Unavailable,
    },
};
use sooner_domain::{
    identity::{link::LinkPurpose, user::User},
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

impl Parties {
    /// Makes an operator without a password and answers the secret of the link that sets it, once, within a day.
    ///
    /// # Errors
    /// `EmailTaken`.
    pub async fn add_operator(&self, email: EmailAddress, fname: PersonName, lname: PersonName) -> Result<String, AddOperatorError> {
        let identity = &self.identity;
        let now = identity.clock.now();
        let user = User::operator(UserId(identity.ids.next()), email, fname, lname, now);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOME, World};
    use sooner_domain::identity::{password::PlainPassword, user::Role};

    #[tokio::test]
    async fn an_operator_sets_the_password_with_the_link() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let identity = world.identity();
        let email = EmailAddress::parse("olga@example.com")?;
        let token = world.parties().add_operator(email.clone(), PersonName::parse("Olga")?, PersonName::parse("Reyes")?).await?;
        assert_eq!(world.last_entry().await?.by, Actor::CommandLine);
        assert!(identity.sign_in(&email, PlainPassword::parse_typed("anything")?, HOME).await.is_err(), "no password yet");
        identity.reset_password(&token, "seven quiet harbours", HOME).await?;
        let welcome = identity.sign_in(&email, PlainPassword::parse_typed("seven quiet harbours")?, HOME).await?;
        let me = world.parties().member(&welcome.token).await?.ok_or("not signed in")?;
        assert_eq!(me.user.parts().role, Role::Operator);
        Ok(())
    }
}
