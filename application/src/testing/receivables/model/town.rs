//! Who sells to whom in the courses of the model, and what the model calls them.

use super::{
    Cents,
    book::Model,
    days::{Count, Day, Deal},
};
use crate::{
    parties::Member,
    testing::{
        World,
        facilities::terms,
        receivables::{programme_terms, trader::Trader},
    },
};
use chrono::{Datelike, NaiveDate};
use sooner_domain::{
    facilities::terms::{FacilityKind, Parts, Terms},
    kernel::{
        ids::{CompanyId, DebtorId, FacilityId, ReceivableId},
        interest::{DayCount, YearlyRate},
        minor::Minor,
        money::Percentage,
    },
    ledger::entry::EntryId,
    payments::{payout::BatchId, receipt::ReceiptId},
};
use std::error::Error;

pub(super) type Made<T> = Result<T, Box<dyn Error>>;

/// What the model calls by its place.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub(super) receivables: Vec<ReceivableId>,
    pub(super) companies: Vec<CompanyId>,
    pub(super) debtors: Vec<DebtorId>,
    pub(super) facilities: Vec<FacilityId>,
    pub(super) receipts: Vec<ReceiptId>,
    pub(super) batches: Vec<BatchId>,
    /// What was booked by hand, each with what reversed it.
    pub(super) entries: Vec<(EntryId, Option<EntryId>)>,
}

/// The place of one, in a list to which it is added where it is new.
pub(super) fn place<T: PartialEq>(of: &mut Vec<T>, one: T) -> usize {
    of.iter().position(|other| *other == one).unwrap_or_else(|| {
        of.push(one);
        of.len() - 1
    })
}

pub(super) fn known<T: PartialEq>(of: &[T], one: &T) -> Made<usize> {
    of.iter().position(|other| other == one).ok_or_else(|| "the model does not know it".into())
}

/// One who sells, and under what.
#[derive(Debug, Clone)]
pub(super) struct Stall {
    pub(super) trader: Trader,
    pub(super) deal: Deal,
}

pub(super) fn day(on: NaiveDate) -> Day {
    Day::of(on.year().into(), on.month().into(), on.day().into())
}

pub(super) fn minor(amount: Cents) -> Made<Minor> {
    Ok(Minor::new(i64::try_from(amount)?))
}

pub(super) fn cents(amount: Minor) -> Cents {
    amount.get().into()
}

fn deal(terms: &Terms) -> Deal {
    let parts = terms.parts();
    Deal {
        in_advance: parts.kind == FacilityKind::ReverseFactoring,
        advance_rate: parts.advance_rate.basis_points().into(),
        discount_rate: parts.discount_rate.basis_points().into(),
        count: match parts.day_count {
            DayCount::Act360 => Count::Act360,
            DayCount::Act365 => Count::Act365,
            DayCount::ThirtyE360 => Count::ThirtyE360,
        },
        service_fee: parts.service_fee.basis_points().into(),
        service_fee_minimum: cents(parts.service_fee_minimum),
        payout_fee: cents(parts.payout_fee),
        fee_tax: parts.fee_tax.basis_points().into(),
        cover: parts.cover.basis_points().into(),
        grace_days: parts.grace_days.into(),
        late_rate: parts.late_rate.basis_points().into(),
        buyer_share: parts.buyer_share.basis_points().into(),
    }
}

/// Days after due until what is not paid may go back to its seller.
pub(super) const RECOURSE_AFTER: i128 = 20;

/// Every town has other terms: of every five sellers three bear all of a loss, one half, one nothing.
fn factoring_of(number: u64) -> Made<Terms> {
    let share = Percentage::parse_basis_points;
    let cover = share([0, 5_000, 0, 10_000, 0][usize::try_from(number % 5)?])?;
    let day_count = [DayCount::Act360, DayCount::Act365, DayCount::ThirtyE360][usize::try_from(number / 3 % 3)?];
    let advance_rate = share([8_000, 9_000, 10_000, 7_333][usize::try_from(number % 4)?])?;
    let (payout_fee, fee_tax) = (Minor::new(250), share(1_900)?);
    let parts = Parts {
        cover,
        day_count,
        advance_rate,
        payout_fee,
        fee_tax,
        recourse_after_days: i64::try_from(RECOURSE_AFTER)?,
        ..*terms("EUR", 1_237)?.parts()
    };
    Terms::parse(parts).map_err(|refused| format!("{refused:?}").into())
}

fn programme_of(number: u64) -> Made<Terms> {
    let share = Percentage::parse_basis_points;
    let buyer_share = share([0, 2_500, 3_333][usize::try_from(number % 3)?])?;
    let (payout_fee, fee_tax, service_fee) = (Minor::new(250), share(1_900)?, share(if number.is_multiple_of(2) { 0 } else { 37 })?);
    let late_rate = YearlyRate::parse_basis_points(900)?;
    let parts = Parts { payout_fee, fee_tax, service_fee, buyer_share, late_rate, ..*programme_terms(1_200)?.parts() };
    Terms::parse(parts).map_err(|refused| format!("{refused:?}").into())
}

/// Two sellers on one debtor, one of them on another one as well, which has a programme with a supplier.
///
/// # Errors
/// When the world does not let it.
pub(super) async fn stalls(world: &World, olga: &Member, number: u64) -> Made<Vec<Stall>> {
    let (first, second) = (format!("Owes{number}a"), format!("Owes{number}b"));
    let (mine, other, buyers) = (factoring_of(number)?, factoring_of(number + 1)?, programme_of(number)?);
    let one = world.seller_to(olga, &format!("Sells{number}a"), &first, mine).await?;
    let two = world.seller_to(olga, &format!("Sells{number}b"), &first, other).await?;
    let too = world.selling_to(olga, (&two.me, two.facility), &second).await?;
    let buying = world.buying(olga, &second, buyers).await?;
    let (supplier, me) = world.supplier(olga, &buying, &format!("Supplies{number}")).await?;
    for debtor in [one.debtor, too.debtor] {
        world.limit(olga, debtor, 900_000_000).await?;
    }
    let supplying = Stall { trader: Trader::supplying(buying, supplier, me), deal: deal(&buyers) };
    let invoicing = [(one, mine), (two, other), (too, other)];
    let invoicing = invoicing.map(|(seller, terms)| Stall { trader: Trader::invoicing(seller), deal: deal(&terms) });
    Ok([supplying].into_iter().chain(invoicing).collect())
}

impl Names {
    pub(super) fn of(stalls: &[Stall]) -> Self {
        let mut names = Self::default();
        for Stall { trader, .. } in stalls {
            place(&mut names.companies, trader.me.membership.company);
            place(&mut names.companies, trader.holder);
            place(&mut names.debtors, trader.debtor);
            place(&mut names.facilities, trader.facility);
        }
        names
    }
}

/// What is drawn among: places in the model.
impl Model {
    pub(super) fn places(&self, which: impl Fn(&super::book::Held) -> bool) -> Vec<usize> {
        self.held.iter().filter(|held| which(held)).map(|held| held.sale.place).collect()
    }
}
