//! Tables as people send them: CSV in whatever way their spreadsheet wrote it, or an Excel workbook.

use super::{
    error::{Problem, ProblemBody},
    upload::{MOST_BYTES, file_refused, whole_file},
};
use actix_web::{HttpRequest, web};
use calamine::{DataRef, ExcelDateTime, Reader, Xlsx};
use encoding_rs::{Encoding, WINDOWS_1252};
use serde::Serialize;
use sooner_application::kernel::{
    table::{Imported, ReadRow, ReadTableError, TableRow, Wrong},
    unavailable::Unavailable,
};
use sooner_domain::kernel::{
    Invalid,
    table::{Cell, RowOutcome},
};
use sooner_shared::{
    audit_csv::begins_formula,
    coded_body::{Code, RowOutcomeCode},
    fields::Fields,
};
use std::{
    collections::BTreeMap,
    io::{Cursor, Read, copy, sink},
};
use utoipa::ToSchema;
use zip::ZipArchive;

/// Rows below the headings.
const MOST_ROWS: usize = 10_000;
/// Nobody's columns are further right.
const MOST_COLUMNS: usize = 100;
/// A workbook is packed: unpacked it is no larger than this.
const MOST_UNPACKED: u64 = 100 * 1024 * 1024;

/// The rows of the table that was sent, its headings first.
pub(crate) async fn sent_table(request: &HttpRequest, payload: web::Payload) -> Result<Vec<TableRow>, Problem> {
    let file = whole_file(request, payload, MOST_BYTES).await?;
    let read = web::block(move || read(&file)).await;
    read.map_err(|error| Unavailable::Failed(error.to_string()))?.map_err(file_refused)
}

/// Why a table was not read.
pub(crate) fn not_read(error: ReadTableError) -> Problem {
    match error {
        ReadTableError::ColumnMissing(field) => Problem::field(field, Invalid::ColumnMissing),
        ReadTableError::Empty => file_refused(Invalid::TableEmpty),
        ReadTableError::Unavailable(unavailable) => unavailable.into(),
    }
}

/// A row of a table that was read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReadRowBody<T> {
    /// In the table, counted from 1
    line: usize,
    /// What stands in it, by field
    written: BTreeMap<&'static str, String>,
    /// What it says, as it can be sent in; nothing where something is wrong
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<T>,
    /// It was there before, or stands further up
    is_there: bool,
    problem: Option<ProblemBody>,
}

impl<T> ReadRowBody<T> {
    pub(crate) fn new<S: Into<T>>(ReadRow { line, written, says, is_there }: ReadRow<S>) -> Self {
        let (row, problem) = match says {
            Ok(says) => (Some(says.into()), None),
            Err(wrong) => (None, Some(by_field(wrong).body())),
        };
        Self { line, written: written.into_iter().collect(), row, is_there, problem }
    }
}

/// What came of one of many, in their order.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportedRowBody<T> {
    outcome: RowOutcomeCode,
    /// What was made of it
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<T>,
    /// Why nothing was
    problem: Option<ProblemBody>,
}

impl<T> ImportedRowBody<T> {
    /// What came of all that was sent: of those that said something, in their order, and of those that did not.
    pub(crate) fn all<S, M, E>(
        told: Vec<Result<S, Problem>>,
        imported: Vec<Imported<M, E>>,
        body: impl Fn(&M) -> T,
        refused: impl Fn(E) -> Problem,
    ) -> Vec<Self> {
        let mut imported = imported.into_iter();
        let row = |told: Result<S, Problem>| match told.map(|_| imported.next()) {
            Ok(Some(Imported::New(made))) => Self { outcome: Code(RowOutcome::Imported), created: Some(body(&made)), problem: None },
            Ok(Some(Imported::Already) | None) => Self { outcome: Code(RowOutcome::Skipped), created: None, problem: None },
            Ok(Some(Imported::Failed(error))) => Self::failed(refused(error)),
            Err(problem) => Self::failed(problem),
        };
        told.into_iter().map(row).collect()
    }

