//! Up to which number reports count as of a moment.

use super::{LedgerStore, chain::LedgerRows, schema::ledger_horizons as horizons};
use crate::kernel::{
    conn::{Conn, on},
    first::First,
    sealing::{self, ChainedRows},
    sql_types::Time,
};
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use sooner_application::{kernel::unavailable::Unavailable, ledger::ports::Known};

/// As many entries as are sealed in one transaction.
const PAGE: i64 = 1_000;

/// The moment that is asked for.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wanted {
    By(DateTime<Utc>),
    /// This, or just behind the last that was fixed.
    Now(DateTime<Utc>),
}

/// The number that counts as of this moment, if one was fixed by then.
fn fixed(conn: &mut Conn, moment: Time) -> QueryResult<Option<i64>> {
    let first = horizons::table.filter(horizons::known_at.ge(moment)).order(horizons::known_at).select(horizons::number);
    on!(conn, |c| First(1, first).get_result(c)).optional()
}

/// The moment that was fixed last, with its number.
fn last(conn: &mut Conn) -> QueryResult<Option<(Time, i64)>> {
    let last = horizons::table.order(horizons::known_at.desc()).select((horizons::known_at, horizons::number));
    on!(conn, |c| First(1, last).get_result(c)).optional()
}

/// Seals what waits, behind this arrival. Once all of it is sealed, fixes the number that counts as of this moment; until
/// then, answers how far it came.
fn fix(conn: &mut Conn, wanted: Wanted, after: i64) -> QueryResult<Result<Known, i64>> {
    // On PostgreSQL this takes the lock of the sealers: nobody else seals, nor fixes, until the commit.
    if let Some(last) = sealing::seal::<LedgerRows>(conn, after, PAGE)?.last {
        return Ok(Err(last));
    }
    let last = last(conn)?;
    let moment = match wanted {
        Wanted::By(moment) => {
            if let Some(last_number) = fixed(conn, Time(moment))? {
                return Ok(Ok(Known { moment, last_number }));
            }
            moment
        }
        Wanted::Now(now) => last.map_or(now, |(Time(last), _)| now.max(last + TimeDelta::microseconds(1))),
    };
    let last_number = LedgerRows::last(conn)?.map_or(0, |(number, _)| number);
    match last {
        // Nothing was booked since: it holds until then as well.
        Some((known_at, same)) if same == last_number => {
            let update = diesel::update(horizons::table.find(known_at)).set(horizons::known_at.eq(Time(moment)));
            on!(conn, |c| update.execute(c))?;
        }
        _ => {
            let insert =
                diesel::insert_into(horizons::table).values((horizons::known_at.eq(Time(moment)), horizons::number.eq(last_number)));
            on!(conn, |c| insert.execute(c))?;
        }
    }
    Ok(Ok(Known { moment, last_number }))
}

impl LedgerStore {
    pub(super) async fn horizon_by(&self, moment: DateTime<Utc>) -> Result<Known, Unavailable> {
        let known: Result<_, Unavailable> = self.db.read(move |conn| Ok(fixed(conn, Time(moment))?)).await;
        match known? {
            Some(last_number) => Ok(Known { moment, last_number }),
            None => self.horizon(Wanted::By(moment)).await,
        }
    }

    pub(super) async fn horizon(&self, wanted: Wanted) -> Result<Known, Unavailable> {
        let mut after = 0;
        loop {
            let fixed: Result<_, Unavailable> = self.db.write(move |conn| Ok(fix(conn, wanted, after)?)).await;
            match fixed? {
                Ok(known) => return Ok(known),
                Err(last) => after = last,
            }
        }
    }
}
