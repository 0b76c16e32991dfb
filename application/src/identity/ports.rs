//! What the identity use cases need.

use crate::kernel::{commit::WriteContext, unavailable::Unavailable};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        password::{PasswordHash, PlainPassword},
        phone_proof::PhoneProof,
        second_factor::SecondFactor,
        session::Session,
        user::User,
    },
    kernel::{
        email::EmailAddress,
        ids::{FactorId, LinkId, SessionId, UserId},
    },
};

/// Accounts.
#[async_trait]
pub trait Users: Send + Sync {
    async fn by_id(&self, id: UserId) -> Result<Option<User>, Unavailable>;
    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, Unavailable>;
    /// Adds an account together with what else begins with it: its first session, its first link.
    async fn add(&self, user: &User, begin: Beginning, effects: WriteContext) -> Result<(), AddUserError>;
    /// Stores a corrected phone number.
    async fn change_phone(&self, user: &User, effects: WriteContext) -> Result<(), Unavailable>;
    /// Stores that the phone is proven, marks the proof as used, ends one session and opens another.
    async fn verify_phone(&self, verified: PhoneVerified, effects: WriteContext) -> Result<(), VerifyPhoneStoreError>;
}

/// What begins with an account.
#[derive(Debug, Clone, Default)]
pub struct Beginning {
    pub session: Option<Session>,
    pub link: Option<IssuedLink>,
}

/// A proven phone and the change of session that goes with it.
#[derive(Debug, Clone)]
pub struct PhoneVerified {
    pub user: User,
    pub proof: PhoneProof,
    pub ended: SessionId,
    pub opened: Session,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddUserError {
    #[error("the e-mail address has an account")]
    EmailTaken,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyPhoneStoreError {
    #[error("the proof was used before")]
    ProofUsed,
    #[error("another account has this phone")]
    PhoneTaken,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Sessions.
#[async_trait]
pub trait Sessions: Send + Sync {
    async fn open(&self, session: &Session, effects: WriteContext) -> Result<(), Unavailable>;
    /// The session and whose it is, both as they are now; none when it was ended.
    async fn find(&self, id: SessionId) -> Result<Option<(Session, User)>, Unavailable>;
    /// Ends a session; one that is gone already is no error.
    async fn end(&self, id: SessionId, effects: WriteContext) -> Result<(), Unavailable>;
}

/// The SHA-256 of a link's secret: all the store knows of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenHash(pub [u8; 32]);

/// A link with what the store needs to recognise its secret.
#[derive(Debug, Clone)]
pub struct IssuedLink {
    pub link: MailedLink,
    pub hash: TokenHash,
}

/// Mailed links.
#[async_trait]
pub trait Links: Send + Sync {
    /// Stores a link; an earlier one of the same user and purpose dies.
    async fn issue(&self, issued: &IssuedLink, effects: WriteContext) -> Result<(), Unavailable>;
    /// The link with this secret and one of these purposes; none when used or replaced.
    async fn find(&self, hash: TokenHash, purposes: &[LinkPurpose]) -> Result<Option<MailedLink>, Unavailable>;
    /// Uses a link up and marks its address as verified. `false` when somebody used it first, or the account has another
    /// address by now.
    async fn redeem_for_email(&self, link: &MailedLink, effects: WriteContext) -> Result<bool, Unavailable>;
    /// Uses a link up, sets the password and ends every session of the user. `false` when somebody used it first.
    async fn redeem_for_password(&self, link: &MailedLink, password: &PasswordHash, effects: WriteContext) -> Result<bool, Unavailable>;
}

/// Works out the secret of a link from its id: 256 bits nobody can guess without the instance's key.
pub trait LinkTokens: Send + Sync {
    fn token(&self, id: LinkId) -> String;
}

/// Hashes passwords. Both calls take the time of one hash, or answer `Busy` at once.
#[async_trait]
pub trait Passwords: Send + Sync {
    /// A place among those whose passwords are hashed next; `Busy` when all are taken. Taken before anything is looked
    /// up, so that nothing is looked up in vain.
    fn turn(&self) -> Result<Turn, Unavailable>;
    async fn hash(&self, turn: Turn, password: PlainPassword) -> Result<PasswordHash, Unavailable>;
    /// Whether the password is the one hashed. Without a hash it takes the same time and answers no, so that an unknown
    /// account cannot be told from a known one.
    async fn verify(&self, turn: Turn, password: PlainPassword, hash: Option<PasswordHash>) -> Result<bool, Unavailable>;
}

/// A place in the queue before the hashing threads, free again when this is dropped.
pub struct Turn(Box<dyn Send>);

impl Turn {
    /// Keeps what stands for the place.
    pub fn holding(place: impl Send + 'static) -> Self {
        Self(Box::new(place))
    }

    /// Leaves the queue.
    pub fn end(self) {
        drop(self.0);
    }
}

/// What an access token says: whose it is is looked up in the session, never read from it.
pub trait AccessTokens: Send + Sync {
    /// The token for a session; the same session always gets the same token.
    fn sign(&self, session: &Session) -> Result<String, Unavailable>;
    /// The session a genuine token names, if it has not expired by `now`.
    fn read(&self, token: &str, now: DateTime<Utc>) -> Option<SessionId>;
}

/// Second factors.
#[async_trait]
pub trait SecondFactors: Send + Sync {
    /// The account's second factor, confirmed or not.
    async fn of(&self, user: UserId) -> Result<Option<SecondFactor>, Unavailable>;
    /// Stores one that waits for its first code, in the place of another that does. `false` when one is on already.
    async fn begin(&self, factor: &SecondFactor, effects: WriteContext) -> Result<bool, Unavailable>;
    /// Stores what using it left of it, if it still is as it was, and changes the sessions. `false` when somebody used it
    /// at the same time.
    async fn used(
        &self,
        before: &SecondFactor,
        after: &SecondFactor,
        sessions: NewSession,
        effects: WriteContext,
    ) -> Result<bool, Unavailable>;
    /// Takes it away and ends every session of the account but this one.
    async fn remove(&self, user: UserId, keep: Option<SessionId>, effects: WriteContext) -> Result<(), Unavailable>;
}

/// A session that opens in the place of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewSession {
    pub ended: Ended,
    pub opened: Session,
}

/// The sessions that end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    One(SessionId),
    AllOfTheAccount,
}

/// The codes of second factors, worked out from their ids.
pub trait SecondFactorCodes: Send + Sync {
    /// The secret as people type it into an app (base32), and the address an app reads from a QR code.
    fn secret(&self, id: FactorId, account: &EmailAddress) -> AppSecret;
    /// The time step whose code this is, now or one step around it.
    fn step_of(&self, id: FactorId, code: &str, now: DateTime<Utc>) -> Option<i64>;
    /// Every recovery code, by number.
    fn recovery_codes(&self, id: FactorId) -> Vec<String>;
}

/// What an authenticator app needs.
#[derive(Clone, PartialEq, Eq)]
pub struct AppSecret {
    pub base32: String,
    pub uri: String,
}

/// The hosted identity provider that proves phones.
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// What the token proves.
    async fn check(&self, token: &str, now: DateTime<Utc>) -> Result<PhoneProof, ProofError>;
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The token proves nothing; the text is for the log.
    #[error("refused: {0}")]
    Refused(&'static str),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}
