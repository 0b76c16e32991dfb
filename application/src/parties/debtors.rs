//! Looking at debtors.

use super::{
    Member, Parties,
    ports::{AlikeDebtor, DebtorFilter},
};
use crate::kernel::{paging::cut, unavailable::Unavailable};
use sooner_domain::{
    kernel::ids::DebtorId,
    parties::debtor::{Debtor, DebtorRefusal},
};

/// A debtor, and whether whoever looks may change it.
pub type SeenDebtor = (Debtor, Result<(), DebtorRefusal>);

/// A page of debtors.
#[derive(Debug, Clone, PartialEq)]
pub struct DebtorPage {
    pub debtors: Vec<SeenDebtor>,
    pub next: Option<DebtorId>,
}

impl Parties {
    /// Debtors of a page.
    const DEBTORS: i64 = 50;

    /// The debtors that are wanted; the one made last comes first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn debtors(&self, me: &Member, wanted: DebtorFilter, after: Option<DebtorId>) -> Result<DebtorPage, Unavailable> {
        let mut found = self.debtors.page(wanted, after, Self::DEBTORS + 1).await?;
        let next = cut(&mut found, Self::DEBTORS, Debtor::id);
        Ok(DebtorPage { debtors: self.seen_by(me, found).await?, next })
    }

    /// One debtor.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn debtor(&self, me: &Member, id: DebtorId) -> Result<Option<SeenDebtor>, Unavailable> {
        let found = self.debtors.by_id(id).await?.into_iter().collect();
        Ok(self.seen_by(me, found).await?.pop())
    }

    /// The debtors that look like this one, most in common first; none where it is not there.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn alike_debtors(&self, id: DebtorId) -> Result<Option<Vec<AlikeDebtor>>, Unavailable> {
        let Some(debtor) = self.debtors.by_id(id).await? else { return Ok(None) };
        let mut alike = self.debtors.alike(&debtor.marks()).await?;
        alike.retain(|one| one.debtor.id() != id && Some(one.debtor.id()) != debtor.parts().merged_into);
        Ok(Some(alike))
    }

    async fn seen_by(&self, me: &Member, debtors: Vec<Debtor>) -> Result<Vec<SeenDebtor>, Unavailable> {
        let operator = me.operator();
        let own = self.buyers.own_matters(me.membership.company).await?;
        let seen = |debtor: Debtor| {
            let may_change = debtor.operator_may_change(&operator, &own);
            (debtor, may_change)
        };
        Ok(debtors.into_iter().map(seen).collect())
    }
}
