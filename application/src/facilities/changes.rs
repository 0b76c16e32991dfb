//! What changes facilities.

use crate::{identity, kernel::commit::Unique, onboarding, parties};
use sooner_domain::{
    facilities::{
        exposure::Exposure,
        facility::Facility,
        supplier::{Supplier, SupplierId},
        terms::Terms,
    },
    kernel::ids::{DebtorId, FacilityId},
};

/// A company has one open facility of a kind in a currency.
pub const OPEN_FACILITY: Unique = Unique("currency");

/// A buyer's list names a supplier once.
pub const LISTED_SUPPLIER: Unique = Unique("listed_supplier");

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Onboarding(onboarding::changes::Change),
    /// Refused as [`OPEN_FACILITY`] when there is one.
    FacilityProposed(Box<Facility>),
    /// The facility as it is now, with the version that was read. Stale when it changed since; the stored version is one higher.
    FacilityChanged(Box<Facility>),
    /// These terms are shown to everybody, in place of those of the same kind and currency. Stale when others stand there.
    TermsAdvertised {
        terms: Box<Terms>,
        before: Option<Box<Terms>>,
    },
    /// Nothing changes: the facility is at this version, and is until the rest is written. Stale otherwise.
    FacilityStands {
        id: FacilityId,
        version: i64,
    },
    /// A supplier joins its buyer's list. Full when the list holds so many, refused as [`LISTED_SUPPLIER`] when it holds that
    /// legal entity.
    SupplierAdded {
        supplier: Box<Supplier>,
        max: usize,
    },
    /// The supplier as it is now, with the version that was read. Stale when it changed since; the stored version is one higher.
    /// Refused as [`LISTED_SUPPLIER`] when the list holds its company.
    SupplierChanged(Box<Supplier>),
    /// Nothing changes: the supplier is at this version, and is until the rest is written. Stale otherwise.
    SupplierStands {
        id: SupplierId,
        version: i64,
    },
    /// What is in use changes. Refused as `Over` the first ceiling that it would pass: of many at the same time each counts
    /// those before it. A commit has one of these at most: it locks the rows of all in one order.
    Exposed(Vec<Exposure>),
    /// What is in use on one debtor is in use on another one besides what is already.
    DebtorReplaced {
        before: DebtorId,
        after: DebtorId,
    },
}

impl From<onboarding::changes::Change> for Change {
    fn from(change: onboarding::changes::Change) -> Self {
        Self::Onboarding(change)
    }
}

impl From<parties::changes::Change> for Change {
    fn from(change: parties::changes::Change) -> Self {
        Self::Onboarding(change.into())
    }
}

impl From<identity::changes::Change> for Change {
    fn from(change: identity::changes::Change) -> Self {
        parties::changes::Change::from(change).into()
    }
}
