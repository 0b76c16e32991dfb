//! Suppliers from a table: read first, then invited.

use super::suppliers::{NewSupplierBody, SupplierBody, refused};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{Problem, ProblemBody},
        idempotency::Key,
        table::{TableUploadBody, by_field, not_read, sent_table, together},
    },
    session::SupplierManager,
};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::facilities::{Facilities, Invited, SupplierRow};
use sooner_domain::{facilities::supplier::SupplierDetails, kernel::table::RowOutcome};
use sooner_shared::coded_body::{Code, RowOutcomeCode};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A row of a table of suppliers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SupplierRowBody {
    /// In the table, counted from 1
    line: usize,
    /// What stands in it, by field
    written: BTreeMap<&'static str, String>,
    /// Who can be invited; nothing where something is wrong
    supplier: Option<NewSupplierBody>,
    /// It is on the list already, or stands further up
    is_listed: bool,
    problem: Option<ProblemBody>,
}

impl From<SupplierRow> for SupplierRowBody {
    fn from(SupplierRow { line, written, says, is_listed }: SupplierRow) -> Self {
        let (supplier, problem) = match says {
            Ok(details) => (Some(NewSupplierBody::from(&details)), None),
            Err(wrong) => (None, Some(by_field(wrong).body())),
        };
        Self { line, written: written.into_iter().collect(), supplier, is_listed, problem }
    }
}

#[utoipa::path(tag = "programmes", summary = "Read a table of suppliers",
    description = "CSV, or an Excel workbook (its first sheet), at most 10 MiB and 10,000 rows. It has columns for the legal name, country (its code, such as DE), registration number and e-mail address, in any order, with English or German headings. Nobody is invited: each row says whom it would invite, or what is wrong by field. A column that is missing is named (422).",
    request_body(content = TableUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<Vec<SupplierRowBody>>)))]
#[post("/semi-private/suppliers/import/read")]
pub(crate) async fn read_suppliers(
    me: SupplierManager,
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let table = sent_table(&request, payload).await?;
    let rows = api.facilities.read_suppliers(&me.membership, table).await.map_err(not_read)?;
    Ok(HttpResponse::Ok().json(Data { data: rows.into_iter().map(SupplierRowBody::from).collect::<Vec<_>>() }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportSuppliersBody {
    #[schema(min_items = 1, max_items = 100)]
    suppliers: Vec<NewSupplierBody>,
}

/// What came of one of many, in their order.
#[derive(Serialize, ToSchema)]
struct ImportedSupplierBody {
    outcome: RowOutcomeCode,
    /// The one that was invited
    supplier: Option<SupplierBody>,
    /// Why it was not
    problem: Option<ProblemBody>,
}

impl ImportedSupplierBody {
    fn failed(problem: Problem) -> Self {
        Self { outcome: Code(RowOutcome::Failed), supplier: None, problem: Some(problem.body()) }
    }
}

#[utoipa::path(tag = "programmes", summary = "Invite many suppliers",
    description = "One after the other, each by itself: a row for each says whether it was `imported`, `skipped` because it is on the list already, or `failed`, and why.",
    params(("Idempotency-Key" = String, Header)), request_body = ImportSuppliersBody,
    responses((status = 200, body = Data<Vec<ImportedSupplierBody>>)))]
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
    let mut invited = api.facilities.invite_suppliers(&me, all, request).await.into_iter();
    let rows = told.into_iter().map(|told| match told.map(|_| invited.next()) {
        Err(problem) => ImportedSupplierBody::failed(problem),
        Ok(Some(Invited::New(found))) => {
            let supplier = Some(SupplierBody::from(found.as_ref()));
            ImportedSupplierBody { outcome: Code(RowOutcome::Imported), supplier, problem: None }
        }
        Ok(Some(Invited::Failed(error))) => ImportedSupplierBody::failed(refused(error)),
        Ok(Some(Invited::Already) | None) => ImportedSupplierBody { outcome: Code(RowOutcome::Skipped), supplier: None, problem: None },
    });
    Ok(HttpResponse::Ok().json(Data { data: rows.collect::<Vec<_>>() }))
}
