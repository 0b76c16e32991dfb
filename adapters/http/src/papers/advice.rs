//! What a company got of a batch, as a paper.

use super::file::{PaperQuery, not_made, pdf};
use crate::{
    kernel::{api::Api, error::Problem, query::Query},
    session::SignedIn,
};
use actix_web::{HttpResponse, get, web};
use sooner_domain::payments::payout::BatchId;
use sooner_shared::coded_body::LanguageCode;
use uuid::Uuid;

#[utoipa::path(tag = "payments", summary = "The advice of a transfer as a paper",
    description = "PDF/A, made when it is asked for first and the same ever after; its SHA-256 is in the trail. 409 `not_possible` with `wrong_status` as long as the bank has not said of all of it what it did, and with `no_house_details` where the finance company has not said who it is.",
    params(("batch" = Uuid, Path), ("language" = Option<LanguageCode>, Query, description = "The caller’s language unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/semi-private/payments/advices/{batch}/paper")]
pub(crate) async fn read_own_advice_paper(
    me: SignedIn,
    api: web::Data<Api>,
    batch: web::Path<String>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, Problem> {
    let batch = Uuid::try_parse(&batch).map(BatchId).map_err(|_| Problem::not_found())?;
    let paper = api.papers.advice(batch, query.0.language(&me)?, &me).await.map_err(not_made)?;
    Ok(pdf(paper))
}
