//! Who runs the instance.

use super::{Environment, reader::Reader};
use sooner_domain::kernel::{Invalid, email::EmailAddress, text::Line};
use sooner_shared::{imprint::Imprint, sentences::sentence};

/// The house of the demo. Its profile in the settings and what stands in for the imprint say the same of it.
pub(crate) const DEMO_NAME: &str = "Sooner Finance GmbH";
pub(crate) const DEMO_NUMBER: &str = "HRB 99001";
pub(crate) const DEMO_VAT_ID: &str = "DE136695976";
pub(crate) const DEMO_EMAIL: &str = "hello@house.example";

/// Production names a house that there is; development stands in with that of the demo.
pub(super) fn read(reader: &mut Reader<'_>, environment: Environment) -> Imprint {
    let register = format!("Amtsgericht Frankfurt am Main, {DEMO_NUMBER}");
    Imprint {
        name: required(reader, "SOONER_HOUSE_NAME", DEMO_NAME, environment, Line::parse),
        address: required(reader, "SOONER_HOUSE_ADDRESS", "Börsenplatz 4, 60313 Frankfurt am Main", environment, Line::parse),
        register: required(reader, "SOONER_HOUSE_REGISTER", &register, environment, Line::parse),
        vat_id: required(reader, "SOONER_HOUSE_VAT_ID", DEMO_VAT_ID, environment, Line::parse),
        phone: phone(reader),
        support: required(reader, "SOONER_SUPPORT_EMAIL", DEMO_EMAIL, environment, EmailAddress::parse),
        imprint_url: reader.page("SOONER_IMPRINT_URL", "https://house.example/imprint", environment),
        terms_url: reader.page("SOONER_TERMS_URL", "https://house.example/terms", environment),
        privacy_url: reader.page("SOONER_PRIVACY_URL", "https://house.example/privacy", environment),
    }
}

fn phone(reader: &mut Reader<'_>) -> Option<Line> {
    const VARIABLE: &str = "SOONER_HOUSE_PHONE";
    let parsed = Line::parse(reader.given(VARIABLE)?);
    parsed.map_err(|invalid| reader.mistake(VARIABLE, sentence(invalid))).ok()
}

fn required<T>(
    reader: &mut Reader<'_>,
    variable: &'static str,
    stand_in: &str,
    environment: Environment,
    parse: impl Fn(&str) -> Result<T, Invalid>,
) -> T {
    let text = reader.required(variable, stand_in, environment);
    match parse(&text).or_else(|invalid| {
        reader.mistake(variable, sentence(invalid));
        parse(stand_in)
    }) {
        Ok(value) => value,
        Err(_) => unreachable!("the stand-in is well formed"),
    }
}
