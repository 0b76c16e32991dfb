//! The audit trail: who did what to whom, when, and what it changed. One entry for every write anybody makes.

use crate::kernel::{
    change::Changed,
    coded::coded_enum,
    ids::{CompanyId, DebtorId, UserId},
};
use chrono::{DateTime, Utc};
use uuid::Uuid;

coded_enum!(
    /// What was done.
    AuditAction {
        SignedUp = "signed_up",
        SignedIn = "signed_in",
        SignedOut = "signed_out",
        SessionEnded = "session_ended",
        EmailChanged = "email_changed",
        PhoneChanged = "phone_changed",
        PhoneVerified = "phone_verified",
        EmailLinkSent = "email_link_sent",
        EmailVerified = "email_verified",
        PasswordLinkSent = "password_link_sent",
        PasswordChanged = "password_changed",
        LanguageChanged = "language_changed",
        SecondFactorBegun = "second_factor_begun",
        SecondFactorSwitchedOn = "second_factor_switched_on",
        SecondFactorPassed = "second_factor_passed",
        SecondFactorFailed = "second_factor_failed",
        RecoveryCodeUsed = "recovery_code_used",
        SecondFactorRemoved = "second_factor_removed",
        SteppedUp = "stepped_up",
        StepUpFailed = "step_up_failed",
        OperatorAdded = "operator_added",
        OperatorRolesChanged = "operator_roles_changed",
        OperatorRemoved = "operator_removed",
        MemberInvited = "member_invited",
        InvitationWithdrawn = "invitation_withdrawn",
        MemberJoined = "member_joined",
        MemberRoleChanged = "member_role_changed",
        MemberRemoved = "member_removed",
        MemberLeft = "member_left",
        BankAccountChanged = "bank_account_changed",
        LedgerEntryBooked = "ledger_entry_booked",
        ApprovalProposed = "approval_proposed",
        ApprovalRefused = "approval_refused",
        ApprovalWithdrawn = "approval_withdrawn",
        ApprovalOutdated = "approval_outdated",
        FormSaved = "form_saved",
        DocumentAdded = "document_added",
        DocumentRemoved = "document_removed",
        DocumentJudged = "document_judged",
        BuyerAdded = "buyer_added",
        BuyerChanged = "buyer_changed",
        BuyerRemoved = "buyer_removed",
        BuyerDecided = "buyer_decided",
        BuyerDebtorCorrected = "buyer_debtor_corrected",
        CaseTaken = "case_taken",
        CaseGivenBack = "case_given_back",
        Submitted = "submitted",
        Resubmitted = "resubmitted",
        Approved = "approved",
        Disapproved = "disapproved",
        DocumentsRequested = "documents_requested",
        Reopened = "reopened",
        ClockMoved = "clock_moved",
        HouseSettingsChanged = "house_settings_changed",
        StartedWithoutFourEyes = "started_without_four_eyes",
        HouseAccountsChanged = "house_accounts_changed",
        ReceivableEntered = "receivable_entered",
        ReceivableChanged = "receivable_changed",
        ReceivableDocumentAdded = "receivable_document_added",
        ReceivableDocumentRemoved = "receivable_document_removed",
        ReceivableSubmitted = "receivable_submitted",
        ReceivableWithdrawn = "receivable_withdrawn",
        OfferAccepted = "offer_accepted",
        ReceivableVerified = "receivable_verified",
        ReceivableRejected = "receivable_rejected",
        ReceivableHeld = "receivable_held",
        ReceivableReleased = "receivable_released",
        ReceivableDisputed = "receivable_disputed",
        DisputeResolved = "dispute_resolved",
        ReceivableCredited = "receivable_credited",
        ReceivableClosedShort = "receivable_closed_short",
        ReceivableChargedBack = "receivable_charged_back",
        ReceivableWrittenOff = "receivable_written_off",
        ReceivableExtended = "receivable_extended",
        ReceivableUndone = "receivable_undone",
        ReceivableDuplicateLifted = "receivable_duplicate_lifted",
        DebtorCreditUsed = "debtor_credit_used",
        PaidToSeller = "paid_to_seller",
        DebtGivenUp = "debt_given_up",
        GiveUpUndone = "give_up_undone",
        ReceiptPartUndone = "receipt_part_undone",
        PayoutsReleased = "payouts_released",
        PayoutsExecuted = "payouts_executed",
        BankFileWritten = "bank_file_written",
        /// A paper was asked for first, and is kept.
DebtorAsked = "debtor_asked",
        DebtorAnswered = "debtor_answered",
        DebtorNotified = "debtor_notified",
        PaperMade = "paper_made",
        BankAnswered = "bank_answered",
        PayoutReturned = "payout_returned",
        MoneySentBack = "money_sent_back",
        ReceiptEntered = "receipt_entered",
        ReceiptExplained = "receipt_explained",
        ReceiptTakenBack = "receipt_taken_back",
        ReceiptBroughtBack = "receipt_brought_back",
        ReceiptNoted = "receipt_noted",
        /// A person looks after a receipt, or no more.
        ReceiptOwned = "receipt_owned",
        /// That a payer pays for a debtor is not taken for known any more.
        PayerForgotten = "payer_forgotten",
        StatementImported = "statement_imported",
        StatementLineSettled = "statement_line_settled",
        FacilityProposed = "facility_proposed",
        TermsProposed = "terms_proposed",
        TermsAccepted = "terms_accepted",
        TermsDeclined = "terms_declined",
        TermsWithdrawn = "terms_withdrawn",
        FacilitySuspended = "facility_suspended",
        FacilityResumed = "facility_resumed",
        FacilityClosed = "facility_closed",
        TermsAdvertised = "terms_advertised",
        SupplierInvited = "supplier_invited",
        SupplierJoined = "supplier_joined",
        SupplierRemoved = "supplier_removed",
        SupplierLeft = "supplier_left",
        SupplierPriced = "supplier_priced",
        AutomaticPaymentChanged = "automatic_payment_changed",
        PayableEntered = "payable_entered",
        PayableApproved = "payable_approved",
        PayableCredited = "payable_credited",
        DebtorChanged = "debtor_changed",
        DebtorLimitsChanged = "debtor_limits_changed",
        DebtorsMerged = "debtors_merged",
        EndOfDayRun = "end_of_day_run",
        ReceivableTakenBack = "receivable_taken_back",
        ReceivableLapsed = "receivable_lapsed",
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
    /// Nobody: it comes by itself, at its time.
    System,
}

/// Whom and what an entry concerns. Each of the first three is found by its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Subjects {
    pub user: Option<UserId>,
    pub company: Option<CompanyId>,
    pub debtor: Option<DebtorId>,
    /// What was changed: an account, an application, a document, a buyer, a facility.
    pub thing: Uuid,
}

