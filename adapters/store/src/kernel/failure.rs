//! Why a piece of database work failed.

use diesel::result::{DatabaseErrorKind, Error};
use sooner_application::kernel::unavailable::Unavailable;

/// Why a piece of database work failed: by a rule of the port, or by the database.
pub(crate) enum Failure<E> {
    Refused(E),
    Database(Error),
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

/// A row that no longer parses: a bug or a hand in the database.
pub(crate) fn corrupt<E: From<Unavailable>>(what: &str) -> Failure<E> {
    Failure::Refused(Unavailable::Failed(format!("a stored {what} does not parse")).into())
}
