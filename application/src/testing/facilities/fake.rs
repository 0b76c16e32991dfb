//! Facilities in memory.

use super::super::{
    State,
    memory::{Apply, Memory},
};
use super::exposures::ExposureRows;
use crate::{
    facilities::{
        changes::{Change, LISTED_SUPPLIER, OPEN_FACILITY},
        ports::{FacilityFilter, FacilityFound, FacilityRecords, SupplierFound, Suppliers},
    },
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use async_trait::async_trait;
use sooner_domain::{
    facilities::{
        facility::{Facility, Parts, TermsOutcome},
        status::FacilityStatus,
        supplier::{Parts as SupplierParts, Supplier, SupplierId},
        terms::{FacilityKind, Terms},
    },
    kernel::{
        ids::{CompanyId, FacilityId},
        money::Currency,
    },
    onboarding::application::Application,
};
use std::sync::Arc;

#[derive(Default, Clone)]
pub(crate) struct Rows {
    facilities: Vec<Facility>,
    advertised: Vec<Terms>,
    pub(crate) exposures: ExposureRows,
    suppliers: Vec<Supplier>,
}

pub(crate) type Place = (CompanyId, FacilityKind, Currency);

fn place(facility: &Facility) -> Place {
    let Parts { company, kind, currency, .. } = facility.parts();
    (*company, *kind, *currency)
}

fn is_open(facility: &Facility) -> bool {
    FacilityStatus::OPEN.contains(&facility.status())
}

/// Where terms are advertised.
fn shelf(terms: &Terms) -> (FacilityKind, Currency) {
    (terms.parts().kind, terms.parts().currency)
}

impl Rows {
    fn open(&self, wanted: Place) -> Option<&Facility> {
        self.facilities.iter().find(|facility| place(facility) == wanted && is_open(facility))
    }
}

impl Apply for Change {
    fn apply(self, state: &mut State) -> Result<(), CommitError> {
        match self {
            Self::Onboarding(change) => change.apply(state)?,
            Self::FacilityProposed(facility) => {
                if state.facilities.open(place(&facility)).is_some() {
                    return Err(CommitError::Taken(OPEN_FACILITY));
                }
                state.facilities.facilities.push(*facility);
            }
            Self::FacilityChanged(facility) => {
                let Parts { id, version, .. } = *facility.parts();
                let is_it = |stored: &&mut Facility| stored.parts().id == id && stored.parts().version == version;
                let stored = state.facilities.facilities.iter_mut().find(is_it).ok_or(CommitError::Stale)?;
                let mut parts = Parts { version: version + 1, ..facility.parts().clone() };
                // What was said to terms stands for good.
                let ended = stored.parts().versions.iter().filter(|version| version.outcome != TermsOutcome::Open);
                for (ended, written) in ended.zip(&mut parts.versions) {
                    *written = ended.clone();
                }
                *stored = Facility::restore(parts);
            }
            Self::FacilityStands { id, version } => {
                let stands = |facility: &&Facility| facility.parts().id == id && facility.parts().version == version;
                state.facilities.facilities.iter().find(stands).ok_or(CommitError::Stale)?;
            }
            Self::Exposed(all) => all.into_iter().try_for_each(|exposure| state.facilities.exposures.expose(exposure))?,
            Self::DebtorReplaced { before, after } => state.facilities.exposures.replace_debtor(before, after),
            Self::TermsAdvertised { terms, before } => {
                let found = state.facilities.advertised.iter().position(|other| shelf(other) == shelf(&terms));
                let stands = found.and_then(|found| state.facilities.advertised.get(found)).copied();
                if stands != before.as_deref().copied() {
                    return Err(CommitError::Stale);
                }
                state.facilities.advertised.retain(|other| shelf(other) != shelf(&terms));
                state.facilities.advertised.push(*terms);
            }
            Self::SupplierStands { id, version } => {
                let stands = |supplier: &&Supplier| supplier.id() == id && supplier.parts().version == version;
                state.facilities.suppliers.iter().find(stands).ok_or(CommitError::Stale)?;
            }
            Self::SupplierAdded { supplier, max } => {
                let of_buyer = state.facilities.suppliers.iter().filter(|other| other.parts().buyer == supplier.parts().buyer);
                if of_buyer.clone().count() >= max {
                    return Err(CommitError::Full);
                }
                let entity = supplier.parts().details.legal_entity();
                if of_buyer.into_iter().any(|other| other.parts().details.legal_entity() == entity) {
                    return Err(CommitError::Taken(LISTED_SUPPLIER));
                }
                state.facilities.suppliers.push(*supplier);
            }
            Self::SupplierChanged(supplier) => {
                let SupplierParts { id, version, buyer, company, .. } = *supplier.parts();
                let is_taken = |other: &Supplier| other.id() != id && (other.parts().buyer, other.parts().company) == (buyer, company);
                if state.facilities.suppliers.iter().any(is_taken) {
                    return Err(CommitError::Taken(LISTED_SUPPLIER));
                }
                let is_it = |stored: &&mut Supplier| stored.id() == id && stored.parts().version == version;
                let stored = state.facilities.suppliers.iter_mut().find(is_it).ok_or(CommitError::Stale)?;
                *stored = Supplier::restore(SupplierParts { version: version + 1, ..supplier.parts().clone() });
            }
        }
        Ok(())
    }
}

fn found(state: &State, facility: &Facility) -> Option<FacilityFound> {
    let id = facility.parts().company;
    let company = state.parties.company(id)?.clone();
    let application = state.onboarding.applications.iter().find(|application| application.parts().company == id);
    Some(FacilityFound { facility: facility.clone(), company, status: application.map(Application::status).unwrap_or_default() })
}

/// All there are, with their companies.
pub(crate) fn all(state: &State) -> impl Iterator<Item = FacilityFound> {
    state.facilities.facilities.iter().filter_map(|facility| found(state, facility))
}

/// The one of this company, kind and currency that has not ended.
pub(crate) fn open(state: &State, place: Place) -> Option<FacilityFound> {
    state.facilities.open(place).and_then(|facility| found(state, facility))
}

fn supplier_found(state: &State, supplier: &Supplier) -> Option<SupplierFound> {
    let SupplierParts { buyer, company: id, .. } = *supplier.parts();
    let (buyer, company) = (state.parties.company(buyer)?.clone(), state.parties.company(id)?.clone());
    let application = state.onboarding.applications.iter().find(|application| application.parts().company == id);
    let (status, has_joined) = (application.map(Application::status).unwrap_or_default(), !state.parties.places(id).is_empty());
    Some(SupplierFound { supplier: supplier.clone(), company, status, has_joined, buyer })
}

/// This company's place on this buyer's list.
pub(crate) fn listed(state: &State, buyer: CompanyId, company: CompanyId) -> Option<SupplierFound> {
    let is_it = |supplier: &&Supplier| (supplier.parts().buyer, supplier.parts().company) == (buyer, company);
    state.facilities.suppliers.iter().find(is_it).and_then(|supplier| supplier_found(state, supplier))
}

#[async_trait]
impl Suppliers for InMemoryFacilities {
    async fn by_id(&self, id: SupplierId) -> Result<Option<SupplierFound>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.facilities.suppliers.iter().find(|supplier| supplier.id() == id).and_then(|supplier| supplier_found(&state, supplier)))
    }

    async fn of_buyer(&self, buyer: CompanyId, after: Option<SupplierId>, most: i64) -> Result<Vec<SupplierFound>, Unavailable> {
        let state = self.0.call().await;
        let is_wanted = |supplier: &&Supplier| supplier.parts().buyer == buyer && after.is_none_or(|after| supplier.id() < after);
        let mut suppliers: Vec<_> = state.facilities.suppliers.iter().filter(is_wanted).collect();
        suppliers.sort_by_key(|supplier| std::cmp::Reverse(supplier.id()));
        suppliers.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(suppliers.into_iter().filter_map(|supplier| supplier_found(&state, supplier)).collect())
    }

    async fn of_company(&self, company: CompanyId) -> Result<Vec<SupplierFound>, Unavailable> {
        let state = self.0.call().await;
        let mut own: Vec<_> = state.facilities.suppliers.iter().filter(|supplier| supplier.parts().company == company).collect();
        own.sort_by_key(|supplier| std::cmp::Reverse(supplier.id()));
        Ok(own.into_iter().filter_map(|supplier| supplier_found(&state, supplier)).collect())
    }
}

