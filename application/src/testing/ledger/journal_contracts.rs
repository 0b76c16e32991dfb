//! Reading what was booked.

use super::contracts::{balances, book, booking, currency, day, entry, moved};
use crate::{
    StorePorts,
    ledger::ports::{AccountFilter, LineId, Total},
    testing::contracts::{Checked, id, noon},
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    kernel::{
        calendar::{FIRST_DAY, LAST_DAY},
        ids::{CompanyId, ReceivableId},
        minor::Minor,
    },
    ledger::{
        account::{Account, AccountKind, Owner},
        entry::{Booking, Draft, Entry, EntryId, Event, Place},
    },
};
use std::error::Error;

pub async fn postings_of_an_account_are_paged_and_none_is_lost(ports: &StorePorts) -> Checked {
    let (seller, other) = (CompanyId(id()), CompanyId(id()));
    let mut expected = Vec::new();
    for number in 1..=3 {
        // Several lines of each entry are on the one account.
        let mut draft = Draft::new(currency("EUR")?);
        for line in 1..=3 {
            let place = Place::sellers_payable(seller, ReceivableId(id()));
            draft = draft.transfer(Place::bank(), place, Minor::new(number * 10 + line));
        }
        draft = draft.transfer(Place::bank(), Place::sellers_payable(other, ReceivableId(id())), Minor::new(99));
        let entry = Entry::new(booking(), &draft).ok_or("nothing is posted")?;
        let of = (1..).zip(entry.postings()).filter(|(_, posting)| posting.account.owner() == Owner::Company(seller));
        expected.extend(of.map(|(line, posting)| (LineId { entry: entry.booking().id, line }, *posting)));
        book(ports, vec![entry]).await?;
    }
    expected.reverse();
    let account = Account::of(AccountKind::SellersPayable, currency("EUR")?, Owner::Company(seller)).ok_or("no such account")?;
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let page = ports.journal.lines(account, None, before, 2).await?;
        let Some(last) = page.last() else { break };
        before = Some(last.id());
        found.extend(page.iter().map(|line| (line.id(), line.posting)));
        // What is sealed between two pages moves nothing.
        ports.ledger_chain.seal(0, 1).await?;
    }
    assert_eq!(found, expected);
    ports.sealing().all().await?;
    let all = ports.journal.lines(account, None, None, 99).await?;
    assert_eq!(
        all.iter().map(|line| (line.number, line.booking.on)).collect::<Vec<_>>(),
        [3, 3, 3, 2, 2, 2, 1, 1, 1].map(|n| (Some(n), day(4)))
    );
    Ok(())
}

pub async fn what_an_account_holds_is_told_by_receivable(ports: &StorePorts) -> Checked {
    let (seller, other) = (CompanyId(id()), CompanyId(id()));
    let [one, two, three] = [(); 3].map(|()| ReceivableId(id()));
    let owes = |of, about, amount| moved(Place::sellers_owe(of, about), Place::capital(), amount);
    let entries = [owes(seller, two, 5), owes(seller, one, 3), owes(seller, two, 2), owes(seller, three, 9), owes(other, one, 1)];
    book(ports, entries.into_iter().collect::<Result<_, _>>()?).await?;
    book(ports, vec![owes(seller, three, -9)?]).await?;
    let account = Account::of(AccountKind::SellersOwe, currency("EUR")?, Owner::Company(seller)).ok_or("no account")?;
    assert_eq!(ports.journal.by_receivable(account).await?, [(one, Minor::new(3)), (two, Minor::new(7))]);
    assert_eq!(ports.journal.balance(account).await?, Minor::new(10));
    let nobodys = Account::of(AccountKind::SellersOwe, currency("EUR")?, Owner::Company(CompanyId(id()))).ok_or("no account")?;
    assert_eq!(ports.journal.balance(nobodys).await?, Minor::ZERO);
    let others = Account::of(AccountKind::SellersOwe, currency("EUR")?, Owner::Company(other)).ok_or("no account")?;
    // Nothing in it in another currency, and another kind's is another one's.
    let dollars = Account::of(AccountKind::SellersOwe, currency("USD")?, Owner::Company(other)).ok_or("no account")?;
    let payable = Account::of(AccountKind::SellersPayable, currency("EUR")?, Owner::Company(seller)).ok_or("no account")?;
    let asked = vec![nobodys, others, dollars, account, payable, others];
    assert_eq!(ports.journal.balances(asked).await?, [0, 1, 0, 10, 0, 1].map(Minor::new), "in the order in which they are asked for");
    assert_eq!(ports.journal.balances(Vec::new()).await?, []);
    Ok(())
}

