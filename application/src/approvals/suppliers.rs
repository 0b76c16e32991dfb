//! What a supplier of a programme is priced at.

use super::{
    Approvals, Performed, ProposeError,
    effect::Effect,
    ports::{ApprovalFilter, Which},
};
use crate::{
    approvals::asked::Asked,
    facilities::{changes::Change as FacilityChange, ports::SupplierFound, supplier_entry},
    kernel::{
        idempotency::{RequestKey, once},
        unavailable::Unavailable,
    },
    parties::Member,
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::{
        approval::Approval,
        proposal::{ApprovalAction, Proposal, SupplierRate},
    },
    facilities::supplier::{Parts, SupplierId, SupplierRefusal},
    kernel::{
        audit::{Actor, AuditAction},
        ids::{ApprovalId, UserId},
        interest::YearlyRate,
        text::Note,
    },
};

/// What a supplier is to be priced at, and how it was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct SupplierRateCommand {
    pub by: Member,
    /// The version of the supplier they saw.
    pub version: i64,
    /// None for the programme's.
    pub rate: Option<YearlyRate>,
    /// Why.
    pub note: Note,
    pub request: Option<RequestKey>,
}

impl Approvals {
    /// Proposes another rate to a second person, or prices the supplier at it where nobody has to approve. What is sold from then
    /// on costs that; what was sold keeps its price.
    ///
    /// # Errors
    /// `NotFound`, `Stale`, `Supplier`, `AlreadyProposed`.
    pub async fn change_supplier_rate(
        &self,
        id: SupplierId,
        command: SupplierRateCommand,
    ) -> Result<Performed<SupplierFound>, ProposeError> {
        let SupplierRateCommand { by, version, rate, note, request } = command;
        let repeat = async |made| match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(self.supplier(id).await?)),
        };
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let supplier = self.supplier(id).await?.supplier;
            let Parts { version: stored, buyer, company, rate: before, .. } = *supplier.parts();
            match supplier.operator_may_price(&by.operator()) {
                Err(refused @ (SupplierRefusal::NotOperators(_) | SupplierRefusal::OwnCompany)) => return Err(refused.into()),
                _ if stored != version => return Err(ProposeError::Stale),
                other => other?,
            }
            let proposed = SupplierRate { supplier: id, buyer, company, before, after: rate, note: note.clone() };
            let asked = Asked { request: request.clone(), ..Asked::of(Proposal::SupplierRate(Box::new(proposed))) };
            match self.propose(asked, &by).await? {
                Performed::Done(_) => Ok(Performed::Done(self.supplier(id).await?)),
                Performed::Awaits(approval) => Ok(Performed::Awaits(approval)),
            }
        })
        .await
    }

    /// The rates that wait for a second person, of these suppliers.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn rates_that_wait(&self, suppliers: &[SupplierId]) -> Result<Vec<Approval>, Unavailable> {
        let which = Which::Open(self.identity.clock.now());
        let subjects = Some(suppliers.iter().map(|id| id.0).collect());
        let filter = ApprovalFilter { actions: vec![ApprovalAction::ChangeSupplierRate], subjects, which };
        match i64::try_from(suppliers.len()) {
            Ok(most) if most > 0 => self.records.page(filter, None, most).await,
            _ => Ok(Vec::new()),
        }
    }

    async fn supplier(&self, id: SupplierId) -> Result<SupplierFound, ProposeError> {
        self.suppliers.by_id(id).await?.ok_or(ProposeError::NotFound)
    }

    /// What another rate changes. A supplier that became another company since is to be looked at anew.
    pub(super) async fn supplier_rate(&self, rate: &SupplierRate, by: UserId, now: DateTime<Utc>) -> Result<Effect, ProposeError> {
        let mut supplier = self.supplier(rate.supplier).await?.supplier;
        if (supplier.parts().company, supplier.parts().rate) != (rate.company, rate.before) {
            return Err(ProposeError::Stale);
        }
        supplier.price_at(rate.after)?;
        let entry = supplier_entry(&supplier, rate.company, Actor::User(by), AuditAction::SupplierPriced, now);
        let change = FacilityChange::SupplierChanged(Box::new(supplier));
        Ok(Effect { first: Vec::new(), changes: vec![change.into()], entry, mails: Vec::new() })
    }
}
