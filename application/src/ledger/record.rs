//! A journal entry as it is kept.

use crate::kernel::chain::{Chained, Hash, Seal};
use sha2::{Digest, Sha256};
use sooner_domain::{
    kernel::coded::Coded,
    ledger::entry::{Booking, Entry, Posting},
};

/// A journal entry with its place in the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    pub entry: Entry,
    /// None until the sealer has been there.
    pub seal: Option<Seal>,
}

impl Record {
    /// The number of its place, if it has one.
    pub fn number(&self) -> Option<i64> {
        self.seal.map(|seal| seal.number)
    }
}

impl Chained for Record {
    fn seal(&self) -> Option<Seal> {
        self.seal
    }

    fn is_whole(&self) -> bool {
        self.seal.is_some_and(|seal| self.hash_at(seal.number, seal.previous) == seal.hash)
    }

    fn hash_at(&self, number: i64, previous: Hash) -> Hash {
        let Booking { id, on, booked_at, event, subject, cause } = self.entry.booking();
        let mut hash = Sha256::new_with_prefix("sooner ledger 1\0").chain_update(previous.0).chain_update(number.to_be_bytes());
        // Each text with its length in front: no two entries spell the same.
        let mut text = |text: &str| {
            hash.update((text.len() as u64).to_be_bytes());
            hash.update(text);
        };
        text(&id.to_string());
        text(&on.to_string());
        text(&booked_at.timestamp_micros().to_string());
        text(event.code());
        text(&subject.to_string());
        text(&or_none(*cause));
        text(&or_none(self.entry.reverses()));
        text(&self.entry.postings().len().to_string());
        for Posting { account, receivable, amount } in self.entry.postings() {
            text(&account.to_string());
            text(&or_none(*receivable));
            text(&amount.get().to_string());
        }
        Hash(hash.finalize().into())
    }
}

fn or_none(id: Option<impl ToString>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::chain::Head;
    use chrono::{DateTime, NaiveDate, TimeDelta};
    use sooner_domain::{
        kernel::{ids::ReceivableId, minor::Minor, money::Currency},
        ledger::{
            account::{Account, AccountKind, Owner},
            entry::{EntryId, Event, Parts},
        },
    };
    use uuid::Uuid;

    fn parts() -> Parts {
        let posting = |kind, amount| Posting {
            account: Account::of(kind, Currency::parse("EUR").unwrap(), Owner::House).unwrap(),
            receivable: None,
            amount: Minor::new(amount),
        };
        let booking = Booking {
            id: EntryId(Uuid::from_u128(1)),
            on: NaiveDate::from_ymd_opt(2027, 1, 4).unwrap(),
            booked_at: DateTime::UNIX_EPOCH,
            event: Event::CapitalPaidIn,
            subject: Uuid::from_u128(2),
            cause: None,
        };
        Parts { booking, reverses: None, postings: vec![posting(AccountKind::Bank, 500), posting(AccountKind::Capital, -500)] }
    }

    fn sealed(parts: Parts) -> Record {
        let record = Record { entry: Entry::restore(parts).unwrap(), seal: None };
        let seal = Head::BEGINNING.followed_by(&record);
        Record { seal: Some(seal), ..record }
    }

    #[test]
    fn an_entry_keeps_its_hash_for_good() {
        // What was sealed by a release is checked by every later one.
        let hash = sealed(parts()).seal.map(|seal| seal.hash.to_string());
        assert_eq!(hash.as_deref(), Some("d75f3702f9b9af9c5dbd957b82e98d63afce46b423cd289a7caa56c7a7ad1456"));
    }

    #[test]
    fn whatever_is_changed_shows() {
        let forgeries: [fn(&mut Parts); 12] = [
            |parts| parts.booking.id = EntryId(Uuid::from_u128(3)),
            |parts| parts.booking.on = parts.booking.on.succ_opt().unwrap(),
            |parts| parts.booking.booked_at += TimeDelta::microseconds(1),
            |parts| parts.booking.event = Event::BankCharge,
            |parts| parts.booking.subject = Uuid::from_u128(3),
            |parts| parts.booking.cause = Some(Uuid::from_u128(3)),
            |parts| parts.reverses = Some(EntryId(Uuid::from_u128(3))),
            |parts| parts.postings.reverse(),
            |parts| parts.postings.extend(parts.postings.clone()),
            |parts| parts.postings[0].receivable = Some(ReceivableId(Uuid::from_u128(3))),
            |parts| parts.postings.iter_mut().for_each(|posting| posting.amount += posting.amount),
            |parts| parts.postings[1].account = parts.postings[0].account,
        ];
        let whole = sealed(parts());
        assert!(whole.is_whole());
        for (place, forge) in forgeries.into_iter().enumerate() {
            let mut forged = parts();
            forge(&mut forged);
            let forged = Record { entry: Entry::restore(forged).unwrap(), seal: whole.seal };
            assert!(!forged.is_whole(), "forgery {place}");
        }
        let renumbered = whole.seal.map(|seal| Seal { number: 2, ..seal });
        assert!(!Record { seal: renumbered, ..whole }.is_whole());
    }
}
