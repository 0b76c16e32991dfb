//! The documents of receivables.

use super::schema::receivable_documents;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{Id, Time},
};
use chrono::NaiveDate;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{
        Invalid,
        canonical::Digest,
        ids::ReceivableId,
        minor::Minor,
        money::{Currency, Percentage},
    },
    onboarding::document::{DocumentId, FileName},
    receivables::{
        cash_discount::CashDiscount,
        einvoice::{Identifier, Payee, PaymentInstructions, Stated},
        facts::{Face, InvoiceDocument, InvoiceDocumentId},
        fingerprint::InvoiceNumber,
    },
};
use std::collections::HashMap;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = receivable_documents)]
struct DocumentRow {
    id: Id,
    receivable_id: Id,
    name: String,
    sha256: Vec<u8>,
    uploaded_at: Time,
    instructions: Option<String>,
    stated: Option<String>,
}

/// What an e-invoice says about who is to be paid, as JSON.
#[derive(Serialize, Deserialize)]
struct InstructionsJson {
    type_code: Option<i64>,
    payee: Option<PayeeJson>,
    accounts: Vec<String>,
    assignment_notices: usize,
    /// These are not there in what a release before this wrote.
    #[serde(default)]
    preceding: Vec<String>,
    #[serde(default)]
    means: Vec<i64>,
    #[serde(default)]
    is_paid: bool,
}

/// What a draft repeats of an e-invoice, as JSON.
#[derive(Serialize, Deserialize)]
struct StatedJson {
    number: Option<String>,
    issued_on: Option<NaiveDate>,
    due_on: Option<NaiveDate>,
    face: Option<FaceJson>,
    /// None in what a release before this wrote.
    #[serde(default)]
    discounts: Vec<DiscountJson>,
}

/// The rate is in basis points.
#[derive(Serialize, Deserialize)]
struct DiscountJson {
    until: NaiveDate,
    rate: u16,
    base: Option<i64>,
}

#[derive(Serialize, Deserialize)]
struct FaceJson {
    amount: i64,
    currency: String,
}

#[derive(Serialize, Deserialize)]
struct PayeeJson {
    name: Option<String>,
    identifiers: Vec<IdentifierJson>,
    registration: Option<IdentifierJson>,
}

#[derive(Serialize, Deserialize)]
struct IdentifierJson {
    scheme: Option<String>,
    value: String,
}

impl From<&Identifier> for IdentifierJson {
    fn from(Identifier { scheme, value }: &Identifier) -> Self {
        Self { scheme: scheme.clone(), value: value.clone() }
    }
}

impl From<IdentifierJson> for Identifier {
    fn from(IdentifierJson { scheme, value }: IdentifierJson) -> Self {
        Self { scheme, value }
    }
}

impl From<&PaymentInstructions> for InstructionsJson {
    fn from(instructions: &PaymentInstructions) -> Self {
        let PaymentInstructions { type_code, payee, accounts, assignment_notices, preceding, means, is_paid } = instructions;
        let payee = payee.as_ref().map(|Payee { name, identifiers, registration }| PayeeJson {
            name: name.clone(),
            identifiers: identifiers.iter().map(IdentifierJson::from).collect(),
            registration: registration.as_ref().map(IdentifierJson::from),
        });
        Self {
            type_code: *type_code,
            payee,
            accounts: accounts.clone(),
            assignment_notices: *assignment_notices,
            preceding: preceding.clone(),
            means: means.clone(),
            is_paid: *is_paid,
        }
    }
}

impl From<InstructionsJson> for PaymentInstructions {
    fn from(json: InstructionsJson) -> Self {
        let InstructionsJson { type_code, payee, accounts, assignment_notices, preceding, means, is_paid } = json;
        let payee = payee.map(|PayeeJson { name, identifiers, registration }| Payee {
            name,
            identifiers: identifiers.into_iter().map(Identifier::from).collect(),
            registration: registration.map(Identifier::from),
        });
        Self { type_code, payee, accounts, assignment_notices, preceding, means, is_paid }
    }
}

impl From<&Stated> for StatedJson {
    fn from(Stated { number, issued_on, due_on, face, discounts }: &Stated) -> Self {
        let discount = |CashDiscount { until, rate, base }: &CashDiscount| DiscountJson {
            until: *until,
            rate: rate.basis_points(),
            base: base.map(Minor::get),
        };
        let face = face.map(|face| FaceJson { amount: face.amount().get(), currency: face.currency().code().to_owned() });
        Self {
            number: number.as_ref().map(|number| number.as_str().to_owned()),
            issued_on: *issued_on,
            due_on: *due_on,
            face,
            discounts: discounts.iter().map(discount).collect(),
        }
    }
}

impl DiscountJson {
    fn discount(self) -> Result<CashDiscount, Invalid> {
        let rate = Percentage::parse_basis_points(self.rate.into())?;
        Ok(CashDiscount { until: self.until, rate, base: self.base.map(Minor::new) })
    }
}

impl StatedJson {
    fn stated(self) -> Result<Stated, Invalid> {
        let number = self.number.as_deref().map(InvoiceNumber::parse).transpose()?;
        let face = self.face.map(|face| Face::parse(face.amount, Currency::parse(&face.currency)?)).transpose()?;
        let discounts = self.discounts.into_iter().map(DiscountJson::discount).collect::<Result<Vec<_>, Invalid>>()?;
        Ok(Stated { number, issued_on: self.issued_on, due_on: self.due_on, face, discounts })
    }
}

