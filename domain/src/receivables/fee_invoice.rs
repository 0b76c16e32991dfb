//! What the house invoices of its fees: those that are taxed, under numbers without gaps.

use super::month::{fees, posted};
use crate::{
    kernel::{
        coded::coded_enum,
        ids::{ReceivableId, id},
        minor::Minor,
        money::Percentage,
    },
    ledger::{
        account::AccountKind as K,
        entry::{Entry, EntryId},
    },
};
use chrono::NaiveDate;
use std::{collections::BTreeMap, fmt};

id!(
    /// An invoice of the house for fees.
    FeeInvoiceId
);

/// By what an invoice is filed: each year begins with 1, and leaves none out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FeeInvoiceNumber {
    pub year: i32,
    pub place: i64,
}

impl fmt::Display for FeeInvoiceNumber {
    /// As in `F-2027-000017`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "F-{}-{:06}", self.year, self.place)
    }
}

coded_enum!(
    /// For what a line is charged.
    ChargedFor {
        Service = "service_fee",
        Payout = "payout_fee",
        /// Both at once, where all is taken from the payout.
        Both = "fees",
    }
);

/// What one entry of the ledger charged with tax. Below zero it was taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeeLine {
    pub entry: EntryId,
    pub on: NaiveDate,
    pub receivable: ReceivableId,
    /// The number of that invoice.
    pub invoice: String,
    pub debtor: String,
    pub charged_for: ChargedFor,
    pub net: Minor,
    pub rate: Percentage,
    pub tax: Minor,
}

/// What lines come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FeeSum {
    pub net: Minor,
    pub tax: Minor,
}

impl FeeSum {
    pub fn of<'a>(lines: impl IntoIterator<Item = &'a FeeLine>) -> Self {
        let add = |sum: Self, line: &FeeLine| Self { net: sum.net + line.net, tax: sum.tax + line.tax };
        lines.into_iter().fold(Self::default(), add)
    }

    pub fn gross(&self) -> Minor {
        self.net + self.tax
    }
}

/// What lines come to at each rate, the lowest first.
pub fn by_rate(lines: &[FeeLine]) -> Vec<(Percentage, FeeSum)> {
    let mut rates: BTreeMap<Percentage, Vec<&FeeLine>> = BTreeMap::new();
    for line in lines {
        rates.entry(line.rate).or_default().push(line);
    }
    rates.into_iter().map(|(rate, lines)| (rate, FeeSum::of(lines))).collect()
}

/// What an entry charged with tax, if it did.
pub fn charged(entry: &Entry) -> Option<(ChargedFor, FeeSum)> {
    let postings = entry.postings();
    let tax = -posted(postings, K::TaxPayable);
    let charged_for = match [K::ServiceFees, K::PayoutFees].map(|kind| posted(postings, kind).is_zero()) {
        [false, true] => ChargedFor::Service,
        [true, false] => ChargedFor::Payout,
        _ => ChargedFor::Both,
    };
    (!tax.is_zero()).then(|| (charged_for, FeeSum { net: fees(postings), tax }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::{ids::CompanyId, money::Currency},
        ledger::entry::{Booking, Draft, Event, Place},
    };
    use chrono::DateTime;
    use uuid::Uuid;

    fn entry(credited: &[(Place, i64)]) -> Entry {
        let mut draft = Draft::new(Currency::parse("EUR").unwrap());
        for (place, amount) in credited {
            draft = draft.transfer(Place::reserves(ReceivableId(Uuid::from_u128(1))), *place, Minor::new(*amount));
        }
        let (id, on) = (EntryId(Uuid::from_u128(2)), NaiveDate::from_ymd_opt(2027, 1, 4).unwrap());
        let booking = Booking { id, on, booked_at: DateTime::UNIX_EPOCH, event: Event::Settled, subject: Uuid::from_u128(1), cause: None };
        Entry::new(booking, &draft).unwrap()
    }

    fn told(entry: &Entry) -> Option<(ChargedFor, i64, i64)> {
        charged(entry).map(|(charged_for, sum)| (charged_for, sum.net.get(), sum.tax.get()))
    }

    #[test]
    fn an_entry_is_invoiced_for_the_fees_it_taxed() {
        let payable = Place::sellers_payable(CompanyId(Uuid::from_u128(3)), ReceivableId(Uuid::from_u128(1)));
        let (service, payout, tax) = (Place::service_fees(), Place::payout_fees(), Place::tax_payable());
        let paid = entry(&[(payout, 500), (tax, 95), (payable, 9_405)]);
        assert_eq!(told(&paid), Some((ChargedFor::Payout, 500, 95)));
        let settled = entry(&[(Place::discount_income(), 700), (service, 1_000), (tax, 190), (payable, 50)]);
        assert_eq!(told(&settled), Some((ChargedFor::Service, 1_000, 190)), "the discount is not taxed");
        assert_eq!(told(&entry(&[(payout, 500), (service, 1_000), (tax, 285)])), Some((ChargedFor::Both, 1_500, 285)));
        assert_eq!(told(&entry(&[(service, 1_000), (payable, 50)])), None);
    }

    #[test]
    fn lines_add_up_at_each_rate() {
        let line = |net, rate, tax| FeeLine {
            entry: EntryId(Uuid::from_u128(2)),
            on: NaiveDate::from_ymd_opt(2027, 1, 4).unwrap(),
            receivable: ReceivableId(Uuid::from_u128(1)),
            invoice: "RE-1".to_owned(),
            debtor: "Nordwind".to_owned(),
            charged_for: ChargedFor::Service,
            net: Minor::new(net),
            rate: Percentage::parse_basis_points(rate).unwrap(),
            tax: Minor::new(tax),
        };
        let lines = [line(1_000, 1_900, 190), line(500, 700, 35), line(-200, 1_900, -38)];
        let told: Vec<_> = by_rate(&lines).into_iter().map(|(rate, sum)| (rate.basis_points(), sum.net.get(), sum.tax.get())).collect();
        assert_eq!(told, [(700, 500, 35), (1_900, 800, 152)]);
        assert_eq!(FeeSum::of(&lines).gross(), Minor::new(1_487));
    }

    #[test]
    fn a_number_is_read_with_its_year() {
        assert_eq!(FeeInvoiceNumber { year: 2027, place: 17 }.to_string(), "F-2027-000017");
        assert_eq!(FeeInvoiceNumber { year: 2027, place: 1_234_567 }.to_string(), "F-2027-1234567");
    }
}
