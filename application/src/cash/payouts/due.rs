//! Payouts as people know them: for which invoice, and what was kept back of each for which.

use crate::{
    cash::{Cash, CashError, payouts::release::may_read},
    kernel::{paging::cut, unavailable::Unavailable},
    payments::ports::{PayoutFilter, PayoutOrder},
    receivables::Look,
};
use chrono::NaiveDate;
use sooner_domain::{
    facilities::terms::FacilityKind,
    kernel::{
        ids::{CompanyId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::{
        account::AccountKind,
        entry::{Entry, Event},
    },
    parties::{membership::Membership, operator::Operator},
    payments::payout::{Payout, PayoutId, PayoutStatus, Purpose, Returned},
    receivables::{
        book::{Fact, MoneyFrom},
        receivable::Receivable,
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// A page of payouts, and where the next one begins.
#[derive(Debug, Clone, PartialEq)]
pub struct PayoutPage {
    pub payouts: Vec<ToldPayout>,
    pub next: Option<PayoutId>,
}

/// What was kept back of a payout because of a receivable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetOff {
    pub receivable: ReceivableId,
    /// The number of its invoice.
    pub number: String,
    /// In minor units of the payout's currency; above zero.
    pub amount: Minor,
}

/// A payout, and what people call what it is about.
#[derive(Debug, Clone, PartialEq)]
pub struct ToldPayout {
    pub payout: Payout,
    /// The number of the invoice it is for; none where money goes back to a payer.
    pub invoice: Option<String>,
    /// Who owes on that invoice, as its seller calls it; none while nobody knows.
    pub debtor: Option<String>,
    /// What that invoice was sold under.
    pub kind: Option<FacilityKind>,
    /// Of an advance that is not released: the day on which that invoice was due, where it is overdue.
    pub overdue_since: Option<NaiveDate>,
    /// What its release kept back, by what for, the oldest receivable first. It adds up to what was set off.
    pub set_offs: Vec<SetOff>,
    /// Why the one came back in place of which it is paid.
    pub came_back: Option<Returned>,
}

/// What is due to a company in a currency and was not released yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DuePayouts {
    pub currency: Currency,
    pub count: u64,
    /// Before anything is set off; in minor units.
    pub amount: Minor,
    /// The day on which the first of them is due.
    pub first_on: NaiveDate,
}

/// What a company was paid for a receivable, and what was kept back for it.
#[derive(Debug, Clone, PartialEq)]
pub struct PaidFor {
    /// Those for it, and those of which something was kept back for it, the oldest first.
    pub payouts: Vec<ToldPayout>,
    /// What the company owes for it now.
    pub owed: Minor,
}

/// What was kept back of a payout, by receivable. What it says itself is the sum; what the ledger has no other receivable for was
/// kept back for its own.
fn set_offs(payout: &Payout, entries: &[&Entry]) -> BTreeMap<ReceivableId, Minor> {
    let mut parts = BTreeMap::<ReceivableId, Minor>::new();
    let (Some((_, about)), Some(release)) = (payout.to_company(), &payout.release) else { return parts };
    let is_its = |entry: &&&Entry| entry.booking().subject == payout.id.0 || entry.booking().cause == Some(payout.id.0);
    for posting in entries.iter().filter(is_its).flat_map(|entry| entry.postings()) {
        let is_others = match posting.account.kind() {
            AccountKind::SellersOwe => true,
            AccountKind::SellersPayable => posting.receivable != Some(about),
            _ => false,
        };
        if let Some(receivable) = posting.receivable.filter(|_| is_others) {
            *parts.entry(receivable).or_default() += -posting.amount;
        }
    }
    let own = release.set_off - parts.values().copied().sum::<Minor>();
    if own.is_positive() {
        *parts.entry(about).or_default() += own;
    }
    parts.retain(|_, amount| amount.is_positive());
    parts
}

fn number(receivable: &Receivable) -> String {
    receivable.parts().facts.number.as_str().to_owned()
}

impl Cash {
    const PAYOUTS: i64 = 100;

    /// Payouts as the house sees them: of a status that is over the newest first, else as they fell due. Of a receivable also those of others of which something was kept back for it, behind the last page
    /// of its own.
    ///
    /// # Errors
    /// `Blocked` for an operator whose roles are others.
    pub async fn payouts_of_all(&self, by: &Operator, filter: PayoutFilter, after: Option<PayoutId>) -> Result<PayoutPage, CashError> {
        may_read(by)?;
        let about = filter.about.filter(|about| filter == PayoutFilter { about: Some(*about), ..PayoutFilter::default() });
        let is_over = filter.status.is_some_and(PayoutStatus::is_over);
        let order = if is_over { PayoutOrder::NewestFirst } else { PayoutOrder::OldestFirst };
        let (mut payouts, next) = self.page_of_payouts(PayoutFilter { order, ..filter }, after).await?;
        if let (Some(id), None) = (about, next)
            && let Some(look) = self.looks_at(vec![id]).await?.pop()
        {
            let reduced = self.reduced_for(id, &look).await?;
            payouts.extend(reduced.into_iter().filter(|payout| payout.about() != Some(id)));
        }
        let own = self.own_among(&payouts, by).await?;
        payouts.retain(|payout| own.is_not_paid(payout).is_ok());
        Ok(PayoutPage { payouts: self.as_told(payouts).await?, next })
    }

    /// Payouts to a member's company, all or those in a status, the newest first.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn own_payouts(
        &self,
        by: &Membership,
        status: Option<PayoutStatus>,
        after: Option<PayoutId>,
    ) -> Result<PayoutPage, Unavailable> {
        let filter = PayoutFilter { status, company: Some(by.company), order: PayoutOrder::NewestFirst, ..PayoutFilter::default() };
        let (payouts, next) = self.page_of_payouts(filter, after).await?;
        Ok(PayoutPage { payouts: self.as_told(payouts).await?, next })
    }

    /// What is due to a company, by currency.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn due_to(&self, company: CompanyId) -> Result<Vec<DuePayouts>, Unavailable> {
        Ok(self.due_to_each(BTreeSet::from([company])).await?.remove(&company).unwrap_or_default())
    }

    /// The same of each of these, where something is due.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn due_to_each(&self, companies: BTreeSet<CompanyId>) -> Result<BTreeMap<CompanyId, Vec<DuePayouts>>, Unavailable> {
        if companies.is_empty() {
            return Ok(BTreeMap::new());
        }
        let companies = Some(companies.into_iter().collect());
        let filter = PayoutFilter { status: Some(PayoutStatus::Due), companies, ..PayoutFilter::default() };
        let mut due = BTreeMap::<(CompanyId, Currency), DuePayouts>::new();
        for payout in self.payouts.page(filter, None, i64::MAX).await? {
            let Some(company) = payout.company() else { continue };
            let Payout { currency, gross, due_on, .. } = payout;
            let sum = due.entry((company, currency)).or_insert(DuePayouts { currency, count: 0, amount: Minor::ZERO, first_on: due_on });
            sum.count += 1;
            sum.amount += gross;
            sum.first_on = sum.first_on.min(due_on);
        }
        let mut of_each = BTreeMap::<CompanyId, Vec<DuePayouts>>::new();
        for ((company, _), sum) in due {
            of_each.entry(company).or_default().push(sum);
        }
        Ok(of_each)
    }

    async fn page_of_payouts(&self, filter: PayoutFilter, after: Option<PayoutId>) -> Result<(Vec<Payout>, Option<PayoutId>), Unavailable> {
        let mut payouts = self.payouts.page(filter, after, Self::PAYOUTS + 1).await?;
        let next = cut(&mut payouts, Self::PAYOUTS, |payout| payout.id);
        Ok((payouts, next))
    }

    /// These payouts in their order, as people know them.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn as_told(&self, payouts: Vec<Payout>) -> Result<Vec<ToldPayout>, Unavailable> {
        let reduced: Vec<_> = payouts.iter().filter(|payout| payout.gross != payout.net()).map(|payout| payout.id.0).collect();
        let records = if reduced.is_empty() { Vec::new() } else { self.journal.of_event(Event::SetOff, reduced).await? };
        let entries: Vec<_> = records.iter().map(|record| &record.entry).filter(|entry| entry.reverses().is_none()).collect();
        let parts: Vec<_> = payouts.iter().map(|payout| set_offs(payout, &entries)).collect();
        let wanted: BTreeSet<_> =
            payouts.iter().filter_map(Payout::about).chain(parts.iter().flat_map(|parts| parts.keys().copied())).collect();
        let kept = if wanted.is_empty() { Vec::new() } else { self.records.by_ids(Vec::from_iter(wanted)).await? };
        let found: BTreeMap<_, _> = kept.iter().map(|kept| (kept.receivable.id(), &kept.receivable)).collect();
        let about: Vec<&Receivable> = payouts.iter().filter_map(|payout| found.get(&payout.about()?).copied()).collect();
        let names = self.receivables.debtor_names(&about).await?;
        let replaced: Vec<_> = payouts.iter().filter_map(|payout| payout.replaces).collect();
        let replaced = if replaced.is_empty() { Vec::new() } else { self.payouts.by_ids(replaced).await? };
        let today = self.house.business_days().await?.date_of(self.business.now().await?);
        let told = |(payout, parts): (Payout, BTreeMap<ReceivableId, Minor>)| {
            let about = payout.about().and_then(|about| found.get(&about));
            let waits = payout.purpose == Purpose::Advance && payout.status == PayoutStatus::Due;
            let set_off = |(receivable, amount)| SetOff {
                receivable,
                number: found.get(&receivable).map_or_else(String::new, |of| number(of)),
                amount,
            };
            ToldPayout {
                invoice: about.map(|about| number(about)),
                debtor: about.and_then(|about| names.get(&about.id())).map(|name| name.as_str().to_owned()),
                kind: about.map(|about| about.kind()),
                overdue_since: about.filter(|about| waits && about.is_overdue(today)).map(|about| about.due_on()),
                set_offs: parts.into_iter().map(set_off).collect(),
                came_back: replaced.iter().find(|before| Some(before.id) == payout.replaces).and_then(|before| before.returned.clone()),
                payout,
            }
        };
        Ok(payouts.into_iter().zip(parts).map(told).collect())
    }

    /// Payouts of which something was kept back for this receivable, whatever they are for.
    async fn reduced_for(&self, id: ReceivableId, look: &Look) -> Result<Vec<Payout>, Unavailable> {
        let booked = self.journal.of_event(Event::SetOff, vec![id.0]).await?;
        let caused = booked.iter().filter_map(|record| record.entry.booking().cause);
        let received = look
            .scene
            .facts
            .iter()
            .filter(|recorded| matches!(recorded.fact, Fact::Received(receipt) if receipt.from == MoneyFrom::SetOff));
        let reduced: BTreeSet<_> = caused.chain(received.filter_map(|recorded| recorded.cause)).map(PayoutId).collect();
        if reduced.is_empty() { Ok(Vec::new()) } else { self.payouts.by_ids(Vec::from_iter(reduced)).await }
    }

    /// What a member's company was paid for a receivable that it sold, or its share for one that was sold in its programme, and what
    /// was kept back of its payouts for it.
    ///
    /// # Errors
    /// `NotFound`; when the store is unavailable.
    pub async fn paid_for_own(&self, id: ReceivableId, by: &Membership) -> Result<PaidFor, CashError> {
        let look = self.receivables.shown(id, by).await?;
        let company = by.company;
        let filter = PayoutFilter { company: Some(company), about: Some(id), ..PayoutFilter::default() };
        let own = self.payouts.page(filter, None, i64::MAX).await?;
        let reduced = self.reduced_for(id, &look).await?.into_iter();
        let mut payouts: BTreeMap<_, _> = reduced.map(|payout| (payout.id, payout)).collect();
        payouts.retain(|_, payout| payout.company() == Some(company));
        payouts.extend(own.into_iter().map(|payout| (payout.id, payout)));
        let owed = self.receivables.owed_for(company, look.receivable().currency()).await?;
        let owed = owed.into_iter().find(|(about, _)| *about == id).map_or(Minor::ZERO, |(_, owed)| owed);
        Ok(PaidFor { payouts: self.as_told(payouts.into_values().collect()).await?, owed })
    }

    /// These receivables as they stand, as far as there are any.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub(crate) async fn looks_at(&self, ids: Vec<ReceivableId>) -> Result<Vec<Look>, Unavailable> {
        let kept = self.records.by_ids(ids).await?;
        self.receivables.looks(kept).await
    }
}
