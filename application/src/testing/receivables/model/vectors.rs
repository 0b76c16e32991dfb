//! The vectors of section 15, and some that were reckoned by hand, by the model alone.

use super::{
    Cents,
    book::{Came, For, Model, Payee, Stands},
    days::{Count, Day, Deal},
    ledger::{Kind, Place, Who},
    sold::{Cause, Purpose, Sale, Settlement, Status},
};
use std::error::Error;

type Made<T> = Result<T, Box<dyn Error>>;

const FIRST: Day = Day::of(2027, 1, 4);

fn arrears(advance_rate: i128, discount_rate: i128, count: Count) -> Deal {
    Deal {
        in_advance: false,
        advance_rate,
        discount_rate,
        count,
        service_fee: 150,
        service_fee_minimum: 0,
        payout_fee: 0,
        fee_tax: 0,
        cover: 0,
        grace_days: 5,
        late_rate: 600,
        buyer_share: 0,
    }
}

fn programme(discount_rate: i128, count: Count) -> Deal {
    Deal { in_advance: true, service_fee: 0, cover: 10_000, ..arrears(10_000, discount_rate, count) }
}

/// One that was sold and is due after so many days.
fn sold(model: &mut Model, deal: Deal, face: Cents, days: i128) -> usize {
    let (place, due_on) = (model.held.len(), FIRST.after(days));
    let price = deal.price(face, FIRST, due_on);
    model.sell(Sale { place, deal, facility: 0, seller: 0, holder: 0, debtor: 0, price, payout_on: FIRST, due_on });
    place
}

/// Releases what is due, and the bank pays it on this day.
fn paid_out(model: &mut Model, on: Day) -> Made<()> {
    let due: Vec<_> = model.payouts.iter().enumerate().filter(|(_, payout)| payout.stands == Stands::Due).map(|(place, _)| place).collect();
    model.release(&due, on)?;
    if model.payouts.iter().any(|payout| payout.stands == Stands::Released) {
        model.executed(model.batches, on)?;
    }
    Ok(())
}

fn came(amount: Cents, value_on: Day, is_sellers: bool) -> Came {
    Came { amount, value_on, is_sellers, left: amount, sent_back: 0 }
}

fn pays(model: &mut Model, place: usize, amount: Cents, on: Day) -> Made<()> {
    Ok(model.receive(came(amount, on, false), &[(For::Receivable(place), amount)])?)
}

fn sends(model: &mut Model, place: usize, amount: Cents, on: Day) -> Made<()> {
    Ok(model.receive(came(amount, on, true), &[(For::Receivable(place), amount)])?)
}

fn settlement(model: &Model, place: usize) -> Made<Settlement> {
    let held = model.of(place)?;
    model.holds()?;
    Ok(held.sale.settlement(&held.state).ok_or("not settled")?)
}

fn funded(deal: Deal) -> Made<(Model, usize)> {
    let mut model = Model::default();
    let place = sold(&mut model, deal, 1_000_000, 45);
    paid_out(&mut model, FIRST)?;
    Ok((model, place))
}

fn due(model: &Model) -> Vec<(Purpose, Cents)> {
    let due = model.payouts.iter().filter(|payout| payout.stands == Stands::Due);
    due.map(|payout| (payout.purpose, payout.gross)).collect()
}

fn owed(model: &Model) -> Cents {
    model.ledger.accounts().get(&(Kind::SellersOwe, Who::Company(0))).copied().unwrap_or_default()
}

#[test]
fn offers_are_priced_as_the_contract_has_it() {
    let price = |deal: Deal, face, days| deal.price(face, FIRST, FIRST.after(days));
    let vector_1 = price(arrears(8_000, 1_200, Count::Act360), 1_000_000, 45);
    assert_eq!((vector_1.advance, vector_1.discount, vector_1.service_fee, vector_1.payout), (800_000, 12_000, 15_000, 800_000));
    for (deal, face, days, discount, payout) in [
        (programme(600, Count::Act360), 100_000, 20, 333, 99_667),
        (programme(2_400, Count::Act360), 1_000_000, 14, 9_333, 990_667),
        (arrears(9_000, 1_825, Count::Act365), 1_000_000, 45, 20_250, 900_000),
        (programme(500, Count::Act360), 10_000_000, 90, 125_000, 9_875_000),
        (programme(500, Count::Act365), 10_000_000, 90, 123_288, 9_876_712),
    ] {
        let price = price(deal, face, days);
        assert_eq!((price.discount, price.payout), (discount, payout));
    }
}

