//! What receivables need from a store.

use crate::{
    identity::ports::TokenHash,
    kernel::{paging::Direction, unavailable::Unavailable},
};
use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use sooner_domain::{
    facilities::terms::FacilityKind,
    house::reference_code::ReferenceCode,
    kernel::{
        coded::Coded,
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    ledger::entry::Entry,
    parties::buyer::BuyerId,
    receivables::{
        actions::OperatorAction,
        checks::Dilution,
        confirmation::{Confirmation, Statement},
        facts::{Face, Facts},
        fingerprint::{Fingerprint, InvoiceNumber, NormalisedNumber},
        matching::{CashDiscount, Owing},
        month::Balances,
        position::{Position, Recorded},
        receivable::{Parts, Receivable},
        reference::{Reference, SearchedNumber},
        similarity::Sample,
        status::ReceivableStatus,
    },
};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, HashMap},
};

/// A receivable as it is kept, with what is worked out of it to find it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    pub receivable: Receivable,
    /// None while its debtor, or who its seller is, is not known.
    pub fingerprint: Option<Fingerprint>,
    /// What is left of it. Nothing before it is sold.
    pub position: Position,
}

impl Kept {
    /// As money that came in is compared with it.
    pub fn owing(&self) -> Owing {
        let Parts { id, reference, facts, figures, debtor, seller, hold, .. } = self.receivable.parts();
        // A programme's buyer promised the whole.
        let is_promised = self.receivable.kind() == FacilityKind::ReverseFactoring;
        let granted = if is_promised { Vec::new() } else { self.receivable.cash_discounts() };
        Owing {
            id: *id,
            reference: reference.clone(),
            number: facts.number.clone(),
            debtor: *debtor,
            seller: *seller,
            open: self.position.open,
            due_on: figures.due_on,
            is_stopped: hold.is_some() || self.receivable.dispute().is_some(),
            discount: CashDiscount::of(&granted, self.receivable.face() - self.position.diluted),
        }
    }
}

/// Which receivables are asked for: those that are all of this.
#[derive(Debug, Clone, Default)]
pub struct ReceivableFilter {
    /// Those that members of this company see on this side. A side is always named: a buyer sees nothing of what its suppliers are offered.
    pub company: Option<(CompanyId, Side)>,
    pub debtor: Option<DebtorId>,
    pub facility: Option<FacilityId>,
    /// At any of these; if none is named, at whatever status.
    pub statuses: Vec<ReceivableStatus>,
    pub due: DueBetween,
    /// Those whose number has this in it.
    pub number: Option<SearchedNumber>,
    pub only: Only,
    /// Left out.
    pub hidden: Option<Hidden>,
    pub order: ReceivableOrder,
}

/// What no list and no figure of the house shows to an operator: what their own company sells, entered or owes, and what no company
/// handed in yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    pub company: CompanyId,
    /// The debtor that is this company, where there is one.
    pub debtor: Option<DebtorId>,
}

impl Hidden {
    /// Whether this receivable is hidden, whose debtor is known as far as it is that of its buyer.
    pub fn has(self, receivable: &Receivable) -> bool {
        !receivable.is_handed_in()
            || receivable.is_of(self.company)
            || self.debtor.is_some_and(|debtor| receivable.parts().debtor == Some(debtor))
    }
}

/// What all that a filter finds in one currency comes to. Amounts are in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListTotal {
    pub currency: Currency,
    pub count: u64,
    /// What the invoices are for, as far as is known now.
    pub face: Minor,
    /// What debtors still owe of what was sold.
    pub open: Minor,
}

/// What of all is asked for alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Only {
    /// Those of which a dispute lasts.
    pub disputed: bool,
    /// Those of which the debtor still owes something of what was sold.
    pub open: bool,
}

impl Only {
    pub fn has(self, Kept { receivable, position, .. }: &Kept) -> bool {
        (!self.disputed || receivable.dispute().is_some()) && (!self.open || position.open > Minor::ZERO)
    }
}

/// Which of what a company sees is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What it sells, once it is shown to it, and what it is to pay in its programmes.
    Either,
    /// What it sells.
    Selling,
    /// What it is to pay in its programmes.
    Buying,
}

impl Side {
    /// Whether this company sees it on this side.
    pub fn has(self, receivable: &Receivable, company: CompanyId) -> bool {
        let sells = receivable.parts().seller == company;
        receivable.is_seen_by(company)
            && match self {
                Self::Either => true,
                Self::Selling => sells,
                Self::Buying => !sells,
            }
    }
}

