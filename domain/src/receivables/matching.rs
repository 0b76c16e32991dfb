//! What money that came in is for, as far as that can be told: what is booked by itself, and what is only suggested.

mod book;
pub mod names;
mod own;
mod suggesting;
mod sums;
mod written;

#[cfg(test)]
mod tests;

use super::{
    cash_discount,
    fingerprint::{InvoiceNumber, NormalisedNumber},
    reference::Reference,
    status::ReceivableStatus,
};
use crate::{
    kernel::{
        coded::coded_enum,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        text::Line,
    },
    payments::receipt::{MatchReason, Recognised},
};
use chrono::NaiveDate;
use std::collections::{BTreeMap, BTreeSet, HashSet};

pub use book::OpenBook;
pub use own::HouseItself;
pub use suggesting::{MOST_SUGGESTED, Suggested, Suggestion};
pub use sums::{MOST_SEARCHED, MOST_STEPS, adding_up};
pub use written::{Written, is_telling};

/// A receivable that money can be for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owing {
    pub id: ReceivableId,
    pub reference: Reference,
    pub number: InvoiceNumber,
    pub debtor: Option<DebtorId>,
    pub seller: CompanyId,
    /// What of it is open.
    pub open: Minor,
    pub due_on: NaiveDate,
    /// Held by the house or disputed by its debtor: a person decides what is booked on it.
    pub is_stopped: bool,
    /// What its invoice lets its debtor keep; none where it grants nothing.
    pub discount: Option<CashDiscount>,
}

/// What an invoice lets its debtor keep for paying early.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CashDiscount {
    /// The last day, and what may be kept until then, as an amount.
    pub steps: Vec<(NaiveDate, Minor)>,
}

/// Who can have paid: the one who owes, or the one who sold it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Party {
    Debtor(DebtorId),
    Seller(CompanyId),
}

coded_enum!(
    /// What speaks for it that money is for something, or against it.
    MatchSign {
        /// The payer quoted our reference.
        Reference = "reference",
        /// The payer named the numbers of the invoices.
        InvoiceNumbers = "invoice_numbers",
        /// The account paid for this debtor before, or is the seller's.
        PayerAccount = "payer_account",
        /// A person matched money of this payer to this debtor before.
        PayerRemembered = "payer_remembered",
        /// The payer has the debtor's name, or the seller's.
        PayerName = "payer_name",
        /// The payer's name begins like the debtor's, and may have been cut.
        PayerNameBegun = "payer_name_begun",
        /// The seller paid it.
        Seller = "seller",
        /// It is exactly what is open of one receivable.
        ExactAmount = "exact_amount",
        /// It is exactly what is open of several.
        SeveralAddUp = "several_add_up",
        /// It is short by the cash discount that the invoices grant.
        CashDiscount = "cash_discount",
        /// It is short, and the payer writes of a credit note.
        CreditNote = "credit_note",
        /// It is short by no more than banks charge.
        BankCharges = "bank_charges",
        /// It pays a part.
        PartPayment = "part_payment",
        /// It is more than what is open.
        TooMuch = "too_much",
        /// The payer is known to pay for another one.
        OtherPayer = "other_payer",
        /// It is held, or disputed.
        Stopped = "stopped",
        /// The payer names another one, which is paid, was given back or was given up.
        NamesClosed = "names_closed",
        /// The payer names another one that is open, and this leaves it out.
        NamesAnother = "names_another",
        /// The number stands within a word alone, and may be a part of another one; the payer is not known to pay for it.
        NumberWithinWord = "number_within_word",
        /// The bank says that it is money that came back: that pays nothing.
        CameBack = "came_back",
        /// It is perhaps the same money as another receipt, or as what was entered by hand to pay this.
        MayBeTwice = "may_be_twice",
    }
);

impl MatchSign {
    /// Whether it speaks against it.
    pub fn warns(self) -> bool {
        matches!(
            self,
            Self::OtherPayer
                | Self::Stopped
                | Self::NamesClosed
                | Self::NamesAnother
                | Self::NumberWithinWord
                | Self::CameBack
                | Self::MayBeTwice
        )
    }

