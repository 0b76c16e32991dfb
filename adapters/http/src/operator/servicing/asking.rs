//! Having a debtor asked whether it owes an invoice.

use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    operator::receivables::body::ExaminedReceivableBody,
    receivables::{body::parse_id, refused::not_done},
    session::ReceivableManager,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::servicing::AskCommand;
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AskDebtorBody {
    /// The version of the receivable one saw
    version: i64,
}

#[utoipa::path(tag = "receivables", summary = "Ask the debtor",
    description = "Mails the debtor’s contact a link by which it confirms or disputes the invoice, for 14 days. 409 `not_possible` with `undisclosed` where the assignment is not disclosed to the debtor, and with `no_contact` where the debtor has no contact.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = AskDebtorBody,
    responses((status = 200, body = Data<ExaminedReceivableBody>)))]
#[post("/operator/receivables/{id}/ask-debtor")]
pub(crate) async fn ask_debtor(
    me: ReceivableManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<AskDebtorBody>,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let request = key.required(me.user.id(), body.content)?;
    let command = AskCommand { by: me.clone(), version: body.value.version, request };
    let look = api.servicing.ask_debtor(id, command).await.map_err(not_done)?;
    let look = Box::pin(api.receivables.with_its_holdings(look)).await?;
    Ok(HttpResponse::Ok().json(Data { data: ExaminedReceivableBody::new(&look, &me.operator()) }))
}
