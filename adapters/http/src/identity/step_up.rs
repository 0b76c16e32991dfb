//! Confirming with the password or a code.

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
use sooner_application::identity::{StepUpError, StepUpProof, StepUpRequired};
use sooner_domain::{
    identity::password::PlainPassword,
    kernel::{Invalid, canonical::Digest},
};
use utoipa::ToSchema;

/// Password or code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StepUpBody {
    /// What is confirmed: `confirm` of the answer that asked for it
    #[schema(min_length = 64, max_length = 64)]
    confirm: String,
    /// Of the account
    #[schema(max_length = 128)]
    password: Option<String>,
    /// With two-factor sign-in, instead of the password: six digits of the authenticator app, or a recovery code
    #[schema(max_length = 64)]
    code: Option<String>,
}

impl StepUpBody {
    fn parse(self) -> Result<(StepUpProof, Digest), Problem> {
        let proof = match (self.password, self.code) {
            (Some(password), None) => {
                PlainPassword::parse_typed(&password).map(StepUpProof::Password).map_err(|invalid| Problem::field("password", invalid))
            }
            (None, Some(code)) => Ok(StepUpProof::Code(code)),
            (None, None) => Err(Problem::field("password", Invalid::Required)),
            (Some(_), Some(_)) => Err(Problem::malformed("Send the password or a code, not both.")),
        }?;
        let act = Digest::from_hex(&self.confirm).ok_or_else(|| Problem::field("confirm", Invalid::Malformed))?;
        Ok((proof, act))
    }
}

/// What an answer that asks for a confirmation says is to be confirmed.
pub(crate) const CONFIRM: &str = "confirm";

/// What is asked for before what cannot be taken back.
pub(crate) fn step_up_required(StepUpRequired { act }: StepUpRequired) -> Problem {
    let problem = Problem::new(ErrorCode::StepUpRequired, "Confirm that it’s you first.");
    match act {
        Some(act) => problem.with(CONFIRM, act.to_string()),
        None => problem,
    }
}

#[utoipa::path(tag = "auth", summary = "Confirm a request",
    description = "What was answered 403 `step_up_required` named what is to be confirmed as `confirm`: the request with all that it says. Confirmed, the same request under the same Idempotency-Key is let in for five minutes in this session, and no other. It takes the password, or with two-factor sign-in the password or a code.",
    request_body = StepUpBody, responses((status = 204)))]
#[post("/semi-private/auth/step-up")]
pub(crate) async fn step_up(me: SignedIn, api: web::Data<Api>, body: Json<StepUpBody>) -> Result<HttpResponse, Problem> {
    let (proof, act) = body.value.parse()?;
    api.identity.step_up(&me, proof, act).await.map_err(|error| match error {
        // Never 401: clients end their session on that.
        StepUpError::Refused => Problem::new(ErrorCode::CodeRefused, "That’s not right. Try again."),
        StepUpError::TooMany(too_many) => too_many.into(),
        StepUpError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::NoContent().finish())
}
