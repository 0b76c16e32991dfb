//! What operators are to the house, and what that lets them do.

use crate::kernel::coded::{Coded, coded_enum};

coded_enum!(
    /// What an operator is to the house. One person may be several.
    OperatorRole {
        /// Reviews applications.
        Reviewer = "reviewer",
        /// Grants limits and watches over what is owed.
        Credit = "credit",
        /// Pays out, and finds out what was paid for what.
        Treasury = "treasury",
        /// Says who the operators are, and what holds for the house.
        Admin = "admin",
        /// Reads everything and changes nothing.
        Auditor = "auditor",
    }
);

coded_enum!(
    /// What operators may do, each by their roles.
    OperatorRight {
        ReadApplications = "read_applications",
        Review = "review",
        /// Checks the bank account a company wants to be paid to from now on.
        DecidePayeeAccounts = "decide_payee_accounts",
        ReadOperators = "read_operators",
        /// Proposes, and approves, who the operators are.
        ManageOperators = "manage_operators",
        /// Moves business time ahead, where that can be done at all.
        MoveClock = "move_clock",
        /// Says who the house is, when it works and to which accounts it is paid.
        ManageHouse = "manage_house",
        /// Sees what was sold, or is about to be, with every check.
        ReadReceivables = "read_receivables",
        /// Verifies and rejects, holds, deals with disputes and credit notes, and ends what nobody pays.
        ManageReceivables = "manage_receivables",
        ReadLedger = "read_ledger",
        /// Proposes, and approves, what is booked by hand.
        BookEntries = "book_entries",
        /// Sees what is paid out, and what came in.
        ReadPayments = "read_payments",
        /// Proposes, and approves, what is paid out; says what the bank did, and what came in for what.
        ManagePayments = "manage_payments",
        /// Sees the agreements with companies, and the debtors.
        ReadFacilities = "read_facilities",
        /// Proposes, and approves, terms; suspends and closes.
        ManageFacilities = "manage_facilities",
        /// Proposes, and approves, what debtors may owe; blocks them.
        ManageDebtors = "manage_debtors",
    }
);

impl OperatorRole {
    /// What this role lets one do: the whole table. A bank account is checked by those who checked the first one, and not by
    /// those who pay to it.
    pub fn may(self, right: OperatorRight) -> bool {
        use OperatorRight as R;
        let rights: &[OperatorRight] = match self {
            Self::Reviewer => &[R::ReadApplications, R::Review, R::DecidePayeeAccounts],
            Self::Credit => {
                &[R::ReadApplications, R::ManageFacilities, R::ManageDebtors, R::ManageReceivables, R::ReadLedger, R::ReadPayments]
            }
            Self::Treasury => &[R::ReadApplications, R::ReadLedger, R::BookEntries, R::ReadPayments, R::ManagePayments],
            Self::Admin => &[R::ReadOperators, R::ManageOperators, R::MoveClock, R::ManageHouse, R::ReadLedger],
            Self::Auditor => &[R::ReadApplications, R::ReadOperators, R::ReadLedger, R::ReadPayments],
        };
        rights.contains(&right) || matches!(right, R::ReadFacilities | R::ReadReceivables)
    }
}

/// The roles of one operator. None: somebody who was one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OperatorRoles(u8);

impl OperatorRoles {
    /// Those of an instance's first operator.
    pub fn all() -> Self {
        OperatorRole::ALL.iter().copied().collect()
    }

    fn bit(role: OperatorRole) -> u8 {
        1 << role as u8
    }

    pub fn contains(self, role: OperatorRole) -> bool {
        self.0 & Self::bit(role) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each, in the order shown to people.
    pub fn iter(self) -> impl Iterator<Item = OperatorRole> {
        OperatorRole::ALL.iter().copied().filter(move |role| self.contains(*role))
    }

    pub fn may(self, right: OperatorRight) -> bool {
        self.iter().any(|role| role.may(right))
    }

    /// Everything they let one do, in the order shown to people.
    pub fn rights(self) -> impl Iterator<Item = OperatorRight> {
        OperatorRight::ALL.iter().copied().filter(move |right| self.may(*right))
    }

    /// Their codes with commas between, as the trail and the store have them.
    pub fn codes(self) -> String {
        self.iter().map(OperatorRole::code).collect::<Vec<_>>().join(",")
    }

    /// The roles of these codes; what only a newer release knows is left out, and lets nobody do anything.
    pub fn from_codes(codes: &str) -> Self {
        codes.split(',').filter_map(OperatorRole::from_code).collect()
    }
}

impl FromIterator<OperatorRole> for OperatorRoles {
    fn from_iter<I: IntoIterator<Item = OperatorRole>>(roles: I) -> Self {
        Self(roles.into_iter().fold(0, |bits, role| bits | Self::bit(role)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn who_of_the_house_may_do_what() {
        let mut table = String::new();
        for role in OperatorRole::ALL {
            let rights: Vec<_> = OperatorRoles::from_iter([*role]).rights().map(OperatorRight::code).collect();
            writeln!(table, "{} | {}", role.code(), rights.join(" ")).ok();
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn each_right_is_somebodys_and_an_auditor_only_reads() {
        for right in OperatorRight::ALL {
            assert!(OperatorRoles::all().may(*right), "{right:?}");
            assert!(!OperatorRoles::default().may(*right), "{right:?}");
        }
        let auditor = OperatorRoles::from_iter([OperatorRole::Auditor]);
        assert!(auditor.rights().all(|right| right.code().starts_with("read_")));
        assert!(OperatorRight::ALL.iter().filter(|right| right.code().starts_with("read_")).all(|right| auditor.may(*right)));
    }

    #[test]
    fn roles_are_read_as_they_were_written() {
        for bits in 0..1u8 << OperatorRole::ALL.len() {
            let roles = OperatorRoles(bits);
            assert_eq!(OperatorRoles::from_codes(&roles.codes()), roles);
            assert_eq!(roles.iter().collect::<OperatorRoles>(), roles);
            assert_eq!(roles.is_empty(), roles.codes().is_empty());
        }
        assert_eq!(OperatorRoles::from_codes("chair,admin"), OperatorRoles::from_iter([OperatorRole::Admin]));
    }
}