pub async fn accounts_are_paged_by_their_codes(ports: &StorePorts) -> Checked {
    let (mut sellers, about): (Vec<_>, _) = ((0..3).map(|_| CompanyId(id())).collect(), ReceivableId(id()));
    for seller in &sellers {
        book(ports, vec![moved(Place::bank(), Place::sellers_payable(*seller, about), 7)?]).await?;
    }
    book(ports, vec![moved(Place::sellers_payable(sellers[1], about), Place::suspense(), 7)?]).await?;
    ports.sealing().all().await?;
    sellers.sort();
    let name = |seller: &CompanyId| format!("sellers_payable.EUR.{seller}");
    let all = [&["bank.EUR".to_owned()], &sellers.iter().map(name).collect::<Vec<_>>()[..], &["suspense.EUR".to_owned()]].concat();
    let pages = async |filter: AccountFilter| -> Result<Vec<String>, Box<dyn Error>> {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = ports.journal.accounts(filter, after, 2).await?;
            let Some(last) = page.last() else { return Ok(found) };
            after = Some(last.account);
            found.extend(page.iter().map(|balance| balance.account.to_string()));
        }
    };
    assert_eq!(pages(AccountFilter::default()).await?, all);
    let kind = Some(AccountKind::SellersPayable);
    assert_eq!(pages(AccountFilter { kind, ..AccountFilter::default() }).await?, all[1..4]);
    assert_eq!(pages(AccountFilter { kind, holds_something: true, on: None }).await?, [name(&sellers[0]), name(&sellers[2])]);
    assert_eq!(pages(AccountFilter { kind: Some(AccountKind::Capital), ..AccountFilter::default() }).await?, [""; 0]);
    Ok(())
}

pub async fn what_accounts_held_on_a_day_is_what_was_dated_by_then(ports: &StorePorts) -> Checked {
    let (seller, other) = (CompanyId(id()), CompanyId(id()));
    let of = |seller| Account::of(AccountKind::SellersPayable, currency("EUR").ok()?, Owner::Company(seller));
    let (account, others) = (of(seller).ok_or("no account")?, of(other).ok_or("no account")?);
    let about = ReceivableId(id());
    let place = |seller| Place::sellers_payable(seller, about);
    let on = |on, debit, credit, amount| entry(Booking { on, ..booking() }, debit, credit, amount);
    // Booked in another order than dated, and partly taken away again.
    book(ports, vec![on(day(9), Place::bank(), place(seller), 5)?]).await?;
    book(ports, vec![on(day(3), Place::bank(), place(seller), 7)?, on(day(3), Place::bank(), place(other), 2)?]).await?;
    book(ports, vec![on(day(6), place(other), Place::bank(), 2)?]).await?;
    ports.sealing().all().await?;
    for (by, held, entries, holding, all) in [
        (day(2), 0, 0, vec![], 0),
        (day(3), -7, 1, vec![account, others], 2),
        (day(8), -7, 1, vec![account], 2),
        (day(9), -12, 2, vec![account], 2),
    ] {
        assert_eq!(ports.journal.balance_on(account, by).await?, Minor::new(held), "{by}");
        let lines = ports.journal.lines(account, Some(by), None, 99).await?;
        assert_eq!(lines.len(), entries, "{by}");
        assert_eq!(lines.iter().map(|line| line.posting.amount).sum::<Minor>(), Minor::new(held), "{by}");
        let filter = AccountFilter { kind: Some(AccountKind::SellersPayable), holds_something: true, on: Some(by) };
        let mut holding = holding;
        holding.sort_by_key(ToString::to_string);
        let found = ports.journal.accounts(filter, None, 99).await?;
        assert_eq!(found.iter().map(|balance| balance.account).collect::<Vec<_>>(), holding, "{by}");
        assert!(found.iter().all(|balance| balance.account != account || balance.amount == Minor::new(held)), "{by}");
        let empty_too = ports.journal.accounts(AccountFilter { holds_something: false, ..filter }, None, 99).await?;
        assert_eq!(empty_too.len(), all, "{by}");
        if let Some(first) = empty_too.first() {
            let behind = ports.journal.accounts(AccountFilter { holds_something: false, ..filter }, Some(first.account), 99).await?;
            assert_eq!(behind, empty_too[1..], "{by}");
        }
    }
    // The house's too, as the trial balance of the day has it.
    let bank =
        ports.journal.accounts(AccountFilter { kind: Some(AccountKind::Bank), holds_something: true, on: Some(day(3)) }, None, 9).await?;
    assert_eq!(bank.iter().map(|balance| balance.amount).collect::<Vec<_>>(), [Minor::new(9)]);
    let known = ports.journal.known_now(noon() + TimeDelta::days(1)).await?;
    let totals = ports.journal.totals(Some(day(3)), known).await?;
    let of_bank = totals.iter().find(|total| total.kind == AccountKind::Bank).map(|total| total.amount);
    assert_eq!(of_bank, Some(Minor::new(9)));
    Ok(())
}

