//! Budgets, used in the transaction of a write: what is written and what it used hold together, on every node.

use crate::{
    identity::schema::users,
    kernel::{
        conn::{Conn, on},
        failure::Failure,
        rate_limits,
        sql_types::{Id, Time},
    },
    onboarding::schema::applications,
    parties::schema::memberships,
};
use diesel::{dsl::exists, prelude::*, select};
use sooner_application::kernel::{
    budgets::{Standing, Use, Uses},
    commit::CommitError,
    unavailable::Unavailable,
};
use sooner_domain::{
    identity::user::Role,
    kernel::{coded::Coded as _, ids::UserId},
    onboarding::status::OnboardingStatus,
};

pub(crate) fn spend(conn: &mut Conn, uses: Option<Uses>) -> Result<(), Failure<CommitError>> {
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

fn standing(conn: &mut Conn, account: UserId) -> QueryResult<Standing> {
    let id = Id(account.0);
    let operator = users::table.filter(users::id.eq(id)).filter(users::role.eq(Role::Operator.code()));
    if on!(&mut *conn, |c| select(exists(operator)).get_result(c))? {
        return Ok(Standing::House);
    }
    let approved = memberships::table
        .inner_join(applications::table.on(applications::company_id.eq(memberships::company_id)))
        .filter(memberships::user_id.eq(id))
        .filter(applications::status.eq(OnboardingStatus::Approved.number()));
    let is_customer: bool = on!(conn, |c| select(exists(approved)).get_result(c))?;
    Ok(if is_customer { Standing::Customer } else { Standing::Newcomer })
}
