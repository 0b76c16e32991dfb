//! A payout, as it is shown.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sooner_application::{
    cash::{Releasable, SetOff, ToldBatch, ToldPayout},
    payments::bank::{BatchRecord, BatchSum, FileWritten},
};
use sooner_domain::{
    identity::user::User,
    kernel::{Invalid, ids::ApprovalId},
    payments::{
        answer::Answered,
        payout::{Payee, Payout, PayoutId, Release, Returned},
    },
};
use sooner_shared::{
    coded_body::{Code, PayeeCheckCode, PayoutStatusCode, PurposeCode, StandingCode, StopCode},
    form_body::BankAccountBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// What was kept back for a receivable.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetOffBody {
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
    /// Of an advance that is not released: the day on which that invoice was due, where it is overdue
    overdue_since: Option<NaiveDate>,
    /// What goes back to its payer
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
    /// Why it came back; none where the bank gave no reason
    return_reason: Option<String>,
    /// The one that came back, in place of which this one is paid
    replaces: Option<Uuid>,
    /// Why that one came back; none where the bank gave no reason
    came_back: Option<String>,
    /// For operators: the approval that its release waits for
    approval_id: Option<Uuid>,
    /// For operators
    bank_answer: Option<BankAnswerBody>,
    /// For operators, of what is due to a company
    releasable: Option<ReleasableBody>,
    /// Everything that stops it, of what is due to a company; it goes on once nothing does
    stops: Vec<StopCode>,
}

/// How it could be released now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReleasableBody {
    /// Where it would be sent to
    account: BankAccountBody,
    /// The bank sent back what was paid to this account last
    account_failed: Option<AccountFailedBody>,
}

/// What was paid to an account last came back
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountFailedBody {
    on: NaiveDate,
    /// None where the bank gave no reason
    reason: Option<String>,
}

impl From<&Returned> for AccountFailedBody {
    fn from(returned: &Returned) -> Self {
        Self { on: returned.on, reason: why(returned) }
    }
}

impl From<&Releasable> for ReleasableBody {
    fn from(Releasable { account, stops: _, account_failed }: &Releasable) -> Self {
        Self { account: BankAccountBody::from(account), account_failed: account_failed.as_ref().map(AccountFailedBody::from) }
    }
}

/// Why it came back, as far as the bank says.
pub(crate) fn why(returned: &Returned) -> Option<String> {
    returned.reason.as_ref().map(|reason| reason.as_str().to_owned())
}

impl From<&ToldPayout> for PayoutBody {
    fn from(told: &ToldPayout) -> Self {
        let ToldPayout { payout, invoice, debtor, kind: _, overdue_since, set_offs, came_back } = told;
        let Payout {
            id,
            payee,
            fact: _,
            passed_on_of: _,
            purpose,
            currency,
            gross,
            due_on,
            status,
            release,
            executed_on,
            returned,
            replaces,
        } = payout;
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
            overdue_since: *overdue_since,
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
            return_reason: returned.as_ref().and_then(why),
            replaces: replaces.map(|id| id.0),
            came_back: came_back.as_ref().and_then(why),
            approval_id: None,
            bank_answer: None,
            releasable: None,
            stops: Vec::new(),
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

    /// The same, with what stops it now.
    pub(crate) fn stopped(self, releasable: Option<&Releasable>) -> Self {
        let stops = releasable.map(|releasable| releasable.stops.iter().copied().map(Code).collect());
        Self { stops: stops.unwrap_or_default(), ..self }
    }

    /// The same, with how it could be released now, and what stops it.
    pub(crate) fn releasable(self, releasable: Option<&Releasable>) -> Self {
        Self { releasable: releasable.map(ReleasableBody::from), ..self.stopped(releasable) }
    }
}

/// Payouts that were released together.
#[derive(Serialize, ToSchema)]
pub(crate) struct PayoutBatchBody {
    id: Uuid,
    /// What people call it
    number: i64,
    /// Those that order it from the bank and were fetched, by currency
    files: Vec<FetchedFileBody>,
    /// By currency, in the order of its code: of all its payouts, whichever are listed
    sums: Vec<BatchSumBody>,
}

/// What a batch pays in one currency. Amounts are in minor units, without what is kept back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BatchSumBody {
    /// ISO 4217
    currency: &'static str,
    payouts: i64,
    net: i64,
    /// How many of them the bank has not answered for
    waiting: i64,
    waiting_net: i64,
}

impl From<&BatchSum> for BatchSumBody {
    fn from(BatchSum { currency, payouts, net, waiting, waiting_net }: &BatchSum) -> Self {
        let (net, waiting_net) = (net.get(), waiting_net.get());
        Self { currency: currency.code(), payouts: *payouts, net, waiting: *waiting, waiting_net }
    }
}

/// That the file of a batch was fetched.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FetchedFileBody {
    /// ISO 4217
    currency: &'static str,
    /// When that was for the first time
    first_at: DateTime<Utc>,
    /// Who that was
    by: Option<String>,
}

impl From<&ToldBatch> for PayoutBatchBody {
    fn from(ToldBatch { record: BatchRecord { id, number, files, sums }, people }: &ToldBatch) -> Self {
        let fetched = |FileWritten { currency, by, at }: &FileWritten| FetchedFileBody {
            currency: currency.code(),
            first_at: *at,
            by: people.get(by).map(User::name),
        };
        let sums = sums.iter().map(BatchSumBody::from).collect();
        Self { id: id.0, number: *number, files: files.iter().map(fetched).collect(), sums }
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PayoutListBody {
    pub(crate) data: Vec<PayoutBody>,
    /// For operators: the batches in which those of the page were released
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) batches: Option<Vec<PayoutBatchBody>>,
    /// For a company: what stops every payout of what it sells now, so that no day is certain
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) stops: Option<Vec<StopCode>>,
    /// Where the next page begins
    pub(crate) next: Option<Uuid>,
}

/// Where a page of payouts begins.
pub(crate) fn parse_payout(text: &str) -> Result<PayoutId, Invalid> {
    Uuid::try_parse(text).map(PayoutId).map_err(|_| Invalid::Malformed)
}
