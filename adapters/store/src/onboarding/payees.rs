//! Whose accounts are: those that companies are paid to.

use super::schema::{applications, submissions};
use crate::kernel::{
    conn::{Conn, on},
    failure::Failure,
    sql_types::Id,
};
use diesel::{
    dsl::sql,
    prelude::*,
    sql_types::{Nullable, Text},
};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::ids::CompanyId,
    onboarding::{bank_account::BankAccount, status::OnboardingStatus},
};
use std::collections::BTreeSet;

/// Reads the accounts of companies that two people changed, before and after.
pub(crate) type AccountsChanged = fn(&mut Conn) -> Result<Vec<(CompanyId, BankAccount)>, Failure<Unavailable>>;

/// What a bank tells of the account in a form: both databases read JSON alike.
macro_rules! told_as {
    ($form:literal) => {
        sql::<Nullable<Text>>(concat!(
            "COALESCE(",
            $form,
            " -> 'bankAccount' ->> 'iban', ",
            $form,
            " -> 'bankAccount' ->> 'accountNumber')"
        ))
    };
}

/// The companies that were approved, by what their accounts are, and were as they were handed in, or changed since.
pub(super) fn of(conn: &mut Conn, accounts: &[String], changed: AccountsChanged) -> Result<Vec<(String, CompanyId)>, Failure<Unavailable>> {
    let wanted: Vec<Option<String>> = accounts.iter().cloned().map(Some).collect();
    let approved = applications::status.eq(OnboardingStatus::Approved.number());
    let now = applications::table
        .filter(approved.and(told_as!("applications.form").eq_any(wanted.clone())))
        .select((told_as!("applications.form"), applications::company_id));
    let mut rows: Vec<(Option<String>, Id)> = on!(&mut *conn, |c| now.load(c))?;
    let handed_in = submissions::table
        .inner_join(applications::table.on(applications::id.eq(submissions::application_id)))
        .filter(approved.and(told_as!("submissions.form").eq_any(wanted)))
        .select((told_as!("submissions.form"), applications::company_id));
    rows.extend(on!(&mut *conn, |c| handed_in.load::<(Option<String>, Id)>(c))?);
    let mut found: BTreeSet<_> = rows.into_iter().filter_map(|(account, company)| Some((account?, CompanyId(company.0)))).collect();
    for (company, account) in changed(conn)? {
        let told = account.told_as().filter(|told| accounts.iter().any(|account| account == told));
        found.extend(told.map(|told| (told.to_owned(), company)));
    }
    Ok(found.into_iter().collect())
}
