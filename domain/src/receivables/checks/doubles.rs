//! Whether it was sold already, here or elsewhere.

use super::super::evidence::Liftable;
use super::{
    case::Case,
    finding::{Cure, FigureName, Value, Verdict},
};

/// The invoice itself says that somebody else is to be paid: it was sold there.
pub(super) fn already_assigned(case: &Case) -> Option<Verdict> {
    let Some(invoice) = &case.e_invoice else { return Some(Verdict::pass()) };
    if let Some(code) = invoice.factored() {
        return Some(Verdict::block(Some(Cure::ContactHouse)).with(FigureName::TypeCode, Value::Count(code)));
    }
    Some(if invoice.is_assigned() { Verdict::block(Some(Cure::ContactHouse)) } else { Verdict::pass() })
}

/// One of its fingerprint was sold, and nobody said that this one is another.
pub(super) fn duplicate_exact(case: &Case) -> Option<Verdict> {
    let is_sold = !case.sold.is_empty() && case.receivable.exception(Liftable::DuplicateExact).is_none();
    let verdict = if is_sold { Verdict::block(Some(Cure::ContactHouse)) } else { Verdict::pass() };
    Some(if case.sold.is_empty() { verdict } else { verdict.with(FigureName::Others, Value::Receivables(case.sold.clone())) })
}

/// It says itself that it corrects an invoice that was sold. What it changes of that belongs to the one that was sold: as a credit
/// note, as another due date, or in its place once it was taken back.
pub(super) fn already_sold(case: &Case) -> Option<Verdict> {
    if case.corrected.is_empty() {
        return Some(Verdict::pass());
    }
    let is_lifted = case.receivable.exception(Liftable::AlreadySold).is_some();
    let verdict = if is_lifted { Verdict::pass() } else { Verdict::block(Some(Cure::TellOfCorrection)) };
    let (numbers, sold) = case.corrected.iter().map(|one| (one.number.clone(), one.receivable)).unzip();
    Some(verdict.with(FigureName::InvoiceNumbers, Value::Numbers(numbers)).with(FigureName::Others, Value::Receivables(sold)))
}

/// Another one looks like it: somebody looks at both. What was verified before the two were both there was not asked about the
/// other one.
pub(super) fn duplicate_similar(case: &Case) -> Option<Verdict> {
    let since = case.similar.iter().map(|other| other.since).max();
    if since.is_none() {
        return Some(Verdict::pass());
    }
    let others = case.similar.iter().map(|other| other.receivable).collect();
    Some(Verdict { since, ..Verdict::verify().with(FigureName::Others, Value::Receivables(others)) })
}
