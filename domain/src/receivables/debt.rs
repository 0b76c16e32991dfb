//! What a company owes for one receivable, and by what that became less. A debt that is taken back gives back what was paid of it,
//! the newest first: as if it had never been there. (finance.md, section 16)

use crate::{
    kernel::{
        ids::{CompanyId, FactId, ReceivableId},
        minor::Minor,
    },
    ledger::{
        account::{AccountKind, Owner},
        entry::{Entry, EntryId, Event},
    },
};

/// At whose expense a debt became less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reduced {
    /// The company paid, or as much was kept back from what it is paid.
    ByCompany,
    /// The house gave it up.
    ByHouse,
}

/// What a debt was reduced by, and has not gone back since.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Reduction {
    entry: EntryId,
    by: Reduced,
    amount: Minor,
}

/// What goes back of what a debt was reduced by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Restored {
    /// What the company had paid, or was set off: it is paid out.
    pub to_company: Minor,
    /// What the house had given up: it lost nothing.
    pub given_up: Minor,
}

impl Restored {
    pub fn total(self) -> Minor {
        self.to_company + self.given_up
    }
}

/// What a company had paid of a debt, and gets back because the debt was taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Returned {
    /// The entry by which it paid, or was set off.
    pub payment: EntryId,
    /// The fact that was taken back, and the debt with it.
    pub fact: FactId,
    pub amount: Minor,
}

/// What a company owes for a receivable; amounts in minor units of the receivable's currency.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Debt {
    owed: Minor,
    /// The oldest first.
    reductions: Vec<Reduction>,
}

