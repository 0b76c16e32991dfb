//! Statements of the bank.

use super::receipt_body::PayerBody;
use crate::{
    cash::refused::{not_done, not_read},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::Query,
        upload::{FileUploadBody, whole_file},
    },
    onboarding::user_body::NamedPersonBody,
    session::{PaymentManager, PaymentReader},
};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    cash::{
        BookedCandidate, ImportedFile, ImportedStatement, LineCandidates, LineIs, LinePage, ListedLine, Reconciled, ReturnedWithCharge,
        SettleLineCommand, StatementLinePage, StatementPage,
    },
    kernel::sender::Sender,
    payments::statements::LineRecord,
};
use sooner_domain::{
    kernel::{Invalid, minor::Minor},
    ledger::entry::{Booking, Entry, EntryId},
    payments::{
        receipt::{Explained, Receipt, ReceiptId, Target},
        statement::{LineId, NotRead, StatementId},
    },
    receivables::quoting::readable,
};
use sooner_shared::{
    coded_body::{Code, DifferencePartCode, EventCode, LineOutcomeCode, StatementTakenCode},
    fields::Fields,
    file_gate::FileKind,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// Ten thousand entries as banks write them, indented.
const MOST_BYTES: u64 = 32 * 1024 * 1024;

/// What came of a file, in lines: an entry, or each of its details that has an amount of its own
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ImportedFileBody {
    /// New ones
    imported: usize,
    /// Those that were there before
    repeated: usize,
    /// Booked, or matched to ledger entries, by themselves
    matched: usize,
    /// In suspense, with a suggestion what they pay
    suggested: usize,
    /// In suspense without one
    suspense: usize,
    /// Money that went out that is not allocated: not in the ledger
    open: usize,
    /// Those of which nothing proves whether they were there before: they wait for a decision, not in the ledger
    perhaps: usize,
    /// Odd ones, and those booked on a day that is still to come: they wait too
    set_aside: usize,
    /// Accounts in the file that are not the house’s; with its currency one that is, but not in that
    skipped: Vec<String>,
    /// What came of each of its statements, in their order
    statements: Vec<ImportedStatementBody>,
}

/// What came of a statement of the file
#[derive(Serialize, ToSchema)]
struct ImportedStatementBody {
    /// The house’s IBAN
    account: String,
    /// ISO 4217
    currency: &'static str,
    /// What the bank calls it
    name: String,
    /// The number that the bank gives it among those of its account
    sequence: Option<i64>,
    /// The day of its opening balance
    from: Option<NaiveDate>,
    /// The day of its closing balance
    to: Option<NaiveDate>,
    taken: StatementTakenCode,
}

impl From<ImportedStatement> for ImportedStatementBody {
    fn from(ImportedStatement { account, currency, name, sequence, from, to, taken }: ImportedStatement) -> Self {
        Self { account, currency: currency.code(), name, sequence, from, to, taken: Code(taken) }
    }
}

impl From<ImportedFile> for ImportedFileBody {
    fn from(file: ImportedFile) -> Self {
        let ImportedFile { imported, repeated, matched, suggested, suspense, open, perhaps, set_aside, skipped, statements } = file;
        let statements = statements.into_iter().map(ImportedStatementBody::from).collect();
        Self { imported, repeated, matched, suggested, suspense, open, perhaps, set_aside, skipped, statements }
    }
}

#[utoipa::path(tag = "payments", summary = "Import a bank statement",
    description = "`camt.053`, at most 32 MiB and 10,000 entries. What quotes a reference is booked, what the bank did with payouts too; the rest lies in suspense, or is open. An entry counts once, in however many files it is: the balances decide, and what nothing proves waits for a decision, as does what is odd or ahead of today. What was cut short is completed by importing the file again. The closing balance may hold entries of later days or leave them out; a file whose entries make it in neither way is refused whole, with the line named. Of several statements in a file each says whether it was taken, was there, or has too many lines that would wait; a file of which that holds for all is refused. Nothing in it proves that it is the bank’s, so it takes a step-up (403 `step_up_required`): what is confirmed is the file’s content, under the key.",
    params(("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")),
    request_body(content = FileUploadBody, content_type = "multipart/form-data"),
    responses((status = 200, body = Data<ImportedFileBody>)))]
