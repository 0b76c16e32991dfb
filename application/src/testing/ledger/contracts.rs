//! Booking, and what it does to balances.

use crate::{
    StorePorts,
    kernel::{
        chain::{Backlog, Chained, Hash, Stored},
        commit::CommitError,
    },
    ledger::{
        Record,
        changes::{Change, REVERSED},
        ports::{AccountFilter, Balance},
    },
    testing::contracts::{Checked, context, id, member, noon, request},
};
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::{join_all, join4};
use sooner_domain::{
    kernel::{
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Booking, Draft, Entry, EntryId, Event, Parts, Place, Posting},
    },
};
use std::{collections::HashMap, error::Error};

pub(super) async fn book(ports: &StorePorts, entries: Vec<Entry>) -> Result<(), CommitError> {
    ports.ledger.commit(vec![Change::Booked(entries)], context()).await
}

pub(super) fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, day).unwrap_or_default()
}

pub(super) fn booking() -> Booking {
    let id = id();
    Booking { id: EntryId(id), on: day(4), booked_at: noon(), event: Event::Funded, subject: id, cause: None }
}

pub(super) fn currency(code: &str) -> Result<Currency, Box<dyn Error>> {
    Ok(Currency::parse(code)?)
}

/// What one account gets from another, in euro.
pub(super) fn moved(debit: Place, credit: Place, amount: i64) -> Result<Entry, Box<dyn Error>> {
    entry(booking(), debit, credit, amount)
}

pub(super) fn entry(booking: Booking, debit: Place, credit: Place, amount: i64) -> Result<Entry, Box<dyn Error>> {
    let draft = Draft::new(currency("EUR")?).transfer(debit, credit, Minor::new(amount));
    Entry::new(booking, &draft).ok_or_else(|| "nothing is posted".into())
}

fn account(kind: AccountKind, owner: Owner) -> Result<Account, Box<dyn Error>> {
    Account::of(kind, currency("EUR")?, owner).ok_or_else(|| "no such account".into())
}

/// What every account holds.
pub(super) async fn balances(ports: &StorePorts) -> Result<HashMap<Account, Minor>, Box<dyn Error>> {
    let all = ports.journal.accounts(AccountFilter::default(), None, i64::from(i32::MAX)).await?;
    Ok(all.into_iter().map(|Balance { account, amount }| (account, amount)).collect())
}

/// The entries of the chain, once all is sealed.
pub(super) async fn records(ports: &StorePorts) -> Result<Vec<Record>, Box<dyn Error>> {
    ports.sealing().all().await?;
    let stored = ports.journal.chain(0, i64::from(i32::MAX)).await?.into_iter();
    let record = |stored| match stored {
        Stored::Record(record) => Ok(*record),
        Stored::Unreadable { number } => Err(format!("entry {number} is unreadable").into()),
    };
    stored.map(record).collect()
}

