//! What a programme comes to: for its buyer, and what being paid early would cost a supplier.

use crate::{
    facilities::ports::{FacilityFilter, FacilityFound, SupplierFound},
    kernel::{paging::Direction, unavailable::Unavailable, weeks::weeks_ahead},
    programmes::Programmes,
    receivables::{
        ReceivableError,
        look::Look,
        ports::{Kept, ReceivableFilter, ReceivableOrder, ReceivableSort, Side},
    },
};
use chrono::{NaiveDate, TimeDelta};
use futures_util::future::try_join_all;
use sooner_domain::{
    facilities::{
        exposure::Scope,
        status::FacilityStatus,
        supplier::{AutomaticPayment, SupplierId},
        terms::FacilityKind,
    },
    house::{accounts::HouseAccount, business_days::BusinessDays},
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        minor::Minor,
        money::Currency,
    },
    parties::membership::Membership,
    pricing::{
        offer::Offer,
        price::{Case, Price},
    },
    receivables::{
        receivable::{Origin, Parts, Receivable},
        status::ReceivableStatus,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
};

/// What a buyer is to pay in a week.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueWeek {
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// To the house, for what its suppliers sold.
    pub to_house: Minor,
    /// To its suppliers themselves, unless they sell it before.
    pub to_suppliers: Minor,
}

/// A programme as its buyer looks at it.
#[derive(Debug, Clone, PartialEq)]
pub struct Programme {
    pub found: FacilityFound,
    pub in_use: Minor,
    /// What of the limit is free: of the facility's, or of the debtor's where that is less.
    pub free: Minor,
    pub weeks: Vec<DueWeek>,
    /// Behind the last of the weeks.
    pub later: Minor,
    /// Past the day it was due.
    pub overdue: Minor,
    /// What waits to be approved.
    pub drafts: Minor,
    /// Of what was approved in the last [`Programmes::TAKE_UP_DAYS`] days: all of it, what is sold and not paid out yet, and what
    /// suppliers were paid early.
    pub approved: Minor,
    pub committed: Minor,
    pub paid_early: Minor,
    /// Where the buyer pays what its suppliers sold; none while the house has no account of the currency.
    pub pay_to: Option<HouseAccount>,
}

/// What being paid early on a day comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceOnDay {
    pub payout_on: NaiveDate,
    pub days: i64,
    pub cost: Minor,
    pub payout: Minor,
}

/// What automatic early payment would have come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AutomaticPreview {
    pub currency: Currency,
    pub payables: i64,
    pub face: Minor,
    pub cost: Minor,
    pub payout: Minor,
}

fn is_open(found: &FacilityFound) -> bool {
    FacilityStatus::OPEN.contains(&found.facility.parts().status)
}

/// Whether something of these payables is to be paid under a programme that was closed.
fn owes_under(found: &FacilityFound, payables: &[Kept]) -> bool {
    let parts = found.facility.parts();
    let is_owed = |kept: &Kept| matches!(kept.receivable.status(), ReceivableStatus::Accepted | ReceivableStatus::Funded);
    parts.status == FacilityStatus::Closed && payables.iter().any(|kept| is_owed(kept) && kept.receivable.currency() == parts.currency)
}

impl Programmes {
    /// Of how many days the take-up is told.
    pub const TAKE_UP_DAYS: i64 = 90;
    /// Of how many days it is told what automatic early payment would have cost.
    pub const PREVIEW_DAYS: i64 = 30;
    /// Payables that are added up at most: of more, those due last.
    const PAYABLES: i64 = 10_000;

    /// The programmes of this member's company, by currency; of a currency that has none any more the closed one under which something is
    /// to be paid.
    ///
    /// # Errors
    /// When the store is unavailable.
    pub async fn programmes(&self, by: &Membership) -> Result<Vec<Programme>, Unavailable> {
        let payables = self.of_buyer(by).await?;
        let mut found = self.every_programme(by.company).await?;
        let mut told: BTreeSet<Currency> =
            found.iter().filter(|found| is_open(found)).map(|found| found.facility.parts().currency).collect();
        found.retain(|found| is_open(found) || (owes_under(found, &payables) && told.insert(found.facility.parts().currency)));
        let today = self.house.business_days().await?.date_of(self.business.now().await?);
        let debtor = self.own_debtor(by).await?;
        try_join_all(found.into_iter().map(|found| self.programme(found, debtor, &payables, today))).await
    }

