//! Whom the house and a seller are known as, to compare what an e-invoice says with it.

use sooner_domain::{
    house::settings::HouseSettings,
    kernel::text::Line,
    onboarding::{bank_account::BankAccount, company::CompanyDetails},
    receivables::einvoice::Known,
};

pub(crate) fn known_house(house: &HouseSettings) -> Known {
    let profile = &house.details().profile;
    let line = |line: &Line| line.as_str().to_owned();
    Known {
        names: profile.iter().map(|profile| line(&profile.legal_name)).collect(),
        numbers: profile.iter().flat_map(|profile| [&profile.registration_number, &profile.tax_number]).flatten().map(line).collect(),
        accounts: house.accounts().iter().map(|account| account.iban.as_str().to_owned()).collect(),
    }
}

/// As it describes itself in its application.
pub(crate) fn known_seller(details: &CompanyDetails, account: &BankAccount) -> Known {
    let texts = |lines: [&Option<Line>; 2]| lines.into_iter().flatten().map(|line| line.as_str().to_owned()).collect();
    Known {
        names: texts([&details.legal_name, &details.trading_name]),
        numbers: texts([&details.registration_number, &details.tax_number]),
        accounts: accounts(account),
    }
}

pub(super) fn accounts(account: &BankAccount) -> Vec<String> {
    let iban = account.iban.as_ref().map(|iban| iban.as_str().to_owned());
    iban.or_else(|| account.account_number.as_ref().map(|number| number.as_str().to_owned())).into_iter().collect()
}
