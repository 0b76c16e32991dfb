//! An operator's decision on one buyer.

use super::{Onboarding, ports::BuyerInCase, works};
use crate::{
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        unavailable::Unavailable,
    },
    parties::changes::{Change as PartyChange, LEGAL_ENTITY},
};
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
        ids::DebtorId,
    },
    onboarding::{
        actions::OperatorAction,
        application::{ApplicationId, Blocked},
    },
    parties::{
        buyer::{Buyer, BuyerDecision, BuyerId, BuyerStatus},
        debtor::Debtor,
        operator::Operator,
    },
};

/// What an operator says of a buyer, and how they saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuyerRuling {
    pub by: Operator,
    pub seen: BuyerStatus,
    pub decision: BuyerDecision,
    pub request: Option<RequestKey>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecideBuyerError {
    #[error("there is no such buyer in this case")]
    NotFound,
    /// A colleague decided since the operator looked.
    #[error("changed meanwhile")]
    Stale,
    /// The application is neither with the operator nor approved, is their own company's, or it takes another role.
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Onboarding {
    /// Approves or declines one buyer of a case: while the case is with the operator, and once it is approved. An approved
    /// buyer is tied to the debtor it is; the first approval of a legal entity makes that.
    ///
    /// # Errors
    /// `NotFound`, `Blocked`, `Stale` when the buyer is not at the status that was seen.
    pub async fn decide_buyer(&self, case: ApplicationId, id: BuyerId, ruling: BuyerRuling) -> Result<Buyer, DecideBuyerError> {
        let repeat = async |_| Ok(self.found(case, id).await?.buyer);
        once(self.idempotency.as_ref(), ruling.request.as_ref(), repeat, async || {
            for _ in 0..MAX_ATTEMPTS {
                match self.rule(self.found(case, id).await?, &ruling).await? {
                    Some(buyer) => return Ok(buyer),
                    // A colleague approved another buyer that is the same entity at this moment.
                    None => continue,
                }
            }
            Err(Unavailable::Conflicted("debtor").into())
        })
        .await
    }

    async fn found(&self, case: ApplicationId, id: BuyerId) -> Result<BuyerInCase, DecideBuyerError> {
        self.applications.buyer_in_case(case, id).await?.ok_or(DecideBuyerError::NotFound)
    }

    /// Stores the ruling; none when the debtor to be made was made by somebody else.
    async fn rule(&self, found: BuyerInCase, ruling: &BuyerRuling) -> Result<Option<Buyer>, DecideBuyerError> {
        let BuyerInCase { application, mut buyer, debtor } = found;
        let BuyerRuling { by, seen, decision, request } = ruling;
        application.operator_may(OperatorAction::DecideBuyers, by)?;
        let now = self.clock.now();
        let new = (*decision == BuyerDecision::Approve && debtor.is_none()).then(|| self.debtor_of(&buyer, now));
        let debtor = debtor.filter(|_| *decision == BuyerDecision::Approve).or(new.as_ref().map(Debtor::id));
        buyer.decide(*decision, debtor);
        let status = |status: BuyerStatus| Some(status.code().to_owned());
        let about = Subjects { debtor: buyer.debtor, ..Subjects::of_company(buyer.seller, buyer.id.0) };
        let entry = Entry::new(now, Actor::User(by.user()), AuditAction::BuyerDecided, about);
        let entry = entry.change("status", status(*seen), status(buyer.status));
        let context = WriteContext::of(entry).under(request.as_ref().map(|request| request.made(buyer.id.0, now)));
        let decided = PartyChange::BuyerDecided { buyer: buyer.clone(), seen: *seen };
        let changes = new.map(PartyChange::DebtorAdded).into_iter().chain([decided]).map(Into::into);
        let changes = [works(by)].into_iter().chain(changes).collect();
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(Some(buyer)),
            Err(CommitError::Taken(LEGAL_ENTITY)) => Ok(None),
            Err(CommitError::Stale) => Err(DecideBuyerError::Stale),
            Err(error) => Err(error.unexpected().into()),
        }
    }

    fn debtor_of(&self, buyer: &Buyer, now: DateTime<Utc>) -> Debtor {
        Debtor::new(DebtorId(self.ids.next()), buyer.details.legal_entity(), buyer.details.legal_name.clone(), now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{World, a_user, buyer_details, complete_form};

    #[tokio::test]
    async fn each_buyer_is_decided_on_by_itself_and_can_be_thought_over() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.operator().await?.operator();
        let seller = world.submitted(a_user()).await?;
        let case = world.onboarding().view(seller).await?.application.parts().id;
        let buyer = world.onboarding().buyers(seller.company).await?.remove(0);
        let ruling = |seen, decision| BuyerRuling { by, seen, decision, request: None };
        let decide = |seen, decision| {
            let list = world.onboarding();
            async move { list.decide_buyer(case, buyer.id, ruling(seen, decision)).await }
        };
        let approved = decide(BuyerStatus::Pending, BuyerDecision::Approve).await?;
        assert_eq!(approved.status, BuyerStatus::Approved);
        assert_eq!(decide(BuyerStatus::Pending, BuyerDecision::Decline).await, Err(DecideBuyerError::Stale));
        assert_eq!(decide(BuyerStatus::Approved, BuyerDecision::Decline).await?.status, BuyerStatus::Declined);
        assert_eq!(world.onboarding().buyers(seller.company).await?[0].status, BuyerStatus::Declined);
        Ok(())
    }

    #[tokio::test]
    async fn a_buyer_of_another_case_or_stage_is_left_alone() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.operator().await?.operator();
        let seller = world.submitted(a_user()).await?;
        let case = world.onboarding().view(seller).await?.application.parts().id;
        let other = world.member(a_user().email("bob@example.com")).await?.membership;
        world.onboarding().save_form(other, complete_form(), None).await?;
        let theirs = world.onboarding().add_buyer(other, buyer_details("Südwind AG"), None).await?;
        let ruling = BuyerRuling { by, seen: BuyerStatus::Pending, decision: BuyerDecision::Approve, request: None };
        let list = world.onboarding();
        assert_eq!(list.decide_buyer(case, theirs.id, ruling.clone()).await, Err(DecideBuyerError::NotFound));
        let draft = world.onboarding().view(other).await?.application.parts().id;
        assert_eq!(list.decide_buyer(draft, theirs.id, ruling).await, Err(DecideBuyerError::Blocked(Blocked::NotEditable)));
        Ok(())
    }

    #[tokio::test]
    async fn however_many_sellers_name_it_a_legal_entity_is_one_debtor() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.operator().await?.operator();
        let mut debtors = Vec::new();
        for (email, name) in [("ada@example.com", "Nordwind AG"), ("bob@example.com", "NORDWIND Aktiengesellschaft")] {
            let seller = world.member(a_user().email(email)).await?;
            world.fill_in(&seller).await?;
            let mut details = buyer_details(name);
            details.registration_number = sooner_domain::kernel::text::Line::parse(if debtors.is_empty() { "123-456" } else { "123456" })?;
            let buyer = world.onboarding().add_buyer(seller.membership, details, None).await?;
            world.onboarding().submit(&seller, None).await?;
            let case = world.onboarding().view(seller.membership).await?.application.parts().id;
            assert_eq!(buyer.debtor, None, "nobody has looked at it");
            let ruling = |seen, decision| BuyerRuling { by, seen, decision, request: None };
            let declined = world.onboarding().decide_buyer(case, buyer.id, ruling(BuyerStatus::Pending, BuyerDecision::Decline)).await?;
            assert_eq!(declined.debtor, None, "declined");
            let approved = world.onboarding().decide_buyer(case, buyer.id, ruling(BuyerStatus::Declined, BuyerDecision::Approve)).await?;
            debtors.push(approved.debtor.ok_or("no debtor")?);
        }
        assert_eq!(debtors[0], debtors[1]);
        Ok(())
    }
}
