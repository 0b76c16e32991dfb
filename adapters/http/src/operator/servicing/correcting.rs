//! A buyer that is another debtor than the one it was linked to.

use crate::{
    facilities::body::stale,
    kernel::{
        api::Api,
        body::{Data, Json},
        error::{ErrorCode, Problem},
        idempotency::Key,
    },
    onboarding::{buyers, form::blocked},
    operator::onboarding::{
        alike::{CaseBuyerBody, which_debtor},
        case::parse_id,
    },
    session::Reviewer,
};
use actix_web::{HttpResponse, put, web};
use serde::Deserialize;
use sooner_application::servicing::{CorrectDebtorError, DebtorCorrection};
use sooner_domain::kernel::{Invalid, ids::DebtorId};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CorrectedDebtorBody {
    /// The debtor that the buyer was linked to, as one saw it
    seen: Uuid,
    /// The debtor that it is, of the similar ones
    debtor: Option<Uuid>,
    /// Or else the similar ones, none of which it is: a new debtor is made
    #[serde(default)]
    none_of: Vec<Uuid>,
}

fn not_corrected(error: CorrectDebtorError) -> Problem {
    match error {
        CorrectDebtorError::NotFound => Problem::not_found(),
        CorrectDebtorError::NotThatDebtor => Problem::field("debtor", Invalid::NotListed),
        CorrectDebtorError::ItsOwn => Problem::new(
            ErrorCode::BuyersOwnDebtor,
            "The debtor has the country and the number of this buyer. If it is the same company as another debtor, merge the two.",
        ),
        CorrectDebtorError::Sold => Problem::new(
            ErrorCode::BuyerSold,
            "Invoices to this buyer were sold, so it stays with its debtor. If that is the same company as another debtor, merge the two.",
        ),
        CorrectDebtorError::Undecided(_) => {
            Problem::new(ErrorCode::DebtorUndecided, "Other debtors look like this buyer. Say whether it is one of them.")
        }
        CorrectDebtorError::Stale => stale(),
        CorrectDebtorError::Blocked(reason) => blocked(reason),
        CorrectDebtorError::Idempotency(error) => error.into(),
        CorrectDebtorError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[utoipa::path(tag = "operator", summary = "Link a buyer to another debtor",
    description = "As long as no invoice to it was sold. What was entered for it follows. Afterwards two debtors that are one are merged.",
    params(("id" = Uuid, Path), ("buyer" = Uuid, Path), ("Idempotency-Key" = String, Header)),
    request_body = CorrectedDebtorBody, responses((status = 200, body = Data<CaseBuyerBody>)))]
#[put("/operator/applications/{id}/buyers/{buyer}/debtor")]
pub(crate) async fn correct_buyers_debtor(
    me: Reviewer,
    api: web::Data<Api>,
    path: web::Path<(String, String)>,
    key: Key,
    body: Json<CorrectedDebtorBody>,
) -> Result<HttpResponse, Problem> {
    let (id, buyer) = path.into_inner();
    let buyer = buyers::parse_id(&buyer)?;
    let CorrectedDebtorBody { seen, debtor, none_of } = &body.value;
    let debtor = which_debtor(*debtor, none_of);
    let request = key.required(me.user.id(), body.content)?;
    let correction = DebtorCorrection { by: me.operator(), seen: DebtorId(*seen), debtor, request };
    let buyer = api.servicing.correct_debtor(parse_id(&id)?, buyer, correction).await.map_err(not_corrected)?;
    Ok(HttpResponse::Ok().json(Data { data: CaseBuyerBody::from(&buyer) }))
}
