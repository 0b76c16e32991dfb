//! What the identity use cases need.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        password::{NewPassword, PasswordHash, PlainPassword},
        phone_proof::PhoneProof,
        second_factor::{FactorId, SecondFactor},
        session::Session,
        user::User,
    },
    kernel::{
        Invalid,
        email::EmailAddress,
        ids::{LinkId, SessionId, UserId},
    },
};
use std::net::IpAddr;

/// Accounts.
#[async_trait]
pub trait Users: Send + Sync {
    async fn by_id(&self, id: UserId) -> Result<Option<User>, Unavailable>;
    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, Unavailable>;
    /// The accounts of these ids, in no order; what is not there is left out.
    async fn by_ids(&self, ids: &[UserId]) -> Result<Vec<User>, Unavailable>;
    /// Every operator, those who were one included, the first one first.
    async fn operators(&self) -> Result<Vec<Seen>, Unavailable>;
    /// The account of this address, and whether somebody was signed in to it from there since then. It takes as long where
    /// there is no account.
    async fn at_address(&self, email: &EmailAddress, from: IpAddr, since: DateTime<Utc>) -> Result<AtAddress, Unavailable>;
}

/// An account, and when its owner signed in last.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub user: User,
    pub last_sign_in_at: Option<DateTime<Utc>>,
}

/// An account, seen from a client address.
#[derive(Debug, Clone, PartialEq)]
pub struct AtAddress {
    pub user: Option<User>,
    pub is_known: bool,
}

/// Sessions.
#[async_trait]
pub trait Sessions: Send + Sync {
    /// The account's sessions that have not expired by this moment, the one used last first, a hundred at most. One between
    /// password and code is none of them.
    async fn of(&self, user: UserId, now: DateTime<Utc>) -> Result<Vec<Session>, Unavailable>;
    /// Whether nobody has ended this session of the account.
    async fn goes_on(&self, id: SessionId, of: UserId) -> Result<bool, Unavailable>;
    /// Notes that it was used at this moment; nothing when it has ended. This is no change anybody makes, so no record.
    async fn used(&self, id: SessionId, at: DateTime<Utc>) -> Result<(), Unavailable>;
}

/// The identity provider's word as it is remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    pub user: UserId,
    pub proof: PhoneProof,
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
    /// The link with this secret and one of these purposes; none when used or replaced.
    async fn find(&self, hash: TokenHash, purposes: &[LinkPurpose]) -> Result<Option<MailedLink>, Unavailable>;
}

/// Works out the secret of a link from its id: 256 bits nobody can guess without the instance's key.
pub trait LinkTokens: Send + Sync {
    fn token(&self, id: LinkId) -> String;
}

/// Why a new password has no hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NewPasswordError {
    #[error("the password is refused: {0}")]
    Refused(Invalid),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Judges and hashes passwords, on threads that do nothing else. Each call takes the time of one hash or less.
#[async_trait]
pub trait Passwords: Send + Sync {
    /// A place among those whose passwords are hashed next; `Busy` when all are taken. Taken before anything is looked
    /// up, so that nothing is looked up in vain.
    fn slot(&self) -> Result<HashingSlot, Unavailable>;
    /// Whether a new password may be taken, for whoever is refused in any case and is to be told everything at once.
    async fn judge(&self, slot: HashingSlot, password: NewPassword) -> Result<(), NewPasswordError>;
    /// The hash of a new password, which is judged on the way.
    async fn hash(&self, slot: HashingSlot, password: NewPassword) -> Result<PasswordHash, NewPasswordError>;
    /// Whether the password is the one hashed. Without a hash it takes the same time and answers no, so that an unknown
    /// account cannot be told from a known one.
    async fn verify(&self, slot: HashingSlot, password: PlainPassword, hash: Option<PasswordHash>) -> Result<bool, Unavailable>;
}

/// A place in the queue before the hashing threads, free again when this is dropped.
pub struct HashingSlot(Box<dyn Send>);

impl HashingSlot {
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
    /// The same, and whether a code of it was right at this address since then.
    async fn at_address(&self, user: UserId, from: IpAddr, since: DateTime<Utc>) -> Result<Option<FactorAtAddress>, Unavailable>;
}

/// A second factor, seen from a client address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactorAtAddress {
    pub factor: SecondFactor,
    pub is_known: bool,
}

/// The codes of second factors, worked out from their ids.
pub trait SecondFactorCodes: Send + Sync {
    /// The secret as people type it into an app (base32), and the address an app reads from a QR code.
    fn secret(&self, id: FactorId, account: &EmailAddress) -> AppSecret;
    /// The time step whose code this is, now or one step around it.
    fn step_of(&self, id: FactorId, code: &str, now: DateTime<Utc>) -> Option<i64>;
    /// Every recovery code, by number.
    fn recovery_codes(&self, id: FactorId) -> Vec<String>;
    /// The same as they were under the instance's secret from before; none when that is not taken any more.
    fn former_recovery_codes(&self, id: FactorId) -> Vec<String>;
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
