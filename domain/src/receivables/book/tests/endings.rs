//! How a receivable ends, what comes after, and what is taken back.

use super::*;
use crate::ledger::account::AccountKind;

#[test]
fn a_charge_back_is_the_sellers_and_so_is_what_the_debtor_pays_then() {
    let mut book = accepted(Parts { grace_days: 5, late_rate: rate(600), ..factoring() });
    told(&mut book, funded());
    let expected = [
        "04-19 charged_back: receivables_purchased -1000000, sellers_owe 800000, reserves 200000",
        "04-19 settled: sellers_owe 50333, discount_income -28000, service_fees -15000, late_charges -7333",
    ];
    assert_eq!(told(&mut book, [Fact::ChargedBack { on: day(105) }]), expected);
    let expected = ["04-24 receipt: bank 5, debtor_credits -5", "04-24 passed_on: bank 1000000, sellers_payable -1000000"];
    assert_eq!(told(&mut book, [paid(110, 1_000_005)]), expected);
}

#[test]
fn a_recovery_is_shared_as_the_loss_was() {
    let mut book = accepted(Parts { cover: share(3_333), ..factoring() });
    told(&mut book, funded());
    told(&mut book, [paid(40, 999_900)]);
    let expected = [
        "04-19 written_off: receivables_purchased -100, reserves 67, credit_losses 33",
        "04-19 settled: reserves 199933, sellers_payable -174266, discount_income -10667, service_fees -15000",
    ];
    let written_off = told(&mut book, [Fact::WrittenOff { on: day(105), cause: LossCause::Insolvency, late: LateCharge::Claimed }]);
    assert_eq!(written_off, expected);
    // The house's part of 1, 2, 4 and 100 is 0, 1, 1 and 33.
    for (came, house) in [(1, 0), (1, 1), (2, 0), (96, 32)] {
        let posted = book.record(paid(120, came)).unwrap();
        assert_eq!(Balances::of(&posted).get(AccountKind::CreditLosses), -house);
    }
    assert_eq!((book.state().loss, book.state().written_off), (amount(0), amount(0)));
    assert_eq!(told(&mut book, [paid(121, 7)]), ["05-05 receipt: bank 7, debtor_credits -7"]);
}

#[test]
fn more_time_costs_discount_and_no_late_charge() {
    let mut book = accepted(Parts { grace_days: 5, late_rate: rate(600), ..factoring() });
    told(&mut book, funded());
    assert_eq!(book.record(Fact::Extended { on: day(40), due_on: day(45) }), Err(Refused::NotLater));
    told(&mut book, [Fact::Extended { on: day(40), due_on: day(70) }]);
    assert_eq!(book.accrued(day(75)), Some((amount(20_000), amount(0))));
    assert_eq!(book.accrued(day(76)), Some((amount(20_267), amount(133))));
    told(&mut book, [paid(75, 1_000_000)]);
    assert_eq!(book.accrued(day(76)), None);
    let causes: Vec<_> = book.differences().unwrap().iter().map(|one| (one.cause.code(), one.amount.get())).collect();
    assert_eq!(causes, [("extended", -6_667), ("paid", -1_333)]);
}

