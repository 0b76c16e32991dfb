//! Ends of days, and what they wrote down.

use crate::kernel::sql_types::{DbTime, DbUuid};
use diesel::table;

table! {
    use super::DbTime;
    use diesel::sql_types::*;
    end_of_days (business_date) {
        business_date -> Date,
        version -> BigInt,
        state -> Text,
        started_at -> DbTime,
    }
}

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    end_of_day_steps (business_date, step) {
        business_date -> Date,
        step -> Text,
        state -> Text,
        after_id -> Nullable<DbUuid>,
        seen -> BigInt,
        changed -> BigInt,
        failures -> BigInt,
        failure -> Nullable<Text>,
        failure_about -> Nullable<Text>,
        ended_at -> Nullable<DbTime>,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    end_of_day_tasks (receivable_id, kind, due_on) {
        receivable_id -> DbUuid,
        kind -> Text,
        due_on -> Date,
        raised_on -> Date,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    end_of_day_reminders (receivable_id, due_on, days) {
        receivable_id -> DbUuid,
        due_on -> Date,
        days -> BigInt,
        sent_on -> Date,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    end_of_day_results (business_date, receivable_id) {
        business_date -> Date,
        receivable_id -> DbUuid,
        kind -> Text,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    end_of_day_positions (business_date, facility_id, debtor_id, currency, bucket) {
        business_date -> Date,
        facility_id -> DbUuid,
        debtor_id -> DbUuid,
        currency -> Text,
        bucket -> Text,
        receivables -> BigInt,
        open -> BigInt,
        out -> BigInt,
        reserve -> BigInt,
    }
}
