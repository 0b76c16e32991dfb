//! What people book by hand: what no receivable and no payout causes.

use super::entry::{Booking, Draft, Entry, EntryId, Event, Place};
use crate::house::open_days::{NotOpen, OpenDays};
use crate::kernel::{
    Invalid,
    change::Changed,
    coded::{Coded, coded_enum},
    ids::ApprovalId,
    minor::Minor,
    money::Money,
    text::Note,
};
use chrono::{DateTime, NaiveDate, Utc};

coded_enum!(
    /// What can be booked by hand.
    ManualEvent {
        /// The owners of the house paid in.
        Capital = "capital",
        /// They took out, or paid what is no business of this ledger: rent, salaries, a transfer to another account of theirs.
        CapitalOut = "capital_out",
        BankCharge = "bank_charge",
        /// The bank gave back a charge, or a part of it.
        ChargeReturned = "charge_returned",
    }
);

impl ManualEvent {
    /// Money comes in by it: a statement may have told of it before, so that it lies in suspense.
    pub fn comes_in(self) -> bool {
        match self {
            Self::Capital | Self::ChargeReturned => true,
            Self::CapitalOut | Self::BankCharge => false,
        }
    }
}

/// Why a charge, or one that was given back, is not booked by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotCharge {
    /// A statement told of a charge of that day and amount, by which it is in the books.
    #[error("a statement told of it, and it is booked")]
    Told,
    /// More than the bank ever charged and did not give back.
    #[error("the bank charged no more than {}", .0.get())]
    Above(Minor),
}

/// What somebody wants booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualEntry {
    id: EntryId,
    event: ManualEvent,
    on: NaiveDate,
    amount: Money,
    note: Note,
}

/// Every part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// The id the entry will have.
    pub id: EntryId,
    pub event: ManualEvent,
    /// The bank's booking day.
    pub on: NaiveDate,
    pub amount: Money,
    /// What it is for.
    pub note: Note,
}

impl ManualEntry {
    /// # Errors
    /// `AmountZero`.
    pub fn parse(parts: Parts) -> Result<Self, Invalid> {
        let Parts { id, event, on, amount, note } = parts;
        if amount.amount_minor() == 0 {
            return Err(Invalid::AmountZero);
        }
        Ok(Self { id, event, on, amount, note })
    }

    pub fn id(&self) -> EntryId {
        self.id
    }

    pub fn event(&self) -> ManualEvent {
        self.event
    }

    pub fn on(&self) -> NaiveDate {
        self.on
    }

    pub fn amount(&self) -> Money {
        self.amount
    }

    pub fn note(&self) -> &Note {
        &self.note
    }

    /// What it says, field by field.
    pub fn values(&self) -> Vec<Changed> {
        let fields = [
            ("ledger.event", self.event.code().to_owned()),
            ("ledger.on", self.on.to_string()),
            ("ledger.amount", self.amount.to_string()),
            ("note", self.note.as_str().to_owned()),
        ];
        fields.into_iter().map(|(field, value)| Changed::new(field, None, Some(value))).collect()
    }

    /// Whether it can be booked while these days are open, of which a person names some alone.
    ///
    /// # Errors
    /// See [`OpenDays::check`].
    pub fn check(&self, days: OpenDays) -> Result<(), NotOpen> {
        days.by_hand().check(self.on)
    }

