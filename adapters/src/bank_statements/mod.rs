//! Statements as `camt.053` of ISO 20022, in any version since the second, as banks really write them.
//!
//! The file is read from its begin to its end, once. What is kept of it is what it says of the account, and one part of one entry.

mod amounts;
mod detail;
mod entry;
mod statement;
#[cfg(test)]
mod tests;

use crate::xml::{Limits, Xml, letters};
use sha2::{Digest as _, Sha256};
use sooner_application::payments::statements::{StatementFile, StatementFormat};
use sooner_domain::{
    kernel::canonical::Digest,
    payments::statement::{NotRead, Statement},
};
use statement::Reading;

/// A bank sends the month of a large account in a tenth of that.
const LIMITS: Limits = Limits { bytes: 32 * 1024 * 1024, elements: 1_000_000, ..Limits::BANK };

/// Reads what banks of any country write by ISO 20022.
pub struct CamtStatements;

impl StatementFormat for CamtStatements {
    fn read(&self, file: &[u8]) -> Result<StatementFile, NotRead> {
        Ok(StatementFile { sha256: Digest(Sha256::digest(file).into()), statements: read(file)? })
    }
}

/// What a file says of the accounts it is about, in its order. Whether it adds up is not looked at.
///
/// # Errors
/// `NotStatement` for any other file; `TooLarge`; `Malformed`, also for what is cut or wants more to be read than what it holds;
/// `Unreadable`.
pub fn read(file: &[u8]) -> Result<Vec<Statement>, NotRead> {
    let text = letters::decoded(file, LIMITS)?;
    let mut xml = Xml::new(&text, LIMITS);
    xml.message("BkToCstmrStmt", "camt.053")?;
    let mut reading = Reading::new(xml);
    let mut statements = Vec::new();
    while let Some(tag) = reading.xml.child()? {
        if tag.name == "Stmt" {
            statements.push(reading.statement(&tag)?);
        } else {
            reading.xml.skip()?;
        }
    }
    reading.xml.finish()?;
    Ok(statements)
}
