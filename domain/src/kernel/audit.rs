//! The audit trail: who did what to whom, when, and what it changed. One entry for every write anybody makes.

use crate::kernel::{change::Changed, coded::coded_enum, ids::UserId};
use chrono::{DateTime, Utc};
use uuid::Uuid;

coded_enum!(
    /// What was done.
    AuditAction {
        SignedUp = "signed_up",
        SignedIn = "signed_in",
        SignedOut = "signed_out",
        PhoneChanged = "phone_changed",
        PhoneVerified = "phone_verified",
        EmailLinkSent = "email_link_sent",
        EmailVerified = "email_verified",
        PasswordLinkSent = "password_link_sent",
        PasswordChanged = "password_changed",
        SecondFactorBegun = "second_factor_begun",
        SecondFactorSwitchedOn = "second_factor_switched_on",
        SecondFactorPassed = "second_factor_passed",
        RecoveryCodeUsed = "recovery_code_used",
        SecondFactorRemoved = "second_factor_removed",
        OperatorAdded = "operator_added",
        FormSaved = "form_saved",
        DocumentAdded = "document_added",
        DocumentRemoved = "document_removed",
        DocumentJudged = "document_judged",
        BuyerAdded = "buyer_added",
        BuyerDecided = "buyer_decided",
        CaseTaken = "case_taken",
        CaseGivenBack = "case_given_back",
        Submitted = "submitted",
        Resubmitted = "resubmitted",
        Approved = "approved",
        Disapproved = "disapproved",
        DocumentsRequested = "documents_requested",
        Reopened = "reopened",
    }
);

/// Who did it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    User(UserId),
    /// Somebody nobody knows yet, such as one who asks for a new password.
    Stranger,
    /// Whoever runs the instance, at its command line.
    CommandLine,
}

/// One thing done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub at: DateTime<Utc>,
    pub by: Actor,
    pub action: AuditAction,
    /// The account it concerns: an applicant's entries are those of their case.
    pub about: UserId,
    /// The thing that was changed: an account, an application, a document, a buyer.
    pub subject: Uuid,
    pub changes: Vec<Changed>,
}

impl Entry {
    /// Something people did to their own account.
    pub fn own(user: UserId, action: AuditAction, at: DateTime<Utc>) -> Self {
        Self { at, by: Actor::User(user), action, about: user, subject: user.0, changes: Vec::new() }
    }

    /// The same with what is new.
    pub fn new_values(self, values: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        values.into_iter().fold(self, |entry, (field, value)| entry.change(field, None, Some(value)))
    }

    /// The same with one more change.
    pub fn change(mut self, field: &str, before: Option<String>, after: Option<String>) -> Self {
        self.changes.push(Changed::new(field, before, after));
        self
    }
}
