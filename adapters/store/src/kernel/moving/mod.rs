//! Rows on their way from one database to the other.
//!
//! Nothing here names a table: what there is to move is what both databases say they have, so that a new table is moved
//! without anybody thinking of it, and one that only one of them has stops the move. A row travels as the texts of its
//! values, which are the same on both; what arrived is read back and compared.

pub(crate) mod postgres;
mod rows;
mod schema;
pub(crate) mod sqlite;

use super::{conn::Conn, failure::Failure};
use rows::{Digest, Sink, Source};
use sooner_application::kernel::unavailable::Unavailable;

pub(crate) use schema::Table;

#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error("there is no database at {0}")]
    NoSource(String),
    #[error("another process has {0} open: stop sooner first")]
    InUse(String),
    #[error("only from sqlite:// to postgres:// is moved; this goes from {from} to {to}")]
    Direction { from: &'static str, to: &'static str },
    #[error("the database to move to has {0} tables already; it takes an empty one, and nothing was changed in it")]
    NotEmpty(i64),
    #[error("the database to move to keeps text as {0}; it takes UTF8, and nothing was changed in it")]
    Encoding(String),
    #[error("the database is of another version than this sooner, or was not brought up to date whole: run sooner migrate first")]
    OtherVersion,
    #[error("{0} is not the same in both databases; nothing was kept")]
    Shape(String),
    #[error("what arrived in {0} is not what left; nothing was kept")]
    Differs(String),
    #[error(transparent)]
    Database(#[from] Unavailable),
}

/// How many rows of a table were moved, and found again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTable {
    pub name: String,
    pub rows: u64,
}

pub type Moved = Vec<MovedTable>;

pub(crate) type Done<T> = Result<T, Failure<MoveError>>;

/// Takes every row of every table over, reads it back, and compares.
pub(crate) fn carry(source: &mut Conn, target: &mut Conn, in_target: Vec<Table>) -> Done<Moved> {
    let tables = schema::of_both(schema::of(source)?, in_target)?;
    let mut moved = Vec::new();
    for table in &tables {
        let mut left = Digest::default();
        Source::of(source, table).each_page(|page| {
            left.add(table, &page)?;
            Sink::of(target, table).write(&page)
        })?;
        let mut arrived = Digest::default();
        Source::of(target, table).each_page(|page| arrived.add(table, &page))?;
        if left != arrived {
            return Err(Failure::Refused(MoveError::Differs(table.name.clone())));
        }
        moved.push(MovedTable { name: table.name.clone(), rows: left.rows });
    }
    Ok(moved)
}
