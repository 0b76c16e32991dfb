//! The chart of accounts.

use crate::kernel::{
    coded::{Coded, coded_enum},
    ids::{CompanyId, DebtorId, ReceivableId},
    money::Currency,
};
use std::fmt;
use uuid::Uuid;

coded_enum!(
    /// What an account is, on the balance sheet or the income statement.
    AccountClass {
        Asset = "asset",
        Liability = "liability",
        Equity = "equity",
        Income = "income",
        Expense = "expense",
    }
);

coded_enum!(
    /// What is kept on an account.
    AccountKind {
        Bank = "bank",
        /// What debtors still owe on the invoices the house bought.
        ReceivablesPurchased = "receivables_purchased",
        SellersOwe = "sellers_owe",
        /// What buyers of a programme owe for paying late.
        LateChargesDue = "late_charges_due",
        /// What a debtor was refunded of a credit that was taken back since.
        DebtorsOwe = "debtors_owe",
        /// Ordered from the bank, and not yet carried out.
        PayoutsInTransit = "payouts_in_transit",
        /// The part of the face that is not advanced.
        Reserves = "reserves",
        SellersPayable = "sellers_payable",
        /// What debtors paid too much.
        DebtorCredits = "debtor_credits",
        /// Money that nobody has explained yet.
        Suspense = "suspense",
        /// Discount taken off at once, before it is earned.
        UnearnedDiscount = "unearned_discount",
        /// The share of the discount that goes to the buyer of a programme.
        BuyerRebates = "buyer_rebates",
        TaxPayable = "tax_payable",
        Capital = "capital",
        DiscountIncome = "discount_income",
        ServiceFees = "service_fees",
        PayoutFees = "payout_fees",
        LateCharges = "late_charges",
        CreditLosses = "credit_losses",
        BankCharges = "bank_charges",
    }
);

coded_enum!(
    /// Whose accounts of a kind there are: one for each of these.
    OwnerKind {
        House = "house",
        Receivable = "receivable",
        Company = "company",
        Debtor = "debtor",
    }
);

impl AccountKind {
    pub fn class(self) -> AccountClass {
        match self {
            Self::Bank | Self::ReceivablesPurchased | Self::SellersOwe | Self::LateChargesDue | Self::DebtorsOwe => AccountClass::Asset,
            Self::PayoutsInTransit
            | Self::Reserves
            | Self::SellersPayable
            | Self::DebtorCredits
            | Self::Suspense
            | Self::UnearnedDiscount
            | Self::BuyerRebates
            | Self::TaxPayable => AccountClass::Liability,
            Self::Capital => AccountClass::Equity,
            Self::DiscountIncome | Self::ServiceFees | Self::PayoutFees | Self::LateCharges => AccountClass::Income,
            Self::CreditLosses | Self::BankCharges => AccountClass::Expense,
        }
    }

    pub fn owner(self) -> OwnerKind {
        match self {
            Self::ReceivablesPurchased | Self::Reserves | Self::UnearnedDiscount => OwnerKind::Receivable,
            Self::SellersOwe | Self::SellersPayable | Self::BuyerRebates => OwnerKind::Company,
            Self::DebtorCredits | Self::LateChargesDue | Self::DebtorsOwe => OwnerKind::Debtor,
            Self::Bank
            | Self::PayoutsInTransit
            | Self::Suspense
            | Self::TaxPayable
            | Self::Capital
            | Self::DiscountIncome
            | Self::ServiceFees
            | Self::PayoutFees
            | Self::LateCharges
            | Self::CreditLosses
            | Self::BankCharges => OwnerKind::House,
        }
    }

    /// Whether its balance is above zero, or nothing, when all is well: true of what is owned, of debit.
    pub fn is_debit(self) -> bool {
        matches!(self.class(), AccountClass::Asset | AccountClass::Expense)
    }
}

/// One account: a kind in a currency, and of whom. Made by the functions that ask for the owner the kind has, so that no
/// reserve can be kept for a company.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Account {
    kind: AccountKind,
    currency: Currency,
    owner: Owner,
}

/// Whose account it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    House,
    Receivable(ReceivableId),
    Company(CompanyId),
    Debtor(DebtorId),
}

impl Owner {
    pub fn kind(self) -> OwnerKind {
        match self {
            Self::House => OwnerKind::House,
            Self::Receivable(_) => OwnerKind::Receivable,
            Self::Company(_) => OwnerKind::Company,
            Self::Debtor(_) => OwnerKind::Debtor,
        }
    }

