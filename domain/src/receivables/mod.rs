//! What is owed on one invoice, from its entry to its end: what may be done with it, what it is checked for, and what can be
//! sold now.

pub mod fingerprint;
pub mod reference;
pub mod similarity;
pub mod status;
