//! What a buyer may promise to pay: told by field, whichever way it is entered.

use crate::{
    kernel::{table::Wrong, unavailable::Unavailable},
    programmes::Programmes,
    receivables::{ReceivableError, ports::Numbered},
};
use chrono::NaiveDate;
use sooner_domain::{
    house::business_days::BusinessDays,
    kernel::{
        Invalid,
        ids::{CompanyId, DebtorId},
        money::Currency,
    },
    parties::membership::Membership,
    receivables::facts::{Facts, not_promisable},
};
use std::collections::BTreeSet;

/// What holds for all that a company promises today.
pub(crate) struct Promises {
    days: BusinessDays,
    today: NaiveDate,
    /// Of its programmes.
    currencies: BTreeSet<&'static str>,
}

/// Another payable to this supplier has the number.
pub(crate) const LISTED: (&str, Invalid) = ("invoiceNumber", Invalid::PayableListed);

impl Promises {
    /// What cannot be promised of an invoice, as far as it is known.
    pub(crate) fn wrong(&self, issued_on: Option<NaiveDate>, due_on: Option<NaiveDate>, currency: Option<Currency>) -> Wrong {
        let mut wrong = not_promisable(issued_on, due_on, self.days.calendar(), self.today);
        if currency.is_some_and(|currency| !self.currencies.contains(currency.code())) {
            wrong.push(("currency", Invalid::ProgrammeMissing));
        }
        wrong
    }

    /// # Errors
    /// `Facts`.
    pub(crate) fn check(&self, facts: &Facts) -> Result<(), ReceivableError> {
        let wrong = self.wrong(Some(facts.issued_on), Some(facts.due_on), Some(facts.face.currency()));
        if wrong.is_empty() { Ok(()) } else { Err(ReceivableError::Facts(wrong)) }
    }
}

impl Programmes {
    pub(crate) async fn promises(&self, by: &Membership) -> Result<Promises, Unavailable> {
        let (days, now) = (self.house.business_days().await?, self.business.now().await?);
        let programmes = self.programmes_of(by.company).await?;
        let currencies = programmes.iter().map(|found| found.facility.parts().currency.code()).collect();
        Ok(Promises { today: days.date_of(now), days, currencies })
    }

    /// How many of this company's payables to a supplier have the number that these facts tell.
    pub(crate) async fn times_entered(&self, (buyer, debtor): (CompanyId, DebtorId), told: &Numbered) -> Result<usize, Unavailable> {
        let found = self.records.payables_numbered(buyer, debtor, vec![told.number.clone()]).await?;
        Ok(found.iter().filter(|other| other.seller == told.seller).count())
    }
}
