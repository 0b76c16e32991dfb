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
    pub align: Align,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    /// Figures, one below the other.
    Right,
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
