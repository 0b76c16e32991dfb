//! Whom an e-invoice names: the seller, the house or somebody else.

use super::{Identifier, InvoiceData, InvoiceParty, Payee};
use crate::{
    kernel::{minor::Minor, search::folded},
    receivables::checks::{EInvoice, Party},
};

/// Who is known when an e-invoice is looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KnownParties {
    pub seller: Known,
    pub house: Known,
}

/// What is known of somebody. How it is written does not matter: case, spaces, signs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Known {
    /// Legal and trading names.
    pub names: Vec<String>,
    /// VAT ids, tax numbers, numbers in registers, and whatever else tells them from others.
    pub numbers: Vec<String>,
    /// Their verified accounts: IBANs, or account numbers where there is none.
    pub accounts: Vec<String>,
}

impl Known {
    /// Whether an invoice means them: by a number, else by a name.
    pub fn is(&self, party: &InvoiceParty) -> bool {
        let numbers = [&party.vat_id, &party.tax_number].into_iter().flatten();
        let numbers = numbers.chain(values(&party.registration, &party.identifiers));
        self.has(numbers, [&party.name, &party.trading_name].into_iter().flatten())
    }

    fn is_payee(&self, payee: &Payee) -> bool {
        self.has(values(&payee.registration, &payee.identifiers), &payee.name)
    }

    fn has<'a>(&self, mut numbers: impl Iterator<Item = &'a String>, names: impl IntoIterator<Item = &'a String>) -> bool {
        numbers.any(|number| holds(&self.numbers, number, compact)) || names.into_iter().any(|name| holds(&self.names, name, folded))
    }

    fn is_paid_on(&self, account: &str) -> bool {
        holds(&self.accounts, account, compact)
    }
}

fn values<'a>(registration: &'a Option<Identifier>, identifiers: &'a [Identifier]) -> impl Iterator<Item = &'a String> {
    registration.iter().chain(identifiers).map(|identifier| &identifier.value)
}

/// Whether one of these is the same, apart from how it is written.
fn holds(known: &[String], text: &str, written: fn(&str) -> String) -> bool {
    let text = written(text);
    !text.is_empty() && known.iter().any(|one| written(one) == text)
}

/// Capitals and digits alone.
fn compact(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

impl KnownParties {
    fn who(&self, is: impl Fn(&Known) -> bool) -> Party {
        if is(&self.house) {
            Party::House
        } else if is(&self.seller) {
            Party::Seller
        } else {
            Party::SomebodyElse
        }
    }
}

/// What an e-invoice says about who is to be paid: this much of it is kept with the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentInstructions {
    /// BT-3, by UNTDID 1001.
    pub type_code: Option<i64>,
    /// BG-10.
    pub payee: Option<Payee>,
    /// BT-84, each in capitals and without spaces.
    pub accounts: Vec<String>,
    /// Notes and payment terms that say that the claim was assigned.
    pub assignment_notices: usize,
    /// BT-25, the invoices that it is about.
    pub preceding: Vec<String>,
    /// BT-81, by UNTDID 4461.
    pub means: Vec<i64>,
    /// Something was paid (BT-113), and nothing is left to be paid (BT-115).
    pub is_paid: bool,
}

impl InvoiceData {
    pub fn instructions(&self) -> PaymentInstructions {
        PaymentInstructions {
            type_code: self.type_code,
            payee: self.payee.clone(),
            accounts: self.accounts.iter().map(|account| account.number.clone()).collect(),
            assignment_notices: self.assignment_notices(),
            preceding: self.preceding.clone(),
            means: self.means.clone(),
            is_paid: self.totals.paid.is_some_and(Minor::is_positive) && self.totals.due.is_some_and(|due| !due.is_positive()),
        }
    }
}

impl PaymentInstructions {
    /// What the check `already_assigned` asks of it. Every account that is neither the seller's nor the house's is somebody else's,
    /// also where the seller has named none yet: whoever calls this knows the seller's verified ones.
    pub fn case(&self, known: &KnownParties) -> EInvoice {
        EInvoice {
            payee: self.payee.as_ref().map(|payee| known.who(|one| one.is_payee(payee))),
            accounts: self.accounts.iter().map(|account| known.who(|one| one.is_paid_on(account))).collect(),
            assignment_notices: self.assignment_notices,
            type_code: self.type_code,
            means: self.means.clone(),
            is_paid: self.is_paid,
        }
    }
}
