//! What came in, and what it is for.

use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{Problem, ProblemBody},
        idempotency::Key,
        query::{Query, parse_flag},
    },
    receivables::refused::not_done,
    session::{PaymentManager, PaymentReader},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    payments::ports::Receipts,
    receivables::{ConfirmedSuggestion, ExplainCommand, MatchedRow, Origin, ReceiptCommand, ReceiptPage, TakeBackCommand, UnmatchCommand},
};
use sooner_domain::{
    kernel::{
        Invalid,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    payments::receipt::{Allocation, Explained, Payer, ReceiptId, Recognised, Target},
    receivables::matching::{Suggested, Suggestion},
};
use sooner_shared::{
    coded_body::{Code, MatchReasonCode, MatchSignCode},
    fields::Fields,
    form_body::parse_date,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// Who paid, as the bank tells it.
#[derive(Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PayerBody {
    name: Option<String>,
    iban: Option<String>,
}

/// A part of a receipt, and what it is for.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AllocationBody {
    id: Uuid,
    /// What it pays, or about what it is passed on
    receivable_id: Option<Uuid>,
    /// Whose it is, where it is passed on
    company_id: Option<Uuid>,
    /// Whose credit it is kept as
    debtor_id: Option<Uuid>,
    /// By which it goes back to whoever paid it
    payout_id: Option<Uuid>,
    /// By which journal entry it was booked as what the owners paid in, or did not stay
    entry_id: Option<Uuid>,
    amount: i64,
    /// Who said so, or imported the statement that said it
    by: Uuid,
    at: DateTime<Utc>,
    /// Taken back: it lies in suspense again
    undone_at: Option<DateTime<Utc>>,
    /// Of what was booked by itself: by what it was recognised
    recognised: Option<RecognisedBody>,
}

/// By what a part of a receipt was recognised that was booked by itself
#[derive(Serialize, ToSchema)]
struct RecognisedBody {
    by: MatchReasonCode,
    /// What the payer quoted
    quoted: String,
}

impl From<&Recognised> for RecognisedBody {
    fn from(Recognised { by, quoted }: &Recognised) -> Self {
        Self { by: Code(*by), quoted: quoted.as_str().to_owned() }
    }
}

/// What a receipt may pay, and why that is thought
#[derive(Serialize, ToSchema)]
struct SuggestionBody {
    /// What speaks for it, or against it
    signs: Vec<MatchSignCode>,
    /// Whether one of the signs speaks against it
    warns: bool,
    /// They add up to what nobody has explained
    receivables: Vec<SuggestedBody>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SuggestedBody {
    /// A receivable
    id: Uuid,
    amount: i64,
    /// What it would leave open
    leaves_open: i64,
}

impl From<Suggestion> for SuggestionBody {
    fn from(suggestion: Suggestion) -> Self {
        let warns = suggestion.warns();
        let part = |Suggested { id, amount, leaves_open }| SuggestedBody { id: id.0, amount: amount.get(), leaves_open: leaves_open.get() };
        let receivables = suggestion.parts.into_iter().map(part).collect();
        Self { signs: suggestion.signs.into_iter().map(Code).collect(), warns, receivables }
    }
}

impl From<&Allocation> for AllocationBody {
    fn from(Allocation { id, receipt: _, target, amount, by, at, undone_at, recognised }: &Allocation) -> Self {
        let (receivable, company, debtor, payout, entry) = match target {
            Target::Receivable(receivable) => (Some(receivable), None, None, None, None),
            Target::PassOn(company, receivable) => (Some(receivable), Some(company), None, None, None),
            Target::Credit(debtor) => (None, None, Some(debtor), None, None),
            Target::SentBack(payout) => (None, None, None, Some(payout), None),
            Target::Entry(entry) => (None, None, None, None, Some(entry)),
        };
        Self {
            id: id.0,
            receivable_id: receivable.map(|id| id.0),
            company_id: company.map(|id| id.0),
            debtor_id: debtor.map(|id| id.0),
            payout_id: payout.map(|id| id.0),
            entry_id: entry.map(|id| id.0),
            amount: amount.get(),
            by: by.0,
            at: *at,
            undone_at: *undone_at,
            recognised: recognised.as_ref().map(RecognisedBody::from),
        }
    }
}

/// A receipt with all that was said of it. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReceiptBody {
    id: Uuid,
    /// The bank’s booking day
    on: NaiveDate,
    /// The bank’s value day, from which it counts
    value_on: NaiveDate,
    amount: i64,
    /// ISO 4217
    currency: &'static str,
    payer: PayerBody,
    text: Option<String>,
    /// What nobody has explained
    left: i64,
    /// What went back to its payer, out of suspense or of a debtor’s credit
    sent_back: i64,
    allocations: Vec<AllocationBody>,
    /// In the list: what of it nobody has explained may pay, out of all that is open, what most speaks for first; nobody has checked it
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestions: Option<Vec<SuggestionBody>>,
    /// In the list: a person entered it, and no statement told of it
    is_by_hand: Option<bool>,
    /// In the list: another receipt that may be the same money, where one of them was entered by hand
    twin_id: Option<Uuid>,
    entered_at: DateTime<Utc>,
}

