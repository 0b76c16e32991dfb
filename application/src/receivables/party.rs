//! Companies as papers name them.

use crate::receivables::{look::Look, scene::Applicant};
use sooner_domain::{
    kernel::{country::CountryCode, text::Line},
    onboarding::company::{Address, CompanyDetails},
};

/// A company as a paper names it: so that its reader knows which one it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Party {
    pub name: String,
    /// Street, town, and the country where it is not the house's; empty where it is not known.
    pub address: Vec<String>,
    /// The number it is registered under.
    pub register: Option<String>,
}

impl Party {
    /// By what the company said of itself, posted in a country.
    pub(crate) fn of(details: &CompanyDetails, posted_in: Option<CountryCode>) -> Self {
        Self {
            name: details.legal_name.as_ref().map(|name| name.as_str().to_owned()).unwrap_or_default(),
            address: lines(&details.address, posted_in),
            register: details.registration_number.as_ref().map(|number| number.as_str().to_owned()),
        }
    }

    /// Name and address, as on an envelope.
    pub fn lines(&self) -> Vec<String> {
        [&self.name].into_iter().chain(&self.address).filter(|line| !line.is_empty()).cloned().collect()
    }
}

impl Look {
    /// Who sold it.
    pub(crate) fn seller_party(&self, posted_in: Option<CountryCode>) -> Party {
        let Applicant { company, details, .. } = &self.scene.seller;
        let name = company.name().map(|name| name.as_str().to_owned()).unwrap_or_default();
        Party { name, ..Party::of(details, posted_in) }
    }

    /// Who owes it, under the name the seller has for it.
    pub(crate) fn debtor_party(&self, posted_in: Option<CountryCode>) -> Party {
        let here = self.scene.debtors_companies.first().map(|applicant| Party::of(&applicant.details, posted_in)).unwrap_or_default();
        let listed = self.scene.buyer.as_ref().map(|buyer| &buyer.details);
        let name = self.debtor_name().map(|name| name.as_str().to_owned());
        let register = listed.map(|details| details.registration_number.as_str().to_owned());
        Party { name: name.unwrap_or(here.name), address: here.address, register: register.or(here.register) }
    }
}

fn lines(address: &Address, posted_in: Option<CountryCode>) -> Vec<String> {
    let Address { line1, line2, city, region: _, postal_code, country } = address;
    let town = [postal_code, city].into_iter().flatten().map(Line::as_str).collect::<Vec<_>>().join(" ");
    let street = [line1, line2].into_iter().flatten().map(|line| line.as_str().to_owned());
    let country = country.filter(|country| posted_in.is_some_and(|from| *country != from)).map(|country| country.as_str().to_owned());
    street.chain([town]).chain(country).filter(|line| !line.is_empty()).collect()
}
