//! A seller's month: what was booked about it, as it reads it and as it is in its own books.

use crate::{
    receivables::{ReceivableError, ports::BookedOf},
    servicing::Servicing,
};
use chrono::{Days, Months, NaiveDate};
use sooner_domain::{
    facilities::terms::FacilityKind,
    house::open_days::NotOpen,
    kernel::{ids::ReceivableId, minor::Minor, money::Currency},
    ledger::entry::{Booking, Entry, EntryId, Event},
    parties::membership::Membership,
    receivables::{
        month::{MonthEvent, MonthFigure, about, movements},
        own_books::{BookRole, Treatment, in_own_books},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// A month in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonthOf {
    pub first: NaiveDate,
    pub last: NaiveDate,
    pub currency: Currency,
}

impl MonthOf {
    /// The month that this day is in.
    pub fn with(day: NaiveDate, currency: Currency) -> Option<Self> {
        let first = day.checked_sub_days(Days::new(u64::from(chrono::Datelike::day0(&day))))?;
        let last = first.checked_add_months(Months::new(1))?.pred_opt()?;
        Some(Self { first, last, currency })
    }
}

/// What an entry is to the seller.
#[derive(Debug, Clone, PartialEq)]
pub struct MonthRow {
    pub entry: Entry,
    pub receivable: Option<ReceivableId>,
    pub invoice: Option<String>,
    /// What debtors quote when they pay.
    pub reference: Option<String>,
    /// As the seller calls it.
    pub debtor: Option<String>,
    /// What the invoice was sold under.
    pub kind: Option<FacilityKind>,
}

impl MonthRow {
    /// What happened, without what comes to nothing.
    pub fn movements(&self) -> Vec<(MonthEvent, Minor)> {
        movements(self.entry.booking().event, self.entry.postings())
    }
}

/// A seller's month: its movements lead from what it had before to what it has after.
#[derive(Debug, Clone, PartialEq)]
pub struct SellersMonth {
    pub of: MonthOf,
    /// All of its days are past.
    pub is_over: bool,
    /// Each before and after.
    pub figures: Vec<(MonthFigure, Minor, Minor)>,
    /// In the order of their days.
    pub rows: Vec<MonthRow>,
}

impl SellersMonth {
    /// Nothing happened in it, and nothing stood before.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.figures.iter().all(|(_, before, after)| (*before, *after) == (Minor::ZERO, Minor::ZERO))
    }
}

/// A line of a seller's own journal: those of one entry add up to nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnLine<'a> {
    pub row: &'a MonthRow,
    pub entry: EntryId,
    pub on: NaiveDate,
    pub event: Event,
    pub role: BookRole,
    /// Debit positive.
    pub amount: Minor,
}

impl SellersMonth {
    /// The month in its own books.
    pub fn journal(&self, treatment: Treatment) -> Vec<OwnLine<'_>> {
        self.rows.iter().flat_map(|row| own_lines(row, treatment)).collect()
    }
}

fn own_lines(row: &MonthRow, treatment: Treatment) -> impl Iterator<Item = OwnLine<'_>> {
    let Booking { id: entry, on, event, .. } = *row.entry.booking();
    let booked = in_own_books(treatment, event, row.entry.postings()).into_iter();
    booked.map(move |(role, amount)| OwnLine { row, entry, on, event, role, amount })
}

/// Every figure, the most telling first.
const FIGURES: [MonthFigure; 5] = [MonthFigure::Open, MonthFigure::Out, MonthFigure::Reserve, MonthFigure::Payable, MonthFigure::Owed];

impl Servicing {
    /// What was booked about a member's company in a month, by the days of the entries.
    ///
    /// # Errors
    /// `Day` for a month to come; when the store is unavailable.
    pub async fn month(&self, of: MonthOf, by: &Membership) -> Result<SellersMonth, ReceivableError> {
        let today = self.receivables.today().await?;
        if of.first > today {
            return Err(NotOpen::Future.into());
        }
        let MonthOf { first, last, currency } = of;
        let booked = self.records.booked(BookedOf { seller: by.company, currency, first, last }).await?;
        let mut after = booked.before.clone();
        booked.entries.iter().for_each(|entry| after.book(entry));
        let figures = FIGURES.map(|figure| (figure, booked.before.figure(figure), after.figure(figure)));
        Ok(SellersMonth { of, is_over: last < today, figures: figures.to_vec(), rows: self.named(booked.entries).await? })
    }

    async fn named(&self, entries: Vec<Entry>) -> Result<Vec<MonthRow>, ReceivableError> {
        let ids: BTreeSet<_> = entries.iter().filter_map(|entry| about(entry.postings())).collect();
        let kept = if ids.is_empty() { Vec::new() } else { self.records.by_ids(Vec::from_iter(ids)).await? };
        let found: BTreeMap<_, _> = kept.iter().map(|kept| (kept.receivable.id(), &kept.receivable)).collect();
        let names = self.receivables.debtor_names(&kept.iter().map(|kept| &kept.receivable).collect::<Vec<_>>()).await?;
        let row = |entry: Entry| {
            let receivable = about(entry.postings());
            let sold = receivable.and_then(|id| found.get(&id));
            let parts = sold.map(|sold| sold.parts());
            MonthRow {
                receivable,
                invoice: parts.map(|parts| parts.facts.number.as_str().to_owned()),
                reference: parts.map(|parts| parts.reference.as_str().to_owned()),
                debtor: receivable.and_then(|id| names.get(&id)).map(|name| name.as_str().to_owned()),
                kind: sold.map(|sold| sold.kind()),
                entry,
            }
        };
        Ok(entries.into_iter().map(row).collect())
    }
}
