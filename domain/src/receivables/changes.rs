//! What changes in a receivable, and why it does not.

use super::{
    conditions::Unmet,
    confirmation::NotAsked,
    evidence::{Dispute, Evidence, Exception, Hold},
    facts::{Facts, Figures, InvoiceDocument},
    receivable::Agreement,
    status::{Action, ReceivableStatus},
    stops::Stop,
};
use crate::{
    identity::operator::OperatorRight,
    kernel::{
        coded::Coded,
        ids::{DebtorId, UserId},
        minor::Minor,
    },
    parties::membership::MemberRight,
};

/// Why a receivable stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Blocked {
    /// As if there were none: it is of other companies.
    #[error("it is another company's")]
    NotTheirs,
    #[error("a member's role does not let them {}", .0.code())]
    NotMembers(MemberRight),
    #[error("an operator's roles do not let them {}", .0.code())]
    NotOperators(OperatorRight),
    #[error("an operator's own company")]
    OwnCompany,
    #[error("not while it is {}", .0.code())]
    NotNow(ReceivableStatus),
    /// Whoever entered it does not approve it; with those who can.
    #[error("it takes another person")]
    FourEyes(Vec<UserId>),
    /// A buyer does not take its word back.
    #[error("in a programme it takes a credit note of the whole amount")]
    OnlyByCreditNote,
    /// Of what it buys, the house itself enters what the seller sent the debtor.
    #[error("the house enters credit notes")]
    HouseEnters,
    #[error("a factored invoice is shown")]
    NoDocument,
    #[error("it has as many documents as it can hold")]
    TooManyDocuments,
    #[error("it has no such document")]
    NoSuchDocument,
    #[error("it is held")]
    Held,
    #[error("it is not held")]
    NotHeld,
    #[error("it is disputed")]
    Disputed,
    #[error("it is not disputed")]
    NotDisputed,
    /// All of it is paid or deducted.
    #[error("nothing of it is open")]
    NothingOpen,
    /// No check that can be lifted stands in its way, or not this one.
    #[error("no such check stands in its way")]
    NothingToLift,
    /// There is no facility, or no debtor, to sell it under.
    #[error("nothing to sell it under")]
    NoAgreement,
    /// More than is owed, or nothing; with the most.
    #[error("not an amount of it")]
    AmountOutOfRange(Minor),
    /// Nobody pays on a day that is over.
    #[error("a day that is over")]
    DayInPast,
    /// An invoice is due after its own day.
    #[error("not a day after that of the invoice")]
    DueNotAfterIssue,
    #[error("{} is still open", .0.get())]
    StillOpen(Minor),
    #[error("its payout waits")]
    Stopped(Vec<Stop>),
    #[error(transparent)]
    Unmet(#[from] Unmet),
    /// Its debtor is not asked.
    #[error("its debtor is not asked")]
    NotAsked(NotAsked),
}

/// What changed, so that the store writes that and the trail tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    FactsSaved {
        before: Box<Facts>,
    },
    DocumentAttached(InvoiceDocument),
    DocumentRemoved(InvoiceDocument),
    DebtorKnown(DebtorId),
    /// Offered under another facility, or other terms.
    AgreementChanged {
        before: Option<Agreement>,
    },
    Moved {
        action: Action,
        from: ReceivableStatus,
    },
    FiguresChanged {
        before: Figures,
    },
    EvidenceAdded(Evidence),
    Held,
    Released {
        before: Hold,
    },
    Disputed {
        before: Option<Dispute>,
    },
    DisputeEnded {
        before: Dispute,
    },
    /// What had ended it was taken back.
    DisputeReopened {
        before: Dispute,
    },
    ExceptionMade(Exception),
}
