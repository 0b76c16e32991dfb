//! Papers.

use crate::kernel::sql_types::{DbTime, DbUuid};
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
