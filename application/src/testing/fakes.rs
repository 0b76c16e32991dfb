//! Stand-ins for clock, ids, hashing, tokens, identity provider and mail server.

use crate::{
    identity::ports::{
        AccessTokens, AppSecret, HashingSlot, IdentityProvider, LinkTokens, NewPasswordError, Passwords, ProofError, SecondFactorCodes,
    },
    kernel::{
        clock::{BusinessClock, Clock},
        ids::Ids,
        outbox::{Mail, MailError, Mailer},
        pause::Pause,
        sender::Sender,
        unavailable::Unavailable,
    },
    onboarding::ports::ByteStream,
    papers::{
        NotWritten as PaperNotWritten, PaperFormat, PaperWords,
        facts::{Content, Cover},
        paper::{Letterhead, Paper},
    },
    payments::{
        bank::{AnswerFormat, NotWritten, Order, OrderFormat, OrderedTransfer},
        statements::{StatementFile, StatementFormat},
    },
    receivables::einvoices::{InvoiceReader, ReadInvoice, ReadInvoiceError},
};
use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::TryStreamExt;
use sha2::{Digest as _, Sha256};
use sooner_domain::{
    identity::{
        password::{ContextWords, NewPassword, PasswordHash, PlainPassword},
        phone_proof::PhoneProof,
        second_factor::{FactorId, SecondFactor},
        session::Session,
    },
    kernel::{
        canonical::Digest,
        country::CountryCode,
        email::EmailAddress,
        ids::{LinkId, SessionId},
        phone::PhoneNumber,
    },
    onboarding::account_holder::is_carried_by_banks,
    payments::{answer::OrderAnswer, statement::NotRead, transfer::PaidAccount},
    receivables::einvoice::{InvoiceData, NotEInvoice},
};
use std::{
    collections::{BTreeSet, HashMap},
    future::poll_fn,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering},
    },
    task::Poll,
};
use uuid::Uuid;

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A clock that stands still until told otherwise; it begins on 15 June 2026.
pub struct FixedClock(AtomicI64);

impl Default for FixedClock {
    fn default() -> Self {
        Self(AtomicI64::new(1_781_524_800_000_000))
    }
}

impl FixedClock {
    pub fn advance(&self, by: TimeDelta) {
        self.0.fetch_add(by.num_microseconds().unwrap_or_default(), Ordering::Relaxed);
    }
}

/// Business time that a test moves by hand, ahead of the machine's clock; no store remembers it.
#[derive(Clone)]
pub struct FakeBusinessClock {
    pub machine: Arc<FixedClock>,
    pub ahead_micros: Arc<AtomicI64>,
}

impl FakeBusinessClock {
    pub fn advance(&self, by: TimeDelta) {
        self.ahead_micros.fetch_add(by.num_microseconds().unwrap_or_default(), Ordering::Relaxed);
    }
}

#[async_trait]
impl BusinessClock for FakeBusinessClock {
    fn is_movable(&self) -> bool {
        false
    }

    async fn now(&self) -> Result<DateTime<Utc>, Unavailable> {
        Ok(self.machine.now() + TimeDelta::microseconds(self.ahead_micros.load(Ordering::Relaxed)))
    }
}

impl Clock for FixedClock {
    fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp_micros(self.0.load(Ordering::Relaxed)).unwrap_or_default()
    }
}

/// 1, 2, 3 …
#[derive(Default)]
pub struct SequentialIds(AtomicU64);

impl Ids for SequentialIds {
    fn next(&self) -> Uuid {
        Uuid::from_u128(u128::from(self.0.fetch_add(1, Ordering::Relaxed) + 1))
    }
}

/// "Hashes" by prefixing, and counts.
#[derive(Default)]
pub struct FakePasswords {
    verified: AtomicUsize,
    judged: AtomicUsize,
}

impl FakePasswords {
    /// How often a password was compared.
    pub fn verified(&self) -> usize {
        self.verified.load(Ordering::Relaxed)
    }

    /// How often a new password was judged.
    pub fn judged(&self) -> usize {
        self.judged.load(Ordering::Relaxed)
    }

    #[expect(clippy::disallowed_methods, reason = "it stands for the hashing threads")]
    fn judge_now(&self, password: NewPassword) -> Result<PlainPassword, NewPasswordError> {
        self.judged.fetch_add(1, Ordering::Relaxed);
        password.judge(&ContextWords::of(&[])).map_err(NewPasswordError::Refused)
    }
}

#[async_trait]
impl Passwords for FakePasswords {
    fn slot(&self) -> Result<HashingSlot, Unavailable> {
        Ok(HashingSlot::holding(()))
    }

    async fn judge(&self, slot: HashingSlot, password: NewPassword) -> Result<(), NewPasswordError> {
        slot.end();
        self.judge_now(password).map(drop)
    }

