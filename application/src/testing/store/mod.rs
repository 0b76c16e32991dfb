//! The whole store in memory, behind one lock: each call is a transaction.

mod applications;
mod identity;

use super::fakes::lock;
use crate::{
    identity::{KnownAddress, KnownAddresses, ports::IssuedLink},
    kernel::{
        audit::{AuditTrail, Hash, Record, Stored},
        commit::WriteContext,
        idempotency::{Done, Earlier, Idempotency, RequestKey},
        outbox::{Due, GivenUp, Mail, Outbox},
        rate_limits::{RateLimit, RateLimits, Spent},
        unavailable::Unavailable,
    },
    onboarding::ports::Submission,
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    identity::{link::MailedLink, phone_proof::PhoneProof, second_factor::SecondFactor, session::Session, user::User},
    kernel::ids::{ApplicationId, MailId, UserId},
    onboarding::{application::Application, decision::Transition},
    parties::buyer::Buyer,
};
use std::{collections::HashMap, sync::Mutex};

#[derive(Default)]
struct State {
    users: Vec<User>,
    sessions: Vec<Session>,
    links: Vec<IssuedLink>,
    proofs: Vec<PhoneProof>,
    applications: Vec<Application>,
    steps: Vec<(ApplicationId, Transition)>,
    submissions: Vec<(ApplicationId, Submission)>,
    factors: Vec<SecondFactor>,
    audit: Vec<Record>,
    buyers: Vec<Buyer>,
    outbox: Vec<Waiting>,
    given_up: Vec<GivenUp>,
    done: Vec<Done>,
    budgets: HashMap<(&'static str, String), (DateTime<Utc>, i32)>,
    known_addresses: HashMap<KnownAddress, DateTime<Utc>>,
    hide_users_by_email: bool,
}

struct Waiting {
    mail: Mail,
    due_at: DateTime<Utc>,
    attempts: i32,
}

impl State {
    fn apply(&mut self, effects: WriteContext) {
        self.known_addresses.extend(effects.at.map(|address| (address, effects.entry.at)));
        let (number, previous) = self.audit.last().map_or((0, Hash::BEGINNING), |last| (last.number, last.hash));
        self.audit.push(Record::after(number, previous, effects.entry, "a test".to_owned()));
        self.done.extend(effects.done);
        self.outbox.extend(effects.mails.into_iter().map(|mail| Waiting { due_at: mail.created_at, mail, attempts: 0 }));
    }

    fn repeated(&self, effects: &WriteContext) -> bool {
        effects.done.as_ref().is_some_and(|new| self.done.iter().any(|old| same_key(&old.once, &new.once)))
    }

    fn change_user(&mut self, id: UserId, change: impl FnOnce(&mut User)) {
        if let Some(user) = self.users.iter_mut().find(|user| user.id() == id) {
            change(user);
        }
    }

    fn take_link(&mut self, link: &MailedLink) -> bool {
        let before = self.links.len();
        self.links.retain(|issued| issued.link.id != link.id);
        self.links.len() < before
    }
}

fn same_key(one: &RequestKey, other: &RequestKey) -> bool {
    (one.user, one.operation, &one.key) == (other.user, other.operation, &other.key)
}

/// Keeps every store port's contract, in memory.
#[derive(Default)]
pub struct InMemoryStore {
    state: Mutex<State>,
}

impl InMemoryStore {
    /// Lets a sign-up run into the uniqueness of the address, as when two come at once.
    pub fn hide_users_by_email(&self) {
        lock(&self.state).hide_users_by_email = true;
    }

    /// Lays a hand on a record of the audit trail.
    pub fn forge_audit(&self, number: usize, forge: impl FnOnce(&mut Record)) {
        if let Some(record) = lock(&self.state).audit.get_mut(number - 1) {
            forge(record);
        }
    }

