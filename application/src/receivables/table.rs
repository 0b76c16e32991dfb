//! What a table of invoices says, whichever way they come: from their seller, or from the buyer who is to pay them. What is read
//! first is entered as it was read.

use crate::kernel::table::{Wrong, take};
use sooner_domain::{
    kernel::{
        Invalid,
        money::Currency,
        table::{Cell, Column, Columns},
        text::{Line, Note},
    },
    receivables::{
        facts::{Face, Facts},
        fingerprint::InvoiceNumber,
    },
};
use std::collections::{HashMap, HashSet};

/// What is read of an invoice, with the column that names the other side; each field is what the API calls it.
pub(super) const fn columns(of_other_side: Column) -> [Column; 8] {
    [
        of_other_side,
        Column {
            field: "invoiceNumber",
            headings: &["invoicenumber", "invoiceno", "invoice", "rechnungsnummer", "rechnungsnr", "rechnung"],
            is_required: true,
        },
        Column {
            field: "issuedOn",
            headings: &["issuedon", "invoicedate", "issuedate", "ausgestelltam", "rechnungsdatum"],
            is_required: true,
        },
        Column {
            field: "dueOn",
            headings: &["dueon", "duedate", "due", "fälligam", "fälligkeit", "fälligkeitsdatum", "fällig"],
            is_required: true,
        },
        Column { field: "face", headings: &["face", "amount", "amountwithtax", "betrag", "bruttobetrag"], is_required: true },
        Column { field: "currency", headings: &["currency", "währung"], is_required: true },
        Column {
            field: "orderReference",
            headings: &["orderreference", "ordernumber", "purchaseorder", "bestellnummer"],
            is_required: false,
        },
        Column { field: "note", headings: &["note", "notiz", "anmerkung"], is_required: false },
    ]
}

/// Those whom a table may name, by what it may call them: their names and their numbers.
pub(super) struct Listed<T> {
    by_name: HashMap<String, Vec<T>>,
    /// None of them is called so.
    unlisted: Invalid,
    /// Several are.
    ambiguous: Invalid,
}

/// As far as people write it alike.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl<T: Copy> Listed<T> {
    pub(super) fn new<'a>(all: impl Iterator<Item = (T, [&'a Line; 2])>, [unlisted, ambiguous]: [Invalid; 2]) -> Self {
        let mut by_name: HashMap<_, Vec<_>> = HashMap::new();
        for (one, names) in all {
            for name in HashSet::from(names.map(|name| plain(name.as_str()))) {
                by_name.entry(name).or_default().push(one);
            }
        }
        Self { by_name, unlisted, ambiguous }
    }

    fn named(&self, cell: &Cell) -> Result<T, Invalid> {
        if cell.is_blank() {
            return Err(Invalid::Required);
        }
        match self.by_name.get(&plain(&cell.text())).map(Vec::as_slice) {
            Some([one]) => Ok(*one),
            Some([_, ..]) => Err(self.ambiguous),
            Some([]) | None => Err(self.unlisted),
        }
    }

    /// What a row says, and of whom: `field` names its column.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub(super) fn read(&self, field: &'static str, columns: &Columns, row: &[Cell]) -> Result<(T, Facts), Wrong> {
        let cell = |field| columns.cell(row, field);
        let mut wrong = Wrong::new();
        let named = take(&mut wrong, field, self.named(cell(field)));
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
            let facts = Facts {
                number: number?,
                issued_on: issued_on?,
                due_on: due_on?,
                face: face?,
                order_reference: order_reference?,
                note: note?,
            };
            Some((named?, facts))
        };
        read().ok_or(wrong)
    }
}

fn optional<T>(cell: &Cell, parse: impl Fn(&str) -> Result<T, Invalid>) -> Result<Option<T>, Invalid> {
    if cell.is_blank() { Ok(None) } else { parse(&cell.text()).map(Some) }
}
