//! The facts that mails about money tell.

use chrono::NaiveDate;
use sooner_domain::kernel::{
    coded::Coded,
    ids::{LinkId, ReceivableId},
    money::Money,
    return_reason::ReturnReason,
    text::Line,
};

/// What an amount is of a matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Of the invoice, with tax.
    Face,
    Disputed,
    /// What was sent to the seller, after what was kept back.
    PaidOut,
    /// What was kept back of a payout for what the seller owed.
    KeptBack,
    Received,
    /// What the seller gets at the end.
    Released,
    /// What the seller owes at the end.
    Owed,
    Open,
    /// Of a facility.
    Limit,
    /// Of what somebody proposes.
    Proposed,
    /// What the seller gets at once by an offer.
    Payout,
    /// The most that is kept back of it for what the seller owes.
    MayKeepBack,
    /// What the seller gets by an offer when its buyer pays all of it on the due date.
    WhenPaid,
    /// What the seller then owes instead.
    OwedWhenPaid,
    /// What an offer costs, without taxes.
    Cost,
    /// On the fees of an offer.
    Tax,
}

impl Coded for Figure {
    const NAME: &'static str = "Figure";
    const ALL: &'static [Self] = &[
        Self::Face,
        Self::Disputed,
        Self::PaidOut,
        Self::KeptBack,
        Self::Received,
        Self::Released,
        Self::Owed,
        Self::Open,
        Self::Limit,
        Self::Proposed,
        Self::Payout,
        Self::MayKeepBack,
        Self::WhenPaid,
        Self::OwedWhenPaid,
        Self::Cost,
        Self::Tax,
    ];

    fn code(self) -> &'static str {
        match self {
            Self::Face => "face",
            Self::Disputed => "disputed",
            Self::PaidOut => "paid_out",
            Self::KeptBack => "kept_back",
            Self::Received => "received",
            Self::Released => "released",
            Self::Owed => "owed",
            Self::Open => "open",
            Self::Limit => "limit",
            Self::Proposed => "proposed",
            Self::Payout => "payout",
            Self::MayKeepBack => "may_keep_back",
            Self::WhenPaid => "when_paid",
            Self::OwedWhenPaid => "owed_when_paid",
            Self::Cost => "cost",
            Self::Tax => "tax",
        }
    }
}

/// An amount, and what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    pub figure: Figure,
    pub money: Money,
}

/// One thing that a mail about money is about: as a rule, an invoice. No bank account is ever part of it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Matter {
    /// Whose page it links to.
    pub receivable: Option<ReceivableId>,
    /// The invoice's number, as its seller wrote it.
    pub invoice: Option<Line>,
    /// Who owes, as the seller calls them; to a buyer, its supplier.
    pub debtor: Option<Line>,
    pub amounts: Vec<Amount>,
    /// The business date on which it happened or is due: the mail says which.
    pub on: Option<NaiveDate>,
    /// By which its reader says something of it, in place of its page.
    pub link: Option<LinkId>,
    /// Of what came back: why, where the bank gave a reason that has words. What else it wrote is in no mail.
    pub came_back: Option<ReturnReason>,
}
