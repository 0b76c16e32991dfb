//! An account, as it is shown.

use serde::Serialize;
use sooner_domain::{
    identity::user::{Parts, User},
    kernel::phone::calling_code,
    onboarding::status::OnboardingStatus,
};
use sooner_shared::coded_body::{Code, LanguageCode, RoleCode, StatusNumber};
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UserDetailsBody {
    id: Uuid,
    email: String,
    fname: String,
    lname: String,
    /// E.164; operators have none
    phone: Option<String>,
    /// ISO 3166-1 alpha-2
    country: Option<String>,
    /// The calling code of the country
    country_code: Option<String>,
    email_verified: bool,
    phone_verified: bool,
    role: RoleCode,
    /// Whether signing in asks for a code too
    second_factor: bool,
    /// What mails to them are written in
    language: LanguageCode,
    #[serde(rename = "onboarding_status")]
    #[schema(inline)]
    onboarding_status: StatusNumber,
}

impl UserDetailsBody {
    pub(crate) fn new(user: &User, onboarding_status: OnboardingStatus) -> Self {
        let Parts {
            id,
            email,
            email_verified,
            fname,
            lname,
            phone,
            phone_verified,
            country,
            role,
            operator_roles: _,
            password: _,
            second_factor,
            language,
            created_at: _,
            version: _,
        } = user.parts();
        Self {
            id: id.0,
            email: email.as_str().to_owned(),
            fname: fname.as_str().to_owned(),
            lname: lname.as_str().to_owned(),
            phone: phone.as_ref().map(|phone| phone.as_str().to_owned()),
            country: country.map(|country| country.as_str().to_owned()),
            country_code: country.and_then(calling_code),
            email_verified: *email_verified,
            phone_verified: *phone_verified,
            role: Code(*role),
            second_factor: *second_factor,
            language: Code(*language),
            onboarding_status: StatusNumber(onboarding_status),
        }
    }
}

/// What a problem names the people who can do what one may not.
pub(crate) const PEOPLE: &str = "people";

/// A person by name
#[derive(Serialize, ToSchema)]
pub(crate) struct NamedPersonBody {
    id: Uuid,
    name: String,
}

impl From<&User> for NamedPersonBody {
    fn from(user: &User) -> Self {
        Self { id: user.id().0, name: user.name() }
    }
}
