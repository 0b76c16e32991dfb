//! Mails that wait.

use crate::{
    StorePorts,
    identity::changes::Change,
    kernel::outbox::{Amount, Content, Details, Due, Figure, GivenUp, Mail, MailDay, Matter, Sending, Wanted},
    testing::contracts::{Checked, link, mail, mailing, member, noon, session},
};
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::join_all;
use sooner_domain::{
    identity::link::LinkPurpose,
    kernel::{
        Invalid,
        coded::Coded,
        ids::{LinkId, MailId, ReceivableId},
        language::Language,
        money::{Currency, Money},
        return_reason::ReturnReason,
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
        ports.outbox.delivered(&[id]).await?;
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
    let mut full = Details {
        sells: true,
        was_approved: true,
        documents,
        note: Some(Note::parse("By Friday.\n\nThank you.")?),
        person: Some("Ünïcødé \"株式会社\"".into()),
        company: Some(Line::parse("Mühle Brandt GmbH")?),
        role: Some("viewer".into()),
        action: Some("write_off".into()),
        matters: vec![
            Matter {
                receivable: Some(ReceivableId(Uuid::from_u128(7))),
                invoice: Some(Line::parse("RE-1 \"株式会社\"")?),
                debtor: Some(Line::parse("Nordwind AG")?),
                amounts: amounts?,
                on: NaiveDate::from_ymd_opt(2027, 1, 4),
                link: Some(LinkId(Uuid::from_u128(9))),
                came_back: Some(ReturnReason::Closed),
            },
            Matter::default(),
        ],
        paper: Some(Uuid::from_u128(8)),
        parts: Vec::new(),
    };
    full.parts = vec![
        Content::Overdue { details: Some(full.clone()) },
        Content::OfferAccepted { details: None },
        Content::PaymentDue { details: None },
    ];
    let mut number = 80;
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
        ports.outbox.delivered(&[mail.id]).await?;
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
    ports.outbox.postpone(&[mail.id], at(50), "421 later").await?;
    assert_eq!(ports.outbox.take(at(49), at(60), 9).await?, []);
    assert_eq!(ports.outbox.take(at(50), at(60), 9).await?.len(), 1);
    ports.outbox.bury(&[mail.id], "550 never").await?;
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

/// Writes so many mails about money to one address, and answers their ids.
async fn about_money(ports: &StorePorts, address: &str, number: u8) -> Result<Vec<MailId>, Box<dyn std::error::Error>> {
    let (user, _) = member(ports, address).await?;
    let mut ids = Vec::new();
    for _ in 0..number {
        let mail = Mail { content: Content::Receipt { details: None }, ..mail(address)? };
        ids.push(mail.id);
        ports.identity.commit(vec![Change::SessionOpened(session(&user))], mailing(mail)).await?;
    }
    Ok(ids)
}

fn day_after(days: i64) -> MailDay {
    let at = noon() + TimeDelta::days(days);
    MailDay { date: at.date_naive(), digest_at: at + TimeDelta::hours(19) }
}

pub async fn of_many_to_one_address_on_one_day_a_few_go_alone(ports: &StorePorts) -> Checked {
    let ids = about_money(ports, "outbox.dan@example.com", 20).await?;
    let others = about_money(ports, "outbox.eve.other@example.com", 2).await?;
    let (today, tomorrow) = (day_after(0), day_after(1));
    // Each is asked for twice at once, as when a node takes over from a slow one.
    let asked = join_all(ids.iter().chain(&ids).map(|id| ports.outbox.admit(*id, &today, 3))).await;
    let asked: Vec<_> = asked.into_iter().collect::<Result<_, _>>()?;
    let (first, again) = asked.split_at(20);
    assert_eq!(first, again, "it is decided once");
    assert_eq!(first.iter().filter(|sending| **sending == Sending::Alone).count(), 3);
    for other in &others {
        assert_eq!(ports.outbox.admit(*other, &today, 3).await?, Sending::Alone, "another address");
    }
    // Asked again on another day they stay what they are, and take nothing from it.
    for (id, sending) in ids.iter().zip(first) {
        assert_eq!(ports.outbox.admit(*id, &tomorrow, 3).await?, *sending);
    }
    // Those that go alone are handed out as ever, and the rest in one piece, to one of many takers.
    assert_eq!(ports.outbox.depth().await?, 5);
    let at = |hours: i64| noon() + TimeDelta::hours(hours);
    assert_eq!(ports.outbox.take(at(20), at(21), 99).await?.len(), 5);
    assert_eq!(ports.outbox.take_digest(at(18), at(30)).await?, []);
    let takers = join_all((0..6).map(|_| ports.outbox.take_digest(at(19), at(30)))).await;
    let mut taken: Vec<_> = takers.into_iter().collect::<Result<_, _>>()?;
    taken.retain(|taken: &Vec<Due>| !taken.is_empty());
    assert_eq!(taken.iter().map(Vec::len).collect::<Vec<_>>(), [17]);
    let kept: Vec<_> = taken.concat().iter().map(|due| due.id).collect();
    assert!(taken.concat().iter().all(|due| due.attempts == 0 && due.mail.is_ok()));
    assert!(kept.iter().all(|id| ids.contains(id)) && kept.iter().collect::<BTreeSet<_>>().len() == 17);
    // Put back together, or left by a taker who died, they come together.
    ports.outbox.postpone(&kept, at(22), "421 later").await?;
    assert_eq!(ports.outbox.take_digest(at(21), at(30)).await?, []);
    let again = ports.outbox.take_digest(at(22), at(30)).await?;
    assert_eq!(again.iter().map(|due| due.attempts).collect::<Vec<_>>(), [1; 17]);
    assert_eq!(ports.outbox.take_digest(at(30), at(40)).await?.len(), 17);
    ports.outbox.bury(&kept[..1], "550 never").await?;
    assert_eq!(ports.outbox.take_digest(at(40), at(50)).await?.len(), 16);
    ports.outbox.delivered(&kept[1..]).await?;
    assert_eq!(ports.outbox.try_again(at(60)).await?, 1);
    assert_eq!(ports.outbox.take_digest(at(60), at(70)).await?.iter().map(|due| due.id).collect::<Vec<_>>(), kept[..1]);
    ports.outbox.delivered(&kept[..1]).await?;
    ports.outbox.delivered(&[ids, others].concat()).await?;
    assert_eq!(ports.outbox.depth().await?, 0);
    Ok(())
}
