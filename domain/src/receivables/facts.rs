//! What an invoice says, and the files that show it.

use super::{
    einvoice::{PaymentInstructions, Stated},
    fingerprint::InvoiceNumber,
};
use crate::{
    kernel::{
        Invalid,
        calendar::Calendar,
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
    /// `AmountZero` for nothing and less, `AmountTooLarge`.
    pub fn parse(amount_minor: i64, currency: Currency) -> Result<Self, Invalid> {
        Minor::parse(amount_minor, Money::MAX)?;
        Money::parse(amount_minor, currency).map(Self)
    }

    pub fn amount(self) -> Minor {
        Minor::new(self.0.amount_minor())
    }

    pub fn currency(self) -> Currency {
        self.0.currency()
    }
}

/// An invoice as it was entered. [`Facts::check`] is asked before it is kept; what was kept earlier may fail it, and the checks say so.
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

    /// # Errors
    /// By its field, what of it contradicts itself.
    pub fn check(&self) -> Result<(), (&'static str, Invalid)> {
        due_after_issue(Some(self.issued_on), Some(self.due_on)).map_err(|invalid| ("dueOn", invalid))
    }

    /// Whether both tell the same invoice in the same way: its number however it is written, its days and its amount.
    pub fn says_as(&self, other: &Self) -> bool {
        let of = |facts: &Self| (facts.number.normalised(), facts.issued_on, facts.due_on, facts.face);
        of(self) == of(other)
    }
}

/// An invoice is due after the day on which it was written, as far as its days are known: the one place of that rule.
///
/// # Errors
/// `DueNotAfterIssue`.
pub fn due_after_issue(issued_on: Option<NaiveDate>, due_on: Option<NaiveDate>) -> Result<(), Invalid> {
    let contradicts = issued_on.zip(due_on).is_some_and(|(issued_on, due_on)| due_on <= issued_on);
    if contradicts { Err(Invalid::DueNotAfterIssue) } else { Ok(()) }
}

/// Why an invoice cannot be promised, by the fact, as far as its days are known: it has to be written by today, and due after that on a
/// business day from today on. (finance.md, section 5)
pub fn not_promisable(
    issued_on: Option<NaiveDate>,
    due_on: Option<NaiveDate>,
    calendar: &Calendar,
    today: NaiveDate,
) -> Vec<(&'static str, Invalid)> {
    let written = issued_on.filter(|day| *day > today).map(|_| ("issuedOn", Invalid::DateInFuture));
    let due = due_on.and_then(|day| {
        let is_closed = !calendar.is_business_day(day);
        let is_past = (day < today).then_some(Invalid::DateInPast);
        is_past.or(due_after_issue(issued_on, due_on).err()).or(is_closed.then_some(Invalid::DateClosed))
    });
    written.into_iter().chain(due.map(|invalid| ("dueOn", invalid))).collect()
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
    /// Of an e-invoice: whom it says to pay.
    pub instructions: Option<PaymentInstructions>,
    /// Of an e-invoice: what a draft repeats of it.
    pub stated: Option<Stated>,
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
        assert_eq!(Face::parse(0, euro), Err(Invalid::AmountZero));
        assert_eq!(Face::parse(-1, euro), Err(Invalid::AmountZero), "nothing is refused as well");
        assert!(Face::parse(Money::MAX_MINOR, euro).is_ok() && Face::parse(Money::MAX_MINOR + 1, euro).is_err());
        Ok(())
    }

    #[test]
    fn what_is_promised_is_written_and_due_on_a_business_day_to_come() -> Result<(), Invalid> {
        let day = |text: &str| text.parse::<NaiveDate>().map_err(|_| Invalid::DateMalformed);
        let (calendar, today) = (Calendar::default(), day("2027-01-04")?);
        let wrong = |issued_on: &str, due_on: &str| -> Result<_, Invalid> {
            Ok(not_promisable(Some(day(issued_on)?), Some(day(due_on)?), &calendar, today))
        };
        assert_eq!(wrong("2027-01-03", "2027-01-04")?, []);
        assert_eq!(wrong("2027-01-04", "2027-01-04")?, [("dueOn", Invalid::DueNotAfterIssue)]);
        let both = [("issuedOn", Invalid::DateInFuture), ("dueOn", Invalid::DueNotAfterIssue)];
        assert_eq!(wrong("2027-01-06", "2027-01-05")?, both);
        assert_eq!(wrong("2027-01-05", "2027-02-18")?, [("issuedOn", Invalid::DateInFuture)]);
        assert_eq!(wrong("2026-12-01", "2027-01-01")?, [("dueOn", Invalid::DateInPast)]);
        assert_eq!(wrong("2026-12-01", "2027-02-20")?, [("dueOn", Invalid::DateClosed)], "a Saturday");
        assert_eq!(wrong("2026-12-01", "2027-03-26")?, [("dueOn", Invalid::DateClosed)], "Good Friday");
        assert_eq!(wrong("2027-01-05", "2026-12-01")?, [("issuedOn", Invalid::DateInFuture), ("dueOn", Invalid::DateInPast)]);
        assert_eq!(
            not_promisable(None, Some(day("2026-12-01")?), &calendar, today),
            [("dueOn", Invalid::DateInPast)],
            "whatever else is not known"
        );
        Ok(())
    }

    #[test]
    fn an_invoice_is_due_after_the_day_on_which_it_was_written() -> Result<(), Invalid> {
        let day = |text: &str| text.parse::<NaiveDate>().map(Some).map_err(|_| Invalid::DateMalformed);
        let written = day("2027-02-01")?;
        assert_eq!(due_after_issue(written, day("2027-02-02")?), Ok(()));
        assert_eq!(due_after_issue(written, written), Err(Invalid::DueNotAfterIssue));
        assert_eq!(due_after_issue(written, day("2027-01-31")?), Err(Invalid::DueNotAfterIssue));
        assert_eq!((due_after_issue(None, written), due_after_issue(written, None)), (Ok(()), Ok(())));
        let facts = Facts { issued_on: crate::receivables::examples::facts().due_on, ..crate::receivables::examples::facts() };
        assert_eq!(facts.check(), Err(("dueOn", Invalid::DueNotAfterIssue)));
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
