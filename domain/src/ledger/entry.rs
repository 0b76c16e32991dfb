//! Journal entries. They are put together from transfers, each of which takes from one account what it gives to another, so
//! that there is no way to make one that does not add up to nothing.

use super::account::{Account, AccountKind, Owner};
use crate::kernel::{
    coded::coded_enum,
    ids::{CompanyId, DebtorId, ReceivableId, id},
    minor::Minor,
    money::Currency,
};
use chrono::{DateTime, NaiveDate, Utc};
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

id!(
    /// A journal entry.
    EntryId
);

coded_enum!(
    /// What an entry records.
    Event {
        CapitalPaidIn = "capital",
        /// The owners of the house took money out, or paid something with it that is no business of this ledger.
        CapitalPaidOut = "capital_out",
        BankCharge = "bank_charge",
        /// The bank gave back a charge, or a part of it. Earlier releases booked that as `bank_charge`, on the other side.
        ChargeReturned = "charge_returned",
        Funded = "funded",
        PayoutReleased = "payout_released",
        PayoutExecuted = "payout_executed",
        PayoutReturned = "payout_returned",
        /// A programme's payout that was carried out late costs less.
        PayoutRepriced = "payout_repriced",
        Receipt = "receipt",
        /// Money that nobody can explain, or that came before its receivable was funded.
        ReceiptUnexplained = "receipt_unexplained",
        ReceiptExplained = "receipt_explained",
        /// It did not stay: it was entered twice, or the bank corrected what it had booked.
        ReceiptTakenBack = "receipt_taken_back",
        /// The seller got the debtor's money, and passed it on.
        Forwarded = "forwarded",
        /// What a seller has got or owes, kept back from what it is paid.
        SetOff = "set_off",
        CreditNote = "credit_note",
        Deduction = "deduction",
        Settled = "settled",
        LateCharge = "late_charge",
        LateChargePaid = "late_charge_paid",
        ChargedBack = "charged_back",
        WrittenOff = "written_off",
        Recovered = "recovered",
        /// Money for what the seller has borne, and gets.
        PassedOn = "passed_on",
        CreditedAfterSettlement = "credited_after_settlement",
        DebtorCreditUsed = "debtor_credit_used",
        DebtorCreditRefunded = "debtor_credit_refunded",
        RebatePaid = "rebate_paid",
        SellerPaid = "seller_paid",
        GivenUp = "given_up",
        /// A debt that was taken back had been paid, set off or given up already: the seller gets back what it paid of it, and the
        /// house what it gave up.
        DebtTakenBack = "debt_taken_back",
        /// A credit that was taken back had been refunded already: the debtor owes it.
        RefundReclaimed = "refund_reclaimed",
        /// The debtor paid what it owes of a refund.
        ReclaimPaid = "reclaim_paid",
        /// A debtor's credit is used on another one of its accounts: that of a debtor that was merged into it, or its own.
        DebtorCreditMoved = "debtor_credit_moved",
    }
);

/// An account but for its currency, and the receivable a posting to it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    kind: AccountKind,
    owner: Owner,
    receivable: Option<ReceivableId>,
}

macro_rules! places {
    (house { $($house:ident = $house_kind:ident,)+ } receivable { $($own:ident = $own_kind:ident,)+ }
     company { $($company:ident = $company_kind:ident,)+ } debtor { $($debtor:ident = $debtor_kind:ident,)+ }) => {
        impl Place {
            $(pub fn $house() -> Self {
                Self { kind: AccountKind::$house_kind, owner: Owner::House, receivable: None }
            })+
            $(pub fn $own(of: ReceivableId) -> Self {
                Self { kind: AccountKind::$own_kind, owner: Owner::Receivable(of), receivable: Some(of) }
            })+
            $(pub fn $company(of: CompanyId, about: ReceivableId) -> Self {
                Self { kind: AccountKind::$company_kind, owner: Owner::Company(of), receivable: Some(about) }
            })+
            $(pub fn $debtor(of: DebtorId) -> Self {
                Self { kind: AccountKind::$debtor_kind, owner: Owner::Debtor(of), receivable: None }
            })+

            /// One of each kind.
            #[cfg(test)]
            fn all() -> Vec<Self> {
                let (receivable, company, debtor) = (ReceivableId(Uuid::nil()), CompanyId(Uuid::nil()), DebtorId(Uuid::nil()));
                vec![$(Self::$house(),)+ $(Self::$own(receivable),)+ $(Self::$company(company, receivable),)+ $(Self::$debtor(debtor),)+]
            }
        }
    };
}

