//! The rows that the product wrote, written once more by prepared statements: nothing is read, matched or worked out.
//!
//! A database that keeps a log of its own changes says what they were, and which of them were committed together.

pub mod postgres;
mod sqlite;

use crate::Failed;
use std::{fmt::Write, time::Duration};

/// Kept by the schema itself, there too; or by the jobs beside.
const LEFT_OUT: [&str; 4] = ["ledger_balances", "leases", "rate_limits", "outbox"];
/// Rows of a table that follow each other go into statements of so many.
const TOGETHER: [usize; 3] = [64, 16, 1];

struct Table {
    name: String,
    columns: Vec<String>,
    /// Which of them are its key.
    key: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Did {
    Insert,
    Update,
    Delete,
}

impl Did {
    fn of(letter: &str) -> Result<Self, Failed> {
        Ok(match letter {
            "INSERT" => Self::Insert,
            "UPDATE" => Self::Update,
            "DELETE" => Self::Delete,
            other => return Err(format!("what is {other}").into()),
        })
    }
}

/// A row as it was and as it is then.
struct Changed<V> {
    place: i64,
    /// Which of them are committed together.
    group: i64,
    table: usize,
    did: Did,
    was: Vec<V>,
    is: Vec<V>,
}

/// A statement with its values.
pub struct Step<V> {
    sql: String,
    values: Vec<V>,
}

/// What is committed together.
type Groups<V> = Vec<Vec<Step<V>>>;

/// All that was written, in its order.
pub enum Log {
    Sqlite(Groups<rusqlite::types::Value>),
    Postgres(Groups<postgres::Raw>),
}

/// Lets a database keep a log from now on.
///
/// # Errors
/// When it cannot.
pub fn keep_log(url: &str) -> Result<(), Failed> {
    if url.starts_with("postgres") { postgres::keep_log(url) } else { sqlite::keep_log(url) }
}

impl Log {
    /// What was written since the log is kept.
    ///
    /// # Errors
    /// When there is none.
    pub fn read(url: &str) -> Result<Self, Failed> {
        if url.starts_with("postgres") { Ok(Self::Postgres(postgres::read(url)?)) } else { Ok(Self::Sqlite(sqlite::read(url)?)) }
    }

    /// How many transactions, and how many statements.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Self::Sqlite(groups) => (groups.len(), groups.iter().map(Vec::len).sum()),
            Self::Postgres(groups) => (groups.len(), groups.iter().map(Vec::len).sum()),
        }
    }

    /// Writes it all into a database as the first was before.
    ///
    /// # Errors
    /// When anything is refused.
    pub fn replay(&self, url: &str) -> Result<Duration, Failed> {
        match self {
            Self::Sqlite(groups) => sqlite::replay(groups, url),
            Self::Postgres(groups) => postgres::replay(groups, url),
        }
    }
}

fn name(column: &str) -> String {
    format!("\"{column}\"")
}

fn names<'a>(columns: impl Iterator<Item = &'a String>, before: &str) -> String {
    columns.map(|column| format!("{before}{}", name(column))).collect::<Vec<_>>().join(", ")
}

impl Table {
    fn where_key(&self, first: usize) -> String {
        let equal = |(place, column): (usize, &usize)| format!("{} = ${}", name(&self.columns[*column]), first + place);
        self.key.iter().enumerate().map(equal).collect::<Vec<_>>().join(" AND ")
    }

    fn insert<V: Clone>(&self, rows: &[&Changed<V>]) -> Result<Step<V>, Failed> {
        let mut sql = format!("INSERT INTO {} ({}) VALUES ", name(&self.name), names(self.columns.iter(), ""));
        for row in 0..rows.len() {
            let first = row * self.columns.len() + 1;
            let places: Vec<_> = (first..first + self.columns.len()).map(|place| format!("${place}")).collect();
            write!(sql, "{}({})", if row == 0 { "" } else { ", " }, places.join(", "))?;
        }
        Ok(Step { sql, values: rows.iter().flat_map(|row| row.is.clone()).collect() })
    }

    /// Sets what changed; none where nothing did.
    fn update<V: Clone + PartialEq>(&self, row: &Changed<V>) -> Option<Step<V>> {
        let changed: Vec<_> = (0..self.columns.len()).filter(|column| row.was[*column] != row.is[*column]).collect();
        let set: Vec<_> = (1..).zip(&changed).map(|(place, column)| format!("{} = ${place}", name(&self.columns[*column]))).collect();
        let sql = format!("UPDATE {} SET {} WHERE {}", name(&self.name), set.join(", "), self.where_key(changed.len() + 1));
        let values = changed.iter().map(|column| row.is[*column].clone()).chain(self.key.iter().map(|column| row.was[*column].clone()));
        (!set.is_empty()).then(|| Step { sql, values: values.collect() })
    }

    fn delete<V: Clone>(&self, row: &Changed<V>) -> Step<V> {
        let sql = format!("DELETE FROM {} WHERE {}", name(&self.name), self.where_key(1));
        Step { sql, values: self.key.iter().map(|column| row.was[*column].clone()).collect() }
    }
}

/// Each group by when it began, its rows in their order.
fn groups<V: Clone + PartialEq>(tables: &[Table], mut changed: Vec<Changed<V>>) -> Result<Groups<V>, Failed> {
    changed.sort_by_key(|row| row.place);
    let mut kept: Vec<(i64, Vec<Changed<V>>)> = Vec::new();
    for row in changed {
        match kept.iter_mut().rev().find(|(group, _)| *group == row.group) {
            Some((_, rows)) => rows.push(row),
            None => kept.push((row.group, vec![row])),
        }
    }
    kept.into_iter().map(|(_, rows)| steps(tables, &rows)).collect()
}

fn steps<V: Clone + PartialEq>(tables: &[Table], rows: &[Changed<V>]) -> Result<Vec<Step<V>>, Failed> {
    let mut steps = Vec::new();
    for run in rows.chunk_by(|one, next| one.table == next.table && one.did == next.did) {
        let Some(Changed { table, did, .. }) = run.first() else { continue };
        let table = &tables[*table];
        match did {
            Did::Update => steps.extend(run.iter().filter_map(|row| table.update(row))),
            Did::Delete => steps.extend(run.iter().map(|row| table.delete(row))),
            Did::Insert => {
                let mut left: Vec<_> = run.iter().collect();
                for many in TOGETHER {
                    while left.len() >= many {
                        let rest = left.split_off(many);
                        steps.push(table.insert(&left)?);
                        left = rest;
                    }
                }
            }
        }
    }
    Ok(steps)
}
