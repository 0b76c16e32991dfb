//! What happened to a seller in a month, by what the ledger says of it, and how it stood before and after.

use crate::{
    kernel::{coded::coded_enum, ids::ReceivableId, minor::Minor},
    ledger::{
        account::{AccountKind as K, Owner},
        entry::{Entry, EntryId, Event, Posting},
    },
    pricing::course,
};
use std::collections::{BTreeMap, BTreeSet};

coded_enum!(
    /// What a company's month consists of.
    MonthEvent {
        Sold = "sold",
        PaidOut = "paid_out",
        /// A payout that came back from the bank: it is owed again.
        PayoutReturned = "payout_returned",
        /// From a debtor.
        Received = "received",
        /// Credit notes and deductions.
        Credited = "credited",
        Fee = "fee",
        Discount = "discount",
        LateCharge = "late_charge",
        Tax = "tax",
        /// At the settlement; below zero where that is taken back.
        Released = "released",
        /// Below zero what the seller owes at the settlement, as after a charge back: nothing of that was a reserve.
        OwedAtEnd = "owed_at_end",
        SetOff = "set_off",
        ChargedBack = "charged_back",
        WrittenOff = "written_off",
        /// By the company itself.
        Paid = "paid",
        GivenUp = "given_up",
    }
);

coded_enum!(
    /// How a company stands with the house.
    MonthFigure {
        /// What its debtors still owe on what it sold.
        Open = "open",
        /// What it got for that, and has not come back.
        Out = "out",
        Reserve = "reserve",
        /// What the house owes it.
        Payable = "payable",
        /// What it owes the house.
        Owed = "owed",
    }
);

/// What these postings come to on accounts of this kind, debit positive.
pub(super) fn posted(postings: &[Posting], kind: K) -> Minor {
    postings.iter().filter(|posting| posting.account.kind() == kind).map(|posting| posting.amount).sum()
}

/// What is kept back for time: where it was taken at once, it is nothing new when it is earned, whoever has a share in it.
pub(super) fn discount(postings: &[Posting]) -> Minor {
    [K::UnearnedDiscount, K::DiscountIncome, K::BuyerRebates].into_iter().map(|kind| -posted(postings, kind)).sum()
}

/// On fees of both kinds.
pub(super) fn fees(postings: &[Posting]) -> Minor {
    [K::PayoutFees, K::ServiceFees].into_iter().map(|kind| -posted(postings, kind)).sum()
}

/// The receivable that an entry is about.
pub fn about(postings: &[Posting]) -> Option<ReceivableId> {
    postings.iter().find_map(|posting| match posting.account.owner() {
        Owner::Receivable(id) => Some(id),
        _ => posting.receivable,
    })
}

/// What an entry about a seller is to it, without what comes to nothing. What is taken back is below zero.
pub fn movements(event: Event, postings: &[Posting]) -> Vec<(MonthEvent, Minor)> {
    use MonthEvent as M;
    let of = |kind| posted(postings, kind);
    let to_seller = -of(K::SellersPayable) - of(K::SellersOwe);
    let all = match event {
        Event::Funded => vec![(M::Sold, of(K::ReceivablesPurchased))],
        Event::PayoutReleased => vec![(M::PaidOut, -to_seller)],
        Event::PayoutReturned => vec![(M::PayoutReturned, -to_seller)],
        Event::Receipt | Event::ReceiptExplained | Event::DebtorCreditUsed | Event::PassedOn | Event::Recovered => {
            vec![(M::Received, to_seller - of(K::ReceivablesPurchased))]
        }
        Event::Forwarded => vec![(M::Paid, -of(K::ReceivablesPurchased))],
        Event::SellerPaid => vec![(M::Paid, to_seller)],
        Event::SetOff => vec![(M::SetOff, of(K::SellersPayable))],
        Event::CreditNote | Event::Deduction => vec![(M::Credited, of(K::Reserves) + of(K::SellersOwe))],
        Event::CreditedAfterSettlement => vec![(M::Credited, -to_seller)],
        Event::Settled => {
            vec![(M::LateCharge, -of(K::LateCharges)), (M::Released, -of(K::SellersPayable)), (M::OwedAtEnd, -of(K::SellersOwe))]
        }
        Event::ChargedBack => vec![(M::ChargedBack, -of(K::ReceivablesPurchased))],
        Event::WrittenOff => vec![(M::WrittenOff, -of(K::ReceivablesPurchased))],
        Event::GivenUp => vec![(M::GivenUp, to_seller)],
        Event::DebtTakenBack => vec![(M::SetOff, of(K::SellersPayable)), (M::GivenUp, to_seller)],
        _ => Vec::new(),
    };
    let charges = [(M::Fee, fees(postings)), (M::Discount, discount(postings)), (M::Tax, -of(K::TaxPayable))];
    all.into_iter().chain(charges).filter(|(_, amount)| !amount.is_zero()).collect()
}

/// What the ledger tells of the advance on a receivable, and of what came for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outlay {
    pub advance: Minor,
    /// Money from debtor and seller, whatever it closed.
    pub money: Minor,
    /// How often it was settled, less how often that was taken back.
    pub settled: i64,
}

impl Outlay {
    /// The events of the entries that tell of it.
    pub const EVENTS: [Event; 8] = [
        Event::Funded,
        Event::Receipt,
        Event::ReceiptExplained,
        Event::Forwarded,
        Event::DebtorCreditUsed,
        Event::SetOff,
        Event::PassedOn,
        Event::Settled,
    ];

