//! What people booked or entered by hand, and a statement has on another day: the same money is in the books once, or a person said that it
//! is other money.

use super::{
    super::{
        contracts::{Checked, Made},
        payments::statements::{Told, file},
    },
    by_hand_contracts::{House, reversal_of},
    releasing,
    statement_contracts::{books, funded, payer, told},
};
use crate::{
    StorePorts,
    approvals::{Approvals, BookError, DecideError, FourEyes, NewEntry, Performed, Ruling, hash_of},
    cash::{Booked, CashError, ConfirmedSuggestion, ExecutedCommand, LineIs, ReceiptCommand, ReturnedCommand, TakeBackCommand},
    payments::ports::{PayoutFilter, Receipts},
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    approvals::approval::{Approval, Verdict},
    identity::operator::OperatorRoles,
    kernel::{
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::{
        entry::EntryId,
        manual::{ManualEvent, NotCharge},
    },
    onboarding::bank_account::Iban,
    payments::{
        payout::{Payout, PayoutStatus, Returned},
        receipt::{EnteredPayer, Payer, ReceiptId, Target},
        statement::{Detail, LineId, LineOutcome},
    },
    receivables::matching::MatchSign,
};
use std::collections::BTreeSet;

impl House {
    fn day(&self, back: i64) -> NaiveDate {
        self.today - TimeDelta::days(back)
    }

    /// The lines without an explanation, the newest first, with the entries that they perhaps are.
    async fn open(&self) -> Made<Vec<(LineId, Option<EntryId>)>> {
        let page = self.world.cash().open_lines(&self.olga.operator(), None).await?;
        Ok(page.lines.iter().map(|line| (line.id, page.perhaps.get(&line.id).map(|entry| entry.booking().id))).collect())
    }

    /// Lines that the bank names like this.
    async fn named(&self, number: u8, lines: Vec<Told>, name: &str) -> Checked {
        self.detailed(number, lines, |detail| detail.names = vec![name.to_owned()]).await
    }

    /// Lines that the bank says came back of what it names like this.
    async fn came_back(&self, number: u8, lines: Vec<Told>, name: &str) -> Checked {
        let say = |detail: &mut Detail| (detail.names, detail.returned) = (vec![name.to_owned()], Some("AC04".to_owned()));
        self.detailed(number, lines, say).await
    }

    async fn detailed(&self, number: u8, lines: Vec<Told>, say: impl FnMut(&mut Detail)) -> Checked {
        let mut file = file(number, lines)?;
        let entries = file.statements.iter_mut().flat_map(|statement| &mut statement.entries);
        entries.flat_map(|entry| &mut entry.details).for_each(say);
        let cases = self.world.use_cases();
        cases.cash.import_statements(file, &cases.cash.by_hand(&self.olga)?).await?;
        Ok(())
    }

    async fn outcomes(&self, number: u8) -> Made<Vec<LineOutcome>> {
        let statements = self.world.store().statements.page(None, 100).await?;
        let of = statements.iter().find(|found| found.record.name == number.to_string()).ok_or("no statement")?.record.id;
        Ok(self.world.store().statements.lines_of(of, None, 100).await?.iter().map(|line| line.outcome).collect())
    }

    /// A payout of an invoice that was bought, which the bank carried out, as a person said.
    async fn paid_out(&self) -> Made<Payout> {
        Box::pin(funded(&self.world, &self.olga, 1)).await?;
        let executed = PayoutFilter { status: Some(PayoutStatus::Executed), ..PayoutFilter::default() };
        Ok(self.world.store().payouts.page(executed, None, 10).await?.pop().ok_or("no payout")?)
    }

    /// It came back on a day, as a person says: the one that is due in its place.
    async fn said_back(&self, payout: &Payout, on: NaiveDate) -> Made<Payout> {
        let returned = ReturnedCommand { by: self.olga.clone(), back: Returned { on, reason: None }, request: None };
        Ok(self.world.cash().returned(payout.id, returned).await?)
    }

    /// What people booked by hand that a receipt may be, with its amounts.
    async fn like(&self, receipt: ReceiptId) -> Made<Vec<Vec<(EntryId, i64)>>> {
        self.like_but_for(receipt, 0).await
    }

    /// The same where the bank kept so much of it, and nobody booked that.
    async fn like_but_for(&self, receipt: ReceiptId, kept: i64) -> Made<Vec<Vec<(EntryId, i64)>>> {
        let found = self.world.cash().entries_like(receipt, &self.olga.operator()).await?;
        let named = |booked: &Booked| (booked.entry.booking().id, booked.amount.get());
        let found = found.iter().filter(|like| like.kept.get() == kept);
        Ok(found.map(|like| like.entries.iter().map(named).collect()).collect())
    }

    /// What lies in suspense, of which nothing is explained.
    async fn untouched(&self) -> Made<Vec<ReceiptId>> {
        Ok(self.waiting().await?.iter().map(|found| found.receipt.id).collect())
    }

    async fn charges(&self) -> Made<i64> {
        Ok(books(&self.world).await?[1])
    }

    fn proposed(&self, event: ManualEvent, on: NaiveDate, amount: i64) -> Made<NewEntry> {
        let (amount, note) = (Money::parse(amount, Currency::parse("EUR")?)?, Note::parse("By hand")?);
        Ok(NewEntry { event, on, amount, note, explains: None, overdraw: true, is_another: false })
    }

    async fn as_another(&self, event: ManualEvent, on: NaiveDate, amount: i64) -> Made<Result<Performed<EntryId>, BookError>> {
        let new = NewEntry { is_another: true, ..self.proposed(event, on, amount)? };
        Ok(self.world.approvals().book_entry(&self.olga, new, None).await)
    }
}

/// Before the bank's day or after it, within a week; each that is said to be it stands for one line.
pub async fn a_charge_that_is_perhaps_booked_by_hand_on_another_day_waits_for_a_person(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    for (case, (event, apart)) in [
        (ManualEvent::BankCharge, 1),
        (ManualEvent::BankCharge, -1),
        (ManualEvent::BankCharge, 7),
        (ManualEvent::BankCharge, -7),
        (ManualEvent::CapitalOut, 3),
    ]
    .into_iter()
    .enumerate()
    {
        let (number, amount, day) = (u8::try_from(case)?, 700 + i64::try_from(case)?, house.day(10));
        let (before, charges) = (books(&house.world).await?, house.charges().await?);
        let entry = house.book(event, day, amount).await?;
        house.charged(number, day + TimeDelta::days(apart), -amount).await?;
        let open = house.open().await?;
        let [(line, perhaps)] = open[..] else { return Err(format!("{case}: {open:?}").into()) };
        assert_eq!((perhaps, books(&house.world).await?[0]), (Some(entry), before[0] - amount), "{case}: once");
        house.holds().await?;
        assert_eq!(house.settle(line, LineIs::Booked(BTreeSet::from([entry]))).await?, LineOutcome::Noted);
        assert_eq!(books(&house.world).await?[0], before[0] - amount, "{case}: nothing is booked again");
        house.charged(number + 100, day + TimeDelta::days(apart), -amount).await?;
        assert_eq!(house.outcomes(number + 100).await?, [LineOutcome::Charge], "{case}: the entry has its line");
        assert_eq!(house.charges().await?, charges + amount * if event == ManualEvent::BankCharge { 2 } else { 1 }, "{case}");
        house.holds().await?;
    }
    Ok(())
}

pub async fn a_charge_that_nothing_by_hand_may_be_is_booked_by_itself(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let far = house.book(ManualEvent::BankCharge, house.day(20), 700).await?;
    for (number, (back, amount)) in [(12, 700), (28, 700), (20, 701), (20, 699)].into_iter().enumerate() {
        house.charged(u8::try_from(number)?, house.day(back), -amount).await?;
    }
    assert_eq!((house.open().await?, house.charges().await?), (vec![], 5 * 700), "too far, or another amount");
    // Of lines of two days the one of its day is it.
    house.lines(9, vec![told(house.day(19), -700), told(house.day(20), -700)], true).await?;
    assert_eq!(house.outcomes(9).await?, [LineOutcome::Charge, LineOutcome::Noted]);
    assert_eq!(house.world.store().statements.about(vec![far.0]).await?.len(), 1);
    // Each line of a page is compared with its own days and its own amount.
    house.book(ManualEvent::BankCharge, house.day(40), 31).await?;
    house.lines(8, vec![told(house.day(50), -31), told(house.day(30), -31)], true).await?;
    assert_eq!(house.outcomes(8).await?, [LineOutcome::Charge, LineOutcome::Charge]);
    house.book(ManualEvent::BankCharge, house.day(60), 41).await?;
    house.lines(7, vec![told(house.day(59), -41), told(house.day(59), -42)], true).await?;
    assert_eq!(house.outcomes(7).await?, [LineOutcome::Open, LineOutcome::Charge]);
    house.settle(house.open().await?.pop().ok_or("no line")?.0, LineIs::Charge).await?;
    // What came in is no charge.
    house.book(ManualEvent::Capital, house.day(5), 300).await?;
    house.charged(10, house.day(4), -300).await?;
    assert_eq!(house.outcomes(10).await?, [LineOutcome::Charge]);
    // What was reversed is in the books no more.
    let wrong = house.book(ManualEvent::BankCharge, house.day(5), 200).await?;
    house.world.approvals().reverse_entry(&house.olga, reversal_of(wrong)?, None).await?;
    house.charged(11, house.day(4), -200).await?;
    assert_eq!(house.outcomes(11).await?, [LineOutcome::Charge]);
    house.holds().await?;
    // A person may say that it is another one: both count then.
    let charges = house.charges().await?;
    house.book(ManualEvent::BankCharge, house.day(5), 400).await?;
    house.charged(12, house.day(4), -400).await?;
    let line = house.open().await?.pop().ok_or("no line")?.0;
    assert_eq!(house.settle(line, LineIs::Charge).await?, LineOutcome::Charge);
    assert_eq!(house.charges().await?, charges + 800);
    house.holds().await
}

/// The other way round: the statement came first.
pub async fn a_charge_near_that_of_a_statement_is_booked_by_hand_only_as_another_one(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let day = house.day(10);
    house.charged(1, day, -700).await?;
    use ManualEvent as M;
    let near = Err(BookError::Charge(NotCharge::Near(day)));
    for (event, apart, amount, refused) in [
        (M::BankCharge, 0, 700, Some(Err(BookError::Charge(NotCharge::OnStatement)))),
        (M::BankCharge, 1, 700, Some(near.clone())),
        (M::BankCharge, -7, 700, Some(near.clone())),
        (M::CapitalOut, 0, 700, Some(near.clone())),
        (M::CapitalOut, 2, 700, Some(near)),
        (M::BankCharge, 8, 700, None),
        (M::BankCharge, -8, 700, None),
        (M::BankCharge, 1, 701, None),
        (M::Capital, 1, 700, None),
    ] {
        let answer = house.propose(event, day + TimeDelta::days(apart), amount, None).await?;
        match refused {
            Some(refused) => assert_eq!(answer, refused, "{event:?} {apart} {amount}"),
            None => assert!(answer.is_ok(), "{event:?} {apart} {amount}: {answer:?}"),
        }
    }
    let charges = house.charges().await?;
    assert_eq!(house.as_another(M::BankCharge, day, 700).await?, Err(BookError::Charge(NotCharge::OnStatement)), "the day is proven");
    assert!(house.as_another(M::BankCharge, day + TimeDelta::days(1), 700).await?.is_ok());
    assert!(house.as_another(M::CapitalOut, day, 700).await?.is_ok());
    assert_eq!(house.charges().await?, charges + 700);
    house.holds().await
}

/// The second person reads which charge it is not, and what came since is decided on anew.
pub async fn who_approves_a_charge_reads_which_one_it_is_not(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let omar = house.world.operator_of("omar@example.com", OperatorRoles::all()).await?;
    let approvals = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&house.world.approvals()) };
    let waits = async |new: NewEntry| match approvals.book_entry(&house.olga, new, None).await? {
        Performed::Awaits(approval) => Made::Ok(*approval),
        Performed::Done(_) => Err("booked at once".into()),
    };
    let decide = async |approval: &Approval| {
        let by = house.world.confirming(&omar).await?;
        let ruling = Ruling { by, verdict: Verdict::Approve, hash: hash_of(approval), note: None, request: None };
        Made::Ok(approvals.decide(approval.id, ruling).await)
    };
    let (day, is_another) = (house.day(10), true);
    let early = waits(house.proposed(ManualEvent::BankCharge, day, 700)?).await?;
    house.charged(1, day + TimeDelta::days(2), -700).await?;
    assert_eq!(decide(&early).await?, Err(DecideError::Outdated), "a statement has it by now");
    let said = waits(NewEntry { is_another, ..house.proposed(ManualEvent::BankCharge, day, 700)? }).await?;
    let told = said.proposal.changes().into_iter().find(|change| change.field == "ledger.beside").and_then(|change| change.after);
    assert_eq!(told, Some((day + TimeDelta::days(2)).to_string()));
    let stored = ports.approval_records.by_id(said.id).await?.ok_or("no approval")?;
    assert_eq!((&stored.proposal, hash_of(&stored)), (&said.proposal, hash_of(&said)));
    let nearer = waits(NewEntry { is_another, ..house.proposed(ManualEvent::BankCharge, day, 700)? }).await?;
    assert!(decide(&said).await?.is_ok());
    // It is perhaps that entry; a person says that it is none, and what was proposed is beside another one then.
    house.charged(2, day + TimeDelta::days(1), -700).await?;
    let line = house.open().await?.pop().ok_or("no line")?.0;
    house.settle(line, LineIs::Charge).await?;
    assert_eq!(decide(&nearer).await?, Err(DecideError::Outdated));
    assert_eq!(house.charges().await?, 3 * 700);
    house.holds().await
}

