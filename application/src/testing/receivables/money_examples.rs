//! A book in which every kind of payout, receipt and figure is, for those who break what is kept of them.

use super::{
    super::payments::statements::{Told, file},
    course::Made,
    desk::{Desk, note},
    merge_contracts::merge,
};
use crate::{
    StorePorts,
    approvals::NewEntry,
    cash::{DecideHeldCommand, EnteredLine, HeldIs, LineIs, ReturnedCommand, SeenHeldLine, SettleLineCommand, TakeBackCommand},
    parties::Member,
    payments::ports::HeldLines,
    servicing::HouseDecision,
    testing::{World, house_account},
};
use chrono::{NaiveDate, TimeDelta};
use sooner_domain::{
    approvals::proposal::Ending,
    house::accounts::HouseAccounts,
    kernel::{
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money},
        text::Line,
    },
    ledger::manual::ManualEvent,
    payments::{
        payout::Returned,
        receipt::{EnteredPayer, Payer, Target},
        statement::{Balance, Legible, Odd},
    },
};
use std::{collections::BTreeSet, sync::Arc};

/// In it are: K-1, settled, with what was left of it due, a refund on its way, and a credit; M-22, charged back, for which its seller
/// paid 50.00 too much; N-333, of which something is open, out, diluted and with its seller; O-4444, whose charge back was taken back
/// after its debt was paid; P-55555, a draft; and 4.00 in suspense.
///
/// # Errors
/// When it cannot be made.
pub async fn a_book_of_everything(ports: &StorePorts) -> Made<Arc<World>> {
    Ok(Box::pin(everything(ports)).await?.0.world)
}

/// With N-333 and P-55555.
async fn everything(ports: &StorePorts) -> Made<(Desk, ReceivableId, ReceivableId)> {
    let desk = Desk::of(ports).await?;
    let settled = desk.sold("K-1", 1_000_000).await?;
    desk.pay_out(settled).await?;
    let receipt = desk.receive(1_000_700, vec![(Target::Receivable(settled), Minor::new(1_000_700))], settled).await?;
    desk.send_back(receipt.receipt.id, Some(desk.seller.debtor), 100).await??;
    let returned = desk.sold("O-4444", 900_000).await?;
    desk.pay_out(returned).await?;
    Box::pin(desk.lost(returned)).await?;
    desk.seller_pays(desk.owes().await?.get(), returned).await?;
    desk.end(returned, Ending::Undo).await??;
    let charged = desk.sold("M-22", 800_000).await?;
    desk.pay_out(charged).await?;
    Box::pin(desk.lost(charged)).await?;
    desk.seller_pays(desk.owes().await?.get() + 5_000, charged).await?;
    let open = desk.sold("N-333", 1_200_000).await?;
    desk.pay_out(open).await?;
    desk.receive(300_000, vec![(Target::Receivable(open), Minor::new(300_000))], open).await?;
    let look = desk.look(open).await?;
    let credit = HouseDecision::CreditNote { on: look.today(), amount: Minor::new(50_000), reason: note()? };
    desk.decide(&look, credit).await?;
    desk.decide(&desk.look(open).await?, HouseDecision::PaidToSeller { amount: Minor::new(100_000), note: None }).await?;
    let draft = Box::pin(desk.offered("P-55555", 100_000)).await?.receivable().id();
    desk.receive(400, Vec::new(), open).await?;
    Ok((desk, open, draft))
}

/// The same, with Q-666666, accepted and not paid out; 6.00 that are its debtor's credit, 7.00 that are passed on for P-55555, 8.00
/// that a statement told and that wait, 9.00 that went back, and 10.00 that were taken back,
/// and 11.00 that its owners took out.
///
/// # Errors
/// When it cannot be made.
pub async fn a_book_of_every_part(ports: &StorePorts) -> Made<Arc<World>> {
    Ok(Box::pin(every_part(ports)).await?.world)
}

