//! What debtors are told in writing: one letter a day and kind, with all that there is to tell.

use super::{
    PaperError, Papers,
    changes::Change,
    facts::{Check, Claim, Content, Cover, Notice, Release},
    ports::{Letter, LetterFile, LettersOf, Unreachable, Untold},
};
use crate::{
    identity::hash_of,
    kernel::{
        outbox::{Amount, Content as MailContent, Details, Figure, Mail, Matter},
        rate_limits::{RateLimit, TooMany, address_key},
        unavailable::Unavailable,
    },
    receivables::{
        Look, ReceivableError,
        changes::Change as ReceivableChange,
        ports::{Asked, IssuedConfirmation},
    },
};
use chrono::{DateTime, NaiveDate, Utc};
use sha2::{Digest as _, Sha256};
use sooner_domain::{
    house::{accounts::HouseAccount, profile::HouseProfile, settings::HouseSettings},
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        canonical::Digest,
        coded::Coded,
        ids::{DebtorId, LinkId, MailId, ReceivableId},
        language::Language,
        money::{Currency, Money},
        text::Line,
    },
    parties::{
        debtor::{Debtor, NoticeContact},
        operator::Operator,
    },
    receivables::{
        confirmation::is_told,
        notice::{CheckCode, NoticeId, NoticeKind, Told},
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    net::IpAddr,
};

/// What is written when a debtor is told something, or cannot be.
#[derive(Debug, Clone)]
pub struct Telling {
    pub changes: Vec<Change>,
    /// The links that go with it.
    pub asked: Option<ReceivableChange>,
    pub entry: Option<Entry>,
    pub mails: Vec<Mail>,
    /// How many claims were told of.
    pub told: i64,
}

/// What whoever types in a code learns: that the house wrote this.
#[derive(Debug, Clone, PartialEq)]
pub struct Checked {
    pub letter: Letter,
    /// To whom.
    pub debtor: Line,
    pub house: Option<HouseProfile>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    #[error("no letter of the house has this code")]
    Unknown,
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// What a letter is about, and to whom it goes.
struct Draft<'a> {
    kind: NoticeKind,
    debtor: &'a Debtor,
    contact: &'a NoticeContact,
    house: &'a HouseProfile,
    looks: Vec<&'a Look>,
    on: NaiveDate,
    by: Actor,
}

impl Papers {
    /// The most claims in one letter: whoever has more of them on a day gets another one.
    pub const CLAIMS: i64 = 500;
    /// The most letters a screen shows, and debtors that cannot be reached.
    pub const SHOWN: i64 = 100;

