//! Lines of statements that wait for a decision, and statements that are missing.

use super::{
    receipt_body::PayerBody,
    statements::{BankLineBody, USED_RECEIPT, UsedReceiptBody, line_id},
};
use crate::{
    cash::refused::not_done,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
        query::{Query, parse_flag},
    },
    onboarding::user_body::NamedPersonBody,
    receivables::refused::{NotPossibleReason, not_possible},
    session::{PaymentManager, PaymentReader},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sooner_application::{
    cash::{CashError, DecideHeldCommand, EnteredLine, HeldIs, HeldPage, ReopenHeldCommand, SeenHeldLine},
    payments::{gaps::Gap, ports::HeldLines},
};
use sooner_domain::{
    kernel::{
        Invalid,
        minor::Minor,
        text::{Line, Note},
    },
    onboarding::bank_account::Iban,
    payments::{
        receipt::EnteredPayer,
        statement::{Legible, LineId, StatementLine},
    },
    receivables::quoting::readable,
};
use sooner_shared::{
    coded_body::{Code, HeldDecisionCode, HeldReasonCode},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A line that waits for a decision, or waited: it is not in the ledger. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HeldLineBody {
    id: Uuid,
    /// Of all that is known of its account: a decision names the version that was seen
    version: i64,
    statement_id: Uuid,
    why: HeldReasonCode,
    /// The line of its entry in the file, counted from 1
    at_line: i32,
    /// What of the entry cannot be read, by its name in the format
    what: Option<String>,
    /// The bank’s booking day; none where the entry cannot be read, and so for all below
    on: Option<NaiveDate>,
    /// Below zero where money went out
    amount: Option<i64>,
    /// ISO 4217
    currency: &'static str,
    other: Option<PayerBody>,
    text: Option<String>,
    /// The line that it perhaps is, or that had another amount; one that waits itself is named until it counts
    perhaps: Option<Uuid>,
    /// The amount that it had before
    was: Option<i64>,
    /// What was read of an entry that cannot be read
    legible: Option<LegibleBody>,
    /// Whether it can be decided to be new: it was read, and its day has come
    may_count: bool,
    /// Whether it can be entered by hand: it was not read, and the file names no other currency than the account’s
    may_be_entered: bool,
    /// Of one that waits none
    decision: Option<HeldDecisionCode>,
    /// Who decided, in lists
    decided_by: Option<NamedPersonBody>,
    decided_at: Option<DateTime<Utc>>,
    /// The line that it is known as, where a person said so
    known_as: Option<Uuid>,
    /// Why it was set aside
    reason: Option<String>,
    /// Whether a person decided, which can be taken back as long as nothing followed
    is_reopenable: bool,
    /// The receipt that came of it and was used: once that is undone, the decision can be taken back
    used_receipt: Option<UsedReceiptBody>,
}

/// What was read of an entry that cannot be read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LegibleBody {
    on: Option<NaiveDate>,
    value_on: Option<NaiveDate>,
    /// As the file writes it
    amount: Option<String>,
    /// The same in minor units, where it makes sense; below zero where the file says that money went out
    amount_minor: Option<i64>,
    /// The word of the file for whether money came in or went out
    direction: Option<String>,
    other: PayerBody,
    text: Option<String>,
    /// The entry as it is in the file, up to 4,000 characters
    raw: String,
}

impl From<&Legible> for LegibleBody {
    fn from(legible: &Legible) -> Self {
        let text = |line: &Option<Line>| line.as_ref().map(|line| line.as_str().to_owned());
        Self {
            on: legible.booked_on,
            value_on: legible.value_on,
            amount: text(&legible.amount),
            amount_minor: legible.signed().map(Minor::get),
            direction: text(&legible.direction),
            other: PayerBody::of(&legible.other),
            text: legible.text.as_ref().map(|text| text.as_str().to_owned()),
            raw: legible.raw.clone(),
        }
    }
}

