//! What whoever decides on a proposal has to know besides what is to change.

use super::{Approvals, MergeOutlook, ReleaseView};
use crate::{
    cash::{DuePayouts, ToldPayout},
    kernel::unavailable::Unavailable,
    receivables::{Look, StoppedOffers},
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::{
        approval::{Approval, ApprovalState},
        proposal::{Ending, OrderedPayout as Ordered, Proposal},
    },
    identity::operator::OperatorRight,
    kernel::{
        ids::{ApprovalId, CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
    },
    onboarding::bank_account::BankAccount,
    parties::{
        debtor::{Debtor, Limits},
        operator::Operator,
    },
    payments::payout::{Payout, PayoutId, PayoutStatus, Returned},
    pricing::settlement::Settlement,
    receivables::position::Recorded,
};
use std::collections::{BTreeMap, BTreeSet};

/// What a proposal is about, as it stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Ground {
    /// Of the amounts of terms, which do not say theirs.
    pub currency: Option<Currency>,
    /// That gets other terms.
    pub facility: Option<FacilityId>,
    pub debtor: Option<DebtorId>,
    /// What merging two debtors comes to, while that waits.
    pub merge: Option<Box<MergeOutlook>>,
    /// In whose programme a supplier is, by name.
    pub buyer: Option<String>,
    pub receivable: Option<Box<Look>>,
    /// What writing it off today comes to, while that waits.
    pub loss: Option<Settlement>,
    /// How much the debtor owes of each limit that changes, while that waits.
    pub exposure: Vec<Exposure>,
    /// What is to be taken back, while that waits.
    pub newest: Option<Recorded>,
    /// What it was based on changed since it was proposed: it can be approved no more.
    pub is_overtaken: bool,
    /// In the order of the proposal.
    pub payouts: Vec<OrderedPayout>,
    /// What releasing them does, while that waits.
    pub release: Option<ProposedRelease>,
    /// What an entry by hand takes out of the bank, while that waits.
    pub taken_out: Option<Money>,
    /// What is due to the company and goes to the account that is proposed, while that waits.
    pub due: Vec<DuePayouts>,
}

/// What of a debtor's limit is in use today.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exposure {
    pub currency: Currency,
    pub in_use: Minor,
    /// The offers that could be accepted now, and could not once the limit changes.
    pub stopped: StoppedOffers,
}

/// A release that waits for a second person.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposedRelease {
    /// What it would do now; none where it is not possible.
    pub now: Option<ReleaseView>,
    /// It is not what was proposed any more, needs a reason that was not given, or is not possible: it cannot be approved.
    pub is_overtaken: bool,
}

/// A payout that is to be released.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedPayout {
    pub told: ToldPayout,
    /// Who is paid.
    pub company: Option<String>,
    /// Where it went, or would go now.
    pub account: BankAccount,
    /// What was kept back of it, or would be if it were released now; none where that is not possible.
    pub set_off: Option<Minor>,
    /// The bank sent back what was paid to this account last.
    pub account_failed: Option<Returned>,
}

impl Ground {
    /// Whether what is proposed is still possible, as far as it is known of a list.
    pub(super) fn is_possible(&self) -> bool {
        let is_one = |merge: &MergeOutlook| merge.merged.is_ok() && merge.sold_on_both.is_empty();
        !self.is_overtaken && self.merge.as_deref().is_none_or(is_one)
    }
}

/// What was read for a page of approvals.
pub(super) struct Grounds {
    receivables: BTreeMap<ReceivableId, Look>,
    payouts: BTreeMap<PayoutId, OrderedPayout>,
    releases: BTreeMap<ApprovalId, ProposedRelease>,
    merges: BTreeMap<ApprovalId, MergeOutlook>,
    taken_out: BTreeMap<ApprovalId, Money>,
    due: BTreeMap<ApprovalId, Vec<DuePayouts>>,
    in_use: Vec<(DebtorId, Currency, Minor)>,
    stopped: BTreeMap<ApprovalId, BTreeMap<Currency, StoppedOffers>>,
    overtaken: BTreeSet<ApprovalId>,
}

