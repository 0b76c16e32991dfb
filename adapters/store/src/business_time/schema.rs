//! Business time, where it is moved.

use diesel::table;

table! {
    use diesel::sql_types::*;
    test_clock (id) {
        id -> SmallInt,
        ahead_micros -> BigInt,
    }
}
