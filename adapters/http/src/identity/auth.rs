//! Signing up, in and out; proving phone and e-mail address.

use super::sessions::visitor;
use crate::{
    kernel::{
        api::Api,
        body::{Data, Json},
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
        query::Query,
    },
    session::{Begun, SignedIn},
};
use actix_web::{HttpRequest, HttpResponse, get, post, put, web};
use serde::{Deserialize, Serialize};
use sooner_application::identity::{
    ChangePhoneError, Forgotten, Resent, ResetPasswordError, SendVerificationError, SignInError, VerifyEmailError, VerifyPhoneError,
    Welcome,
};
use sooner_domain::{
    identity::password::PlainPassword,
    kernel::{
        Invalid,
        country::CountryCode,
        email::EmailAddress,
        phone::{PhoneNumber, calling_code},
    },
};
use sooner_shared::{
    coded_body::{Code, LanguageCode},
    fields::Fields,
    request_id,
};
use std::collections::BTreeMap;
use utoipa::ToSchema;

#[derive(Serialize, ToSchema)]
pub(crate) struct TokenBody {
    pub(crate) token: String,
}

pub(crate) fn parse_phone(fields: &mut Fields, phone: &str, country: &str, country_code: &str) -> Option<(PhoneNumber, CountryCode)> {
    let Some(country) = fields.take("country", CountryCode::parse(country)) else {
        // Every bad field at once.
        fields.take("phone", PhoneNumber::check(phone));
        return None;
    };
    if calling_code(country).as_deref() != Some(country_code.trim()) {
        fields.refuse("countryCode", Invalid::CallingCodeMismatch);
    }
    Some((fields.take("phone", PhoneNumber::parse(phone, country))?, country))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignInBody {
    #[serde(default)]
    #[schema(required = true)]
    email: String,
    #[serde(default)]
    #[schema(required = true, max_length = 128)]
    password: String,
}

#[derive(Serialize, ToSchema)]
struct WelcomeBody {
    token: String,
    name: String,
    /// What the account's owner reads
    language: LanguageCode,
}

#[utoipa::path(tag = "auth", summary = "Sign in", description = "An unknown address and a wrong password get the same answer in the same time.",
    request_body = SignInBody, responses((status = 200, body = Data<WelcomeBody>)))]
#[post("/auth/signin")]
pub(crate) async fn sign_in(
    api: web::Data<Api>,
    from: ClientAddress,
    request: HttpRequest,
    body: Json<SignInBody>,
) -> Result<HttpResponse, Problem> {
    let mut fields = Fields::default();
    let email = fields.take("email", EmailAddress::parse(&body.value.email));
    let password = fields.take("password", PlainPassword::parse_typed(&body.value.password));
    let (email, password) = fields.finish(email.zip(password)).map_err(Problem::invalid)?;
    let Welcome { token, name, language } =
        api.identity.sign_in(&email, password, visitor(from, &request)).await.map_err(|error| match error {
            SignInError::WrongCredentials => Problem::new(ErrorCode::WrongCredentials, "The e-mail address or password is wrong."),
            SignInError::TooMany(too_many) => too_many.into(),
            SignInError::Unavailable(unavailable) => unavailable.into(),
        })?;
    Ok(HttpResponse::Ok().json(Data { data: WelcomeBody { token, name, language: Code(language) } }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ForgotPasswordBody {
    email: String,
}

#[utoipa::path(tag = "auth", summary = "Ask for a new password", description = "Mails a link if the address has an account; the answer is always the same.",
    request_body = ForgotPasswordBody, responses((status = 202)))]
#[post("/auth/forgot-password")]
pub(crate) async fn forgot_password(
    api: web::Data<Api>,
    from: ClientAddress,
    body: Json<ForgotPasswordBody>,
) -> Result<HttpResponse, Problem> {
    let email = EmailAddress::parse(&body.value.email).map_err(|invalid| Problem::field("email", invalid))?;
    if api.identity.forgot_password(from.0).await? == Forgotten::MailLink {
        // Apart from the answer: for an address with an account it takes longer.
        actix_web::rt::spawn(request_id::scope(request_id::current(), async move {
            if let Err(error) = api.identity.mail_reset_link(&email).await {
                tracing::error!(%error, "a link for a new password could not be mailed");
            }
        }));
    }
    Ok(HttpResponse::Accepted().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResetPasswordBody {
    /// From the mailed link
    token: String,
    #[schema(min_length = 12, max_length = 128)]
    password: String,
}

fn link_invalid() -> Problem {
    Problem::new(ErrorCode::LinkInvalid, "This link no longer works. Request a new one.")
}

#[utoipa::path(tag = "auth", summary = "Choose a new password", description = "Uses the mailed link up and ends every session of the account.",
    request_body = ResetPasswordBody, responses((status = 202)))]
#[post("/auth/reset-password")]
pub(crate) async fn reset_password(
    api: web::Data<Api>,
    from: ClientAddress,
    body: Json<ResetPasswordBody>,
) -> Result<HttpResponse, Problem> {
    let ResetPasswordBody { token, password } = &body.value;
    api.identity.reset_password(token, password, from.0).await.map_err(|error| match error {
        ResetPasswordError::LinkInvalid => link_invalid(),
        ResetPasswordError::Password(invalid) => Problem::field("password", invalid),
        ResetPasswordError::TooMany(too_many) => too_many.into(),
        ResetPasswordError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Accepted().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct VerifyEmailBody {
    /// From the mailed link
    token: String,
}

#[utoipa::path(tag = "auth", summary = "Confirm an e-mail address", description = "Uses the mailed link up. Works signed in or not, for the account the link was made for.",
    request_body = VerifyEmailBody, responses((status = 204)))]
#[post("/auth/verify-email")]
pub(crate) async fn verify_email(api: web::Data<Api>, from: ClientAddress, body: Json<VerifyEmailBody>) -> Result<HttpResponse, Problem> {
    api.identity.verify_email(&body.value.token, from.0).await.map_err(|error| match error {
        VerifyEmailError::LinkInvalid => link_invalid(),
        VerifyEmailError::TooMany(too_many) => too_many.into(),
        VerifyEmailError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::NoContent().finish())
}

#[utoipa::path(tag = "auth", summary = "Sign out", description = "Ends the session on the server.",
    responses((status = 204)))]
#[post("/semi-private/auth/signout")]
pub(crate) async fn sign_out(me: Begun, api: web::Data<Api>) -> Result<HttpResponse, Problem> {
    api.identity.sign_out(&me).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VerifyGtokenBody {
    /// The identity provider's ID token for the confirmed phone
    g_token: String,
}

#[utoipa::path(tag = "auth", summary = "Prove the phone",
    description = "Checks the identity provider's token; its phone must be the account's. Ends this session and answers the token of a new one.", request_body = VerifyGtokenBody,
    responses((status = 200, body = TokenBody)))]
