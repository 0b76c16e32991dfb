//! What is read of a table before its rows are.

use super::unavailable::Unavailable;
use sooner_domain::kernel::{
    Invalid,
    table::{Cell, Column, Columns, NoColumn},
};
use std::cmp::Reverse;

/// A row of a table that somebody made with a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRow {
    /// Counted from 1, as spreadsheets do.
    pub line: usize,
    pub cells: Vec<Cell>,
}

/// What a file holds that somebody made with a spreadsheet, sheet by sheet, as far as people see them.
pub type Sheets = Vec<Vec<TableRow>>;

/// Rows below the headings of one table.
pub const MOST_ROWS: usize = 10_000;
/// Rows above the headings: whose list it is, of which day.
pub const MOST_ROWS_ABOVE: usize = 20;

/// A row as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadRow<T> {
    pub line: usize,
    /// What stands there, by field.
    pub written: Vec<(&'static str, String)>,
    /// What it says, or what is wrong by field.
    pub says: Result<T, Wrong>,
    /// It was there before, or is further up.
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
    #[error(transparent)]
    NoColumn(#[from] NoColumn),
    /// Several sheets hold such a table: one of them would be lost.
    #[error("several sheets hold such a table")]
    SheetAmbiguous,
    #[error("there are too many rows")]
    TooMany,
    #[error("there are no rows below the headings")]
    Empty,
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

/// Where its headings are among the first rows of a sheet: the row that has most of them. How many it has comes first.
fn headings(sheet: &[TableRow], wanted: &[Column]) -> Option<(usize, usize)> {
    let first = sheet.iter().take(MOST_ROWS_ABOVE + 1).enumerate();
    first.map(|(place, row)| (Columns::known(&row.cells, wanted), place)).max_by_key(|(known, place)| (*known, Reverse(*place)))
}

/// Where the columns are, and the rows below the headings. Blank rows are none.
///
/// # Errors
/// `NoColumn`, `SheetAmbiguous`, `TooMany`, `Empty`.
pub fn rows(sheets: Sheets, wanted: &[Column]) -> Result<(Columns, Vec<TableRow>), ReadTableError> {
    let is_told = |row: &TableRow| row.cells.iter().any(|cell| !cell.is_blank());
    let sheets = sheets.into_iter().map(|sheet| sheet.into_iter().filter(is_told).collect::<Vec<_>>());
    let mut found: Vec<_> = sheets.filter_map(|sheet| headings(&sheet, wanted).map(|(known, place)| (known, place, sheet))).collect();
    // The first of those that have as many.
    found.sort_by_key(|(known, ..)| Reverse(*known));
    let holds_table = |(_, place, sheet): &&(usize, usize, Vec<TableRow>)| {
        sheet.len() > place + 1 && !matches!(Columns::find(&sheet[*place].cells, wanted), Err(NoColumn::Missing(_)))
    };
    if found.iter().filter(holds_table).count() > 1 {
        return Err(ReadTableError::SheetAmbiguous);
    }
    let (_, place, mut sheet) = found.into_iter().next().ok_or(ReadTableError::Empty)?;
    let body = sheet.split_off(place + 1);
    let columns = sheet.pop().map(|row| Columns::find(&row.cells, wanted)).ok_or(ReadTableError::Empty)??;
    match body.len() {
        0 => Err(ReadTableError::Empty),
        count if count > MOST_ROWS => Err(ReadTableError::TooMany),
        _ => Ok((columns.with_days_of(body.iter().map(|row| row.cells.as_slice())), body)),
    }
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
