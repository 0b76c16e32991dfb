//! The files.

use super::{PaperStore, schema::papers};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    sql_types::{Id, Time},
    written::as_written,
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    papers::ports::{PaperFile, PaperFiles, PaperKey},
};
use sooner_domain::kernel::{coded::Coded, ids::UserId};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = papers)]
struct PaperRow {
    kind: String,
    about: Id,
    company_id: Id,
    language: String,
    content: Vec<u8>,
    sha256: Vec<u8>,
    made_by: Id,
    made_at: Time,
}

impl PaperRow {
    fn into_file(self, key: PaperKey) -> Option<PaperFile> {
        let sha256 = as_written(&self.content, self.sha256)?;
        Some(PaperFile { key, content: self.content, sha256, made_by: UserId(self.made_by.0), made_at: self.made_at.0 })
    }
}

/// Stale when it was made before.
pub(super) fn insert(conn: &mut Conn, paper: PaperFile) -> Result<(), Failure<CommitError>> {
    let PaperKey { kind, about, company, language } = paper.key;
    let row = PaperRow {
        kind: kind.code().to_owned(),
        about: Id(about),
        company_id: Id(company.0),
        language: language.code().to_owned(),
        content: paper.content,
        sha256: paper.sha256.0.to_vec(),
        made_by: Id(paper.made_by.0),
        made_at: Time(paper.made_at),
    };
    let insert = diesel::insert_into(papers::table).values(row).on_conflict_do_nothing();
    unless_stale(on!(conn, |c| insert.execute(c))?)
}

#[async_trait]
impl PaperFiles for PaperStore {
    async fn paper(&self, key: PaperKey) -> Result<Option<PaperFile>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = papers::table.find((key.kind.code(), Id(key.about), Id(key.company.0), key.language.code()));
            let row: Option<PaperRow> = on!(conn, |c| query.select(PaperRow::as_select()).get_result(c)).optional()?;
            row.map(|row| row.into_file(key).ok_or_else(|| corrupt("paper"))).transpose()
        };
        self.db.read(read).await
    }
}
