//! Invoices, from their entry to their sale: what a seller does with them, what the house does, what is offered and what can
//! be had.

pub mod changes;
pub mod einvoices;
pub mod ports;
pub mod scene;

mod accept;
mod acceptable;
mod advice;
mod allowed;
mod availability;
mod bank_answers;
mod bank_did;
mod bank_files;
mod by_hand;
mod caring;
mod coming;
mod confirmations;
mod correcting;
mod counting;
mod credits;
mod daily;
mod day_mails;
mod debtor_name;
mod disclosure;
mod documents;
mod due_lines;
mod early;
mod endings;
mod enter;
mod entries_like;
mod held_decisions;
mod held_lines;
mod held_reopening;
mod house;
mod invoices_table;
mod known_terms;
mod list;
mod listed_lines;
mod look;
mod mails;
mod match_book;
mod money_proof;
mod money_rebuilt;
mod month;
mod movements;
mod noted_lines;
mod open_lines;
mod ordered;
mod outlook;
mod own_things;
mod paid;
mod party;
mod payables;
mod payables_table;
mod paying;
mod payouts;
mod perhaps_booked;
mod programme;
mod promises;
mod proof;
mod receipts;
mod recording;
mod remembering;
mod sending_back;
mod statement_page;
mod statements;
mod submit;
mod suggestions;
mod suppliers;
mod table;
mod trail;
mod undoing;
mod unmatching;
mod withdraw;

use crate::{
    facilities,
    house::House,
    identity,
    identity::{Identity, StepUpRequired},
    kernel::{
        clock::BusinessClock,
        commit::{Commit, CommitError, WriteContext},
        idempotency::{Idempotency, IdempotencyError},
        pause::Pause,
        rate_limits::TooMany,
        table::Wrong,
        unavailable::Unavailable,
    },
    ledger,
    onboarding::ports::{Applications, DocumentFiles},
    parties, payments,
    payments::ports::PayoutFilter,
};
use changes::Change;
use chrono::NaiveDate;
use ports::{Confirmations, Kept, ProposedEndings, Receivables};
use scene::{Scene, Scenes};
use sooner_domain::{
    house::open_days::NotOpen,
    kernel::{coded::Coded, ids::ReceivableId, minor::Minor},
    parties::{membership::Membership, operator::Operator, own::OwnMatters},
    payments::{
        payout::{Payout, PayoutRefused},
        receipt::{Explained, PayerUnknown, SplitRefused},
        release::Unexplained,
        statement::NotRead,
    },
    receivables::{
        book::Refused,
        receivable::{Blocked, Receivable},
        status::ReceivableStatus,
    },
};
use std::{collections::BTreeMap, sync::Arc};

pub use accept::{AcceptCommand, AcceptError, AcceptedRow};
pub use acceptable::StoppedOffers;
pub use advice::{AdvisedPayout, AdvisedTransfer, BatchAdvice, Letterhead};
pub use allowed::Holdings;
pub use availability::{AvailabilityError, FacilityAvailability, Need};
pub use bank_answers::{AnswerTaken, AnsweredTransfer};
pub use bank_files::{NotOrdered, OrderedBatch, ToldBatch};
pub use by_hand::ByHand;
pub use caring::{Cared, NoteCommand};
pub use coming::{Coming, ComingWeek};
pub use confirmations::{AskCommand, AskedInvoice, HearError};
pub use correcting::{CorrectDebtorError, DebtorCorrection};
pub use credits::{Credit, DebtorAccounts, DebtorCredit, OwedBeside, Refundable};
pub use day_mails::{DayTelling, Unpaid};
pub use disclosure::{DisclosedPayable, Disclosure, DisclosureError, Disclosures};
pub use documents::{AttachError, NewInvoiceDocument, Upload};
pub use due_lines::DueLines;
pub use early::JoinProgrammeError;
pub use endings::Seen;
pub use enter::{EnterCommand, SaveCommand};
pub use entries_like::{Booked, IsBookedCommand};
pub use held_decisions::{DecideHeldCommand, EnteredLine, HeldIs};
pub use held_lines::{HeldPage, SeenHeldLine};
pub use held_reopening::ReopenHeldCommand;
pub use house::{HouseCommand, HouseDecision, Resolution};
pub use invoices_table::NewInvoice;
pub use known_terms::KnownTerms;
pub(crate) use list::hidden_from;
pub use list::{HouseSearch, ListSearch, ReceivablePage};
pub use listed_lines::{ListedLine, StatementLinePage};
pub use look::{Look, Settled, StandingOffer};
pub use money_proof::{MoneyAudit, OddMoney};
pub use month::{MonthOf, MonthRow, OwnLine, SellersMonth};
pub use open_lines::{BookedCandidate, LineCandidates, LineIs, LinePage, ReturnedWithCharge, SettleLineCommand};
pub use own_things::Touched;
pub use paid::{DuePayouts, PaidFor, PayoutPage, SetOff, ToldPayout};
pub use party::Party;
pub use payables::{ApprovedRow, CreditPayableCommand, EnterPayableCommand, SeenPayable};
pub use payables_table::NewPayable;
pub(crate) use payouts::stops_of_company;
pub use payouts::{ExecutedCommand, Prepared, Releasable, ReleaseOrder, ReturnedCommand, StoppedPayout};
pub use programme::{AutomaticPreview, DueWeek, PriceOnDay, Programme};
pub use receipts::{BringBackCommand, ExplainCommand, Origin, ReceiptCommand, ReceiptPage, TakeBackCommand};
pub use sending_back::{Back, Returnable};
pub use statements::{ImportedFile, ImportedStatement, Reconciled, StatementPage};
pub use submit::SeenCommand;
pub use suggestions::{ConfirmedSuggestion, MatchedRow, Offered};
pub use suppliers::{ProgrammeSupplier, ProgrammeSupplierPage};
pub use undoing::PartSeen;
pub use unmatching::UnmatchCommand;