#[test]
fn why_this_cent() {
    let mut book = accepted(Parts { cover: share(5_000), grace_days: 5, late_rate: rate(600), ..factoring() });
    told(&mut book, [Fact::Funded { on: day(0) }, Fact::Executed { on: day(1) }]);
    told(&mut book, [Fact::Credited { on: day(20), booked_on: day(20), amount: amount(50_000) }, paid(30, 300_000)]);
    told(&mut book, [Fact::Deducted { on: day(50), amount: amount(10_000), cause: DeductionCause::CashDiscount }]);
    told(&mut book, [Fact::WrittenOff { on: day(105), cause: LossCause::Default, late: LateCharge::Claimed }]);
    let causes: Vec<_> = book.differences().unwrap().iter().map(|one| (one.cause.code(), one.amount.get())).collect();
    // Out: 800,000 for 29 days, 500,000 for 75, of which 55 late.
    let expected = [("executed", 267), ("paid", -8_500), ("late", -4_583), ("credited", -50_000), ("deducted", -10_000)];
    assert_eq!(causes[..5], expected);
    assert_eq!(causes[5..], [("not_covered", -320_000)]);
    let settlement = book.settlement().unwrap();
    assert_eq!(settlement.seller_owes.get(), -(173_000 + causes.iter().map(|(_, amount)| amount).sum::<i64>()));
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut book = accepted(factoring());
    let on = day(50);
    let nothing = Fact::Credited { on, booked_on: on, amount: amount(0) };
    let refused = |book: &mut Book, fact| {
        let before = book.clone();
        let refused = book.record(fact).unwrap_err();
        assert_eq!(*book, before);
        refused
    };
    for fact in [Fact::Executed { on }, Fact::Returned { on }, nothing, Fact::ClosedShort { on }, Fact::ChargedBack { on }] {
        assert_eq!(refused(&mut book, fact), Refused::NotFunded);
    }
    assert_eq!(refused(&mut book, from(MoneyFrom::SetOff, 1, 1)), Refused::NotFunded);
    assert_eq!(refused(&mut book, paid(1, 0)), Refused::NoAmount);
    told(&mut book, [Fact::Funded { on: day(0) }]);
    assert_eq!(refused(&mut book, Fact::Funded { on }), Refused::AlreadyFunded);
    assert_eq!(refused(&mut book, Fact::Rejected { on, overpayment: Overpayment::Credited }), Refused::AlreadyFunded);
    assert_eq!(refused(&mut book, Fact::ChargedBack { on }), Refused::NotExecuted);
    assert_eq!(refused(&mut book, Fact::Executed { on: day(-1) }), Refused::BeforeFunding);
    assert_eq!(refused(&mut book, nothing), Refused::NoAmount);
    assert_eq!(refused(&mut book, Fact::Deducted { on, amount: amount(1_000_001), cause: DeductionCause::Dispute }), Refused::MoreThanOpen);
    assert_eq!(refused(&mut book, Fact::Credited { on, booked_on: on, amount: amount(1_000_001) }), Refused::MoreThanFace);
    told(&mut book, [paid(45, 1_000_000)]);
    assert_eq!(refused(&mut book, Fact::ChargedBack { on }), Refused::NothingOpen);
    told(&mut book, [Fact::Executed { on: day(0) }]);
    for fact in [Fact::ClosedShort { on }, Fact::ChargedBack { on }, Fact::Extended { on, due_on: day(99) }] {
        assert_eq!(refused(&mut book, fact), Refused::Ended);
    }
    // A payout that comes back now is paid again, and nothing else.
    assert_eq!(told(&mut book, [Fact::Returned { on }, Fact::Executed { on }]), Vec::<String>::new());
}

fn to_seller(paid_out: i64) -> PaidOut {
    PaidOut { to_seller: amount(paid_out), ..PaidOut::default() }
}

#[test]
fn what_is_taken_back_after_it_was_paid_out_is_owed() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    let before = book.clone();
    told(&mut book, [paid(45, 1_000_000)]);
    let mut too_much = book.clone();
    assert_eq!(too_much.undo(day(50), to_seller(173_001)), Err(Refused::NotGiven));
    assert_eq!(too_much.undo(day(50), to_seller(-1)), Err(Refused::NotGiven));
    assert_eq!(too_much, book);
    let undone = book.undo(day(50), to_seller(170_000)).unwrap();
    assert_eq!(book, before);
    assert_eq!(undone.reversed.iter().map(|posted| posted.event).collect::<Vec<_>>(), [Event::Receipt, Event::Settled]);
    assert_eq!(lines(undone.owed.as_slice()), ["02-23 settled: sellers_owe 170000, sellers_payable -170000"]);
    assert_eq!(book.undo(day(50), PaidOut::default()), Err(Refused::NotUndoable));
    assert_eq!(accepted(factoring()).undo(day(50), PaidOut::default()), Err(Refused::NothingToUndo));
}

#[test]
fn what_came_before_the_funding_is_taken_back_after_it() {
    let sellers = from(MoneyFrom::Seller, 0, 300_000);
    let mut book = accepted(factoring());
    told(&mut book, [paid(0, 900_000), sellers]);
    told(&mut book, funded());
    assert_eq!((book.state().status, book.state().open), (BookStatus::Settled, amount(0)));
    // Of the seller's as much went back to it as was too much. Without it nothing is, and a part of the invoice is open.
    let undone = book.undo(day(50), PaidOut::default()).unwrap();
    let instead: Vec<_> = undone.instead.into_iter().map(|(_, posted)| posted).collect();
    assert_eq!(undone.fact, sellers);
    assert_eq!(lines(instead.as_slice()), ["02-23 receipt_explained: receivables_purchased -900000, suspense 900000"]);
    assert_eq!((book.state().status, book.state().open), (BookStatus::Funded, amount(100_000)));
    assert_eq!(book.undo(day(50), PaidOut::default()).unwrap().fact, paid(0, 900_000));
    let mut never = accepted(factoring());
    told(&mut never, funded());
    assert_eq!(book, never);
    assert_eq!(book.undo(day(50), PaidOut::default()), Err(Refused::NotUndoable));
}