/// A part of an invoice, entered by hand and said to pay it: what the statement has of it on another day does not pay another part by itself.
pub async fn money_that_was_entered_by_hand_on_another_day_is_not_matched_by_itself(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (world, olga, today) = (&house.world, &house.olga, house.today);
    let sold = Box::pin(funded(world, olga, 3)).await?;
    let [(id, reference), (_, other), (third, thirds)] = &sold[..] else { return Err("not three".into()) };
    let payer = payer(world, olga, &sold).await?;
    let enter = async |on: NaiveDate, amount: i64, parts: Vec<(Target, Minor)>| {
        let payer = EnteredPayer { name: payer.name.clone(), iban: None };
        let amount = Money::parse(amount, Currency::parse("EUR")?)?;
        let command = ReceiptCommand { by: olga.clone(), on, amount, payer, text: None, parts, is_another: true, request: None };
        Made::Ok(world.cash().enter_receipt(command).await?.receipt.id)
    };
    let line = |on: NaiveDate, amount: i64, reference: &str, payer: &Payer| {
        vec![Told { on, amount, text: reference.to_owned(), payer: payer.clone() }]
    };
    let yesterday = today - TimeDelta::days(1);
    let matched = async || {
        let unexplained = ports.receipts.page(Receipts::Unexplained, None, 100).await?;
        Made::Ok(unexplained.into_iter().map(|found| found.receipt).collect::<Vec<_>>())
    };
    let by_hand = enter(yesterday, 100, vec![(Target::Receivable(*id), Minor::new(100))]).await?;
    house.lines(1, line(today, 100, reference, &payer), false).await?;
    let waiting = matched().await?;
    let [waits] = &waiting[..] else { return Err("it does not wait".into()) };
    let found = ports.receipts.by_id(waits.id).await?.ok_or("no receipt")?;
    let origin = world.cash().origins(&[found]).await?.pop().ok_or("no origin")?;
    assert_eq!(origin.twin, Some(by_hand), "and is shown as perhaps the same");
    let same_as = BTreeSet::from([by_hand]);
    world.cash().take_back_receipt(waits.id, TakeBackCommand { by: olga.clone(), same_as, request: None }).await?;
    // The receipt by hand has its line: the next payment is another one.
    house.lines(2, line(today, 100, reference, &payer), false).await?;
    assert_eq!(matched().await?, []);
    // From another account than was entered, on its day.
    let named = Payer { iban: Some(Line::parse("DE12500105170648489890")?), ..payer.clone() };
    let entered = EnteredPayer { name: payer.name.clone(), iban: Some(Iban::parse("NL91ABNA0417164300")?) };
    let amount = Money::parse(300, Currency::parse("EUR")?)?;
    let parts = vec![(Target::Receivable(*id), Minor::new(300))];
    let command =
        ReceiptCommand { by: olga.clone(), on: yesterday, amount, payer: entered, text: None, parts, is_another: true, request: None };
    world.cash().enter_receipt(command).await?;
    house.lines(3, line(yesterday, 300, reference, &named), false).await?;
    assert_eq!(matched().await?.len(), 1, "an account is mistyped");
    // What names another invoice than was entered is booked, and what was not used of what was entered waits itself.
    enter(yesterday, 200, vec![(Target::Receivable(*id), Minor::new(200))]).await?;
    house.lines(4, line(today, 200, other, &payer), false).await?;
    enter(yesterday, 400, vec![]).await?;
    house.lines(5, line(today, 400, other, &payer), false).await?;
    let left: Vec<_> = matched().await?.iter().map(|receipt| receipt.amount.amount_minor()).collect();
    assert_eq!(left, [400, 300], "the one by hand");
    // It is one line.
    enter(today, 150, vec![(Target::Receivable(*third), Minor::new(150))]).await?;
    let both = [line(today, 150, thirds, &payer), line(today, 150, thirds, &payer)].into_iter().flatten().collect();
    house.lines(7, both, false).await?;
    assert_eq!((house.outcomes(7).await?, matched().await?.len()), (vec![LineOutcome::Noted, LineOutcome::Receipt], 2));
    // What was entered by mistake did not come.
    let wrong = enter(yesterday, 160, vec![]).await?;
    let back = TakeBackCommand { by: olga.clone(), same_as: BTreeSet::new(), request: None };
    world.cash().take_back_receipt(wrong, back).await?;
    house.lines(8, line(today, 160, thirds, &payer), false).await?;
    assert_eq!(matched().await?.len(), 2);
    // A week apart at most.
    enter(today - TimeDelta::days(8), 500, vec![(Target::Receivable(*third), Minor::new(500))]).await?;
    house.lines(6, line(today, 500, thirds, &payer), false).await?;
    assert_eq!(matched().await?.len(), 2);
    house.holds().await
}

