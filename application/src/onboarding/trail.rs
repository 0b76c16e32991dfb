//! What the audit trail and the mails say of a change to an application.

use crate::kernel::outbox::{Content, Details, Wanted};
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        coded::Coded,
        ids::UserId,
    },
    onboarding::{
        application::{Application, Change, Form},
        comparison::changed,
        decision::{DocumentRequest, Transition},
        document::Document,
        status::{Action, OnboardingStatus},
    },
    parties::buyer::BuyerDetails,
};

/// The entry of a change just made to the application.
pub(super) fn entry(application: &Application, change: &Change, by: UserId, at: DateTime<Utc>) -> Entry {
    let parts = application.parts();
    let entry = |action, thing| Entry::new(at, Actor::User(by), action, Subjects::of_company(parts.company, thing));
    match change {
        Change::FormSaved { before } => Entry { changes: changed(before, application.form()), ..entry(AuditAction::FormSaved, parts.id.0) },
        Change::BankAccountChanged { before } => {
            let was = Form { bank_account: (**before).clone(), ..application.form().clone() };
            Entry { changes: changed(&was, application.form()), ..entry(AuditAction::BankAccountChanged, parts.id.0) }
        }
        Change::BuyerEdited { id, before, after } => {
            let action = if after.is_some() { AuditAction::BuyerChanged } else { AuditAction::BuyerRemoved };
            let after = after.as_ref().map(BuyerDetails::answers);
            let now = |place: usize| after.as_ref().map(|after| after[place].1.clone());
            let told = before.answers().into_iter().enumerate().map(|(place, (field, was))| (field, Some(was), now(place)));
            told.filter(|(_, was, now)| was != now).fold(entry(action, id.0), |entry, (field, was, now)| entry.change(field, was, now))
        }
        Change::DocumentAttached(document) => {
            let (kind, name) = described(document);
            entry(AuditAction::DocumentAdded, document.id.0).change("kind", None, kind).change("name", None, name).change(
                "sha256",
                None,
                Some(document.sha256.iter().map(|byte| format!("{byte:02x}")).collect()),
            )
        }
        Change::DocumentRemoved(document) => {
            let (kind, name) = described(document);
            entry(AuditAction::DocumentRemoved, document.id.0).change("kind", kind, None).change("name", name, None)
        }
        Change::DocumentJudged { before, after } => {
            let verdict = |document: &Document| Some(document.verdict.code().to_owned());
            let reason = |document: &Document| document.verdict_reason.as_ref().map(|reason| reason.as_str().to_owned());
            entry(AuditAction::DocumentJudged, after.id.0).change("verdict", verdict(before), verdict(after)).change(
                "reason",
                reason(before),
                reason(after),
            )
        }
        Change::ReviewerChanged { before, after } => {
            let action = if after.is_some() { AuditAction::CaseTaken } else { AuditAction::CaseGivenBack };
            entry(action, parts.id.0).change("reviewer", before.map(|id| id.to_string()), after.map(|id| id.to_string()))
        }
        Change::Moved(step) => moved(entry(action_of(step.action), parts.id.0), application, step),
    }
}

fn described(document: &Document) -> (Option<String>, Option<String>) {
    (Some(document.kind.code().to_owned()), Some(document.name.as_str().to_owned()))
}

fn moved(entry: Entry, application: &Application, step: &Transition) -> Entry {
    let mut entry = entry.change("status", Some(step.from.number().to_string()), Some(step.to.number().to_string()));
    if !step.reasons.is_empty() {
        let codes: Vec<_> = step.reasons.iter().map(|reason| reason.code()).collect();
        entry = entry.change("reasons", None, Some(codes.join(", ")));
    }
    if let Some(note) = &step.note {
        entry = entry.change("note", None, Some(note.as_str().to_owned()));
    }
    for request in application.requests() {
        entry = entry.change(&format!("requested.{}", request.kind.code()), None, Some(request.reason.as_str().to_owned()));
    }
    entry
}

/// The mail that tells the applicant of a step.
pub(super) fn announced(application: &Application, step: &Transition) -> Content {
    match step.action {
        Action::Approve => Content::Approved { details: Some(Details { sells: application.form().company.sells(), ..Details::default() }) },
        // Nothing of the reasons, told or withheld: the mail is the same whatever they are.
        Action::Disapprove => Content::Disapproved,
        Action::RequestDocuments => Content::DocumentsRequested { details: Some(asked(application, step)) },
        Action::Reopen => Content::Reopened { details: Some(asked(application, step)) },
        Action::Submit | Action::Resubmit => Content::ApplicationReceived,
    }
}

/// What is asked of the applicant.
fn asked(application: &Application, step: &Transition) -> Details {
    let wanted = |request: &DocumentRequest| Wanted { kind: request.kind.code().to_owned(), reason: request.reason.clone() };
    Details {
        sells: application.form().company.sells(),
        was_approved: step.from == OnboardingStatus::Approved,
        documents: application.requests().iter().map(wanted).collect(),
        note: step.note.clone(),
        ..Details::default()
    }
}

fn action_of(action: Action) -> AuditAction {
    match action {
        Action::Submit => AuditAction::Submitted,
        Action::Resubmit => AuditAction::Resubmitted,
        Action::Approve => AuditAction::Approved,
        Action::Disapprove => AuditAction::Disapproved,
        Action::RequestDocuments => AuditAction::DocumentsRequested,
        Action::Reopen => AuditAction::Reopened,
    }
}
