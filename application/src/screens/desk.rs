//! What the house begins its day with.

use super::{
    Screens,
    ports::{DeskSums, DueSum, LimitSum, PaymentSums, Sum},
};
use crate::{
    approvals::{FourEyes, HeldUp},
    kernel::{unavailable::Unavailable, weeks::weeks_ahead},
    parties::Member,
    receivables::{HouseSearch, ListSearch, hidden_from, ports::Hidden},
};
use chrono::NaiveDate;
use sooner_domain::{
    end_of_day::{ageing::AgeingBucket, day::EndOfDay, step::EndOfDayState},
    identity::operator::OperatorRight,
    kernel::{coded::Coded, minor::Minor, money::Currency},
    payments::payout::Payout,
    receivables::status::ReceivableStatus,
};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// What there is to see to. Sums are by currency, in the order of its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Desk {
    /// The house's date.
    pub on: NaiveDate,
    pub limits: Vec<LimitSum>,
    /// How many receivables sellers have submitted and the house has not decided on: all rows of that list.
    pub to_check: u64,
    /// Of what is bought and not at its end: by how long it is overdue, each range that has something.
    pub ageing: Vec<Aged>,
    /// What is accepted and not paid out yet. It does not age, and is no part of the other sums.
    pub commitments: Vec<Committed>,
    /// Of what is bought; what is accepted and past its due date counts among the commitments.
    pub overdue: Vec<Overdue>,
    /// What is due of what is bought, from today on: this week, until its Sunday, and the seven whole ones behind it.
    pub weeks: Vec<Week>,
    /// None for whoever does not see payments.
    pub payments: Option<PaymentSums>,
    /// What of the payouts that are due can be released now, and what cannot; empty without the right to read payments.
    pub releases: Vec<ToRelease>,
    /// How many approvals whoever asks may decide on now, up to [`crate::approvals::Approvals::PAGE`].
    pub waiting: usize,
    pub days: EndsOfDays,
    /// Whether what binds the house takes a second person.
    pub four_eyes: FourEyes,
}

/// What is accepted and not paid out yet in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Committed {
    pub all: Sum,
    /// Those of it whose due date has passed.
    pub overdue: Sum,
}

/// What is overdue for so long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aged {
    pub bucket: AgeingBucket,
    pub open: Sum,
}

/// All that is overdue in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overdue {
    pub open: Sum,
    /// The day on which the oldest of it was due.
    pub oldest: NaiveDate,
}

/// What is due between two days, both included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Week {
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub due: Vec<Sum>,
}

/// The payouts of one currency that nobody released yet. Together they are all that is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToRelease {
    /// Those that can be released now.
    pub ready: Sum,
    /// Those whose release waits for a second person.
    pub proposed: Sum,
    /// Those that something stops.
    pub stopped: Sum,
}

/// How the ends of days went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndsOfDays {
    /// The newest date that was begun; none before the first.
    pub last: Option<EndOfDay>,
    /// Those of which something failed, oldest first.
    pub failed: Vec<EndOfDay>,
}

/// What lies in suspense in one currency: as much as the ledger's account of it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InSuspense {
    /// Receipts that nobody has matched, and what of them is not.
    pub unexplained: Sum,
    /// Invoices that are accepted and not paid out yet, and what was received of them.
    pub early: Sum,
}

impl InSuspense {
    pub fn amount(&self) -> Minor {
        self.unexplained.amount + self.early.amount
    }
}

impl PaymentSums {
    /// What lies in suspense, by currency.
    pub fn suspense(&self) -> Vec<InSuspense> {
        let mut all: BTreeMap<&str, InSuspense> = BTreeMap::new();
        let none = |currency| Sum { currency, count: 0, amount: Minor::ZERO };
        for sum in &self.unexplained {
            all.insert(sum.currency.code(), InSuspense { unexplained: *sum, early: none(sum.currency) });
        }
        for sum in &self.early {
            let early = InSuspense { unexplained: none(sum.currency), early: *sum };
            all.entry(sum.currency.code()).and_modify(|of| of.early = *sum).or_insert(early);
        }
        all.into_values().collect()
    }
}

