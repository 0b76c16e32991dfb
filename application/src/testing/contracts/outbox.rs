//! Mails that wait.

use super::{Checked, Store, link, mail, mailing, noon, stored_user};
use crate::kernel::outbox::{Content, Due, GivenUp, Mail};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sooner_domain::{identity::link::LinkPurpose, kernel::ids::MailId};
use std::{collections::BTreeSet, sync::Arc};

pub(super) async fn run(store: Arc<dyn Store>) -> Checked {
    clear(store.as_ref()).await?;
    a_mail_is_taken_by_one(store.clone()).await?;
    a_mail_comes_back_when_its_taker_dies_or_postpones_it(store.as_ref()).await
}

async fn clear(store: &dyn Store) -> Checked {
    for due in store.take(noon() + TimeDelta::days(9), noon(), 1000).await? {
        store.delivered(due.mail.id).await?;
    }
    assert_eq!(store.depth().await?, 0);
    Ok(())
}

async fn a_mail_is_taken_by_one(store: Arc<dyn Store>) -> Checked {
    let user = stored_user(store.as_ref(), "outbox.ada@example.com").await?;
    let mut sent = Vec::new();
    for number in 0..20 {
        let issued = link(&user, LinkPurpose::VerifyEmail, 100 + number);
        let id = issued.link.id;
        let mail = Mail { content: Content::VerifyEmail { link: id }, ..mail("outbox.ada@example.com")? };
        store.issue(&issued, mailing(mail.clone())).await?;
        sent.push(mail);
    }
    let later = noon() + TimeDelta::hours(1);
    let takers = join_all((0..4).map(|_| store.take(noon(), later, 20))).await;
    let mut taken: Vec<MailId> = Vec::new();
    for taker in takers {
        let due = taker?;
        assert!(due.iter().all(|due| due.attempts == 0 && sent.contains(&due.mail)));
        taken.extend(due.iter().map(|due| due.mail.id));
    }
    assert_eq!(taken.len(), 20);
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), 20);
    for id in taken {
        store.delivered(id).await?;
    }
    assert_eq!(store.depth().await?, 0);
    Ok(())
}

async fn a_mail_comes_back_when_its_taker_dies_or_postpones_it(store: &dyn Store) -> Checked {
    let user = stored_user(store, "outbox.bob@example.com").await?;
    let mail = mail("outbox.bob@example.com")?;
    store.issue(&link(&user, LinkPurpose::VerifyEmail, 99), mailing(mail.clone())).await?;
    let at = |seconds: i64| noon() + TimeDelta::seconds(seconds);
    assert_eq!(store.take(at(-1), at(9), 9).await?, [], "not before it was written");
    assert_eq!(store.take(at(0), at(10), 9).await?.len(), 1);
    assert_eq!(store.take(at(9), at(20), 9).await?, [], "somebody has it in hand");
    let again = store.take(at(10), at(20), 9).await?;
    assert_eq!(again.iter().map(|due| due.attempts).collect::<Vec<_>>(), [1]);
    store.postpone(mail.id, at(50), "421 later").await?;
    assert_eq!(store.take(at(49), at(60), 9).await?, []);
    assert_eq!(store.take(at(50), at(60), 9).await?.len(), 1);
    store.bury(mail.id, "550 never").await?;
    assert_eq!(store.take(at(9999), at(9999), 9).await?, []);
    assert_eq!(store.depth().await?, 0);
    let given_up = store.given_up().await?;
    assert_eq!(given_up, [GivenUp { mail: mail.clone(), reason: "550 never".into() }]);
    assert_eq!(store.try_again(at(10_000)).await?, 1);
    assert_eq!(store.given_up().await?, []);
    assert_eq!(store.take(at(9_999), at(10_001), 9).await?, []);
    assert_eq!(store.take(at(10_000), at(10_001), 9).await?, [Due { mail, attempts: 0 }]);
    Ok(())
}
