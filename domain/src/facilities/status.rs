//! The life cycle of a facility, on one screen.

use crate::kernel::coded::coded_enum;

coded_enum!(
    /// Where a facility stands.
    FacilityStatus {
        /// Its first terms wait for the company.
        Proposed = "proposed",
        /// Terms were accepted: receivables are bought under them.
        Active = "active",
        /// Nothing new is bought; what was accepted goes on.
        Suspended = "suspended",
        /// The same, for good.
        Closed = "closed",
        /// The company did not want its first terms.
        Declined = "declined",
        /// The house took its first terms back.
        Withdrawn = "withdrawn",
    }
);

coded_enum!(
    /// What is done with a facility.
    FacilityAction {
        AcceptTerms = "accept_terms",
        DeclineTerms = "decline_terms",
        /// The house offers other terms; those that rule go on ruling until they are accepted.
        ProposeTerms = "propose_terms",
        /// The house takes back terms that wait for the company.
        Withdraw = "withdraw",
        Suspend = "suspend",
        Resume = "resume",
        Close = "close",
    }
);

impl FacilityStatus {
    /// Of these a company has one for a kind and a currency.
    pub const OPEN: &'static [Self] = &[Self::Proposed, Self::Active, Self::Suspended];

    /// Where the action leads from here; none when it is not possible.
    pub fn after(self, action: FacilityAction) -> Option<Self> {
        use FacilityAction as A;
        match (self, action) {
            (Self::Proposed, A::AcceptTerms) => Some(Self::Active),
            (Self::Proposed, A::DeclineTerms) => Some(Self::Declined),
            (Self::Proposed, A::Withdraw) => Some(Self::Withdrawn),
            // Later terms come and go while the earlier ones rule.
            (Self::Active, A::ProposeTerms | A::AcceptTerms | A::DeclineTerms | A::Withdraw) => Some(Self::Active),
            (Self::Suspended, A::DeclineTerms | A::Withdraw) => Some(Self::Suspended),
            (Self::Active, A::Suspend) => Some(Self::Suspended),
            (Self::Suspended, A::Resume) => Some(Self::Active),
            (Self::Active | Self::Suspended, A::Close) => Some(Self::Closed),
            _ => None,
        }
    }
}

impl FacilityAction {
    /// Whether members do it; the others are the house's.
    pub fn is_members(self) -> bool {
        match self {
            Self::AcceptTerms | Self::DeclineTerms => true,
            Self::ProposeTerms | Self::Withdraw | Self::Suspend | Self::Resume | Self::Close => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::coded::Coded;
    use std::fmt::Write;

    #[test]
    fn every_action_from_every_status() {
        let mut table = String::new();
        for from in FacilityStatus::ALL {
            for action in FacilityAction::ALL {
                let to = from.after(*action).map_or("-", FacilityStatus::code);
                writeln!(table, "{:9} | {:13} | {to}", from.code(), action.code()).ok();
            }
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn what_ended_stays_as_it_is() {
        for status in FacilityStatus::ALL.iter().filter(|status| !FacilityStatus::OPEN.contains(status)) {
            assert!(FacilityAction::ALL.iter().all(|action| status.after(*action).is_none()), "{status:?}");
        }
    }
}
