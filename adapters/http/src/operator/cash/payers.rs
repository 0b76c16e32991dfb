//! For which debtor a payer pays, as treasury found out by matching.

use crate::{
    cash::refused::not_done,
    kernel::{api::Api, body::Data, error::Problem},
    session::{PaymentManager, PaymentReader},
};
use actix_web::{HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use sooner_domain::{
    kernel::ids::DebtorId,
    payments::remembered::{Remembered, RememberedId},
};
use sooner_shared::coded_body::{Code, PayerMarkCode};
use utoipa::ToSchema;
use uuid::Uuid;

/// By what a payer is known to pay for a debtor
#[derive(Serialize, ToSchema)]
struct RememberedPayerBody {
    id: Uuid,
    mark: PayerMarkCode,
    /// The IBAN, or the name as the bank gives it
    value: String,
    /// When it was matched
    at: DateTime<Utc>,
}

impl From<Remembered> for RememberedPayerBody {
    fn from(Remembered { id, mark, value, at, .. }: Remembered) -> Self {
        Self { id: id.0, mark: Code(mark), value: value.as_str().to_owned(), at }
    }
}

fn debtor(id: &str) -> Result<DebtorId, Problem> {
    Uuid::try_parse(id).map(DebtorId).map_err(|_| Problem::not_found())
}

#[utoipa::path(tag = "payments", summary = "Who pays for a debtor",
    description = "What treasury matched by hand is remembered: it makes the payer known the next time. The oldest first. Then the accounts that paid for it before by what was booked by itself. An account that a company is paid to, or was, is none.",
    params(("id" = Uuid, Path)), responses((status = 200, body = Data<Vec<RememberedPayerBody>>)))]
#[get("/operator/debtors/{id}/payers")]
pub(crate) async fn list_payers(me: PaymentReader, api: web::Data<Api>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let payers = api.cash.payers_of(debtor(&id)?, &me.operator()).await.map_err(not_done)?;
    let data: Vec<_> = payers.into_iter().map(RememberedPayerBody::from).collect();
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[utoipa::path(tag = "payments", summary = "Forget that a payer pays for a debtor",
    description = "It is not taken for known any more, until a person matches it again. What was matched stays.",
    params(("id" = Uuid, Path), ("payer" = Uuid, Path)), responses((status = 204)))]
#[post("/operator/debtors/{id}/payers/{payer}/forget")]
pub(crate) async fn forget_payer(
    me: PaymentManager,
    api: web::Data<Api>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, payer) = path.into_inner();
    let payer = Uuid::try_parse(&payer).map(RememberedId).map_err(|_| Problem::not_found())?;
    api.cash.forget_payer(debtor(&id)?, payer, &me).await.map_err(not_done)?;
    Ok(HttpResponse::NoContent().finish())
}
