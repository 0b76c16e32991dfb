//! What a buyer gets of the discount that its programme earned.

use super::{
    paying::{Sold, day},
    *,
};
use crate::{
    cash::{CashError, ExplainCommand, ReleaseOrder, ReturnedCommand},
    testing::receivables::programme_terms,
};
use sooner_domain::{
    approvals::proposal::Ending,
    kernel::money::Percentage,
    ledger::account::AccountKind,
    payments::{
        payout::{BatchId, Payout, Purpose, Returned},
        receipt::Target,
    },
};
use uuid::Uuid;

/// A payable of 10,000.00 that was paid early for 45 days at 24 % a year, of which its buyer gets a quarter.
async fn paid_early() -> Made<Sold> {
    let parts = TermsParts { buyer_share: Percentage::parse_basis_points(2_500)?, ..*programme_terms(2_400)?.parts() };
    let sold = Sold::under(Terms::parse(parts).map_err(|refused| format!("{refused:?}"))?).await?;
    sold.pay_out().await?;
    sold.go_to(45);
    Ok(sold)
}

fn told(payouts: &[Payout]) -> Vec<(Purpose, i64)> {
    payouts.iter().map(|payout| (payout.purpose, payout.net().get())).collect()
}

#[tokio::test]
async fn a_buyer_is_paid_its_share_once_it_has_paid() -> Checked {
    let sold = paid_early().await?;
    sold.receive(1_000_000, &[1_000_000]).await?;
    // 24 % on 10,000.00 for 45 days is 300.00.
    assert_eq!((sold.holds(AccountKind::BuyerRebates).await?, sold.holds(AccountKind::DiscountIncome).await?), (-7_500, -22_500));
    let buyer = sold.seller.holder;
    let due = sold.due().await?;
    assert_eq!((told(&due), due[0].company()), (vec![(Purpose::BuyerShare, 7_500)], Some(buyer)));
    let paid = sold.pay_out().await?;
    assert_eq!((told(&paid), sold.holds(AccountKind::BuyerRebates).await?), (vec![(Purpose::BuyerShare, 7_500)], 0));
    let release = paid[0].release.clone().ok_or("not released")?;
    let scene = sold.look().await?.scene;
    let theirs = scene.applicant(buyer).ok_or("no buyer")?;
    assert_eq!((&*release.account, theirs.company.id), (&theirs.bank_account, buyer));
    sold.is_over().await?;

    // The buyer sees it, and is told of it; the supplier knows nothing of it.
    let cases = sold.world.use_cases();
    let supplier = cases.cash.paid_for_own(sold.id, &sold.seller.me.membership).await?;
    assert_eq!(told(&supplier.payouts.into_iter().map(|told| told.payout).collect::<Vec<_>>()), [(Purpose::Advance, 970_000)]);
    let membership = scene.approvers.first().ok_or("nobody")?.1;
    let own = cases.cash.paid_for_own(sold.id, &membership).await?;
    assert_eq!(own.payouts.iter().map(|told| &told.payout).collect::<Vec<_>>(), paid.iter().collect::<Vec<_>>());
    assert_eq!(cases.cash.own_payouts(&membership, None, None).await?.payouts, own.payouts);
    sold.world.delivery().round().await?;
    let sent = sold.world.mailer.sent();
    let to: Vec<_> = sent.iter().filter(|mail| mail.content.code() == "payout_sent").map(|mail| mail.to.as_str()).collect();
    assert_eq!(to, ["muehle@example.com", "muehlebuyer@example.com"]);
    Ok(())
}

#[tokio::test]
async fn a_share_that_comes_back_is_due_again() -> Checked {
    let sold = paid_early().await?;
    sold.receive(1_000_000, &[1_000_000]).await?;
    let paid = sold.pay_out().await?.remove(0);
    let back = Returned { on: day(45)?, reason: Some(note()?) };
    let command = ReturnedCommand { by: sold.olga.clone(), back, request: None };
    let again = sold.world.cash().returned(paid.id, command).await?;
    assert_eq!((again.company(), again.purpose, again.gross), (paid.company(), Purpose::BuyerShare, Minor::new(7_500)));
    assert_eq!(sold.holds(AccountKind::BuyerRebates).await?, -7_500);
    sold.pay_out().await?;
    assert_eq!(sold.holds(AccountKind::BuyerRebates).await?, 0);
    sold.is_over().await
}

#[tokio::test]
async fn a_share_is_taken_back_with_the_payment_it_came_of() -> Checked {
    let sold = paid_early().await?;
    let received = sold.receive(1_000_000, &[1_000_000]).await?;
    sold.end(Ending::Undo).await?;
    assert_eq!((sold.due().await?, sold.holds(AccountKind::BuyerRebates).await?), (vec![], 0), "nothing was paid of it");

    let explain = async || {
        let parts = vec![(Target::Receivable(sold.id), Minor::new(1_000_000))];
        let command = ExplainCommand { by: sold.olga.clone(), parts, request: None };
        sold.world.cash().explain(received.receipt.id, command).await
    };
    explain().await?;
    sold.pay_out().await?;
    sold.end(Ending::Undo).await?;
    let owed = [AccountKind::SellersOwe, AccountKind::BuyerRebates, AccountKind::DiscountIncome];
    assert_eq!((sold.holds(owed[0]).await?, sold.holds(owed[1]).await?, sold.holds(owed[2]).await?), (7_500, 0, 0));
    let cases = sold.world.use_cases();
    assert!(cases.servicing.exposure_fits(sold.seller.facility).await?, "what is owed counts");
    let [buyer, supplier] = [sold.look().await?.scene.approvers[0].1, sold.seller.me.membership];
    assert_eq!(cases.cash.paid_for_own(sold.id, &buyer).await?.owed, Minor::new(7_500));
    assert_eq!(cases.cash.paid_for_own(sold.id, &supplier).await?.owed, Minor::ZERO);

    // Paid once more, the share is kept back for what was paid of it before.
    explain().await?;
    let due = sold.due().await?;
    assert_eq!(told(&due), [(Purpose::BuyerShare, 7_500)]);
    sold.release(vec![due[0].id]).await?;
    let kept_back = sold.world.store().payouts.by_ids(vec![due[0].id]).await?;
    assert_eq!((told(&kept_back), sold.due().await?), (vec![(Purpose::BuyerShare, 0)], vec![]));
    assert_eq!((sold.holds(owed[0]).await?, sold.holds(owed[1]).await?, sold.holds(owed[2]).await?), (0, 0, -22_500));
    assert_eq!(cases.cash.paid_for_own(sold.id, &buyer).await?.owed, Minor::ZERO);
    sold.is_over().await
}

#[tokio::test]
async fn a_share_is_not_paid_while_its_buyer_wants_another_account() -> Checked {
    let sold = paid_early().await?;
    sold.receive(1_000_000, &[1_000_000]).await?;
    let order = ReleaseOrder { batch: BatchId(Uuid::nil()), payouts: vec![sold.due().await?[0].id] };
    let (cases, by) = (sold.world.use_cases(), sold.olga.user.id());
    let refused = cases.cash.release(&order, by, &[sold.seller.holder].into()).await;
    assert!(matches!(refused, Err(CashError::Stopped(stopped)) if stopped.len() == 1));
    assert!(cases.cash.release(&order, by, &[sold.seller.me.membership.company].into()).await.is_ok());
    Ok(())
}
