//! Whether there is something to sell it under.

use super::{
    case::{Case, FacilityUse},
    finding::{Cure, FigureName, Value, Verdict},
};
use crate::{facilities::supplier::Enrolment, onboarding::status::OnboardingStatus};

/// A facility takes it; in a programme, one whose supplier the seller is.
pub(super) fn facility_active(case: &Case) -> Option<Verdict> {
    Some(match case.ruling {
        None if case.other_currencies.is_empty() => Verdict::block(Some(Cure::AskForFacility)),
        Some(ruling) if ruling.facility == FacilityUse::RunsOff => Verdict::block(Some(Cure::AwaitFacility)),
        _ => match case.enrolment {
            Some(Enrolment::Invited | Enrolment::Left) => Verdict::block(Some(Cure::JoinProgramme)),
            Some(Enrolment::OtherCompany) => Verdict::block(Some(Cure::ContactHouse)),
            Some(Enrolment::Enrolled) | None => Verdict::pass(),
        },
    })
}

pub(super) fn company_approved(case: &Case) -> Option<Verdict> {
    Some(match case.seller {
        OnboardingStatus::Approved => Verdict::pass(),
        OnboardingStatus::NotCompleted | OnboardingStatus::Pending | OnboardingStatus::DocumentsMissing => {
            Verdict::block(Some(Cure::CompleteOnboarding))
        }
        OnboardingStatus::Disapproved => Verdict::block(Some(Cure::ContactHouse)),
    })
}

/// The facility is in the invoice's currency: nothing is converted.
pub(super) fn currency(case: &Case) -> Option<Verdict> {
    let is_elsewhere = !case.other_currencies.is_empty();
    match case.ruling {
        Some(_) => Some(Verdict::pass()),
        None => is_elsewhere.then(|| {
            let currencies = Value::Currencies(case.other_currencies.clone());
            Verdict::block(Some(Cure::AskForFacility)).with(FigureName::Currencies, currencies)
        }),
    }
}
