//! Members, buyers, debtors.

use crate::{
    StorePorts,
    identity::changes::Change as AccountChange,
    kernel::commit::CommitError,
    parties::changes::{Change, LEGAL_ENTITY, LISTED_BUYER},
    testing::{
        buyer_details,
        contracts::{Checked, context, id, identity, member, noon, parties, session},
    },
};
use futures_util::future::join_all;
use sooner_domain::{
    kernel::ids::{CompanyId, DebtorId},
    parties::{
        buyer::{Buyer, BuyerDecision, BuyerId, BuyerStatus},
        debtor::Debtor,
    },
};

const MAX: usize = 5;

pub(in crate::testing) fn buyer(seller: CompanyId, name: &str) -> Buyer {
    Buyer::named(BuyerId(id()), seller, buyer_details(name), noon())
}

fn added(buyer: &Buyer) -> Change {
    Change::BuyerAdded { buyer: buyer.clone(), max: MAX }
}

/// The debtor that a buyer is.
pub(in crate::testing) fn debtor(buyer: &Buyer) -> Debtor {
    let details = &buyer.details;
    Debtor::new(DebtorId(id()), details.legal_entity(), details.legal_name.clone(), noon())
}

pub async fn a_member_is_found_by_session_with_their_place(ports: &StorePorts) -> Checked {
    let (ada, membership) = member(ports, "members.ada@example.com").await?;
    let (_, other) = member(ports, "members.bob@example.com").await?;
    assert_ne!(membership.company, other.company);
    let session = session(&ada);
    assert_eq!(ports.memberships.by_session(session.id).await?, None);
    identity(ports, AccountChange::SessionOpened(session)).await?;
    assert_eq!(ports.memberships.by_session(session.id).await?, Some((session, ada.clone(), membership)));
    assert_eq!(ports.memberships.people(membership.company).await?, [ada]);
    assert_eq!(ports.memberships.people(CompanyId(id())).await?, []);
    Ok(())
}

pub async fn buyers_come_back_in_order_to_their_seller_alone(ports: &StorePorts) -> Checked {
    let (_, ada) = member(ports, "buyers.ada@example.com").await?;
    let (_, bob) = member(ports, "buyers.bob@example.com").await?;
    let (first, second) = (buyer(ada.company, "Nordwind AG"), buyer(ada.company, "Ünïcødé 株式会社"));
    parties(ports, added(&first)).await?;
    parties(ports, added(&second)).await?;
    assert_eq!(ports.buyers.of(ada.company).await?, [first.clone(), second]);
    assert_eq!(ports.buyers.of(bob.company).await?, []);
    assert_eq!(ports.buyers.by_id(ada.company, first.id).await?, Some(first.clone()));
    assert_eq!(ports.buyers.by_id(bob.company, first.id).await?, None);
    Ok(())
}

pub async fn of_many_at_once_the_list_takes_as_many_as_it_holds(ports: &StorePorts) -> Checked {
    let (_, seller) = member(ports, "buyers.many@example.com").await?;
    let all: Vec<_> = (0..MAX * 4).map(|number| buyer(seller.company, &format!("Buyer {number}"))).collect();
    let answers = join_all(all.iter().map(|buyer| parties(ports, added(buyer)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), MAX);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Full))));
    assert_eq!(ports.buyers.of(seller.company).await?.len(), MAX);
    Ok(())
}

