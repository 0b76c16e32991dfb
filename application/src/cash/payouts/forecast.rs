//! The money that comes to a seller, week by week, as far as it can be told.

use crate::{
    cash::{Cash, payouts::release::is_stopped},
    kernel::{paging::Direction, unavailable::Unavailable, weeks::weeks_ahead},
    payments::ports::PayoutFilter,
    receivables::{
        Look,
        ports::{ReceivableFilter, ReceivableOrder, ReceivableSort, Side},
    },
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{minor::Minor, money::Currency},
    parties::membership::Membership,
    payments::payout::{Payout, PayoutStatus, Purpose},
    receivables::{
        book::{Prospect, Prospects},
        status::ReceivableStatus,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

/// What comes in a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComingWeek {
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// That are due or ordered.
    pub payouts: Minor,
    /// That follow once debtors pay on the day they are to.
    pub releases: Minor,
    /// What is kept back of both for what the seller owes, and has of its debtors' money.
    pub set_off: Minor,
}

/// What comes in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coming {
    pub currency: Currency,
    /// This one, and those behind it.
    pub weeks: Vec<ComingWeek>,
    /// Behind the last of the weeks, and what is kept back of that.
    pub later: Minor,
    pub later_set_off: Minor,
    /// Payouts that something stops, with what follows of them, and releases of what is overdue or disputed, were it paid today.
    pub unsure: Minor,
}

impl Coming {
    fn none(currency: Currency, on: NaiveDate) -> Self {
        let none = Minor::ZERO;
        let week = |days: RangeInclusive<NaiveDate>| ComingWeek {
            from: *days.start(),
            to: *days.end(),
            payouts: none,
            releases: none,
            set_off: none,
        };
        Self { currency, weeks: weeks_ahead(on).map(week).collect(), later: none, later_set_off: none, unsure: none }
    }
}

/// What comes in one currency, on its way to being added up.
struct Expected {
    coming: Coming,
    /// Of the payouts of each week: what was ordered already, of which nothing is kept back any more.
    ordered: Vec<Minor>,
    /// What is kept back from the next payouts.
    kept_back: Minor,
}

impl Expected {
    fn none(currency: Currency, on: NaiveDate) -> Self {
        let coming = Coming::none(currency, on);
        Self { ordered: vec![Minor::ZERO; coming.weeks.len()], coming, kept_back: Minor::ZERO }
    }

    /// The place of a day's week; what was to come before today comes in this one. None behind the last.
    fn week(&self, on: NaiveDate) -> Option<usize> {
        self.coming.weeks.iter().position(|week| on <= week.to)
    }

    /// What follows of one that was sold. `waits`: its advance does.
    fn sold(&mut self, look: &Look, today: NaiveDate, waits: bool) {
        self.kept_back += look.kept.position.with_seller;
        let Some(Prospects { with_advance, at_end }) = look.coming() else { return };
        let receivable = look.receivable();
        let is_unsure = receivable.is_overdue(today) || receivable.dispute().is_some();
        self.release(with_advance, waits);
        self.release(at_end, waits || is_unsure);
    }

    fn release(&mut self, Prospect { on, amount }: Prospect, is_unsure: bool) {
        let place = self.week(on).and_then(|place| self.coming.weeks.get_mut(place));
        match place {
            _ if is_unsure => self.coming.unsure += amount,
            Some(week) => week.releases += amount,
            None => self.coming.later += amount,
        }
    }

    /// `waits`: something stops it.
    fn payout(&mut self, payout: &Payout, waits: bool) {
        let place = self.week(payout.due_on);
        let (week, ordered) =
            (place.and_then(|place| self.coming.weeks.get_mut(place)), place.and_then(|place| self.ordered.get_mut(place)));
        match week {
            _ if waits => self.coming.unsure += payout.net(),
            Some(week) => week.payouts += payout.net(),
            None => self.coming.later += payout.net(),
        }
        if let Some(ordered) = ordered.filter(|_| payout.status == PayoutStatus::Released) {
            *ordered += payout.net();
        }
    }

    /// With what is kept back of what comes first.
    fn added_up(self) -> Coming {
        let Self { mut coming, ordered, kept_back } = self;
        let mut left = kept_back;
        for (week, ordered) in coming.weeks.iter_mut().zip(ordered) {
            week.set_off = (week.payouts - ordered + week.releases).or_zero().min(left);
            left -= week.set_off;
        }
        coming.later_set_off = coming.later.or_zero().min(left);
        coming
    }
}

impl Cash {
    /// Receivables, and payouts of each status, that are counted at most: of more, those due first.
    const COMING: i64 = 2_000;

    /// What comes to this member's company: in each currency in which something does, by its code. `is_changing`: it wants to be paid to
    /// another account, and what is due waits until that stands.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn coming(&self, by: &Membership, is_changing: bool) -> Result<Vec<Coming>, Unavailable> {
        let today = self.house.business_days().await?.date_of(self.business.now().await?);
        let filter = ReceivableFilter {
            company: Some((by.company, Side::Selling)),
            statuses: vec![ReceivableStatus::Accepted, ReceivableStatus::Funded],
            order: ReceivableOrder { sort: ReceivableSort::Due, direction: Direction::Ascending },
            ..ReceivableFilter::default()
        };
        let sold = self.receivables.looks(self.records.page(filter, None, Self::COMING).await?).await?;
        let mut all: BTreeMap<&str, Expected> = BTreeMap::new();
        let mut payouts = Vec::new();
        for status in [PayoutStatus::Due, PayoutStatus::Released] {
            let filter = PayoutFilter { company: Some(by.company), status: Some(status), ..PayoutFilter::default() };
            payouts.extend(self.payouts.page(filter, None, Self::COMING).await?);
        }
        let looks: BTreeMap<_, _> = sold.iter().map(|look| (look.receivable().id(), look)).collect();
        let stopped = |payout: &Payout| {
            let look = payout.about().and_then(|about| looks.get(&about));
            payout.status == PayoutStatus::Due && (is_changing || look.is_some_and(|look| is_stopped(payout, look, false)))
        };
        let waiting = payouts.iter().filter(|payout| payout.purpose == Purpose::Advance && stopped(payout));
        let waiting: BTreeSet<_> = waiting.filter_map(Payout::about).collect();
        for look in &sold {
            let (currency, waits) = (look.receivable().currency(), waiting.contains(&look.receivable().id()));
            all.entry(currency.code()).or_insert_with(|| Expected::none(currency, today)).sold(look, today, waits);
        }
        for payout in &payouts {
            let waits = stopped(payout);
            all.entry(payout.currency.code()).or_insert_with(|| Expected::none(payout.currency, today)).payout(payout, waits);
        }
        for expected in all.values_mut() {
            let owed = self.receivables.owed_for(by.company, expected.coming.currency).await?;
            expected.kept_back += owed.into_iter().map(|(_, owed)| owed).sum();
        }
        Ok(all.into_values().map(Expected::added_up).collect())
    }
}
