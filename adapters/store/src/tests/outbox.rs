//! What only a real database can get wrong about mails that wait.

use super::{Checked, Conn, Database, on_each_database};
use diesel::connection::SimpleConnection;
use sooner_application::{
    kernel::{clock::Clock, outbox::Round},
    testing::{FixedClock, RecordingMailer},
};
use sooner_domain::{house::local_time::TimeZone, kernel::language::Language};
use std::sync::Arc;

async fn each_mail_is_taken_once(database: &Database) -> Checked {
    const MAILS: i64 = 600;
    match Conn::open(&database.url)? {
        Conn::Sqlite(mut conn) => conn.batch_execute(&format!(
            "INSERT INTO outbox (id, recipient, name, content, created_at, due_at, attempts, buried)
               WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MAILS})
               SELECT CAST(printf('%016d', i) AS BLOB), 'ada@example.com', 'Ada Brandt', 'approved', 0, 0, 0, FALSE FROM n"
        ))?,
        Conn::Postgres(mut conn) => conn.batch_execute(&format!(
            "INSERT INTO outbox (id, recipient, name, content, created_at, due_at, attempts, buried)
               SELECT ('f' || lpad(to_hex(i), 31, '0'))::uuid, 'ada@example.com', 'Ada Brandt', 'approved', to_timestamp(0), to_timestamp(0), 0, FALSE
               FROM generate_series(1, {MAILS}) AS i"
        ))?,
    }
    let now = FixedClock::default().now();
    // Of two nodes, each several times at once.
    let nodes = [database.store()?.ports(), database.store()?.ports()];
    let rounds = (0..24).map(|number| nodes[number % 2].outbox.take(now, now + chrono::TimeDelta::minutes(5), 50));
    let taken = futures_util::future::try_join_all(rounds).await?;
    let mut ids: Vec<_> = taken.into_iter().flatten().map(|due| due.id.0).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((all, ids.len()), (usize::try_from(MAILS)?, usize::try_from(MAILS)?));
    Ok(())
}

/// Puts mails without links in the outbox, each with this code and recipient, as a newer version or a hand in the database would.
fn put_mails(database: &Database, mails: &[(&str, &str)]) -> Checked {
    for (number, (code, recipient)) in (1..).zip(mails) {
        let values = format!("'{recipient}', 'Ada Brandt', '{code}'");
        let columns = "id, recipient, name, content, created_at, due_at, attempts, buried";
        match Conn::open(&database.url)? {
            Conn::Sqlite(mut conn) => conn.batch_execute(&format!(
                "INSERT INTO outbox ({columns}) VALUES (CAST(printf('%016d', {number}) AS BLOB), {values}, {number}, {number}, 0, FALSE)"
            ))?,
            Conn::Postgres(mut conn) => conn.batch_execute(&format!(
                "INSERT INTO outbox ({columns})
                   VALUES (lpad('{number}', 32, '0')::uuid, {values}, to_timestamp({number}), to_timestamp({number}), 0, FALSE)"
            ))?,
        }
    }
    Ok(())
}

async fn a_mail_that_cannot_be_read_holds_up_no_other(database: &Database) -> Checked {
    put_mails(
        database,
        &[
            ("from_the_future", "unknown@example.com"),
            ("approved", "first@example.com"),
            ("verify_email", "no.link@example.com"),
            ("approved", "no address"),
            ("reopened", "second@example.com"),
        ],
    )?;
    let (store, mailer, clock) = (database.store()?.ports().outbox, Arc::new(RecordingMailer::default()), Arc::new(FixedClock::default()));
    let delivery = database.store()?.ports().delivery(mailer.clone(), clock.clone(), TimeZone::default());
    assert_eq!(delivery.round().await?, Round { sent: 2, buried: 3, ..Round::default() });
    let sent: Vec<_> = mailer.sent().iter().map(|mail| mail.to.as_str().to_owned()).collect();
    assert_eq!(sent, ["first@example.com", "second@example.com"]);
    // As a release writes them that knows of no languages and tells nothing of a decision.
    assert!(mailer.sent().iter().all(|mail| mail.language == Language::English && mail.content.details().is_none()));

    let given_up = store.given_up().await?;
    let shown: Vec<_> = given_up.iter().map(|mail| (mail.recipient.as_str(), mail.reason.as_str())).collect();
    let expected = [
        ("unknown@example.com", "this version does not know such a mail"),
        ("no.link@example.com", "this version does not know such a mail"),
        ("no address", "its recipient is no e-mail address"),
    ];
    assert_eq!(shown, expected);
    assert_eq!((delivery.round().await?, store.depth().await?), (Round::default(), 0), "they are given up, not hidden for a while");

    // An operator who has them tried again does no harm.
    assert_eq!(store.try_again(clock.now()).await?, 3);
    assert_eq!(delivery.round().await?, Round { buried: 3, ..Round::default() });
    assert_eq!(store.given_up().await?, given_up);
    Ok(())
}

on_each_database!(each_mail_is_taken_once, a_mail_that_cannot_be_read_holds_up_no_other);
