//! Money that goes back to whoever paid it.

use super::{payouts::shown, receipts::positive};
use crate::{
    approvals::body::{AwaitsBody, awaits, not_proposed},
    cash::payout_body::PayoutBody,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::Problem,
        idempotency::Key,
    },
    session::PaymentManager,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::{
    approvals::{Performed, SendBackCommand},
    cash::Back,
};
use sooner_domain::{
    kernel::{ids::DebtorId, minor::Minor, money::Currency, text::Note},
    onboarding::{
        account_holder::account_holder,
        bank_account::{BankAccount, Iban},
    },
    payments::receipt::ReceiptId,
};
use sooner_shared::fields::Fields;
use utoipa::ToSchema;
use uuid::Uuid;

/// Where money goes back to
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BackToBody {
    holder: String,
    iban: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SendBackBody {
    /// In minor units of the receipt’s currency
    amount: i64,
    /// For a payer whose account the bank did not name; left out, it goes to the account it was paid from
    account: Option<BackToBody>,
    /// Why
    note: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RefundBody {
    /// In minor units
    amount: i64,
    /// ISO 4217
    currency: String,
    /// Whose payer gets it: it paid an invoice of the debtor, or was kept as its credit
    receipt_id: Uuid,
    /// Why
    note: String,
}

async fn send(api: &Api, command: SendBackCommand) -> Result<HttpResponse, Problem> {
    match api.approvals.send_back(command).await.map_err(not_proposed)? {
        Performed::Done(payout) => shown(api, payout).await,
        Performed::Awaits(approval) => Ok(awaits(&approval)),
    }
}

#[utoipa::path(tag = "payments", summary = "Send back a receipt",
    description = "A part of what lies in suspense, to the account it was paid from, by an operator who confirms it (403 `step_up_required` otherwise). Answers the payout, released in a batch of its own. Where a second person has to approve, 202 with the approval.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = SendBackBody,
    responses((status = 200, body = Data<PayoutBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/receipts/{id}/return")]
pub(crate) async fn send_receipt_back(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<SendBackBody>,
) -> Result<HttpResponse, Problem> {
    let receipt = Uuid::try_parse(&id).map(ReceiptId).map_err(|_| Problem::not_found())?;
    let mut fields = Fields::default();
    let amount = fields.take("amount", positive(body.value.amount));
    let note = fields.take("note", Note::parse(&body.value.note));
    let to = body.value.account.as_ref().and_then(|BackToBody { holder, iban }| {
        let holder = fields.take("account.holder", account_holder(holder));
        let iban = fields.take("account.iban", Iban::parse(iban));
        Some(BankAccount { holder: Some(holder?), iban: Some(iban?), ..BankAccount::default() })
    });
    let (amount, note) = fields.finish(amount.zip(note)).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let back = Back { receipt, credit_of: None, amount: Minor::new(amount), currency: None, to };
    send(&api, SendBackCommand { by: me.clone(), back, note, request }).await
}

#[utoipa::path(tag = "payments", summary = "Refund a debtor’s credit",
    description = "A part of it, to the account a receipt was paid from; no more than that receipt paid for the debtor. By an operator who confirms it (403 `step_up_required` otherwise). Answers the payout, released in a batch of its own. Where a second person has to approve, 202 with the approval.",
    params(("id" = Uuid, Path), ("Idempotency-Key" = String, Header)), request_body = RefundBody,
    responses((status = 200, body = Data<PayoutBody>), (status = 202, body = Data<AwaitsBody>)))]
#[post("/operator/debtors/{id}/refund")]
pub(crate) async fn refund_debtor(
    me: PaymentManager,
    api: web::Data<Api>,
    id: web::Path<String>,
    key: Key,
    body: Json<RefundBody>,
) -> Result<HttpResponse, Problem> {
    let debtor = Uuid::try_parse(&id).map(DebtorId).map_err(|_| Problem::not_found())?;
    let RefundBody { amount, currency, receipt_id, note } = &body.value;
    let mut fields = Fields::default();
    let amount = fields.take("amount", positive(*amount));
    let currency = fields.take("currency", Currency::parse(currency));
    let note = fields.take("note", Note::parse(note));
    let ((amount, currency), note) = fields.finish(amount.zip(currency).zip(note)).map_err(Problem::invalid)?;
    let me = key.asked_by(me, body.content);
    let request = key.required(me.user.id(), body.content)?;
    let receipt = ReceiptId(*receipt_id);
    let back = Back { receipt, credit_of: Some(debtor), amount: Minor::new(amount), currency: Some(currency), to: None };
    send(&api, SendBackCommand { by: me.clone(), back, note, request }).await
}
