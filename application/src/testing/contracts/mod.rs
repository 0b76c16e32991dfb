//! What every store must keep, fake or real. Each contract is run on the fakes here, and on SQLite and PostgreSQL in the
//! adapters; whatever a use case relies on is written down as one of these.

mod applications;
mod audit;
mod buyers;
mod identity;
mod outbox;
mod second_factors;

use crate::{
    buyers::Buyers,
    identity::{
        KnownAddresses,
        ports::{Beginning, IssuedLink, Links, SecondFactors, Sessions, TokenHash, Users},
    },
    kernel::{
        audit::AuditTrail,
        commit::WriteContext,
        idempotency::{Idempotency, IdempotencyKey, RequestKey},
        outbox::{Content, Mail, Outbox},
        rate_limits::RateLimits,
    },
    onboarding::ports::{Applications, Overview},
};
use chrono::{DateTime, TimeDelta, Utc};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        password::PasswordHash,
        session::Session,
        user::User,
    },
    kernel::{
        audit::{AuditAction, Entry},
        email::EmailAddress,
        ids::{LinkId, MailId, SessionId, UserId},
    },
};
use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use uuid::Uuid;

/// Every port a store keeps.
pub trait Store:
    Users + Sessions + Links + SecondFactors + RateLimits + KnownAddresses + Buyers + Applications + Outbox + Idempotency + AuditTrail
{
}
impl<T> Store for T where
    T: Users + Sessions + Links + SecondFactors + RateLimits + KnownAddresses + Buyers + Applications + Outbox + Idempotency + AuditTrail
{
}

type Checked = Result<(), Box<dyn Error>>;

/// Runs every contract on one empty store.
///
/// # Errors
/// When the store fails; a broken promise panics.
pub async fn run(store: Arc<dyn Store>) -> Checked {
    identity::run(store.as_ref()).await?;
    second_factors::run(store.clone()).await?;
    buyers::run(store.clone()).await?;
    applications::run(store.clone()).await?;
    outbox::run(store.clone()).await?;
    audit::run(store).await
}

static NUMBER: AtomicU64 = AtomicU64::new(1);

/// An id nobody had, larger than the ones before.
fn id() -> Uuid {
    Uuid::from_u128(u128::from(NUMBER.fetch_add(1, Ordering::Relaxed)))
}

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_781_524_800, 123_456_000).unwrap_or_default()
}

fn user(email: &str) -> Result<User, Box<dyn Error>> {
    let member = super::a_user().email(email).member;
    Ok(User::sign_up(UserId(id()), member, PasswordHash::restore("hash".into()), noon()))
}

async fn stored_user(store: &dyn Store, email: &str) -> Result<User, Box<dyn Error>> {
    let user = user(email)?;
    Users::add(store, &user, Beginning::default(), effects()).await?;
    Ok(user)
}

fn session(user: &User) -> Session {
    Session::open(SessionId(id()), user.id(), TimeDelta::hours(12), noon())
}

/// What the user's first screen shows, of a session of its own.
async fn overview(store: &dyn Store, user: &User) -> Result<Overview, Box<dyn Error>> {
    let session = session(user);
    store.open(&session, effects()).await?;
    let (found, whose, overview) = store.first_screen(session.id).await?.ok_or("no such session")?;
    assert_eq!(Sessions::find(store, session.id).await?, Some((found, whose)));
    Sessions::end(store, session.id, effects()).await?;
    assert_eq!(store.first_screen(session.id).await?, None);
    Ok(overview)
}

fn link(user: &User, purpose: LinkPurpose, secret: u8) -> IssuedLink {
    let link = MailedLink::new(LinkId(id()), user.id(), purpose, user.email().clone(), noon());
    IssuedLink { link, hash: TokenHash([secret; 32]) }
}

fn mail(to: &str) -> Result<Mail, Box<dyn Error>> {
    let to = EmailAddress::parse(to)?;
    Ok(Mail { id: MailId(id()), to, name: "Ada Brandt".into(), content: Content::ApplicationReceived, created_at: noon() })
}

/// What goes with a write that these contracts look at no further.
fn effects() -> WriteContext {
    WriteContext::of(Entry::own(UserId(Uuid::nil()), AuditAction::SignedIn, noon()))
}

fn mailing(mail: Mail) -> WriteContext {
    effects().and_mail(mail)
}

fn once(user: UserId, key: &str) -> Result<RequestKey, Box<dyn Error>> {
    Ok(RequestKey { user, operation: "contract", key: IdempotencyKey::parse(key)?, content: [1; 32] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::InMemoryStore;

    #[tokio::test]
    async fn the_store_in_memory_keeps_every_contract() -> Checked {
        run(Arc::new(InMemoryStore::default())).await
    }
}
