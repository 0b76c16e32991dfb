//! Whether what is in use of limits is what receivables have in use.

use super::{
    Financing,
    look::Look,
    ports::{Kept, ReceivableFilter},
};
use crate::kernel::unavailable::Unavailable;
use sooner_domain::{
    facilities::exposure::{InUse, Scope},
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId},
        minor::Minor,
        money::Currency,
    },
    ledger::account::{Account, AccountKind, Owner},
    receivables::{position, status::ReceivableStatus},
};
use std::collections::BTreeMap;

/// What has something in use.
const IN_USE: &[ReceivableStatus] = &[ReceivableStatus::Accepted, ReceivableStatus::Funded];

/// What a receivable has in use: of what is paid out its position says so, of what is about to be its price.
fn in_use(kept: &Kept, look: Option<&Look>) -> InUse {
    let of_book = look.and_then(Look::book).and_then(Result::ok).map(|book| position::in_use(&book));
    let position = kept.position;
    of_book.unwrap_or(InUse { facility: position.out, concentration: position.out, debtor: position.open })
}

impl Financing {
    /// Whether what is in use of a facility, and of the limits of the debtors on it, is what their receivables have in use. What
    /// people do meanwhile looks odd for a moment: whoever finds it odd looks again.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn exposure_fits(&self, facility: FacilityId) -> Result<bool, Unavailable> {
        let Some(found) = self.facilities.by_id(facility).await? else { return Ok(true) };
        let (company, currency) = (found.company.id, found.facility.parts().currency);
        let by_debtor = self.used_under(facility).await?;
        let used = by_debtor.values().map(|used| used.facility).sum::<Minor>() + self.owed_under(facility, company, currency).await?;
        let kept = self.exposures.of_facility(facility).await?;
        let on_debtors: BTreeMap<_, _> = by_debtor.iter().map(|(debtor, used)| (*debtor, used.concentration)).collect();
        let on_debtors = on_debtors.into_iter().filter(|(_, amount)| !amount.is_zero());
        if kept.in_all != used || !on_debtors.eq(kept.by_debtor.into_iter().collect::<BTreeMap<_, _>>()) {
            return Ok(false);
        }
        for debtor in by_debtor.into_keys() {
            let scope = Scope { facility, debtor, currency };
            if self.exposures.in_use(scope).await?.debtor != self.open_of(debtor, currency).await? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What the receivables under a facility have in use, by debtor.
    async fn used_under(&self, facility: FacilityId) -> Result<BTreeMap<DebtorId, InUse>, Unavailable> {
        let mut found: BTreeMap<DebtorId, InUse> = BTreeMap::new();
        for kept in self.in_use_of(ReceivableFilter { facility: Some(facility), ..ReceivableFilter::default() }).await? {
            let Some(debtor) = kept.receivable.parts().debtor else { continue };
            let is_accepted = kept.receivable.status() == ReceivableStatus::Accepted;
            let look = if is_accepted { Some(self.look(kept.clone()).await?) } else { None };
            let sum = found.entry(debtor).or_default();
            *sum = sum.and(in_use(&kept, look.as_ref()));
        }
        Ok(found)
    }

    /// What is open of all that a debtor owes in a currency.
    async fn open_of(&self, debtor: DebtorId, currency: Currency) -> Result<Minor, Unavailable> {
        let all = self.in_use_of(ReceivableFilter { debtor: Some(debtor), ..ReceivableFilter::default() }).await?;
        Ok(all.iter().filter(|kept| kept.receivable.currency() == currency).map(|kept| kept.position.open).sum())
    }

    async fn in_use_of(&self, filter: ReceivableFilter) -> Result<Vec<Kept>, Unavailable> {
        let filter = ReceivableFilter { statuses: IN_USE.to_vec(), ..filter };
        let (mut all, mut before) = (Vec::new(), None);
        loop {
            let page = self.records.page(filter.clone(), before, Self::PROOF_PAGE).await?;
            let is_last = i64::try_from(page.len()).is_ok_and(|found| found < Self::PROOF_PAGE);
            before = page.last().map(|kept| kept.receivable.id());
            all.extend(page);
            if is_last {
                return Ok(all);
            }
        }
    }

    const PROOF_PAGE: i64 = 500;

    /// What the seller owes of what was sold under a facility.
    async fn owed_under(&self, facility: FacilityId, company: CompanyId, currency: Currency) -> Result<Minor, Unavailable> {
        let Some(account) = Account::of(AccountKind::SellersOwe, currency, Owner::Company(company)) else { return Ok(Minor::ZERO) };
        let owed = self.journal.by_receivable(account).await?;
        if owed.is_empty() {
            return Ok(Minor::ZERO);
        }
        let of = self.records.by_ids(owed.iter().map(|(id, _)| *id).collect()).await?;
        let is_under = |kept: &&Kept| kept.receivable.parts().agreement.is_some_and(|agreement| agreement.facility == facility);
        let under: Vec<_> = of.iter().filter(is_under).map(|kept| kept.receivable.id()).collect();
        Ok(owed.into_iter().filter(|(id, _)| under.contains(id)).map(|(_, amount)| amount).sum())
    }
}
