//! What came in, and what it is for.

use super::{
    receipt_body::{PayerBody, ReceiptBody},
    statements::MOST_ENTRIES,
};
use crate::{
    cash::refused::{PartLists, not_done, not_split},
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::{Key, NO_BODY},
        query::{Query, parse_flag},
    },
    session::{PaymentManager, PaymentReader},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_application::{
    cash::{
        Booked, BookedLike, BringBackCommand, CashError, ExplainCommand, IsBookedCommand, Offered, Origin, ReceiptCommand, ReceiptPage,
        TakeBackCommand,
    },
    payments::ports::Receipts,
};
use sooner_domain::{
    kernel::{
        Invalid,
        ids::{CompanyId, DebtorId, ReceivableId},
        minor::Minor,
        money::{Currency, Money},
        text::{Line, Note},
    },
    ledger::entry::{Booking, EntryId},
    onboarding::bank_account::Iban,
    payments::receipt::{EnteredPayer, Explained, ReceiptId, Target},
};
use sooner_shared::{
    coded_body::{Code, EventCode},
    fields::Fields,
    form_body::parse_date,
};
use std::collections::BTreeSet;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
struct ReceiptListBody {
    data: Vec<ReceiptBody>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[derive(Deserialize)]
struct ReceiptQuery {
    unexplained: Option<String>,
    amount: Option<String>,
    currency: Option<String>,
    before: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "Receipts", description = "The one entered last first.",
    params(("unexplained" = Option<bool>, Query, description = "Only those of which something lies in suspense"),
        ("amount" = Option<i64>, Query, description = "In minor units of `currency`: only those of this amount of which nothing is allocated, in one page"),
        ("currency" = Option<String>, Query, description = "ISO 4217, with `amount`"),
        ("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = ReceiptListBody)))]
#[get("/operator/receipts")]
pub(crate) async fn list_receipts(me: PaymentReader, api: web::Data<Api>, query: Query<ReceiptQuery>) -> Result<HttpResponse, Problem> {
    let Query(ReceiptQuery { unexplained, amount, currency, before }) = query;
    let mut fields = Fields::default();
    let unexplained = fields.optional("unexplained", unexplained.as_deref(), parse_flag).unwrap_or_default();
    let parse = |text: &str| Uuid::try_parse(text).map(ReceiptId).map_err(|_| Invalid::Malformed);
    let before = fields.optional("before", before.as_deref(), parse);
    let currency = fields.optional("currency", currency.as_deref(), Currency::parse);
    let parse = |text: &str| {
        text.parse().map_err(|_| Invalid::Malformed).and_then(|amount| Money::parse(amount, currency.ok_or(Invalid::Required)?))
    };
    let amount = fields.optional("amount", amount.as_deref(), parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let which = if unexplained { Receipts::Unexplained } else { Receipts::All };
    let ReceiptPage { receipts, next } = match amount {
        Some(amount) => ReceiptPage { receipts: api.cash.waiting_of(amount, &me.operator()).await.map_err(not_done)?, next: None },
        None => api.cash.receipts(&me.operator(), which, before).await.map_err(not_done)?,
    };
    let origins = api.cash.origins(&receipts).await?;
    let suggestions = api.cash.suggestions(&receipts, &origins).await?;
    let cared = api.cash.care_of(&receipts, &me.operator()).await?;
    let bringable = api.cash.bringable(&receipts, &me.operator()).await?;
    let body = |((receipt, found), origin): ((&Explained, Offered), Origin)| {
        ReceiptBody::from(receipt).in_list((found, origin), &receipt.receipt, &cared).bringable(bringable.contains(&receipt.receipt.id))
    };
    let data = receipts.iter().zip(suggestions).zip(origins).map(body).collect();
    Ok(HttpResponse::Ok().json(ReceiptListBody { data, next: next.map(|id| id.0) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PaidBody {
    /// A receivable
    pub(crate) id: Uuid,
    /// In minor units
    pub(crate) amount: i64,
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
#[serde(rename_all = "camelCase", deny_unknown_fields)]
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
    /// It is other money than a receipt of this amount that a statement has on a day near it
    #[serde(default)]
    is_another: bool,
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

pub(crate) fn count(fields: &mut Fields, name: &str, parts: usize) {
    if parts > MOST_PARTS {
        fields.refuse(name, Invalid::TooMany { max: i64::try_from(MOST_PARTS).unwrap_or(i64::MAX) });
    }
}

fn paid(fields: &mut Fields, bodies: &[PaidBody]) -> Vec<(Target, Minor)> {
    count(fields, "receivables", bodies.len());
    bodies.iter().map(|PaidBody { id, amount }| (Target::Receivable(ReceivableId(*id)), Minor::new(*amount))).collect()
}

#[utoipa::path(tag = "payments", summary = "Enter a receipt", description = "Money that came to an account of the house, with what it is for. Nothing but the one who enters it says that it came, so it takes a step-up (403 `step_up_required`).",
    params(("Idempotency-Key" = String, Header)), request_body = NewReceiptBody, responses((status = 201, body = Data<ReceiptBody>)))]
#[post("/operator/receipts")]
pub(crate) async fn enter_receipt(
    me: PaymentManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<NewReceiptBody>,
) -> Result<HttpResponse, Problem> {
    let NewReceiptBody { on, amount, currency, payer, text, receivables, is_another } = &body.value;
    let mut fields = Fields::default();
    let on = fields.take("on", parse_date(on));
    let currency = fields.take("currency", Currency::parse(currency));
    let amount = currency.and_then(|currency| fields.take("amount", positive(*amount).and_then(|amount| Money::parse(amount, currency))));
    let name = fields.optional("payer.name", payer.name.as_deref(), Line::parse);
    let iban = fields.optional("payer.iban", payer.iban.as_deref(), Iban::parse);
    let text = fields.optional("text", text.as_deref(), Note::parse);
    let parts = paid(&mut fields, receivables);
    let (on, amount) = fields.finish(on.zip(amount)).map_err(Problem::invalid)?;
    let by = key.asked_by(me, body.content);
    let request = key.required(by.user.id(), body.content)?;
    let command = ReceiptCommand { by, on, amount, payer: EnteredPayer { name, iban }, text, parts, is_another: *is_another, request };
    let receipt = api.cash.enter_receipt(command).await.map_err(not_done)?;
    Ok(HttpResponse::Created().json(Data { data: ReceiptBody::from(&receipt) }))
}

pub(crate) fn positive(amount: i64) -> Result<i64, Invalid> {
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
    /// The receipt that it is; left out where it was entered by mistake. What is on a statement is taken back only as one that was
    /// entered by hand
    receipt_id: Option<Uuid>,
    /// The same where it is several together, which add up to it: in place of `receiptId`
    #[serde(default)]
    #[schema(max_items = 20)]
    receipt_ids: Vec<Uuid>,
    /// What people booked by hand and that it is, alone: the entries of one of those it may be
    #[serde(default)]
    #[schema(max_items = 200)]
    entry_ids: Vec<Uuid>,
}

#[utoipa::path(tag = "payments", summary = "Take a receipt back",
    description = "One of which nothing is allocated: it was entered by mistake, or is another one. It is reversed on its own day. Taken back as another receipt or as an entry, its line of a statement is linked to that one, and is reopened to undo it.",
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
    let id = parse_id(&id)?;
    let same_as = body.value.receipt_id.iter().chain(&body.value.receipt_ids).copied().map(ReceiptId).collect();
    let request = key.required(me.user.id(), body.content)?;
    let entries: BTreeSet<EntryId> = body.value.entry_ids.iter().copied().map(EntryId).collect();
    let receipt = if entries.is_empty() {
        api.cash.take_back_receipt(id, TakeBackCommand { by: me.clone(), same_as, request }).await.map_err(not_done)?
    } else if !same_as.is_empty() {
        return Err(Problem::field("entryIds", Invalid::NotPossible));
    } else if entries.len() > MOST_ENTRIES {
        return Err(Problem::field("entryIds", Invalid::TooMany { max: i64::try_from(MOST_ENTRIES).unwrap_or(i64::MAX) }));
    } else {
        let command = IsBookedCommand { by: me.clone(), entries, request };
        api.cash.receipt_is_booked(id, command).await.map_err(not_booked)?
    };
    Ok(HttpResponse::Ok().json(Data { data: ReceiptBody::from(&receipt) }))
}

fn not_booked(error: CashError) -> Problem {
    match error {
        CashError::NotBooked => Problem::field("entryIds", Invalid::NotPossible),
        error => not_done(error),
    }
}

/// What people booked by hand, of a receipt’s amount
#[derive(Serialize, ToSchema)]
struct BookedLikeBody {
    /// An entry, those of the payouts of one transfer that came back, or such with the charge that the bank kept of it
    entries: Vec<EntryLikeBody>,
    /// What the bank perhaps kept of payouts that came back, where no charge of that amount is booked: they can be named once it is. Zero
    /// where the entries make the receipt’s amount
    kept: i64,
}

/// An entry that people booked by hand
#[derive(Serialize, ToSchema)]
struct EntryLikeBody {
    id: Uuid,
    on: NaiveDate,
    event: EventCode,
    /// In minor units, in the receipt’s currency: below zero where money went out
    amount: i64,
    /// What it is for, where a second person approved it
    note: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "What people booked by hand that a receipt may be",
    description = "Of its amount, within 31 days, not reversed, to which no receipt is allocated and which is on no statement: what they booked, and payouts they said came back. The nearest day first; behind them payouts that came back and of which the bank perhaps kept a charge that is not booked. None where something of the receipt is allocated.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<BookedLikeBody>>)))]
#[get("/operator/receipts/{id}/entries")]
pub(crate) async fn entries_like(me: PaymentReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let mut data = Vec::new();
    for BookedLike { entries: booked, kept } in api.cash.entries_like(parse_id(&id)?, &me.operator()).await.map_err(not_done)? {
        let mut entries = Vec::with_capacity(booked.len());
        for Booked { entry, amount } in booked {
            let note = api.approvals.said_of(&entry).await?.map(|said| said.note.as_str().to_owned());
            let Booking { id, on, event, .. } = *entry.booking();
            entries.push(EntryLikeBody { id: id.0, on, event: Code(event), amount: amount.get(), note });
        }
        data.push(BookedLikeBody { entries, kept: kept.get() });
    }
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[utoipa::path(tag = "payments", summary = "Bring a receipt back that was taken back",
    description = "By the person who took it back: it lies in suspense again. It is reversed on its own day. 409 `not_possible` with `only_by_its_maker`, with `line_explained` where a line of a statement says so and is reopened, and with `nothing_to_undo` where it was not taken back.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), responses((status = 200, body = Data<ReceiptBody>)))]
#[post("/operator/receipts/{id}/bring-back")]
pub(crate) async fn bring_receipt_back(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
) -> Result<HttpResponse, Problem> {
    let id = parse_id(&id)?;
    let request = key.required(me.user.id(), NO_BODY)?;
    let receipt = api.cash.bring_receipt_back(id, BringBackCommand { by: me.clone(), request }).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: ReceiptBody::from(&receipt) }))
}

pub(crate) fn parse_id(id: &str) -> Result<ReceiptId, Problem> {
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
            None => api.cash.to_pass_on(id, (company, amount), &me.operator()).await.map_err(not_done)?,
        };
        let about = about.ok_or_else(|| Problem::field(&format!("passOn[{place}].receivableId"), Invalid::Required))?;
        parts.push((Target::PassOn(company, about), amount));
    }
    parts.extend(credit.iter().map(|CreditBody { debtor_id, amount }| (Target::Credit(DebtorId(*debtor_id)), Minor::new(*amount))));
    let request = key.required(me.user.id(), body.content)?;
    let lists = PartLists { receivables: receivables.len(), pass_on: pass_on.len() };
    let explained = api.cash.explain(id, ExplainCommand { by: me.clone(), parts, request }).await;
    let receipt = explained.map_err(|error| not_split(error, lists))?;
    Ok(ReceiptBody::from(&receipt))
}
