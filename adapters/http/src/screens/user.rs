//! Who is signed in, and how far their company is.

use crate::{
    identity::session::FirstScreen,
    kernel::{body::Data, error::Problem},
    onboarding::buyers::BuyerBody,
};
use actix_web::{HttpResponse, get};
use serde::Serialize;
use sooner_application::onboarding::ports::Overview;
use sooner_domain::{
    identity::user::{Parts, User},
    kernel::phone::calling_code,
};
use sooner_shared::{
    coded_body::{Code, RoleCode},
    form_body::CompanyBody,
};
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
    /// 0 not completed, 1 pending, 2 approved, 3 disapproved, 4 documents missing
    #[serde(rename = "onboarding_status")]
    #[schema(minimum = 0, maximum = 4)]
    onboarding_status: i16,
}

impl UserDetailsBody {
    pub(crate) fn new(user: &User, onboarding_status: i16) -> Self {
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
            password: _,
            second_factor,
            created_at: _,
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
            onboarding_status,
        }
    }
}

/// Somebody by name
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

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MeBody {
    user_details: UserDetailsBody,
    company_details: CompanyBody,
    pending_buyers: Vec<BuyerBody>,
}

#[utoipa::path(tag = "user", summary = "Who is signed in",
    responses((status = 200, body = Data<MeBody>)))]
#[get("/semi-private/user")]
pub(crate) async fn read_user(screen: FirstScreen) -> Result<HttpResponse, Problem> {
    let FirstScreen(me, Overview { status, company, pending_buyers }) = screen;
    let data = MeBody {
        user_details: UserDetailsBody::new(&me.user, status.number()),
        company_details: CompanyBody::from(&company),
        pending_buyers: pending_buyers.iter().map(BuyerBody::from).collect(),
    };
    Ok(HttpResponse::Ok().json(Data { data }))
}
