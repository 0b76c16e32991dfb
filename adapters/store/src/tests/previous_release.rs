//! A database as the release before companies left it: its four migrations, and rows of every table as it wrote them.

use super::{Checked, database::Database};
use crate::{
    kernel::conn::Conn,
    migrations::{POSTGRES, SQLITE},
};
use chrono::{DateTime, TimeDelta, Utc};
use diesel_migrations::MigrationHarness;
use sooner_application::kernel::{
    audit::{Format, Record, actor_code},
    chain::{Chained, Hash},
};
use sooner_domain::kernel::{
    audit::{Actor, AuditAction, Entry, Subjects},
    coded::Coded,
    ids::UserId,
};
use std::error::Error;
use uuid::Uuid;

pub(super) const MIGRATIONS: usize = 4;

// Ada's application is under review, Bob's was approved, Cyd has only begun the form. Olga is an operator.
pub(super) const ADA: Uuid = Uuid::from_u128(0xa1);
pub(super) const BOB: Uuid = Uuid::from_u128(0xb1);
pub(super) const CYD: Uuid = Uuid::from_u128(0xc1);
pub(super) const OLGA: Uuid = Uuid::from_u128(0xd1);
pub(super) const ADAS_SESSION: Uuid = Uuid::from_u128(0xa2);
pub(super) const ADAS_APPLICATION: Uuid = Uuid::from_u128(0xa3);
const BOBS_APPLICATION: Uuid = Uuid::from_u128(0xb3);
const CYDS_APPLICATION: Uuid = Uuid::from_u128(0xc3);
pub(super) const STATEMENT: Uuid = Uuid::from_u128(0xa4);
pub(super) const NEWER_STATEMENT: Uuid = Uuid::from_u128(0xa5);
/// Ada's, and the same legal entity as [`BOBS_NORDWIND`].
pub(super) const NORDWIND: Uuid = Uuid::from_u128(0xa6);
/// Ada's; nobody has looked at it.
pub(super) const PENDING: Uuid = Uuid::from_u128(0xa7);
pub(super) const BOBS_NORDWIND: Uuid = Uuid::from_u128(0xb6);
pub(super) const MAIL: Uuid = Uuid::from_u128(0xa8);

pub(super) const ADAS_FORM: &str = r#"{"company":{"legalName":"Mühle Brandt GmbH","legalForm":"private_limited","registrationNumber":"HRB 12345",
    "taxNumber":"DE123456789","country":"DE","address":{"line1":"Mühlweg 1","city":"Freiburg"},"wants":["seller"]},
    "people":[{"fname":"Ada","lname":"Brandt","roles":["signatory"],"ownershipPercent":60.0}],"bankAccount":{"holder":"Mühle Brandt GmbH"}}"#;
/// A partnership: it has a tax number alone.
const BOBS_FORM: &str = r#"{"company":{"legalName":"Bob & Söhne","taxNumber":"11/22/33","country":"DE"},"people":[],"bankAccount":{}}"#;
const CYDS_FORM: &str = r#"{"company":{"legalName":"Cyd Ltd","registrationNumber":"9","country":"GB"},"people":[],"bankAccount":{}}"#;

/// So many seconds after it all began.
pub(super) fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_781_524_800, 123_456_000).unwrap_or_default() + TimeDelta::seconds(seconds)
}

/// How values are written in SQL.
pub(super) struct Dialect {
    is_postgres: bool,
}

impl Dialect {
    pub(super) fn id(&self, id: Uuid) -> String {
        let digits = id.simple();
        if self.is_postgres { format!("'{digits}'::uuid") } else { format!("X'{digits}'") }
    }

    pub(super) fn time(&self, time: DateTime<Utc>) -> String {
        if self.is_postgres { format!("'{}'::timestamptz", time.to_rfc3339()) } else { time.timestamp_micros().to_string() }
    }

    fn bytes(&self, hex: &str) -> String {
        if self.is_postgres { format!(r"'\x{hex}'::bytea") } else { format!("X'{hex}'") }
    }

