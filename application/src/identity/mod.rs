//! Proving who one is, signing in and out.

pub mod changes;
pub mod ports;

mod allowance;
mod change_email;
mod change_language;
mod change_password;
mod codes;
mod known_address;
mod reset_password;
mod second_factor;
mod sessions;
mod sign_in;
mod sign_out;
mod step_up;
mod verify_email;
mod verify_phone;
mod visitor;

use crate::kernel::{
    clock::Clock,
    commit::{Commit, CommitError, WriteContext},
    ids::Ids,
    outbox::{Content, Mail},
    rate_limits::{RateLimit, RateLimits, Spent},
    too_many::TooMany,
    unavailable::Unavailable,
};
use changes::Change;
use chrono::{DateTime, TimeDelta, Utc};
use ports::{
    AccessTokens, IdentityProvider, IssuedLink, LinkTokens, Links, Passwords, SecondFactorCodes, SecondFactors, Sessions, TokenHash, Users,
};
use sha2::{Digest, Sha256};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        session::Session,
        user::{Role, User},
    },
    kernel::{
        audit::{Actor, AuditAction, Entry},
        canonical,
        email::EmailAddress,
        ids::{LinkId, MailId, SessionId, UserId},
    },
};
use std::sync::Arc;

pub use allowance::Allowance;
pub use change_email::ChangeEmailError;
pub use change_password::{ChangePasswordError, JudgeError};
pub use codes::CodeError;
pub use known_address::KnownAddress;
pub use reset_password::{Forgotten, ResetPasswordError};
pub use second_factor::{Enrolment, SwitchedOn};
pub use sessions::EndSessionError;
pub use sign_in::{SignInError, Welcome};
pub use step_up::{StepUpError, StepUpProof, StepUpRequired};
pub use verify_email::{Resent, SendVerificationError, VerifyEmailError};
pub use verify_phone::{ChangePhoneError, VerifyPhoneError};
pub use visitor::Visitor;

/// The identity use cases and their ports.
#[derive(Clone)]
pub struct Identity {
    pub users: Arc<dyn Users>,
    pub sessions: Arc<dyn Sessions>,
    pub links: Arc<dyn Links>,
    pub link_tokens: Arc<dyn LinkTokens>,
    pub passwords: Arc<dyn Passwords>,
    pub tokens: Arc<dyn AccessTokens>,
    pub provider: Arc<dyn IdentityProvider>,
    pub second_factors: Arc<dyn SecondFactors>,
    pub codes: Arc<dyn SecondFactorCodes>,
    pub rate_limits: Arc<dyn RateLimits>,
    pub writes: Arc<Allowance>,
    pub reads: Arc<Allowance>,
    pub commit: Arc<dyn Commit<Change>>,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn Ids>,
    pub session_life: TimeDelta,
    /// How long a session may lie unused.
    pub session_idle: TimeDelta,
    /// Whether operators may review without a second factor; in production they may not.
    pub operators: OperatorAccess,
}

/// What an operator has to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperatorAccess {
    ByPassword,
    BySecondFactor,
}

/// Somebody signed in, as the account is at this moment.
#[derive(Debug, Clone, PartialEq)]
pub struct SignedIn {
    pub session: Session,
    pub user: User,
    /// What the back office is to them.
    pub house: HouseAccess,
    /// What they ask for: of the request with all that it names. None where that is nothing they could have to confirm.
    pub act: Option<canonical::Digest>,
}

/// Whether somebody works for the house: what they may do there is in their roles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HouseAccess {
    No,
    /// Once they have switched the second factor on.
    NeedsSecondFactor,
    Yes,
}

/// Whose session it is.
#[derive(Debug, Clone, PartialEq)]
pub enum Caller {
    Nobody,
    /// The password was right; the code is still to come.
    AwaitsCode(SignedIn),
    Known(SignedIn),
}

impl Identity {
    /// Counts a write of this account, whatever it is: asked wherever a request comes in that is no mere look.
    ///
    /// # Errors
    /// `TooMany` when the account wrote too much lately.
    pub fn spend_write(&self, account: UserId) -> Result<(), TooMany> {
        self.writes.spend(account, 1, self.clock.now())
    }

    /// The same of what is asked for in this session. One that awaits its code has its own writes: the password alone uses
    /// up nothing of the account's.
    ///
    /// # Errors
    /// `TooMany` when the account, or such a session, wrote too much lately.
    pub fn spend_write_in(&self, session: &Session) -> Result<(), TooMany> {
        if session.awaits_code { self.writes.spend(session.id, 1, self.clock.now()) } else { self.spend_write(session.user) }
    }

    /// Counts a read of this account, by what it costs: the cheapest costs 1.
    ///
    /// # Errors
    /// `TooMany` when the account read too much lately.
    pub fn spend_read(&self, account: UserId, cost: i32) -> Result<(), TooMany> {
        self.reads.spend(account, cost, self.clock.now())
    }

