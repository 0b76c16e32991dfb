//! Lines of statements that wait for a decision, and statements that are missing.

use super::{
    receipt_body::PayerBody,
    statements::{BeforeQuery, line_id},
};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        query::Query,
    },
    receivables::refused::not_done,
    session::{PaymentManager, PaymentReader},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_application::{
    payments::statements::{Gap, HeldLine},
    receivables::HeldPage,
};
use sooner_domain::{
    kernel::{Invalid, coded::Coded, minor::Minor},
    payments::statement::{HeldDecision, LineId},
    receivables::quoting::readable,
};
use sooner_shared::{
    coded_body::{Code, HeldDecisionCode, HeldReasonCode},
    fields::Fields,
};
use utoipa::ToSchema;
use uuid::Uuid;

/// A line that waits for a decision, or waited: it is not in the books. Amounts are in minor units of `currency`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HeldLineBody {
    id: Uuid,
    statement_id: Uuid,
    why: HeldReasonCode,
    /// Where its entry stands in the file, counted from 1
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
    /// The line that it perhaps is, or that was told with another amount
    perhaps: Option<Uuid>,
    /// The amount that it was told with before
    was: Option<i64>,
    /// Of one that waits none
    decision: Option<HeldDecisionCode>,
}

impl From<&HeldLine> for HeldLineBody {
    fn from(held: &HeldLine) -> Self {
        let line = held.line.as_ref();
        Self {
            id: held.id.0,
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
            decision: held.decided.map(|decided| Code(decided.is)),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct HeldLineListBody {
    data: Vec<HeldLineBody>,
    /// Where the next page begins
    next: Option<Uuid>,
}

#[utoipa::path(tag = "payments", summary = "Lines that wait for a decision",
    description = "Nothing proves whether they were told before, or they are odd: they are not in the books. The newest first. What a later file proves is decided by itself.",
    params(("before" = Option<Uuid>, Query, description = "Where the page begins: `next` of the one before")),
    responses((status = 200, body = HeldLineListBody)))]
#[get("/operator/held-lines")]
pub(crate) async fn list_held_lines(me: PaymentReader, api: web::Data<Api>, query: Query<BeforeQuery>) -> Result<HttpResponse, Problem> {
    let before = query.0.parse()?.map(LineId);
    let HeldPage { lines, next } = api.financing.held_lines(&me.operator(), before).await.map_err(not_done)?;
    let data = lines.iter().map(HeldLineBody::from).collect();
    Ok(HttpResponse::Ok().json(HeldLineListBody { data, next: next.map(|id| id.0) }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct HeldDecisionBody {
    /// `new`: it counts from now on, with all lines of its entry. `known`: it was counted before, or is none
    #[schema(value_type = HeldDecisionCode)]
    decision: String,
}

#[utoipa::path(tag = "payments", summary = "Decide whether a line is new or known",
    description = "Of a line that waits, with the other lines of its entry. One that cannot be read, or is booked ahead of today, can only be known.",
    params(("id" = Uuid, Path)), request_body = HeldDecisionBody, responses((status = 200, body = Data<HeldLineBody>)))]
#[post("/operator/held-lines/{id}/decide")]
pub(crate) async fn decide_held_line(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    body: Json<HeldDecisionBody>,
) -> Result<HttpResponse, Problem> {
    let id = line_id(&id)?;
    let mut fields = Fields::default();
    let decision = fields.take("decision", HeldDecision::from_code(&body.value.decision).ok_or(Invalid::NotListed));
    let decision = fields.finish(decision).map_err(Problem::invalid)?;
    let held = api.financing.decide_held(id, decision, &me).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: HeldLineBody::from(&held) }))
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
    let gaps = api.financing.gaps(&me.operator()).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: gaps.into_iter().map(GapBody::from).collect::<Vec<_>>() }))
}
