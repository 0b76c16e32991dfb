//! The way of an approved seller to its first payout: what is done, what waits, who has the turn and since when.

use super::status::ReceivableStatus;
use crate::{
    facilities::{
        facility::{Facility, TermsOutcome},
        status::FacilityStatus,
    },
    kernel::{coded::coded_enum, ids::UserId, money::Currency},
    parties::{
        buyer::{Buyer, BuyerStatus},
        debtor::{Debtor, DebtorState},
        membership::{MemberRight, Membership},
    },
};
use chrono::{DateTime, Utc};

coded_enum!(
    /// The steps, in their order. Some can be taken side by side.
    FirstCashStep {
        Approved = "approved",
        FacilityOffered = "facility_offered",
        TermsAccepted = "terms_accepted",
        BuyerApproved = "buyer_approved",
        LimitSet = "limit_set",
        InvoiceSubmitted = "invoice_submitted",
        OfferAccepted = "offer_accepted",
        MoneyOnItsWay = "money_on_its_way",
    }
);

coded_enum!(
    /// What is to be set up before an approved company can get money, in the order of its way.
    SetUp {
        /// The company wants finance, and has no facility that is open.
        Facility = "facility",
        /// The first terms of a facility wait for the company.
        Signature = "signature",
        /// Nobody decided yet on a buyer of the company.
        Buyer = "buyer",
        /// A debtor is some company's approved buyer, and has no limit in the currency of its facility.
        Limit = "limit",
    }
);

/// Whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    House,
    /// These of the company. Empty where it has nobody who can.
    Members(Vec<UserId>),
}

/// The state of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepState {
    Done,
    Waits {
        turn: Turn,
        since: DateTime<Utc>,
    },
    /// A step before it waits.
    Later,
}

/// What there is of an approved seller. Facilities are those of factoring, invoices those that it entered and did not take back.
#[derive(Debug, Clone)]
pub struct Progress<'a> {
    pub approved_at: DateTime<Utc>,
    pub members: &'a [Membership],
    pub facilities: &'a [Facility],
    /// With the debtor that each one is, where that is known.
    pub buyers: &'a [(Buyer, Option<Debtor>)],
    pub invoices: &'a [Invoice],
    /// Whether a payout was released, or set off whole.
    pub is_paid: bool,
}

/// An invoice on the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    pub status: ReceivableStatus,
    /// Since when it stands as it does; none before it was submitted.
    pub since: Option<DateTime<Utc>>,
    pub debtor_limit: DebtorLimit,
    /// Whether its offer fits under every limit today.
    pub fits: bool,
    /// Whether its seller has to do something before it can be offered.
    pub awaits_seller: bool,
    /// The members who can accept its offer.
    pub acceptors: Vec<UserId>,
}

/// Whether the house said how much a debtor may owe, be it nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebtorLimit {
    Set,
    Missing,
}

/// Every step and where it stands. One that waits always has a turn: as long as nothing was paid, there is one.
pub fn first_cash(progress: &Progress<'_>) -> Vec<(FirstCashStep, StepState)> {
    use FirstCashStep as F;
    let states = [
        (F::Approved, StepState::Done),
        (F::FacilityOffered, progress.facility_offered()),
        (F::TermsAccepted, progress.terms_accepted()),
        (F::BuyerApproved, progress.buyer_approved()),
        (F::LimitSet, progress.limit_set()),
        (F::InvoiceSubmitted, progress.invoice_submitted()),
        (F::OfferAccepted, progress.offer_accepted()),
        (F::MoneyOnItsWay, progress.money_on_its_way()),
    ];
    // What was sold had all that it takes, whatever is taken back since.
    let is_over = |step: F| progress.is_paid || progress.sold_since().is_some() && step != F::MoneyOnItsWay;
    states.into_iter().map(|(step, state)| (step, if is_over(step) { StepState::Done } else { state })).collect()
}

