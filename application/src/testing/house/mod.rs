//! The house.

mod builders;
pub(super) mod fake;

pub mod contracts;

pub use builders::{house_account, house_details};
