//! A paper as its reader sees it, whatever file it becomes. All text is in the reader's language already.

use chrono::{DateTime, Utc};
use sooner_domain::kernel::language::Language;

/// A letter or a statement on the house's letterhead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    pub language: Language,
    pub title: String,
    pub letterhead: Letterhead,
    /// As on the envelope, line by line; empty where it is nobody's letter.
    pub recipient: Vec<String>,
    /// Where and when, as in `Frankfurt am Main, 4 January 2027`.
    pub dateline: String,
    /// When it was made, as the file says.
    pub made_at: DateTime<Utc>,
    /// Numbers and dates by which both sides file it, beside the address.
    pub references: Vec<Fact>,
    pub parts: Vec<Part>,
    /// At the foot of each page: its code, and where that can be checked.
    pub check: Option<String>,
}

impl Paper {
    /// Everything that is printed of it.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let Letterhead { name, address, contact, register, account } = &self.letterhead;
        let house = [name].into_iter().chain(address).chain(contact).chain(register).chain(account);
        let facts = self.references.iter().flat_map(Fact::texts);
        let parts = self.parts.iter().flat_map(Part::texts);
        let frame = house.chain([&self.title, &self.dateline]).chain(&self.recipient).chain(&self.check);
        frame.chain(facts).chain(parts).map(String::as_str)
    }
}

/// Whose paper it is. What is empty is left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Letterhead {
    pub name: String,
    pub address: Vec<String>,
    pub contact: Vec<String>,
    pub register: Vec<String>,
    /// What is paid to the house goes there.
    pub account: Vec<String>,
}

/// What it is called, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub label: String,
    pub value: String,
}

impl Fact {
    fn texts(&self) -> [&String; 2] {
        [&self.label, &self.value]
    }
}

/// What stands below the title, one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    Heading(String),
    Paragraph(String),
    Facts(Vec<Fact>),
    /// Facts that nobody must miss.
    Highlight(Vec<Fact>),
    Table(Table),
}

impl Part {
    fn texts(&self) -> Vec<&String> {
        match self {
            Self::Heading(text) | Self::Paragraph(text) => vec![text],
            Self::Facts(facts) | Self::Highlight(facts) => facts.iter().flat_map(Fact::texts).collect(),
            Self::Table(Table { summary, columns, rows }) => {
                let headers = columns.iter().map(|column| &column.header);
                [summary].into_iter().chain(headers).chain(rows.iter().flat_map(|row| &row.cells)).collect()
            }
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// What it lists, for whoever has it read aloud.
    pub summary: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub header: String,
    pub kind: ColumnKind,
}

/// What a column holds, and so whether it gives way where a page is too narrow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    /// Words: what has no room goes on the next line.
    Text,
    /// Dates and references: each whole, on one line.
    Code,
    /// Amounts, rates and counts: each whole, on one line, one below the other.
    Figure,
}

impl ColumnKind {
    /// Whether its cells stay whole, however narrow the page is.
    pub fn is_whole(self) -> bool {
        self != Self::Text
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub kind: RowKind,
    /// One for each column; missing ones are empty.
    pub cells: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowKind {
    Entry,
    /// What the entries below it are about.
    Group,
    /// Of a group.
    Subtotal,
    /// Of the table.
    Total,
}
