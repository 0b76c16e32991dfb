//! A database as the first release leaves it: its migrations, and rows of people, companies and applications as it writes them; and
//! what becomes of it. Each later migration is tried on it.

use super::{
    Checked,
    database::{Database, on_each_database},
};
use crate::{
    DatabaseUrl, Store, Tables, WrongTables,
    kernel::conn::{Conn, on},
    migrations::{POSTGRES, SQLITE},
};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::{prelude::*, sql_types::BigInt};
use diesel_migrations::MigrationHarness;
use sooner_application::{
    StorePorts,
    kernel::{
        idempotency::{Earlier, IdempotencyKey, RequestKey},
        rate_limits::{RateLimit, Spent},
    },
    onboarding::ports::{QueueFilter, QueueOrder},
};
use sooner_domain::{
    kernel::{
        ids::{CompanyId, MailId, SessionId, UserId},
        language::Language,
    },
    onboarding::{application::ApplicationId, document::Verdict, status::OnboardingStatus},
    parties::membership::{MemberRole, Membership},
};
use std::error::Error;
use uuid::Uuid;

/// How many migrations the first release has.
const MIGRATIONS: usize = 13;

// Ada's application is under review, Bob's was approved, Cyd has only begun the form. Olga is an operator.
const ADA: Uuid = Uuid::from_u128(0xa1);
const BOB: Uuid = Uuid::from_u128(0xb1);
const CYD: Uuid = Uuid::from_u128(0xc1);
const OLGA: Uuid = Uuid::from_u128(0xd1);
const ADAS_SESSION: Uuid = Uuid::from_u128(0xa2);
const ADAS_APPLICATION: Uuid = Uuid::from_u128(0xa3);
const BOBS_APPLICATION: Uuid = Uuid::from_u128(0xb3);
const CYDS_APPLICATION: Uuid = Uuid::from_u128(0xc3);
const STATEMENT: Uuid = Uuid::from_u128(0xa4);
const NEWER_STATEMENT: Uuid = Uuid::from_u128(0xa5);
/// Ada's, and the same legal entity as [`BOBS_NORDWIND`].
const NORDWIND: Uuid = Uuid::from_u128(0xa6);
/// Ada's, without a decision.
const PENDING: Uuid = Uuid::from_u128(0xa7);
const BOBS_NORDWIND: Uuid = Uuid::from_u128(0xb6);
const MAIL: Uuid = Uuid::from_u128(0xa8);

const ADAS_FORM: &str = r#"{"company":{"legalName":"Mühle Brandt GmbH","legalForm":"private_limited","registrationNumber":"HRB 12345",
    "taxNumber":"DE123456789","country":"DE","address":{"line1":"Mühlweg 1","city":"Freiburg"},"wants":["seller"]},
    "people":[{"fname":"Ada","lname":"Brandt","roles":["signatory"],"ownershipPercent":60.0}],"bankAccount":{"holder":"Mühle Brandt GmbH"}}"#;
/// A partnership: it has a tax number alone.
const BOBS_FORM: &str = r#"{"company":{"legalName":"Bob & Söhne","taxNumber":"11/22/33","country":"DE"},"people":[],"bankAccount":{}}"#;
const CYDS_FORM: &str = r#"{"company":{"legalName":"Cyd Ltd","registrationNumber":"9","country":"GB"},"people":[],"bankAccount":{}}"#;

/// So many seconds after it all began.
fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_781_524_800, 123_456_000).unwrap_or_default() + TimeDelta::seconds(seconds)
}

/// How values are written in SQL.
struct Dialect {
    is_postgres: bool,
}

impl Dialect {
    fn id(&self, id: Uuid) -> String {
        let digits = id.simple();
        if self.is_postgres { format!("'{digits}'::uuid") } else { format!("X'{digits}'") }
    }

    fn time(&self, time: DateTime<Utc>) -> String {
        if self.is_postgres { format!("'{}'::timestamptz", time.to_rfc3339()) } else { time.timestamp_micros().to_string() }
    }

    fn bytes(&self, hex: &str) -> String {
        if self.is_postgres { format!(r"'\x{hex}'::bytea") } else { format!("X'{hex}'") }
    }

