//! Invoices from their seller's table: read first, then entered as they were read. Each becomes a draft; its document comes afterwards.

use crate::{
    kernel::{
        idempotency::{RequestKey, once},
        table::{Imported, ReadRow, ReadTableError, Sheets, Wrong, rows, written},
        unavailable::Unavailable,
    },
    receivables::{
        EnterCommand, ReceivableError, Receivables,
        look::Look,
        ports::{InvoiceKey, Numbered},
        table::{Listed, columns},
    },
};
use sooner_domain::{
    kernel::{Invalid, ids::ReceivableId, table::Column},
    parties::{
        buyer::{Buyer, BuyerId},
        membership::Membership,
    },
    receivables::facts::Facts,
};
use std::collections::{HashMap, hash_map::Entry};

const BUYER: &str = "buyer";

const COLUMNS: &[Column] = &columns(Column {
    field: BUYER,
    headings: &["buyerregistrationnumber"],
    perhaps: &[
        "buyer",
        "buyername",
        "customer",
        "customername",
        "abnehmer",
        "kunde",
        "kundenname",
        "debitor",
        "client",
        "acheteur",
        "debiteur",
        "klant",
        "klantnaam",
        "afnemer",
        "cliente",
        "deudor",
        "klient",
        "kontrahent",
        "nabywca",
        "odbiorca",
    ],
    ..Column::TEXT
});

/// One of many that are entered.
#[derive(Debug, Clone, PartialEq)]
pub struct NewInvoice {
    /// On the seller's list.
    pub buyer: BuyerId,
    pub facts: Facts,
}

fn listed(buyers: &[Buyer]) -> Listed<BuyerId> {
    let all = buyers.iter().map(|buyer| (buyer.id, [&buyer.details.legal_name, &buyer.details.registration_number]));
    Listed::new(all, [Invalid::BuyerUnlisted, Invalid::BuyerAmbiguous])
}

/// What was entered before, and what stands further up.
struct Entered {
    before: HashMap<InvoiceKey, Numbered>,
    above: HashMap<InvoiceKey, Facts>,
}

fn entered_otherwise() -> Wrong {
    vec![("invoiceNumber", Invalid::InvoiceEntered)]
}

impl Entered {
    /// Whether it is there, from now on also once more.
    ///
    /// # Errors
    /// When something else was entered of it, or a row further up says something else: nobody knows which of the two is right.
    fn has(&mut self, invoice: &NewInvoice) -> Result<bool, Wrong> {
        let key = InvoiceKey::of(invoice.buyer, &invoice.facts);
        if let Some(before) = self.before.get(&key) {
            return if before.says_as(&invoice.facts) { Ok(true) } else { Err(entered_otherwise()) };
        }
        match self.above.entry(key) {
            Entry::Vacant(place) => {
                place.insert(invoice.facts.clone());
                Ok(false)
            }
            Entry::Occupied(above) if above.get().says_as(&invoice.facts) => Ok(true),
            Entry::Occupied(_) => Err(vec![("invoiceNumber", Invalid::InvoiceListed)]),
        }
    }
}

impl Receivables {
    /// What a seller's table of invoices says, row by row. Nothing is entered.
    ///
    /// # Errors
    /// See [`ReadTableError`].
    pub async fn read_invoices(&self, by: &Membership, table: Sheets) -> Result<Vec<ReadRow<NewInvoice>>, ReadTableError> {
        let (columns, body) = rows(table, COLUMNS)?;
        let listed = listed(&self.buyers.of(by.company).await?);
        let read: Vec<_> = body.iter().map(|row| listed.read(BUYER, &columns, &row.cells).says).collect();
        let numbers = read.iter().flatten().map(|(_, facts)| facts.number.normalised()).collect();
        let before = self.records.invoices_numbered(by.company, numbers).await?.into_iter();
        let before = before.map(|(buyer, told)| (InvoiceKey { buyer, number: told.number.clone(), issued_on: told.issued_on }, told));
        let before = before.collect();
        let mut entered = Entered { before, above: HashMap::new() };
        let all = body.iter().zip(read).map(|(row, says)| {
            let says = says.and_then(|(buyer, facts)| {
                let invoice = NewInvoice { buyer, facts };
                let is_there = entered.has(&invoice)?;
                Ok((invoice, is_there))
            });
            let is_there = says.as_ref().is_ok_and(|(_, is_there)| *is_there);
            ReadRow { line: row.line, written: written(&columns, COLUMNS, row), says: says.map(|(invoice, _)| invoice), is_there }
        });
        Ok(all.collect())
    }

    /// Enters invoices, one after the other, each by itself; those that are there already are left as they are, and refused where they say
    /// something else. What came of each is answered in their order.
    pub async fn enter_invoices(
        &self,
        by: &Membership,
        invoices: Vec<NewInvoice>,
        request: Option<RequestKey>,
    ) -> Vec<Imported<Look, ReceivableError>> {
        let mut all = Vec::with_capacity(invoices.len());
        for (place, NewInvoice { buyer, facts }) in invoices.into_iter().enumerate() {
            let request = request.as_ref().map(|request| request.of_place(place));
            let command = EnterCommand { by: *by, buyer, facts, request };
            all.push(self.enter_if_new(command).await.unwrap_or_else(Imported::Failed));
        }
        all
    }

    async fn enter_if_new(&self, command: EnterCommand) -> Result<Imported<Look, ReceivableError>, ReceivableError> {
        let repeat = async |made| Ok(Imported::New(Box::new(self.shown(ReceivableId(made), &command.by).await?)));
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || match self.enter_new(command.clone(), None).await? {
            Some(look) => Ok(Imported::New(Box::new(look))),
            None if self.is_entered_otherwise(&command).await? => Err(ReceivableError::Facts(entered_otherwise())),
            None => Ok(Imported::Already),
        })
        .await
    }

    /// Whether what was entered of an invoice is something else.
    async fn is_entered_otherwise(&self, EnterCommand { by, buyer, facts, .. }: &EnterCommand) -> Result<bool, Unavailable> {
        let entered = self.records.invoices_numbered(by.company, vec![facts.number.normalised()]).await?;
        Ok(entered.iter().any(|(of, told)| of == buyer && told.issued_on == facts.issued_on && !told.says_as(facts)))
    }
}
