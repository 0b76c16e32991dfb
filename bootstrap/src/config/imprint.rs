//! Who runs the instance.

use super::{Environment, reader::Reader};
use sooner_domain::kernel::{Invalid, email::EmailAddress, text::Line};
use sooner_shared::{imprint::Imprint, sentences::sentence};

/// Production names a house that there is; development stands in with that of the demo.
pub(super) fn read(reader: &mut Reader<'_>, environment: Environment) -> Imprint {
    Imprint {
        name: required(reader, "SOONER_HOUSE_NAME", "Sooner Finance GmbH", environment, Line::parse),
        address: required(reader, "SOONER_HOUSE_ADDRESS", "Börsenplatz 4, 60313 Frankfurt am Main", environment, Line::parse),
        register: required(reader, "SOONER_HOUSE_REGISTER", "Amtsgericht Frankfurt am Main, HRB 12345", environment, Line::parse),
        vat_id: required(reader, "SOONER_HOUSE_VAT_ID", "DE136695976", environment, Line::parse),
        phone: phone(reader),
        support: required(reader, "SOONER_SUPPORT_EMAIL", "hello@house.example", environment, EmailAddress::parse),
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
