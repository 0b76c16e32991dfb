//! Signing up.

use crate::{
    identity::{
        auth::{TokenBody, parse_phone},
        sessions::visitor,
    },
    kernel::{
        api::Api,
        body::Json,
        client_address::ClientAddress,
        error::{ErrorCode, Problem},
    },
};
use actix_web::{HttpRequest, HttpResponse, post, web};
use serde::Deserialize;
use sooner_application::{identity::JudgeError, parties::SignUpError};
use sooner_domain::{
    identity::{password::NewPassword, user::NewMember},
    kernel::{email::EmailAddress, text::PersonName},
};
use sooner_shared::{
    coded_body::{LanguageCode, member},
    fields::{FieldErrors, Fields},
};

use utoipa::ToSchema;

const PASSWORD: &str = "password";

/// Every field is required; an absent one is distinguished from a wrong one in the answer, not in the parsing.
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
    /// What mails are written in; English unless it says so
    #[schema(value_type = Option<LanguageCode>)]
    language: Option<String>,
}

/// What is wrong with a form, and a password that may be common besides.
struct Refused {
    fields: FieldErrors,
    unjudged: Option<NewPassword>,
}

impl SignUpBody {
    fn parse(&self) -> Result<(NewMember, NewPassword), Refused> {
        let mut fields = Fields::default();
        let email = fields.take("email", EmailAddress::parse(&self.email));
        let fname = fields.take("fname", PersonName::parse(&self.fname));
        let lname = fields.take("lname", PersonName::parse(&self.lname));
        let phone = parse_phone(&mut fields, &self.phone, &self.country, &self.country_code);
        let about = [self.email.as_str(), &self.fname, &self.lname];
        let language = fields.optional("language", self.language.as_deref(), member).unwrap_or_default();
        let password = fields.take(PASSWORD, NewPassword::parse(&self.password, &about));
        let member = || {
            let (phone, country) = phone?;
            Some(NewMember { email: email?, fname: fname?, lname: lname?, phone, country, language })
        };
        match (member(), password, fields.into_errors()) {
            (Some(member), Some(password), errors) if errors.is_empty() => Ok((member, password)),
            (_, unjudged, fields) => Err(Refused { fields, unjudged }),
        }
    }
}

/// Every bad field at once: a password is judged though the form is refused in any case.
async fn refused(api: &Api, from: ClientAddress, Refused { mut fields, unjudged }: Refused) -> Result<Problem, Problem> {
    if let Some(password) = unjudged {
        let said = api.identity.judge_password(password, from.0).await.map_err(|error| match error {
            JudgeError::TooMany(too_many) => Problem::from(too_many),
            JudgeError::Unavailable(unavailable) => unavailable.into(),
        })?;
        fields.extend(said.map(|invalid| (PASSWORD.to_owned(), vec![invalid])));
    }
    Ok(Problem::invalid(fields))
}

#[utoipa::path(tag = "auth", summary = "Sign up", description = "Makes an account, signs it in and mails a link to confirm the address.",
    request_body = SignUpBody, responses((status = 201, body = TokenBody)))]
#[post("/auth/signup")]
pub(crate) async fn sign_up(
    api: web::Data<Api>,
    from: ClientAddress,
    request: HttpRequest,
    body: Json<SignUpBody>,
) -> Result<HttpResponse, Problem> {
    let (member, password) = match body.value.parse() {
        Ok(parsed) => parsed,
        Err(wrong) => return Err(refused(&api, from, wrong).await?),
    };
    let token = api.parties.sign_up(member, password, visitor(from, &request)).await.map_err(|error| match error {
        SignUpError::Password(invalid) => Problem::field(PASSWORD, invalid),
        SignUpError::EmailTaken => {
            Problem::new(ErrorCode::EmailTaken, "An account with this e-mail address already exists. Sign in instead.")
        }
        SignUpError::TooMany(too_many) => too_many.into(),
        SignUpError::Unavailable(unavailable) => unavailable.into(),
    })?;
    Ok(HttpResponse::Created().json(TokenBody { token }))
}
