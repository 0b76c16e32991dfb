//! Receivables.

pub(super) mod fake;

mod books;
mod course;
mod course_back;
mod desk;
mod dice;
pub(super) mod examples;
mod market;
mod money_examples;
mod programmes;
mod releases;
mod samples;
mod scene;
mod trader;

pub mod by_hand_contracts;
pub mod contracts;
pub mod course_contracts;
pub mod figures_contracts;
pub mod import_contracts;
pub mod list_contracts;
pub mod merge_contracts;
pub mod model;
pub mod money_race_contracts;
pub mod perhaps_booked_contracts;
pub mod programme_contracts;
pub mod race_contracts;
pub mod release_contracts;
pub mod sale_contracts;
pub mod seller_money_contracts;
pub mod statement_contracts;
pub mod statement_twin_contracts;
pub mod undo_contracts;
pub mod undone_contracts;

pub use market::{Seller, invoice};
pub use money_examples::{a_book_of_every_part, a_book_of_everything, a_book_of_lines_and_merged_debtors, a_book_that_was_changed};
pub use programmes::{Buying, as_seen, payable, programme_terms};
pub use releases::releasing;
pub use trader::Trader;
