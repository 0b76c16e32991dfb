//! What is said of an invoice's checks and figures, in English: clients with words of their own go by the codes.

use sooner_domain::receivables::{
    availability::StepCode,
    checks::{CheckCode, Outcome},
};

/// What a check says.
pub(super) fn message(code: CheckCode, outcome: Outcome) -> &'static str {
    use CheckCode as C;
    let passes = outcome == Outcome::Pass;
    let either = |passed: &'static str, failed: &'static str| if passes { passed } else { failed };
    match code {
        C::FacilityActive => either("There is an active facility for it.", "There is no facility that takes anything new."),
        C::CompanyApproved => either("The company is approved.", "The company isn’t approved."),
        C::Currency => either("It is in the facility’s currency.", "There is no facility in this currency."),
        C::DebtorKnown => either("We know who owes it.", "We haven’t approved this buyer."),
        C::DebtorState => either("We buy what this buyer owes.", "We don’t buy what this buyer owes at the moment."),
        C::Tenor => either("It is due within the time agreed.", "It is due too early or too late for what was agreed."),
        C::NotDue => either("It isn’t due yet.", "It is due already."),
        C::InvoiceAge => either("It is recent enough.", "It was issued too long ago."),
        C::InvoiceAttached => either("The invoice is attached.", "Attach the invoice."),
        C::Plausible => either("Its dates fit together.", "Its dates don’t fit together."),
        C::AsInvoiced => either("It says what its e-invoice says.", "It doesn’t say what its e-invoice says."),
        C::NotOwnDebtor => either("Seller and buyer are independent.", "Seller and buyer belong together."),
        C::AlreadyAssigned => either("Nothing says that it was sold before.", "It seems to be assigned to someone else."),
        C::AlreadySold => either("It corrects nothing that was sold.", "It corrects an invoice that was sold."),
        C::PaymentMeans => either("Its debtor transfers what it owes.", "Its debtor transfers nothing: it is collected, or was paid."),
        C::FirstOfDebtor => {
            either("It doesn’t need to be verified as a first one.", "It is the first one to this buyer: we have to verify it.")
        }
        C::VerificationAbove => either("It doesn’t need to be verified for its amount.", "For its amount, we have to verify it."),
        C::DuplicateExact => either("It wasn’t sold before.", "An invoice of this number was sold before."),
        C::DuplicateSimilar => either("No other one is like it.", "Another one is like it: both have to be looked at."),
        C::DilutionHistory => either(
            "It doesn’t need to be verified for what was deducted before.",
            "Much was deducted from earlier invoices: we have to verify it.",
        ),
        C::FacilityLimit => either("It fits under the facility’s limit.", "It doesn’t fit under the facility’s limit today."),
        C::DebtorLimit => either("It fits under the limit for this buyer.", "It doesn’t fit under the limit for this buyer today."),
        C::Concentration => either("It fits under the concentration limit.", "It doesn’t fit under the concentration limit today."),
    }
}

/// What a step towards what is available is called.
pub(super) fn step(code: StepCode) -> &'static str {
    match code {
        StepCode::Limit => "Limit of the facility",
        StepCode::Out => "Outstanding advance",
        StepCode::Accepted => "Accepted and not funded yet",
        StepCode::Owed => "Owed to us",
        StepCode::Room => "Left of the limit",
        StepCode::Offered => "Advances on offer",
        StepCode::OverConcentration => "Over the concentration limit",
        StepCode::OverDebtorLimit => "Over the limit for a buyer",
        StepCode::OverRoom => "More than is left of the limit",
        StepCode::Deducted => "Taken off the payouts",
        StepCode::Available => "Available now",
    }
}
