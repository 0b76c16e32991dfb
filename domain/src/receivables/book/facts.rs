//! What can happen to a receivable after its acceptance.

use crate::kernel::{coded::coded_enum, minor::Minor};
use chrono::NaiveDate;

coded_enum!(
    /// Where money for a receivable came from.
    MoneyFrom {
        /// The debtor paid the house.
        Debtor = "debtor",
        /// It was on the house's account already, unexplained.
        Suspense = "suspense",
        /// The debtor's own credit was used.
        DebtorCredit = "debtor_credit",
        /// The seller sent it: what the debtor had paid it, or its own.
        Seller = "seller",
        /// The same, and it was on the house's account already, unexplained.
        SellerSuspense = "seller_suspense",
        /// The debtor paid the seller, and the house kept as much of what it owes the seller.
        SetOff = "set_off",
    }
);

impl MoneyFrom {
    /// Whether it is the seller's: what it had of the debtor's money, which it has no more, or its own.
    pub fn is_sellers(self) -> bool {
        matches!(self, Self::Seller | Self::SellerSuspense | Self::SetOff)
    }

    /// Whether it lay in suspense until it was said what it is for.
    pub fn lay_in_suspense(self) -> bool {
        matches!(self, Self::Suspense | Self::SellerSuspense)
    }

    /// The same money, sent by the seller.
    #[must_use]
    pub fn by_seller(self) -> Self {
        match self {
            Self::Debtor => Self::Seller,
            Self::Suspense => Self::SellerSuspense,
            other => other,
        }
    }
}

coded_enum!(
    /// Why a receivable was written off.
    LossCause {
        Insolvency = "insolvency",
        Default = "default",
        /// Not a credit risk: the seller bears it, but in a programme.
        Other = "other",
    }
);

coded_enum!(
    /// What becomes of the charge for being late when a programme's receivable is written off.
    LateCharge {
        /// Its buyer owes it beside what was lost.
        Claimed = "claimed",
        /// As earlier releases had it: the books hold no such claim.
        Forgone = "forgone",
    }
);

coded_enum!(
    /// Whose it is what came beyond the face of a receivable that was rejected.
    Overpayment {
        /// The seller’s as far as it sent it, else the debtor’s credit.
        Credited = "credited",
        /// As earlier releases had it: all that came was passed on to the seller.
        PassedOn = "passed_on",
    }
);

/// Money for one receivable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Receipt {
    /// The bank's value day, from which it counts.
    pub value_on: NaiveDate,
    /// The day of its entry: the bank's booking day, or when it was explained, used or set off.
    pub booked_on: NaiveDate,
    pub amount: Minor,
    pub from: MoneyFrom,
}

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    Received(Receipt),
    /// Accepted by mistake, or fraud: nothing is charged, and money that came is passed on.
    Rejected {
        on: NaiveDate,
        overpayment: Overpayment,
    },
    /// The payout was released, or set off to nothing.
    Funded {
        on: NaiveDate,
    },
    /// The bank carried out the payout, or it was set off to nothing.
    Executed {
        on: NaiveDate,
    },
    /// The payout came back: what is out counts from when it is carried out anew.
    Returned {
        on: NaiveDate,
    },
    /// The seller's credit note to the debtor.
    Credited {
        /// The note's own day, which counts for time.
        on: NaiveDate,
        /// The business date on which it was entered, which is the day of its entry.
        booked_on: NaiveDate,
        amount: Minor,
    },
    /// The debtor did not pay this part, and the seller bears it.
    Deducted {
        on: NaiveDate,
        amount: Minor,
        cause: DeductionCause,
    },
    /// The debtor paid the seller instead of the house. It stays open until the seller passes it on, or it is set off.
    PaidToSeller {
        on: NaiveDate,
        amount: Minor,
    },
    /// The debtor was given more time.
    Extended {
        on: NaiveDate,
        due_on: NaiveDate,
    },
    /// All that is open is closed: a deduction, which the seller bears; in a programme the house's loss.
    ClosedShort {
        on: NaiveDate,
    },
    ChargedBack {
        on: NaiveDate,
    },
    WrittenOff {
        on: NaiveDate,
        cause: LossCause,
        late: LateCharge,
    },
}

impl Fact {
    /// Whether it stays when what came before it is taken back: that the house bought it or did not, and what the bank did with the
    /// payout.
    pub fn stays(&self) -> bool {
        matches!(self, Self::Funded { .. } | Self::Rejected { .. } | Self::Executed { .. } | Self::Returned { .. })
    }

    /// The day it counts from: of money its value day.
    pub fn counts_from(&self) -> NaiveDate {
        match *self {
            Self::Received(Receipt { value_on, .. }) => value_on,
            Self::Rejected { on, .. }
            | Self::Funded { on }
            | Self::Executed { on }
            | Self::Returned { on }
            | Self::Credited { on, .. }
            | Self::Deducted { on, .. }
            | Self::PaidToSeller { on, .. }
            | Self::Extended { on, .. }
            | Self::ClosedShort { on }
            | Self::ChargedBack { on }
            | Self::WrittenOff { on, .. } => on,
        }
    }
}

coded_enum!(
    /// Why the seller bears a part that the debtor did not pay.
    DeductionCause {
        /// A dispute over it was lost in part.
        Dispute = "dispute",
        /// The debtor paid within the time for which the invoice grants a cash discount.
        CashDiscount = "cash_discount",
    }
);

coded_enum!(
    /// Why a fact cannot be, or cannot be taken back.
    Refused {
        /// Nothing, or less than nothing.
        NoAmount = "no_amount",
        NotFunded = "not_funded",
        AlreadyFunded = "already_funded",
        /// The payout has not been carried out.
        NotExecuted = "not_executed",
        AlreadyExecuted = "already_executed",
        /// The bank cannot carry out a payout before its release.
        BeforeFunding = "before_funding",
        NothingOpen = "nothing_open",
        MoreThanOpen = "more_than_open",
        /// Credit notes would be more than the invoice.
        MoreThanFace = "more_than_face",
        /// The buyer of a programme promised to pay this amount on this day.
        NotInProgramme = "not_in_programme",
        /// An extension goes beyond the due date.
        NotLater = "not_later",
        /// It is at its end, or was rejected.
        Ended = "ended",
        NothingToUndo = "nothing_to_undo",
        /// A sale cannot be taken back like this.
        NotUndoable = "not_undoable",
        /// More was paid out than the fact gave the seller.
        NotGiven = "not_given",
    }
);
