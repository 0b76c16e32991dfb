//! Suppliers from a table: read first, then invited.

use super::suppliers::{NewSupplierBody, SupplierBody, refused};
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
    session::SupplierManager,
};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use sooner_application::facilities::{Facilities, ports::SupplierFound};
use sooner_domain::facilities::supplier::SupplierDetails;
use sooner_shared::coded_body::LanguageCode;
use utoipa::ToSchema;

#[utoipa::path(tag = "programmes", summary = "Read a table of suppliers",
    description = "CSV, or an Excel workbook (the sheet that holds it; hidden ones are no part of it), at most 10 MiB and 10,000 rows. It has columns for the legal name, country (its code, such as DE), registration number and e-mail address, in any order, with English, German, French, Dutch, Spanish or Polish headings; rows above them are passed over. No invitation is sent: each row says who would be invited, or what is wrong by field. A column that is missing is named (422), and so is one that several could be, such as an amount beside its net amount: which of them is meant is never guessed.",
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<Vec<ReadRowBody<NewSupplierBody>>>)))]
#[post("/semi-private/suppliers/import/read")]
pub(crate) async fn read_suppliers(
    me: SupplierManager,
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let table = sent_table(&request, payload, (&api.host.files, api.receivables.sender(&me.membership).await?)).await?;
    let (facilities, membership) = (api.facilities.clone(), me.membership);
    read_apart::<_, NewSupplierBody, _>(&api.host.files, move || async move { facilities.read_suppliers(&membership, table).await }).await
}

#[utoipa::path(tag = "programmes", summary = "A table of suppliers to fill in",
    description = "An Excel workbook with the headings that an import knows, and one row to write over.",
    params(("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))]
#[get("/semi-private/suppliers/import/template")]
pub(crate) async fn read_suppliers_template(me: SupplierManager, query: Query<TemplateQuery>) -> Result<HttpResponse, Problem> {
    let headings = [
        Heading { en: "Legal name", de: "Firma", example: Example::Text("Lind GmbH") },
        Heading { en: "Country", de: "Land", example: Example::Text("DE") },
        Heading { en: "Registration number", de: "Handelsregisternummer", example: Example::Text("HRB 1234") },
        Heading { en: "Email", de: "E-Mail", example: Example::Text("name@lind.example") },
    ];
    template("suppliers", &headings, &query, me.user.parts().language)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportSuppliersBody {
    #[schema(min_items = 1, max_items = 100)]
    suppliers: Vec<NewSupplierBody>,
}

#[utoipa::path(tag = "programmes", summary = "Invite many suppliers",
    description = "One after the other, each by itself: a row for each says whether it was `imported`, `skipped` because it is on the list already, or `failed`, and why.",
    params(("Idempotency-Key" = String, Header)), request_body = ImportSuppliersBody,
    responses((status = 200, body = Data<Vec<ImportedRowBody<SupplierBody>>>)))]
#[post("/semi-private/suppliers/import")]
pub(crate) async fn import_suppliers(
    me: SupplierManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<ImportSuppliersBody>,
) -> Result<HttpResponse, Problem> {
    together("suppliers", body.value.suppliers.len(), Facilities::TOGETHER)?;
    let request = key.required(me.user.id(), body.content)?;
    let told: Vec<Result<SupplierDetails, Problem>> = body.value.suppliers.iter().map(NewSupplierBody::parse).collect();
    let all = told.iter().flatten().cloned().collect();
    let _turn = api.host.imports.turn_of(me.user.id().0).await?;
    let invited = api.facilities.invite_suppliers(&me, all, request).await;
    Ok(HttpResponse::Ok()
        .json(Data { data: ImportedRowBody::all(told, invited, |found: &SupplierFound| SupplierBody::from(found), refused) }))
}
