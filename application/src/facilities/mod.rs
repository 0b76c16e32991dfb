//! Agreements with companies: what a company says to terms, and what the house does with an agreement alone. What takes two
//! people of the house is proposed in `approvals`.

pub mod changes;
pub mod ports;

mod advertise;
mod house;
mod look;
mod members;
mod suppliers;
mod table;

use crate::{
    identity::{Identity, StepUpRequired, changes::Change as AccountChange},
    kernel::{
        commit::Commit,
        idempotency::{Idempotency, IdempotencyError},
        outbox::{Content, Mail},
        unavailable::Unavailable,
    },
    parties::ports::Teams,
};
use changes::Change;
use chrono::{DateTime, Utc};
use ports::{FacilityFilter, FacilityFound, FacilityRecords, Suppliers};
use sooner_domain::{
    facilities::{
        facility::{Facility, FacilityRefusal, Parts},
        status::FacilityStatus,
        terms::FacilityKind,
    },
    kernel::ids::{CompanyId, FacilityId},
    parties::operator::Operator,
};
use std::sync::Arc;

pub use house::HouseCommand;
pub use look::FacilityPage;
pub use members::{AcceptCommand, DeclineCommand};
pub(crate) use suppliers::{GivenBack, not_written, supplier_entry};
pub use suppliers::{InviteSupplierCommand, SupplierCommand, SupplierError, SupplierPage};

/// The use cases of facilities and their ports.
#[derive(Clone)]
pub struct Facilities {
    pub records: Arc<dyn FacilityRecords>,
    pub suppliers: Arc<dyn Suppliers>,
    pub teams: Arc<dyn Teams>,
    pub identity: Identity,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
}

/// Why nothing was done with a facility.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FacilityError {
    #[error("there is no such facility")]
    NotFound,
    /// It, or what waits to be accepted, is not as it was seen.
    #[error("changed meanwhile")]
    Stale,
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    /// Terms are signed with the name of the account.
    #[error("the name typed is not that of the account")]
    OtherName,
    #[error(transparent)]
    Refused(#[from] FacilityRefusal),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Whoever decides for the house still works for it, in the roles they decide in, when it is written.
fn works(by: &Operator) -> Change {
    AccountChange::OperatorStands { id: by.user(), roles: by.roles }.into()
}

/// A facility as it is after a change was stored.
fn stored(found: FacilityFound) -> FacilityFound {
    let parts = found.facility.parts().clone();
    FacilityFound { facility: Facility::restore(Parts { version: parts.version + 1, ..parts }), ..found }
}

impl Facilities {
    /// Facilities that are looked at of one company.
    const OF_A_COMPANY: i64 = 200;

    async fn found(&self, id: FacilityId) -> Result<FacilityFound, FacilityError> {
        self.records.by_id(id).await?.ok_or(FacilityError::NotFound)
    }

    /// The company's programmes that are open.
    pub(crate) async fn programmes_of(&self, company: CompanyId) -> Result<Vec<FacilityFound>, Unavailable> {
        let filter = FacilityFilter { company: Some(company), ..FacilityFilter::default() };
        let mut found = self.records.page(filter, None, Self::OF_A_COMPANY).await?;
        found.retain(|found| {
            let parts = found.facility.parts();
            parts.kind == FacilityKind::ReverseFactoring
                && found.facility.ruling().is_some()
                && FacilityStatus::OPEN.contains(&parts.status)
        });
        Ok(found)
    }

    async fn mails_to_owners(&self, company: CompanyId, said: &Content, now: DateTime<Utc>) -> Result<Vec<Mail>, Unavailable> {
        let owners = self.teams.owners(company).await?.map(|(_, owners)| owners).unwrap_or_default();
        Ok(owners.iter().filter_map(|owner| self.identity.notice(owner, said.clone(), now)).collect())
    }
}

#[cfg(test)]
mod tests;
