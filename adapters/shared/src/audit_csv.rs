//! Audit records as CSV: a line for each change, or one line where nothing is told.

use sooner_application::kernel::{
    audit::{Record, actor_code},
    chain::Seal,
};
use sooner_domain::kernel::{audit::Entry, coded::Coded};

/// `about` is the account, `subject` what was changed.
const COLUMNS: [&str; 14] = [
    "number",
    "at",
    "actor",
    "action",
    "about",
    "subject",
    "field",
    "before",
    "after",
    "request",
    "previous_hash",
    "hash",
    "company",
    "debtor",
];

/// Writes records one after the other.
pub struct Writer(csv::Writer<Vec<u8>>);

impl Writer {
    pub fn begin() -> Self {
        let mut writer = Self::go_on();
        writer.line(&COLUMNS.map(str::to_owned));
        writer
    }

    /// Without the line of column names, behind what was written before.
    pub fn go_on() -> Self {
        Self(csv::Writer::from_writer(Vec::new()))
    }

    pub fn write(&mut self, record: &Record) {
        let Record { entry: Entry { at, by, action, about, changes }, request, seal, .. } = record;
        // A record without a place in the chain yet has none of these.
        let sealed = |cell: &dyn Fn(&Seal) -> String| seal.as_ref().map(cell).unwrap_or_default();
        let line = |field: &str, before: Option<&str>, after: Option<&str>| {
            [
                sealed(&|seal| seal.number.to_string()),
                at.to_rfc3339_opts(chrono::SecondsFormat::Micros, true),
                actor_code(*by),
                action.code().to_owned(),
                about.user.map(|id| id.to_string()).unwrap_or_default(),
                about.thing.to_string(),
                field.to_owned(),
                cell(before),
                cell(after),
                request.clone(),
                sealed(&|seal| seal.previous.to_string()),
                sealed(&|seal| seal.hash.to_string()),
                about.company.map(|id| id.to_string()).unwrap_or_default(),
                about.debtor.map(|id| id.to_string()).unwrap_or_default(),
            ]
        };
        if changes.is_empty() {
            self.line(&line("", None, None));
        }
        for change in changes {
            self.line(&line(&change.field, change.before.as_deref(), change.after.as_deref()));
        }
    }

    /// What was written.
    pub fn end(self) -> Vec<u8> {
        // A vector takes whatever is written.
        self.0.into_inner().unwrap_or_default()
    }

    fn line(&mut self, cells: &[String]) {
        self.0.write_record(cells).ok();
    }
}

/// What people typed, as text. A spreadsheet takes a cell that begins like a formula for one; some skip white space before it,
/// and where the comma is for decimals they begin a cell behind a semicolon, and a row behind a line break.
fn cell(value: Option<&str>) -> String {
    let mut text = String::new();
    let mut begins = true;
    for c in value.unwrap_or_default().chars() {
        if begins && begins_formula(c) {
            text.push('\'');
        }
        text.push(c);
        begins = matches!(c, ';' | '\t' | '\n' | '\r') || begins && (is_blank(c) || c == '"');
    }
    text
}

/// Whether a spreadsheet takes what begins with it for a formula: those of full width do as well as the plain ones. White space that begins a cell would be left out with what stands behind it.
pub fn begins_formula(c: char) -> bool {
    matches!(
        c,
        '=' | '+'
            | '-'
            | '@'
            | '\u{2212}'
            | '\u{fe62}'
            | '\u{fe63}'
            | '\u{fe66}'
            | '\u{fe6b}'
            | '\u{ff0b}'
            | '\u{ff0d}'
            | '\u{ff1d}'
            | '\u{ff20}'
    )
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{2060}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use sooner_application::kernel::{audit::Format, chain::Head};
    use sooner_domain::kernel::{audit::AuditAction, ids::UserId};
    use uuid::Uuid;

    #[test]
    fn each_change_has_a_line_and_no_cell_is_a_formula() {
        let entry = Entry::own(UserId(Uuid::from_u128(7)), AuditAction::FormSaved, chrono::DateTime::UNIX_EPOCH)
            .change("company.legalName", Some("=1+1".into()), Some("a \"b\", c\nd".into()))
            .change("company.website", None, Some("https://example.com".into()));
        let mut writer = Writer::begin();
        let record =
            Record { id: Uuid::nil(), entry, request: "request".into(), format: Format::First, commitments: Vec::new(), seal: None };
        writer.write(&record.sealed_behind(Head::BEGINNING));
        let text = String::from_utf8(writer.end()).unwrap();
        insta::assert_snapshot!(text);
    }

    #[test]
    fn no_sign_begins_a_formula_wherever_a_cell_may_begin() {
        let plain = ['=', '+', '-', '@'];
        let wide = ['\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];
        for sign in plain.into_iter().chain(wide) {
            for before in [
                "", " ", "\t", "\r", "\n", "\r\n", "\u{a0}", "\u{feff}", "\u{200b}", "\0", "\"", "a;", "a; ", "a\t", "a\n", "a\r\n", "a;\"",
            ] {
                let typed = format!("{before}{sign}1+1");
                assert_eq!(cell(Some(&typed)), format!("{before}'{sign}1+1"), "{typed:?}");
            }
            for harmless in [format!("a{sign}b"), format!("a {sign} b"), format!("a, {sign}b")] {
                assert_eq!(cell(Some(&harmless)), harmless);
            }
        }
        assert_eq!(cell(Some("")), "");
        assert_eq!(cell(None), "");
        assert_eq!(cell(Some("=1+1;=2;x")), "'=1+1;'=2;x");
    }
}
