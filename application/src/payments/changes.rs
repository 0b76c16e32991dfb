//! What changes payments.

use super::{
    bank::BankFile,
    statements::{BankAccountOf, DayTold, Decided, HeldLine, LineRecord, StatementRecord},
};
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    kernel::{
        ids::{DebtorId, UserId},
        minor::Minor,
    },
    ledger::entry::EntryId,
    onboarding::bank_account::Iban,
    payments::{
        answer::Answered,
        care::ReceiptNote,
        payout::{BatchId, Payout, PayoutId, PayoutStatus},
        receipt::{Allocation, Receipt, ReceiptId},
        remembered::{Remembered, RememberedId},
        statement::{HeldDecision, HeldReason, LineId, LineOutcome, StatementId},
    },
};
use std::collections::BTreeSet;
use uuid::Uuid;

/// One change.
#[derive(Debug, Clone)]
pub enum Change {
    PayoutAdded(Box<Payout>),
    /// Stale when it is at another status than was seen.
    PayoutChanged {
        payout: Box<Payout>,
        seen: PayoutStatus,
    },
    /// Payouts are released together: the batch gets the next number.
    BatchMade(BatchId),
    /// Stale when there is one of this batch and currency.
    BankFileWritten(Box<BankFile>),
    /// The bank answered to what was ordered with a payout: takes the place of what it answered before.
    BankAnswered {
        payout: PayoutId,
        iban: Option<Iban>,
        answered: Answered,
    },
    ReceiptAdded(Box<Receipt>),
    /// A part of a receipt is explained. Stale when other than so much was left to explain.
    Allocated {
        allocation: Allocation,
        left: Minor,
    },
    /// It is taken back, and left to explain again. Stale when it was before.
    AllocationUndone(Allocation),
    /// So much more of it went back to its payer; less than nothing where it returned. Stale when other than so much had.
    SentBack {
        receipt: ReceiptId,
        amount: Minor,
        seen: Minor,
    },
    ReceiptNoted(Box<ReceiptNote>),
    /// Who looks after a receipt from now on. Stale when another one does than was seen.
    ReceiptOwned {
        receipt: ReceiptId,
        owner: Option<UserId>,
        seen: Option<UserId>,
    },
    /// That a payer pays for a debtor, as a person said. Nothing where that is remembered already.
    PayerRemembered(Box<Remembered>),
    /// It is taken back. Stale when it was before.
    PayerForgotten {
        id: RememberedId,
        by: UserId,
        at: DateTime<Utc>,
    },
    /// Whoever pays for one debtor pays for another one. What is remembered of that one already is taken back.
    DebtorReplaced {
        before: DebtorId,
        after: DebtorId,
        by: UserId,
        at: DateTime<Utc>,
    },
    /// Stale when there is one of this file and place.
    StatementAdded(Box<StatementRecord>),
    /// So many of its lines were gone through.
    StatementTaken {
        id: StatementId,
        taken: i32,
    },
    /// The closing balance of a statement leaves out its lines of later days, as what was entered by hand shows.
    LaterLeftOut(StatementId),
    /// Something of an account is written that was weighed against all that was known of it. Stale when something was written since.
    AccountMoved {
        account: BankAccountOf,
        /// How often that happened before.
        seen: i64,
    },
    /// What a statement proves of a day, now that all of its lines are decided. The stretches that it joins become one.
    DayTold {
        told: DayTold,
        joined: Vec<Uuid>,
    },
    /// What a statement proved of a day is proven no more. What the same stretch had of other statements is known one by one again.
    DayUntold {
        statement: StatementId,
        on: NaiveDate,
    },
    /// Stale when a line has its key, the entry that it tells of was reversed, or another line tells of that.
    LineAdded(Box<LineRecord>),
    /// It counts no more, and waits for a decision again. Stale when it is something else than was seen.
    LineRemoved {
        id: LineId,
        seen: LineOutcome,
    },
    /// A line waits for a decision. Stale when there is one of its statement and place.
    LineHeld(Box<HeldLine>),
    /// It waits no longer. Stale when it was decided before.
    HeldDecided {
        id: LineId,
        decided: Decided,
    },
    /// It goes on waiting as perhaps this line, which counts by now. Stale when it was decided before.
    HeldLikened {
        id: LineId,
        why: HeldReason,
        perhaps: LineId,
        was: Option<Minor>,
    },
    /// It waits again. Stale when it was not decided as was seen.
    HeldReopened {
        id: LineId,
        seen: HeldDecision,
    },
    /// No line tells of this entry: it is reversed in this commit. Stale where one does.
    EntryUntold(EntryId),
    /// It was found out, or taken back, what a line is. Stale when it is something else than was seen, or another line tells of one of
    /// these entries, or one was reversed.
    LineSettled {
        id: LineId,
        seen: LineOutcome,
        outcome: LineOutcome,
        about: Option<Uuid>,
        /// That book what it says, as a person said.
        entries: BTreeSet<EntryId>,
        /// That were entered by hand and are what it says, together. Stale when another line tells of one of them.
        receipts: BTreeSet<ReceiptId>,
    },
}
