//! What is taken back gives back what came of it, and what a seller pays too much is its own. (finance.md, section 16, lines 1 to 3)

use super::desk::{Desk, house, note};
use crate::{
    StorePorts,
    approvals::{Approvals, FourEyes, Performed, ProposeError, Ruling, UndoPartCommand, hash_of},
    cash::{CashError, ExecutedCommand, ReturnedCommand, UnmatchCommand},
    receivables::{ReceivableError, SeenCommand},
    servicing::HouseDecision,
    testing::{
        contracts::{Checked, Made},
        facilities::terms,
    },
};
use chrono::TimeDelta;
use sooner_domain::{
    approvals::{
        approval::Verdict,
        proposal::{ApprovalAction, Ending},
    },
    facilities::terms::{Parts, Terms},
    identity::operator::OperatorRoles,
    kernel::{
        audit::AuditAction,
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money, Percentage},
        text::Line,
    },
    ledger::account::AccountKind::{CreditLosses, DebtorCredits, DebtorsOwe, SellersOwe, SellersPayable, Suspense},
    onboarding::bank_account::Iban,
    payments::{
        payout::Returned,
        receipt::{EnteredPayer, Explained, Target},
    },
    receivables::{
        book::{LossCause, Refused},
        status::ReceivableStatus,
    },
};
use std::collections::BTreeSet;

/// Sold, paid out, and charged back after a dispute that was lost.
async fn charged_back(desk: &Desk, number: &str, face: i64) -> Result<ReceivableId, Box<dyn std::error::Error>> {
    let id = desk.sold(number, face).await?;
    desk.pay_out(id).await?;
    Box::pin(desk.lost(id)).await?;
    Ok(id)
}

fn owed(amount: i64) -> Result<Money, Box<dyn std::error::Error>> {
    Ok(Money::parse(amount, Currency::parse("EUR")?)?)
}

/// What was found: the charge back of one was undone after its debt was paid, beside a debt for another one.
pub async fn a_debt_that_is_taken_back_gives_the_seller_what_it_paid(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let receipt = desk.seller_pays(debt, one).await?;
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [0, 0]);
    let other = Box::pin(charged_back(&desk, "M-22", 1_200_000)).await?;
    let others = desk.owes().await?.get();
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [others, -debt]);
    assert_eq!(desk.due_for(one).await?, [("debt_returned", debt)]);
    assert_eq!(desk.look(one).await?.receivable().status(), ReceivableStatus::Funded);
    // It is set off against what it owes for the other one, and every later payout can be released.
    desk.pay_out(one).await?;
    let left = others - debt;
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [left.max(0), 0]);
    let third = desk.sold("N-333", 800_000).await?;
    desk.pay_out(third).await?;
    assert_eq!(desk.hold([SellersOwe]).await?, [0]);
    desk.all_is_well(vec![one, other, third], &[receipt]).await
}

pub async fn a_debt_that_is_taken_back_after_it_was_set_off_is_paid_out(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let next = desk.sold("N-22", 1_500_000).await?;
    desk.pay_out(next).await?;
    assert_eq!(desk.hold([SellersOwe]).await?, [0]);
    desk.end(one, Ending::Undo).await??;
    assert_eq!((desk.hold([SellersOwe, SellersPayable]).await?, desk.due_for(one).await?), ([0, -debt], vec![("debt_returned", debt)]));
    // Once more, it owes anew, and what waits for it is kept back.
    Box::pin(desk.lost(one)).await?;
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [debt, -debt]);
    desk.pay_out(one).await?;
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [0, 0]);
    desk.all_is_well(vec![one, next], &[]).await
}

pub async fn what_was_given_up_of_a_debt_that_is_taken_back_is_no_loss(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let receipt = desk.seller_pays(debt - 300_000, one).await?;
    desk.end(one, Ending::GiveUp(owed(200_000)?)).await??;
    assert_eq!(desk.hold([SellersOwe, CreditLosses]).await?, [100_000, 200_000]);
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.hold([SellersOwe, CreditLosses, SellersPayable]).await?, [0, 0, 300_000 - debt]);
    desk.all_is_well(vec![one], &[receipt]).await
}

/// The bank's word is told after it was taken for paid whole and something more came; without that it ends all the same, and the seller
/// owes a little less. What it paid of the rest stays paid.
pub async fn of_a_debt_that_is_owed_all_the_same_only_the_difference_goes_back(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("K-1", 1_000_000).await?;
    let batch = desk.release(desk.due(one).await?).await?;
    let mut receipts = vec![desk.receive(740_000, vec![(Target::Receivable(one), Minor::new(740_000))], one).await?];
    let look = desk.look(one).await?;
    let (on, note) = (look.today(), note()?);
    desk.decide(&look, HouseDecision::CreditNote { on, amount: Minor::new(260_000), reason: note }).await?;
    desk.world.business().advance(TimeDelta::days(15));
    receipts.push(desk.receive(500, vec![(Target::Receivable(one), Minor::new(500))], one).await?);
    desk.world.cash().executed(batch, ExecutedCommand { by: desk.olga.clone(), on, request: None }).await?;
    let with = desk.look(one).await?.settled().ok_or("not settled")?.settlement.discount;
    let debt = desk.owes().await?.get();
    receipts.push(desk.seller_pays(debt, one).await?);
    assert_eq!(desk.hold([SellersOwe, DebtorCredits]).await?, [0, -500]);
    desk.end(one, Ending::Undo).await??;
    let without = desk.look(one).await?.settled().ok_or("not settled")?.settlement.discount;
    let less = (with - without).get();
    assert!(less > 0 && debt > less, "{with:?} {without:?} {debt}");
    assert_eq!((desk.due_for(one).await?, desk.hold([SellersOwe, DebtorCredits]).await?), (vec![("debt_returned", less)], [0, 0]));
    desk.all_is_well(vec![one], &receipts).await
}

