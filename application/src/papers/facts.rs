//! What papers tell, before it has words.

pub use sooner_domain::receivables::month::{MonthEvent, MonthFigure};

use crate::{cash::BatchAdvice, receivables::Party};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    facilities::terms::{FacilityKind, Terms},
    house::{accounts::HouseAccount, profile::HouseProfile},
    kernel::{canonical::Digest, language::Language, minor::Minor, money::Currency},
    pricing::{offer::Line as OfferLine, statement::Difference},
    receivables::{
        book::Fact,
        fee_invoice::{FeeInvoiceNumber, FeeLine},
        reference::Reference,
    },
};
use std::net::IpAddr;

/// What every paper begins and ends with.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    pub language: Language,
    pub house: HouseProfile,
    /// Where the house is paid, for the foot of the page.
    pub account: Option<HouseAccount>,
    /// Name and address, as on the envelope.
    pub recipient: Vec<String>,
    /// The number its recipient is registered under, where that is known.
    pub registered: Option<String>,
    /// By what it is filed.
    pub number: String,
    /// The house's date.
    pub on: NaiveDate,
    pub made_at: DateTime<Utc>,
    pub check: Option<Check>,
}

/// By what its reader finds out that a paper is the house's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub code: String,
    /// Where it can be checked.
    pub address: String,
}

/// One paper.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    Notice(Notice),
    Release(Release),
    /// All that a company gets of a batch.
    Advice(BatchAdvice),
    Schedule(Schedule),
    Settlement(Settlement),
    Month(Month),
    Terms(Box<SignedTerms>),
    Fees(Box<Fees>),
}

/// To a debtor: these are the house's from now on.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    /// By where they are paid to: one for each currency.
    pub claims: Vec<(HouseAccount, Vec<Claim>)>,
    /// The companies that sold one of them.
    pub sellers: Vec<Party>,
}

/// To a debtor: these are the seller's again.
#[derive(Debug, Clone, PartialEq)]
pub struct Release {
    pub claims: Vec<(Currency, Vec<Claim>)>,
    /// The companies to which one of them belongs again.
    pub sellers: Vec<Party>,
}

/// What a debtor owes on one invoice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    pub seller: String,
    pub invoice: String,
    pub issued_on: NaiveDate,
    pub due_on: NaiveDate,
    /// What is still owed, in minor units.
    pub open: Minor,
    pub reference: Reference,
}

/// To a seller: what it sold at once.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    pub sold_on: NaiveDate,
    /// Who accepted for the seller; none where that is settled for all of its payables.
    pub accepted_by: Option<String>,
    pub currency: Currency,
    pub sales: Vec<Sale>,
    /// The companies that owe on one of them.
    pub debtors: Vec<Party>,
}

/// One invoice that was sold; amounts as they were offered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sale {
    pub debtor: String,
    pub invoice: String,
    pub due_on: NaiveDate,
    pub face: Minor,
    pub reserve: Minor,
    /// What is taken off the payout, tax included.
    pub charges: Minor,
    pub payout: Minor,
    pub payout_on: NaiveDate,
}

/// To a seller: how one invoice ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    /// What it was sold under.
    pub kind: FacilityKind,
    pub debtor: Party,
    pub invoice: String,
    pub currency: Currency,
    pub face: Minor,
    pub sold_on: NaiveDate,
    pub due_on: NaiveDate,
    pub settled_on: NaiveDate,
    /// The offer it was sold for, line by line.
    pub offer: Vec<OfferLine>,
    /// What was paid out for it, before anything was set off.
    pub paid_out: Minor,
    /// What happened to it, in the order in which it did.
    pub happened: Vec<Fact>,
    /// What of what came in was too much, and is the debtor's.
    pub debtor_credit: Minor,
    /// What was offered for it after the payout. With the differences it adds up to the result.
    pub offered: Minor,
    pub differences: Vec<Difference>,
    /// What the seller gets now; below zero it owes that.
    pub result: Minor,
}

/// To a company: a month, in one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Month {
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub currency: Currency,
    pub entries: Vec<MonthEntry>,
    /// Each at the beginning and at the end.
    pub figures: Vec<(MonthFigure, Minor, Minor)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthEntry {
    pub on: NaiveDate,
    pub event: MonthEvent,
    pub invoice: Option<String>,
    pub debtor: Option<String>,
    /// What the invoice was sold under.
    pub kind: Option<FacilityKind>,
    pub amount: Minor,
}

/// To a company: terms of its facility as somebody signed them for it.
#[derive(Debug, Clone, PartialEq)]
pub struct SignedTerms {
    pub terms: Terms,
    /// 1 for the first.
    pub version: i32,
    /// Of the terms that were signed.
    pub hash: Digest,
    pub proposed_at: DateTime<Utc>,
    pub signed_at: DateTime<Utc>,
    /// As it was typed.
    pub signed_name: String,
    /// Whose account it was: name and e-mail address.
    pub account: String,
    /// Where the call came from.
    pub address: IpAddr,
}

/// To a company: the fees with tax that it was charged, under a number of their own.
#[derive(Debug, Clone, PartialEq)]
pub struct Fees {
    pub number: FeeInvoiceNumber,
    /// The first day of the month.
    pub month: NaiveDate,
    /// The house's.
    pub tax_number: String,
    pub currency: Currency,
    pub lines: Vec<FeeLine>,
}
