//! What every store must keep, fake or real. Each contract is a test of its own, run on the fakes here and on SQLite and
//! PostgreSQL in the store; whatever a use case relies on is written down as one of these.

pub use super::{
    identity::{contracts as identity, second_factor_contracts as second_factors},
    kernel::{audit_contracts as audit, contracts as kernel, job_contracts as jobs, outbox_contracts as outbox},
    onboarding::{contracts as onboarding, queue_contracts as queue},
    parties::contracts as parties,
};

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
        password::PasswordHash,
        session::Session,
        user::User,
    },
    kernel::{
        audit::{AuditAction, Entry},
        email::EmailAddress,
        ids::{CompanyId, LinkId, MailId, SessionId, UserId},
    },
    parties::{company::Company, membership::Membership},
};
use std::{
    error::Error,
    sync::atomic::{AtomicU64, Ordering},
};
use uuid::Uuid;

/// What a contract answers; a broken promise panics.
pub type Checked = Result<(), Box<dyn Error>>;

/// Hands every contract's name to a macro, by module: `module { name, name, … }`. A contract is called as
/// `contracts::module::name(&ports)`, on an empty store of its own.
#[macro_export]
macro_rules! for_each_contract {
    ($callback:ident) => {
        $callback! {
            identity {
                an_account_is_found_as_it_was_added,
                an_account_is_found_by_address_and_place,
                an_address_has_one_account_and_a_refused_one_leaves_nothing,
                of_many_changes_to_one_version_of_an_account_one_wins,
                a_session_is_found_until_it_ends,
                a_phone_is_proven_once_for_one_account,
                a_link_is_used_once,
                a_newer_link_kills_the_older,
                every_session_of_an_account_ends_but_one,
                an_address_is_known_from_when_it_was_last_used,
            }
            second_factors {
                a_factor_is_begun_switched_on_and_removed,
                of_many_uses_of_one_code_one_counts,
            }
            parties {
                a_member_is_found_by_session_with_their_place,
                buyers_come_back_in_order_to_their_seller_alone,
                of_many_at_once_the_list_takes_as_many_as_it_holds,
                of_many_decisions_on_a_buyer_one_wins,
                a_legal_entity_is_one_debtor,
            }
            onboarding {
                an_application_is_read_as_it_was_saved,
                documents_come_and_go_with_their_application,
                of_many_writers_of_one_version_one_wins,
                of_many_first_writers_one_wins,
                steps_are_kept_in_order_and_mails_go_with_them,
                a_refused_write_leaves_nothing,
                what_an_operator_does_on_a_case_is_kept,
                a_case_has_everything_a_decision_needs,
                a_buyer_is_found_in_its_case_alone,
            }
            queue {
                the_queue_is_paged_in_order,
                a_case_is_found_by_its_words,
            }
            kernel {
                a_rate_limit_runs_out_and_is_refilled,
                of_many_under_one_key_one_is_written,
            }
            outbox {
                a_mail_is_taken_by_one,
                every_mail_comes_out_as_it_went_in,
                a_mail_comes_back_when_its_taker_dies_or_postpones_it,
            }
            jobs {
                a_lease_is_one_nodes_until_it_runs_out_or_is_given_back,
                of_many_nodes_at_once_one_gets_a_lease,
                what_expired_is_cleared_away_and_the_rest_stays,
            }
            audit {
                an_entry_is_read_as_it_was_written,
                records_are_found_by_every_subject,
                every_write_leaves_one_record,
                what_was_refused_is_not_in_the_trail,
                many_at_once_make_one_chain,
            }
        }
    };
}
pub use crate::for_each_contract;

static NUMBER: AtomicU64 = AtomicU64::new(1);

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
    Ok(Mail { id: MailId(id()), to, name: "Ada Brandt".into(), content: Content::ApplicationReceived, created_at: noon() })
}

/// What goes with a write that these contracts look at no further.
pub(super) fn context() -> WriteContext {
    WriteContext::of(Entry::own(UserId(Uuid::nil()), AuditAction::SignedIn, noon()))
}

pub(super) fn mailing(mail: Mail) -> WriteContext {
    context().and_mail(mail)
}

pub(super) fn request(user: UserId, key: &str) -> Result<RequestKey, Box<dyn Error>> {
    Ok(RequestKey { user, operation: "contract".into(), key: IdempotencyKey::parse(key)?, fingerprint: [1; 32] })
}

#[cfg(test)]
mod tests {
    use crate::testing::{Memory, store_ports};
    use std::sync::Arc;

    macro_rules! on_the_fakes {
        ($($module:ident { $($name:ident),* $(,)? })*) => {
            $(mod $module {
                $(#[tokio::test]
                async fn $name() -> super::super::Checked {
                    super::super::$module::$name(&super::store_ports(&super::Arc::new(super::Memory::default()))).await
                })*
            })*
        };
    }
    for_each_contract!(on_the_fakes);
}