pub async fn what_a_thing_caused_or_is_about_is_found(ports: &StorePorts) -> Checked {
    let (receivable, receipt) = (id(), id());
    let of = |subject, cause| entry(Booking { subject, cause, ..booking() }, Place::bank(), Place::suspense(), 1);
    let all = [of(receivable, None)?, of(receivable, Some(receipt))?, of(receipt, Some(receipt))?, of(id(), Some(id()))?];
    book(ports, all.to_vec()).await?;
    let found = async |thing, before: Option<&Entry>, most| -> Result<Vec<usize>, Box<dyn Error>> {
        let found = ports.journal.about(thing, before.map(|before| before.booking().id), most).await?;
        let place = |entry: &Entry| all.iter().position(|other| other == entry).unwrap_or(usize::MAX);
        Ok(found.iter().map(|record| place(&record.entry)).collect())
    };
    assert_eq!(found(receivable, None, 9).await?, [1, 0]);
    assert_eq!(found(receipt, None, 9).await?, [2, 1], "each once");
    assert_eq!(found(receipt, None, 1).await?, [2]);
    assert_eq!(found(receipt, Some(&all[2]), 9).await?, [1]);
    assert_eq!(found(id(), None, 9).await?, [0; 0]);

    let other = Booking { event: Event::SetOff, subject: id(), cause: Some(receipt), ..booking() };
    let set_off = entry(other, Place::bank(), Place::suspense(), 1)?;
    book(ports, vec![set_off.clone()]).await?;
    let of_event = async |event, things| -> Result<Vec<Entry>, Box<dyn Error>> {
        Ok(ports.journal.of_event(event, things).await?.into_iter().map(|record| record.entry).collect())
    };
    assert_eq!(of_event(booking().event, vec![receipt, receivable]).await?, all[..3], "the oldest first, each once");
    assert_eq!(of_event(Event::SetOff, vec![receivable, receipt]).await?, [set_off]);
    assert_eq!(of_event(Event::SetOff, vec![receivable]).await?, []);

    let by_hand = |on| {
        let id = booking().id;
        entry(Booking { id, subject: id.0, on, ..booking() }, Place::bank(), Place::capital(), 1)
    };
    let booked = [by_hand(day(27))?, by_hand(day(28))?, by_hand(day(27))?];
    book(ports, booked.to_vec()).await?;
    let found = async |days| -> Result<Vec<EntryId>, Box<dyn Error>> {
        Ok(ports.journal.by_hand(days).await?.iter().map(|record| record.entry.booking().id).collect())
    };
    let ids = booked.map(|entry| entry.booking().id);
    assert_eq!(found(vec![day(27), day(28)]).await?, ids, "nothing else is about itself");
    assert_eq!((found(vec![day(27)]).await?, found(Vec::new()).await?), (vec![ids[0], ids[2]], vec![]));
    Ok(())
}

pub async fn what_left_an_account_is_found_by_day_and_amount(ports: &StorePorts) -> Checked {
    // Of a currency that nothing else of the tests is in.
    let currency = currency("ISK")?;
    let bank = Account::of(AccountKind::Bank, currency, Owner::House).ok_or("no account")?;
    let entry = |on, from, to, amount| -> Result<Entry, Box<dyn Error>> {
        let draft = Draft::new(currency).transfer(to, from, Minor::new(amount));
        Ok(Entry::new(Booking { on, ..booking() }, &draft).ok_or("nothing is posted")?)
    };
    let went = [entry(day(24), Place::bank(), Place::capital(), 5)?, entry(day(25), Place::bank(), Place::capital(), 6)?];
    let came = entry(day(24), Place::capital(), Place::bank(), 5)?;
    let undone = entry(day(24), Place::bank(), Place::capital(), 5)?;
    let undoing = [undone.reversal(Booking { on: day(24), ..booking() }), came.reversal(Booking { on: day(24), ..booking() })];
    book(ports, [went.to_vec(), vec![came, undone]].concat()).await?;
    book(ports, undoing.to_vec()).await?;
    let of = async |between, amounts: &[i64], most| -> Result<Vec<EntryId>, Box<dyn Error>> {
        let amounts = amounts.iter().copied().map(Minor::new).collect();
        Ok(ports.journal.taken_from(bank, between, amounts, most).await?.iter().map(|record| record.entry.booking().id).collect())
    };
    let found = async |between, most| of(between, &[], most).await;
    let ids = went.map(|entry| entry.booking().id);
    assert_eq!(found((day(24), day(25)), 10).await?, ids);
    assert_eq!((found((day(24), day(25)), 1).await?, found((day(25), day(25)), 10).await?), (vec![ids[0]], vec![ids[1]]));
    assert_eq!(found((day(26), day(28)), 10).await?, []);
    assert_eq!(found((FIRST_DAY, LAST_DAY), 10).await?, ids, "without a bound");
    let both = (day(24), day(25));
    assert_eq!((of(both, &[-5], 10).await?, of(both, &[-6, -5], 10).await?), (vec![ids[0]], ids.to_vec()));
    assert_eq!((of(both, &[5], 10).await?, of(both, &[-4], 10).await?), (vec![], vec![]), "what came in left nothing");
    Ok(())
}

