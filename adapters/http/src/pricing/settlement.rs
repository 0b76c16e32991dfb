//! What came of a price in the end, and why this cent: the offer's figure, each difference with its cause, and the sum.

use chrono::NaiveDate;
use serde::Serialize;
use sooner_domain::{
    kernel::minor::Minor,
    pricing::{
        settlement::Settlement,
        statement::{Cause, Difference},
    },
};
use utoipa::ToSchema;

/// What a line of a statement is about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StatementLineCode {
    /// The release that was offered
    Offered,
    /// The payout was carried out on another day
    Executed,
    /// The debtor was given more time
    Extended,
    /// Money came at other times than all of it on the due date: `to` is the value day of the last of it. Without days where none came:
    /// what was open ended in another way
    Paid,
    Late,
    Credited,
    Deducted,
    ChargedBack,
    /// The seller’s part of what was written off
    NotCovered,
    /// What the seller gets, or owes: the sum of the lines above
    Settled,
}

/// One line: its amount is what the seller gets more, or less when it is below zero.
#[derive(Serialize, ToSchema)]
struct StatementLineBody {
    code: StatementLineCode,
    /// What it is called, in English
    label: &'static str,
    /// The day that was planned, or from which it counts
    from: Option<NaiveDate>,
    /// The day it became
    to: Option<NaiveDate>,
    /// A year, in basis points
    rate: Option<u16>,
    /// In minor units
    amount: i64,
}

impl From<&Difference> for StatementLineBody {
    fn from(Difference { cause, amount }: &Difference) -> Self {
        use StatementLineCode as Code;
        let (code, label) = match cause {
            Cause::Executed { .. } => (Code::Executed, "Payout executed on another day"),
            Cause::Extended { .. } => (Code::Extended, "Due date extended"),
            Cause::Paid { paid_on: Some(_), .. } => (Code::Paid, "Paid on other days than the due date"),
            Cause::Paid { paid_on: None, .. } => (Code::Paid, "Closed on another day than the due date"),
            Cause::Late { .. } => (Code::Late, "Late charge"),
            Cause::Credited => (Code::Credited, "Credit notes"),
            Cause::Deducted => (Code::Deducted, "Deductions"),
            Cause::ChargedBack => (Code::ChargedBack, "Charged back"),
            Cause::NotCovered => (Code::NotCovered, "Written off and not covered"),
        };
        let (from, to, rate) = match *cause {
            Cause::Executed { planned: from, on: to } | Cause::Extended { from, to } => (Some(from), Some(to), None),
            Cause::Paid { due_on, paid_on, ended_on: _ } => (Some(due_on).filter(|_| paid_on.is_some()), paid_on, None),
            Cause::Late { from, rate } => (Some(from), None, Some(rate.basis_points())),
            Cause::Credited | Cause::Deducted | Cause::ChargedBack | Cause::NotCovered => (None, None, None),
        };
        Self { code, label, from, to, rate, amount: amount.get() }
    }
}

/// From what was offered to what came of it: the last line is the sum of those above.
fn statement(offered: Minor, settlement: &Settlement, differences: &[Difference]) -> Vec<StatementLineBody> {
    let line = |code, label, amount: Minor| StatementLineBody { code, label, from: None, to: None, rate: None, amount: amount.get() };
    let first = line(StatementLineCode::Offered, "Release as offered", offered);
    let last = line(StatementLineCode::Settled, "Settlement", settlement.to_seller - settlement.seller_owes);
    [first].into_iter().chain(differences.iter().map(StatementLineBody::from)).chain([last]).collect()
}

/// How a receivable ended, in minor units. In factoring, what the seller gets, or owes, is the reserve less discount, service fee, tax,
/// late charge, dilution and what was charged back or not covered
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettlementBody {
    discount: i64,
    service_fee: i64,
    /// On the service fee
    tax: i64,
    /// In factoring the seller bears it, in a programme the buyer does
    late: i64,
    /// Credit notes and deductions
    dilution: i64,
    charged_back: i64,
    /// What the seller bears of what was written off
    not_covered: i64,
    /// What the house bears
    loss: i64,
    /// What the seller gets after the payout
    to_seller: i64,
    seller_owes: i64,
    /// What the debtor paid too much
    debtor_credit: i64,
}

impl From<&Settlement> for SettlementBody {
    fn from(settlement: &Settlement) -> Self {
        let Settlement { discount, service_fee, tax, late, dilution, charged_back, not_covered, loss, .. } = settlement;
        let Settlement { to_seller, seller_owes, debtor_credit, .. } = settlement;
        Self {
            discount: discount.get(),
            service_fee: service_fee.get(),
            tax: tax.get(),
            late: late.get(),
            dilution: dilution.get(),
            charged_back: charged_back.get(),
            not_covered: not_covered.get(),
            loss: loss.get(),
            to_seller: to_seller.get(),
            seller_owes: seller_owes.get(),
            debtor_credit: debtor_credit.get(),
        }
    }
}

/// How a receivable ended, and why this cent.
#[derive(Serialize, ToSchema)]
pub(crate) struct SettledBody {
    #[serde(flatten)]
    settlement: SettlementBody,
    /// From the release that was offered to what came of it
    lines: Vec<StatementLineBody>,
}

impl SettledBody {
    pub(crate) fn new(offered: Minor, settlement: &Settlement, differences: &[Difference]) -> Self {
        Self { settlement: settlement.into(), lines: statement(offered, settlement, differences) }
    }
}
