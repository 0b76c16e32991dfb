//! How what was sold ends.

use super::*;

#[test]
fn a_lost_dispute_over_all_of_it_goes_back_at_once_and_one_over_a_part_does_not() -> Result<(), Blocked> {
    let (terms, me) = (terms(factoring()), operator(9));
    let today = ground(&terms, "2027-01-20");
    let disputed = |amount| {
        let mut receivable = factored(S::Funded);
        receivable.enter_dispute(dispute(amount), &me, None).map(|_| receivable)
    };
    let mut whole = disputed(1_000_000)?;
    assert_eq!(whole.charge_back(&today, &me), Err(Blocked::Unmet(Unmet::TooEarly(day("2027-04-19")))));
    whole.resolve(DisputeEnd::Lost, minor(1_000_000), &me)?;
    assert_eq!(whole.dispute(), None);
    assert!(whole.charge_back(&today, &me).is_ok());
    let mut part = disputed(999_999)?;
    assert_eq!(part.resolve(DisputeEnd::Lost, minor(1_000_000), &me), Err(Blocked::Unmet(Unmet::OnlyPart)));
    part.resolve(DisputeEnd::PartlyLost, minor(1_000_000), &me)?;
    assert!(part.charge_back(&today, &me).is_err());
    assert_eq!(part.resolve(DisputeEnd::Won, minor(1), &me), Err(Blocked::NotDisputed));
    assert!(disputed(1_000_001).is_err() && disputed(0).is_err());
    Ok(())
}

#[test]
fn what_is_disputed_is_open() -> Result<(), Blocked> {
    let (terms, me) = (terms(factoring()), operator(9));
    let ground = |open: i64| Ground { open: minor(open), ..ground(&terms, "2027-01-20") };
    for (open, blocked) in [(0, Blocked::NothingOpen), (1_000, Blocked::AmountOutOfRange(minor(1_000)))] {
        let mut receivable = factored(S::Funded);
        assert_eq!(receivable.enter_dispute(dispute(1_001), &me, Some(&ground(open))), Err(blocked));
        assert_eq!(receivable.operator_may(OperatorAction::Dispute, &me, Some(&ground(open))).is_ok(), open > 0);
    }
    assert_eq!(factored(S::Funded).disputed(dispute(5), minor(0)), Err(Blocked::NothingOpen), "nor by the debtor");
    // Less confirmed than was sold: what was paid of the difference is no dispute.
    for (open, disputed) in [(0, None), (30_000, Some(minor(30_000))), (400_000, Some(minor(100_000)))] {
        let mut receivable = factored(S::Funded);
        receivable.verify(evidence(900_000, 5), &me, Some(&ground(open)))?;
        assert_eq!(receivable.dispute().map(|dispute| dispute.amount), disputed, "{open}");
    }
    Ok(())
}

#[test]
fn what_is_paid_settles_and_ends_the_dispute() -> Result<(), Blocked> {
    let mut receivable = factored(S::Funded);
    receivable.disputed(dispute(5), minor(1_000_000))?;
    assert_eq!(receivable.settle(minor(1)), Err(Blocked::StillOpen(minor(1))));
    assert_eq!(receivable.settle(minor(0))?.len(), 2);
    assert_eq!((receivable.status(), receivable.dispute()), (S::Settled, None));
    assert_eq!(receivable.undo(&operator(9))?, Change::Moved { action: Action::Undo, from: S::Settled });
    assert_eq!(receivable.undo(&operator(9)), Err(Blocked::NotNow(S::Funded)));
    Ok(())
}

#[test]
fn what_is_paid_before_the_payout_ends_the_dispute_as_well() -> Result<(), Blocked> {
    for status in [S::Accepted, S::Funded] {
        let mut receivable = factored(status);
        assert_eq!(receivable.paid_up(), None);
        receivable.disputed(dispute(5), minor(1_000_000))?;
        assert!(receivable.paid_up().is_some());
        assert_eq!((receivable.dispute(), receivable.status()), (None, status));
        assert_eq!(receivable.parts().dispute.as_ref().and_then(|dispute| dispute.end), Some(DisputeEnd::Paid));
    }
    Ok(())
}

