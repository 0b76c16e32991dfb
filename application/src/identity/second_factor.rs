//! The second factor: switching it on, passing it, taking it away.

use super::{
    Identity, KnownAddress, SignedIn, StepUpRequired,
    changes::{Change, SECOND_FACTOR},
    ports::{AppSecret, FactorAtAddress},
};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    outbox::Content,
    rate_limits::{RateLimit, Spent, TooMany, address_key},
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
use std::net::IpAddr;

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

/// Who tries a code, and with that, whose tries it is one of. Each of these has its own, so that those of one keep no other out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trier {
    /// Whoever knows the password, where no code was right before.
    Stranger(UserId),
    /// Whoever knows the password, where a code of this factor was.
    Known { of: UserId, at: String },
    /// Whoever has a session that is open already.
    SignedIn(UserId),
}

impl Trier {
    fn account(&self) -> UserId {
        match self {
            Self::Stranger(account) | Self::SignedIn(account) | Self::Known { of: account, .. } => *account,
        }
    }

    pub(super) fn tries(&self) -> (RateLimit, String) {
        match self {
            Self::Stranger(account) => (RateLimit::CODE_BY_ACCOUNT, account.to_string()),
            Self::Known { of, at } => (RateLimit::CODE_BY_KNOWN_ADDRESS, format!("{of} {at}")),
            Self::SignedIn(account) => (RateLimit::CODE_IN_SESSIONS, account.to_string()),
        }
    }
}

