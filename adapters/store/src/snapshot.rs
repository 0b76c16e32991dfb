//! What a copy of a SQLite database needs.

use super::{
    kernel::conn::{Conn, on},
    kernel::sql_types::Id,
    onboarding::schema::documents,
    receivables::schema::receivable_documents,
};
use diesel::{RunQueryDsl, prelude::*, sql_types::Text};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::onboarding::document::DocumentId;
use std::path::Path;

/// A document that a database names, and the hash of its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub id: DocumentId,
    pub sha256: Vec<u8>,
}

fn open(database: &Path) -> Result<Conn, Unavailable> {
    if !database.exists() {
        return Err(Unavailable::Failed(format!("there is no database at {}", database.display())));
    }
    Conn::open(&format!("sqlite://{}", database.display()))
}

fn failed(error: diesel::result::Error) -> Unavailable {
    Unavailable::Failed(format!("database: {error}"))
}

/// Copies a SQLite database, as it is at one moment, into a new file, while others read and write it.
///
/// # Errors
/// When there is no such database, or the file exists or cannot be written.
pub fn snapshot(database: &Path, into: &Path) -> Result<(), Unavailable> {
    let into = into.to_str().ok_or_else(|| Unavailable::Failed("the path is no UTF-8".into()))?;
    let copy = diesel::sql_query("VACUUM INTO ?").bind::<Text, _>(into);
    on!(&mut open(database)?, |c| copy.execute(c)).map(drop).map_err(failed)
}

/// The documents that a SQLite database names.
///
/// # Errors
/// When it is none of ours.
pub fn kept_documents(database: &Path) -> Result<Vec<Kept>, Unavailable> {
    let conn = &mut open(database)?;
    let of_applications = documents::table.select((documents::id, documents::sha256));
    let mut rows: Vec<(Id, Vec<u8>)> = on!(&mut *conn, |c| of_applications.load(c)).map_err(failed)?;
    let of_receivables = receivable_documents::table.select((receivable_documents::id, receivable_documents::sha256));
    rows.extend(on!(conn, |c| of_receivables.load::<(Id, Vec<u8>)>(c)).map_err(failed)?);
    Ok(rows.into_iter().map(|(Id(id), sha256)| Kept { id: DocumentId(id), sha256 }).collect())
}
