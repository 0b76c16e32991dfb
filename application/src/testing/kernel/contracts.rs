//! Rate limits and idempotency keys.

use crate::{
    StorePorts,
    kernel::{
        commit::CommitError,
        idempotency::{Earlier, IdempotencyError, RequestKey, once},
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
    let give_back = |key: &'static str| ports.rate_limits.give_back(limit, key);
    for _ in 0..3 {
        give_back("a").await?;
    }
    give_back("nobody").await?;
    assert_eq!([spend(61, "a").await?, spend(62, "a").await?], [Spent::Within; 2], "of one try one was given back, and no more");
    assert_eq!(spend(70, "a").await?, Spent::Over { retry_after_seconds: 50 });
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

pub async fn of_many_bodies_under_one_key_one_is_written_and_the_others_are_mistakes(ports: &StorePorts) -> Checked {
    let (user, seller) = member(ports, "buyers.bodies@example.com").await?;
    let key = request(user.id(), "key")?;
    let all: Vec<_> =
        (0..32_u8).map(|body| (RequestKey { fingerprint: [body; 32], ..key.clone() }, buyer(seller.company, "Nordwind AG"))).collect();
    let answers = join_all(all.iter().map(|(request, buyer)| {
        let attempt = async || {
            let context = context().under(Some(request.made(buyer.id.0, noon())));
            let change = Change::BuyerAdded { buyer: buyer.clone(), max: 100 };
            // What the use cases make of a key that somebody else was faster with.
            ports.parties.commit(vec![change], context).await.map(|()| buyer.id.0).map_err(|_| Once::NotWritten)
        };
        once(ports.idempotency.as_ref(), Some(request), async |made| Ok(made), attempt)
    }));
    let answers = answers.await;
    let winners: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|((_, buyer), _)| buyer.clone()).collect();
    assert_eq!(winners.len(), 1);
    assert_eq!(answers.iter().filter(|answer| matches!(answer, Err(Once::Key(IdempotencyError::OtherContent)))).count(), 31, "{answers:?}");
    assert_eq!(ports.buyers.of(seller.company).await?, winners);
    Ok(())
}

/// What may come of it.
#[derive(Debug)]
enum Once {
    NotWritten,
    Key(IdempotencyError),
}

impl From<IdempotencyError> for Once {
    fn from(error: IdempotencyError) -> Self {
        Self::Key(error)
    }
}
