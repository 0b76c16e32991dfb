//! The terms of many receivables, for whoever goes through the whole book.

use crate::{
    facilities::ports::FacilityFound,
    kernel::unavailable::Unavailable,
    receivables::{Receivables, ports::Kept},
};
use sooner_domain::{
    facilities::terms::{FacilityKind, Terms},
    kernel::{
        ids::{CompanyId, FacilityId},
        money::Currency,
    },
    receivables::receivable::{Agreement, Receivable},
};
use std::collections::{HashMap, hash_map::Entry};

/// Terms that were read so far: sellers and facilities are few, their receivables many. What rules a company's facility is as it
/// was when it was read first.
#[derive(Default)]
pub struct KnownTerms {
    facilities: HashMap<FacilityId, Option<FacilityFound>>,
    ruling: HashMap<(CompanyId, FacilityKind, Currency), Option<Terms>>,
}

impl Receivables {
    /// The terms it was sold under; before that, those that rule. As [`super::Look::terms`] says it.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn terms_of(&self, Kept { receivable, .. }: &Kept, known: &mut KnownTerms) -> Result<Option<Terms>, Unavailable> {
        match receivable.parts().accepted.and(receivable.parts().agreement) {
            Some(agreement) => self.sold_under(agreement, known).await,
            None => self.ruling(receivable, known).await,
        }
    }

    async fn sold_under(&self, agreement: Agreement, known: &mut KnownTerms) -> Result<Option<Terms>, Unavailable> {
        let Agreement { facility: id, terms_version } = agreement;
        let found = match known.facilities.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(self.facilities.by_id(id).await?),
        };
        let versions = found.iter().flat_map(|found| &found.facility.parts().versions);
        Ok(versions.filter(|version| i64::from(version.number) == terms_version).map(|version| version.terms).next())
    }

    async fn ruling(&self, receivable: &Receivable, known: &mut KnownTerms) -> Result<Option<Terms>, Unavailable> {
        let (company, kind, currency) = (receivable.entered_for(), receivable.kind(), receivable.currency());
        if let Some(terms) = known.ruling.get(&(company, kind, currency)) {
            return Ok(*terms);
        }
        let found = self.facilities.open(company, kind, currency).await?;
        let terms = found.and_then(|found| found.facility.ruling().map(|version| version.terms));
        known.ruling.insert((company, kind, currency), terms);
        Ok(terms)
    }
}
