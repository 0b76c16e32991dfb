//! What a seller reads of its checks.

use super::{
    super::receivable::Receivable,
    finding::{CheckCode, Finding, Outcome, Verdict},
    stops,
};

/// One line of what a seller reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    Finding(Finding),
    /// Somebody of the house looks at it: nothing more is said, for it would warn whoever sells one invoice twice, tell one
    /// seller of another, or tell what the house thinks of a debtor.
    BeingLookedAt,
}

/// How much of a check a seller reads.
enum Openness {
    All,
    /// Not what was compared: it is the debtor's, or another seller's.
    WithoutFigures,
    /// Only a refusal. That the line is there never depends on what stays unsaid.
    OnlyBlock,
    Nothing,
}

fn openness(code: CheckCode) -> Openness {
    use CheckCode as C;
    match code {
        C::DuplicateSimilar => Openness::Nothing,
        C::DebtorState => Openness::OnlyBlock,
        C::DebtorLimit | C::DuplicateExact | C::NotOwnDebtor => Openness::WithoutFigures,
        C::FacilityActive
        | C::CompanyApproved
        | C::Currency
        | C::DebtorKnown
        | C::Tenor
        | C::NotDue
        | C::InvoiceAge
        | C::InvoiceAttached
        | C::Plausible
        | C::AlreadyAssigned
        | C::FirstOfDebtor
        | C::VerificationAbove
        | C::DilutionHistory
        | C::FacilityLimit
        | C::Concentration => Openness::All,
    }
}

/// What the seller reads of these findings: all of them, but for what would tip off.
pub fn told_to_seller(receivable: &Receivable, findings: &[Finding]) -> Vec<Told> {
    let lines = findings.iter().filter_map(|finding| told(finding).map(Told::Finding));
    let is_hidden = |finding: &&Finding| told(finding).is_none() && stops(receivable, finding);
    let is_looked_at = receivable.is_held() || findings.iter().any(|finding| is_hidden(&finding));
    lines.chain(is_looked_at.then_some(Told::BeingLookedAt)).collect()
}

fn told(finding: &Finding) -> Option<Finding> {
    let bare = || Finding { verdict: Verdict { figures: Vec::new(), ..finding.verdict.clone() }, ..finding.clone() };
    match openness(finding.code) {
        Openness::All => Some(finding.clone()),
        Openness::WithoutFigures => Some(bare()),
        Openness::OnlyBlock => (finding.verdict.outcome == Outcome::Block).then(bare),
        Openness::Nothing => None,
    }
}
