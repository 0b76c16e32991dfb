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
use std::collections::HashMap;

/// What others look at in an application.
#[derive(Default)]
pub(crate) struct Filed {
    pub(crate) status: OnboardingStatus,
    pub(crate) version: i64,
    pub(crate) form: Form,
}

/// Of those of these companies that have an application. The others are where all begin, with nothing.
pub(crate) fn of(conn: &mut Conn, companies: &[CompanyId]) -> Result<HashMap<CompanyId, Filed>, Failure<Unavailable>> {
    let own = applications::company_id.eq_any(companies.iter().map(|id| Id(id.0)).collect::<Vec<_>>());
    let columns = (applications::company_id, applications::status, applications::version, applications::form);
    let rows: Vec<(Id, i16, i64, Json)> = on!(conn, |c| applications::table.filter(own).select(columns).load(c))?;
    let filed = |(company, status, version, form): (Id, i16, i64, Json)| {
        let status = OnboardingStatus::from_number(status).ok_or_else(|| corrupt("application"))?;
        Ok((CompanyId(company.0), Filed { status, version, form: form_from(form).ok_or_else(|| corrupt("application"))? }))
    };
    rows.into_iter().map(filed).collect()
}
