//! Who looks after a receipt, and what people note of it.

use super::receipts::parse_id;
use crate::{
    cash::refused::not_done,
    kernel::{api::Api, body::Json, error::Problem, idempotency::Key},
    session::PaymentManager,
};
use actix_web::{HttpResponse, post, put, web};
use serde::Deserialize;
use sooner_application::cash::NoteCommand;
use sooner_domain::kernel::text::Note;
use sooner_shared::fields::Fields;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewReceiptNoteBody {
    text: String,
}

#[utoipa::path(tag = "payments", summary = "Note something of a receipt", description = "It stays as it is written. At most 100 of a receipt.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = NewReceiptNoteBody, responses((status = 204)))]
#[post("/operator/receipts/{id}/notes")]
pub(crate) async fn note_receipt(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<NewReceiptNoteBody>,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let mut fields = Fields::default();
    let text = fields.take("text", Note::parse(&body.value.text));
    let text = fields.finish(text).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    api.cash.note_receipt(id, NoteCommand { by: me.clone(), text, request }).await.map_err(not_done)?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OwnReceiptBody {
    /// Whether the caller is in charge of it from now on, in place of any colleague; false to give it up
    is_mine: bool,
}

#[utoipa::path(tag = "payments", summary = "Take charge of a receipt, or give it up",
    params(("id" = Uuid, Path)), request_body = OwnReceiptBody, responses((status = 204)))]
#[put("/operator/receipts/{id}/owner")]
pub(crate) async fn own_receipt(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    body: Json<OwnReceiptBody>,
) -> Result<HttpResponse, Problem> {
    api.cash.own_receipt(parse_id(&id)?, body.value.is_mine, &me).await.map_err(not_done)?;
    Ok(HttpResponse::NoContent().finish())
}
