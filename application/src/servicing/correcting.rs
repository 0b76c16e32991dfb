//! A buyer that was linked to a debtor it is not, before anything of it was sold.

use crate::{
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        unavailable::Unavailable,
    },
    onboarding::{NotKnown, WhichDebtor, ports::BuyerInCase, ties},
    parties::{
        changes::{Change as PartyChange, LEGAL_ENTITY, LIKENESS},
        ports::AlikeDebtor,
    },
    receivables::{
        changes::{Change, NEVER_SOLD},
        works,
    },
    servicing::Servicing,
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        ids::DebtorId,
    },
    onboarding::{
        actions::OperatorAction,
        application::{ApplicationId, Blocked},
    },
    parties::{
        buyer::{Buyer, BuyerId},
        operator::Operator,
    },
};

/// Which debtor a buyer is, instead of the one it was linked to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DebtorCorrection {
    pub by: Operator,
    pub seen: DebtorId,
    pub debtor: WhichDebtor,
    pub request: Option<RequestKey>,
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum CorrectDebtorError {
    #[error("there is no such buyer in this case")]
    NotFound,
    /// Its country and number are those of the debtor it is linked to: if that one is another one, both are merged.
    #[error("it is that debtor")]
    ItsOwn,
    /// There is no such debtor that looks like it, or another one is of its legal entity.
    #[error("it is not that debtor")]
    NotThatDebtor,
    /// Other debtors look like it, and no one has said whether it is one of them.
    #[error("it looks like other debtors")]
    Undecided(Vec<AlikeDebtor>),
    /// What was sold stays with its debtor: if both are one, they are merged.
    #[error("something of it was sold")]
    Sold,
    /// It is not linked to the debtor that was seen.
    #[error("it changed")]
    Stale,
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Servicing {
    /// Links a buyer to another debtor: as when it was approved, the one of its legal entity, or one that looks like it, or a new one.
    /// Everything that was entered for it follows.
    ///
    /// # Errors
    /// As named.
    pub async fn correct_debtor(
        &self,
        case: ApplicationId,
        id: BuyerId,
        correction: DebtorCorrection,
    ) -> Result<Buyer, CorrectDebtorError> {
        let found = async || self.applications.buyer_in_case(case, id).await?.ok_or(CorrectDebtorError::NotFound);
        let repeat = async |_| Ok(found().await?.buyer);
        once(self.idempotency.as_ref(), correction.request.as_ref(), repeat, async || {
            for _ in 0..MAX_ATTEMPTS {
                match self.link(found().await?, &correction).await? {
                    Some(buyer) => return Ok(buyer),
                    // A colleague made a debtor that is, or looks like, the same at this moment.
                    None => continue,
                }
            }
            Err(Unavailable::Conflicted("debtor").into())
        })
        .await
    }

    async fn link(&self, found: BuyerInCase, correction: &DebtorCorrection) -> Result<Option<Buyer>, CorrectDebtorError> {
        let DebtorCorrection { by, seen, debtor: said, request } = correction;
        found.application.operator_may(OperatorAction::DecideBuyers, by)?;
        found.is_not_of(&self.receivables.own_matters(by).await?)?;
        let BuyerInCase { application: _, buyer, debtor: same, mut alike } = found;
        if buyer.debtor != Some(*seen) {
            return Err(CorrectDebtorError::Stale);
        }
        if same == Some(*seen) {
            return Err(CorrectDebtorError::ItsOwn);
        }
        alike.retain(|one| one.debtor.id() != *seen);
        let now = self.identity.clock.now();
        let which = said.of(same, &alike).map_err(|why| match why {
            NotKnown::NotThatDebtor => CorrectDebtorError::NotThatDebtor,
            NotKnown::Undecided => CorrectDebtorError::Undecided(alike),
        })?;
        let but = said.denied().iter().copied().chain([*seen]).collect();
        let (debtor, tied) = ties(which, &buyer.details, but, (self.identity.ids.as_ref(), now));
        let buyer = Buyer { debtor: Some(debtor), ..buyer };
        let mut changes = vec![works(by)];
        changes.extend(tied.into_iter().map(Into::into));
        changes.push(PartyChange::BuyerCorrected { buyer: buyer.clone(), seen: *seen }.into());
        changes.push(Change::BuyersDebtorReplaced { buyer: buyer.id, before: *seen, after: debtor });
        let about = Subjects { debtor: Some(debtor), ..Subjects::of_company(buyer.seller, buyer.id.0) };
        let entry = Entry::new(now, Actor::User(by.user()), AuditAction::BuyerDebtorCorrected, about);
        let entry = entry.change("debtor", Some(seen.to_string()), Some(debtor.to_string()));
        let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(buyer.id.0, now)));
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(Some(buyer)),
            Err(CommitError::Taken(LEGAL_ENTITY | LIKENESS)) => Ok(None),
            Err(CommitError::Taken(NEVER_SOLD)) => Err(CorrectDebtorError::Sold),
            Err(CommitError::Stale) => Err(CorrectDebtorError::Stale),
            Err(error) => Err(error.unexpected().into()),
        }
    }
}