impl PayerBody {
    pub(super) fn of(payer: &Payer) -> Self {
        let line = |line: &Option<Line>| line.as_ref().map(|line| line.as_str().to_owned());
        Self { name: line(&payer.name), iban: line(&payer.iban) }
    }
}

impl From<&Explained> for ReceiptBody {
    fn from(explained: &Explained) -> Self {
        let receipt = &explained.receipt;
        Self {
            id: receipt.id.0,
            on: receipt.booked_on,
            value_on: receipt.value_on,
            amount: receipt.amount.amount_minor(),
            currency: receipt.amount.currency().code(),
            payer: PayerBody::of(&receipt.payer),
            text: receipt.text.as_ref().map(|text| text.as_str().to_owned()),
            left: explained.left().get(),
            sent_back: explained.sent_back.get(),
            allocations: explained.allocations.iter().map(AllocationBody::from).collect(),
            suggestions: None,
            is_by_hand: None,
            twin_id: None,
            entered_at: receipt.entered_at,
        }
    }
}

#[derive(Serialize, ToSchema)]
struct ReceiptListBody {
    data: Vec<ReceiptBody>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[derive(Deserialize)]
struct ReceiptQuery {
    unexplained: Option<String>,
    before: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "Receipts", description = "The one entered last first.",
    params(("unexplained" = Option<bool>, Query, description = "Only those of which something lies in suspense"),
        ("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = ReceiptListBody)))]
#[get("/operator/receipts")]
pub(crate) async fn list_receipts(me: PaymentReader, api: web::Data<Api>, query: Query<ReceiptQuery>) -> Result<HttpResponse, Problem> {
    let Query(ReceiptQuery { unexplained, before }) = query;
    let mut fields = Fields::default();
    let unexplained = fields.optional("unexplained", unexplained.as_deref(), parse_flag).unwrap_or_default();
    let parse = |text: &str| Uuid::try_parse(text).map(ReceiptId).map_err(|_| Invalid::Malformed);
    let before = fields.optional("before", before.as_deref(), parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let which = if unexplained { Receipts::Unexplained } else { Receipts::All };
    let ReceiptPage { receipts, next } = api.financing.receipts(&me.operator(), which, before).await.map_err(not_done)?;
    let suggestions = api.financing.suggestions(&receipts).await?;
    let origins = api.financing.origins(&receipts).await?;
    let body = |((receipt, found), origin): ((&Explained, Vec<Suggestion>), Origin)| ReceiptBody {
        suggestions: Some(found.into_iter().map(Into::into).collect()),
        is_by_hand: Some(origin.is_by_hand),
        twin_id: origin.twin.map(|id| id.0),
        ..receipt.into()
    };
    let data = receipts.iter().zip(suggestions).zip(origins).map(body).collect();
    Ok(HttpResponse::Ok().json(ReceiptListBody { data, next: next.map(|id| id.0) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PaidBody {
    /// A receivable
    id: Uuid,
    /// In minor units
    amount: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PassedOnBody {
    company_id: Uuid,
    /// The invoice that was paid, which the house did not buy or gave back; where it is left out, the one that the receipt’s text
    /// names, or the only one of this amount
    receivable_id: Option<Uuid>,
    amount: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CreditBody {
    debtor_id: Uuid,
    amount: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewReceiptBody {
    /// The bank’s booking day
    #[schema(value_type = NaiveDate)]
    on: String,
    /// In minor units
    amount: i64,
    /// ISO 4217
    currency: String,
    #[serde(default)]
    payer: PayerBody,
    text: Option<String>,
    /// What it pays. The rest lies in suspense
    #[serde(default)]
    #[schema(max_items = 200)]
    receivables: Vec<PaidBody>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct MatchBody {
    #[serde(default)]
    #[schema(max_items = 200)]
    receivables: Vec<PaidBody>,
    #[serde(default)]
    #[schema(max_items = 200)]
    pass_on: Vec<PassedOnBody>,
    #[serde(default)]
    #[schema(max_items = 200)]
    credit: Vec<CreditBody>,
}

/// As many parts as a receipt is split into at once.
const MOST_PARTS: usize = 200;

fn count(fields: &mut Fields, name: &str, parts: usize) {
    if parts > MOST_PARTS {
        fields.refuse(name, Invalid::TooMany { max: i64::try_from(MOST_PARTS).unwrap_or(i64::MAX) });
    }
}

fn paid(fields: &mut Fields, bodies: &[PaidBody]) -> Vec<(Target, Minor)> {
    count(fields, "receivables", bodies.len());
    bodies.iter().map(|PaidBody { id, amount }| (Target::Receivable(ReceivableId(*id)), Minor::new(*amount))).collect()
}

#[utoipa::path(tag = "payments", summary = "Enter a receipt", description = "Money that came to an account of the house, with what it is for.",
    params(("Idempotency-Key" = String, Header)), request_body = NewReceiptBody, responses((status = 201, body = Data<ReceiptBody>)))]
#[post("/operator/receipts")]
pub(crate) async fn enter_receipt(
    me: PaymentManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<NewReceiptBody>,
) -> Result<HttpResponse, Problem> {
    let NewReceiptBody { on, amount, currency, payer, text, receivables } = &body.value;
    let mut fields = Fields::default();
    let on = fields.take("on", parse_date(on));
    let currency = fields.take("currency", Currency::parse(currency));
    let amount = currency.and_then(|currency| fields.take("amount", positive(*amount).and_then(|amount| Money::parse(amount, currency))));
    let name = fields.optional("payer.name", payer.name.as_deref(), Line::parse);
    let iban = fields.optional("payer.iban", payer.iban.as_deref(), Line::parse);
    let text = fields.optional("text", text.as_deref(), Note::parse);
    let parts = paid(&mut fields, receivables);
    let (on, amount) = fields.finish(on.zip(amount)).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    let command = ReceiptCommand { by: me.clone(), on, amount, payer: Payer { name, iban }, text, parts, request };
    let receipt = api.financing.enter_receipt(command).await.map_err(not_done)?;
    Ok(HttpResponse::Created().json(Data { data: ReceiptBody::from(&receipt) }))
}

pub(super) fn positive(amount: i64) -> Result<i64, Invalid> {
    if amount > 0 { Ok(amount) } else { Err(Invalid::AmountTooSmall { min: 1 }) }
}

#[utoipa::path(tag = "payments", summary = "Match a receipt", description = "What of it lies in suspense, or a part of that.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = MatchBody,
    responses((status = 200, body = Data<ReceiptBody>)))]
#[post("/operator/receipts/{id}/match")]
pub(crate) async fn match_receipt(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<MatchBody>,
) -> Result<HttpResponse, Problem> {
    let receipt = match_it((me, &api), parse_id(&id)?, (key, body)).await?;
    Ok(HttpResponse::Ok().json(Data { data: receipt }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ConfirmedBody {
    receipt_id: Uuid,
    /// As it was suggested, in its order
    #[schema(min_items = 1, max_items = 200)]
    receivables: Vec<PaidBody>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MatchManyBody {
    #[schema(min_items = 1, max_items = 100)]
    matches: Vec<ConfirmedBody>,
}

/// What came of one of many: the receipt as it is matched, or why it is not
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MatchedRowBody {
    receipt_id: Uuid,
    receipt: Option<ReceiptBody>,
    problem: Option<ProblemBody>,
}

/// As many suggestions are confirmed at once.
const MOST_MATCHES: usize = 100;

#[utoipa::path(tag = "payments", summary = "Match receipts as suggested",
    description = "Each is a decision of its own, one after the other; the audit trail says what spoke for it. A row for each says what came of it, such as `stale_version` where something else is suggested by now.",
    params(("Idempotency-Key" = String, Header)), request_body = MatchManyBody,
    responses((status = 200, body = Data<Vec<MatchedRowBody>>)))]
#[post("/operator/receipts/match")]
pub(crate) async fn match_receipts(
    me: PaymentManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<MatchManyBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    if body.value.matches.is_empty() {
        fields.refuse("matches", Invalid::Required);
    }
    if body.value.matches.len() > MOST_MATCHES {
        fields.refuse("matches", Invalid::TooMany { max: i64::try_from(MOST_MATCHES).unwrap_or(i64::MAX) });
    }
    for (place, ConfirmedBody { receivables, .. }) in body.value.matches.iter().enumerate() {
        count(&mut fields, &format!("matches[{place}].receivables"), receivables.len());
    }
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let request = key.required(me.user.id(), body.content)?;
    let confirmed = body.value.matches.iter().map(|ConfirmedBody { receipt_id, receivables }| ConfirmedSuggestion {
        receipt: ReceiptId(*receipt_id),
        parts: receivables.iter().map(|PaidBody { id, amount }| (ReceivableId(*id), Minor::new(*amount))).collect(),
    });
    let rows = api.financing.match_suggested(confirmed.collect(), &me, request).await.map_err(not_done)?;
    let row = |MatchedRow { receipt, answer }| match answer {
        Ok(explained) => MatchedRowBody { receipt_id: receipt.0, receipt: Some(ReceiptBody::from(&explained)), problem: None },
        Err(error) => MatchedRowBody { receipt_id: receipt.0, receipt: None, problem: Some(not_done(error).body()) },
    };
    let rows: Vec<_> = rows.into_iter().map(|one: MatchedRow| row(one)).collect();
    Ok(HttpResponse::Ok().json(Data { data: rows }))
}

#[utoipa::path(tag = "payments", summary = "Match a line of a statement", description = "Money that came in, as a receipt of the same id.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = MatchBody,
    responses((status = 200, body = Data<ReceiptBody>)))]
#[post("/operator/statement-lines/{id}/match")]
pub(crate) async fn match_line(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<MatchBody>,
) -> Result<HttpResponse, Problem> {
    let receipt = match_it((me, &api), parse_id(&id)?, (key, body)).await?;
    Ok(HttpResponse::Ok().json(Data { data: receipt }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TakeBackBody {
    /// The receipt that it is; left out where it was entered by mistake. What the bank told of is taken back only as one that was
    /// entered by hand
    receipt_id: Option<Uuid>,
}

#[utoipa::path(tag = "payments", summary = "Take a receipt back",
    description = "One of which nothing is explained: it was entered by mistake, or is another one. It is reversed on its own day.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = TakeBackBody,
    responses((status = 200, body = Data<ReceiptBody>)))]
#[post("/operator/receipts/{id}/take-back")]
pub(crate) async fn take_receipt_back(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<TakeBackBody>,
) -> Result<HttpResponse, Problem> {
    let (id, same_as) = (parse_id(&id)?, body.value.receipt_id.map(ReceiptId));
    let request = key.required(me.user.id(), body.content)?;
    let receipt = api.financing.take_back_receipt(id, TakeBackCommand { by: me.clone(), same_as, request }).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ReceiptBody::from(&receipt) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct UnmatchBody {
    /// What it was matched to
    receivable_id: Uuid,
}

#[utoipa::path(tag = "payments", summary = "Undo a match of one’s own",
    description = "By the person who matched it by hand, as long as nothing followed and the receivable is not settled: 409 `not_possible` otherwise. Then two people undo it, on the receivable.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = UnmatchBody,
    responses((status = 200, body = Data<ReceiptBody>)))]
#[post("/operator/receipts/{id}/unmatch")]
pub(crate) async fn unmatch_receipt(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<UnmatchBody>,
) -> Result<HttpResponse, Problem> {
    let (id, receivable) = (parse_id(&id)?, ReceivableId(body.value.receivable_id));
    let request = key.required(me.user.id(), body.content)?;
    let receipt = api.financing.unmatch(id, UnmatchCommand { by: me.clone(), receivable, request }).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ReceiptBody::from(&receipt) }))
}

fn parse_id(id: &str) -> Result<ReceiptId, Problem> {
    Uuid::try_parse(id).map(ReceiptId).map_err(|_| Problem::not_found())
}

async fn match_it((me, api): (PaymentManager, &Api), id: ReceiptId, (key, body): (Key, Json<MatchBody>)) -> Result<ReceiptBody, Problem> {
    let MatchBody { receivables, pass_on, credit } = &body.value;
    let mut fields = Fields::default();
    let mut parts = paid(&mut fields, receivables);
    count(&mut fields, "passOn", pass_on.len());
    count(&mut fields, "credit", credit.len());
    if parts.is_empty() && pass_on.is_empty() && credit.is_empty() {
        fields.refuse("receivables", Invalid::Required);
    }
    fields.finish(Some(())).map_err(Problem::invalid)?;
    for (place, PassedOnBody { company_id, receivable_id, amount }) in pass_on.iter().enumerate() {
        let (company, amount) = (CompanyId(*company_id), Minor::new(*amount));
        let about = match receivable_id {
            Some(about) => Some(ReceivableId(*about)),
            None => api.financing.to_pass_on(id, (company, amount), &me.operator()).await.map_err(not_done)?,
        };
        let about = about.ok_or_else(|| Problem::field(&format!("passOn[{place}].receivableId"), Invalid::Required))?;
        parts.push((Target::PassOn(company, about), amount));
    }
    parts.extend(credit.iter().map(|CreditBody { debtor_id, amount }| (Target::Credit(DebtorId(*debtor_id)), Minor::new(*amount))));
    let request = key.required(me.user.id(), body.content)?;
    let receipt = api.financing.explain(id, ExplainCommand { by: me.clone(), parts, request }).await.map_err(not_done)?;
    Ok(ReceiptBody::from(&receipt))
}
