//! Agreements under which a company's receivables are bought.

#[cfg(test)]
pub(crate) mod examples;
pub mod exposure;
pub mod terms;