impl Approvals {
    pub(super) async fn grounds(&self, approvals: &[Approval], by: &Operator) -> Result<Grounds, Unavailable> {
        let (mut receivables, mut payouts) = (BTreeSet::new(), BTreeSet::new());
        for approval in approvals {
            match &approval.proposal {
                Proposal::Receivable(ending) => {
                    receivables.insert(ending.receivable);
                }
                Proposal::Payouts(ordered) => payouts.extend(ordered.payouts.iter().map(Ordered::id)),
                _ => {}
            }
        }
        let looks = if receivables.is_empty() { Vec::new() } else { self.cash.looks_at(Vec::from_iter(receivables)).await? };
        let mut payouts = if payouts.is_empty() { BTreeMap::new() } else { self.ordered_payouts(Vec::from_iter(payouts)).await? };
        let (mut releases, now) = (BTreeMap::new(), self.identity.clock.now());
        let mut overtaken = BTreeSet::new();
        for approval in approvals.iter().filter(|approval| approval.state(now) == ApprovalState::Pending) {
            if Box::pin(self.is_overtaken(approval, by, now)).await? {
                overtaken.insert(approval.id);
            }
        }
        for approval in approvals.iter().filter(|approval| approval.state(now) == ApprovalState::Pending) {
            let Proposal::Payouts(ordered) = &approval.proposal else { continue };
            let found = self.would_release(ordered, approval.proposed_by).await?;
            for sending in found.iter().flat_map(|view| &view.outlook.sendings) {
                payouts.entry(sending.payout).and_modify(|payout| payout.set_off = Some(sending.set_off));
            }
            let is_overtaken = overtaken.contains(&approval.id);
            releases.insert(approval.id, ProposedRelease { now: found, is_overtaken });
        }
        let mut taken_out = BTreeMap::new();
        for approval in approvals.iter().filter(|approval| approval.state(now) == ApprovalState::Pending) {
            let Proposal::LedgerEntry(manual) = &approval.proposal else { continue };
            taken_out.extend(self.taken_out(manual).await?.map(|out| (approval.id, out)));
        }
        let due = self.due_to_changing(approvals, now).await?;
        let mut merges = BTreeMap::new();
        for approval in approvals.iter().filter(|approval| approval.state(now) == ApprovalState::Pending) {
            let Proposal::DebtorMerge(merge) = &approval.proposal else { continue };
            let mut both = self.debtors.by_ids(&[merge.gone.debtor, merge.stays.debtor]).await?;
            both.sort_by_key(|debtor| debtor.id() == merge.stays.debtor);
            if let Ok([gone, stays]) = <[Debtor; 2]>::try_from(both) {
                merges.insert(approval.id, self.outlook(gone, stays, by.may(OperatorRight::ReadPayments)).await?);
            }
        }
        let limited = approvals.iter().filter(|approval| approval.state(now) == ApprovalState::Pending);
        let limited: BTreeSet<DebtorId> = limited
            .filter_map(|approval| if let Proposal::DebtorLimits { debtor, .. } = &approval.proposal { Some(*debtor) } else { None })
            .collect();
        let in_use = if limited.is_empty() { Vec::new() } else { self.cash.in_use_of(&Vec::from_iter(limited)).await? };
        let stopped = self.stopped_by(approvals, now).await?;
        let receivables = looks.into_iter().map(|look| (look.receivable().id(), look)).collect();
        Ok(Grounds { receivables, payouts, releases, merges, taken_out, due, in_use, stopped, overtaken })
    }

    /// The offers that lower limits stop that wait, by what they wait for.
    async fn stopped_by(
        &self,
        approvals: &[Approval],
        now: DateTime<Utc>,
    ) -> Result<BTreeMap<ApprovalId, BTreeMap<Currency, StoppedOffers>>, Unavailable> {
        let mut stopped = BTreeMap::new();
        for approval in approvals.iter().filter(|approval| approval.state(now) == ApprovalState::Pending) {
            let Proposal::DebtorLimits { debtor, before, after, .. } = &approval.proposal else { continue };
            if before.iter().any(|limit| after.of(limit.currency()) < before.of(limit.currency())) {
                stopped.insert(approval.id, self.receivables.stopped_by_limits(*debtor, after).await?);
            }
        }
        Ok(stopped)
    }

    /// What is due to companies whose other account waits, by what it waits for.
    async fn due_to_changing(
        &self,
        approvals: &[Approval],
        now: DateTime<Utc>,
    ) -> Result<BTreeMap<ApprovalId, Vec<DuePayouts>>, Unavailable> {
        let pending = approvals.iter().filter(|approval| approval.state(now) == ApprovalState::Pending);
        let changing = pending.filter_map(|approval| match &approval.proposal {
            Proposal::BankAccount { company, .. } => Some((approval.id, *company)),
            _ => None,
        });
        let changing: Vec<(ApprovalId, CompanyId)> = changing.collect();
        let due = self.cash.due_to_each(changing.iter().map(|(_, company)| *company).collect()).await?;
        Ok(changing.into_iter().filter_map(|(approval, company)| Some((approval, due.get(&company)?.clone()))).collect())
    }

