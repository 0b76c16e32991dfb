//! Payouts that two people release.

use super::{
    Approvals, DecideError, FourEyes, Performed, ProposeError,
    effect::Effect,
    hash_of_changes,
    ports::{ApprovalFilter, Which},
};
use crate::{
    approvals::asked::Asked,
    cash::{CashError, Releasable, ReleaseOrder, stops_of_company},
    kernel::{
        idempotency::{RequestKey, once},
        paging::cut,
        unavailable::Unavailable,
    },
    parties::Member,
    payments::ports::PayoutFilter,
    receivables::{Prepared, ReceivableError},
};
use sooner_domain::{
    approvals::proposal::{ApprovalAction, OrderedPayout, OrderedPayouts, Proposal},
    kernel::{
        change::Changed,
        ids::{ApprovalId, CompanyId, UserId},
        minor::Minor,
        text::Note,
    },
    parties::operator::Operator,
    payments::{
        payout::{BatchId, Payout, PayoutId, PayoutStatus},
        release::{BalanceChange, Outlook},
    },
    receivables::{receivable::Blocked, stops::Stop},
};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// Payouts that somebody wants to release together.
#[derive(Debug, Clone, PartialEq)]
pub struct ReleaseCommand {
    pub by: Member,
    /// Each once, at least one and at most [`ReleaseOrder::MAX`].
    pub payouts: Vec<PayoutId>,
    /// Why, where something speaks against it.
    pub reason: Option<Note>,
    /// The hash of what they saw: see [`ReleaseView::hash`].
    pub seen: String,
    pub request: Option<RequestKey>,
}

/// What releasing payouts would do, as people see it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReleaseView {
    pub outlook: Outlook,
    /// The payees by name, as far as they have one.
    pub names: BTreeMap<CompanyId, String>,
    /// Whether the release waits for a second person.
    pub four_eyes: FourEyes,
}

impl ReleaseView {
    /// Of what is sent to which payee and account, in 64 hexadecimal digits.
    pub fn hash(&self) -> String {
        hash_of_sendings(&self.outlook)
    }
}

fn hash_of_sendings(outlook: &Outlook) -> String {
    hash_of_changes(Vec::new(), OrderedPayouts::seen(BatchId(Uuid::nil()), outlook, None).changes())
}

/// A payout whose release waits for a second person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProposedPayout {
    pub payout: PayoutId,
    pub approval: ApprovalId,
}

/// Why a payout that is due is not released now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldUp {
    /// Its release waits for a second person.
    Proposed,
    /// Something stops it: see [`Releasable`].
    Stopped,
}

impl From<CashError> for ProposeError {
    fn from(error: CashError) -> Self {
        match error {
            CashError::Receivable(ReceivableError::NotFound) => Self::NotFound,
            CashError::Receivable(ReceivableError::Stale) => Self::Stale,
            CashError::Receivable(ReceivableError::Idempotency(error)) => error.into(),
            CashError::Receivable(ReceivableError::Unavailable(unavailable)) => unavailable.into(),
            other => Self::Cash(other),
        }
    }
}

impl From<ReceivableError> for ProposeError {
    fn from(error: ReceivableError) -> Self {
        CashError::from(error).into()
    }
}

