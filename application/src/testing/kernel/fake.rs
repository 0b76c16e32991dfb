//! Kernel rows in memory.

use super::super::memory::Memory;
use crate::kernel::{
    audit::{AuditTrail, Record, Subject},
    chain::{Backlog, Chained, Head, Links, Sealed, Seals, Stored},
    commit::{CommitError, WriteContext},
    idempotency::{Earlier, Idempotency, Made, RequestKey},
    jobs::Leases,
    outbox::{Due, GivenUp, Mail, MailDay, Outbox, Sending, Unreadable},
    rate_limits::{RateLimit, RateLimits, Spent},
    unavailable::Unavailable,
};
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use sooner_domain::kernel::ids::MailId;
use std::{cmp::Reverse, collections::HashMap, sync::Arc};
use uuid::Uuid;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    pub(crate) audit: Vec<Record>,
    outbox: Vec<Waiting>,
    given_up: Vec<(Waiting, String)>,
    sent_alone: HashMap<(String, NaiveDate), i32>,
    made: Vec<Made>,
    rate_limits: HashMap<(&'static str, String), (DateTime<Utc>, i32)>,
    leases: HashMap<String, (Uuid, DateTime<Utc>)>,
}

#[derive(Clone)]
struct Waiting {
    id: MailId,
    recipient: String,
    created_at: DateTime<Utc>,
    mail: Result<Mail, Unreadable>,
    due_at: DateTime<Utc>,
    attempts: i32,
    sending: Option<Sending>,
}

impl From<Mail> for Waiting {
    fn from(mail: Mail) -> Self {
        let (id, recipient, created_at) = (mail.id, mail.to.as_str().to_owned(), mail.created_at);
        Self { id, recipient, created_at, mail: Ok(mail), due_at: created_at, attempts: 0, sending: None }
    }
}

impl Waiting {
    fn taken(&mut self, hidden_until: DateTime<Utc>) -> Due {
        self.due_at = hidden_until;
        self.attempts += 1;
        Due { id: self.id, mail: self.mail.clone(), attempts: self.attempts - 1 }
    }
}

impl Rows {
    pub(crate) fn use_key(&self, made: Option<&Made>) -> Result<(), CommitError> {
        let repeated = made.is_some_and(|new| self.made.iter().any(|old| same_key(&old.request, &new.request)));
        if repeated { Err(CommitError::Repeated) } else { Ok(()) }
    }

