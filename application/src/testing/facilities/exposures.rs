//! What is in use of each limit, in memory.

use super::fake::InMemoryFacilities;
use crate::{
    facilities::ports::{Exposures, FacilityUse},
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use async_trait::async_trait;
use sooner_domain::{
    facilities::exposure::{Ceiling, Exposure, InUse, Scope},
    kernel::{
        coded::Coded,
        ids::{DebtorId, FacilityId},
        minor::Minor,
        money::Currency,
    },
};
use std::collections::{BTreeMap, HashMap};

#[derive(Default, Clone)]
pub(crate) struct ExposureRows {
    facilities: HashMap<FacilityId, Minor>,
    concentrations: BTreeMap<(FacilityId, DebtorId), Minor>,
    debtors: HashMap<(DebtorId, Currency), Minor>,
}

impl ExposureRows {
    /// In use of a facility in all.
    pub(crate) fn of_facility(&self, facility: FacilityId) -> Minor {
        self.facilities.get(&facility).copied().unwrap_or_default()
    }

    pub(crate) fn in_use(&self, scope: Scope) -> InUse {
        InUse {
            facility: self.of_facility(scope.facility),
            concentration: self.concentrations.get(&(scope.facility, scope.debtor)).copied().unwrap_or_default(),
            debtor: self.debtors.get(&(scope.debtor, scope.currency)).copied().unwrap_or_default(),
        }
    }

    pub(super) fn expose(&mut self, exposure: Exposure) -> Result<(), CommitError> {
        let Exposure { scope, change, within } = exposure;
        let before = self.in_use(scope);
        for ceiling in Ceiling::ALL {
            let after = before.of(*ceiling) + change.of(*ceiling);
            if after.is_negative() {
                return Err(CommitError::Unavailable(Unavailable::Failed(format!("less than nothing in use of {}", ceiling.code()))));
            }
            if within.is_some_and(|within| after > within.of(*ceiling)) {
                return Err(CommitError::Over(ceiling.code()));
            }
        }
        *self.facilities.entry(scope.facility).or_default() += change.facility;
        *self.concentrations.entry((scope.facility, scope.debtor)).or_default() += change.concentration;
        *self.debtors.entry((scope.debtor, scope.currency)).or_default() += change.debtor;
        Ok(())
    }
}

impl ExposureRows {
    /// What is in use on one debtor is in use on another one.
    pub(super) fn replace_debtor(&mut self, before: DebtorId, after: DebtorId) {
        let now = |debtor: DebtorId| if debtor == before { after } else { debtor };
        for ((facility, debtor), in_use) in std::mem::take(&mut self.concentrations) {
            *self.concentrations.entry((facility, now(debtor))).or_default() += in_use;
        }
        for ((debtor, currency), in_use) in std::mem::take(&mut self.debtors) {
            *self.debtors.entry((now(debtor), currency)).or_default() += in_use;
        }
    }
}

#[async_trait]
impl Exposures for InMemoryFacilities {
    async fn in_use(&self, scope: Scope) -> Result<InUse, Unavailable> {
        Ok(self.0.call().await.facilities.exposures.in_use(scope))
    }

    async fn each_in_use(&self, scopes: Vec<Scope>) -> Result<Vec<InUse>, Unavailable> {
        let state = self.0.call().await;
        Ok(scopes.into_iter().map(|scope| state.facilities.exposures.in_use(scope)).collect())
    }

    async fn of_debtors(&self, debtors: &[DebtorId]) -> Result<Vec<(DebtorId, Currency, Minor)>, Unavailable> {
        let state = self.0.call().await;
        let own = state.facilities.exposures.debtors.iter().filter(|((of, _), in_use)| debtors.contains(of) && !in_use.is_zero());
        let mut found: Vec<_> = own.map(|((debtor, currency), in_use)| (*debtor, *currency, *in_use)).collect();
        found.sort_by_key(|(debtor, currency, _)| (*debtor, *currency));
        Ok(found)
    }

    async fn of_facilities(&self, facilities: &[FacilityId]) -> Result<Vec<(FacilityId, Minor)>, Unavailable> {
        let state = self.0.call().await;
        let own = state.facilities.exposures.facilities.iter().filter(|(of, in_use)| facilities.contains(of) && !in_use.is_zero());
        let mut found: Vec<_> = own.map(|(facility, in_use)| (*facility, *in_use)).collect();
        found.sort_by_key(|(facility, _)| *facility);
        Ok(found)
    }

    async fn of_facility(&self, facility: FacilityId) -> Result<FacilityUse, Unavailable> {
        let state = self.0.call().await;
        let rows = &state.facilities.exposures;
        let in_all = rows.of_facility(facility);
        let own = rows.concentrations.iter().filter(|((of, _), in_use)| *of == facility && !in_use.is_zero());
        Ok(FacilityUse { in_all, by_debtor: own.map(|((_, debtor), in_use)| (*debtor, *in_use)).collect() })
    }
}
