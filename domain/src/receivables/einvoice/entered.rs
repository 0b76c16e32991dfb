//! An e-invoice as it is entered.

use super::{InvoiceData, Term};
use crate::{
    kernel::{
        Invalid,
        text::{Line, Note},
    },
    receivables::{
        facts::{Face, Facts},
        fingerprint::InvoiceNumber,
    },
};
use chrono::NaiveDate;

/// A term that an invoice cannot be entered by.
pub type NotEntered = (Term, Invalid);

impl InvoiceData {
    /// What is entered of it. Its face is what is to be paid (BT-115). `due_on` stands in for a due date that it does not state.
    ///
    /// # Errors
    /// Each term that is missing or cannot be kept as it stands.
    pub fn facts(&self, due_on: Option<NaiveDate>) -> Result<Facts, Vec<NotEntered>> {
        let mut wrong = Vec::new();
        let mut take = |term, missing| wrong.push((term, missing));
        let number = self.number.as_deref().map_or(Err(Invalid::Required), InvoiceNumber::parse);
        let number = number.map_err(|invalid| take(Term::Number, invalid)).ok();
        let issued_on = self.issued_on.ok_or_else(|| take(Term::IssueDate, Invalid::Required)).ok();
        let due_on = self.due_on.or(due_on).ok_or_else(|| take(Term::DueDate, Invalid::Required)).ok();
        let currency = self.currency.ok_or_else(|| take(Term::Currency, Invalid::Required)).ok();
        let face = currency.and_then(|currency| {
            let face = self.totals.due.ok_or(Invalid::Required).and_then(|due| Face::parse(due.get(), currency));
            face.map_err(|invalid| take(Term::AmountDue, invalid)).ok()
        });
        let facts = || {
            Some(Facts {
                number: number?,
                issued_on: issued_on?,
                due_on: due_on?,
                face: face?,
                // What does not fit is no reason to refuse: it stands in the file.
                order_reference: self.order.as_deref().and_then(|order| Line::parse(order).ok()),
                note: self.buyer_reference.as_deref().and_then(|reference| Note::parse(reference).ok()),
            })
        };
        facts().ok_or(wrong)
    }
}
