//! What changes applications.

use super::{application_row::ApplicationRow, documents, schema::applications, search, submissions, transitions};
use crate::{
    kernel::{
        commit::Apply,
        conn::{Conn, on},
        failure::{Failure, unless_stale, unless_taken},
        sql_types::Id,
    },
    parties::buyers,
};
use diesel::prelude::*;
use sooner_application::{
    kernel::commit::CommitError,
    onboarding::{changes::Change, ports::Submission},
};
use sooner_domain::{
    kernel::ids::CompanyId,
    onboarding::application::{self, Application},
};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Parties(change) => change.apply(conn),
            Self::Application(changed) => {
                let (application, change) = *changed;
                write(conn, &application, &change)
            }
            Self::StatusStands { company, status } => stands(conn, company, |it| it.status == status.number()),
            Self::ApplicationStands { company, version } => stands(conn, company, |it| it.version == version),
            Self::VersionKept(application, at) => {
                // Buyers are added under the company's lock, which naming it took in this transaction.
                let buyers = buyers::ids_of(conn, application.parts().company)?;
                Ok(submissions::insert(conn, application.parts().id, &Submission::of(&application, buyers, at))?)
            }
        }
    }
}

/// What of an application others may build on.
#[derive(Queryable)]
struct Standing {
    status: i16,
    version: i64,
}

/// Holds the company's application as it is until the rest is written: PostgreSQL makes whoever changes it wait, SQLite has one
/// writer anyway.
fn stands(conn: &mut Conn, company: CompanyId, is_so: impl FnOnce(&Standing) -> bool) -> Result<(), Failure<CommitError>> {
    let it = applications::table.filter(applications::company_id.eq(Id(company.0))).select((applications::status, applications::version));
    let found: Option<Standing> = match conn {
        Conn::Postgres(conn) => it.for_share().get_result(conn),
        Conn::Sqlite(conn) => it.get_result(conn),
    }
    .optional()?;
    unless_stale(usize::from(found.is_some_and(|found| is_so(&found))))
}

/// Writes what changed in the application, and no more.
fn write(conn: &mut Conn, application: &Application, change: &application::Change) -> Result<(), Failure<CommitError>> {
    use application::Change;
    compare_and_set(conn, application)?;
    let id = application.parts().id;
    match change {
        Change::FormSaved { .. } | Change::BankAccountChanged { .. } | Change::BuyerEdited { .. } | Change::ReviewerChanged { .. } => {}
        Change::DocumentJudged { after, .. } => documents::judge(conn, after)?,
        Change::DocumentAttached(document) => documents::insert(conn, id, document)?,
        Change::DocumentRemoved(document) => documents::delete(conn, document.id)?,
        Change::Moved(step) => {
            let replaced = application.documents().iter().filter(|document| document.replaced_at == Some(step.at));
            documents::replace(conn, &replaced.map(|document| document.id).collect::<Vec<_>>(), step.at)?;
            transitions::insert(conn, id, step)?;
        }
    }
    if matches!(change, Change::FormSaved { .. }) || application.parts().version == 0 {
        search::index_words(conn, application)?;
    }
    Ok(())
}

/// Writes the row if nobody did since it was read.
fn compare_and_set(conn: &mut Conn, application: &Application) -> Result<(), Failure<CommitError>> {
    let seen = application.parts().version;
    let row = ApplicationRow::next(application);
    if seen == 0 {
        let insert = diesel::insert_into(applications::table).values(row);
        return unless_taken(on!(conn, |c| insert.execute(c)), "applications", CommitError::Stale).map(drop);
    }
    let unchanged = applications::table.find(row.id).filter(applications::version.eq(seen));
    let update = diesel::update(unchanged).set(row);
    unless_stale(on!(conn, |c| update.execute(c))?)
}