#[test]
fn nothing_that_is_over_is_disputed_and_what_is_taken_back_is_again() -> Result<(), Blocked> {
    let terms = terms(factoring());
    let mut receivable = factored(S::Funded);
    receivable.disputed(dispute(5), minor(1_000_000))?;
    receivable.close_short(&ground(&terms, "2027-02-18"), &operator(9))?;
    assert_eq!(receivable.dispute(), None);
    let last = receivable.last_dispute(minor(0)).map(|last| (last.amount, last.end));
    assert_eq!(last, Some((minor(5), Some(DisputeEnd::Closed))), "its story stays as it was");
    receivable.undo(&operator(9))?;
    assert!(receivable.dispute().is_some());
    Ok(())
}

#[test]
fn no_more_is_disputed_than_is_still_open() -> Result<(), Blocked> {
    let mut receivable = factored(S::Funded);
    assert_eq!(receivable.last_dispute(minor(1)), None);
    receivable.disputed(dispute(500), minor(1_000_000))?;
    let amount_of = |receivable: &Receivable, open| receivable.last_dispute(minor(open)).map(|last| last.amount.get());
    assert_eq!((amount_of(&receivable, 501), amount_of(&receivable, 499)), (Some(500), Some(499)));
    receivable.resolve(DisputeEnd::PartlyLost, minor(499), &operator(9))?;
    let last = receivable.last_dispute(minor(1)).map(|last| (last.amount.get(), last.end));
    assert_eq!(last, Some((500, Some(DisputeEnd::PartlyLost))));
    Ok(())
}

#[test]
fn a_small_rest_closes_by_itself_and_a_larger_one_by_an_operators_word() {
    let terms = terms(factoring());
    let small = Ground { open: minor(500), ..ground(&terms, "2027-02-18") };
    let closes = |ground: &Ground, below: Option<i64>| {
        factored(S::Funded).close_small_rest(&Ground { short_below: below.map(minor), ..*ground }).is_ok()
    };
    assert!(closes(&small, Some(500)) && !closes(&small, Some(499)) && !closes(&small, None));
    assert!(factored(S::Funded).close_short(&ground(&terms, "2027-02-18"), &operator(9)).is_ok());
    assert!(payable(S::Funded).close_short(&ground(&super::terms(programme()), "2027-02-18"), &operator(9)).is_err());
}

#[test]
fn what_is_written_off_is_judged_by_its_cause() {
    let write_off = |receivable: &mut Receivable, parts, cause| {
        receivable.write_off(cause, &ground(&terms(parts), "2027-03-01"), &operator(9)).map(|_| ())
    };
    assert_eq!(write_off(&mut factored(S::Funded), factoring(), LossCause::Insolvency), Ok(()));
    let early = Err(Blocked::Unmet(Unmet::TooEarly(day("2027-04-19"))));
    assert_eq!(write_off(&mut factored(S::Funded), factoring(), LossCause::Default), early);
    for cause in [LossCause::Insolvency, LossCause::Other] {
        assert_eq!(write_off(&mut payable(S::Funded), programme(), cause), Ok(()), "{cause:?}");
    }
}

#[test]
fn more_time_counts_for_everything_after() -> Result<(), Blocked> {
    let terms = terms(factoring());
    let ground = ground(&terms, "2027-04-19");
    let mut receivable = factored(S::Funded);
    assert_eq!(receivable.extend(day("2027-02-18"), &ground, &operator(9)), Err(Blocked::Unmet(Unmet::NotLater)));
    receivable.extend(day("2027-02-19"), &ground, &operator(9))?;
    assert_eq!(receivable.due_on(), day("2027-02-19"));
    assert!(!receivable.is_overdue(day("2027-02-19")) && receivable.is_overdue(day("2027-02-20")));
    assert_eq!(receivable.charge_back(&ground, &operator(9)), Err(Blocked::Unmet(Unmet::TooEarly(day("2027-04-20")))));
    Ok(())
}

#[test]
fn what_is_not_sold_in_time_lapses() {
    let terms = terms(TermsParts { min_days: 10, ..factoring() });
    for (mut receivable, on, expected) in [
        (factored(S::Offered), "2027-02-09", true),
        (factored(S::Submitted), "2027-02-09", true),
        (factored(S::Offered), "2027-02-08", false),
        (factored(S::Draft), "2027-02-09", false),
        (factored(S::Accepted), "2027-02-09", false),
    ] {
        assert_eq!(receivable.lapse(&terms, day(on)).is_ok(), expected, "{:?} {on}", receivable.status());
    }
}