/// The use cases of receivables and their ports.
#[derive(Clone)]
pub struct Financing {
    pub records: Arc<dyn Receivables>,
    pub confirmations: Arc<dyn Confirmations>,
    pub scenes: Arc<dyn Scenes>,
    pub facilities: Arc<dyn facilities::ports::FacilityRecords>,
    pub exposures: Arc<dyn facilities::ports::Exposures>,
    pub suppliers: Arc<dyn facilities::ports::Suppliers>,
    /// The suppliers that buyers invite; the payables entered for them are of this module.
    pub programmes: facilities::Facilities,
    pub payouts: Arc<dyn payments::ports::Payouts>,
    pub receipts: Arc<dyn payments::ports::ReceiptRecords>,
    pub bank_files: Arc<dyn payments::ports::BankFiles>,
    pub bank_answers: Arc<dyn payments::ports::BankAnswers>,
    pub statements: Arc<dyn payments::ports::Statements>,
    pub remembered_payers: Arc<dyn payments::ports::RememberedPayers>,
    pub receipt_care: Arc<dyn payments::ports::ReceiptCare>,
    pub order_format: Arc<dyn payments::bank::OrderFormat>,
    pub answer_format: Arc<dyn payments::bank::AnswerFormat>,
    pub statement_format: Arc<dyn payments::statements::StatementFormat>,
    pub journal: Arc<dyn ledger::ports::Journal>,
    pub invoice_reader: Arc<dyn einvoices::InvoiceReader>,
    pub teams: Arc<dyn parties::ports::Teams>,
    pub buyers: Arc<dyn parties::ports::Buyers>,
    pub debtors: Arc<dyn parties::ports::Debtors>,
    pub applications: Arc<dyn Applications>,
    pub files: Arc<dyn DocumentFiles>,
    pub identity: Identity,
    pub commit: Arc<dyn Commit<Change>>,
    pub idempotency: Arc<dyn Idempotency>,
    /// Dates, offers and the cut-off go by it; what only machines compare goes by the clock of `identity`.
    pub business: Arc<dyn BusinessClock>,
    pub house: House,
    /// What waits for a second person.
    pub proposed: Arc<dyn ProposedEndings>,
    pub pauses: Arc<dyn Pause>,
}