    /// `{name}` is the id of a person or a thing, `@3` the third second, `#ab` thirty-two bytes.
    fn written(&self, sql: &str) -> String {
        let names = [
            ("{ada}", ADA),
            ("{bob}", BOB),
            ("{cyd}", CYD),
            ("{olga}", OLGA),
            ("{session}", ADAS_SESSION),
            ("{adas}", ADAS_APPLICATION),
            ("{bobs}", BOBS_APPLICATION),
            ("{cyds}", CYDS_APPLICATION),
            ("{old}", STATEMENT),
            ("{new}", NEWER_STATEMENT),
            ("{nordwind}", NORDWIND),
            ("{pending}", PENDING),
            ("{bobs_nordwind}", BOBS_NORDWIND),
            ("{mail}", MAIL),
        ];
        let ids = names.into_iter().fold(sql.to_owned(), |sql, (name, id)| sql.replace(name, &self.id(id)));
        let times = (0..10).fold(ids, |sql, second| sql.replace(&format!("@{second}"), &self.time(at(second))));
        ["ab", "cd", "ef"].into_iter().fold(times, |sql, byte| sql.replace(&format!("#{byte}"), &self.bytes(&byte.repeat(32))))
    }
}

/// Runs its migrations, and fills its tables.
fn lay_down(database: &Database) -> Result<Dialect, Box<dyn Error>> {
    let mut conn = Conn::open(&database.url)?;
    for _ in 0..MIGRATIONS {
        match &mut conn {
            Conn::Sqlite(conn) => conn.run_next_migration(SQLITE).map(drop),
            Conn::Postgres(conn) => conn.run_next_migration(POSTGRES).map(drop),
        }
        .map_err(|error| error.to_string())?;
    }
    let dialect = Dialect { is_postgres: matches!(conn, Conn::Postgres(_)) };
    let forms = ROWS.replace("$adas_form", ADAS_FORM).replace("$bobs_form", BOBS_FORM).replace("$cyds_form", CYDS_FORM);
    database.run(&dialect.written(&forms))?;
    Ok(dialect)
}

const ROWS: &str = r#"
INSERT INTO users (id, email, email_verified, fname, lname, phone, verified_phone, country, role, password_hash, created_at, second_factor) VALUES
    ({ada}, 'ada@example.com', TRUE, 'Ada', 'Brandt', '+4915112345678', '+4915112345678', 'DE', 'member', 'hash', @0, FALSE),
    ({bob}, 'bob@example.com', TRUE, 'Bob', 'Baker', '+4915112345679', NULL, 'DE', 'member', 'hash', @1, FALSE),
    ({cyd}, 'cyd@example.com', FALSE, 'Cyd', 'Cole', '+447700900123', NULL, 'GB', 'member', 'hash', @2, FALSE),
    ({olga}, 'olga@example.com', TRUE, 'Olga', 'Reyes', NULL, NULL, NULL, 'operator', 'hash', @0, TRUE);
INSERT INTO companies (id, created_at) VALUES ({ada}, @0), ({bob}, @1), ({cyd}, @2), ({olga}, @0);
INSERT INTO memberships (user_id, company_id, role, since) VALUES
    ({ada}, {ada}, 'owner', @0), ({bob}, {bob}, 'owner', @1), ({cyd}, {cyd}, 'owner', @2), ({olga}, {olga}, 'owner', @0);