    fn failed(problem: Problem) -> Self {
        Self { outcome: Code(RowOutcome::Failed), created: None, problem: Some(problem.body()) }
    }
}

/// What is wrong in a row.
pub(crate) fn by_field(wrong: Wrong) -> Problem {
    let mut fields = Fields::default();
    for (field, invalid) in wrong {
        fields.refuse(field, invalid);
    }
    Problem::invalid(fields.into_errors())
}

/// Whether some are sent, and no more than can be done together.
pub(crate) fn together(field: &str, count: usize, most: usize) -> Result<(), Problem> {
    match count {
        0 => Err(Problem::field(field, Invalid::Required)),
        _ if count > most => Err(Problem::field(field, Invalid::TooMany { max: most as i64 })),
        _ => Ok(()),
    }
}

fn read(file: &[u8]) -> Result<Vec<TableRow>, Invalid> {
    let rows = if file.starts_with(b"PK\x03\x04") { workbook(file)? } else { separated(file)? };
    if rows.len() > MOST_ROWS + 1 { Err(Invalid::TooMany { max: MOST_ROWS as i64 }) } else { Ok(rows) }
}

/// Values kept apart by commas, semicolons or tabs: whichever the first line has most of.
fn separated(file: &[u8]) -> Result<Vec<TableRow>, Invalid> {
    let text = match (Encoding::for_bom(file), std::str::from_utf8(file)) {
        (Some((encoding, _)), _) => encoding.decode(file).0,
        (None, Ok(text)) => text.into(),
        (None, Err(_)) => WINDOWS_1252.decode(file).0,
    };
    if text.contains('\0') {
        return Err(Invalid::TableUnreadable);
    }
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
    let delimiter = *b",;\t".iter().max_by_key(|separator| count(separator)).unwrap_or(&b',');
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let (mut line, mut counted) = (1, 0);
    for record in reader.records() {
        let record = record.map_err(|_| Invalid::TableUnreadable)?;
        let start = record.position().map_or(0, |position| position.byte());
        let start = usize::try_from(start).map_err(|_| Invalid::TableUnreadable)?;
        // It begins behind the blank lines before it.
        let blank = text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        line += text.as_bytes()[counted..start + blank].iter().filter(|byte| **byte == b'\n').count();
        counted = start + blank;
        let cells: Vec<Cell> = record.iter().take(MOST_COLUMNS).map(typed).collect();
        if cells.iter().all(Cell::is_blank) {
            continue;
        }
        rows.push(TableRow { line, cells });
        if rows.len() > MOST_ROWS + 1 {
            break;
        }
    }
    Ok(rows)
}

/// The first sheet of a workbook.
fn workbook(file: &[u8]) -> Result<Vec<TableRow>, Invalid> {
    fits(file)?;
    let unreadable = |_| Invalid::TableUnreadable;
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(file)).map_err(unreadable)?;
    let sheet = workbook.sheet_names().into_iter().next().ok_or(Invalid::TableUnreadable)?;
    let mut cells = workbook.worksheet_cells_reader(&sheet).map_err(unreadable)?;
    let mut rows: Vec<TableRow> = Vec::new();
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        let (line, column, value) = (row as usize + 1, column as usize, read_cell(cell.get_value())?);
        if column >= MOST_COLUMNS || value.is_blank() {
            continue;
        }
        match rows.last_mut() {
            Some(last) if last.line == line => put(&mut last.cells, column, value),
            Some(last) if last.line > line => return Err(Invalid::TableUnreadable),
            _ => {
                let mut cells = Vec::new();
                put(&mut cells, column, value);
                rows.push(TableRow { line, cells });
            }
        }
        if rows.len() > MOST_ROWS + 1 {
            break;
        }
    }
    Ok(rows)
}

fn put(cells: &mut Vec<Cell>, column: usize, value: Cell) {
    if cells.len() <= column {
        cells.resize(column + 1, Cell::Blank);
    }
    cells[column] = value;
}

