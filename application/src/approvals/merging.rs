//! Two debtors that are one: one person proposes to merge them, and another one approves it.

use super::{Approvals, Performed, ProposeError, changes::Change, effect::Effect};
use crate::{
    approvals::asked::Asked,
    cash::DebtorAccounts,
    facilities::changes::Change as FacilityChange,
    kernel::{
        idempotency::{RequestKey, once},
        unavailable::Unavailable,
    },
    ledger::changes::Change as LedgerChange,
    papers::changes::Change as PaperChange,
    parties::{Member, changes::Change as PartyChange},
    payments::changes::Change as PaymentChange,
    receivables::{
        changes::Change as ReceivableChange,
        ports::{OpenInvoices, SoldOnBoth},
    },
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    approvals::proposal::{DebtorMerge, Proposal},
    identity::operator::OperatorRight,
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::{ApprovalId, DebtorId, UserId},
        minor::Minor,
        money::Currency,
        text::Note,
    },
    parties::{
        debtor::{Debtor, MergeRefusal},
        operator::Operator,
    },
    payments::remembered::{PayerMark, Remembered, RememberedId},
    receivables::matching::names::ComparedName,
};
use std::collections::BTreeSet;

/// Which debtor is to be merged into which, and how both were seen.
#[derive(Debug, Clone)]
pub struct MergeCommand {
    pub by: Member,
    pub gone: (DebtorId, i64),
    pub stays: (DebtorId, i64),
    /// Why.
    pub note: Note,
    pub request: Option<RequestKey>,
}

/// One of two debtors that may be merged, as it stands.
#[derive(Debug, Clone, PartialEq)]
pub struct MergeSide {
    pub debtor: Debtor,
    pub sellers: i64,
    /// Of its limits, by currency.
    pub in_use: Vec<(Currency, Minor)>,
    pub open: Vec<OpenInvoices>,
    /// None for operators who do not see payments.
    pub accounts: Option<DebtorAccounts>,
}

/// What of a limit is in use once both are one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergedUse {
    pub currency: Currency,
    pub limit: Minor,
    pub in_use: Minor,
}

impl MergedUse {
    pub fn is_over(&self) -> bool {
        self.in_use > self.limit
    }
}

/// What merging one debtor into another one comes to now.
#[derive(Debug, Clone, PartialEq)]
pub struct MergeOutlook {
    pub gone: MergeSide,
    pub stays: MergeSide,
    /// The one that stays, as it is then; or why they are not merged.
    pub merged: Result<Debtor, MergeRefusal>,
    pub in_use: Vec<MergedUse>,
    /// What is sold on both: as long as there is any, they are not merged.
    pub sold_on_both: Vec<SoldOnBoth>,
}

impl Approvals {
    /// What merging one debtor into another one comes to.
    ///
    /// # Errors
    /// `NotFound`; `Debtor` with `OwnCompany` where one of both concerns the operator's own.
    pub async fn merge_outlook(&self, gone: DebtorId, stays: DebtorId, by: &Operator) -> Result<MergeOutlook, ProposeError> {
        let (gone, stays) = self.both(gone, stays).await?;
        let own = self.receivables.own_matters(by).await?;
        [&gone, &stays].into_iter().try_for_each(|debtor| debtor.operator_may_look(&own))?;
        Ok(self.outlook(gone, stays, by.may(OperatorRight::ReadPayments)).await?)
    }

    pub(super) async fn outlook(&self, gone: Debtor, stays: Debtor, with_accounts: bool) -> Result<MergeOutlook, Unavailable> {
        let ids = [gone.id(), stays.id()];
        let sellers = self.debtors.sellers(&ids).await?;
        let in_use = self.cash.in_use_of(&ids).await?;
        let open = self.receivables.records.open_invoices(ids.to_vec()).await?;
        let sold_on_both = self.receivables.records.sold_on_both(ids).await?;
        let merged = stays.absorb(&gone);
        let mut sides = Vec::new();
        for (debtor, sellers) in [gone, stays].into_iter().zip(sellers) {
            let id = debtor.id();
            let accounts = if with_accounts { Some(self.cash.accounts_of(&debtor).await?) } else { None };
            let in_use = in_use.iter().filter(|(of, ..)| *of == id).map(|(_, currency, amount)| (*currency, *amount)).collect();
            let open = open.iter().filter(|open| open.debtor == id).copied().collect();
            sides.push(MergeSide { debtor, sellers, in_use, open, accounts });
        }
        let (Some(stays), Some(gone)) = (sides.pop(), sides.pop()) else {
            return Err(Unavailable::Failed("two debtors were asked for".to_owned()));
        };
        let limits = &stays.debtor.parts().limits;
        let used = || gone.in_use.iter().chain(&stays.in_use);
        let currencies: BTreeSet<_> = used().map(|(currency, _)| *currency).chain(limits.iter().map(|limit| limit.currency())).collect();
        let of = |currency: Currency| MergedUse {
            currency,
            limit: limits.of(currency),
            in_use: used().filter(|(of, _)| *of == currency).map(|(_, amount)| *amount).sum(),
        };
        let in_use = currencies.into_iter().map(of).collect();
        Ok(MergeOutlook { gone, stays, merged, in_use, sold_on_both })
    }

