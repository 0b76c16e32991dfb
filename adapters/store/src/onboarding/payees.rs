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
use std::collections::{BTreeSet, HashMap};

/// Reads those of these accounts that two people changed of companies, before and after.
pub(crate) type AccountsChanged = fn(&mut Conn, &[String]) -> Result<Vec<(CompanyId, BankAccount)>, Failure<Unavailable>>;

/// What a bank tells of the account in a form: both databases read JSON alike. There are indexes of just this.
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

/// Companies by their accounts as they are.
macro_rules! now {
    ($accounts:expr) => {
        applications::table
            .filter(told_as!("applications.form").eq_any($accounts).and(applications::status.eq(OnboardingStatus::Approved.number())))
            .select((told_as!("applications.form"), applications::company_id))
    };
}

/// Applications by the accounts that were handed in with them.
macro_rules! handed_in {
    ($accounts:expr) => {
        submissions::table
            .filter(told_as!("submissions.form").eq_any($accounts))
            .select((told_as!("submissions.form"), submissions::application_id))
    };
}

/// Of these applications, whose they are.
macro_rules! approved {
    ($ids:expr) => {
        applications::table
            .filter(applications::id.eq_any($ids).and(applications::status.eq(OnboardingStatus::Approved.number())))
            .select((applications::id, applications::company_id))
    };
}

/// The companies that were approved, by what their accounts are, and were as they were handed in, or changed since.
pub(super) fn of(conn: &mut Conn, accounts: &[String], changed: AccountsChanged) -> Result<Vec<(String, CompanyId)>, Failure<Unavailable>> {
    let wanted: Vec<Option<String>> = accounts.iter().cloned().map(Some).collect();
    let rows: Vec<(Option<String>, Id)> = on!(&mut *conn, |c| now!(wanted.clone()).load(c))?;
    let mut found: BTreeSet<_> = rows.into_iter().filter_map(|(account, company)| Some((account?, CompanyId(company.0)))).collect();
    let rows: Vec<(Option<String>, Id)> = on!(&mut *conn, |c| handed_in!(wanted).load(c))?;
    if !rows.is_empty() {
        let ids: BTreeSet<_> = rows.iter().map(|(_, application)| application.0).collect();
        let companies: Vec<(Id, Id)> = on!(&mut *conn, |c| approved!(ids.into_iter().map(Id).collect::<Vec<_>>()).load(c))?;
        let companies: HashMap<_, _> = companies.into_iter().map(|(application, company)| (application.0, CompanyId(company.0))).collect();
        found.extend(rows.into_iter().filter_map(|(account, application)| Some((account?, *companies.get(&application.0)?))));
    }
    for (company, account) in changed(conn, accounts)? {
        let told = account.told_as().filter(|told| accounts.iter().any(|account| account == told));
        found.extend(told.map(|told| (told.to_owned(), company)));
    }
    Ok(found.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::plans::{assert_chosen_on_postgres, assert_indexed_on_postgres, assert_one_range};
    use uuid::Uuid;

    #[test]
    fn whose_accounts_are_is_looked_up_however_many_forms_there_are() {
        let accounts = vec![Some(String::new()); 2];
        assert_one_range(&now!(accounts.clone()), "applications_account");
        assert_one_range(&handed_in!(accounts), "submissions_account");
        assert_one_range(&approved!(vec![Id(Uuid::nil()); 2]), "sqlite_autoindex_applications_1");
    }

    #[test]
    fn postgresql_looks_up_whose_accounts_are_too() {
        let accounts = vec![Some(String::new()); 2];
        assert_indexed_on_postgres(&now!(accounts.clone()), &["applications_account"]);
        assert_indexed_on_postgres(&handed_in!(accounts), &["submissions_account"]);
    }

    #[test]
    fn postgresql_looks_them_up_among_many_forms() {
        let (accounts, form) =
            (vec![Some(String::new()); 2], "json_build_object('bankAccount', json_build_object('iban', 'DE' || n))::jsonb");
        let chosen = [("form", form), ("status", "2")];
        assert_chosen_on_postgres(&now!(accounts.clone()), "applications", &chosen, &["applications_account"]);
        assert_chosen_on_postgres(&handed_in!(accounts), "submissions", &chosen[..1], &["submissions_account"]);
        assert_chosen_on_postgres(&approved!(vec![Id(Uuid::nil()); 2]), "applications", &chosen, &["applications_pkey"]);
    }
}
