//! Applications and the queue of them.

pub(crate) mod applicants;
mod application_row;
mod applications;
mod case;
mod changes;
mod counts;
mod documents;
mod forms;
mod payees;
mod queue;
pub(crate) mod schema;
mod search;
mod similar;
mod submissions;
mod transitions;

pub(crate) use forms::company_from;
#[cfg(test)]
pub(crate) use search::MAX_LOOKED_AT;

use crate::kernel::db::Db;
use payees::AccountsChanged;

/// Keeps the contracts of onboarding.
#[derive(Clone)]
pub(crate) struct OnboardingStore {
    pub(crate) db: Db,
    /// The module of approvals stands above.
    pub(crate) accounts_changed: AccountsChanged,
}