#[post("/operator/bank-statements")]
pub(crate) async fn import_statement(
    me: PaymentManager,
    api: web::Data<Api>,
    key: Key,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let (gate, format) = (&api.host.files, api.cash.statement_format.clone());
    let who = Sender::of_house(me.user.id());
    let file = whole_file(&request, payload, MOST_BYTES, (gate, who)).await?;
    let by = api.cash.by_hand(&key.asked_by(me, file.sha256)).map_err(not_done)?;
    let (turn, content) = (gate.turn(who).await?, file.content.clone());
    let read = gate.read(turn, FileKind::Statement, content, NotRead::TooLarge, move |file| format.read(file)).await?;
    let imported = api.cash.import_statements(read.map_err(not_read)?, &by).await.map_err(not_done)?;
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
    /// Of its lines: money that went out without an explanation
    open: i64,
    /// Of its lines: those that wait for a decision, not in the ledger
    held: i64,
    /// What of its entries could not be read, and was not entered by hand, named or set aside since: 0 where all could
    unread: i64,
    /// What the ledger’s bank account held at the end of `closedOn`; none where another statement goes on from there on the same day
    ledger: Option<i64>,
    /// By how much the ledger is above the closing balance; 0 where they are equal. It is the sum of `parts` and `rest`
    difference: Option<i64>,
    parts: Vec<DifferencePartBody>,
    /// What of the difference no part makes: entries of the ledger that are on no statement, or a statement that is missing
    rest: Option<i64>,
    /// The day on which the statement before ended, where this one begins with another balance: one between them is missing
    gap_since: Option<NaiveDate>,
    /// Who brought the file
    imported_by: Option<NamedPersonBody>,
    imported_at: DateTime<Utc>,
}

/// What statements of this day or earlier have and the ledger lacks, or the ledger has of a later one, of one kind
#[derive(Serialize, ToSchema)]
struct DifferencePartBody {
    part: DifferencePartCode,
    /// What it adds to the ledger above the closing balance: below zero where money that came in is lacking
    amount: i64,
}