    async fn hash(&self, slot: HashingSlot, password: NewPassword) -> Result<PasswordHash, NewPasswordError> {
        slot.end();
        Ok(PasswordHash::restore(format!("hash of {}", self.judge_now(password)?.reveal())))
    }

    async fn verify(&self, slot: HashingSlot, password: PlainPassword, hash: Option<PasswordHash>) -> Result<bool, Unavailable> {
        slot.end();
        self.verified.fetch_add(1, Ordering::Relaxed);
        Ok(hash.is_some_and(|hash| hash.as_str() == format!("hash of {}", password.reveal())))
    }
}

mockall::mock! {
    /// Passwords that fail on demand.
    pub Passwords {}

    #[async_trait]
    impl Passwords for Passwords {
        fn slot(&self) -> Result<HashingSlot, Unavailable>;
        async fn judge(&self, slot: HashingSlot, password: NewPassword) -> Result<(), NewPasswordError>;
        async fn hash(&self, slot: HashingSlot, password: NewPassword) -> Result<PasswordHash, NewPasswordError>;
        async fn verify(&self, slot: HashingSlot, password: PlainPassword, hash: Option<PasswordHash>) -> Result<bool, Unavailable>;
    }
}

/// Tokens anybody could write: `session <id> until <seconds>` and `link <id>`.
pub struct PlainTokens;

impl AccessTokens for PlainTokens {
    fn sign(&self, session: &Session) -> Result<String, Unavailable> {
        Ok(format!("session {} until {}", session.id, session.expires_at.timestamp()))
    }

    fn read(&self, token: &str, now: DateTime<Utc>) -> Option<SessionId> {
        let (id, until) = token.strip_prefix("session ")?.split_once(" until ")?;
        let until: i64 = until.parse().ok()?;
        (now.timestamp() < until).then(|| id.parse().ok().map(SessionId)).flatten()
    }
}

impl LinkTokens for PlainTokens {
    fn token(&self, id: LinkId) -> String {
        format!("link-{id}")
    }
}

impl PlainTokens {
    /// The code of a second factor at this moment.
    pub fn code(id: FactorId, at: DateTime<Utc>) -> String {
        Self::code_of_step(id, at.timestamp() / 30)
    }

    fn code_of_step(id: FactorId, step: i64) -> String {
        format!("{:06}", (step.unsigned_abs() + u64::from(id.0.as_fields().0) + 7) % 1_000_000)
    }
}

impl SecondFactorCodes for PlainTokens {
    fn secret(&self, id: FactorId, account: &EmailAddress) -> AppSecret {
        AppSecret { base32: format!("SECRET{}", id.0.simple()), uri: format!("otpauth://totp/Sooner:{}", account.as_str()) }
    }

    fn step_of(&self, id: FactorId, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let now = now.timestamp() / 30;
        (now - 1..=now + 1).find(|step| Self::code_of_step(id, *step) == code)
    }

    fn recovery_codes(&self, id: FactorId) -> Vec<String> {
        (0..SecondFactor::RECOVERY_CODES).map(|number| format!("RECOVERY-{}-{number}", id.0.as_u128())).collect()
    }

    fn former_recovery_codes(&self, id: FactorId) -> Vec<String> {
        (0..SecondFactor::RECOVERY_CODES).map(|number| format!("FORMER-{}-{number}", id.0.as_u128())).collect()
    }
}

/// Takes `proof <phone> at <microseconds>` for proof.
pub struct FakeProvider;

impl FakeProvider {
    /// The token that proves this phone at this moment.
    pub fn token(phone: &str, at: DateTime<Utc>) -> String {
        format!("proof {phone} at {}", at.timestamp_micros())
    }
}

#[async_trait]
impl IdentityProvider for FakeProvider {
    async fn check(&self, token: &str, _now: DateTime<Utc>) -> Result<PhoneProof, ProofError> {
        const GARBAGE: ProofError = ProofError::Refused("no token of the fake provider");
        let (phone, at) = token.strip_prefix("proof ").and_then(|rest| rest.split_once(" at ")).ok_or(GARBAGE)?;
        let at = at.parse().ok().and_then(DateTime::from_timestamp_micros).ok_or(GARBAGE)?;
        let country = CountryCode::parse("DE").map_err(|_| GARBAGE)?;
        let phone = PhoneNumber::parse(phone, country).map_err(|_| GARBAGE)?;
        Ok(PhoneProof { phone, subject: token.to_owned(), authenticated_at: at, issued_at: at })
    }
}

/// Remembers what it sent, or fails when told to.
#[derive(Default)]
pub struct RecordingMailer {
    sent: Mutex<Vec<Mail>>,
    failure: Mutex<Option<MailError>>,
}

impl RecordingMailer {
    pub fn sent(&self) -> Vec<Mail> {
        lock(&self.sent).clone()
    }

