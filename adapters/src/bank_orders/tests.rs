//! Orders to banks, of fictional companies.

mod cross_border;
mod euro;
mod proof;

use super::*;
use chrono::{DateTime, NaiveDate};
use sooner_application::payments::bank::OrderedTransfer;
use sooner_domain::{
    house::accounts::HouseAccount,
    kernel::{country::CountryCode, minor::Minor, money::Currency},
    onboarding::bank_account::{Bic, Iban},
    payments::transfer::PaidAccount,
};
use std::{error::Error, fs, path::Path, process::Command};

type Made<T> = Result<T, Box<dyn Error>>;

const FIRST: &str = "01900000000070008000000000000001";
const SECOND: &str = "01900000000070008000000000000002";

fn iban(text: &str) -> Made<PaidAccount> {
    Ok(PaidAccount::Iban(Iban::parse(text)?))
}

fn address() -> Made<Address> {
    Ok(Address {
        line1: Some(Line::parse("Königstraße 5")?),
        postal_code: Some(Line::parse("70173")?),
        city: Some(Line::parse("Stuttgart")?),
        country: Some(CountryCode::parse("DE")?),
        ..Address::default()
    })
}

fn transfer(id: &str, holder: &str, invoices: &[&str]) -> Made<OrderedTransfer> {
    Ok(OrderedTransfer {
        id: id.to_owned(),
        holder: Line::parse(holder)?,
        account: iban("DE89370400440532013000")?,
        bic: None,
        address: Some(address()?),
        amount: Minor::new(800_005),
        invoices: invoices.iter().map(|number| (*number).to_owned()).collect(),
    })
}

fn order(currency: &str, transfers: Vec<OrderedTransfer>) -> Made<Order> {
    Ok(Order {
        id: format!("0190000000007000800000000000000a{currency}"),
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

/// What the official schema reads out of what is written for these, line by line.
fn read_back(orders: &[Order]) -> Made<Vec<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("no root")?;
    let folder = tempfile::tempdir()?;
    let mut read = Command::new(root.join("target/oracles/bin/python"));
    read.arg(root.join("scripts/payments/read.py"));
    for (order, at) in orders.iter().zip(0..) {
        let file = folder.path().join(format!("{at}.xml"));
        fs::write(&file, PainOrders.write(order)?.0)?;
        read.arg(file);
    }
    let output = read.output()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
}
