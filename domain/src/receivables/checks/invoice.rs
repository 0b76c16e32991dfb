//! What the invoice itself says.

use super::{
    case::Case,
    finding::{Cure, FigureName as F, Value, Verdict},
};
use crate::{
    facilities::terms::FacilityKind,
    receivables::{evidence::Liftable, facts::due_after_issue},
};
use chrono::{Days, NaiveDate};

/// Neither too few days from the payout to the day it is due, nor too many.
pub(super) fn tenor(case: &Case) -> Option<Verdict> {
    let terms = case.terms()?;
    let due_on = case.receivable.due_on();
    let days = (due_on - case.payout_on).num_days();
    let verdict = if days < terms.min_days {
        Verdict::block(None)
    } else if days > terms.max_days {
        // One day later, one day less.
        let from = due_on.checked_sub_days(Days::new(u64::try_from(terms.max_days).unwrap_or_default())).unwrap_or(NaiveDate::MIN);
        Verdict::block(Some(Cure::Wait)).with(F::PassesFrom, Value::Day(from))
    } else {
        Verdict::pass()
    };
    let (min, max) = (Value::Count(terms.min_days), Value::Count(terms.max_days));
    Some(verdict.with(F::Days, Value::Count(days)).with(F::MinDays, min).with(F::MaxDays, max))
}

pub(super) fn not_due(case: &Case) -> Option<Verdict> {
    let due_on = case.receivable.due_on();
    let verdict = if due_on > case.today { Verdict::pass() } else { Verdict::block(None) };
    Some(verdict.with(F::DueOn, Value::Day(due_on)).with(F::Today, Value::Day(case.today)))
}

/// An invoice is handed in while it is fresh. How long the house then takes to look at it does not count.
pub(super) fn invoice_age(case: &Case) -> Option<Verdict> {
    let terms = case.terms()?;
    let parts = case.receivable.parts();
    let handed_in = parts.submitted.map_or(case.today, |submitted| submitted.on);
    let days = (handed_in - parts.facts.issued_on).num_days();
    let is_fresh = days <= terms.max_invoice_age_days;
    let verdict = if is_fresh { Verdict::pass() } else { Verdict::block(Some(Cure::ContactHouse)) };
    Some(verdict.with(F::Days, Value::Count(days)).with(F::MaxDays, Value::Count(terms.max_invoice_age_days)))
}

/// The house sees what it buys; what the buyer of a programme promised needs no paper.
pub(super) fn invoice_attached(case: &Case) -> Option<Verdict> {
    let is_shown = case.receivable.kind() == FacilityKind::ReverseFactoring || !case.receivable.parts().documents.is_empty();
    Some(if is_shown { Verdict::pass() } else { Verdict::block(Some(Cure::AttachInvoice)) })
}

/// Its dates can be: issued by today, and due after that; in a programme, due on a day on which banks move money.
pub(super) fn plausible(case: &Case) -> Option<Verdict> {
    let (issued_on, due_on) = (case.receivable.parts().facts.issued_on, case.receivable.due_on());
    let is_payable = case.receivable.kind() == FacilityKind::Factoring || case.calendar.is_business_day(due_on);
    let is_plausible = due_after_issue(Some(issued_on), Some(due_on)).is_ok() && issued_on <= case.today && is_payable;
    let verdict = if is_plausible { Verdict::pass() } else { Verdict::block(Some(Cure::CorrectInvoice)) };
    let dates = [(F::IssuedOn, issued_on), (F::DueOn, due_on), (F::Today, case.today)];
    Some(dates.into_iter().fold(verdict, |verdict, (name, day)| verdict.with(name, Value::Day(day))))
}

/// It says what its e-invoices say, each of them: whoever changes one of the two by hand changes the invoice.
pub(super) fn as_invoiced(case: &Case) -> Option<Verdict> {
    let parts = case.receivable.parts();
    let other = parts.documents.iter().filter_map(|document| document.stated.as_ref()).find(|stated| !stated.is_said_by(&parts.facts));
    let Some(stated) = other else { return Some(Verdict::pass()) };
    let figures = [
        stated.issued_on.map(|day| (F::IssuedOn, Value::Day(day))),
        stated.due_on.map(|day| (F::DueOn, Value::Day(day))),
        stated.face.filter(|face| face.currency() == parts.facts.face.currency()).map(|face| (F::Face, Value::Amount(face.amount()))),
    ];
    let verdict = Verdict::block(Some(Cure::CorrectInvoice));
    Some(figures.into_iter().flatten().fold(verdict, |verdict, (name, value)| verdict.with(name, value)))
}

/// Its debtor transfers what it owes: to the house, once it was sold. What is collected from it, or was paid, comes to the seller.
pub(super) fn payment_means(case: &Case) -> Option<Verdict> {
    let Some(invoice) = &case.e_invoice else { return Some(Verdict::pass()) };
    let means = invoice.not_transferred();
    if means.is_none() && !invoice.is_paid {
        return Some(Verdict::pass());
    }
    let is_lifted = case.receivable.exception(Liftable::PaymentMeans).is_some();
    let verdict = if is_lifted { Verdict::pass() } else { Verdict::block(Some(Cure::ContactHouse)) };
    Some(means.map_or_else(|| verdict.clone(), |code| verdict.clone().with(F::MeansCode, Value::Count(code))))
}
