//! The ledger.

use crate::kernel::sql_types::{DbTime, DbUuid};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    ledger_entries (id) {
        id -> DbUuid,
        dated_on -> Date,
        booked_at -> DbTime,
        event -> Text,
        subject -> DbUuid,
        cause -> Nullable<DbUuid>,
        reverses -> Nullable<DbUuid>,
        lines -> SmallInt,
        number -> Nullable<BigInt>,
        previous -> Nullable<Binary>,
        hash -> Nullable<Binary>,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    ledger_postings (entry_id, line) {
        entry_id -> DbUuid,
        line -> SmallInt,
        kind -> Text,
        currency -> Text,
        owner_id -> DbUuid,
        receivable_id -> Nullable<DbUuid>,
        amount -> BigInt,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    ledger_balances (kind, currency, owner_id) {
        kind -> Text,
        currency -> Text,
        owner_id -> DbUuid,
        balance -> BigInt,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    ledger_shares (kind, currency, owner_id, receivable_id) {
        kind -> Text,
        currency -> Text,
        owner_id -> DbUuid,
        receivable_id -> DbUuid,
        held -> BigInt,
    }
}

table! {
    use super::DbTime;
    use diesel::sql_types::*;
    ledger_horizons (known_at) {
        known_at -> DbTime,
        number -> BigInt,
    }
}

diesel::joinable!(ledger_postings -> ledger_entries (entry_id));
diesel::allow_tables_to_appear_in_same_query!(ledger_entries, ledger_postings);
