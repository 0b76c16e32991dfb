//! Receivables that may be one and the same, though their fingerprints differ: somebody has to look at both.

use super::{
    fingerprint::{NormalisedNumber, VisibleNumber},
    receivable::{Parts, Receivable},
};
use crate::kernel::{
    canonical::Digest,
    coded::{Coded, coded_enum},
    ids::DebtorId,
    minor::Minor,
    money::Currency,
};
use crate::{facilities::terms::FacilityKind, parties::legal_entity::LegalEntity};
use chrono::NaiveDate;

coded_enum!(
    /// Why two receivables look like one.
    Likeness {
        SameAmountAndDate = "same_amount_and_date",
        /// Numbers one edit apart, amounts and dates close to each other.
        NearNumber = "near_number",
        SameFile = "same_file",
        /// From another seller, or of one in letters and digits that only look the same, or with blanks and signs elsewhere.
        SameNumber = "same_number",
        /// Number, amount and day of one seller, to another debtor.
        SameInvoice = "same_invoice",
    }
);

/// What two receivables are compared by: the invoice as it was entered, whatever was corrected since.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    pub debtor: DebtorId,
    pub seller: LegalEntity,
    pub number: NormalisedNumber,
    pub visible: VisibleNumber,
    pub issued_on: NaiveDate,
    pub face: Minor,
    pub currency: Currency,
    pub files: Vec<Digest>,
    /// Its debtor entered and approved it, in its programme.
    pub is_payable: bool,
}

impl Sample {
    /// Days between the dates of two invoices whose numbers are one edit apart, at most.
    pub const NEAR_DAYS: i64 = 30;
    /// One of so many parts is how far their amounts may lie apart: a hundredth, of the larger one.
    pub const NEAR_PARTS: i128 = 100;

    /// As this receivable is compared, whose seller is this legal entity; none while its debtor is not known.
    pub fn of(receivable: &Receivable, seller: &LegalEntity) -> Option<Self> {
        let Parts { debtor, facts, documents, .. } = receivable.parts();
        Some(Self {
            debtor: (*debtor)?,
            seller: seller.clone(),
            number: facts.number.normalised(),
            visible: facts.number.visible(),
            issued_on: facts.issued_on,
            face: facts.face.amount(),
            currency: facts.face.currency(),
            files: documents.iter().map(|document| document.sha256).collect(),
            is_payable: receivable.kind() == FacilityKind::ReverseFactoring,
        })
    }

    /// Every reason to take the two for one; the same from either side. A debtor that approved both has told them apart. Of two
    /// debtors each may owe an invoice of the same number, day or amount: not of all three, and not on the same paper.
    pub fn likenesses(&self, other: &Self) -> Vec<Likeness> {
        if self.debtor == other.debtor && self.is_payable && other.is_payable {
            return Vec::new();
        }
        Likeness::ALL.iter().copied().filter(|likeness| self.is_like(other, *likeness)).collect()
    }

    fn is_like(&self, other: &Self, likeness: Likeness) -> bool {
        let is_one_debtor = self.debtor == other.debtor;
        match likeness {
            Likeness::SameAmountAndDate => is_one_debtor && self.is_of_one_amount_and_date(other),
            Likeness::NearNumber => is_one_debtor && self.number.is_near(&other.number) && self.is_close(other),
            Likeness::SameFile => self.files.iter().any(|file| other.files.contains(file)),
            Likeness::SameNumber => {
                is_one_debtor && self.visible.is_like(&other.visible) && (self.seller != other.seller || self.number != other.number)
            }
            Likeness::SameInvoice => {
                !is_one_debtor
                    && self.visible.is_like(&other.visible)
                    && self.seller == other.seller
                    && self.is_of_one_amount_and_date(other)
            }
        }
    }

    fn is_of_one_amount_and_date(&self, other: &Self) -> bool {
        self.currency == other.currency && self.face == other.face && self.issued_on == other.issued_on
    }

