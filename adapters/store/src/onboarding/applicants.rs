//! Where a company's application stands, whom it names, and where it wants to be paid.

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
    onboarding::{application::Form, status::OnboardingStatus},
};

/// What others look at in an application.
#[derive(Default)]
pub(crate) struct Filed {
    pub(crate) status: OnboardingStatus,
    pub(crate) version: i64,
    pub(crate) form: Form,
}

/// Of a company that has no application yet: where all begin, and nothing.
pub(crate) fn of(conn: &mut Conn, company: CompanyId) -> Result<Filed, Failure<Unavailable>> {
    let own = applications::table.filter(applications::company_id.eq(Id(company.0)));
    let query = own.select((applications::status, applications::version, applications::form));
    let row: Option<(i16, i64, Json)> = on!(conn, |c| query.get_result(c)).optional()?;
    let Some((status, version, form)) = row else { return Ok(Filed::default()) };
    let status = OnboardingStatus::from_number(status).ok_or_else(|| corrupt("application"))?;
    Ok(Filed { status, version, form: form_from(form).ok_or_else(|| corrupt("application"))? })
}
