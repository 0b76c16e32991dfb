//! The life cycle of an application, on one screen.

use crate::kernel::coded::coded_enum;

/// Declares status, number and code side by side, so that one without them, or left out of `ALL`, cannot be written.
macro_rules! statuses {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $number:literal, $code:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        #[repr(i16)]
        pub enum $name { $($(#[$doc])* $variant = $number),+ }

        impl $name {
            pub const ALL: [Self; [$($number),+].len()] = [$(Self::$variant),+];

            /// Its name for programs.
            pub fn code(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }
        }
    };
}

statuses!(
    /// Where an application stands. The numbers are the customer's and fixed.
    OnboardingStatus {
        /// The form is not filled in yet. A missing status means this.
        #[default]
        NotCompleted = 0, "not_completed";
        /// Submitted; documents verification is pending.
        Pending = 1, "pending";
        /// Approved: all features are usable.
        Approved = 2, "approved";
        /// Disapproved: the company should contact support.
        Disapproved = 3, "disapproved";
        /// Documents are missing: the operator asked for some.
        DocumentsMissing = 4, "documents_missing";
    }
);

coded_enum!(
    /// What moves an application from one status to another.
    Action {
        Submit = "submit",
        Resubmit = "resubmit",
        Approve = "approve",
        Disapprove = "disapprove",
        RequestDocuments = "request_documents",
        Reopen = "reopen",
    }
);

/// Documents that may be added and taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenDocuments {
    Any,
    Requested,
    None,
}

impl OnboardingStatus {
    /// Where the action leads from here; none when it is not possible.
    pub fn after(self, action: Action) -> Option<Self> {
        use OnboardingStatus as S;
        match (self, action) {
            (S::NotCompleted, Action::Submit) => Some(S::Pending),
            (S::Pending, Action::Approve) => Some(S::Approved),
            (S::Pending, Action::Disapprove) => Some(S::Disapproved),
            (S::Pending, Action::RequestDocuments) => Some(S::DocumentsMissing),
            (S::DocumentsMissing, Action::Resubmit) => Some(S::Pending),
            (S::Disapproved, Action::Reopen) => Some(S::DocumentsMissing),
            // The periodic refresh of an approved company's papers.
            (S::Approved, Action::RequestDocuments) => Some(S::DocumentsMissing),
            _ => None,
        }
    }

    /// Whether the applicant may name further buyers: while filling the form in, and once all features are open.
    pub fn accepts_buyers(self) -> bool {
        match self {
            Self::NotCompleted | Self::Approved => true,
            Self::Pending | Self::Disapproved | Self::DocumentsMissing => false,
        }
    }

    /// Whether operators decide on single buyers: while they look at the case, and on those named since it was approved.
    pub fn decides_buyers(self) -> bool {
        match self {
            Self::Pending | Self::Approved => true,
            Self::NotCompleted | Self::Disapproved | Self::DocumentsMissing => false,
        }
    }

    /// Which documents the applicant may add and take away: any before the first submission, and what the operator asked
    /// for while documents are missing.
    pub fn open_documents(self) -> OpenDocuments {
        match self {
            Self::NotCompleted => OpenDocuments::Any,
            Self::DocumentsMissing => OpenDocuments::Requested,
            Self::Pending | Self::Approved | Self::Disapproved => OpenDocuments::None,
        }
    }

    /// The number on the wire and in the store.
    pub fn number(self) -> i16 {
        self as i16
    }

    pub fn from_number(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.number() == number)
    }
}

impl Action {
    /// Whether the applicant does this; the rest is the operator's.
    pub fn is_applicants(self) -> bool {
        matches!(self, Self::Submit | Self::Resubmit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::coded::Coded;
    use std::fmt::Write;

    #[test]
    fn the_whole_table() {
        let mut table = String::new();
        for from in OnboardingStatus::ALL {
            for action in Action::ALL {
                let to = from.after(*action).map_or("-".into(), |to| to.number().to_string());
                writeln!(table, "{} {:<18} {to}", from.number(), action.code()).ok();
            }
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn numbers_go_there_and_back() {
        for status in OnboardingStatus::ALL {
            assert_eq!(OnboardingStatus::from_number(status.number()), Some(status));
        }
        assert_eq!(OnboardingStatus::from_number(i16::MAX), None);
        assert_eq!(OnboardingStatus::default().number(), 0);
    }
}