/// Whether what a workbook unpacks to is of a size that a table has.
fn fits(file: &[u8]) -> Result<(), Invalid> {
    let unreadable = |_| Invalid::TableUnreadable;
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(unreadable)?;
    let mut left = MOST_UNPACKED;
    for place in 0..archive.len() {
        let part = archive.by_index(place).map_err(unreadable)?;
        let unpacked = copy(&mut part.take(left + 1), &mut sink()).map_err(|_| Invalid::TableUnreadable)?;
        left = left.checked_sub(unpacked).ok_or(Invalid::TableUnreadable)?;
    }
    Ok(())
}

fn read_cell(value: &DataRef<'_>) -> Result<Cell, Invalid> {
    Ok(match value {
        DataRef::Empty => Cell::Blank,
        DataRef::Int(number) => Cell::Number(number.to_string()),
        DataRef::Float(number) => Cell::Number(shown(*number)),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => typed(text),
        DataRef::SharedString(text) => typed(text),
        DataRef::Bool(is_true) => Cell::Text(is_true.to_string()),
        DataRef::DateTime(instant) => day(instant),
        DataRef::Error(_) => Cell::Text("#".to_owned()),
    })
}

/// Text as somebody typed it. Files of ours have an apostrophe before what a spreadsheet would take for a formula: sent in again, it
/// is taken off.
fn typed(text: &str) -> Cell {
    let marked = text.strip_prefix('\'').filter(|rest| rest.starts_with(begins_formula));
    Cell::Text(marked.unwrap_or(text).to_owned())
}

/// Fifteen digits, as a spreadsheet shows them: 0.1 + 0.2 is 0.3.
fn shown(number: f64) -> String {
    format!("{number:.14e}").parse::<f64>().unwrap_or(number).to_string()
}