/// Entered by hand in another sum than the statement has: for two invoices at once, or before the bank kept something of it. What pays an
/// invoice that was paid by hand on a day near it waits, until the bank tells of that.
pub async fn what_pays_an_invoice_that_was_paid_by_hand_in_another_sum_waits(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (world, olga, today) = (&house.world, &house.olga, house.today);
    let sold = Box::pin(funded(world, olga, 3)).await?;
    let [(one, first), (two, second), (_, third)] = &sold[..] else { return Err("not three".into()) };
    let payer = payer(world, olga, &sold).await?;
    let cases = world.use_cases();
    let enter = async |on: NaiveDate, amount: i64, parts: Vec<(Target, Minor)>, is_another: bool| {
        let payer = EnteredPayer { name: payer.name.clone(), iban: None };
        let amount = Money::parse(amount, Currency::parse("EUR")?)?;
        let command = ReceiptCommand { by: olga.clone(), on, amount, payer, text: None, parts, is_another, request: None };
        Made::Ok(cases.cash.enter_receipt(command).await.map(|explained| explained.receipt.id))
    };
    let line = |on: NaiveDate, amount: i64, text: &str| Told { on, amount, text: text.to_owned(), payer: payer.clone() };
    let for_both = vec![(Target::Receivable(*one), Minor::new(50)), (Target::Receivable(*two), Minor::new(53))];
    let by_hand = enter(house.day(1), 103, for_both, false).await??;
    house.lines(1, vec![line(today, 50, first), line(today, 53, second), line(today, 54, third)], false).await?;
    let waiting = house.waiting().await?;
    let amounts: Vec<_> = waiting.iter().map(|found| found.receipt.amount.amount_minor()).collect();
    assert_eq!(amounts, [53, 50], "what was not entered is booked");
    let offered = cases.cash.suggestions(&waiting, &cases.cash.origins(&waiting).await?).await?;
    for offered in &offered {
        let best = offered.suggestions.first().ok_or("nothing is suggested")?;
        assert!(best.signs.contains(&MatchSign::MayBeTwice) && best.warns(), "{best:?}");
    }
    // None of them is confirmed with others.
    let best = waiting.iter().zip(offered).filter_map(|(found, offered)| Some((found, offered.suggestions.into_iter().next()?)));
    let all = best.map(|(found, seen)| ConfirmedSuggestion { receipt: found.receipt.id, seen }).collect();
    let rows = cases.cash.match_suggested(all, olga, None).await?;
    let answers: Vec<_> = rows.into_iter().map(|row| row.answer.err()).collect();
    assert_eq!(answers, [Some(CashError::SameMoney), Some(CashError::SameMoney)]);
    // Where the bank tells of what was entered, the rest is other money.
    house.lines(2, vec![line(house.day(1), 103, "both")], false).await?;
    assert_eq!(ports.statements.about(vec![by_hand.0]).await?.len(), 1);
    house.lines(3, vec![line(today, 51, first)], false).await?;
    assert_eq!(house.waiting().await?.len(), 2, "and is booked");
    // The other way round: what a statement has is entered by hand as other money alone.
    for (on, amount, refused) in [
        (today, 54, Some(today)),
        (house.day(7), 54, Some(today)),
        (house.day(8), 54, None),
        (today, 55, None),
        (house.day(1), 103, Some(house.day(1))),
        (today, 50, Some(today)),
    ] {
        let answer = enter(on, amount, vec![], false).await?;
        match refused {
            Some(day) => assert_eq!(answer, Err(CashError::ReceiptNear(day)), "{amount} on {on}"),
            None => assert!(answer.is_ok(), "{amount} on {on}: {answer:?}"),
        }
    }
    assert!(enter(today, 54, vec![], true).await?.is_ok());
    let trail = world.last_entry().await?;
    let beside = trail.changes.iter().find(|change| change.field == "beside").and_then(|change| change.after.clone());
    assert_eq!(beside, Some(today.to_string()), "the trail names which it is not");
    house.holds().await
}

