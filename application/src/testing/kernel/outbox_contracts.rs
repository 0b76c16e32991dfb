//! Mails that wait.

use crate::{
    StorePorts,
    identity::changes::Change,
    kernel::outbox::{Amount, Content, Details, Due, Figure, GivenUp, Mail, Matter, Wanted},
    testing::contracts::{Checked, link, mail, mailing, member, noon},
};
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::join_all;
use sooner_domain::{
    identity::link::LinkPurpose,
    kernel::{
        Invalid,
        coded::Coded,
        ids::{MailId, ReceivableId},
        language::Language,
        money::{Currency, Money},
        text::{Line, Note},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

pub async fn a_mail_is_taken_by_one(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "outbox.ada@example.com").await?;
    let mut sent = Vec::new();
    for number in 0..20 {
        let issued = link(&user, LinkPurpose::VerifyEmail, 100 + number);
        let id = issued.link.id;
        let mail = Mail { content: Content::VerifyEmail { link: id }, ..mail("outbox.ada@example.com")? };
        ports.identity.commit(vec![Change::LinkIssued(issued)], mailing(mail.clone())).await?;
        sent.push(mail);
    }
    let later = noon() + TimeDelta::hours(1);
    let takers = join_all((0..4).map(|_| ports.outbox.take(noon(), later, 20))).await;
    let mut taken: Vec<MailId> = Vec::new();
    for taker in takers {
        let due = taker?;
        assert!(due.iter().all(|due| due.attempts == 0 && due.mail.as_ref().is_ok_and(|mail| sent.contains(mail))));
        taken.extend(due.iter().map(|due| due.id));
    }
    assert_eq!(taken.len(), 20);
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), 20);
    for id in taken {
        ports.outbox.delivered(id).await?;
    }
    assert_eq!(ports.outbox.depth().await?, 0);
    Ok(())
}

pub async fn every_mail_comes_out_as_it_went_in(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "outbox.cyd@example.com").await?;
    let wanted = |kind: &str, reason: &str| Ok::<_, Invalid>(Wanted { kind: kind.to_owned(), reason: Note::parse(reason)? });
    let documents = vec![wanted("bank_statement", "Too old.\n\"Newer\", please \u{1F642}")?, wanted("from_the_future", "{}")?];
    let euro = Currency::parse("EUR")?;
    let amount = |(minor, figure): (_, &Figure)| Ok::<_, Invalid>(Amount { figure: *figure, money: Money::parse(minor, euro)? });
    let amounts: Result<_, _> = (0..).zip(Figure::ALL).map(amount).collect();
    let full = Details {
        sells: true,
        was_approved: true,
        documents,
        note: Some(Note::parse("By Friday.\n\nThank you.")?),
        person: Some("Ünïcødé \"株式会社\"".into()),
        company: Some(Line::parse("Mühle Brandt GmbH")?),
        role: Some("viewer".into()),
        matters: vec![
            Matter {
                receivable: Some(ReceivableId(Uuid::from_u128(7))),
                invoice: Some(Line::parse("RE-1 \"株式会社\"")?),
                debtor: Some(Line::parse("Nordwind AG")?),
                amounts: amounts?,
                on: NaiveDate::from_ymd_opt(2027, 1, 4),
            },
            Matter::default(),
        ],
    };
    let mut number = 150;
    for (code, details) in
        Content::CODES.iter().flat_map(|code| [None, Some(Details::default()), Some(full.clone())].map(|some| (code, some)))
    {
        number += 1;
        let issued = link(&user, LinkPurpose::VerifyEmail, number);
        let made = |link| Content::from_parts(code, link, details.clone());
        let (content, language) = (made(None).or_else(|| made(Some(issued.link.id))), Language::ALL[usize::from(number % 2)]);
        let Some(content) = content else { continue };
        let mail = Mail { content, language, ..mail("outbox.cyd@example.com")? };
        ports.identity.commit(vec![Change::LinkIssued(issued)], mailing(mail.clone())).await?;
        let due = ports.outbox.take(noon(), noon() + TimeDelta::hours(1), 9).await?;
        assert_eq!(due, [Due { id: mail.id, mail: Ok(mail.clone()), attempts: 0 }]);
        ports.outbox.delivered(mail.id).await?;
    }
    Ok(())
}

pub async fn a_mail_comes_back_when_its_taker_dies_or_postpones_it(ports: &StorePorts) -> Checked {
    let (user, _) = member(ports, "outbox.bob@example.com").await?;
    let mail = mail("outbox.bob@example.com")?;
    ports.identity.commit(vec![Change::LinkIssued(link(&user, LinkPurpose::VerifyEmail, 99))], mailing(mail.clone())).await?;
    let at = |seconds: i64| noon() + TimeDelta::seconds(seconds);
    assert_eq!(ports.outbox.take(at(-1), at(9), 9).await?, [], "not before it was written");
    assert_eq!(ports.outbox.take(at(0), at(10), 9).await?.len(), 1);
    assert_eq!(ports.outbox.take(at(9), at(20), 9).await?, [], "somebody has it in hand");
    let again = ports.outbox.take(at(10), at(20), 9).await?;
    assert_eq!(again.iter().map(|due| due.attempts).collect::<Vec<_>>(), [1]);
    ports.outbox.postpone(mail.id, at(50), "421 later").await?;
    assert_eq!(ports.outbox.take(at(49), at(60), 9).await?, []);
    assert_eq!(ports.outbox.take(at(50), at(60), 9).await?.len(), 1);
    ports.outbox.bury(mail.id, "550 never").await?;
    assert_eq!(ports.outbox.take(at(9999), at(9999), 9).await?, []);
    assert_eq!(ports.outbox.depth().await?, 0);
    let given_up = ports.outbox.given_up().await?;
    assert_eq!(given_up, [GivenUp { recipient: "outbox.bob@example.com".into(), created_at: noon(), reason: "550 never".into() }]);
    assert_eq!(ports.outbox.try_again(at(10_000)).await?, 1);
    assert_eq!(ports.outbox.given_up().await?, []);
    assert_eq!(ports.outbox.take(at(9_999), at(10_001), 9).await?, []);
    assert_eq!(ports.outbox.take(at(10_000), at(10_001), 9).await?, [Due { id: mail.id, mail: Ok(mail), attempts: 0 }]);
    Ok(())
}