impl Progress<'_> {
    fn members(&self, right: MemberRight, since: DateTime<Utc>) -> StepState {
        let who = self.members.iter().filter(|member| member.may(right)).map(|member| member.user).collect();
        StepState::Waits { turn: Turn::Members(who), since }
    }

    fn house(since: DateTime<Utc>) -> StepState {
        StepState::Waits { turn: Turn::House, since }
    }

    fn open(&self) -> impl Iterator<Item = &Facility> {
        self.facilities.iter().filter(|facility| FacilityStatus::OPEN.contains(&facility.status()))
    }

    fn facility_offered(&self) -> StepState {
        if self.open().next().is_some() {
            return StepState::Done;
        }
        let ended = self.facilities.iter().filter_map(|facility| match facility.parts().versions.last()?.outcome {
            TermsOutcome::Declined(ended) | TermsOutcome::Withdrawn(ended) => Some(ended.at),
            TermsOutcome::Open | TermsOutcome::Accepted(_) => None,
        });
        Self::house(ended.fold(self.approved_at, DateTime::max))
    }

    /// When terms came to rule under which the house buys, or would but for a suspension.
    fn agreed_at(&self) -> Option<DateTime<Utc>> {
        let accepted = |facility: &Facility| match &facility.ruling()?.outcome {
            TermsOutcome::Accepted(acceptance) => Some(acceptance.at),
            _ => None,
        };
        self.open().filter_map(accepted).min()
    }

    fn terms_accepted(&self) -> StepState {
        if self.agreed_at().is_some() {
            return StepState::Done;
        }
        let proposed = self.open().filter_map(|facility| Some(facility.waiting()?.proposed_at)).min();
        proposed.map_or(StepState::Later, |since| self.members(MemberRight::AcceptTerms, since))
    }

    fn approved_buyers(&self) -> impl Iterator<Item = &(Buyer, Option<Debtor>)> {
        self.buyers.iter().filter(|(buyer, _)| buyer.status == BuyerStatus::Approved)
    }

    fn buyer_approved(&self) -> StepState {
        if self.approved_buyers().next().is_some() {
            return StepState::Done;
        }
        let pending = self.buyers.iter().filter(|(buyer, _)| buyer.status == BuyerStatus::Pending);
        match pending.map(|(buyer, _)| buyer.created_at).min() {
            Some(named) => Self::house(named.max(self.approved_at)),
            None => self.members(MemberRight::NameBuyers, self.approved_at),
        }
    }

    /// Whether the house said how much the debtor may owe. It does not say so once more where it ended the limit.
    fn has_limit(&self, debtor: &Debtor) -> bool {
        let parts = debtor.parts();
        let currencies: Vec<Currency> = self.open().map(|facility| facility.parts().currency).collect();
        let is_set = match currencies.as_slice() {
            [] => parts.limits.iter().next().is_some(),
            some => some.iter().any(|currency| parts.limits.is_set(*currency)),
        };
        is_set && parts.state != DebtorState::Blocked
    }

    fn limit_set(&self) -> StepState {
        let known = || self.approved_buyers().filter_map(|(buyer, debtor)| Some((buyer, debtor.as_ref()?)));
        let offered = || self.at(ReceivableStatus::Offered);
        let is_stuck = offered().next().is_some() && offered().all(|invoice| invoice.debtor_limit == DebtorLimit::Missing);
        if known().any(|(_, debtor)| self.has_limit(debtor)) && !is_stuck {
            return StepState::Done;
        }
        let since = known().map(|(buyer, debtor)| buyer.created_at.max(debtor.parts().created_at)).min();
        since.or(is_stuck.then_some(self.approved_at)).map_or(StepState::Later, |since| Self::house(since.max(self.approved_at)))
    }

    fn at(&self, status: ReceivableStatus) -> impl Iterator<Item = &Invoice> {
        self.invoices.iter().filter(move |invoice| invoice.status == status)
    }

    fn sold_since(&self) -> Option<DateTime<Utc>> {
        let sold = self.invoices.iter().filter(|invoice| ReceivableStatus::SOLD.contains(&invoice.status));
        sold.map(|invoice| invoice.since.unwrap_or(self.approved_at)).min()
    }

    fn invoice_submitted(&self) -> StepState {
        let submitted = || self.at(ReceivableStatus::Submitted);
        if submitted().any(|invoice| !invoice.awaits_seller) || self.at(ReceivableStatus::Offered).next().is_some() {
            return StepState::Done;
        }
        if let Some(first) = submitted().map(|invoice| invoice.since.unwrap_or(self.approved_at)).min() {
            return self.members(MemberRight::EnterInvoices, first);
        }
        let named = self.approved_buyers().map(|(buyer, _)| buyer.created_at).min();
        let Some((agreed, named)) = self.agreed_at().zip(named) else { return StepState::Later };
        let takes_new = self.open().any(|facility| facility.status() == FacilityStatus::Active);
        let since = agreed.max(named).max(self.approved_at);
        if takes_new { self.members(MemberRight::EnterInvoices, since) } else { Self::house(since) }
    }

    fn offer_accepted(&self) -> StepState {
        let since = |invoice: &Invoice| invoice.since.unwrap_or(self.approved_at);
        let offered = || self.at(ReceivableStatus::Offered);
        if let Some(first) = offered().filter(|invoice| invoice.fits).min_by_key(|invoice| since(invoice)) {
            let fitting = offered().filter(|invoice| invoice.fits).flat_map(|invoice| invoice.acceptors.iter().copied());
            let mut who: Vec<_> = fitting.collect();
            who.sort_unstable();
            who.dedup();
            return StepState::Waits { turn: Turn::Members(who), since: since(first) };
        }
        // Under some limit there is no room: the house sees to that.
        if let Some(first) = offered().filter(|invoice| invoice.debtor_limit == DebtorLimit::Set).map(since).min() {
            return Self::house(first);
        }
        let checked = self.at(ReceivableStatus::Submitted).filter(|invoice| !invoice.awaits_seller);
        checked.map(since).min().map_or(StepState::Later, Self::house)
    }

    fn money_on_its_way(&self) -> StepState {
        self.sold_since().map_or(StepState::Later, Self::house)
    }
}

#[cfg(test)]
mod tests;
