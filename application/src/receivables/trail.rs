//! What the audit trail tells of receivables.

use crate::receivables::look::Look;
use chrono::{DateTime, Utc};
use sooner_domain::{
    kernel::{
        audit::{Actor, AuditAction, Entry, Subjects},
        change::Changed,
        coded::Coded,
        text::Note,
    },
    receivables::{
        evidence::{Dispute, Evidence, Exception},
        receivable::{Agreement, Change, Receivable},
    },
};
use std::collections::BTreeSet;

/// What somebody did with it, and what that changed.
pub(crate) fn entry(look: &Look, action: AuditAction, by: Actor, at: DateTime<Utc>) -> Entry {
    let receivable = look.receivable();
    let about = Subjects { debtor: receivable.parts().debtor, ..Subjects::of_company(receivable.entered_for(), receivable.id().0) };
    let mut entry = Entry::new(at, by, action, about);
    entry.changes = look.changes.iter().flat_map(|change| told(receivable, change)).collect();
    if let Some(from) = look.changes.iter().find_map(|change| if let Change::Moved { from, .. } = change { Some(*from) } else { None }) {
        entry = entry.change("status", Some(from.code().to_owned()), Some(receivable.status().code().to_owned()));
    }
    entry
}

/// Of these changes of a receivable that a dispute lasts again.
pub(crate) fn dispute_reopened(look: &Look) -> Vec<Changed> {
    let reopened = look.changes.iter().filter(|change| matches!(change, Change::DisputeReopened { .. }));
    reopened.flat_map(|change| told(look.receivable(), change)).collect()
}

fn told(receivable: &Receivable, change: &Change) -> Vec<Changed> {
    let parts = receivable.parts();
    let field = |name: &str, was: Option<String>, is: Option<String>| Changed::new(name, was, is);
    let new = |name: &str, is: String| Changed::new(name, None, Some(is));
    match change {
        Change::FactsSaved { before } => {
            let (was, is) = (before.answers(), parts.facts.answers());
            let names: BTreeSet<&str> = was.iter().chain(&is).map(|(name, _)| *name).collect();
            let changes = names.into_iter().map(|name| field(name, value(&was, name), value(&is, name)));
            changes.filter(|change| change.before != change.after).collect()
        }
        Change::DocumentAttached(document) => {
            vec![new("document", document.name.as_str().to_owned()), new("sha256", document.sha256.to_string())]
        }
        Change::DocumentRemoved(document) => {
            vec![field("document", Some(document.name.as_str().to_owned()), None), field("sha256", Some(document.sha256.to_string()), None)]
        }
        Change::DebtorKnown(debtor) => vec![new("debtor", debtor.to_string())],
        Change::AgreementChanged { before } => {
            let told = |agreement: Option<Agreement>| agreement.map(|of| format!("{} {}", of.facility, of.terms_version));
            vec![field("agreement", told(*before), told(parts.agreement))]
        }
        // Where it went in all is told once.
        Change::Moved { .. } => Vec::new(),
        Change::FiguresChanged { before } => {
            let (was, is) = (before, parts.figures);
            let face = field("face", Some(was.face.get().to_string()), Some(is.face.get().to_string()));
            let due_on = field("dueOn", Some(was.due_on.to_string()), Some(is.due_on.to_string()));
            [face, due_on].into_iter().filter(|change| change.before != change.after).collect()
        }
        Change::EvidenceAdded(evidence) => evidence_told(evidence),
        Change::Held => noted(parts.hold.as_ref().and_then(|hold| hold.note.as_ref())),
        Change::Released { before } => before.note.iter().map(|note| field("note", Some(note.as_str().to_owned()), None)).collect(),
        Change::Disputed { .. } => parts.dispute.iter().flat_map(dispute_told).collect(),
        Change::DisputeEnded { .. } => {
            parts.dispute.as_ref().and_then(|dispute| dispute.end).map(|end| new("disputeEnd", end.code().to_owned())).into_iter().collect()
        }
        Change::DisputeReopened { before } => vec![field("disputeEnd", before.end.map(|end| end.code().to_owned()), None)],
        Change::ExceptionMade(Exception { check, series, note, by: _, at: _ }) => {
            let series = Some(series).filter(|series| **series != 0).map(|series| new("series", series.to_string()));
            [new("check", check.code().to_owned())].into_iter().chain(series).chain(noted(Some(note))).collect()
        }
    }
}

fn value(answers: &[(&'static str, String)], name: &str) -> Option<String> {
    answers.iter().find(|(of, _)| *of == name).map(|(_, value)| value.clone())
}

fn noted(note: Option<&Note>) -> Vec<Changed> {
    note.iter().map(|note| Changed::new("note", None, Some(note.as_str().to_owned()))).collect()
}

fn evidence_told(evidence: &Evidence) -> Vec<Changed> {
    let Evidence { kind, amount, due_on, note, file, by: _, at: _ } = evidence;
    let new = |name: &str, is: String| Changed::new(name, None, Some(is));
    let due_on = due_on.map(|day| new("confirmedDueOn", day.to_string()));
    let file = file.map(|file| new("evidenceFile", file.to_string()));
    let always = [new("kind", kind.code().to_owned()), new("amount", amount.get().to_string())];
    always.into_iter().chain(due_on).chain(file).chain(noted(note.as_ref())).collect()
}

fn dispute_told(dispute: &Dispute) -> Vec<Changed> {
    let new = |name: &str, is: String| Changed::new(name, None, Some(is));
    let always = [new("amount", dispute.amount.get().to_string()), new("disputeReason", dispute.reason.code().to_owned())];
    always.into_iter().chain(noted(dispute.note.as_ref())).collect()
}
