//! Statements of the bank.

use super::receipts::PayerBody;
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
        upload::{FileUploadBody, whole_file},
    },
    receivables::refused::{not_done, not_read},
    session::{PaymentManager, PaymentReader},
};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    kernel::unavailable::Unavailable,
    payments::statements::LineRecord,
    receivables::{ImportedFile, LineIs, LinePage, Reconciled, SettleLineCommand, StatementPage},
};
use sooner_domain::{
    kernel::{Invalid, minor::Minor},
    payments::statement::{LineId, StatementId},
};
use sooner_shared::{
    coded_body::{Code, LineOutcomeCode},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// Ten thousand entries as banks write them, indented.
const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// What came of a file, in lines: an entry, or each of its details that has an amount of its own
#[derive(Serialize, ToSchema)]
struct ImportedFileBody {
    /// New ones
    imported: usize,
    /// Those that were there before
    repeated: usize,
    /// Booked, or found in the books, by themselves
    matched: usize,
    /// In suspense, with a suggestion what they pay
    suggested: usize,
    /// In suspense without one
    suspense: usize,
    /// Money that went out, and nobody knows for what: not in the books
    open: usize,
    /// Accounts in the file that are not the house’s
    skipped: Vec<String>,
}

impl From<ImportedFile> for ImportedFileBody {
    fn from(ImportedFile { imported, repeated, matched, suggested, suspense, open, skipped }: ImportedFile) -> Self {
        Self { imported, repeated, matched, suggested, suspense, open, skipped }
    }
}

#[utoipa::path(tag = "payments", summary = "Import a bank statement",
    description = "`camt.053`, at most 32 MiB and 10,000 entries. What quotes a reference is booked, what the bank did with payouts too; the rest lies in suspense, or is open. An entry counts once, in however many files it stands: what was cut short is completed by importing the file again. A file that does not add up is refused whole, with the line named.",
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<ImportedFileBody>)))]
#[post("/operator/bank-statements")]
pub(crate) async fn import_statement(
    me: PaymentManager,
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let (file, format) = (whole_file(&request, payload, MOST_BYTES).await?, api.financing.statement_format.clone());
    let read = web::block(move || format.read(&file)).await.map_err(|error| Unavailable::Failed(error.to_string()))?;
    let imported = api.financing.import_statements(read.map_err(not_read)?, &me).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ImportedFileBody::from(imported) }))
}

/// A statement. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StatementBody {
    id: Uuid,
    /// The house’s IBAN
    account: String,
    /// ISO 4217
    currency: &'static str,
    /// What the bank calls it
    name: String,
    opened_on: Option<NaiveDate>,
    opening: Option<i64>,
    closed_on: Option<NaiveDate>,
    closing: Option<i64>,
    /// How many lines it has
    lines: i32,
    /// How many of them were gone through: fewer while it is imported, or where that was cut short
    taken: i32,
    /// Of its lines: money that went out, and nobody knows for what
    open: i64,
    /// What the ledger’s bank account held at the end of `closedOn`; none where another statement goes on from there on the same day
    ledger: Option<i64>,
    /// By how much the ledger is above the closing balance; 0 where they are equal
    difference: Option<i64>,
    imported_at: DateTime<Utc>,
}

