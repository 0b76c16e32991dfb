//! Each fact, and the entries it makes.

mod endings;
mod programmes;

use super::{
    journal::{Balances, lines},
    *,
};
use crate::{
    facilities::{
        examples::{factoring, rate, share},
        terms::Parts,
    },
    pricing::statement::Cause,
};
use chrono::TimeDelta;
use uuid::Uuid;

pub(super) fn day(offset: i64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2027, 1, 4).unwrap() + TimeDelta::days(offset)
}

pub(super) fn parties() -> Parties {
    Parties {
        receivable: ReceivableId(Uuid::from_u128(1)),
        seller: CompanyId(Uuid::from_u128(2)),
        debtor: DebtorId(Uuid::from_u128(3)),
        holder: CompanyId(Uuid::from_u128(4)),
    }
}

fn accepted(parts: Parts) -> Book {
    let case = Case { face: Minor::new(1_000_000), certain: Minor::new(1_000_000), payout_on: day(0), due_on: day(45) };
    Book::open(Basis::of(parties(), Terms::parse(parts).unwrap(), case).unwrap())
}

fn from(from: MoneyFrom, on: i64, amount: i64) -> Fact {
    Fact::Received(Receipt { value_on: day(on), booked_on: day(on), amount: Minor::new(amount), from })
}

fn paid(on: i64, amount: i64) -> Fact {
    from(MoneyFrom::Debtor, on, amount)
}

fn funded() -> [Fact; 2] {
    [Fact::Funded { on: day(0) }, Fact::Executed { on: day(0) }]
}

/// Tells it facts; the lines of all but the first two, which are the funding's.
fn told(book: &mut Book, facts: impl IntoIterator<Item = Fact>) -> Vec<String> {
    facts.into_iter().flat_map(|fact| lines(&book.record(fact).unwrap())).collect()
}

fn amount(amount: i64) -> Minor {
    Minor::new(amount)
}

#[test]
fn funding_in_arrears_keeps_the_reserve_and_takes_the_payout_fee() {
    let mut book = accepted(Parts { payout_fee: amount(500), fee_tax: share(1_900), ..factoring() });
    let expected =
        "01-04 funded: receivables_purchased 1000000, reserves -200000, sellers_payable -799405, tax_payable -95, payout_fees -500";
    assert_eq!(told(&mut book, funded()), [expected]);
    let expected = [
        "02-18 receipt: bank 1000000, receivables_purchased -1000000",
        "02-18 settled: reserves 200000, sellers_payable -170150, tax_payable -2850, discount_income -12000, service_fees -15000",
    ];
    assert_eq!(told(&mut book, [paid(45, 1_000_000)]), expected);
}

/// When its seller gets what is left for it, and how much.
fn at_end(book: &Book, today: NaiveDate) -> Option<(NaiveDate, Minor)> {
    book.coming(today, None).map(|coming| (coming.at_end.on, coming.at_end.amount))
}

#[test]
fn what_is_coming_is_what_a_payment_on_the_due_date_leaves() {
    let mut book = accepted(factoring());
    assert_eq!(at_end(&book, day(-3)), Some((day(45), amount(173_000))), "accepted: as was offered");
    assert_eq!(at_end(&book, day(2)), Some((day(45), amount(173_533))), "a payout two days late costs two days less");
    for fact in funded() {
        book.record(fact).unwrap();
        assert_eq!(at_end(&book, day(0)), Some((day(45), amount(173_000))));
    }
    assert_eq!(at_end(&book, day(60)), Some((day(60), amount(169_000))), "overdue: were it paid today");
    book.record(Fact::Credited { on: day(10), booked_on: day(10), amount: amount(250_000) }).unwrap();
    assert_eq!(at_end(&book, day(10)), Some((day(45), amount(-27_000))), "of what the reserve does not cover, 50,000 are owed");
    let before = book.clone();
    book.coming(day(10), None);
    assert_eq!(book, before, "nothing happened by it");
    book.record(paid(20, 750_000)).unwrap();
    assert_eq!(book.coming(day(20), None), None, "at its end there is nothing to come");
    let mut rejected = accepted(factoring());
    rejected.record(Fact::Rejected { on: day(0), overpayment: Overpayment::Credited }).unwrap();
    assert_eq!(rejected.coming(day(0), None), None);
}

