use super::*;
use crate::{
    parties::membership::MemberRole,
    receivables::{
        book::{LateCharge, MoneyFrom, Overpayment},
        evidence::Evidence,
        examples::{BUYER, acceptance, day, evidence, member, payable},
    },
};
use chrono::{Days, NaiveTime, TimeDelta};
use proptest::prelude::*;

/// Promised on 4 January 2027: 10,000 euro of 2 January, due on 18 February.
fn promised() -> Receivable {
    payable(ReceivableStatus::Submitted)
}

fn credited(receivable: &mut Receivable, amount: i64, on: NaiveDate) {
    receivable.credit_by_buyer(Minor::new(amount), on, &member(1, BUYER, MemberRole::Owner)).unwrap();
}

fn said(amount: i64, on: NaiveDate, due_on: Option<NaiveDate>) -> Evidence {
    Evidence { at: on.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(9), due_on, ..evidence(amount, 0) }
}

fn sold(receivable: &mut Receivable, on: NaiveDate) {
    let at = on.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(10);
    receivable.parts.accepted = Some(super::super::receivable::Acceptance { at, ..acceptance() });
    receivable.parts.status = ReceivableStatus::Accepted;
}

fn received(amount: i64, on: NaiveDate) -> Fact {
    Fact::Received(Receipt { value_on: on, booked_on: on, amount: Minor::new(amount), from: MoneyFrom::Debtor })
}

fn promise(receivable: &Receivable, facts: &[Fact]) -> Promise {
    Promise::of(receivable, facts, |at| at.date_naive())
}

fn period(from: &str, to: &str) -> Period {
    Period::new(day(from), day(to), NaiveDate::MAX).unwrap()
}

fn standing(owed: i64, paid_early: i64, outside: i64) -> Standing {
    Standing { owed: Minor::new(owed), paid_early: Minor::new(paid_early), outside: Minor::new(outside) }
}

fn at(promise: &Promise, on: &str) -> Standing {
    promise.standing(day(on))
}

#[test]
fn a_payable_is_outside_until_it_is_promised_and_gone_on_the_day_it_is_due() {
    let promise = promise(&promised(), &[]);
    assert_eq!(at(&promise, "2027-01-01"), Standing::default(), "not owed yet");
    assert_eq!(at(&promise, "2027-01-03"), standing(0, 0, 1_000_000));
    assert_eq!(at(&promise, "2027-01-04"), standing(1_000_000, 0, 0));
    assert_eq!(at(&promise, "2027-02-17"), standing(1_000_000, 0, 0));
    assert_eq!(at(&promise, "2027-02-18"), Standing::default());
    let row = promise.row(period("2027-01-04", "2027-02-18"));
    assert_eq!((row.figures.opening, row.figures.closing), (standing(0, 0, 1_000_000), Standing::default()));
    assert_eq!((row.figures.confirmed, row.figures.left_to_buyer), (Minor::new(1_000_000), Minor::new(1_000_000)));
    assert_eq!((row.opening_days, row.closing_days), (47, 47));
}

#[test]
fn what_was_paid_early_is_owed_until_it_is_paid_also_when_it_is_late() {
    let mut receivable = promised();
    sold(&mut receivable, day("2027-01-06"));
    let facts = [
        Fact::Funded { on: day("2027-01-06") },
        Fact::Executed { on: day("2027-01-07") },
        Fact::Returned { on: day("2027-01-11") },
        Fact::Executed { on: day("2027-01-12") },
        received(400_000, day("2027-02-18")),
        received(700_000, day("2027-03-01")),
    ];
    let promise = promise(&receivable, &facts);
    assert_eq!(at(&promise, "2027-01-06"), standing(1_000_000, 0, 0));
    assert_eq!(at(&promise, "2027-01-07"), standing(1_000_000, 1_000_000, 0));
    assert_eq!(at(&promise, "2027-01-11"), standing(1_000_000, 0, 0), "the payout came back");
    assert_eq!(at(&promise, "2027-02-28"), standing(600_000, 600_000, 0));
    let row = promise.row(period("2027-02-19", "2027-03-31"));
    assert_eq!((row.figures.paid, row.figures.closing), (Minor::new(600_000), Standing::default()), "the rest is no payment of it");
    assert_eq!(row.figures.left_to_buyer, Minor::ZERO);
}