    /// Debtors who are to be told something, behind one.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn debtors_to_tell(&self, after: Option<DebtorId>, most: i64) -> Result<Vec<DebtorId>, Unavailable> {
        self.letters.debtors_to_tell(after, most).await
    }

    /// What this debtor is to be told next, ready to be written; none when there is nothing any more.
    ///
    /// # Errors
    /// `NotWritten`, `Unavailable`.
    pub async fn telling(&self, debtor: DebtorId, on: NaiveDate, by: Actor) -> Result<Option<Telling>, PaperError> {
        let Untold { sold, given_back } = self.letters.untold(debtor, Self::CLAIMS).await?;
        let settings = self.financing.house.settings().await?;
        if !given_back.is_empty() {
            let told: BTreeMap<_, _> = given_back.into_iter().collect();
            let looks = self.financing.looks_at(told.keys().copied().collect()).await?;
            let telling = self.releasing((debtor, on, by), &settings, &looks, &told).await?;
            if telling.is_some() {
                return Ok(telling);
            }
        }
        if sold.is_empty() {
            return Ok(None);
        }
        let told: BTreeMap<_, _> = sold.into_iter().collect();
        let looks = self.financing.looks_at(told.keys().copied().collect()).await?;
        self.assigning((debtor, on, by), &settings, &looks, &told).await
    }

    async fn releasing(
        &self,
        (debtor, on, by): (DebtorId, NaiveDate, Actor),
        settings: &HouseSettings,
        looks: &[Look],
        told: &BTreeMap<ReceivableId, Told>,
    ) -> Result<Option<Telling>, PaperError> {
        let (Some(who), Some(house)) = (whom(looks), &settings.details().profile) else {
            let blocked = looks.iter().map(|look| (look.receivable().id(), Told::Unreleased));
            return Ok(not_told((debtor, on), blocked.filter(|(id, is)| told.get(id) != Some(is)).collect()));
        };
        let draft = Draft { kind: NoticeKind::Release, debtor: who.0, contact: who.1, house, looks: looks.iter().collect(), on, by };
        let mut claims: BTreeMap<&str, (Currency, Vec<Claim>)> = BTreeMap::new();
        for look in &draft.looks {
            let currency = look.receivable().currency();
            claims.entry(currency.code()).or_insert((currency, Vec::new())).1.push(claim(look));
        }
        let content = Content::Release(Release { claims: claims.into_values().collect() });
        self.written(draft, &content, Vec::new()).await.map(Some)
    }

    async fn assigning(
        &self,
        (debtor, on, by): (DebtorId, NaiveDate, Actor),
        settings: &HouseSettings,
        looks: &[Look],
        told: &BTreeMap<ReceivableId, Option<Told>>,
    ) -> Result<Option<Telling>, PaperError> {
        let is_disclosed = |look: &&Look| look.terms().as_ref().is_some_and(is_told);
        let account = |look: &Look| settings.accounts().of(look.receivable().currency());
        let house = settings.details().profile.as_ref();
        let why = |look: &Look| match whom(looks) {
            _ if !is_disclosed(&look) => Some(Told::Silent),
            None => Some(Told::NoContact),
            Some(_) if house.is_none() || account(look).is_none() => Some(Told::NoHouse),
            Some(_) => None,
        };
        let (tellable, others): (Vec<&Look>, Vec<&Look>) = looks.iter().partition(|look| why(look).is_none());
        let news = others.into_iter().filter_map(|look| Some((look.receivable().id(), why(look)?)));
        let news: Vec<_> = news.filter(|(id, is)| told.get(id).copied().flatten() != Some(*is)).collect();
        let (Some((who, contact)), Some(house), false) = (whom(looks), house, tellable.is_empty()) else {
            return Ok(not_told((debtor, on), news));
        };
        let mut claims: BTreeMap<&str, (HouseAccount, Vec<Claim>)> = BTreeMap::new();
        for look in &tellable {
            let Some(account) = account(look) else { continue };
            claims.entry(account.currency.code()).or_insert((account.clone(), Vec::new())).1.push(claim(look));
        }
        let content = Content::Notice(Notice { claims: claims.into_values().collect() });
        let draft = Draft { kind: NoticeKind::Assignment, debtor: who, contact, house, looks: tellable, on, by };
        self.written(draft, &content, news).await.map(Some)
    }

    /// The letter with everything that is written beside it; `others` are told nothing.
    async fn written(&self, draft: Draft<'_>, content: &Content, others: Vec<(ReceivableId, Told)>) -> Result<Telling, PaperError> {
        let Draft { kind, debtor, contact, house, looks, on, by } = draft;
        let (identity, language) = (&self.financing.identity, Language::of_country(debtor.parts().legal_entity.country()));
        let (now, id) = (identity.clock.now(), NoticeId(identity.ids.next()));
        let code = CheckCode::of(&hash_of(&identity.link_tokens.token(LinkId(id.0))).0);
        let accounts: Vec<HouseAccount> = match content {
            Content::Notice(notice) => notice.claims.iter().map(|(account, _)| account.clone()).collect(),
            _ => Vec::new(),
        };
        let cover = Cover {
            language,
            house: house.clone(),
            account: accounts.first().cloned(),
            recipient: vec![debtor.parts().legal_name.as_str().to_owned(), contact.name.as_str().to_owned()],
            number: number(kind, id),
            on,
            made_at: now,
            check: Some(Check { code: code.to_string(), address: self.check_page.clone() }),
        };
        let file = self.format.write(self.words.say(&cover, content)).await?;
        let about: Vec<_> = looks.iter().map(|look| look.receivable().id()).collect();
        let claims = i64::try_from(about.len()).unwrap_or(i64::MAX);
        let letter = Letter {
            id,
            kind,
            debtor: debtor.id(),
            made_on: on,
            language,
            sent_to: contact.email.clone(),
            claims,
            accounts: accounts.into_iter().map(|account| account.iban).collect(),
            sha256: Digest(Sha256::digest(&file).into()),
            made_at: now,
        };
        let (said, asked) = match kind {
            NoticeKind::Assignment => (Told::Assigned, self.asking(&looks, contact, now)),
            NoticeKind::Release => (Told::Released, Vec::new()),
        };
        let mail = self.mail(kind, house, &looks, &asked, (contact, &letter));
        let entry = Entry::new(now, by, AuditAction::DebtorNotified, Subjects { debtor: Some(debtor.id()), ..Subjects::house(id.0) });
        let entry = entry.new_values([
            ("kind", kind.code().to_owned()),
            ("sha256", letter.sha256.to_string()),
            ("contact.email", contact.email.as_str().to_owned()),
        ]);
        let told = about.iter().map(|id| (*id, said)).chain(others).collect();
        let code_hash = code_hash(&code);
        let changes = vec![
            Change::LetterMade(Box::new(LetterFile { letter, code_hash, content: file, about })),
            Change::DebtorTold { debtor: debtor.id(), on, about: told },
        ];
        let asked = (!asked.is_empty()).then_some(ReceivableChange::DebtorAsked(asked));
        Ok(Telling { changes, asked, entry: Some(entry), mails: vec![mail], told: claims })
    }

    /// A link for each.
    fn asking(&self, looks: &[&Look], contact: &NoticeContact, now: DateTime<Utc>) -> Vec<IssuedConfirmation> {
        let asked = looks.iter().map(|look| look.receivable().id());
        asked.map(|id| self.financing.new_confirmation(id, contact.email.clone(), None, now)).collect()
    }

    fn mail(
        &self,
        kind: NoticeKind,
        house: &HouseProfile,
        looks: &[&Look],
        asked: &[IssuedConfirmation],
        (contact, letter): (&NoticeContact, &Letter),
    ) -> Mail {
        let link = |id: ReceivableId| asked.iter().map(|issued| &issued.confirmation).find(|link| link.receivable == id);
        let matter = |look: &&Look| {
            let (receivable, open) = (look.receivable(), look.kept.position.open.get());
            let money = Money::parse(open, receivable.currency()).ok().filter(|_| open > 0);
            Matter {
                receivable: None,
                invoice: Line::parse(receivable.number().as_str()).ok(),
                debtor: look.scene.seller.company.name().cloned(),
                amounts: money.map(|money| Amount { figure: Figure::Open, money }).into_iter().collect(),
                on: Some(receivable.due_on()),
                link: link(receivable.id()).map(|link| link.id),
            }
        };
        let matters = looks.iter().map(matter).collect();
        let details = Details { company: Some(house.legal_name.clone()), matters, paper: Some(letter.id.0), ..Details::default() };
        let content = match kind {
            NoticeKind::Assignment => MailContent::ClaimsAssigned { details: Some(details) },
            NoticeKind::Release => MailContent::ClaimsReleased { details: Some(details) },
        };
        Mail {
            id: MailId(self.financing.identity.ids.next()),
            to: contact.email.clone(),
            name: contact.name.as_str().to_owned(),
            language: letter.language,
            content,
            created_at: letter.made_at,
        }
    }

    /// What whoever types in the code on a letter learns. Nothing else is said of it, and nothing of what is no code.
    ///
    /// # Errors
    /// `Unknown`, `TooMany`.
    pub async fn check(&self, code: &str, from: IpAddr) -> Result<Checked, CheckError> {
        let (identity, key) = (&self.financing.identity, address_key(from));
        let now = identity.clock.now();
        identity.rate_limits.spend(RateLimit::LINK_BY_ADDRESS, &key, now).await?.or_too_many()?;
        let found = match CheckCode::read(code) {
            Some(code) => self.letters.by_code(code_hash(&code)).await?,
            None => None,
        };
        let Some(letter) = found else {
            identity.rate_limits.spend(RateLimit::GUESS_BY_ADDRESS, &key, now).await?.or_too_many()?;
            return Err(CheckError::Unknown);
        };
        let debtor = self.financing.debtors.by_id(letter.debtor).await?.ok_or(CheckError::Unknown)?;
        let house = self.financing.house.settings().await?.details().profile.clone();
        Ok(Checked { letter, debtor: debtor.parts().legal_name.clone(), house })
    }

    /// Of which of these the debtor was told before this day to whom it owes.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn told_before(&self, all: impl Iterator<Item = ReceivableId>, on: NaiveDate) -> Result<BTreeSet<ReceivableId>, Unavailable> {
        let mut told = BTreeSet::new();
        for id in all {
            let last = self.letters.letters(LettersOf::Receivable(id), 1).await?.pop();
            if last.is_some_and(|letter| letter.kind == NoticeKind::Assignment && letter.made_on < on) {
                told.insert(id);
            }
        }
        Ok(told)
    }

    /// What a debtor was written and asked of a receivable, what it said, and what it was told last.
    ///
    /// # Errors
    /// `NotFound`, `Blocked`.
    pub async fn correspondence(&self, id: ReceivableId, by: &Operator) -> Result<(Asked, Option<Told>, Vec<Letter>), ReceivableError> {
        let asked = self.financing.asked_about(id, by).await?;
        let told = self.letters.told(id).await?;
        Ok((asked, told, self.letters.letters(LettersOf::Receivable(id), Self::SHOWN).await?))
    }

    /// What a debtor was written, newest first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn letters_to(&self, debtor: DebtorId) -> Result<Vec<Letter>, Unavailable> {
        self.letters.letters(LettersOf::Debtor(debtor), Self::SHOWN).await
    }

    /// A letter as it was made.
    ///
    /// # Errors
    /// `NotFound`.
    pub async fn letter(&self, id: NoticeId) -> Result<LetterFile, PaperError> {
        self.letters.letter(id).await?.ok_or(PaperError::NotFound)
    }

    /// Debtors to whom something cannot be told: somebody has to see to them.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn unreachable(&self) -> Result<Vec<Unreachable>, Unavailable> {
        self.letters.unreachable(Self::SHOWN).await
    }
}

