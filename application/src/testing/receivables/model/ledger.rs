//! The ledger of the model: accounts by kind and owner, and of what companies get and owe the receivable it is for.

use super::Cents;
use std::collections::BTreeMap;

/// The accounts of section 9 and 16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Bank,
    ReceivablesPurchased,
    SellersOwe,
    LateChargesDue,
    DebtorsOwe,
    PayoutsInTransit,
    Reserves,
    SellersPayable,
    DebtorCredits,
    Suspense,
    UnearnedDiscount,
    BuyerRebates,
    TaxPayable,
    DiscountIncome,
    ServiceFees,
    PayoutFees,
    LateCharges,
    CreditLosses,
    Capital,
    BankCharges,
}

/// Whose account it is: receivables, companies and debtors by their place in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Who {
    House,
    Receivable(usize),
    Company(usize),
    Debtor(usize),
}

/// A place money lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) kind: Kind,
    pub(super) who: Who,
    /// For which receivable a company gets or owes it.
    pub(super) about: Option<usize>,
}

/// So much at a place: debit above zero.
pub(super) type Posting = (Place, Cents);

impl Place {
    pub(super) fn house(kind: Kind) -> Self {
        Self { kind, who: Who::House, about: None }
    }

    pub(super) fn of(kind: Kind, receivable: usize) -> Self {
        Self { kind, who: Who::Receivable(receivable), about: None }
    }

    pub(super) fn debtor(kind: Kind, debtor: usize) -> Self {
        Self { kind, who: Who::Debtor(debtor), about: None }
    }

    pub(super) fn company(kind: Kind, company: usize, about: usize) -> Self {
        Self { kind, who: Who::Company(company), about: Some(about) }
    }
}

/// All balances.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Ledger {
    balances: BTreeMap<Place, Cents>,
}

impl Ledger {
    /// # Errors
    /// When the postings do not balance.
    pub(super) fn post(&mut self, postings: &[Posting]) -> Result<(), String> {
        if postings.iter().map(|(_, amount)| amount).sum::<Cents>() != 0 {
            return Err(format!("the model's entry does not balance: {postings:?}"));
        }
        for (place, amount) in postings {
            *self.balances.entry(*place).or_default() += amount;
        }
        self.balances.retain(|_, amount| *amount != 0);
        Ok(())
    }

    pub(super) fn at(&self, place: Place) -> Cents {
        self.balances.get(&place).copied().unwrap_or_default()
    }

    /// By account, whatever it is for.
    pub(super) fn accounts(&self) -> BTreeMap<(Kind, Who), Cents> {
        let mut accounts = BTreeMap::new();
        for (place, amount) in &self.balances {
            *accounts.entry((place.kind, place.who)).or_default() += amount;
        }
        accounts.retain(|_, amount| *amount != 0);
        accounts
    }

    /// What companies get and owe, by what it is for.
    pub(super) fn by_receivable(&self) -> BTreeMap<(Kind, usize, usize), Cents> {
        let of = |(place, amount): (&Place, &Cents)| match (place.who, place.about) {
            (Who::Company(company), Some(about)) => Some(((place.kind, company, about), *amount)),
            _ => None,
        };
        self.balances.iter().filter_map(of).collect()
    }
}
