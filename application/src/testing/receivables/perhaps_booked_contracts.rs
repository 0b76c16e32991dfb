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
    payments::ports::{PayoutFilter, Receipts},
    receivables::{ExecutedCommand, LineIs, ReceiptCommand, ReturnedCommand, TakeBackCommand},
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
        receipt::{EnteredPayer, Payer, Target},
        statement::{LineId, LineOutcome},
    },
};
use std::collections::BTreeSet;

impl House {
    fn day(&self, back: i64) -> NaiveDate {
        self.today - TimeDelta::days(back)
    }

    /// The lines without an explanation, the newest first, with the entries that they perhaps are.
    async fn open(&self) -> Made<Vec<(LineId, Option<EntryId>)>> {
        let page = self.world.financing().open_lines(&self.olga.operator(), None).await?;
        Ok(page.lines.iter().map(|line| (line.id, page.perhaps.get(&line.id).map(|entry| entry.booking().id))).collect())
    }

    /// Lines that the bank names like this.
    async fn named(&self, number: u8, lines: Vec<Told>, name: &str) -> Checked {
        let mut file = file(number, lines)?;
        let entries = file.statements.iter_mut().flat_map(|statement| &mut statement.entries);
        entries.flat_map(|entry| &mut entry.details).for_each(|detail| detail.names = vec![name.to_owned()]);
        let financing = self.world.financing();
        financing.import_statements(file, &financing.by_hand(&self.olga)?).await?;
        Ok(())
    }

    async fn outcomes(&self, number: u8) -> Made<Vec<LineOutcome>> {
        let statements = self.world.store().statements.page(None, 100).await?;
        let of = statements.iter().find(|found| found.record.name == number.to_string()).ok_or("no statement")?.record.id;
        Ok(self.world.store().statements.lines_of(of, None, 100).await?.iter().map(|line| line.outcome).collect())
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
    let approvals = Approvals { four_eyes: FourEyes::On, ..house.world.approvals() };
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
    let sold = Box::pin(funded(world, olga, 2)).await?;
    let [(id, reference), (_, other)] = &sold[..] else { return Err("not two".into()) };
    let payer = payer(world, olga, &sold).await?;
    let enter = async |on: NaiveDate, amount: i64, parts: Vec<(Target, Minor)>| {
        let payer = EnteredPayer { name: payer.name.clone(), iban: None };
        let amount = Money::parse(amount, Currency::parse("EUR")?)?;
        let command = ReceiptCommand { by: olga.clone(), on, amount, payer, text: None, parts, request: None };
        Made::Ok(world.financing().enter_receipt(command).await?.receipt.id)
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
    let origin = world.financing().origins(&[found]).await?.pop().ok_or("no origin")?;
    assert_eq!(origin.twin, Some(by_hand), "and is shown as perhaps the same");
    let same_as = BTreeSet::from([by_hand]);
    world.financing().take_back_receipt(waits.id, TakeBackCommand { by: olga.clone(), same_as, request: None }).await?;
    // The receipt by hand has its line: the next payment is another one.
    house.lines(2, line(today, 100, reference, &payer), false).await?;
    assert_eq!(matched().await?, []);
    // From another account than was entered, on its day.
    let named = Payer { iban: Some(Line::parse("DE12500105170648489890")?), ..payer.clone() };
    let entered = EnteredPayer { name: payer.name.clone(), iban: Some(Iban::parse("NL91ABNA0417164300")?) };
    let amount = Money::parse(300, Currency::parse("EUR")?)?;
    let parts = vec![(Target::Receivable(*id), Minor::new(300))];
    let command = ReceiptCommand { by: olga.clone(), on: yesterday, amount, payer: entered, text: None, parts, request: None };
    world.financing().enter_receipt(command).await?;
    house.lines(3, line(yesterday, 300, reference, &named), false).await?;
    assert_eq!(matched().await?.len(), 1, "an account is mistyped");
    // What names another invoice than was entered is booked, and what was not used of what was entered waits itself.
    enter(yesterday, 200, vec![(Target::Receivable(*id), Minor::new(200))]).await?;
    house.lines(4, line(today, 200, other, &payer), false).await?;
    enter(yesterday, 400, vec![]).await?;
    house.lines(5, line(today, 400, reference, &payer), false).await?;
    let left: Vec<_> = matched().await?.iter().map(|receipt| receipt.amount.amount_minor()).collect();
    assert_eq!(left, [400, 300], "the one by hand");
    // It is one line.
    enter(today, 150, vec![(Target::Receivable(*id), Minor::new(150))]).await?;
    let both = [line(today, 150, reference, &payer), line(today, 150, reference, &payer)].into_iter().flatten().collect();
    house.lines(7, both, false).await?;
    assert_eq!((house.outcomes(7).await?, matched().await?.len()), (vec![LineOutcome::Noted, LineOutcome::Receipt], 2));
    // What was entered by mistake did not come.
    let wrong = enter(yesterday, 160, vec![]).await?;
    let back = TakeBackCommand { by: olga.clone(), same_as: BTreeSet::new(), request: None };
    world.financing().take_back_receipt(wrong, back).await?;
    house.lines(8, line(today, 160, reference, &payer), false).await?;
    assert_eq!(matched().await?.len(), 2);
    // A week apart at most.
    enter(today - TimeDelta::days(8), 500, vec![(Target::Receivable(*id), Minor::new(500))]).await?;
    house.lines(6, line(today, 500, reference, &payer), false).await?;
    assert_eq!(matched().await?.len(), 2);
    house.holds().await
}

/// What a person said came back, a statement has on another day: it came back once.
pub async fn what_was_said_to_have_come_back_is_on_a_statement_once(ports: &StorePorts) -> Checked {
    let house = House::on(ports).await?;
    let (world, olga) = (&house.world, &house.olga);
    Box::pin(funded(world, olga, 1)).await?;
    let executed = PayoutFilter { status: Some(PayoutStatus::Executed), ..PayoutFilter::default() };
    let payout = ports.payouts.page(executed, None, 10).await?.pop().ok_or("no payout")?;
    let before = books(world).await?;
    let on = payout.executed_on.ok_or("not executed")?;
    let back = Returned { on, reason: None };
    let returned = ReturnedCommand { by: olga.clone(), back, request: None };
    let again = world.financing().returned(payout.id, returned.clone()).await?;
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
    assert_eq!(world.financing().reopen_line(line.id, olga).await?.outcome, LineOutcome::Receipt, "it was something else");
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
    let third = world.financing().returned(again.id, returned).await?;
    house.named(3, vec![told(house.today, net)], &again.id.0.simple().to_string()).await?;
    assert_eq!(house.outcomes(3).await?, [LineOutcome::Receipt]);
    // A statement said so itself.
    let batch = release(&third).await?;
    world.financing().executed(batch, ExecutedCommand { by: olga.clone(), on: house.today, request: None }).await?;
    house.named(4, vec![told(house.today, net), told(house.today, net)], &third.id.0.simple().to_string()).await?;
    assert_eq!(house.outcomes(4).await?, [LineOutcome::Returned, LineOutcome::Receipt]);
    house.holds().await
}