fn day(instant: &ExcelDateTime) -> Cell {
    let number = instant.as_f64();
    // The last day that a spreadsheet knows is the end of 9999.
    let is_day = instant.is_datetime() && (1.0..2_958_466.0).contains(&number);
    let day = is_day.then(|| instant.as_datetime()).flatten().map(|instant| instant.date());
    day.map_or_else(|| Cell::Number(shown(number)), Cell::Day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;
    use rust_xlsxwriter::{ExcelDateTime as Written, Format, Formula, Workbook, XlsxError};
    use std::io::Write;
    use zip::{ZipWriter, write::SimpleFileOptions};

    fn texts(rows: &[TableRow]) -> Vec<(usize, Vec<String>)> {
        rows.iter().map(|row| (row.line, row.cells.iter().map(Cell::text).collect())).collect()
    }

    fn line(line: usize, cells: &[&str]) -> (usize, Vec<String>) {
        (line, cells.iter().map(|cell| (*cell).to_owned()).collect())
    }

    #[test]
    fn values_are_kept_apart_as_their_spreadsheet_does() {
        let expected = [line(1, &["Lieferant", "Betrag"]), line(3, &["Müller; Söhne", "1,5"])];
        let in_windows: Vec<u8> = b"Lieferant;Betrag\r\n\r\n\"M\xfcller; S\xf6hne\";1,5\r\n".to_vec();
        let in_utf16: Vec<u8> = "\u{feff}Lieferant\tBetrag\n\nMüller; Söhne\t1,5".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let files = [
            in_windows,
            in_utf16,
            "\u{feff}Lieferant,Betrag\n,\n\"Müller; Söhne\",\"1,5\"".into(),
            "Lieferant;Betrag\n\n\"Müller; Söhne\";1,5".into(),
        ];
        for file in files {
            assert_eq!(read(&file).map(|rows| texts(&rows)), Ok(expected.to_vec()));
        }
    }

    #[test]
    fn a_workbook_keeps_numbers_and_days() -> Result<(), XlsxError> {
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        sheet.write(1, 0, "Supplier")?.write(1, 2, "Amount")?.write(1, 3, "Due on")?;
        sheet.write(3, 0, 10_023)?.write(3, 2, 0.1 + 0.2)?.write(4, 2, "")?;
        sheet.write_with_format(3, 3, &Written::from_ymd(2026, 3, 31)?, &Format::new().set_num_format("dd.mm.yyyy"))?;
        sheet.write(3, 200, "far away")?;
        let rows = read(&workbook.save_to_buffer()?).unwrap_or_default();
        assert_eq!(texts(&rows)[0], line(2, &["Supplier", "", "Amount", "Due on"]));
        let cells = [Cell::Number("10023".to_owned()), Cell::Blank, Cell::Number("0.3".to_owned())];
        let day = NaiveDate::from_ymd_opt(2026, 3, 31).map_or(Cell::Blank, Cell::Day);
        assert_eq!(rows.get(1), Some(&TableRow { line: 4, cells: cells.into_iter().chain([day]).collect() }));
        assert_eq!(rows.len(), 2);
        Ok(())
    }

    #[test]
    fn a_formula_is_read_as_text_or_as_what_it_came_to_and_never_worked_out() -> Result<(), XlsxError> {
        for sign in "=+-@\u{2212}\u{fe62}\u{fe63}\u{fe66}\u{fe6b}\u{ff0b}\u{ff0d}\u{ff1d}\u{ff20}".chars() {
            let formula = format!("{sign}1+1");
            for written in [formula.clone(), format!("'{formula}")] {
                let separated = read(format!("Supplier;Amount\n{written};5").as_bytes()).unwrap_or_default();
                assert_eq!(texts(&separated)[1], line(2, &[&formula, "5"]));
                let mut workbook = Workbook::new();
                workbook.add_worksheet().write_string(0, 0, &written)?;
                assert_eq!(texts(&read(&workbook.save_to_buffer()?).unwrap_or_default()), [line(1, &[&formula])]);
            }
        }
        // An apostrophe of a name stays.
        assert_eq!(texts(&read(b"a,b\n'tHof,''").unwrap_or_default())[1], line(2, &["'tHof", "''"]));
        let mut workbook = Workbook::new();
        let formula = Formula::new("=HYPERLINK(\"https://evil.example\",\"click\")").set_result("click");
        workbook.add_worksheet().write_formula(0, 0, formula)?.write_formula(0, 1, Formula::new("=1+1").set_result("7"))?;
        assert_eq!(texts(&read(&workbook.save_to_buffer()?).unwrap_or_default()), [line(1, &["click", "7"])]);
        Ok(())
    }

    #[test]
    fn a_table_has_an_end() {
        let many = |rows: usize| format!("a,b\n{}", "1,2\n".repeat(rows)).into_bytes();
        assert_eq!(read(&many(MOST_ROWS)).map(|rows| rows.len()), Ok(MOST_ROWS + 1));
        assert_eq!(read(&many(MOST_ROWS + 1)), Err(Invalid::TooMany { max: 10_000 }));
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for row in 0..=MOST_ROWS as u32 + 1 {
            assert!(sheet.write(row, 0, row).is_ok());
        }
        assert_eq!(workbook.save_to_buffer().map(|file| read(&file)).ok(), Some(Err(Invalid::TooMany { max: 10_000 })));
    }

    /// What is packed small and unpacks to more than a table has, or is no table.
    #[test]
    fn what_is_no_table_is_refused() -> Result<(), Box<dyn std::error::Error>> {
        let mut bomb = ZipWriter::new(Cursor::new(Vec::new()));
        bomb.start_file("xl/sharedStrings.xml", SimpleFileOptions::default())?;
        for _ in 0..=MOST_UNPACKED / (1024 * 1024) {
            bomb.write_all(&vec![b' '; 1024 * 1024])?;
        }
        let bomb = bomb.finish()?.into_inner();
        assert!(bomb.len() < 1024 * 1024);
        for file in [bomb, b"PK\x03\x04 and nothing more".to_vec(), b"\x89PNG\r\n\x1a\n\0\0\0".to_vec()] {
            assert_eq!(read(&file), Err(Invalid::TableUnreadable));
        }
        assert_eq!(read(b"").map(|rows| rows.len()), Ok(0));
        Ok(())
    }
}
