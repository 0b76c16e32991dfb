//! A case in which every check passes, to change one thing of.

use super::{
    super::{examples::*, receivable::Parts, status::ReceivableStatus},
    *,
};
use crate::{
    facilities::{
        examples::programme,
        supplier::Enrolment,
        terms::{FacilityKind, Parts as TermsParts, Terms},
    },
    kernel::{calendar::Calendar, ids::ReceivableId, minor::Minor},
    onboarding::status::OnboardingStatus,
    parties::{buyer::BuyerStatus, debtor::DebtorState},
};
use uuid::Uuid;

/// What one case consists of that a test wants to change.
pub(super) struct World {
    pub(super) receivable: Receivable,
    pub(super) terms: Terms,
    calendar: Calendar,
}

pub(super) fn world(parts: TermsParts) -> World {
    World { receivable: factored(ReceivableStatus::Submitted), terms: Terms::parse(parts).unwrap(), calendar: Calendar::default() }
}

pub(super) fn in_programme() -> World {
    World { receivable: payable(ReceivableStatus::Submitted), ..world(programme()) }
}

/// A limit of which so much is left, with as much again in use.
pub(super) fn free(left: i64) -> Space {
    Space { whole: Minor::new(2 * left), left: Minor::new(left) }
}

impl World {
    /// A case in which every check passes.
    pub(super) fn case(&self) -> Case<'_> {
        let is_programme = self.receivable.kind() == FacilityKind::ReverseFactoring;
        Case {
            receivable: &self.receivable,
            today: day("2027-01-04"),
            payout_on: day("2027-01-04"),
            calendar: &self.calendar,
            ruling: Some(Ruling { terms: self.terms, facility: FacilityUse::TakesNew }),
            other_currencies: Vec::new(),
            enrolment: is_programme.then_some(Enrolment::Enrolled),
            seller: OnboardingStatus::Approved,
            buyer: (!is_programme).then_some(BuyerStatus::Approved),
            debtor: Some(DebtorState::Open),
            affiliation: Affiliation::None,
            e_invoice: None,
            bought_before: 0,
            corrected: Vec::new(),
            sold: Vec::new(),
            similar: Vec::new(),
            dilution: Dilution { faces: Minor::ZERO, diluted: Minor::ZERO },
            room: Some(Room {
                facility: free(800_000),
                debtor: free(1_000_000),
                is_debtor_limited: true,
                concentration: Some(free(800_000)),
            }),
        }
    }

    pub(super) fn with(mut self, change: impl FnOnce(&mut Parts)) -> Self {
        change(&mut self.receivable.parts);
        self
    }
}

pub(super) fn other() -> ReceivableId {
    ReceivableId(Uuid::from_u128(7))
}

/// A case in which nothing else is wrong than that another one looks like it since this hour.
pub(super) fn similar(hours: i64) -> Similar {
    Similar { receivable: other(), since: at(hours) }
}
