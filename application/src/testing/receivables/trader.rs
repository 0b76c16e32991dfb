//! Who sells in a test, whatever the product.

use super::{market::Seller, programmes::Buying};
use crate::{parties::Member, receivables::Look, testing::World};
use sooner_domain::{
    facilities::{
        supplier::SupplierId,
        terms::{FacilityKind, Terms},
    },
    kernel::ids::{DebtorId, FacilityId},
    receivables::facts::Facts,
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

/// Somebody who sells, under a facility of its own or in a buyer's programme.
#[derive(Debug, Clone)]
pub(super) struct Trader {
    pub(super) me: Member,
    pub(super) facility: FacilityId,
    pub(super) debtor: DebtorId,
    sells: Sells,
}

#[derive(Debug, Clone)]
enum Sells {
    /// What it invoices.
    Invoices(Box<Seller>),
    /// What a buyer promises it.
    Payables(Box<Buying>, SupplierId),
}

impl Trader {
    pub(super) fn invoicing(seller: Seller) -> Self {
        Self { me: seller.me.clone(), facility: seller.facility, debtor: seller.debtor, sells: Sells::Invoices(Box::new(seller)) }
    }

    pub(super) fn supplying(buying: Buying, supplier: SupplierId, me: Member) -> Self {
        Self { me, facility: buying.facility, debtor: buying.debtor, sells: Sells::Payables(Box::new(buying), supplier) }
    }

    /// A receivable of these facts, as its seller sees it once it is handed in or promised.
    pub(super) async fn offered(&self, world: &World, facts: Facts) -> Made<Look> {
        match &self.sells {
            Sells::Invoices(seller) => world.handed_in(seller, facts).await,
            Sells::Payables(buying, supplier) => {
                let id = world.promised(buying, *supplier, facts).await?.receivable().id();
                Ok(world.financing().shown(id, &self.me.membership).await?)
            }
        }
    }

    /// Somebody of this name who sells under these terms, of whichever kind they are.
    pub(super) async fn under(world: &World, olga: &Member, name: &str, terms: Terms) -> Made<Self> {
        match terms.parts().kind {
            FacilityKind::Factoring => Ok(Self::invoicing(world.seller(olga, name, terms).await?)),
            FacilityKind::ReverseFactoring => {
                let buying = world.buying(olga, &format!("{name}Buyer"), terms).await?;
                let (supplier, me) = world.supplier(olga, &buying, name).await?;
                Ok(Self::supplying(buying, supplier, me))
            }
        }
    }
}