pub async fn an_entry_is_read_as_it_was_booked(ports: &StorePorts) -> Checked {
    let (seller, receivable, other) = (CompanyId(id()), ReceivableId(id()), ReceivableId(id()));
    let owed = Place::receivables_purchased(receivable);
    let draft = Draft::new(currency("EUR")?)
        .transfer(owed, Place::reserves(receivable), Minor::new(20_000))
        .transfer(owed, Place::sellers_payable(seller, receivable), Minor::new(Money::MAX_MINOR))
        .transfer(owed, Place::sellers_payable(seller, other), Minor::new(1));
    let funded = Entry::new(booking(), &draft).ok_or("nothing is posted")?;
    let posting = |code: &str, kind, amount| -> Result<Posting, Box<dyn Error>> {
        let account = Account::of(kind, currency(code)?, Owner::House).ok_or("no such account")?;
        Ok(Posting { account, receivable: None, amount: Minor::new(amount) })
    };
    let exchanged =
        Booking { event: Event::Receipt, cause: Some(id()), on: day(5), booked_at: noon() + TimeDelta::seconds(1), ..booking() };
    let exchanged = Entry::restore(Parts {
        booking: exchanged,
        reverses: None,
        postings: vec![
            posting("USD", AccountKind::Bank, -7)?,
            posting("JPY", AccountKind::Bank, 900)?,
            posting("USD", AccountKind::Suspense, 7)?,
            posting("JPY", AccountKind::Suspense, -900)?,
        ],
    })?;
    book(ports, vec![funded.clone(), exchanged.clone()]).await?;
    let reversal = funded.reversal(Booking { on: day(6), ..booking() });
    book(ports, vec![reversal.clone()]).await?;
    for entry in [&funded, &exchanged, &reversal] {
        let read = ports.journal.entry(entry.booking().id).await?.ok_or("not booked")?;
        assert_eq!(read.entry, *entry);
    }
    assert_eq!(ports.journal.entry(EntryId(id())).await?, None);
    let chained = records(ports).await?;
    assert_eq!(chained.iter().map(|record| &record.entry).collect::<Vec<_>>(), [&funded, &exchanged, &reversal]);
    assert!((1..).zip(&chained).all(|(number, record)| record.number() == Some(number) && record.is_whole()));
    Ok(())
}

pub async fn an_entry_is_taken_back_once_and_exactly(ports: &StorePorts) -> Checked {
    let receivable = ReceivableId(id());
    let funded = moved(Place::receivables_purchased(receivable), Place::reserves(receivable), 500)?;
    let id_of = funded.booking().id;
    book(ports, vec![funded.clone()]).await?;
    let reverse = |parts: Parts| Entry::restore(Parts { booking: booking(), reverses: Some(id_of), ..parts });
    let exact = funded.reversal(booking());
    let parts = || Parts { booking: booking(), reverses: None, postings: exact.postings().to_vec() };
    let less = |posting: &Posting| Posting { amount: Minor::new(posting.amount.get().signum()), ..*posting };
    let elsewhere = |posting: &Posting| Posting { receivable: Some(ReceivableId(Default::default())), ..*posting };
    for postings in [
        exact.postings().iter().map(less).collect(),
        exact.postings().iter().map(elsewhere).collect(),
        funded.postings().to_vec(),
        exact.postings().iter().copied().rev().collect(),
        [exact.postings(), &[exact.postings()[0], funded.postings()[0]]].concat(),
    ] {
        let odd = reverse(Parts { postings, ..parts() })?;
        assert!(book(ports, vec![odd]).await.is_err());
    }
    assert!(book(ports, vec![Entry::restore(Parts { reverses: Some(EntryId(id())), ..parts() })?]).await.is_err(), "there is none");
    assert_eq!(ports.journal.reversal_of(id_of).await?, None);
    book(ports, vec![exact.clone()]).await?;
    assert_eq!(ports.journal.reversal_of(id_of).await?, Some(exact.booking().id));
    assert_eq!(book(ports, vec![funded.reversal(booking())]).await, Err(CommitError::Taken(REVERSED)));
    assert!(balances(ports).await?.values().all(|balance| balance.is_zero()));
    Ok(())
}

pub async fn of_many_who_take_an_entry_back_one_does(ports: &StorePorts) -> Checked {
    // Of accounts of which nothing is left once it is taken back.
    let receivable = ReceivableId(id());
    let funded = moved(Place::receivables_purchased(receivable), Place::reserves(receivable), 500)?;
    book(ports, vec![funded.clone()]).await?;
    let answers = join_all((0..64).map(|_| book(ports, vec![funded.reversal(booking())]))).await;
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Taken(REVERSED)))), "{answers:?}");
    assert_eq!(records(ports).await?.len(), 2);
    Ok(())
}

