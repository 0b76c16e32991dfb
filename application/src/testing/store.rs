//! The whole store in memory, behind one lock: each call is a transaction.

use super::fakes::lock;
use crate::{
    audit::{AuditTrail, Hash, Record, Stored},
    budgets::{Budget, Budgets, Spent},
    buyers::{AddBuyerStoreError, Buyers},
    identity::ports::{
        AddUserError, Beginning, Ended, IssuedLink, Links, NewSession, PhoneVerified, SecondFactors, Sessions, TokenHash, Users,
        VerifyPhoneStoreError,
    },
    mail::{Due, Mail, Outbox},
    onboarding::ports::{Applications, Overview, QueueEntry, QueueFilter, QueuePlace, QueueSlice, SaveError, Submission},
    once::{Done, Earlier, Idempotency, Once},
    ports::{Effects, Unavailable},
};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sooner_domain::{
    buyers::buyer::{Buyer, BuyerStatus},
    email::EmailAddress,
    identity::{
        link::{LinkPurpose, MailedLink},
        password::PasswordHash,
        phone_proof::PhoneProof,
        second_factor::SecondFactor,
        session::Session,
        user::{Parts as UserParts, User},
    },
    ids::{ApplicationId, BuyerId, DocumentId, MailId, SessionId, UserId},
    onboarding::{
        application::{Application, Change, Parts},
        decision::Transition,
        document::Document,
        status::OnboardingStatus,
    },
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
    buried: Vec<String>,
    done: Vec<Done>,
    budgets: HashMap<(&'static str, String), (DateTime<Utc>, i32)>,
    hide_users_by_email: bool,
}

struct Waiting {
    mail: Mail,
    due_at: DateTime<Utc>,
    attempts: i32,
}

impl State {
    fn apply(&mut self, effects: Effects) {
        let (number, previous) = self.audit.last().map_or((0, Hash::BEGINNING), |last| (last.number, last.hash));
        self.audit.push(Record::after(number, previous, effects.entry, "a test".to_owned()));
        self.done.extend(effects.done);
        self.outbox.extend(effects.mails.into_iter().map(|mail| Waiting { due_at: mail.created_at, mail, attempts: 0 }));
    }

    fn repeated(&self, effects: &Effects) -> bool {
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

fn same_key(one: &Once, other: &Once) -> bool {
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

    /// Why mails were given up.
    pub fn buried(&self) -> Vec<String> {
        lock(&self.state).buried.clone()
    }
}

#[async_trait]
impl Users for InMemoryStore {
    async fn by_id(&self, id: UserId) -> Result<Option<User>, Unavailable> {
        Ok(lock(&self.state).users.iter().find(|user| user.id() == id).cloned())
    }

    async fn by_email(&self, email: &EmailAddress) -> Result<Option<User>, Unavailable> {
        let state = lock(&self.state);
        Ok(state.users.iter().find(|user| user.email() == email && !state.hide_users_by_email).cloned())
    }

    async fn add(&self, user: &User, begin: Beginning, effects: Effects) -> Result<(), AddUserError> {
        let mut state = lock(&self.state);
        if state.users.iter().any(|other| other.email() == user.email()) {
            return Err(AddUserError::EmailTaken);
        }
        state.users.push(user.clone());
        state.sessions.extend(begin.session);
        state.links.extend(begin.link);
        state.apply(effects);
        Ok(())
    }

    async fn change_phone(&self, user: &User, effects: Effects) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        state.apply(effects);
        state.change_user(user.id(), |stored| {
            let UserParts { phone, country, .. } = user.parts().clone();
            *stored = User::restore(UserParts { phone, country, ..stored.parts().clone() });
        });
        Ok(())
    }

    async fn verify_phone(&self, verified: PhoneVerified, effects: Effects) -> Result<(), VerifyPhoneStoreError> {
        let mut state = lock(&self.state);
        let PhoneVerified { user, proof, ended, opened } = verified;
        if state.proofs.contains(&proof) {
            return Err(VerifyPhoneStoreError::ProofUsed);
        }
        if state.users.iter().any(|other| other.parts().phone_verified && other.parts().phone == user.parts().phone) {
            return Err(VerifyPhoneStoreError::PhoneTaken);
        }
        state.proofs.push(proof);
        state.apply(effects);
        state.sessions.retain(|session| session.id != ended);
        state.sessions.push(opened);
        state.change_user(user.id(), |stored| *stored = User::restore(UserParts { phone_verified: true, ..stored.parts().clone() }));
        Ok(())
    }
}

#[async_trait]
impl Sessions for InMemoryStore {
    async fn open(&self, session: &Session, effects: Effects) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        state.sessions.push(*session);
        state.apply(effects);
        Ok(())
    }

    async fn find(&self, id: SessionId) -> Result<Option<(Session, User)>, Unavailable> {
        let state = lock(&self.state);
        let session = state.sessions.iter().find(|session| session.id == id).copied();
        Ok(session.and_then(|session| state.users.iter().find(|user| user.id() == session.user).map(|user| (session, user.clone()))))
    }

    async fn end(&self, id: SessionId, effects: Effects) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        if state.sessions.iter().any(|session| session.id == id) {
            state.sessions.retain(|session| session.id != id);
            state.apply(effects);
        }
        Ok(())
    }
}

