//! The whole store in memory, behind one lock. Each module's fake knows how to apply its own changes; here is what they share.

use super::{fakes::lock, identity, kernel, onboarding, parties, screens};
use crate::{
    StorePorts,
    kernel::{
        audit::Record,
        commit::{Commit, CommitError, WriteContext},
        expiry::{Cleared, Expiry},
        unavailable::Unavailable,
    },
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use std::sync::{
    Arc, Mutex, MutexGuard,
    atomic::{AtomicUsize, Ordering},
};

/// Every row, by module.
#[derive(Default, Clone)]
pub(super) struct State {
    pub(super) kernel: kernel::fake::Rows,
    pub(super) identity: identity::fake::Rows,
    pub(super) parties: parties::fake::Rows,
    pub(super) onboarding: onboarding::fake::Rows,
}

/// A change that a fake knows how to make.
pub(super) trait Apply: Send {
    fn apply(self, state: &mut State) -> Result<(), CommitError>;
}

/// Keeps every store port's contract, in memory.
#[derive(Default)]
pub struct Memory {
    state: Mutex<State>,
    calls: AtomicUsize,
}

impl Memory {
    /// One call of a port: a transaction of its own.
    pub(super) fn call(&self) -> MutexGuard<'_, State> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        lock(&self.state)
    }

    /// How many calls the ports had since this was asked last.
    pub fn calls(&self) -> usize {
        self.calls.swap(0, Ordering::Relaxed)
    }

    /// Lets a sign-up run into the uniqueness of the address, as when two come at once.
    pub fn hide_users_by_email(&self) {
        lock(&self.state).identity.hide_by_email = true;
    }

    /// Puts a mail in the outbox as a newer version would: this one cannot read it.
    pub fn put_unreadable_mail(&self, recipient: &str, at: DateTime<Utc>) {
        lock(&self.state).kernel.put_unreadable_mail(recipient, at);
    }

    /// Lays a hand on a record of the audit trail.
    pub fn forge_audit(&self, number: usize, forge: impl FnOnce(&mut Record)) {
        if let Some(record) = lock(&self.state).kernel.audit.get_mut(number - 1) {
            forge(record);
        }
    }

    /// Cuts the audit trail off behind this many records.
    pub fn cut_audit(&self, records: usize) {
        lock(&self.state).kernel.audit.truncate(records);
    }
}

#[async_trait]
impl<C: Apply + 'static> Commit<C> for Memory {
    async fn commit(&self, changes: Vec<C>, context: WriteContext) -> Result<(), CommitError> {
        let mut state = self.call();
        let mut next = state.clone();
        next.kernel.use_key(context.made.as_ref())?;
        changes.into_iter().try_for_each(|change| change.apply(&mut next))?;
        next.kernel.write(context);
        *state = next;
        Ok(())
    }
}

#[async_trait]
impl Expiry for Memory {
    async fn clear(&self, now: DateTime<Utc>) -> Result<Vec<Cleared>, Unavailable> {
        let mut state = self.call();
        let (identity, kernel) = (state.identity.clear(now), state.kernel.clear(now));
        let cleared = |(table, rows): (&'static str, usize)| Cleared { table, rows: rows as u64 };
        Ok(identity.into_iter().chain(kernel).map(cleared).collect())
    }
}

/// The ports on one memory.
pub fn store_ports(memory: &Arc<Memory>) -> StorePorts {
    let kernel = Arc::new(kernel::fake::InMemoryKernel(memory.clone()));
    let identity = Arc::new(identity::fake::InMemoryIdentity(memory.clone()));
    let parties = Arc::new(parties::fake::InMemoryParties(memory.clone()));
    let onboarding = Arc::new(onboarding::fake::InMemoryOnboarding(memory.clone()));
    StorePorts {
        idempotency: kernel.clone(),
        rate_limits: kernel.clone(),
        outbox: kernel.clone(),
        leases: kernel.clone(),
        expiry: memory.clone(),
        trail: kernel,
        users: identity.clone(),
        sessions: identity.clone(),
        links: identity.clone(),
        second_factors: identity,
        identity: memory.clone(),
        memberships: parties.clone(),
        buyers: parties,
        parties: memory.clone(),
        applications: onboarding,
        onboarding: memory.clone(),
        first_screens: Arc::new(screens::fake::InMemoryScreens(memory.clone())),
    }
}
