//! What the bank is ordered to pay, as a file that it reads.

use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    house::accounts::HouseAccount,
    kernel::{canonical::Digest, ids::UserId, minor::Minor, money::Currency, text::Line},
    onboarding::{bank_account::Bic, company::Address},
    payments::{
        answer::OrderAnswer,
        payout::{BatchId, PayoutStatus},
        statement::NotRead,
        transfer::PaidAccount,
    },
};
use std::collections::BTreeMap;

/// Transfers of one day from one account.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Tells it apart from every other one.
    pub id: String,
    pub at: DateTime<Utc>,
    pub on: NaiveDate,
    pub from: HouseAccount,
    pub transfers: Vec<OrderedTransfer>,
}

/// One of them.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedTransfer {
    /// The bank names it on its statements.
    pub id: String,
    pub holder: Line,
    /// In euro always an IBAN.
    pub account: PaidAccount,
    pub bic: Option<Bic>,
    pub address: Option<Address>,
    /// In minor units of the account's currency.
    pub amount: Minor,
    /// The numbers of the invoices it is for: what the payee reads.
    pub invoices: Vec<String>,
}

/// A file as it is stored: every download gives these bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BankFile {
    pub batch: BatchId,
    pub currency: Currency,
    pub content: String,
    pub sha256: Digest,
    pub written_by: UserId,
    pub written_at: DateTime<Utc>,
}

/// Payouts that were released together, and what ordered them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchRecord {
    pub id: BatchId,
    /// What people call it: counted from 1.
    pub number: i64,
    /// By currency.
    pub files: Vec<FileWritten>,
    /// In the order of their codes.
    pub sums: Vec<BatchSum>,
}

/// What a batch pays in one currency: all of it, whatever became of it since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchSum {
    pub currency: Currency,
    pub payouts: i64,
    /// What is sent of them: without what companies owe.
    pub net: Minor,
    /// Of these as many the bank has not answered for.
    pub waiting: i64,
    pub waiting_net: Minor,
}

/// A payout of a batch, as far as it is added up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batched {
    pub currency: Currency,
    pub status: PayoutStatus,
    pub net: Minor,
}

impl BatchSum {
    /// Of the payouts of one batch.
    pub fn of(payouts: impl IntoIterator<Item = Batched>) -> Vec<Self> {
        let mut sums: BTreeMap<&str, Self> = BTreeMap::new();
        for Batched { currency, status, net } in payouts {
            let none = Self { currency, payouts: 0, net: Minor::ZERO, waiting: 0, waiting_net: Minor::ZERO };
            let sum = sums.entry(currency.code()).or_insert(none);
            sum.payouts += 1;
            sum.net += net;
            if status == PayoutStatus::Released {
                sum.waiting += 1;
                sum.waiting_net += net;
            }
        }
        sums.into_values().collect()
    }
}

/// That a file was written, which is when it was fetched first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileWritten {
    pub currency: Currency,
    pub by: UserId,
    pub at: DateTime<Utc>,
}

/// Why a bank would refuse an order.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotWritten(pub String);

/// How banks want to be told.
pub trait OrderFormat: Send + Sync {
    /// The file, and the hash of its bytes.
    ///
    /// # Errors
    /// Why there is none.
    fn write(&self, order: &Order) -> Result<(String, Digest), NotWritten>;
}

/// How banks answer to orders.
pub trait AnswerFormat: Send + Sync {
    /// # Errors
    /// Why it is not taken.
    fn read(&self, file: &[u8]) -> Result<OrderAnswer, NotRead>;
}
