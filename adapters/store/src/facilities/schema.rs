//! Agreements with companies.

use crate::{
    kernel::sql_types::{DbTime, DbUuid},
    onboarding::schema::applications,
    parties::schema::companies,
};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    facilities (id) {
        id -> DbUuid,
        company_id -> DbUuid,
        kind -> Text,
        currency -> Text,
        status -> Text,
        version -> BigInt,
        created_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    terms_versions (facility_id, number) {
        facility_id -> DbUuid,
        number -> Integer,
        terms -> Text,
        hash -> Binary,
        proposed_by -> DbUuid,
        proposed_at -> DbTime,
        state -> Text,
        ended_by -> Nullable<DbUuid>,
        ended_at -> Nullable<DbTime>,
        signed_name -> Nullable<Text>,
        address -> Nullable<Text>,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    suppliers (id) {
        id -> DbUuid,
        version -> BigInt,
        buyer_id -> DbUuid,
        company_id -> DbUuid,
        legal_name -> Text,
        country -> Text,
        registration_number -> Text,
        listed_supplier -> Text,
        email -> Text,
        discount_rate -> Nullable<Integer>,
        automatic -> Text,
        automatic_above -> Nullable<BigInt>,
        automatic_currency -> Nullable<Text>,
        added_by -> DbUuid,
        added_at -> DbTime,
        left_at -> Nullable<DbTime>,
    }
}

table! {
    use diesel::sql_types::*;
    advertised_terms (kind, currency) {
        kind -> Text,
        currency -> Text,
        terms -> Text,
        hash -> Binary,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    exposures (owner_id, ceiling, part) {
        ceiling -> Text,
        owner_id -> DbUuid,
        part -> Text,
        in_use -> BigInt,
    }
}

diesel::joinable!(facilities -> companies (company_id));
diesel::allow_tables_to_appear_in_same_query!(facilities, companies);
diesel::allow_tables_to_appear_in_same_query!(facilities, applications);
diesel::allow_tables_to_appear_in_same_query!(suppliers, companies);
diesel::allow_tables_to_appear_in_same_query!(suppliers, applications);
