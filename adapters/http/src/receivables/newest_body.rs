//! The newest that happened to a receivable.

use chrono::NaiveDate;
use serde::Serialize;
use sooner_domain::receivables::{
    book::{DeductionCause, Fact},
    position::Recorded,
};
use utoipa::ToSchema;

/// What happened to a receivable.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum FactKind {
    Received,
    Rejected,
    Funded,
    Executed,
    Returned,
    Credited,
    Deducted,
    /// What the debtor took off for paying early, as the invoice grants it. The payment is taken back with it
    CashDiscount,
    PaidToSeller,
    Extended,
    ClosedShort,
    ChargedBack,
    WrittenOff,
}

/// The newest that happened to a receivable: what is to be taken back.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewestBody {
    kind: FactKind,
    on: NaiveDate,
    /// None where it is over no amount of its own
    amount: Option<i64>,
}

impl From<&Recorded> for NewestBody {
    fn from(recorded: &Recorded) -> Self {
        use FactKind as K;
        let (kind, on, amount) = match recorded.fact {
            Fact::Received(receipt) => (K::Received, receipt.booked_on, Some(receipt.amount)),
            Fact::Rejected { on, .. } => (K::Rejected, on, None),
            Fact::Funded { on } => (K::Funded, on, None),
            Fact::Executed { on } => (K::Executed, on, None),
            Fact::Returned { on } => (K::Returned, on, None),
            Fact::Credited { booked_on, amount, .. } => (K::Credited, booked_on, Some(amount)),
            Fact::Deducted { on, amount, cause: DeductionCause::Dispute } => (K::Deducted, on, Some(amount)),
            Fact::Deducted { on, amount, cause: DeductionCause::CashDiscount } => (K::CashDiscount, on, Some(amount)),
            Fact::PaidToSeller { on, amount } => (K::PaidToSeller, on, Some(amount)),
            Fact::Extended { on, .. } => (K::Extended, on, None),
            Fact::ClosedShort { on } => (K::ClosedShort, on, None),
            Fact::ChargedBack { on } => (K::ChargedBack, on, None),
            Fact::WrittenOff { on, .. } => (K::WrittenOff, on, None),
        };
        Self { kind, on, amount: amount.map(|amount| amount.get()) }
    }
}