#[test]
fn a_small_rest_that_the_house_closes_is_owed_no_more() {
    let mut receivable = promised();
    sold(&mut receivable, day("2027-01-06"));
    let closed = day("2027-02-18");
    let facts = [
        Fact::Funded { on: day("2027-01-06") },
        Fact::Executed { on: day("2027-01-07") },
        received(998_500, closed),
        Fact::ClosedShort { on: closed },
        received(1_500, day("2027-03-01")),
    ];
    let promise = promise(&receivable, &facts);
    assert_eq!(at(&promise, "2027-02-17"), standing(1_000_000, 1_000_000, 0));
    assert_eq!(at(&promise, "2027-02-18"), Standing::default());
    let figures = promise.row(period("2027-02-01", "2027-03-31")).figures;
    assert_eq!((figures.paid, figures.waived, figures.closing), (Minor::new(998_500), Minor::new(1_500), Standing::default()));
    assert!(balances(&figures));
}

#[test]
fn a_sale_that_is_taken_back_leaves_the_rest_to_the_buyer() {
    let mut receivable = promised();
    sold(&mut receivable, day("2027-01-06"));
    let rejected = [
        received(300_000, day("2027-01-08")),
        Fact::Rejected { on: day("2027-01-11"), overpayment: Overpayment::Credited },
        received(5, day("2027-03-01")),
    ];
    let promise = promise(&receivable, &rejected);
    assert_eq!(at(&promise, "2027-02-17"), standing(700_000, 0, 0));
    let row = promise.row(period("2027-01-01", "2027-12-31"));
    assert_eq!((row.figures.paid, row.figures.left_to_buyer), (Minor::new(300_000), Minor::new(700_000)));
}

#[test]
fn what_the_house_gave_up_on_is_owed_still() {
    let mut receivable = promised();
    sold(&mut receivable, day("2027-01-06"));
    receivable.parts.status = ReceivableStatus::WrittenOff;
    let facts = [
        Fact::Executed { on: day("2027-01-07") },
        Fact::WrittenOff { on: day("2027-06-01"), cause: super::super::book::LossCause::Insolvency, late: LateCharge::Claimed },
    ];
    assert_eq!(at(&promise(&receivable, &facts), "2027-12-31"), standing(1_000_000, 1_000_000, 0));
}

#[test]
fn credit_notes_and_corrections_are_told_apart() {
    let mut receivable = promised();
    credited(&mut receivable, 100_000, day("2027-01-05"));
    receivable.confirmed(said(850_000, day("2027-01-06"), Some(day("2027-03-01"))), Minor::new(1_000_000)).unwrap();
    let part = promise(&receivable, &[]);
    let row = part.row(period("2027-01-04", "2027-01-31"));
    assert_eq!((row.figures.credited, row.figures.corrected), (Minor::new(100_000), Minor::new(50_000)));
    assert_eq!((row.figures.closing, row.closing_days), (standing(850_000, 0, 0), 58));
    assert_eq!(part.row(period("2027-01-04", "2027-01-05")).closing_days, 47, "nobody had said yet that it is later");
    // On one day, which of them was first shows in what is left.
    let mut turned = promised();
    turned.confirmed(said(900_000, day("2027-01-06"), None), Minor::new(1_000_000)).unwrap();
    credited(&mut turned, 100_000, day("2027-01-06"));
    let turned = promise(&turned, &[]).row(period("2027-01-06", "2027-01-06"));
    assert_eq!((turned.figures.credited, turned.figures.corrected), (Minor::new(100_000), Minor::new(100_000)));
    credited(&mut receivable, 10_000, day("2027-01-06"));
    let both = promise(&receivable, &[]).row(period("2027-01-06", "2027-01-06"));
    assert_eq!((both.figures.credited, both.figures.corrected), (Minor::new(10_000), Minor::new(50_000)));
    credited(&mut receivable, 840_000, day("2027-01-08"));
    let whole = promise(&receivable, &[]);
    assert_eq!((at(&whole, "2027-01-07"), at(&whole, "2027-01-08")), (standing(840_000, 0, 0), Standing::default()));
}

