//! What does not fit of money.

use sooner_domain::{
    kernel::{
        coded::Coded,
        ids::{ApprovalId, CompanyId, DebtorId, FacilityId, FactId, ReceivableId},
        minor::Minor,
    },
    payments::{
        payout::{BatchId, PayoutId},
        receipt::ReceiptId,
        statement::{LineId, StatementId},
    },
    receivables::{fee_invoice::FeeInvoiceId, position::PositionFigure, status::ReceivableStatus},
};
use std::fmt;
use uuid::Uuid;

/// What does not fit; amounts in minor units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OddMoney {
    /// It names nothing that gave it: no fact of its receivable, and no receipt.
    PayoutOfNothing(PayoutId),
    /// What happened to the receivable gave so much for a purpose, and no payout says that it pays that.
    Unpaid { receivable: ReceivableId, fact: FactId, purpose: String, given: Minor },
    /// What is due to a company for a receivable beside what the ledger owes it.
    Due { company: CompanyId, receivable: ReceivableId, due: Minor, owed: Minor },
    /// What a payout ordered beside what the ledger sent.
    Sent { payout: PayoutId, says: Minor, sent: Minor },
    /// What a payout says is on its way beside what the ledger says.
    OnItsWay { payout: PayoutId, says: Minor, is: Minor },
    /// What a receipt says nobody has explained beside what its parts leave.
    Unexplained { receipt: ReceiptId, kept: Minor, left: Minor },
    /// What a receipt says went back to its payer beside the payouts that did.
    SentBack { receipt: ReceiptId, kept: Minor, went: Minor },
    /// What is stored of a receivable beside what its facts come to.
    Position { receivable: ReceivableId, figure: PositionFigure, kept: Minor, told: Minor },
    /// Where it stands, beside where its facts lead.
    Status { receivable: ReceivableId, kept: ReceivableStatus, told: &'static str },
    /// Its facts cannot have happened in this order under the terms it was sold under.
    Facts(ReceivableId),
    /// What a payout says of where it stands, and since when, is not what the ledger and the facts say.
    PayoutDays(PayoutId),
    /// What a receipt says that it was beside what the ledger says came of it.
    Receipt { receipt: ReceiptId, says: Minor, booked: Minor },
    /// What a receipt is kept as being for beside what facts and ledger say: of which kind, and whose or which.
    Part { receipt: ReceiptId, kind: String, of: Uuid, says: Minor, booked: Minor },
    /// Its days, its currency or its payer are not those of its entries, or of the statement's line.
    ReceiptDetails(ReceiptId),
    /// What is not explained of receipts, and what waits for a funding, beside what the ledger has in suspense.
    Suspense { currency: String, kept: Minor, held: Minor },
    /// The ledger paid another company or debtor, or for another receivable.
    Payee(PayoutId),
    /// It names a receipt of which no such amount was passed on.
    PassedOnOf(PayoutId),
    /// What is booked for a fact is not what it comes to.
    Booked { receivable: ReceivableId, fact: FactId },
    /// It is not what was sold: its offer had other figures, days or terms.
    Sale(ReceivableId),
    /// The advance that is due is not what the accepted offer gives its seller.
    Advance(ReceivableId),
    /// It was sold by another company, or another debtor owes it.
    Parties(ReceivableId),
    /// How often the debtor is kept as having paid the seller beside how often that was entered.
    PaidToSeller { receivable: ReceivableId, kept: i64, entered: i64 },
    /// The day of a fact is not that on which it was recorded.
    Day { receivable: ReceivableId, fact: FactId },
    /// A fact is kept as booked by an earlier release, and was booked after facts of this one.
    NotBefore { receivable: ReceivableId, fact: FactId },
    /// So much is kept as in use of a facility or of a debtor's limit, and nothing that was sold falls under it.
    InUseOfNothing { owner: Uuid, kept: Minor },
    /// What is kept as in use of a facility, or of the limit of one of its debtors, beside what its receivables have in use.
    InUse { facility: FacilityId, kept: Minor, used: Minor },
    /// Something names what is not there any more.
    Gone { thing: Uuid, by: String },
    /// What its release and the bank did with an advance is not what the facts of its receivable say.
    BankDid(PayoutId),
    /// A fact is kept as taken back, and what is booked for it stands.
    Standing { receivable: ReceivableId, fact: FactId },
    /// What of a receipt was passed on by no fact is not what payouts pay of that.
    PassedOn(ReceiptId),
    /// It is not what is due in place of the one that came back, or nothing is due in its place.
    InPlace(PayoutId),
    /// The day or the batch of its release is not that of its entries.
    Release(PayoutId),
    /// As much is kept as paid to the seller by the debtor as was not entered, or not as often.
    PaidToSellerAmount { receivable: ReceivableId, kept: Minor },
    /// An invoice for fees is not what was charged.
    FeeInvoice(FeeInvoiceId),
    /// The numbers of a year's invoices for fees have a gap, or are not as many as were given.
    FeeInvoiceNumbers { year: i64 },
    /// No line of a statement tells of it, and nobody entered it.
    ReceiptOfNothing(ReceiptId),
    /// Its lines, or its balances, are not what its days say.
    Statement(StatementId),
    /// It was not merged into the one that is kept, or something still names it.
    Merged { debtor: DebtorId, by: String },
    /// The decision on a line that waited does not fit what came of it.
    Held(LineId),
    /// A line that waits, or waited, is not what was read of its entry.
    HeldChanged(LineId),
    /// A line of a statement is kept as something that was not booked for it.
    Line(LineId),
    /// What a part of it was recognised by is not what stands on what it paid.
    Recognised(ReceiptId),
    /// It is not called what the buyer was called of which it was made.
    DebtorName(DebtorId),
    /// Something was booked by it without an approval, or one person proposed and decided it.
    Approval(ApprovalId),
    /// A file that orders it from the bank is not what was written.
    BankFile(BatchId),
    /// Terms are not those that were signed.
    Terms { facility: FacilityId, version: i32 },
}