    /// What it rests on, where it says something by itself: signs of one ground say the same thing twice.
    fn ground(self) -> Option<Ground> {
        match self {
            Self::Reference | Self::InvoiceNumbers => Some(Ground::Named),
            Self::PayerAccount | Self::PayerRemembered | Self::PayerName => Some(Ground::Payer),
            Self::ExactAmount | Self::SeveralAddUp | Self::CashDiscount => Some(Ground::Amount),
            Self::PayerNameBegun
            | Self::Seller
            | Self::CreditNote
            | Self::BankCharges
            | Self::PartPayment
            | Self::TooMuch
            | Self::OtherPayer
            | Self::Stopped
            | Self::NamesClosed
            | Self::NamesAnother
            | Self::NumberWithinWord
            | Self::CameBack
            | Self::MayBeTwice => None,
        }
    }
}

/// What a sign rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ground {
    Named,
    Payer,
    Amount,
}

/// A receivable that takes no more money: it is paid, was given back or was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    pub owing: Owing,
    pub status: ReceivableStatus,
    /// By our reference, not only by its number.
    pub is_quoted: bool,
}

/// Who may have paid, by each sign of that.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Payers {
    /// By the account.
    pub account: BTreeMap<Party, MatchSign>,
    /// By the name.
    pub name: BTreeMap<Party, MatchSign>,
    /// By how the name begins: it suggests, and proves nothing.
    pub begun: BTreeSet<Party>,
}

/// What the payer's account and name say of a receivable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayerSays {
    /// They are its debtor's or its seller's.
    Agrees,
    /// One of them is known to be another one's.
    Contradicts,
    /// Neither is known.
    Nothing,
}

impl CashDiscount {
    /// What these come to, taken off what is owed; none where that is nothing.
    pub fn of(granted: &[cash_discount::CashDiscount], owed: Minor) -> Option<Self> {
        let steps = granted.iter().map(|discount| (discount.until, discount.off(owed)));
        let steps: Vec<_> = steps.filter(|(_, off)| off.is_positive()).collect();
        (!steps.is_empty()).then_some(Self { steps })
    }
}

impl Owing {
    fn parties(&self) -> impl Iterator<Item = Party> {
        self.debtor.map(Party::Debtor).into_iter().chain([Party::Seller(self.seller)])
    }

    /// What its debtor may keep that paid on this day.
    pub fn discount_on(&self, day: NaiveDate) -> Option<Minor> {
        let steps = self.discount.iter().flat_map(|discount| &discount.steps);
        steps.filter(|(until, amount)| day <= *until && *amount < self.open).map(|(_, amount)| *amount).max()
    }
}

impl Payers {
    /// Each of the signs that there is has to name its debtor or its seller.
    pub fn says(&self, owing: &Owing) -> PayerSays {
        let known: Vec<_> = [&self.account, &self.name].into_iter().filter(|known| !known.is_empty()).collect();
        if known.is_empty() {
            return PayerSays::Nothing;
        }
        let names = |known: &BTreeMap<Party, MatchSign>| owing.parties().any(|party| known.contains_key(&party));
        if known.into_iter().all(names) { PayerSays::Agrees } else { PayerSays::Contradicts }
    }

    /// What of the payer speaks for this receivable.
    fn signs(&self, owing: &Owing) -> BTreeSet<MatchSign> {
        let mut signs = BTreeSet::new();
        for party in owing.parties() {
            let known: Vec<_> = self.account.get(&party).into_iter().chain(self.name.get(&party)).copied().collect();
            if matches!(party, Party::Seller(_)) && !known.is_empty() {
                signs.insert(MatchSign::Seller);
            }
            signs.extend(known);
            if self.begun.contains(&party) {
                signs.insert(MatchSign::PayerNameBegun);
            }
        }
        if self.says(owing) == PayerSays::Contradicts {
            signs.insert(MatchSign::OtherPayer);
        }
        signs
    }

    fn all(&self) -> BTreeSet<Party> {
        self.account.keys().chain(self.name.keys()).chain(&self.begun).copied().collect()
    }
}

/// What the bank tells of money that came in.
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    pub amount: Minor,
    /// The bank's value day.
    pub paid_on: NaiveDate,
    /// What the payer wrote.
    pub text: &'a str,
    pub payers: &'a Payers,
}

