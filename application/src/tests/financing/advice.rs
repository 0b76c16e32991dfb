//! What a transfer consists of, to the cent.

use super::{
    paying::{Sold, day},
    *,
};
use crate::{
    cash::{AdvisedPayout, BatchAdvice, ReturnedCommand, SetOff},
    testing::receivables::programme_terms,
};
use chrono::TimeDelta;
use sooner_domain::{
    approvals::proposal::Ending,
    kernel::{ids::ReceivableId, money::Percentage},
    parties::membership::Membership,
    payments::payout::{BatchId, Payout, Purpose, Returned},
};
use uuid::Uuid;

type Parts = Vec<(&'static str, i64)>;

fn parts(of: &AdvisedPayout) -> Parts {
    of.advice.parts().map(|(part, amount)| (part.code(), amount.get())).collect()
}

/// What each payout consists of. Everything adds up: parts to gross, less set-offs to net, nets to the transfer.
fn told(advice: &BatchAdvice) -> Vec<(Purpose, Parts)> {
    let all = advice.transfers.iter().flat_map(|transfer| &transfer.payouts).chain(&advice.set_off_whole);
    for of in all.clone() {
        let payout = &of.told.payout;
        assert_eq!(of.advice.parts().map(|(_, amount)| amount).sum::<Minor>(), payout.gross);
        let kept: Minor = of.told.set_offs.iter().map(|kept| kept.amount).sum();
        assert_eq!(payout.gross - kept, payout.net());
    }
    for of in &advice.transfers {
        assert_eq!(of.payouts.iter().map(|of| of.told.payout.net()).sum::<Minor>(), of.transfer.amount);
        assert_eq!(of.payouts.iter().map(|of| of.told.payout.id).collect::<Vec<_>>(), of.transfer.payouts);
    }
    all.map(|of| (of.told.payout.purpose, parts(of))).collect()
}

/// Under terms that take something for everything: 10.00 for the payout, and 19 % on fees.
pub(super) async fn sold_with_fees() -> Made<Sold> {
    let (fee, tax) = (Minor::new(1_000), Percentage::parse_basis_points(1_900)?);
    Sold::under(terms_with(|parts| (parts.payout_fee, parts.fee_tax) = (fee, tax))?).await
}

impl Sold {
    fn seller(&self) -> &Membership {
        &self.seller.me.membership
    }

    async fn advice(&self, paid: &[Payout]) -> Made<BatchAdvice> {
        let batch = paid.first().and_then(|payout| payout.release.as_ref()?.batch).ok_or("no batch")?;
        Ok(self.world.cash().own_advice(batch, self.seller()).await?)
    }

    /// Everything that is due is released, and waits for the bank.
    async fn release_all(&self) -> Made<BatchId> {
        let due = self.due().await?.iter().map(|payout| payout.id).collect();
        Ok(self.release(due).await?)
    }

    /// Another invoice of its seller to the same debtor, sold today and due in 90 days.
    pub(super) async fn sell(&self, number: &str, face: i64) -> Made<ReceivableId> {
        let mut facts = invoice(number, face)?;
        facts.due_on = day(90)?;
        let look = self.seller.offered(&self.world, facts).await?;
        self.world.receivables().accept(look.receivable().id(), accept(&self.seller.me, &look)?).await?;
        Ok(look.receivable().id())
    }
}

#[tokio::test]
async fn in_arrears_an_advance_is_the_face_less_reserve_and_fee_and_a_release_what_is_left_of_the_reserve() -> Checked {
    let sold = sold_with_fees().await?;
    let advance = sold.advice(&sold.pay_out().await?).await?;
    let expected = vec![("face", 1_000_000), ("reserve", -200_000), ("payout_fee", -1_000), ("tax", -190)];
    assert_eq!(told(&advance), [(Purpose::Advance, expected)]);
    let transfer = &advance.transfers[0];
    assert_eq!((transfer.transfer.amount, transfer.payouts[0].told.invoice.as_deref()), (Minor::new(798_810), Some("RE-1")));
    assert_eq!(transfer.transfer.id(), Some(transfer.payouts[0].told.payout.id.0.simple().to_string()));

    sold.go_to(45);
    sold.receive(1_000_000, &[1_000_000]).await?;
    let release = sold.advice(&sold.pay_out().await?).await?;
    let expected = vec![("reserve", 200_000), ("discount", -12_000), ("service_fee", -15_000), ("tax", -2_850)];
    assert_eq!(told(&release), [(Purpose::Release, expected)]);
    Ok(())
}

#[tokio::test]
async fn what_is_paid_late_costs_more_and_what_was_credited_is_off_the_reserve() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.go_to(75);
    sold.receive(950_000, &[950_000]).await?;
    sold.decide(HouseDecision::CreditNote { on: day(75)?, amount: Minor::new(50_000), reason: note()? }).await?;
    let release = sold.advice(&sold.pay_out().await?).await?;
    let expected = vec![("reserve", 150_000), ("discount", -20_000), ("service_fee", -15_000), ("late_charge", -3_333)];
    assert_eq!(told(&release), [(Purpose::Release, expected)]);
    Ok(())
}