    /// The session this access token names; none when it is forged or expired.
    pub fn session_of(&self, token: &str) -> Option<SessionId> {
        self.tokens.read(token, self.clock.now())
    }

    /// Who has this session, if it still lives. Now and then its use is noted, so that it does not end as long as somebody
    /// is there.
    pub(crate) async fn caller_with(&self, session: Session, user: User) -> Caller {
        let now = self.clock.now();
        if !session.is_live(now, self.session_idle) {
            return Caller::Nobody;
        }
        if session.is_use_news(now) {
            // What cannot be noted now is noted at the next request: nobody is turned away for it.
            self.sessions.used(session.id, now).await.ok();
        }
        let house = match (user.parts().role, self.operators) {
            (Role::Member, _) => HouseAccess::No,
            (Role::Operator, OperatorAccess::BySecondFactor) if !user.parts().second_factor => HouseAccess::NeedsSecondFactor,
            (Role::Operator, _) => HouseAccess::Yes,
        };
        let me = SignedIn { session, user, house, act: None };
        if session.awaits_code { Caller::AwaitsCode(me) } else { Caller::Known(me) }
    }

    pub(crate) fn new_session(&self, user: UserId, now: DateTime<Utc>) -> Session {
        Session::open(SessionId(self.ids.next()), user, self.session_life, now)
    }

    pub(crate) fn new_link(&self, user: &User, purpose: LinkPurpose, now: DateTime<Utc>) -> IssuedLink {
        let link = MailedLink::new(LinkId(self.ids.next()), user.id(), purpose, user.email().clone(), now);
        let hash = hash_of(&self.link_tokens.token(link.id));
        IssuedLink { link, hash }
    }

    pub(crate) fn link_mail(&self, user: &User, issued: &IssuedLink, content: fn(LinkId) -> Content) -> Mail {
        let MailedLink { id, created_at, .. } = issued.link;
        self.mail(user, content(id), created_at)
    }

    /// A mail without a link to the account's owner, whom a proven address stands for; a stranger gets none.
    pub(crate) fn notice(&self, user: &User, content: Content, now: DateTime<Utc>) -> Option<Mail> {
        user.parts().email_verified.then(|| self.mail(user, content, now))
    }

    pub(crate) fn mail(&self, user: &User, content: Content, now: DateTime<Utc>) -> Mail {
        Mail {
            id: MailId(self.ids.next()),
            to: user.email().clone(),
            name: user.name_in_mails(),
            language: user.parts().language,
            content,
            created_at: now,
        }
    }

    /// Whether this account may have another mail sent to this address; it counts as sent. The answer does not depend on what was mailed
    /// there for somebody who was not signed in.
    pub(crate) async fn may_mail(&self, email: &EmailAddress, account: UserId, now: DateTime<Utc>) -> Result<Spent, Unavailable> {
        self.spent([(RateLimit::MAIL_BY_ACCOUNT, &account.to_string()), (RateLimit::MAIL_BY_RECIPIENT, email.as_str())], now).await
    }

    /// Whether this account may get another link at this address; it counts as sent.
    async fn may_mail_link(&self, email: &EmailAddress, account: UserId, now: DateTime<Utc>) -> Result<Spent, Unavailable> {
        let of_account = (RateLimit::LINK_MAIL_BY_ACCOUNT, &*account.to_string());
        self.spent([of_account, (RateLimit::LINK_MAIL_BY_RECIPIENT, email.as_str())], now).await
    }

    /// Counts one of each, up to the first of which nothing is left.
    async fn spent(&self, of: [(RateLimit, &str); 2], now: DateTime<Utc>) -> Result<Spent, Unavailable> {
        for (limit, key) in of {
            let spent = self.rate_limits.spend(limit, key, now).await?;
            if spent != Spent::Within {
                return Ok(spent);
            }
        }
        Ok(Spent::Within)
    }

    /// Mails a link, unless this address or account got too many lately: then nothing is sent, and only its owner may learn it.
    async fn mail_link(&self, user: &User, by: Actor, purpose: LinkPurpose, content: fn(LinkId) -> Content) -> Result<Spent, Unavailable> {
        let now = self.clock.now();
        let spent = self.may_mail_link(user.email(), user.id(), now).await?;
        if spent != Spent::Within {
            return Ok(spent);
        }
        let issued = self.new_link(user, purpose, now);
        let mail = self.link_mail(user, &issued, content);
        let action = match purpose {
            LinkPurpose::VerifyEmail => AuditAction::EmailLinkSent,
            LinkPurpose::ResetPassword | LinkPurpose::SetPassword => AuditAction::PasswordLinkSent,
        };
        let entry = Entry { by, ..Entry::own(user.id(), action, now) };
        let context = WriteContext::of(entry).and_mail(mail);
        self.commit.commit(vec![Change::LinkIssued(issued)], context).await.map_err(CommitError::unexpected)?;
        Ok(spent)
    }
}

/// What the store keeps of a link's secret. A plain hash will do: the secret has 256 random bits.
pub(crate) fn hash_of(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token.as_bytes()).into())
}
