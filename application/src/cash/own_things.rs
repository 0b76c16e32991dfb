//! What of a list concerns the company an operator belongs to: colleagues read it, and they don't.

use crate::{
    cash::{Cash, receipts::sending_back::account_of},
    kernel::unavailable::Unavailable,
    ledger::ports::AccountLine,
    receivables::ports::{ReceivableFilter, Side},
};
use sooner_domain::{
    kernel::ids::{CompanyId, DebtorId, ReceivableId},
    ledger::{
        account::{Account, Owner},
        entry::{Booking, Entry, Posting},
    },
    parties::operator::Operator,
    payments::{
        payout::{Payee, PayoutId},
        receipt::{Explained, ReceiptId, Target},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// By what something in the books, or a proposal, may concern a company.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    pub companies: BTreeSet<CompanyId>,
    pub debtors: BTreeSet<DebtorId>,
    /// Receivables, receipts and payouts, by their ids.
    pub things: BTreeSet<Uuid>,
}

impl Touched {
    /// By what an entry is about, what caused it and where it posts.
    pub fn by_entry(entry: &Entry) -> Self {
        entry.postings().iter().fold(Self::by_booking(entry.booking()), Self::posting)
    }

    /// By whose an account is.
    pub fn by_account(account: Account) -> Self {
        Self::default().owner(account.owner())
    }

    /// By the same of one of its postings.
    pub fn by_line(line: &AccountLine) -> Self {
        Self::by_booking(&line.booking).posting(&line.posting)
    }

    fn by_booking(booking: &Booking) -> Self {
        Self { things: [booking.subject].into_iter().chain(booking.cause).collect(), ..Self::default() }
    }

    fn posting(mut self, posting: &Posting) -> Self {
        self.things.extend(posting.receivable.map(|id| id.0));
        self.owner(posting.account.owner())
    }

    fn owner(mut self, owner: Owner) -> Self {
        match owner {
            Owner::House => {}
            Owner::Company(company) => drop(self.companies.insert(company)),
            Owner::Debtor(debtor) => drop(self.debtors.insert(debtor)),
            Owner::Receivable(receivable) => drop(self.things.insert(receivable.0)),
        }
        self
    }
}

/// The receivables and debtors that parts of a receipt name.
fn named(explained: &Explained) -> (Vec<ReceivableId>, Vec<DebtorId>) {
    let (mut receivables, mut debtors) = (Vec::new(), Vec::new());
    for part in explained.standing() {
        match part.target {
            Target::Receivable(id) | Target::PassOn(_, id) => receivables.push(id),
            Target::Credit(debtor) => debtors.push(debtor),
            Target::SentBack(_) | Target::Entry(_) => {}
        }
    }
    (receivables, debtors)
}

impl Cash {
    /// Those of these that do not concern the company this operator belongs to. What they touch is read once for all of them.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn of_others<T>(&self, all: Vec<T>, touched: impl Fn(&T) -> Touched + Send, by: &Operator) -> Result<Vec<T>, Unavailable> {
        if !self.may_be_concerned(by).await? {
            return Ok(all);
        }
        let touched: Vec<_> = all.iter().map(touched).collect();
        let own = self.own_among_touched(&touched, by).await?;
        Ok(all.into_iter().zip(own).filter(|(_, is_own)| !is_own).map(|(one, _)| one).collect())
    }

    /// Whether anything in the books can concern the company of this operator: it is somebody that is known, names a debtor, or has
    /// an invoice. The companies of most operators do nothing of it.
    async fn may_be_concerned(&self, by: &Operator) -> Result<bool, Unavailable> {
        let company = by.membership.company;
        if !self.receivables.own_matters(by).await?.is_empty() || self.applications.filed(company).await?.application.is_some() {
            return Ok(true);
        }
        let filter = ReceivableFilter { company: Some((company, Side::Either)), ..ReceivableFilter::default() };
        Ok(!self.records.page(filter, None, 1).await?.is_empty())
    }

    async fn own_among_touched(&self, all: &[Touched], by: &Operator) -> Result<Vec<bool>, Unavailable> {
        let company = by.membership.company;
        let things: BTreeSet<_> = all.iter().flat_map(|touched| &touched.things).copied().collect();
        let mut debtors: BTreeSet<_> = all.iter().flat_map(|touched| &touched.debtors).copied().collect();
        let mut receivables: BTreeSet<_> = things.iter().copied().map(ReceivableId).collect();
        let receipts = self.receipts.by_ids(things.iter().copied().map(ReceiptId).collect()).await?;
        let payouts = self.payouts.by_ids(things.into_iter().map(PayoutId).collect()).await?;
        for (paid, credited) in receipts.iter().map(named) {
            receivables.extend(paid);
            debtors.extend(credited);
        }
        debtors.extend(payouts.iter().filter_map(|payout| match payout.payee {
            Payee::Payer { credit_of, .. } => credit_of,
            Payee::Company { .. } => None,
        }));
        let own = self.own_company(by, debtors).await?;
        let looks = self.looks_at(Vec::from_iter(receivables)).await?;
        let mut own_things: BTreeSet<_> = looks.iter().filter(|look| look.is_of(company)).map(|look| look.receivable().id().0).collect();
        let is_own_receipt = |explained: &&Explained| {
            let (paid, credited) = named(explained);
            own.has(account_of(&explained.receipt.payer).as_ref())
                || paid.iter().any(|id| own_things.contains(&id.0))
                || credited.iter().any(|debtor| own.is_concerned_by(*debtor))
        };
        let paid_by_own: Vec<_> = receipts.iter().filter(is_own_receipt).map(|explained| explained.receipt.id.0).collect();
        own_things.extend(paid_by_own);
        own_things.extend(payouts.iter().filter(|payout| own.is_not_paid(payout).is_err()).map(|payout| payout.id.0));
        let is_own = |touched: &Touched| {
            touched.companies.contains(&company)
                || touched.debtors.iter().any(|debtor| own.is_concerned_by(*debtor))
                || touched.things.iter().any(|thing| own_things.contains(thing))
        };
        Ok(all.iter().map(is_own).collect())
    }
}
