//! Money that came in, and what it is for.

use super::payout::PayoutId;
use crate::{
    kernel::{
        Invalid,
        calendar::around,
        coded::coded_enum,
        ids::{CompanyId, DebtorId, ReceivableId, UserId, id},
        minor::Minor,
        money::Money,
        text::{Line, Note},
    },
    ledger::{
        entry::EntryId,
        manual::{InSuspense, ManualEntry},
    },
    onboarding::{
        account_holder::is_carried_by_banks,
        bank_account::{BankAccount, Iban},
    },
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use std::collections::BTreeSet;

id!(
    /// A receipt.
    ReceiptId
);
id!(
    /// A part of a receipt, and what it is for.
    AllocationId
);

/// The payer, as the bank names it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payer {
    pub name: Option<Line>,
    pub iban: Option<Line>,
}

/// Who paid, as a person enters it: banks may give anything for an account, a person an IBAN that there can be.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EnteredPayer {
    pub name: Option<Line>,
    pub iban: Option<Iban>,
}

impl From<EnteredPayer> for Payer {
    fn from(EnteredPayer { name, iban }: EnteredPayer) -> Self {
        Self { name, iban: iban.and_then(|iban| Line::parse(iban.as_str()).ok()) }
    }
}

coded_enum!(
    /// Whose the account is to which a debtor's credit goes back.
    AccountOwner {
        /// It is in the debtor's name.
        Debtor = "debtor",
        /// The house pays a seller of the debtor's invoices to it.
        Seller = "seller",
        /// Of another payer, in whatever name.
        Other = "other",
    }
);

/// Why nothing can be sent back to a payer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PayerUnknown {
    #[error("nobody knows their name")]
    Name,
    /// The bank told none, or none that can be one.
    #[error("nobody knows their account")]
    Iban,
    /// It is known from which account they paid, and that is another one.
    #[error("they paid from another account")]
    Other,
}

impl Payer {
    /// The account they paid from, in their name.
    ///
    /// # Errors
    /// `Name`; `Iban`.
    pub fn account(&self) -> Result<BankAccount, PayerUnknown> {
        let holder = self.name.clone().filter(is_carried_by_banks).ok_or(PayerUnknown::Name)?;
        let iban = self.iban.as_ref().and_then(|iban| Iban::parse(iban.as_str()).ok()).ok_or(PayerUnknown::Iban)?;
        Ok(BankAccount { holder: Some(holder), iban: Some(iban), ..BankAccount::default() })
    }

    /// The account that their money goes back to: theirs. Where the bank did not tell it, the one that people entered.
    ///
    /// # Errors
    /// `Name` and `Iban` where none was entered; `Other` where another one was entered than they paid from.
    pub fn account_or(&self, entered: Option<&BankAccount>) -> Result<BankAccount, PayerUnknown> {
        let paid_from = self.iban.as_ref().and_then(|iban| Iban::parse(iban.as_str()).ok());
        match (self.account(), entered) {
            (Ok(known), Some(entered)) if known != *entered => Err(PayerUnknown::Other),
            (Err(_), Some(entered)) if paid_from.is_some() && entered.iban != paid_from => Err(PayerUnknown::Other),
            (Err(_), Some(entered)) => Ok(entered.clone()),
            (known, _) => known,
        }
    }
}

/// Money on an account of the house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub id: ReceiptId,
    /// The bank's booking day.
    pub booked_on: NaiveDate,
    /// The bank's value day, which alone counts for the price, however late the money is explained.
    pub value_on: NaiveDate,
    pub amount: Money,
    pub payer: Payer,
    pub text: Option<Note>,
    pub entered_by: UserId,
    pub entered_at: DateTime<Utc>,
}

/// As many days a person and a bank may be apart on when money came or went.
pub const APART: TimeDelta = TimeDelta::days(7);

