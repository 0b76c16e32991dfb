//! What people change about their own account: its address, its password and its language.

use crate::{
    kernel::{
        api::Api,
        body::Json,
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
    },
    session::SignedIn,
};
use actix_web::{HttpResponse, put, web};
use serde::Deserialize;
use sooner_application::identity::{ChangeEmailError, ChangePasswordError};
use sooner_domain::kernel::email::EmailAddress;
use sooner_shared::{
    coded_body::{LanguageCode, member},
    fields::Fields,
};
use utoipa::ToSchema;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangeEmailBody {
    email: String,
}

#[utoipa::path(tag = "auth", summary = "Correct the e-mail address",
    description = "Possible until it is verified. Links mailed so far die; a new one goes to the new address.",
    request_body = ChangeEmailBody, responses((status = 204)))]
#[put("/semi-private/auth/email")]
pub(crate) async fn change_email(
    me: SignedIn,
    api: web::Data<Api>,
    from: ClientAddress,
    body: Json<ChangeEmailBody>,
) -> Result<HttpResponse, Problem> {
    let email = EmailAddress::parse(&body.value.email).map_err(|invalid| Problem::field("email", invalid))?;
    api.identity.change_email(&me, &email, from.0).await.map_err(|error| match error {
        ChangeEmailError::AlreadyVerified => Problem::new(ErrorCode::EmailAlreadyVerified, "Your e-mail address is already verified."),
        ChangeEmailError::EmailTaken => Problem::new(ErrorCode::EmailTaken, "An account with this e-mail address already exists."),
        ChangeEmailError::TooMany(too_many) => too_many.into(),
        ChangeEmailError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangePasswordBody {
    #[schema(max_length = 128)]
    old: String,
    #[schema(min_length = 12, max_length = 128)]
    new: String,
}

#[utoipa::path(tag = "auth", summary = "Change the password", description = "With the old one. Ends the account's other sessions, and mails the owner.",
    request_body = ChangePasswordBody, responses((status = 204)))]
#[put("/semi-private/auth/password")]
pub(crate) async fn change_password(
    me: SignedIn,
    api: web::Data<Api>,
    from: ClientAddress,
    body: Json<ChangePasswordBody>,
) -> Result<HttpResponse, Problem> {
    let ChangePasswordBody { old, new } = &body.value;
    api.identity.change_password(&me, old, new, from.0).await.map_err(|error| match error {
        ChangePasswordError::Refused { old, new } => {
            let mut fields = Fields::default();
            for (field, invalid) in [("old", old), ("new", new)] {
                if let Some(invalid) = invalid {
                    fields.refuse(field, invalid);
                }
            }
            Problem::invalid(fields.into_errors())
        }
        ChangePasswordError::TooMany(too_many) => too_many.into(),
        ChangePasswordError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ChangeLanguageBody {
    #[schema(value_type = LanguageCode)]
    language: String,
}

#[utoipa::path(tag = "auth", summary = "Choose a language", description = "Mails are written in it from now on. The same again changes nothing.",
    request_body = ChangeLanguageBody, responses((status = 204)))]
#[put("/semi-private/auth/language")]
pub(crate) async fn change_language(me: SignedIn, api: web::Data<Api>, body: Json<ChangeLanguageBody>) -> Result<HttpResponse, Problem> {
    let language = member(&body.value.language).map_err(|invalid| Problem::field("language", invalid))?;
    api.identity.change_language(&me, language).await?;
    Ok(HttpResponse::NoContent().finish())
}