/// The debtor paid too much, and what it paid too much was used for another invoice.
pub async fn a_credit_that_is_taken_back_reopens_what_it_paid(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (one, other) = (desk.sold("K-1", 1_000_000).await?, desk.sold("M-22", 500_000).await?);
    desk.pay_out(one).await?;
    desk.pay_out(other).await?;
    let receipt = desk.receive(1_500_000, vec![(Target::Receivable(one), Minor::new(1_500_000))], one).await?;
    let look = desk.look(other).await?;
    desk.decide(&look, HouseDecision::UseCredit { amount: Minor::new(500_000) }).await?;
    assert_eq!(desk.look(other).await?.receivable().status(), ReceivableStatus::Settled);
    desk.pay_out(other).await?;
    desk.end(one, Ending::Undo).await??;
    let reopened = desk.look(other).await?;
    assert_eq!((reopened.receivable().status(), reopened.kept.position.open), (ReceivableStatus::Funded, Minor::new(500_000)));
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense]).await?, [0, 0, -1_500_000]);
    // What its settlement had given the seller was paid out, so that is owed.
    assert!(desk.owes().await?.is_positive());
    desk.all_is_well(vec![one, other], &[receipt]).await
}

/// What happened to it since comes first.
pub async fn what_was_paid_with_a_credit_and_went_on_is_undone_first(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (one, other) = (desk.sold("K-1", 1_000_000).await?, desk.sold("M-22", 500_000).await?);
    desk.pay_out(one).await?;
    desk.pay_out(other).await?;
    let receipt = desk.receive(1_300_000, vec![(Target::Receivable(one), Minor::new(1_300_000))], one).await?;
    let look = desk.look(other).await?;
    let used = desk.decide(&look, HouseDecision::UseCredit { amount: Minor::new(300_000) }).await?;
    let credit = HouseDecision::CreditNote { on: used.today(), amount: Minor::new(50_000), reason: note()? };
    desk.decide(&desk.look(other).await?, credit).await?;
    let before = desk.hold([DebtorCredits, DebtorsOwe, Suspense, SellersOwe, SellersPayable]).await?;
    let refused = desk.end(one, Ending::Undo).await?;
    assert_eq!(refused, Err(ProposeError::Cash(CashError::UndoFirst("M-22".to_owned()))));
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense, SellersOwe, SellersPayable]).await?, before);
    desk.end(other, Ending::Undo).await??;
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.look(other).await?.kept.position.open, Minor::new(500_000));
    desk.all_is_well(vec![one, other], &[receipt]).await
}

/// One receipt of the seller paid what it owed and some of what is open: its maker undoes the one and then the other, alone.
pub async fn what_paid_a_debt_and_what_is_open_is_undone_in_two_steps(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("E-1", 1_000_000).await?;
    desk.pay_out(one).await?;
    let credit = HouseDecision::CreditNote { on: desk.look(one).await?.today(), amount: Minor::new(300_000), reason: note()? };
    desk.decide(&desk.look(one).await?, credit).await?;
    let (owes, open) = (desk.owes().await?, desk.look(one).await?.kept.position.open);
    assert!(owes.is_positive() && open == Minor::new(700_000), "{owes:?} {open:?}");
    let receipt = desk.seller_pays(300_000, one).await?;
    assert_eq!((desk.owes().await?, desk.look(one).await?.kept.position.open), (Minor::ZERO, open + owes - Minor::new(300_000)));
    for _ in 0..2 {
        let unmatch = UnmatchCommand { by: desk.olga.clone(), receivable: one, request: None };
        desk.world.cash().unmatch(receipt.receipt.id, unmatch).await?;
    }
    assert_eq!((desk.owes().await?, desk.look(one).await?.kept.position.open, desk.hold([Suspense]).await?), (owes, open, [-300_000]));
    desk.all_is_well(vec![one], &[receipt]).await
}

/// Money that came before the payout was matched wrong, and the payout was released since: it is undone all the same, by two people.
pub async fn what_came_before_the_funding_is_undone_after_it(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("E-1", 77_700).await?;
    let receipt = desk.receive(7_000, vec![(Target::Receivable(one), Minor::new(7_000))], one).await?;
    desk.pay_out(one).await?;
    assert_eq!((desk.look(one).await?.kept.position.open, desk.hold([Suspense]).await?), (Minor::new(70_700), [0]));
    // Every other way leads to the invoice.
    let unmatch = UnmatchCommand { by: desk.olga.clone(), receivable: one, request: None };
    let alone = desk.world.cash().unmatch(receipt.receipt.id, unmatch).await;
    assert_eq!(alone.err(), Some(CashError::TakesTwo));
    let first = desk.undo_part(&receipt, Target::Receivable(one)).await?;
    assert_eq!(first.err(), Some(ProposeError::Cash(CashError::UndoFirst("E-1".to_owned()))));
    desk.end(one, Ending::Undo).await??;
    let position = desk.look(one).await?.kept.position;
    assert_eq!((position.open.get(), position.out.get(), desk.hold([Suspense]).await?), (77_700, 62_160, [-7_000]));
    let nothing = ProposeError::Cash(ReceivableError::Refused(Refused::NotUndoable).into());
    assert_eq!(desk.end(one, Ending::Undo).await?.err(), Some(nothing), "the sale stays");
    desk.all_is_well(vec![one], std::slice::from_ref(&receipt)).await?;
    // It is matched anew, and undone as ever.
    desk.explain(&receipt, vec![(Target::Receivable(one), Minor::new(7_000))]).await?;
    desk.end(one, Ending::Undo).await??;
    desk.all_is_well(vec![one], &[receipt]).await
}

/// All of it had come before the funding, which settled it.
pub async fn what_settled_at_the_funding_is_open_again_without_what_came_before(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("E-1", 1_000_000).await?;
    let receipts =
        [desk.seller_pays(30_000, one).await?, desk.receive(1_000_500, vec![(Target::Receivable(one), Minor::new(1_000_500))], one).await?];
    desk.pay_out(one).await?;
    assert_eq!(desk.look(one).await?.receivable().status(), ReceivableStatus::Settled);
    let release = desk.due_for(one).await?.iter().find(|(purpose, _)| *purpose == "release").ok_or("no release")?.1;
    assert_eq!((desk.hold([DebtorCredits]).await?, desk.due_for(one).await?.len()), ([-500], 2));
    // The release is paid out, and what the seller had sent too much went back to it.
    desk.pay_out(one).await?;
    desk.end(one, Ending::Undo).await??;
    let look = desk.look(one).await?;
    assert_eq!((look.receivable().status(), look.kept.position.open), (ReceivableStatus::Funded, Minor::new(970_000)));
    assert_eq!(desk.hold([SellersOwe, DebtorCredits, Suspense]).await?, [release + 30_000, 0, -1_000_500]);
    desk.end(one, Ending::Undo).await??;
    assert_eq!((desk.look(one).await?.kept.position.open, desk.hold([Suspense]).await?), (Minor::new(1_000_000), [-1_030_500]));
    desk.all_is_well(vec![one], &receipts).await
}

