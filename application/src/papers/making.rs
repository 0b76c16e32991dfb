//! Making papers.

use super::{
    NotWritten, Papers,
    changes::Change,
    facts::{Content, Cover, Month, MonthEntry, Sale, Schedule, Settlement},
    ports::{PaperFile, PaperKey, PaperKind},
};
use crate::{
    cash::CashError,
    kernel::{
        commit::{CommitError, WriteContext},
        unavailable::Unavailable,
    },
    parties::Member,
    receivables::{Look, Party, ReceivableError},
    servicing::{MonthOf, MonthRow, SellersMonth},
};
use chrono::{Datelike, NaiveDate};
use sha2::{Digest as _, Sha256};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        canonical::Digest,
        country::CountryCode,
        ids::{ReceivableId, UserId},
        language::Language,
        money::Currency,
    },
    parties::membership::Membership,
    payments::payout::BatchId,
    pricing::{offer::Offer, price::Components},
    receivables::book::Fact,
};
use uuid::Uuid;

/// Why there is no paper.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaperError {
    #[error("there is nothing it could be about")]
    NotFound,
    /// What it is to tell is not over: it might have to tell something else tomorrow.
    #[error("too early")]
    TooEarly,
    /// The house has not said who it is.
    #[error("the house has no details")]
    NoHouse,
    #[error("it is of the operator's own company")]
    OwnCompany,
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<ReceivableError> for PaperError {
    fn from(error: ReceivableError) -> Self {
        match error {
            ReceivableError::Unavailable(unavailable) => unavailable.into(),
            _ => Self::NotFound,
        }
    }
}

impl From<CashError> for PaperError {
    fn from(error: CashError) -> Self {
        match error {
            CashError::Receivable(error) => error.into(),
            _ => Self::NotFound,
        }
    }
}

impl Papers {
    /// The advice of what the member's company got of a batch, in a language, once the bank has answered for all of it. What comes back
    /// afterwards makes another one.
    ///
    /// # Errors
    /// `NotFound` when it gets nothing of it; `TooEarly`; `NoHouse`.
    pub async fn advice(&self, batch: BatchId, language: Language, by: &Member) -> Result<PaperFile, PaperError> {
        let advice = self.cash.own_advice(batch, &by.membership).await?;
        // What comes back afterwards makes another one: the one before says that it was paid.
        let back = advice.came_back().fold(0, |all, id| all ^ id.0.as_u128());
        let about = Uuid::from_u128(batch.0.as_u128() ^ back);
        let key = PaperKey { kind: PaperKind::Advice, about, company: by.membership.company, language };
        if let Some(made) = self.files.paper(key).await? {
            return Ok(made);
        }
        if !advice.is_over() {
            return Err(PaperError::TooEarly);
        }
        let currency = advice.transfers.first().map(|transfer| transfer.currency);
        let cover = self.cover(key).await?;
        let settings = self.house.settings().await?;
        let account = currency.and_then(|currency| settings.accounts().of(currency)).cloned();
        self.made(key, (&Cover { account, ..cover }, &Content::Advice(advice)), by.user.id()).await
    }

    /// What the member's company sold together with this invoice.
    ///
    /// # Errors
    /// `NotFound` for another company's; `TooEarly` before it was sold.
    pub async fn own_schedule(&self, id: ReceivableId, by: &Membership) -> Result<Scheduled, PaperError> {
        let look = self.own_sale(id, by).await?;
        let acceptance = look.receivable().parts().accepted.ok_or(PaperError::TooEarly)?;
        let ids = self.records.accepted_with(acceptance.with).await?.iter().map(|kept| kept.receivable.id()).collect();
        let looks = self.cash.looks_at(ids).await?;
        let currency = look.receivable().currency();
        let country = self.house.settings().await?.details().profile.as_ref().map(|house| house.address.country);
        let looks: Vec<_> = looks.iter().filter(|other| other.receivable().currency() == currency).collect();
        let sales = looks.iter().filter_map(|look| sale(look)).collect();
        let debtors = distinct(looks.iter().map(|look| look.debtor_party(country)));
        let users = &self.identity.users;
        let accepted_by = match acceptance.by {
            Some(id) => users.by_id(id).await?.map(|user| user.name()),
            None => None,
        };
        let sold_on = look.days.date_of(acceptance.at);
        Ok(Scheduled { with: acceptance.with, schedule: Schedule { sold_on, accepted_by, currency, sales, debtors } })
    }

    /// The same as a paper, in a language.
    ///
    /// # Errors
    /// Those of [`Self::own_schedule`]; `NoHouse`.
    pub async fn schedule(&self, id: ReceivableId, language: Language, by: &Member) -> Result<PaperFile, PaperError> {
        let Scheduled { with, schedule } = self.own_schedule(id, &by.membership).await?;
        let about = Uuid::from_u128(with.0.as_u128() ^ currency_bits(schedule.currency));
        let currency = schedule.currency;
        self.kept_or_made((PaperKind::Schedule, about, currency), Content::Schedule(schedule), language, by).await
    }