/// The same, with R-7777777, whose advance came back and was paid once more before it was paid whole; S-88888888, of which it was taken
/// back that it was paid; T-999999999, which was rejected after it was accepted, when 12.00 had come for it; 13.00 that were passed on and
/// are not any more; and a statement that tells its balances, of 14.00.
///
/// # Errors
/// When it cannot be made.
pub async fn a_book_that_was_changed(ports: &StorePorts) -> Made<Arc<World>> {
    let desk = Box::pin(every_part(ports)).await?;
    let (world, olga) = (desk.world.clone(), desk.olga.clone());
    let again = desk.sold("R-7777777", 700_000).await?;
    desk.pay_out(again).await?;
    let paid = desk.payouts(again).await?.pop().ok_or("no payout")?.id;
    let on = desk.look(again).await?.today();
    let back = Returned { on, reason: None };
    world.cash().returned(paid, ReturnedCommand { by: olga.clone(), back, request: None }).await?;
    desk.pay_out(again).await?;
    desk.receive(700_000, vec![(Target::Receivable(again), Minor::new(700_000))], again).await?;
    let undone = desk.sold("S-88888888", 600_000).await?;
    desk.pay_out(undone).await?;
    desk.receive(600_000, vec![(Target::Receivable(undone), Minor::new(600_000))], undone).await?;
    desk.end(undone, Ending::Undo).await??;
    let rejected = desk.sold("T-999999999", 300_000).await?;
    desk.receive(1_200, vec![(Target::Receivable(rejected), Minor::new(1_200))], rejected).await?;
    desk.decide(&desk.look(rejected).await?, HouseDecision::Reject { reason: note()? }).await?;
    let passed_on = Target::PassOn(desk.seller.me.membership.company, rejected);
    let part = desk.receive(1_300, vec![(passed_on, Minor::new(1_300))], rejected).await?;
    desk.undo_part(&part, passed_on).await??;
    let payer = Payer { name: Some(Line::parse("Suedwind AG")?), iban: Some(Line::parse("DE75512108001245126199")?) };
    let mut told = file(2, vec![Told { on, amount: 1_400, text: "more thanks".to_owned(), payer }])?;
    for statement in &mut told.statements {
        let balance = |amount| Some(Balance { on, amount: Minor::new(amount) });
        (statement.opening, statement.closing) = (balance(800), balance(2_200));
    }
    let cases = world.use_cases();
    cases.cash.import_statements(told, &cases.cash.by_hand(&olga)?).await?;
    Ok(world)
}

