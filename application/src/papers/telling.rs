//! What debtors are told in writing: one letter a day and kind, with all that there is to tell.

use super::{
    NotWritten, PaperError, Papers,
    changes::Change,
    facts::{Check, Claim, Content, Cover, Notice, Release},
    letters::code_hash,
    making::{distinct, numbered},
    ports::{Letter, LetterFile, News, Untold},
};
use crate::{
    identity::hash_of,
    kernel::outbox::{Amount, Content as MailContent, Details, Figure, Mail, Matter},
    receivables::{Look, Party, changes::Change as ReceivableChange, ports::IssuedConfirmation},
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
    parties::debtor::{Debtor, NoticeContact},
    receivables::{
        confirmation::is_told,
        notice::{CheckCode, NoticeId, NoticeKind, Told},
    },
};
use std::collections::BTreeMap;

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

/// What a letter is about, and to whom it goes.
struct Draft<'a> {
    kind: NoticeKind,
    debtor: &'a Debtor,
    contact: &'a NoticeContact,
    house: &'a HouseProfile,
    settings: &'a HouseSettings,
    looks: Vec<&'a Look>,
    on: NaiveDate,
    by: Actor,
}

/// By what a letter is known.
struct Issue {
    id: NoticeId,
    code: CheckCode,
    at: DateTime<Utc>,
}

/// What was told of each before.
type Before = BTreeMap<ReceivableId, Option<Told>>;

impl Papers {
    /// What this debtor is to be told next, ready to be written; none when there is nothing any more.
    ///
    /// # Errors
    /// `NotWritten`, `Unavailable`.
    pub async fn telling(&self, debtor: DebtorId, on: NaiveDate, by: Actor) -> Result<Option<Telling>, PaperError> {
        let Untold { sold, given_back } = self.letters.untold(debtor, Self::CLAIMS).await?;
        let settings = self.house.settings().await?;
        if !given_back.is_empty() {
            let before: Before = given_back.into_iter().map(|(id, told)| (id, Some(told))).collect();
            let looks = self.cash.looks_at(before.keys().copied().collect()).await?;
            let telling = self.releasing((debtor, on, by), &settings, &looks, &before).await?;
            if telling.is_some() {
                return Ok(telling);
            }
        }
        if sold.is_empty() {
            return Ok(None);
        }
        let before: Before = sold.into_iter().collect();
        let looks = self.cash.looks_at(before.keys().copied().collect()).await?;
        self.assigning((debtor, on, by), &settings, &looks, &before).await
    }

    async fn releasing(
        &self,
        (debtor, on, by): (DebtorId, NaiveDate, Actor),
        settings: &HouseSettings,
        looks: &[Look],
        before: &Before,
    ) -> Result<Option<Telling>, PaperError> {
        let (Some((who, contact)), Some(house)) = (whom(looks), &settings.details().profile) else {
            let blocked = looks.iter().map(|look| News::from((look.receivable().id(), Told::Unreleased)));
            return Ok(not_told((debtor, on), blocked.filter(|news| is_new(news, before)).collect()));
        };
        let looks = looks.iter().collect();
        let draft = Draft { kind: NoticeKind::Release, debtor: who, contact, house, settings, looks, on, by };
        self.written(draft, Vec::new(), before).await
    }

    async fn assigning(
        &self,
        (debtor, on, by): (DebtorId, NaiveDate, Actor),
        settings: &HouseSettings,
        looks: &[Look],
        before: &Before,
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
        let news = others.into_iter().filter_map(|look| Some(News::from((look.receivable().id(), why(look)?))));
        let news: Vec<_> = news.filter(|news| is_new(news, before)).collect();
        let (Some((who, contact)), Some(house), false) = (whom(looks), house, tellable.is_empty()) else {
            return Ok(not_told((debtor, on), news));
        };
        let draft = Draft { kind: NoticeKind::Assignment, debtor: who, contact, house, settings, looks: tellable, on, by };
        self.written(draft, news, before).await
    }