INSERT INTO sessions (id, user_id, created_at, expires_at, awaits_code) VALUES ({session}, {ada}, @3, @9, FALSE);
INSERT INTO links (id, user_id, purpose, email, token_hash, created_at, expires_at)
    VALUES ({cyds}, {cyd}, 'verify_email', 'cyd@example.com', #ab, @2, @9);
INSERT INTO phone_proofs (subject, authenticated_at, issued_at, user_id) VALUES ('proof', @1, @1, {ada});
INSERT INTO known_addresses (hash, used_at) VALUES (#cd, @3);
INSERT INTO second_factors (user_id, id, confirmed, last_step, recovery_left, created_at) VALUES ({olga}, {mail}, TRUE, 7, 1023, @1);
INSERT INTO applications (id, company_id, applicant_id, status, version, submissions, form, requests, waiting_since, reviewer_id) VALUES
    ({adas}, {ada}, {ada}, 1, 12, 2, '$adas_form', '[]', @6, {olga}),
    ({bobs}, {bob}, {bob}, 2, 5, 1, '$bobs_form', '[]', @5, NULL),
    ({cyds}, {cyd}, {cyd}, 0, 1, 0, '$cyds_form', '[]', @4, NULL);
INSERT INTO documents (id, application_id, kind, name, file_type, size_bytes, sha256, uploaded_at, verdict, verdict_reason, replaced_at) VALUES
    ({old}, {adas}, 'bank_statement', 'old.pdf', 'application/pdf', 10, #ef, @1, 'rejected', 'It is old.', @5),
    ({new}, {adas}, 'bank_statement', 'new.pdf', 'application/pdf', 11, #ef, @5, 'pending', NULL, NULL);
INSERT INTO submissions (application_id, number, form, documents, buyers, submitted_at) VALUES
    ({adas}, 1, '$adas_form', '["000000000000000000000000000000a4"]', '["000000000000000000000000000000a6"]', @3),
    ({adas}, 2, '$adas_form', '[]', '[]', @6),
    ({bobs}, 1, '$bobs_form', '[]', '[]', @3);
INSERT INTO transitions (application_id, at, action, from_status, to_status, by_user, reasons, note) VALUES
    ({adas}, @3, 'submit', 0, 1, {ada}, '[]', NULL),
    ({bobs}, @3, 'submit', 0, 1, {bob}, '[]', NULL),
    ({adas}, @4, 'request_documents', 1, 4, {olga}, '[]', 'A newer one, please.'),
    ({bobs}, @5, 'approve', 1, 2, {olga}, '[]', NULL),
    ({adas}, @6, 'resubmit', 4, 1, {ada}, '[]', NULL);
INSERT INTO buyers (id, company_id, legal_name, country, registration_number, contact_name, contact_email, volume_minor, volume_currency,
    payment_terms_days, status, created_at) VALUES
    ({nordwind}, {ada}, 'Nordwind B.V.', 'NL', '123-456', 'Piet Smit', 'piet@example.net', 5000000, 'EUR', 45, 'approved', @1),
    ({pending}, {ada}, 'Südwind AG', 'DE', 'HRB 7', 'Eva Kern', 'eva@example.net', 5000000, 'EUR', 30, 'pending', @2),
    ({bobs_nordwind}, {bob}, 'NORDWIND BV', 'NL', '123456', 'P. Smit', 'smit@example.net', 7000000, 'EUR', 60, 'approved', @2);
INSERT INTO search_words (word, application_id) VALUES ('muhle', {adas}), ('ada', {adas}), ('bob', {bobs});
INSERT INTO outbox (id, recipient, name, content, link_id, created_at, due_at, attempts, last_error, buried)
    VALUES ({mail}, 'ada@example.com', 'Ada Brandt', 'application_received', NULL, @6, @6, 0, NULL, FALSE);
INSERT INTO rate_limits (name, key, ends_at, spent) VALUES ('sign-in/address', '192.0.2.1', @9, 30);
INSERT INTO idempotency_keys (user_id, key, content, result, made_at) VALUES ({ada}, 'once', #ab, {nordwind}, @1);
"#;

/// A database of the first release, brought up to date.
fn upgraded(database: &Database) -> Result<(StorePorts, Dialect), Box<dyn Error>> {
    let dialect = lay_down(database)?;
    Store::migrate(&database.url)?;
    assert!(Store::migrate(&database.url)?.is_empty());
    Ok((database.store()?.ports(), dialect))
}

async fn what_was_written_is_still_there(database: &Database) -> Checked {
    let (ports, _) = upgraded(database)?;
    let (session, ada, membership) = ports.memberships.by_session(SessionId(ADAS_SESSION)).await?.ok_or("no session")?;
    assert_eq!((session.user, ada.parts().language), (UserId(ADA), Language::English));
    let owner = Membership { user: UserId(ADA), company: CompanyId(ADA), role: MemberRole::Owner, since: at(0) };
    assert_eq!(membership, owner);
    let case = ports.applications.case(ApplicationId(ADAS_APPLICATION)).await?.ok_or("no case")?;
    let parts = case.application.parts();
    assert_eq!((parts.status, parts.version, parts.submissions, parts.waiting_since), (OnboardingStatus::Pending, 12, 2, at(6)));
    let documents: Vec<_> = parts.documents.iter().map(|document| (document.id.0, document.verdict, document.replaced_at)).collect();
    assert_eq!(documents, [(STATEMENT, Verdict::Rejected, Some(at(5))), (NEWER_STATEMENT, Verdict::Pending, None)]);
    assert_eq!(case.history.iter().map(|step| step.by.0).collect::<Vec<_>>(), [ADA, OLGA, ADA]);
    assert_eq!(case.submissions.iter().map(|version| version.number).collect::<Vec<_>>(), [1, 2]);
    let found = ports.applications.queue(QueueFilter::Found(vec!["muhl".into()], None), QueueOrder::default(), None, 9).await?.entries;
    assert_eq!(found.iter().map(|entry| (entry.place.id.0, entry.pending_buyers)).collect::<Vec<_>>(), [(ADAS_APPLICATION, 1)]);
    let due = ports.outbox.take(at(6), at(9), 9).await?;
    assert_eq!(due.iter().map(|due| due.id).collect::<Vec<_>>(), [MailId(MAIL)]);
    let request = RequestKey { user: UserId(ADA), key: IdempotencyKey::parse("once")?, fingerprint: [0xab; 32] };
    assert_eq!(ports.idempotency.earlier(&request).await?, Earlier::Made(NORDWIND));
    assert!(ports.second_factors.of(UserId(OLGA)).await?.is_some_and(|factor| factor.confirmed && factor.last_step == 7));
    let spent = ports.rate_limits.spend(RateLimit::SIGN_IN_BY_ADDRESS, "192.0.2.1", at(8)).await?;
    assert_eq!(spent, Spent::Over { retry_after_seconds: 1 });
    Ok(())
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

async fn what_the_database_watches_over_it_still_does(database: &Database) -> Checked {
    let (_, dialect) = upgraded(database)?;
    let (unknown, ada, now) = (dialect.id(Uuid::from_u128(0xffff)), dialect.id(ADAS_APPLICATION), dialect.time(at(8)));
    let step = |of: &str| {
        format!(
            "INSERT INTO transitions (application_id, at, action, from_status, to_status, by_user, reasons) \
                                   VALUES ({of}, {now}, 'approve', 1, 2, {}, '[]')",
            dialect.id(OLGA)
        )
    };
    let refused = [
        step(&unknown),
        format!("UPDATE documents SET application_id = {unknown}"),
        format!("UPDATE search_words SET application_id = {unknown}"),
        format!("UPDATE applications SET company_id = {unknown} WHERE id = {ada}"),
        format!("UPDATE applications SET company_id = {}", dialect.id(ADA)),
        format!("UPDATE applications SET applicant_id = {unknown}"),
        format!("UPDATE buyers SET company_id = {unknown}"),
        format!("UPDATE buyers SET debtor_id = {unknown}"),
        format!("UPDATE memberships SET company_id = {unknown}"),
        format!("DELETE FROM applications WHERE id = {ada}"),
        "UPDATE submissions SET number = number + 10".to_owned(),
        "DELETE FROM submissions".to_owned(),
        "UPDATE transitions SET note = NULL".to_owned(),
        "DELETE FROM transitions".to_owned(),
    ];
    for sql in refused {
        assert!(database.run(&sql).is_err(), "{sql}");
    }
    database.run(&step(&ada))?;
    let last = diesel::sql_query("SELECT MAX(id) AS number FROM transitions");
    let mut conn = Conn::open(&database.url)?;
    let last: Number = on!(&mut conn, |c| last.get_result(c))?;
    assert!(last.number > 5, "steps go on counting");
    if let Conn::Sqlite(conn) = &mut conn {
        for broken in
            ["SELECT COUNT(*) AS number FROM pragma_foreign_key_check", "SELECT COUNT(*) - 1 AS number FROM pragma_integrity_check"]
        {
            assert_eq!(diesel::sql_query(broken).get_result::<Number>(conn)?.number, 0, "{broken}");
        }
    }
    Ok(())
}

async fn a_database_of_before_the_first_release_is_refused(database: &Database) -> Checked {
    lay_down(database)?;
    database.run("UPDATE __diesel_schema_migrations SET version = '0001' WHERE version = '0101'")?;
    let address = DatabaseUrl::parse(&database.url)?;
    let refused = WrongTables::BeforeTheFirst(address.clone());
    assert!(refused.to_string().contains("begin with an empty one"), "{refused}");
    assert_eq!(Store::tables(&database.url)?, Tables::BeforeTheFirst);
    assert_eq!(Tables::BeforeTheFirst.must_be_ours(&address), Err(refused.clone()));
    assert_eq!(Tables::BeforeTheFirst.must_be_current(&address), Err(refused));
    Ok(())
}

on_each_database!(
    blank: what_was_written_is_still_there,
    what_the_database_watches_over_it_still_does,
    a_database_of_before_the_first_release_is_refused,
);