/// The bank's lines of three days, and two debtors that are one: V-1 was sold on the one that is gone. On the first day two statements follow
/// one another, and a third one holds a line of the next day that its balance leaves out. On the second day an entry was entered by hand, and
/// one was set aside. On the third day of two lines that another statement may have had one is new, and one is known. One statement is of three
/// days before. One more tells that V-1 was paid by its reference, and that the advance of W-22 was carried out. The bank took back 0.50 of 10.00, and a line of 0.08 is two
/// receipts that were entered by hand. A charge of the bank is booked, a debit is open, and a line of a day to come waits.
///
/// # Errors
/// When it cannot be made.
pub async fn a_book_of_lines_and_merged_debtors(ports: &StorePorts) -> Made<Arc<World>> {
    /// From here on entries have no references.
    const LIKE: u8 = 6;
    const CHARGE: i64 = -30;
    let desk = Box::pin(Desk::of(ports)).await?;
    let other = Box::pin(desk.selling_to("Nordwind Handels GmbH")).await?;
    let sold = Box::pin(other.sold("V-1", 400_000)).await?;
    other.draft("V-333", 900_000).await?;
    other.pay_out(sold).await?;
    // Nothing of this is entered by hand.
    let told = Box::pin(other.sold("V-22", 400_000)).await?;
    other.pay_out(told).await?;
    other.receive(100_000, vec![(Target::Receivable(sold), Minor::new(100_000))], sold).await?;
    Box::pin(merge(ports, &desk, other.seller.debtor, desk.seller.debtor)).await??;
    let (world, olga) = (desk.world.clone(), desk.olga.clone());
    house_has_an_account(&world, &olga).await?;
    let today = desk.look(sold).await?.today();
    let [before, yesterday] = [2, 1].map(|days| today - TimeDelta::days(days));
    let statement = |number: u8, opening: i64, entries: &[(NaiveDate, i64)], odd: &[i64]| {
        let payer = || Payer { name: Line::parse("Suedwind AG").ok(), iban: None };
        let line = |(on, amount): &(NaiveDate, i64)| Told { on: *on, amount: *amount, text: "Same".to_owned(), payer: payer() };
        let mut file = file(number, entries.iter().map(line).collect())?;
        for statement in &mut file.statements {
            let on = entries.first().map_or(today, |(on, _)| *on);
            let balance = |amount: i64| Some(Balance { on, amount: Minor::new(amount) });
            let held = entries.iter().filter(|(of, _)| *of == on).map(|(_, amount)| amount).chain(odd).sum::<i64>();
            (statement.opening, statement.closing) = (balance(opening), balance(opening + held));
            let legible = |amount: &i64| Legible { booked_on: Some(on), magnitude: Some(Minor::new(*amount)), ..Legible::default() };
            statement.odd = odd.iter().map(|amount| Odd { line: 77, what: "CdtDbtInd", legible: legible(amount) }).collect();
            statement.entries.iter_mut().filter(|_| number >= LIKE).for_each(|entry| entry.reference = None);
            statement.entries.iter_mut().filter(|entry| entry.amount.get() == CHARGE).for_each(|entry| entry.charges = entry.amount);
        }
        Made::Ok(file)
    };
    let cases = world.use_cases();
    let mut of_three_days = statement(102, 80_000, &[5, 4, 3].map(|back| (before - TimeDelta::days(back), 10 + back)), &[])?;
    for statement in &mut of_three_days.statements {
        statement.closing = Some(Balance { on: before - TimeDelta::days(3), amount: Minor::new(80_042) });
    }
    for file in [
        of_three_days,
        statement(101, 70_000, &[(before - TimeDelta::days(1), 13), (before - TimeDelta::days(1), -14)], &[])?,
        statement(1, 0, &[(before, 1_000)], &[])?,
        statement(2, 1_000, &[(before, 300), (before, -50)], &[])?,
        statement(3, 40_000, &[(before, 7), (yesterday, 8)], &[])?,
        statement(4, 20_000, &[(yesterday, 9)], &[75])?,
        statement(5, 30_000, &[(yesterday, 11)], &[76])?,
        statement(LIKE, 1_250, &[(today, 500), (today, -20)], &[])?,
        statement(7, 9_000, &[(today, 500), (today, -20)], &[])?,
    ] {
        cases.cash.import_statements(file, &cases.cash.by_hand(&olga)?).await?;
    }
    loop {
        let waiting = cases.cash.held_lines(&olga.operator(), HeldLines::Waiting, None).await?.lines;
        let Some(SeenHeldLine { held, version, .. }) = waiting.into_iter().next() else { break };
        let decision = match (held.line.as_ref(), held.legible.as_ref().and_then(|legible| legible.magnitude)) {
            (Some(line), _) if line.amount.is_negative() => HeldIs::Known(held.perhaps.ok_or("no line like it")?),
            (Some(_), _) => HeldIs::New,
            (None, Some(amount)) if amount.get() == 75 => {
                let other = EnteredPayer::default();
                HeldIs::Entered(Box::new(EnteredLine { booked_on: yesterday, value_on: yesterday, amount, other, text: None }))
            }
            (None, _) => HeldIs::SetAside(note()?),
        };
        cases.cash.decide_held(held.id, DecideHeldCommand { by: olga.clone(), version, decision, request: None }).await?;
    }
    let tomorrow = today + TimeDelta::days(1);
    let ahead = statement(8, 60_000, &[(today, 40), (today, CHARGE), (tomorrow, 44)], &[])?;
    cases.cash.import_statements(ahead, &cases.cash.by_hand(&olga)?).await?;
    Box::pin(paid_and_carried_out(&desk, told)).await?;
    let of_amount = async |amount: i64| {
        let near = (today - TimeDelta::days(9), today);
        let found = ports.receipts.of_amounts(Currency::parse("EUR")?, vec![Minor::new(amount)], near, 100).await?;
        Made::Ok(found.first().ok_or("no receipt")?.receipt.id)
    };
    let open = cases.cash.open_lines(&olga.operator(), None).await?.lines;
    let line = open.iter().find(|record| record.line.amount.get() == -50).ok_or("no line")?.id;
    let what = LineIs::TakenBack(of_amount(1_000).await?);
    cases.cash.settle_line(line, SettleLineCommand { by: olga.clone(), what, request: None }).await?;
    let mut same_as = BTreeSet::new();
    for amount in [3, 5] {
        same_as.insert(desk.receive(amount, Vec::new(), sold).await?.receipt.id);
    }
    let command = TakeBackCommand { by: olga, same_as, request: None };
    cases.cash.take_back_receipt(of_amount(8).await?, command).await?;
    Ok(world)
}