    pub fn fail_with(&self, error: MailError) {
        *lock(&self.failure) = Some(error);
    }

    pub fn work(&self) {
        *lock(&self.failure) = None;
    }
}

#[async_trait]
impl Mailer for RecordingMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailError> {
        if let Some(error) = lock(&self.failure).clone() {
            return Err(error);
        }
        lock(&self.sent).push(mail.clone());
        Ok(())
    }
}

/// Lets everything else go on that is ready, and comes back.
pub(super) async fn turn() {
    let mut has_turned = false;
    poll_fn(|context| {
        if has_turned {
            return Poll::Ready(());
        }
        has_turned = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Lets go on what is ready.
pub struct ShortPauses;

#[async_trait]
impl Pause for ShortPauses {
    async fn pause(&self) {
        turn().await;
    }
}

/// Writes a transfer a line.
pub struct PlainOrders;

impl OrderFormat for PlainOrders {
    fn write(&self, order: &Order) -> Result<(String, Digest), NotWritten> {
        if !order.transfers.iter().all(|one| is_carried_by_banks(&one.holder)) {
            return Err(NotWritten("a name in letters that banks do not know".to_owned()));
        }
        let line = |one: &OrderedTransfer| {
            let account = match &one.account {
                PaidAccount::Iban(iban) => iban.as_str().to_owned(),
                PaidAccount::SortCode(code, number) => format!("{} {}", code.as_str(), number.as_str()),
                PaidAccount::RoutingNumber(routing, number) => format!("{} {}", routing.as_str(), number.as_str()),
                PaidAccount::Bic(number) => number.as_str().to_owned(),
            };
            format!("{} {} {account} {}: {}", one.id, one.holder.as_str(), one.amount.get(), one.invoices.join(" "))
        };
        let lines: Vec<_> = order.transfers.iter().map(line).collect();
        let content = format!("{} on {}\n{}\n", order.id, order.on, lines.join("\n"));
        let sha256 = Digest(Sha256::digest(content.as_bytes()).into());
        Ok((content, sha256))
    }
}

/// E-invoices by their bytes: a file says what a test said that it does.
#[derive(Default)]
pub struct ToldInvoices(Mutex<HashMap<Vec<u8>, InvoiceData>>);

impl ToldInvoices {
    /// From now on a file of this content says this.
    pub fn tell(&self, content: &[u8], says: InvoiceData) {
        lock(&self.0).insert(content.to_vec(), says);
    }
}

#[async_trait]
impl InvoiceReader for ToldInvoices {
    async fn read(&self, _: Sender, content: ByteStream) -> Result<ReadInvoice, ReadInvoiceError> {
        let chunks: Vec<Bytes> = content.try_collect().await?;
        let told = lock(&self.0);
        Ok(told.get(&chunks.concat()).cloned().ok_or(NotEInvoice::Unknown)?.into())
    }
}

/// Says to whom a paper is, and what kind it is; writes its title and its address.
pub struct PlainPapers;

impl PaperWords for PlainPapers {
    fn say(&self, cover: &Cover, content: &Content) -> Paper {
        let title = match content {
            Content::Advice(advice) => format!("{} transfers", advice.transfers.len()),
            other => format!("{other:?}"),
        };
        let check = cover.check.as_ref().map(|check| format!(" code {}", check.code)).unwrap_or_default();
        Paper {
            language: cover.language,
            title: format!("{} {}: {title}{check}", cover.number, cover.on),
            letterhead: Letterhead::default(),
            recipient: cover.recipient.clone(),
            dateline: String::new(),
            made_at: cover.made_at,
            references: Vec::new(),
            parts: Vec::new(),
            check: None,
        }
    }
}

#[async_trait]
impl PaperFormat for PlainPapers {
    /// It has no Chinese letters.
    async fn write(&self, paper: Paper) -> Result<Vec<u8>, PaperNotWritten> {
        let lacking: BTreeSet<char> =
            paper.texts().flat_map(str::chars).filter(|letter| matches!(letter, '\u{4e00}'..='\u{9fff}')).collect();
        if !lacking.is_empty() {
            return Err(PaperNotWritten::Letters(lacking.into_iter().collect()));
        }
        Ok([paper.title.as_str(), "to", &paper.recipient.join(", ")].join(" ").into_bytes())
    }
}

/// Reads nothing: tests hand over what was read.
pub struct NoStatements;

impl AnswerFormat for NoStatements {
    fn read(&self, _: &[u8]) -> Result<OrderAnswer, NotRead> {
        Err(NotRead::Unknown)
    }
}

impl StatementFormat for NoStatements {
    fn read(&self, _: &[u8]) -> Result<StatementFile, NotRead> {
        Err(NotRead::Unknown)
    }
}