#[test]
fn how_it_would_end_is_told_beforehand() {
    let mut book = accepted(factoring());
    assert_eq!(book.ended_by(Fact::ClosedShort { on: day(10) }), None, "nothing was paid out");
    for fact in funded() {
        book.record(fact).unwrap();
    }
    assert_eq!(book.ended_by(paid(10, 400_000).to_owned()), None, "that does not end it");
    for fact in [Fact::ClosedShort { on: day(60) }, Fact::ChargedBack { on: day(60) }] {
        let told = book.ended_by(fact).unwrap();
        let mut then = book.clone();
        then.record(fact).unwrap();
        assert_eq!(then.settlement(), Some(told));
        assert!(told.seller_owes.is_positive());
        assert_eq!(then.ended_by(fact), None);
    }
    assert_eq!(book.state().status, BookStatus::Funded);
}

#[test]
fn money_that_comes_early_waits_in_suspense() {
    let mut book = accepted(factoring());
    assert_eq!(told(&mut book, [paid(-2, 300_000)]), ["01-02 receipt_unexplained: bank 300000, suspense -300000"]);
    assert_eq!(told(&mut book, [from(MoneyFrom::Suspense, -1, 800_000)]), Vec::<String>::new());
    let expected = [
        "01-04 funded: receivables_purchased 1000000, reserves -200000, sellers_payable -800000",
        "01-04 receipt_explained: receivables_purchased -1000000, debtor_credits -100000, suspense 1100000",
    ];
    assert_eq!(told(&mut book, [Fact::Funded { on: day(0) }]), expected);
    // Nobody knows how long what was out before the bank has answered.
    assert_eq!(book.state().status, BookStatus::Funded);
    let expected = ["01-05 settled: reserves 200000, sellers_payable -185000, service_fees -15000"];
    assert_eq!(told(&mut book, [Fact::Executed { on: day(1) }]), expected);
}

#[test]
fn money_of_the_days_before_the_funding_that_is_told_after_it_is_booked_as_in_time() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    let expected = [
        "01-02 receipt_unexplained: bank 300000, suspense -300000",
        "01-04 receipt_explained: receivables_purchased -300000, suspense 300000",
    ];
    assert_eq!(told(&mut book, [paid(-2, 300_000)]), expected);
}

#[test]
fn money_for_a_rejected_one_is_passed_on_and_nothing_is_charged() {
    let mut book = accepted(factoring());
    told(&mut book, [paid(-2, 300_000)]);
    let expected = ["01-04 receipt_explained: sellers_payable -300000, suspense 300000"];
    assert_eq!(told(&mut book, [Fact::Rejected { on: day(0), overpayment: Overpayment::Credited }]), expected);
    assert_eq!(told(&mut book, [paid(5, 700_000)]), ["01-09 passed_on: bank 700000, sellers_payable -700000"]);
    assert_eq!(book.record(Fact::Funded { on: day(6) }), Err(Refused::Ended));
}

/// The whole of the invoice is its seller's, and what the seller sent of its own. The rest was never owed.
#[test]
fn what_a_debtor_pays_too_much_for_a_rejected_one_is_its_credit() {
    let reject = |overpayment| Fact::Rejected { on: day(0), overpayment };
    let mut book = accepted(factoring());
    told(&mut book, [paid(-2, 600_000), paid(-1, 500_000)]);
    let expected = ["01-04 receipt_explained: sellers_payable -1000000, debtor_credits -100000, suspense 1100000"];
    assert_eq!(told(&mut book, [reject(Overpayment::Credited)]), expected);
    assert_eq!(told(&mut book, [paid(5, 70)]), ["01-09 passed_on: bank 70, debtor_credits -70"]);

    let mut book = accepted(factoring());
    told(&mut book, [from(MoneyFrom::Seller, -2, 300_000), reject(Overpayment::Credited)]);
    let expected = ["01-09 passed_on: bank 1000000, sellers_payable -1000000"];
    assert_eq!(told(&mut book, [paid(5, 1_000_000)]), expected, "300,000 of it in place of the seller's own");
    assert_eq!(told(&mut book, [paid(6, 70)]), ["01-10 passed_on: bank 70, debtor_credits -70"]);

    let mut before = accepted(factoring());
    told(&mut before, [paid(-2, 1_100_000)]);
    let expected = ["01-04 receipt_explained: sellers_payable -1100000, suspense 1100000"];
    assert_eq!(told(&mut before, [reject(Overpayment::PassedOn)]), expected);
    assert_eq!(told(&mut before, [paid(5, 70)]), ["01-09 passed_on: bank 70, sellers_payable -70"]);
}

