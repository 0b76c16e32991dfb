//! What every store must keep, fake or real. Each contract is a test of its own, run on the fakes here and on SQLite and
//! PostgreSQL in the store; whatever a use case relies on is written down as one of these.

use crate::{
    StorePorts,
    identity::{
        self as accounts,
        ports::{IssuedLink, TokenHash},
    },
    kernel::{
        commit::{CommitError, WriteContext},
        idempotency::{IdempotencyKey, RequestKey},
        outbox::{Content, Mail},
    },
    onboarding as filing, parties as companies,
};
use chrono::{DateTime, TimeDelta, Utc};
use sooner_domain::{
    identity::{
        link::{LinkPurpose, MailedLink},
        operator::OperatorRoles,
        password::PasswordHash,
        session::Session,
        user::User,
    },
    kernel::{
        audit::{AuditAction, Entry},
        email::EmailAddress,
        ids::{CompanyId, LinkId, MailId, SessionId, UserId},
        language::Language,
    },
    parties::{company::Company, membership::Membership, operator::Operator},
};
use std::{
    error::Error,
    sync::atomic::{AtomicU64, Ordering},
};
use uuid::Uuid;

/// What a contract answers; a broken promise panics.
pub type Checked = Result<(), Box<dyn Error>>;
pub type Made<T> = Result<T, Box<dyn Error>>;

/// Far behind those of a world, of which a contract may have one besides.
static NUMBER: AtomicU64 = AtomicU64::new(1 << 40);

/// An id nobody had, larger than the ones before.
pub(super) fn id() -> Uuid {
    Uuid::from_u128(u128::from(NUMBER.fetch_add(1, Ordering::Relaxed)))
}

pub(super) fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_781_524_800, 123_456_000).unwrap_or_default()
}

pub(super) fn user(email: &str) -> Result<User, Box<dyn Error>> {
    let member = super::a_user().email(email).member;
    Ok(User::sign_up(UserId(id()), member, PasswordHash::restore("hash".into()), noon()))
}

/// An account with its company, stored.
pub(super) async fn member(ports: &StorePorts, email: &str) -> Result<(User, Membership), Box<dyn Error>> {
    let user = user(email)?;
    let membership = stored(ports, &user).await?;
    Ok((user, membership))
}

/// Somebody who works for the house in every role.
pub(super) fn at_work(membership: Membership) -> Operator {
    Operator { membership, roles: OperatorRoles::all() }
}

/// Stores an account with a company of its own.
pub(super) async fn stored(ports: &StorePorts, user: &User) -> Result<Membership, CommitError> {
    let company = Company::new(CompanyId(id()), noon());
    let membership = Membership::founder(user.id(), company.id, noon());
    let added = accounts::changes::Change::UserAdded(user.clone()).into();
    let changes = vec![added, companies::changes::Change::CompanyFounded(company, membership)];
    ports.parties.commit(changes, context()).await?;
    Ok(membership)
}

/// Commits one change of identity.
pub(super) async fn identity(ports: &StorePorts, change: accounts::changes::Change) -> Result<(), CommitError> {
    ports.identity.commit(vec![change], context()).await
}

/// Commits one change of parties.
pub(super) async fn parties(ports: &StorePorts, change: companies::changes::Change) -> Result<(), CommitError> {
    ports.parties.commit(vec![change], context()).await
}

/// Commits one change of onboarding.
pub(super) async fn onboarding(ports: &StorePorts, change: filing::changes::Change) -> Result<(), CommitError> {
    ports.onboarding.commit(vec![change], context()).await
}

pub(super) fn session(user: &User) -> Session {
    Session::open(SessionId(id()), user.id(), TimeDelta::hours(12), noon())
}

pub(super) fn link(user: &User, purpose: LinkPurpose, secret: u8) -> IssuedLink {
    let link = MailedLink::new(LinkId(id()), user.id(), purpose, user.email().clone(), noon());
    IssuedLink { link, hash: TokenHash([secret; 32]) }
}

pub(super) fn mail(to: &str) -> Result<Mail, Box<dyn Error>> {
    let to = EmailAddress::parse(to)?;
    let (content, language) = (Content::ApplicationReceived, Language::English);
    Ok(Mail { id: MailId(id()), to, name: "Ada Brandt".into(), language, content, created_at: noon() })
}

/// What goes with a write that these contracts look at no further.
pub(super) fn context() -> WriteContext {
    WriteContext::of(Entry::own(UserId(Uuid::nil()), AuditAction::SignedIn, noon()))
}

pub(super) fn mailing(mail: Mail) -> WriteContext {
    context().and_mail(mail)
}

pub(super) fn request(user: UserId, key: &str) -> Result<RequestKey, Box<dyn Error>> {
    Ok(RequestKey { user, key: IdempotencyKey::parse(key)?, fingerprint: [1; 32] })
}

#[cfg(test)]
mod tests {
    use crate::for_each_contract;
    use std::{collections::BTreeSet, error::Error, fs, path::Path};

    macro_rules! on_the_fakes {
        ($($about:ident = $($module:ident)::+ { $($contract:ident),* $(,)? })*) => {
            $(mod $about {
                use crate::testing::{Memory, contracts::Checked, $($module)::+ as contracts, store_ports};

                $(#[tokio::test]
                async fn $contract() -> Checked {
                    contracts::$contract(&store_ports(&Memory::default().into())).await
                })*
            })*

            const NAMED: &[&str] = &[$($(stringify!($contract)),*),*];
        };
    }
    for_each_contract!(on_the_fakes);

    /// The names of the contracts in a folder.
    fn written(folder: &Path) -> Result<BTreeSet<String>, Box<dyn Error>> {
        let mut found = BTreeSet::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                found.extend(written(&path)?);
            } else {
                let text = fs::read_to_string(path)?;
                let functions =
                    text.lines().filter_map(|line| line.strip_prefix("pub async fn ")?.split_once("(ports: &StorePorts) -> Checked"));
                found.extend(functions.map(|(name, _)| name.to_owned()));
            }
        }
        Ok(found)
    }

    #[test]
    fn every_contract_that_is_written_is_run() -> Result<(), Box<dyn Error>> {
        let written = written(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/testing"))?;
        assert_eq!(written, NAMED.iter().map(|name| (*name).to_owned()).collect());
        Ok(())
    }
}
