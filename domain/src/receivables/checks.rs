//! What a receivable is checked for before it can be sold: a list of checks, each a function named after what it asks.
//!
//! To add a check, write one function, name it with its code in `CHECKS`, and test it. What it needs to know is a fact of the
//! [`Case`], so that a check asks nobody. Checks are made again whenever something changes, and each time an offer is accepted.

mod agreement;
mod case;
mod debtor;
mod doubles;
#[cfg(test)]
mod examples;
mod finding;
mod invoice;
mod limits;
mod told;
mod verification;

pub use case::{Affiliation, Case, Corrected, Dilution, EInvoice, FacilityUse, Party, Room, Ruling, Similar, Space};
pub use finding::{CheckCode, Cure, Figure, FigureName, Finding, Outcome, Value, Verdict};
pub use told::{Told, told_to_seller};

use super::receivable::Receivable;
use CheckCode as C;

type Check = fn(&Case) -> Option<Verdict>;

/// Every check, in the order shown to people. A check that cannot be made, for want of what it compares with, finds nothing:
/// what it lacks is another check's.
pub const CHECKS: &[(CheckCode, Check)] = &[
    (C::FacilityActive, agreement::facility_active),
    (C::CompanyApproved, agreement::company_approved),
    (C::Currency, agreement::currency),
    (C::DebtorKnown, debtor::debtor_known),
    (C::DebtorState, debtor::debtor_state),
    (C::Tenor, invoice::tenor),
    (C::NotDue, invoice::not_due),
    (C::InvoiceAge, invoice::invoice_age),
    (C::InvoiceAttached, invoice::invoice_attached),
    (C::Plausible, invoice::plausible),
    (C::AsInvoiced, invoice::as_invoiced),
    (C::NotOwnDebtor, debtor::not_own_debtor),
    (C::AlreadyAssigned, doubles::already_assigned),
    (C::AlreadySold, doubles::already_sold),
    (C::PaymentMeans, invoice::payment_means),
    (C::FirstOfDebtor, verification::first_of_debtor),
    (C::VerificationAbove, verification::verification_above),
    (C::DuplicateExact, doubles::duplicate_exact),
    (C::DuplicateSimilar, doubles::duplicate_similar),
    (C::DilutionHistory, verification::dilution_history),
    (C::FacilityLimit, limits::facility_limit),
    (C::DebtorLimit, limits::debtor_limit),
    (C::Concentration, limits::concentration),
];

/// What the checks find.
pub fn findings(case: &Case) -> Vec<Finding> {
    let made = CHECKS.iter().map(|(code, check)| check(case).map(|verdict| Finding { code: *code, verdict }));
    made.flatten().collect()
}

/// Where what was handed in stands by its checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Submitted,
    Offered,
}

/// It is offered when nothing blocks it, and what had to be verified was. A cap stops no offer, only its acceptance.
pub fn standing(receivable: &Receivable, findings: &[Finding]) -> Standing {
    let is_stopped = receivable.is_held() || receivable.dispute().is_some() || findings.iter().any(|finding| stops(receivable, finding));
    if is_stopped { Standing::Submitted } else { Standing::Offered }
}

/// Whether somebody had to verify it for this, and did.
pub fn was_verified_for(receivable: &Receivable, finding: &Finding) -> bool {
    finding.verdict.outcome == Outcome::Verify && !stops(receivable, finding)
}

/// Whether it is not offered for this.
pub(super) fn stops(receivable: &Receivable, finding: &Finding) -> bool {
    match finding.verdict.outcome {
        Outcome::Pass | Outcome::Cap => false,
        Outcome::Verify => !receivable.is_verified(finding.verdict.since),
        Outcome::Block => true,
    }
}

#[cfg(test)]
mod tests;
