//! One receivable of the model: where it stands, what happened to it, and what its settlement says.

use super::{
    Cents,
    days::{Day, Deal, Price},
    ledger::{Kind, Place, Posting, Who},
};
use std::collections::BTreeMap;

/// Section 4, from the acceptance on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Accepted,
    Rejected,
    Funded,
    Settled,
    ChargedBack,
    WrittenOff,
}

/// Why the house gives up on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    Insolvency,
    Default,
    Other,
}

/// By what what is open ends without being paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// The seller bears it.
    Deduction,
    ChargeBack,
    /// The house bears its cover.
    WriteOff(Cause),
}

/// The fields of section 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Settlement {
    pub(super) discount: Cents,
    pub(super) service_fee: Cents,
    pub(super) tax: Cents,
    pub(super) late: Cents,
    pub(super) dilution: Cents,
    pub(super) charged_back: Cents,
    pub(super) loss: Cents,
    pub(super) to_seller: Cents,
    pub(super) seller_owes: Cents,
    pub(super) debtor_credit: Cents,
}

/// What never changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sale {
    pub(super) place: usize,
    pub(super) deal: Deal,
    pub(super) facility: usize,
    pub(super) seller: usize,
    /// Whose facility it is: the seller's own, or the buyer's programme.
    pub(super) holder: usize,
    pub(super) debtor: usize,
    pub(super) price: Price,
    pub(super) payout_on: Day,
    pub(super) due_on: Day,
}

/// Where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct State {
    pub(super) status: Status,
    pub(super) due_on: Day,
    pub(super) executed_on: Option<Day>,
    /// In a programme: as it was fixed, or priced anew.
    pub(super) discount: Cents,
    /// Came before it was funded: value day, amount, whether the seller sent it.
    pub(super) early: Vec<(Day, Cents, bool)>,
    pub(super) open: Cents,
    /// Paid, by value day.
    pub(super) came: Vec<(Day, Cents)>,
    /// Neither paid nor open: by the day of section 5.
    pub(super) unpaid: Vec<(Day, Cents)>,
    pub(super) reserve: Cents,
    pub(super) credited: Cents,
    pub(super) deducted: Cents,
    pub(super) charged_back: Cents,
    pub(super) written_off: Cents,
    pub(super) loss: Cents,
    pub(super) cover: i128,
    pub(super) with_seller: Cents,
    /// The seller sent it, and it was not the debtor's before; less what of it went back.
    pub(super) sellers_own: Cents,
    pub(super) recovered: Cents,
    pub(super) recovered_house: Cents,
    pub(super) debtor_credit: Cents,
    pub(super) late_due: Cents,
    pub(super) late_paid: Cents,
    /// Discount and late charge, once it is settled.
    pub(super) ended: Option<(Cents, Cents)>,
}

/// Where money comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Money {
    pub(super) from: Place,
    pub(super) amount: Cents,
    pub(super) value_on: Day,
    /// The seller's: forwarded, or kept back from a payout.
    pub(super) is_sellers: bool,
}

/// What a payout is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Purpose {
    Advance,
    DiscountReturned,
    Release,
    PassedOn,
    DebtReturned,
    SentBack,
    BuyerShare,
}

/// What a step books, and what is due by it.
#[derive(Debug, Clone, Default)]
pub(super) struct Entry {
    pub(super) postings: Vec<Posting>,
    /// To which company.
    pub(super) due: Vec<(usize, Purpose, Cents)>,
}

/// The one is debited, the other credited.
pub(super) fn transfer(debit: Place, credit: Place, amount: Cents) -> Entry {
    let postings = if amount == 0 { Vec::new() } else { vec![(debit, amount), (credit, -amount)] };
    Entry { postings, due: Vec::new() }
}

impl Entry {
    pub(super) fn and(&mut self, other: Self) {
        self.postings.extend(other.postings);
        self.due.extend(other.due);
    }

    /// What it brings debtors as credit.
    pub(super) fn credits(&self) -> Cents {
        let brought = self.postings.iter().filter(|(at, amount)| at.kind == Kind::DebtorCredits && *amount < 0);
        -brought.map(|(_, amount)| amount).sum::<Cents>()
    }

    /// One posting to each place, and one payout of each purpose.
    pub(super) fn in_one(self) -> Self {
        let (mut postings, mut due) = (BTreeMap::<Place, Cents>::new(), BTreeMap::<(usize, Purpose), Cents>::new());
        self.postings.into_iter().for_each(|(place, amount)| *postings.entry(place).or_default() += amount);
        self.due.into_iter().for_each(|(company, purpose, amount)| *due.entry((company, purpose)).or_default() += amount);
        let due = due.into_iter().map(|((company, purpose), amount)| (company, purpose, amount)).collect();
        Self { postings: postings.into_iter().collect(), due }
    }

    /// What it gives a company is paid out as this.
    pub(super) fn due_as(mut self, purpose: Purpose) -> Self {
        for (place, amount) in self.postings.iter().filter(|(_, amount)| *amount < 0) {
            if let (Who::Company(company), Kind::SellersPayable | Kind::BuyerRebates) = (place.who, place.kind) {
                self.due.push((company, purpose, -amount));
            }
        }
        self
    }
}
