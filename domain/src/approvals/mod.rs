//! Two pairs of eyes: what one person proposes and another one approves before it takes effect.

pub mod approval;
pub mod proposal;
pub mod title;
