//! A seller's invoices from a table: read first, then entered.

use super::{body::ReceivableBody, members::NewReceivableBody, refused::not_done};
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
    session::InvoiceEnterer,
};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use sooner_application::receivables::{Look, NewInvoice, Receivables};
use sooner_domain::parties::buyer::BuyerId;
use sooner_shared::coded_body::LanguageCode;
use utoipa::ToSchema;

#[utoipa::path(tag = "receivables", summary = "Read a table of invoices",
    description = "CSV, or an Excel workbook (the sheet that holds it; hidden ones are no part of it), at most 10 MiB and 10,000 rows. It has columns for the buyer (its name or registration number on the company’s list), invoice number, invoice date, due date, amount with tax, currency and, where wanted, order reference and note, in any order, with English, German, French, Dutch, Spanish or Polish headings; rows above them are passed over. Nothing is entered: each row says what it would enter, or what is wrong by field. A column that is missing is named (422), and so is one that several could be, such as an amount beside its net amount: which of them is meant is never guessed.",
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<Vec<ReadRowBody<NewReceivableBody>>>)))]
#[post("/semi-private/receivables/import/read")]
pub(crate) async fn read_invoices(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let table = sent_table(&request, payload, (&api.host.files, api.receivables.sender(&me.membership).await?)).await?;
    let (receivables, membership) = (api.receivables.clone(), me.membership);
    read_apart::<_, NewReceivableBody, _>(&api.host.files, move || async move { receivables.read_invoices(&membership, table).await }).await
}

/// What stands right of who is on the other side.
pub(crate) const OF_INVOICE: [Heading; 7] = [
    Heading { en: "Invoice number", de: "Rechnungsnummer", example: Example::Text("INV-1001") },
    Heading { en: "Invoice date", de: "Rechnungsdatum", example: Example::Day(1) },
    Heading { en: "Due date", de: "Fälligkeit", example: Example::Day(64) },
    Heading { en: "Amount", de: "Betrag", example: Example::Amount(1_234.5) },
    Heading { en: "Currency", de: "Währung", example: Example::Text("EUR") },
    Heading { en: "Order number", de: "Bestellnummer", example: Example::Text("PO-77") },
    Heading { en: "Note", de: "Anmerkung", example: Example::Said("Second delivery", "Zweite Lieferung") },
];

#[utoipa::path(tag = "receivables", summary = "A table of invoices to fill in",
    description = "An Excel workbook with the headings that an import knows, and one row to write over.",
    params(("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
#[get("/semi-private/receivables/import/template")]
pub(crate) async fn read_invoices_template(me: InvoiceEnterer, query: Query<TemplateQuery>) -> Result<HttpResponse, Problem> {
    let other = Heading { en: "Buyer", de: "Abnehmer", example: Example::Said("Name or registration number", "Name oder Registernummer") };
    let headings: Vec<_> = [other].into_iter().chain(OF_INVOICE).collect();
    template("invoices", &headings, &query, me.user.parts().language)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportReceivablesBody {
    #[schema(min_items = 1, max_items = 200)]
    receivables: Vec<NewReceivableBody>,
}

#[utoipa::path(tag = "receivables", summary = "Enter many invoices",
    description = "As drafts, whose documents are attached afterwards, one after the other, each by itself: a row for each says whether it was `imported`, `skipped` because the company has an invoice of this number and day to this buyer already that says the same, or `failed`, and why.",
    params(("Idempotency-Key" = String, Header)), request_body = ImportReceivablesBody,
    responses((status = 200, body = Data<Vec<ImportedRowBody<ReceivableBody>>>)))]
#[post("/semi-private/receivables/import")]
pub(crate) async fn import_receivables(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    key: Key,
    body: Json<ImportReceivablesBody>,
) -> Result<HttpResponse, Problem> {
    together("receivables", body.value.receivables.len(), Receivables::TOGETHER)?;
    let request = key.required(me.user.id(), body.content)?;
    let told = body.value.receivables.iter().map(|invoice| {
        let facts = invoice.facts()?;
        Ok(NewInvoice { buyer: BuyerId(invoice.buyer_id), facts })
    });
    let told: Vec<Result<NewInvoice, Problem>> = told.collect();
    let invoices = told.iter().flatten().cloned().collect();
    let _turn = api.host.imports.turn_of(me.user.id().0).await?;
    let entered = api.receivables.enter_invoices(&me.membership, invoices, request).await;
    let body = |look: &Look| ReceivableBody::new(look, &me.membership);
    Ok(HttpResponse::Ok().json(Data { data: ImportedRowBody::all(told, entered, body, not_done) }))
}
