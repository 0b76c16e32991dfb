//! Tables as people send them: CSV in whatever way their spreadsheet wrote it, or an Excel workbook.

use super::{
    body::Data,
    error::{Problem, ProblemBody},
    upload::{MOST_BYTES, file_refused, whole_file},
};
use actix_web::{HttpRequest, HttpResponse, http::header::ContentType, web};
use calamine::{DataRef, ExcelDateTime, Reader, SheetType, SheetVisible, Xlsx};
use chrono::NaiveDate;
use encoding_rs::{Encoding, WINDOWS_1252};
use serde::{Deserialize, Serialize};
use sooner_application::kernel::{
    sender::Sender,
    table::{Imported, MOST_ROWS, MOST_ROWS_ABOVE, ReadRow, ReadTableError, Sheets, TableRow, Wrong},
    unavailable::Unavailable,
};
use sooner_domain::kernel::{
    Invalid,
    table::{Cell, NoColumn, RowOutcome},
};
use sooner_shared::{
    audit_csv::begins_formula,
    coded_body::{Code, RowOutcomeCode},
    fields::Fields,
    file_gate::{FileGate, FileKind},
    request_id,
};
use std::{
    collections::BTreeMap,
    io::{self, Cursor, Read, Write, copy},
    panic::catch_unwind,
};
use tokio::runtime::Handle;
use utoipa::ToSchema;
use zip::ZipArchive;

/// One more than a table has: too many are counted where it is known which row holds the headings.
const ROWS_READ: usize = MOST_ROWS + MOST_ROWS_ABOVE + 2;
/// Nobody's columns are further right.
const MOST_COLUMNS: usize = 100;
/// A workbook is packed: unpacked it is no larger than this.
const MOST_UNPACKED: u64 = 100 * 1024 * 1024;
/// Tags of all parts of a workbook: twice what the cells have that can be kept, each with a text of its own. A text may be cut into as many
/// runs as its maker likes, each of which takes time, and may be of no cell.
const MOST_TAGS: usize = 8_000_000;
/// Nobody has more sheets than days in a quarter. Several may name one part, which is read for each.
const MOST_SHEETS: usize = 100;
/// What all cells that are kept hold together, in bytes. Cells may name one text of the workbook as often as they like.
const MOST_KEPT: usize = 24 * 1024 * 1024;
/// A spreadsheet has no longer text in one cell, in bytes of four for each letter.
const MOST_OF_CELL: usize = 4 * 32_767;
/// What keeps values apart shows within so many bytes.
const LOOKED_AT: usize = 64 * 1024;

/// The table that was sent, as far as people see it.
pub(crate) async fn sent_table(request: &HttpRequest, payload: web::Payload, (gate, by): (&FileGate, Sender)) -> Result<Sheets, Problem> {
    let file = whole_file(request, payload, MOST_BYTES, (gate, by)).await?;
    gate.read(gate.turn(by).await?, FileKind::Table, file.content.clone(), Invalid::TableTooLarge, of_plain).await?.map_err(file_refused)
}

/// Reads what the rows of a table say, and writes that down, where it keeps no other request waiting: it may be ten thousand rows.
pub(crate) async fn read_apart<S, T, F>(gate: &FileGate, read: impl FnOnce() -> F + Send + 'static) -> Result<HttpResponse, Problem>
where
    S: Into<T>,
    T: Serialize,
    F: Future<Output = Result<Vec<ReadRow<S>>, ReadTableError>>,
{
    let (server, request) = (Handle::current(), request_id::current());
    let written = gate.apart(move || {
        server.block_on(request_id::scope(request, async {
            let rows = read().await.map_err(not_read)?;
            let data: Vec<_> = rows.into_iter().map(ReadRowBody::<T>::new).collect();
            serde_json::to_vec(&Data { data }).map_err(|error| Problem::from(Unavailable::Failed(error.to_string())))
        }))
    });
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(written.await??))
}