    /// How an invoice of the member's company ended, as a paper in a language. What happens to it afterwards makes another one.
    ///
    /// # Errors
    /// `NotFound` for another company's; `TooEarly` before it is settled; `NoHouse`.
    pub async fn settlement(&self, id: ReceivableId, language: Language, by: &Member) -> Result<PaperFile, PaperError> {
        let look = self.own_sale(id, &by.membership).await?;
        let country = self.house.settings().await?.details().profile.as_ref().map(|house| house.address.country);
        let settlement = settlement(&look, country).ok_or(PaperError::TooEarly)?;
        let last = look.scene.facts.last().ok_or(PaperError::TooEarly)?;
        self.kept_or_made((PaperKind::Settlement, last.id.0, settlement.currency), Content::Settlement(settlement), language, by).await
    }

    /// A month of the member's company as a paper in a language, once it is over.
    ///
    /// # Errors
    /// `NotFound` of one in which nothing happened and nothing stood; `TooEarly`; `NoHouse`.
    pub async fn month(&self, of: MonthOf, language: Language, by: &Member) -> Result<PaperFile, PaperError> {
        let about = month_in(of.first, of.currency);
        let key = PaperKey { kind: PaperKind::Month, about, company: by.membership.company, language };
        if let Some(made) = self.files.paper(key).await? {
            return Ok(made);
        }
        let month = self.servicing.month(of, &by.membership).await.map_err(|error| match error {
            ReceivableError::Day(_) => PaperError::TooEarly,
            error => error.into(),
        })?;
        if !month.is_over {
            return Err(PaperError::TooEarly);
        }
        if month.is_empty() {
            return Err(PaperError::NotFound);
        }
        self.kept_or_made((PaperKind::Month, about, of.currency), Content::Month(told(&month)), language, by).await
    }

    /// What the member's company sells, and nobody who only is to pay it.
    async fn own_sale(&self, id: ReceivableId, by: &Membership) -> Result<Look, PaperError> {
        let look = self.receivables.shown(id, by).await?;
        if look.receivable().parts().seller == by.company { Ok(look) } else { Err(PaperError::NotFound) }
    }

    async fn kept_or_made(
        &self,
        (kind, about, currency): (PaperKind, Uuid, Currency),
        content: Content,
        language: Language,
        by: &Member,
    ) -> Result<PaperFile, PaperError> {
        let key = PaperKey { kind, about, company: by.membership.company, language };
        self.filed(key, currency, &content, by.user.id()).await
    }

    /// As it was made, or as it is made now.
    pub(super) async fn filed(&self, key: PaperKey, currency: Currency, content: &Content, by: UserId) -> Result<PaperFile, PaperError> {
        if let Some(made) = self.files.paper(key).await? {
            return Ok(made);
        }
        let cover = self.cover(key).await?;
        let account = self.house.settings().await?.accounts().of(currency).cloned();
        self.made(key, (&Cover { account, ..cover }, content), by).await
    }

    async fn cover(&self, key: PaperKey) -> Result<Cover, PaperError> {
        let house = self.house.settings().await?.details().profile.clone().ok_or(PaperError::NoHouse)?;
        let (days, now) = (self.house.business_days().await?, self.business.now().await?);
        let party = self.cash.party(key.company, Some(house.address.country)).await?;
        let made_at = self.identity.clock.now();
        Ok(Cover {
            language: key.language,
            house,
            account: None,
            recipient: party.lines(),
            registered: party.register,
            number: number(key),
            on: days.date_of(now),
            made_at,
            check: None,
        })
    }

    async fn made(&self, key: PaperKey, (cover, content): (&Cover, &Content), by: UserId) -> Result<PaperFile, PaperError> {
        let content = self.format.write(self.words.say(cover, content)).await?;
        let sha256 = Digest(Sha256::digest(&content).into());
        let file = PaperFile { key, content, sha256, made_by: by, made_at: cover.made_at };
        let entry = AuditEntry::new(cover.made_at, Actor::User(by), AuditAction::PaperMade, Subjects::of_company(key.company, key.about));
        let entry = entry.new_values([("paper", key.kind.code().to_owned()), ("sha256", sha256.to_string())]);
        match self
            .commit
            .commit(vec![Change::PaperMade(Box::new(file.clone()))], WriteContext::of(entry).with_file(file.content.len() as u64))
            .await
        {
            Ok(()) => Ok(file),
            // Somebody else was faster: theirs is the one that counts.
            Err(CommitError::Stale) => self.files.paper(key).await?.ok_or(PaperError::NotFound),
            Err(error) => Err(error.unexpected().into()),
        }
    }
}