impl Debt {
    /// By the entries about the receivable, the oldest first. Those about others, and postings to other accounts, change nothing.
    pub fn of<'a>(company: CompanyId, receivable: ReceivableId, entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut debt = Self::default();
        for entry in entries {
            debt.book(company, receivable, entry);
        }
        debt
    }

    /// What went back of each payment of its debts, by the same entries.
    pub fn returned<'a>(company: CompanyId, receivable: ReceivableId, entries: impl IntoIterator<Item = &'a Entry>) -> Vec<Returned> {
        let (mut debt, mut returned) = (Self::default(), Vec::new());
        for entry in entries {
            let went_back = debt.book(company, receivable, entry);
            let fact = entry.booking().cause.map(FactId);
            let of = |(part, fact): (Reduction, FactId)| Returned { payment: part.entry, fact, amount: part.amount };
            returned.extend(went_back.into_iter().zip(fact.into_iter().cycle()).map(of));
        }
        returned
    }

    pub fn owed(&self) -> Minor {
        self.owed
    }

    /// Answers what of the company's payments goes back by this entry.
    fn book(&mut self, company: CompanyId, receivable: ReceivableId, entry: &Entry) -> Vec<Reduction> {
        let of = |kind: AccountKind| -> Minor {
            let own = entry.postings().iter().filter(|posting| posting.account.kind() == kind && posting.receivable == Some(receivable));
            own.filter(|posting| posting.account.owner() == Owner::Company(company)).map(|posting| posting.amount).sum()
        };
        let owed = of(AccountKind::SellersOwe);
        self.owed += owed;
        let by = match entry.booking().event {
            Event::SetOff | Event::SellerPaid => Reduced::ByCompany,
            Event::GivenUp => Reduced::ByHouse,
            // What went back of a payment that is undone itself goes back no more.
            Event::DebtTakenBack if owed.is_negative() => return Vec::new(),
            Event::DebtTakenBack => {
                let to_company = -of(AccountKind::SellersPayable);
                self.drop(Reduced::ByHouse, owed - to_company);
                return self.drop(Reduced::ByCompany, to_company);
            }
            _ => return Vec::new(),
        };
        let undoes = entry.reverses().or(entry.booking().cause.filter(|_| by == Reduced::ByHouse).map(EntryId));
        if let Some(undone) = undoes.filter(|_| owed.is_positive()) {
            self.undo(undone, owed);
        } else if owed.is_negative() {
            self.reductions.push(Reduction { entry: entry.booking().id, by, amount: -owed });
        }
        Vec::new()
    }

    /// So much of this one is there no more.
    fn undo(&mut self, undone: EntryId, amount: Minor) {
        for reduction in self.reductions.iter_mut().filter(|reduction| reduction.entry == undone) {
            reduction.amount = (reduction.amount - amount).or_zero();
        }
        self.reductions.retain(|reduction| reduction.amount.is_positive());
    }

    /// So much of the newest ones of this kind is there no more: answers that of each.
    fn drop(&mut self, by: Reduced, amount: Minor) -> Vec<Reduction> {
        let (mut left, mut dropped) = (amount, Vec::new());
        for reduction in self.reductions.iter_mut().rev().filter(|reduction| reduction.by == by) {
            let part = left.min(reduction.amount);
            reduction.amount -= part;
            left -= part;
            dropped.extend(part.is_positive().then_some(Reduction { amount: part, ..*reduction }));
        }
        self.reductions.retain(|reduction| reduction.amount.is_positive());
        dropped
    }

    /// What the house gave up last and has not gone back since, and the entry of it. Nothing of what was given up stands where
    /// there is none.
    pub fn newest_given_up(&self) -> Option<(EntryId, Minor)> {
        let newest = self.reductions.iter().rfind(|reduction| reduction.by == Reduced::ByHouse)?;
        Some((newest.entry, newest.amount))
    }

    /// Takes so much of the debt back, with what that gives back where less is owed than that.
    pub fn take_back(&mut self, amount: Minor) -> Restored {
        let mut restored = Restored::default();
        let mut short = (amount - self.owed).or_zero();
        while short.is_positive() {
            let Some(newest) = self.reductions.pop() else { break };
            let part = short.min(newest.amount);
            short -= part;
            match newest.by {
                Reduced::ByCompany => restored.to_company += part,
                Reduced::ByHouse => restored.given_up += part,
            }
            if newest.amount > part {
                self.reductions.push(Reduction { amount: newest.amount - part, ..newest });
            }
        }
        self.owed += restored.total() - amount;
        restored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::money::Currency,
        ledger::entry::{Booking, Draft, EntryId, Place},
    };
    use chrono::{DateTime, NaiveDate};
    use proptest::prelude::*;
    use uuid::Uuid;

    const COMPANY: CompanyId = CompanyId(Uuid::from_u128(1));
    const RECEIVABLE: ReceivableId = ReceivableId(Uuid::from_u128(2));

    fn booking(id: u128, event: Event) -> Booking {
        let on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
        Booking { id: EntryId(Uuid::from_u128(id)), on, booked_at: DateTime::UNIX_EPOCH, event, subject: RECEIVABLE.0, cause: None }
    }

    fn draft(debit: Place, credit: Place, amount: i64) -> Draft {
        Draft::new(Currency::parse("EUR").unwrap()).transfer(debit, credit, Minor::new(amount))
    }

    fn entry(event: Event, amount: i64) -> Entry {
        let (owe, payable) = (Place::sellers_owe(COMPANY, RECEIVABLE), Place::sellers_payable(COMPANY, RECEIVABLE));
        let draft = match event {
            Event::ChargedBack => draft(owe, Place::receivables_purchased(RECEIVABLE), amount),
            Event::SellerPaid => draft(Place::bank(), owe, amount),
            Event::SetOff => draft(payable, owe, amount),
            _ => draft(Place::credit_losses(), owe, amount),
        };
        Entry::new(booking(7, event), &draft).unwrap()
    }

    fn taken_back(restored: Restored) -> Option<Entry> {
        let (owe, payable) = (Place::sellers_owe(COMPANY, RECEIVABLE), Place::sellers_payable(COMPANY, RECEIVABLE));
        let draft = draft(owe, payable, restored.to_company.get()).transfer(owe, Place::credit_losses(), restored.given_up);
        Entry::new(booking(9, Event::DebtTakenBack), &draft)
    }

    fn restored(to_company: i64, given_up: i64) -> Restored {
        Restored { to_company: Minor::new(to_company), given_up: Minor::new(given_up) }
    }

    #[test]
    fn a_debt_that_was_not_paid_gives_nothing_back() {
        let mut debt = Debt::of(COMPANY, RECEIVABLE, &[entry(Event::ChargedBack, 1_000)]);
        assert_eq!((debt.take_back(Minor::new(1_000)), debt.owed()), (restored(0, 0), Minor::ZERO));
    }

    #[test]
    fn what_was_paid_last_goes_back_first_and_an_older_debt_stays_paid() {
        let story = [
            entry(Event::ChargedBack, 100),
            entry(Event::ChargedBack, 200),
            entry(Event::SetOff, 150),
            entry(Event::GivenUp, 100),
            entry(Event::SellerPaid, 50),
        ];
        let mut debt = Debt::of(COMPANY, RECEIVABLE, &story);
        assert_eq!(debt.owed(), Minor::ZERO);
        assert_eq!(debt.take_back(Minor::new(200)), restored(100, 100));
        assert_eq!((debt.take_back(Minor::new(100)), debt.owed()), (restored(100, 0), Minor::ZERO));
    }

    #[test]
    fn what_went_back_does_not_go_back_again() {
        let (charged, paid) = (entry(Event::ChargedBack, 100), entry(Event::SellerPaid, 100));
        let back = taken_back(restored(100, 0)).unwrap();
        let reversal = charged.reversal(booking(10, Event::ChargedBack));
        let mut debt = Debt::of(COMPANY, RECEIVABLE, [&charged, &paid, &back, &reversal, &charged]);
        assert_eq!((debt.owed(), debt.take_back(Minor::new(100))), (Minor::new(100), restored(0, 0)));
    }

    /// The entry that took a debt back because of a fact, with what it gave back to the company: less than nothing where that goes back
    /// no more.
    fn returned_by(fact: u128, amount: i64) -> Entry {
        let (owe, payable) = (Place::sellers_owe(COMPANY, RECEIVABLE), Place::sellers_payable(COMPANY, RECEIVABLE));
        let (debit, credit) = if amount > 0 { (owe, payable) } else { (payable, owe) };
        let booking = Booking { cause: Some(Uuid::from_u128(fact)), ..booking(20 + fact, Event::DebtTakenBack) };
        Entry::new(booking, &draft(debit, credit, amount.abs())).unwrap()
    }

    #[test]
    fn what_went_back_is_of_the_newest_payments_and_goes_back_no_more_where_one_is_undone() {
        let (charged, first, last) =
            (numbered(1, Event::ChargedBack, 300), numbered(2, Event::SetOff, 100), numbered(3, Event::SellerPaid, 150));
        let reversal = charged.reversal(booking(10, Event::ChargedBack));
        // Less is owed by then than went back: 50 of the debt had not been paid.
        let mut story = vec![charged, first, last.clone(), returned_by(7, 250), reversal];
        let of = |payment, amount| Returned { payment: EntryId(Uuid::from_u128(payment)), fact: FactId(Uuid::from_u128(7)), amount };
        let went_back = [of(3, Minor::new(150)), of(2, Minor::new(100))];
        assert_eq!(Debt::returned(COMPANY, RECEIVABLE, &story), went_back);
        story.extend([last.reversal(booking(11, Event::SellerPaid)), returned_by(7, -150)]);
        assert_eq!(Debt::returned(COMPANY, RECEIVABLE, &story), went_back);
        let mut debt = Debt::of(COMPANY, RECEIVABLE, &story);
        assert_eq!((debt.owed(), debt.take_back(Minor::new(1))), (Minor::ZERO, restored(0, 0)));
    }

    #[test]
    fn a_payment_that_was_taken_back_pays_nothing() {
        let (charged, paid) = (entry(Event::ChargedBack, 100), entry(Event::SellerPaid, 60));
        let reversal = paid.reversal(booking(10, Event::SellerPaid));
        let mut debt = Debt::of(COMPANY, RECEIVABLE, [&charged, &paid, &reversal]);
        assert_eq!((debt.owed(), debt.take_back(Minor::new(100))), (Minor::new(100), restored(0, 0)));
    }

    /// An entry of its own, by its id.
    fn numbered(id: u128, event: Event, amount: i64) -> Entry {
        let booked = entry(event, amount);
        let amount = booked.postings().iter().find(|posting| posting.amount.is_positive()).map_or(0, |posting| posting.amount.get());
        let (owe, payable) = (Place::sellers_owe(COMPANY, RECEIVABLE), Place::sellers_payable(COMPANY, RECEIVABLE));
        let draft = match event {
            Event::ChargedBack => draft(owe, Place::receivables_purchased(RECEIVABLE), amount),
            Event::SellerPaid => draft(Place::bank(), owe, amount),
            Event::SetOff => draft(payable, owe, amount),
            _ => draft(Place::credit_losses(), owe, amount),
        };
        Entry::new(booking(id, event), &draft).unwrap()
    }

    #[test]
    fn of_several_payments_the_one_that_is_undone_is_there_no_more() {
        let (charged, first, waived, last) = (
            numbered(1, Event::ChargedBack, 300),
            numbered(2, Event::SellerPaid, 100),
            numbered(3, Event::GivenUp, 50),
            numbered(4, Event::SellerPaid, 100),
        );
        let undone = first.reversal(booking(10, Event::SellerPaid));
        let mut debt = Debt::of(COMPANY, RECEIVABLE, [&charged, &first, &waived, &last, &undone]);
        assert_eq!(debt.owed(), Minor::new(150));
        // Of the last payment, and then of the waiver: the first one is not there to go back.
        assert_eq!(debt.take_back(Minor::new(270)), restored(100, 20));
    }

    #[test]
    fn what_was_given_up_is_undone_as_far_as_it_stands_the_newest_first() {
        let (charged, first, last) =
            (numbered(1, Event::ChargedBack, 300), numbered(2, Event::GivenUp, 100), numbered(3, Event::GivenUp, 50));
        let mut debt = Debt::of(COMPANY, RECEIVABLE, [&charged, &first, &last]);
        assert_eq!(debt.newest_given_up(), Some((EntryId(Uuid::from_u128(3)), Minor::new(50))));
        // A part of the debt was taken back, and with it 20 of what was given up last.
        assert_eq!(debt.take_back(Minor::new(170)), restored(0, 20));
        assert_eq!(debt.newest_given_up(), Some((EntryId(Uuid::from_u128(3)), Minor::new(30))));
        let part = draft(Place::sellers_owe(COMPANY, RECEIVABLE), Place::credit_losses(), 30);
        let undone = Entry::new(Booking { cause: Some(Uuid::from_u128(3)), ..booking(10, Event::GivenUp) }, &part).unwrap();
        debt.book(COMPANY, RECEIVABLE, &undone);
        assert_eq!((debt.owed(), debt.newest_given_up()), (Minor::new(30), Some((EntryId(Uuid::from_u128(2)), Minor::new(100)))));
        debt.book(COMPANY, RECEIVABLE, &first.reversal(booking(11, Event::GivenUp)));
        assert_eq!((debt.owed(), debt.newest_given_up()), (Minor::new(130), None));
    }

    #[test]
    fn what_others_owe_or_is_owed_for_others_does_not_count() {
        let charged = entry(Event::ChargedBack, 100);
        assert_eq!(Debt::of(CompanyId(Uuid::from_u128(3)), RECEIVABLE, [&charged]).owed(), Minor::ZERO);
        assert_eq!(Debt::of(COMPANY, ReceivableId(Uuid::from_u128(3)), [&charged]).owed(), Minor::ZERO);
    }

    proptest! {
        /// Debts are taken back the newest first, as facts are: what is left is what it would be had each never been there.
        #[test]
        fn nothing_is_ever_owed_below_nothing_and_every_cent_goes_back_once(
            steps in prop::collection::vec((0_u8..4, 1_i64..1_000), 1..30),
        ) {
            let (mut entries, mut debts) = (Vec::new(), Vec::new());
            let (mut paid, mut given_up) = (0, 0);
            for (what, amount) in steps {
                let mut debt = Debt::of(COMPANY, RECEIVABLE, &entries);
                let owed = debt.owed().get();
                match what {
                    0 => {
                        entries.push(entry(Event::ChargedBack, amount));
                        debts.push(amount);
                    }
                    1 if owed > 0 => {
                        entries.push(entry(if amount % 2 == 0 { Event::SetOff } else { Event::SellerPaid }, amount.min(owed)));
                        paid += amount.min(owed);
                    }
                    2 if owed > 0 => {
                        entries.push(entry(Event::GivenUp, amount.min(owed)));
                        given_up += amount.min(owed);
                    }
                    _ => {
                        let Some(newest) = debts.pop() else { continue };
                        let restored = debt.take_back(Minor::new(newest));
                        entries.extend(taken_back(restored));
                        entries.push(entry(Event::ChargedBack, newest).reversal(booking(10, Event::ChargedBack)));
                        paid -= restored.to_company.get();
                        given_up -= restored.given_up.get();
                        prop_assert_eq!(Debt::of(COMPANY, RECEIVABLE, &entries), debt);
                    }
                }
                let owed = Debt::of(COMPANY, RECEIVABLE, &entries).owed().get();
                prop_assert!(owed >= 0 && paid >= 0 && given_up >= 0);
                prop_assert_eq!(owed, debts.iter().sum::<i64>() - paid - given_up);
            }
        }
    }
}
