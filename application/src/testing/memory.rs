//! The whole store in memory, behind one lock. Each module's fake knows how to apply its own changes; here is what they share.

use super::{
    State,
    fakes::{lock, turn},
};
use crate::kernel::{
    audit::Record,
    budgets::Budget,
    commit::{Commit, CommitError, WriteContext},
    expiry::{Cleared, Expiry},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::user::Role,
    kernel::{
        ids::{CompanyId, UserId},
        minor::Minor,
    },
    parties::company::Company,
    payments::statement::LineId,
};
use std::sync::{
    Mutex, MutexGuard,
    atomic::{AtomicUsize, Ordering},
};

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
    /// One call of a port: a transaction of its own. Others go first, as while one waits for a database: what two use cases
    /// read and write at once lies between each other here too, the same way each time.
    pub(super) async fn call(&self) -> MutexGuard<'_, State> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        turn().await;
        lock(&self.state)
    }

    /// How many calls the ports had since this was asked last.
    pub fn calls(&self) -> usize {
        self.calls.swap(0, Ordering::Relaxed)
    }

    /// What is known of a company.
    pub fn company(&self, id: CompanyId) -> Option<Company> {
        lock(&self.state).parties.company(id).cloned()
    }

    /// Lets a sign-up run into the uniqueness of the address, as when two come at once.
    pub fn hide_users_by_email(&self) {
        lock(&self.state).identity.hide_by_email = true;
    }

    /// Lays a hand on a line that waits: what it is of, and what was read of its entry.
    pub fn change_held(&self, id: LineId, (line, entry): (Minor, Minor)) {
        if let Some(held) = lock(&self.state).payments.held.get_mut(&id) {
            held.entry.amount = entry;
            held.line.iter_mut().for_each(|told| told.amount = line);
        }
    }

    /// Switches a second factor on without asking anybody.
    pub fn set_factor(&self, of: UserId, at: DateTime<Utc>) {
        lock(&self.state).identity.set_factor(of, at);
    }

    /// Leaves nothing of what an account may have kept or mailed today.
    pub fn use_up(&self, account: UserId, now: DateTime<Utc>) {
        let mut state = lock(&self.state);
        for budget in Budget::OF_ACCOUNTS {
            state.kernel.count((budget.name, &account.0.to_string()), (i32::MAX, budget.window), now);
        }
    }

    /// Takes address and phone for proven, without asking anybody.
    pub fn verify(&self, who: UserId) {
        lock(&self.state).identity.verify(who);
    }

    /// Makes somebody a member or an operator, as a hand in the database would.
    pub fn set_role(&self, of: UserId, role: Role) {
        lock(&self.state).identity.set_role(of, role);
    }

    /// Puts a mail in the outbox as a newer version would: this one cannot read it.
    pub fn put_unreadable_mail(&self, recipient: &str, at: DateTime<Utc>) {
        lock(&self.state).kernel.put_unreadable_mail(recipient, at);
    }

    /// Lays a hand on a record of the audit trail.
    pub fn forge_audit(&self, number: i64, forge: impl FnOnce(&mut Record)) {
        if let Some(record) = lock(&self.state).kernel.audit.iter_mut().find(|record| record.number() == Some(number)) {
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
    async fn commit(&self, changes: Vec<C>, mut context: WriteContext) -> Result<(), CommitError> {
        let mut state = self.call().await;
        let mut next = state.clone();
        next.kernel.use_key(context.made.as_ref())?;
        changes.into_iter().try_for_each(|change| change.apply(&mut next))?;
        next.spend(&mut context).map_err(Unavailable::from)?;
        next.kernel.write(context);
        *state = next;
        Ok(())
    }
}

#[async_trait]
impl Expiry for Memory {
    async fn clear(&self, now: DateTime<Utc>) -> Result<Vec<Cleared>, Unavailable> {
        let mut state = self.call().await;
        let (identity, parties, kernel) = (state.identity.clear(now), state.parties.clear(now), state.kernel.clear(now));
        let cleared = |(table, rows): (&'static str, usize)| Cleared { table, rows: rows as u64 };
        Ok(identity.into_iter().chain([parties]).chain(kernel).map(cleared).collect())
    }
}