/// Why a table was not read.
fn not_read(error: ReadTableError) -> Problem {
    match error {
        ReadTableError::NoColumn(NoColumn::Missing(field)) => Problem::field(field, Invalid::ColumnMissing),
        ReadTableError::NoColumn(NoColumn::Ambiguous(field)) => Problem::field(field, Invalid::ColumnAmbiguous),
        ReadTableError::SheetAmbiguous => file_refused(Invalid::SheetAmbiguous),
        ReadTableError::TooMany => file_refused(Invalid::TooMany { max: MOST_ROWS as i64 }),
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
    /// Its cells, by field
    written: BTreeMap<&'static str, String>,
    /// What it says, as it can be sent in; nothing where something is wrong
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<T>,
    /// It was there before, or is further up
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

/// A table in its plain form, between two processes of one program.
#[derive(Serialize, Deserialize)]
enum PlainTable {
    Sheets(Vec<Vec<(usize, Vec<PlainCell>)>>),
    TooLarge,
    Unreadable,
}

#[derive(Serialize, Deserialize)]
enum PlainCell {
    #[serde(rename = "b")]
    Blank,
    #[serde(rename = "t")]
    Text(String),
    #[serde(rename = "n")]
    Number(String),
    #[serde(rename = "d")]
    Day(NaiveDate),
}

/// The plain form of a file that somebody made with a spreadsheet: its sheets, or that it is no table.
pub fn plain(file: &[u8]) -> Vec<u8> {
    let cell = |cell| match cell {
        Cell::Blank => PlainCell::Blank,
        Cell::Text(text) => PlainCell::Text(text),
        Cell::Number(number) => PlainCell::Number(number),
        Cell::Day(day) => PlainCell::Day(day),
    };
    let row = |TableRow { line, cells }| (line, cells.into_iter().map(cell).collect());
    let plain = match read(file) {
        Ok(sheets) => PlainTable::Sheets(sheets.into_iter().map(|rows| rows.into_iter().map(row).collect()).collect()),
        Err(Invalid::TableTooLarge) => PlainTable::TooLarge,
        Err(_) => PlainTable::Unreadable,
    };
    serde_json::to_vec(&plain).unwrap_or_default()
}

fn of_plain(plain: &[u8]) -> Result<Sheets, Invalid> {
    let cell = |cell| match cell {
        PlainCell::Blank => Cell::Blank,
        PlainCell::Text(text) => Cell::Text(text),
        PlainCell::Number(number) => Cell::Number(number),
        PlainCell::Day(day) => Cell::Day(day),
    };
    let row = |(line, cells): (usize, Vec<PlainCell>)| TableRow { line, cells: cells.into_iter().map(cell).collect() };
    match serde_json::from_slice(plain) {
        Ok(PlainTable::Sheets(sheets)) => Ok(sheets.into_iter().map(|rows| rows.into_iter().map(row).collect()).collect()),
        Ok(PlainTable::TooLarge) => Err(Invalid::TableTooLarge),
        Ok(PlainTable::Unreadable) | Err(_) => Err(Invalid::TableUnreadable),
    }
}

fn read(file: &[u8]) -> Result<Sheets, Invalid> {
    if file.starts_with(b"PK\x03\x04") { workbook(file) } else { Ok(vec![separated(file)?]) }
}

/// What may still be kept of a table.
struct Left(usize);

impl Left {
    fn keep(&mut self, text: &str) -> Result<(), Invalid> {
        if text.len() > MOST_OF_CELL {
            return Err(Invalid::TableTooLarge);
        }
        // An empty cell takes room as well.
        let kept = text.len() + size_of::<Cell>();
        self.0 = self.0.checked_sub(kept).ok_or(Invalid::TableTooLarge)?;
        Ok(())
    }
}

/// Values kept apart by commas, semicolons or tabs.
fn separated(file: &[u8]) -> Result<Vec<TableRow>, Invalid> {
    let text = match (Encoding::for_bom(file), std::str::from_utf8(file)) {
        (Some((encoding, _)), _) => encoding.decode(file).0,
        (None, Ok(text)) => text.into(),
        (None, Err(_)) => WINDOWS_1252.decode(file).0,
    };
    if text.contains('\0') {
        return Err(Invalid::TableUnreadable);
    }
    let delimiter = delimiter(&text);
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let (mut line, mut counted, mut left) = (1, 0, Left(MOST_KEPT));
    for record in reader.records() {
        let record = record.map_err(|_| Invalid::TableUnreadable)?;
        let start = record.position().map_or(0, |position| position.byte());
        let start = usize::try_from(start).map_err(|_| Invalid::TableUnreadable)?;
        // It begins behind the blank lines before it.
        let blank = text.as_bytes()[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        line += text.as_bytes()[counted..start + blank].iter().filter(|byte| **byte == b'\n').count();
        counted = start + blank;
        record.iter().take(MOST_COLUMNS).try_for_each(|text| left.keep(text))?;
        let cells: Vec<Cell> = record.iter().take(MOST_COLUMNS).map(typed).collect();
        if cells.iter().all(Cell::is_blank) {
            continue;
        }
        rows.push(TableRow { line, cells });
        if rows.len() == ROWS_READ {
            break;
        }
    }
    Ok(rows)
}

/// What keeps the values of a line apart: what most of the first lines have in them, and of several such the one they have most of.
/// What stands in quotation marks is a value's own.
fn delimiter(text: &str) -> u8 {
    let mut is_quoted = false;
    let unquoted = |sign: &char| {
        is_quoted ^= *sign == '"';
        !is_quoted
    };
    let bare: String = text[..text.floor_char_boundary(LOOKED_AT)].chars().filter(unquoted).collect();
    let lines = || bare.lines().filter(|line| !line.trim().is_empty()).take(MOST_ROWS_ABOVE);
    let weight = |separator: &&u8| {
        let counts = || lines().map(|line| line.bytes().filter(|byte| byte == *separator).count());
        (counts().filter(|count| *count > 0).count(), counts().sum::<usize>())
    };
    *b"\t;,".iter().max_by_key(weight).unwrap_or(&b',')
}

/// The sheets of a workbook that are not hidden. What reads it for us panics where a file names a row or a column that there cannot be:
/// then nothing can be read of it.
fn workbook(file: &[u8]) -> Result<Sheets, Invalid> {
    fits(file)?;
    catch_unwind(|| sheets(file)).unwrap_or(Err(Invalid::TableUnreadable))
}

fn sheets(file: &[u8]) -> Result<Sheets, Invalid> {
    let mut workbook: Xlsx<_> = Xlsx::new(Cursor::new(file)).map_err(|_| Invalid::TableUnreadable)?;
    if workbook.sheets_metadata().len() > MOST_SHEETS {
        return Err(Invalid::TableTooLarge);
    }
    let seen =
        workbook.sheets_metadata().iter().filter(|sheet| sheet.visible == SheetVisible::Visible && sheet.typ == SheetType::WorkSheet);
    let names: Vec<String> = seen.map(|sheet| sheet.name.clone()).collect();
    if names.is_empty() {
        return Err(Invalid::TableUnreadable);
    }
    // As many as all of its parts can have, each read once.
    let (mut left, mut cells) = (Left(MOST_KEPT), MOST_TAGS);
    names.iter().map(|name| sheet(&mut workbook, name, (&mut left, &mut cells))).collect()
}

fn sheet(workbook: &mut Xlsx<Cursor<&[u8]>>, name: &str, (left, cells_left): (&mut Left, &mut usize)) -> Result<Vec<TableRow>, Invalid> {
    let mut cells = workbook.worksheet_cells_reader(name).map_err(|_| Invalid::TableUnreadable)?;
    let mut rows: Vec<TableRow> = Vec::new();
    while let Some(cell) = cells.next_cell().map_err(|_| Invalid::TableUnreadable)? {
        let (row, column) = cell.get_position();
        let (line, column) = (row as usize + 1, column as usize);
        *cells_left = cells_left.checked_sub(1).ok_or(Invalid::TableTooLarge)?;
        if column >= MOST_COLUMNS {
            continue;
        }
        let value = cell.get_value();
        left.keep(text_of(value))?;
        let value = read_cell(value)?;
        if value.is_blank() {
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
        if rows.len() == ROWS_READ {
            break;
        }
    }
    Ok(rows)
}

/// The text that a cell holds, its own or one of the workbook.
fn text_of<'a>(value: &'a DataRef<'_>) -> &'a str {
    match value {
        DataRef::SharedString(text) => text,
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text,
        DataRef::Int(_) | DataRef::Float(_) | DataRef::Bool(_) | DataRef::DateTime(_) | DataRef::Error(_) | DataRef::Empty => "",
    }
}

fn put(cells: &mut Vec<Cell>, column: usize, value: Cell) {
    if cells.len() <= column {
        cells.resize(column + 1, Cell::Blank);
    }
    cells[column] = value;
}

/// How many more tags there may be.
struct TagsLeft(usize);

impl Write for TagsLeft {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let tags = part.iter().filter(|byte| **byte == b'<').count();
        self.0 = self.0.checked_sub(tags).ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether what a workbook unpacks to is of a size that a table has.
fn fits(file: &[u8]) -> Result<(), Invalid> {
    let unreadable = |_| Invalid::TableUnreadable;
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(unreadable)?;
    let (mut left, mut tags) = (MOST_UNPACKED, TagsLeft(MOST_TAGS));
    for place in 0..archive.len() {
        let part = archive.by_index(place).map_err(unreadable)?;
        let unpacked = copy(&mut part.take(left + 1), &mut tags).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => Invalid::TableTooLarge,
            _ => Invalid::TableUnreadable,
        })?;
        left = left.checked_sub(unpacked).ok_or(Invalid::TableTooLarge)?;
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
    use rust_xlsxwriter::{ExcelDateTime as Written, Format, Formula, Workbook, XlsxError};
    use std::io::Write;
    use zip::{ZipWriter, write::SimpleFileOptions};

    /// The rows of the only sheet, by their plain form.
    fn read(file: &[u8]) -> Result<Vec<TableRow>, Invalid> {
        of_plain(&plain(file)).map(|sheets| sheets.concat())
    }

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
    fn no_more_is_read_than_shows_that_it_is_too_much() {
        let many = |rows: usize| format!("a,b\n{}", "1,2\n".repeat(rows)).into_bytes();
        assert_eq!(read(&many(MOST_ROWS)).map(|rows| rows.len()), Ok(MOST_ROWS + 1));
        assert_eq!(read(&many(2 * MOST_ROWS)).map(|rows| rows.len()), Ok(ROWS_READ));
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for row in 0..=MOST_ROWS as u32 + 100 {
            assert!(sheet.write(row, 0, row).is_ok());
        }
        let rows = workbook.save_to_buffer().map(|file| read(&file).map(|rows| rows.len()));
        assert_eq!(rows.ok(), Some(Ok(ROWS_READ)));
    }

    #[test]
    fn what_keeps_values_apart_is_found_below_titles_and_past_decimals() {
        for (file, of) in [
            ("Open items, 4 December\n\nBuyer;Amount\nNordwind;1,5\nSüdwind;2,5", 2),
            ("Offene Posten per 04.12.2026\nKunde;Betrag\nNordwind;1.234,50\n", 2),
            ("sep=;\nKunde;Betrag\nNordwind, Berlin;1,50\n", 2),
            ("Buyer,Amount,Note\nNordwind,\"1,234.50\",\"a;b;c;d;e\"\n", 3),
            ("Buyer\tAmount\tNote\nNordwind\t1,234.50\ta, b, c\n", 3),
        ] {
            let rows = read(file.as_bytes()).unwrap_or_default();
            assert_eq!(rows.last().map(|row| row.cells.len()), Some(of), "{file}");
        }
    }

    #[test]
    fn hidden_sheets_are_no_tables_and_all_others_are() -> Result<(), XlsxError> {
        let mut workbook = Workbook::new();
        workbook.add_worksheet().set_hidden(true).write(0, 0, "hidden")?;
        workbook.add_worksheet().set_very_hidden(true).write(0, 0, "very hidden")?;
        workbook.add_worksheet().set_active(true).write(0, 0, "cover")?;
        workbook.add_worksheet().write(2, 0, "table")?;
        let sheets = super::read(&workbook.save_to_buffer()?).unwrap_or_default();
        assert_eq!(sheets.iter().map(|rows| texts(rows)).collect::<Vec<_>>(), [[line(1, &["cover"])], [line(3, &["table"])]]);
        Ok(())
    }

    #[test]
    fn what_is_no_table_is_refused() {
        for file in [&b"PK\x03\x04 and nothing more"[..], b"\x89PNG\r\n\x1a\n\0\0\0"] {
            assert_eq!(read(file), Err(Invalid::TableUnreadable));
        }
        assert_eq!(read(b"").map(|rows| rows.len()), Ok(0));
    }

    #[test]
    fn what_is_packed_small_and_unpacks_to_more_than_a_table_has_is_refused() -> Result<(), Box<dyn std::error::Error>> {
        let mut bomb = ZipWriter::new(Cursor::new(Vec::new()));
        bomb.start_file("xl/sharedStrings.xml", SimpleFileOptions::default())?;
        for _ in 0..=MOST_UNPACKED / (1024 * 1024) {
            bomb.write_all(&vec![b' '; 1024 * 1024])?;
        }
        let bomb = bomb.finish()?.into_inner();
        assert!(bomb.len() < 1024 * 1024);
        assert_eq!(read(&bomb), Err(Invalid::TableTooLarge));
        Ok(())
    }

    /// A text stands in the workbook once, however many cells name it.
    #[test]
    fn cells_that_name_one_long_text_count_each() -> Result<(), XlsxError> {
        let of = |rows: u32| {
            let mut workbook = Workbook::new();
            let sheet = workbook.add_worksheet();
            let text = "a".repeat(30_000);
            (0..rows).try_for_each(|row| sheet.write(row, 0, &text).map(drop))?;
            let file = workbook.save_to_buffer()?;
            assert!(file.len() < 100 * 1024);
            Ok::<_, XlsxError>(read(&file).map(|rows| rows.len()))
        };
        assert_eq!(of(500)?, Ok(500));
        assert_eq!(of(1_000)?, Err(Invalid::TableTooLarge));
        Ok(())
    }

    /// A workbook of one sheet with these cells and these texts beside.
    fn packed(cells: &[u8], texts: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        named(1, cells, texts)
    }

    /// … which so many of its sheets name.
    fn named(sheets: usize, cells: &[u8], texts: &[u8]) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
        let mut empty = Workbook::new();
        empty.add_worksheet().write(0, 0, "a")?;
        let whole = empty.save_to_buffer()?;
        let mut parts = ZipArchive::new(Cursor::new(whole))?;
        let mut bomb = ZipWriter::new(Cursor::new(Vec::new()));
        for place in 0..parts.len() {
            let mut part = parts.by_index(place)?;
            let name = part.name()?.into_owned();
            bomb.start_file(&name, SimpleFileOptions::default())?;
            match name.as_str() {
                "xl/sharedStrings.xml" => [&b"<sst><si>"[..], texts, b"</si></sst>"].iter().try_for_each(|text| bomb.write_all(text))?,
                "xl/worksheets/sheet1.xml" => {
                    let (begin, end) = (&b"<worksheet><sheetData>"[..], b"</sheetData></worksheet>");
                    [begin, cells, end].iter().try_for_each(|text| bomb.write_all(text))?;
                }
                "xl/workbook.xml" => {
                    let mut workbook = String::new();
                    part.read_to_string(&mut workbook)?;
                    let one = "<sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"rId1\"/>";
                    let all: String = (1..=sheets).map(|number| one.replace("Sheet1", &format!("Sheet{number}"))).collect();
                    assert!(workbook.contains(one), "{workbook}");
                    bomb.write_all(workbook.replace(one, &all).as_bytes())?;
                }
                _ => drop(copy(&mut part, &mut bomb)?),
            }
        }
        Ok(bomb.finish()?.into_inner())
    }

    #[test]
    fn a_part_that_many_sheets_name_is_read_no_more_often_than_a_workbook_has_sheets() -> Result<(), Box<dyn std::error::Error>> {
        let cell = b"<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>";
        assert_eq!(read(&named(MOST_SHEETS, cell, b"")?).map(|rows| rows.len()), Ok(MOST_SHEETS));
        assert_eq!(read(&named(MOST_SHEETS + 1, cell, b"")?), Err(Invalid::TableTooLarge));
        // What lies further right than anybody's columns is not kept, and read all the same.
        let beyond = format!("<row r=\"1\">{}</row>", "<c r=\"ZZ1\"><v>1</v></c>".repeat(MOST_TAGS / 10));
        assert_eq!(read(&named(2, beyond.as_bytes(), b"")?), Ok(Vec::new()));
        assert_eq!(read(&named(11, beyond.as_bytes(), b"")?), Err(Invalid::TableTooLarge));
        Ok(())
    }

    #[test]
    fn a_row_or_a_column_that_there_cannot_be_is_refused() -> Result<(), Box<dyn std::error::Error>> {
        for (row, cell) in [("4294967295", "ZZZZZZZZ4294967295"), ("1", "ZZZZZZZZ1"), ("1", "A99999999999"), ("99999999999", "A1")] {
            let cells = format!("<row r=\"{row}\"><c r=\"{cell}\"><v>1</v></c></row>");
            assert_eq!(read(&packed(cells.as_bytes(), b"")?), Err(Invalid::TableUnreadable), "{row} {cell}");
        }
        Ok(())
    }

    #[test]
    fn runs_of_a_text_count_wherever_it_stands() -> Result<(), Box<dyn std::error::Error>> {
        let named = b"<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row>";
        let inline = |runs: &str| format!("<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is>{runs}</is></c></row>").into_bytes();
        for run in ["<r><t>a</t></r>", "<rPh><t>a</t></rPh>", "<r></r>", "<r/>"] {
            let runs = |count: usize| run.repeat(count);
            assert!(packed(named, runs(10).as_bytes()).map(|file| read(&file))?.is_ok(), "{run}");
            assert!(packed(&inline(&runs(10)), b"").map(|file| read(&file))?.is_ok(), "{run}");
            let many = runs(MOST_TAGS / run.matches('<').count() + 1);
            for file in [packed(named, many.as_bytes())?, packed(&inline(&many), b"")?] {
                assert!(file.len() < 1024 * 1024, "{run}");
                assert_eq!(read(&file), Err(Invalid::TableTooLarge), "{run}");
            }
        }
        Ok(())
    }

    #[test]
    fn a_text_of_a_cells_own_counts_as_one_of_the_workbook() -> Result<(), Box<dyn std::error::Error>> {
        let row = |number: usize, text: &str| {
            format!("<row r=\"{number}\"><c r=\"A{number}\" t=\"inlineStr\"><is><r><t>{text}</t></r></is></c></row>")
        };
        let of = |rows: usize| {
            let text = "a".repeat(30_000);
            let cells: String = (1..=rows).map(|number| row(number, &text)).collect();
            Ok::<_, Box<dyn std::error::Error>>(read(&packed(cells.as_bytes(), b"")?).map(|rows| rows.len()))
        };
        assert_eq!(of(500)?, Ok(500));
        assert_eq!(of(1_000)?, Err(Invalid::TableTooLarge));
        Ok(())
    }

    #[test]
    fn no_cell_holds_more_than_one_of_a_spreadsheet() {
        let of = |count: usize| format!("Note\n{}\n", "\u{1F600}".repeat(count)).into_bytes();
        assert!(read(&of(MOST_OF_CELL / 4)).is_ok());
        assert_eq!(read(&of(MOST_OF_CELL / 4 + 1)), Err(Invalid::TableTooLarge));
    }

    #[test]
    fn empty_cells_take_room_too() {
        let row = format!("{}a\n", ",".repeat(MOST_COLUMNS - 1));
        assert_eq!(read(row.repeat(MOST_ROWS).as_bytes()), Err(Invalid::TableTooLarge));
    }
}
