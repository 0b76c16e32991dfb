//! How records get their places in the chain.

use super::audit_contracts::{head, write};
use crate::{
    StorePorts,
    identity::changes::Change as AccountChange,
    kernel::{
        audit::{Record, Subject},
        chain::{Backlog, Chained, Hash, Sealed},
    },
    testing::{
        contracts::{Checked, identity, member, noon, session},
        records,
    },
};
use chrono::TimeDelta;
use futures_util::future::{join_all, join3};
use sooner_domain::kernel::{
    audit::{AuditAction, Entry},
    ids::UserId,
};
use std::error::Error;

/// Writes entries one second after the other, and answers who they are about.
async fn one_after_the_other(ports: &StorePorts, email: &str, seconds: impl Iterator<Item = i64>) -> Result<UserId, Box<dyn Error>> {
    let (user, _) = member(ports, email).await?;
    for second in seconds {
        let at = noon() + TimeDelta::seconds(second);
        write(ports, &user, Entry::own(user.id(), AuditAction::SignedIn, at)).await?;
    }
    Ok(user.id())
}

pub async fn pages_neither_skip_nor_repeat_what_is_sealed_between_them(ports: &StorePorts) -> Checked {
    // The third is committed before the second.
    let of = one_after_the_other(ports, "audit.pages@example.com", [1, 3, 2, 4, 5].into_iter()).await?;
    let subjects = [Subject::User(of)];
    let (mut seen, mut before) = (Vec::new(), None);
    loop {
        let page = ports.trail.about(&subjects, before, 2).await?;
        let Some(last) = page.last() else { break };
        before = Some(last.id);
        seen.extend(page.iter().map(|record| (record.entry.at - noon()).num_seconds()));
        ports.audit_chain.seal(0, 1).await?;
    }
    assert_eq!(seen, [5, 4, 3, 2, 1]);
    Ok(())
}

pub async fn what_waits_is_counted_and_sealed_in_order_a_page_at_a_time(ports: &StorePorts) -> Checked {
    ports.sealing().all().await?;
    let written = head(ports).await?;
    let of = one_after_the_other(ports, "audit.waits@example.com", 1..4).await?;
    let waiting = ports.audit_chain.waiting().await?;
    // A store with one writer may give each its place at once.
    if waiting.count > 0 {
        assert_eq!((waiting.count, waiting.since), (4, Some(noon())), "the account, and three entries");
        assert_eq!(head_without_sealing(ports).await?, written);
        let first = ports.audit_chain.seal(0, 3).await?;
        assert_eq!((first.sealed, head_without_sealing(ports).await?), (3, written + 3));
        let second = ports.audit_chain.seal(first.last.ok_or("there is one more")?, 3).await?;
        assert_eq!(second, Sealed { sealed: 1, last: None });
    }
    assert_eq!(ports.audit_chain.waiting().await?, Backlog::default());
    assert_eq!(ports.audit_chain.seal(0, 3).await?, Sealed::default(), "nothing is sealed twice");
    let about = ports.trail.about(&[Subject::User(of)], None, 9).await?;
    assert_eq!(about.iter().map(Record::number).collect::<Vec<_>>(), [4, 3, 2].map(|place| Some(written + place)));
    assert_eq!(ports.audit().verify(None).await?.whole, written + 4);
    Ok(())
}

async fn head_without_sealing(ports: &StorePorts) -> Result<i64, Box<dyn Error>> {
    Ok(ports.audit().verify(None).await?.whole)
}

pub async fn many_writers_and_two_sealers_make_one_chain(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "audit.race@example.com").await?;
    let before = head(ports).await?;
    let all: Vec<_> = (0..64).map(|_| session(&user)).collect();
    let writing = join_all(all.iter().map(|session| identity(ports, AccountChange::SessionOpened(*session))));
    // Small pages, so that the sealers meet often.
    let sealing = async |most: i64| -> Checked {
        for _ in 0..40 {
            ports.audit_chain.seal(0, most).await?;
        }
        Ok(())
    };
    let (written, one, other) = join3(writing, sealing(3), sealing(4)).await;
    one.and(other)?;
    assert!(written.iter().all(Result::is_ok));
    let records = records(ports).await?;
    assert_eq!(records.last().and_then(Record::number), Some(before + 64));
    let mut previous = Hash::BEGINNING;
    for (number, record) in (1..).zip(&records) {
        let seal = record.seal.ok_or("no seal")?;
        assert_eq!((seal.number, seal.previous, record.is_whole()), (number, previous, true));
        previous = seal.hash;
    }
    assert_eq!(ports.audit().verify(None).await?.head, previous);
    Ok(())
}