    /// `{name}` is the id of somebody or something, `@3` the third second, `#ab` thirty-two bytes.
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

/// Runs the migrations there were, and fills every table.
pub(super) fn lay_down(database: &Database) -> Result<Dialect, Box<dyn Error>> {
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
    write_trail(database, &dialect)?;
    Ok(dialect)
}

const ROWS: &str = r#"
INSERT INTO users (id, email, email_verified, fname, lname, phone, verified_phone, country, role, password_hash, created_at, second_factor) VALUES
    ({ada}, 'ada@example.com', TRUE, 'Ada', 'Brandt', '+4915112345678', '+4915112345678', 'DE', 'member', 'hash', @0, FALSE),
    ({bob}, 'bob@example.com', TRUE, 'Bob', 'Baker', '+4915112345679', NULL, 'DE', 'member', 'hash', @1, FALSE),
    ({cyd}, 'cyd@example.com', FALSE, 'Cyd', 'Cole', '+447700900123', NULL, 'GB', 'member', 'hash', @2, FALSE),
    ({olga}, 'olga@example.com', TRUE, 'Olga', 'Reyes', NULL, NULL, NULL, 'operator', 'hash', @0, TRUE);
INSERT INTO sessions (id, user_id, created_at, expires_at, awaits_code) VALUES ({session}, {ada}, @3, @9, FALSE);
INSERT INTO links (id, user_id, purpose, email, token_hash, created_at, expires_at)
    VALUES ({cyds}, {cyd}, 'verify_email', 'cyd@example.com', #ab, @2, @9);
INSERT INTO phone_proofs (subject, authenticated_at, issued_at, user_id) VALUES ('proof', @1, @1, {ada});
INSERT INTO known_addresses (hash, used_at) VALUES (#cd, @3);
INSERT INTO second_factors (user_id, id, confirmed, last_step, recovery_left, created_at) VALUES ({olga}, {mail}, TRUE, 7, 1023, @1);
INSERT INTO applications (id, user_id, status, version, submissions, form, requests, updated_at, reviewer_id) VALUES
    ({adas}, {ada}, 1, 12, 2, '$adas_form', '[]', @6, {olga}),
    ({bobs}, {bob}, 2, 5, 1, '$bobs_form', '[]', @5, NULL),
    ({cyds}, {cyd}, 0, 1, 0, '$cyds_form', '[]', @4, NULL);
INSERT INTO documents (id, application_id, kind, name, file_type, size_bytes, sha256, uploaded_at, verdict, verdict_reason) VALUES
    ({old}, {adas}, 'bank_statement', 'old.pdf', 'application/pdf', 10, #ef, @1, 'rejected', 'It is old.'),
    ({new}, {adas}, 'bank_statement', 'new.pdf', 'application/pdf', 11, #ef, @5, 'pending', NULL);
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
INSERT INTO buyers (id, seller_id, legal_name, country, registration_number, contact_name, contact_email, volume_minor, volume_currency,
    payment_terms_days, status, created_at) VALUES
    ({nordwind}, {ada}, 'Nordwind B.V.', 'NL', '123-456', 'Piet Smit', 'piet@example.net', 5000000, 'EUR', 45, 'approved', @1),
    ({pending}, {ada}, 'Südwind AG', 'DE', 'HRB 7', 'Eva Kern', 'eva@example.net', 5000000, 'EUR', 30, 'pending', @2),
    ({bobs_nordwind}, {bob}, 'NORDWIND BV', 'NL', '123456', 'P. Smit', 'smit@example.net', 7000000, 'EUR', 60, 'approved', @2);
INSERT INTO search_words (word, application_id) VALUES ('muhle', {adas}), ('ada', {adas}), ('bob', {bobs});
INSERT INTO outbox (id, recipient, name, content, link_id, created_at, due_at, attempts, last_error, buried)
    VALUES ({mail}, 'ada@example.com', 'Ada Brandt', 'application_received', NULL, @6, @6, 0, NULL, FALSE);
INSERT INTO budgets (name, key, ends_at, spent) VALUES ('sign-in/address', '192.0.2.1', @9, 30);
INSERT INTO idempotency_keys (user_id, operation, key, content, result, made_at) VALUES ({ada}, 'add buyer', 'once', #ab, {nordwind}, @1);
"#;

/// Three records in a chain, as the first format hashes them.
fn write_trail(database: &Database, dialect: &Dialect) -> Checked {
    let about = |user, thing| Subjects { user: Some(UserId(user)), company: None, debtor: None, thing };
    let text = |text: &str| Some(text.to_owned());
    let entries = [
        (Entry::new(at(0), Actor::CommandLine, AuditAction::OperatorAdded, about(OLGA, OLGA)), "[]"),
        (
            Entry::new(at(3), Actor::User(UserId(ADA)), AuditAction::PhoneChanged, about(ADA, ADA)).change("phone", text("+49"), None),
            r#"[{"field":"phone","before":"+49","after":null}]"#,
        ),
        (
            Entry::new(at(4), Actor::User(UserId(OLGA)), AuditAction::DocumentsRequested, about(ADA, ADAS_APPLICATION)).change(
                "status",
                text("1"),
                text("4"),
            ),
            r#"[{"field":"status","before":"1","after":"4"}]"#,
        ),
    ];
    let mut previous = Hash::BEGINNING;
    for (number, (entry, changes)) in (1..).zip(entries) {
        let request = format!("request {number}");
        let record = Record { id: Uuid::nil(), entry, request, format: Format::First, commitments: Vec::new(), seal: None };
        let hash = record.hash_at(number, previous);
        let Record { entry: Entry { at, by, action, about, .. }, request, .. } = &record;
        database.run(&format!(
            "INSERT INTO audit (number, at, actor, action, about, subject, changes, request, previous, hash)
               VALUES ({number}, {}, '{}', '{}', {}, {}, '{changes}', '{request}', {}, {})",
            dialect.time(*at),
            actor_code(*by),
            action.code(),
            dialect.id(about.user.ok_or("nobody")?.0),
            dialect.id(about.thing),
            dialect.bytes(&previous.to_string()),
            dialect.bytes(&hash.to_string()),
        ))?;
        previous = hash;
    }
    Ok(())
}
