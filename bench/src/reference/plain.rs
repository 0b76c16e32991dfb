//! Plain statements, the same for both databases, and rows as JSON: nothing is made of them.

use super::rows::failed;
use bytes::BytesMut;
use chrono::{DateTime, NaiveDate, Utc};
use data_encoding::HEXLOWER;
use rusqlite::types::{ToSqlOutput, ValueRef};
use serde_json::{Value as Json, json};
use sooner_application::kernel::unavailable::Unavailable;
use std::{
    cell::OnceCell,
    collections::HashMap,
    error::Error,
    sync::{Arc, Mutex},
};
use tokio::sync::Semaphore;
use tokio_postgres::{
    NoTls, Statement,
    types::{IsNull, ToSql, Type, to_sql_checked},
};
use uuid::Uuid;

/// A value of a statement.
#[derive(Debug, Clone)]
pub enum Value {
    Id(Uuid),
    Time(DateTime<Utc>),
    Day(NaiveDate),
    Text(String),
    Number(i64),
    Bytes(Vec<u8>),
}

/// A statement, with its values in the order in which `$1` to `$9` first appear in it.
pub type Step = (&'static str, Vec<Value>);
type Row = Vec<Json>;

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Self::Id(id) => ToSqlOutput::Borrowed(ValueRef::Blob(id.as_bytes())),
            Self::Time(time) => time.timestamp_micros().into(),
            Self::Day(day) => day.to_string().into(),
            Self::Text(text) => text.as_str().into(),
            Self::Number(number) => (*number).into(),
            Self::Bytes(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}

impl ToSql for Value {
    fn to_sql(&self, ty: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Self::Id(id) => id.to_sql(ty, out),
            Self::Time(time) => time.to_sql(ty, out),
            Self::Day(day) => day.to_sql(ty, out),
            Self::Text(text) => text.to_sql(ty, out),
            Self::Number(number) => number.to_sql(ty, out),
            Self::Bytes(bytes) => bytes.to_sql(ty, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// What reads and writes.
pub enum Plain {
    Sqlite { path: String, writer: Arc<Mutex<rusqlite::Connection>> },
    Postgres { url: String, lines: Mutex<Vec<Line>>, free: Semaphore },
}

pub struct Line {
    client: tokio_postgres::Client,
    prepared: HashMap<&'static str, Statement>,
}

thread_local! {
    static READER: OnceCell<rusqlite::Connection> = const { OnceCell::new() };
}

impl Plain {
    /// On the file of this address, or on so many connections.
    pub fn open(url: &str, connections: usize) -> Result<Self, crate::Failed> {
        if url.starts_with("postgres") {
            return Ok(Self::Postgres { url: url.to_owned(), lines: Mutex::default(), free: Semaphore::new(connections) });
        }
        let path = url.trim_start_matches("sqlite://").to_owned();
        let writer = Arc::new(Mutex::new(super::sqlite::open(&path)?));
        Ok(Self::Sqlite { path, writer })
    }

    pub fn is_postgres(&self) -> bool {
        matches!(self, Self::Postgres { .. })
    }

    /// The rows of each statement, as of whatever moment.
    pub async fn read(&self, steps: Vec<Step>) -> Result<Vec<Vec<Row>>, Unavailable> {
        match self {
            Self::Sqlite { path, .. } => READER.with(|kept| {
                if kept.get().is_none() {
                    kept.set(super::sqlite::open(path).map_err(failed)?).ok();
                }
                let conn = kept.get().ok_or(Unavailable::Busy("reader"))?;
                steps.iter().map(|step| sqlite_rows(conn, step).map_err(failed)).collect()
            }),
            Self::Postgres { .. } => self.with_line(steps, false).await,
        }
    }

    /// All of them in one transaction, committed by itself.
    pub async fn write(&self, steps: Vec<Step>) -> Result<(), Unavailable> {
        match self {
            Self::Sqlite { writer, .. } => {
                let writer = writer.clone();
                let work = move || {
                    let conn = writer.lock().map_err(failed)?;
                    conn.execute_batch("BEGIN IMMEDIATE").map_err(failed)?;
                    let done = steps.iter().try_for_each(|step| sqlite_rows(&conn, step).map(drop));
                    conn.execute_batch(if done.is_ok() { "COMMIT" } else { "ROLLBACK" }).map_err(failed)?;
                    done.map_err(failed)
                };
                actix_web::rt::task::spawn_blocking(work).await.map_err(failed)?
            }
            Self::Postgres { .. } => self.with_line(steps, true).await.map(drop),
        }
    }

    async fn with_line(&self, steps: Vec<Step>, writes: bool) -> Result<Vec<Vec<Row>>, Unavailable> {
        let Self::Postgres { url, lines, free } = self else { return Ok(Vec::new()) };
        let _free = free.acquire().await.map_err(failed)?;
        let kept = lines.lock().map_err(failed)?.pop();
        let mut line = match kept {
            Some(line) => line,
            None => {
                let (client, connection) = tokio_postgres::connect(url, NoTls).await.map_err(failed)?;
                actix_web::rt::spawn(connection);
                // As the product asks for it: planning each call anew costs as much as the call.
                client.batch_execute("SET plan_cache_mode = force_generic_plan").await.map_err(failed)?;
                Line { client, prepared: HashMap::new() }
            }
        };
        if writes {
            line.client.batch_execute("BEGIN").await.map_err(failed)?;
        }
        let mut found = Vec::with_capacity(steps.len());
        for step in &steps {
            found.push(line.rows(step).await.map_err(failed)?);
        }
        if writes {
            line.client.batch_execute("COMMIT").await.map_err(failed)?;
        }
        lines.lock().map_err(failed)?.push(line);
        Ok(found)
    }
}

impl Line {
    async fn rows(&mut self, (sql, values): &Step) -> Result<Vec<Row>, tokio_postgres::Error> {
        if !self.prepared.contains_key(sql) {
            self.prepared.insert(sql, self.client.prepare(sql).await?);
        }
        let values: Vec<_> = values.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        let rows = self.client.query(&self.prepared[sql], &values).await?;
        rows.iter().map(|row| (0..row.len()).map(|column| postgres_cell(row, column)).collect()).collect()
    }
}

fn sqlite_rows(conn: &rusqlite::Connection, (sql, values): &Step) -> rusqlite::Result<Vec<Row>> {
    let mut statement = conn.prepare_cached(sql)?;
    let columns = statement.column_count();
    let mut rows = statement.query(rusqlite::params_from_iter(values))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push((0..columns).map(|column| row.get_ref(column).map(sqlite_cell)).collect::<rusqlite::Result<_>>()?);
    }
    Ok(found)
}

fn sqlite_cell(cell: ValueRef<'_>) -> Json {
    match cell {
        ValueRef::Null => Json::Null,
        ValueRef::Integer(number) => json!(number),
        ValueRef::Real(number) => json!(number),
        ValueRef::Text(text) => Json::String(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Uuid::from_slice(bytes).map_or_else(|_| Json::String(HEXLOWER.encode(bytes)), |id| json!(id)),
    }
}

fn postgres_cell(row: &tokio_postgres::Row, column: usize) -> Result<Json, tokio_postgres::Error> {
    Ok(match *row.columns()[column].type_() {
        Type::UUID => json!(row.try_get::<_, Option<Uuid>>(column)?),
        Type::INT2 => json!(row.try_get::<_, Option<i16>>(column)?),
        Type::INT4 => json!(row.try_get::<_, Option<i32>>(column)?),
        Type::INT8 => json!(row.try_get::<_, Option<i64>>(column)?),
        Type::BOOL => json!(row.try_get::<_, Option<bool>>(column)?),
        Type::DATE => json!(row.try_get::<_, Option<NaiveDate>>(column)?),
        Type::TIMESTAMPTZ => json!(row.try_get::<_, Option<DateTime<Utc>>>(column)?),
        Type::BYTEA => json!(row.try_get::<_, Option<&[u8]>>(column)?.map(|bytes| HEXLOWER.encode(bytes))),
        Type::JSONB | Type::JSON => row.try_get::<_, Option<Json>>(column)?.unwrap_or_default(),
        _ => json!(row.try_get::<_, Option<&str>>(column)?),
    })
}
