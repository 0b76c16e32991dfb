//! The list of buyers, and idempotency keys with it.

use super::{Checked, Store, effects, id, noon, once, overview, stored_user};
use crate::{
    buyers::{AddBuyerStoreError, Buyers},
    kernel::{
        commit::WriteContext,
        idempotency::{Earlier, RequestKey},
    },
    onboarding::ports::SaveError,
    testing::buyer_details,
};
use futures_util::future::join_all;
use sooner_domain::{
    kernel::ids::{BuyerId, UserId},
    parties::buyer::{Buyer, BuyerDecision, BuyerStatus},
};
use std::sync::Arc;

const MOST: usize = 5;

pub(super) async fn run(store: Arc<dyn Store>) -> Checked {
    buyers_come_back_in_order_to_their_seller_alone(store.as_ref()).await?;
    of_many_at_once_the_list_takes_as_many_as_it_holds(store.clone()).await?;
    of_many_under_one_key_one_is_added(store.clone()).await?;
    of_many_decisions_on_a_buyer_one_wins(store).await
}

fn buyer(seller: UserId, name: &str) -> Buyer {
    Buyer::named(BuyerId(id()), seller, buyer_details(name), noon())
}

fn under(once: &RequestKey, buyer: &Buyer) -> WriteContext {
    effects().under(Some(once.made(buyer.id.0, noon())))
}

async fn buyers_come_back_in_order_to_their_seller_alone(store: &dyn Store) -> Checked {
    let ada = stored_user(store, "buyers.ada@example.com").await?.id();
    let bob = stored_user(store, "buyers.bob@example.com").await?.id();
    let (first, second) = (buyer(ada, "Nordwind AG"), buyer(ada, "Ünïcødé 株式会社"));
    Buyers::add(store, &first, MOST, effects()).await?;
    Buyers::add(store, &second, MOST, effects()).await?;
    assert_eq!(Buyers::of(store, ada).await?, [first.clone(), second]);
    assert_eq!(Buyers::of(store, bob).await?, []);
    assert_eq!(Buyers::by_id(store, ada, first.id).await?, Some(first.clone()));
    assert_eq!(Buyers::by_id(store, bob, first.id).await?, None);
    Ok(())
}

async fn of_many_at_once_the_list_takes_as_many_as_it_holds(store: Arc<dyn Store>) -> Checked {
    let seller = stored_user(store.as_ref(), "buyers.many@example.com").await?.id();
    let all: Vec<_> = (0..MOST * 4).map(|number| buyer(seller, &format!("Buyer {number}"))).collect();
    let answers = join_all(all.iter().map(|buyer| Buyers::add(store.as_ref(), buyer, MOST, effects()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), MOST);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(AddBuyerStoreError::ListFull))));
    assert_eq!(Buyers::of(store.as_ref(), seller).await?.len(), MOST);
    Ok(())
}

async fn of_many_under_one_key_one_is_added(store: Arc<dyn Store>) -> Checked {
    let seller = stored_user(store.as_ref(), "buyers.once@example.com").await?.id();
    let once = once(seller, "key")?;
    assert_eq!(store.earlier(&once).await?, Earlier::Nothing);
    let all: Vec<_> = (0..64).map(|_| buyer(seller, "Nordwind AG")).collect();
    let answers = join_all(all.iter().map(|buyer| Buyers::add(store.as_ref(), buyer, 100, under(&once, buyer)))).await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(buyer, _)| buyer.clone()).collect();
    assert_eq!(winners.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(AddBuyerStoreError::Repeated))));
    assert_eq!(Buyers::of(store.as_ref(), seller).await?, winners);
    assert_eq!(store.earlier(&once).await?, Earlier::Made(winners[0].id.0));
    assert_eq!(store.earlier(&RequestKey { content: [2; 32], ..once.clone() }).await?, Earlier::OtherContent);
    assert_eq!(store.earlier(&RequestKey { operation: "another", ..once }).await?, Earlier::Nothing);
    Ok(())
}

async fn of_many_decisions_on_a_buyer_one_wins(store: Arc<dyn Store>) -> Checked {
    let user = stored_user(store.as_ref(), "buyers.decided@example.com").await?;
    let seller = user.id();
    let buyer = buyer(seller, "Nordwind AG");
    Buyers::add(store.as_ref(), &buyer, MOST, effects()).await?;
    let decided = |decision: BuyerDecision| Buyer { status: decision.status(), ..buyer.clone() };
    let all: Vec<_> =
        (0..16).map(|number| decided(if number % 2 == 0 { BuyerDecision::Approve } else { BuyerDecision::Decline })).collect();
    let answers = join_all(all.iter().map(|buyer| Buyers::decide(store.as_ref(), buyer, BuyerStatus::Pending, effects()))).await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(buyer, _)| buyer.clone()).collect();
    assert_eq!(winners.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(SaveError::Stale))));
    assert_eq!(Buyers::of(store.as_ref(), seller).await?, winners);
    assert_eq!(overview(store.as_ref(), &user).await?.pending_buyers, []);
    Ok(())
}
