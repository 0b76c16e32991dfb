//! An operator's decision on one buyer.

use super::{Onboarding, ports::BuyerInCase, works};
use crate::{
    kernel::{
        commit::{CommitError, MAX_ATTEMPTS, WriteContext},
        idempotency::{IdempotencyError, RequestKey, once},
        ids::Ids,
        unavailable::Unavailable,
    },
    parties::{
        changes::{Change as PartyChange, LEGAL_ENTITY, LIKENESS},
        ports::AlikeDebtor,
    },
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
        buyer::{Buyer, BuyerDecision, BuyerDetails, BuyerId, BuyerStatus},
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
    pub debtor: WhichDebtor,
    pub request: Option<RequestKey>,
}

/// Which debtor a buyer is that they approve. The one of its legal entity it is whatever they say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhichDebtor {
    /// This one.
    Known(DebtorId),
    /// None of these, which look like it: a new one.
    NoneOf(Vec<DebtorId>),
}

/// Why nobody knows by what was said which debtor a buyer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotKnown {
    NotThatDebtor,
    Undecided,
}

impl WhichDebtor {
    /// Which one it is: that of its legal entity, or one of those that look like it. None where a new one is to be made.
    pub(crate) fn of(&self, same: Option<DebtorId>, alike: &[AlikeDebtor]) -> Result<Option<DebtorId>, NotKnown> {
        match (same, self) {
            (Some(same), Self::Known(other)) if same != *other => Err(NotKnown::NotThatDebtor),
            (Some(same), Self::NoneOf(none)) if none.contains(&same) => Err(NotKnown::NotThatDebtor),
            (Some(same), _) => Ok(Some(same)),
            (None, Self::Known(known)) if alike.iter().any(|one| one.debtor.id() == *known) => Ok(Some(*known)),
            (None, Self::Known(_)) => Err(NotKnown::NotThatDebtor),
            (None, Self::NoneOf(none)) if alike.iter().any(|one| !none.contains(&one.debtor.id())) => Err(NotKnown::Undecided),
            (None, Self::NoneOf(_)) => Ok(None),
        }
    }

    /// Those that it is none of.
    pub(crate) fn denied(&self) -> &[DebtorId] {
        match self {
            Self::NoneOf(none) => none,
            Self::Known(_) => &[],
        }
    }
}

/// What ties a buyer to this debtor, or to a new one, which looks like none but these.
pub(crate) fn ties(
    which: Option<DebtorId>,
    details: &BuyerDetails,
    but: Vec<DebtorId>,
    (ids, now): (&dyn Ids, DateTime<Utc>),
) -> (DebtorId, Vec<PartyChange>) {
    let (marks, mut changes) = (details.marks(), Vec::new());
    let debtor = which.unwrap_or_else(|| {
        let new = Debtor::of_buyer(DebtorId(ids.next()), details, now);
        let id = new.id();
        changes.extend([PartyChange::NoneAlike { marks: marks.clone(), but }, PartyChange::DebtorAdded(new)]);
        id
    });
    changes.push(PartyChange::DebtorMarked(debtor, marks));
    (debtor, changes)
}