    /// None for the house, of which there is one.
    pub fn id(self) -> Option<Uuid> {
        match self {
            Self::House => None,
            Self::Receivable(ReceivableId(id)) | Self::Company(CompanyId(id)) | Self::Debtor(DebtorId(id)) => Some(id),
        }
    }

    /// The inverse of [`Self::kind`] and [`Self::id`].
    pub fn from_parts(kind: OwnerKind, id: Option<Uuid>) -> Option<Self> {
        match (kind, id) {
            (OwnerKind::House, None) => Some(Self::House),
            (OwnerKind::Receivable, Some(id)) => Some(Self::Receivable(ReceivableId(id))),
            (OwnerKind::Company, Some(id)) => Some(Self::Company(CompanyId(id))),
            (OwnerKind::Debtor, Some(id)) => Some(Self::Debtor(DebtorId(id))),
            _ => None,
        }
    }
}

impl Account {
    /// None when accounts of this kind are somebody else's.
    pub fn of(kind: AccountKind, currency: Currency, owner: Owner) -> Option<Self> {
        (kind.owner() == owner.kind()).then_some(Self { kind, currency, owner })
    }

    pub fn kind(self) -> AccountKind {
        self.kind
    }

    pub fn currency(self) -> Currency {
        self.currency
    }

    pub fn owner(self) -> Owner {
        self.owner
    }

    /// The account of this name, as [`fmt::Display`] writes it.
    pub fn from_name(name: &str) -> Option<Self> {
        let (kind, rest) = name.split_once('.')?;
        let kind = AccountKind::from_code(kind)?;
        let (currency, owner) = match rest.split_once('.') {
            Some((currency, owner)) => (currency, Some(Uuid::try_parse(owner).ok()?)),
            None => (rest, None),
        };
        let account = Self::of(kind, Currency::parse(currency).ok()?, Owner::from_parts(kind.owner(), owner)?)?;
        // Of several spellings one is its name.
        (account.to_string() == name).then_some(account)
    }
}

impl fmt::Display for Account {
    /// Kind, currency and, unless it is the house's, owner: `bank.EUR`, `reserves.EUR.0197f3a2-…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.kind.code(), self.currency.code())?;
        self.owner.id().map_or(Ok(()), |id| write!(f, ".{id}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chart_of_accounts_is_this() {
        let line = |kind: &AccountKind| format!("{:<22} {:<10} {}\n", kind.code(), kind.class().code(), kind.owner().code());
        insta::assert_snapshot!(AccountKind::ALL.iter().map(line).collect::<String>());
    }

    #[test]
    fn an_account_has_the_owner_its_kind_asks_for() -> Result<(), crate::kernel::Invalid> {
        let euro = Currency::parse("EUR")?;
        for owner in [
            Owner::House,
            Owner::Receivable(ReceivableId(Uuid::nil())),
            Owner::Company(CompanyId(Uuid::nil())),
            Owner::Debtor(DebtorId(Uuid::nil())),
        ] {
            assert_eq!(Owner::from_parts(owner.kind(), owner.id()), Some(owner));
            for kind in AccountKind::ALL {
                assert_eq!(Account::of(*kind, euro, owner).is_some(), kind.owner() == owner.kind());
            }
        }
        assert_eq!(Owner::from_parts(OwnerKind::House, Some(Uuid::nil())), None);
        assert_eq!(Owner::from_parts(OwnerKind::Company, None), None);
        Ok(())
    }

    #[test]
    fn an_account_is_found_by_its_name_and_by_no_other_spelling() -> Result<(), crate::kernel::Invalid> {
        let euro = Currency::parse("EUR")?;
        for kind in AccountKind::ALL {
            let id = (kind.owner() != OwnerKind::House).then_some(Uuid::from_u128(7));
            let account = Owner::from_parts(kind.owner(), id).and_then(|owner| Account::of(*kind, euro, owner));
            assert!(account.is_some());
            assert_eq!(account.and_then(|account| Account::from_name(&account.to_string())), account);
        }
        assert_eq!(Account::from_name("bank.EUR").map(Account::kind), Some(AccountKind::Bank));
        let of = "00000000-0000-0000-0000-000000000007";
        let nothing = ["", "bank", "bank.", "bank.eur", "bank. EUR", "bank.XYZ", "safe.EUR", "reserves.EUR", "reserves.EUR.7"];
        let spelled = [format!("bank.EUR.{of}"), format!("reserves.EUR.{{{of}}}"), format!("reserves.EUR.{}", of.replace('-', ""))];
        for name in nothing.into_iter().chain(spelled.iter().map(String::as_str)) {
            assert_eq!(Account::from_name(name), None, "{name}");
        }
        Ok(())
    }
}