/// What is booked by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// By what it was recognised.
    pub reason: MatchReason,
    /// They add up to the money.
    pub parts: Vec<(ReceivableId, Minor)>,
}

/// What money names: by our references, and by numbers of invoices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Named {
    pub by_reference: Vec<Owing>,
    pub by_number: Vec<Owing>,
    /// Those of them whose number stands within words alone: it may be a part of another one.
    pub within_words: BTreeSet<ReceivableId>,
    /// What takes no more money.
    pub closed: Vec<Closed>,
}

impl Named {
    /// What of it is meant by money of these payers.
    fn meant<'a>(&'a self, payers: &Payers) -> Meant<'a> {
        Meant::of(self, payers)
    }

    /// Whether something is named, open or closed.
    pub fn is_any(&self, payers: &Payers) -> bool {
        let meant = self.meant(payers);
        !meant.open.is_empty() || !meant.closed.is_empty()
    }

    /// All that is named, open or closed.
    pub fn ids(&self, payers: &Payers) -> BTreeSet<ReceivableId> {
        let meant = self.meant(payers);
        meant.open.iter().map(|one| one.owing.id).chain(meant.closed.iter().map(|one| one.owing.id)).collect()
    }

    /// Whether something is named, open or closed, that is not among these, where there are any.
    pub fn contradicts(&self, payers: &Payers, paid: &BTreeSet<ReceivableId>) -> bool {
        let meant = self.meant(payers);
        !paid.is_empty() && (meant.names_another(paid) || leaves_out(&meant.closed, paid, |_| true))
    }

    /// What is named and takes no more money, unless something open is meant by the same number: numbers begin again, and sellers give
    /// the same ones.
    pub fn closed(&self, payers: &Payers) -> Vec<&Closed> {
        let meant: BTreeSet<ReceivableId> = self.meant(payers).closed.iter().map(|one| one.owing.id).collect();
        self.closed.iter().filter(|closed| meant.contains(&closed.owing.id)).collect()
    }
}

/// A receivable that is named.
#[derive(Debug, Clone)]
struct MeantOne<'a> {
    owing: &'a Owing,
    number: NormalisedNumber,
    /// By our reference, not only by its number.
    is_quoted: bool,
}

/// What of all that is named counts, for the payers there may be. It is found out once for all suggestions: a text may name hundreds.
#[derive(Debug, Clone, Default)]
struct Meant<'a> {
    open: Vec<MeantOne<'a>>,
    closed: Vec<MeantOne<'a>>,
}

impl<'a> Meant<'a> {
    /// A number says nothing more of what a reference names; a number that may be something else counts for those the payer pays for.
    /// Sellers give the same numbers: those of the payer are meant, if there are any.
    fn of(named: &'a Named, payers: &Payers) -> Self {
        let agrees = |owing: &Owing| payers.says(owing) == PayerSays::Agrees;
        let one = |owing: &'a Owing, is_quoted| MeantOne { owing, number: owing.number.normalised(), is_quoted };
        let quoted: Vec<_> = named.by_reference.iter().map(|owing| one(owing, true)).collect();
        let numbered: Vec<_> = named.by_number.iter().map(|owing| (one(owing, false), agrees(owing))).collect();
        let quoted_numbers: HashSet<NormalisedNumber> = quoted.iter().map(|one| one.number.clone()).collect();
        let agreed_numbers: HashSet<NormalisedNumber> =
            numbered.iter().filter(|(_, agrees)| *agrees).map(|(one, _)| one.number.clone()).collect();
        let open_numbers: HashSet<NormalisedNumber> = numbered.iter().map(|(one, _)| one.number.clone()).collect();
        let open_ids: HashSet<ReceivableId> = named.by_reference.iter().chain(&named.by_number).map(|owing| owing.id).collect();
        let closed = named.closed.iter().map(|closed| (one(&closed.owing, closed.is_quoted), agrees(&closed.owing)));
        let closed = closed.filter(|(one, agrees)| one.is_quoted || *agrees || is_telling(&one.owing.number));
        let is_open_meant = |(one, agrees): &(MeantOne, bool)| {
            let is_same_quoted = named.by_reference.iter().any(|open| open.id == one.owing.id) || quoted_numbers.contains(&one.number);
            let may_be_meant = || {
                open_ids.contains(&one.owing.id) || agreed_numbers.contains(&one.number) || !agrees && open_numbers.contains(&one.number)
            };
            is_same_quoted || !one.is_quoted && may_be_meant()
        };
        let closed = closed.filter(|closed| !is_open_meant(closed)).map(|(one, _)| one).collect();
        let counts = |(one, agrees): &(MeantOne, bool)| {
            !quoted_numbers.contains(&one.number) && (*agrees || is_telling(&one.owing.number) && !agreed_numbers.contains(&one.number))
        };
        let open = quoted.into_iter().chain(numbered.into_iter().filter(counts).map(|(one, _)| one)).collect();
        Self { open, closed }
    }

