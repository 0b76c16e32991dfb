//! A payout, as it is shown.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sooner_domain::{
    kernel::Invalid,
    payments::payout::{Payee, Payout, PayoutId, Release},
};
use sooner_shared::{
    coded_body::{Code, PayoutStatusCode, PurposeCode},
    form_body::BankAccountBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// How it was ordered from the bank.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReleasedPayoutBody {
    /// The batch it is in
    batch_id: Option<Uuid>,
    at: DateTime<Utc>,
    on: NaiveDate,
    /// What the company owed and was kept back
    set_off: i64,
    /// Where it was sent to
    account: BankAccountBody,
}

impl From<&Release> for ReleasedPayoutBody {
    fn from(Release { batch, by: _, at, on, set_off, account }: &Release) -> Self {
        let (batch_id, account) = (batch.map(|batch| batch.0), BankAccountBody::from(&**account));
        Self { batch_id, at: *at, on: *on, set_off: set_off.get(), account }
    }
}

/// A payout. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PayoutBody {
    id: Uuid,
    /// Who is paid, where it is a company
    company_id: Option<Uuid>,
    /// What a company is paid for
    receivable_id: Option<Uuid>,
    /// What goes back to whoever paid it
    receipt_id: Option<Uuid>,
    /// Whose credit goes back
    debtor_id: Option<Uuid>,
    purpose: PurposeCode,
    status: PayoutStatusCode,
    /// ISO 4217
    currency: &'static str,
    /// What is owed
    gross: i64,
    /// What is sent: less what is set off
    amount: i64,
    due_on: NaiveDate,
    released: Option<ReleasedPayoutBody>,
    executed_on: Option<NaiveDate>,
    returned_on: Option<NaiveDate>,
    /// Why it came back
    return_reason: Option<String>,
    /// The one that came back, in place of which this one is paid
    replaces: Option<Uuid>,
}

impl From<&Payout> for PayoutBody {
    fn from(payout: &Payout) -> Self {
        let Payout { id, payee, purpose, currency, gross, due_on, status, release, executed_on, returned, replaces } = payout;
        let (receipt, debtor) = match *payee {
            Payee::Seller { .. } => (None, None),
            Payee::Payer { receipt, credit_of } => (Some(receipt), credit_of),
        };
        Self {
            id: id.0,
            company_id: payout.company().map(|id| id.0),
            receivable_id: payout.about().map(|id| id.0),
            receipt_id: receipt.map(|id| id.0),
            debtor_id: debtor.map(|id| id.0),
            purpose: Code(*purpose),
            status: Code(*status),
            currency: currency.code(),
            gross: gross.get(),
            amount: payout.net().get(),
            due_on: *due_on,
            released: release.as_ref().map(ReleasedPayoutBody::from),
            executed_on: *executed_on,
            returned_on: returned.as_ref().map(|returned| returned.on),
            return_reason: returned.as_ref().map(|returned| returned.reason.as_str().to_owned()),
            replaces: replaces.map(|id| id.0),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PayoutListBody {
    pub(crate) data: Vec<PayoutBody>,
    /// Where the next page begins
    pub(crate) next: Option<Uuid>,
}

/// Where a page of payouts begins.
pub(crate) fn parse_payout(text: &str) -> Result<PayoutId, Invalid> {
    Uuid::try_parse(text).map(PayoutId).map_err(|_| Invalid::Malformed)
}