/// Of two that had come before the funding one is undone: what the seller gets back all the same stays paid.
pub async fn what_is_given_all_the_same_stays_paid(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("E-1", 1_000_000).await?;
    let whole = |amount| vec![(Target::Receivable(one), Minor::new(amount))];
    let mut receipts = vec![desk.seller_pays(30_000, one).await?, desk.receive(1_000_000, whole(1_000_000), one).await?];
    receipts.push(desk.receive(5_000, whole(5_000), one).await?);
    desk.pay_out(one).await?;
    desk.pay_out(one).await?;
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, DebtorCredits, Suspense]).await?, [0, 0, 0, -5_000]);
    desk.all_is_well(vec![one], &receipts).await
}

/// The house did not buy it after all, and what had come for it was passed on and paid out.
pub async fn what_came_before_a_rejection_is_undone_after_it(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("E-1", 1_000_000).await?;
    let receipt = desk.receive(7_000, vec![(Target::Receivable(one), Minor::new(7_000))], one).await?;
    desk.decide(&desk.look(one).await?, HouseDecision::Reject { reason: note()? }).await?;
    assert_eq!(desk.due_for(one).await?, [("passed_on", 7_000)]);
    desk.pay_out(one).await?;
    let first = desk.undo_part(&receipt, Target::Receivable(one)).await?;
    assert_eq!(first.err(), Some(ProposeError::Cash(CashError::UndoFirst("E-1".to_owned()))));
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.look(one).await?.receivable().status(), ReceivableStatus::Rejected);
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [7_000, 0, -7_000]);
    desk.end(one, Ending::GiveUp(owed(7_000)?)).await??;
    desk.all_is_well(vec![one], &[receipt]).await
}

/// The debtor got back what it had paid too much, and then what it had paid was somebody else's.
pub async fn a_refund_of_a_credit_that_is_taken_back_is_claimed_and_paid_first(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (one, other) = (desk.sold("K-1", 1_000_000).await?, desk.sold("M-22", 500_000).await?);
    desk.pay_out(one).await?;
    desk.pay_out(other).await?;
    let receipt = desk.receive(1_001_000, vec![(Target::Receivable(one), Minor::new(1_001_000))], one).await?;
    let refunded = desk.send_back(receipt.receipt.id, Some(desk.seller.debtor), 1_000).await?;
    assert_eq!(refunded?.gross, Minor::new(1_000));
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense]).await?, [0, 1_000, -1_001_000]);
    // What it pays too much next goes to that first.
    let next = desk.receive(500_600, vec![(Target::Receivable(other), Minor::new(500_600))], other).await?;
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe]).await?, [0, 400]);
    let last = desk.receive(700, vec![(Target::Credit(desk.seller.debtor), Minor::new(700))], other).await?;
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe]).await?, [-300, 0]);
    desk.all_is_well(vec![one, other], &[receipt, next, last]).await
}

/// A use of credit goes back whole, also where less is missing: no more is claimed than is missing then.
pub async fn no_more_of_a_refund_is_claimed_than_is_missing(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (one, other) = (desk.sold("K-1", 1_000_000).await?, desk.sold("M-22", 500_000).await?);
    desk.pay_out(one).await?;
    desk.pay_out(other).await?;
    let receipt = desk.receive(1_300_000, vec![(Target::Receivable(one), Minor::new(1_300_000))], one).await?;
    let more = desk.receive(50_000, vec![(Target::Credit(desk.seller.debtor), Minor::new(50_000))], other).await?;
    desk.send_back(receipt.receipt.id, Some(desk.seller.debtor), 100_000).await??;
    let look = desk.look(other).await?;
    desk.decide(&look, HouseDecision::UseCredit { amount: Minor::new(250_000) }).await?;
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe]).await?, [0, 0]);
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.look(other).await?.kept.position.open, Minor::new(500_000));
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe]).await?, [0, 50_000]);
    desk.all_is_well(vec![one, other], &[receipt, more]).await
}

/// What was paid too much for an invoice that a credit had paid before was not what paid it: that stays paid, and what was refunded since
/// is claimed.
pub async fn what_a_credit_paid_before_another_one_came_stays_paid(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("K-1", 1_000_000).await?;
    let batch = desk.release(desk.due(one).await?).await?;
    let before = desk.receive(1_000_000, vec![(Target::Credit(desk.seller.debtor), Minor::new(1_000_000))], one).await?;
    let look = desk.look(one).await?;
    desk.decide(&look, HouseDecision::UseCredit { amount: Minor::new(1_000_000) }).await?;
    desk.world.business().advance(TimeDelta::days(15));
    let receipt = desk.receive(23_000, vec![(Target::Receivable(one), Minor::new(23_000))], one).await?;
    let executed = ExecutedCommand { by: desk.olga.clone(), on: look.today(), request: None };
    desk.world.cash().executed(batch, executed).await?;
    desk.send_back(before.receipt.id, Some(desk.seller.debtor), 23_000).await??;
    desk.end(one, Ending::Undo).await??;
    let look = desk.look(one).await?;
    assert_eq!((look.receivable().status(), look.kept.position.open), (ReceivableStatus::Settled, Minor::ZERO));
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense]).await?, [0, 23_000, -23_000]);
    desk.all_is_well(vec![one], &[before, receipt]).await
}

