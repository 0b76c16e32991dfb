//! What the house knows of a receivable besides the invoice: who confirmed it, who disputes it, and whether it is held.

use super::{conditions::DisputeEnd, facts::InvoiceDocumentId};
use crate::kernel::{coded::coded_enum, ids::UserId, minor::Minor, text::Note};
use chrono::{DateTime, NaiveDate, Utc};

coded_enum!(
    /// How somebody found out that an invoice is owed.
    EvidenceKind {
        /// The debtor said so by the link it was sent.
        DebtorConfirmed = "debtor_confirmed",
        Call = "call",
        /// The debtor's own portal shows it.
        Portal = "portal",
        Document = "document",
    }
);

/// One verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    pub kind: EvidenceKind,
    /// The operator; none where the debtor said it itself.
    pub by: Option<UserId>,
    pub at: DateTime<Utc>,
    /// What is owed by what was confirmed.
    pub amount: Minor,
    /// When it will be paid, where that was said.
    pub due_on: Option<NaiveDate>,
    pub note: Option<Note>,
    pub file: Option<InvoiceDocumentId>,
}

coded_enum!(
    /// Why a debtor does not want to pay.
    DisputeReason {
        Duplicate = "duplicate",
        WrongTotal = "wrong_total",
        WrongTax = "wrong_tax",
        WrongOrder = "wrong_order",
        NotDelivered = "not_delivered",
        Defective = "defective",
        AlreadyPaid = "already_paid",
        ContractEnded = "contract_ended",
        Other = "other",
    }
);

/// What a debtor does not want to pay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub amount: Minor,
    pub reason: DisputeReason,
    pub since: DateTime<Utc>,
    /// The operator who entered it; none where the debtor said it itself.
    pub by: Option<UserId>,
    pub note: Option<Note>,
    /// None while it lasts.
    pub end: Option<DisputeEnd>,
}

impl Dispute {
    /// What the debtor itself says of it, which its seller reads; a note of the house is for the house alone.
    pub fn remark(&self) -> Option<&Note> {
        self.note.as_ref().filter(|_| self.by.is_none())
    }
}

/// The house wants to look before anything else happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    pub by: UserId,
    pub since: DateTime<Utc>,
    /// For the house alone.
    pub note: Option<Note>,
}

coded_enum!(
    /// The checks that credit may lift: what they find can have a good reason, which two people look at.
    Liftable {
        /// A number that starts again each year.
        DuplicateExact = "duplicate_exact",
        /// A final invoice that names the invoices before it.
        AlreadySold = "already_sold",
        /// An invoice that was to be collected, and is to be transferred.
        PaymentMeans = "payment_means",
    }
);

/// What one check found does not block the sale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    pub check: Liftable,
    /// Of a fingerprint that is sold once more: what tells it apart from those that were sold. Among them no series is there
    /// twice. Of every other check, and without an exception, it is 0.
    pub series: i64,
    pub by: UserId,
    pub at: DateTime<Utc>,
    pub note: Note,
}
