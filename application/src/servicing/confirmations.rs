//! What a debtor is asked, and what it says, by a link it was sent.

use crate::{
    identity::hash_of,
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{RequestKey, once},
        outbox::{Content, Details, Figure, Invited, Mail, Matter},
        rate_limits::{RateLimit, address_key},
        too_many::TooMany,
        unavailable::Unavailable,
    },
    parties::Member,
    receivables::{
        ReceivableError,
        changes::Change,
        look::Look,
        mails::{INVOICE_DISPUTED, invoice, offered, whole},
        ports::{Asked, IssuedConfirmation},
        recording::{Recording, written},
        trail, works,
    },
    servicing::Servicing,
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    house::accounts::HouseAccount,
    kernel::{
        audit::{Actor, AuditAction},
        canonical::Canonical,
        coded::Coded,
        email::EmailAddress,
        ids::{LinkId, MailId, ReceivableId, UserId},
        language::Language,
        minor::Minor,
    },
    parties::{debtor::NoticeContact, operator::Operator},
    receivables::{
        actions::OperatorAction,
        confirmation::{Answer, Confirmation, NotAsked, Statement, StatementId, is_told},
        receivable::{Blocked, Change as Changed},
        status::ReceivableStatus,
    },
};
use std::net::IpAddr;

/// An operator wants to have its debtor asked, by what they saw of it.
#[derive(Debug, Clone, PartialEq)]
pub struct AskCommand {
    pub by: Member,
    pub version: i64,
    pub request: Option<RequestKey>,
}

/// What a debtor sees by its link.
#[derive(Debug, Clone, PartialEq)]
pub struct AskedInvoice {
    pub link: Confirmation,
    /// What was said of the invoice, by this link or another one, the first one first.
    pub statements: Vec<Statement>,
    pub look: Look,
}

/// Why nothing is shown to a debtor, or taken from it.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum HearError {
    #[error("there is no such link")]
    Unknown,
    #[error("the link is too old")]
    Expired,
    /// Its course is over, or does not let this be said.
    #[error(transparent)]
    Blocked(Blocked),
    /// By this link so much was said that the rest is for a letter.
    #[error("enough was said by this link")]
    SaidEnough,
    /// It is not as it was seen.
    #[error("changed meanwhile")]
    Changed,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<Blocked> for HearError {
    fn from(blocked: Blocked) -> Self {
        Self::Blocked(blocked)
    }
}

impl AskedInvoice {
    /// Where it is to be paid to: to the house, once it bought it and its debtor is to know.
    pub fn pay_to(&self) -> Option<&HouseAccount> {
        let receivable = self.look.receivable();
        let is_sold = matches!(receivable.status(), ReceivableStatus::Accepted | ReceivableStatus::Funded);
        let is_told = self.look.terms().as_ref().is_some_and(is_told);
        self.look.scene.house.accounts().of(receivable.currency()).filter(|_| is_sold && is_told)
    }

    /// What was paid of it already, as far as the house knows.
    pub fn paid(&self) -> Minor {
        let (receivable, position) = (self.look.receivable(), &self.look.kept.position);
        let is_sold = receivable.parts().accepted.is_some();
        if is_sold { (receivable.face() - position.open - position.diluted).or_zero() } else { Minor::ZERO }
    }

    /// Of what the debtor answers to, in 64 hexadecimal digits: whose invoice it is, what is owed and when, and where it is to be paid.
    pub fn hash(&self) -> String {
        let receivable = self.look.receivable();
        let text = |value: String| Canonical::Text(value);
        let account = |HouseAccount { holder, iban, bic, currency: _ }: &HouseAccount| {
            let bic = bic.as_ref().map_or(Canonical::Null, |bic| text(bic.as_str().to_owned()));
            Canonical::List(vec![text(holder.as_str().to_owned()), text(iban.as_str().to_owned()), bic])
        };
        let seen = [
            ("receivable", text(receivable.id().to_string())),
            ("seller", text(receivable.parts().seller.to_string())),
            ("number", text(receivable.number().as_str().to_owned())),
            ("currency", text(receivable.currency().code().to_owned())),
            ("face", receivable.face().get().into()),
            ("paid", self.paid().get().into()),
            ("dueOn", text(receivable.due_on().to_string())),
            ("payTo", self.pay_to().map_or(Canonical::Null, account)),
        ];
        Canonical::object(seen).digest().to_string()
    }

    fn has_said_enough(&self) -> bool {
        self.statements.iter().filter(|said| said.link == self.link.id).count() >= Confirmation::MAX_STATEMENTS
    }

