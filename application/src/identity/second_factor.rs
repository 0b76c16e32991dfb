//! The second factor: switching it on, passing it, taking it away.

use super::{
    Identity, SignedIn, StepUpRequired,
    changes::{Change, SECOND_FACTOR},
    ports::AppSecret,
};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    outbox::Content,
    rate_limits::{RateLimit, Spent, TooMany},
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::{
        second_factor::{FactorId, SecondFactor},
        session::Session,
        user::{Guard, User},
    },
    kernel::{
        audit::{Actor, AuditAction, Entry},
        email::EmailAddress,
        ids::{SessionId, UserId},
    },
};

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// It is wrong, too old, or was used before.
    #[error("the code is refused")]
    Refused,
    #[error("a second factor is on already")]
    AlreadyOn,
    #[error("no second factor is on, or none was begun")]
    NotOn,
    /// A factor on somebody else's address would keep them out of it for good.
    #[error("the e-mail address is not proven")]
    EmailUnproven,
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// What a person takes over into an authenticator app.
pub struct Enrolment {
    pub secret: AppSecret,
}

/// What a person gets once the second factor is on: a new session, and the codes for the day the phone is gone.
#[derive(Debug)]
pub struct SwitchedOn {
    pub token: String,
    pub recovery_codes: Vec<String>,
}

/// A right code: the factor before and after it, and the session it was given from, which goes on.
#[derive(Clone, Copy)]
struct Given {
    before: SecondFactor,
    after: SecondFactor,
    from: SessionId,
}

impl Identity {
    /// Begins a second factor. It guards nothing until a first code is given; beginning again starts anew. Whoever has the session alone
    /// does not learn its secret: by its codes they could confirm anything, and keep the owner out.
    ///
    /// # Errors
    /// `EmailUnproven`, `StepUpRequired`, `AlreadyOn`.
    pub async fn begin_second_factor(&self, me: &SignedIn) -> Result<Enrolment, CodeError> {
        proven(me)?;
        let now = self.clock.now();
        me.confirmed(now)?;
        let user = me.user.id();
        let factor = SecondFactor::begin(FactorId(self.ids.next()), user, now);
        let context = WriteContext::of(Entry::own(user, AuditAction::SecondFactorBegun, now));
        self.commit.commit(vec![Change::FactorBegun(factor)], context).await.map_err(|error| match error {
            CommitError::Taken(SECOND_FACTOR) => CodeError::AlreadyOn,
            error => error.unexpected().into(),
        })?;
        Ok(Enrolment { secret: self.codes.secret(factor.id, me.user.email()) })
    }

    /// Switches the second factor on with a first code, and ends every session of the account: those were opened without
    /// it. Mails the owner, and answers the token of a new one, and the recovery codes, which are not shown again.
    ///
    /// # Errors
    /// `EmailUnproven`, `Refused`, `NotOn` when none was begun, `AlreadyOn`, `TooMany`.
    pub async fn confirm_second_factor(&self, me: &SignedIn, code: &str) -> Result<SwitchedOn, CodeError> {
        proven(me)?;
        let user = me.user.id();
        let factor = self.guess(user).await?;
        if factor.confirmed {
            return Err(CodeError::AlreadyOn);
        }
        let step = self.codes.step_of(factor.id, code, self.clock.now());
        let Some(after) = step.and_then(|step| factor.after_code(step)) else { return self.wrong_code(user).await };
        let entry = switched(Entry::own(user, AuditAction::SecondFactorSwitchedOn, self.clock.now()), "off", "on");
        let mut guarded = me.user.clone();
        for _ in 0..MAX_ATTEMPTS {
            guarded.guard_by(Guard::PasswordAndCode);
            let used = Change::FactorUsed { before: factor, after };
            let mine = Change::SessionEnded { id: me.session.id, of: user };
            let context = self.with_notice(&guarded, Content::SecondFactorOn, entry.clone());
            let changes = vec![used, Change::UserChanged(guarded), mine, Change::SessionsEnded { of: user, but: None }];
            match self.use_up(changes, &me.session, context).await {
                Ok(token) => return Ok(SwitchedOn { token, recovery_codes: self.codes.recovery_codes(factor.id) }),
                // The account may have changed while the code has not been used; whoever ended this session meant it.
                Err(CodeError::Refused)
                    if self.second_factors.of(user).await? == Some(factor) && self.sessions.goes_on(me.session.id, user).await? => {}
                Err(error) => return Err(error),
            }
            guarded = self.users.by_id(user).await?.ok_or(CodeError::NotOn)?;
        }
        Err(Unavailable::Conflicted("account").into())
    }

