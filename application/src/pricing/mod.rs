//! What terms would come to: those that are shown to everybody, and a company's own.

use crate::{
    facilities::ports::FacilityRecords,
    house::House,
    identity::Identity,
    kernel::{
        clock::BusinessClock,
        rate_limits::{RateLimit, address_key},
        too_many::TooMany,
        unavailable::Unavailable,
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    facilities::terms::{FacilityKind, Terms},
    kernel::{minor::Minor, money::Currency},
    parties::membership::Membership,
    pricing::{
        offer::Offer,
        price::{Case, NoOffer},
    },
};
use std::{net::IpAddr, sync::Arc};

/// The use cases of prices and their ports.
#[derive(Clone)]
pub struct Pricing {
    pub facilities: Arc<dyn FacilityRecords>,
    pub house: House,
    pub business: Arc<dyn BusinessClock>,
    pub identity: Identity,
}

/// A question to the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    pub kind: FacilityKind,
    pub currency: Currency,
    /// In minor units of the currency.
    pub face: Minor,
    /// The house's next payout day, where it is not said.
    pub payout_on: Option<NaiveDate>,
    pub due_on: NaiveDate,
}

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotQuoted {
    /// Nothing of this kind is advertised in this currency.
    NotAdvertised,
    /// The company can sell nothing of this kind in this currency now.
    NoFacility,
    NoOffer(NoOffer),
}

/// Why there is no answer, or none yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuoteError {
    #[error("not quoted: {0:?}")]
    NotQuoted(NotQuoted),
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<NotQuoted> for QuoteError {
    fn from(not: NotQuoted) -> Self {
        Self::NotQuoted(not)
    }
}

impl Pricing {
    /// What is advertised: kinds and currencies, each pair once.
    ///
    /// # Errors
    /// `TooMany` where this address asked too often.
    pub async fn advertised(&self, from: IpAddr) -> Result<Vec<(FacilityKind, Currency)>, QuoteError> {
        self.spend(from).await?;
        let advertised = self.facilities.advertised().await?;
        Ok(advertised.iter().map(|terms| (terms.parts().kind, terms.parts().currency)).collect())
    }

    /// What the advertised terms would come to. It binds nobody, and nothing is kept.
    ///
    /// # Errors
    /// `NotQuoted`, `TooMany` where this address asked too often.
    pub async fn quote(&self, wanted: Wanted, from: IpAddr) -> Result<Offer, QuoteError> {
        self.spend(from).await?;
        let Wanted { kind, currency, .. } = wanted;
        let advertised = self.facilities.advertised().await?;
        let terms = advertised.into_iter().find(|terms| (terms.parts().kind, terms.parts().currency) == (kind, currency));
        self.price(terms.ok_or(NotQuoted::NotAdvertised)?, wanted).await
    }

    /// What an invoice would come to under the terms that this member's company agreed to. It binds nobody, asks neither for
    /// limits nor for checks, and nothing is kept.
    ///
    /// # Errors
    /// `NotQuoted`.
    pub async fn own_quote(&self, by: &Membership, wanted: Wanted) -> Result<Offer, QuoteError> {
        let found = self.facilities.open(by.company, wanted.kind, wanted.currency).await?;
        let found = found.filter(|found| found.facility.may_take_new(found.status).is_ok());
        let terms = found.and_then(|found| Some(found.facility.ruling()?.terms));
        self.price(terms.ok_or(NotQuoted::NoFacility)?, wanted).await
    }

    async fn price(&self, terms: Terms, Wanted { face, payout_on, due_on, .. }: Wanted) -> Result<Offer, QuoteError> {
        let payout_on = match payout_on {
            Some(day) => day,
            None => self.next_payout_day().await?,
        };
        Ok(Offer::of(None, terms, Case { face, certain: face, payout_on, due_on }).map_err(NotQuoted::NoOffer)?)
    }

    async fn spend(&self, from: IpAddr) -> Result<(), QuoteError> {
        let Identity { rate_limits, clock, .. } = &self.identity;
        Ok(rate_limits.spend(RateLimit::QUOTE_BY_ADDRESS, &address_key(from), clock.now()).await?.or_too_many()?)
    }

    async fn next_payout_day(&self) -> Result<NaiveDate, Unavailable> {
        let now = self.business.now().await?;
        Ok(self.house.business_days().await?.payout_day(now))
    }
}

#[cfg(test)]
mod tests;
