//! The account a company is paid to.

use super::body::{AwaitsBody, WaitingBody, awaits, not_decided, not_proposed};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    session::{AccountChanger, SignedIn, Verified},
};
use actix_web::{HttpResponse, get, post, put, web};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use sooner_application::{
    approvals::{AccountCommand, BankAccountView, Performed},
    cash::DuePayouts,
};
use sooner_domain::kernel::ids::ApprovalId;
use sooner_shared::{fields::Fields, form_body::BankAccountBody};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProposedAccountBody {
    approval: WaitingBody,
    bank_account: BankAccountBody,
    /// Whether the caller proposed it, and may withdraw it
    is_yours: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PayeeAccountBody {
    /// The one that counts
    bank_account: BankAccountBody,
    /// Whether the caller may change it now
    may_change: bool,
    /// What is to take its place
    waiting: Option<ProposedAccountBody>,
    /// What is due to the company, by currency: it waits while another account is checked
    due: Vec<DuePayoutsBody>,
}

/// Payouts that are due and were not released yet
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DuePayoutsBody {
    /// ISO 4217
    currency: &'static str,
    count: u64,
    /// Before anything is set off, in minor units
    amount: i64,
    /// When the first of them is due
    first_on: NaiveDate,
}

impl From<&DuePayouts> for DuePayoutsBody {
    fn from(DuePayouts { currency, count, amount, first_on }: &DuePayouts) -> Self {
        Self { currency: currency.code(), count: *count, amount: amount.get(), first_on: *first_on }
    }
}

async fn view(me: &SignedIn, api: &Api) -> Result<HttpResponse, Problem> {
    let BankAccountView { account, may_change, waiting, due } = api.approvals.bank_account(me).await?;
    let waiting = waiting.map(|(approval, account)| ProposedAccountBody {
        approval: WaitingBody::from(&approval),
        bank_account: BankAccountBody::from(&account),
        is_yours: approval.proposed_by == me.user.id(),
    });
    let data = PayeeAccountBody {
        bank_account: BankAccountBody::from(&account),
        may_change: may_change.is_ok(),
        waiting,
        due: due.iter().map(DuePayoutsBody::from).collect(),
    };
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[utoipa::path(tag = "bank account", summary = "The account the company is paid to",
    responses((status = 200, body = Data<PayeeAccountBody>)))]
#[get("/semi-private/bank-account")]
pub(crate) async fn read_bank_account(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    view(&me, &api).await
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChangeAccountBody {
    bank_account: BankAccountBody,
    /// The one that counted when one looked: when another one does by now, 409 `stale_version`
    seen: BankAccountBody,
}

#[utoipa::path(tag = "bank account", summary = "Change it",
    description = "By an owner of an approved company who confirms it (403 `step_up_required` otherwise). All owners get a mail, and an operator approves it before it counts; where no approval is needed, it counts at once.",
    params(("Idempotency-Key" = Option<String>, Header, description = "What is confirmed is confirmed under this key")),
    request_body = ChangeAccountBody,
    responses((status = 202, body = Data<AwaitsBody>, description = "It waits for an operator"), (status = 204, description = "It counts now")))]
#[put("/semi-private/bank-account")]
pub(crate) async fn change_bank_account(
    me: AccountChanger,
    api: web::Data<Api>,
    key: Key,
    body: Json<ChangeAccountBody>,
) -> Result<HttpResponse, Problem> {
    let me = key.asked_by(me, body.content);
    let mut fields = Fields::default();
    let account = body.value.bank_account.parse(&mut fields);
    let account = fields.finish(Some(account)).map_err(Problem::invalid)?;
    // What cannot be read is not the one that counts.
    let mut unread = Fields::default();
    let seen = body.value.seen.parse(&mut unread);
    let seen = unread.finish(Some(seen)).unwrap_or_default();
    match api.approvals.change_bank_account(&me, AccountCommand { seen, account }).await.map_err(not_proposed)? {
        Performed::Done(()) => Ok(HttpResponse::NoContent().finish()),
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}

#[utoipa::path(tag = "bank account", summary = "Withdraw a proposed change", description = "By its proposer.",
    params(("id" = Uuid, Path)), responses((status = 204)))]
#[post("/semi-private/approvals/{id}/withdraw")]
pub(crate) async fn withdraw_change(me: Verified, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let id = Uuid::try_parse(&id).map(ApprovalId).map_err(|_| Problem::not_found())?;
    api.approvals.withdraw(&me, id).await.map_err(not_decided)?;
    Ok(HttpResponse::NoContent().finish())
}
