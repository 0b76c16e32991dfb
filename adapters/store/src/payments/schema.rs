//! Payouts and receipts.

use crate::kernel::sql_types::{DbTime, DbUuid};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    payouts (id) {
        id -> DbUuid,
        company_id -> Nullable<DbUuid>,
        receivable_id -> Nullable<DbUuid>,
        purpose -> Text,
        currency -> Text,
        gross -> BigInt,
        due_on -> Date,
        status -> Text,
        batch_id -> Nullable<DbUuid>,
        released_by -> Nullable<DbUuid>,
        released_at -> Nullable<DbTime>,
        released_on -> Nullable<Date>,
        set_off -> Nullable<BigInt>,
        account -> Nullable<Text>,
        executed_on -> Nullable<Date>,
        returned_on -> Nullable<Date>,
        return_reason -> Nullable<Text>,
        replaces -> Nullable<DbUuid>,
        receipt_id -> Nullable<DbUuid>,
        debtor_id -> Nullable<DbUuid>,
        fact_id -> Nullable<DbUuid>,
        passed_on_of -> Nullable<DbUuid>,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    payout_batches (number) {
        number -> BigInt,
        id -> DbUuid,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    bank_files (batch_id, currency) {
        batch_id -> DbUuid,
        currency -> Text,
        content -> Text,
        sha256 -> Binary,
        written_by -> DbUuid,
        written_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    receipts (id) {
        id -> DbUuid,
        booked_on -> Date,
        value_on -> Date,
        amount -> BigInt,
        currency -> Text,
        payer_name -> Nullable<Text>,
        payer_iban -> Nullable<Text>,
        text -> Nullable<Text>,
        entered_by -> DbUuid,
        entered_at -> DbTime,
        unexplained -> BigInt,
        sent_back -> BigInt,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    allocations (id) {
        id -> DbUuid,
        receipt_id -> DbUuid,
        receivable_id -> Nullable<DbUuid>,
        company_id -> Nullable<DbUuid>,
        debtor_id -> Nullable<DbUuid>,
        amount -> BigInt,
        by_user -> DbUuid,
        at -> DbTime,
        undone_at -> Nullable<DbTime>,
        payout_id -> Nullable<DbUuid>,
        entry_id -> Nullable<DbUuid>,
        recognised_by -> Nullable<Text>,
        quoted -> Nullable<Text>,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    statements (id) {
        id -> DbUuid,
        sha256 -> Binary,
        place -> Integer,
        account -> Text,
        currency -> Text,
        name -> Text,
        opened_on -> Nullable<Date>,
        opening -> Nullable<BigInt>,
        closed_on -> Nullable<Date>,
        closing -> Nullable<BigInt>,
        lines -> Integer,
        taken -> Integer,
        differs -> BigInt,
        imported_by -> DbUuid,
        imported_at -> DbTime,
        sequence -> Nullable<BigInt>,
        content -> Nullable<Binary>,
        excludes_later -> Bool,
        later -> BigInt,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    statement_lines (id) {
        id -> DbUuid,
        statement_id -> DbUuid,
        place -> Integer,
        key -> Binary,
        booked_on -> Date,
        value_on -> Date,
        amount -> BigInt,
        currency -> Text,
        other_name -> Nullable<Text>,
        other_iban -> Nullable<Text>,
        text -> Nullable<Text>,
        names -> Text,
        returned -> Nullable<Text>,
        is_charge -> Bool,
        outcome -> Text,
        about_id -> Nullable<DbUuid>,
        entry -> Nullable<Integer>,
        entry_amount -> Nullable<BigInt>,
        reference -> Nullable<Text>,
    }
}

table! {
    use diesel::sql_types::*;
    statement_accounts (account, currency) {
        account -> Text,
        currency -> Text,
        moves -> BigInt,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    statement_days (statement_id, told_on) {
        statement_id -> DbUuid,
        told_on -> Date,
        balance_from -> BigInt,
        balance_to -> BigInt,
        stretch_id -> DbUuid,
        opening -> BigInt,
        closing -> BigInt,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    statement_held (id) {
        id -> DbUuid,
        statement_id -> DbUuid,
        place -> Integer,
        currency -> Text,
        entry -> Integer,
        entry_amount -> BigInt,
        reference -> Nullable<Text>,
        at_line -> Integer,
        what -> Nullable<Text>,
        booked_on -> Nullable<Date>,
        line -> Nullable<Text>,
        balance_from -> Nullable<BigInt>,
        balance_to -> Nullable<BigInt>,
        why -> Text,
        perhaps_id -> Nullable<DbUuid>,
        was -> Nullable<BigInt>,
        decision -> Nullable<Text>,
        decided_by -> Nullable<DbUuid>,
        decided_at -> Nullable<DbTime>,
        legible -> Nullable<Text>,
        known_as -> Nullable<DbUuid>,
        reason -> Nullable<Text>,
        proven -> Bool,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    bank_answers (payout_id) {
        payout_id -> DbUuid,
        iban -> Nullable<Text>,
        standing -> Nullable<Text>,
        payee_check -> Nullable<Text>,
        reason -> Nullable<Text>,
        answered_at -> DbTime,
    }
}

table! {
    use super::DbUuid;
    statement_line_entries (entry_id) {
        entry_id -> DbUuid,
        line_id -> DbUuid,
    }
}

table! {
    use super::DbUuid;
    statement_line_receipts (receipt_id) {
        receipt_id -> DbUuid,
        line_id -> DbUuid,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    remembered_payers (id) {
        id -> DbUuid,
        debtor_id -> DbUuid,
        mark -> Text,
        value -> Text,
        remembered_by -> DbUuid,
        remembered_at -> DbTime,
        forgotten_by -> Nullable<DbUuid>,
        forgotten_at -> Nullable<DbTime>,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    receipt_notes (id) {
        id -> DbUuid,
        receipt_id -> DbUuid,
        text -> Text,
        noted_by -> DbUuid,
        noted_at -> DbTime,
    }
}

table! {
    use super::DbUuid;
    receipt_owners (receipt_id) {
        receipt_id -> DbUuid,
        owner_id -> DbUuid,
    }
}

diesel::joinable!(statement_line_entries -> statement_lines (line_id));
diesel::joinable!(statement_line_receipts -> statement_lines (line_id));
diesel::joinable!(statement_lines -> statements (statement_id));
diesel::joinable!(statement_days -> statements (statement_id));
diesel::joinable!(statement_held -> statements (statement_id));
diesel::allow_tables_to_appear_in_same_query!(statements, statement_days, statement_held);
diesel::allow_tables_to_appear_in_same_query!(statements, statement_lines);
diesel::allow_tables_to_appear_in_same_query!(statement_held, statement_lines);
diesel::allow_tables_to_appear_in_same_query!(receipts, allocations, statement_lines, statement_line_entries, statement_line_receipts);