/// What the bank says came back pays nothing by itself, and its suggestions warn.
pub async fn money_that_came_back_pays_nothing_by_itself(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (world, olga) = (&house.world, &house.olga);
    let sold = Box::pin(funded(world, olga, 1)).await?;
    let [(_, reference)] = &sold[..] else { return Err("not one".into()) };
    let payer = payer(world, olga, &sold).await?;
    let line = || vec![Told { on: house.today, amount: 100, text: reference.clone(), payer: payer.clone() }];
    house.came_back(1, line(), "NOTPROVIDED").await?;
    let waiting = house.waiting().await?;
    let cases = world.use_cases();
    let offered = cases.cash.suggestions(&waiting, &cases.cash.origins(&waiting).await?).await?;
    let signs: Vec<_> =
        offered.iter().flat_map(|offered| &offered.suggestions).map(|best| best.signs.contains(&MatchSign::CameBack)).collect();
    assert_eq!((waiting.len(), signs), (1, vec![true]));
    house.lines(2, line(), false).await?;
    assert_eq!(house.waiting().await?.len(), 1, "the same is booked where nothing came back");
    house.holds().await
}

/// What a person said came back, a statement has on another day: it came back once.
pub async fn what_was_said_to_have_come_back_is_on_a_statement_once(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (world, olga) = (&house.world, &house.olga);
    let payout = house.paid_out().await?;
    let before = books(world).await?;
    let on = payout.executed_on.ok_or("not executed")?;
    let back = Returned { on, reason: None };
    let returned = ReturnedCommand { by: olga.clone(), back, request: None };
    let again = world.cash().returned(payout.id, returned.clone()).await?;
    let net = payout.net().get();
    let came = books(world).await?;
    assert_eq!(came, [before[0] + net, before[1], before[2]]);
    let name = payout.id.0.simple().to_string();
    house.named(1, vec![told(house.today, net), told(house.today, net)], &name).await?;
    assert_eq!(house.outcomes(1).await?, [LineOutcome::Noted, LineOutcome::Receipt], "it came back once");
    house.named(2, vec![told(house.today, net)], &name).await?;
    assert_eq!(house.outcomes(2).await?, [LineOutcome::Receipt], "nor on another statement");
    assert_eq!(books(world).await?, [came[0] + 2 * net, came[1], came[2] - 2 * net]);
    house.holds().await?;
    let line = ports.statements.about(vec![payout.id.0]).await?.into_iter().find(|line| line.line.amount.is_positive()).ok_or("no line")?;
    assert_eq!(world.cash().reopen_line(line.id, olga).await?.outcome, LineOutcome::Receipt, "it was something else");
    assert_eq!(books(world).await?, [came[0] + 3 * net, came[1], came[2] - 3 * net]);
    // What never left did not come back: what came is other money.
    let by = world.stepped_up(olga).await?;
    let release = async |payout: &Payout| {
        let command = releasing(&world.approvals(), &by, vec![payout.id]).await;
        match world.approvals().release_payouts(command).await? {
            Performed::Done(batch) => Made::Ok(batch),
            Performed::Awaits(_) => Err("the release waits".into()),
        }
    };
    release(&again).await?;
    let third = world.cash().returned(again.id, returned).await?;
    house.named(3, vec![told(house.today, net)], &again.id.0.simple().to_string()).await?;
    assert_eq!(house.outcomes(3).await?, [LineOutcome::Receipt]);
    // A statement said so itself.
    let batch = release(&third).await?;
    world.cash().executed(batch, ExecutedCommand { by: olga.clone(), on: house.today, request: None }).await?;
    house.named(4, vec![told(house.today, net), told(house.today, net)], &third.id.0.simple().to_string()).await?;
    assert_eq!(house.outcomes(4).await?, [LineOutcome::Returned, LineOutcome::Receipt]);
    house.holds().await
}