impl Screens {
    /// What there is to see to, as far as whoever asks may see it.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn desk(&self, me: &Member) -> Result<Desk, Unavailable> {
        let on = self.house.business_days().await?.date_of(self.business.now().await?);
        let has_payments = me.operator().may(OperatorRight::ReadPayments);
        let hidden = hidden_from(me.membership.company, &*self.buyers, &*self.debtors).await?;
        let DeskSums { limits, due, payments } = self.desks.desk_sums(hidden, has_payments).await?;
        let releases = match &payments {
            Some(sums) if !sums.payouts.is_empty() => to_release(&sums.payouts, &self.held_up(me).await?),
            _ => Vec::new(),
        };
        let mut failed = self.days.unfinished().await?;
        failed.retain(|day| day.state() == EndOfDayState::Failed);
        Ok(Desk {
            on,
            limits,
            to_check: self.to_check(hidden).await?,
            ageing: ageing(&due, on),
            commitments: commitments(&due, on),
            overdue: overdue(&due, on),
            weeks: weeks(&due, on),
            payments,
            releases,
            waiting: self.approvals.waiting(me).await?,
            four_eyes: self.approvals.four_eyes,
            days: EndsOfDays { last: self.days.page(None, 1).await?.pop(), failed },
        })
    }

    /// How many rows the list of what is to be checked has, counted as that list finds them.
    async fn to_check(&self, hidden: Hidden) -> Result<u64, Unavailable> {
        let list = ListSearch { statuses: vec![ReceivableStatus::Submitted], ..ListSearch::default() };
        let search = HouseSearch { list, ..HouseSearch::default() };
        Ok(self.receivables.totals(search.without(hidden)).await?.iter().map(|total| total.count).sum())
    }

    /// What of the payouts to others than their own company is held up.
    async fn held_up(&self, me: &Member) -> Result<Vec<(Payout, HeldUp)>, Unavailable> {
        let mut held_up = self.approvals.held_up().await?;
        held_up.retain(|(payout, _)| payout.company() != Some(me.membership.company));
        Ok(held_up)
    }
}

/// Splits what is due by what holds it up.
fn to_release(due: &[Sum], held_up: &[(Payout, HeldUp)]) -> Vec<ToRelease> {
    let split = |all: &Sum| {
        let none = Sum { count: 0, amount: Minor::ZERO, ..*all };
        let of = |why: HeldUp| {
            let of_it = held_up.iter().filter(|(payout, held)| payout.currency == all.currency && *held == why);
            of_it.fold(none, |sum, (payout, _)| Sum { count: sum.count + 1, amount: sum.amount + payout.gross, ..sum })
        };
        let (proposed, stopped) = (of(HeldUp::Proposed), of(HeldUp::Stopped));
        // They are read one after the other: what was released meanwhile is in neither.
        let count = (all.count - proposed.count - stopped.count).max(0);
        let amount = (all.amount - proposed.amount - stopped.amount).or_zero();
        ToRelease { ready: Sum { count, amount, ..none }, proposed, stopped }
    };
    due.iter().map(split).collect()
}

fn added(sums: impl IntoIterator<Item = Sum>) -> Vec<Sum> {
    let mut all: BTreeMap<&str, Sum> = BTreeMap::new();
    for Sum { currency, count, amount } in sums.into_iter().filter(|sum| sum.count > 0) {
        let sum = all.entry(currency.code()).or_insert(Sum { currency, count: 0, amount: Minor::ZERO });
        sum.count += count;
        sum.amount += amount;
    }
    all.into_values().collect()
}

fn is_overdue(due: &DueSum, on: NaiveDate) -> bool {
    AgeingBucket::of(due.due_on, on) != AgeingBucket::NotDue
}

fn commitments(due: &[DueSum], on: NaiveDate) -> Vec<Committed> {
    let late = added(due.iter().filter(|due| is_overdue(due, on)).map(|due| due.committed));
    let with_late = |all: Sum| {
        let overdue = late.iter().find(|late| late.currency == all.currency).copied();
        Committed { all, overdue: overdue.unwrap_or(Sum { count: 0, amount: Minor::ZERO, ..all }) }
    };
    added(due.iter().map(|due| due.committed)).into_iter().map(with_late).collect()
}