#[test]
fn what_was_never_promised_is_outside_until_it_is_due_or_thrown_away() {
    let mut draft = payable(ReceivableStatus::Draft);
    let kept = promise(&draft, &[]);
    assert_eq!((at(&kept, "2027-02-17"), at(&kept, "2027-02-18")), (standing(0, 0, 1_000_000), Standing::default()));
    credited(&mut draft, 1_000_000, day("2027-01-20"));
    let gone = promise(&draft, &[]);
    assert_eq!((at(&gone, "2027-01-19"), at(&gone, "2027-01-20")), (standing(0, 0, 1_000_000), Standing::default()));
    let row = gone.row(period("2027-01-05", "2027-01-31"));
    assert_eq!(row.figures, Figures { opening: standing(0, 0, 1_000_000), ..Figures::default() }, "nothing of the programme moved");
}

#[test]
fn a_period_ends_today_at_the_latest_and_not_before_it_begins() {
    let today = day("2027-01-20");
    assert_eq!(Period::new(today, day("2027-01-21"), today), Err(PeriodRefused::InFuture));
    assert_eq!(Period::new(today, day("2027-01-19"), today), Err(PeriodRefused::Backwards));
    assert!(Period::new(today, today, today).is_ok());
    assert_eq!(Period::last_year(today), period("2026-01-01", "2026-12-31"));
}

/// What may happen, in its order: each some days after the one before.
#[derive(Debug, Clone)]
enum Event {
    Credited(i64),
    Said(i64, Option<u64>),
    Sold,
    Executed,
    Returned,
    Received(i64),
    Rejected,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        3 => (1..600_000_i64).prop_map(Event::Credited),
        3 => (1..1_200_000_i64, prop::option::of(0..90_u64)).prop_map(|(amount, later)| Event::Said(amount, later)),
        3 => Just(Event::Sold),
        2 => Just(Event::Executed),
        1 => Just(Event::Returned),
        4 => (1..900_000_i64).prop_map(Event::Received),
        1 => Just(Event::Rejected),
    ]
}

#[derive(Debug, Clone)]
struct Story {
    receivable: Receivable,
    facts: Vec<Fact>,
    is_rejected: bool,
}

impl Story {
    /// What cannot be is left out.
    fn tell(&mut self, event: &Event, on: NaiveDate) {
        let is_sold = self.receivable.parts.accepted.is_some();
        match event {
            Event::Credited(amount) if !is_sold && on < self.receivable.due_on() => {
                let amount = Minor::new(*amount).min(self.receivable.face());
                self.receivable.credit_by_buyer(amount, on, &member(1, BUYER, MemberRole::Owner)).ok();
            }
            Event::Said(amount, later) if on < self.receivable.due_on() => {
                let due_on = later.map(|days| self.receivable.due_on() + Days::new(days));
                self.receivable.confirmed(said(*amount, on, due_on), Minor::new(1_000_000)).ok();
            }
            Event::Sold if self.receivable.status() == ReceivableStatus::Submitted && on < self.receivable.due_on() => {
                sold(&mut self.receivable, on);
            }
            Event::Executed if is_sold && !self.is_rejected => self.facts.push(Fact::Executed { on }),
            Event::Returned if is_sold && !self.is_rejected => self.facts.push(Fact::Returned { on }),
            Event::Received(amount) if is_sold => self.facts.push(received(*amount, on)),
            Event::Rejected if is_sold && self.facts.is_empty() => {
                self.is_rejected = true;
                self.facts.push(Fact::Rejected { on, overpayment: Overpayment::Credited });
            }
            _ => {}
        }
    }

    fn promise(&self) -> Promise {
        promise(&self.receivable, &self.facts)
    }
}