/// Of two invoices that credits paid before each brought another credit neither waits for the other to be undone.
pub async fn two_credits_that_came_later_are_taken_back_in_any_order(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (one, other) = (desk.sold("K-1", 1_000_000).await?, desk.sold("M-22", 500_000).await?);
    desk.pay_out(one).await?;
    desk.pay_out(other).await?;
    let before = desk.receive(300_000, vec![(Target::Credit(desk.seller.debtor), Minor::new(300_000))], one).await?;
    for (id, amount) in [(one, 100_000), (other, 200_000)] {
        desk.decide(&desk.look(id).await?, HouseDecision::UseCredit { amount: Minor::new(amount) }).await?;
    }
    let more = desk.receive(950_000, vec![(Target::Receivable(one), Minor::new(950_000))], one).await?;
    let most = desk.receive(360_000, vec![(Target::Receivable(other), Minor::new(360_000))], other).await?;
    desk.send_back(before.receipt.id, Some(desk.seller.debtor), 110_000).await??;
    desk.end(one, Ending::Undo).await??;
    // What is missing is claimed.
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense]).await?, [0, 50_000, -950_000]);
    desk.end(other, Ending::Undo).await??;
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense]).await?, [0, 110_000, -1_310_000]);
    for (id, open) in [(one, 900_000), (other, 300_000)] {
        assert_eq!(desk.look(id).await?.kept.position.open, Minor::new(open));
    }
    desk.all_is_well(vec![one, other], &[before, more, most]).await
}

/// A use that was taken back itself does not say which one is the newest.
pub async fn the_newest_use_that_stands_goes_back_first(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (one, two, three) = (desk.sold("K-1", 1_000_000).await?, desk.sold("M-22", 500_000).await?, desk.sold("P-333", 400_000).await?);
    for id in [one, two, three] {
        desk.pay_out(id).await?;
    }
    let receipt = desk.receive(1_200_000, vec![(Target::Receivable(one), Minor::new(1_200_000))], one).await?;
    for (id, amount) in [(two, 60_000), (three, 90_000), (two, 50_000)] {
        desk.decide(&desk.look(id).await?, HouseDecision::UseCredit { amount: Minor::new(amount) }).await?;
    }
    desk.end(two, Ending::Undo).await??;
    let more = desk.receive(70_000, vec![(Target::Credit(desk.seller.debtor), Minor::new(70_000))], one).await?;
    desk.end(one, Ending::Undo).await??;
    for (id, open) in [(one, 1_000_000), (two, 440_000), (three, 400_000)] {
        assert_eq!(desk.look(id).await?.kept.position.open, Minor::new(open));
    }
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe]).await?, [-10_000, 0]);
    desk.all_is_well(vec![one, two, three], &[receipt, more]).await
}

/// What it pays too much before an invoice is funded is its credit once that is released, and goes to the claim then.
pub async fn what_came_too_much_early_pays_what_the_debtor_owes(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (one, other) = (desk.sold("K-1", 1_000_000).await?, desk.sold("M-22", 500_000).await?);
    desk.pay_out(one).await?;
    let receipt = desk.receive(1_001_000, vec![(Target::Receivable(one), Minor::new(1_001_000))], one).await?;
    desk.send_back(receipt.receipt.id, Some(desk.seller.debtor), 1_000).await??;
    desk.end(one, Ending::Undo).await??;
    let early = desk.receive(500_600, vec![(Target::Receivable(other), Minor::new(500_600))], other).await?;
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe]).await?, [0, 1_000]);
    desk.pay_out(other).await?;
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe]).await?, [0, 400]);
    desk.all_is_well(vec![one, other], &[receipt, early]).await
}