#[test]
fn what_came_before_a_rejection_is_taken_back_after_it() {
    let mut book = accepted(factoring());
    told(&mut book, [paid(1, 300_000), Fact::Rejected { on: day(2), overpayment: Overpayment::Credited }]);
    let undone = book.undo(day(50), to_seller(300_000)).unwrap();
    assert_eq!((undone.fact, undone.owed.len(), book.state().status), (paid(1, 300_000), 1, BookStatus::Rejected));
    assert_eq!(book.undo(day(50), PaidOut::default()), Err(Refused::NotUndoable));
}

#[test]
fn money_for_what_the_seller_has_borne_is_the_sellers_and_a_credit_note_for_it_moves_nothing() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    told(&mut book, [paid(45, 700_000), Fact::ClosedShort { on: day(45) }]);
    assert_eq!(book.state().status, BookStatus::Settled);
    assert_eq!(told(&mut book, [paid(50, 100_000)]), ["02-23 passed_on: bank 100000, sellers_payable -100000"]);
    // 200,000 were deducted and not paid; what is credited beyond had been paid.
    let expected = ["02-28 credited_after_settlement: sellers_owe 50000, debtor_credits -50000"];
    assert_eq!(told(&mut book, [Fact::Credited { on: day(55), booked_on: day(55), amount: amount(250_000) }]), expected);
    let settlement = book.settlement().unwrap();
    assert_eq!((settlement.dilution, settlement.debtor_credit), (amount(250_000), amount(50_000)));
}

#[test]
fn what_was_paid_before_the_bank_paid_out_can_be_taken_back() {
    let mut book = accepted(factoring());
    told(&mut book, [Fact::Funded { on: day(0) }, paid(1, 1_000_000)]);
    // The bank's word ends it.
    assert_eq!(told(&mut book, [Fact::Executed { on: day(2) }]).len(), 1);
    assert_eq!(book.state().status, BookStatus::Settled);
    let undone = book.undo(day(9), PaidOut::default()).unwrap();
    assert_eq!((undone.fact, undone.place), (paid(1, 1_000_000), 1));
    assert_eq!(undone.reversed.iter().map(|posted| posted.event).collect::<Vec<_>>(), [Event::Receipt, Event::Settled]);
    assert_eq!((book.state().status, book.state().executed_on), (BookStatus::Funded, Some(day(2))));
    assert_eq!(undone.instead, []);
}

#[test]
fn what_the_bank_did_costs_as_much_as_without_what_is_taken_back() {
    let mut book = accepted(Parts { grace_days: 5, late_rate: rate(600), ..factoring() });
    let longer = Fact::Extended { on: day(1), due_on: day(90) };
    told(&mut book, [Fact::Funded { on: day(0) }, paid(75, 700_000), paid(90, 300_000), longer]);
    told(&mut book, [Fact::Executed { on: day(76) }]);
    let late = book.settlement().unwrap().late;
    let undone = book.undo(day(95), PaidOut::default()).unwrap();
    assert_eq!((undone.reversed.len(), undone.instead.len()), (1, 1));
    assert_eq!((undone.instead[0].0, undone.instead[0].1.on), (3, day(95)));
    assert!(book.settlement().unwrap().late > late);
}

#[test]
fn what_the_bank_did_stays_where_only_its_day_would_be_another() {
    let mut book = accepted(factoring());
    told(&mut book, [Fact::Funded { on: day(0) }, paid(1, 1_000_000), paid(30, 500)]);
    // It is told late, and ends it on the day up to which something is booked.
    let settled = "02-03 settled: reserves 200000, sellers_payable -185000, service_fees -15000";
    assert_eq!(told(&mut book, [Fact::Executed { on: day(2) }]), [settled]);
    let undone = book.undo(day(40), to_seller(0)).unwrap();
    assert_eq!(undone.reversed.iter().map(|posted| posted.event).collect::<Vec<_>>(), [Event::Receipt]);
    assert_eq!((undone.instead, book.state().status), (vec![], BookStatus::Settled));
}

#[test]
fn what_was_kept_back_and_gave_a_release_is_taken_back_once_that_is_paid() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    told(&mut book, [Fact::PaidToSeller { on: day(45), amount: amount(1_000_000) }, from(MoneyFrom::SetOff, 45, 1_000_000)]);
    assert_eq!(book.state().status, BookStatus::Settled);
    assert_eq!(book.clone().undo(day(50), to_seller(173_001)), Err(Refused::NotGiven));
    let undone = book.undo(day(50), to_seller(173_000)).unwrap();
    assert_eq!(undone.reversed.iter().map(|posted| posted.event).collect::<Vec<_>>(), [Event::SetOff, Event::Settled]);
    assert_eq!(lines(undone.owed.as_slice()), ["02-23 settled: sellers_owe 173000, sellers_payable -173000"]);
}