    /// Completes a sign-in with a code of the app, or a recovery code. Answers the token of the full session.
    ///
    /// # Errors
    /// `Refused`, `NotOn`, `TooMany`.
    pub async fn pass_second_factor(&self, begun: &Session, code: &str) -> Result<String, CodeError> {
        let factor = self.guess(begun.user).await?;
        if !factor.confirmed {
            return Err(CodeError::NotOn);
        }
        let Some((after, action)) = self.after(&factor, code) else { return self.wrong_code(begun.user).await };
        let entry = Entry::own(begun.user, action, self.clock.now());
        let entry = match action {
            AuditAction::RecoveryCodeUsed => {
                let left = |factor: SecondFactor| Some(factor.recovery_codes_left().to_string());
                entry.change("recoveryCodesLeft", left(factor), left(after))
            }
            _ => entry,
        };
        let changes = vec![Change::FactorUsed { before: factor, after }, Change::SessionEnded { id: begun.id, of: begun.user }];
        self.use_up(changes, begun, WriteContext::of(entry)).await
    }

    /// Takes the second factor away, which takes a code of it, ends the account's other sessions, and mails the owner.
    ///
    /// # Errors
    /// `Refused`, `NotOn`, `TooMany`.
    pub async fn remove_second_factor(&self, me: &SignedIn, code: &str) -> Result<(), CodeError> {
        let factor = self.guess(me.user.id()).await?;
        if !factor.confirmed {
            return Err(CodeError::NotOn);
        }
        let Some((after, _)) = self.after(&factor, code) else { return self.wrong_code(me.user.id()).await };
        let entry = switched(Entry::own(me.user.id(), AuditAction::SecondFactorRemoved, self.clock.now()), "on", "off");
        self.take_away(me.user.clone(), Some(Given { before: factor, after, from: me.session.id }), entry).await
    }

    /// Takes the second factor away from somebody who lost phone and recovery codes, at the command line.
    ///
    /// # Errors
    /// `NotOn` when there is no such account, or it has none.
    pub async fn reset_second_factor(&self, email: &EmailAddress) -> Result<(), CodeError> {
        let user = self.users.by_email(email).await?.filter(|user| user.parts().second_factor).ok_or(CodeError::NotOn)?;
        let entry = Entry { by: Actor::CommandLine, ..Entry::own(user.id(), AuditAction::SecondFactorRemoved, self.clock.now()) };
        self.take_away(user, None, switched(entry, "on", "off")).await
    }

