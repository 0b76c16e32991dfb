//! The suppliers of a programme, as the house sees them.

use crate::{
    facilities::ports::SupplierFound,
    kernel::paging::cut,
    programmes::Programmes,
    receivables::{ReceivableError, ports::Promised},
};
use sooner_domain::{
    facilities::{supplier::SupplierId, terms::FacilityKind},
    kernel::ids::FacilityId,
    parties::operator::Operator,
    receivables::receivable::Blocked,
};

/// A supplier, and what its buyer promised it.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgrammeSupplier {
    pub found: SupplierFound,
    /// By currency.
    pub promised: Vec<Promised>,
}

/// A page.
#[derive(Debug, Clone, PartialEq)]
pub struct ProgrammeSupplierPage {
    pub suppliers: Vec<ProgrammeSupplier>,
    /// Where the next one begins.
    pub next: Option<SupplierId>,
}

impl Programmes {
    /// Suppliers of a page.
    pub const SUPPLIERS: i64 = 50;

    /// Those on the list of the company whose programme this is but the operator's own company, the one invited last first. A facility of
    /// another kind has none.
    ///
    /// # Errors
    /// `NotFound`; `Blocked` with `OwnCompany` where the programme is of the operator's own.
    pub async fn suppliers_of(
        &self,
        by: &Operator,
        id: FacilityId,
        after: Option<SupplierId>,
    ) -> Result<ProgrammeSupplierPage, ReceivableError> {
        let facility = self.facilities.by_id(id).await?.ok_or(ReceivableError::NotFound)?.facility;
        facility.operator_may_look(by).map_err(|_| Blocked::OwnCompany)?;
        if facility.parts().kind != FacilityKind::ReverseFactoring {
            return Ok(ProgrammeSupplierPage { suppliers: Vec::new(), next: None });
        }
        let buyer = facility.parts().company;
        let mut found = self.suppliers.of_buyer(buyer, after, Self::SUPPLIERS + 1).await?;
        let next = cut(&mut found, Self::SUPPLIERS, |found| found.supplier.id());
        found.retain(|found| found.company.id != by.membership.company);
        let companies: Vec<_> = found.iter().map(|found| found.company.id).collect();
        let promised = if companies.is_empty() { Vec::new() } else { self.records.promised(buyer, companies).await? };
        let with_sums = |found: SupplierFound| {
            let own = promised.iter().filter(|(supplier, _)| *supplier == found.company.id).map(|(_, sums)| *sums);
            ProgrammeSupplier { promised: own.collect(), found }
        };
        Ok(ProgrammeSupplierPage { suppliers: found.into_iter().map(with_sums).collect(), next })
    }
}
