//! What debtors were told in writing, and how they find out that it was the house.

use super::{
    PaperError, Papers,
    ports::{Letter, LetterFile, LettersOf, Unreachable},
};
use crate::{
    cash::CashError,
    kernel::{
        rate_limits::{RateLimit, address_key},
        too_many::TooMany,
        unavailable::Unavailable,
    },
    receivables::{ReceivableError, ports::Asked},
};
use chrono::NaiveDate;
use sha2::{Digest as _, Sha256};
use sooner_domain::{
    house::profile::HouseProfile,
    kernel::{
        canonical::Digest,
        ids::{DebtorId, ReceivableId},
        text::Line,
    },
    parties::operator::Operator,
    receivables::notice::{CheckCode, NoticeId, NoticeKind, Told},
};
use std::{collections::BTreeSet, net::IpAddr};

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

    /// What whoever types in the code on a letter learns. Nothing else is said of it, and nothing of what is no code.
    ///
    /// # Errors
    /// `Unknown`, `TooMany`.
    pub async fn check(&self, code: &str, from: IpAddr) -> Result<Checked, CheckError> {
        let (identity, key) = (&self.identity, address_key(from));
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
        let debtor = self.debtors.by_id(letter.debtor).await?.ok_or(CheckError::Unknown)?;
        let house = self.house.settings().await?.details().profile.clone();
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
        let asked = self.servicing.asked_about(id, by).await?;
        let told = self.letters.told(id).await?;
        Ok((asked, told, self.letters.letters(LettersOf::Receivable(id), Self::SHOWN).await?))
    }

    /// What a debtor was written, under the names of those that were merged into it too, newest first.
    ///
    /// # Errors
    /// `Blocked` with `OwnCompany` where the debtor concerns the operator's own.
    pub async fn letters_to(&self, debtor: DebtorId, by: &Operator) -> Result<Vec<Letter>, CashError> {
        self.cash.is_not_their_own_debtor(debtor, by).await?;
        let mut letters = self.letters.letters(LettersOf::Debtor(debtor), Self::SHOWN).await?;
        let found = self.debtors.by_id(debtor).await?;
        for absorbed in found.iter().flat_map(|debtor| &debtor.parts().absorbed) {
            letters.extend(self.letters.letters(LettersOf::Debtor(absorbed.id), Self::SHOWN).await?);
        }
        letters.sort_by_key(|letter| std::cmp::Reverse((letter.made_at, letter.id)));
        letters.truncate(usize::try_from(Self::SHOWN).unwrap_or_default());
        Ok(letters)
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

pub(super) fn code_hash(code: &CheckCode) -> Digest {
    Digest(Sha256::digest(code.as_str().as_bytes()).into())
}
