//! A buyer on a seller's list. The list starts empty and grows by one at a time.

use super::legal_entity::LegalEntity;
use crate::kernel::{
    Invalid,
    coded::{Coded, coded_enum},
    country::CountryCode,
    email::EmailAddress,
    fields::fields,
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

fields!(
    /// A field of what is told of a buyer.
    BuyerField of BuyerDetails {
        LegalName = "legalName" at legal_name;
        Country = "country" at country;
        RegistrationNumber = "registrationNumber" at registration_number;
        ContactName = "contactName" at contact_name;
        ContactEmail = "contactEmail" at contact_email;
        ExpectedYearlyVolume = "expectedYearlyVolume" at expected_yearly_volume;
        PaymentTermsDays = "paymentTermsDays" at payment_terms;
    }
);

impl BuyerDetails {
    /// What stands now with one person's changes in it: those from what they read to what they sent. Changes of different
    /// fields merge, whatever their order. A field that has the new value already is no conflict.
    ///
    /// # Errors
    /// With the fields that have become something else meanwhile.
    pub fn merge(&self, read: &Self, sent: &Self) -> Result<Self, Vec<BuyerField>> {
        let changed = || BuyerField::ALL.iter().filter(|field| !field.is_same(read, sent));
        let conflicts: Vec<_> = changed().copied().filter(|field| !field.is_same(self, read) && !field.is_same(self, sent)).collect();
        if !conflicts.is_empty() {
            return Err(conflicts);
        }
        let mut merged = self.clone();
        changed().for_each(|field| field.copy(sent, &mut merged));
        Ok(merged)
    }

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
    use crate::kernel::money::Currency;

    /// One of three buyers who have no value in common.
    fn details(name: &str, country: &str, number: u16) -> Result<BuyerDetails, Invalid> {
        Ok(BuyerDetails {
            legal_name: Line::parse(name)?,
            country: CountryCode::parse(country)?,
            registration_number: Line::parse(&number.to_string())?,
            contact_name: PersonName::parse(name)?,
            contact_email: EmailAddress::parse(&format!("{name}@example.com"))?,
            expected_yearly_volume: Money::parse(number.into(), Currency::parse("EUR")?)?,
            payment_terms: PaymentTerms::parse_days(number.into())?,
        })
    }

    #[test]
    fn of_every_two_changes_those_of_different_fields_merge_and_the_others_are_conflicts() -> Result<(), Invalid> {
        let (read, one, other) = (details("Nord", "DE", 1)?, details("West", "NL", 2)?, details("Ost", "PL", 3)?);
        let is_in = |place: usize, fields: u8| fields >> place & 1 == 1;
        let changed = |fields: u8, to: &BuyerDetails| {
            let mut details = read.clone();
            let all = BuyerField::ALL.iter().enumerate();
            all.filter(|(place, _)| is_in(*place, fields)).for_each(|(_, field)| field.copy(to, &mut details));
            details
        };
        for theirs in 0..128 {
            let now = changed(theirs, &one);
            assert_eq!(now.merge(&read, &now), Ok(now.clone()), "both said the same");
            for mine in 0..128 {
                let both = theirs & mine;
                let sent = changed(mine, &other);
                let expected: Vec<_> = (0..7).filter(|place| is_in(*place, both)).map(|place| BuyerField::ALL[place]).collect();
                match now.merge(&read, &sent) {
                    Err(conflicts) => assert_eq!(conflicts, expected),
                    Ok(merged) => {
                        assert_eq!(both, 0);
                        for (place, field) in BuyerField::ALL.iter().enumerate() {
                            let from = [&read, &one, &other][usize::from(is_in(place, theirs)) + 2 * usize::from(is_in(place, mine))];
                            assert!(field.is_same(&merged, from), "{field:?} of {theirs:b} and {mine:b}");
                        }
                    }
                }
            }
        }
        Ok(())
    }

    #[test]
    fn payment_terms_lie_within_a_year() {
        let days = |days: i64| PaymentTerms::parse_days(days).map(PaymentTerms::days).ok();
        assert_eq!([0, 1, 45, 365, 366, -1].map(days), [None, Some(1), Some(45), Some(365), None, None]);
    }
}
