//! What the bank answers to an order before it shows on a statement.

use crate::kernel::{coded::coded_enum, text::Line};
use chrono::{DateTime, Utc};

coded_enum!(
    /// What the bank says it does with an order, or with one transfer of it.
    Standing {
        /// It will carry it out, or has.
        Accepted = "accepted",
        /// It has not decided.
        Pending = "pending",
        /// It will not carry it out.
        Rejected = "rejected",
    }
);

coded_enum!(
    /// Whether the payee's name is that of their account, as their bank says.
    PayeeCheck {
        Match = "match",
        /// Nearly: a letter, a form of law.
        CloseMatch = "close_match",
        NoMatch = "no_match",
        /// The other bank could not say.
        NotPossible = "not_possible",
    }
);

/// The answer to one order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderAnswer {
    /// The id of the message that is answered: ours.
    pub of: String,
    /// What is said of all of it that is not said of a transfer.
    pub whole: Option<Standing>,
    pub reason: Option<String>,
    pub transfers: Vec<TransferAnswer>,
}

/// What is said of one transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransferAnswer {
    /// Its end-to-end id: ours.
    pub id: String,
    pub standing: Option<Standing>,
    pub check: Option<PayeeCheck>,
    /// Why, as the bank says it: its codes, its words, the name it found.
    pub reason: Option<String>,
}

/// What is known of a transfer by now from all that the bank answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    pub standing: Option<Standing>,
    pub check: Option<PayeeCheck>,
    pub reason: Option<Line>,
    pub at: DateTime<Utc>,
}

impl Answered {
    /// With what the bank said before, where it says nothing of that now.
    pub fn after(self, before: Option<Self>) -> Self {
        let Some(before) = before else { return self };
        Self {
            standing: self.standing.or(before.standing),
            check: self.check.or(before.check),
            reason: self.reason.or(before.reason),
            at: self.at,
        }
    }
}
