//! Making papers.

use super::{
    NotWritten, Papers,
    changes::Change,
    facts::{Content, Cover},
    ports::{PaperFile, PaperKey, PaperKind},
};
use crate::{
    kernel::{
        commit::{CommitError, WriteContext},
        unavailable::Unavailable,
    },
    parties::Member,
    receivables::ReceivableError,
};
use sha2::{Digest as _, Sha256};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry as AuditEntry, Subjects},
        canonical::Digest,
        country::CountryCode,
        ids::CompanyId,
        language::Language,
        text::Line,
    },
    onboarding::company::Address,
    payments::payout::BatchId,
};

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

impl Papers {
    /// The advice of what the member's company got of a batch, in a language, once the bank has answered for all of it.
    ///
    /// # Errors
    /// `NotFound` when it gets nothing of it; `TooEarly`; `NoHouse`.
    pub async fn advice(&self, batch: BatchId, language: Language, by: &Member) -> Result<PaperFile, PaperError> {
        let key = PaperKey { kind: PaperKind::Advice, about: batch.0, company: by.membership.company, language };
        if let Some(made) = self.files.paper(key).await? {
            return Ok(made);
        }
        let advice = self.financing.own_advice(batch, &by.membership).await?;
        if !advice.is_over() {
            return Err(PaperError::TooEarly);
        }
        let currency = advice.transfers.first().map(|transfer| transfer.currency);
        let cover = self.cover(key, by).await?;
        let settings = self.financing.house.settings().await?;
        let account = currency.and_then(|currency| settings.accounts().of(currency)).cloned();
        self.made(key, (&Cover { account, ..cover }, &Content::Advice(advice)), by).await
    }

    async fn cover(&self, key: PaperKey, by: &Member) -> Result<Cover, PaperError> {
        let house = self.financing.house.settings().await?.details().profile.clone().ok_or(PaperError::NoHouse)?;
        let (days, now) = (self.financing.house.business_days().await?, self.financing.business.now().await?);
        let recipient = self.recipient(by.membership.company, house.address.country).await?;
        let made_at = self.financing.identity.clock.now();
        Ok(Cover {
            language: key.language,
            house,
            account: None,
            recipient,
            number: number(key),
            on: days.date_of(now),
            made_at,
            check: None,
        })
    }

    /// A company as on an envelope that is posted in a country.
    async fn recipient(&self, company: CompanyId, posted_in: CountryCode) -> Result<Vec<String>, Unavailable> {
        let application = self.financing.applications.filed(company).await?.application;
        let details = application.as_ref().map(|application| &application.form().company);
        let name = details.and_then(|details| details.legal_name.as_ref()).map(|name| name.as_str().to_owned());
        Ok(name.into_iter().chain(details.into_iter().flat_map(|details| lines(&details.address, posted_in))).collect())
    }

    async fn made(&self, key: PaperKey, (cover, content): (&Cover, &Content), by: &Member) -> Result<PaperFile, PaperError> {
        let content = self.format.write(self.words.say(cover, content)).await?;
        let sha256 = Digest(Sha256::digest(&content).into());
        let file = PaperFile { key, content, sha256, made_by: by.user.id(), made_at: cover.made_at };
        let entry =
            AuditEntry::new(cover.made_at, Actor::User(by.user.id()), AuditAction::PaperMade, Subjects::of_company(key.company, key.about));
        let entry = entry.new_values([("paper", key.kind.code().to_owned()), ("sha256", sha256.to_string())]);
        match self.commit.commit(vec![Change::PaperMade(Box::new(file.clone()))], WriteContext::of(entry)).await {
            Ok(()) => Ok(file),
            // Somebody else was faster: theirs is the one that counts.
            Err(CommitError::Stale) => self.files.paper(key).await?.ok_or(PaperError::NotFound),
            Err(error) => Err(error.unexpected().into()),
        }
    }
}

/// By what it is filed: its kind, and the end of what it is about.
fn number(key: PaperKey) -> String {
    let kind = match key.kind {
        PaperKind::Advice => 'A',
    };
    let about = key.about.simple().to_string().to_uppercase();
    format!("{kind}-{}", about.get(about.len().saturating_sub(8)..).unwrap_or(&about))
}

fn lines(address: &Address, posted_in: CountryCode) -> Vec<String> {
    let Address { line1, line2, city, region: _, postal_code, country } = address;
    let town = [postal_code, city].into_iter().flatten().map(Line::as_str).collect::<Vec<_>>().join(" ");
    let street = [line1, line2].into_iter().flatten().map(|line| line.as_str().to_owned());
    let country = country.filter(|country| *country != posted_in).map(|country| country.as_str().to_owned());
    street.chain([town]).chain(country).filter(|line| !line.is_empty()).collect()
}