/// A seller that pays more than it owes, or than is open, has it back, however the invoice stands.
pub async fn what_a_seller_pays_too_much_is_its_own(ports: &StorePorts) -> Checked {
    let (world, olga) = house(ports).await?;
    // The house bears half of what is lost.
    let half = Percentage::parse_basis_points(5_000)?;
    let shared = Terms::parse(Parts { cover: half, ..*terms("EUR", 1_200)?.parts() }).map_err(|_| "no terms")?;
    let desk = Desk::under(world, olga, shared).await?;
    let mut receipts = Vec::new();
    let losses = async |desk: &Desk| desk.hold([CreditLosses, DebtorCredits]).await;

    // More than is open of one that it passes on.
    let funded = desk.sold("F-1", 1_000_000).await?;
    desk.pay_out(funded).await?;
    receipts.push(desk.seller_pays(1_000_700, funded).await?);
    assert_eq!((desk.look(funded).await?.receivable().status(), losses(&desk).await?), (ReceivableStatus::Settled, [0, 0]));
    assert!(desk.due_for(funded).await?.contains(&("passed_on", 700)));

    // More than it owes for one that was charged back: the settlement stays as it was.
    let charged = Box::pin(charged_back(&desk, "C-22", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let before = desk.look(charged).await?.settled().ok_or("not settled")?.settlement;
    receipts.push(desk.seller_pays(debt + 5_000, charged).await?);
    assert_eq!((desk.due_for(charged).await?, losses(&desk).await?), (vec![("passed_on", 5_000)], [0, 0]));
    assert_eq!(desk.look(charged).await?.settled().ok_or("not settled")?.settlement, before);

    // More than it owes for one that was written off: no part of it recovers the house's loss.
    let lost = desk.sold("W-333", 1_000_000).await?;
    desk.pay_out(lost).await?;
    desk.end(lost, Ending::WriteOff(LossCause::Insolvency)).await??;
    let (debt, before) = (desk.owes().await?.get(), losses(&desk).await?);
    receipts.push(desk.seller_pays(debt + 49_667, lost).await?);
    assert_eq!((desk.due_for(lost).await?, losses(&desk).await?), (vec![("passed_on", 49_667)], before));

    // More than it owes for one that a credit note settled: it is not the debtor's.
    let credited = desk.sold("S-4444", 1_000_000).await?;
    desk.pay_out(credited).await?;
    receipts.push(desk.receive(790_000, vec![(Target::Receivable(credited), Minor::new(790_000))], credited).await?);
    let look = desk.look(credited).await?;
    let note = HouseDecision::CreditNote { on: look.today(), amount: Minor::new(210_000), reason: note()? };
    desk.decide(&look, note).await?;
    let debt = desk.owes().await?.get();
    receipts.push(desk.seller_pays(debt + 3_000, credited).await?);
    assert_eq!((desk.due_for(credited).await?, losses(&desk).await?), (vec![("passed_on", 3_000)], before));
    assert_eq!(desk.hold([SellersOwe]).await?, [0]);
    desk.all_is_well(vec![funded, charged, lost, credited], &receipts).await
}

/// Of two who take the same back at once the second one is told that it changed.
pub async fn of_two_who_take_the_same_back_at_once_one_does(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let answers = futures_util::future::join(desk.end(one, Ending::Undo), desk.end(one, Ending::Undo)).await;
    let (first, second) = (answers.0?, answers.1?);
    let is_late = |answer: &Result<_, ProposeError>| {
        matches!(
            answer,
            Err(ProposeError::Stale | ProposeError::Cash(CashError::Receivable(ReceivableError::Stale | ReceivableError::Refused(_))))
        )
    };
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    assert!(is_late(&first) || is_late(&second), "{first:?} {second:?}");
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [0, 0]);
    desk.all_is_well(vec![one], &[]).await
}

/// What the seller sends of its debtor's money is with it no more: at once, explained out of suspense, or told by its name alone. It is
/// neither kept back nor claimed a second time.
pub async fn what_a_seller_passes_on_is_with_it_no_more_wherever_it_lay(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (at_once, later, named) =
        (desk.sold("K-1", 1_000_000).await?, desk.sold("M-22", 900_000).await?, desk.sold("N-333", 800_000).await?);
    for id in [at_once, later, named] {
        desk.pay_out(id).await?;
    }
    for (id, amount) in [(at_once, 1_000_000), (later, 900_000), (named, 800_000)] {
        let paid = HouseDecision::PaidToSeller { amount: Minor::new(amount), note: None };
        desk.decide(&desk.look(id).await?, paid).await?;
    }
    let first = desk.seller_pays(400_000, at_once).await?;
    let waits = desk.seller_pays_for_nothing(300_000, later).await?;
    let second = desk.explain(&waits, vec![(Target::Receivable(later), Minor::new(300_000))]).await?;
    let own_name = desk.look(named).await?.scene.seller.bank_account.holder.clone();
    let payer = EnteredPayer { name: own_name, iban: None };
    let third = desk.paid_by(payer, 200_000, vec![(Target::Receivable(named), Minor::new(200_000))], named).await?;
    let mut with_seller = Vec::new();
    for id in [at_once, later, named] {
        let position = desk.look(id).await?.kept.position;
        with_seller.push((position.open.get(), position.with_seller.get()));
    }
    assert_eq!(with_seller, [(600_000, 600_000); 3]);
    // Of the next payout just what it has is kept back, and not what it sent.
    let next = desk.sold("O-4444", 3_000_000).await?;
    desk.pay_out(next).await?;
    let set_off: i64 = desk.payouts(next).await?.iter().filter_map(|payout| payout.release.as_ref()).map(|of| of.set_off.get()).sum();
    assert_eq!(set_off, 1_800_000);
    for id in [at_once, later, named] {
        assert_eq!(desk.look(id).await?.receivable().status(), ReceivableStatus::Settled);
    }
    // Taken back, what it sent lies in suspense again, and it has as much of it as before.
    desk.end(later, Ending::Undo).await??;
    desk.end(later, Ending::Undo).await??;
    let position = desk.look(later).await?.kept.position;
    assert_eq!((position.open.get(), position.with_seller.get()), (900_000, 900_000));
    assert_eq!(desk.hold([Suspense, DebtorCredits]).await?, [-300_000, 0]);
    desk.all_is_well(vec![at_once, later, named, next], &[first, second, third]).await
}

/// What a seller paid of its debt was another seller's, or for another invoice: it owes that again, and what it got of what it paid too
/// much it owes where that was paid out.
pub async fn what_a_seller_paid_of_its_debt_is_undone_by_itself(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let receipt = desk.seller_pays(debt + 5_000, one).await?;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [0, -5_000, 0]);
    let undone = desk.undo_part(&receipt, Target::Receivable(one)).await??;
    assert_eq!((undone.left(), undone.standing().count()), (Minor::new(debt + 5_000), 0));
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [debt, 0, -(debt + 5_000)]);
    assert_eq!(desk.due_for(one).await?, []);
    // Said once more, it pays the same again; its excess is paid out this time before it is undone.
    let receipt = desk.explain(&undone, vec![(Target::Receivable(one), Minor::new(debt + 5_000))]).await?;
    assert_eq!(desk.due_for(one).await?, [("passed_on", 5_000)]);
    desk.pay_out(one).await?;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [0, 0, 0]);
    let undone = desk.undo_part(&receipt, Target::Receivable(one)).await??;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [debt + 5_000, 0, -(debt + 5_000)]);
    // What it owes is kept back from what it is paid next, and nothing else.
    let next = desk.sold("N-22", 2_000_000).await?;
    desk.pay_out(next).await?;
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [0, 0]);
    // The charge back can be undone as ever: what was set off for it goes back, and not what was paid out too much.
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [0, -debt]);
    desk.all_is_well(vec![one, next], &[undone]).await
}

/// The debt it paid was taken back before: the seller gets that back no more, and owes it only where it got it.
pub async fn what_a_seller_paid_of_a_debt_that_is_no_more_is_neither_owed_nor_due(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let first = desk.seller_pays(100_000, one).await?;
    let second = desk.seller_pays(debt - 100_000 + 250, one).await?;
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.due_for(one).await?, [("passed_on", 250), ("debt_returned", debt)]);
    desk.undo_part(&first, Target::Receivable(one)).await??;
    assert_eq!(desk.due_for(one).await?, [("passed_on", 250), ("debt_returned", debt - 100_000)]);
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [0, 100_000 - debt - 250, -100_000]);
    desk.undo_part(&second, Target::Receivable(one)).await??;
    assert_eq!(desk.due_for(one).await?, []);
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [0, 0, -debt - 250]);
    desk.all_is_well(vec![one], &[first.clone(), second.clone()]).await?;

    // Once more, and this time a part of what it gets back has been paid out by then.
    Box::pin(desk.lost(one)).await?;
    assert_eq!(desk.owes().await?.get(), debt);
    let first = desk.explain(&first, vec![(Target::Receivable(one), Minor::new(100_000))]).await?;
    let second = desk.explain(&second, vec![(Target::Receivable(one), Minor::new(debt - 100_000 + 250))]).await?;
    desk.end(one, Ending::Undo).await??;
    desk.undo_part(&second, Target::Receivable(one)).await??;
    assert_eq!(desk.due_for(one).await?, [("debt_returned", 100_000)]);
    desk.pay_out(one).await?;
    desk.undo_part(&first, Target::Receivable(one)).await??;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [100_000, 0, -debt - 250]);
    desk.all_is_well(vec![one], &[first, second]).await
}