fn told(events: &[(u64, Event)]) -> Vec<(NaiveDate, Story)> {
    let mut story = Story { receivable: promised(), facts: Vec::new(), is_rejected: false };
    let mut on = day("2027-01-04");
    let mut all = vec![(on, story.clone())];
    for (days, event) in events {
        on = on + Days::new(*days);
        story.tell(event, on);
        all.push((on, story.clone()));
    }
    all
}

fn stories(least_days: u64) -> impl Strategy<Value = Vec<(u64, Event)>> {
    prop::collection::vec((least_days..12, event()), 0..8)
}

fn balances(figures: &Figures) -> bool {
    let Figures { opening, confirmed, paid, credited, corrected, waived, left_to_buyer, closing } = figures;
    opening.owed + *confirmed == *paid + *credited + *corrected + *waived + *left_to_buyer + closing.owed
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn nothing_is_lost_between_two_days(events in stories(0), from in 0..150_u64, length in 0..150_u64, cut in 0..150_u64) {
        let (_, story) = told(&events).pop().unwrap();
        let promise = story.promise();
        let from = day("2026-12-20") + Days::new(from);
        let to = from + Days::new(length);
        let row = promise.row(Period { from, to });
        prop_assert!(balances(&row.figures), "{row:?}");
        let Standing { owed, paid_early, outside } = row.figures.closing;
        prop_assert!(!owed.is_negative() && !outside.is_negative() && paid_early <= owed);
        prop_assert!(owed.is_zero() || outside.is_zero(), "either in the programme or outside it");
        // Two periods one after the other are one.
        let middle = from + Days::new(cut.min(length));
        if middle < to {
            let (one, two) = (promise.row(Period { from, to: middle }), promise.row(Period { from: middle + Days::new(1), to }));
            prop_assert_eq!(one.figures.closing, two.figures.opening);
            let ends = Figures { opening: Standing::default(), closing: Standing::default(), ..one.figures + two.figures };
            prop_assert_eq!(ends, Figures { opening: Standing::default(), closing: Standing::default(), ..row.figures });
        }
        // In the end what is owed is what the book says is open.
        let last = promise.standing(day("2029-01-01"));
        let received: i64 = story.facts.iter().map(|fact| if let Fact::Received(receipt) = fact { receipt.amount.get() } else { 0 }).sum();
        let is_sold = story.receivable.parts.accepted.is_some() && !story.is_rejected;
        let open = if is_sold { (story.receivable.face() - Minor::new(received)).or_zero() } else { Minor::ZERO };
        prop_assert_eq!(last, Standing { owed: open, paid_early: last.paid_early, outside: Minor::ZERO });
    }

    #[test]
    fn a_past_day_stays_as_it_was(events in stories(1)) {
        let all = told(&events);
        let (_, last) = all.last().unwrap();
        for pair in all.windows(2) {
            let [(_, before), (on, _)] = pair else { continue };
            let evening = *on - Days::new(1);
            let (then, now) = (before.promise(), last.promise());
            prop_assert_eq!(then.standing(evening), now.standing(evening), "at the end of {}", evening);
            prop_assert_eq!(then.due_on(evening), now.due_on(evening));
        }
    }

    #[test]
    fn a_figure_is_the_sum_of_its_rows(all in prop::collection::vec(stories(0), 0..6), from in 0..60_u64, length in 0..90_u64) {
        let from = day("2026-12-20") + Days::new(from);
        let period = Period { from, to: from + Days::new(length) };
        let rows: Vec<Row> = all.iter().map(|events| told(events).pop().unwrap().1.promise().row(period)).collect();
        let summary = Summary::of(&rows);
        prop_assert!(balances(&summary.figures));
        prop_assert_eq!(summary.figures.closing.owed, rows.iter().map(|row| row.figures.closing.owed).sum::<Minor>());
        prop_assert_eq!(summary.figures.paid, rows.iter().map(|row| row.figures.paid).sum::<Minor>());
        let inside: Vec<i64> = rows.iter().filter(|row| row.figures.closing.owed.is_positive()).map(|row| row.closing_days).collect();
        let expected = inside.iter().min().zip(inside.iter().max()).map(|(least, most)| *least..=*most);
        prop_assert_eq!(summary.closing_days.inside, expected);
    }
}
