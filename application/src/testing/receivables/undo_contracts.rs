//! What is taken back gives back what came of it, and what a seller pays too much is its own. (finance.md, section 16, lines 1 to 3)

use super::desk::{Desk, house, note};
use crate::{
    StorePorts,
    approvals::ProposeError,
    receivables::{HouseDecision, ReceivableError},
    testing::{contracts::Checked, facilities::terms},
};
use sooner_domain::{
    approvals::proposal::Ending,
    facilities::terms::{Parts, Terms},
    kernel::{
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Money, Percentage},
    },
    ledger::account::AccountKind::{CreditLosses, DebtorCredits, DebtorsOwe, SellersOwe, SellersPayable, Suspense},
    payments::receipt::Target,
    receivables::{book::LossCause, status::ReceivableStatus},
};

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
    assert_eq!(refused, Err(ProposeError::Receivable(ReceivableError::UndoFirst("M-22".to_owned()))));
    assert_eq!(desk.hold([DebtorCredits, DebtorsOwe, Suspense, SellersOwe, SellersPayable]).await?, before);
    desk.end(other, Ending::Undo).await??;
    desk.end(one, Ending::Undo).await??;
    assert_eq!(desk.look(other).await?.kept.position.open, Minor::new(500_000));
    desk.all_is_well(vec![one, other], &[receipt]).await
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
        matches!(answer, Err(ProposeError::Stale | ProposeError::Receivable(ReceivableError::Stale | ReceivableError::Refused(_))))
    };
    assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
    assert!(is_late(&first) || is_late(&second), "{first:?} {second:?}");
    assert_eq!(desk.hold([SellersOwe, SellersPayable]).await?, [0, 0]);
    desk.all_is_well(vec![one], &[]).await
}