/// Kind and amount of each total.
async fn figures(ports: &StorePorts, on: Option<NaiveDate>, second: i64) -> Result<Vec<(AccountKind, i64)>, Box<dyn Error>> {
    let known = noon() + TimeDelta::seconds(second);
    let totals = ports.journal.totals(on, ports.journal.known_by(known).await?).await?;
    Ok(totals.iter().map(|Total { kind, amount, .. }| (*kind, amount.get())).collect())
}

pub async fn a_day_and_a_moment_have_the_same_figures_for_ever(ports: &StorePorts) -> Checked {
    let paid_in = |on, second, amount| {
        let booking = Booking { on, booked_at: noon() + TimeDelta::seconds(second), ..booking() };
        entry(booking, Place::bank(), Place::capital(), amount)
    };
    let of = |amount: i64| [(AccountKind::Bank, amount), (AccountKind::Capital, -amount)];
    assert_eq!(figures(ports, None, 0).await?, [], "nothing was posted");
    book(ports, vec![paid_in(day(4), 10, 1)?, paid_in(day(6), 20, 10)?]).await?;
    // A moment that is asked for the first time knows what was booked by then, though it may have waited for its place.
    assert_eq!(figures(ports, None, 20).await?, of(11));
    assert_eq!(figures(ports, None, 10).await?, of(1));
    assert_eq!(figures(ports, Some(day(4)), 20).await?, of(1));
    assert_eq!(figures(ports, Some(day(3)), 20).await?, []);
    assert_eq!(figures(ports, None, 30).await?, of(11));
    // These were begun before and are committed after: they come too late for those moments.
    book(ports, vec![paid_in(day(4), 5, 100)?, paid_in(day(4), 25, 1_000)?]).await?;
    ports.sealing().all().await?;
    assert_eq!(figures(ports, None, 10).await?, of(1));
    assert_eq!(figures(ports, None, 20).await?, of(11));
    assert_eq!(figures(ports, None, 30).await?, of(11));
    assert_eq!(figures(ports, None, 0).await?, []);
    assert_eq!(figures(ports, None, 31).await?, of(1_111));
    assert_eq!(figures(ports, Some(day(4)), 31).await?, of(1_101));
    assert_eq!(figures(ports, None, 40).await?, of(1_111), "nothing is new");
    book(ports, vec![paid_in(day(4), 35, 10_000)?]).await?;
    for second in [31, 35, 40] {
        assert_eq!(figures(ports, None, second).await?, of(1_111), "{second}");
    }
    assert_eq!(figures(ports, None, 41).await?, of(11_111));
    // Whoever asks for now gets all there is, also from a clock that is behind another one.
    book(ports, vec![paid_in(day(4), 35, 100_000)?]).await?;
    let now = ports.journal.known_now(noon() + TimeDelta::seconds(36)).await?;
    assert_eq!(now.moment, noon() + TimeDelta::microseconds(41_000_001));
    let all = ports.journal.totals(None, now).await?;
    assert_eq!(all.iter().map(|total| total.amount.get()).collect::<Vec<_>>(), [111_111, -111_111]);
    assert_eq!(ports.journal.known_by(now.moment).await?, now);
    Ok(())
}

pub async fn what_is_checked_is_whole(ports: &StorePorts) -> Checked {
    let receivable = ReceivableId(id());
    book(ports, vec![moved(Place::receivables_purchased(receivable), Place::bank(), 5)?]).await?;
    book(ports, vec![moved(Place::bank(), Place::receivables_purchased(receivable), 5)?]).await?;
    // Whether or not all of it is sealed.
    assert_eq!(ports.ledger_audit().verify(None).await?.flaw, None);
    ports.sealing().all().await?;
    let proof = ports.ledger_audit().verify(None).await?;
    assert_eq!((proof.flaw, proof.chain.whole, proof.chain.broken_at, proof.waiting.count), (None, 2, None, 0));
    assert!(balances(ports).await?.values().all(|balance| balance.is_zero()));
    let found = ports.ledger_checks.found_at(2).await?.ok_or("nothing there")?;
    assert_eq!((found.lines, found.found, found.unbalanced_in), (2, vec![1, 2], None));
    assert_eq!(ports.ledger_checks.found_at(3).await?, None);
    Ok(())
}
