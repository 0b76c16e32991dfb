//! Releasing payouts, and what that would do.

use crate::{
    approvals::{
        body::{AwaitsBody, awaits, not_proposed},
        release_body::{FundsBody, ReleaseOutlookBody},
    },
    cash::refused::not_done,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    session::{PaymentManager, PaymentReader},
};
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::{
    approvals::{Performed, ReleaseCommand},
    cash::ReleaseOrder,
};
use sooner_domain::{
    kernel::{Invalid, text::Note},
    payments::payout::PayoutId,
};
use sooner_shared::fields::Fields;
use std::collections::BTreeSet;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ReleaseBody {
    /// Those that are released together, each once
    #[schema(min_items = 1, max_items = 200)]
    payouts: Vec<Uuid>,
    /// Why, where something speaks against it that needs a reason
    reason: Option<String>,
    /// The `hash` of the preview one saw: another one is refused
    hash: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PreviewBody {
    /// Those that would be released together, each once
    #[schema(min_items = 1, max_items = 200)]
    payouts: Vec<Uuid>,
}

#[derive(Serialize, ToSchema)]
struct BatchBody {
    id: Uuid,
}

#[derive(Serialize, ToSchema)]
struct ReleasedBody {
    batch: BatchBody,
}

fn ordered(fields: &mut Fields, payouts: &[Uuid]) -> Vec<PayoutId> {
    let mut named = BTreeSet::new();
    for (place, id) in payouts.iter().enumerate() {
        if !named.insert(*id) {
            fields.refuse(format_args!("payouts[{place}]"), Invalid::NamedTwice);
        }
    }
    match payouts.len() {
        0 => fields.refuse("payouts", Invalid::Required),
        many if many > ReleaseOrder::MAX => {
            fields.refuse("payouts", Invalid::TooMany { max: i64::try_from(ReleaseOrder::MAX).unwrap_or(i64::MAX) });
        }
        _ => {}
    }
    named.into_iter().map(PayoutId).collect()
}

#[utoipa::path(tag = "payments", summary = "Release payouts",
    description = "By an operator who confirms it (403 `step_up_required` otherwise). All of them or none: 409 `not_possible` names in `payouts` those that have to wait and why, 409 `approval_pending` those that were proposed already. What a company owes is set off. Where more is released than the bank holds, or something is sent to an account whose last payment came back, `reason` is needed: 422 names it, and in `warnings` what needs it. 409 `stale_version` when something else would be sent than `hash` says was seen. Where a second person has to approve, 202 with the approval.",
    params(("Idempotency-Key" = String, Header)), request_body = ReleaseBody,
    responses((status = 200, body = Data<ReleasedBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/payouts/release")]
pub(crate) async fn release_payouts(
    me: PaymentManager,
    api: web::Data<Api>,
    key: Key,
    body: Json<ReleaseBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let payouts = ordered(&mut fields, &body.value.payouts);
    let reason = fields.optional("reason", body.value.reason.as_deref(), Note::parse);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let seen = body.value.hash;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    match api.approvals.release_payouts(ReleaseCommand { by: me.clone(), payouts, reason, seen, request }).await.map_err(not_proposed)? {
        Performed::Done(batch) => Ok(HttpResponse::Ok().json(Data { data: ReleasedBody { batch: BatchBody { id: batch.0 } } })),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}

#[utoipa::path(tag = "payments", summary = "What a release would do",
    description = "Nothing is changed. What each payee gets after what it owes is set off, to which account; what the house has at its bank before and after, by the ledger and less what is released and not yet debited; and what is to be thought of. Refused as the release is: 409 `not_possible` and `approval_pending`.",
    request_body = PreviewBody, responses((status = 200, body = Data<ReleaseOutlookBody>)))]
#[post("/operator/payouts/release/preview")]
pub(crate) async fn preview_release(me: PaymentManager, api: web::Data<Api>, body: Json<PreviewBody>) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let payouts = ordered(&mut fields, &body.value.payouts);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let view = api.approvals.preview_release(&me, payouts).await.map_err(not_proposed)?;
    Ok(HttpResponse::Ok().json(Data { data: ReleaseOutlookBody::from(&view) }))
}

#[utoipa::path(tag = "payments", summary = "What the house has at its bank",
    description = "By the ledger, in each currency in which anything was paid: what the account holds, what is released and not yet debited, and what is left.",
    responses((status = 200, body = Data<Vec<FundsBody>>)))]
#[get("/operator/funds")]
pub(crate) async fn read_funds(me: PaymentReader, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let funds = api.cash.all_funds(&me.operator()).await.map_err(not_done)?;
    Ok(HttpResponse::Ok().json(Data { data: funds.iter().map(FundsBody::from).collect::<Vec<_>>() }))
}
