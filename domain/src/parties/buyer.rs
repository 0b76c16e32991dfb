//! A buyer on a seller's list. The list starts empty and grows by one at a time.

use super::legal_entity::LegalEntity;
use crate::kernel::{
    Invalid,
    coded::coded_enum,
    country::CountryCode,
    email::EmailAddress,
    ids::{CompanyId, DebtorId, id},
    money::Money,
    text::{Line, PersonName},
};
use chrono::{DateTime, Utc};

id!(
    /// A buyer on a seller's list.
    BuyerId
);

coded_enum!(
    /// Whether the operator lets invoices to this buyer be financed.
    BuyerStatus {
        Pending = "pending",
        Approved = "approved",
        Declined = "declined",
    }
);

coded_enum!(
    /// What an operator says of a buyer.
    BuyerDecision {
        Approve = "approved",
        Decline = "declined",
    }
);

impl BuyerDecision {
    /// Where it leads.
    pub fn status(self) -> BuyerStatus {
        match self {
            Self::Approve => BuyerStatus::Approved,
            Self::Decline => BuyerStatus::Declined,
        }
    }
}

/// Days between an invoice and its due date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentTerms(u16);

impl PaymentTerms {
    pub const MIN_DAYS: u16 = 1;
    pub const MAX_DAYS: u16 = 365;

    /// # Errors
    /// When not between 1 and 365 days.
    pub fn parse_days(days: i64) -> Result<Self, Invalid> {
        match u16::try_from(days) {
            Ok(days @ Self::MIN_DAYS..=Self::MAX_DAYS) => Ok(Self(days)),
            _ => Err(Invalid::PaymentTermsOutOfRange { min: Self::MIN_DAYS.into(), max: Self::MAX_DAYS.into() }),
        }
    }

    pub fn days(self) -> u16 {
        self.0
    }
}

/// A buyer.
#[derive(Debug, Clone, PartialEq)]
pub struct Buyer {
    pub id: BuyerId,
    /// The company on whose list it stands.
    pub seller: CompanyId,
    pub details: BuyerDetails,
    pub status: BuyerStatus,
    /// The legal entity it is, once an operator approved it.
    pub debtor: Option<DebtorId>,
    pub created_at: DateTime<Utc>,
}

/// What the seller tells of a buyer.
#[derive(Debug, Clone, PartialEq)]
pub struct BuyerDetails {
    pub legal_name: Line,
    pub country: CountryCode,
    pub registration_number: Line,
    pub contact_name: PersonName,
    pub contact_email: EmailAddress,
    pub expected_yearly_volume: Money,
    pub payment_terms: PaymentTerms,
}

impl BuyerDetails {
    /// The legal entity they describe.
    pub fn legal_entity(&self) -> LegalEntity {
        LegalEntity::registered(self.country, &self.registration_number)
    }

    /// Everything told, with its name, for the audit trail.
    pub fn answers(&self) -> [(&'static str, String); 7] {
        let Self { legal_name, country, registration_number, contact_name, contact_email, expected_yearly_volume, payment_terms } = self;
        [
            ("legalName", legal_name.as_str().to_owned()),
            ("country", country.as_str().to_owned()),
            ("registrationNumber", registration_number.as_str().to_owned()),
            ("contactName", contact_name.as_str().to_owned()),
            ("contactEmail", contact_email.as_str().to_owned()),
            ("expectedYearlyVolume", expected_yearly_volume.to_string()),
            ("paymentTermsDays", payment_terms.days().to_string()),
        ]
    }
}

impl Buyer {
    /// The longest list a seller can have; more is a mistake, or an attack on the store.
    pub const MAX_PER_SELLER: usize = 200;

    /// A buyer just named: the operator has not looked at it yet.
    pub fn named(id: BuyerId, seller: CompanyId, details: BuyerDetails, now: DateTime<Utc>) -> Self {
        Self { id, seller, details, status: BuyerStatus::Pending, debtor: None, created_at: now }
    }

    /// Lets invoices to this buyer be financed, or not. An operator may think again later; which entity it is stays.
    pub fn decide(&mut self, decision: BuyerDecision, debtor: Option<DebtorId>) {
        self.status = decision.status();
        self.debtor = self.debtor.or(debtor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payment_terms_lie_within_a_year() {
        let days = |days: i64| PaymentTerms::parse_days(days).map(PaymentTerms::days).ok();
        assert_eq!([0, 1, 45, 365, 366, -1].map(days), [None, Some(1), Some(45), Some(365), None, None]);
    }
}
