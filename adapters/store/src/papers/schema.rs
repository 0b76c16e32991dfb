//! Papers.

use crate::{
    kernel::sql_types::{DbTime, DbUuid},
    parties::schema::{companies, debtors},
    receivables::schema::receivables,
};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    papers (kind, about, company_id, language) {
        kind -> Text,
        about -> DbUuid,
        company_id -> DbUuid,
        language -> Text,
        content -> Binary,
        sha256 -> Binary,
        made_by -> DbUuid,
        made_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    notices (id) {
        id -> DbUuid,
        kind -> Text,
        debtor_id -> DbUuid,
        made_on -> Date,
        language -> Text,
        sent_to -> Text,
        code_hash -> Binary,
        claims -> BigInt,
        ibans -> Text,
        content -> Binary,
        sha256 -> Binary,
        made_at -> DbTime,
    }
}

table! {
    use super::DbUuid;
    notice_claims (receivable_id, notice_id) {
        receivable_id -> DbUuid,
        notice_id -> DbUuid,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    told_debtors (receivable_id) {
        receivable_id -> DbUuid,
        debtor_id -> DbUuid,
        told -> Text,
        told_on -> Date,
        lacking -> Text,
    }
}

table! {
    fee_invoice_numbers (year) {
        year -> Integer,
        last -> BigInt,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    fee_invoices (id) {
        id -> DbUuid,
        company_id -> DbUuid,
        year -> Integer,
        place -> BigInt,
        month -> Date,
        made_on -> Date,
        made_at -> DbTime,
        currency -> Text,
        net -> BigInt,
        tax -> BigInt,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    fee_invoice_lines (entry_id) {
        entry_id -> DbUuid,
        invoice_id -> DbUuid,
        line -> Integer,
        dated_on -> Date,
        receivable_id -> DbUuid,
        invoice_number -> Text,
        debtor -> Text,
        charged_for -> Text,
        net -> BigInt,
        rate -> Integer,
        tax -> BigInt,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    fee_invoice_papers (invoice_id, language) {
        invoice_id -> DbUuid,
        language -> Text,
        content -> Binary,
        sha256 -> Binary,
    }
}

diesel::joinable!(notice_claims -> notices (notice_id));
diesel::joinable!(told_debtors -> receivables (receivable_id));
diesel::joinable!(told_debtors -> debtors (debtor_id));
diesel::allow_tables_to_appear_in_same_query!(notice_claims, notices);
diesel::allow_tables_to_appear_in_same_query!(told_debtors, receivables);
diesel::allow_tables_to_appear_in_same_query!(told_debtors, debtors);
diesel::allow_tables_to_appear_in_same_query!(receivables, debtors);
diesel::allow_tables_to_appear_in_same_query!(told_debtors, companies);
diesel::allow_tables_to_appear_in_same_query!(debtors, companies);
diesel::allow_columns_to_appear_in_same_group_by_clause!(
    debtors::legal_name,
    debtors::id,
    told_debtors::told,
    told_debtors::lacking,
    companies::id,
    companies::legal_name
);