pub async fn a_buyer_is_changed_and_taken_away_by_its_seller_alone(ports: &StorePorts) -> Checked {
    let (_, ada) = member(ports, "buyers.edited@example.com").await?;
    let (_, bob) = member(ports, "buyers.editor@example.com").await?;
    let (first, second) = (buyer(ada.company, "Nordwind AG"), buyer(ada.company, "Südwind AG"));
    parties(ports, added(&first)).await?;
    parties(ports, added(&second)).await?;
    let changed = |seller, name| Buyer { seller, details: buyer_details(name), ..first.clone() };
    assert_eq!(parties(ports, Change::BuyerChanged(changed(bob.company, "Ostwind AG"))).await, Err(CommitError::Stale));
    assert_eq!(parties(ports, Change::BuyerRemoved(bob.company, first.id)).await, Err(CommitError::Stale));
    assert_eq!(ports.buyers.of(ada.company).await?, [first.clone(), second.clone()]);
    let renamed = changed(ada.company, "Ostwind AG");
    parties(ports, Change::BuyerChanged(renamed.clone())).await?;
    assert_eq!(ports.buyers.of(ada.company).await?, [renamed, second.clone()]);
    parties(ports, Change::BuyerRemoved(ada.company, first.id)).await?;
    assert_eq!(parties(ports, Change::BuyerRemoved(ada.company, first.id)).await, Err(CommitError::Stale));
    assert_eq!(ports.buyers.of(ada.company).await?, [second]);
    Ok(())
}

pub async fn of_many_at_once_a_list_takes_a_legal_entity_once(ports: &StorePorts) -> Checked {
    let (_, seller) = member(ports, "buyers.once@example.com").await?;
    let all: Vec<_> = ["Nordwind AG", "NORDWIND-AG", "nordwind ag", "Nordwind AG"].map(|name| buyer(seller.company, name)).into();
    let answers = join_all(all.iter().map(|buyer| parties(ports, added(buyer)))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(LISTED_BUYER)))));
    let listed = ports.buyers.of(seller.company).await?.remove(0);
    let other = buyer(seller.company, "Südwind AG");
    parties(ports, added(&other)).await?;
    let same = Buyer { details: buyer_details("Nordwind.AG"), ..other };
    assert_eq!(parties(ports, Change::BuyerChanged(same)).await, Err(CommitError::Taken(LISTED_BUYER)));
    let rewritten = Buyer { details: buyer_details("Nordwind.AG"), ..listed };
    parties(ports, Change::BuyerChanged(rewritten)).await?;
    Ok(())
}

pub async fn of_many_decisions_on_a_buyer_one_wins(ports: &StorePorts) -> Checked {
    let (_, seller) = member(ports, "buyers.decided@example.com").await?;
    let buyer = buyer(seller.company, "Nordwind AG");
    parties(ports, added(&buyer)).await?;
    let decided = |decision: BuyerDecision| Buyer { status: decision.status(), ..buyer.clone() };
    let all: Vec<_> =
        (0..16).map(|number| decided(if number % 2 == 0 { BuyerDecision::Approve } else { BuyerDecision::Decline })).collect();
    let ruling = |buyer: &Buyer| Change::BuyerDecided { buyer: buyer.clone(), seen: BuyerStatus::Pending };
    let answers = join_all(all.iter().map(|buyer| parties(ports, ruling(buyer)))).await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(buyer, _)| buyer.clone()).collect();
    assert_eq!(winners.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))));
    assert_eq!(ports.buyers.of(seller.company).await?, winners);
    Ok(())
}

pub async fn a_legal_entity_is_one_debtor(ports: &StorePorts) -> Checked {
    let (_, seller) = member(ports, "buyers.debtor@example.com").await?;
    let buyer = buyer(seller.company, "Nordwind AG");
    parties(ports, added(&buyer)).await?;
    let all: Vec<_> = (0..16).map(|_| debtor(&buyer)).collect();
    let approve = |debtor: &Debtor| {
        let mut buyer = buyer.clone();
        buyer.decide(BuyerDecision::Approve, Some(debtor.id()));
        let decided = Change::BuyerDecided { buyer, seen: BuyerStatus::Pending };
        ports.parties.commit(vec![Change::DebtorAdded(debtor.clone()), decided], context())
    };
    let answers = join_all(all.iter().map(approve)).await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(debtor, _)| debtor.id()).collect();
    assert_eq!(winners.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(LEGAL_ENTITY)))));
    assert_eq!(ports.buyers.of(seller.company).await?[0].debtor, Some(winners[0]));
    Ok(())
}
