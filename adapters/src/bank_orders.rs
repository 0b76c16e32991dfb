//! Orders in euro as `pain.001.001.09`, the form in which banks of the Single Euro Payments Area take them.

use sepa::{
    CharsetPolicy, CreditTransferEntry, CreditTransferGroup, IsoDate, IsoDateTime, Pain001Builder, PostalAddress, Transliteration,
    transliterate, validate_bic, validate_iban,
};
use sha2::{Digest as _, Sha256};
use sooner_application::payments::bank::{NotWritten, Order, OrderFormat, OrderedTransfer};
use sooner_domain::{kernel::canonical::Digest, onboarding::company::Address};

/// The rule of the European Payments Council: names of 70 characters, texts of 140.
const NAME: usize = 70;
const TEXT: usize = 140;
const STYLE: Transliteration = Transliteration::German;

/// Writes credit transfers of the scheme.
pub struct SepaOrders;

impl OrderFormat for SepaOrders {
    fn write(&self, order: &Order) -> Result<(String, Digest), NotWritten> {
        if order.from.currency.code() != "EUR" {
            return Err(NotWritten::Currency);
        }
        let holder = latin(order.from.holder.as_str(), NAME);
        let iban = validate_iban(order.from.iban.as_str()).map_err(refused)?;
        let mut group = CreditTransferGroup::new(holder.clone(), &iban, IsoDate::try_from(order.on).map_err(refused)?)
            .payment_info_id(order.id.clone())
            .batch_booking(false);
        if let Some(bic) = &order.from.bic {
            group = group.debtor_bic(validate_bic(bic.as_str()).map_err(refused)?);
        }
        for transfer in &order.transfers {
            group = group.add_entry(entry(transfer)?);
        }
        let content = Pain001Builder::new(holder, order.id.clone())
            .created_at(IsoDateTime::try_from(order.at).map_err(refused)?)
            .charset(CharsetPolicy::Strict)
            .add_group(group)
            .build()
            .map_err(refused)?;
        let sha256 = Digest(Sha256::digest(content.as_bytes()).into());
        Ok((content, sha256))
    }
}

fn entry(transfer: &OrderedTransfer) -> Result<CreditTransferEntry, NotWritten> {
    let OrderedTransfer { id, holder, iban, bic, address, amount, invoices } = transfer;
    let iban = validate_iban(iban.as_str()).map_err(refused)?;
    let mut entry = CreditTransferEntry::new(latin(holder.as_str(), NAME), iban, amount.get(), id.clone());
    if let Some(bic) = bic {
        entry = entry.with_bic(validate_bic(bic.as_str()).map_err(refused)?);
    }
    if let Some(address) = address.as_ref().and_then(postal) {
        entry = entry.with_creditor_address(address);
    }
    let text = text(invoices);
    Ok(if text.is_empty() { entry } else { entry.with_description(text) })
}

/// For which invoices it is: as many as there is room for, and how many more.
fn text(invoices: &[String]) -> String {
    let numbers: Vec<_> = invoices.iter().map(|number| latin(number, TEXT)).collect();
    let named = |count: usize| match numbers.len() - count {
        0 => numbers.join(", "),
        more => format!("{} +{more}", numbers[..count].join(", ")),
    };
    let fitting = (1..=numbers.len()).rev().map(named).find(|text| text.len() <= TEXT);
    fitting.unwrap_or_default()
}

/// Town and country are fields of their own, and enough; without either there is no address.
fn postal(address: &Address) -> Option<PostalAddress> {
    let town = latin(address.city.as_ref()?.as_str(), 35);
    let mut postal = PostalAddress::new(town, address.country?.as_str()).ok()?;
    if let Some(code) = &address.postal_code {
        postal = postal.post_code(latin(code.as_str(), 16));
    }
    if let Some(street) = &address.line1 {
        postal = postal.street(latin(street.as_str(), NAME));
    }
    Some(postal)
}

/// In the letters that every bank knows, and no longer than it may be.
fn latin(text: &str, most: usize) -> String {
    let known = transliterate(text, STYLE);
    known.trim().chars().take(most).collect::<String>().trim_end().to_owned()
}