/// Whom to write to; none where nobody is named.
fn whom(looks: &[Look]) -> Option<(&Debtor, &NoticeContact)> {
    let debtor = looks.iter().find_map(|look| look.scene.debtor.as_ref())?;
    Some((debtor, debtor.parts().contact.as_ref()?))
}

fn not_told((debtor, on): (DebtorId, NaiveDate), about: Vec<(ReceivableId, Told)>) -> Option<Telling> {
    let change = Change::DebtorTold { debtor, on, about: about.clone() };
    (!about.is_empty()).then(|| Telling { changes: vec![change], asked: None, entry: None, mails: Vec::new(), told: 0 })
}

fn claim(look: &Look) -> Claim {
    let receivable = look.receivable();
    let parts = receivable.parts();
    Claim {
        seller: look.scene.seller.company.name().map(|name| name.as_str().to_owned()).unwrap_or_default(),
        invoice: receivable.number().as_str().to_owned(),
        issued_on: parts.facts.issued_on,
        due_on: receivable.due_on(),
        open: look.kept.position.open,
        reference: parts.reference.clone(),
    }
}

fn code_hash(code: &CheckCode) -> Digest {
    Digest(Sha256::digest(code.as_str().as_bytes()).into())
}

/// By what it is filed: its kind, and the end of its id.
fn number(kind: NoticeKind, id: NoticeId) -> String {
    let kind = match kind {
        NoticeKind::Assignment => 'N',
        NoticeKind::Release => 'R',
    };
    super::making::numbered(kind, id.0)
}
