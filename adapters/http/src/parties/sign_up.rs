//! Signing up.

use crate::{
    identity::auth::{TokenBody, parse_phone},
    kernel::{
        api::Api,
        body::Json,
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
    },
};
use actix_web::{HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::parties::SignUpError;
use sooner_domain::{
    identity::{password::PlainPassword, user::NewMember},
    kernel::{email::EmailAddress, text::PersonName},
};
use sooner_shared::fields::{FieldErrors, Fields};
use utoipa::ToSchema;

/// Every field is required; an absent one is told apart from a wrong one in the answer, not in the parsing.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SignUpBody {
    #[serde(default)]
    #[schema(required = true)]
    email: String,
    #[serde(default)]
    #[schema(required = true, min_length = 12, max_length = 128)]
    password: String,
    #[serde(default)]
    #[schema(required = true)]
    fname: String,
    #[serde(default)]
    #[schema(required = true)]
    lname: String,
    /// E.164, such as `+4915112345678`
    #[serde(default)]
    #[schema(required = true)]
    phone: String,
    /// ISO 3166-1 alpha-2
    #[serde(default)]
    #[schema(required = true)]
    country: String,
    /// The calling code of the country, such as `+49`
    #[serde(default)]
    #[schema(required = true)]
    country_code: String,
}

impl SignUpBody {
    fn parse(&self) -> Result<(NewMember, PlainPassword), FieldErrors> {
        let mut fields = Fields::default();
        let email = fields.take("email", EmailAddress::parse(&self.email));
        let fname = fields.take("fname", PersonName::parse(&self.fname));
        let lname = fields.take("lname", PersonName::parse(&self.lname));
        let phone = parse_phone(&mut fields, &self.phone, &self.country, &self.country_code);
        let about = [self.email.as_str(), &self.fname, &self.lname];
        let password = fields.take("password", PlainPassword::parse_new(&self.password, &about));
        let all = || {
            let (phone, country) = phone?;
            Some((NewMember { email: email?, fname: fname?, lname: lname?, phone, country }, password?))
        };
        fields.finish(all())
    }
}

#[utoipa::path(tag = "auth", summary = "Sign up", description = "Makes an account, signs it in and mails a link to confirm the address.",
    request_body = SignUpBody, responses((status = 201, body = TokenBody)))]
#[post("/auth/signup")]
pub(crate) async fn sign_up(api: web::Data<Api>, from: ClientAddress, body: Json<SignUpBody>) -> Result<HttpResponse, Problem> {
    let (member, password) = body.value.parse().map_err(Problem::invalid)?;
    let token = api.parties.sign_up(member, password, from.0).await.map_err(|error| match error {
        SignUpError::EmailTaken => Problem::new(ErrorCode::EmailTaken, "There is an account with this e-mail address. Sign in instead."),
        SignUpError::TooMany(too_many) => too_many.into(),
        SignUpError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Created().json(TokenBody { token }))
}