    fn is_close(&self, other: &Self) -> bool {
        let apart = i128::from((self.face - other.face).get()).abs();
        let larger = i128::from(self.face.max(other.face).get());
        let days = (self.issued_on - other.issued_on).num_days().abs();
        self.currency == other.currency && apart * Self::NEAR_PARTS <= larger && days <= Self::NEAR_DAYS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::{Invalid, country::CountryCode, text::Line},
        receivables::fingerprint::InvoiceNumber,
    };
    use proptest::prelude::*;
    use uuid::Uuid;

    fn sample(number: &str) -> Result<Sample, Invalid> {
        Ok(Sample {
            debtor: DebtorId(Uuid::from_u128(1)),
            seller: LegalEntity::registered(CountryCode::parse("DE")?, &Line::parse("HRB 1")?),
            number: InvoiceNumber::parse(number)?.normalised(),
            visible: InvoiceNumber::parse(number)?.visible(),
            issued_on: NaiveDate::from_ymd_opt(2027, 1, 4).unwrap_or_default(),
            face: Minor::new(1_000_000),
            currency: Currency::parse("EUR")?,
            files: Vec::new(),
            is_payable: false,
        })
    }

    fn later(days: i64) -> NaiveDate {
        NaiveDate::from_ymd_opt(2027, 1, 4).unwrap_or_default() + chrono::TimeDelta::days(days)
    }

    #[test]
    fn the_same_amount_on_the_same_day_is_looked_at() -> Result<(), Invalid> {
        let (one, other) = (sample("A-1")?, sample("B-77")?);
        assert_eq!(one.likenesses(&other), [Likeness::SameAmountAndDate]);
        let euro_and_dollar = Sample { currency: Currency::parse("USD")?, ..other.clone() };
        for other in
            [Sample { face: Minor::new(1_000_001), ..other.clone() }, Sample { issued_on: later(1), ..other.clone() }, euro_and_dollar]
        {
            assert_eq!(one.likenesses(&other), []);
        }
        Ok(())
    }

    #[test]
    fn numbers_one_edit_apart_are_looked_at_where_amounts_and_dates_are_close() -> Result<(), Invalid> {
        let one = sample("RE-2027-101")?;
        let near = |number: &str, face, days| {
            let other = Sample { face: Minor::new(face), issued_on: later(days), ..sample(number)? };
            Ok(one.likenesses(&other).contains(&Likeness::NearNumber))
        };
        for (number, face, days, expected) in [
            ("RE-2027-102", 999_999, 1, true),
            ("RE-2027-110", 999_999, 1, true),
            ("RE-2027-1011", 999_999, 1, true),
            ("RE-2027-202", 999_999, 1, false),
            ("RE-2027-102", 990_000, 30, true),
            ("RE-2027-102", 989_999, 30, false),
            ("RE-2027-102", 1_010_101, -30, true),
            ("RE-2027-102", 1_010_102, -30, false),
            ("RE-2027-102", 990_000, 31, false),
        ] {
            assert_eq!(near(number, face, days)?, expected, "{number} {face} {days}");
        }
        Ok(())
    }

    #[test]
    fn one_file_and_one_number_from_two_sellers_are_looked_at() -> Result<(), Invalid> {
        let one = Sample { files: vec![Digest([1; 32]), Digest([2; 32])], ..sample("A-1")? };
        let far = Sample { face: Minor::new(5), issued_on: later(200), ..sample("B-77")? };
        assert_eq!(one.likenesses(&Sample { files: vec![Digest([2; 32])], ..far.clone() }), [Likeness::SameFile]);
        assert_eq!(one.likenesses(&Sample { files: vec![Digest([3; 32])], ..far.clone() }), []);
        let seller = LegalEntity::registered(CountryCode::parse("FR")?, &Line::parse("HRB 1")?);
        let theirs = Sample { seller, number: one.number.clone(), visible: one.visible.clone(), ..far.clone() };
        assert_eq!(one.likenesses(&theirs), [Likeness::SameNumber]);
        assert_eq!(one.likenesses(&Sample { number: one.number.clone(), visible: one.visible.clone(), ..far }), []);
        Ok(())
    }