impl Receipt {
    /// Whether what somebody entered by hand is what the bank tells here: of the same day and amount, from no other account.
    pub fn is_told_by(&self, told: &Self) -> bool {
        let iban = |receipt: &Self| receipt.payer.iban.as_ref().and_then(|iban| Iban::parse(iban.as_str()).ok());
        let is_other_account = iban(self).zip(iban(told)).is_some_and(|(entered, told)| entered != told);
        self.booked_on == told.booked_on && self.amount == told.amount && !is_other_account
    }

    /// Whether another one may be the same money: of the same amount, and booked not many days apart. Whose account it came from does
    /// not matter: that is what a person mistypes.
    pub fn may_be(&self, other: &Self) -> bool {
        let (from, to) = self.days_of_twins();
        self.id != other.id && self.amount == other.amount && (from..=to).contains(&other.booked_on)
    }

    /// As many receipts are told as one at most.
    pub const MOST_TOGETHER: usize = 20;

    /// Whether these together may be the same money: they add up to it, and each was booked not many days apart. One of them alone is
    /// [`Self::may_be`].
    pub fn may_be_all(&self, others: &[&Self]) -> bool {
        let (from, to) = self.days_of_twins();
        let ids: BTreeSet<_> = others.iter().map(|other| other.id).collect();
        let is_near = |other: &&Self| other.amount.currency() == self.amount.currency() && (from..=to).contains(&other.booked_on);
        let sum = others.iter().map(|other| Minor::new(other.amount.amount_minor())).sum::<Minor>();
        let fits = (1..=Self::MOST_TOGETHER).contains(&others.len()) && ids.len() == others.len() && !ids.contains(&self.id);
        fits && others.iter().all(is_near) && sum == Minor::new(self.amount.amount_minor())
    }

    /// Whether the same one paid, as far as that is told: from the same account, or else under the same name.
    pub fn is_of_payer(&self, other: &Self) -> bool {
        let iban = |receipt: &Self| receipt.payer.iban.as_ref().and_then(|iban| Iban::parse(iban.as_str()).ok());
        match (iban(self), iban(other)) {
            (Some(one), Some(other)) => one == other,
            _ => self.payer.name.is_some() && self.payer.name == other.payer.name,
        }
    }

    /// As those see it who say that an entry by hand explains it.
    pub fn in_suspense(&self) -> InSuspense {
        let Payer { name, iban } = self.payer.clone();
        InSuspense { receipt: self.id.0, name, iban, text: self.text.clone() }
    }

    /// The days, both included, on which what may be the same money was booked.
    pub fn days_of_twins(&self) -> (NaiveDate, NaiveDate) {
        around(self.booked_on, APART)
    }
}

/// What a part of a receipt is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// It pays a receivable. What that does not need is its debtor's credit.
    Receivable(ReceivableId),
    /// It is the company's, for an invoice the house did not buy or gave back.
    PassOn(CompanyId, ReceivableId),
    /// It is kept as the debtor's credit.
    Credit(DebtorId),
    /// It goes back to whoever paid it.
    SentBack(PayoutId),
    /// This entry took it out of suspense: the owners paid it in, which two people booked by hand, or it did not stay.
    Entry(EntryId),
}

coded_enum!(
    /// By what money was recognised that was booked by itself, the surest first.
    MatchReason {
        /// The payer quoted our reference.
        Reference = "reference",
        /// The payer named the numbers of the invoices.
        InvoiceNumbers = "invoice_numbers",
    }
);

/// By what a part of a receipt was recognised that was booked by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    pub by: MatchReason,
    /// What the payer quoted.
    pub quoted: Line,
}

/// A part of a receipt, explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allocation {
    pub id: AllocationId,
    pub receipt: ReceiptId,
    pub target: Target,
    pub amount: Minor,
    pub by: UserId,
    pub at: DateTime<Utc>,
    /// Taken back. What it paid lies in suspense again.
    pub undone_at: Option<DateTime<Utc>>,
    /// None where a person said it.
    pub recognised: Option<Recognised>,
}

