//! Agreements with companies, and how much debtors may owe.

pub(crate) mod acts;
pub(crate) mod advertised;
pub(crate) mod debtors;
pub(crate) mod merging;
pub(crate) mod offers;
pub(crate) mod search;
pub(crate) mod suppliers;

use crate::facilities::body::FacilityBody;
use sooner_application::{facilities::ports::FacilityFound, parties::Member};

/// A facility, as this operator sees it.
fn shown(me: &Member, found: &FacilityFound) -> FacilityBody {
    FacilityBody::new(found, &found.facility.operators_actions(&me.operator(), found.status))
}