pub async fn the_accounts_of_a_receivable_keep_their_sign(ports: &StorePorts) -> Checked {
    let receivable = ReceivableId(id());
    let (owed, kept, unearned) =
        (Place::receivables_purchased(receivable), Place::reserves(receivable), Place::unearned_discount(receivable));
    for (debit, credit) in [(owed, kept), (owed, unearned), (Place::bank(), owed), (kept, Place::bank()), (unearned, Place::bank())] {
        // Each account has had what is taken from it.
        book(ports, vec![moved(debit, credit, 100)?]).await?;
    }
    let before = balances(ports).await?;
    for (debit, credit, amount) in [(Place::bank(), owed, 101), (kept, Place::bank(), 1), (unearned, Place::bank(), 1)] {
        assert_eq!(book(ports, vec![moved(debit, credit, amount)?]).await, Err(CommitError::Stale));
        assert_eq!(balances(ports).await?, before);
    }
    book(ports, vec![moved(Place::bank(), owed, 100)?]).await?;
    let answers =
        join_all((0..16).map(|_| async { book(ports, vec![moved(Place::bank(), owed, 1)?]).await.map_err(Box::<dyn Error>::from) }));
    assert!(answers.await.iter().all(Result::is_err));
    Ok(())
}

pub async fn of_many_who_take_of_what_is_owed_none_takes_more_than_there_is(ports: &StorePorts) -> Checked {
    let (seller, debtor, about) = (CompanyId(id()), DebtorId(id()), ReceivableId(id()));
    let (owes, gets, credit) = (Place::sellers_owe(seller, about), Place::sellers_payable(seller, about), Place::debtor_credits(debtor));
    let there_is = [moved(owes, Place::capital(), 10)?, moved(Place::bank(), gets, 10)?, moved(Place::bank(), credit, 10)?];
    book(ports, there_is.into()).await?;
    for (debit, credit) in [(Place::bank(), owes), (gets, Place::bank()), (credit, Place::bank())] {
        let take = || async { book(ports, vec![moved(debit, credit, 3).map_err(|_| CommitError::Stale)?]).await };
        let answers = join_all((0..16).map(|_| take())).await;
        assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 3, "{answers:?}");
        assert!(answers.iter().all(|answer| matches!(answer, Ok(()) | Err(CommitError::Stale))), "{answers:?}");
    }
    let left: Vec<_> = balances(ports).await?.into_iter().filter(|(account, _)| account.owner() != Owner::House).collect();
    assert!(left.iter().all(|(_, amount)| amount.get().abs() == 1), "{left:?}");
    Ok(())
}

pub async fn what_is_taken_may_be_given_in_the_same_commit_in_any_order(ports: &StorePorts) -> Checked {
    let (seller, receivable) = (CompanyId(id()), ReceivableId(id()));
    let (gets, owes) = (Place::sellers_payable(seller, receivable), Place::sellers_owe(seller, receivable));
    let purchased = Place::receivables_purchased(receivable);
    // Each time what is taken comes first.
    book(ports, vec![moved(gets, Place::bank(), 100)?, moved(Place::bank(), gets, 100)?]).await?;
    book(ports, vec![moved(Place::bank(), owes, 100)?, moved(owes, Place::bank(), 100)?]).await?;
    book(ports, vec![moved(Place::bank(), purchased, 100)?, moved(purchased, Place::bank(), 100)?]).await?;
    let short = vec![moved(gets, Place::bank(), 101)?, moved(Place::bank(), gets, 100)?];
    assert_eq!(book(ports, short).await, Err(CommitError::Stale), "it is too much in all");
    Ok(())
}

