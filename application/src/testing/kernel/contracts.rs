//! Rate limits and idempotency keys.

use crate::{
    StorePorts,
    kernel::{
        commit::CommitError,
        idempotency::{Earlier, RequestKey},
        rate_limits::{RateLimit, Spent},
    },
    parties::changes::Change,
    testing::{
        contracts::{Checked, context, id, member, noon, request},
        parties::contracts::buyer,
    },
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{kernel::ids::UserId, parties::buyer::Buyer};

pub async fn a_rate_limit_runs_out_and_is_refilled(ports: &StorePorts) -> Checked {
    let limit = RateLimit { name: "contract", limit: 2, window: TimeDelta::seconds(60) };
    let spend = |seconds: i64, key: &'static str| ports.rate_limits.spend(limit, key, noon() + TimeDelta::seconds(seconds));
    assert_eq!(spend(0, "a").await?, Spent::Within);
    assert_eq!(spend(10, "a").await?, Spent::Within);
    assert_eq!(spend(20, "a").await?, Spent::Over { retry_after_seconds: 40 });
    assert_eq!(spend(20, "b").await?, Spent::Within);
    assert_eq!(spend(59, "a").await?, Spent::Over { retry_after_seconds: 1 });
    assert_eq!(spend(60, "a").await?, Spent::Within);
    Ok(())
}

pub async fn of_many_under_one_key_one_is_written(ports: &StorePorts) -> Checked {
    let (user, seller) = member(ports, "buyers.once@example.com").await?;
    let request = request(user.id(), "key")?;
    assert_eq!(ports.idempotency.earlier(&request).await?, Earlier::Nothing);
    let all: Vec<_> = (0..64).map(|_| buyer(seller.company, "Nordwind AG")).collect();
    let add = |buyer: &Buyer| {
        let context = context().under(Some(request.made(buyer.id.0, noon())));
        ports.parties.commit(vec![Change::BuyerAdded { buyer: buyer.clone(), max: 100 }], context)
    };
    let answers = join_all(all.iter().map(add)).await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(buyer, _)| buyer.clone()).collect();
    assert_eq!(winners.len(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Repeated))));
    assert_eq!(ports.buyers.of(seller.company).await?, winners);
    assert_eq!(ports.idempotency.earlier(&request).await?, Earlier::Made(winners[0].id.0));
    assert_eq!(ports.idempotency.earlier(&RequestKey { fingerprint: [2; 32], ..request.clone() }).await?, Earlier::OtherRequest);
    let another = UserId(id());
    assert_eq!(ports.idempotency.earlier(&RequestKey { user: another, ..request }).await?, Earlier::Nothing, "keys are a person's own");
    Ok(())
}
