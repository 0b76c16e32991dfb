//! What changes the house.

use super::settings;
use crate::kernel::{commit::Apply, conn::Conn, failure::Failure};
use sooner_application::{house::changes::Change, kernel::commit::CommitError};

impl Apply for Change {
    fn apply(self, conn: &mut Conn) -> Result<(), Failure<CommitError>> {
        match self {
            Self::Identity(change) => change.apply(conn),
            Self::SettingsChanged(settings) => settings::update(conn, &settings),
            Self::ReferenceCodeMade(code) => settings::make_reference_code(conn, code),
        }
    }
}