#[post("/semi-private/auth/verify-gtoken")]
pub(crate) async fn verify_gtoken(me: SignedIn, api: web::Data<Api>, body: Json<VerifyGtokenBody>) -> Result<HttpResponse, Problem> {
    let token = api.identity.verify_phone(&me, &body.value.g_token).await.map_err(|error| match error {
        VerifyPhoneError::Refused(reason) => {
            tracing::warn!(reason, "a phone proof was refused");
            Problem::new(ErrorCode::PhoneProofRefused, "We couldn’t verify your phone number. Request a new code.")
        }
        VerifyPhoneError::PhoneTaken => Problem::new(ErrorCode::PhoneTaken, "This phone number belongs to another account."),
        VerifyPhoneError::AlreadyVerified => phone_already_verified(),
        VerifyPhoneError::TooMany(too_many) => too_many.into(),
        VerifyPhoneError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Ok().json(TokenBody { token }))
}

fn phone_already_verified() -> Problem {
    Problem::new(ErrorCode::PhoneAlreadyVerified, "Your phone number is already verified.")
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ChangePhoneBody {
    /// E.164
    phone: String,
    /// ISO 3166-1 alpha-2
    country: String,
    /// The calling code of the country, such as `+49`
    country_code: String,
}

#[utoipa::path(tag = "auth", summary = "Correct the phone number", description = "Possible until it is verified.",
    request_body = ChangePhoneBody, responses((status = 204)))]
#[put("/semi-private/auth/phone")]
pub(crate) async fn change_phone(me: SignedIn, api: web::Data<Api>, body: Json<ChangePhoneBody>) -> Result<HttpResponse, Problem> {
    let ChangePhoneBody { phone, country, country_code } = &body.value;
    let mut fields = Fields::default();
    let parsed = parse_phone(&mut fields, phone, country, country_code);
    let (phone, country) = fields.finish(parsed).map_err(Problem::invalid)?;
    api.identity.change_phone(&me, phone, country).await.map_err(|error| match error {
        ChangePhoneError::AlreadyVerified => phone_already_verified(),
        ChangePhoneError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SentBody {
    email: String,
    /// Whether a mail was sent: none is when one was within the minute, or the address is proven.
    sent: bool,
    /// In how many seconds another one can be asked for; none where none is needed.
    next_in_seconds: Option<i64>,
}

#[derive(Deserialize)]
struct EmailQuery {
    email: Option<String>,
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

#[utoipa::path(tag = "auth", summary = "Mail a confirmation link", description = "Only to the account's own address, at most once a minute; the answer says whether one was sent.", params(("email" = String, Query, description = "The account's e-mail address")),
    responses((status = 200, body = Data<SentBody>)))]
#[get("/semi-private/auth/send-email-verification")]
pub(crate) async fn send_email_verification(me: SignedIn, api: web::Data<Api>, query: Query<EmailQuery>) -> Result<HttpResponse, Problem> {
    // The client of old wrote `?emaila@b.c`, without the equals sign.
    let Query(EmailQuery { email, others }) = query;
    let Some(text) = email else {
        return Err(Problem::malformed("Name the address in the query, as in ?email=name@example.com."));
    };
    if !others.is_empty() {
        return Err(Problem::unknown_parameters(others.into_keys()));
    }
    let email = EmailAddress::parse(&text).map_err(|invalid| Problem::field("email", invalid))?;
    let came = api.identity.send_email_verification(&me, &email).await.map_err(|error| match error {
        SendVerificationError::OtherAddress => Problem::field("email", Invalid::OtherAddress),
        SendVerificationError::Unavailable(unavailable) => unavailable.into(),
    })?;
    let (sent, next_in_seconds) = match came {
        Resent::Mailed { next_after_seconds } => (true, Some(next_after_seconds)),
        Resent::TooSoon { retry_after_seconds } => (false, Some(retry_after_seconds)),
        Resent::Proven => (false, None),
    };
    Ok(HttpResponse::Ok().json(Data { data: SentBody { email: email.as_str().to_owned(), sent, next_in_seconds } }))
}
