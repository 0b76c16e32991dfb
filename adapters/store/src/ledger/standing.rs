//! Entries that stand: of those who reverse one and those who say that the bank moved its money, one goes on.

use super::schema::ledger_entries;
use crate::kernel::{
    conn::{Conn, on},
    failure::Failure,
    sql_types::Id,
};
use diesel::prelude::*;
use sooner_application::kernel::commit::CommitError;
use sooner_domain::ledger::entry::EntryId;

/// Holds an entry that is going to be reversed, against [`stand`] as well. On SQLite one writes at a time.
pub(crate) fn hold(conn: &mut Conn, entry: EntryId) -> QueryResult<()> {
    if let Conn::Postgres(conn) = conn {
        let held = ledger_entries::table.find(Id(entry.0)).select(ledger_entries::id);
        held.for_no_key_update().load::<Id>(conn)?;
    }
    Ok(())
}

/// None of these is reversed, and none will be before the end of this transaction. What is no entry is passed over.
///
/// Stale when one is.
pub(crate) fn stand(conn: &mut Conn, entries: impl IntoIterator<Item = EntryId>) -> Result<(), Failure<CommitError>> {
    let ids: Vec<_> = entries.into_iter().map(|entry| Id(entry.0)).collect();
    if ids.is_empty() {
        return Ok(());
    }
    if let Conn::Postgres(conn) = conn {
        let held = ledger_entries::table.filter(ledger_entries::id.eq_any(&ids)).order(ledger_entries::id);
        held.select(ledger_entries::id).for_share().load::<Id>(conn)?;
    }
    let reversal = ledger_entries::table.filter(ledger_entries::reverses.eq_any(ids)).select(ledger_entries::id);
    let found: Vec<Id> = on!(conn, |c| reversal.load(c))?;
    if found.is_empty() { Ok(()) } else { Err(Failure::Refused(CommitError::Stale)) }
}
