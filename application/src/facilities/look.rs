//! Looking at facilities.

use super::{
    Facilities, FacilityError,
    ports::{FacilityFilter, FacilityFound},
};
use crate::kernel::{paging::cut, unavailable::Unavailable};
use sooner_domain::{
    kernel::ids::FacilityId,
    parties::{membership::Membership, operator::Operator},
};

/// A page of facilities.
#[derive(Debug, Clone, PartialEq)]
pub struct FacilityPage {
    pub facilities: Vec<FacilityFound>,
    pub next: Option<FacilityId>,
}

impl Facilities {
    /// Facilities of a page.
    const PAGE: i64 = 50;
    /// More than any company has: one for each kind and currency, and those that ended.
    const MAX_OF_COMPANY: i64 = 1_000;

    /// Those of somebody's company, the one proposed last first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn of_company(&self, me: &Membership) -> Result<Vec<FacilityFound>, Unavailable> {
        let own = FacilityFilter { company: Some(me.company), ..FacilityFilter::default() };
        self.records.page(own, None, Self::MAX_OF_COMPANY).await
    }

    /// Those of all companies but the operator's own, the one proposed last first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn page(&self, by: &Operator, filter: FacilityFilter, after: Option<FacilityId>) -> Result<FacilityPage, Unavailable> {
        let filter = FacilityFilter { but: Some(by.membership.company), ..filter };
        let mut facilities = self.records.page(filter, after, Self::PAGE + 1).await?;
        let next = cut(&mut facilities, Self::PAGE, |found| found.facility.parts().id);
        Ok(FacilityPage { facilities, next })
    }

    /// One facility, as an operator looks at it.
    ///
    /// # Errors
    /// `NotFound`; `Refused` with `OwnCompany`.
    pub async fn one(&self, by: &Operator, id: FacilityId) -> Result<FacilityFound, FacilityError> {
        let found = self.found(id).await?;
        found.facility.operator_may_look(by)?;
        Ok(found)
    }
}
