//! Payables from a table: read first, then entered.

use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
        table::{ImportedRowBody, ReadRowBody, read_apart, sent_table, together},
        template::{Example, Heading, TemplateQuery, template},
        upload::FileUploadBody,
    },
    programmes::payables::NewPayableBody,
    receivables::{body::ReceivableBody, invoices_table::OF_INVOICE, refused::not_done},
    session::InvoiceEnterer,
};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use sooner_application::{
    programmes::NewPayable,
    receivables::{Look, Receivables},
};
use sooner_domain::facilities::supplier::SupplierId;
use sooner_shared::coded_body::LanguageCode;
use utoipa::ToSchema;

#[utoipa::path(tag = "programmes", summary = "Read a table of payables",
    description = "CSV, or an Excel workbook (the sheet that holds it; hidden ones are no part of it), at most 10 MiB and 10,000 rows. It has columns for the supplier (its name or registration number on the company’s list), invoice number, invoice date, due date, amount with tax, currency and, where wanted, order reference and note, in any order, with English, German, French, Dutch, Spanish or Polish headings; rows above them are passed over. Nothing is entered: each row says what it would enter, or what is wrong by field. A column that is missing is named (422), and so is one that several could be, such as an amount beside its net amount: which of them is meant is never guessed.",
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<Vec<ReadRowBody<NewPayableBody>>>)))]
#[post("/semi-private/payables/import/read")]
pub(crate) async fn read_payables(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let table = sent_table(&request, payload, (&api.host.files, api.receivables.sender(&me.membership).await?)).await?;
    let (programmes, membership) = (api.programmes.clone(), me.membership);
    read_apart::<_, NewPayableBody, _>(&api.host.files, move || async move { programmes.read_payables(&membership, table).await }).await
}

#[utoipa::path(tag = "programmes", summary = "A table of payables to fill in",
    description = "An Excel workbook with the headings that an import knows, and one row to write over.",
    params(("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
#[get("/semi-private/payables/import/template")]
pub(crate) async fn read_payables_template(me: InvoiceEnterer, query: Query<TemplateQuery>) -> Result<HttpResponse, Problem> {
    let other =
        Heading { en: "Supplier", de: "Lieferant", example: Example::Said("Name or registration number", "Name oder Registernummer") };
    let headings: Vec<_> = [other].into_iter().chain(OF_INVOICE).collect();
    template("payables", &headings, &query, me.user.parts().language)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportPayablesBody {
    #[schema(min_items = 1, max_items = 200)]
    payables: Vec<NewPayableBody>,
}

#[utoipa::path(tag = "programmes", summary = "Enter many payables",
    description = "As drafts, one after the other, each by itself: a row for each says whether it was `imported`, `skipped` because the company has a payable of this supplier and number already, or `failed`, and why.",
    params(("Idempotency-Key" = String, Header)), request_body = ImportPayablesBody,
    responses((status = 200, body = Data<Vec<ImportedRowBody<ReceivableBody>>>)))]
#[post("/semi-private/payables/import")]
pub(crate) async fn import_payables(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    key: Key,
    body: Json<ImportPayablesBody>,
) -> Result<HttpResponse, Problem> {
    together("payables", body.value.payables.len(), Receivables::TOGETHER)?;
    let request = key.required(me.user.id(), body.content)?;
    let told = body.value.payables.iter().map(|payable| {
        let facts = payable.facts()?;
        Ok(NewPayable { supplier: SupplierId(payable.supplier_id), facts })
    });
    let told: Vec<Result<NewPayable, Problem>> = told.collect();
    let payables = told.iter().flatten().cloned().collect();
    let _turn = api.host.imports.turn_of(me.user.id().0).await?;
    let entered = api.programmes.enter_payables(&me.membership, payables, request).await.map_err(not_done)?;
    let body = |look: &Look| ReceivableBody::new(look, &me.membership);
    Ok(HttpResponse::Ok().json(Data { data: ImportedRowBody::all(told, entered, body, not_done) }))
}
