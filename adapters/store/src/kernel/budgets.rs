//! Budgets, used in the transaction of a write: what is written and what it used hold together, on every node.

use super::{conn::Conn, failure::Failure, rate_limits, sql_types::Time};
use diesel::QueryResult;
use sooner_application::kernel::{
    budgets::{Standing, Use, Uses},
    commit::CommitError,
    unavailable::Unavailable,
};
use sooner_domain::kernel::ids::UserId;

/// Finds out whose account it is, which modules above know.
pub(crate) type StandingOf = fn(&mut Conn, UserId) -> QueryResult<Standing>;

pub(super) fn spend(conn: &mut Conn, uses: Option<Uses>, standing: StandingOf) -> Result<(), Failure<CommitError>> {
    let Some(Uses { account, now, of }) = uses else { return Ok(()) };
    for Use { budget, key, count } in of {
        let (used, until) = rate_limits::count(conn, (budget.name, &key), (count, budget.window), Time(now))?;
        if budget.check(used, Standing::Newcomer, now, until.0).is_err() {
            let checked = budget.check(used, standing(conn, account)?, now, until.0);
            checked.map_err(|too_many| Failure::Refused(Unavailable::from(too_many).into()))?;
        }
    }
    Ok(())
}