    /// The letter with everything that is written beside it; `others` are told nothing. A claim whose part of the letter has
    /// letters that no font has is left out of it, and waits.
    async fn written(&self, mut draft: Draft<'_>, mut others: Vec<News>, before: &Before) -> Result<Option<Telling>, PaperError> {
        let identity = &self.identity;
        let id = NoticeId(identity.ids.next());
        let code = CheckCode::of(&hash_of(&identity.link_tokens.token(LinkId(id.0))).0);
        let issue = Issue { id, code, at: identity.clock.now() };
        let file = match self.printed(&draft, &issue, &draft.looks).await {
            Err(NotWritten::Letters(_)) => {
                let (readable, lacking) = self.readable(&draft, &issue).await?;
                others.extend(lacking.into_iter().filter(|news| is_new(news, before)));
                if readable.is_empty() {
                    return Ok(not_told((draft.debtor.id(), draft.on), others));
                }
                draft.looks = readable;
                self.printed(&draft, &issue, &draft.looks).await?
            }
            file => file?,
        };
        Ok(Some(self.issued(&draft, issue, file, others)))
    }

    /// Claims of which a letter could tell, and the news of the others.
    async fn readable<'a>(&self, draft: &Draft<'a>, issue: &Issue) -> Result<(Vec<&'a Look>, Vec<News>), NotWritten> {
        let told = match draft.kind {
            NoticeKind::Assignment => Told::NoLetters,
            NoticeKind::Release => Told::UnreleasedLetters,
        };
        let (mut readable, mut lacking) = (Vec::new(), Vec::new());
        for look in draft.looks.iter().copied() {
            match self.printed(draft, issue, &[look]).await {
                Ok(_) => readable.push(look),
                Err(NotWritten::Letters(letters)) => lacking.push(News { about: look.receivable().id(), told, lacking: letters }),
                Err(other) => return Err(other),
            }
        }
        Ok((readable, lacking))
    }

    /// A letter of these claims as a file.
    async fn printed(&self, draft: &Draft<'_>, issue: &Issue, looks: &[&Look]) -> Result<Vec<u8>, NotWritten> {
        let Draft { kind, debtor, contact, house, settings, on, .. } = draft;
        let country = Some(house.address.country);
        let (content, account) = match kind {
            NoticeKind::Assignment => {
                let notice = notice(looks, settings);
                let account = notice.claims.first().map(|(account, _)| account.clone());
                (Content::Notice(notice), account)
            }
            NoticeKind::Release => (Content::Release(release(looks, settings)), None),
        };
        let party = looks.first().map(|look| look.debtor_party(country)).unwrap_or_default();
        let names = [debtor.parts().legal_name.as_str(), contact.name.as_str()].map(str::to_owned);
        let cover = Cover {
            language: language_of(debtor),
            house: HouseProfile::clone(house),
            account,
            recipient: names.into_iter().chain(party.address).collect(),
            registered: party.register,
            number: number(*kind, issue.id),
            on: *on,
            made_at: issue.at,
            check: Some(Check { code: issue.code.to_string(), address: self.check_page.clone() }),
        };
        self.format.write(self.words.say(&cover, &content)).await
    }

    fn issued(&self, draft: &Draft<'_>, issue: Issue, file: Vec<u8>, others: Vec<News>) -> Telling {
        let Draft { kind, debtor, contact, house, settings, looks, on, by } = draft;
        let Issue { id, code, at } = issue;
        let about: Vec<_> = looks.iter().map(|look| look.receivable().id()).collect();
        let claims = i64::try_from(about.len()).unwrap_or(i64::MAX);
        let accounts = match kind {
            NoticeKind::Assignment => notice(looks, settings).claims.into_iter().map(|(account, _)| account.iban).collect(),
            NoticeKind::Release => Vec::new(),
        };
        let letter = Letter {
            id,
            kind: *kind,
            debtor: debtor.id(),
            made_on: *on,
            language: language_of(debtor),
            sent_to: contact.email.clone(),
            claims,
            accounts,
            sha256: Digest(Sha256::digest(&file).into()),
            made_at: at,
        };
        let (said, asked) = match kind {
            NoticeKind::Assignment => (Told::Assigned, self.asking(looks, contact, at)),
            NoticeKind::Release => (Told::Released, Vec::new()),
        };
        let mail = self.mail(*kind, house, looks, &asked, (contact, &letter));
        let subjects = Subjects { debtor: Some(debtor.id()), ..Subjects::house(id.0) };
        let entry = Entry::new(at, *by, AuditAction::DebtorNotified, subjects).new_values([
            ("kind", kind.code().to_owned()),
            ("sha256", letter.sha256.to_string()),
            ("contact.email", contact.email.as_str().to_owned()),
        ]);
        let told = about.iter().map(|id| News::from((*id, said))).chain(others).collect();
        let code_hash = code_hash(&code);
        let changes = vec![
            Change::LetterMade(Box::new(LetterFile { letter, code_hash, content: file, about })),
            Change::DebtorTold { debtor: debtor.id(), on: *on, about: told },
        ];
        let asked = (!asked.is_empty()).then_some(ReceivableChange::DebtorAsked(asked));
        Telling { changes, asked, entry: Some(entry), mails: vec![mail], told: claims }
    }

    /// A link for each.
    fn asking(&self, looks: &[&Look], contact: &NoticeContact, now: DateTime<Utc>) -> Vec<IssuedConfirmation> {
        let asked = looks.iter().map(|look| look.receivable().id());
        asked.map(|id| self.servicing.new_confirmation(id, contact.email.clone(), None, now)).collect()
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
                came_back: None,
            }
        };
        let matters = looks.iter().map(matter).collect();
        let details = Details { company: Some(house.legal_name.clone()), matters, paper: Some(letter.id.0), ..Details::default() };
        let content = match kind {
            NoticeKind::Assignment => MailContent::ClaimsAssigned { details: Some(details) },
            NoticeKind::Release => MailContent::ClaimsReleased { details: Some(details) },
        };
        Mail {
            id: MailId(self.identity.ids.next()),
            to: contact.email.clone(),
            name: contact.name.as_str().to_owned(),
            language: letter.language,
            content,
            created_at: letter.made_at,
        }
    }
}

