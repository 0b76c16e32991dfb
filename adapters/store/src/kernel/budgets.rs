//! Budgets, used in the transaction of a write: what is written and what it used hold together, on every node.

use super::{conn::Conn, failure::Failure, rate_limits, sql_types::Time};
use diesel::QueryResult;
use sooner_application::kernel::{
    budgets::{Standing, Use, Uses},
    commit::CommitError,
    outbox::Mail,
    unavailable::Unavailable,
};
use sooner_domain::kernel::ids::UserId;

/// Finds out whose account it is, which modules above know.
pub(crate) type StandingOf = fn(&mut Conn, UserId) -> QueryResult<Standing>;

/// Uses of the budgets what a write does, and takes out of its mails those that stay away.
pub(super) fn spend(conn: &mut Conn, uses: Uses, mails: &mut Vec<Mail>, standing: StandingOf) -> Result<(), Failure<CommitError>> {
    let Uses { account, now, of } = uses;
    for Use { budget, key, count, mail } in of {
        let (used, until) = rate_limits::count(conn, (budget.name, &key), (count, budget.window), Time(now))?;
        if budget.check(used, Standing::Newcomer, now, until.0).is_ok() {
            continue;
        }
        let standing = account.map(|account| standing(conn, account)).transpose()?.unwrap_or(Standing::Newcomer);
        match (budget.check(used, standing, now, until.0), mail) {
            (Ok(()), _) => {}
            (Err(_), Some(left_out)) => {
                tracing::warn!(budget = budget.name, "a mail is not sent: the address had its notices of the day");
                mails.retain(|mail| mail.id != left_out);
            }
            (Err(too_many), None) => return Err(Failure::Refused(Unavailable::from(too_many).into())),
        }
    }
    Ok(())
}