/// Why nothing was done with a receivable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReceivableError {
    #[error("there is no such receivable")]
    NotFound,
    /// It is not at the version that was seen.
    #[error("changed meanwhile")]
    Stale,
    #[error("no such buyer is on the list")]
    UnknownBuyer,
    #[error("no such supplier is on the list")]
    UnknownSupplier,
    /// They contradict each other, or the buyer cannot promise to pay this: by the fact.
    #[error("these facts are not taken")]
    Facts(Wrong),
    #[error(transparent)]
    StepUpRequired(#[from] StepUpRequired),
    /// What happened cannot have happened to it.
    #[error("{}", .0.code())]
    Refused(Refused),
    /// What happened since to the receivable of this number, which was paid with the credit that is taken back, is to be undone
    /// first.
    #[error("undo {0} first")]
    UndoFirst(String),
    /// Nothing is booked on that day.
    #[error(transparent)]
    Day(#[from] NotOpen),
    /// A payout stands where this is not possible.
    #[error(transparent)]
    Payout(PayoutRefused),
    /// The batch is not ordered by a file.
    #[error(transparent)]
    NotOrdered(#[from] NotOrdered),
    /// A file of statements is not taken.
    #[error(transparent)]
    NotRead(#[from] NotRead),
    /// Somebody has said what the line is, or it cannot be that.
    #[error("the line is not open")]
    LineSettled,
    /// No person said what the line is, and the books did not tell of it before.
    #[error("nobody said what the line is")]
    NothingSaid,
    /// It is undone by the person who did it, and by no other one.
    #[error("another person did it")]
    OnlyByItsMaker,
    /// No person decided what the line is: the balances prove it.
    #[error("the balances prove what the line is")]
    ProvenByBalances,
    /// A person said since what the line is, and takes that back first.
    #[error("the line was explained since")]
    LineExplained,
    /// The line carried out or returned a payout.
    #[error("a payout followed the line")]
    PayoutFollowed,
    /// Another line is known as this one, or perhaps is it: that is decided or reopened first.
    #[error("another line is known as it")]
    LineKnown,
    /// The line's receipt was used for something, which is undone first.
    #[error("the receipt of the line was used")]
    UsedFirst(Box<Explained>),
    /// The bank gave back so much of its charges that less than this one is left: what it gave back is reversed first.
    #[error("the bank gave the charge back")]
    ChargeGivenBack,
    /// A line that waits cannot count: it cannot be read, or is booked ahead of today.
    #[error("the line cannot count")]
    NotCountable,
    /// What was entered of an entry contradicts what was read of it, or the days of its statement; by field.
    #[error("not as it was read")]
    NotAsRead(Vec<&'static str>),
    /// An entry is in another currency than its account, so it cannot be entered as what the account holds.
    #[error("in another currency than the account")]
    EntryInOtherCurrency,
    /// A line that waits cannot be that line.
    #[error("not that line")]
    NotThatLine,
    /// The entries do not stand, do not make the line's amount, or another line tells of one of them.
    #[error("the entries do not book it")]
    NotBooked,
    /// Less of the receipt lies in suspense, it is in another currency, or there is none.
    #[error("not that receipt")]
    NotThatReceipt,
    /// As much was noted as is kept.
    #[error("no room for more")]
    NoRoom,
    /// Something of the receipt is explained.
    #[error("the receipt is explained")]
    Explained,
    /// A statement has a receipt of this amount on a day near it, and it was not said that this is another one.
    #[error("a statement has such a receipt of {0}")]
    ReceiptNear(NaiveDate),
    /// Another receipt was matched to the same invoice in the same request.
    #[error("another one was matched to the same invoice")]
    SameInvoice,
    /// Another receipt, or what was entered by hand to pay the same, may be the same money.
    #[error("another one may be the same money")]
    SameMoney,
    /// The person who matched it can't undo it alone: another person matched it, or something followed.
    #[error("it takes two people")]
    TakesTwo,
    /// The bank told of the receipt, so it came: it can only be another one that was entered by hand as well.
    #[error("the bank told of it")]
    ToldByBank,
    /// These payouts have to wait, so none of what was to be released with them is.
    #[error("payouts have to wait")]
    Stopped(Vec<StoppedPayout>),
    /// Something speaks against the release, and no reason is given for it.
    #[error(transparent)]
    Unexplained(#[from] Unexplained),
    /// The company has named no account that money could be sent to.
    #[error("no account to pay to")]
    NoAccount,
    /// What ends it is proposed, and waits for a second person: no other ending is done before that is decided.
    #[error("an ending waits for a second person")]
    EndingWaits,
    /// A part of a receipt, by its place from zero, is for something in another currency.
    #[error("part {0}: in another currency")]
    OtherCurrency(usize),
    /// What the debtor has as credit, the seller owes, or can go back to a payer, is no more than this.
    #[error("no more than {}", .0.get())]
    NoMoreThan(Minor),
    /// The receipt paid nothing for the debtor.
    #[error("it was paid for others")]
    PaidForOthers,
    /// The receipt is in another currency.
    #[error("in another currency than it was paid")]
    NotItsCurrency,
    #[error(transparent)]
    Payer(#[from] PayerUnknown),
    #[error(transparent)]
    Split(#[from] SplitRefused),
    #[error(transparent)]
    Blocked(Blocked),
    /// So many mails went to its debtor, or were sent by whoever asks.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    #[error(transparent)]
    Idempotency(#[from] IdempotencyError),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl From<Refused> for ReceivableError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<PayoutRefused> for ReceivableError {
    fn from(refused: PayoutRefused) -> Self {
        match refused {
            PayoutRefused::Day(closed) => Self::Day(closed),
            PayoutRefused::Status => Self::Payout(refused),
        }
    }
}

impl From<Blocked> for ReceivableError {
    fn from(blocked: Blocked) -> Self {
        match blocked {
            // As if there were none.
            Blocked::NotTheirs => Self::NotFound,
            other => Self::Blocked(other),
        }
    }
}

/// Whoever writes for a company still belongs to it, in the role they write in, when it is written.
fn stands(by: &Membership) -> Change {
    parties::changes::Change::MembershipStands(*by).into()
}

/// Whoever decides for the house still works for it, in the roles they decide in, when it is written.
fn works(by: &Operator) -> Change {
    identity::changes::Change::OperatorStands { id: by.user(), roles: by.roles }.into()
}

impl Financing {
    /// What concerns the company of this operator.
    pub(crate) async fn own_matters(&self, by: &Operator) -> Result<OwnMatters, Unavailable> {
        self.buyers.own_matters(by.membership.company).await
    }

    /// As it is stored, and as this member's company sees it.
    async fn kept(&self, id: ReceivableId, by: &Membership) -> Result<Kept, ReceivableError> {
        let kept = self.records.by_id(id).await?.filter(|kept| kept.receivable.is_seen_by(by.company));
        kept.ok_or(ReceivableError::NotFound)
    }

    async fn look(&self, kept: Kept) -> Result<Look, Unavailable> {
        let scene = self.scene(kept.receivable.clone()).await?;
        let advance = Box::pin(self.advances(std::slice::from_ref(&kept))).await?.into_values().next().map(Box::new);
        let now = self.business.now().await?;
        Ok(Look { advance, ..Look::at(kept, scene, self.house.time_zone, now) })
    }

    async fn scene(&self, receivable: Receivable) -> Result<Scene, Unavailable> {
        let gone = || Unavailable::Failed("there is nothing around a receivable".to_owned());
        self.scenes.scenes(vec![receivable]).await?.pop().ok_or_else(gone)
    }

    /// Looks at several at once.
    async fn looks(&self, all: Vec<Kept>) -> Result<Vec<Look>, Unavailable> {
        let now = self.business.now().await?;
        let scenes = self.scenes.scenes(all.iter().map(|kept| kept.receivable.clone()).collect()).await?;
        let mut advances = Box::pin(self.advances(&all)).await?;
        let looks = all.into_iter().zip(scenes).map(|(kept, scene)| {
            let advance = advances.remove(&kept.receivable.id()).map(Box::new);
            Look { advance, ..Look::at(kept, scene, self.house.time_zone, now) }
        });
        Ok(looks.collect())
    }

    /// The newest payout of each advance that was ordered.
    async fn advances(&self, all: &[Kept]) -> Result<BTreeMap<ReceivableId, Payout>, Unavailable> {
        let ordered = all.iter().filter(|kept| kept.receivable.status() == ReceivableStatus::Funded);
        let ordered: Vec<_> = ordered.map(|kept| kept.receivable.id()).collect();
        if ordered.is_empty() {
            return Ok(BTreeMap::new());
        }
        let filter = PayoutFilter { advance_of: Some(ordered), ..PayoutFilter::default() };
        // The oldest first: the newest stays.
        let advances = self.payouts.page(filter, None, i64::MAX).await?.into_iter();
        Ok(advances.filter_map(|payout| Some((payout.about()?, payout))).collect())
    }

    /// A receivable of somebody's company, as it stands now.
    ///
    /// # Errors
    /// `NotFound` for another company's.
    pub async fn shown(&self, id: ReceivableId, by: &Membership) -> Result<Look, ReceivableError> {
        let kept = self.kept(id, by).await?;
        Ok(self.look(kept).await?)
    }

    /// Writes what changed in it after what else changes, and answers it as it is stored then.
    async fn write(&self, look: Look, before: Vec<Change>, context: WriteContext) -> Result<Look, ReceivableError> {
        let changed = Change::ReceivableChanged(Box::new(look.kept.clone()));
        let changes = before.into_iter().chain([changed]).collect();
        match self.commit.commit(changes, context).await {
            Ok(()) => Ok(look.stored()),
            Err(CommitError::Stale) => Err(ReceivableError::Stale),
            Err(error) => Err(error.unexpected().into()),
        }
    }
}

#[cfg(test)]
mod tests;
