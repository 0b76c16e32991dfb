//! Payouts that two people release.

use super::{
    Approvals, DecideError, Performed, ProposeError,
    effect::Effect,
    ports::{ApprovalFilter, Which},
    propose::Asked,
};
use crate::{
    kernel::{
        idempotency::{RequestKey, once},
        paging::cut,
        unavailable::Unavailable,
    },
    parties::Member,
    receivables::{ReceivableError, Releasable, ReleaseOrder},
};
use sooner_domain::{
    approvals::proposal::{ApprovalAction, OrderedPayouts, Proposal},
    kernel::{
        ids::{ApprovalId, CompanyId, UserId},
        minor::Minor,
        money::Money,
    },
    parties::operator::Operator,
    payments::payout::{BatchId, Payout, PayoutId, PayoutStatus},
    receivables::receivable::Blocked,
};
use std::collections::{BTreeMap, BTreeSet};

/// Payouts that somebody wants to release together.
#[derive(Debug, Clone, PartialEq)]
pub struct ReleaseCommand {
    pub by: Member,
    /// Each once, at least one and at most [`ReleaseOrder::MAX`].
    pub payouts: Vec<PayoutId>,
    pub request: Option<RequestKey>,
}

/// A payout whose release waits for a second person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProposedPayout {
    pub payout: PayoutId,
    pub approval: ApprovalId,
}

impl From<ReceivableError> for ProposeError {
    fn from(error: ReceivableError) -> Self {
        match error {
            ReceivableError::NotFound => Self::NotFound,
            ReceivableError::Stale => Self::Stale,
            ReceivableError::Idempotency(error) => error.into(),
            ReceivableError::Unavailable(unavailable) => unavailable.into(),
            other => Self::Receivable(other),
        }
    }
}

impl Approvals {
    /// Releases payouts at once, or proposes it where a second person approves. All of them or none.
    ///
    /// # Errors
    /// `StepUpRequired`; `NotFound`; `PayoutsProposed`; `Receivable` with `Blocked`, `Stopped`, `Payout` when one is not due, `NoAccount`.
    pub async fn release_payouts(&self, command: ReleaseCommand) -> Result<Performed<BatchId>, ProposeError> {
        let ReleaseCommand { by, payouts, request } = command;
        let repeat = async |made| match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(BatchId(made))),
        };
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let order = ReleaseOrder { batch: BatchId(self.identity.ids.next()), payouts: payouts.clone() };
            let found = self.financing.ordered(&order, &by.operator()).await?;
            self.identity.stepped_up(&by)?;
            let mut proposed = self.proposed_payouts().await?;
            proposed.retain(|proposed| payouts.contains(&proposed.payout));
            if !proposed.is_empty() {
                return Err(ProposeError::PayoutsProposed(proposed));
            }
            // What is owed was worked out of amounts that fit.
            let money = |amount: i64, currency| Money::parse(amount, currency).map_err(|_| ProposeError::NotFound);
            let payouts: Result<_, ProposeError> =
                found.iter().map(|payout| Ok((payout.id, money(payout.gross.get(), payout.currency)?))).collect();
            let proposal = Proposal::Payouts(Box::new(OrderedPayouts { batch: order.batch, payouts: payouts? }));
            let asked = Asked { request: request.clone(), ..Asked::of(proposal) };
            Ok(self.propose(asked, &by).await?.map(BatchId))
        })
        .await
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
                    proposed.extend(ordered.payouts.iter().map(|(payout, _)| ProposedPayout { payout: *payout, approval: approval.id }));
                }
            }
            if after.is_none() {
                return Ok(proposed);
            }
        }
    }

    /// What releasing them changes.
    pub(super) async fn paid_out(&self, ordered: &OrderedPayouts, by: UserId) -> Result<Effect, ProposeError> {
        let order = order(ordered);
        let changing = self.changing(self.financing.payees(&order).await?).await?;
        let prepared = self.financing.release(&order, by, &changing).await?;
        let changes = prepared.changes.into_iter().map(Into::into).collect();
        Ok(Effect { first: Vec::new(), changes, entry: prepared.entry, mails: prepared.mails })
    }

    /// What would be kept back of each if they were released now; nothing where that is not possible.
    pub(super) async fn would_be_set_off(&self, ordered: &OrderedPayouts, by: UserId) -> Result<Vec<(PayoutId, Minor)>, Unavailable> {
        let order = order(ordered);
        let payees = match self.financing.payees(&order).await {
            Ok(payees) => payees,
            Err(ReceivableError::Unavailable(unavailable)) => return Err(unavailable),
            Err(_) => return Ok(Vec::new()),
        };
        match self.financing.release(&order, by, &self.changing(payees).await?).await {
            Ok(prepared) => Ok(prepared.set_offs()),
            Err(ReceivableError::Unavailable(unavailable)) => Err(unavailable),
            Err(_) => Ok(Vec::new()),
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
        self.financing.releasable(&due, &changing).await
    }

    /// Nobody releases what goes to the company they belong to.
    pub(super) async fn not_to_their_own(&self, ordered: &OrderedPayouts, by: &Operator) -> Result<(), DecideError> {
        match self.financing.ordered(&order(ordered), by).await {
            Ok(_) => Ok(()),
            Err(refused) => Err(theirs(refused).unwrap_or(DecideError::NotFound)),
        }
    }
}

/// Why somebody leaves it to others; none where it is for another reason.
pub(super) fn theirs(refused: ReceivableError) -> Option<DecideError> {
    match refused {
        ReceivableError::Blocked(Blocked::OwnCompany) => Some(DecideError::OwnCompany),
        ReceivableError::Blocked(Blocked::NotOperators(_)) => Some(DecideError::Forbidden),
        ReceivableError::Unavailable(unavailable) => Some(unavailable.into()),
        _ => None,
    }
}

fn order(ordered: &OrderedPayouts) -> ReleaseOrder {
    ReleaseOrder { batch: ordered.batch, payouts: ordered.payouts.iter().map(|(id, _)| *id).collect() }
}
