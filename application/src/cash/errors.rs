//! Why nothing is done with money that came or went.

use super::{NotOrdered, StoppedPayout};
use crate::{
    identity::StepUpRequired,
    kernel::{idempotency::IdempotencyError, too_many::TooMany, unavailable::Unavailable},
    receivables::ReceivableError,
};
use chrono::NaiveDate;
use sooner_domain::{
    house::open_days::NotOpen,
    payments::{
        payout::PayoutRefused,
        receipt::{Explained, PayerUnknown, SplitRefused},
        release::Unexplained,
        statement::NotRead,
    },
    receivables::{book::Refused, receivable::Blocked},
};

/// Why nothing was done with a statement, a receipt or a payout.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CashError {
    /// What concerns the receivable it is for, or any of its kind: there is none, it changed since it was seen.
    #[error(transparent)]
    Receivable(#[from] ReceivableError),
    /// What happened since to the receivable of this number, which was paid with the credit that is taken back, is to be undone
    /// first.
    #[error("undo {0} first")]
    UndoFirst(String),
    /// The batch is not ordered by a file.
    #[error(transparent)]
    NotOrdered(#[from] NotOrdered),
    /// A file of statements is not taken.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// Somebody has said what the line is, or it cannot be that.
    #[error("the line is not open")]
    LineSettled,
    /// No person said what the line is, and the books did not tell of it before.
    #[error("nobody said what the line is")]
    NothingSaid,
    /// It is undone by the person who did it, and by no other one.
    #[error("another person did it")]
    OnlyByItsMaker,
    /// No person decided what the line is: the balances prove it.
    #[error("the balances prove what the line is")]
    ProvenByBalances,
    /// A person said since what the line is, and takes that back first.
    #[error("the line was explained since")]
    LineExplained,
    /// The line carried out or returned a payout.
    #[error("a payout followed the line")]
    PayoutFollowed,
    /// Another line is known as this one, or perhaps is it: that is decided or reopened first.
    #[error("another line is known as it")]
    LineKnown,
    /// The line's receipt was used for something, which is undone first.
    #[error("the receipt of the line was used")]
    UsedFirst(Box<Explained>),
    /// The bank gave back so much of its charges that less than this one is left: what it gave back is reversed first.
    #[error("the bank gave the charge back")]
    ChargeGivenBack,
    /// A line that waits cannot count: it cannot be read, or is booked ahead of today.
    #[error("the line cannot count")]
    NotCountable,
    /// What was entered of an entry contradicts what was read of it, or the days of its statement; by field.
    #[error("not as it was read")]
    NotAsRead(Vec<&'static str>),
    /// An entry is in another currency than its account, so it cannot be entered as what the account holds.
    #[error("in another currency than the account")]
    EntryInOtherCurrency,
    /// A line that waits cannot be that line.
    #[error("not that line")]
    NotThatLine,
    /// The entries do not stand, do not make the line's amount, or another line tells of one of them.
    #[error("the entries do not book it")]
    NotBooked,
    /// Less of the receipt lies in suspense, it is in another currency, or there is none.
    #[error("not that receipt")]
    NotThatReceipt,
    /// As much was noted as is kept.
    #[error("no room for more")]
    NoRoom,
    /// Something of the receipt is explained.
    #[error("the receipt is explained")]
    Explained,
    /// A statement has a receipt of this amount on a day near it, and it was not said that this is another one.
    #[error("a statement has such a receipt of {0}")]
    ReceiptNear(NaiveDate),
    /// Another receipt was matched to the same invoice in the same request.
    #[error("another one was matched to the same invoice")]
    SameInvoice,
    /// Another receipt, or what was entered by hand to pay the same, may be the same money.
    #[error("another one may be the same money")]
    SameMoney,
    /// The person who matched it can't undo it alone: another person matched it, or something followed.
    #[error("it takes two people")]
    TakesTwo,
    /// The bank told of the receipt, so it came: it can only be another one that was entered by hand as well.
    #[error("the bank told of it")]
    ToldByBank,
    /// These payouts have to wait, so none of what was to be released with them is.
    #[error("payouts have to wait")]
    Stopped(Vec<StoppedPayout>),
    /// Something speaks against the release, and no reason is given for it.
    #[error(transparent)]
    Unexplained(#[from] Unexplained),
    /// The company has named no account that money could be sent to.
    #[error("no account to pay to")]
    NoAccount,
    /// A part of a receipt, by its place from zero, is for something in another currency.
    #[error("part {0}: in another currency")]
    OtherCurrency(usize),
    /// The receipt paid nothing for the debtor.
    #[error("it was paid for others")]
    PaidForOthers,
    /// The receipt is in another currency.
    #[error("in another currency than it was paid")]
    NotItsCurrency,
    #[error(transparent)]
    Payer(#[from] PayerUnknown),
    #[error(transparent)]
    Split(#[from] SplitRefused),
}

/// What a receivable is refused for, this is refused for too.
macro_rules! as_for_receivables {
    ($($error:ty),+) => {$(
        impl From<$error> for CashError {
            fn from(error: $error) -> Self {
                Self::Receivable(error.into())
            }
        }
    )+};
}

as_for_receivables!(Blocked, PayoutRefused, Refused, NotOpen, StepUpRequired, IdempotencyError, Unavailable, TooMany);
