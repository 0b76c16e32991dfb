//! Applications.

use crate::{
    identity::schema::{sessions, users},
    kernel::sql_types::{DbJson, DbTime, DbUuid},
    parties::schema::{companies, memberships},
};
use diesel::table;

table! {
    use super::{DbJson, DbTime, DbUuid};
    use diesel::sql_types::*;
    applications (id) {
        id -> DbUuid,
        company_id -> DbUuid,
        applicant_id -> DbUuid,
        status -> SmallInt,
        version -> BigInt,
        submissions -> Integer,
        form -> DbJson,
        requests -> DbJson,
        waiting_since -> DbTime,
        reviewer_id -> Nullable<DbUuid>,
        company_key -> Text,
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
        replaced_at -> Nullable<DbTime>,
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
    use super::DbUuid;
    use diesel::sql_types::*;
    search_words (word, application_id) {
        word -> Text,
        application_id -> DbUuid,
    }
}

diesel::joinable!(applications -> users (applicant_id));
diesel::joinable!(documents -> applications (application_id));
diesel::allow_tables_to_appear_in_same_query!(applications, documents);
diesel::allow_tables_to_appear_in_same_query!(applications, users);
diesel::allow_tables_to_appear_in_same_query!(applications, sessions);
diesel::allow_tables_to_appear_in_same_query!(applications, memberships);
diesel::allow_tables_to_appear_in_same_query!(applications, companies);
diesel::allow_tables_to_appear_in_same_query!(applications, submissions);