places! {
    house {
        bank = Bank,
        payouts_in_transit = PayoutsInTransit,
        suspense = Suspense,
        tax_payable = TaxPayable,
        capital = Capital,
        discount_income = DiscountIncome,
        service_fees = ServiceFees,
        payout_fees = PayoutFees,
        late_charges = LateCharges,
        credit_losses = CreditLosses,
        bank_charges = BankCharges,
    }
    receivable {
        receivables_purchased = ReceivablesPurchased,
        reserves = Reserves,
        unearned_discount = UnearnedDiscount,
    }
    company {
        sellers_owe = SellersOwe,
        sellers_payable = SellersPayable,
        buyer_rebates = BuyerRebates,
    }
    debtor {
        debtor_credits = DebtorCredits,
        late_charges_due = LateChargesDue,
        debtors_owe = DebtorsOwe,
    }
}

impl Place {
    pub fn kind(self) -> AccountKind {
        self.kind
    }
}

/// What is going to be posted: transfers in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    currency: Currency,
    amounts: BTreeMap<(Account, Option<ReceivableId>), Minor>,
}

impl Draft {
    pub fn new(currency: Currency) -> Self {
        Self { currency, amounts: BTreeMap::new() }
    }

    /// Debits one account with what it credits to another. An amount below zero goes the other way.
    pub fn transfer(mut self, debit: Place, credit: Place, amount: Minor) -> Self {
        for (place, amount) in [(debit, amount), (credit, -amount)] {
            // A place's owner is of its kind: `places!` is the only one who makes them, and a test looks at each.
            if let Some(account) = Account::of(place.kind, self.currency, place.owner) {
                *self.amounts.entry((account, place.receivable)).or_default() += amount;
            }
        }
        self
    }

    /// What this posts to accounts of a kind, debit positive.
    pub fn total(&self, kind: AccountKind) -> Minor {
        self.amounts.iter().filter(|((account, _), _)| account.kind() == kind).map(|(_, amount)| *amount).sum()
    }

    pub fn currency(&self) -> Currency {
        self.currency
    }

    /// The postings, without those of nothing.
    pub fn postings(&self) -> Vec<Posting> {
        let posting = |((account, receivable), amount): (&(Account, Option<ReceivableId>), &Minor)| Posting {
            account: *account,
            receivable: *receivable,
            amount: *amount,
        };
        self.amounts.iter().map(posting).filter(|posting| !posting.amount.is_zero()).collect()
    }
}

/// One line of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    pub account: Account,
    /// The receivable it is about, where the account is not the receivable's own.
    pub receivable: Option<ReceivableId>,
    /// Debit positive, never zero.
    pub amount: Minor,
}

/// What an entry records, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Booking {
    pub id: EntryId,
    /// The day it counts from: the bank's booking day, else the business date.
    pub on: NaiveDate,
    pub booked_at: DateTime<Utc>,
    pub event: Event,
    /// What it is about: a receivable, a payout, a receipt.
    pub subject: Uuid,
    /// What caused it, where that is something else: a receipt, a payout, an approval.
    pub cause: Option<Uuid>,
}

impl Booking {
    /// What people book by hand is about nothing but itself.
    pub fn is_by_hand(&self) -> bool {
        self.subject == self.id.0
    }
}

/// A journal entry. It is never changed; what was wrong is reversed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    booking: Booking,
    reverses: Option<EntryId>,
    postings: Vec<Posting>,
}

/// Every part of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    pub booking: Booking,
    pub reverses: Option<EntryId>,
    pub postings: Vec<Posting>,
}

/// What was read is no entry: it is empty, holds a posting of nothing, or does not add up to nothing in each currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an entry that does not balance")]
pub struct Unbalanced;

impl Entry {
    /// None when the draft posts nothing.
    pub fn new(booking: Booking, draft: &Draft) -> Option<Self> {
        let postings = draft.postings();
        (!postings.is_empty()).then_some(Self { booking, reverses: None, postings })
    }

    /// As it was stored.
    ///
    /// # Errors
    /// When it does not balance.
    pub fn restore(parts: Parts) -> Result<Self, Unbalanced> {
        let Parts { booking, reverses, postings } = parts;
        let currencies: BTreeSet<Currency> = postings.iter().map(|posting| posting.account.currency()).collect();
        let of = |currency: Currency| postings.iter().filter(move |posting| posting.account.currency() == currency);
        let is_sound = !postings.is_empty()
            && postings.iter().all(|posting| !posting.amount.is_zero())
            && currencies.iter().all(|currency| of(*currency).map(|posting| posting.amount).sum::<Minor>().is_zero());
        if is_sound { Ok(Self { booking, reverses, postings }) } else { Err(Unbalanced) }
    }

    /// The entry that takes this one back.
    pub fn reversal(&self, booking: Booking) -> Self {
        let taken_back = |posting: &Posting| Posting { amount: -posting.amount, ..*posting };
        Self { booking, reverses: Some(self.booking.id), postings: self.postings.iter().map(taken_back).collect() }
    }

