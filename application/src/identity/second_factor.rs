//! The second factor: switching it on, passing it, taking it away.

use super::{
    Identity, KnownAddress, SignedIn,
    changes::{Change, SECOND_FACTOR},
    ports::{AppSecret, FactorAtAddress},
};
use crate::identity::codes::{CodeError, Trier};
use crate::kernel::{
    commit::{CommitError, MAX_ATTEMPTS, WriteContext},
    outbox::Content,
    rate_limits::{RateLimit, Spent, address_key},
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
        ids::SessionId,
    },
};
use std::net::IpAddr;

/// What a person takes over into an authenticator app.
pub struct Enrolment {
    /// Which one was begun: its first code is given with it.
    pub id: FactorId,
    pub secret: AppSecret,
}

/// What a person gets once the second factor is on: a new session, and the codes for the day the phone is gone.
#[derive(Debug)]
pub struct SwitchedOn {
    pub token: String,
    pub recovery_codes: Vec<String>,
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
    /// `EmailUnproven`, `StepUpRequired`, `AlreadyOn`, `BegunElsewhere`.
    pub async fn begin_second_factor(&self, me: &SignedIn) -> Result<Enrolment, CodeError> {
        proven(me)?;
        let now = self.clock.now();
        me.confirmed(now)?;
        let user = me.user.id();
        let instead_of = match self.second_factors.of(user).await? {
            Some(SecondFactor { confirmed: true, .. }) => return Err(CodeError::AlreadyOn),
            waiting => waiting.map(|factor| factor.id),
        };
        let factor = SecondFactor::begin(FactorId(self.ids.next()), user, now);
        let context = WriteContext::of(Entry::own(user, AuditAction::SecondFactorBegun, now));
        self.commit.commit(vec![Change::FactorBegun { factor, instead_of }], context).await.map_err(|error| match error {
            CommitError::Taken(SECOND_FACTOR) => CodeError::AlreadyOn,
            CommitError::Stale => CodeError::BegunElsewhere,
            error => error.unexpected().into(),
        })?;
        Ok(Enrolment { id: factor.id, secret: self.codes.secret(factor.id, me.user.email()) })
    }

    /// Switches the second factor on with a first code, and ends every session of the account: those were opened without
    /// it. Mails the owner, and answers the token of a new one, and the recovery codes, which are not shown again.
    ///
    /// # Errors
    /// `EmailUnproven`, `Refused`, `NotOn` when none was begun, `AlreadyOn`, `BegunElsewhere` when another one was begun since, `TooMany`.
    pub async fn confirm_second_factor(&self, me: &SignedIn, begun: FactorId, code: &str, from: IpAddr) -> Result<SwitchedOn, CodeError> {
        proven(me)?;
        let (user, now) = (me.user.id(), self.clock.now());
        let factor = self.second_factors.of(user).await?.ok_or(CodeError::NotOn)?;
        if factor.confirmed {
            return Err(CodeError::AlreadyOn);
        }
        if factor.id != begun {
            return Err(CodeError::BegunElsewhere);
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
                Err(CodeError::Refused) => match self.second_factors.of(user).await? {
                    Some(now) if now == factor && self.sessions.goes_on(me.session.id, user).await? => {}
                    Some(now) if now.confirmed => return Err(CodeError::AlreadyOn),
                    Some(now) if now.id != factor.id => return Err(CodeError::BegunElsewhere),
                    _ => return Err(CodeError::Refused),
                },
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

    /// Tries a code. Each try counts, except a right recovery code: 80 bits are not guessed,
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

    /// Refuses a code, and writes that down. The owner gets a mail: at once where no code was right before, for its sender knows
    /// the password; else after a few.
    async fn wrong_code<T>(&self, trier: &Trier) -> Result<T, CodeError> {
        let (now, user) = (self.clock.now(), trier.account());
        let account = user.to_string();
        let mut context = WriteContext::of(Entry::own(user, AuditAction::SecondFactorFailed, now));
        let (is_mailed, mails) = match trier {
            Trier::Stranger(_) => (true, RateLimit::WRONG_CODES_MAIL_BY_ACCOUNT),
            Trier::Known { .. } | Trier::SignedIn(_) => {
                let few = self.rate_limits.spend(RateLimit::OWN_WRONG_CODES, &account, now).await?;
                (few != Spent::Within, RateLimit::OWN_WRONG_CODES_MAIL)
            }
        };
        if is_mailed && self.rate_limits.spend(mails, &account, now).await? == Spent::Within {
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
mod tests;