    /// The entry it becomes; its cause is the approval, where it took one. `waits`: what came in is in the books already, in suspense.
    ///
    /// # Errors
    /// See [`ManualEntry::check`].
    pub fn entry(&self, days: OpenDays, booked_at: DateTime<Utc>, cause: Option<ApprovalId>, waits: bool) -> Result<Entry, NotOpen> {
        self.check(days)?;
        let lies = if waits { Place::suspense() } else { Place::bank() };
        let (event, debit, credit) = match self.event {
            ManualEvent::Capital => (Event::CapitalPaidIn, lies, Place::capital()),
            ManualEvent::CapitalOut => (Event::CapitalPaidOut, Place::capital(), Place::bank()),
            ManualEvent::BankCharge => (Event::BankCharge, Place::bank_charges(), Place::bank()),
            ManualEvent::ChargeReturned => (Event::BankCharge, lies, Place::bank_charges()),
        };
        let draft = Draft::new(self.amount.currency()).transfer(debit, credit, Minor::new(self.amount.amount_minor()));
        let cause = cause.map(|approval| approval.0);
        let booking = Booking { id: self.id, on: self.on, booked_at, event, subject: self.id.0, cause };
        // An amount above nothing makes postings.
        Entry::new(booking, &draft).ok_or(NotOpen::Before(self.on))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{kernel::money::Currency, ledger::account::AccountKind};
    use uuid::Uuid;

    fn parts(event: ManualEvent, amount_minor: i64) -> Result<Parts, Invalid> {
        let amount = Money::parse(amount_minor, Currency::parse("EUR")?)?;
        let on = NaiveDate::from_ymd_opt(2027, 1, 4).unwrap();
        Ok(Parts { id: EntryId(Uuid::from_u128(1)), event, on, amount, note: Note::parse("Account 7")? })
    }

    fn until(day: NaiveDate) -> OpenDays {
        OpenDays::new(day, None)
    }

    fn posted(entry: &Entry) -> Vec<(AccountKind, i64)> {
        entry.postings().iter().map(|posting| (posting.account.kind(), posting.amount.get())).collect()
    }

    #[test]
    fn capital_comes_into_the_bank_and_goes_out_of_it_as_charges_do() -> Result<(), Invalid> {
        let expected = [
            (ManualEvent::Capital, [(AccountKind::Bank, 500), (AccountKind::Capital, -500)]),
            (ManualEvent::CapitalOut, [(AccountKind::Bank, -500), (AccountKind::Capital, 500)]),
            (ManualEvent::BankCharge, [(AccountKind::Bank, -500), (AccountKind::BankCharges, 500)]),
            (ManualEvent::ChargeReturned, [(AccountKind::Bank, 500), (AccountKind::BankCharges, -500)]),
        ];
        assert_eq!(expected.len(), ManualEvent::ALL.len());
        for (event, postings) in expected {
            let manual = ManualEntry::parse(parts(event, 500)?)?;
            let cause = ApprovalId(Uuid::from_u128(2));
            let entry = manual.entry(until(manual.on()), DateTime::UNIX_EPOCH, Some(cause), false).unwrap();
            assert_eq!((posted(&entry), event.comes_in()), (postings.to_vec(), postings[0].1 > 0));
            assert_eq!((entry.booking().subject, entry.booking().cause), (manual.id().0, Some(cause.0)));
        }
        let told = ManualEntry::parse(parts(ManualEvent::Capital, 500)?)?;
        let entry = told.entry(until(told.on()), DateTime::UNIX_EPOCH, None, true).unwrap();
        assert_eq!(posted(&entry), [(AccountKind::Suspense, 500), (AccountKind::Capital, -500)], "what a statement told before");
        Ok(())
    }

    #[test]
    fn it_is_of_some_amount_and_neither_of_tomorrow_nor_of_long_ago() -> Result<(), Invalid> {
        let nothing = ManualEntry::parse(parts(ManualEvent::Capital, 0)?);
        assert_eq!(nothing, Err(Invalid::AmountZero));
        let manual = ManualEntry::parse(parts(ManualEvent::Capital, Money::MAX_MINOR)?)?;
        let yesterday = manual.on().pred_opt().unwrap();
        assert_eq!(manual.entry(until(yesterday), DateTime::UNIX_EPOCH, None, false), Err(NotOpen::Future));
        let later = until(manual.on() + OpenDays::BACK + chrono::Days::new(1));
        assert_eq!(manual.check(later), Err(NotOpen::Before(manual.on().succ_opt().unwrap())));
        assert!(manual.entry(until(manual.on().succ_opt().unwrap()), DateTime::UNIX_EPOCH, None, false).is_ok());
        Ok(())
    }
}
