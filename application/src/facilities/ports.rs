//! What the use cases of facilities need.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use sooner_domain::{
    facilities::{
        exposure::{InUse, Scope},
        facility::Facility,
        status::FacilityStatus,
        supplier::{Enrolment, Supplier, SupplierId, SupplierWait},
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
    /// All but those of this company.
    pub but: Option<CompanyId>,
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

/// A supplier, with the company it is, where that one's application stands, and its buyer.
#[derive(Debug, Clone, PartialEq)]
pub struct SupplierFound {
    pub supplier: Supplier,
    pub company: Company,
    pub status: OnboardingStatus,
    /// Whether anybody belongs to the company.
    pub has_joined: bool,
    pub buyer: Company,
}

impl SupplierFound {
    /// Its place in the programmes of its buyer.
    pub fn enrolment(&self) -> Enrolment {
        self.supplier.enrolment(self.joined())
    }

    /// What it waits for before it can be paid early.
    pub fn waits_for(&self) -> Option<SupplierWait> {
        self.supplier.waits_for(self.joined(), self.status)
    }

    /// Whether another company has its place than its buyer named.
    pub fn has_other_company(&self) -> bool {
        self.supplier.has_other_company(self.joined())
    }

    pub(crate) fn joined(&self) -> Option<&Company> {
        self.has_joined.then_some(&self.company)
    }
}

/// Suppliers of programmes.
#[async_trait]
pub trait Suppliers: Send + Sync {
    async fn by_id(&self, id: SupplierId) -> Result<Option<SupplierFound>, Unavailable>;
    /// Those on this buyer's list, behind `after`, at most `most`; the one invited last comes first.
    async fn of_buyer(&self, buyer: CompanyId, after: Option<SupplierId>, most: i64) -> Result<Vec<SupplierFound>, Unavailable>;
    /// The places that this company has on buyers' lists, the one invited last first.
    async fn of_company(&self, company: CompanyId) -> Result<Vec<SupplierFound>, Unavailable>;
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

    /// In use of the limits of these debtors, in each currency in which something is.
    async fn of_debtors(&self, debtors: &[DebtorId]) -> Result<Vec<(DebtorId, Currency, Minor)>, Unavailable>;

    /// In use of each of these facilities in all, of those under which something is.
    async fn of_facilities(&self, facilities: &[FacilityId]) -> Result<Vec<(FacilityId, Minor)>, Unavailable>;

    /// In use of a facility in all, and on each of its debtors that has something in use.
    async fn of_facility(&self, facility: FacilityId) -> Result<FacilityUse, Unavailable>;
}
