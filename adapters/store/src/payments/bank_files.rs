//! Files that ordered batches from the bank.

use super::{PaymentStore, schema::bank_files};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::{bank::BankFile, ports::BankFiles},
};
use sooner_domain::{
    kernel::{canonical::Digest, ids::UserId, money::Currency},
    payments::payout::BatchId,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = bank_files)]
struct FileRow {
    batch_id: Id,
    currency: String,
    content: String,
    sha256: Vec<u8>,
    written_by: Id,
    written_at: Time,
}

impl FileRow {
    fn into_file(self) -> Option<BankFile> {
        Some(BankFile {
            batch: BatchId(self.batch_id.0),
            currency: Currency::parse(&self.currency).ok()?,
            content: self.content,
            sha256: Digest(self.sha256.try_into().ok()?),
            written_by: UserId(self.written_by.0),
            written_at: self.written_at.0,
        })
    }
}

/// Stale when there is one of this batch and currency.
pub(super) fn insert(conn: &mut Conn, file: BankFile) -> Result<(), Failure<CommitError>> {
    let row = FileRow {
        batch_id: Id(file.batch.0),
        currency: file.currency.code().to_owned(),
        content: file.content,
        sha256: file.sha256.0.to_vec(),
        written_by: Id(file.written_by.0),
        written_at: Time(file.written_at),
    };
    let insert = diesel::insert_into(bank_files::table).values(row).on_conflict_do_nothing();
    unless_stale(on!(conn, |c| insert.execute(c))?)
}

#[async_trait]
impl BankFiles for PaymentStore {
    async fn of_batch(&self, batch: BatchId, currency: Currency) -> Result<Option<BankFile>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let query = bank_files::table.find((Id(batch.0), currency.code()));
            let row: Option<FileRow> = on!(conn, |c| query.select(FileRow::as_select()).get_result(c)).optional()?;
            row.map(|row| row.into_file().ok_or_else(|| corrupt("bank file"))).transpose()
        };
        self.db.read(read).await
    }
}