/// What receivables are put in order by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReceivableSort {
    /// When they were entered.
    Entered,
    /// The day they are due, as it counts now.
    Due,
    /// The amount that counts now, in minor units of whatever currency.
    Face,
}

impl Coded for ReceivableSort {
    const NAME: &'static str = "ReceivableSort";
    const ALL: &'static [Self] = &[Self::Entered, Self::Due, Self::Face];

    fn code(self) -> &'static str {
        match self {
            Self::Entered => "entered",
            Self::Due => "due",
            Self::Face => "face",
        }
    }
}

/// The order of a list: unless told otherwise, the one entered last first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReceivableOrder {
    pub sort: ReceivableSort,
    pub direction: Direction,
}

impl Default for ReceivableOrder {
    fn default() -> Self {
        Self { sort: ReceivableSort::Entered, direction: Direction::Descending }
    }
}

impl ReceivableOrder {
    /// Which of two comes first; when they were entered decides between those that are otherwise alike.
    pub fn compare(self, one: &Receivable, other: &Receivable) -> Ordering {
        let sorted = match self.sort {
            ReceivableSort::Entered => Ordering::Equal,
            ReceivableSort::Due => one.due_on().cmp(&other.due_on()),
            ReceivableSort::Face => one.face().cmp(&other.face()),
        };
        let ascending = sorted.then(one.id().cmp(&other.id()));
        match self.direction {
            Direction::Ascending => ascending,
            Direction::Descending => ascending.reverse(),
        }
    }
}

/// Between two days on which something is due, both included; what is not named does not matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DueBetween {
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
}

impl DueBetween {
    pub fn has(self, due_on: NaiveDate) -> bool {
        self.from.is_none_or(|from| from <= due_on) && self.to.is_none_or(|to| due_on <= to)
    }
}

/// Another receivable that may be the same one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lookalike {
    pub id: ReceivableId,
    pub sample: Sample,
    pub submitted_at: DateTime<Utc>,
}

/// A payable by what tells it from others: of one buyer no two to the same seller have one number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Numbered {
    pub seller: CompanyId,
    pub number: NormalisedNumber,
    pub issued_on: NaiveDate,
    pub due_on: NaiveDate,
    pub face: Face,
}

impl Numbered {
    pub fn of(seller: CompanyId, facts: &Facts) -> Self {
        let Facts { issued_on, due_on, face, .. } = *facts;
        Self { seller, number: facts.number.normalised(), issued_on, due_on, face }
    }

    /// Whether these facts tell it in the same way.
    pub fn says_as(&self, facts: &Facts) -> bool {
        *self == Self::of(self.seller, facts)
    }
}

/// An invoice by what tells it from others of its seller: numbers may begin again each year.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InvoiceKey {
    pub buyer: BuyerId,
    pub number: NormalisedNumber,
    pub issued_on: NaiveDate,
}

impl InvoiceKey {
    pub fn of(buyer: BuyerId, facts: &Facts) -> Self {
        Self { buyer, number: facts.number.normalised(), issued_on: facts.issued_on }
    }
}

/// A payable by what tells it from others of its buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PayableKey {
    pub seller: CompanyId,
    pub debtor: DebtorId,
    pub number: NormalisedNumber,
}

/// Which entries of the ledger are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookedOf {
    pub seller: CompanyId,
    pub currency: Currency,
    pub first: NaiveDate,
    pub last: NaiveDate,
}

/// What is booked about a seller.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Booked {
    /// What its accounts, and those of what it sold, held before the first day.
    pub before: Balances,
    /// From the first day to the last, in the order of their days, and of one day in that in which they were booked.
    pub entries: Vec<Entry>,
}

/// What this seller sold on this debtor before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct History {
    /// How many were sold.
    pub bought: i64,
    pub dilution: Dilution,
}

/// Receivables.
#[async_trait]
pub trait ReceivableRecords: Send + Sync {
    /// A number that no receivable has: the next one, with the house's code for references, if there is one. It is skipped where nothing
    /// comes of it.
    async fn next_number(&self) -> Result<(u64, Option<ReferenceCode>), Unavailable>;

    async fn by_id(&self, id: ReceivableId) -> Result<Option<Kept>, Unavailable>;

