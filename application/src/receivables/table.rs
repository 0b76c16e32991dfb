//! Payables from a table: what stands in it is read and told first, and entered row by row.

use super::{
    Financing, ReceivableError,
    look::Look,
    mails::News,
    payables::EnterPayableCommand,
    ports::Numbered,
    promises::{LISTED, Promises},
};
use crate::{
    facilities::ports::SupplierFound,
    kernel::{
        idempotency::{RequestKey, once},
        table::{Imported, ReadRow, ReadTableError, TableRow, Wrong, rows, take, written},
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
use std::collections::{HashMap, HashSet, hash_map::Entry};

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

/// One of many that are entered.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPayable {
    pub supplier: SupplierId,
    pub facts: Facts,
}

/// The suppliers of a buyer, by what a table may call them: their names and their numbers.
struct Known(HashMap<String, Vec<(SupplierId, CompanyId)>>);

/// As far as people write it alike.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Known {
    fn of(found: &[SupplierFound]) -> Self {
        let mut known: HashMap<_, Vec<_>> = HashMap::new();
        for found in found.iter().filter(|found| found.enrolment() != Enrolment::Left) {
            let details = &found.supplier.parts().details;
            let names = HashSet::from([plain(details.legal_name.as_str()), plain(details.registration_number.as_str())]);
            for name in names {
                known.entry(name).or_default().push((found.supplier.id(), found.company.id));
            }
        }
        Self(known)
    }

    fn named(&self, cell: &Cell) -> Result<(SupplierId, CompanyId), Invalid> {
        if cell.is_blank() {
            return Err(Invalid::Required);
        }
        match self.0.get(&plain(&cell.text())).map(Vec::as_slice) {
            Some([supplier]) => Ok(*supplier),
            Some([_, ..]) => Err(Invalid::SupplierAmbiguous),
            Some([]) | None => Err(Invalid::SupplierUnlisted),
        }
    }
}

/// What was entered before, or stands further up, by seller and number.
struct Entered(HashMap<(CompanyId, NormalisedNumber), Numbered>);

impl Entered {
    fn of(found: Vec<Numbered>) -> Self {
        Self(found.into_iter().map(|one| ((one.seller, one.number.clone()), one)).collect())
    }

    /// Whether it was there, from now on also once more.
    ///
    /// # Errors
    /// When another one has its number.
    fn has(&mut self, told: Numbered) -> Result<bool, Wrong> {
        match self.0.entry((told.seller, told.number.clone())) {
            Entry::Vacant(place) => {
                place.insert(told);
                Ok(false)
            }
            Entry::Occupied(there) if *there.get() == told => Ok(true),
            Entry::Occupied(_) => Err(vec![LISTED]),
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
    pub async fn read_payables(&self, by: &Membership, table: Vec<TableRow>) -> Result<Vec<ReadRow<NewPayable>>, ReadTableError> {
        let (columns, body) = rows(table, COLUMNS)?;
        let found = self.suppliers.of_buyer(by.company, None, Supplier::MAX_PER_BUYER as i64).await?;
        let known = Known::of(&found);
        let read: Vec<_> = body.iter().map(|row| read(&known, &columns, &row.cells)).collect();
        let numbers = read.iter().flatten().map(|(_, facts)| facts.number.normalised()).collect();
        let entered = match self.own_debtor(by).await? {
            Some(debtor) => self.records.payables_numbered(by.company, debtor, numbers).await?,
            None => Vec::new(),
        };
        let (mut entered, promises) = (Entered::of(entered), self.promises(by).await?);
        let all = body.iter().zip(read).map(|(row, says)| {
            let says = says.and_then(|((supplier, company), facts)| {
                let is_there = entered.has(Numbered::of(company, &facts))?;
                let wrong = promises.wrong(&facts);
                if is_there || wrong.is_empty() { Ok((NewPayable { supplier, facts }, is_there)) } else { Err(wrong) }
            });
            let is_there = says.as_ref().is_ok_and(|(_, is_there)| *is_there);
            ReadRow { line: row.line, written: written(&columns, COLUMNS, row), says: says.map(|(payable, _)| payable), is_there }
        });
        Ok(all.collect())
    }

    /// Enters payables, one after the other, each by itself; what the company has already is left as it is.
    ///
    /// # Errors
    /// `Blocked(NoAgreement)` for a company that has no programme. What came of each is told in their order: `NotPromisable` also
    /// where another one to this supplier has its number.
    pub async fn enter_payables(
        &self,
        by: &Membership,
        payables: Vec<NewPayable>,
        request: Option<RequestKey>,
    ) -> Result<Vec<Imported<Look, ReceivableError>>, ReceivableError> {
        let (debtor, promises) = (self.debtor_of(by).await?, self.promises(by).await?);
        let mut all = Vec::with_capacity(payables.len());
        let mut news = if payables.len() == 1 { News::One } else { News::FirstOfMany };
        for (place, NewPayable { supplier, facts }) in payables.into_iter().enumerate() {
            let request = request.as_ref().map(|request| request.of_place(place));
            let command = EnterPayableCommand { by: *by, supplier, facts, request };
            let row = self.enter_once(command, (debtor, &promises), news).await.unwrap_or_else(Imported::Failed);
            if matches!(row, Imported::New(_)) {
                news = News::Further;
            }
            all.push(row);
        }
        Ok(all)
    }

    async fn enter_once(
        &self,
        command: EnterPayableCommand,
        (debtor, promises): (DebtorId, &Promises),
        news: News,
    ) -> Result<Imported<Look, ReceivableError>, ReceivableError> {
        let repeat = async |made| Ok(Imported::New(Box::new(self.shown(ReceivableId(made), &command.by).await?)));
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || {
            let found = self.supplier_to_pay(command.supplier, &command.by).await?;
            let told = Numbered::of(found.company.id, &command.facts);
            let entered = self.records.payables_numbered(command.by.company, debtor, vec![told.number.clone()]).await?;
            if Entered::of(entered).has(told).map_err(ReceivableError::NotPromisable)? {
                return Ok(Imported::Already);
            }
            promises.check(&command.facts)?;
            Ok(Imported::New(Box::new(self.new_payable(command.clone(), (&found, debtor), news).await?)))
        })
        .await
    }
}