    #[test]
    fn numbers_that_only_look_the_same_are_looked_at_whatever_the_amounts_are() -> Result<(), Invalid> {
        let one = sample("RE-101")?;
        for written in ["RE-1O1", "RE-l0l", "RЕ-101", "RE-1О1", "RE-10 1", "RE 1-01"] {
            let other = Sample { face: Minor::new(5), issued_on: later(200), ..sample(written)? };
            let likenesses = one.likenesses(&other);
            assert_eq!(likenesses, [Likeness::SameNumber], "{written}");
            let elsewhere = Sample { debtor: DebtorId(Uuid::from_u128(2)), ..sample(written)? };
            assert_eq!(one.likenesses(&elsewhere), [Likeness::SameInvoice], "{written}");
        }
        Ok(())
    }

    #[test]
    fn an_invoice_that_is_sold_as_owed_by_two_debtors_is_looked_at() -> Result<(), Invalid> {
        let one = sample("A-1")?;
        let elsewhere = Sample { debtor: DebtorId(Uuid::from_u128(2)), ..one.clone() };
        assert_eq!(one.likenesses(&elsewhere), [Likeness::SameInvoice]);
        assert_eq!(
            Sample { is_payable: true, ..one.clone() }.likenesses(&Sample { is_payable: true, ..elsewhere.clone() }),
            [Likeness::SameInvoice]
        );
        let seller = LegalEntity::registered(CountryCode::parse("FR")?, &Line::parse("HRB 1")?);
        for other in [
            Sample { face: Minor::new(1_000_001), ..elsewhere.clone() },
            Sample { issued_on: later(1), ..elsewhere.clone() },
            Sample { currency: Currency::parse("USD")?, ..elsewhere.clone() },
            Sample { visible: sample("A-2")?.visible, number: sample("A-2")?.number, ..elsewhere.clone() },
            Sample { seller, ..elsewhere.clone() },
        ] {
            assert_eq!(one.likenesses(&other), []);
        }
        let paper = |sample: Sample| Sample { files: vec![Digest([1; 32])], ..sample };
        let other = Sample {
            number: sample("B-77")?.number,
            visible: sample("B-77")?.visible,
            face: Minor::new(5),
            issued_on: later(200),
            ..elsewhere
        };
        assert_eq!(paper(one).likenesses(&paper(other)), [Likeness::SameFile]);
        Ok(())
    }

    #[test]
    fn what_a_debtor_promised_itself_is_told_apart_but_not_from_what_a_seller_invoiced() -> Result<(), Invalid> {
        let (invoiced, promised) = (sample("A-1")?, Sample { is_payable: true, ..sample("A-2")? });
        assert_eq!(promised.likenesses(&Sample { is_payable: true, ..sample("A-3")? }), []);
        assert_eq!(promised.likenesses(&invoiced), [Likeness::SameAmountAndDate, Likeness::NearNumber]);
        Ok(())
    }

    proptest! {
        #[test]
        fn a_likeness_has_no_direction(
            numbers in ("[12]{1,3}", "[12]{1,3}"), faces in (9_800_i64..10_000, 9_800_i64..10_000), days in 0_i64..40, debtor in 1_u128..3,
        ) {
            let one = Sample { face: Minor::new(faces.0), ..sample(&numbers.0).unwrap() };
            let debtor = DebtorId(Uuid::from_u128(debtor));
            let other = Sample { debtor, face: Minor::new(faces.1), issued_on: later(days), ..sample(&numbers.1).unwrap() };
            prop_assert_eq!(one.likenesses(&other), other.likenesses(&one));
        }
    }
}
