//! What an e-invoice says (EN 16931), whichever way it is written: read of a file, before anybody has said that it is so.

mod assignment;
mod entered;
mod known;
mod problems;
mod terms;
#[cfg(test)]
mod tests;

pub use entered::Stated;
pub use known::{Known, KnownParties, PaymentInstructions};
pub use problems::{Problem, ProblemCode};
pub use terms::Term;

use super::cash_discount::{self, CashDiscount};
use crate::kernel::{
    charset::Charset,
    coded::coded_enum,
    minor::Minor,
    money::{Currency, Percentage},
};
use chrono::NaiveDate;

/// An invoice as its own data says it. Texts are the sender's, without control characters and without space around them; whoever
/// keeps one checks it first. Amounts are in minor units of its currency; where it names none, or an unknown one, there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceData {
    pub syntax: Syntax,
    /// It was in a PDF that shows the same to people.
    pub in_pdf: bool,
    /// The rules it says it follows, BT-24.
    pub specification: Option<String>,
    /// BT-1.
    pub number: Option<String>,
    /// BT-2.
    pub issued_on: Option<NaiveDate>,
    /// BT-3, by UNTDID 1001.
    pub type_code: Option<i64>,
    /// BT-5.
    pub currency: Option<Currency>,
    /// BT-9.
    pub due_on: Option<NaiveDate>,
    /// BT-10.
    pub buyer_reference: Option<String>,
    /// BT-13, the buyer's order.
    pub order: Option<String>,
    /// BT-20, as text.
    pub payment_terms: Option<String>,
    /// Cash discounts that are told as data of their own; see [`InvoiceData::cash_discounts`].
    pub discounts: Vec<CashDiscount>,
    /// BG-1, all of them.
    pub notes: Vec<InvoiceNote>,
    /// BT-25, invoices that it is about.
    pub preceding: Vec<String>,
    /// BG-4.
    pub seller: InvoiceParty,
    /// BG-7.
    pub buyer: InvoiceParty,
    /// BG-10: who is paid, where that is not the seller.
    pub payee: Option<Payee>,
    /// BT-81: how it is to be paid, by UNTDID 4461, each once.
    pub means: Vec<i64>,
    /// BG-17: where credit transfers go to.
    pub accounts: Vec<PaymentAccount>,
    pub totals: Totals,
    /// BG-23, in the order of category and rate.
    pub vat: Vec<VatPart>,
    /// The lines, BG-25, by their net amounts, BT-131.
    pub lines: Summed,
    /// What the lines come to with allowances and charges on the whole, by how they are taxed; nothing where one of them does not say.
    pub taxed: Vec<Taxed>,
    /// Amounts of lines with more digits than the currency has: they count as they stand.
    pub inexact: Vec<Unreadable>,
    /// Allowances on the whole, BG-20, by their amounts, BT-92.
    pub allowances: Summed,
    /// Charges on the whole, BG-21, by their amounts, BT-99.
    pub charges: Summed,
    /// What stands there and cannot be taken for what it should be; it is missing above.
    pub unreadable: Vec<Unreadable>,
}

coded_enum!(
    /// How an e-invoice is written.
    Syntax {
        /// An invoice of UBL 2.1.
        UblInvoice = "ubl_invoice",
        /// A credit note of UBL 2.1.
        UblCreditNote = "ubl_credit_note",
        /// Cross Industry Invoice of UN/CEFACT, D16B or D22B.
        Cii = "cii",
        /// ZUGFeRD 1.0, which is older than the standard: read as far as number, days, parties and what is to be paid.
        Zugferd1 = "zugferd_1",
    }
);

/// A note on the whole invoice, BG-1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceNote {
    /// What it is about, BT-21, by UNTDID 4451.
    pub subject: Option<String>,
    /// BT-22; line breaks are kept.
    pub text: String,
}

/// The seller or the buyer as the invoice names them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvoiceParty {
    /// BT-27, BT-44.
    pub name: Option<String>,
    /// BT-28, BT-45.
    pub trading_name: Option<String>,
    /// BT-31, BT-48.
    pub vat_id: Option<String>,
    /// BT-32; the seller's alone.
    pub tax_number: Option<String>,
    /// In a register, BT-30, BT-47.
    pub registration: Option<Identifier>,
    /// BT-29, BT-46, in their own order.
    pub identifiers: Vec<Identifier>,
    /// BT-34, BT-49.
    pub electronic_address: Option<Identifier>,
    pub address: InvoiceAddress,
    /// BT-41 to BT-43, BT-56 to BT-58.
    pub contact: InvoiceContact,
}

/// A name by which a scheme of such names knows somebody.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Identifier {
    /// By ISO 6523 or, of electronic addresses, the code list of such; none where it is not said.
    pub scheme: Option<String>,
    pub value: String,
}

/// BG-5, BG-8.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvoiceAddress {
    /// Up to three: BT-35, BT-36, BT-162 of the seller, BT-50, BT-51, BT-163 of the buyer.
    pub lines: Vec<String>,
    /// BT-37, BT-52.
    pub city: Option<String>,
    /// BT-38, BT-53.
    pub post_code: Option<String>,
    /// BT-39, BT-54.
    pub subdivision: Option<String>,
    /// BT-40, BT-55, as it stands there.
    pub country: Option<String>,
}

/// BG-6, BG-9.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InvoiceContact {
    pub name: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
}

/// Who is paid in the seller's place, BG-10.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Payee {
    /// BT-59.
    pub name: Option<String>,
    /// BT-60, in their own order.
    pub identifiers: Vec<Identifier>,
    /// BT-61.
    pub registration: Option<Identifier>,
}

