//! Payables from a table: what stands in it is read and told first, and entered row by row.

use super::{Financing, ReceivableError, look::Look, payables::EnterPayableCommand};
use crate::{
    facilities::ports::SupplierFound,
    kernel::{
        idempotency::{RequestKey, once},
        table::{ReadTableError, TableRow, Wrong, rows, take},
        unavailable::Unavailable,
    },
};
use sooner_domain::{
    facilities::supplier::{Enrolment, Supplier, SupplierId},
    kernel::{
        Invalid,
        ids::{CompanyId, DebtorId, ReceivableId},
        money::Currency,
        table::{Cell, Column, Columns},
        text::{Line, Note},
    },
    parties::membership::Membership,
    receivables::{
        facts::{Face, Facts},
        fingerprint::{InvoiceNumber, NormalisedNumber},
    },
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

const SUPPLIER: &str = "supplier";

/// What is read of a payable; its field is what the API calls it.
const COLUMNS: &[Column] = &[
    Column { field: SUPPLIER, headings: &["supplier", "lieferant", "suppliername", "supplierregistrationnumber"], is_required: true },
    Column {
        field: "invoiceNumber",
        headings: &["invoicenumber", "invoiceno", "invoice", "rechnungsnummer", "rechnungsnr", "rechnung"],
        is_required: true,
    },
    Column { field: "issuedOn", headings: &["issuedon", "invoicedate", "issuedate", "ausgestelltam", "rechnungsdatum"], is_required: true },
    Column {
        field: "dueOn",
        headings: &["dueon", "duedate", "due", "fälligam", "fälligkeit", "fälligkeitsdatum", "fällig"],
        is_required: true,
    },
    Column { field: "face", headings: &["face", "amount", "amountwithtax", "betrag", "bruttobetrag"], is_required: true },
    Column { field: "currency", headings: &["currency", "währung"], is_required: true },
    Column { field: "orderReference", headings: &["orderreference", "ordernumber", "purchaseorder", "bestellnummer"], is_required: false },
    Column { field: "note", headings: &["note", "notiz", "anmerkung"], is_required: false },
];

/// A row of a table of payables, as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct PayableRow {
    /// In the table, counted from 1; the headings are in the first.
    pub line: usize,
    /// What stands there, by field.
    pub written: Vec<(&'static str, String)>,
    /// What it says, or what is wrong by field.
    pub says: Result<(SupplierId, Facts), Wrong>,
    /// The company has it already, or it stands further up.
    pub is_entered: bool,
}

/// One of many that are entered.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPayable {
    pub supplier: SupplierId,
    pub facts: Facts,
}

/// What came of one of many.
#[derive(Debug, Clone, PartialEq)]
pub enum Entered {
    New(Box<Look>),
    /// It was there before.
    Already,
    Failed(ReceivableError),
}

/// The suppliers of a buyer, by what a table may call them.
struct Known {
    by_number: HashMap<String, (SupplierId, CompanyId)>,
    by_name: HashMap<String, Vec<(SupplierId, CompanyId)>>,
}

/// As far as people write it alike.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Known {
    fn of(found: &[SupplierFound]) -> Self {
        let (mut by_number, mut by_name) = (HashMap::new(), HashMap::<_, Vec<_>>::new());
        for found in found.iter().filter(|found| found.enrolment() != Enrolment::Left) {
            let (details, ids) = (&found.supplier.parts().details, (found.supplier.id(), found.company.id));
            by_number.insert(plain(details.registration_number.as_str()), ids);
            by_name.entry(plain(details.legal_name.as_str())).or_default().push(ids);
        }
        Self { by_number, by_name }
    }

    fn named(&self, cell: &Cell) -> Result<(SupplierId, CompanyId), Invalid> {
        if cell.is_blank() {
            return Err(Invalid::Required);
        }
        let text = plain(&cell.text());
        match (self.by_number.get(&text), self.by_name.get(&text).map(Vec::as_slice)) {
            (Some(supplier), _) => Ok(*supplier),
            (None, Some([supplier])) => Ok(*supplier),
            (None, Some([_, ..])) => Err(Invalid::SupplierAmbiguous),
            (None, Some([]) | None) => Err(Invalid::SupplierUnlisted),
        }
    }
}

fn optional<T>(cell: &Cell, parse: impl Fn(&str) -> Result<T, Invalid>) -> Result<Option<T>, Invalid> {
    if cell.is_blank() { Ok(None) } else { parse(&cell.text()).map(Some) }
}

