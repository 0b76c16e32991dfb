//! What is other in a programme.

use super::*;
use crate::{
    facilities::examples::programme,
    ledger::account::{AccountKind, Owner},
};

#[test]
fn funding_in_advance_takes_everything_at_once_and_the_buyer_gets_its_share_at_the_end() {
    let parts = Parts { service_fee: share(100), payout_fee: amount(500), fee_tax: share(1_000), buyer_share: share(2_500), ..programme() };
    let mut book = accepted(parts);
    let expected = "01-04 funded: receivables_purchased 1000000, sellers_payable -980950, unearned_discount -7500, tax_payable -1050, \
         service_fees -10000, payout_fees -500";
    assert_eq!(told(&mut book, funded()), [expected]);
    let expected = [
        "02-18 receipt: bank 1000000, receivables_purchased -1000000",
        "02-18 settled: unearned_discount 7500, buyer_rebates -1875, discount_income -5625",
    ];
    assert_eq!(told(&mut book, [paid(45, 1_000_000)]), expected);
}

#[test]
fn a_buyers_share_that_was_paid_when_the_payment_is_taken_back_is_owed_by_the_buyer() {
    let mut book = accepted(Parts { buyer_share: share(2_500), ..programme() });
    told(&mut book, funded());
    let before = book.clone();
    told(&mut book, [paid(45, 1_000_000)]);
    let to_holder = |paid_out| PaidOut { to_holder: amount(paid_out), ..PaidOut::default() };
    assert_eq!(book.undo(day(50), to_holder(1_876)), Err(Refused::NotGiven));
    assert_eq!(book.undo(day(50), PaidOut { to_seller: amount(1), ..PaidOut::default() }), Err(Refused::NotGiven));
    let undone = book.undo(day(50), to_holder(1_875)).unwrap();
    assert_eq!(book, before);
    let holder = Owner::Company(book.basis().parties().holder);
    let postings = undone.owed.iter().flat_map(|posted| posted.draft.postings());
    let expected = [(AccountKind::SellersOwe, holder, 1_875), (AccountKind::BuyerRebates, holder, -1_875)];
    assert_eq!(postings.map(|one| (one.account.kind(), one.account.owner(), one.amount.get())).collect::<Vec<_>>(), expected);
}

#[test]
fn a_programmes_payout_that_is_carried_out_late_costs_less_and_once_it_came_back_less_again() {
    let mut book = accepted(programme());
    told(&mut book, [Fact::Funded { on: day(0) }]);
    let executed = |on| Fact::Executed { on: day(on) };
    assert_eq!(told(&mut book, [executed(3)]), ["01-07 payout_repriced: sellers_payable -500, unearned_discount 500"]);
    assert_eq!(book.record(executed(4)), Err(Refused::AlreadyExecuted));
    let expected = ["01-10 payout_repriced: sellers_payable -500, unearned_discount 500"];
    assert_eq!(told(&mut book, [Fact::Returned { on: day(5) }, executed(6)]), expected);
    told(&mut book, [paid(45, 1_000_000)]);
    assert_eq!(book.settlement().unwrap().to_seller, amount(1_000));
    assert_eq!(book.differences().unwrap().iter().map(|difference| difference.amount.get()).sum::<i64>(), 1_000);
}

#[test]
fn a_programmes_buyer_that_is_late_owes_a_charge_and_money_pays_it_after_the_invoice() {
    let mut book = accepted(Parts { late_rate: rate(3_600), ..programme() });
    told(&mut book, funded());
    let expected = [
        "02-28 receipt: bank 1000000, receivables_purchased -1000000",
        "02-28 late_charge: late_charges_due 10000, late_charges -10000",
        "02-28 settled: unearned_discount 7500, discount_income -7500",
        "02-28 late_charge_paid: bank 4000, late_charges_due -4000",
    ];
    assert_eq!(told(&mut book, [paid(55, 1_004_000)]), expected);
    let expected = ["03-05 receipt: bank 500, debtor_credits -500", "03-05 late_charge_paid: bank 6000, late_charges_due -6000"];
    assert_eq!(told(&mut book, [paid(60, 6_500)]), expected);
    let settlement = book.settlement().unwrap();
    assert_eq!((settlement.late, settlement.debtor_credit, settlement.to_seller), (amount(10_000), amount(500), amount(0)));
}

