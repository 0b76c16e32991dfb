//! Receivables, their documents, and what happened to them.

use crate::{
    kernel::sql_types::{DbTime, DbUuid},
    parties::schema::companies,
};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    receivables (id) {
        id -> DbUuid,
        version -> BigInt,
        reference -> Text,
        seller_id -> DbUuid,
        buyer_id -> Nullable<DbUuid>,
        programme_buyer_id -> Nullable<DbUuid>,
        debtor_id -> Nullable<DbUuid>,
        booked_with -> Nullable<DbUuid>,
        facility_id -> Nullable<DbUuid>,
        terms_version -> Nullable<BigInt>,
        invoice_number -> Text,
        normalised_number -> Text,
        visible_number -> Text,
        issued_on -> Date,
        due_on -> Date,
        face -> BigInt,
        currency -> Text,
        owed -> BigInt,
        owed_due_on -> Date,
        status -> Text,
        fingerprint -> Nullable<Binary>,
        series -> BigInt,
        entered_by -> DbUuid,
        entered_at -> DbTime,
        submitted_at -> Nullable<DbTime>,
        payout_on -> Nullable<Date>,
        accepted_with -> Nullable<DbUuid>,
        open -> BigInt,
        out -> BigInt,
        diluted -> BigInt,
        with_seller -> BigInt,
        details -> Text,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    receivable_documents (id) {
        id -> DbUuid,
        receivable_id -> DbUuid,
        name -> Text,
        sha256 -> Binary,
        uploaded_at -> DbTime,
        instructions -> Nullable<Text>,
        stated -> Nullable<Text>,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    receivable_facts (id) {
        id -> DbUuid,
        receivable_id -> DbUuid,
        place -> BigInt,
        kind -> Text,
        happened_on -> Date,
        value_on -> Nullable<Date>,
        due_on -> Nullable<Date>,
        amount -> Nullable<BigInt>,
        money_from -> Nullable<Text>,
        loss_cause -> Nullable<Text>,
        cause -> Nullable<DbUuid>,
        by_user -> Nullable<DbUuid>,
        at -> DbTime,
        taken_back -> Bool,
        booked_before -> Bool,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    confirmations (id) {
        id -> DbUuid,
        token_hash -> Binary,
        receivable_id -> DbUuid,
        sent_to -> Text,
        asked_by -> Nullable<DbUuid>,
        created_at -> DbTime,
        expires_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    debtor_statements (id) {
        id -> DbUuid,
        confirmation_id -> DbUuid,
        receivable_id -> DbUuid,
        answer -> Text,
        amount -> Nullable<BigInt>,
        due_on -> Nullable<Date>,
        reason -> Nullable<Text>,
        note -> Nullable<Text>,
        at -> DbTime,
        address -> Text,
    }
}

table! {
    use diesel::sql_types::*;
    receivable_numbers (id) {
        id -> SmallInt,
        last -> BigInt,
    }
}

diesel::joinable!(receivables -> companies (seller_id));
diesel::allow_tables_to_appear_in_same_query!(receivables, companies);
diesel::allow_tables_to_appear_in_same_query!(receivables, receivable_documents);
