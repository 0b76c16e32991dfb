//! Two-factor sign-in.

use super::{
    Api,
    auth::TokenBody,
    body::{Data, Json},
    error::{ErrorCode, Problem, ProblemBody},
    session::{Begun, SignedIn},
};
use actix_web::{HttpResponse, get, post, web};
use serde::{Deserialize, Serialize};
use sooner_application::identity::{CodeError, Enrolment, SwitchedOn};
use utoipa::ToSchema;

fn refused(error: CodeError) -> Problem {
    match error {
        CodeError::Refused => Problem::new(ErrorCode::CodeRefused, "This code is wrong, too old, or was used before. Try the next one."),
        CodeError::AlreadyOn => Problem::new(ErrorCode::SecondFactorOn, "Two-factor sign-in is on already."),
        CodeError::NotOn => Problem::new(ErrorCode::SecondFactorOff, "Two-factor sign-in is not on."),
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

#[utoipa::path(tag = "second factor", summary = "Whether two-factor sign-in is on", security(("bearer" = [])),
    responses((status = 200, body = Data<SecondFactorBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[get("/semi-private/auth/second-factor")]
pub(super) async fn read_second_factor(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
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
    description = "Until then the session is good for nothing else. Ends it and answers the token of a new one.", security(("bearer" = [])),
    request_body = CodeBody, responses((status = 200, body = TokenBody), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[post("/semi-private/auth/second-factor")]
pub(super) async fn pass_second_factor(me: Begun, api: web::Data<Api>, body: Json<CodeBody>) -> Result<HttpResponse, Problem> {
    let token = api.identity.pass_second_factor(&me.session, &body.value.code).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(TokenBody { token }))
}

#[derive(Serialize, ToSchema)]
struct EnrolmentBody {
    /// To type into an authenticator app (base32)
    secret: String,
    /// The same for a QR code (otpauth)
    uri: String,
}

#[utoipa::path(tag = "second factor", summary = "Begin to switch it on", description = "Guards nothing until a first code confirms it.",
    security(("bearer" = [])),
    responses((status = 200, body = Data<EnrolmentBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[post("/semi-private/auth/second-factor/enrolment")]
pub(super) async fn begin_second_factor(me: SignedIn, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    let Enrolment { secret } = api.identity.begin_second_factor(&me).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(Data { data: EnrolmentBody { secret: secret.base32, uri: secret.uri } }))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SwitchedOnBody {
    /// Of a new session; all others end
    token: String,
    /// Each signs in once where the phone is gone. They are not shown again.
    recovery_codes: Vec<String>,
}

#[utoipa::path(tag = "second factor", summary = "Switch it on with a first code", security(("bearer" = [])), request_body = CodeBody,
    responses((status = 200, body = Data<SwitchedOnBody>), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[post("/semi-private/auth/second-factor/confirmation")]
pub(super) async fn confirm_second_factor(me: SignedIn, api: web::Data<Api>, body: Json<CodeBody>) -> Result<HttpResponse, Problem> {
    let SwitchedOn { token, recovery_codes } = api.identity.confirm_second_factor(&me, &body.value.code).await.map_err(refused)?;
    Ok(HttpResponse::Ok().json(Data { data: SwitchedOnBody { token, recovery_codes } }))
}

#[utoipa::path(tag = "second factor", summary = "Switch it off with a code", description = "Ends the account's other sessions.",
    security(("bearer" = [])), request_body = CodeBody,
    responses((status = 204), (status = "default", body = ProblemBody, content_type = "application/problem+json")))]
#[post("/semi-private/auth/second-factor/removal")]
pub(super) async fn remove_second_factor(me: SignedIn, api: web::Data<Api>, body: Json<CodeBody>) -> Result<HttpResponse, Problem> {
    api.identity.remove_second_factor(&me, &body.value.code).await.map_err(refused)?;
    Ok(HttpResponse::NoContent().finish())
}