/// What the supplier sent never pays the charge, whoever paid first.
#[test]
fn the_suppliers_money_never_pays_its_buyers_late_charge() {
    let suppliers = |on, amount| from(MoneyFrom::Seller, on, amount);
    let mut book = accepted(Parts { late_rate: rate(3_600), ..programme() });
    told(&mut book, funded());
    told(&mut book, [suppliers(54, 10_000)]);
    let late = accepted_late();
    let expected = [
        "02-28 receipt: bank 990000, receivables_purchased -990000".to_owned(),
        format!("02-28 late_charge: late_charges_due {late}, late_charges -{late}"),
        "02-28 settled: unearned_discount 7500, discount_income -7500".to_owned(),
        "02-28 passed_on: bank 10000, sellers_payable -10000".to_owned(),
    ];
    assert_eq!(told(&mut book, [paid(55, 1_000_000)]), expected);
    assert_eq!(book.state().late_due, amount(late));
    let paid_late = format!("03-05 late_charge_paid: bank {late}, late_charges_due -{late}");
    assert_eq!(told(&mut book, [paid(60, late)]), [paid_late]);
}

/// The charge of a payable of which a little was paid the day before.
fn accepted_late() -> i64 {
    let mut book = accepted(Parts { late_rate: rate(3_600), ..programme() });
    told(&mut book, funded());
    told(&mut book, [paid(54, 10_000), paid(55, 990_000)]);
    book.state().late_due.get()
}

#[test]
fn in_a_programme_nothing_is_taken_off_the_face_and_a_loss_is_the_houses() {
    let mut book = accepted(Parts { late_rate: rate(3_600), ..programme() });
    told(&mut book, funded());
    for fact in [
        Fact::Credited { on: day(1), booked_on: day(1), amount: amount(1) },
        Fact::Deducted { on: day(1), amount: amount(1), cause: DeductionCause::Dispute },
        Fact::Extended { on: day(1), due_on: day(90) },
        Fact::ChargedBack { on: day(60) },
    ] {
        assert_eq!(book.record(fact), Err(Refused::NotInProgramme), "{fact:?}");
    }
    let expected = [
        "04-04 written_off: receivables_purchased -1000000, credit_losses 1000000",
        "04-04 late_charge: late_charges_due 45000, late_charges -45000",
        "04-04 settled: unearned_discount 7500, discount_income -7500",
    ];
    assert_eq!(told(&mut book, [Fact::WrittenOff { on: day(90), cause: LossCause::Other, late: LateCharge::Claimed }]), expected);
    assert_eq!(told(&mut book, [paid(100, 400_000)]), ["04-14 recovered: bank 400000, credit_losses -400000"]);
    let expected = ["04-15 recovered: bank 600000, credit_losses -600000", "04-15 late_charge_paid: bank 30000, late_charges_due -30000"];
    assert_eq!(told(&mut book, [paid(101, 630_000)]), expected, "after what was lost");
}

/// The supplier keeps what it got, and the buyer still owes what it owes for being late.
#[test]
fn what_a_payment_leaves_in_a_programme_is_the_houses_loss_until_it_comes_after_all() {
    let mut book = accepted(Parts { late_rate: rate(3_600), ..programme() });
    assert_eq!(book.record(Fact::ClosedShort { on: day(0) }), Err(Refused::NotFunded));
    told(&mut book, funded());
    told(&mut book, [paid(90, 998_500)]);
    let would_end = book.ended_by(Fact::ClosedShort { on: day(90) }).unwrap();
    let expected = [
        "04-04 written_off: receivables_purchased -1500, credit_losses 1500",
        "04-04 late_charge: late_charges_due 45000, late_charges -45000",
        "04-04 settled: unearned_discount 7500, discount_income -7500",
    ];
    assert_eq!(told(&mut book, [Fact::ClosedShort { on: day(90) }]), expected);
    let settlement = book.settlement().unwrap();
    assert_eq!((book.state().status, settlement), (BookStatus::Settled, would_end));
    let of_supplier = (settlement.dilution, settlement.not_covered, settlement.seller_owes, settlement.to_seller);
    assert_eq!((settlement.loss, of_supplier), (amount(1_500), (amount(0), amount(0), amount(0), amount(0))));
    assert_eq!(told(&mut book, [paid(100, 1_500)]), ["04-14 recovered: bank 1500, credit_losses -1500"]);
    assert_eq!(told(&mut book, [paid(100, 1)]), ["04-14 late_charge_paid: bank 1, late_charges_due -1"]);
}

#[test]
fn a_late_charge_is_the_same_however_it_ends() {
    let mut book = accepted(Parts { late_rate: rate(3_600), ..programme() });
    told(&mut book, funded());
    let late = book.lateness(day(90), None).unwrap().late;
    assert_eq!(late, amount(45_000));
    for end in [paid(90, 1_000_000), Fact::WrittenOff { on: day(90), cause: LossCause::Insolvency, late: LateCharge::Claimed }] {
        assert_eq!(book.ended_by(end).unwrap().late, late, "{end:?}");
    }
}