#[async_trait]
impl Links for InMemoryStore {
    async fn issue(&self, issued: &IssuedLink, effects: Effects) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        let same = |old: &MailedLink| old.user == issued.link.user && old.purpose == issued.link.purpose;
        state.links.retain(|old| !same(&old.link));
        state.links.push(issued.clone());
        state.apply(effects);
        Ok(())
    }

    async fn find(&self, hash: TokenHash, purposes: &[LinkPurpose]) -> Result<Option<MailedLink>, Unavailable> {
        let state = lock(&self.state);
        let found = state.links.iter().find(|issued| issued.hash == hash && purposes.contains(&issued.link.purpose));
        Ok(found.map(|issued| issued.link.clone()))
    }

    async fn redeem_for_email(&self, link: &MailedLink, effects: Effects) -> Result<bool, Unavailable> {
        let mut state = lock(&self.state);
        let current = state.users.iter().any(|user| user.id() == link.user && *user.email() == link.email);
        let redeemed = state.take_link(link) && current;
        if redeemed {
            state.change_user(link.user, User::verify_email);
            state.apply(effects);
        }
        Ok(redeemed)
    }

    async fn redeem_for_password(&self, link: &MailedLink, password: &PasswordHash, effects: Effects) -> Result<bool, Unavailable> {
        let mut state = lock(&self.state);
        let redeemed = state.take_link(link);
        if redeemed {
            state.change_user(link.user, |user| user.change_password(password.clone()));
            state.apply(effects);
            state.sessions.retain(|session| session.user != link.user);
        }
        Ok(redeemed)
    }
}