    /// How many recovery codes are left; none without a second factor.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn recovery_codes_left(&self, me: &SignedIn) -> Result<Option<u32>, Unavailable> {
        let factor = self.second_factors.of(me.user.id()).await?;
        Ok(factor.filter(|factor| factor.confirmed).map(SecondFactor::recovery_codes_left))
    }

    /// The factor a code is about to be tried on: each try counts.
    pub(super) async fn guess(&self, user: UserId) -> Result<SecondFactor, CodeError> {
        self.rate_limits.spend(RateLimit::CODE_BY_ACCOUNT, &user.to_string(), self.clock.now()).await?.or_too_many()?;
        self.second_factors.of(user).await?.ok_or(CodeError::NotOn)
    }

    pub(super) fn after(&self, factor: &SecondFactor, code: &str) -> Option<(SecondFactor, AuditAction)> {
        if let Some(step) = self.codes.step_of(factor.id, code, self.clock.now()) {
            return Some((factor.after_code(step)?, AuditAction::SecondFactorPassed));
        }
        let typed = plain(code);
        let of = |codes: Vec<String>| codes.iter().position(|known| plain(known) == typed);
        let number = of(self.codes.recovery_codes(factor.id)).or_else(|| of(self.codes.former_recovery_codes(factor.id)))?;
        Some((factor.after_recovery(number.try_into().ok()?)?, AuditAction::RecoveryCodeUsed))
    }

    /// Refuses a code, and writes that down. After a few, the owner is told: whoever types codes knows the password.
    pub(super) async fn wrong_code<T>(&self, user: UserId) -> Result<T, CodeError> {
        let (now, account) = (self.clock.now(), user.to_string());
        let mut context = WriteContext::of(Entry::own(user, AuditAction::SecondFactorFailed, now));
        let many = self.rate_limits.spend(RateLimit::WRONG_CODES_BY_ACCOUNT, &account, now).await? != Spent::Within;
        if many && self.rate_limits.spend(RateLimit::WRONG_CODES_MAIL_BY_ACCOUNT, &account, now).await? == Spent::Within {
            let owner = self.users.by_id(user).await?;
            context.mails.extend(owner.and_then(|owner| self.notice(&owner, Content::WrongCodes, now)));
        }
        self.commit.commit(Vec::new(), context).await.map_err(CommitError::unexpected)?;
        Err(CodeError::Refused)
    }

    /// The entry of a write, with a mail to the owner of the account.
    fn with_notice(&self, owner: &User, content: Content, entry: Entry) -> WriteContext {
        let mails = self.notice(owner, content, entry.at).into_iter().collect();
        WriteContext { mails, ..WriteContext::of(entry) }
    }

    /// Uses a code up and opens a session in place of this one. Of two requests with one code, one wins.
    async fn use_up(&self, mut changes: Vec<Change>, instead_of: &Session, context: WriteContext) -> Result<String, CodeError> {
        let opened = self.new_session(instead_of.user, self.clock.now()).on(instead_of.client);
        let token = self.tokens.sign(&opened)?;
        changes.push(Change::SessionOpened(opened));
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(token),
            Err(CommitError::Stale) => Err(CodeError::Refused),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    /// Takes the factor away from the account, and ends its sessions. Where a code was given for it, that is used up: it does
    /// nothing else at the same time.
    async fn take_away(&self, mut user: User, given: Option<Given>, entry: Entry) -> Result<(), CodeError> {
        let id = user.id();
        for _ in 0..MAX_ATTEMPTS {
            user.guard_by(Guard::Password);
            let mut changes: Vec<_> = given.map(|Given { before, after, .. }| Change::FactorUsed { before, after }).into_iter().collect();
            let but = given.map(|given| given.from);
            let context = self.with_notice(&user, Content::SecondFactorOff, entry.clone());
            changes.extend([Change::FactorRemoved(id), Change::UserChanged(user), Change::SessionsEnded { of: id, but }]);
            user = match self.commit.commit(changes, context).await {
                Ok(()) => return Ok(()),
                // The account may have changed while the code has not been used; whoever ended the session meant it.
                Err(CommitError::Stale) => match given {
                    Some(Given { before, from, .. })
                        if self.second_factors.of(id).await? != Some(before) || !self.sessions.goes_on(from, id).await? =>
                    {
                        return Err(CodeError::Refused);
                    }
                    _ => self.users.by_id(id).await?.filter(|user| user.parts().second_factor).ok_or(CodeError::NotOn)?,
                },
                Err(error) => return Err(error.unexpected().into()),
            };
        }
        Err(Unavailable::Conflicted("account").into())
    }
}

fn proven(me: &SignedIn) -> Result<(), CodeError> {
    if me.user.parts().email_verified { Ok(()) } else { Err(CodeError::EmailUnproven) }
}

fn switched(entry: Entry, before: &str, after: &str) -> Entry {
    entry.change("secondFactor", Some(before.to_owned()), Some(after.to_owned()))
}

