//! What a financing costs: the offer, what time makes of it, the settlement, and why each cent.

pub mod course;
pub mod offer;
pub mod price;
pub mod rates;
pub mod settlement;
pub mod statement;