/// What is to give it back came back after a part of it was set off: what is due of it still is due no more, and the rest is owed.
pub async fn of_what_gives_a_payment_back_what_is_not_due_any_more_is_owed(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let paid = desk.seller_pays(debt, one).await?;
    let other = Box::pin(charged_back(&desk, "M-22", 100_000)).await?;
    let others = desk.owes().await?.get();
    desk.end(one, Ending::Undo).await??;
    let payouts = desk.due(one).await?;
    desk.release(payouts.clone()).await?;
    let back = Returned { on: desk.look(one).await?.today(), reason: None };
    for payout in payouts {
        let command = ReturnedCommand { by: desk.olga.clone(), back: back.clone(), request: None };
        desk.world.cash().returned(payout, command).await?;
    }
    assert_eq!(desk.due_for(one).await?, [("debt_returned", debt - others)]);
    desk.undo_part(&paid, Target::Receivable(one)).await??;
    assert_eq!((desk.due_for(one).await?, desk.owes().await?.get()), (vec![], others));
    assert_eq!(desk.hold([SellersPayable, Suspense]).await?, [0, -debt]);
    desk.all_is_well(vec![one, other], &[paid]).await
}

/// What a seller paid is in the book of what it paid, and beyond: first the book, then the rest.
pub async fn what_is_in_the_book_of_a_receivable_is_undone_there_first(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("K-1", 1_000_000).await?;
    desk.pay_out(one).await?;
    let receipt = desk.seller_pays(1_000_700, one).await?;
    let before = desk.hold([SellersOwe, SellersPayable, Suspense]).await?;
    let refused = desk.undo_part(&receipt, Target::Receivable(one)).await?;
    assert_eq!(refused, Err(ProposeError::Cash(CashError::UndoFirst("K-1".to_owned()))));
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, before);
    desk.end(one, Ending::Undo).await??;
    assert_eq!((desk.hold([Suspense]).await?, desk.due_for(one).await?), ([-1_000_000], vec![("passed_on", 700)]));
    desk.undo_part(&receipt, Target::Receivable(one)).await??;
    assert_eq!((desk.hold([SellersOwe, SellersPayable, Suspense]).await?, desk.due_for(one).await?), ([0, 0, -1_000_700], vec![]));
    desk.all_is_well(vec![one], &[receipt]).await
}

/// Money was passed on to the wrong company: it is not paid, or owed where it was, whether or not the house bought the invoice.
pub async fn what_was_passed_on_is_undone_by_itself(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (company, never) = (desk.seller.me.membership.company, desk.offered("D-1", 400_000).await?.receivable().id());
    let sold = desk.sold("K-22", 1_000_000).await?;
    desk.pay_out(sold).await?;
    let receipt = desk.receive(70_000, vec![(Target::PassOn(company, never), Minor::new(70_000))], sold).await?;
    assert_eq!(desk.due_for(never).await?, [("passed_on", 70_000)]);
    let undone = desk.undo_part(&receipt, Target::PassOn(company, never)).await??;
    assert_eq!((desk.due_for(never).await?, undone.left()), (vec![], Minor::new(70_000)));
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [0, 0, -70_000]);
    // The same of one that was paid out by then: the company owes it for what it sold last.
    let receipt = desk.explain(&receipt, vec![(Target::PassOn(company, never), Minor::new(70_000))]).await?;
    desk.pay_out(never).await?;
    let receipt = desk.undo_part(&receipt, Target::PassOn(company, never)).await??;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [70_000, 0, -70_000]);
    desk.all_is_well(vec![sold], std::slice::from_ref(&receipt)).await?;
    // The invoice is sold by then, and the rest of it is kept back from what is paid for that.
    let offered = desk.world.receivables().shown(never, &desk.seller.me.membership).await?;
    desk.accept(&offered).await?;
    desk.pay_out(never).await?;
    let set_off: i64 = desk.payouts(never).await?.iter().filter_map(|payout| payout.release.as_ref()).map(|of| of.set_off.get()).sum();
    assert_eq!((set_off, desk.hold([SellersOwe, SellersPayable]).await?), (70_000, [0, 0]));
    desk.all_is_well(vec![sold, never], &[receipt]).await
}

/// The same of a company that never sold anything: it owes it for the invoice that the house did not buy.
pub async fn what_was_passed_on_to_who_sold_nothing_is_undone_by_itself(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (company, never) = (desk.seller.me.membership.company, desk.offered("D-1", 400_000).await?.receivable().id());
    let receipt = desk.receive(70_000, vec![(Target::PassOn(company, never), Minor::new(70_000))], never).await?;
    desk.pay_out(never).await?;
    // As long as it can be sold, it can't be owed for it.
    let refused = desk.undo_part(&receipt, Target::PassOn(company, never)).await?;
    assert_eq!(refused, Err(ProposeError::Cash(ReceivableError::Refused(Refused::NotUndoable).into())));
    let version = desk.look(never).await?.receivable().parts().version;
    desk.world.receivables().withdraw(never, SeenCommand { by: desk.seller.me.membership, version, request: None }).await?;
    let receipt = desk.undo_part(&receipt, Target::PassOn(company, never)).await??;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, Suspense]).await?, [70_000, 0, -70_000]);
    // It pays a part of it, and the rest is kept back from its first payout.
    let paid = desk.seller_pays(20_000, never).await?;
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [50_000, 0]);
    let next = desk.sold("N-333", 500_000).await?;
    desk.pay_out(next).await?;
    let set_off: i64 = desk.payouts(next).await?.iter().filter_map(|payout| payout.release.as_ref()).map(|of| of.set_off.get()).sum();
    assert_eq!((set_off, desk.hold([SellersOwe, SellersPayable]).await?), (50_000, [0, 0]));
    // A receipt that pays what is not owed for one that was never sold is refused, as before.
    let waits = desk.seller_pays_for_nothing(1_000, next).await?;
    let refused = desk.explain(&waits, vec![(Target::Receivable(never), Minor::new(1_000))]).await;
    assert!(matches!(refused, Err(CashError::Receivable(ReceivableError::Blocked(_)))), "{refused:?}");
    // And what it paid of it is undone like any other payment.
    let paid = desk.undo_part(&paid, Target::Receivable(never)).await??;
    assert_eq!(desk.hold([SellersOwe, Suspense]).await?, [20_000, -91_000]);
    desk.all_is_well(vec![next], &[receipt, paid, waits]).await
}

