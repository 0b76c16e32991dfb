//! Agreements under which a company's receivables are bought.

pub mod actions;
pub mod comparison;
#[cfg(test)]
pub(crate) mod examples;
pub mod exposure;
pub mod facility;
pub mod status;
pub mod supplier;
pub mod terms;