    /// The facilities under which this company's suppliers are paid early, one for each currency.
    pub(crate) async fn programmes_of(&self, company: CompanyId) -> Result<Vec<FacilityFound>, Unavailable> {
        let mut found = self.every_programme(company).await?;
        found.retain(is_open);
        Ok(found)
    }

    /// The same, whatever became of them.
    async fn every_programme(&self, company: CompanyId) -> Result<Vec<FacilityFound>, Unavailable> {
        let filter = FacilityFilter { company: Some(company), ..FacilityFilter::default() };
        let mut found = self.facilities.page(filter, None, 200).await?;
        found.retain(|found| found.facility.parts().kind == FacilityKind::ReverseFactoring);
        Ok(found)
    }

    async fn of_buyer(&self, by: &Membership) -> Result<Vec<Kept>, Unavailable> {
        let filter = ReceivableFilter {
            company: Some((by.company, Side::Buying)),
            order: ReceivableOrder { sort: ReceivableSort::Due, direction: Direction::Descending },
            ..ReceivableFilter::default()
        };
        self.records.page(filter, None, Self::PAYABLES).await
    }

    async fn programme(
        &self,
        found: FacilityFound,
        debtor: Option<DebtorId>,
        payables: &[Kept],
        today: NaiveDate,
    ) -> Result<Programme, Unavailable> {
        let parts = found.facility.parts();
        let in_use = self.exposures.of_facility(parts.id).await?.in_all;
        let limit = found.facility.ruling().map_or(Minor::ZERO, |ruling| ruling.terms.parts().limit);
        let of_debtor = match debtor {
            Some(debtor) => self.room_of_debtor(debtor, parts.id, parts.currency).await?,
            None => limit - in_use,
        };
        let is_active = parts.status == FacilityStatus::Active;
        let free = if is_active { (limit - in_use).min(of_debtor).or_zero() } else { Minor::ZERO };
        let week = |days: RangeInclusive<NaiveDate>| DueWeek {
            from: *days.start(),
            to: *days.end(),
            to_house: Minor::ZERO,
            to_suppliers: Minor::ZERO,
        };
        let mut programme = Programme {
            in_use,
            free,
            weeks: weeks_ahead(today).map(week).collect(),
            later: Minor::ZERO,
            overdue: Minor::ZERO,
            drafts: Minor::ZERO,
            approved: Minor::ZERO,
            committed: Minor::ZERO,
            paid_early: Minor::ZERO,
            pay_to: self.house.settings().await?.accounts().of(parts.currency).cloned(),
            found,
        };
        let currency = programme.found.facility.parts().currency;
        payables.iter().filter(|kept| kept.receivable.currency() == currency).for_each(|kept| programme.count(kept, today));
        Ok(programme)
    }

    async fn room_of_debtor(&self, debtor: DebtorId, facility: FacilityId, currency: Currency) -> Result<Minor, Unavailable> {
        let scope = Scope { facility, debtor, currency };
        let limit = self.debtors.by_id(debtor).await?.map_or(Minor::ZERO, |debtor| debtor.parts().limits.of(currency));
        Ok(limit - self.exposures.in_use(scope).await?.debtor)
    }

    /// What it would come to on each day on which a supplier could still be paid early.
    ///
    /// # Errors
    /// `NotFound` for another company's, or one this company is to pay.
    pub async fn prices_by_day(&self, id: ReceivableId, by: &Membership) -> Result<Vec<PriceOnDay>, ReceivableError> {
        let look = self.receivables.shown(id, by).await?;
        if look.receivable().parts().seller != by.company {
            return Err(ReceivableError::NotFound);
        }
        Ok(look.prices_by_day())
    }

