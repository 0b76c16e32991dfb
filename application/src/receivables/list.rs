//! Lists: a company's own, and the house's.

use crate::{
    kernel::{paging::cut, unavailable::Unavailable},
    parties::ports::{Buyers, Debtors},
    receivables::{
        ReceivableError, Receivables,
        look::Look,
        ports::{DueBetween, Hidden, ListTotal, Only, ReceivableFilter, ReceivableOrder, Side},
    },
};
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
    parties::{membership::Membership, operator::Operator},
    receivables::{receivable::Blocked, reference::SearchedNumber, status::ReceivableStatus},
};

/// A page.
#[derive(Debug, Clone, PartialEq)]
pub struct ReceivablePage {
    pub looks: Vec<Look>,
    /// Where the next one begins.
    pub next: Option<ReceivableId>,
}

/// What an operator looks for; what is not named does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseSearch {
    pub company: Option<CompanyId>,
    pub debtor: Option<DebtorId>,
    pub facility: Option<FacilityId>,
    pub list: ListSearch,
}

impl HouseSearch {
    /// What is listed for an operator from whom this is hidden.
    pub(crate) fn without(self, hidden: Hidden) -> ReceivableFilter {
        let Self { company, debtor, facility, list } = self;
        let company = company.map(|company| (company, Side::Either));
        ReceivableFilter { company, debtor, facility, hidden: Some(hidden), ..list.into() }
    }
}

/// What the lists and figures of the house hide from operators who are members of this company.
pub(crate) async fn hidden_from(company: CompanyId, buyers: &dyn Buyers, debtors: &dyn Debtors) -> Result<Hidden, Unavailable> {
    let debtor = match buyers.own_matters(company).await?.entity() {
        Some(entity) => debtors.of_entity(entity).await?.map(|debtor| debtor.id()),
        None => None,
    };
    Ok(Hidden { company, debtor })
}

/// What whoever looks at a list may choose.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListSearch {
    /// None for all.
    pub statuses: Vec<ReceivableStatus>,
    pub due: DueBetween,
    /// What the invoice's number has in it, or how its payment reference begins.
    pub number: Option<SearchedNumber>,
    pub only: Only,
    pub order: ReceivableOrder,
}

impl From<ListSearch> for ReceivableFilter {
    fn from(ListSearch { statuses, due, number, only, order }: ListSearch) -> Self {
        Self { statuses, due, number, only, order, ..Self::default() }
    }
}

impl Receivables {
    /// Receivables of a page.
    const PAGE: i64 = 50;

    /// What this member's company sells.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn own(&self, by: &Membership, search: ListSearch, after: Option<ReceivableId>) -> Result<ReceivablePage, Unavailable> {
        self.sold_by(by.company, search, after).await
    }

    /// What a company sells.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn sold_by(
        &self,
        company: CompanyId,
        search: ListSearch,
        after: Option<ReceivableId>,
    ) -> Result<ReceivablePage, Unavailable> {
        self.page(ReceivableFilter { company: Some((company, Side::Selling)), ..search.into() }, after).await
    }

    /// What this member's company is to pay in its programmes.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn payables(&self, by: &Membership, search: ListSearch, after: Option<ReceivableId>) -> Result<ReceivablePage, Unavailable> {
        self.page(ReceivableFilter { company: Some((by.company, Side::Buying)), ..search.into() }, after).await
    }

    /// What the house sees: an operator does not see what their own company sells or owes.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn all(&self, by: &Operator, search: HouseSearch, after: Option<ReceivableId>) -> Result<ReceivablePage, ReceivableError> {
        if !by.may(OperatorRight::ReadReceivables) {
            return Err(Blocked::NotOperators(OperatorRight::ReadReceivables).into());
        }
        let mut page = self.page(search.without(self.hidden_from(by).await?), after).await?;
        // What became theirs while it was read is left out too.
        page.looks.retain(|look| look.operator_may_look(by).is_ok());
        Box::pin(self.with_holdings(&mut page.looks)).await?;
        Ok(page)
    }

    /// What all that this member's company sells and searches for comes to.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn own_totals(&self, by: &Membership, search: ListSearch) -> Result<Vec<ListTotal>, Unavailable> {
        self.records.totals(ReceivableFilter { company: Some((by.company, Side::Selling)), ..search.into() }).await
    }

    /// What all that this member's company is to pay and searches for comes to.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn totals_of_payables(&self, by: &Membership, search: ListSearch) -> Result<Vec<ListTotal>, Unavailable> {
        self.records.totals(ReceivableFilter { company: Some((by.company, Side::Buying)), ..search.into() }).await
    }

    /// What all that the house searches for comes to, without what is hidden from this operator.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn totals_of_all(&self, by: &Operator, search: HouseSearch) -> Result<Vec<ListTotal>, ReceivableError> {
        if !by.may(OperatorRight::ReadReceivables) {
            return Err(Blocked::NotOperators(OperatorRight::ReadReceivables).into());
        }
        Ok(self.records.totals(search.without(self.hidden_from(by).await?)).await?)
    }

    async fn hidden_from(&self, by: &Operator) -> Result<Hidden, Unavailable> {
        hidden_from(by.membership.company, &*self.buyers, &*self.debtors).await
    }

    pub(crate) async fn page(&self, filter: ReceivableFilter, after: Option<ReceivableId>) -> Result<ReceivablePage, Unavailable> {
        let mut found = self.records.page(filter, after, Self::PAGE + 1).await?;
        let next = cut(&mut found, Self::PAGE, |kept| kept.receivable.id());
        Ok(ReceivablePage { looks: self.looks(found).await?, next })
    }

    /// A receivable as operators see it.
    ///
    /// # Errors
    /// `NotFound`; `Blocked(OwnCompany)` where it is of the operator's own.
    pub async fn examined(&self, id: ReceivableId, by: &Operator) -> Result<Look, ReceivableError> {
        let kept = self.records.by_id(id).await?.ok_or(ReceivableError::NotFound)?;
        let look = Box::pin(self.look(kept)).await?;
        look.operator_may_look(by)?;
        Ok(Box::pin(self.with_its_holdings(look)).await?)
    }
}
