//! Who is using the product, and how they prove it.

pub mod client;
pub mod link;
pub mod operator;
pub mod password;
pub mod phone_proof;
pub mod second_factor;
pub mod session;
pub mod user;