/// What was sold together, and by which one of it that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Scheduled {
    pub with: ReceivableId,
    pub schedule: Schedule,
}

/// Each company once, in their order.
pub(super) fn distinct(all: impl Iterator<Item = Party>) -> Vec<Party> {
    let mut parties = Vec::new();
    for party in all {
        if !parties.contains(&party) {
            parties.push(party);
        }
    }
    parties
}

/// As it was offered.
fn sale(look: &Look) -> Option<Sale> {
    let (book, debtor, invoice) =
        (look.book()?.ok()?, look.debtor_party(None).name, look.receivable().parts().facts.number.as_str().to_owned());
    let Components { case, reserve, payout, .. } = *book.basis().price().components();
    let charges = case.face - reserve - payout;
    Some(Sale { debtor, invoice, due_on: case.due_on, face: case.face, reserve, charges, payout, payout_on: case.payout_on })
}

fn settlement(look: &Look, posted_in: Option<CountryCode>) -> Option<Settlement> {
    let (settled, book) = (look.settled()?, look.book()?.ok()?);
    let Components { case, payout, .. } = *book.basis().price().components();
    let mut happened: Vec<_> = look.scene.facts.iter().map(|recorded| recorded.fact).collect();
    happened.sort_by_key(Fact::counts_from);
    Some(Settlement {
        kind: look.receivable().kind(),
        debtor: look.debtor_party(posted_in),
        invoice: look.receivable().parts().facts.number.as_str().to_owned(),
        currency: look.receivable().currency(),
        face: case.face,
        sold_on: look.days.date_of(look.receivable().parts().accepted?.at),
        due_on: case.due_on,
        settled_on: book.settled_on()?,
        offer: Offer::of(None, look.terms()?, case).ok()?.lines(),
        paid_out: payout,
        happened,
        debtor_credit: settled.settlement.debtor_credit,
        offered: settled.offered,
        result: settled.settlement.to_seller - settled.settlement.seller_owes,
        differences: settled.differences,
    })
}

fn told(month: &SellersMonth) -> Month {
    let SellersMonth { of: MonthOf { first, last, currency }, figures, rows, .. } = month;
    let entries = rows.iter().flat_map(|row| {
        let MonthRow { entry, invoice, debtor, kind, .. } = row;
        let movement = move |(event, amount)| MonthEntry {
            on: entry.booking().on,
            event,
            invoice: invoice.clone(),
            debtor: debtor.clone(),
            kind: *kind,
            amount,
        };
        row.movements().into_iter().map(movement)
    });
    Month { first: *first, last: *last, currency: *currency, entries: entries.collect(), figures: figures.clone() }
}

/// What a statement of a month in a currency is about.
fn month_in(first: NaiveDate, currency: Currency) -> Uuid {
    Uuid::from_u128(u128::from(first.num_days_from_ce().unsigned_abs()) << 64 | currency_bits(currency))
}

/// Its code as a number: what is about a currency too is filed by it.
fn currency_bits(currency: Currency) -> u128 {
    currency.code().bytes().fold(0, |bits, byte| bits << 8 | u128::from(byte))
}

/// By what it is filed: its kind, and the end of what it is about.
fn number(key: PaperKey) -> String {
    let kind = match key.kind {
        PaperKind::Advice => 'A',
        PaperKind::Schedule => 'S',
        PaperKind::Settlement => 'R',
        PaperKind::Terms => 'T',
        // What a month is about is the same for every company.
        PaperKind::Month => {
            return numbered('M', Uuid::from_u128(key.company.0.as_u128() ^ key.about.as_u128() ^ (key.about.as_u128() >> 64)));
        }
    };
    numbered(kind, key.about)
}

pub(super) fn numbered(kind: char, about: Uuid) -> String {
    let about = about.simple().to_string().to_uppercase();
    format!("{kind}-{}", about.get(about.len().saturating_sub(8)..).unwrap_or(&about))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_domain::kernel::{Invalid, ids::CompanyId};
    use std::collections::BTreeSet;

    #[test]
    fn every_month_of_every_company_in_every_currency_has_a_number_of_its_own() -> Result<(), Invalid> {
        let mut numbers = BTreeSet::new();
        for company in 1..=20 {
            for month in 1..=12 {
                for currency in ["EUR", "USD", "GBP", "JPY", "CHF"] {
                    let first = NaiveDate::from_ymd_opt(2027, month, 1).ok_or(Invalid::Malformed)?;
                    let about = month_in(first, Currency::parse(currency)?);
                    // Ids differ in their ends.
                    let company = CompanyId(Uuid::from_u128(company * 0x9E37_79B9_7F4A_7C15));
                    numbers.insert(number(PaperKey { kind: PaperKind::Month, about, company, language: Language::English }));
                }
            }
        }
        assert_eq!(numbers.len(), 20 * 12 * 5);
        Ok(())
    }
}