#[test]
fn paid_on_time_part_of_it_credited_or_too_little() -> Made<()> {
    let day = FIRST.after(45);
    for (money, release, owes) in [(1_000_000, 173_000, 0), (950_000, 123_000, 0), (790_000, 0, 37_000)] {
        let (mut model, place) = funded(arrears(8_000, 1_200, Count::Act360))?;
        pays(&mut model, place, money, day)?;
        if money < 1_000_000 {
            model.credit_note(place, 1_000_000 - money, (day, day))?;
        }
        let settled = settlement(&model, place)?;
        assert_eq!((settled.to_seller, settled.seller_owes), (release, owes));
        assert_eq!((settled.discount, settled.late, owed(&model)), (12_000, 0, owes));
    }
    let (mut model, place) = funded(arrears(9_000, 1_825, Count::Act365))?;
    pays(&mut model, place, 1_000_000, day)?;
    assert_eq!(due(&model), [(Purpose::Release, 64_750)]);
    Ok(())
}

#[test]
fn late_in_parts_and_never() -> Made<()> {
    let deal = arrears(8_000, 1_200, Count::Act360);
    let (mut model, place) = funded(deal)?;
    pays(&mut model, place, 1_000_000, FIRST.after(75))?;
    let settled = settlement(&model, place)?;
    assert_eq!((settled.discount, settled.late, settled.to_seller), (20_000, 3_333, 161_667));
    let (mut model, place) = funded(deal)?;
    pays(&mut model, place, 500_000, FIRST.after(30))?;
    pays(&mut model, place, 500_000, FIRST.after(60))?;
    let settled = settlement(&model, place)?;
    assert_eq!((settled.discount, settled.late, settled.to_seller), (11_000, 500, 173_500));
    let (mut model, place) = funded(deal)?;
    model.charge_back(place, FIRST.after(105))?;
    let settled = settlement(&model, place)?;
    assert_eq!((settled.discount, settled.late, settled.seller_owes, owed(&model)), (28_000, 7_333, 850_333, 850_333));
    for (cover, loss, owes, release) in [(5_000, 500_000, 350_333, 0), (10_000, 1_000_000, 0, 149_667)] {
        let (mut model, place) = funded(Deal { cover, ..deal })?;
        model.write_off(place, Cause::Insolvency, FIRST.after(105))?;
        let settled = settlement(&model, place)?;
        assert_eq!((settled.loss, settled.seller_owes, settled.to_seller), (loss, owes, release));
    }
    Ok(())
}

#[test]
fn a_programme_paid_out_late_returns_a_part_of_its_discount() -> Made<()> {
    let mut model = Model::default();
    let place = sold(&mut model, Deal { buyer_share: 2_500, ..programme(600, Count::Act360) }, 1_000_000, 45);
    model.release(&[0], FIRST)?;
    model.executed(1, FIRST.after(3))?;
    assert_eq!(due(&model), [(Purpose::DiscountReturned, 500)]);
    pays(&mut model, place, 1_000_100, FIRST.after(60))?;
    // Ten days beyond due and grace; a quarter of what is earned is the buyer's.
    let settled = settlement(&model, place)?;
    assert_eq!((settled.discount, settled.late), (7_000, 1_667));
    assert_eq!(due(&model), [(Purpose::DiscountReturned, 500), (Purpose::BuyerShare, 1_750)]);
    assert_eq!(model.ledger.at(Place::debtor(Kind::LateChargesDue, 0)), 1_567);
    Ok(())
}

#[test]
fn a_debt_that_was_paid_is_payable_once_it_is_taken_back() -> Made<()> {
    let (mut model, place) = funded(arrears(8_000, 1_200, Count::Act360))?;
    model.charge_back(place, FIRST.after(105))?;
    sends(&mut model, place, 855_333, FIRST.after(106))?;
    assert_eq!((owed(&model), due(&model)), (0, vec![(Purpose::PassedOn, 5_000)]));
    assert_eq!(settlement(&model, place)?.charged_back, 1_000_000);
    model.undo(place)?;
    model.holds()?;
    assert_eq!((owed(&model), due(&model)), (0, vec![(Purpose::PassedOn, 5_000), (Purpose::DebtReturned, 850_333)]));
    assert_eq!(model.of(place)?.state.status, Status::Funded);
    Ok(())
}

