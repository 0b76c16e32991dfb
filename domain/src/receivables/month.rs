//! What happened to a seller in a month, by what the ledger says of it, and how it stood before and after.

use crate::{
    kernel::{coded::coded_enum, ids::ReceivableId, minor::Minor},
    ledger::{
        account::{AccountKind as K, Owner},
        entry::{Event, Posting},
    },
};
use std::collections::BTreeMap;

coded_enum!(
    /// What a company's month consists of.
    MonthEvent {
        Sold = "sold",
        PaidOut = "paid_out",
        /// From a debtor.
        Received = "received",
        /// Credit notes and deductions.
        Credited = "credited",
        Fee = "fee",
        Discount = "discount",
        LateCharge = "late_charge",
        Tax = "tax",
        /// At the settlement; below zero the seller owes that.
        Released = "released",
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
        Event::PayoutReleased | Event::PayoutReturned => vec![(M::PaidOut, -to_seller)],
        Event::Receipt | Event::ReceiptExplained | Event::DebtorCreditUsed | Event::PassedOn | Event::Recovered => {
            vec![(M::Received, to_seller - of(K::ReceivablesPurchased))]
        }
        Event::Forwarded => vec![(M::Paid, -of(K::ReceivablesPurchased))],
        Event::SellerPaid => vec![(M::Paid, to_seller)],
        Event::SetOff => vec![(M::SetOff, of(K::SellersPayable))],
        Event::CreditNote | Event::Deduction => vec![(M::Credited, of(K::Reserves) + of(K::SellersOwe))],
        Event::CreditedAfterSettlement => vec![(M::Credited, -to_seller)],
        Event::Settled => vec![(M::LateCharge, -of(K::LateCharges)), (M::Released, to_seller)],
        Event::ChargedBack => vec![(M::ChargedBack, -of(K::ReceivablesPurchased))],
        Event::WrittenOff => vec![(M::WrittenOff, -of(K::ReceivablesPurchased))],
        Event::GivenUp => vec![(M::GivenUp, to_seller)],
        Event::DebtTakenBack => vec![(M::SetOff, of(K::SellersPayable)), (M::GivenUp, to_seller)],
        _ => Vec::new(),
    };
    let charges = [(M::Fee, fees(postings)), (M::Discount, discount(postings)), (M::Tax, -of(K::TaxPayable))];
    all.into_iter().chain(charges).filter(|(_, amount)| !amount.is_zero()).collect()
}

/// What a seller's accounts hold, and those of what it sold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Balances(BTreeMap<(K, Option<ReceivableId>), Minor>);

impl Balances {
    /// The kinds of accounts that count.
    pub const KINDS: [K; 4] = [K::ReceivablesPurchased, K::Reserves, K::SellersPayable, K::SellersOwe];

    /// Of these kinds and receivables, debit positive.
    pub fn new(all: impl IntoIterator<Item = ((K, Option<ReceivableId>), Minor)>) -> Self {
        let mut balances = Self::default();
        all.into_iter().for_each(|(of, amount)| balances.add(of, amount));
        balances
    }

    /// After an entry about the seller.
    pub fn book(&mut self, postings: &[Posting]) {
        for posting in postings {
            let receivable = if let Owner::Receivable(id) = posting.account.owner() { Some(id) } else { None };
            self.add((posting.account.kind(), receivable), posting.amount);
        }
    }

    fn add(&mut self, of: (K, Option<ReceivableId>), amount: Minor) {
        if Self::KINDS.contains(&of.0) {
            *self.0.entry(of).or_default() += amount;
        }
    }

    fn total(&self, kind: K) -> Minor {
        self.0.iter().filter(|((of, _), _)| *of == kind).map(|(_, amount)| *amount).sum()
    }

    pub fn figure(&self, figure: MonthFigure) -> Minor {
        match figure {
            MonthFigure::Open => self.total(K::ReceivablesPurchased),
            MonthFigure::Reserve => -self.total(K::Reserves),
            MonthFigure::Payable => -self.total(K::SellersPayable),
            MonthFigure::Owed => self.total(K::SellersOwe),
            MonthFigure::Out => {
                let mut out = BTreeMap::<_, Minor>::new();
                for ((kind, receivable), amount) in &self.0 {
                    if matches!(kind, K::ReceivablesPurchased | K::Reserves) {
                        *out.entry(receivable).or_default() += *amount;
                    }
                }
                // Money goes to the advance first: what of the reserve has come in as well is not out.
                out.into_values().map(Minor::or_zero).sum()
            }
        }
    }
}
