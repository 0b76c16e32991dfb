//! Places in chains. Numbers have no gaps and hashes follow each other, so one at a time gives them: on SQLite there is one
//! writer, who gives a row its place with its commit. On PostgreSQL writers do not wait for each other: a row is committed
//! without a place, and a sealer gives those that wait theirs, under a lock that only sealers take.

use super::{
    conn::Conn,
    sql_types::{DbUuid, Id},
};
use diesel::{
    dsl::sql,
    expression::SqlLiteral,
    prelude::*,
    result::Error,
    sql_types::{Array, BigInt, Binary},
};
use sooner_application::kernel::chain::{Chained, Hash, Head, Seal, Sealed};

/// The rows of a chain. Their table has the columns `number`, `previous`, `hash`, empty until a row is sealed, and on
/// PostgreSQL `arrival`, which a sequence counts up as rows are written.
pub(crate) trait ChainedRows {
    type Record: Chained;
    const TABLE: &'static str;
    /// An arbitrary number that stands for the chain.
    const LOCK: i64;

    /// The last place: its number and what stands there for its hash.
    fn last(conn: &mut Conn) -> QueryResult<Option<(i64, Option<Vec<u8>>)>>;
    /// Up to `most` rows without a place that arrived after this one, in their order.
    fn unsealed(conn: &mut Conn, after: i64, most: i64) -> QueryResult<Vec<Arrived<Self::Record>>>;
}

/// A row that waits for its place.
pub(crate) struct Arrived<T> {
    pub arrival: i64,
    /// None when no version of the product wrote it so.
    pub found: Option<(Id, T)>,
}

/// The order in which rows were written.
pub(crate) fn arrival(conn: &Conn) -> SqlLiteral<BigInt> {
    sql(match conn {
        Conn::Sqlite(_) => "rowid",
        Conn::Postgres(_) => "arrival",
    })
}

/// The last place of a table.
macro_rules! last_place {
    ($conn:expr, $table:ident) => {{
        let all = diesel::alias!($table as all_rows);
        let highest = all.select(diesel::dsl::max(all.field($table::number))).single_value();
        let last = $table::table.filter($table::number.eq(highest)).select(($table::number.assume_not_null(), $table::hash));
        $crate::kernel::conn::on!($conn, |c| last.get_result(c)).optional()
    }};
}
pub(crate) use last_place;

fn head<C: ChainedRows>(conn: &mut Conn) -> QueryResult<Head> {
    Ok(match C::last(conn)? {
        // A hash of another length is somebody's doing: the chain goes on, and breaks here for whoever checks it.
        Some((number, hash)) => Head { number, hash: hash.and_then(|hash| hash.try_into().ok()).map_or(Hash::BEGINNING, Hash) },
        None => Head::BEGINNING,
    })
}

/// The place of a row that is about to be written, where it gets one with its commit.
pub(crate) fn place_at_once<C: ChainedRows>(conn: &mut Conn, record: &C::Record) -> QueryResult<Option<Seal>> {
    Ok(places_at_once::<C>(conn, std::slice::from_ref(record))?.pop().flatten())
}

/// The same of several, in the order in which they are written.
pub(crate) fn places_at_once<C: ChainedRows>(conn: &mut Conn, records: &[C::Record]) -> QueryResult<Vec<Option<Seal>>> {
    if let Conn::Postgres(_) = conn {
        return Ok(vec![None; records.len()]);
    }
    let mut last = head::<C>(conn)?;
    let place = |record| {
        let seal = last.followed_by(record);
        last = seal.into();
        Some(seal)
    };
    Ok(records.iter().map(place).collect())
}

/// Gives up to `most` rows that arrived after this one the next places, inside a transaction.
pub(crate) fn seal<C: ChainedRows>(conn: &mut Conn, after: i64, most: i64) -> QueryResult<Sealed> {
    if let Conn::Postgres(conn) = conn {
        // What another sealer has done is committed once it is ours, and read below.
        diesel::sql_query(format!("SELECT pg_advisory_xact_lock({})", C::LOCK)).execute(conn)?;
    }
    let rows = C::unsealed(conn, after, most)?;
    let mut last = head::<C>(conn)?;
    let mut places = Vec::with_capacity(rows.len());
    for Arrived { found, .. } in &rows {
        // One row must not keep the others waiting: it stays without a place, which shows in how long it waits.
        let Some((id, record)) = found else { continue };
        let seal = last.followed_by(record);
        places.push((*id, seal));
        last = seal.into();
    }
    let sealed = give::<C>(conn, &places)?;
    if sealed != places.len() {
        // Somebody sealed some of these without the lock: all of it is undone, and begun anew.
        return Err(Error::RollbackTransaction);
    }
    let is_full = i64::try_from(rows.len()).is_ok_and(|read| read >= most);
    Ok(Sealed { sealed: sealed as u64, last: if is_full { rows.last().map(|row| row.arrival) } else { None } })
}

/// Writes places down; how many rows there were for them.
fn give<C: ChainedRows>(conn: &mut Conn, places: &[(Id, Seal)]) -> QueryResult<usize> {
    let table = C::TABLE;
    match conn {
        Conn::Sqlite(conn) => places.iter().try_fold(0, |given, (id, Seal { number, previous, hash })| {
            let update =
                diesel::sql_query(format!("UPDATE {table} SET number = ?, previous = ?, hash = ? WHERE id = ? AND number IS NULL"));
            let update = update.bind::<BigInt, _>(*number).bind::<Binary, _>(&previous.0[..]).bind::<Binary, _>(&hash.0[..]);
            Ok(given + update.bind::<DbUuid, _>(*id).execute(conn)?)
        }),
        Conn::Postgres(conn) => {
            let update = diesel::sql_query(format!(
                "UPDATE {table} AS unsealed SET number = place.number, previous = place.previous, hash = place.hash \
                 FROM unnest($1, $2, $3, $4) AS place (id, number, previous, hash) \
                 WHERE unsealed.id = place.id AND unsealed.number IS NULL"
            ));
            let (ids, seals): (Vec<Id>, Vec<Seal>) = places.iter().copied().unzip();
            let update = update.bind::<Array<DbUuid>, _>(ids);
            let update = update.bind::<Array<BigInt>, _>(seals.iter().map(|seal| seal.number).collect::<Vec<_>>());
            let update = update.bind::<Array<Binary>, _>(seals.iter().map(|seal| &seal.previous.0[..]).collect::<Vec<_>>());
            update.bind::<Array<Binary>, _>(seals.iter().map(|seal| &seal.hash.0[..]).collect::<Vec<_>>()).execute(conn)
        }
    }
}
