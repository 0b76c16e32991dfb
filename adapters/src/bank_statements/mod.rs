//! Statements as `camt.053` of ISO 20022, in any version since the second, as banks really write them.
//!
//! The file is read from its begin to its end, once. What is kept of it is what it says of the account, and one part of one entry.

mod amounts;
mod detail;
mod entry;
mod legible;
mod statement;
#[cfg(test)]
mod tests;

use crate::xml::{Limits, Xml, letters};
use sha2::{Digest as _, Sha256};
use sooner_application::payments::statements::{StatementFile, StatementFormat};
use sooner_domain::{
    kernel::canonical::Digest,
    payments::statement::{NotRead, OtherForm, Statement},
};
use statement::Reading;

/// A bank sends the month of a large account in a tenth of that.
const LIMITS: Limits = Limits { bytes: 32 * 1024 * 1024, parts: 1_000_000, instructions: true, ..Limits::BANK };

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
/// `Other` for what banks send besides, `Unknown` for any other file; `Letters`; `WrongLetters`; `TooLarge`; `Malformed`, also for what is cut or wants
/// more to be read than what it holds; `Unreadable`.
pub fn read(file: &[u8]) -> Result<Vec<Statement>, NotRead> {
    statements(file).map_err(|why| if why == NotRead::Unknown { other_form(file) } else { why })
}

fn statements(file: &[u8]) -> Result<Vec<Statement>, NotRead> {
    let text = letters::decoded(file, LIMITS)?;
    let mut xml = Xml::new(&text, LIMITS);
    xml.enclosed_message("BkToCstmrStmt", "camt.053")?;
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

/// What a file is that is no statement of the form that is read.
fn other_form(file: &[u8]) -> NotRead {
    let content = file.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(file).trim_ascii_start();
    let holds = |text: &str| content.windows(text.len()).take(NAMED_WITHIN).any(|part| part == text.as_bytes());
    let is_text =
        std::str::from_utf8(content.get(..NAMED_WITHIN).unwrap_or(content)).map_or_else(|error| error.error_len().is_none(), |_| true);
    let form = if content.starts_with(b"PK") {
        Some(if holds("xl/") { OtherForm::Table } else { OtherForm::Archive })
    } else if holds("BkToCstmrAcctRpt") || holds("camt.052") {
        Some(OtherForm::Intraday)
    } else if holds("BkToCstmrDbtCdtNtfctn") || holds("camt.054") {
        Some(OtherForm::Notification)
    } else if content.starts_with(b":20:") || (content.starts_with(b"{1:") && holds(":20:")) {
        Some(OtherForm::Swift)
    } else if is_text && is_table(content) {
        Some(OtherForm::Table)
    } else {
        None
    };
    form.map_or(NotRead::Unknown, NotRead::Other)
}

/// A file names its form within so many bytes.
const NAMED_WITHIN: usize = 4_096;

/// Whether its first line is cut into fields, and is no markup.
fn is_table(content: &[u8]) -> bool {
    let line = content.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_cut = [b';', b',', b'\t'].iter().any(|sign| line.contains(sign));
    is_cut && !matches!(line.first(), None | Some(b'<' | b'{' | b'[' | b'%'))
}