/// What became of a code: the factor after it, and what is written down of it.
pub(super) type Passed = (SecondFactor, AuditAction);

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
    pub async fn confirm_second_factor(&self, me: &SignedIn, code: &str, from: IpAddr) -> Result<SwitchedOn, CodeError> {
        proven(me)?;
        let (user, now) = (me.user.id(), self.clock.now());
        let factor = self.second_factors.of(user).await?.ok_or(CodeError::NotOn)?;
        if factor.confirmed {
            return Err(CodeError::AlreadyOn);
        }
        let trier = Trier::SignedIn(user);
        self.spend_try(&trier).await?;
        let after = self.codes.step_of(factor.id, code, now).and_then(|step| factor.after_code(step));
        let Some(after) = after else { return self.wrong_code(&trier).await };
        let entry = switched(Entry::own(user, AuditAction::SecondFactorSwitchedOn, self.clock.now()), "off", "on");
        let mut guarded = me.user.clone();
        for _ in 0..MAX_ATTEMPTS {
            guarded.guard_by(Guard::PasswordAndCode);
            let used = Change::FactorUsed { before: factor, after };
            let mine = Change::SessionEnded { id: me.session.id, of: user };
            let context = self.with_notice(&guarded, Content::SecondFactorOn, entry.clone());
            let seen = Change::AddressSeen { address: KnownAddress::of_factor(factor.id, from), at: now };
            let changes = vec![used, Change::UserChanged(guarded), mine, Change::SessionsEnded { of: user, but: None }, seen];
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

    /// Completes a sign-in with a code of the app, or a recovery code, and remembers where. Answers the token of the full session.
    ///
    /// # Errors
    /// `Refused`, `NotOn`, `TooMany`.
    pub async fn pass_second_factor(&self, begun: &Session, code: &str, from: IpAddr) -> Result<String, CodeError> {
        let (of, now) = (begun.user, self.clock.now());
        let FactorAtAddress { factor, is_known } =
            self.second_factors.at_address(of, from, now - KnownAddress::REMEMBERED).await?.ok_or(CodeError::NotOn)?;
        let trier = if is_known { Trier::Known { of, at: address_key(from) } } else { Trier::Stranger(of) };
        let (after, action) = self.try_code(&trier, &factor, code).await?;
        let entry = Entry::own(of, action, now);
        let entry = match action {
            AuditAction::RecoveryCodeUsed => {
                let left = |factor: SecondFactor| Some(factor.recovery_codes_left().to_string());
                entry.change("recoveryCodesLeft", left(factor), left(after))
            }
            _ => entry,
        };
        let mut changes = vec![Change::FactorUsed { before: factor, after }, Change::SessionEnded { id: begun.id, of }];
        let seen = [KnownAddress::of(of, from), KnownAddress::of_factor(factor.id, from)];
        changes.extend(seen.map(|address| Change::AddressSeen { address, at: now }));
        self.use_up(changes, begun, WriteContext::of(entry)).await
    }

    /// Takes the second factor away, which takes a code of it, ends the account's other sessions, and mails the owner.
    ///
    /// # Errors
    /// `Refused`, `NotOn`, `TooMany`.
    pub async fn remove_second_factor(&self, me: &SignedIn, code: &str) -> Result<(), CodeError> {
        let factor = self.second_factors.of(me.user.id()).await?.ok_or(CodeError::NotOn)?;
        let (after, _) = self.try_code(&Trier::SignedIn(me.user.id()), &factor, code).await?;
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

    /// What becomes of a code that somebody tries, each of which counts; but for a recovery code that is right: nobody guesses 80 bits,
    /// so it lets the owner in whatever others have tried.
    ///
    /// # Errors
    /// `Refused`, `NotOn`, `TooMany`.
    pub(super) async fn try_code(&self, trier: &Trier, factor: &SecondFactor, code: &str) -> Result<Passed, CodeError> {
        if !factor.confirmed {
            return Err(CodeError::NotOn);
        }
        if let Some(after) = self.after_recovery(factor, code) {
            return Ok((after, AuditAction::RecoveryCodeUsed));
        }
        self.spend_try(trier).await?;
        let after = self.codes.step_of(factor.id, code, self.clock.now()).and_then(|step| factor.after_code(step));
        match after {
            Some(after) => Ok((after, AuditAction::SecondFactorPassed)),
            None => self.wrong_code(trier).await,
        }
    }

    async fn spend_try(&self, trier: &Trier) -> Result<(), CodeError> {
        let (limit, key) = trier.tries();
        Ok(self.rate_limits.spend(limit, &key, self.clock.now()).await?.or_too_many()?)
    }

    fn after_recovery(&self, factor: &SecondFactor, code: &str) -> Option<SecondFactor> {
        let typed = plain(code);
        let of = |codes: Vec<String>| codes.iter().position(|known| plain(known) == typed);
        let number = of(self.codes.recovery_codes(factor.id)).or_else(|| of(self.codes.former_recovery_codes(factor.id)))?;
        factor.after_recovery(number.try_into().ok()?)
    }

    /// Refuses a code, and writes that down. The owner is told: at once where no code was right before, for whoever types there knows
    /// the password; else after a few.
    async fn wrong_code<T>(&self, trier: &Trier) -> Result<T, CodeError> {
        let (now, user) = (self.clock.now(), trier.account());
        let account = user.to_string();
        let mut context = WriteContext::of(Entry::own(user, AuditAction::SecondFactorFailed, now));
        let (is_told, mails) = match trier {
            Trier::Stranger(_) => (true, RateLimit::WRONG_CODES_MAIL_BY_ACCOUNT),
            Trier::Known { .. } | Trier::SignedIn(_) => {
                let few = self.rate_limits.spend(RateLimit::OWN_WRONG_CODES, &account, now).await?;
                (few != Spent::Within, RateLimit::OWN_WRONG_CODES_MAIL)
            }
        };
        if is_told && self.rate_limits.spend(mails, &account, now).await? == Spent::Within {
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
        Ok((identity.confirm_second_factor(me, &code, HOME).await?, factor))
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
        assert_eq!(world.identity().pass_second_factor(&me.session, "000000", HOME).await, Err(CodeError::Refused));
        let used = PlainTokens::code(factor, world.clock_now());
        assert_eq!(
            world.identity().pass_second_factor(&me.session, &used, HOME).await,
            Err(CodeError::Refused),
            "the one that switched it on"
        );
        world.clock.advance(TimeDelta::seconds(30));
        let code = PlainTokens::code(factor, world.clock_now());
        let full = world.identity().pass_second_factor(&me.session, &code, HOME).await?;
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
            assert_eq!(world.identity().pass_second_factor(&half.session, &typed, HOME).await.is_ok(), expected);
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
            assert_eq!(world.identity().pass_second_factor(&half.session, typed, HOME).await.is_ok(), expected, "{typed}");
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
            answers.push(world.identity().pass_second_factor(&half.session, "000000", HOME).await);
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
        let after =
            identity.codes.step_of(before.id, &code, world.clock_now()).and_then(|step| before.after_code(step)).ok_or("refused")?;
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
        assert_eq!(world.identity().confirm_second_factor(&me, &code, HOME).await.err(), Some(CodeError::EmailUnproven));
        Ok(())
    }

    #[tokio::test]
    async fn wrong_codes_are_written_down_and_the_owner_is_told_after_five_at_a_known_place_once_a_day() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        switch_on(&world, &me).await?;
        let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
        let mut told = Vec::new();
        for _ in 0..11 {
            world.clock.advance(TimeDelta::seconds(61));
            let half = match world.identity().pass_second_factor(&half.session, "000000", HOME).await {
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

    fn elsewhere(number: u8) -> IpAddr {
        IpAddr::from([198, 51, 100, number])
    }

    /// Signs in from there with the password, and tries this code.
    async fn comes_in(world: &World, from: IpAddr, code: &str) -> Result<Result<String, CodeError>, Box<dyn std::error::Error>> {
        let email = EmailAddress::parse("ada@example.com")?;
        let token = world.identity().sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, from).await?.token;
        let half = begun(world, &token).await?;
        Ok(world.identity().pass_second_factor(&half.session, code, from).await)
    }

    fn wrong_code_mails(world: &World) -> usize {
        world.mailer.sent().iter().filter(|mail| mail.content == Content::WrongCodes).count()
    }

    #[tokio::test]
    async fn whoever_knows_the_password_locks_the_owner_out_nowhere_they_gave_a_code() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, factor) = switch_on(&world, &me).await?;
        let (home, office, hotel) = (HOME, elsewhere(1), elsewhere(2));
        let app = |world: &World| {
            world.clock.advance(TimeDelta::seconds(30));
            PlainTokens::code(factor, world.clock_now())
        };
        comes_in(&world, office, &app(&world)).await??;
        world.clock.advance(RateLimit::CODE_BY_ACCOUNT.window);
        let mut refused = 0;
        for number in 10..17 {
            match comes_in(&world, elsewhere(number), "000000").await? {
                Err(CodeError::Refused) => refused += 1,
                other => assert!(matches!(other, Err(CodeError::TooMany(_))), "{other:?}"),
            }
        }
        assert_eq!(refused, 5, "from everywhere together");
        for (place, from) in [("where it was switched on", home), ("where a code was right", office)] {
            comes_in(&world, from, &app(&world)).await?.map_err(|error| format!("{place}: {error}"))?;
        }
        assert!(matches!(comes_in(&world, hotel, &app(&world)).await?, Err(CodeError::TooMany(_))), "a stranger's place");
        comes_in(&world, hotel, &on.recovery_codes[0]).await??;
        assert_eq!(comes_in(&world, office, &on.recovery_codes[0]).await?, Err(CodeError::Refused), "it counts once");
        comes_in(&world, hotel, &app(&world)).await?.map_err(|error| format!("known by the recovery code: {error}"))?;
        Ok(())
    }

    #[tokio::test]
    async fn a_wrong_recovery_code_is_a_try_like_any_other() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, _) = switch_on(&world, &me).await?;
        comes_in(&world, elsewhere(1), &on.recovery_codes[0]).await??;
        for _ in 0..5 {
            assert_eq!(comes_in(&world, elsewhere(2), &on.recovery_codes[0]).await?, Err(CodeError::Refused));
        }
        assert!(matches!(comes_in(&world, elsewhere(3), &on.recovery_codes[0]).await?, Err(CodeError::TooMany(_))));
        assert!(matches!(comes_in(&world, elsewhere(3), "AAAA-AAAA-AAAA-AAAA").await?, Err(CodeError::TooMany(_))));
        Ok(())
    }

    #[tokio::test]
    async fn guesses_are_bounded_at_a_known_place_too() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        switch_on(&world, &me).await?;
        let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
        for _ in 0..5 {
            assert_eq!(world.identity().pass_second_factor(&half.session, "000000", HOME).await, Err(CodeError::Refused));
        }
        assert!(matches!(world.identity().pass_second_factor(&half.session, "000000", HOME).await, Err(CodeError::TooMany(_))));
        world.clock.advance(KnownAddress::REMEMBERED + TimeDelta::seconds(1));
        for number in 0..7 {
            comes_in(&world, if number == 0 { HOME } else { elsewhere(number) }, "000000").await?.ok();
        }
        assert!(matches!(comes_in(&world, HOME, "000000").await?, Err(CodeError::TooMany(_))), "a place is forgotten in time");
        Ok(())
    }

    #[tokio::test]
    async fn a_place_known_by_the_password_or_of_an_earlier_factor_is_a_strangers() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let email = me.user.email().clone();
        world.identity().sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, elsewhere(1)).await?;
        let (on, factor) = switch_on(&world, &me).await?;
        world.clock.advance(TimeDelta::seconds(30));
        comes_in(&world, elsewhere(2), &PlainTokens::code(factor, world.clock_now())).await??;
        world.clock.advance(TimeDelta::seconds(30));
        let me = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        world.identity().remove_second_factor(&me, &PlainTokens::code(factor, world.clock_now())).await?;
        let me = world.signed_in_again(&me).await?;
        let (_, second) = switch_on(&world, &me).await?;
        world.clock.advance(RateLimit::CODE_BY_ACCOUNT.window);
        for number in 3..8 {
            assert_eq!(comes_in(&world, elsewhere(number), "000000").await?, Err(CodeError::Refused));
        }
        let (users, since) = (world.identity().users, world.clock_now() - KnownAddress::REMEMBERED);
        assert!(!users.at_address(&email, elsewhere(3), since).await?.is_known, "nor is the address known to signing in");
        world.clock.advance(TimeDelta::seconds(30));
        for number in [1, 2] {
            let code = PlainTokens::code(second, world.clock_now());
            assert!(matches!(comes_in(&world, elsewhere(number), &code).await?, Err(CodeError::TooMany(_))), "{number}");
        }
        Ok(())
    }

    #[tokio::test]
    async fn the_password_alone_uses_up_nothing_of_its_owners() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, factor) = switch_on(&world, &me).await?;
        let mine = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        let identity = world.identity();
        let email = me.user.email().clone();
        let signs_in = async |from: IpAddr| {
            let token = identity.sign_in(&email, PlainPassword::parse_typed(PASSWORD)?, from).await?.token;
            begun(&world, &token).await
        };
        for number in 0..80 {
            if number % 9 == 0 {
                world.clock.advance(TimeDelta::minutes(1));
            }
            let half = signs_in(elsewhere(number)).await?;
            identity.pass_second_factor(&half.session, "000000", elsewhere(number)).await.err();
            assert!((0..1_000).any(|_| identity.spend_write_in(&half.session).is_err()), "it has a limit");
        }
        let writes = (0..1_000).take_while(|_| identity.spend_write_in(&mine.session).is_ok()).count();
        assert_eq!(writes, 600, "all are left");
        let code = || {
            world.clock.advance(TimeDelta::seconds(30));
            PlainTokens::code(factor, world.clock_now())
        };
        let half = signs_in(HOME).await?;
        identity.pass_second_factor(&half.session, &code(), HOME).await?;
        let act = sooner_domain::kernel::canonical::Digest([1; 32]);
        identity.step_up(&mine, crate::identity::StepUpProof::Code(code()), act).await?;
        Ok(())
    }

    #[tokio::test]
    async fn what_is_tried_in_a_session_keeps_nobody_from_signing_in() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        let (on, factor) = switch_on(&world, &me).await?;
        let mine = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        for _ in 0..7 {
            world.identity().remove_second_factor(&mine, "000000").await.err();
        }
        assert!(matches!(world.identity().remove_second_factor(&mine, "000000").await, Err(CodeError::TooMany(_))));
        for from in [HOME, elsewhere(1)] {
            world.clock.advance(TimeDelta::seconds(30));
            comes_in(&world, from, &PlainTokens::code(factor, world.clock_now())).await??;
        }
        Ok(())
    }

    #[tokio::test]
    async fn of_a_wrong_code_from_a_new_place_the_owner_is_told_at_once_and_once_a_day_whatever_they_mistyped_themselves() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        switch_on(&world, &me).await?;
        let mut told = Vec::new();
        for (from, tries) in [(HOME, 4), (HOME, 1), (elsewhere(1), 1), (elsewhere(2), 2), (HOME, 1)] {
            for _ in 0..tries {
                world.clock.advance(TimeDelta::seconds(61));
                assert_eq!(comes_in(&world, from, "000000").await?, Err(CodeError::Refused));
            }
            world.delivery().round().await?;
            told.push(wrong_code_mails(&world));
        }
        assert_eq!(told, [0, 1, 2, 2, 2]);
        world.clock.advance(TimeDelta::hours(24));
        comes_in(&world, elsewhere(3), "000000").await?.err();
        world.delivery().round().await?;
        assert_eq!(wrong_code_mails(&world), 3);
        Ok(())
    }

    #[tokio::test]
    async fn a_wrong_code_is_written_down_wherever_one_is_asked_for() -> Checked {
        let world = World::default();
        let me = world.proven(a_user()).await?;
        world.identity().begin_second_factor(&confirmed_by(&me)).await?;
        assert_eq!(world.identity().confirm_second_factor(&me, "000000", HOME).await.err(), Some(CodeError::Refused));
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
        assert_eq!(identity.confirm_second_factor(&me, &code(&world), HOME).await.err(), Some(CodeError::Refused));
        reset(&world, PASSWORD).await?;
        let again = world.signed_in(&me.user).await?;
        let ended = world.signed_in(&me.user).await?;
        identity.end_session(&again, ended.session.id).await?;
        assert_eq!(identity.confirm_second_factor(&ended, &code(&world), HOME).await.err(), Some(CodeError::Refused));
        let on = identity.confirm_second_factor(&again, &code(&world), HOME).await?;
        let again = world.parties().member(&on.token).await?.ok_or("not signed in")?;
        world.clock.advance(TimeDelta::minutes(5));
        let half = begun(&world, &sign_in(&world, "ada@example.com").await?).await?;
        let token = identity.pass_second_factor(&half.session, &code(&world), HOME).await?;
        let ended = world.parties().member(&token).await?.ok_or("not signed in")?;
        identity.end_session(&again, ended.session.id).await?;
        world.clock.advance(TimeDelta::seconds(30));
        assert_eq!(identity.remove_second_factor(&ended, &code(&world)).await, Err(CodeError::Refused));
        reset(&world, "seven quiet harbours").await?;
        assert_eq!(identity.remove_second_factor(&again, &code(&world)).await, Err(CodeError::Refused));
        Ok(())
    }
}
