//! Why nothing is done with money that came or went.

use crate::{
    kernel::{
        error::{ErrorCode, Problem},
        table::by_field,
        upload::{file_refused, letters_refused},
    },
    receivables::refused::{self, NotPossibleReason, REASON, STOPS, not_possible},
};
use serde::Serialize;
use sooner_application::cash::{CashError, NotOrdered, StoppedPayout};
use sooner_domain::{
    kernel::{Invalid, ids::ApprovalId},
    payments::{
        payout::PayoutId,
        receipt::{PayerUnknown, SplitRefused},
        release::Unexplained,
        statement::{NotRead, OtherForm, Statement},
    },
};
use sooner_shared::coded_body::{Code, StopCode};
use std::collections::BTreeSet;
use utoipa::ToSchema;
use uuid::Uuid;

/// What a problem names the invoice that comes first.
pub(crate) const INVOICE_NUMBER: &str = "invoiceNumber";

/// What a problem names by how much the closing balance of a statement is above what its entries make.
pub(crate) const DIFFERS: &str = "differs";

/// What a problem names the day on which a statement has a charge.
pub(crate) const CHARGED_ON: &str = "chargedOn";

/// What a problem names the day on which a statement has a receipt.
pub(crate) const RECEIVED_ON: &str = "receivedOn";

/// By how much the closing balance of a statement is above what its entries make of the opening one.
#[derive(Serialize, ToSchema)]
pub(crate) struct DiffersBody {
    /// In minor units
    amount: i64,
    /// ISO 4217
    currency: String,
}

/// In which lists of a body the parts of a receipt stand: so many receivables, then so many that are passed on, then credits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PartLists {
    pub(crate) receivables: usize,
    pub(crate) pass_on: usize,
}

impl PartLists {
    /// There are receivables alone.
    const RECEIVABLES: Self = Self { receivables: usize::MAX, pass_on: 0 };

    /// The list of the part at this place among all of them, and its place there.
    fn find(self, place: usize) -> (&'static str, usize) {
        let behind = place.saturating_sub(self.receivables);
        match (place < self.receivables, behind < self.pass_on) {
            (true, _) => ("receivables", place),
            (false, true) => ("passOn", behind),
            (false, false) => ("credit", behind - self.pass_on),
        }
    }
}

/// Why a receipt is not split like this; every field is one of the body that was sent.
pub(crate) fn not_split(error: CashError, lists: PartLists) -> Problem {
    let field = |place, of: &str| {
        let (list, place) = lists.find(place);
        format!("{list}[{place}].{of}")
    };
    match error {
        CashError::OtherCurrency(place) => Problem::field(&field(place, "id"), Invalid::NotPossible),
        CashError::Split(SplitRefused::Part(place, invalid @ Invalid::NamedTwice)) => Problem::field(&field(place, "id"), invalid),
        CashError::Split(SplitRefused::Part(place, invalid)) => Problem::field(&field(place, "amount"), invalid),
        CashError::Split(SplitRefused::TooMuch { place, left }) => {
            Problem::field(lists.find(place).0, Invalid::AmountTooLarge { max: left.get() })
        }
        other => not_done(other),
    }
}

/// What a problem names the payouts that keep others from being released.
pub(crate) const PAYOUTS: &str = "payouts";

/// A payout that keeps those it was to be released with from being released.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoppedPayoutBody {
    id: Uuid,
    /// What it is for
    receivable_id: Option<Uuid>,
    /// Why it has to wait
    stops: Vec<StopCode>,
    /// The approval that its release waits for, where it was proposed already
    approval_id: Option<Uuid>,
}

impl From<&StoppedPayout> for StoppedPayoutBody {
    fn from(StoppedPayout { payout, about, stops }: &StoppedPayout) -> Self {
        Self { id: payout.0, receivable_id: Some(about.0), stops: stops.iter().copied().map(Code).collect(), approval_id: None }
    }
}

impl StoppedPayoutBody {
    /// One whose release waits for an approval.
    pub(crate) fn proposed(payout: PayoutId, approval: ApprovalId) -> Self {
        Self { id: payout.0, receivable_id: None, stops: Vec::new(), approval_id: Some(approval.0) }
    }
}

fn stopped(payouts: &[StoppedPayout]) -> Problem {
    let stops: BTreeSet<_> = payouts.iter().flat_map(|stopped| &stopped.stops).copied().collect();
    let named: Vec<_> = payouts.iter().map(StoppedPayoutBody::from).collect();
    not_possible(NotPossibleReason::PayoutWaits).with(STOPS, stops.into_iter().map(Code).collect::<Vec<_>>()).with(PAYOUTS, named)
}

/// What a problem names what a release needs a reason for.
pub(crate) const WARNINGS: &str = "warnings";

fn unexplained(Unexplained(warnings): Unexplained) -> Problem {
    Problem::field("reason", Invalid::Required).with(WARNINGS, warnings.into_iter().map(Code).collect::<Vec<_>>())
}

fn not_ordered(why: &NotOrdered) -> Problem {
    use NotPossibleReason as R;
    let reason = match why {
        NotOrdered::Answered => R::BankAnswered,
        NotOrdered::NoHouseAccount => R::NoHouseAccount,
        NotOrdered::NoIban => R::NoIban,
        NotOrdered::NoPayeeAccount => R::NoPayeeAccount,
        NotOrdered::NotWritten(_) => R::BankWouldRefuse,
    };
    not_possible(reason)
}