impl From<&SeenHeldLine> for HeldLineBody {
    fn from(SeenHeldLine { held, version, may_count, is_reopenable, used }: &SeenHeldLine) -> Self {
        let (line, decided) = (held.line.as_ref(), held.decided.as_ref());
        Self {
            id: held.id.0,
            version: *version,
            statement_id: held.statement.0,
            why: Code(held.why),
            at_line: held.at_line,
            what: held.what.clone(),
            on: line.map(|line| line.booked_on),
            amount: line.map(|line| line.amount.get()),
            currency: held.currency.code(),
            other: line.map(|line| PayerBody::of(&line.other)),
            text: line.and_then(readable).map(|text| text.as_str().to_owned()),
            perhaps: held.perhaps.map(|id| id.0),
            was: held.was.map(Minor::get),
            legible: held.legible.as_ref().map(LegibleBody::from),
            may_count: *may_count,
            may_be_entered: held.may_be_entered(),
            decision: decided.map(|decided| Code(decided.is)),
            decided_by: None,
            decided_at: decided.map(|decided| decided.at),
            is_reopenable: *is_reopenable,
            used_receipt: used.as_ref().map(UsedReceiptBody::from),
            known_as: decided.and_then(|decided| decided.known_as).map(|line| line.0),
            reason: decided.and_then(|decided| decided.reason.as_ref()).map(|reason| reason.as_str().to_owned()),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct HeldLineListBody {
    data: Vec<HeldLineBody>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[derive(Deserialize)]
struct HeldLinesQuery {
    decided: Option<String>,
    before: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "Lines that wait for a decision, or that a person decided",
    description = "Nothing proves whether a line that waits stood in an earlier file, or it is odd: it is not in the ledger. What a later file proves is decided by itself. The newest first.",
    params(("decided" = Option<bool>, Query, description = "Those that a person decided, in place of those that wait"),
        ("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = HeldLineListBody)))]
#[get("/operator/held-lines")]
pub(crate) async fn list_held_lines(me: PaymentReader, api: web::Data<Api>, query: Query<HeldLinesQuery>) -> Result<HttpResponse, Problem> {
    let Query(HeldLinesQuery { decided, before }) = query;
    let mut fields = Fields::default();
    let is_decided = fields.optional("decided", decided.as_deref(), parse_flag).unwrap_or_default();
    let before = fields.optional("before", before.as_deref(), |text| Uuid::try_parse(text).map(LineId).map_err(|_| Invalid::Malformed));
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let which = if is_decided { HeldLines::Decided } else { HeldLines::Waiting };
    let HeldPage { lines, next, people } = api.cash.held_lines(&me.operator(), which, before).await.map_err(not_done)?;
    let body = |seen: &SeenHeldLine| {
        let by = seen.held.decided.as_ref().and_then(|decided| people.get(&decided.by));
        HeldLineBody { decided_by: by.map(NamedPersonBody::from), ..seen.into() }
    };
    Ok(HttpResponse::Ok().json(HeldLineListBody { data: lines.iter().map(body).collect(), next: next.map(|id| id.0) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HeldDecisionBody {
    /// The version of the line one saw
    version: i64,
    decision: HeldIsBody,
}

/// What a line that waits is, with all lines of its entry
#[derive(Deserialize, ToSchema)]
#[serde(tag = "as", rename_all = "snake_case", deny_unknown_fields)]
enum HeldIsBody {
    /// It counts from now on
    // With braces, so that nothing else is taken with it.
    New {},
    /// It counts as entered here: of an entry that cannot be read
    Entered {
        /// The bank’s booking day
        on: String,
        #[serde(rename = "valueOn")]
        value_on: String,
        /// In minor units, below zero where money went out
        amount: i64,
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        iban: Option<String>,
        #[serde(default)]
        text: Option<String>,
    },
    /// It is this line, one of its candidates
    Known {
        #[serde(rename = "knownAs")]
        known_as: Uuid,
    },
    /// It is left out, for this reason
    SetAside { reason: String },
}

/// A text that may be left out or be empty.
fn said(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

impl HeldIsBody {
    fn parse(&self) -> Result<HeldIs, Problem> {
        let mut fields = Fields::default();
        let decision = match self {
            Self::New {} => Some(HeldIs::New),
            Self::Known { known_as } => Some(HeldIs::Known(LineId(*known_as))),
            Self::SetAside { reason } => fields.take("reason", Note::parse(reason)).map(HeldIs::SetAside),
            Self::Entered { on, value_on, amount, name, iban, text } => {
                let day = |text: &str| text.parse::<NaiveDate>().map_err(|_| Invalid::Malformed);
                let (on, value_on) = (fields.take("on", day(on)), fields.take("valueOn", day(value_on)));
                let amount = fields.take("amount", StatementLine::amount_of(*amount));
                let other = EnteredPayer {
                    name: fields.optional("name", said(name.as_ref()), Line::parse),
                    iban: fields.optional("iban", said(iban.as_ref()), Iban::parse),
                };
                let text = fields.optional("text", said(text.as_ref()), Note::parse);
                on.zip(value_on).zip(amount).map(|((booked_on, value_on), amount)| {
                    HeldIs::Entered(Box::new(EnteredLine { booked_on, value_on, amount, other, text }))
                })
            }
        };
        fields.finish(decision).map_err(Problem::invalid)
    }
}

#[utoipa::path(tag = "payments", summary = "Decide what a line that waits is",
    description = "Of a line that waits, with the other lines of its entry. One that is booked ahead of today is taken by itself on its day; one that cannot be read is entered by hand, is known as another line, or is set aside. What is entered by hand takes a step-up (403 `step_up_required`). One in another currency than its account is not entered: 409 `not_possible` with `entry_in_other_currency`. 409 `stale_version` where something of the account was written since.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = HeldDecisionBody, responses((status = 200, body = Data<HeldLineBody>)))]
#[post("/operator/held-lines/{id}/decide")]
pub(crate) async fn decide_held_line(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<HeldDecisionBody>,
) -> Result<HttpResponse, Problem> {
    let (id, decision) = (line_id(&id)?, body.value.decision.parse()?);
    let by = key.asked_by(me, body.content);
    let request = key.required(by.user.id(), body.content)?;
    let command = DecideHeldCommand { by, version: body.value.version, decision, request };
    let held = api.cash.decide_held(id, command).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: HeldLineBody::from(&held) }))
}

/// Names the receipt whose use is undone first.
fn not_reopened(error: CashError) -> Problem {
    match error {
        CashError::UsedFirst(explained) => {
            not_possible(NotPossibleReason::ReceiptUsed).with(USED_RECEIPT, UsedReceiptBody::from(explained.as_ref()))
        }
        other => not_done(other),
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReopenHeldBody {
    /// The version of the line one saw
    version: i64,
}

#[utoipa::path(tag = "payments", summary = "Reopen a line that a person decided",
    description = "With the other lines of its entry: it waits again, and where it counted since, its money leaves the ledger. 409 `not_possible` where something followed: `receipt_used` names the receipt in `receipt`, whose use is undone first; `line_explained`, `line_known` and `payout_followed`. What the balances prove is not reopened (`proven_by_balances`), nor what waits (`nothing_said`). 409 `stale_version` where something of the account was written since.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = ReopenHeldBody, responses((status = 200, body = Data<HeldLineBody>)))]
#[post("/operator/held-lines/{id}/reopen")]
pub(crate) async fn reopen_held_line(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<ReopenHeldBody>,
) -> Result<HttpResponse, Problem> {
    let (id, version) = (line_id(&id)?, body.value.version);
    let request = key.required(me.user.id(), body.content)?;
    let held = api.cash.reopen_held(id, ReopenHeldCommand { by: me.clone(), version, request }).await.map_err(not_reopened)?;
    Ok(HttpResponse::Ok().json(Data { data: HeldLineBody::from(&held) }))
}

#[utoipa::path(tag = "payments", summary = "What a line that waits may be known as",
    description = "Lines that count, of other statements of its account: the one that it perhaps is first, then those of its amount within 31 days. None that another line of its statement is known as.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<BankLineBody>>)))]
#[get("/operator/held-lines/{id}/candidates")]
pub(crate) async fn held_line_candidates(me: PaymentReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let found = api.cash.held_candidates(line_id(&id)?, &me.operator()).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: found.iter().map(BankLineBody::from).collect::<Vec<_>>() }))
}

/// Where between two statements of an account one is missing. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GapBody {
    /// The house’s IBAN
    account: String,
    /// ISO 4217
    currency: &'static str,
    /// The day and the balance with which the last one before ended
    after: NaiveDate,
    closing: i64,
    /// The day and the balance with which the first one behind begins
    before: NaiveDate,
    opening: i64,
    /// What the missing entries add up to
    amount: i64,
}

impl From<Gap> for GapBody {
    fn from(gap: Gap) -> Self {
        Self {
            amount: gap.amount().get(),
            account: gap.account,
            currency: gap.currency.code(),
            after: gap.after.on,
            closing: gap.after.amount.get(),
            before: gap.before.on,
            opening: gap.before.amount.get(),
        }
    }
}

#[utoipa::path(tag = "payments", summary = "Missing bank statements",
    description = "Where a statement begins with another balance than the one before ended with, among the last 1,000. The latest first.",
    responses((status = 200, body = Data<Vec<GapBody>>)))]
#[get("/operator/bank-statements/gaps")]
pub(crate) async fn list_gaps(me: PaymentReader, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let gaps = api.cash.gaps(&me.operator()).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: gaps.into_iter().map(GapBody::from).collect::<Vec<_>>() }))
}
