//! What operators decide, and the steps that leaves behind.

use super::{
    document::{Document, DocumentId, DocumentKind, Judgement},
    status::{Action, OnboardingStatus},
};
use crate::kernel::{Invalid, coded::coded_enum, ids::UserId, text::Note};
use chrono::{DateTime, Utc};

coded_enum!(
    /// Why an application was disapproved.
    DisapprovalReason {
        NotEligible = "not_eligible",
        Unverifiable = "unverifiable",
        HighRisk = "high_risk",
        Sanctions = "sanctions",
        FraudSuspected = "fraud_suspected",
        Other = "other",
    }
);

impl DisapprovalReason {
    /// Whether the applicant may learn it. Telling somebody of a suspicion of crime is tipping off, which the law of most
    /// countries forbids (FATF recommendation 21).
    pub fn may_be_told(self) -> bool {
        match self {
            Self::NotEligible | Self::Unverifiable | Self::HighRisk | Self::Other => true,
            Self::Sanctions | Self::FraudSuspected => false,
        }
    }

    /// What the applicant learns of these reasons: a neutral one where none may be told, so that silence tells nothing either.
    pub fn told(reasons: &[Self]) -> Vec<Self> {
        let told: Vec<_> = reasons.iter().copied().filter(|reason| reason.may_be_told()).collect();
        if told.is_empty() && !reasons.is_empty() { vec![Self::Other] } else { told }
    }
}

/// A document the operator asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentRequest {
    pub kind: DocumentKind,
    pub reason: Note,
    pub requested_at: DateTime<Utc>,
    pub replaced_by: Option<DocumentId>,
}

impl DocumentRequest {
    /// Whether the document is of the kind asked for and came after the request.
    pub fn is_answered_by(&self, document: &Document) -> bool {
        document.kind == self.kind && document.uploaded_at >= self.requested_at
    }
}

/// A step in the life of an application.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    pub at: DateTime<Utc>,
    pub action: Action,
    pub from: OnboardingStatus,
    pub to: OnboardingStatus,
    pub by: UserId,
    pub reasons: Vec<DisapprovalReason>,
    pub note: Option<Note>,
}

/// What an operator decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    Approve { note: Option<Note> },
    Disapprove { reasons: Vec<DisapprovalReason>, note: Option<Note> },
    RequestDocuments { documents: Vec<(DocumentKind, Note)>, note: Option<Note> },
    Reopen { documents: Vec<(DocumentKind, Note)>, note: Option<Note> },
}

impl Decision {
    /// # Errors
    /// Without a reason.
    pub fn disapprove(reasons: Vec<DisapprovalReason>, note: Option<Note>) -> Result<Self, Invalid> {
        if reasons.is_empty() { Err(Invalid::DisapprovalUnexplained) } else { Ok(Self::Disapprove { reasons, note }) }
    }

    /// # Errors
    /// Without a document: nothing the applicant could do would bring the application back.
    pub fn request_documents(documents: Vec<(DocumentKind, Note)>, note: Option<Note>) -> Result<Self, Invalid> {
        if documents.is_empty() { Err(Invalid::NoDocumentRequested) } else { Ok(Self::RequestDocuments { documents, note }) }
    }

    /// The step it takes.
    pub fn action(&self) -> Action {
        match self {
            Self::Approve { .. } => Action::Approve,
            Self::Disapprove { .. } => Action::Disapprove,
            Self::RequestDocuments { .. } => Action::RequestDocuments,
            Self::Reopen { .. } => Action::Reopen,
        }
    }

    /// Whether the case is free again afterwards; otherwise it stays with its operator.
    pub fn frees_the_case(&self) -> bool {
        match self {
            Self::Approve { .. } | Self::Disapprove { .. } => true,
            Self::RequestDocuments { .. } | Self::Reopen { .. } => false,
        }
    }

    /// The reasons it gives, the documents it asks for, and the note.
    pub(super) fn into_parts(self) -> (Vec<DisapprovalReason>, Vec<(DocumentKind, Note)>, Option<Note>) {
        match self {
            Self::Approve { note } => (Vec::new(), Vec::new(), note),
            Self::Disapprove { reasons, note } => (reasons, Vec::new(), note),
            Self::RequestDocuments { documents, note } | Self::Reopen { documents, note } => (Vec::new(), documents, note),
        }
    }
}

/// What an operator does on a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Review {
    Take,
    GiveBack,
    Judge { document: DocumentId, judgement: Judgement },
    Decide(Decision),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::coded::Coded;

    #[test]
    fn suspicions_of_crime_are_not_told() {
        let kept: Vec<_> = DisapprovalReason::ALL.iter().copied().filter(|reason| !reason.may_be_told()).collect();
        assert_eq!(kept, [DisapprovalReason::Sanctions, DisapprovalReason::FraudSuspected]);
    }

    #[test]
    fn what_is_told_of_any_set_of_reasons_could_be_all_there_is() {
        for set in 1..1u32 << DisapprovalReason::ALL.len() {
            let reasons: Vec<_> =
                (0..).zip(DisapprovalReason::ALL).filter(|(bit, _)| set >> bit & 1 == 1).map(|(_, reason)| *reason).collect();
            let told = DisapprovalReason::told(&reasons);
            assert!(!told.is_empty(), "{reasons:?}");
            assert!(told.iter().all(|reason| reason.may_be_told()), "{reasons:?}");
            // Nobody can tell it from a disapproval for just these.
            assert_eq!(DisapprovalReason::told(&told), told);
        }
        assert_eq!(DisapprovalReason::told(&[]), []);
    }
}
