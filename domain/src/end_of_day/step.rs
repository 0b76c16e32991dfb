//! What is done at the end of a day, and how it comes out.

use crate::kernel::coded::coded_enum;

coded_enum!(
    /// A step, in the order in which they are done.
    EndOfDayStep {
        /// What is offered is looked at afresh: what may not be sold any more is submitted again.
        Checks = "checks",
        /// What was not sold in time; what suppliers of programmes are paid early without asking.
        Lapse = "lapse",
        /// What debtors are told in writing: whose the claims against them are.
        Letters = "letters",
        /// What companies were charged with tax in months that are over: an invoice for each.
        Invoices = "invoices",
        /// What became overdue, and what may be charged back or counts as a default from now on.
        Overdue = "overdue",
        /// What the house has outstanding, by facility, debtor and age.
        Positions = "positions",
        /// Whether balances are what was posted, and what is in use of limits what receivables have in use.
        Balances = "balances",
    }
);

coded_enum!(
    /// How far a step is.
    StepState {
        /// To be done, or half done.
        Open = "open",
        /// It is tried again.
        Failed = "failed",
        Done = "done",
    }
);

coded_enum!(
    /// How far an end of day is.
    EndOfDayState {
        Running = "running",
        /// All steps were tried, and some failed.
        Failed = "failed",
        Done = "done",
    }
);

coded_enum!(
    /// Why a step failed.
    FailureCode {
        /// Something it needs did not answer.
        Unavailable = "unavailable",
        /// The journal is not what was sealed. Names the number of the entry.
        Journal = "journal",
        /// A balance is not what was posted. Names the account.
        Balance = "balance",
        /// What is in use of a limit is not what receivables have in use. Names the facility.
        Exposure = "exposure",
        /// Fees with tax wait to be invoiced, and the house has not said who it is and under which tax number.
        TaxNumber = "tax_number",
        /// A company's invoice for fees would have letters that no font has. Names the company's id, and the letters.
        Letters = "letters",
    }
);

/// Why a step failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub code: FailureCode,
    /// What it names; of something that did not answer what it said, which is for whoever runs the instance alone.
    pub about: Option<String>,
}

impl Failure {
    /// Characters that are kept of what it is about.
    pub const MAX_ABOUT: usize = 500;
}
