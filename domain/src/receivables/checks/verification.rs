//! Whether somebody has to find out first that it is owed.

use super::{
    case::Case,
    finding::{FigureName as F, Value, Verdict},
};
use crate::{
    facilities::terms::VerificationRule,
    kernel::{minor::Minor, money::Percentage},
};

pub(super) fn first_of_debtor(case: &Case) -> Option<Verdict> {
    let is_asked = case.terms()?.verification == VerificationRule::FirstOfDebtor;
    let verdict = if is_asked && case.bought_before == 0 { Verdict::verify() } else { Verdict::pass() };
    Some(verdict.with(F::BoughtBefore, Value::Count(case.bought_before)))
}

/// Above the amount of the terms; where each is verified, above nothing.
pub(super) fn verification_above(case: &Case) -> Option<Verdict> {
    let terms = case.terms()?;
    let above = match terms.verification {
        VerificationRule::Always => Some(Minor::ZERO),
        VerificationRule::Above => terms.verification_above,
        VerificationRule::FirstOfDebtor | VerificationRule::Never => None,
    };
    let Some(above) = above else { return Some(Verdict::pass()) };
    let face = case.receivable.face();
    let verdict = if face > above { Verdict::verify() } else { Verdict::pass() };
    Some(verdict.with(F::Face, Value::Amount(face)).with(F::Above, Value::Amount(above)))
}

/// So much of what this seller invoices this debtor may be credited or deducted before each one is looked at, in basis points.
/// Factors commonly take more than a twentieth for a sign of invoices written too early or too high.
pub const MAX_DILUTION_BP: i64 = 500;

pub(super) fn dilution_history(case: &Case) -> Option<Verdict> {
    let max = Percentage::parse_basis_points(MAX_DILUTION_BP).ok()?;
    let dilution = case.dilution;
    let is_high = i128::from(dilution.diluted.get()) * i128::from(Percentage::FULL)
        > i128::from(dilution.faces.get()) * i128::from(max.basis_points());
    let verdict = if is_high { Verdict::verify() } else { Verdict::pass() };
    let figures =
        [(F::Faces, Value::Amount(dilution.faces)), (F::Diluted, Value::Amount(dilution.diluted)), (F::MaxShare, Value::Share(max))];
    Some(figures.into_iter().fold(verdict, |verdict, (name, value)| verdict.with(name, value)))
}
