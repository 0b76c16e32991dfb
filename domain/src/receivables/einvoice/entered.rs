//! An e-invoice as it is entered.

use super::{InvoiceData, Problem, ProblemCode, Term};
use crate::{
    kernel::{
        Invalid,
        text::{Line, Note},
    },
    receivables::{
        cash_discount::CashDiscount,
        facts::{Face, Facts, due_after_issue},
        fingerprint::InvoiceNumber,
    },
};
use chrono::NaiveDate;

/// What an e-invoice says of itself that a draft repeats: this much of it is kept with the file. What it does not state, or could not be
/// kept as it stands, is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stated {
    /// BT-1.
    pub number: Option<InvoiceNumber>,
    /// BT-2.
    pub issued_on: Option<NaiveDate>,
    /// BT-9.
    pub due_on: Option<NaiveDate>,
    /// BT-115.
    pub face: Option<Face>,
    /// What its debtor may take off for paying early.
    pub discounts: Vec<CashDiscount>,
}

impl Stated {
    /// Whether somebody says the same, as far as it is stated. How the number is written does not matter.
    pub fn is_said_by(&self, facts: &Facts) -> bool {
        let Self { number, issued_on, due_on, face, discounts: _ } = self;
        number.as_ref().is_none_or(|number| number.normalised() == facts.number.normalised())
            && issued_on.is_none_or(|day| day == facts.issued_on)
            && due_on.is_none_or(|day| day == facts.due_on)
            && face.is_none_or(|face| face == facts.face)
    }
}

impl InvoiceData {
    /// All that its seller has to correct before it can be entered: what is wrong with it, else what cannot be kept as it stands. A due
    /// date that is missing is asked for.
    pub fn to_correct(&self) -> Vec<Problem> {
        let problems = self.problems();
        if !problems.is_empty() {
            return problems;
        }
        let not_kept = self.facts(None).err().into_iter().flatten();
        let not_kept = not_kept.filter(|wrong| *wrong != (Term::DueDate, Invalid::Required));
        not_kept.map(|(term, _)| Problem::new(ProblemCode::Unreadable, term)).collect()
    }

    /// What of it a draft repeats.
    pub fn stated(&self) -> Stated {
        let face = self.currency.zip(self.totals.due).and_then(|(currency, due)| Face::parse(due.get(), currency).ok());
        let number = self.number.as_deref().and_then(|number| InvoiceNumber::parse(number).ok());
        Stated { number, issued_on: self.issued_on, due_on: self.due_on, face, discounts: self.cash_discounts() }
    }

    /// What is entered of it. Its face is what is to be paid (BT-115). `due_on` stands in for a due date that it does not state.
    ///
    /// # Errors
    /// Each term that is missing, cannot be kept as it stands, or contradicts another.
    pub fn facts(&self, due_on: Option<NaiveDate>) -> Result<Facts, Vec<(Term, Invalid)>> {
        let mut wrong = Vec::new();
        let mut take = |term, missing| wrong.push((term, missing));
        let number = self.number.as_deref().map_or(Err(Invalid::Required), InvoiceNumber::parse);
        let number = number.map_err(|invalid| take(Term::Number, invalid)).ok();
        let issued_on = self.issued_on.ok_or_else(|| take(Term::IssueDate, Invalid::Required)).ok();
        let due_on = self.due_on.or(due_on).ok_or(Invalid::Required);
        let due_on = due_on.and_then(|day| due_after_issue(issued_on, Some(day)).map(|()| day));
        let due_on = due_on.map_err(|invalid| take(Term::DueDate, invalid)).ok();
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