    /// Whether anything may still be said by it.
    pub fn is_open(&self) -> bool {
        self.look.receivable().takes_statements() && !self.has_said_enough()
    }

    /// What its debtor is written to in.
    pub fn language(&self) -> Language {
        language(&self.look)
    }
}

pub(crate) fn language(look: &Look) -> Language {
    let debtor = look.scene.debtor.as_ref();
    debtor.map(|debtor| Language::of_country(debtor.parts().legal_entity.country())).unwrap_or_default()
}

impl Servicing {
    /// A new link for a debtor, and its secret's hash.
    pub(crate) fn new_confirmation(
        &self,
        receivable: ReceivableId,
        sent_to: EmailAddress,
        asked_by: Option<UserId>,
        now: DateTime<Utc>,
    ) -> IssuedConfirmation {
        let id = LinkId(self.identity.ids.next());
        let expires_at = now + Confirmation::LIFE;
        let confirmation = Confirmation { id, receivable, sent_to, asked_by, created_at: now, expires_at };
        IssuedConfirmation { confirmation, hash: hash_of(&self.identity.link_tokens.token(id)) }
    }

    /// Mails the debtor's contact a link by which it confirms or disputes the invoice.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `TooMany`; `Blocked`, with `NotAsked` where the debtor is not to know, or has no contact.
    pub async fn ask_debtor(&self, id: ReceivableId, command: AskCommand) -> Result<Look, ReceivableError> {
        let AskCommand { by, version, request } = command;
        let operator = by.operator();
        let repeat = async |_| self.receivables.examined(id, &operator).await;
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let look = self.receivables.examined(id, &operator).await?;
            if look.receivable().parts().version != version {
                return Err(ReceivableError::Stale);
            }
            look.operator_may(OperatorAction::AskDebtor, &operator)?;
            let contact = look.scene.debtor.as_ref().and_then(|debtor| debtor.parts().contact.clone());
            let contact = contact.ok_or(Blocked::NotAsked(NotAsked::NoContact))?;
            let now = self.identity.clock.now();
            self.identity.may_mail(&contact.email, operator.user(), now).await?.or_too_many_mails()?;
            let issued = self.new_confirmation(id, contact.email.clone(), Some(operator.user()), now);
            let entry = trail::entry(&look, AuditAction::DebtorAsked, Actor::User(operator.user()), now);
            let entry = entry.new_values([("contact.email", contact.email.as_str().to_owned())]);
            let mail = self.asking(&look, contact, issued.confirmation.id, now);
            let made = request.as_ref().map(|request| request.made(id.0, now));
            let context = WriteContext { mails: vec![mail], ..WriteContext::of(entry) }.under(made);
            self.receivables.put(vec![works(&operator), Change::DebtorAsked(vec![issued])], context).await?;
            Ok(look)
        })
        .await
    }

    fn asking(&self, look: &Look, contact: NoticeContact, link: LinkId, now: DateTime<Utc>) -> Mail {
        let company = look.scene.seller.company.name().cloned();
        let matters = vec![Matter { receivable: None, debtor: None, ..whole(look) }];
        let details = Details { company, matters, ..Details::default() };
        Mail {
            id: MailId(self.identity.ids.next()),
            to: contact.email,
            name: contact.name.as_str().to_owned(),
            language: language(look),
            content: Content::ConfirmationAsked { invitation: Invited { link, details } },
            created_at: now,
        }
    }

    /// What a debtor was asked of it, and what it said, for an operator.
    ///
    /// # Errors
    /// `NotFound`, `Blocked`.
    pub async fn asked_about(&self, id: ReceivableId, by: &Operator) -> Result<Asked, ReceivableError> {
        self.receivables.examined(id, by).await?;
        Ok(self.confirmations.asked_about(id).await?)
    }

    /// What whoever holds the link sees. Nothing changes by it, however often it is opened.
    ///
    /// # Errors
    /// `Unknown`, `Expired`, `TooMany`.
    pub async fn asked(&self, token: &str, from: IpAddr) -> Result<AskedInvoice, HearError> {
        let now = self.identity.clock.now();
        self.identity.rate_limits.spend(RateLimit::LINK_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        self.shown_to_debtor(token, from).await
    }

    async fn shown_to_debtor(&self, token: &str, from: IpAddr) -> Result<AskedInvoice, HearError> {
        let now = self.identity.clock.now();
        let Some((link, statements)) = self.confirmations.confirmation(hash_of(token)).await? else {
            self.identity.rate_limits.spend(RateLimit::GUESS_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
            return Err(HearError::Unknown);
        };
        if !link.is_live(now) {
            return Err(HearError::Expired);
        }
        let kept = self.records.by_id(link.receivable).await?.ok_or(HearError::Unknown)?;
        Ok(AskedInvoice { link, statements, look: self.receivables.look(kept).await? })
    }

    /// Takes what a debtor says. The same once more changes nothing; something else is kept beside it.
    ///
    /// # Errors
    /// `Unknown`, `Expired`, `Blocked`, `SaidEnough`, `TooMany`; `Changed` where it is not as it was seen, by its hash.
    pub async fn hear(&self, token: &str, seen: &str, answer: &Answer, from: IpAddr) -> Result<AskedInvoice, HearError> {
        let now = self.identity.clock.now();
        self.identity.rate_limits.spend(RateLimit::LINK_BY_ADDRESS, &address_key(from), now).await?.or_too_many()?;
        for _ in 0..MAX_ATTEMPTS {
            let asked = self.shown_to_debtor(token, from).await?;
            if asked.statements.last().is_some_and(|said| said.answer == *answer) {
                return Ok(asked);
            }
            if asked.hash() != seen {
                return Err(HearError::Changed);
            }
            if asked.has_said_enough() {
                return Err(HearError::SaidEnough);
            }
            match Box::pin(self.heard(asked, answer, from)).await {
                Err(HearAttempt::Stale) => {}
                Err(HearAttempt::Refused(error)) => return Err(error),
                Ok(asked) => return Ok(asked),
            }
        }
        Err(Unavailable::Conflicted("receivable").into())
    }

    async fn heard(&self, asked: AskedInvoice, answer: &Answer, from: IpAddr) -> Result<AskedInvoice, HearAttempt> {
        let AskedInvoice { link, mut statements, mut look } = asked;
        let (before, heard_at, today) = (look.receivable().status(), look.now, look.today());
        let at = self.identity.clock.now();
        let open = look.ground().map_or(look.receivable().face(), |ground| ground.open);
        let hear = |receivable: &mut sooner_domain::receivables::receivable::Receivable| receivable.hear(answer, open, today, heard_at);
        let changes = if look.receivable().parts().accepted.is_some() {
            let mut recording = Recording::open(look).map_err(|error| HearAttempt::of(&error))?;
            recording.look.change(hear).map_err(|blocked| HearAttempt::Refused(blocked.into()))?;
            look = recording.told();
            written(&[recording], Vec::new(), Vec::new())
        } else {
            look.change(hear).map_err(|blocked| HearAttempt::Refused(blocked.into()))?;
            vec![Change::ReceivableChanged(Box::new(look.kept.clone()))]
        };
        let id = StatementId(self.identity.ids.next());
        let statement = Statement { id, link: link.id, receivable: link.receivable, answer: answer.clone(), at, from };
        let entry = trail::entry(&look, AuditAction::DebtorAnswered, Actor::Stranger, at);
        let entry = entry.new_values([("answer", answer.kind().code().to_owned()), ("address", from.to_string())]);
        let disputed = look.changes.iter().any(|change| matches!(change, Changed::Disputed { .. }));
        let disputed = look.receivable().dispute().filter(|_| disputed).map(|dispute| dispute.amount);
        let is_offered = before != ReceivableStatus::Offered && look.receivable().status() == ReceivableStatus::Offered;
        let said = match disputed {
            Some(amount) => Some((INVOICE_DISPUTED, invoice(&look, (Figure::Disputed, amount)))),
            None => is_offered.then(|| offered(&look)).flatten(),
        };
        let mails = said.map(|said| self.receivables.mails_about(&look, said, None, at)).unwrap_or_default();
        let changes = changes.into_iter().chain([Change::DebtorSaid(Box::new(statement.clone()))]).collect();
        match self.commit.commit(changes, WriteContext { mails, ..WriteContext::of(entry) }).await {
            Ok(()) => {
                statements.push(statement);
                Ok(AskedInvoice { link, statements, look: look.stored() })
            }
            Err(CommitError::Stale) => Err(HearAttempt::Stale),
            Err(error) => Err(HearAttempt::Refused(error.unexpected().into())),
        }
    }
}

/// What became of one try to take an answer.
enum HearAttempt {
    /// Something happened to it meanwhile.
    Stale,
    Refused(HearError),
}

impl HearAttempt {
    fn of(error: &ReceivableError) -> Self {
        Self::Refused(Unavailable::Failed(error.to_string()).into())
    }
}
