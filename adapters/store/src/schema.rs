//! The tables, once for both databases.

use super::kernel::types::{DbJson, DbTime, DbUuid};
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
    use super::{DbJson, DbTime, DbUuid};
    use diesel::sql_types::*;
    applications (id) {
        id -> DbUuid,
        user_id -> DbUuid,
        status -> SmallInt,
        version -> BigInt,
        submissions -> Integer,
        form -> DbJson,
        requests -> DbJson,
        updated_at -> DbTime,
        reviewer_id -> Nullable<DbUuid>,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    documents (id) {
        id -> DbUuid,
        application_id -> DbUuid,
        kind -> Text,
        name -> Text,
        file_type -> Text,
        size_bytes -> BigInt,
        sha256 -> Binary,
        uploaded_at -> DbTime,
        verdict -> Text,
        verdict_reason -> Nullable<Text>,
    }
}

table! {
    use super::{DbJson, DbTime, DbUuid};
    use diesel::sql_types::*;
    submissions (application_id, number) {
        application_id -> DbUuid,
        number -> Integer,
        form -> DbJson,
        documents -> DbJson,
        buyers -> DbJson,
        submitted_at -> DbTime,
    }
}

table! {
    use super::{DbJson, DbTime, DbUuid};
    use diesel::sql_types::*;
    transitions (id) {
        id -> BigInt,
        application_id -> DbUuid,
        at -> DbTime,
        action -> Text,
        from_status -> SmallInt,
        to_status -> SmallInt,
        by_user -> DbUuid,
        reasons -> DbJson,
        note -> Nullable<Text>,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    buyers (id) {
        id -> DbUuid,
        seller_id -> DbUuid,
        legal_name -> Text,
        country -> Text,
        registration_number -> Text,
        contact_name -> Text,
        contact_email -> Text,
        volume_minor -> BigInt,
        volume_currency -> Text,
        payment_terms_days -> Integer,
        status -> Text,
        created_at -> DbTime,
    }
}

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
    }
}

table! {
    use super::DbTime;
    use diesel::sql_types::*;
    budgets (name, key) {
        name -> Text,
        key -> Text,
        ends_at -> DbTime,
        spent -> Integer,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    idempotency_keys (user_id, operation, key) {
        user_id -> DbUuid,
        operation -> Text,
        key -> Text,
        content -> Binary,
        result -> DbUuid,
        made_at -> DbTime,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    search_words (word, application_id) {
        word -> Text,
        application_id -> DbUuid,
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

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    audit (number) {
        number -> BigInt,
        at -> DbTime,
        actor -> Text,
        action -> Text,
        about -> DbUuid,
        subject -> DbUuid,
        changes -> Text,
        request -> Text,
        previous -> Binary,
        hash -> Binary,
    }
}

diesel::joinable!(applications -> users (user_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(documents -> applications (application_id));
diesel::allow_tables_to_appear_in_same_query!(users, sessions, applications);
diesel::allow_tables_to_appear_in_same_query!(applications, documents);
