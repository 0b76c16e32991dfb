//! What is in use of each limit.

use super::{FacilityStore, schema::exposures};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::Id,
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    facilities::ports::{Exposures, FacilityUse},
    kernel::{commit::CommitError, unavailable::Unavailable},
};
use sooner_domain::{
    facilities::exposure::{Ceiling, Exposure, InUse, Scope},
    kernel::{
        coded::Coded,
        ids::{DebtorId, FacilityId},
        minor::Minor,
        money::Currency,
    },
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// Which row says what is in use of this limit.
fn key(scope: Scope, ceiling: Ceiling) -> (&'static str, Id, String) {
    let (owner, part) = match ceiling {
        Ceiling::Facility => (scope.facility.0, String::new()),
        Ceiling::Concentration => (scope.facility.0, scope.debtor.0.simple().to_string()),
        Ceiling::Debtor => (scope.debtor.0, scope.currency.code().to_owned()),
    };
    (ceiling.code(), Id(owner), part)
}

/// These rows, by owner and part, held until the rest is written.
macro_rules! locked {
    ($conn:expr, $rows:expr) => {{
        let columns = (exposures::ceiling, exposures::owner_id, exposures::part, exposures::in_use);
        let rows = $rows.order((exposures::owner_id, exposures::part)).select(columns);
        let found: Vec<(String, Id, String, i64)> = match &mut *$conn {
            Conn::Postgres(conn) => rows.for_update().load(conn)?,
            Conn::Sqlite(conn) => rows.load(conn)?,
        };
        found
    }};
}

/// Changes all that is in use, or nothing. The rows are locked in the order of the ceilings, and of their owners, by every
/// writer, so that none waits for another one in a circle.
pub(super) fn expose(conn: &mut Conn, all: &[Exposure]) -> Result<(), Failure<CommitError>> {
    for ceiling in Ceiling::ALL {
        let mut rows: Vec<_> = all.iter().map(|exposure| (key(exposure.scope, *ceiling), exposure)).collect();
        rows.sort_by(|(one, _), (other, _)| (one.1.0, &one.2).cmp(&(other.1.0, &other.2)));
        for (key, Exposure { change, within, .. }) in rows {
            let most = within.map_or(i64::MAX, |within| within.of(*ceiling).get());
            if !add(conn, key, change.of(*ceiling).get(), most)? {
                return Err(Failure::Refused(CommitError::Over(ceiling.code())));
            }
        }
    }
    Ok(())
}

/// What is in use on one debtor is in use on another one. All rows of both are locked in the order of [`expose`] before one changes.
pub(super) fn replace_debtor(conn: &mut Conn, before: DebtorId, after: DebtorId) -> Result<(), Failure<CommitError>> {
    let both = [before, after];
    let parts: Vec<String> = both.iter().map(|debtor| debtor.0.simple().to_string()).collect();
    let concentrations = exposures::table.filter(exposures::ceiling.eq(Ceiling::Concentration.code()).and(exposures::part.eq_any(parts)));
    let limits = exposures::table.filter(exposures::ceiling.eq(Ceiling::Debtor.code()));
    let limits = limits.filter(exposures::owner_id.eq_any(both.map(|debtor| Id(debtor.0))));
    let mut found = locked!(conn, concentrations);
    found.extend(locked!(conn, limits));
    for (ceiling, owner, part, amount) in found {
        let own = (owner, ceiling.as_str(), &part);
        let other = match Ceiling::from_code(&ceiling) {
            Some(Ceiling::Debtor) if owner.0 == before.0 => (Ceiling::Debtor.code(), Id(after.0), part.clone()),
            Some(Ceiling::Concentration) if part == before.0.simple().to_string() => {
                (Ceiling::Concentration.code(), owner, after.0.simple().to_string())
            }
            _ => continue,
        };
        on!(&mut *conn, |c| diesel::delete(exposures::table.find(own)).execute(c))?;
        add(conn, other, amount, i64::MAX)?;
    }
    Ok(())
}

/// Adds to what is in use, unless that is more than the most that may be. Stale where there is nothing to take from: what was in use is
/// counted on another debtor by now.
fn add(conn: &mut Conn, key: (&'static str, Id, String), amount: i64, most: i64) -> Result<bool, Failure<CommitError>> {
    if amount == 0 {
        return Ok(true);
    }
    if update(conn, &key, amount, most)? {
        return Ok(true);
    }
    if amount > most {
        return Ok(false);
    }
    if amount < 0 {
        return Err(Failure::Refused(CommitError::Stale));
    }
    let (ceiling, owner, part) = key.clone();
    let row = (exposures::ceiling.eq(ceiling), exposures::owner_id.eq(owner), exposures::part.eq(part), exposures::in_use.eq(amount));
    let insert = diesel::insert_into(exposures::table).values(row).on_conflict_do_nothing();
    // Where somebody else made the row meanwhile, theirs counts.
    Ok(on!(&mut *conn, |c| insert.execute(c))? == 1 || update(conn, &key, amount, most)?)
}

fn update(conn: &mut Conn, key: &(&'static str, Id, String), amount: i64, most: i64) -> QueryResult<bool> {
    let row = exposures::table.find((key.1, key.0, &key.2)).filter(exposures::in_use.le(most.saturating_sub(amount)));
    let update = diesel::update(row).set(exposures::in_use.eq(exposures::in_use + amount));
    Ok(on!(conn, |c| update.execute(c))? == 1)
}

/// The rows of one ceiling: those asked for, and, of its owners, parts that were asked of another one.
macro_rules! of_ceiling {
    ($ceiling:expr, $owners:expr, $parts:expr) => {
        exposures::table
            .filter(exposures::ceiling.eq($ceiling).and(exposures::owner_id.eq_any($owners)).and(exposures::part.eq_any($parts)))
            .select((exposures::owner_id, exposures::part, exposures::in_use))
    };
}

/// What is in use under each of these limits.
pub(crate) fn in_use(conn: &mut Conn, scopes: &[Scope]) -> QueryResult<HashMap<Scope, InUse>> {
    let mut found: HashMap<Scope, InUse> = scopes.iter().map(|scope| (*scope, InUse::default())).collect();
    for ceiling in Ceiling::ALL.iter().filter(|_| !scopes.is_empty()) {
        let keys: HashSet<_> = scopes.iter().map(|scope| key(*scope, *ceiling)).collect();
        let owners: HashSet<Id> = keys.iter().map(|(_, owner, _)| *owner).collect();
        let parts: HashSet<String> = keys.into_iter().map(|(.., part)| part).collect();
        let rows: Vec<(Id, String, i64)> = on!(&mut *conn, |c| of_ceiling!(ceiling.code(), owners, parts).load(c))?;
        let amounts: HashMap<_, _> = rows.into_iter().map(|(owner, part, amount)| ((owner, part), Minor::new(amount))).collect();
        for (scope, in_use) in &mut found {
            let (_, owner, part) = key(*scope, *ceiling);
            let amount = amounts.get(&(owner, part)).copied().unwrap_or(Minor::ZERO);
            match ceiling {
                Ceiling::Facility => in_use.facility = amount,
                Ceiling::Concentration => in_use.concentration = amount,
                Ceiling::Debtor => in_use.debtor = amount,
            }
        }
    }
    Ok(found)
}

/// Ceiling, part and what is in use.
type InUseRow = (String, String, i64);

fn of_facility(conn: &mut Conn, facility: FacilityId) -> Result<FacilityUse, Failure<Unavailable>> {
    let rows = exposures::table.filter(exposures::owner_id.eq(Id(facility.0))).filter(exposures::in_use.gt(0));
    let rows: Vec<InUseRow> =
        on!(conn, |c| rows.select((exposures::ceiling, exposures::part, exposures::in_use)).order(exposures::part).load(c))?;
    let mut found = FacilityUse::default();
    for (ceiling, part, amount) in rows {
        match Ceiling::from_code(&ceiling) {
            Some(Ceiling::Facility) => found.in_all = Minor::new(amount),
            Some(Ceiling::Concentration) => {
                let debtor = Uuid::try_parse(&part).map_err(|_| corrupt("exposure"))?;
                found.by_debtor.push((DebtorId(debtor), Minor::new(amount)));
            }
            Some(Ceiling::Debtor) | None => return Err(corrupt("exposure")),
        }
    }
    Ok(found)
}

/// What is in use on these debtors.
macro_rules! on_debtors {
    ($debtors:expr) => {
        exposures::table.filter(exposures::owner_id.eq_any($debtors).and(exposures::ceiling.eq(Ceiling::Debtor.code()))).select((
            exposures::owner_id,
            exposures::part,
            exposures::in_use,
        ))
    };
}

fn of_debtors(conn: &mut Conn, debtors: &[DebtorId]) -> Result<Vec<(DebtorId, Currency, Minor)>, Failure<Unavailable>> {
    let ids: Vec<Id> = debtors.iter().map(|debtor| Id(debtor.0)).collect();
    let rows: Vec<(Id, String, i64)> = on!(conn, |c| on_debtors!(ids).load(c))?;
    let in_use = |(debtor, currency, amount): (Id, String, i64)| {
        let currency = Currency::parse(&currency).map_err(|_| corrupt("exposure"))?;
        Ok((DebtorId(debtor.0), currency, Minor::new(amount)))
    };
    let mut found = rows.into_iter().filter(|(.., amount)| *amount != 0).map(in_use).collect::<Result<Vec<_>, Failure<Unavailable>>>()?;
    found.sort_by_key(|(debtor, currency, _)| (*debtor, *currency));
    Ok(found)
}

/// What is in use in all under these facilities.
macro_rules! under {
    ($facilities:expr) => {
        exposures::table
            .filter(
                exposures::owner_id.eq_any($facilities).and(exposures::ceiling.eq(Ceiling::Facility.code())).and(exposures::part.eq("")),
            )
            .select((exposures::owner_id, exposures::in_use))
    };
}

fn of_facilities(conn: &mut Conn, facilities: &[FacilityId]) -> Result<Vec<(FacilityId, Minor)>, Failure<Unavailable>> {
    let ids: Vec<Id> = facilities.iter().map(|facility| Id(facility.0)).collect();
    let rows: Vec<(Id, i64)> = on!(conn, |c| under!(ids).load(c))?;
    let in_use = rows.into_iter().filter(|(_, amount)| *amount != 0).map(|(facility, amount)| (FacilityId(facility.0), Minor::new(amount)));
    let mut found: Vec<_> = in_use.collect();
    found.sort_by_key(|(facility, _)| *facility);
    Ok(found)
}

#[async_trait]
impl Exposures for FacilityStore {
    async fn in_use(&self, scope: Scope) -> Result<InUse, Unavailable> {
        self.db.read(move |conn| Ok(in_use(conn, &[scope])?.remove(&scope).unwrap_or_default())).await
    }

    async fn each_in_use(&self, scopes: Vec<Scope>) -> Result<Vec<InUse>, Unavailable> {
        self.db
            .read(move |conn| {
                let found = in_use(conn, &scopes)?;
                Ok(scopes.iter().map(|scope| found.get(scope).copied().unwrap_or_default()).collect())
            })
            .await
    }

    async fn of_debtors(&self, debtors: &[DebtorId]) -> Result<Vec<(DebtorId, Currency, Minor)>, Unavailable> {
        let debtors = debtors.to_vec();
        self.db.read(move |conn| of_debtors(conn, &debtors)).await
    }

    async fn of_facilities(&self, facilities: &[FacilityId]) -> Result<Vec<(FacilityId, Minor)>, Unavailable> {
        let facilities = facilities.to_vec();
        self.db.read(move |conn| of_facilities(conn, &facilities)).await
    }

    async fn of_facility(&self, facility: FacilityId) -> Result<FacilityUse, Unavailable> {
        self.db.read(move |conn| of_facility(conn, facility)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::assert_one_range;

    #[test]
    fn what_is_in_use_is_looked_up_by_its_key() {
        let rows = of_ceiling!("debtor_limit", vec![Id(Uuid::nil()); 2], vec![String::new(); 2]);
        assert_one_range(&rows, "sqlite_autoindex_exposures_1");
        assert_one_range(&on_debtors!(vec![Id(Uuid::nil()); 2]), "sqlite_autoindex_exposures_1");
        assert_one_range(&under!(vec![Id(Uuid::nil()); 2]), "sqlite_autoindex_exposures_1");
    }
}
