//! Files that ordered batches from the bank.

use super::{
    PaymentStore,
    schema::{bank_files, payout_batches, payouts},
};
use crate::{
    kernel::{
        conn::{Conn, on},
        failure::{Failure, corrupt, unless_stale},
        schema::audit_records,
        sql_types::{Id, Time},
        written::as_written,
    },
    ledger::checks::at_length,
};
use async_trait::async_trait;
use diesel::prelude::*;
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::{
        bank::{BankFile, BatchRecord, BatchSum, Batched, FileWritten},
        ports::BankFiles,
    },
};
use sooner_domain::{
    kernel::{audit::AuditAction, coded::Coded, ids::UserId, minor::Minor, money::Currency},
    payments::payout::{BatchId, PayoutStatus},
};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

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
        let sha256 = as_written(self.content.as_bytes(), self.sha256)?;
        Some(BankFile {
            batch: BatchId(self.batch_id.0),
            currency: Currency::parse(&self.currency).ok()?,
            content: self.content,
            sha256,
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

/// The database counts.
pub(super) fn number(conn: &mut Conn, batch: BatchId) -> QueryResult<()> {
    let insert = diesel::insert_into(payout_batches::table).values(payout_batches::id.eq(Id(batch.0)));
    on!(conn, |c| insert.execute(c)).map(drop)
}

fn batches(conn: &mut Conn, ids: Vec<BatchId>) -> Result<Vec<BatchRecord>, Failure<Unavailable>> {
    let ids: Vec<_> = ids.into_iter().map(|id| Id(id.0)).collect();
    let numbers = payout_batches::table.filter(payout_batches::id.eq_any(ids.clone())).order(payout_batches::number);
    let numbers: Vec<(i64, Id)> = on!(&mut *conn, |c| numbers.load(c))?;
    let written = bank_files::table.filter(bank_files::batch_id.eq_any(ids.clone())).order((bank_files::batch_id, bank_files::currency));
    let written = written.select((bank_files::batch_id, bank_files::currency, bank_files::written_by, bank_files::written_at));
    let rows: Vec<(Id, String, Id, Time)> = on!(&mut *conn, |c| written.load(c))?;
    let file = |(batch, currency, by, at): (Id, String, Id, Time)| {
        let currency = Currency::parse(&currency).map_err(|_| corrupt("bank file"))?;
        Ok((BatchId(batch.0), FileWritten { currency, by: UserId(by.0), at: at.0 }))
    };
    let files = rows.into_iter().map(file).collect::<Result<Vec<_>, Failure<Unavailable>>>()?;
    let paid = payouts::table.filter(payouts::batch_id.eq_any(ids));
    let paid = paid.select((payouts::batch_id.assume_not_null(), payouts::currency, payouts::status, payouts::gross, payouts::set_off));
    let paid: Vec<(Id, String, String, i64, Option<i64>)> = on!(conn, |c| paid.load(c))?;
    let batched = |(batch, currency, status, gross, set_off): (Id, String, String, i64, Option<i64>)| {
        let currency = Currency::parse(&currency).map_err(|_| corrupt("payout"))?;
        let status = PayoutStatus::from_code(&status).ok_or_else(|| corrupt("payout"))?;
        Ok((BatchId(batch.0), Batched { currency, status, net: Minor::new(gross) - Minor::new(set_off.unwrap_or_default()) }))
    };
    let paid = paid.into_iter().map(batched).collect::<Result<Vec<_>, Failure<Unavailable>>>()?;
    let sums = |batch: BatchId| BatchSum::of(paid.iter().filter(|(of, _)| *of == batch).map(|(_, batched)| *batched));
    let of = |batch: BatchId| files.iter().filter(move |(of, _)| *of == batch).map(|(_, file)| *file).collect();
    let record = |(number, id): (i64, Id)| {
        let id = BatchId(id.0);
        BatchRecord { id, number, files: of(id), sums: sums(id) }
    };
    Ok(numbers.into_iter().map(record).collect())
}

/// The batch of the first file that is not what was written: by its hash, or by the one that the audit trail has. One is read at a time.
pub(crate) fn first_changed(conn: &mut Conn) -> Result<Option<BatchId>, Failure<Unavailable>> {
    let keys = bank_files::table.order((bank_files::batch_id, bank_files::currency)).select((bank_files::batch_id, bank_files::currency));
    let keys: Vec<(Id, String)> = on!(&mut *conn, |c| keys.load(c))?;
    let written = audit_records::table.filter(audit_records::action.eq(AuditAction::BankFileWritten.code()));
    let written = written.select((audit_records::thing, audit_records::changes));
    let written: Vec<(Id, String)> = at_length(&mut *conn, |conn| on!(conn, |c| written.load(c)))?;
    let mut said: HashMap<Uuid, String> = HashMap::new();
    for (batch, changes) in written {
        said.entry(batch.0).or_default().push_str(&changes);
    }
    // Of the files of one batch each is another one.
    let mut seen = HashSet::new();
    for (batch, currency) in keys {
        let row: FileRow = on!(&mut *conn, |c| bank_files::table.find((batch, &currency)).select(FileRow::as_select()).get_result(c))?;
        let is_in_trail = |file: BankFile| {
            let hash = format!("\"{}\"", file.sha256);
            said.get(&batch.0).is_some_and(|said| said.contains(&hash)) && seen.insert((batch.0, file.sha256))
        };
        if !row.into_file().is_some_and(is_in_trail) {
            return Ok(Some(BatchId(batch.0)));
        }
    }
    Ok(None)
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

    async fn batches(&self, ids: Vec<BatchId>) -> Result<Vec<BatchRecord>, Unavailable> {
        self.db.read(move |conn| batches(conn, ids)).await
    }
}
