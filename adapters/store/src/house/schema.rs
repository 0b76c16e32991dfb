//! What is set for the house.

use diesel::table;

table! {
    house_settings (id) {
        id -> Integer,
        version -> BigInt,
        details -> Text,
        reference_code -> Nullable<Text>,
    }
}

table! {
    house_accounts (currency) {
        house_id -> Integer,
        currency -> Text,
        holder -> Text,
        iban -> Text,
        bic -> Nullable<Text>,
    }
}

diesel::joinable!(house_accounts -> house_settings (house_id));
diesel::allow_tables_to_appear_in_same_query!(house_settings, house_accounts);