    /// Cuts the audit trail off behind this many records.
    pub fn cut_audit(&self, records: usize) {
        lock(&self.state).audit.truncate(records);
    }
}

#[async_trait]
impl RateLimits for InMemoryStore {
    async fn spend(&self, budget: RateLimit, key: &str, now: DateTime<Utc>) -> Result<Spent, Unavailable> {
        let mut state = lock(&self.state);
        let entry = state.budgets.entry((budget.name, key.to_owned())).or_insert((now + budget.window, 0));
        if entry.0 <= now {
            *entry = (now + budget.window, 0);
        }
        entry.1 = (entry.1 + 1).min(budget.limit + 1);
        let left = entry.0 - now;
        Ok(if entry.1 <= budget.limit { Spent::Within } else { Spent::Over { retry_after_seconds: left.num_seconds().max(1) } })
    }
}

#[async_trait]
impl KnownAddresses for InMemoryStore {
    async fn knows(&self, address: KnownAddress, since: DateTime<Utc>) -> Result<bool, Unavailable> {
        Ok(lock(&self.state).known_addresses.get(&address).is_some_and(|used| *used >= since))
    }
}

#[async_trait]
impl Outbox for InMemoryStore {
    async fn take(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>, most: i64) -> Result<Vec<Due>, Unavailable> {
        let mut state = lock(&self.state);
        let due = state.outbox.iter_mut().filter(|waiting| waiting.due_at <= now).take(usize::try_from(most).unwrap_or(0));
        Ok(due
            .map(|waiting| {
                waiting.due_at = hidden_until;
                waiting.attempts += 1;
                Due { mail: waiting.mail.clone(), attempts: waiting.attempts - 1 }
            })
            .collect())
    }

    async fn delivered(&self, id: MailId) -> Result<(), Unavailable> {
        lock(&self.state).outbox.retain(|waiting| waiting.mail.id != id);
        Ok(())
    }

    async fn postpone(&self, id: MailId, due_at: DateTime<Utc>, _reason: &str) -> Result<(), Unavailable> {
        if let Some(waiting) = lock(&self.state).outbox.iter_mut().find(|waiting| waiting.mail.id == id) {
            waiting.due_at = due_at;
        }
        Ok(())
    }

    async fn bury(&self, id: MailId, reason: &str) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        if let Some(place) = state.outbox.iter().position(|waiting| waiting.mail.id == id) {
            let mail = state.outbox.remove(place).mail;
            state.given_up.push(GivenUp { mail, reason: reason.to_owned() });
        }
        Ok(())
    }

    async fn given_up(&self) -> Result<Vec<GivenUp>, Unavailable> {
        Ok(lock(&self.state).given_up.clone())
    }

    async fn try_again(&self, due_at: DateTime<Utc>) -> Result<usize, Unavailable> {
        let mut state = lock(&self.state);
        let mails = std::mem::take(&mut state.given_up);
        state.outbox.extend(mails.iter().map(|GivenUp { mail, .. }| Waiting { mail: mail.clone(), due_at, attempts: 0 }));
        Ok(mails.len())
    }

    async fn depth(&self) -> Result<i64, Unavailable> {
        Ok(i64::try_from(lock(&self.state).outbox.len()).unwrap_or(i64::MAX))
    }
}

#[async_trait]
impl Idempotency for InMemoryStore {
    async fn earlier(&self, once: &RequestKey) -> Result<Earlier, Unavailable> {
        let state = lock(&self.state);
        let found = state.done.iter().find(|done| same_key(&done.once, once));
        Ok(match found {
            None => Earlier::Nothing,
            Some(done) if done.once.content == once.content => Earlier::Made(done.result),
            Some(_) => Earlier::OtherContent,
        })
    }
}

#[async_trait]
impl AuditTrail for InMemoryStore {
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored>, Unavailable> {
        let state = lock(&self.state);
        let behind = state.audit.iter().skip_while(|record| record.number <= after).take(usize::try_from(most).unwrap_or(0));
        Ok(behind.cloned().map(Stored::Record).collect())
    }

    async fn about(&self, account: UserId, before: Option<i64>, most: i64) -> Result<Vec<Record>, Unavailable> {
        let state = lock(&self.state);
        let wanted = state.audit.iter().rev().filter(|record| record.entry.about == account);
        let older = wanted.filter(|record| before.is_none_or(|before| record.number < before));
        Ok(older.take(usize::try_from(most).unwrap_or(0)).cloned().collect())
    }
}
