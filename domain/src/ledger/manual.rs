//! What people book by hand: what no receivable and no payout causes.

use super::{
    account::AccountKind,
    entry::{Booking, Draft, Entry, EntryId, Event, Place},
};
use crate::house::open_days::{NotOpen, OpenDays};
use crate::kernel::{
    Invalid,
    change::Changed,
    coded::{Coded, coded_enum},
    ids::ApprovalId,
    minor::Minor,
    money::Money,
    text::{Line, Note},
};
use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

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
    /// Money comes in by it: it may lie in suspense already, as a receipt.
    pub fn comes_in(self) -> bool {
        match self {
            Self::Capital | Self::ChargeReturned => true,
            Self::CapitalOut | Self::BankCharge => false,
        }
    }

    /// What an entry says that was booked by hand, and of how much; none where it says nothing of the kind.
    fn of(entry: &Entry) -> Option<(Self, Money)> {
        let posted = |kind| entry.postings().iter().find(move |posting| posting.account.kind() == kind);
        let other = posted(AccountKind::Capital).or_else(|| posted(AccountKind::BankCharges))?;
        let event = match (entry.booking().event, other.amount.is_negative()) {
            (Event::CapitalPaidIn, true) => Self::Capital,
            (Event::CapitalPaidOut, false) => Self::CapitalOut,
            (Event::BankCharge, false) => Self::BankCharge,
            // As earlier releases booked it.
            (Event::ChargeReturned | Event::BankCharge, true) => Self::ChargeReturned,
            _ => return None,
        };
        Some((event, Money::parse(other.amount.get().abs(), other.account.currency()).ok()?))
    }
}

/// Why an entry is not reversed by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotReversible {
    /// Something else caused it: that is undone where it happened.
    #[error("it was not booked by hand")]
    NotByHand,
    /// What it reversed is booked again instead.
    #[error("it reverses another entry")]
    IsReversal,
    #[error("it is reversed already")]
    Reversed,
    /// A line of a statement says that the bank moved this money: the line is reopened first.
    #[error("a line of a statement stands for it")]
    ToldByBank,
    /// The bank gave back so much of its charges that less than this one is left: what it gave back is reversed first.
    #[error("the bank gave it back")]
    GivenBack,
}

/// Why a charge, or one that was given back, is not booked by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotCharge {
    /// A statement has a charge of that day and amount, by which it is in the books.
    #[error("a statement has it, and it is booked")]
    OnStatement,
    /// A statement has a charge of that amount on this day near it, and the person who books it did not say that it is another one.
    #[error("a statement has a charge of that amount on {0}")]
    Near(NaiveDate),
    /// More than the bank ever charged and did not give back.
    #[error("the bank charged no more than {}", .0.get())]
    Above(Minor),
}

/// A receipt that lies in suspense, as those who say what it is saw it. It has the day and the amount of what is booked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InSuspense {
    pub receipt: Uuid,
    /// The payer's name and account, as the bank or the person who entered it wrote them.
    pub name: Option<Line>,
    pub iban: Option<Line>,
    pub text: Option<Note>,
}

/// An entry that a person books by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualEntry {
    id: EntryId,
    event: ManualEvent,
    on: NaiveDate,
    amount: Money,
    note: Note,
    reverses: Option<EntryId>,
    explains: Option<InSuspense>,
    beside: Option<NaiveDate>,
}

/// Every part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// The id the entry will have.
    pub id: EntryId,
    pub event: ManualEvent,
    /// The bank's booking day; of a reversal that of the entry it reverses.
    pub on: NaiveDate,
    pub amount: Money,
    /// What it is for; of a reversal the reason.
    pub note: Note,
    /// The entry that it reverses, which has this event, day and amount.
    pub reverses: Option<EntryId>,
    /// The receipt that it explains: it takes the money out of suspense, where the bank's account has it already.
    pub explains: Option<InSuspense>,
    /// The day on which a statement has a charge of this amount, of which the proposer says that it is another one.
    pub beside: Option<NaiveDate>,
}

