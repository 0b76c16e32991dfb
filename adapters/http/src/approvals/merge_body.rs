//! What merging two debtors comes to, as it is shown before it is proposed and while it waits.

use super::body::SoldOnBothBody;
use serde::Serialize;
use sooner_application::{
    approvals::{MergeOutlook, MergeSide, MergedUse},
    cash::{DebtorAccounts, OwedBeside},
    receivables::ports::OpenInvoices,
};
use sooner_domain::{
    kernel::{minor::Minor, money::Currency},
    parties::debtor::{NoticeContact, Parts},
};
use sooner_shared::{
    coded_body::{Code, DebtorStateCode},
    form_body::MoneyBody,
};
use utoipa::ToSchema;
use uuid::Uuid;

fn money(currency: Currency, amount: Minor) -> MoneyBody {
    MoneyBody { amount: amount.get(), currency: currency.code().to_owned() }
}

/// What is open of what was sold, in one currency.
#[derive(Serialize, ToSchema)]
struct OpenInvoicesBody {
    /// ISO 4217
    currency: &'static str,
    invoices: i64,
    /// In minor units
    open: i64,
}

/// What lies on a debtor’s accounts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MergedAccountsBody {
    /// What it has paid too much
    credits: Vec<MoneyBody>,
    /// Refunds of credits that were taken back since, and charges for paying late
    owed: Vec<MoneyBody>,
}

/// One of the two, as it is now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MergeSideBody {
    id: Uuid,
    version: i64,
    legal_name: String,
    /// Country, register and number, such as `DE:R:HRB12345`
    legal_entity: String,
    state: DebtorStateCode,
    /// The contact for notices of assignment, as name and address
    contact: Option<String>,
    limits: Vec<MoneyBody>,
    /// Of the limits
    in_use: Vec<MoneyBody>,
    open_invoices: Vec<OpenInvoicesBody>,
    /// How many sellers name it
    sellers: i64,
    /// For those who see payments
    #[serde(skip_serializing_if = "Option::is_none")]
    accounts: Option<MergedAccountsBody>,
}

fn named(contact: &NoticeContact) -> String {
    format!("{} · {}", contact.name.as_str(), contact.email.as_str())
}

impl From<&OpenInvoices> for OpenInvoicesBody {
    fn from(OpenInvoices { debtor: _, currency, invoices, open }: &OpenInvoices) -> Self {
        Self { currency: currency.code(), invoices: *invoices, open: open.get() }
    }
}

impl From<&DebtorAccounts> for MergedAccountsBody {
    fn from(DebtorAccounts { credits, owed }: &DebtorAccounts) -> Self {
        let owed = owed.iter().map(|OwedBeside { currency, refunds, late_charges }| money(*currency, *refunds + *late_charges));
        Self { credits: credits.iter().copied().map(MoneyBody::from).collect(), owed: owed.collect() }
    }
}

impl From<&MergeSide> for MergeSideBody {
    fn from(MergeSide { debtor, sellers, in_use, open, accounts }: &MergeSide) -> Self {
        let Parts { id, version, legal_name, legal_entity, state, limits, contact, .. } = debtor.parts();
        Self {
            id: id.0,
            version: *version,
            legal_name: legal_name.as_str().to_owned(),
            legal_entity: legal_entity.key(),
            state: Code(*state),
            contact: contact.as_ref().map(named),
            limits: limits.iter().map(MoneyBody::from).collect(),
            in_use: in_use.iter().map(|(currency, amount)| money(*currency, *amount)).collect(),
            open_invoices: open.iter().map(OpenInvoicesBody::from).collect(),
            sellers: *sellers,
            accounts: accounts.as_ref().map(MergedAccountsBody::from),
        }
    }
}

/// What of a limit is in use once both are one. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MergedUseBody {
    /// ISO 4217
    currency: &'static str,
    limit: i64,
    in_use: i64,
    /// More is in use than the limit: nothing more is bought until that changes
    is_over: bool,
}

/// What merging one debtor into another one comes to now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MergeOutlookBody {
    gone: MergeSideBody,
    stays: MergeSideBody,
    /// What the house makes of the one that stays from then on; none where they cannot be merged
    state: Option<DebtorStateCode>,
    /// Its contact for notices of assignment from then on
    contact: Option<String>,
    in_use: Vec<MergedUseBody>,
    /// What is sold on both: as long as there is any, they cannot be merged
    sold_on_both: Vec<SoldOnBothBody>,
}

impl From<&MergeOutlook> for MergeOutlookBody {
    fn from(MergeOutlook { gone, stays, merged, in_use, sold_on_both }: &MergeOutlook) -> Self {
        let merged = merged.as_ref().ok().map(|debtor| debtor.parts());
        let used = |of: &MergedUse| {
            let MergedUse { currency, limit, in_use } = of;
            MergedUseBody { currency: currency.code(), limit: limit.get(), in_use: in_use.get(), is_over: of.is_over() }
        };
        Self {
            gone: gone.into(),
            stays: stays.into(),
            state: merged.map(|parts| Code(parts.state)),
            contact: merged.and_then(|parts| parts.contact.as_ref()).map(named),
            in_use: in_use.iter().map(used).collect(),
            sold_on_both: sold_on_both.iter().map(SoldOnBothBody::from).collect(),
        }
    }
}
