//! What ids are called by people.

use super::Screens;
use crate::kernel::unavailable::Unavailable;
use sooner_domain::{
    identity::operator::OperatorRight,
    kernel::ids::{CompanyId, DebtorId, ReceivableId},
    parties::operator::Operator,
    payments::{payout::PayoutId, receipt::ReceiptId},
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// What an id is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamedKind {
    Company,
    Debtor,
    Receivable,
    Payout,
    Receipt,
}

/// What an id is of, and what people call that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub id: Uuid,
    pub kind: NamedKind,
    /// A company's or a debtor's name, the number of a receivable's invoice, the payee of a payout, the payer of a receipt; none where
    /// nobody knows.
    pub name: Option<String>,
    /// Whose receivable it is.
    pub seller: Option<String>,
}

impl Named {
    fn new(id: Uuid, kind: NamedKind, name: Option<String>) -> Self {
        Self { id, kind, name, seller: None }
    }
}

impl Screens {
    /// Ids that are asked for at once, at most.
    pub const MOST_NAMES: i64 = 100;

    /// What these are, as far as they are something with a name that whoever asks may see.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn names(&self, ids: &BTreeSet<Uuid>, by: &Operator) -> Result<Vec<Named>, Unavailable> {
        let mut kept = self.receivables.by_ids(all(ids, ReceivableId)).await?;
        kept.retain(|kept| kept.receivable.operator_may_look(by).is_ok());
        let (payouts, receipts) = match by.may(OperatorRight::ReadPayments) {
            true => (self.payouts.by_ids(all(ids, PayoutId)).await?, self.receipts.by_ids(all(ids, ReceiptId)).await?),
            false => (Vec::new(), Vec::new()),
        };
        let debtors = self.debtors.by_ids(&all(ids, DebtorId)).await?;
        let sellers = kept.iter().map(|kept| kept.receivable.parts().seller);
        let paid = payouts.iter().filter_map(|payout| payout.company());
        let asked: BTreeSet<_> = all(ids, CompanyId).into_iter().chain(sellers).chain(paid).collect();
        let companies = self.teams.companies(&Vec::from_iter(asked)).await?;
        let companies: BTreeMap<_, _> = companies.into_iter().map(|company| (company.id, company.name().cloned())).collect();
        let company = |id: CompanyId| Some(companies.get(&id)?.as_ref()?.as_str().to_owned());

        let of_companies = companies.keys().filter(|id| ids.contains(&id.0)).map(|id| Named::new(id.0, NamedKind::Company, company(*id)));
        let of_debtors = debtors.iter().map(|debtor| {
            let name = debtor.parts().legal_name.as_str().to_owned();
            Named::new(debtor.id().0, NamedKind::Debtor, Some(name))
        });
        let of_receivables = kept.iter().map(|kept| {
            let parts = kept.receivable.parts();
            let number = parts.facts.number.as_str().to_owned();
            Named { seller: company(parts.seller), ..Named::new(parts.id.0, NamedKind::Receivable, Some(number)) }
        });
        let of_payouts = payouts.iter().map(|payout| {
            let payer = || Some(payout.release.as_ref()?.account.holder.as_ref()?.as_str().to_owned());
            Named::new(payout.id.0, NamedKind::Payout, payout.company().map_or_else(payer, company))
        });
        let of_receipts = receipts.iter().map(|found| {
            let payer = found.receipt.payer.name.as_ref().map(|name| name.as_str().to_owned());
            Named::new(found.receipt.id.0, NamedKind::Receipt, payer)
        });
        Ok(of_companies.chain(of_debtors).chain(of_receivables).chain(of_payouts).chain(of_receipts).collect())
    }
}

fn all<T>(ids: &BTreeSet<Uuid>, of: impl Fn(Uuid) -> T) -> Vec<T> {
    ids.iter().copied().map(of).collect()
}