impl From<Reconciled> for StatementBody {
    fn from(found: Reconciled) -> Self {
        let [difference, rest] = [found.difference(), found.rest()].map(|amount| amount.map(Minor::get));
        let Reconciled { statement, open, held, ledger, parts, unread, gap_since } = found;
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
            held,
            unread: unread.get(),
            ledger: ledger.map(Minor::get),
            difference,
            parts: parts.into_iter().map(|(part, amount)| DifferencePartBody { part: Code(part), amount: amount.get() }).collect(),
            rest,
            gap_since,
            imported_by: None,
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

#[utoipa::path(tag = "payments", summary = "Bank statements", description = "The one that ends last first. A statement that a later file holds again is listed once.",
    params(("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = StatementListBody)))]
#[get("/operator/bank-statements")]
pub(crate) async fn list_statements(me: PaymentReader, api: web::Data<Api>, query: Query<BeforeQuery>) -> Result<HttpResponse, Problem> {
    let before = query.0.parse()?.map(StatementId);
    let StatementPage { statements, next, people } = api.cash.statements(&me.operator(), before).await.map_err(not_done)?;
    let body = |found: Reconciled| {
        let imported_by = people.get(&found.statement.imported_by).map(NamedPersonBody::from);
        StatementBody { imported_by, ..found.into() }
    };
    let data = statements.into_iter().map(body).collect();
    Ok(HttpResponse::Ok().json(StatementListBody { data, next: next.map(|id| id.0) }))
}

/// A line of a statement
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BankLineBody {
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
    /// What the payer wrote, and before it a reference that stood in a field of its own
    text: Option<String>,
    outcome: LineOutcomeCode,
    /// Among a statement’s lines: a person said what it is, or it was taken for what the ledger had before; that can be taken back
    #[serde(skip_serializing_if = "Option::is_none")]
    is_reopenable: Option<bool>,
    /// Among a statement’s lines: of money that came in, that it was taken back since, by the bank or a person; of a debit, that it took
    /// back what had come in
    #[serde(skip_serializing_if = "Option::is_none")]
    is_taken_back: Option<bool>,
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
            text: readable(line).map(|text| text.as_str().to_owned()),
            outcome: Code(*outcome),
            is_reopenable: None,
            is_taken_back: None,
        }
    }
}

/// A line without an explanation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OpenLineBody {
    #[serde(flatten)]
    line: BankLineBody,
    /// What it perhaps is: an entry of as much, no more than 7 days apart, that is on no statement. Absent where there is none
    perhaps: Option<PerhapsBookedBody>,
}

/// An entry that a line perhaps is.
#[derive(Serialize, ToSchema)]
struct PerhapsBookedBody {
    entry: Uuid,
    event: EventCode,
    on: NaiveDate,
}

impl From<&Entry> for PerhapsBookedBody {
    fn from(entry: &Entry) -> Self {
        let Booking { id, event, on, .. } = *entry.booking();
        Self { entry: id.0, event: Code(event), on }
    }
}

#[derive(Serialize, ToSchema)]
struct BankLineListBody {
    data: Vec<OpenLineBody>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[utoipa::path(tag = "payments", summary = "Lines without an explanation",
    description = "Money that went out without an order of ours, or with another amount, and charges that are perhaps booked by hand (`perhaps`): it is not in the ledger by its line. The newest first. What came in is among the receipts.",
    params(("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = BankLineListBody)))]
#[get("/operator/statement-lines")]
pub(crate) async fn list_open_lines(me: PaymentReader, api: web::Data<Api>, query: Query<BeforeQuery>) -> Result<HttpResponse, Problem> {
    let before = query.0.parse()?.map(LineId);
    let LinePage { lines, perhaps, next } = api.cash.open_lines(&me.operator(), before).await.map_err(not_done)?;
    let body = |line: &LineRecord| OpenLineBody { line: line.into(), perhaps: perhaps.get(&line.id).map(PerhapsBookedBody::from) };
    let data = lines.iter().map(body).collect();
    Ok(HttpResponse::Ok().json(BankLineListBody { data, next: next.map(|id| id.0) }))
}

/// What an open line may be
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LineCandidatesBody {
    /// What in the ledger takes money from the bank and is on no statement, what fits best first
    booked: Vec<BookedCandidateBody>,
    /// Receipts of which as much lies in suspense: the bank may have taken one of them back
    receipts: Vec<Uuid>,
    /// Receipts of a little less, of which all lies in suspense: the bank may have taken one of them back with its charge
    with_charge: Vec<ReturnedWithChargeBody>,
    /// Receipts of as much, or of a little less, that were used: if the bank took one of them back, what it was used for is undone first
    used: Vec<UsedReceiptBody>,
}

/// A receipt that the bank may have taken back with its charge
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReturnedWithChargeBody {
    receipt_id: Uuid,
    /// What the bank took beside it
    charge: i64,
}

/// What a problem names the receipt whose use is undone first.
pub(crate) const USED_RECEIPT: &str = "receipt";

/// A receipt that was used
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UsedReceiptBody {
    id: Uuid,
    on: NaiveDate,
    payer: PayerBody,
    /// What it paid, or about what it was passed on
    receivable_ids: Vec<Uuid>,
    /// Whose credit it is kept as
    debtor_ids: Vec<Uuid>,
}

impl From<&Explained> for UsedReceiptBody {
    fn from(explained: &Explained) -> Self {
        let (mut receivable_ids, mut debtor_ids) = (Vec::new(), Vec::new());
        for part in explained.standing() {
            match part.target {
                Target::Receivable(id) | Target::PassOn(_, id) => receivable_ids.push(id.0),
                Target::Credit(debtor) => debtor_ids.push(debtor.0),
                Target::SentBack(_) | Target::Entry(_) => {}
            }
        }
        let Receipt { id, booked_on, payer, .. } = &explained.receipt;
        Self { id: id.0, on: *booked_on, payer: PayerBody::of(payer), receivable_ids, debtor_ids }
    }
}

/// Journal entries that went out together: one, or those of a transfer
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BookedCandidateBody {
    entries: Vec<Uuid>,
    event: EventCode,
    /// It takes back what such an event booked
    is_reversal: bool,
    on: NaiveDate,
    /// Below zero
    amount: i64,
    /// The company that was paid
    company_id: Option<Uuid>,
}

impl From<BookedCandidate> for BookedCandidateBody {
    fn from(BookedCandidate { entries, event, is_reversal, on, amount, company }: BookedCandidate) -> Self {
        let entries = entries.into_iter().map(|id| id.0).collect();
        Self { entries, event: Code(event), is_reversal, on, amount: amount.get(), company_id: company.map(|id| id.0) }
    }
}

#[utoipa::path(tag = "payments", summary = "What an open line may be",
    description = "What took money from the bank, in the ledger, within 31 days, and is on no statement; and what the bank may have taken back.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<LineCandidatesBody>)))]
#[get("/operator/statement-lines/{id}/candidates")]
pub(crate) async fn line_candidates(me: PaymentReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let LineCandidates { booked, receipts, with_charge, used } =
        api.cash.candidates(line_id(&id)?, &me.operator()).await.map_err(not_done)?;
    let receipts = receipts.into_iter().map(|id| id.0).collect();
    let used = used.iter().map(Into::into).collect();
    let returned = |one: ReturnedWithCharge| ReturnedWithChargeBody { receipt_id: one.receipt.0, charge: one.charge.get() };
    let with_charge = with_charge.into_iter().map(returned).collect();
    let data = LineCandidatesBody { booked: booked.into_iter().map(Into::into).collect(), receipts, with_charge, used };
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Deserialize, ToSchema)]
#[serde(tag = "as", rename_all = "snake_case", deny_unknown_fields)]
enum LineIsBody {
    /// The bank took it for itself: it is booked as that
    // With braces, so that nothing else is taken with it.
    Charge {},
    /// These journal entries book it
    Noted {
        #[schema(min_items = 1, max_items = 200)]
        entries: Vec<Uuid>,
        /// What went out beyond them the bank took for itself: it is booked as that, up to half of it all
        #[serde(default, rename = "withCharge")]
        with_charge: bool,
    },
    /// The bank took back what it had credited: of this receipt as much did not stay
    TakenBack {
        #[serde(rename = "receiptId")]
        receipt_id: Uuid,
        /// The bank took back all of it, and what went out beyond it for itself: it is booked as that, up to half of it all
        #[serde(default, rename = "withCharge")]
        with_charge: bool,
    },
}

/// No transfer is for more.
pub(crate) const MOST_ENTRIES: usize = 200;

impl LineIsBody {
    fn parse(&self) -> Result<LineIs, Problem> {
        let mut fields = Fields::default();
        let what = match self {
            Self::Charge {} => LineIs::Charge,
            Self::Noted { entries, with_charge } => {
                if entries.is_empty() {
                    fields.refuse("entries", Invalid::Required);
                } else if entries.len() > MOST_ENTRIES {
                    fields.refuse("entries", Invalid::TooMany { max: i64::try_from(MOST_ENTRIES).unwrap_or(i64::MAX) });
                }
                let entries = entries.iter().copied().map(EntryId).collect();
                if *with_charge { LineIs::BookedWithCharge(entries) } else { LineIs::Booked(entries) }
            }
            Self::TakenBack { receipt_id, with_charge: false } => LineIs::TakenBack(ReceiptId(*receipt_id)),
            Self::TakenBack { receipt_id, with_charge: true } => LineIs::TakenBackWithCharge(ReceiptId(*receipt_id)),
        };
        fields.finish(Some(what)).map_err(Problem::invalid)
    }
}

pub(crate) fn line_id(id: &str) -> Result<LineId, Problem> {
    Uuid::try_parse(id).map(LineId).map_err(|_| Problem::not_found())
}

#[utoipa::path(tag = "payments", summary = "Say what a line is",
    description = "Of money that went out and is not allocated. That it is in the ledger is proven by the entries that book it: they make its amount, and are on no other line. What the bank charged in the same sum is booked beside them (`withCharge`).",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = LineIsBody,
    responses((status = 200, body = Data<BankLineBody>)))]
#[post("/operator/statement-lines/{id}/settle")]
pub(crate) async fn settle_line(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<LineIsBody>,
) -> Result<HttpResponse, Problem> {
    let (id, what) = (line_id(&id)?, body.value.parse()?);
    let request = key.required(me.user.id(), body.content)?;
    let record = api.cash.settle_line(id, SettleLineCommand { by: me.clone(), what, request }).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: BankLineBody::from(&record) }))
}

