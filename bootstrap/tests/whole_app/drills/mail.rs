//! F2: the mail server is away, hangs, postpones, rejects, or hangs up in the middle.

use super::{
    super::support::{Checked, Instance, output},
    rounds,
    smtp_server::{Manners, SmtpServer},
};
use actix_web::rt::time::sleep;
use std::time::{Duration, Instant};

/// How many sign up while the server misbehaves.
const PEOPLE: usize = 3;

/// Lets the time pass that the outbox waits between attempts.
fn wind_forward(instance: &Instance) -> Checked {
    instance.sql("UPDATE outbox SET due_at = 0 WHERE NOT buried")
}

async fn sign_ups(instance: &Instance, first: usize) -> Result<Duration, Box<dyn std::error::Error>> {
    let mut slowest = Duration::ZERO;
    for number in first..first + PEOPLE {
        let began = Instant::now();
        let answer = instance.sign_up_somebody(number).await?;
        assert_eq!(answer.status(), 201, "{}", answer.text().await?);
        slowest = slowest.max(began.elapsed());
    }
    Ok(slowest)
}

async fn arrived(instance: &Instance, server: &SmtpServer, people: std::ops::Range<usize>) -> Checked {
    for number in people {
        while !server.has_mail_for(&format!("somebody.{number}@example.com")) {
            wind_forward(instance)?;
            sleep(Duration::from_millis(100)).await;
        }
    }
    Ok(())
}

#[actix_web::test]
async fn every_mail_arrives_once_the_mail_server_is_back() -> Checked {
    let server = SmtpServer::start(Manners::Polite).await?;
    let url = format!("smtp://{}", server.address);
    let instance = Instance::on_sqlite_with(&[("SOONER_MAIL_URL", &url), ("SOONER_LOG", "off")]).await?;
    let quiet = sign_ups(&instance, 0).await?;
    arrived(&instance, &server, 0..PEOPLE).await?;
    let mut first = PEOPLE;
    for round in 0..rounds(1).min(20) {
        for manners in [Manners::Refuses, Manners::Hangs, Manners::Postpones, Manners::CutsOff] {
            server.behave(manners);
            let slowest = sign_ups(&instance, first).await?;
            // Until it has been tried at least once.
            let calls = server.commands().len();
            while matches!(manners, Manners::Postpones | Manners::CutsOff) && server.commands().len() == calls {
                sleep(Duration::from_millis(50)).await;
            }
            server.behave(Manners::Polite);
            arrived(&instance, &server, first..first + PEOPLE).await?;
            println!(
                "mail server {manners:?}, round {round}: 0 sign-ups failed, slowest {} ms (quiet: {} ms), every mail arrived",
                slowest.as_millis(),
                quiet.as_millis()
            );
            first += PEOPLE;
        }
    }
    Ok(())
}

#[actix_web::test]
async fn a_mail_refused_for_good_is_shown_to_operators_and_tried_again_when_they_say_so() -> Checked {
    let server = SmtpServer::start(Manners::Rejects).await?;
    let url = format!("smtp://{}", server.address);
    let instance = Instance::on_sqlite_with(&[("SOONER_MAIL_URL", &url), ("SOONER_LOG", "off")]).await?;
    sign_ups(&instance, 0).await?;
    let said = |arguments: &[&str]| {
        output(arguments, &instance.variables(), instance.folder()).map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    while said(&["mail", "given-up"])?.lines().count() < PEOPLE {
        sleep(Duration::from_millis(50)).await;
    }
    let list = said(&["mail", "given-up"])?;
    assert!(list.contains("somebody.0@example.com") && list.contains("554"), "{list}");
    server.behave(Manners::Polite);
    assert_eq!(said(&["mail", "try-again"])?, format!("{PEOPLE} mails will be tried again.\n"));
    arrived(&instance, &server, 0..PEOPLE).await?;
    assert_eq!(said(&["mail", "given-up"])?, "No mail was given up.\n");
    Ok(())
}

#[actix_web::test]
async fn of_five_mails_about_money_three_go_out_and_the_rest_in_one() -> Checked {
    let server = SmtpServer::start(Manners::Polite).await?;
    let url = format!("smtp://{}", server.address);
    let instance = Instance::on_sqlite_with(&[("SOONER_MAIL_URL", &url), ("SOONER_LOG", "off")]).await?;
    instance.sql(
        "INSERT INTO outbox (id, recipient, name, content, created_at, due_at, attempts, buried)
           WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5)
           SELECT CAST(printf('%016d', i) AS BLOB), 'ada@example.com', 'Ada Brandt', 'receipt', i, 0, 0, FALSE FROM n",
    )?;
    let subjects = |subject: &str| server.mails().iter().flatten().filter(|line| *line == &format!("Subject: {subject}")).count();
    while subjects("Payment received") < 3 {
        sleep(Duration::from_millis(50)).await;
    }
    sleep(Duration::from_secs(2)).await;
    assert_eq!((subjects("Payment received"), server.mails().len()), (3, 3), "the others wait for the morning");
    instance.sql("UPDATE outbox SET due_at = 0 WHERE sent_as = 'digest'")?;
    while server.mails().len() == 3 {
        sleep(Duration::from_millis(50)).await;
    }
    sleep(Duration::from_secs(1)).await;
    assert_eq!((subjects("What else is new with your invoices"), server.mails().len()), (1, 4));
    assert!(server.mails()[3].iter().any(|line| line.trim() == "Payments received"));
    Ok(())
}