/// Where to pay to, BG-17.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentAccount {
    /// BT-84: an IBAN, or another number; in capitals and without spaces.
    pub number: String,
    /// BT-85.
    pub name: Option<String>,
    /// BT-86.
    pub bic: Option<String>,
}

/// BG-22. What may be left out is left out where it is nothing: allowances, charges, VAT, what is paid, rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    /// BT-106, of the lines.
    pub lines: Option<Minor>,
    /// BT-107, of allowances on the whole.
    pub allowances: Option<Minor>,
    /// BT-108, of charges on the whole.
    pub charges: Option<Minor>,
    /// BT-109, without VAT.
    pub net: Option<Minor>,
    /// BT-110, in the invoice's currency.
    pub vat: Option<Minor>,
    /// BT-112, with VAT.
    pub gross: Option<Minor>,
    /// BT-113.
    pub paid: Option<Minor>,
    /// BT-114.
    pub rounding: Option<Minor>,
    /// What is collected for others with it, BT-DEX-002 of XRechnung's extension.
    pub for_others: Option<Minor>,
    /// BT-115: what is to be paid.
    pub due: Option<Minor>,
}

/// What is taxed in one way, BG-23.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VatPart {
    /// BT-116.
    pub taxable: Option<Minor>,
    /// BT-117.
    pub tax: Option<Minor>,
    /// BT-118, by UNTDID 5305.
    pub category: Option<String>,
    /// BT-119.
    pub rate: Option<Percentage>,
}

/// What is taxed in one way, by the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Taxed {
    /// BT-151.
    pub category: String,
    /// BT-152; none stands for 0.
    pub rate: Option<Percentage>,
    pub sum: Minor,
}

/// How many there are, and what they come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summed {
    pub count: usize,
    /// None where an amount is missing or cannot be read.
    pub sum: Option<Minor>,
}

impl Default for Summed {
    fn default() -> Self {
        Self { count: 0, sum: Some(Minor::ZERO) }
    }
}

impl Summed {
    /// One more.
    #[must_use]
    pub fn and(self, amount: Option<Minor>) -> Self {
        let sum = self.sum.zip(amount).and_then(|(sum, amount)| sum.get().checked_add(amount.get()));
        Self { count: self.count + 1, sum: sum.map(Minor::new) }
    }
}

/// A value that is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    pub term: Term,
    /// Where in the invoice's XML, counted from 1.
    pub line: usize,
    /// What stands there, shortened.
    pub text: String,
    /// It is an amount in another currency than the invoice's.
    pub is_other_currency: bool,
}

/// Why a file is not taken for an e-invoice. Lines are those of the invoice's XML, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotEInvoice {
    /// It is neither UBL nor CII, nor a PDF.
    #[error("of no known form")]
    Unknown,
    /// It has more bytes than are read.
    #[error("too large")]
    TooLarge,
    /// It is deeper or has more elements than any invoice, or a longer text.
    #[error("too deep or too long")]
    TooMuch,
    /// It is not well formed, or says how it is to be read instead of what it says: a DTD, entities.
    #[error("line {0}: not well formed")]
    Malformed(usize),
    /// It says that it is written in an encoding that is not read.
    #[error("encoded as {}", .0.as_str())]
    Letters(Charset),
    /// It says that it is written in this encoding, and is not.
    #[error("line {line}: not in {}", .charset.as_str())]
    WrongLetters { line: usize, charset: Charset },
    /// A PDF that holds no e-invoice.
    #[error("a PDF without an e-invoice in it")]
    NoneInPdf,
    /// A PDF that cannot be read.
    #[error("a damaged PDF")]
    DamagedPdf,
    /// A PDF that is locked.
    #[error("an encrypted PDF")]
    EncryptedPdf,
    /// A PDF that grows beyond all measure when it is unpacked.
    #[error("too large when unpacked")]
    TooLargeUnpacked,
}

impl InvoiceData {
    /// No amount is larger, in minor units, so that the sum of all lines of a file is an amount too.
    pub const MAX_MINOR: i64 = crate::payments::statement::Statement::MAX_MINOR;
    /// As many bytes as a file has at most.
    pub const MAX_BYTES: usize = 10 * 1024 * 1024;
    /// As many as anything packed in it comes to, unpacked.
    pub const MAX_UNPACKED: usize = 50 * 1024 * 1024;
    /// As many elements as it has at most.
    pub const MAX_ELEMENTS: usize = 200_000;

    /// The cash discounts that it grants, told as data or in its payment terms, each once.
    pub fn cash_discounts(&self) -> Vec<CashDiscount> {
        let terms = self.payment_terms.as_deref().unwrap_or_default();
        let mut all = [self.discounts.clone(), cash_discount::read(terms, self.issued_on, self.currency)].concat();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// One that says nothing.
    pub fn new(syntax: Syntax) -> Self {
        Self {
            syntax,
            in_pdf: false,
            specification: None,
            number: None,
            issued_on: None,
            type_code: None,
            currency: None,
            due_on: None,
            buyer_reference: None,
            order: None,
            payment_terms: None,
            discounts: Vec::new(),
            notes: Vec::new(),
            preceding: Vec::new(),
            seller: InvoiceParty::default(),
            buyer: InvoiceParty::default(),
            payee: None,
            means: Vec::new(),
            accounts: Vec::new(),
            totals: Totals::default(),
            vat: Vec::new(),
            lines: Summed::default(),
            taxed: Vec::new(),
            inexact: Vec::new(),
            allowances: Summed::default(),
            charges: Summed::default(),
            unreadable: Vec::new(),
        }
    }
}
