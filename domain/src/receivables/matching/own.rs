//! Who the house itself is as a payer or a payee: the owner of the business, or another account of its own.

use super::names::ComparedName;
use crate::{house::settings::HouseSettings, onboarding::bank_account::Iban, payments::receipt::Payer};
use std::collections::BTreeSet;

/// The house by its name, the holders of its accounts and their numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseItself {
    ibans: Vec<Iban>,
    names: BTreeSet<String>,
}

impl From<&HouseSettings> for HouseItself {
    fn from(settings: &HouseSettings) -> Self {
        let accounts = || settings.accounts().iter();
        let profile = settings.details().profile.iter().map(|profile| &profile.legal_name);
        let names = accounts().map(|account| &account.holder).chain(profile);
        let keys = names.flat_map(|name| ComparedName::of(name.as_str()).keys().map(str::to_owned).collect::<Vec<_>>());
        Self { ibans: accounts().map(|account| account.iban.clone()).collect(), names: keys.collect() }
    }
}

impl HouseItself {
    /// Whether the bank names the house: by one of its accounts, or by its name or that of an account's holder.
    pub fn is(&self, other: &Payer) -> bool {
        let iban = other.iban.as_ref().and_then(|iban| Iban::parse(iban.as_str()).ok());
        let is_called = |name: &str| ComparedName::of(name).keys().any(|key| self.names.contains(key));
        iban.is_some_and(|iban| self.ibans.contains(&iban)) || other.name.as_ref().is_some_and(|name| is_called(name.as_str()))
    }
}