impl Subjects {
    /// An account.
    pub fn user(user: UserId) -> Self {
        Self { user: Some(user), company: None, debtor: None, thing: user.0 }
    }

    /// An account that comes with a company.
    pub fn founder(user: UserId, company: CompanyId) -> Self {
        Self { company: Some(company), ..Self::user(user) }
    }

    /// Something of the house's own, which is nobody's.
    pub fn house(thing: Uuid) -> Self {
        Self { user: None, company: None, debtor: None, thing }
    }

    /// Who owes on invoices.
    pub fn debtor(debtor: DebtorId) -> Self {
        Self { user: None, company: None, debtor: Some(debtor), thing: debtor.0 }
    }

    /// Something of a company's.
    pub fn of_company(company: CompanyId, thing: Uuid) -> Self {
        Self { user: None, company: Some(company), debtor: None, thing }
    }
}

/// One thing done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub at: DateTime<Utc>,
    pub by: Actor,
    pub action: AuditAction,
    pub about: Subjects,
    pub changes: Vec<Changed>,
}

impl Entry {
    pub fn new(at: DateTime<Utc>, by: Actor, action: AuditAction, about: Subjects) -> Self {
        Self { at, by, action, about, changes: Vec::new() }
    }

    /// Something people did to their own account.
    pub fn own(user: UserId, action: AuditAction, at: DateTime<Utc>) -> Self {
        Self::new(at, Actor::User(user), action, Subjects::user(user))
    }

    /// The same with what is new.
    pub fn new_values(self, values: impl IntoIterator<Item = (&'static str, String)>) -> Self {
        values.into_iter().fold(self, |entry, (field, value)| entry.change(field, None, Some(value)))
    }

    /// The bytes that are kept of what was said, roughly.
    pub fn size(&self) -> usize {
        let of = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.changes.iter().map(|change| change.field.len() + of(&change.before) + of(&change.after)).sum()
    }

    /// The same with one more change.
    pub fn change(mut self, field: &str, before: Option<String>, after: Option<String>) -> Self {
        self.changes.push(Changed::new(field, before, after));
        self
    }
}

/// Fields whose values say nothing of a person: codes, numbers and hashes of the product's own.
const IMPERSONAL: &[&str] = &[
    "status",
    "verdict",
    "kind",
    "sha256",
    "role",
    "operatorRoles",
    "memberRole",
    "action",
    "approval",
    "proposedBy",
    "expiresAt",
    "reasons",
    "emailVerified",
    "phoneVerified",
    "secondFactor",
    "recoveryCodesLeft",
    "reviewer",
    "paymentTermsDays",
    "expectedYearlyVolume",
    "company.wants",
    "company.industry",
    "company.legalForm",
    "businessTime",
    "businessDate",
    "house.timeZone",
    "house.cutOff",
    "house.referenceCode",
    "ledger.event",
    "ledger.on",
    "ledger.amount",
    "termsHash",
    "acceptedTerms",
    "acceptedPrivacy",
    "termsVersion",
    "state",
    "issuedOn",
    "dueOn",
    "face",
    "debtor",
    "notDebtor",
    "agreement",
    "offer",
    "payoutOn",
    "amount",
    "receipt",
    "signs",
    "remembered",
    "owner",
    "on",
    "confirmedDueOn",
    "evidenceFile",
    "disputeReason",
    "disputeEnd",
    "series",
    "discountRate",
    "automatic",
    "automaticAbove",
    "supplierCompany",
    "warnings",
    "balances",
];

/// The same of every field that begins like this: prices, amounts, how far something is.
const IMPERSONAL_PREFIXES: &[&str] = &["terms.", "limits.", "endOfDay.", "funds."];

/// Whether the values of a field may one day have to be erased. A field nobody thought of is taken for personal.
pub fn is_personal(field: &str) -> bool {
    !IMPERSONAL.contains(&field) && !IMPERSONAL_PREFIXES.iter().any(|prefix| field.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_say_of_themselves_is_personal_and_so_is_what_nobody_listed() {
        for field in [
            "email",
            "lname",
            "phone",
            "people[0].bornOn",
            "bankAccount.iban",
            "bankAccount.sortCode",
            "bankAccount.routingNumber",
            "name",
            "note",
            "signedName",
            "address",
            "contact.email",
            "payer.iban",
            "something new",
        ] {
            assert!(is_personal(field), "{field}");
        }
        for field in ["status", "verdict", "emailVerified", "sha256", "terms.limit", "limits.EUR", "termsHash"] {
            assert!(!is_personal(field), "{field}");
        }
    }
}
