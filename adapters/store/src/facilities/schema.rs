//! What is in use of each limit.

use crate::kernel::sql_types::DbUuid;
use diesel::table;

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
