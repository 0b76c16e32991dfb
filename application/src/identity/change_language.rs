//! What somebody reads.

use super::{Identity, SignedIn, changes::Change};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    unavailable::Unavailable,
};
use sooner_domain::kernel::{
    audit::{AuditAction, Entry},
    coded::Coded,
    language::Language,
};

impl Identity {
    /// Writes to the account's owner in this language from now on. Mails that wait already stay as they are.
    ///
    /// # Errors
    /// `Unavailable`, also when others kept changing the account.
    pub async fn change_language(&self, me: &SignedIn, language: Language) -> Result<(), Unavailable> {
        let mut before = me.user.clone();
        for _ in 0..MAX_ATTEMPTS {
            let was = before.parts().language;
            if was == language {
                return Ok(());
            }
            let mut user = before;
            user.speak(language);
            let entry = Entry::own(user.id(), AuditAction::LanguageChanged, self.clock.now());
            let entry = entry.change("language", Some(was.code().to_owned()), Some(language.code().to_owned()));
            before = match self.commit.commit(vec![Change::UserChanged(user)], WriteContext::of(entry)).await {
                Ok(()) => return Ok(()),
                Err(CommitError::Stale) => self.again(me).await?,
                Err(error) => return Err(error.unexpected()),
            };
        }
        Err(Unavailable::Conflicted("account"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{HOME, World, a_user};
    use chrono::TimeDelta;
    use sooner_domain::kernel::{change::Changed, email::EmailAddress};

    type Checked = Result<(), Box<dyn std::error::Error>>;

    #[tokio::test]
    async fn a_mail_is_in_the_language_its_reader_had_when_it_was_written() -> Checked {
        let world = World::default();
        let mut german = a_user();
        german.member.language = Language::German;
        let me = world.proven(german).await?;
        let identity = world.identity();
        world.clock.advance(TimeDelta::minutes(1));
        identity.mail_reset_link(me.user.email()).await?;
        identity.change_language(&me, Language::English).await?;
        world.clock.advance(TimeDelta::minutes(1));
        identity.mail_reset_link(me.user.email()).await?;
        world.delivery().round().await?;
        let languages: Vec<_> = world.mailer.sent().iter().map(|mail| mail.language).collect();
        assert_eq!(languages, [Language::German, Language::German, Language::English]);
        Ok(())
    }

    #[tokio::test]
    async fn the_link_to_a_corrected_address_is_in_the_language_of_the_sign_up() -> Checked {
        let world = World::default();
        let mut german = a_user();
        german.member.language = Language::German;
        let me = world.member(german).await?;
        world.identity().change_email(&me, &EmailAddress::parse("ada@example.org")?, HOME).await?;
        world.delivery().round().await?;
        assert!(world.mailer.sent().iter().all(|mail| mail.language == Language::German));
        assert_eq!(world.mailer.sent().len(), 2);
        Ok(())
    }

    #[tokio::test]
    async fn a_change_of_language_is_recorded_once_and_the_same_again_is_none() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let records = async || Ok::<_, Box<dyn std::error::Error>>(world.records().await?.len());
        let before = records().await?;
        world.identity().change_language(&me, Language::English).await?;
        assert_eq!(records().await?, before, "it was English");
        for _ in 0..2 {
            let again = world.signed_in_again(&me).await?;
            world.identity().change_language(&again, Language::German).await?;
        }
        assert_eq!(records().await?, before + 1);
        let Some(last) = world.records().await?.pop() else { panic!("no record") };
        assert_eq!(last.entry.action, AuditAction::LanguageChanged);
        assert_eq!(last.entry.changes, [Changed::new("language", Some("en".into()), Some("de".into()))]);
        Ok(())
    }
    #[tokio::test]
    async fn a_change_beside_another_loses_neither() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        let verified = world.identity().verify_phone(&me, &world.proof_of("+4915112345678")).await?;
        // What `me` knows is old: the account is read again.
        world.identity().change_language(&me, Language::German).await?;
        let now = world.parties().member(&verified).await?.ok_or("not signed in")?;
        assert_eq!((now.user.parts().language, now.user.parts().phone_verified), (Language::German, true));
        Ok(())
    }
}
