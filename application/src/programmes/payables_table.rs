//! Payables from a table, whichever program wrote it: read first, then entered as they were read.

use crate::{
    facilities::ports::SupplierFound,
    kernel::{
        idempotency::{RequestKey, once},
        table::{Imported, ReadRow, ReadTableError, Sheets, Wrong, rows, written},
    },
    programmes::{
        EnterPayableCommand, Programmes,
        promises::{LISTED, Promises},
    },
    receivables::{
        ReceivableError,
        look::Look,
        mails::News,
        ports::Numbered,
        table::{Listed, columns},
    },
};
use sooner_domain::{
    facilities::supplier::{Enrolment, Supplier, SupplierId},
    kernel::{
        Invalid,
        ids::{CompanyId, DebtorId, ReceivableId},
        table::Column,
    },
    parties::membership::Membership,
    receivables::{facts::Facts, fingerprint::NormalisedNumber},
};
use std::collections::{HashMap, hash_map::Entry};

const SUPPLIER: &str = "supplier";

const COLUMNS: &[Column] = &columns(Column {
    field: SUPPLIER,
    headings: &["supplierregistrationnumber"],
    perhaps: &[
        "supplier",
        "suppliername",
        "vendor",
        "vendorname",
        "lieferant",
        "lieferantenname",
        "kreditor",
        "fournisseur",
        "leverancier",
        "proveedor",
        "dostawca",
        "sprzedawca",
    ],
    ..Column::TEXT
});

/// One of many that are entered.
#[derive(Debug, Clone, PartialEq)]
pub struct NewPayable {
    pub supplier: SupplierId,
    pub facts: Facts,
}

/// The suppliers of a buyer.
fn listed(found: &[SupplierFound]) -> Listed<(SupplierId, CompanyId)> {
    let enrolled = found.iter().filter(|found| found.enrolment() != Enrolment::Left).map(|found| {
        let details = &found.supplier.parts().details;
        ((found.supplier.id(), found.company.id), [&details.legal_name, &details.registration_number])
    });
    Listed::new(enrolled, [Invalid::SupplierUnlisted, Invalid::SupplierAmbiguous])
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

impl Programmes {
    /// What a table of payables says, row by row. Nothing is entered.
    ///
    /// # Errors
    /// See [`ReadTableError`].
    pub async fn read_payables(&self, by: &Membership, table: Sheets) -> Result<Vec<ReadRow<NewPayable>>, ReadTableError> {
        let (columns, body) = rows(table, COLUMNS)?;
        let found = self.suppliers.of_buyer(by.company, None, Supplier::MAX_PER_BUYER as i64).await?;
        let listed = listed(&found);
        let read: Vec<_> = body.iter().map(|row| listed.read(SUPPLIER, &columns, &row.cells)).collect();
        let numbers = read.iter().flat_map(|told| &told.says).map(|(_, facts)| facts.number.normalised()).collect();
        let entered = match self.own_debtor(by).await? {
            Some(debtor) => self.records.payables_numbered(by.company, debtor, numbers).await?,
            None => Vec::new(),
        };
        let (mut entered, promises) = (Entered::of(entered), self.promises(by).await?);
        let all = body.iter().zip(read).map(|(row, told)| {
            let unpromised = promises.wrong(told.issued_on, told.due_on, told.currency);
            let says = match told.says {
                Ok(((supplier, company), facts)) => match (entered.has(Numbered::of(company, &facts)), unpromised) {
                    (Ok(true), _) => Ok((NewPayable { supplier, facts }, true)),
                    (Ok(false), unpromised) if unpromised.is_empty() => Ok((NewPayable { supplier, facts }, false)),
                    (Ok(false), unpromised) => Err(unpromised),
                    (Err(listed), unpromised) => Err(listed.into_iter().chain(unpromised).collect()),
                },
                Err(wrong) => Err(wrong.into_iter().chain(unpromised).collect()),
            };
            let is_there = says.as_ref().is_ok_and(|(_, is_there)| *is_there);
            ReadRow { line: row.line, written: written(&columns, COLUMNS, row), says: says.map(|(payable, _)| payable), is_there }
        });
        Ok(all.collect())
    }

    /// Enters payables, one after the other, each by itself; what the company has already is left as it is.
    ///
    /// # Errors
    /// `Blocked(NoAgreement)` for a company that has no programme. What came of each is told in their order: `Facts` also
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
        let repeat = async |made| Ok(Imported::New(Box::new(self.receivables.shown(ReceivableId(made), &command.by).await?)));
        once(self.idempotency.as_ref(), command.request.as_ref(), repeat, async || {
            let found = self.supplier_to_pay(command.supplier, &command.by).await?;
            let told = Numbered::of(found.company.id, &command.facts);
            loop {
                let entered = self.records.payables_numbered(command.by.company, debtor, vec![told.number.clone()]).await?;
                if Entered::of(entered).has(told.clone()).map_err(ReceivableError::Facts)? {
                    return Ok(Imported::Already);
                }
                promises.check(&command.facts)?;
                // Where somebody else was faster, theirs is looked at.
                if let Some(look) = self.new_payable(command.clone(), (&found, debtor), news).await? {
                    return Ok(Imported::New(Box::new(look)));
                }
            }
        })
        .await
    }
}