/// Where the bank names nothing of ours, a person says which receipt it is that they said came back before: it came once.
pub async fn a_receipt_is_what_was_said_to_have_come_back(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let payout = house.paid_out().await?;
    let (net, on) = (payout.net().get(), payout.executed_on.ok_or("not executed")?);
    house.import(1, house.today, net).await?;
    let [receipt] = house.untouched().await?[..] else { return Err("not one receipt".into()) };
    assert_eq!(house.like(receipt).await?, Vec::<Vec<_>>::new(), "nobody said so");
    house.said_back(&payout, on).await?;
    let twice = books(&house.world).await?;
    house.import(2, house.today, net - 1).await?;
    house.import(3, house.today - TimeDelta::days(1), net).await?;
    let [other, less, _] = house.untouched().await?[..] else { return Err("not three receipts".into()) };
    let [found] = &house.like(receipt).await?[..] else { return Err("not one candidate".into()) };
    let [(entry, amount)] = found[..] else { return Err("not one entry".into()) };
    assert_eq!((amount, house.like(less).await?, house.like(other).await?), (net, vec![], vec![vec![(entry, net)]]));
    assert_eq!(house.is_booked(less, [entry]).await.err(), Some(CashError::NotBooked));
    assert_eq!(house.like_but_for(less, 1).await?, vec![vec![(entry, net)]], "what the bank kept of it is to be booked first");
    let charge = house.book(ManualEvent::BankCharge, house.today, 1).await?;
    assert_eq!((house.like(less).await?, house.like_but_for(less, 1).await?), (vec![vec![(entry, net), (charge, -1)]], vec![]));
    house.reversed(charge).await?;
    house.is_booked(receipt, [entry]).await?;
    assert_eq!(books(&house.world).await?, [twice[0] + net - 1, twice[1], twice[2] - net + 1], "once");
    house.holds().await?;
    let line = ports.statements.line(LineId(receipt.0)).await?.ok_or("no line")?;
    assert_eq!((line.outcome, line.about), (LineOutcome::Noted, Some(entry.0)));
    assert_eq!((house.like(other).await?, house.is_booked(other, [entry]).await.err()), (vec![], Some(CashError::NotBooked)));
    house.named(4, vec![told(house.today, net)], &payout.id.0.simple().to_string()).await?;
    assert_eq!(house.outcomes(4).await?, [LineOutcome::Receipt], "what names it is other money");
    assert_eq!(house.world.cash().reopen_line(line.id, &house.olga).await?.outcome, LineOutcome::Receipt);
    assert_eq!(house.like(other).await?, vec![vec![(entry, net)]], "it is offered again");
    house.named(5, vec![told(house.today, net)], &payout.id.0.simple().to_string()).await?;
    assert_eq!((house.outcomes(5).await?, house.like(other).await?), (vec![LineOutcome::Noted], vec![]), "it has its line");
    house.holds().await
}

