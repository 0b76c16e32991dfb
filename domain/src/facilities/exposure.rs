//! What is in use of the limits.

use crate::kernel::{
    coded::coded_enum,
    ids::{DebtorId, FacilityId},
    minor::Minor,
    money::Currency,
};

coded_enum!(
    /// A limit of what may be in use at a time.
    Ceiling {
        /// The facility's own: what is out, accepted, and what the seller owes.
        Facility = "facility_limit",
        /// What is out and accepted on one debtor, as a share of the facility's limit.
        Concentration = "concentration",
        /// The debtor's own: the open faces of all sellers and both products.
        Debtor = "debtor_limit",
    }
);

/// The most that each limit allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ceilings {
    pub facility: Minor,
    pub concentration: Minor,
    pub debtor: Minor,
}

impl Ceilings {
    pub fn of(self, ceiling: Ceiling) -> Minor {
        match ceiling {
            Ceiling::Facility => self.facility,
            Ceiling::Concentration => self.concentration,
            Ceiling::Debtor => self.debtor,
        }
    }
}

/// What one receivable has in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InUse {
    /// What is accepted or out, and what the seller owes.
    pub facility: Minor,
    /// What is accepted or out.
    pub concentration: Minor,
    /// What the debtor has not paid of the face.
    pub debtor: Minor,
}

impl InUse {
    pub fn of(self, ceiling: Ceiling) -> Minor {
        match ceiling {
            Ceiling::Facility => self.facility,
            Ceiling::Concentration => self.concentration,
            Ceiling::Debtor => self.debtor,
        }
    }

    /// With what is added.
    pub fn and(self, added: Self) -> Self {
        Self {
            facility: self.facility + added.facility,
            concentration: self.concentration + added.concentration,
            debtor: self.debtor + added.debtor,
        }
    }

    /// What is new against before.
    pub fn since(self, before: Self) -> Self {
        Self {
            facility: self.facility - before.facility,
            concentration: self.concentration - before.concentration,
            debtor: self.debtor - before.debtor,
        }
    }
}

/// Under whose limits something falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scope {
    pub facility: FacilityId,
    pub debtor: DebtorId,
    pub currency: Currency,
}

/// What is in use changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exposure {
    pub scope: Scope,
    pub change: InUse,
    /// What must not be passed, where something new is taken on. None where what is accepted already runs its course:
    /// that is never refused.
    pub within: Option<Ceilings>,
}
