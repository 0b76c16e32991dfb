//! Two-factor sign-in.

use super::{auth::TokenBody, step_up::step_up_required};
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
        idempotency::{Key, NO_BODY},
    },
    session::{Begun, Proven, SignedIn, email_unproven},
};
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::identity::{CodeError, Enrolment, SwitchedOn};
use sooner_domain::identity::second_factor::FactorId;
use utoipa::ToSchema;
use uuid::Uuid;

fn refused(error: CodeError) -> Problem {
    match error {
        CodeError::Refused => Problem::new(ErrorCode::CodeRefused, "This code is wrong or has expired. Enter the current one."),
        CodeError::AlreadyOn => Problem::new(ErrorCode::SecondFactorOn, "Two-factor sign-in is already on."),
        CodeError::BegunElsewhere => {
            let detail = "You began to set up two-factor sign-in again, in another tab or on another device. Begin again: only the newest secret works.";
            Problem::new(ErrorCode::Conflict, detail)
        }
        CodeError::NotOn => Problem::new(ErrorCode::SecondFactorOff, "Two-factor sign-in is not on."),
        CodeError::EmailUnproven => email_unproven(),
        CodeError::StepUpRequired(required) => step_up_required(required),
        CodeError::TooMany(too_many) => too_many.into(),
        CodeError::Unavailable(unavailable) => unavailable.into(),
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SecondFactorBody {
    on: bool,
    recovery_codes_left: u32,
}

#[utoipa::path(tag = "second factor", summary = "Whether two-factor sign-in is on",
    responses((status = 200, body = Data<SecondFactorBody>)))]
#[get("/semi-private/auth/second-factor")]
pub(crate) async fn read_second_factor(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let left = api.identity.recovery_codes_left(&me).await?;
    let data = SecondFactorBody { on: left.is_some(), recovery_codes_left: left.unwrap_or(0) };
    Ok(HttpResponse::Ok().json(Data { data }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CodeBody {
    /// Six digits of the authenticator app, or a recovery code
    #[schema(max_length = 64)]
    code: String,
}

#[utoipa::path(tag = "second factor", summary = "Complete a sign-in",
    description = "Until then the session is good for nothing else. Ends it and answers the token of a new one.",
    request_body = CodeBody, responses((status = 200, body = TokenBody)))]
#[post("/semi-private/auth/second-factor")]
pub(crate) async fn pass_second_factor(
    me: Begun,
    api: web::Data<Api>,
    from: ClientAddress,
    body: Json<CodeBody>,
) -> Result<HttpResponse, Problem> {
    let token = api.identity.pass_second_factor(&me.session, &body.value.code, from.0).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(TokenBody { token }))
}

#[derive(Serialize, ToSchema)]
struct EnrolmentBody {
    /// Which one was begun: its first code is given with it.
    id: Uuid,
    /// To type into an authenticator app (base32)
    secret: String,
    /// The same for a QR code (otpauth)
    uri: String,
}

#[utoipa::path(tag = "second factor", summary = "Begin to switch it on", description = "Guards nothing until a first code confirms it. Asks for a verified e-mail address, and is confirmed (403 `step_up_required` otherwise). Each answer has another secret, so only the holder of the key that was confirmed gets one. Of several the one begun last counts.",
    params(("Idempotency-Key" = String, Header)),
    responses((status = 200, body = Data<EnrolmentBody>)))]
#[post("/semi-private/auth/second-factor/enrolment")]
pub(crate) async fn begin_second_factor(me: Proven, api: web::Data<Api>, key: Key) -> Result<HttpResponse, Problem> {
    let me = key.asked_by(me, NO_BODY);
    key.required(me.user.id(), NO_BODY)?;
    let Enrolment { id, secret } = api.identity.begin_second_factor(&me).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(Data { data: EnrolmentBody { id: id.0, secret: secret.base32, uri: secret.uri } }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FirstCodeBody {
    /// Which one was begun, as its answer names it
    id: Uuid,
    /// Six digits of the authenticator app
    #[schema(max_length = 64)]
    code: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SwitchedOnBody {
    /// Of a new session; all others end
    token: String,
    /// Each signs in once where the phone is gone. They are not shown again.
    recovery_codes: Vec<String>,
}

#[utoipa::path(tag = "second factor", summary = "Switch it on with a first code", description = "Mails the owner of the account. Where another one was begun since, in another tab or on another device, this one counts no more: 409 `conflict`.", request_body = FirstCodeBody,
    responses((status = 200, body = Data<SwitchedOnBody>)))]
#[post("/semi-private/auth/second-factor/confirmation")]
pub(crate) async fn confirm_second_factor(
    me: Proven,
    api: web::Data<Api>,
    from: ClientAddress,
    body: Json<FirstCodeBody>,
) -> Result<HttpResponse, Problem> {
    let FirstCodeBody { id, code } = body.value;
    let SwitchedOn { token, recovery_codes } =
        api.identity.confirm_second_factor(&me, FactorId(id), &code, from.0).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(Data { data: SwitchedOnBody { token, recovery_codes } }))
}

#[utoipa::path(tag = "second factor", summary = "Switch it off with a code", description = "Ends the account's other sessions, and mails its owner.", request_body = CodeBody,
    responses((status = 204)))]
#[post("/semi-private/auth/second-factor/removal")]
pub(crate) async fn remove_second_factor(me: SignedIn, api: web::Data<Api>, body: Json<CodeBody>) -> Result<HttpResponse, Problem> {
    api.identity.remove_second_factor(&me, &body.value.code).await.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}