    /// What the payables of the last days would have cost the supplier, had it been paid early for each that `which` takes.
    ///
    /// # Errors
    /// `NotFound` for a place of another company.
    pub async fn automatic_preview(
        &self,
        id: SupplierId,
        by: &Membership,
        which: AutomaticPayment,
    ) -> Result<Vec<AutomaticPreview>, ReceivableError> {
        let place = self.suppliers.by_id(id).await?.filter(|place| place.supplier.parts().company == by.company);
        let place = place.ok_or(ReceivableError::NotFound)?;
        let (days, now) = (self.house.business_days().await?, self.business.now().await?);
        let since = now - TimeDelta::days(Self::PREVIEW_DAYS);
        let filter = ReceivableFilter { company: Some((by.company, Side::Selling)), ..ReceivableFilter::default() };
        let sold = self.records.page(filter, None, Self::PAYABLES).await?;
        // What is still submitted could not be paid early.
        let is_counted = |kept: &&Kept| {
            use ReceivableStatus as S;
            let Parts { origin, submitted, status, .. } = kept.receivable.parts();
            *origin == Origin::Programme { buyer: place.supplier.parts().buyer }
                && submitted.is_some_and(|submitted| submitted.at >= since)
                && !matches!(status, S::Submitted | S::Withdrawn | S::Rejected)
                && which.takes(kept.receivable.face(), kept.receivable.currency())
        };
        let mut all: BTreeMap<&str, AutomaticPreview> = BTreeMap::new();
        for kept in sold.iter().filter(is_counted) {
            let Some(price) = self.price_when_approved(&kept.receivable, &place, &days).await? else { continue };
            let currency = kept.receivable.currency();
            let (payables, face, cost, payout) = (0, Minor::ZERO, Minor::ZERO, Minor::ZERO);
            let sum = all.entry(currency.code()).or_insert(AutomaticPreview { currency, payables, face, cost, payout });
            sum.payables += 1;
            sum.face += kept.receivable.face();
            sum.cost += price.cost();
            sum.payout += price.components().payout;
        }
        Ok(all.into_values().collect())
    }

    /// Its price, had it been sold at the end of the day on which it was approved.
    async fn price_when_approved(
        &self,
        receivable: &Receivable,
        place: &SupplierFound,
        days: &BusinessDays,
    ) -> Result<Option<Price>, Unavailable> {
        let Some(submitted) = receivable.parts().submitted else { return Ok(None) };
        let buyer = place.supplier.parts().buyer;
        let found = self.facilities.open(buyer, FacilityKind::ReverseFactoring, receivable.currency()).await?;
        let terms = found.and_then(|found| found.facility.ruling().map(|ruling| ruling.terms.at_rate(place.supplier.parts().rate)));
        let case = Case {
            face: receivable.face(),
            certain: receivable.face(),
            payout_on: days.payout_day(days.next_cut_off(submitted.at)),
            due_on: receivable.due_on(),
        };
        Ok(terms.and_then(|terms| Price::of(&terms, case).ok()))
    }
}

impl Programme {
    fn count(&mut self, Kept { receivable, position, .. }: &Kept, today: NaiveDate) {
        use ReceivableStatus as S;
        let (face, due_on) = (receivable.face(), receivable.due_on());
        let Parts { submitted, status, .. } = receivable.parts();
        let since = today - TimeDelta::days(Programmes::TAKE_UP_DAYS);
        if submitted.is_some_and(|submitted| submitted.on > since) && *status != S::Withdrawn {
            self.approved += face;
            if *status == S::Accepted {
                self.committed += face;
            } else if S::SOLD.contains(status) {
                self.paid_early += face;
            }
        }
        match status {
            S::Draft => self.drafts += face,
            S::Accepted | S::Funded => self.due(due_on, (position.open, Minor::ZERO), today),
            S::Submitted | S::Offered | S::Lapsed if due_on >= today => self.due(due_on, (Minor::ZERO, face), today),
            _ => {}
        }
    }

    fn due(&mut self, on: NaiveDate, (to_house, to_suppliers): (Minor, Minor), today: NaiveDate) {
        if on < today {
            self.overdue += to_house + to_suppliers;
        } else if let Some(week) = self.weeks.iter_mut().find(|week| on <= week.to) {
            week.to_house += to_house;
            week.to_suppliers += to_suppliers;
        } else {
            self.later += to_house + to_suppliers;
        }
    }
}

impl Look {
    /// See [`Programmes::prices_by_day`].
    fn prices_by_day(&self) -> Vec<PriceOnDay> {
        let (Some(terms), case) = (self.terms(), self.price_case()) else { return Vec::new() };
        if !matches!(self.offer, Some(Ok(_))) {
            return Vec::new();
        }
        let calendar = self.days.calendar();
        let is_in_time = |day: &NaiveDate| (case.due_on - *day).num_days() >= terms.parts().min_days;
        let days = std::iter::successors(Some(case.payout_on), |day| Some(calendar.next_business_day(*day))).take_while(is_in_time);
        let on_day = |payout_on: NaiveDate| {
            let offer = Offer::of(None, terms, Case { payout_on, ..case }).ok()?;
            let price = offer.price();
            let days = terms.parts().day_count.days(payout_on, case.due_on);
            Some(PriceOnDay { payout_on, days, cost: price.cost(), payout: price.components().payout })
        };
        days.filter_map(on_day).collect()
    }
}
