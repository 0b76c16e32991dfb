//! The money that comes to a seller, week by week, as far as it can be told.

use super::{
    Financing,
    ports::{ReceivableFilter, ReceivableOrder, ReceivableSort},
};
use crate::{
    kernel::{paging::Direction, unavailable::Unavailable, weeks::weeks_ahead},
    payments::ports::PayoutFilter,
};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{minor::Minor, money::Currency},
    parties::membership::Membership,
    payments::payout::PayoutStatus,
    receivables::status::ReceivableStatus,
};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// What comes in a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ComingWeek {
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// That are due or ordered.
    pub payouts: Minor,
    /// That follow once debtors pay on the day they are to.
    pub releases: Minor,
}

/// What comes in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coming {
    pub currency: Currency,
    /// This one, and those behind it.
    pub weeks: Vec<ComingWeek>,
    /// Behind the last of the weeks.
    pub later: Minor,
    /// Releases of what is overdue or disputed, were it paid today.
    pub unsure: Minor,
}

impl Coming {
    fn none(currency: Currency, on: NaiveDate) -> Self {
        let week = |days: RangeInclusive<NaiveDate>| ComingWeek {
            from: *days.start(),
            to: *days.end(),
            payouts: Minor::ZERO,
            releases: Minor::ZERO,
        };
        Self { currency, weeks: weeks_ahead(on).map(week).collect(), later: Minor::ZERO, unsure: Minor::ZERO }
    }

    /// The week of a day; what was to come before today comes in this one. None behind the last.
    fn week(&mut self, on: NaiveDate) -> Option<&mut ComingWeek> {
        self.weeks.iter_mut().find(|week| on <= week.to)
    }
}

impl Financing {
    /// Receivables, and payouts of each status, that are counted at most: of more, those due first.
    const COMING: i64 = 2_000;

    /// What comes to this member's company: in each currency in which something does, by its code.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn coming(&self, by: &Membership) -> Result<Vec<Coming>, Unavailable> {
        let today = self.house.business_days().await?.date_of(self.business.now().await?);
        let mut all: BTreeMap<&str, Coming> = BTreeMap::new();
        for status in [PayoutStatus::Due, PayoutStatus::Released] {
            let filter = PayoutFilter { company: Some(by.company), status: Some(status), ..PayoutFilter::default() };
            for payout in self.payouts.page(filter, None, Self::COMING).await? {
                let coming = all.entry(payout.currency.code()).or_insert_with(|| Coming::none(payout.currency, today));
                match coming.week(payout.due_on) {
                    Some(week) => week.payouts += payout.net(),
                    None => coming.later += payout.net(),
                }
            }
        }
        let filter = ReceivableFilter {
            company: Some(by.company),
            statuses: vec![ReceivableStatus::Accepted, ReceivableStatus::Funded],
            order: ReceivableOrder { sort: ReceivableSort::Due, direction: Direction::Ascending },
            ..ReceivableFilter::default()
        };
        let sold = self.looks(self.records.page(filter, None, Self::COMING).await?).await?;
        for look in sold.iter().filter(|look| look.receivable().parts().seller == by.company) {
            let Some((on, release)) = look.book().and_then(Result::ok).and_then(|book| book.coming(today)) else { continue };
            let (currency, receivable) = (look.receivable().currency(), look.receivable());
            let coming = all.entry(currency.code()).or_insert_with(|| Coming::none(currency, today));
            if receivable.is_overdue(today) || receivable.dispute().is_some() {
                coming.unsure += release;
            } else if let Some(week) = coming.week(on) {
                week.releases += release;
            } else {
                coming.later += release;
            }
        }
        Ok(all.into_values().collect())
    }
}
