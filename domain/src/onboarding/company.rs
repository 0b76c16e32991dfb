//! What a company tells of itself. Each field may still be missing: a draft is saved as it grows, and
//! `requirements` says what is left.

use crate::{
    kernel::{
        coded::coded_enum,
        country::CountryCode,
        money::Money,
        search::folded,
        text::{Line, Website},
    },
    parties::legal_entity::LegalEntity,
};
use chrono::NaiveDate;
use std::collections::BTreeSet;

coded_enum!(
    LegalForm {
        SoleTrader = "sole_trader",
        Partnership = "partnership",
        PrivateLimited = "private_limited",
        PublicLimited = "public_limited",
        Cooperative = "cooperative",
        Other = "other",
    }
);

coded_enum!(
    Industry {
        Agriculture = "agriculture",
        Manufacturing = "manufacturing",
        Construction = "construction",
        WholesaleRetail = "wholesale_retail",
        Transport = "transport",
        Hospitality = "hospitality",
        Technology = "technology",
        ProfessionalServices = "professional_services",
        Other = "other",
    }
);

coded_enum!(
    /// What the company wants finance for.
    Want {
        /// Factoring: sell its invoices.
        Seller = "seller",
        /// Reverse factoring: let its suppliers be paid early.
        Buyer = "buyer",
        /// Be paid early by a customer, in whose programme it is a supplier.
        Supplier = "supplier",
    }
);

/// The company section of the form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompanyDetails {
    pub legal_name: Option<Line>,
    pub trading_name: Option<Line>,
    pub legal_form: Option<LegalForm>,
    pub registration_number: Option<Line>,
    pub tax_number: Option<Line>,
    pub incorporated_on: Option<NaiveDate>,
    pub country: Option<CountryCode>,
    pub address: Address,
    pub website: Option<Website>,
    pub industry: Option<Industry>,
    pub yearly_turnover: Option<Money>,
    pub wants: BTreeSet<Want>,
}

impl CompanyDetails {
    /// The legal name as all of them are put in order and equal ones found; empty before there is one.
    pub fn folded_name(&self) -> String {
        self.legal_name.as_ref().map(|name| folded(name.as_str())).unwrap_or_default()
    }

    /// Whether it wants to sell invoices; it may pay its suppliers early besides.
    pub fn sells(&self) -> bool {
        self.wants.contains(&Want::Seller)
    }

    /// Whether all it wants is to be paid early by a customer: it is bound to little, and little is asked of it.
    pub fn only_supplies(&self) -> bool {
        self.wants.iter().eq([&Want::Supplier])
    }

    /// The legal entity the company says it is; none before it says so.
    pub fn legal_entity(&self) -> Option<LegalEntity> {
        LegalEntity::of(self.country?, self.registration_number.as_ref(), self.tax_number.as_ref())
    }
}

/// A registered address, in the widest form: what a line means differs by country. Town and country are fields of their own:
/// since 15 November 2026 SEPA refuses addresses that have them in free text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Address {
    pub line1: Option<Line>,
    pub line2: Option<Line>,
    pub city: Option<Line>,
    pub region: Option<Line>,
    pub postal_code: Option<Line>,
    /// Where it is; a company may be seated elsewhere than it is registered.
    pub country: Option<CountryCode>,
}
