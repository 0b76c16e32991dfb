//! What a company owes for one receivable, and by what that became less. A debt that is taken back gives back what was paid of it,
//! the newest first: as if it had never been there. (finance.md, section 16)

use crate::{
    kernel::{
        ids::{CompanyId, ReceivableId},
        minor::Minor,
    },
    ledger::{
        account::{AccountKind, Owner},
        entry::{Entry, Event},
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

/// What a company owes for a receivable; amounts in minor units of the receivable's currency.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Debt {
    owed: Minor,
    /// What it was reduced by, and has not gone back since; the oldest first.
    reductions: Vec<(Reduced, Minor)>,
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

    pub fn owed(&self) -> Minor {
        self.owed
    }

    fn book(&mut self, company: CompanyId, receivable: ReceivableId, entry: &Entry) {
        let of = |kind: AccountKind| -> Minor {
            let own = entry.postings().iter().filter(|posting| posting.account.kind() == kind && posting.receivable == Some(receivable));
            own.filter(|posting| posting.account.owner() == Owner::Company(company)).map(|posting| posting.amount).sum()
        };
        let (owed, is_reversal) = (of(AccountKind::SellersOwe), entry.reverses().is_some());
        self.owed += owed;
        let by = match entry.booking().event {
            Event::SetOff | Event::SellerPaid => Reduced::ByCompany,
            Event::GivenUp => Reduced::ByHouse,
            Event::DebtTakenBack => {
                let to_company = -of(AccountKind::SellersPayable);
                self.drop(Reduced::ByCompany, to_company);
                self.drop(Reduced::ByHouse, owed - to_company);
                return;
            }
            _ => return,
        };
        if is_reversal {
            self.drop(by, owed);
        } else if owed.is_negative() {
            self.reductions.push((by, -owed));
        }
    }

    /// So much of the newest ones of this kind is there no more.
    fn drop(&mut self, by: Reduced, amount: Minor) {
        let mut left = amount;
        for (_, reduced) in self.reductions.iter_mut().rev().filter(|(of, _)| *of == by) {
            let part = left.min(*reduced);
            *reduced -= part;
            left -= part;
        }
        self.reductions.retain(|(_, amount)| amount.is_positive());
    }

    /// Takes so much of the debt back, with what that gives back where less is owed than that.
    pub fn take_back(&mut self, amount: Minor) -> Restored {
        let mut restored = Restored::default();
        let mut short = (amount - self.owed).or_zero();
        while short.is_positive() {
            let Some((by, reduced)) = self.reductions.pop() else { break };
            let part = short.min(reduced);
            short -= part;
            match by {
                Reduced::ByCompany => restored.to_company += part,
                Reduced::ByHouse => restored.given_up += part,
            }
            if reduced > part {
                self.reductions.push((by, reduced - part));
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

    #[test]
    fn a_payment_that_was_taken_back_pays_nothing() {
        let (charged, paid) = (entry(Event::ChargedBack, 100), entry(Event::SellerPaid, 60));
        let reversal = paid.reversal(booking(10, Event::SellerPaid));
        let mut debt = Debt::of(COMPANY, RECEIVABLE, [&charged, &paid, &reversal]);
        assert_eq!((debt.owed(), debt.take_back(Minor::new(100))), (Minor::new(100), restored(0, 0)));
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