    /// The accounts of an entry of what is owed in place of what a settlement gave and was paid out.
    const OWED: [K; 3] = [K::SellersOwe, K::SellersPayable, K::BuyerRebates];

    /// Whether an entry settles its receivable, or takes that back.
    pub fn settles(entry: &Entry) -> bool {
        let is_owed = |posting: &Posting| Self::OWED.contains(&posting.account.kind());
        entry.booking().event == Event::Settled && !entry.postings().iter().all(is_owed)
    }

    /// What an entry about the receivable adds.
    fn of(entry: &Entry) -> Self {
        let of = |kind| posted(entry.postings(), kind);
        let none = Self::default();
        match entry.booking().event {
            Event::Funded => Self { advance: of(K::ReceivablesPurchased) + of(K::Reserves), ..none },
            // Here and below, what is owed in place of what was paid out is no money.
            Event::Receipt | Event::ReceiptExplained | Event::Forwarded => {
                let kinds = [K::ReceivablesPurchased, K::DebtorCredits, K::SellersPayable, K::SellersOwe];
                Self { money: -kinds.into_iter().map(of).sum::<Minor>(), ..none }
            }
            Event::DebtorCreditUsed | Event::SetOff => Self { money: -of(K::ReceivablesPurchased), ..none },
            Event::PassedOn => Self { money: -of(K::SellersPayable) - of(K::SellersOwe), ..none },
            Event::Settled if Self::settles(entry) => Self { settled: if entry.reverses().is_some() { -1 } else { 1 }, ..none },
            _ => none,
        }
    }

    fn out(&self) -> Minor {
        course::out(self.advance, self.money)
    }

    fn add(&mut self, other: Self) {
        self.advance += other.advance;
        self.money += other.money;
        self.settled += other.settled;
    }
}

/// What a seller's accounts hold, and those of what it sold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Balances {
    held: BTreeMap<(K, Option<ReceivableId>), Minor>,
    outlays: BTreeMap<ReceivableId, Outlay>,
    /// Those at their end whose settlement moved nothing, so that no entry tells of it.
    silent: BTreeSet<ReceivableId>,
    /// The entries of what the seller sent beyond what was open and owed: it is its own, and no money for a receivable.
    own: BTreeSet<EntryId>,
}

impl Balances {
    /// The kinds of accounts that count.
    pub const KINDS: [K; 4] = [K::ReceivablesPurchased, K::Reserves, K::SellersPayable, K::SellersOwe];

    /// Of these kinds and receivables, debit positive.
    pub fn new(all: impl IntoIterator<Item = ((K, Option<ReceivableId>), Minor)>) -> Self {
        let mut balances = Self::default();
        all.into_iter().for_each(|(of, amount)| balances.add(of, amount));
        balances
    }

    /// With what the ledger tells of these advances.
    #[must_use]
    pub fn with_outlays(self, outlays: impl IntoIterator<Item = (ReceivableId, Outlay)>) -> Self {
        Self { outlays: outlays.into_iter().collect(), ..self }
    }

    /// With those that are at their end by now, whose settlement moved nothing: it is no entry.
    #[must_use]
    pub fn with_silent(self, silent: impl IntoIterator<Item = ReceivableId>) -> Self {
        Self { silent: silent.into_iter().collect(), ..self }
    }

    /// With the entries that pass on what the seller sent of its own, and those that take that back.
    #[must_use]
    pub fn with_own(self, own: impl IntoIterator<Item = EntryId>) -> Self {
        Self { own: own.into_iter().collect(), ..self }
    }

    /// After an entry about the seller.
    pub fn book(&mut self, entry: &Entry) {
        if Outlay::EVENTS.contains(&entry.booking().event) && !self.own.contains(&entry.booking().id) {
            self.outlays.entry(ReceivableId(entry.booking().subject)).or_default().add(Outlay::of(entry));
        }
        for posting in entry.postings() {
            let receivable = if let Owner::Receivable(id) = posting.account.owner() { Some(id) } else { None };
            self.add((posting.account.kind(), receivable), posting.amount);
        }
    }

    fn add(&mut self, of: (K, Option<ReceivableId>), amount: Minor) {
        if Self::KINDS.contains(&of.0) {
            *self.held.entry(of).or_default() += amount;
        }
    }

    fn total(&self, kind: K) -> Minor {
        self.held.iter().filter(|((of, _), _)| *of == kind).map(|(_, amount)| *amount).sum()
    }

    pub fn figure(&self, figure: MonthFigure) -> Minor {
        match figure {
            MonthFigure::Open => self.total(K::ReceivablesPurchased),
            MonthFigure::Reserve => -self.total(K::Reserves),
            MonthFigure::Payable => -self.total(K::SellersPayable),
            MonthFigure::Owed => self.total(K::SellersOwe),
            MonthFigure::Out => {
                self.outlays.iter().filter(|(id, outlay)| !self.is_over(**id, outlay)).map(|(_, outlay)| outlay.out()).sum()
            }
        }
    }

    fn is_over(&self, id: ReceivableId, outlay: &Outlay) -> bool {
        let holds = |kind| self.held.get(&(kind, Some(id))).is_some_and(|amount| !amount.is_zero());
        let is_closed = !holds(K::ReceivablesPurchased) && !holds(K::Reserves);
        outlay.settled > 0 || (is_closed && self.silent.contains(&id))
    }
}
