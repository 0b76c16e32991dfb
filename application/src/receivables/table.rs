//! What a table of invoices says, whichever way they come: from their seller, or from the buyer who is to pay them. What is read
//! first is entered as it was read.

use crate::kernel::table::{Wrong, take};
use chrono::NaiveDate;
use sooner_domain::{
    kernel::{
        Invalid,
        money::Currency,
        table::{Cell, Column, Columns, Holds, Others},
        text::{Line, Note},
    },
    receivables::{
        facts::{Face, Facts, due_after_issue},
        fingerprint::InvoiceNumber,
    },
};
use std::collections::{HashMap, HashSet};

/// What is read of an invoice, with the column that names the other side; each field is what the API calls it. Headings are those of
/// English, German, French, Dutch, Spanish and Polish programs.
pub(crate) const fn columns(of_other_side: Column) -> [Column; 8] {
    [of_other_side, NUMBER, ISSUED_ON, DUE_ON, FACE, CURRENCY, ORDER_REFERENCE, NOTE]
}

const NUMBER: Column = Column {
    field: "invoiceNumber",
    headings: &[
        "invoicenumber",
        "invoiceno",
        "invoicenr",
        "invoiceid",
        "rechnungsnummer",
        "rechnungsnr",
        "rechnungnr",
        "rechnungsno",
        "rgnr",
        "numerodefacture",
        "nodefacture",
        "ndefacture",
        "numerofacture",
        "numfacture",
        "nfacture",
        "factuurnummer",
        "factuurnr",
        "numerodefactura",
        "numerofactura",
        "nodefactura",
        "ndefactura",
        "nfactura",
        "numerfaktury",
        "nrfaktury",
    ],
    perhaps: &["invoice", "rechnung", "belegnummer", "belegnr", "facture", "factuur", "factura", "faktura"],
    ..Column::TEXT
};

const DAYS: Others = Others { within: &["datum", "date", "fecha", "data", "termin"], words: &[] };

const ISSUED_ON: Column = Column {
    field: "issuedOn",
    headings: &[
        "issuedon",
        "invoicedate",
        "issuedate",
        "dateofinvoice",
        "dateofissue",
        "ausgestelltam",
        "rechnungsdatum",
        "rechnungsdat",
        "datedefacture",
        "datefacture",
        "datedelafacture",
        "datedefacturation",
        "datefacturation",
        "datedemission",
        "dateemission",
        "factuurdatum",
        "fechadefactura",
        "fechafactura",
        "fechadeemision",
        "fechaemision",
        "datawystawienia",
        "datafaktury",
    ],
    perhaps: &["date", "datum", "belegdatum", "fecha", "data"],
    others: DAYS,
    holds: Holds::Day,
    is_required: true,
};

const DUE_ON: Column = Column {
    field: "dueOn",
    headings: &[
        "dueon",
        "duedate",
        "falligam",
        "falligkeit",
        "falligkeitsdatum",
        "fallig",
        "falligbis",
        "faelligam",
        "faelligkeit",
        "faelligkeitsdatum",
        "faellig",
        "nettofalligkeit",
        "zahlbarbis",
        "datedecheance",
        "dateecheance",
        "echeance",
        "echeancele",
        "vervaldatum",
        "vervaldag",
        "fechadevencimiento",
        "fechavencimiento",
        "vencimiento",
        "terminpłatnosci",
        "datapłatnosci",
    ],
    perhaps: &["due", "paymentdue", "payby"],
    others: DAYS,
    holds: Holds::Day,
    is_required: true,
};

