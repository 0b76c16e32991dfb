//! What every write leaves behind.

use crate::kernel::sql_types::{DbTime, DbUuid};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    outbox (id) {
        id -> DbUuid,
        recipient -> Text,
        name -> Text,
        content -> Text,
        link_id -> Nullable<DbUuid>,
        created_at -> DbTime,
        due_at -> DbTime,
        attempts -> Integer,
        last_error -> Nullable<Text>,
        buried -> Bool,
        language -> Text,
        details -> Nullable<Text>,
        sent_as -> Nullable<Text>,
    }
}

table! {
    use super::DbTime;
    use diesel::sql_types::*;
    rate_limits (name, key) {
        name -> Text,
        key -> Text,
        ends_at -> DbTime,
        spent -> Integer,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    idempotency_keys (user_id, key) {
        user_id -> DbUuid,
        key -> Text,
        content -> Binary,
        result -> DbUuid,
        made_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    leases (name) {
        name -> Text,
        node -> DbUuid,
        held_until -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    audit_records (id) {
        id -> DbUuid,
        number -> Nullable<BigInt>,
        format -> SmallInt,
        at -> DbTime,
        actor -> Text,
        action -> Text,
        user_id -> Nullable<DbUuid>,
        company_id -> Nullable<DbUuid>,
        debtor_id -> Nullable<DbUuid>,
        thing -> DbUuid,
        changes -> Text,
        request -> Text,
        previous -> Nullable<Binary>,
        hash -> Nullable<Binary>,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    audit_values (record_id) {
        record_id -> DbUuid,
        opened -> Text,
    }
}

diesel::joinable!(audit_values -> audit_records (record_id));
diesel::allow_tables_to_appear_in_same_query!(audit_records, audit_values);