/// What was kept as a debtor's credit was no credit: what was paid with it is open again, and what was refunded of it is claimed.
pub async fn what_was_kept_as_a_credit_is_undone_by_itself(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (debtor, one) = (desk.seller.debtor, desk.sold("K-1", 1_000_000).await?);
    desk.pay_out(one).await?;
    let receipt = desk.receive(300_000, vec![(Target::Credit(debtor), Minor::new(300_000))], one).await?;
    desk.decide(&desk.look(one).await?, HouseDecision::UseCredit { amount: Minor::new(200_000) }).await?;
    assert_eq!(desk.send_back(receipt.receipt.id, Some(debtor), 40_000).await??.gross, Minor::new(40_000));
    assert_eq!((desk.hold([DebtorCredits]).await?, desk.look(one).await?.kept.position.open), ([-60_000], Minor::new(800_000)));
    // More happened to what was paid with it: that first.
    let look = desk.look(one).await?;
    let note = HouseDecision::CreditNote { on: look.today(), amount: Minor::new(10_000), reason: note()? };
    desk.decide(&look, note).await?;
    let refused = desk.undo_part(&receipt, Target::Credit(debtor)).await?;
    assert_eq!(refused, Err(ProposeError::Cash(CashError::UndoFirst("K-1".to_owned()))));
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense]).await?, [-60_000, 0, 0]);
    desk.end(one, Ending::Undo).await??;
    let undone = desk.undo_part(&receipt, Target::Credit(debtor)).await??;
    assert_eq!((undone.left(), undone.sent_back), (Minor::new(300_000), Minor::new(40_000)));
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense]).await?, [0, 40_000, -300_000]);
    assert_eq!(desk.look(one).await?.kept.position.open, Minor::new(1_000_000));
    desk.all_is_well(vec![one], &[undone]).await
}

/// Whichever way it is undone that a payer paid for a debtor, nothing is remembered of it. What was said at once and stands still teaches.
pub async fn what_is_undone_teaches_nothing_of_its_payer(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let (debtor, one) = (desk.seller.debtor, desk.sold("K-1", 1_000_000).await?);
    desk.pay_out(one).await?;
    let known = async || {
        let known = desk.world.cash().payers_of(debtor, &desk.olga.operator()).await?;
        Made::Ok(known.into_iter().map(|kept| kept.value.as_str().to_owned()).collect::<BTreeSet<_>>())
    };
    let (name, iban) = ("Fremde Zahler GmbH", "NL91ABNA0417164300");
    let paid = async |parts: Vec<(Target, i64)>| {
        let payer = EnteredPayer { name: Some(Line::parse(name)?), iban: Some(Iban::parse(iban)?) };
        let parts = parts.into_iter().map(|(target, amount)| (target, Minor::new(amount))).collect();
        desk.paid_by(payer, 300, parts, one).await
    };
    let (credit, owing) = (Target::Credit(debtor), Target::Receivable(one));
    let (all, none) = (BTreeSet::from([name.to_owned(), iban.to_owned()]), BTreeSet::new());

    let first = paid(vec![(credit, 300)]).await?;
    assert_eq!(known().await?, all);
    desk.undo_part(&first, credit).await??;
    assert_eq!(known().await?, none, "a credit");

    let second = paid(vec![(owing, 300)]).await?;
    assert_eq!(known().await?, all);
    desk.end(one, Ending::Undo).await??;
    assert_eq!(known().await?, none, "what the receivable was paid");

    let third = paid(vec![(owing, 300)]).await?;
    assert_eq!(known().await?, all);
    let command = UnmatchCommand { by: desk.olga.clone(), receivable: one, request: None };
    desk.world.cash().unmatch(third.receipt.id, command).await?;
    assert_eq!(known().await?, none, "a match");

    let fourth = paid(vec![(owing, 200), (credit, 100)]).await?;
    desk.undo_part(&fourth, credit).await??;
    assert_eq!(known().await?, all, "the other part stands");
    desk.end(one, Ending::Undo).await??;
    assert_eq!(known().await?, none);
    let fifth = desk.explain(&fourth, vec![(credit, Minor::new(300))]).await?;
    assert_eq!(known().await?, all, "it is said anew");
    desk.undo_part(&fifth, credit).await??;
    assert_eq!(known().await?, none);
    desk.all_is_well(vec![one], &[first, second, third, fourth]).await
}

/// What a seller was let off is owed again, the newest first, as far as it did not go back with the debt.
pub async fn what_was_given_up_is_undone_by_itself(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let nothing = ProposeError::Cash(ReceivableError::Refused(Refused::NothingToUndo).into());
    assert_eq!(desk.end(one, Ending::UndoGiveUp).await?.err(), Some(nothing.clone()));
    desk.end(one, Ending::GiveUp(owed(100_000)?)).await??;
    desk.end(one, Ending::GiveUp(owed(30_000)?)).await??;
    assert_eq!(desk.hold([SellersOwe, CreditLosses]).await?, [debt - 130_000, 130_000]);
    desk.end(one, Ending::UndoGiveUp).await??;
    assert_eq!(desk.hold([SellersOwe, CreditLosses]).await?, [debt - 100_000, 100_000]);
    // The debt is taken back, and with it what was given up of it: nothing is left to undo.
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.hold([SellersOwe, CreditLosses, SellersPayable]).await?, [0, 0, 0]);
    assert_eq!(desk.end(one, Ending::UndoGiveUp).await?.err(), Some(nothing.clone()));
    // A part of a debt is taken back: what stands of what was given up is undone, and not more.
    let look = desk.look(one).await?;
    let first = HouseDecision::CreditNote { on: look.today(), amount: Minor::new(250_000), reason: note()? };
    desk.decide(&look, first).await?;
    let owes_first = desk.owes().await?.get();
    Box::pin(desk.lost(one)).await?;
    let owes = desk.owes().await?.get();
    desk.end(one, Ending::GiveUp(owed(owes)?)).await??;
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.hold([SellersOwe, CreditLosses]).await?, [0, owes_first]);
    desk.end(one, Ending::UndoGiveUp).await??;
    assert_eq!(desk.hold([SellersOwe, CreditLosses]).await?, [owes_first, 0]);
    assert_eq!(desk.end(one, Ending::UndoGiveUp).await?.err(), Some(nothing));
    desk.all_is_well(vec![one], &[]).await
}