/// Nothing is open from the payment on, whenever the house pays.
#[test]
fn a_cash_discount_is_taken_with_its_payment_whether_or_not_the_house_has_paid_by_then() {
    let discount = |on| Fact::Deducted { on: day(on), amount: amount(30_000), cause: DeductionCause::CashDiscount };
    let mut early = accepted(factoring());
    told(&mut early, [paid(-2, 970_000)]);
    assert_eq!(told(&mut early, [discount(-2)]), Vec::<String>::new(), "the receivable is not there yet");
    assert_eq!((early.state().unpaid(), early.state().deducted), (amount(0), amount(30_000)));
    let expected = [
        "01-04 funded: receivables_purchased 1000000, reserves -200000, sellers_payable -800000",
        "01-04 receipt_explained: receivables_purchased -970000, suspense 970000",
        "01-04 deduction: receivables_purchased -30000, reserves 30000",
    ];
    assert_eq!(told(&mut early, [Fact::Funded { on: day(0) }]), expected);
    assert_eq!((early.state().status, early.state().open), (BookStatus::Funded, amount(0)));
    told(&mut early, [Fact::Executed { on: day(1) }]);

    let mut between = accepted(factoring());
    told(&mut between, [Fact::Funded { on: day(0) }, paid(0, 970_000)]);
    assert_eq!(told(&mut between, [discount(0)]), ["01-04 deduction: receivables_purchased -30000, reserves 30000"]);
    assert_eq!(between.state().open, amount(0));
    told(&mut between, [Fact::Executed { on: day(1) }]);
    for book in [&early, &between] {
        assert_eq!((book.state().status, book.settlement().unwrap().dilution), (BookStatus::Settled, amount(30_000)));
    }

    // Taken back after the funding: the payment that it was granted on is there alone.
    let undone = early.undo(day(2), PaidOut::default()).unwrap();
    assert_eq!((undone.fact, early.state().open), (discount(-2), amount(30_000)));

    // Paid after all, it was not kept: no seller bears it.
    let mut paid_whole = accepted(factoring());
    told(&mut paid_whole, [paid(-3, 970_000), discount(-3), paid(-2, 40_000)]);
    assert_eq!((paid_whole.state().unpaid(), paid_whole.state().deducted), (amount(0), amount(0)));
    let expected = [
        "01-04 funded: receivables_purchased 1000000, reserves -200000, sellers_payable -800000",
        "01-04 receipt_explained: receivables_purchased -1000000, debtor_credits -10000, suspense 1010000",
    ];
    assert_eq!(told(&mut paid_whole, [Fact::Funded { on: day(0) }]), expected);

    let mut rejected = accepted(factoring());
    told(&mut rejected, [paid(-2, 970_000), discount(-2), Fact::Rejected { on: day(0), overpayment: Overpayment::Credited }]);
    assert_eq!(rejected.state().deducted, amount(0), "the house has nothing of it");

    let mut never = accepted(factoring());
    told(&mut never, [paid(-2, 970_000)]);
    assert_eq!(
        never.record(Fact::Deducted { on: day(-2), amount: amount(30_001), cause: DeductionCause::CashDiscount }),
        Err(Refused::MoreThanOpen)
    );
    assert_eq!(never.record(Fact::Deducted { on: day(-2), amount: amount(1), cause: DeductionCause::Dispute }), Err(Refused::NotFunded));
}