fn read(known: &Known, columns: &Columns, row: &[Cell]) -> Result<((SupplierId, CompanyId), Facts), Wrong> {
    let cell = |field| columns.cell(row, field);
    let mut wrong = Wrong::new();
    let supplier = take(&mut wrong, SUPPLIER, known.named(cell(SUPPLIER)));
    let number = take(&mut wrong, "invoiceNumber", InvoiceNumber::parse(&cell("invoiceNumber").text()));
    let issued_on = take(&mut wrong, "issuedOn", cell("issuedOn").day());
    let due_on = take(&mut wrong, "dueOn", cell("dueOn").day());
    let currency = take(&mut wrong, "currency", Currency::parse(&cell("currency").text().to_uppercase()));
    let face = currency.and_then(|currency| {
        let amount = cell("face").amount(currency).and_then(|amount| Face::parse(amount.get(), currency));
        take(&mut wrong, "face", amount)
    });
    let order_reference = take(&mut wrong, "orderReference", optional(cell("orderReference"), Line::parse));
    let note = take(&mut wrong, "note", optional(cell("note"), Note::parse));
    let read = || {
        let facts =
            Facts { number: number?, issued_on: issued_on?, due_on: due_on?, face: face?, order_reference: order_reference?, note: note? };
        Some((supplier?, facts))
    };
    read().ok_or(wrong)
}

impl Financing {
    /// Payables entered at once.
    pub const TOGETHER: usize = 200;

    /// What a table of payables says, row by row. Nothing is entered.
    ///
    /// # Errors
    /// `ColumnMissing`, `Empty`.
    pub async fn read_payables(&self, by: &Membership, table: Vec<TableRow>) -> Result<Vec<PayableRow>, ReadTableError> {
        let (columns, body) = rows(table, COLUMNS)?;
        let found = self.suppliers.of_buyer(by.company, None, Supplier::MAX_PER_BUYER as i64).await?;
        let known = Known::of(&found);
        let read: Vec<_> = body.iter().map(|row| read(&known, &columns, &row.cells)).collect();
        let numbers = read.iter().flatten().map(|(_, facts)| facts.number.normalised()).collect();
        let debtor = self.debtor_of(by).await.ok();
        let mut entered = match debtor {
            Some(debtor) => self.entered(by.company, debtor, numbers).await?,
            None => HashSet::new(),
        };
        let all = body.into_iter().zip(read).map(|(row, says)| {
            let cell = |column: &Column| (column.field, columns.cell(&row.cells, column.field).text());
            let is_entered = match &says {
                Ok(((_, company), facts)) => !entered.insert((*company, facts.number.normalised())),
                Err(_) => false,
            };
            let says = says.map(|((supplier, _), facts)| (supplier, facts));
            PayableRow { line: row.line, written: COLUMNS.iter().map(cell).collect(), says, is_entered }
        });
        Ok(all.collect())
    }

    /// Enters payables, one after the other, each by itself; what the company has already is left as it is.
    ///
    /// # Errors
    /// `Blocked(NoAgreement)` for a company that has no programme. What came of each is told in their order.
    pub async fn enter_payables(
        &self,
        by: &Membership,
        payables: Vec<NewPayable>,
        request: Option<RequestKey>,
    ) -> Result<Vec<Entered>, ReceivableError> {
        let debtor = self.debtor_of(by).await?;
        let mut all = Vec::with_capacity(payables.len());
        for (place, payable) in payables.into_iter().enumerate() {
            let request = request.as_ref().map(|request| request.of_part(Uuid::from_u128(place as u128)));
            all.push(match self.enter_once(by, debtor, payable, request).await {
                Ok(entered) => entered,
                Err(error) => Entered::Failed(error),
            });
        }
        Ok(all)
    }

    async fn enter_once(
        &self,
        by: &Membership,
        debtor: DebtorId,
        NewPayable { supplier, facts }: NewPayable,
        request: Option<RequestKey>,
    ) -> Result<Entered, ReceivableError> {
        let repeat = async |made| Ok(Entered::New(Box::new(self.shown(ReceivableId(made), by).await?)));
        once(self.idempotency.as_ref(), request.as_ref(), repeat, async || {
            let found = self.suppliers.by_id(supplier).await?.ok_or(ReceivableError::UnknownSupplier)?;
            let number = facts.number.normalised();
            if self.entered(by.company, debtor, vec![number.clone()]).await?.contains(&(found.company.id, number)) {
                return Ok(Entered::Already);
            }
            let command = EnterPayableCommand { by: *by, supplier, facts: facts.clone(), request: request.clone() };
            Ok(Entered::New(Box::new(self.new_payable(command).await?)))
        })
        .await
    }

    /// Which of these numbers its suppliers have among the company's payables.
    async fn entered(
        &self,
        buyer: CompanyId,
        debtor: DebtorId,
        numbers: Vec<NormalisedNumber>,
    ) -> Result<HashSet<(CompanyId, NormalisedNumber)>, Unavailable> {
        Ok(self.records.payables_numbered(buyer, debtor, numbers).await?.into_iter().collect())
    }
}