impl From<Reconciled> for StatementBody {
    fn from(Reconciled { statement, open, ledger }: Reconciled) -> Self {
        let closing = statement.closing.map(|balance| balance.amount);
        Self {
            id: statement.id.0,
            account: statement.account,
            currency: statement.currency.code(),
            name: statement.name,
            opened_on: statement.opening.map(|balance| balance.on),
            opening: statement.opening.map(|balance| balance.amount.get()),
            closed_on: statement.closing.map(|balance| balance.on),
            closing: closing.map(Minor::get),
            lines: statement.lines,
            taken: statement.taken,
            open,
            ledger: ledger.map(Minor::get),
            difference: ledger.zip(closing).map(|(ledger, closing)| (ledger - closing).get()),
            imported_at: statement.imported_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct StatementListBody {
    data: Vec<StatementBody>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[derive(Deserialize)]
struct BeforeQuery {
    before: Option<String>,
}

impl BeforeQuery {
    fn parse(&self) -> Result<Option<Uuid>, Problem> {
        let mut fields = Fields::default();
        let before = fields.optional("before", self.before.as_deref(), |text| Uuid::try_parse(text).map_err(|_| Invalid::Malformed));
        fields.finish(Some(())).map_err(Problem::invalid)?;
        Ok(before)
    }
}

#[utoipa::path(tag = "payments", summary = "Bank statements", description = "The one imported last first.",
    params(("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = StatementListBody)))]
#[get("/operator/bank-statements")]
pub(crate) async fn list_statements(me: PaymentReader, api: web::Data<Api>, query: Query<BeforeQuery>) -> Result<HttpResponse, Problem> {
    let before = query.0.parse()?.map(StatementId);
    let StatementPage { statements, next } = api.financing.statements(&me.operator(), before).await.map_err(not_done)?;
    let data = statements.into_iter().map(StatementBody::from).collect();
    Ok(HttpResponse::Ok().json(StatementListBody { data, next: next.map(|id| id.0) }))
}

/// A line of a statement
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BankLineBody {
    id: Uuid,
    statement_id: Uuid,
    /// The bank’s booking day
    on: NaiveDate,
    value_on: NaiveDate,
    /// Below zero where money went out
    amount: i64,
    /// ISO 4217
    currency: &'static str,
    /// Who is on the other side
    other: PayerBody,
    text: Option<String>,
    outcome: LineOutcomeCode,
}

impl From<&LineRecord> for BankLineBody {
    fn from(record: &LineRecord) -> Self {
        let LineRecord { id, statement, currency, line, outcome, .. } = record;
        Self {
            id: id.0,
            statement_id: statement.0,
            on: line.booked_on,
            value_on: line.value_on,
            amount: line.amount.get(),
            currency: currency.code(),
            other: PayerBody::of(&line.other),
            text: line.text.as_ref().map(|text| text.as_str().to_owned()),
            outcome: Code(*outcome),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct BankLineListBody {
    data: Vec<BankLineBody>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[utoipa::path(tag = "payments", summary = "Lines that nobody has explained",
    description = "Money that went out without an order of ours, or with another amount: it is not in the books. The newest first. What came in is among the receipts.",
    params(("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = BankLineListBody)))]
#[get("/operator/statement-lines")]
pub(crate) async fn list_open_lines(me: PaymentReader, api: web::Data<Api>, query: Query<BeforeQuery>) -> Result<HttpResponse, Problem> {
    let before = query.0.parse()?.map(LineId);
    let LinePage { lines, next } = api.financing.open_lines(&me.operator(), before).await.map_err(not_done)?;
    let data = lines.iter().map(BankLineBody::from).collect();
    Ok(HttpResponse::Ok().json(BankLineListBody { data, next: next.map(|id| id.0) }))
}

#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum LineIsBody {
    /// The bank took it for itself: it is booked as that
    Charge,
    /// It is in the books, entered by hand
    Noted,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SettleLineBody {
    #[serde(rename = "as")]
    what: LineIsBody,
}

#[utoipa::path(tag = "payments", summary = "Say what a line is", description = "Of money that went out and nobody could explain.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = SettleLineBody,
    responses((status = 200, body = Data<BankLineBody>)))]
#[post("/operator/statement-lines/{id}/settle")]
pub(crate) async fn settle_line(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SettleLineBody>,
) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(LineId).map_err(|_| Problem::not_found())?;
    let what = match body.value.what {
        LineIsBody::Charge => LineIs::Charge,
        LineIsBody::Noted => LineIs::Noted,
    };
    let request = key.required(me.user.id(), body.content)?;
    let record = api.financing.settle_line(id, SettleLineCommand { by: me.clone(), what, request }).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: BankLineBody::from(&record) }))
}
