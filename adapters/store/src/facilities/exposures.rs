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
    },
};
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

/// Adds to what is in use, unless that is more than the most that may be.
fn add(conn: &mut Conn, key: (&'static str, Id, String), amount: i64, most: i64) -> QueryResult<bool> {
    if amount == 0 {
        return Ok(true);
    }
    if update(conn, &key, amount, most)? {
        return Ok(true);
    }
    if amount > most {
        return Ok(false);
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

pub(crate) fn in_use(conn: &mut Conn, scope: Scope) -> QueryResult<InUse> {
    let mut of = |ceiling: Ceiling| -> QueryResult<Minor> {
        let (ceiling, owner, part) = key(scope, ceiling);
        let query = exposures::table.find((owner, ceiling, part)).select(exposures::in_use);
        let amount: Option<i64> = on!(&mut *conn, |c| query.get_result(c)).optional()?;
        Ok(Minor::new(amount.unwrap_or(0)))
    };
    Ok(InUse { facility: of(Ceiling::Facility)?, concentration: of(Ceiling::Concentration)?, debtor: of(Ceiling::Debtor)? })
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

#[async_trait]
impl Exposures for FacilityStore {
    async fn in_use(&self, scope: Scope) -> Result<InUse, Unavailable> {
        self.db.read(move |conn| Ok(in_use(conn, scope)?)).await
    }

    async fn of_facility(&self, facility: FacilityId) -> Result<FacilityUse, Unavailable> {
        self.db.read(move |conn| of_facility(conn, facility)).await
    }
}
