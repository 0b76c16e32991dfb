//! What money came and went: statements and what their lines are, receipts and what they pay, payouts from their release to the
//! bank's answer.

pub mod ports;

mod day_mails;
mod errors;
mod money_proof;
mod money_rebuilt;
mod movements;
mod odd_money;
mod own_things;
mod payouts;
mod receipts;
mod statements;

use crate::{
    facilities::ports::{Exposures, FacilityRecords},
    house::House,
    identity::Identity,
    kernel::{clock::BusinessClock, commit::Commit, idempotency::Idempotency, pause::Pause},
    ledger::ports::Journal,
    onboarding::ports::Applications,
    parties::ports::{Debtors, Teams},
    payments::{
        bank::{AnswerFormat, OrderFormat},
        ports::{BankAnswers, BankFiles, Payouts, ReceiptCare, ReceiptRecords, RememberedPayers, Statements},
        statements::StatementFormat,
    },
    receivables::{Receivables, changes::Change, ports::ReceivableRecords},
    servicing::Servicing,
};
use std::sync::Arc;

pub use day_mails::{DayTelling, Unpaid};
pub use errors::CashError;
pub use money_proof::MoneyAudit;
pub use odd_money::OddMoney;
pub use own_things::Touched;
pub(crate) use payouts::release::stops_of_company;
pub use payouts::release::{ExecutedCommand, Releasable, ReleaseOrder, ReturnedCommand, StoppedPayout};
pub use payouts::{
    advice::{AdvisedPayout, AdvisedTransfer, BatchAdvice, Letterhead},
    bank_answers::{AnswerTaken, AnsweredTransfer},
    bank_files::{NotOrdered, OrderedBatch, ToldBatch},
    due::{DuePayouts, PaidFor, PayoutPage, SetOff, ToldPayout},
    forecast::{Coming, ComingWeek},
};
pub use receipts::by_hand::ByHand;
pub use receipts::caring::{Cared, NoteCommand};
pub use receipts::credits::{Credit, DebtorAccounts, DebtorCredit, OwedBeside, Refundable};
pub use receipts::receipt::{BringBackCommand, ExplainCommand, Origin, ReceiptCommand, ReceiptPage, TakeBackCommand};
pub use receipts::sending_back::{Back, Returnable};
pub use receipts::suggestions::{ConfirmedSuggestion, MatchedRow, Offered};
pub use receipts::undoing::PartSeen;
pub use receipts::unmatching::UnmatchCommand;
pub use statements::due_lines::DueLines;
pub use statements::entries_like::{Booked, BookedLike, IsBookedCommand};
pub use statements::held_decisions::{DecideHeldCommand, EnteredLine, HeldIs};
pub use statements::held_lines::{HeldPage, SeenHeldLine};
pub use statements::held_reopening::ReopenHeldCommand;
pub use statements::import::{ImportedFile, ImportedStatement, Reconciled, StatementPage};
pub use statements::listed_lines::{ListedLine, StatementLinePage};
pub use statements::open_lines::{BookedCandidate, LineCandidates, LineIs, LinePage, ReturnedWithCharge, SettleLineCommand};

/// The use cases of money that came and went, and their ports.
#[derive(Clone)]
pub struct Cash {
    pub receivables: Arc<Receivables>,
    pub servicing: Arc<Servicing>,
    pub records: Arc<dyn ReceivableRecords>,
    pub facilities: Arc<dyn FacilityRecords>,
    pub exposures: Arc<dyn Exposures>,
    pub payouts: Arc<dyn Payouts>,
    pub receipts: Arc<dyn ReceiptRecords>,
    pub bank_files: Arc<dyn BankFiles>,
    pub bank_answers: Arc<dyn BankAnswers>,
    pub statements: Arc<dyn Statements>,
    pub remembered_payers: Arc<dyn RememberedPayers>,
    pub receipt_care: Arc<dyn ReceiptCare>,
    pub order_format: Arc<dyn OrderFormat>,
    pub answer_format: Arc<dyn AnswerFormat>,
    pub statement_format: Arc<dyn StatementFormat>,
    pub journal: Arc<dyn Journal>,
    pub teams: Arc<dyn Teams>,
    pub debtors: Arc<dyn Debtors>,
    pub applications: Arc<dyn Applications>,
    pub identity: Identity,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
    pub business: Arc<dyn BusinessClock>,
    pub house: House,
    pub pauses: Arc<dyn Pause>,
}
