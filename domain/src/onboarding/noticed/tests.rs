//! What is noticed, and what is not.
