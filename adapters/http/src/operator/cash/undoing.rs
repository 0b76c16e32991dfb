//! Parts of receipts that were not for what was said.

use super::{receipt_body::ReceiptBody, receipts::parse_id};
use crate::{
    approvals::body::{AwaitsBody, awaits, not_proposed},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    session::ReceivableManager,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::approvals::{Performed, UndoPartCommand};
use sooner_domain::{
    kernel::{minor::Minor, text::Note},
    payments::receipt::AllocationId,
};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UndoPartBody {
    /// A part of the receipt: one of its `allocations` that is not undone
    allocation_id: Uuid,
    /// How much of the receipt was seen to be for the same, in all: 409 `stale_version` where it is not
    amount: i64,
    /// Why
    note: String,
}

#[utoipa::path(tag = "payments", summary = "Undo what a receipt was used for",
    description = "A part of it, with all else of the receipt that is for the same, by reversing entries: it lies in suspense again. What a seller paid of its debt with it is owed again; what was passed on is owed where it was paid out; a debtor’s credit is taken back with what was paid with it. What is in the book of a receivable is undone there first (409 `undo_first`). Where a second person has to approve, 202 with the approval.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = UndoPartBody,
    responses((status = 200, body = Data<ReceiptBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/receipts/{id}/undo")]
pub(crate) async fn undo_receipt_part(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<UndoPartBody>,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let mut fields = Fields::default();
    let note = fields.take("note", Note::parse(&body.value.note));
    let note = fields.finish(note).map_err(Problem::invalid)?;
    let (part, seen) = (AllocationId(body.value.allocation_id), Minor::new(body.value.amount));
    let request = key.required(me.user.id(), body.content)?;
    match api.approvals.undo_part(id, UndoPartCommand { by: me.clone(), part, seen, note, request }).await.map_err(not_proposed)? {
        Performed::Done(receipt) => Ok(HttpResponse::Ok().json(Data { data: ReceiptBody::from(&receipt) })),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}