    fn owing(&self) -> Vec<&'a Owing> {
        self.open.iter().map(|one| one.owing).collect()
    }

    /// Whether something open is named that is not among these.
    fn names_another(&self, paid: &BTreeSet<ReceivableId>) -> bool {
        leaves_out(&self.open, paid, |owing| owing.open.is_positive())
    }
}

/// Whether one that counts of what is named is not among these. Of several that have one number, any is meant, unless a reference says
/// which.
fn leaves_out(named: &[MeantOne], paid: &BTreeSet<ReceivableId>, counts: impl Fn(&Owing) -> bool) -> bool {
    let paid_numbers: HashSet<_> = named.iter().filter(|one| paid.contains(&one.owing.id)).map(|one| &one.number).collect();
    let is_meant = |one: &MeantOne| paid.contains(&one.owing.id) || !one.is_quoted && paid_numbers.contains(&one.number);
    named.iter().any(|one| counts(one.owing) && !is_meant(one))
}

/// What is booked without a person: where two signs that don't depend on each other agree. One is a reference of ours, or the numbers of
/// all invoices. The other is that the payer is its debtor or its seller, or that the amount is exactly what is open of all that is
/// named. A number within words, which may be a part of another one, is none of a payer who is not known. Where one sign contradicts another, one of them is stopped, or something is named that takes no more money, a person decides.
pub fn by_itself(told: &Told, named: &Named) -> Option<Match> {
    let meant = named.meant(told.payers);
    let all = meant.owing();
    let says = |says| all.iter().all(|owing| told.payers.says(owing) == says);
    let debtors: BTreeSet<_> = all.iter().map(|owing| owing.debtor).collect();
    let is_whole = || all.iter().all(|owing| !named.within_words.contains(&owing.id));
    let is_clear = says(PayerSays::Agrees) || says(PayerSays::Nothing) && debtors.len() == 1 && is_whole();
    if !is_clear || all.iter().any(|owing| owing.is_stopped) || !meant.closed.is_empty() {
        return None;
    }
    let reason = if named.by_reference.is_empty() { MatchReason::InvoiceNumbers } else { MatchReason::Reference };
    if let ([one], MatchReason::Reference, true) = (all.as_slice(), reason, says(PayerSays::Agrees)) {
        // Less is paid in part, more is the debtor's credit.
        return Some(Match { reason, parts: vec![(one.id, told.amount)] });
    }
    let parts: Vec<_> = all.iter().map(|owing| (owing.id, owing.open)).collect();
    let is_exact = parts.iter().map(|(_, open)| *open).sum::<Minor>() == told.amount && parts.iter().all(|(_, open)| open.is_positive());
    is_exact.then_some(Match { reason, parts })
}

impl Match {
    /// By what each of its parts was recognised.
    pub fn recognised(&self, named: &Named) -> Vec<(ReceivableId, Recognised)> {
        let recognised = |(id, _): &(ReceivableId, Minor)| {
            let by_reference = named.by_reference.iter().find(|owing| owing.id == *id);
            let by_number = named.by_number.iter().find(|owing| owing.id == *id);
            let (by, quoted) = match (by_reference, by_number) {
                (Some(owing), _) => (MatchReason::Reference, owing.reference.as_str()),
                (None, Some(owing)) => (MatchReason::InvoiceNumbers, owing.number.as_str()),
                (None, None) => return None,
            };
            Some((*id, Recognised { by, quoted: Line::parse(quoted).ok()? }))
        };
        self.parts.iter().filter_map(recognised).collect()
    }
}
