//! Second factors.

use crate::{
    StorePorts,
    identity::{
        KnownAddress,
        changes::{Change, SECOND_FACTOR},
        ports::FactorAtAddress,
    },
    kernel::commit::CommitError,
    testing::contracts::{Checked, context, id, identity, member, noon, session},
};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::identity::second_factor::{FactorId, SecondFactor};

pub async fn a_factor_is_begun_switched_on_and_removed(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "factor.ada@example.com").await?;
    assert_eq!(ports.second_factors.of(user.id()).await?, None);
    let first = SecondFactor::begin(FactorId(id()), user.id(), noon());
    let second = SecondFactor::begin(FactorId(id()), user.id(), noon());
    identity(ports, Change::FactorBegun { factor: first, instead_of: None }).await?;
    for seen in [None, Some(second.id)] {
        let late = identity(ports, Change::FactorBegun { factor: second, instead_of: seen }).await;
        assert_eq!(late, Err(CommitError::Stale), "another one was begun since");
    }
    identity(ports, Change::FactorBegun { factor: second, instead_of: Some(first.id) }).await?;
    assert_eq!(ports.second_factors.of(user.id()).await?, Some(second), "one that waits is replaced");
    let after = second.after_code(59_000_000).ok_or("refused")?;
    let another = identity(ports, Change::FactorUsed { before: first, after }).await;
    assert_eq!(another, Err(CommitError::Stale));
    identity(ports, Change::FactorUsed { before: second, after }).await?;
    assert_eq!(ports.second_factors.of(user.id()).await?, Some(after));
    for seen in [None, Some(second.id)] {
        let late = identity(ports, Change::FactorBegun { factor: first, instead_of: seen }).await;
        assert_eq!(late, Err(CommitError::Taken(SECOND_FACTOR)), "one is on");
    }
    identity(ports, Change::FactorRemoved(user.id())).await?;
    assert_eq!(ports.second_factors.of(user.id()).await?, None);
    Ok(())
}

pub async fn a_factor_is_known_where_a_code_of_it_was_right(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "factor.known@example.com").await?;
    let (here, elsewhere) = ([192, 0, 2, 1].into(), [192, 0, 2, 2].into());
    assert_eq!(ports.second_factors.at_address(user.id(), here, noon()).await?, None);
    let factor = SecondFactor::begin(FactorId(id()), user.id(), noon());
    identity(ports, Change::FactorBegun { factor, instead_of: None }).await?;
    identity(ports, Change::AddressSeen { address: KnownAddress::of(user.id(), here), at: noon() }).await?;
    let at = async |from, since| ports.second_factors.at_address(user.id(), from, since).await;
    let known = |is_known| Some(FactorAtAddress { factor, is_known });
    assert_eq!(at(here, noon()).await?, known(false), "the password is no code");
    identity(ports, Change::AddressSeen { address: KnownAddress::of_factor(factor.id, here), at: noon() }).await?;
    assert_eq!(at(here, noon()).await?, known(true));
    assert_eq!(at(elsewhere, noon()).await?, known(false));
    assert_eq!(at(here, noon() + TimeDelta::seconds(1)).await?, known(false), "too long ago");
    let before = factor.id;
    let factor = SecondFactor::begin(FactorId(id()), user.id(), noon());
    identity(ports, Change::FactorBegun { factor, instead_of: Some(before) }).await?;
    assert_eq!(at(here, noon()).await?, Some(FactorAtAddress { factor, is_known: false }), "of one before");
    Ok(())
}

pub async fn of_many_begun_at_once_one_is_begun(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "factor.many@example.com").await?;
    let mut instead_of = None;
    for _ in 0..2 {
        let all: Vec<_> = (0..8).map(|_| SecondFactor::begin(FactorId(id()), user.id(), noon())).collect();
        let answers = join_all(all.iter().map(|factor| identity(ports, Change::FactorBegun { factor: *factor, instead_of }))).await;
        let begun: Vec<_> = all.iter().zip(&answers).filter(|(_, answer)| answer.is_ok()).map(|(factor, _)| *factor).collect();
        assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
        let [one] = begun[..] else { return Err(format!("{begun:?}").into()) };
        assert_eq!(ports.second_factors.of(user.id()).await?, Some(one));
        instead_of = Some(one.id);
    }
    Ok(())
}

pub async fn of_many_uses_of_one_code_one_counts(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "factor.race@example.com").await?;
    let begun = SecondFactor::begin(FactorId(id()), user.id(), noon());
    identity(ports, Change::FactorBegun { factor: begun, instead_of: None }).await?;
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
