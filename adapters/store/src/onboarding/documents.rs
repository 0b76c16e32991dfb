//! Documents: rows of the application they belong to.

use super::schema::{applications, documents};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt},
    sql_types::{Id, Time},
};
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use sooner_application::kernel::unavailable::Unavailable;
use sooner_domain::{
    kernel::{coded::Coded, ids::CompanyId, text::Note},
    onboarding::{
        application::ApplicationId,
        document::{Document, DocumentId, DocumentKind, FileName, FileType, Verdict},
    },
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = documents, treat_none_as_default_value = false)]
struct DocumentRow {
    id: Id,
    application_id: Id,
    kind: String,
    name: String,
    file_type: String,
    size_bytes: i64,
    sha256: Vec<u8>,
    uploaded_at: Time,
    verdict: String,
    verdict_reason: Option<String>,
    replaced_at: Option<Time>,
}

impl DocumentRow {
    fn into_document<E: From<Unavailable>>(self) -> Result<Document, Failure<E>> {
        let document = || {
            Some(Document {
                id: DocumentId(self.id.0),
                kind: DocumentKind::from_code(&self.kind)?,
                name: FileName::parse(&self.name).ok()?,
                file_type: FileType::from_code(&self.file_type)?,
                size_bytes: self.size_bytes.try_into().ok()?,
                sha256: self.sha256.try_into().ok()?,
                uploaded_at: self.uploaded_at.0,
                verdict: Verdict::from_code(&self.verdict)?,
                verdict_reason: self.verdict_reason.and_then(|reason| Note::parse(&reason).ok()),
                replaced_at: self.replaced_at.map(|at| at.0),
            })
        };
        document().ok_or_else(|| corrupt("document"))
    }
}

pub(super) fn insert(conn: &mut Conn, of: ApplicationId, document: &Document) -> QueryResult<()> {
    let row = DocumentRow {
        id: Id(document.id.0),
        application_id: Id(of.0),
        kind: document.kind.code().to_owned(),
        name: document.name.as_str().to_owned(),
        file_type: document.file_type.code().to_owned(),
        size_bytes: i64::try_from(document.size_bytes).unwrap_or(i64::MAX),
        sha256: document.sha256.to_vec(),
        uploaded_at: Time(document.uploaded_at),
        verdict: document.verdict.code().to_owned(),
        verdict_reason: document.verdict_reason.as_ref().map(|reason| reason.as_str().to_owned()),
        replaced_at: document.replaced_at.map(Time),
    };
    let insert = diesel::insert_into(documents::table).values(row);
    on!(conn, |c| insert.execute(c)).map(drop)
}

/// Writes that another one stands in its place since.
pub(super) fn replace(conn: &mut Conn, replaced: &[DocumentId], at: DateTime<Utc>) -> QueryResult<()> {
    if replaced.is_empty() {
        return Ok(());
    }
    let ids: Vec<Id> = replaced.iter().map(|id| Id(id.0)).collect();
    let update = diesel::update(documents::table.filter(documents::id.eq_any(ids))).set(documents::replaced_at.eq(Some(Time(at))));
    on!(conn, |c| update.execute(c)).map(drop)
}

/// Writes a new verdict.
pub(super) fn judge(conn: &mut Conn, document: &Document) -> QueryResult<()> {
    let update = diesel::update(documents::table.find(Id(document.id.0))).set((
        documents::verdict.eq(document.verdict.code()),
        documents::verdict_reason.eq(document.verdict_reason.as_ref().map(|reason| reason.as_str().to_owned())),
    ));
    on!(conn, |c| update.execute(c)).map(drop)
}

pub(super) fn delete(conn: &mut Conn, id: DocumentId) -> QueryResult<()> {
    let delete = diesel::delete(documents::table.find(Id(id.0)));
    on!(conn, |c| delete.execute(c)).map(drop)
}

pub(super) fn of<E: From<Unavailable>>(conn: &mut Conn, application: Id) -> Result<Vec<Document>, Failure<E>> {
    let query = documents::table.filter(documents::application_id.eq(application)).order((documents::uploaded_at, documents::id));
    let rows: Vec<DocumentRow> = on!(conn, |c| query.select(DocumentRow::as_select()).load(c))?;
    rows.into_iter().map(DocumentRow::into_document).collect()
}

pub(super) fn known(conn: &mut Conn, ids: &[DocumentId]) -> QueryResult<Vec<DocumentId>> {
    let ids: Vec<Id> = ids.iter().map(|id| Id(id.0)).collect();
    let query = documents::table.filter(documents::id.eq_any(ids)).select(documents::id);
    let known: Vec<Id> = on!(conn, |c| query.load(c))?;
    Ok(known.into_iter().map(|id| DocumentId(id.0)).collect())
}

pub(super) fn with_owner<E: From<Unavailable>>(conn: &mut Conn, id: DocumentId) -> Result<Option<(CompanyId, Document)>, Failure<E>> {
    let query = documents::table.inner_join(applications::table).filter(documents::id.eq(Id(id.0)));
    let found: Option<(Id, DocumentRow)> =
        on!(conn, |c| query.select((applications::company_id, DocumentRow::as_select())).get_result(c)).optional()?;
    found.map(|(owner, row)| Ok((CompanyId(owner.0), row.into_document()?))).transpose()
}