impl ManualEntry {
    /// # Errors
    /// `AmountZero`; `NotPossible` where it explains a receipt, though no money comes in by it or it is a reversal, or where a charge is
    /// said to be another one, though no money goes out by it or it is a reversal.
    pub fn parse(parts: Parts) -> Result<Self, Invalid> {
        let Parts { id, event, on, amount, note, reverses, explains, beside } = parts;
        if amount.amount_minor() == 0 {
            return Err(Invalid::AmountZero);
        }
        if explains.is_some() && (reverses.is_some() || !event.comes_in()) {
            return Err(Invalid::NotPossible);
        }
        if beside.is_some() && (reverses.is_some() || event.comes_in()) {
            return Err(Invalid::NotPossible);
        }
        Ok(Self { id, event, on, amount, note, reverses, explains, beside })
    }

    /// The reversal of an entry, for this reason. Whether it was reversed before, and whether a line stands for it, is for the caller.
    ///
    /// # Errors
    /// `IsReversal`; `NotByHand`.
    pub fn reversing(entry: &Entry, id: EntryId, note: Note) -> Result<Self, NotReversible> {
        let ((event, amount), booking) = (Self::may_reverse(entry)?, entry.booking());
        Ok(Self { id, event, on: booking.on, amount, note, reverses: Some(booking.id), explains: None, beside: None })
    }

