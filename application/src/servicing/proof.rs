//! Whether what is in use of limits is what receivables have in use.

use crate::{
    kernel::unavailable::Unavailable,
    receivables::{
        look::Look,
        ports::{Kept, ReceivableFilter},
    },
    servicing::Servicing,
};
use sooner_domain::{
    facilities::{
        exposure::{InUse, Scope},
        supplier::Supplier,
        terms::FacilityKind,
    },
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId},
        minor::Minor,
        money::Currency,
    },
    ledger::account::{Account, AccountKind, Owner},
    receivables::{position, status::ReceivableStatus},
};
use std::collections::BTreeMap;

fn of_position(out: Minor, open: Minor) -> InUse {
    InUse { facility: out, concentration: out, debtor: open }
}

/// What is in use of something that was accepted and is not paid out: its price.
fn about_to_be_used(look: &Look) -> InUse {
    let of_book = look.book().and_then(Result::ok).map(|book| position::in_use(&book));
    of_book.unwrap_or(of_position(look.kept.position.out, look.kept.position.open))
}

impl Servicing {
    /// Whether what is in use of a facility, and of the limits of the debtors on it, is what their receivables have in use. What
    /// people do meanwhile looks odd for a moment: whoever finds it odd looks again.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn exposure_fits(&self, facility: FacilityId) -> Result<bool, Unavailable> {
        let Some(found) = self.facilities.by_id(facility).await? else { return Ok(true) };
        let (holder, currency) = (found.company.id, found.facility.parts().currency);
        let by_debtor = self.used_under(facility).await?;
        let mut used = by_debtor.values().map(|used| used.facility).sum::<Minor>();
        for company in self.paid_under(holder, found.facility.parts().kind).await? {
            used += self.owed_under(facility, company, currency).await?;
        }
        let kept = self.exposures.of_facility(facility).await?;
        let on_debtors: BTreeMap<_, _> = by_debtor.iter().map(|(debtor, used)| (*debtor, used.concentration)).collect();
        let on_debtors = on_debtors.into_iter().filter(|(_, amount)| !amount.is_zero());
        if kept.in_all != used || !on_debtors.eq(kept.by_debtor.into_iter().collect::<BTreeMap<_, _>>()) {
            return Ok(false);
        }
        for debtors in by_debtor.into_keys().collect::<Vec<_>>().chunks(Self::DEBTORS_TOGETHER) {
            let scopes = debtors.iter().map(|debtor| Scope { facility, debtor: *debtor, currency }).collect();
            let in_use = self.exposures.each_in_use(scopes).await?;
            if !in_use.iter().map(|in_use| in_use.debtor).eq(self.records.open_of(debtors.to_vec(), currency).await?) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What the receivables under a facility have in use, by debtor.
    async fn used_under(&self, facility: FacilityId) -> Result<BTreeMap<DebtorId, InUse>, Unavailable> {
        let paid_out = self.records.out_under(facility).await?.into_iter();
        let mut found: BTreeMap<DebtorId, InUse> = paid_out.map(|(debtor, out)| (debtor, of_position(out, Minor::ZERO))).collect();
        let statuses = vec![ReceivableStatus::Accepted];
        let filter = ReceivableFilter { facility: Some(facility), statuses, ..ReceivableFilter::default() };
        let mut before = None;
        loop {
            let page = self.records.page(filter.clone(), before, Self::PROOF_PAGE).await?;
            let is_last = i64::try_from(page.len()).is_ok_and(|found| found < Self::PROOF_PAGE);
            before = page.last().map(|kept| kept.receivable.id());
            for look in self.receivables.each_now(page).await? {
                let Some(debtor) = look.receivable().parts().debtor else { continue };
                let sum = found.entry(debtor).or_default();
                *sum = sum.and(about_to_be_used(&look));
            }
            if is_last {
                return Ok(found);
            }
        }
    }

    const PROOF_PAGE: i64 = 200;
    const DEBTORS_TOGETHER: usize = 500;

    /// The companies that are paid under a facility, and may owe something of it: its holder, and in a programme its suppliers.
    async fn paid_under(&self, holder: CompanyId, kind: FacilityKind) -> Result<Vec<CompanyId>, Unavailable> {
        let suppliers = match kind {
            FacilityKind::Factoring => Vec::new(),
            FacilityKind::ReverseFactoring => self.suppliers.of_buyer(holder, None, Supplier::MAX_PER_BUYER as i64).await?,
        };
        Ok([holder].into_iter().chain(suppliers.into_iter().map(|found| found.company.id)).collect())
    }

    /// What a company owes of what was sold under a facility.
    async fn owed_under(&self, facility: FacilityId, company: CompanyId, currency: Currency) -> Result<Minor, Unavailable> {
        let Some(account) = Account::of(AccountKind::SellersOwe, currency, Owner::Company(company)) else { return Ok(Minor::ZERO) };
        let owed = self.journal.by_receivable(account).await?;
        if owed.is_empty() {
            return Ok(Minor::ZERO);
        }
        let of = self.records.by_ids(owed.iter().map(|(id, _)| *id).collect()).await?;
        // What was never sold has nothing in use.
        let is_sold = |kept: &&Kept| kept.receivable.parts().accepted.is_some();
        let of_it = |kept: &&Kept| kept.receivable.parts().agreement.is_some_and(|agreement| agreement.facility == facility);
        let is_under = |kept: &&Kept| is_sold(kept) && of_it(kept);
        let under: Vec<_> = of.iter().filter(is_under).map(|kept| kept.receivable.id()).collect();
        Ok(owed.into_iter().filter(|(id, _)| under.contains(id)).map(|(_, amount)| amount).sum())
    }
}
