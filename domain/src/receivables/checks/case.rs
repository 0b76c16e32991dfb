//! Everything the checks look at: plain facts, gathered beforehand.

use super::super::{fingerprint::InvoiceNumber, receivable::Receivable};
use crate::{
    facilities::{
        supplier::Enrolment,
        terms::{Parts, Terms},
    },
    kernel::{calendar::Calendar, ids::ReceivableId, minor::Minor, money::Currency},
    onboarding::status::OnboardingStatus,
    parties::{buyer::BuyerStatus, debtor::DebtorState},
};
use chrono::{DateTime, NaiveDate, Utc};

/// A receivable on the day it is looked at.
#[derive(Debug, Clone)]
pub struct Case<'a> {
    pub receivable: &'a Receivable,
    /// The business date.
    pub today: NaiveDate,
    /// The day on which it would be paid out, were it sold now.
    pub payout_on: NaiveDate,
    pub calendar: &'a Calendar,
    /// None while no terms rule in its currency.
    pub ruling: Option<Ruling>,
    /// Other currencies in which terms of the same kind rule.
    pub other_currencies: Vec<Currency>,
    /// The seller's place in the programme; none in factoring.
    pub enrolment: Option<Enrolment>,
    pub seller: OnboardingStatus,
    /// What the house said of the buyer; none in a programme, whose buyer is a company.
    pub buyer: Option<BuyerStatus>,
    /// None until the debtor is known.
    pub debtor: Option<DebtorState>,
    pub affiliation: Affiliation,
    /// What the invoice's own data says, where it came as data.
    pub e_invoice: Option<EInvoice>,
    /// How many of this seller on this debtor were sold before.
    pub bought_before: i64,
    /// Others of its fingerprint that were sold.
    pub sold: Vec<ReceivableId>,
    /// What its own data says it corrects, and was sold.
    pub corrected: Vec<Corrected>,
    /// Others that look like it, and were sold or may be.
    pub similar: Vec<Similar>,
    pub dilution: Dilution,
    /// None while no terms rule.
    pub room: Option<Room>,
}

/// The facility it would be sold under.
#[derive(Debug, Clone, Copy)]
pub struct Ruling {
    /// At the supplier's own rate, where it has one.
    pub terms: Terms,
    pub facility: FacilityUse,
}

/// Whether a facility may be used for something new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacilityUse {
    TakesNew,
    /// It is suspended or closed, or its company is not approved.
    RunsOff,
}

/// What seller and debtor have to do with each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Affiliation {
    None,
    /// They are one legal entity.
    Same,
    /// So many people run or own both.
    SharedPeople(i64),
}

/// Whom an invoice names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    Seller,
    House,
    SomebodyElse,
}

/// An invoice that was sold, by the number by which another one says that it corrects it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corrected {
    pub number: InvoiceNumber,
    pub receivable: ReceivableId,
}

/// What the data of an invoice says about who is to be paid (EN 16931).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EInvoice {
    /// The payee, BG-10, where one is named.
    pub payee: Option<Party>,
    /// Whose the accounts are that it is to be paid to.
    pub accounts: Vec<Party>,
    /// Notes that say that it was assigned.
    pub assignment_notices: usize,
    /// The type of the document, BT-3, by UNTDID 1001.
    pub type_code: Option<i64>,
    /// How it is to be paid, BT-81, by UNTDID 4461.
    pub means: Vec<i64>,
    /// Nothing of it is left to be paid, BT-113.
    pub is_paid: bool,
}

/// Documents of a factor (UNTDID 1001): factored invoice, factored credit note, and those that the buyer wrote itself.
const FACTORED: &[i64] = &[393, 396, 501, 502];

/// Means of payment by which the debtor transfers nothing (UNTDID 4461): cash, card, direct debit, an online payment service, and
/// clearing between the two.
const NOT_TRANSFERRED: &[i64] = &[10, 48, 49, 54, 55, 59, 68, 97];

impl EInvoice {
    /// The first of its means by which the debtor transfers nothing.
    pub fn not_transferred(&self) -> Option<i64> {
        self.means.iter().copied().find(|code| NOT_TRANSFERRED.contains(code))
    }

    /// Its type, where that is a factor's.
    pub fn factored(&self) -> Option<i64> {
        self.type_code.filter(|code| FACTORED.contains(code))
    }

    /// It says itself that somebody else is to be paid: it was sold there. (finance.md, section 4)
    pub fn is_assigned(&self) -> bool {
        let is_others = self.payee.iter().chain(&self.accounts).any(|party| *party == Party::SomebodyElse);
        is_others || self.assignment_notices > 0 || self.factored().is_some()
    }
}

/// Another receivable that may be the same one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Similar {
    pub receivable: ReceivableId,
    /// Since when it has been looking so: the later submission of the two. What was verified before says nothing about it.
    pub since: DateTime<Utc>,
}

/// What became of what this seller sold on this debtor before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dilution {
    /// What was invoiced.
    pub faces: Minor,
    /// What of it was credited, disputed and lost, or deducted.
    pub diluted: Minor,
}

/// A limit, and what fits under it now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// The limit itself. Nothing where none is set.
    pub whole: Minor,
    pub left: Minor,
}

/// What fits under each limit now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Of the facility, in advances.
    pub facility: Space,
    /// Of what the debtor may owe to all sellers, in faces.
    pub debtor: Space,
    /// Whether the house said how much that is, be it nothing.
    pub is_debtor_limited: bool,
    /// Of the facility on this debtor, in advances; none where that has no limit of its own.
    pub concentration: Option<Space>,
}

impl Case<'_> {
    /// The terms that rule, as they are.
    pub(super) fn terms(&self) -> Option<&Parts> {
        self.ruling.as_ref().map(|ruling| ruling.terms.parts())
    }
}