impl Approvals {
    /// Releases payouts at once, or proposes it where a second person approves. All of them or none.
    ///
    /// # Errors
    /// `StepUpRequired`; `NotFound`; `Stale` where something else would be sent than was seen; `PayoutsProposed`; `Receivable` with `Blocked`,
    /// `Stopped`, `Payout` when one is not due, `NoAccount`, `Unexplained` when a reason is needed and missing.
    pub async fn release_payouts(&self, command: ReleaseCommand) -> Result<Performed<BatchId>, ProposeError> {
        let repeat = async |made| match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(BatchId(made))),
        };
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || {
            let order = ReleaseOrder { batch: BatchId(self.identity.ids.next()), payouts: command.payouts.clone() };
            self.free_to_release(&order, &command.by).await?;
            self.release_once(&order, &command).await
        })
        .await
    }

    async fn release_once(&self, order: &ReleaseOrder, command: &ReleaseCommand) -> Result<Performed<BatchId>, ProposeError> {
        let (outlook, _) = self.prepared(order, command.by.user.id()).await?;
        if command.seen != hash_of_sendings(&outlook) {
            return Err(ProposeError::Stale);
        }
        let ordered = OrderedPayouts::seen(order.batch, &outlook, command.reason.clone());
        let asked = Asked { request: command.request.clone(), ..Asked::of(Proposal::Payouts(Box::new(ordered))) };
        match self.propose(asked, &command.by).await {
            // Another one was faster with one of them: which is said.
            Err(ProposeError::AlreadyProposed) => {
                self.free_to_release(order, &command.by).await?;
                Err(ProposeError::AlreadyProposed)
            }
            done => Ok(done?.map(BatchId)),
        }
    }

    /// What releasing these now would do: nothing is changed.
    ///
    /// # Errors
    /// As [`Approvals::release_payouts`], but for `StepUpRequired`, `Stale` and `Unexplained`.
    pub async fn preview_release(&self, by: &Member, payouts: Vec<PayoutId>) -> Result<ReleaseView, ProposeError> {
        let order = ReleaseOrder { batch: BatchId(self.identity.ids.next()), payouts };
        self.free_to_release(&order, by).await?;
        let (outlook, _) = self.prepared(&order, by.user.id()).await?;
        Ok(self.release_view(outlook).await?)
    }

    /// Whether this operator may release these, and their release is not proposed already.
    async fn free_to_release(&self, order: &ReleaseOrder, by: &Member) -> Result<(), ProposeError> {
        self.cash.ordered(order, &by.operator()).await?;
        let mut proposed = self.proposed_payouts().await?;
        proposed.retain(|proposed| order.payouts.contains(&proposed.payout));
        if proposed.is_empty() { Ok(()) } else { Err(ProposeError::PayoutsProposed(proposed)) }
    }

    /// What releasing them does, and what it writes.
    async fn prepared(&self, order: &ReleaseOrder, by: UserId) -> Result<(Outlook, Prepared), CashError> {
        let changing = self.changing(self.cash.payees(order).await?).await?;
        let prepared = self.cash.release(order, by, &changing).await?;
        Ok((self.cash.outlook(&prepared).await?, prepared))
    }

    pub(super) async fn release_view(&self, outlook: Outlook) -> Result<ReleaseView, Unavailable> {
        let payees: BTreeSet<CompanyId> = outlook.sendings.iter().map(|sending| sending.company).collect();
        let companies = self.teams.companies(&Vec::from_iter(payees)).await?;
        let named = companies.into_iter().filter_map(|company| Some((company.id, company.name()?.as_str().to_owned())));
        Ok(ReleaseView { outlook, names: named.collect(), four_eyes: self.four_eyes })
    }

    /// The payouts whose release waits for a second person.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn proposed_payouts(&self) -> Result<Vec<ProposedPayout>, Unavailable> {
        let which = Which::Open(self.identity.clock.now());
        let filter = ApprovalFilter { actions: vec![ApprovalAction::ReleasePayouts], subjects: None, which };
        let (mut proposed, mut after) = (Vec::new(), None);
        loop {
            let mut page = self.records.page(filter.clone(), after, Self::PAGE + 1).await?;
            after = cut(&mut page, Self::PAGE, |approval| approval.id);
            for approval in &page {
                if let Proposal::Payouts(ordered) = &approval.proposal {
                    proposed.extend(ordered.payouts.iter().map(|ordered| ProposedPayout { payout: ordered.id(), approval: approval.id }));
                }
            }
            if after.is_none() {
                return Ok(proposed);
            }
        }
    }

    /// What releasing them changes: what was seen, to the cent, and nothing that needs a reason and has none.
    pub(super) async fn paid_out(&self, ordered: &OrderedPayouts, by: UserId) -> Result<Effect, ProposeError> {
        let (outlook, prepared) = self.prepared(&order(ordered), by).await?;
        if !ordered.is_still(&outlook) {
            return Err(ProposeError::Stale);
        }
        outlook.check(ordered.reason.as_ref()).map_err(CashError::from)?;
        let changes = prepared.changes.into_iter().map(Into::into).collect();
        let mut entry = prepared.entry;
        entry.changes.extend(outlook.balances().iter().map(told_balance));
        Ok(Effect { first: Vec::new(), changes, entry, mails: prepared.mails })
    }

    /// What a proposed release would do now; none where it is not possible now.
    pub(super) async fn would_release(&self, ordered: &OrderedPayouts, by: UserId) -> Result<Option<ReleaseView>, Unavailable> {
        match self.prepared(&order(ordered), by).await {
            Ok((outlook, _)) => Ok(Some(self.release_view(outlook).await?)),
            Err(CashError::Receivable(ReceivableError::Unavailable(unavailable))) => Err(unavailable),
            Err(_) => Ok(None),
        }
    }

    /// Those of these companies that want to be paid to another account.
    async fn changing(&self, companies: BTreeSet<CompanyId>) -> Result<BTreeSet<CompanyId>, Unavailable> {
        if companies.is_empty() {
            return Ok(BTreeSet::new());
        }
        // Of each company one waits at most.
        let most = i64::try_from(companies.len()).unwrap_or(i64::MAX);
        let subjects = Some(companies.into_iter().map(|company| company.0).collect());
        let filter =
            ApprovalFilter { actions: vec![ApprovalAction::ChangeBankAccount], subjects, which: Which::Open(self.identity.clock.now()) };
        let waiting = self.records.page(filter, None, most).await?;
        Ok(waiting.iter().map(|approval| CompanyId(approval.proposal.subject())).collect())
    }

    /// What stops every advance to this company now: nothing that it sells is paid out before.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn stops_of(&self, company: CompanyId) -> Result<Vec<Stop>, Unavailable> {
        let is_changing = self.is_changing(company).await?;
        let application = self.applications.filed(company).await?.application;
        Ok(application.map(|application| stops_of_company(&application, is_changing)).unwrap_or_default())
    }

    /// Whether this company wants to be paid to another account.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn is_changing(&self, company: CompanyId) -> Result<bool, Unavailable> {
        Ok(!self.changing(BTreeSet::from([company])).await?.is_empty())
    }

    /// Where those of these payouts that are due would be sent to now, and what stops them.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn releasable(&self, payouts: &[Payout]) -> Result<BTreeMap<PayoutId, Releasable>, Unavailable> {
        let due = payouts.iter().filter(|payout| payout.status == PayoutStatus::Due).cloned();
        let due: Vec<_> = due.collect();
        if due.is_empty() {
            return Ok(BTreeMap::new());
        }
        let changing = self.changing(due.iter().filter_map(Payout::company).collect()).await?;
        self.cash.releasable(&due, &changing).await
    }

    /// The payouts that are due and are not released now, and why.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn held_up(&self) -> Result<Vec<(Payout, HeldUp)>, Unavailable> {
        let proposed: BTreeSet<_> = self.proposed_payouts().await?.into_iter().map(|proposed| proposed.payout).collect();
        let due = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
        let (mut held_up, mut after) = (Vec::new(), None);
        loop {
            let mut page = self.payouts.page(due.clone(), after, Self::PAGE + 1).await?;
            after = cut(&mut page, Self::PAGE, |payout| payout.id);
            let releasable = self.releasable(&page).await?;
            held_up.extend(page.into_iter().filter_map(|payout| {
                let is_stopped = releasable.get(&payout.id).is_some_and(|told| !told.stops.is_empty());
                let why = if proposed.contains(&payout.id) { Some(HeldUp::Proposed) } else { is_stopped.then_some(HeldUp::Stopped) };
                Some((payout, why?))
            }));
            if after.is_none() {
                return Ok(held_up);
            }
        }
    }

    /// Nobody releases what goes to the company they belong to.
    pub(super) async fn not_to_their_own(&self, ordered: &OrderedPayouts, by: &Operator) -> Result<(), DecideError> {
        match self.cash.ordered(&order(ordered), by).await {
            Ok(_) => Ok(()),
            Err(refused) => Err(theirs(refused).unwrap_or(DecideError::NotFound)),
        }
    }
}

/// Why somebody leaves it to others; none where it is for another reason.
pub(super) fn theirs(refused: CashError) -> Option<DecideError> {
    match refused {
        CashError::Receivable(ReceivableError::Blocked(Blocked::OwnCompany)) => Some(DecideError::OwnCompany),
        CashError::Receivable(ReceivableError::Blocked(Blocked::NotOperators(_))) => Some(DecideError::Forbidden),
        CashError::Receivable(ReceivableError::Unavailable(unavailable)) => Some(unavailable.into()),
        _ => None,
    }
}

fn order(ordered: &OrderedPayouts) -> ReleaseOrder {
    ReleaseOrder { batch: ordered.batch, payouts: ordered.payouts.iter().map(OrderedPayout::id).collect() }
}

/// What the house had before and has after, in the trail.
fn told_balance(balance: &BalanceChange) -> Changed {
    let currency = balance.funds.currency;
    let told = |amount: Minor| Some(format!("{} {}", amount.in_major(currency), currency.code()));
    Changed::new(format!("funds.{}", currency.code()), told(balance.funds.free()), told(balance.after()))
}
