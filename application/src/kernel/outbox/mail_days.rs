//! On which days of the house mails count.

use crate::kernel::unavailable::Unavailable;
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};

/// Which day it is for whoever writes the mails.
#[async_trait]
pub trait MailDays: Send + Sync {
    async fn day_of(&self, at: DateTime<Utc>) -> Result<MailDay, Unavailable>;
}

/// How a mail goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    Alone,
    InDigest,
}

/// The day a mail counts to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MailDay {
    pub date: NaiveDate,
    /// When what is kept back that day goes out.
    pub digest_at: DateTime<Utc>,
}
