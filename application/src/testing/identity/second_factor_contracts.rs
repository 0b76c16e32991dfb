//! Second factors.

use crate::{
    StorePorts,
    identity::changes::{Change, SECOND_FACTOR},
    kernel::commit::CommitError,
    testing::contracts::{Checked, context, id, identity, member, noon, session},
};
use futures_util::future::join_all;
use sooner_domain::identity::second_factor::{FactorId, SecondFactor};

pub async fn a_factor_is_begun_switched_on_and_removed(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "factor.ada@example.com").await?;
    assert_eq!(ports.second_factors.of(user.id()).await?, None);
    let first = SecondFactor::begin(FactorId(id()), user.id(), noon());
    let second = SecondFactor::begin(FactorId(id()), user.id(), noon());
    identity(ports, Change::FactorBegun(first)).await?;
    identity(ports, Change::FactorBegun(second)).await?;
    assert_eq!(ports.second_factors.of(user.id()).await?, Some(second), "one that waits is replaced");
    let after = second.after_code(59_000_000).ok_or("refused")?;
    let another = identity(ports, Change::FactorUsed { before: first, after }).await;
    assert_eq!(another, Err(CommitError::Stale));
    identity(ports, Change::FactorUsed { before: second, after }).await?;
    assert_eq!(ports.second_factors.of(user.id()).await?, Some(after));
    assert_eq!(identity(ports, Change::FactorBegun(first)).await, Err(CommitError::Taken(SECOND_FACTOR)), "one is on");
    identity(ports, Change::FactorRemoved(user.id())).await?;
    assert_eq!(ports.second_factors.of(user.id()).await?, None);
    Ok(())
}

pub async fn of_many_uses_of_one_code_one_counts(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "factor.race@example.com").await?;
    let begun = SecondFactor::begin(FactorId(id()), user.id(), noon());
    identity(ports, Change::FactorBegun(begun)).await?;
    let after = begun.after_code(7).ok_or("refused")?;
    let all: Vec<_> = (0..16).map(|_| session(&user)).collect();
    let used = |opened| vec![Change::FactorUsed { before: begun, after }, Change::SessionOpened(opened)];
    let answers = join_all(all.iter().map(|opened| ports.identity.commit(used(*opened), context()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    for (opened, answer) in all.iter().zip(answers) {
        assert_eq!(ports.memberships.by_session(opened.id).await?.is_some(), answer.is_ok());
        assert!(matches!(answer, Ok(()) | Err(CommitError::Stale)));
    }
    Ok(())
}