impl DocumentRow {
    fn of(receivable: ReceivableId, document: &InvoiceDocument) -> QueryResult<Self> {
        let InvoiceDocument { id, name, sha256, uploaded_at, instructions, stated } = document;
        let broken = |error: serde_json::Error| diesel::result::Error::SerializationError(error.into());
        let instructions = instructions.as_ref().map(|instructions| serde_json::to_string(&InstructionsJson::from(instructions)));
        let stated = stated.as_ref().map(|stated| serde_json::to_string(&StatedJson::from(stated)));
        Ok(Self {
            id: Id(id.0),
            receivable_id: Id(receivable.0),
            name: name.as_str().to_owned(),
            sha256: sha256.0.to_vec(),
            uploaded_at: Time(*uploaded_at),
            instructions: instructions.transpose().map_err(broken)?,
            stated: stated.transpose().map_err(broken)?,
        })
    }

    fn into_document(self) -> Option<InvoiceDocument> {
        let instructions = self.instructions.map(|json| serde_json::from_str::<InstructionsJson>(&json)).transpose().ok()?;
        let stated = self.stated.map(|json| serde_json::from_str::<StatedJson>(&json)).transpose().ok()?;
        Some(InvoiceDocument {
            id: InvoiceDocumentId(self.id.0),
            name: FileName::parse(&self.name).ok()?,
            sha256: Digest(self.sha256.try_into().ok()?),
            uploaded_at: self.uploaded_at.0,
            instructions: instructions.map(PaymentInstructions::from),
            stated: stated.map(StatedJson::stated).transpose().ok()?,
        })
    }
}

pub(super) fn insert(conn: &mut Conn, receivable: ReceivableId, documents: &[InvoiceDocument]) -> QueryResult<()> {
    for document in documents {
        let insert = diesel::insert_into(receivable_documents::table).values(DocumentRow::of(receivable, document)?);
        on!(&mut *conn, |c| insert.execute(c))?;
    }
    Ok(())
}

/// Takes away those that are none of these, and adds those that are new: what a document is never changes.
pub(super) fn bring_up_to_date(conn: &mut Conn, receivable: ReceivableId, documents: &[InvoiceDocument]) -> QueryResult<()> {
    let own = receivable_documents::table.filter(receivable_documents::receivable_id.eq(Id(receivable.0)));
    let stored: Vec<Id> = on!(&mut *conn, |c| own.select(receivable_documents::id).load(c))?;
    let is_kept = |id: &Id| documents.iter().any(|document| document.id.0 == id.0);
    for gone in stored.iter().filter(|id| !is_kept(id)) {
        let delete = diesel::delete(receivable_documents::table.find(gone));
        on!(&mut *conn, |c| delete.execute(c))?;
    }
    let new = documents.iter().filter(|document| !stored.contains(&Id(document.id.0)));
    insert(conn, receivable, &new.cloned().collect::<Vec<_>>())
}

/// Which of these files are of receivables.
pub(super) fn owned(conn: &mut Conn, ids: &[DocumentId]) -> QueryResult<Vec<DocumentId>> {
    let ids: Vec<Id> = ids.iter().map(|id| Id(id.0)).collect();
    let query = receivable_documents::table.filter(receivable_documents::id.eq_any(ids)).select(receivable_documents::id);
    let found: Vec<Id> = on!(conn, |c| query.load(c))?;
    Ok(found.into_iter().map(|id| DocumentId(id.0)).collect())
}

/// Those of each of these receivables, in the order in which they came.
pub(super) fn of(conn: &mut Conn, receivables: &[Id]) -> Result<HashMap<Id, Vec<InvoiceDocument>>, Failure<Unavailable>> {
    use receivable_documents::{receivable_id, uploaded_at};
    let query = receivable_documents::table.filter(receivable_id.eq_any(receivables));
    let query = query.order((receivable_id, uploaded_at, receivable_documents::id));
    let rows: Vec<DocumentRow> = on!(conn, |c| query.select(DocumentRow::as_select()).load(c))?;
    let mut found: HashMap<Id, Vec<InvoiceDocument>> = HashMap::new();
    for row in rows {
        let owner = row.receivable_id;
        found.entry(owner).or_default().push(row.into_document().ok_or_else(|| corrupt("document"))?);
    }
    Ok(found)
}

/// How what grants a discount is told from the rest.
pub(super) const GRANTS: &str = "%\"until\":%";

/// What a file grants its debtor for paying early.
pub(super) fn granted(stated: &str) -> Option<Vec<CashDiscount>> {
    let stated: StatedJson = serde_json::from_str(stated).ok()?;
    stated.discounts.into_iter().map(|discount| discount.discount().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_earlier_release_wrote_is_read() {
        let instructions = r#"{"type_code":380,"payee":null,"accounts":["DE02120300000000202051"],"assignment_notices":0}"#;
        let instructions = PaymentInstructions::from(serde_json::from_str::<InstructionsJson>(instructions).unwrap());
        assert_eq!((instructions.type_code, instructions.means, instructions.preceding), (Some(380), vec![], vec![]));
        assert!(!instructions.is_paid);
        let stated = r#"{"number":"RE-1","issued_on":"2027-01-02","due_on":null,"face":null}"#;
        assert_eq!(serde_json::from_str::<StatedJson>(stated).unwrap().stated().unwrap().discounts, []);
        assert_eq!(granted(stated), Some(vec![]));
    }

    #[test]
    fn what_grants_a_discount_is_told_from_the_rest() {
        let discount =
            CashDiscount { until: "2027-01-16".parse().unwrap(), rate: Percentage::parse_basis_points(300).unwrap(), base: None };
        let said = |discounts| serde_json::to_string(&StatedJson::from(&Stated { discounts, ..Stated::default() })).unwrap();
        let mark = GRANTS.trim_matches('%');
        assert!(said(vec![discount]).contains(mark) && !said(vec![]).contains(mark));
        assert_eq!(granted(&said(vec![discount])), Some(vec![discount]));
    }
}
