//! What the screens need.

use crate::{kernel::unavailable::Unavailable, receivables::ports::Hidden};
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    identity::{session::Session, user::User},
    kernel::{
        ids::{CompanyId, SessionId},
        minor::Minor,
        money::Currency,
    },
    onboarding::{application::ApplicationId, company::CompanyDetails, status::OnboardingStatus},
    parties::{buyer::Buyer, membership::Membership},
    receivables::{first_cash::SetUp, status::ReceivableStatus},
};
use uuid::Uuid;

/// What every visit begins with.
#[async_trait]
pub trait FirstScreens: Send + Sync {
    /// The session, whose it is and their membership, as `Memberships::by_session`, and what their first screen shows: one
    /// call, for it is the most frequent of all.
    async fn first_screen(&self, session: SessionId) -> Result<Option<(Session, User, Membership, Overview)>, Unavailable>;
}

/// Status, company and pending buyers of somebody's company.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Overview {
    pub status: OnboardingStatus,
    pub company: CompanyDetails,
    pub pending_buyers: Vec<Buyer>,
}

/// What the house begins its day with.
#[async_trait]
pub trait Desks: Send + Sync {
    /// What there is, added up as of one moment, without the receivables that are hidden and without payouts to that company:
    /// whoever belongs to it leaves that to others. The sums of payments only where they are asked for.
    async fn desk_sums(&self, but: Hidden, has_payments: bool) -> Result<DeskSums, Unavailable>;

    /// What is to be set up for companies that were approved, without what concerns this one: the kinds in their order, of each the
    /// longest waiting first, at most `most`.
    async fn setting_up(&self, but: CompanyId, most: i64) -> Result<Vec<SetUpRow>, Unavailable>;
}

/// Something that is to be set up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetUpRow {
    pub kind: SetUp,
    /// What it is about: a company, a facility, a buyer, a debtor.
    pub id: Uuid,
    /// Of a company or a buyer: the application it is looked at in.
    pub application: Option<ApplicationId>,
    /// None of a debtor, which may owe several companies.
    pub company: Option<CompanyId>,
    pub company_name: Option<String>,
    /// A buyer's or a debtor's name.
    pub name: Option<String>,
    pub since: DateTime<Utc>,
}

/// Sums, each by currency in the order of its code: amounts in minor units.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeskSums {
    pub limits: Vec<LimitSum>,
    /// By currency and day.
    pub due: Vec<DueSum>,
    pub payments: Option<PaymentSums>,
}

/// Of the limits of facilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitSum {
    pub currency: Currency,
    /// What is bought and out, what is committed, and what sellers owe, under all facilities.
    pub in_use: Minor,
    /// What is not in use of each active facility's limit; one that is passed takes nothing from another one.
    pub headroom: Minor,
}

/// What is due on one day of what was sold and is not at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueSum {
    pub due_on: NaiveDate,
    /// Of what is bought: what debtors have neither paid nor been let off. What nothing is open of does not count.
    pub bought: Sum,
    /// Of what the house is bound to buy and has not paid out yet: all that was sold of it.
    pub committed: Sum,
}

impl DueSum {
    /// Bought: its payout was released, or set off whole. Only this ages.
    pub const BOUGHT: ReceivableStatus = ReceivableStatus::Funded;
    /// A commitment: accepted, and not paid out.
    pub const COMMITTED: ReceivableStatus = ReceivableStatus::Accepted;
}

/// So many of one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sum {
    pub currency: Currency,
    pub count: i64,
    pub amount: Minor,
}

/// Of what was paid, and of what is to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PaymentSums {
    /// Payouts that nobody released yet.
    pub payouts: Vec<Sum>,
    /// Receipts of which something is not explained, and what of them is not.
    pub unexplained: Vec<Sum>,
    /// Invoices that are accepted and not paid out yet, and what was received of them. With what is not explained it is all that lies
    /// in suspense.
    pub early: Vec<Sum>,
}
