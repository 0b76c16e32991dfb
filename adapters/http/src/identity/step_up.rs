//! Proving once more who one is.

use crate::{
    kernel::{
        api::Api,
        body::Json,
        error::{ErrorCode, Problem},
    },
    session::SignedIn,
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::identity::{StepUpError, StepUpProof};
use sooner_domain::{identity::password::PlainPassword, kernel::Invalid};
use utoipa::ToSchema;

/// One of the two.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StepUpBody {
    /// Of an account without two-factor sign-in
    #[schema(max_length = 128)]
    password: Option<String>,
    /// Six digits of the authenticator app, or a recovery code
    #[schema(max_length = 64)]
    code: Option<String>,
}

impl StepUpBody {
    fn parse(self) -> Result<StepUpProof, Problem> {
        match (self.password, self.code) {
            (Some(password), None) => {
                PlainPassword::parse_typed(&password).map(StepUpProof::Password).map_err(|invalid| Problem::field("password", invalid))
            }
            (None, Some(code)) => Ok(StepUpProof::Code(code)),
            (None, None) => Err(Problem::field("password", Invalid::Required)),
            (Some(_), Some(_)) => Err(Problem::malformed("Send the password or a code, not both.")),
        }
    }
}

/// What is asked for before what cannot be taken back.
pub(crate) fn step_up_required() -> Problem {
    Problem::new(ErrorCode::StepUpRequired, "Confirm that it’s you first.")
}

#[utoipa::path(tag = "auth", summary = "Confirm who one is",
    description = "Counts for five minutes in this session. With two-factor sign-in it takes a code, without it the password.",
    request_body = StepUpBody, responses((status = 204)))]
#[post("/semi-private/auth/step-up")]
pub(crate) async fn step_up(me: SignedIn, api: web::Data<Api>, body: Json<StepUpBody>) -> Result<HttpResponse, Problem> {
    let proof = body.value.parse()?;
    api.identity.step_up(&me, proof).await.map_err(|error| match error {
        // Never 401: clients end their session on that.
        StepUpError::Refused => Problem::new(ErrorCode::CodeRefused, "That’s not right. Try again."),
        StepUpError::TooMany(too_many) => too_many.into(),
        StepUpError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::NoContent().finish())
}
