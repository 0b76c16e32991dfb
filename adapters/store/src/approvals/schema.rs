//! What waits for a second person.

use crate::kernel::sql_types::{DbTime, DbUuid};
use diesel::table;

table! {
    use super::{DbTime, DbUuid};
    use diesel::sql_types::*;
    approvals (id) {
        id -> DbUuid,
        action -> Text,
        subject -> DbUuid,
        proposal -> Text,
        proposed_by -> DbUuid,
        proposed_at -> DbTime,
        expires_at -> DbTime,
        state -> Text,
        decided_by -> Nullable<DbUuid>,
        decided_at -> Nullable<DbTime>,
        note -> Nullable<Text>,
        open_approval -> Nullable<Text>,
    }
}

table! {
    use super::DbUuid;
    use diesel::sql_types::*;
    approval_debtors (approval, debtor) {
        approval -> DbUuid,
        debtor -> DbUuid,
        waits -> Bool,
    }
}

table! {
    use super::DbUuid;
    waiting_payouts (payout) {
        payout -> DbUuid,
        approval -> DbUuid,
    }
}