/// Less came back than went out, and what the bank kept is perhaps in the books: nothing is booked by itself.
pub async fn a_charge_kept_of_what_came_back_is_perhaps_booked(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let payout = house.paid_out().await?;
    let (net, name) = (payout.net().get(), payout.id.0.simple().to_string());
    let charge = house.book(ManualEvent::BankCharge, house.day(1), 300).await?;
    house.book(ManualEvent::BankCharge, house.day(40), 300).await?;
    let before = books(&house.world).await?;
    house.came_back(1, vec![told(house.today, net - 300)], &name).await?;
    assert_eq!(house.outcomes(1).await?, [LineOutcome::Receipt]);
    assert_eq!(books(&house.world).await?, [before[0] + net - 300, before[1], before[2] - net + 300]);
    house.said_back(&payout, house.today).await?;
    let [receipt] = house.untouched().await?[..] else { return Err("not one receipt".into()) };
    let [found] = &house.like(receipt).await?[..] else { return Err("not one candidate".into()) };
    let [(back, came), (kept, went)] = found[..] else { return Err("not two entries".into()) };
    assert_eq!((came, kept, went), (net, charge, -300));
    for wrong in [[back], [kept]] {
        assert_eq!(house.is_booked(receipt, wrong).await.err(), Some(CashError::NotBooked));
    }
    house.is_booked(receipt, [back, kept]).await?;
    assert_eq!(books(&house.world).await?, [before[0] + net, before[1], before[2]], "the charge was in the books");
    house.charged(2, house.today, -300).await?;
    assert_eq!(house.outcomes(2).await?, [LineOutcome::Charge], "the entry has its line");
    house.holds().await?;
    assert_eq!(house.world.cash().reopen_line(LineId(receipt.0), &house.olga).await?.outcome, LineOutcome::Receipt);
    assert_eq!(house.like(receipt).await?, vec![vec![(back, net), (kept, -300)]]);
    house.holds().await
}

/// The bank brought a payout back, and names it so; its debit came later and names nothing: it is that payout still.
pub async fn a_debit_is_a_payout_that_a_line_brought_back(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let payout = house.paid_out().await?;
    let (net, on) = (payout.net().get(), payout.executed_on.ok_or("not executed")?);
    house.came_back(1, vec![told(house.today, net)], &payout.id.0.simple().to_string()).await?;
    assert_eq!(house.outcomes(1).await?, [LineOutcome::Returned]);
    let before = books(&house.world).await?;
    house.import(2, on, -net).await?;
    let [(line, perhaps)] = house.open().await?[..] else { return Err("not one open line".into()) };
    let entry = perhaps.ok_or("it is nothing")?;
    assert_eq!(house.settle(line, LineIs::Booked(BTreeSet::from([entry]))).await?, LineOutcome::Noted);
    assert_eq!(books(&house.world).await?, before);
    house.holds().await
}
