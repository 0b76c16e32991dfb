//! On whose behalf a file is read that was written outside the house. Reading takes time that others wait for, so it is counted by sender.

use sooner_domain::kernel::ids::{CompanyId, UserId};
use uuid::Uuid;

/// Who sent a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sender {
    pub account: UserId,
    /// Whose files wait for each other: those of a company, or of one person of the house.
    pub party: Uuid,
    /// Of a company that is not approved, of which anyone can make as many as they like.
    pub is_newcomer: bool,
}

impl Sender {
    pub fn of_company(account: UserId, company: CompanyId, is_approved: bool) -> Self {
        Self { account, party: company.0, is_newcomer: !is_approved }
    }

    /// A person of the house.
    pub fn of_house(account: UserId) -> Self {
        Self { account, party: account.0, is_newcomer: false }
    }
}
