//! Notes on receipts, and who looks after them.

use super::{
    PaymentStore,
    schema::{receipt_notes, receipt_owners},
};
use crate::kernel::{
    conn::{Conn, on},
    failure::{Failure, corrupt, unless_stale},
    sql_types::{Id, Time},
};
use async_trait::async_trait;
use diesel::{prelude::*, result::Error};
use sooner_application::{
    kernel::{commit::CommitError, unavailable::Unavailable},
    payments::ports::ReceiptCare,
};
use sooner_domain::{
    kernel::{ids::UserId, text::Note},
    payments::{
        care::{Care, ReceiptNote, ReceiptNoteId},
        receipt::ReceiptId,
    },
};
use std::collections::HashMap;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = receipt_notes)]
struct NoteRow {
    id: Id,
    receipt_id: Id,
    text: String,
    noted_by: Id,
    noted_at: Time,
}

pub(super) fn note(conn: &mut Conn, note: &ReceiptNote) -> Result<(), Error> {
    let ReceiptNote { id, receipt, text, by, at } = note;
    let row = NoteRow { id: Id(id.0), receipt_id: Id(receipt.0), text: text.as_str().to_owned(), noted_by: Id(by.0), noted_at: Time(*at) };
    let insert = diesel::insert_into(receipt_notes::table).values(row);
    on!(conn, |c| insert.execute(c)).map(|_| ())
}

/// Gives it to whoever is to look after it, if it is whose it was seen to be.
pub(super) fn give(
    conn: &mut Conn,
    receipt: ReceiptId,
    (owner, seen): (Option<UserId>, Option<UserId>),
) -> Result<(), Failure<CommitError>> {
    let of_receipt = receipt_owners::table.find(Id(receipt.0));
    let done = match (seen.map(|seen| Id(seen.0)), owner.map(|owner| Id(owner.0))) {
        (None, None) => return Ok(()),
        (None, Some(owner)) => {
            let row = (receipt_owners::receipt_id.eq(Id(receipt.0)), receipt_owners::owner_id.eq(owner));
            let insert = diesel::insert_into(receipt_owners::table).values(row).on_conflict_do_nothing();
            on!(conn, |c| insert.execute(c))?
        }
        (Some(seen), Some(owner)) => {
            let update = diesel::update(of_receipt.filter(receipt_owners::owner_id.eq(seen))).set(receipt_owners::owner_id.eq(owner));
            on!(conn, |c| update.execute(c))?
        }
        (Some(seen), None) => {
            let delete = diesel::delete(of_receipt.filter(receipt_owners::owner_id.eq(seen)));
            on!(conn, |c| delete.execute(c))?
        }
    };
    unless_stale(done)
}

#[async_trait]
impl ReceiptCare for PaymentStore {
    async fn care_of(&self, receipts: Vec<ReceiptId>) -> Result<HashMap<ReceiptId, Care>, Unavailable> {
        let read = move |conn: &mut Conn| {
            let ids: Vec<_> = receipts.iter().map(|id| Id(id.0)).collect();
            let owners = receipt_owners::table.filter(receipt_owners::receipt_id.eq_any(ids.clone()));
            let owners: Vec<(Id, Id)> = on!(&mut *conn, |c| owners.select((receipt_owners::receipt_id, receipt_owners::owner_id)).load(c))?;
            let notes = receipt_notes::table.filter(receipt_notes::receipt_id.eq_any(ids)).order(receipt_notes::id);
            let notes: Vec<NoteRow> = on!(conn, |c| notes.select(NoteRow::as_select()).load(c))?;
            let mut care: HashMap<ReceiptId, Care> = HashMap::new();
            for (receipt, owner) in owners {
                care.entry(ReceiptId(receipt.0)).or_default().owner = Some(UserId(owner.0));
            }
            for NoteRow { id, receipt_id, text, noted_by, noted_at } in notes {
                let text = Note::parse(&text).map_err(|_| corrupt("receipt note"))?;
                let (id, receipt, by) = (ReceiptNoteId(id.0), ReceiptId(receipt_id.0), UserId(noted_by.0));
                care.entry(receipt).or_default().notes.push(ReceiptNote { id, receipt, text, by, at: noted_at.0 });
            }
            Ok(care)
        };
        self.db.read(read).await
    }
}
