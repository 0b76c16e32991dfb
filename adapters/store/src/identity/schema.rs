//! Accounts, and what goes with them.

use crate::kernel::sql_types::{DbTime, DbUuid};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    users (id) {
        id -> DbUuid,
        email -> Text,
        email_verified -> Bool,
        fname -> Text,
        lname -> Text,
        phone -> Nullable<Text>,
        verified_phone -> Nullable<Text>,
        country -> Nullable<Text>,
        role -> Text,
        password_hash -> Nullable<Text>,
        created_at -> DbTime,
        second_factor -> Bool,
        version -> BigInt,
        language -> Text,
        operator_roles -> Text,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    sessions (id) {
        id -> DbUuid,
        user_id -> DbUuid,
        created_at -> DbTime,
        expires_at -> DbTime,
        awaits_code -> Bool,
        last_used_at -> Nullable<DbTime>,
        browser -> Nullable<Text>,
        system -> Nullable<Text>,
        stepped_up_at -> Nullable<DbTime>,
        confirmed_act -> Nullable<Binary>,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    sign_ins (user_id) {
        user_id -> DbUuid,
        last_at -> DbTime,
    }
}

table! {
    use super::DbTime;
    use diesel::sql_types::*;
    known_addresses (hash) {
        hash -> Binary,
        used_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    links (id) {
        id -> DbUuid,
        user_id -> DbUuid,
        purpose -> Text,
        email -> Text,
        token_hash -> Binary,
        created_at -> DbTime,
        expires_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    phone_proofs (subject, authenticated_at, issued_at) {
        subject -> Text,
        authenticated_at -> DbTime,
        issued_at -> DbTime,
        user_id -> DbUuid,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    second_factors (user_id) {
        user_id -> DbUuid,
        id -> DbUuid,
        confirmed -> Bool,
        last_step -> BigInt,
        recovery_left -> SmallInt,
        created_at -> DbTime,
    }
}

diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(sign_ins -> users (user_id));
diesel::allow_tables_to_appear_in_same_query!(users, sign_ins);
diesel::allow_tables_to_appear_in_same_query!(users, sessions);