#[test]
fn a_payment_of_a_debt_that_is_no_more_is_undone_and_neither_owed_nor_payable() -> Made<()> {
    let (mut model, place) = funded(arrears(8_000, 1_200, Count::Act360))?;
    model.charge_back(place, FIRST.after(105))?;
    sends(&mut model, place, 50_333, FIRST.after(106))?;
    sends(&mut model, place, 805_000, FIRST.after(106))?;
    model.undo(place)?;
    model.undo_beside(1, place)?;
    model.holds()?;
    assert_eq!((owed(&model), due(&model)), (0, vec![(Purpose::DebtReturned, 50_333)]));
    assert_eq!(model.receipts.last().map(|came| came.left), Some(805_000));
    // By then the rest was paid out: it is owed.
    paid_out(&mut model, FIRST.after(107))?;
    model.undo_beside(0, place)?;
    model.holds()?;
    assert_eq!((owed(&model), due(&model)), (50_333, vec![]));
    Ok(())
}

#[test]
fn a_debt_that_was_set_off_and_given_up_comes_back_as_each_of_them() -> Made<()> {
    let (mut model, place) = funded(arrears(8_000, 1_200, Count::Act360))?;
    model.charge_back(place, FIRST.after(105))?;
    model.give_up(place, 50_333)?;
    sold(&mut model, arrears(8_000, 1_200, Count::Act360), 500_000, 150);
    paid_out(&mut model, FIRST.after(106))?;
    assert_eq!((owed(&model), model.ledger.at(Place::house(Kind::CreditLosses))), (400_000, 50_333));
    model.undo(place)?;
    model.holds()?;
    assert_eq!((owed(&model), model.ledger.at(Place::house(Kind::CreditLosses))), (0, 0));
    assert_eq!(due(&model), [(Purpose::DebtReturned, 400_000)]);
    Ok(())
}

#[test]
fn a_credit_that_was_used_and_refunded_is_open_elsewhere_and_owed() -> Made<()> {
    let (mut model, first) = funded(arrears(8_000, 1_200, Count::Act360))?;
    let other = sold(&mut model, arrears(8_000, 1_200, Count::Act360), 500_000, 45);
    paid_out(&mut model, FIRST)?;
    pays(&mut model, first, 1_000_700, FIRST.after(45))?;
    model.use_credit(other, 400, FIRST.after(46))?;
    model.send_back(0, Some(0), 300)?;
    assert_eq!(model.of(other)?.state.open, 499_600);
    model.undo(first)?;
    model.holds()?;
    assert_eq!(model.of(other)?.state.open, 500_000);
    assert_eq!(model.ledger.at(Place::debtor(Kind::DebtorsOwe, 0)), 300);
    assert_eq!(model.receipts.first().map(|came| came.left), Some(1_000_700));
    Ok(())
}

#[test]
fn what_was_paid_out_of_what_is_taken_back_is_owed() -> Made<()> {
    let (mut model, place) = funded(arrears(8_000, 1_200, Count::Act360))?;
    pays(&mut model, place, 1_000_000, FIRST.after(45))?;
    paid_out(&mut model, FIRST.after(46))?;
    model.undo(place)?;
    model.holds()?;
    assert_eq!((owed(&model), due(&model)), (173_000, vec![]));
    assert!(model.payouts.iter().all(|payout| payout.payee == Payee::Company(0, place)));
    assert_eq!(model.undo(place), Err("nothing to take back".to_owned()), "only the sale is left");
    Ok(())
}

#[test]
fn what_came_early_is_taken_back_though_the_bank_paid_since() -> Made<()> {
    let mut model = Model::default();
    let place = sold(&mut model, arrears(8_000, 1_200, Count::Act360), 1_000_000, 45);
    pays(&mut model, place, 1_000_000, FIRST)?;
    paid_out(&mut model, FIRST)?;
    assert_eq!(model.of(place)?.state.status, Status::Settled);
    // It came before the sale was funded, and what that gave is not due.
    model.undo(place)?;
    model.holds()?;
    assert_eq!((model.of(place)?.state.status, model.of(place)?.state.open, due(&model)), (Status::Funded, 1_000_000, vec![]));
    assert_eq!(model.undo(place), Err("nothing to take back".to_owned()), "only the sale is left");
    let (mut model, place) = funded(arrears(8_000, 1_200, Count::Act360))?;
    pays(&mut model, place, 1_000_000, FIRST)?;
    let advance = model.payouts.iter().position(|payout| payout.purpose == Purpose::Advance).ok_or("no advance")?;
    model.returned(advance)?;
    model.undo(place)?;
    model.holds()?;
    assert_eq!((model.of(place)?.state.status, model.of(place)?.state.open), (Status::Funded, 1_000_000));
    Ok(())
}
