//! What every use case stands on: time, ids, one form of transaction, and what is written with it.

pub mod audit;
pub mod budgets;
pub mod chain;
pub mod clock;
pub mod commit;
pub mod expiry;
pub mod idempotency;
pub mod ids;
pub mod jobs;
pub mod outbox;
pub mod paging;
pub mod pause;
pub mod rate_limits;
pub mod readiness;
pub mod sender;
pub mod table;
pub mod too_many;
pub mod turns;
pub mod unavailable;
pub mod weeks;
