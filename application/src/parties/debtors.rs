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

/// Why a debtor is not shown in the back office.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DebtorNotShown {
    #[error("there is no such debtor")]
    NotFound,
    /// It concerns the operator's own company.
    #[error("it concerns their own company")]
    OwnCompany,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// A page of debtors.
#[derive(Debug, Clone, PartialEq)]
pub struct DebtorPage {
    pub debtors: Vec<SeenDebtor>,
    pub next: Option<DebtorId>,
}

impl Parties {
    /// Debtors of a page.
    const DEBTORS: i64 = 50;

    /// The debtors that are wanted but for those that concern the operator's own company; the one made last comes first.
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
    /// `NotFound`, `OwnCompany`.
    pub async fn debtor(&self, me: &Member, id: DebtorId) -> Result<SeenDebtor, DebtorNotShown> {
        let debtor = self.debtors.by_id(id).await?.ok_or(DebtorNotShown::NotFound)?;
        self.seen_by(me, vec![debtor]).await?.pop().ok_or(DebtorNotShown::OwnCompany)
    }

    /// The debtors similar to this one but for those that concern the operator's own company, most in common first.
    ///
    /// # Errors
    /// `NotFound`, `OwnCompany`.
    pub async fn alike_debtors(&self, me: &Member, id: DebtorId) -> Result<Vec<AlikeDebtor>, DebtorNotShown> {
        let (debtor, _) = self.debtor(me, id).await?;
        let mut alike = self.debtors.alike(&debtor.marks()).await?;
        let own = self.buyers.own_matters(me.membership.company).await?;
        let merged_into = debtor.parts().merged_into;
        alike.retain(|AlikeDebtor { debtor, .. }| {
            debtor.id() != id && Some(debtor.id()) != merged_into && debtor.operator_may_look(&own).is_ok()
        });
        Ok(alike)
    }

    async fn seen_by(&self, me: &Member, debtors: Vec<Debtor>) -> Result<Vec<SeenDebtor>, Unavailable> {
        let operator = me.operator();
        let own = self.buyers.own_matters(me.membership.company).await?;
        let others = debtors.into_iter().filter(|debtor| debtor.operator_may_look(&own).is_ok());
        let seen = |debtor: Debtor| {
            let may_change = debtor.operator_may_change(&operator, &own);
            (debtor, may_change)
        };
        Ok(others.map(seen).collect())
    }
}