/// Whom to write to; none where nobody is named.
fn whom(looks: &[Look]) -> Option<(&Debtor, &NoticeContact)> {
    let debtor = looks.iter().find_map(|look| look.scene.debtor.as_ref())?;
    Some((debtor, debtor.parts().contact.as_ref()?))
}

/// Whether it was not told, or not told why, before.
fn is_new(news: &News, before: &Before) -> bool {
    before.get(&news.about).copied().flatten() != Some(news.told)
}

fn language_of(debtor: &Debtor) -> Language {
    Language::of_country(debtor.parts().legal_entity.country())
}

/// What of these is told to be paid, by the account it is to be paid to.
fn notice(looks: &[&Look], settings: &HouseSettings) -> Notice {
    let mut claims: BTreeMap<&str, (HouseAccount, Vec<Claim>)> = BTreeMap::new();
    for look in looks {
        let Some(account) = settings.accounts().of(look.receivable().currency()) else { continue };
        claims.entry(account.currency.code()).or_insert((account.clone(), Vec::new())).1.push(claim(look));
    }
    Notice { claims: claims.into_values().collect(), sellers: sellers(looks, settings) }
}

fn release(looks: &[&Look], settings: &HouseSettings) -> Release {
    let currencies = looks.iter().map(|look| look.receivable().currency()).collect::<Vec<_>>();
    let mut claims: BTreeMap<&str, (Currency, Vec<Claim>)> = BTreeMap::new();
    for (look, currency) in looks.iter().zip(&currencies) {
        claims.entry(currency.code()).or_insert((*currency, Vec::new())).1.push(claim(look));
    }
    Release { claims: claims.into_values().collect(), sellers: sellers(looks, settings) }
}

fn sellers(looks: &[&Look], settings: &HouseSettings) -> Vec<Party> {
    let country = settings.details().profile.as_ref().map(|house| house.address.country);
    distinct(looks.iter().map(|look| look.seller_party(country)))
}

fn not_told((debtor, on): (DebtorId, NaiveDate), about: Vec<News>) -> Option<Telling> {
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

/// By what it is filed: its kind, and the end of its id.
fn number(kind: NoticeKind, id: NoticeId) -> String {
    let kind = match kind {
        NoticeKind::Assignment => 'N',
        NoticeKind::Release => 'R',
    };
    numbered(kind, id.0)
}
