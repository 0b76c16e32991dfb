//! Orders as `pain.001.001.09`: in euro as banks of the Single Euro Payments Area take them, in any other currency as banks of
//! the world do.

mod cross_border;
mod euro;
mod proof;
#[cfg(test)]
mod tests;

use sepa::{Transliteration, transliterate};
use sha2::{Digest as _, Sha256};
use sooner_application::payments::bank::{NotWritten, Order, OrderFormat};
use sooner_domain::{
    kernel::{canonical::Digest, text::Line},
    onboarding::{account_holder::is_carried_by_banks, company::Address},
};

/// The rule of the European Payments Council, which fits everywhere: names of 70 characters, texts of 140.
const NAME: usize = 70;
const TEXT: usize = 140;
const STYLE: Transliteration = Transliteration::German;

/// Writes credit transfers in any currency.
pub struct PainOrders;

impl OrderFormat for PainOrders {
    fn write(&self, order: &Order) -> Result<(String, Digest), NotWritten> {
        let draft = if order.from.currency.code() == "EUR" { euro::written(order)? } else { cross_border::written(order)? };
        let content = draft.proven(order)?;
        let sha256 = Digest(Sha256::digest(content.as_bytes()).into());
        Ok((content, sha256))
    }
}

/// Whoever pays, or is paid.
fn name(holder: &Line) -> Result<String, NotWritten> {
    let known = Some(holder).filter(|holder| is_carried_by_banks(holder)).and_then(|holder| readable(holder.as_str(), NAME));
    known.ok_or_else(|| refused("a name in letters that banks do not know"))
}

/// For which invoices it is: as many as there is room for, and how many more.
fn text(invoices: &[String]) -> Option<String> {
    let numbers: Vec<_> = invoices.iter().map(|number| latin(number, TEXT)).filter(|number| !number.is_empty()).collect();
    let named = |count: usize| match numbers.len() - count {
        0 => numbers.join(", "),
        more => format!("{} +{more}", numbers[..count].join(", ")),
    };
    (1..=numbers.len()).rev().map(named).find(|text| text.len() <= TEXT)
}

/// An address in fields of its own.
struct Postal<'a> {
    street: Option<String>,
    code: Option<String>,
    town: String,
    country: &'a str,
}

/// Town and country are enough; without either there is no address.
fn postal(address: &Address) -> Option<Postal<'_>> {
    Some(Postal {
        street: address.line1.as_ref().and_then(|street| readable(street.as_str(), NAME)),
        code: address.postal_code.as_ref().and_then(|code| readable(code.as_str(), 16)),
        town: readable(address.city.as_ref()?.as_str(), 35)?,
        country: address.country.as_ref()?.as_str(),
    })
}

/// None where no letter and no digit is left of it.
fn readable(text: &str, most: usize) -> Option<String> {
    Some(latin(text, most)).filter(|known| known.contains(|c: char| c.is_ascii_alphanumeric()))
}

/// In the letters that every bank knows, and no longer than it may be. Banks refuse a slash at either end, and two in a row.
fn latin(text: &str, most: usize) -> String {
    const OUTER: [char; 2] = [' ', '/'];
    let mut known = transliterate(text, STYLE).into_owned();
    while known.contains("//") {
        known = known.replace("//", "/");
    }
    known.trim_matches(OUTER).chars().take(most).collect::<String>().trim_end_matches(OUTER).to_owned()
}

fn refused(error: impl std::fmt::Display) -> NotWritten {
    NotWritten(error.to_string())
}