    /// Those of the ids that there are, oldest first.
    async fn by_ids(&self, ids: Vec<ReceivableId>) -> Result<Vec<Kept>, Unavailable>;

    /// Those that were accepted at once with this one as the first, itself among them, oldest first.
    async fn accepted_with(&self, first: ReceivableId) -> Result<Vec<Kept>, Unavailable>;

    /// What is booked in this currency about a seller: about what it sells, and on accounts of its own. Up to the end of the second
    /// day; what is dated before the first is added up.
    async fn booked(&self, of: BookedOf) -> Result<Booked, Unavailable>;

    /// Those of these references that there are, oldest first.
    async fn by_references(&self, references: Vec<Reference>) -> Result<Vec<Kept>, Unavailable>;

    /// What was sold in a currency, whose debtor is known, and of which something is open; oldest first.
    async fn owing(&self, currency: Currency) -> Result<Vec<Owing>, Unavailable>;

    /// What takes no more money of what was sold in a currency, and has one of these references or numbers: it is at its end, or nothing
    /// of it is open. Oldest first.
    async fn closed(
        &self,
        currency: Currency,
        references: Vec<Reference>,
        numbers: Vec<NormalisedNumber>,
    ) -> Result<Vec<(Owing, ReceivableStatus)>, Unavailable>;

    /// At most so many of those behind one, in the order of the filter. In the order of what can change, nothing is behind one that
    /// is not there, or that the company of the filter does not see.
    async fn page(&self, filter: ReceivableFilter, after: Option<ReceivableId>, most: i64) -> Result<Vec<Kept>, Unavailable>;

    /// What all pages of the filter come to, by currency in the order of the codes.
    async fn totals(&self, filter: ReceivableFilter) -> Result<Vec<ListTotal>, Unavailable>;

    /// Others of this fingerprint that are sold.
    async fn sold(&self, but: ReceivableId, fingerprint: Fingerprint) -> Result<Vec<ReceivableId>, Unavailable>;

    /// Others on the same debtor, handed in and not given back, that may look like this one: every one that does is among
    /// them. Those of a seller of whom nobody knows yet who it is are not: they are compared once that is known, before
    /// they can be sold.
    async fn lookalikes(&self, but: ReceivableId, sample: &Sample) -> Result<Vec<Lookalike>, Unavailable>;

    /// Those with one of these numbers among the invoices that this seller entered and that were neither withdrawn nor ended without
    /// a sale, as they were entered, with the buyer they were entered for.
    async fn invoices_numbered(&self, seller: CompanyId, numbers: Vec<NormalisedNumber>) -> Result<Vec<(BuyerId, Numbered)>, Unavailable>;

    /// Those with one of these numbers among the payables that this buyer entered and that were neither withdrawn nor ended
    /// without a sale, as they were entered. Its buyer is this debtor.
    async fn payables_numbered(
        &self,
        buyer: CompanyId,
        debtor: DebtorId,
        numbers: Vec<NormalisedNumber>,
    ) -> Result<Vec<Numbered>, Unavailable>;

    /// What this seller sold on this debtor in this currency: see [`History::COUNTED`].
    async fn history(&self, of: HistoryOf) -> Result<History, Unavailable>;

    /// What happened to it and was not taken back, in its order.
    async fn facts(&self, id: ReceivableId) -> Result<Vec<Recorded>, Unavailable>;

    /// The same for each of these of which something is told.
    async fn facts_of(&self, ids: Vec<ReceivableId>) -> Result<HashMap<ReceivableId, Vec<Recorded>>, Unavailable>;

    /// Those of which this seller has money that its debtors owe, oldest first.
    async fn paid_to_seller(&self, seller: CompanyId, currency: Currency) -> Result<Vec<ReceivableId>, Unavailable>;

    /// All that is on offer under this facility now, oldest first: advances are counted by whoever asks.
    async fn offered(&self, facility: FacilityId) -> Result<Vec<Kept>, Unavailable>;

    /// What of the advances paid out under this facility has not come back, by debtor, in the order of their ids. What is at its
    /// end counts no more.
    async fn out_under(&self, facility: FacilityId) -> Result<Vec<(DebtorId, Minor)>, Unavailable>;

    /// What is open in this currency of all that was sold of each of these debtors, in their order.
    async fn open_of(&self, debtors: Vec<DebtorId>, currency: Currency) -> Result<Vec<Minor>, Unavailable>;

