//! What the use cases of facilities need.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use sooner_domain::{
    facilities::{
        exposure::{InUse, Scope},
        facility::Facility,
        status::FacilityStatus,
        terms::{FacilityKind, Terms},
    },
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId},
        minor::Minor,
        money::Currency,
    },
    onboarding::status::OnboardingStatus,
    parties::company::Company,
};

/// A facility, its company, and where that company's application stands.
#[derive(Debug, Clone, PartialEq)]
pub struct FacilityFound {
    pub facility: Facility,
    pub company: Company,
    pub status: OnboardingStatus,
}

/// Which facilities are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FacilityFilter {
    pub company: Option<CompanyId>,
    pub status: Option<FacilityStatus>,
}

/// Facilities.
#[async_trait]
pub trait FacilityRecords: Send + Sync {
    async fn by_id(&self, id: FacilityId) -> Result<Option<FacilityFound>, Unavailable>;
    /// The one of this company, kind and currency that has not ended.
    async fn open(&self, company: CompanyId, kind: FacilityKind, currency: Currency) -> Result<Option<FacilityFound>, Unavailable>;
    /// The next page behind `after`, at most `most`; the one proposed last comes first.
    async fn page(&self, filter: FacilityFilter, after: Option<FacilityId>, most: i64) -> Result<Vec<FacilityFound>, Unavailable>;
    /// The terms the house shows to everybody, by kind and currency.
    async fn advertised(&self) -> Result<Vec<Terms>, Unavailable>;
}

/// What is in use of a facility.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FacilityUse {
    pub in_all: Minor,
    /// On each of its debtors that has something in use.
    pub by_debtor: Vec<(DebtorId, Minor)>,
}

/// What is in use of each limit.
#[async_trait]
pub trait Exposures: Send + Sync {
    /// In use of the three limits that something of this scope falls under.
    async fn in_use(&self, scope: Scope) -> Result<InUse, Unavailable>;

    /// The same for each of these, in their order.
    async fn each_in_use(&self, scopes: Vec<Scope>) -> Result<Vec<InUse>, Unavailable>;

    /// In use of a facility in all, and on each of its debtors that has something in use.
    async fn of_facility(&self, facility: FacilityId) -> Result<FacilityUse, Unavailable>;
}