impl Default for WhichDebtor {
    fn default() -> Self {
        Self::NoneOf(Vec::new())
    }
}

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DecideBuyerError {
    #[error("there is no such buyer in this case")]
    NotFound,
    /// There is no such debtor, or another one is of its legal entity.
    #[error("it is not that debtor")]
    NotThatDebtor,
    /// Debtors look like it, and no one has said whether it is one of them.
    #[error("it looks like other debtors")]
    Undecided(Vec<AlikeDebtor>),
    /// A colleague decided since the operator looked.
    #[error("changed meanwhile")]
    Stale,
    /// The application is neither with the operator nor approved, is their own company's or concerns it, or it takes another role.
    #[error(transparent)]
    Blocked(#[from] Blocked),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Onboarding {
    /// Approves or declines one buyer of a case: while the case is with the operator, and once it is approved. An approved
    /// buyer is tied to the debtor it is: the one of its legal entity; or else the one that the reviewer says it is; or a new
    /// one, if they say of each that looks like it that it is not.
    ///
    /// # Errors
    /// `NotFound`, `NotThatDebtor`, `Undecided`, `Blocked`, `Stale` when the buyer is not at the status that was seen.
    pub async fn decide_buyer(&self, case: ApplicationId, id: BuyerId, ruling: BuyerRuling) -> Result<Buyer, DecideBuyerError> {
        let repeat = async |_| Ok(self.found(case, id).await?.buyer);
        once(self.idempotency.as_ref(), ruling.request.as_ref(), repeat, async || {
            for _ in 0..MAX_ATTEMPTS {
                match self.rule(self.found(case, id).await?, &ruling).await? {
                    Some(buyer) => return Ok(buyer),
                    // A colleague approved another buyer that is, or looks like, the same entity at this moment.
                    None => continue,
                }
            }
            Err(Unavailable::Conflicted("debtor").into())
        })
        .await
    }

    /// One buyer of a case, and the debtors it may be but for those that concern the operator's own company.
    ///
    /// # Errors
    /// `NotFound`; `Blocked(OwnCompany)` where the case is the operator's own.
    pub async fn buyer_in_case(&self, by: &Operator, case: ApplicationId, id: BuyerId) -> Result<BuyerInCase, DecideBuyerError> {
        let mut found = self.found(case, id).await?;
        found.application.operator_may_look(by)?;
        let own = self.buyers.own_matters(by.membership.company).await?;
        found.alike.retain(|one| one.debtor.operator_may_look(&own).is_ok());
        Ok(found)
    }

    async fn found(&self, case: ApplicationId, id: BuyerId) -> Result<BuyerInCase, DecideBuyerError> {
        self.applications.buyer_in_case(case, id).await?.ok_or(DecideBuyerError::NotFound)
    }

    /// Stores the ruling; none when the debtor to be made was made by somebody else.
    async fn rule(&self, found: BuyerInCase, ruling: &BuyerRuling) -> Result<Option<Buyer>, DecideBuyerError> {
        found.application.operator_may(OperatorAction::DecideBuyers, &ruling.by)?;
        found.is_not_of(&self.buyers.own_matters(ruling.by.membership.company).await?)?;
        let BuyerInCase { application, mut buyer, debtor: same, alike } = found;
        let BuyerRuling { by, seen, decision, debtor: said, request } = ruling;
        let now = self.clock.now();
        let mut tied = Vec::new();
        if *decision == BuyerDecision::Approve && buyer.debtor.is_none() {
            let which = said.of(same, &alike).map_err(|why| match why {
                NotKnown::NotThatDebtor => DecideBuyerError::NotThatDebtor,
                NotKnown::Undecided => DecideBuyerError::Undecided(alike),
            })?;
            let (debtor, changes) = ties(which, &buyer.details, said.denied().to_vec(), (self.ids.as_ref(), now));
            tied = changes;
            buyer.decide(*decision, Some(debtor));
        } else {
            // Which debtor a buyer is was decided when it was approved first.
            if matches!(said, WhichDebtor::Known(other) if buyer.debtor.is_some_and(|debtor| debtor != *other)) {
                return Err(DecideBuyerError::NotThatDebtor);
            }
            buyer.decide(*decision, None);
        }
        let status = |status: BuyerStatus| Some(status.code().to_owned());
        let about = Subjects { debtor: buyer.debtor, ..Subjects::of_company(buyer.seller, buyer.id.0) };
        let entry = Entry::new(now, Actor::User(by.user()), AuditAction::BuyerDecided, about);
        let entry = entry.change("status", status(*seen), status(buyer.status));
        let entry = said.denied().iter().fold(entry, |entry, debtor| entry.change("notDebtor", None, Some(debtor.to_string())));
        let mails = self.mails_of_decided_buyer(application.status(), &buyer, *seen, now).await?;
        let context = WriteContext { mails, ..WriteContext::of(entry) };
        let context = context.under(request.as_ref().map(|request| request.made(buyer.id.0, now)));
        let decided = PartyChange::BuyerDecided { buyer: buyer.clone(), seen: *seen };
        let changes = tied.into_iter().chain([decided]).map(Into::into);
        let changes = [works(by)].into_iter().chain(changes).collect();
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(Some(buyer)),
            Err(CommitError::Taken(LEGAL_ENTITY | LIKENESS)) => Ok(None),
            Err(CommitError::Stale) => Err(DecideBuyerError::Stale),
            Err(error) => Err(error.unexpected().into()),
        }
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
        let ruling = |seen, decision| BuyerRuling { by, seen, decision, debtor: WhichDebtor::default(), request: None };
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
        let ruling =
            BuyerRuling { by, seen: BuyerStatus::Pending, decision: BuyerDecision::Approve, debtor: WhichDebtor::default(), request: None };
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
            let ruling = |seen, decision| BuyerRuling { by, seen, decision, debtor: WhichDebtor::default(), request: None };
            let declined = world.onboarding().decide_buyer(case, buyer.id, ruling(BuyerStatus::Pending, BuyerDecision::Decline)).await?;
            assert_eq!(declined.debtor, None, "declined");
            let approved = world.onboarding().decide_buyer(case, buyer.id, ruling(BuyerStatus::Declined, BuyerDecision::Approve)).await?;
            debtors.push(approved.debtor.ok_or("no debtor")?);
        }
        assert_eq!(debtors[0], debtors[1]);
        Ok(())
    }

    /// A case whose one buyer has this number and name in Germany.
    async fn naming(world: &World, number: &str, name: &str) -> Result<(ApplicationId, Buyer), Box<dyn std::error::Error>> {
        let seller = world.member(a_user().email(&format!("{}@example.com", world.ids.next().simple()))).await?;
        world.fill_in(&seller).await?;
        let mut details = buyer_details(name);
        details.country = sooner_domain::kernel::country::CountryCode::parse("DE")?;
        details.registration_number = sooner_domain::kernel::text::Line::parse(number)?;
        let buyer = world.onboarding().add_buyer(seller.membership, details, None).await?;
        world.onboarding().submit(&seller, None).await?;
        Ok((world.onboarding().view(seller.membership).await?.application.parts().id, buyer))
    }

    fn approving(by: Operator, debtor: WhichDebtor) -> BuyerRuling {
        BuyerRuling { by, seen: BuyerStatus::Pending, decision: BuyerDecision::Approve, debtor, request: None }
    }

    #[tokio::test]
    async fn which_debtor_a_buyer_is_that_looks_like_one_a_person_says() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.operator().await?.operator();
        let decide = |(case, buyer): (ApplicationId, Buyer), debtor| {
            let (list, ruling) = (world.onboarding(), approving(by, debtor));
            async move { list.decide_buyer(case, buyer.id, ruling).await }
        };
        let first = decide(naming(&world, "HRB 1", "Babbage Retail GmbH").await?, WhichDebtor::default()).await?;
        let debtor = first.debtor.ok_or("no debtor")?;
        let made = world.store().debtors.by_id(debtor).await?.ok_or("no debtor")?;
        let contact = made.parts().contact.clone().ok_or("no contact")?;
        assert_eq!((contact.name, contact.email), (first.details.contact_name.clone(), first.details.contact_email.clone()));

        let again = naming(&world, "HRB 01 (Berlin)", "Babbage GmbH").await?;
        let undecided = decide(again.clone(), WhichDebtor::default()).await;
        let Err(DecideBuyerError::Undecided(alike)) = undecided else { return Err(format!("{undecided:?}").into()) };
        assert_eq!(alike.iter().map(|one| (one.debtor.id(), one.sellers)).collect::<Vec<_>>(), [(debtor, 1)]);
        let unknown = WhichDebtor::Known(DebtorId(uuid::Uuid::nil()));
        assert_eq!(decide(again.clone(), unknown).await, Err(DecideBuyerError::NotThatDebtor));
        assert_eq!(decide(again, WhichDebtor::Known(debtor)).await?.debtor, Some(debtor));

        // What it was called then it is found by from now on.
        let renamed = naming(&world, "HRB 77", "Babbage AG").await?;
        assert!(matches!(decide(renamed.clone(), WhichDebtor::default()).await, Err(DecideBuyerError::Undecided(_))));
        let other = decide(renamed, WhichDebtor::NoneOf(vec![debtor])).await?.debtor.ok_or("no debtor")?;
        assert_ne!(other, debtor);

        // The same legal entity it is, whatever they say.
        let same = naming(&world, "hrb-1", "Babbage Retail GmbH").await?;
        for wrong in [WhichDebtor::Known(other), WhichDebtor::NoneOf(vec![debtor, other])] {
            assert_eq!(decide(same.clone(), wrong).await, Err(DecideBuyerError::NotThatDebtor));
        }
        assert_eq!(decide(same, WhichDebtor::default()).await?.debtor, Some(debtor));
        Ok(())
    }

    #[tokio::test]
    async fn of_forty_spellings_of_ten_companies_none_makes_a_debtor_that_nobody_saw() -> Result<(), Box<dyn std::error::Error>> {
        let world = World::default();
        let by = world.operator().await?.operator();
        let names = ["Babbage", "Curie", "Darwin", "Euler", "Faraday", "Gauss", "Hopper", "Ising", "Jacobi", "Kepler"];
        let mut debtors = std::collections::BTreeSet::new();
        for (place, name) in names.into_iter().enumerate() {
            // So many do not sign up within an hour.
            world.clock.advance(chrono::TimeDelta::hours(2));
            let digits = 40_100 + place * 17;
            let arabic: String = digits.to_string().bytes().filter_map(|digit| char::from_u32(0x660 + u32::from(digit - b'0'))).collect();
            let spellings = [
                (format!("HRB {digits}"), format!("{name} Retail GmbH")),
                (format!("HRB {arabic}"), format!("{name}-RETAIL G.m.b.H.")),
                (format!("Amtsgericht Berlin HRB 00{digits}"), format!("{name} Handel")),
                (format!("1{digits}9"), format!("Retail {name} Gesellschaft mit beschränkter Haftung")),
            ];
            for (number, name) in spellings {
                let (case, buyer) = naming(&world, &number, &name).await?;
                let ruled = world.onboarding().decide_buyer(case, buyer.id, approving(by, WhichDebtor::default())).await;
                let ruled = match ruled {
                    Err(DecideBuyerError::Undecided(alike)) => {
                        assert_eq!(alike.len(), 1, "{number} {name}");
                        let picked = WhichDebtor::Known(alike[0].debtor.id());
                        world.onboarding().decide_buyer(case, buyer.id, approving(by, picked)).await?
                    }
                    ruled => ruled?,
                };
                debtors.insert(ruled.debtor.ok_or("no debtor")?);
            }
        }
        assert_eq!(debtors.len(), names.len());
        Ok(())
    }
}
