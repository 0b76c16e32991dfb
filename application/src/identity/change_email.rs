//! Correcting a mistyped address.

use super::{
    Identity, SignedIn,
    changes::{Change, EMAIL},
};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    outbox::Content,
    rate_limits::{RateLimit, address_key},
    too_many::TooMany,
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::link::LinkPurpose,
    kernel::{
        audit::{AuditAction, Entry},
        coded::Coded,
        email::EmailAddress,
    },
};
use std::net::IpAddr;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChangeEmailError {
    #[error("the e-mail address is verified already")]
    AlreadyVerified,
    #[error("the e-mail address has another account")]
    EmailTaken,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Identity {
    /// Corrects an address that is not proven yet: every link mailed so far dies, and a new one goes to the new address.
    /// Where that may get no mail now, nothing changes. Whether an address has an account can be learned here as at
    /// sign-up, and as often.
    ///
    /// # Errors
    /// `AlreadyVerified` once it is, `EmailTaken`, `TooMany`.
    pub async fn change_email(&self, me: &SignedIn, email: &EmailAddress, from: IpAddr) -> Result<(), ChangeEmailError> {
        let now = self.clock.now();
        let mut before = me.user.clone();
        if before.parts().email_verified {
            return Err(ChangeEmailError::AlreadyVerified);
        }
        self.rate_limits.spend(RateLimit::SIGN_UP_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        if before.email() == email {
            return Ok(());
        }
        // Before the mail is counted: somebody else's mails are not used up here.
        if self.users.by_email(email).await?.is_some() {
            return Err(ChangeEmailError::EmailTaken);
        }
        self.may_mail(email, before.id(), now).await?.or_too_many_mails()?;
        // Without an account there are no links to it: this tells only of the caller's own, such as that of the sign-up.
        self.rate_limits.spend(RateLimit::LINK_MAIL_BY_RECIPIENT, email.as_str(), now).await?.or_too_many_mails()?;
        for _ in 0..MAX_ATTEMPTS {
            let mut user = before.clone();
            user.change_email(email.clone()).map_err(|_| ChangeEmailError::AlreadyVerified)?;
            let issued = self.new_link(&user, LinkPurpose::VerifyEmail, now);
            let entry = Entry::own(user.id(), AuditAction::EmailChanged, now);
            let entry = entry.change("email", Some(before.email().as_str().to_owned()), Some(email.as_str().to_owned()));
            let context = WriteContext::of(entry).and_mail(self.link_mail(&user, &issued, |link| Content::VerifyEmail { link }));
            let links = Change::LinksEnded { of: user.id(), purposes: LinkPurpose::ALL };
            before = match self.commit.commit(vec![links, Change::UserChanged(user), Change::LinkIssued(issued)], context).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Taken(EMAIL)) => return Err(ChangeEmailError::EmailTaken),
                Err(CommitError::Stale) => self.again(me).await?,
                Err(error) => return Err(error.unexpected().into()),
            };
        }
        Err(Unavailable::Conflicted("account").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        identity::{ResetPasswordError, VerifyEmailError, hash_of},
        testing::{HOME, World, a_user},
    };
    use chrono::TimeDelta;
    use sooner_domain::kernel::change::Changed;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    fn right() -> EmailAddress {
        EmailAddress::parse("ada@example.org").unwrap()
    }

    #[tokio::test]
    async fn a_mistyped_address_is_corrected_and_the_link_goes_to_the_right_one() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let older = world.mailed_token().await?;
        let identity = world.identity();
        identity.change_email(&me, &right(), HOME).await?;
        let entry = world.last_entry().await?;
        assert_eq!(entry.changes, [Changed::new("email", Some("ada@example.com".into()), Some("ada@example.org".into()))]);
        let newer = world.mailed_token().await?;
        assert_eq!(world.mailer.sent().last().map(|mail| mail.to.clone()), Some(right()));
        assert_eq!(identity.verify_email(&older, HOME).await, Err(VerifyEmailError::LinkInvalid));
        let again = world.signed_in(&identity.users.by_email(&right()).await?.ok_or("no account")?).await?;
        assert_eq!(identity.sessions(&again).await?.len(), 2, "nobody was signed out");
        identity.verify_email(&newer, HOME).await?;
        // What `me` knows is old: the store tells.
        let another = EmailAddress::parse("ada@example.net")?;
        assert_eq!(identity.change_email(&me, &another, HOME).await, Err(ChangeEmailError::AlreadyVerified));
        Ok(())
    }

    #[tokio::test]
    async fn a_link_for_a_new_password_dies_with_the_address_it_was_mailed_to() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        world.clock.advance(TimeDelta::minutes(1));
        world.identity().mail_reset_link(me.user.email()).await?;
        let reset = world.mailed_token().await?;
        world.identity().change_email(&me, &right(), HOME).await?;
        let answer = world.identity().reset_password(&reset, "seven quiet harbours", HOME).await;
        assert_eq!(answer, Err(ResetPasswordError::LinkInvalid), "it would prove an address that it was not mailed to");
        assert_eq!(world.identity().links.find(hash_of(&reset), LinkPurpose::ALL).await?, None, "and it is gone besides");
        Ok(())
    }

    #[tokio::test]
    async fn an_address_that_has_an_account_is_taken() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        world.member(a_user().email("bob@example.com")).await?;
        let answer = world.identity().change_email(&me, &EmailAddress::parse("bob@example.com")?, HOME).await;
        assert_eq!(answer, Err(ChangeEmailError::EmailTaken));
        Ok(())
    }

    #[tokio::test]
    async fn nobody_learns_more_addresses_than_at_sign_up() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        for number in 0..19 {
            let email = EmailAddress::parse(&format!("ada{number}@example.com"))?;
            world.identity().change_email(&me, &email, HOME).await.ok();
        }
        let over = world.identity().change_email(&me, &right(), HOME).await;
        assert!(matches!(over, Err(ChangeEmailError::TooMany(_))), "{over:?}: the sign-up counts too");
        Ok(())
    }

    #[tokio::test]
    async fn the_same_address_again_is_no_change_and_none_changes_without_its_mail() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        world.delivery().round().await?;
        world.identity().change_email(&me, me.user.email(), HOME).await?;
        assert_eq!(world.last_entry().await?.action, AuditAction::SignedUp, "what changes nothing leaves no record");
        world.identity().change_email(&me, &right(), HOME).await?;
        let again = world.signed_in_again(&me).await?;
        let back = world.identity().change_email(&again, me.user.email(), HOME).await;
        assert!(matches!(back, Err(ChangeEmailError::TooMany(_))), "{back:?}: it had its mail at the sign-up");
        assert_eq!(world.signed_in_again(&me).await?.user.email(), &right(), "no address without a mail to it");
        world.delivery().round().await?;
        assert_eq!(world.mailer.sent().len(), 2, "the sign-up's and one to the other address");
        Ok(())
    }
}