    /// What a reversal of this entry says, and of how much.
    ///
    /// # Errors
    /// As [`Self::reversing`].
    pub fn may_reverse(entry: &Entry) -> Result<(ManualEvent, Money), NotReversible> {
        if entry.reverses().is_some() {
            return Err(NotReversible::IsReversal);
        }
        ManualEvent::of(entry).filter(|_| entry.booking().is_by_hand()).ok_or(NotReversible::NotByHand)
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

    /// The entry that it reverses.
    pub fn reverses(&self) -> Option<EntryId> {
        self.reverses
    }

    /// The receipt that it explains.
    pub fn explains(&self) -> Option<&InSuspense> {
        self.explains.as_ref()
    }

    /// The day on which a statement has a charge of this amount, which is another one.
    pub fn beside(&self) -> Option<NaiveDate> {
        self.beside
    }

    /// What it is about: the entry that it reverses, else itself.
    pub fn subject(&self) -> EntryId {
        self.reverses.unwrap_or(self.id)
    }

    /// On which day a reversal is booked, as it is proposed: that of its approval.
    const ON_APPROVAL: &str = "on_approval";

    /// What it says, field by field.
    pub fn values(&self) -> Vec<Changed> {
        let fields = [
            ("ledger.event", self.event.code().to_owned()),
            ("ledger.on", if self.reverses.is_some() { Self::ON_APPROVAL.to_owned() } else { self.on.to_string() }),
            ("ledger.amount", self.amount.to_string()),
            ("note", self.note.as_str().to_owned()),
        ];
        let reverses =
            self.reverses.iter().flat_map(|entry| [("ledger.reverses", entry.to_string()), ("ledger.reversesOn", self.on.to_string())]);
        let explains = self.explains.iter().flat_map(|InSuspense { receipt, name, iban, text }| {
            let told = [
                ("receipt.on", Some(self.on.to_string())),
                ("receipt.amount", Some(self.amount.to_string())),
                ("receipt.payer", name.as_ref().map(|name| name.as_str().to_owned())),
                ("receipt.iban", iban.as_ref().map(|iban| iban.as_str().to_owned())),
                ("receipt.text", text.as_ref().map(|text| text.as_str().to_owned())),
            ];
            let told = told.into_iter().filter_map(|(field, value)| Some((field, value?)));
            [("receipt", receipt.to_string())].into_iter().chain(told)
        });
        let beside = self.beside.map(|on| ("ledger.beside", on.to_string()));
        let values = reverses.chain(fields).chain(explains).chain(beside);
        values.map(|(field, value)| Changed::new(field, None, Some(value))).collect()
    }

    /// Whether it can be booked while these days are open, of which a person names some alone.
    ///
    /// # Errors
    /// See [`OpenDays::check`].
    pub fn check(&self, days: OpenDays) -> Result<(), NotOpen> {
        days.by_hand().check(self.on)
    }

    /// The entry it becomes; its cause is the approval, where it took one. What came in with a receipt that it explains is taken out of
    /// suspense: the bank's account has it already.
    ///
    /// # Errors
    /// See [`ManualEntry::check`].
    pub fn entry(&self, days: OpenDays, booked_at: DateTime<Utc>, cause: Option<ApprovalId>) -> Result<Entry, NotOpen> {
        self.check(days)?;
        let lies = if self.explains.is_some() { Place::suspense() } else { Place::bank() };
        let (event, debit, credit) = match self.event {
            ManualEvent::Capital => (Event::CapitalPaidIn, lies, Place::capital()),
            ManualEvent::CapitalOut => (Event::CapitalPaidOut, Place::capital(), Place::bank()),
            ManualEvent::BankCharge => (Event::BankCharge, Place::bank_charges(), Place::bank()),
            ManualEvent::ChargeReturned => (Event::ChargeReturned, lies, Place::bank_charges()),
        };
        let draft = Draft::new(self.amount.currency()).transfer(debit, credit, Minor::new(self.amount.amount_minor()));
        let cause = cause.map(|approval| approval.0);
        let booking = Booking { id: self.id, on: self.on, booked_at, event, subject: self.id.0, cause };
        // An amount above nothing makes postings.
        Entry::new(booking, &draft).ok_or(NotOpen::Before(self.on))
    }

    /// The entry by which it reverses this one, dated `on`, the business date: the bank moved nothing. None where it reverses another one, or
    /// this one as something else.
    pub fn reversal(&self, of: &Entry, (on, booked_at): (NaiveDate, DateTime<Utc>), cause: Option<ApprovalId>) -> Option<Entry> {
        let is_it = Self::reversing(of, self.id, self.note.clone()).is_ok_and(|seen| seen == *self);
        let cause = cause.map(|approval| approval.0);
        is_it.then(|| of.reversal(Booking { id: self.id, on, booked_at, cause, ..*of.booking() }))
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
        Ok(Parts {
            id: EntryId(Uuid::from_u128(1)),
            event,
            on,
            amount,
            note: Note::parse("Account 7")?,
            reverses: None,
            explains: None,
            beside: None,
        })
    }

    fn in_suspense() -> Result<InSuspense, Invalid> {
        let (name, text) = (Some(Line::parse("Baltic Foods B.V.")?), Some(Note::parse("MB-5108")?));
        Ok(InSuspense { receipt: Uuid::from_u128(7), name, iban: None, text })
    }

    #[test]
    fn its_approver_sees_the_receipt_that_it_explains() -> Result<(), Invalid> {
        let manual = ManualEntry::parse(Parts { explains: Some(in_suspense()?), ..parts(ManualEvent::Capital, 500)? })?;
        let of_receipt = |(field, _): &(String, Option<String>)| field.starts_with("receipt");
        let seen: Vec<_> = manual.values().into_iter().map(|change| (change.field, change.after)).filter(of_receipt).collect();
        let id = Uuid::from_u128(7).to_string();
        let expected = [
            ("receipt", id.as_str()),
            ("receipt.on", "2027-01-04"),
            ("receipt.amount", "5.00 EUR"),
            ("receipt.payer", "Baltic Foods B.V."),
            ("receipt.text", "MB-5108"),
        ];
        assert_eq!(seen, expected.map(|(field, value)| (field.to_owned(), Some(value.to_owned()))));
        Ok(())
    }

    #[test]
    fn only_what_comes_in_explains_a_receipt() -> Result<(), Invalid> {
        for event in ManualEvent::ALL {
            let manual = ManualEntry::parse(Parts { explains: Some(in_suspense()?), ..parts(*event, 500)? });
            assert_eq!(manual.err(), (!event.comes_in()).then_some(Invalid::NotPossible), "{event:?}");
        }
        let reverses = Some(EntryId(Uuid::from_u128(9)));
        let reversal = ManualEntry::parse(Parts { explains: Some(in_suspense()?), reverses, ..parts(ManualEvent::Capital, 500)? });
        assert_eq!(reversal.err(), Some(Invalid::NotPossible));
        Ok(())
    }

    #[test]
    fn its_approver_sees_the_charge_that_it_is_not() -> Result<(), Invalid> {
        let day = NaiveDate::from_ymd_opt(2027, 1, 5);
        for event in ManualEvent::ALL {
            let manual = ManualEntry::parse(Parts { beside: day, ..parts(*event, 500)? });
            let Ok(manual) = manual else {
                assert_eq!((manual.err(), event.comes_in()), (Some(Invalid::NotPossible), true), "{event:?}");
                continue;
            };
            assert!(!event.comes_in(), "{event:?}");
            let seen = manual.values().into_iter().find(|change| change.field == "ledger.beside").and_then(|change| change.after);
            assert_eq!((seen.as_deref(), manual.beside()), (Some("2027-01-05"), day));
        }
        let reversal =
            ManualEntry::parse(Parts { beside: day, reverses: Some(EntryId(Uuid::nil())), ..parts(ManualEvent::BankCharge, 500)? });
        assert_eq!(reversal.err(), Some(Invalid::NotPossible));
        Ok(())
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
            let entry = manual.entry(until(manual.on()), DateTime::UNIX_EPOCH, Some(cause)).unwrap();
            assert_eq!((posted(&entry), event.comes_in()), (postings.to_vec(), postings[0].1 > 0));
            assert_eq!((entry.booking().subject, entry.booking().cause), (manual.id().0, Some(cause.0)));
            // Each is read as what it is.
            assert_eq!(ManualEntry::may_reverse(&entry).map(|(read, _)| read), Ok(event));
        }
        let told = ManualEntry::parse(Parts { explains: Some(in_suspense()?), ..parts(ManualEvent::Capital, 500)? })?;
        let entry = told.entry(until(told.on()), DateTime::UNIX_EPOCH, None).unwrap();
        assert_eq!(posted(&entry), [(AccountKind::Suspense, 500), (AccountKind::Capital, -500)]);
        Ok(())
    }