/// A receipt with all that was said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    pub receipt: Receipt,
    /// In the order in which they were made.
    pub allocations: Vec<Allocation>,
    /// What went back to its payer, out of suspense or of a debtor's credit, and did not return.
    pub sent_back: Minor,
}

/// Why a receipt cannot be split like this.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SplitRefused {
    /// A part, by its place from zero, cannot be.
    #[error("part {0}: {1}")]
    Part(usize, Invalid),
    /// The parts are more than is left to explain, from this one on, by its place from zero.
    #[error("part {place}: more than the {left:?} that are left")]
    TooMuch { place: usize, left: Minor },
}

impl Explained {
    /// What nobody has explained: it lies in suspense.
    pub fn left(&self) -> Minor {
        Minor::new(self.receipt.amount.amount_minor()) - self.standing().map(|part| part.amount).sum()
    }

    /// What of it went back to its payer out of suspense: a part of it.
    pub fn returned(&self) -> Minor {
        self.standing().filter(|part| matches!(part.target, Target::SentBack(_))).map(|part| part.amount).sum()
    }

    /// What went back to its payer out of a debtor's credit: beside its parts, which stay what they are, and stays told where what made
    /// the credit is taken back since.
    pub fn refunded(&self) -> Minor {
        self.sent_back - self.returned()
    }

    /// The parts that were not taken back.
    pub fn standing(&self) -> impl Iterator<Item = &Allocation> {
        self.allocations.iter().filter(|part| part.undone_at.is_none())
    }

    /// What this part is for, and all of the receipt that is for the same; none where it does not stand.
    pub fn all_for(&self, part: AllocationId) -> Option<(Target, Money)> {
        let target = self.standing().find(|standing| standing.id == part)?.target;
        let amount: Minor = self.standing().filter(|part| part.target == target).map(|part| part.amount).sum();
        Some((target, Money::parse(amount.get(), self.receipt.amount.currency()).ok()?))
    }

    /// Whether this person matched a part of it by hand to this receivable, which stands: they may say that it was wrong.
    pub fn may_unmatch(&self, receivable: ReceivableId, by: UserId) -> bool {
        let is_theirs = |part: &Allocation| part.by == by && part.recognised.is_none();
        let mut parts = self.standing().filter(|part| part.target == Target::Receivable(receivable)).peekable();
        parts.peek().is_some() && parts.all(is_theirs)
    }

    /// Some of it pays something, is passed on or is a credit: that can be undone.
    pub fn is_used(&self) -> bool {
        self.standing().any(|part| matches!(part.target, Target::Receivable(_) | Target::PassOn(..) | Target::Credit(_)))
    }

    /// Nobody has said anything of it that stands.
    pub fn is_untouched(&self) -> bool {
        self.standing().next().is_none() && self.sent_back.is_zero()
    }

    /// Whether an entry by hand can explain it: it is the receipt that was named, as it was seen, of the entry's day and amount, and nothing
    /// of it is explained.
    pub fn is_booked_as(&self, manual: &ManualEntry) -> bool {
        let is_same = (manual.on(), manual.amount()) == (self.receipt.booked_on, self.receipt.amount);
        is_same && self.is_untouched() && manual.explains() == Some(&self.receipt.in_suspense())
    }

    /// The most that can go back to its payer now out of something that holds so much: never more in all than came.
    pub fn most_to_send_back(&self, held: Minor) -> Minor {
        held.min(Minor::new(self.receipt.amount.amount_minor()) - self.sent_back)
    }

