//! Words that too many applications share.

use super::{Checked, Conn, Database, on_each_database, use_cases};
use crate::onboarding::MAX_LOOKED_AT;
use diesel::connection::SimpleConnection;
use sooner_application::{
    UseCases,
    onboarding::{Onboarding, QueueSearch, ports::QueueFilter},
    testing::{PASSWORD, a_user, complete_form},
};
use sooner_domain::identity::password::NewPassword;
use std::error::Error;

/// Fills the store up to this many applications that wait, each found by a word of its own and by one they share.
fn grow(database: &Database, from: i64, to: i64) -> Checked {
    match Conn::open(&database.url)? {
        Conn::Sqlite(mut conn) => {
            let numbers = format!("WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to})");
            let id = "CAST(printf('%016d', i) AS BLOB)";
            conn.batch_execute(&format!(
                "INSERT INTO users (id, email, email_verified, fname, lname, role, created_at)
                   {numbers} SELECT {id}, 'u' || i || '@example.com', 1, 'Ada', 'Brandt', 'member', 0 FROM n;
                 INSERT INTO companies (id, created_at) {numbers} SELECT {id}, 0 FROM n;
                 INSERT INTO applications (id, company_id, applicant_id, status, version, submissions, form, requests, waiting_since)
                   {numbers} SELECT {id}, {id}, {id}, 1, 1, 1, (SELECT form FROM applications LIMIT 1), '[]', 1000000 + i FROM n;
                 INSERT INTO search_words (word, application_id) {numbers} SELECT 'company' || i, {id} FROM n;
                 INSERT INTO search_words (word, application_id) {numbers} SELECT 'gmbh', {id} FROM n;"
            ))?;
        }
        Conn::Postgres(mut conn) => {
            let numbers = format!("FROM generate_series({from}, {to}) AS i");
            let id = "('f' || lpad(to_hex(i), 31, '0'))::uuid";
            conn.batch_execute("SET statement_timeout = 0")?;
            conn.batch_execute(&format!(
                "INSERT INTO users (id, email, email_verified, fname, lname, role, created_at)
                   SELECT {id}, 'u' || i || '@example.com', TRUE, 'Ada', 'Brandt', 'member', now() {numbers};
                 INSERT INTO companies (id, created_at) SELECT {id}, now() {numbers};
                 INSERT INTO applications (id, company_id, applicant_id, status, version, submissions, form, requests, waiting_since)
                   SELECT {id}, {id}, {id}, 1, 1, 1, (SELECT form FROM applications LIMIT 1), '[]', to_timestamp(i) {numbers};
                 INSERT INTO search_words (word, application_id) SELECT 'company' || i, {id} {numbers};
                 INSERT INTO search_words (word, application_id) SELECT 'gmbh', {id} {numbers};
                 ANALYZE"
            ))?;
        }
    }
    Ok(())
}

/// The onboarding use cases on this database, in which somebody has begun the form.
async fn with_a_draft(database: &Database) -> Result<Onboarding, Box<dyn Error>> {
    let UseCases { parties, onboarding, .. } = use_cases(&database.store()?);
    let user = a_user();
    let token = parties.sign_up(user.member, NewPassword::parse(PASSWORD, &[])?, user.from).await?;
    let me = parties.member(&token).await?.ok_or("not signed in")?;
    onboarding.save_form(me.membership, complete_form(), None).await?;
    Ok(onboarding)
}

fn find(words: &str) -> QueueSearch {
    QueueSearch { words: words.to_owned(), ..QueueSearch::default() }
}

async fn a_word_too_common_is_said_to_be_one(database: &Database) -> Checked {
    let onboarding = with_a_draft(database).await?;
    for (from, to, too_many) in [(1, MAX_LOOKED_AT - 1, false), (MAX_LOOKED_AT, MAX_LOOKED_AT, true)] {
        let alike = format!(
            "INSERT INTO search_words (word, application_id)
               WITH RECURSIVE n(i) AS (SELECT {from} UNION ALL SELECT i + 1 FROM n WHERE i < {to})
               SELECT 'alike' || i, (SELECT id FROM applications) FROM n"
        );
        database.run(&alike)?;
        let page = onboarding.queue(find("alike"), None).await?;
        assert_eq!((page.entries.len(), page.too_many), (1, too_many));
    }
    // With the draft they are as many as are looked through.
    grow(database, 1, QueueFilter::MAX_FOUND - 1)?;
    assert!(!onboarding.queue(find("gmbh"), None).await?.too_many, "all were looked through");
    let one = QueueFilter::MAX_FOUND;
    grow(database, one, one + 1)?;
    assert!(onboarding.queue(find("gmbh"), None).await?.too_many);
    // The longer word is the one looked for first: of what it cuts off the other knows nothing.
    assert!(onboarding.queue(find("compan gmbh"), None).await?.too_many);
    let rare = onboarding.queue(find(&format!("company{one} gmbh")), None).await?;
    assert_eq!((rare.entries.len(), rare.too_many), (1, false));
    Ok(())
}

on_each_database!(a_word_too_common_is_said_to_be_one);