#[utoipa::path(tag = "payments", summary = "Take back the explanation of a line",
    description = "What was booked for it is reversed, on its own day. What the bank’s file itself says stays. A line that was taken for what the ledger had before is a receipt in suspense then where money came in, and waits where it went out. 409 `not_possible` with `nothing_said` where no person allocated it.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<BankLineBody>)))]
#[post("/operator/statement-lines/{id}/reopen")]
pub(crate) async fn reopen_line(me: PaymentManager, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let record = api.cash.reopen_line(line_id(&id)?, &me).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: BankLineBody::from(&record) }))
}

#[derive(Deserialize)]
struct AfterQuery {
    after: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct StatementLineListBody {
    data: Vec<BankLineBody>,
    /// Behind which of its lines the next page begins
    next: Option<i32>,
}

#[utoipa::path(tag = "payments", summary = "Lines of a statement",
    description = "In their order, with what became of each. A line that stood in an earlier file is listed there.",
    params(("id" = Uuid, Path), ("after" = Option<i32>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = StatementLineListBody)))]
#[get("/operator/bank-statements/{id}/lines")]
pub(crate) async fn list_statement_lines(
    me: PaymentReader,
    api: web::Data<Api>,
    id: web::Path<String>,
    query: Query<AfterQuery>,
) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(StatementId).map_err(|_| Problem::not_found())?;
    let mut fields = Fields::default();
    let after = fields.optional("after", query.0.after.as_deref(), |text| text.parse::<i32>().map_err(|_| Invalid::Malformed));
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let StatementLinePage { lines, next } = api.cash.lines_of_statement(&me.operator(), id, after).await.map_err(not_done)?;
    let body = |ListedLine { record, is_reopenable, is_taken_back }: &ListedLine| BankLineBody {
        is_reopenable: Some(*is_reopenable),
        is_taken_back: Some(*is_taken_back),
        ..record.into()
    };
    Ok(HttpResponse::Ok().json(StatementLineListBody { data: lines.iter().map(body).collect(), next }))
}