/// By one statement: so much of this is paid by its reference, and the bank carried out the advance of W-22.
async fn paid_and_carried_out(desk: &Desk, sold: ReceivableId) -> Made<()> {
    let other = Box::pin(desk.sold("W-22", 300_000)).await?;
    desk.release(desk.due(other).await?).await?;
    let payout = desk.payouts(other).await?.pop().ok_or("no payout")?;
    let look = desk.look(sold).await?;
    let (on, reference) = (look.today(), look.receivable().parts().reference.as_str().to_owned());
    let payer = Payer { name: Some(Line::parse("Nordwind AG")?), iban: Some(Line::parse("NL91ABNA0417164300")?) };
    let bank = Payer { name: None, iban: None };
    let net = payout.net().get();
    let lines =
        vec![Told { on, amount: 50_000, text: reference, payer }, Told { on, amount: -net, text: "Advance".to_owned(), payer: bank }];
    let mut told = file(100, lines)?;
    for statement in &mut told.statements {
        let balance = |amount| Some(Balance { on, amount: Minor::new(amount) });
        (statement.opening, statement.closing) = (balance(9_000_000), balance(9_050_000 - net));
        for entry in statement.entries.iter_mut().filter(|entry| entry.amount.is_negative()) {
            entry.names = vec![payout.id.0.simple().to_string()];
        }
    }
    let cases = desk.world.use_cases();
    cases.cash.import_statements(told, &cases.cash.by_hand(&desk.olga)?).await?;
    Ok(())
}

async fn house_has_an_account(world: &World, olga: &Member) -> Made<()> {
    let mut accounts = HouseAccounts::default();
    accounts.add(house_account("EUR", "DE02120300000000202051"))?;
    let version = world.house().settings().await?.version();
    world.approvals().change_house_accounts(olga, version, accounts).await.map_err(|refused| format!("{refused:?}"))?;
    Ok(())
}

async fn every_part(ports: &StorePorts) -> Made<Desk> {
    let (desk, open, draft) = Box::pin(everything(ports)).await?;
    Box::pin(desk.sold("Q-666666", 500_000)).await?;
    desk.receive(600, vec![(Target::Credit(desk.seller.debtor), Minor::new(600))], open).await?;
    desk.receive(700, vec![(Target::PassOn(desk.seller.me.membership.company, draft), Minor::new(700))], open).await?;
    let all_back = desk.receive(900, Vec::new(), open).await?.receipt.id;
    desk.send_back(all_back, None, 900).await??;
    let mistaken = desk.receive(1_000, Vec::new(), open).await?.receipt.id;
    let (world, olga) = (&desk.world, &desk.olga);
    let take_back = TakeBackCommand { by: olga.clone(), same_as: BTreeSet::new(), request: None };
    world.cash().take_back_receipt(mistaken, take_back).await?;
    let on = desk.look(open).await?.today();
    let amount = Money::parse(1_100, Currency::parse("EUR")?)?;
    let rent = NewEntry { event: ManualEvent::CapitalOut, on, amount, note: note()?, explains: None, overdraw: true, is_another: false };
    world.approvals().book_entry(olga, rent, None).await?;
    house_has_an_account(world, olga).await?;
    let payer = Payer { name: Some(Line::parse("Suedwind AG")?), iban: Some(Line::parse("DE75512108001245126199")?) };
    let told = Told { on, amount: 800, text: "thank you".to_owned(), payer };
    let cases = world.use_cases();
    cases.cash.import_statements(file(1, vec![told])?, &cases.cash.by_hand(olga)?).await?;
    Ok(desk)
}