    pub fn booking(&self) -> &Booking {
        &self.booking
    }

    /// What it moves on an account, debit positive.
    pub fn moves(&self, account: Account) -> Minor {
        self.postings.iter().filter(|posting| posting.account == account).map(|posting| posting.amount).sum()
    }

    pub fn reverses(&self) -> Option<EntryId> {
        self.reverses
    }

    /// Whether a line of the bank may tell of it. What takes back another entry, or a receipt, corrects the books: no money moved for it.
    pub fn may_be_a_line(&self) -> bool {
        self.reverses.is_none() && self.booking.event != Event::ReceiptTakenBack
    }

    pub fn postings(&self) -> &[Posting] {
        &self.postings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn booking() -> Booking {
        Booking {
            id: EntryId(Uuid::from_u128(1)),
            on: NaiveDate::from_ymd_opt(2027, 1, 4).unwrap(),
            booked_at: DateTime::UNIX_EPOCH,
            event: Event::Funded,
            subject: Uuid::nil(),
            cause: None,
        }
    }

    fn euro() -> Currency {
        Currency::parse("EUR").unwrap()
    }

    #[test]
    fn each_kind_of_account_has_its_place_and_its_owner() {
        let kinds: BTreeSet<AccountKind> = Place::all().iter().map(|place| place.kind).collect();
        assert_eq!(kinds, crate::kernel::coded::Coded::ALL.iter().copied().collect());
        for place in Place::all() {
            assert_eq!(place.owner.kind(), place.kind.owner(), "{:?}", place.kind);
        }
    }

    #[test]
    fn transfers_to_one_account_become_one_posting_and_nothing_becomes_none() {
        let receivable = ReceivableId(Uuid::nil());
        let company = CompanyId(Uuid::nil());
        let draft = Draft::new(euro())
            .transfer(Place::receivables_purchased(receivable), Place::reserves(receivable), Minor::new(200))
            .transfer(Place::receivables_purchased(receivable), Place::sellers_payable(company, receivable), Minor::new(800))
            .transfer(Place::receivables_purchased(receivable), Place::payout_fees(), Minor::ZERO);
        assert_eq!(draft.total(AccountKind::ReceivablesPurchased), Minor::new(1_000));
        let entry = Entry::new(booking(), &draft).unwrap();
        let amounts: Vec<_> = entry.postings().iter().map(|posting| (posting.account.kind(), posting.amount.get())).collect();
        let expected = [(AccountKind::ReceivablesPurchased, 1_000), (AccountKind::Reserves, -200), (AccountKind::SellersPayable, -800)];
        assert_eq!(amounts, expected);
        assert_eq!(Entry::new(booking(), &Draft::new(euro())), None);
    }

    #[test]
    fn what_was_read_must_balance_in_each_currency() {
        let posting = |currency: &str, amount| Posting {
            account: Account::of(AccountKind::Bank, Currency::parse(currency).unwrap(), Owner::House).unwrap(),
            receivable: None,
            amount: Minor::new(amount),
        };
        let restored = |postings: Vec<Posting>| Entry::restore(Parts { booking: booking(), reverses: None, postings }).is_ok();
        assert!(restored(vec![posting("EUR", 5), posting("EUR", -5)]));
        assert!(!restored(vec![posting("EUR", 5), posting("EUR", -4)]));
        assert!(!restored(vec![posting("EUR", 5), posting("USD", -5)]));
        assert!(!restored(vec![posting("EUR", 0)]));
        assert!(!restored(vec![]));
    }

    proptest! {
        #[test]
        fn whatever_is_transferred_balances_and_a_reversal_leaves_nothing(
            transfers in prop::collection::vec((0..20_usize, 0..20_usize, -1_000_000_i64..1_000_000), 1..12),
        ) {
            let places = Place::all();
            let draft = transfers.into_iter().fold(Draft::new(euro()), |draft, (debit, credit, amount)| {
                draft.transfer(places[debit], places[credit], Minor::new(amount))
            });
            let Some(entry) = Entry::new(booking(), &draft) else { return Ok(()) };
            prop_assert!(entry.postings().iter().map(|posting| posting.amount).sum::<Minor>().is_zero());
            let reversal = entry.reversal(Booking { id: EntryId(Uuid::from_u128(2)), ..booking() });
            prop_assert_eq!(reversal.reverses(), Some(entry.booking().id));
            for (one, other) in entry.postings().iter().zip(reversal.postings()) {
                prop_assert_eq!(one.account, other.account);
                prop_assert!((one.amount + other.amount).is_zero());
            }
            let parts = Parts { booking: *entry.booking(), reverses: None, postings: entry.postings().to_vec() };
            prop_assert_eq!(Entry::restore(parts), Ok(entry));
        }
    }
}