fn refused(error: impl std::fmt::Display) -> NotWritten {
    NotWritten::Refused(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, NaiveDate};
    use sooner_domain::{
        house::accounts::HouseAccount,
        kernel::{country::CountryCode, minor::Minor, money::Currency, text::Line},
        onboarding::bank_account::{Bic, Iban},
    };
    use std::{error::Error, io::Write, path::Path, process::Command};

    type Checked = Result<(), Box<dyn Error>>;

    fn transfer(id: &str, holder: &str, invoices: &[&str]) -> Result<OrderedTransfer, Box<dyn Error>> {
        let address = Address {
            line1: Some(Line::parse("Königstraße 5")?),
            postal_code: Some(Line::parse("70173")?),
            city: Some(Line::parse("Stuttgart")?),
            country: Some(CountryCode::parse("DE")?),
            ..Address::default()
        };
        Ok(OrderedTransfer {
            id: id.to_owned(),
            holder: Line::parse(holder)?,
            iban: Iban::parse("DE89370400440532013000")?,
            bic: None,
            address: Some(address),
            amount: Minor::new(800_005),
            invoices: invoices.iter().map(|number| (*number).to_owned()).collect(),
        })
    }

    fn order(currency: &str, transfers: Vec<OrderedTransfer>) -> Result<Order, Box<dyn Error>> {
        Ok(Order {
            id: "0190000000007000800000000000000aEUR".to_owned(),
            at: DateTime::parse_from_rfc3339("2027-01-04T13:00:00Z")?.to_utc(),
            on: NaiveDate::from_ymd_opt(2027, 1, 4).ok_or("no day")?,
            from: HouseAccount {
                holder: Line::parse("Sooner Finance AG")?,
                iban: Iban::parse("DE02120300000000202051")?,
                bic: Some(Bic::parse("BYLADEM1001")?),
                currency: Currency::parse(currency)?,
            },
            transfers,
        })
    }

    #[test]
    fn a_batch_is_written_with_structured_addresses_in_letters_every_bank_knows() -> Checked {
        let two = vec![
            transfer("01900000000070008000000000000001", "Mühle & Söhne GmbH", &["MB-1001", "MB-1002"])?,
            transfer("01900000000070008000000000000002", "Łódź Çelik Ltd.", &["WF/77 „Eil“"])?,
        ];
        let (content, sha256) = SepaOrders.write(&order("EUR", two)?)?;
        insta::assert_snapshot!(content);
        assert_eq!(sha256, Digest(Sha256::digest(content.as_bytes()).into()));
        Ok(())
    }

    #[test]
    fn what_is_written_is_valid_by_the_official_schema_and_says_what_was_ordered() -> Checked {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no root")?;
        let transfers = vec![
            transfer("01900000000070008000000000000001", "Mühle & Söhne GmbH", &["MB-1001"])?,
            OrderedTransfer { address: None, ..transfer("01900000000070008000000000000002", "Łódź Çelik Ltd.", &[])? },
        ];
        let (content, _) = SepaOrders.write(&order("EUR", transfers)?)?;
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(content.as_bytes())?;
        let script = root.join("scripts/payments/read.py");
        let output = Command::new(root.join("target/oracles/bin/python")).arg(script).arg(file.path()).output()?;
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let expected = "2 16000.10\n01900000000070008000000000000001 Muehle + Soehne GmbH DE89370400440532013000 8000.05 Stuttgart DE\n\
                        01900000000070008000000000000002 Lodz Celik Ltd. DE89370400440532013000 8000.05 - -\n";
        assert_eq!(String::from_utf8(output.stdout)?, expected);
        Ok(())
    }

    #[test]
    fn what_is_too_long_is_cut_and_what_is_no_euro_is_not_written() -> Checked {
        let long = transfer("01900000000070008000000000000001", &"Ä".repeat(60), &["ß-1234567890"; 20])?;
        let (content, _) = SepaOrders.write(&order("EUR", vec![long.clone()])?)?;
        assert!(content.contains(&format!("<Nm>{}</Nm>", "Ae".repeat(35))), "{content}");
        assert!(content.contains(&format!("<Ustrd>{} +11</Ustrd>", ["ss-1234567890"; 9].join(", "))), "{content}");
        assert_eq!(SepaOrders.write(&order("USD", vec![long.clone()])?), Err(NotWritten::Currency));
        let nothing = OrderedTransfer { amount: Minor::ZERO, ..long };
        assert!(matches!(SepaOrders.write(&order("EUR", vec![nothing])?), Err(NotWritten::Refused(_))));
        Ok(())
    }
}
