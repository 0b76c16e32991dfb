//! Who belongs to a company, and what that lets them do.

use crate::kernel::{
    coded::{Coded, coded_enum},
    ids::{CompanyId, UserId},
};
use chrono::{DateTime, Utc};

coded_enum!(
    /// What a member is to the company. Each may do what the next one may, and more.
    MemberRole {
        /// May do everything, and says who the others are.
        Owner = "owner",
        /// Binds the company: accepts offers and approves what is to be paid.
        Approver = "approver",
        /// Enters and submits.
        Preparer = "preparer",
        /// Looks on.
        Viewer = "viewer",
    }
);

coded_enum!(
    /// What members may do, each by their role. Looking is open to all.
    MemberRight {
        /// Fills in the application, adds its documents and hands it in.
        EditApplication = "edit_application",
        NameBuyers = "name_buyers",
        /// Says to which account the company is paid.
        ChangeBankAccount = "change_bank_account",
        /// Enters invoices and payables, with their documents, hands them in and takes them back.
        EnterInvoices = "enter_invoices",
        /// Sells: accepts offers.
        AcceptOffers = "accept_offers",
        /// Promises to pay what the company owes.
        ApprovePayables = "approve_payables",
        /// Invites suppliers into the company's programmes, and takes them out.
        ManageSuppliers = "manage_suppliers",
        /// Invites and removes members, and says what each may do.
        ManageMembers = "manage_members",
        /// Agrees, or not, to the terms the house proposes.
        AcceptTerms = "accept_terms",
    }
);

impl MemberRole {
    /// What this role lets one do: the whole table.
    pub fn may(self, right: MemberRight) -> bool {
        match (self, right) {
            (Self::Owner, _)
            | (Self::Approver | Self::Preparer, MemberRight::NameBuyers | MemberRight::ManageSuppliers | MemberRight::EnterInvoices)
            | (Self::Approver, MemberRight::AcceptOffers | MemberRight::ApprovePayables | MemberRight::AcceptTerms) => true,
            (Self::Approver | Self::Preparer | Self::Viewer, _) => false,
        }
    }

    /// Whether it binds the company: where several do, it takes two.
    pub fn approves(self) -> bool {
        self.may(MemberRight::AcceptOffers) || self.may(MemberRight::ApprovePayables)
    }

    /// Everything it lets one do, in the order shown to people.
    pub fn rights(self) -> impl Iterator<Item = MemberRight> {
        MemberRight::ALL.iter().copied().filter(move |right| self.may(*right))
    }
}

/// A user's place in a company. Every user is in one company at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Membership {
    pub user: UserId,
    pub company: CompanyId,
    pub role: MemberRole,
    pub since: DateTime<Utc>,
}

impl Membership {
    /// The place of whoever brought the company here.
    pub fn founder(user: UserId, company: CompanyId, now: DateTime<Utc>) -> Self {
        Self { user, company, role: MemberRole::Owner, since: now }
    }

    pub fn may(&self, right: MemberRight) -> bool {
        self.role.may(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn who_in_a_company_may_do_what() {
        let mut table = String::new();
        for role in MemberRole::ALL {
            let rights: Vec<_> = role.rights().map(MemberRight::code).collect();
            writeln!(table, "{} | {}", role.code(), rights.join(" ")).ok();
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn an_owner_may_do_everything_and_each_what_the_next_one_may() {
        assert!(MemberRight::ALL.iter().all(|right| MemberRole::Owner.may(*right)));
        for pair in MemberRole::ALL.windows(2) {
            assert!(pair[1].rights().all(|right| pair[0].may(right)), "{pair:?}");
        }
    }
}
