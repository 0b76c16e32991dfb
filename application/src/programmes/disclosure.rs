//! What a buyer discloses of its programmes.

use crate::{
    facilities::ports::FacilityFilter,
    kernel::unavailable::Unavailable,
    programmes::Programmes,
    receivables::ports::{Kept, ReceivableFilter, Side},
};
use chrono::NaiveDate;
use sooner_domain::{
    facilities::{
        facility::TermsOutcome,
        terms::{FacilityKind, Terms},
    },
    house::business_days::BusinessDays,
    kernel::{
        ids::{CompanyId, ReceivableId},
        money::Currency,
    },
    parties::membership::Membership,
    receivables::{
        disclosure::{Period, PeriodRefused, Promise, Row, Summary},
        receivable::Parts,
    },
};
use std::collections::{BTreeMap, HashMap};

/// A payable of the report, and what people call it.
#[derive(Debug, Clone, PartialEq)]
pub struct DisclosedPayable {
    pub id: ReceivableId,
    /// Of its invoice.
    pub number: String,
    /// As the buyer calls it.
    pub supplier: Option<String>,
    pub issued_on: NaiveDate,
    pub due_on: NaiveDate,
    pub confirmed_on: Option<NaiveDate>,
    pub row: Row,
}

/// What is disclosed of one currency: the figures are the sums of the payables.
#[derive(Debug, Clone, PartialEq)]
pub struct Disclosure {
    pub currency: Currency,
    /// Those of the programme that ruled on the last day; none where none did.
    pub terms: Option<Terms>,
    pub summary: Summary,
    /// Those that have something to do with the period, the one entered last first.
    pub payables: Vec<DisclosedPayable>,
}

/// What is disclosed of a period, by currency.
#[derive(Debug, Clone, PartialEq)]
pub struct Disclosures {
    pub period: Period,
    /// The last day on which a period can end.
    pub today: NaiveDate,
    pub by_currency: Vec<Disclosure>,
}

/// Why nothing is disclosed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DisclosureError {
    #[error(transparent)]
    Period(#[from] PeriodRefused),
    #[error(transparent)]
    Unavailable(#[from] Unavailable),
}

impl Programmes {
    /// Payables that are read at once.
    const DISCLOSED_AT_ONCE: i64 = 500;

    /// What this member's company discloses of its programmes, from the first of these days to the last; without them of the last
    /// whole calendar year.
    ///
    /// # Errors
    /// `Period`; when the store is unavailable.
    pub async fn disclosure(&self, by: &Membership, asked: Option<(NaiveDate, NaiveDate)>) -> Result<Disclosures, DisclosureError> {
        let days = self.house.business_days().await?;
        let today = days.date_of(self.business.now().await?);
        let period = match asked {
            Some((from, to)) => Period::new(from, to, today)?,
            None => Period::last_year(today),
        };
        let terms = self.terms_ruling_on(by.company, period.to(), &days).await?;
        let mut payables = self.disclosed(by.company, period, &days).await?;
        for currency in terms.keys() {
            payables.entry(*currency).or_default();
        }
        let by_code: BTreeMap<&str, _> = payables.into_iter().map(|(currency, payables)| (currency.code(), (currency, payables))).collect();
        let disclosed = by_code.into_values().map(|(currency, payables)| {
            let summary = Summary::of(&payables.iter().map(|payable| payable.row).collect::<Vec<_>>());
            Disclosure { currency, terms: terms.get(&currency).copied(), summary, payables }
        });
        Ok(Disclosures { period, today, by_currency: disclosed.collect() })
    }

    /// The terms of this company's programmes that ruled at the end of a day.
    async fn terms_ruling_on(
        &self,
        company: CompanyId,
        on: NaiveDate,
        days: &BusinessDays,
    ) -> Result<HashMap<Currency, Terms>, Unavailable> {
        let filter = FacilityFilter { company: Some(company), ..FacilityFilter::default() };
        let found = self.facilities.page(filter, None, 200).await?;
        let programmes = found.iter().map(|found| found.facility.parts()).filter(|parts| parts.kind == FacilityKind::ReverseFactoring);
        let accepted = programmes.flat_map(|parts| &parts.versions).filter_map(|version| match &version.outcome {
            TermsOutcome::Accepted(acceptance) => Some((acceptance.at, version.terms)),
            _ => None,
        });
        let mut accepted: Vec<_> = accepted.filter(|(at, _)| days.date_of(*at) <= on).collect();
        accepted.sort_by_key(|(at, _)| *at);
        Ok(accepted.into_iter().map(|(_, terms)| (terms.parts().currency, terms)).collect())
    }

    async fn disclosed(
        &self,
        buyer: CompanyId,
        period: Period,
        days: &BusinessDays,
    ) -> Result<HashMap<Currency, Vec<DisclosedPayable>>, Unavailable> {
        let names = self.supplier_names(buyer).await?;
        let filter = ReceivableFilter { company: Some((buyer, Side::Buying)), ..ReceivableFilter::default() };
        let mut all: HashMap<Currency, Vec<DisclosedPayable>> = HashMap::new();
        let mut after = None;
        loop {
            let page = self.records.page(filter.clone(), after, Self::DISCLOSED_AT_ONCE).await?;
            let sold = page.iter().map(|kept| kept.receivable.parts()).filter(|parts| parts.accepted.is_some()).map(|parts| parts.id);
            let facts = self.records.facts_of(sold.collect()).await?;
            for Kept { receivable, .. } in &page {
                let facts: Vec<_> = facts.get(&receivable.id()).into_iter().flatten().map(|recorded| recorded.fact).collect();
                let promise = Promise::of(receivable, &facts, |at| days.date_of(at));
                let row = promise.row(period);
                if row.is_empty() {
                    continue;
                }
                let Parts { id, facts: invoice, seller, .. } = receivable.parts();
                all.entry(receivable.currency()).or_default().push(DisclosedPayable {
                    id: *id,
                    number: invoice.number.as_str().to_owned(),
                    supplier: names.get(seller).cloned(),
                    issued_on: invoice.issued_on,
                    due_on: receivable.due_on(),
                    confirmed_on: promise.confirmed_on(),
                    row,
                });
            }
            match page.last() {
                Some(last) if i64::try_from(page.len()) == Ok(Self::DISCLOSED_AT_ONCE) => after = Some(last.receivable.id()),
                _ => return Ok(all),
            }
        }
    }

    async fn supplier_names(&self, buyer: CompanyId) -> Result<HashMap<CompanyId, String>, Unavailable> {
        let found = self.suppliers.of_buyer(buyer, None, i64::from(i32::MAX)).await?;
        Ok(found
            .iter()
            .map(|found| {
                let parts = found.supplier.parts();
                (parts.company, parts.details.legal_name.as_str().to_owned())
            })
            .collect())
    }
}
