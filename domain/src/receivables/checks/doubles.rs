//! Whether it was sold already, here or elsewhere.

use super::{
    case::{Case, Party},
    finding::{Cure, FigureName, Value, Verdict},
};

/// Documents of a factor (UNTDID 1001): factored invoice, factored credit note, and those that the buyer wrote itself.
const FACTORED: &[i64] = &[393, 396, 501, 502];

/// The invoice itself says that somebody else is to be paid: it was sold there.
pub(super) fn already_assigned(case: &Case) -> Option<Verdict> {
    let Some(invoice) = &case.e_invoice else { return Some(Verdict::pass()) };
    let is_others = invoice.payee.iter().chain(&invoice.accounts).any(|party| *party == Party::SomebodyElse);
    let factored = invoice.type_code.filter(|code| FACTORED.contains(code));
    if let Some(code) = factored {
        return Some(Verdict::block(Some(Cure::ContactHouse)).with(FigureName::TypeCode, Value::Count(code)));
    }
    let is_assigned = is_others || invoice.assignment_notices > 0;
    Some(if is_assigned { Verdict::block(Some(Cure::ContactHouse)) } else { Verdict::pass() })
}

/// One of its fingerprint was sold, and nobody said that this one is another.
pub(super) fn duplicate_exact(case: &Case) -> Option<Verdict> {
    let is_sold = !case.sold.is_empty() && case.receivable.parts().exception.is_none();
    let verdict = if is_sold { Verdict::block(Some(Cure::ContactHouse)) } else { Verdict::pass() };
    Some(if case.sold.is_empty() { verdict } else { verdict.with(FigureName::Others, Value::Receivables(case.sold.clone())) })
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
