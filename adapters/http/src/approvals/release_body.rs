//! What releasing payouts would do, as it is shown before it is confirmed and to whoever approves it.

use chrono::NaiveDate;
use serde::Serialize;
use sooner_application::approvals::{FourEyes, ProposedRelease, ReleaseView};
use sooner_domain::payments::{
    release::{BalanceChange, Funds, PayeeSum, ReleaseWarning, Sending},
    statement::Balance,
};
use sooner_shared::{
    coded_body::{Code, ReleaseWarningCode},
    form_body::BankAccountBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// What the bank's last statement of the house's account in a currency ends with.
#[derive(Serialize, ToSchema)]
struct LastClosingBody {
    on: NaiveDate,
    /// In minor units, below zero where the account is overdrawn
    amount: i64,
}

impl From<Balance> for LastClosingBody {
    fn from(Balance { on, amount }: Balance) -> Self {
        Self { on, amount: amount.get() }
    }
}

/// What the house has at its bank in a currency, before and after. Amounts are in minor units of `currency`, below zero where there is
/// less than nothing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BalanceChangeBody {
    /// ISO 4217
    currency: &'static str,
    /// What the account holds by the ledger
    bank: i64,
    /// What the bank’s last statement of it ends with; none where there is no statement
    statement: Option<LastClosingBody>,
    /// What people entered as having left and no statement shows; nothing where there is no statement
    untold: i64,
    /// What is released and not yet debited
    in_transit: i64,
    /// What is left to release from: the lower of `bank`, and of `statement` less `untold`; less `inTransit`
    before: i64,
    /// What is ordered from the bank by this release
    released: i64,
    /// What is left then: `before` less `released`
    after: i64,
}

impl From<&BalanceChange> for BalanceChangeBody {
    fn from(balance: &BalanceChange) -> Self {
        let BalanceChange { funds, released } = balance;
        Self {
            currency: funds.currency.code(),
            bank: funds.bank.get(),
            statement: funds.statement.map(LastClosingBody::from),
            untold: funds.untold.get(),
            in_transit: funds.in_transit.get(),
            before: funds.free().get(),
            released: released.get(),
            after: balance.after().get(),
        }
    }
}

/// What the house has at its bank in a currency. Amounts are in minor units of `currency`, below zero where there is less than nothing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FundsBody {
    /// ISO 4217
    currency: &'static str,
    /// What the account holds by the ledger
    bank: i64,
    /// What the bank’s last statement of it ends with; none where there is no statement
    statement: Option<LastClosingBody>,
    /// What people entered as having left and no statement shows; nothing where there is no statement
    untold: i64,
    /// What is released and not yet debited
    in_transit: i64,
    /// What is left to release from: the lower of `bank`, and of `statement` less `untold`; less `inTransit`
    left: i64,
}

impl From<&Funds> for FundsBody {
    fn from(funds: &Funds) -> Self {
        let Funds { currency, bank, statement, untold, in_transit } = funds;
        Self {
            currency: currency.code(),
            bank: bank.get(),
            statement: statement.map(LastClosingBody::from),
            untold: untold.get(),
            in_transit: in_transit.get(),
            left: funds.free().get(),
        }
    }
}

/// What a payee gets in a currency. Amounts are in minor units of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayeeSumBody {
    company_id: Uuid,
    company_name: Option<String>,
    /// ISO 4217
    currency: &'static str,
    /// Where it is sent to
    account: BankAccountBody,
    /// How many payouts
    payouts: usize,
    /// What is owed to the company
    gross: i64,
    /// What the company owes and is kept back
    set_off: i64,
    /// What is sent: `gross` less `setOff`
    net: i64,
}

/// What is sent of a payout. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SendingBody {
    id: Uuid,
    company_id: Uuid,
    /// ISO 4217
    currency: &'static str,
    gross: i64,
    set_off: i64,
    /// What is sent: `gross` less `setOff`
    net: i64,
    /// The bank sent back what was paid to its account last
    account_failed: bool,
    /// It is paid in place of one that came back
    is_again: bool,
}

impl From<&Sending> for SendingBody {
    fn from(sending: &Sending) -> Self {
        Self {
            id: sending.payout.0,
            company_id: sending.company.0,
            currency: sending.currency().code(),
            gross: sending.gross.amount_minor(),
            set_off: sending.set_off.get(),
            net: sending.net().get(),
            account_failed: sending.account_failed,
            is_again: sending.is_again,
        }
    }
}

/// What is to be thought of, and how often.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WarningCountBody {
    code: ReleaseWarningCode,
    /// Of `overdrawn` so many currencies, of the others so many payouts
    count: usize,
    /// Whether a release with it needs a reason
    needs_reason: bool,
}

impl From<(ReleaseWarning, usize)> for WarningCountBody {
    fn from((warning, count): (ReleaseWarning, usize)) -> Self {
        Self { code: Code(warning), count, needs_reason: warning.needs_reason() }
    }
}

/// What releasing payouts together would do now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReleaseOutlookBody {
    /// Of what is sent to which payee and account: 64 hexadecimal digits
    hash: String,
    /// Of each currency that is paid in
    balances: Vec<BalanceChangeBody>,
    /// What each payee gets: adds up to what is released
    payees: Vec<PayeeSumBody>,
    /// In the order in which they are released
    payouts: Vec<SendingBody>,
    /// None where nothing speaks against it
    warnings: Vec<WarningCountBody>,
    /// Whether it is released with a reason only
    needs_reason: bool,
    /// Whether the release waits for a second person
    needs_approval: bool,
}

impl From<&ReleaseView> for ReleaseOutlookBody {
    fn from(view: &ReleaseView) -> Self {
        let outlook = &view.outlook;
        let payee = |sum: &PayeeSum| PayeeSumBody {
            company_id: sum.company.0,
            company_name: view.names.get(&sum.company).cloned(),
            currency: sum.currency.code(),
            account: BankAccountBody::from(&sum.account),
            payouts: sum.payouts,
            gross: sum.gross.get(),
            set_off: sum.set_off.get(),
            net: sum.net().get(),
        };
        Self {
            hash: view.hash(),
            balances: outlook.balances().iter().map(BalanceChangeBody::from).collect(),
            payees: outlook.payees().iter().map(payee).collect(),
            payouts: outlook.sendings.iter().map(SendingBody::from).collect(),
            warnings: outlook.warnings().into_iter().map(WarningCountBody::from).collect(),
            needs_reason: !outlook.needs_reason_for().is_empty(),
            needs_approval: view.four_eyes == FourEyes::On,
        }
    }
}

/// A release that waits for a second person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProposedReleaseBody {
    /// What it would do now; none where it is not possible
    now: Option<ReleaseOutlookBody>,
    /// It is not what was proposed any more, needs a reason that was not given, or is not possible: it cannot be approved
    is_overtaken: bool,
}

impl From<&ProposedRelease> for ProposedReleaseBody {
    fn from(ProposedRelease { now, is_overtaken }: &ProposedRelease) -> Self {
        Self { now: now.as_ref().map(ReleaseOutlookBody::from), is_overtaken: *is_overtaken }
    }
}