#[tokio::test]
async fn in_advance_the_discount_is_off_the_advance_and_comes_back_for_days_that_were_not_used() -> Checked {
    let fee = Percentage::parse_basis_points(100)?;
    let tax = Percentage::parse_basis_points(1_900)?;
    let terms = TermsParts { service_fee: fee, fee_tax: tax, ..*programme_terms(2_400)?.parts() };
    let sold = Sold::under(Terms::parse(terms).map_err(|refused| format!("{refused:?}"))?).await?;
    let batch = sold.release_all().await?;
    let expected = vec![("face", 1_000_000), ("discount", -30_000), ("service_fee", -10_000), ("tax", -1_900)];
    let ordered = sold.world.cash().own_advice(batch, sold.seller()).await?;
    assert_eq!(told(&ordered), [(Purpose::Advance, expected)], "before the bank has said anything");

    // Three days later than it was priced for.
    sold.world.business().advance(TimeDelta::days(3));
    sold.execute(batch).await?;
    let later = sold.release_all().await?;
    let more = sold.world.cash().own_advice(later, sold.seller()).await?;
    assert_eq!(sold.execute(later).await?.len(), 1, "it is carried out like any other");
    assert_eq!(told(&more), [(Purpose::DiscountReturned, vec![("discount", 2_000)])]);
    assert_eq!(sold.world.cash().own_advice(batch, sold.seller()).await?.transfers[0].transfer, ordered.transfers[0].transfer);
    Ok(())
}

#[tokio::test]
async fn a_transfer_is_of_several_payouts_less_what_was_set_off() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let first = sold.due().await?[0].id;
    for (number, face) in [("AB-1", 20_000), ("AB-2", 900_000), ("AB-3", 400_000)] {
        sold.sell(number, face).await?;
    }
    sold.execute(sold.release(vec![first]).await?).await?;
    sold.go_to(45);
    sold.receive(790_000, &[790_000]).await?;
    sold.decide(HouseDecision::CreditNote { on: day(45)?, amount: Minor::new(210_000), reason: note()? }).await?;
    let advice = sold.advice(&sold.pay_out().await?).await?;
    let advance = |face: i64| (Purpose::Advance, vec![("face", face), ("reserve", -face / 5)]);
    assert_eq!(told(&advice), [advance(900_000), advance(400_000), advance(20_000)]);
    let owed = |amount| vec![SetOff { receivable: sold.id, number: "RE-1".into(), amount: Minor::new(amount) }];
    let payouts = &advice.transfers[0].payouts;
    assert_eq!(payouts.iter().map(|of| of.told.set_offs.clone()).collect::<Vec<_>>(), [owed(21_000), vec![]]);
    // The oldest was kept back whole, and is in no transfer.
    assert_eq!(advice.set_off_whole[0].told.set_offs, owed(16_000));
    assert_eq!(advice.transfers[0].transfer.amount, Minor::new(720_000 - 21_000 + 320_000));
    Ok(())
}

#[tokio::test]
async fn what_came_back_is_told_once_more_as_one_part() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    let paid = sold.pay_out().await?;
    let back = Returned { on: day(0)?, reason: Some(note()?) };
    sold.world.cash().returned(paid[0].id, ReturnedCommand { by: sold.olga.clone(), back, request: None }).await?;
    let again = sold.advice(&sold.pay_out().await?).await?;
    assert_eq!(told(&again), [(Purpose::Advance, vec![("came_back", 800_000)])]);
    assert_eq!(told(&sold.advice(&paid).await?), [(Purpose::Advance, vec![("face", 1_000_000), ("reserve", -200_000)])]);
    Ok(())
}

#[tokio::test]
async fn a_release_stays_what_it_was_when_its_settlement_is_taken_back() -> Checked {
    let sold = Sold::under(terms_with(|_| {})?).await?;
    sold.pay_out().await?;
    sold.go_to(45);
    sold.receive(1_000_000, &[1_000_000]).await?;
    let paid = sold.pay_out().await?;
    let before = sold.advice(&paid).await?;
    sold.end(Ending::Undo).await?;
    assert_eq!(sold.advice(&paid).await?, before);
    assert_eq!(told(&before), [(Purpose::Release, vec![("reserve", 200_000), ("discount", -12_000), ("service_fee", -15_000)])]);
    Ok(())
}

#[tokio::test]
async fn a_buyer_is_told_of_its_share_and_nobody_of_what_others_get() -> Checked {
    let terms = TermsParts { buyer_share: Percentage::parse_basis_points(2_500)?, ..*programme_terms(2_400)?.parts() };
    let sold = Sold::under(Terms::parse(terms).map_err(|refused| format!("{refused:?}"))?).await?;
    sold.pay_out().await?;
    sold.go_to(45);
    sold.receive(1_000_000, &[1_000_000]).await?;
    let paid = sold.pay_out().await?;
    let batch = paid[0].release.as_ref().and_then(|release| release.batch).ok_or("no batch")?;
    let (cases, buyer) = (sold.world.use_cases(), sold.look().await?.scene.approvers[0].1);
    assert_eq!(told(&cases.cash.own_advice(batch, &buyer).await?), [(Purpose::BuyerShare, vec![("buyer_share", 7_500)])]);
    assert_eq!(cases.cash.own_advice(batch, sold.seller()).await, Err(ReceivableError::NotFound.into()));
    assert_eq!(cases.cash.own_advice(BatchId(Uuid::nil()), &buyer).await, Err(ReceivableError::NotFound.into()));
    Ok(())
}