pub async fn what_was_refused_leaves_no_entry_and_no_balance(ports: &StorePorts) -> Checked {
    let (ada, _) = member(ports, "ledger.ada@example.com").await?;
    let (seller, about) = (CompanyId(id()), ReceivableId(id()));
    let owe = || moved(Place::sellers_owe(seller, about), Place::bank(), 5);
    let under = || -> Result<_, Box<dyn Error>> { Ok(context().under(Some(request(ada.id(), "ledger")?.made(id(), noon())))) };
    let first = owe()?;
    ports.ledger.commit(vec![first.clone().into()], under()?).await?;
    records(ports).await?;
    let before = balances(ports).await?;
    let repeated = ports.ledger.commit(vec![owe()?.into()], under()?).await;
    assert_eq!(repeated, Err(CommitError::Repeated));
    let (reversal, again) = (first.reversal(booking()), first.reversal(booking()));
    assert_eq!(book(ports, vec![owe()?, reversal, again]).await, Err(CommitError::Taken(REVERSED)), "all or nothing");
    assert!(book(ports, vec![first]).await.is_err(), "the same id");
    assert_eq!(records(ports).await?.len(), 1);
    assert_eq!(balances(ports).await?, before);
    Ok(())
}

pub async fn many_writers_sealers_and_reports_make_one_ledger(ports: &StorePorts) -> Checked {
    const ROUNDS: i64 = 4;
    const WRITERS: i64 = 64;
    let sellers: Vec<_> = (0..3).map(|_| CompanyId(id())).collect();
    for round in 0..ROUNDS {
        // Entries that touch the accounts of the same sellers in one order and the other, with others beside them.
        let entries = |number: i64| -> Result<Vec<Entry>, Box<dyn Error>> {
            let (receivable, place) = (ReceivableId(id()), usize::try_from(number).unwrap_or_default());
            let [one, other] = [sellers[place % 3], sellers[(place + 1) % 3]].map(|seller| Place::sellers_payable(seller, receivable));
            let owed = Place::receivables_purchased(receivable);
            let of_one = [moved(owed, one, 100)?, moved(one, Place::payouts_in_transit(), 30)?];
            let of_other = [moved(owed, other, 10)?, moved(other, Place::bank(), 5)?];
            Ok(if number % 2 == 0 { [of_one, of_other].concat() } else { [of_other, of_one].concat() })
        };
        let mut all = Vec::new();
        for number in 0..WRITERS {
            all.push(entries(number)?);
        }
        let writing = join_all(all.into_iter().map(|entries| book(ports, entries)));
        let sealing = async |most: i64| -> Checked {
            for _ in 0..20 {
                ports.ledger_chain.seal(0, most).await?;
            }
            Ok(())
        };
        let reporting = async || -> Checked {
            for second in 0..20 {
                let moment = noon() + TimeDelta::seconds(round * 100 + second);
                let known = ports.journal.known_by(moment).await?;
                let totals = ports.journal.totals(None, known).await?;
                assert!(totals.iter().map(|total| total.amount).sum::<Minor>().is_zero());
            }
            Ok(())
        };
        let (written, one, other, reported) = join4(writing, sealing(3), sealing(4), reporting()).await;
        one.and(other).and(reported)?;
        assert!(written.iter().all(Result::is_ok), "{written:?}");
    }
    let records = records(ports).await?;
    assert_eq!(records.last().and_then(Record::number), Some(ROUNDS * WRITERS * 4));
    let mut previous = Hash::BEGINNING;
    for (number, record) in (1..).zip(&records) {
        let seal = record.seal.ok_or("no seal")?;
        assert_eq!((seal.number, seal.previous, record.is_whole()), (number, previous, true));
        previous = seal.hash;
    }
    let balances = balances(ports).await?;
    let of = |kind| Ok::<_, Box<dyn Error>>(balances.get(&account(kind, Owner::House)?).map(|balance| balance.get()));
    assert_eq!(of(AccountKind::PayoutsInTransit)?, Some(-30 * ROUNDS * WRITERS));
    assert_eq!(of(AccountKind::Bank)?, Some(-5 * ROUNDS * WRITERS));
    let payable = balances.iter().filter(|(account, _)| account.kind() == AccountKind::SellersPayable);
    assert_eq!(payable.map(|(_, balance)| balance.get()).sum::<i64>(), -75 * ROUNDS * WRITERS);
    let proof = ports.ledger_audit().verify(None).await?;
    assert_eq!((proof.flaw, proof.chain.head, proof.waiting), (None, previous, Backlog::default()));
    Ok(())
}