/// Why a bank's answer is not taken.
pub(crate) fn not_an_answer(why: NotRead) -> Problem {
    if why == NotRead::Unknown { file_refused(Invalid::AnswerUnreadable) } else { not_read(why) }
}

/// Why a file of statements is not taken.
pub(crate) fn not_read(why: NotRead) -> Problem {
    let at = |line: usize| i64::try_from(line).unwrap_or(i64::MAX);
    let invalid = match why {
        NotRead::Unknown => Invalid::StatementUnreadable,
        NotRead::Other(OtherForm::Intraday) => Invalid::StatementIntraday,
        NotRead::Other(OtherForm::Notification) => Invalid::StatementNotification,
        NotRead::Other(OtherForm::Swift) => Invalid::StatementSwift,
        NotRead::Other(OtherForm::Table) => Invalid::StatementTable,
        NotRead::Other(OtherForm::Archive) => Invalid::StatementArchive,
        NotRead::Letters(charset) => return letters_refused(Invalid::LettersUnknown, &charset),
        NotRead::WrongLetters { line, charset } => return letters_refused(Invalid::LettersWrong { line: at(line) }, &charset),
        NotRead::Balances { line, by, currency, .. } => {
            let differs = DiffersBody { amount: by.get(), currency: currency.code().to_owned() };
            return file_refused(Invalid::BalancesDiffer { line: at(line) }).with(DIFFERS, differs);
        }
        NotRead::TooLarge => Invalid::StatementTooLong { max: at(Statement::MAX_LINES) },
        NotRead::TooManyWait => Invalid::TooManyLinesWait { max: at(Statement::MAX_WAITING) },
        NotRead::Malformed(line) => Invalid::XmlMalformed { line: at(line) },
        NotRead::Unreadable { line, .. } => Invalid::StatementLineUnreadable { line: at(line) },
        NotRead::OtherOrder => Invalid::OrderNotOurs,
        NotRead::OtherAccount => Invalid::AccountNotOurs,
    };
    file_refused(invalid)
}

pub(crate) fn not_done(error: CashError) -> Problem {
    match error {
        CashError::Receivable(why) => refused::not_done(why),
        CashError::UndoFirst(number) => not_possible(NotPossibleReason::UndoFirst).with(INVOICE_NUMBER, number),
        CashError::NotOrdered(why) => not_ordered(&why),
        CashError::NotRead(why) => not_read(why),
        CashError::LineSettled => {
            Problem::new(ErrorCode::NotPossible, "This line is allocated already.").with(REASON, NotPossibleReason::WrongStatus)
        }
        CashError::NothingSaid => not_possible(NotPossibleReason::NothingSaid),
        CashError::OnlyByItsMaker => not_possible(NotPossibleReason::OnlyByItsMaker),
        CashError::ProvenByBalances => not_possible(NotPossibleReason::ProvenByBalances),
        CashError::ChargeGivenBack => not_possible(NotPossibleReason::ChargeGivenBack),
        CashError::LineExplained => not_possible(NotPossibleReason::LineExplained),
        CashError::LineKnown => not_possible(NotPossibleReason::LineKnown),
        CashError::PayoutFollowed => not_possible(NotPossibleReason::PayoutFollowed),
        CashError::NotCountable => Problem::field("decision", Invalid::NotPossible),
        CashError::NotAsRead(fields) => by_field(fields.into_iter().map(|field| (field, Invalid::NotAsRead)).collect()),
        CashError::EntryInOtherCurrency => not_possible(NotPossibleReason::EntryInOtherCurrency),
        CashError::NotThatLine => Problem::field("knownAs", Invalid::NotListed),
        CashError::NotBooked => Problem::field("entries", Invalid::NotPossible),
        CashError::NotThatReceipt => Problem::field("receiptId", Invalid::NotPossible),
        CashError::NoRoom => Problem::field("text", Invalid::NotPossible),
        CashError::Explained | CashError::UsedFirst(_) => not_possible(NotPossibleReason::ReceiptUsed),
        CashError::SameInvoice => not_possible(NotPossibleReason::SameInvoice),
        CashError::ReceiptNear(on) => not_possible(NotPossibleReason::ReceiptNear).with(RECEIVED_ON, on),
        CashError::SameMoney => not_possible(NotPossibleReason::SameMoney),
        CashError::TakesTwo => not_possible(NotPossibleReason::TakesTwo),
        CashError::ToldByBank => Problem::field("receiptId", Invalid::Required),
        CashError::Stopped(payouts) => stopped(&payouts),
        CashError::Unexplained(why) => unexplained(why),
        CashError::NoAccount => not_possible(NotPossibleReason::NoAccount),
        split @ (CashError::OtherCurrency(_) | CashError::Split(_)) => not_split(split, PartLists::RECEIVABLES),
        CashError::PaidForOthers => Problem::field("receiptId", Invalid::NotPossible),
        CashError::NotItsCurrency => Problem::field("currency", Invalid::NotPossible),
        CashError::Payer(PayerUnknown::Name) => not_possible(NotPossibleReason::NoPayerName),
        CashError::Payer(PayerUnknown::Other) => Problem::field("account.iban", Invalid::NotPossible),
        CashError::Payer(PayerUnknown::Iban) => not_possible(NotPossibleReason::NoPayerAccount),
    }
}