impl fmt::Display for OddMoney {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PayoutOfNothing(payout) => write!(f, "Payout {payout} names nothing that it comes of."),
            Self::Unpaid { receivable, fact, purpose, given } => {
                write!(f, "Fact {fact} of receivable {receivable} gave {} as {purpose}, and no payout pays that.", given.get())
            }
            Self::Due { company, receivable, due, owed } => {
                let (due, owed) = (due.get(), owed.get());
                write!(f, "{due} are due to company {company} for receivable {receivable}, and the ledger owes it {owed}.")
            }
            Self::Sent { payout, says, sent } => {
                write!(f, "Payout {payout} says that {} were ordered, and the ledger sent {}.", says.get(), sent.get())
            }
            Self::OnItsWay { payout, says, is } => {
                write!(f, "By what payout {payout} says {} are on their way, and by the ledger {}.", says.get(), is.get())
            }
            Self::Unexplained { receipt, kept, left } => {
                write!(f, "Of receipt {receipt}, {} are kept as not explained, and its parts leave {}.", kept.get(), left.get())
            }
            Self::SentBack { receipt, kept, went } => {
                write!(f, "Of receipt {receipt}, {} are kept as sent back, and {} went back.", kept.get(), went.get())
            }
            Self::Position { receivable, figure, kept, told } => {
                let (figure, kept, told) = (figure.code(), kept.get(), told.get());
                write!(f, "Of receivable {receivable}, {figure} is kept as {kept}, and its facts come to {told}.")
            }
            Self::Status { receivable, kept, told } => {
                write!(f, "Receivable {receivable} is kept as {}, and its facts make it {told}.", kept.code())
            }
            Self::Facts(receivable) => write!(f, "The facts of receivable {receivable} cannot have happened as they are kept."),
            Self::PayoutDays(payout) => write!(f, "Where payout {payout} stands, or since when, is not what the ledger says."),
            Self::Receipt { receipt, says, booked } => {
                write!(f, "Receipt {receipt} is kept as {}, and the ledger has {} of it.", says.get(), booked.get())
            }
            Self::Part { receipt, kind, of, says, booked } => {
                let (says, booked) = (says.get(), booked.get());
                write!(f, "Of receipt {receipt}, {says} are kept as {kind} ({of}), and {booked} are booked.")
            }
            Self::ReceiptDetails(receipt) => {
                write!(f, "The days, the currency or the payer of receipt {receipt} are not those of its entries or its statement.")
            }
            Self::Suspense { currency, kept, held } => {
                let (kept, held) = (kept.get(), held.get());
                write!(f, "{kept} {currency} of receipts are kept as waiting, and the ledger has {held} in suspense.")
            }
            Self::Payee(payout) => write!(f, "Payout {payout} does not name whom the ledger paid, or what for."),
            Self::PassedOnOf(payout) => write!(f, "Payout {payout} names a receipt of which the ledger passed no such amount on."),
            Self::Booked { receivable, fact } => {
                write!(f, "What is booked for fact {fact} of receivable {receivable} is not what the fact comes to.")
            }
            Self::Sale(receivable) => {
                write!(f, "Receivable {receivable} is not what was sold: its offer had other figures, days or terms.")
            }
            Self::Advance(receivable) => {
                write!(f, "The advance due for receivable {receivable} is not what its accepted offer gives its seller.")
            }
            Self::Parties(receivable) => write!(f, "Receivable {receivable} was sold by another company, or another debtor owes it."),
            Self::PaidToSeller { receivable, kept, entered } => {
                write!(
                    f,
                    "The debtor of receivable {receivable} is kept as having paid the seller {kept} times, and {entered} were entered."
                )
            }
            Self::Day { receivable, fact } => {
                write!(f, "Fact {fact} of receivable {receivable} is of another day than the one it was recorded on.")
            }
            Self::NotBefore { receivable, fact } => {
                write!(f, "Fact {fact} of receivable {receivable} is kept as booked by an earlier release, and was booked later.")
            }
            Self::InUseOfNothing { owner, kept } => {
                write!(f, "{} are kept as in use of {owner}, and nothing that was sold falls under it.", kept.get())
            }
            Self::InUse { facility, kept, used } => {
                let (kept, used) = (kept.get(), used.get());
                write!(f, "Of facility {facility}, {kept} are kept as in use, and its receivables use {used}.")
            }
            Self::Gone { thing, by } => write!(f, "Something ({by}) names {thing}, which is not kept any more."),
            Self::BankDid(payout) => write!(f, "What was done with payout {payout} is not what the facts of its receivable say."),
            Self::Standing { receivable, fact } => {
                write!(f, "Fact {fact} of receivable {receivable} is kept as taken back, and what is booked for it stands.")
            }
            Self::PassedOn(receipt) => write!(f, "What was passed on of receipt {receipt} is not what payouts pay of it."),
            Self::InPlace(payout) => {
                write!(f, "Payout {payout} is not what is due in place of one that came back, or has none in its place.")
            }
            Self::Release(payout) => write!(f, "The day or the batch of the release of payout {payout} is not that of its entries."),
            Self::PaidToSellerAmount { receivable, kept } => {
                let kept = kept.get();
                write!(f, "The debtor of receivable {receivable} is kept as having paid the seller {kept}, which was not entered as often.")
            }
            Self::FeeInvoice(invoice) => write!(f, "Invoice {invoice} for fees is not what was charged."),
            Self::FeeInvoiceNumbers { year } => write!(f, "The numbers of the invoices for fees of {year} are not those that were given."),
            Self::ReceiptOfNothing(receipt) => write!(f, "No line of a statement tells of receipt {receipt}, and it was not entered."),
            Self::Statement(statement) => write!(f, "The lines or balances of statement {statement} are not what its days say."),
            Self::Merged { debtor, by } => {
                write!(f, "The merge of debtor {debtor} into another one does not fit: {by}.")
            }
            Self::Held(line) => write!(f, "The decision on line {line}, which waited, does not fit what came of it."),
            Self::HeldChanged(line) => write!(f, "Line {line}, which waits or waited, is not of the amount and day that were read."),
            Self::Line(line) => write!(f, "Line {line} of a statement is kept as something that was not booked for it."),
            Self::Recognised(receipt) => write!(f, "What receipt {receipt} was recognised by does not stand on what it paid."),
            Self::Approval(approval) => {
                write!(f, "Approval {approval} was not decided by a second person, or what waits or was refused is booked.")
            }
            Self::BankFile(batch) => write!(f, "A file for the bank of batch {batch} is not what was written."),
            Self::DebtorName(debtor) => write!(f, "Debtor {debtor} is not called what the buyer was called of which it was made."),
            Self::Terms { facility, version } => write!(f, "Version {version} of the terms of facility {facility} is not what was signed."),
        }
    }
}
