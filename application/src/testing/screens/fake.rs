//! Screens out of memory.

use super::super::{State, facilities::fake::all, memory::Memory};
use crate::{
    kernel::unavailable::Unavailable,
    receivables::ports::Kept,
    screens::ports::{DeskSums, Desks, DueSum, FirstScreens, LimitSum, Overview, PaymentSums, Sum},
};
use async_trait::async_trait;
use sooner_domain::{
    facilities::status::FacilityStatus,
    identity::{session::Session, user::User},
    kernel::{
        ids::{CompanyId, SessionId},
        minor::Minor,
        money::Currency,
    },
    onboarding::application::Application,
    parties::{buyer::BuyerStatus, membership::Membership},
    payments::payout::PayoutStatus,
    receivables::{book::Fact, position::Recorded, status::ReceivableStatus},
};
use std::{collections::BTreeMap, sync::Arc};

/// Keeps the contracts of screens.
pub(crate) struct InMemoryScreens(pub(crate) Arc<Memory>);

#[async_trait]
impl FirstScreens for InMemoryScreens {
    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Membership, Overview)>, Unavailable> {
        let state = self.0.call().await;
        let Some((session, user)) = state.identity.session(session) else { return Ok(None) };
        let Some(membership) = state.parties.membership(user.id()) else { return Ok(None) };
        let application = state.onboarding.applications.iter().find(|found| found.parts().company == membership.company);
        let pending = state.parties.buyers_of(membership.company).filter(|buyer| buyer.status == BuyerStatus::Pending);
        let overview = Overview {
            status: application.map(Application::status).unwrap_or_default(),
            company: application.map(|application| application.form().company.clone()).unwrap_or_default(),
            pending_buyers: pending.cloned().collect(),
        };
        Ok(Some((session, user, membership, overview)))
    }
}

/// By currency, and by what else tells them apart, in this order.
fn added<K: Ord + Copy>(all: impl IntoIterator<Item = (K, Currency, Minor)>) -> Vec<(K, Sum)> {
    let mut sums: BTreeMap<(&str, K), Sum> = BTreeMap::new();
    for (key, currency, amount) in all {
        let sum = sums.entry((currency.code(), key)).or_insert(Sum { currency, count: 0, amount: Minor::ZERO });
        sum.count += 1;
        sum.amount += amount;
    }
    sums.into_iter().map(|((_, key), sum)| (key, sum)).collect()
}

fn in_all(all: impl IntoIterator<Item = (Currency, Minor)>) -> Vec<Sum> {
    added(all.into_iter().map(|(currency, amount)| ((), currency, amount))).into_iter().map(|(_, sum)| sum).collect()
}

fn limits(state: &State) -> Vec<LimitSum> {
    let mut sums: BTreeMap<&str, LimitSum> = BTreeMap::new();
    for found in all(state) {
        let (parts, Some(ruling)) = (found.facility.parts(), found.facility.ruling()) else { continue };
        let currency = parts.currency;
        let sum = sums.entry(currency.code()).or_insert(LimitSum { currency, in_use: Minor::ZERO, headroom: Minor::ZERO });
        let in_use = state.facilities.exposures.of_facility(parts.id);
        sum.in_use += in_use;
        if parts.status == FacilityStatus::Active {
            sum.headroom += (ruling.terms.parts().limit - in_use).or_zero();
        }
    }
    sums.into_values().collect()
}

fn due(state: &State, but: CompanyId) -> Vec<DueSum> {
    let at = |status: ReceivableStatus| {
        let counted = state.receivables.receivables.values().filter(move |kept| {
            let receivable = &kept.receivable;
            let counts = status != DueSum::BOUGHT || kept.position.open > Minor::ZERO;
            receivable.status() == status && counts && but != receivable.parts().seller && but != receivable.entered_for()
        });
        let amount = move |kept: &Kept| if status == DueSum::BOUGHT { kept.position.open } else { kept.receivable.face() };
        added(counted.map(move |kept| (kept.receivable.due_on(), kept.receivable.currency(), amount(kept))))
    };
    let mut days = BTreeMap::new();
    for (status, is_bought) in [(DueSum::BOUGHT, true), (DueSum::COMMITTED, false)] {
        for (due_on, open) in at(status) {
            let none = Sum { count: 0, amount: Minor::ZERO, ..open };
            let day = days.entry((open.currency.code(), due_on)).or_insert(DueSum { due_on, bought: none, committed: none });
            *(if is_bought { &mut day.bought } else { &mut day.committed }) = open;
        }
    }
    days.into_values().collect()
}

/// What was received of what is accepted and not paid out yet.
fn early(state: &State) -> Vec<Sum> {
    let received = |recorded: Recorded| if let Fact::Received(receipt) = recorded.fact { Some(receipt.amount) } else { None };
    let accepted = state.receivables.receivables.values().filter(|kept| kept.receivable.status() == DueSum::COMMITTED);
    let of = |kept: &Kept| {
        let amounts: Vec<Minor> = state.receivables.facts(kept.receivable.id()).into_iter().filter_map(received).collect();
        (!amounts.is_empty()).then(|| (kept.receivable.currency(), amounts.into_iter().sum()))
    };
    in_all(accepted.filter_map(of))
}

fn payments(state: &State, but: CompanyId) -> PaymentSums {
    let due = state.payments.payouts.values().filter(|payout| payout.status == PayoutStatus::Due && payout.company() != Some(but));
    let left = state.payments.receipts.values().filter(|found| found.left().is_positive());
    PaymentSums {
        payouts: in_all(due.map(|payout| (payout.currency, payout.gross))),
        unexplained: in_all(left.map(|found| (found.receipt.amount.currency(), found.left()))),
        early: early(state),
    }
}

#[async_trait]
impl Desks for InMemoryScreens {
    async fn desk_sums(&self, but: CompanyId, has_payments: bool) -> Result<DeskSums, Unavailable> {
        let state = self.0.call().await;
        Ok(DeskSums { limits: limits(&state), due: due(&state, but), payments: has_payments.then(|| payments(&state, but)) })
    }
}