/// A recovery code without what people add or leave out when they copy it.
fn plain(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        identity::{HouseAccess, OperatorAccess},
        kernel::{commit::Commit, ids::Ids},
        parties::Holder,
        testing::{HOME, PASSWORD, PlainTokens, World, a_user, confirmed_by},
    };
    use chrono::TimeDelta;
    use sooner_domain::{
        identity::password::PlainPassword,
        kernel::{change::Changed, country::CountryCode, phone::PhoneNumber},
    };
    use std::sync::Arc;

    type Checked = Result<(), Box<dyn std::error::Error>>;

    /// Switches the second factor on; the answer is what it says and the id its codes come from.
    async fn switch_on(world: &World, me: &SignedIn) -> Result<(SwitchedOn, FactorId), Box<dyn std::error::Error>> {
        let identity = world.identity();
        identity.begin_second_factor(&confirmed_by(me)).await?;
        let factor = identity.second_factors.of(me.user.id()).await?.ok_or("not begun")?.id;
        let code = PlainTokens::code(factor, world.clock_now());
        Ok((identity.confirm_second_factor(me, &code).await?, factor))
    }

    async fn sign_in(world: &World, email: &str) -> Result<String, Box<dyn std::error::Error>> {
        let email = EmailAddress::parse(email)?;
        Ok(world.identity().sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, HOME).await?.token)
    }

    async fn begun(world: &World, token: &str) -> Result<SignedIn, Box<dyn std::error::Error>> {
        match world.parties().holder(token).await? {
            Holder::AwaitsCode(me) => Ok(me.signed_in),
            other => Err(format!("{other:?}").into()),
        }
    }

    #[tokio::test]
    async fn with_it_a_password_alone_opens_nothing() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, factor) = switch_on(&world, &me).await?;
        assert_eq!(on.recovery_codes.len(), 10);
        assert!(world.parties().member(&on.token).await?.is_some());
        let half = sign_in(&world, "ada@example.com").await?;
        assert!(world.parties().member(&half).await?.is_none());
        let me = begun(&world, &half).await?;
        assert_eq!(world.identity().pass_second_factor(&me.session, "000000").await, Err(CodeError::Refused));
        let used = PlainTokens::code(factor, world.clock_now());
        assert_eq!(world.identity().pass_second_factor(&me.session, &used).await, Err(CodeError::Refused), "the one that switched it on");
        world.clock.advance(TimeDelta::seconds(30));
        let code = PlainTokens::code(factor, world.clock_now());
        let full = world.identity().pass_second_factor(&me.session, &code).await?;
        assert!(world.parties().member(&full).await?.is_some());
        assert_eq!(world.parties().holder(&half).await?, Holder::Nobody);
        Ok(())
    }

    #[tokio::test]
    async fn a_session_alone_switches_nothing_on_and_the_owner_gets_a_mail_of_each_switch() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let refused = world.identity().begin_second_factor(&me).await.err();
        assert_eq!(refused, Some(CodeError::StepUpRequired(StepUpRequired { act: None })));
        assert_eq!(world.identity().second_factors.of(me.user.id()).await?, None);
        let mailed = async || -> Result<Vec<Content>, Unavailable> {
            world.delivery().round().await?;
            let about = |content: &Content| matches!(content, Content::SecondFactorOn | Content::SecondFactorOff);
            Ok(world.mailer.sent().into_iter().map(|mail| mail.content).filter(about).collect())
        };
        let (on, factor) = switch_on(&world, &me).await?;
        assert_eq!(mailed().await?, [Content::SecondFactorOn]);
        world.clock.advance(TimeDelta::seconds(30));
        let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        world.identity().remove_second_factor(&me, &PlainTokens::code(factor, world.clock_now())).await?;
        assert_eq!(mailed().await?, [Content::SecondFactorOn, Content::SecondFactorOff]);
        Ok(())
    }

    #[tokio::test]
    async fn switching_it_on_ends_the_sessions_opened_without_it() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let other = sign_in(&world, "ada@example.com").await?;
        switch_on(&world, &me).await?;
        assert!(world.parties().member(&other).await?.is_none());
        assert_eq!(world.identity().begin_second_factor(&confirmed_by(&me)).await.err(), Some(CodeError::AlreadyOn));
        Ok(())
    }

    #[tokio::test]
    async fn a_right_code_counts_though_the_account_changed_meanwhile() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (germany, other) = (CountryCode::parse("DE")?, "+4915112345679");
        world.identity().change_phone(&me, PhoneNumber::parse(other, germany)?, germany).await?;
        // `me` is the account as it was before.
        let (on, _) = switch_on(&world, &me).await?;
        let now = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        assert!(now.user.parts().second_factor);
        assert_eq!(now.user.parts().phone.as_ref().map(PhoneNumber::as_str), Some(other));
        Ok(())
    }

    #[tokio::test]
    async fn a_recovery_code_works_once_however_it_is_typed() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, _) = switch_on(&world, &me).await?;
        let typed = format!(" {} ", on.recovery_codes[3].to_lowercase().replace('-', " "));
        for expected in [true, false] {
            let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
            assert_eq!(world.identity().pass_second_factor(&half.session, &typed).await.is_ok(), expected);
            if expected {
                let entry = world.last_entry().await?;
                assert_eq!(entry.changes, [Changed::new("recoveryCodesLeft", Some("10".into()), Some("9".into()))]);
            }
        }
        let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        assert_eq!(world.identity().recovery_codes_left(&me).await?, Some(9));
        Ok(())
    }

    #[tokio::test]
    async fn a_recovery_code_of_the_secret_before_counts_and_uses_up_its_number() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, _) = switch_on(&world, &me).await?;
        let former = on.recovery_codes[3].replace("RECOVERY", "FORMER");
        for (typed, expected) in [(&former, true), (&former, false), (&on.recovery_codes[3], false)] {
            let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
            assert_eq!(world.identity().pass_second_factor(&half.session, typed).await.is_ok(), expected, "{typed}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn guessing_ends_after_a_few() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        switch_on(&world, &me).await?;
        let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
        let mut answers = Vec::new();
        for _ in 0..20 {
            answers.push(world.identity().pass_second_factor(&half.session, "000000").await);
        }
        let refused = answers.iter().take_while(|answer| **answer == Err(CodeError::Refused)).count();
        assert!((4..=10).contains(&refused), "{refused}");
        assert!(answers[refused..].iter().all(|answer| matches!(answer, Err(CodeError::TooMany(_)))));
        Ok(())
    }

    #[tokio::test]
    async fn taking_it_away_takes_a_code() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, factor) = switch_on(&world, &me).await?;
        let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        assert_eq!(world.identity().remove_second_factor(&me, "000000").await, Err(CodeError::Refused));
        world.clock.advance(TimeDelta::seconds(30));
        let code = PlainTokens::code(factor, world.clock_now());
        world.identity().remove_second_factor(&me, &code).await?;
        assert!(world.parties().member(&on.token).await?.is_some());
        let token = sign_in(&world, "ada@example.com").await?;
        assert!(world.parties().member(&token).await?.is_some());
        Ok(())
    }

    /// A store to which another request with the same code comes first.
    struct Overtaken {
        store: Arc<dyn Commit<Change>>,
        by: Change,
    }

    #[async_trait::async_trait]
    impl Commit<Change> for Overtaken {
        async fn commit(&self, changes: Vec<Change>, context: WriteContext) -> Result<(), CommitError> {
            self.store.commit(vec![self.by.clone()], context.clone()).await.ok();
            self.store.commit(changes, context).await
        }
    }

    #[tokio::test]
    async fn asvs_6_5_1_a_code_that_signs_in_takes_nothing_away_at_the_same_time() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, factor) = switch_on(&world, &me).await?;
        let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        world.clock.advance(TimeDelta::seconds(30));
        let code = PlainTokens::code(factor, world.clock_now());
        let identity = world.identity();
        let before = identity.second_factors.of(me.user.id()).await?.ok_or("none")?;
        let (after, _) = identity.after(&before, &code).ok_or("refused")?;
        let store = identity.commit.clone();
        let overtaken = Identity { commit: Arc::new(Overtaken { store, by: Change::FactorUsed { before, after } }), ..identity.clone() };
        assert_eq!(overtaken.remove_second_factor(&me, &code).await, Err(CodeError::Refused));
        assert_eq!(identity.second_factors.of(me.user.id()).await?, Some(after), "it stands");
        Ok(())
    }

    #[tokio::test]
    async fn at_the_command_line_it_is_taken_away_without_one_and_the_sessions_with_it() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, _) = switch_on(&world, &me).await?;
        world.identity().reset_second_factor(me.user.email()).await?;
        let entry = world.last_entry().await?;
        assert_eq!((entry.by, entry.action), (Actor::CommandLine, AuditAction::SecondFactorRemoved));
        assert!(world.parties().member(&on.token).await?.is_none());
        assert_eq!(world.identity().reset_second_factor(me.user.email()).await, Err(CodeError::NotOn));
        Ok(())
    }

    #[tokio::test]
    async fn an_operator_reviews_only_with_it_where_that_is_compulsory() -> Checked {
        let world = World { operators: OperatorAccess::BySecondFactor, ..World::default() };
        let operator = world.operator().await?;
        assert_eq!(operator.house, HouseAccess::NeedsSecondFactor);
        let (on, _) = switch_on(&world, &operator).await?;
        let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        assert_eq!(me.house, HouseAccess::Yes);
        let email = EmailAddress::parse("olga@example.com")?;
        world.identity().reset_second_factor(&email).await?;
        assert!(world.parties().member(&on.token).await?.is_none());
        assert_eq!(world.identity().reset_second_factor(&email).await, Err(CodeError::NotOn));
        Ok(())
    }

    #[tokio::test]
    async fn nobody_sets_a_factor_on_an_address_they_have_not_proven() -> Checked {
        let world = World::default();
        let me = world.member(a_user()).await?;
        assert_eq!(world.identity().begin_second_factor(&me).await.err(), Some(CodeError::EmailUnproven));
        let begun = SecondFactor::begin(FactorId(world.ids.next()), me.user.id(), world.clock_now());
        // As an earlier release let one begin.
        let context = WriteContext::of(Entry::own(me.user.id(), AuditAction::SecondFactorBegun, world.clock_now()));
        world.identity().commit.commit(vec![Change::FactorBegun(begun)], context).await?;
        let code = PlainTokens::code(begun.id, world.clock_now());
        assert_eq!(world.identity().confirm_second_factor(&me, &code).await.err(), Some(CodeError::EmailUnproven));
        Ok(())
    }

    #[tokio::test]
    async fn wrong_codes_are_written_down_and_the_owner_is_told_after_five_once_a_day() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        switch_on(&world, &me).await?;
        let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
        let mut told = Vec::new();
        for _ in 0..11 {
            world.clock.advance(TimeDelta::seconds(61));
            let half = match world.identity().pass_second_factor(&half.session, "000000").await {
                Err(CodeError::Refused) => world.last_entry().await?,
                other => return Err(format!("{other:?}").into()),
            };
            assert_eq!((half.action, half.about.user), (AuditAction::SecondFactorFailed, Some(me.user.id())));
            world.delivery().round().await?;
            told.push(world.mailer.sent().iter().filter(|mail| mail.content == Content::WrongCodes).count());
        }
        assert_eq!(told, [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
        Ok(())
    }

    #[tokio::test]
    async fn a_wrong_code_is_written_down_wherever_one_is_asked_for() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        world.identity().begin_second_factor(&confirmed_by(&me)).await?;
        assert_eq!(world.identity().confirm_second_factor(&me, "000000").await.err(), Some(CodeError::Refused));
        assert_eq!(world.last_entry().await?.action, AuditAction::SecondFactorFailed);
        let (on, _) = switch_on(&world, &me).await?;
        let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        assert_eq!(world.identity().remove_second_factor(&me, "000000").await, Err(CodeError::Refused));
        assert_eq!(world.last_entry().await?.action, AuditAction::SecondFactorFailed);
        Ok(())
    }

    #[tokio::test]
    async fn a_factor_is_not_set_or_taken_away_from_a_session_that_was_ended_meanwhile() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let identity = world.identity();
        identity.begin_second_factor(&confirmed_by(&me)).await?;
        let factor = identity.second_factors.of(me.user.id()).await?.ok_or("not begun")?.id;
        let code = |world: &World| PlainTokens::code(factor, world.clock_now());
        let reset = async |world: &World, password| -> Checked {
            world.clock.advance(TimeDelta::minutes(1));
            identity.mail_reset_link(me.user.email()).await?;
            Ok(identity.reset_password(&world.mailed_token().await?, password, HOME).await?)
        };
        reset(&world, "seven quiet harbours").await?;
        // `me` is what a request knew that came before the reset.
        assert_eq!(identity.confirm_second_factor(&me, &code(&world)).await.err(), Some(CodeError::Refused));
        reset(&world, PASSWORD).await?;
        let again = world.signed_in(&me.user).await?;
        let ended = world.signed_in(&me.user).await?;
        identity.end_session(&again, ended.session.id).await?;
        assert_eq!(identity.confirm_second_factor(&ended, &code(&world)).await.err(), Some(CodeError::Refused));
        let on = identity.confirm_second_factor(&again, &code(&world)).await?;
        let again = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        world.clock.advance(TimeDelta::minutes(5));
        let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
        let token = identity.pass_second_factor(&half.session, &code(&world)).await?;
        let ended = world.parties().member(&token).await?.ok_or("not signed in")?;
        identity.end_session(&again, ended.session.id).await?;
        world.clock.advance(TimeDelta::seconds(30));
        assert_eq!(identity.remove_second_factor(&ended, &code(&world)).await, Err(CodeError::Refused));
        reset(&world, "seven quiet harbours").await?;
        assert_eq!(identity.remove_second_factor(&again, &code(&world)).await, Err(CodeError::Refused));
        Ok(())
    }
}
