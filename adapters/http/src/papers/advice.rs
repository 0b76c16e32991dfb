//! What a company got of a batch, as a paper.

use crate::{
    kernel::{api::Api, error::Problem, query::Query},
    receivables::refused::{NotPossibleReason, not_possible},
    session::SignedIn,
};
use actix_web::{
    HttpResponse, get,
    http::header::{ContentDisposition, DispositionParam, DispositionType},
    web,
};
use serde::Deserialize;
use sooner_application::{kernel::unavailable::Unavailable, papers::PaperError};
use sooner_domain::{
    kernel::{coded::Coded, language::Language},
    payments::payout::BatchId,
};
use sooner_shared::{
    coded_body::{LanguageCode, member},
    fields::Fields,
};
use uuid::Uuid;

fn not_made(error: PaperError) -> Problem {
    match error {
        PaperError::NotFound => Problem::not_found(),
        PaperError::TooEarly => not_possible(NotPossibleReason::WrongStatus),
        PaperError::NoHouse => not_possible(NotPossibleReason::NoHouseDetails),
        PaperError::NotWritten(why) => Unavailable::Failed(why.to_string()).into(),
        PaperError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[derive(Deserialize)]
struct PaperQuery {
    language: Option<String>,
}

#[utoipa::path(tag = "payments", summary = "The advice of a transfer as a paper",
    description = "PDF/A, made when it is asked for first and the same ever after; its SHA-256 is in the trail. 409 `not_possible` with `wrong_status` as long as the bank has not said of all of it what it did, and with `no_house_details` where the finance company has not said who it is.",
    params(("batch" = Uuid, Path), ("language" = Option<LanguageCode>, Query, description = "The language of whoever asks unless given")),
    responses((status = 200, body = Vec<u8>, content_type = "application/pdf")))]
#[get("/semi-private/payments/advices/{batch}/paper")]
pub(crate) async fn read_own_advice_paper(
    me: SignedIn,
    api: web::Data<Api>,
    batch: web::Path<String>,
    query: Query<PaperQuery>,
) -> Result<HttpResponse, Problem> {
    let batch = Uuid::try_parse(&batch).map(BatchId).map_err(|_| Problem::not_found())?;
    let mut fields = Fields::default();
    let language = fields.optional("language", query.0.language.as_deref(), member::<Language>);
    fields.finish(Some(())).map_err(Problem::invalid)?;
    let language = language.unwrap_or(me.user.parts().language);
    let paper = api.papers.advice(batch, language, &me).await.map_err(not_made)?;
    let name = DispositionParam::Filename(format!("advice-{}-{}.pdf", batch.0.simple(), language.code()));
    let disposition = ContentDisposition { disposition: DispositionType::Attachment, parameters: vec![name] };
    Ok(HttpResponse::Ok().content_type("application/pdf").insert_header(disposition).body(paper.content))
}
