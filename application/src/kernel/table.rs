//! What is read of a table before its rows are.

use super::unavailable::Unavailable;
use sooner_domain::kernel::{
    Invalid,
    table::{Cell, Column, Columns},
};

/// A row of a table that somebody made with a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// Counted from 1, as spreadsheets do.
    pub line: usize,
    pub cells: Vec<Cell>,
}

/// A row as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadRow<T> {
    pub line: usize,
    /// What stands there, by field.
    pub written: Vec<(&'static str, String)>,
    /// What it says, or what is wrong by field.
    pub says: Result<T, Wrong>,
    /// It was there before, or stands further up.
    pub is_there: bool,
}

/// What came of one of many.
#[derive(Debug, Clone, PartialEq)]
pub enum Imported<T, E> {
    New(Box<T>),
    /// It was there before.
    Already,
    Failed(E),
}

/// Why a table is not read at all.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadTableError {
    /// None of its headings is the one of this field.
    #[error("there is no column for {0}")]
    ColumnMissing(&'static str),
    #[error("there are no rows below the headings")]
    Empty,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Where the columns are, and the rows below the headings. Blank rows are none.
///
/// # Errors
/// `ColumnMissing`, `Empty`.
pub fn rows(table: Vec<TableRow>, wanted: &[Column]) -> Result<(Columns, Vec<TableRow>), ReadTableError> {
    let mut rows = table.into_iter().filter(|row| row.cells.iter().any(|cell| !cell.is_blank()));
    let headings = rows.next().ok_or(ReadTableError::Empty)?;
    let columns = Columns::find(&headings.cells, wanted).map_err(ReadTableError::ColumnMissing)?;
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() { Err(ReadTableError::Empty) } else { Ok((columns, rows)) }
}

/// What stands in a row, by field.
pub fn written(columns: &Columns, wanted: &[Column], row: &TableRow) -> Vec<(&'static str, String)> {
    wanted.iter().map(|column| (column.field, columns.cell(&row.cells, column.field).text())).collect()
}

/// What is wrong in a row, by field.
pub type Wrong = Vec<(&'static str, Invalid)>;

/// A value, or none with the reason remembered.
pub fn take<T>(wrong: &mut Wrong, field: &'static str, value: Result<T, Invalid>) -> Option<T> {
    value.map_err(|invalid| wrong.push((field, invalid))).ok()
}
