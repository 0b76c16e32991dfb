//! Payables from a table: read first, then entered.

use super::{body::ReceivableBody, payables::NewPayableBody, refused::not_done};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{Problem, ProblemBody},
        idempotency::Key,
        table::{TableUploadBody, by_field, not_read, sent_table, together},
    },
    session::InvoiceEnterer,
};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::receivables::{Entered, Financing, NewPayable, PayableRow};
use sooner_domain::{facilities::supplier::SupplierId, kernel::table::RowOutcome};
use sooner_shared::coded_body::{Code, RowOutcomeCode};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A row of a table of payables.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayableRowBody {
    /// In the table, counted from 1
    line: usize,
    /// What stands in it, by field
    written: BTreeMap<&'static str, String>,
    /// What can be entered; nothing where something is wrong
    payable: Option<NewPayableBody>,
    /// The company has it already, or it stands further up
    is_entered: bool,
    problem: Option<ProblemBody>,
}

impl From<PayableRow> for PayableRowBody {
    fn from(PayableRow { line, written, says, is_entered }: PayableRow) -> Self {
        let (payable, problem) = match says {
            Ok((supplier, facts)) => (Some(NewPayableBody::new(supplier, &facts)), None),
            Err(wrong) => (None, Some(by_field(wrong).body())),
        };
        Self { line, written: written.into_iter().collect(), payable, is_entered, problem }
    }
}

#[utoipa::path(tag = "programmes", summary = "Read a table of payables",
    description = "CSV, or an Excel workbook (its first sheet), at most 10 MiB and 10,000 rows. It has columns for the supplier (its name or registration number on the company’s list), invoice number, invoice date, due date, amount with tax, currency and, where wanted, order reference and note, in any order, with English or German headings. Nothing is entered: each row says what it would enter, or what is wrong by field. A column that is missing is named (422).",
    request_body(content = TableUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<Vec<PayableRowBody>>)))]
#[post("/semi-private/payables/import/read")]
pub(crate) async fn read_payables(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let table = sent_table(&request, payload).await?;
    let rows = api.financing.read_payables(&me.membership, table).await.map_err(not_read)?;
    Ok(HttpResponse::Ok().json(Data { data: rows.into_iter().map(PayableRowBody::from).collect::<Vec<_>>() }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ImportPayablesBody {
    #[schema(min_items = 1, max_items = 200)]
    payables: Vec<NewPayableBody>,
}

/// What came of one of many, in their order.
#[derive(Serialize, ToSchema)]
struct ImportedPayableBody {
    outcome: RowOutcomeCode,
    /// The one that was entered
    payable: Option<ReceivableBody>,
    /// Why it was not
    problem: Option<ProblemBody>,
}

#[utoipa::path(tag = "programmes", summary = "Enter many payables",
    description = "As drafts, one after the other, each by itself: a row for each says whether it was `imported`, `skipped` because the company has a payable of this supplier and number already, or `failed`, and why.",
    params(("Idempotency-Key" = String, Header)), request_body = ImportPayablesBody,
    responses((status = 200, body = Data<Vec<ImportedPayableBody>>)))]
#[post("/semi-private/payables/import")]
pub(crate) async fn import_payables(
    me: InvoiceEnterer,
    api: web::Data<Api>,
    key: Key,
    body: Json<ImportPayablesBody>,
) -> Result<HttpResponse, Problem> {
    together("payables", body.value.payables.len(), Financing::TOGETHER)?;
    let request = key.required(me.user.id(), body.content)?;
    let told = body.value.payables.iter().map(|payable| {
        let facts = payable.facts()?;
        Ok(NewPayable { supplier: SupplierId(payable.supplier_id), facts })
    });
    let told: Vec<Result<NewPayable, Problem>> = told.collect();
    let payables = told.iter().flatten().cloned().collect();
    let mut entered = api.financing.enter_payables(&me.membership, payables, request).await.map_err(not_done)?.into_iter();
    let rows = told.into_iter().map(|told| match told.map(|_| entered.next()) {
        Err(problem) => ImportedPayableBody::failed(problem),
        Ok(Some(Entered::New(look))) => {
            let payable = Some(ReceivableBody::new(&look, &me.membership));
            ImportedPayableBody { outcome: Code(RowOutcome::Imported), payable, problem: None }
        }
        Ok(Some(Entered::Failed(error))) => ImportedPayableBody::failed(not_done(error)),
        Ok(Some(Entered::Already) | None) => ImportedPayableBody { outcome: Code(RowOutcome::Skipped), payable: None, problem: None },
    });
    Ok(HttpResponse::Ok().json(Data { data: rows.collect::<Vec<_>>() }))
}

impl ImportedPayableBody {
    fn failed(problem: Problem) -> Self {
        Self { outcome: Code(RowOutcome::Failed), payable: None, problem: Some(problem.body()) }
    }
}
