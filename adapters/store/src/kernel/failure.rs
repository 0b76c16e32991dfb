//! Why a piece of database work failed.

use diesel::result::{DatabaseErrorKind, Error};
use sooner_application::kernel::{
    commit::{CommitError, Unique},
    unavailable::Unavailable,
};

/// Why a piece of database work failed.
pub(crate) enum Failure<E> {
    /// By a rule of the port; nothing was written.
    Refused(E),
    /// By the database; nothing was written.
    Database(Error),
    /// The connection died over the commit: it was written, or not.
    Unknown(Error),
}

impl<E> From<Error> for Failure<E> {
    fn from(error: Error) -> Self {
        Self::Database(error)
    }
}

impl<E: From<Unavailable>> Failure<E> {
    pub(crate) fn into_port_error(self) -> E {
        match self {
            Self::Refused(error) => error,
            Self::Database(error) => Unavailable::Failed(format!("database: {error}")).into(),
            Self::Unknown(error) => Unavailable::OutcomeUnknown(format!("database: commit: {error}")).into(),
        }
    }
}

impl Failure<CommitError> {
    /// Of writes that wait for each other PostgreSQL ends one, which wrote nothing: another one changed what it is about.
    pub(crate) fn or_stale(self) -> Self {
        match self {
            Self::Database(Error::DatabaseError(_, info)) if info.message() == "deadlock detected" => Self::Refused(CommitError::Stale),
            other => other,
        }
    }
}

/// Turns the violation of one uniqueness into the outcome it stands for. PostgreSQL names the constraint, SQLite the
/// column; constraints are named so that both hold `what`.
pub(crate) fn unless_taken<T, E>(result: Result<T, Error>, what: &str, taken: E) -> Result<T, Failure<E>> {
    result.map_err(|error| match &error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, info)
            if info.constraint_name().is_some_and(|name| name.contains(what)) || info.message().contains(what) =>
        {
            Failure::Refused(taken)
        }
        _ => Failure::Database(error),
    })
}

/// The same for the violation of one of these named checks.
pub(crate) fn unless_broken<T, E>(checks: &[&str], result: Result<T, Error>, broken: E) -> Result<T, Failure<E>> {
    result.map_err(|error| match &error {
        Error::DatabaseError(DatabaseErrorKind::CheckViolation, info)
            if checks.iter().any(|check| info.constraint_name() == Some(check) || info.message().contains(check)) =>
        {
            Failure::Refused(broken)
        }
        _ => Failure::Database(error),
    })
}

/// The same for what a change may be refused for.
pub(crate) fn unless_another_has<T>(unique: Unique, result: Result<T, Error>) -> Result<T, Failure<CommitError>> {
    unless_taken(result, unique.0, CommitError::Taken(unique))
}

/// Whether what is named is not there, or what goes is named.
pub(crate) fn breaks_reference(error: &Error) -> bool {
    matches!(error, Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _))
}

/// A statement that names the row as it was read changed it, or the row is not like that any more.
pub(crate) fn unless_stale(changed_rows: usize) -> Result<(), Failure<CommitError>> {
    if changed_rows == 1 { Ok(()) } else { Err(Failure::Refused(CommitError::Stale)) }
}

/// A row that no longer parses: a bug or a hand in the database.
pub(crate) fn corrupt<E: From<Unavailable>>(what: &str) -> Failure<E> {
    Failure::Refused(Unavailable::Failed(format!("a stored {what} does not parse")).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_writes_that_wait_for_each_other_the_one_that_is_ended_is_stale() {
        let ended = |message: &str| Failure::from(Error::DatabaseError(DatabaseErrorKind::Unknown, Box::new(message.to_owned())));
        assert_eq!(ended("deadlock detected").or_stale().into_port_error(), CommitError::Stale);
        let other: CommitError = ended("canceling statement due to lock timeout").or_stale().into_port_error();
        assert!(matches!(other, CommitError::Unavailable(Unavailable::Failed(_))), "{other:?}");
    }
}