#[async_trait]
impl Budgets for InMemoryStore {
    async fn spend(&self, budget: Budget, key: &str, now: DateTime<Utc>) -> Result<Spent, Unavailable> {
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
impl Buyers for InMemoryStore {
    async fn add(&self, buyer: &Buyer, most: usize, effects: Effects) -> Result<(), AddBuyerStoreError> {
        let mut state = lock(&self.state);
        if state.repeated(&effects) {
            return Err(AddBuyerStoreError::Repeated);
        }
        if state.buyers.iter().filter(|other| other.seller == buyer.seller).count() >= most {
            return Err(AddBuyerStoreError::ListFull);
        }
        state.buyers.push(buyer.clone());
        state.apply(effects);
        Ok(())
    }

    async fn by_id(&self, seller: UserId, id: BuyerId) -> Result<Option<Buyer>, Unavailable> {
        Ok(lock(&self.state).buyers.iter().find(|buyer| buyer.id == id && buyer.seller == seller).cloned())
    }

    async fn decide(&self, buyer: &Buyer, seen: BuyerStatus, effects: Effects) -> Result<(), SaveError> {
        let mut state = lock(&self.state);
        if state.repeated(&effects) {
            return Err(SaveError::Repeated);
        }
        let stored = state.buyers.iter_mut().find(|stored| stored.id == buyer.id && stored.status == seen);
        stored.ok_or(SaveError::Stale)?.status = buyer.status;
        state.apply(effects);
        Ok(())
    }

    async fn of(&self, seller: UserId) -> Result<Vec<Buyer>, Unavailable> {
        Ok(lock(&self.state).buyers.iter().filter(|buyer| buyer.seller == seller).cloned().collect())
    }
}

#[async_trait]
impl Applications for InMemoryStore {
    async fn of(&self, applicant: UserId) -> Result<Option<Application>, Unavailable> {
        let state = lock(&self.state);
        let buyer_count = state.buyers.iter().filter(|buyer| buyer.seller == applicant).count();
        let found = state.applications.iter().find(|application| application.parts().applicant == applicant);
        Ok(found.map(|application| Application::restore(Parts { buyer_count, ..application.parts().clone() })))
    }

    async fn by_id(&self, id: ApplicationId) -> Result<Option<Application>, Unavailable> {
        let owner = lock(&self.state).applications.iter().find(|found| found.parts().id == id).map(|found| found.parts().applicant);
        match owner {
            Some(owner) => Applications::of(self, owner).await,
            None => Ok(None),
        }
    }

    async fn queue(&self, filter: QueueFilter, after: Option<QueuePlace>, most: i64) -> Result<QueueSlice, Unavailable> {
        let state = lock(&self.state);
        let applicant = |application: &Application| state.users.iter().find(|user| user.id() == application.parts().applicant);
        let has = |application: &Application, begin: &String| {
            let known = application.search_words().into_iter().chain(applicant(application).into_iter().flat_map(User::search_words));
            known.into_iter().any(|word| word.starts_with(begin))
        };
        let wanted = |application: &&Application| match &filter {
            QueueFilter::Status(status) => application.status() == *status,
            QueueFilter::MineOf(status, me) => application.status() == *status && application.parts().reviewer == Some(*me),
            QueueFilter::Found(words, status) => {
                status.is_none_or(|status| application.status() == status) && words.iter().all(|word| has(application, word))
            }
        };
        let entry = |application: &Application| {
            let parts = application.parts();
            let reviewer = parts.reviewer.and_then(|id| state.users.iter().find(|user| user.id() == id).cloned());
            let pending = |buyer: &&Buyer| buyer.seller == parts.applicant && buyer.status == BuyerStatus::Pending;
            Some(QueueEntry {
                place: QueuePlace { waiting_since: parts.updated_at, id: parts.id },
                status: parts.status,
                version: parts.version,
                company: parts.form.company.clone(),
                applicant: applicant(application)?.clone(),
                reviewer,
                pending_buyers: i64::try_from(state.buyers.iter().filter(pending).count()).unwrap_or(i64::MAX),
            })
        };
        let key = |place: &QueuePlace| (place.waiting_since, place.id);
        let mut entries: Vec<_> = state.applications.iter().filter(wanted).filter_map(entry).collect();
        entries.sort_by_key(|entry| key(&entry.place));
        entries.retain(|entry| after.is_none_or(|after| key(&entry.place) > key(&after)));
        entries.truncate(usize::try_from(most).unwrap_or(0));
        Ok(QueueSlice { entries, too_many: false })
    }

    async fn save(&self, application: &Application, change: &Change, effects: Effects) -> Result<(), SaveError> {
        let mut state = lock(&self.state);
        if state.repeated(&effects) {
            return Err(SaveError::Repeated);
        }
        let mine = |stored: &Application| stored.parts().applicant == application.parts().applicant;
        let version = state.applications.iter().find(|stored| mine(stored)).map_or(0, |stored| stored.parts().version);
        if version != application.parts().version {
            return Err(SaveError::Stale);
        }
        state.applications.retain(|stored| !mine(stored));
        state.applications.push(Application::restore(Parts { version: version + 1, ..application.parts().clone() }));
        if let Change::Moved(step) = change {
            let Parts { id, applicant, submissions, form, documents, .. } = application.parts();
            state.steps.push((*id, step.clone()));
            if step.action.is_applicants() {
                let buyers = state.buyers.iter().filter(|buyer| buyer.seller == *applicant).map(|buyer| buyer.id).collect();
                let documents = documents.iter().map(|document| document.id).collect();
                let version = Submission { number: *submissions, submitted_at: step.at, form: form.clone(), documents, buyers };
                state.submissions.push((*id, version));
            }
        }
        state.apply(effects);
        Ok(())
    }

    async fn counts(&self, most: i64) -> Result<Vec<i64>, Unavailable> {
        let state = lock(&self.state);
        let count = |status| state.applications.iter().filter(|application| application.status() == status).count();
        Ok(OnboardingStatus::ALL.map(|status| i64::try_from(count(status)).unwrap_or(most).min(most)).to_vec())
    }

    async fn submissions(&self, id: ApplicationId) -> Result<Vec<Submission>, Unavailable> {
        Ok(lock(&self.state).submissions.iter().filter(|(of, _)| *of == id).map(|(_, version)| version.clone()).collect())
    }

    async fn history(&self, id: ApplicationId) -> Result<Vec<Transition>, Unavailable> {
        Ok(lock(&self.state).steps.iter().filter(|(of, _)| *of == id).map(|(_, step)| step.clone()).collect())
    }

    async fn document(&self, id: DocumentId) -> Result<Option<(UserId, Document)>, Unavailable> {
        let state = lock(&self.state);
        let all = state.applications.iter().flat_map(|of| of.documents().iter().map(|document| (of.parts().applicant, document.clone())));
        Ok(all.into_iter().find(|(_, document)| document.id == id))
    }

    async fn overview(&self, applicant: UserId) -> Result<Overview, Unavailable> {
        let state = lock(&self.state);
        let application = state.applications.iter().find(|application| application.parts().applicant == applicant);
        let pending = |buyer: &&Buyer| buyer.seller == applicant && buyer.status == BuyerStatus::Pending;
        Ok(Overview {
            status: application.map(Application::status).unwrap_or_default(),
            company: application.map(|application| application.form().company.clone()).unwrap_or_default(),
            pending_buyers: state.buyers.iter().filter(pending).cloned().collect(),
        })
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
        state.outbox.retain(|waiting| waiting.mail.id != id);
        state.buried.push(reason.to_owned());
        Ok(())
    }

    async fn depth(&self) -> Result<i64, Unavailable> {
        Ok(i64::try_from(lock(&self.state).outbox.len()).unwrap_or(i64::MAX))
    }
}

#[async_trait]
impl Idempotency for InMemoryStore {
    async fn earlier(&self, once: &Once) -> Result<Earlier, Unavailable> {
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
impl SecondFactors for InMemoryStore {
    async fn of(&self, user: UserId) -> Result<Option<SecondFactor>, Unavailable> {
        Ok(lock(&self.state).factors.iter().find(|factor| factor.user == user).copied())
    }

    async fn begin(&self, factor: &SecondFactor, effects: Effects) -> Result<bool, Unavailable> {
        let mut state = lock(&self.state);
        if state.factors.iter().any(|other| other.user == factor.user && other.confirmed) {
            return Ok(false);
        }
        state.factors.retain(|other| other.user != factor.user);
        state.factors.push(*factor);
        state.apply(effects);
        Ok(true)
    }

    async fn used(&self, before: &SecondFactor, after: &SecondFactor, sessions: NewSession, effects: Effects) -> Result<bool, Unavailable> {
        let mut state = lock(&self.state);
        let Some(stored) = state.factors.iter_mut().find(|stored| *stored == before) else { return Ok(false) };
        *stored = *after;
        state.change_user(before.user, |user| *user = User::restore(UserParts { second_factor: true, ..user.parts().clone() }));
        state.sessions.retain(|session| match sessions.ended {
            Ended::One(id) => session.id != id,
            Ended::AllOfTheAccount => session.user != before.user,
        });
        state.sessions.push(sessions.opened);
        state.apply(effects);
        Ok(true)
    }

    async fn remove(&self, user: UserId, keep: Option<SessionId>, effects: Effects) -> Result<(), Unavailable> {
        let mut state = lock(&self.state);
        state.factors.retain(|factor| factor.user != user);
        state.change_user(user, |user| *user = User::restore(UserParts { second_factor: false, ..user.parts().clone() }));
        state.sessions.retain(|session| session.user != user || Some(session.id) == keep);
        state.apply(effects);
        Ok(())
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
