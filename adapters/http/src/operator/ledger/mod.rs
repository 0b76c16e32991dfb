//! The ledger.

pub(crate) mod accounts;
pub(crate) mod entries;
pub(crate) mod reports;

use serde::Serialize;
use sooner_domain::{
    kernel::minor::Minor,
    ledger::account::{Account, Owner},
};
use sooner_shared::coded_body::{AccountClassCode, AccountKindCode, Code, OwnerKindCode};
use utoipa::ToSchema;
use uuid::Uuid;

/// An amount on one of the two sides; the other one is 0. In minor units.
#[derive(Serialize, ToSchema)]
pub(crate) struct SidesBody {
    debit: i64,
    credit: i64,
}

impl From<Minor> for SidesBody {
    fn from(amount: Minor) -> Self {
        Self { debit: amount.or_zero().get(), credit: (-amount).or_zero().get() }
    }
}

/// Whose account it is.
#[derive(Serialize, ToSchema)]
struct OwnerBody {
    kind: OwnerKindCode,
    /// Absent for the house
    id: Option<Uuid>,
}

/// An account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountBody {
    /// Such as `bank.EUR`, or `reserves.EUR.` and an id
    account_id: String,
    account: AccountKindCode,
    class: AccountClassCode,
    currency: &'static str,
    owner: OwnerBody,
}

impl From<Account> for AccountBody {
    fn from(account: Account) -> Self {
        let owner: Owner = account.owner();
        Self {
            account_id: account.to_string(),
            account: Code(account.kind()),
            class: Code(account.kind().class()),
            currency: account.currency().code(),
            owner: OwnerBody { kind: Code(owner.kind()), id: owner.id() },
        }
    }
}
