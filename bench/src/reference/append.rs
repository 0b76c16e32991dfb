//! An appended buyer in SQLite: the same rows as the product's store writes, a commit and a flush for each.

use super::rows::failed;
use data_encoding::BASE64URL_NOPAD;
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use serde::Serialize;
use serde_json::{Value, json};
use sooner_adapters::system::Uuid7;
use sooner_application::kernel::{
    audit::{Record, actor_code, personal_values},
    chain::{Hash, Head},
    commit::CommitError,
    ids::Ids,
    unavailable::Unavailable,
};
use sooner_domain::{
    kernel::{
        audit::{Entry, is_personal},
        coded::Coded,
    },
    parties::buyer::Buyer,
};

const COUNT: &str = "SELECT count(*) FROM buyers WHERE company_id = ?1";
const INSERT_BUYER: &str = "INSERT INTO buyers (id, company_id, debtor_id, legal_name, country, registration_number, contact_name, \
    contact_email, volume_minor, volume_currency, payment_terms_days, status, created_at) \
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
const LAST_RECORD: &str = "SELECT number, hash FROM audit_records WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1";
const INSERT_RECORD: &str = "INSERT INTO audit_records (id, number, format, at, actor, action, user_id, company_id, debtor_id, thing, \
    changes, request, previous, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
const INSERT_VALUES: &str = "INSERT INTO audit_values (record_id, opened) VALUES (?1, ?2)";

pub fn append(conn: &mut Connection, buyer: &Buyer, max: usize, entry: Entry, request: String) -> Result<(), CommitError> {
    // Ids stand in for random salts: they cost about as much, and nothing here is secret.
    let record = Record::new(Uuid7.next(), entry, request, || Uuid7.next().into_bytes());
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    if usize::try_from(count(&transaction, buyer).map_err(failed)?).is_ok_and(|count| count >= max) {
        return Err(CommitError::Full);
    }
    insert_buyer(&transaction, buyer).map_err(failed)?;
    insert_record(&transaction, record)?;
    Ok(transaction.commit().map_err(failed)?)
}

fn count(transaction: &Transaction<'_>, buyer: &Buyer) -> rusqlite::Result<i64> {
    transaction.prepare_cached(COUNT)?.query_row([buyer.seller.0.as_bytes()], |row| row.get(0))
}

fn insert_buyer(transaction: &Transaction<'_>, buyer: &Buyer) -> rusqlite::Result<()> {
    let details = &buyer.details;
    let row = params![
        buyer.id.0.as_bytes(),
        buyer.seller.0.as_bytes(),
        buyer.debtor.map(|id| id.0.into_bytes()),
        details.legal_name.as_str(),
        details.country.as_str(),
        details.registration_number.as_str(),
        details.contact_name.as_str(),
        details.contact_email.as_str(),
        details.expected_yearly_volume.amount_minor(),
        details.expected_yearly_volume.currency().code(),
        details.payment_terms.days(),
        buyer.status.code(),
        buyer.created_at.timestamp_micros(),
    ];
    transaction.prepare_cached(INSERT_BUYER)?.execute(row).map(drop)
}

/// Seals the record behind the last one and writes it with its personal values.
fn insert_record(transaction: &Transaction<'_>, record: Record) -> Result<(), Unavailable> {
    let mut last = transaction.prepare_cached(LAST_RECORD).map_err(failed)?;
    let last = last.query_row([], |row| Ok(Head { number: row.get(0)?, hash: Hash(row.get(1)?) })).optional().map_err(failed)?;
    let record = record.sealed_behind(last.unwrap_or(Head::BEGINNING));
    let Entry { at, by, action, about, .. } = &record.entry;
    let row = params![
        record.id.as_bytes(),
        record.number(),
        record.format.number(),
        at.timestamp_micros(),
        actor_code(*by),
        action.code(),
        about.user.map(|id| id.0.into_bytes()),
        about.company.map(|id| id.0.into_bytes()),
        about.debtor.map(|id| id.0.into_bytes()),
        about.thing.as_bytes(),
        changes(&record)?,
        record.request,
        record.seal.map(|seal| seal.previous.0),
        record.seal.map(|seal| seal.hash.0),
    ];
    transaction.prepare_cached(INSERT_RECORD).map_err(failed)?.execute(row).map_err(failed)?;
    let row = params![record.id.as_bytes(), opened(&record)];
    transaction.prepare_cached(INSERT_VALUES).map_err(failed)?.execute(row).map_err(failed)?;
    Ok(())
}

#[derive(Serialize)]
struct Changed<'a> {
    field: &'a str,
    #[serde(skip_serializing_if = "Value::is_null")]
    before: Value,
    #[serde(skip_serializing_if = "Value::is_null")]
    after: Value,
}

/// The changes as JSON, each personal value as its commitment.
fn changes(record: &Record) -> Result<String, Unavailable> {
    let mut commitments = record.commitments.iter();
    let mut value = |field: &str, value: &Option<String>| match value {
        Some(_) if is_personal(field) => {
            json!({ "commitment": commitments.next().map(|commitment| BASE64URL_NOPAD.encode(&commitment.hash.0)) })
        }
        plain => json!(plain),
    };
    let changes = record.entry.changes.iter().map(|change| {
        let (before, after) = (value(&change.field, &change.before), value(&change.field, &change.after));
        Changed { field: &change.field, before, after }
    });
    serde_json::to_string(&changes.collect::<Vec<_>>()).map_err(failed)
}

/// The personal values as JSON, each with the salt of its commitment.
fn opened(record: &Record) -> String {
    let salts = record.commitments.iter().map(|commitment| commitment.salt.map(|salt| BASE64URL_NOPAD.encode(&salt)));
    let values = salts.zip(personal_values(&record.entry.changes)).map(|(salt, (_, value))| json!([salt, value]));
    Value::Array(values.collect()).to_string()
}