#[test]
fn the_debtors_money_comes_from_many_sides() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    let expected = [
        "01-05 receipt_explained: receivables_purchased -100, suspense 100",
        "01-06 debtor_credit_used: receivables_purchased -200, debtor_credits 200",
        "01-07 forwarded: bank 300, receivables_purchased -300",
        "01-08 set_off: receivables_purchased -400, sellers_payable 400",
    ];
    let facts = [
        from(MoneyFrom::Suspense, 1, 100),
        from(MoneyFrom::DebtorCredit, 2, 200),
        from(MoneyFrom::Seller, 3, 300),
        from(MoneyFrom::SetOff, 4, 400),
    ];
    assert_eq!(told(&mut book, facts), expected);
    assert_eq!((book.state().open, book.state().out(book.basis())), (amount(999_000), amount(799_000)));
    assert_eq!(book.record(from(MoneyFrom::SetOff, 5, 999_001)), Err(Refused::MoreThanOpen));
    assert_eq!(book.record(from(MoneyFrom::DebtorCredit, 5, 999_001)), Err(Refused::MoreThanOpen));
}

#[test]
fn what_the_debtor_paid_the_seller_stays_open_until_it_is_passed_on() {
    let mut book = accepted(factoring());
    let to_seller = |amount: i64| Fact::PaidToSeller { on: day(1), amount: Minor::new(amount) };
    assert_eq!(book.record(to_seller(1)), Err(Refused::NotFunded));
    told(&mut book, funded());
    assert_eq!(book.record(to_seller(0)), Err(Refused::NoAmount));
    assert_eq!(book.record(to_seller(1_000_001)), Err(Refused::MoreThanOpen));
    assert_eq!(told(&mut book, [to_seller(300_000), to_seller(400_000)]), Vec::<String>::new());
    assert_eq!((book.state().with_seller(), book.state().open), (amount(700_000), amount(1_000_000)));
    assert_eq!(book.record(to_seller(300_001)), Err(Refused::MoreThanOpen));
    told(&mut book, [from(MoneyFrom::Seller, 3, 100_000), from(MoneyFrom::SetOff, 4, 200_000), paid(5, 100_000)]);
    assert_eq!((book.state().with_seller(), book.state().open), (amount(400_000), amount(600_000)));
    // Once the debtor pays more than the rest, the seller has less that the house is owed.
    told(&mut book, [paid(6, 300_000)]);
    assert_eq!(book.state().with_seller(), amount(300_000));
    told(&mut book, [Fact::ClosedShort { on: day(7) }]);
    assert_eq!(book.state().with_seller(), Minor::ZERO);
}

#[test]
fn too_much_is_the_debtors() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    let receipt = &told(&mut book, [paid(45, 1_000_500)])[0];
    assert_eq!(receipt, "02-18 receipt: bank 1000500, receivables_purchased -1000000, debtor_credits -500");
    assert_eq!(told(&mut book, [paid(50, 10)]), ["02-23 receipt: bank 10, debtor_credits -10"]);
    assert_eq!(book.settlement().unwrap().debtor_credit, amount(510));
}

#[test]
fn of_too_much_the_seller_gets_what_it_sent_whoever_paid_last() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    let lines = told(&mut book, [from(MoneyFrom::Seller, 10, 30_000), paid(45, 1_000_500)]);
    let expected = [
        "01-14 forwarded: bank 30000, receivables_purchased -30000",
        "02-18 receipt: bank 970500, receivables_purchased -970000, debtor_credits -500",
        "02-18 settled: reserves 200000, sellers_payable -173350, discount_income -11650, service_fees -15000",
        "02-18 passed_on: bank 30000, sellers_payable -30000",
    ];
    assert_eq!(lines, expected);
    assert_eq!(book.settlement().unwrap().debtor_credit, amount(500));
    assert_eq!(told(&mut book, [paid(50, 10)]), ["02-23 receipt: bank 10, debtor_credits -10"], "it got back all it sent");
}

