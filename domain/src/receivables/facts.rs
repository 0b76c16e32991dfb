//! What an invoice says, and the files that show it.

use super::fingerprint::InvoiceNumber;
use crate::{
    kernel::{
        Invalid,
        canonical::Digest,
        ids::id,
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    onboarding::document::FileName,
};
use chrono::{DateTime, NaiveDate, Utc};

id!(
    /// A file that belongs to a receivable.
    InvoiceDocumentId
);

/// The total of an invoice with tax: more than nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face(Money);

impl Face {
    /// # Errors
    /// When negative, nothing, or absurdly large.
    pub fn parse(amount_minor: i64, currency: Currency) -> Result<Self, Invalid> {
        let money = Money::parse(amount_minor, currency)?;
        if amount_minor == 0 { Err(Invalid::OutOfRange { min: 1, max: Money::MAX_MINOR }) } else { Ok(Self(money)) }
    }

    pub fn amount(self) -> Minor {
        Minor::new(self.0.amount_minor())
    }

    pub fn currency(self) -> Currency {
        self.0.currency()
    }
}

/// An invoice as it was entered. Dates that contradict each other are for the checks: a draft may hold them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    pub number: InvoiceNumber,
    pub issued_on: NaiveDate,
    pub due_on: NaiveDate,
    pub face: Face,
    pub order_reference: Option<Line>,
    pub note: Option<Note>,
}

impl Facts {
    /// Every fact with its name, for the audit trail.
    pub fn answers(&self) -> Vec<(&'static str, String)> {
        let Self { number, issued_on, due_on, face, order_reference, note } = self;
        let always = [
            ("invoiceNumber", number.as_str().to_owned()),
            ("issuedOn", issued_on.to_string()),
            ("dueOn", due_on.to_string()),
            ("face", face.0.to_string()),
        ];
        let order_reference = order_reference.as_ref().map(|text| ("orderReference", text.as_str().to_owned()));
        let note = note.as_ref().map(|text| ("note", text.as_str().to_owned()));
        always.into_iter().chain(order_reference).chain(note).collect()
    }
}

/// What is owed, and when: the invoice's own, until a credit note, the debtor or an extension says otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figures {
    pub face: Minor,
    pub due_on: NaiveDate,
}

impl From<&Facts> for Figures {
    fn from(facts: &Facts) -> Self {
        Self { face: facts.face.amount(), due_on: facts.due_on }
    }
}

/// A file: the invoice itself, or what belongs to it. It lies elsewhere, under the id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceDocument {
    pub id: InvoiceDocumentId,
    pub name: FileName,
    pub sha256: Digest,
    pub uploaded_at: DateTime<Utc>,
}

impl InvoiceDocument {
    /// The invoice, the order, the delivery note, and some more.
    pub const MAX_PER_RECEIVABLE: usize = 10;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invoice_is_over_something() -> Result<(), Invalid> {
        let euro = Currency::parse("EUR")?;
        assert_eq!(Face::parse(1, euro).map(Face::amount), Ok(Minor::new(1)));
        assert_eq!(Face::parse(0, euro), Err(Invalid::OutOfRange { min: 1, max: Money::MAX_MINOR }));
        assert_eq!(Face::parse(-1, euro), Err(Invalid::AmountNegative));
        assert!(Face::parse(Money::MAX_MINOR, euro).is_ok() && Face::parse(Money::MAX_MINOR + 1, euro).is_err());
        Ok(())
    }

    #[test]
    fn what_is_told_is_told_by_name() -> Result<(), Invalid> {
        let day = |text: &str| text.parse().map_err(|_| Invalid::DateMalformed);
        let facts = Facts {
            number: InvoiceNumber::parse("RE 1")?,
            issued_on: day("2027-01-04")?,
            due_on: day("2027-02-18")?,
            face: Face::parse(123_456, Currency::parse("EUR")?)?,
            order_reference: Some(Line::parse("PO 7")?),
            note: None,
        };
        let told: Vec<_> = facts.answers().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(told.join(" "), "invoiceNumber=RE 1 issuedOn=2027-01-04 dueOn=2027-02-18 face=1234.56 EUR orderReference=PO 7");
        assert_eq!(Figures::from(&facts).face, Minor::new(123_456));
        Ok(())
    }
}