    /// Counts so many more, and says how many there are by now and until when they count.
    pub(crate) fn count(
        &mut self,
        (name, key): (&'static str, &str),
        (by, window): (i32, TimeDelta),
        now: DateTime<Utc>,
    ) -> (i32, DateTime<Utc>) {
        let entry = self.rate_limits.entry((name, key.to_owned())).or_insert((now + window, 0));
        if entry.0 <= now {
            *entry = (now + window, 0);
        }
        entry.1 = entry.1.saturating_add(by);
        (entry.1, entry.0)
    }

    /// Puts a mail in the outbox as a newer version would: this one cannot read it.
    pub(crate) fn put_unreadable_mail(&mut self, recipient: &str, at: DateTime<Utc>) {
        let (id, recipient, mail) = (MailId(Uuid::max()), recipient.to_owned(), Err(Unreadable::Content));
        self.outbox.push(Waiting { id, recipient, created_at: at, mail, due_at: at, attempts: 0, sending: None });
    }

    /// Clears away what has expired; the names of the tables with how many rows went.
    pub(crate) fn clear(&mut self, now: DateTime<Utc>) -> [(&'static str, usize); 2] {
        let before = [self.rate_limits.len(), self.made.len()];
        self.rate_limits.retain(|_, (ends_at, _)| *ends_at > now);
        self.made.retain(|made| made.at > now - RequestKey::REMEMBERED);
        [("rate_limits", before[0] - self.rate_limits.len()), ("idempotency_keys", before[1] - self.made.len())]
    }

    pub(crate) fn write(&mut self, WriteContext { entry, mails, made, file_bytes: _ }: WriteContext) {
        let number = self.audit.len() as u64;
        let salt = number.to_be_bytes().repeat(2).try_into().unwrap_or_default();
        let id = Uuid::from_u64_pair(entry.at.timestamp_micros().unsigned_abs(), number);
        self.audit.push(Record::new(id, entry, "a test".to_owned(), || salt));
        self.made.extend(made);
        self.outbox.extend(mails.into_iter().map(Waiting::from));
    }
}

fn same_key(one: &RequestKey, other: &RequestKey) -> bool {
    (one.user, &one.key) == (other.user, &other.key)
}

/// Keeps the kernel's contracts.
pub(crate) struct InMemoryKernel(pub(crate) Arc<Memory>);

#[async_trait]
impl RateLimits for InMemoryKernel {
    async fn spend(&self, limit: RateLimit, key: &str, now: DateTime<Utc>) -> Result<Spent, Unavailable> {
        let (count, ends) = self.0.call().await.kernel.count((limit.name, key), (1, limit.window), now);
        Ok(if count <= limit.limit { Spent::Within } else { Spent::Over { retry_after_seconds: (ends - now).num_seconds().max(1) } })
    }

    async fn give_back(&self, limit: RateLimit, key: &str) -> Result<(), Unavailable> {
        let mut state = self.0.call().await;
        if let Some((_, spent)) = state.kernel.rate_limits.get_mut(&(limit.name, key.to_owned())) {
            *spent = (*spent - 1).max(0);
        }
        Ok(())
    }
}

#[async_trait]
impl Outbox for InMemoryKernel {
    async fn take(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>, most: i64) -> Result<Vec<Due>, Unavailable> {
        let mut state = self.0.call().await;
        let state = &mut state.kernel;
        let due = state
            .outbox
            .iter_mut()
            .filter(|waiting| waiting.due_at <= now && waiting.sending != Some(Sending::InDigest))
            .take(usize::try_from(most).unwrap_or(0));
        Ok(due.map(|waiting| waiting.taken(hidden_until)).collect())
    }

    async fn admit(&self, id: MailId, day: &MailDay, most: i32) -> Result<Sending, Unavailable> {
        let mut state = self.0.call().await;
        let state = &mut state.kernel;
        let Some(waiting) = state.outbox.iter_mut().find(|waiting| waiting.id == id) else { return Ok(Sending::Alone) };
        if let Some(sending) = waiting.sending {
            return Ok(sending);
        }
        let alone = state.sent_alone.entry((waiting.recipient.clone(), day.date)).or_default();
        *alone += 1;
        let sending = if *alone <= most { Sending::Alone } else { Sending::InDigest };
        waiting.sending = Some(sending);
        if sending == Sending::InDigest {
            (waiting.due_at, waiting.attempts) = (day.digest_at, 0);
        }
        Ok(sending)
    }

    async fn take_digest(&self, now: DateTime<Utc>, hidden_until: DateTime<Utc>) -> Result<Vec<Due>, Unavailable> {
        let mut state = self.0.call().await;
        let outbox = &mut state.kernel.outbox;
        let is_due = |waiting: &&mut Waiting| waiting.due_at <= now && waiting.sending == Some(Sending::InDigest);
        let first = outbox.iter_mut().filter(is_due).min_by_key(|waiting| (waiting.due_at, waiting.id));
        let Some(recipient) = first.map(|waiting| waiting.recipient.clone()) else { return Ok(Vec::new()) };
        let of = outbox.iter_mut().filter(is_due).filter(|waiting| waiting.recipient == recipient);
        Ok(of.map(|waiting| waiting.taken(hidden_until)).collect())
    }

    async fn delivered(&self, ids: &[MailId]) -> Result<(), Unavailable> {
        self.0.call().await.kernel.outbox.retain(|waiting| !ids.contains(&waiting.id));
        Ok(())
    }

    async fn postpone(&self, ids: &[MailId], due_at: DateTime<Utc>, _reason: &str) -> Result<(), Unavailable> {
        let mut state = self.0.call().await;
        state.kernel.outbox.iter_mut().filter(|waiting| ids.contains(&waiting.id)).for_each(|waiting| waiting.due_at = due_at);
        Ok(())
    }

    async fn bury(&self, ids: &[MailId], reason: &str) -> Result<(), Unavailable> {
        let mut state = self.0.call().await;
        let state = &mut state.kernel;
        let (buried, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut state.outbox).into_iter().partition(|waiting| ids.contains(&waiting.id));
        state.outbox = rest;
        state.given_up.extend(buried.into_iter().map(|waiting| (waiting, reason.to_owned())));
        Ok(())
    }

    async fn given_up(&self) -> Result<Vec<GivenUp>, Unavailable> {
        let plain = |(buried, reason): &(Waiting, String)| GivenUp {
            recipient: buried.recipient.clone(),
            created_at: buried.created_at,
            reason: reason.clone(),
        };
        Ok(self.0.call().await.kernel.given_up.iter().map(plain).collect())
    }

    async fn try_again(&self, due_at: DateTime<Utc>) -> Result<usize, Unavailable> {
        let mut state = self.0.call().await;
        let state = &mut state.kernel;
        let mails = std::mem::take(&mut state.given_up);
        let count = mails.len();
        state.outbox.extend(mails.into_iter().map(|(buried, _)| Waiting { due_at, attempts: 0, ..buried }));
        Ok(count)
    }

    async fn depth(&self) -> Result<i64, Unavailable> {
        let state = self.0.call().await;
        let waiting = state.kernel.outbox.iter().filter(|waiting| waiting.sending != Some(Sending::InDigest));
        Ok(i64::try_from(waiting.count()).unwrap_or(i64::MAX))
    }
}

#[async_trait]
impl Idempotency for InMemoryKernel {
    async fn earlier(&self, request: &RequestKey) -> Result<Earlier, Unavailable> {
        let state = &self.0.call().await.kernel;
        let found = state.made.iter().find(|made| same_key(&made.request, request));
        Ok(match found {
            None => Earlier::Nothing,
            Some(made) if made.request.fingerprint == request.fingerprint => Earlier::Made(made.result),
            Some(_) => Earlier::OtherRequest,
        })
    }
}

#[async_trait]
impl Links<Record> for InMemoryKernel {
    async fn chain(&self, after: i64, most: i64) -> Result<Vec<Stored<Record>>, Unavailable> {
        let state = &self.0.call().await.kernel;
        let mut behind: Vec<_> = state.audit.iter().filter(|record| record.number() > Some(after)).cloned().collect();
        behind.sort_by_key(Record::number);
        behind.truncate(usize::try_from(most).unwrap_or(0));
        Ok(behind.into_iter().map(Box::new).map(Stored::Record).collect())
    }
}

#[async_trait]
impl AuditTrail for InMemoryKernel {
    async fn about(&self, subjects: &[Subject], before: Option<Uuid>, most: i64) -> Result<Vec<Record>, Unavailable> {
        let state = &self.0.call().await.kernel;
        let wanted = |record: &&Record| subjects.iter().any(|subject| concerns(record, *subject));
        let older = state.audit.iter().filter(wanted).filter(|record| before.is_none_or(|before| record.id < before));
        let mut older = Vec::from_iter(older.cloned());
        older.sort_by_key(|record| Reverse(record.id));
        older.truncate(usize::try_from(most).unwrap_or(0));
        Ok(older)
    }
}

#[async_trait]
impl Seals for InMemoryKernel {
    fn name(&self) -> &'static str {
        "audit"
    }

    async fn waiting(&self) -> Result<Backlog, Unavailable> {
        let state = &self.0.call().await.kernel.audit;
        let unsealed = || state.iter().filter(|record| record.seal.is_none());
        Ok(Backlog { count: unsealed().count() as u64, since: unsealed().map(|record| record.entry.at).min() })
    }

    async fn seal(&self, after: i64, most: i64) -> Result<Sealed, Unavailable> {
        let mut state = self.0.call().await;
        let records = &mut state.kernel.audit;
        let mut head = records.iter().filter_map(Record::seal).max_by_key(|seal| seal.number).map_or(Head::BEGINNING, Head::from);
        let arrived = (1..).zip(records).skip_while(|(arrival, _)| *arrival <= after);
        let mut unsealed = arrived.filter(|(_, record)| record.seal.is_none());
        let mut done = Sealed::default();
        for (arrival, record) in unsealed.by_ref().take(usize::try_from(most).unwrap_or(0)) {
            let seal = head.followed_by(record);
            record.seal = Some(seal);
            head = seal.into();
            done = Sealed { sealed: done.sealed + 1, last: Some(arrival) };
        }
        Ok(if unsealed.next().is_some() { done } else { Sealed { last: None, ..done } })
    }
}

fn concerns(record: &Record, subject: Subject) -> bool {
    let about = &record.entry.about;
    match subject {
        Subject::User(id) => about.user == Some(id),
        Subject::Company(id) => about.company == Some(id),
        Subject::Debtor(id) => about.debtor == Some(id),
        Subject::Thing(id) => about.thing == id,
    }
}

#[async_trait]
impl Leases for InMemoryKernel {
    async fn take(&self, name: &str, node: Uuid, now: DateTime<Utc>, until: DateTime<Utc>) -> Result<bool, Unavailable> {
        let mut state = self.0.call().await;
        let leases = &mut state.kernel.leases;
        let free = leases.get(name).is_none_or(|(holder, held_until)| *holder == node || *held_until <= now);
        if free {
            leases.insert(name.to_owned(), (node, until));
        }
        Ok(free)
    }

    async fn give_back(&self, name: &str, node: Uuid) -> Result<(), Unavailable> {
        self.0.call().await.kernel.leases.retain(|held, (holder, _)| held != name || *holder != node);
        Ok(())
    }
}
