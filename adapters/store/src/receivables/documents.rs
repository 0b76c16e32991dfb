//! The documents of receivables.

use super::schema::receivable_documents;
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{Id, Time},
};
use diesel::prelude::*;
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{canonical::Digest, ids::ReceivableId},
    onboarding::document::{DocumentId, FileName},
    receivables::facts::{InvoiceDocument, InvoiceDocumentId},
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
}

impl DocumentRow {
    fn of(receivable: ReceivableId, document: &InvoiceDocument) -> Self {
        let InvoiceDocument { id, name, sha256, uploaded_at } = document;
        Self {
            id: Id(id.0),
            receivable_id: Id(receivable.0),
            name: name.as_str().to_owned(),
            sha256: sha256.0.to_vec(),
            uploaded_at: Time(*uploaded_at),
        }
    }

    fn into_document(self) -> Option<InvoiceDocument> {
        Some(InvoiceDocument {
            id: InvoiceDocumentId(self.id.0),
            name: FileName::parse(&self.name).ok()?,
            sha256: Digest(self.sha256.try_into().ok()?),
            uploaded_at: self.uploaded_at.0,
        })
    }
}

pub(super) fn insert(conn: &mut Conn, receivable: ReceivableId, documents: &[InvoiceDocument]) -> QueryResult<()> {
    for document in documents {
        let insert = diesel::insert_into(receivable_documents::table).values(DocumentRow::of(receivable, document));
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
