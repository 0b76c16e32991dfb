//! Who sells in a test, whatever the product.

use super::{market::Seller, programmes::Buying};
use crate::{parties::Member, receivables::Look, testing::World};
use sooner_domain::{
    facilities::{
        supplier::SupplierId,
        terms::{FacilityKind, Terms},
    },
    kernel::ids::{CompanyId, DebtorId, FacilityId},
    receivables::facts::Facts,
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

/// Somebody who sells, under a facility of its own or in a buyer's programme.
#[derive(Debug, Clone)]
pub struct Trader {
    pub me: Member,
    pub facility: FacilityId,
    pub debtor: DebtorId,
    /// Whose facility it is.
    pub holder: CompanyId,
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
    pub fn invoicing(seller: Seller) -> Self {
        let (me, facility, debtor) = (seller.me.clone(), seller.facility, seller.debtor);
        Self { holder: me.membership.company, me, facility, debtor, sells: Sells::Invoices(Box::new(seller)) }
    }

    pub fn supplying(buying: Buying, supplier: SupplierId, me: Member) -> Self {
        let (facility, debtor, holder) = (buying.facility, buying.debtor, buying.me.membership.company);
        Self { me, facility, debtor, holder, sells: Sells::Payables(Box::new(buying), supplier) }
    }

    /// A receivable of these facts, as its seller sees it once it is handed in or promised.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn offered(&self, world: &World, facts: Facts) -> Made<Look> {
        match &self.sells {
            Sells::Invoices(seller) => world.handed_in(seller, facts).await,
            Sells::Payables(buying, supplier) => {
                let id = world.promised(buying, *supplier, facts).await?.receivable().id();
                Ok(world.receivables().shown(id, &self.me.membership).await?)
            }
        }
    }

    /// A draft of these facts, of an invoice.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn draft(&self, world: &World, facts: Facts) -> Made<Look> {
        match &self.sells {
            Sells::Invoices(seller) => world.draft(seller, facts).await,
            Sells::Payables(..) => Err("a supplier enters nothing".into()),
        }
    }

    /// Somebody of this name who sells under these terms, of whichever kind they are.
    ///
    /// # Errors
    /// When the world does not let it.
    pub async fn under(world: &World, olga: &Member, name: &str, terms: Terms) -> Made<Self> {
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
