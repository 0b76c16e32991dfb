//! The accounts the house is paid to, as JSON: the same on the wire and in proposals.

use crate::fields::Fields;
use serde::{Deserialize, Serialize};
use sooner_domain::{
    house::accounts::{HouseAccount, HouseAccounts},
    kernel::money::Currency,
    onboarding::{
        account_holder::account_holder,
        bank_account::{Bic, Iban},
    },
};
use utoipa::ToSchema;

/// An account the house is paid to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HouseAccountBody {
    #[serde(default)]
    #[schema(required = true)]
    pub holder: String,
    #[serde(default)]
    #[schema(required = true)]
    pub iban: String,
    pub bic: Option<String>,
    /// ISO 4217; an account for each
    #[serde(default)]
    #[schema(required = true)]
    pub currency: String,
}

impl HouseAccountBody {
    /// An account; what is wrong is remembered by field, behind `within`.
    pub fn parse(&self, fields: &mut Fields, within: &str) -> Option<HouseAccount> {
        let Self { holder, iban, bic, currency } = self;
        let holder = fields.take(format_args!("{within}.holder"), account_holder(holder));
        let iban = fields.take(format_args!("{within}.iban"), Iban::parse(iban));
        let bic = fields.optional(format_args!("{within}.bic"), bic.as_deref(), Bic::parse);
        let currency = fields.take(format_args!("{within}.currency"), Currency::parse(currency));
        Some(HouseAccount { holder: holder?, iban: iban?, bic, currency: currency? })
    }
}

impl From<&HouseAccount> for HouseAccountBody {
    fn from(account: &HouseAccount) -> Self {
        let HouseAccount { holder, iban, bic, currency } = account;
        Self {
            holder: holder.as_str().to_owned(),
            iban: iban.as_str().to_owned(),
            bic: bic.as_ref().map(|bic| bic.as_str().to_owned()),
            currency: currency.code().to_owned(),
        }
    }
}

/// The accounts of these bodies; what is wrong is remembered by field.
pub fn parse_accounts(fields: &mut Fields, bodies: &[HouseAccountBody]) -> HouseAccounts {
    let mut accounts = HouseAccounts::default();
    for (index, body) in bodies.iter().enumerate() {
        let within = format!("accounts[{index}]");
        if let Some(account) = body.parse(fields, &within) {
            fields.take(format_args!("{within}.currency"), accounts.add(account));
        }
    }
    accounts
}

/// The accounts, in the order of their currencies.
pub fn account_bodies(accounts: &HouseAccounts) -> Vec<HouseAccountBody> {
    accounts.iter().map(HouseAccountBody::from).collect()
}