/// What is owed: with tax. A column that only says that it is an amount may be without it, or what is left of it, where another one
/// stands beside it.
const FACE: Column = Column {
    field: "face",
    headings: &[
        "face",
        "amountwithtax",
        "amountincltax",
        "amountincludingtax",
        "amountinclvat",
        "amountincludingvat",
        "amountgross",
        "grossamount",
        "gross",
        "grosstotal",
        "totalgross",
        "totalwithtax",
        "totalincltax",
        "totalincludingtax",
        "totalinclvat",
        "totalincludingvat",
        "bruttobetrag",
        "betragbrutto",
        "brutto",
        "bruttosumme",
        "bruttowert",
        "gesamtbrutto",
        "gesamtbetragbrutto",
        "rechnungsbetragbrutto",
        "bruttorechnungsbetrag",
        "betraginklmwst",
        "betraginklust",
        "betragmitsteuer",
        "montantttc",
        "totalttc",
        "montanttotalttc",
        "ttc",
        "bedraginclbtw",
        "bedraginclusiefbtw",
        "totaalinclbtw",
        "totaalinclusiefbtw",
        "importeconiva",
        "totalconiva",
        "importeivaincluido",
        "kwotabrutto",
        "wartoscbrutto",
    ],
    perhaps: &[
        "amount",
        "invoiceamount",
        "total",
        "totalamount",
        "invoicetotal",
        "betrag",
        "rechnungsbetrag",
        "gesamtbetrag",
        "gesamt",
        "summe",
        "montant",
        "montanttotal",
        "montantfacture",
        "bedrag",
        "factuurbedrag",
        "totaal",
        "totaalbedrag",
        "importe",
        "importetotal",
        "importefactura",
        "totalfactura",
        "monto",
        "kwota",
        "wartosc",
        "suma",
        "razem",
    ],
    others: Others {
        within: &[
            "amount",
            "betrag",
            "montant",
            "bedrag",
            "importe",
            "monto",
            "kwota",
            "wartosc",
            "summe",
            "gesamt",
            "total",
            "totaal",
            "netto",
            "nett",
            "brutto",
            "steuer",
            "mwst",
            "skonto",
            "saldo",
            "balance",
            "offen",
            "imponible",
            "exclu",
            "gross",
        ],
        words: &[
            "net",
            "vat",
            "tax",
            "ust",
            "ht",
            "ttc",
            "tva",
            "btw",
            "iva",
            "open",
            "rest",
            "base",
            "cuota",
            "suma",
            "razem",
            "podatek",
            "discount",
            "outstanding",
            "paid",
        ],
    },
    holds: Holds::Amount,
    is_required: true,
};

const CURRENCY: Column = Column {
    field: "currency",
    headings: &[
        "currency",
        "currencycode",
        "invoicecurrency",
        "wahrung",
        "waehrung",
        "rechnungswahrung",
        "devise",
        "moneda",
        "divisa",
        "waluta",
    ],
    perhaps: &["valuta", "munt", "whg", "wkz"],
    others: Others { within: &["currency", "wahrung", "waehrung"], words: &[] },
    ..Column::TEXT
};

const ORDER_REFERENCE: Column = Column {
    field: "orderReference",
    headings: &[
        "orderreference",
        "ordernumber",
        "orderno",
        "purchaseorder",
        "ponumber",
        "bestellnummer",
        "bestellnr",
        "numerodecommande",
        "ndecommande",
        "bestelnummer",
        "ordernummer",
        "numerodepedido",
        "numerzamowienia",
    ],
    perhaps: &[],
    is_required: false,
    ..Column::TEXT
};

const NOTE: Column = Column {
    field: "note",
    headings: &["note", "notiz", "anmerkung", "remarque", "opmerking", "observaciones", "uwagi"],
    perhaps: &[],
    is_required: false,
    ..Column::TEXT
};

/// Those whom a table may name, by what it may call them: their names and their numbers.
pub(crate) struct Listed<T> {
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
    pub(crate) fn new<'a>(all: impl Iterator<Item = (T, [&'a Line; 2])>, [unlisted, ambiguous]: [Invalid; 2]) -> Self {
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
    pub(crate) fn read(&self, field: &'static str, columns: &Columns, row: &[Cell]) -> Told<T> {
        let cell = |field| columns.cell(row, field);
        let mut wrong = Wrong::new();
        let named = take(&mut wrong, field, self.named(cell(field)));
        let number = take(&mut wrong, "invoiceNumber", InvoiceNumber::parse(&cell("invoiceNumber").text()));
        let issued_on = take(&mut wrong, "issuedOn", columns.day(row, "issuedOn"));
        let due_on = columns.day(row, "dueOn").and_then(|day| due_after_issue(issued_on, Some(day)).map(|()| day));
        let due_on = take(&mut wrong, "dueOn", due_on);
        let currency = take(&mut wrong, "currency", Currency::parse(&cell("currency").text().to_uppercase()));
        let face = match currency {
            Some(currency) => cell("face").amount(currency).and_then(|amount| Face::parse(amount.get(), currency)).map(Some),
            None => cell("face").amount_in_any_currency().map(|()| None),
        };
        let face = take(&mut wrong, "face", face).flatten();
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
        Told { issued_on, due_on, currency, says: read().ok_or(wrong) }
    }
}

/// What a row says, as far as it can be read.
pub(crate) struct Told<T> {
    pub(crate) issued_on: Option<NaiveDate>,
    pub(crate) due_on: Option<NaiveDate>,
    pub(crate) currency: Option<Currency>,
    /// All of it, or all that is wrong with it.
    pub(crate) says: Result<(T, Facts), Wrong>,
}

fn optional<T>(cell: &Cell, parse: impl Fn(&str) -> Result<T, Invalid>) -> Result<Option<T>, Invalid> {
    if cell.is_blank() { Ok(None) } else { parse(&cell.text()).map(Some) }
}
