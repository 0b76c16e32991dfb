//! What changes companies and the parties they deal with.

use crate::{identity, kernel::commit::Unique};
use sooner_domain::{
    kernel::{ids::CompanyId, text::Line},
    parties::{
        buyer::{Buyer, BuyerId, BuyerStatus},
        company::Company,
        debtor::Debtor,
        legal_entity::LegalEntity,
        membership::Membership,
    },
};

/// A legal entity is one debtor.
pub const LEGAL_ENTITY: Unique = Unique("legal_entity");

/// A seller's list names a legal entity once.
pub const LISTED_BUYER: Unique = Unique("listed_buyer");

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    Identity(identity::changes::Change),
    /// A company came with its first member.
    CompanyFounded(Company, Membership),
    /// What a company handed in says who it is.
    CompanyNamed {
        id: CompanyId,
        legal_name: Option<Line>,
        legal_entity: Option<LegalEntity>,
    },
    /// Refused as [`LEGAL_ENTITY`] when there is one for that entity.
    DebtorAdded(Debtor),
    /// A buyer joins the end of its seller's list. Full when the list holds so many, refused as [`LISTED_BUYER`] when it
    /// holds this one: others appending at the same time count.
    BuyerAdded {
        buyer: Buyer,
        max: usize,
    },
    /// What the seller tells of a buyer. Stale when it is not on the list, refused as [`LISTED_BUYER`] when another one is
    /// the same.
    BuyerChanged(Buyer),
    /// Off the list. Stale when it is not on it.
    BuyerRemoved(CompanyId, BuyerId),
    /// What was decided on a buyer. Stale when its status is not what was seen.
    BuyerDecided {
        buyer: Buyer,
        seen: BuyerStatus,
    },
}

impl From<identity::changes::Change> for Change {
    fn from(change: identity::changes::Change) -> Self {
        Self::Identity(change)
    }
}