    #[test]
    fn an_entry_by_hand_is_reversed_by_its_mirror_and_a_reversal_is_not() -> Result<(), Invalid> {
        let (id, why) = (EntryId(Uuid::from_u128(3)), Note::parse("Typed twice")?);
        for (event, waits) in ManualEvent::ALL.iter().flat_map(|event| [(*event, false), (*event, event.comes_in())]) {
            let explains = if waits { Some(in_suspense()?) } else { None };
            let manual = ManualEntry::parse(Parts { explains, ..parts(event, 500)? })?;
            let entry = manual.entry(until(manual.on()), DateTime::UNIX_EPOCH, None).unwrap();
            let reversing = ManualEntry::reversing(&entry, id, why.clone()).unwrap();
            assert_eq!((reversing.event(), reversing.on(), reversing.amount()), (event, manual.on(), manual.amount()), "{waits}");
            let told: Vec<_> = reversing.values().into_iter().map(|changed| changed.field).collect();
            assert_eq!(told, ["ledger.reverses", "ledger.reversesOn", "ledger.event", "ledger.on", "ledger.amount", "note"]);
            let (today, cause) = (manual.on().succ_opt().unwrap(), ApprovalId(Uuid::from_u128(2)));
            let reversal = reversing.reversal(&entry, (today, DateTime::UNIX_EPOCH), Some(cause)).unwrap();
            let mirrored: Vec<_> = posted(&entry).into_iter().map(|(kind, amount)| (kind, -amount)).collect();
            assert_eq!((posted(&reversal), reversal.reverses()), (mirrored, Some(manual.id())));
            let Booking { id: own, on, subject, cause: caused, .. } = *reversal.booking();
            assert_eq!((own, on, subject, caused), (id, today, manual.id().0, Some(cause.0)));
            assert!(!reversal.booking().is_by_hand() && !reversal.may_be_a_line());
            assert_eq!(ManualEntry::reversing(&reversal, id, why.clone()), Err(NotReversible::IsReversal));
            // What was seen is another amount by now, or another entry.
            let other = ManualEntry::parse(Parts { reverses: Some(manual.id()), ..parts(event, 499)? })?;
            assert_eq!(other.reversal(&entry, (today, DateTime::UNIX_EPOCH), None), None);
        }
        Ok(())
    }

