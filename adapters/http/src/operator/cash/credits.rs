//! What debtors have as credit.

use crate::{
    cash::refused::not_done,
    kernel::{api::Api, body::Data, error::Problem},
    session::PaymentReader,
};
use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use sooner_application::cash::DebtorCredit;
use utoipa::ToSchema;
use uuid::Uuid;

/// A debtor with credit
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CreditedDebtorBody {
    debtor_id: Uuid,
    /// Its legal name
    name: String,
    /// In minor units
    amount: i64,
    /// ISO 4217
    currency: &'static str,
}

impl From<DebtorCredit> for CreditedDebtorBody {
    fn from(DebtorCredit { debtor, name, amount }: DebtorCredit) -> Self {
        Self { debtor_id: debtor.0, name: name.as_str().to_owned(), amount: amount.amount_minor(), currency: amount.currency().code() }
    }
}

#[utoipa::path(tag = "payments", summary = "Debtors with credit",
    description = "By currency, the most first. What a debtor paid too much is used for other invoices, or goes back to its payer.",
    responses((status = 200, body = Data<Vec<CreditedDebtorBody>>)))]
#[get("/operator/debtor-credits")]
pub(crate) async fn list_debtor_credits(me: PaymentReader, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let all = api.cash.all_credits(&me.operator()).await.map_err(not_done)?;
    let data: Vec<CreditedDebtorBody> = all.into_iter().map(Into::into).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}