#[test]
fn what_the_debtor_had_paid_the_seller_is_the_debtors_when_too_much_comes() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    let (to_seller, sent) = (|minor| Fact::PaidToSeller { on: day(1), amount: amount(minor) }, from(MoneyFrom::Seller, 10, 30_000));
    let mut known_later = book.clone();
    told(&mut book, [to_seller(20_000), sent]);
    told(&mut known_later, [sent, to_seller(20_000)]);
    assert_eq!(book.state(), known_later.state(), "whenever that was known");
    // More than it sent is with the seller.
    told(&mut known_later, [to_seller(15_000)]);
    assert_eq!(known_later.state().with_seller(), amount(5_000));
    let lines = told(&mut book, [paid(45, 1_000_000)]);
    assert_eq!(lines[0], "02-18 receipt: bank 990000, receivables_purchased -970000, debtor_credits -20000");
    assert_eq!(lines[2], "02-18 passed_on: bank 10000, sellers_payable -10000");
}

#[test]
fn what_the_seller_sent_goes_back_to_it_in_every_state() {
    let sent = || {
        let mut book = accepted(factoring());
        told(&mut book, funded());
        told(&mut book, [from(MoneyFrom::Seller, 10, 30_000)]);
        book
    };
    let mut early = accepted(factoring());
    told(&mut early, [from(MoneyFrom::Seller, -2, 30_000), paid(-1, 1_000_000)]);
    let funding = &told(&mut early, [Fact::Funded { on: day(0) }])[1];
    assert_eq!(funding, "01-04 receipt_explained: receivables_purchased -1000000, sellers_payable -30000, suspense 1030000");
    let mut charged_back = sent();
    told(&mut charged_back, [Fact::ChargedBack { on: day(105) }]);
    assert_eq!(told(&mut charged_back, [paid(110, 1_000_000)]), ["04-24 passed_on: bank 1000000, sellers_payable -1000000"]);
    let mut written_off = sent();
    told(&mut written_off, [Fact::WrittenOff { on: day(105), cause: LossCause::Other, late: LateCharge::Claimed }]);
    let lines = told(&mut written_off, [paid(110, 1_000_000)]);
    let expected = ["04-24 recovered: bank 970000, sellers_payable -970000", "04-24 passed_on: bank 30000, sellers_payable -30000"];
    assert_eq!(lines, expected);
    let credited = |on, minor| Fact::Credited { on: day(on), booked_on: day(on), amount: amount(minor) };
    let mut noted = sent();
    told(&mut noted, [paid(20, 700_000)]);
    let lines = told(&mut noted, [credited(20, 300_000)]);
    let note = "01-24 credit_note: receivables_purchased -270000, sellers_owe 100000, reserves 200000, sellers_payable -30000";
    assert_eq!((lines[0].as_str(), noted.settlement().unwrap().debtor_credit), (note, Minor::ZERO));
    let mut settled = sent();
    told(&mut settled, [paid(45, 970_000)]);
    let expected = ["02-23 credited_after_settlement: sellers_owe 100000, sellers_payable -30000, debtor_credits -70000"];
    assert_eq!(told(&mut settled, [credited(50, 100_000)]), expected);
    assert_eq!(settled.settlement().unwrap().debtor_credit, amount(70_000));
}

#[test]
fn the_reserve_bears_what_is_taken_off_and_then_the_seller_does() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    let expected = [
        "01-14 credit_note: receivables_purchased -150000, reserves 150000",
        "01-24 deduction: receivables_purchased -80000, sellers_owe 30000, reserves 50000",
    ];
    let facts = [
        Fact::Credited { on: day(10), booked_on: day(10), amount: amount(150_000) },
        Fact::Deducted { on: day(20), amount: amount(80_000), cause: DeductionCause::Dispute },
    ];
    assert_eq!(told(&mut book, facts), expected);
    let expected = [
        "02-18 receipt: bank 770000, receivables_purchased -770000",
        "02-18 settled: sellers_owe 27000, discount_income -12000, service_fees -15000",
    ];
    assert_eq!(told(&mut book, [paid(45, 770_000)]), expected);
    assert_eq!(book.settlement().unwrap().seller_owes, amount(57_000));
}