    /// Whether what is left can be split into these parts.
    ///
    /// # Errors
    /// `Part` for one of nothing, or for a receivable named twice; `TooMuch`.
    pub fn check(&self, parts: &[(Target, Minor)]) -> Result<(), SplitRefused> {
        let mut paid = BTreeSet::new();
        for (place, (target, amount)) in parts.iter().enumerate() {
            if !amount.is_positive() {
                return Err(SplitRefused::Part(place, Invalid::AmountTooSmall { min: 1 }));
            }
            if let Target::Receivable(id) = target
                && !paid.insert(*id)
            {
                return Err(SplitRefused::Part(place, Invalid::NamedTwice));
            }
        }
        let (left, mut rest) = (self.left(), self.left());
        for (place, (_, amount)) in parts.iter().enumerate() {
            if *amount > rest {
                return Err(SplitRefused::TooMuch { place, left });
            }
            rest -= *amount;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::money::Currency;
    use uuid::Uuid;

    fn receivable(number: u128) -> Target {
        Target::Receivable(ReceivableId(Uuid::from_u128(number)))
    }

    fn receipt(amount: i64) -> Explained {
        let on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
        let receipt = Receipt {
            id: ReceiptId(Uuid::nil()),
            booked_on: on,
            value_on: on,
            amount: Money::parse(amount, Currency::parse("EUR").unwrap()).unwrap(),
            payer: Payer::default(),
            text: None,
            entered_by: UserId(Uuid::nil()),
            entered_at: DateTime::UNIX_EPOCH,
        };
        Explained { receipt, allocations: vec![], sent_back: Minor::ZERO }
    }

    fn allocated(to: Target, amount: i64, undone_at: Option<DateTime<Utc>>) -> Allocation {
        let (id, by) = (AllocationId(Uuid::nil()), UserId(Uuid::nil()));
        let (receipt, amount, at) = (ReceiptId(Uuid::nil()), Minor::new(amount), DateTime::UNIX_EPOCH);
        Allocation { id, receipt, target: to, amount, by, at, undone_at, recognised: None }
    }

    #[test]
    fn what_is_not_explained_or_was_taken_back_is_left() {
        let mut receipt = receipt(1_000);
        assert_eq!(receipt.left(), Minor::new(1_000));
        receipt.allocations = vec![allocated(receivable(1), 600, None), allocated(receivable(2), 300, Some(DateTime::UNIX_EPOCH))];
        assert_eq!(receipt.left(), Minor::new(400));
    }

    #[test]
    fn what_was_entered_by_hand_is_known_again_on_a_statement() -> Result<(), Invalid> {
        let entered = receipt(1_000).receipt;
        let from = |iban: &str| Ok(Receipt { payer: Payer { name: None, iban: Some(Line::parse(iban)?) }, ..entered.clone() });
        let (one, other) = (from("NL91 ABNA 0417 1643 00")?, from("DE89370400440532013000")?);
        assert!(entered.is_told_by(&one), "nobody entered the account");
        assert!(one.is_told_by(&from("NL91ABNA0417164300")?) && !one.is_told_by(&other));
        assert!(!entered.is_told_by(&receipt(1_001).receipt));
        let later = Receipt { booked_on: entered.booked_on.succ_opt().unwrap(), ..entered.clone() };
        assert!(!entered.is_told_by(&later));
        Ok(())
    }

    #[test]
    fn several_may_be_one_where_they_add_up_to_it_within_some_days() -> Result<(), Invalid> {
        let numbered = |number: u128, amount: i64, days: i64| {
            let of = receipt(amount).receipt;
            Receipt { id: ReceiptId(Uuid::from_u128(number)), booked_on: of.booked_on + TimeDelta::days(days), ..of }
        };
        let (sum, one, other) = (numbered(1, 1_000, 0), numbered(2, 600, -7), numbered(3, 400, 7));
        assert!(sum.may_be_all(&[&one, &other]) && !sum.may_be_all(&[&one]) && !sum.may_be_all(&[]));
        assert!(!sum.may_be_all(&[&one, &numbered(4, 400, 8)]), "too late");
        assert!(!sum.may_be_all(&[&one, &numbered(4, 401, 0)]), "too much");
        let half = numbered(5, 500, 0);
        assert!(!sum.may_be_all(&[&half, &half]), "each counts once");
        let dollars = Receipt { amount: Money::parse(400, Currency::parse("USD")?)?, ..numbered(4, 400, 0) };
        assert!(!sum.may_be_all(&[&one, &dollars]));
        let many: Vec<_> = (10..31).map(|number| numbered(number, 1, 0)).collect();
        assert!(!numbered(1, 21, 0).may_be_all(&many.iter().collect::<Vec<_>>()));
        Ok(())
    }

    #[test]
    fn no_more_goes_back_than_came() {
        let mut receipt = receipt(1_000);
        assert_eq!(receipt.most_to_send_back(Minor::new(1_500)), Minor::new(1_000));
        receipt.sent_back = Minor::new(300);
        assert_eq!(receipt.most_to_send_back(Minor::new(1_500)), Minor::new(700));
        assert_eq!(receipt.most_to_send_back(Minor::new(500)), Minor::new(500));
    }

    #[test]
    fn money_goes_back_to_whoever_is_known_by_name_and_account() -> Result<(), Invalid> {
        let (name, iban) = (Some(Line::parse("Nordwind AG")?), Some(Line::parse("NL91 ABNA 0417 1643 00")?));
        let payer = |name: &Option<Line>, iban: &Option<Line>| Payer { name: name.clone(), iban: iban.clone() };
        let account = payer(&name, &iban).account().unwrap();
        assert_eq!((account.holder, account.iban), (name.clone(), Some(Iban::parse("NL91ABNA0417164300")?)));
        assert_eq!(payer(&None, &iban).account(), Err(PayerUnknown::Name));
        let (known, other) = (payer(&name, &iban).account(), Some(Iban::parse("DE02120300000000202051")?));
        let other = BankAccount { holder: name.clone(), iban: other, ..BankAccount::default() };
        assert_eq!(payer(&name, &iban).account_or(None), known);
        assert_eq!(payer(&name, &iban).account_or(known.clone().ok().as_ref()), known);
        assert_eq!(payer(&name, &iban).account_or(Some(&other)), Err(PayerUnknown::Other));
        assert_eq!(payer(&name, &None).account_or(Some(&other)), Ok(other.clone()));
        assert_eq!(payer(&None, &None).account_or(None), Err(PayerUnknown::Name));
        assert_eq!(payer(&name, &None).account(), Err(PayerUnknown::Iban));
        assert_eq!(payer(&name, &Some(Line::parse("NL92ABNA0417164300")?)).account(), Err(PayerUnknown::Iban), "mistyped");
        Ok(())
    }

    #[test]
    fn a_receipt_is_split_into_parts_of_something_and_never_into_more_than_it_is() {
        let receipt = receipt(1_000);
        let check = |parts: &[(Target, i64)]| {
            let parts: Vec<_> = parts.iter().map(|(target, amount)| (*target, Minor::new(*amount))).collect();
            receipt.check(&parts)
        };
        assert_eq!(check(&[]), Ok(()));
        assert_eq!(check(&[(receivable(1), 600), (receivable(2), 400)]), Ok(()));
        let left = Minor::new(1_000);
        assert_eq!(check(&[(receivable(1), 600), (receivable(2), 401)]), Err(SplitRefused::TooMuch { place: 1, left }));
        assert_eq!(check(&[(receivable(1), i64::MAX), (receivable(2), i64::MAX)]), Err(SplitRefused::TooMuch { place: 0, left }));
        assert_eq!(check(&[(receivable(1), 600), (receivable(2), 0)]), Err(SplitRefused::Part(1, Invalid::AmountTooSmall { min: 1 })));
        assert_eq!(check(&[(receivable(1), 600), (receivable(1), 1)]), Err(SplitRefused::Part(1, Invalid::NamedTwice)));
        let company = CompanyId(Uuid::nil());
        let to_them = Target::PassOn(company, ReceivableId(Uuid::nil()));
        assert_eq!(check(&[(to_them, 10), (to_them, 10)]), Ok(()));
    }
}