    #[test]
    fn what_an_earlier_release_booked_as_a_charge_on_the_other_side_was_given_back() -> Result<(), Invalid> {
        let manual = ManualEntry::parse(parts(ManualEvent::ChargeReturned, 500)?)?;
        let entry = manual.entry(until(manual.on()), DateTime::UNIX_EPOCH, None).unwrap();
        assert_eq!(entry.booking().event, Event::ChargeReturned);
        let back = Draft::new(manual.amount().currency()).transfer(Place::bank(), Place::bank_charges(), Minor::new(500));
        let before = Entry::new(Booking { event: Event::BankCharge, ..*entry.booking() }, &back).unwrap();
        let read = [&entry, &before].map(|entry| ManualEntry::may_reverse(entry).map(|(read, _)| read));
        assert_eq!(read, [Ok(ManualEvent::ChargeReturned); 2]);
        Ok(())
    }

    #[test]
    fn what_something_else_caused_is_not_reversed_by_hand() -> Result<(), Invalid> {
        let manual = ManualEntry::parse(parts(ManualEvent::BankCharge, 500)?)?;
        let entry = manual.entry(until(manual.on()), DateTime::UNIX_EPOCH, None).unwrap();
        // A charge that a line of a statement says is about that line.
        let booking = Booking { subject: Uuid::from_u128(9), ..*entry.booking() };
        let charge = Draft::new(manual.amount().currency()).transfer(Place::bank_charges(), Place::bank(), Minor::new(500));
        let of_line = Entry::new(booking, &charge).unwrap();
        assert_eq!(ManualEntry::reversing(&of_line, EntryId(Uuid::nil()), Note::parse("No")?), Err(NotReversible::NotByHand));
        let odd = Entry::new(Booking { event: Event::Receipt, ..*entry.booking() }, &charge).unwrap();
        assert_eq!(ManualEntry::reversing(&odd, EntryId(Uuid::nil()), Note::parse("No")?), Err(NotReversible::NotByHand));
        Ok(())
    }

    #[test]
    fn it_is_of_some_amount_and_neither_of_tomorrow_nor_of_long_ago() -> Result<(), Invalid> {
        let nothing = ManualEntry::parse(parts(ManualEvent::Capital, 0)?);
        assert_eq!(nothing, Err(Invalid::AmountZero));
        let manual = ManualEntry::parse(parts(ManualEvent::Capital, Money::MAX_MINOR)?)?;
        let yesterday = manual.on().pred_opt().unwrap();
        assert_eq!(manual.entry(until(yesterday), DateTime::UNIX_EPOCH, None), Err(NotOpen::Future));
        let later = until(manual.on() + OpenDays::BACK + chrono::Days::new(1));
        assert_eq!(manual.check(later), Err(NotOpen::Before(manual.on().succ_opt().unwrap())));
        assert!(manual.entry(until(manual.on().succ_opt().unwrap()), DateTime::UNIX_EPOCH, None).is_ok());
        Ok(())
    }
}
