//! Suppliers from a table: what stands in it is read and told first, and invited row by row.

use super::{
    Facilities,
    ports::SupplierFound,
    suppliers::{InviteSupplierCommand, SupplierError},
};
use crate::{
    kernel::{
        idempotency::RequestKey,
        table::{Imported, ReadRow, ReadTableError, Sheets, Wrong, rows, take, written},
    },
    parties::Member,
};
use sooner_domain::{
    facilities::supplier::{Supplier, SupplierDetails},
    kernel::{
        Invalid,
        country::CountryCode,
        email::EmailAddress,
        table::{Cell, Column, Columns},
        text::Line,
    },
    parties::{
        legal_entity::{LegalEntity, parse_number},
        membership::Membership,
    },
};
use std::collections::{HashMap, HashSet, hash_map::Entry};

/// What is read of a supplier; its field is what the API calls it.
const COLUMNS: &[Column] = &[
    Column {
        field: "legalName",
        headings: &["legalname", "companyname", "firma", "firmenname", "raisonsociale", "bedrijfsnaam", "razonsocial"],
        perhaps: &["name", "supplier", "company", "lieferant", "fournisseur", "leverancier", "proveedor", "dostawca"],
        ..Column::TEXT
    },
    Column {
        field: "country",
        headings: &["country", "countrycode", "land", "landercode", "pays", "pais", "kraj"],
        perhaps: &[],
        ..Column::TEXT
    },
    Column {
        field: "registrationNumber",
        headings: &["registrationnumber", "registrationno", "companynumber", "handelsregisternummer", "registernummer", "kvknummer"],
        perhaps: &[],
        ..Column::TEXT
    },
    Column { field: "email", headings: &["email", "emailaddress", "emailadresse", "courriel", "correo"], perhaps: &[], ..Column::TEXT },
];

fn read(columns: &Columns, row: &[Cell]) -> Result<SupplierDetails, Wrong> {
    let text = |field| columns.cell(row, field).text();
    let mut wrong = Wrong::new();
    let legal_name = take(&mut wrong, "legalName", Line::parse(&text("legalName")));
    let country = take(&mut wrong, "country", CountryCode::parse(&text("country").to_uppercase()));
    let registration_number = take(&mut wrong, "registrationNumber", parse_number(&text("registrationNumber")));
    let email = take(&mut wrong, "email", EmailAddress::parse(&text("email")));
    let read =
        || Some(SupplierDetails { legal_name: legal_name?, country: country?, registration_number: registration_number?, email: email? });
    read().ok_or(wrong)
}

impl Facilities {
    /// Suppliers invited at once.
    pub const TOGETHER: usize = 100;

    /// What a table of suppliers says, row by row. Nobody is invited.
    ///
    /// # Errors
    /// See [`ReadTableError`].
    pub async fn read_suppliers(&self, by: &Membership, table: Sheets) -> Result<Vec<ReadRow<SupplierDetails>>, ReadTableError> {
        let (columns, body) = rows(table, COLUMNS)?;
        let found = self.suppliers.of_buyer(by.company, None, Supplier::MAX_PER_BUYER as i64).await?;
        let own = self.teams.companies(&[by.company]).await?.pop().and_then(|company| company.legal_entity);
        // Whoever is on the list is left alone, whatever is told of them now.
        let listed: HashSet<_> = found.iter().map(|found| found.supplier.parts().details.legal_entity()).collect();
        let mut above: HashMap<LegalEntity, SupplierDetails> = HashMap::new();
        let all = body.iter().map(|row| {
            let refused = |invalid| Err(vec![("registrationNumber", invalid)]);
            let told = read(&columns, &row.cells).and_then(|details| match details.legal_entity() {
                entity if own.as_ref() == Some(&entity) => refused(Invalid::OwnCompany),
                entity if listed.contains(&entity) => Ok((details, true)),
                entity => match above.entry(entity) {
                    Entry::Vacant(place) => Ok((place.insert(details).clone(), false)),
                    Entry::Occupied(there) if *there.get() == details => Ok((details, true)),
                    Entry::Occupied(_) => refused(Invalid::SupplierListed),
                },
            });
            let is_there = told.as_ref().is_ok_and(|(_, is_there)| *is_there);
            ReadRow { line: row.line, written: written(&columns, COLUMNS, row), says: told.map(|(details, _)| details), is_there }
        });
        Ok(all.collect())
    }

    /// Invites suppliers, one after the other, each by itself; who is on the list already is left alone.
    pub async fn invite_suppliers(
        &self,
        by: &Member,
        all: Vec<SupplierDetails>,
        request: Option<RequestKey>,
    ) -> Vec<Imported<SupplierFound, SupplierError>> {
        let mut invited = Vec::with_capacity(all.len());
        for (place, details) in all.into_iter().enumerate() {
            let request = request.as_ref().map(|request| request.of_place(place));
            invited.push(match self.invite_supplier(InviteSupplierCommand { by: by.clone(), details, request }).await {
                Ok(found) => Imported::New(Box::new(found)),
                Err(SupplierError::Listed) => Imported::Already,
                Err(error) => Imported::Failed(error),
            });
        }
        invited
    }
}
