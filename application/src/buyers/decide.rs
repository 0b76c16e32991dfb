//! An operator's decision on one buyer.

use super::BuyerList;
use crate::{
    kernel::{
        commit::WriteContext,
        idempotency::{IdempotencyError, RequestKey, made_before},
        unavailable::Unavailable,
    },
    onboarding::ports::SaveError,
};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry},
        coded::Coded,
        ids::{ApplicationId, BuyerId, UserId},
    },
    parties::buyer::{Buyer, BuyerDecision, BuyerStatus},
};

/// What an operator says of a buyer, and how they saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuyerRuling {
    pub by: UserId,
    pub seen: BuyerStatus,
    pub decision: BuyerDecision,
    pub once: Option<RequestKey>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecideBuyerError {
    #[error("there is no such buyer in this case")]
    NotFound,
    /// A colleague decided since the operator looked.
    #[error("changed meanwhile")]
    Stale,
    /// The application is neither with the operator nor approved.
    #[error("no buyers are decided on at this stage")]
    NotEditable,
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl BuyerList {
    /// Approves or declines one buyer of a case: while the case is with the operator, and once it is approved.
    ///
    /// # Errors
    /// `NotFound`, `NotEditable`, `Stale` when the buyer is not at the status that was seen.
    pub async fn decide(&self, case: ApplicationId, id: BuyerId, ruling: BuyerRuling) -> Result<Buyer, DecideBuyerError> {
        let BuyerRuling { by, seen, decision, once } = ruling;
        let once = once.map(|once| once.and(id.0.as_bytes()));
        let application = self.applications.by_id(case).await?.ok_or(DecideBuyerError::NotFound)?;
        let seller = application.parts().applicant;
        let mut buyer = self.buyers.by_id(seller, id).await?.ok_or(DecideBuyerError::NotFound)?;
        if made_before(self.idempotency.as_ref(), once.as_ref()).await?.is_some() {
            return Ok(buyer);
        }
        if !application.status().decides_buyers() {
            return Err(DecideBuyerError::NotEditable);
        }
        let now = self.clock.now();
        buyer.decide(decision);
        let status = |status: BuyerStatus| Some(status.code().to_owned());
        let entry =
            Entry { at: now, by: Actor::User(by), action: AuditAction::BuyerDecided, about: seller, subject: id.0, changes: Vec::new() };
        let entry = entry.change("status", status(seen), status(buyer.status));
        let done = once.as_ref().map(|once| once.made(id.0, now));
        match self.buyers.decide(&buyer, seen, WriteContext::of(entry).under(done)).await {
            Ok(()) => Ok(buyer),
            Err(SaveError::Stale) => Err(DecideBuyerError::Stale),
            Err(SaveError::Repeated) => self.buyers.by_id(seller, id).await?.ok_or(DecideBuyerError::NotFound),
            Err(SaveError::Unavailable(unavailable)) => Err(unavailable.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user, buyer_details};

    #[tokio::test]
    async fn each_buyer_is_decided_on_by_itself_and_can_be_thought_over() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.operator().await?.user.id();
        let seller = world.submitted(a_user()).await?;
        let case = world.onboarding().view(seller).await?.application.parts().id;
        let buyer = world.buyer_list().list(seller).await?.remove(0);
        let ruling = |seen, decision| BuyerRuling { by, seen, decision, once: None };
        let decide = |seen, decision| {
            let list = world.buyer_list();
            async move { list.decide(case, buyer.id, ruling(seen, decision)).await }
        };
        let approved = decide(BuyerStatus::Pending, BuyerDecision::Approve).await?;
        assert_eq!(approved.status, BuyerStatus::Approved);
        assert_eq!(decide(BuyerStatus::Pending, BuyerDecision::Decline).await, Err(DecideBuyerError::Stale));
        assert_eq!(decide(BuyerStatus::Approved, BuyerDecision::Decline).await?.status, BuyerStatus::Declined);
        assert_eq!(world.buyer_list().list(seller).await?[0].status, BuyerStatus::Declined);
        Ok(())
    }

    #[tokio::test]
    async fn a_buyer_of_another_case_or_stage_is_left_alone() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.operator().await?.user.id();
        let seller = world.submitted(a_user()).await?;
        let case = world.onboarding().view(seller).await?.application.parts().id;
        let other = world.member(a_user().email("bob@example.com")).await?.user.id();
        world.onboarding().save_form(other, Default::default()).await?;
        let theirs = world.buyer_list().add(other, buyer_details("Südwind AG"), None).await?;
        let ruling = BuyerRuling { by, seen: BuyerStatus::Pending, decision: BuyerDecision::Approve, once: None };
        let list = world.buyer_list();
        assert_eq!(list.decide(case, theirs.id, ruling.clone()).await, Err(DecideBuyerError::NotFound));
        let draft = world.onboarding().view(other).await?.application.parts().id;
        assert_eq!(list.decide(draft, theirs.id, ruling).await, Err(DecideBuyerError::NotEditable));
        Ok(())
    }
}
