//! Making an operator, on the command line.

use super::{
    Identity,
    ports::{AddUserError, Beginning},
};
use crate::kernel::{commit::WriteContext, unavailable::Unavailable};
use sooner_domain::{
    identity::{link::LinkPurpose, user::User},
    kernel::{
        audit::{Actor, AuditAction, Entry},
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

impl Identity {
    /// Makes an operator without a password and answers the secret of the link that sets it, once, within a day.
    ///
    /// # Errors
    /// `EmailTaken`.
    pub async fn add_operator(&self, email: EmailAddress, fname: PersonName, lname: PersonName) -> Result<String, AddOperatorError> {
        let now = self.clock.now();
        let user = User::operator(UserId(self.ids.next()), email, fname, lname, now);
        let issued = self.new_link(&user, LinkPurpose::SetPassword, now);
        let token = self.link_tokens.token(issued.link.id);
        let entry = Entry { by: Actor::CommandLine, ..Entry::own(user.id(), AuditAction::OperatorAdded, now) };
        let effects = WriteContext::of(entry.new_values(user.answers()));
        match self.users.add(&user, Beginning { session: None, link: Some(issued) }, effects).await {
            Ok(()) => Ok(token),
            Err(AddUserError::EmailTaken) => Err(AddOperatorError::EmailTaken),
            Err(AddUserError::Unavailable(unavailable)) => Err(unavailable.into()),
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
        let token = identity.add_operator(email.clone(), PersonName::parse("Olga")?, PersonName::parse("Reyes")?).await?;
        assert_eq!(world.last_entry().await?.by, Actor::CommandLine);
        assert!(identity.sign_in(&email, PlainPassword::parse_typed("anything")?, HOME).await.is_err(), "no password yet");
        identity.reset_password(&token, "seven quiet harbours", HOME).await?;
        let welcome = identity.sign_in(&email, PlainPassword::parse_typed("seven quiet harbours")?, HOME).await?;
        let me = identity.signed_in(&welcome.token).await?.ok_or("not signed in")?;
        assert_eq!(me.user.parts().role, Role::Operator);
        Ok(())
    }
}