fn ageing(due: &[DueSum], on: NaiveDate) -> Vec<Aged> {
    let of = |bucket: AgeingBucket| {
        let sums = due.iter().filter(move |due| AgeingBucket::of(due.due_on, on) == bucket).map(|due| due.bought);
        added(sums).into_iter().map(move |open| Aged { bucket, open })
    };
    AgeingBucket::ALL.iter().copied().flat_map(of).collect()
}

fn overdue(due: &[DueSum], on: NaiveDate) -> Vec<Overdue> {
    let late = || due.iter().filter(|due| due.bought.count > 0 && is_overdue(due, on));
    let oldest = |currency: Currency| late().filter(|due| due.bought.currency == currency).map(|due| due.due_on).min();
    let sums = added(late().map(|due| due.bought));
    sums.into_iter().filter_map(|open| Some(Overdue { open, oldest: oldest(open.currency)? })).collect()
}

fn weeks(due: &[DueSum], on: NaiveDate) -> Vec<Week> {
    let week = |days: RangeInclusive<NaiveDate>| {
        let sums = due.iter().filter(|due| days.contains(&due.due_on)).map(|due| due.bought);
        Week { from: *days.start(), to: *days.end(), due: added(sums) }
    };
    weeks_ahead(on).map(week).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        approvals::{Approvals, InboxQuery},
        payments::ports::PayoutFilter,
        receivables::AcceptCommand,
        servicing::{HouseCommand, HouseDecision},
        testing::{World, confirmed, end_of_day::BusyDay, receivables::releasing},
    };
    use sooner_domain::payments::payout::PayoutStatus;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn due(currency: &str, due_on: &str, count: i64, amount: i64) -> DueSum {
        DueSum { due_on: day(due_on), bought: sum(currency, count, amount), committed: sum(currency, 0, 0) }
    }

    fn sum(currency: &str, count: i64, amount: i64) -> Sum {
        Sum { currency: Currency::parse(currency).unwrap(), count, amount: Minor::new(amount) }
    }

    /// A Friday.
    const TODAY: &str = "2026-09-04";

    fn all() -> Vec<DueSum> {
        vec![
            due("EUR", "2026-06-01", 1, 1_000),
            due("EUR", "2026-09-03", 2, 20),
            due("EUR", "2026-09-04", 1, 3),
            due("EUR", "2026-09-06", 1, 4),
            due("EUR", "2026-09-07", 1, 5),
            due("EUR", "2026-10-25", 1, 6),
            due("EUR", "2026-10-26", 1, 7),
            due("USD", "2026-08-01", 3, 30),
        ]
    }

    #[test]
    fn what_is_not_paid_out_yet_is_a_commitment_and_neither_ages_nor_is_due() {
        let committed = |currency, due_on, count, amount| DueSum { committed: sum(currency, count, amount), ..due(currency, due_on, 0, 0) };
        let both = DueSum { committed: sum("EUR", 2, 500), ..due("EUR", "2026-09-03", 1, 20) };
        let sums = [committed("EUR", "2026-01-01", 1, 1_000), both, committed("USD", "2026-09-06", 1, 7)];
        let on = day(TODAY);
        let told: Vec<_> = commitments(&sums, on).into_iter().map(|of| (of.all, of.overdue)).collect();
        assert_eq!(told, [(sum("EUR", 3, 1_500), sum("EUR", 3, 1_500)), (sum("USD", 1, 7), sum("USD", 0, 0))]);
        assert_eq!(ageing(&sums, on), [Aged { bucket: AgeingBucket::Days1To30, open: sum("EUR", 1, 20) }]);
        assert_eq!(overdue(&sums, on), [Overdue { open: sum("EUR", 1, 20), oldest: day("2026-09-03") }]);
        assert!(weeks(&sums, on).iter().all(|week| week.due.is_empty()));
    }

    #[test]
    fn what_is_due_is_told_by_week() {
        let told: Vec<_> =
            weeks(&all(), day(TODAY)).into_iter().map(|week| (week.from.to_string(), week.to.to_string(), week.due)).collect();
        assert_eq!(told[0], ("2026-09-04".to_owned(), "2026-09-06".to_owned(), vec![sum("EUR", 2, 7)]));
        assert_eq!(told[1], ("2026-09-07".to_owned(), "2026-09-13".to_owned(), vec![sum("EUR", 1, 5)]));
        assert_eq!(told[2].2, []);
        assert_eq!(told[7], ("2026-10-19".to_owned(), "2026-10-25".to_owned(), vec![sum("EUR", 1, 6)]));
    }

    #[test]
    fn what_is_overdue_is_what_is_aged_beyond_not_due() {
        let (on, all) = (day(TODAY), all());
        let overdue = overdue(&all, on);
        let told: Vec<_> = overdue.iter().map(|late| (late.open, late.oldest.to_string())).collect();
        assert_eq!(told, [(sum("EUR", 3, 1_020), "2026-06-01".to_owned()), (sum("USD", 3, 30), "2026-08-01".to_owned())]);
        let aged = ageing(&all, on);
        let told: Vec<_> = aged.iter().map(|aged| (aged.bucket, aged.open)).collect();
        let expected = [
            (AgeingBucket::NotDue, sum("EUR", 5, 25)),
            (AgeingBucket::Days1To30, sum("EUR", 2, 20)),
            (AgeingBucket::Days31To60, sum("USD", 3, 30)),
            (AgeingBucket::Over90, sum("EUR", 1, 1_000)),
        ];
        assert_eq!(told, expected);
        let late = added(aged.iter().filter(|aged| aged.bucket != AgeingBucket::NotDue).map(|aged| aged.open));
        assert_eq!(late, overdue.iter().map(|late| late.open).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn payouts_to_release_are_those_that_nothing_holds_up() -> Result<(), Box<dyn std::error::Error>> {
        let busy = Box::pin(BusyDay::new(World::default())).await?;
        let (world, cases, olga) = (&busy.world, busy.world.use_cases(), &busy.olga);
        let look = cases.receivables.examined(busy.offered, &olga.operator()).await?;
        let offer = look.offer.ok_or("no offer")?.map_err(|none| none.code())?.offer;
        let accept = AcceptCommand { by: busy.seller.me.clone(), offer: offer.id(), hash: offer.hash(), request: None };
        Box::pin(cases.receivables.accept(busy.offered, accept)).await?;
        let approvals = Approvals { four_eyes: FourEyes::On, ..Approvals::clone(&world.approvals()) };
        let counts = async || {
            let desk = Box::pin(world.screens().desk(olga)).await?;
            let counts = |of: &ToRelease| (of.ready.count, of.proposed.count, of.stopped.count);
            let due = desk.payments.iter().flat_map(|sums| &sums.payouts).map(|sum| (sum.count, sum.amount));
            let all = |of: &ToRelease| {
                let sums = [of.ready, of.proposed, of.stopped];
                (sums.iter().map(|sum| sum.count).sum(), sums.iter().map(|sum| sum.amount).sum())
            };
            assert!(due.eq(desk.releases.iter().map(all)), "together they are all that is due");
            Ok::<_, Unavailable>(desk.releases.iter().map(counts).collect::<Vec<_>>())
        };
        assert_eq!(counts().await?, [(1, 0, 0)]);
        let due = PayoutFilter { status: Some(PayoutStatus::Due), ..PayoutFilter::default() };
        let payout = world.store().payouts.page(due, None, 1).await?.remove(0);
        let by = confirmed(olga);
        let command = releasing(&approvals, &by, vec![payout.id]).await;
        Box::pin(approvals.release_payouts(command)).await?;
        assert_eq!(counts().await?, [(0, 1, 0)]);
        let inbox = Box::pin(approvals.inbox(olga, InboxQuery::default())).await?;
        approvals.withdraw(olga, inbox.approvals[0].approval.id).await?;
        assert_eq!(counts().await?, [(1, 0, 0)]);
        let look = cases.receivables.examined(busy.offered, &olga.operator()).await?;
        let (version, what) = (look.receivable().parts().version, HouseDecision::Hold { note: None });
        Box::pin(cases.servicing.decide(busy.offered, HouseCommand { by: olga.clone(), version, what, request: None })).await?;
        assert_eq!(counts().await?, [(0, 0, 1)]);
        Ok(())
    }
}
