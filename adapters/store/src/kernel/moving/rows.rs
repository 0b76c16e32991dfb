//! Rows on their way: each is the texts of its values, none for what is null.

use super::{
    Done, MoveError,
    schema::{Kind, Table},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::Failure,
};
use diesel::{QueryableByName, RunQueryDsl, sql_types::Text};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use sooner_application::kernel::unavailable::Unavailable;

type Row = Vec<Option<String>>;

/// A page has about so many bytes, however large its rows are.
const PAGE_BYTES: usize = 1024 * 1024;
const MAX_ROWS: usize = 1_000;

#[derive(QueryableByName)]
struct Line {
    /// The row as a JSON array of texts.
    #[diesel(sql_type = Text)]
    line: String,
}

/// Rows as they were read: each a JSON array of texts.
pub(crate) struct Page(Vec<String>);

fn quoted(table: &Table, expression: impl Fn(&str, Kind) -> String) -> Done<String> {
    let kinds = table.kinds()?;
    let columns = table.columns.iter().zip(kinds).map(|(column, kind)| expression(&format!("\"{}\"", column.name), kind));
    Ok(columns.collect::<Vec<_>>().join(", "))
}

/// Where rows come from.
pub(crate) struct Source<'a> {
    conn: &'a mut Conn,
    table: &'a Table,
}

impl<'a> Source<'a> {
    pub(crate) fn of(conn: &'a mut Conn, table: &'a Table) -> Self {
        Self { conn, table }
    }

    /// Every row of the table, so many at a time that memory stays flat.
    pub(crate) fn each_page(self, mut take: impl FnMut(Page) -> Done<()>) -> Done<()> {
        let name = &self.table.name;
        match self.conn {
            Conn::Sqlite(conn) => {
                let sql = format!("SELECT json_array({}) AS line FROM \"{name}\"", quoted(self.table, sqlite_text)?);
                let (mut page, mut bytes) = (Vec::new(), 0);
                for line in diesel::sql_query(sql).load_iter::<Line, diesel::connection::DefaultLoadingMode>(conn)? {
                    let Line { line } = line?;
                    bytes += line.len();
                    page.push(line);
                    if bytes >= PAGE_BYTES || page.len() == MAX_ROWS {
                        take(Page(std::mem::take(&mut page)))?;
                        bytes = 0;
                    }
                }
                if page.is_empty() { Ok(()) } else { take(Page(page)) }
            }
            Conn::Postgres(conn) => {
                let columns = quoted(self.table, postgres_text)?;
                let sql = format!("DECLARE moving NO SCROLL CURSOR FOR SELECT json_build_array({columns})::text AS line FROM \"{name}\"");
                diesel::sql_query(sql).execute(conn)?;
                let mut many = 16;
                loop {
                    let lines: Vec<Line> = diesel::sql_query(format!("FETCH {many} FROM moving")).load(conn)?;
                    if lines.is_empty() {
                        break;
                    }
                    let page: Vec<_> = lines.into_iter().map(|Line { line }| line).collect();
                    let bytes: usize = page.iter().map(String::len).sum();
                    many = (PAGE_BYTES * page.len() / bytes.max(1)).clamp(1, MAX_ROWS);
                    take(Page(page))?;
                }
                diesel::sql_query("CLOSE moving").execute(conn)?;
                Ok(())
            }
        }
    }
}

/// Where rows go.
pub(crate) struct Sink<'a> {
    conn: &'a mut Conn,
    table: &'a Table,
}

impl<'a> Sink<'a> {
    pub(crate) fn of(conn: &'a mut Conn, table: &'a Table) -> Self {
        Self { conn, table }
    }

    pub(crate) fn write(self, Page(lines): &Page) -> Done<()> {
        let (name, names) = (&self.table.name, self.table.names());
        let kinds = self.table.kinds()?.into_iter().enumerate();
        let sql = match self.conn {
            Conn::Sqlite(_) => {
                let values = kinds.map(|(at, kind)| from_text_in_sqlite(&format!("(e.value ->> {at})"), kind)).collect::<Vec<_>>();
                format!("INSERT INTO \"{name}\" ({names}) SELECT {} FROM json_each(?) AS e", values.join(", "))
            }
            Conn::Postgres(_) => {
                let values = kinds.map(|(at, kind)| from_text_in_postgres(&format!("(e.row ->> {at})"), kind)).collect::<Vec<_>>();
                let values = values.join(", ");
                format!(
                    "INSERT INTO \"{name}\" ({names}) OVERRIDING SYSTEM VALUE SELECT {values} FROM json_array_elements($1::json) AS e(row)"
                )
            }
        };
        let insert = diesel::sql_query(sql).bind::<Text, _>(format!("[{}]", lines.join(",")));
        on!(self.conn, |c| insert.execute(c))?;
        Ok(())
    }
}