/// Keeps the contracts of facilities.
pub(crate) struct InMemoryFacilities(pub(crate) Arc<Memory>);

#[async_trait]
impl FacilityRecords for InMemoryFacilities {
    async fn by_id(&self, id: FacilityId) -> Result<Option<FacilityFound>, Unavailable> {
        let state = self.0.call().await;
        Ok(state.facilities.facilities.iter().find(|facility| facility.parts().id == id).and_then(|facility| found(&state, facility)))
    }

    async fn open(&self, company: CompanyId, kind: FacilityKind, currency: Currency) -> Result<Option<FacilityFound>, Unavailable> {
        let state = self.0.call().await;
        Ok(open(&state, (company, kind, currency)))
    }

    async fn page(&self, filter: FacilityFilter, after: Option<FacilityId>, most: i64) -> Result<Vec<FacilityFound>, Unavailable> {
        let FacilityFilter { company, status, but } = filter;
        let is_wanted = |facility: &&Facility| {
            let Parts { id, company: of, status: at, .. } = facility.parts();
            after.is_none_or(|after| *id < after)
                && company.is_none_or(|company| company == *of)
                && but.is_none_or(|company| company != *of)
                && status.is_none_or(|status| status == *at)
        };
        let state = self.0.call().await;
        let mut facilities: Vec<_> = state.facilities.facilities.iter().filter(is_wanted).collect();
        facilities.sort_by_key(|facility| std::cmp::Reverse(facility.parts().id));
        facilities.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        Ok(facilities.into_iter().filter_map(|facility| found(&state, facility)).collect())
    }

    async fn advertised(&self) -> Result<Vec<Terms>, Unavailable> {
        let mut terms = self.0.call().await.facilities.advertised.clone();
        terms.sort_by_key(shelf);
        Ok(terms)
    }
}
