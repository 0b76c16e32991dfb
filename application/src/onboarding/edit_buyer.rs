//! Changing what was told of a buyer, and taking a buyer off the list, until the application is handed in.

use super::{Onboarding, changes::Change, stands, trail};
use crate::{
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        unavailable::Unavailable,
    },
    parties::changes::{Change as PartyChange, LISTED_BUYER, NAMED_BUYER},
};
use sooner_domain::{
    onboarding::{actions::ApplicantAction, application::Blocked},
    parties::{
        buyer::{Buyer, BuyerDetails, BuyerField, BuyerId},
        membership::Membership,
    },
};

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EditBuyerError {
    #[error("there is no such buyer on the list")]
    NotFound,
    /// Another one on the list is the same legal entity.
    #[error("the buyer is on the list already")]
    AlreadyListed,
    /// An invoice names it.
    #[error("the buyer is named on an invoice")]
    Named,
    /// These fields have become something else since they were read.
    #[error("the buyer was changed meanwhile")]
    Conflict { fields: Vec<BuyerField>, now: Box<BuyerDetails> },
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Onboarding {
    /// Tells something else of a buyer. With what was `read` before it was changed, the changes are merged into what stands
    /// now; without, it is replaced.
    ///
    /// # Errors
    /// `NotFound`, `AlreadyListed`, `Conflict`; `Blocked(NotEditable)` once the application was handed in.
    pub async fn change_buyer(
        &self,
        by: Membership,
        id: BuyerId,
        read: Option<&BuyerDetails>,
        sent: &BuyerDetails,
    ) -> Result<Buyer, EditBuyerError> {
        self.edit_buyer(by, id, |now| {
            let Some(read) = read else { return Ok(Some(sent.clone())) };
            now.merge(read, sent).map(Some).map_err(|fields| EditBuyerError::Conflict { fields, now: Box::new(now.clone()) })
        })
        .await
    }

    /// Takes a buyer off the list.
    ///
    /// # Errors
    /// `NotFound`; `Named` where there is an invoice to it, be it a draft; `Blocked(NotEditable)` once the application was handed in.
    pub async fn remove_buyer(&self, by: Membership, id: BuyerId) -> Result<(), EditBuyerError> {
        self.edit_buyer(by, id, |_| Ok(None)).await.map(drop)
    }

    /// Answers the buyer as it is now, or was last. The application is written beside it, so that it is not handed in at the
    /// same moment.
    async fn edit_buyer(
        &self,
        by: Membership,
        id: BuyerId,
        edit: impl Fn(&BuyerDetails) -> Result<Option<BuyerDetails>, EditBuyerError> + Send,
    ) -> Result<Buyer, EditBuyerError> {
        for _ in 0..MAX_ATTEMPTS {
            let filed = self.applications.filed(by.company).await?;
            let mut application = self.open(&filed, &by);
            ApplicantAction::EditBuyers.is_open_to(&by)?;
            let buyer = self.buyers.by_id(by.company, id).await?.ok_or(EditBuyerError::NotFound)?;
            let now = self.clock.now();
            let after = edit(&buyer.details)?;
            let change = application.edit_buyer(&buyer, after.clone(), now)?;
            if change.is_none_of(&application) {
                return Ok(buyer);
            }
            let (edited, buyer) = match after {
                Some(details) => {
                    let buyer = Buyer { details, ..buyer };
                    (PartyChange::BuyerChanged(buyer.clone()), buyer)
                }
                None => (PartyChange::BuyerRemoved(by.company, id), buyer),
            };
            let context = WriteContext::of(trail::entry(&application, &change, by.user, now));
            let changes = vec![stands(&by), edited.into(), Change::Application(Box::new((application, change)))];
            match self.commit.commit(changes, context).await {
                Ok(()) => return Ok(buyer),
                Err(CommitError::Stale) => {}
                Err(CommitError::Taken(LISTED_BUYER)) => return Err(EditBuyerError::AlreadyListed),
                Err(CommitError::Taken(NAMED_BUYER)) => return Err(EditBuyerError::Named),
                Err(error) => return Err(error.unexpected().into()),
            }
        }
        Err(Unavailable::Conflicted("buyer").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::idempotency::{IdempotencyKey, RequestKey},
        onboarding::AddBuyerError,
        testing::{World, a_user, buyer_details},
    };
    use sooner_domain::{
        kernel::{
            Invalid,
            audit::AuditAction,
            change::Changed,
            text::{Line, PersonName},
        },
        parties::buyer::PaymentTerms,
    };

    #[tokio::test]
    async fn a_buyer_is_corrected_and_taken_away_until_the_application_is_handed_in() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let me = world.ready_to_submit(a_user()).await?;
        let (by, list) = (me.membership, world.onboarding());
        let named = list.buyers(by.company).await?.remove(0);
        let details = BuyerDetails { contact_name: PersonName::parse("Grace Jansen")?, ..named.details.clone() };
        let changed = list.change_buyer(by, named.id, None, &details).await?;
        assert_eq!(changed, Buyer { details: details.clone(), ..named.clone() });
        let text = |text: &str| Some(text.to_owned());
        let entry = world.last_entry().await?;
        assert_eq!(entry.action, AuditAction::BuyerChanged);
        assert_eq!(entry.changes, [Changed::new("contactName", text(named.details.contact_name.as_str()), text("Grace Jansen"))]);

        let second = list.add_buyer(by, buyer_details("Südwind AG"), None).await?;
        list.remove_buyer(by, second.id).await?;
        assert_eq!(list.remove_buyer(by, second.id).await, Err(EditBuyerError::NotFound));
        assert_eq!(world.last_entry().await?.action, AuditAction::BuyerRemoved);
        assert_eq!(list.buyers(by.company).await?, std::slice::from_ref(&changed));

        list.submit(&me, None).await?;
        assert_eq!(list.change_buyer(by, named.id, None, &details).await, Err(Blocked::NotEditable.into()));
        assert_eq!(list.remove_buyer(by, named.id).await, Err(Blocked::NotEditable.into()));
        assert_eq!(list.buyers(by.company).await?, [changed]);
        Ok(())
    }

    #[tokio::test]
    async fn what_was_said_already_is_not_written() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.member(a_user()).await?.membership;
        let buyer = world.onboarding().add_buyer(by, buyer_details("Nordwind AG"), None).await?;
        assert_eq!(world.onboarding().change_buyer(by, buyer.id, None, &buyer.details).await, Ok(buyer));
        assert_eq!(world.last_entry().await?.action, AuditAction::BuyerAdded);
        Ok(())
    }

    #[tokio::test]
    async fn changes_of_two_people_merge_and_where_they_differ_both_are_told() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.member(a_user()).await?.membership;
        let list = world.onboarding();
        let read = list.add_buyer(by, buyer_details("Nordwind AG"), None).await?;
        let named = |name: &str| Ok::<_, Invalid>(BuyerDetails { contact_name: PersonName::parse(name)?, ..read.details.clone() });
        let longer = BuyerDetails { payment_terms: PaymentTerms::parse_days(61)?, ..read.details.clone() };
        list.change_buyer(by, read.id, Some(&read.details), &named("Grace Jansen")?).await?;
        let both = list.change_buyer(by, read.id, Some(&read.details), &longer).await?;
        assert_eq!(both.details, BuyerDetails { payment_terms: longer.payment_terms, ..named("Grace Jansen")? });
        let refused = list.change_buyer(by, read.id, Some(&read.details), &named("Eve Jansen")?).await;
        assert_eq!(refused, Err(EditBuyerError::Conflict { fields: vec![BuyerField::ContactName], now: Box::new(both.details.clone()) }));
        assert_eq!(list.buyers(by.company).await?, [both]);
        Ok(())
    }

    #[tokio::test]
    async fn anothers_buyer_is_none() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let mine = world.member(a_user()).await?.membership;
        let theirs = world.member(a_user().email("bob@example.com")).await?.membership;
        let buyer = world.onboarding().add_buyer(mine, buyer_details("Nordwind AG"), None).await?;
        let list = world.onboarding();
        assert_eq!(list.change_buyer(theirs, buyer.id, None, &buyer.details).await, Err(EditBuyerError::NotFound));
        assert_eq!(list.remove_buyer(theirs, buyer.id).await, Err(EditBuyerError::NotFound));
        assert_eq!(list.buyers(mine.company).await?, [buyer]);
        Ok(())
    }

    #[tokio::test]
    async fn a_legal_entity_is_on_the_list_once() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.member(a_user()).await?.membership;
        let list = world.onboarding();
        let numbered = |name: &str, number: &str| BuyerDetails { registration_number: Line::parse(number).unwrap(), ..buyer_details(name) };
        list.add_buyer(by, numbered("Nordwind AG", "HRB 1"), None).await?;
        let twice = list.add_buyer(by, numbered("NORDWIND", "hrb-1"), None).await;
        assert_eq!(twice, Err(AddBuyerError::AlreadyListed));
        let other = list.add_buyer(by, numbered("Südwind AG", "HRB 2"), None).await?;
        assert_eq!(list.change_buyer(by, other.id, None, &numbered("Südwind AG", "HRB 1")).await, Err(EditBuyerError::AlreadyListed));
        assert_eq!(list.change_buyer(by, other.id, None, &numbered("Ostwind AG", "HRB 2")).await.map(|buyer| buyer.id), Ok(other.id));
        assert_eq!(list.buyers(by.company).await?.len(), 2);
        Ok(())
    }

    #[tokio::test]
    async fn a_repeated_request_for_a_buyer_who_was_taken_away_adds_nobody() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.member(a_user()).await?.membership;
        let list = world.onboarding();
        let once = RequestKey { user: by.user, key: IdempotencyKey::parse("one")?, fingerprint: [0; 32] };
        let buyer = list.add_buyer(by, buyer_details("Nordwind AG"), Some(once.clone())).await?;
        list.remove_buyer(by, buyer.id).await?;
        assert_eq!(list.add_buyer(by, buyer_details("Nordwind AG"), Some(once)).await, Err(AddBuyerError::TakenAway));
        assert_eq!(list.buyers(by.company).await?, []);
        Ok(())
    }
}