/// Of what came for an invoice that the house rejects its seller gets the face, and the debtor has the rest as its credit.
pub async fn what_a_debtor_paid_too_much_for_a_rejected_invoice_is_its_credit(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = desk.sold("K-1", 1_000_000).await?;
    let early = desk.receive(1_030_000, vec![(Target::Receivable(one), Minor::new(1_030_000))], one).await?;
    desk.decide(&desk.look(one).await?, HouseDecision::Reject { reason: note()? }).await?;
    assert_eq!(desk.due_for(one).await?, [("passed_on", 1_000_000)]);
    let late = desk.receive(700, vec![(Target::Receivable(one), Minor::new(700))], one).await?;
    assert_eq!(desk.hold([SellersPayable, DebtorCredits, Suspense]).await?, [-1_000_000, -30_700, 0]);
    desk.pay_out(one).await?;
    desk.all_is_well(vec![one], &[early.clone(), late.clone()]).await?;
    // Taken back, neither has anything of it; what was paid out is owed.
    desk.end(one, Ending::Undo).await??;
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.hold([SellersOwe, SellersPayable, DebtorCredits, Suspense]).await?, [1_000_000, 0, 0, -1_030_700]);
    desk.all_is_well(vec![one], &[early, late]).await
}

/// A match that came after the end is undone by the person who made it; one that came before it, once the end is undone.
pub async fn a_match_is_undone_beside_a_charge_back_and_a_write_off(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let charged = desk.sold("K-1", 1_000_000).await?;
    desk.pay_out(charged).await?;
    let before = desk.receive(300_000, vec![(Target::Receivable(charged), Minor::new(300_000))], charged).await?;
    Box::pin(desk.lost(charged)).await?;
    let lost = desk.sold("M-22", 900_000).await?;
    desk.pay_out(lost).await?;
    desk.end(lost, Ending::WriteOff(LossCause::Insolvency)).await??;
    let unmatch = async |receipt: &Explained, receivable| {
        let command = UnmatchCommand { by: desk.olga.clone(), receivable, request: None };
        desk.world.cash().unmatch(receipt.receipt.id, command).await
    };
    let mut receipts = vec![before.clone()];
    for (id, status) in [(charged, ReceivableStatus::ChargedBack), (lost, ReceivableStatus::WrittenOff)] {
        let kinds = [SellersOwe, SellersPayable, CreditLosses, Suspense];
        let held = desk.hold(kinds).await?;
        // By the debtor, after all; and by the seller, of what it owes.
        for amount in [200_000, 70_000] {
            let receipt = match amount {
                200_000 => desk.receive(amount, vec![(Target::Receivable(id), Minor::new(amount))], id).await?,
                _ => desk.seller_pays(amount, id).await?,
            };
            assert_eq!(unmatch(&receipt, id).await?.left(), Minor::new(amount));
            assert_eq!(desk.look(id).await?.receivable().status(), status);
            receipts.push(receipt);
        }
        let [owe, payable, losses, suspense] = held;
        assert_eq!(desk.hold(kinds).await?, [owe, payable, losses, suspense - 270_000]);
    }
    // The end was reckoned from what this had left open.
    assert_eq!(unmatch(&before, charged).await.err(), Some(CashError::UndoFirst("K-1".to_owned())));
    desk.end(charged, Ending::Undo).await??;
    assert_eq!(unmatch(&before, charged).await?.left(), Minor::new(300_000));
    assert_eq!(desk.look(charged).await?.kept.position.open, Minor::new(1_000_000));
    desk.all_is_well(vec![charged, lost], &receipts).await
}

/// Where a second person has to approve, nothing is undone before, and it is undone once.
pub async fn undoing_a_part_takes_two_people(ports: &StorePorts) -> Checked {
    let desk = Desk::of(ports).await?;
    let one = Box::pin(charged_back(&desk, "K-1", 1_000_000)).await?;
    let debt = desk.owes().await?.get();
    let receipt = desk.seller_pays(debt, one).await?;
    let part = receipt.standing().next().ok_or("no part")?.id;
    let eyes = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&desk.world.approvals()) };
    let note = note()?;
    let seen = |seen| UndoPartCommand { by: desk.olga.clone(), part, seen: Minor::new(seen), note: note.clone(), request: None };
    assert_eq!(eyes.undo_part(receipt.receipt.id, seen(debt - 1)).await.err(), Some(ProposeError::Stale), "another amount was seen");
    let command = seen(debt);
    let Performed::Awaits(approval) = eyes.undo_part(receipt.receipt.id, command).await? else { return Err("done at once".into()) };
    let (action, changes) = (approval.proposal.action(), approval.proposal.changes());
    assert_eq!(action, ApprovalAction::UndoPart);
    let said: Vec<_> = changes.iter().map(|change| change.field.as_str()).collect();
    assert_eq!(said, ["receipt", "amount", "receivable", "note"]);
    assert_eq!(desk.hold([SellersOwe, Suspense]).await?, [0, 0]);
    let otto = desk.world.operator_of("otto@example.com", OperatorRoles::all()).await?;
    let ruling =
        Ruling { by: desk.world.confirming(&otto).await?, verdict: Verdict::Approve, hash: hash_of(&approval), note: None, request: None };
    eyes.decide(approval.id, ruling).await?;
    assert_eq!(desk.hold([SellersOwe, Suspense]).await?, [debt, -debt]);
    let stands = desk.world.store().receipts.by_id(receipt.receipt.id).await?.ok_or("no receipt")?;
    assert_eq!((stands.left().get(), stands.standing().count()), (debt, 0));
    let records = crate::testing::records(ports).await?;
    let entry = records.iter().map(|record| &record.entry).rfind(|entry| entry.action == AuditAction::ReceiptPartUndone);
    let entry = entry.ok_or("not in the trail")?;
    assert!(entry.changes.iter().any(|change| change.field == "note") && entry.changes.iter().any(|change| change.field == "approval"));
    desk.all_is_well(vec![one], &[stands]).await
}
