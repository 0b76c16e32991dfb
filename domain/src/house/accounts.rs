//! The accounts the house is paid to.

use crate::{
    kernel::{Invalid, change::Changed, money::Currency, text::Line},
    onboarding::bank_account::{Bic, Iban},
};
use std::collections::BTreeMap;

/// An account the house is paid to. Whoever owes it money is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseAccount {
    pub holder: Line,
    pub iban: Iban,
    /// A bank within SEPA is found without it.
    pub bic: Option<Bic>,
    pub currency: Currency,
}

/// The house's accounts: of each currency one at most, so that nobody has to say which one is meant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HouseAccounts(BTreeMap<Currency, HouseAccount>);

impl HouseAccounts {
    /// # Errors
    /// `NamedTwice` when there is an account of this currency.
    pub fn add(&mut self, account: HouseAccount) -> Result<(), Invalid> {
        if self.0.contains_key(&account.currency) {
            return Err(Invalid::NamedTwice);
        }
        self.0.insert(account.currency, account);
        Ok(())
    }

    /// The account on which the house takes this currency.
    pub fn of(&self, currency: Currency) -> Option<&HouseAccount> {
        self.0.get(&currency)
    }

    /// Each, in the order of their currencies.
    pub fn iter(&self) -> impl Iterator<Item = &HouseAccount> {
        self.0.values()
    }

    /// What is different in the other ones, field by field.
    pub fn changes(&self, after: &Self) -> Vec<Changed> {
        Changed::between(&self.fields(), &after.fields())
    }

    fn fields(&self) -> Vec<(String, String)> {
        let fields = |HouseAccount { holder, iban, bic, currency }: &HouseAccount| {
            let field = |name: &str| format!("house.accounts.{}.{name}", currency.code());
            let bic = bic.as_ref().map(|bic| (field("bic"), bic.as_str().to_owned()));
            let told = [(field("holder"), holder.as_str().to_owned()), (field("iban"), iban.as_str().to_owned())];
            told.into_iter().chain(bic).collect::<Vec<_>>()
        };
        self.iter().flat_map(fields).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::examples::account, *};

    #[test]
    fn a_currency_has_one_account() -> Result<(), Invalid> {
        let mut accounts = HouseAccounts::default();
        accounts.add(account("EUR", "DE89370400440532013000")?)?;
        assert_eq!(accounts.add(account("EUR", "NL91ABNA0417164300")?), Err(Invalid::NamedTwice));
        accounts.add(account("CHF", "CH9300762011623852957")?)?;
        let ibans: Vec<_> = accounts.iter().map(|account| account.iban.as_str()).collect();
        assert_eq!(ibans, ["CH9300762011623852957", "DE89370400440532013000"]);
        assert_eq!(accounts.of(Currency::parse("EUR")?).map(|account| account.iban.as_str()), Some("DE89370400440532013000"));
        assert_eq!(accounts.of(Currency::parse("USD")?), None);
        Ok(())
    }

    #[test]
    fn what_changes_is_told_by_currency_and_field() -> Result<(), Invalid> {
        let (mut before, mut after) = (HouseAccounts::default(), HouseAccounts::default());
        before.add(account("EUR", "DE89370400440532013000")?)?;
        before.add(HouseAccount { bic: Some(Bic::parse("UBSWCHZH")?), ..account("CHF", "CH9300762011623852957")? })?;
        after.add(account("EUR", "NL91ABNA0417164300")?)?;
        let told: Vec<_> = before.changes(&after).into_iter().map(|change| (change.field, change.before, change.after)).collect();
        let text = |text: &str| Some(text.to_owned());
        let expected = [
            ("house.accounts.EUR.iban".to_owned(), text("DE89370400440532013000"), text("NL91ABNA0417164300")),
            ("house.accounts.CHF.holder".to_owned(), text("Sooner Finance GmbH"), None),
            ("house.accounts.CHF.iban".to_owned(), text("CH9300762011623852957"), None),
            ("house.accounts.CHF.bic".to_owned(), text("UBSWCHZH"), None),
        ];
        assert_eq!(told, expected);
        assert_eq!(before.changes(&before), []);
        Ok(())
    }
}