#[test]
fn what_the_seller_was_given_already_is_not_coming_again() {
    let mut book = accepted(crate::facilities::examples::programme());
    let expected = |on, given| {
        let with_advance = Prospect { on: day(on), amount: amount(given) };
        Some(Prospects { with_advance, at_end: Prospect { on: day(45), amount: amount(0) } })
    };
    assert_eq!(book.coming(day(3), None), expected(3, 500), "a payout three days late gives that back when it is carried out");
    told(&mut book, [Fact::Funded { on: day(0) }]);
    assert_eq!(book.coming(day(3), None), expected(3, 500), "so does one that came back");
    told(&mut book, [Fact::Executed { on: day(3) }]);
    assert_eq!(book.coming(day(3), None), expected(3, 0), "it is due by now");
}

/// What the seller gets by this.
fn given(book: &mut Book, fact: Fact) -> Minor {
    let of = |posted: &Posted| -posted.draft.total(AccountKind::SellersPayable) - posted.draft.total(AccountKind::SellersOwe);
    book.record(fact).unwrap().iter().map(of).sum()
}

#[test]
fn what_still_comes_after_a_part_payment_is_what_then_comes() {
    let whole = || Parts { advance_rate: share(10_000), ..factoring() };
    for (kind, parts) in [("a part", factoring()), ("all", whole()), ("a programme", crate::facilities::examples::programme())] {
        for part in [1, 400_000, 999_999] {
            // The bank has carried the payout out by then.
            let mut book = accepted(parts);
            told(&mut book, funded().into_iter().chain([paid(20, part)]));
            let expected = book.coming(day(20), None).unwrap();
            let comes = given(&mut book, paid(45, 1_000_000 - part));
            assert_eq!(
                (expected.with_advance.amount, expected.at_end.amount),
                (Minor::ZERO, comes),
                "{kind}: {part} paid after the payout"
            );
            // It does so on the fifth day, with the rest to be paid on the last one.
            let mut book = accepted(parts);
            told(&mut book, [Fact::Funded { on: day(0) }, paid(3, part)]);
            let expected = book.coming(day(5), None).unwrap();
            let first = given(&mut book, Fact::Executed { on: day(5) });
            let last = given(&mut book, paid(45, 1_000_000 - part));
            let before = format!("{kind}: {part} paid before the payout");
            assert_eq!((expected.with_advance.amount, expected.at_end.amount), (first, last), "{before}");
        }
        // Where all was paid before, all comes with the payout.
        let mut book = accepted(parts);
        told(&mut book, [Fact::Funded { on: day(0) }, paid(3, 1_000_000)]);
        let expected = book.coming(day(5), None).unwrap();
        let comes = given(&mut book, Fact::Executed { on: day(5) });
        assert_eq!((expected.with_advance.amount, expected.at_end.amount), (comes, Minor::ZERO), "{kind}: all paid before the payout");
    }
    let at_end = |parts: Parts, part: i64| {
        let mut book = accepted(parts);
        told(&mut book, funded().into_iter().chain([paid(20, part)]));
        at_end(&book, day(20))
    };
    // 800,000 at 12 % a year for 20 days, and 400,000 for 25: 8,667 in place of 12,000.
    assert_eq!(at_end(factoring(), 400_000), Some((day(45), amount(176_333))));
    // 1,000,000 for 20 days and 600,000 for 25: 11,667, and the service fee of 15,000, all of which the seller then owes.
    assert_eq!(at_end(whole(), 400_000), Some((day(45), amount(-26_667))));
}