fn sqlite_text(column: &str, kind: Kind) -> String {
    match kind {
        Kind::Bytes | Kind::Uuid => format!("iif({column} IS NULL, NULL, lower(hex({column})))"),
        Kind::Integer | Kind::Boolean | Kind::Time => format!("CAST({column} AS TEXT)"),
        Kind::Text | Kind::Date | Kind::Json => column.to_owned(),
    }
}

fn postgres_text(column: &str, kind: Kind) -> String {
    match kind {
        Kind::Bytes => format!("encode({column}, 'hex')"),
        Kind::Uuid => format!("replace({column}::text, '-', '')"),
        Kind::Boolean => format!("{column}::int::text"),
        // Microseconds since 1970, as SQLite keeps them: whole seconds first, for some versions count in floats.
        Kind::Time => {
            let seconds = format!("extract(epoch FROM date_trunc('second', {column}))::bigint");
            format!("({seconds} * 1000000 + extract(microseconds FROM {column})::bigint % 1000000)::text")
        }
        Kind::Integer | Kind::Date | Kind::Json => format!("{column}::text"),
        Kind::Text => column.to_owned(),
    }
}

fn from_text_in_sqlite(text: &str, kind: Kind) -> String {
    match kind {
        Kind::Bytes | Kind::Uuid => format!("unhex({text})"),
        Kind::Integer | Kind::Boolean | Kind::Time => format!("CAST({text} AS INTEGER)"),
        Kind::Text | Kind::Date | Kind::Json => text.to_owned(),
    }
}

fn from_text_in_postgres(text: &str, kind: Kind) -> String {
    match kind {
        Kind::Bytes => format!("decode({text}, 'hex')"),
        Kind::Uuid => format!("{text}::uuid"),
        Kind::Integer => format!("{text}::bigint"),
        Kind::Boolean => format!("{text}::int::boolean"),
        Kind::Text => text.to_owned(),
        Kind::Date => format!("{text}::date"),
        Kind::Time => {
            let part = |operator: char, unit: &str| format!("{text}::bigint {operator} 1000000 * interval '1 {unit}'");
            format!("('epoch'::timestamptz + {} + {})", part('/', "second"), part('%', "microsecond"))
        }
        Kind::Json => format!("{text}::jsonb"),
    }
}

/// How many rows there are, and the sum of their hashes: it is the same in whichever order they come.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    pub(crate) rows: u64,
    sum: [u64; 4],
}

impl Digest {
    pub(crate) fn add(&mut self, table: &Table, Page(lines): &Page) -> Done<()> {
        let kinds = table.kinds()?;
        for line in lines {
            let mut hash = Sha256::new();
            let row: Row = serde_json::from_str(line).map_err(|_| unreadable(table))?;
            for (value, kind) in row.iter().zip(&kinds) {
                match value {
                    Some(text) if *kind == Kind::Json => {
                        let mut canonical = String::new();
                        write_canonical(&serde_json::from_str(text).map_err(|_| unreadable(table))?, &mut canonical);
                        add(&mut hash, &canonical);
                    }
                    Some(text) => add(&mut hash, text),
                    None => hash.update([0]),
                }
            }
            for (sum, part) in self.sum.iter_mut().zip(hash.finalize().chunks_exact(8)) {
                *sum = part.try_into().map_or(*sum, |part| sum.wrapping_add(u64::from_be_bytes(part)));
            }
            self.rows += 1;
        }
        Ok(())
    }
}

fn add(hash: &mut Sha256, text: &str) {
    hash.update([1]);
    hash.update((text.len() as u64).to_be_bytes());
    hash.update(text);
}

fn unreadable(table: &Table) -> Failure<MoveError> {
    Failure::Refused(Unavailable::Failed(format!("a row of {} cannot be read", table.name)).into())
}

/// One way to write JSON: PostgreSQL keeps what it says, and neither the order of its names nor its spaces.
fn write_canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            out.push('{');
            for (name, value) in fields {
                out.push_str(&Value::from(name.as_str()).to_string());
                out.push(':');
                write_canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(values) => {
            out.push('[');
            for value in values {
                write_canonical(value, out);
                out.push(',');
            }
            out.push(']');
        }
        other => out.push_str(&other.to_string()),
    }
}
