//! What a seller reads of its checks.

use super::{
    super::receivable::Receivable,
    finding::{CheckCode, Cure, Finding, Outcome, Verdict},
    stops,
};
use crate::facilities::terms::FacilityKind;

/// One line of what a seller reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    Finding(Finding),
    /// An operator is checking it: nothing more is said, for it would warn a company that sells one invoice twice, tell one
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

fn openness(kind: FacilityKind, code: CheckCode) -> Openness {
    use CheckCode as C;
    match code {
        C::FacilityLimit | C::Concentration if !kind.limit_is_sellers() => Openness::WithoutFigures,
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
        | C::AsInvoiced
        | C::AlreadyAssigned
        | C::AlreadySold
        | C::PaymentMeans
        | C::FirstOfDebtor
        | C::VerificationAbove
        | C::DilutionHistory
        | C::FacilityLimit
        | C::Concentration => Openness::All,
    }
}

/// What the seller reads of these findings: all of them, but for what would tip off.
pub fn told_to_seller(receivable: &Receivable, findings: &[Finding]) -> Vec<Told> {
    let told = |finding: &Finding| told(receivable.kind(), finding);
    let lines = findings.iter().filter_map(|finding| told(finding).map(Told::Finding));
    let is_hidden = |finding: &&Finding| told(finding).is_none() && stops(receivable, finding);
    let is_looked_at = receivable.is_held() || findings.iter().any(|finding| is_hidden(&finding));
    lines.chain(is_looked_at.then_some(Told::BeingLookedAt)).collect()
}

fn told(kind: FacilityKind, finding: &Finding) -> Option<Finding> {
    let cure = finding.verdict.cure.map(Cure::without_figures);
    let bare = || Finding { verdict: Verdict { figures: Vec::new(), cure, ..finding.verdict.clone() }, ..finding.clone() };
    match openness(kind, finding.code) {
        Openness::All => Some(finding.clone()),
        Openness::WithoutFigures => Some(bare()),
        Openness::OnlyBlock => (finding.verdict.outcome == Outcome::Block).then(bare),
        Openness::Nothing => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            super::{evidence::Hold, examples::*},
            examples::{self, World, other, similar},
            *,
        },
        *,
    };
    use crate::{
        facilities::examples::factoring,
        kernel::{minor::Minor, text::Note},
        parties::debtor::DebtorState,
    };

    fn read(world: &World, case: &Case) -> Vec<Told> {
        told_to_seller(&world.receivable, &findings(case))
    }

    #[test]
    fn a_seller_does_not_learn_of_another_one_like_it_nor_that_a_debtor_is_watched() {
        let world = examples::world(factoring());
        let nothing = read(&world, &world.case());
        assert_eq!(nothing.len(), 21);
        let similar = Case { similar: vec![similar(3)], ..world.case() };
        let watched = Case { debtor: Some(DebtorState::Watch), ..world.case() };
        for case in [similar, watched] {
            let mut told = read(&world, &case);
            assert_eq!(told.pop(), Some(Told::BeingLookedAt));
            assert_eq!(told, nothing, "nothing else is there, or missing");
            assert_eq!(told_to_seller(&factored_verified(), &findings(&case)), nothing, "nobody looks at it any more");
        }
        let hold = Hold { by: user(90), since: at(6), note: Some(Note::parse("smells").unwrap()) };
        let held = examples::world(factoring()).with(|parts| parts.hold = Some(hold));
        assert_eq!(read(&held, &held.case()).last(), Some(&Told::BeingLookedAt));
    }

    fn factored_verified() -> Receivable {
        examples::world(factoring()).with(|parts| parts.evidence = vec![evidence(1_000_000, 5)]).receivable
    }

    #[test]
    fn how_high_a_limit_is_that_others_use_is_not_told_by_what_helps() {
        let read_of = |world: &World, code: CheckCode, space: Space| {
            let room = Room { facility: space, debtor: space, is_debtor_limited: true, concentration: Some(space) };
            let case = Case { room: Some(room), ..world.case() };
            let found = read(world, &case).into_iter().find(|told| matches!(told, Told::Finding(finding) if finding.code == code));
            match found {
                Some(Told::Finding(finding)) => finding.verdict.cure,
                _ => None,
            }
        };
        let (low, full) = (Space { whole: Minor::new(1), left: Minor::new(1) }, Space { whole: Minor::new(i64::MAX), left: Minor::ZERO });
        let ended = Space { whole: Minor::ZERO, left: Minor::ZERO };
        let (factored, supplied) = (examples::world(factoring()), examples::in_programme());
        for (world, code) in [
            (&factored, CheckCode::DebtorLimit),
            (&supplied, CheckCode::DebtorLimit),
            (&supplied, CheckCode::FacilityLimit),
            (&supplied, CheckCode::Concentration),
        ] {
            assert_eq!([ended, low, full].map(|space| read_of(world, code, space)), [Some(Cure::AwaitRoom); 3], "{code:?}");
        }
        let own = [low, full].map(|space| read_of(&factored, CheckCode::FacilityLimit, space));
        assert_eq!(own, [Some(Cure::RaiseLimit), Some(Cure::AwaitReceipts)], "its own limit is no secret");
    }

    #[test]
    fn a_seller_reads_of_the_debtors_limit_only_that_it_does_not_fit() {
        let world = examples::world(factoring());
        let full = |space: Space| Space { left: Minor::ZERO, ..space };
        let room = world.case().room.unwrap();
        let room = Room { debtor: full(room.debtor), facility: full(room.facility), ..room };
        let case = Case {
            room: Some(room),
            sold: vec![other()],
            affiliation: Affiliation::SharedPeople(2),
            debtor: Some(DebtorState::Blocked),
            ..world.case()
        };
        let figures = |code: CheckCode| {
            let lines = read(&world, &case).into_iter().filter_map(|told| match told {
                Told::Finding(finding) => Some(finding),
                Told::BeingLookedAt => None,
            });
            lines
                .filter(|finding| finding.code == code)
                .map(|finding| (finding.verdict.outcome, finding.verdict.figures.len()))
                .collect::<Vec<_>>()
        };
        assert_eq!(figures(CheckCode::DebtorLimit), [(Outcome::Cap, 0)]);
        assert_eq!(figures(CheckCode::FacilityLimit), [(Outcome::Cap, 2)]);
        assert_eq!(figures(CheckCode::DuplicateExact), [(Outcome::Block, 0)]);
        assert_eq!(figures(CheckCode::NotOwnDebtor), [(Outcome::Block, 0)]);
        assert_eq!(figures(CheckCode::DebtorState), [(Outcome::Block, 0)]);

        let world = examples::in_programme();
        let case = Case { room: Some(room), ..world.case() };
        let caps: Vec<_> = read(&world, &case)
            .into_iter()
            .filter_map(|told| match told {
                Told::Finding(finding) if finding.verdict.outcome == Outcome::Cap => Some((finding.code, finding.verdict.figures.len())),
                _ => None,
            })
            .collect();
        assert_eq!(
            caps,
            [(CheckCode::FacilityLimit, 0), (CheckCode::DebtorLimit, 0), (CheckCode::Concentration, 0)],
            "a programme’s limit is its buyer’s"
        );
    }
}