    /// Proposes to merge one debtor into another one, or does so at once with four eyes off. Answers the one that stays.
    ///
    /// # Errors
    /// `NotFound`; `Stale` when one of both is not at the version that was seen; `Debtor`, `Merge`; `SoldOnBoth` with what is sold on both;
    /// `AlreadyProposed`, `StepUpRequired`.
    pub async fn merge_debtors(&self, command: MergeCommand) -> Result<Performed<Debtor>, ProposeError> {
        let MergeCommand { by, gone: (gone, seen), stays: (stays, seen_of_other), note, request } = command;
        let repeat = async |made| match self.records.by_id(ApprovalId(made)).await? {
            Some(approval) => Ok(Performed::Awaits(Box::new(approval))),
            None => Ok(Performed::Done(self.debtor(stays).await?)),
        };
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let one = self.debtor(gone).await?;
            if one.parts().version != seen {
                return Err(ProposeError::Stale);
            }
            let other = self.debtor(stays).await?;
            self.may_merge(&one, &other, &by.operator()).await?;
            if other.parts().version != seen_of_other {
                return Err(ProposeError::Stale);
            }
            let proposal = Proposal::DebtorMerge(Box::new(DebtorMerge::of(&one, &other, note.clone())?));
            match self.propose(Asked { request: request.clone(), ..Asked::of(proposal) }, &by).await? {
                Performed::Done(_) => Ok(Performed::Done(self.debtor(stays).await?)),
                Performed::Awaits(approval) => Ok(Performed::Awaits(approval)),
            }
        })
        .await
    }

    async fn both(&self, gone: DebtorId, stays: DebtorId) -> Result<(Debtor, Debtor), ProposeError> {
        Ok((self.debtor(gone).await?, self.debtor(stays).await?))
    }

    /// Nobody merges debtors of which one concerns the company they belong to.
    async fn may_merge(&self, gone: &Debtor, stays: &Debtor, by: &Operator) -> Result<(), ProposeError> {
        let own = self.receivables.own_matters(by).await?;
        [gone, stays].into_iter().try_for_each(|debtor| Ok(debtor.operator_may_decide(by, &own)?))
    }

    /// What merging them changes. What is sold on both speaks against it.
    pub(super) async fn merged(&self, merge: &DebtorMerge, by: &Operator, now: DateTime<Utc>) -> Result<Effect, ProposeError> {
        let (before, after) = (merge.gone.debtor, merge.stays.debtor);
        let (gone, stays) = self.both(before, after).await?;
        if DebtorMerge::of(&gone, &stays, merge.note.clone())? != *merge {
            return Err(ProposeError::Stale);
        }
        let twice = self.receivables.records.sold_on_both([before, after]).await?;
        if !twice.is_empty() {
            return Err(ProposeError::SoldOnBoth(twice));
        }
        let (merged, by) = (Box::new(stays.absorb(&gone)?), by.user());
        let reclaims = self.cash.reclaims_paid_once_one([&gone, &stays], by).await?;
        let booked = (!reclaims.is_empty()).then_some(Change::Ledger(LedgerChange::Booked(reclaims)));
        // From the bottom up, as all writes lock: whoever wrote of the one that goes is waited for, and whoever comes later finds it gone.
        let changes: Vec<Change> = vec![PartyChange::DebtorMerged { merged, gone: before, seen: merge.gone.version }.into()];
        let replaced: [Change; 2] = [
            ReceivableChange::from(FacilityChange::DebtorReplaced { before, after }).into(),
            ReceivableChange::from(PaymentChange::DebtorReplaced { before, after, by, at: now }).into(),
        ];
        let pays_as =
            self.pays_as(&gone, &stays, by, now).map(|payer| ReceivableChange::from(PaymentChange::PayerRemembered(Box::new(payer))));
        let last: [Change; 2] =
            [ReceivableChange::DebtorReplaced { before, after }.into(), PaperChange::DebtorReplaced { before, after }.into()];
        let changes = changes.into_iter().chain(booked).chain(replaced).chain(pays_as.map(Change::from)).chain(last).collect();
        let about = Subjects { thing: before.0, ..Subjects::debtor(after) };
        let entry = Entry::new(now, Actor::User(by), AuditAction::DebtorsMerged, about);
        Ok(Effect { first: Vec::new(), changes, entry, mails: Vec::new() })
    }

    /// Its payments go on naming the one that is gone, where that was called otherwise.
    fn pays_as(&self, gone: &Debtor, stays: &Debtor, by: UserId, at: DateTime<Utc>) -> Option<Remembered> {
        let [value, own] = [gone, stays].map(|debtor| &debtor.parts().legal_name);
        let is_other = !ComparedName::of(value.as_str()).is(&ComparedName::of(own.as_str()));
        let (id, mark) = (RememberedId(self.identity.ids.next()), PayerMark::Name);
        is_other.then(|| Remembered { id, debtor: stays.id(), mark, value: value.clone(), by, at, forgotten: None })
    }

    /// Nobody decides on merging a debtor that concerns the company they belong to. Whether they still can be is for its effect to say.
    pub(super) async fn is_not_merging_their_own(&self, merge: &DebtorMerge, by: &Operator) -> Result<(), ProposeError> {
        let (gone, stays) = self.both(merge.gone.debtor, merge.stays.debtor).await?;
        self.may_merge(&gone, &stays, by).await
    }
}
