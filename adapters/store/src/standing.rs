//! Whose budgets an account has.

use crate::{
    identity::schema::users,
    kernel::{
        conn::{Conn, on},
        sql_types::Id,
    },
    onboarding::schema::applications,
    parties::schema::memberships,
};
use diesel::{dsl::exists, prelude::*, select};
use sooner_application::kernel::budgets::Standing;
use sooner_domain::{
    identity::user::Role,
    kernel::{coded::Coded as _, ids::UserId},
    onboarding::status::OnboardingStatus,
};

pub(crate) fn standing(conn: &mut Conn, account: UserId) -> QueryResult<Standing> {
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