    /// How much is open in each currency of what was sold of each of these debtors, and on how many invoices: in the order of the
    /// debtors' ids, and of the currencies.
    async fn open_invoices(&self, debtors: Vec<DebtorId>) -> Result<Vec<OpenInvoices>, Unavailable>;

    /// The invoices that are sold on both of these debtors and not at their end: of the first one, and of the second one.
    async fn sold_on_both(&self, debtors: [DebtorId; 2]) -> Result<Vec<SoldOnBoth>, Unavailable>;

    /// What this buyer promised each of these suppliers, one for a currency in which there is any: in the order of the
    /// suppliers' ids, and of the currencies.
    async fn promised(&self, buyer: CompanyId, suppliers: Vec<CompanyId>) -> Result<Vec<(CompanyId, Promised)>, Unavailable>;
}

/// What is open of what was sold of a debtor, in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenInvoices {
    pub debtor: DebtorId,
    pub currency: Currency,
    /// Those of which something is open.
    pub invoices: i64,
    pub open: Minor,
}

/// An invoice that is sold on two debtors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoldOnBoth {
    pub number: InvoiceNumber,
    pub on: [ReceivableId; 2],
}

/// What a buyer promised a supplier, in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Promised {
    pub currency: Currency,
    /// Approved, and neither paid early nor too late for that.
    pub waiting: Minor,
    /// Sold, and not paid out yet.
    pub committed: Minor,
    /// Sold and paid out, whatever became of it since.
    pub paid_early: Minor,
    /// What of both the buyer still owes.
    pub open: Minor,
}

impl Promised {
    /// What waits to be paid early.
    pub const WAITING: &[ReceivableStatus] = &[ReceivableStatus::Submitted, ReceivableStatus::Offered];

    pub fn nothing(currency: Currency) -> Self {
        Self { currency, waiting: Minor::ZERO, committed: Minor::ZERO, paid_early: Minor::ZERO, open: Minor::ZERO }
    }

    /// Counts what is at this status: what is owed in all, and what of that is open. What is at its end is not.
    pub fn count(&mut self, status: ReceivableStatus, owed: Minor, open: Minor) {
        if Self::WAITING.contains(&status) {
            self.waiting += owed;
        }
        if status == ReceivableStatus::Accepted {
            self.committed += owed;
        } else if ReceivableStatus::SOLD.contains(&status) {
            self.paid_early += owed;
        }
        if matches!(status, ReceivableStatus::Accepted | ReceivableStatus::Funded) {
            self.open += open;
        }
    }
}

/// Whose history is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HistoryOf {
    pub seller: CompanyId,
    pub debtor: DebtorId,
    pub currency: Currency,
}

impl History {
    /// What was sold, whatever became of it. What the house rejected before it paid was not. None of these is still checked, so
    /// what a receivable is compared with never counts itself.
    pub const COUNTED: &[ReceivableStatus] = &[
        ReceivableStatus::Accepted,
        ReceivableStatus::Funded,
        ReceivableStatus::Settled,
        ReceivableStatus::ChargedBack,
        ReceivableStatus::WrittenOff,
    ];

    /// Of somebody who sold nothing.
    pub fn none() -> Self {
        Self { bought: 0, dilution: Dilution { faces: Minor::ZERO, diluted: Minor::ZERO } }
    }
}

/// A link to a debtor with what the store needs to recognise its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IssuedConfirmation {
    pub confirmation: Confirmation,
    pub hash: TokenHash,
}

/// What a debtor was asked of an invoice, and what it said; each the first one first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Asked {
    pub links: Vec<Confirmation>,
    pub statements: Vec<Statement>,
}

/// What debtors were asked, and what they said.
#[async_trait]
pub trait Confirmations: Send + Sync {
    /// The link with this secret, with what was said of its receivable by any link, the first one first.
    async fn confirmation(&self, hash: TokenHash) -> Result<Option<(Confirmation, Vec<Statement>)>, Unavailable>;
    async fn asked_about(&self, receivable: ReceivableId) -> Result<Asked, Unavailable>;
}

/// What waits for a second person of how receivables end, as whoever keeps approvals knows it.
#[async_trait]
pub trait ProposedEndings: Send + Sync {
    /// Of these receivables those of which an ending, or taking one back, waits at this moment, each with what it is.
    async fn endings_of(
        &self,
        receivables: Vec<ReceivableId>,
        now: DateTime<Utc>,
    ) -> Result<BTreeMap<ReceivableId, OperatorAction>, Unavailable>;
}
