//! Companies and the parties they deal with.

use crate::{
    identity::schema::{sessions, sign_ins, users},
    kernel::sql_types::{DbTime, DbUuid},
};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    companies (id) {
        id -> DbUuid,
        legal_name -> Nullable<Text>,
        legal_entity -> Nullable<Text>,
        created_at -> DbTime,
        team_version -> BigInt,
        closed_at -> Nullable<DbTime>,
        introduced_by -> Nullable<DbUuid>,
        introduced_name -> Nullable<Text>,
        introduced_country -> Nullable<Text>,
        introduced_number -> Nullable<Text>,
        alone_from -> Nullable<DbTime>,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    memberships (user_id) {
        user_id -> DbUuid,
        company_id -> DbUuid,
        role -> Text,
        since -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    invitations (id) {
        id -> DbUuid,
        company_id -> DbUuid,
        email -> Text,
        role -> Text,
        invited_by -> DbUuid,
        token_hash -> Binary,
        created_at -> DbTime,
        expires_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    debtors (id) {
        id -> DbUuid,
        legal_entity -> Text,
        legal_name -> Text,
        created_at -> DbTime,
        version -> BigInt,
        state -> Text,
        contact_name -> Nullable<Text>,
        contact_email -> Nullable<Text>,
        merged_into -> Nullable<DbUuid>,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    debtor_limits (debtor_id, currency) {
        debtor_id -> DbUuid,
        currency -> Text,
        amount_minor -> BigInt,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    debtor_marks (kind, value, debtor_id) {
        kind -> Text,
        value -> Text,
        debtor_id -> DbUuid,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    buyers (id) {
        id -> DbUuid,
        company_id -> DbUuid,
        debtor_id -> Nullable<DbUuid>,
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

diesel::joinable!(memberships -> users (user_id));
diesel::allow_tables_to_appear_in_same_query!(memberships, users);
diesel::joinable!(memberships -> companies (company_id));
diesel::joinable!(invitations -> companies (company_id));
diesel::joinable!(invitations -> users (invited_by));
diesel::allow_tables_to_appear_in_same_query!(memberships, sessions);
diesel::allow_tables_to_appear_in_same_query!(memberships, sign_ins);
diesel::allow_tables_to_appear_in_same_query!(memberships, companies);
diesel::allow_tables_to_appear_in_same_query!(invitations, companies);
diesel::allow_tables_to_appear_in_same_query!(invitations, users);
diesel::allow_tables_to_appear_in_same_query!(companies, users);