#[test]
fn until_the_bank_confirms_a_payout_time_costs_from_the_day_it_was_ordered() {
    let mut book = accepted(factoring());
    let gets = |book: &Book, on: i64, ordered: Option<i64>| book.coming(day(on), ordered.map(day)).unwrap().at_end.amount;
    let sold = book.basis().price().components().release;
    // 800,000 at 12 % a year: 4,000 for 15 days.
    assert_eq!(gets(&book, 30, None), sold + amount(8_000), "not ordered: were it paid out that day");
    told(&mut book, [Fact::Funded { on: day(0) }]);
    let ordered: Vec<_> = [0, 3, 30, 45, 60].into_iter().map(|on| gets(&book, on, Some(0))).collect();
    assert_eq!(ordered, [sold, sold, sold, sold, sold - amount(4_000)]);
    told(&mut book, [Fact::Executed { on: day(0) }]);
    let confirmed: Vec<_> = [0, 3, 30, 45, 60].into_iter().map(|on| gets(&book, on, None)).collect();
    assert_eq!(ordered, confirmed, "the bank's word changes nothing");
    told(&mut book, [Fact::Returned { on: day(5) }]);
    assert_eq!(gets(&book, 30, None), sold + amount(8_000), "one that came back is to be ordered again");
    assert_eq!(gets(&book, 30, Some(15)), sold + amount(4_000), "ordered again");
}

#[test]
fn a_debtor_may_get_more_time_before_the_payout_and_the_price_stays() {
    let mut book = accepted(factoring());
    let price = *book.basis().price();
    told(&mut book, [Fact::Extended { on: day(-1), due_on: day(60) }]);
    assert_eq!((book.state().due_on, *book.basis().price()), (day(60), price));
    told(&mut book, funded());
    told(&mut book, [paid(60, 1_000_000)]);
    // 15 days more of 800,000 at 12 % a year.
    assert_eq!(book.settlement().unwrap().to_seller, amount(173_000 - 4_000));
    assert_eq!(book.record(Fact::Extended { on: day(61), due_on: day(90) }), Err(Refused::Ended));
    let mut payable = accepted(crate::facilities::examples::programme());
    assert_eq!(payable.record(Fact::Extended { on: day(0), due_on: day(60) }), Err(Refused::NotInProgramme));
}

#[test]
fn a_credit_note_is_booked_when_it_is_entered_and_its_own_day_counts_for_time() {
    let mut book = accepted(factoring());
    told(&mut book, funded());
    told(&mut book, [paid(40, 700_000)]);
    let note = Fact::Credited { on: day(45), booked_on: day(60), amount: amount(300_000) };
    let entries = book.record(note).unwrap();
    assert!(entries.iter().all(|posted| posted.on == day(60)), "{entries:?}");
    // 800,000 for 40 days, and 100,000 for 5 more.
    assert_eq!((book.settlement().unwrap().discount, book.settled_on()), (amount(10_833), Some(day(60))));
    assert_eq!(why_paid(&book), Some((Some(day(40)), day(45))));
}

/// When money came last, and until when discount ran, where that is why the seller gets another amount.
fn why_paid(book: &Book) -> Option<(Option<NaiveDate>, NaiveDate)> {
    let causes = book.differences().unwrap().into_iter().map(|difference| difference.cause);
    causes.into_iter().find_map(|cause| if let Cause::Paid { paid_on, ended_on, .. } = cause { Some((paid_on, ended_on)) } else { None })
}

#[test]
fn the_day_of_the_last_payment_is_one_on_which_money_came() {
    let story = |facts: &[Fact]| {
        let mut book = accepted(factoring());
        told(&mut book, funded());
        told(&mut book, facts.iter().copied());
        (book.settled_on(), why_paid(&book))
    };
    let on = |day_of: i64| Some(day(day_of));
    assert_eq!(story(&[paid(40, 1_000_000)]), (on(40), Some((on(40), day(40)))));
    // Closed the day after the only payment, of which a part is out.
    assert_eq!(story(&[paid(40, 700_000), Fact::ClosedShort { on: day(41) }]), (on(41), Some((on(40), day(41)))));
    // What is entered later for an earlier day settles it when it is entered.
    let late = Fact::Credited { on: day(20), booked_on: day(44), amount: amount(300_000) };
    assert_eq!(story(&[paid(40, 700_000), late]), (on(44), Some((on(40), day(40)))));
    let whole = Fact::Credited { on: day(20), booked_on: day(21), amount: amount(1_000_000) };
    assert_eq!(story(&[whole]), (on(21), Some((None, day(20)))), "nobody paid");
    // What comes afterwards is the debtor's.
    assert_eq!(story(&[paid(40, 1_000_000), paid(70, 500)]), (on(40), Some((on(40), day(40)))));
}
