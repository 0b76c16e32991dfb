//! A payout, as it is shown.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sooner_application::receivables::{SetOff, ToldPayout};
use sooner_domain::{
    kernel::{Invalid, ids::ApprovalId},
    payments::{
        answer::Answered,
        payout::{Payee, Payout, PayoutId, Release},
    },
};
use sooner_shared::{
    coded_body::{Code, PayeeCheckCode, PayoutStatusCode, PurposeCode, StandingCode},
    form_body::BankAccountBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// What was kept back for a receivable.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetOffBody {
    receivable_id: Uuid,
    invoice_number: String,
    amount: i64,
}

impl From<&SetOff> for SetOffBody {
    fn from(SetOff { receivable, number, amount }: &SetOff) -> Self {
        Self { receivable_id: receivable.0, invoice_number: number.clone(), amount: amount.get() }
    }
}

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
    /// For which invoices: adds up to `setOff`
    set_offs: Vec<SetOffBody>,
    /// Where it was sent to
    account: BankAccountBody,
}

impl ReleasedPayoutBody {
    fn new(Release { batch, by: _, at, on, set_off, account }: &Release, set_offs: &[SetOff]) -> Self {
        let (batch_id, account) = (batch.map(|batch| batch.0), BankAccountBody::from(&**account));
        let set_offs = set_offs.iter().map(SetOffBody::from).collect();
        Self { batch_id, at: *at, on: *on, set_off: set_off.get(), set_offs, account }
    }
}

/// What the bank answered to its order, before it shows on a statement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BankAnswerBody {
    /// What it does with it; none where it has not said
    standing: Option<StandingCode>,
    /// Whether the payee’s name is that of the account
    payee_check: Option<PayeeCheckCode>,
    /// In the bank’s words and codes
    reason: Option<String>,
    at: DateTime<Utc>,
}

impl From<&Answered> for BankAnswerBody {
    fn from(Answered { standing, check, reason, at }: &Answered) -> Self {
        let reason = reason.as_ref().map(|reason| reason.as_str().to_owned());
        Self { standing: standing.map(Code), payee_check: check.map(Code), reason, at: *at }
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
    /// The number of that invoice
    invoice_number: Option<String>,
    /// Who owes on it
    debtor_name: Option<String>,
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
    /// Why that one came back
    came_back: Option<String>,
    /// Told to operators: the approval that its release waits for
    approval_id: Option<Uuid>,
    /// Told to operators
    bank_answer: Option<BankAnswerBody>,
}

impl From<&ToldPayout> for PayoutBody {
    fn from(told: &ToldPayout) -> Self {
        let ToldPayout { payout, invoice, debtor, set_offs, came_back } = told;
        let Payout { id, payee, purpose, currency, gross, due_on, status, release, executed_on, returned, replaces } = payout;
        let (receipt, credit_of) = match *payee {
            Payee::Company { .. } => (None, None),
            Payee::Payer { receipt, credit_of } => (Some(receipt), credit_of),
        };
        Self {
            id: id.0,
            company_id: payout.company().map(|id| id.0),
            receivable_id: payout.about().map(|id| id.0),
            invoice_number: invoice.clone(),
            debtor_name: debtor.clone(),
            receipt_id: receipt.map(|id| id.0),
            debtor_id: credit_of.map(|id| id.0),
            purpose: Code(*purpose),
            status: Code(*status),
            currency: currency.code(),
            gross: gross.get(),
            amount: payout.net().get(),
            due_on: *due_on,
            released: release.as_ref().map(|release| ReleasedPayoutBody::new(release, set_offs)),
            executed_on: *executed_on,
            returned_on: returned.as_ref().map(|returned| returned.on),
            return_reason: returned.as_ref().map(|returned| returned.reason.as_str().to_owned()),
            replaces: replaces.map(|id| id.0),
            came_back: came_back.as_ref().map(|returned| returned.reason.as_str().to_owned()),
            approval_id: None,
            bank_answer: None,
        }
    }
}

impl PayoutBody {
    /// The same, with the approval that its release waits for.
    pub(crate) fn waiting(self, approval: Option<ApprovalId>) -> Self {
        Self { approval_id: approval.map(|id| id.0), ..self }
    }

    /// The same, with what the bank answered.
    pub(crate) fn answered(self, answered: Option<&Answered>) -> Self {
        Self { bank_answer: answered.map(BankAnswerBody::from), ..self }
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
