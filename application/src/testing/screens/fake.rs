//! Screens out of memory.

use super::super::{State, facilities::fake::all, memory::Memory, receivables::fake::is_hidden};
use crate::{
    kernel::unavailable::Unavailable,
    receivables::ports::{Hidden, Kept},
    screens::ports::{DeskSums, Desks, DueSum, FirstScreens, LimitSum, Overview, PaymentSums, SetUpRow, Sum},
};
use async_trait::async_trait;
use sooner_domain::{
    facilities::{facility::Facility, status::FacilityStatus, terms::FacilityKind},
    identity::{session::Session, user::User},
    kernel::{
        coded::Coded,
        ids::{CompanyId, SessionId},
        minor::Minor,
        money::Currency,
    },
    onboarding::{application::Application, company::Want, status::OnboardingStatus},
    parties::{
        buyer::{Buyer, BuyerStatus},
        debtor::DebtorState,
        membership::Membership,
    },
    payments::payout::PayoutStatus,
    receivables::{book::Fact, first_cash::SetUp, position::Recorded, status::ReceivableStatus},
};
use std::{collections::BTreeMap, sync::Arc};
use uuid::Uuid;

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

fn limits(state: &State, but: CompanyId) -> Vec<LimitSum> {
    let mut sums: BTreeMap<&str, LimitSum> = BTreeMap::new();
    for found in all(state) {
        let (parts, Some(_)) = (found.facility.parts(), found.facility.ruling()) else { continue };
        if found.company.id == but {
            continue;
        }
        let currency = parts.currency;
        let sum = sums.entry(currency.code()).or_insert(LimitSum { currency, in_use: Minor::ZERO, headroom: Minor::ZERO });
        let in_use = state.facilities.exposures.of_facility(parts.id);
        sum.in_use += in_use;
        sum.headroom += found.facility.headroom(in_use).unwrap_or_default();
    }
    sums.into_values().collect()
}

fn due(state: &State, but: Hidden) -> Vec<DueSum> {
    let at = |status: ReceivableStatus| {
        let counted = state.receivables.receivables.values().filter(move |kept| {
            let receivable = &kept.receivable;
            let counts = status != DueSum::BOUGHT || kept.position.open > Minor::ZERO;
            receivable.status() == status && counts && !is_hidden(state, but, receivable)
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

fn set_up(state: &State, but: CompanyId, kind: SetUp) -> Vec<SetUpRow> {
    let approved = |of: CompanyId| {
        let found = state.onboarding.applications.iter().find(|found| found.parts().company == of);
        found.filter(|found| found.status() == OnboardingStatus::Approved)
    };
    let row = |company: CompanyId, id: Uuid, since| {
        let found = state.parties.company(company);
        SetUpRow {
            kind,
            id,
            application: None,
            company: Some(company),
            company_name: found.and_then(|found| found.name().map(|name| name.as_str().to_owned())),
            name: None,
            since,
        }
    };
    let open = |of: CompanyId| {
        let facilities = all(state).map(|found| found.facility);
        facilities.filter(move |found| found.parts().company == of && FacilityStatus::OPEN.contains(&found.status())).collect::<Vec<_>>()
    };
    match kind {
        SetUp::Facility => {
            let was_paid = |of: CompanyId| {
                let mut closed = all(state).map(|found| found.facility).filter(|found| found.status() == FacilityStatus::Closed);
                closed.any(|found| found.parts().company == of)
                    && state.payments.payouts.values().any(|payout| payout.company() == Some(of))
            };
            let mut rows = Vec::new();
            for found in &state.onboarding.applications {
                let (parts, company) = (found.parts(), found.parts().company);
                let wants = [Want::Seller, Want::Buyer].iter().any(|want| parts.form.company.wants.contains(want));
                if approved(company).is_some() && company != but && wants && open(company).is_empty() && !was_paid(company) {
                    rows.push(SetUpRow { application: Some(parts.id), ..row(company, company.0, parts.waiting_since) });
                }
            }
            rows
        }
        SetUp::Signature => {
            let proposed = all(state).map(|found| found.facility).filter(|found| found.status() == FacilityStatus::Proposed);
            let of = |found: Facility| Some(row(found.parts().company, found.parts().id.0, found.waiting()?.proposed_at));
            proposed.filter(|found| found.parts().company != but).filter_map(of).collect()
        }
        SetUp::Buyer => {
            let pending = state.parties.buyers.iter().filter(|buyer| buyer.status == BuyerStatus::Pending && buyer.seller != but);
            let of = |buyer: &Buyer| {
                let application = approved(buyer.seller)?.parts();
                let since = buyer.created_at.max(application.waiting_since);
                let name = Some(buyer.details.legal_name.as_str().to_owned());
                Some(SetUpRow { application: Some(application.id), name, ..row(buyer.seller, buyer.id.0, since) })
            };
            pending.filter_map(of).collect()
        }
        SetUp::Limit => {
            let mut rows = Vec::new();
            for debtor in &state.parties.debtors {
                let parts = debtor.parts();
                let named = || state.parties.buyers.iter().filter(|buyer| buyer.debtor == Some(parts.id));
                let lacks = |buyer: &Buyer| {
                    let facilities = open(buyer.seller);
                    let factoring = facilities.iter().filter(|found| found.parts().kind == FacilityKind::Factoring);
                    let mut currencies = factoring.map(|found| found.parts().currency);
                    let has_none = parts.limits.iter().next().is_none();
                    has_none || currencies.any(|currency| !parts.limits.is_set(currency))
                };
                let buys = |buyer: &&Buyer| buyer.status == BuyerStatus::Approved && approved(buyer.seller).is_some();
                let is_open = parts.merged_into.is_none() && parts.state != DebtorState::Blocked;
                if is_open && named().all(|buyer| buyer.seller != but) && named().filter(buys).any(lacks) {
                    let name = Some(parts.legal_name.as_str().to_owned());
                    let (company, company_name, since) = (None, None, parts.created_at);
                    rows.push(SetUpRow { kind, id: parts.id.0, application: None, company, company_name, name, since });
                }
            }
            rows
        }
    }
}

#[async_trait]
impl Desks for InMemoryScreens {
    async fn desk_sums(&self, but: Hidden, has_payments: bool) -> Result<DeskSums, Unavailable> {
        let state = self.0.call().await;
        Ok(DeskSums {
            limits: limits(&state, but.company),
            due: due(&state, but),
            payments: has_payments.then(|| payments(&state, but.company)),
        })
    }

    async fn setting_up(&self, but: CompanyId, most: i64) -> Result<Vec<SetUpRow>, Unavailable> {
        let state = self.0.call().await;
        let mut all = Vec::new();
        for kind in SetUp::ALL {
            let mut rows = set_up(&state, but, *kind);
            rows.sort_by_key(|row| (row.since, row.id));
            rows.truncate(usize::try_from(most).unwrap_or(usize::MAX));
            all.extend(rows);
        }
        Ok(all)
    }
}