    async fn ordered_payouts(&self, ids: Vec<PayoutId>) -> Result<BTreeMap<PayoutId, OrderedPayout>, Unavailable> {
        let payouts = self.payouts.by_ids(ids).await?;
        let sellers: BTreeSet<CompanyId> = payouts.iter().filter_map(Payout::company).collect();
        let mut accounts = BTreeMap::new();
        for company in &sellers {
            let filed = self.applications.filed(*company).await?;
            accounts.extend(filed.application.map(|application| (*company, application.form().bank_account.clone())));
        }
        let companies = self.teams.companies(&Vec::from_iter(sellers)).await?;
        let names: BTreeMap<_, _> = companies.into_iter().map(|company| (company.id, company.name().cloned())).collect();
        let ordered = |told: ToldPayout| {
            let company = told.payout.company();
            let name = company.and_then(|company| names.get(&company)?.as_ref()).map(|name| name.as_str().to_owned());
            let released = told.payout.release.as_ref().map(|release| (*release.account).clone());
            let account = released.or_else(|| accounts.get(&company?).cloned()).unwrap_or_default();
            let set_off = told.payout.release.as_ref().map(|release| release.set_off);
            (told.payout.id, OrderedPayout { told, company: name, account, set_off, account_failed: None })
        };
        let mut ordered: BTreeMap<_, _> = self.cash.as_told(payouts).await?.into_iter().map(ordered).collect();
        let due = |one: &OrderedPayout| one.told.payout.company().filter(|_| one.told.payout.status == PayoutStatus::Due);
        let accounts = ordered.values().filter_map(|one| Some((due(one)?, one.account.clone()))).collect();
        let failed = self.cash.accounts_failed(&accounts).await?;
        for one in ordered.values_mut() {
            one.account_failed = due(one).and_then(|company| failed.get(&company).cloned());
        }
        Ok(ordered)
    }
}

impl Grounds {
    /// What is in use of the limits that change, in the order of their currencies.
    fn exposure(&self, of: ApprovalId, debtor: DebtorId, (before, after): (&Limits, &Limits)) -> Vec<Exposure> {
        let both = before.iter().chain(after.iter()).map(|limit| limit.currency());
        let mut changed: Vec<Currency> = both.filter(|currency| before.of(*currency) != after.of(*currency)).collect();
        changed.sort_by_key(|currency| currency.code());
        changed.dedup();
        let in_use = |currency: Currency| {
            let of_it = self.in_use.iter().filter(|(of, in_this, _)| *of == debtor && *in_this == currency);
            let stopped = self.stopped.get(&of).and_then(|stopped| stopped.get(&currency)).copied().unwrap_or_default();
            Exposure { currency, in_use: of_it.map(|(.., amount)| *amount).sum(), stopped }
        };
        changed.into_iter().map(in_use).collect()
    }

    pub(super) fn of(&self, approval: &Approval, state: ApprovalState) -> Ground {
        let (is_overtaken, waits) = (self.overtaken.contains(&approval.id), state == ApprovalState::Pending);
        let ground = match &approval.proposal {
            Proposal::Terms(terms) => {
                Ground { currency: Some(terms.after.parts().currency), facility: terms.facility, ..Ground::default() }
            }
            Proposal::DebtorLimits { debtor, before, after, .. } => {
                let exposure = if waits { self.exposure(approval.id, *debtor, (before, after)) } else { Vec::new() };
                Ground { debtor: Some(*debtor), exposure, ..Ground::default() }
            }
            Proposal::DebtorMerge(merge) => {
                let outlook = self.merges.get(&approval.id).cloned().map(Box::new);
                Ground { debtor: Some(merge.gone.debtor), merge: outlook, ..Ground::default() }
            }
            Proposal::Payouts(ordered) => {
                let payouts = ordered.payouts.iter().filter_map(|ordered| self.payouts.get(&ordered.id()).cloned()).collect();
                let release = self.releases.get(&approval.id).filter(|_| waits).cloned();
                Ground { payouts, release, ..Ground::default() }
            }
            Proposal::Receivable(ending) => {
                let look = self.receivables.get(&ending.receivable);
                let undoes = ending.what == Ending::Undo && waits && !is_overtaken;
                let newest = look.filter(|_| undoes).and_then(|look| look.undoable().ok());
                let loss = match ending.what {
                    Ending::WriteOff(cause) if waits && !is_overtaken => look.and_then(|look| look.written_off(cause)),
                    _ => None,
                };
                Ground { receivable: look.cloned().map(Box::new), loss, newest, ..Ground::default() }
            }
            Proposal::OperatorRoles { .. }
            | Proposal::HouseAccounts { .. }
            | Proposal::SupplierRate(_)
            | Proposal::SentBack(_)
            | Proposal::PartUndone(_) => Ground::default(),
            Proposal::BankAccount { .. } => Ground { due: self.due.get(&approval.id).cloned().unwrap_or_default(), ..Ground::default() },
            Proposal::LedgerEntry(_) => Ground { taken_out: self.taken_out.get(&approval.id).copied(), ..Ground::default() },
        };
        Ground { is_overtaken, ..ground }
    }
}
