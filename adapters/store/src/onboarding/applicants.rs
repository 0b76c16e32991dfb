//! Where a company's application stands, and whom it names.

use super::{forms::form_from, schema::applications};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{Id, Json},
};
use diesel::prelude::*;
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::ids::CompanyId,
    onboarding::{people::Person, status::OnboardingStatus},
};

/// Of a company that has no application yet: where all begin, and nobody.
pub(crate) fn of(conn: &mut Conn, company: CompanyId) -> Result<(OnboardingStatus, Vec<Person>), Failure<Unavailable>> {
    let query = applications::table.filter(applications::company_id.eq(Id(company.0))).select((applications::status, applications::form));
    let row: Option<(i16, Json)> = on!(conn, |c| query.get_result(c)).optional()?;
    let Some((status, form)) = row else { return Ok((OnboardingStatus::default(), Vec::new())) };
    let status = OnboardingStatus::from_number(status).ok_or_else(|| corrupt("application"))?;
    Ok((status, form_from(form).ok_or_else(|| corrupt("application"))?.people))
}
